//! `Results`.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyTuple};

use paohuzi_sim as sim;

use crate::args::{RulesArg, Seed, wrong_type};
use crate::arrays::Number;
use crate::errors::{Kind, exception, raise, word};
use crate::pickle::{Reduced, reduced};
use crate::rules::Ruleset;
use crate::simulate::Names;
use crate::summary::Summary;

/// The results of a simulation in columns: one entry a round in each, ``payments`` one a seat.
///
/// Columns are read-only memoryviews, which `numpy.asarray` takes as they are.
///
/// Examples
/// --------
/// >>> from paohuzi import simulate
/// >>> results = simulate(rounds=6, seed=1)
/// >>> results.dealer.tolist()
/// [0, 1, 2, 0, 1, 2]
/// >>> results.payments.shape
/// (6, 3)
#[pyclass(module = "paohuzi", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Results(pub(crate) sim::Results);

/// The names of the columns, and how each is read and given.
macro_rules! columns {
    ($use:ident) => {
        $use!(
            index, dealer, winner, kind, huxi, units, fan, items, score, payments, decisions, draws
        )
    };
}

/// The module that makes tables of results.
fn tables(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("paohuzi.tables")
}

/// A column of the results, to look at.
fn view<'py, N: Number>(py: Python<'py>, column: &[N]) -> PyResult<Bound<'py, PyAny>> {
    PyMemoryView::from(&bytes(py, column))?.call_method1("cast", (N::FORMAT,))
}

/// A column of the results, to store.
fn array<'py, N: Number>(py: Python<'py>, column: &[N]) -> PyResult<Bound<'py, PyAny>> {
    py.import("array")?
        .call_method1("array", (N::FORMAT, bytes(py, column)))
}

fn bytes<'py, N: Number>(py: Python<'py>, column: &[N]) -> Bound<'py, PyBytes> {
    let mut bytes = Vec::with_capacity(size_of_val(column));
    for number in column {
        number.put(&mut bytes);
    }
    PyBytes::new(py, &bytes)
}

/// A column that was given.
fn column<N: Number>(columns: &Bound<'_, PyDict>, name: &str) -> PyResult<Vec<N>> {
    let Some(given) = columns.get_item(name)? else {
        return Err(exception(
            Kind::Record,
            "results_columns",
            &format!("column {name}: found none"),
            vec![("column", word(name))],
        ));
    };
    let buffer = PyBuffer::<N>::get(&given).and_then(|buffer| buffer.to_vec(columns.py()));
    let expected = format!("column {name}: an array of format '{}'", N::FORMAT);
    buffer.map_err(|_| wrong_type(&expected, &given))
}

#[pymethods]
impl Results {
    /// The results that have these columns, for reading back what was stored.
    ///
    /// Parameters
    /// ----------
    /// rules, agents, seed
    ///     What was simulated.
    /// columns
    ///     Arrays by the names of the columns, each with the type of that column.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If a column is missing, has another length than the others, or holds what no simulation gives.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Results, simulate
    /// >>> results = simulate(rounds=6, seed=1)
    /// >>> Results.from_columns(results.rules, results.agents, seed=1, columns=results.columns()) == results
    /// True
    #[staticmethod]
    #[pyo3(signature = (rules, agents, *, seed, columns))]
    fn from_columns(
        rules: RulesArg,
        agents: Names,
        seed: Seed,
        columns: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let rules = Arc::clone(&rules.0.get().0);
        let agents = agents.for_seats(rules.seats());
        macro_rules! read {
            ($($name:ident),*) => {
                sim::Columns { $($name: column(columns, stringify!($name))?),* }
            };
        }
        let columns = columns!(read);
        let results = sim::Results::from_columns(rules, agents, seed.get("seed")?, columns);
        results.map(Self).map_err(raise)
    }

    /// All columns by name.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        macro_rules! put {
            ($($name:ident),*) => {
                $(dict.set_item(stringify!($name), self.$name(py)?)?;)*
            };
        }
        columns!(put);
        Ok(dict)
    }

    /// All columns by name as numpy arrays, which cannot be written to.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If numpy is not installed.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let numpy = py.import("numpy").map_err(|error| {
            let raised = PyImportError::new_err("to_numpy needs numpy: pip install numpy");
            raised.set_cause(py, Some(error));
            raised
        })?;
        let dict = self.columns(py)?;
        for (name, column) in self.columns(py)? {
            dict.set_item(name, numpy.call_method1("asarray", (column,))?)?;
        }
        Ok(dict)
    }

    /// A pandas DataFrame with a row a round; needs the extra ``pandas``.
    ///
    /// Its columns are those of the results, with ``seed`` first, ``winner`` missing where nobody won, ``kind`` in words,
    /// ``items`` as names, several a round, and ``points_0`` and so on, what each seat gets.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If pandas or numpy is not installed.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import simulate
    /// >>> frame = simulate(rounds=60, seed=1).to_pandas()
    /// >>> frame.shape, int(frame["points_0"].sum() + frame["points_1"].sum() + frame["points_2"].sum())
    /// ((60, 15), 0)
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        tables(slf.py())?.call_method1("to_pandas", (slf,))
    }

    /// A Polars DataFrame with a row a round and the columns of `Results.to_pandas`; needs the extra ``polars``.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If Polars or numpy is not installed.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import simulate
    /// >>> simulate(rounds=60, seed=1).to_polars()["dealer"].to_list()[:4]
    /// [0, 1, 2, 0]
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        tables(slf.py())?.call_method1("to_polars", (slf,))
    }

    /// An Arrow Table with a row a round and the columns of `Results.to_pandas`; needs the extra ``arrow``.
    ///
    /// Its metadata name the ruleset, the agents and the seed.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If pyarrow or numpy is not installed.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Results, simulate
    /// >>> results = simulate(rounds=60, seed=1)
    /// >>> Results.from_arrow(results.to_arrow()) == results
    /// True
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        tables(slf.py())?.call_method1("to_arrow", (slf,))
    }

    /// The results that an Arrow Table of `Results.to_arrow` holds; needs the extra ``arrow``.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If it is no such table.
    /// ImportError
    ///     If pyarrow or numpy is not installed.
    #[staticmethod]
    fn from_arrow<'py>(table: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        tables(table.py())?.call_method1("from_arrow", (table,))
    }

    /// Write the table of `Results.to_arrow` as a Parquet file; needs the extra ``arrow``.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If pyarrow or numpy is not installed.
    fn write_parquet(slf: &Bound<'_, Self>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        tables(slf.py())?.call_method1("write_parquet", (slf, path))?;
        Ok(())
    }

    /// The results in a Parquet file of `Results.write_parquet`; needs the extra ``arrow``.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If it is no such file.
    /// ImportError
    ///     If pyarrow or numpy is not installed.
    #[staticmethod]
    fn read_parquet<'py>(path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        tables(path.py())?.call_method1("read_parquet", (path,))
    }

    /// What the rounds add up to.
    fn summary(&self, py: Python<'_>) -> Summary {
        Summary(py.detach(|| self.0.summary()))
    }

    /// These results with those of other rounds behind them.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If they are of another ruleset, other agents or another seed.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import simulate
    /// >>> both = simulate(rounds=4, seed=1).merged(simulate(rounds=2, seed=1, first=4))
    /// >>> both == simulate(rounds=6, seed=1)
    /// True
    fn merged(&self, other: &Self) -> PyResult<Self> {
        let mut results = self.0.clone();
        results.merge(&other.0).map_err(raise)?;
        Ok(Self(results))
    }

    /// The ruleset.
    #[getter]
    fn rules(&self) -> Ruleset {
        Ruleset(Arc::clone(self.0.rules()))
    }

    /// The agents by name, a seat each.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.agents())
    }

    /// The seed of all rounds.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed()
    }

    /// The names of the numbers in the column ``kind``.
    #[classattr]
    fn kinds(py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(PyTuple::new(py, sim::Results::kind_names())?.unbind())
    }

    /// Index of each round; with the seed it gives the deck. Format ``Q``.
    #[getter]
    fn index<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().index)
    }

    /// The seat that dealt. Format ``B``.
    #[getter]
    fn dealer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().dealer)
    }

    /// The seat that won, -1 where nobody did. Format ``b``.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().winner)
    }

    /// How the round ended, as a place in `Results.kinds`; 0 where nobody won. Format ``B``.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().kind)
    }

    /// Plain huxi of the win, 0 without one. Format ``B``.
    #[getter]
    fn huxi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().huxi)
    }

    /// Units of the win with those of a self-draw, 0 without one. Format ``H``.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().units)
    }

    /// Fan of the win: 1 when plain, 0 without a win. Format ``H``.
    #[getter]
    fn fan<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().fan)
    }

    /// Fan items of the win: bit i for item i of the ruleset, bit 63 for huangfan. Format ``Q``.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().items)
    }

    /// What one loser pays, in points. Format ``I``.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().score)
    }

    /// Points, shape ``(rounds, seats)``. Format ``q``.
    #[getter]
    fn payments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let flat = view(py, &self.0.columns().payments)?;
        if self.0.is_empty() {
            // A memoryview of several axes cannot be empty.
            return Ok(flat);
        }
        let shape = (self.0.len(), self.0.rules().seats());
        flat.call_method1("cast", ("B",))?
            .call_method1("cast", (i64::FORMAT, shape))
    }

    /// Questions that were asked. Format ``H``.
    #[getter]
    fn decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().decisions)
    }

    /// Cards drawn from the stock. Format ``B``.
    #[getter]
    fn draws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.0.columns().draws)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        let agents = self.0.agents();
        let name = self.0.rules().name();
        let (rounds, seed) = (self.0.len(), self.0.seed());
        format!(
            "<Results of {rounds} rounds of {name}, agents {}, seed {seed}>",
            agents.join(", ")
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let dict = PyDict::new(py);
        macro_rules! put {
            ($($name:ident),*) => {
                $(dict.set_item(stringify!($name), array(py, &self.0.columns().$name)?)?;)*
            };
        }
        columns!(put);
        let payload = (self.rules(), self.agents(py)?, self.seed(), dict);
        reduced(py, "restore_results", payload)
    }
}
