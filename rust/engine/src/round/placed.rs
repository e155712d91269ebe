//! Making a round of a described position, and describing one. Writes the round.

use std::sync::Arc;

use super::Round;
use super::forced::{Opening, Step, enter, run};
use super::history::History;
use super::phase::{Hu, Outcome, Phase};
use super::setup::{SeatSetup, Setup, SetupError, Start};
use super::setup_check::{at_most, check_cards, check_phase, check_seat, check_sizes, is_opening};
use super::state::State;
use crate::action::ActionSet;
use crate::card::{Card, KINDS};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::event::EventSink;
use crate::rules::Ruleset;
use crate::seat::{PerSeat, Seat};

impl Round {
    /// Makes the described round, and plays on until somebody has to answer.
    ///
    /// # Errors
    /// A description that is no position: cards missing or too many, hands of impossible sizes, a phase that does not
    /// fit.
    pub fn from_setup(
        rules: Arc<Ruleset>,
        setup: &Setup,
        sink: &mut impl EventSink,
    ) -> Result<Self, SetupError> {
        let mut state = placed(&rules, setup)?;
        check_cards(&state)?;
        check_sizes(&state, &rules, setup)?;
        let step = match setup.start {
            Start::Deal => Step::Open(Opening::SantiWukan),
            Start::Draw(seat) => Step::Draw(seat),
            Start::At(phase) => {
                check_phase(&state, &rules, phase, setup.start)?;
                enter(&mut state, &rules, phase);
                Step::Ask
            }
        };
        take_answers(&mut state, setup)?;
        run(&mut state, &rules, step, sink);
        Ok(Self { rules, state })
    }

    /// The description of the round, from which [`Round::from_setup`] makes the same one.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let state = &self.state;
        Setup {
            dealer: state.dealer,
            drawn_before: state.drawn_before,
            shown: state.shown,
            seats: self
                .seats()
                .map(|seat| SeatSetup {
                    hand: state.hands[seat],
                    melds: state.melds[seat].to_vec(),
                    row: state.rows[seat].to_vec(),
                    stale_chi: state.stale_chi[seat],
                    stale_peng: state.stale_peng[seat],
                    dead: state.dead[seat],
                    barred: state.barred[seat],
                    passed_hu: Card::ALL
                        .into_iter()
                        .filter_map(|card| Some((card, state.passed_hu[seat][card.index()]?)))
                        .collect(),
                    passed_score: state.passed_score[seat],
                    bi: state.bi[seat],
                    fault: state.faults[seat],
                    answer: state.answers[seat],
                })
                .collect(),
            stock: self.stock().collect(),
            start: Start::At(state.phase),
        }
    }
}

/// The discarder whose card won.
fn from_of(start: Start) -> Option<Seat> {
    match start {
        Start::At(Phase::Over(Outcome::Hu(hu))) => hu.from,
        Start::Deal | Start::Draw(_) | Start::At(_) => None,
    }
}

/// The seat that a start names.
fn seats_of(start: Start) -> Option<Seat> {
    match start {
        Start::Draw(seat)
        | Start::At(
            Phase::LayTi(seat)
            | Phase::Discard(seat)
            | Phase::OwnDraw { seat, .. }
            | Phase::Drawn { seat, .. }
            | Phase::Discarded { seat, .. }
            | Phase::Over(Outcome::Hu(Hu { seat, .. })),
        ) => Some(seat),
        Start::Deal
        | Start::At(
            Phase::SantiWukan | Phase::Tianhu | Phase::Dihu | Phase::Over(Outcome::Exhausted),
        ) => None,
    }
}

/// The cards put where the description says, their places and numbers checked against what a state can hold.
fn placed(rules: &Ruleset, setup: &Setup) -> Result<State, SetupError> {
    let seats = rules.seats();
    if setup.seats.len() != usize::from(seats) {
        return Err(SetupError::Seats {
            found: setup.seats.len(),
            expected: seats,
        });
    }
    for seat in std::iter::once(setup.dealer)
        .chain(seats_of(setup.start))
        .chain(from_of(setup.start))
    {
        if seat.index() >= usize::from(seats) {
            return Err(SetupError::NoSeat {
                found: seat,
                last: seats - 1,
            });
        }
    }
    at_most(
        || "cards in the stock".to_owned(),
        setup.stock.len(),
        rules.full_stock(),
    )?;
    for (seat, described) in Seat::all(seats).zip(&setup.seats) {
        check_seat(rules, seat, described)?;
    }
    let part = |seat: Seat| setup.seats.get(seat.index());
    Ok(State {
        seats,
        dealer: setup.dealer,
        drawn_before: setup.drawn_before,
        shown: setup.shown,
        phase: match setup.start {
            Start::At(phase) => phase,
            Start::Deal | Start::Draw(_) => Phase::SantiWukan,
        },
        stock: setup.stock.iter().rev().copied().collect(),
        hands: PerSeat::from_fn(|seat| part(seat).map_or(Counts::EMPTY, |part| part.hand)),
        melds: PerSeat::from_fn(|seat| {
            part(seat)
                .map(|part| part.melds.iter().copied().collect())
                .unwrap_or_default()
        }),
        rows: PerSeat::from_fn(|seat| {
            part(seat)
                .map(|part| part.row.iter().copied().collect())
                .unwrap_or_default()
        }),
        stale_chi: PerSeat::from_fn(|seat| part(seat).map_or(CardSet::EMPTY, |p| p.stale_chi)),
        stale_peng: PerSeat::from_fn(|seat| part(seat).map_or(CardSet::EMPTY, |p| p.stale_peng)),
        dead: PerSeat::from_fn(|seat| part(seat).is_some_and(|part| part.dead)),
        faults: PerSeat::from_fn(|seat| part(seat).and_then(|part| part.fault)),
        barred: PerSeat::from_fn(|seat| part(seat).is_some_and(|part| part.barred)),
        passed_hu: PerSeat::from_fn(|seat| {
            let mut passed = [None; KINDS];
            for (card, huxi) in part(seat).iter().flat_map(|part| &part.passed_hu) {
                passed[card.index()] = Some(*huxi);
            }
            passed
        }),
        passed_score: PerSeat::from_fn(|seat| part(seat).map_or(0, |part| part.passed_score)),
        bi: PerSeat::from_fn(|seat| part(seat).map_or(0, |part| part.bi)),
        offers: PerSeat::default(),
        answers: PerSeat::default(),
        history: if is_opening(setup.start) {
            History::begun()
        } else {
            History::default()
        },
        ready: PerSeat::default(),
    })
}

/// Takes the answers that seats have given in the phase.
fn take_answers(state: &mut State, setup: &Setup) -> Result<(), SetupError> {
    for (seat, described) in Seat::all(state.seats).zip(&setup.seats) {
        let Some(action) = described.answer else {
            continue;
        };
        let offers = match state.phase {
            Phase::Discard(_) => ActionSet::default(),
            Phase::SantiWukan
            | Phase::Tianhu
            | Phase::Dihu
            | Phase::LayTi(_)
            | Phase::OwnDraw { .. }
            | Phase::Drawn { .. }
            | Phase::Discarded { .. }
            | Phase::Over(_) => state.offers[seat],
        };
        if !offers.contains(action) {
            return Err(SetupError::Answer { seat, action });
        }
        state.answers[seat] = Some(action);
    }
    Ok(())
}
