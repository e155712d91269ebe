//! How fast rounds are played: random and greedy ones, on one thread.

mod cpu_time;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use cpu_time::{CpuTime, criterion};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paohuzi_engine::{Deck, Resampler, Round, Ruleset, Seat, below, generator};
use paohuzi_sim::{Agent, Batch, Results, simulate};
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 1;
/// Rounds in one measured call.
const ROUNDS: u64 = 200;

/// Plays a round with random answers, without bots and views, and says how many answers it took.
fn play(mut round: Round, chance: &mut ChaCha8Rng) -> u64 {
    let mut decisions = 0;
    while let Some(seat) = round.asked() {
        let legal = round.legal(seat);
        let place = below(chance, legal.mask().count_ones());
        let action = legal.nth(place as usize).expect("who is asked can answer");
        round
            .apply(seat, action, &mut ())
            .expect("the action is legal");
        decisions += 1;
    }
    let settlement = round.settlement().expect("the round is over");
    assert_eq!(settlement.payments().iter().sum::<i64>(), 0);
    decisions
}

fn deal(rules: &Arc<Ruleset>, index: u64) -> Round {
    let dealer = Seat::all(rules.seats()).nth((index % 3) as usize);
    let deck = Deck::shuffled(SEED, index);
    Round::from_deck(
        Arc::clone(rules),
        &deck,
        dealer.expect("three seats"),
        0,
        &mut (),
    )
    .expect("the dealer sits at the table")
}

fn batch(rules: &Arc<Ruleset>, agent: Agent) -> Results {
    let batch = Batch::new(Arc::clone(rules), vec![agent; 3], SEED, 0..ROUNDS);
    simulate(&batch, |_| ControlFlow::Continue(())).expect("three agents")
}

fn rounds(c: &mut Criterion<CpuTime>) {
    let rules = Arc::new(Ruleset::default());
    let mut group = c.benchmark_group("round");
    group.throughput(Throughput::Elements(ROUNDS));

    group.bench_function("random, engine alone", |b| {
        b.iter(|| {
            let mut decisions = 0;
            for index in 0..ROUNDS {
                decisions += play(deal(&rules, index), &mut generator(SEED, index, 1));
            }
            // Random rounds take about thirty answers each.
            assert!(
                (20 * ROUNDS..40 * ROUNDS).contains(&decisions),
                "{decisions}"
            );
            decisions
        });
    });
    group.bench_function("deal alone", |b| {
        b.iter(|| {
            for index in 0..ROUNDS {
                let round = deal(&rules, index);
                assert!(round.asked().is_some());
                black_box(round);
            }
        });
    });
    for agent in Agent::ALL {
        let expected = batch(&rules, agent);
        group.bench_function(format!("{agent}, simulated"), |b| {
            b.iter(|| {
                let results = batch(&rules, agent);
                assert_eq!(results, expected);
            });
        });
    }
    group.finish();
}

fn copies(c: &mut Criterion<CpuTime>) {
    let rules = Arc::new(Ruleset::default());
    let round = deal(&rules, 0);
    let seat = round.asked().expect("the dealer discards");
    c.bench_function("view", |b| {
        b.iter(|| {
            let view = black_box(&round).view(seat);
            assert_eq!(view.seat, seat);
            view
        });
    });
    let resampler = Resampler::new(&round.view(seat), &rules).expect("a dealt round");
    c.bench_function("resampler of a dealt hand", |b| {
        let view = round.view(seat);
        b.iter(|| Resampler::new(black_box(&view), &rules).expect("a dealt round"));
    });
    c.bench_function("round resampled", |b| {
        let mut number = 0;
        b.iter(|| {
            number += 1;
            let other = resampler.draw(SEED, number).expect("there are many");
            assert!(other.asked() == Some(seat));
            other
        });
    });
    c.bench_function("round copied", |b| {
        b.iter(|| {
            let copy = black_box(&round).clone();
            assert!(!copy.is_over());
            copy
        });
    });
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = rounds, copies
}
criterion_main!(benches);
