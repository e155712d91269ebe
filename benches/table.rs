//! Rows of a markdown table, each the median of several runs in processor time.

#[path = "clock.rs"]
mod clock;

use std::hint::black_box;
use std::time::Duration;

use clock::now;

/// Runs of a row; their median is told.
const RUNS: usize = 15;
/// The least time of a run: shorter work is repeated.
const RUN: Duration = Duration::from_millis(40);

/// What is asked of a row, for the reader: "50 k/s".
#[derive(Clone, Copy, Default)]
pub(crate) struct Goal {
    pub(crate) must: &'static str,
    pub(crate) aim: &'static str,
}

/// A table that is printed when it is dropped.
pub(crate) struct Table {
    lines: Vec<String>,
    wanted: Vec<String>,
}

impl Table {
    /// An empty table; of the program's arguments those that are no options choose rows by a part of their name.
    pub(crate) fn new() -> Self {
        let arguments = std::env::args().skip(1);
        Self {
            lines: Vec::new(),
            wanted: arguments.filter(|word| !word.starts_with('-')).collect(),
        }
    }

    /// Measures work that answers so many questions and must give this answer.
    pub(crate) fn row(
        &mut self,
        name: &str,
        goal: Goal,
        questions: usize,
        expected: u64,
        work: impl Fn() -> u64,
    ) {
        if !self.wanted.is_empty() && !self.wanted.iter().any(|word| name.contains(word.as_str())) {
            return;
        }
        let questions = f64::from(u32::try_from(questions).expect("not so many"));
        let run = |times: u32| {
            let start = now();
            for _ in 0..times {
                assert_eq!(black_box(work()), expected, "{name}");
            }
            now().saturating_sub(start)
        };
        let mut times = 1;
        while run(times) < RUN {
            times *= 2;
        }
        let mut runs: Vec<_> = (0..RUNS).map(|_| run(times)).collect();
        runs.sort();
        let one = runs[RUNS / 2].as_secs_f64() / f64::from(times) / questions;
        let (time, speed) = (seconds(one), per_second(1.0 / one));
        let Goal { must, aim } = goal;
        self.lines
            .push(format!("| {name} | {time} | {speed} | {must} | {aim} |"));
    }
}

impl Drop for Table {
    #[expect(clippy::print_stdout, reason = "the table is what the bench is for")]
    fn drop(&mut self) {
        println!("| what one is | time | a second | must | aim |");
        println!("| --- | ---: | ---: | ---: | ---: |");
        for line in &self.lines {
            println!("{line}");
        }
    }
}

fn seconds(time: f64) -> String {
    match time {
        1e-3.. => format!("{:.3} ms", time * 1e3),
        1e-6.. => format!("{:.2} µs", time * 1e6),
        _ => format!("{:.1} ns", time * 1e9),
    }
}

fn per_second(count: f64) -> String {
    match count {
        1e6.. => format!("{:.1} M", count / 1e6),
        1e3.. => format!("{:.1} k", count / 1e3),
        _ => format!("{count:.1}"),
    }
}
