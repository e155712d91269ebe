//! `Summary`, `SeatSummary` and `Mean`.

use std::collections::BTreeMap;
use std::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_sim as sim;

use crate::args::Text;
use crate::errors::{Kind, exception, raise, word};
use crate::pickle::{Reduced, reduced};
use crate::values;

/// The mean of some whole numbers, kept exactly.
///
/// Parameters
/// ----------
/// count
///     How many numbers.
/// sum
///     Their sum.
/// squares
///     The sum of their squares.
///
/// Examples
/// --------
/// >>> from paohuzi import Mean
/// >>> points = Mean(count=4, sum=8, squares=28)
/// >>> points.mean, points.std_error
/// (2.0, 1.0)
#[pyclass(module = "paohuzi", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Mean(sim::Mean);

#[pymethods]
impl Mean {
    #[new]
    #[pyo3(signature = (*, count, sum, squares))]
    fn new(count: u64, sum: i128, squares: i128) -> Self {
        Self(sim::Mean {
            count,
            sum,
            squares,
        })
    }

    /// How many numbers.
    #[getter]
    fn count(&self) -> u64 {
        self.0.count
    }

    /// Their sum.
    #[getter]
    fn sum(&self) -> i128 {
        self.0.sum
    }

    /// The sum of their squares.
    #[getter]
    fn squares(&self) -> i128 {
        self.0.squares
    }

    /// The mean; 0 of no numbers.
    #[getter]
    fn mean(&self) -> f64 {
        self.0.mean()
    }

    /// The standard error of the mean: how far off it is likely to be; 0 of fewer than two numbers.
    #[getter]
    fn std_error(&self) -> f64 {
        self.0.std_error()
    }

    /// Where the true mean lies with this confidence, by the normal distribution: the lower and the upper end.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If the confidence does not lie between 0 and 1.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Mean
    /// >>> low, high = Mean(count=400, sum=800, squares=2_800).interval()
    /// >>> round(low, 3), round(high, 3)
    /// (1.83, 2.17)
    #[pyo3(signature = (confidence=0.95))]
    fn interval(&self, py: Python<'_>, confidence: f64) -> PyResult<(f64, f64)> {
        if !(confidence > 0.0 && confidence < 1.0) {
            let message = format!("found confidence {confidence}, expected one between 0 and 1");
            let found = vec![("found", word(confidence))];
            return Err(exception(Kind::Parse, "confidence", &message, found));
        }
        let normal = py.import("statistics")?.call_method0("NormalDist")?;
        let quantile: f64 = normal
            .call_method1("inv_cdf", (0.5 + confidence / 2.0,))?
            .extract()?;
        let margin = quantile * self.0.std_error();
        Ok((self.0.mean() - margin, self.0.mean() + margin))
    }

    fn __repr__(&self) -> String {
        let sim::Mean {
            count,
            sum,
            squares,
        } = self.0;
        format!("Mean(count={count}, sum={sum}, squares={squares})")
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(
            py,
            "restore_mean",
            (self.0.count, self.0.sum, self.0.squares),
        )
    }
}

/// What the rounds of a simulation were like for one seat.
#[pyclass(module = "paohuzi", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct SeatSummary(sim::SeatSummary);

#[pymethods]
impl SeatSummary {
    #[new]
    #[pyo3(signature = (*, agent, wins, dealt, wins_as_dealer, points))]
    fn new(agent: Text, wins: u64, dealt: u64, wins_as_dealer: u64, points: Mean) -> Self {
        Self(sim::SeatSummary {
            agent: agent.0,
            wins,
            dealt,
            wins_as_dealer,
            points: points.0,
        })
    }

    /// The name of the agent that sat there.
    #[getter]
    fn agent(&self) -> &str {
        &self.0.agent
    }

    /// Rounds that it won.
    #[getter]
    fn wins(&self) -> u64 {
        self.0.wins
    }

    /// Its wins a round, as a mean of noughts and ones.
    #[getter]
    fn win_rate(&self) -> Mean {
        let wins = i128::from(self.0.wins);
        Mean(sim::Mean {
            count: self.0.points.count,
            sum: wins,
            squares: wins,
        })
    }

    /// Rounds that it dealt.
    #[getter]
    fn dealt(&self) -> u64 {
        self.0.dealt
    }

    /// Rounds that it dealt and won.
    #[getter]
    fn wins_as_dealer(&self) -> u64 {
        self.0.wins_as_dealer
    }

    /// Its points a round.
    #[getter]
    fn points(&self) -> Mean {
        Mean(self.0.points)
    }

    fn __repr__(&self) -> String {
        let sim::SeatSummary {
            agent,
            wins,
            dealt,
            wins_as_dealer,
            points,
        } = &self.0;
        let points = Mean(*points).__repr__();
        format!(
            "SeatSummary(agent='{agent}', wins={wins}, dealt={dealt}, wins_as_dealer={wins_as_dealer}, points={points})"
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let seat = &self.0;
        let payload = (
            seat.agent.as_str(),
            seat.wins,
            seat.dealt,
            seat.wins_as_dealer,
            self.points(),
        );
        reduced(py, "restore_seat_summary", payload)
    }
}

/// What the rounds of a simulation add up to.
///
/// Examples
/// --------
/// >>> from paohuzi import simulate
/// >>> summary = simulate(agents="random", rounds=60, seed=1).summary()
/// >>> summary.rounds, sum(summary.kinds.values()), [seat.dealt for seat in summary.seats]
/// (60, 60, [20, 20, 20])
#[pyclass(module = "paohuzi", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Summary(pub(crate) sim::Summary);

/// Counts by their keys, as a dict.
fn dict<'py, K>(
    py: Python<'py>,
    counts: impl IntoIterator<Item = (K, u64)>,
) -> PyResult<Bound<'py, PyDict>>
where
    K: IntoPyObject<'py>,
{
    let dict = PyDict::new(py);
    for (key, count) in counts {
        dict.set_item(key, count)?;
    }
    Ok(dict)
}

/// Counts of how rounds ended, in the order of their kinds.
fn kinds(mut counts: BTreeMap<String, u64>) -> PyResult<Vec<(&'static str, u64)>> {
    let names = sim::Results::kind_names();
    let kinds = names.map(|name| (name, counts.remove(name).unwrap_or(0)));
    match counts.into_keys().next() {
        None => Ok(kinds.to_vec()),
        Some(found) => Err(exception(
            Kind::Parse,
            "summary_kind",
            &format!(
                "{found:?} is no end of a round, expected one of: {}",
                names.join(", ")
            ),
            vec![("found", word(found))],
        )),
    }
}

#[pymethods]
impl Summary {
    #[new]
    #[pyo3(signature = (*, rounds, drawn, seats, kinds, huxi, units, fan, items, decisions, draws))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        rounds: u64,
        drawn: u64,
        seats: Vec<SeatSummary>,
        kinds: BTreeMap<String, u64>,
        huxi: BTreeMap<u8, u64>,
        units: BTreeMap<u16, u64>,
        fan: BTreeMap<u16, u64>,
        items: &Bound<'_, PyDict>,
        decisions: Mean,
        draws: Mean,
    ) -> PyResult<Self> {
        let items = items
            .iter()
            .map(|(name, count)| Ok((name.extract()?, count.extract()?)));
        Ok(Self(sim::Summary {
            rounds,
            drawn,
            seats: seats.into_iter().map(|seat| seat.0).collect(),
            kinds: self::kinds(kinds)?,
            huxi,
            units,
            fan,
            items: items.collect::<PyResult<_>>()?,
            decisions: decisions.0,
            draws: draws.0,
        }))
    }

    /// Rounds in all.
    #[getter]
    fn rounds(&self) -> u64 {
        self.0.rounds
    }

    /// Rounds that nobody won.
    #[getter]
    fn drawn(&self) -> u64 {
        self.0.drawn
    }

    /// What they were like for each seat.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::objects(py, self.0.seats.iter().cloned(), SeatSummary)
    }

    /// Rounds by how they ended: ``drawn``, then the kinds of win.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, self.0.kinds.iter().copied())
    }

    /// Wins by plain huxi, ascending.
    #[getter]
    fn huxi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, self.0.huxi.iter().map(|(huxi, wins)| (*huxi, *wins)))
    }

    /// Wins by units, ascending.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, self.0.units.iter().map(|(units, wins)| (*units, *wins)))
    }

    /// Wins by fan, ascending.
    #[getter]
    fn fan<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, self.0.fan.iter().map(|(fan, wins)| (*fan, *wins)))
    }

    /// Wins by fan item, in the order of the ruleset, huangfan last; a win with several counts for each.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(
            py,
            self.0
                .items
                .iter()
                .map(|(name, wins)| (name.as_str(), *wins)),
        )
    }

    /// Questions a round.
    #[getter]
    fn decisions(&self) -> Mean {
        Mean(self.0.decisions)
    }

    /// Cards drawn from the stock a round.
    #[getter]
    fn draws(&self) -> Mean {
        Mean(self.0.draws)
    }

    /// What these rounds and those of another summary add up to.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If the other one is of other agents or of a ruleset with other fan items.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import simulate
    /// >>> parts = [simulate(rounds=50, seed=1, first=first).summary() for first in (0, 50)]
    /// >>> parts[0].merged(parts[1]) == simulate(rounds=100, seed=1).summary()
    /// True
    fn merged(&self, other: &Self) -> PyResult<Self> {
        let mut summary = self.0.clone();
        summary.merge(&other.0).map_err(raise)?;
        Ok(Self(summary))
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<Summary of {} rounds:", self.0.rounds);
        for seat in &self.0.seats {
            // Writing to a text cannot fail.
            let _ = write!(text, " {} won {},", seat.agent, seat.wins);
        }
        format!("{text} nobody {}>", self.0.drawn)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let payload = PyDict::new(py);
        payload.set_item("rounds", self.rounds())?;
        payload.set_item("drawn", self.drawn())?;
        payload.set_item("seats", self.seats(py)?)?;
        payload.set_item("kinds", self.kinds(py)?)?;
        payload.set_item("huxi", self.huxi(py)?)?;
        payload.set_item("units", self.units(py)?)?;
        payload.set_item("fan", self.fan(py)?)?;
        payload.set_item("items", self.items(py)?)?;
        payload.set_item("decisions", self.decisions())?;
        payload.set_item("draws", self.draws())?;
        reduced(py, "restore_summary", payload)
    }
}
