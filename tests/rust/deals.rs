//! Chance: the frozen decks of seeds, and the deal.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use paohuzi_engine::{Card, Counts, Deck, Event, Round, Ruleset, Seat, below, generator};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    deck: Vec<Frozen>,
}

/// The deck of a seed and the index of a round.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frozen {
    seed: String,
    index: String,
    cards: String,
}

#[test]
fn seeds_give_the_frozen_decks() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/decks.toml");
    let text = fs::read_to_string(path).expect("the file is part of the project");
    let File { deck: decks } = toml::from_str(&text).expect("decks");
    assert!(decks.len() >= 10);
    for Frozen { seed, index, cards } in decks {
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let deck = Deck::shuffled(number(&seed), number(&index));
        assert_eq!(deck.to_string(), cards, "seed {seed}, round {index}");
        assert_eq!(cards.parse(), Ok(deck));
    }
}

#[test]
fn every_seed_and_index_has_a_deck_of_its_own() {
    let decks = (0..40).flat_map(|seed| (0..40).map(move |index| Deck::shuffled(seed, index)));
    let texts: BTreeSet<String> = decks.map(|deck| deck.to_string()).collect();
    assert_eq!(texts.len(), 1600);
}

#[test]
fn every_card_comes_everywhere_equally_often() {
    let mut seen = [[0_u32; 20]; 80];
    let decks = 4000;
    for index in 0..decks {
        for (place, card) in Deck::shuffled(11, index).cards().iter().enumerate() {
            seen[place][card.index()] += 1;
        }
    }
    // Each card is expected 200 times in each place; the square of the deviation adds up to about 1520 = 80 × 19.
    let square = |found: u32| (f64::from(found) - 200.0).powi(2) / 200.0;
    let chi_square: f64 = seen.iter().flatten().map(|found| square(*found)).sum();
    assert!((1200.0..1850.0).contains(&chi_square), "{chi_square}");
}

#[test]
fn generators_of_other_purposes_differ() {
    let first = |seed, round, purpose| below(&mut generator(seed, round, purpose), u32::MAX);
    let words: BTreeSet<u32> = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0), (1, 1, 1)]
        .map(|(seed, round, purpose)| first(seed, round, purpose))
        .into();
    assert_eq!(words.len(), 5);
}

#[test]
fn the_deal_takes_from_the_front_in_turn_order() {
    let deck = Deck::shuffled(9, 4);
    let cards = deck.cards();
    let rules = Arc::new(Ruleset::default());
    for dealer in Seat::all(3) {
        let mut events = Vec::new();
        Round::from_deck(Arc::clone(&rules), &deck, dealer, 0, &mut events).expect("a seat");
        let Some(Event::Deal {
            dealer: told,
            hands,
            shown,
        }) = events.first()
        else {
            panic!("a round begins with its deal, found {events:?}");
        };
        assert_eq!((*told, *shown), (dealer, cards[60]));
        for (place, seat) in dealer.around(3).enumerate() {
            let mut hand: Vec<Card> = cards[20 * place..20 * place + 20].to_vec();
            if seat == dealer {
                hand.push(*shown);
            }
            assert_eq!(hands[seat], Counts::from_cards(&hand), "seat {seat}");
        }
    }
}
