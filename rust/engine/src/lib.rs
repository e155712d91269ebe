//! The rules of the card game Pao Huzi.
#![forbid(unsafe_code)]

mod block;
mod card;
mod cardset;
mod chi;
mod counts;
mod decompose;
mod huxi;
mod meld;
mod rules;
mod score;
mod seat;
mod text;
mod waits;
mod win;

pub use block::{CHI_BLOCKS, ChiBlock, ChiShape};
pub use card::{COPIES, Card, KINDS, PACK, ParseCardError, RED, Rank, Size, parse_cards};
pub use cardset::CardSet;
pub use chi::{ChiId, ChiOptions, chi_options};
pub use counts::Counts;
pub use huxi::meld_huxi;
pub use meld::{Meld, MeldKind, ParseMeldError};
pub use rules::{
    Amount, Condition, DealerTwoTi, Dihu, Effect, FanItem, HuxiTable, OwnDiscardStale,
    RULESET_FORMAT, Ruleset, RulesetError, RunHuxi, SetHuxi, TripleFromOther, UnitScale,
};
pub use score::{ItemLine, ItemList, WinContext};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use waits::{Wait, waits};
pub use win::{
    Arrangement, Draw, DrawBy, HandError, MeldList, Position, Win, arrangements, best_win,
    santi_wukan,
};
