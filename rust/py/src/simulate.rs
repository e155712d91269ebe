//! `simulate`, which `paohuzi.simulate` explains, and what can go wrong in it.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyString;

use paohuzi_engine as engine;
use paohuzi_sim as sim;

use crate::args::{Answer, Int, RulesArg, Seed, Text, wrong_type};
use crate::batch::threads as threads_of;
use crate::errors::{Context, Described, Kind, exception, number, raise, word};
use crate::results::Results;
use crate::rules::{Ruleset, or_default};
use crate::view::View;

/// Names of agents: one a seat, or one for all seats.
pub(crate) enum Names {
    Each(Vec<String>),
    All(String),
}

impl<'py> FromPyObject<'_, 'py> for Names {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            let Text(name) = object.extract()?;
            return Ok(Self::All(name));
        }
        let items = object.try_iter();
        let items = items.map_err(|_| wrong_type("names of agents", &object))?;
        // More than any table has are too many, however many there are.
        let items = items.take(usize::from(u8::MAX));
        let names = items.map(|item| Ok(item?.extract::<Text>()?.0));
        names.collect::<PyResult<_>>().map(Self::Each)
    }
}

impl Names {
    /// The names, one a seat.
    pub(crate) fn for_seats(self, seats: u8) -> Vec<String> {
        match self {
            Self::Each(names) => names,
            Self::All(name) => vec![name; usize::from(seats)],
        }
    }

    /// The bots with these names, one a seat.
    pub(crate) fn bots(self, seats: u8) -> PyResult<Vec<sim::Agent>> {
        bots(&self.for_seats(seats))
    }
}

/// The bots with these names.
fn bots(names: &[String]) -> PyResult<Vec<sim::Agent>> {
    let bots = names.iter().map(|name| name.parse().map_err(raise));
    bots.collect()
}

/// How often the progress function is asked and signals are heard, where Python objects play.
const PACE: Duration = Duration::from_millis(50);

/// Play many rounds; see `paohuzi.simulate`.
///
/// `makers` has an entry a seat: None for the bot with the name, else a callable that takes the index of a round and gives
/// the callable that answers views in it.
#[pyfunction]
#[pyo3(signature = (rules, agents, *, makers, rounds, seed, first, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn simulate(
    py: Python<'_>,
    rules: Option<RulesArg>,
    agents: Names,
    makers: Option<Vec<Option<Py<PyAny>>>>,
    rounds: Seed,
    seed: Seed,
    first: Seed,
    threads: Option<Int>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Results> {
    let ruleset = or_default(py, rules)?;
    let rules = Arc::clone(&ruleset.get().0);
    let names = agents.for_seats(rules.seats());
    let seed = seed.get("seed")?;
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
    let threads = threads_of(threads)?;
    let mut stopped_by = None;
    let results = if let Some(makers) = makers {
        let run = Mixed {
            rules,
            ruleset,
            names,
            makers,
            seed,
            rounds: first..end,
        };
        run.play(py, progress.as_ref(), &mut stopped_by)?
    } else {
        let agents = bots(&names)?;
        let batch = sim::Batch {
            threads,
            ..sim::Batch::new(rules, agents, seed, first..end)
        };
        let results = py.detach(|| {
            sim::simulate(&batch, |done| {
                if stopped_by.is_some() {
                    return ControlFlow::Break(());
                }
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
        results.map_err(raise)?
    };
    match stopped_by {
        None => Ok(Results(results)),
        Some(error) => {
            // Some exceptions take no attributes; they come out as they are.
            let _ = error.value(py).setattr("results", Results(results));
            Err(error)
        }
    }
}

/// Rounds of which some or all agents are Python objects; they are played one after the other.
struct Mixed {
    rules: Arc<engine::Ruleset>,
    ruleset: Py<Ruleset>,
    names: Vec<String>,
    makers: Vec<Option<Py<PyAny>>>,
    seed: u64,
    rounds: Range<u64>,
}

/// Who answers for a seat.
enum Player {
    Bot(Box<dyn sim::Bot>),
    Object(Py<PyAny>),
}

impl Mixed {
    /// The results of the rounds that were finished; what ended them early is noted.
    fn play(
        &self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        stopped_by: &mut Option<PyErr>,
    ) -> PyResult<sim::Results> {
        let (rules, names) = (Arc::clone(&self.rules), self.names.clone());
        let mut results = sim::Results::new(rules, names, self.seed).map_err(raise)?;
        let total = self.rounds.end - self.rounds.start;
        let mut asked = Instant::now();
        for index in self.rounds.clone() {
            let played = self.play_one(py, index).and_then(|round| {
                results.push(&round);
                let done = results.len() as u64;
                if done < total && asked.elapsed() < PACE {
                    return Ok(true);
                }
                let goes_on = goes_on(py, progress, done, total);
                asked = Instant::now();
                goes_on
            });
            match played {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    *stopped_by = Some(error);
                    break;
                }
            }
        }
        Ok(results)
    }

    fn play_one(&self, py: Python<'_>, index: u64) -> PyResult<sim::RoundResult> {
        let seats = engine::Seat::all(self.rules.seats());
        let mut players = seats
            .zip(self.names.iter().zip(&self.makers))
            .map(|(seat, (name, maker))| match maker {
                Some(maker) => maker.call1(py, (index,)).map(Player::Object),
                None => {
                    let agent: sim::Agent = name.parse().map_err(raise)?;
                    Ok(Player::Bot(agent.bot(&self.rules, self.seed, index, seat)))
                }
            })
            .collect::<PyResult<Vec<_>>>()?;
        let ask = |view: &engine::View| match players.get_mut(view.seat.index()) {
            Some(Player::Bot(bot)) => Ok(bot.act(view)),
            Some(Player::Object(agent)) => {
                let shown = View {
                    inner: *view,
                    rules: self.ruleset.clone_ref(py),
                };
                let answer = agent.call1(py, (shown,))?;
                answer_of(answer.bind(py), view).map_err(Failed::Python)
            }
            None => Err(Failed::Sim(sim::SimError::Agents {
                found: self.names.len(),
                expected: self.rules.seats(),
            })),
        };
        sim::play_with(&self.rules, self.seed, index, ask).map_err(PyErr::from)
    }
}

/// What ended a round early.
enum Failed {
    Sim(sim::SimError),
    Python(PyErr),
}

impl From<sim::SimError> for Failed {
    fn from(error: sim::SimError) -> Self {
        Self::Sim(error)
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Sim(error) => raise(error),
            Failed::Python(error) => error,
        }
    }
}

/// What a Python agent answered: an action, its text or its number.
fn answer_of(answer: &Bound<'_, PyAny>, view: &engine::View) -> PyResult<engine::Action> {
    match answer.extract()? {
        Answer::Action(action) => Ok(action),
        Answer::Id(id) => {
            let number = id.fitting().unwrap_or(u8::MAX);
            engine::Action::from_id(number, view.legal.card()).map_err(raise)
        }
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
