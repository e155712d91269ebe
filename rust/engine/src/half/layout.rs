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
pub(crate) const PLACES: [u8; 32] = {
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

/// The half of a card, 0 or 1, and its slot there.
#[inline]
pub(crate) fn half_and_slot(card: Card) -> (usize, usize) {
    let place = usize::from(PLACES[card.index() & 31]);
    (place >> 4 & 1, place & 15)
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

/// Nine bits at most, as an index.
#[expect(clippy::cast_possible_truncation, reason = "nine bits")]
#[inline]
const fn low(bits: u64) -> usize {
    bits as usize & 511
}

/// Both halves of free cards in packed form; kinds of which four are there are left out.
#[inline]
pub(crate) fn halves(free: Counts) -> [u32; 2] {
    let word = free.packed();
    let part = |table: usize, from: u32, mask: u64| SPREAD[table][low(word >> from & mask)];
    [
        (part(0, 0, 511) | part(1, 9, 63)) | (part(0, 30, 511) | part(1, 39, 63)) << BITS,
        (part(2, 15, 511) | part(3, 24, 63)) | (part(2, 45, 511) | part(3, 54, 63)) << BITS,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_hold_the_copies_of_every_card() {
        for card in Card::ALL {
            for copies in 1..=3 {
                let (half, slot) = half_and_slot(card);
                let halves = halves(Counts::of(card, copies));
                assert_eq!(halves[half], u32::from(copies) << (2 * slot), "{card}");
                assert_eq!(halves[1 - half], 0);
                let expected = if copies == 3 {
                    0
                } else {
                    u16::from(copies) * POWERS[slot]
                };
                assert_eq!(index_of(halves[half]), expected);
            }
            let (half, slot) = half_and_slot(card);
            assert_eq!(card_at(half, slot), card);
        }
        let all = Counts::from_array([2; KINDS]).expect("two of each");
        assert_eq!(halves(all), [2 * ONES; 2]);
        assert_eq!(index_without(2 * ONES, 4), 19_682);
        assert_eq!(index_without(0b11_10, 1), 2);
    }
}
