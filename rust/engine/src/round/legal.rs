//! What each seat may choose from in a phase. Reads the round, changes nothing.

use super::phase::Phase;
use super::state::State;
use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::chi::chi_options;
use crate::counts::Counts;
use crate::meld::MeldKind;
use crate::rules::Ruleset;
use crate::seat::{PerSeat, Seat};
use crate::win::{Draw, DrawBy, can_win};

/// The offers of every seat in the present phase. A seat that is offered nothing is not asked.
pub(crate) fn offers(state: &State, rules: &Ruleset) -> PerSeat<ActionSet> {
    let win_offer = |may_win: bool| {
        let mut set = ActionSet::default();
        if may_win {
            set.insert(Action::Hu);
            set.insert(Action::Pass);
        }
        set
    };
    let pao = pao_due(state);
    let offer = |seat: Seat| match state.phase {
        Phase::SantiWukan => win_offer(has_santi_wukan(state.hands[seat], rules)),
        Phase::Tianhu => win_offer(seat == state.dealer && is_complete(state, seat, rules)),
        Phase::Dihu => win_offer(seat != state.dealer && wins_on_shown(state, seat, rules)),
        Phase::Discard(discarder) => {
            if seat == discarder {
                discards(state.hands[seat])
            } else {
                ActionSet::default()
            }
        }
        Phase::OwnDraw {
            seat: drawer,
            card,
            laid,
        } => win_offer(
            seat == drawer
                && if laid {
                    is_complete(state, seat, rules)
                } else {
                    wins_on_own_draw(state, seat, card, rules)
                },
        ),
        Phase::Drawn { seat: drawer, card } => {
            let by = if seat == drawer {
                DrawBy::Own
            } else {
                DrawBy::Other
            };
            let mut set = win_offer(wins_on(state, seat, Draw { card, by }, rules));
            if pao.is_none() {
                let may_chi = seat == drawer || seat == drawer.next(state.seats);
                intakes(state, seat, card, seat != drawer, may_chi, rules, &mut set);
            }
            set
        }
        Phase::Discarded {
            seat: discarder,
            card,
        } => {
            let mut set = ActionSet::default();
            if pao.is_none() && seat != discarder {
                let may_chi = seat == discarder.next(state.seats);
                intakes(state, seat, card, true, may_chi, rules, &mut set);
            }
            set
        }
        Phase::Over(_) => ActionSet::default(),
    };
    PerSeat::from_fn(|seat| {
        if seat.index() < usize::from(state.seats) {
            offer(seat)
        } else {
            ActionSet::default()
        }
    })
}

/// Every loose card. Rule: R8.
fn discards(hand: Counts) -> ActionSet {
    let mut set = ActionSet::default();
    for (card, _) in hand.loose().kinds() {
        set.insert(Action::Discard(card));
    }
    set
}

/// Adds peng and chi of the contested card, and with them pass. Rule: 2.4, 2.5, 2.6.
fn intakes(
    state: &State,
    seat: Seat,
    card: Card,
    may_peng: bool,
    may_chi: bool,
    rules: &Ruleset,
    set: &mut ActionSet,
) {
    if state.dead[seat] {
        return;
    }
    let hand = state.hands[seat];
    let due = state.owned(seat) + 1 > rules.waiting_size(state.quads(seat));
    // Rule 2.8: an intake that leaves no discard where one is due is illegal.
    let leaves_discard = |rest: Counts| !due || !rest.loose().is_empty();
    if may_peng
        && hand.get(card) == 2
        && !state.stale_peng[seat].contains(card)
        && leaves_discard(hand.minus(card, 2))
    {
        set.insert(Action::Peng);
    }
    if may_chi && !state.stale_chi[seat].contains(card) {
        for chi in chi_options(hand, card, rules).iter() {
            let rest = chi.taken(card).and_then(|taken| hand.checked_sub(taken));
            if rest.is_some_and(leaves_discard) {
                set.insert(Action::Chi(card, chi));
            }
        }
    }
    if !set.is_empty() {
        set.insert(Action::Pass);
    }
}

/// The seat that must pao the contested card, and the place of the meld it runs on; a kan has none.
///
/// Rule: R13, 2.3: a peng runs on a drawn card only, and on the own draw too.
pub(crate) fn pao_due(state: &State) -> Option<(Seat, Option<usize>)> {
    let (from, card, is_drawn) = match state.phase {
        Phase::Drawn { seat, card } => (seat, card, true),
        Phase::Discarded { seat, card } => (seat, card, false),
        Phase::SantiWukan
        | Phase::Tianhu
        | Phase::Dihu
        | Phase::Discard(_)
        | Phase::OwnDraw { .. }
        | Phase::Over(_) => return None,
    };
    let runs = |kind: MeldKind| kind.is_wei() || (is_drawn && kind == MeldKind::Peng);
    Seat::all(state.seats).find_map(|seat| {
        // A discarder holds no kan of its discard, a drawer's own kan or wei would be a ti.
        if seat != from && state.hands[seat].get(card) == 3 {
            return Some((seat, None));
        }
        state
            .laid(seat, card, runs)
            .map(|place| (seat, Some(place)))
    })
}

/// The kind that a drawn card is forced into at once, if any. Rule: 2.3 `RESPOND_DRAW` 1.
pub(crate) fn forced_own(state: &State, seat: Seat, card: Card) -> Option<MeldKind> {
    match state.hands[seat].get(card) {
        3 => Some(MeldKind::Ti),
        2 if state.stale_peng[seat].contains(card) => Some(MeldKind::ChouWei),
        2 => Some(MeldKind::Wei),
        _ => state
            .laid(seat, card, MeldKind::is_wei)
            .map(|_| MeldKind::Ti),
    }
}

/// Whether the dealt hand has three ti or five kan. Rule: R31.
pub(crate) fn has_santi_wukan(hand: Counts, rules: &Ruleset) -> bool {
    let ti = hand.exactly(4).len();
    let kan = hand.exactly(3).len();
    ti >= 3 || kan + if rules.wukan_counts_ti() { ti } else { 0 } >= 5
}

/// Whether the seat's cards as they are make a win.
pub(crate) fn is_complete(state: &State, seat: Seat, rules: &Ruleset) -> bool {
    !state.dead[seat] && can_win(state.hands[seat], &state.melds[seat], None, true, rules)
}

/// Whether a forced own draw that is not laid yet makes a win in a free reading. Rule: A4.
pub(crate) fn wins_on_own_draw(state: &State, seat: Seat, card: Card, rules: &Ruleset) -> bool {
    wins_on(
        state,
        seat,
        Draw {
            card,
            by: DrawBy::Own,
        },
        rules,
    )
}

fn wins_on_shown(state: &State, seat: Seat, rules: &Ruleset) -> bool {
    state.shown.is_some_and(|card| {
        wins_on(
            state,
            seat,
            Draw {
                card,
                by: DrawBy::Other,
            },
            rules,
        )
    })
}

fn wins_on(state: &State, seat: Seat, draw: Draw, rules: &Ruleset) -> bool {
    let peng_ok = may_complete_pair(state, seat, draw.card, rules);
    !state.dead[seat]
        && can_win(
            state.hands[seat],
            &state.melds[seat],
            Some(draw),
            peng_ok,
            rules,
        )
}

/// Whether the seat may read a hand pair and this card as a peng in a win. Rule: A49.
pub(crate) fn may_complete_pair(state: &State, seat: Seat, card: Card, rules: &Ruleset) -> bool {
    !(rules.stale_peng_blocks_hu() && state.stale_peng[seat].contains(card))
}
