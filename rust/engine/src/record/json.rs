//! Records as one line of JSON.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{MOST_ANSWERS, OLDEST_FORMAT, RECORD_FORMAT, Record, RecordError};
use crate::action::Action;
use crate::deck::Deck;
use crate::game::Origin;
use crate::round::{IllegalAction, Setup};
use crate::rules::{Ruleset, from_json_table};
use crate::seat::Seat;

/// What a record looks like in JSON: a deck with its dealer, or a position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordText {
    format: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules_hash: Option<String>,
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
    answers: Vec<String>,
}

/// The deck, with its seed where that is given.
pub(crate) fn read_deck(cards: &str, seed: Option<String>) -> Result<Deck, RecordError> {
    let cards: Deck = cards.parse()?;
    match seed {
        None => Ok(cards),
        Some(seed) => cards.of_seed(&seed).ok_or_else(|| RecordError::Seed {
            found: crate::text::quotable(&seed),
        }),
    }
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
            } => (Some((deck, dealer.index(), *drawn_before)), None),
            Origin::Setup(setup) => (None, Some(raw(setup.to_json())?)),
        };
        let text = RecordText {
            format: RECORD_FORMAT.into(),
            rules_hash: Some(self.rules.content_hash().to_owned()),
            rules: raw(self.rules.to_json())?,
            seed: deal.and_then(|(deck, ..)| deck.seed().map(|seed| seed.to_string())),
            deck: deal.map(|(deck, ..)| deck.to_string()),
            dealer: deal.map(|(_, dealer, _)| dealer),
            drawn_before: deal.map(|(_, _, drawn)| drawn),
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
        if !(u64::from(OLDEST_FORMAT)..=u64::from(RECORD_FORMAT)).contains(&text.format) {
            return Err(RecordError::Format { found: text.format });
        }
        let rules = Arc::new(Ruleset::from_json(text.rules.get())?);
        match text.rules_hash {
            None if text.format > u64::from(OLDEST_FORMAT) => {
                return Err(message("missing field `rules_hash`"));
            }
            Some(found) if found != rules.content_hash() => {
                return Err(RecordError::OtherRules {
                    found: crate::text::quotable(&found),
                    expected: rules.content_hash().to_owned(),
                });
            }
            Some(_) | None => {}
        }
        if text.answers.len() > MOST_ANSWERS {
            return Err(RecordError::TooLong {
                found: text.answers.len(),
            });
        }
        let origin = match (text.deck, text.dealer, text.position) {
            (Some(deck), Some(dealer), None) => Origin::Deal {
                deck: read_deck(&deck, text.seed)?,
                dealer: Seat::new(dealer)
                    .ok_or(IllegalAction::NoSeat {
                        found: dealer,
                        last: rules.seats() - 1,
                    })
                    .map_err(RecordError::Dealer)?,
                drawn_before: text.drawn_before.unwrap_or(0),
            },
            (None, None, Some(position)) if text.drawn_before.is_none() && text.seed.is_none() => {
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
