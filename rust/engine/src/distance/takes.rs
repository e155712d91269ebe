//! The takes that a card gives a seat, as the definition of the distance lists them.

use tinyvec::ArrayVec;

use super::Outlook;
use crate::card::Card;
use crate::chi::{ChiId, chi_options};
use crate::counts::Counts;
use crate::meld::{Meld, MeldKind};
use crate::position::{MeldList, Position};
use crate::rules::{PengSelfFourth, Ruleset};

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
    let outlook = Outlook { unseen, ..*outlook };
    let mut show =
        |hand: Counts, melds: MeldList| is_wanted(&Position::known(hand, melds), &outlook);
    let laid = |meld: Meld| {
        let mut melds: MeldList = melds.iter().copied().collect();
        melds.try_push(meld).is_none().then_some(melds)
    };
    let held = hand.get(card);
    let own = source == Source::OwnDraw;
    let quad = if own { MeldKind::Ti } else { MeldKind::Pao };
    if held == 3 {
        let hand = hand.minus(card, 3);
        return laid(Meld::same(quad, card)).is_some_and(|melds| show(hand, melds));
    }
    let runs =
        |kind: MeldKind| kind.is_wei() || kind == MeldKind::Peng && source != Source::OtherDiscard;
    let table = melds
        .iter()
        .position(|meld| meld.card() == Some(card) && runs(meld.kind()));
    if let Some(place) = table {
        let mut grown: MeldList = melds.iter().copied().collect();
        if let Some(meld) = grown.get_mut(place) {
            let is_ti = meld.kind().is_wei() || rules.peng_self_fourth() == PengSelfFourth::Ti;
            let kind = if is_ti { quad } else { MeldKind::Pao };
            *meld = Meld::same(kind, card);
        }
        return show(hand, grown);
    }
    if held == 2 {
        let kind = match (own, outlook.stale_peng.contains(card)) {
            (true, false) => Some(MeldKind::Wei),
            (true, true) => Some(MeldKind::ChouWei),
            (false, false) => Some(MeldKind::Peng),
            (false, true) => None,
        };
        let melds = kind.and_then(|kind| laid(Meld::same(kind, card)));
        if melds.is_some_and(|melds| show(hand.minus(card, 2), melds)) {
            return true;
        }
        if own || kind.is_some() && rules.must_peng() {
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
        rest.is_some_and(|hand| show(hand, melds))
    })
}
