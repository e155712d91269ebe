//! A described position: what it says, and what can be wrong with it.

use thiserror::Error;

use super::phase::Phase;
use super::row::RowCard;
use crate::action::Action;
use crate::card::Card;
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::fault::Fault;
use crate::meld::Meld;
use crate::seat::Seat;

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
