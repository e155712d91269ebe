//! Reading tables from tables only.
//!
//! What serde derives also reads a struct from a list of its values in order. A ruleset file with
//! `when = { red = [10, 12] }` would then be accepted, and mean something else than its author thinks.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

/// Reads JSON that must be a table, and nothing after it.
pub(crate) fn from_json_table<T: DeserializeOwned>(json: &str) -> Result<T, serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(json);
    let value = table(&mut json)?;
    json.end()?;
    Ok(value)
}

/// Reads a value that must stand as a table.
pub(super) fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct Table<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Table<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_map(Table(PhantomData))
}

/// Reads a list of such values.
pub(crate) fn tables<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct One<T>(T);

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for One<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            table(deserializer).map(One)
        }
    }

    let all: Vec<One<T>> = Deserialize::deserialize(deserializer)?;
    Ok(all.into_iter().map(|one| one.0).collect())
}
