//! Described positions on one line, the form for reports and command lines.
//!
//! `position:1`, the ruleset, dealer, drawn rounds before, shown card, phase, stock, each seat, then `|`: all with blanks
//! between. A seat is its hand, melds and row, then what else there is of it, with semicolons between. The whole is
//! specified in `docs/records.md`.

use std::fmt::Display;
use std::str::FromStr;

use super::setup::{SeatSetup, Setup, Start};
use super::setup_text::{ParseSetupError, part, passed_hu, seat};
use crate::compact::{self, NOTHING};
use crate::counts::Counts;
use crate::rules::{RulesRef, Ruleset};
use crate::seat::MAX_SEATS;

/// What a position on one line begins with.
const TAG: &str = "position:1";

/// What it ends with, so that none is cut short unnoticed.
const END: &str = "|";

impl Setup {
    /// The position on one line, and the ruleset that it belongs to, if it is given.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use paohuzi_engine::{Deck, Round, Ruleset, Seat, Setup};
    /// let rules = Arc::new(Ruleset::default());
    /// let round = Round::from_deck(rules, &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?;
    /// let text = round.setup().to_text(Some(round.rules()));
    /// assert!(text.starts_with("position:1 plain:44136fa355b3678a 0 0 b5 discard:0 "));
    /// assert_eq!(Setup::from_text(&text, Some(round.rules()))?, round.setup());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_text(&self, rules: Option<&Ruleset>) -> String {
        let reference = or_nothing(rules.map(Ruleset::reference));
        format!("{TAG} {reference} {} {END}", self.fields())
    }

    /// Reads what [`Setup::to_text`] wrote. The cards are not counted yet; [`crate::Round::from_setup`] does.
    ///
    /// # Errors
    /// A text that is none, or one of another ruleset than the one given.
    pub fn from_text(text: &str, rules: Option<&Ruleset>) -> Result<Self, ParseSetupError> {
        let (reference, fields) = split(text)?;
        if let (Some(found), Some(rules)) = (reference, rules)
            && !found.is_of(rules)
        {
            return Err(ParseSetupError::OtherRules {
                found,
                expected: rules.reference(),
            });
        }
        Self::from_fields(fields)
    }

    /// The ruleset that a position on one line belongs to, if it says so.
    ///
    /// # Errors
    /// A text that does not begin as one.
    pub fn rules_of_text(text: &str) -> Result<Option<RulesRef>, ParseSetupError> {
        split(text).map(|(reference, _)| reference)
    }

    /// What follows the ruleset.
    pub(crate) fn fields(&self) -> String {
        let mut fields = vec![
            self.dealer.to_string(),
            self.drawn_before.to_string(),
            or_nothing(self.shown),
            self.start.to_string(),
            compact::cards(self.stock.iter().copied()),
        ];
        fields.extend(self.seats.iter().map(seat_fields));
        fields.join(" ")
    }

    /// Reads what [`Setup::fields`] wrote.
    pub(crate) fn from_fields(text: &str) -> Result<Self, ParseSetupError> {
        let mut words = text.split(' ');
        let mut next = |place: &str| {
            words.next().ok_or_else(|| ParseSetupError::Part {
                place: place.to_owned(),
                message: "found nothing".to_owned(),
            })
        };
        let dealer = part("dealer", seat(next("dealer")?))?;
        let drawn_before = part("drawn_before", number(next("drawn_before")?))?;
        let shown = match next("shown")? {
            NOTHING => None,
            card => Some(part("shown", card.parse())?),
        };
        let start: Start = part("phase", next("phase")?.parse())?;
        let stock = part("stock", compact::read(next("stock")?))?;
        let mut seats = Vec::new();
        for (i, word) in words.enumerate() {
            if i >= MAX_SEATS {
                return Err(ParseSetupError::Part {
                    place: "seats".to_owned(),
                    message: format!("found more than {MAX_SEATS}"),
                });
            }
            seats.push(read_seat(word, &format!("seat {i}"))?);
        }
        Ok(Self {
            dealer,
            drawn_before,
            shown,
            seats,
            stock,
            start,
        })
    }
}

/// The ruleset of a position on one line, and the fields after it.
fn split(text: &str) -> Result<(Option<RulesRef>, &str), ParseSetupError> {
    let text = text.trim();
    let error = |message: String| ParseSetupError::Line { message };
    let rest = text
        .strip_prefix(TAG)
        .and_then(|rest| rest.strip_prefix(' '));
    let rest = rest.ok_or_else(|| {
        let found = text.split(' ').next().unwrap_or_default();
        error(if found.starts_with("view:") {
            "found what one seat sees, whose hidden cards are not known".to_owned()
        } else {
            format!(
                "found {:?}, expected {TAG:?} first",
                crate::text::quotable(found)
            )
        })
    })?;
    let (reference, fields) = rest
        .split_once(' ')
        .ok_or_else(|| error("found no more than a ruleset".to_owned()))?;
    let fields = fields
        .strip_suffix(END)
        .and_then(|fields| fields.strip_suffix(' '))
        .ok_or_else(|| error(format!("found no {END:?} at the end")))?;
    let reference = match reference {
        NOTHING => None,
        reference => Some(part("ruleset", reference.parse())?),
    };
    Ok((reference, fields))
}

fn or_nothing(value: Option<impl Display>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| value.to_string())
}

/// The items with a separator between them.
pub(crate) fn joined<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let texts: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    if texts.is_empty() {
        return NOTHING.to_owned();
    }
    texts.join(separator)
}

fn seat_fields(seat: &SeatSetup) -> String {
    let mut fields = vec![
        compact::cards(seat.hand.cards()),
        joined(&seat.melds, ","),
        joined(&seat.row, ""),
    ];
    for (key, set) in [("chi", seat.stale_chi), ("peng", seat.stale_peng)] {
        if !set.is_empty() {
            fields.push(format!("{key}={}", compact::cards(set.iter())));
        }
    }
    for (flag, is_set) in [("dead", seat.dead), ("barred", seat.barred)] {
        if is_set {
            fields.push(flag.to_owned());
        }
    }
    if !seat.passed_hu.is_empty() {
        let passed = seat.passed_hu.iter();
        let passed = passed.map(|(card, huxi)| format!("{card}:{huxi}"));
        fields.push(format!("passed={}", joined(passed, ",")));
    }
    for (key, number) in [("score", seat.passed_score), ("bi", seat.bi.into())] {
        if number > 0 {
            fields.push(format!("{key}={number}"));
        }
    }
    if let Some(fault) = seat.fault {
        fields.push(format!("fault={fault}"));
    }
    if let Some(answer) = seat.answer {
        fields.push(format!("answer={answer}"));
    }
    fields.join(";")
}

fn read_seat(text: &str, place: &str) -> Result<SeatSetup, ParseSetupError> {
    let at = |key: &str| format!("{key} of {place}");
    let mut fields = text.split(';');
    let mut next = |key: &str| {
        fields.next().ok_or_else(|| ParseSetupError::Part {
            place: at(key),
            message: "found nothing".to_owned(),
        })
    };
    let hand = part(&at("hand"), compact::read(next("hand")?))?;
    let counts = Counts::from_cards(&hand).filter(|counts| counts.cards().eq(hand));
    let counts = counts.ok_or("found cards out of order, or five of one".to_owned());
    let mut seat = SeatSetup {
        hand: part(&at("hand"), counts)?,
        melds: list(&at("melds"), next("melds")?, ",")?,
        row: row(&at("row"), next("row")?)?,
        ..SeatSetup::default()
    };
    let mut last = 0;
    for field in fields {
        let (key, value) = field.split_once('=').unwrap_or((field, ""));
        let set = |name: &str| {
            let cards = part(&at(name), compact::read(value))?;
            let is_rising = cards.is_sorted_by(|a, b| a < b);
            let set = Some(cards.into_iter().collect()).filter(|_| is_rising);
            part(&at(name), set.ok_or("found cards out of order".to_owned()))
        };
        // One text for one seat: each key once, in this order, and only where there is something to say.
        let number = match (key, value.is_empty()) {
            ("chi", false) => {
                seat.stale_chi = set("stale_chi")?;
                1
            }
            ("peng", false) => {
                seat.stale_peng = set("stale_peng")?;
                2
            }
            ("dead", true) if field == key => {
                seat.dead = true;
                3
            }
            ("barred", true) if field == key => {
                seat.barred = true;
                4
            }
            ("passed", false) => {
                let passed = value
                    .split(',')
                    .map(|item| part(&at("passed_hu"), passed_hu(item)));
                seat.passed_hu = passed.collect::<Result<_, _>>()?;
                5
            }
            ("score", false) => {
                seat.passed_score = part(&at("passed_score"), positive(value))?;
                6
            }
            ("bi", false) => {
                seat.bi = part(&at("bi"), positive(value))?;
                7
            }
            ("fault", false) => {
                seat.fault = Some(part(&at("fault"), value.parse())?);
                8
            }
            ("answer", false) => {
                seat.answer = Some(part(&at("answer"), value.parse())?);
                9
            }
            _ => 0,
        };
        if number <= last {
            return Err(ParseSetupError::Part {
                place: place.to_owned(),
                message: format!(
                    "found {:?}, expected chi=cards, peng=cards, dead, barred, passed=card:huxi, score=score, \
                     bi=blocks, fault=fault, answer=action, each once and in this order",
                    crate::text::quotable(field)
                ),
            });
        }
        last = number;
    }
    Ok(seat)
}

fn list<T: FromStr<Err: Display>>(
    place: &str,
    text: &str,
    separator: &str,
) -> Result<Vec<T>, ParseSetupError> {
    if text == NOTHING {
        return Ok(Vec::new());
    }
    text.split(separator)
        .map(|item| part(place, item.parse()))
        .collect()
}

/// A row: cards with their signs and nothing between.
fn row<T: FromStr<Err: Display>>(place: &str, text: &str) -> Result<Vec<T>, ParseSetupError> {
    if text == NOTHING {
        return Ok(Vec::new());
    }
    let starts = text.match_indices(['+', '-']).map(|(start, _)| start);
    let starts: Vec<_> = std::iter::once(0)
        .chain(starts.filter(|start| *start > 0))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| part(place, text[*start..end].parse()))
        .collect()
}

/// A number above 0 as it is written.
fn positive<T: FromStr + Display + PartialOrd + Default>(text: &str) -> Result<T, String> {
    let number = text.parse::<T>().ok();
    let number = number.filter(|n| *n > T::default() && n.to_string() == text);
    number.ok_or_else(|| format!("{:?} is no such number", crate::text::quotable(text)))
}

/// A number as it is written.
pub(crate) fn number(text: &str) -> Result<u16, String> {
    let number = text.parse::<u16>().ok().filter(|n| n.to_string() == text);
    number.ok_or_else(|| format!("{:?} is no number up to 65535", crate::text::quotable(text)))
}
