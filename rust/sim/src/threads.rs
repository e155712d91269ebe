//! How many threads a simulation or a batch uses.

use std::env;
use std::num::NonZeroUsize;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::SimError;

/// The environment variable that says how many threads to use where the caller does not.
pub const THREADS_VARIABLE: &str = "PAOHUZI_NUM_THREADS";

/// Most threads of a simulation.
pub const MAX_THREADS: usize = 1024;

/// The number of threads to use: as wanted, else as [`THREADS_VARIABLE`] says, else 1.
///
/// # Errors
/// A number out of range, or a variable that holds none.
///
/// ```
/// use paohuzi_sim::threads;
/// assert_eq!(threads(Some(2)).map(usize::from), Ok(2));
/// assert_eq!(threads(Some(0)).unwrap_err().to_string(), "0 threads, expected 1 to 1024");
/// ```
pub fn threads(wanted: Option<usize>) -> Result<NonZeroUsize, SimError> {
    if let Some(found) = wanted {
        return in_range(found).ok_or(SimError::Threads { found });
    }
    match env::var_os(THREADS_VARIABLE) {
        None => Ok(NonZeroUsize::MIN),
        Some(text) => of_variable(&text.to_string_lossy()),
    }
}

/// A pool of our own; none for one thread. The global pool hangs for ever in a forked process.
pub(crate) fn pool(threads: NonZeroUsize) -> Result<Option<ThreadPool>, SimError> {
    let threads = threads.get();
    if threads == 1 {
        return Ok(None);
    }
    if threads > MAX_THREADS {
        return Err(SimError::Threads { found: threads });
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some).map_err(|error| SimError::Pool {
        threads,
        message: error.to_string(),
    })
}

fn of_variable(text: &str) -> Result<NonZeroUsize, SimError> {
    let number = text.trim().parse().ok();
    number
        .and_then(in_range)
        .ok_or_else(|| SimError::ThreadsVariable {
            found: text.chars().take(40).collect(),
        })
}

fn in_range(threads: usize) -> Option<NonZeroUsize> {
    NonZeroUsize::new(threads).filter(|threads| threads.get() <= MAX_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_a_number_or_an_error() {
        assert_eq!(of_variable(" 4 ").map(usize::from), Ok(4));
        for text in ["", "0", "-1", "four", "2.0", "1025", "99999999999999999999"] {
            let code = of_variable(text).map_err(|error| error.code());
            assert_eq!(code, Err("threads_variable"), "{text:?}");
        }
    }
}
