//! The choices that a ruleset makes by name.

use serde::{Deserialize, Serialize};

use super::fan::is_default;
use super::table::tables;
use crate::card::{Card, Size};

/// How huxi become units (等 / 囤): base + gain × ((huxi − offset) / step), rounded down, but for the exceptions.
///
/// Rule: R35, 3.2.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitScale {
    /// Huxi that count for nothing.
    pub offset: u8,
    /// Huxi a step, at least 1.
    pub step: u8,
    /// Units before the first step.
    #[serde(default, skip_serializing_if = "is_default")]
    pub base: u16,
    /// Units a step.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub gain: u16,
    /// Numbers of huxi with units of their own.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "tables"
    )]
    pub exceptions: Vec<UnitException>,
}

/// A number of huxi that does not follow the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitException {
    /// The huxi.
    pub huxi: u16,
    /// Their units.
    pub units: u16,
}

const fn one() -> u16 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_one(value: &u16) -> bool {
    *value == 1
}

impl UnitScale {
    /// A scale of one unit a step.
    #[must_use]
    pub const fn new(offset: u8, step: u8) -> Self {
        Self {
            offset,
            step,
            base: 0,
            gain: 1,
            exceptions: Vec::new(),
        }
    }

    /// The units of so many huxi.
    #[must_use]
    pub fn units(&self, huxi: u16) -> u16 {
        if let Some(exception) = self
            .exceptions
            .iter()
            .find(|exception| exception.huxi == huxi)
        {
            return exception.units;
        }
        let above = huxi.saturating_sub(self.offset.into());
        let steps = above.checked_div(self.step.into()).unwrap_or(0);
        self.base.saturating_add(self.gain.saturating_mul(steps))
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
    /// On the dealer's first discard, before anything else is laid.
    FirstDiscard,
    /// On either.
    Both,
}

impl Dihu {
    /// Whether the shown card can be won on.
    #[must_use]
    pub const fn on_shown(self) -> bool {
        matches!(self, Self::Liangzhang | Self::Both)
    }

    /// Whether the dealer's first discard can be won on.
    #[must_use]
    pub const fn on_first_discard(self) -> bool {
        matches!(self, Self::FirstDiscard | Self::Both)
    }
}

/// Which wins may not be declined. Rule: A19, ruling 21.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MustHu {
    /// None.
    #[default]
    None,
    /// Those on a discard.
    Discard,
    /// All.
    All,
}

/// How long a declined win on a card bars another one on the same card. Rule: A18, ruling 21.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassedHu {
    /// Not at all.
    #[default]
    Free,
    /// Until the huxi of the seat's table melds are others than they were.
    UntilXiChanges,
    /// For the rest of the round.
    Never,
    /// On any card, unless the score is higher than that of every win declined before. Rule: 4.4.
    MustBeat,
}

/// How a self-drawn win is rewarded. Rule: A11, C8, ruling 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ZimoAdd {
    /// `self_draw_units` are added to the units, which the fan multiplies.
    #[default]
    Before,
    /// `self_draw_units` are added to the product of units and fan.
    After,
    /// The product of units and fan is doubled.
    Double,
}

/// Who pays for a win on a discard. Rule: A28, ruling 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayDiscard {
    /// Each loser, the score.
    #[default]
    Each,
    /// The discarder alone, twice the score.
    X2,
    /// The discarder alone, three times the score.
    X3Alone,
    /// The discarder alone, the score.
    Alone,
}

/// Who deals after a won round. Rule: A27, 2.10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextDealer {
    /// The winner.
    #[default]
    Winner,
    /// The dealer again if it won, else the seat after it, whoever won.
    PassIfDealerLost,
}

/// Who deals after a drawn round. Rule: A27, 2.10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawDealer {
    /// The same dealer.
    #[default]
    Keep,
    /// The seat after it.
    Next,
}

/// What the own draw of the fourth card makes of an own peng. Rule: A25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PengSelfFourth {
    /// A pao.
    #[default]
    Pao,
    /// A ti, laid before anything else.
    Ti,
}

/// Which eight cards of a number count for 团胡. Rule: A34.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tuan {
    /// Any.
    #[default]
    Any,
    /// Two blocks of four.
    Quads,
}

/// What becomes of a chi or peng that leaves no card for the discard that is due. Rule: 2.8, A23.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoDiscardTake {
    /// It is not allowed.
    #[default]
    Illegal,
    /// It is allowed, and the discard is left out.
    Skip,
}

/// What becomes of a seat that was forced to take a card and has none for the discard that is due. Rule: 2.8, A23, ruling 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoDiscardForced {
    /// It can no longer win.
    #[default]
    Dead,
    /// The discard is left out.
    Skip,
}

/// Whether a seat can commit a fault. Rule: R30, 2.9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Faults {
    /// No: what would be one is never offered, and wei, ti and pao happen by themselves.
    #[default]
    Prevent,
    /// Yes, as at a real table: a seat that commits one can no longer win the round.
    Allow,
}

/// How well attested a ruleset is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// Stated by a source document, or by several independent sources.
    #[default]
    High,
    /// Two sources, or one good one.
    Medium,
    /// One weak source, or inference.
    Low,
}

/// What a ti earns its seat from each other seat, whoever wins. Rule: 3.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TiPay {
    /// Points for a ti of small cards.
    pub small: u16,
    /// Points for a ti of big cards.
    pub big: u16,
}

impl TiPay {
    /// The points for a ti of this card.
    #[must_use]
    pub const fn of(self, card: Card) -> u16 {
        match card.size() {
            Size::Small => self.small,
            Size::Big => self.big,
        }
    }
}

/// How rounds are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Payment {
    /// The losers pay the winner after each round. Rule: 2.10.
    #[default]
    EachRound,
    /// The winner scores, and totals are settled when one reaches the target. Who discarded the winning card loses
    /// what `pay_discard` says; with `each` nobody does. Rule: 2.10, running totals.
    RunningTotal,
}
