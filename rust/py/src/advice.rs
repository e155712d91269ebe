//! `DiscardAdvice` and `discard_advice`.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;

use crate::args::{CardArg, CardSet, Hand, Melds, RulesArg};
use crate::card::{self, Card};
use crate::distance::{Asked, Useful};
use crate::pickle::{Reduced, reduced};
use crate::score::{WinContext, or_plain};
use crate::values::{self, joined};
use crate::waits::{StoredOutlook, Waiting, restored, stored};
use crate::win::{Win, position};

/// A discard and what it leaves.
///
/// Examples
/// --------
/// >>> from paohuzi import discard_advice
/// >>> table = "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6"
/// >>> best, *others = discard_advice("s1 s2 s3 s4x2 b9", table)
/// >>> best.card, best.distance, best.copies
/// (Card('b9'), 0, 5)
/// >>> [(str(card), wait.unseen) for card, wait in best.waits.items()], best.best_win.score
/// ([('s4', 2), ('b4', 3)], 3)
/// >>> round(best.mean_score, 3)  # (2 × 3 + 3 × 2) own and 2 × (2 + 3) of two others, by 5 copies and 3 seats.
/// 1.467
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct DiscardAdvice {
    inner: engine::DiscardAdvice,
    /// The hand without the card.
    rest: Waiting,
}

impl PartialEq for DiscardAdvice {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.rest == other.rest
    }
}

impl Hash for DiscardAdvice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.inner.card, self.rest.position).hash(state);
    }
}

impl DiscardAdvice {
    /// The advice for each discard of a hand, as objects.
    pub(crate) fn tuple<'py>(
        py: Python<'py>,
        asked: &Asked,
        context: engine::WinContext,
        advice: Vec<engine::DiscardAdvice>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        values::tuple(py, advice, |inner| {
            let rest = asked.position.after_discard(inner.card);
            let rest = Waiting {
                position: rest.expect("advice is about loose cards of the hand"),
                outlook: asked.outlook,
                rules: asked.rules.clone_ref(py),
                context,
            };
            Bound::new(py, Self { inner, rest })
        })
    }

    fn win(&self, py: Python<'_>, inner: engine::Win) -> Win {
        Win {
            inner,
            rules: self.rest.rules.clone_ref(py),
        }
    }
}

#[pymethods]
impl DiscardAdvice {
    /// The card discarded.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Card>> {
        card::object(py, self.inner.card)
    }

    /// The distance after it; None where the hand can then never win.
    #[getter]
    fn distance(&self) -> Option<u8> {
        self.inner.distance
    }

    /// The cards that then bring the hand nearer; of a ready hand those that win.
    #[getter]
    fn useful(&self) -> Useful {
        Useful::new(self.inner.useful, &self.rest.outlook)
    }

    /// How many copies of the useful cards can still come.
    #[getter]
    fn copies(&self) -> u8 {
        self.inner.copies
    }

    /// What the hand then waits for, with copies left: each card with its `Wait`; nothing if it is not ready.
    #[getter]
    fn waits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Some(ready) = &self.inner.ready else {
            return Ok(PyDict::new(py));
        };
        let all = self.rest.found();
        let mut found = [engine::Wait::default(); engine::KINDS];
        for wait in &ready.waits {
            let by_cards = all[wait.card.index()];
            let huxi = |win: Option<engine::Win>| win.map(|win| win.huxi);
            found[wait.card.index()] = engine::Wait {
                // What a context allows beside, the cards alone do not show.
                own: by_cards.own.or(huxi(wait.own)),
                others: by_cards.others.or(huxi(wait.others)),
            };
        }
        self.rest.copied(py).waits(py, &found)
    }

    /// The best win of a ready hand: by score, then huxi; None if it is not ready.
    #[getter]
    fn best_win(&self, py: Python<'_>) -> Option<Win> {
        let best = self.inner.ready.as_ref()?.best()?;
        Some(self.win(py, *best))
    }

    /// The mean score of the wins of a ready hand; None if it is not ready.
    ///
    /// Each copy that can come and each seat that may draw it counts once.
    #[getter]
    fn mean_score(&self) -> Option<f64> {
        let ready = self.inner.ready.as_ref()?;
        #[expect(clippy::cast_precision_loss, reason = "sums of a few scores")]
        let sum = ready.score_sum as f64;
        (ready.wins > 0).then(|| sum / f64::from(ready.wins))
    }

    /// The number of these wins; 0 if the hand is not ready.
    #[getter]
    fn wins(&self) -> u32 {
        self.inner.ready.as_ref().map_or(0, |ready| ready.wins)
    }

    /// It as texts and numbers.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("card", self.inner.card.text())?;
        dict.set_item("distance", self.inner.distance)?;
        dict.set_item("useful", self.useful().as_dict(py)?)?;
        dict.set_item("copies", self.inner.copies)?;
        let waits = PyDict::new(py);
        if let Some(ready) = &self.inner.ready {
            for wait in &ready.waits {
                let one = PyDict::new(py);
                one.set_item("unseen", wait.copies)?;
                for (side, win) in [("own", wait.own), ("others", wait.others)] {
                    let win = win.map(|win| self.win(py, win).as_dict(py)).transpose()?;
                    one.set_item(side, win)?;
                }
                waits.set_item(wait.card.text(), one)?;
            }
        }
        dict.set_item("waits", waits)?;
        dict.set_item("mean_score", self.mean_score())?;
        dict.set_item("wins", self.wins())?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let (card, copies) = (self.inner.card, self.inner.copies);
        match (self.inner.distance, self.mean_score()) {
            (None, _) => format!("<DiscardAdvice {card}: never wins>"),
            (Some(_), Some(score)) => {
                format!("<DiscardAdvice {card}: ready, {copies} copies, mean score {score:.2}>")
            }
            (Some(distance), None) => {
                format!("<DiscardAdvice {card}: distance {distance}, {copies} copies>")
            }
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Waiting {
            position,
            outlook,
            rules,
            context,
        } = &self.rest;
        let engine::DiscardAdvice {
            card,
            distance,
            useful,
            ..
        } = &self.inner;
        let payload = (
            rules,
            (position.hand().to_string(), joined(position.melds(), " ")),
            stored(outlook),
            WinContext(*context),
            card.text(),
            *distance,
            (
                useful.own.to_string(),
                useful.drawn.to_string(),
                useful.discarded.to_string(),
            ),
        );
        reduced(py, "restore_discard_advice", payload)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        rules: RulesArg,
        hand: (Hand, Melds),
        outlook: StoredOutlook,
        context: &Bound<'_, WinContext>,
        card: CardArg,
        distance: Option<u8>,
        useful: (CardSet, CardSet, CardSet),
    ) -> PyResult<Self> {
        let position = position(&hand.0, &hand.1, &rules.0)?;
        let outlook = restored(&position, outlook)?;
        let useful = engine::Useful {
            own: useful.0.0,
            drawn: useful.1.0,
            discarded: useful.2.0,
        };
        let context = or_plain(Some(context));
        let ready = || engine::Ready::of(&position, &outlook, &rules.0.get().0, context);
        Ok(Self {
            inner: engine::DiscardAdvice {
                card: card.0,
                distance,
                useful,
                copies: outlook.unseen.count_in(useful.any()),
                ready: (distance == Some(0)).then(ready),
            },
            rest: Waiting {
                position,
                outlook,
                rules: rules.0,
                context,
            },
        })
    }
}

/// What each discard that a hand may make leaves, the best first.
///
/// The smaller distance comes first; of ready hands the greater sum of scores over all copies that can come and all
/// seats that may draw them; then more copies of useful cards; then the lower card.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts.
/// melds
///     The melds on the table in the order they were laid: a text, or melds.
/// rules
///     The ruleset; quanmingtang by default.
/// seen
///     Cards seen elsewhere, which cannot come any more; hand and melds count anyway.
/// stale_chi, stale_peng
///     Cards that the seat may not chi or peng any more. What a seat sees at the table, `View.discard_advice` knows.
/// context
///     What the cards alone cannot say about a win after the discard.
///
/// Returns
/// -------
/// tuple
///     A `DiscardAdvice` for each discard; nothing where no discard is due.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import discard_advice
/// >>> table = "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6"
/// >>> for advice in discard_advice("s1 s2 s3 s4x2 b9", table)[:2]:
/// ...     print(advice)
/// <DiscardAdvice b9: ready, 5 copies, mean score 1.47>
/// <DiscardAdvice s1: distance 1, 8 copies>
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, rules = None, seen = Hand::default(), stale_chi = CardSet::default(), stale_peng = CardSet::default(), context = None),
    text_signature = "(hand, melds=(), *, rules=None, seen=(), stale_chi=(), stale_peng=(), context=None)"
)]
pub(crate) fn discard_advice<'py>(
    py: Python<'py>,
    hand: Hand,
    melds: Melds,
    rules: Option<RulesArg>,
    seen: Hand,
    stale_chi: CardSet,
    stale_peng: CardSet,
    context: Option<&Bound<'py, WinContext>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let asked = Asked::new(py, (&hand, &melds), rules, &seen, (stale_chi, stale_peng))?;
    let context = or_plain(context);
    let advice = asked.answered(py, |position, outlook, rules| {
        engine::discard_advice(position, outlook, rules, context)
    });
    DiscardAdvice::tuple(py, &asked, context, advice)
}
