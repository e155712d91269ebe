//! How fast distances are: of dealt hands, after every discard, with the useful cards.

mod cpu_time;

use cpu_time::{CpuTime, criterion};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paohuzi_engine::{
    Card, Counts, Deck, Outlook, Position, Ruleset, WinContext, discard_advice, discard_distances,
    distance, useful_cards, waits,
};

const SEED: u64 = 1;

/// So many cards from the front of each of some decks, with everything else to come.
fn dealt(cards: usize, hands: u64, rules: &Ruleset) -> Vec<(Position, Outlook)> {
    let hands = (0..hands).map(|index| {
        let deck = Deck::shuffled(SEED, index);
        let hand = Counts::from_cards(&deck.cards()[..cards]).expect("cards of a deck");
        let position = Position::new(hand, &[], rules).expect("cards of a deck");
        (position, Outlook::open(&position))
    });
    hands.collect()
}

fn is_ready(position: &Position, outlook: &Outlook, rules: &Ruleset) -> bool {
    let waits = waits(position, rules);
    Card::ALL.into_iter().any(|card| {
        let wait = waits[card.index()];
        outlook.unseen.get(card) > 0 && (wait.own.is_some() || wait.others.is_some())
    })
}

/// The distance as a number to add up; dead hands as if far away.
fn far(distance: Option<u8>) -> u64 {
    distance.map_or(100, u64::from)
}

fn distances(c: &mut Criterion<CpuTime>) {
    let rules = Ruleset::default();
    let mut group = c.benchmark_group("distance");

    let hands = dealt(20, 500, &rules);
    let mut sum = 0;
    for (position, outlook) in &hands {
        let found = distance(position, outlook, &rules);
        assert_eq!(found == Some(0), is_ready(position, outlook, &rules));
        let useful = useful_cards(position, outlook, &rules);
        assert_eq!(found.is_some(), !useful.any().is_empty());
        sum += far(found);
    }
    group.throughput(Throughput::Elements(500));
    group.bench_function("dealt hands", |b| {
        b.iter(|| {
            let found = hands
                .iter()
                .map(|(position, outlook)| far(distance(position, outlook, &rules)));
            assert_eq!(found.sum::<u64>(), sum);
        });
    });

    let dealers = dealt(21, 200, &rules);
    let due = dealers
        .iter()
        .filter(|(position, _)| position.hand().exactly(4).len() < 2);
    let best: u64 = due
        .clone()
        .map(|(position, outlook)| far(distance(position, outlook, &rules)))
        .sum();
    group.throughput(Throughput::Elements(due.clone().count() as u64));
    group.bench_function("after every discard", |b| {
        b.iter(|| {
            let found = due.clone().map(|(position, outlook)| {
                let after = discard_distances(position, outlook, &rules);
                let best = after.iter().map(|after| far(after.distance)).min();
                best.expect("a discard")
            });
            // The best discard keeps the distance of the hand.
            assert_eq!(found.sum::<u64>(), best);
        });
    });

    let some = &hands[..50];
    group.throughput(Throughput::Elements(50));
    group.bench_function("useful cards", |b| {
        b.iter(|| {
            for (position, outlook) in some {
                assert!(!useful_cards(position, outlook, &rules).any().is_empty());
            }
        });
    });

    group.throughput(Throughput::Elements(10));
    group.bench_function("discard advice", |b| {
        b.iter(|| {
            for (position, outlook) in due.clone().take(10) {
                let advice = discard_advice(position, outlook, &rules, WinContext::default());
                let best = distance(position, outlook, &rules);
                assert_eq!(advice.first().map(|first| first.distance), Some(best));
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = distances
}
criterion_main!(benches);
