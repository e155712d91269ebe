//! The pack in order, and how a seed becomes one.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::card::{COPIES, Card, PACK, ParseCardError};
use crate::counts::Counts;

/// An order of all 80 cards. The deal takes from the front, the rest is the stock in drawing order.
///
/// ```
/// use paohuzi_engine::Deck;
/// let deck = Deck::shuffled(7, 0);
/// assert_eq!(deck.to_string().parse(), Ok(deck));
/// ```
#[derive(Clone, Copy)]
pub struct Deck {
    cards: [Card; PACK],
    /// Where the order came from; no part of what the deck is.
    seed: Option<DealSeed>,
}

/// Decks are their cards, wherever the order came from.
impl PartialEq for Deck {
    fn eq(&self, other: &Self) -> bool {
        self.cards == other.cards
    }
}

impl Eq for Deck {}

impl Hash for Deck {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cards.hash(state);
    }
}

/// The seed of a deck and which of its decks it is. Text: `deal-v1:7:0`.
///
/// ```
/// use paohuzi_engine::{DealSeed, Deck};
/// let deck = Deck::shuffled(7, 2);
/// assert_eq!(deck.seed(), Some(DealSeed { seed: 7, index: 2 }));
/// assert_eq!("deal-v1:7:2".parse(), Ok(deck));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DealSeed {
    /// The seed.
    pub seed: u64,
    /// Which of the seed's decks.
    pub index: u64,
}

impl DealSeed {
    /// The one way that there is to shuffle.
    pub const SCHEME: &str = "deal-v1";

    fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(Self::SCHEME)?.strip_prefix(':')?;
        let (seed, index) = rest.split_once(':')?;
        // One text for one seed: no signs, no zeros in front.
        let number = |text: &str| text.parse::<u64>().ok().filter(|n| n.to_string() == text);
        Some(Self {
            seed: number(seed)?,
            index: number(index)?,
        })
    }
}

impl fmt::Display for DealSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", Self::SCHEME, self.seed, self.index)
    }
}

/// The generator of everything random: `ChaCha8` with a key that names what it is for.
///
/// Key: the seed, the index of the round and the purpose, eight bytes each, little-endian, then eight zero bytes.
/// The same on every platform and in every later release.
#[must_use]
pub fn generator(seed: u64, round: u64, purpose: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (slot, word) in key.chunks_exact_mut(8).zip([seed, round, purpose]) {
        slot.copy_from_slice(&word.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// Purpose of the generator that orders a deck. Those of bots are 1 and up.
const DEAL: u64 = 0;

/// A number below `bound`, each equally likely.
///
/// One 32-bit word of the generator, times the bound; the high half is the answer, and words whose low half falls
/// below 2³² mod `bound` are thrown away.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a 64-bit product is split into its halves"
)]
pub fn below(generator: &mut impl Rng, bound: u32) -> u32 {
    let reject = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
    loop {
        let product = u64::from(generator.next_u32()) * u64::from(bound);
        let (high, low) = ((product >> 32) as u32, product as u32);
        if low >= reject {
            return high;
        }
    }
}

impl Deck {
    /// The deck of a seed and a round's index: shuffle `deal-v1`, frozen.
    ///
    /// Fisher-Yates from the last place down over the cards in index order, four copies each, with [`below`] on
    /// [`generator`]`(seed, round, 0)`.
    #[must_use]
    pub fn shuffled(seed: u64, round: u64) -> Self {
        let mut generator = generator(seed, round, DEAL);
        let mut cards = std::array::from_fn(|i| Card::ALL[i / usize::from(COPIES)]);
        for bound in (2..=80_u32).rev() {
            let last = bound as usize - 1;
            cards.swap(last, below(&mut generator, bound) as usize);
        }
        Self {
            cards,
            seed: Some(DealSeed { seed, index: round }),
        }
    }

    /// The seed that it was made of, where it was made of one.
    #[must_use]
    pub const fn seed(&self) -> Option<DealSeed> {
        self.seed
    }

    /// The same deck, made of this seed, if it is one of it. Text: `deal-v1:7:0`.
    pub(crate) fn of_seed(self, text: &str) -> Option<Self> {
        let DealSeed { seed, index } = DealSeed::read(text)?;
        Some(Self::shuffled(seed, index)).filter(|deck| *deck == self)
    }

    /// The deck of these cards, the first dealt first.
    ///
    /// # Errors
    /// Not 80 cards, or not four of each.
    pub fn from_cards(cards: &[Card]) -> Result<Self, DeckError> {
        let order: [Card; PACK] = cards
            .try_into()
            .map_err(|_| DeckError::Size { found: cards.len() })?;
        let mut counts = [0; Card::ALL.len()];
        for card in order {
            counts[card.index()] += 1;
        }
        for (card, found) in Card::ALL.into_iter().zip(counts) {
            if found != COPIES {
                return Err(DeckError::Copies { card, found });
            }
        }
        Ok(Self {
            cards: order,
            seed: None,
        })
    }

    /// Its cards, the first dealt first.
    #[must_use]
    pub const fn cards(&self) -> &[Card; PACK] {
        &self.cards
    }

    /// The counts of a part of it.
    pub(crate) fn part(&self, range: std::ops::Range<usize>) -> Counts {
        let cards = self.cards[range].iter();
        // A deck has four of each card.
        cards.fold(Counts::EMPTY, |counts, card| counts.plus(*card))
    }
}

/// Reads the cards in order, or a seed such as `deal-v1:7:0`.
impl FromStr for Deck {
    type Err = DeckError;

    fn from_str(text: &str) -> Result<Self, DeckError> {
        if let Some(DealSeed { seed, index }) = DealSeed::read(text) {
            return Ok(Self::shuffled(seed, index));
        }
        let cards: Result<Vec<Card>, _> = text.split_whitespace().map(str::parse).collect();
        Self::from_cards(&cards.map_err(DeckError::Card)?)
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::text::join(f, self.cards, " ")
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({self})")
    }
}

/// Cards that are no deck.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeckError {
    /// Not 80 cards.
    #[error("a deck of {found} cards, expected 80")]
    Size {
        /// How many there are.
        found: usize,
    },
    /// Not four of a card.
    #[error("card {card} appears {found} times in the deck, expected 4")]
    Copies {
        /// The card.
        card: Card,
        /// How often it appears.
        found: u8,
    },
    /// A text in it is no card.
    #[error("in a deck: {0}")]
    Card(ParseCardError),
}

impl DeckError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Size { .. } => "deck_size",
            Self::Copies { .. } => "deck_copies",
            Self::Card(_) => "deck_card",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_decks_are_refused() {
        let code = |text: &str| text.parse::<Deck>().map_err(|e| e.code());
        let whole = Deck::shuffled(1, 0).to_string();
        assert_eq!(code(&whole.replacen("s1 ", "", 1)), Err("deck_size"));
        assert_eq!(code(&whole.replacen("s1 ", "s2 ", 1)), Err("deck_copies"));
        assert_eq!(code(&whole.replacen("s1 ", "s11 ", 1)), Err("deck_card"));
    }

    #[test]
    fn below_is_within_its_bound_and_even() {
        let mut generator = generator(3, 1, 4);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[below(&mut generator, 7) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
        assert_eq!(below(&mut generator, 1), 0);
    }
}
