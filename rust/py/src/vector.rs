//! `VectorRounds`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use paohuzi_engine as engine;
use paohuzi_sim as sim;

use crate::args::{Data, Int, RulesArg, Seed, Text, wrong_type};
use crate::buffers::{Input, Output, apart};
use crate::errors::{Context, Described, Kind, exception, number, raise, word};
use crate::observation::Observations;
use crate::pickle::{Reduced, reduced};
use crate::rules::{Ruleset, or_default};
use crate::view::View;

/// Many rounds at once, stepping into arrays of the caller; `paohuzi.envs.VectorEnv` is the door to it.
///
/// Parameters
/// ----------
/// rules
///     The ruleset of all slots; quanmingtang by default.
/// seeds
///     The seed of each slot.
/// agents
///     Who plays each seat: the name of a bot, or None for the caller, who plays all seats by default.
/// autoreset
///     ``NextStep``, ``SameStep`` or ``Disabled``, with Gymnasium's meaning.
/// threads
///     How many threads play; where it is not said, ``PAOHUZI_NUM_THREADS`` says it, else it is one.
///
/// Raises
/// ------
/// ParseError
///     If there is no slot, not one agent a seat, no seat for the caller, or a name or number out of range.
///
/// Examples
/// --------
/// >>> from array import array
/// >>> slots = VectorRounds(seeds=[1, 2], agents=[None, None, None], autoreset="NextStep")
/// >>> rows = lambda size: memoryview(bytearray(2 * size)).cast("B", (2, size))
/// >>> seen, masks, points = rows(OBS_BYTES), rows(16), memoryview(bytearray(6 * 8)).cast("d", (2, 3))
/// >>> seats, ended = array("b", bytes(2)), array("B", bytes(2))
/// >>> slots.reset(seen, masks, seats, points, ended)
/// >>> seats.tolist(), slots.episodes()
/// ([0, 0], [0, 0])
/// >>> actions = array("q", bytes(2 * 8))
/// >>> slots.sample(actions, seed=1)
/// >>> slots.step(actions, seen, masks, seats, points, ended)
#[pyclass(module = "paohuzi.envs", frozen)]
pub(crate) struct VectorRounds {
    /// Locked while the interpreter's lock is not held, so that nobody waits for both.
    inner: Mutex<sim::VectorEnv>,
    rules: Py<Ruleset>,
    /// How many there are.
    slots: usize,
}

/// The arrays of a reset or a step.
struct Outputs {
    observations: Observations,
    masks: Output<u8>,
    seats: Output<i8>,
    rewards: Output<f64>,
    terminations: Output<u8>,
}

impl Outputs {
    fn of(arrays: [&Bound<'_, PyAny>; 5], slots: usize, seats: u8) -> PyResult<Self> {
        const MASK: usize = engine::ACTION_SPACE_SIZE;
        let [observations, masks, numbers, rewards, terminations] = arrays;
        let all = Self {
            observations: Observations::of(observations, "observations", &[slots])?,
            masks: Output::of_bytes(masks, "masks", &[&[slots, MASK], &[slots, MASK / 8]])?,
            seats: Output::of(numbers, "seats", &[slots])?,
            rewards: Output::of(rewards, "rewards", &[slots, seats.into()])?,
            terminations: Output::of_bytes(terminations, "terminations", &[&[slots]])?,
        };
        apart(&[
            ("observations", all.observations.span()),
            ("masks", all.masks.span()),
            ("seats", all.seats.span()),
            ("rewards", all.rewards.span()),
            ("terminations", all.terminations.span()),
        ])?;
        Ok(all)
    }

    fn arrays(&mut self) -> sim::Arrays<'_> {
        let seats = self.seats.items();
        let is_packed = self.masks.len() == seats.len() * engine::ACTION_SPACE_SIZE / 8;
        let masks = self.masks.items();
        sim::Arrays {
            observations: self.observations.items(),
            masks: if is_packed {
                sim::Masks::Packed(masks)
            } else {
                sim::Masks::Bytes(masks)
            },
            seats,
            rewards: self.rewards.items(),
            terminations: self.terminations.items(),
        }
    }
}

impl VectorRounds {
    fn made(env: Result<sim::VectorEnv, sim::VectorError>, rules: Py<Ruleset>) -> PyResult<Self> {
        let env = env.map_err(raise)?;
        let slots = env.episodes().len();
        Ok(Self {
            slots,
            inner: Mutex::new(env),
            rules,
        })
    }

    fn outputs(&self, arrays: [&Bound<'_, PyAny>; 5]) -> PyResult<Outputs> {
        Outputs::of(arrays, self.slots, self.rules.get().0.seats())
    }

    fn lock(&self) -> MutexGuard<'_, sim::VectorEnv> {
        // A step is checked before it is played, so the slots are sound even after a panic.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the slots while other Python threads run.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut sim::VectorEnv) -> T + Send,
    ) -> T {
        py.detach(|| work(&mut self.lock()))
    }
}

/// A bot or nobody.
fn agent(object: &Bound<'_, PyAny>) -> PyResult<Option<sim::Agent>> {
    if object.is_none() {
        return Ok(None);
    }
    object.extract::<Text>()?.0.parse().map(Some).map_err(raise)
}

fn agents(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<sim::Agent>>> {
    let items = object.try_iter();
    let items = items.map_err(|_| wrong_type("names of agents or None, one a seat", object))?;
    // More than any table has are too many, however many there are.
    let items = items.take(usize::from(u8::MAX));
    items.map(|item| agent(&item?)).collect()
}

fn autoreset(name: &str) -> PyResult<sim::Autoreset> {
    let modes = sim::Autoreset::ALL;
    let mode = modes.into_iter().find(|mode| mode.name() == name);
    mode.ok_or_else(|| {
        let names = modes.map(sim::Autoreset::name).join(", ");
        let found: String = name.chars().take(40).collect();
        exception(
            Kind::Parse,
            "autoreset_unknown",
            &format!("{found:?} is no autoreset mode, expected one of: {names}"),
            vec![("found", word(found))],
        )
    })
}

fn seeds(object: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let items = object.try_iter();
    let items = items.map_err(|_| wrong_type("seeds, one a slot", object))?;
    // One more than there may be, so that what never ends is refused too.
    let items = items.take(sim::MAX_SLOTS + 1);
    items
        .map(|item| item?.extract::<Seed>()?.get("seed"))
        .collect()
}

#[pymethods]
impl VectorRounds {
    #[new]
    #[pyo3(signature = (rules = None, *, seeds, agents = None, autoreset, threads = None))]
    fn new(
        py: Python<'_>,
        rules: Option<RulesArg>,
        seeds: &Bound<'_, PyAny>,
        agents: Option<&Bound<'_, PyAny>>,
        autoreset: Text,
        threads: Option<Int>,
    ) -> PyResult<Self> {
        let rules = or_default(py, rules)?;
        let callers = || Ok(vec![None; rules.get().0.seats().into()]);
        let threads = threads
            .map(|threads| threads.at_most("threads", sim::MAX_THREADS))
            .transpose()?;
        let env = sim::VectorEnv::new(sim::VectorSpec {
            rules: rules.get().0.clone(),
            agents: agents.map_or_else(callers, self::agents)?,
            seeds: self::seeds(seeds)?,
            autoreset: self::autoreset(&autoreset.0)?,
            threads: sim::threads(threads).map_err(raise)?,
        });
        Self::made(env, rules)
    }

    /// Deal rounds and show all slots in the arrays.
    ///
    /// Parameters
    /// ----------
    /// observations, masks, seats, rewards, terminations
    ///     C-contiguous arrays that are written; see `paohuzi.envs.Arrays`.
    /// seeds
    ///     A seed for each slot, which then begins with its round 0; a slot goes on to its next round without.
    /// which
    ///     An array of bool, one a slot: only these are dealt anew.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If an array is of another type or shape, cannot be written, is not contiguous or shares memory with another.
    /// IllegalActionError
    ///     If a slot is left out that has no round yet.
    #[pyo3(signature = (observations, masks, seats, rewards, terminations, *, seeds = None, which = None))]
    #[expect(clippy::too_many_arguments, reason = "one argument an array")]
    fn reset(
        &self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        terminations: &Bound<'_, PyAny>,
        seeds: Option<&Bound<'_, PyAny>>,
        which: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut outputs = self.outputs([observations, masks, seats, rewards, terminations])?;
        let seeds = seeds.map(self::seeds).transpose()?;
        let which = match which {
            Some(which) => Some(Input::of_truths(which, "which", &[self.slots])?.items()),
            None => None,
        };
        let done = self.with(py, |env| {
            env.reset(seeds.as_deref(), which.as_deref(), outputs.arrays())
        });
        done.map_err(raise)
    }

    /// Refuse arrays that a reset or a step could not write.
    ///
    /// Parameters
    /// ----------
    /// observations, masks, seats, rewards, terminations
    ///     As for `reset`.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If an array is of another type or shape, cannot be written, is not contiguous or shares memory with another.
    fn check(
        &self,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        terminations: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.outputs([observations, masks, seats, rewards, terminations])
            .map(drop)
    }

    /// Play one action in each slot, and what the bots answer to it, and show all slots in the arrays.
    ///
    /// Parameters
    /// ----------
    /// actions
    ///     An array of int64, one action number a slot.
    /// observations, masks, seats, rewards, terminations
    ///     As for `reset`.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If an action is not legal in its slot, which the error names. Nothing is changed anywhere then.
    /// ParseError
    ///     If an array is of another type or shape, cannot be written, is not contiguous or shares memory with another.
    #[pyo3(signature = (actions, observations, masks, seats, rewards, terminations))]
    #[expect(clippy::too_many_arguments, reason = "one argument an array")]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        terminations: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut outputs = self.outputs([observations, masks, seats, rewards, terminations])?;
        let actions = Input::<i64>::of(actions, "actions", &[self.slots])?.items();
        let done = self.with(py, |env| env.step(&actions, outputs.arrays()));
        done.map_err(raise)
    }

    /// The slots in which a round ended in the last step.
    fn ended(&self, py: Python<'_>) -> Vec<usize> {
        self.with(py, |env| env.ended().collect())
    }

    /// Write what every seat saw at the end of the rounds that ended in the last step, slot after slot.
    ///
    /// Parameters
    /// ----------
    /// slots
    ///     Slots in which a round ended.
    /// out
    ///     A C-contiguous array of float32 or uint8 with room for an observation a slot and seat.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If no round ended in a slot.
    /// ParseError
    ///     If there is no such slot, or the array is of another type or shape.
    fn final_observations(
        &self,
        py: Python<'_>,
        slots: Vec<Int>,
        out: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let slots: Vec<usize> = slots
            .into_iter()
            .map(|slot| slot.at_most("slot", self.slots - 1))
            .collect::<PyResult<_>>()?;
        let seats = usize::from(self.rules.get().0.seats());
        let mut out = Observations::of(out, "out", &[slots.len(), seats])?;
        let done = self.with(py, |env| env.final_observations(&slots, out.items()));
        done.map_err(raise)
    }

    /// Write a random legal action for each slot into an array of int64; 0 where the round is over.
    ///
    /// The same seed gives the same actions in the same positions of the same rounds.
    #[pyo3(signature = (out, *, seed))]
    fn sample(&self, py: Python<'_>, out: &Bound<'_, PyAny>, seed: Seed) -> PyResult<()> {
        let mut out = Output::<i64>::of(out, "out", &[self.slots])?;
        let seed = seed.get("seed")?;
        let done = self.with(py, |env| env.sample(seed, out.items()));
        done.map_err(raise)
    }

    /// The seed of each slot.
    fn seeds(&self, py: Python<'_>) -> Vec<u64> {
        self.with(py, |env| env.seeds().collect())
    }

    /// The index of the round in each slot.
    fn episodes(&self, py: Python<'_>) -> Vec<u64> {
        self.with(py, |env| env.episodes().collect())
    }

    /// What a seat sees in a slot; by default the seat that is asked there.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If there is no such slot or seat, no round yet, or no seat is named and none is asked.
    #[pyo3(signature = (slot, seat = None))]
    fn view(&self, py: Python<'_>, slot: Int, seat: Option<Int>) -> PyResult<View> {
        let seats = self.rules.get().0.seats();
        let seat = seat.map(|seat| seat.seat(seats)).transpose()?;
        let slot: usize = slot.at_most("slot", self.slots - 1)?;
        let view = self.with(py, |env| {
            let seat = seat.or_else(|| env.asked(slot))?;
            env.round(slot).map(|round| round.view(seat))
        });
        let inner = view.ok_or_else(|| {
            let message = format!("slot {slot}: nobody is asked, expected a seat, or a reset");
            let context = vec![("slot", number(slot))];
            exception(Kind::IllegalAction, "no_current_seat", &message, context)
        })?;
        Ok(View {
            inner,
            rules: self.rules.clone_ref(py),
        })
    }

    /// The ruleset.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// Who plays each seat: the name of a bot, or None for the caller.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let agents = self.with(py, |env| env.agents().to_vec());
        PyTuple::new(
            py,
            agents
                .iter()
                .map(|agent| agent.as_ref().map(sim::Agent::to_string)),
        )
    }

    /// What happens with rounds that are over.
    #[getter]
    fn autoreset(&self, py: Python<'_>) -> &'static str {
        self.with(py, |env| env.autoreset().name())
    }

    /// How many threads play.
    #[getter]
    fn threads(&self, py: Python<'_>) -> usize {
        self.with(py, |env| env.threads().get())
    }

    /// Slots of its own with the same rounds; `copy.copy` and `copy.deepcopy` give the same.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = self.with(py, |env| sim::VectorEnv::restore(env.spec(), &env.stored()));
        Self::made(copy, self.rules.clone_ref(py))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> bool {
        // One after the other, or two threads that compare the same two could wait for each other.
        let parts = |slots: &Self| slots.with(py, |env| (env.spec(), env.stored()));
        parts(self) == parts(other)
    }

    fn __len__(&self) -> usize {
        self.slots
    }

    fn __repr__(&self) -> String {
        let (name, slots) = (self.rules.get().0.name(), self.slots);
        format!("<VectorRounds of {name}: {slots} slots>")
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let (spec, stored) = self.with(py, |env| (env.spec(), env.stored()));
        let slot = |slot: &sim::StoredSlot| {
            let answers = slot.answers.as_deref();
            let answers = answers.map(|answers| PyBytes::new(py, answers));
            (slot.seed, slot.episode, answers).into_pyobject(py)
        };
        let slots: Vec<_> = stored.iter().map(slot).collect::<PyResult<_>>()?;
        let payload = (
            &self.rules,
            self.agents(py)?,
            spec.autoreset.name(),
            spec.threads.get(),
            PyTuple::new(py, slots)?,
        );
        reduced(py, "restore_vector_rounds", payload)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        rules: RulesArg,
        agents: &Bound<'_, PyAny>,
        autoreset: Text,
        threads: Int,
        slots: &Bound<'_, PyTuple>,
    ) -> PyResult<Self> {
        let threads = threads.at_most("threads", sim::MAX_THREADS)?;
        let mut stored = Vec::new();
        for slot in slots {
            let (seed, episode, answers): (Seed, Seed, Option<Data>) = slot.extract()?;
            stored.push(sim::StoredSlot {
                seed: seed.get("seed")?,
                episode: episode.get("episode")?,
                answers: answers.map(|answers| answers.0),
            });
        }
        let spec = sim::VectorSpec {
            rules: rules.0.get().0.clone(),
            agents: self::agents(agents)?,
            seeds: Vec::new(),
            autoreset: self::autoreset(&autoreset.0)?,
            threads: sim::threads(Some(threads)).map_err(raise)?,
        };
        let env = sim::VectorEnv::restore(spec, &stored);
        Self::made(env, rules.0)
    }
}

impl Described for sim::VectorError {
    fn kind(&self) -> Kind {
        match self {
            Self::Replay { .. } => Kind::Record,
            Self::Sim(source) => source.kind(),
            _ if self.slot().is_some() => Kind::IllegalAction,
            _ => Kind::Parse,
        }
    }

    fn code(&self) -> &'static str {
        self.code()
    }

    fn context(&self) -> Context {
        let mut context = match self {
            Self::Slots { found } => vec![("found", number(*found))],
            Self::Agents { found, expected } => {
                vec![("found", number(*found)), ("expected", number(*expected))]
            }
            Self::Length {
                name,
                found,
                expected,
            } => vec![
                ("name", word(name)),
                ("found", number(*found)),
                ("expected", number(*expected)),
            ],
            Self::Number { found, .. } => vec![("found", number(*found))],
            Self::Action { seat, source, .. } => {
                let mut context = source.context();
                context.push(("seat", number(seat.index())));
                context
            }
            Self::Illegal { source, .. } => source.context(),
            Self::Replay { place, .. } => vec![("place", number(*place))],
            Self::Sim(source) => source.context(),
            _ => Vec::new(),
        };
        if let Some(slot) = self.slot() {
            context.push(("slot", number(slot)));
        }
        context
    }
}
