//! Simulations as a whole: what must hold of every run, whoever plays and however it is cut up.

mod common;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use common::{DOCUMENTS, preset};
use paohuzi_engine::{Action, Deck, Round, Ruleset, Seat, View, WinKind};
use paohuzi_sim::{
    Agent, Batch, Bot, Columns, HUANGFAN_BIT, MAX_THREADS, Mean, Results, SimError, play_round,
    play_with, simulate, threads,
};

const MIXED: [Agent; 3] = [Agent::Greedy, Agent::Random, Agent::Greedy];

fn batch(name: &str, agents: [Agent; 3], seed: u64, rounds: Range<u64>) -> Batch {
    Batch::new(Arc::new(preset(name)), agents.to_vec(), seed, rounds)
}

fn run(batch: &Batch) -> Results {
    simulate(batch, |_| ControlFlow::Continue(())).expect("a batch that can be run")
}

fn code(error: &SimError) -> &'static str {
    error.code()
}

#[test]
fn threads_change_nothing() {
    for count in [1, 7, 300] {
        let one = batch("quanmingtang", MIXED, 11, 5..5 + count);
        let expected = run(&one);
        assert_eq!(expected.len() as u64, count);
        for threads in [2, 8] {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let batch = Batch {
                threads,
                ..one.clone()
            };
            assert_eq!(run(&batch), expected, "{threads} threads, {count} rounds");
        }
    }
}

#[test]
fn parts_of_a_range_make_the_whole() {
    let whole = batch("hunan_half", MIXED, 3, 0..200);
    let mut merged = run(&Batch {
        rounds: 0..0,
        ..whole.clone()
    });
    for part in [0..1, 1..90, 90..90, 90..200] {
        let part = run(&Batch {
            rounds: part,
            ..whole.clone()
        });
        merged.merge(&part).expect("parts of one simulation");
    }
    assert_eq!(merged, run(&whole));
}

#[test]
fn rounds_depend_on_seed_and_index_alone() {
    let results = run(&batch("hunan_full", MIXED, 21, 0..40));
    for round in results.iter() {
        let mut bots: Vec<_> = Seat::all(3)
            .zip(MIXED)
            .map(|(seat, agent)| agent.bot(results.rules(), 21, round.index, seat))
            .collect();
        assert_eq!(
            play_round(results.rules(), &mut bots, 21, round.index),
            Ok(round)
        );
    }
    let other = run(&batch("hunan_full", MIXED, 22, 0..40));
    assert_ne!(results.columns(), other.columns());
}

#[test]
fn every_round_of_every_preset_adds_up() {
    for name in DOCUMENTS {
        for agents in [MIXED, [Agent::Random; 3], [Agent::Greedy; 3]] {
            let results = run(&batch(name, agents, 5, 0..150));
            let rules = results.rules();
            for (place, round) in (0..).zip(results.iter()) {
                assert_eq!(round.index, place);
                assert_eq!(round.dealer.index() as u64, place % 3);
                assert_eq!(round.kind.is_some(), round.winner.is_some());
                let points = round.payments.of(3);
                assert_eq!(points.iter().sum::<i64>(), 0, "{name} {place}");
                let Some(winner) = round.winner else {
                    assert_eq!(points, [0; 3]);
                    assert_eq!(
                        (round.units, round.fan, round.score, round.items),
                        (0, 0, 0, 0)
                    );
                    // 80 cards less 61 dealt ones.
                    assert_eq!(round.draws, 19);
                    continue;
                };
                assert_eq!(points[winner.index()], 2 * i64::from(round.score));
                assert_eq!(round.score, u32::from(round.units) * u32::from(round.fan));
                assert_eq!(round.items >> rules.fan_items().len(), 0);
                if round.kind != Some(WinKind::SantiWukan) {
                    assert!(round.huxi >= rules.min_huxi(), "{name} {place}");
                }
                if round.kind == Some(WinKind::OtherDraw) {
                    assert!(round.draws > 0);
                }
            }
        }
    }
}

#[test]
fn draws_and_decisions_are_those_of_the_round() {
    let rules = Arc::new(preset("quanmingtang"));
    for index in 0..60 {
        let mut answers = Vec::new();
        let mut bots: Vec<_> = Seat::all(3)
            .map(|seat| Agent::Greedy.bot(&rules, 8, index, seat))
            .collect();
        let played = play_with::<SimError>(&rules, 8, index, |view| {
            let action = bots[view.seat.index()].act(view);
            answers.push((view.seat, action));
            Ok(action)
        })
        .expect("legal answers");
        let deck = Deck::shuffled(8, index);
        let mut round = Round::from_deck(Arc::clone(&rules), &deck, played.dealer, 0, &mut ())
            .expect("a dealer at the table");
        for (seat, action) in &answers {
            assert_eq!(round.asked(), Some(*seat));
            round
                .apply(*seat, *action, &mut ())
                .expect("the same answer");
        }
        assert!(round.is_over());
        assert_eq!(usize::from(played.decisions), answers.len());
        assert_eq!(usize::from(played.draws), 19 - round.stock().len());
        let settlement = round.settlement().expect("the round is over");
        assert_eq!(settlement.payments(), played.payments.of(3));
        assert_eq!(settlement.winner(), played.winner);
    }
}

#[test]
fn an_interrupted_simulation_keeps_its_finished_rounds() {
    let endless = batch("hunan_basic", MIXED, 4, 0..u64::MAX);
    for threads in [1, 2, 8] {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let mut calls = Vec::new();
        let results = simulate(
            &Batch {
                threads,
                ..endless.clone()
            },
            |done| {
                calls.push(done);
                if done == 0 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        let results = results.expect("it can be run");
        let done = results.len() as u64;
        // What was begun when it ended is there too, and told.
        assert!(calls.iter().rev().nth(1).is_none_or(|told| *told <= done));
        assert_eq!(calls.last(), Some(&done));
        let part = Batch {
            rounds: 0..done,
            ..endless.clone()
        };
        assert_eq!(results, run(&part));
    }
}

#[test]
fn no_rounds_are_no_results() {
    for rounds in [0..0, 7..7] {
        let batch = batch("hunan_basic", MIXED, 1, rounds);
        let results = simulate(&batch, |_| panic!("nothing to tell")).expect("nothing to play");
        assert!(results.is_empty());
        let summary = results.summary();
        assert_eq!((summary.rounds, summary.drawn), (0, 0));
        assert_eq!(summary.seats.len(), 3);
        assert!(
            summary
                .seats
                .iter()
                .all(|seat| seat.points == Mean::default())
        );
    }
}

/// Mean points of seat 0, and of how many standard errors it is away from zero.
fn points_of_first(agents: [Agent; 3]) -> (f64, f64) {
    let summary = run(&batch("quanmingtang", agents, 77, 0..600)).summary();
    let points = summary.seats[0].points;
    (points.mean(), points.mean() / points.std_error())
}

#[test]
fn greedy_beats_random() {
    let (mean, errors) = points_of_first([Agent::Greedy, Agent::Random, Agent::Random]);
    assert!(mean > 1.0 && errors > 5.0, "{mean} {errors}");
    let (mean, errors) = points_of_first([Agent::Random, Agent::Greedy, Agent::Greedy]);
    assert!(mean < -1.0 && errors < -5.0, "{mean} {errors}");
    for greedy in 0..3 {
        let mut agents = [Agent::Random; 3];
        agents[greedy] = Agent::Greedy;
        let summary = run(&batch("hunan_basic", agents, 78, 0..300)).summary();
        let wins: Vec<u64> = summary.seats.iter().map(|seat| seat.wins).collect();
        let others = wins.iter().sum::<u64>() - wins[greedy];
        assert!(wins[greedy] > 100 && wins[greedy] > 5 * others, "{wins:?}");
    }
}

#[test]
fn most_rounds_of_greedy_players_end_in_a_win() {
    for name in DOCUMENTS {
        let summary = run(&batch(name, [Agent::Greedy; 3], 79, 0..300)).summary();
        assert!(
            4 * summary.drawn < summary.rounds,
            "{name}: {} drawn",
            summary.drawn
        );
        // Nobody is better off by where they sit: three seats in turn deal the same number of rounds.
        assert!(
            summary
                .seats
                .iter()
                .all(|seat| 5 * seat.wins > summary.rounds),
            "{name}"
        );
    }
}

#[test]
fn a_summary_counts_what_the_rounds_say() {
    let results = run(&batch("hunan_full", [Agent::Greedy; 3], 6, 0..400));
    let summary = results.summary();
    let count = |holds: &dyn Fn(&paohuzi_sim::RoundResult) -> bool| {
        results.iter().filter(|round| holds(round)).count() as u64
    };
    assert_eq!(summary.rounds, 400);
    assert_eq!(summary.drawn, count(&|round| round.winner.is_none()));
    for (place, seat) in Seat::all(3).zip(&summary.seats) {
        assert_eq!(seat.agent, "greedy");
        assert_eq!(seat.wins, count(&|round| round.winner == Some(place)));
        assert_eq!(seat.dealt, count(&|round| round.dealer == place));
        assert_eq!(
            seat.wins_as_dealer,
            count(&|round| round.dealer == place && round.winner == Some(place))
        );
        let sum: i64 = results.iter().map(|round| round.payments[place]).sum();
        assert_eq!((seat.points.count, seat.points.sum), (400, sum.into()));
    }
    assert_eq!(summary.kinds[0], ("drawn", summary.drawn));
    for ((name, found), kind) in summary.kinds[1..].iter().zip(WinKind::ALL) {
        assert_eq!(
            (*name, *found),
            (kind.name(), count(&|round| round.kind == Some(kind)))
        );
    }
    let wins = summary.rounds - summary.drawn;
    assert_eq!(summary.huxi.values().sum::<u64>(), wins);
    assert_eq!(summary.units.values().sum::<u64>(), wins);
    assert_eq!(summary.fan.values().sum::<u64>(), wins);
    assert_eq!(
        summary.fan.get(&1).copied(),
        Some(count(&|round| round.fan == 1))
    );
    let names: Vec<&str> = summary
        .items
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let items = results.rules().fan_items();
    assert_eq!(
        names[..names.len() - 1],
        items.iter().map(|item| &item.name).collect::<Vec<_>>()
    );
    for (bit, (name, found)) in summary.items[..items.len()].iter().enumerate() {
        assert_eq!(
            *found,
            count(&|round| round.items >> bit & 1 == 1),
            "{name}"
        );
    }
    // No simulated round has drawn rounds before it.
    let huangfan = count(&|round| round.items >> HUANGFAN_BIT & 1 == 1);
    assert_eq!(
        summary.items[items.len()],
        ("huangfan".to_owned(), huangfan)
    );
    assert_eq!(huangfan, 0);
    let draws: i128 = results.iter().map(|round| i128::from(round.draws)).sum();
    assert_eq!(summary.draws.sum, draws);
}

#[test]
fn means_and_errors_are_those_of_the_textbook() {
    let mut mean = Mean::default();
    assert_eq!((mean.mean().to_bits(), mean.std_error().to_bits()), (0, 0));
    for number in [2, -4, 4, 6] {
        mean.add(number);
    }
    // Deviations 0, −6, 2, 4: variance 56 / 3, of the mean a quarter of it.
    assert!((mean.mean() - 2.0).abs() < 1e-12);
    assert!((mean.std_error() - (56.0_f64 / 12.0).sqrt()).abs() < 1e-12);
}

#[test]
fn columns_read_back_and_broken_ones_are_refused() {
    let results = run(&batch("luzhou", MIXED, 9, 100..160));
    let read = |columns: Columns| {
        let rules = Arc::clone(results.rules());
        Results::from_columns(
            rules,
            MIXED.map(|agent| agent.to_string()).to_vec(),
            results.seed(),
            columns,
        )
    };
    let columns = results.columns();
    assert_eq!(read(columns.clone()).as_ref(), Ok(&results));
    assert!(
        columns
            .kind
            .iter()
            .all(|kind| usize::from(*kind) < Results::kind_names().len())
    );
    let broken: [fn(&mut Columns); 7] = [
        |columns| columns.index.clear(),
        |columns| columns.draws.push(0),
        |columns| columns.payments.truncate(1),
        |columns| columns.dealer[0] = 3,
        |columns| columns.winner[0] = 3,
        |columns| columns.winner[0] = -2,
        |columns| columns.kind[0] = 99,
    ];
    for break_it in broken {
        let mut columns = columns.clone();
        break_it(&mut columns);
        assert_eq!(read(columns).as_ref().map_err(code), Err("results_columns"));
    }
}

#[test]
fn results_of_different_simulations_stay_apart() {
    let one = run(&batch("luzhou", MIXED, 9, 0..3));
    for other in [
        batch("hunan_basic", MIXED, 9, 3..6),
        batch("luzhou", [Agent::Random; 3], 9, 3..6),
        batch("luzhou", MIXED, 8, 3..6),
    ] {
        let mut merged = one.clone();
        let error = merged.merge(&run(&other)).expect_err("they differ");
        assert_eq!(error.code(), "results_differ");
        assert_eq!(merged, one);
    }
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    let good = batch("hunan_basic", MIXED, 1, 0..5);
    let refused = |batch: &Batch| {
        simulate(batch, |_| ControlFlow::Continue(()))
            .expect_err("it cannot be run")
            .code()
    };
    assert_eq!(
        refused(&Batch {
            agents: vec![Agent::Random; 2],
            ..good.clone()
        }),
        "agents_count"
    );
    assert_eq!(
        refused(&Batch {
            agents: vec![],
            ..good.clone()
        }),
        "agents_count"
    );
    let many = NonZeroUsize::MAX;
    assert_eq!(
        refused(&Batch {
            threads: many,
            ..good.clone()
        }),
        "threads_range"
    );
    assert_eq!(
        threads(Some(0)).as_ref().map_err(code),
        Err("threads_range")
    );
    assert_eq!(threads(Some(MAX_THREADS)).map(usize::from), Ok(MAX_THREADS));
    let error = play_round(&good.rules, &mut [], 1, 0).expect_err("no bots");
    assert_eq!(error.to_string(), "0 agents, expected 3, one a seat");
}

#[test]
fn bots_answer_what_is_legal_even_where_the_hand_says_otherwise() {
    let rules = Arc::new(preset("quanmingtang"));
    let deck = Deck::shuffled(7, 0);
    let round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ());
    let view = round.expect("a dealer of the table").view(Seat::ZERO);
    for hand in ["", "b1x4 b2x4", "s1x3 s2x3 s3x3"] {
        let hand = hand.parse().expect("cards");
        let view = View { hand, ..view };
        for agent in Agent::ALL {
            let action = agent.bot(&rules, 7, 0, Seat::ZERO).act(&view);
            assert!(view.legal.contains(action), "{agent}: {action}");
        }
    }
}

#[test]
fn agents_are_known_by_name() {
    let names: BTreeSet<&str> = Agent::ALL.into_iter().map(Agent::name).collect();
    assert_eq!(names.len(), Agent::ALL.len());
    for agent in Agent::ALL {
        assert_eq!(agent.to_string().parse(), Ok(agent));
    }
    for name in ["", "Greedy", "greedy ", "smart"] {
        let error = name.parse::<Agent>().expect_err("no agent");
        assert_eq!(error.code(), "agent_unknown");
        assert!(error.to_string().contains("random, simple, greedy"));
    }
}

/// Answers with a win whether or not it may.
struct Cheat;

impl Bot for Cheat {
    fn act(&mut self, _: &View) -> Action {
        Action::Hu
    }
}

#[test]
fn a_bot_that_cheats_ends_the_simulation() {
    let rules = Arc::new(Ruleset::default());
    let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Cheat), Box::new(Cheat), Box::new(Cheat)];
    let error = play_round(&rules, &mut bots, 1, 0).expect_err("nobody has won yet");
    assert_eq!(error.code(), "not_legal");
    assert!(
        error
            .to_string()
            .starts_with("round 0, bot of seat 0: seat 0 may not answer hu")
    );
}
