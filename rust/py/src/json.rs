//! JSON texts of the engine as Python objects and back, by Python's own module.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

/// What a JSON text says, as dicts, lists, texts and numbers.
pub(crate) fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// What a JSON object says.
pub(crate) fn loads_dict<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    Ok(loads(py, text)?.cast_into()?)
}

/// The JSON text of a Python object; `other` turns what JSON does not know into what it does.
pub(crate) fn dumps<'py>(object: &Bound<'py, PyAny>, other: Bound<'py, PyAny>) -> PyResult<String> {
    let py = object.py();
    let keywords = PyDict::new(py);
    keywords.set_item("default", other)?;
    py.import("json")?
        .call_method("dumps", (object,), Some(&keywords))?
        .extract()
}

/// The JSON text of a part of a ruleset.
pub(crate) fn of(part: &impl Serialize) -> String {
    serde_json::to_string(part).expect("the parts of a ruleset have text keys and plain values")
}

/// The word that a ruleset file has for a choice.
pub(crate) fn word(choice: &impl Serialize) -> String {
    of(choice).trim_matches('"').to_owned()
}
