//! Rounds at random over every ruleset, each step held against the rulebook by plain second means.
//!
//! `PAOHUZI_ROUNDS` sets how many rounds are played, `PAOHUZI_SEED` the seed and `PAOHUZI_ROUND` plays one round alone.

#[path = "harness/checks.rs"]
mod checks;
#[path = "harness/claims.rs"]
mod claims;
mod common;
#[path = "harness/counters.rs"]
mod counters;
#[path = "harness/decks.rs"]
mod decks;
#[path = "harness/players.rs"]
mod players;
#[path = "harness/proof.rs"]
mod proof;
#[path = "harness/resample.rs"]
mod resample;
#[path = "harness/tables.rs"]
mod tables;
#[path = "harness/tracker.rs"]
mod tracker;
#[path = "harness/worth.rs"]
mod worth;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use paohuzi_engine::{
    Action, Card, Deck, Event, Game, MAX_SEATS, Phase, Record, Round, Ruleset, Seat, generator,
};
use rand_chacha::ChaCha8Rng;

use counters::{Counters, REACHED, count, count_claims};
use decks::{Kind, one_in, pick};
use players::Style;
use tables::Table;
use tracker::Tracker;

/// Rounds of the default run.
const ROUNDS: u64 = 20_000;
const SEED: u64 = 20_240_229;
/// The generator's purpose, apart from those of decks and bots.
const PURPOSE: u64 = 0xC4EC;
/// No round asks so many questions.
const MOST_ANSWERS: usize = 400;

/// Tells which round failed, and how to play it again.
struct Told {
    seed: u64,
    round: u64,
    label: String,
    kind: Kind,
    record: Option<Record>,
}

impl Drop for Told {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!(
                "failed: PAOHUZI_SEED={} PAOHUZI_ROUND={} ({}, deck {:?})\n{}",
                self.seed,
                self.round,
                self.label,
                self.kind,
                self.record
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default(),
            );
        }
    }
}

/// The trackers of a round: one that knows all cards, one a seat.
struct Trackers {
    whole: Tracker,
    of_seat: Vec<Tracker>,
}

impl Trackers {
    fn new(rules: &Arc<Ruleset>) -> Self {
        let new = |seat| Tracker::new(seat, rules);
        Self {
            whole: new(None),
            of_seat: Seat::all(rules.seats())
                .map(|seat| new(Some(seat)))
                .collect(),
        }
    }

    fn take(&mut self, events: &[Event], counters: &mut Counters) {
        for event in events {
            count(event, &self.whole, counters);
            let place = self.whole.place_of(event);
            self.whole.says_what_it_is_laid_on(event, place);
            self.whole.take(*event, place);
            for (seat, tracker) in Seat::all(4).zip(&mut self.of_seat) {
                if let Some(seen) = event.seen_by(seat) {
                    tracker.says_what_it_is_laid_on(&seen, place);
                    tracker.take(seen, place);
                }
            }
        }
    }
}

/// Plays and proves one round.
fn play(seed: u64, index: u64, tables: &[Table], counters: &mut Counters) {
    let mut rng = generator(seed, index, PURPOSE);
    // Every other round is rigged; half of the rounds are played by the presets as they are.
    let kind = if index.is_multiple_of(2) {
        Kind::Plain
    } else {
        Kind::RIGGED[pick(&mut rng, Kind::RIGGED.len())]
    };
    let some = if one_in(&mut rng, 2) {
        tables::UNCHANGED
    } else {
        tables.len()
    };
    let table = &tables[pick(&mut rng, some)];
    let deck = kind.deck(&table.rules, &mut rng);
    let dealer = some_seat(&table.rules, &mut rng);
    let drawn_before = u16::try_from(pick(&mut rng, 4))
        .expect("small")
        .saturating_sub(1);
    let mut styles = [0; MAX_SEATS].map(|_| Style::ALL[pick(&mut rng, Style::ALL.len())]);
    if kind != Kind::Plain && one_in(&mut rng, 2) {
        styles = [Style::Waiting; MAX_SEATS];
    }
    let mut told = Told {
        seed,
        round: index,
        label: table.label.clone(),
        kind,
        record: None,
    };

    let rules = &table.rules;
    let mut game = Game::deal(Arc::clone(rules), deck, dealer, drawn_before).expect("a seat");
    let mut trackers = Trackers::new(rules);
    let mut events = Vec::new();
    let dealt = Round::from_deck(Arc::clone(rules), &deck, dealer, drawn_before, &mut events);
    assert_eq!(dealt.as_ref(), Ok(game.round()));
    check_deal(game.round(), &deck);
    checks::events_read_back(&events, rules.seats());
    trackers.take(&events, counters);
    let start = game.clone();
    let mut passed = checks::Passed::default();
    while let Some(phase) = claims::Question::of(game.round()) {
        told.record = Some(Record::of(&game));
        rest(&game, &trackers, &mut rng, counters);
        let huxi = worth::melds_huxi(table.family, game.round());
        let whole = &trackers.whole;
        checks::hu_is_offered_where_there_is_a_win(game.round(), whole, &passed, &huxi);
        let plan = phase.plan(
            game.round(),
            |seat, legal, rng| styles[seat.index()].answer(legal, rng),
            &mut rng,
        );
        phase.check_orders(game.round(), plan);
        count_claims(game.round(), plan, counters);
        // Who lets a win go, on which card and with how much laid. Rule: A18.
        let card = contested(game.round());
        let asked = game.round().seats();
        let may_win: Vec<_> = asked
            .filter(|seat| game.round().legal(*seat).contains(Action::Hu))
            .map(|seat| (seat, checks::offered_score(game.round(), whole, seat)))
            .collect();
        phase.play(&mut game, plan, |round, events| {
            checks::events_read_back(events, round.rules().seats());
            trackers.take(events, counters);
            checks::wei_is_chou_where_its_peng_was_declined(round, events);
            if round.seats().any(|seat| round.answer(seat).is_some()) {
                counters.add("rests half answered");
                checks::at_rest(round, &trackers.whole);
                checks::setup_describes_the_round(round, true);
                for seat in round.seats() {
                    let told = &trackers.of_seat[seat.index()];
                    checks::view_is_what_was_told(round, seat, told);
                }
            }
        });
        for (seat, score) in may_win {
            let i = seat.index();
            if let Some(card) = card {
                passed.huxi[i][card.index()] = Some(huxi[i]);
            }
            passed.score[i] = passed.score[i].max(score.expect("it was offered a win"));
        }
        assert!(game.answers().len() < MOST_ANSWERS, "a round without end");
    }
    told.record = Some(Record::of(&game));
    rest(&game, &trackers, &mut rng, counters);
    finish(&game, &start, table, &trackers, &mut rng, counters);
}

/// The card that a seat can win on now; a win as dealt has none.
fn contested(round: &Round) -> Option<Card> {
    match round.phase() {
        Phase::OwnDraw { card, .. } => Some(card),
        Phase::Dihu => round.shown(),
        phase => phase.contested(),
    }
}

fn some_seat(rules: &Ruleset, rng: &mut ChaCha8Rng) -> Seat {
    Seat::new(pick(rng, rules.seats().into())).expect("a seat of the table")
}

/// The deal takes from the front: the hands from the dealer on, the shown card, the stock. Rule: R4, R5.
fn check_deal(round: &Round, deck: &Deck) {
    let cards = deck.cards();
    let rules = round.rules();
    let size = 3 * usize::from(rules.blocks()) - 1;
    let dealt = size * usize::from(rules.seats());
    let full = checks::full_stock(rules);
    for (place, seat) in round.dealer().around(rules.seats()).enumerate() {
        let mut hand = cards[size * place..size * (place + 1)].to_vec();
        if place == 0 {
            hand.push(cards[dealt]);
        }
        let laid = round.melds(seat).iter();
        let laid = laid.flat_map(|meld| meld.counts().cards());
        let mut found: Vec<_> = round.hand(seat).cards().chain(laid).collect();
        hand.sort();
        found.sort();
        // A dealer of two ti does not discard, so the next seat's first card may have gone somewhere.
        if round.stock().len() == full {
            assert_eq!(found, hand, "the cards of seat {seat}");
        }
    }
    let drawn = full - round.stock().len();
    let stock = cards[dealt + 1 + drawn..].iter().copied();
    assert!(round.stock().eq(stock), "the stock");
    assert_eq!(round.shown(), Some(cards[dealt]));
}

/// What holds where a round rests with nothing answered.
fn rest(game: &Game, trackers: &Trackers, rng: &mut ChaCha8Rng, counters: &mut Counters) {
    let round = game.round();
    counters.add("rests");
    checks::at_rest(round, &trackers.whole);
    proof::same_table(round, &trackers.whole);
    checks::offers_follow_the_rules(round, &trackers.whole);
    checks::setup_describes_the_round(round, one_in(rng, 8));
    for seat in round.seats() {
        checks::view_is_what_was_told(round, seat, &trackers.of_seat[seat.index()]);
    }
    if one_in(rng, 4) {
        checks::legal_is_what_apply_accepts(round, rng);
    }
    if one_in(rng, 32) {
        checks::record_replays(game);
    }
    if one_in(rng, 2) {
        let seat = some_seat(round.rules(), rng);
        checks::view_hides_what_is_hidden(round, seat, rng, counters);
    }
}

/// What holds at the end of a round.
fn finish(
    game: &Game,
    start: &Game,
    table: &Table,
    trackers: &Trackers,
    rng: &mut ChaCha8Rng,
    counters: &mut Counters,
) {
    let round = game.round();
    assert!(round.is_over());
    proof::prove(round, table, &trackers.whole);
    checks::record_replays(game);
    checks::logs_tell_the_round(game);
    if let Some(win) = round
        .settlement()
        .and_then(|settled| settled.win().copied())
    {
        for line in &win.win.items {
            let items = [
                "haidi",
                "tinghu",
                "shuahou",
                "tuanhu",
                "hanghangxi",
                "huangfan",
            ];
            if let Some(name) = items
                .into_iter()
                .find(|name| *name == line.name(round.rules()))
            {
                counters.add(name);
            }
        }
    }
    // Every answer can be taken back, and given again.
    let mut back = game.clone();
    let mut answers = Vec::new();
    let depth = pick(rng, game.answers().len() + 1);
    for _ in 0..depth {
        answers.push(back.pop().expect("an answer to take back"));
    }
    // A position in the middle is played to the same end.
    let middle = back.round().setup();
    let mut from_middle = Game::from_setup(Arc::clone(round.rules()), middle).expect("a position");
    for action in answers.into_iter().rev() {
        back.push(action).expect("it was legal before");
        from_middle.push(action).expect("it was legal before");
    }
    assert_eq!(back, *game);
    assert_eq!(from_middle.round(), round);
    if one_in(rng, 4) {
        checks::record_replays(&from_middle);
        checks::logs_tell_the_round(&from_middle);
        while back.pop().is_some() {}
        assert_eq!(back, *start);
    }
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}: found {text:?}, expected a number")),
    )
}

/// Plays the rounds on all cores; the outcome depends on their numbers alone.
fn play_all(seed: u64, rounds: std::ops::Range<u64>) -> Counters {
    let tables = tables::all();
    let next = AtomicU64::new(rounds.start);
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get().min(8));
    let mut all = Counters::default();
    thread::scope(|scope| {
        let worker = || {
            let mut counters = Counters::default();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= rounds.end {
                    return counters;
                }
                play(seed, index, &tables, &mut counters);
            }
        };
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        for handle in handles {
            match handle.join() {
                Ok(counters) => all.merge(counters),
                Err(panic) => {
                    // Nobody needs to start another round.
                    next.store(u64::MAX / 2, Ordering::Relaxed);
                    std::panic::resume_unwind(panic);
                }
            }
        }
    });
    all
}

#[test]
fn random_rounds_keep_the_rules() {
    let seed = number("PAOHUZI_SEED").unwrap_or(SEED);
    if let Some(round) = number("PAOHUZI_ROUND") {
        play_all(seed, round..round + 1);
        return;
    }
    let rounds = number("PAOHUZI_ROUNDS").unwrap_or(ROUNDS);
    let counters = play_all(seed, 0..rounds);
    eprintln!("{counters:#?}");
    if seed == SEED && rounds >= ROUNDS {
        for (what, least) in REACHED {
            let found = counters.get(what);
            assert!(
                found >= least,
                "{what}: {found} times in {rounds} rounds, expected {least}"
            );
        }
    }
}
