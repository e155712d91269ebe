//! Whether a hand wins with a card, in which arrangements, and what the best of them is worth.

mod finished;
#[doc(hidden)]
pub mod plain;
mod query;

use std::cmp::Ordering;

use tinyvec::ArrayVec;

use self::finished::FinishedArrangements;
pub(crate) use self::query::Unfinished;
use self::query::{Query, locked_blocks};
use crate::counts::Counts;
use crate::huxi::sum_huxi;
use crate::meld::{Meld, MeldKind};
use crate::packed::Packed;
use crate::position::{Draw, DrawBy, HandError, MeldList, Position};
use crate::rules::{Ruleset, Tuan};
use crate::score::{Finished, ItemList, Tally, WinContext, Worth, santi_wukan_worth, worth};

/// A complete hand in blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Arrangement {
    /// The table melds as they were laid, one that the winning card made a pao or ti in its place; then the blocks of
    /// the hand by kind (ti, pao, kan, wei, peng, chi, pair), then by cards. Rule: ruling 22.
    pub blocks: MeldList,
    /// Their huxi together.
    pub huxi: u8,
}

impl Arrangement {
    /// The order in which equally good arrangements are preferred. Rule: ruling 22.
    fn shown_cmp(&self, other: &Self) -> Ordering {
        let key = |block: &Meld| block.shown_key();
        self.blocks
            .iter()
            .map(key)
            .cmp(other.blocks.iter().map(key))
    }
}

/// A win and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Win {
    /// The best arrangement; for 三提五坎 the blocks that count.
    pub arrangement: Arrangement,
    /// Its plain huxi.
    pub huxi: u8,
    /// Units (等 / 囤), with those of a self-draw. Rule: R35, R37.
    pub units: u16,
    /// Whether it counts as self-drawn (自摸).
    pub self_draw: bool,
    /// Its fan items.
    pub items: ItemList,
    /// Sum of the fan, 1 when plain. Rule: R38.
    pub fan: u16,
    /// What one loser pays: units times fan, times 黄番. Rule: 3.3, ruling 20.
    pub score: u32,
}

/// Every finished arrangement of the hand with the drawn card that has the minimum huxi, in the order of ruling 22.
///
/// Without a draw the hand as it stands is the complete one. A discard finishes none where the ruleset lets no discard be
/// won on. Where patterns lower the minimum, those count that the cards alone show. Rule: 2.3 "which completions can win",
/// rulings 1 and 2.
///
/// # Errors
/// A fifth copy of the drawn card.
pub fn arrangements(
    position: &Position,
    draw: Option<Draw>,
    rules: &Ruleset,
) -> Result<Vec<Arrangement>, HandError> {
    Ok(arrangements_iter(position, draw, rules)?.collect())
}

/// As [`arrangements`], each found when it is asked for.
///
/// # Errors
/// A fifth copy of the drawn card.
///
/// ```
/// use paohuzi_engine::{Card, Draw, DrawBy, Position, Ruleset, arrangements_iter};
/// let rules = Ruleset::default();
/// let melds = ["ti:b1".parse()?, "pao:b9".parse()?, "wei:b3".parse()?];
/// let position = Position::new("s3x2 s4x2 s5x2 s6 b4x3".parse()?, &melds, &rules)?;
/// let draw = Draw { card: Card::S6, by: DrawBy::Other };
/// let mut found = arrangements_iter(&position, Some(draw), &rules)?;
/// assert_eq!(found.next().map(|first| first.huxi), Some(33));
/// assert_eq!(found.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn arrangements_iter<'a>(
    position: &'a Position,
    draw: Option<Draw>,
    rules: &'a Ruleset,
) -> Result<impl Iterator<Item = Arrangement> + 'a, HandError> {
    position.with(draw)?;
    let open = draw.is_none_or(|draw| draw.is_open(rules, true));
    let wins = open.then(|| {
        let plain = WinContext::default();
        wins_of(position.hand, &position.melds, draw, true, rules, plain)
    });
    Ok(wins.into_iter().flatten().map(|win| win.arrangement))
}

/// The best win of the hand with the drawn card: by score, then huxi, then the order of ruling 22.
///
/// There is none on a discard where the ruleset lets no such discard be won on.
///
/// # Errors
/// A fifth copy of the drawn card.
///
/// ```
/// use paohuzi_engine::{Card, Draw, DrawBy, Position, Ruleset, WinContext, best_win};
/// let rules = Ruleset::default();
/// let hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9".parse()?;
/// let position = Position::new(hand, &[], &rules)?;
/// let draw = Draw { card: Card::S7, by: DrawBy::Own };
/// let win = best_win(&position, Some(draw), &rules, WinContext::default())?.expect("15 huxi");
/// assert_eq!((win.huxi, win.units, win.fan, win.score), (15, 2, 1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_win(
    position: &Position,
    draw: Option<Draw>,
    rules: &Ruleset,
    context: WinContext,
) -> Result<Option<Win>, HandError> {
    position.with(draw)?;
    if draw.is_some_and(|draw| !draw.is_open(rules, context.dihu)) {
        return Ok(None);
    }
    let (hand, melds) = (position.hand, &position.melds);
    Ok(best_win_in(hand, melds, draw, true, rules, context))
}

/// The win of a dealt hand with three ti or five kan (三提五坎), which needs neither blocks nor huxi.
/// Rule: R31, ruling 11.
#[must_use]
pub fn santi_wukan(hand: Counts, rules: &Ruleset, context: WinContext) -> Option<Win> {
    let blocks = locked_blocks(hand);
    let ti = blocks.iter().filter(|block| block.kind().is_quad()).count();
    let kan = if rules.wukan_counts_ti() {
        blocks.len()
    } else {
        blocks.len() - ti
    };
    if ti < 3 && kan < 5 {
        return None;
    }
    let huxi = sum_huxi(rules, &blocks);
    let arrangement = Arrangement { blocks, huxi };
    let worth = santi_wukan_worth(rules, huxi, context);
    Some(Win::new(arrangement, true, &worth))
}

/// Whether more than the huxi decides what is enough for a win.
pub(crate) const fn huxi_alone_decide(rules: &Ruleset) -> bool {
    rules.min_huxi_with_fan() == 0 && !rules.zero_huxi_wins()
}

/// As [`best_win`], on a hand and melds known to be possible; without `peng_ok` a hand pair makes no peng.
pub(crate) fn best_win_in(
    hand: Counts,
    melds: &[Meld],
    draw: Option<Draw>,
    peng_ok: bool,
    rules: &Ruleset,
    context: WinContext,
) -> Option<Win> {
    // Of equally good ones the first stands, which is the smallest in the order of ruling 22.
    wins_of(hand, melds, draw, peng_ok, rules, context).reduce(|best, win| {
        if win.cmp_worth(&best) == Ordering::Greater {
            win
        } else {
            best
        }
    })
}

/// The wins of a hand and melds known to be possible, one for each arrangement, in the order of ruling 22.
fn wins_of<'a>(
    hand: Counts,
    melds: &'a [Meld],
    draw: Option<Draw>,
    peng_ok: bool,
    rules: &'a Ruleset,
    context: WinContext,
) -> impl Iterator<Item = Win> + 'a {
    let card = draw.map(|draw| draw.card);
    let single_wait =
        draw.is_some_and(|draw| draw.by != DrawBy::OwnLaid && hand == Counts::of(draw.card, 1));
    let (hand, draw) = match draw {
        None
        | Some(Draw {
            by: DrawBy::OwnLaid,
            ..
        }) => (Some(hand), draw),
        // The shown card is part of the dealt hand. Rule: 2.3.
        Some(draw) if context.tianhu => (hand.checked_add(Counts::of(draw.card, 1)), None),
        Some(draw) if context.dihu => {
            let by = DrawBy::Other;
            (Some(hand), Some(Draw { by, ..draw }))
        }
        Some(_) => (Some(hand), draw),
    };
    let query = hand.map(|hand| Query::new(hand, melds, draw, peng_ok, rules));
    let own = draw.is_some_and(|draw| draw.by.is_own());
    let self_draw = context.tianhu || own;
    let on_discard = draw.is_some_and(|draw| draw.by == DrawBy::Discard);
    let laid_first = query.as_ref().is_some_and(Query::is_laid_first);
    let nothing_taken = context.nothing_taken
        && (rules.tinghu_allows_wei() || !laid_first)
        && melds.iter().all(|meld| leaves_tinghu(meld.kind(), rules));
    let mut tally = None;
    let arrangements = query.into_iter().flat_map(FinishedArrangements::new);
    arrangements.filter_map(move |arrangement| {
        // With quads counted, 团胡 depends on the arrangement.
        let tally = match (rules.tuan(), tally) {
            (Tuan::Any, Some(tally)) => tally,
            (Tuan::Any | Tuan::Quads, _) => *tally.insert(Tally::of(&arrangement.blocks, rules)),
        };
        let worth = worth(
            rules,
            &Finished {
                blocks: &arrangement.blocks,
                tally,
                huxi: arrangement.huxi,
                card,
                self_draw,
                on_discard,
                single_wait,
                nothing_taken,
                context,
            },
        );
        rules
            .is_enough(arrangement.huxi, worth.has_pattern)
            .then(|| Win::new(arrangement, self_draw, &worth))
    })
}

/// Whether a meld of this kind leaves 听胡 whole. Rule: ruling 14, A32.
pub(crate) fn leaves_tinghu(kind: MeldKind, rules: &Ruleset) -> bool {
    kind == MeldKind::DealtTi
        || (rules.tinghu_allows_wei() && (kind.is_wei() || kind == MeldKind::Ti))
}

/// The ways to take the drawn card that the rules allow, and what each leaves to be done.
pub(crate) fn unfinished(
    position: &Position,
    draw: Option<Draw>,
    rules: &Ruleset,
) -> ArrayVec<[Unfinished; 2]> {
    let query = Query::new(position.hand(), position.melds(), draw, true, rules);
    let readings = query.readings.iter();
    readings.map(|reading| query.unfinished(reading)).collect()
}

/// Whether a hand and melds known to be possible win; without `peng_ok` a hand pair makes no peng. The context matters
/// only where patterns lower the minimum.
pub(crate) fn can_win(
    hand: Counts,
    melds: &[Meld],
    draw: Option<Draw>,
    peng_ok: bool,
    rules: &Ruleset,
    context: WinContext,
) -> bool {
    let packed = Packed::new(hand, melds, rules);
    packed.best_with(draw, peng_ok, rules).is_some()
        || (!huxi_alone_decide(rules)
            && best_win_in(hand, melds, draw, peng_ok, rules, context).is_some())
}

/// The most huxi with which a hand and melds known to be possible win, where patterns lower the minimum: by the cards
/// alone. Without `peng_ok` a hand pair makes no peng.
pub(crate) fn best_huxi_by_patterns(
    position: &Position,
    draw: Draw,
    peng_ok: bool,
    rules: &Ruleset,
) -> Option<u8> {
    let (hand, melds) = (position.hand(), position.melds());
    let context = WinContext::default();
    let wins = wins_of(hand, melds, Some(draw), peng_ok, rules, context);
    wins.map(|win| win.huxi).max()
}

impl Win {
    fn new(arrangement: Arrangement, self_draw: bool, worth: &Worth) -> Self {
        Self {
            arrangement,
            huxi: arrangement.huxi,
            units: worth.units,
            self_draw,
            items: worth.items,
            fan: worth.fan,
            score: worth.score,
        }
    }

    /// Greater is better. Rule: rulings 1 and 22.
    fn cmp_worth(&self, other: &Self) -> Ordering {
        (self.score, self.huxi)
            .cmp(&(other.score, other.huxi))
            .then_with(|| other.arrangement.shown_cmp(&self.arrangement))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::block::ChiBlock;
    use crate::card::Card;

    fn melds(text: &str) -> Vec<Meld> {
        let meld = |text: &str| text.parse().expect("a meld");
        text.split_whitespace().map(meld).collect()
    }

    fn best_huxi(hand: Counts, melds: &[Meld], draw: Option<Draw>, rules: &Ruleset) -> Option<u8> {
        Packed::new(hand, melds, rules).best_with(draw, true, rules)
    }

    fn other(card: Card) -> Draw {
        let by = DrawBy::Other;
        Draw { card, by }
    }

    #[test]
    fn the_higher_score_wins_over_the_higher_huxi() {
        // E22 on b7 where a pao is worth nothing: 28 huxi with a kan and a jiao, 22 with pao and pair and all same.
        let keys = r#"{"huxi": {"pao": {"small": 0, "big": 0}}, "fan": [
            {"name": "duiduihu", "hanzi": "", "rule": "", "when": "all_same", "value": 6}]}"#;
        let rules = Ruleset::default().replaced(keys).expect("valid keys");
        let hand = "b7x3 s7x2 b4x3 b8x3 s5x3".parse().expect("cards");
        let table = melds("peng:s1 wei:b3");
        let context = WinContext::default();
        let win = best_win_in(hand, &table, Some(other(Card::B7)), true, &rules, context);
        let numbers = win.map(|win| (win.huxi, win.units, win.fan, win.score));
        assert_eq!(numbers, Some((22, 3, 6, 18)));
        assert_eq!(
            best_huxi(hand, &table, Some(other(Card::B7)), &rules),
            Some(28)
        );
    }

    #[test]
    fn of_equal_arrangements_the_first_in_order_is_shown() {
        // 3-4-5 twice and a pair of sixes, or a pair of threes and 4-5-6 twice.
        let hand = "s3x2 s4x2 s5x2 s6 b4x3".parse().expect("cards");
        let table = melds("ti:b1 pao:b9 wei:b3");
        let rules = Ruleset::default();
        let context = WinContext::default();
        let win = best_win_in(hand, &table, Some(other(Card::S6)), true, &rules, context);
        let blocks = win.map(|win| win.arrangement.blocks.to_vec());
        let first = "ti:b1 pao:b9 wei:b3 kan:b4 chi:s3-s4-s5 chi:s3-s4-s5 pair:s6";
        assert_eq!(blocks, Some(melds(first)));
    }

    #[test]
    fn a_discard_wins_where_the_ruleset_says_so() {
        // E13 on s7.
        let hand = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s5 s6 s8 s9";
        let draw = Some(Draw {
            card: Card::S7,
            by: DrawBy::Discard,
        });
        let wins = |keys: &str, dihu| {
            let rules = Ruleset::default().replaced(keys).expect("valid keys");
            let hand = hand.parse().expect("cards");
            let position = Position::new(hand, &[], &rules).expect("a hand");
            let context = WinContext {
                dihu,
                ..WinContext::default()
            };
            let win = best_win(&position, draw, &rules, context).expect("three of s7 are left");
            let all = arrangements(&position, draw, &rules).expect("three of s7 are left");
            (win.is_some(), all.len())
        };
        assert_eq!(wins("{}", false), (false, 0));
        assert_eq!(wins(r#"{"discard_wins": true}"#, false), (true, 1));
        assert_eq!(wins(r#"{"dihu": "first_discard"}"#, false), (false, 1));
        assert_eq!(wins(r#"{"dihu": "first_discard"}"#, true), (true, 1));
    }

    #[test]
    fn a_declined_peng_can_be_kept_out_of_a_win() {
        // E49 on b9, a peng; E50 on s3, which needs no peng.
        let rules = Ruleset::default();
        let can = |table: &str, hand: &str, card, peng_ok| {
            let hand = hand.parse().expect("cards");
            let (table, draw) = (melds(table), Some(other(card)));
            can_win(hand, &table, draw, peng_ok, &rules, WinContext::default())
        };
        let e49 = "b7x3 s1x3 b5x3 s2 s7 s10 s4 s5 s6 b9x2";
        assert!(can("chi:b1-b2-b3", e49, Card::B9, true));
        assert!(!can("chi:b1-b2-b3", e49, Card::B9, false));
        let e50 = "s2 s7 s10 s4 s5 s6 s8 s9 b1x3 b5x3 s3x2 b3";
        assert!(can("chi:s1-s2-s3", e50, Card::S3, false));
    }

    #[test]
    fn a_card_laid_already_counts_as_self_drawn() {
        // E18 after the wei.
        let hand = "s1x3 s6x3 b9x3 b4x3 s2 s7 s10".parse().expect("cards");
        let table = melds("chi:s8-s9-s10 wei:b5");
        let (card, by) = (Card::B5, DrawBy::OwnLaid);
        let context = WinContext {
            nothing_taken: true,
            ..WinContext::default()
        };
        let rules = Ruleset::default();
        let win = best_win_in(hand, &table, Some(Draw { card, by }), true, &rules, context);
        let numbers = win.map(|win| (win.huxi, win.units, win.self_draw));
        assert_eq!(numbers, Some((27, 6, true)));
        assert!(can_win(hand, &table, None, true, &rules, context));
    }

    /// Seven random blocks less a card, some of them on the table.
    fn near_ready() -> impl Strategy<Value = (Counts, Vec<Meld>)> {
        let kinds = prop::sample::select(vec![
            MeldKind::Peng,
            MeldKind::Wei,
            MeldKind::Kan,
            MeldKind::Kan,
            MeldKind::Pao,
            MeldKind::Pair,
        ]);
        let same = (kinds, prop::sample::select(Card::ALL.to_vec()))
            .prop_map(|(kind, card)| Meld::same(kind, card));
        let chi = prop::sample::select(ChiBlock::all().map(Meld::chi).collect::<Vec<_>>());
        let block = prop_oneof![2 => same, 3 => chi];
        let blocks = prop::collection::vec((block, any::<bool>()), 7);
        (blocks, any::<prop::sample::Index>()).prop_map(|(blocks, lost)| {
            let (mut hand, mut table, mut all) = (Counts::EMPTY, Vec::new(), Counts::EMPTY);
            for (block, laid) in blocks {
                let Some(sum) = all.checked_add(block.counts()) else {
                    continue;
                };
                all = sum;
                let stays = !laid || !block.kind().is_laid();
                match hand.checked_add(block.counts()) {
                    Some(more) if stays && more.len() <= 21 => hand = more,
                    Some(_) | None => table.push(block),
                }
            }
            table.retain(|meld| meld.kind().is_laid());
            let cards: Vec<_> = hand.cards().collect();
            if !cards.is_empty() {
                hand = hand.minus(*lost.get(&cards), 1);
            }
            (hand, table)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn all_answers_about_a_hand_agree(
            (hand, table) in near_ready(),
            own_draw_first: bool,
            one_five_ten: bool,
            peng_ok: bool,
            minimum in prop::sample::select(vec![0, 10, 15, 21]),
            zero_huxi_wins: bool,
            lowered: bool,
        ) {
            // All same is the only pattern, worth no more than none.
            let with_fan = if lowered { minimum / 2 } else { 0 };
            let keys = format!(
                r#"{{"own_draw_first": {own_draw_first}, "one_five_ten": {one_five_ten},
                     "min_huxi": {minimum}, "zero_huxi_wins": {zero_huxi_wins}, "min_huxi_with_fan": {with_fan},
                     "fan": [{{"name": "a", "hanzi": "", "rule": "", "when": "all_same", "value": 1}}]}}"#
            );
            let rules = Ruleset::default().replaced(&keys)?;
            let Ok(position) = Position::new(hand, &table, &rules) else {
                return Ok(());
            };
            for card in Card::ALL {
                for by in [DrawBy::Own, DrawBy::Other] {
                    let drawn = Draw { card, by };
                    let draw = Some(drawn);
                    let Ok(all) = arrangements(&position, draw, &rules) else {
                        continue;
                    };
                    let context = WinContext::default();
                    let best = best_win_in(hand, &table, draw, true, &rules, context);
                    let huxi = all.iter().map(|found| found.huxi).max();
                    // Plain rules: the best score has the most huxi.
                    prop_assert_eq!(best.map(|win| win.huxi), huxi);
                    let by_patterns = best_huxi_by_patterns(&position, drawn, true, &rules);
                    prop_assert_eq!(by_patterns, huxi);
                    if huxi_alone_decide(&rules) {
                        prop_assert_eq!(best_huxi(hand, &table, draw, &rules), huxi);
                    }
                    prop_assert_eq!(
                        can_win(hand, &table, draw, true, &rules, context),
                        huxi.is_some()
                    );
                    let without = best_win_in(hand, &table, draw, peng_ok, &rules, context);
                    prop_assert_eq!(
                        can_win(hand, &table, draw, peng_ok, &rules, context),
                        without.is_some()
                    );
                    for found in all {
                        prop_assert_eq!(found.huxi, sum_huxi(&rules, &found.blocks));
                        let same = found.blocks.iter().all(|block| block.kind() != MeldKind::Chi);
                        prop_assert!(
                            found.huxi >= minimum
                                || (zero_huxi_wins && found.huxi == 0)
                                || (same && lowered && found.huxi >= minimum / 2)
                        );
                    }
                }
            }
        }
    }
}
