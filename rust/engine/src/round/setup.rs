//! A described position, and the checks that make a round of it.

use std::sync::Arc;

use thiserror::Error;

use super::Round;
use super::forced::{Opening, Step, enter, run};
use super::history::History;
use super::legal::{forced_own, has_santi_wukan, is_complete, wins_on};
use super::phase::{Hu, Outcome, Phase};
use super::row::{ROW_CAPACITY, RowCard};
use super::state::State;
use crate::action::{Action, ActionSet};
use crate::block::{ChiBlock, ChiShape};
use crate::card::{COPIES, Card, KINDS};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::event::{EventSink, WinKind};
use crate::fault::Fault;
use crate::meld::{Meld, MeldKind};
use crate::position::{Draw, DrawBy};
use crate::rules::{DealerTwoTi, Faults, NoDiscardForced, NoDiscardTake, Ruleset};
use crate::seat::{PerSeat, Seat};

/// Where play goes on from a described position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Start {
    /// The cards are dealt; the opening comes next.
    Deal,
    /// This seat draws next.
    Draw(Seat),
    /// The round waits in this phase, or ended so.
    At(Phase),
}

/// What belongs to one seat in a described position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct SeatSetup {
    /// Its hand.
    pub hand: Counts,
    /// Its table melds, as laid.
    pub melds: Vec<Meld>,
    /// Its row, oldest first.
    pub row: Vec<RowCard>,
    /// Cards that it may not chi.
    pub stale_chi: CardSet,
    /// Cards that it may not peng.
    pub stale_peng: CardSet,
    /// Whether it can no longer win.
    pub dead: bool,
    /// Whether it may not chi or peng any more. Rule: A26.
    pub barred: bool,
    /// The cards on which it declined to win, with the huxi of its table melds then. Rule: A18.
    pub passed_hu: Vec<(Card, u8)>,
    /// The highest score of a win that it declined; 0 for none. Rule: 4.4.
    pub passed_score: u32,
    /// The first fault that it committed. Rule: 2.9.
    pub fault: Option<Fault>,
    /// The most bi blocks that it laid beside the eaten one in one chi; 0 where no fan item asks. Rule: 3.4.
    pub bi: u8,
    /// What it has answered while others are undecided.
    pub answer: Option<Action>,
}

/// A described position: all that a round is beside its ruleset.
///
/// [`Round::setup`] describes a round, [`Round::from_setup`] makes one of the description.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The dealer.
    pub dealer: Seat,
    /// Drawn rounds in a row before this one.
    pub drawn_before: u16,
    /// The dealer's last card (亮张), if it is known.
    pub shown: Option<Card>,
    /// The seats, from 0 on.
    pub seats: Vec<SeatSetup>,
    /// The stock in drawing order.
    pub stock: Vec<Card>,
    /// Where play goes on.
    pub start: Start,
}

/// A description that is no position of the ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Not as many seats as the ruleset has.
    #[error("{found} seats described, expected {expected}")]
    Seats {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: u8,
    },
    /// A seat that the table does not have.
    #[error("there is no seat {found}, expected 0 to {last}")]
    NoSeat {
        /// The seat.
        found: Seat,
        /// The last seat.
        last: u8,
    },
    /// A card appears too often or too seldom.
    #[error("card {card} appears {found} times in hands, melds, rows, stock and play, expected 4")]
    Copies {
        /// The card.
        card: Card,
        /// How often it appears.
        found: u16,
    },
    /// A meld that does not lie on a table.
    #[error("meld {meld} of seat {seat} cannot be laid, expected its cards in the hand")]
    Meld {
        /// The seat.
        seat: Seat,
        /// The meld.
        meld: Meld,
    },
    /// A meld of a block that the ruleset does not have.
    #[error("meld {meld} of seat {seat} is no block of this ruleset, which has no 1-5-10")]
    NoBlock {
        /// The seat.
        seat: Seat,
        /// The meld.
        meld: Meld,
    },
    /// More of something than there can be.
    #[error("{found} {what}, at most {most}")]
    TooMany {
        /// What there is too much of.
        what: String,
        /// How many.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A seat owns a number of cards that does not fit.
    #[error("seat {seat} owns {found} cards in hand and melds, expected {expected}")]
    Owned {
        /// The seat.
        seat: Seat,
        /// How many it owns.
        found: u8,
        /// How many it may own.
        expected: String,
    },
    /// Four of a card in a hand after the opening.
    #[error("seat {seat} holds four {card} in hand, expected the meld dealt_ti:{card}")]
    Unlaid {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A fault that the ruleset prevents.
    #[error("seat {seat} has committed {fault}, which this ruleset prevents")]
    Fault {
        /// The seat.
        seat: Seat,
        /// The fault.
        fault: Fault,
    },
    /// The phase does not fit the cards.
    #[error("phase {phase}: {expected}")]
    Phase {
        /// The phase as text.
        phase: String,
        /// What the phase needs.
        expected: &'static str,
    },
    /// An answer that the seat cannot have given.
    #[error("seat {seat} cannot have answered {action} in this phase")]
    Answer {
        /// The seat.
        seat: Seat,
        /// The answer.
        action: Action,
    },
}

impl SetupError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Seats { .. } => "setup_seats",
            Self::NoSeat { .. } => "setup_no_seat",
            Self::Copies { .. } => "setup_copies",
            Self::Meld { .. } => "setup_meld",
            Self::NoBlock { .. } => "setup_no_block",
            Self::TooMany { .. } => "setup_too_many",
            Self::Owned { .. } => "setup_owned",
            Self::Unlaid { .. } => "setup_unlaid",
            Self::Fault { .. } => "setup_fault",
            Self::Phase { .. } => "setup_phase",
            Self::Answer { .. } => "setup_answer",
        }
    }
}

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

/// Most bi blocks of one chi: of four copies one is eaten, and three in the hand would be a kan.
const MOST_BI: u8 = 2;

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

/// What a seat can hold and have done under the ruleset.
fn check_seat(rules: &Ruleset, seat: Seat, described: &SeatSetup) -> Result<(), SetupError> {
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

fn at_most(what: impl FnOnce() -> String, found: usize, most: usize) -> Result<(), SetupError> {
    if found <= most {
        return Ok(());
    }
    Err(SetupError::TooMany {
        what: what(),
        found,
        most,
    })
}

fn check_cards(state: &State) -> Result<(), SetupError> {
    for (card, found) in Card::ALL.into_iter().zip(state.tally()) {
        if found != u16::from(COPIES) {
            return Err(SetupError::Copies { card, found });
        }
    }
    Ok(())
}

/// Whether the start lies in the opening, before dealt ti are laid.
fn is_opening(start: Start) -> bool {
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

fn check_sizes(state: &State, rules: &Ruleset, setup: &Setup) -> Result<(), SetupError> {
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
fn check_phase(
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
