//! What all twenty cards would do for a hand, in one pass.

use super::Packed;
use super::check::{Beside, fourth};
use super::free::{Free, LongParts};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::half::layout::{Halves, ONES, POWERS, SLOTS, card_at};
use crate::half::{HalfTables, tables};
use crate::meld::MeldKind;
use crate::position::{Draw, DrawBy};
use crate::rules::{LongRuns, Ruleset};

/// The waits of a packed hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PackedWaits {
    own: u32,
    others: u32,
    /// Huxi by card, where the card is in the mask.
    own_huxi: [u8; 32],
    others_huxi: [u8; 32],
}

impl PackedWaits {
    /// The cards that win when the seat draws them.
    #[must_use]
    pub fn own_cards(&self) -> CardSet {
        CardSet::from_bits(self.own).unwrap_or_default()
    }

    /// The cards that win when another seat draws them.
    #[must_use]
    pub fn others_cards(&self) -> CardSet {
        CardSet::from_bits(self.others).unwrap_or_default()
    }

    /// The most huxi of a win on the card when the seat draws it.
    #[must_use]
    pub fn own(&self, card: Card) -> Option<u8> {
        (self.own >> card.index() & 1 == 1).then(|| self.own_huxi[card.index()])
    }

    /// The most huxi of a win on the card when another seat draws it.
    #[must_use]
    pub fn others(&self, card: Card) -> Option<u8> {
        (self.others >> card.index() & 1 == 1).then(|| self.others_huxi[card.index()])
    }
}

impl Packed {
    /// What each card would do for the hand.
    #[must_use]
    pub fn waits(&self, rules: &Ruleset) -> PackedWaits {
        let pair = self.quads > 0;
        if self.gap != 1 + i8::from(pair) || rules.one_five_ten() {
            // A hand that is one card too large beside a quad can still make another quad.
            return if self.gap == 1 || rules.one_five_ten() {
                self.waits_one_by_one(rules)
            } else {
                PackedWaits::default()
            };
        }
        let worths = rules.worths();
        let long = LongParts::of(self.free);
        let present = long.present() << 4 | first_present(self.free);
        let runs = worths
            .runs_at_most(present)
            .saturating_add(worths.most_gain());
        if self.huxi + i16::from(runs) < i16::from(rules.min_huxi()) {
            return PackedWaits::default();
        }
        let grows = self.kans.bits() | self.pengs.bits() | self.weis.bits();
        let mut pass = Pass {
            tables: tables(),
            runs: worths.long_runs(),
            pair,
            quad: !pair && grows != 0,
            found: Found::default(),
        };
        pass.run(self.as_free(), long);
        let found = &pass.found;
        if found.plus | found.minus == 0 && found.as_is.is_none() {
            return PackedWaits::default();
        }
        self.gather(found, rules)
    }

    fn waits_one_by_one(&self, rules: &Ruleset) -> PackedWaits {
        let mut waits = PackedWaits::default();
        for card in Card::ALL {
            let best = |by| self.best_huxi(Draw { card, by }, rules);
            waits.note_best(card, best(DrawBy::Own), best(DrawBy::Other));
        }
        waits
    }

    /// Reads what was found as own and others' draws. Rule: 2.3 "which completions can win", A2, A3, A4, ruling 2.
    #[inline(never)]
    fn gather(&self, found: &Found, rules: &Ruleset) -> PackedWaits {
        let mut waits = PackedWaits::default();
        let least = i16::from(rules.min_huxi());
        let mut cards = found.plus | found.minus;
        if found.as_is.is_some() {
            cards |= self.kans.bits() | self.pengs.bits() | self.weis.bits();
        }
        while let Some(card) = Card::from_index(cards.trailing_zeros() as usize) {
            cards &= cards - 1;
            if self.owned.get(card) == 4 {
                continue;
            }
            let place = card.index() & 31;
            let plus = if found.plus >> place & 1 == 1 {
                self.huxi + i16::from(found.plus_huxi[place])
            } else {
                NONE
            };
            let of = |kind| i16::from(rules.worths().of_same(kind, card));
            let (own, others) = match self.beside(card) {
                Beside::Nothing => (plus, plus),
                Beside::Pair => {
                    let minus = if found.minus >> place & 1 == 1 {
                        self.huxi + i16::from(found.minus_huxi[place])
                    } else {
                        NONE
                    };
                    let own = minus + of(MeldKind::Wei);
                    let made = Self::made_of_pair(false, rules);
                    let free = if rules.own_draw_first() { NONE } else { plus };
                    (free.max(own), plus.max(minus + of(made)))
                }
                beside @ (Beside::Kan | Beside::Peng | Beside::Wei) => {
                    let as_is = found.as_is.map_or(NONE, |free| self.huxi + i16::from(free));
                    let best = |own| {
                        let (gain, may_be_free) = fourth(beside, card, own, rules);
                        let free = if may_be_free { plus } else { NONE };
                        free.max(as_is + gain)
                    };
                    (best(true), best(false))
                }
                Beside::DealtTi => (NONE, NONE),
            };
            waits.note(card, own, others, least);
        }
        waits
    }
}

/// Huxi that are never enough, whatever is added.
const NONE: i16 = -1000;

impl PackedWaits {
    /// Notes the most huxi of the wins on a card.
    pub(crate) fn note_best(&mut self, card: Card, own: Option<u8>, others: Option<u8>) {
        let huxi = |best: Option<u8>| best.map_or(NONE, i16::from);
        self.note(card, huxi(own), huxi(others), 0);
    }

    /// Notes what a card is worth, where it is enough.
    #[inline]
    fn note(&mut self, card: Card, own: i16, others: i16, least: i16) {
        let place = card.index() & 31;
        let enough = |huxi: i16| u8::try_from(huxi).ok().filter(|_| huxi >= least);
        if let Some(huxi) = enough(own) {
            self.own |= 1 << place;
            self.own_huxi[place] = huxi;
        }
        if let Some(huxi) = enough(others) {
            self.others |= 1 << place;
            self.others_huxi[place] = huxi;
        }
    }
}

/// What the cards do for the free cards of a hand, most huxi each.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    /// Cards that one more of makes the free cards split.
    plus: u32,
    /// Pairs that the free cards split without.
    minus: u32,
    plus_huxi: [u8; 32],
    minus_huxi: [u8; 32],
    /// The free cards as they are, with a pair.
    as_is: Option<u8>,
}

/// What there is of 1-2-3, as [`crate::rules::Worths::runs_at_most`] reads it.
#[inline]
fn first_present(free: Halves) -> usize {
    let left = free.left();
    let one = left | left >> 1;
    let two = left >> 1;
    let all = |ranks: u32| ranks & ranks >> 4 & ranks >> 8 & 0b101;
    (all(one) | all(two) << 1) as usize
}

/// One look at all cards.
struct Pass<'a> {
    tables: &'static HalfTables,
    runs: &'a LongRuns,
    /// Whether the hand needs a pair.
    pair: bool,
    /// Whether a first quad could complete the hand.
    quad: bool,
    found: Found,
}

impl Pass<'_> {
    /// Looks at every card, for every number of 2-7-10 that is taken out beforehand.
    #[inline]
    fn run(&mut self, free: Free, long: LongParts) {
        if long.is_none() {
            self.look(free, 0);
        } else {
            self.each_number(free, long);
        }
        if long.lacks_any() {
            for size in 0..2 {
                if let Some(number) = long.with_one_more(size) {
                    self.complete_long(free, long, size, number);
                }
            }
        }
    }

    /// Looks at what is left beside every number of 2-7-10.
    #[inline(never)]
    fn each_number(&mut self, free: Free, long: LongParts) {
        let [small, big] = self.runs.two_seven_ten;
        let most = [long.most(0), long.most(1)];
        let mut rest = free;
        for number in 0..=most[0] {
            let mut both = rest;
            for other in 0..=most[1] {
                self.look(both, number * small + other * big);
                if other < most[1] {
                    both = both.without_long(1);
                }
            }
            if number < most[0] {
                rest = rest.without_long(0);
            }
        }
    }

    /// Looks at the card that so many 2-7-10 of a size lack.
    #[inline(never)]
    fn complete_long(&mut self, free: Free, long: LongParts, size: usize, number: u8) {
        let weights = self.runs.two_seven_ten;
        let (mut rest, card) = free.without_long_but_one(size, number);
        let most = long.most(1 - size);
        for other in 0..=most {
            let huxi = number * weights[size & 1] + other * weights[1 - (size & 1)];
            if let Some(more) = rest.fit(self.tables, self.pair, self.runs) {
                self.found.add_plus(card, huxi + more);
            }
            if other < most {
                rest = rest.without_long(1 - size);
            }
        }
    }

    /// Looks at every card that joins these, at every pair that leaves them, and at them as they are.
    #[inline]
    fn look(&mut self, free: Free, huxi: u8) {
        let tables = self.tables;
        let (left_number, right_number) = (free.halves.left_number(), free.halves.right_number());
        let [left, right] = [left_number, right_number].map(|number| tables.half(number));
        let ends = tables.ends(left);
        let completes = tables.completes(right, self.pair);
        if tables.ends_in_reach(left) & completes != 0 {
            self.look_left(free.halves.left(), left_number, completes, huxi);
        }
        if ends & tables.completes_in_reach(right, self.pair) != 0 {
            self.look_right(free.halves, ends, huxi);
        }
        if self.quad {
            let ends = ends & tables.completes(right, true);
            if ends != 0 {
                let huxi = huxi + tables.huxi(tables.class(left_number), ends, self.runs);
                self.found.as_is = self.found.as_is.max(Some(huxi));
            }
        }
    }

    /// The cards of the left half; the right one completes these ends.
    #[inline(never)]
    fn look_left(&mut self, bits: u32, index: u16, completes: u64, huxi: u8) {
        let tables = self.tables;
        let pairs = bits >> 1 & ONES;
        let mut hits = 0_u32;
        for (slot, power) in POWERS.iter().enumerate().take(SLOTS) {
            // Wrong where there is a pair already, which is looked at below.
            let half = tables.half(index.wrapping_add(*power));
            hits |= u32::from(tables.ends(half) & completes != 0) << (2 * slot);
        }
        for slot in slots(hits & !pairs) {
            let index = index.wrapping_add(POWERS[slot]);
            let ends = tables.ends(tables.half(index)) & completes;
            let more = tables.huxi(tables.class(index), ends, self.runs);
            self.found.add_plus(card_at(0, slot), huxi + more);
        }
        for slot in slots(pairs) {
            let class = tables.class_of_third(bits, slot);
            let ends = tables.class_ends(class) & completes;
            if ends != 0 {
                let more = tables.huxi(class, ends, self.runs);
                self.found.add_plus(card_at(0, slot), huxi + more);
            }
            let index = index.wrapping_sub(2 * POWERS[slot]);
            let ends = tables.ends(tables.half(index)) & completes;
            if ends != 0 {
                let more = tables.huxi(tables.class(index), ends, self.runs);
                self.found.add_minus(card_at(0, slot), huxi + more);
            }
        }
    }

    /// The cards of the right half; the left one has these ends.
    #[inline(never)]
    fn look_right(&mut self, free: Halves, ends: u64, huxi: u8) {
        let tables = self.tables;
        let (bits, index) = (free.right(), free.right_number());
        let class = tables.class(free.left_number());
        let pairs = bits >> 1 & ONES;
        let mut hits = 0_u32;
        for (slot, power) in POWERS.iter().enumerate().take(SLOTS) {
            let half = tables.half(index.wrapping_add(*power));
            hits |= u32::from(tables.completes(half, self.pair) & ends != 0) << (2 * slot);
        }
        for slot in slots(hits & !pairs) {
            let half = tables.half(index.wrapping_add(POWERS[slot]));
            let ends = tables.completes(half, self.pair) & ends;
            let more = tables.huxi(class, ends, self.runs);
            self.found.add_plus(card_at(1, slot), huxi + more);
        }
        for slot in slots(pairs) {
            let third = tables.class_of_third(bits, slot);
            let with = tables.class_completes(third, self.pair) & ends;
            if with != 0 {
                let more = tables.huxi(class, with, self.runs);
                self.found.add_plus(card_at(1, slot), huxi + more);
            }
            let half = tables.half(index.wrapping_sub(2 * POWERS[slot]));
            let without = tables.completes(half, self.pair) & ends;
            if without != 0 {
                let more = tables.huxi(class, without, self.runs);
                self.found.add_minus(card_at(1, slot), huxi + more);
            }
        }
    }
}

/// The slots whose lower bits are set.
fn slots(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = bits.trailing_zeros() as usize / 2;
        (bits != 0).then(|| {
            bits &= bits - 1;
            slot & 15
        })
    })
}

impl Found {
    #[inline]
    fn add_plus(&mut self, card: Card, huxi: u8) {
        let place = card.index() & 31;
        self.plus |= 1 << place;
        self.plus_huxi[place] = self.plus_huxi[place].max(huxi);
    }

    #[inline]
    fn add_minus(&mut self, card: Card, huxi: u8) {
        let place = card.index() & 31;
        self.minus |= 1 << place;
        self.minus_huxi[place] = self.minus_huxi[place].max(huxi);
    }
}
