//! What each kind of block is worth in huxi.

use serde::{Deserialize, Serialize};

use super::table::table;
use crate::card::{Card, Size};

/// Huxi of one kind of block of equal cards, by size and colour.
///
/// Red values default to the black ones of the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetHuxi {
    /// Small cards.
    pub small: u8,
    /// Big cards.
    pub big: u8,
    /// Red small cards, where they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red_small: Option<u8>,
    /// Red big cards, where they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red_big: Option<u8>,
}

impl SetHuxi {
    /// The same for red and black.
    #[must_use]
    pub const fn new(small: u8, big: u8) -> Self {
        Self {
            small,
            big,
            red_small: None,
            red_big: None,
        }
    }

    /// The huxi of a block of this card.
    #[must_use]
    pub fn of(self, card: Card) -> u8 {
        let (black, red) = match card.size() {
            Size::Small => (self.small, self.red_small),
            Size::Big => (self.big, self.red_big),
        };
        if card.is_red() {
            red.unwrap_or(black)
        } else {
            black
        }
    }
}

/// Huxi of one shape of run, by size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunHuxi {
    /// Small cards.
    pub small: u8,
    /// Big cards.
    pub big: u8,
}

impl RunHuxi {
    /// The huxi of a block that begins with this card.
    #[must_use]
    pub const fn of(self, card: Card) -> u8 {
        match card.size() {
            Size::Small => self.small,
            Size::Big => self.big,
        }
    }
}

/// The huxi (胡息) table of a ruleset. Other runs, jiao and the pair are worth nothing.
///
/// Rule: R33, R34, 3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HuxiTable {
    /// Peng (碰).
    #[serde(deserialize_with = "table")]
    pub peng: SetHuxi,
    /// Kan (坎).
    #[serde(deserialize_with = "table")]
    pub kan: SetHuxi,
    /// Wei (偎) and chou wei (臭偎).
    #[serde(deserialize_with = "table")]
    pub wei: SetHuxi,
    /// Pao (跑), in Luzhou zhao (招).
    #[serde(deserialize_with = "table")]
    pub pao: SetHuxi,
    /// Ti (提), dealt or not, in Luzhou long (壠).
    #[serde(deserialize_with = "table")]
    pub ti: SetHuxi,
    /// 1-2-3.
    #[serde(deserialize_with = "table")]
    pub one_two_three: RunHuxi,
    /// 2-7-10.
    #[serde(deserialize_with = "table")]
    pub two_seven_ten: RunHuxi,
    /// 1-5-10, where it is played.
    #[serde(deserialize_with = "table")]
    pub one_five_ten: RunHuxi,
}

impl Default for HuxiTable {
    fn default() -> Self {
        let run = RunHuxi { small: 3, big: 6 };
        Self {
            peng: SetHuxi::new(1, 3),
            kan: SetHuxi::new(3, 6),
            wei: SetHuxi::new(3, 6),
            pao: SetHuxi::new(6, 9),
            ti: SetHuxi::new(9, 12),
            one_two_three: run,
            two_seven_ten: run,
            one_five_ten: run,
        }
    }
}
