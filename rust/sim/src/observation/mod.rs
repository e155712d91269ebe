//! What a seat sees, as numbers for a learner.
//!
//! An [`Observation`] is a [`View`](paohuzi_engine::View) as [`OBS_SIZE`] bits, each with one meaning: all that the view
//! contains, and nothing else. Seats stand in turn order from the observer on, so that a policy need not learn each seat
//! anew. There is one size for all rulesets and tables; what a table of three does not have is 0.
//!
//! Counts are bits in unary (three copies: `1 1 1 0`), choices are one bit of several. Where the order of things can
//! be known too (melds, rows), it stands beside their planes in compact codes. `docs/observations.md` explains each part
//! of [`OBS_LAYOUT`].

mod encode;
mod layout;
mod spread;

pub use layout::{OBS_BYTES, OBS_LAYOUT, OBS_SIZE, OBS_VERSION, Part};
pub(crate) use spread::bytes as spread_bytes;

const WORDS: usize = OBS_SIZE.div_ceil(64);

/// A view as bits.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Card, Deck, Round, Ruleset, Seat};
/// use paohuzi_sim::{OBS_BYTES, OBS_LAYOUT, OBS_SIZE, Observation};
/// let rules = Arc::new(Ruleset::default());
/// let view = Round::from_deck(rules, &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?.view(Seat::ZERO);
/// let seen = Observation::of(&view);
/// let hand = OBS_LAYOUT.iter().find(|part| part.name == "hand").expect("a part of the layout");
/// let copies = (0..4).filter(|copy| seen.bit(hand.start + 4 * Card::S1.index() + copy)).count();
/// assert_eq!(copies, usize::from(view.hand.get(Card::S1)));
/// let (mut floats, mut bytes) = ([0.0; OBS_SIZE], [0; OBS_BYTES]);
/// seen.write_floats(&mut floats);
/// seen.write_bytes(&mut bytes);
/// assert_eq!(floats[9] == 1.0, bytes[1] >> 1 & 1 == 1);
/// # Ok::<(), paohuzi_engine::IllegalAction>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Observation([u64; WORDS]);

impl Default for Observation {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl Observation {
    /// Whether the bit is set; bits beyond the last are not.
    #[must_use]
    pub fn bit(&self, index: usize) -> bool {
        let word = self.0.get(index / 64).copied().unwrap_or(0);
        word >> (index % 64) & 1 == 1
    }

    /// Writes the bits as bytes, bit i of the observation into bit i mod 8 of byte i / 8, the lowest being bit 0.
    pub fn write_bytes(&self, out: &mut [u8; OBS_BYTES]) {
        let mut words = self.0.iter().map(|word| word.to_le_bytes());
        let mut eights = out.chunks_exact_mut(8);
        for (bytes, word) in eights.by_ref().zip(words.by_ref()) {
            bytes.copy_from_slice(&word);
        }
        for (byte, bits) in eights.into_remainder().iter_mut().zip(words.flatten()) {
            *byte = bits;
        }
    }

    /// Writes each bit as 0 or 1.
    pub fn write_floats(&self, out: &mut [f32; OBS_SIZE]) {
        let bytes = self.0.iter().flat_map(|word| word.to_le_bytes());
        spread::floats(out, bytes);
    }

    /// Sets `width` bits from `at` on, the lowest first. They were not set before.
    #[inline]
    fn put(&mut self, at: usize, bits: u64, width: usize) {
        debug_assert!(width <= 64 && at + width <= OBS_SIZE);
        debug_assert!(
            width == 64 || bits >> width == 0,
            "{bits:b} in {width} bits"
        );
        let (word, shift) = (at / 64, at % 64);
        self.0[word] |= bits << shift;
        if shift + width > 64 {
            self.0[word + 1] |= bits >> (64 - shift);
        }
    }

    /// Sets one bit.
    #[inline]
    fn set(&mut self, at: usize) {
        debug_assert!(at < OBS_SIZE);
        self.0[at / 64] |= 1 << (at % 64);
    }
}
