//! The hand and the table at the end of a layout, where more than the huxi decides whether it wins: patterns, wins declined before.

use super::order::{Last, Order};
use crate::card::{COPIES, Card};
use crate::counts::Counts;
use crate::meld::{Meld, MeldKind};
use crate::outlook::Outlook;
use crate::position::{Draw, DrawBy, MeldList, Position};

impl Order<'_> {
    /// Whether the hand that the takes leave wins on the last card, by the cards alone, and the seat may win on it.
    pub(super) fn wins_at_the_end(&self) -> bool {
        let Some(card) = self.last_card() else {
            return false;
        };
        let problem = self.problem;
        let end = self.end();
        let outlook = Outlook {
            // The layout counts on it.
            unseen: Counts::of(card, 1),
            locked_wins: problem
                .outlook
                .locks_after(problem.position, &end, problem.rules),
            ..problem.outlook
        };
        [DrawBy::Own, DrawBy::Other]
            .into_iter()
            .any(|by| outlook.can_win(&end, Draw::new(card, by), problem.rules))
    }

    fn last_card(&self) -> Option<Card> {
        match self.last {
            Last::Open(_) => self.last_open().map(|open| open.missing),
            Last::Triple(card) | Last::Quad(card) => Some(card),
            Last::Pair => self.choice.pair,
        }
    }

    /// The hand and the melds before the last card.
    fn end(&self) -> Position {
        let position = self.problem.position;
        let choice = self.choice;
        let mut hand = Counts::EMPTY;
        let mut keep = |cards: Counts| hand = hand.checked_add(cards).unwrap_or(hand);
        let made = |card: Card| choice.upgrades.contains(card) && self.last != Last::Quad(card);
        let mut melds: MeldList = position
            .melds()
            .iter()
            .map(|meld| match meld.card() {
                Some(card) if made(card) => self.quad(card, meld.kind() == MeldKind::Peng),
                Some(_) | None => *meld,
            })
            .collect();
        // Every layout has as many blocks as a complete hand, which is fewer than the list holds.
        let mut lay = |meld: Meld| {
            let _ = melds.try_push(meld);
        };
        for card in position.hand().exactly(COPIES - 1).iter() {
            if made(card) {
                lay(self.quad(card, false));
            } else {
                keep(Counts::of(card, COPIES - 1));
            }
        }
        for card in position.hand().exactly(COPIES).iter() {
            keep(Counts::of(card, COPIES));
        }
        for (_, open) in self.opens() {
            lay(Meld::chi(open.block));
        }
        if let Some(open) = self.last_open() {
            keep(open.hold);
        }
        for card in choice.triples.iter() {
            if self.last == Last::Triple(card) {
                keep(Counts::of(card, 2));
            } else {
                lay(Meld::same(self.triple(card), card));
            }
        }
        for card in choice.quads.iter() {
            if self.last == Last::Quad(card) {
                lay(Meld::same(MeldKind::Wei, card));
            } else {
                lay(self.quad(card, false));
            }
        }
        if let Some(card) = choice.pair {
            keep(Counts::of(card, if choice.single { 1 } else { 2 }));
        }
        // A whole block is laid with the first of its cards that is eaten.
        for block in &choice.whole {
            let mut eaten = self.opens().map(|(_, open)| open.missing);
            if eaten.any(|card| block.counts().get(card) > 0) {
                lay(Meld::chi(*block));
            } else {
                keep(block.counts());
            }
        }
        Position::known(hand, melds)
    }

    /// The quad of a card that is worth the most.
    fn quad(&self, card: Card, of_peng: bool) -> Meld {
        let worth = |kind| self.problem.rules.worths().of_same(kind, card);
        let may_be_ti = !of_peng || self.problem.ti_of_peng;
        let kind = if may_be_ti && worth(MeldKind::Ti) >= worth(MeldKind::Pao) {
            MeldKind::Ti
        } else {
            MeldKind::Pao
        };
        Meld::same(kind, card)
    }
}
