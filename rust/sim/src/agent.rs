//! The bots by name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use paohuzi_engine::{Ruleset, Seat, generator};

use crate::bot::Bot;
use crate::bots::{Greedy, Random, Simple};
use crate::error::SimError;

/// A bot by name: what a simulation is told to put on a seat.
///
/// ```
/// use paohuzi_sim::Agent;
/// assert_eq!("greedy".parse(), Ok(Agent::Greedy));
/// let error = "greedi".parse::<Agent>().unwrap_err();
/// assert_eq!(error.to_string(), "\"greedi\" is no agent, expected one of: random, simple, greedy");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Agent {
    /// Every legal action equally likely.
    Random,
    /// Wins where it can; guesses quickly what brings huxi or blocks.
    Simple,
    /// Wins where it can; else plays towards the nearest win: by distance, useful cards, huxi and danger.
    Greedy,
}

impl Agent {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Random, Self::Simple, Self::Greedy];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Simple => "simple",
            Self::Greedy => "greedy",
        }
    }

    /// The bot for a seat in a round of a simulation; its generator is that of `(seed, round, seat + 1)`.
    #[must_use]
    pub fn bot(self, rules: &Arc<Ruleset>, seed: u64, round: u64, seat: Seat) -> Box<dyn Bot> {
        match self {
            Self::Random => {
                let purpose = seat.index() as u64 + 1;
                Box::new(Random::new(generator(seed, round, purpose)))
            }
            Self::Simple => Box::new(Simple::new(Arc::clone(rules))),
            Self::Greedy => Box::new(Greedy::new(Arc::clone(rules))),
        }
    }
}

impl FromStr for Agent {
    type Err = SimError;

    fn from_str(name: &str) -> Result<Self, SimError> {
        Self::ALL
            .into_iter()
            .find(|agent| agent.name() == name)
            .ok_or_else(|| SimError::Agent {
                found: name.chars().take(40).collect(),
            })
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
