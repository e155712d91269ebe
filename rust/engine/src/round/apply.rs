//! A seat's answer: checked, then written. Nothing else changes a round from outside.

use thiserror::Error;

use super::claim::{asked, is_active};
use super::forced::{Step, commit, mark_stale_chi, mark_stale_peng, run};
use super::phase::Phase;
use super::state::State;
use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::event::{Event, EventSink};
use crate::rules::{OwnDiscardStale, Ruleset};
use crate::seat::Seat;

/// An answer that the round refuses; it stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// The table has no such seat.
    #[error("there is no seat {found}, expected 0 to {last}")]
    NoSeat {
        /// The seat as given.
        found: usize,
        /// The last seat.
        last: u8,
    },
    /// The round is over.
    #[error("the round is over, {action} cannot be answered any more")]
    Over {
        /// The answer.
        action: Action,
    },
    /// The seat has nothing to answer now.
    #[error("seat {seat} is not asked now, it cannot answer {action}")]
    NotAsked {
        /// The seat.
        seat: Seat,
        /// Its answer.
        action: Action,
    },
    /// The seat is asked, but not this.
    #[error("seat {seat} may not answer {action}, expected one of {}", list(*.legal))]
    NotLegal {
        /// The seat.
        seat: Seat,
        /// Its answer.
        action: Action,
        /// What it may answer.
        legal: ActionSet,
    },
}

fn list(legal: ActionSet) -> String {
    legal
        .iter()
        .map(|action| action.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

impl IllegalAction {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSeat { .. } => "no_seat",
            Self::Over { .. } => "round_over",
            Self::NotAsked { .. } => "not_asked",
            Self::NotLegal { .. } => "not_legal",
        }
    }
}

/// What the seat may answer now; nothing where it is not asked.
pub(crate) fn legal(state: &State, seat: Seat) -> ActionSet {
    if is_active(state, seat) {
        state.offers[seat]
    } else {
        ActionSet::default()
    }
}

/// Takes the seat's answer and goes on until somebody has to answer again.
pub(crate) fn apply(
    state: &mut State,
    rules: &Ruleset,
    seat: Seat,
    action: Action,
    sink: &mut impl EventSink,
) -> Result<(), IllegalAction> {
    check(state, seat, action)?;
    sink.put(Event::Answer { seat, action });
    state.answers[seat] = Some(action);
    let step = match action {
        Action::Discard(card) => discard(state, rules, seat, card, sink),
        // Only a discard that is not due can be passed. Rule: 2.9.
        Action::Pass if matches!(state.phase, Phase::Discard(_)) => {
            Step::Draw(seat.next(state.seats))
        }
        Action::Pass
        | Action::Hu
        | Action::Peng
        | Action::Pao
        | Action::Wei
        | Action::Ti
        | Action::Chi(..) => Step::Ask,
    };
    run(state, rules, step, sink);
    Ok(())
}

fn check(state: &State, seat: Seat, action: Action) -> Result<(), IllegalAction> {
    if seat.index() >= usize::from(state.seats) {
        return Err(IllegalAction::NoSeat {
            found: seat.index(),
            last: state.seats - 1,
        });
    }
    if matches!(state.phase, Phase::Over(_)) {
        return Err(IllegalAction::Over { action });
    }
    let legal = legal(state, seat);
    if legal.is_empty() {
        return Err(IllegalAction::NotAsked { seat, action });
    }
    if !legal.contains(action) {
        return Err(IllegalAction::NotLegal {
            seat,
            action,
            legal,
        });
    }
    Ok(())
}

fn discard(
    state: &mut State,
    rules: &Ruleset,
    seat: Seat,
    card: Card,
    sink: &mut impl EventSink,
) -> Step {
    let fault = asked(state, seat).fault(Action::Discard(card));
    state.hands[seat] = state.hands[seat].minus(card, 1);
    sink.put(Event::Discard { seat, card });
    commit(state, seat, fault, sink);
    match rules.own_discard_stale() {
        OwnDiscardStale::Chi => mark_stale_chi(state, rules, seat, card),
        OwnDiscardStale::ChiPeng => {
            mark_stale_chi(state, rules, seat, card);
            mark_stale_peng(state, rules, seat, card);
        }
        OwnDiscardStale::None => {}
    }
    super::forced::enter(state, rules, Phase::Discarded { seat, card });
    Step::Ask
}
