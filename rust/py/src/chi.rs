//! `chi_options`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use paohuzi_engine as engine;

use crate::action::Action;
use crate::args::{CardArg, Hand, Melds, RulesArg};
use crate::errors::raise;
use crate::rules::or_default;
use crate::values;
use crate::win::position;

/// Every chi (吃) of a card with its bi (比), by the cards of the hand alone.
///
/// Whose turn it is, which cards are stale and whether a card is left for the discard is not looked at.
///
/// Parameters
/// ----------
/// hand
///     A text, cards, or 20 bytes of counts.
/// card
///     The card that is eaten.
/// rules
///     The ruleset; quanmingtang by default.
///
/// Raises
/// ------
/// PaohuziError
///     If there can be no such hand beside the card.
///
/// Examples
/// --------
/// >>> from paohuzi import chi_options
/// >>> chi_options("s1 s2 s3 s4 s5", "s3")
/// (Action('chi:s3:s1-s2-s3+s3-s4-s5'),)
#[pyfunction]
#[pyo3(signature = (hand, card, *, rules = None))]
pub(crate) fn chi_options(
    py: Python<'_>,
    hand: Hand,
    card: CardArg,
    rules: Option<RulesArg>,
) -> PyResult<Bound<'_, PyTuple>> {
    let (rules, CardArg(card)) = (or_default(py, rules)?, card);
    position(&hand, &Melds::default(), &rules)?;
    let found = hand.0.get(card) + 1;
    if found > engine::COPIES {
        return Err(raise(engine::HandError::Copies { card, found }));
    }
    let options = engine::chi_options(hand.0, card, &rules.get().0);
    values::objects(py, options.iter(), |chi| {
        Action(engine::Action::Chi(card, chi))
    })
}
