//! What a finished arrangement is worth: fan items, units, score.

mod items;

use crate::card::{Card, RED, Rank, Size};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::meld::Meld;
use crate::rules::{Effect, Ruleset, Tuan, ZimoAdd};

pub use items::{ItemLine, ItemList};

/// What the cards alone cannot say about a win; all false or 0 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct WinContext {
    /// The winning card was the last that could be drawn. Rule: R40, ruling 15.
    pub last_card: bool,
    /// The winning card was the first of the stock. Rule: 3.7.
    pub first_card: bool,
    /// The dealer is complete with the shown card, which joins the dealt hand and counts as a self-draw. Rule: R32.
    pub tianhu: bool,
    /// An idle seat wins on the dealer's shown card, which then counts as another seat's draw. Rule: ruling 13.
    pub dihu: bool,
    /// The seat made no chi, peng, wei, pao or ti before the winning card. Rule: ruling 14.
    pub nothing_taken: bool,
    /// Drawn rounds just before this one, for 黄番. Rule: 3.3.
    pub drawn_before: u16,
    /// The card turned up from the stock after the win, the winning card where the stock was empty. Rule: 3.7.
    pub flipped: Option<Card>,
    /// The most 比 blocks that the seat laid beside the eaten one in one chi. Rule: 3.4.
    pub bi: u8,
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
    cards: Counts,
    red: u8,
    big: u8,
    small: u8,
    /// Numbers of which all eight cards are there.
    eights: u8,
}

impl Tally {
    /// The tally of all cards of a win: table, hand and winning card.
    pub(crate) fn of(blocks: &[Meld], rules: &Ruleset) -> Self {
        let add = |sum: Counts, block: &Meld| sum.checked_add(block.counts()).unwrap_or(sum);
        let cards = blocks.iter().fold(Counts::EMPTY, add);
        let quads = |card: Card| {
            blocks
                .iter()
                .any(|b| b.kind().is_quad() && b.card() == Some(card))
        };
        let big = cards.count_in(BIG);
        let eights = Rank::ALL.into_iter().filter(|rank| {
            let (small, big) = (Card::new(Size::Small, *rank), Card::new(Size::Big, *rank));
            match rules.tuan() {
                Tuan::Any => cards.get(small) + cards.get(big) == 8,
                Tuan::Quads => quads(small) && quads(big),
            }
        });
        Self {
            cards,
            red: cards.count_in(RED),
            big,
            small: cards.len() - big,
            eights: eights.fold(0, |n, _| n + 1),
        }
    }
}

/// A finished arrangement and how it came about.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Finished<'a> {
    pub(crate) blocks: &'a [Meld],
    pub(crate) tally: Tally,
    pub(crate) huxi: u8,
    /// The winning card, where the hand did not win as dealt.
    pub(crate) card: Option<Card>,
    pub(crate) self_draw: bool,
    pub(crate) on_discard: bool,
    /// The hand before the winning card was that one card. Rule: ruling 15.
    pub(crate) single_wait: bool,
    /// Nothing was taken, the winning card included. Rule: ruling 14.
    pub(crate) nothing_taken: bool,
    pub(crate) context: WinContext,
}

/// What a win is worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth {
    /// With the self-draw units, where they are added before the fan.
    pub(crate) units: u16,
    pub(crate) items: ItemList,
    /// Whether one of the items is a pattern.
    pub(crate) has_pattern: bool,
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

/// What the items of a win come to.
#[derive(Debug, Clone, Copy)]
struct Sum {
    huxi: u16,
    fan: u16,
    /// Units added to those of the huxi.
    units: u16,
    /// Units that stand instead of those of the huxi.
    set_units: Option<u16>,
    factor: u32,
}

impl Sum {
    fn with(mut self, effect: Effect, value: u16) -> Self {
        match effect {
            Effect::AddFan => self.fan = self.fan.saturating_add(value),
            Effect::MultiplyHuxi => self.huxi = self.huxi.saturating_mul(value),
            Effect::AddUnits => self.units = self.units.saturating_add(value),
            Effect::SetUnits => self.set_units = self.set_units.max(Some(value)),
            Effect::MultiplyScore => self.factor = self.factor.saturating_mul(value.into()),
        }
        self
    }
}

fn sum_up(
    rules: &Ruleset,
    mut items: ItemList,
    huxi: u8,
    self_draw: bool,
    context: WinContext,
) -> Worth {
    let Sum {
        huxi,
        fan,
        units,
        set_units,
        factor,
    } = items.iter().fold(
        Sum {
            huxi: u16::from(huxi),
            fan: rules.fan_base(),
            units: 0,
            set_units: None,
            factor: 1,
        },
        |sum, line| sum.with(line.effect(rules), line.value),
    );
    let fan = match rules.score_cap() {
        0 => fan.max(1),
        cap => fan.clamp(1, cap),
    };
    let mut units = set_units
        .unwrap_or_else(|| rules.units().units(huxi))
        .saturating_add(units);
    let bonus = u16::from(rules.self_draw_units());
    let product = |units: u16| u32::from(units).saturating_mul(u32::from(fan));
    let mut score = match (self_draw, rules.zimo_add()) {
        (false, _) => product(units),
        (true, ZimoAdd::Before) => {
            units = units.saturating_add(bonus);
            product(units)
        }
        (true, ZimoAdd::After) => product(units).saturating_add(u32::from(bonus)),
        (true, ZimoAdd::Double) => product(units).saturating_mul(2),
    };
    score = score.saturating_mul(factor);
    if rules.huangfan() && context.drawn_before > 0 {
        let value = context.drawn_before.saturating_add(1);
        items.push(ItemLine {
            item: ItemLine::HUANGFAN,
            value,
        });
        score = score.saturating_mul(u32::from(value));
    }
    let has_pattern = items.iter().any(|line| line.is_pattern(rules));
    Worth {
        units,
        items,
        has_pattern,
        fan,
        score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(keys: &str) -> Ruleset {
        Ruleset::default().replaced(keys).expect("valid keys")
    }

    fn item(name: &str, when: &str, rest: &str) -> String {
        format!(r#"{{"name": "{name}", "hanzi": "", "rule": "", "when": {when}, "value": {rest}}}"#)
    }

    fn with_items(items: &[String]) -> Ruleset {
        rules(&format!(
            r#"{{"huangfan": true, "fan": [{}]}}"#,
            items.join(", ")
        ))
    }

    /// The items, fan and score of blocks with twelve red cards and eleven small ones, 18 huxi drawn by another.
    fn listed(rules: &Ruleset, context: WinContext) -> (String, u16, u32) {
        let blocks = ["peng:s2", "wei:s7", "chi:s2-s7-s10", "chi:s10-s10-b10"];
        let blocks = blocks.map(|text| text.parse::<Meld>().expect("a meld"));
        let worth = worth(
            rules,
            &Finished {
                blocks: &blocks,
                tally: Tally::of(&blocks, rules),
                huxi: 18,
                card: None,
                self_draw: false,
                on_discard: false,
                single_wait: false,
                nothing_taken: false,
                context,
            },
        );
        let lines = worth.items.iter();
        let lines = lines.map(|line| format!("{} {}", line.name(rules), line.value));
        (lines.collect::<Vec<_>>().join(", "), worth.fan, worth.score)
    }

    #[test]
    fn counting_items_grow_up_to_their_cap() {
        let red = |rest: &str| with_items(&[item("red", r#"{"red": {"min": 10}}"#, rest)]);
        let plain = WinContext::default();
        let worth = |rules| listed(&rules, plain).0;
        assert_eq!(worth(red("2")), "red 2");
        assert_eq!(worth(red(r#"2, "each_more": 3"#)), "red 8");
        assert_eq!(worth(red(r#"2, "each_more": 3, "cap": 7"#)), "red 7");
        let small = with_items(&[item("small", r#"{"small": {"in": [11]}}"#, "5")]);
        let big = with_items(&[item("big", r#"{"big": {"max": 0}}"#, "5")]);
        assert_eq!(
            (worth(small), worth(big)),
            ("small 5".to_owned(), String::new())
        );
    }

    #[test]
    fn an_item_alone_has_its_own_worth() {
        let last = WinContext {
            last_card: true,
            ..WinContext::default()
        };
        let haidi = item("haidi", r#""last_card""#, r#"2, "alone": 1"#);
        let red = item("red", r#"{"red": {"min": 10}}"#, "3");
        let alone = with_items(std::slice::from_ref(&haidi));
        assert_eq!(listed(&alone, last), ("haidi 1".to_owned(), 1, 2));
        // 黄番 is no pattern.
        let drawn = WinContext {
            drawn_before: 2,
            ..last
        };
        assert_eq!(
            listed(&alone, drawn),
            ("haidi 1, huangfan 3".to_owned(), 1, 6)
        );
        let both = with_items(&[haidi, red]);
        assert_eq!(listed(&both, last), ("haidi 2, red 3".to_owned(), 5, 10));
    }

    #[test]
    fn an_override_takes_the_place_of_what_it_names() {
        let items = [
            item("red", r#"{"red": {"min": 10}}"#, "3"),
            item("small", r#"{"small": {"min": 11}}"#, "4"),
            item("haidi", r#""last_card""#, "2"),
            item(
                "three",
                r#"{"instead_of": ["red", "small", "haidi"]}"#,
                "20",
            ),
            item("two", r#"{"instead_of": ["red", "small"]}"#, "10"),
        ];
        let rules = with_items(&items);
        let last = WinContext {
            last_card: true,
            ..WinContext::default()
        };
        assert_eq!(
            listed(&rules, WinContext::default()),
            ("two 10".to_owned(), 10, 20)
        );
        assert_eq!(listed(&rules, last), ("three 20".to_owned(), 20, 40));
    }

    #[test]
    fn multiplied_huxi_come_before_the_units() {
        let double = item("tianhu", r#""tianhu""#, r#"2, "effect": "multiply_huxi""#);
        let rules = with_items(&[double]);
        let tianhu = WinContext {
            tianhu: true,
            ..WinContext::default()
        };
        // 36 huxi are 8 units.
        assert_eq!(listed(&rules, tianhu), ("tianhu 2".to_owned(), 1, 8));
    }

    #[test]
    fn the_largest_values_do_not_overflow() {
        let items: Vec<_> = (0..24)
            .map(|i| {
                let more = r#"1000, "each_more": 1000"#;
                item(&format!("item{i}"), r#"{"small": {"min": 0}}"#, more)
            })
            .collect();
        let rules = with_items(&items);
        let context = WinContext {
            drawn_before: u16::MAX,
            ..WinContext::default()
        };
        let (_, fan, score) = listed(&rules, context);
        assert_eq!((fan, score), (u16::MAX, u32::MAX));
    }
}
