//! Fan items (名堂): conditions on a win and what they are worth.

use serde::{Deserialize, Serialize};

use super::table::table;

/// Which numbers of cards a counting condition accepts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Amount {
    /// At least so many; `each_more` counts from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u8>,
    /// At most so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u8>,
    /// Exactly one of these numbers.
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<u8>,
}

impl Amount {
    /// Whether it accepts this number.
    #[must_use]
    pub fn accepts(&self, number: u8) -> bool {
        self.min.is_none_or(|min| number >= min)
            && self.max.is_none_or(|max| number <= max)
            && (self.one_of.is_empty() || self.one_of.contains(&number))
    }
}

/// When a fan item applies. Cards are counted over the whole winning hand: table melds, hand and winning card.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// So many red cards (红).
    #[serde(deserialize_with = "table")]
    Red(Amount),
    /// So many big cards (大).
    #[serde(deserialize_with = "table")]
    Big(Amount),
    /// So many small cards (小).
    #[serde(deserialize_with = "table")]
    Small(Amount),
    /// So many huxi.
    #[serde(deserialize_with = "table")]
    Huxi(Amount),
    /// A self-drawn win (自摸), in rulesets that give it more than units.
    SelfDraw,
    /// A win on a discard (放炮).
    OnDiscard,
    /// No run, 2-7-10 or jiao among the blocks (对对胡). Rule: C7.
    AllSame,
    /// Every block but the pair has huxi (行行息). Rule: A33.
    EveryBlockScores,
    /// All eight cards of a number (团胡), once for each such number. Rule: ruling 15.
    EightOfANumber,
    /// The waiting hand was a single card, paired by the winning card (耍猴). Rule: ruling 15.
    SingleWait,
    /// Nothing was taken before the win (听胡). Rule: ruling 14.
    NothingTaken,
    /// The winning card was the last that could be drawn (海底). Rule: R40, ruling 15.
    LastCard,
    /// The winning card was the first of the stock (水上漂). Rule: 3.7.
    FirstCard,
    /// All four copies of a card (归), once for each such card, in whatever blocks. Rule: 3.7.
    FourOfACard,
    /// The seat laid so many 比 blocks beside the eaten one in one chi, its largest (二比, 三比, 四比, 双飘). Rule: 3.4.
    #[serde(deserialize_with = "table")]
    Bi(Amount),
    /// All red cards are copies of one card, so many of them: what some take 二比 to 四比 for. Rule: 3.7.
    #[serde(deserialize_with = "table")]
    RedAlike(Amount),
    /// All red cards are in one block, so many of them (一块匾). Rule: 3.7.
    #[serde(deserialize_with = "table")]
    RedInOneBlock(Amount),
    /// All red cards are in two blocks of three or four equal cards: what some take 双飘 for. Rule: 3.7.
    TwoRedSets,
    /// Copies of a card that play points at, once for each copy. It is no pattern. Rule: 3.7.
    CopiesOf(Pointed),
    /// The dealer was complete with the shown card (天胡). Rule: R32.
    Tianhu,
    /// An idle seat won on the dealer's shown card (地胡). Rule: ruling 13.
    Dihu,
    /// Three dealt ti or five kan (三提五坎). Rule: R31, ruling 11.
    SantiWukan,
    /// All of the named items apply; it then counts instead of them.
    InsteadOf(Vec<String>),
}

impl Condition {
    /// Whether an item of this condition is a pattern of the win, rather than a reward of how it came about.
    /// Rule: ruling 16.
    #[must_use]
    pub const fn is_pattern(&self) -> bool {
        match self {
            Self::SelfDraw | Self::OnDiscard | Self::CopiesOf(_) => false,
            Self::Red(_)
            | Self::Big(_)
            | Self::Small(_)
            | Self::Huxi(_)
            | Self::AllSame
            | Self::EveryBlockScores
            | Self::EightOfANumber
            | Self::SingleWait
            | Self::NothingTaken
            | Self::LastCard
            | Self::FirstCard
            | Self::FourOfACard
            | Self::Bi(_)
            | Self::RedAlike(_)
            | Self::RedInOneBlock(_)
            | Self::TwoRedSets
            | Self::Tianhu
            | Self::Dihu
            | Self::SantiWukan
            | Self::InsteadOf(_) => true,
        }
    }
}

/// A card that play points at when a round is won. Rule: 3.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pointed {
    /// The winning card (跟醒).
    Winning,
    /// The card turned up from the stock after the win (翻醒, 本醒); the winning card where the stock is empty.
    Flipped,
    /// The next higher card of its size; none above 10.
    AboveFlipped,
    /// The next lower card of its size; none below 1.
    BelowFlipped,
}

/// What an item changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Its value is added to the fan (累加).
    #[default]
    AddFan,
    /// The huxi are multiplied by its value before the units are counted. Rule: ruling 12.
    MultiplyHuxi,
    /// Its value is added to the units, before the fan multiplies.
    AddUnits,
    /// The units are its value, whatever the huxi; of several such items the largest counts.
    SetUnits,
    /// The score is multiplied by its value; several multiply one another. Rule: 3.5.
    MultiplyScore,
}

impl Effect {
    /// Whether the item's value may be none: what multiplies needs one.
    #[must_use]
    pub const fn multiplies(self) -> bool {
        matches!(self, Self::MultiplyHuxi | Self::MultiplyScore)
    }
}

/// One fan item of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FanItem {
    /// Its name in pinyin, such as `honghu`.
    pub name: String,
    /// Its name in Chinese, such as 红胡.
    pub hanzi: String,
    /// The clause of the rulebook it follows.
    pub rule: String,
    /// When it applies.
    pub when: Condition,
    /// What it is worth.
    pub value: u16,
    /// Added for each card beyond `min` of a counting condition.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub each_more: u16,
    /// The most it can be worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u16>,
    /// What it is worth when it is the only pattern of the win. Rule: C9, ruling 16.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone: Option<u16>,
    /// What it changes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub effect: Effect,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(value: &u16) -> bool {
    *value == 0
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
