//! What a discard may give to the others.

use paohuzi_engine::{Card, CardSet, ChiBlock, ChiShape, Counts, KINDS, Ruleset, Seat, View};
use tinyvec::ArrayVec;

/// What others may do with a card, from what a seat has seen.
///
/// Cards never enter a hand. So who let a card pass that it was offered does not take another copy of it: it had not what
/// it takes and has not later, or the card is stale for it. (A chi that lacked cards for the bi may come later; that is
/// rare and left out.) Rule: R6, 2.6.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Danger {
    unseen: Counts,
    /// Cards that the next seat was offered and let pass.
    passed_by_next: CardSet,
    /// Cards that every seat let pass.
    passed_by_all: CardSet,
}

impl Danger {
    pub(crate) fn new(view: &View, unseen: Counts) -> Self {
        let mut danger = Self {
            unseen,
            passed_by_next: CardSet::EMPTY,
            passed_by_all: CardSet::EMPTY,
        };
        let next = (view.seat.index() + 1) % usize::from(view.seats.max(1));
        for owner in Seat::all(view.seats) {
            for row in &view.rows[owner] {
                danger.passed_by_all.insert(row.card());
                let own_draw_of_next = owner.index() == next && row.is_drawn();
                if owner == view.seat || own_draw_of_next {
                    danger.passed_by_next.insert(row.card());
                }
            }
        }
        danger
    }

    /// In how many ways the next seat could hold two cards that eat this one.
    pub(crate) fn chi(&self, card: Card, blocks: &Blocks) -> i32 {
        if self.passed_by_next.contains(card) {
            return 0;
        }
        let ways = |with: &Counts| {
            let of_kind = |(other, copies)| self.choices(other, copies);
            with.kinds().map(of_kind).product::<i32>()
        };
        blocks.with(card).iter().map(ways).sum()
    }

    /// In how many ways somebody could hold a pair of it.
    pub(crate) fn peng(&self, card: Card) -> i32 {
        if self.passed_by_all.contains(card) {
            return 0;
        }
        self.choices(card, 2)
    }

    /// In how many ways one or two copies can be chosen from the unseen ones.
    fn choices(&self, card: Card, copies: u8) -> i32 {
        let unseen = i32::from(self.unseen.get(card));
        match copies {
            2 => unseen * (unseen - 1) / 2,
            _ => unseen,
        }
    }
}

/// For each card the other two of every block that it is part of.
#[derive(Debug, Clone)]
pub(crate) struct Blocks([ArrayVec<[Counts; 8]>; KINDS]);

impl Blocks {
    pub(crate) fn new(rules: &Ruleset) -> Self {
        let played =
            |block: &ChiBlock| block.shape() != ChiShape::OneFiveTen || rules.one_five_ten();
        let mut all = [ArrayVec::new(); KINDS];
        for block in ChiBlock::all().filter(played) {
            for (card, _) in block.counts().kinds() {
                let rest = block.counts().checked_sub(Counts::of(card, 1));
                all[card.index()].push(rest.unwrap_or_default());
            }
        }
        Self(all)
    }

    fn with(&self, card: Card) -> &[Counts] {
        &self.0[card.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_of_a_card_counts_once() {
        let rules = Ruleset::default();
        let blocks = Blocks::new(&rules);
        let all = Danger {
            unseen: Counts::PACK,
            passed_by_next: CardSet::EMPTY,
            passed_by_all: CardSet::EMPTY,
        };
        // s4: s2-s3, s3-s5, s5-s6 of 4 × 4 ways, s4 b4 of 4 × 4, b4 b4 of 6.
        assert_eq!(all.chi(Card::S4, &blocks), 4 * 16 + 6);
        assert_eq!(all.peng(Card::S4), 6);
        // Let pass by the next seat alone, it is still somebody's pair.
        let mut passed = all;
        passed.passed_by_next.insert(Card::S4);
        assert_eq!(
            (passed.chi(Card::S4, &blocks), passed.peng(Card::S4)),
            (0, 6)
        );
    }
}
