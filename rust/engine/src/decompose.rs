//! Splitting free cards into chi blocks and, where a quad is there, one pair.
//!
//! The walk covers the lowest card first. Blocks are numbered in card order, so the blocks of one lowest card are
//! neighbours, and taking block numbers that never fall meets every multiset of blocks once. The pair of a card is tried
//! after the blocks that begin with it, so splits come in the order of ruling 22: by their chi blocks, wherever the pair
//! was chosen. The half-hand tables say at each step whether anything that is worth enough can follow, so the walk goes
//! nowhere in vain and the next split is never far.

use tinyvec::ArrayVec;

use crate::block::{CHI_BLOCKS, ChiBlock, ChiShape};
use crate::card::{Card, KINDS};
use crate::counts::Counts;
use crate::half::layout::Halves;
use crate::half::tables;
use crate::huxi::block_huxi;
use crate::meld::{Meld, MeldKind};
use crate::rules::Ruleset;

/// Most blocks of a split.
pub(crate) const MOST: usize = 8;

/// The number of the first block that begins with each card, then the number of blocks.
const STARTS: [usize; KINDS + 1] = {
    let mut starts = [CHI_BLOCKS; KINDS + 1];
    let mut i = CHI_BLOCKS;
    while i > 0 {
        i -= 1;
        starts[first_card(i)] = i;
    }
    // Cards that begin no block point at the next one that does.
    let mut card = KINDS;
    while card > 0 {
        card -= 1;
        if starts[card] > starts[card + 1] {
            starts[card] = starts[card + 1];
        }
    }
    starts
};

const fn first_card(block: usize) -> usize {
    match ChiBlock::from_index(block) {
        Some(block) => block.cards()[0].index(),
        None => unreachable!(),
    }
}

/// Bit i for the block with number i that every ruleset has.
const COMMON: u64 = {
    let mut bits = 0;
    let mut i = 0;
    while i < CHI_BLOCKS {
        let one_five_ten = match ChiBlock::from_index(i) {
            Some(block) => matches!(block.shape(), ChiShape::OneFiveTen),
            None => unreachable!(),
        };
        if !one_five_ten {
            bits |= 1 << i;
        }
        i += 1;
    }
    bits
};

/// The blocks of a ruleset, bit i for the block with number i.
pub(crate) fn usable(rules: &Ruleset) -> u64 {
    if rules.one_five_ten() {
        (1 << CHI_BLOCKS) - 1
    } else {
        COMMON
    }
}

/// The usable blocks that begin with the card, numbered `from` or higher.
pub(crate) fn candidates(usable: u64, card: Card, from: usize) -> impl Iterator<Item = ChiBlock> {
    let range = STARTS[card.index()].max(from)..STARTS[card.index() + 1];
    range
        .filter(move |number| usable >> number & 1 == 1)
        .filter_map(ChiBlock::from_index)
}

/// Whether so many cards can be blocks of three and the pair.
pub(crate) fn fits(cards: u8, pair: bool) -> bool {
    cards % 3 == if pair { 2 } else { 0 } && usize::from(cards).div_ceil(3) <= MOST
}

/// One step of the walk: what is still to be split, and what was tried.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    free: Counts,
    /// Whether the pair is still to be found.
    pair: bool,
    /// Huxi of the blocks chosen before.
    huxi: u8,
    /// The lowest number of a block to try.
    from: usize,
    /// Whether the last choice, which is the pair, was tried, or the split was shown.
    done: bool,
}

/// Every way to split cards into chi blocks and, where asked for, exactly one pair, each multiset of blocks once, in
/// the order of ruling 22.
#[derive(Debug, Clone)]
pub(crate) struct Splits<'a> {
    rules: &'a Ruleset,
    usable: u64,
    /// Huxi that a split must have.
    least: u8,
    /// The steps down to the present one; the first has chosen nothing.
    steps: ArrayVec<[Step; MOST + 1]>,
    /// The blocks that led from each step to the next.
    chosen: ArrayVec<[Meld; MOST]>,
}

impl<'a> Splits<'a> {
    /// The splits of the cards with at least so many huxi.
    pub(crate) fn new(free: Counts, pair: bool, least: u8, rules: &'a Ruleset) -> Self {
        let mut splits = Self {
            rules,
            usable: usable(rules),
            least,
            steps: ArrayVec::new(),
            chosen: ArrayVec::new(),
        };
        let first = Step {
            free,
            pair,
            ..Step::default()
        };
        if fits(free.len(), pair) && splits.leads_on(&first) {
            splits.steps.push(first);
        }
        splits
    }

    /// The blocks of the next split, and their huxi.
    pub(crate) fn next(&mut self) -> Option<(&[Meld], u8)> {
        loop {
            let step = self.steps.last_mut()?;
            if step.free.is_empty() && !step.pair && !step.done {
                step.done = true;
                return Some((&self.chosen, step.huxi));
            }
            match step.choose(self.usable, self.rules) {
                Some((block, next)) => {
                    if self.leads_on(&next) {
                        self.chosen.push(block);
                        self.steps.push(next);
                    }
                }
                None => {
                    self.steps.pop();
                    self.chosen.pop();
                }
            }
        }
    }

    /// Whether a split that is worth enough can follow.
    fn leads_on(&self, step: &Step) -> bool {
        let runs = self.rules.worths().long_runs();
        let best = tables().best(Halves::of(step.free), step.pair, runs);
        best.is_some_and(|best| step.huxi.saturating_add(best) >= self.least)
    }
}

impl Step {
    /// The next block for the lowest card and what then is left.
    fn choose(&mut self, usable: u64, rules: &Ruleset) -> Option<(Meld, Self)> {
        let card = self.free.first()?;
        for block in candidates(usable, card, self.from) {
            if let Some(free) = self.free.checked_sub(block.counts()) {
                self.from = block.index() + 1;
                let next = Self {
                    free,
                    huxi: self.huxi.saturating_add(block_huxi(rules, block)),
                    from: block.index(),
                    ..*self
                };
                return Some((Meld::chi(block), next));
            }
        }
        self.from = CHI_BLOCKS;
        if self.done || !self.pair || self.free.get(card) != 2 {
            return None;
        }
        self.done = true;
        let next = Self {
            free: self.free.minus(card, 2),
            pair: false,
            huxi: self.huxi,
            from: 0,
            done: false,
        };
        Some((Meld::same(MeldKind::Pair, card), next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn splits(free: &str, pair: bool, least: u8) -> Vec<String> {
        let rules = Ruleset::default();
        let free = free.parse().expect("cards");
        let mut splits = Splits::new(free, pair, least, &rules);
        let mut found = Vec::new();
        while let Some((blocks, huxi)) = splits.next() {
            let text: Vec<_> = blocks.iter().map(ToString::to_string).collect();
            found.push(format!("{huxi} {}", text.join(" ")));
        }
        found
    }

    #[test]
    fn blocks_of_a_card_are_neighbours() {
        for (card, range) in Card::ALL.into_iter().zip(STARTS.windows(2)) {
            for block in ChiBlock::all() {
                let inside = (range[0]..range[1]).contains(&block.index());
                assert_eq!(inside, block.cards()[0] == card);
            }
        }
    }

    #[test]
    fn splits_come_by_their_chi_blocks() {
        let found = splits("s1x2 s2x2 s3x2 b1 b2 b3", false, 0);
        assert_eq!(
            found,
            [
                "0 chi:s1-s1-b1 chi:s2-s2-b2 chi:s3-s3-b3",
                "12 chi:s1-s2-s3 chi:s1-s2-s3 chi:b1-b2-b3",
            ]
        );
        let found = splits("s3x2 s4x2 s5x2 s6x2", true, 0);
        assert_eq!(
            found,
            [
                "0 chi:s3-s4-s5 chi:s3-s4-s5 pair:s6",
                "0 pair:s3 chi:s4-s5-s6 chi:s4-s5-s6",
            ]
        );
        assert_eq!(splits("", false, 0), ["0 "]);
        assert!(splits("", true, 0).is_empty());
    }

    #[test]
    fn splits_that_are_worth_too_little_are_left_out() {
        let found = splits("s1x2 s2x2 s3x2 b1 b2 b3", false, 1);
        assert_eq!(found, ["12 chi:s1-s2-s3 chi:s1-s2-s3 chi:b1-b2-b3"]);
        assert!(splits("s1x2 s2x2 s3x2 b1 b2 b3", false, 13).is_empty());
    }
}
