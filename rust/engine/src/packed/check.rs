//! Whether a card wins, and with how many huxi at best.

use super::Packed;
use super::free::Free;
use crate::card::Card;
use crate::half::tables;
use crate::meld::MeldKind;
use crate::position::{Draw, DrawBy};
use crate::rules::{PengSelfFourth, Ruleset, TripleFromOther};

impl Packed {
    #[inline]
    pub(super) fn as_free(&self) -> Free {
        Free::new(self.free)
    }

    /// The most huxi of a win on a drawn card; `None` where it does not win.
    ///
    /// A card that the seat has four times already wins nothing, nor does a discard where the ruleset lets none be won
    /// on; [`DrawBy::OwnLaid`] looks at the cards as they are.
    #[must_use]
    pub fn best_huxi(&self, draw: Draw, rules: &Ruleset) -> Option<u8> {
        let fifth = self.owned.get(draw.card) == 4 && draw.by != DrawBy::OwnLaid;
        if fifth || !draw.is_open(rules, true) {
            return None;
        }
        self.best_with(Some(draw), true, rules)
    }

    /// The most huxi of the cards as they are; `None` where they are no win.
    #[must_use]
    pub fn best_huxi_complete(&self, rules: &Ruleset) -> Option<u8> {
        self.best_with(None, true, rules)
    }

    /// As [`Packed::best_huxi`] and [`Packed::best_huxi_complete`]; without `peng_ok` a hand pair makes no peng.
    #[inline]
    pub(crate) fn best_with(
        &self,
        draw: Option<Draw>,
        peng_ok: bool,
        rules: &Ruleset,
    ) -> Option<u8> {
        let pair = self.quads > 0;
        let best = match draw {
            None
            | Some(Draw {
                by: DrawBy::OwnLaid,
                ..
            }) => {
                let complete = self.gap == i8::from(pair);
                let free = complete.then(|| self.as_free().best(tables(), pair, rules));
                free.flatten().map(|free| self.huxi + free)
            }
            Some(draw) if draw.wins_by_pao_only(rules) => self.best_after_pao(draw.card, rules),
            Some(Draw { card, by }) => self.best_on(card, by, peng_ok, rules),
        };
        let best = best.filter(|huxi| *huxi >= i16::from(rules.min_huxi()));
        best.and_then(|huxi| u8::try_from(huxi).ok())
    }

    /// The most huxi with a card, the minimum or not. Rule: 2.3 "which completions can win", A2, A3, A4, ruling 2.
    #[inline]
    fn best_on(&self, card: Card, by: DrawBy, peng_ok: bool, rules: &Ruleset) -> Option<i16> {
        let pair = self.quads > 0;
        let joins = self.gap == 1 + i8::from(pair);
        if self.free.copies(card) < 2 && !self.is_beside_equals(card) {
            let free = joins.then(|| self.as_free().plus(card).best(tables(), pair, rules));
            return free.flatten().map(|best| self.huxi + best);
        }
        // A quad helps only where there is none yet.
        if joins || self.gap == 1 {
            self.best_beside(card, by, peng_ok, rules)
        } else {
            None
        }
    }

    /// The most huxi with a discarded card that makes a pao of a kan or wei. Rule: A45.
    fn best_after_pao(&self, card: Card, rules: &Ruleset) -> Option<i16> {
        let beside @ (Beside::Kan | Beside::Wei) = self.beside(card) else {
            return None;
        };
        let (gain, _) = fourth(beside, card, false, rules);
        let free = (self.gap == 1).then(|| self.as_free().best(tables(), true, rules));
        free.flatten().map(|free| self.huxi + free + gain)
    }

    /// As [`Packed::best_on`], beside equal cards.
    fn best_beside(&self, card: Card, by: DrawBy, peng_ok: bool, rules: &Ruleset) -> Option<i16> {
        let tables = tables();
        let pair = self.quads > 0;
        let joins = self.gap == 1 + i8::from(pair);
        let own = by.is_own();
        let (joined, may_be_free) = match self.beside(card) {
            Beside::Nothing => (None, true),
            // A peng runs on a card from the stock only. Rule: R13.
            Beside::Peng if by == DrawBy::Discard => (None, true),
            Beside::Pair => {
                let made = Self::made_of_pair(own, rules);
                let free = (own || peng_ok) && joins;
                let free =
                    free.then(|| self.as_free().without_pair(card).best(tables, pair, rules));
                let made = i16::from(rules.worths().of_same(made, card));
                let may_be_free = !own || !rules.own_draw_first();
                (free.flatten().map(|free| free + made), may_be_free)
            }
            beside @ (Beside::Kan | Beside::Peng | Beside::Wei) => {
                let (gain, may_be_free) = fourth(beside, card, own, rules);
                let free = (self.gap == 1).then(|| self.as_free().best(tables, true, rules));
                (free.flatten().map(|free| free + gain), may_be_free)
            }
            Beside::DealtTi => (None, false),
        };
        let free = may_be_free && joins;
        let free = free.then(|| self.as_free().plus(card).best(tables, pair, rules));
        let best = joined.max(free.flatten());
        best.map(|best| self.huxi + best)
    }

    /// Whether the card is a kan, a dealt ti, or on the table a peng or wei.
    #[inline]
    fn is_beside_equals(&self, card: Card) -> bool {
        let equals = [self.kans, self.dealt_ti, self.pengs, self.weis];
        let equals = equals.into_iter().fold(0, |all, set| all | set.bits());
        equals >> card.index() & 1 == 1
    }

    /// What equal cards a card would come to.
    #[inline]
    pub(super) fn beside(&self, card: Card) -> Beside {
        if self.free.copies(card) == 2 {
            Beside::Pair
        } else if self.kans.contains(card) {
            Beside::Kan
        } else if self.pengs.contains(card) {
            Beside::Peng
        } else if self.weis.contains(card) {
            Beside::Wei
        } else if self.dealt_ti.contains(card) {
            Beside::DealtTi
        } else {
            Beside::Nothing
        }
    }

    /// What a drawn card makes of a hand pair.
    #[inline]
    pub(super) fn made_of_pair(own: bool, rules: &Ruleset) -> MeldKind {
        match (own, rules.hu_triple_from_other()) {
            (true, _) => MeldKind::Wei,
            (false, TripleFromOther::Peng) => MeldKind::Peng,
            (false, TripleFromOther::Kan) => MeldKind::Kan,
        }
    }
}

/// Equal cards that a drawn card can join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// None, or a single one.
    Nothing,
    /// Two in the hand.
    Pair,
    /// Three in the hand.
    Kan,
    /// Four in the hand.
    DealtTi,
    /// A peng on the table.
    Peng,
    /// A wei or chou wei on the table.
    Wei,
}

/// Huxi that a block of three gains from its fourth card, which can be less than nothing; and whether the card may be
/// used elsewhere instead.
#[inline]
pub(super) fn fourth(beside: Beside, card: Card, own: bool, rules: &Ruleset) -> (i16, bool) {
    let before = match beside {
        Beside::Peng => MeldKind::Peng,
        Beside::Wei => MeldKind::Wei,
        Beside::Kan | Beside::Nothing | Beside::Pair | Beside::DealtTi => MeldKind::Kan,
    };
    // The fourth card of an own peng is a pao, whoever draws it. Rule: 2.3, ruling 2, A25.
    let is_ti = own && (beside != Beside::Peng || rules.peng_self_fourth() == PengSelfFourth::Ti);
    // An own draw is laid as ti first; where a pao is due, it may be broken.
    let (after, may_be_free) = if is_ti {
        (MeldKind::Ti, !rules.own_draw_first())
    } else {
        (MeldKind::Pao, rules.break_pao_for_hu())
    };
    let of = |kind| i16::from(rules.worths().of_same(kind, card));
    (of(after) - of(before), may_be_free)
}
