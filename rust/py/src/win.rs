//! `Arrangement`, `Win` and the functions that find them.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;

use crate::args::{CardArg, Hand, Melds, RulesArg};
use crate::errors::{Kind, exception, raise};
use crate::explanation::Explanation;
use crate::meld;
use crate::pickle::{Reduced, reduced};
use crate::reason::LangArg;
use crate::rules::{Ruleset, or_default};
use crate::score::{self, WinContext, or_plain};
use crate::values::{self, joined};

/// A complete hand in blocks.
///
/// The table melds come first, as they were laid; one that the winning card made a pao or ti in its place. Then come
/// the blocks of the hand: ti, pao, kan, wei, peng, chi, pair.
///
/// Examples
/// --------
/// >>> from paohuzi import arrangements
/// >>> [one] = arrangements("s2x2", "ti:b1 peng:b3 peng:b4 peng:b5 peng:b6 chi:s4-s5-s6")
/// >>> one.huxi, one.blocks[-1]
/// (24, Meld('pair:s2'))
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Arrangement(pub(crate) engine::Arrangement);

/// Blocks as they are restored.
fn blocks(melds: Melds) -> PyResult<engine::MeldList> {
    let mut list = engine::MeldList::new();
    for meld in melds.0 {
        if list.try_push(meld).is_some() {
            return Err(altered("more blocks than a hand has"));
        }
    }
    Ok(list)
}

/// The error for a pickle with a value that cannot stand in it.
pub(crate) fn altered(found: &str) -> PyErr {
    let message = format!("pickle with {found}");
    exception(Kind::Record, "pickle_payload", &message, Vec::new())
}

#[pymethods]
impl Arrangement {
    /// Its blocks.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        meld::tuple(py, self.0.blocks)
    }

    /// Their huxi together.
    #[getter]
    fn huxi(&self) -> u8 {
        self.0.huxi
    }

    fn __str__(&self) -> String {
        joined(self.0.blocks, " ")
    }

    fn __repr__(&self) -> String {
        format!("<Arrangement {}: {} huxi>", self.__str__(), self.0.huxi)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_arrangement", (self.__str__(), self.0.huxi))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(melds: Melds, huxi: u8) -> PyResult<Self> {
        let blocks = blocks(melds)?;
        Ok(Self(engine::Arrangement { blocks, huxi }))
    }
}

/// A win and what it is worth.
///
/// Examples
/// --------
/// >>> from paohuzi import best_win
/// >>> hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9"
/// >>> win = best_win(hand, draw="s7", own_draw=True)
/// >>> win.huxi, win.units, win.fan, win.score, win.self_draw
/// (15, 2, 1, 2, True)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
pub(crate) struct Win {
    pub(crate) inner: engine::Win,
    pub(crate) rules: Py<Ruleset>,
}

impl PartialEq for Win {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.rules.get() == other.rules.get()
    }
}

impl Hash for Win {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

/// What the pickle of a win holds beside its ruleset.
type Payload = (String, u16, bool, Vec<(u8, u16)>, u16, u32);

#[pymethods]
impl Win {
    /// The best arrangement; for 三提五坎 the blocks that count.
    #[getter]
    fn arrangement(&self) -> Arrangement {
        Arrangement(self.inner.arrangement)
    }

    /// Its plain huxi.
    #[getter]
    fn huxi(&self) -> u8 {
        self.inner.huxi
    }

    /// Its units (等 / 囤), with those of a self-draw.
    #[getter]
    fn units(&self) -> u16 {
        self.inner.units
    }

    /// Whether it counts as self-drawn (自摸).
    #[getter]
    fn self_draw(&self) -> bool {
        self.inner.self_draw
    }

    /// The sum of its fan, 1 when plain.
    #[getter]
    fn fan(&self) -> u16 {
        self.inner.fan
    }

    /// Its fan items, in the order of the ruleset, 黄番 last.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        score::items(py, &self.inner.items, &self.rules.get().0)
    }

    /// What one loser pays.
    #[getter]
    fn score(&self) -> u32 {
        self.inner.score
    }

    /// It as texts and numbers; items by name.
    pub(crate) fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("huxi", self.inner.huxi)?;
        dict.set_item("units", self.inner.units)?;
        dict.set_item("self_draw", self.inner.self_draw)?;
        dict.set_item("fan", self.inner.fan)?;
        let items = score::by_name(py, &self.inner.items, &self.rules.get().0)?;
        dict.set_item("items", items)?;
        dict.set_item("score", self.inner.score)?;
        dict.set_item("arrangement", joined(self.inner.arrangement.blocks, " "))?;
        Ok(dict)
    }

    /// What it is made of, step by step.
    ///
    /// Each block with its huxi, the sum, the units, each fan item with its rule, the score and who pays it.
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
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import best_win
    /// >>> win = best_win("b9", "ti:b5 pao:b4 peng:b3 chi:b1-b2-b3 chi:s1-s2-s3 chi:s8-s9-s10", draw="b9")
    /// >>> for line in win.explain("zh").lines[:3]:
    /// ...     print(line)
    /// 提伍：12胡（R33）
    /// 跑肆：9胡（R33）
    /// 碰叁：3胡（R33）
    #[pyo3(signature = (lang = LangArg::ENGLISH), text_signature = "($self, lang='en')")]
    fn explain(&self, lang: LangArg) -> Explanation {
        Explanation::new(&self.inner.explain(&self.rules.get().0), lang.0)
    }

    fn __repr__(&self) -> String {
        let engine::Win {
            huxi,
            units,
            fan,
            score,
            ..
        } = self.inner;
        format!("<Win of {huxi} huxi: {units} units times {fan} fan, score {score}>")
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let win = &self.inner;
        let items: Vec<_> = win
            .items
            .iter()
            .map(|line| (line.item, line.value))
            .collect();
        let payload: Payload = (
            joined(win.arrangement.blocks, " "),
            win.units,
            win.self_draw,
            items,
            win.fan,
            win.score,
        );
        reduced(py, "restore_win", (&self.rules, win.huxi, payload))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(rules: RulesArg, huxi: u8, payload: Payload) -> PyResult<Self> {
        let (melds, units, self_draw, lines, fan, score) = payload;
        let melds: Result<Vec<engine::Meld>, _> =
            melds.split_whitespace().map(str::parse).collect();
        let blocks = blocks(Melds(melds.map_err(raise)?))?;
        let mut items = engine::ItemList::new();
        for (item, value) in lines {
            let line = engine::ItemLine { item, value };
            let unknown = line.name(&rules.0.get().0).is_empty();
            if unknown || items.try_push(line).is_some() {
                return Err(altered("a fan item that its ruleset does not have"));
            }
        }
        Ok(Self {
            inner: engine::Win {
                arrangement: engine::Arrangement { blocks, huxi },
                huxi,
                units,
                self_draw,
                items,
                fan,
                score,
            },
            rules: rules.0,
        })
    }
}

/// The position of a hand and its table.
pub(crate) fn position(
    hand: &Hand,
    melds: &Melds,
    rules: &Py<Ruleset>,
) -> PyResult<engine::Position> {
    engine::Position::new(hand.0, &melds.0, &rules.get().0).map_err(raise)
}

/// The card that a hand may win on.
pub(crate) fn drawn(
    card: Option<CardArg>,
    own_draw: bool,
    discard: bool,
) -> PyResult<Option<engine::Draw>> {
    let by = match (own_draw, discard) {
        (true, true) => {
            let message =
                "a card that is drawn and discarded, expected at most one of own_draw and discard";
            return Err(exception(Kind::Position, "draw_by", message, Vec::new()));
        }
        (true, false) => engine::DrawBy::Own,
        (false, true) => engine::DrawBy::Discard,
        (false, false) => engine::DrawBy::Other,
    };
    Ok(card.map(|CardArg(card)| engine::Draw { card, by }))
}

/// Every finished arrangement of a hand that has the minimum huxi.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts.
/// melds
///     The melds on the table in the order they were laid: a text, or melds.
/// draw
///     The card to win on, drawn from the stock by another seat; without one the hand is complete as it is.
/// own_draw
///     Whether the seat itself drew it.
/// discard
///     Whether another seat discarded it, which only some rulesets let win.
/// rules
///     The ruleset; quanmingtang by default.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import arrangements
/// >>> arrangements("s2", "ti:b1 peng:b3 peng:b4 peng:b5 peng:b6 chi:s4-s5-s6", draw="s2")
/// (<Arrangement ti:b1 peng:b3 peng:b4 peng:b5 peng:b6 chi:s4-s5-s6 pair:s2: 24 huxi>,)
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, draw = None, own_draw = false, discard = false, rules = None),
    text_signature = "(hand, melds=(), *, draw=None, own_draw=False, discard=False, rules=None)"
)]
pub(crate) fn arrangements(
    py: Python<'_>,
    hand: Hand,
    melds: Melds,
    draw: Option<CardArg>,
    own_draw: bool,
    discard: bool,
    rules: Option<RulesArg>,
) -> PyResult<Bound<'_, PyTuple>> {
    let rules = or_default(py, rules)?;
    let position = position(&hand, &melds, &rules)?;
    let all = engine::arrangements(&position, drawn(draw, own_draw, discard)?, &rules.get().0);
    values::objects(py, all.map_err(raise)?, Arrangement)
}

/// The best win of a hand: by score, then by huxi. None if it does not win.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts.
/// melds
///     The melds on the table in the order they were laid: a text, or melds.
/// draw
///     The card to win on, drawn from the stock by another seat; without one the hand is complete as it is.
/// own_draw
///     Whether the seat itself drew it.
/// discard
///     Whether another seat discarded it, which only some rulesets let win.
/// rules
///     The ruleset; quanmingtang by default.
/// context
///     What the cards alone cannot say.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import best_win
/// >>> hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9"
/// >>> best_win(hand, draw="s10", own_draw=True)
/// <Win of 15 huxi: 2 units times 1 fan, score 2>
/// >>> print(best_win(hand, draw="s1"))
/// None
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, draw = None, own_draw = false, discard = false, rules = None, context = None),
    text_signature = "(hand, melds=(), *, draw=None, own_draw=False, discard=False, rules=None, context=None)"
)]
pub(crate) fn best_win(
    py: Python<'_>,
    hand: Hand,
    melds: Melds,
    draw: Option<CardArg>,
    own_draw: bool,
    discard: bool,
    rules: Option<RulesArg>,
    context: Option<&Bound<'_, WinContext>>,
) -> PyResult<Option<Win>> {
    let rules = or_default(py, rules)?;
    let position = position(&hand, &melds, &rules)?;
    let draw = drawn(draw, own_draw, discard)?;
    let win = engine::best_win(&position, draw, &rules.get().0, or_plain(context));
    Ok(win.map_err(raise)?.map(|inner| Win { inner, rules }))
}

/// The win of a dealt hand with three ti or five kan (三提五坎). None if it has neither.
///
/// Parameters
/// ----------
/// hand
///     A whole dealt hand: a text, cards, or 20 bytes of counts.
/// rules
///     The ruleset; quanmingtang by default.
/// context
///     What the cards alone cannot say.
///
/// Examples
/// --------
/// >>> from paohuzi import santi_wukan
/// >>> santi_wukan("s1x4 s3x4 b5x4 s5 s6 s8 s9 b1 b3 b8 b9").huxi
/// 30
#[pyfunction]
#[pyo3(signature = (hand, *, rules = None, context = None))]
pub(crate) fn santi_wukan(
    py: Python<'_>,
    hand: Hand,
    rules: Option<RulesArg>,
    context: Option<&Bound<'_, WinContext>>,
) -> PyResult<Option<Win>> {
    let rules = or_default(py, rules)?;
    position(&hand, &Melds::default(), &rules)?;
    let win = engine::santi_wukan(hand.0, &rules.get().0, or_plain(context));
    Ok(win.map(|inner| Win { inner, rules }))
}
