//! How many of each card: a multiset packed in one word.

use std::fmt;
use std::str::FromStr;

use crate::card::{COPIES, Card, KINDS, ParseCardError, parse_cards};
use crate::cardset::CardSet;

/// Bits a kind. Values are 0 to 4, so the third bit alone says "all four".
const WIDTH: usize = 3;
/// The lowest bit of every kind.
const ONES: u64 = 0o1111_1111_1111_1111_1111;
/// The highest bit of every kind.
const TOPS: u64 = ONES << 2;

/// A multiset of cards, 0 to 4 of each, in 60 bits of one word.
///
/// ```
/// use paohuzi_engine::{Card, Counts};
/// let hand: Counts = "s1x3 b2".parse()?;
/// assert_eq!((hand.get(Card::S1), hand.len()), (3, 4));
/// assert_eq!(hand.checked_sub("s1 s2".parse()?), None);
/// assert_eq!(hand.to_string(), "s1x3 b2");
/// # Ok::<(), paohuzi_engine::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Counts(u64);

impl Counts {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// The whole pack, four of each.
    pub const PACK: Self = Self(TOPS);

    /// The counts of these cards, if none appears more than four times.
    #[must_use]
    pub fn from_cards(cards: &[Card]) -> Option<Self> {
        let mut counts = Self::EMPTY;
        for &card in cards {
            counts = counts.checked_add(Self::of(card, 1))?;
        }
        Some(counts)
    }

    /// The counts given kind by kind.
    ///
    /// # Errors
    /// A kind with more than four copies.
    pub fn from_array(array: [u8; KINDS]) -> Result<Self, ParseCardError> {
        let [a, b, c] = words(array);
        // A byte above 4 reaches its top bit with 123 added; none carries into the next below 133.
        let over = |word: u64| (word & TOP_BITS) | ((word & !TOP_BITS) + EACH_123) & TOP_BITS;
        if over(a) | over(b) | over(c) != 0 {
            let mut found = Card::ALL.into_iter().zip(array.map(usize::from));
            if let Some((card, found)) = found.find(|(_, found)| *found > usize::from(COPIES)) {
                return Err(ParseCardError::TooMany { card, found });
            }
        }
        Ok(Self(close(a) | close(b) << 24 | close(c) << 48))
    }

    /// The counts kind by kind, in index order.
    #[must_use]
    pub fn to_array(self) -> [u8; KINDS] {
        Card::ALL.map(|card| self.get(card))
    }

    /// `copies` of one card; more than four count as four.
    #[must_use]
    pub const fn of(card: Card, copies: u8) -> Self {
        let copies = if copies > COPIES { COPIES } else { copies };
        Self((copies as u64) << (WIDTH * card.index()))
    }

    /// The packed word: three bits a kind, the card with index i from bit 3i.
    #[must_use]
    pub const fn packed(self) -> u64 {
        self.0
    }

    /// The counts of a packed word, if every kind has at most four.
    #[must_use]
    pub const fn from_packed(word: u64) -> Option<Self> {
        let over_four = (word >> 2) & (word | word >> 1) & ONES;
        if word >> (WIDTH * KINDS) == 0 && over_four == 0 {
            Some(Self(word))
        } else {
            None
        }
    }

    /// Copies of the card.
    #[must_use]
    pub const fn get(self, card: Card) -> u8 {
        (self.0 >> (WIDTH * card.index()) & 0b111) as u8
    }

    /// Cards in all.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "twenty kinds of at most four"
    )]
    pub const fn len(self) -> u8 {
        // Sums of two kinds in six bits, of four in twelve; the product adds the five of them up in its top bits.
        const PAIRS: u64 = 0o0707_0707_0707_0707_0707;
        const FOURS: u64 = 0o0077_0077_0077_0077_0077;
        const ADD: u64 = 0o0001_0001_0001_0001_0001;
        let pairs = (self.0 & PAIRS) + (self.0 >> WIDTH & PAIRS);
        let fours = (pairs & FOURS) + (pairs >> (2 * WIDTH) & FOURS);
        (fours.wrapping_mul(ADD) >> (16 * WIDTH) & 0o7777) as u8
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sum, if no kind gets a fifth copy.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        // Two kinds sum to at most 8, which needs a fourth bit: add even and odd kinds apart.
        const EVEN: u64 = 0o0707_0707_0707_0707_0707;
        let even = (self.0 & EVEN) + (other.0 & EVEN);
        let odd = ((self.0 & !EVEN) >> WIDTH) + ((other.0 & !EVEN) >> WIDTH);
        if (even | odd) & !EVEN != 0 {
            return None;
        }
        Self::from_packed(even | odd << WIDTH)
    }

    /// The difference, if no kind falls below zero.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        let difference = self.0.wrapping_sub(other.0);
        // Borrows out of each bit; one out of a kind's top bit means that the kind had too few.
        let borrows = (!self.0 & other.0) | (!(self.0 ^ other.0) & difference);
        if borrows & TOPS == 0 {
            Some(Self(difference))
        } else {
            None
        }
    }

    /// The counts without `copies` of a card that are known to be there.
    #[must_use]
    pub(crate) fn minus(self, card: Card, copies: u8) -> Self {
        debug_assert!(self.get(card) >= copies);
        Self(self.0 - Self::of(card, copies).0)
    }

    /// The counts with one more of a card of which fewer than four are there.
    #[must_use]
    pub(crate) fn plus(self, card: Card) -> Self {
        debug_assert!(self.get(card) < COPIES);
        Self(self.0 + Self::of(card, 1).0)
    }

    /// The kinds of which exactly `copies` are there.
    #[must_use]
    pub fn exactly(self, copies: u8) -> CardSet {
        if copies > COPIES {
            return CardSet::EMPTY;
        }
        // The bits of a kind that differ from those of the number; none where it is that many.
        let differs = self.0 ^ (ONES * u64::from(copies));
        set_of(!(differs | differs >> 1 | differs >> 2) & ONES)
    }

    /// The kinds that are there.
    pub(crate) fn set(self) -> CardSet {
        set_of((self.0 | self.0 >> 1 | self.0 >> 2) & ONES)
    }

    /// The loose cards: all but the kinds held three or four times, which are locked. Rule: R8, R9.
    #[must_use]
    pub const fn loose(self) -> Self {
        let triples = self.0 & self.0 >> 1 & ONES;
        let quads = self.0 >> 2 & ONES;
        Self(self.0 & !((triples | quads) * 0b111))
    }

    /// The lowest card that is there.
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros() as usize / WIDTH)
    }

    /// The kinds that are there, in index order, with their copies.
    pub fn kinds(self) -> impl Iterator<Item = (Card, u8)> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            let copies = rest.get(card);
            rest = rest.minus(card, copies);
            Some((card, copies))
        })
    }

    /// Every card, in index order, as often as it is there.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.kinds()
            .flat_map(|(card, copies)| std::iter::repeat_n(card, usize::from(copies)))
    }

    /// How many of the cards are in the set.
    #[must_use]
    pub fn count_in(self, set: CardSet) -> u8 {
        self.kinds()
            .filter(|(card, _)| set.contains(*card))
            .map(|(_, copies)| copies)
            .sum()
    }
}

/// The kinds whose lowest bits are set; no other bit is.
#[expect(
    clippy::cast_possible_truncation,
    reason = "twenty kinds are left with a bit each"
)]
fn set_of(ones: u64) -> CardSet {
    // Every third bit comes together by twos, fours and so on.
    let mut bits = ones;
    bits = (bits | bits >> 2) & 0x10c3_0c30_c30c_30c3;
    bits = (bits | bits >> 4) & 0x100f_00f0_0f00_f00f;
    bits = (bits | bits >> 8) & 0x001f_0000_ff00_00ff;
    bits = (bits | bits >> 16) & 0x001f_0000_0000_ffff;
    bits = (bits | bits >> 32) & 0x000f_ffff;
    CardSet::from_bits(bits as u32).unwrap_or_default()
}

/// The top bit of each byte.
const TOP_BITS: u64 = 0x8080_8080_8080_8080;
/// 123 in each byte.
const EACH_123: u64 = 0x7b7b_7b7b_7b7b_7b7b;

/// The bytes of an array, eight to a word, the first lowest.
fn words(array: [u8; KINDS]) -> [u64; 3] {
    let mut bytes = [[0; 8]; 3];
    bytes.as_flattened_mut()[..KINDS].copy_from_slice(&array);
    bytes.map(u64::from_le_bytes)
}

/// Eight bytes of at most 7 as three bits each, side by side.
const fn close(word: u64) -> u64 {
    let pairs = (word | word >> 5) & 0x003f_003f_003f_003f;
    let fours = (pairs | pairs >> 10) & 0x0000_0fff_0000_0fff;
    (fours | fours >> 20) & 0x00ff_ffff
}

impl FromStr for Counts {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let mut array = [0; KINDS];
        for card in parse_cards(text)? {
            array[card.index()] += 1;
        }
        Self::from_array(array)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.kinds().map(|(card, copies)| match copies {
            1 => card.text().to_owned(),
            _ => format!("{card}x{copies}"),
        });
        crate::text::join(f, kinds, " ")
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Counts({self})")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn arrays() -> impl Strategy<Value = [u8; KINDS]> {
        prop::array::uniform20(0..=COPIES)
    }

    proptest! {
        #[test]
        fn algebra_agrees_with_plain_arrays(a in arrays(), b in arrays()) {
            let (x, y) = (Counts::from_array(a)?, Counts::from_array(b)?);
            let sum = (0..KINDS).map(|i| a[i] + b[i]).collect::<Vec<_>>();
            let fits = sum.iter().all(|n| *n <= COPIES);
            prop_assert_eq!(x.checked_add(y).map(|c| c.to_array().to_vec()), fits.then_some(sum));
            let covers = (0..KINDS).all(|i| a[i] >= b[i]);
            let rest = (0..KINDS).map(|i| a[i].wrapping_sub(b[i])).collect::<Vec<_>>();
            prop_assert_eq!(x.checked_sub(y).map(|c| c.to_array().to_vec()), covers.then_some(rest));
            prop_assert_eq!(x.len(), a.iter().sum::<u8>());
            prop_assert_eq!(x.loose().to_array(), a.map(|n| if n >= 3 { 0 } else { n }));
            prop_assert_eq!(Counts::from_packed(x.packed()), Some(x));
            prop_assert_eq!(x.to_string().parse(), Ok(x));
            for copies in [0, 1, 2, 3, 4, 5, u8::MAX] {
                let kinds = Card::ALL.into_iter().filter(|card| a[card.index()] == copies);
                prop_assert_eq!(x.exactly(copies), kinds.collect());
            }
            prop_assert_eq!(x.set(), x.kinds().map(|(card, _)| card).collect());
        }

        #[test]
        fn arrays_with_five_copies_are_refused(array: [u8; KINDS]) {
            let over = array.iter().position(|found| *found > COPIES);
            let read = Counts::from_array(array);
            let place = over.map(|place| (Card::ALL[place], usize::from(array[place])));
            let refused = place.map(|(card, found)| ParseCardError::TooMany { card, found });
            prop_assert_eq!(read.clone().err(), refused);
            prop_assert_eq!(read.ok().map(Counts::to_array), over.is_none().then_some(array));
        }

        #[test]
        fn one_wrong_count_is_found(mut array in arrays(), place in 0..KINDS, found in 5_u8..) {
            array[place] = found;
            let (card, found) = (Card::ALL[place], usize::from(found));
            prop_assert_eq!(
                Counts::from_array(array),
                Err(ParseCardError::TooMany { card, found })
            );
        }

        #[test]
        fn words_with_five_copies_are_refused(word: u64) {
            let valid = word >> 60 == 0 && (0..KINDS).all(|i| word >> (3 * i) & 7 <= 4);
            prop_assert_eq!(Counts::from_packed(word).is_some(), valid);
        }
    }
}
