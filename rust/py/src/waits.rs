//! `Wait` and `waits`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use paohuzi_engine as engine;

use crate::args::{CardArg, Hand, Melds, RulesArg};
use crate::card::{self, Card};
use crate::errors::raise;
use crate::pickle::{Reduced, reduced};
use crate::rules::{Ruleset, or_default};
use crate::values::joined;
use crate::win::{Win, altered, position};

/// The hand that waits.
struct Waiting {
    position: engine::Position,
    rules: Py<Ruleset>,
}

/// A card that completes a hand. The wins are worked out when they are asked for.
///
/// Examples
/// --------
/// >>> from paohuzi import waits
/// >>> found = waits("s2", "ti:b1 peng:b3 peng:b4 peng:b5 peng:b6 chi:s4-s5-s6")
/// >>> [wait] = found.values()
/// >>> wait.card, wait.own.score, wait.others.score
/// (Card('s2'), 5, 4)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct Wait {
    waiting: Arc<Waiting>,
    card: engine::Card,
    huxi: engine::Wait,
}

impl PartialEq for Wait {
    fn eq(&self, other: &Self) -> bool {
        let (mine, others) = (&self.waiting, &other.waiting);
        self.card == other.card
            && (Arc::ptr_eq(mine, others)
                || mine.position == others.position && mine.rules.get() == others.rules.get())
    }
}

impl Hash for Wait {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.card, self.waiting.position).hash(state);
    }
}

impl Wait {
    fn best(&self, py: Python<'_>, by: engine::DrawBy) -> PyResult<Option<Win>> {
        let Waiting { position, rules } = &*self.waiting;
        let draw = engine::Draw {
            card: self.card,
            by,
        };
        let context = engine::WinContext::default();
        let win = engine::best_win(position, Some(draw), &rules.get().0, context);
        Ok(win.map_err(raise)?.map(|inner| Win {
            inner,
            rules: rules.clone_ref(py),
        }))
    }

    /// The waits of a position, by card.
    fn all(position: engine::Position, rules: Py<Ruleset>) -> impl Iterator<Item = Self> {
        let waits = engine::waits(&position, &rules.get().0);
        let waiting = Arc::new(Waiting { position, rules });
        let found = engine::Card::ALL.into_iter().zip(waits);
        found
            .filter(|(_, huxi)| huxi.own.is_some() || huxi.others.is_some())
            .map(move |(card, huxi)| Self {
                waiting: Arc::clone(&waiting),
                card,
                huxi,
            })
    }
}

#[pymethods]
impl Wait {
    /// The card.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Card>> {
        card::object(py, self.card)
    }

    /// The best win when the seat draws the card itself; None if it does not win so.
    #[getter]
    fn own(&self, py: Python<'_>) -> PyResult<Option<Win>> {
        self.best(py, engine::DrawBy::Own)
    }

    /// The best win when another seat draws the card; None if it does not win so.
    #[getter]
    fn others(&self, py: Python<'_>) -> PyResult<Option<Win>> {
        self.best(py, engine::DrawBy::Other)
    }

    fn __repr__(&self) -> String {
        let side =
            |huxi: Option<u8>| huxi.map_or_else(|| "no win".to_owned(), |n| format!("{n} huxi"));
        let (own, others) = (side(self.huxi.own), side(self.huxi.others));
        format!("<Wait for {}: own {own}, others {others}>", self.card)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Waiting { position, rules } = &*self.waiting;
        let (hand, melds) = (position.hand().to_string(), joined(position.melds(), " "));
        reduced(py, "restore_wait", (rules, hand, melds, self.card.text()))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(rules: RulesArg, hand: Hand, melds: Melds, card: CardArg) -> PyResult<Self> {
        let position = position(&hand, &melds, &rules.0)?;
        let found = Self::all(position, rules.0).find(|wait| wait.card == card.0);
        found.ok_or_else(|| altered("a card that the hand does not wait for"))
    }
}

/// Which cards complete a hand, and with what win.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts.
/// melds
///     The melds on the table in the order they were laid: a text, or melds.
/// rules
///     The ruleset; quanmingtang by default.
///
/// Returns
/// -------
/// dict
///     The cards that win, each with its `Wait`. A card of which all four are in sight of the hand is none.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import waits
/// >>> hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9"
/// >>> for card, wait in waits(hand).items():
/// ...     print(card, wait)
/// s7 <Wait for s7: own 15 huxi, others 15 huxi>
/// s10 <Wait for s10: own 15 huxi, others 15 huxi>
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, rules = None),
    text_signature = "(hand, melds=(), *, rules=None)"
)]
pub(crate) fn waits(
    py: Python<'_>,
    hand: Hand,
    melds: Melds,
    rules: Option<RulesArg>,
) -> PyResult<Bound<'_, PyDict>> {
    let rules = or_default(py, rules)?;
    let dict = PyDict::new(py);
    for wait in Wait::all(position(&hand, &melds, &rules)?, rules) {
        dict.set_item(card::object(py, wait.card)?, wait)?;
    }
    Ok(dict)
}
