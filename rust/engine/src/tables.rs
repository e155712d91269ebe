//! Building the tables ahead.

use crate::{distance, half};

/// Builds the tables that the first question about a win, a wait or a distance would build: some milliseconds, once in a
/// process. For who cannot have that question wait.
pub fn build_tables() {
    half::tables();
    distance::build_tables();
}
