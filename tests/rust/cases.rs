//! The golden cases of `tests/data/cases`, whose README says what the keys mean.

mod common;
#[path = "cases/distances.rs"]
mod distances;
#[path = "cases/hands.rs"]
mod hands;
#[path = "cases/matches.rs"]
mod matches;
#[path = "cases/rounds.rs"]
mod rounds;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use paohuzi_engine::Ruleset;
use serde::de::DeserializeOwned;

use common::preset;

/// What differs between a case and the engine, one line a difference.
type Differences = Vec<String>;

/// A case of one kind, without the keys that all kinds share.
trait Case: DeserializeOwned {
    /// Compares the engine with it.
    ///
    /// # Errors
    /// A case that cannot be read or cannot be.
    fn differences(&self) -> Result<Differences, String>;
}

/// The keys that all kinds of case share.
struct Head {
    id: String,
    rule: String,
}

impl Head {
    /// Takes them out of the table of the case.
    fn take(table: &mut toml::Table) -> Result<Self, String> {
        let mut text = |key: &str| match table.remove(key) {
            Some(toml::Value::String(text)) if !text.is_empty() => Ok(Some(text)),
            Some(other) => Err(format!("{key}: found {other:?}, expected a text")),
            None => Ok(None),
        };
        text("fault")?;
        Ok(Self {
            id: text("id")?.ok_or("a case without an id")?,
            rule: text("rule")?.ok_or("a case without a rule")?,
        })
    }
}

/// What came of a file.
#[derive(Default)]
struct Report {
    run: usize,
    failures: Vec<String>,
}

/// Asks every case of a file's text.
fn run_text<C: Case>(file: &str, text: &str) -> Report {
    let mut report = Report::default();
    let mut ids = BTreeSet::new();
    let cases = match read(text) {
        Ok(cases) => cases,
        Err(error) => {
            report.failures.push(format!("{file}: {error}"));
            return report;
        }
    };
    for mut table in cases {
        let head = match Head::take(&mut table) {
            Ok(head) => head,
            Err(error) => {
                report.failures.push(format!("{file}: {error}"));
                continue;
            }
        };
        let Head { id, rule } = head;
        let name = format!("{file} {id} ({rule})");
        if !ids.insert(id) {
            report
                .failures
                .push(format!("{name}: the id appears twice"));
        }
        let case = match C::deserialize(table) {
            Ok(case) => case,
            Err(error) => {
                report
                    .failures
                    .push(format!("{name}: {}", error.to_string().trim_end()));
                continue;
            }
        };
        report.run += 1;
        let differences = case.differences().unwrap_or_else(|error| vec![error]);
        report.failures.extend(
            differences
                .iter()
                .map(|difference| format!("{name}: {difference}")),
        );
    }
    report
}

/// The tables of a file.
fn read(text: &str) -> Result<Vec<toml::Table>, String> {
    let mut file: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let cases = file.remove("case");
    if let Some(key) = file.keys().next() {
        return Err(format!("found the key {key}, expected [[case]] alone"));
    }
    let Some(toml::Value::Array(cases)) = cases else {
        return Err("expected [[case]] tables".into());
    };
    cases
        .into_iter()
        .map(|case| match case {
            toml::Value::Table(table) => Ok(table),
            other => Err(format!("found {other:?}, expected a table")),
        })
        .collect()
}

/// Asks the cases of a file by its name.
fn run_file(file: &str, text: &str) -> Report {
    match file {
        "units.toml" => run_text::<hands::Scale>(file, text),
        "huxi.toml" => run_text::<hands::Huxi>(file, text),
        "chi.toml" => run_text::<hands::Chi>(file, text),
        "distance.toml" => run_text::<distances::HowFar>(file, text),
        "fans.toml" | "wins.toml" | "regional.toml" => run_text::<hands::Wins>(file, text),
        "matches.toml" => run_text::<matches::Match>(file, text),
        "santi_wukan.toml" => run_text::<hands::SantiWukan>(file, text),
        "waits.toml" => run_text::<hands::ReadyHand>(file, text),
        "positions.toml" => run_text::<hands::Position>(file, text),
        "rounds.toml" | "regional_rounds.toml" | "faults.toml" => {
            run_text::<rounds::Scripted>(file, text)
        }
        other => Report {
            failures: vec![format!("{other}: nothing runs this file")],
            ..Report::default()
        },
    }
}

/// The ruleset of a case.
fn ruleset(name: &str, options: &toml::Table) -> Result<Ruleset, String> {
    if options.is_empty() {
        return Ok(preset(name));
    }
    let changes = serde_json::to_string(options).map_err(|error| error.to_string())?;
    preset(name)
        .replaced(&changes)
        .map_err(|error| error.to_string())
}

/// Adds a line where the two differ.
fn compare<T: PartialEq + std::fmt::Debug>(
    differences: &mut Differences,
    what: &str,
    found: &T,
    expected: &T,
) {
    if found != expected {
        differences.push(format!("{what}: found {found:?}, expected {expected:?}"));
    }
}

/// Compares what a case states, and lets pass what it does not.
struct Check<'a>(&'a mut Differences);

impl Check<'_> {
    fn opt<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        found: Option<T>,
        expected: Option<&T>,
    ) {
        let Some(expected) = expected else { return };
        match found {
            Some(found) => compare(self.0, what, &found, expected),
            None => self
                .0
                .push(format!("{what}: found none, expected {expected:?}")),
        }
    }
}

/// Reads texts of the game separated by blanks.
fn words<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<Vec<T>, String> {
    text.split_whitespace()
        .map(|word| word.parse().map_err(|error| format!("{word}: {error}")))
        .collect()
}

/// Asks the cases of every file.
fn run_folder() -> Report {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/cases");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    files.sort();
    let mut all = Report::default();
    for path in files {
        let name = path
            .file_name()
            .expect("a file has a name")
            .to_string_lossy();
        let text = fs::read_to_string(&path).expect("a text file");
        let report = run_file(&name, &text);
        assert!(
            report.run > 0 || !report.failures.is_empty(),
            "{name} has no case"
        );
        all.run += report.run;
        all.failures.extend(report.failures);
    }
    all
}

#[test]
fn the_engine_agrees_with_every_case() {
    let Report { run, failures } = run_folder();
    assert!(
        failures.is_empty(),
        "{} differences\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(run >= 300, "{run} cases");
}

/// The only line that is told about a text.
fn failure(file: &str, text: &str) -> String {
    let report = run_file(file, text);
    assert_eq!(report.failures.len(), 1, "{:?}", report.failures);
    report.failures.concat()
}

#[test]
fn a_right_expectation_passes() {
    for (file, case) in RIGHT {
        let report = run_file(file, &format!("[[case]]\nid = 'x'\nrule = 'y'\n{case}"));
        assert_eq!(
            (report.run, report.failures.as_slice()),
            (1, &[][..]),
            "{file}"
        );
    }
}

#[test]
fn a_wrong_expectation_fails_with_id_clause_and_difference() {
    for (file, case, right, wrong, told) in WRONG {
        let (_, text) = RIGHT[case];
        assert!(text.contains(right), "{file}: {right}");
        let text = text.replacen(right, wrong, 1);
        let told_now = failure(file, &format!("[[case]]\nid = 'X1'\nrule = 'R9'\n{text}"));
        assert_eq!(told_now, format!("{file} X1 (R9): {told}"));
    }
}

#[test]
fn a_malformed_case_is_no_case() {
    let unknown = failure(
        "units.toml",
        "[[case]]\nid = 'x'\nrule = 'y'\nrules = 'luzhou'\nhuxi = 10\nunits = 1\nextra = 1",
    );
    assert!(unknown.contains("unknown field `extra`"), "{unknown}");
    let missing = failure(
        "units.toml",
        "[[case]]\nid = 'x'\nrule = 'y'\nrules = 'luzhou'\nhuxi = 10",
    );
    assert!(missing.contains("missing field `units`"), "{missing}");
    let nameless = failure("units.toml", "[[case]]\nrule = 'y'");
    assert_eq!(nameless, "units.toml: a case without an id");
    let other = failure("units.toml", "[[cases]]\nid = 'x'");
    assert!(other.contains("found the key cases"), "{other}");
    assert_eq!(
        failure("games.toml", ""),
        "games.toml: nothing runs this file"
    );
}

/// One passing case a kind.
const RIGHT: [(&str, &str); 10] = [
    ("units.toml", "rules = 'luzhou'\nhuxi = 20\nunits = 2"),
    ("huxi.toml", "rules = 'luzhou'\nmelds = [{ meld = 'ti:b2', huxi = 18 }]"),
    ("chi.toml", "hand = 's1 s2 s3 s4 s5'\ncard = 's3'\nchoices = ['chi:s3:s1-s2-s3+s3-s4-s5']"),
    (
        "wins.toml",
        "hand = 'b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9'\nmelds = ''\ndraw = 's7'\nown_draw = true
expect = [{ rules = 'quanmingtang', win = true, huxi = 15, units = 2, fan = 1, score = 2, items = {}, arrangement = ['chi:s1-s2-s3', 'chi:s4-s5-s6', 'chi:s7-s8-s9', 'chi:b1-b2-b3', 'chi:b2-b7-b10', 'chi:b4-b5-b6', 'chi:b8-b9-b10'] }]",
    ),
    (
        "santi_wukan.toml",
        "hand = 's1x3 s3x3 s4x3 s5x3 s6x3 s8 s9 b1 b5 b8'
expect = [{ rules = 'quanmingtang', win = true, huxi = 15, units = 2, fan = 6, score = 12, items = { santi_wukan = 6 } }]",
    ),
    (
        "waits.toml",
        "rules = 'quanmingtang'\nhand = 'b1 b2 b3 b2 b7 b10 s1 s2 s3 b4 b5 b6 s4 s5 s6 s8 s9 b8 b9 b10'\nmelds = ''
waits = { s7 = { others = 15, own = 15 }, s10 = { others = 15, own = 15 } }",
    ),
    (
        "positions.toml",
        "fault = 'f'\nhand = 's2x3 s8x2 s9x2 b1 b2x2 b3 b7 b9 b10'\nmelds = 'peng:b8 chi:s10-s10-b10'\ndraw = 'b8'\nown_draw = true
expect = [{ rules = 'quanmingtang', win = true, huxi = 24 }]",
    ),
    (
        "rounds.toml",
        "rules = 'quanmingtang'\ndealer = 1
hands = ['b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9', 's1 s1 s3 s3 s5 s5 s7 s9 s9 s10 b1 b1 b3 b3 b5 b5 b7 b7 b9 b9', 's2 s2 s4 s4 s6 s6 s8 s8 s10 s10 b2 b2 b4 b4 b6 b6 b8 b8 b10 b10']
shown = 's7'\nstock = 's1 s2 s3 s4 s5 s6 s7 s7 s8 s9 s10 b1 b3 b4 b5 b6 b7 b8 b9'
script = ['active 1', '1? hu pass', '2?', 'refuse 2 pass', 'refuse 1 peng', 'hand 1 b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s7 s8 s9', 'stock 19', 'alive 1', 'row 1', 'melds 1', 'stale_chi 1', 'stale_peng 1', '1 hu', 'over', 'active']
expect = { winner = 1, kind = 'tianhu', self_draw = true, huxi = 15, units = 2, fan = 6, score = 12, payments = [-12, 24, -12], items = { tianhu = 6 }, next_dealer = 1 }",
    ),
    (
        "distance.toml",
        "rules = 'quanmingtang'\nhand = 's1 s2 s3 s4x2 b9'
melds = 'chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6'
distance = 0\nuseful = { own = 's4 b4', drawn = 's4 b4', discarded = '' }
discards = { s1 = 1, s2 = 1, s3 = 1, s4 = 1, b9 = 0 }",
    ),
    (
        "matches.toml",
        "rules = 'shaoyang_bopi'\nseats = 4\ndealer = 0\nresting = 2\nbalance = [-120, 160, 40, -80]
results = [{ winner = 1, score = 84, points = [0, 84, 42, 0] }, { dealer = 1, drawn_before = 1, totals = [0, 74, 42, 10], over = false }]",
    ),
];

/// Changes of those that must be told: the file, which case, a part of it, the wrong part, what is told.
const WRONG: [(&str, usize, &str, &str, &str); 33] = [
    (
        "distance.toml",
        8,
        "distance = 0",
        "distance = 1",
        "distance: found Some(0), expected Some(1)",
    ),
    (
        "distance.toml",
        8,
        "discarded = ''",
        "discarded = 's4'",
        "discarded: found \"\", expected \"s4\"",
    ),
    (
        "distance.toml",
        8,
        "s4 = 1, b9 = 0",
        "b9 = 0",
        "discards: found {\"b9\": 0, \"s1\": 1, \"s2\": 1, \"s3\": 1, \"s4\": 1}, expected {\"b9\": 0, \"s1\": 1, \"s2\": 1, \"s3\": 1}",
    ),
    (
        "units.toml",
        0,
        "units = 2",
        "units = 3",
        "units: found 2, expected 3",
    ),
    (
        "huxi.toml",
        1,
        "huxi = 18",
        "huxi = 15",
        "ti:b2: found 18, expected 15",
    ),
    (
        "chi.toml",
        2,
        "['chi:s3:s1-s2-s3+s3-s4-s5']",
        "[]",
        "choices: found {\"chi:s3:s1-s2-s3+s3-s4-s5\"}, expected {}",
    ),
    (
        "wins.toml",
        3,
        "huxi = 15",
        "huxi = 18",
        "[quanmingtang] huxi: found 15, expected 18",
    ),
    (
        "wins.toml",
        3,
        "units = 2",
        "units = 1",
        "[quanmingtang] units: found 2, expected 1",
    ),
    (
        "wins.toml",
        3,
        "score = 2",
        "score = 4",
        "[quanmingtang] score: found 2, expected 4",
    ),
    (
        "wins.toml",
        3,
        "items = {}",
        "items = { honghu = 2 }",
        "[quanmingtang] items: found {}, expected {\"honghu\": 2}",
    ),
    (
        "wins.toml",
        3,
        "win = true, huxi = 15, units = 2, fan = 1, score = 2, items = {}, arrangement = ['chi:s1-s2-s3', 'chi:s4-s5-s6', 'chi:s7-s8-s9', 'chi:b1-b2-b3', 'chi:b2-b7-b10', 'chi:b4-b5-b6', 'chi:b8-b9-b10']",
        "win = false",
        "[quanmingtang] win: found true, expected false",
    ),
    (
        "wins.toml",
        3,
        "draw = 's7'",
        "draw = 's8'",
        "[quanmingtang] win: found false, expected true",
    ),
    (
        "wins.toml",
        3,
        "'chi:s1-s2-s3', 'chi:s4-s5-s6', 'chi:s7-s8-s9', ",
        "",
        "[quanmingtang] arrangement: found [\"chi:s1-s2-s3\", \"chi:s4-s5-s6\", \"chi:s7-s8-s9\", \"chi:b1-b2-b3\", \"chi:b2-b7-b10\", \"chi:b4-b5-b6\", \"chi:b8-b9-b10\"], expected [\"chi:b1-b2-b3\", \"chi:b2-b7-b10\", \"chi:b4-b5-b6\", \"chi:b8-b9-b10\"]",
    ),
    (
        "santi_wukan.toml",
        4,
        "fan = 6",
        "fan = 1",
        "[quanmingtang] fan: found 6, expected 1",
    ),
    (
        "waits.toml",
        5,
        ", s10 = { others = 15, own = 15 }",
        "",
        "waits: found {\"s10\": (Some(15), Some(15)), \"s7\": (Some(15), Some(15))}, expected {\"s7\": (Some(15), Some(15))}",
    ),
    (
        "positions.toml",
        6,
        "huxi = 24",
        "huxi = 23",
        "[quanmingtang] huxi: found 24, expected 23",
    ),
    (
        "rounds.toml",
        7,
        "'active 1'",
        "'active 1 2'",
        "script line 0, active 1 2: found [1], expected [1, 2]",
    ),
    (
        "rounds.toml",
        7,
        "'1? hu pass'",
        "'1? hu'",
        "script line 1, 1? hu: found {\"hu\", \"pass\"}, expected {\"hu\"}",
    ),
    (
        "rounds.toml",
        7,
        "'2?'",
        "'2? pass'",
        "script line 2, 2? pass: found {}, expected {\"pass\"}",
    ),
    (
        "rounds.toml",
        7,
        "'refuse 2 pass'",
        "'refuse 1 pass'",
        "script line 3, refuse 1 pass: it was accepted",
    ),
    (
        "rounds.toml",
        7,
        "'stock 19'",
        "'stock 18'",
        "script line 6, stock 18: found 19, expected 18",
    ),
    (
        "rounds.toml",
        7,
        "'alive 1'",
        "'dead 1'",
        "script line 7, dead 1: found false, expected true",
    ),
    (
        "rounds.toml",
        7,
        "'row 1'",
        "'row 1 s1'",
        "script line 8, row 1 s1: found [], expected [S1]",
    ),
    (
        "rounds.toml",
        7,
        "'melds 1'",
        "'melds 1 peng:s1'",
        "script line 9, melds 1 peng:s1: found [], expected [Meld(peng:s1)]",
    ),
    (
        "rounds.toml",
        7,
        "'stale_chi 1'",
        "'stale_chi 1 s1'",
        "script line 10, stale_chi 1 s1: found CardSet(), expected CardSet(s1)",
    ),
    (
        "rounds.toml",
        7,
        "'1 hu', 'over', 'active'",
        "'1 hu', '1 pass'",
        "script line 13, 1 pass: the round is over, pass cannot be answered any more",
    ),
    (
        "rounds.toml",
        7,
        "kind = 'tianhu'",
        "kind = 'self_draw'",
        "kind: found \"tianhu\", expected \"self_draw\"",
    ),
    (
        "rounds.toml",
        7,
        "[-12, 24, -12]",
        "[-12, 12, 0]",
        "payments: found [-12, 24, -12], expected [-12, 12, 0]",
    ),
    (
        "rounds.toml",
        7,
        "next_dealer = 1",
        "next_dealer = 0",
        "next_dealer: found 1, expected 0",
    ),
    (
        "matches.toml",
        9,
        "resting = 2",
        "resting = 3",
        "resting at first: found Some(2), expected Some(3)",
    ),
    (
        "matches.toml",
        9,
        "[0, 84, 42, 0]",
        "[0, 84, 0, 0]",
        "result 0: points: found [0, 84, 42, 0], expected [0, 84, 0, 0]",
    ),
    (
        "matches.toml",
        9,
        "dealer = 1, drawn",
        "dealer = 0, drawn",
        "result 1: dealer: found 1, expected 0",
    ),
    (
        "matches.toml",
        9,
        "[-120, 160",
        "[-120, 150",
        "balance: found [-120, 160, 40, -80], expected [-120, 150, 40, -80]",
    ),
];
