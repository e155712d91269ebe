//! Whether a hand wins with a card, in which arrangements, and what the best of them is worth.

use std::cmp::Ordering;

use thiserror::Error;
use tinyvec::ArrayVec;

use crate::block::{ChiBlock, ChiShape};
use crate::card::{COPIES, Card};
use crate::counts::Counts;
use crate::decompose::{best_free_huxi, for_each_split, reaches};
use crate::huxi::{meld_huxi, sum_huxi};
use crate::meld::{Meld, MeldKind};
use crate::rules::{Ruleset, TripleFromOther};
use crate::score::{Finished, ItemList, Tally, WinContext, Worth, santi_wukan_worth, worth};

/// Melds of a seat or blocks of an arrangement.
pub type MeldList = ArrayVec<[Meld; 8]>;

/// Who drew a card from the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawBy {
    /// The seat whose hand is looked at.
    Own,
    /// The same, and the card lies already in the wei or ti that it made.
    OwnLaid,
    /// Another seat.
    Other,
}

/// A card drawn from the stock, which is what a hand can win on. Rule: R28.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draw {
    /// The card.
    pub card: Card,
    /// Who drew it.
    pub by: DrawBy,
}

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

/// A hand and a table that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandError {
    /// More copies of a card than the pack has.
    #[error("card {card} appears {found} times in hand, melds and draw, at most 4")]
    Copies {
        /// The card.
        card: Card,
        /// How often it appears.
        found: u8,
    },
    /// More melds than a complete hand has blocks.
    #[error("{found} melds on the table, at most {most}")]
    Melds {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: u8,
    },
    /// A meld of a kind that stays in the hand.
    #[error("meld {meld} cannot be laid: put its cards in the hand")]
    NotLaid {
        /// The meld.
        meld: Meld,
    },
    /// A block that the ruleset does not have.
    #[error("meld {meld} is no block of this ruleset, which has no 1-5-10")]
    NoBlock {
        /// The meld.
        meld: Meld,
    },
    /// More cards in the hand than a dealer gets.
    #[error("{found} cards in the hand, at most {most}")]
    HandSize {
        /// How many there are.
        found: u8,
        /// How many there may be.
        most: u8,
    },
}

impl HandError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Copies { .. } => "hand_copies",
            Self::Melds { .. } => "hand_melds",
            Self::NotLaid { .. } => "hand_not_laid",
            Self::NoBlock { .. } => "hand_no_block",
            Self::HandSize { .. } => "hand_size",
        }
    }
}

/// A hand and the melds on the table before it, known to be possible.
///
/// ```
/// use paohuzi_engine::{HandError, Position, Ruleset};
/// let rules = Ruleset::default();
/// let position = Position::new("s1x3 b9".parse()?, &["pao:b5".parse()?], &rules)?;
/// assert_eq!(position.hand().len(), 4);
/// let error = Position::new("s1x3 b9".parse()?, &["peng:s1".parse()?], &rules).unwrap_err();
/// assert_eq!(error.to_string(), "card s1 appears 6 times in hand, melds and draw, at most 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    hand: Counts,
    melds: MeldList,
}

impl Position {
    /// The position of a hand and melds in the order they were laid.
    ///
    /// # Errors
    /// What cannot be: see [`HandError`]. A hand of a size that no seat ever holds is a position; it just never wins.
    pub fn new(hand: Counts, melds: &[Meld], rules: &Ruleset) -> Result<Self, HandError> {
        if melds.len() > usize::from(rules.blocks()) {
            return Err(HandError::Melds {
                found: melds.len(),
                most: rules.blocks(),
            });
        }
        for &meld in melds {
            if !meld.kind().is_laid() {
                return Err(HandError::NotLaid { meld });
            }
            let shape = meld.chi_block().map(ChiBlock::shape);
            if shape == Some(ChiShape::OneFiveTen) && !rules.one_five_ten() {
                return Err(HandError::NoBlock { meld });
            }
        }
        let most = rules.hand_size() + 1;
        if hand.len() > most {
            return Err(HandError::HandSize {
                found: hand.len(),
                most,
            });
        }
        let position = Self {
            hand,
            melds: melds.iter().copied().collect(),
        };
        position.with(None)?;
        Ok(position)
    }

    /// The cards in the hand.
    #[must_use]
    pub const fn hand(&self) -> Counts {
        self.hand
    }

    /// The melds on the table.
    #[must_use]
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// Whether the pack has another copy of the card.
    pub(crate) fn can_draw(&self, card: Card) -> bool {
        self.copies(card) < COPIES
    }

    fn copies(&self, card: Card) -> u8 {
        let laid = self.melds.iter().map(|meld| meld.counts().get(card));
        laid.fold(self.hand.get(card), u8::saturating_add)
    }

    /// Refuses a card that would be there five times with the draw.
    fn with(&self, draw: Option<Draw>) -> Result<(), HandError> {
        for card in Card::ALL {
            let drawn = draw.is_some_and(|draw| draw.card == card && draw.by != DrawBy::OwnLaid);
            let found = self.copies(card) + u8::from(drawn);
            if found > COPIES {
                return Err(HandError::Copies { card, found });
            }
        }
        Ok(())
    }
}

/// Every finished arrangement of the hand with the drawn card that has the minimum huxi, in the order of ruling 22.
///
/// Without a draw the hand as it stands is the complete one. Rule: 2.3 "which completions can win", rulings 1 and 2.
///
/// # Errors
/// A fifth copy of the drawn card.
pub fn arrangements(
    position: &Position,
    draw: Option<Draw>,
    rules: &Ruleset,
) -> Result<Vec<Arrangement>, HandError> {
    position.with(draw)?;
    let query = Query::new(position.hand, &position.melds, draw, true, rules);
    let mut all = Vec::new();
    query.for_each(|arrangement| all.push(arrangement));
    all.sort_unstable_by(Arrangement::shown_cmp);
    Ok(all)
}

/// The best win of the hand with the drawn card: by score, then huxi, then the order of ruling 22.
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

/// As [`best_win`], on a hand and melds known to be possible; without `peng_ok` a hand pair makes no peng.
pub(crate) fn best_win_in(
    hand: Counts,
    melds: &[Meld],
    draw: Option<Draw>,
    peng_ok: bool,
    rules: &Ruleset,
    context: WinContext,
) -> Option<Win> {
    let single_wait = draw.is_some_and(|draw| hand == Counts::of(draw.card, 1));
    let (hand, draw) = match draw {
        // The shown card is part of the dealt hand. Rule: 2.3.
        Some(draw) if context.tianhu => (hand.checked_add(Counts::of(draw.card, 1))?, None),
        Some(draw) if context.dihu => {
            let by = DrawBy::Other;
            (hand, Some(Draw { by, ..draw }))
        }
        Some(_) | None => (hand, draw),
    };
    let query = Query::new(hand, melds, draw, peng_ok, rules);
    let own = draw.is_some_and(|draw| draw.by != DrawBy::Other);
    let self_draw = context.tianhu || own;
    let nothing_taken = context.nothing_taken
        && !query.is_laid_first()
        && melds.iter().all(|meld| meld.kind() == MeldKind::DealtTi);
    let mut tally = None;
    let mut best: Option<Win> = None;
    query.for_each(|arrangement| {
        let tally = *tally.get_or_insert_with(|| {
            let cards = arrangement.blocks.iter().map(|block| block.counts());
            let cards = cards.fold(Counts::EMPTY, |sum, block| {
                sum.checked_add(block).unwrap_or(sum)
            });
            Tally::of(cards)
        });
        let worth = worth(
            rules,
            &Finished {
                blocks: &arrangement.blocks,
                tally,
                huxi: arrangement.huxi,
                self_draw,
                single_wait,
                nothing_taken,
                context,
            },
        );
        let win = Win::new(arrangement, self_draw, &worth);
        if best
            .as_ref()
            .is_none_or(|best| win.cmp_worth(best) == Ordering::Greater)
        {
            best = Some(win);
        }
    });
    best
}

/// Whether a hand and melds known to be possible win; without `peng_ok` a hand pair makes no peng.
pub(crate) fn can_win(
    hand: Counts,
    melds: &[Meld],
    draw: Option<Draw>,
    peng_ok: bool,
    rules: &Ruleset,
) -> bool {
    let query = Query::new(hand, melds, draw, peng_ok, rules);
    query.readings.iter().any(|reading| {
        query.shape(reading).is_some_and(|shape| {
            let missing = rules.min_huxi().saturating_sub(shape.huxi);
            reaches(reading.free, shape.pair, missing, rules)
        })
    })
}

/// The most huxi with which a hand and melds known to be possible win.
pub(crate) fn best_huxi(
    hand: Counts,
    melds: &[Meld],
    draw: Option<Draw>,
    rules: &Ruleset,
) -> Option<u8> {
    let query = Query::new(hand, melds, draw, true, rules);
    let huxi = query.readings.iter().filter_map(|reading| {
        let shape = query.shape(reading)?;
        let free = best_free_huxi(reading.free, shape.pair, rules)?;
        Some(shape.huxi.saturating_add(free))
    });
    huxi.max().filter(|huxi| *huxi >= rules.min_huxi())
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

/// One way to take the drawn card.
#[derive(Debug, Clone, Copy, Default)]
struct Reading {
    /// The block of the hand that holds all copies of the drawn card but the free ones.
    made: Option<Meld>,
    /// The table meld, by place, that the drawn card makes a quad.
    grown: Option<(usize, Meld)>,
    /// The cards that are still to be split.
    free: Counts,
}

/// What is left to do for a reading.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Whether the pair is needed. Rule: R17.
    pair: bool,
    /// Huxi of all blocks but those to be split.
    huxi: u8,
}

/// One question: a hand, its table, a drawn card.
struct Query<'a> {
    rules: &'a Ruleset,
    melds: &'a [Meld],
    /// Kan and dealt ti of the hand, without what the drawn card joins.
    locked: MeldList,
    readings: ArrayVec<[Reading; 2]>,
    draw: Option<Draw>,
    /// Copies of the drawn card in the hand.
    held: u8,
}

impl<'a> Query<'a> {
    fn new(
        hand: Counts,
        melds: &'a [Meld],
        draw: Option<Draw>,
        peng_ok: bool,
        rules: &'a Ruleset,
    ) -> Self {
        let draw = draw.filter(|draw| draw.by != DrawBy::OwnLaid);
        let held = draw.map_or(0, |draw| hand.get(draw.card));
        // Two or three copies go where the reading says, a single one is free like the rest.
        let rest = match draw {
            Some(draw) if held >= 2 => hand.minus(draw.card, held),
            Some(_) | None => hand,
        };
        let loose = rest.loose();
        let readings = match draw {
            None => std::iter::once(Reading {
                free: loose,
                ..Reading::default()
            })
            .collect(),
            Some(draw) => readings(loose, held, melds, draw, peng_ok, rules),
        };
        Self {
            rules,
            melds,
            locked: locked_blocks(rest),
            readings,
            draw,
            held,
        }
    }

    /// Whether the drawer had to lay the card as wei or ti before the win. Rule: C6, ruling 14.
    fn is_laid_first(&self) -> bool {
        let own = self.draw.is_some_and(|draw| draw.by == DrawBy::Own);
        own && self.held >= 2 && self.rules.own_draw_first()
    }

    /// What is left to do for a reading; `None` where the number of blocks or cards is wrong already.
    ///
    /// With the pair of two cards, B blocks left to be split have 3B − 1 cards, without it 3B. Rule: 2.2.
    fn shape(&self, reading: &Reading) -> Option<Shape> {
        let made = reading.made.as_slice();
        let standing = self.melds.len() + self.locked.len() + made.len();
        let left = usize::from(self.rules.blocks()).checked_sub(standing)?;
        let grown = reading.grown.map(|(_, meld)| meld);
        let mut blocks = self.melds.iter().chain(&self.locked).chain(made);
        let pair = grown.is_some() || blocks.any(|block| block.kind().is_quad());
        if usize::from(reading.free.len()) + usize::from(pair) != 3 * left {
            return None;
        }
        let mut huxi =
            sum_huxi(self.rules, &self.locked).saturating_add(sum_huxi(self.rules, made));
        for (place, meld) in self.melds.iter().enumerate() {
            huxi = huxi.saturating_add(meld_huxi(self.rules, reading.at(place, *meld)));
        }
        Some(Shape { pair, huxi })
    }

    /// Shows every finished arrangement of at least the minimum huxi once.
    fn for_each(&self, mut show: impl FnMut(Arrangement)) {
        for reading in &self.readings {
            let Some(shape) = self.shape(reading) else {
                continue;
            };
            for_each_split(reading.free, shape.pair, self.rules, &mut |split| {
                let huxi = shape.huxi.saturating_add(sum_huxi(self.rules, split));
                if huxi >= self.rules.min_huxi() {
                    let blocks = self.laid_out(reading, split);
                    show(Arrangement { blocks, huxi });
                }
            });
        }
    }

    /// The blocks as an arrangement shows them. Rule: ruling 22.
    fn laid_out(&self, reading: &Reading, split: &[Meld]) -> MeldList {
        let mut blocks: MeldList = (self.melds.iter().enumerate())
            .map(|(place, meld)| reading.at(place, *meld))
            .collect();
        let hand = self.locked.iter().chain(&reading.made).chain(split);
        blocks.extend(hand.copied());
        if let Some(hand) = blocks.get_mut(self.melds.len()..) {
            hand.sort_unstable_by_key(|block| block.shown_key());
        }
        blocks
    }
}

impl Reading {
    /// The table meld at a place, with the drawn card if it went there.
    fn at(&self, place: usize, meld: Meld) -> Meld {
        match self.grown {
            Some((at, grown)) if at == place => grown,
            Some(_) | None => meld,
        }
    }
}

/// The kan and dealt ti of a hand, in the order they are shown. Rule: R8, R9.
fn locked_blocks(hand: Counts) -> MeldList {
    let locked = hand.checked_sub(hand.loose()).unwrap_or_default();
    let mut blocks: MeldList = locked
        .kinds()
        .map(|(card, copies)| {
            let kind = if copies == COPIES {
                MeldKind::DealtTi
            } else {
                MeldKind::Kan
            };
            Meld::same(kind, card)
        })
        .collect();
    blocks.sort_unstable_by_key(|block| block.shown_key());
    blocks
}

/// The ways to take a drawn card of which the hand holds so many, beside the loose cards of other kinds or, where it
/// holds at most one, all loose cards. Rule: 2.3 "which completions can win", A2, A3, A4, ruling 2.
fn readings(
    loose: Counts,
    held: u8,
    melds: &[Meld],
    draw: Draw,
    peng_ok: bool,
    rules: &Ruleset,
) -> ArrayVec<[Reading; 2]> {
    let Draw { card, by } = draw;
    let block = |kind| Meld::same(kind, card);
    let quad = match by {
        DrawBy::Own | DrawBy::OwnLaid => MeldKind::Ti,
        DrawBy::Other => MeldKind::Pao,
    };
    // An own draw is laid as wei or ti first; of another's card, a pao that is due may be broken.
    let may_stay_free = match by {
        DrawBy::Own | DrawBy::OwnLaid => !rules.own_draw_first(),
        DrawBy::Other => rules.break_pao_for_hu(),
    };
    let mut joined = None;
    let mut kept = None;
    let mut free_copies = 1;
    let may_be_free = match held {
        0 | 1 => match laid_triple(melds, card) {
            None => true,
            Some((place, kind)) => {
                // The fourth card of an own peng is a pao, whoever draws it. Rule: 2.3, ruling 2.
                let (grown, may_be_free) = if kind.is_wei() {
                    (quad, may_stay_free)
                } else {
                    (MeldKind::Pao, rules.break_pao_for_hu())
                };
                joined = Some(Reading {
                    grown: Some((place, block(grown))),
                    free: loose,
                    ..Reading::default()
                });
                may_be_free
            }
        },
        2 => {
            free_copies = 3;
            let (triple, allowed, may_be_free) = match by {
                DrawBy::Own | DrawBy::OwnLaid => (MeldKind::Wei, true, may_stay_free),
                DrawBy::Other => match rules.hu_triple_from_other() {
                    TripleFromOther::Peng => (MeldKind::Peng, peng_ok, true),
                    TripleFromOther::Kan => (MeldKind::Kan, peng_ok, true),
                },
            };
            joined = allowed.then(|| Reading {
                made: Some(block(triple)),
                free: loose,
                ..Reading::default()
            });
            may_be_free
        }
        3 => {
            kept = Some(block(MeldKind::Kan));
            joined = Some(Reading {
                made: Some(block(quad)),
                free: loose,
                ..Reading::default()
            });
            may_stay_free
        }
        _ => false,
    };
    let free = loose
        .checked_add(Counts::of(card, free_copies))
        .filter(|_| may_be_free)
        .map(|free| Reading {
            made: kept,
            grown: None,
            free,
        });
    joined.into_iter().chain(free).collect()
}

/// The peng, wei or chou wei of this card on the table, with its place.
fn laid_triple(melds: &[Meld], card: Card) -> Option<(usize, MeldKind)> {
    let laid = melds.iter().enumerate();
    laid.filter(|(_, meld)| meld.card() == Some(card))
        .map(|(place, meld)| (place, meld.kind()))
        .find(|(_, kind)| *kind == MeldKind::Peng || kind.is_wei())
}
