//! Plays towards the nearest win: by distance, what can still come, huxi and danger.

use std::sync::Arc;

use paohuzi_engine::{
    Action, Card, Counts, Draw, DrawBy, Meld, MeldKind, MeldList, Outlook, Packed, Position,
    Ruleset, Stage, View, WinContext, best_win, discard_distances, distance,
};

use super::danger::{Blocks, Danger};
use super::rating::{Rating, Standing, Unseen};
use crate::bot::Bot;

/// What counts how much, in the unit of [`Rating`]. Found by duplicate play against variants of itself.
mod weights {
    /// Against each take that is missing.
    pub(super) const DISTANCE: i32 = 100;
    /// Against a hand that can never win.
    pub(super) const DEAD: i32 = 3000;
    /// For each copy that wins, once for each seat that may draw it.
    pub(super) const WIN: i32 = 10;
    /// More for each point that one loser then pays.
    pub(super) const SCORE: i32 = 10;
    /// Most points that are counted, so that sums stay small.
    pub(super) const MOST_SCORE: u32 = 1000;
    /// Against a discard, for each way in which the next seat may eat it.
    pub(super) const CHI: i32 = 1;
    /// Against a discard, for each pair of it that others may hold.
    pub(super) const PENG: i32 = 4;
}

/// Wins where it can; else gives the answer after which its position is worth most, the best discard included where one
/// is due.
///
/// A position is worth less the farther it is from ready, by [`distance`] with the copies that can still come and the
/// cards that are stale; more with more huxi, blocks, and cards that fit together, by [`Rating`]; and ready it is worth
/// what its waits win, for every copy and every seat that may draw it. A discard costs what others may do with it.
pub(crate) struct Greedy {
    rules: Arc<Ruleset>,
    rating: Rating,
    blocks: Blocks,
}

impl Greedy {
    pub(crate) fn new(rules: Arc<Ruleset>) -> Self {
        let rating = Rating::new(&rules);
        let blocks = Blocks::new(&rules);
        Self {
            rules,
            rating,
            blocks,
        }
    }

    /// What a position without a discard due is worth.
    fn worth(&self, position: &Position, distance: Option<u8>, place: &Place) -> i32 {
        let standing = self.standing(position);
        let loose = position.hand().loose();
        let rated = self.rating.rate(loose, standing, &place.unseen).score;
        match distance {
            None => rated - weights::DEAD,
            Some(0) => rated + self.waits_worth(position, place),
            Some(takes) => rated - weights::DISTANCE * i32::from(takes),
        }
    }

    /// What the waits of a ready position are worth.
    fn waits_worth(&self, position: &Position, place: &Place) -> i32 {
        let waits = Packed::of(position, &self.rules).waits(&self.rules);
        let others = i32::from(self.rules.seats()) - 1;
        let mut sum = 0;
        for (card, copies) in place.outlook.unseen.kinds() {
            let ways = [
                (DrawBy::Own, waits.own(card), 1),
                (DrawBy::Other, waits.others(card), others),
            ];
            for (by, huxi, seats) in ways {
                if huxi.is_none() {
                    continue;
                }
                let draw = Some(Draw { card, by });
                let win = best_win(position, draw, &self.rules, place.context);
                let score = win.ok().flatten().map_or(0, |win| win.score);
                let score = score.min(weights::MOST_SCORE).cast_signed();
                sum += i32::from(copies) * seats * (weights::WIN + weights::SCORE * score);
            }
        }
        sum
    }

    /// What a position is worth after the discard that may be due, and that discard.
    fn settled(&self, position: &Position, place: &Place) -> (i32, Option<Card>) {
        let quads = self.standing(position).quads;
        let laid = position.melds().iter().map(|meld| meld.kind().size());
        let owned = position.hand().len() + laid.sum::<u8>();
        if owned <= self.rules.waiting_size(quads) {
            let takes = distance(position, &place.outlook, &self.rules);
            return (self.worth(position, takes, place), None);
        }
        let distances = discard_distances(position, &place.outlook, &self.rules);
        let after = |card: Card| {
            let hand = position.hand().checked_sub(Counts::of(card, 1))?;
            let rest = Position::new(hand, position.melds(), &self.rules).ok()?;
            let takes = distances.iter().find(|after| after.card == card);
            let worth = self.worth(&rest, takes.and_then(|after| after.distance), place);
            let danger = weights::CHI * place.danger.chi(card, &self.blocks)
                + weights::PENG * place.danger.peng(card);
            Some((worth - danger, Some(card)))
        };
        let loose = position.hand().loose();
        let all = loose.kinds().filter_map(|(card, _)| after(card));
        all.max_by_key(|(worth, _)| *worth)
            .unwrap_or((-weights::DEAD, None))
    }

    /// What the position is worth after an answer to a contested card.
    fn after(&self, action: Action, place: &Place) -> i32 {
        let taken = match action {
            Action::Peng => place.contested.map(|card| Counts::of(card, 2)),
            Action::Chi(card, chi) => chi.taken(card),
            Action::Pass
            | Action::Hu
            | Action::Pao
            | Action::Wei
            | Action::Ti
            | Action::Discard(_) => None,
        };
        let Some(taken) = taken else {
            return self.settled(&place.position, &place.declined()).0;
        };
        let peng = place.contested.filter(|_| action == Action::Peng);
        let peng = peng.and_then(|card| Meld::of(MeldKind::Peng, card));
        let new = action.blocks().into_iter().map(Meld::chi).chain(peng);
        let mut melds: MeldList = place.position.melds().iter().copied().collect();
        for meld in new {
            // A view that was altered on its way may have more melds than a table can hold.
            if melds.try_push(meld).is_some() {
                return i32::MIN;
            }
        }
        let hand = place.position.hand().checked_sub(taken);
        let position = hand.and_then(|hand| Position::new(hand, &melds, &self.rules).ok());
        position.map_or(i32::MIN, |position| self.settled(&position, place).0)
    }

    fn standing(&self, position: &Position) -> Standing {
        let locked = position
            .hand()
            .kinds()
            .filter_map(|(card, copies)| match copies {
                3 => Meld::of(MeldKind::Kan, card),
                4 => Meld::of(MeldKind::DealtTi, card),
                _ => None,
            });
        let laid = position.melds().iter().copied();
        locked
            .chain(laid)
            .fold(Standing::default(), |standing, meld| {
                standing.with(meld, &self.rules)
            })
    }
}

impl Bot for Greedy {
    fn act(&mut self, view: &View) -> Action {
        if view.legal.contains(Action::Hu) {
            return Action::Hu;
        }
        let first = view.legal.nth(0);
        let first = first.expect("a bot is asked only where it can answer");
        if view.legal.nth(1).is_none() {
            return first;
        }
        let place = Place::of(view);
        let action = if let Action::Discard(_) = first {
            let (_, card) = self.settled(&place.position, &place);
            card.map(Action::Discard)
        } else {
            let answers = view.legal.iter();
            let answers = answers.filter(|action| view.fault_of(*action).is_none());
            answers.max_by_key(|action| self.after(*action, &place))
        };
        // A view that was altered on its way may offer other cards than the hand has.
        let action = action.filter(|action| view.legal.contains(*action));
        action.unwrap_or(first)
    }
}

/// What the bot sees in a view.
#[derive(Clone, Copy)]
struct Place {
    position: Position,
    outlook: Outlook,
    unseen: Unseen,
    danger: Danger,
    context: WinContext,
    contested: Option<Card>,
    may_chi: bool,
    may_peng: bool,
}

impl Place {
    fn of(view: &View) -> Self {
        let outlook = view.outlook();
        Self {
            position: view.position(),
            outlook,
            unseen: Unseen::new(outlook.unseen),
            danger: Danger::new(view, outlook.unseen),
            context: view.win_context(),
            contested: match view.stage {
                Stage::Drawn { card, .. } | Stage::Discarded { card, .. } => Some(card),
                Stage::Opening | Stage::Turn(_) | Stage::Won(_) | Stage::Exhausted => None,
            },
            may_chi: view
                .legal
                .iter()
                .any(|action| matches!(action, Action::Chi(..))),
            may_peng: view.legal.contains(Action::Peng),
        }
    }

    /// The same after a pass, which makes the card stale for what was possible. Rule: 2.6.
    fn declined(&self) -> Self {
        let mut place = *self;
        if let Some(card) = self.contested {
            if self.may_chi {
                place.outlook.stale_chi.insert(card);
            }
            if self.may_peng {
                place.outlook.stale_peng.insert(card);
            }
        }
        place
    }
}
