//! `rollouts` and `action_values`.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_sim as sim;

use crate::action::Action;
use crate::args::Seed;
use crate::errors::{Context, Described, Kind, raise};
use crate::round::Round;
use crate::simulate::Names;
use crate::values;
use crate::view::View;

/// Rounds played before it is asked whether to go on.
const CHUNK: u64 = 64;

/// The numbers of so many rounds, in parts.
fn parts(rounds: u64) -> impl Iterator<Item = Range<u64>> {
    let firsts = std::iter::successors(Some(0), |first: &u64| first.checked_add(CHUNK));
    firsts
        .take_while(move |first| *first < rounds)
        .map(move |first| first..rounds.min(first.saturating_add(CHUNK)))
}

/// Play a round to its end from where it stands, many times over.
///
/// The cards are those of the round; the seed decides what the players leave to chance.
///
/// Parameters
/// ----------
/// round
///     The round.
/// agents
///     The players' names, one a seat, or one for all.
/// rounds
///     How many times.
/// seed
///     A number from 0 to 2**64 - 1.
///
/// Returns
/// -------
/// tuple
///     The points of each seat, one tuple a time.
///
/// Examples
/// --------
/// >>> import paohuzi as phz
/// >>> points = phz.rollouts(phz.Round.deal(seed=7), "greedy", rounds=3, seed=1)
/// >>> len(points), sum(points[0])
/// (3, 0)
#[pyfunction]
#[pyo3(signature = (round, agents, *, rounds, seed))]
pub(crate) fn rollouts<'py>(
    py: Python<'py>,
    round: &Bound<'py, Round>,
    agents: Names,
    rounds: Seed,
    seed: Seed,
) -> PyResult<Bound<'py, PyTuple>> {
    let round = round.get().inner();
    let seats = round.rules().seats();
    let agents = agents.bots(seats)?;
    let (rounds, seed) = (rounds.get("rounds")?, seed.get("seed")?);
    let mut points = Vec::new();
    for part in parts(rounds) {
        py.check_signals()?;
        let played: Result<Vec<_>, sim::SimError> = py.detach(|| {
            part.map(|index| sim::rollout(round, &agents, seed, index))
                .collect()
        });
        points.extend(played.map_err(raise)?);
    }
    values::tuple(py, &points, |points| PyTuple::new(py, points.of(seats)))
}

/// What each legal answer of a view is worth, by playing it out on rounds that the seat cannot tell from its own.
///
/// The rounds are drawn as `View.resample` draws them; every answer is played on every one of them, with the same chance.
///
/// Parameters
/// ----------
/// view
///     The view of a seat that is asked.
/// agents
///     The names of those who play on, one a seat, or one for all.
/// rounds
///     How many rounds.
/// seed
///     A number from 0 to 2**64 - 1.
///
/// Returns
/// -------
/// tuple
///     For each legal answer a tuple of it, the mean points of the seat and their standard error; in the order of
///     `View.legal_actions`.
///
/// Raises
/// ------
/// PositionError
///     If the view cannot be resampled.
///
/// Examples
/// --------
/// >>> import paohuzi as phz
/// >>> view = phz.Round.deal(seed=7).view(0)
/// >>> values = phz.action_values(view, "greedy", rounds=8, seed=1)
/// >>> best, mean, error = max(values, key=lambda value: value[1])
/// >>> best in view.legal_actions()
/// True
#[pyfunction]
#[pyo3(signature = (view, agents, *, rounds, seed))]
pub(crate) fn action_values<'py>(
    py: Python<'py>,
    view: &Bound<'py, View>,
    agents: Names,
    rounds: Seed,
    seed: Seed,
) -> PyResult<Bound<'py, PyTuple>> {
    let (view, rules) = (&view.get().inner, &view.get().rules.get().0);
    let agents = agents.bots(rules.seats())?;
    let (rounds, seed) = (rounds.get("rounds")?, seed.get("seed")?);
    let mut all: Vec<sim::ActionValue> = Vec::new();
    // With no rounds at all, each answer is worth nothing.
    for part in parts(rounds.max(1)) {
        py.check_signals()?;
        let part = part.start..part.end.min(rounds);
        let values = py.detach(|| sim::action_values(view, rules, &agents, seed, part));
        let values = values.map_err(raise)?;
        if all.is_empty() {
            all = values;
        } else {
            for (sum, value) in all.iter_mut().zip(values) {
                *sum = sum.plus(&value);
            }
        }
    }
    values::tuple(py, &all, |value| {
        let action = Bound::new(py, Action(value.action))?;
        PyTuple::new(
            py,
            [
                action.into_any(),
                value.mean().into_pyobject(py)?.into_any(),
                value.standard_error().into_pyobject(py)?.into_any(),
            ],
        )
    })
}

impl Described for sim::SearchError {
    fn kind(&self) -> Kind {
        match self {
            Self::Resample(error) => error.kind(),
            Self::Sim(error) => error.kind(),
            _ => Kind::Position,
        }
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Resample(error) => error.context(),
            Self::Sim(error) => error.context(),
            _ => Vec::new(),
        }
    }
}
