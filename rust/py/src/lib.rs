//! The Python module `paohuzi._core`: the engine's types and functions as Python objects.
//!
//! One wrapper a file, under the engine's names. What is here turns Python objects into the engine's values and back,
//! and the engine's errors into the exceptions of `paohuzi.errors`; what the game's rules say is asked of the engine.
#![expect(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "the comments of wrappers are Python docstrings"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "pyo3 hands over what it made of a Python argument"
)]

mod action;
mod advice;
mod args;
mod arrays;
mod batch;
mod bot;
mod buffers;
mod card;
mod chi;
mod deck;
mod distance;
mod errors;
mod event;
mod event_dict;
mod explanation;
mod fan_item;
mod game;
mod json;
mod match_state;
mod meld;
mod observation;
mod perft;
mod pickle;
mod reason;
mod record;
mod results;
mod round;
mod row;
mod rules;
mod score;
mod search;
mod settle;
mod setup;
mod simulate;
mod summary;
mod values;
mod vector;
mod view;
mod waits;
mod win;

/// The compiled part of paohuzi. Import its names from `paohuzi`.
#[pyo3::pymodule]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::action::Action;
    #[pymodule_export]
    use crate::advice::{DiscardAdvice, discard_advice};
    #[pymodule_export]
    use crate::batch::{discard_distances_batch, distance_batch, waits_batch};
    #[pymodule_export]
    use crate::bot::Bot;
    #[pymodule_export]
    use crate::card::{Card, parse_cards};
    #[pymodule_export]
    use crate::chi::chi_options;
    #[pymodule_export]
    use crate::deck::Deck;
    #[pymodule_export]
    use crate::distance::{Useful, discard_distances, distance, useful_cards};
    #[pymodule_export]
    use crate::event::Event;
    #[pymodule_export]
    use crate::explanation::Explanation;
    #[pymodule_export]
    use crate::fan_item::FanItem;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::match_state::MatchState;
    #[pymodule_export]
    use crate::meld::{Meld, SeenMeld};
    #[pymodule_export]
    use crate::observation::write_observation;
    #[pymodule_export]
    use crate::perft::perft;
    #[pymodule_export]
    use crate::reason::{Reason, why_not};
    #[pymodule_export]
    use crate::record::{Record, validate_log};
    #[pymodule_export]
    use crate::results::Results;
    #[pymodule_export]
    use crate::round::Round;
    #[pymodule_export]
    use crate::row::RowCard;
    #[pymodule_export]
    use crate::rules::Ruleset;
    #[pymodule_export]
    use crate::score::{Item, WinContext};
    #[pymodule_export]
    use crate::search::{action_values, rollouts};
    #[pymodule_export]
    use crate::settle::{NextDeal, Settlement};
    #[pymodule_export]
    use crate::setup::{SeatSetup, Setup};
    #[pymodule_export]
    use crate::simulate::simulate;
    #[pymodule_export]
    use crate::summary::{Mean, SeatSummary, Summary};
    #[pymodule_export]
    use crate::vector::VectorRounds;
    #[pymodule_export]
    use crate::view::View;
    #[pymodule_export]
    use crate::waits::{Wait, waits, waits_mask};
    #[pymodule_export]
    use crate::win::{Arrangement, Win, arrangements, best_win, santi_wukan};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    const ACTION_SPACE_SIZE: usize = paohuzi_engine::ACTION_SPACE_SIZE;
    #[pymodule_export]
    const ACTION_SPACE_VERSION: u32 = 1;
    #[pymodule_export]
    const LOG_FORMAT: u64 = paohuzi_engine::LOG_FORMAT;
    #[pymodule_export]
    const OBS_BYTES: usize = paohuzi_sim::OBS_BYTES;
    #[pymodule_export]
    const OBS_SIZE: usize = paohuzi_sim::OBS_SIZE;
    #[pymodule_export]
    const OBS_VERSION: u32 = paohuzi_sim::OBS_VERSION;
    #[pymodule_export]
    const RECORD_FORMAT: u8 = paohuzi_engine::RECORD_FORMAT;
    #[pymodule_export]
    const RULESET_FORMAT: u32 = paohuzi_engine::RULESET_FORMAT;
    #[pymodule_export]
    const SETUP_FORMAT: u8 = paohuzi_engine::SETUP_FORMAT;
    #[pymodule_export]
    const VIEW_FORMAT: u8 = paohuzi_engine::VIEW_FORMAT;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let cards = crate::card::tuple(module.py(), paohuzi_engine::Card::ALL)?;
        module.add("CARDS", cards)?;
        module.add("OBS_LAYOUT", crate::observation::layout(module.py())?)?;
        let agents = paohuzi_sim::Agent::ALL.map(paohuzi_sim::Agent::name);
        module.add("AGENTS", PyTuple::new(module.py(), agents)?)
    }
}
