//! Rulesets: every rule that differs between towns, as plain data.
//!
//! A ruleset is read from TOML by [`Ruleset::from_toml`], checked once, and never changed afterwards. Keys left out
//! take the defaults of the rulebook, which the two source documents share.

mod error;
mod fan;
mod huxi_table;
mod keys;
mod table;
mod validate;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use error::RulesetError;
pub use fan::{Amount, Condition, Effect, FanItem};
pub use huxi_table::{HuxiTable, RunHuxi, SetHuxi};
pub use keys::{DealerTwoTi, Dihu, OwnDiscardStale, TripleFromOther, UnitScale};

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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Ruleset(Keys);

/// The keys of a ruleset file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub(crate) struct Keys {
    format: u32,
    name: String,
    hanzi: String,
    description: String,
    reconstructed: bool,
    seats: u8,
    blocks: u8,
    min_huxi: u8,
    #[serde(deserialize_with = "table::table")]
    units: UnitScale,
    self_draw_units: u8,
    #[serde(deserialize_with = "table::table")]
    huxi: HuxiTable,
    one_five_ten: bool,
    own_draw_first: bool,
    break_pao_for_hu: bool,
    hu_triple_from_other: TripleFromOther,
    stale_joint: bool,
    own_discard_stale: OwnDiscardStale,
    stale_on_pass_to_next: bool,
    stale_peng_blocks_hu: bool,
    dealer_two_ti: DealerTwoTi,
    wukan_counts_ti: bool,
    dihu: Dihu,
    huangfan: bool,
    #[serde(deserialize_with = "table::tables")]
    fan: Vec<FanItem>,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            format: RULESET_FORMAT,
            name: "plain".to_owned(),
            hanzi: String::new(),
            description: String::new(),
            reconstructed: false,
            seats: 3,
            blocks: 7,
            min_huxi: 15,
            units: UnitScale {
                offset: 12,
                step: 3,
            },
            self_draw_units: 1,
            huxi: HuxiTable::default(),
            one_five_ten: false,
            own_draw_first: true,
            break_pao_for_hu: true,
            hu_triple_from_other: TripleFromOther::default(),
            stale_joint: false,
            own_discard_stale: OwnDiscardStale::default(),
            stale_on_pass_to_next: true,
            stale_peng_blocks_hu: false,
            dealer_two_ti: DealerTwoTi::default(),
            wukan_counts_ti: true,
            dihu: Dihu::default(),
            huangfan: false,
            fan: Vec::new(),
        }
    }
}

impl Ruleset {
    /// Reads a ruleset file.
    ///
    /// # Errors
    /// No TOML, an unknown key or name (the valid ones are listed), a value out of range.
    pub fn from_toml(text: &str) -> Result<Self, RulesetError> {
        let keys = toml::from_str(text).map_err(|error| RulesetError::Text {
            message: error.to_string().trim_end().to_owned(),
        })?;
        validate::checked(keys).map(Self)
    }

    /// Reads what [`Ruleset::to_json`] wrote.
    ///
    /// # Errors
    /// As [`Ruleset::from_toml`], for JSON.
    pub fn from_json(text: &str) -> Result<Self, RulesetError> {
        let mut json = serde_json::Deserializer::from_str(text);
        let keys = table::table(&mut json).map_err(|error| text_error(&error))?;
        json.end().map_err(|error| text_error(&error))?;
        validate::checked(keys).map(Self)
    }

    /// The whole ruleset on one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::text::json(&self.0)
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
        let mut whole = serde_json::to_value(&self.0).map_err(|error| text_error(&error))?;
        merge(&mut whole, Value::Object(changes));
        let keys = serde_json::from_value(whole).map_err(|error| text_error(&error))?;
        validate::checked(keys).map(Self)
    }

    /// Seats at the table.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.0.seats
    }

    /// Blocks (门子) of a complete hand. Rule: R26.
    #[must_use]
    pub const fn blocks(&self) -> u8 {
        self.0.blocks
    }

    /// Cards dealt to each seat; the dealer gets one more. Rule: R4.
    #[must_use]
    pub const fn hand_size(&self) -> u8 {
        3 * self.0.blocks - 1
    }

    /// Its name, such as `quanmingtang`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Its name in Chinese.
    #[must_use]
    pub fn hanzi(&self) -> &str {
        &self.0.hanzi
    }

    /// What it is, for people.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// Whether some of its values were restored rather than read.
    #[must_use]
    pub const fn is_reconstructed(&self) -> bool {
        self.0.reconstructed
    }

    /// Huxi that a win needs at least. Rule: R27.
    #[must_use]
    pub const fn min_huxi(&self) -> u8 {
        self.0.min_huxi
    }

    /// How huxi become units. Rule: R35.
    #[must_use]
    pub const fn units(&self) -> UnitScale {
        self.0.units
    }

    /// Units added for a self-drawn win (自摸), before the fan multiplies. Rule: R37, C8.
    #[must_use]
    pub const fn self_draw_units(&self) -> u8 {
        self.0.self_draw_units
    }

    /// The huxi of each block. Rule: R33.
    #[must_use]
    pub const fn huxi(&self) -> &HuxiTable {
        &self.0.huxi
    }

    /// Whether 1-5-10 of one size is a block. Rule: A43.
    #[must_use]
    pub const fn one_five_ten(&self) -> bool {
        self.0.one_five_ten
    }

    /// Whether an own draw is laid as wei or ti before a win is looked at. Rule: A4, C6.
    #[must_use]
    pub const fn own_draw_first(&self) -> bool {
        self.0.own_draw_first
    }

    /// Whether a win may use a card elsewhere although a pao of it is due (破跑). Rule: A3.
    #[must_use]
    pub const fn break_pao_for_hu(&self) -> bool {
        self.0.break_pao_for_hu
    }

    /// What a hand pair and another seat's stock card count as in a win. Rule: A2.
    #[must_use]
    pub const fn hu_triple_from_other(&self) -> TripleFromOther {
        self.0.hu_triple_from_other
    }

    /// Whether declining a chi or a peng forbids both. Rule: A14, ruling 21.
    #[must_use]
    pub const fn stale_joint(&self) -> bool {
        self.0.stale_joint
    }

    /// What the own discard of a card forbids afterwards. Rule: A15.
    #[must_use]
    pub const fn own_discard_stale(&self) -> OwnDiscardStale {
        self.0.own_discard_stale
    }

    /// Whether the drawer's declined chi is stale also when the next seat then eats the card. Rule: A16.
    #[must_use]
    pub const fn stale_on_pass_to_next(&self) -> bool {
        self.0.stale_on_pass_to_next
    }

    /// Whether a pair whose peng was declined cannot become a peng in a win either. Rule: A49.
    #[must_use]
    pub const fn stale_peng_blocks_hu(&self) -> bool {
        self.0.stale_peng_blocks_hu
    }

    /// What a dealer with two or more dealt ti does first. Rule: A5.
    #[must_use]
    pub const fn dealer_two_ti(&self) -> DealerTwoTi {
        self.0.dealer_two_ti
    }

    /// Whether dealt ti count towards the five kan of 三提五坎. Rule: A7.
    #[must_use]
    pub const fn wukan_counts_ti(&self) -> bool {
        self.0.wukan_counts_ti
    }

    /// Whether an idle seat may win on the shown card. Rule: ruling 13.
    #[must_use]
    pub const fn dihu(&self) -> Dihu {
        self.0.dihu
    }

    /// Whether drawn rounds before this one multiply its score (黄番). Rule: 3.3.
    #[must_use]
    pub const fn huangfan(&self) -> bool {
        self.0.huangfan
    }

    /// The fan items, in the order they are listed in results.
    #[must_use]
    pub fn fan_items(&self) -> &[FanItem] {
        &self.0.fan
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
        message: error.to_string(),
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
