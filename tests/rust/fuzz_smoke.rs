//! The fuzz targets on bytes of the tests' own: at random, and good ones cut short, altered and mixed.

mod common;
pub mod fuzz_bodies;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use common::{preset, preset_text};
use fuzz_bodies::TARGETS;
use paohuzi_engine::{Deck, Event, Game, Record, Ruleset, Seat, View, below, generator, log_of};
use rand_chacha::ChaCha8Rng;

/// Bytes a target, made from good ones.
const ALTERED: u32 = 400;
/// Bytes a target, at random.
const RANDOM: u32 = 400;

/// Good bytes of every kind.
fn seeds() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let bytes = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    let rules = Arc::new(preset("quanmingtang_full"));
    let deck = Deck::shuffled(5, 0);
    let mut game = Game::deal(Arc::clone(&rules), deck, Seat::ZERO, 0).expect("a seat");
    let (mut setups, mut texts, mut lines, mut views) = (vec![], vec![], vec![], vec![]);
    while let Some(seat) = game.current_seat() {
        if game.answers().len().is_multiple_of(8) {
            setups.push(game.round().setup().to_bytes());
            texts.push(game.round().setup().to_json().into_bytes());
            lines.push(game.round().setup().to_text(None).into_bytes());
            views.push(game.round().view(seat).to_bytes());
        }
        let legal = game.legal();
        game.push(legal.nth(legal.len() / 2).expect("one of them"))
            .expect("it is legal");
    }
    let plain = plain_record();
    let mut events = Vec::new();
    plain.open(&mut events).expect("a record of a game");
    plain.replay_to(&mut events).expect("a record of a game");
    let log = |record: &Record, seat| {
        let lines = log_of(record, seat).expect("a record of a game");
        lines.join("\n").into_bytes()
    };
    views.push(game.round().view(Seat::ZERO).to_bytes());
    setups.push(game.round().setup().to_bytes());
    let record = Record::of(&game);
    vec![
        ("cards", bytes(&["s1 s2x3, b10", "一二三拾", "+s5", "b7×4"])),
        (
            "meld",
            bytes(&["chou_wei:b3", "chi:s2-s7-s10", "碰:五", "pair:s1"]),
        ),
        (
            "action",
            bytes(&[
                "discard:s5",
                "chi:s3:s1-s2-s3+s3-s4-s5",
                "peng",
                "hu:1:discard:s9:0",
            ]),
        ),
        (
            "deck",
            vec![
                deck.to_string().into_bytes(),
                (0..80).map(|i| i % 20).collect(),
            ],
        ),
        (
            "ruleset_toml",
            bytes(&[&preset_text("hunan_half"), &preset_text("luzhou_hongwu")]),
        ),
        (
            "ruleset_json",
            vec![
                rules.to_json().into_bytes(),
                br#"{"units": {"step": 2}, "fan": []}"#.to_vec(),
            ],
        ),
        ("setup_json", texts),
        ("setup_line", lines),
        ("setup_bytes", setups),
        ("record_text", vec![record.to_string().into_bytes()]),
        ("record_bytes", vec![record.to_bytes()]),
        ("record_payload", vec![plain.to_bytes_without_rules()]),
        ("record_line", vec![plain.to_text().into_bytes()]),
        (
            "log",
            vec![log(&plain, None), log(&plain, Some(Seat::ZERO))],
        ),
        ("event_bytes", vec![Event::list_to_bytes(&events, 3)]),
        ("view_bytes", views),
        (
            "apply",
            (0..8)
                .map(|option| {
                    std::iter::once(option)
                        .chain((1..100).map(|i| i * 2 % 31))
                        .collect()
                })
                .collect(),
        ),
    ]
}

/// A round of the default ruleset.
fn plain_record() -> Record {
    let rules = Arc::new(Ruleset::default());
    let mut game = Game::deal(rules, Deck::shuffled(5, 0), Seat::ZERO, 0).expect("a seat");
    while let Some(action) = game.legal().nth(game.legal().len() / 2) {
        game.push(action).expect("it is legal");
    }
    Record::of(&game)
}

fn seeds_of(name: &str) -> Vec<Vec<u8>> {
    let all = seeds().into_iter();
    let mut of_target = all
        .filter(|(target, _)| *target == name)
        .map(|(_, seeds)| seeds);
    of_target.next().expect("every target has good bytes")
}

/// Runs the target, telling the bytes where it fails.
fn run(name: &str, data: &[u8]) {
    let outcome = catch_unwind(AssertUnwindSafe(|| fuzz_bodies::run(name, data)));
    assert!(
        outcome.is_ok(),
        "{name} fails on {data:?}\n{}",
        String::from_utf8_lossy(data)
    );
}

fn pick(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    below(rng, u32::try_from(bound).expect("short bytes")) as usize
}

/// The bytes with one to four changes: a byte altered, taken out, doubled, a piece moved, the rest cut off.
fn altered(seeds: &[Vec<u8>], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut data = seeds[pick(rng, seeds.len())].clone();
    for _ in 0..=pick(rng, 4) {
        if data.is_empty() {
            return data;
        }
        let place = pick(rng, data.len());
        match pick(rng, 7) {
            0 => data[place] ^= 1 << pick(rng, 8),
            1 => data[place] = b"0123456789sbx:+-,\"{}[] \n\0"[pick(rng, 25)],
            2 => drop(data.remove(place)),
            3 => data.insert(place, data[place]),
            4 => data.truncate(place),
            5 => {
                let other = &seeds[pick(rng, seeds.len())];
                let from = pick(rng, other.len().max(1)).min(other.len());
                data.truncate(place);
                data.extend_from_slice(&other[from..]);
            }
            _ => {
                let end = (place + 1 + pick(rng, 12)).min(data.len());
                let piece: Vec<_> = data.drain(place..end).collect();
                let into = pick(rng, data.len() + 1);
                data.splice(into..into, piece);
            }
        }
    }
    data
}

fn smoke(name: &str) {
    let place = TARGETS
        .iter()
        .position(|(target, _)| *target == name)
        .expect("a target");
    let mut rng = generator(17, place as u64, 0xF022);
    let seeds = seeds_of(name);
    for seed in &seeds {
        run(name, seed);
        for end in (0..seed.len()).step_by(1 + seed.len() / 200) {
            run(name, &seed[..end]);
        }
    }
    for _ in 0..ALTERED {
        run(name, &altered(&seeds, &mut rng));
    }
    for _ in 0..RANDOM {
        let length = pick(&mut rng, 200);
        let data: Vec<_> = (0..length)
            .map(|_| u8::try_from(pick(&mut rng, 256)).expect("a byte"))
            .collect();
        run(name, &data);
    }
}

/// Writes the good bytes where the fuzzer begins: `cargo test --test fuzz_smoke -- --ignored`.
#[test]
#[ignore = "writes files for the fuzzer"]
fn write_the_corpus() {
    for (name, _) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../fuzz/corpus")
            .join(name);
        fs::create_dir_all(&folder).expect("a folder that can be written");
        for (i, seed) in seeds_of(name).iter().enumerate() {
            fs::write(folder.join(format!("good-{i}")), seed).expect("a file that can be written");
        }
    }
}

macro_rules! targets {
    ($($name:ident)+) => {
        $(#[test] fn $name() { smoke(stringify!($name)); })+

        #[test]
        fn every_target_is_run() {
            assert_eq!(TARGETS.map(|(name, _)| name), [$(stringify!($name)),+]);
        }
    };
}

targets! {
    cards meld action deck ruleset_toml ruleset_json setup_json setup_bytes setup_line record_text record_bytes record_payload record_line
    log event_bytes view_bytes apply
}

#[test]
fn chi_of_two_cards_are_no_legal_actions() {
    // The legal actions: discard s3, chi of s7, chi of s3.
    let view = [
        1, 3, 1, 0, 0, 0, 15, 2, 1, 6, 3, 0, 10, 50, 6, 87, 2, 255, 16, 36, 4, 10, 144, 36, 18, 4,
        255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 2, 0, 1, 7, 0, 1, 7, 7, 0, 0, 20, 0, 0, 0, 0, 20, 0, 0,
        0, 0, 18, 0,
    ];
    let error = View::from_bytes(&view).expect_err("no seat is ever asked so");
    assert_eq!(error.code(), "stored_value");
    assert_eq!(
        error.to_string(),
        "stored bytes at 17: 3 is no number of legal actions in number order"
    );
}
