//! Blocks: what a seat lays on the table and what a winning hand consists of.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::block::ChiBlock;
use crate::card::{Card, ParseCardError};
use crate::counts::Counts;

/// How a block came about, which decides its huxi and who sees it. The numbers are stored in records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum MeldKind {
    /// Chi (吃): a run, 2-7-10, 1-5-10 or jiao, laid or in hand. Rule: R14, R15, R19.
    #[default]
    Chi = 0,
    /// Peng (碰): two in hand and another seat's third. Rule: R12.
    Peng = 1,
    /// Wei (偎): two in hand and the own draw of the third, face down. Rule: R11.
    Wei = 2,
    /// Chou wei (臭偎): a wei after a declined peng of the same card, one card up. Rule: R22.
    ChouWei = 3,
    /// Kan (坎): three equal cards dealt; stays in the hand, locked. Rule: R8.
    Kan = 4,
    /// Pao (跑): the fourth card on a kan, wei or peng, all up. Rule: R13.
    Pao = 5,
    /// Ti (提): the own draw of the fourth card on a kan or wei, one card up. Rule: R10.
    Ti = 6,
    /// Dealt ti (起手提): four equal cards dealt, one card up. Rule: R9.
    DealtTi = 7,
    /// The pair (将): two equal cards, a block only beside a pao or ti. Rule: R17.
    Pair = 8,
}

impl MeldKind {
    /// All kinds, by number.
    pub const ALL: [Self; 9] = [
        Self::Chi,
        Self::Peng,
        Self::Wei,
        Self::ChouWei,
        Self::Kan,
        Self::Pao,
        Self::Ti,
        Self::DealtTi,
        Self::Pair,
    ];

    /// Its word in text forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chi => "chi",
            Self::Peng => "peng",
            Self::Wei => "wei",
            Self::ChouWei => "chou_wei",
            Self::Kan => "kan",
            Self::Pao => "pao",
            Self::Ti => "ti",
            Self::DealtTi => "dealt_ti",
            Self::Pair => "pair",
        }
    }

    /// Its word in Chinese.
    #[must_use]
    pub const fn hanzi(self) -> &'static str {
        match self {
            Self::Chi => "吃",
            Self::Peng => "碰",
            Self::Wei => "偎",
            Self::ChouWei => "臭偎",
            Self::Kan => "坎",
            Self::Pao => "跑",
            Self::Ti => "提",
            Self::DealtTi => "起手提",
            Self::Pair => "将",
        }
    }

    /// How many cards such a block has.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            Self::Chi | Self::Peng | Self::Wei | Self::ChouWei | Self::Kan => 3,
            Self::Pao | Self::Ti | Self::DealtTi => 4,
            Self::Pair => 2,
        }
    }

    /// Whether it has four cards: pao, ti, dealt ti.
    #[must_use]
    pub const fn is_quad(self) -> bool {
        self.size() == 4
    }

    /// Whether it is a wei or chou wei.
    #[must_use]
    pub const fn is_wei(self) -> bool {
        matches!(self, Self::Wei | Self::ChouWei)
    }

    /// Whether such a block lies on the table; a kan and the pair stay in the hand.
    #[must_use]
    pub const fn is_laid(self) -> bool {
        !matches!(self, Self::Kan | Self::Pair)
    }

    /// Place in the order in which an arrangement shows its blocks: ti, pao, kan, wei, peng, chi, pair.
    /// Rule: ruling 22.
    const fn shown_order(self) -> u8 {
        match self {
            Self::DealtTi | Self::Ti => 0,
            Self::Pao => 1,
            Self::Kan => 2,
            Self::Wei | Self::ChouWei => 3,
            Self::Peng => 4,
            Self::Chi => 5,
            Self::Pair => 6,
        }
    }
}

impl fmt::Display for MeldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A block (门子): its kind and its cards.
///
/// ```
/// use paohuzi_engine::{Card, Meld, MeldKind};
/// let meld: Meld = "chi:s2-s7-s10".parse()?;
/// assert_eq!(meld.kind(), MeldKind::Chi);
/// assert_eq!(Meld::of(MeldKind::Pao, Card::B7).map(|m| m.to_string()).as_deref(), Some("pao:b7"));
/// # Ok::<(), paohuzi_engine::ParseMeldError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Meld {
    kind: MeldKind,
    /// Index of the chi block for a chi, of the card otherwise.
    key: u8,
}

impl Meld {
    /// The chi of this block.
    #[must_use]
    pub const fn chi(block: ChiBlock) -> Self {
        Self {
            kind: MeldKind::Chi,
            key: block.number(),
        }
    }

    /// The block of equal cards of this kind; `None` for a chi, which has no single card.
    #[must_use]
    pub const fn of(kind: MeldKind, card: Card) -> Option<Self> {
        match kind {
            MeldKind::Chi => None,
            _ => Some(Self::same(kind, card)),
        }
    }

    /// As [`Meld::of`], for a kind that is known not to be chi.
    pub(crate) const fn same(kind: MeldKind, card: Card) -> Self {
        debug_assert!(!matches!(kind, MeldKind::Chi));
        Self {
            kind,
            key: card as u8,
        }
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(self) -> MeldKind {
        self.kind
    }

    /// Whether it is a block of equal cards of this card.
    #[inline]
    pub(crate) fn is_same(self, card: Card) -> bool {
        self.key == card as u8 && self.kind != MeldKind::Chi
    }

    /// The block of a chi.
    #[must_use]
    pub const fn chi_block(self) -> Option<ChiBlock> {
        match self.kind {
            MeldKind::Chi => ChiBlock::from_index(self.key as usize),
            _ => None,
        }
    }

    /// The card of a block of equal cards; `None` for a chi.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        match self.kind {
            MeldKind::Chi => None,
            _ => Card::from_index(self.key as usize),
        }
    }

    /// Its cards, ascending.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.counts().cards()
    }

    /// Its cards as counts.
    #[must_use]
    pub const fn counts(self) -> Counts {
        match (self.chi_block(), self.card()) {
            (Some(block), _) => block.counts(),
            (None, Some(card)) => Counts::of(card, self.kind.size()),
            (None, None) => unreachable!(),
        }
    }

    /// Key that puts the blocks of an arrangement in the order they are shown in. Rule: ruling 22.
    pub(crate) fn shown_key(self) -> (u8, u8) {
        (self.kind.shown_order(), self.key)
    }

    /// Its place in a table of all blocks: four bits of kind, six of block or card.
    #[inline]
    pub(crate) const fn place(self) -> usize {
        (self.kind as usize) << 6 | self.key as usize
    }

    /// Its two bytes in stored forms: the kind's number, then the block's or the card's.
    pub(crate) const fn to_bytes(self) -> [u8; 2] {
        [self.kind as u8, self.key]
    }

    /// The block with these two bytes.
    pub(crate) fn from_bytes([kind, key]: [u8; 2]) -> Option<Self> {
        let kind = *MeldKind::ALL.get(usize::from(kind))?;
        match kind {
            MeldKind::Chi => ChiBlock::from_index(usize::from(key)).map(Self::chi),
            _ => Card::from_index(usize::from(key)).map(|card| Self::same(kind, card)),
        }
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.chi_block(), self.card()) {
            (Some(block), _) => write!(f, "chi:{block}"),
            (None, Some(card)) => write!(f, "{}:{card}", self.kind),
            (None, None) => unreachable!("a meld has a block or a card"),
        }
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meld({self})")
    }
}

/// A text that is no meld.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseMeldError {
    /// The word before the colon names no kind.
    #[error(
        "{found:?} is no meld, expected one of chi:a-b-c, peng:a, wei:a, chou_wei:a, kan:a, pao:a, ti:a, dealt_ti:a, pair:a"
    )]
    Kind {
        /// The text as given.
        found: String,
    },
    /// A card in it is none.
    #[error("in meld {found:?}: {source}")]
    Card {
        /// The text as given.
        found: String,
        /// What is wrong with the card.
        source: ParseCardError,
    },
    /// The cards of a chi form no block.
    #[error(
        "{found:?} is no chi, expected three cards of a run, 2-7-10, 1-5-10 or a jiao such as s1-s1-b1"
    )]
    Block {
        /// The text as given.
        found: String,
    },
}

impl ParseMeldError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Kind { .. } => "meld_kind",
            Self::Card { .. } => "meld_card",
            Self::Block { .. } => "meld_block",
        }
    }
}

impl FromStr for Meld {
    type Err = ParseMeldError;

    fn from_str(text: &str) -> Result<Self, ParseMeldError> {
        let found = || crate::text::quotable(text);
        let (word, rest) = text
            .split_once(':')
            .ok_or_else(|| ParseMeldError::Kind { found: found() })?;
        let kind = MeldKind::ALL
            .into_iter()
            .find(|kind| kind.name() == word || kind.hanzi() == word)
            .ok_or_else(|| ParseMeldError::Kind { found: found() })?;
        let card = |text: &str| {
            text.parse::<Card>().map_err(|source| ParseMeldError::Card {
                found: found(),
                source,
            })
        };
        if kind != MeldKind::Chi {
            return card(rest).map(|card| Self::same(kind, card));
        }
        parse_block(rest, card)?
            .map(Self::chi)
            .ok_or_else(|| ParseMeldError::Block { found: found() })
    }
}

/// Reads `a-b-c`; `None` where the cards are no block.
pub(crate) fn parse_block<E>(
    text: &str,
    card: impl Fn(&str) -> Result<Card, E>,
) -> Result<Option<ChiBlock>, E> {
    let mut cards = [Card::S1; 3];
    let mut tokens = text.split('-');
    for slot in &mut cards {
        let Some(token) = tokens.next() else {
            return Ok(None);
        };
        *slot = card(token)?;
    }
    Ok(ChiBlock::from_cards(cards).filter(|_| tokens.next().is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_meld_reads_back_from_text_and_bytes() {
        let chis = ChiBlock::all().map(Meld::chi);
        let sets = MeldKind::ALL.into_iter().flat_map(|kind| {
            Card::ALL
                .into_iter()
                .filter_map(move |card| Meld::of(kind, card))
        });
        for meld in chis.chain(sets) {
            assert_eq!(meld.to_string().parse(), Ok(meld));
            assert_eq!(Meld::from_bytes(meld.to_bytes()), Some(meld));
            assert_eq!(meld.counts().len(), meld.kind().size());
        }
        assert_eq!(
            "碰:一".parse::<Meld>().map(|m| m.to_string()).as_deref(),
            Ok("peng:s1")
        );
    }

    #[test]
    fn what_is_no_meld_is_refused_with_a_code() {
        let code = |text: &str| text.parse::<Meld>().map_err(|e| e.code());
        assert_eq!(code("peng"), Err("meld_kind"));
        assert_eq!(code("gang:s1"), Err("meld_kind"));
        assert_eq!(code("peng:s11"), Err("meld_card"));
        assert_eq!(code("peng:s1-s1-s1"), Err("meld_card"));
        assert_eq!(code("chi:s1-s2"), Err("meld_block"));
        assert_eq!(code("chi:s1-s2-s4"), Err("meld_block"));
        assert_eq!(code("chi:s1-s2-s3-s4"), Err("meld_block"));
        assert_eq!(code("chi:s1-s2-s3-"), Err("meld_block"));
    }
}
