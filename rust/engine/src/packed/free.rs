//! The free cards of a hand as a question is asked about them.

use crate::card::Card;
use crate::half::layout::Halves;
use crate::half::{HalfTables, TWO_SEVEN_TEN};
use crate::rules::{LongRuns, Ruleset};

/// Cards that are to be split.
#[derive(Debug, Clone, Copy)]
pub(super) struct Free {
    pub(super) halves: Halves,
    /// Whether one kind is there three times.
    third: bool,
}

impl Free {
    /// Cards of at most two of a kind.
    pub(super) fn new(halves: Halves) -> Self {
        Self {
            halves,
            third: false,
        }
    }

    /// With one card more.
    #[inline]
    pub(super) fn plus(self, card: Card) -> Self {
        Self {
            halves: self.halves.plus(Halves::single(card)),
            third: self.halves.copies(card) == 2,
        }
    }

    /// Without the pair of a card.
    #[inline]
    pub(super) fn without_pair(self, card: Card) -> Self {
        let single = Halves::single(card);
        let halves = self.halves.minus(single).minus(single);
        Self { halves, ..self }
    }

    /// Without one 2-7-10 of a size.
    #[inline]
    pub(super) fn without_long(self, size: usize) -> Self {
        let halves = self.halves.minus(TWO_SEVEN_TEN[size & 1]);
        Self { halves, ..self }
    }

    /// Without so many 2-7-10 of a size, one card of which is not there; and that card.
    #[inline]
    pub(super) fn without_long_but_one(self, size: usize, number: u8) -> (Self, Card) {
        let [two, seven, ten] = TWO_SEVEN_TEN_CARDS[size & 1];
        let lacking = if self.halves.copies(two) < number {
            two
        } else if self.halves.copies(seven) < number {
            seven
        } else {
            ten
        };
        let mut halves = self.halves.plus(Halves::single(lacking));
        for _ in 0..number {
            halves = halves.minus(TWO_SEVEN_TEN[size & 1]);
        }
        (Self { halves, ..self }, lacking)
    }

    /// The most huxi with which they split. The number of cards by three is right.
    #[inline]
    pub(super) fn best(&self, tables: &HalfTables, pair: bool, rules: &Ruleset) -> Option<i16> {
        let runs = rules.worths().long_runs();
        if long_there(self.halves) | u32::from(runs.one_five_ten.is_some()) != 0 {
            return self.best_beside_long(tables, pair, runs).map(i16::from);
        }
        self.fit(tables, pair, runs).map(i16::from)
    }

    /// As [`Free::best`], where a 2-7-10 or a 1-5-10 can be among them.
    #[inline(never)]
    fn best_beside_long(&self, tables: &HalfTables, pair: bool, runs: &LongRuns) -> Option<u8> {
        if runs.one_five_ten.is_some() {
            return tables.best(self.halves, pair, runs);
        }
        let long = LongParts::of(self.halves);
        let [small, big] = runs.two_seven_ten;
        let most = [long.most(0), long.most(1)];
        let (mut best, mut rest) = (None, *self);
        for number in 0..=most[0] {
            let mut both = rest;
            for other in 0..=most[1] {
                if let Some(huxi) = both.fit(tables, pair, runs) {
                    best = best.max(Some(huxi + number * small + other * big));
                }
                if other < most[1] {
                    both = both.without_long(1);
                }
            }
            if number < most[0] {
                rest = rest.without_long(0);
            }
        }
        best
    }

    /// The most huxi with which they split without 2-7-10.
    #[inline]
    pub(super) fn fit(&self, tables: &HalfTables, pair: bool, runs: &LongRuns) -> Option<u8> {
        if self.third {
            return tables.fit(self.halves, pair, runs);
        }
        let left = self.halves.left_number();
        let right = tables.half(self.halves.right_number());
        let ends = tables.ends(tables.half(left)) & tables.completes(right, pair);
        (ends != 0).then(|| tables.huxi(tables.class(left), ends, runs))
    }
}

/// Not zero where a 2-7-10 is there.
#[inline]
fn long_there(free: Halves) -> u32 {
    let (left, right) = (free.left(), free.right());
    let [left, right] = [left | left >> 1, right | right >> 1];
    left >> 4 & right >> 12 & right & 0b101
}

/// 2, 7 and 10, small and big.
const TWO_SEVEN_TEN_CARDS: [[Card; 3]; 2] = [
    [Card::S2, Card::S7, Card::S10],
    [Card::B2, Card::B7, Card::B10],
];

/// What there is of 2-7-10, small in bit 0 and big in bit 2.
#[derive(Debug, Clone, Copy)]
pub(super) struct LongParts {
    /// One of each card.
    one: u32,
    /// Two of each card.
    two: u32,
    /// One card short of one more.
    lacks: u32,
}

impl LongParts {
    /// What there is among free cards, of which only one kind may be there three times.
    #[inline]
    pub(super) fn of(free: Halves) -> Self {
        const SIZES: u32 = 0b101;
        let all = |a: u32, b: u32, c: u32| a & b & c & SIZES;
        let most = |a: u32, b: u32, c: u32| (a & b | (a | b) & c) & SIZES;
        let (left, right) = (free.left(), free.right());
        let [any_left, any_right] = [left | left >> 1, right | right >> 1];
        let ones = (any_left >> 4, any_right >> 12, any_right);
        let one = all(ones.0, ones.1, ones.2);
        let lacks = most(ones.0, ones.1, ones.2) & !one;
        if one == 0 {
            return Self { one, two: 0, lacks };
        }
        // The upper bit of a slot says two, or three.
        let twos = (left >> 5, right >> 13, right >> 1);
        let two = all(twos.0, twos.1, twos.2);
        let lacks_second = most(twos.0, twos.1, twos.2) & one & !two;
        Self {
            one,
            two,
            lacks: lacks | lacks_second,
        }
    }

    /// Whether there is none, small or big.
    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.one == 0
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

    /// Whether one card more would make one more 2-7-10, small or big.
    #[inline]
    pub(super) fn lacks_any(self) -> bool {
        self.lacks != 0
    }

    /// How many 2-7-10 of a size one card more would make, if one more than now.
    #[inline]
    pub(super) fn with_one_more(self, size: usize) -> Option<u8> {
        let lacks = self.lacks >> (2 * (size & 1)) & 1 == 1;
        lacks.then(|| self.most(size) + 1)
    }
}
