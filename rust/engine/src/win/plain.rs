//! The plain search, which the tables are compared with and the benches timed against. Nothing else uses it.
//!
//! It covers the lowest card first. Blocks are numbered in card order, so the blocks of one lowest card are
//! neighbours, and taking block numbers that never fall meets every multiset of blocks once. A pair of a card comes
//! before the blocks that begin with it.

use tinyvec::ArrayVec;

use super::Arrangement;
use super::query::Query;
use crate::block::{CHI_BLOCKS, ChiBlock};
use crate::card::{Card, KINDS};
use crate::counts::Counts;
use crate::decompose::{MOST, candidates, fits, usable};
use crate::huxi::block_huxi;
use crate::meld::{Meld, MeldKind};
use crate::position::{Draw, DrawBy, Position};
use crate::rules::Ruleset;

/// As [`crate::arrangements`], by trying everything.
#[must_use]
pub fn arrangements(position: &Position, draw: Option<Draw>, rules: &Ruleset) -> Vec<Arrangement> {
    let query = Query::new(position.hand, &position.melds, draw, true, rules);
    let mut all = Vec::new();
    for reading in &query.readings {
        let Some(shape) = query.shape(reading) else {
            continue;
        };
        for_each_split(reading.free, shape.pair, rules, &mut |split| {
            all.extend(query.finished(reading, shape, split));
        });
    }
    all.sort_unstable_by(Arrangement::shown_cmp);
    all
}

/// The most huxi of a win, by trying everything.
#[must_use]
pub fn best_huxi(position: &Position, draw: Option<Draw>, rules: &Ruleset) -> Option<u8> {
    best_huxi_in(position, draw, true, rules)
}

/// As [`best_huxi`]; without `peng_ok` a hand pair makes no peng.
fn best_huxi_in(
    position: &Position,
    draw: Option<Draw>,
    peng_ok: bool,
    rules: &Ruleset,
) -> Option<u8> {
    let query = Query::new(position.hand, &position.melds, draw, peng_ok, rules);
    let huxi = query.readings.iter().filter_map(|reading| {
        let shape = query.shape(reading)?;
        let free = best_free_huxi(reading.free, shape.pair, rules)?;
        Some(shape.huxi.saturating_add(free))
    });
    huxi.max().filter(|huxi| *huxi >= rules.min_huxi())
}

/// As [`crate::waits`], card by card: own and others' draws.
#[must_use]
pub fn waits(position: &Position, rules: &Ruleset) -> [(Option<u8>, Option<u8>); KINDS] {
    Card::ALL.map(|card| {
        if !position.can_draw(card) {
            return (None, None);
        }
        let best = |by| best_huxi(position, Some(Draw { card, by }), rules);
        (best(DrawBy::Own), best(DrawBy::Other))
    })
}

/// The blocks that can be worth something.
const SCORING: [ChiBlock; 6] = [
    block([Card::S1, Card::S2, Card::S3]),
    block([Card::S2, Card::S7, Card::S10]),
    block([Card::S1, Card::S5, Card::S10]),
    block([Card::B1, Card::B2, Card::B3]),
    block([Card::B2, Card::B7, Card::B10]),
    block([Card::B1, Card::B5, Card::B10]),
];

const fn block(cards: [Card; 3]) -> ChiBlock {
    match ChiBlock::from_cards(cards) {
        Some(block) => block,
        None => unreachable!(),
    }
}

/// Shows every way to split the cards into chi blocks and, if `pair`, exactly one pair; each multiset of blocks once.
fn for_each_split(free: Counts, pair: bool, rules: &Ruleset, visit: &mut impl FnMut(&[Meld])) {
    if fits(free.len(), pair) {
        split(free, pair, 0, usable(rules), &mut ArrayVec::new(), visit);
    }
}

fn split(
    free: Counts,
    pair: bool,
    from: usize,
    usable: u64,
    chosen: &mut ArrayVec<[Meld; MOST]>,
    visit: &mut impl FnMut(&[Meld]),
) {
    let Some(card) = free.first() else {
        if !pair {
            visit(chosen);
        }
        return;
    };
    if pair && free.get(card) == 2 {
        chosen.push(Meld::same(MeldKind::Pair, card));
        split(free.minus(card, 2), false, from, usable, chosen, visit);
        chosen.pop();
    }
    for block in candidates(usable, card, from) {
        if let Some(rest) = free.checked_sub(block.counts()) {
            chosen.push(Meld::chi(block));
            split(rest, pair, block.index(), usable, chosen, visit);
            chosen.pop();
        }
    }
}

/// The most huxi that the cards can have as chi blocks and, if `pair`, exactly one pair; `None` where they cannot be
/// split.
fn best_free_huxi(free: Counts, pair: bool, rules: &Ruleset) -> Option<u8> {
    free_huxi(free, pair, u8::MAX, rules)
}

/// As [`best_free_huxi`], but the first number found that is at least `enough` will do.
fn free_huxi(free: Counts, pair: bool, enough: u8, rules: &Ruleset) -> Option<u8> {
    if !fits(free.len(), pair) {
        return None;
    }
    let mut search = Search {
        usable: usable(rules),
        worth: [0; CHI_BLOCKS],
        enough: enough.min(bound(free, rules)),
        best: None,
    };
    for block in SCORING {
        search.worth[block.index()] = block_huxi(rules, block);
    }
    search.run(free, pair, 0, 0);
    search.best
}

/// No split of the cards has more huxi.
fn bound(free: Counts, rules: &Ruleset) -> u8 {
    let mut sum = 0_u8;
    for block in SCORING {
        if free.checked_sub(block.counts()).is_none() {
            continue;
        }
        let [a, b, c] = block.cards();
        let times = free.get(a).min(free.get(b)).min(free.get(c));
        if usable(rules) >> block.index() & 1 == 1 {
            sum = sum.saturating_add(times.saturating_mul(block_huxi(rules, block)));
        }
    }
    sum
}

struct Search {
    usable: u64,
    worth: [u8; CHI_BLOCKS],
    enough: u8,
    best: Option<u8>,
}

impl Search {
    /// Whether the search can stop.
    fn run(&mut self, free: Counts, pair: bool, from: usize, huxi: u8) -> bool {
        let Some(card) = free.first() else {
            if !pair && self.best.is_none_or(|best| huxi > best) {
                self.best = Some(huxi);
            }
            return self.best.is_some_and(|best| best >= self.enough);
        };
        if pair && free.get(card) == 2 && self.run(free.minus(card, 2), false, from, huxi) {
            return true;
        }
        for block in candidates(self.usable, card, from) {
            if let Some(rest) = free.checked_sub(block.counts()) {
                let more = huxi.saturating_add(self.worth[block.index()]);
                if self.run(rest, pair, block.index(), more) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::huxi::sum_huxi;

    fn splits(free: &str, pair: bool, rules: &Ruleset) -> Vec<String> {
        let mut found = Vec::new();
        let free = free.parse().expect("cards");
        for_each_split(free, pair, rules, &mut |blocks| {
            let text: Vec<_> = blocks.iter().map(ToString::to_string).collect();
            found.push(text.join(" "));
        });
        found
    }

    #[test]
    fn every_multiset_of_blocks_is_shown_once() {
        let rules = Ruleset::default();
        assert_eq!(
            splits("s1 s2 s3 b1 b2 b3", false, &rules),
            ["chi:s1-s2-s3 chi:b1-b2-b3"]
        );
        assert_eq!(
            splits("s1 s2 s2 s2 s3 b2 b2 b2 b1 b3", true, &rules),
            Vec::<String>::new()
        );
        assert_eq!(splits("s1 s2x3 s3", true, &rules), ["chi:s1-s2-s3 pair:s2"]);
        assert_eq!(
            splits("s4x2 s5x2 s6x2", false, &rules),
            ["chi:s4-s5-s6 chi:s4-s5-s6"]
        );
        assert_eq!(
            splits("s4x2 s5 s6 b4x2", true, &rules),
            Vec::<String>::new()
        );
        assert_eq!(
            splits("s4 s5 s6 s4 b4x2 b5 b6 s7x2", true, &rules),
            Vec::<String>::new()
        );
        assert_eq!(splits("", false, &rules), [""]);
        assert_eq!(splits("", true, &rules), Vec::<String>::new());
    }

    #[test]
    fn one_five_ten_is_a_block_only_where_it_is_played() {
        let plain = Ruleset::default();
        let played = plain.replaced(r#"{"one_five_ten": true}"#).expect("a key");
        assert_eq!(splits("s1 s5 s10", false, &plain), Vec::<String>::new());
        assert_eq!(splits("s1 s5 s10", false, &played), ["chi:s1-s5-s10"]);
        let free = "s1 s5 s10".parse().expect("cards");
        assert_eq!(best_free_huxi(free, false, &plain), None);
        assert_eq!(best_free_huxi(free, false, &played), Some(3));
    }

    /// Cards of some random blocks, with one card exchanged now and then.
    fn near_splits() -> impl Strategy<Value = (Counts, bool)> {
        let blocks = prop::collection::vec(0..CHI_BLOCKS, 0..7);
        (
            blocks,
            prop::option::of(0..KINDS),
            prop::option::weighted(0.2, 0..KINDS),
        )
            .prop_map(|(blocks, pair, extra)| {
                let blocks = blocks
                    .into_iter()
                    .filter_map(ChiBlock::from_index)
                    .map(ChiBlock::counts);
                let pair_cards = pair
                    .and_then(Card::from_index)
                    .map(|card| Counts::of(card, 2));
                let extra = extra
                    .and_then(Card::from_index)
                    .map(|card| Counts::of(card, 1));
                let free = blocks
                    .chain(pair_cards)
                    .chain(extra)
                    .fold(Counts::EMPTY, |sum, more| {
                        sum.checked_add(more).unwrap_or(sum)
                    });
                (free, pair.is_some())
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn the_search_finds_the_best_of_all_splits(
            (free, pair) in near_splits(),
            one_five_ten: bool,
        ) {
            let keys = if one_five_ten { r#"{"one_five_ten": true}"# } else { "{}" };
            let rules = Ruleset::default().replaced(keys)?;
            let mut seen = BTreeSet::new();
            let mut best = None;
            for_each_split(free, pair, &rules, &mut |blocks| {
                let cards: Vec<_> = blocks.iter().flat_map(|block| block.cards()).collect();
                assert_eq!(Counts::from_cards(&cards), Some(free));
                let pairs = blocks.iter().filter(|block| block.kind() == MeldKind::Pair).count();
                assert_eq!(pairs, usize::from(pair));
                let mut keys: Vec<_> = blocks.iter().map(|block| block.shown_key()).collect();
                keys.sort_unstable();
                assert!(seen.insert(keys), "shown twice");
                best = best.max(Some(sum_huxi(&rules, blocks)));
            });
            prop_assert_eq!(best_free_huxi(free, pair, &rules), best);
        }
    }
}
