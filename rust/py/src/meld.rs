//! `Meld` and `SeenMeld`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_engine as engine;

use crate::args::{MeldArg, text_of};
use crate::card::{self, Card};
use crate::pickle::{Reduced, reduced};
use crate::values::{self, joined};

/// A block (门子): its kind and its cards.
///
/// Parameters
/// ----------
/// meld
///     A text: ``peng:s1``, ``wei:b3``, ``chou_wei:b3``, ``kan:s1``, ``pao:b7``, ``ti:s2``, ``dealt_ti:s2``,
///     ``chi:s1-s2-s3`` or ``pair:s7``.
///
/// Raises
/// ------
/// ParseError
///     If the text is no meld.
///
/// Examples
/// --------
/// >>> from paohuzi import Meld
/// >>> meld = Meld("chi:s2-s7-s10")
/// >>> meld.kind, meld.shape, len(meld), meld.hanzi
/// ('chi', 'two_seven_ten', 3, '吃二七十')
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Meld(pub(crate) engine::Meld);

/// The objects of some melds.
pub(crate) fn tuple(
    py: Python<'_>,
    melds: impl IntoIterator<Item = engine::Meld>,
) -> PyResult<Bound<'_, PyTuple>> {
    values::objects(py, melds, Meld)
}

/// What people read for a meld: 碰一, 吃一二三.
pub(crate) fn hanzi(meld: engine::Meld) -> String {
    let kind = meld.kind().hanzi();
    match meld.card() {
        Some(card) => format!("{kind}{}", card.hanzi()),
        None => format!(
            "{kind}{}",
            meld.cards().map(engine::Card::hanzi).collect::<String>()
        ),
    }
}

#[pymethods]
impl Meld {
    #[new]
    fn new(meld: MeldArg) -> Self {
        Self(meld.0)
    }

    /// How it came about, as the first word of its text.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().name()
    }

    /// Its cards, ascending.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card::tuple(py, self.0.cards())
    }

    /// The card of a block of equal cards; None for a chi.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(py, self.0.card())
    }

    /// What makes a chi a block: ``run``, ``two_seven_ten``, ``one_five_ten`` or ``jiao``; None for other melds.
    #[getter]
    fn shape(&self) -> Option<&'static str> {
        self.0.chi_block().map(|block| match block.shape() {
            engine::ChiShape::Run => "run",
            engine::ChiShape::TwoSevenTen => "two_seven_ten",
            engine::ChiShape::OneFiveTen => "one_five_ten",
            engine::ChiShape::Jiao => "jiao",
        })
    }

    /// What people read: 碰一, 吃一二三.
    #[getter]
    fn hanzi(&self) -> String {
        hanzi(self.0)
    }

    fn __len__(&self) -> usize {
        self.0.kind().size().into()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Meld('{}')", self.0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_meld", self.0.to_string())
    }
}

/// A meld on the table as a seat sees it: another seat's wei (偎) lies face down, and where the ruleset says so its dealt ti.
///
/// Parameters
/// ----------
/// meld
///     As for `Meld`, or ``wei:?`` and ``dealt_ti:?`` for one that lies face down.
///
/// Examples
/// --------
/// >>> from paohuzi import SeenMeld
/// >>> SeenMeld("wei:?").meld is None, SeenMeld("peng:s1").meld
/// (True, Meld('peng:s1'))
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct SeenMeld(pub(crate) engine::SeenMeld);

#[pymethods]
impl SeenMeld {
    #[new]
    fn new(meld: &Bound<'_, PyAny>) -> PyResult<Self> {
        let face_down = [engine::SeenMeld::FaceDown, engine::SeenMeld::FaceDownTi];
        if let Some(text) = text_of(meld)
            && let Some(found) = face_down.iter().find(|each| text == each.to_string())
        {
            return Ok(Self(*found));
        }
        let MeldArg(meld) = meld.extract()?;
        Ok(Self(engine::SeenMeld::Known(meld)))
    }

    /// How it came about, as the first word of its text.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().name()
    }

    /// The meld; None where it lies face down.
    #[getter]
    fn meld(&self) -> Option<Meld> {
        self.0.known().map(Meld)
    }

    /// Whether it lies face down.
    #[getter]
    fn is_face_down(&self) -> bool {
        self.0.known().is_none()
    }

    /// What people read: 碰一, 偎？.
    #[getter]
    fn hanzi(&self) -> String {
        match self.0.known() {
            Some(meld) => hanzi(meld),
            None => joined([self.0.kind().hanzi(), "？"], ""),
        }
    }

    fn __len__(&self) -> usize {
        self.0.kind().size().into()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("SeenMeld('{}')", self.0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_seen_meld", self.0.to_string())
    }
}
