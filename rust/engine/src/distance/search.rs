//! The least number of cards that must come, by trying 1, 2, 3, …
//!
//! # From takes to layouts
//!
//! Cards never enter the hand, so every card that a take brings lies in a meld, and that meld stays. A way to win is
//! therefore a *layout* of the B blocks at its end, in which each block that was not there at the start holds
//!
//! - hand cards alone: a kan, a chi block (laid as bi, or in the hand at the end), the pair;
//! - or hand cards and one card that came: a chi block or a triple that holds two hand cards, an *upgrade* (a kan or a
//!   triple of the table made a quad), the pair from a single card, which only the winning card can complete;
//! - or two hand cards and two cards that came: a quad from a pair.
//!
//! The cards that come, the winning one included, are so counted by block, and the distance is one less. Nothing has to
//! be said about discards: a complete hand has 3B cards, or 3B − 1 + k with k quads, one more than W(k), so the loose
//! cards that the layout leaves over are exactly as many as the discards that fall due, and at each of them one is left.
//! A layout needs the minimum huxi, copies that can come, and takes that can be made in some order: see `order`.
//!
//! Conversely a layout whose takes have a legal order is a legal sequence of takes, so the least number over such
//! layouts is the distance.
//!
//! # The search
//!
//! For each number of cards and each number of quads the number of whole chi blocks is fixed. It is rarely more than
//! the cards can hold at once (`packing`), and whole blocks are chosen in order of their numbers while the rest can still
//! bring the huxi ([`Problem::may_bring`]), those worth huxi before the others. On dealt hands a few dozen sets of whole
//! blocks are looked at, and three reach `fill`.
//!
//! The distances after every discard come of one such search: a layout of all the cards answers for every kind that it
//! leaves over.

use super::fill::{Asked, Fill, Plan};
use super::open::{SCORING, played};
use super::problem::{Goal, Problem};
use crate::block::{CHI_BLOCKS, ChiBlock};
use crate::card::{Card, KINDS};
use crate::counts::Counts;
use crate::win::huxi_alone_decide;

/// The fewest cards, the winning one included, with which the hand is complete; from `least` to `most` are looked for.
pub(super) fn fewest(problem: &Problem<'_>, least: u8, most: u8) -> Option<u8> {
    if problem.outlook.dead {
        return None;
    }
    let search = |problem: &Problem<'_>, most: u8| {
        let search = Search::new(problem);
        (least..=most.min(search.most())).find(|&cards| search.can(cards, &mut Asked::Whether))
    };
    let mut best = search(problem, most);
    for goal in lower_goals(problem) {
        let fewer = best.map_or(most, |best| best - 1);
        let lowered = problem.lowered(*goal);
        best = lowered.and_then(|problem| search(&problem, fewer)).or(best);
    }
    best
}

/// The fewest cards after the discard of each kind of loose card, by card index, for a hand with a discard due.
///
/// One search answers for all: a layout answers for every kind that it leaves over. For each number of cards only
/// those kinds are looked for that no smaller number was enough for.
pub(super) fn fewest_after_discards(problem: &Problem<'_>) -> [Option<u8>; KINDS] {
    let mut best = [None; KINDS];
    if problem.outlook.dead {
        return best;
    }
    let after = problem.after_a_discard();
    let kinds = || problem.loose.kinds().map(|(card, _)| card);
    let mut search = |problem: &Problem<'_>| {
        let search = Search::new(problem);
        for cards in 1..=search.most() {
            let open = |card: &Card| best[card.index()].is_none_or(|best| best > cards);
            let before = kinds().filter(open).fold(Counts::EMPTY, |sum, card| {
                sum.checked_add(Counts::of(card, 3)).unwrap_or(sum)
            });
            if before.is_empty() {
                break;
            }
            let mut asked = Asked::Discards(before);
            search.can(cards, &mut asked);
            let Asked::Discards(after) = asked else { break };
            for (card, _) in before.checked_sub(after).unwrap_or_default().kinds() {
                best[card.index()] = Some(cards);
            }
        }
    };
    search(&after);
    for goal in lower_goals(problem) {
        if let Some(lowered) = after.lowered(*goal) {
            search(&lowered);
        }
    }
    best
}

/// The goals beside the minimum huxi.
fn lower_goals(problem: &Problem<'_>) -> &'static [Goal] {
    if huxi_alone_decide(problem.rules) {
        &[]
    } else {
        &[Goal::Nothing, Goal::Pattern]
    }
}

/// A set of chi blocks, bit i for the block with number i.
type Blocks = u64;

/// The blocks that need one card of each kind at least, and two.
static NEEDING: [[Blocks; 2]; KINDS] = {
    let mut all = [[0; 2]; KINDS];
    let mut i = 0;
    while i < CHI_BLOCKS {
        let mut card = 0;
        while card < KINDS {
            if let (Some(block), Some(kind)) = (ChiBlock::from_index(i), Card::from_index(card)) {
                let mut copies = block.counts().get(kind) as usize;
                while copies > 0 {
                    copies -= 1;
                    all[card][copies] |= 1 << i;
                }
            }
            card += 1;
        }
        i += 1;
    }
    all
};

/// Those of the blocks that the cards hold, where these kinds alone can fall short.
fn held(blocks: Blocks, kinds: impl IntoIterator<Item = Card>, cards: Counts) -> Blocks {
    let short = |card: Card| {
        let copies = usize::from(cards.get(card));
        NEEDING[card.index()].get(copies).copied().unwrap_or(0)
    };
    kinds
        .into_iter()
        .fold(blocks, |blocks, card| blocks & !short(card))
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    /// The blocks that the loose cards hold whole.
    whole: Blocks,
    /// Those of all blocks that are worth huxi.
    scoring: Blocks,
}

/// How a complete hand is made up.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Chi blocks of hand cards alone.
    whole: u8,
    /// Quads to come, of upgrades and of hand pairs.
    quads: u8,
    /// Whether the pair (将) is among the blocks to be made.
    pair: bool,
    /// Whether the pair is completed by the winning card.
    single: bool,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem<'a>) -> Self {
        let played = played(problem.rules.one_five_ten());
        let mut whole = held(played, Card::ALL, problem.loose);
        let mut scoring = 0;
        for (block, worth) in SCORING.into_iter().zip(problem.worth.scoring) {
            scoring |= Blocks::from(worth > 0) << block.index();
        }
        if problem.goal == Goal::Nothing {
            whole &= !scoring;
        }
        Self {
            problem,
            whole,
            scoring,
        }
    }

    /// Quads that could come.
    fn quads(&self) -> u8 {
        let pairs = self.problem.loose.exactly(2).len();
        u8::try_from(pairs + self.problem.upgrades.len()).unwrap_or(u8::MAX)
    }

    /// No complete hand takes more cards: one for each block, two for a quad from a pair.
    fn most(&self) -> u8 {
        self.problem.to_make + self.quads()
    }

    /// Whether exactly so many cards complete the hand.
    ///
    /// Each block to be made takes one card, but for chi blocks and a pair of hand cards alone, which take none, a quad
    /// from a hand pair, which takes two, and an upgrade, which takes one beside them.
    fn can(&self, cards: u8, asked: &mut Asked) -> bool {
        let to_make = self.problem.to_make;
        if self.problem.quads == 0 && cards <= to_make {
            let shape = Shape {
                whole: to_make - cards,
                quads: 0,
                pair: false,
                single: false,
            };
            if self.shape(shape, asked) {
                return true;
            }
        }
        let least = u8::from(self.problem.quads == 0);
        for quads in least..=self.quads() {
            for single in [false, true] {
                // The pair of hand cards takes no card, all else at least one.
                let taken = to_make + quads + u8::from(single);
                let Some(whole) = taken.checked_sub(cards + 1) else {
                    continue;
                };
                let shape = Shape {
                    whole,
                    quads,
                    pair: true,
                    single,
                };
                if self.shape(shape, asked) {
                    return true;
                }
            }
        }
        false
    }

    fn shape(&self, shape: Shape, asked: &mut Asked) -> bool {
        if shape.whole > self.problem.most_whole {
            return false;
        }
        let upgrades = u8::try_from(self.problem.upgrades.len()).unwrap_or(u8::MAX);
        (shape.quads.saturating_sub(upgrades)..=shape.quads).any(|from_pairs| {
            let settled = u8::from(shape.pair) + shape.whole + from_pairs;
            let Some(open) = self.problem.to_make.checked_sub(settled) else {
                return false;
            };
            let pair = match (shape.pair, shape.single) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 2,
            };
            let used = 3 * shape.whole + 2 * (open + from_pairs) + pair;
            let Some(left) = self.problem.loose.len().checked_sub(used) else {
                return false;
            };
            let plan = Plan {
                open,
                from_pairs,
                pair: shape.pair && !shape.single,
                single: shape.single,
                left,
                need: self.problem.need,
            };
            let upgrades = shape.quads - from_pairs;
            let mut fill = Fill::new(self.problem, asked);
            self.upgrade(&mut fill, plan, upgrades, 0, shape.whole)
        })
    }

    /// Chooses so many upgrades from `from` on, then the blocks.
    fn upgrade(
        &self,
        fill: &mut Fill<'_>,
        plan: Plan,
        upgrades: u8,
        from: usize,
        whole: u8,
    ) -> bool {
        let Some(upgrades) = upgrades.checked_sub(1) else {
            return self.scoring(fill, plan, self.problem.loose, self.whole, whole);
        };
        let rest = self.problem.upgrades.get(from..).unwrap_or_default();
        rest.iter().zip(from + 1..).any(|(upgrade, next)| {
            let need = plan.need - upgrade.gain;
            let plan = Plan { need, ..plan };
            fill.with_upgrade(upgrade.card, |fill| {
                self.upgrade(fill, plan, upgrades, next, whole)
            })
        })
    }

    /// Chooses so many whole blocks of these, those worth huxi first, then fills in the rest.
    ///
    /// So when the blocks worth nothing are chosen, it is known what the open blocks must bring.
    fn scoring(
        &self,
        fill: &mut Fill<'_>,
        plan: Plan,
        loose: Counts,
        blocks: Blocks,
        whole: u8,
    ) -> bool {
        if fill.is_pointless(plan, loose) || !self.can_bring(plan, loose, whole) {
            return false;
        }
        if self.plain(fill, plan, loose, blocks & !self.scoring, whole) {
            return true;
        }
        let Some(whole) = whole.checked_sub(1) else {
            return false;
        };
        let mut from = blocks & self.scoring;
        while let Some(block) = ChiBlock::from_index(from.trailing_zeros() as usize) {
            if let Some(rest) = loose.checked_sub(block.counts()) {
                let need = plan.need - self.problem.chi_huxi(block);
                let plan = Plan { need, ..plan };
                let left = held(from | blocks & !self.scoring, block.cards(), rest);
                let done =
                    fill.with_whole(block, |fill| self.scoring(fill, plan, rest, left, whole));
                if done {
                    return true;
                }
            }
            from &= from - 1;
        }
        false
    }

    /// Chooses so many whole blocks of these, which are worth nothing, then fills in the rest.
    fn plain(
        &self,
        fill: &mut Fill<'_>,
        plan: Plan,
        loose: Counts,
        blocks: Blocks,
        whole: u8,
    ) -> bool {
        if fill.is_pointless(plan, loose) || !self.can_bring(plan, loose, 0) {
            return false;
        }
        let Some(whole) = whole.checked_sub(1) else {
            return fill.completes(plan, loose);
        };
        let mut from = blocks;
        while let Some(block) = ChiBlock::from_index(from.trailing_zeros() as usize) {
            if let Some(rest) = loose.checked_sub(block.counts()) {
                let left = match whole {
                    0 => 0,
                    _ => held(from, block.cards(), rest),
                };
                let done = (whole == 0 || left != 0)
                    && fill.with_whole(block, |fill| self.plain(fill, plan, rest, left, whole));
                if done {
                    return true;
                }
            }
            from &= from - 1;
        }
        false
    }

    /// Whether the open blocks and so many whole ones can bring the huxi that are wanted.
    fn can_bring(&self, plan: Plan, loose: Counts, whole: u8) -> bool {
        let blocks = whole + plan.open;
        self.problem
            .may_bring(plan.need, loose, blocks, plan.from_pairs)
    }
}
