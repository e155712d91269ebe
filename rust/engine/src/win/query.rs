//! What a drawn card may be read as, and what is left to split in each reading.

use tinyvec::ArrayVec;

use super::Arrangement;
use crate::card::{COPIES, Card};
use crate::counts::Counts;
use crate::decompose::Splits;
use crate::huxi::{meld_huxi, sum_huxi};
use crate::meld::{Meld, MeldKind};
use crate::position::{Draw, DrawBy, MeldList};
use crate::rules::{PengSelfFourth, Ruleset, TripleFromOther};

/// One way to take the drawn card.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reading {
    /// The block of the hand that holds all copies of the drawn card but the free ones.
    made: Option<Meld>,
    /// The table meld, by place, that the drawn card makes a quad.
    grown: Option<(usize, Meld)>,
    /// The cards that are still to be split.
    pub(super) free: Counts,
}

/// What is left to do for a reading.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// Whether the pair is needed. Rule: R17.
    pub(super) pair: bool,
    /// Huxi of all blocks but those to be split.
    pub(super) huxi: u8,
}

/// One way to take the drawn card, and what it leaves to be done.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Unfinished {
    /// The cards that are still to be split.
    pub(crate) free: Counts,
    /// Whether the pair is needed.
    pub(crate) pair: bool,
    /// Whether they are as many as the blocks that are left need.
    pub(crate) has_right_size: bool,
    /// The quad that the card makes beside another one, which completes nothing. Rule: 2.2.
    pub(crate) later_quad: Option<Meld>,
}

/// One question: a hand, its table, a drawn card.
pub(super) struct Query<'a> {
    rules: &'a Ruleset,
    melds: &'a [Meld],
    /// Kan and dealt ti of the hand, without what the drawn card joins.
    locked: MeldList,
    pub(super) readings: ArrayVec<[Reading; 2]>,
    draw: Option<Draw>,
    /// Copies of the drawn card in the hand.
    held: u8,
}

impl<'a> Query<'a> {
    pub(super) fn new(
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
    pub(super) fn is_laid_first(&self) -> bool {
        let own = self.draw.is_some_and(|draw| draw.by == DrawBy::Own);
        own && self.held >= 2 && self.rules.own_draw_first()
    }

    /// What is left to do for a reading; `None` where the number of blocks or cards is wrong already.
    ///
    /// With the pair of two cards, B blocks left to be split have 3B − 1 cards, without it 3B. Rule: 2.2.
    pub(super) fn shape(&self, reading: &Reading) -> Option<Shape> {
        let made = reading.made.as_slice();
        let pair = self.quads(reading) > 0;
        if !self.has_right_size(reading) {
            return None;
        }
        let mut huxi =
            sum_huxi(self.rules, &self.locked).saturating_add(sum_huxi(self.rules, made));
        for (place, meld) in self.melds.iter().enumerate() {
            huxi = huxi.saturating_add(meld_huxi(self.rules, reading.at(place, *meld)));
        }
        Some(Shape { pair, huxi })
    }

    /// Whether the free cards of a reading are as many as the blocks that are left need.
    fn has_right_size(&self, reading: &Reading) -> bool {
        let standing = self.melds.len() + self.locked.len() + reading.made.as_slice().len();
        let pair = usize::from(self.quads(reading) > 0);
        usize::from(self.rules.blocks())
            .checked_sub(standing)
            .is_some_and(|left| usize::from(reading.free.len()) + pair == 3 * left)
    }

    /// The quads of a reading, one that the drawn card makes included.
    fn quads(&self, reading: &Reading) -> usize {
        let made = reading.made.as_slice();
        let blocks = self.melds.iter().chain(&self.locked).chain(made);
        let quads = blocks.filter(|block| block.kind().is_quad()).count();
        quads + usize::from(reading.grown.is_some())
    }

    /// What a reading leaves to be done, for explanations.
    pub(super) fn unfinished(&self, reading: &Reading) -> Unfinished {
        let grown = reading.grown.map(|(_, meld)| meld);
        let quads = self.quads(reading);
        Unfinished {
            free: reading.free,
            pair: quads > 0,
            has_right_size: self.has_right_size(reading),
            later_quad: reading
                .made
                .or(grown)
                .filter(|meld| meld.kind().is_quad() && quads > 1),
        }
    }

    /// The ways to split the free cards of a reading for the least huxi of any win.
    pub(super) fn splits(&self, reading: &Reading, shape: Shape) -> Splits<'a> {
        let least = self.rules.least_huxi().saturating_sub(shape.huxi);
        Splits::new(reading.free, shape.pair, least, self.rules)
    }

    /// A reading with its free cards split, if it has the least huxi of any win.
    pub(super) fn finished(
        &self,
        reading: &Reading,
        shape: Shape,
        split: &[Meld],
    ) -> Option<Arrangement> {
        let huxi = shape.huxi.saturating_add(sum_huxi(self.rules, split));
        (huxi >= self.rules.least_huxi()).then(|| {
            let blocks = self.laid_out(reading, split);
            Arrangement { blocks, huxi }
        })
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
pub(super) fn locked_blocks(hand: Counts) -> MeldList {
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
        DrawBy::Other | DrawBy::Discard => MeldKind::Pao,
    };
    // An own draw is laid as wei or ti first; of another's card, a pao that is due may be broken.
    let may_stay_free = match by {
        DrawBy::Own | DrawBy::OwnLaid => !rules.own_draw_first(),
        DrawBy::Other | DrawBy::Discard => rules.break_pao_for_hu(),
    };
    let mut joined = None;
    let mut kept = None;
    let mut free_copies = 1;
    let may_be_free = match held {
        0 | 1 => match laid_triple(melds, card) {
            None => true,
            // A peng runs on a card from the stock only. Rule: R13.
            Some((_, MeldKind::Peng)) if by == DrawBy::Discard => true,
            Some((place, kind)) => {
                // The fourth card of an own peng is a pao, whoever draws it. Rule: 2.3, ruling 2, A25.
                let own_ti = by.is_own() && rules.peng_self_fourth() == PengSelfFourth::Ti;
                let (grown, may_be_free) = if kind.is_wei() || own_ti {
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
                DrawBy::Other | DrawBy::Discard => match rules.hu_triple_from_other() {
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
    if draw.wins_by_pao_only(rules) {
        let is_pao = |block: Meld| block.kind() == MeldKind::Pao;
        let made = |reading: &Reading| reading.made.or(reading.grown.map(|(_, block)| block));
        return (joined.into_iter())
            .filter(|reading| made(reading).is_some_and(is_pao))
            .collect();
    }
    joined.into_iter().chain(free).collect()
}

/// The peng, wei or chou wei of this card on the table, with its place.
fn laid_triple(melds: &[Meld], card: Card) -> Option<(usize, MeldKind)> {
    let laid = melds.iter().enumerate();
    laid.filter(|(_, meld)| meld.card() == Some(card))
        .map(|(place, meld)| (place, meld.kind()))
        .find(|(_, kind)| *kind == MeldKind::Peng || kind.is_wei())
}
