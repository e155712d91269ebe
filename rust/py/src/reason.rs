//! `Reason` and `why_not`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use paohuzi_engine as engine;
use paohuzi_engine::{Lang, Obstacle, Refusal};

use crate::args::{CardArg, Hand, Melds, RulesArg, Text};
use crate::errors::{Kind, Value, exception, number, raise, word};
use crate::pickle::{Reduced, reduced};
use crate::rules::or_default;
use crate::values;
use crate::win::{drawn, position};

/// A language of texts, by its code.
pub(crate) struct LangArg(pub(crate) Lang);

impl LangArg {
    /// English.
    pub(crate) const ENGLISH: Self = Self(Lang::English);
}

impl<'py> FromPyObject<'_, 'py> for LangArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Text(code) = object.extract()?;
        let known = Lang::ALL.into_iter().find(|lang| lang.code() == code);
        known.map(Self).ok_or_else(|| {
            let code: String = code.chars().take(40).collect();
            let expected = Lang::ALL.map(Lang::code).join(" or ");
            let message = format!("language {code:?}, expected {expected}");
            exception(
                Kind::Parse,
                "lang_unknown",
                &message,
                vec![("found", word(code))],
            )
        })
    }
}

/// One thing that something rests on: a step to a score, what keeps a hand from winning, why an answer is refused.
///
/// Examples
/// --------
/// >>> from paohuzi import why_not
/// >>> [reason] = why_not("b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9", draw="s1")
/// >>> reason.name, reason.rule, reason.context
/// ('left_over', 'R26', {'cards': ['s1', 's8', 's9']})
/// >>> print(reason)
/// 3 cards fit no block: s1 s8 s9 (R26)
/// >>> reason.text("zh")
/// '3张不成门子：一八九（R26）'
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Reason {
    name: String,
    rule: String,
    english: String,
    chinese: String,
    context: Vec<(String, Value)>,
    reasons: Vec<Reason>,
}

impl Reason {
    pub(crate) fn new(
        name: &str,
        rule: &str,
        text: impl Fn(Lang) -> String,
        context: Vec<(&str, Value)>,
    ) -> Self {
        let context = context.into_iter();
        Self {
            name: name.to_owned(),
            rule: rule.to_owned(),
            english: text(Lang::English),
            chinese: text(Lang::Chinese),
            context: context
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
            reasons: Vec::new(),
        }
    }

    /// Its text.
    pub(crate) fn said(&self, lang: Lang) -> &str {
        match lang {
            Lang::English => &self.english,
            Lang::Chinese => &self.chinese,
        }
    }
}

/// Cards of counts, each as often as it is there.
fn cards(counts: engine::Counts) -> Value {
    Value::Texts(counts.cards().map(|card| card.text().to_owned()).collect())
}

impl From<Obstacle> for Reason {
    fn from(obstacle: Obstacle) -> Self {
        let context = match obstacle {
            Obstacle::DiscardNeverWins | Obstacle::DiscardMakesNoPao | Obstacle::NoPair => {
                Vec::new()
            }
            Obstacle::LaidFirst(meld) | Obstacle::LaterQuad(meld) => vec![("meld", word(meld))],
            Obstacle::WrongSize { found, expected } => {
                vec![("found", number(found)), ("expected", number(expected))]
            }
            Obstacle::LeftOver(left) => vec![("cards", cards(left))],
            Obstacle::TooFewHuxi { found, least } | Obstacle::NoPattern { found, least } => {
                vec![("found", number(found)), ("least", number(least))]
            }
        };
        let text = |lang| obstacle.text(lang);
        Self::new(obstacle.name(), obstacle.rule(), text, context)
    }
}

impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Self {
        let context = match &refusal {
            &Refusal::Faulted(fault) => vec![("fault", word(fault))],
            Refusal::Over
            | Refusal::Answered
            | Refusal::NotAsked
            | Refusal::NoDiscardDue
            | Refusal::NoCard
            | Refusal::Dead
            | Refusal::NothingToLay
            | Refusal::NoDiscardLeft
            | Refusal::NoWin(_)
            | Refusal::WinDeclined
            | Refusal::MayNotPass
            | Refusal::OthersFirst => Vec::new(),
            Refusal::NotInHand(card)
            | Refusal::Locked(card)
            | Refusal::OtherCard(card)
            | Refusal::OwnCard(card)
            | Refusal::PaoFirst(card)
            | Refusal::PengNeverRuns(card)
            | Refusal::StalePeng(card)
            | Refusal::StaleChi(card)
            | Refusal::MustPeng(card) => vec![("card", word(card))],
            Refusal::NotNext { from, next } => {
                vec![
                    ("from", number(from.index())),
                    ("next", number(next.index())),
                ]
            }
            Refusal::NeedsTwo { card, held } => {
                vec![("card", word(card)), ("held", number(*held))]
            }
            Refusal::Missing(missing) => vec![("cards", cards(*missing))],
            Refusal::NotPlayed(block) => vec![("block", word(block))],
            Refusal::BiMissing { card, copies } => {
                vec![("card", word(card)), ("copies", number(*copies))]
            }
        };
        let text = |lang| refusal.text(lang);
        let reason = Self::new(refusal.name(), refusal.rule(), text, context);
        let reasons = match refusal {
            Refusal::NoWin(obstacles) => obstacles.into_iter().map(Self::from).collect(),
            _ => Vec::new(),
        };
        Self { reasons, ..reason }
    }
}

#[pymethods]
impl Reason {
    /// What it is, as a word that never changes.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The clause of the rulebook it rests on.
    #[getter]
    fn rule(&self) -> &str {
        &self.rule
    }

    /// The values it speaks of, by name: texts, numbers and lists of them.
    #[getter]
    pub(crate) fn context<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in &self.context {
            dict.set_item(key, value.clone())?;
        }
        Ok(dict)
    }

    /// What it rests on in turn: for a win that is refused, what keeps the hand from it.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::objects(py, &self.reasons, Self::clone)
    }

    /// It in words.
    ///
    /// Parameters
    /// ----------
    /// lang
    ///     ``en`` or ``zh``.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If the language is another.
    #[pyo3(signature = (lang = LangArg::ENGLISH), text_signature = "($self, lang='en')")]
    fn text(&self, lang: LangArg) -> &str {
        self.said(lang.0)
    }

    /// It as texts and numbers, in both languages.
    pub(crate) fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("name", &self.name)?;
        dict.set_item("rule", &self.rule)?;
        for lang in Lang::ALL {
            dict.set_item(lang.code(), self.said(lang))?;
        }
        dict.set_item("context", self.context(py)?)?;
        Ok(dict)
    }

    fn __str__(&self) -> &str {
        &self.english
    }

    fn __repr__(&self) -> String {
        format!("<Reason {}: {}>", self.name, self.english)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let payload = (
            &self.name,
            &self.rule,
            &self.english,
            &self.chinese,
            self.context.clone(),
            self.reasons(py)?,
        );
        reduced(py, "restore_reason", payload)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        name: String,
        rule: String,
        english: String,
        chinese: String,
        context: Vec<(String, Value)>,
        reasons: Vec<Bound<'_, Self>>,
    ) -> Self {
        Self {
            name,
            rule,
            english,
            chinese,
            context,
            reasons: reasons.iter().map(|reason| reason.get().clone()).collect(),
        }
    }
}

/// What keeps a hand from winning with a card, or as it stands; nothing where it wins.
///
/// What the rules force comes first, then what is missing in the way to take the card that comes nearest: cards that
/// fit no block, a pair, huxi.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts.
/// melds
///     The melds on the table in the order they were laid: a text, or melds.
/// draw
///     The card to win on, drawn from the stock by another seat; without one the hand is looked at as it is.
/// own_draw
///     Whether the seat itself drew it.
/// discard
///     Whether another seat discarded it, which only some rulesets let win.
/// rules
///     The ruleset; quanmingtang by default.
///
/// Returns
/// -------
/// tuple
///     A `Reason` for each thing: ``discard_never_wins``, ``discard_makes_no_pao``, ``laid_first``, ``later_quad``,
///     ``wrong_size``, ``left_over``, ``no_pair``, ``too_few_huxi``, ``no_pattern``.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand.
///
/// Examples
/// --------
/// >>> from paohuzi import why_not
/// >>> melds = "pao:b5 chi:b1-b2-b3 chi:s8-s9-s10"
/// >>> for reason in why_not("s4x2 s5 s6 b7x3 s1 s2 s3", melds, draw="s4", own_draw=True):
/// ...     print(reason)
/// wei s4 is laid first, and then the hand is not complete (C6)
/// no pair, which a hand with a pao or ti needs (R17)
/// 2 cards fit no block: s5 s6 (R26)
#[pyfunction]
#[pyo3(
    signature = (hand, melds = Melds::default(), *, draw = None, own_draw = false, discard = false, rules = None),
    text_signature = "(hand, melds=(), *, draw=None, own_draw=False, discard=False, rules=None)"
)]
pub(crate) fn why_not(
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
    let draw = drawn(draw, own_draw, discard)?;
    let obstacles = engine::why_not(&position, draw, &rules.get().0).map_err(raise)?;
    values::objects(py, obstacles, Reason::from)
}
