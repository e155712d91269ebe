//! Many rounds over several threads.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use paohuzi_engine::{Ruleset, Seat};
use rayon::ThreadPool;

use crate::agent::Agent;
use crate::error::SimError;
use crate::play::{RoundResult, play_round};
use crate::results::Results;
use crate::threads::pool;

/// Most rounds that a thread takes at a time: so many that handing them on costs little beside playing them.
const BLOCK: u64 = 64;
/// Blocks that each thread plays at least, where there are rounds enough, so that none has much to do after the others.
const BLOCKS: u64 = 16;
/// Blocks that may wait to be put in order.
const MOST_WAITING: usize = 256;
/// How often the progress function is asked. When it is asked changes nothing but where a simulation ends that it breaks.
const PACE: Duration = Duration::from_millis(50);

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
        }
    }
}

/// Plays the rounds of a batch and gives their results in the order of their indices.
///
/// Some twenty times a second, and at the end, `progress` is told on the caller's thread how many rounds are finished.
/// When it breaks, every thread ends the rounds that it has begun, and the results are those of the first so many rounds,
/// none left out: the run can be gone on with from the next one.
///
/// Several threads are a pool that lives as long as the call, so that it works in a forked process too.
///
/// # Errors
/// A number of agents other than that of the seats, or no threads to be had.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use paohuzi_engine::Ruleset;
/// use paohuzi_sim::{Agent, Batch, simulate};
/// let one = Batch::new(Arc::new(Ruleset::default()), vec![Agent::Random; 3], 7, 0..100);
/// let two = Batch { threads: NonZeroUsize::new(2).expect("not zero"), ..one.clone() };
/// let mut last = 0;
/// let results = simulate(&two, |done| {
///     last = done;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(last, 100);
/// assert_eq!(results, simulate(&one, |_| ControlFlow::Continue(()))?);
/// # Ok::<(), paohuzi_sim::SimError>(())
/// ```
pub fn simulate(
    batch: &Batch,
    progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Results, SimError> {
    let names = batch.agents.iter().map(Agent::to_string).collect();
    let mut results = Results::new(Arc::clone(&batch.rules), names, batch.seed)?;
    let mut pace = Pace::new(progress);
    match pool(batch.threads)? {
        None => {
            for index in batch.rounds.clone() {
                results.push(&play_one(batch, index)?);
                if pace.step(results.len()).is_break() {
                    break;
                }
            }
        }
        Some(pool) => play_in(&pool, batch, &mut results, &mut pace)?,
    }
    pace.end(results.len());
    Ok(results)
}

/// Asks the progress function now and then.
struct Pace<P> {
    progress: P,
    asked: Instant,
    told: u64,
}

impl<P: FnMut(u64) -> ControlFlow<()>> Pace<P> {
    fn new(progress: P) -> Self {
        Self {
            progress,
            asked: Instant::now(),
            told: 0,
        }
    }

    fn step(&mut self, done: usize) -> ControlFlow<()> {
        if self.asked.elapsed() < PACE {
            return ControlFlow::Continue(());
        }
        let answer = self.tell(done);
        self.asked = Instant::now();
        answer
    }

    fn tell(&mut self, done: usize) -> ControlFlow<()> {
        self.told = done as u64;
        (self.progress)(self.told)
    }

    /// Tells the last rounds, if nobody was told of them.
    fn end(&mut self, done: usize) {
        if self.told != done as u64 {
            // Nothing is left that could be broken off.
            let _ = self.tell(done);
        }
    }
}

/// Plays in a pool, while the caller's thread puts the blocks of rounds in order and asks the progress function.
fn play_in(
    pool: &ThreadPool,
    batch: &Batch,
    results: &mut Results,
    pace: &mut Pace<impl FnMut(u64) -> ControlFlow<()>>,
) -> Result<(), SimError> {
    let threads = pool.current_num_threads();
    let rounds = batch.rounds.end.saturating_sub(batch.rounds.start);
    let size = (rounds / (BLOCKS * threads as u64)).clamp(1, BLOCK);
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = sync_channel(MOST_WAITING);
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop) = (&next, &stop);
            scope.spawn(move |_| work(batch, size, next, stop, &sender));
        }
        drop(sender);
        gather(receiver, &stop, results, pace)
    })
}

/// The number of a block and its rounds.
type Played = (u64, Result<Vec<RoundResult>, SimError>);

/// Plays blocks of rounds of this size, each one begun to its end, until there are no more.
fn work(
    batch: &Batch,
    size: u64,
    next: &AtomicU64,
    stop: &AtomicBool,
    sender: &SyncSender<Played>,
) {
    let Range { start, end } = batch.rounds;
    while !stop.load(Ordering::Relaxed) {
        let block = next.fetch_add(1, Ordering::Relaxed);
        let first = start.saturating_add(block.saturating_mul(size));
        if first >= end {
            break;
        }
        let rounds = first..first.saturating_add(size).min(end);
        let played = rounds.map(|index| play_one(batch, index)).collect();
        if sender.send((block, played)).is_err() {
            break;
        }
    }
}

/// Adds the blocks to the results in their order. All that were begun come, so that none is missing between others.
#[expect(
    clippy::needless_pass_by_value,
    reason = "without the receiver the threads end, should the progress function panic"
)]
fn gather(
    receiver: Receiver<Played>,
    stop: &AtomicBool,
    results: &mut Results,
    pace: &mut Pace<impl FnMut(u64) -> ControlFlow<()>>,
) -> Result<(), SimError> {
    let mut early = BTreeMap::new();
    let mut place = 0;
    let mut outcome = Ok(());
    loop {
        match receiver.recv_timeout(PACE) {
            Ok((block, played)) => {
                early.insert(block, played);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return outcome,
        }
        while let Some(played) = early.remove(&place).filter(|_| outcome.is_ok()) {
            place += 1;
            match played {
                Ok(rounds) => rounds.iter().for_each(|round| results.push(round)),
                Err(error) => outcome = Err(error),
            }
        }
        let stopped = stop.load(Ordering::Relaxed);
        if !stopped && (outcome.is_err() || pace.step(results.len()).is_break()) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn play_one(batch: &Batch, index: u64) -> Result<RoundResult, SimError> {
    let seats = Seat::all(batch.rules.seats()).zip(&batch.agents);
    let mut bots: Vec<_> = seats
        .map(|(seat, agent)| agent.bot(&batch.rules, batch.seed, index, seat))
        .collect();
    play_round(&batch.rules, &mut bots, batch.seed, index)
}
