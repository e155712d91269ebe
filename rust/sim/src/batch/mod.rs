//! Analysis of many hands at once.
//!
//! Every hand is looked at before anything is worked out, so that a wrong one gives an error and no answers. The answer
//! for a hand depends on it alone: threads never change one.

mod distances;
mod hands;
mod waits;

pub use distances::{NEVER, NO_DISCARD, discard_distances_batch, distance_batch};
pub use hands::Hands;
pub use waits::{NO_WIN, waits_batch};
