//! The takes that a card gives a seat, as the definition of the distance lists them.

use tinyvec::ArrayVec;

use crate::card::Card;
use crate::chi::{ChiId, chi_options};
use crate::counts::Counts;
use crate::meld::{Meld, MeldKind};
use crate::outlook::{Outlook, laid_own_draw};
use crate::position::Position;
use crate::rules::Ruleset;

/// Where a card comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    OwnDraw,
    OtherDraw,
    OtherDiscard,
}

impl Source {
    pub(super) const ALL: [Self; 3] = [Self::OwnDraw, Self::OtherDraw, Self::OtherDiscard];
}

/// Shows every position that taking the card gives, before the discard that may then be due, until `is_wanted`.
pub(super) fn any_take(
    position: &Position,
    outlook: &Outlook,
    (card, source): (Card, Source),
    rules: &Ruleset,
    mut is_wanted: impl FnMut(&Position, &Outlook) -> bool,
) -> bool {
    let (hand, melds) = (position.hand(), position.melds());
    let Some(unseen) = outlook.unseen.checked_sub(Counts::of(card, 1)) else {
        return false;
    };
    let mut show = |after: Position| {
        let locked_wins = outlook.locks_after(position, &after, rules);
        let outlook = Outlook {
            unseen,
            locked_wins,
            ..*outlook
        };
        is_wanted(&after, &outlook)
    };
    let own = source == Source::OwnDraw;
    let laid = laid_own_draw(position, card, outlook.stale_peng, rules).filter(|_| own);
    if let Some(laid) = laid {
        return show(laid);
    }
    let held = hand.get(card);
    let from_hand = |kind: MeldKind| {
        let mut melds = position.melds;
        let fits = melds.try_push(Meld::same(kind, card)).is_none();
        fits.then(|| Position::known(hand.minus(card, held), melds))
    };
    if held == 3 {
        return from_hand(MeldKind::Pao).is_some_and(show);
    }
    let runs =
        |kind: MeldKind| kind.is_wei() || kind == MeldKind::Peng && source != Source::OtherDiscard;
    let mut grown = position.melds;
    let mut melds_of_card = grown.iter_mut().filter(|meld| meld.card() == Some(card));
    if let Some(meld) = melds_of_card.find(|meld| runs(meld.kind())) {
        *meld = Meld::same(MeldKind::Pao, card);
        return show(Position::known(hand, grown));
    }
    if outlook.barred {
        return false;
    }
    if held == 2 && !outlook.stale_peng.contains(card) {
        if from_hand(MeldKind::Peng).is_some_and(&mut show) {
            return true;
        }
        if rules.must_peng() {
            return false;
        }
    }
    if outlook.stale_chi.contains(card) {
        return false;
    }
    chi_options(hand, card, rules).iter().any(|chi: ChiId| {
        let blocks = chi.blocks(card).unwrap_or_default();
        let mut melds: ArrayVec<[Meld; 8]> = melds.iter().copied().collect();
        if melds.len() + blocks.len() > usize::from(rules.blocks()) {
            return false;
        }
        melds.extend(blocks.into_iter().map(Meld::chi));
        let rest = chi.taken(card).and_then(|taken| hand.checked_sub(taken));
        rest.is_some_and(|hand| show(Position::known(hand, melds)))
    })
}
