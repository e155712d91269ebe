//! `Wait`, `waits` and `waits_mask`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use paohuzi_engine as engine;

use crate::args::{CardArg, CardSet, Hand, Melds, RulesArg};
use crate::card::{self, Card};
use crate::errors::raise;
use crate::pickle::{Reduced, reduced};
use crate::rules::{Ruleset, or_default};
use crate::score::{WinContext, or_plain};
use crate::values::joined;
use crate::win::{Win, altered, position};

/// A hand, what can still come to it, and what a win of it would count besides.
pub(crate) struct Waiting {
    pub(crate) position: engine::Position,
    pub(crate) outlook: engine::Outlook,
    pub(crate) rules: Py<Ruleset>,
    pub(crate) context: engine::WinContext,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.outlook == other.outlook
            && self.context == other.context
            && self.rules.get() == other.rules.get()
    }
}

impl Waiting {
    /// The cards that the hand waits for, each with its `Wait`.
    pub(crate) fn waits<'py>(
        self,
        py: Python<'py>,
        waits: &[engine::Wait; engine::KINDS],
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let found = engine::Card::ALL.into_iter().zip(*waits);
        let mut found = found.filter(|(_, huxi)| *huxi != engine::Wait::default());
        let Some(first) = found.next() else {
            return Ok(dict);
        };
        let waiting = Arc::new(self);
        for (card, huxi) in std::iter::once(first).chain(found) {
            let waiting = Arc::clone(&waiting);
            let wait = Wait {
                waiting,
                card,
                huxi,
            };
            dict.set_item(card::object(py, card)?, wait)?;
        }
        Ok(dict)
    }

    /// It with references of its own.
    pub(crate) fn copied(&self, py: Python<'_>) -> Self {
        Self {
            rules: self.rules.clone_ref(py),
            ..*self
        }
    }

    /// What each card would do for the hand if a copy of it came, left or not.
    pub(crate) fn found(&self) -> [engine::Wait; engine::KINDS] {
        engine::waits_in(&self.position, &self.if_it_came(), &self.rules.get().0)
    }

    /// The outlook if a card came of which no copy is left.
    fn if_it_came(&self) -> engine::Outlook {
        engine::Outlook {
            unseen: engine::Outlook::open(&self.position).unseen,
            ..self.outlook
        }
    }
}

/// A card that completes a hand. The wins are worked out when they are asked for.
///
/// Examples
/// --------
/// >>> from paohuzi import waits
/// >>> found = waits("s2", "ti:b1 peng:b3 peng:b4 peng:b5 peng:b6 chi:s4-s5-s6", seen="s2")
/// >>> [wait] = found.values()
/// >>> wait.card, wait.own_huxi, wait.own.score, wait.others.score
/// (Card('s2'), 24, 5, 4)
/// >>> wait.unseen  # One is in the hand, one is seen elsewhere.
/// 2
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct Wait {
    waiting: Arc<Waiting>,
    card: engine::Card,
    huxi: engine::Wait,
}

impl PartialEq for Wait {
    fn eq(&self, other: &Self) -> bool {
        let (mine, others) = (&self.waiting, &other.waiting);
        self.card == other.card && (Arc::ptr_eq(mine, others) || mine == others)
    }
}

impl Hash for Wait {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.card, self.waiting.position).hash(state);
    }
}

impl Wait {
    fn best(&self, py: Python<'_>, by: engine::DrawBy) -> Option<Win> {
        let Waiting {
            position,
            rules,
            context,
            ..
        } = &*self.waiting;
        let (draw, outlook) = (engine::Draw::new(self.card, by), self.waiting.if_it_came());
        let win = outlook.best_win(position, draw, &rules.get().0, *context)?;
        Some(Win {
            inner: win,
            rules: rules.clone_ref(py),
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

    /// Copies of the card that can still come: those that are neither in hand or melds nor seen elsewhere.
    #[getter]
    fn unseen(&self) -> u8 {
        self.waiting.outlook.unseen.get(self.card)
    }

    /// The most huxi of a win when the seat draws the card itself; None if it does not win so.
    #[getter]
    fn own_huxi(&self) -> Option<u8> {
        self.huxi.own
    }

    /// The most huxi of a win when another seat draws the card; None if it does not win so.
    #[getter]
    fn others_huxi(&self) -> Option<u8> {
        self.huxi.others
    }

    /// The best win when the seat draws the card itself, by score, then huxi; None if it does not win so.
    #[getter]
    fn own(&self, py: Python<'_>) -> Option<Win> {
        self.best(py, engine::DrawBy::Own)
    }

    /// The best win when another seat draws the card, by score, then huxi; None if it does not win so.
    #[getter]
    fn others(&self, py: Python<'_>) -> Option<Win> {
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
        let Waiting {
            position,
            outlook,
            rules,
            context,
        } = &*self.waiting;
        let payload = (
            rules,
            position.hand().to_string(),
            joined(position.melds(), " "),
            self.card.text(),
            stored(outlook),
            WinContext(*context),
        );
        reduced(py, "restore_wait", payload)
    }

    #[staticmethod]
    #[pyo3(
        name = "_restore",
        signature = (rules, hand, melds, card, outlook = None, context = None)
    )]
    fn restore(
        rules: RulesArg,
        hand: Hand,
        melds: Melds,
        card: CardArg,
        outlook: Option<StoredOutlook>,
        context: Option<&Bound<'_, WinContext>>,
    ) -> PyResult<Self> {
        let position = position(&hand, &melds, &rules.0)?;
        let outlook = match outlook {
            Some(outlook) => restored(&position, outlook)?,
            None => engine::Outlook::open(&position),
        };
        let waiting = Waiting {
            position,
            outlook,
            rules: rules.0,
            context: or_plain(context),
        };
        let huxi = waiting.found()[card.0.index()];
        if huxi == engine::Wait::default() {
            return Err(altered("a card that the hand does not wait for"));
        }
        Ok(Self {
            waiting: Arc::new(waiting),
            card: card.0,
            huxi,
        })
    }
}

/// An outlook in a pickle: cards to come, stale for chi, stale for peng, barred, locked wins, dead.
pub(crate) type StoredOutlook = (Hand, CardSet, CardSet, bool, CardSet, bool);

/// What the pickle of an outlook holds.
pub(crate) fn stored(outlook: &engine::Outlook) -> (String, String, String, bool, String, bool) {
    let engine::Outlook {
        unseen,
        stale_chi,
        stale_peng,
        barred,
        locked_wins,
        dead,
    } = outlook;
    (
        unseen.to_string(),
        stale_chi.to_string(),
        stale_peng.to_string(),
        *barred,
        locked_wins.to_string(),
        *dead,
    )
}

/// The outlook of a pickle, beside a hand.
pub(crate) fn restored(
    position: &engine::Position,
    outlook: StoredOutlook,
) -> PyResult<engine::Outlook> {
    let (Hand(unseen), stale_chi, stale_peng, barred, locked_wins, dead) = outlook;
    let open = engine::Outlook::open(position);
    if open.unseen.checked_sub(unseen).is_none() {
        return Err(altered("cards to come that the hand has"));
    }
    Ok(engine::Outlook {
        unseen,
        stale_chi: stale_chi.0,
        stale_peng: stale_peng.0,
        barred,
        locked_wins: locked_wins.0,
        dead,
    })
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
/// seen
///     Cards seen elsewhere, in the rows or in melds of others; hand and melds count anyway. They change no wait but
///     `Wait.unseen`. What a seat sees at the table, `View.waits` knows.
/// context
///     What the cards alone cannot say about a win.
///
/// Returns
/// -------
/// dict
///     The cards that win, each with its `Wait`. A card of which the hand and the melds have all four is none.
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
/// >>> for card, wait in waits(hand, seen="s7x3").items():
/// ...     print(card, wait, wait.unseen)
/// s7 <Wait for s7: own 15 huxi, others 15 huxi> 1
/// s10 <Wait for s10: own 15 huxi, others 15 huxi> 4
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, rules = None, seen = Hand::default(), context = None),
    text_signature = "(hand, melds=(), *, rules=None, seen=(), context=None)"
)]
pub(crate) fn waits<'py>(
    py: Python<'py>,
    hand: Hand,
    melds: Melds,
    rules: Option<RulesArg>,
    seen: Hand,
    context: Option<&Bound<'py, WinContext>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = or_default(py, rules)?;
    let position = position(&hand, &melds, &rules)?;
    let waiting = Waiting {
        position,
        outlook: engine::Outlook::beside(&position, seen.0).map_err(raise)?,
        rules,
        context: or_plain(context),
    };
    let found = waiting.found();
    waiting.waits(py, &found)
}

/// Which cards complete a hand, as bits: what `waits` finds without the wins.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts, which are the fastest.
/// melds
///     The melds on the table in the order they were laid: a text, or melds.
/// rules
///     The ruleset; quanmingtang by default.
///
/// Returns
/// -------
/// tuple
///     Two numbers of 20 bits, for own draws and for others': bit i is set if the card with index i wins.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import Card, waits_mask
/// >>> own, others = waits_mask("b7x3 s1x3 b5x3 s2 s7 s10 s4 s5 s6 b8 b9", "chi:b1-b2-b3")
/// >>> [str(Card.from_index(i)) for i in range(20) if others >> i & 1]
/// ['b7', 'b10']
/// >>> own == 1 << Card("b10").index  # An own b7 is laid as ti first.
/// True
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, rules = None),
    text_signature = "(hand, melds=(), *, rules=None)"
)]
pub(crate) fn waits_mask(
    py: Python<'_>,
    hand: Hand,
    melds: Melds,
    rules: Option<RulesArg>,
) -> PyResult<(u32, u32)> {
    let rules = or_default(py, rules)?;
    let position = position(&hand, &melds, &rules)?;
    let (own, others) = engine::waits_mask(&position, &rules.get().0);
    Ok((own.bits(), others.bits()))
}
