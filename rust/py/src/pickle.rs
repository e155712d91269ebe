//! What pickles consist of: a restore function of `paohuzi.pickling`, a format number, plain values.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyString, PyTuple};

/// Format of the pickles of every type; what it means for each is said in `paohuzi.pickling`.
const FORMAT: u8 = 1;

/// What `__reduce__` returns.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// The call that makes the value again.
pub(crate) fn reduced<'py>(
    py: Python<'py>,
    restore: &str,
    payload: impl IntoPyObject<'py>,
) -> PyResult<Reduced<'py>> {
    reduced_as(py, FORMAT, &PyString::new(py, restore), payload)
}

/// As [`reduced`], in a format of the type's own.
pub(crate) fn reduced_as<'py>(
    py: Python<'py>,
    format: u8,
    restore: &Bound<'py, PyString>,
    payload: impl IntoPyObject<'py>,
) -> PyResult<Reduced<'py>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("paohuzi.pickling").map(Bound::unbind))?;
    let function = module.bind(py).getattr(restore)?;
    let payload = payload.into_bound_py_any(py)?;
    let arguments = [format.into_bound_py_any(py)?, payload];
    Ok((function, PyTuple::new(py, arguments)?))
}
