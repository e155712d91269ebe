//! `Record`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use paohuzi_engine as engine;

use crate::action;
use crate::args::{Data, RulesArg, Text};
use crate::deck::Deck;
use crate::errors::raise;
use crate::game::Game;
use crate::pickle::{Reduced, reduced};
use crate::rules::Ruleset;
use crate::setup::Setup;

/// A round as it was played: its whole ruleset, where it began, and every answer in the order in which a `Game` asks.
///
/// Examples
/// --------
/// >>> from paohuzi import Game, Record
/// >>> game = Game(seed=7)
/// >>> game.push("discard:s6")
/// >>> text = game.record.dumps()
/// >>> Record.loads(text).replay() == game
/// True
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct Record {
    pub(crate) inner: engine::Record,
    pub(crate) rules: Py<Ruleset>,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

impl Record {
    fn new(py: Python<'_>, inner: engine::Record) -> PyResult<Self> {
        let rules = Py::new(py, Ruleset(Arc::clone(inner.rules())))?;
        Ok(Self { inner, rules })
    }

    /// Reads what [`Record::payload`] gave beside the ruleset.
    pub(crate) fn read(rules: RulesArg, data: &Data) -> PyResult<Self> {
        let shared = Arc::clone(&rules.0.get().0);
        let inner = engine::Record::from_bytes_with_rules(shared, &data.0).map_err(raise)?;
        Ok(Self {
            inner,
            rules: rules.0,
        })
    }

    /// What a pickle holds: the ruleset by itself, so that many pickles in one hold it once.
    pub(crate) fn payload<'py>(&self, py: Python<'py>) -> (Py<Ruleset>, Bound<'py, PyBytes>) {
        let bytes = self.inner.to_bytes_without_rules();
        (self.rules.clone_ref(py), PyBytes::new(py, &bytes))
    }
}

#[pymethods]
impl Record {
    /// Read what `dumps` wrote.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If it is no record, or one of another format.
    #[staticmethod]
    fn loads(py: Python<'_>, text: Text) -> PyResult<Self> {
        Self::new(py, text.0.parse().map_err(raise)?)
    }

    /// Read what `to_bytes` wrote.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If the bytes are of another format, cut short, too long or altered.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: Data) -> PyResult<Self> {
        Self::new(py, engine::Record::from_bytes(&data.0).map_err(raise)?)
    }

    /// The record on one line of JSON.
    fn dumps(&self) -> String {
        self.inner.to_string()
    }

    /// The record as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The game before the first answer.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If its ruleset has no such start.
    fn beginning(&self, py: Python<'_>) -> PyResult<Game> {
        let game = self.inner.beginning().map_err(raise)?;
        Ok(Game::new(game, self.rules.clone_ref(py)))
    }

    /// Play the record again.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If its ruleset has no such start, or an answer does not follow from those before it.
    pub(crate) fn replay(&self, py: Python<'_>) -> PyResult<Game> {
        let game = self.inner.replay().map_err(raise)?;
        Ok(Game::new(game, self.rules.clone_ref(py)))
    }

    /// The ruleset.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// The deck; None where the record begins with a described position.
    #[getter]
    fn deck(&self) -> Option<Deck> {
        match self.inner.origin() {
            engine::Origin::Deal { deck, .. } => Some(Deck(*deck)),
            engine::Origin::Setup(_) => None,
        }
    }

    /// The described position; None where the record begins with a deck.
    #[getter]
    fn setup(&self) -> Option<Setup> {
        match self.inner.origin() {
            engine::Origin::Deal { .. } => None,
            engine::Origin::Setup(setup) => Some(Setup((**setup).clone())),
        }
    }

    /// The dealer's seat.
    #[getter]
    fn dealer(&self) -> usize {
        match self.inner.origin() {
            engine::Origin::Deal { dealer, .. } => dealer.index(),
            engine::Origin::Setup(setup) => setup.dealer.index(),
        }
    }

    /// Drawn rounds in a row before this one.
    #[getter]
    fn drawn_before(&self) -> u16 {
        match self.inner.origin() {
            engine::Origin::Deal { drawn_before, .. } => *drawn_before,
            engine::Origin::Setup(setup) => setup.drawn_before,
        }
    }

    /// The answers, oldest first: pairs of seat and action.
    #[getter]
    fn answers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        action::answers(py, self.inner.answers())
    }

    fn __str__(&self) -> String {
        self.dumps()
    }

    fn __repr__(&self) -> String {
        let (rules, answers) = (self.inner.rules(), self.inner.answers().len());
        format!("<Record of {}: {answers} answers>", rules.name())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_record", self.payload(py))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(rules: RulesArg, data: Data) -> PyResult<Self> {
        Self::read(rules, &data)
    }
}
