//! Reading logs line by line, each line held against what has to happen.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use super::seen::Seen;
use super::{Header, LOG, LOG_FORMAT, end_of};
use crate::action::Action;
use crate::event::Event;
use crate::event_json::HIDDEN;
use crate::game::{Game, Origin};
use crate::record::{Record, RecordError, read_deck};
use crate::round::Setup;
use crate::rules::{Ruleset, from_json_table};
use crate::seat::Seat;

/// A log that tells no round. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The line is no table of JSON.
    #[error("log, line {line}: {message}")]
    Text {
        /// The line.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// The first line is no header.
    #[error("log, line {line}: no header, {message}")]
    Header {
        /// The line.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// Written by another release in a format that this one does not read.
    #[error("log of format {found}, expected {LOG_FORMAT}")]
    Format {
        /// The format number found.
        found: u64,
    },
    /// What the header says is no start of a round.
    #[error("log, line {line}: {error}")]
    Start {
        /// The line.
        line: usize,
        /// Why not.
        error: RecordError,
    },
    /// The first event that cannot have happened.
    #[error("log, line {line}: found {found}, expected {expected}")]
    Event {
        /// The line.
        line: usize,
        /// What it says.
        found: String,
        /// What has to stand there.
        expected: String,
    },
    /// The first answer that cannot have been given.
    #[error("log, line {line}: found {found}, expected {expected}")]
    Answer {
        /// The line.
        line: usize,
        /// What it says.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// It ends where something has to happen.
    #[error("log ends after {lines} lines, expected {expected}")]
    Truncated {
        /// How many lines there are.
        lines: usize,
        /// What has to come next.
        expected: String,
    },
    /// What one seat saw: no record can be made of it.
    #[error("log of what seat {seat} saw, expected one of all that happened")]
    OfSeat {
        /// The seat.
        seat: Seat,
    },
}

impl LogError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Text { .. } => "log_text",
            Self::Header { .. } => "log_header",
            Self::Format { .. } => "log_format",
            Self::Start { error, .. } => error.code(),
            Self::Event { .. } => "log_event",
            Self::Answer { .. } => "log_answer",
            Self::Truncated { .. } => "log_truncated",
            Self::OfSeat { .. } => "log_of_seat",
        }
    }
}

/// Reads a log line by line and tells the first line that is wrong.
///
/// The log of all that happened is played again: every event has to be the one that follows. Of the log of a seat, each
/// event has to be one that the seat can see. Lines may be blank; the keys of a line may stand in any order.
#[derive(Debug, Clone, Default)]
pub struct LogReader {
    lines: usize,
    told: Told,
}

/// What the log has told so far.
#[derive(Debug, Clone, Default)]
enum Told {
    #[default]
    Nothing,
    Whole(Box<Whole>),
    Seen(Seen),
}

/// A round that is played along.
#[derive(Debug, Clone)]
struct Whole {
    game: Game,
    /// Lines that have to come next.
    due: VecDeque<String>,
}

impl Whole {
    fn new(record: &Record) -> Result<Self, RecordError> {
        let mut events = Vec::new();
        record.open(&mut events)?;
        let mut whole = Self {
            game: record.beginning()?,
            due: VecDeque::new(),
        };
        whole.expect(&events);
        Ok(whole)
    }

    fn expect(&mut self, events: &[Event]) {
        let round = self.game.round();
        let seats = round.rules().seats();
        self.due
            .extend(events.iter().map(|event| event.to_json(seats)));
        self.due.extend(end_of(round));
    }

    /// What can come next, where nothing has to.
    fn questions(&self) -> String {
        let Some(seat) = self.game.current_seat() else {
            return "no more lines".to_owned();
        };
        let legal: Vec<_> = self.game.legal().iter().map(|a| a.to_string()).collect();
        format!("an answer of seat {seat}: {}", legal.join(", "))
    }

    fn take(&mut self, line: usize, text: &str) -> Result<(), LogError> {
        if self.due.front().is_some_and(|due| due == text) {
            self.due.pop_front();
            return Ok(());
        }
        let value = parsed(line, text)?;
        if let Some(due) = self.due.front() {
            if serde_json::from_str::<Value>(due).is_ok_and(|due| due == value) {
                self.due.pop_front();
                return Ok(());
            }
            return Err(LogError::Event {
                line,
                found: crate::text::quotable_line(text),
                expected: due.clone(),
            });
        }
        let answer = answer(&value).filter(|(seat, action)| {
            self.game.current_seat() == Some(*seat) && self.game.legal().contains(*action)
        });
        let Some((_, action)) = answer else {
            let found = crate::text::quotable_line(text);
            let expected = self.questions();
            return Err(if self.game.round().is_over() {
                LogError::Event {
                    line,
                    found,
                    expected,
                }
            } else {
                LogError::Answer {
                    line,
                    found,
                    expected,
                }
            });
        };
        let mut events = Vec::new();
        self.game
            .push_to(action, &mut events)
            .map_err(|error| LogError::Answer {
                line,
                found: crate::text::quotable_line(text),
                expected: error.to_string(),
            })?;
        // The line told the answer itself.
        self.expect(events.get(1..).unwrap_or_default());
        Ok(())
    }
}

impl LogReader {
    /// Takes the next line.
    ///
    /// # Errors
    /// The line is wrong. The reader then still waits for the right one.
    pub fn push(&mut self, text: &str) -> Result<(), LogError> {
        self.lines += 1;
        let line = self.lines;
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        match &mut self.told {
            Told::Nothing => {
                self.told = begin(line, text)?;
                Ok(())
            }
            Told::Whole(whole) => whole.take(line, text),
            Told::Seen(seen) => {
                let value = parsed(line, text)?;
                seen.take(&value).map_err(|expected| LogError::Event {
                    line,
                    found: crate::text::quotable_line(text),
                    expected,
                })
            }
        }
    }

    /// The seat whose log it is, once the header is read; none for a log of all that happened.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match &self.told {
            Told::Seen(seen) => Some(seen.seat()),
            Told::Nothing | Told::Whole(_) => None,
        }
    }

    /// Whether nothing is missing: the log may end here.
    ///
    /// # Errors
    /// It may not.
    pub fn check_end(&self) -> Result<(), LogError> {
        let truncated = |expected: &str| LogError::Truncated {
            lines: self.lines,
            expected: expected.to_owned(),
        };
        match &self.told {
            Told::Nothing => Err(truncated("a header")),
            Told::Whole(whole) => match whole.due.front() {
                Some(due) => Err(truncated(due)),
                None => Ok(()),
            },
            Told::Seen(_) => Ok(()),
        }
    }

    /// The record of what was told.
    ///
    /// # Errors
    /// The log may not end here, or it is the log of a seat.
    pub fn finish(self) -> Result<Record, LogError> {
        self.check_end()?;
        match self.told {
            Told::Whole(whole) => Ok(Record::of(&whole.game)),
            Told::Seen(seen) => Err(LogError::OfSeat { seat: seen.seat() }),
            Told::Nothing => Err(LogError::Truncated {
                lines: self.lines,
                expected: "a header".to_owned(),
            }),
        }
    }
}

fn parsed(line: usize, text: &str) -> Result<Value, LogError> {
    let error = |message| LogError::Text { line, message };
    match serde_json::from_str(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err(error(format!(
            "found {}, expected a table of JSON",
            crate::text::quotable(text)
        ))),
        Err(wrong) => Err(error(crate::text::said(&wrong))),
    }
}

/// The answer that a line tells, and nothing else that it says.
fn answer(value: &Value) -> Option<(Seat, Action)> {
    let table = value.as_object().filter(|table| table.len() == 3)?;
    let seat = usize::try_from(table.get("seat")?.as_u64()?).ok()?;
    let text = table.get("action")?.as_str()?;
    let action: Action = text.parse().ok()?;
    let is_answer = table.get("kind")?.as_str() == Some("answer") && action.to_string() == text;
    Some((Seat::new(seat)?, action)).filter(|_| is_answer)
}

/// The round that the header begins.
fn begin(line: usize, text: &str) -> Result<Told, LogError> {
    let value = parsed(line, text)?;
    let wrong = |message: &str| LogError::Header {
        line,
        message: message.to_owned(),
    };
    if value.get("kind").and_then(Value::as_str) != Some(LOG) {
        return Err(wrong("expected a line of kind log first"));
    }
    if let Some(found) = value.get("format").and_then(Value::as_u64)
        && found != LOG_FORMAT
    {
        return Err(LogError::Format { found });
    }
    let header: Header =
        from_json_table(text).map_err(|error| wrong(&crate::text::said(&error)))?;
    let start = |error| LogError::Start { line, error };
    let rules = Ruleset::from_json(header.rules.get()).map_err(|e| start(e.into()))?;
    if header.rules_hash != rules.content_hash() {
        return Err(start(RecordError::OtherRules {
            found: crate::text::quotable(&header.rules_hash),
            expected: rules.content_hash().to_owned(),
        }));
    }
    let seat_of = |number: usize| {
        Seat::new(number)
            .filter(|_| number < usize::from(rules.seats()))
            .ok_or_else(|| {
                start(RecordError::NoSeat {
                    found: number,
                    last: rules.seats() - 1,
                })
            })
    };
    let origin = match (
        &header.deck,
        header.dealer,
        header.drawn_before,
        &header.position,
    ) {
        (Some(deck), Some(dealer), Some(drawn_before), None) => {
            Ok((deck, seat_of(dealer)?, drawn_before))
        }
        (None, None, None, Some(position)) if header.seed.is_none() => Err(position),
        _ => {
            return Err(wrong(
                "expected a deck, dealer and drawn_before, or a position instead",
            ));
        }
    };
    if let Some(seat) = header.seat {
        let seat = seat_of(seat)?;
        let is_hidden = match &origin {
            Ok((deck, ..)) => *deck == HIDDEN && header.seed.is_none(),
            Err(position) => position.get().starts_with("\"view:1 "),
        };
        if !is_hidden {
            return Err(wrong("the log of a seat tells its deck or position"));
        }
        return Ok(Told::Seen(Seen::new(seat, rules.seats(), origin.is_ok())));
    }
    let origin = match origin {
        Ok((text, dealer, drawn_before)) => {
            let deck = read_deck(text, header.seed).map_err(start)?;
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            }
        }
        Err(position) => {
            let setup = Setup::from_json(position.get()).map_err(|e| start(e.into()))?;
            Origin::Setup(Box::new(setup))
        }
    };
    let record = Record::beginning_with(Arc::new(rules), origin);
    Whole::new(&record)
        .map(|whole| Told::Whole(Box::new(whole)))
        .map_err(start)
}
