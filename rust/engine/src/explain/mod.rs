//! Why: what a win is made of, why a hand does not win, why an answer is refused. In English and in Chinese.
//!
//! Each answer is data first, with the clause of the rulebook that it rests on; `text` puts it into words.
//!
//! ```
//! use paohuzi_engine::{Card, Draw, DrawBy, Lang, Position, Ruleset, WinContext, best_win, why_not};
//! let rules = Ruleset::default();
//! let hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
//! let position = Position::new(hand, &[], &rules)?;
//! let draw = |card| Draw { card, by: DrawBy::Own };
//! let win = best_win(&position, Some(draw(Card::S7)), &rules, WinContext::default())?.expect("15 huxi");
//! let lines = win.explain(&rules).lines(Lang::English);
//! assert_eq!(lines[0], "chi s1-s2-s3: 3 huxi (R33)");
//! assert_eq!(lines.last().map(String::as_str), Some("each of the 2 losers pays 2, the winner gets 4 (2.10)"));
//! let obstacles = why_not(&position, Some(draw(Card::S1)), &rules)?;
//! assert_eq!(obstacles[0].text(Lang::English), "3 cards fit no block: s1 s8 s9 (R26)");
//! assert_eq!(obstacles[0].text(Lang::Chinese), "3张不成门子：一八九（R26）");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod leftover;
mod obstacle;
mod refusal;
mod score;
mod words;

pub use obstacle::{Obstacle, why_not};
pub use refusal::Refusal;
pub use score::{BlockLine, ItemText, Pays, Step, WinExplanation};
pub use words::Lang;
