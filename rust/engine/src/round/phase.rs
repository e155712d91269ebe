//! What a round waits for.

use crate::card::Card;
use crate::event::WinKind;
use crate::seat::Seat;

/// What a round waits for, or how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Holders of three dealt ti or five kan may win. Rule: R31.
    SantiWukan,
    /// The dealer may win with the shown card. Rule: R32.
    Tianhu,
    /// The idle seats may win on the shown card. Rule: ruling 13.
    Dihu,
    /// Where the ruleset allows faults, each seat in its turn lays the dealt ti that it holds, or keeps them. Rule: 2.9.
    LayTi(Seat),
    /// The seat must discard; where the ruleset allows faults it may also where no discard is due.
    Discard(Seat),
    /// The seat drew a card that makes a wei or ti and may win; where the ruleset allows faults and nothing is laid yet,
    /// any card.
    OwnDraw {
        /// The drawer.
        seat: Seat,
        /// The card drawn.
        card: Card,
        /// Whether the wei or ti is laid already; it is where the ruleset has `own_draw_first`.
        laid: bool,
    },
    /// The seats may claim a card from the stock.
    Drawn {
        /// The drawer.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The seats may claim a discard.
    Discarded {
        /// The discarder.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The round is over.
    Over(Outcome),
}

impl Phase {
    /// The card that the seats may claim now.
    #[must_use]
    pub const fn contested(self) -> Option<Card> {
        match self {
            Self::Drawn { card, .. } | Self::Discarded { card, .. } => Some(card),
            Self::SantiWukan
            | Self::Tianhu
            | Self::Dihu
            | Self::LayTi(_)
            | Self::Discard(_)
            | Self::OwnDraw { .. }
            | Self::Over(_) => None,
        }
    }

    /// A card that lies in no hand, meld, row or stock.
    #[must_use]
    pub(crate) const fn floating(self) -> Option<Card> {
        match self {
            Self::Drawn { card, .. }
            | Self::Discarded { card, .. }
            | Self::OwnDraw {
                card, laid: false, ..
            } => Some(card),
            Self::Over(Outcome::Hu(hu)) => {
                if hu.placed {
                    None
                } else {
                    hu.card
                }
            }
            Self::OwnDraw { laid: true, .. }
            | Self::SantiWukan
            | Self::Tianhu
            | Self::Dihu
            | Self::LayTi(_)
            | Self::Discard(_)
            | Self::Over(Outcome::Exhausted) => None,
        }
    }
}

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A seat won.
    Hu(Hu),
    /// A seat had to draw and the stock was empty (黄庄).
    Exhausted,
}

/// A win: who, with what, how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hu {
    /// The winner.
    pub seat: Seat,
    /// The winning card; none for 三提五坎.
    pub card: Option<Card>,
    /// How.
    pub kind: WinKind,
    /// Whether the card lies in a hand or meld; else it lies apart, as it was drawn or discarded.
    pub placed: bool,
    /// The seat that discarded the card, where it came from a hand.
    pub from: Option<Seat>,
}
