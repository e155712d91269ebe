//! How fast records are read and replayed in each form; prints a table of medians in processor time.

mod clock;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use clock::now;
use paohuzi_engine::{Game, LogReader, Record, Ruleset, Seat, log_of};
use paohuzi_sim::Agent;

const SEED: u64 = 1;
const ROUNDS: u64 = 2000;
const RUNS: usize = 9;

/// A round of three greedy players.
fn played(rules: &Arc<Ruleset>, index: u64) -> Record {
    let deck = paohuzi_engine::Deck::shuffled(SEED, index);
    let dealer = Seat::new(usize::try_from(index % 3).expect("a small number")).expect("a seat");
    let mut game = Game::deal(Arc::clone(rules), deck, dealer, 0).expect("a seat");
    let mut bots: Vec<_> = Seat::all(rules.seats())
        .map(|seat| Agent::Greedy.bot(rules, SEED, index, seat))
        .collect();
    while let Some(seat) = game.current_seat() {
        let action = bots[seat.index()].act(&game.round().view(seat));
        game.push(action).expect("bots play legally");
    }
    Record::of(&game)
}

/// The median time of the work on all rounds, for one of them.
fn median(rounds: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<_> = (0..RUNS)
        .map(|_| {
            let begin = now();
            work();
            now().saturating_sub(begin)
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2] / u32::try_from(rounds).expect("not so many")
}

fn row(what: &str, time: Duration, aim: &str) {
    let each = 1_000_000_000 / time.as_nanos().max(1);
    let line = format!("| {what}, Rust | {each} a second | {aim} |");
    #[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
    {
        println!("{line}");
    }
}

fn main() {
    let toml = include_str!("../python/paohuzi/rulesets/presets/quanmingtang.toml");
    let rules = Arc::new(Ruleset::from_toml(toml).expect("a preset"));
    let records: Vec<_> = (0..ROUNDS).map(|index| played(&rules, index)).collect();
    let texts: Vec<_> = records.iter().map(Record::to_text).collect();
    let jsons: Vec<_> = records.iter().map(ToString::to_string).collect();
    let bytes: Vec<_> = records.iter().map(Record::to_bytes_without_rules).collect();
    let logs: Vec<_> = records
        .iter()
        .map(|record| log_of(record, None).expect("a record of a game"))
        .collect();
    let replayed = |record: &Record| {
        assert!(
            record
                .replay()
                .expect("a record of a game")
                .round()
                .is_over()
        );
    };
    let all = records.len();
    row(
        "short line read and replayed",
        median(all, || {
            for text in &texts {
                replayed(&Record::from_text(text, Arc::clone(&rules)).expect("a record"));
            }
        }),
        "30,000",
    );
    row(
        "short line read alone",
        median(all, || {
            for text in &texts {
                black_box(Record::from_text(text, Arc::clone(&rules)).expect("a record"));
            }
        }),
        "",
    );
    row(
        "bytes without ruleset read and replayed",
        median(all, || {
            for bytes in &bytes {
                replayed(
                    &Record::from_bytes_with_rules(Arc::clone(&rules), bytes).expect("a record"),
                );
            }
        }),
        "",
    );
    row(
        "line of JSON read and replayed",
        median(all, || {
            for text in &jsons {
                replayed(&text.parse().expect("a record"));
            }
        }),
        "",
    );
    row(
        "log read and checked",
        median(all, || {
            for lines in &logs {
                let mut reader = LogReader::default();
                for line in lines {
                    reader.push(line).expect("a line");
                }
                black_box(reader.finish().expect("a record"));
            }
        }),
        "",
    );
    row(
        "a preset read",
        median(100, || {
            for _ in 0..100 {
                black_box(Ruleset::from_toml(toml).expect("a preset"));
            }
        }),
        "5,000",
    );
}
