//! Events as lines of a log.

use crate::event::Event;

/// Stands for what the observer must not know.
pub(crate) const HIDDEN: &str = "?";

impl Event {
    /// The event on one line of JSON, `"?"` for what is hidden; `seats` is how many hands a deal has.
    ///
    /// ```
    /// use paohuzi_engine::{Card, Event, Seat};
    /// let event = Event::ConcealedDraw { seat: Seat::ZERO, card: Some(Card::S5) };
    /// assert_eq!(event.to_json(3), r#"{"kind":"concealed_draw","seat":0,"card":"s5"}"#);
    /// let other = Seat::new(1).and_then(|seat| event.seen_by(seat)).expect("it is seen");
    /// assert_eq!(other.to_json(3), r#"{"kind":"concealed_draw","seat":0,"card":"?"}"#);
    /// ```
    #[must_use]
    #[expect(
        clippy::wrong_self_convention,
        reason = "an event is too large to pass by value"
    )]
    pub fn to_json(&self, seats: u8) -> String {
        let mut text = format!(r#"{{"kind":"{}""#, self.kind());
        let mut key = |key: &str, value: &str| {
            text.push_str(",\"");
            text.push_str(key);
            text.push_str("\":");
            text.push_str(value);
        };
        if let Self::Deal {
            dealer,
            hands,
            shown,
        } = self
        {
            let hands = hands.of(seats).iter().map(|hand| match hand {
                Some(hand) => quoted(hand),
                None => quoted(HIDDEN),
            });
            key("dealer", &dealer.to_string());
            key(
                "hands",
                &format!("[{}]", hands.collect::<Vec<_>>().join(",")),
            );
            key("shown", &quoted(shown));
        }
        if let Some(seat) = self.seat() {
            key("seat", &seat.to_string());
        }
        if let Some(action) = self.action() {
            key("action", &quoted(action));
        } else if let Some(card) = self.card() {
            key("card", &quoted(card));
        } else if matches!(
            self,
            Self::ConcealedTi { .. } | Self::ConcealedDraw { .. } | Self::Wei { .. }
        ) {
            key("card", &quoted(HIDDEN));
        } else if matches!(self, Self::Hu { .. }) {
            key("card", "null");
        }
        if let Self::Pao { on: Some(on), .. } | Self::Ti { on: Some(on), .. } = self {
            key("on", &quoted(on));
        }
        if let Self::Fault { fault, .. } = self {
            key("fault", &quoted(fault));
        }
        if let Self::Hu { kind, .. } = self {
            key("win_kind", &quoted(kind.name()));
        }
        text.push('}');
        text
    }
}

/// A text that needs no escapes.
fn quoted(text: impl std::fmt::Display) -> String {
    format!("\"{text}\"")
}
