//! What the tests of golden files share: rounds that anybody can play again, and when to write the files.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use paohuzi_engine::{Action, ActionSet, Deck, Event, Game, Ruleset, Seat, below, generator};

/// The generator's purpose, apart from those of decks and bots.
const PURPOSE: u64 = 0x601D;

/// A golden file below `tests/data`.
pub(crate) fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data")
        .join(name)
}

/// Compares a golden file with what it has to say, or writes it where `PAOHUZI_UPDATE` is set.
pub(crate) fn golden(name: &str, found: &str) {
    let path = data(name);
    if env::var_os("PAOHUZI_UPDATE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder that can be written");
        fs::write(&path, found).expect("a file that can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{name}, line {}. {AGAIN}", number + 1);
    }
    assert_eq!(
        found.lines().count(),
        expected.lines().count(),
        "lines of {name}. {AGAIN}"
    );
}

const AGAIN: &str = "A change that is meant: ./x signature";

/// Plays one round; the deck and every choice come from the seed and the index of the round.
///
/// Every other round is played by seats that win when they can.
pub(crate) fn play(
    rules: &Arc<Ruleset>,
    seed: u64,
    index: u64,
    mut show: impl FnMut(Seat, ActionSet, Action, &[Event]),
) -> Game {
    let dealer = Seat::new(usize::try_from(index % 3).expect("a small number")).expect("a seat");
    let deck = Deck::shuffled(seed, index);
    let mut game = Game::deal(Arc::clone(rules), deck, dealer, 0).expect("a seat");
    let mut rng = generator(seed, index, PURPOSE);
    while let Some(seat) = game.current_seat() {
        let legal = game.legal();
        let count = u32::try_from(legal.len()).expect("few actions");
        let any = legal
            .nth(below(&mut rng, count) as usize)
            .expect("one of them");
        let wins = index.is_multiple_of(2) && legal.contains(Action::Hu);
        let action = if wins { Action::Hu } else { any };
        let mut events = Vec::new();
        game.push_to(action, &mut events).expect("it is legal");
        show(seat, legal, action, &events);
    }
    game
}
