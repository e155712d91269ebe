//! Records as one short line that names its ruleset: for version control, and for many rounds in one file.
//!
//! `record:1`, the ruleset, then `deal` with dealer, drawn rounds before and deck, or `position` with the fields of
//! one; `|`; the answers, each with its seat in front; `|`. The whole is specified in `docs/records.md`.

use std::sync::Arc;

use super::{MOST_ANSWERS, Record, RecordError};
use crate::action::Action;
use crate::card::Card;
use crate::compact;
use crate::deck::{DealSeed, Deck};
use crate::game::Origin;
use crate::round::{Setup, number, parse_seat};
use crate::rules::{RulesRef, Ruleset};
use crate::seat::Seat;

/// What a record on one line begins with.
const TAG: &str = "record:1";

/// What stands for the word of an action, right after the seat.
const PASS: &str = ".";
const HU: &str = "!";
const PENG: &str = "=";
const DISCARD: &str = "-";
const CHI: &str = "<";
/// The text of an action that has no sign follows.
const WORD: &str = ":";

const CHI_WORD: &str = "chi:";

impl Record {
    /// The record on one short line.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use paohuzi_engine::{Deck, Game, Record, Ruleset, Seat};
    /// let rules = Arc::new(Ruleset::default());
    /// let mut game = Game::deal(Arc::clone(&rules), Deck::shuffled(7, 0), Seat::ZERO, 0)?;
    /// game.push("discard:s6".parse()?)?;
    /// let record = Record::of(&game);
    /// let text = record.to_text();
    /// assert_eq!(text, "record:1 plain:44136fa355b3678a deal 0 0 deal-v1:7:0 | 0-s6 |");
    /// assert_eq!(Record::from_text(&text, rules)?, record);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let origin = match &self.origin {
            Origin::Deal {
                deck,
                dealer,
                drawn_before,
            } => {
                let deck = deck
                    .seed()
                    .map_or_else(|| compact::cards(*deck.cards()), |seed| seed.to_string());
                format!("deal {dealer} {drawn_before} {deck}")
            }
            Origin::Setup(setup) => format!("position {}", setup.fields()),
        };
        let mut text = format!("{TAG} {} {origin} |", self.rules.reference());
        for (seat, action) in &self.answers {
            text.push(' ');
            text.push_str(&answer_text(*seat, *action));
        }
        text.push_str(" |");
        text
    }

    /// Reads what [`Record::to_text`] wrote, with the ruleset that it names.
    ///
    /// # Errors
    /// A text that is no record, or one of another ruleset.
    pub fn from_text(text: &str, rules: Arc<Ruleset>) -> Result<Self, RecordError> {
        let (reference, rest) = split(text)?;
        if !reference.is_of(&rules) {
            return Err(RecordError::OtherRules {
                found: reference.to_string(),
                expected: rules.reference().to_string(),
            });
        }
        let cut = || bad("found no | before the answers and at the end");
        let (origin, answers) = rest.split_once(" |").ok_or_else(cut)?;
        // Cut short, it could be another record.
        let answers = answers.strip_suffix(" |").ok_or_else(cut)?;
        let (kind, origin) = origin.split_once(' ').unwrap_or((origin, ""));
        let origin = match kind {
            "deal" => read_deal(origin)?,
            "position" => Origin::Setup(Box::new(Setup::from_fields(origin)?)),
            _ => {
                let found = crate::text::quotable(kind);
                return Err(bad(&format!("found {found:?}, expected deal or position")));
            }
        };
        let mut all = Vec::new();
        let words = answers.split(' ');
        for (place, word) in words.skip(1).enumerate() {
            if place >= MOST_ANSWERS {
                let found = answers.split(' ').count() - 1;
                return Err(RecordError::TooLong { found });
            }
            let answer = read_answer(word).ok_or_else(|| RecordError::Answer {
                place,
                found: crate::text::quotable(word),
            });
            all.push(answer?);
        }
        if !(answers.is_empty() || answers.starts_with(' ')) {
            return Err(bad("found no blank after the |"));
        }
        Ok(Self {
            rules,
            origin,
            answers: all,
        })
    }

    /// The ruleset that a record on one line belongs to.
    ///
    /// # Errors
    /// A text that does not begin as one.
    pub fn rules_of_text(text: &str) -> Result<RulesRef, RecordError> {
        split(text).map(|(reference, _)| reference)
    }
}

fn bad(message: &str) -> RecordError {
    RecordError::Text {
        message: message.to_owned(),
    }
}

/// The ruleset of a record on one line, and what follows it.
fn split(text: &str) -> Result<(RulesRef, &str), RecordError> {
    let text = text.trim();
    let rest = text
        .strip_prefix(TAG)
        .and_then(|rest| rest.strip_prefix(' '));
    let rest = rest.ok_or_else(|| {
        let found = crate::text::quotable(text.split(' ').next().unwrap_or_default());
        bad(&format!("found {found:?}, expected {TAG:?} first"))
    })?;
    let (reference, rest) = rest
        .split_once(' ')
        .ok_or_else(|| bad("found no more than a ruleset"))?;
    let reference = reference.parse().map_err(|message: String| bad(&message))?;
    Ok((reference, rest))
}

fn read_deal(text: &str) -> Result<Origin, RecordError> {
    let words: Vec<_> = text.splitn(4, ' ').collect();
    let [dealer, drawn_before, deck] = words.as_slice() else {
        return Err(bad(
            "expected dealer, drawn rounds before and deck after deal",
        ));
    };
    let of = |what: &str, message: String| bad(&format!("{what}: {message}"));
    Ok(Origin::Deal {
        deck: if deck.starts_with(DealSeed::SCHEME) {
            deck.parse()?
        } else {
            let cards = compact::read(deck).map_err(|message| of("deck", message))?;
            Deck::from_cards(&cards)?
        },
        dealer: parse_seat(dealer).map_err(|message| of("dealer", message))?,
        drawn_before: number(drawn_before).map_err(|message| of("drawn_before", message))?,
    })
}

/// An answer: `0-s6`, `1.`, `2!`, `1=`, `0<s3:s1-s2-s3`. Other actions keep their words: `0:word`.
fn answer_text(seat: Seat, action: Action) -> String {
    match action {
        Action::Pass => format!("{seat}{PASS}"),
        Action::Hu => format!("{seat}{HU}"),
        Action::Peng => format!("{seat}{PENG}"),
        Action::Discard(card) => format!("{seat}{DISCARD}{card}"),
        Action::Pao | Action::Wei | Action::Ti => format!("{seat}{WORD}{action}"),
        Action::Chi(..) => {
            let text = action.to_string();
            format!(
                "{seat}{CHI}{}",
                text.strip_prefix(CHI_WORD).unwrap_or(&text)
            )
        }
    }
}

fn read_answer(word: &str) -> Option<(Seat, Action)> {
    let seat = parse_seat(word.get(..1)?).ok()?;
    let sign = word.get(1..2)?;
    let rest = word.get(2..)?;
    let action = match (sign, rest) {
        (PASS, "") => Action::Pass,
        (HU, "") => Action::Hu,
        (PENG, "") => Action::Peng,
        (DISCARD, card) => Action::Discard(card.parse().ok().filter(|c: &Card| c.text() == card)?),
        (CHI, _) => format!("{CHI_WORD}{rest}").parse().ok()?,
        (WORD, _) => rest.parse().ok()?,
        _ => return None,
    };
    // There is one way to write an answer.
    let is_plain = !matches!(sign, CHI | WORD) || answer_text(seat, action) == word;
    is_plain.then_some((seat, action))
}
