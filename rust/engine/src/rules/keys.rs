//! The choices that a ruleset makes by name.

use serde::{Deserialize, Serialize};

/// How huxi become units (等 / 囤): (huxi − offset) / step, rounded down.
///
/// Rule: R35, 3.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitScale {
    /// Huxi that count for nothing.
    pub offset: u8,
    /// Huxi a unit, at least 1.
    pub step: u8,
}

impl UnitScale {
    /// The units of so many huxi.
    #[must_use]
    pub const fn units(self, huxi: u16) -> u16 {
        match huxi
            .saturating_sub(self.offset as u16)
            .checked_div(self.step as u16)
        {
            Some(units) => units,
            None => 0,
        }
    }
}

/// What a hand pair and another seat's stock card count as in a win. Rule: A2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TripleFromOther {
    /// A peng.
    #[default]
    Peng,
    /// A kan.
    Kan,
}

/// What the own discard of a card forbids afterwards. Rule: A15.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnDiscardStale {
    /// To chi it.
    #[default]
    Chi,
    /// To chi and to peng it.
    ChiPeng,
    /// Nothing.
    None,
}

/// What a dealer with two or more dealt ti does first. Rule: A5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealerTwoTi {
    /// No opening discard, the next seat draws.
    #[default]
    SkipOpen,
    /// Discards, and has an intake without a discard later.
    OpenThenFree,
}

/// Whether and how an idle seat can win at once (地胡). Rule: A10, ruling 13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dihu {
    /// Not at all.
    #[default]
    Off,
    /// On the dealer's shown card (亮张).
    Liangzhang,
}
