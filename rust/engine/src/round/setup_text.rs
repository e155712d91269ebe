//! Described positions as JSON with game texts in it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::phase::{Hu, Outcome, Phase};
use super::setup::{SeatSetup, Setup, Start};
use crate::card::Card;
use crate::event::WinKind;
use crate::rules::{RulesRef, from_json_table, is_default, tables};
use crate::seat::Seat;

/// What a seat's part of a position looks like in JSON.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SeatText {
    hand: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    melds: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    row: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    stale_chi: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    stale_peng: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dead: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    barred: bool,
    /// Cards with huxi: `s5:12`.
    #[serde(skip_serializing_if = "String::is_empty")]
    passed_hu: String,
    #[serde(skip_serializing_if = "is_default")]
    passed_score: u32,
    #[serde(skip_serializing_if = "is_default")]
    bi: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
}

/// What a position looks like in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupText {
    dealer: usize,
    #[serde(default)]
    drawn_before: u16,
    #[serde(default)]
    shown: Option<String>,
    phase: String,
    #[serde(deserialize_with = "tables")]
    seats: Vec<SeatText>,
    stock: String,
}

/// A text that describes no position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseSetupError {
    /// No JSON, or not the keys of a position.
    #[error("position: {message}")]
    Json {
        /// What the parser says.
        message: String,
    },
    /// No position on one line.
    #[error("position: {message}")]
    Line {
        /// What is wrong.
        message: String,
    },
    /// It belongs to another ruleset.
    #[error("position of ruleset {found}, expected {expected}")]
    OtherRules {
        /// The ruleset that it names.
        found: RulesRef,
        /// The ruleset that it is read for.
        expected: RulesRef,
    },
    /// A text in it cannot be read.
    #[error("position, {place}: {message}")]
    Part {
        /// Where.
        place: String,
        /// What is wrong there.
        message: String,
    },
}

impl ParseSetupError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Json { .. } => "position_json",
            Self::Line { .. } => "position_line",
            Self::OtherRules { .. } => "position_other_rules",
            Self::Part { .. } => "position_part",
        }
    }
}

pub(super) fn part<T, E: fmt::Display>(
    place: &str,
    read: Result<T, E>,
) -> Result<T, ParseSetupError> {
    read.map_err(|error| ParseSetupError::Part {
        place: place.to_owned(),
        message: error.to_string(),
    })
}

fn list<T: FromStr<Err: fmt::Display>>(place: &str, text: &str) -> Result<Vec<T>, ParseSetupError> {
    text.split_whitespace()
        .map(|item| part(place, item.parse()))
        .collect()
}

fn words<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    items
        .into_iter()
        .map(|item| item.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

impl SeatText {
    fn read(&self, place: &str) -> Result<SeatSetup, ParseSetupError> {
        let at = |key: &str| format!("{key} of {place}");
        Ok(SeatSetup {
            hand: part(&at("hand"), self.hand.parse())?,
            melds: list(&at("melds"), &self.melds)?,
            row: list(&at("row"), &self.row)?,
            stale_chi: list(&at("stale_chi"), &self.stale_chi)?
                .into_iter()
                .collect(),
            stale_peng: list(&at("stale_peng"), &self.stale_peng)?
                .into_iter()
                .collect(),
            dead: self.dead,
            barred: self.barred,
            passed_hu: self
                .passed_hu
                .split_whitespace()
                .map(|text| part(&at("passed_hu"), passed_hu(text)))
                .collect::<Result<_, _>>()?,
            passed_score: self.passed_score,
            bi: self.bi,
            fault: self
                .fault
                .as_ref()
                .map(|text| part(&at("fault"), text.parse()))
                .transpose()?,
            answer: self
                .answer
                .as_ref()
                .map(|text| part(&at("answer"), text.parse()))
                .transpose()?,
        })
    }

    fn write(seat: &SeatSetup) -> Self {
        Self {
            hand: seat.hand.to_string(),
            melds: words(&seat.melds),
            row: words(&seat.row),
            stale_chi: seat.stale_chi.to_string(),
            stale_peng: seat.stale_peng.to_string(),
            dead: seat.dead,
            barred: seat.barred,
            passed_hu: words(
                seat.passed_hu
                    .iter()
                    .map(|(card, huxi)| format!("{card}:{huxi}")),
            ),
            passed_score: seat.passed_score,
            bi: seat.bi,
            fault: seat.fault.map(|fault| fault.to_string()),
            answer: seat.answer.map(|action| action.to_string()),
        }
    }
}

pub(super) fn passed_hu(text: &str) -> Result<(Card, u8), String> {
    let (card, huxi) = text.split_once(':').ok_or_else(|| {
        format!(
            "{:?} is no card with huxi, expected one such as s5:12",
            crate::text::quotable(text)
        )
    })?;
    let card = card.parse().map_err(|error| format!("{error}"))?;
    let digits = Some(huxi).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let huxi = digits.and_then(|text| text.parse().ok()).ok_or_else(|| {
        format!(
            "{:?} is no number of huxi, expected 0 to 255",
            crate::text::quotable(huxi)
        )
    })?;
    Ok((card, huxi))
}

impl Setup {
    /// The position on one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = SetupText {
            dealer: self.dealer.index(),
            drawn_before: self.drawn_before,
            shown: self.shown.map(|card| card.to_string()),
            phase: self.start.to_string(),
            seats: self.seats.iter().map(SeatText::write).collect(),
            stock: words(&self.stock),
        };
        crate::text::json(&text)
    }

    /// Reads what [`Setup::to_json`] wrote. The cards are not counted yet; [`crate::Round::from_setup`] does.
    ///
    /// # Errors
    /// No JSON, unknown or missing keys, or a text in it that cannot be read.
    pub fn from_json(json: &str) -> Result<Self, ParseSetupError> {
        let text: SetupText = from_json_table(json).map_err(|error| ParseSetupError::Json {
            message: crate::text::said(&error),
        })?;
        let seats = text.seats.iter().enumerate();
        Ok(Self {
            dealer: part("dealer", seat(&text.dealer.to_string()))?,
            drawn_before: text.drawn_before,
            shown: text
                .shown
                .as_ref()
                .map(|card| part("shown", card.parse()))
                .transpose()?,
            seats: seats
                .map(|(i, seat)| seat.read(&format!("seat {i}")))
                .collect::<Result<_, _>>()?,
            stock: list("stock", &text.stock)?,
            start: part("phase", text.phase.parse())?,
        })
    }
}

pub(crate) fn seat(text: &str) -> Result<Seat, String> {
    let number = match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Seat::new(usize::from(digit - b'0')),
        _ => None,
    };
    number.ok_or_else(|| {
        format!(
            "{:?} is no seat, expected 0 to 3",
            crate::text::quotable(text)
        )
    })
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal => f.pad("deal"),
            Self::Draw(seat) => write!(f, "draw:{seat}"),
            Self::At(Phase::SantiWukan) => f.pad("santi_wukan"),
            Self::At(Phase::Tianhu) => f.pad("tianhu"),
            Self::At(Phase::Dihu) => f.pad("dihu"),
            Self::At(Phase::LayTi(seat)) => write!(f, "lay_ti:{seat}"),
            Self::At(Phase::Discard(seat)) => write!(f, "discard:{seat}"),
            Self::At(Phase::OwnDraw {
                seat,
                card,
                laid: true,
            }) => {
                write!(f, "laid:{seat}:{card}")
            }
            Self::At(Phase::OwnDraw {
                seat,
                card,
                laid: false,
            }) => {
                write!(f, "concealed:{seat}:{card}")
            }
            Self::At(Phase::Drawn { seat, card }) => write!(f, "drawn:{seat}:{card}"),
            Self::At(Phase::Discarded { seat, card }) => write!(f, "discarded:{seat}:{card}"),
            Self::At(Phase::Over(Outcome::Exhausted)) => f.pad("exhausted"),
            Self::At(Phase::Over(Outcome::Hu(hu))) => {
                write!(f, "hu:{}:{}", hu.seat, hu.kind.name())?;
                match (hu.card, hu.placed) {
                    (None, _) => Ok(()),
                    (Some(card), true) => write!(f, ":laid:{card}"),
                    (Some(card), false) => write!(f, ":{card}"),
                }?;
                match hu.from {
                    Some(from) => write!(f, ":{from}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "deal, draw:seat, santi_wukan, tianhu, dihu, lay_ti:seat, discard:seat, laid:seat:card, \
             concealed:seat:card, drawn:seat:card, discarded:seat:card, exhausted, hu:seat:kind:card, hu:seat:kind:laid:card or hu:seat:discard:card:from";
        let bad = || {
            format!(
                "{:?} is no phase, expected {EXPECTED}",
                crate::text::quotable(text)
            )
        };
        let words: Vec<&str> = text.split(':').collect();
        let card = |text: &str| text.parse().map_err(|error| format!("{error}"));
        let phase = match words.as_slice() {
            ["deal"] => return Ok(Self::Deal),
            ["draw", at] => return seat(at).map(Self::Draw),
            ["santi_wukan"] => Phase::SantiWukan,
            ["tianhu"] => Phase::Tianhu,
            ["dihu"] => Phase::Dihu,
            ["lay_ti", at] => Phase::LayTi(seat(at)?),
            ["discard", at] => Phase::Discard(seat(at)?),
            ["laid", at, what] => Phase::OwnDraw {
                seat: seat(at)?,
                card: card(what)?,
                laid: true,
            },
            ["concealed", at, what] => Phase::OwnDraw {
                seat: seat(at)?,
                card: card(what)?,
                laid: false,
            },
            ["drawn", at, what] => Phase::Drawn {
                seat: seat(at)?,
                card: card(what)?,
            },
            ["discarded", at, what] => Phase::Discarded {
                seat: seat(at)?,
                card: card(what)?,
            },
            ["exhausted"] => Phase::Over(Outcome::Exhausted),
            ["hu", at, kind, rest @ ..] => {
                let kind = WinKind::ALL
                    .into_iter()
                    .find(|k| k.name() == *kind)
                    .ok_or_else(bad)?;
                let (card, placed, from) = match rest {
                    [] => (None, true, None),
                    [what] => (Some(card(what)?), false, None),
                    ["laid", what] => (Some(card(what)?), true, None),
                    [what, from] => (Some(card(what)?), false, Some(seat(from)?)),
                    _ => return Err(bad()),
                };
                Phase::Over(Outcome::Hu(Hu {
                    seat: seat(at)?,
                    card,
                    kind,
                    placed,
                    from,
                }))
            }
            _ => return Err(bad()),
        };
        Ok(Self::At(phase))
    }
}
