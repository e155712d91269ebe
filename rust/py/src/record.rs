//! `Record`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use paohuzi_engine as engine;

use crate::action;
use crate::args::{Data, Int, RulesArg, Text, text_of, wrong_type};
use crate::deck::Deck;
use crate::errors::raise;
use crate::game::Game;
use crate::pickle::{Reduced, reduced};
use crate::rules::{Ruleset, referred};
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

/// Reads the lines of a log, one by one.
fn read_log(lines: &Bound<'_, PyAny>) -> PyResult<engine::LogReader> {
    let mut reader = engine::LogReader::default();
    if let Some(text) = text_of(lines) {
        for line in text.lines() {
            reader.push(line).map_err(raise)?;
        }
        return Ok(reader);
    }
    let expected = "a text or its lines";
    for line in lines.try_iter().map_err(|_| wrong_type(expected, lines))? {
        let Text(line) = line?.extract()?;
        reader.push(&line).map_err(raise)?;
    }
    Ok(reader)
}

/// Check a log, of all that happened or of what a seat saw, and say what it tells.
///
/// Parameters
/// ----------
/// lines
///     The text, or its lines: an open file is read line by line.
///
/// Returns
/// -------
/// Record or None
///     The record of all that happened; None for the log of a seat, which does not tell all.
///
/// Raises
/// ------
/// RecordError
///     Of the first line that is wrong: `context` has its number (``line``), what was ``found`` and what was
///     ``expected``.
///
/// Examples
/// --------
/// >>> from paohuzi import Game, PaohuziError, validate_log
/// >>> lines = Game(seed=7).record.to_log().splitlines()
/// >>> try:
/// ...     validate_log([*lines, '{"kind":"draw","seat":1,"card":"s5"}'])
/// ... except PaohuziError as error:
/// ...     print(error.code)
/// ...     print(str(error)[:88])
/// log_answer
/// log, line 3: found {"kind":"draw","seat":1,"card":"s5"}, expected an answer of seat 0: d
#[pyfunction]
pub(crate) fn validate_log(py: Python<'_>, lines: &Bound<'_, PyAny>) -> PyResult<Option<Record>> {
    let reader = read_log(lines)?;
    reader.check_end().map_err(raise)?;
    if reader.seat().is_some() {
        return Ok(None);
    }
    Record::new(py, reader.finish().map_err(raise)?).map(Some)
}

#[pymethods]
impl Record {
    /// Read a record on one line: the JSON of `dumps`, or the short text of `to_text`.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The line.
    /// rules
    ///     The ruleset that a short text names; by default the preset of that name. JSON holds its own.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If it is no record, or one of another format or ruleset.
    /// RulesetError
    ///     If no preset has the name, and no ruleset is given.
    #[staticmethod]
    #[pyo3(signature = (text, *, rules = None))]
    fn loads(py: Python<'_>, text: Text, rules: Option<RulesArg>) -> PyResult<Self> {
        if text.0.trim_start().starts_with("record:") {
            return Self::from_text(py, text, rules);
        }
        Self::new(py, text.0.parse().map_err(raise)?)
    }

    /// Read the short text of `to_text`.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The line.
    /// rules
    ///     The ruleset that it names; by default the preset of that name.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If it is no record, or one of another ruleset.
    /// RulesetError
    ///     If no preset has the name, and no ruleset is given.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Record
    /// >>> text = "record:1 quanmingtang:c8fec4bf52f6a18a deal 0 0 deal-v1:7:0 | 0-s6 |"
    /// >>> Record.from_text(text).replay().round.phase
    /// 'discarded:0:s6'
    #[staticmethod]
    #[pyo3(signature = (text, *, rules = None))]
    fn from_text(py: Python<'_>, text: Text, rules: Option<RulesArg>) -> PyResult<Self> {
        let reference = engine::Record::rules_of_text(&text.0).map_err(raise)?;
        let rules = referred(py, &reference, rules)?;
        let shared = Arc::clone(&rules.get().0);
        let inner = engine::Record::from_text(&text.0, shared).map_err(raise)?;
        Ok(Self { inner, rules })
    }

    /// Read the log of all that happened in a round, as `to_log` wrote it. Every event is checked.
    ///
    /// Parameters
    /// ----------
    /// lines
    ///     The text, or its lines: an open file is read line by line.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     Of the first line that is wrong: `context` has its number (``line``), what was ``found`` and what was
    ///     ``expected``.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Game, Record
    /// >>> record = Game(seed=7).record
    /// >>> Record.from_log(record.to_log()) == record
    /// True
    #[staticmethod]
    fn from_log(py: Python<'_>, lines: &Bound<'_, PyAny>) -> PyResult<Self> {
        let reader = read_log(lines)?;
        Self::new(py, reader.finish().map_err(raise)?)
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

    /// The record on one short line that names its ruleset: for many rounds in one file, and to compare.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Game
    /// >>> game = Game(seed=7)
    /// >>> game.push("discard:s6")
    /// >>> game.record.to_text()
    /// 'record:1 quanmingtang:c8fec4bf52f6a18a deal 0 0 deal-v1:7:0 | 0-s6 |'
    fn to_text(&self) -> String {
        self.inner.to_text()
    }

    /// The round told event by event: a header, each event, and at the end the settlement, a line of JSON each.
    ///
    /// Parameters
    /// ----------
    /// seat
    ///     Tell what this seat saw, with ``"?"`` for what is hidden from it; by default all that happened.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If the record cannot be replayed, or the table has no such seat.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Game
    /// >>> game = Game(seed=7)
    /// >>> game.push("discard:s6")
    /// >>> print(game.record.to_log(seat=1).splitlines()[-1])
    /// {"kind":"discard","seat":0,"card":"s6"}
    #[pyo3(signature = (seat = None))]
    fn to_log(&self, seat: Option<Int>) -> PyResult<String> {
        let seat = seat
            .map(|seat| seat.seat(self.inner.rules().seats()))
            .transpose()?;
        let mut text = engine::log_of(&self.inner, seat).map_err(raise)?.join("\n");
        text.push('\n');
        Ok(text)
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
