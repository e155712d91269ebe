//! Threads that wait for the next step.

use std::num::NonZeroUsize;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::SimError;

/// A pool that is started when it is first needed, and anew in a forked process, which has none of the threads.
pub(super) struct Pool {
    threads: NonZeroUsize,
    started: Option<(u32, ThreadPool)>,
}

impl Pool {
    pub(super) const fn new(threads: NonZeroUsize) -> Self {
        Self {
            threads,
            started: None,
        }
    }

    pub(super) const fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// The threads; none where one does.
    pub(super) fn get(&mut self) -> Result<Option<&ThreadPool>, SimError> {
        let threads = self.threads.get();
        if threads == 1 {
            return Ok(None);
        }
        let process = std::process::id();
        match self.started.take() {
            Some((of, pool)) if of == process => self.started = Some((of, pool)),
            before => {
                // Ending the pool of another process would wait for threads that are not there.
                std::mem::forget(before);
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.map_err(|error| SimError::Pool {
                    threads,
                    message: error.to_string(),
                })?;
                self.started = Some((process, pool));
            }
        }
        Ok(self.started.as_ref().map(|(_, pool)| pool))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some((of, pool)) = self.started.take()
            && of != std::process::id()
        {
            std::mem::forget(pool);
        }
    }
}
