//! `Settlement` and `NextDeal`.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;

use crate::args::{CardArg, Int, RulesArg, Text};
use crate::card::{self, Card};
use crate::explanation::Explanation;
use crate::pickle::{Reduced, reduced};
use crate::reason::LangArg;
use crate::rules::Ruleset;
use crate::score;
use crate::values::joined;
use crate::win::{Arrangement, Win, altered};

/// How a round ended and who pays whom.
///
/// In a drawn round the huxi, units and score are 0 and the fan is 1.
///
/// Examples
/// --------
/// >>> from paohuzi import Game
/// >>> game = Game(seed=7)
/// >>> while not game.is_over:
/// ...     game.push(game.legal_ids()[-1])
/// >>> settlement = game.settlement
/// >>> settlement.kind, settlement.winner, settlement.payments
/// ('self_draw', 1, (-2, 4, -2))
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct Settlement {
    pub(crate) inner: engine::Settlement,
    pub(crate) rules: Py<Ruleset>,
}

impl PartialEq for Settlement {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.rules.get() == other.rules.get()
    }
}

impl Hash for Settlement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.kind().hash(state);
        self.inner.payments().hash(state);
        self.inner.win().map(|win| (win.card, win.win)).hash(state);
    }
}

impl Settlement {
    fn won(&self) -> Option<&engine::Win> {
        self.inner.win().map(|win| &win.win)
    }

    /// The dealer of a drawn round, as far as the payments tell: who alone has something to pay beside the ti.
    fn fined(&self) -> usize {
        let rules = &self.rules.get().0;
        let ti = self.inner.ti();
        let ti = engine::PerSeat::from_fn(|seat| ti.get(seat.index()).copied().unwrap_or_default());
        let mut seats = engine::Seat::all(rules.seats());
        let fined = seats.find(|dealer| {
            engine::Settlement::drawn(rules, *dealer).with_ti(rules, ti) == self.inner
        });
        fined.map_or(0, engine::Seat::index)
    }
}

/// What the pickle of a settlement holds of its win: seat, kind, card, discarder, win.
type Payload<'py> = (Int, Text, Option<CardArg>, Option<Int>, Bound<'py, Win>);

#[pymethods]
impl Settlement {
    /// The winner's seat; None for a drawn round.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.inner.winner().map(engine::Seat::index)
    }

    /// ``other_draw``, ``self_draw``, ``discard``, ``tianhu``, ``dihu``, ``santi_wukan`` or ``drawn``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind()
    }

    /// The winning card; None for 三提五坎 and for a drawn round.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.inner.win().and_then(|win| win.card))
    }

    /// The seat that discarded the winning card; None where it came from the stock.
    #[getter]
    fn discarder(&self) -> Option<usize> {
        let from = self.inner.win().and_then(|win| win.from);
        from.map(engine::Seat::index)
    }

    /// The hand that won and its worth; None for a drawn round.
    #[getter]
    fn win(&self, py: Python<'_>) -> Option<Win> {
        self.won().map(|win| Win {
            inner: *win,
            rules: self.rules.clone_ref(py),
        })
    }

    /// The winner's blocks, for 三提五坎 those that count; None for a drawn round.
    #[getter]
    fn arrangement(&self) -> Option<Arrangement> {
        self.won().map(|win| Arrangement(win.arrangement))
    }

    /// Whether the units of a self-draw (自摸) are counted.
    #[getter]
    fn self_draw(&self) -> bool {
        self.won().is_some_and(|win| win.self_draw)
    }

    /// The plain huxi.
    #[getter]
    fn huxi(&self) -> u8 {
        self.won().map_or(0, |win| win.huxi)
    }

    /// The units (等 / 囤), with those of a self-draw.
    #[getter]
    fn units(&self) -> u16 {
        self.won().map_or(0, |win| win.units)
    }

    /// The sum of the fan, 1 when plain.
    #[getter]
    fn fan(&self) -> u16 {
        self.won().map_or(1, |win| win.fan)
    }

    /// The fan items, in the order of the ruleset, 黄番 last.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        score::items(py, self.inner.items(), &self.rules.get().0)
    }

    /// What one loser pays.
    #[getter]
    fn score(&self) -> u32 {
        self.won().map_or(0, |win| win.score)
    }

    /// The points of each seat; their sum is 0 where the ruleset pays each round and nobody is fined.
    #[getter]
    fn payments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.payments())
    }

    /// The ti of each seat, of small cards and of big ones.
    #[getter]
    fn ti<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(
            py,
            self.inner.ti().iter().map(|[small, big]| (*small, *big)),
        )
    }

    /// It as texts and numbers; items by name.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("winner", self.winner())?;
        dict.set_item("kind", self.kind())?;
        dict.set_item(
            "card",
            self.inner
                .win()
                .and_then(|win| win.card)
                .map(engine::Card::text),
        )?;
        dict.set_item("discarder", self.discarder())?;
        dict.set_item("self_draw", self.self_draw())?;
        dict.set_item("huxi", self.huxi())?;
        dict.set_item("units", self.units())?;
        dict.set_item("fan", self.fan())?;
        let items = score::by_name(py, self.inner.items(), &self.rules.get().0)?;
        dict.set_item("items", items)?;
        dict.set_item("score", self.score())?;
        dict.set_item("payments", self.inner.payments().to_vec())?;
        let blocks = self.won().map(|win| joined(win.arrangement.blocks, " "));
        dict.set_item("arrangement", blocks)?;
        Ok(dict)
    }

    /// What its win is made of and what each seat pays or gets; None where nobody won.
    ///
    /// Parameters
    /// ----------
    /// lang
    ///     The language of its text: ``en`` or ``zh``.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If the language is another.
    #[pyo3(signature = (lang = LangArg::ENGLISH), text_signature = "($self, lang='en')")]
    fn explain(&self, lang: LangArg) -> Option<Explanation> {
        let explained = self.inner.explain(&self.rules.get().0)?;
        Some(Explanation::new(&explained, lang.0))
    }

    fn __repr__(&self) -> String {
        let payments = joined(self.inner.payments(), " ");
        match self.winner() {
            Some(seat) => format!(
                "<Settlement: {} by seat {seat}, payments {payments}>",
                self.kind()
            ),
            None => format!("<Settlement: {}, payments {payments}>", self.kind()),
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let win = match (self.inner.win(), self.win(py)) {
            (Some(won), Some(win)) => Some((
                won.seat.index(),
                won.kind.name(),
                won.card.map(engine::Card::text),
                won.from.map(engine::Seat::index),
                Bound::new(py, win)?,
            )),
            _ => None,
        };
        let payload = (&self.rules, self.fined(), win, self.ti(py)?);
        reduced(py, "restore_settlement", payload)
    }

    #[staticmethod]
    #[pyo3(name = "_restore", signature = (rules, dealer, win, ti))]
    fn restore(
        rules: RulesArg,
        dealer: Int,
        win: Option<Payload<'_>>,
        ti: Vec<(u8, u8)>,
    ) -> PyResult<Self> {
        let shared = &rules.0.get().0;
        let seats = shared.seats();
        let inner = match win {
            None => engine::Settlement::drawn(shared, dealer.dealer(seats)?),
            Some((seat, Text(found), card, from, win)) => {
                let kind = engine::WinKind::ALL
                    .into_iter()
                    .find(|kind| kind.name() == found);
                let won = engine::SeatWin {
                    seat: seat.seat(seats)?,
                    kind: kind.ok_or_else(|| altered("an unknown kind of win"))?,
                    card: card.map(|card| card.0),
                    from: from.map(|from| from.seat(seats)).transpose()?,
                    win: win.get().inner,
                };
                engine::Settlement::won(shared, won)
            }
        };
        if ti.len() != usize::from(seats) {
            return Err(altered("the ti of another number of seats"));
        }
        let ti = engine::PerSeat::from_fn(|seat| {
            let (small, big) = ti.get(seat.index()).copied().unwrap_or_default();
            [small, big]
        });
        Ok(Self {
            inner: inner.with_ti(shared, ti),
            rules: rules.0,
        })
    }
}

/// Which round comes next: its dealer, and the drawn rounds in a row before it.
///
/// Examples
/// --------
/// >>> from paohuzi import Game
/// >>> game = Game(seed=7)
/// >>> while not game.is_over:
/// ...     game.push(game.legal_ids()[0])
/// >>> game.round.next_deal
/// <NextDeal: dealer 0, 1 drawn before>
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct NextDeal(pub(crate) engine::NextDeal);

#[pymethods]
impl NextDeal {
    /// The dealer's seat.
    #[getter]
    fn dealer(&self) -> usize {
        self.0.dealer.index()
    }

    /// Drawn rounds in a row before it.
    #[getter]
    fn drawn_before(&self) -> u16 {
        self.0.drawn_before
    }

    fn __repr__(&self) -> String {
        format!(
            "<NextDeal: dealer {}, {} drawn before>",
            self.0.dealer, self.0.drawn_before
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(
            py,
            "restore_next_deal",
            (self.dealer(), self.drawn_before()),
        )
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(dealer: Int, drawn_before: Int) -> PyResult<Self> {
        Ok(Self(engine::NextDeal {
            dealer: dealer.dealer(engine::MAX_SEATS)?,
            drawn_before: drawn_before.at_most("drawn_before", u16::MAX.into())?,
        }))
    }
}
