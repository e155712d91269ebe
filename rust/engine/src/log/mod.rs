//! Rounds told event by event, one line of JSON each: a log.
//!
//! The first line is the header with the whole ruleset; then come the events in order; a round that is over ends with
//! its settlement. The log of all that happened gives its record back. That of a seat holds what the seat saw, and
//! `"?"` for what is hidden from it. The form is specified in `docs/records.md`.

mod read;
mod seen;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use read::{LogError, LogReader};

use crate::event::Event;
use crate::event_json::HIDDEN;
use crate::game::Origin;
use crate::record::{Record, RecordError};
use crate::round::Round;
use crate::seat::Seat;
use crate::settle::Settlement;

/// Format of logs that this release writes and reads.
pub const LOG_FORMAT: u64 = 1;

/// What the first line says, in its order. Hidden values are `"?"`, unknown ones null.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    kind: String,
    format: u64,
    version: String,
    seat: Option<usize>,
    rules_hash: String,
    rules: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deck: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dealer: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawn_before: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<Box<RawValue>>,
}

/// What the last line of a finished round says.
#[derive(Serialize)]
struct End<'a> {
    kind: &'a str,
    outcome: &'a str,
    winner: Option<usize>,
    huxi: Option<u8>,
    units: Option<u16>,
    fan: Option<u16>,
    items: Vec<(&'a str, u16)>,
    score: Option<u32>,
    payments: &'a [i64],
}

/// The word for the header and for the last line, among the kinds of events.
const LOG: &str = "log";
const END: &str = "end";

/// The lines of a record's log: of all that happens, or of what a seat sees of it.
///
/// # Errors
/// A record that cannot be replayed, or a seat that the table does not have.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Deck, Game, LogReader, Record, Ruleset, Seat, log_of};
/// let game = Game::deal(Arc::new(Ruleset::default()), Deck::shuffled(7, 0), Seat::ZERO, 0)?;
/// let record = Record::of(&game);
/// let lines = log_of(&record, None)?;
/// assert!(lines[0].starts_with(r#"{"kind":"log","format":1,"#));
/// let mut reader = LogReader::default();
/// for line in &lines {
///     reader.push(line)?;
/// }
/// assert_eq!(reader.finish()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn log_of(record: &Record, seat: Option<Seat>) -> Result<Vec<String>, RecordError> {
    let seats = record.rules().seats();
    if let Some(seat) = seat.filter(|seat| seat.index() >= usize::from(seats)) {
        return Err(RecordError::NoSeat {
            found: seat.index(),
            last: seats - 1,
        });
    }
    let mut events = Vec::new();
    let start = record.open(&mut events)?;
    let game = record.replay_to(&mut events)?;
    let mut lines = vec![header(record, &start, seat)];
    let seen = events.iter().filter_map(|event| match seat {
        Some(seat) => event.seen_by(seat),
        None => Some(*event),
    });
    lines.extend(seen.map(|event: Event| event.to_json(seats)));
    lines.extend(end_of(game.round()));
    Ok(lines)
}

fn header(record: &Record, start: &Round, seat: Option<Seat>) -> String {
    let rules = record.rules();
    let hidden = || HIDDEN.to_owned();
    let raw = |json: String| RawValue::from_string(json).unwrap_or_default();
    let mut header = Header {
        kind: LOG.to_owned(),
        format: LOG_FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seat: seat.map(Seat::index),
        rules_hash: rules.content_hash().to_owned(),
        rules: raw(rules.to_json()),
        seed: None,
        deck: None,
        dealer: None,
        drawn_before: None,
        position: None,
    };
    match (record.origin(), seat) {
        (
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            },
            _,
        ) => {
            let seed = deck.seed().map(|seed| seed.to_string());
            header.seed = seed.filter(|_| seat.is_none());
            header.deck = Some(seat.map_or_else(|| deck.to_string(), |_| hidden()));
            header.dealer = Some(dealer.index());
            header.drawn_before = Some(*drawn_before);
        }
        (Origin::Setup(setup), None) => header.position = Some(raw(setup.to_json())),
        (Origin::Setup(_), Some(seat)) => {
            let view = start.view(seat).to_text(rules);
            header.position = Some(raw(crate::text::json(&view)));
        }
    }
    crate::text::json(&header)
}

/// The last line, where the round is over.
fn end_of(round: &Round) -> Option<String> {
    round
        .settlement()
        .map(|settlement| end_line(round, &settlement))
}

fn end_line(round: &Round, settlement: &Settlement) -> String {
    let win = settlement.win().map(|win| win.win);
    let items = settlement.items().iter();
    crate::text::json(&End {
        kind: END,
        outcome: settlement.kind(),
        winner: settlement.winner().map(Seat::index),
        huxi: win.map(|win| win.huxi),
        units: win.map(|win| win.units),
        fan: win.map(|win| win.fan),
        items: items
            .map(|item| (item.name(round.rules()), item.value))
            .collect(),
        score: win.map(|win| win.score),
        payments: settlement.payments(),
    })
}
