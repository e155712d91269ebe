//! What can go wrong in a simulation.

use paohuzi_engine::{HandError, IllegalAction, ParseCardError, Seat};
use thiserror::Error;

use crate::agent::Agent;
use crate::threads::{MAX_THREADS, THREADS_VARIABLE};

/// A simulation that cannot be run, or results that do not fit.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SimError {
    /// No agent has this name.
    #[error("{found:?} is no agent, expected one of: {}", names())]
    Agent {
        /// The name as given.
        found: String,
    },
    /// Not one agent or bot a seat.
    #[error("{found} agents, expected {expected}, one a seat")]
    Agents {
        /// How many there are.
        found: usize,
        /// How many seats there are.
        expected: u8,
    },
    /// A number of threads out of range.
    #[error("{found} threads, expected 1 to {MAX_THREADS}")]
    Threads {
        /// The number as given.
        found: usize,
    },
    /// The environment variable for threads holds no such number.
    #[error(
        "{THREADS_VARIABLE} is {found:?}, expected a number of threads from 1 to {MAX_THREADS}"
    )]
    ThreadsVariable {
        /// What it holds.
        found: String,
    },
    /// The system gave no threads.
    #[error("could not start {threads} threads: {message}")]
    Pool {
        /// How many were wanted.
        threads: usize,
        /// What the system says.
        message: String,
    },
    /// A bot answered what it may not.
    #[error("round {round}, bot of seat {seat}: {source}")]
    Illegal {
        /// The round's index.
        round: u64,
        /// The seat.
        seat: Seat,
        /// Why it may not.
        source: IllegalAction,
    },
    /// Results of another ruleset, other agents or another seed.
    #[error("results of another {what} cannot be put together")]
    Merge {
        /// What differs.
        what: &'static str,
    },
    /// Columns that no simulation gives.
    #[error("column {column}: {message}")]
    Columns {
        /// The column.
        column: &'static str,
        /// What was found and expected.
        message: String,
    },
}

fn names() -> String {
    Agent::ALL.map(Agent::name).join(", ")
}

impl SimError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Agent { .. } => "agent_unknown",
            Self::Agents { .. } => "agents_count",
            Self::Threads { .. } => "threads_range",
            Self::ThreadsVariable { .. } => "threads_variable",
            Self::Pool { .. } => "threads_start",
            Self::Illegal { source, .. } => source.code(),
            Self::Merge { .. } => "results_differ",
            Self::Columns { .. } => "results_columns",
        }
    }
}

/// Many hands of which one cannot be, or that do not go with their melds.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandsError {
    /// A row that is no possible hand.
    #[error("row {row}: {error}")]
    Row {
        /// The first such row, from 0.
        row: usize,
        /// What is wrong with it.
        error: RowError,
    },
    /// Not as many rows of melds as hands.
    #[error("melds for {found} hands, expected {expected}, one sequence a hand")]
    Melds {
        /// How many there are.
        found: usize,
        /// How many hands there are.
        expected: usize,
    },
    /// Not as many answers as hands.
    #[error("room for {found} answers, expected {expected}, one a hand")]
    Answers {
        /// How many there are.
        found: usize,
        /// How many hands there are.
        expected: usize,
    },
    /// No threads to be had.
    #[error(transparent)]
    Threads(SimError),
}

impl HandsError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Row { error, .. } => error.code(),
            Self::Melds { .. } => "hands_melds",
            Self::Answers { .. } => "hands_answers",
            Self::Threads(error) => error.code(),
        }
    }
}

/// What is wrong with one hand of many.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowError {
    /// Its counts.
    #[error(transparent)]
    Counts(ParseCardError),
    /// The hand beside its melds.
    #[error(transparent)]
    Hand(HandError),
}

impl RowError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Counts(error) => error.code(),
            Self::Hand(error) => error.code(),
        }
    }
}
