//! `SeatSetup` and `Setup`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyTuple};

use paohuzi_engine as engine;

use crate::action::Action;
use crate::args::{
    ActionArg, CardArg, CardSet, Cards, Data, Hand, Int, Melds, RulesArg, Text, text_of, wrong_type,
};
use crate::card::{self, Card};
use crate::errors::raise;
use crate::meld;
use crate::pickle::{Reduced, reduced};
use crate::row::{self, RowCardArg};
use crate::values::{self, joined};

/// What belongs to one seat in a described position.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts.
/// melds
///     Its table melds, as laid: a text, or melds.
/// row
///     Its row, oldest first: a text such as ``+s5 -b2``, or cards of a row.
/// stale_chi, stale_peng
///     Cards that it may not chi, may not peng.
/// dead
///     Whether it can no longer win.
/// barred
///     Whether it may not chi or peng any more.
/// passed_hu
///     The cards on which it declined to win, each with the huxi of its table melds then.
/// answer
///     What it has answered while others are undecided.
/// passed_score
///     The highest score of a win that it declined.
/// bi
///     The most bi blocks (比) that it laid beside the eaten one in one chi.
/// fault
///     The first fault that it committed, such as ``zoupao``.
///
/// Examples
/// --------
/// >>> from paohuzi import SeatSetup
/// >>> SeatSetup(hand="s1x3 b2", melds="peng:s4", row="+s5").hand
/// (Card('s1'), Card('s1'), Card('s1'), Card('b2'))
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct SeatSetup(engine::SeatSetup);

/// A row: a text with blanks between the cards, or several cards.
#[derive(Default)]
pub(crate) struct Row(Vec<engine::RowCard>);

impl<'py> FromPyObject<'_, 'py> for Row {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut row = Vec::new();
        let mut take = |card| {
            row.push(card);
            let (found, most) = (row.len(), engine::PACK);
            if found <= most {
                return Ok(());
            }
            let what = "cards in the row of a seat".to_owned();
            Err(raise(engine::SetupError::TooMany { what, found, most }))
        };
        if let Some(text) = text_of(&object) {
            for word in text.split_whitespace() {
                take(word.parse().map_err(raise)?)?;
            }
        } else {
            let items = object.try_iter();
            for item in items.map_err(|_| wrong_type("a text or cards of a row", &object))? {
                let RowCardArg(card) = item?.extract()?;
                take(card)?;
            }
        }
        Ok(Self(row))
    }
}

/// A fault by its word.
pub(crate) fn read_fault(text: &Text) -> PyResult<engine::Fault> {
    text.0.parse().map_err(|message| {
        let place = "fault".to_owned();
        raise(engine::ParseSetupError::Part { place, message })
    })
}

/// Cards with numbers of huxi.
#[derive(Default)]
pub(crate) struct PassedHu(Vec<(engine::Card, u8)>);

impl<'py> FromPyObject<'_, 'py> for PassedHu {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mapping = object.cast::<PyMapping>();
        let mapping = mapping.map_err(|_| wrong_type("a dict of cards and huxi", &object))?;
        let mut passed = Vec::new();
        for item in mapping.items()? {
            let (CardArg(card), huxi): (CardArg, Int) = item.extract()?;
            passed.push((card, huxi.at_most("huxi", u8::MAX.into())?));
        }
        // One order for one meaning, so that equal ones are equal.
        passed.sort_unstable();
        Ok(Self(passed))
    }
}

#[pymethods]
impl SeatSetup {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    #[pyo3(
        signature = (
            *, hand = Hand::default(), melds = Melds::default(), row = Row::default(),
            stale_chi = CardSet::default(), stale_peng = CardSet::default(), dead = false, barred = false,
            passed_hu = PassedHu::default(), answer = None, passed_score = Int::ZERO, bi = Int::ZERO,
            fault = None,
        ),
        text_signature = "(*, hand='', melds=(), row=(), stale_chi=(), stale_peng=(), dead=False, barred=False, passed_hu={}, answer=None, passed_score=0, bi=0, fault=None)"
    )]
    fn new(
        hand: Hand,
        melds: Melds,
        row: Row,
        stale_chi: CardSet,
        stale_peng: CardSet,
        dead: bool,
        barred: bool,
        passed_hu: PassedHu,
        answer: Option<ActionArg>,
        passed_score: Int,
        bi: Int,
        fault: Option<Text>,
    ) -> PyResult<Self> {
        Ok(Self(engine::SeatSetup {
            hand: hand.0,
            melds: melds.0,
            row: row.0,
            stale_chi: stale_chi.0,
            stale_peng: stale_peng.0,
            dead,
            barred,
            passed_hu: passed_hu.0,
            answer: answer.map(|answer| answer.0),
            passed_score: passed_score.at_most(
                "passed_score",
                usize::try_from(u32::MAX).unwrap_or(usize::MAX),
            )?,
            bi: bi.at_most("bi", 2)?,
            fault: fault.map(|fault| read_fault(&fault)).transpose()?,
        }))
    }

    /// Its hand, in card order.
    #[getter]
    fn hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.0.hand.cards())
    }

    /// Its table melds, as laid.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        meld::tuple(py, self.0.melds.iter().copied())
    }

    /// Its row, oldest first.
    #[getter]
    fn row<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        row::tuple(py, &self.0.row)
    }

    /// The cards that it may not chi.
    #[getter]
    fn stale_chi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.0.stale_chi.iter())
    }

    /// The cards that it may not peng.
    #[getter]
    fn stale_peng<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.0.stale_peng.iter())
    }

    /// Whether it can no longer win.
    #[getter]
    fn dead(&self) -> bool {
        self.0.dead
    }

    /// Whether it may not chi or peng any more.
    #[getter]
    fn barred(&self) -> bool {
        self.0.barred
    }

    /// The cards on which it declined to win, each with the huxi of its table melds then.
    #[getter]
    fn passed_hu<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (card, huxi) in &self.0.passed_hu {
            dict.set_item(card::object(py, *card)?, huxi)?;
        }
        Ok(dict)
    }

    /// What it has answered while others are undecided.
    #[getter]
    fn answer(&self) -> Option<Action> {
        self.0.answer.map(Action)
    }

    /// The highest score of a win that it declined.
    #[getter]
    fn passed_score(&self) -> u32 {
        self.0.passed_score
    }

    /// The most bi blocks that it laid beside the eaten one in one chi.
    #[getter]
    fn bi(&self) -> u8 {
        self.0.bi
    }

    /// The first fault that it committed; None where there is none.
    #[getter]
    fn fault(&self) -> Option<&'static str> {
        self.0.fault.map(engine::Fault::name)
    }

    fn __repr__(&self) -> String {
        let texts = [
            ("hand", self.0.hand.to_string()),
            ("melds", joined(&self.0.melds, " ")),
            ("row", joined(&self.0.row, " ")),
            ("stale_chi", self.0.stale_chi.to_string()),
            ("stale_peng", self.0.stale_peng.to_string()),
            ("answer", joined(self.0.answer, "")),
            ("fault", joined(self.0.fault, "")),
        ];
        let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
        let mut keywords: Vec<_> = texts
            .map(|(name, text)| format!("{name}='{text}'"))
            .collect();
        for (name, flag) in [("dead", self.0.dead), ("barred", self.0.barred)] {
            if flag {
                keywords.push(format!("{name}=True"));
            }
        }
        if !self.0.passed_hu.is_empty() {
            let passed = self.0.passed_hu.iter();
            let passed = passed.map(|(card, huxi)| format!("'{card}': {huxi}"));
            keywords.push(format!("passed_hu={{{}}}", joined(passed, ", ")));
        }
        for (name, number) in [
            ("passed_score", self.0.passed_score),
            ("bi", self.0.bi.into()),
        ] {
            if number > 0 {
                keywords.push(format!("{name}={number}"));
            }
        }
        format!("SeatSetup({})", keywords.join(", "))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let payload = (
            self.0.hand.to_string(),
            joined(&self.0.melds, " "),
            joined(&self.0.row, " "),
            self.0.stale_chi.to_string(),
            self.0.stale_peng.to_string(),
            self.0.dead,
            self.0.barred,
            self.passed_hu(py)?,
            self.0.answer.map(|answer| answer.to_string()),
            self.0.passed_score,
            self.0.bi,
            self.fault(),
        );
        reduced(py, "restore_seat_setup", payload)
    }
}

/// A seat's part of a position, as an object or as a dict of its keywords.
struct SeatArg(engine::SeatSetup);

impl<'py> FromPyObject<'_, 'py> for SeatArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        if let Ok(seat) = object.cast::<SeatSetup>() {
            return Ok(Self(seat.get().0.clone()));
        }
        if object.cast::<PyMapping>().is_err() {
            return Err(wrong_type("a SeatSetup or a dict of its keywords", &object));
        }
        let keywords = py
            .get_type::<PyDict>()
            .call1((object,))?
            .cast_into::<PyDict>()?;
        let seat = py.get_type::<SeatSetup>().call((), Some(&keywords))?;
        Ok(Self(seat.cast::<SeatSetup>()?.get().0.clone()))
    }
}

/// A described position: all that a round is beside its ruleset.
///
/// `Round.setup` describes a round, `Round.from_setup` makes one of the description and checks it.
///
/// Parameters
/// ----------
/// seats
///     What belongs to each seat, from 0 on: `SeatSetup`, or dicts of its keywords.
/// stock
///     The stock in drawing order: a text, or cards.
/// phase
///     Where play goes on: ``deal``, ``draw:0``, ``santi_wukan``, ``tianhu``, ``dihu``, ``discard:0``, ``drawn:0:s5``,
///     ``discarded:0:s5``, ``laid:0:s5`` and ``concealed:0:s5`` (an own draw that makes a wei or ti, laid already or
///     not), ``exhausted`` or ``hu:0:self_draw:s5``.
/// dealer
///     The dealer's seat.
/// shown
///     The dealer's last card (亮张), if it is known.
/// drawn_before
///     Drawn rounds in a row before this one.
///
/// Examples
/// --------
/// >>> from paohuzi import Round, Setup
/// >>> round = Round.deal(seed=7)
/// >>> setup = round.setup()
/// >>> setup.phase, len(setup.stock), Round.from_setup(setup) == round
/// ('discard:0', 19, True)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Setup(pub(crate) engine::Setup);

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(
        signature = (
            *, seats, stock = Cards::default(), phase = None, dealer = Int::ZERO, shown = None,
            drawn_before = Int::ZERO,
        ),
        text_signature = "(*, seats, stock=(), phase='deal', dealer=0, shown=None, drawn_before=0)"
    )]
    fn new(
        seats: &Bound<'_, PyAny>,
        stock: Cards,
        phase: Option<Text>,
        dealer: Int,
        shown: Option<CardArg>,
        drawn_before: Int,
    ) -> PyResult<Self> {
        let mut described = Vec::new();
        let items = seats.try_iter();
        for seat in items.map_err(|_| wrong_type("a sequence of SeatSetup or dicts", seats))? {
            let SeatArg(seat) = seat?.extract()?;
            described.push(seat);
            let (found, most) = (described.len(), engine::MAX_SEATS);
            if found > most {
                let what = "seats".to_owned();
                return Err(raise(engine::SetupError::TooMany { what, found, most }));
            }
        }
        let start = match phase {
            None => engine::Start::Deal,
            Some(Text(phase)) => phase.parse().map_err(|message| {
                let place = "phase".to_owned();
                raise(engine::ParseSetupError::Part { place, message })
            })?,
        };
        Ok(Self(engine::Setup {
            dealer: dealer.dealer(engine::MAX_SEATS)?,
            drawn_before: drawn_before.at_most("drawn_before", u16::MAX.into())?,
            shown: shown.map(|card| card.0),
            seats: described,
            stock: stock.0,
            start,
        }))
    }

    /// Read what `to_json` wrote. The cards are counted by `Round.from_setup`.
    ///
    /// Raises
    /// ------
    /// PositionError
    ///     If it is no JSON of a position.
    #[staticmethod]
    fn from_json(text: Text) -> PyResult<Self> {
        engine::Setup::from_json(&text.0).map(Self).map_err(raise)
    }

    /// Read what `to_text` wrote. The cards are counted by `Round.from_setup`.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The position on one line.
    /// rules
    ///     The ruleset that it has to belong to; any by default.
    ///
    /// Raises
    /// ------
    /// PositionError
    ///     If it is no position on one line, or one of another ruleset.
    #[staticmethod]
    #[pyo3(signature = (text, *, rules = None))]
    fn from_text(text: Text, rules: Option<RulesArg>) -> PyResult<Self> {
        let rules = rules.as_ref().map(|rules| &*rules.0.get().0);
        engine::Setup::from_text(&text.0, rules)
            .map(Self)
            .map_err(raise)
    }

    /// The position on one line, for reports and command lines.
    ///
    /// Parameters
    /// ----------
    /// rules
    ///     The ruleset that it belongs to, which the text then names; none by default.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Round, Setup
    /// >>> round = Round.deal(seed=7)
    /// >>> text = round.setup().to_text(round.rules)
    /// >>> text[:54]
    /// 'position:1 quanmingtang:c8fec4bf52f6a18a 0 0 b5 discar'
    /// >>> Setup.from_text(text) == round.setup()
    /// True
    #[pyo3(signature = (rules = None))]
    fn to_text(&self, rules: Option<RulesArg>) -> String {
        self.0
            .to_text(rules.as_ref().map(|rules| &*rules.0.get().0))
    }

    fn __str__(&self) -> String {
        self.0.to_text(None)
    }

    /// Read what `to_bytes` wrote. The cards are counted by `Round.from_setup`.
    ///
    /// Raises
    /// ------
    /// RecordError
    ///     If the bytes are of another format, cut short, too long or altered.
    #[staticmethod]
    fn from_bytes(data: Data) -> PyResult<Self> {
        engine::Setup::from_bytes(&data.0).map(Self).map_err(raise)
    }

    /// The position on one line of JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The position as bytes, about 200.
    pub(crate) fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// What belongs to each seat, from 0 on.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::objects(py, self.0.seats.iter().cloned(), SeatSetup)
    }

    /// The stock in drawing order.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.0.stock.iter().copied())
    }

    /// Where play goes on.
    #[getter]
    fn phase(&self) -> String {
        self.0.start.to_string()
    }

    /// The dealer's seat.
    #[getter]
    fn dealer(&self) -> usize {
        self.0.dealer.index()
    }

    /// The dealer's last card (亮张), if it is known.
    #[getter]
    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.0.shown)
    }

    /// Drawn rounds in a row before this one.
    #[getter]
    fn drawn_before(&self) -> u16 {
        self.0.drawn_before
    }

    fn __repr__(&self) -> String {
        format!("Setup.from_json('{}')", self.0.to_json())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_setup", self.to_bytes(py))
    }
}
