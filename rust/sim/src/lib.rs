//! Bots and batch play for Pao Huzi (跑胡子).
//!
//! A [`Bot`] sees a [`View`](paohuzi_engine::View) and answers with an [`Action`](paohuzi_engine::Action); it has no way
//! to the cards it must not know. An [`Agent`] is a bot by name. [`play_round`] plays one round, [`simulate`] plays many
//! over several threads and gives [`Results`] in columns, and [`Results::summary`] adds them up.
//!
//! Round i of a simulation depends on the ruleset, the agents, the seed and i alone: its deck is
//! `Deck::shuffled(seed, i)`, seat i mod seats deals, no drawn rounds come before it, and the bot of seat s has the
//! generator of `(seed, i, s + 1)`. So threads and machines never change a result, and a run can be cut into
//! parts and put together again with [`Results::merge`].
//!
//! [`waits_batch`], [`distance_batch`] and [`discard_distances_batch`] analyse many [`Hands`] at once.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//! use paohuzi_engine::Ruleset;
//! use paohuzi_sim::{Agent, Batch, simulate};
//!
//! let agents = vec![Agent::Greedy, Agent::Random, Agent::Random];
//! let batch = Batch::new(Arc::new(Ruleset::default()), agents, 1, 0..200);
//! let results = simulate(&batch, |_done| ControlFlow::Continue(()))?;
//! let summary = results.summary();
//! assert_eq!(summary.rounds, 200);
//! assert!(summary.seats[0].wins > summary.seats[1].wins);
//! # Ok::<(), paohuzi_sim::SimError>(())
//! ```
#![forbid(unsafe_code)]

mod agent;
mod batch;
mod bot;
mod bots;
mod error;
mod observation;
mod play;
mod results;
mod search;
mod simulate;
mod summary;
mod threads;
mod vector;

pub use agent::Agent;
pub use batch::{
    Hands, NEVER, NO_DISCARD, NO_WIN, discard_distances_batch, distance_batch, waits_batch,
};
pub use bot::Bot;
pub use error::{HandsError, RowError, SimError};
pub use observation::{OBS_BYTES, OBS_LAYOUT, OBS_SIZE, OBS_VERSION, Observation, Part};
pub use play::{RoundResult, play_round, play_with};
pub use results::{Columns, HUANGFAN_BIT, Results};
pub use search::{ActionValue, Search, SearchError, action_values, rollout};
pub use simulate::{Batch, simulate};
pub use summary::{Mean, SeatSummary, Summary};
pub use threads::{MAX_THREADS, THREADS_VARIABLE, threads};
pub use vector::{
    Arrays, Autoreset, MAX_SLOTS, Masks, Observations, StoredSlot, VectorEnv, VectorError,
    VectorSpec,
};
