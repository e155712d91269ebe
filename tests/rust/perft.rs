//! Counts of the ways a round can go, against those of the plain second implementation in `tests/python/oracle`.

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::{DOCUMENTS, preset};
use paohuzi_engine::{Action, Deck, Game, Round, Seat, perft};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    position: Vec<Position>,
}

/// A deal, the answers given since, and how many sequences of 1, 2, … answers go on from there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    rules: String,
    #[serde(default)]
    options: toml::Table,
    dealer: usize,
    deck: String,
    #[serde(default)]
    answers: Vec<String>,
    counts: Vec<u64>,
}

impl Position {
    fn game(&self) -> Game {
        let options = serde_json::to_string(&self.options).expect("plain values");
        let rules = preset(&self.rules).replaced(&options).expect("valid keys");
        let deck: Deck = self.deck.parse().expect("a deck");
        let dealer = Seat::new(self.dealer).expect("a seat");
        let mut game = Game::deal(Arc::new(rules), deck, dealer, 0).expect("a seat");
        for answer in &self.answers {
            let (seat, action) = answer.split_once(' ').expect("a seat and an action");
            let asked = game.current_seat().map(|seat| seat.to_string());
            assert_eq!(asked.as_deref(), Some(seat), "who is asked before {answer}");
            let action: Action = action.parse().expect("an action");
            game.push(action)
                .unwrap_or_else(|error| panic!("{answer}: {error}"));
        }
        game
    }
}

/// The same counts through the history of a game.
fn pushed_and_popped(game: &mut Game, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for action in game.legal().iter() {
        game.push(action).expect("it is legal");
        count += pushed_and_popped(game, depth - 1);
        game.pop();
    }
    count
}

fn positions() -> Vec<Position> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/perft.toml");
    let text = fs::read_to_string(path).expect("the file is part of the project");
    let File { position } = toml::from_str(&text).expect("positions");
    position
}

#[test]
fn counts_agree_with_the_second_implementation() {
    let positions = positions();
    for name in DOCUMENTS {
        let of_preset = positions.iter().filter(|position| position.rules == name);
        let deep =
            of_preset.filter(|position| position.options.is_empty() && position.counts.len() >= 4);
        assert!(deep.count() >= 3, "{name} has too few positions");
    }
    for (place, position) in positions.iter().enumerate() {
        let mut game = position.game();
        let before = game.clone();
        let depths = 1..=u32::try_from(position.counts.len()).expect("few");
        let found: Vec<u64> = depths.map(|depth| perft(game.round(), depth)).collect();
        assert_eq!(
            found,
            position.counts,
            "position {place}, {}: {:?}",
            position.rules,
            game.round().setup()
        );
        let depth = position.counts.len().min(4);
        assert_eq!(
            pushed_and_popped(&mut game, depth),
            position.counts[depth - 1]
        );
        assert_eq!(game, before);
    }
}

#[test]
fn a_round_that_is_over_goes_nowhere() {
    let rules = Arc::new(preset("quanmingtang"));
    let deck = Deck::shuffled(3, 0);
    let mut round = Round::from_deck(rules, &deck, Seat::ZERO, 0, &mut ()).expect("a seat");
    while let Some(seat) = round.asked() {
        let action = round.legal(seat).nth(0).expect("one of them");
        round.apply(seat, action, &mut ()).expect("it is legal");
    }
    assert_eq!(
        (perft(&round, 0), perft(&round, 1), perft(&round, 5)),
        (1, 0, 0)
    );
}
