//! What a finished arrangement is worth: fan items, units, score.

mod items;

use crate::card::{Card, RED, Rank, Size};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::meld::Meld;
use crate::rules::{Effect, Ruleset};

pub use items::{ItemLine, ItemList};

/// What the cards alone cannot say about a win; all false or 0 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct WinContext {
    /// The winning card was the last that could be drawn. Rule: R40, ruling 15.
    pub last_card: bool,
    /// The dealer is complete with the shown card, which joins the dealt hand and counts as a self-draw. Rule: R32.
    pub tianhu: bool,
    /// An idle seat wins on the dealer's shown card, which then counts as another seat's draw. Rule: ruling 13.
    pub dihu: bool,
    /// The seat made no chi, peng, wei, pao or ti before the winning card. Rule: ruling 14.
    pub nothing_taken: bool,
    /// Drawn rounds just before this one, for 黄番. Rule: 3.3.
    pub drawn_before: u16,
}

/// The big cards.
const BIG: CardSet = {
    let mut set = CardSet::EMPTY;
    let mut i = 0;
    while i < Rank::ALL.len() {
        set.insert(Card::new(Size::Big, Rank::ALL[i]));
        i += 1;
    }
    set
};

/// The cards of a win as the fan items count them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tally {
    red: u8,
    big: u8,
    small: u8,
    /// Numbers of which all eight cards are there.
    eights: u8,
}

impl Tally {
    /// The tally of all cards of a win: table, hand and winning card.
    pub(crate) fn of(cards: Counts) -> Self {
        let big = cards.count_in(BIG);
        let eights = Rank::ALL.into_iter().filter(|rank| {
            cards.get(Card::new(Size::Small, *rank)) + cards.get(Card::new(Size::Big, *rank)) == 8
        });
        Self {
            red: cards.count_in(RED),
            big,
            small: cards.len() - big,
            eights: eights.fold(0, |n, _| n + 1),
        }
    }
}

/// A finished arrangement and how it came about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Finished<'a> {
    pub(crate) blocks: &'a [Meld],
    pub(crate) tally: Tally,
    pub(crate) huxi: u8,
    pub(crate) self_draw: bool,
    /// The hand before the winning card was that one card. Rule: ruling 15.
    pub(crate) single_wait: bool,
    /// Nothing was taken, the winning card included. Rule: ruling 14.
    pub(crate) nothing_taken: bool,
    pub(crate) context: WinContext,
}

/// What a win is worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth {
    /// With the self-draw units.
    pub(crate) units: u16,
    pub(crate) items: ItemList,
    /// 1 when plain.
    pub(crate) fan: u16,
    /// What one loser pays.
    pub(crate) score: u32,
}

/// What a finished arrangement is worth. Rule: 3.3.
pub(crate) fn worth(rules: &Ruleset, finished: &Finished<'_>) -> Worth {
    let items = items::listed(rules, finished);
    sum_up(
        rules,
        items,
        finished.huxi,
        finished.self_draw,
        finished.context,
    )
}

/// What 三提五坎 is worth: its own item alone, as a self-draw. Rule: ruling 11.
pub(crate) fn santi_wukan_worth(rules: &Ruleset, huxi: u8, context: WinContext) -> Worth {
    sum_up(rules, items::santi_wukan(rules), huxi, true, context)
}

fn sum_up(
    rules: &Ruleset,
    mut items: ItemList,
    huxi: u8,
    self_draw: bool,
    context: WinContext,
) -> Worth {
    let mut counted = u16::from(huxi);
    let mut fan = 0_u16;
    for line in &items {
        match line.effect(rules) {
            Effect::AddFan => fan = fan.saturating_add(line.value),
            Effect::MultiplyHuxi => counted = counted.saturating_mul(line.value),
        }
    }
    let fan = fan.max(1);
    let mut units = rules.units().units(counted);
    if self_draw {
        units = units.saturating_add(u16::from(rules.self_draw_units()));
    }
    let mut score = u32::from(units).saturating_mul(u32::from(fan));
    if rules.huangfan() && context.drawn_before > 0 {
        let value = context.drawn_before.saturating_add(1);
        items.push(ItemLine {
            item: ItemLine::HUANGFAN,
            value,
        });
        score = score.saturating_mul(u32::from(value));
    }
    Worth {
        units,
        items,
        fan,
        score,
    }
}
