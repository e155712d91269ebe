//! What each seat may choose from in a phase. Reads the round, changes nothing.

use super::phase::{Hu, Phase};
use super::state::State;
use super::{context_of, score_of};
use crate::action::{Action, ActionSet};
use crate::card::{COPIES, Card};
use crate::cardset::CardSet;
use crate::chi::{ChiId, chi_options, chi_with_faults};
use crate::counts::Counts;
use crate::event::WinKind;
use crate::huxi::sum_huxi;
use crate::meld::MeldKind;
use crate::position::{Draw, DrawBy};
use crate::rules::{Faults, MustHu, NoDiscardTake, PassedHu, PengSelfFourth, Ruleset};
use crate::score::WinContext;
use crate::seat::{PerSeat, Seat};
use crate::win::can_win;

/// The offers of every seat in the present phase. A seat that is offered nothing is not asked.
pub(crate) fn offers(state: &State, rules: &Ruleset) -> PerSeat<ActionSet> {
    let mut offers = PerSeat::<ActionSet>::default();
    let seats = Seat::all(state.seats);
    let must_hu = match rules.must_hu() {
        MustHu::None => false,
        MustHu::Discard => matches!(state.phase, Phase::Discarded { .. }),
        MustHu::All => true,
    };
    let allow = rules.faults() == Faults::Allow;
    let hu_if = |wins: bool| {
        let mut set = ActionSet::default();
        if wins {
            set.insert(Action::Hu);
            if !must_hu {
                set.insert(Action::Pass);
            }
        }
        set
    };
    match state.phase {
        Phase::SantiWukan => {
            for seat in seats {
                offers[seat] = hu_if(has_santi_wukan(state.hands[seat], rules));
            }
        }
        Phase::Tianhu => {
            let dealer = state.dealer;
            let complete = is_complete(state, dealer, WinKind::Tianhu, rules);
            offers[dealer] = hu_if(complete && beats_passed(state, rules, dealer));
        }
        Phase::Dihu => {
            for seat in seats.filter(|seat| *seat != state.dealer) {
                offers[seat] = hu_if(wins_on_shown(state, seat, rules));
            }
        }
        // Rule: 2.9, R9.
        Phase::LayTi(seat) => {
            offers[seat].insert(Action::Pass);
            if !state.hands[seat].exactly(COPIES).is_empty() {
                offers[seat].insert(Action::Ti);
            }
        }
        // Every loose card. Rule: R8.
        Phase::Discard(seat) => {
            offers[seat].insert_discards(state.hands[seat].loose().set());
            // Where none is due, one is a fault. Rule: 2.9.
            if allow && !state.owes_discard(seat, rules) {
                offers[seat].insert(Action::Pass);
            }
        }
        Phase::OwnDraw { seat, card, laid } => {
            let chosen = allow && !laid;
            let laying = forced_own(state, seat, card, rules).filter(|_| chosen);
            // A wei or ti that is the drawer's choice comes before a win, where own draws do. Rule: A4, 2.9.
            let asks_hu = !chosen || laying.is_some() && !rules.own_draw_first();
            let wins = asks_hu && wins_on_own(state, seat, card, laid, rules);
            let set = &mut offers[seat];
            *set = hu_if(wins);
            if chosen && !(must_hu && wins) {
                set.insert(Action::Pass);
                if let Some(kind) = laying {
                    let is_ti = kind == MeldKind::Ti;
                    set.insert(if is_ti { Action::Ti } else { Action::Wei });
                }
            }
        }
        Phase::Drawn { seat: drawer, card } => {
            // Where a pao is due, nobody may peng or chi. Rule: ruling 8.
            let pao = pao_due(state).map(|(seat, _)| seat);
            for seat in seats {
                let set = &mut offers[seat];
                *set = hu_if(wins_on_drawn(state, seat, drawer, card, rules));
                let free = !(must_hu && set.contains(Action::Hu));
                if allow && free && pao == Some(seat) {
                    insert_pao(set);
                } else if free && (allow || pao.is_none()) {
                    let may_chi = seat == drawer || seat == drawer.next(state.seats);
                    intakes(state, seat, card, seat != drawer, may_chi, rules, set);
                }
            }
        }
        Phase::Discarded {
            seat: discarder,
            card,
        } => {
            let pao = pao_due(state).map(|(seat, _)| seat);
            for seat in seats.filter(|seat| *seat != discarder) {
                let set = &mut offers[seat];
                *set = hu_if(wins_on_discard(state, seat, card, rules));
                let free = !(must_hu && set.contains(Action::Hu));
                if allow && free && pao == Some(seat) {
                    insert_pao(set);
                } else if free && (allow || pao.is_none()) {
                    let may_chi = seat == discarder.next(state.seats);
                    intakes(state, seat, card, true, may_chi, rules, set);
                }
            }
        }
        Phase::Over(_) => {}
    }
    offers
}

/// A pao that is the seat's choice. Rule: 2.9.
fn insert_pao(set: &mut ActionSet) {
    set.insert(Action::Pao);
    set.insert(Action::Pass);
}

/// Whether an idle seat wins on the dealer's shown card. Rule: ruling 13.
fn wins_on_shown(state: &State, seat: Seat, rules: &Ruleset) -> bool {
    state.shown.is_some_and(|card| {
        let draw = Draw::new(card, DrawBy::Other);
        wins_on(state, seat, draw, WinKind::Dihu, rules)
    })
}

/// Whether the drawer wins on its card that makes a wei or ti.
fn wins_on_own(state: &State, seat: Seat, card: Card, laid: bool, rules: &Ruleset) -> bool {
    if laid {
        !is_passed(state, seat, card, rules)
            && is_complete(state, seat, WinKind::SelfDraw, rules)
            && beats_passed(state, rules, seat)
    } else {
        let draw = Draw::new(card, DrawBy::Own);
        wins_on(state, seat, draw, WinKind::SelfDraw, rules)
    }
}

/// Whether the seat wins on the open card from the stock.
fn wins_on_drawn(state: &State, seat: Seat, drawer: Seat, card: Card, rules: &Ruleset) -> bool {
    let (by, kind) = if seat == drawer {
        (DrawBy::Own, WinKind::SelfDraw)
    } else {
        (DrawBy::Other, WinKind::OtherDraw)
    };
    state.ready[seat].may_win_on(card) && wins_on(state, seat, Draw { card, by }, kind, rules)
}

/// Whether the seat wins on another seat's discard. Rule: R28, rulings 13 and 19.
fn wins_on_discard(state: &State, seat: Seat, card: Card, rules: &Ruleset) -> bool {
    let first = rules.dihu().on_first_discard() && is_first_discard(state, rules);
    let kind = if first {
        WinKind::Dihu
    } else {
        WinKind::Discard
    };
    let draw = Draw::new(card, DrawBy::Discard);
    draw.is_open(rules, first) && wins_on(state, seat, draw, kind, rules)
}

/// The win that a declared hu is in this phase.
pub(crate) fn hu_of(state: &State, rules: &Ruleset, seat: Seat, phase: Phase) -> Hu {
    let hu = |card, kind, placed| Hu {
        seat,
        card,
        kind,
        placed,
        from: None,
    };
    match phase {
        Phase::Tianhu => hu(state.shown, WinKind::Tianhu, true),
        Phase::Dihu => hu(state.shown, WinKind::Dihu, true),
        Phase::OwnDraw { card, laid, .. } => hu(Some(card), WinKind::SelfDraw, laid),
        Phase::Drawn { seat: drawer, card } if drawer == seat => {
            hu(Some(card), WinKind::SelfDraw, false)
        }
        Phase::Drawn { card, .. } => hu(Some(card), WinKind::OtherDraw, false),
        Phase::Discarded { card, .. }
            if rules.dihu().on_first_discard() && is_first_discard(state, rules) =>
        {
            hu(Some(card), WinKind::Dihu, false)
        }
        Phase::Discarded { seat: from, card } => Hu {
            from: Some(from),
            ..hu(Some(card), WinKind::Discard, false)
        },
        Phase::SantiWukan | Phase::LayTi(_) | Phase::Discard(_) | Phase::Over(_) => {
            hu(None, WinKind::SantiWukan, true)
        }
    }
}

/// Whether the contested card is the dealer's first of the round, with nothing taken before it. Rule: ruling 13.
pub(crate) fn is_first_discard(state: &State, rules: &Ruleset) -> bool {
    matches!(state.phase, Phase::Discarded { seat, .. } if seat == state.dealer)
        && state.is_untouched(rules)
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
    let allow = rules.faults() == Faults::Allow;
    let hand = state.hands[seat];
    let must_leave = || match rules.no_discard_chi_peng() {
        NoDiscardTake::Illegal => state.owned(seat) + 1 > rules.waiting_size(state.quads(seat)),
        NoDiscardTake::Skip => false,
    };
    let leaves_discard = |rest: Counts| !rest.loose().is_empty() || !must_leave();
    if may_peng
        && hand.get(card) == 2
        && (allow || !state.stale_peng[seat].contains(card))
        && leaves_discard(hand.minus(card, 2))
    {
        set.insert(Action::Peng);
        // Nobody has to commit a fault. Rule: 2.9.
        if rules.must_peng() && !state.stale_peng[seat].contains(card) {
            set.remove(Action::Pass);
            return;
        }
    }
    if may_chi && (allow || !state.stale_chi[seat].contains(card)) {
        let mut options = if allow {
            chi_with_faults(hand, card, rules)
        } else {
            chi_options(hand, card, rules)
        };
        if hand.loose().len() <= ChiId::MOST_TAKEN && !options.is_empty() {
            options = (options.iter())
                .filter(|chi| {
                    let rest = chi.taken(card).and_then(|taken| hand.checked_sub(taken));
                    rest.is_some_and(leaves_discard)
                })
                .collect();
        }
        set.insert_chi(card, options);
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
        | Phase::LayTi(_)
        | Phase::Discard(_)
        | Phase::OwnDraw { .. }
        | Phase::Over(_) => return None,
    };
    for seat in Seat::all(state.seats) {
        let ready = &state.ready[seat];
        debug_assert!(ready.is_of(state.hands[seat], &state.melds[seat]));
        // A discarder holds no kan of its discard, a drawer's own kan or wei would be a ti.
        let kan = seat != from && ready.runs_on_kan(card);
        if kan | ready.runs_on_laid(card, is_drawn) {
            let runs = |kind: MeldKind| kind.is_wei() || kind == MeldKind::Peng;
            let place = if kan {
                None
            } else {
                state.laid(seat, card, runs)
            };
            // A ti that its drawer left does not run any more. Rule: 2.9.
            let is_left =
                |place: usize| seat == from && is_drawn && state.melds[seat][place].kind().is_wei();
            if !place.is_some_and(is_left) {
                return Some((seat, place));
            }
        }
    }
    None
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
    state.is_live(seat) && can_win(hand, melds, None, true, rules, context)
}

/// What the question whether the seat wins needs to know beside the cards.
fn context_for(state: &State, seat: Seat, kind: WinKind, rules: &Ruleset) -> WinContext {
    if rules.min_huxi_with_fan() == 0 {
        return WinContext::default();
    }
    context_of(state, rules, seat, kind)
}

/// Whether the win that the seat can have now is worth more than every one it declined. Rule: 4.4.
fn beats_passed(state: &State, rules: &Ruleset, seat: Seat) -> bool {
    let passed = state.passed_score[seat];
    passed == 0 || score_of(state, rules, hu_of(state, rules, seat, state.phase)) > passed
}

/// Whether the seat declined a win on this card and so may not win on it now. Rule: A18, ruling 21.
fn is_passed(state: &State, seat: Seat, card: Card, rules: &Ruleset) -> bool {
    let passed = state.passed_hu[seat][card.index()];
    match rules.passed_hu() {
        PassedHu::Free | PassedHu::MustBeat => false,
        PassedHu::UntilXiChanges => passed == Some(sum_huxi(rules, &state.melds[seat])),
        PassedHu::Never => passed.is_some(),
    }
}

/// The cards that the seat declined to win on and so may not win on now. Rule: A18, ruling 21.
pub(crate) fn locked_wins(state: &State, seat: Seat, rules: &Ruleset) -> CardSet {
    if rules.passed_hu() == PassedHu::Free {
        return CardSet::EMPTY;
    }
    let cards = Card::ALL.into_iter();
    cards
        .filter(|card| is_passed(state, seat, *card, rules))
        .collect()
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
    state.is_live(seat)
        && !is_passed(state, seat, draw.card, rules)
        && can_win(
            state.hands[seat],
            &state.melds[seat],
            Some(draw),
            !barred.contains(draw.card),
            rules,
            context,
        )
        && beats_passed(state, rules, seat)
}
