//! The engine's errors as the exceptions of `paohuzi.errors`.

use std::fmt::Display;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use paohuzi_engine as engine;

/// The exceptions.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Parse,
    Ruleset,
    Position,
    IllegalAction,
    Record,
}

impl Kind {
    fn class(self, py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static PARSE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static RULESET: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static POSITION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static ILLEGAL_ACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static RECORD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let (class, name) = match self {
            Self::Parse => (&PARSE, "ParseError"),
            Self::Ruleset => (&RULESET, "RulesetError"),
            Self::Position => (&POSITION, "PositionError"),
            Self::IllegalAction => (&ILLEGAL_ACTION, "IllegalActionError"),
            Self::Record => (&RECORD, "RecordError"),
        };
        class.import(py, "paohuzi.errors", name)
    }
}

/// The values that a message speaks of, by name.
pub(crate) type Context = Vec<(&'static str, Value)>;

/// One of these values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, IntoPyObject, FromPyObject)]
pub(crate) enum Value {
    Number(i64),
    Text(String),
    Texts(Vec<String>),
    Numbers(Vec<i64>),
}

/// A number in a context.
pub(crate) fn number(number: impl TryInto<i64>) -> Value {
    Value::Number(number.try_into().unwrap_or(i64::MAX))
}

/// A text in a context.
pub(crate) fn word(text: impl Display) -> Value {
    Value::Text(text.to_string())
}

/// The exception.
pub(crate) fn exception(kind: Kind, code: &str, message: &str, context: Context) -> PyErr {
    Python::attach(|py| {
        let make = || -> PyResult<PyErr> {
            let dict = PyDict::new(py);
            for (key, value) in context {
                dict.set_item(key, value)?;
            }
            let object = kind.class(py)?.call1((message, code, dict))?;
            Ok(PyErr::from_value(object))
        };
        make().unwrap_or_else(|error| error)
    })
}

/// The exception that an error of the engine becomes.
#[expect(clippy::needless_pass_by_value, reason = "stands in map_err")]
pub(crate) fn raise<E: Described>(error: E) -> PyErr {
    exception(
        error.kind(),
        error.code(),
        &error.to_string(),
        error.context(),
    )
}

/// As [`raise`], with the position that it is about, on one line, for whoever reports it.
pub(crate) fn raise_at<E: Described>(position: impl FnOnce() -> String) -> impl FnOnce(E) -> PyErr {
    move |error| {
        let mut context = error.context();
        context.push(("position", word(position())));
        exception(error.kind(), error.code(), &error.to_string(), context)
    }
}

/// An exception of one row of many, which then says so; what is no error of ours or of a type stays as it is.
pub(crate) fn in_row(py: Python<'_>, row: usize, error: PyErr) -> PyErr {
    let value = error.value(py);
    let told = |value: &Bound<'_, PyAny>| -> PyResult<PyErr> {
        let message = format!("row {row}: {value}");
        if error.is_instance_of::<PyTypeError>(py) {
            return Ok(PyTypeError::new_err(message));
        }
        let context = value.getattr("context")?.cast_into::<PyDict>()?.copy()?;
        context.set_item("row", row)?;
        let object = value
            .get_type()
            .call1((message, value.getattr("code")?, context))?;
        Ok(PyErr::from_value(object))
    };
    told(value).unwrap_or_else(|_| error.clone_ref(py))
}

/// An error of the engine.
pub(crate) trait Described: Display {
    /// Which exception it becomes.
    fn kind(&self) -> Kind;
    /// Its stable code.
    fn code(&self) -> &'static str;
    /// The values its message speaks of.
    fn context(&self) -> Context;
}

impl Described for engine::ParseCardError {
    fn kind(&self) -> Kind {
        Kind::Parse
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Unknown { found } | Self::Count { found } | Self::Row { found } => {
                vec![("found", word(found))]
            }
            Self::TooMany { card, found } => vec![("card", word(card)), ("found", number(*found))],
            _ => Vec::new(),
        }
    }
}

impl Described for engine::ParseMeldError {
    fn kind(&self) -> Kind {
        Kind::Parse
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Kind { found } | Self::Card { found, .. } | Self::Block { found } => {
                vec![("found", word(found))]
            }
            _ => Vec::new(),
        }
    }
}

impl Described for engine::ActionError {
    fn kind(&self) -> Kind {
        Kind::Parse
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Word { found } | Self::Card { found, .. } | Self::Blocks { found } => {
                vec![("found", word(found))]
            }
            Self::Id { found } | Self::NoCard { found } => vec![("found", number(*found))],
            Self::ChiCard { found, card } => vec![("found", number(*found)), ("card", word(card))],
            _ => Vec::new(),
        }
    }
}

impl Described for engine::DeckError {
    fn kind(&self) -> Kind {
        Kind::Position
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Size { found } => vec![("found", number(*found))],
            Self::Copies { card, found } => vec![("card", word(card)), ("found", number(*found))],
            Self::Card(error) => error.context(),
            _ => Vec::new(),
        }
    }
}

impl Described for engine::HandError {
    fn kind(&self) -> Kind {
        Kind::Position
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Copies { card, found } | Self::Seen { card, found } => {
                vec![("card", word(card)), ("found", number(*found))]
            }
            Self::Melds { found, most } => {
                vec![("found", number(*found)), ("most", number(*most))]
            }
            Self::NotLaid { meld } | Self::NoBlock { meld } => vec![("meld", word(meld))],
            Self::HandSize { found, most } => {
                vec![("found", number(*found)), ("most", number(*most))]
            }
            _ => Vec::new(),
        }
    }
}

impl Described for engine::RulesetError {
    fn kind(&self) -> Kind {
        Kind::Ruleset
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Text { message } => vec![("reason", word(message))],
            Self::Value {
                key,
                found,
                expected,
            } => vec![
                ("key", word(key)),
                ("found", word(found)),
                ("expected", word(expected)),
            ],
            _ => Vec::new(),
        }
    }
}

impl Described for engine::MatchError {
    fn kind(&self) -> Kind {
        match self {
            Self::Settlement { .. } | Self::Over { .. } => Kind::IllegalAction,
            _ => Kind::Position,
        }
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Seats { found, table } => {
                vec![("found", number(*found)), ("table", number(*table))]
            }
            Self::Dealer { found, last } => {
                vec![("found", number(*found)), ("last", number(*last))]
            }
            Self::Settlement { found, table } => {
                vec![("found", number(*found)), ("table", number(*table))]
            }
            Self::Over { played } => vec![("played", number(*played))],
            _ => Vec::new(),
        }
    }
}

impl Described for engine::ParseSetupError {
    fn kind(&self) -> Kind {
        Kind::Position
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Json { message } | Self::Line { message } => vec![("reason", word(message))],
            Self::OtherRules { found, expected } => {
                vec![("found", word(found)), ("expected", word(expected))]
            }
            Self::Part { place, message } => {
                vec![("place", word(place)), ("reason", word(message))]
            }
            _ => Vec::new(),
        }
    }
}

impl Described for engine::SetupError {
    fn kind(&self) -> Kind {
        Kind::Position
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        let seat_of = |seat: &engine::Seat| ("seat", number(seat.index()));
        match self {
            Self::Seats { found, expected } => {
                vec![("found", number(*found)), ("expected", number(*expected))]
            }
            Self::NoSeat { found, last } => {
                vec![("found", number(found.index())), ("last", number(*last))]
            }
            Self::Copies { card, found } => vec![("card", word(card)), ("found", number(*found))],
            Self::Meld { seat, meld } | Self::NoBlock { seat, meld } => {
                vec![seat_of(seat), ("meld", word(meld))]
            }
            Self::TooMany { what, found, most } => vec![
                ("what", word(what)),
                ("found", number(*found)),
                ("most", number(*most)),
            ],
            Self::Owned {
                seat,
                found,
                expected,
            } => vec![
                seat_of(seat),
                ("found", number(*found)),
                ("expected", word(expected)),
            ],
            Self::Unlaid { seat, card } => vec![seat_of(seat), ("card", word(card))],
            Self::Phase { phase, expected } => {
                vec![("phase", word(phase)), ("expected", word(expected))]
            }
            Self::Answer { seat, action } => vec![seat_of(seat), ("action", word(action))],
            _ => Vec::new(),
        }
    }
}

impl Described for engine::IllegalAction {
    fn kind(&self) -> Kind {
        Kind::IllegalAction
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        let seat_of = |seat: &engine::Seat| ("seat", number(seat.index()));
        match self {
            Self::NoSeat { found, last } => {
                vec![("found", number(*found)), ("last", number(*last))]
            }
            Self::Over { action } => vec![("action", word(action))],
            Self::NotAsked { seat, action } => vec![seat_of(seat), ("action", word(action))],
            Self::NotLegal {
                seat,
                action,
                legal,
            } => vec![
                seat_of(seat),
                ("action", word(action)),
                ("legal", texts(*legal)),
            ],
            _ => Vec::new(),
        }
    }
}

/// The texts of a set of actions.
pub(crate) fn texts(legal: engine::ActionSet) -> Value {
    Value::Texts(legal.iter().map(|action| action.to_string()).collect())
}

impl Described for engine::ResampleError {
    fn kind(&self) -> Kind {
        Kind::Position
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::NoSeat { found, last } => {
                vec![("found", number(found.index())), ("last", number(*last))]
            }
            Self::Rare { tried } => vec![("tried", number(*tried))],
            _ => Vec::new(),
        }
    }
}

impl Described for engine::StoredError {
    fn kind(&self) -> Kind {
        Kind::Record
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Truncated { found } | Self::Trailing { found } => {
                vec![("found", number(*found))]
            }
            Self::Format {
                found, expected, ..
            } => vec![("found", number(*found)), ("expected", number(*expected))],
            Self::Value { place, found, what } => vec![
                ("place", number(*place)),
                ("found", number(*found)),
                ("expected", word(what)),
            ],
            _ => Vec::new(),
        }
    }
}

impl Described for engine::RecordError {
    fn kind(&self) -> Kind {
        Kind::Record
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Text { message } => vec![("reason", word(message))],
            Self::Format { found } => vec![("found", number(*found))],
            Self::OtherRules { found, expected } => {
                vec![("found", word(found)), ("expected", word(expected))]
            }
            Self::TooLong { found } => vec![("found", number(*found))],
            Self::Seed { found } => vec![("found", word(found))],
            Self::NoSeat { found, last } => {
                vec![("found", number(*found)), ("last", number(*last))]
            }
            Self::Rules(error) => caused(error),
            Self::Deck(error) => caused(error),
            Self::Position(error) => caused(error),
            Self::Setup(error) => caused(error),
            Self::Dealer(error) => caused(error),
            Self::Answer { place, found } => {
                vec![("place", number(*place)), ("found", word(found))]
            }
            Self::Replay { place, reason } => {
                vec![("place", number(*place)), ("reason", word(reason))]
            }
            Self::Bytes(error) => caused(error),
            _ => Vec::new(),
        }
    }
}

impl Described for engine::LogError {
    fn kind(&self) -> Kind {
        Kind::Record
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        let at = |line: &usize| ("line", number(*line));
        match self {
            Self::Text { line, message } | Self::Header { line, message } => {
                vec![at(line), ("reason", word(message))]
            }
            Self::Format { found } => vec![("found", number(*found))],
            Self::Start { line, error } => {
                let mut context = error.context();
                context.push(at(line));
                context
            }
            Self::Event {
                line,
                found,
                expected,
            }
            | Self::Answer {
                line,
                found,
                expected,
            } => vec![
                at(line),
                ("found", word(found)),
                ("expected", word(expected)),
            ],
            Self::Truncated { lines, expected } => {
                vec![("lines", number(*lines)), ("expected", word(expected))]
            }
            Self::OfSeat { seat } => vec![("seat", number(seat.index()))],
            _ => Vec::new(),
        }
    }
}

/// The context of an error within a record, and its code.
fn caused(error: &impl Described) -> Context {
    let mut context = error.context();
    context.push(("cause", word(error.code())));
    context
}
