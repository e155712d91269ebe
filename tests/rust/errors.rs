//! Bad input: every error code has an example, and nothing that is cut short or altered is read as something else.

mod common;
pub mod fuzz_bodies;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::preset;
use paohuzi_engine::{
    Action, Card, Counts, Deck, Draw, DrawBy, Game, HandError, LogError, LogReader, MatchState,
    MatchTerms, Meld, Outlook, Position, Record, Round, RowCard, Ruleset, Seat, Settlement, Setup,
    View, WinContext, arrangements, best_win, log_of, parse_cards,
};
use serde_json::{Value, json};

/// An error with its code.
struct Told {
    code: &'static str,
    message: String,
}

/// The error of a call that has to fail; for each error type of the engine.
macro_rules! told {
    ($call:expr) => {{
        let error = $call.expect_err(stringify!($call));
        Told {
            code: error.code(),
            message: error.to_string(),
        }
    }};
}

fn plain() -> Ruleset {
    Ruleset::default()
}

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

fn game() -> Game {
    Game::deal(Arc::new(plain()), Deck::shuffled(7, 0), Seat::ZERO, 0).expect("a seat")
}

/// A game of some answers.
fn played(answers: usize) -> Game {
    let mut game = game();
    for i in 0..answers {
        let legal = game.legal();
        game.push(legal.nth(i % legal.len()).expect("one of them"))
            .expect("it is legal");
    }
    game
}

/// A record as JSON.
fn record() -> Value {
    serde_json::from_str(&Record::of(&played(12)).to_string()).expect("the engine writes JSON")
}

/// A record of a position as JSON.
fn record_of_position() -> Value {
    let setup = played(12).round().setup();
    let game = Game::from_setup(Arc::new(plain()), setup).expect("a position");
    serde_json::from_str(&Record::of(&game).to_string()).expect("the engine writes JSON")
}

/// The JSON with a value put in, or with a key taken out.
fn with(json: &Value, pointer: &str, value: Option<Value>) -> Value {
    let mut json = json.clone();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer has a slash");
    let parent = json.pointer_mut(parent).expect("the parent is there");
    match (parent, value) {
        (Value::Object(table), Some(value)) => drop(table.insert(key.to_owned(), value)),
        (Value::Object(table), None) => drop(table.remove(key)),
        (Value::Array(list), Some(value)) => list[key.parse::<usize>().expect("a place")] = value,
        (Value::Array(list), None) => drop(list.remove(key.parse().expect("a place"))),
        (other, _) => panic!("{other} has no parts"),
    }
    json
}

fn read(record: &Value) -> Result<Record, paohuzi_engine::RecordError> {
    record.to_string().parse()
}

fn record_with(pointer: &str, value: Value) -> Result<Record, paohuzi_engine::RecordError> {
    read(&with(&record(), pointer, Some(value)))
}

fn position(hand: &str, melds: &str) -> Result<Position, HandError> {
    let hand = hand.parse().expect("cards");
    let melds: Vec<Meld> = melds
        .split_whitespace()
        .map(|text| text.parse().expect("a meld"))
        .collect();
    Position::new(hand, &melds, &plain())
}

fn vocabulary() -> Vec<(&'static str, Told)> {
    let deck = Deck::shuffled(1, 0).to_string();
    vec![
        (
            "\"s11\" is no card, expected s1…s10, b1…b10, 一…十 or 壹…拾",
            told!("s11".parse::<Card>()),
        ),
        (
            "\"s5x5\" has no count of 1 to 4 after the x, as in s5x3",
            told!(parse_cards("s5x5")),
        ),
        (
            "\"s5\" is no card of a row, expected +card where drawn, -card where discarded",
            told!("s5".parse::<RowCard>()),
        ),
        (
            "card s5 appears 5 times, at most 4",
            told!("s5x3 s5x2".parse::<Counts>()),
        ),
        (
            "card s1 appears 7 times, at most 4",
            told!(Counts::from_array([7; 20])),
        ),
        ("\"gang:s1\" is no meld", told!("gang:s1".parse::<Meld>())),
        (
            "in meld \"peng:s0\": \"s0\" is no card",
            told!("peng:s0".parse::<Meld>()),
        ),
        (
            "\"chi:s1-s2-s4\" is no chi, expected three cards of a run",
            told!("chi:s1-s2-s4".parse::<Meld>()),
        ),
        (
            "\"ron\" is no action, expected pass, hu, peng, pao, wei, ti, discard:card or chi:",
            told!("ron".parse::<Action>()),
        ),
        (
            "in action \"discard:x\": \"x\" is no card",
            told!("discard:x".parse::<Action>()),
        ),
        (
            "\"chi:s3:s4-s5-s6\" is no chi, expected one to three blocks",
            told!("chi:s3:s4-s5-s6".parse::<Action>()),
        ),
        (
            "6 is no action number, expected 0 to 5, 8 to 27 or 32 to 121",
            told!(Action::from_id(6, None)),
        ),
        (
            "action number 40 is a chi, which needs the contested card, and none was given",
            told!(Action::from_id(40, None)),
        ),
        (
            "action number 32 is a chi that does not exist for s1",
            told!(Action::from_id(32, Some(Card::S1))),
        ),
        (
            "a deck of 79 cards, expected 80",
            told!(deck.rsplit_once(' ').expect("cards").0.parse::<Deck>()),
        ),
        (
            "card s1 appears 80 times in the deck, expected 4",
            told!(Deck::from_cards(&[Card::S1; 80])),
        ),
        (
            "in a deck: \"joker\" is no card",
            told!("joker".parse::<Deck>()),
        ),
    ]
}

fn hands_and_rules() -> Vec<(&'static str, Told)> {
    let draw = Some(Draw {
        card: Card::S1,
        by: DrawBy::Own,
    });
    let four = position("s1x4 s2", "").expect("a hand");
    let rules = |text: &str| Ruleset::from_toml(&format!("name = 'x'\n{text}"));
    vec![
        (
            "card s1 appears 6 times in hand, melds and draw, at most 4",
            told!(position("s1x3", "peng:s1")),
        ),
        (
            "card s1 appears 5 times in hand, melds and draw, at most 4",
            told!(best_win(&four, draw, &plain(), WinContext::default())),
        ),
        (
            "card s1 appears 5 times in hand, melds and draw, at most 4",
            told!(arrangements(&four, draw, &plain())),
        ),
        (
            "card s1 appears 5 times in hand, melds and cards seen, at most 4",
            told!(Outlook::beside(&four, "s1".parse().expect("a card"))),
        ),
        (
            "8 melds on the table, at most 7",
            told!(position(
                "s1",
                "peng:s2 peng:s3 peng:s4 peng:s5 peng:s6 peng:s7 peng:s8 peng:s9"
            )),
        ),
        (
            "meld kan:s1 cannot be laid: put its cards in the hand",
            told!(position("s2", "kan:s1")),
        ),
        (
            "meld chi:s1-s5-s10 is no block of this ruleset, which has no 1-5-10",
            told!(position("s2", "chi:s1-s5-s10")),
        ),
        (
            "22 cards in the hand, at most 21",
            told!(position("s1x4 s2x4 s3x4 s4x4 s5x4 s6x2", "")),
        ),
        ("ruleset: TOML parse error", told!(rules("minimum = 10"))),
        ("ruleset: ", told!(Ruleset::from_json("[]"))),
        (
            "ruleset: ",
            told!(plain().replaced("{\"min_huxi\": \"15\"}")),
        ),
        (
            "ruleset key units.step: found 0, expected 1 to 100",
            told!(rules("[units]\noffset = 12\nstep = 0")),
        ),
    ]
}

fn matches() -> Vec<(&'static str, Told)> {
    let rules = plain();
    let four = rules
        .replaced(r#"{"seats": 4, "blocks": 5}"#)
        .expect("a ruleset");
    let terms = |seats, rounds| MatchTerms {
        seats,
        rounds,
        target: 0,
    };
    let drawn = Settlement::drawn(&rules, Seat::ZERO);
    let of_one = MatchState::new(&rules, terms(3, 1), Seat::ZERO).expect("a match");
    let over = of_one.after(&rules, &drawn).expect("its only round");
    vec![
        (
            "a match of 5 seats, expected 3 or 4",
            told!(MatchState::new(&rules, terms(5, 0), Seat::ZERO)),
        ),
        (
            "there is no dealer 3, expected 0 to 2",
            told!(MatchState::new(&rules, terms(3, 0), seat(3))),
        ),
        (
            "a settlement of 4 seats, expected 3",
            told!(of_one.after(&rules, &Settlement::drawn(&four, Seat::ZERO))),
        ),
        (
            "the match is over after 1 rounds, expected no more",
            told!(over.after(&rules, &drawn)),
        ),
    ]
}

fn play_and_bytes() -> Vec<(&'static str, Told)> {
    let over = {
        let mut game = game();
        while let Some(action) = game.legal().nth(0) {
            game.push(action).expect("it is legal");
        }
        game
    };
    let apply = |seat: Option<Seat>, action: Action| {
        let mut round = game().round().clone();
        let seat = seat.unwrap_or_else(|| round.asked().expect("it begins with a question"));
        round.apply(seat, action, &mut ())
    };
    let view = game().round().view(Seat::ZERO).to_bytes();
    let longer = [view.as_slice(), &[0]].concat();
    let newer = [&[9], &view[1..]].concat();
    let seats = [&view[..1], &[5], &view[2..]].concat();
    let setup = game().round().setup();
    let from_setup = |setup: &Setup| Round::from_setup(Arc::new(plain()), setup, &mut ());
    let mut short = setup.clone();
    short.stock.pop();
    vec![
        (
            "there is no seat 3, expected 0 to 2",
            told!(apply(Some(seat(3)), Action::Pass)),
        ),
        (
            "there is no seat 3, expected 0 to 2",
            told!(Game::deal(
                Arc::new(plain()),
                Deck::shuffled(7, 0),
                seat(3),
                0
            )),
        ),
        (
            "seat 1 is not asked now, it cannot answer pass",
            told!(apply(Some(seat(1)), Action::Pass)),
        ),
        (
            "seat 0 may not answer peng, expected one of discard:",
            told!(apply(None, Action::Peng)),
        ),
        (
            "the round is over, pass cannot be answered any more",
            told!(over.clone().push(Action::Pass)),
        ),
        (
            "stored bytes end after 5 bytes, expected more",
            told!(View::from_bytes(&view[..5])),
        ),
        (
            "stored bytes have 1 bytes after their end, expected none",
            told!(View::from_bytes(&longer)),
        ),
        (
            "stored bytes are of view format 9, expected 2",
            told!(View::from_bytes(&newer)),
        ),
        (
            "stored bytes at 2: 5 is no number of seats from 2 to 4",
            told!(View::from_bytes(&seats)),
        ),
        (
            "stored bytes are of position format 9, expected 1",
            told!(Setup::from_bytes(&[9])),
        ),
        ("position: ", told!(Setup::from_json("{}"))),
        (
            "position, hand of seat 0: \"s0\" is no card",
            told!(Setup::from_json(
                r#"{"dealer": 0, "phase": "deal", "stock": "", "seats": [{"hand": "s0"}]}"#
            )),
        ),
        ("card ", told!(from_setup(&short))),
    ]
}

fn foreign_records() -> Vec<(&'static str, Told)> {
    vec![
        (
            "record of ruleset 44136fa355b3678a",
            told!(record_with("/rules/min_huxi", json!(10))),
        ),
        (
            "record of ruleset 0, expected 44136fa355b3678a",
            told!(record_with("/rules_hash", json!("0"))),
        ),
        (
            "record of ruleset plain:44136fa355b3678a, expected hunan_basic:",
            told!(Record::from_text(
                &Record::of(&played(12)).to_text(),
                Arc::new(preset("hunan_basic"))
            )),
        ),
        (
            "record of 5000 answers, at most 4096",
            told!(record_with("/answers", json!(vec!["0 pass"; 5000]))),
        ),
        (
            "record, seed: \"deal-v1:8:0\" is no seed of the deck, expected one such as",
            told!(record_with("/seed", json!("deal-v1:8:0"))),
        ),
        (
            "record, there is no seat 3, expected 0 to 2",
            told!(log_of(&Record::of(&played(12)), Some(seat(3)))),
        ),
    ]
}

fn records() -> Vec<(&'static str, Told)> {
    let of_position = record_of_position();
    let deck = record()["deck"]
        .as_str()
        .expect("a text")
        .replacen('s', "b", 1);
    vec![
        (
            "record: missing field `format`",
            told!("{}".parse::<Record>()),
        ),
        (
            "record: expected a deck and a dealer, or a position instead",
            told!(record_with("/position", json!({}))),
        ),
        (
            "record of format 9, expected 1 to 2",
            told!(record_with("/format", json!(9))),
        ),
        (
            "record, ruleset: ",
            told!(record_with("/rules/minimum", json!(3))),
        ),
        (
            "record, ruleset key min_huxi: found 101, expected 0 to 100",
            told!(record_with("/rules/min_huxi", json!(101))),
        ),
        (
            "record, deck: card ",
            told!(record_with("/deck", json!(deck))),
        ),
        (
            "record, position, hand of seat 0: \"s0\" is no card",
            told!(read(&with(
                &of_position,
                "/position/seats/0/hand",
                Some(json!("s0"))
            ))),
        ),
        (
            "record, position: card ",
            told!(
                read(&with(&of_position, "/position/stock", Some(json!("s1"))))
                    .expect("the cards are not counted yet")
                    .replay()
            ),
        ),
        (
            "record, dealer: there is no seat 4, expected 0 to 2",
            told!(record_with("/dealer", json!(4))),
        ),
        (
            "record, dealer: there is no seat 3, expected 0 to 2",
            told!(
                record_with("/dealer", json!(3))
                    .expect("a table of four has it")
                    .replay()
            ),
        ),
        (
            "record, answer 2: found \"0 ron\", expected a seat and an action",
            told!(record_with("/answers/2", json!("0 ron"))),
        ),
        (
            "record, answer 0: seat 0 may not answer peng",
            told!(
                record_with("/answers/0", json!("0 peng"))
                    .expect("it reads")
                    .replay()
            ),
        ),
        (
            "record, answer 0: found seat 1, expected seat 0",
            told!(
                record_with("/answers/0", json!("1 pass"))
                    .expect("it reads")
                    .replay()
            ),
        ),
        (
            "record, stored bytes end after 0 bytes, expected more",
            told!(Record::from_bytes(&[])),
        ),
    ]
}

/// The log of a record with one line changed, read to its end.
fn log_with(place: usize, line: Option<&str>) -> Result<Record, LogError> {
    let mut lines = log_of(&Record::of(&played(12)), None).expect("a game can be replayed");
    match line {
        Some(line) => line.clone_into(&mut lines[place]),
        None => lines.truncate(place),
    }
    let mut reader = LogReader::default();
    for line in &lines {
        reader.push(line)?;
    }
    reader.finish()
}

fn lines() -> Vec<(&'static str, Told)> {
    let plain_ten = plain().replaced(r#"{"min_huxi": 10}"#).expect("valid keys");
    let line = played(12).round().setup().to_text(Some(&plain()));
    let seen = log_of(&Record::of(&played(12)), Some(Seat::ZERO)).expect("a seat of the table");
    let of_seat = || {
        let mut reader = LogReader::default();
        seen.iter().try_for_each(|line| reader.push(line))?;
        reader.finish()
    };
    vec![
        (
            "position: found \"position:2\", expected \"position:1\" first",
            told!(Setup::from_text("position:2 - 0", None)),
        ),
        (
            "position of ruleset plain:44136fa355b3678a, expected plain:",
            told!(Setup::from_text(&line, Some(&plain_ten))),
        ),
        (
            "position: found what one seat sees, whose hidden cards are not known",
            told!(Setup::from_text(
                &played(12).round().view(Seat::ZERO).to_text(&plain()),
                None
            )),
        ),
        (
            "log, line 1: EOF while parsing",
            told!(log_with(0, Some("{"))),
        ),
        (
            "log, line 1: no header, expected a line of kind log first",
            told!(log_with(0, Some("{}"))),
        ),
        (
            "log of format 2, expected 1",
            told!(log_with(0, Some(r#"{"kind":"log","format":2}"#))),
        ),
        (
            "log, line 2: found {\"kind\":\"exhausted\"}, expected {\"kind\":\"deal\",\"dealer\":0,",
            told!(log_with(1, Some(r#"{"kind":"exhausted"}"#))),
        ),
        (
            "log, line 3: found {\"kind\":\"answer\",\"seat\":1,\"action\":\"pass\"}, expected an answer of seat 0: discard:",
            told!(log_with(
                2,
                Some(r#"{"kind":"answer","seat":1,"action":"pass"}"#)
            )),
        ),
        (
            "log ends after 3 lines, expected {\"kind\":\"discard\",\"seat\":0,",
            told!(log_with(3, None)),
        ),
        (
            "log of what seat 0 saw, expected one of all that happened",
            told!(of_seat()),
        ),
    ]
}

/// The codes that the engine's sources name.
fn codes_in_the_sources(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            codes_in_the_sources(&path, codes);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text file");
        for body in text.split("fn code(&self) -> &'static str {").skip(1) {
            let body = body.split("\n    }").next().expect("a function ends");
            let quoted = body.split('"').skip(1).step_by(2);
            codes.extend(quoted.map(str::to_owned));
        }
    }
}

#[test]
fn every_code_has_an_example_that_says_what_was_found() {
    let examples = [
        vocabulary(),
        hands_and_rules(),
        matches(),
        play_and_bytes(),
        records(),
        foreign_records(),
        lines(),
    ]
    .concat_all();
    let mut seen = BTreeSet::new();
    for (expected, Told { code, message }) in examples {
        assert!(
            message.starts_with(expected),
            "{code}: found {message:?}, expected {expected:?}"
        );
        let first = message.chars().next().expect("a message");
        assert!(
            !first.is_uppercase() && !message.ends_with('.'),
            "{message}"
        );
        seen.insert(code.to_owned());
    }
    let mut known = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    codes_in_the_sources(&sources, &mut known);
    assert!(known.len() >= 45, "{known:?}");
    // Codes of positions and of resampling have their examples in the tests of those.
    for (prefix, file) in [("setup_", "setup.rs"), ("resample_", "resample.rs")] {
        let path = sources.join("../../../tests/rust").join(file);
        let tests = fs::read_to_string(path).expect("a text file");
        let told = known
            .iter()
            .filter(|code| code.starts_with(prefix) && tests.contains(&format!("\"{code}\"")));
        seen.extend(told.cloned());
    }
    let missing: Vec<_> = known.difference(&seen).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
}

/// One list of several.
trait ConcatAll<T> {
    fn concat_all(self) -> Vec<T>;
}

impl<T, const N: usize> ConcatAll<T> for [Vec<T>; N] {
    fn concat_all(self) -> Vec<T> {
        self.into_iter().flatten().collect()
    }
}

/// Texts with the code of their error.
fn refused<T, E: Display>(
    texts: &[&str],
    read: impl Fn(&str) -> Result<T, E>,
    code: impl Fn(&E) -> &'static str,
    expected: &str,
) {
    for text in texts {
        match read(text) {
            Ok(_) => panic!("{text:?} was read, expected {expected}"),
            Err(error) => assert_eq!(code(&error), expected, "{text:?}: {error}"),
        }
    }
}

#[test]
fn texts_that_are_no_cards_are_refused() {
    let single = |texts: &[&str]| {
        refused(
            texts,
            str::parse::<Card>,
            paohuzi_engine::ParseCardError::code,
            "card_unknown",
        );
    };
    single(&[
        "",
        " ",
        "s",
        "b",
        "s0",
        "b0",
        "s11",
        "s01",
        "s1 ",
        " s1",
        "s-1",
        "s+1",
        "s１",
        "1s",
        "x1",
        "S",
        "一一",
        "零",
        "s1x1",
        "小一",
        "s99999999999999999999",
        "\0",
        "s1\0",
    ]);
    let list = |texts: &[&str], code| {
        refused(
            texts,
            parse_cards,
            paohuzi_engine::ParseCardError::code,
            code,
        );
    };
    list(
        &[
            "q", "s1 q", "s1;s2", "s1-s2", "s", "x3", "s1 x3", "s1.b2", "𠮷", "s1x3x2q", "s1x3x",
        ],
        "card_unknown",
    );
    list(
        &["s1x", "s1x0", "s1x5", "s1x12", "s1x-1", "s1xx", "一x9"],
        "card_count",
    );
    list(
        &["s1x4 s1", "一一一一一", "s1x3 s2 s1x2", "b10x3b10x3"],
        "card_copies",
    );
    refused(
        &["", "s1", "s1+", "*s1"],
        str::parse::<RowCard>,
        paohuzi_engine::ParseCardError::code,
        "card_row",
    );
    refused(
        &["+", "-", "+s0", "--s1", "+ s1"],
        str::parse::<RowCard>,
        paohuzi_engine::ParseCardError::code,
        "card_unknown",
    );
}

#[test]
fn texts_that_are_no_melds_or_actions_are_refused() {
    let meld = |texts: &[&str], code| {
        refused(
            texts,
            str::parse::<Meld>,
            paohuzi_engine::ParseMeldError::code,
            code,
        );
    };
    meld(
        &[
            "",
            ":",
            "peng",
            "Peng:s1",
            "peng s1",
            " peng:s1",
            "gang:s1",
            "吃碰:s1",
            ":s1",
        ],
        "meld_kind",
    );
    meld(
        &[
            "peng:",
            "peng:s1 ",
            "peng:s1:",
            "peng:s1x3",
            "peng:s1-s1-s1",
            "ti:s11",
            "chi:",
            "chi:x-s2-s3",
        ],
        "meld_card",
    );
    meld(
        &[
            "chi:s1",
            "chi:s1-s1-s1",
            "chi:s1-s2-s4",
            "chi:s9-s10-b1",
            "chi:s1-b2-s3",
            "chi:s2-s7-b10",
        ],
        "meld_block",
    );
    let action = |texts: &[&str], code| {
        refused(
            texts,
            str::parse::<Action>,
            paohuzi_engine::ActionError::code,
            code,
        );
    };
    action(
        &[
            "", "Pass", "pass ", "hu:s1", "discard", "chi", "pao:s1", "胡",
        ],
        "action_word",
    );
    action(
        &[
            "discard:",
            "discard:s1x2",
            "discard:s1 ",
            "discard:s0",
            "chi:x:s1-s2-s3",
            "chi:s1:x-s2-s3",
        ],
        "action_card",
    );
    action(
        &[
            "chi:s1",
            "chi:s1:s1-s2",
            "chi:s1:s2-s3-s4",
            "chi:s1:s1-s2-s4",
            "chi:s3:s1-s2-s3+s3-s4-s5+s3-b3-b3+s2-s3-s4",
        ],
        "action_blocks",
    );
    for id in (0..=u8::MAX).filter(|id| !matches!(id, 0..=5 | 8..=27 | 32..=121)) {
        let code = Action::from_id(id, Some(Card::S5)).map_err(|error| error.code());
        assert_eq!(code, Err("action_id"), "{id}");
    }
}

#[test]
fn what_is_cut_short_or_altered_is_never_misread() {
    let rules = Arc::new(preset("hunan_basic"));
    let record = Record::of(&played(12));
    let game = played(10);
    let view = game.round().view(game.current_seat().expect("it goes on"));
    for (target, good) in [
        ("record_bytes", record.to_bytes()),
        ("record_text", record.to_string().into_bytes()),
        ("setup_bytes", game.round().setup().to_bytes()),
        ("record_line", record.to_text().into_bytes()),
        (
            "setup_line",
            game.round().setup().to_text(None).into_bytes(),
        ),
        ("setup_json", game.round().setup().to_json().into_bytes()),
        ("view_bytes", view.to_bytes()),
        ("ruleset_json", rules.to_json().into_bytes()),
    ] {
        for end in 0..good.len() {
            fuzz_bodies::run(target, &good[..end]);
        }
        for place in 0..good.len() {
            for byte in [0, 0xFF, b'"', b'9', good[place] ^ 1, good[place] ^ 0x80] {
                let mut data = good.clone();
                data[place] = byte;
                fuzz_bodies::run(target, &data);
            }
        }
    }
}

#[test]
fn nothing_but_the_whole_is_read() {
    let record = Record::of(&played(12));
    let (bytes, text) = (record.to_bytes(), record.to_string());
    for end in 0..bytes.len() {
        Record::from_bytes(&bytes[..end]).expect_err("it is cut short");
    }
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        text[..end].parse::<Record>().expect_err("it is cut short");
    }
    let line = record.to_text();
    for end in 0..line.len() {
        Record::from_text(&line[..end], Arc::new(plain())).expect_err("it is cut short");
    }
    let setup = played(12).round().setup();
    let line = setup.to_text(None);
    for end in 0..line.len() {
        Setup::from_text(&line[..end], None).expect_err("it is cut short");
    }
    let view = played(12).round().view(Seat::ZERO);
    for (end, _) in setup.to_bytes().iter().enumerate() {
        Setup::from_bytes(&setup.to_bytes()[..end]).expect_err("it is cut short");
    }
    for (end, _) in view.to_bytes().iter().enumerate() {
        View::from_bytes(&view.to_bytes()[..end]).expect_err("it is cut short");
    }
    for after in ["x", "{}", ",", "null"] {
        format!("{text}{after}")
            .parse::<Record>()
            .expect_err("something follows");
        Setup::from_text(&format!("{line}{after}"), None).expect_err("something follows");
        Setup::from_json(&format!("{}{after}", setup.to_json())).expect_err("something follows");
        Ruleset::from_json(&format!("{}{after}", plain().to_json()))
            .expect_err("something follows");
    }
    assert_eq!(format!(" {text}\n").parse(), Ok(record));
}

/// The pointers of all parts of a JSON value.
fn pointers(json: &Value, at: &str, all: &mut Vec<String>) {
    match json {
        Value::Object(table) => {
            for (key, value) in table {
                all.push(format!("{at}/{key}"));
                pointers(value, &format!("{at}/{key}"), all);
            }
        }
        Value::Array(list) => {
            for (i, value) in list.iter().enumerate().take(3) {
                all.push(format!("{at}/{i}"));
                pointers(value, &format!("{at}/{i}"), all);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn a_record_with_a_part_of_another_type_is_refused() {
    let with_items = Arc::new(preset("quanmingtang"));
    let game = Game::deal(with_items, Deck::shuffled(7, 0), Seat::ZERO, 0).expect("a seat");
    let with_items: Value = serde_json::from_str(&Record::of(&game).to_string()).expect("JSON");
    for record in [record(), record_of_position(), with_items] {
        let mut all = Vec::new();
        pointers(&record, "", &mut all);
        assert!(all.len() > 50);
        for pointer in all {
            let part = record.pointer(&pointer).expect("it is there");
            for other in [
                json!(null),
                json!(true),
                json!(-1),
                json!(1.5),
                json!(u64::MAX),
                json!("?"),
                json!([]),
                json!({}),
            ] {
                let changed = with(&record, &pointer, Some(other.clone()));
                fuzz_bodies::run("record_text", changed.to_string().as_bytes());
                let same_type = std::mem::discriminant(part) == std::mem::discriminant(&other);
                // A key that may be left out may be null.
                if !same_type && !other.is_null() {
                    let read = read(&changed).and_then(|record| record.replay());
                    assert!(read.is_err(), "{pointer} = {other} was read");
                }
            }
            if part.is_object() {
                let changed = with(&record, &format!("{pointer}/unknown"), Some(json!(1)));
                let error = read(&changed).expect_err("an unknown key").to_string();
                // A condition is a table of one key.
                let is_condition = pointer.ends_with("/when");
                assert!(
                    is_condition || error.contains("unknown"),
                    "{pointer}: {error}"
                );
            }
        }
        for key in ["format", "rules", "answers"] {
            let error =
                read(&with(&record, &format!("/{key}"), None)).expect_err("a key is missing");
            assert_eq!(
                error.to_string().split(" at line").next(),
                Some(format!("record: missing field `{key}`").as_str())
            );
        }
        let list: Vec<_> = record
            .as_object()
            .expect("a table")
            .values()
            .cloned()
            .collect();
        read(&json!(list)).expect_err("a list for a table");
    }
}
