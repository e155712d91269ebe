//! All that one seat may know of a round, built field by field.

use std::fmt;

use tinyvec::ArrayVec;

use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::fault::{Asked, Fault};
use crate::meld::{Meld, MeldKind};
use crate::round::{History, Hu, Outcome, Phase, Round, Row, locked_wins};
use crate::seat::{PerSeat, Seat};

/// A meld on the table as a seat sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SeenMeld {
    /// A meld whose cards are known.
    Known(Meld),
    /// A wei (偎) of another seat, face down. Rule: R18.
    #[default]
    FaceDown,
    /// A dealt ti (起手提) of another seat, face down. Rule: C4, A24.
    FaceDownTi,
}

impl SeenMeld {
    /// The meld, if its cards are known.
    #[must_use]
    pub const fn known(self) -> Option<Meld> {
        match self {
            Self::Known(meld) => Some(meld),
            Self::FaceDown | Self::FaceDownTi => None,
        }
    }

    /// How it came about.
    #[must_use]
    pub const fn kind(self) -> MeldKind {
        match self {
            Self::Known(meld) => meld.kind(),
            Self::FaceDown => MeldKind::Wei,
            Self::FaceDownTi => MeldKind::DealtTi,
        }
    }
}

impl fmt::Display for SeenMeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(meld) => meld.fmt(f),
            Self::FaceDown | Self::FaceDownTi => write!(f, "{}:?", self.kind()),
        }
    }
}

/// What everybody can see that the round waits for. Who is asked about a card stays private.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Nobody has discarded yet, and a win on the dealt cards may still be declared.
    Opening,
    /// The seat has taken a card or begins: it discards or declares a win.
    Turn(Seat),
    /// A card from the stock lies open.
    Drawn {
        /// The drawer.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A discard lies open.
    Discarded {
        /// The discarder.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat has won.
    Won(Hu),
    /// The stock ran out (黄庄).
    Exhausted,
}

impl Stage {
    pub(crate) const fn of(phase: Phase) -> Self {
        match phase {
            Phase::SantiWukan | Phase::Tianhu | Phase::Dihu | Phase::LayTi(_) => Self::Opening,
            Phase::Discard(seat) | Phase::OwnDraw { seat, .. } => Self::Turn(seat),
            Phase::Drawn { seat, card } => Self::Drawn { seat, card },
            Phase::Discarded { seat, card } => Self::Discarded { seat, card },
            Phase::Over(Outcome::Hu(hu)) => Self::Won(hu),
            Phase::Over(Outcome::Exhausted) => Self::Exhausted,
        }
    }

    /// Whether the round is over.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Won(_) | Self::Exhausted)
    }
}

/// All that one seat may know.
///
/// Two rounds that differ only in what the seat cannot see give equal views.
///
/// Rule: R18, ruling 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// Seats at the table.
    pub seats: u8,
    /// The dealer.
    pub dealer: Seat,
    /// Drawn rounds in a row before this one.
    pub drawn_before: u16,
    /// The dealer's last card (亮张).
    pub shown: Option<Card>,
    /// What the round waits for, as everybody sees it.
    pub stage: Stage,
    /// What the seat may answer now; nothing where it is not asked.
    pub legal: ActionSet,
    /// What the seat has answered while others may be undecided.
    pub answer: Option<Action>,
    /// The seat's hand.
    pub hand: Counts,
    /// The card that the seat drew and others do not see, before it is laid.
    pub own_draw: Option<Card>,
    /// Cards that the seat may not chi.
    pub stale_chi: CardSet,
    /// Cards that the seat may not peng.
    pub stale_peng: CardSet,
    /// Whether the seat can no longer win.
    pub dead: bool,
    /// Whether the seat may no longer chi or peng. Rule: A26.
    pub barred: bool,
    /// Cards that the seat may not win on as its table stands, since it declined to. Rule: A18.
    pub locked_wins: CardSet,
    /// The most bi blocks that the seat laid beside the eaten one in one chi; 0 where no fan item asks. Rule: 3.4.
    pub bi: u8,
    /// The first fault that the seat committed, for which it can no longer win. Rule: 2.9.
    pub fault: Option<Fault>,
    /// Cards in each hand.
    pub hand_sizes: PerSeat<u8>,
    /// The table melds of each seat, as laid.
    pub melds: PerSeat<ArrayVec<[SeenMeld; 8]>>,
    /// The row of each seat, oldest first.
    pub rows: PerSeat<Row>,
    /// Cards left in the stock.
    pub stock_left: u8,
    /// What became of the cards that came up.
    pub history: History,
    /// Every hand, once the round is over.
    pub revealed: Option<PerSeat<Counts>>,
}

impl View {
    /// Whether the seat can no longer win: it is dead, or has committed a fault. Rule: 2.8, 2.9.
    #[must_use]
    pub const fn has_lost(&self) -> bool {
        self.dead || self.fault.is_some()
    }

    /// The fault that an answer of the seat is, if it gets what it claims; none of an answer that is no fault or not
    /// legal. Rule: R30, 2.9.
    #[must_use]
    pub fn fault_of(&self, action: Action) -> Option<Fault> {
        let contested = match self.stage {
            Stage::Drawn { card, .. } | Stage::Discarded { card, .. } => Some(card),
            Stage::Opening | Stage::Turn(_) | Stage::Won(_) | Stage::Exhausted => None,
        };
        let asked = Asked {
            legal: self.legal,
            hand: self.hand,
            stale_chi: self.stale_chi,
            stale_peng: self.stale_peng,
            contested,
        };
        asked.fault(action)
    }
}

impl Round {
    /// All that the seat may know. A seat that the table does not have sees what everybody sees.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View {
        let state = self.state();
        let is_over = self.is_over();
        let (wei_open, ti_visible) = (self.rules().wei_open(), self.rules().ti_visible());
        let own_draw = match self.phase() {
            Phase::OwnDraw {
                seat: drawer,
                card,
                laid: false,
            } if drawer == seat => Some(card),
            Phase::OwnDraw { .. }
            | Phase::SantiWukan
            | Phase::Tianhu
            | Phase::Dihu
            | Phase::LayTi(_)
            | Phase::Discard(_)
            | Phase::Drawn { .. }
            | Phase::Discarded { .. }
            | Phase::Over(_) => None,
        };
        let seen = |owner: Seat, meld: Meld| {
            let is_hidden = owner != seat && !is_over;
            match meld.kind() {
                MeldKind::Wei if is_hidden && !wei_open => SeenMeld::FaceDown,
                MeldKind::DealtTi if is_hidden && !ti_visible => SeenMeld::FaceDownTi,
                MeldKind::Chi
                | MeldKind::Peng
                | MeldKind::Wei
                | MeldKind::ChouWei
                | MeldKind::Kan
                | MeldKind::Pao
                | MeldKind::Ti
                | MeldKind::DealtTi
                | MeldKind::Pair => SeenMeld::Known(meld),
            }
        };
        View {
            seat,
            seats: state.seats,
            dealer: state.dealer,
            drawn_before: state.drawn_before,
            shown: state.shown,
            stage: Stage::of(state.phase),
            legal: self.legal(seat),
            answer: state.answers[seat],
            hand: state.hands[seat],
            own_draw,
            stale_chi: state.stale_chi[seat],
            stale_peng: state.stale_peng[seat],
            dead: state.dead[seat],
            barred: state.barred[seat],
            locked_wins: locked_wins(state, seat, self.rules()),
            bi: state.bi[seat],
            fault: state.faults[seat],
            hand_sizes: PerSeat::from_fn(|owner| state.hands[owner].len()),
            melds: PerSeat::from_fn(|owner| {
                state.melds[owner]
                    .iter()
                    .map(|meld| seen(owner, *meld))
                    .collect()
            }),
            rows: state.rows,
            stock_left: u8::try_from(state.stock.len()).unwrap_or(u8::MAX),
            history: state.history,
            revealed: is_over.then_some(state.hands),
        }
    }
}
