//! What happens in a round, and who sees it.

use crate::action::Action;
use crate::card::Card;
use crate::chi::ChiId;
use crate::counts::Counts;
use crate::fault::Fault;
use crate::meld::MeldKind;
use crate::seat::{PerSeat, Seat};

/// How a round was won. The numbers are stored in records. Rule: R31, R32, R37, ruling 13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinKind {
    /// On a stock card that another seat drew.
    OtherDraw,
    /// On the own draw (自摸).
    SelfDraw,
    /// By the dealer with the shown card (天胡).
    Tianhu,
    /// By an idle seat on the shown card (地胡).
    Dihu,
    /// With three dealt ti or five kan (三提五坎).
    SantiWukan,
    /// On a card that another seat discarded (放炮).
    Discard,
}

impl WinKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::OtherDraw,
        Self::SelfDraw,
        Self::Tianhu,
        Self::Dihu,
        Self::SantiWukan,
        Self::Discard,
    ];

    /// Its word in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OtherDraw => "other_draw",
            Self::SelfDraw => "self_draw",
            Self::Discard => "discard",
            Self::Tianhu => "tianhu",
            Self::Dihu => "dihu",
            Self::SantiWukan => "santi_wukan",
        }
    }
}

/// One thing that happened. A card or hand that the observer must not know is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The cards were dealt; the dealer's last card is shown.
    Deal {
        /// The dealer.
        dealer: Seat,
        /// The hands, the shown card in the dealer's.
        hands: PerSeat<Option<Counts>>,
        /// The shown card (亮张).
        shown: Card,
    },
    /// A seat gave this answer; seen by itself alone.
    Answer {
        /// The seat.
        seat: Seat,
        /// Its answer.
        action: Action,
    },
    /// A seat laid four dealt cards (起手提).
    DealtTi {
        /// The seat.
        seat: Seat,
        /// Their card.
        card: Card,
    },
    /// A seat laid four dealt cards that the ruleset leaves face down (起手提不亮牌). Rule: C4.
    ConcealedTi {
        /// The seat.
        seat: Seat,
        /// Their card.
        card: Option<Card>,
    },
    /// A seat drew from the stock and showed the card.
    Draw {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat drew a card that makes a wei or ti, which the others are not shown. Where the ruleset allows faults, every
    /// draw begins so: the seat is asked, and a card that it does not lay is shown by a draw after it.
    ConcealedDraw {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// A seat discarded.
    Discard {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat ate the contested card.
    Chi {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// The composition of the blocks laid.
        chi: ChiId,
    },
    /// A seat took the contested card to its pair (碰).
    Peng {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat's own draw made a wei (偎), face down.
    Wei {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// A seat's own draw made a wei that the ruleset lays face up (明偎). Rule: A24.
    OpenWei {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat's own draw made a chou wei (臭偎), one card up.
    ChouWei {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat laid the fourth card on a kan, wei or peng (跑).
    Pao {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// What lay there or was in the hand before, as all can see: a kan, wei, chou wei or peng. None where an event
        /// of an earlier release does not say.
        on: Option<MeldKind>,
    },
    /// A seat's own draw made a ti (提), one card up.
    Ti {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// What lay there or was in the hand before, as all can see: a kan, wei, chou wei or peng. None where an event
        /// of an earlier release does not say.
        on: Option<MeldKind>,
    },
    /// Nobody took the card; it lies in the row of the seat that brought it.
    Unclaimed {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat had to discard and could not: it can no longer win. Seen by itself alone. Rule: ruling 3.
    Dead {
        /// The seat.
        seat: Seat,
    },
    /// A seat committed its first fault and can no longer win. Seen by itself alone. Rule: 2.9.
    Fault {
        /// The seat.
        seat: Seat,
        /// The fault.
        fault: Fault,
    },
    /// A seat won.
    Hu {
        /// The winner.
        seat: Seat,
        /// The winning card; none for 三提五坎.
        card: Option<Card>,
        /// How.
        kind: WinKind,
    },
    /// A seat had to draw and the stock was empty (黄庄).
    Exhausted,
}

impl Event {
    /// The word for what happened.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Deal { .. } => "deal",
            Self::Answer { .. } => "answer",
            Self::DealtTi { .. } => "dealt_ti",
            Self::ConcealedTi { .. } => "concealed_ti",
            Self::Draw { .. } => "draw",
            Self::ConcealedDraw { .. } => "concealed_draw",
            Self::Discard { .. } => "discard",
            Self::Chi { .. } => "chi",
            Self::Peng { .. } => "peng",
            Self::Wei { .. } => "wei",
            Self::OpenWei { .. } => "open_wei",
            Self::ChouWei { .. } => "chou_wei",
            Self::Pao { .. } => "pao",
            Self::Ti { .. } => "ti",
            Self::Unclaimed { .. } => "unclaimed",
            Self::Dead { .. } => "dead",
            Self::Fault { .. } => "fault",
            Self::Hu { .. } => "hu",
            Self::Exhausted => "exhausted",
        }
    }

    /// The seat that it happened to; none for a deal and for an exhausted stock.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Deal { .. } | Self::Exhausted => None,
            Self::Answer { seat, .. }
            | Self::DealtTi { seat, .. }
            | Self::ConcealedTi { seat, .. }
            | Self::Draw { seat, .. }
            | Self::ConcealedDraw { seat, .. }
            | Self::Discard { seat, .. }
            | Self::Chi { seat, .. }
            | Self::Peng { seat, .. }
            | Self::Wei { seat, .. }
            | Self::OpenWei { seat, .. }
            | Self::ChouWei { seat, .. }
            | Self::Pao { seat, .. }
            | Self::Ti { seat, .. }
            | Self::Unclaimed { seat, .. }
            | Self::Dead { seat }
            | Self::Fault { seat, .. }
            | Self::Hu { seat, .. } => Some(seat),
        }
    }

    /// The card it is about; none where there is none or it is not seen.
    #[must_use]
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Self::Deal { .. }
            | Self::Answer { .. }
            | Self::Dead { .. }
            | Self::Fault { .. }
            | Self::Exhausted => None,
            Self::DealtTi { card, .. }
            | Self::Draw { card, .. }
            | Self::Discard { card, .. }
            | Self::Chi { card, .. }
            | Self::Peng { card, .. }
            | Self::OpenWei { card, .. }
            | Self::ChouWei { card, .. }
            | Self::Pao { card, .. }
            | Self::Ti { card, .. }
            | Self::Unclaimed { card, .. } => Some(card),
            Self::ConcealedTi { card, .. }
            | Self::ConcealedDraw { card, .. }
            | Self::Wei { card, .. }
            | Self::Hu { card, .. } => card,
        }
    }

    /// The answer given, or the chi made.
    #[must_use]
    pub const fn action(&self) -> Option<Action> {
        match *self {
            Self::Answer { action, .. } => Some(action),
            Self::Chi { card, chi, .. } => Some(Action::Chi(card, chi)),
            Self::Deal { .. }
            | Self::DealtTi { .. }
            | Self::ConcealedTi { .. }
            | Self::Draw { .. }
            | Self::ConcealedDraw { .. }
            | Self::Discard { .. }
            | Self::Peng { .. }
            | Self::Wei { .. }
            | Self::OpenWei { .. }
            | Self::ChouWei { .. }
            | Self::Pao { .. }
            | Self::Ti { .. }
            | Self::Unclaimed { .. }
            | Self::Dead { .. }
            | Self::Fault { .. }
            | Self::Hu { .. }
            | Self::Exhausted => None,
        }
    }

    /// What the seat sees of it; `None` if nothing.
    #[must_use]
    pub fn seen_by(&self, observer: Seat) -> Option<Self> {
        match *self {
            Self::Deal {
                dealer,
                hands,
                shown,
            } => Some(Self::Deal {
                dealer,
                hands: PerSeat::from_fn(|seat| hands[seat].filter(|_| seat == observer)),
                shown,
            }),
            Self::ConcealedTi { seat, .. } if seat != observer => {
                Some(Self::ConcealedTi { seat, card: None })
            }
            Self::ConcealedDraw { seat, .. } if seat != observer => {
                Some(Self::ConcealedDraw { seat, card: None })
            }
            Self::Wei { seat, .. } if seat != observer => Some(Self::Wei { seat, card: None }),
            Self::Answer { seat, .. } | Self::Dead { seat } | Self::Fault { seat, .. } => {
                (seat == observer).then_some(*self)
            }
            Self::ConcealedTi { .. }
            | Self::ConcealedDraw { .. }
            | Self::Draw { .. }
            | Self::Wei { .. }
            | Self::DealtTi { .. }
            | Self::Discard { .. }
            | Self::Chi { .. }
            | Self::Peng { .. }
            | Self::OpenWei { .. }
            | Self::ChouWei { .. }
            | Self::Pao { .. }
            | Self::Ti { .. }
            | Self::Unclaimed { .. }
            | Self::Hu { .. }
            | Self::Exhausted => Some(*self),
        }
    }
}

/// Where the engine puts what happens.
pub trait EventSink {
    /// Takes one event.
    fn put(&mut self, event: Event);
}

/// Takes events and forgets them.
impl EventSink for () {
    fn put(&mut self, _event: Event) {}
}

impl EventSink for Vec<Event> {
    fn put(&mut self, event: Event) {
        self.push(event);
    }
}
