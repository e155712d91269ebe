//! The rules of the card game Pao Huzi.
#![forbid(unsafe_code)]

mod block;
mod card;
mod cardset;
mod counts;
mod meld;
mod rules;
mod seat;
mod text;

pub use block::{CHI_BLOCKS, ChiBlock, ChiShape};
pub use card::{COPIES, Card, KINDS, PACK, ParseCardError, RED, Rank, Size, parse_cards};
pub use cardset::CardSet;
pub use counts::Counts;
pub use meld::{Meld, MeldKind, ParseMeldError};
pub use rules::{
    Amount, Condition, DealerTwoTi, Dihu, Effect, FanItem, HuxiTable, OwnDiscardStale,
    RULESET_FORMAT, Ruleset, RulesetError, RunHuxi, SetHuxi, TripleFromOther, UnitScale,
};
pub use seat::{MAX_SEATS, PerSeat, Seat};
