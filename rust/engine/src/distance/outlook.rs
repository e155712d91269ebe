//! What a seat may still hope for.

use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::position::Position;

/// Which cards can still come to a seat, and which it may not take any more.
///
/// ```
/// use paohuzi_engine::{Card, Outlook, Position, Ruleset};
/// let position = Position::new("s1x3 b9".parse()?, &["pao:b5".parse()?], &Ruleset::default())?;
/// let outlook = Outlook::open(&position);
/// assert_eq!((outlook.unseen.get(Card::S1), outlook.unseen.get(Card::B5)), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outlook {
    /// The copies of each card that the seat has not seen.
    pub unseen: Counts,
    /// Cards that the seat may not chi. Rule: 2.6.
    pub stale_chi: CardSet,
    /// Cards that the seat may not peng. Rule: 2.6.
    pub stale_peng: CardSet,
}

impl Outlook {
    /// Every card that the seat does not own may come, and nothing is stale.
    #[must_use]
    pub fn open(position: &Position) -> Self {
        let mut unseen = Counts::PACK
            .checked_sub(position.hand())
            .unwrap_or_default();
        for meld in position.melds() {
            unseen = unseen.checked_sub(meld.counts()).unwrap_or_default();
        }
        Self {
            unseen,
            stale_chi: CardSet::EMPTY,
            stale_peng: CardSet::EMPTY,
        }
    }
}
