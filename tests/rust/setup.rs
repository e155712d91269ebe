//! Described positions: what a round is made of, and every way in which a description is none.

mod common;

use std::sync::Arc;

use common::preset;
use paohuzi_engine::{Action, Card, Event, Phase, Round, Ruleset, Seat, Setup, SetupError, Start};
use serde_json::{Value, json};

fn rules() -> Arc<Ruleset> {
    Arc::new(preset("quanmingtang"))
}

fn rules_with(changes: &Value) -> Arc<Ruleset> {
    Arc::new(rules().replaced(&changes.to_string()).expect("valid keys"))
}

/// A position in the middle of a round: seat 1 has to discard.
///
/// Seat 0 has a pao and so waits with 20 cards, seat 1 has just made a peng, seat 2 has a wei.
fn middle() -> Value {
    json!({
        "dealer": 0,
        "drawn_before": 1,
        "shown": "s1",
        "phase": "discard:1",
        "seats": [
            {
                "hand": "s2 s3 s5x2 s6 s8x3 b3 b4 b5 b7x2 b9x2 b10",
                "melds": "pao:s1",
                "row": "-b8 +s9",
                "stale_chi": "b8 s9"
            },
            {
                "hand": "s2 s3 s4 s5 s6 s7 s9 b1x3 b2 b3 b5 b6 b7 b9 b10x2",
                "melds": "peng:s10",
                "stale_peng": "s4"
            },
            {
                "hand": "s2 s3 s4x2 s5 s6 s7 s9 b1 b2 b3 b4 b5 b6x2 b7 b10",
                "melds": "wei:b8",
                "row": "+s2"
            }
        ],
        "stock": "s3 s4 s6 s7 s7 s8 s9 s10 b2 b2 b3 b4 b4 b5 b6 b9"
    })
}

fn read(position: &Value) -> Setup {
    Setup::from_json(&position.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

fn round_of(rules: &Arc<Ruleset>, position: &Value) -> Result<(Round, Vec<Event>), SetupError> {
    let mut events = Vec::new();
    Round::from_setup(Arc::clone(rules), &read(position), &mut events).map(|round| (round, events))
}

/// The position with some values replaced, each by its JSON pointer; `null` takes the key out.
fn changed(position: &Value, changes: &[(&str, Value)]) -> Value {
    let mut position = position.clone();
    for (pointer, value) in changes {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer has a slash");
        let parent = position.pointer_mut(parent).expect("the parent is there");
        match (parent, value) {
            (Value::Object(object), Value::Null) => drop(object.remove(key)),
            (Value::Object(object), value) => drop(object.insert(key.to_owned(), value.clone())),
            (Value::Array(array), value) => {
                array[key.parse::<usize>().expect("a place")] = value.clone();
            }
            (other, _) => panic!("{other} has no parts"),
        }
    }
    position
}

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

#[test]
fn the_middle_of_a_round_is_a_round() {
    let (round, events) = round_of(&rules(), &middle()).expect("a position");
    assert_eq!(events, []);
    assert_eq!(round.phase(), Phase::Discard(seat(1)));
    assert_eq!(round.legal(seat(1)).len(), 14);
    assert!(
        !round.legal(seat(1)).contains(Action::Discard(Card::B1)),
        "a kan is locked"
    );
    assert_eq!(round.setup(), read(&middle()));
}

#[test]
fn a_draw_to_come_is_made_and_told() {
    let position = changed(&middle(), &discarded("draw:2"));
    let (round, events) = round_of(&rules(), &position).expect("a position");
    let drawn = Event::Draw {
        seat: seat(2),
        card: Card::S3,
    };
    assert_eq!(events[0], drawn);
    assert_eq!(
        round.phase(),
        Phase::Drawn {
            seat: seat(2),
            card: Card::S3
        }
    );
}

#[test]
fn a_deal_is_opened() {
    let deal = json!({
        "dealer": 2,
        "shown": "s1",
        "phase": "deal",
        "seats": [
            { "hand": "s1 s2x4 s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5 b6 b7" },
            { "hand": "s3 s4 s5 s6 s7 s8 s9 s10 b1x2 b2 b3 b4 b5 b6 b7 b8x2 b9x2" },
            { "hand": "s1x3 s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10" }
        ],
        "stock": "s3 s4 s5 s6 s7 s8 s9 s10 b2 b3 b4 b5 b6 b7 b8 b9 b10 b10 b10"
    });
    let (round, events) = round_of(&rules(), &deal).expect("a deal");
    let laid = Event::DealtTi {
        seat: seat(0),
        card: Card::S2,
    };
    assert_eq!(events, [laid]);
    assert_eq!(round.phase(), Phase::Discard(seat(2)));
    assert_eq!(round.melds(seat(0)).len(), 1);
}

#[test]
fn every_start_reads_back() {
    for text in [
        "deal",
        "draw:2",
        "santi_wukan",
        "tianhu",
        "dihu",
        "discard:0",
        "laid:1:b3",
        "concealed:2:s10",
        "drawn:0:s1",
        "discarded:1:b10",
        "exhausted",
        "hu:0:santi_wukan",
        "hu:2:self_draw:s3",
        "hu:2:self_draw:laid:s3",
        "hu:1:other_draw:b7",
        "hu:0:tianhu:laid:s9",
        "hu:0:dihu:laid:s9",
        "hu:1:discard:s9:0",
    ] {
        let start: Start = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(start.to_string(), text);
    }
    for text in [
        "",
        "Deal",
        "deal:0",
        "draw",
        "draw:4",
        "draw:x",
        "draw:00",
        "discard:0:s1",
        "laid:1",
        "laid:1:s11",
        "drawn:1:",
        "hu:0",
        "hu:0:won",
        "hu:0:self_draw:s1:laid",
        "hu:0:self_draw:laid:s1:2",
        "exhausted:",
        "discard: 0",
        "discard:+1",
    ] {
        let error = text.parse::<Start>().expect_err("no start");
        assert!(error.contains("expected"), "{text:?}: {error}");
    }
}

/// Seat 1 after its discard.
const AFTER: &str = "s2 s3 s4 s5 s6 s7 s9 b1x3 b2 b3 b5 b6 b7 b10x2";
/// The stock without its s4.
const SHORTER: &str = "s3 s6 s7 s7 s8 s9 s10 b2 b2 b3 b4 b4 b5 b6 b9";

type Changes = Vec<(&'static str, Value)>;

/// The code, what the message has to say, what makes it so.
type Wrong = (&'static str, &'static str, Changes);

/// The middle of a round in another phase, seat 1 having discarded.
fn discarded(phase: &str) -> Changes {
    vec![
        ("/phase", json!(phase)),
        ("/seats/1/hand", json!(AFTER)),
        ("/seats/1/row", json!("-b9")),
    ]
}

/// The same, with the s4 drawn.
fn drawn(phase: &str) -> Changes {
    let mut changes = discarded(phase);
    changes.push(("/stock", json!(SHORTER)));
    changes
}

/// What makes the middle of a round no position.
fn wrong_cards() -> Vec<Wrong> {
    let seats = middle()["seats"].clone();
    let two = json!([seats[0], seats[1]]);
    let four = json!([seats[0], seats[1], seats[2], {}]);
    let long_row = vec!["+s1"; 61].join(" ");
    let long_stock = vec!["s1"; 20].join(" ");
    let one = |pointer, value| vec![(pointer, value)];
    vec![
        (
            "setup_seats",
            "2 seats described, expected 3",
            one("/seats", two),
        ),
        (
            "setup_seats",
            "4 seats described, expected 3",
            one("/seats", four),
        ),
        (
            "setup_no_seat",
            "there is no seat 3, expected 0 to 2",
            one("/dealer", json!(3)),
        ),
        (
            "setup_no_seat",
            "there is no seat 3",
            one("/phase", json!("discard:3")),
        ),
        (
            "setup_no_seat",
            "there is no seat 3",
            one("/phase", json!("draw:3")),
        ),
        (
            "setup_no_seat",
            "there is no seat 3",
            one("/phase", json!("hu:1:discard:s1:3")),
        ),
        (
            "setup_copies",
            "card s1 appears 5 times",
            one(
                "/seats/0/hand",
                json!("s1 s3 s5x2 s6 s8x3 b3 b4 b5 b7x2 b9x2 b10"),
            ),
        ),
        (
            "setup_copies",
            "card s4 appears 3 times",
            one("/stock", json!(SHORTER)),
        ),
        (
            "setup_meld",
            "meld kan:s10 of seat 1 cannot be laid",
            one("/seats/1/melds", json!("kan:s10")),
        ),
        (
            "setup_meld",
            "meld pair:s10 of seat 1 cannot be laid",
            one("/seats/1/melds", json!("pair:s10")),
        ),
        (
            "setup_too_many",
            "8 melds of seat 1, at most 7",
            one(
                "/seats/1/melds",
                json!("peng:s1 peng:s2 peng:s3 peng:s4 peng:s5 peng:s6 peng:s7 peng:s8"),
            ),
        ),
        (
            "setup_too_many",
            "61 cards in the row of seat 2, at most 60",
            one("/seats/2/row", json!(long_row)),
        ),
        (
            "setup_too_many",
            "20 cards in the stock, at most 19",
            one("/stock", json!(long_stock)),
        ),
    ]
}

/// The same, for hands and phases.
fn wrong_phases() -> Vec<Wrong> {
    let one = |pointer, value| vec![(pointer, value)];
    vec![
        (
            "setup_owned",
            "seat 1 owns 20 cards in hand and melds, expected 21",
            discarded("discard:1"),
        ),
        (
            "setup_owned",
            "seat 1 owns 21 cards in hand and melds, expected 20",
            one("/phase", json!("discard:2")),
        ),
        (
            "setup_owned",
            "seat 2 owns 20 cards in hand and melds, expected at least 21, since it is dead",
            one("/seats/2/dead", json!(true)),
        ),
        (
            "setup_fault",
            "seat 2 has committed zoupao, which this ruleset prevents",
            one("/seats/2/fault", json!("zoupao")),
        ),
        (
            "setup_unlaid",
            "seat 0 holds four s1 in hand, expected the meld dealt_ti:s1",
            vec![
                (
                    "/seats/0/hand",
                    json!("s1x4 s2 s3 s5x2 s6 s8x3 b3 b4 b5 b7x2 b9x2 b10"),
                ),
                ("/seats/0/melds", json!("")),
            ],
        ),
        (
            "setup_owned",
            "seat 0 owns 20 cards in hand and melds, expected 21",
            one("/phase", json!("deal")),
        ),
        (
            "setup_phase",
            "phase deal: before the first discard nothing is laid, in a row, stale or dead",
            vec![
                ("/phase", json!("deal")),
                (
                    "/seats/0/hand",
                    json!("s1x4 s2 s3 s5x2 s6 s8x3 b3 b4 b5 b7x2 b8 b9x2 b10"),
                ),
                ("/seats/0/melds", json!("")),
                ("/seats/0/row", json!("")),
                ("/seats/0/stale_chi", json!("")),
                (
                    "/seats/1/hand",
                    json!("s2 s3 s4 s5 s6 s7 s9 s10x3 b1x3 b2 b3 b5 b6 b7 b10x2"),
                ),
                ("/seats/1/melds", json!("")),
                ("/seats/1/stale_peng", json!("")),
                (
                    "/stock",
                    json!("s3 s4 s6 s7 s7 s8 s9 s9 s10 b2 b2 b3 b4 b4 b5 b6 b9 b9"),
                ),
            ],
        ),
    ]
}

/// The same, for phases that do not fit the cards.
fn wrong_claims() -> Vec<Wrong> {
    let one = |pointer, value| vec![(pointer, value)];
    vec![
        (
            "setup_phase",
            "phase exhausted: the stock has cards left to draw",
            discarded("exhausted"),
        ),
        (
            "setup_phase",
            "phase concealed:2:s4: the ruleset lays the wei or ti before it asks",
            drawn("concealed:2:s4"),
        ),
        (
            "setup_phase",
            "phase laid:2:b8: the seat cannot win",
            discarded("laid:2:b8"),
        ),
        (
            "setup_phase",
            "phase laid:2:b7: the card lies in no wei or ti of the seat",
            discarded("laid:2:b7"),
        ),
        (
            "setup_phase",
            "phase drawn:2:s4: the drawer's card is forced into a wei or ti and is not shown",
            drawn("drawn:2:s4"),
        ),
        (
            "setup_phase",
            "phase hu:2:self_draw:s4: the seat has not won so",
            drawn("hu:2:self_draw:s4"),
        ),
        (
            "setup_phase",
            "phase hu:2:other_draw:s4: the seat has not won so",
            drawn("hu:2:other_draw:s4"),
        ),
        (
            "setup_phase",
            "phase hu:2:discard:s4:1: the seat has not won so",
            drawn("hu:2:discard:s4:1"),
        ),
        (
            "setup_answer",
            "seat 1 cannot have answered discard:s2 in this phase",
            one("/seats/1/answer", json!("discard:s2")),
        ),
        (
            "setup_answer",
            "seat 0 cannot have answered pass in this phase",
            one("/seats/0/answer", json!("pass")),
        ),
    ]
}

#[test]
fn what_is_no_position_is_refused() {
    for (code, message, changes) in wrong_cards()
        .into_iter()
        .chain(wrong_phases())
        .chain(wrong_claims())
    {
        let position = changed(&middle(), &changes);
        match round_of(&rules(), &position) {
            Ok((round, _)) => panic!("{message}: became {:?}", round.phase()),
            Err(error) => {
                assert_eq!(error.code(), code, "{message}: {error}");
                assert!(
                    error.to_string().starts_with(message),
                    "found {error}, expected {message}"
                );
            }
        }
    }
}

/// What cannot be read.
fn unreadable() -> Vec<Wrong> {
    vec![
        (
            "position_json",
            "unknown field `hand`",
            vec![("/hand", json!("s1"))],
        ),
        (
            "position_json",
            "unknown field `cards`",
            vec![("/seats/0/cards", json!("s1"))],
        ),
        (
            "position_json",
            "missing field `phase`",
            vec![("/phase", Value::Null)],
        ),
        (
            "position_json",
            "missing field `seats`",
            vec![("/seats", Value::Null)],
        ),
        (
            "position_json",
            "missing field `stock`",
            vec![("/stock", Value::Null)],
        ),
        (
            "position_json",
            "invalid type",
            vec![("/dealer", json!("0"))],
        ),
        (
            "position_json",
            "invalid value",
            vec![("/dealer", json!(-1))],
        ),
        (
            "position_json",
            "invalid value",
            vec![("/drawn_before", json!(65536))],
        ),
        (
            "position_json",
            "invalid type",
            vec![("/seats/1", json!(["s1", "peng:s1"]))],
        ),
        (
            "position_part",
            "dealer: \"4\" is no seat",
            vec![("/dealer", json!(4))],
        ),
        (
            "position_part",
            "shown: \"s11\" is no card",
            vec![("/shown", json!("s11"))],
        ),
        (
            "position_part",
            "hand of seat 2: card s2 appears 5 times",
            vec![("/seats/2/hand", json!("s2x3 s2x2"))],
        ),
    ]
}

/// The same, for the lists of seats and the phase.
fn unreadable_lists() -> Vec<Wrong> {
    vec![
        (
            "position_part",
            "melds of seat 0: \"gang:s1\" is no meld",
            vec![("/seats/0/melds", json!("gang:s1"))],
        ),
        (
            "position_part",
            "row of seat 0: \"b8\" is no card of a row",
            vec![("/seats/0/row", json!("b8"))],
        ),
        (
            "position_part",
            "stale_chi of seat 0: \"b0\" is no card",
            vec![("/seats/0/stale_chi", json!("b0"))],
        ),
        (
            "position_part",
            "stale_peng of seat 0: \"b0\" is no card",
            vec![("/seats/0/stale_peng", json!("b0"))],
        ),
        (
            "position_part",
            "passed_hu of seat 0: \"s5\" is no card with huxi",
            vec![("/seats/0/passed_hu", json!("s5"))],
        ),
        (
            "position_part",
            "passed_hu of seat 0: \"x\" is no number",
            vec![("/seats/0/passed_hu", json!("s5:x"))],
        ),
        (
            "position_part",
            "answer of seat 1: \"ron\" is no action",
            vec![("/seats/1/answer", json!("ron"))],
        ),
        (
            "position_part",
            "stock: \"s\" is no card",
            vec![("/stock", json!("s"))],
        ),
        (
            "position_part",
            "phase: \"9\" is no seat",
            vec![("/phase", json!("discard:9"))],
        ),
    ]
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (code, message, changes) in unreadable().into_iter().chain(unreadable_lists()) {
        let text = changed(&middle(), &changes).to_string();
        let error = Setup::from_json(&text).expect_err(message);
        assert_eq!(error.code(), code, "{message}: {error}");
        assert!(
            error.to_string().contains(message),
            "found {error}, expected {message}"
        );
    }
}

#[test]
fn a_dead_seat_owns_too_much_and_may_not_discard() {
    // Seven kan of 21 cards and a pao: nothing to discard, and one card more than W(1). Rule: ruling 3.
    let position = json!({
        "dealer": 0,
        "phase": "draw:1",
        "seats": [
            { "hand": "s2x3 s3x3 s4x3 s5x3 s6x3 s7x3", "melds": "pao:s1", "dead": true },
            { "hand": "s2 s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10x2" },
            { "hand": "s8x3 s9x3 s10x3 b1x3 b2 b3 b4 b5 b6 b7 b8 b9" }
        ],
        "stock": "b2x2 b3x2 b4x2 b5x2 b6x2 b7x2 b8x2 b9x2 b10x2"
    });
    let position = spelt_out(&position);
    let (round, _) = round_of(&rules(), &position).expect("a position");
    assert!(round.is_dead(seat(0)));
    // Where a discard that cannot be made is left out, the seat owns as much and lives. Rule: 2.8, A23.
    let alive = changed(&position, &[("/seats/0/dead", Value::Null)]);
    let error = round_of(&rules(), &alive)
        .expect_err("it owns too much")
        .code();
    assert_eq!(error, "setup_owned");
    for key in ["no_discard_forced", "no_discard_chi_peng"] {
        let rules = rules_with(&json!({ key: "skip" }));
        let (round, _) = round_of(&rules, &alive).expect("a position");
        assert_eq!(
            Round::from_setup(rules, &round.setup(), &mut ()),
            Ok(round),
            "{key}"
        );
    }
}

/// Writes counts in the stock as single cards.
fn spelt_out(position: &Value) -> Value {
    let stock = position["stock"].as_str().expect("a text");
    let cards = paohuzi_engine::parse_cards(stock).expect("cards");
    let texts: Vec<_> = cards.iter().map(|card| card.text()).collect();
    changed(position, &[("/stock", json!(texts.join(" ")))])
}

#[test]
fn a_dealer_of_two_ti_that_opens_anyway_is_described() {
    let rules = rules_with(&json!({ "dealer_two_ti": "open_then_free" }));
    let position = json!({
        "dealer": 0,
        "shown": "s1",
        "phase": "deal",
        "seats": [
            { "hand": "s1x4 s2x4 s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5" },
            { "hand": "s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5 b6 b7 b8x2 b9 b10x2" },
            { "hand": "s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5 b6x2 b7x2 b8 b9 b10" }
        ],
        "stock": "s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5 b6 b7 b8 b9 b9 b10"
    });
    let (round, _) = round_of(&rules, &position).expect("a deal");
    assert_eq!(round.phase(), Phase::Discard(seat(0)));
    let (again, events) = round_of(
        &rules,
        &serde_json::from_str(&round.setup().to_json()).expect("JSON"),
    )
    .expect("the position that it is");
    assert_eq!((again, events.len()), (round, 0));
    // Elsewhere the same dealer does not open. Rule: A5.
    let (skipped, _) = round_of(&self::rules(), &position).expect("a deal");
    assert!(matches!(
        skipped.phase(),
        Phase::Drawn { .. } | Phase::Discard(_)
    ));
    assert_eq!(skipped.stock().len(), 18);
}

#[test]
fn a_block_that_the_ruleset_does_not_have_lies_on_no_table() {
    let position = changed(
        &middle(),
        &[
            (
                "/seats/1/hand",
                json!("s2 s3 s4 s5 s6 s7 s9 s10x3 b1x2 b2 b3 b6 b7 b9 b10"),
            ),
            ("/seats/1/melds", json!("chi:b1-b5-b10")),
        ],
    );
    let error = round_of(&rules(), &position).expect_err("1-5-10 is not played");
    assert_eq!(error.code(), "setup_no_block");
    assert_eq!(
        error.to_string(),
        "meld chi:b1-b5-b10 of seat 1 is no block of this ruleset, which has no 1-5-10"
    );
    let played = rules_with(&json!({ "one_five_ten": true }));
    let (round, _) = round_of(&played, &position).expect("1-5-10 is played");
    assert_eq!(round.phase(), Phase::Discard(seat(1)));
}
