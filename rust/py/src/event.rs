//! `Event`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;

use crate::action::Action;
use crate::args::Int;
use crate::card::{self, Card};
use crate::event_dict;
use crate::pickle::{Reduced, reduced};
use crate::values;

/// One thing that happened in a round. What the observer must not know is None.
///
/// Its kind is one of ``deal``, ``answer``, ``dealt_ti``, ``draw``, ``concealed_draw``, ``discard``, ``chi``, ``peng``,
/// ``wei``, ``open_wei``,
/// ``chou_wei``, ``pao``, ``ti``, ``unclaimed``, ``dead``, ``hu`` and ``exhausted``.
///
/// Examples
/// --------
/// >>> from paohuzi import Event, Round
/// >>> round, events = Round.deal(seed=7).apply(0, "discard:s6")
/// >>> events[1]
/// Event.from_dict({'kind': 'discard', 'seat': 0, 'card': 's6'})
/// >>> print(events[0].kind, events[0].seen_by(1))
/// answer None
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Event {
    pub(crate) inner: engine::Event,
    /// Seats at the table, for a deal; else 0.
    pub(crate) seats: u8,
}

impl Event {
    pub(crate) fn new(inner: engine::Event, seats: u8) -> Self {
        let is_deal = matches!(inner, engine::Event::Deal { .. });
        Self {
            inner,
            seats: if is_deal { seats } else { 0 },
        }
    }
}

/// The objects of some events.
pub(crate) fn tuple<'py>(
    py: Python<'py>,
    events: &[engine::Event],
    seats: u8,
) -> PyResult<Bound<'py, PyTuple>> {
    values::objects(py, events, |event| Event::new(*event, seats))
}

#[pymethods]
impl Event {
    /// Read what `as_dict` gave, say from a JSON log.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If a key is missing, unknown, or has a value that it cannot have.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Event
    /// >>> Event.from_dict({"kind": "draw", "seat": 1, "card": "s5"}).card
    /// Card('s5')
    #[staticmethod]
    fn from_dict(event: &Bound<'_, PyAny>) -> PyResult<Self> {
        event_dict::read(event)
    }

    /// It as a dict of texts and numbers, ready for JSON.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        event_dict::write(py, self)
    }

    /// What a seat sees of it; None if nothing.
    fn seen_by(&self, seat: Int) -> PyResult<Option<Self>> {
        let observer = seat.seat(engine::MAX_SEATS)?;
        let seen = self.inner.seen_by(observer);
        Ok(seen.map(|inner| Self::new(inner, self.seats)))
    }

    /// What happened, as a word.
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind()
    }

    /// The seat that it happened to; None for a deal and for an exhausted stock.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.inner.seat().map(engine::Seat::index)
    }

    /// The card it is about; None where there is none or it is not seen.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.inner.card())
    }

    /// The answer given, or the chi made; None for other kinds.
    #[getter]
    fn action(&self) -> Option<Action> {
        self.inner.action().map(Action)
    }

    /// The dealer of a deal; None for other kinds.
    #[getter]
    fn dealer(&self) -> Option<usize> {
        match self.inner {
            engine::Event::Deal { dealer, .. } => Some(dealer.index()),
            _ => None,
        }
    }

    /// The hands of a deal, the shown card in the dealer's, those not seen None; None for other kinds.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let engine::Event::Deal { hands, .. } = self.inner else {
            return Ok(None);
        };
        let hand = |seat| {
            let hand: Option<engine::Counts> = hands[seat];
            hand.map(|hand| card::tuple(py, hand.cards())).transpose()
        };
        values::per_seat(py, self.seats, hand).map(Some)
    }

    /// The shown card (亮张) of a deal; None for other kinds.
    #[getter]
    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        match self.inner {
            engine::Event::Deal { shown, .. } => card::object(py, shown).map(Some),
            _ => Ok(None),
        }
    }

    /// What the fourth card of a pao or ti was laid on: ``kan``, ``wei``, ``chou_wei`` or ``peng``; None for other kinds.
    #[getter]
    fn on(&self) -> Option<&'static str> {
        match self.inner {
            engine::Event::Pao { on, .. } | engine::Event::Ti { on, .. } => {
                on.map(engine::MeldKind::name)
            }
            _ => None,
        }
    }

    /// The fault of a seat that committed one; None for other kinds.
    #[getter]
    fn fault(&self) -> Option<&'static str> {
        match self.inner {
            engine::Event::Fault { fault, .. } => Some(fault.name()),
            _ => None,
        }
    }

    /// How a hu was made; None for other kinds.
    #[getter]
    fn win_kind(&self) -> Option<&'static str> {
        match self.inner {
            engine::Event::Hu { kind, .. } => Some(kind.name()),
            _ => None,
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Event.from_dict({})", self.as_dict(py)?.repr()?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_event", self.as_dict(py)?)
    }
}
