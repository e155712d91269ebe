//! Many rounds over several threads.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use paohuzi_engine::{Ruleset, Seat};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::agent::Agent;
use crate::error::SimError;
use crate::play::{RoundResult, play_round};
use crate::results::Results;
use crate::threads::pool;

/// Rounds that are played between two calls of the progress function, where the caller does not say.
pub const DEFAULT_CHUNK: usize = 1000;

/// What to simulate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The ruleset.
    pub rules: Arc<Ruleset>,
    /// The agents, one a seat.
    pub agents: Vec<Agent>,
    /// The seed that all rounds share.
    pub seed: u64,
    /// The indices of the rounds.
    pub rounds: Range<u64>,
    /// How many threads play; see [`threads`](crate::threads).
    pub threads: NonZeroUsize,
    /// Rounds that are played between two calls of the progress function, at least 1.
    pub chunk: usize,
}

impl Batch {
    /// These rounds on one thread.
    #[must_use]
    pub const fn new(
        rules: Arc<Ruleset>,
        agents: Vec<Agent>,
        seed: u64,
        rounds: Range<u64>,
    ) -> Self {
        Self {
            rules,
            agents,
            seed,
            rounds,
            threads: NonZeroUsize::MIN,
            chunk: DEFAULT_CHUNK,
        }
    }
}

/// Plays the rounds of a batch and gives their results in the order of their indices.
///
/// After each chunk of rounds `progress` is told how many are finished, on the caller's thread while no other works; when
/// it breaks, the results of the finished rounds are returned.
///
/// Several threads are a pool that lives as long as the call, so that it works in a forked process too.
///
/// # Errors
/// A number of agents other than that of the seats, a chunk of no rounds, or no threads to be had.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use paohuzi_engine::Ruleset;
/// use paohuzi_sim::{Agent, Batch, simulate};
/// let one = Batch::new(Arc::new(Ruleset::default()), vec![Agent::Random; 3], 7, 0..100);
/// let two = Batch { threads: NonZeroUsize::new(2).expect("not zero"), chunk: 32, ..one.clone() };
/// let mut seen = Vec::new();
/// let results = simulate(&two, |done| {
///     seen.push(done);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(seen, [32, 64, 96, 100]);
/// assert_eq!(results, simulate(&one, |_| ControlFlow::Continue(()))?);
/// # Ok::<(), paohuzi_sim::SimError>(())
/// ```
pub fn simulate(
    batch: &Batch,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Results, SimError> {
    let chunk = NonZeroUsize::new(batch.chunk).ok_or(SimError::Chunk)?;
    let mut results = Results::new(Arc::clone(&batch.rules), batch.agents.clone(), batch.seed)?;
    let pool = pool(batch.threads)?;
    let mut start = batch.rounds.start;
    while start < batch.rounds.end {
        let end = start
            .saturating_add(chunk.get() as u64)
            .min(batch.rounds.end);
        play_chunk(batch, start..end, pool.as_ref(), &mut results)?;
        start = end;
        if progress(start - batch.rounds.start).is_break() {
            break;
        }
    }
    Ok(results)
}

fn play_chunk(
    batch: &Batch,
    rounds: Range<u64>,
    pool: Option<&ThreadPool>,
    results: &mut Results,
) -> Result<(), SimError> {
    let Some(pool) = pool else {
        for index in rounds {
            results.push(&play_one(batch, index)?);
        }
        return Ok(());
    };
    let played: Vec<RoundResult> = pool.install(|| {
        rounds
            .into_par_iter()
            .map(|index| play_one(batch, index))
            .collect::<Result<_, _>>()
    })?;
    for round in &played {
        results.push(round);
    }
    Ok(())
}

fn play_one(batch: &Batch, index: u64) -> Result<RoundResult, SimError> {
    let seats = Seat::all(batch.rules.seats()).zip(&batch.agents);
    let mut bots: Vec<_> = seats
        .map(|(seat, agent)| agent.bot(&batch.rules, batch.seed, index, seat))
        .collect();
    play_round(&batch.rules, &mut bots, batch.seed, index)
}
