//! Python arguments as engine values. A wrong type is a `TypeError`, a wrong value an error with a code.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString};

use paohuzi_engine as engine;

use crate::action::Action;
use crate::arrays;
use crate::card::Card;
use crate::errors::{Described, Kind, Value, exception, number, raise, word};
use crate::meld::Meld;
use crate::rules::Ruleset;

/// Most melds that are read of one seat; the engine then says how many there may be.
const MOST_MELDS: u8 = 20;

/// The `TypeError` for an object of the wrong kind.
pub(crate) fn wrong_type(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let found = object.get_type().name();
    let found = found.map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {found}"))
}

/// The text of a `str`. Half a character (a lone surrogate) is read as U+FFFD, which nothing accepts.
pub(crate) fn text_of<'a>(object: &'a Bound<'_, PyAny>) -> Option<Cow<'a, str>> {
    object
        .cast::<PyString>()
        .ok()
        .map(|text| text.to_string_lossy())
}

/// What a text says; anything else is of the wrong type.
pub(crate) fn parsed<T: FromStr<Err: Described>>(
    object: &Bound<'_, PyAny>,
    expected: &str,
) -> PyResult<T> {
    match text_of(object) {
        Some(text) => text.parse().map_err(raise),
        None => Err(wrong_type(expected, object)),
    }
}

/// A text.
pub(crate) struct Text(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match text_of(&object) {
            Some(text) => Ok(Self(text.into_owned())),
            None => Err(wrong_type("a text", &object)),
        }
    }
}

/// Bytes from anything that holds them.
pub(crate) struct Data(pub(crate) Vec<u8>);

impl<'py> FromPyObject<'_, 'py> for Data {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let bytes = PyBuffer::<u8>::get(&object).and_then(|buffer| buffer.to_vec(object.py()));
        bytes.map(Self).map_err(|_| wrong_type("bytes", &object))
    }
}

/// A whole number as it was given; none where it is beyond 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Int(Option<i64>);

impl<'py> FromPyObject<'_, 'py> for Int {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // True is a number to Python; as a seat, a seed or an action it is a mistake.
        if object.is_instance_of::<PyBool>() {
            return Err(wrong_type("a whole number", &object));
        }
        match object.extract::<i64>() {
            Ok(value) => Ok(Self(Some(value))),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Self(None)),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
                Err(wrong_type("a whole number", &object))
            }
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("a number beyond 64 bits"),
        }
    }
}

impl Int {
    /// Nought.
    pub(crate) const ZERO: Self = Self(Some(0));

    /// One.
    pub(crate) const ONE: Self = Self(Some(1));

    /// It as a smaller number, if it fits.
    pub(crate) fn fitting<T: TryFrom<i64>>(self) -> Option<T> {
        self.0.and_then(|value| T::try_from(value).ok())
    }

    /// It as a value of an error's context.
    pub(crate) fn value(self) -> Value {
        self.0.map_or_else(|| word(self), Value::Number)
    }

    /// It as a number of at most `most`.
    pub(crate) fn at_most<T: TryFrom<i64>>(self, name: &str, most: usize) -> PyResult<T> {
        self.between(name, 0, most)
    }

    /// It as a number from 1 to `most`.
    pub(crate) fn one_to<T: TryFrom<i64>>(self, name: &str, most: usize) -> PyResult<T> {
        self.between(name, 1, most)
    }

    fn between<T: TryFrom<i64>>(self, name: &str, least: i64, most: usize) -> PyResult<T> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let fits = self.0.is_some_and(|value| (least..=most).contains(&value));
        self.fitting()
            .filter(|_| fits)
            .ok_or_else(|| out_of_range(name, self, least, most))
    }

    /// The seat of a table of so many.
    pub(crate) fn seat(self, seats: impl Into<usize>) -> PyResult<engine::Seat> {
        let seats = seats.into();
        self.seat_below(seats).ok_or_else(|| {
            let last = seats.saturating_sub(1);
            exception(
                Kind::IllegalAction,
                "no_seat",
                &format!("there is no seat {self}, expected 0 to {last}"),
                vec![("found", self.value()), ("last", number(last))],
            )
        })
    }

    /// The dealer at a table of so many seats.
    pub(crate) fn dealer(self, seats: impl Into<usize>) -> PyResult<engine::Seat> {
        let seats = seats.into();
        self.seat_below(seats).ok_or_else(|| {
            let last = seats.saturating_sub(1);
            exception(
                Kind::Position,
                "setup_no_seat",
                &format!("there is no dealer {self}, expected 0 to {last}"),
                vec![("found", self.value()), ("last", number(last))],
            )
        })
    }

    fn seat_below(self, seats: usize) -> Option<engine::Seat> {
        let index: usize = self.fitting()?;
        engine::Seat::new(index).filter(|_| index < seats)
    }
}

fn out_of_range(name: &str, found: Int, least: i64, most: impl fmt::Display) -> PyErr {
    exception(
        Kind::Parse,
        "number_range",
        &format!("{name} {found}, expected {least} to {most}"),
        vec![
            ("name", word(name)),
            ("found", found.value()),
            ("most", word(most)),
        ],
    )
}

/// A seed, or the index of a round: a number of 64 bits.
pub(crate) struct Seed(Result<u64, Int>);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let found: Int = object.extract()?;
        Ok(Self(object.extract::<u64>().map_err(|_| found)))
    }
}

impl Seed {
    /// Nought.
    pub(crate) const ZERO: Self = Self(Ok(0));

    /// The number.
    pub(crate) fn get(self, name: &str) -> PyResult<u64> {
        self.0
            .map_err(|found| out_of_range(name, found, 0, u64::MAX))
    }
}

/// A card, as an object or a text.
pub(crate) struct CardArg(pub(crate) engine::Card);

impl<'py> FromPyObject<'_, 'py> for CardArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(card) = object.cast::<Card>() {
            return Ok(Self(card.get().0));
        }
        parsed(&object, "a card such as 's7'").map(Self)
    }
}

/// A meld, as an object or a text.
pub(crate) struct MeldArg(pub(crate) engine::Meld);

impl<'py> FromPyObject<'_, 'py> for MeldArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(meld) = object.cast::<Meld>() {
            return Ok(Self(meld.get().0));
        }
        parsed(&object, "a meld such as 'peng:s1'").map(Self)
    }
}

/// An action, as an object or a text.
pub(crate) struct ActionArg(pub(crate) engine::Action);

impl<'py> FromPyObject<'_, 'py> for ActionArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(action) = object.cast::<Action>() {
            return Ok(Self(action.get().0));
        }
        parsed(&object, "an action such as 'discard:s5'").map(Self)
    }
}

/// An action as it may be given to a round: as an object, a text or a number.
pub(crate) enum Answer {
    Action(engine::Action),
    Id(Int),
}

impl<'py> FromPyObject<'_, 'py> for Answer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Loops over millions of decisions give numbers.
        if object.is_exact_instance_of::<PyInt>() {
            return Ok(Self::Id(object.extract()?));
        }
        if let Ok(action) = object.cast::<Action>() {
            return Ok(Self::Action(action.get().0));
        }
        if let Some(text) = text_of(&object) {
            return text.parse().map(Self::Action).map_err(raise);
        }
        object.extract().map(Self::Id).map_err(|error: PyErr| {
            if error.is_instance_of::<PyTypeError>(object.py()) {
                wrong_type("an action such as 'discard:s5' or its number", &object)
            } else {
                error
            }
        })
    }
}

/// A ruleset.
pub(crate) struct RulesArg(pub(crate) Py<Ruleset>);

impl<'py> FromPyObject<'_, 'py> for RulesArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<Ruleset>() {
            Ok(rules) => Ok(Self(rules.to_owned().unbind())),
            Err(_) => Err(wrong_type(
                "a Ruleset, as from paohuzi.rulesets.load",
                &object,
            )),
        }
    }
}

/// Cards in order, of which no more than four are equal: a text or several cards.
#[derive(Default)]
pub(crate) struct Cards(pub(crate) Vec<engine::Card>);

impl<'py> FromPyObject<'_, 'py> for Cards {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Some(text) = text_of(&object) {
            return engine::parse_cards(&text).map(Self).map_err(raise);
        }
        let mut cards = Vec::new();
        for item in items(&object, "a text or cards")? {
            let CardArg(card) = item?.extract()?;
            cards.push(card);
            // Ends what would never end, too.
            let found = cards.iter().filter(|other| **other == card).count();
            if found > usize::from(engine::COPIES) {
                return Err(raise(engine::ParseCardError::TooMany { card, found }));
            }
        }
        Ok(Self(cards))
    }
}

/// The items of a list or the like. A dict would lose its values and is refused.
pub(crate) fn items<'a, 'py>(
    object: &'a Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>> + use<'a, 'py>> {
    if object.is_instance_of::<PyDict>() {
        return Err(wrong_type(expected, object));
    }
    object.try_iter().map_err(|_| wrong_type(expected, object))
}

/// The cards of a hand: a text, several cards, or 20 bytes of counts.
#[derive(Default)]
pub(crate) struct Hand(pub(crate) engine::Counts);

impl<'py> FromPyObject<'_, 'py> for Hand {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Loops over many hands give bytes.
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Self::of_bytes(bytes.as_bytes());
        }
        if let Some(text) = text_of(&object) {
            return text.parse().map(Self).map_err(raise);
        }
        if let Ok(buffer) = PyUntypedBuffer::get(&object) {
            return Self::of_counts(arrays::row(object.py(), "hand", buffer)?);
        }
        let cards = match object.extract() {
            Ok(Cards(cards)) => cards,
            Err(error) if object.try_iter().is_ok() && !object.is_instance_of::<PyDict>() => {
                return Err(error);
            }
            Err(_) => return Err(wrong_type("a text, cards or 20 bytes of counts", &object)),
        };
        let mut array = [0; engine::KINDS];
        for card in cards {
            array[card.index()] += 1;
        }
        engine::Counts::from_array(array).map(Self).map_err(raise)
    }
}

impl Hand {
    pub(crate) fn of_counts(counts: [u8; engine::KINDS]) -> PyResult<Self> {
        engine::Counts::from_array(counts).map(Self).map_err(raise)
    }

    fn of_bytes(bytes: &[u8]) -> PyResult<Self> {
        let Ok(counts) = bytes.try_into() else {
            let found = bytes.len();
            return Err(exception(
                Kind::Parse,
                "hand_bytes",
                &format!("a hand of {found} bytes, expected {} counts", engine::KINDS),
                vec![("found", number(found))],
            ));
        };
        Self::of_counts(counts)
    }
}

/// A set of cards: a text or several cards.
#[derive(Default)]
pub(crate) struct CardSet(pub(crate) engine::CardSet);

impl<'py> FromPyObject<'_, 'py> for CardSet {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Cards(cards) = object.extract()?;
        Ok(Self(cards.into_iter().collect()))
    }
}

/// Melds in the order they were laid: a text with blanks between them, or several melds.
#[derive(Default)]
pub(crate) struct Melds(pub(crate) Vec<engine::Meld>);

impl<'py> FromPyObject<'_, 'py> for Melds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut melds = Vec::new();
        let mut take = |meld| {
            melds.push(meld);
            let found = melds.len();
            if found <= usize::from(MOST_MELDS) {
                return Ok(());
            }
            let most = MOST_MELDS;
            Err(raise(engine::HandError::Melds { found, most }))
        };
        if let Some(text) = text_of(&object) {
            for word in text.split_whitespace() {
                take(word.parse().map_err(raise)?)?;
            }
        } else {
            for item in items(&object, "a text or melds")? {
                let MeldArg(meld) = item?.extract()?;
                take(meld)?;
            }
        }
        Ok(Self(melds))
    }
}
