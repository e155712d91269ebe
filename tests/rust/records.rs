//! Records of every format and form, kept for good: every later release reads them and plays them to the same end.

mod common;
#[expect(dead_code, reason = "kept files are never compared as a whole")]
mod golden;

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use common::{PRESETS, preset};
use golden::{data, play};
use paohuzi_engine::{
    Action, Deck, Game, LogReader, Origin, RECORD_FORMAT, Record, Ruleset, Seat, log_of,
};
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

/// A round of a preset and how it ends, told by the plain second implementation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    rules: String,
    dealer: usize,
    deck: String,
    answers: Vec<String>,
    kind: String,
    winner: usize,
    huxi: u8,
    units: u16,
    fan: u16,
    score: u32,
    items: BTreeMap<String, u16>,
    points: Vec<i64>,
    blocks: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllTold {
    record: Vec<Told>,
}

impl Told {
    fn game(&self) -> Game {
        let deck: Deck = self.deck.parse().expect("a deck");
        let dealer = Seat::new(self.dealer).expect("a seat");
        let rules = Arc::new(preset(&self.rules));
        let mut game = Game::deal(rules, deck, dealer, 0).expect("a seat");
        for answer in &self.answers {
            let (seat, action) = answer.split_once(' ').expect("a seat and an action");
            let asked = game.current_seat().map(|seat| seat.to_string());
            assert_eq!(asked.as_deref(), Some(seat), "{} {answer}", self.rules);
            let action: Action = action.parse().expect("an action");
            game.push(action)
                .unwrap_or_else(|error| panic!("{} {answer}: {error}", self.rules));
        }
        game
    }

    fn check(&self, record: &Record, file: &str) {
        let answers: Vec<_> = record.answers().iter().collect();
        let answers: Vec<_> = answers.iter().map(|(s, a)| format!("{s} {a}")).collect();
        assert_eq!(answers, self.answers, "{file}");
        assert_eq!(record.rules().name(), self.rules, "{file}");
        let game = record
            .replay()
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let settled = game.round().settlement().expect("a round that is over");
        let won = settled.win().expect("a win");
        assert_eq!(settled.kind(), self.kind, "{file}");
        assert_eq!(won.seat.index(), self.winner, "{file}");
        assert_eq!(
            (won.win.huxi, won.win.units, won.win.fan, won.win.score),
            (self.huxi, self.units, self.fan, self.score),
            "{file}"
        );
        let lines = settled.items().iter();
        let items = lines.map(|line| (line.name(record.rules()).to_owned(), line.value));
        assert_eq!(items.collect::<BTreeMap<_, _>>(), self.items, "{file}");
        assert_eq!(settled.payments(), self.points, "{file}");
        let blocks = won.win.arrangement.blocks.iter().map(ToString::to_string);
        let (mut blocks, mut told): (Vec<_>, Vec<_>) =
            (blocks.collect(), self.blocks.split(' ').collect());
        blocks.sort();
        told.sort_unstable();
        assert_eq!(blocks, told, "{file}");
    }
}

#[test]
fn a_record_of_every_preset_is_kept_and_ends_as_told() {
    let text = fs::read_to_string(data("records/presets.toml")).expect("part of the project");
    let AllTold { record: all } = toml::from_str(&text).expect("rounds");
    for name in PRESETS {
        assert!(
            all.iter().any(|told| told.rules == name),
            "no round of {name}"
        );
    }
    for told in &all {
        let path = |format: u32, extension: &str| {
            data(&format!(
                "records/presets/{}.format{format}.{extension}",
                told.rules
            ))
        };
        let game = told.game();
        let now = Record::of(&game);
        let here = path(RECORD_FORMAT.into(), "json");
        if std::env::var_os("PAOHUZI_UPDATE").is_some() && !here.exists() {
            fs::create_dir_all(here.parent().expect("a folder")).expect("a folder");
            fs::write(&here, format!("{now}\n")).expect("a file");
            let line = format!("{}\n", now.to_text());
            fs::write(path(RECORD_FORMAT.into(), "txt"), line).expect("a file");
            fs::write(path(RECORD_FORMAT.into(), "bin"), now.to_bytes()).expect("a file");
        }
        let mut kept = 0;
        for format in 2..=u32::from(RECORD_FORMAT) {
            let json = path(format, "json");
            if !json.exists() {
                continue;
            }
            kept += 1;
            let file = json.display().to_string();
            let record: Record = fs::read_to_string(&json)
                .expect("a kept text")
                .parse()
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            let bytes = fs::read(path(format, "bin")).expect("kept bytes");
            assert_eq!(Record::from_bytes(&bytes).as_ref(), Ok(&record), "{file}");
            let line = fs::read_to_string(path(format, "txt")).expect("a kept line");
            let rules = Arc::clone(record.rules());
            assert_eq!(
                Record::from_text(&line, rules).as_ref(),
                Ok(&record),
                "{file}"
            );
            told.check(&record, &file);
        }
        assert!(kept > 0, "no record of {}", told.rules);
    }
}
