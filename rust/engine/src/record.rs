//! Records: the ruleset, the start and the answers, from which everything else follows.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::action::Action;
use crate::card::PACK;
use crate::deck::{Deck, DeckError};
use crate::game::{Game, Origin};
use crate::round::{IllegalAction, ParseSetupError, Setup, SetupError};
use crate::rules::{Ruleset, RulesetError, from_json_table};
use crate::seat::Seat;
use crate::stored::{Reader, StoredError, Writer};

/// Format of records that this release writes and reads.
pub const RECORD_FORMAT: u8 = 1;

/// A round as it was played: its whole ruleset, where it began, and every answer in the order in which a [`Game`] asks.
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
    #[error("record of format {found}, expected {RECORD_FORMAT}")]
    Format {
        /// The format number found.
        found: u64,
    },
    /// Its ruleset is none.
    #[error("record, {0}")]
    Rules(#[from] RulesetError),
    /// Its deck is none.
    #[error("record, deck: {0}")]
    Deck(#[from] DeckError),
    /// Its position cannot be read.
    #[error("record, {0}")]
    Position(#[from] ParseSetupError),
    /// Its position is none.
    #[error("record, position: {0}")]
    Setup(#[from] SetupError),
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
            Self::Deck(_) => "record_deck",
            Self::Position(_) | Self::Setup(_) => "record_position",
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
            game.push(*action)
                .map_err(|error| refused(error.to_string()))?;
        }
        Ok(game)
    }

    /// The record as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(RECORD_FORMAT);
        writer.text(&self.rules.to_json());
        self.write(&mut writer);
        writer.finish()
    }

    /// The record as bytes without its ruleset, for who keeps many records of one ruleset.
    #[must_use]
    pub fn to_bytes_without_rules(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(RECORD_FORMAT);
        self.write(&mut writer);
        writer.finish()
    }

    /// Writes where it begins and the answers.
    fn write(&self, writer: &mut Writer) {
        match &self.origin {
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            } => {
                writer.byte(0);
                deck.cards().iter().for_each(|card| writer.card(*card));
                writer.seat(*dealer);
                writer.short(*drawn_before);
            }
            Origin::Setup(setup) => {
                writer.byte(1);
                setup.write(writer);
            }
        }
        writer.list(self.answers.iter(), |writer, (seat, action)| {
            writer.seat(*seat);
            writer.action(*action);
        });
    }

    /// Reads what [`Record::to_bytes`] wrote.
    ///
    /// # Errors
    /// Bytes of another format, cut short, too long, or with values that mean nothing.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut reader = Reader::new(bytes, "record", RECORD_FORMAT)?;
        let rules = Arc::new(Ruleset::from_json(reader.text()?)?);
        Self::read(rules, reader)
    }

    /// Reads what [`Record::to_bytes_without_rules`] wrote.
    ///
    /// # Errors
    /// As [`Record::from_bytes`].
    pub fn from_bytes_with_rules(rules: Arc<Ruleset>, bytes: &[u8]) -> Result<Self, RecordError> {
        Self::read(rules, Reader::new(bytes, "record", RECORD_FORMAT)?)
    }

    /// Reads where it begins and the answers, up to the end.
    fn read(rules: Arc<Ruleset>, mut reader: Reader<'_>) -> Result<Self, RecordError> {
        let tag = reader.byte()?;
        let origin = match tag {
            0 => {
                let cards = (0..PACK)
                    .map(|_| reader.card())
                    .collect::<Result<Vec<_>, _>>()?;
                Origin::Deal {
                    deck: Deck::from_cards(&cards)?,
                    dealer: reader.seat()?,
                    drawn_before: reader.short()?,
                }
            }
            1 => Origin::Setup(Box::new(Setup::read(&mut reader)?)),
            _ => reader.known(None, tag, "kind of start")?,
        };
        let answers = reader.list(|reader| Ok((reader.seat()?, reader.action()?)))?;
        reader.finish()?;
        Ok(Self {
            rules,
            origin,
            answers,
        })
    }
}

/// What a record looks like in JSON: a deck with its dealer, or a position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordText {
    format: u64,
    rules: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deck: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dealer: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawn_before: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<Box<RawValue>>,
    answers: Vec<String>,
}

fn raw(json: String) -> Result<Box<RawValue>, fmt::Error> {
    RawValue::from_string(json).map_err(|_| fmt::Error)
}

/// One line of JSON.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (deal, position) = match &self.origin {
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            } => (
                Some((deck.to_string(), dealer.index(), *drawn_before)),
                None,
            ),
            Origin::Setup(setup) => (None, Some(raw(setup.to_json())?)),
        };
        let text = RecordText {
            format: RECORD_FORMAT.into(),
            rules: raw(self.rules.to_json())?,
            dealer: deal.as_ref().map(|(_, dealer, _)| *dealer),
            drawn_before: deal.as_ref().map(|(_, _, drawn)| *drawn),
            deck: deal.map(|(deck, _, _)| deck),
            position,
            answers: self
                .answers
                .iter()
                .map(|(seat, action)| format!("{seat} {action}"))
                .collect(),
        };
        f.write_str(&crate::text::json(&text))
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let message = |message: &str| RecordError::Text {
            message: message.to_owned(),
        };
        let text: RecordText =
            from_json_table(text).map_err(|error| message(&crate::text::said(&error)))?;
        if text.format != u64::from(RECORD_FORMAT) {
            return Err(RecordError::Format { found: text.format });
        }
        let rules = Arc::new(Ruleset::from_json(text.rules.get())?);
        let origin = match (text.deck, text.dealer, text.position) {
            (Some(deck), Some(dealer), None) => Origin::Deal {
                deck: deck.parse()?,
                dealer: Seat::new(dealer)
                    .ok_or(IllegalAction::NoSeat {
                        found: dealer,
                        last: rules.seats() - 1,
                    })
                    .map_err(RecordError::Dealer)?,
                drawn_before: text.drawn_before.unwrap_or(0),
            },
            (None, None, Some(position)) if text.drawn_before.is_none() => {
                Origin::Setup(Box::new(Setup::from_json(position.get())?))
            }
            _ => {
                return Err(message(
                    "expected a deck and a dealer, or a position instead",
                ));
            }
        };
        let answers = text.answers.iter().enumerate();
        let answers = answers.map(|(place, found)| {
            parse_answer(found).ok_or_else(|| RecordError::Answer {
                place,
                found: crate::text::quotable(found),
            })
        });
        Ok(Self {
            rules,
            origin,
            answers: answers.collect::<Result<_, _>>()?,
        })
    }
}

fn parse_answer(text: &str) -> Option<(Seat, Action)> {
    let (seat, action) = text.split_once(' ')?;
    let is_plain = seat.len() == 1 && seat.bytes().all(|byte| byte.is_ascii_digit());
    let seat = seat.parse().ok().filter(|_| is_plain).and_then(Seat::new)?;
    Some((seat, action.parse().ok()?))
}
