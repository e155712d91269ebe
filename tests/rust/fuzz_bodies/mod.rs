//! What every fuzz target does with its bytes, shared with the tests that run the same on bytes of their own.
//!
//! Whatever the bytes are, nothing panics: they give an error that says something, or a value that reads back from what
//! it is written as.

use std::fmt::Display;
use std::sync::Arc;

use paohuzi_engine::{
    Action, Card, Counts, Deck, Event, Game, LogReader, Meld, Record, Round, RowCard, Ruleset,
    Seat, Setup, Start, VIEW_FORMAT, View, log_of, parse_cards,
};

/// A target: its name and what it does.
type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 17] = [
    ("cards", cards),
    ("meld", meld),
    ("action", action),
    ("deck", deck),
    ("ruleset_toml", ruleset_toml),
    ("ruleset_json", ruleset_json),
    ("setup_json", setup_json),
    ("setup_bytes", setup_bytes),
    ("setup_line", setup_line),
    ("record_text", record_text),
    ("record_bytes", record_bytes),
    ("record_payload", record_payload),
    ("record_line", record_line),
    ("log", log),
    ("event_bytes", event_bytes),
    ("view_bytes", view_bytes),
    ("apply", apply),
];

/// Does what the target of this name does.
///
/// # Panics
/// When there is no such target, or where the engine has a fault.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|(target, _)| *target == name);
    let (_, body) = target.unwrap_or_else(|| panic!("no target is called {name}"));
    body(data);
}

/// Most answers that a round is played on for.
const ANSWERS: usize = 300;

/// Lists of cards, single cards, cards of rows.
fn cards(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match parse_cards(text) {
        Ok(cards) => {
            let counts = Counts::from_cards(&cards).expect("at most four of each");
            assert_eq!(text.parse::<Counts>().as_ref(), Ok(&counts));
            assert_eq!(counts.to_string().parse(), Ok(counts));
        }
        Err(error) => told(&error, error.code()),
    }
    match text.parse::<Card>() {
        Ok(card) => assert_eq!(card.text().parse(), Ok(card)),
        Err(error) => told(&error, error.code()),
    }
    match text.parse::<RowCard>() {
        Ok(row) => assert_eq!(row.to_string().parse(), Ok(row)),
        Err(error) => told(&error, error.code()),
    }
}

/// Melds.
fn meld(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match text.parse::<Meld>() {
        Ok(meld) => assert_eq!(meld.to_string().parse(), Ok(meld)),
        Err(error) => told(&error, error.code()),
    }
}

/// Actions from texts and from numbers.
fn action(data: &[u8]) {
    if let [id, card, ..] = data {
        match Action::from_id(*id, Card::from_index(usize::from(*card))) {
            Ok(action) => {
                assert_eq!(action.id(), *id);
                assert_eq!(action.to_string().parse(), Ok(action));
            }
            Err(error) => told(&error, error.code()),
        }
    }
    let Some(text) = text(data) else { return };
    match text.parse::<Action>() {
        Ok(action) => assert_eq!(action.to_string().parse(), Ok(action)),
        Err(error) => told(&error, error.code()),
    }
    if let Ok(start) = text.parse::<Start>() {
        assert_eq!(start.to_string().parse(), Ok(start));
    }
}

/// Decks from texts and from cards.
fn deck(data: &[u8]) {
    let cards: Vec<_> = data
        .iter()
        .filter_map(|byte| Card::from_index(usize::from(*byte)))
        .collect();
    match Deck::from_cards(&cards) {
        Ok(deck) => assert_eq!(deck.to_string().parse(), Ok(deck)),
        Err(error) => told(&error, error.code()),
    }
    let Some(text) = text(data) else { return };
    match text.parse::<Deck>() {
        Ok(deck) => assert_eq!(Deck::from_cards(deck.cards()), Ok(deck)),
        Err(error) => told(&error, error.code()),
    }
}

/// Ruleset files; what is a ruleset can be played.
fn ruleset_toml(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let problems = Ruleset::check(text);
    let lines = Ruleset::lines(text);
    assert!(
        lines
            .iter()
            .all(|(_, line)| (1..=text.len() + 1).contains(line))
    );
    assert_eq!(
        problems.is_empty(),
        Ruleset::from_toml(text).is_ok(),
        "{problems:?}"
    );
    match Ruleset::from_toml(text) {
        Ok(rules) => usable(&rules),
        Err(error) => told(&error, error.code()),
    }
}

/// Rulesets as JSON, and changes of one.
fn ruleset_json(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match Ruleset::from_json(text) {
        Ok(rules) => usable(&rules),
        Err(error) => told(&error, error.code()),
    }
    match Ruleset::default().replaced(text) {
        Ok(rules) => usable(&rules),
        Err(error) => told(&error, error.code()),
    }
}

/// Positions as JSON; what is a position can be played.
fn setup_json(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match Setup::from_json(text) {
        Ok(setup) => {
            assert_eq!(Setup::from_json(&setup.to_json()).as_ref(), Ok(&setup));
            assert_eq!(Setup::from_bytes(&setup.to_bytes()).as_ref(), Ok(&setup));
            position(&setup, data);
        }
        Err(error) => told(&error, error.code()),
    }
}

/// Positions as bytes.
fn setup_bytes(data: &[u8]) {
    match Setup::from_bytes(data) {
        Ok(setup) => {
            assert_eq!(
                setup.to_bytes(),
                data,
                "there is one way to write a position"
            );
            assert_eq!(Setup::from_json(&setup.to_json()).as_ref(), Ok(&setup));
            position(&setup, data);
        }
        Err(error) => told(&error, error.code()),
    }
}

/// Positions on one line.
fn setup_line(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(Some(reference)) = Setup::rules_of_text(text) {
        assert_eq!(reference.to_string().parse(), Ok(reference));
    }
    match Setup::from_text(text, None) {
        Ok(setup) => {
            let again = setup.to_text(None);
            assert_eq!(Setup::from_text(&again, None).as_ref(), Ok(&setup));
            assert_eq!(Setup::from_bytes(&setup.to_bytes()).as_ref(), Ok(&setup));
            position(&setup, data);
        }
        Err(error) => told(&error, error.code()),
    }
}

/// Records on one line, of the default ruleset.
fn record_line(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match Record::from_text(text, Arc::new(Ruleset::default())) {
        Ok(record) => replayed(&record),
        Err(error) => told(&error, error.code()),
    }
}

/// Logs: what is read to the end is the log of its record.
fn log(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let mut reader = LogReader::default();
    for line in text.lines() {
        if let Err(error) = reader.push(line) {
            return told(&error, error.code());
        }
    }
    match reader.finish() {
        Ok(record) => {
            let lines = log_of(&record, None).expect("it was played along");
            let mut again = LogReader::default();
            for line in &lines {
                again.push(line).expect("a line of the engine's own");
            }
            assert_eq!(again.finish().as_ref(), Ok(&record));
            replayed(&record);
        }
        Err(error) => told(&error, error.code()),
    }
}

/// Records as text.
fn record_text(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match text.parse::<Record>() {
        Ok(record) => replayed(&record),
        Err(error) => told(&error, error.code()),
    }
}

/// Records as bytes.
fn record_bytes(data: &[u8]) {
    match Record::from_bytes(data) {
        Ok(record) => replayed(&record),
        Err(error) => told(&error, error.code()),
    }
}

/// Events as bytes.
fn event_bytes(data: &[u8]) {
    match Event::list_from_bytes(data) {
        Ok(events) => {
            for event in &events {
                let json = event.to_json(3);
                assert!(
                    serde_json::from_str::<serde_json::Value>(&json).is_ok(),
                    "{json}"
                );
            }
        }
        Err(error) => told(&error, error.code()),
    }
}

/// What the pickle of a record or game holds beside its ruleset.
fn record_payload(data: &[u8]) {
    match Record::from_bytes_with_rules(Arc::new(Ruleset::default()), data) {
        Ok(record) => replayed(&record),
        Err(error) => told(&error, error.code()),
    }
}

/// Views as bytes.
fn view_bytes(data: &[u8]) {
    match View::from_bytes(data) {
        Ok(view) => {
            let written = view.to_bytes();
            assert_eq!(View::from_bytes(&written).as_ref(), Ok(&view));
            // Bytes of an earlier format are written in the present one.
            if data.first() == Some(&VIEW_FORMAT) {
                assert_eq!(written, data, "there is one way to write a view");
            }
        }
        Err(error) => told(&error, error.code()),
    }
}

/// Any seat's any action on a round in play: it is accepted where it is legal, and else changes nothing.
fn apply(data: &[u8]) {
    let Some((head, data)) = data.split_first_chunk::<10>() else {
        return;
    };
    let [option, dealer, seed @ ..] = head;
    let keys = OPTIONS[usize::from(*option) % OPTIONS.len()];
    let rules = Ruleset::default().replaced(keys).expect("valid keys");
    let rules = Arc::new(rules);
    let deck = Deck::shuffled(u64::from_le_bytes(*seed), 0);
    let dealer = Seat::new(usize::from(*dealer)).unwrap_or_default();
    let mut round = match Round::from_deck(rules, &deck, dealer, 0, &mut ()) {
        Ok(round) => round,
        Err(error) => return told(&error, error.code()),
    };
    for bytes in data.chunks_exact(3) {
        let seat = Seat::new(usize::from(bytes[0])).unwrap_or_default();
        let card = Card::from_index(usize::from(bytes[2])).or(round.phase().contested());
        let action = match Action::from_id(bytes[1], card) {
            Ok(action) => action,
            Err(error) => {
                told(&error, error.code());
                continue;
            }
        };
        let before = round.clone();
        let mut events = Vec::new();
        let legal = round.legal(seat).contains(action);
        match round.apply(seat, action, &mut events) {
            Ok(()) => assert!(legal, "{seat} {action} is not legal"),
            Err(error) => {
                assert!(!legal, "{seat} {action} is legal: {error}");
                assert!(
                    events.is_empty() && round == before,
                    "a refusal changed the round"
                );
                told(&error, error.code());
            }
        }
        assert_eq!(round.is_over(), round.asked().is_none());
    }
    let setup = round.setup();
    let again = Round::from_setup(Arc::clone(round.rules()), &setup, &mut ());
    assert_eq!(again.as_ref(), Ok(&round));
    play_on(round, data);
}

/// Rulesets that [`apply`] chooses from.
const OPTIONS: [&str; 10] = [
    "{}",
    r#"{"own_draw_first": false, "min_huxi": 0}"#,
    r#"{"discard_wins": true, "must_hu": "discard", "min_huxi": 0}"#,
    r#"{"stale_joint": true, "passed_hu": "until_xi_changes", "dihu": "both"}"#,
    r#"{"dealer_two_ti": "open_then_free", "peng_self_fourth": "ti", "undrawn": 2}"#,
    r#"{"must_peng": true, "feed_pao_penalty": true, "wei_open": true}"#,
    r#"{"hu_after_discard_pao": true, "ti_visible": false, "min_huxi": 6}"#,
    r#"{"faults": "allow", "ti_visible": false, "min_huxi": 6}"#,
    r#"{"blocks": 5, "one_five_ten": true, "min_huxi": 6}"#,
    r#"{"blocks": 5, "seats": 4, "discard_wins": true, "pay_discard": "x3_alone"}"#,
];

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// An error says something, under a stable code.
fn told(error: &dyn Display, code: &str) {
    let message = error.to_string();
    assert!(
        !message.is_empty() && !message.ends_with('.'),
        "{message:?}"
    );
    let is_code = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    assert!(!code.is_empty() && code.bytes().all(is_code), "{code}");
}

/// A ruleset is written, read and played.
fn usable(rules: &Ruleset) {
    assert_eq!(Ruleset::from_json(&rules.to_json()).as_ref(), Ok(rules));
    assert_eq!(rules.replaced("{}").as_ref(), Ok(rules));
    let rules = Arc::new(rules.clone());
    for seed in 0..4 {
        let deck = Deck::shuffled(seed, 0);
        let round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 1, &mut ());
        play_on(
            round.expect("every table has the seat 0"),
            &seed.to_le_bytes(),
        );
    }
}

/// A position under several rulesets: it is one, or the error says why not.
fn position(setup: &Setup, data: &[u8]) {
    for keys in OPTIONS {
        let rules = Ruleset::default().replaced(keys).expect("valid keys");
        match Round::from_setup(Arc::new(rules), setup, &mut ()) {
            Ok(round) => {
                let again = Round::from_setup(Arc::clone(round.rules()), &round.setup(), &mut ());
                assert_eq!(again.as_ref(), Ok(&round));
                play_on(round, data);
            }
            Err(error) => told(&error, error.code()),
        }
    }
}

/// A record is written, read and replayed, or the error says where it cannot be.
fn replayed(record: &Record) {
    assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(record));
    assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(record));
    let rules = Arc::clone(record.rules());
    let bytes = record.to_bytes_without_rules();
    assert_eq!(
        Record::from_bytes_with_rules(rules, &bytes).as_ref(),
        Ok(record)
    );
    let rules = Arc::clone(record.rules());
    assert_eq!(
        Record::from_text(&record.to_text(), rules).as_ref(),
        Ok(record)
    );
    match record.replay() {
        Ok(game) => {
            assert_eq!(Record::of(&game), *record);
            assert!(log_of(record, None).is_ok() && log_of(record, Some(Seat::ZERO)).is_ok());
        }
        Err(error) => told(&error, error.code()),
    }
}

/// Plays the round to its end, the bytes choosing.
fn play_on(mut round: Round, data: &[u8]) {
    let setup = round.setup();
    let mut game =
        Game::from_setup(Arc::clone(round.rules()), setup).expect("a round is a position");
    let mut bytes = data.iter().cycle();
    for _ in 0..ANSWERS {
        let Some(seat) = round.asked() else { break };
        let legal = round.legal(seat);
        let choice = usize::from(bytes.next().copied().unwrap_or(0)) % legal.len();
        let action = legal.nth(choice).expect("one of them");
        round.apply(seat, action, &mut ()).expect("it is legal");
        game.push(action).expect("it is legal");
        let view = round.view(seat);
        assert_eq!(View::from_bytes(&view.to_bytes()).as_ref(), Ok(&view));
    }
    assert!(round.is_over(), "a round without end");
    assert!(round.settlement().is_some() && round.next_deal().is_some());
    assert_eq!(*game.round(), round);
}
