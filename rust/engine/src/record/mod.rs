//! Records: the ruleset, the start and the answers, from which everything else follows.

mod bytes;
mod json;
mod line;

pub(crate) use json::read_deck;

use std::sync::Arc;

use thiserror::Error;

use crate::action::Action;
use crate::deck::DeckError;
use crate::event::EventSink;
use crate::game::{Game, Origin};
use crate::round::{IllegalAction, ParseSetupError, Round, SetupError};
use crate::rules::{Ruleset, RulesetError};
use crate::seat::Seat;
use crate::stored::StoredError;

/// Format of records that this release writes. It reads those of format 1 too, which do not carry the hash of their
/// ruleset.
pub const RECORD_FORMAT: u8 = 2;

/// The oldest format that is read.
const OLDEST_FORMAT: u8 = 1;

/// Most answers of a record that is read; no round comes near.
const MOST_ANSWERS: usize = 4096;

/// A round as it was played: its whole ruleset, where it began, and every answer in the order in which a [`Game`] asks.
///
/// It is written as one line of JSON ([`Display`](std::fmt::Display)), as one short line that names its ruleset
/// ([`Record::to_text`]), as bytes ([`Record::to_bytes`]), and told event by event ([`crate::log_of`]); each reads back.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Game, Record, Ruleset, Seat};
/// let mut game = Game::deal(Arc::new(Ruleset::default()), Deck::shuffled(7, 0), Seat::ZERO, 0)?;
/// let action = game.legal().iter().next().expect("who is asked can answer");
/// game.push(action)?;
/// let record = Record::of(&game);
/// assert_eq!(record.to_string().parse(), Ok(record.clone()));
/// assert_eq!(record.replay()?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Record {
    rules: Arc<Ruleset>,
    origin: Origin,
    answers: Vec<(Seat, Action)>,
}

/// A record that cannot be read or replayed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// No JSON, or not the keys of a record.
    #[error("record: {message}")]
    Text {
        /// What the parser says.
        message: String,
    },
    /// Written by another release in a format that this one does not read.
    #[error("record of format {found}, expected {OLDEST_FORMAT} to {RECORD_FORMAT}")]
    Format {
        /// The format number found.
        found: u64,
    },
    /// Its ruleset is none.
    #[error("record, {0}")]
    Rules(#[from] RulesetError),
    /// Its ruleset is another than the one whose hash it carries, or than the one that it is read with.
    #[error("record of ruleset {found}, expected {expected}")]
    OtherRules {
        /// The hash that it carries, or how it calls its ruleset.
        found: String,
        /// The same of the ruleset that is there.
        expected: String,
    },
    /// More answers than any round has.
    #[error("record of {found} answers, at most {MOST_ANSWERS}")]
    TooLong {
        /// How many there are.
        found: usize,
    },
    /// Its deck is none.
    #[error("record, deck: {0}")]
    Deck(#[from] DeckError),
    /// Its seed does not give its deck.
    #[error("record, seed: {found:?} is no seed of the deck, expected one such as \"deal-v1:7:0\"")]
    Seed {
        /// The seed as given.
        found: String,
    },
    /// Its position cannot be read.
    #[error("record, {0}")]
    Position(#[from] ParseSetupError),
    /// Its position is none.
    #[error("record, position: {0}")]
    Setup(#[from] SetupError),
    /// A seat that the table does not have.
    #[error("record, there is no seat {found}, expected 0 to {last}")]
    NoSeat {
        /// The seat as given.
        found: usize,
        /// The last seat.
        last: u8,
    },
    /// Its dealer is none.
    #[error("record, dealer: {0}")]
    Dealer(IllegalAction),
    /// An answer cannot be read.
    #[error(
        "record, answer {place}: found {found:?}, expected a seat and an action such as \"0 discard:s5\""
    )]
    Answer {
        /// Which answer, counted from 0.
        place: usize,
        /// What stands there.
        found: String,
    },
    /// An answer does not follow from those before it.
    #[error("record, answer {place}: {reason}")]
    Replay {
        /// Which answer, counted from 0.
        place: usize,
        /// Why not.
        reason: String,
    },
    /// Its bytes cannot be read.
    #[error("record, {0}")]
    Bytes(#[from] StoredError),
}

impl RecordError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Text { .. } => "record_text",
            Self::Format { .. } => "record_format",
            Self::Rules(_) => "record_rules",
            Self::OtherRules { .. } => "record_other_rules",
            Self::TooLong { .. } => "record_too_long",
            Self::Deck(_) => "record_deck",
            Self::Seed { .. } => "record_seed",
            Self::Position(_) | Self::Setup(_) => "record_position",
            Self::NoSeat { .. } => "record_no_seat",
            Self::Dealer(_) => "record_dealer",
            Self::Answer { .. } => "record_answer",
            Self::Replay { .. } => "record_replay",
            Self::Bytes(_) => "record_bytes",
        }
    }
}

impl Record {
    /// The record of a game so far.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self {
            rules: Arc::clone(game.round().rules()),
            origin: game.origin().clone(),
            answers: game.answers().to_vec(),
        }
    }

    /// A record without answers.
    pub(crate) const fn beginning_with(rules: Arc<Ruleset>, origin: Origin) -> Self {
        Self {
            rules,
            origin,
            answers: Vec::new(),
        }
    }

    /// The ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Where it begins.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The answers, oldest first.
    #[must_use]
    pub fn answers(&self) -> &[(Seat, Action)] {
        &self.answers
    }

    /// What happens before the first question.
    ///
    /// # Errors
    /// As [`Record::beginning`].
    pub fn open(&self, sink: &mut impl EventSink) -> Result<Round, RecordError> {
        let rules = Arc::clone(&self.rules);
        match &self.origin {
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            } => Round::from_deck(rules, deck, *dealer, *drawn_before, sink)
                .map_err(RecordError::Dealer),
            Origin::Setup(setup) => Ok(Round::from_setup(rules, setup, sink)?),
        }
    }

    /// The game before the first answer.
    ///
    /// # Errors
    /// A start that the ruleset does not have.
    pub fn beginning(&self) -> Result<Game, RecordError> {
        let rules = Arc::clone(&self.rules);
        match &self.origin {
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            } => Game::deal(rules, *deck, *dealer, *drawn_before).map_err(RecordError::Dealer),
            Origin::Setup(setup) => Ok(Game::from_setup(rules, (**setup).clone())?),
        }
    }

    /// Plays the record again.
    ///
    /// # Errors
    /// A start that the ruleset does not have, or the first answer that does not follow.
    pub fn replay(&self) -> Result<Game, RecordError> {
        self.replay_to(&mut ())
    }

    /// As [`Record::replay`], telling what happens from the first answer on.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn replay_to(&self, sink: &mut impl EventSink) -> Result<Game, RecordError> {
        let mut game = self.beginning()?;
        for (place, (seat, action)) in self.answers.iter().enumerate() {
            let refused = |reason| RecordError::Replay { place, reason };
            match game.current_seat() {
                Some(asked) if asked == *seat => {}
                Some(asked) => {
                    return Err(refused(format!("found seat {seat}, expected seat {asked}")));
                }
                None => {
                    return Err(refused(
                        "the round is over, expected no more answers".into(),
                    ));
                }
            }
            game.push_to(*action, sink)
                .map_err(|error| refused(error.to_string()))?;
        }
        Ok(game)
    }
}
