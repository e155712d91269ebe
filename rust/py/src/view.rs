//! `View`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use paohuzi_engine as engine;

use crate::action::{self, Action};
use crate::advice::DiscardAdvice;
use crate::args::{ActionArg, Data, RulesArg, Seed};
use crate::card::{self, Card};
use crate::distance::{self, Asked, Useful};
use crate::errors::raise;
use crate::meld::SeenMeld;
use crate::pickle::{Reduced, reduced};
use crate::reason::Reason;
use crate::round::Round;
use crate::row;
use crate::rules::{Ruleset, or_default};
use crate::values;
use crate::waits::Waiting;

/// All that one seat may know of a round, and nothing else.
///
/// Two rounds that differ only in what the seat cannot see give equal views.
///
/// Examples
/// --------
/// >>> from paohuzi import Round
/// >>> view = Round.deal(seed=7).view(1)
/// >>> len(view.hand), view.hand_sizes, view.stage, view.stage_seat
/// (20, (21, 20, 20), 'turn', 0)
/// >>> view.legal_actions()
/// ()
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct View {
    pub(crate) inner: engine::View,
    pub(crate) rules: Py<Ruleset>,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.rules.get() == other.rules.get()
    }
}

impl Hash for View {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

impl View {
    fn engine_rules(&self) -> &engine::Ruleset {
        &self.rules.get().0
    }

    fn hu(&self) -> Option<engine::Hu> {
        match self.inner.stage {
            engine::Stage::Won(hu) => Some(hu),
            engine::Stage::Opening
            | engine::Stage::Turn(_)
            | engine::Stage::Drawn { .. }
            | engine::Stage::Discarded { .. }
            | engine::Stage::Exhausted => None,
        }
    }
}

#[pymethods]
impl View {
    /// Read what `to_bytes` wrote.
    ///
    /// Parameters
    /// ----------
    /// data
    ///     The bytes.
    /// rules
    ///     The ruleset of the round, which the bytes do not hold; quanmingtang by default.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If the bytes are of another format, cut short, too long or altered.
    #[staticmethod]
    #[pyo3(signature = (data, *, rules = None))]
    fn from_bytes(py: Python<'_>, data: Data, rules: Option<RulesArg>) -> PyResult<Self> {
        let inner = engine::View::from_bytes(&data.0).map_err(raise)?;
        let rules = or_default(py, rules)?;
        Ok(Self { inner, rules })
    }

    /// The view on one line, with ``?`` for what is hidden: what a seat may show of its position when it asks about it.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> Round.deal(seed=7).view(1).to_text()[:52]
    /// 'view:1 quanmingtang:c8fec4bf52f6a18a 1 0 0 b5 turn:0'
    fn to_text(&self) -> String {
        self.inner.to_text(&self.rules.get().0)
    }

    /// The view as bytes, without its ruleset.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// A round that the seat cannot tell from the one it sees.
    ///
    /// All orders of the cards that are consistent with what the seat knows are equally likely: what the others were
    /// forced to do counts, and that they did not do what they would have been forced to; what they were free to decline
    /// says nothing.
    ///
    /// Parameters
    /// ----------
    /// seed
    ///     A number from 0 to 2**64 - 1; the same gives the same round.
    ///
    /// Raises
    /// ------
    /// PositionError
    ///     If the round is over, or the view does not say what happened since the deal: that of a described position and
    ///     that of a round that was pickled do not, nor do bytes that an older release wrote.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> view = Round.deal(seed=7).view(0)
    /// >>> other = view.resample(seed=1)
    /// >>> other.view(0) == view
    /// True
    fn resample(&self, py: Python<'_>, seed: Seed) -> PyResult<Round> {
        let seed = seed.get("seed")?;
        let rules = &self.rules.get().0;
        let round = py.detach(|| self.inner.resample(rules, seed));
        let round = round.map_err(raise)?;
        Ok(Round::new(round, self.rules.clone_ref(py), Arc::new([])))
    }

    /// What became of each card that came up, oldest first; None where the view does not say.
    ///
    /// ``+`` for a card from the stock, ``-`` for one from a hand, ``?`` for one that lies face down; then what became of
    /// it and the seat that has it now.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Game
    /// >>> game = Game(seed=7)
    /// >>> while not game.view(0).history:
    /// ...     game.push(game.legal_ids()[0])
    /// >>> game.view(0).history[0]
    /// '-s1 row 0'
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let history = &self.inner.history;
        let turns: Vec<_> = history.turns().iter().map(ToString::to_string).collect();
        let turns = history.is_whole().then(|| PyTuple::new(py, turns));
        turns.transpose()
    }

    /// What the seat may answer now; nothing where it is not asked.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        action::tuple(py, self.inner.legal)
    }

    /// The numbers of what the seat may answer now, ascending.
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        action::ids(py, self.inner.legal)
    }

    /// What the seat may answer now as a number: bit i is set if the action with number i is legal.
    fn legal_mask(&self) -> u128 {
        self.inner.legal.mask()
    }

    /// Why the seat may not give this answer now, as far as it can know itself; None where it may.
    ///
    /// Parameters
    /// ----------
    /// action
    ///     An action or its text.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> view = Round.deal(seed=7).view(0)
    /// >>> print(view.why_refused("discard:s5"))
    /// s5 belongs to three or four of a kind, which stay together (R8)
    /// >>> view.why_refused("peng").text("zh")
    /// '没有可要的牌（2.3）'
    /// >>> view.why_refused("discard:s6") is None
    /// True
    fn why_refused(&self, action: ActionArg) -> Option<Reason> {
        let refusal = self.inner.why_refused(action.0, self.engine_rules());
        refusal.map(Reason::from)
    }

    /// How far the seat is from ready, by what it knows; None where it can never win.
    ///
    /// See `paohuzi.distance`. Cards that it sees elsewhere cannot come any more, and its stale cards are stale.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> Round.deal(seed=7).view(0).distance()
    /// 1
    fn distance(&self, py: Python<'_>) -> Option<u8> {
        let (view, rules) = (&self.inner, self.engine_rules());
        py.detach(|| engine::distance(&view.position(), &view.outlook(), rules))
    }

    /// The cards that bring the seat nearer to ready, by what it knows.
    ///
    /// See `paohuzi.useful_cards`.
    fn useful_cards(&self, py: Python<'_>) -> Useful {
        let (position, outlook) = (self.inner.position(), self.inner.outlook());
        let rules = self.engine_rules();
        let useful = py.detach(|| engine::useful_cards(&position, &outlook, rules));
        Useful::new(useful, &outlook)
    }

    /// Which cards complete the seat's hand, each with its `Wait`.
    ///
    /// `Wait.unseen` is by what the seat knows. See `paohuzi.waits`.
    fn waits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let waiting = Waiting {
            position: self.inner.position(),
            outlook: self.inner.outlook(),
            rules: self.rules.clone_ref(py),
            context: self.inner.win_context(),
        };
        let found = waiting.found();
        waiting.waits(py, &found)
    }

    /// How far the seat is from ready after each discard that it may make now, by what it knows.
    ///
    /// See `paohuzi.discard_distances`.
    fn discard_distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (view, rules) = (&self.inner, self.engine_rules());
        distance::by_card(py, py.detach(|| view.discard_distances(rules)))
    }

    /// What each discard that the seat may make now leaves, by what it knows, the best first.
    ///
    /// See `paohuzi.discard_advice`.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round
    /// >>> view = Round.deal(seed=7).view(0)
    /// >>> best = view.discard_advice()[0]
    /// >>> best.distance == view.distance() == min(view.discard_distances().values())
    /// True
    fn discard_advice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (view, rules) = (&self.inner, self.engine_rules());
        let advice = py.detach(|| view.discard_advice(rules));
        let asked = Asked {
            position: view.position(),
            outlook: view.outlook(),
            rules: self.rules.clone_ref(py),
        };
        DiscardAdvice::tuple(py, &asked, view.win_context(), advice)
    }

    /// The ruleset.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.inner.seat.index()
    }

    /// Seats at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.inner.seats
    }

    /// The dealer's seat.
    #[getter]
    fn dealer(&self) -> usize {
        self.inner.dealer.index()
    }

    /// Drawn rounds in a row before this one.
    #[getter]
    fn drawn_before(&self) -> u16 {
        self.inner.drawn_before
    }

    /// The dealer's last card (亮张).
    #[getter]
    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.inner.shown)
    }

    /// What the round waits for, as everybody sees it.
    ///
    /// ``opening`` (a win on the dealt cards may be declared), ``turn`` (a seat discards or declares a win), ``drawn``
    /// or ``discarded`` (a card lies open), ``won`` or ``exhausted``.
    #[getter]
    fn stage(&self) -> &'static str {
        match self.inner.stage {
            engine::Stage::Opening => "opening",
            engine::Stage::Turn(_) => "turn",
            engine::Stage::Drawn { .. } => "drawn",
            engine::Stage::Discarded { .. } => "discarded",
            engine::Stage::Won(_) => "won",
            engine::Stage::Exhausted => "exhausted",
        }
    }

    /// The seat whose turn it is, who drew or discarded the open card, or who won.
    #[getter]
    fn stage_seat(&self) -> Option<usize> {
        let seat = match self.inner.stage {
            engine::Stage::Turn(seat)
            | engine::Stage::Drawn { seat, .. }
            | engine::Stage::Discarded { seat, .. }
            | engine::Stage::Won(engine::Hu { seat, .. }) => Some(seat),
            engine::Stage::Opening | engine::Stage::Exhausted => None,
        };
        seat.map(engine::Seat::index)
    }

    /// The open card that may be claimed.
    #[getter]
    fn contested<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(
            py,
            match self.inner.stage {
                engine::Stage::Drawn { card, .. } | engine::Stage::Discarded { card, .. } => {
                    Some(card)
                }
                engine::Stage::Opening
                | engine::Stage::Turn(_)
                | engine::Stage::Won(_)
                | engine::Stage::Exhausted => None,
            },
        )
    }

    /// Whether the round is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.stage.is_over()
    }

    /// How the round was won; None before that and for a drawn round.
    #[getter]
    fn win_kind(&self) -> Option<&'static str> {
        self.hu().map(|hu| hu.kind.name())
    }

    /// The winning card.
    #[getter]
    fn win_card<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.hu().and_then(|hu| hu.card))
    }

    /// What the seat has answered while others may be undecided.
    #[getter]
    fn answer(&self) -> Option<Action> {
        self.inner.answer.map(Action)
    }

    /// The seat's hand, in card order.
    #[getter]
    fn hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.hand.cards())
    }

    /// The card that the seat drew and others do not see, before it is laid.
    #[getter]
    fn own_draw<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.inner.own_draw)
    }

    /// The cards that the seat may not chi.
    #[getter]
    fn stale_chi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.stale_chi.iter())
    }

    /// The cards that the seat may not peng.
    #[getter]
    fn stale_peng<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.stale_peng.iter())
    }

    /// Whether the seat can no longer win.
    #[getter]
    fn dead(&self) -> bool {
        self.inner.dead
    }

    /// Whether the seat may no longer chi or peng (``feed_pao_penalty``).
    #[getter]
    fn barred(&self) -> bool {
        self.inner.barred
    }

    /// The cards that the seat may not win on as its table stands, since it declined to (``passed_hu``).
    #[getter]
    fn locked_wins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.locked_wins.iter())
    }

    /// The copies of each card that the seat has not seen, by card: those in the stock, in other hands, face down.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Card, Round
    /// >>> view = Round.deal(seed=7).view(0)
    /// >>> view.hand.count(Card("s5")), view.unseen[Card("s5")]
    /// (3, 1)
    #[getter]
    fn unseen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, outlook) = (PyDict::new(py), self.inner.outlook());
        for card in engine::Card::ALL {
            dict.set_item(card::object(py, card)?, outlook.unseen.get(card))?;
        }
        Ok(dict)
    }

    /// The most bi blocks (比) that the seat laid beside the eaten one in one chi; 0 where no fan item asks.
    #[getter]
    fn bi(&self) -> u8 {
        self.inner.bi
    }

    /// The first fault that the seat committed, for which it can no longer win; None where there is none.
    #[getter]
    fn fault(&self) -> Option<&'static str> {
        self.inner.fault.map(engine::Fault::name)
    }

    /// How many cards each hand has.
    #[getter]
    fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::per_seat(py, self.inner.seats, |seat| Ok(self.inner.hand_sizes[seat]))
    }

    /// The table melds of each seat, as laid.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::per_seat(py, self.inner.seats, |seat| {
            values::objects(py, self.inner.melds[seat], SeenMeld)
        })
    }

    /// The row of each seat, oldest first.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::per_seat(py, self.inner.seats, |seat| {
            row::tuple(py, &self.inner.rows[seat])
        })
    }

    /// Cards left in the stock.
    #[getter]
    fn stock_left(&self) -> u8 {
        self.inner.stock_left
    }

    /// Every hand, once the round is over; None before.
    #[getter]
    fn revealed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(hands) = self.inner.revealed else {
            return Ok(None);
        };
        let hand = |seat| card::tuple(py, hands[seat].cards());
        values::per_seat(py, self.inner.seats, hand).map(Some)
    }

    fn __repr__(&self) -> String {
        let (seat, hand) = (self.inner.seat, self.inner.hand);
        format!("<View of seat {seat}: {}, hand {hand}>", self.stage())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_view", (&self.rules, self.to_bytes(py)))
    }
}
