//! What can go wrong with a vector environment.

use paohuzi_engine::{ActionError, IllegalAction, Seat};
use thiserror::Error;

use crate::error::SimError;

/// Most slots of a vector environment.
pub const MAX_SLOTS: usize = 1 << 20;

/// A vector environment that cannot be, or a step that it refuses; it stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VectorError {
    /// A number of slots out of range.
    #[error("{found} slots, expected 1 to {MAX_SLOTS}")]
    Slots {
        /// How many there are.
        found: usize,
    },
    /// Not one agent or caller a seat.
    #[error("agents for {found} seats, expected {expected}")]
    Agents {
        /// How many there are.
        found: usize,
        /// How many seats there are.
        expected: u8,
    },
    /// Every seat has an agent, so that the caller is never asked.
    #[error("every seat has an agent, expected at least one that the caller plays")]
    NoCaller,
    /// An array of another length.
    #[error("{name} of length {found}, expected {expected}")]
    Length {
        /// What the array is.
        name: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
    },
    /// No round was dealt yet.
    #[error("slot {slot} has no round yet, expected a reset before the first step")]
    NotReset {
        /// The slot.
        slot: usize,
    },
    /// The round of a slot is over and nothing resets it by itself.
    #[error("slot {slot}: the round is over, expected a reset of the slot")]
    Over {
        /// The slot.
        slot: usize,
    },
    /// No round ended in the slot in the last step.
    #[error("slot {slot}: no round ended in the last step, so there is no final observation")]
    NotEnded {
        /// The slot.
        slot: usize,
    },
    /// A number that is no action.
    #[error("slot {slot}: {found} is no action number, expected 0 to 127")]
    Number {
        /// The slot.
        slot: usize,
        /// The number.
        found: i64,
    },
    /// A number that no action has, or a chi that does not exist for the card.
    #[error("slot {slot}, seat {seat}: {source}")]
    Action {
        /// The slot.
        slot: usize,
        /// The seat that is asked.
        seat: Seat,
        /// What is wrong.
        source: ActionError,
    },
    /// An action that the round refuses.
    #[error("slot {slot}: {source}")]
    Illegal {
        /// The slot.
        slot: usize,
        /// Why it may not be.
        source: IllegalAction,
    },
    /// The caller's answers in a stored environment do not fit its rounds.
    #[error("slot {slot}: answer {place} of a stored round is not legal in it")]
    Replay {
        /// The slot.
        slot: usize,
        /// Which of the answers.
        place: usize,
    },
    /// What a simulation could not do either.
    #[error(transparent)]
    Sim(#[from] SimError),
}

impl VectorError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Slots { .. } => "slots_range",
            Self::Agents { .. } => "agents_count",
            Self::NoCaller => "agents_everywhere",
            Self::Length { .. } => "array_length",
            Self::NotReset { .. } => "slot_not_reset",
            Self::Over { .. } => "slot_over",
            Self::NotEnded { .. } => "slot_not_ended",
            Self::Number { .. } => "action_id",
            Self::Action { source, .. } => source.code(),
            Self::Illegal { source, .. } => source.code(),
            Self::Replay { .. } => "stored_answer",
            Self::Sim(source) => source.code(),
        }
    }

    /// The slot that it is about.
    #[must_use]
    pub const fn slot(&self) -> Option<usize> {
        match self {
            Self::NotReset { slot }
            | Self::Over { slot }
            | Self::NotEnded { slot }
            | Self::Number { slot, .. }
            | Self::Action { slot, .. }
            | Self::Illegal { slot, .. }
            | Self::Replay { slot, .. } => Some(*slot),
            Self::Slots { .. }
            | Self::Agents { .. }
            | Self::NoCaller
            | Self::Length { .. }
            | Self::Sim(_) => None,
        }
    }
}
