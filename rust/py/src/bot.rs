//! `Bot`.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use paohuzi_sim as sim;

use crate::action::Action;
use crate::args::{Int, RulesArg, Seed, Text};
use crate::errors::{Kind, exception, number, raise};
use crate::rules::or_default;
use crate::view::View;

/// A player program that comes with the package, for one seat and one round.
///
/// It sees nothing but the views that it is shown. The seed, the index and the seat decide what it leaves to chance, as
/// in a simulation.
///
/// Parameters
/// ----------
/// name
///     One of `paohuzi.agents.names`.
/// rules
///     The ruleset that is played; `quanmingtang` where there is none.
/// seed
///     A number from 0 to 2**64 - 1.
/// index
///     The index of the round among those of the seed.
/// seat
///     The seat it plays.
///
/// Raises
/// ------
/// ParseError
///     If no bot has the name.
/// IllegalActionError
///     If the table has no such seat.
///
/// Examples
/// --------
/// >>> from paohuzi import Game
/// >>> from paohuzi.agents import Bot
/// >>> game = Game(seed=7)
/// >>> bots = [Bot("greedy", seed=7, seat=seat) for seat in range(3)]
/// >>> while not game.is_over:
/// ...     view = game.view()
/// ...     game.push(bots[view.seat].act(view))
/// >>> sum(game.settlement.payments)
/// 0
#[pyclass(module = "paohuzi.agents", frozen)]
pub(crate) struct Bot {
    agent: sim::Agent,
    seat: usize,
    player: Mutex<Box<dyn sim::Bot>>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(
        signature = (name, rules = None, *, seed, index = Seed::ZERO, seat),
        text_signature = "(name, rules=None, *, seed, index=0, seat)"
    )]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyAny>,
        rules: Option<RulesArg>,
        seed: Seed,
        index: Seed,
        seat: Int,
    ) -> PyResult<Self> {
        let agent: sim::Agent = name.extract::<Text>()?.0.parse().map_err(raise)?;
        let rules = or_default(py, rules)?.get().0.clone();
        let seat = seat.seat(rules.seats())?;
        let player = agent.bot(&rules, seed.get("seed")?, index.get("index")?, seat);
        Ok(Self {
            agent,
            seat: seat.index(),
            player: Mutex::new(player),
        })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.agent.name()
    }

    /// The seat it plays.
    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    /// The answer to what the view asks: one of its legal actions.
    ///
    /// Parameters
    /// ----------
    /// view
    ///     What the seat sees.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If the view asks nothing, or is that of another seat.
    fn act(&self, view: &View) -> PyResult<Action> {
        let view = &view.inner;
        let found = view.seat.index();
        if found != self.seat {
            let seat = self.seat;
            return Err(exception(
                Kind::IllegalAction,
                "other_seat",
                &format!("the view of seat {found}, expected that of seat {seat}"),
                vec![("found", number(found)), ("seat", number(seat))],
            ));
        }
        if view.legal.is_empty() {
            return Err(exception(
                Kind::IllegalAction,
                "not_asked",
                &format!("seat {found} is not asked now"),
                vec![("seat", number(found))],
            ));
        }
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Action(player.act(view)))
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', seat={})", self.agent, self.seat)
    }
}
