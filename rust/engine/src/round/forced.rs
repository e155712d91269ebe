//! What happens by itself: the opening, draws, wei, ti, pao, unclaimed cards. Writes the round.

use super::claim::{Standing, asked, could_chi, could_peng, standing};
use super::history::{Fate, Turn};
use super::legal::{
    forced_own, has_santi_wukan, hu_of, is_complete, offers, own_quad_place, pao_due,
};
use super::phase::{Outcome, Phase};
use super::row::RowCard;
use super::score_of;
use super::state::State;
use crate::action::Action;
use crate::card::Card;
use crate::event::{Event, EventSink, WinKind};
use crate::fault::Fault;
use crate::huxi::sum_huxi;
use crate::meld::{Meld, MeldKind};
use crate::rules::{DealerTwoTi, Faults, NoDiscardForced, PassedHu, Ruleset};
use crate::seat::{PerSeat, Seat};

/// What comes next where nobody has to be asked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The opening from this question on.
    Open(Opening),
    /// This seat draws.
    Draw(Seat),
    /// This seat has taken a card: it discards if one is due, else the next seat draws.
    After(Seat, Intake),
    /// The phase asks; if nobody is offered anything, or all have answered, it is settled.
    Ask,
}

/// Whether a seat had a choice about the card it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Intake {
    /// Dealt, wei, ti or pao.
    Forced,
    /// Chi or peng.
    Chosen,
}

/// The questions before the first discard, in their order. Rule: 2.3 OPEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// 三提五坎.
    SantiWukan,
    /// 天胡.
    Tianhu,
    /// 地胡.
    Dihu,
    /// The dealt ti are laid: by themselves, or where the ruleset allows faults by each seat from this one on.
    Lay(Seat),
    /// No question is left: play begins.
    Play,
}

/// Goes on until a seat has to answer or the round is over.
pub(crate) fn run(state: &mut State, rules: &Ruleset, mut step: Step, sink: &mut impl EventSink) {
    loop {
        let next = match step {
            Step::Open(opening) => open(state, rules, opening, sink),
            Step::Draw(seat) => draw(state, rules, seat, sink),
            Step::After(seat, intake) => after(state, rules, seat, intake, sink),
            Step::Ask => settle_claims(state, rules, sink),
        };
        match next {
            Some(next) => step = next,
            None => return,
        }
    }
}

/// Enters a phase and works out its offers.
pub(crate) fn enter(state: &mut State, rules: &Ruleset, phase: Phase) {
    state.phase = phase;
    state.answers = PerSeat::default();
    if phase.contested().is_some() {
        for seat in Seat::all(state.seats) {
            state.ready[seat].renew(state.hands[seat], &state.melds[seat], rules);
        }
    }
    state.offers = offers(state, rules);
}

fn open(
    state: &mut State,
    rules: &Ruleset,
    opening: Opening,
    sink: &mut impl EventSink,
) -> Option<Step> {
    match opening {
        Opening::SantiWukan => {
            let held = Seat::all(state.seats).any(|seat| has_santi_wukan(state.hands[seat], rules));
            Some(ask_if(
                state,
                rules,
                held,
                Phase::SantiWukan,
                Opening::Tianhu,
            ))
        }
        Opening::Tianhu => {
            let complete = is_complete(state, state.dealer, WinKind::Tianhu, rules);
            Some(ask_if(state, rules, complete, Phase::Tianhu, Opening::Dihu))
        }
        Opening::Dihu => {
            let played = rules.dihu().on_shown();
            let lay = Opening::Lay(state.dealer);
            Some(ask_if(state, rules, played, Phase::Dihu, lay))
        }
        Opening::Lay(first) => {
            if rules.faults() == Faults::Allow {
                // Every seat is asked, so that nobody learns from the question who holds four of a kind.
                enter(state, rules, Phase::LayTi(first));
                return None;
            }
            for seat in state.dealer.around(state.seats) {
                lay_dealt_ti(state, rules, seat, sink);
            }
            Some(Step::Open(Opening::Play))
        }
        Opening::Play => {
            let dealer = state.dealer;
            let discards_anyway = match rules.dealer_two_ti() {
                DealerTwoTi::SkipOpen => false,
                DealerTwoTi::OpenThenFree => !state.hands[dealer].loose().is_empty(),
            };
            if discards_anyway {
                enter(state, rules, Phase::Discard(dealer));
                return None;
            }
            Some(Step::After(dealer, Intake::Forced))
        }
    }
}

/// Asks the opening question if it arises, else goes to the next one.
fn ask_if(
    state: &mut State,
    rules: &Ruleset,
    arises: bool,
    phase: Phase,
    otherwise: Opening,
) -> Step {
    if !arises {
        return Step::Open(otherwise);
    }
    enter(state, rules, phase);
    Step::Ask
}

fn lay_dealt_ti(state: &mut State, rules: &Ruleset, seat: Seat, sink: &mut impl EventSink) {
    for card in state.hands[seat].exactly(4).iter() {
        state.hands[seat] = state.hands[seat].minus(card, 4);
        state.melds[seat].push(Meld::same(MeldKind::DealtTi, card));
        sink.put(if rules.ti_visible() {
            Event::DealtTi { seat, card }
        } else {
            let card = Some(card);
            Event::ConcealedTi { seat, card }
        });
    }
}

fn draw(state: &mut State, rules: &Ruleset, seat: Seat, sink: &mut impl EventSink) -> Option<Step> {
    let left = state.stock.len() > usize::from(rules.undrawn());
    let Some(card) = left.then(|| state.stock.pop()).flatten() else {
        sink.put(Event::Exhausted);
        enter(state, rules, Phase::Over(Outcome::Exhausted));
        return None;
    };
    // Where the drawer may leave a wei or ti, it looks at every card first: others must not see what it could have laid.
    let chosen = rules.faults() == Faults::Allow;
    let forced = forced_own(state, seat, card, rules);
    if forced.is_none() && !chosen {
        return Some(show(state, rules, seat, card, sink));
    }
    sink.put(Event::ConcealedDraw {
        seat,
        card: Some(card),
    });
    let laid = rules.own_draw_first() && !chosen;
    if let Some(kind) = forced.filter(|_| laid) {
        lay_own(state, rules, seat, card, kind, sink);
    }
    enter(state, rules, Phase::OwnDraw { seat, card, laid });
    Some(Step::Ask)
}

/// Shows a card from the stock to all.
fn show(
    state: &mut State,
    rules: &Ruleset,
    seat: Seat,
    card: Card,
    sink: &mut impl EventSink,
) -> Step {
    sink.put(Event::Draw { seat, card });
    enter(state, rules, Phase::Drawn { seat, card });
    Step::Ask
}

/// Remembers the first fault of a seat. Rule: 2.9.
pub(crate) fn commit(
    state: &mut State,
    seat: Seat,
    fault: Option<Fault>,
    sink: &mut impl EventSink,
) {
    if let (Some(fault), None) = (fault, state.faults[seat]) {
        state.faults[seat] = Some(fault);
        sink.put(Event::Fault { seat, fault });
    }
}

/// Lays the wei or ti that an own draw makes. Rule: R10, R11, R22.
pub(crate) fn lay_own(
    state: &mut State,
    rules: &Ruleset,
    seat: Seat,
    card: Card,
    kind: MeldKind,
    sink: &mut impl EventSink,
) {
    let place = own_quad_place(state, seat, card, rules);
    let on = lay_set(state, seat, card, kind, place);
    let (seen, fate) = match kind {
        MeldKind::Wei => (Some(card).filter(|_| rules.wei_open()), Fate::Wei),
        MeldKind::ChouWei => (Some(card), Fate::ChouWei),
        MeldKind::Ti
        | MeldKind::Chi
        | MeldKind::Peng
        | MeldKind::Kan
        | MeldKind::Pao
        | MeldKind::DealtTi
        | MeldKind::Pair => {
            let grown = place.is_some();
            (Some(card), Fate::Ti { grown })
        }
    };
    state.history.push(Turn::new(seen, true, seat, fate));
    sink.put(match kind {
        MeldKind::Wei if rules.wei_open() => Event::OpenWei { seat, card },
        MeldKind::Wei => Event::Wei {
            seat,
            card: Some(card),
        },
        MeldKind::ChouWei => Event::ChouWei { seat, card },
        MeldKind::Ti
        | MeldKind::Chi
        | MeldKind::Peng
        | MeldKind::Kan
        | MeldKind::Pao
        | MeldKind::DealtTi
        | MeldKind::Pair => Event::Ti {
            seat,
            card,
            on: Some(on),
        },
    });
}

/// Lays a set: over the meld at `place`, or else from the hand with the taken card as its last. Tells what was there
/// before: the meld, or a kan.
pub(crate) fn lay_set(
    state: &mut State,
    seat: Seat,
    card: Card,
    kind: MeldKind,
    place: Option<usize>,
) -> MeldKind {
    let meld = Meld::same(kind, card);
    match place {
        Some(place) => std::mem::replace(&mut state.melds[seat][place], meld).kind(),
        None => {
            state.hands[seat] = state.hands[seat].minus(card, kind.size() - 1);
            state.melds[seat].push(meld);
            MeldKind::Kan
        }
    }
}

fn after(
    state: &mut State,
    rules: &Ruleset,
    seat: Seat,
    intake: Intake,
    sink: &mut impl EventSink,
) -> Option<Step> {
    if !state.must_discard(seat, rules) {
        if rules.faults() == Faults::Allow {
            enter(state, rules, Phase::Discard(seat));
            return None;
        }
        return Some(Step::Draw(seat.next(state.seats)));
    }
    if state.hands[seat].loose().is_empty() {
        // Rule 2.8, rulings 3 and 4: it owns more than a complete hand can be made of.
        let dies = match (intake, rules.no_discard_forced()) {
            (Intake::Forced, NoDiscardForced::Dead) => true,
            (Intake::Chosen, _) | (Intake::Forced, NoDiscardForced::Skip) => false,
        };
        if dies && !state.dead[seat] {
            state.dead[seat] = true;
            sink.put(Event::Dead { seat });
        }
        return Some(Step::Draw(seat.next(state.seats)));
    }
    enter(state, rules, Phase::Discard(seat));
    None
}

/// Settles the phase if its claims are decided. Where they are not, it waits.
fn settle_claims(state: &mut State, rules: &Ruleset, sink: &mut impl EventSink) -> Option<Step> {
    match (standing(state), state.phase) {
        (Standing::Open(_), _) | (_, Phase::Discard(_) | Phase::Over(_)) => None,
        (Standing::Taken(seat, Action::Hu), phase) => {
            let hu = hu_of(state, rules, seat, phase);
            sink.put(Event::Hu {
                seat,
                card: hu.card,
                kind: hu.kind,
            });
            enter(state, rules, Phase::Over(Outcome::Hu(hu)));
            None
        }
        (Standing::Taken(_, _) | Standing::Declined, Phase::SantiWukan) => {
            mark_passed_hu(state, rules, None);
            Some(Step::Open(Opening::Tianhu))
        }
        (Standing::Taken(_, _) | Standing::Declined, Phase::Tianhu) => {
            mark_passed_hu(state, rules, None);
            Some(Step::Open(Opening::Dihu))
        }
        (Standing::Taken(_, _) | Standing::Declined, Phase::Dihu) => {
            mark_passed_hu(state, rules, state.shown);
            Some(Step::Open(Opening::Lay(state.dealer)))
        }
        (standing, Phase::LayTi(seat)) => {
            if standing == Standing::Declined {
                commit(state, seat, asked(state, seat).fault(Action::Pass), sink);
            } else {
                lay_dealt_ti(state, rules, seat, sink);
            }
            let next = seat.next(state.seats);
            Some(Step::Open(if next == state.dealer {
                Opening::Play
            } else {
                Opening::Lay(next)
            }))
        }
        (standing, Phase::OwnDraw { seat, card, laid }) => {
            mark_passed_hu(state, rules, Some(card));
            if !laid && rules.faults() == Faults::Allow {
                return Some(settle_own(state, rules, standing, seat, card, sink));
            }
            if !laid && let Some(kind) = forced_own(state, seat, card, rules) {
                lay_own(state, rules, seat, card, kind, sink);
            }
            Some(Step::After(seat, Intake::Forced))
        }
        (standing, Phase::Drawn { seat, card } | Phase::Discarded { seat, card }) => {
            Some(settle_card(state, rules, standing, seat, card, sink))
        }
    }
}

/// Lays or shows the own draw, as its drawer chose. Rule: 2.9.
fn settle_own(
    state: &mut State,
    rules: &Ruleset,
    standing: Standing,
    seat: Seat,
    card: Card,
    sink: &mut impl EventSink,
) -> Step {
    let kind = forced_own(state, seat, card, rules);
    let Some(kind) = kind.filter(|_| standing != Standing::Declined) else {
        commit(state, seat, asked(state, seat).fault(Action::Pass), sink);
        return show(state, rules, seat, card, sink);
    };
    lay_own(state, rules, seat, card, kind, sink);
    if !rules.own_draw_first() {
        return Step::After(seat, Intake::Forced);
    }
    let laid = true;
    enter(state, rules, Phase::OwnDraw { seat, card, laid });
    Step::Ask
}

/// Gives the card to whoever gets it: a forced pao, the claim that stands, or the row. Rule: 2.3, 2.6.
fn settle_card(
    state: &mut State,
    rules: &Ruleset,
    standing: Standing,
    from: Seat,
    card: Card,
    sink: &mut impl EventSink,
) -> Step {
    mark_passed_hu(state, rules, Some(card));
    let is_drawn = matches!(state.phase, Phase::Drawn { .. });
    let became = |seat, fate| Turn::new(Some(card), is_drawn, seat, fate);
    let pao = pao_due(state);
    let left =
        rules.faults() == Faults::Allow && !matches!(standing, Standing::Taken(_, Action::Pao));
    if let Some((seat, place)) = pao.filter(|_| !left) {
        let grown = place.is_some();
        state.history.push(became(seat, Fate::Pao { grown }));
        let fed = matches!(state.phase, Phase::Discarded { .. }) && place.is_some();
        state.barred[from] |= fed && rules.feed_pao_penalty();
        let on = Some(lay_set(state, seat, card, MeldKind::Pao, place));
        sink.put(Event::Pao { seat, card, on });
        return Step::After(seat, Intake::Forced);
    }
    if let Some((seat, _)) = pao {
        commit(state, seat, Some(Fault::Zoupao), sink);
    }
    if let Standing::Taken(seat, action) = standing {
        commit(state, seat, asked(state, seat).fault(action), sink);
    }
    match standing {
        Standing::Taken(seat, Action::Peng) => {
            state.history.push(became(seat, Fate::Peng));
            lay_set(state, seat, card, MeldKind::Peng, None);
            sink.put(Event::Peng { seat, card });
            Step::After(seat, Intake::Chosen)
        }
        Standing::Taken(seat, Action::Chi(_, chi)) => {
            state.history.push(became(seat, Fate::Chi(chi)));
            mark_declined_peng(state, rules, card);
            if seat != from && could_chi(state, rules, from) && rules.stale_on_pass_to_next() {
                mark_stale_chi(state, rules, from, card);
            }
            state.hands[seat] = chi
                .taken(card)
                .and_then(|taken| state.hands[seat].checked_sub(taken))
                .expect("a chi is offered only where the hand has its cards");
            for block in Action::Chi(card, chi).blocks() {
                state.melds[seat].push(Meld::chi(block));
            }
            if rules.counts_bi() {
                state.bi[seat] = state.bi[seat].max(chi.bi());
            }
            sink.put(Event::Chi { seat, card, chi });
            Step::After(seat, Intake::Chosen)
        }
        Standing::Taken(
            _,
            Action::Hu | Action::Pass | Action::Discard(_) | Action::Pao | Action::Wei | Action::Ti,
        )
        | Standing::Declined
        | Standing::Open(_) => {
            mark_declined_peng(state, rules, card);
            for seat in Seat::all(state.seats) {
                if could_chi(state, rules, seat) {
                    mark_stale_chi(state, rules, seat, card);
                }
            }
            let row = if matches!(state.phase, Phase::Discarded { .. }) {
                RowCard::discarded(card)
            } else {
                RowCard::drawn(card)
            };
            state.rows[from].push(row);
            state.history.push(became(from, Fate::Row));
            sink.put(Event::Unclaimed { seat: from, card });
            Step::Draw(from.next(state.seats))
        }
    }
}

/// Remembers the wins that were declined, on a card or as dealt. Rule: A18, ruling 21, 4.4.
fn mark_passed_hu(state: &mut State, rules: &Ruleset, card: Option<Card>) {
    if rules.passed_hu() == PassedHu::Free {
        return;
    }
    for seat in Seat::all(state.seats) {
        if !state.offers[seat].contains(Action::Hu) {
            continue;
        }
        match rules.passed_hu() {
            PassedHu::Free => {}
            PassedHu::UntilXiChanges | PassedHu::Never => {
                if let Some(card) = card {
                    state.passed_hu[seat][card.index()] = Some(sum_huxi(rules, &state.melds[seat]));
                }
            }
            PassedHu::MustBeat => {
                let score = score_of(state, rules, hu_of(state, rules, seat, state.phase));
                state.passed_score[seat] = state.passed_score[seat].max(score);
            }
        }
    }
}

/// A declined peng is stale whoever then takes the card, unless by hu or pao. Rule: ruling 9.
fn mark_declined_peng(state: &mut State, rules: &Ruleset, card: Card) {
    for seat in Seat::all(state.seats) {
        if could_peng(state, seat) {
            mark_stale_peng(state, rules, seat, card);
        }
    }
}

/// The seat may not chi the card any more; nor peng it where the sets are joint. Rule: 2.6, ruling 21.
pub(crate) fn mark_stale_chi(state: &mut State, rules: &Ruleset, seat: Seat, card: Card) {
    state.stale_chi[seat].insert(card);
    if rules.stale_joint() {
        state.stale_peng[seat].insert(card);
    }
}

/// The seat may not peng the card any more; nor chi it where the sets are joint. Rule: 2.6, ruling 21.
pub(crate) fn mark_stale_peng(state: &mut State, rules: &Ruleset, seat: Seat, card: Card) {
    state.stale_peng[seat].insert(card);
    if rules.stale_joint() {
        state.stale_chi[seat].insert(card);
    }
}
