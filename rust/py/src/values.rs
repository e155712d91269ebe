//! Engine values as Python tuples.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_engine as engine;

/// A tuple of what these items become.
pub(crate) fn tuple<'py, T, O>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T>,
    make: impl FnMut(T) -> PyResult<O>,
) -> PyResult<Bound<'py, PyTuple>>
where
    O: IntoPyObject<'py>,
{
    let items: Vec<O> = items.into_iter().map(make).collect::<PyResult<_>>()?;
    PyTuple::new(py, items)
}

/// A tuple of new objects.
pub(crate) fn objects<T, O>(
    py: Python<'_>,
    items: impl IntoIterator<Item = T>,
    mut make: impl FnMut(T) -> O,
) -> PyResult<Bound<'_, PyTuple>>
where
    O: Into<PyClassInitializer<O>> + pyo3::PyClass,
{
    tuple(py, items, |item| Bound::new(py, make(item)))
}

/// A tuple with a value for each seat of the table.
pub(crate) fn per_seat<'py, O>(
    py: Python<'py>,
    seats: u8,
    make: impl FnMut(engine::Seat) -> PyResult<O>,
) -> PyResult<Bound<'py, PyTuple>>
where
    O: IntoPyObject<'py>,
{
    tuple(py, engine::Seat::all(seats), make)
}

/// The texts of several things with a word between them.
pub(crate) fn joined<T: ToString>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    texts.join(between)
}
