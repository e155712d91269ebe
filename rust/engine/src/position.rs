//! What a question is about: a hand, the melds beside it, a drawn card.

use thiserror::Error;
use tinyvec::ArrayVec;

use crate::block::{ChiBlock, ChiShape};
use crate::card::{COPIES, Card};
use crate::counts::Counts;
use crate::meld::Meld;
use crate::rules::Ruleset;

/// Melds of a seat or blocks of an arrangement.
pub type MeldList = ArrayVec<[Meld; 8]>;

/// Whose card a win is looked at with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawBy {
    /// The seat whose hand is looked at.
    Own,
    /// The same, and the card lies already in the wei or ti that it made.
    OwnLaid,
    /// Another seat, from the stock.
    Other,
    /// Another seat, from its hand. Rule: R28, ruling 19.
    Discard,
}

impl DrawBy {
    /// Whether the seat itself drew it.
    #[must_use]
    pub const fn is_own(self) -> bool {
        matches!(self, Self::Own | Self::OwnLaid)
    }
}

/// A card that a hand may win on. Rule: R28.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draw {
    /// The card.
    pub card: Card,
    /// Who drew it.
    pub by: DrawBy,
}

impl Draw {
    /// The card, come this way.
    #[must_use]
    pub const fn new(card: Card, by: DrawBy) -> Self {
        Self { card, by }
    }

    /// Whether a card that came this way can be won on at all; `dihu` if a discard may be the dealer's first.
    /// Rule: R28, rulings 13 and 19.
    pub(crate) fn is_open(self, rules: &Ruleset, dihu: bool) -> bool {
        self.by != DrawBy::Discard
            || rules.discard_wins()
            || rules.hu_after_discard_pao()
            || (dihu && rules.dihu().on_first_discard())
    }

    /// Whether only the pao that the card forces from a kan or wei can make it a win. Rule: A45.
    #[inline]
    pub(crate) fn wins_by_pao_only(self, rules: &Ruleset) -> bool {
        self.by == DrawBy::Discard && rules.hu_after_discard_pao() && !rules.discard_wins()
    }
}

/// A hand and a table that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandError {
    /// More copies of a card than the pack has.
    #[error("card {card} appears {found} times in hand, melds and draw, at most 4")]
    Copies {
        /// The card.
        card: Card,
        /// How often it appears.
        found: u8,
    },
    /// More copies of a card than the pack has, with what is seen elsewhere.
    #[error("card {card} appears {found} times in hand, melds and cards seen, at most 4")]
    Seen {
        /// The card.
        card: Card,
        /// How often it appears.
        found: u8,
    },
    /// More melds than a complete hand has blocks.
    #[error("{found} melds on the table, at most {most}")]
    Melds {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: u8,
    },
    /// A meld of a kind that stays in the hand.
    #[error("meld {meld} cannot be laid: put its cards in the hand")]
    NotLaid {
        /// The meld.
        meld: Meld,
    },
    /// A block that the ruleset does not have.
    #[error("meld {meld} is no block of this ruleset, which has no 1-5-10")]
    NoBlock {
        /// The meld.
        meld: Meld,
    },
    /// More cards in the hand than a dealer gets.
    #[error("{found} cards in the hand, at most {most}")]
    HandSize {
        /// How many there are.
        found: u8,
        /// How many there may be.
        most: u8,
    },
}

impl HandError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Copies { .. } => "hand_copies",
            Self::Seen { .. } => "hand_seen",
            Self::Melds { .. } => "hand_melds",
            Self::NotLaid { .. } => "hand_not_laid",
            Self::NoBlock { .. } => "hand_no_block",
            Self::HandSize { .. } => "hand_size",
        }
    }
}

/// A hand and the melds on the table before it, known to be possible.
///
/// ```
/// use paohuzi_engine::{HandError, Position, Ruleset};
/// let rules = Ruleset::default();
/// let position = Position::new("s1x3 b9".parse()?, &["pao:b5".parse()?], &rules)?;
/// assert_eq!(position.hand().len(), 4);
/// let error = Position::new("s1x3 b9".parse()?, &["peng:s1".parse()?], &rules).unwrap_err();
/// assert_eq!(error.to_string(), "card s1 appears 6 times in hand, melds and draw, at most 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    pub(crate) hand: Counts,
    pub(crate) melds: MeldList,
}

impl Position {
    /// The position of a hand and melds in the order they were laid.
    ///
    /// # Errors
    /// What cannot be: see [`HandError`]. A hand of a size that no seat ever holds is a position; it just never wins.
    pub fn new(hand: Counts, melds: &[Meld], rules: &Ruleset) -> Result<Self, HandError> {
        if melds.len() > usize::from(rules.blocks()) {
            return Err(HandError::Melds {
                found: melds.len(),
                most: rules.blocks(),
            });
        }
        for &meld in melds {
            if !meld.kind().is_laid() {
                return Err(HandError::NotLaid { meld });
            }
            let shape = meld.chi_block().map(ChiBlock::shape);
            if shape == Some(ChiShape::OneFiveTen) && !rules.one_five_ten() {
                return Err(HandError::NoBlock { meld });
            }
        }
        let most = rules.hand_size() + 1;
        if hand.len() > most {
            return Err(HandError::HandSize {
                found: hand.len(),
                most,
            });
        }
        let position = Self {
            hand,
            melds: melds.iter().copied().collect(),
        };
        position.with(None)?;
        Ok(position)
    }

    /// A hand and melds that came about by legal takes from a position.
    pub(crate) const fn known(hand: Counts, melds: MeldList) -> Self {
        Self { hand, melds }
    }

    /// The position after a discard of a loose card; `None` where the hand has none. Rule: R8.
    #[must_use]
    pub fn after_discard(&self, card: Card) -> Option<Self> {
        (self.hand.loose().get(card) > 0).then(|| self.without(card))
    }

    /// The position after a discard of a card that the hand has.
    pub(crate) fn without(&self, card: Card) -> Self {
        Self {
            hand: self.hand.minus(card, 1),
            melds: self.melds,
        }
    }

    /// The cards in the hand.
    #[must_use]
    pub const fn hand(&self) -> Counts {
        self.hand
    }

    /// The melds on the table.
    #[must_use]
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// Whether another seat's discard of the card makes a pao: of a kan, wei or chou wei. Rule: R13.
    pub(crate) fn runs_on(&self, card: Card) -> bool {
        let is_wei = |meld: &Meld| meld.kind().is_wei() && meld.card() == Some(card);
        self.hand.get(card) == 3 || self.melds.iter().any(is_wei)
    }

    /// Whether the pack has another copy of the card.
    pub(crate) fn can_draw(&self, card: Card) -> bool {
        self.copies(card) < COPIES
    }

    fn copies(&self, card: Card) -> u8 {
        let laid = self.melds.iter().map(|meld| meld.counts().get(card));
        laid.fold(self.hand.get(card), u8::saturating_add)
    }

    /// Refuses a card that would be there five times with the draw.
    pub(crate) fn with(&self, draw: Option<Draw>) -> Result<(), HandError> {
        let drawn = draw.filter(|draw| draw.by != DrawBy::OwnLaid);
        let drawn = drawn.map_or(Counts::EMPTY, |draw| Counts::of(draw.card, 1));
        let laid = self.melds.iter().map(|meld| meld.counts());
        let owned = laid.fold(self.hand.checked_add(drawn), |sum, meld| {
            sum?.checked_add(meld)
        });
        if owned.is_some() {
            return Ok(());
        }
        for card in Card::ALL {
            let found = self.copies(card).saturating_add(drawn.get(card));
            if found > COPIES {
                return Err(HandError::Copies { card, found });
            }
        }
        Ok(())
    }
}
