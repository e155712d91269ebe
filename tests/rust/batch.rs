//! Many hands at once: each has the answer it has alone, on however many threads; a wrong one gives no answers.

mod common;

use std::num::NonZeroUsize;

use common::{PRESETS, preset};
use paohuzi_engine::{
    Card, Counts, Deck, KINDS, Meld, Outlook, Position, Ruleset, discard_distances, distance, waits,
};
use paohuzi_sim::{
    Hands, HandsError, NEVER, NO_DISCARD, NO_WIN, discard_distances_batch, distance_batch,
    waits_batch,
};

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("a number of threads")
}

/// So many cards of the front of decks, a hand each, and a chi laid before every other one.
fn dealt(number: u64, cards: usize) -> (Vec<[u8; KINDS]>, Vec<Vec<Meld>>) {
    let chi: Meld = "chi:s4-s5-s6".parse().expect("a meld");
    let hands = (0..number).map(|index| {
        let deck = Deck::shuffled(8, index);
        let hand = Counts::from_cards(&deck.cards()[..cards]).expect("cards of a deck");
        let laid = hand.checked_sub(chi.counts()).filter(|_| index % 2 == 0);
        match laid {
            Some(rest) => (rest.to_array(), vec![chi]),
            None => (hand.to_array(), Vec::new()),
        }
    });
    hands.unzip()
}

fn position(row: [u8; KINDS], melds: &[Meld], rules: &Ruleset) -> Position {
    let hand = Counts::from_array(row).expect("counts");
    Position::new(hand, melds, rules).expect("a possible hand")
}

#[test]
fn every_hand_has_the_answer_it_has_alone() {
    for name in PRESETS {
        let rules = preset(name);
        let size = usize::from(rules.hand_size());
        let (rows, melds) = dealt(700, size);
        let mut expected = vec![[NO_WIN; 2 * KINDS]; rows.len()];
        for (row, answer) in expected.iter_mut().enumerate() {
            let found = waits(&position(rows[row], &melds[row], &rules), &rules);
            for card in Card::ALL {
                let wait = found[card.index()];
                answer[card.index()] = wait.own.map_or(NO_WIN, i16::from);
                answer[KINDS + card.index()] = wait.others.map_or(NO_WIN, i16::from);
            }
        }
        for number in [1, 2, 5] {
            let hands = Hands::new(&rows, Some(&melds), &rules, threads(number));
            let mut answers = vec![[7; 2 * KINDS]; rows.len()];
            waits_batch(&hands.expect("possible hands"), &mut answers).expect("room for all");
            assert_eq!(answers, expected, "{name}, {number} threads");
        }
    }
}

#[test]
fn distances_are_those_of_each_hand() {
    let rules = Ruleset::default();
    let (rows, melds) = dealt(300, 21);
    let number = |takes: Option<u8>| takes.map_or(NEVER, u8::cast_signed);
    for threads in [1, 3].map(threads) {
        let hands = Hands::new(&rows, Some(&melds), &rules, threads).expect("possible hands");
        let (mut near, mut after) = (vec![7; rows.len()], vec![[7; KINDS]; rows.len()]);
        distance_batch(&hands, &mut near).expect("room for all");
        discard_distances_batch(&hands, &mut after).expect("room for all");
        for row in 0..rows.len() {
            let position = position(rows[row], &melds[row], &rules);
            let outlook = Outlook::open(&position);
            assert_eq!(near[row], number(distance(&position, &outlook, &rules)));
            let mut expected = [NO_DISCARD; KINDS];
            for one in discard_distances(&position, &outlook, &rules) {
                expected[one.card.index()] = number(one.distance);
            }
            assert_eq!(after[row], expected);
        }
    }
}

#[test]
fn the_first_wrong_row_is_named() {
    let rules = Ruleset::default();
    let (mut rows, melds) = dealt(2000, 20);
    rows[1500][0] = 5;
    rows[1100] = [2; KINDS];
    for number in [1, 4] {
        let error = Hands::new(&rows, None, &rules, threads(number)).expect_err("a wrong row");
        assert_eq!(
            error.to_string(),
            "row 1100: 40 cards in the hand, at most 21"
        );
        assert_eq!(error.code(), "hand_size");
    }
    let found = Hands::new(&rows[..10], Some(&melds), &rules, threads(1)).map(|_| ());
    let (found, expected) = match found {
        Err(HandsError::Melds { found, expected }) => (found, expected),
        other => panic!("{other:?}"),
    };
    assert_eq!((found, expected), (2000, 10));
    let hands = Hands::new(&rows[..10], None, &rules, threads(1)).expect("possible hands");
    let short = distance_batch(&hands, &mut [0; 9]).expect_err("room for nine");
    assert_eq!(short.code(), "hands_answers");
    assert_eq!((hands.len(), hands.is_empty()), (10, false));
}
