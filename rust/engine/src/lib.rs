//! The rules of the card game Pao Huzi.
#![forbid(unsafe_code)]

mod action;
mod block;
mod card;
mod cardset;
mod chi;
mod counts;
mod deck;
mod decompose;
mod event;
mod game;
mod huxi;
mod meld;
mod perft;
mod record;
mod round;
mod rules;
mod score;
mod seat;
mod settle;
mod stored;
mod text;
mod view;
mod view_bytes;
mod waits;
mod win;

pub use action::{ACTION_SPACE_SIZE, Action, ActionError, ActionSet};
pub use block::{CHI_BLOCKS, ChiBlock, ChiShape};
pub use card::{COPIES, Card, KINDS, PACK, ParseCardError, RED, Rank, Size, parse_cards};
pub use cardset::CardSet;
pub use chi::{ChiId, ChiOptions, chi_options};
pub use counts::Counts;
pub use deck::{Deck, DeckError, below, generator};
pub use event::{Event, EventSink, WinKind};
pub use game::{Game, Origin};
pub use huxi::meld_huxi;
pub use meld::{Meld, MeldKind, ParseMeldError};
pub use perft::perft;
pub use record::{RECORD_FORMAT, Record, RecordError};
pub use round::{
    Hu, IllegalAction, Outcome, ParseSetupError, Phase, ROW_CAPACITY, Round, Row, RowCard,
    SETUP_FORMAT, SeatSetup, Setup, SetupError, Start,
};
pub use rules::{
    Amount, Condition, DealerTwoTi, Dihu, Effect, FanItem, HuxiTable, OwnDiscardStale,
    RULESET_FORMAT, Ruleset, RulesetError, RunHuxi, SetHuxi, TripleFromOther, UnitScale,
};
pub use score::{ItemLine, ItemList, WinContext};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use settle::{NextDeal, SeatWin, Settlement, next_deal};
pub use stored::StoredError;
pub use view::{SeenMeld, Stage, View};
pub use view_bytes::VIEW_FORMAT;
pub use waits::{Wait, waits};
pub use win::{
    Arrangement, Draw, DrawBy, HandError, MeldList, Position, Win, arrangements, best_win,
    santi_wukan,
};
