//! The row of a seat: cards it brought that nobody took.

use std::fmt;
use std::str::FromStr;

use tinyvec::ArrayVec;

use crate::card::{Card, ParseCardError};

/// Most cards of a row: a seat can draw the whole stock and discard its whole hand.
pub const ROW_CAPACITY: usize = 60;

/// The row of a seat, oldest first.
pub type Row = ArrayVec<[RowCard; ROW_CAPACITY]>;

/// A card in a row, and whether it was drawn or discarded. Text: `+s5` drawn, `-s5` discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RowCard(u8);

const DRAWN: u8 = 0x80;

impl RowCard {
    /// A card that came from the stock.
    #[must_use]
    pub const fn drawn(card: Card) -> Self {
        Self(card as u8 | DRAWN)
    }

    /// A card that came from the seat's hand.
    #[must_use]
    pub const fn discarded(card: Card) -> Self {
        Self(card as u8)
    }

    /// The card.
    #[must_use]
    pub const fn card(self) -> Card {
        match Card::from_index((self.0 & !DRAWN) as usize) {
            Some(card) => card,
            None => unreachable!(),
        }
    }

    /// Whether it came from the stock.
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        self.0 & DRAWN != 0
    }

    pub(crate) const fn to_byte(self) -> u8 {
        self.0
    }

    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Card::from_index(usize::from(byte & !DRAWN)).map(|_| Self(byte))
    }
}

impl fmt::Display for RowCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.is_drawn() { '+' } else { '-' },
            self.card()
        )
    }
}

impl FromStr for RowCard {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        if let Some(card) = text.strip_prefix('+') {
            return card.parse().map(Self::drawn);
        }
        if let Some(card) = text.strip_prefix('-') {
            return card.parse().map(Self::discarded);
        }
        Err(ParseCardError::Row {
            found: crate::text::quotable(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_cards_read_back() {
        for card in Card::ALL {
            for row in [RowCard::drawn(card), RowCard::discarded(card)] {
                assert_eq!(row.to_string().parse(), Ok(row));
                assert_eq!(RowCard::from_byte(row.to_byte()), Some(row));
                assert_eq!(row.card(), card);
            }
        }
        assert_eq!(
            "s5".parse::<RowCard>().map_err(|e| e.code()),
            Err("card_row")
        );
    }
}
