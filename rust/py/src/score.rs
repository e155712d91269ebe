//! `WinContext` and `Item`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;

use crate::args::{CardArg, Int};
use crate::card::{self, Card};
use crate::pickle::{Reduced, reduced};
use crate::values;

/// What the cards alone cannot say about a win.
///
/// Parameters
/// ----------
/// last_card
///     The winning card was the last that could be drawn.
/// tianhu
///     The dealer is complete with the shown card (天胡), which joins the dealt hand and counts as a self-draw.
/// dihu
///     An idle seat wins on the shown card (地胡), which then counts as another seat's draw.
/// nothing_taken
///     The seat made no chi, peng, wei, pao or ti before the winning card.
/// drawn_before
///     Drawn rounds just before this one, for 黄番.
/// first_card
///     The winning card was the first of the stock.
/// flipped
///     The card turned up from the stock after the win; the winning card where the stock was empty.
/// bi
///     The most bi blocks (比) that the seat laid beside the eaten one in one chi.
///
/// Examples
/// --------
/// >>> from paohuzi import WinContext
/// >>> WinContext(last_card=True)
/// WinContext(last_card=True)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct WinContext(pub(crate) engine::WinContext);

/// The context given, or the plain one.
pub(crate) fn or_plain(context: Option<&Bound<'_, WinContext>>) -> engine::WinContext {
    context.map_or_else(engine::WinContext::default, |context| context.get().0)
}

#[pymethods]
impl WinContext {
    #[new]
    #[pyo3(
        signature = (*, last_card = false, tianhu = false, dihu = false, nothing_taken = false, drawn_before = Int::ZERO, first_card = false, flipped = None, bi = Int::ZERO),
        text_signature = "(*, last_card=False, tianhu=False, dihu=False, nothing_taken=False, drawn_before=0, first_card=False, flipped=None, bi=0)"
    )]
    #[expect(
        clippy::fn_params_excessive_bools,
        clippy::too_many_arguments,
        reason = "keywords in Python"
    )]
    fn new(
        last_card: bool,
        tianhu: bool,
        dihu: bool,
        nothing_taken: bool,
        drawn_before: Int,
        first_card: bool,
        flipped: Option<CardArg>,
        bi: Int,
    ) -> PyResult<Self> {
        Ok(Self(engine::WinContext {
            last_card,
            tianhu,
            dihu,
            nothing_taken,
            drawn_before: drawn_before.at_most("drawn_before", u16::MAX.into())?,
            first_card,
            flipped: flipped.map(|card| card.0),
            bi: bi.at_most("bi", 2)?,
        }))
    }

    /// Whether the winning card was the last that could be drawn.
    #[getter]
    fn last_card(&self) -> bool {
        self.0.last_card
    }

    /// Whether the dealer is complete with the shown card.
    #[getter]
    fn tianhu(&self) -> bool {
        self.0.tianhu
    }

    /// Whether an idle seat wins on the shown card.
    #[getter]
    fn dihu(&self) -> bool {
        self.0.dihu
    }

    /// Whether nothing was taken before the winning card.
    #[getter]
    fn nothing_taken(&self) -> bool {
        self.0.nothing_taken
    }

    /// Drawn rounds just before this one.
    #[getter]
    fn drawn_before(&self) -> u16 {
        self.0.drawn_before
    }

    /// Whether the winning card was the first of the stock.
    #[getter]
    fn first_card(&self) -> bool {
        self.0.first_card
    }

    /// The card turned up from the stock after the win; None where it is not known.
    #[getter]
    fn flipped<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.0.flipped)
    }

    /// The most bi blocks that the seat laid beside the eaten one in one chi.
    #[getter]
    fn bi(&self) -> u8 {
        self.0.bi
    }

    fn __repr__(&self) -> String {
        let flags = [
            ("last_card", self.0.last_card),
            ("tianhu", self.0.tianhu),
            ("dihu", self.0.dihu),
            ("nothing_taken", self.0.nothing_taken),
            ("first_card", self.0.first_card),
        ];
        let flags = flags.into_iter().filter(|(_, set)| *set);
        let mut keywords: Vec<String> = flags.map(|(name, _)| format!("{name}=True")).collect();
        if self.0.drawn_before > 0 {
            keywords.push(format!("drawn_before={}", self.0.drawn_before));
        }
        if let Some(card) = self.0.flipped {
            keywords.push(format!("flipped='{card}'"));
        }
        if self.0.bi > 0 {
            keywords.push(format!("bi={}", self.0.bi));
        }
        format!("WinContext({})", keywords.join(", "))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let engine::WinContext {
            last_card,
            tianhu,
            dihu,
            nothing_taken,
            drawn_before,
            first_card,
            flipped,
            bi,
        } = self.0;
        let payload = (
            last_card,
            tianhu,
            dihu,
            nothing_taken,
            drawn_before,
            first_card,
            flipped.map(engine::Card::text),
            bi,
        );
        reduced(py, "restore_win_context", payload)
    }
}

/// One fan item (名堂) of a win with what it is worth there.
///
/// Examples
/// --------
/// >>> from paohuzi import best_win
/// >>> win = best_win("", "chi:s1-s2-s3 peng:b1 peng:b3 peng:b4 peng:b5 peng:s5 peng:s6")
/// >>> [(item.name, item.hanzi, item.value) for item in win.items]
/// [('dianhu', '点胡', 4)]
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Item {
    name: String,
    hanzi: String,
    value: u16,
    rule: String,
}

/// The objects of the items of a win.
pub(crate) fn items<'py>(
    py: Python<'py>,
    items: &[engine::ItemLine],
    rules: &engine::Ruleset,
) -> PyResult<Bound<'py, PyTuple>> {
    values::objects(py, items, |line| Item {
        name: line.name(rules).to_owned(),
        hanzi: line.hanzi(rules).to_owned(),
        value: line.value,
        rule: line.rule(rules).to_owned(),
    })
}

/// The items of a win by name.
pub(crate) fn by_name<'py>(
    py: Python<'py>,
    items: &[engine::ItemLine],
    rules: &engine::Ruleset,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for line in items {
        dict.set_item(line.name(rules), line.value)?;
    }
    Ok(dict)
}

#[pymethods]
impl Item {
    /// Its name in pinyin.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Its name in Chinese.
    #[getter]
    fn hanzi(&self) -> &str {
        &self.hanzi
    }

    /// Fan that it adds, or what it multiplies the huxi or (黄番) the whole score by.
    #[getter]
    fn value(&self) -> u16 {
        self.value
    }

    /// The clause of the rulebook it follows.
    #[getter]
    fn rule(&self) -> &str {
        &self.rule
    }

    fn __repr__(&self) -> String {
        format!("<Item {} {}: {}>", self.name, self.hanzi, self.value)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let payload = (&self.name, &self.hanzi, self.value, &self.rule);
        reduced(py, "restore_item", payload)
    }

    #[staticmethod]
    fn _restore(name: String, hanzi: String, value: u16, rule: String) -> Self {
        Self {
            name,
            hanzi,
            value,
            rule,
        }
    }
}
