//! The fewest cards that are left over when the others are laid in blocks.

use crate::block::{ChiBlock, ChiShape};
use crate::counts::Counts;
use crate::rules::Ruleset;

/// What fits no block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leftover {
    /// The cards, as few as possible; of several such sets the greatest.
    pub(super) cards: Counts,
    /// Whether the pair that is needed is missing.
    pub(super) no_pair: bool,
}

impl Leftover {
    /// Lays the cards in chi blocks and, if `pair`, one pair.
    pub(super) fn of(free: Counts, pair: bool, rules: &Ruleset) -> Self {
        let blocks: Vec<_> = ChiBlock::all()
            .filter(|block| rules.one_five_ten() || block.shape() != ChiShape::OneFiveTen)
            .filter(|block| free.checked_sub(block.counts()).is_some())
            .collect();
        let mut best = Self::at_least(free, pair);
        lay(free, pair, &blocks, &mut best);
        best
    }

    /// What is left of cards that no further chi block is laid of.
    fn at_least(cards: Counts, pair: bool) -> Self {
        let pairs = cards.kinds().filter(|(_, copies)| *copies >= 2);
        match pairs.min_by_key(|(card, _)| *card).filter(|_| pair) {
            Some((card, _)) => Self {
                cards: cards.minus(card, 2),
                no_pair: false,
            },
            None => Self {
                cards,
                no_pair: pair,
            },
        }
    }
}

/// Tries every multiset of the blocks.
fn lay(cards: Counts, pair: bool, blocks: &[ChiBlock], best: &mut Leftover) {
    let here = Leftover::at_least(cards, pair);
    if (here.cards.len(), best.cards) < (best.cards.len(), here.cards) {
        *best = here;
    }
    let mut rest = blocks;
    while let Some((block, after)) = rest.split_first() {
        if let Some(cards) = cards.checked_sub(block.counts()) {
            lay(cards, pair, rest, best);
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leftover(cards: &str, pair: bool) -> (String, bool) {
        let free = cards.parse().expect("cards");
        let left = Leftover::of(free, pair, &Ruleset::default());
        (left.cards.to_string(), left.no_pair)
    }

    #[test]
    fn the_fewest_cards_are_left() {
        assert_eq!(
            leftover("s1 s2 s3 s4 s5", false),
            ("s4 s5".to_owned(), false)
        );
        assert_eq!(leftover("s1 s2 s3 s4x2", true), (String::new(), false));
        assert_eq!(leftover("s1 s2 s3 s4 s9", true), ("s4 s9".to_owned(), true));
        assert_eq!(leftover("s4x2 b4x2", true), ("b4".to_owned(), true));
        assert_eq!(
            leftover("s2 s7 s10 s1 s3", false),
            ("s7 s10".to_owned(), false)
        );
    }
}
