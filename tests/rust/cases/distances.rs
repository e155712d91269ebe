//! Cases about how far a hand is from ready.

use std::collections::BTreeMap;

use paohuzi_engine::{Counts, Outlook, Position, discard_distances, distance, useful_cards};
use serde::Deserialize;

use super::{Case, Differences, compare, ruleset, words};

/// A hand, its distance, what helps it, and what its discards come to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HowFar {
    rules: String,
    #[serde(default)]
    options: toml::Table,
    hand: String,
    melds: String,
    distance: Option<u8>,
    /// The hand can never win.
    #[serde(default)]
    never: bool,
    useful: Option<Useful>,
    discards: Option<BTreeMap<String, u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Useful {
    own: String,
    drawn: String,
    discarded: String,
}

impl Case for HowFar {
    fn differences(&self) -> Result<Differences, String> {
        if self.never == self.distance.is_some() {
            return Err("expected either a distance or never = true".into());
        }
        let rules = ruleset(&self.rules, &self.options)?;
        let hand: Counts = self.hand.parse().map_err(|error| format!("{error}"))?;
        let position =
            Position::new(hand, &words(&self.melds)?, &rules).map_err(|error| error.to_string())?;
        let outlook = Outlook::open(&position);
        let mut differences = Vec::new();
        let found = distance(&position, &outlook, &rules);
        compare(&mut differences, "distance", &found, &self.distance);
        if let Some(useful) = &self.useful {
            let found = useful_cards(&position, &outlook, &rules);
            for (source, found, expected) in [
                ("own", found.own, &useful.own),
                ("drawn", found.drawn, &useful.drawn),
                ("discarded", found.discarded, &useful.discarded),
            ] {
                compare(&mut differences, source, &found.to_string(), expected);
            }
        }
        if let Some(discards) = &self.discards {
            let found: BTreeMap<_, _> = discard_distances(&position, &outlook, &rules)
                .iter()
                .filter_map(|after| Some((after.card.to_string(), after.distance?)))
                .collect();
            compare(&mut differences, "discards", &found, discards);
        }
        Ok(differences)
    }
}
