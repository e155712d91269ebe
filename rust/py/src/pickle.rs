//! What pickles consist of: a restore function of `paohuzi.pickling`, a format number, plain values.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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
    let function = py.import("paohuzi.pickling")?.getattr(restore)?;
    let payload = payload.into_bound_py_any(py)?;
    let arguments = [FORMAT.into_bound_py_any(py)?, payload];
    Ok((function, PyTuple::new(py, arguments)?))
}
