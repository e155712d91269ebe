//! `Game`.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use paohuzi_engine as engine;

use crate::action::{self, Action};
use crate::args::{Answer, Data, Int, RulesArg, Seed};
use crate::deck::DeckArg;
use crate::errors::{Kind, exception, raise, raise_at};
use crate::event;
use crate::pickle::{Reduced, reduced};
use crate::record::Record;
use crate::round::{Opening, Round, start_of_deal};
use crate::rules::{Ruleset, or_default};
use crate::settle::Settlement;
use crate::setup::Setup;
use crate::view::View;

/// One round with its history, for fast loops and for search: `push` takes an answer, `pop` takes it back.
///
/// Seats that have to answer at once are asked one after the other, by their highest possible claim. A game may be used
/// from several threads; it is the one changing object here, so copy it where they should not see each other's moves.
///
/// Parameters
/// ----------
/// rules
///     The ruleset; quanmingtang by default.
/// seed
///     A number from 0 to 2**64 - 1; it says the order of the cards.
/// dealer
///     The dealer's seat.
/// drawn_before
///     Drawn rounds in a row before this one.
///
/// Examples
/// --------
/// >>> import random
/// >>> from paohuzi import Game
/// >>> game, rng = Game(seed=7), random.Random(1)
/// >>> while not game.is_over:
/// ...     game.push(rng.choice(game.legal_ids()))
/// >>> sum(game.settlement.payments)
/// 0
#[pyclass(module = "paohuzi", frozen)]
pub(crate) struct Game {
    /// Locked for the engine's work alone: nothing of Python runs while it is, so that nobody waits for long.
    inner: Mutex<engine::Game>,
    rules: Py<Ruleset>,
    opening: OnceLock<Opening>,
}

impl Game {
    pub(crate) fn new(inner: engine::Game, rules: Py<Ruleset>) -> Self {
        Self {
            inner: Mutex::new(inner),
            rules,
            opening: OnceLock::new(),
        }
    }

    pub(crate) fn inner(&self) -> MutexGuard<'_, engine::Game> {
        // The engine checks before it writes, so a game is sound even after a panic.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn dealt(
        rules: Py<Ruleset>,
        deck: engine::Deck,
        dealer: Int,
        drawn_before: Int,
    ) -> PyResult<Self> {
        let (dealer, drawn_before) = start_of_deal(&rules, dealer, drawn_before)?;
        let shared = Arc::clone(&rules.get().0);
        let inner = engine::Game::deal(shared, deck, dealer, drawn_before).map_err(raise)?;
        Ok(Self::new(inner, rules))
    }

    fn seats(&self) -> u8 {
        self.rules.get().0.seats()
    }

    /// What happened before the first question.
    fn opening(&self) -> PyResult<&Opening> {
        if let Some(events) = self.opening.get() {
            return Ok(events);
        }
        let origin = self.inner().origin().clone();
        let (rules, mut events) = (Arc::clone(&self.rules.get().0), Vec::new());
        match &origin {
            engine::Origin::Deal {
                deck,
                dealer,
                drawn_before,
            } => {
                engine::Round::from_deck(rules, deck, *dealer, *drawn_before, &mut events)
                    .map_err(raise)?;
            }
            engine::Origin::Setup(setup) => {
                engine::Round::from_setup(rules, setup, &mut events).map_err(raise)?;
            }
        }
        Ok(self.opening.get_or_init(|| events.into()))
    }

    /// Takes an answer of the current seat.
    fn take(&self, answer: &Answer, sink: &mut impl engine::EventSink) -> PyResult<()> {
        let result = {
            let mut game = self.inner();
            let action = match answer {
                Answer::Action(action) => Ok(*action),
                Answer::Id(id) => match id.fitting().map(|id| game.action(id)) {
                    Some(Ok(action)) => Ok(action),
                    Some(Err(_)) | None => Err(game.round().clone()),
                },
            };
            action.map(|action| game.push_to(action, sink))
        };
        match result {
            Ok(pushed) => pushed.map_err(raise_at(|| {
                // Whose turn it is may know its own view, and no more.
                let game = self.inner();
                let seat = game.current_seat().unwrap_or_default();
                game.round().view(seat).to_text(game.round().rules())
            })),
            // The number means nothing here; say what.
            Err(round) => {
                let action = answer.action(&round, round.asked())?;
                Err(raise(engine::IllegalAction::Over { action }))
            }
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(
        signature = (rules = None, *, seed, dealer = Int::ZERO, drawn_before = Int::ZERO),
        text_signature = "(rules=None, *, seed, dealer=0, drawn_before=0)"
    )]
    fn deal(
        py: Python<'_>,
        rules: Option<RulesArg>,
        seed: Seed,
        dealer: Int,
        drawn_before: Int,
    ) -> PyResult<Self> {
        let deck = engine::Deck::shuffled(seed.get("seed")?, 0);
        Self::dealt(or_default(py, rules)?, deck, dealer, drawn_before)
    }

    /// Begin with a deck: a `Deck`, or its cards in order.
    #[staticmethod]
    #[pyo3(
        signature = (rules, deck, *, dealer = Int::ZERO, drawn_before = Int::ZERO),
        text_signature = "(rules, deck, *, dealer=0, drawn_before=0)"
    )]
    fn from_deck(
        py: Python<'_>,
        rules: Option<RulesArg>,
        deck: DeckArg,
        dealer: Int,
        drawn_before: Int,
    ) -> PyResult<Self> {
        Self::dealt(or_default(py, rules)?, deck.0, dealer, drawn_before)
    }

    /// Begin with a described position.
    ///
    /// Raises
    /// ------
    /// PositionError
    ///     If there can be no such position.
    #[staticmethod]
    #[pyo3(signature = (setup, rules = None))]
    fn from_setup(
        py: Python<'_>,
        setup: &Bound<'_, Setup>,
        rules: Option<RulesArg>,
    ) -> PyResult<Self> {
        let rules = or_default(py, rules)?;
        let shared = Arc::clone(&rules.get().0);
        let position = || setup.get().0.to_text(Some(&rules.get().0));
        let inner = engine::Game::from_setup(shared, setup.get().0.clone());
        let inner = inner.map_err(raise_at(position))?;
        Ok(Self::new(inner, rules))
    }

    /// What the current seat may answer; nothing once the round is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let legal = self.inner().legal();
        action::tuple(py, legal)
    }

    /// The numbers of what the current seat may answer, ascending.
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let legal = self.inner().legal();
        action::ids(py, legal)
    }

    /// What the current seat may answer as a number: bit i is set if the action with number i is legal.
    fn legal_mask(&self) -> u128 {
        self.inner().legal().mask()
    }

    /// Whether the current seat may answer this: an action, its text or its number.
    fn is_legal(&self, action: Answer) -> PyResult<bool> {
        let legal = self.inner().legal();
        action.is_in(legal)
    }

    /// Take the current seat's answer.
    ///
    /// Parameters
    /// ----------
    /// action
    ///     An action, its text or its number; the number of a chi means the contested card.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If the seat may not answer this, or the round is over. The game is then as it was.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Game
    /// >>> game = Game(seed=7)
    /// >>> game.push("discard:s6")
    /// >>> game.pop()
    /// Action('discard:s6')
    fn push(&self, action: Answer) -> PyResult<()> {
        self.take(&action, &mut ())
    }

    /// As `push`, and give what happened.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Game
    /// >>> for event in Game(seed=7).push_events("discard:s6"):
    /// ...     print(event.kind)
    /// answer
    /// discard
    fn push_events<'py>(&self, py: Python<'py>, action: Answer) -> PyResult<Bound<'py, PyTuple>> {
        let mut events: Vec<engine::Event> = Vec::new();
        self.take(&action, &mut events)?;
        event::tuple(py, &events, self.seats())
    }

    /// Take the last answer back and return it.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If there is no answer to take back.
    fn pop(&self) -> PyResult<Action> {
        let last = self.inner().pop();
        last.map(Action).ok_or_else(|| {
            let message = "there is no answer to take back";
            exception(Kind::IllegalAction, "nothing_to_pop", message, Vec::new())
        })
    }

    /// A game of its own with the same history; `copy.copy` and `copy.deepcopy` give the same.
    fn copy(&self, py: Python<'_>) -> Self {
        let inner = self.inner().clone();
        Self {
            inner: Mutex::new(inner),
            rules: self.rules.clone_ref(py),
            opening: self.opening.clone(),
        }
    }

    /// All that a seat may know; of the current seat by default.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If the table has no such seat, or none is named and the round is over.
    #[pyo3(signature = (seat = None))]
    fn view(&self, py: Python<'_>, seat: Option<Int>) -> PyResult<View> {
        let seat = match seat {
            Some(seat) => Some(seat.seat(self.seats())?),
            None => self.inner().current_seat(),
        };
        let seat = seat.ok_or_else(|| {
            let message = "the round is over and nobody is asked, expected a seat";
            exception(Kind::IllegalAction, "no_current_seat", message, Vec::new())
        })?;
        let inner = self.inner().round().view(seat);
        Ok(View {
            inner,
            rules: self.rules.clone_ref(py),
        })
    }

    /// The seat to answer next; None once the round is over.
    #[getter]
    fn current_seat(&self) -> Option<usize> {
        self.inner().current_seat().map(engine::Seat::index)
    }

    /// What happened in the round before its first question.
    #[getter]
    fn opening_events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        event::tuple(py, self.opening()?, self.seats())
    }

    /// The round as it stands.
    #[getter]
    fn round(&self, py: Python<'_>) -> PyResult<Round> {
        let opening = Arc::clone(self.opening()?);
        let inner = self.inner().round().clone();
        Ok(Round::new(inner, self.rules.clone_ref(py), opening))
    }

    /// Whether the round is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner().round().is_over()
    }

    /// How it ended and who pays whom; None before that.
    #[getter]
    fn settlement(&self, py: Python<'_>) -> Option<Settlement> {
        let settlement = self.inner().round().settlement();
        settlement.map(|inner| Settlement {
            inner,
            rules: self.rules.clone_ref(py),
        })
    }

    /// The ruleset.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// The answers so far, oldest first: pairs of seat and action.
    #[getter]
    fn answers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let answers = self.inner().answers().to_vec();
        action::answers(py, &answers)
    }

    /// The record of the game so far.
    #[getter]
    fn record(&self, py: Python<'_>) -> Record {
        let inner = engine::Record::of(&self.inner());
        Record {
            inner,
            rules: self.rules.clone_ref(py),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        // One after the other, or two threads that compare the same two games could wait for each other.
        let mine = self.inner().clone();
        mine == *other.inner()
    }

    fn __repr__(&self) -> String {
        let (answers, seat) = {
            let game = self.inner();
            (game.answers().len(), game.current_seat())
        };
        let next = seat.map_or_else(
            || "over".to_owned(),
            |seat| format!("seat {seat} to answer"),
        );
        format!(
            "<Game of {}: {answers} answers, {next}>",
            self.rules.get().0.name()
        )
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let record = self.record(py);
        reduced(py, "restore_game", record.payload(py))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(py: Python<'_>, rules: RulesArg, data: Data) -> PyResult<Self> {
        Record::read(rules, &data)?.replay(py)
    }
}
