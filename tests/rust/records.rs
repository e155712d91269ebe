//! Records of every format and form, kept for good: every later release reads them and plays them to the same end.

mod common;
#[expect(dead_code, reason = "kept files are never compared as a whole")]
mod golden;

use std::fs;
use std::sync::Arc;

use common::preset;
use golden::{data, play};
use paohuzi_engine::{Game, LogReader, Origin, RECORD_FORMAT, Record, Ruleset, Seat, log_of};
use serde::Deserialize;

/// How a kept record ends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    name: String,
    rules: String,
    answers: usize,
    kind: String,
    winner: Option<usize>,
    huxi: Option<u8>,
    score: Option<u32>,
    points: Vec<i64>,
    blocks: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    record: Vec<Kept>,
}

/// What `PAOHUZI_UPDATE=1` writes where a file is missing; a file that is there is never written again.
fn games() -> Vec<(&'static str, Game)> {
    let first = |rules: Ruleset, fits: &dyn Fn(&Game) -> bool| {
        let rules = Arc::new(rules);
        let mut games = (0..).map(|index| play(&rules, 3, index, |_, _, _, _| {}));
        games.find(fits).expect("rounds without end")
    };
    let items = |game: &Game| {
        game.round()
            .settlement()
            .map_or(0, |settled| settled.items().len())
    };
    let is_won = |game: &Game| {
        game.round()
            .settlement()
            .is_some_and(|settled| settled.winner().is_some())
    };
    let options = r#"{"own_draw_first": false, "stale_joint": true, "min_huxi": 18}"#;
    let changed = preset("hunan_full").replaced(options).expect("valid keys");
    let whole = first(preset("quanmingtang_full"), &|game| {
        items(game) > 0 && game.answers().len() > 20
    });
    let mut middle = whole.clone();
    for _ in 0..10 {
        middle.pop();
    }
    let setup = middle.round().setup();
    let mut from_middle =
        Game::from_setup(Arc::clone(middle.round().rules()), setup).expect("a position");
    for (_, action) in &whole.answers()[middle.answers().len()..] {
        from_middle.push(*action).expect("it was legal");
    }
    vec![
        (
            "won",
            first(preset("quanmingtang"), &|game| items(game) > 1),
        ),
        ("drawn", first(preset("luzhou"), &|game| !is_won(game))),
        (
            "options",
            first(changed, &|game| is_won(game) && game.answers().len() > 10),
        ),
        ("position", from_middle),
        ("unfinished", middle),
    ]
}

#[test]
fn kept_records_read_and_end_as_before() {
    if std::env::var_os("PAOHUZI_UPDATE").is_some() {
        for (name, game) in games() {
            let record = Record::of(&game);
            let write = |extension: &str, bytes: &[u8]| {
                let path = data(&format!("records/{name}.format{RECORD_FORMAT}.{extension}"));
                if !path.exists() {
                    fs::create_dir_all(path.parent().expect("a folder"))
                        .expect("a folder that can be written");
                    fs::write(path, bytes).expect("a file that can be written");
                }
            };
            write("json", format!("{record}\n").as_bytes());
            write("bin", &record.to_bytes());
            write("txt", format!("{}\n", record.to_text()).as_bytes());
            let log = |seat| {
                let lines = log_of(&record, seat).expect("a game can be replayed");
                format!("{}\n", lines.join("\n"))
            };
            write("log.jsonl", log(None).as_bytes());
            write("seat1.log.jsonl", log(Seat::new(1)).as_bytes());
        }
    }
    let index =
        fs::read_to_string(data("records/records.toml")).expect("the file is part of the project");
    let File { record: all } = toml::from_str(&index).expect("records");
    assert!(all.len() >= 10);
    for kept in all {
        let name = &kept.name;
        let text = fs::read_to_string(data(&format!("records/{name}.json"))).expect("a kept text");
        let bytes = fs::read(data(&format!("records/{name}.bin"))).expect("kept bytes");
        let record: Record = text
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            Record::from_bytes(&bytes).as_ref(),
            Ok(&record),
            "{name}: text and bytes"
        );
        if !name.ends_with(".format1") {
            other_forms_say_the_same(name, &record);
        }
        let game = record
            .replay()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Record::of(&game), record, "{name}");
        assert_eq!(
            (record.rules().name(), record.answers().len()),
            (kept.rules.as_str(), kept.answers),
            "{name}"
        );
        let Some(settlement) = game.round().settlement() else {
            assert_eq!(kept.kind, "unfinished", "{name}");
            continue;
        };
        let win = settlement.win();
        assert_eq!(settlement.kind(), kept.kind, "{name}");
        assert_eq!(win.map(|win| win.seat.index()), kept.winner, "{name}");
        assert_eq!(win.map(|win| win.win.huxi), kept.huxi, "{name}");
        assert_eq!(win.map(|win| win.win.score), kept.score, "{name}");
        assert_eq!(settlement.payments(), kept.points, "{name}");
        let blocks = win.map(|win| {
            let texts: Vec<_> = win
                .win
                .arrangement
                .blocks
                .iter()
                .map(ToString::to_string)
                .collect();
            texts.join(" ")
        });
        assert_eq!(blocks, kept.blocks, "{name}");
    }
}

/// The forms that there are since format 2.
fn other_forms_say_the_same(name: &str, record: &Record) {
    let text = |extension: &str| {
        let path = data(&format!("records/{name}.{extension}"));
        fs::read_to_string(path).expect("a kept text")
    };
    let rules = Arc::clone(record.rules());
    assert_eq!(
        Record::from_text(&text("txt"), rules).as_ref(),
        Ok(record),
        "{name}: one line"
    );
    let mut reader = LogReader::default();
    for line in text("log.jsonl").lines() {
        reader
            .push(line)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(reader.finish().as_ref(), Ok(record), "{name}: the log");
    let mut reader = LogReader::default();
    for line in text("seat1.log.jsonl").lines() {
        reader
            .push(line)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(reader.check_end(), Ok(()), "{name}: the log of a seat");
}

#[test]
fn records_of_deals_and_of_positions_are_kept() {
    let origin = |name: &str| {
        let text =
            fs::read_to_string(data(&format!("records/{name}.format1.json"))).expect("a kept text");
        let record: Record = text
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        record.origin().clone()
    };
    assert!(matches!(origin("won"), Origin::Deal { .. }));
    assert!(matches!(origin("position"), Origin::Setup(_)));
}
