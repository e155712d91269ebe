//! One round, from the deal to its settlement, as a value.
//!
//! [`State`](state::State) is all of it beside the ruleset. [`legal`] and [`claim`] read it, [`apply`] and [`forced`]
//! write it, and nothing else does. A round rests only where a seat has to answer or where it is over.

mod apply;
pub(crate) mod claim;
mod forced;
mod history;
mod legal;
mod phase;
mod placed;
mod ready;
mod row;
mod setup;
mod setup_bytes;
mod setup_check;
mod setup_line;
mod setup_text;
pub(crate) mod state;

use std::sync::Arc;

use tinyvec::ArrayVec;

pub use apply::IllegalAction;
pub(crate) use history::HISTORY_CAPACITY;
pub use history::{Fate, History, Turn};
pub(crate) use legal::locked_wins;
pub use phase::{Hu, Outcome, Phase};
pub use row::{ROW_CAPACITY, Row, RowCard};
pub use setup::{SeatSetup, Setup, SetupError, Start};
pub use setup_bytes::SETUP_FORMAT;
pub(crate) use setup_bytes::{read_hu, read_row_card, write_hu};
pub(crate) use setup_line::{joined, number};
pub use setup_text::ParseSetupError;
pub(crate) use setup_text::seat as parse_seat;

use crate::action::{Action, ActionSet};
use crate::card::{COPIES, Card, Size};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::deck::Deck;
use crate::event::{Event, EventSink, WinKind};
use crate::fault::Fault;
use crate::meld::{Meld, MeldKind};
use crate::position::{Draw, DrawBy};
use crate::rules::Ruleset;
use crate::score::WinContext;
use crate::seat::{PerSeat, Seat};
use crate::settle::{NextDeal, SeatWin, Settlement, next_deal};
use crate::win::{Win, best_win_in, leaves_tinghu, santi_wukan};
use forced::{Opening, Step, run};
use state::State;

/// A round of the game.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Round, Ruleset, Seat};
/// let rules = Arc::new(Ruleset::default());
/// let mut events = Vec::new();
/// let mut round = Round::from_deck(rules, &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut events)?;
/// while let Some(seat) = round.asked() {
///     let action = round.legal(seat).iter().next().expect("who is asked can answer");
///     round.apply(seat, action, &mut events)?;
/// }
/// assert!(round.settlement().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Round {
    rules: Arc<Ruleset>,
    state: State,
}

impl Round {
    /// Deals a round from a deck.
    ///
    /// # Errors
    /// A dealer whom the table does not have.
    pub fn from_deck(
        rules: Arc<Ruleset>,
        deck: &Deck,
        dealer: Seat,
        drawn_before: u16,
        sink: &mut impl EventSink,
    ) -> Result<Self, IllegalAction> {
        let seats = rules.seats();
        if dealer.index() >= usize::from(seats) {
            return Err(IllegalAction::NoSeat {
                found: dealer.index(),
                last: seats - 1,
            });
        }
        let mut state = dealt(&rules, deck, dealer, drawn_before);
        let shown = deck.cards()[usize::from(rules.hand_size() * seats)];
        sink.put(Event::Deal {
            dealer,
            hands: PerSeat::from_fn(|seat| {
                (seat.index() < usize::from(seats)).then(|| state.hands[seat])
            }),
            shown,
        });
        run(&mut state, &rules, Step::Open(Opening::SantiWukan), sink);
        Ok(Self { rules, state })
    }

    /// The ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The dealer.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.state.dealer
    }

    /// Drawn rounds in a row before this one.
    #[must_use]
    pub const fn drawn_before(&self) -> u16 {
        self.state.drawn_before
    }

    /// The dealer's last card (亮张), as everyone saw it.
    #[must_use]
    pub const fn shown(&self) -> Option<Card> {
        self.state.shown
    }

    /// What the round waits for.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The seats of the table.
    #[must_use]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        Seat::all(self.state.seats)
    }

    /// The hand of a seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Counts {
        self.state.hands[seat]
    }

    /// The table melds of a seat, as laid.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> &[Meld] {
        &self.state.melds[seat]
    }

    /// The cards that a seat brought and nobody took.
    #[must_use]
    pub fn row(&self, seat: Seat) -> &[RowCard] {
        &self.state.rows[seat]
    }

    /// The cards that a seat may not chi. Rule: 2.6.
    #[must_use]
    pub fn stale_chi(&self, seat: Seat) -> CardSet {
        self.state.stale_chi[seat]
    }

    /// The cards that a seat may not peng. Rule: 2.6.
    #[must_use]
    pub fn stale_peng(&self, seat: Seat) -> CardSet {
        self.state.stale_peng[seat]
    }

    /// Whether a seat can no longer win. Rule: ruling 3.
    #[must_use]
    pub fn is_dead(&self, seat: Seat) -> bool {
        self.state.dead[seat]
    }

    /// The first fault that a seat committed; it can no longer win. Rule: 2.9.
    #[must_use]
    pub fn fault(&self, seat: Seat) -> Option<Fault> {
        self.state.faults[seat]
    }

    /// The fault that an answer of the seat is, if the seat gets what it claims; none of an answer that is no fault or not
    /// legal now. Rule: R30, 2.9.
    #[must_use]
    pub fn fault_of(&self, seat: Seat, action: Action) -> Option<Fault> {
        claim::asked(&self.state, seat)
            .fault(action)
            .filter(|_| self.legal(seat).contains(action))
    }

    /// The stock in drawing order.
    #[must_use]
    pub fn stock(&self) -> impl ExactSizeIterator<Item = Card> + '_ {
        self.state.stock.iter().rev().copied()
    }

    /// What became of the cards that came up.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.state.history
    }

    /// The seats whose answer can still matter.
    #[must_use]
    pub fn active_seats(&self) -> ArrayVec<[Seat; 4]> {
        let active = claim::active(&self.state);
        self.seats().filter(|seat| active[seat.index()]).collect()
    }

    /// The seat to ask next: the one with the highest claim among those undecided.
    #[must_use]
    pub fn asked(&self) -> Option<Seat> {
        if let Phase::Discard(seat) = self.state.phase {
            return Some(seat);
        }
        match claim::standing(&self.state) {
            claim::Standing::Open(seat) => Some(seat),
            claim::Standing::Taken(..) | claim::Standing::Declined => None,
        }
    }

    /// What a seat may answer; nothing where it is not asked.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> ActionSet {
        apply::legal(&self.state, seat)
    }

    /// The answer that a seat has given in this phase, while others are undecided.
    #[must_use]
    pub fn answer(&self, seat: Seat) -> Option<Action> {
        self.state.answers[seat]
    }

    /// Takes a seat's answer and plays on until somebody has to answer again.
    ///
    /// # Errors
    /// A seat that is not asked or an action that is not offered to it; the round is then unchanged.
    pub fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        sink: &mut impl EventSink,
    ) -> Result<(), IllegalAction> {
        apply::apply(&mut self.state, &self.rules, seat, action, sink)
    }

    /// Whether the round is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Over(_))
    }

    /// How it ended and who pays whom, once it is over.
    #[must_use]
    pub fn settlement(&self) -> Option<Settlement> {
        let settlement = match self.state.phase {
            Phase::Over(Outcome::Exhausted) => {
                Some(Settlement::drawn(&self.rules, self.state.dealer))
            }
            Phase::Over(Outcome::Hu(hu)) => win_of(&self.state, &self.rules, hu).map(|win| {
                let Hu {
                    seat,
                    card,
                    kind,
                    placed,
                    from,
                } = hu;
                // 地胡 on a discard is on the dealer's first. Rule: ruling 13.
                let on_first_discard = kind == WinKind::Dihu && !placed;
                let from = from.or(on_first_discard.then_some(self.state.dealer));
                Settlement::won(
                    &self.rules,
                    SeatWin {
                        seat,
                        kind,
                        card,
                        from,
                        win,
                    },
                )
            }),
            Phase::SantiWukan
            | Phase::Tianhu
            | Phase::Dihu
            | Phase::LayTi(_)
            | Phase::Discard(_)
            | Phase::OwnDraw { .. }
            | Phase::Drawn { .. }
            | Phase::Discarded { .. } => None,
        };
        settlement.map(|settlement| settlement.with_ti(&self.rules, self.ti()))
    }

    /// The ti of each seat, dealt ones still in the hand included: of small cards, of big ones.
    fn ti(&self) -> PerSeat<[u8; 2]> {
        PerSeat::from_fn(|seat| {
            let laid = self.state.melds[seat].iter();
            let laid = laid
                .filter(|meld| matches!(meld.kind(), MeldKind::Ti | MeldKind::DealtTi))
                .filter_map(|meld| meld.card());
            // Those held after the opening were not laid in time. Rule: 2.9.
            let held = match self.state.faults[seat] {
                None => self.state.hands[seat].exactly(COPIES),
                Some(_) => CardSet::EMPTY,
            };
            let mut ti = [0; 2];
            for card in laid.chain(held.iter()) {
                match card.size() {
                    Size::Small => ti[0] += 1,
                    Size::Big => ti[1] += 1,
                }
            }
            ti
        })
    }

    /// The round that comes after this one, once it is over.
    #[must_use]
    pub fn next_deal(&self) -> Option<NextDeal> {
        let settlement = self.settlement()?;
        Some(next_deal(
            &self.rules,
            self.state.dealer,
            self.state.drawn_before,
            &settlement,
        ))
    }

    /// The state, for views and stored forms.
    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// The round back at an earlier state of its own.
    pub(crate) fn restore(&mut self, state: &State) {
        self.state = *state;
    }
}

/// The cards as dealt, before anything is asked. Rule: R4, R5, design of the deck order.
fn dealt(rules: &Ruleset, deck: &Deck, dealer: Seat, drawn_before: u16) -> State {
    let seats = rules.seats();
    let size = usize::from(rules.hand_size());
    let mut hands = PerSeat::<Counts>::default();
    for (i, seat) in dealer.around(seats).enumerate() {
        hands[seat] = deck.part(i * size..(i + 1) * size);
    }
    let dealt = size * usize::from(seats);
    let shown = deck.cards()[dealt];
    hands[dealer] = hands[dealer].plus(shown);
    State {
        seats,
        dealer,
        drawn_before,
        shown: Some(shown),
        phase: Phase::SantiWukan,
        stock: deck.cards()[dealt + 1..].iter().rev().copied().collect(),
        hands,
        melds: PerSeat::default(),
        rows: PerSeat::default(),
        stale_chi: PerSeat::default(),
        stale_peng: PerSeat::default(),
        dead: PerSeat::default(),
        faults: PerSeat::default(),
        barred: PerSeat::default(),
        passed_hu: PerSeat::default(),
        passed_score: PerSeat::default(),
        bi: PerSeat::default(),
        offers: PerSeat::default(),
        answers: PerSeat::default(),
        history: History::begun(),
        ready: PerSeat::default(),
    }
}

/// What the cards alone cannot say about a win of the seat in this state, but for the card turned up after it.
pub(crate) fn context_of(state: &State, rules: &Ruleset, seat: Seat, kind: WinKind) -> WinContext {
    let from_stock = matches!(kind, WinKind::OtherDraw | WinKind::SelfDraw);
    let left = state.stock.len();
    WinContext {
        last_card: from_stock && left == usize::from(rules.undrawn()),
        first_card: from_stock && left + 1 == rules.full_stock(),
        tianhu: kind == WinKind::Tianhu,
        dihu: kind == WinKind::Dihu,
        nothing_taken: state.melds[seat]
            .iter()
            .all(|meld| leaves_tinghu(meld.kind(), rules)),
        drawn_before: state.drawn_before,
        flipped: None,
        bi: state.bi[seat],
    }
}

/// The win that ended the round.
fn win_of(state: &State, rules: &Ruleset, hu: Hu) -> Option<Win> {
    win_with(state, rules, hu, state.stock.last().copied().or(hu.card))
}

/// What a win that can be had is worth as far as its seat can tell: without the card turned up after it.
fn score_of(state: &State, rules: &Ruleset, hu: Hu) -> u32 {
    win_with(state, rules, hu, None).map_or(0, |win| win.score)
}

/// The win with this card turned up after it.
fn win_with(state: &State, rules: &Ruleset, hu: Hu, flipped: Option<Card>) -> Option<Win> {
    let Hu {
        seat,
        card,
        kind,
        placed,
        from: _,
    } = hu;
    let context = WinContext {
        flipped,
        ..context_of(state, rules, seat, kind)
    };
    let hand = state.hands[seat];
    let by = match kind {
        WinKind::SantiWukan => return santi_wukan(hand, rules, context),
        WinKind::Tianhu => None,
        WinKind::SelfDraw if placed => Some(DrawBy::OwnLaid),
        WinKind::SelfDraw => Some(DrawBy::Own),
        WinKind::OtherDraw | WinKind::Dihu => Some(DrawBy::Other),
        WinKind::Discard => Some(DrawBy::Discard),
    };
    let draw = match by {
        Some(by) => Some(Draw::new(card?, by)),
        None => None,
    };
    let barred = rules.no_peng_wins(state.stale_peng[seat]);
    let peng_ok = card.is_none_or(|card| !barred.contains(card));
    best_win_in(hand, &state.melds[seat], draw, peng_ok, rules, context)
}
