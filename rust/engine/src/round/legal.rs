//! What each seat may choose from in a phase. Reads the round, changes nothing.

use super::context_of;
use super::phase::Phase;
use super::state::State;
use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::chi::chi_options;
use crate::counts::Counts;
use crate::event::WinKind;
use crate::huxi::sum_huxi;
use crate::meld::MeldKind;
use crate::position::{Draw, DrawBy};
use crate::rules::{MustHu, NoDiscardTake, PassedHu, PengSelfFourth, Ruleset};
use crate::score::WinContext;
use crate::seat::{PerSeat, Seat};
use crate::win::can_win;

/// The offers of every seat in the present phase. A seat that is offered nothing is not asked.
pub(crate) fn offers(state: &State, rules: &Ruleset) -> PerSeat<ActionSet> {
    let pao = pao_due(state).is_some();
    PerSeat::from_fn(|seat| {
        if seat.index() < usize::from(state.seats) {
            offer(state, rules, seat, pao)
        } else {
            ActionSet::default()
        }
    })
}

/// The offer of one seat; where a pao is due, nobody may peng or chi. Rule: ruling 8.
fn offer(state: &State, rules: &Ruleset, seat: Seat, pao: bool) -> ActionSet {
    let must_hu = match (rules.must_hu(), state.phase) {
        (MustHu::None, _) => false,
        (MustHu::Discard, phase) => matches!(phase, Phase::Discarded { .. }),
        (MustHu::All, _) => true,
    };
    let mut set = ActionSet::default();
    if let Phase::Discard(discarder) = state.phase {
        return if seat == discarder {
            discards(state.hands[seat])
        } else {
            set
        };
    }
    if may_win(state, rules, seat) {
        set.insert(Action::Hu);
        if must_hu {
            return set;
        }
        set.insert(Action::Pass);
    }
    let takers = match state.phase {
        Phase::Drawn { seat: drawer, card } => Some((
            card,
            seat != drawer,
            seat == drawer || seat == drawer.next(state.seats),
        )),
        Phase::Discarded {
            seat: discarder,
            card,
        } => (seat != discarder).then_some((card, true, seat == discarder.next(state.seats))),
        Phase::SantiWukan
        | Phase::Tianhu
        | Phase::Dihu
        | Phase::OwnDraw { .. }
        | Phase::Discard(_)
        | Phase::Over(_) => None,
    };
    if let Some((card, may_peng, may_chi)) = takers.filter(|_| !pao) {
        intakes(state, seat, card, may_peng, may_chi, rules, &mut set);
    }
    set
}

/// Whether the seat may win in the present phase.
fn may_win(state: &State, rules: &Ruleset, seat: Seat) -> bool {
    match state.phase {
        Phase::SantiWukan => has_santi_wukan(state.hands[seat], rules),
        Phase::Tianhu => seat == state.dealer && is_complete(state, seat, WinKind::Tianhu, rules),
        Phase::Dihu => {
            seat != state.dealer
                && state.shown.is_some_and(|card| {
                    let draw = Draw::new(card, DrawBy::Other);
                    wins_on(state, seat, draw, WinKind::Dihu, rules)
                })
        }
        Phase::OwnDraw {
            seat: drawer,
            card,
            laid,
        } => {
            seat == drawer
                && !is_passed(state, seat, card, rules)
                && if laid {
                    is_complete(state, seat, WinKind::SelfDraw, rules)
                } else {
                    let draw = Draw::new(card, DrawBy::Own);
                    wins_on(state, seat, draw, WinKind::SelfDraw, rules)
                }
        }
        Phase::Drawn { seat: drawer, card } => {
            let (by, kind) = if seat == drawer {
                (DrawBy::Own, WinKind::SelfDraw)
            } else {
                (DrawBy::Other, WinKind::OtherDraw)
            };
            wins_on(state, seat, Draw { card, by }, kind, rules)
        }
        Phase::Discarded {
            seat: discarder,
            card,
        } => {
            let first = rules.dihu().on_first_discard() && is_first_discard(state, rules);
            let kind = if first {
                WinKind::Dihu
            } else {
                WinKind::Discard
            };
            (first || rules.discard_wins())
                && seat != discarder
                && wins_on(state, seat, Draw::new(card, DrawBy::Discard), kind, rules)
        }
        Phase::Discard(_) | Phase::Over(_) => false,
    }
}

/// Whether the contested card is the dealer's first of the round, with nothing taken before it. Rule: ruling 13.
pub(crate) fn is_first_discard(state: &State, rules: &Ruleset) -> bool {
    let untouched = |seat: Seat| {
        state.rows[seat].is_empty()
            && state.melds[seat]
                .iter()
                .all(|meld| meld.kind() == MeldKind::DealtTi)
    };
    matches!(state.phase, Phase::Discarded { seat, .. } if seat == state.dealer)
        && state.stock.len() == rules.full_stock()
        && Seat::all(state.seats).all(untouched)
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
    if state.dead[seat] || state.barred[seat] {
        return;
    }
    let hand = state.hands[seat];
    let must_leave = || match rules.no_discard_chi_peng() {
        NoDiscardTake::Illegal => state.owned(seat) + 1 > rules.waiting_size(state.quads(seat)),
        NoDiscardTake::Skip => false,
    };
    let leaves_discard = |rest: Counts| !rest.loose().is_empty() || !must_leave();
    if may_peng
        && hand.get(card) == 2
        && !state.stale_peng[seat].contains(card)
        && leaves_discard(hand.minus(card, 2))
    {
        set.insert(Action::Peng);
        if rules.must_peng() {
            set.remove(Action::Pass);
            return;
        }
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
pub(crate) fn forced_own(
    state: &State,
    seat: Seat,
    card: Card,
    rules: &Ruleset,
) -> Option<MeldKind> {
    match state.hands[seat].get(card) {
        3 => Some(MeldKind::Ti),
        2 if state.stale_peng[seat].contains(card) => Some(MeldKind::ChouWei),
        2 => Some(MeldKind::Wei),
        _ => own_quad_place(state, seat, card, rules).map(|_| MeldKind::Ti),
    }
}

/// Where the seat has a meld that the own draw of this card makes a ti. Rule: R10, A25.
pub(crate) fn own_quad_place(
    state: &State,
    seat: Seat,
    card: Card,
    rules: &Ruleset,
) -> Option<usize> {
    let of_peng = match rules.peng_self_fourth() {
        PengSelfFourth::Pao => false,
        PengSelfFourth::Ti => true,
    };
    state.laid(seat, card, |kind| {
        kind.is_wei() || (of_peng && kind == MeldKind::Peng)
    })
}

/// Whether the dealt hand has three ti or five kan. Rule: R31.
pub(crate) fn has_santi_wukan(hand: Counts, rules: &Ruleset) -> bool {
    let ti = hand.exactly(4).len();
    let kan = hand.exactly(3).len();
    ti >= 3 || kan + if rules.wukan_counts_ti() { ti } else { 0 } >= 5
}

/// Whether the seat's cards as they are make a win of this kind.
pub(crate) fn is_complete(state: &State, seat: Seat, kind: WinKind, rules: &Ruleset) -> bool {
    let context = context_for(state, seat, kind, rules);
    let (hand, melds) = (state.hands[seat], &state.melds[seat]);
    !state.dead[seat] && can_win(hand, melds, None, true, rules, context)
}

/// What the question whether the seat wins needs to know beside the cards.
fn context_for(state: &State, seat: Seat, kind: WinKind, rules: &Ruleset) -> WinContext {
    if rules.min_huxi_with_fan() == 0 {
        return WinContext::default();
    }
    context_of(state, rules, seat, kind)
}

/// Whether the seat declined a win on this card and so may not win on it now. Rule: A18, ruling 21.
fn is_passed(state: &State, seat: Seat, card: Card, rules: &Ruleset) -> bool {
    let passed = state.passed_hu[seat][card.index()];
    match rules.passed_hu() {
        PassedHu::Free => false,
        PassedHu::UntilXiChanges => passed == Some(sum_huxi(rules, &state.melds[seat])),
        PassedHu::Never => passed.is_some(),
    }
}

/// Whether the seat may win in this way on this card, which lies in none of its melds.
pub(crate) fn wins_on(
    state: &State,
    seat: Seat,
    draw: Draw,
    kind: WinKind,
    rules: &Ruleset,
) -> bool {
    let context = context_for(state, seat, kind, rules);
    let barred = rules.no_peng_wins(state.stale_peng[seat]);
    !state.dead[seat]
        && !is_passed(state, seat, draw.card, rules)
        && can_win(
            state.hands[seat],
            &state.melds[seat],
            Some(draw),
            !barred.contains(draw.card),
            rules,
            context,
        )
}
