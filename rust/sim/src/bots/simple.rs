//! A quick guess: takes what brings huxi or blocks, discards what fits least.

use std::sync::Arc;

use paohuzi_engine::{
    Action, COPIES, Card, Counts, Meld, MeldKind, Ruleset, Seat, SeenMeld, Stage, View,
};

use super::rating::{Rating, Standing, Unseen};
use crate::bot::Bot;

/// Wins where it can; else rates the position after each answer and gives the best one.
pub(crate) struct Simple {
    rules: Arc<Ruleset>,
    rating: Rating,
}

impl Simple {
    pub(crate) fn new(rules: Arc<Ruleset>) -> Self {
        let rating = Rating::new(&rules);
        Self { rules, rating }
    }

    /// The rating of the position after an answer, the best discard included where one is due.
    fn rate(&self, action: Action, place: &Place) -> i32 {
        let mut standing = place.standing;
        let taken = match action {
            Action::Pass | Action::Hu | Action::Pao | Action::Wei | Action::Ti => None,
            Action::Discard(card) => Some(Counts::of(card, 1)),
            Action::Peng => place.contested.map(|card| Counts::of(card, 2)),
            Action::Chi(card, chi) => chi.taken(card),
        };
        let peng = place.contested.filter(|_| action == Action::Peng);
        let peng = peng.and_then(|card| Meld::of(MeldKind::Peng, card));
        for meld in action.blocks().into_iter().map(Meld::chi).chain(peng) {
            standing = standing.with(meld, &self.rules);
        }
        let loose = place.loose.checked_sub(taken.unwrap_or_default());
        let loose = loose.unwrap_or_default();
        if place.discard_due && matches!(action, Action::Peng | Action::Chi(..)) {
            let best = self.rating.best_discard(loose, standing, &place.unseen);
            return best.map_or(i32::MIN, |(score, _)| score);
        }
        self.rating.rate(loose, standing, &place.unseen).score
    }
}

impl Bot for Simple {
    fn act(&mut self, view: &View) -> Action {
        if view.legal.contains(Action::Hu) {
            return Action::Hu;
        }
        let place = Place::of(view, &self.rules);
        let action = if let Some(Action::Discard(_)) = view.legal.nth(0) {
            let best = self
                .rating
                .best_discard(place.loose, place.standing, &place.unseen);
            best.map(|(_, card)| Action::Discard(card))
        } else {
            let answers = view.legal.iter();
            let answers = answers.filter(|action| view.fault_of(*action).is_none());
            answers.max_by_key(|action| self.rate(*action, &place))
        };
        // A view that was altered on its way may offer other cards than the hand has.
        let action = action.filter(|action| view.legal.contains(*action));
        let action = action.or_else(|| view.legal.nth(0));
        action.expect("a bot is asked only where it can answer")
    }
}

/// What the bot sees in a view.
struct Place {
    loose: Counts,
    standing: Standing,
    contested: Option<Card>,
    unseen: Unseen,
    /// Whether a discard follows when it takes the contested card.
    discard_due: bool,
}

impl Place {
    fn of(view: &View, rules: &Ruleset) -> Self {
        let contested = match view.stage {
            Stage::Drawn { card, .. } | Stage::Discarded { card, .. } => Some(card),
            Stage::Opening | Stage::Turn(_) | Stage::Won(_) | Stage::Exhausted => None,
        };
        let mut seen = view.hand.to_array();
        if let Some(card) = contested {
            seen[card.index()] += 1;
        }
        let mut standing = Standing::default();
        for (card, copies) in view.hand.kinds() {
            let locked = match copies {
                3 => Meld::of(MeldKind::Kan, card),
                4 => Meld::of(MeldKind::DealtTi, card),
                _ => None,
            };
            if let Some(meld) = locked {
                standing = standing.with(meld, rules);
            }
        }
        let mut owned = view.hand.len();
        for seat in Seat::all(view.seats) {
            for meld in &view.melds[seat] {
                let SeenMeld::Known(meld) = *meld else {
                    continue;
                };
                for (card, copies) in meld.counts().kinds() {
                    seen[card.index()] += copies;
                }
                if seat == view.seat {
                    standing = standing.with(meld, rules);
                    owned += meld.kind().size();
                }
            }
            for row in &view.rows[seat] {
                seen[row.card().index()] += 1;
            }
        }
        let unseen = seen.map(|copies| COPIES.saturating_sub(copies));
        let unseen = Counts::from_array(unseen).expect("at most four copies are unseen");
        Self {
            loose: view.hand.loose(),
            standing,
            contested,
            unseen: Unseen::new(unseen),
            discard_due: owned + 1 > rules.waiting_size(standing.quads),
        }
    }
}
