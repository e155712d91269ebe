//! `Card` and `parse_cards`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use paohuzi_engine as engine;

use crate::args::{CardArg, Int, Text};
use crate::errors::raise;
use crate::pickle::{Reduced, reduced};
use crate::values;

/// A kind of card.
///
/// There are twenty: small 1 to 10 with index 0 to 9, big 1 to 10 with index 10 to 19. Cards compare by index.
///
/// Parameters
/// ----------
/// card
///     A text: ``s1`` to ``s10``, ``b1`` to ``b10``, or the character.
///
/// Raises
/// ------
/// ParseError
///     If the text is no card.
///
/// Examples
/// --------
/// >>> from paohuzi import Card
/// >>> card = Card("柒")
/// >>> card, card.hanzi, card.index, card.is_red
/// (Card('b7'), '柒', 16, True)
#[pyclass(module = "paohuzi", frozen, eq, ord)]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Card(pub(crate) engine::Card);

/// The object of a card; there is one for each.
pub(crate) fn object(py: Python<'_>, card: engine::Card) -> PyResult<Bound<'_, Card>> {
    static OBJECTS: PyOnceLock<Vec<Py<Card>>> = PyOnceLock::new();
    let objects = OBJECTS.get_or_try_init(py, || {
        let cards = engine::Card::ALL.into_iter();
        cards
            .map(|card| Py::new(py, Card(card)))
            .collect::<PyResult<Vec<_>>>()
    })?;
    match objects.get(card.index()) {
        Some(object) => Ok(object.bind(py).clone()),
        None => Bound::new(py, Card(card)),
    }
}

/// The objects of some cards.
pub(crate) fn tuple(
    py: Python<'_>,
    cards: impl IntoIterator<Item = engine::Card>,
) -> PyResult<Bound<'_, PyTuple>> {
    values::tuple(py, cards, |card| object(py, card))
}

/// The object of a card that may not be there.
pub(crate) fn maybe(
    py: Python<'_>,
    card: Option<engine::Card>,
) -> PyResult<Option<Bound<'_, Card>>> {
    card.map(|card| object(py, card)).transpose()
}

#[pymethods]
impl Card {
    #[new]
    fn new(card: CardArg) -> Self {
        Self(card.0)
    }

    /// The card with this index, 0 to 19.
    ///
    /// Examples
    /// --------
    /// >>> Card.from_index(19)
    /// Card('b10')
    #[staticmethod]
    fn from_index(py: Python<'_>, index: Int) -> PyResult<Bound<'_, Self>> {
        let number: usize = index.at_most("card index", engine::KINDS - 1)?;
        object(py, engine::Card::ALL[number])
    }

    /// Its index, 0 to 19.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    /// Its size: ``small`` (小) or ``big`` (大).
    #[getter]
    fn size(&self) -> &'static str {
        match self.0.size() {
            engine::Size::Small => "small",
            engine::Size::Big => "big",
        }
    }

    /// Its number, 1 to 10.
    #[getter]
    fn rank(&self) -> u8 {
        self.0.rank().number()
    }

    /// Whether it is red: 2, 7 and 10 of both sizes.
    #[getter]
    fn is_red(&self) -> bool {
        self.0.is_red()
    }

    /// Its character: 一 to 十, 壹 to 拾.
    #[getter]
    fn hanzi(&self) -> char {
        self.0.hanzi()
    }

    /// The card of the same rank and the other size.
    #[getter]
    fn twin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
        object(py, self.0.twin())
    }

    /// Cards are the keys of many dicts.
    fn __hash__(&self) -> usize {
        self.0.index()
    }

    fn __str__(&self) -> &'static str {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_card", self.0.text())
    }
}

/// Read a list of cards.
///
/// Parameters
/// ----------
/// text
///     Cards with blanks or commas between them, each with a count if wanted; hanzi may stand side by side.
///
/// Raises
/// ------
/// ParseError
///     If something in it is no card, or a card is there five times.
///
/// Examples
/// --------
/// >>> from paohuzi import parse_cards
/// >>> parse_cards("s1 s2x2 拾")
/// (Card('s1'), Card('s2'), Card('s2'), Card('b10'))
#[pyfunction]
pub(crate) fn parse_cards(py: Python<'_>, text: Text) -> PyResult<Bound<'_, PyTuple>> {
    tuple(py, engine::parse_cards(&text.0).map_err(raise)?)
}
