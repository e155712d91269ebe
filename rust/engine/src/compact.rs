//! Cards written close together, for forms of one line: `s1123tb77t` is s1 s1 s2 s3 s10 b7 b7 b10.
//!
//! A letter says the size of the ranks that follow, `t` stands for ten, `-` alone for no cards. The order is kept.

use crate::card::{Card, PACK, Rank, Size};

/// Stands where a list has nothing in it.
pub(crate) const NOTHING: &str = "-";

const TEN: char = 't';

/// The cards close together.
pub(crate) fn cards(cards: impl IntoIterator<Item = Card>) -> String {
    let (mut text, mut size) = (String::new(), None);
    for card in cards {
        if size != Some(card.size()) {
            size = Some(card.size());
            text.push(match card.size() {
                Size::Small => 's',
                Size::Big => 'b',
            });
        }
        let number = card.rank().number();
        text.push(char::from_digit(number.into(), 10).unwrap_or(TEN));
    }
    if text.is_empty() {
        text.push_str(NOTHING);
    }
    text
}

/// Reads what [`cards`] wrote, at most a pack of them.
pub(crate) fn read(text: &str) -> Result<Vec<Card>, String> {
    let bad = || {
        format!(
            "{:?} is no list of cards such as s1123tb77t",
            crate::text::quotable(text)
        )
    };
    let mut cards = Vec::new();
    if text == NOTHING {
        return Ok(cards);
    }
    let mut size = None;
    for (place, letter) in text.chars().enumerate() {
        let number = match letter {
            's' | 'b' => {
                let next = if letter == 's' {
                    Size::Small
                } else {
                    Size::Big
                };
                // One text for one list: a letter stands only where the size changes.
                let begins = cards.last().map(|card: &Card| card.size()) == size;
                if size == Some(next) || !begins {
                    return Err(bad());
                }
                size = Some(next);
                continue;
            }
            TEN => 10,
            '1'..='9' => letter as u8 - b'0',
            _ => return Err(bad()),
        };
        let (Some(size), Some(rank)) = (size, Rank::new(number)) else {
            return Err(bad());
        };
        if place >= 2 * PACK {
            return Err(format!("a list of more than {PACK} cards"));
        }
        cards.push(Card::new(size, rank));
    }
    if cards.is_empty() || text.ends_with(['s', 'b']) {
        return Err(bad());
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    #[test]
    fn cards_read_back_in_their_order() {
        let list = parse_cards("s1 s1 s10 b7 b10 s2 b1").expect("cards");
        assert_eq!(cards(list.clone()), "s11tb7ts2b1");
        assert_eq!(read("s11tb7ts2b1"), Ok(list));
        assert_eq!((cards([]), read("-")), ("-".to_owned(), Ok(Vec::new())));
        for card in Card::ALL {
            assert_eq!(read(&cards([card])), Ok(vec![card]));
        }
    }

    #[test]
    fn there_is_one_way_to_write_a_list() {
        for text in [
            "", "s", "1", "s0", "s10", "sb1", "s1s2", "s1b", "s1-", "--", "S1", "s１", "t",
        ] {
            assert!(read(text).is_err(), "{text:?} is read");
        }
        assert!(read(&format!("s{}", "1".repeat(200))).is_err());
    }
}
