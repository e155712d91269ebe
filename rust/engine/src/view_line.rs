//! Views on one line: what a seat may show of its position when it asks about it.
//!
//! As a position on one line, with `view:1` in front, the seat after the ruleset, and `?` with a number for so many
//! hidden cards. It is specified in `docs/records.md`.

use crate::compact;
use crate::round::{Outcome, Phase, Start, joined};
use crate::rules::Ruleset;
use crate::seat::Seat;
use crate::view::{Stage, View};

impl View {
    /// The view on one line, and the ruleset that it belongs to.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use paohuzi_engine::{Deck, Round, Ruleset, Seat};
    /// let rules = Arc::new(Ruleset::default());
    /// let round = Round::from_deck(rules, &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?;
    /// let text = round.view(Seat::ZERO).to_text(round.rules());
    /// assert!(text.starts_with("view:1 plain:44136fa355b3678a 0 0 0 b5 turn:0 ?19 "));
    /// assert!(text.ends_with(" ?20;-;- ?20;-;-"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[expect(
        clippy::wrong_self_convention,
        reason = "a view is too large to pass by value"
    )]
    pub fn to_text(&self, rules: &Ruleset) -> String {
        let shown = joined(self.shown, "");
        let mut text = format!(
            "view:1 {} {} {} {} {shown} {} ?{}",
            rules.reference(),
            self.seat,
            self.dealer,
            self.drawn_before,
            stage(self.stage),
            self.stock_left,
        );
        for seat in Seat::all(self.seats) {
            text.push(' ');
            text.push_str(&self.fields(seat));
        }
        text
    }

    fn fields(&self, seat: Seat) -> String {
        let is_own = seat == self.seat;
        let hand = match self.revealed {
            Some(hands) => compact::cards(hands[seat].cards()),
            None if is_own => compact::cards(self.hand.cards()),
            None => format!("?{}", self.hand_sizes[seat]),
        };
        let mut fields = vec![
            hand,
            joined(self.melds[seat], ","),
            joined(self.rows[seat], ""),
        ];
        if !is_own {
            return fields.join(";");
        }
        for (key, set) in [("chi", self.stale_chi), ("peng", self.stale_peng)] {
            if !set.is_empty() {
                fields.push(format!("{key}={}", compact::cards(set.iter())));
            }
        }
        for (flag, is_set) in [("dead", self.dead), ("barred", self.barred)] {
            if is_set {
                fields.push(flag.to_owned());
            }
        }
        if !self.locked_wins.is_empty() {
            fields.push(format!(
                "locked={}",
                compact::cards(self.locked_wins.iter())
            ));
        }
        if self.bi > 0 {
            fields.push(format!("bi={}", self.bi));
        }
        fields.extend(self.fault.map(|fault| format!("fault={fault}")));
        fields.extend(self.own_draw.map(|card| format!("draw={card}")));
        fields.extend(self.answer.map(|answer| format!("answer={answer}")));
        fields.join(";")
    }
}

/// What everybody sees that the round waits for; a round that is over as in a position.
fn stage(stage: Stage) -> String {
    match stage {
        Stage::Opening => "opening".to_owned(),
        Stage::Turn(seat) => format!("turn:{seat}"),
        Stage::Drawn { seat, card } => Start::At(Phase::Drawn { seat, card }).to_string(),
        Stage::Discarded { seat, card } => Start::At(Phase::Discarded { seat, card }).to_string(),
        Stage::Won(hu) => Start::At(Phase::Over(Outcome::Hu(hu))).to_string(),
        Stage::Exhausted => Start::At(Phase::Over(Outcome::Exhausted)).to_string(),
    }
}
