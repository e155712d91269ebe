//! The three-card blocks of different cards: what a 吃 lays and a hand is split into.

use std::fmt;

use crate::card::{Card, Size};
use crate::counts::Counts;

/// What makes three different cards a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChiShape {
    /// Three consecutive ranks of one size (一句话, 顺子). Rule: R14.
    Run,
    /// 2-7-10 of one size (二七十). Rule: R14.
    TwoSevenTen,
    /// 1-5-10 of one size (一五十), where the ruleset has it. Rule: A43.
    OneFiveTen,
    /// Jiao (绞): two of one size and one of the other, same rank. Rule: R15.
    Jiao,
}

/// Number of blocks.
pub const CHI_BLOCKS: usize = COUNT as usize;
const COUNT: u8 = 40;

/// A block of three cards not all equal, numbered in card order: s1-s1-b1, s1-s2-s3, s1-b1-b1, s2-s2-b2, …
///
/// ```
/// use paohuzi_engine::{Card, ChiBlock, ChiShape};
/// let block = ChiBlock::from_cards([Card::S7, Card::S10, Card::S2]).expect("2-7-10");
/// assert_eq!((block.shape(), block.to_string().as_str()), (ChiShape::TwoSevenTen, "s2-s7-s10"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ChiBlock(u8);

/// The cards of every block, each ascending, the blocks in card order.
const CARDS: [[Card; 3]; CHI_BLOCKS] = sorted_blocks();

/// The shape of every block.
const SHAPES: [ChiShape; CHI_BLOCKS] = {
    let mut all = [ChiShape::Run; CHI_BLOCKS];
    let mut i = 0;
    while i < CHI_BLOCKS {
        all[i] = match shape_of(CARDS[i]) {
            Some(shape) => shape,
            None => unreachable!(),
        };
        i += 1;
    }
    all
};

const fn sorted_blocks() -> [[Card; 3]; CHI_BLOCKS] {
    let mut all = [[Card::S1; 3]; CHI_BLOCKS];
    let mut n = 0;
    // Ascending triples in lexicographic order.
    let mut a = 0;
    while a < 20 {
        let mut b = a;
        while b < 20 {
            let mut c = b;
            while c < 20 {
                let cards = [Card::ALL[a], Card::ALL[b], Card::ALL[c]];
                if shape_of(cards).is_some() {
                    all[n] = cards;
                    n += 1;
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(n == CHI_BLOCKS);
    all
}

/// The shape of three ascending cards.
const fn shape_of([low, mid, high]: [Card; 3]) -> Option<ChiShape> {
    let numbers = [
        low.rank().number(),
        mid.rank().number(),
        high.rank().number(),
    ];
    let [first, second, third] = numbers;
    if matches!((low.size(), high.size()), (Size::Small, Size::Big)) {
        // Three cards of two sizes and one rank: two of them are the same card.
        return if first == second && second == third {
            Some(ChiShape::Jiao)
        } else {
            None
        };
    }
    match numbers {
        [2, 7, 10] => Some(ChiShape::TwoSevenTen),
        [1, 5, 10] => Some(ChiShape::OneFiveTen),
        _ if second == first + 1 && third == second + 1 => Some(ChiShape::Run),
        _ => None,
    }
}

impl ChiBlock {
    /// Every block, in card order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COUNT).map(Self)
    }

    /// The block of these cards in any order, if they are one.
    #[must_use]
    pub const fn from_cards(cards: [Card; 3]) -> Option<Self> {
        let [mut low, mut mid, mut high] = cards;
        if low.index() > mid.index() {
            (low, mid) = (mid, low);
        }
        if mid.index() > high.index() {
            (mid, high) = (high, mid);
        }
        if low.index() > mid.index() {
            (low, mid) = (mid, low);
        }
        let mut block = Self(0);
        while block.0 < COUNT {
            let [first, second, third] = block.cards();
            if first as u8 == low as u8 && second as u8 == mid as u8 && third as u8 == high as u8 {
                return Some(block);
            }
            block.0 += 1;
        }
        None
    }

    /// The block with this number, if there is one.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the number is below 40")]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < CHI_BLOCKS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Its number in card order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// Its three cards, ascending.
    #[must_use]
    pub const fn cards(self) -> [Card; 3] {
        CARDS[self.0 as usize]
    }

    /// Its cards as counts.
    #[must_use]
    pub const fn counts(self) -> Counts {
        COUNTS[self.0 as usize]
    }

    /// Run, 2-7-10, 1-5-10 or jiao.
    #[must_use]
    pub const fn shape(self) -> ChiShape {
        SHAPES[self.index()]
    }

    /// Whether it is 1-2-3 of one size. Rule: R16.
    #[must_use]
    pub const fn is_one_two_three(self) -> bool {
        let [a, _, c] = self.cards();
        a.rank().number() == 1 && c.rank().number() == 3
    }
}

const COUNTS: [Counts; CHI_BLOCKS] = {
    let mut all = [Counts::EMPTY; CHI_BLOCKS];
    let mut i = 0;
    while i < CHI_BLOCKS {
        let mut k = 0;
        while k < 3 {
            all[i] = match all[i].checked_add(Counts::of(CARDS[i][k], 1)) {
                Some(sum) => sum,
                None => unreachable!(),
            };
            k += 1;
        }
        i += 1;
    }
    all
};

impl fmt::Display for ChiBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::text::join(f, self.cards(), "-")
    }
}

impl fmt::Debug for ChiBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChiBlock({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_runs_four_long_blocks_twenty_jiao() {
        let count = |shape| {
            ChiBlock::all()
                .filter(|block| block.shape() == shape)
                .count()
        };
        assert_eq!(count(ChiShape::Run), 16);
        assert_eq!(count(ChiShape::TwoSevenTen), 2);
        assert_eq!(count(ChiShape::OneFiveTen), 2);
        assert_eq!(count(ChiShape::Jiao), 20);
        assert_eq!(
            ChiBlock::all()
                .filter(|block| block.is_one_two_three())
                .count(),
            2
        );
    }

    #[test]
    fn cards_in_any_order_give_the_block() {
        for block in ChiBlock::all() {
            let [a, b, c] = block.cards();
            for cards in [
                [a, b, c],
                [a, c, b],
                [b, a, c],
                [b, c, a],
                [c, a, b],
                [c, b, a],
            ] {
                assert_eq!(ChiBlock::from_cards(cards), Some(block));
            }
            assert_eq!(block.counts().len(), 3);
        }
        assert_eq!(ChiBlock::from_cards([Card::S1; 3]), None);
        assert_eq!(ChiBlock::from_cards([Card::S9, Card::S10, Card::B1]), None);
    }
}
