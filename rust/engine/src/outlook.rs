//! What a seat may still hope for.

use crate::card::{COPIES, Card};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::huxi::sum_huxi;
use crate::meld::{Meld, MeldKind};
use crate::position::{Draw, DrawBy, HandError, Position};
use crate::rules::{PassedHu, PengSelfFourth, Ruleset};
use crate::score::WinContext;
use crate::win::{Win, best_win_in, can_win};

/// Which cards can still come to a seat, and what it may not do with them any more.
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
    /// Whether the seat may no longer chi or peng at all; it still makes wei, ti and pao, and may win. Rule: A26.
    pub barred: bool,
    /// Cards that the seat may not win on since it declined to: with `passed_hu = never` for good, else until the huxi
    /// of its table change. Rule: A18, ruling 21.
    pub locked_wins: CardSet,
    /// Whether the seat can no longer win. Rule: 2.8.
    pub dead: bool,
}

impl Outlook {
    /// Every card that the seat does not own may come, and nothing is forbidden.
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
            barred: false,
            locked_wins: CardSet::EMPTY,
            dead: false,
        }
    }

    /// The outlook of a seat that sees these cards beside its own hand and melds; nothing is forbidden.
    ///
    /// # Errors
    /// More copies of a card than the pack has.
    ///
    /// ```
    /// use paohuzi_engine::{Card, Outlook, Position, Ruleset};
    /// let position = Position::new("s1x3 b9".parse()?, &[], &Ruleset::default())?;
    /// let outlook = Outlook::beside(&position, "b9x2 s7".parse()?)?;
    /// assert_eq!([Card::S1, Card::S7, Card::B9].map(|card| outlook.unseen.get(card)), [1, 3, 1]);
    /// let error = Outlook::beside(&position, "s1x2".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "card s1 appears 5 times in hand, melds and cards seen, at most 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn beside(position: &Position, seen: Counts) -> Result<Self, HandError> {
        let open = Self::open(position);
        for (card, copies) in seen.kinds() {
            let found = COPIES - open.unseen.get(card) + copies;
            if found > COPIES {
                return Err(HandError::Seen { card, found });
            }
        }
        let unseen = open.unseen.checked_sub(seen).unwrap_or_default();
        Ok(Self { unseen, ..open })
    }

    /// The best win on a card that can still come, if the seat may win on it. Rule: 2.8, A18, A49.
    #[must_use]
    pub fn best_win(
        &self,
        position: &Position,
        draw: Draw,
        rules: &Ruleset,
        context: WinContext,
    ) -> Option<Win> {
        let (position, draw) = self.win_question(position, draw, rules)?;
        let peng_ok = self.peng_wins(draw, rules);
        let (hand, melds) = (position.hand(), position.melds());
        best_win_in(hand, melds, Some(draw), peng_ok, rules, context)
    }

    /// Whether the seat wins on a card that can still come, by the cards alone.
    pub(crate) fn can_win(&self, position: &Position, draw: Draw, rules: &Ruleset) -> bool {
        self.win_question(position, draw, rules)
            .is_some_and(|(position, draw)| {
                let peng_ok = self.peng_wins(draw, rules);
                let context = WinContext::default();
                let (hand, melds) = (position.hand(), position.melds());
                can_win(hand, melds, Some(draw), peng_ok, rules, context)
            })
    }

    /// Whether the card may make a peng of a hand pair in a win. Rule: A49.
    pub(crate) fn peng_wins(&self, draw: Draw, rules: &Ruleset) -> bool {
        !rules.no_peng_wins(self.stale_peng).contains(draw.card)
    }

    /// The position and the draw that decide whether a card that can still come wins; `None` where it cannot.
    ///
    /// An own draw that is laid before the seat is asked can open a lock by the huxi that it adds.
    pub(crate) fn win_question(
        &self,
        position: &Position,
        draw: Draw,
        rules: &Ruleset,
    ) -> Option<(Position, Draw)> {
        let card = draw.card;
        if self.dead || self.unseen.get(card) == 0 {
            return None;
        }
        if !self.locked_wins.contains(card) {
            return Some((*position, draw));
        }
        if draw.by != DrawBy::Own || !rules.own_draw_first() {
            return None;
        }
        let laid = laid_own_draw(position, card, self.stale_peng, rules)?;
        let opens = !self.locks_after(position, &laid, rules).contains(card);
        opens.then_some((laid, Draw::new(card, DrawBy::OwnLaid)))
    }

    /// The cards that the seat may still not win on once the table has become this one. Rule: A18, ruling 21.
    pub(crate) fn locks_after(
        &self,
        before: &Position,
        after: &Position,
        rules: &Ruleset,
    ) -> CardSet {
        let changed = || sum_huxi(rules, before.melds()) != sum_huxi(rules, after.melds());
        if !self.locked_wins.is_empty() && rules.passed_hu() != PassedHu::Never && changed() {
            CardSet::EMPTY
        } else {
            self.locked_wins
        }
    }
}

/// The position with an own draw laid as the wei or ti that it makes before anything else. Rule: R10, R11, R22, A25.
pub(crate) fn laid_own_draw(
    position: &Position,
    card: Card,
    stale_peng: CardSet,
    rules: &Ruleset,
) -> Option<Position> {
    let (hand, mut melds) = (position.hand(), position.melds);
    let held = hand.get(card);
    let set = match held {
        3 => Some(MeldKind::Ti),
        2 if stale_peng.contains(card) => Some(MeldKind::ChouWei),
        2 => Some(MeldKind::Wei),
        _ => None,
    };
    if let Some(kind) = set {
        let fits = melds.try_push(Meld::same(kind, card)).is_none();
        return fits.then(|| Position::known(hand.minus(card, held), melds));
    }
    let of_peng = rules.peng_self_fourth() == PengSelfFourth::Ti;
    let mut melds_of_card = melds.iter_mut().filter(|meld| meld.card() == Some(card));
    let grown = melds_of_card
        .find(|meld| meld.kind().is_wei() || of_peng && meld.kind() == MeldKind::Peng)?;
    *grown = Meld::same(MeldKind::Ti, card);
    Some(Position::known(hand, melds))
}
