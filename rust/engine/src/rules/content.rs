//! What of a ruleset affects play, in one spelling, and its hash.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::keys::Keys;

/// Keys that say what a ruleset is, not how it is played.
const ABOUT: [&str; 6] = [
    "format",
    "name",
    "hanzi",
    "description",
    "reconstructed",
    "confidence",
];

/// The same of a fan item. Its name stays: results list it, and other items refer to it.
const ABOUT_ITEM: [&str; 2] = ["hanzi", "rule"];

/// The SHA-256 of the text, as hexadecimal digits.
pub(super) fn hash(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What affects play and is no default, as JSON without spaces, the keys of every table in alphabetical order.
pub(super) fn canonical(keys: &Keys) -> String {
    // Keys are texts, numbers, flags and lists of them, which JSON all has.
    let value = |keys: &Keys| serde_json::to_value(keys).unwrap_or_default();
    let mut whole = value(keys);
    if let Value::Object(table) = &mut whole {
        for about in ABOUT {
            table.remove(about);
        }
        for item in table
            .get_mut("fan")
            .and_then(Value::as_array_mut)
            .iter_mut()
            .flat_map(|fan| fan.iter_mut())
        {
            for about in ABOUT_ITEM {
                item.as_object_mut().and_then(|item| item.remove(about));
            }
        }
    }
    let rest = without(whole, &value(&Keys::default()));
    let mut text = String::new();
    write(
        &mut text,
        &rest.unwrap_or_else(|| Value::Object(serde_json::Map::new())),
    );
    text
}

/// The value without what equals the default, table by table; nothing where nothing is left.
fn without(value: Value, default: &Value) -> Option<Value> {
    match (value, default) {
        (value, default) if value == *default => None,
        (Value::Object(table), Value::Object(defaults)) => {
            let rest = table.into_iter().filter_map(|(key, value)| {
                let default = defaults.get(&key).unwrap_or(&Value::Null);
                Some((key, without(value, default)?))
            });
            Some(Value::Object(rest.collect()))
        }
        (value, _) => Some(value),
    }
}

/// Writes the value in its one spelling, whatever order its tables have in memory.
fn write(text: &mut String, value: &Value) {
    match value {
        Value::Object(table) => {
            let sorted: BTreeMap<_, _> = table.iter().collect();
            text.push('{');
            for (i, (key, value)) in sorted.into_iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                write(text, &Value::String(key.clone()));
                text.push(':');
                write(text, value);
            }
            text.push('}');
        }
        Value::Array(list) => {
            text.push('[');
            for (i, value) in list.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                write(text, value);
            }
            text.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&crate::text::json(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::rules::Ruleset;

    #[derive(Deserialize)]
    struct Frozen {
        ruleset: Vec<Vector>,
    }

    #[derive(Deserialize)]
    struct Vector {
        what: String,
        toml: String,
        content: String,
        hash: String,
    }

    #[test]
    fn contents_and_hashes_never_change() {
        let text = include_str!("../../../../tests/data/content_hashes.toml");
        let frozen: Frozen = toml::from_str(text).expect("a readable file");
        for vector in frozen.ruleset {
            let rules = Ruleset::from_toml(&vector.toml).expect("a ruleset");
            assert_eq!(rules.content(), vector.content, "{}", vector.what);
            assert_eq!(rules.content_hash(), vector.hash, "{}", vector.what);
        }
    }

    #[test]
    fn every_key_is_either_played_or_about_the_ruleset() {
        let whole = serde_json::to_value(Keys::default()).expect("keys are JSON");
        let Value::Object(table) = whole else {
            panic!("keys are a table");
        };
        for about in ABOUT {
            assert!(table.contains_key(about), "{about} is no key");
        }
        for (key, default) in &table {
            let mut changed = table.clone();
            changed.insert(key.clone(), other(key, default));
            let keys: Keys = serde_json::from_value(Value::Object(changed))
                .unwrap_or_else(|error| panic!("{key}: {error}"));
            let is_played = canonical(&keys) != "{}";
            assert_eq!(is_played, !ABOUT.contains(&key.as_str()), "{key}");
        }
    }

    /// Another value of the key.
    fn other(key: &str, default: &Value) -> Value {
        const WORDS: &[(&str, &str)] = &[
            ("confidence", "low"),
            ("dealer_two_ti", "open_then_free"),
            ("dihu", "both"),
            ("draw_dealer", "next"),
            ("faults", "allow"),
            ("hu_triple_from_other", "kan"),
            ("must_hu", "all"),
            ("next_dealer", "pass_if_dealer_lost"),
            ("no_discard_chi_peng", "skip"),
            ("no_discard_forced", "skip"),
            ("own_discard_stale", "none"),
            ("passed_hu", "never"),
            ("pay_discard", "alone"),
            ("payment", "running_total"),
            ("peng_self_fourth", "ti"),
            ("tuan", "quads"),
            ("zimo_add", "after"),
        ];
        let word = || WORDS.iter().find(|(word, _)| *word == key);
        match default {
            Value::Bool(flag) => Value::Bool(!flag),
            Value::Number(number) => (number.as_u64().expect("a number") + 1).into(),
            Value::String(_) => word().map_or("other", |(_, other)| *other).into(),
            Value::Object(table) => {
                let (part, default) = table.iter().next().expect("no table is empty");
                let mut table = table.clone();
                table.insert(part.clone(), other(part, default));
                Value::Object(table)
            }
            Value::Array(_) => serde_json::json!([{
                "name": "a", "hanzi": "", "rule": "", "when": "self_draw", "value": 1
            }]),
            Value::Null => panic!("{key} has no default"),
        }
    }
}
