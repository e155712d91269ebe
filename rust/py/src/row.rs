//! `RowCard`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_engine as engine;

use crate::args::parsed;
use crate::card::{self, Card};
use crate::pickle::{Reduced, reduced};
use crate::values;

/// A card that nobody took, in the row of the seat that brought it.
///
/// Parameters
/// ----------
/// card
///     A text: ``+s5`` for a card from the stock, ``-s5`` for a discard.
///
/// Examples
/// --------
/// >>> from paohuzi import RowCard
/// >>> RowCard("+s5").card, RowCard("+s5").is_drawn
/// (Card('s5'), True)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct RowCard(pub(crate) engine::RowCard);

/// A card of a row, as an object or a text.
pub(crate) struct RowCardArg(pub(crate) engine::RowCard);

impl<'py> FromPyObject<'_, 'py> for RowCardArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(card) = object.cast::<RowCard>() {
            return Ok(Self(card.get().0));
        }
        parsed(&object, "a card of a row such as '+s5'").map(Self)
    }
}

/// The objects of a row.
pub(crate) fn tuple<'py>(
    py: Python<'py>,
    row: &[engine::RowCard],
) -> PyResult<Bound<'py, PyTuple>> {
    values::objects(py, row.iter().copied(), RowCard)
}

#[pymethods]
impl RowCard {
    #[new]
    fn new(card: RowCardArg) -> Self {
        Self(card.0)
    }

    /// The card.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Card>> {
        card::object(py, self.0.card())
    }

    /// Whether it came from the stock; else it is a discard.
    #[getter]
    fn is_drawn(&self) -> bool {
        self.0.is_drawn()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("RowCard('{}')", self.0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_row_card", self.0.to_string())
    }
}
