//! The bots themselves.

mod greedy;
mod random;

pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
