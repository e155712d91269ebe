//! The checks that a described position passes before it is a round.

use super::legal::{forced_own, has_santi_wukan, is_complete, wins_on};
use super::phase::{Hu, Outcome, Phase};
use super::row::ROW_CAPACITY;
use super::setup::{SeatSetup, Setup, SetupError, Start};
use super::state::State;
use crate::block::{ChiBlock, ChiShape};
use crate::card::{COPIES, Card};
use crate::event::WinKind;
use crate::meld::{Meld, MeldKind};
use crate::position::{Draw, DrawBy};
use crate::rules::{DealerTwoTi, Faults, NoDiscardForced, NoDiscardTake, Ruleset};
use crate::seat::Seat;

/// Most bi blocks of one chi: of four copies one is eaten, and three in the hand would be a kan.
const MOST_BI: u8 = 2;

/// What a seat can hold and have done under the ruleset.
pub(super) fn check_seat(
    rules: &Ruleset,
    seat: Seat,
    described: &SeatSetup,
) -> Result<(), SetupError> {
    let blocks = usize::from(rules.blocks());
    at_most(
        || format!("melds of seat {seat}"),
        described.melds.len(),
        blocks,
    )?;
    at_most(
        || format!("cards in the row of seat {seat}"),
        described.row.len(),
        ROW_CAPACITY,
    )?;
    if let Some(&meld) = described.melds.iter().find(|meld| !meld.kind().is_laid()) {
        return Err(SetupError::Meld { seat, meld });
    }
    let shape = |meld: &Meld| meld.chi_block().map(ChiBlock::shape);
    let is_missing =
        |meld: &&Meld| shape(meld) == Some(ChiShape::OneFiveTen) && !rules.one_five_ten();
    if let Some(&meld) = described.melds.iter().find(is_missing) {
        return Err(SetupError::NoBlock { seat, meld });
    }
    if let Some(fault) = described
        .fault
        .filter(|_| rules.faults() == Faults::Prevent)
    {
        return Err(SetupError::Fault { seat, fault });
    }
    at_most(
        || format!("bi blocks of one chi of seat {seat}"),
        described.bi.into(),
        MOST_BI.into(),
    )
}

pub(super) fn at_most(
    what: impl FnOnce() -> String,
    found: usize,
    most: usize,
) -> Result<(), SetupError> {
    if found <= most {
        return Ok(());
    }
    Err(SetupError::TooMany {
        what: what(),
        found,
        most,
    })
}

pub(super) fn check_cards(state: &State) -> Result<(), SetupError> {
    for (card, found) in Card::ALL.into_iter().zip(state.tally()) {
        if found != u16::from(COPIES) {
            return Err(SetupError::Copies { card, found });
        }
    }
    Ok(())
}

/// Whether the start lies in the opening, before dealt ti are laid.
pub(super) fn is_opening(start: Start) -> bool {
    match start {
        Start::Deal | Start::At(Phase::SantiWukan | Phase::Tianhu | Phase::Dihu) => true,
        Start::At(Phase::Over(Outcome::Hu(hu))) => match hu.kind {
            WinKind::Tianhu | WinKind::SantiWukan => true,
            WinKind::Dihu => hu.placed,
            WinKind::OtherDraw | WinKind::SelfDraw | WinKind::Discard => false,
        },
        Start::Draw(_)
        | Start::At(
            Phase::LayTi(_)
            | Phase::Discard(_)
            | Phase::OwnDraw { .. }
            | Phase::Drawn { .. }
            | Phase::Discarded { .. }
            | Phase::Over(Outcome::Exhausted),
        ) => false,
    }
}

pub(super) fn check_sizes(state: &State, rules: &Ruleset, setup: &Setup) -> Result<(), SetupError> {
    if is_opening(setup.start) {
        return check_deal(state, rules, setup.start);
    }
    let first_discard = setup.start == Start::At(Phase::Discard(state.dealer))
        && state.stock.len() == rules.full_stock()
        && rules.dealer_two_ti() == DealerTwoTi::OpenThenFree;
    for seat in Seat::all(state.seats) {
        let may_hold =
            state.faults[seat].is_some() || matches!(setup.start, Start::At(Phase::LayTi(_)));
        let held = state.hands[seat].exactly(4).iter().next();
        if let Some(card) = held.filter(|_| !may_hold) {
            return Err(SetupError::Unlaid { seat, card });
        }
        let found = state.owned(seat);
        let waiting = rules.waiting_size(state.quads(seat));
        let just_took = match setup.start {
            Start::At(
                Phase::Discard(taker)
                | Phase::OwnDraw {
                    seat: taker,
                    laid: true,
                    ..
                }
                | Phase::Over(Outcome::Hu(Hu {
                    seat: taker,
                    placed: true,
                    ..
                })),
            ) => taker == seat,
            Start::At(Phase::LayTi(_)) => seat == state.dealer,
            Start::Deal | Start::Draw(_) | Start::At(_) => false,
        };
        // A discard that could not be made was left out; the first quad after it makes that two cards, since W(1) is
        // W(0). Rule: 2.2, 2.8.
        let may_skip = state.hands[seat].loose().is_empty()
            && (rules.no_discard_chi_peng() == NoDiscardTake::Skip
                || rules.no_discard_forced() == NoDiscardForced::Skip);
        let may_choose = rules.faults() == Faults::Allow && found <= waiting;
        let must_discard =
            setup.start == Start::At(Phase::Discard(seat)) && !first_discard && !may_choose;
        // Discards that were not due leave fewer. Rule: 2.9.
        let fewest = match state.faults[seat] {
            None => rules.hand_size(),
            Some(_) => 0,
        };
        let (least, most) = match (state.dead[seat], must_discard, just_took) {
            (true, ..) => (waiting + 1, u8::MAX),
            (false, true, _) => (waiting + 1, waiting + 1),
            (false, false, true) => (fewest, waiting + 1 + u8::from(may_skip)),
            (false, false, false) => (fewest, waiting + 2 * u8::from(may_skip)),
        };
        if !(least..=most).contains(&found) {
            let expected = match (least == most, most == u8::MAX) {
                (true, _) => least.to_string(),
                (false, true) => format!("at least {least}, since it is dead"),
                (false, false) => format!("{least} to {most}"),
            };
            return Err(SetupError::Owned {
                seat,
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// The opening has the cards just as dealt.
fn check_deal(state: &State, rules: &Ruleset, start: Start) -> Result<(), SetupError> {
    for seat in Seat::all(state.seats) {
        let expected = rules.hand_size() + u8::from(seat == state.dealer);
        let found = state.owned(seat);
        if found != expected {
            return Err(SetupError::Owned {
                seat,
                found,
                expected: expected.to_string(),
            });
        }
        let fresh = state.melds[seat].is_empty()
            && state.rows[seat].is_empty()
            && state.stale_chi[seat].is_empty()
            && state.stale_peng[seat].is_empty()
            && !state.dead[seat];
        if !fresh {
            return Err(phase_error(
                start,
                "before the first discard nothing is laid, in a row, stale or dead",
            ));
        }
    }
    let held = |card| state.hands[state.dealer].get(card) > 0;
    if !state.shown.is_some_and(held) {
        return Err(phase_error(
            start,
            "the opening needs the shown card, which the dealer holds",
        ));
    }
    Ok(())
}

fn phase_error(start: Start, expected: &'static str) -> SetupError {
    SetupError::Phase {
        phase: start.to_string(),
        expected,
    }
}

/// What a phase needs beyond the sizes.
pub(super) fn check_phase(
    state: &State,
    rules: &Ruleset,
    phase: Phase,
    start: Start,
) -> Result<(), SetupError> {
    let need = |holds: bool, expected| {
        if holds {
            Ok(())
        } else {
            Err(phase_error(start, expected))
        }
    };
    let allow = rules.faults() == Faults::Allow;
    match phase {
        Phase::SantiWukan | Phase::Tianhu | Phase::Dihu | Phase::Discarded { .. } => Ok(()),
        Phase::LayTi(_) => need(allow, "the ruleset lays dealt ti by itself"),
        Phase::Discard(seat) => {
            need(!state.dead[seat], "a dead seat has nothing to discard")?;
            need(
                !state.hands[seat].loose().is_empty() || allow && !state.owes_discard(seat, rules),
                "the hand has no loose card to discard",
            )
        }
        Phase::Drawn { seat, card } => need(
            forced_own(state, seat, card, rules).is_none() || state.faults[seat].is_some(),
            "the drawer's card is forced into a wei or ti and is not shown",
        ),
        Phase::OwnDraw {
            seat,
            card,
            laid: true,
        } => {
            let own = |kind: MeldKind| kind.is_wei() || kind == MeldKind::Ti;
            need(
                rules.own_draw_first(),
                "the ruleset asks before the wei or ti is laid",
            )?;
            need(
                state.laid(seat, card, own).is_some(),
                "the card lies in no wei or ti of the seat",
            )?;
            need(
                is_complete(state, seat, WinKind::SelfDraw, rules),
                "the seat cannot win",
            )
        }
        Phase::OwnDraw {
            seat,
            card,
            laid: false,
        } => {
            need(
                allow || !rules.own_draw_first(),
                "the ruleset lays the wei or ti before it asks",
            )?;
            need(
                allow || forced_own(state, seat, card, rules).is_some(),
                "the card makes no wei or ti",
            )?;
            need(
                allow
                    || wins_on(
                        state,
                        seat,
                        Draw::new(card, DrawBy::Own),
                        WinKind::SelfDraw,
                        rules,
                    ),
                "the seat cannot win",
            )
        }
        Phase::Over(Outcome::Exhausted) => need(
            state.stock.len() <= usize::from(rules.undrawn()),
            "the stock has cards left to draw",
        ),
        Phase::Over(Outcome::Hu(hu)) => {
            let holds = state.is_live(hu.seat) && is_win(state, rules, hu);
            need(holds, "the seat has not won so")
        }
    }
}

fn is_win(state: &State, rules: &Ruleset, hu: Hu) -> bool {
    let deal_fits = match hu.kind {
        WinKind::SantiWukan => has_santi_wukan(state.hands[hu.seat], rules) && hu.card.is_none(),
        WinKind::Tianhu => hu.seat == state.dealer && hu.card == state.shown,
        WinKind::Dihu => {
            hu.seat != state.dealer
                && if hu.placed {
                    rules.dihu().on_shown() && hu.card == state.shown
                } else {
                    rules.dihu().on_first_discard() && hu.card.is_some()
                }
        }
        WinKind::Discard => {
            hu.card
                .is_some_and(|card| Draw::new(card, DrawBy::Discard).is_open(rules, false))
                && !hu.placed
                && hu.from.is_some_and(|from| from != hu.seat)
        }
        WinKind::OtherDraw => hu.card.is_some() && !hu.placed,
        WinKind::SelfDraw => hu.card.is_some_and(|card| {
            let own = |kind: MeldKind| kind.is_wei() || kind == MeldKind::Ti;
            !hu.placed || state.laid(hu.seat, card, own).is_some()
        }),
    };
    let opening = matches!(hu.kind, WinKind::SantiWukan | WinKind::Tianhu);
    let from_hand = hu.kind == WinKind::Discard;
    deal_fits
        && (hu.placed || !opening)
        && (from_hand || hu.from.is_none())
        && super::win_of(state, rules, hu).is_some()
}
