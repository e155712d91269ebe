//! Many rounds at once, one step after the other: what learners play in.

mod arrays;
mod error;
mod pool;
mod slot;

use std::num::NonZeroUsize;
use std::sync::Arc;

use paohuzi_engine::{ActionSet, Round, Ruleset, Seat};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

pub use arrays::{Arrays, Masks, Observations};
pub use error::{MAX_SLOTS, VectorError};
use pool::Pool;
use slot::Slot;

use crate::agent::Agent;
use crate::error::SimError;
use crate::threads::MAX_THREADS;

/// What a step does with a slot whose round is over. Names and meaning are those of Gymnasium.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// The step in which the round ends shows its end; the next one ignores the action and deals the next round.
    NextStep,
    /// The step in which the round ends deals the next round at once and shows its beginning.
    SameStep,
    /// Nothing; the caller resets the slot before the next step.
    Disabled,
}

impl Autoreset {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::NextStep, Self::SameStep, Self::Disabled];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextStep => "NextStep",
            Self::SameStep => "SameStep",
            Self::Disabled => "Disabled",
        }
    }
}

/// What a vector environment is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorSpec {
    /// The ruleset of every slot.
    pub rules: Arc<Ruleset>,
    /// Who plays each seat: an agent, or the caller where there is none.
    pub agents: Vec<Option<Agent>>,
    /// The seed of each slot.
    pub seeds: Vec<u64>,
    /// What happens with rounds that are over.
    pub autoreset: Autoreset,
    /// How many threads play.
    pub threads: NonZeroUsize,
}

/// A slot as it is stored: its seed, the index of its round, and the caller's answers in it by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StoredSlot {
    /// The seed.
    pub seed: u64,
    /// The index of the round.
    pub episode: u64,
    /// The answers; none before the first reset.
    pub answers: Option<Vec<u8>>,
}

/// Many rounds at once, each in its slot.
///
/// Episode e of a slot with seed s is round e of a simulation with seed s: its deck is `Deck::shuffled(s, e)`, seat e mod
/// seats deals, and an agent has the generator of `(s, e, seat + 1)`. So it depends on the seed of the slot and on e
/// alone, not on the other slots and not on the threads. Rounds in which the caller is never asked are passed over.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::Arc;
/// use paohuzi_engine::Ruleset;
/// use paohuzi_sim::{Agent, Arrays, Autoreset, Masks, OBS_SIZE, Observations, VectorEnv, VectorSpec};
/// let mut env = VectorEnv::new(VectorSpec {
///     rules: Arc::new(Ruleset::default()),
///     agents: vec![None, Some(Agent::Random), Some(Agent::Random)],
///     seeds: vec![1, 2],
///     autoreset: Autoreset::SameStep,
///     threads: NonZeroUsize::MIN,
/// })?;
/// let (mut seen, mut masks) = (vec![0.0; 2 * OBS_SIZE], vec![0; 2 * 128]);
/// let (mut seats, mut rewards, mut ended) = ([0; 2], [0.0; 6], [0; 2]);
/// let arrays = Arrays {
///     observations: Observations::Floats(&mut seen),
///     masks: Masks::Bytes(&mut masks),
///     seats: &mut seats,
///     rewards: &mut rewards,
///     terminations: &mut ended,
/// };
/// env.reset(None, None, arrays)?;
/// let actions: Vec<i64> = env.legal().map(|legal| legal.mask().trailing_zeros().into()).collect();
/// let arrays = Arrays {
///     observations: Observations::Floats(&mut seen),
///     masks: Masks::Bytes(&mut masks),
///     seats: &mut seats,
///     rewards: &mut rewards,
///     terminations: &mut ended,
/// };
/// env.step(&actions, arrays)?;
/// assert_eq!(seats, [0, 0]);
/// # Ok::<(), paohuzi_sim::VectorError>(())
/// ```
pub struct VectorEnv {
    rules: Arc<Ruleset>,
    agents: Vec<Option<Agent>>,
    autoreset: Autoreset,
    slots: Vec<Slot>,
    pool: Pool,
}

/// What a step does to one slot.
#[derive(Clone, Copy)]
enum Deed {
    /// Shows it as it is.
    Show,
    /// Plays this action, or deals the next round where one is over.
    Play(u8),
}

impl VectorEnv {
    /// An environment whose slots have no round yet.
    ///
    /// # Errors
    /// No slots or too many, not one agent or caller a seat, no seat that the caller plays, too many threads.
    pub fn new(spec: VectorSpec) -> Result<Self, VectorError> {
        let VectorSpec {
            rules,
            agents,
            seeds,
            autoreset,
            threads,
        } = spec;
        if !(1..=MAX_SLOTS).contains(&seeds.len()) {
            return Err(VectorError::Slots { found: seeds.len() });
        }
        if agents.len() != usize::from(rules.seats()) {
            return Err(VectorError::Agents {
                found: agents.len(),
                expected: rules.seats(),
            });
        }
        if agents.iter().all(Option::is_some) {
            return Err(VectorError::NoCaller);
        }
        if threads.get() > MAX_THREADS {
            let found = threads.get();
            return Err(SimError::Threads { found }.into());
        }
        Ok(Self {
            slots: seeds.into_iter().map(Slot::new).collect(),
            pool: Pool::new(threads),
            rules,
            agents,
            autoreset,
        })
    }

    /// The environment with these rounds, each played as far as its answers go.
    ///
    /// # Errors
    /// As [`VectorEnv::new`], and answers that are not legal where they are given. The seeds of the spec are not used.
    pub fn restore(mut spec: VectorSpec, slots: &[StoredSlot]) -> Result<Self, VectorError> {
        spec.seeds = slots.iter().map(|stored| stored.seed).collect();
        let mut env = Self::new(spec)?;
        for (number, (slot, stored)) in env.slots.iter_mut().zip(slots).enumerate() {
            if let Some(answers) = &stored.answers {
                slot.deal(&env.rules, &env.agents, stored.episode);
                slot.replay(number, answers)?;
            }
        }
        Ok(env)
    }

    /// Its slots, to be stored.
    #[must_use]
    pub fn stored(&self) -> Vec<StoredSlot> {
        let stored = |slot: &Slot| StoredSlot {
            seed: slot.seed(),
            episode: slot.episode(),
            answers: slot.round().map(|_| slot.answers().to_vec()),
        };
        self.slots.iter().map(stored).collect()
    }

    /// The ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Who plays each seat.
    #[must_use]
    pub fn agents(&self) -> &[Option<Agent>] {
        &self.agents
    }

    /// What happens with rounds that are over.
    #[must_use]
    pub const fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// How many threads play.
    #[must_use]
    pub const fn threads(&self) -> NonZeroUsize {
        self.pool.threads()
    }

    /// The seed of each slot.
    pub fn seeds(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.slots.iter().map(Slot::seed)
    }

    /// The index of the round in each slot.
    pub fn episodes(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.slots.iter().map(Slot::episode)
    }

    /// What may be answered in each slot; nothing where the round is over.
    pub fn legal(&self) -> impl ExactSizeIterator<Item = ActionSet> + '_ {
        self.slots.iter().map(Slot::legal)
    }

    /// The round in a slot; none before the first reset, and where there is no such slot.
    #[must_use]
    pub fn round(&self, slot: usize) -> Option<&Round> {
        self.slots.get(slot).and_then(Slot::round)
    }

    /// The seat that the caller is asked for in a slot.
    #[must_use]
    pub fn asked(&self, slot: usize) -> Option<Seat> {
        self.slots.get(slot).and_then(Slot::asked)
    }

    /// Deals rounds: in the slots where `which` is not 0, or in all. A slot with a seed begins with its round 0, one
    /// without goes on to its next round. Shows all slots.
    ///
    /// # Errors
    /// Arrays of other lengths than the slots need, or threads that are not to be had; nothing is changed then.
    pub fn reset(
        &mut self,
        seeds: Option<&[u64]>,
        which: Option<&[u8]>,
        arrays: Arrays<'_>,
    ) -> Result<(), VectorError> {
        let slots = self.slots.len();
        if let Some(seeds) = seeds {
            arrays::check("seeds", seeds.len(), slots)?;
        }
        if let Some(which) = which {
            arrays::check("which", which.len(), slots)?;
        }
        let seats = usize::from(self.rules.seats());
        arrays.check(slots, seats)?;
        let is_meant = |slot: usize| which.is_none_or(|which| which[slot] != 0);
        let dealt = |slot: &Slot| slot.round().is_some();
        let left = (0..slots).find(|slot| !is_meant(*slot) && !dealt(&self.slots[*slot]));
        if let Some(slot) = left {
            return Err(VectorError::NotReset { slot });
        }
        self.pool.get()?;
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if is_meant(number) {
                let seed = seeds.map(|seeds| seeds[number]);
                slot.reset(&self.rules, &self.agents, seed);
            }
        }
        self.work(|_| Deed::Show, arrays)
    }

    /// Plays one action in each slot, and what the agents answer to it.
    ///
    /// # Errors
    /// An action that is not legal in its slot, a slot whose round is over and that nothing resets, arrays of other
    /// lengths; the first such slot is named, and nothing is changed anywhere.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), VectorError> {
        arrays::check("actions", actions.len(), self.slots.len())?;
        arrays.check(self.slots.len(), usize::from(self.rules.seats()))?;
        for (number, (slot, action)) in self.slots.iter().zip(actions).enumerate() {
            let deals = self.autoreset == Autoreset::NextStep && slot.is_over();
            if !deals {
                slot.check(number, *action)?;
            }
        }
        self.work(
            |slot| Deed::Play(u8::try_from(actions[slot]).unwrap_or_default()),
            arrays,
        )
    }

    /// Does what is to be done in every slot and shows the slots in the arrays, whose lengths are checked.
    fn work(
        &mut self,
        deed: impl Fn(usize) -> Deed + Sync,
        mut arrays: Arrays<'_>,
    ) -> Result<(), VectorError> {
        let seats = usize::from(self.rules.seats());
        let (rules, agents, autoreset) = (&self.rules, &self.agents, self.autoreset);
        let all = |first: usize, slots: &mut [Slot], mut arrays: Arrays<'_>| {
            for (number, slot) in slots.iter_mut().enumerate() {
                let rewards = &mut arrays.rewards[number * seats..][..seats];
                rewards.fill(0.0);
                let ended = match deed(first + number) {
                    Deed::Show => false,
                    Deed::Play(action) => act(slot, action, rules, agents, autoreset, rewards),
                };
                arrays.terminations[number] = ended.into();
                arrays.observations.put(&slot.observation());
                arrays.masks.put(slot.legal());
                arrays.seats[number] = slot.asked().map_or(-1, small);
            }
        };
        let threads = self.pool.threads().get();
        let Some(pool) = self.pool.get()? else {
            all(0, &mut self.slots, arrays);
            return Ok(());
        };
        // Some shares more than threads, since slots in which a round ends take longer.
        let share = self.slots.len().div_ceil(4 * threads).max(1);
        let shares: Vec<_> = self
            .slots
            .chunks_mut(share)
            .enumerate()
            .map(|(number, slots)| {
                let arrays = arrays.cut(slots.len(), seats);
                (number * share, slots, arrays)
            })
            .collect();
        pool.install(|| {
            shares
                .into_par_iter()
                .for_each(|(first, slots, arrays)| all(first, slots, arrays));
        });
        Ok(())
    }

    /// The slots whose round ended in the last step.
    pub fn ended(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.slots.iter().enumerate();
        all.filter(|(_, slot)| slot.ended().is_some())
            .map(|(number, _)| number)
    }

    /// What every seat of the table saw at the end of the round that ended in the last step, slot after slot.
    ///
    /// # Errors
    /// A slot in which none did, or an array of another length.
    pub fn final_observations(
        &self,
        slots: &[usize],
        mut out: Observations<'_>,
    ) -> Result<(), VectorError> {
        let seats = self.rules.seats();
        out.check(slots.len() * usize::from(seats))?;
        for number in slots {
            let slot = self.slots.get(*number).and_then(Slot::ended);
            let Some(ended) = slot else {
                return Err(VectorError::NotEnded { slot: *number });
            };
            for seen in ended.observations.of(seats) {
                out.put(seen);
            }
        }
        Ok(())
    }

    /// Writes a random legal action for every slot, 0 where the round is over.
    ///
    /// The choice in a slot depends on `seed`, the slot's seed, the index of its round and the number of answers in it.
    ///
    /// # Errors
    /// An array of another length.
    pub fn sample(&self, seed: u64, out: &mut [i64]) -> Result<(), VectorError> {
        arrays::check("out", out.len(), self.slots.len())?;
        for (slot, out) in self.slots.iter().zip(out) {
            let legal = slot.legal();
            let words = [slot.seed(), slot.episode(), slot.answered() as u64];
            let chance = words.into_iter().fold(seed, |sum, word| mixed(sum ^ word));
            // The high half of the product is below the number of actions.
            let place = (u128::from(chance) * legal.len() as u128) >> 64;
            let action = legal.nth(usize::try_from(place).unwrap_or_default());
            *out = action.map_or(0, |action| action.id().into());
        }
        Ok(())
    }

    /// What it is made of, with the seeds that its slots have now.
    #[must_use]
    pub fn spec(&self) -> VectorSpec {
        VectorSpec {
            rules: Arc::clone(&self.rules),
            agents: self.agents.clone(),
            seeds: self.seeds().collect(),
            autoreset: self.autoreset,
            threads: self.threads(),
        }
    }
}

/// One step of a slot. Tells whether a round ended in it.
fn act(
    slot: &mut Slot,
    action: u8,
    rules: &Arc<Ruleset>,
    agents: &[Option<Agent>],
    autoreset: Autoreset,
    rewards: &mut [f64],
) -> bool {
    if slot.is_over() {
        slot.reset(rules, agents, None);
        return false;
    }
    let ended = slot.play(action);
    if ended {
        if let Some(end) = slot.ended() {
            for (reward, points) in rewards.iter_mut().zip(end.payments.of(rules.seats())) {
                *reward = as_reward(*points);
            }
        }
        if autoreset == Autoreset::SameStep {
            slot.go_on(rules, agents);
        }
    }
    ended
}

/// Points as a number for learners; exact up to 2⁵³.
#[expect(clippy::cast_precision_loss, reason = "no round pays that much")]
const fn as_reward(points: i64) -> f64 {
    points as f64
}

fn small(seat: Seat) -> i8 {
    i8::try_from(seat.index()).unwrap_or(i8::MAX)
}

/// A word whose bits all depend on all bits of the given one (`SplitMix64`).
const fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
