//! Sets of cards as one word.

use std::fmt;

use crate::card::{Card, KINDS};

/// A set of cards, bit i for the card with index i.
///
/// ```
/// use paohuzi_engine::{Card, CardSet};
/// let set = CardSet::from_cards(&[Card::S3, Card::B1]);
/// assert!(set.contains(Card::B1) && !set.contains(Card::S1));
/// assert_eq!(set.bits(), 1 << 2 | 1 << 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u32);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of these cards.
    #[must_use]
    pub const fn from_cards(cards: &[Card]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < cards.len() {
            bits |= 1 << cards[i].index();
            i += 1;
        }
        Self(bits)
    }

    /// The set with these bits, if none beyond the twentieth is set.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits >> KINDS == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// Its bits, bit i for the card with index i.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether the card is in it.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether no card is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds the card.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Takes the card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// The cards that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Its cards in index order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let card = Card::from_index(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::text::join(f, self.iter(), " ")
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}
