//! Every legal action equally likely.

use paohuzi_engine::{Action, View, below};
use rand_chacha::ChaCha8Rng;

use crate::bot::Bot;

/// Chooses among the legal actions, each equally likely.
pub(crate) struct Random {
    generator: ChaCha8Rng,
}

impl Random {
    pub(crate) const fn new(generator: ChaCha8Rng) -> Self {
        Self { generator }
    }
}

impl Bot for Random {
    fn act(&mut self, view: &View) -> Action {
        let place = below(&mut self.generator, view.legal.mask().count_ones());
        let action = view.legal.nth(place as usize);
        action.expect("a bot is asked only where it can answer")
    }
}
