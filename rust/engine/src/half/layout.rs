//! Where each card stands in the two half-hand numbers.
//!
//! A hand's free cards are two numbers, one for the ranks 1 to 5 and one for the ranks 10 down to 6, so that the right
//! half is the left one seen in a mirror and both use the same tables. In each half small and big cards of a rank stand
//! side by side: slot 0 is s1 (s10), slot 1 is b1 (b10), slot 2 is s2 (s9), and so on to slot 9.

use crate::card::{Card, KINDS};
use crate::counts::Counts;

/// Cards in a half.
pub(crate) const SLOTS: usize = 10;
/// Bits a slot in the packed form.
pub(crate) const BITS: u32 = 2;
/// Where the right half begins in the packed form, and in the pair of base-three numbers.
const RIGHT: (u32, u32) = (32, 16);
/// The lower bit of every slot.
pub(crate) const ONES: u32 = 0x5_5555;

/// Three to the power of each slot.
pub(crate) const POWERS: [u16; 16] = {
    let mut powers = [0; 16];
    let mut power: u16 = 1;
    let mut slot = 0;
    while slot < SLOTS {
        powers[slot] = power;
        power = power.wrapping_mul(3);
        slot += 1;
    }
    powers
};

/// Half and slot of each card by its index, padded to a power of two: bit 4 is the half, the rest the slot.
const PLACES: [u8; 32] = {
    let mut places = [0; 32];
    let mut index = 0;
    while index < KINDS {
        places[index] = place(Card::ALL[index]);
        index += 1;
    }
    places
};

const fn place(card: Card) -> u8 {
    let (rank, size) = (card.rank().number(), card.size() as u8);
    if rank <= 5 {
        2 * (rank - 1) + size
    } else {
        16 + 2 * (10 - rank) + size
    }
}

/// Both halves of some cards, two bits a slot and in base three.
///
/// Sums and differences are those of both forms. The numbers in base three are right as long as no slot is above two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Halves {
    /// The left half from bit 0, the right one from bit 32.
    bits: u64,
    /// The left half in the lower sixteen bits, the right one in the upper ones.
    numbers: u32,
}

/// One of each card by its index, padded to a power of two.
const SINGLES: [Halves; 32] = {
    let mut singles = [Halves::EMPTY; 32];
    let mut index = 0;
    while index < KINDS {
        let (half, slot) = (PLACES[index] >> 4, PLACES[index] & 15);
        singles[index] = Halves {
            bits: 1 << (RIGHT.0 * half as u32 + BITS * slot as u32),
            numbers: (POWERS[slot as usize] as u32) << (RIGHT.1 * half as u32),
        };
        index += 1;
    }
    singles
};

/// Where the copies of each card begin in the packed form.
const SHIFTS: [u8; 32] = {
    let mut shifts = [0; 32];
    let mut index = 0;
    while index < KINDS {
        shifts[index] = 2 * (PLACES[index] & 15) + 32 * (PLACES[index] >> 4);
        index += 1;
    }
    shifts
};

impl Halves {
    /// No cards.
    pub(crate) const EMPTY: Self = Self {
        bits: 0,
        numbers: 0,
    };

    /// One of a card.
    #[inline]
    pub(crate) const fn single(card: Card) -> Self {
        SINGLES[card.index() & 31]
    }

    /// Free cards; kinds of which four are there are left out.
    #[inline]
    pub(crate) fn of(free: Counts) -> Self {
        let bits = packed(free);
        let [left, right] = [low(bits), high(bits)].map(index_of);
        Self {
            bits,
            numbers: u32::from(left) | u32::from(right) << RIGHT.1,
        }
    }

    #[inline]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self {
            bits: self.bits.wrapping_add(other.bits),
            numbers: self.numbers.wrapping_add(other.numbers),
        }
    }

    #[inline]
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self {
            bits: self.bits.wrapping_sub(other.bits),
            numbers: self.numbers.wrapping_sub(other.numbers),
        }
    }

    /// Copies of a card.
    #[expect(clippy::cast_possible_truncation, reason = "two bits")]
    #[inline]
    pub(crate) fn copies(self, card: Card) -> u8 {
        (self.bits >> (SHIFTS[card.index() & 31] & 63)) as u8 & 3
    }

    /// Whether there is one of each of these single cards.
    #[inline]
    pub(crate) fn has(self, singles: Self) -> bool {
        (self.bits | self.bits >> 1) & singles.bits == singles.bits
    }

    /// The packed left half.
    #[inline]
    pub(crate) fn left(self) -> u32 {
        low(self.bits)
    }

    /// The packed right half.
    #[inline]
    pub(crate) fn right(self) -> u32 {
        high(self.bits)
    }

    /// The left half in base three.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    #[inline]
    pub(crate) fn left_number(self) -> u16 {
        self.numbers as u16
    }

    /// The right half in base three.
    #[expect(clippy::cast_possible_truncation, reason = "sixteen bits are left")]
    #[inline]
    pub(crate) fn right_number(self) -> u16 {
        (self.numbers >> RIGHT.1) as u16
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
#[inline]
const fn low(bits: u64) -> u32 {
    bits as u32
}

#[inline]
const fn high(bits: u64) -> u32 {
    low(bits >> RIGHT.0)
}

/// Base-three value of five slots by their ten bits; a slot of three counts as nothing.
const DIGITS: [u8; 1024] = {
    let mut digits = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut sum = 0;
        let mut slot = 0;
        while slot < 5 {
            let copies = bits >> (2 * slot) & 3;
            sum += if copies == 3 {
                0
            } else {
                copies * POWERS[slot] as usize
            };
            slot += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "below 243")]
        {
            digits[bits] = sum as u8;
        }
        bits += 1;
    }
    digits
};

/// The base-three number of a half in packed form.
#[inline]
pub(crate) fn index_of(bits: u32) -> u16 {
    let low = DIGITS[(bits & 1023) as usize];
    let high = DIGITS[(bits >> 10 & 1023) as usize];
    u16::from(low) + 243 * u16::from(high)
}

/// The base-three number of nine slots: a half without one of its slots.
#[inline]
pub(crate) fn index_without(bits: u32, slot: usize) -> u16 {
    let below = (1 << (2 * slot)) - 1;
    index_of(bits & below | bits >> 2 & !below)
}

/// The card of each place; see [`PLACES`].
const CARDS: [Card; 32] = {
    let mut cards = [Card::S1; 32];
    let mut index = 0;
    while index < KINDS {
        cards[PLACES[index] as usize] = Card::ALL[index];
        index += 1;
    }
    cards
};

/// The card of a slot of a half.
#[inline]
pub(crate) fn card_at(half: usize, slot: usize) -> Card {
    CARDS[(half << 4 | slot) & 31]
}

/// Packed forms of three and of two neighbouring cards, by their nine or six bits of [`Counts`]: as the ranks 1 to 3 or
/// 4 and 5 of the left half, as the ranks 6 to 8 or 9 and 10 of the right one.
#[expect(clippy::cast_possible_truncation, reason = "three bits")]
const SPREAD: [[u32; 512]; 4] = {
    let mut spread = [[0; 512]; 4];
    let mut bits = 0;
    while bits < 512 {
        let mut rank = 0;
        while rank < 3 {
            let copies = (bits >> (3 * rank) & 7) as u32;
            if copies <= 3 {
                spread[0][bits] |= copies << (4 * rank);
                spread[2][bits] |= copies << (4 * (4 - rank));
                if rank < 2 {
                    spread[1][bits] |= copies << (4 * (rank + 3));
                    spread[3][bits] |= copies << (4 * (1 - rank));
                }
            }
            rank += 1;
        }
        bits += 1;
    }
    spread
};

/// Both halves of free cards in packed form.
#[inline]
fn packed(free: Counts) -> u64 {
    let word = free.packed();
    let part = |table: usize, from: u32, mask: u32| {
        u64::from(SPREAD[table][(low(word >> from) & mask) as usize & 511])
    };
    let left = part(0, 0, 511) | part(1, 9, 63) | (part(0, 30, 511) | part(1, 39, 63)) << BITS;
    let right = part(2, 15, 511) | part(3, 24, 63) | (part(2, 45, 511) | part(3, 54, 63)) << BITS;
    left | right << RIGHT.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_hold_the_copies_of_every_card() {
        for card in Card::ALL {
            let place = PLACES[card.index()];
            assert_eq!(
                card_at(usize::from(place >> 4), usize::from(place & 15)),
                card
            );
            let single = Halves::single(card);
            assert_eq!(Halves::of(Counts::of(card, 1)), single);
            assert_eq!(Halves::of(Counts::of(card, 2)), single.plus(single));
            assert_eq!(single.plus(single).minus(single), single);
            for copies in 1..=3 {
                assert_eq!(Halves::of(Counts::of(card, copies)).copies(card), copies);
            }
        }
        let all = Halves::of(Counts::from_array([2; KINDS]).expect("two of each"));
        assert_eq!((all.left(), all.right()), (2 * ONES, 2 * ONES));
        assert_eq!((all.left_number(), all.right_number()), (59_048, 59_048));
        assert_eq!(index_without(2 * ONES, 4), 19_682);
        assert_eq!(index_without(0b11_10, 1), 2);
    }
}
