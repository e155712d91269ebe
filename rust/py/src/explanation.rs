//! `Explanation`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;
use paohuzi_engine::{Lang, Pays, Step};

use crate::errors::{Value, number, word};
use crate::pickle::{Reduced, reduced};
use crate::reason::{LangArg, Reason};
use crate::values;

/// What a win is made of: its blocks, the steps from their huxi to the score, who pays.
///
/// Examples
/// --------
/// >>> from paohuzi import best_win
/// >>> hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9"
/// >>> explanation = best_win(hand, draw="s7", own_draw=True).explain()
/// >>> print(explanation)  # doctest: +ELLIPSIS
/// chi s1-s2-s3: 3 huxi (R33)
/// ...
/// 15 huxi (3.1)
/// 1 unit (3.2)
/// self-draw: 1 unit more (R37)
/// 1 fan in all (3.3)
/// 2 units × 1 fan = 2 (3.3)
/// score 2 (3.3)
/// each of the 2 losers pays 2, the winner gets 4 (2.10)
/// >>> [step.name for step in explanation.steps]
/// ['huxi', 'units', 'self_draw_units', 'fan_sum', 'product', 'score']
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Explanation {
    lang: String,
    blocks: Vec<Reason>,
    steps: Vec<Reason>,
    pays: Reason,
}

impl Explanation {
    pub(crate) fn new(explained: &engine::WinExplanation, lang: Lang) -> Self {
        let blocks = explained.blocks.iter().map(|line| {
            let context = vec![("meld", word(line.meld)), ("huxi", number(line.huxi))];
            let name = line.meld.kind().name();
            Reason::new(name, line.rule, |lang| line.text(lang), context)
        });
        let steps = explained.steps.iter().map(|step| {
            let text = |lang| step.text(lang);
            Reason::new(step.name(), step.rule(), text, context_of(step))
        });
        let pays = &explained.pays;
        let context = match pays {
            Pays::EachLoser { score, losers } => {
                vec![("score", number(*score)), ("losers", number(*losers))]
            }
            Pays::RunningTotal { score } => vec![("score", number(*score))],
            Pays::Seats(points) => vec![("points", Value::Numbers(points.clone()))],
        };
        Self {
            lang: lang.code().to_owned(),
            blocks: blocks.collect(),
            steps: steps.collect(),
            pays: Reason::new(pays.name(), Pays::RULE, |lang| pays.text(lang), context),
        }
    }

    fn told(&self) -> impl Iterator<Item = &str> {
        let code = self.lang.as_str();
        let lang = Lang::ALL.into_iter().find(|lang| lang.code() == code);
        let lang = lang.unwrap_or(Lang::English);
        let all = self.blocks.iter().chain(&self.steps).chain([&self.pays]);
        all.map(move |reason| reason.said(lang))
    }
}

/// The values that a step speaks of.
fn context_of(step: &Step) -> Vec<(&'static str, Value)> {
    let of_item = |item: &engine::ItemText| {
        vec![
            ("item", word(&item.name)),
            ("hanzi", word(&item.hanzi)),
            ("value", number(item.value)),
        ]
    };
    match step {
        Step::Huxi(huxi) => vec![("huxi", number(*huxi))],
        Step::HuxiTimes(item, huxi) => {
            let mut context = of_item(item);
            context.push(("huxi", number(*huxi)));
            context
        }
        Step::Units(units) | Step::SelfDrawUnits(units) => vec![("units", number(*units))],
        Step::UnitsSet(item)
        | Step::UnitsAdded(item)
        | Step::Fan(item)
        | Step::ScoreTimes(item) => of_item(item),
        Step::FanBase(fan) | Step::FanSum(fan) => vec![("fan", number(*fan))],
        Step::Product { units, fan, score } => vec![
            ("units", number(*units)),
            ("fan", number(*fan)),
            ("score", number(*score)),
        ],
        Step::SelfDrawAfter(points) => vec![("points", number(*points))],
        Step::SelfDrawDouble => Vec::new(),
        Step::Score(score) => vec![("score", number(*score))],
    }
}

#[pymethods]
impl Explanation {
    /// The language of its text: ``en`` or ``zh``.
    #[getter]
    fn lang(&self) -> &str {
        &self.lang
    }

    /// A `Reason` for each block, with its ``meld`` and ``huxi``, in the order of the arrangement.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::objects(py, &self.blocks, Reason::clone)
    }

    /// A `Reason` for each step from the huxi to the score, in the order they are made.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::objects(py, &self.steps, Reason::clone)
    }

    /// Who pays.
    #[getter]
    fn pays(&self) -> Reason {
        self.pays.clone()
    }

    /// All of it in words, a line each.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.told().collect::<Vec<_>>())
    }

    /// It as texts and numbers, in both languages.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, reasons) in [("blocks", &self.blocks), ("steps", &self.steps)] {
            let reasons = reasons.iter().map(|reason| reason.as_dict(py));
            dict.set_item(name, reasons.collect::<PyResult<Vec<_>>>()?)?;
        }
        dict.set_item("pays", self.pays.as_dict(py)?)?;
        Ok(dict)
    }

    fn __str__(&self) -> String {
        self.told().collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        let last = self
            .steps
            .last()
            .map_or("", |step| step.said(Lang::English));
        format!("<Explanation of {} blocks, {last}>", self.blocks.len())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let payload = (&self.lang, self.blocks(py)?, self.steps(py)?, self.pays());
        reduced(py, "restore_explanation", payload)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        lang: LangArg,
        blocks: Vec<Bound<'_, Reason>>,
        steps: Vec<Bound<'_, Reason>>,
        pays: Bound<'_, Reason>,
    ) -> Self {
        let owned = |reasons: Vec<Bound<'_, Reason>>| {
            reasons.iter().map(|reason| reason.get().clone()).collect()
        };
        Self {
            lang: lang.0.code().to_owned(),
            blocks: owned(blocks),
            steps: owned(steps),
            pays: pays.get().clone(),
        }
    }
}
