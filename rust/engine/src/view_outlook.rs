//! What a view says about the seat's own hand: its position and what can still come to it.

use tinyvec::ArrayVec;

use crate::action::Action;
use crate::advice::{DiscardAdvice, discard_advice};
use crate::card::{COPIES, Card, KINDS};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::distance::{DiscardDistance, discard_distances};
use crate::meld::{Meld, MeldKind};
use crate::outlook::Outlook;
use crate::position::Position;
use crate::rules::Ruleset;
use crate::score::WinContext;
use crate::seat::Seat;
use crate::view::{SeenMeld, Stage, View};

impl View {
    /// The seat's hand and melds, for questions about them.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use paohuzi_engine::{Deck, Round, Ruleset, Seat, distance};
    /// let rules = Arc::new(Ruleset::default());
    /// let deck = Deck::shuffled(7, 0);
    /// let round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ())?;
    /// let view = round.view(Seat::ZERO);
    /// assert!(distance(&view.position(), &view.outlook(), &rules).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        Position::known(self.hand, self.known_melds(self.seat).collect())
    }

    /// What can still come to the seat: the copies that it has not seen, and what it may not take or win on.
    ///
    /// The dealer's shown card counts as seen until a copy of it lies where it may have gone.
    #[must_use]
    pub fn outlook(&self) -> Outlook {
        let mut seen = [0_u8; KINDS];
        let mut see = |card: Card, copies: u8| {
            seen[card.index()] = seen[card.index()].saturating_add(copies);
        };
        for (card, copies) in self.hand.kinds() {
            see(card, copies);
        }
        for owner in Seat::all(self.seats) {
            for (card, copies) in self
                .known_melds(owner)
                .flat_map(|meld| meld.counts().kinds())
            {
                see(card, copies);
            }
            for row in self.rows[owner] {
                see(row.card(), 1);
            }
        }
        let open = match self.stage {
            Stage::Drawn { card, .. } | Stage::Discarded { card, .. } => Some(card),
            Stage::Opening | Stage::Turn(_) | Stage::Won(_) | Stage::Exhausted => None,
        };
        for card in [open, self.own_draw, self.shown_in_another_hand()]
            .into_iter()
            .flatten()
        {
            see(card, 1);
        }
        let unseen = Card::ALL
            .into_iter()
            .zip(seen)
            .map(|(card, seen)| Counts::of(card, COPIES.saturating_sub(seen)));
        Outlook {
            // Every kind comes once.
            unseen: unseen.fold(Counts::EMPTY, |sum, more| {
                sum.checked_add(more).unwrap_or(sum)
            }),
            stale_chi: self.stale_chi,
            stale_peng: self.stale_peng,
            barred: self.barred,
            locked_wins: self.locked_wins,
            dead: self.has_lost(),
        }
    }

    /// What a win of the seat would count besides its cards, unless the last card of the stock wins.
    #[must_use]
    pub fn win_context(&self) -> WinContext {
        WinContext {
            nothing_taken: self
                .known_melds(self.seat)
                .all(|meld| meld.kind() == MeldKind::DealtTi),
            drawn_before: self.drawn_before,
            bi: self.bi,
            ..WinContext::default()
        }
    }

    /// The distance after every discard that the seat may make now, by card; nothing where it may make none.
    #[must_use]
    pub fn discard_distances(&self, rules: &Ruleset) -> ArrayVec<[DiscardDistance; KINDS]> {
        let legal = self.discards();
        let all = discard_distances(&self.position(), &self.outlook(), rules);
        all.into_iter()
            .filter(|after| legal.contains(after.card))
            .collect()
    }

    /// What each discard that the seat may make now leaves, the best first; nothing where it may make none.
    #[must_use]
    pub fn discard_advice(&self, rules: &Ruleset) -> Vec<DiscardAdvice> {
        let legal = self.discards();
        if legal.is_empty() {
            return Vec::new();
        }
        let context = self.win_context();
        let mut advice = discard_advice(&self.position(), &self.outlook(), rules, context);
        advice.retain(|after| legal.contains(after.card));
        advice
    }

    /// The cards that the seat may discard now.
    fn discards(&self) -> CardSet {
        let discards = self.legal.iter().filter_map(|action| match action {
            Action::Discard(card) => Some(card),
            Action::Pass
            | Action::Hu
            | Action::Peng
            | Action::Pao
            | Action::Wei
            | Action::Ti
            | Action::Chi(..) => None,
        });
        discards.collect()
    }

    fn known_melds(&self, owner: Seat) -> impl Iterator<Item = Meld> {
        self.melds[owner].into_iter().filter_map(SeenMeld::known)
    }

    /// The shown card while it must still be in the dealer's hand or face down before the dealer.
    fn shown_in_another_hand(&self) -> Option<Card> {
        let shown = self.shown.filter(|_| self.dealer != self.seat)?;
        let laid = Seat::all(self.seats)
            .flat_map(|owner| self.known_melds(owner))
            .any(|meld| meld.counts().get(shown) > 0);
        let discarded = self.rows[self.dealer]
            .iter()
            .any(|row| !row.is_drawn() && row.card() == shown);
        let contested = match self.stage {
            Stage::Discarded { seat, card } => seat == self.dealer && card == shown,
            Stage::Opening
            | Stage::Turn(_)
            | Stage::Drawn { .. }
            | Stage::Won(_)
            | Stage::Exhausted => false,
        };
        (!laid && !discarded && !contested).then_some(shown)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::deck::{Deck, below, generator};
    use crate::distance::distance;
    use crate::round::Round;
    use crate::waits::waits_in;

    /// The copies that are where the seat cannot see them: stock, other hands, face-down wei of others.
    fn hidden(round: &Round, seat: Seat) -> [u8; KINDS] {
        let mut hidden = [0; KINDS];
        round.stock().for_each(|card| hidden[card.index()] += 1);
        for owner in round.seats().filter(|owner| *owner != seat) {
            for card in round.hand(owner).cards() {
                hidden[card.index()] += 1;
            }
            let wei = |meld: &&Meld| meld.kind() == MeldKind::Wei;
            for card in round
                .melds(owner)
                .iter()
                .filter(wei)
                .flat_map(|meld| meld.cards())
            {
                hidden[card.index()] += 1;
            }
        }
        hidden
    }

    #[test]
    fn advice_of_a_view_is_about_its_legal_discards() {
        let rules = Arc::new(Ruleset::default());
        let deck = Deck::shuffled(5, 1);
        let round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ());
        let view = round.expect("a table").view(Seat::ZERO);
        let advice = view.discard_advice(&rules);
        let after = view.discard_distances(&rules);
        let legal = view.legal.iter().filter(|action| *action != Action::Hu);
        assert_eq!(advice.len(), legal.count());
        let best = distance(&view.position(), &view.outlook(), &rules);
        assert_eq!(advice[0].distance, best);
        for one in &advice {
            let same =
                |other: &DiscardDistance| (other.card, other.distance) == (one.card, one.distance);
            assert!(after.iter().any(same));
        }
        let dead = View { dead: true, ..view };
        assert_eq!(dead.discard_advice(&rules).len(), advice.len());
        let never = |after: DiscardAdvice| after.distance.is_none() && after.copies == 0;
        assert!(dead.discard_advice(&rules).into_iter().all(never));
        let asked = View {
            legal: crate::action::ActionSet::default(),
            ..view
        };
        assert!(asked.discard_advice(&rules).is_empty());
        assert!(asked.discard_distances(&rules).is_empty());
    }

    #[test]
    fn unseen_copies_are_the_hidden_ones() {
        let rules = Arc::new(Ruleset::default());
        let (mut asked, mut known) = (0, 0);
        for index in 0..60 {
            let deck = Deck::shuffled(5, index);
            let mut round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ())
                .expect("the dealer sits at the table");
            let chance = &mut generator(5, index, 9);
            while let Some(active) = round.asked() {
                for seat in round.seats() {
                    let view = round.view(seat);
                    let hidden = hidden(&round, seat);
                    let unseen = view.outlook().unseen;
                    for card in Card::ALL {
                        let hidden = hidden[card.index()];
                        // The shown card can be in the dealer's hand, and the seat knows it or is no longer sure.
                        let is_shown =
                            round.shown() == Some(card) && unseen.get(card) + 1 == hidden;
                        assert!(unseen.get(card) == hidden || is_shown, "{card}, {view:?}");
                        known += u32::from(is_shown);
                    }
                    asked += 1;
                }
                let legal = round.legal(active);
                let place = below(chance, u32::try_from(legal.len()).expect("few"));
                let action = legal.nth(place as usize).expect("a place of the set");
                round.apply(active, action, &mut ()).expect("legal");
            }
        }
        assert!(
            asked > 3000 && known > 500,
            "{asked} views, the shown card known in {known}"
        );
    }

    #[test]
    fn waits_in_the_outlook_are_the_wins_that_are_offered() {
        let (mut offered, mut locked) = (0, 0);
        for keys in [
            r#"{"min_huxi": 0, "passed_hu": "never"}"#,
            r#"{"min_huxi": 0, "passed_hu": "until_xi_changes"}"#,
            r#"{"min_huxi": 0, "passed_hu": "never", "own_draw_first": false}"#,
            r#"{"min_huxi": 3, "stale_peng_blocks_hu": true, "feed_pao_penalty": true}"#,
        ] {
            let rules = Ruleset::default()
                .replaced(keys)
                .expect("keys of a ruleset");
            let rules = Arc::new(rules);
            for index in 0..150 {
                let deck = Deck::shuffled(6, index);
                let mut round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ())
                    .expect("the dealer sits at the table");
                let chance = &mut generator(6, index, 9);
                let mut asked_before = None;
                while let Some(active) = round.asked() {
                    let view = round.view(active);
                    if let Stage::Drawn { seat, card } = view.stage
                        && asked_before != Some((round.phase(), active))
                    {
                        let mut outlook = view.outlook();
                        outlook.unseen = outlook.unseen.plus(card);
                        let wait = waits_in(&view.position(), &outlook, &rules)[card.index()];
                        let wins = if seat == active {
                            wait.own
                        } else {
                            wait.others
                        };
                        let is_offered = view.legal.contains(Action::Hu);
                        assert_eq!(wins.is_some(), is_offered, "{keys}: {card}, {view:?}");
                        offered += u32::from(is_offered);
                        locked += u32::from(outlook.locked_wins.contains(card));
                    }
                    asked_before = Some((round.phase(), active));
                    let legal = round.legal(active);
                    let place = below(chance, u32::try_from(legal.len()).expect("few"));
                    let mut action = legal.nth(place as usize).expect("a place of the set");
                    // Most wins are declined, so that the round goes on; good discards bring more of them.
                    if action == Action::Hu && below(chance, 4) > 0 {
                        action = Action::Pass;
                    }
                    let after = discard_distances(&view.position(), &view.outlook(), &rules);
                    let best = after
                        .iter()
                        .min_by_key(|after| after.distance.unwrap_or(u8::MAX));
                    if let (Action::Discard(_), Some(best)) = (action, best) {
                        action = Action::Discard(best.card);
                    }
                    round.apply(active, action, &mut ()).expect("legal");
                }
            }
        }
        assert!(
            offered > 400 && locked > 15,
            "{offered} offers, {locked} of locked cards"
        );
    }
}
