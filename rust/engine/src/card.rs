//! The twenty kinds of card: two sizes of ten ranks, four copies of each.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::cardset::CardSet;

/// Copies of each card in the pack.
pub const COPIES: u8 = 4;
/// Kinds of card.
pub const KINDS: usize = 20;
/// Cards in the pack.
pub const PACK: usize = KINDS * COPIES as usize;

/// Size of a card: small (小, 一…十) or big (大, 壹…拾).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// Small (小).
    Small,
    /// Big (大).
    Big,
}

/// Number of a card, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// All ranks, ascending.
    pub const ALL: [Self; 10] = [
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
        Self(9),
        Self(10),
    ];

    /// The rank with this number, if it is one of 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 10 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number, 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A kind of card, in index order: small 1 to 10 are 0 to 9, big 1 to 10 are 10 to 19, for ever.
///
/// ```
/// use paohuzi_engine::{Card, Size};
/// let card: Card = "b7".parse()?;
/// assert_eq!(card, Card::B7);
/// assert_eq!((card.size(), card.rank().number(), card.is_red()), (Size::Big, 7, true));
/// assert_eq!("柒".parse(), Ok(card));
/// assert_eq!((card.to_string(), card.hanzi()), ("b7".to_owned(), '柒'));
/// # Ok::<(), paohuzi_engine::ParseCardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say size and rank")]
pub enum Card {
    #[default]
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
    S7,
    S8,
    S9,
    S10,
    B1,
    B2,
    B3,
    B4,
    B5,
    B6,
    B7,
    B8,
    B9,
    B10,
}

const TEXT: [&str; KINDS] = [
    "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "b1", "b2", "b3", "b4", "b5",
    "b6", "b7", "b8", "b9", "b10",
];

/// Accepted hanzi per card; the first is the one shown.
const HANZI: [&str; KINDS] = [
    "一",
    "二",
    "三",
    "四",
    "五",
    "六",
    "七",
    "八",
    "九",
    "十",
    "壹",
    "贰貳弍",
    "叁參叄参弎",
    "肆",
    "伍",
    "陆陸",
    "柒",
    "捌",
    "玖",
    "拾",
];

impl Card {
    /// Every card, in index order.
    pub const ALL: [Self; KINDS] = [
        Self::S1,
        Self::S2,
        Self::S3,
        Self::S4,
        Self::S5,
        Self::S6,
        Self::S7,
        Self::S8,
        Self::S9,
        Self::S10,
        Self::B1,
        Self::B2,
        Self::B3,
        Self::B4,
        Self::B5,
        Self::B6,
        Self::B7,
        Self::B8,
        Self::B9,
        Self::B10,
    ];

    /// The card of this size and rank.
    #[must_use]
    pub const fn new(size: Size, rank: Rank) -> Self {
        Self::ALL[size as usize * 10 + rank.0 as usize - 1]
    }

    /// The card with this index, if it is below 20.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < KINDS {
            Some(Self::ALL[index])
        } else {
            None
        }
    }

    /// Its index, 0 to 19.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Small or big.
    #[must_use]
    pub const fn size(self) -> Size {
        if self.index() < 10 {
            Size::Small
        } else {
            Size::Big
        }
    }

    /// Its number.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self as u8 % 10 + 1)
    }

    /// The card of the same rank and the other size.
    #[must_use]
    pub const fn twin(self) -> Self {
        Self::ALL[(self.index() + 10) % KINDS]
    }

    /// The card of the same size this many ranks away, if there is one.
    #[must_use]
    pub const fn offset(self, by: i8) -> Option<Self> {
        let Some(number) = self.rank().0.checked_add_signed(by) else {
            return None;
        };
        match Rank::new(number) {
            Some(rank) => Some(Self::new(self.size(), rank)),
            None => None,
        }
    }

    /// Whether it is red: 2, 7 and 10 of both sizes. Rule: R2.
    #[must_use]
    pub const fn is_red(self) -> bool {
        RED.contains(self)
    }

    /// Its character: 一…十, 壹…拾.
    #[must_use]
    pub fn hanzi(self) -> char {
        // Every card has a character; the test below reads each back.
        HANZI[self.index()].chars().next().unwrap_or('?')
    }

    /// Its ASCII text: `s1`…`s10`, `b1`…`b10`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        TEXT[self.index()]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A text that is no card, or no list of cards.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseCardError {
    /// The text names no card.
    #[error("{found:?} is no card, expected s1…s10, b1…b10, 一…十 or 壹…拾")]
    Unknown {
        /// The text as given.
        found: String,
    },
    /// The count after `x` is not 1 to 4.
    #[error("{found:?} has no count of 1 to 4 after the x, as in s5x3")]
    Count {
        /// The text as given.
        found: String,
    },
    /// A card of a row without its sign.
    #[error("{found:?} is no card of a row, expected +card where drawn, -card where discarded")]
    Row {
        /// The text as given.
        found: String,
    },
    /// More copies than the pack has.
    #[error("card {card} appears {found} times, at most 4")]
    TooMany {
        /// The card.
        card: Card,
        /// How often it appears.
        found: usize,
    },
}

impl ParseCardError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "card_unknown",
            Self::Count { .. } => "card_count",
            Self::Row { .. } => "card_row",
            Self::TooMany { .. } => "card_copies",
        }
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let unknown = || ParseCardError::Unknown {
            found: crate::text::quotable(text),
        };
        let mut chars = text.chars();
        let first = chars.next().ok_or_else(unknown)?;
        let size = match first {
            's' | 'S' => Size::Small,
            'b' | 'B' => Size::Big,
            _ => {
                return from_hanzi(first)
                    .filter(|_| chars.next().is_none())
                    .ok_or_else(unknown);
            }
        };
        let digits = chars.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(unknown());
        }
        let rank = digits
            .parse()
            .ok()
            .and_then(Rank::new)
            .ok_or_else(unknown)?;
        Ok(Self::new(size, rank))
    }
}

fn from_hanzi(found: char) -> Option<Card> {
    Card::ALL
        .into_iter()
        .find(|card| HANZI[card.index()].contains(found))
}

/// Reads a list of cards: `s1 s2x3 b10`, commas or spaces between, or hanzi run together `一二三`.
///
/// # Errors
/// Something that is no card, a count that is not 1 to 4, or a fifth copy.
///
/// ```
/// use paohuzi_engine::{Card, parse_cards};
/// assert_eq!(parse_cards("s1x2, 壹"), Ok(vec![Card::S1, Card::S1, Card::B1]));
/// assert_eq!(parse_cards("s1x5").unwrap_err().code(), "card_count");
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    let mut cards = Vec::new();
    let mut seen = [0_usize; KINDS];
    for token in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、')) {
        let mut rest = token;
        while !rest.is_empty() {
            let (card, count, after) = split_card(rest)?;
            seen[card.index()] += count;
            if seen[card.index()] > usize::from(COPIES) {
                return Err(ParseCardError::TooMany {
                    card,
                    found: seen[card.index()],
                });
            }
            cards.extend(std::iter::repeat_n(card, count));
            rest = after;
        }
    }
    Ok(cards)
}

/// The first card of a token with its count, and what follows it.
fn split_card(token: &str) -> Result<(Card, usize, &str), ParseCardError> {
    let first = token.chars().next().map_or(0, char::len_utf8);
    let digits = token[first..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(token.len() - first);
    // Only s and b take digits: `一x2`, `s10b1` and `s5x3` all split where the next card begins.
    let end = first + digits;
    let card = token[..end].parse().map_err(|_| ParseCardError::Unknown {
        found: crate::text::quotable(token),
    })?;
    let rest = &token[end..];
    let Some(counted) = rest.strip_prefix(['x', 'X', '×']) else {
        return Ok((card, 1, rest));
    };
    match counted.as_bytes() {
        [digit @ b'1'..=b'4', after @ ..] if !after.first().is_some_and(u8::is_ascii_digit) => {
            Ok((card, usize::from(digit - b'0'), &counted[1..]))
        }
        _ => Err(ParseCardError::Count {
            found: crate::text::quotable(token),
        }),
    }
}

/// The red cards: 2, 7 and 10 of both sizes.
pub const RED: CardSet =
    CardSet::from_cards(&[Card::S2, Card::S7, Card::S10, Card::B2, Card::B7, Card::B10]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_hanzi_read_back() {
        for card in Card::ALL {
            assert_eq!(card.text().parse(), Ok(card));
            assert_eq!(card.hanzi().to_string().parse(), Ok(card));
            assert_eq!(RED.contains(card), card.is_red());
        }
        assert_eq!("陸".parse(), Ok(Card::B6));
        assert_eq!("貳".parse(), Ok(Card::B2));
        assert_eq!("S10".parse(), Ok(Card::S10));
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in [
            "", "s", "s0", "s01", "s11", "x1", "s1 ", "一一", "5s", "s+1", "b１",
        ] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn lists_take_counts_and_runs_of_characters() {
        let cards = parse_cards(" s1b2x2 十x3,拾 ").map(|cards| {
            cards
                .iter()
                .map(|card| card.text())
                .collect::<Vec<_>>()
                .join(" ")
        });
        assert_eq!(cards.as_deref(), Ok("s1 b2 b2 s10 s10 s10 b10"));
        assert_eq!(
            parse_cards("s1x3 s1x2").map_err(|e| e.code()),
            Err("card_copies")
        );
        for text in ["s1x", "s1x0", "s1x5", "s1x12"] {
            assert_eq!(
                parse_cards(text).map_err(|e| e.code()),
                Err("card_count"),
                "{text}"
            );
        }
        assert_eq!(
            parse_cards("s5q"),
            Err(ParseCardError::Unknown { found: "q".into() })
        );
    }
}
