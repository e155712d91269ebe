//! Why a hand does not win with a card.

use super::leftover::Leftover;
use super::words::{Lang, cards, meld};
use crate::counts::Counts;
use crate::meld::{Meld, MeldKind};
use crate::position::{Draw, DrawBy, HandError, Position};
use crate::rules::{PengSelfFourth, Ruleset};
use crate::win::{arrangements, unfinished};

/// One thing that keeps a hand from winning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The card came from a hand, and only stock cards win. Rule: R28.
    DiscardNeverWins,
    /// The card came from a hand, and only the pao of a kan or wei wins on such a card. Rule: A45.
    DiscardMakesNoPao,
    /// The card would win if it could be used freely, but it has to be laid in this block first. Rule: C6, A3, A4.
    LaidFirst(Meld),
    /// The card makes this quad, and beside another quad it completes nothing. Rule: 2.2.
    LaterQuad(Meld),
    /// With the card the seat owns more or fewer cards than a complete hand has. Rule: 2.2, R26.
    WrongSize {
        /// How many it owns.
        found: u8,
        /// How many a complete hand with as many quads has.
        expected: u8,
    },
    /// These cards fit no block, however the others are laid. Rule: R26.
    LeftOver(Counts),
    /// Beside a pao or ti one block has to be a pair, and there is none. Rule: R17.
    NoPair,
    /// The hand is complete, but worth too little. Rule: R27.
    TooFewHuxi {
        /// The most huxi it can have.
        found: u8,
        /// How many a win needs.
        least: u8,
    },
    /// The hand is complete, but worth too little for a win without a pattern, and has none. Rule: 3.7.
    NoPattern {
        /// The most huxi it can have.
        found: u8,
        /// How many a win without a pattern needs.
        least: u8,
    },
}

/// What keeps the hand from winning with the card, or as it stands; nothing where it wins.
///
/// What the rules force comes first, then what is missing in the way to take the card that comes nearest.
///
/// ```
/// use paohuzi_engine::{Card, Draw, DrawBy, Obstacle, Position, Ruleset, why_not};
/// // E47: an own s4 is a forced wei and leaves s5 s6 s1 s2 s3 without a pair.
/// let rules = Ruleset::default();
/// let melds = ["pao:b5", "chi:b1-b2-b3", "chi:s8-s9-s10"].map(|meld| meld.parse().expect("a meld"));
/// let position = Position::new("s4x2 s5 s6 b7x3 s1 s2 s3".parse()?, &melds, &rules)?;
/// let draw = Draw { card: Card::S4, by: DrawBy::Own };
/// let wei = "wei:s4".parse()?;
/// let obstacles = why_not(&position, Some(draw), &rules)?;
/// assert_eq!(obstacles[0], Obstacle::LaidFirst(wei));
/// assert!(obstacles.contains(&Obstacle::NoPair));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A fifth copy of the card.
pub fn why_not(
    position: &Position,
    draw: Option<Draw>,
    rules: &Ruleset,
) -> Result<Vec<Obstacle>, HandError> {
    let mut obstacles = Vec::new();
    if !arrangements(position, draw, rules)?.is_empty() {
        return Ok(obstacles);
    }
    if let Some(draw) = draw {
        if !draw.is_open(rules, true) {
            obstacles.push(Obstacle::DiscardNeverWins);
            return Ok(obstacles);
        }
        if draw.wins_by_pao_only(rules) && !position.runs_on(draw.card) {
            obstacles.push(Obstacle::DiscardMakesNoPao);
            return Ok(obstacles);
        }
        let freed = rules.replaced(r#"{"own_draw_first": false, "break_pao_for_hu": true}"#);
        let wins = |rules: Ruleset| {
            arrangements(position, Some(draw), &rules).is_ok_and(|all| !all.is_empty())
        };
        if let Some(block) = laid_first(position, draw, rules)
            && freed.is_ok_and(wins)
        {
            obstacles.push(Obstacle::LaidFirst(block));
        }
    }
    let worthless = rules.replaced(r#"{"min_huxi": 0, "min_huxi_with_fan": 0}"#);
    let found = worthless.ok().and_then(|rules| {
        let all = arrangements(position, draw, &rules).ok()?;
        all.iter().map(|arrangement| arrangement.huxi).max()
    });
    if let Some(found) = found {
        let least = rules.min_huxi();
        let with_pattern = rules.min_huxi_with_fan();
        obstacles.push(if with_pattern > 0 && found >= with_pattern {
            Obstacle::NoPattern { found, least }
        } else {
            Obstacle::TooFewHuxi { found, least }
        });
        return Ok(obstacles);
    }
    missing(position, draw, rules, &mut obstacles);
    Ok(obstacles)
}

/// The block that a drawn card makes by itself, if it makes one. Rule: 2.3, A25.
fn laid_first(position: &Position, draw: Draw, rules: &Ruleset) -> Option<Meld> {
    let laid = position
        .melds()
        .iter()
        .map(|meld| (meld.card(), meld.kind()));
    let has = |kind: fn(MeldKind) -> bool| {
        laid.clone()
            .any(|(card, laid)| card == Some(draw.card) && kind(laid))
    };
    let (wei, peng) = (has(MeldKind::is_wei), has(|kind| kind == MeldKind::Peng));
    let held = position.hand().get(draw.card);
    let kind = match draw.by {
        DrawBy::Own if held == 2 => MeldKind::Wei,
        DrawBy::Own if held == 3 || wei => MeldKind::Ti,
        DrawBy::Own if peng => match rules.peng_self_fourth() {
            PengSelfFourth::Pao => MeldKind::Pao,
            PengSelfFourth::Ti => MeldKind::Ti,
        },
        DrawBy::Other if held == 3 || wei || peng => MeldKind::Pao,
        DrawBy::Discard if held == 3 || wei => MeldKind::Pao,
        DrawBy::Own | DrawBy::OwnLaid | DrawBy::Other | DrawBy::Discard => return None,
    };
    Some(Meld::same(kind, draw.card))
}

/// Adds what is missing in the way to take the card that leaves the fewest cards over.
fn missing(
    position: &Position,
    draw: Option<Draw>,
    rules: &Ruleset,
    obstacles: &mut Vec<Obstacle>,
) {
    let ways = unfinished(position, draw, rules);
    obstacles.extend(
        ways.iter()
            .filter_map(|way| way.later_quad)
            .map(Obstacle::LaterQuad),
    );
    let best = ways
        .iter()
        .filter(|way| way.has_right_size)
        .map(|way| Leftover::of(way.free, way.pair, rules))
        .min_by_key(|left| left.cards.len());
    let Some(best) = best else {
        if obstacles.is_empty() {
            obstacles.extend(wrong_size(position, draw, rules));
        }
        return;
    };
    if best.no_pair {
        obstacles.push(Obstacle::NoPair);
    }
    if !best.cards.is_empty() {
        obstacles.push(Obstacle::LeftOver(best.cards));
    }
}

fn wrong_size(position: &Position, draw: Option<Draw>, rules: &Ruleset) -> Option<Obstacle> {
    let melds = position.melds();
    let laid: u8 = melds.iter().map(|meld| meld.kind().size()).sum();
    let quads = melds.iter().filter(|meld| meld.kind().is_quad()).count();
    let quads = u8::try_from(quads + position.hand().exactly(4).len()).ok()?;
    let drawn = draw.is_some_and(|draw| draw.by != DrawBy::OwnLaid);
    Some(Obstacle::WrongSize {
        found: position.hand().len() + laid + u8::from(drawn),
        expected: rules.waiting_size(quads) + 1,
    })
}

impl Obstacle {
    /// Its stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DiscardNeverWins => "discard_never_wins",
            Self::DiscardMakesNoPao => "discard_makes_no_pao",
            Self::LaidFirst(_) => "laid_first",
            Self::LaterQuad(_) => "later_quad",
            Self::WrongSize { .. } => "wrong_size",
            Self::LeftOver(_) => "left_over",
            Self::NoPair => "no_pair",
            Self::TooFewHuxi { .. } => "too_few_huxi",
            Self::NoPattern { .. } => "no_pattern",
        }
    }

    /// The clause that it rests on.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::DiscardNeverWins => "R28",
            Self::DiscardMakesNoPao => "A45",
            Self::LaidFirst(meld) => match meld.kind() {
                MeldKind::Pao => "A3",
                MeldKind::Chi
                | MeldKind::Peng
                | MeldKind::Wei
                | MeldKind::ChouWei
                | MeldKind::Kan
                | MeldKind::Ti
                | MeldKind::DealtTi
                | MeldKind::Pair => "C6",
            },
            Self::LaterQuad(_) | Self::WrongSize { .. } => "2.2",
            Self::LeftOver(_) => "R26",
            Self::NoPair => "R17",
            Self::TooFewHuxi { .. } => "R27",
            Self::NoPattern { .. } => "3.7",
        }
    }

    /// The obstacle in words.
    #[must_use]
    pub fn text(self, lang: Lang) -> String {
        let text = match self {
            Self::DiscardNeverWins => lang.of(
                "a card discarded from a hand never wins".to_owned(),
                "打出的牌不能胡".to_owned(),
            ),
            Self::DiscardMakesNoPao => lang.of(
                "a card discarded from a hand wins only by the pao of a kan or wei".to_owned(),
                "打出的牌，坎或偎跑了才能胡".to_owned(),
            ),
            Self::LaidFirst(block) => {
                let block = meld(block, lang);
                lang.of(
                    format!("{block} is laid first, and then the hand is not complete"),
                    format!("要先{block}，之后不成胡"),
                )
            }
            Self::LaterQuad(quad) => {
                let quad = meld(quad, lang);
                lang.of(
                    format!("{quad} beside another pao or ti completes nothing"),
                    format!("已有跑或提，再{quad}不能成胡"),
                )
            }
            Self::WrongSize { found, expected } => lang.of(
                format!("{found} cards in all, a complete hand has {expected}"),
                format!("共{found}张牌，成胡要{expected}张"),
            ),
            Self::LeftOver(left) => {
                let (number, left) = (left.len(), cards(left, lang));
                let fit = if number == 1 {
                    "card fits"
                } else {
                    "cards fit"
                };
                lang.of(
                    format!("{number} {fit} no block: {left}"),
                    format!("{number}张不成门子：{left}"),
                )
            }
            Self::NoPair => lang.of(
                "no pair, which a hand with a pao or ti needs".to_owned(),
                "有跑或提，缺一对将".to_owned(),
            ),
            Self::TooFewHuxi { found, least } => lang.of(
                format!("{found} huxi, a win needs {least}"),
                format!("只有{found}胡，至少要{least}胡"),
            ),
            Self::NoPattern { found, least } => lang.of(
                format!("{found} huxi and no pattern, a win without one needs {least}"),
                format!("{found}胡而无名堂，无名堂要{least}胡"),
            ),
        };
        lang.with_rule(&text, self.rule())
    }
}
