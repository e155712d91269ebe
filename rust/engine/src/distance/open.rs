//! Open blocks: chi blocks of which one card is still to come.

use crate::block::{CHI_BLOCKS, ChiBlock, ChiShape};
use crate::card::{Card, KINDS};
use crate::counts::Counts;

/// A chi block without one of its cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) block: ChiBlock,
    /// The card that is still to come.
    pub(super) missing: Card,
    /// The two others.
    pub(super) hold: Counts,
}

/// Three for each of the twenty blocks of different cards, two for each of the twenty jiao.
const COUNT: u8 = 100;

/// Every open block, by the lowest card it holds.
pub(super) static OPENS: [Open; COUNT as usize] = {
    let mut all = [Open {
        block: block(0),
        missing: Card::S1,
        hold: Counts::EMPTY,
    }; COUNT as usize];
    let mut n = 0;
    let mut low = 0;
    while low < KINDS {
        let mut i = 0;
        while i < CHI_BLOCKS {
            let cards = block(i).cards();
            let mut place = 0;
            while place < cards.len() {
                // Of two equal cards either may be the missing one: take the first.
                let repeated = place > 0 && cards[place] as u8 == cards[place - 1] as u8;
                if let (Some(hold), false) = (
                    block(i).counts().checked_sub(Counts::of(cards[place], 1)),
                    repeated,
                ) && let Some(first) = hold.first()
                    && first.index() == low
                {
                    all[n] = Open {
                        block: block(i),
                        missing: cards[place],
                        hold,
                    };
                    n += 1;
                }
                place += 1;
            }
            i += 1;
        }
        low += 1;
    }
    assert!(n == COUNT as usize);
    all
};

/// The blocks that can be worth something.
pub(super) const SCORING: [ChiBlock; 6] = [
    scoring([Card::S1, Card::S2, Card::S3]),
    scoring([Card::S2, Card::S7, Card::S10]),
    scoring([Card::S1, Card::S5, Card::S10]),
    scoring([Card::B1, Card::B2, Card::B3]),
    scoring([Card::B2, Card::B7, Card::B10]),
    scoring([Card::B1, Card::B5, Card::B10]),
];

const fn scoring(cards: [Card; 3]) -> ChiBlock {
    match ChiBlock::from_cards(cards) {
        Some(block) => block,
        None => unreachable!(),
    }
}

/// Where the open blocks of each lowest card begin in [`OPENS`].
const STARTS: [u8; KINDS + 1] = {
    let mut starts = [COUNT; KINDS + 1];
    let mut n = COUNT;
    while n > 0 {
        n -= 1;
        if let Some(card) = OPENS[n as usize].hold.first() {
            starts[card.index()] = n;
        }
    }
    let mut card = KINDS;
    while card > 0 {
        card -= 1;
        if starts[card] > starts[card + 1] {
            starts[card] = starts[card + 1];
        }
    }
    starts
};

const fn block(index: usize) -> ChiBlock {
    match ChiBlock::from_index(index) {
        Some(block) => block,
        None => unreachable!(),
    }
}

/// The numbers of the open blocks whose lowest card this is.
pub(super) fn opens_from(card: Card) -> std::ops::Range<u8> {
    STARTS[card.index()]..STARTS[card.index() + 1]
}

/// The numbers of the open blocks of each of [`SCORING`].
static OF_SCORING: [[u8; 3]; SCORING.len()] = {
    let mut all = [[0; 3]; SCORING.len()];
    let mut i = 0;
    while i < SCORING.len() {
        let (mut n, mut found) = (0, 0);
        while n < COUNT {
            if OPENS[n as usize].block.index() == SCORING[i].index() {
                all[i][found] = n;
                found += 1;
            }
            n += 1;
        }
        assert!(found == 3);
        i += 1;
    }
    all
};

/// The numbers of the open blocks of each of [`SCORING`].
pub(super) fn opens_of_scoring() -> impl Iterator<Item = &'static [u8; 3]> {
    OF_SCORING.iter()
}

/// The blocks that a ruleset with or without 1-5-10 has, bit i for the block with number i.
pub(super) const fn played(one_five_ten: bool) -> u64 {
    const COMMON: u64 = {
        let mut bits = 0;
        let mut i = 0;
        while i < CHI_BLOCKS {
            if is_played(block(i), false) {
                bits |= 1 << i;
            }
            i += 1;
        }
        bits
    };
    if one_five_ten { u64::MAX } else { COMMON }
}

/// Whether a ruleset with or without 1-5-10 has the block.
pub(super) const fn is_played(block: ChiBlock, one_five_ten: bool) -> bool {
    one_five_ten || !matches!(block.shape(), ChiShape::OneFiveTen)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_block_without_each_of_its_cards_once() {
        let mut seen = BTreeSet::new();
        for card in Card::ALL {
            for open in opens_from(card).map(|number| &OPENS[usize::from(number)]) {
                assert_eq!(open.hold.first(), Some(card));
                assert_eq!(open.hold.plus(open.missing), open.block.counts());
                assert!(seen.insert((open.block, open.missing as u8)));
            }
        }
        assert_eq!(seen.len(), usize::from(COUNT));
    }
}
