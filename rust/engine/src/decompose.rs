//! Splitting free cards into chi blocks and, where a quad is there, one pair.
//!
//! Both searches cover the lowest card first. Blocks are numbered in card order, so the blocks of one lowest card are
//! neighbours, and taking block numbers that never fall meets every multiset of blocks once. A pair of a card comes
//! after the blocks that begin with it.

use tinyvec::ArrayVec;

use crate::block::{CHI_BLOCKS, ChiBlock, ChiShape};
use crate::card::{Card, KINDS};
use crate::counts::Counts;
use crate::huxi::block_huxi;
use crate::meld::{Meld, MeldKind};
use crate::rules::Ruleset;

/// Most blocks of a split.
const MOST: usize = 8;

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
fn usable(rules: &Ruleset) -> u64 {
    if rules.one_five_ten() {
        (1 << CHI_BLOCKS) - 1
    } else {
        COMMON
    }
}

/// The usable blocks that begin with the card, numbered `from` or higher.
fn candidates(usable: u64, card: Card, from: usize) -> impl Iterator<Item = ChiBlock> {
    let range = STARTS[card.index()].max(from)..STARTS[card.index() + 1];
    range
        .filter(move |number| usable >> number & 1 == 1)
        .filter_map(ChiBlock::from_index)
}

/// Whether so many cards can be blocks of three and the pair.
fn fits(cards: u8, pair: bool) -> bool {
    cards % 3 == if pair { 2 } else { 0 } && usize::from(cards).div_ceil(3) <= MOST
}

/// Shows every way to split the cards into chi blocks and, if `pair`, exactly one pair; each multiset of blocks once.
pub(crate) fn for_each_split(
    free: Counts,
    pair: bool,
    rules: &Ruleset,
    visit: &mut impl FnMut(&[Meld]),
) {
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
pub(crate) fn best_free_huxi(free: Counts, pair: bool, rules: &Ruleset) -> Option<u8> {
    free_huxi(free, pair, u8::MAX, rules)
}

/// As [`best_free_huxi`], but any number from `enough` on will do, and `None` where `enough` is out of reach of the
/// bound would be wrong: it is `None` only where the cards cannot be split.
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

/// Whether the cards can be split with so many huxi.
pub(crate) fn reaches(free: Counts, pair: bool, huxi: u8, rules: &Ruleset) -> bool {
    bound(free, rules) >= huxi
        && free_huxi(free, pair, huxi, rules).is_some_and(|best| best >= huxi)
}

/// No split of the cards has more huxi.
fn bound(free: Counts, rules: &Ruleset) -> u8 {
    let mut sum = 0_u8;
    for block in SCORING {
        let [a, b, c] = block.cards();
        let times = free.get(a).min(free.get(b)).min(free.get(c));
        if times > 0 && usable(rules) >> block.index() & 1 == 1 {
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
