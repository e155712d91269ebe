//! `perft`.

use pyo3::prelude::*;

use paohuzi_engine as engine;

use crate::args::{Int, wrong_type};
use crate::game::Game;
use crate::round::Round;

/// Depth up to which counting takes no time to speak of.
const QUICK: u32 = 3;

/// How many sequences of so many answers a game can take from here.
///
/// Parameters
/// ----------
/// start
///     A `Round` or `Game`.
/// depth
///     The number of answers.
///
/// Examples
/// --------
/// >>> from paohuzi import Game, perft
/// >>> perft(Game(seed=7), 1)
/// 15
#[pyfunction]
pub(crate) fn perft(py: Python<'_>, start: &Bound<'_, PyAny>, depth: Int) -> PyResult<u64> {
    let round = if let Ok(round) = start.cast::<Round>() {
        round.get().inner().clone()
    } else if let Ok(game) = start.cast::<Game>() {
        game.get().inner().round().clone()
    } else {
        return Err(wrong_type("a Round or a Game", start));
    };
    // More answers than a round can have count nothing more.
    let depth = depth.at_most("depth", 1000)?;
    count(py, &round, depth)
}

/// Counts, and looks now and then whether it was interrupted.
fn count(py: Python<'_>, round: &engine::Round, depth: u32) -> PyResult<u64> {
    if depth <= QUICK {
        return Ok(py.detach(|| engine::perft(round, depth)));
    }
    py.check_signals()?;
    let Some(seat) = round.asked() else {
        return Ok(0);
    };
    let mut sum = 0_u64;
    for action in round.legal(seat).iter() {
        let mut after = round.clone();
        if after.apply(seat, action, &mut ()).is_ok() {
            sum = sum.saturating_add(count(py, &after, depth - 1)?);
        }
    }
    Ok(sum)
}
