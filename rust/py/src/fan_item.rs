//! `FanItem`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use paohuzi_engine as engine;

use crate::args::Text;
use crate::errors::raise;
use crate::json;
use crate::pickle::{Reduced, reduced};

/// One fan item (名堂) of a ruleset: a condition on a win and what it is worth.
///
/// Examples
/// --------
/// >>> from paohuzi import rulesets
/// >>> item = rulesets.load("quanmingtang").fan[1]
/// >>> item.name, item.hanzi, item.when, item.value, item.each_more
/// ('honghu', '红胡', {'red': {'min': 10}}, 2, 1)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct FanItem(pub(crate) engine::FanItem);

#[pymethods]
impl FanItem {
    /// Its name in pinyin.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// Its name in Chinese.
    #[getter]
    fn hanzi(&self) -> &str {
        &self.0.hanzi
    }

    /// The clause of the rulebook it follows.
    #[getter]
    fn rule(&self) -> &str {
        &self.0.rule
    }

    /// When it applies, as in a ruleset file.
    #[getter]
    fn when<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::loads(py, &json::of(&self.0.when))
    }

    /// What it is worth.
    #[getter]
    fn value(&self) -> u16 {
        self.0.value
    }

    /// Added for each card beyond the least number of a counting condition.
    #[getter]
    fn each_more(&self) -> u16 {
        self.0.each_more
    }

    /// The most it can be worth; None where there is no such limit.
    #[getter]
    fn cap(&self) -> Option<u16> {
        self.0.cap
    }

    /// What it is worth as the only pattern of a win; None where that is the same.
    #[getter]
    fn alone(&self) -> Option<u16> {
        self.0.alone
    }

    /// What it changes: ``add_fan``, ``multiply_huxi``, ``add_units``, ``set_units`` or ``multiply_score``.
    #[getter]
    fn effect(&self) -> String {
        json::word(&self.0.effect)
    }

    /// Its keys, as in a ruleset file.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::loads_dict(py, &json::of(&self.0))
    }

    fn __repr__(&self) -> String {
        format!("<FanItem {}: {}>", self.0.name, self.0.value)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_fan_item", json::of(&self.0))
    }

    #[staticmethod]
    fn _restore(text: Text) -> PyResult<Self> {
        serde_json::from_str(&text.0).map(Self).map_err(|error| {
            let message = error.to_string();
            raise(engine::RulesetError::Text { message })
        })
    }
}
