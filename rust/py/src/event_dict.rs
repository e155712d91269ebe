//! Events as dicts of texts and numbers, as logs keep them.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use paohuzi_engine as engine;

use crate::args::{ActionArg, CardArg, Hand, Int, Text, wrong_type};
use crate::errors::{Kind, exception, word};
use crate::event::Event;
use crate::values::joined;

/// The event as a dict.
pub(crate) fn write<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("kind", event.inner.kind())?;
    if let engine::Event::Deal {
        dealer,
        hands,
        shown,
    } = event.inner
    {
        let hands = hands.of(event.seats).iter();
        let hands: Vec<_> = hands
            .map(|hand| hand.map(|hand| hand.to_string()))
            .collect();
        dict.set_item("dealer", dealer.index())?;
        dict.set_item("hands", hands)?;
        dict.set_item("shown", shown.text())?;
        return Ok(dict);
    }
    if let Some(seat) = event.inner.seat() {
        dict.set_item("seat", seat.index())?;
    }
    match event.inner {
        engine::Event::Answer { .. } | engine::Event::Chi { .. } => {
            dict.set_item("action", joined(event.inner.action(), ""))?;
        }
        engine::Event::Fault { fault, .. } => dict.set_item("fault", fault.name())?,
        engine::Event::Dead { .. } | engine::Event::Exhausted => {}
        _ => dict.set_item("card", event.inner.card().map(engine::Card::text))?,
    }
    if let engine::Event::Pao { on: Some(on), .. } | engine::Event::Ti { on: Some(on), .. } =
        event.inner
    {
        dict.set_item("on", on.name())?;
    }
    if let engine::Event::Hu { kind, .. } = event.inner {
        dict.set_item("win_kind", kind.name())?;
    }
    Ok(dict)
}

/// The keys of an event that is read; each is taken once.
struct Fields<'py>(Bound<'py, PyDict>);

/// The error for an event that none is.
fn bad(key: &str, message: &str) -> PyErr {
    let message = format!("event, {key}: {message}");
    exception(
        Kind::Record,
        "event_key",
        &message,
        vec![("key", word(key))],
    )
}

impl<'py> Fields<'py> {
    fn take(&self, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = self.0.get_item(key)?;
        let value = value.ok_or_else(|| bad(key, "missing"))?;
        self.0.del_item(key)?;
        Ok(value)
    }

    /// The value of a key; what is wrong with it is said of the key.
    fn read<T>(&self, key: &str) -> PyResult<T>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let value = self.take(key)?;
        value
            .extract()
            .map_err(|error: PyErr| explain(self.0.py(), key, error))
    }

    fn maybe<T>(&self, key: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let value = self.take(key)?;
        if value.is_none() {
            return Ok(None);
        }
        let value = value.extract();
        value
            .map(Some)
            .map_err(|error: PyErr| explain(self.0.py(), key, error))
    }

    fn seat(&self, key: &str) -> PyResult<engine::Seat> {
        let number: Int = self.read(key)?;
        let seat = number.seat(engine::MAX_SEATS);
        seat.map_err(|error| explain(self.0.py(), key, error))
    }

    fn card(&self) -> PyResult<engine::Card> {
        self.read("card").map(|CardArg(card)| card)
    }

    /// What a fourth card was laid on; events of earlier releases do not say.
    fn on(&self) -> PyResult<Option<engine::MeldKind>> {
        if !self.0.contains("on")? {
            return Ok(None);
        }
        let Text(found) = self.read("on")?;
        let kinds = [
            engine::MeldKind::Kan,
            engine::MeldKind::Wei,
            engine::MeldKind::ChouWei,
            engine::MeldKind::Peng,
        ];
        let kind = kinds.into_iter().find(|kind| kind.name() == found);
        let expected = joined(kinds.map(engine::MeldKind::name), ", ");
        kind.map(Some)
            .ok_or_else(|| bad("on", &format!("expected one of {expected}")))
    }

    fn maybe_card(&self) -> PyResult<Option<engine::Card>> {
        Ok(self.maybe("card")?.map(|CardArg(card)| card))
    }
}

fn explain(py: Python<'_>, key: &str, error: PyErr) -> PyErr {
    let expected =
        error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py);
    if expected {
        bad(key, &error.value(py).to_string())
    } else {
        error
    }
}

/// The event of a dict.
pub(crate) fn read(event: &Bound<'_, PyAny>) -> PyResult<Event> {
    let py = event.py();
    if event.cast::<PyMapping>().is_err() {
        return Err(wrong_type("a dict", event));
    }
    let copy = py.get_type::<PyDict>().call1((event,))?;
    let fields = Fields(copy.cast_into()?);
    let Text(word) = fields.read("kind")?;
    let mut seats = 0;
    let inner = match word.as_str() {
        "deal" => {
            let dealer = fields.seat("dealer")?;
            let (count, hands) = read_hands(&fields)?;
            seats = count;
            if dealer.index() >= usize::from(seats) {
                return Err(bad("dealer", "expected one of the seats that have hands"));
            }
            let CardArg(shown) = fields.read("shown")?;
            engine::Event::Deal {
                dealer,
                hands,
                shown,
            }
        }
        "exhausted" => engine::Event::Exhausted,
        _ => read_of_seat(&word, fields.seat("seat")?, &fields)?,
    };
    if let Some(key) = fields.0.keys().iter().next() {
        let key = key
            .cast::<PyString>()
            .map_or_else(|_| "?".into(), |key| key.to_string_lossy().into_owned());
        return Err(bad(&key, &format!("unknown for an event of kind {word}")));
    }
    Ok(Event::new(inner, seats))
}

/// The hands of a deal, and how many seats they are.
fn read_hands(fields: &Fields<'_>) -> PyResult<(u8, engine::PerSeat<Option<engine::Counts>>)> {
    let expected = || {
        bad(
            "hands",
            "expected a list with the hand of each seat, or None",
        )
    };
    let mut hands = engine::PerSeat::default();
    let mut seats = 0_u8;
    for hand in fields.take("hands")?.try_iter().map_err(|_| expected())? {
        let hand = hand?;
        let seat = engine::Seat::new(seats.into()).ok_or_else(expected)?;
        if !hand.is_none() {
            let hand: PyResult<Hand> = hand.extract();
            let Hand(counts) = hand.map_err(|error| explain(fields.0.py(), "hands", error))?;
            hands[seat] = Some(counts);
        }
        seats += 1;
    }
    Ok((seats, hands))
}

/// An event that happened to a seat.
fn read_of_seat(kind: &str, seat: engine::Seat, fields: &Fields<'_>) -> PyResult<engine::Event> {
    Ok(match kind {
        "answer" => {
            let ActionArg(action) = fields.read("action")?;
            engine::Event::Answer { seat, action }
        }
        "dealt_ti" => engine::Event::DealtTi {
            seat,
            card: fields.card()?,
        },
        "concealed_ti" => engine::Event::ConcealedTi {
            seat,
            card: fields.maybe_card()?,
        },
        "draw" => engine::Event::Draw {
            seat,
            card: fields.card()?,
        },
        "concealed_draw" => engine::Event::ConcealedDraw {
            seat,
            card: fields.maybe_card()?,
        },
        "discard" => engine::Event::Discard {
            seat,
            card: fields.card()?,
        },
        "chi" => {
            let ActionArg(action) = fields.read("action")?;
            let engine::Action::Chi(card, chi) = action else {
                return Err(bad("action", "expected a chi"));
            };
            engine::Event::Chi { seat, card, chi }
        }
        "peng" => engine::Event::Peng {
            seat,
            card: fields.card()?,
        },
        "wei" => engine::Event::Wei {
            seat,
            card: fields.maybe_card()?,
        },
        "open_wei" => engine::Event::OpenWei {
            seat,
            card: fields.card()?,
        },
        "chou_wei" => engine::Event::ChouWei {
            seat,
            card: fields.card()?,
        },
        "pao" => engine::Event::Pao {
            seat,
            card: fields.card()?,
            on: fields.on()?,
        },
        "ti" => engine::Event::Ti {
            seat,
            card: fields.card()?,
            on: fields.on()?,
        },
        "unclaimed" => engine::Event::Unclaimed {
            seat,
            card: fields.card()?,
        },
        "dead" => engine::Event::Dead { seat },
        "fault" => {
            let Text(found) = fields.read("fault")?;
            let fault = found
                .parse()
                .map_err(|message: String| bad("fault", &message))?;
            engine::Event::Fault { seat, fault }
        }
        "hu" => {
            let Text(found) = fields.read("win_kind")?;
            let kind = engine::WinKind::ALL
                .into_iter()
                .find(|kind| kind.name() == found);
            let expected = joined(engine::WinKind::ALL.map(engine::WinKind::name), ", ");
            let kind =
                kind.ok_or_else(|| bad("win_kind", &format!("expected one of {expected}")))?;
            engine::Event::Hu {
                seat,
                card: fields.maybe_card()?,
                kind,
            }
        }
        _ => {
            return Err(bad(
                "kind",
                "no such kind of event, expected one of those of paohuzi.Event",
            ));
        }
    })
}
