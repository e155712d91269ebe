//! `Round`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use paohuzi_engine as engine;

use crate::action::{self, Action};
use crate::args::{Answer, Int, RulesArg, Seed, Text};
use crate::card::{self, Card};
use crate::deck::DeckArg;
use crate::errors::{raise, raise_at};
use crate::event::{self, Event};
use crate::meld;
use crate::pickle::{Reduced, reduced_as};
use crate::row;
use crate::rules::{Ruleset, or_default, referred};
use crate::settle::{NextDeal, Settlement};
use crate::setup::Setup;
use crate::values;
use crate::view::View;

/// A round, from the deal to its settlement, as a value: `apply` gives a new one, this one stays as it is.
///
/// Several seats may have to answer at once, in any order. `Game` asks them one after the other and can take answers
/// back.
///
/// Examples
/// --------
/// >>> from paohuzi import Round
/// >>> round = Round.deal(seed=7)
/// >>> while not round.is_over:
/// ...     seat = round.active_seats[0]
/// ...     round, events = round.apply(seat, round.legal_actions(seat)[-1])
/// >>> round.settlement
/// <Settlement: self_draw by seat 1, payments -2 4 -2>
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct Round {
    inner: engine::Round,
    rules: Py<Ruleset>,
    /// What happened before the first question.
    opening: Opening,
}

/// Format of its pickles: those of format 1 held the events of the opening one by one.
const FORMAT: u8 = 2;

/// What happened in a round before its first question; its later states share it.
pub(crate) type Opening = Arc<[engine::Event]>;

impl PartialEq for Round {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Hash for Round {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

/// Where a deal begins beside its deck.
pub(crate) fn start_of_deal(
    rules: &Py<Ruleset>,
    dealer: Int,
    drawn_before: Int,
) -> PyResult<(engine::Seat, u16)> {
    let dealer = dealer.dealer(rules.get().0.seats())?;
    Ok((
        dealer,
        drawn_before.at_most("drawn_before", u16::MAX.into())?,
    ))
}

impl Round {
    pub(crate) fn new(inner: engine::Round, rules: Py<Ruleset>, opening: Opening) -> Self {
        Self {
            inner,
            rules,
            opening,
        }
    }

    pub(crate) fn inner(&self) -> &engine::Round {
        &self.inner
    }

    fn dealt(
        rules: Py<Ruleset>,
        deck: &engine::Deck,
        dealer: Int,
        drawn_before: Int,
    ) -> PyResult<Self> {
        let (dealer, drawn_before) = start_of_deal(&rules, dealer, drawn_before)?;
        let mut events = Vec::new();
        let shared = Arc::clone(&rules.get().0);
        let inner = engine::Round::from_deck(shared, deck, dealer, drawn_before, &mut events);
        Ok(Self::new(inner.map_err(raise)?, rules, events.into()))
    }

    fn placed(rules: Py<Ruleset>, setup: &engine::Setup) -> PyResult<Self> {
        let mut events = Vec::new();
        let shared = Arc::clone(&rules.get().0);
        let position = || setup.to_text(Some(&rules.get().0));
        let inner =
            engine::Round::from_setup(shared, setup, &mut events).map_err(raise_at(position))?;
        Ok(Self::new(inner, rules, events.into()))
    }

    fn seat(&self, seat: Int) -> PyResult<engine::Seat> {
        seat.seat(self.seats())
    }

    fn each_seat<'py, O>(
        &self,
        py: Python<'py>,
        make: impl FnMut(engine::Seat) -> PyResult<O>,
    ) -> PyResult<Bound<'py, PyTuple>>
    where
        O: IntoPyObject<'py>,
    {
        values::per_seat(py, self.seats(), make)
    }
}

#[pymethods]
impl Round {
    /// Deal a round from a seed.
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
    #[staticmethod]
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
        Self::dealt(or_default(py, rules)?, &deck, dealer, drawn_before)
    }

    /// Deal a round from a deck: a `Deck`, or its cards in order.
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
        Self::dealt(or_default(py, rules)?, &deck.0, dealer, drawn_before)
    }

    /// Make the round of a position on one line, as `to_text` or `Setup.to_text` wrote it.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The line.
    /// rules
    ///     The ruleset that it names; by default the preset of that name, or quanmingtang where it names none.
    ///
    /// Raises
    /// ------
    /// PositionError
    ///     If it is none, one of another ruleset, or there can be no such position.
    /// RulesetError
    ///     If no preset has the name, and no ruleset is given.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> round = Round.deal(seed=7)
    /// >>> Round.from_text(round.to_text()) == round
    /// True
    #[staticmethod]
    #[pyo3(signature = (text, *, rules = None))]
    fn from_text(py: Python<'_>, text: Text, rules: Option<RulesArg>) -> PyResult<Self> {
        let rules = match engine::Setup::rules_of_text(&text.0).map_err(raise)? {
            Some(reference) => referred(py, &reference, rules)?,
            None => or_default(py, rules)?,
        };
        let setup = engine::Setup::from_text(&text.0, Some(&rules.get().0)).map_err(raise)?;
        Self::placed(rules, &setup)
    }

    /// The round on one line, from which `from_text` makes the same one.
    ///
    /// It shows all cards; `View.to_text` shows what a seat may know.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> Round.deal(seed=7).to_text()[:57]
    /// 'position:1 quanmingtang:c8fec4bf52f6a18a 0 0 b5 discard:0'
    fn to_text(&self) -> String {
        self.inner.setup().to_text(Some(self.inner.rules()))
    }

    /// Make the round that a position describes, and play on until somebody has to answer.
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
        Self::placed(or_default(py, rules)?, &setup.get().0)
    }

    /// The description of the round, from which `from_setup` makes the same one.
    fn setup(&self) -> Setup {
        Setup(self.inner.setup())
    }

    /// What a seat may answer; nothing where it is not asked.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If the table has no such seat.
    fn legal_actions<'py>(&self, py: Python<'py>, seat: Int) -> PyResult<Bound<'py, PyTuple>> {
        action::tuple(py, self.inner.legal(self.seat(seat)?))
    }

    /// The numbers of what a seat may answer, ascending.
    fn legal_ids<'py>(&self, py: Python<'py>, seat: Int) -> PyResult<Bound<'py, PyList>> {
        action::ids(py, self.inner.legal(self.seat(seat)?))
    }

    /// What a seat may answer as a number: bit i is set if the action with number i is legal.
    fn legal_mask(&self, seat: Int) -> PyResult<u128> {
        Ok(self.inner.legal(self.seat(seat)?).mask())
    }

    /// The fault that an answer of a seat is, if the seat gets what it claims.
    ///
    /// None of an answer that is no fault or not legal now. Where the ruleset prevents faults, none is.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round, rulesets
    /// >>> round = Round.deal(rulesets.load("hunan_half").replace(faults="allow"), seed=7)
    /// >>> round.fault_of(0, "discard:s6") is None
    /// True
    fn fault_of(&self, seat: Int, action: Answer) -> PyResult<Option<&'static str>> {
        let seat = self.seat(seat)?;
        let action = action.action(&self.inner, Some(seat))?;
        let fault = self.inner.fault_of(seat, action);
        Ok(fault.map(engine::Fault::name))
    }

    /// Whether a seat may answer this: an action, its text or its number.
    fn is_legal(&self, seat: Int, action: Answer) -> PyResult<bool> {
        action.is_in(self.inner.legal(self.seat(seat)?))
    }

    /// Take a seat's answer and play on until somebody has to answer again.
    ///
    /// Parameters
    /// ----------
    /// seat
    ///     The seat that answers; any active one may.
    /// action
    ///     An action, its text or its number; the number of a chi means the contested card.
    ///
    /// Returns
    /// -------
    /// tuple
    ///     The round after the answer, and the events in between.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If the seat is not asked or may not answer this.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> round = Round.deal(seed=7)
    /// >>> later, events = round.apply(0, "discard:s6")
    /// >>> later.phase, tuple(event.kind for event in events)
    /// ('discarded:0:s6', ('answer', 'discard'))
    fn apply<'py>(
        &self,
        py: Python<'py>,
        seat: Int,
        action: Answer,
    ) -> PyResult<(Self, Bound<'py, PyTuple>)> {
        let seat = self.seat(seat)?;
        let action = action.action(&self.inner, Some(seat))?;
        let (mut inner, mut events) = (self.inner.clone(), Vec::new());
        // The seat that erred may know its own view, and no more.
        let position = || self.inner.view(seat).to_text(self.inner.rules());
        inner
            .apply(seat, action, &mut events)
            .map_err(raise_at(position))?;
        let events = event::tuple(py, &events, self.seats())?;
        let after = Self::new(inner, self.rules.clone_ref(py), Arc::clone(&self.opening));
        Ok((after, events))
    }

    /// All that a seat may know, and nothing else.
    fn view(&self, py: Python<'_>, seat: Int) -> PyResult<View> {
        Ok(View {
            inner: self.inner.view(self.seat(seat)?),
            rules: self.rules.clone_ref(py),
        })
    }

    /// What happened in the round before its first question.
    #[getter]
    fn opening_events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        event::tuple(py, &self.opening, self.seats())
    }

    /// The seats whose answer can still matter, ascending.
    #[getter]
    fn active_seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let active = self.inner.active_seats();
        values::tuple(py, active, |seat| Ok(seat.index()))
    }

    /// The active seat with the highest possible claim, which `Game` asks first; None once the round is over.
    #[getter]
    fn asked(&self) -> Option<usize> {
        self.inner.asked().map(engine::Seat::index)
    }

    /// Whether the round is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    /// How it ended and who pays whom; None before that.
    #[getter]
    fn settlement(&self, py: Python<'_>) -> Option<Settlement> {
        self.inner.settlement().map(|inner| Settlement {
            inner,
            rules: self.rules.clone_ref(py),
        })
    }

    /// Which round comes after this one; None before it is over.
    #[getter]
    fn next_deal(&self) -> Option<NextDeal> {
        self.inner.next_deal().map(NextDeal)
    }

    /// The ruleset.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// Seats at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.inner.rules().seats()
    }

    /// The dealer's seat.
    #[getter]
    fn dealer(&self) -> usize {
        self.inner.dealer().index()
    }

    /// Drawn rounds in a row before this one.
    #[getter]
    fn drawn_before(&self) -> u16 {
        self.inner.drawn_before()
    }

    /// The dealer's last card (亮张), as everyone saw it.
    #[getter]
    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.inner.shown())
    }

    /// What the round waits for, as in `Setup`.
    #[getter]
    fn phase(&self) -> String {
        engine::Start::At(self.inner.phase()).to_string()
    }

    /// The card that the seats may claim now.
    #[getter]
    fn contested<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.inner.phase().contested())
    }

    /// The hand of each seat, in card order.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| card::tuple(py, self.inner.hand(seat).cards()))
    }

    /// The table melds of each seat, as laid.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| {
            meld::tuple(py, self.inner.melds(seat).iter().copied())
        })
    }

    /// The row of each seat, oldest first.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| row::tuple(py, self.inner.row(seat)))
    }

    /// The stock in drawing order.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.stock())
    }

    /// The cards that each seat may not chi.
    #[getter]
    fn stale_chi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| {
            card::tuple(py, self.inner.stale_chi(seat).iter())
        })
    }

    /// The cards that each seat may not peng.
    #[getter]
    fn stale_peng<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| {
            card::tuple(py, self.inner.stale_peng(seat).iter())
        })
    }

    /// Whether each seat can no longer win.
    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| Ok(self.inner.is_dead(seat)))
    }

    /// The first fault that each seat committed, for which it can no longer win; None where there is none.
    #[getter]
    fn faults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| {
            Ok(self.inner.fault(seat).map(engine::Fault::name))
        })
    }

    /// What each seat has answered to the present question; None where it has not.
    #[getter]
    fn answers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.each_seat(py, |seat| Ok(self.inner.answer(seat).map(Action)))
    }

    fn __repr__(&self) -> String {
        format!("<Round of {}: {}>", self.inner.rules().name(), self.phase())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let setup = self.inner.setup().to_bytes();
        let opening = engine::Event::list_to_bytes(&self.opening, self.seats());
        let payload = (
            &self.rules,
            PyBytes::new(py, &setup),
            PyBytes::new(py, &opening),
        );
        reduced_as(py, FORMAT, intern!(py, "restore_round"), payload)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(rules: RulesArg, data: &[u8], opening: &Bound<'_, PyAny>) -> PyResult<Self> {
        let setup = engine::Setup::from_bytes(data).map_err(raise)?;
        let mut round = Self::placed(rules.0, &setup)?;
        round.opening = match opening.cast::<PyBytes>() {
            Ok(bytes) => engine::Event::list_from_bytes(bytes.as_bytes())
                .map_err(raise)?
                .into(),
            // Pickles of format 1 hold the events themselves.
            Err(_) => {
                let events: Vec<Bound<'_, Event>> = opening.extract()?;
                events.iter().map(|event| event.get().inner).collect()
            }
        };
        Ok(round)
    }
}
