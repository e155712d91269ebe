//! `MatchState`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_engine as engine;

use crate::args::{Int, RulesArg};
use crate::errors::raise;
use crate::pickle::{Reduced, reduced};
use crate::rules::{Ruleset, or_default};
use crate::settle::Settlement;
use crate::values::joined;
use crate::win::altered;

/// Where a match stands between two rounds: who deals and who rests, the drawn rounds before, the totals, the end.
///
/// The seats of a match are those at its table. Where three play, there may be four: the one opposite the dealer rests,
/// and the deal decides who is next. The seats of a round are the playing seats of the match in their order, so
/// ``playing[s]`` is who plays the round's seat ``s``. `Match` keeps one of these; use it by itself where rounds are
/// played elsewhere. Rule: 2.10, 4.2, A27, A44.
///
/// Parameters
/// ----------
/// rules
///     The ruleset; quanmingtang by default.
/// seats
///     Seats at the table: as many as play, or four where three play; as many as play by default.
/// dealer
///     The seat that deals first.
/// rounds
///     Rounds after which the match is over; None for no limit.
/// target
///     The total that ends it, and 0 for none; the target of the ruleset by default.
///
/// Raises
/// ------
/// PositionError
///     If so many seats cannot be, or the dealer has none.
///
/// Examples
/// --------
/// >>> from paohuzi import Game, MatchState, rulesets
/// >>> state = MatchState(rulesets.load("shaoyang_bopi"), seats=4)
/// >>> state.dealer, state.resting, state.playing, state.target
/// (0, 2, (0, 1, 3), 100)
/// >>> game = Game(state.rules, seed=1, dealer=state.round_dealer)
/// >>> while not game.is_over:
/// ...     game.push("pass" if game.is_legal("pass") else game.legal_ids()[0])
/// >>> game.settlement.kind
/// 'drawn'
/// >>> state.after(game.settlement).totals
/// (-10, 0, 10, 0)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct MatchState {
    inner: engine::MatchState,
    rules: Py<Ruleset>,
}

impl PartialEq for MatchState {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.rules.get() == other.rules.get()
    }
}

impl std::hash::Hash for MatchState {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

impl MatchState {
    fn begun(
        rules: Py<Ruleset>,
        seats: Option<Int>,
        dealer: Int,
        rounds: Option<Int>,
        target: Option<Int>,
    ) -> PyResult<Self> {
        let shared = &rules.get().0;
        let mut terms = engine::MatchTerms::of(shared);
        if let Some(seats) = seats {
            terms.seats = seats.at_most("seats", u8::MAX.into())?;
        }
        if let Some(rounds) = rounds {
            terms.rounds = rounds.one_to("rounds", u32::MAX as usize)?;
        }
        if let Some(target) = target {
            terms.target = target.at_most("target", u32::MAX as usize)?;
        }
        let found = dealer.at_most("dealer", u8::MAX.into())?;
        let inner = match engine::Seat::new(found) {
            Some(dealer) => engine::MatchState::new(shared, terms, dealer),
            None => Err(engine::MatchError::Dealer {
                found,
                last: terms.seats.saturating_sub(1),
            }),
        };
        Ok(Self {
            inner: inner.map_err(raise)?,
            rules,
        })
    }

    fn per_seat<'py>(
        &self,
        py: Python<'py>,
        values: engine::PerSeat<i64>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, values.of(self.inner.terms().seats))
    }
}

#[pymethods]
impl MatchState {
    #[new]
    #[pyo3(
        signature = (rules = None, *, seats = None, dealer = Int::ZERO, rounds = None, target = None),
        text_signature = "(rules=None, *, seats=None, dealer=0, rounds=None, target=None)"
    )]
    fn new(
        py: Python<'_>,
        rules: Option<RulesArg>,
        seats: Option<Int>,
        dealer: Int,
        rounds: Option<Int>,
        target: Option<Int>,
    ) -> PyResult<Self> {
        Self::begun(or_default(py, rules)?, seats, dealer, rounds, target)
    }

    /// Where the match stands after its next round ended so.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If the match is over, or the settlement is that of a table of other seats.
    fn after(&self, py: Python<'_>, settlement: &Settlement) -> PyResult<Self> {
        let after = self.inner.after(&self.rules.get().0, &settlement.inner);
        Ok(Self {
            inner: after.map_err(raise)?,
            rules: self.rules.clone_ref(py),
        })
    }

    /// What each seat of the match earns in the next round if it ends so: the payments, and the share of who rests.
    fn points<'py>(
        &self,
        py: Python<'py>,
        settlement: &Settlement,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let points = self.inner.points(&self.rules.get().0, &settlement.inner);
        self.per_seat(py, points)
    }

    /// The ruleset.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// Seats at the table, one of which may rest.
    #[getter]
    fn seats(&self) -> u8 {
        self.inner.terms().seats
    }

    /// Rounds after which the match is over; None for no limit.
    #[getter]
    fn rounds(&self) -> Option<u32> {
        Some(self.inner.terms().rounds).filter(|rounds| *rounds > 0)
    }

    /// The total that ends the match; 0 for none.
    #[getter]
    fn target(&self) -> u32 {
        self.inner.terms().target
    }

    /// The seat that deals the next round.
    #[getter]
    fn dealer(&self) -> usize {
        self.inner.dealer().index()
    }

    /// The dealer's seat in that round.
    #[getter]
    fn round_dealer(&self) -> usize {
        self.inner.round_dealer().index()
    }

    /// The seat that rests in the next round; None where all play.
    #[getter]
    fn resting(&self) -> Option<usize> {
        self.inner.resting().map(engine::Seat::index)
    }

    /// The seats that play the next round, by their seats in it.
    #[getter]
    fn playing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let playing: Vec<usize> = self.inner.playing().map(engine::Seat::index).collect();
        PyTuple::new(py, playing)
    }

    /// Drawn rounds in a row before the next one.
    #[getter]
    fn drawn_before(&self) -> u16 {
        self.inner.drawn_before()
    }

    /// Rounds played.
    #[getter]
    fn played(&self) -> u32 {
        self.inner.played()
    }

    /// The points of each seat, all rounds added up.
    #[getter]
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.totals())
    }

    /// What each seat has won or lost if the match ends here, in points.
    ///
    /// Where every round is paid these are the totals. Where totals run on, they are rounded to the ruleset's
    /// ``round_to``, halves up, and every two seats settle the difference.
    #[getter]
    fn balance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.per_seat(py, self.inner.balance(&self.rules.get().0))
    }

    /// Whether all rounds are played or a total has reached the target.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    fn __repr__(&self) -> String {
        let inner = &self.inner;
        let totals = joined(inner.totals(), " ");
        let next = if inner.is_over() {
            "over".to_owned()
        } else {
            format!("dealer {}", inner.dealer())
        };
        format!(
            "<MatchState of {}: {} played, totals {totals}, {next}>",
            self.rules.get().0.name(),
            inner.played(),
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let agreed = (self.seats(), self.dealer(), self.rounds(), self.target());
        let reached = (self.played(), self.drawn_before(), self.totals(py)?);
        reduced(py, "restore_match_state", (&self.rules, agreed, reached))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        rules: RulesArg,
        agreed: (Int, Int, Option<Int>, Int),
        reached: (u32, u16, Vec<i64>),
    ) -> PyResult<Self> {
        let (seats, dealer, rounds, target) = agreed;
        let mut state = Self::begun(rules.0, Some(seats), dealer, rounds, Some(target))?;
        let (played, drawn_before, totals) = reached;
        if totals.len() != usize::from(state.seats()) {
            return Err(altered("the totals of another number of seats"));
        }
        let totals =
            engine::PerSeat::from_fn(|seat| totals.get(seat.index()).copied().unwrap_or_default());
        state.inner = state.inner.resumed(played, drawn_before, totals);
        Ok(state)
    }
}
