//! The directions inside the engine: a module names only modules below it, and no module does what is not its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use paohuzi_engine::{Action, ActionSet, Card, Counts, Event, Meld, Round, View};

/// The modules from the lowest up, in rows; those of one row do not know each other.
///
/// A new module takes its place here, as low as what it names allows.
const ROWS: &[&[&str]] = &[
    &["text"],
    &["card", "cardset", "seat"],
    &["counts", "compact"],
    &["block"],
    &["deck", "meld"],
    &["rules"],
    &["huxi", "position", "half"],
    &["packed", "decompose", "chi"],
    &["score"],
    &["win"],
    &["outlook"],
    &["waits", "distance"],
    &["action", "advice", "tables"],
    &["fault"],
    &["event", "stored"],
    &["settle", "event_bytes", "event_json"],
    &["round", "match_state"],
    &["game", "view", "perft"],
    &[
        "view_bytes",
        "view_line",
        "view_outlook",
        "record",
        "resample",
    ],
    &["explain", "log"],
];

/// Modules of one row that define each other: a set of cards and the cards.
const TOGETHER: [(&str, &str); 2] = [("card", "cardset"), ("cardset", "card")];

/// The same for the files of the round. Its own file is the door and names them all.
const ROUND: &[&[&str]] = &[
    &["row", "phase", "history", "ready"],
    &["state"],
    &["legal", "claim"],
    &["forced"],
    &["apply"],
    &["setup"],
    &["setup_check", "setup_bytes", "setup_text"],
    &["setup_line", "placed"],
];

/// What may write a round: an answer, what follows from it by itself, and the making of a described one.
const WRITERS: [&str; 3] = ["round/apply.rs", "round/forced.rs", "round/placed.rs"];

/// What the engine is apart from: threads, clocks, files, the world, and floats.
const FOREIGN: [&str; 11] = [
    "std::thread",
    "std::time",
    "std::fs",
    "std::env",
    "std::io",
    "std::net",
    "std::process",
    "unsafe ",
    "println!",
    "f32",
    "f64",
];

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The code of each file, without comments and unit tests, by its path below `src`.
fn code() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    collect(&sources(), &mut files);
    files
}

fn collect(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            collect(&path, files);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let name = path.strip_prefix(sources()).expect("below src");
        let name = name.to_string_lossy().replace('\\', "/");
        files.insert(name, lines.collect::<Vec<_>>().join("\n"));
    }
}

/// The words that follow `before` in the code.
fn named(code: &str, before: &str) -> Vec<String> {
    let is_word = |c: char| c.is_ascii_lowercase() || c == '_';
    let after = code.split(before).skip(1);
    after
        .map(|rest| rest.chars().take_while(|c| is_word(*c)).collect())
        .filter(|word: &String| !word.is_empty())
        .collect()
}

fn row_of(rows: &[&[&str]], module: &str) -> Option<usize> {
    rows.iter().position(|row| row.contains(&module))
}

#[test]
fn modules_name_only_modules_below_them() {
    let mut faults = Vec::new();
    for (file, code) in code() {
        let module = file.split(['/', '.']).next().expect("a name").to_owned();
        if module == "lib" {
            continue;
        }
        let Some(row) = row_of(ROWS, &module) else {
            faults.push(format!("{file}: {module} has no place in ROWS"));
            continue;
        };
        for other in named(&code, "crate::") {
            let below = row_of(ROWS, &other).is_some_and(|other| other < row);
            if !below && other != module && !TOGETHER.contains(&(&module, &other)) {
                faults.push(format!("{file} names {other}, which is not below it"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_of_the_round_name_only_files_below_them() {
    let mut faults = Vec::new();
    for (file, code) in code() {
        let Some(name) = file
            .strip_prefix("round/")
            .and_then(|file| file.strip_suffix(".rs"))
        else {
            continue;
        };
        if name == "mod" {
            continue;
        }
        let Some(row) = row_of(ROUND, name) else {
            faults.push(format!("{file} has no place in ROUND"));
            continue;
        };
        for other in named(&code, "super::") {
            // A function of the door, such as the win that ended the round, is no file.
            if row_of(ROUND, &other).is_some_and(|other| other >= row) {
                faults.push(format!("{file} names {other}, which is not below it"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_else_writes_a_round() {
    for (file, code) in code() {
        let writes = code.contains("&mut State") || code.contains("&mut self.state");
        let is_door = file == "round/mod.rs";
        assert!(
            !writes || is_door || WRITERS.contains(&file.as_str()),
            "{file} writes a round"
        );
    }
}

#[test]
fn the_engine_keeps_to_itself() {
    for (file, code) in code() {
        for word in FOREIGN {
            assert!(!code.contains(word), "{file} has {word}");
        }
    }
    let root = fs::read_to_string(sources().join("lib.rs")).expect("a text file");
    assert!(root.contains("#![forbid(unsafe_code)]"));
    // lib.rs holds names only.
    for word in [
        "fn ",
        "struct ",
        "enum ",
        "impl ",
        "trait ",
        "const ",
        "static ",
        "macro_rules",
    ] {
        assert!(!code()["lib.rs"].contains(word), "lib.rs has {word}");
    }
}

#[test]
fn the_engine_depends_on_little() {
    const KNOWN: [&str; 8] = [
        "rand_chacha",
        "rand_core",
        "serde",
        "serde_json",
        "sha2",
        "thiserror",
        "tinyvec",
        "toml",
    ];
    let manifest = fs::read_to_string(sources().join("../Cargo.toml")).expect("a text file");
    let manifest: toml::Table = toml::from_str(&manifest).expect("a manifest");
    let dependencies = manifest["dependencies"].as_table().expect("a table");
    let names: Vec<_> = dependencies.keys().map(String::as_str).collect();
    assert_eq!(names, KNOWN, "another dependency needs a reason");
}

#[test]
fn values_stay_small() {
    assert_eq!(
        (size_of::<Card>(), size_of::<Meld>(), size_of::<Counts>()),
        (1, 2, 8)
    );
    assert!(size_of::<Action>() <= 8, "{}", size_of::<Action>());
    assert!(size_of::<ActionSet>() <= 32, "{}", size_of::<ActionSet>());
    assert!(size_of::<Event>() <= 96, "{}", size_of::<Event>());
    assert!(size_of::<Round>() <= 1280, "{}", size_of::<Round>());
    assert!(size_of::<View>() <= 768, "{}", size_of::<View>());
}

#[test]
fn the_rows_tell_a_wrong_direction() {
    assert_eq!(
        named("use crate::round::Round;\ncrate::text::join(f)", "crate::"),
        ["round", "text"]
    );
    assert!(row_of(ROWS, "card") < row_of(ROWS, "rules"));
    assert!(row_of(ROWS, "round") > row_of(ROWS, "settle"));
    assert_eq!(row_of(ROWS, "elsewhere"), None);
}
