//! Players: what a seat answers.

use paohuzi_engine::{Action, ActionSet};
use rand_chacha::ChaCha8Rng;

use crate::decks::{one_in, pick};

/// How a seat plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Anything.
    Random,
    /// Always wins, takes what it can.
    Eager,
    /// Always wins, takes nothing.
    Waiting,
    /// Never wins, takes what it can most of the time.
    Declining,
    /// Wins at times, takes at times.
    Wavering,
}

impl Style {
    /// All styles, the one that keeps a ready hand together twice.
    pub(crate) const ALL: [Self; 6] = [
        Self::Random,
        Self::Eager,
        Self::Waiting,
        Self::Waiting,
        Self::Declining,
        Self::Wavering,
    ];

    /// Its answer.
    pub(crate) fn answer(self, legal: ActionSet, rng: &mut ChaCha8Rng) -> Action {
        let (wins, takes) = match self {
            Self::Random => return any(&legal.iter().collect::<Vec<_>>(), rng),
            Self::Eager => (true, true),
            Self::Waiting => (true, false),
            Self::Declining => (false, !one_in(rng, 4)),
            Self::Wavering => (one_in(rng, 3), one_in(rng, 2)),
        };
        if wins && legal.contains(Action::Hu) {
            return Action::Hu;
        }
        let intakes: Vec<_> = legal
            .iter()
            .filter(|action| matches!(action, Action::Peng | Action::Chi(..)))
            .collect();
        if takes && !intakes.is_empty() {
            return any(&intakes, rng);
        }
        if legal.contains(Action::Pass) {
            return Action::Pass;
        }
        any(&legal.iter().collect::<Vec<_>>(), rng)
    }
}

fn any(actions: &[Action], rng: &mut ChaCha8Rng) -> Action {
    let place = pick(rng, actions.len());
    actions[place]
}
