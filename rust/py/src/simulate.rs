//! `simulate`, which `paohuzi.simulate` explains, and what can go wrong in it.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::PyString;

use paohuzi_sim as sim;

use crate::args::{Int, RulesArg, Seed, Text, wrong_type};
use crate::batch;
use crate::errors::{Context, Described, Kind, exception, number, raise, word};
use crate::results::Results;
use crate::rules::or_default;

/// Bots by name: one a seat, or one for all seats.
pub(crate) enum Agents {
    Each(Vec<sim::Agent>),
    All(sim::Agent),
}

impl<'py> FromPyObject<'_, 'py> for Agents {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let agent = |text: Text| text.0.parse().map_err(raise);
        if object.is_instance_of::<PyString>() {
            return agent(object.extract()?).map(Self::All);
        }
        let items = object.try_iter();
        let items = items.map_err(|_| wrong_type("names of agents", &object))?;
        // More than any table has are too many, however many there are.
        let items = items.take(usize::from(u8::MAX));
        items
            .map(|item| agent(item?.extract()?))
            .collect::<PyResult<_>>()
            .map(Self::Each)
    }
}

impl Agents {
    /// The agents, one a seat.
    pub(crate) fn for_seats(self, seats: u8) -> Vec<sim::Agent> {
        match self {
            Self::Each(agents) => agents,
            Self::All(agent) => vec![agent; usize::from(seats)],
        }
    }
}

/// Play many rounds; see `paohuzi.simulate`.
#[pyfunction]
#[pyo3(signature = (rules, agents, *, rounds, seed, first, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn simulate(
    py: Python<'_>,
    rules: Option<RulesArg>,
    agents: Agents,
    rounds: Seed,
    seed: Seed,
    first: Seed,
    threads: Option<Int>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Results> {
    let rules = or_default(py, rules)?.get().0.clone();
    let agents = agents.for_seats(rules.seats());
    let (rounds, first) = (rounds.get("rounds")?, first.get("first")?);
    let end = first.checked_add(rounds).ok_or_else(|| {
        exception(
            Kind::Parse,
            "number_range",
            &format!(
                "{rounds} rounds from round {first} on, expected none beyond {}",
                u64::MAX
            ),
            vec![("first", word(first)), ("rounds", word(rounds))],
        )
    })?;
    let batch = sim::Batch {
        threads: batch::threads(threads)?,
        ..sim::Batch::new(rules, agents, seed.get("seed")?, first..end)
    };
    let mut stopped_by = None;
    let results = py.detach(|| {
        sim::simulate(&batch, |done| {
            match Python::attach(|py| goes_on(py, progress.as_ref(), done, rounds)) {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(()),
                Err(error) => {
                    stopped_by = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
    });
    match stopped_by {
        Some(error) => Err(error),
        None => results.map(Results).map_err(raise),
    }
}

/// Whether to play on: Ctrl-C and what the progress function raises end it at once, False ends it with what is done.
fn goes_on(py: Python<'_>, progress: Option<&Py<PyAny>>, done: u64, rounds: u64) -> PyResult<bool> {
    py.check_signals()?;
    let Some(progress) = progress else {
        return Ok(true);
    };
    let said = progress.bind(py).call1((done, rounds))?;
    Ok(!matches!(said.extract::<bool>(), Ok(false)))
}

impl Described for sim::SimError {
    fn kind(&self) -> Kind {
        match self {
            Self::Merge { .. } | Self::Columns { .. } => Kind::Record,
            Self::Illegal { source, .. } => source.kind(),
            _ => Kind::Parse,
        }
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        match self {
            Self::Agent { found } | Self::ThreadsVariable { found } => vec![("found", word(found))],
            Self::Agents { found, expected } => {
                vec![("found", number(*found)), ("expected", number(*expected))]
            }
            Self::Threads { found } => vec![("found", number(*found))],
            Self::Pool { threads, message } => {
                vec![("threads", number(*threads)), ("reason", word(message))]
            }
            Self::Illegal {
                round,
                seat,
                source,
            } => {
                let mut context = source.context();
                context.push(("round", number(*round)));
                context.push(("seat", number(seat.index())));
                context
            }
            Self::Merge { what } => vec![("what", word(what))],
            Self::Columns { column, message } => {
                vec![("column", word(column)), ("reason", word(message))]
            }
            _ => Vec::new(),
        }
    }
}
