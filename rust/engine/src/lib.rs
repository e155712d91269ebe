//! The rules of the card game Pao Huzi (跑胡子), also called zipai (字牌), and of its relative Da Er (大贰) of Luzhou.
//!
//! This crate knows what a legal round is and what a hand is worth. It has no threads, no clock and no input or output;
//! chance lives in the order of a [`Deck`] alone. Numbers such as "R13", "2.4" or "ruling 8" in the documentation are
//! clauses of `docs/rulebook.md`.
//!
//! ```
//! use std::sync::Arc;
//! use paohuzi_engine::{Action, Deck, Game, Ruleset, Seat};
//!
//! // Everybody wins when they can and declines or discards the first thing otherwise.
//! let mut game = Game::deal(Arc::new(Ruleset::default()), Deck::shuffled(7, 0), Seat::ZERO, 0)?;
//! while let Some(seat) = game.current_seat() {
//!     let view = game.round().view(seat);
//!     let first = view.legal.iter().next().expect("who is asked can answer");
//!     game.push(if view.legal.contains(Action::Hu) { Action::Hu } else { first })?;
//! }
//! let settlement = game.round().settlement().expect("the round is over");
//! assert_eq!(settlement.payments().iter().sum::<i64>(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! | question | answer |
//! |---|---|
//! | what does this hand win, and how | [`best_win`], [`arrangements`] |
//! | what does it wait for | [`waits`], [`waits_in`] |
//! | how can this card be eaten | [`chi_options`] |
//! | how far is it from ready, and what helps | [`distance`], [`useful_cards`], [`discard_distances`] |
//! | what should be discarded | [`discard_advice`] |
//! | why does it not win, why is an answer refused | [`why_not`], [`View::why_refused`] |
//! | play a round | [`Round`], [`Game`] |
//! | play rounds in a row | [`MatchState`] |
//! | what may a seat know | [`View`], [`Event::seen_by`] |
//! | keep a round | [`Record`], [`Setup`] |
//! | play by other rules | [`Ruleset`] |
//!
//! # Glossary
//!
//! | word | hanzi | meaning |
//! |---|---|---|
//! | chi | 吃 | take a card into a run, 2-7-10 or jiao |
//! | bi | 比 | the further blocks a chi must lay for the other copies of the card |
//! | peng | 碰 | take another seat's card to a pair |
//! | wei, chou wei | 偎, 臭偎 | three of a kind by the own draw; the latter after a declined peng |
//! | kan | 坎 | three of a kind dealt, locked in the hand |
//! | pao | 跑 | the fourth card on a kan, wei or peng |
//! | ti | 提 | four of a kind dealt, or by the own draw |
//! | jiao | 绞 | two cards of one size and one of the other, same rank |
//! | pair | 将 | two equal cards, a block only beside a pao or ti |
//! | hu | 胡 | win |
//! | huxi | 胡息 | what blocks count; a win needs a minimum |
//! | units | 等, 囤 | what huxi become when a win is paid |
//! | fan, fan item | 番, 名堂 | what multiplies the units, and for what |
//! | shown card | 亮张, 挡底 | the dealer's last card, which everybody sees |
//! | stale | 臭 | a card that was declined and may not be taken any more |
//! | row | | the cards a seat brought and nobody took |
//! | dead | 死手 | a seat that can no longer win |
//! | fault | 犯規 | what a seat may not do and, where the ruleset allows faults, can |
#![forbid(unsafe_code)]

mod action;
mod advice;
mod block;
mod card;
mod cardset;
mod chi;
mod compact;
mod counts;
mod deck;
mod decompose;
mod distance;
mod event;
mod event_bytes;
mod event_json;
mod explain;
mod fault;
mod game;
mod half;
mod huxi;
mod log;
mod match_state;
mod meld;
mod outlook;
mod packed;
mod perft;
mod position;
mod record;
mod resample;
mod round;
mod rules;
mod score;
mod seat;
mod settle;
mod stored;
mod tables;
mod text;
mod view;
mod view_bytes;
mod view_line;
mod view_outlook;
mod waits;
mod win;

pub use action::{ACTION_SPACE_SIZE, Action, ActionError, ActionSet};
pub use advice::{DiscardAdvice, Ready, WinningCard, discard_advice};
pub use block::{CHI_BLOCKS, ChiBlock, ChiShape};
pub use card::{COPIES, Card, KINDS, PACK, ParseCardError, RED, Rank, Size, parse_cards};
pub use cardset::CardSet;
pub use chi::{ChiId, ChiOptions, chi_options};
pub use counts::Counts;
pub use deck::{DealSeed, Deck, DeckError, below, generator};
pub use distance::{DiscardDistance, Useful, discard_distances, distance, useful_cards};
pub use event::{Event, EventSink, WinKind};
pub use event_bytes::EVENTS_FORMAT;
pub use explain::{
    BlockLine, ItemText, Lang, Obstacle, Pays, Refusal, Step, WinExplanation, why_not,
};
pub use fault::Fault;
pub use game::{Game, Origin};
pub use huxi::meld_huxi;
pub use log::{LOG_FORMAT, LogError, LogReader, log_of};
pub use match_state::{MatchError, MatchState, MatchTerms};
pub use meld::{Meld, MeldKind, ParseMeldError};
pub use outlook::Outlook;
pub use packed::{Packed, PackedWaits};
pub use perft::perft;
pub use position::{Draw, DrawBy, HandError, MeldList, Position};
pub use record::{RECORD_FORMAT, Record, RecordError};
pub use resample::{ResampleError, Resampler};
pub use round::{
    Fate, History, Hu, IllegalAction, Outcome, ParseSetupError, Phase, ROW_CAPACITY, Round, Row,
    RowCard, SETUP_FORMAT, SeatSetup, Setup, SetupError, Start, Turn,
};
pub use rules::{
    Amount, Condition, Confidence, DealerTwoTi, Dihu, DrawDealer, Effect, FanItem, Faults,
    HuxiTable, MustHu, NextDealer, NoDiscardForced, NoDiscardTake, OwnDiscardStale, PassedHu,
    PayDiscard, Payment, PengSelfFourth, Pointed, RULESET_FORMAT, RulesRef, Ruleset, RulesetError,
    RulesetProblem, RunHuxi, SetHuxi, TiPay, TripleFromOther, Tuan, UnitException, UnitScale,
    ZimoAdd,
};
pub use score::{ItemLine, ItemList, WinContext};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use settle::{NextDeal, SeatWin, Settlement, next_deal, resting_points};
pub use stored::StoredError;
pub use tables::build_tables;
pub use view::{SeenMeld, Stage, View};
pub use view_bytes::VIEW_FORMAT;
pub use waits::{Wait, waits, waits_in, waits_mask, waits_of};
#[doc(hidden)]
pub use win::plain;
pub use win::{Arrangement, Win, arrangements, arrangements_iter, best_win, santi_wukan};
