//! Who gets the card: claims in order of priority, answers in any order. Reads the round, changes nothing.
//!
//! Rule: 2.3: hu before pao before peng before chi; hu in turn order from the drawer, chi by the drawer before the next
//! seat. An answer settles the card once nobody who could still overrule it is undecided.

use super::phase::Phase;
use super::state::State;
use crate::action::Action;
use crate::fault::Asked;
use crate::rules::{Faults, Ruleset};
use crate::seat::{MAX_SEATS, Seat};

/// A kind of claim, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    Hu,
    /// Peng, pao, or the wei or ti of an own draw: of four copies of a card, only one seat can have three or make them.
    Set,
    Chi,
}

impl Claim {
    const ALL: [Self; 3] = [Self::Hu, Self::Set, Self::Chi];

    /// The claim that an action makes.
    const fn of(action: Action) -> Option<Self> {
        match action {
            Action::Hu => Some(Self::Hu),
            Action::Peng | Action::Pao | Action::Wei | Action::Ti => Some(Self::Set),
            Action::Chi(..) => Some(Self::Chi),
            Action::Pass | Action::Discard(_) => None,
        }
    }

    /// The action numbers that make this claim.
    const fn mask(self) -> u128 {
        match self {
            Self::Hu => 1 << Action::Hu.id(),
            Self::Set => {
                1 << Action::Peng.id()
                    | 1 << Action::Pao.id()
                    | 1 << Action::Wei.id()
                    | 1 << Action::Ti.id()
            }
            Self::Chi => u128::MAX << Action::FIRST_CHI,
        }
    }
}

/// How the claims on a card stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// This seat has to answer first; others may answer too.
    Open(Seat),
    /// This seat's action stands.
    Taken(Seat, Action),
    /// Everybody who could claim declined.
    Declined,
}

/// The seat from which the claims of a phase are ordered.
fn first_seat(state: &State) -> Seat {
    match state.phase {
        Phase::SantiWukan | Phase::Tianhu | Phase::Dihu | Phase::Over(_) => state.dealer,
        Phase::LayTi(seat)
        | Phase::Discard(seat)
        | Phase::OwnDraw { seat, .. }
        | Phase::Drawn { seat, .. }
        | Phase::Discarded { seat, .. } => seat,
    }
}

/// Goes through the claims that are possible, the strongest first, until one gives a result.
fn find_claim<T>(state: &State, mut look: impl FnMut(Claim, Seat) -> Option<T>) -> Option<T> {
    let first = first_seat(state);
    let all = Seat::all(state.seats).fold(0, |all, seat| all | state.offers[seat].mask());
    for claim in Claim::ALL {
        if all & claim.mask() == 0 {
            continue;
        }
        let mut seat = first;
        for _ in 0..state.seats {
            let possible = state.offers[seat].mask() & claim.mask() != 0;
            if possible && let Some(found) = look(claim, seat) {
                return Some(found);
            }
            seat = seat.next(state.seats);
        }
    }
    None
}

/// How the claims stand.
pub(crate) fn standing(state: &State) -> Standing {
    let mut offered = Seat::all(state.seats).filter(|seat| !state.offers[*seat].is_empty());
    match (offered.next(), offered.next()) {
        (None, _) => Standing::Declined,
        // Most cards are one seat's affair.
        (Some(seat), None) => match state.answers[seat] {
            None => Standing::Open(seat),
            Some(answer) if Claim::of(answer).is_some() => Standing::Taken(seat, answer),
            Some(_) => Standing::Declined,
        },
        (Some(_), Some(_)) => find_claim(state, |claim, seat| match state.answers[seat] {
            None => Some(Standing::Open(seat)),
            Some(answer) => {
                (Claim::of(answer) == Some(claim)).then_some(Standing::Taken(seat, answer))
            }
        })
        .unwrap_or(Standing::Declined),
    }
}

/// Whether the seat's answer can still matter.
pub(crate) fn is_active(state: &State, seat: Seat) -> bool {
    if state.offers[seat].is_empty() || state.answers[seat].is_some() {
        return false;
    }
    // Only what another seat has claimed can make it needless.
    let answered = Seat::all(state.seats).any(|seat| state.answers[seat].is_some());
    !answered || active(state)[seat.index()]
}

/// Which seats' answers can still matter.
pub(crate) fn active(state: &State) -> [bool; MAX_SEATS] {
    let mut active = [false; MAX_SEATS];
    // One seat is asked, whether or not it can claim anything.
    if let Phase::Discard(seat) | Phase::LayTi(seat) | Phase::OwnDraw { seat, .. } = state.phase {
        active[seat.index()] = !state.offers[seat].is_empty();
        return active;
    }
    // Nothing below a claim that is made can matter.
    let _ = find_claim(state, |claim, seat| match state.answers[seat] {
        None => {
            active[seat.index()] = true;
            None
        }
        Some(answer) => (Claim::of(answer) == Some(claim)).then_some(()),
    });
    active
}

/// Whether the seat was offered a chi of the card that is no fault. Rule: ruling 7.
pub(crate) fn could_chi(state: &State, rules: &Ruleset, seat: Seat) -> bool {
    let offers = state.offers[seat];
    offers.mask() & Claim::Chi.mask() != 0
        && match rules.faults() {
            Faults::Prevent => true,
            Faults::Allow => offers.iter().any(|action| {
                matches!(action, Action::Chi(..)) && asked(state, seat).fault(action).is_none()
            }),
        }
}

/// Whether the seat was offered a peng of the card that is no fault.
pub(crate) fn could_peng(state: &State, seat: Seat) -> bool {
    state.offers[seat].contains(Action::Peng) && asked(state, seat).fault(Action::Peng).is_none()
}

/// What the seat is asked, with what decides which answers are faults.
pub(crate) fn asked(state: &State, seat: Seat) -> Asked {
    Asked {
        legal: state.offers[seat],
        hand: state.hands[seat],
        stale_chi: state.stale_chi[seat],
        stale_peng: state.stale_peng[seat],
        contested: state.phase.contested(),
    }
}
