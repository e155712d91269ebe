//! Cases about a hand: units, huxi, chi, wins, waits.

use std::collections::{BTreeMap, BTreeSet};

use paohuzi_engine::{
    Action, Card, Counts, Draw, DrawBy, HandError, Meld, Ruleset, Win, WinContext, arrangements,
    best_win, chi_options, meld_huxi, santi_wukan, waits,
};
use serde::Deserialize;

use super::{Case, Differences, compare, ruleset, words};

/// Huxi to units.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scale {
    rules: String,
    #[serde(default)]
    options: toml::Table,
    huxi: u16,
    units: u16,
}

impl Case for Scale {
    fn differences(&self) -> Result<Differences, String> {
        let rules = ruleset(&self.rules, &self.options)?;
        let mut differences = Vec::new();
        let found = rules.units().units(self.huxi);
        compare(&mut differences, "units", &found, &self.units);
        Ok(differences)
    }
}

/// Huxi of single melds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Huxi {
    rules: String,
    #[serde(default)]
    options: toml::Table,
    melds: Vec<MeldHuxi>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeldHuxi {
    meld: String,
    huxi: u8,
}

impl Case for Huxi {
    fn differences(&self) -> Result<Differences, String> {
        let rules = ruleset(&self.rules, &self.options)?;
        let mut differences = Vec::new();
        for MeldHuxi { meld, huxi } in &self.melds {
            let read: Meld = meld.parse().map_err(|error| format!("{error}"))?;
            compare(&mut differences, meld, &meld_huxi(&rules, read), huxi);
        }
        Ok(differences)
    }
}

/// Every way to eat a card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chi {
    #[serde(default = "any_preset")]
    rules: String,
    #[serde(default)]
    options: toml::Table,
    hand: String,
    card: String,
    choices: BTreeSet<String>,
}

/// 吃 is the same in all of them.
fn any_preset() -> String {
    "quanmingtang".into()
}

impl Case for Chi {
    fn differences(&self) -> Result<Differences, String> {
        let rules = ruleset(&self.rules, &self.options)?;
        let hand = hand(&self.hand)?;
        let card = card(&self.card)?;
        let found = chi_options(hand, card, &rules)
            .iter()
            .map(|chi| Action::Chi(card, chi).to_string())
            .collect::<BTreeSet<_>>();
        let mut differences = Vec::new();
        compare(&mut differences, "choices", &found, &self.choices);
        Ok(differences)
    }
}

/// What the cards cannot say about a win.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of a case")]
struct Context {
    last_card: bool,
    first_card: bool,
    bi: u8,
    tianhu: bool,
    dihu: bool,
    nothing_taken: bool,
    drawn_before: u16,
    flipped: Option<String>,
}

impl Context {
    fn read(&self) -> Result<WinContext, String> {
        Ok(WinContext {
            last_card: self.last_card,
            first_card: self.first_card,
            bi: self.bi,
            tianhu: self.tianhu,
            dihu: self.dihu,
            nothing_taken: self.nothing_taken,
            drawn_before: self.drawn_before,
            flipped: self.flipped.as_deref().map(card).transpose()?,
        })
    }
}

/// What a win is in one preset. What is absent is not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    rules: String,
    win: bool,
    huxi: Option<u8>,
    units: Option<u16>,
    fan: Option<u16>,
    score: Option<u32>,
    items: Option<BTreeMap<String, u16>>,
    arrangement: Option<Vec<String>>,
}

impl Row {
    fn differences(&self, win: Option<&Win>, rules: &Ruleset) -> Differences {
        let mut differences = Vec::new();
        let at = |what: &str| format!("[{}] {what}", self.rules);
        compare(&mut differences, &at("win"), &win.is_some(), &self.win);
        let Some(win) = win.filter(|_| self.win) else {
            return differences;
        };
        if let Some(huxi) = &self.huxi {
            compare(&mut differences, &at("huxi"), &win.huxi, huxi);
        }
        if let Some(units) = &self.units {
            compare(&mut differences, &at("units"), &win.units, units);
        }
        if let Some(fan) = &self.fan {
            compare(&mut differences, &at("fan"), &win.fan, fan);
        }
        if let Some(score) = &self.score {
            compare(&mut differences, &at("score"), &win.score, score);
        }
        if let Some(items) = &self.items {
            compare(&mut differences, &at("items"), &items_of(win, rules), items);
        }
        if let Some(arrangement) = &self.arrangement {
            let blocks = win.arrangement.blocks.iter().map(ToString::to_string);
            let found = blocks.collect::<Vec<_>>();
            compare(&mut differences, &at("arrangement"), &found, arrangement);
        }
        differences
    }
}

/// The items of a win by name.
pub(super) fn items_of(win: &Win, rules: &Ruleset) -> BTreeMap<String, u16> {
    let items = win.items.iter();
    items
        .map(|line| (line.name(rules).to_owned(), line.value))
        .collect()
}

/// A hand that wins or not with a card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wins {
    #[serde(default)]
    options: toml::Table,
    hand: String,
    #[serde(default)]
    melds: String,
    draw: Option<String>,
    own_draw: bool,
    #[serde(default)]
    context: Context,
    expect: Vec<Row>,
}

impl Case for Wins {
    fn differences(&self) -> Result<Differences, String> {
        let by = if self.own_draw {
            DrawBy::Own
        } else {
            DrawBy::Other
        };
        let draw = match &self.draw {
            Some(text) => Some(Draw {
                card: card(text)?,
                by,
            }),
            None => None,
        };
        let context = self.context.read()?;
        let mut differences = Vec::new();
        for row in &self.expect {
            let rules = ruleset(&row.rules, &self.options)?;
            let position = position(&self.hand, &self.melds, &rules)?;
            let win = best_win(&position, draw, &rules, context).map_err(text)?;
            differences.extend(row.differences(win.as_ref(), &rules));
            // Where patterns lower the minimum, arrangements know those of the cards alone.
            let by_cards = rules.min_huxi_with_fan() == 0;
            if by_cards && (draw.is_none() || !(context.tianhu || context.dihu)) {
                let all = arrangements(&position, draw, &rules).map_err(text)?;
                if all.is_empty() != win.is_none() {
                    differences.push(format!("{} arrangements beside {win:?}", all.len()));
                }
            }
        }
        Ok(differences)
    }
}

/// A dealt hand with three ti or five kan, or without.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SantiWukan {
    #[serde(default)]
    options: toml::Table,
    hand: String,
    #[serde(default)]
    context: Context,
    expect: Vec<Row>,
}

impl Case for SantiWukan {
    fn differences(&self) -> Result<Differences, String> {
        let hand = hand(&self.hand)?;
        if !(20..=21).contains(&hand.len()) {
            return Err(format!("{} cards, expected 20 or 21", hand.len()));
        }
        let mut differences = Vec::new();
        for row in &self.expect {
            let rules = ruleset(&row.rules, &self.options)?;
            let win = santi_wukan(hand, &rules, self.context.read()?);
            differences.extend(row.differences(win.as_ref(), &rules));
        }
        Ok(differences)
    }
}

/// Every card that completes a hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadyHand {
    rules: String,
    #[serde(default)]
    options: toml::Table,
    hand: String,
    #[serde(default)]
    melds: String,
    waits: BTreeMap<String, Sides>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    own: Option<u8>,
    others: Option<u8>,
}

impl Case for ReadyHand {
    fn differences(&self) -> Result<Differences, String> {
        let rules = ruleset(&self.rules, &self.options)?;
        let position = position(&self.hand, &self.melds, &rules)?;
        let found: BTreeMap<_, _> = (Card::ALL.into_iter().zip(waits(&position, &rules)))
            .filter(|(_, wait)| wait.own.is_some() || wait.others.is_some())
            .map(|(card, wait)| (card.to_string(), (wait.own, wait.others)))
            .collect();
        let expected = self.waits.iter();
        let expected = expected.map(|(card, wait)| (card.clone(), (wait.own, wait.others)));
        let mut differences = Vec::new();
        compare(&mut differences, "waits", &found, &expected.collect());
        Ok(differences)
    }
}

/// A position that broke another engine: a win or the waits of a hand.
enum WinOrWaits {
    Wins(Wins),
    Waits(ReadyHand),
}

/// As [`WinOrWaits`], told apart by the keys.
pub(super) struct Position(WinOrWaits);

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let table = toml::Table::deserialize(deserializer)?;
        let case = if table.contains_key("waits") {
            ReadyHand::deserialize(table).map(WinOrWaits::Waits)
        } else {
            Wins::deserialize(table).map(WinOrWaits::Wins)
        };
        case.map(Self).map_err(serde::de::Error::custom)
    }
}

impl Case for Position {
    fn differences(&self) -> Result<Differences, String> {
        match &self.0 {
            WinOrWaits::Wins(case) => case.differences(),
            WinOrWaits::Waits(case) => case.differences(),
        }
    }
}

fn hand(text: &str) -> Result<Counts, String> {
    text.parse().map_err(|error| format!("{error}"))
}

fn card(text: &str) -> Result<Card, String> {
    text.parse().map_err(|error| format!("{error}"))
}

fn position(cards: &str, melds: &str, rules: &Ruleset) -> Result<paohuzi_engine::Position, String> {
    paohuzi_engine::Position::new(hand(cards)?, &words::<Meld>(melds)?, rules).map_err(text)
}

fn text(error: HandError) -> String {
    error.to_string()
}
