//! `distance`, `useful_cards`, `discard_distances` and `Useful`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;

use crate::args::{CardSet, Hand, Melds, RulesArg};
use crate::card;
use crate::errors::raise;
use crate::pickle::{Reduced, reduced};
use crate::rules::{Ruleset, or_default};
use crate::win::position;

/// What every question about the way to ready is given.
pub(crate) struct Asked {
    pub(crate) position: engine::Position,
    pub(crate) outlook: engine::Outlook,
    pub(crate) rules: Py<Ruleset>,
}

impl Asked {
    pub(crate) fn new(
        py: Python<'_>,
        (hand, melds): (&Hand, &Melds),
        rules: Option<RulesArg>,
        seen: &Hand,
        (stale_chi, stale_peng): (CardSet, CardSet),
    ) -> PyResult<Self> {
        let rules = or_default(py, rules)?;
        let position = position(hand, melds, &rules)?;
        let outlook = engine::Outlook {
            stale_chi: stale_chi.0,
            stale_peng: stale_peng.0,
            ..engine::Outlook::beside(&position, seen.0).map_err(raise)?
        };
        Ok(Self {
            position,
            outlook,
            rules,
        })
    }

    /// Has the engine answer while other Python threads run.
    pub(crate) fn answered<T: Send>(
        &self,
        py: Python<'_>,
        answer: impl FnOnce(&engine::Position, &engine::Outlook, &engine::Ruleset) -> T + Send,
    ) -> T {
        let (position, outlook, rules) = (&self.position, &self.outlook, &*self.rules.get().0);
        py.detach(|| answer(position, outlook, rules))
    }
}

/// The cards that bring a hand nearer to ready, by where they come from.
///
/// Examples
/// --------
/// >>> from paohuzi import useful_cards
/// >>> useful = useful_cards("s5 s6 b1 b2 b9", "peng:s4 wei:b3 chi:s1-s2-s3 chi:s8-s9-s10 chi:b8-b9-b10")
/// >>> useful
/// <Useful: own s7, drawn s7, discarded s4 s7; 5 copies>
/// >>> useful.discarded
/// (Card('s4'), Card('s7'))
/// >>> useful.unseen
/// {Card('s4'): 1, Card('s7'): 4}
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Useful {
    inner: engine::Useful,
    /// How many copies of each of them can still come.
    unseen: engine::Counts,
}

impl Useful {
    pub(crate) fn new(inner: engine::Useful, outlook: &engine::Outlook) -> Self {
        let any = inner.any().iter();
        let of = |card| engine::Counts::of(card, outlook.unseen.get(card));
        let unseen = any.fold(engine::Counts::EMPTY, |sum, card| {
            sum.checked_add(of(card)).unwrap_or(sum)
        });
        Self { inner, unseen }
    }
}

#[pymethods]
impl Useful {
    /// Those that help when the seat draws them itself.
    #[getter]
    fn own<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.own.iter())
    }

    /// Those that help when another seat draws them; for a chi the seat before.
    #[getter]
    fn drawn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.drawn.iter())
    }

    /// Those that help when another seat discards them; for a chi the seat before.
    #[getter]
    fn discarded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.inner.discarded.iter())
    }

    /// Those that help from somewhere, each with the copies that can still come.
    #[getter]
    fn unseen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for card in self.inner.any().iter() {
            dict.set_item(card::object(py, card)?, self.unseen.get(card))?;
        }
        Ok(dict)
    }

    /// How many copies can still come in all.
    #[getter]
    fn copies(&self) -> u8 {
        self.unseen.len()
    }

    /// It as texts and numbers.
    pub(crate) fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let engine::Useful {
            own,
            drawn,
            discarded,
        } = self.inner;
        for (source, cards) in [("own", own), ("drawn", drawn), ("discarded", discarded)] {
            let cards: Vec<_> = cards.iter().map(engine::Card::text).collect();
            dict.set_item(source, cards)?;
        }
        let unseen = PyDict::new(py);
        for card in self.inner.any().iter() {
            unseen.set_item(card.text(), self.unseen.get(card))?;
        }
        dict.set_item("unseen", unseen)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let engine::Useful {
            own,
            drawn,
            discarded,
        } = self.inner;
        let told = |cards: engine::CardSet| match cards.to_string() {
            none if none.is_empty() => "none".to_owned(),
            cards => cards,
        };
        format!(
            "<Useful: own {}, drawn {}, discarded {}; {} copies>",
            told(own),
            told(drawn),
            told(discarded),
            self.copies()
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let engine::Useful {
            own,
            drawn,
            discarded,
        } = self.inner;
        let payload = (
            own.to_string(),
            drawn.to_string(),
            discarded.to_string(),
            self.unseen.to_string(),
        );
        reduced(py, "restore_useful", payload)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(own: CardSet, drawn: CardSet, discarded: CardSet, unseen: Hand) -> Self {
        Self {
            inner: engine::Useful {
                own: own.0,
                drawn: drawn.0,
                discarded: discarded.0,
            },
            unseen: unseen.0,
        }
    }
}

/// How far a hand is from ready: the fewest cards that it must still take.
///
/// Takes are chi with its bi, peng, wei, pao and ti, from where each suits best and in the order that suits best; a
/// hand with a discard due makes its best one first. Ready means that some card with a copy left wins. See
/// docs/distance.md.
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
///     Cards seen elsewhere, in the rows or in melds of others, which cannot come any more; hand and melds count anyway.
/// stale_chi, stale_peng
///     Cards that the seat may not chi or peng any more. What a seat sees at the table, `View.distance` knows.
///
/// Returns
/// -------
/// int or None
///     0 for a ready hand, None for one that no takes lead to a win.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import distance
/// >>> table = "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6"
/// >>> distance("s1 s2 s3 s4 b9", table), distance("s1 s2 s3 s4x2 b9", table)
/// (1, 0)
/// >>> print(distance("s1 s2 s3 s4 b9", table, seen="s5x4"))
/// None
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, rules = None, seen = Hand::default(), stale_chi = CardSet::default(), stale_peng = CardSet::default()),
    text_signature = "(hand, melds=(), *, rules=None, seen=(), stale_chi=(), stale_peng=())"
)]
pub(crate) fn distance(
    py: Python<'_>,
    hand: Hand,
    melds: Melds,
    rules: Option<RulesArg>,
    seen: Hand,
    stale_chi: CardSet,
    stale_peng: CardSet,
) -> PyResult<Option<u8>> {
    let asked = Asked::new(py, (&hand, &melds), rules, &seen, (stale_chi, stale_peng))?;
    Ok(asked.answered(py, engine::distance))
}

/// The cards that bring a hand nearer to ready; of a ready hand those that win.
///
/// A hand with a discard due makes a best one first; the cards are those of all its best discards.
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
///     Cards that the seat may not chi or peng any more. What a seat sees at the table, `View.useful_cards` knows.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import useful_cards
/// >>> table = "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6"
/// >>> useful_cards("s1 s2 s3 s4x2 b9", table, seen="b4x2").unseen
/// {Card('s4'): 2, Card('b4'): 1}
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, rules = None, seen = Hand::default(), stale_chi = CardSet::default(), stale_peng = CardSet::default()),
    text_signature = "(hand, melds=(), *, rules=None, seen=(), stale_chi=(), stale_peng=())"
)]
pub(crate) fn useful_cards(
    py: Python<'_>,
    hand: Hand,
    melds: Melds,
    rules: Option<RulesArg>,
    seen: Hand,
    stale_chi: CardSet,
    stale_peng: CardSet,
) -> PyResult<Useful> {
    let asked = Asked::new(py, (&hand, &melds), rules, &seen, (stale_chi, stale_peng))?;
    let inner = asked.answered(py, engine::useful_cards);
    Ok(Useful::new(inner, &asked.outlook))
}

/// How far a hand is from ready after each discard that it may make.
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
///     Cards that the seat may not chi or peng any more. What a seat sees at the table, `View.discard_distances` knows.
///
/// Returns
/// -------
/// dict
///     The cards in card order, each with the distance after it or None; nothing where no discard is due.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import discard_distances
/// >>> table = "chi:b1-b2-b3 chi:b2-b7-b10 chi:s8-s9-s10 chi:b8-b9-b10 chi:b4-b5-b6"
/// >>> {str(card): after for card, after in discard_distances("s1 s2 s3 s4x2 b9", table).items()}
/// {'s1': 1, 's2': 1, 's3': 1, 's4': 1, 'b9': 0}
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, rules = None, seen = Hand::default(), stale_chi = CardSet::default(), stale_peng = CardSet::default()),
    text_signature = "(hand, melds=(), *, rules=None, seen=(), stale_chi=(), stale_peng=())"
)]
pub(crate) fn discard_distances(
    py: Python<'_>,
    hand: Hand,
    melds: Melds,
    rules: Option<RulesArg>,
    seen: Hand,
    stale_chi: CardSet,
    stale_peng: CardSet,
) -> PyResult<Bound<'_, PyDict>> {
    let asked = Asked::new(py, (&hand, &melds), rules, &seen, (stale_chi, stale_peng))?;
    by_card(py, asked.answered(py, engine::discard_distances))
}

/// Distances by the card discarded.
pub(crate) fn by_card(
    py: Python<'_>,
    after: impl IntoIterator<Item = engine::DiscardDistance>,
) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for after in after {
        dict.set_item(card::object(py, after.card)?, after.distance)?;
    }
    Ok(dict)
}
