//! All that is wrong with a ruleset file at once: where it stands, what was found, what was expected.
//!
//! What a key may hold is said where it is declared, and nowhere else: each value of the file is put by itself into a
//! ruleset that is otherwise sound, and what then fails is the value's fault.

use serde_json::{Map, Value, json};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::near::nearest;
use super::validate::{MAX_ITEMS, faults};
use super::{Keys, Ruleset, RulesetError};

/// One thing that is wrong with a ruleset file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesetProblem {
    /// The line it stands on, from 1; none where the file does not say it.
    pub line: Option<usize>,
    /// Its key, with dots for tables and numbers from 0 for items: `fan[2].value`. Empty for the text as a whole.
    pub key: String,
    /// What stands there; empty where nothing does.
    pub found: String,
    /// What may stand there.
    pub expected: String,
    /// A known name that may have been meant.
    pub meant: Option<String>,
}

/// Most problems that are told of one file.
const MOST: usize = 100;
/// Longest piece of the file that is quoted, in characters.
const QUOTED: usize = 60;
/// Most keys of a table that can be missing.
const MOST_MISSING: usize = 8;

/// A place in a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Item(usize),
}

fn path(steps: &[Step]) -> String {
    let mut path = String::new();
    for step in steps {
        match step {
            Step::Key(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.extend(key.chars().take(QUOTED));
            }
            Step::Item(place) => {
                path.push('[');
                path.push_str(&place.to_string());
                path.push(']');
            }
        }
    }
    path
}

/// The ruleset into which single values are put: every table has what it must have.
fn sound() -> Value {
    let mut keys = serde_json::to_value(Keys::default()).unwrap_or_default();
    keys["fan"] = json!([item(0)]);
    keys["units"]["exceptions"] = json!([{ "huxi": 0, "units": 0 }]);
    keys
}

/// A sound item, for one that is not.
fn item(place: usize) -> Value {
    json!({ "name": format!("item{place}"), "hanzi": "", "rule": "", "when": "self_draw", "value": 1 })
}

/// What the keys make of a ruleset given as a table.
fn read(whole: &Value) -> Result<Keys, String> {
    serde_json::from_value(whole.clone()).map_err(|error| error.to_string())
}

/// The ruleset with a value put in. Of a list, the value is the only item.
fn with(mut whole: Value, steps: &[Step], value: Value) -> Value {
    let mut slot = &mut whole;
    for step in steps {
        slot = match step {
            Step::Key(key) => {
                if !slot.is_object() {
                    *slot = Value::Object(Map::new());
                }
                &mut slot[key.as_str()]
            }
            Step::Item(_) => {
                if slot.get(0).is_none() {
                    *slot = json!([null]);
                }
                &mut slot[0]
            }
        };
    }
    *slot = value;
    whole
}

/// What stands at a place; of a list its first item.
fn at<'a>(whole: &'a Value, steps: &[Step]) -> &'a Value {
    steps.iter().fold(whole, |slot, step| match step {
        Step::Key(key) => &slot[key.as_str()],
        Step::Item(_) => &slot[0],
    })
}

struct Checker<'a> {
    text: &'a str,
    sound: Value,
    problems: Vec<RulesetProblem>,
}

/// A value of the file with where it stands.
type Place<'a, 'i> = (&'a Spanned<DeValue<'i>>, usize);

impl Checker<'_> {
    fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().iter().take(offset);
        before.filter(|byte| **byte == b'\n').count() + 1
    }

    fn quoted(&self, value: &Spanned<DeValue<'_>>) -> String {
        let text = self.text.get(value.span()).unwrap_or_default();
        let text = text.lines().next().unwrap_or_default();
        match text.char_indices().nth(QUOTED) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }

    fn tell(
        &mut self,
        offset: usize,
        steps: &[Step],
        found: String,
        expected: String,
        meant: Option<String>,
    ) {
        if self.problems.len() < MOST {
            self.problems.push(RulesetProblem {
                line: Some(self.line(offset)),
                key: path(steps),
                found,
                expected,
                meant,
            });
        }
    }

    /// The value, made sound where it is not; none where nothing of it is of use.
    fn checked(&mut self, steps: &mut Vec<Step>, (value, offset): Place<'_, '_>) -> Option<Value> {
        let plain = match plain(value.get_ref()) {
            Ok(plain) => plain,
            Err(expected) => {
                let found = self.quoted(value);
                self.tell(offset, steps, found, expected.to_owned(), None);
                return None;
            }
        };
        let Err(error) = read(&with(self.sound.clone(), steps, plain.clone())) else {
            return Some(plain);
        };
        match value.get_ref() {
            DeValue::Table(table)
                if self.may_be_table(steps) && !says_unknown_key(&error, steps) =>
            {
                Some(self.table(steps, table, offset))
            }
            DeValue::Array(items) if at(&self.sound, steps)[0].is_object() => {
                let mut sound = Vec::new();
                for (place, item) in items.iter().enumerate().take(MAX_ITEMS) {
                    steps.push(Step::Item(place));
                    let offset = item.span().start;
                    sound.push(
                        self.checked(steps, (item, offset))
                            .unwrap_or_else(|| self::item(place)),
                    );
                    steps.pop();
                }
                Some(Value::Array(sound))
            }
            _ => {
                let found = self.quoted(value);
                self.refuse(steps, offset, found, &error);
                None
            }
        }
    }

    /// Whether a table may stand at this place, so that its keys are of interest.
    fn may_be_table(&self, steps: &[Step]) -> bool {
        at(&self.sound, steps).is_object() || steps.contains(&Step::Key("when".to_owned()))
    }

    /// The keys of a table, each by itself, then all together.
    fn table(&mut self, steps: &mut Vec<Step>, table: &DeTable<'_>, offset: usize) -> Value {
        let told = self.problems.len();
        let mut sound = Map::new();
        for (key, value) in table {
            steps.push(Step::Key(key.get_ref().to_string()));
            if let Some(value) = self.checked(steps, (value, key.span().start)) {
                sound.insert(key.get_ref().to_string(), value);
            }
            steps.pop();
        }
        let fallback = match steps.last() {
            Some(Step::Item(place)) => item(*place),
            Some(Step::Key(_)) | None => Value::Null,
        };
        let has_faults = self.problems.len() > told;
        for _ in 0..MOST_MISSING {
            let whole = with(self.sound.clone(), steps, Value::Object(sound.clone()));
            let Err(error) = read(&whole) else { break };
            let names = quoted_names(&error);
            let missing = match names.first() {
                Some(missing) if error.starts_with("missing field") => *missing,
                _ => {
                    if !has_faults {
                        self.refuse(steps, offset, String::new(), &error);
                    }
                    break;
                }
            };
            // Of a key that is there and wrong it has been said what is.
            if !table.keys().any(|key| key.get_ref() == missing) {
                steps.push(Step::Key(missing.to_owned()));
                let expected = "a value, which every such table has".to_owned();
                self.tell(offset, steps, String::new(), expected, None);
                steps.pop();
            }
            let default = stand_in(&self.sound, steps, missing, &fallback);
            sound.insert(missing.to_owned(), default);
        }
        Value::Object(sound)
    }

    /// Says what the keys said.
    fn refuse(&mut self, steps: &[Step], offset: usize, found: String, error: &str) {
        let names = quoted_names(error);
        let (found, expected, meant) = match names.as_slice() {
            [unknown, known @ ..] if error.starts_with("unknown ") => {
                let meant = nearest(unknown, known.iter().copied()).map(str::to_owned);
                let found = if error.starts_with("unknown field") {
                    String::new()
                } else {
                    found
                };
                let kind = if error.starts_with("unknown field") {
                    "one of the keys "
                } else {
                    "one of "
                };
                (found, format!("{kind}{}", known.join(", ")), meant)
            }
            _ => (found, expectation(error), None),
        };
        self.tell(offset, steps, found, expected, meant);
    }
}

/// What stands for a missing key, so that the search for others goes on.
fn stand_in(sound: &Value, steps: &[Step], key: &str, fallback: &Value) -> Value {
    [&fallback[key], &at(sound, steps)[key]]
        .into_iter()
        .find(|value| !value.is_null())
        .cloned()
        .unwrap_or_else(|| json!(0))
}

/// Whether it is the key of the value itself that is not known, rather than one inside the value.
fn says_unknown_key(error: &str, steps: &[Step]) -> bool {
    let unknown = quoted_names(error).first().copied();
    error.starts_with("unknown field")
        && matches!(steps.last(), Some(Step::Key(key)) if Some(key.as_str()) == unknown)
}

/// The names that a message puts between back quotes.
fn quoted_names(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// A message with what it expected in the words of a ruleset file.
pub(super) fn in_words(error: &str) -> String {
    match error.rsplit_once("expected ") {
        Some((found, _)) => format!("{found}expected {}", expectation(error)),
        None => error.to_owned(),
    }
}

/// What a message says was expected, in the words of a ruleset file.
fn expectation(error: &str) -> String {
    let (_, expected) = error.rsplit_once("expected ").unwrap_or(("", error));
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" => "a text between quotes",
        "a sequence" => "a list",
        "string or map" => "a text between quotes or a table of one key",
        other => other,
    }
    .to_owned()
}

/// The value as JSON; else what is expected instead, since a ruleset has no such value.
fn plain(value: &DeValue<'_>) -> Result<Value, &'static str> {
    Ok(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map(Value::from)
            .map_err(|_| "a smaller number")?,
        DeValue::Float(_) => return Err("a number without a fraction"),
        DeValue::Datetime(_) => return Err("no date, a ruleset has none"),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| plain(item.get_ref()));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => {
            let parts = table
                .iter()
                .map(|(key, value)| Ok((key.get_ref().to_string(), plain(value.get_ref())?)));
            Value::Object(parts.collect::<Result<_, &'static str>>()?)
        }
    })
}

/// The line of every key of the table, and of the items of its lists of tables.
fn lines_of(
    table: &DeTable<'_>,
    steps: &mut Vec<Step>,
    line: &impl Fn(usize) -> usize,
    lines: &mut Vec<(String, usize)>,
) {
    for (key, value) in table {
        steps.push(Step::Key(key.get_ref().to_string()));
        lines.push((path(steps), line(key.span().start)));
        match value.get_ref() {
            DeValue::Table(table) => lines_of(table, steps, line, lines),
            DeValue::Array(items) => {
                for (place, item) in items.iter().enumerate() {
                    if let DeValue::Table(table) = item.get_ref() {
                        steps.push(Step::Item(place));
                        lines.push((path(steps), line(item.span().start)));
                        lines_of(table, steps, line, lines);
                        steps.pop();
                    }
                }
            }
            _ => {}
        }
        steps.pop();
    }
}

impl Ruleset {
    /// All that is wrong with a ruleset file; nothing where [`Ruleset::from_toml`] reads it.
    ///
    /// ```
    /// use paohuzi_engine::Ruleset;
    /// let problems = Ruleset::check("name = 'ten'\nmin_hxui = 10\npay_discard = 'x4'\nseats = 9");
    /// let told: Vec<_> = problems.iter().map(|p| (p.line, p.key.as_str())).collect();
    /// assert_eq!(told, [(Some(2), "min_hxui"), (Some(3), "pay_discard"), (Some(4), "seats")]);
    /// assert_eq!(problems[0].meant.as_deref(), Some("min_huxi"));
    /// ```
    #[must_use]
    pub fn check(text: &str) -> Vec<RulesetProblem> {
        let (root, errors) = DeTable::parse_recoverable(text);
        let mut checker = Checker {
            text,
            sound: sound(),
            problems: Vec::new(),
        };
        for error in errors {
            let offset = error.span().map_or(0, |span| span.start);
            let expected = error.message().replace('\n', ", ");
            checker.tell(offset, &[], String::new(), expected, None);
        }
        if !checker.problems.is_empty() {
            return checker.problems;
        }
        let Value::Object(found) = checker.table(&mut Vec::new(), root.get_ref(), 0) else {
            return checker.problems;
        };
        let mut whole = serde_json::to_value(Keys::default()).unwrap_or_default();
        if let Value::Object(keys) = &mut whole {
            keys.extend(found);
        }
        if let Ok(keys) = read(&whole) {
            checker.weigh(&keys, root.get_ref());
        }
        checker.problems.sort_by_key(|problem| problem.line);
        checker.problems
    }

    /// The line of every key in a ruleset file, from 1, by its path such as `fan[2].value`, from the top.
    ///
    /// ```
    /// use paohuzi_engine::Ruleset;
    /// let lines = Ruleset::lines("name = 'x'\n\n[[fan]]\nvalue = 2");
    /// assert_eq!(lines[3], ("fan[0].value".to_owned(), 4));
    /// ```
    #[must_use]
    pub fn lines(text: &str) -> Vec<(String, usize)> {
        let (root, _) = DeTable::parse_recoverable(text);
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let line = |offset| starts.partition_point(|start| *start <= offset);
        let mut lines = Vec::new();
        lines_of(root.get_ref(), &mut Vec::new(), &line, &mut lines);
        lines.sort_by_key(|(_, line)| *line);
        lines
    }
}

impl Checker<'_> {
    /// Whether the values are in their ranges and go together.
    fn weigh(&mut self, keys: &Keys, root: &DeTable<'_>) {
        let told: Vec<String> = self
            .problems
            .iter()
            .map(|problem| owner(&problem.key))
            .collect();
        let mut lines = Vec::new();
        lines_of(
            root,
            &mut Vec::new(),
            &|offset| self.line(offset),
            &mut lines,
        );
        for fault in faults(keys) {
            let RulesetError::Value {
                key,
                found,
                expected,
            } = fault
            else {
                continue;
            };
            if told.contains(&owner(&key)) || self.problems.len() >= MOST {
                continue;
            }
            // A key that is not in the file has the line of the table it would be in.
            let line = lines
                .iter()
                .filter(|(path, _)| key.starts_with(path.as_str()))
                .max_by_key(|(path, _)| path.len());
            self.problems.push(RulesetProblem {
                line: line.map(|(_, line)| *line),
                key,
                found,
                expected,
                meant: None,
            });
        }
    }
}

/// The key, or the whole fan item, whose parts are judged together.
fn owner(key: &str) -> String {
    key.split('.').next().unwrap_or(key).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        Ruleset::check(text)
            .iter()
            .map(|problem| {
                let RulesetProblem {
                    line,
                    key,
                    found,
                    expected,
                    meant,
                } = problem;
                let line = line.map_or_else(|| "-".to_owned(), |line| line.to_string());
                let meant = meant
                    .as_deref()
                    .map_or_else(String::new, |meant| format!(", {meant}?"));
                format!("{line} {key}: {found} | {expected}{meant}")
            })
            .collect()
    }

    #[test]
    fn every_problem_is_told_with_its_line() {
        let text = "\
name = 'Big'
min_huxi = '15'
one_five_ten = 1
pay_discard = 'twice'
undrawn = 300
target = 1.5
hanzi = 1979-05-27

[units]
offset = 12
steps = 3

[huxi]
peng = { small = 1, big = true }

[[fan]]
name = 'a'
hanzi = 'a'
rule = ''
when = { red = { min = 10, mx = 12 } }
value = -1

[[fan]]
name = 'b'
when = 'al_same'
value = 5000
";
        let told = told(text);
        let starts = [
            "1 name: \"Big\" | 1 to 64 of",
            "2 min_huxi: '15' | a whole number from 0 to 255",
            "3 one_five_ten: 1 | true or false",
            "4 pay_discard: 'twice' | one of each, x2, x3_alone, alone",
            "5 undrawn: 300 | a whole number from 0 to 255",
            "6 target: 1.5 | a number without a fraction",
            "7 hanzi: 1979-05-27 | no date",
            "9 units.step:  | a value, which",
            "11 units.steps:  | one of the keys offset, step, base, gain, exceptions, step?",
            "14 huxi.peng.big: true | a whole number from 0 to 255",
            "20 fan[0].when.red.mx:  | one of the keys min, max, in, max?",
            "21 fan[0].value: -1 | a whole number from 0 to 65535",
            "23 fan[1].hanzi:  | a value, which",
            "23 fan[1].rule:  | a value, which",
            "25 fan[1].when: 'al_same' | one of ",
        ];
        for start in starts {
            assert!(
                told.iter().any(|line| line.starts_with(start)),
                "{start}\n{}",
                told.join("\n")
            );
        }
        assert_eq!(told.len(), starts.len(), "{}", told.join("\n"));
        assert!(
            told.iter().any(|line| line.ends_with(", all_same?")),
            "{told:?}"
        );
    }

    #[test]
    fn values_that_do_not_go_together_are_told_together() {
        let text = "\
name = 'x'
seats = 4
min_huxi = 200

[[fan]]
name = 'a'
hanzi = ''
rule = ''
when = 'all_same'
value = 2
each_more = 1

[[fan]]
name = 'a'
hanzi = ''
rule = ''
when = { instead_of = ['a', 'c'] }
value = 2
";
        let starts = [
            "- blocks: 7 | 5, or 7",
            "3 min_huxi: 200 | 0 to 100",
            "11 fan[0].each_more: 1 | none",
            "14 fan[1].name: \"a\" again",
            "17 fan[1].when.instead_of: \"c\" | one of the items above: a",
        ];
        let told = told(text);
        assert_eq!(told.len(), starts.len(), "{}", told.join("\n"));
        for start in starts {
            assert!(
                told.iter().any(|line| line.starts_with(start)),
                "{start}\n{}",
                told.join("\n")
            );
        }
    }

    #[test]
    fn what_is_no_toml_has_a_line_too() {
        let problems = Ruleset::check("name = 'x'\nseats = = 3\n[units\n");
        assert!(!problems.is_empty());
        assert_eq!(problems[0].line, Some(2), "{problems:?}");
        let twice = Ruleset::check("name = 'x'\nseats = 3\nseats = 3\n");
        assert_eq!(twice.len(), 1, "{twice:?}");
    }
}
