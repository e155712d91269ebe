//! The free cards of a hand as a question is asked about them.

use crate::card::Card;
use crate::half::HalfTables;
use crate::half::layout::{POWERS, card_at, half_and_slot};
use crate::rules::Ruleset;

/// Cards that are to be split.
#[derive(Debug, Clone, Copy)]
pub(super) struct Free {
    /// Two bits a slot.
    pub(super) bits: [u32; 2],
    /// In base three; not right where `third`.
    pub(super) index: [u16; 2],
    /// Whether one kind is there three times.
    third: bool,
}

impl Free {
    pub(super) fn new(bits: [u32; 2], index: [u16; 2]) -> Self {
        Self {
            bits,
            index,
            third: false,
        }
    }

    /// With one card more.
    #[inline]
    pub(super) fn plus(mut self, card: Card) -> Self {
        let (half, slot) = half_and_slot(card);
        self.third = self.bits[half] >> (2 * slot) & 3 == 2;
        self.bits[half] += 1 << (2 * slot);
        self.index[half] = self.index[half].wrapping_add(POWERS[slot]);
        self
    }

    /// Without the pair of a card.
    #[inline]
    pub(super) fn without_pair(mut self, card: Card) -> Self {
        let (half, slot) = half_and_slot(card);
        self.bits[half] -= 2 << (2 * slot);
        self.index[half] = self.index[half].wrapping_sub(2 * POWERS[slot]);
        self
    }

    /// Without one 2-7-10 of a size.
    #[inline]
    pub(super) fn without_long(mut self, size: usize) -> Self {
        for (half, slot) in long_places(size) {
            self.bits[half] -= 1 << (2 * slot);
            self.index[half] = self.index[half].wrapping_sub(POWERS[slot]);
        }
        self
    }

    /// Without so many 2-7-10 of a size, of which there is one card too few; and that card.
    pub(super) fn without_long_but_one(mut self, size: usize, number: u8) -> (Self, Card) {
        let mut lacking = Card::S2;
        for (half, slot) in long_places(size) {
            let there = self.bits[half] >> (2 * slot) & 3;
            if there < u32::from(number) {
                lacking = card_at(half, slot);
            }
            let copies = there.min(u32::from(number));
            self.bits[half] -= copies << (2 * slot);
            for _ in 0..copies {
                self.index[half] = self.index[half].wrapping_sub(POWERS[slot]);
            }
        }
        (self, lacking)
    }

    /// The most huxi with which they split. The number of cards by three is right.
    #[inline]
    pub(super) fn best(self, tables: &HalfTables, pair: bool, rules: &Ruleset) -> Option<i16> {
        let runs = rules.worths().long_runs();
        if self.third || LongParts::of(self.bits).one != 0 || runs.one_five_ten.is_some() {
            return tables.best(self.bits, pair, runs).map(i16::from);
        }
        let [left, right] = self.index.map(|index| tables.half(index));
        let ends = tables.ends(left) & tables.completes(right, pair);
        if ends == 0 {
            return None;
        }
        let class = tables.class(self.index[0]);
        Some(i16::from(tables.huxi(class, ends, runs)))
    }
}

/// Halves and slots of 2, 7 and 10 of a size.
#[inline]
fn long_places(size: usize) -> [(usize, usize); 3] {
    let size = size & 1;
    [(0, 2 + size), (1, 6 + size), (1, size)]
}

/// What there is of 2-7-10, small in bit 0 and big in bit 2.
#[derive(Debug, Clone, Copy)]
pub(super) struct LongParts {
    /// One of each card.
    one: u32,
    /// Two of each card.
    two: u32,
    /// One of two of the cards and none of the third.
    lacks_first: u32,
    /// Two of two of the cards and one of the third.
    lacks_second: u32,
}

impl LongParts {
    /// What there is among free cards of at most two of a kind.
    #[inline]
    pub(super) fn of([left, right]: [u32; 2]) -> Self {
        const SIZES: u32 = 0b101;
        let all = |a: u32, b: u32, c: u32| a & b & c & SIZES;
        let most = |a: u32, b: u32, c: u32| (a & b | (a | b) & c) & SIZES;
        let [any_left, any_right] = [left | left >> 1, right | right >> 1];
        let ones = (any_left >> 4, any_right >> 12, any_right);
        let twos = (left >> 5, right >> 13, right >> 1);
        let one = all(ones.0, ones.1, ones.2);
        let two = all(twos.0, twos.1, twos.2);
        Self {
            one,
            two,
            lacks_first: most(ones.0, ones.1, ones.2) & !one,
            lacks_second: most(twos.0, twos.1, twos.2) & one & !two,
        }
    }

    /// For the small and the big one, whether one is there and whether two are.
    #[inline]
    pub(super) fn present(self) -> usize {
        (self.one | self.two << 1) as usize
    }

    /// How many 2-7-10 of a size there are at most.
    #[inline]
    pub(super) fn most(self, size: usize) -> u8 {
        let there = |parts: u32| u8::from(parts >> (2 * (size & 1)) & 1 == 1);
        there(self.one) + there(self.two)
    }

    /// How many 2-7-10 of a size one card more would make, if one more than now.
    #[inline]
    pub(super) fn lacks_one(self, size: usize) -> Option<u8> {
        let there = |parts: u32| parts >> (2 * (size & 1)) & 1 == 1;
        if there(self.lacks_first) {
            Some(1)
        } else if there(self.lacks_second) {
            Some(2)
        } else {
            None
        }
    }
}
