//! What a player program is.

use paohuzi_engine::{Action, View};

/// A player program for one seat and one round: it sees what its seat may know and answers.
///
/// It is asked only where `view.legal` holds something, and answers with one of those actions. Everything else that it
/// uses, it was given when it was made: the ruleset, and a generator of its own where it needs chance.
///
/// ```
/// use std::sync::Arc;
/// use paohuzi_engine::{Action, Ruleset, View};
/// use paohuzi_sim::{Bot, play_round};
///
/// /// Wins where it can, else takes the first action there is.
/// struct First;
/// impl Bot for First {
///     fn act(&mut self, view: &View) -> Action {
///         if view.legal.contains(Action::Hu) {
///             return Action::Hu;
///         }
///         view.legal.iter().next().expect("a bot is asked where it can answer")
///     }
/// }
///
/// let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(First), Box::new(First), Box::new(First)];
/// let played = play_round(&Arc::new(Ruleset::default()), &mut bots, 7, 0)?;
/// assert_eq!(played.index, 0);
/// # Ok::<(), paohuzi_sim::SimError>(())
/// ```
pub trait Bot: Send {
    /// The answer to a question.
    fn act(&mut self, view: &View) -> Action;
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn act(&mut self, view: &View) -> Action {
        (**self).act(view)
    }
}
