//! Time that the measuring thread spends on a processor, which other work on the machine disturbs far less than the
//! clock on the wall.

use std::fs;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use criterion::Criterion;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Processor time where the system tells it (Linux), else the time on the wall.
pub(crate) struct CpuTime;

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

pub(crate) fn now() -> Duration {
    // Giving way makes the system bring its count up to date.
    thread::yield_now();
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    // Its first number is the time on a processor in nanoseconds; 0 where the system does not keep it.
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    match nanos {
        Some(nanos @ 1..) => Duration::from_nanos(nanos),
        Some(0) | None => BEGIN.elapsed(),
    }
}

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        now()
    }

    fn end(&self, start: Duration) -> Duration {
        now().saturating_sub(start)
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Criterion with this measure and settings for short runs.
pub(crate) fn criterion() -> Criterion<CpuTime> {
    Criterion::default()
        .with_measurement(CpuTime)
        .sample_size(30)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
}
