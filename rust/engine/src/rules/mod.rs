//! Rulesets: every rule that differs between towns, as plain data.
//!
//! A ruleset is read from TOML by [`Ruleset::from_toml`], checked once, and never changed afterwards. Keys left out
//! take the defaults of the rulebook, which the two source documents share.

mod check;
mod choices;
mod content;
mod error;
mod fan;
mod huxi_table;
mod keys;
mod near;
mod reference;
mod table;
mod validate;
mod worths;

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::card::PACK;
use crate::cardset::CardSet;

pub use check::RulesetProblem;
pub use choices::{
    Confidence, DealerTwoTi, Dihu, DrawDealer, Faults, MustHu, NextDealer, NoDiscardForced,
    NoDiscardTake, OwnDiscardStale, PassedHu, PayDiscard, Payment, PengSelfFourth, TiPay,
    TripleFromOther, Tuan, UnitException, UnitScale, ZimoAdd,
};
pub use error::RulesetError;
pub(crate) use fan::is_default;
pub use fan::{Amount, Condition, Effect, FanItem, Pointed};
pub use huxi_table::{HuxiTable, RunHuxi, SetHuxi};
use keys::Keys;
pub use reference::RulesRef;
pub(crate) use table::{from_json_table, tables};
pub(crate) use worths::{LongRuns, Worths};

/// Version of the ruleset format that this release writes and reads.
pub const RULESET_FORMAT: u32 = 1;

/// A ruleset. The default is the rulebook's defaults without any fan item: 平胡 only.
///
/// ```
/// use paohuzi_engine::Ruleset;
/// let rules = Ruleset::from_toml("name = 'ten'\nmin_huxi = 10")?;
/// assert_eq!((rules.min_huxi(), rules.units().units(18)), (10, 2));
/// let error = Ruleset::from_toml("name = 'ten'\nminimum = 10").unwrap_err();
/// assert!(error.to_string().contains("min_huxi"));
/// # Ok::<(), paohuzi_engine::RulesetError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Ruleset {
    keys: Keys,
    /// Follows from the keys.
    worths: Worths,
    /// Follows from the keys: whether a fan item asks for bi blocks.
    counts_bi: bool,
    /// Follows from the keys, worked out when it is first asked for.
    content_hash: OnceLock<String>,
}

impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Eq for Ruleset {}

impl Hash for Ruleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.keys.hash(state);
    }
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::of(Keys::default())
    }
}

impl Ruleset {
    fn of(keys: Keys) -> Self {
        let worths = Worths::new(&keys.huxi, keys.one_five_ten);
        let asks = |item: &FanItem| matches!(item.when, Condition::Bi(_));
        let counts_bi = keys.fan.iter().any(asks);
        Self {
            keys,
            worths,
            counts_bi,
            content_hash: OnceLock::new(),
        }
    }

    /// Reads a ruleset file.
    ///
    /// # Errors
    /// No TOML, an unknown key or name (the valid ones are listed), a value out of range.
    pub fn from_toml(text: &str) -> Result<Self, RulesetError> {
        let keys = toml::from_str(text).map_err(|error| RulesetError::Text {
            message: check::in_words(&crate::text::said(&error)),
        })?;
        validate::checked(keys).map(Self::of)
    }

    /// Reads what [`Ruleset::to_json`] wrote.
    ///
    /// # Errors
    /// As [`Ruleset::from_toml`], for JSON.
    pub fn from_json(text: &str) -> Result<Self, RulesetError> {
        let keys = from_json_table(text).map_err(|error| text_error(&error))?;
        validate::checked(keys).map(Self::of)
    }

    /// The whole ruleset on one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::text::json(&self.keys)
    }

    /// The ruleset with some keys changed, given as JSON. Keys of a table may be given alone.
    ///
    /// # Errors
    /// As [`Ruleset::from_toml`].
    ///
    /// ```
    /// use paohuzi_engine::Ruleset;
    /// let rules = Ruleset::default().replaced(r#"{"min_huxi": 10, "units": {"offset": 7}}"#)?;
    /// assert_eq!(rules.units().units(10), 1);
    /// # Ok::<(), paohuzi_engine::RulesetError>(())
    /// ```
    pub fn replaced(&self, changes: &str) -> Result<Self, RulesetError> {
        let changes: Map<String, Value> =
            serde_json::from_str(changes).map_err(|error| text_error(&error))?;
        let whole = serde_json::to_value(&self.keys).map_err(|error| text_error(&error))?;
        let with = |changes: Map<String, Value>| {
            let mut whole = whole.clone();
            merge(&mut whole, Value::Object(changes));
            serde_json::from_value::<Keys>(whole)
        };
        let keys = with(changes.clone()).map_err(|error| {
            // The message says what is wrong with a value and not whose value it is.
            let mut wrong = changes.into_iter().filter_map(|(key, value)| {
                let error = with(Map::from_iter([(key.clone(), value)])).err()?;
                Some(format!("{key}: {}", crate::text::said(&error)))
            });
            let message = wrong.next().unwrap_or_else(|| crate::text::said(&error));
            RulesetError::Text {
                message: check::in_words(&message),
            }
        })?;
        validate::checked(keys).map(Self::of)
    }

    /// What it is known by in records: the SHA-256 of [`Ruleset::content`], as 64 lower-case hexadecimal digits.
    ///
    /// Two rulesets with the same hash are played alike, whatever they are called. A later release gives a ruleset the
    /// hash that this one gives it: a new key has a default that changes nothing, and defaults are not hashed.
    ///
    /// ```
    /// use paohuzi_engine::Ruleset;
    /// let ten = Ruleset::from_toml("name = 'ten'\nmin_huxi = 10")?;
    /// let other = Ruleset::from_toml("name = 'other'\ndescription = 'ten again'\nmin_huxi = 10")?;
    /// assert_eq!(ten.content_hash(), other.content_hash());
    /// assert_ne!(ten.content_hash(), Ruleset::default().content_hash());
    /// # Ok::<(), paohuzi_engine::RulesetError>(())
    /// ```
    #[must_use]
    pub fn content_hash(&self) -> &str {
        self.content_hash
            .get_or_init(|| content::hash(&self.content()))
    }

    /// What of it affects play and is no default, in one spelling: JSON without spaces, the keys of every table in
    /// alphabetical order. Left out are `format`, `name`, `hanzi`, `description`, `reconstructed` and `confidence`, and
    /// of a fan item `hanzi` and `rule`.
    ///
    /// ```
    /// use paohuzi_engine::Ruleset;
    /// let rules = Ruleset::from_toml("name = 'ten'\nmin_huxi = 10\nunits = { step = 5, offset = 5 }\nseats = 3")?;
    /// assert_eq!(rules.content(), r#"{"min_huxi":10,"units":{"offset":5,"step":5}}"#);
    /// # Ok::<(), paohuzi_engine::RulesetError>(())
    /// ```
    #[must_use]
    pub fn content(&self) -> String {
        content::canonical(&self.keys)
    }

    /// Cards dealt to each seat; the dealer gets one more. Rule: R4.
    #[must_use]
    pub const fn hand_size(&self) -> u8 {
        3 * self.keys.blocks - 1
    }

    /// Cards in the stock after the deal. Rule: R4.
    #[must_use]
    pub const fn full_stock(&self) -> usize {
        PACK - self.keys.seats as usize * self.hand_size() as usize - 1
    }

    /// Its name, such as `quanmingtang`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.keys.name
    }

    /// Its name in Chinese.
    #[must_use]
    pub fn hanzi(&self) -> &str {
        &self.keys.hanzi
    }

    /// What it is, for people.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.keys.description
    }

    /// Whether some of its values were restored rather than read.
    #[must_use]
    pub const fn is_reconstructed(&self) -> bool {
        self.keys.reconstructed
    }

    /// How well attested it is.
    #[must_use]
    pub const fn confidence(&self) -> Confidence {
        self.keys.confidence
    }

    /// Huxi below which no win is, whatever its patterns. Rule: R27, 3.7.
    #[must_use]
    pub const fn least_huxi(&self) -> u8 {
        match (self.keys.zero_huxi_wins, self.keys.min_huxi_with_fan) {
            (true, _) => 0,
            (false, 0) => self.keys.min_huxi,
            (false, least) => least,
        }
    }

    /// Whether so many huxi are enough for a win, with a pattern or without. Rule: R27, 3.7.
    #[must_use]
    pub const fn is_enough(&self, huxi: u8, has_pattern: bool) -> bool {
        let with_fan = self.keys.min_huxi_with_fan;
        huxi >= self.keys.min_huxi
            || (has_pattern && with_fan > 0 && huxi >= with_fan)
            || (huxi == 0 && self.keys.zero_huxi_wins)
    }

    /// Whether a fan item asks how many bi blocks a seat laid in one chi; only then rounds remember it. Rule: 3.4.
    #[inline]
    pub(crate) const fn counts_bi(&self) -> bool {
        self.counts_bi
    }

    /// The cards that a hand pair may not become a peng with in a win, of those whose peng was declined. Rule: A49.
    pub(crate) const fn no_peng_wins(&self, stale_peng: CardSet) -> CardSet {
        if self.keys.stale_peng_blocks_hu {
            stale_peng
        } else {
            CardSet::EMPTY
        }
    }

    /// How huxi become units. Rule: R35.
    #[must_use]
    pub const fn units(&self) -> &UnitScale {
        &self.keys.units
    }

    /// The huxi of each block. Rule: R33.
    #[must_use]
    pub const fn huxi(&self) -> &HuxiTable {
        &self.keys.huxi
    }

    /// What every block is worth, worked out once.
    #[inline]
    pub(crate) const fn worths(&self) -> &Worths {
        &self.worths
    }

    /// The fan items, in the order they are listed in results.
    #[must_use]
    pub fn fan_items(&self) -> &[FanItem] {
        &self.keys.fan
    }

    /// Cards that a live seat with so many quads owns while it waits: W(k). Rule: 2.2.
    #[must_use]
    pub const fn waiting_size(&self, quads: u8) -> u8 {
        let full = 3 * self.blocks();
        if quads == 0 {
            full - 1
        } else {
            full - 2 + quads
        }
    }
}

fn text_error(error: &serde_json::Error) -> RulesetError {
    RulesetError::Text {
        message: check::in_words(&crate::text::said(error)),
    }
}

/// Puts the changes into the value, table by table.
fn merge(into: &mut Value, changes: Value) {
    match (into, changes) {
        (Value::Object(table), Value::Object(changes)) => {
            for (key, change) in changes {
                merge(table.entry(key).or_insert(Value::Null), change);
            }
        }
        (slot, change) => *slot = change,
    }
}
