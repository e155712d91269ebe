//! Resampled rounds: they show the seat what it saw, step by step, and every order of the cards that does is as likely
//! as any other.
//!
//! `PAOHUZI_ROUNDS` sets how many rounds are played.

mod common;
#[path = "harness/decks.rs"]
mod decks;
#[path = "resample/plain.rs"]
mod plain;

use std::collections::BTreeMap;
use std::sync::Arc;

use paohuzi_engine::{
    Action, Card, Deck, Event, PerSeat, ResampleError, Resampler, Round, Ruleset, Seat, Stage,
    View, below, generator,
};
use rand_chacha::ChaCha8Rng;

use common::{PRESETS, preset};
use decks::Kind;

const PURPOSE: u64 = 0x5A;

fn small(index: u64) -> usize {
    usize::try_from(index).expect("a number of rounds")
}

fn rounds(most: u64) -> u64 {
    std::env::var("PAOHUZI_ROUNDS").map_or(most, |text| text.parse().expect("a number of rounds"))
}

/// How a seat plays: at random, or taking and winning where it can.
fn choose(round: &Round, seat: Seat, eager: bool, chance: &mut ChaCha8Rng) -> Action {
    let legal = round.legal(seat);
    if eager && legal.contains(Action::Hu) {
        return Action::Hu;
    }
    let takes: Vec<_> = legal
        .iter()
        .filter(|action| *action != Action::Pass)
        .collect();
    let takes = if eager { takes } else { legal.iter().collect() };
    let bound = u32::try_from(takes.len()).expect("few");
    takes[below(chance, bound) as usize]
}

/// A round and what each seat has seen of it.
struct Played {
    round: Round,
    seen: PerSeat<Vec<Event>>,
}

/// Plays a round, and shows it wherever it rests.
fn play(
    rules: &Arc<Ruleset>,
    deck: &Deck,
    dealer: Seat,
    eager: bool,
    chance: &mut ChaCha8Rng,
    mut rest: impl FnMut(&Played, &mut ChaCha8Rng),
) {
    let mut events = Vec::new();
    let round = Round::from_deck(Arc::clone(rules), deck, dealer, 0, &mut events).expect("a seat");
    let mut played = Played {
        round,
        seen: PerSeat::default(),
    };
    loop {
        for seat in played.round.seats() {
            played.seen[seat].extend(events.iter().filter_map(|event| event.seen_by(seat)));
        }
        events.clear();
        let Some(asked) = played.round.asked() else {
            return;
        };
        rest(&played, chance);
        // Sometimes another seat is faster than the one that is asked first.
        let active = played.round.active_seats();
        let any = active[below(chance, u32::try_from(active.len()).expect("few")) as usize];
        let seat = if below(chance, 4) == 0 { any } else { asked };
        let action = choose(&played.round, seat, eager, chance);
        played
            .round
            .apply(seat, action, &mut events)
            .expect("legal");
    }
}

fn deal(index: u64, rules: &Ruleset, chance: &mut ChaCha8Rng) -> (Deck, Seat) {
    let kind = if index.is_multiple_of(3) {
        Kind::RIGGED[below(chance, 14) as usize]
    } else {
        Kind::Plain
    };
    let dealer = Seat::all(rules.seats())
        .nth(below(chance, rules.seats().into()) as usize)
        .expect("a seat of the table");
    (kind.deck(rules, chance), dealer)
}

#[test]
fn resampled_rounds_show_what_the_seat_saw_step_by_step() {
    let (mut asked, mut decks, mut worst, mut views, mut rare) = (0_u64, 0_u64, 0, 0_u64, 0_u64);
    for index in 0..rounds(230) {
        let rules = Arc::new(preset(PRESETS[small(index) % PRESETS.len()]));
        let chance = &mut generator(11, index, PURPOSE);
        let (deck, dealer) = deal(index, &rules, chance);
        let eager = below(chance, 2) == 0;
        play(&rules, &deck, dealer, eager, chance, |played, chance| {
            let round = &played.round;
            for seat in round.seats() {
                let view = round.view(seat);
                let is_asked = !view.legal.is_empty();
                // Whom nobody asks is looked at more seldom.
                if below(chance, if is_asked { 4 } else { 16 }) != 0 {
                    continue;
                }
                let label = || format!("{} round {index} seat {seat}\n{view:#?}", rules.name());
                let resampler = Resampler::new(&view, &rules)
                    .unwrap_or_else(|error| panic!("{error}: {}", label()));
                assert!(resampler.covers(round), "{}", label());
                let (other, tried) = match resampler.draw_counted(index, 0) {
                    Ok(drawn) => drawn,
                    // That another seat is asked about the deal means cards that hardly anybody is dealt.
                    Err(ResampleError::Rare { .. })
                        if view.stage == Stage::Opening && !is_asked =>
                    {
                        rare += 1;
                        continue;
                    }
                    Err(error) => panic!("{error}: {}", label()),
                };
                views += 1;
                if is_asked {
                    asked += 1;
                    decks += u64::from(tried);
                    worst = worst.max(tried);
                }
                assert_eq!(other.view(seat), view);
                assert_eq!(other.history().turns(), round.history().turns());
                assert_eq!(
                    resampler.draw(index, 0).as_ref(),
                    Ok(&other),
                    "the same seed"
                );
                let deck = resampler.draw_deck(index).expect("one was drawn");
                assert!(
                    plain::shows(&rules, &deck, round.dealer(), &played.seen[seat], &view),
                    "{}",
                    label()
                );
            }
        });
    }
    eprintln!(
        "{views} views; asked {asked}, {decks} decks, at most {worst} for one; {rare} given up"
    );
    assert!(views > 1000, "{views}");
    assert!(rare < views / 20, "{rare} of {views}");
    assert!(decks < 2 * asked, "{decks} decks for {asked} views");
}

/// Whether two samples come from one distribution: chi-square beside its degrees of freedom.
fn chi_square<K: Ord + Clone>(a: &BTreeMap<K, u32>, b: &BTreeMap<K, u32>) -> (f64, f64) {
    let size = |of: &BTreeMap<K, u32>| f64::from(of.values().sum::<u32>());
    let (all_a, all_b) = (size(a), size(b));
    let (ratio_a, ratio_b) = ((all_b / all_a).sqrt(), (all_a / all_b).sqrt());
    let mut keys: Vec<K> = a.keys().chain(b.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    let (mut sum, mut cells) = (0.0, 0.0);
    let (mut rest_a, mut rest_b) = (0.0, 0.0);
    let mut add = |x: f64, y: f64| {
        sum += (ratio_a * x - ratio_b * y).powi(2) / (x + y);
        cells += 1.0;
    };
    for key in keys {
        let of = |map: &BTreeMap<K, u32>| f64::from(map.get(&key).copied().unwrap_or(0));
        let (x, y) = (of(a), of(b));
        if x + y < 20.0 {
            rest_a += x;
            rest_b += y;
        } else {
            add(x, y);
        }
    }
    if rest_a + rest_b > 0.0 {
        add(rest_a, rest_b);
    }
    (sum, cells - 1.0)
}

/// The hidden cards of a round as the seat's view leaves them open.
fn hidden(round: &Round, seat: Seat) -> Vec<String> {
    let others = round.seats().filter(|other| *other != seat);
    others
        .map(|other| {
            let melds: Vec<_> = round.melds(other).iter().map(ToString::to_string).collect();
            format!("{} | {}", round.hand(other), melds.join(" "))
        })
        .collect()
}

#[test]
fn draws_agree_with_plain_rejection() {
    let (mut worst, mut compared) = (f64::MIN, 0);
    let (mut all, mut all_freedom) = (0.0, 0.0);
    for index in 0..10 {
        let names = [
            "quanmingtang",
            "guilin",
            "liuhuqiang",
            "hunan_full",
            "leiyang",
        ];
        let rules = Arc::new(preset(names[small(index) % 5]));
        let chance = &mut generator(12, index, PURPOSE);
        let (deck, dealer) = deal(index + 1, &rules, chance);
        let stop = 2 + small(index) % 3;
        let mut done = false;
        play(&rules, &deck, dealer, true, chance, |played, chance| {
            if done || played.round.history().turns().len() < stop {
                return;
            }
            done = true;
            let seat = played.round.asked().expect("the round rests");
            let view = played.round.view(seat);
            let resampler = Resampler::new(&view, &rules).expect("a view of a round");
            let found =
                plain::by_rejection(&rules, dealer, &played.seen[seat], &view, chance, 60_000);
            if found.len() < 300 {
                return;
            }
            let drawn: Vec<Round> = (0..found.len() as u64)
                .map(|number| resampler.draw(1, number).expect("there are many"))
                .collect();
            // How many copies of each card each other hand holds.
            for other in view_others(&view) {
                for card in Card::ALL {
                    let held = |rounds: &[Round]| {
                        let mut by_copies = BTreeMap::new();
                        for round in rounds {
                            *by_copies.entry(round.hand(other).get(card)).or_insert(0) += 1;
                        }
                        by_copies
                    };
                    let (sum, freedom) = chi_square(&held(&found), &held(&drawn));
                    if freedom > 0.0 {
                        worst = worst.max((sum - freedom) / (2.0 * freedom).sqrt());
                        all += sum;
                        all_freedom += freedom;
                        compared += 1;
                    }
                }
                // And how many pairs and kan it has, which speaks of all cards at once.
                let shapes = |rounds: &[Round]| {
                    let mut by_shape = BTreeMap::new();
                    for round in rounds {
                        let hand = round.hand(other);
                        let shape = (hand.exactly(2).len(), hand.exactly(3).len());
                        *by_shape.entry(shape).or_insert(0) += 1;
                    }
                    by_shape
                };
                let (sum, freedom) = chi_square(&shapes(&found), &shapes(&drawn));
                worst = worst.max((sum - freedom) / (2.0 * freedom).sqrt());
            }
        });
    }
    let together = (all - all_freedom) / (2.0_f64 * all_freedom).sqrt();
    eprintln!("{compared} tables: worst {worst:.2}, together {together:.2} standard deviations");
    assert!(together < 4.0, "{together}");
    assert!(compared > 150, "{compared}");
    assert!(worst < 6.0, "{worst}");
}

fn view_others(view: &View) -> impl Iterator<Item = Seat> + use<> {
    let own = view.seat;
    Seat::all(view.seats).filter(move |seat| *seat != own)
}

#[test]
fn every_order_is_as_likely_as_it_should_be() {
    let (mut positions, mut worst) = (0, f64::MIN);
    for index in 0..400 {
        if positions == 8 {
            break;
        }
        let rules = Arc::new(preset(
            ["quanmingtang", "liuhuqiang", "guilin"][small(index) % 3],
        ));
        let chance = &mut generator(13, index, PURPOSE);
        let (deck, dealer) = deal(index, &rules, chance);
        play(&rules, &deck, dealer, true, chance, |played, _| {
            let round = &played.round;
            let seat = round.asked().expect("the round rests");
            let unknown: usize = view_others(&round.view(seat))
                .map(|other| usize::from(round.hand(other).len()))
                .sum::<usize>()
                + round.stock().len();
            if unknown > 11 || round.stock().len() > 3 {
                return;
            }
            let view = round.view(seat);
            let exact = plain::all(&rules, dealer, &played.seen[seat], &view, |round| {
                hidden(round, seat)
            });
            let Some(exact) = exact.filter(|exact| exact.len() > 1) else {
                return;
            };
            positions += 1;
            let resampler = Resampler::new(&view, &rules).expect("a view of a round");
            let draws = 4000_u32;
            let mut drawn = BTreeMap::<Vec<String>, u32>::new();
            for number in 0..u64::from(draws) {
                let round = resampler.draw(1, number).expect("there are many");
                *drawn.entry(hidden(&round, seat)).or_insert(0) += 1;
            }
            let all: f64 = exact.values().sum();
            let (mut sum, mut cells, mut rest) = (0.0, 0.0, (0.0, 0.0));
            for key in drawn.keys() {
                assert!(exact.contains_key(key), "{key:?} cannot be: {view:#?}");
            }
            for (key, weight) in &exact {
                let expected = weight / all * f64::from(draws);
                let found = f64::from(drawn.get(key).copied().unwrap_or(0));
                if expected < 5.0 {
                    rest = (rest.0 + expected, rest.1 + found);
                } else {
                    sum += (found - expected).powi(2) / expected;
                    cells += 1.0;
                }
            }
            if rest.0 > 0.0 {
                sum += (rest.1 - rest.0).powi(2) / rest.0;
                cells += 1.0;
            }
            let freedom: f64 = cells - 1.0;
            if freedom > 0.0 {
                worst = worst.max((sum - freedom) / (2.0 * freedom).sqrt());
            }
        });
    }
    eprintln!("{positions} positions, worst {worst:.2} standard deviations");
    assert!(positions >= 8, "{positions}");
    assert!(worst < 5.0, "{worst}");
}

#[test]
fn views_of_which_no_round_can_be_drawn_are_refused() {
    let rules = Arc::new(Ruleset::default());
    let deck = Deck::shuffled(7, 0);
    let mut round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ())
        .expect("a seat of the table");
    let view = round.view(Seat::ZERO);
    let refused = |view: &View| {
        view.resample(&rules, 1)
            .map_err(|error| (error.code(), error.to_string()))
            .expect_err("no round can be drawn")
    };
    let placed =
        Round::from_setup(Arc::clone(&rules), &round.setup(), &mut ()).expect("a position");
    let (code, says) = refused(&placed.view(Seat::ZERO));
    assert_eq!(code, "resample_no_history");
    assert_eq!(
        says,
        "the view has no history, expected that of a round that was dealt"
    );
    let allowed = Arc::new(rules.replaced(r#"{"faults": "allow"}"#).expect("a ruleset"));
    let error = (view.resample(&allowed, 1)).expect_err("what happened tells too little");
    assert_eq!(error.code(), "resample_faults");
    let concealed = Arc::new(
        rules
            .replaced(r#"{"ti_visible": false}"#)
            .expect("a ruleset"),
    );
    let error = (0..100).find_map(|index| {
        let deck = Deck::shuffled(7, index);
        let round = Round::from_deck(Arc::clone(&concealed), &deck, Seat::ZERO, 0, &mut ());
        round.ok()?.view(Seat::ZERO).resample(&concealed, 1).err()
    });
    assert_eq!(
        error.map(|error| error.code()),
        Some("resample_concealed_ti")
    );
    let seat = Seat::new(3).expect("a seat");
    let (code, says) = refused(&View { seat, ..view });
    assert_eq!(
        (code, says.as_str()),
        ("resample_no_seat", "there is no seat 3, expected 0 to 2")
    );
    let (code, says) = refused(&View { seats: 4, ..view });
    assert_eq!(code, "resample_impossible");
    assert_eq!(
        says,
        "no order of the cards leads to this view by the rules given"
    );
    // Nothing was shown that the seat could have let go.
    let stale_chi = [Card::S1].into_iter().collect();
    let (code, says) = refused(&View { stale_chi, ..view });
    assert_eq!(code, "resample_rare");
    assert!(
        says.starts_with("none of ")
            && says.ends_with(" decks led to this view, expected one that does"),
        "{says}"
    );
    while let Some(seat) = round.asked() {
        let action = round.legal(seat).nth(0).expect("the round is not over");
        round.apply(seat, action, &mut ()).expect("it is legal");
    }
    let (code, says) = refused(&round.view(Seat::ZERO));
    assert_eq!(code, "resample_over");
    assert!(says.starts_with("the round is over"), "{says}");
}
