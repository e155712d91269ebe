//! The bots themselves.

mod greedy;
mod random;
mod rating;

pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
