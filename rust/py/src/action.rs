//! `Action`.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use paohuzi_engine as engine;

use crate::args::{ActionArg, Answer, CardArg, Int};
use crate::card::{self, Card};
use crate::errors::{Kind, exception, number, raise, texts};
use crate::meld;
use crate::pickle::{Reduced, reduced};
use crate::values::{self, joined};

/// What a seat can answer. Wei, ti and pao are forced and therefore no actions.
///
/// Parameters
/// ----------
/// action
///     A text: ``pass``, ``hu``, ``peng``, ``discard:s5``, or for a chi the eaten card and every block laid, bi (比)
///     included: ``chi:s3:s1-s2-s3+s3-s4-s5``.
///
/// Raises
/// ------
/// ParseError
///     If the text is no action.
///
/// Examples
/// --------
/// >>> from paohuzi import Action
/// >>> action = Action("chi:s3:s1-s2-s3+s3-s4-s5")
/// >>> action.kind, action.card, action.blocks
/// ('chi', Card('s3'), (Meld('chi:s1-s2-s3'), Meld('chi:s3-s4-s5')))
/// >>> Action.from_id(action.id, "s3") == action
/// True
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Action(pub(crate) engine::Action);

/// The objects of a set of actions, by number.
pub(crate) fn tuple(py: Python<'_>, set: engine::ActionSet) -> PyResult<Bound<'_, PyTuple>> {
    values::objects(py, set.iter(), Action)
}

/// The numbers of a set of actions, ascending.
pub(crate) fn ids(py: Python<'_>, set: engine::ActionSet) -> PyResult<Bound<'_, PyList>> {
    let mut ids = [0_u32; engine::ACTION_SPACE_SIZE];
    let mut mask = set.mask();
    let mut length = 0;
    for id in &mut ids {
        if mask == 0 {
            break;
        }
        *id = mask.trailing_zeros();
        mask &= mask - 1;
        length += 1;
    }
    PyList::new(py, &ids[..length])
}

/// The answers so far, as pairs of seat and action.
pub(crate) fn answers<'py>(
    py: Python<'py>,
    answers: &[(engine::Seat, engine::Action)],
) -> PyResult<Bound<'py, PyTuple>> {
    values::tuple(py, answers, |(seat, action)| {
        Ok((seat.index(), Action(*action)))
    })
}

impl Answer {
    /// The action that a seat of the round means; for a number, a chi eats the contested card.
    pub(crate) fn action(
        &self,
        round: &engine::Round,
        seat: Option<engine::Seat>,
    ) -> PyResult<engine::Action> {
        let id = match self {
            Self::Action(action) => return Ok(*action),
            Self::Id(id) => *id,
        };
        let known = id.fitting().ok_or_else(|| no_action(id))?;
        match engine::Action::from_id(known, round.phase().contested()) {
            Ok(action) => Ok(action),
            Err(engine::ActionError::NoCard { .. } | engine::ActionError::ChiCard { .. }) => {
                Err(refused(round, seat, id))
            }
            Err(error) => Err(raise(error)),
        }
    }
}

impl Answer {
    /// Whether it is one of the actions that may be chosen.
    pub(crate) fn is_in(&self, legal: engine::ActionSet) -> PyResult<bool> {
        match self {
            Self::Action(action) => Ok(legal.contains(*action)),
            Self::Id(id) => {
                let most = engine::ACTION_SPACE_SIZE - 1;
                let number: u8 = id.at_most("action number", most)?;
                Ok(legal.mask() >> number & 1 == 1)
            }
        }
    }
}

fn no_action(id: Int) -> PyErr {
    exception(
        Kind::Parse,
        "action_id",
        &format!(
            "{id} is no action number, expected 0 to {}",
            engine::ACTION_SPACE_SIZE - 1
        ),
        vec![("found", id.value())],
    )
}

/// The refusal of a chi that the contested card does not have, which only its number can name.
fn refused(round: &engine::Round, seat: Option<engine::Seat>, id: Int) -> PyErr {
    let of_id = ("id", id.value());
    let Some(seat) = seat.filter(|_| !round.is_over()) else {
        let message = format!("the round is over, action number {id} cannot be answered any more");
        return exception(Kind::IllegalAction, "round_over", &message, vec![of_id]);
    };
    let of_seat = ("seat", number(seat.index()));
    let legal = round.legal(seat);
    if legal.is_empty() {
        let message = format!("seat {seat} is not asked now, it cannot answer action number {id}");
        return exception(
            Kind::IllegalAction,
            "not_asked",
            &message,
            vec![of_seat, of_id],
        );
    }
    let message = format!(
        "seat {seat} may not answer action number {id}, expected one of {}",
        joined(legal.iter(), ", ")
    );
    let context = vec![of_seat, of_id, ("legal", texts(legal))];
    exception(Kind::IllegalAction, "not_legal", &message, context)
}

#[pymethods]
impl Action {
    #[new]
    fn new(action: ActionArg) -> Self {
        Self(action.0)
    }

    /// The action with this number; a chi needs the card that it eats.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If no action has the number, or it is a chi that the card does not have.
    ///
    /// Examples
    /// --------
    /// >>> Action.from_id(8), Action.from_id(87, card="s3")
    /// (Action('discard:s1'), Action('chi:s3:s3-s3-b3'))
    #[staticmethod]
    #[pyo3(signature = (id, card = None))]
    fn from_id(id: Int, card: Option<CardArg>) -> PyResult<Self> {
        let known = id.fitting().ok_or_else(|| no_action(id))?;
        engine::Action::from_id(known, card.map(|card| card.0))
            .map(Self)
            .map_err(raise)
    }

    /// Its number, 0 to 127, which never changes. That of a chi says which blocks are laid relative to the eaten card.
    #[getter]
    fn id(&self) -> u8 {
        self.0.id()
    }

    /// ``pass``, ``hu``, ``peng``, ``discard`` or ``chi``; where faults are allowed also ``pao``, ``wei`` or ``ti``.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            engine::Action::Pass => "pass",
            engine::Action::Hu => "hu",
            engine::Action::Peng => "peng",
            engine::Action::Pao => "pao",
            engine::Action::Wei => "wei",
            engine::Action::Ti => "ti",
            engine::Action::Discard(_) => "discard",
            engine::Action::Chi(..) => "chi",
        }
    }

    /// The card that is discarded or eaten; None for other actions.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Card>>> {
        card::maybe(
            py,
            match self.0 {
                engine::Action::Discard(card) | engine::Action::Chi(card, _) => Some(card),
                engine::Action::Pass
                | engine::Action::Hu
                | engine::Action::Peng
                | engine::Action::Pao
                | engine::Action::Wei
                | engine::Action::Ti => None,
            },
        )
    }

    /// The blocks that a chi lays, bi (比) included; none for other actions.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        meld::tuple(py, self.0.blocks().into_iter().map(engine::Meld::chi))
    }

    /// What people read: 过, 胡, 碰, 打五, 吃三 一二三 三四五.
    #[getter]
    fn hanzi(&self) -> String {
        match self.0 {
            engine::Action::Pass => "过".to_owned(),
            engine::Action::Hu => "胡".to_owned(),
            engine::Action::Peng => "碰".to_owned(),
            engine::Action::Pao => "跑".to_owned(),
            engine::Action::Wei => "偎".to_owned(),
            engine::Action::Ti => "提".to_owned(),
            engine::Action::Discard(card) => format!("打{}", card.hanzi()),
            engine::Action::Chi(card, _) => {
                let blocks = self.0.blocks();
                let blocks = blocks
                    .iter()
                    .map(|block| joined(block.cards().map(engine::Card::hanzi), ""));
                format!("吃{} {}", card.hanzi(), joined(blocks, " "))
            }
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Action('{}')", self.0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_action", self.0.to_string())
    }
}
