//! `Deck`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_engine as engine;

use crate::args::{Cards, Seed, text_of};
use crate::card;
use crate::errors::raise;
use crate::pickle::{Reduced, reduced};

/// An order of all 80 cards.
///
/// The deal takes from the front: 20 cards for the dealer, 20 for the next seat, 20 for the one after, the dealer's
/// last card (亮张), then the stock in drawing order.
///
/// Parameters
/// ----------
/// cards
///     The cards, the first dealt first; or the text of a seed such as ``deal-v1:7:0``.
///
/// Raises
/// ------
/// PositionError
///     If they are not 80 or not four of each.
///
/// Examples
/// --------
/// >>> from paohuzi import Deck
/// >>> deck = Deck.shuffled(seed=7)
/// >>> deck == Deck(deck.cards) == Deck(str(deck))
/// True
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Deck(pub(crate) engine::Deck);

/// A deck, as an object, a text or its cards.
pub(crate) struct DeckArg(pub(crate) engine::Deck);

impl<'py> FromPyObject<'_, 'py> for DeckArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(deck) = object.cast::<Deck>() {
            return Ok(Self(deck.get().0));
        }
        if let Some(text) = text_of(&object) {
            return text.parse().map(Self).map_err(raise);
        }
        let Cards(cards) = object.extract()?;
        engine::Deck::from_cards(&cards).map(Self).map_err(raise)
    }
}

#[pymethods]
impl Deck {
    #[new]
    fn new(cards: DeckArg) -> Self {
        Self(cards.0)
    }

    /// The deck of a seed: the same on every platform and in every later release.
    ///
    /// Parameters
    /// ----------
    /// seed
    ///     A number from 0 to 2**64 - 1.
    /// index
    ///     Which of the seed's decks, as in simulated round number `index`.
    ///
    /// Examples
    /// --------
    /// >>> Deck.shuffled(7).cards[:3]
    /// (Card('b8'), Card('s5'), Card('s8'))
    #[staticmethod]
    #[pyo3(signature = (seed, index = Seed::ZERO), text_signature = "(seed, index=0)")]
    fn shuffled(seed: Seed, index: Seed) -> PyResult<Self> {
        let deck = engine::Deck::shuffled(seed.get("seed")?, index.get("index")?);
        Ok(Self(deck))
    }

    /// Its cards, the first dealt first.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, *self.0.cards())
    }

    /// The seed that it was made of and which of the seed's decks it is; None where it was made of cards.
    #[getter]
    fn seed(&self) -> Option<(u64, u64)> {
        self.0.seed().map(|seed| (seed.seed, seed.index))
    }

    #[expect(clippy::unused_self, reason = "all decks are as long")]
    fn __len__(&self) -> usize {
        engine::PACK
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Deck('{}')", self.0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let seed = self.0.seed().map(|seed| seed.to_string());
        let payload = seed.unwrap_or_else(|| self.0.to_string());
        reduced(py, "restore_deck", payload)
    }
}
