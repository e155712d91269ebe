//! The behaviour of the engine as one number a preset: a change of it is meant and says why, or is a fault.

mod common;
mod golden;

use std::fmt::Write as _;
use std::sync::Arc;

use common::{PRESETS, preset};
use golden::{golden, play};

/// Rounds of each preset.
const ROUNDS: u64 = 2000;
const SEED: u64 = 1;

/// FNV-1a, 64 bits.
struct Hash(u64);

impl Hash {
    const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    /// A text and its end.
    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0]);
    }
}

/// Every question, every answer and every settlement of the preset's rounds.
fn signature(name: &str) -> u64 {
    let rules = Arc::new(preset(name));
    let mut hash = Hash::new();
    for index in 0..ROUNDS {
        let game = play(&rules, SEED, index, |seat, legal, action, _| {
            hash.bytes(&[u8::try_from(seat.index()).expect("a seat")]);
            hash.bytes(&legal.mask().to_le_bytes());
            hash.text(&action.to_string());
        });
        let settlement = game.round().settlement().expect("the round is over");
        hash.text(settlement.kind());
        for points in settlement.payments() {
            hash.bytes(&points.to_le_bytes());
        }
        if let Some(win) = settlement.win() {
            hash.bytes(&[win.win.huxi]);
            hash.bytes(&win.win.units.to_le_bytes());
            hash.bytes(&win.win.fan.to_le_bytes());
            hash.bytes(&win.win.score.to_le_bytes());
            for line in settlement.items() {
                hash.text(line.name(&rules));
                hash.bytes(&line.value.to_le_bytes());
            }
            for block in win.win.arrangement.blocks {
                hash.text(&block.to_string());
            }
        }
    }
    hash.0
}

#[test]
fn hashes_are_those_of_the_definition() {
    // Published vectors of FNV-1a.
    for (text, expected) in [
        ("", 0xCBF2_9CE4_8422_2325),
        ("a", 0xAF63_DC4C_8601_EC8C),
        ("foobar", 0x8594_4171_F739_67E8),
    ] {
        let mut hash = Hash::new();
        hash.bytes(text.as_bytes());
        assert_eq!(hash.0, expected, "{text}");
    }
}

#[test]
fn behaviour_is_as_signed() {
    let mut text = format!(
        "# FNV-1a of {ROUNDS} rounds a preset; the first line is that of all. Written by ./x signature.\n"
    );
    let mut all = Hash::new();
    let mut lines = String::new();
    for name in PRESETS {
        let signature = signature(name);
        all.bytes(&signature.to_le_bytes());
        writeln!(lines, "{signature:016x} {name}").expect("a text takes everything");
    }
    writeln!(text, "{:016x} all", all.0).expect("a text takes everything");
    text.push_str(&lines);
    golden("signature.txt", &text);
}
