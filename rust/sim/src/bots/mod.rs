//! The bots themselves.

mod danger;
mod greedy;
mod random;
mod rating;
mod simple;

pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
pub(crate) use simple::Simple;
