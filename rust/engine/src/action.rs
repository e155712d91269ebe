//! What a seat can answer, as values, dense numbers and text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tinyvec::ArrayVec;

use crate::block::ChiBlock;
use crate::card::{Card, ParseCardError};
use crate::cardset::CardSet;
use crate::chi::{ChiId, ChiOptions};
use crate::meld::parse_block;

/// Size of the space of action numbers. Numbers not in use are free for later actions.
pub const ACTION_SPACE_SIZE: usize = 128;

const PASS: u8 = 0;
const HU: u8 = 1;
const PENG: u8 = 2;
const PAO: u8 = 3;
const WEI: u8 = 4;
const TI: u8 = 5;
/// Numbers 6 and 7 are free.
const DISCARD: u8 = 8;
/// Numbers 28 to 31 are free.
const CHI: u8 = 32;

/// An answer of a seat. Wei, ti and pao are forced and happen by themselves; a seat chooses them only where its ruleset
/// allows faults, for leaving one is a fault.
///
/// Every action has a number below 128 that never changes: 0 pass, 1 hu, 2 peng, 3 pao, 4 wei, 5 ti, 8 + card for a
/// discard, 32 + the number of the composition for a chi.
///
/// ```
/// use paohuzi_engine::{Action, Card};
/// let action: Action = "chi:s3:s1-s2-s3+s3-s4-s5".parse()?;
/// assert_eq!(Action::from_id(action.id(), Some(Card::S3)), Ok(action));
/// assert_eq!(Action::Discard(Card::B10).id(), 27);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Decline everything that was offered.
    Pass,
    /// Win (胡).
    Hu,
    /// Peng (碰) the contested card.
    Peng,
    /// Lay the contested card as the fourth of a pao (跑). Rule: 2.9.
    Pao,
    /// Lay the own draw as the third of a wei (偎). Rule: 2.9.
    Wei,
    /// Lay the own draw as the fourth of a ti, or the dealt ti (提). Rule: 2.9.
    Ti,
    /// Discard this loose card.
    Discard(Card),
    /// Chi (吃) this card.
    Chi(Card, ChiId),
}

impl Action {
    /// The lowest number of a chi.
    pub(crate) const FIRST_CHI: u8 = CHI;

    /// The chi of this card that lays these blocks, bi (比) included, in any order.
    #[must_use]
    pub fn chi(card: Card, blocks: &[ChiBlock]) -> Option<Self> {
        ChiId::from_blocks(card, blocks).map(|id| Self::Chi(card, id))
    }

    /// Its number, below [`ACTION_SPACE_SIZE`].
    #[must_use]
    pub const fn id(self) -> u8 {
        match self {
            Self::Pass => PASS,
            Self::Hu => HU,
            Self::Peng => PENG,
            Self::Pao => PAO,
            Self::Wei => WEI,
            Self::Ti => TI,
            Self::Discard(card) => DISCARD + card as u8,
            Self::Chi(_, id) => CHI + id.number(),
        }
    }

    /// The action with this number; a chi needs the contested card.
    ///
    /// # Errors
    /// A number that no action has, or a chi without a card or with one that it does not exist for.
    pub fn from_id(id: u8, card: Option<Card>) -> Result<Self, ActionError> {
        const LAST_DISCARD: u8 = DISCARD + Card::B10 as u8;
        match id {
            PASS => Ok(Self::Pass),
            HU => Ok(Self::Hu),
            PENG => Ok(Self::Peng),
            PAO => Ok(Self::Pao),
            WEI => Ok(Self::Wei),
            TI => Ok(Self::Ti),
            DISCARD..=LAST_DISCARD => Card::from_index(usize::from(id - DISCARD))
                .map(Self::Discard)
                .ok_or(ActionError::Id { found: id }),
            CHI.. => {
                let chi = ChiId::new(id - CHI).ok_or(ActionError::Id { found: id })?;
                let card = card.ok_or(ActionError::NoCard { found: id })?;
                match chi.taken(card) {
                    Some(_) => Ok(Self::Chi(card, chi)),
                    None => Err(ActionError::ChiCard { found: id, card }),
                }
            }
            _ => Err(ActionError::Id { found: id }),
        }
    }

    /// The blocks that a chi lays, in card order; none for other actions.
    #[must_use]
    pub fn blocks(self) -> ArrayVec<[ChiBlock; 3]> {
        match self {
            Self::Chi(card, id) => id.blocks(card).unwrap_or_default(),
            Self::Pass
            | Self::Hu
            | Self::Peng
            | Self::Pao
            | Self::Wei
            | Self::Ti
            | Self::Discard(_) => ArrayVec::default(),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad("pass"),
            Self::Hu => f.pad("hu"),
            Self::Peng => f.pad("peng"),
            Self::Pao => f.pad("pao"),
            Self::Wei => f.pad("wei"),
            Self::Ti => f.pad("ti"),
            Self::Discard(card) => write!(f, "discard:{card}"),
            Self::Chi(card, _) => {
                write!(f, "chi:{card}:")?;
                crate::text::join(f, self.blocks(), "+")
            }
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({self})")
    }
}

/// A text or a number that is no action.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The first word is none.
    #[error(
        "{found:?} is no action, expected pass, hu, peng, pao, wei, ti, discard:card or chi:card:block+block"
    )]
    Word {
        /// The text as given.
        found: String,
    },
    /// A card in it is none.
    #[error("in action {found:?}: {source}")]
    Card {
        /// The text as given.
        found: String,
        /// What is wrong with the card.
        source: ParseCardError,
    },
    /// The blocks of a chi are not one to three blocks with the eaten card in each.
    #[error(
        "{found:?} is no chi, expected one to three blocks such as s3-s4-s5, each with the eaten card, in card order"
    )]
    Blocks {
        /// The text as given.
        found: String,
    },
    /// No action has this number.
    #[error("{found} is no action number, expected 0 to 5, 8 to 27 or 32 to 121")]
    Id {
        /// The number as given.
        found: u8,
    },
    /// The number of a chi without the card it eats.
    #[error("action number {found} is a chi, which needs the contested card, and none was given")]
    NoCard {
        /// The number as given.
        found: u8,
    },
    /// The composition does not exist for the card.
    #[error("action number {found} is a chi that does not exist for {card}")]
    ChiCard {
        /// The number as given.
        found: u8,
        /// The card as given.
        card: Card,
    },
}

impl ActionError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Word { .. } => "action_word",
            Self::Card { .. } => "action_card",
            Self::Blocks { .. } => "action_blocks",
            Self::Id { .. } => "action_id",
            Self::NoCard { .. } => "action_id_without_card",
            Self::ChiCard { .. } => "action_id_of_other_card",
        }
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let found = || crate::text::quotable(text);
        let card = |text: &str| {
            text.parse::<Card>().map_err(|source| ActionError::Card {
                found: found(),
                source,
            })
        };
        match text {
            "pass" => return Ok(Self::Pass),
            "hu" => return Ok(Self::Hu),
            "peng" => return Ok(Self::Peng),
            "pao" => return Ok(Self::Pao),
            "wei" => return Ok(Self::Wei),
            "ti" => return Ok(Self::Ti),
            _ => {}
        }
        if let Some(rest) = text.strip_prefix("discard:") {
            return card(rest).map(Self::Discard);
        }
        let rest = text
            .strip_prefix("chi:")
            .ok_or_else(|| ActionError::Word { found: found() })?;
        let bad = || ActionError::Blocks { found: found() };
        let (eaten, laid) = rest.split_once(':').ok_or_else(bad)?;
        let eaten = card(eaten)?;
        let mut blocks = ArrayVec::<[ChiBlock; 3]>::new();
        for text in laid.split('+') {
            let block = parse_block(text, card)?.ok_or_else(bad)?;
            if blocks.try_push(block).is_some() {
                return Err(bad());
            }
        }
        Self::chi(eaten, &blocks).ok_or_else(bad)
    }
}

/// The actions a seat may choose from, as a set over action numbers.
///
/// ```
/// use paohuzi_engine::{Action, ActionSet};
/// let mut set = ActionSet::default();
/// set.insert(Action::Pass);
/// set.insert(Action::Hu);
/// assert_eq!(set.mask(), 0b11);
/// assert!(set.contains(Action::Hu) && !set.contains(Action::Peng));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ActionSet {
    mask: u128,
    /// The card that chi actions eat.
    card: Option<Card>,
}

impl ActionSet {
    /// Its bits, bit i for the action with number i.
    #[must_use]
    pub const fn mask(self) -> u128 {
        self.mask
    }

    /// The contested card.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        self.card
    }

    /// How many actions it holds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.mask.count_ones() as usize
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.mask == 0
    }

    /// Whether it holds the action.
    #[must_use]
    pub fn contains(self, action: Action) -> bool {
        let same_card = match action {
            Action::Chi(card, _) => self.card == Some(card),
            Action::Pass
            | Action::Hu
            | Action::Peng
            | Action::Pao
            | Action::Wei
            | Action::Ti
            | Action::Discard(_) => true,
        };
        same_card && self.mask >> action.id() & 1 == 1
    }

    /// Adds the action; all chi of a set eat the same card.
    pub fn insert(&mut self, action: Action) {
        if let Action::Chi(card, _) = action {
            self.card = Some(card);
        }
        self.mask |= 1 << action.id();
    }

    /// Adds the discards of these cards.
    pub(crate) const fn insert_discards(&mut self, cards: CardSet) {
        self.mask |= (cards.bits() as u128) << DISCARD;
    }

    /// Adds these chi of the card.
    pub(crate) fn insert_chi(&mut self, card: Card, options: ChiOptions) {
        if !options.is_empty() {
            self.card = Some(card);
            self.mask |= options.bits() << CHI;
        }
    }

    /// Takes the action out.
    pub fn remove(&mut self, action: Action) {
        if self.contains(action) {
            self.mask &= !(1 << action.id());
        }
    }

    /// The action at this place in number order.
    #[must_use]
    pub fn nth(self, place: usize) -> Option<Action> {
        let mut mask = self.mask;
        for _ in 0..place {
            mask &= mask.wrapping_sub(1);
        }
        self.action(mask.trailing_zeros())
    }

    /// Its actions in number order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let mut mask = self.mask;
        std::iter::from_fn(move || {
            let action = self.action(mask.trailing_zeros())?;
            mask &= mask - 1;
            Some(action)
        })
    }

    fn action(self, id: u32) -> Option<Action> {
        u8::try_from(id)
            .ok()
            .and_then(|id| Action::from_id(id, self.card).ok())
    }
}

impl fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_injective_and_read_back() {
        for card in Card::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for id in 0..=u8::MAX {
                let Ok(action) = Action::from_id(id, Some(card)) else {
                    continue;
                };
                assert_eq!(action.id(), id);
                assert_eq!(action.to_string().parse(), Ok(action));
                assert!(seen.insert(action.to_string()));
            }
        }
    }

    #[test]
    fn numbers_never_change() {
        assert_eq!(
            [
                Action::Pass,
                Action::Hu,
                Action::Peng,
                Action::Pao,
                Action::Wei,
                Action::Ti
            ]
            .map(Action::id),
            [0, 1, 2, 3, 4, 5]
        );
        assert_eq!(Action::Discard(Card::S1).id(), 8);
        assert_eq!(Action::Discard(Card::B10).id(), 27);
        assert_eq!(
            Action::from_id(32, None),
            Err(ActionError::NoCard { found: 32 })
        );
        assert_eq!(Action::from_id(6, None), Err(ActionError::Id { found: 6 }));
        assert_eq!(
            Action::from_id(122, Some(Card::S3)),
            Err(ActionError::Id { found: 122 })
        );
        assert!(size_of::<Action>() <= 8);
    }

    #[test]
    fn what_is_no_action_is_refused_with_a_code() {
        let code = |text: &str| text.parse::<Action>().map_err(|e| e.code());
        assert_eq!(code("Pass"), Err("action_word"));
        assert_eq!(code(""), Err("action_word"));
        assert_eq!(code("discard:"), Err("action_card"));
        assert_eq!(code("chi:s3"), Err("action_blocks"));
        assert_eq!(code("chi:s3:"), Err("action_card"));
        assert_eq!(code("chi:s3:s4-s5-s6"), Err("action_blocks"));
        assert_eq!(code("chi:s3:s3-s4-s5+"), Err("action_card"));
    }
}
