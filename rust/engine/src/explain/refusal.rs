//! Why an answer is refused.

use super::obstacle::{Obstacle, why_not};
use super::words::{self, Lang};
use crate::action::Action;
use crate::block::{ChiBlock, ChiShape};
use crate::card::Card;
use crate::chi::ChiId;
use crate::counts::Counts;
use crate::fault::Fault;
use crate::meld::MeldKind;
use crate::position::{Draw, DrawBy};
use crate::rules::Ruleset;
use crate::seat::Seat;
use crate::view::{SeenMeld, Stage, View};

/// Why a seat may not give an answer, as far as the seat itself can know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The round is over.
    Over,
    /// The seat has answered this question.
    Answered,
    /// The seat has nothing to answer now.
    NotAsked,
    /// No discard is due. Rule: 2.2, 2.3.
    NoDiscardDue,
    /// The hand does not have the card.
    NotInHand(Card),
    /// The card belongs to three or four of a kind, which stay together. Rule: R8, R9.
    Locked(Card),
    /// No card lies open to be taken.
    NoCard,
    /// Another card lies open than the one to be eaten.
    OtherCard(Card),
    /// The card is the seat's own, which it cannot peng, nor chi once it has discarded it. Rule: R12, R19.
    OwnCard(Card),
    /// Only the drawer and the seat after the one that brought the card may chi it. Rule: R19.
    NotNext {
        /// The seat that brought the card.
        from: Seat,
        /// The seat that may chi it.
        next: Seat,
    },
    /// A seat that can no longer win takes no card. Rule: ruling 4.
    Dead,
    /// A seat that committed a fault cannot win. Rule: 2.9.
    Faulted(Fault),
    /// No such meld is to be laid, or it is laid by itself. Rule: R23, 2.9.
    NothingToLay,
    /// A peng needs exactly two in the hand. Rule: R12.
    NeedsTwo {
        /// The card.
        card: Card,
        /// How many the hand has.
        held: u8,
    },
    /// The fourth card of a kan or a laid triple is laid as pao by itself. Rule: R13, R23.
    PaoFirst(Card),
    /// A peng runs on a drawn card only, never on a discard. Rule: R13.
    PengNeverRuns(Card),
    /// The card was declined for a peng, or discarded, before. Rule: 2.6.
    StalePeng(Card),
    /// The card was declined for a chi, or discarded, before. Rule: R21, 2.6.
    StaleChi(Card),
    /// A compulsory peng leaves no chi. Rule: A20.
    MustPeng(Card),
    /// The chi needs these loose cards too, and the hand does not have them loose. Rule: R19, R8.
    Missing(Counts),
    /// The ruleset has no such block. Rule: A43.
    NotPlayed(ChiBlock),
    /// Further copies of the eaten card would stay in the hand; each has to be laid in a block too. Rule: R20, 2.4.
    BiMissing {
        /// The eaten card.
        card: Card,
        /// How many would stay.
        copies: u8,
    },
    /// The intake would leave no card for the discard that it makes due. Rule: 2.8.
    NoDiscardLeft,
    /// The hand does not win. Rule: 2.3.
    NoWin(Vec<Obstacle>),
    /// A win on this card was declined. Rule: A18.
    WinDeclined,
    /// A discard is due, or the ruleset leaves no choice. Rule: 2.3, A19, A20.
    MayNotPass,
    /// A pao or another seat's claim goes before. Rule: 2.3, ruling 8.
    OthersFirst,
}

impl View {
    /// Why the seat may not give this answer now; nothing where it may.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use paohuzi_engine::{Action, Card, Deck, Lang, Refusal, Round, Ruleset, Seat};
    /// let rules = Arc::new(Ruleset::default());
    /// let round = Round::from_deck(Arc::clone(&rules), &Deck::shuffled(7, 0), Seat::ZERO, 0, &mut ())?;
    /// let refusal = round.view(Seat::ZERO).why_refused(Action::Peng, &rules).expect("a discard is due");
    /// assert_eq!(refusal, Refusal::NoCard);
    /// assert_eq!(refusal.text(Lang::English), "no card lies open (2.3)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Rule: 2.3, 2.4, 2.5, 2.6, 2.8.
    #[must_use]
    pub fn why_refused(&self, action: Action, rules: &Ruleset) -> Option<Refusal> {
        if self.legal.contains(action) {
            return None;
        }
        if self.stage.is_over() {
            return Some(Refusal::Over);
        }
        if self.answer.is_some() {
            return Some(Refusal::Answered);
        }
        Some(match action {
            Action::Discard(card) => self.no_discard(card),
            Action::Peng => self.no_peng(rules),
            Action::Chi(card, chi) => self.no_chi(card, chi, rules),
            Action::Hu => self.no_win(rules),
            Action::Pao | Action::Wei | Action::Ti => Refusal::NothingToLay,
            Action::Pass if self.legal.is_empty() => Refusal::NotAsked,
            Action::Pass => Refusal::MayNotPass,
        })
    }

    fn no_discard(&self, card: Card) -> Refusal {
        let due = self
            .legal
            .iter()
            .any(|action| matches!(action, Action::Discard(_)));
        match self.hand.get(card) {
            _ if !due => Refusal::NoDiscardDue,
            0 => Refusal::NotInHand(card),
            _ => Refusal::Locked(card),
        }
    }

    /// The open card, who brought it, and whether it was drawn.
    const fn open_card(&self) -> Option<(Card, Seat, bool)> {
        match self.stage {
            Stage::Drawn { seat, card } => Some((card, seat, true)),
            Stage::Discarded { seat, card } => Some((card, seat, false)),
            Stage::Opening | Stage::Turn(_) | Stage::Won(_) | Stage::Exhausted => None,
        }
    }

    /// Whether the seat has such a meld of the card.
    fn has_meld(&self, card: Card, is_kind: impl Fn(MeldKind) -> bool) -> bool {
        let melds = self.melds[self.seat].into_iter();
        melds
            .filter_map(SeenMeld::known)
            .any(|meld| meld.card() == Some(card) && is_kind(meld.kind()))
    }

    /// What keeps the seat from every intake of the card.
    fn no_intake(&self, card: Card, drawn: bool) -> Option<Refusal> {
        if self.dead {
            return Some(Refusal::Dead);
        }
        let runs = |kind: MeldKind| kind.is_wei() || drawn && kind == MeldKind::Peng;
        (self.hand.get(card) == 3 || self.has_meld(card, runs)).then_some(Refusal::PaoFirst(card))
    }

    /// What keeps the seat from an intake that leaves this hand.
    fn no_discard_left(&self, rest: Counts, rules: &Ruleset) -> Refusal {
        let melds = self.position();
        let laid: u8 = melds.melds().iter().map(|meld| meld.kind().size()).sum();
        let quads = melds
            .melds()
            .iter()
            .filter(|meld| meld.kind().is_quad())
            .count();
        let quads = u8::try_from(quads).unwrap_or(u8::MAX);
        let due = self.hand.len() + laid + 1 > rules.waiting_size(quads);
        if due && rest.loose().is_empty() {
            Refusal::NoDiscardLeft
        } else {
            Refusal::OthersFirst
        }
    }

    fn no_peng(&self, rules: &Ruleset) -> Refusal {
        let Some((card, from, drawn)) = self.open_card() else {
            return Refusal::NoCard;
        };
        if from == self.seat {
            return Refusal::OwnCard(card);
        }
        if let Some(refusal) = self.no_intake(card, drawn) {
            return refusal;
        }
        if self.has_meld(card, |kind| kind == MeldKind::Peng) {
            return Refusal::PengNeverRuns(card);
        }
        let held = self.hand.get(card);
        let Some(rest) = self
            .hand
            .checked_sub(Counts::of(card, 2))
            .filter(|_| held == 2)
        else {
            return Refusal::NeedsTwo { card, held };
        };
        if self.stale_peng.contains(card) {
            return Refusal::StalePeng(card);
        }
        self.no_discard_left(rest, rules)
    }

    fn no_chi(&self, card: Card, chi: ChiId, rules: &Ruleset) -> Refusal {
        let Some((open, from, drawn)) = self.open_card() else {
            return Refusal::NoCard;
        };
        if open != card {
            return Refusal::OtherCard(open);
        }
        let next = from.next(self.seats);
        if from == self.seat && !drawn {
            return Refusal::OwnCard(card);
        }
        if from != self.seat && next != self.seat {
            return Refusal::NotNext { from, next };
        }
        if let Some(refusal) = self.no_intake(card, drawn) {
            return refusal;
        }
        if self.stale_chi.contains(card) {
            return Refusal::StaleChi(card);
        }
        let blocks = chi.blocks(card).unwrap_or_default();
        let foreign =
            |block: &&ChiBlock| block.shape() == ChiShape::OneFiveTen && !rules.one_five_ten();
        if let Some(block) = blocks.iter().find(foreign) {
            return Refusal::NotPlayed(*block);
        }
        let taken = chi.taken(card).unwrap_or_default();
        let loose = self.hand.loose();
        let Some(rest) = loose.checked_sub(taken) else {
            let missing = taken
                .kinds()
                .map(|(card, copies)| Counts::of(card, copies.saturating_sub(loose.get(card))));
            return Refusal::Missing(missing.fold(Counts::EMPTY, |sum, more| {
                sum.checked_add(more).unwrap_or(sum)
            }));
        };
        let copies = rest.get(card);
        if copies > 0 {
            return Refusal::BiMissing { card, copies };
        }
        let peng = self.hand.get(card) == 2 && from != self.seat && !self.stale_peng.contains(card);
        if rules.must_peng() && peng {
            return Refusal::MustPeng(card);
        }
        self.no_discard_left(rest, rules)
    }

    fn no_win(&self, rules: &Ruleset) -> Refusal {
        if self.dead {
            return Refusal::Dead;
        }
        if let Some(fault) = self.fault {
            return Refusal::Faulted(fault);
        }
        let draw = match (self.open_card(), self.own_draw) {
            (Some((card, from, drawn)), _) => {
                let by = match (from == self.seat, drawn) {
                    (true, true) => DrawBy::Own,
                    (false, true) => DrawBy::Other,
                    (false, false) => DrawBy::Discard,
                    (true, false) => return Refusal::OwnCard(card),
                };
                Some(Draw { card, by })
            }
            (None, Some(card)) => Some(Draw::new(card, DrawBy::Own)),
            (None, None) => None,
        };
        if draw.is_none() && self.stage != Stage::Turn(self.seat) && self.stage != Stage::Opening {
            return Refusal::NotAsked;
        }
        match why_not(&self.position(), draw, rules) {
            Ok(obstacles) if !obstacles.is_empty() => Refusal::NoWin(obstacles),
            Ok(_) if draw.is_some() => Refusal::WinDeclined,
            Ok(_) | Err(_) => Refusal::NotAsked,
        }
    }
}

impl Refusal {
    /// Its stable name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Answered => "answered",
            Self::NotAsked => "not_asked",
            Self::NoDiscardDue => "no_discard_due",
            Self::NotInHand(_) => "not_in_hand",
            Self::Locked(_) => "locked",
            Self::NoCard => "no_card",
            Self::OtherCard(_) => "other_card",
            Self::OwnCard(_) => "own_card",
            Self::NotNext { .. } => "not_next",
            Self::Dead => "dead",
            Self::Faulted(_) => "faulted",
            Self::NothingToLay => "nothing_to_lay",
            Self::NeedsTwo { .. } => "needs_two",
            Self::PaoFirst(_) => "pao_first",
            Self::PengNeverRuns(_) => "peng_never_runs",
            Self::StalePeng(_) => "stale_peng",
            Self::StaleChi(_) => "stale_chi",
            Self::MustPeng(_) => "must_peng",
            Self::Missing(_) => "missing",
            Self::NotPlayed(_) => "not_played",
            Self::BiMissing { .. } => "bi_missing",
            Self::NoDiscardLeft => "no_discard_left",
            Self::NoWin(_) => "no_win",
            Self::WinDeclined => "win_declined",
            Self::MayNotPass => "may_not_pass",
            Self::OthersFirst => "others_first",
        }
    }

    /// The clause that it rests on.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Over | Self::Answered | Self::NotAsked | Self::NoCard | Self::MayNotPass => "2.3",
            Self::NoDiscardDue => "2.2",
            Self::NotInHand(_) => "R24",
            Self::Locked(_) => "R8",
            Self::OtherCard(_) | Self::NotNext { .. } | Self::Missing(_) => "R19",
            Self::OwnCard(_) | Self::NeedsTwo { .. } => "R12",
            Self::Dead => "ruling 4",
            Self::Faulted(_) => "2.9",
            Self::NothingToLay => "R23",
            Self::PaoFirst(_) | Self::PengNeverRuns(_) => "R13",
            Self::StalePeng(_) => "2.6",
            Self::StaleChi(_) => "R21",
            Self::MustPeng(_) => "A20",
            Self::NotPlayed(_) => "A43",
            Self::BiMissing { .. } => "R20",
            Self::NoDiscardLeft => "2.8",
            Self::NoWin(obstacles) => obstacles.first().map_or("2.3", |first| first.rule()),
            Self::WinDeclined => "A18",
            Self::OthersFirst => "ruling 8",
        }
    }

    /// The refusal in words.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        if let Self::NoWin(obstacles) = self {
            let texts: Vec<_> = obstacles
                .iter()
                .map(|obstacle| obstacle.text(lang))
                .collect();
            return texts.join(&lang.of("; ".to_owned(), "；".to_owned()));
        }
        let (english, chinese) = self.words(lang);
        lang.with_rule(&lang.of(english, chinese), self.rule())
    }

    fn words(&self, lang: Lang) -> (String, String) {
        let card = |card: &Card| words::card(*card, lang);
        let plain = |english: &str, chinese: &str| (english.to_owned(), chinese.to_owned());
        match self {
            Self::Over => plain("the round is over", "本局已结束"),
            Self::Answered => plain("the seat has answered already", "已经应过"),
            Self::NotAsked => plain("the seat is not asked now", "现在不问你"),
            Self::NoDiscardDue => plain("no discard is due", "现在不该出牌"),
            Self::NotInHand(one) => (
                format!("the hand has no {}", card(one)),
                format!("手中没有{}", card(one)),
            ),
            Self::Locked(one) => (
                format!(
                    "{} belongs to three or four of a kind, which stay together",
                    card(one)
                ),
                format!("{}是坎或提，不能拆", card(one)),
            ),
            Self::NoCard => plain("no card lies open", "没有可要的牌"),
            Self::OtherCard(open) => (
                format!("the open card is {}", card(open)),
                format!("亮出的牌是{}", card(open)),
            ),
            Self::OwnCard(one) => (
                format!("{} is the seat's own card", card(one)),
                format!("{}是自己的牌", card(one)),
            ),
            Self::NotNext { from, next } => (
                format!("seat {from} brought the card, only seat {next} after it may eat it"),
                format!("{from}号位的牌只有下家{next}号位能吃"),
            ),
            Self::Dead => plain("the seat can no longer win", "死手，不能再要牌"),
            Self::Faulted(fault) => (
                format!("the seat committed a fault ({fault}) and can no longer win"),
                format!("犯了{}，不能再胡", fault.hanzi()),
            ),
            Self::NothingToLay => plain(
                "nothing is to be laid so, or it is laid by itself",
                "没有该跑、该偎、该提的牌，或自动下",
            ),
            Self::NeedsTwo { card: one, held } => (
                format!("a peng needs two {} in the hand, found {held}", card(one)),
                format!("碰要手中有两张{}，现有{held}张", card(one)),
            ),
            Self::PaoFirst(one) => (
                format!("{} is laid as pao by itself", card(one)),
                format!("{}要跑", card(one)),
            ),
            Self::PengNeverRuns(one) => (
                format!("a peng of {} runs on a drawn card only", card(one)),
                format!("碰过的{}只跑摸出的牌，打出的不跑", card(one)),
            ),
            Self::StalePeng(one) => (
                format!("{} is stale for peng", card(one)),
                format!("{}是臭牌，不能碰", card(one)),
            ),
            Self::StaleChi(one) => (
                format!("{} is stale for chi", card(one)),
                format!("{}是臭牌，不能吃", card(one)),
            ),
            Self::MustPeng(one) => (
                format!("{} has to be taken as peng", card(one)),
                format!("{}有碰必碰", card(one)),
            ),
            Self::Missing(missing) => {
                let missing = words::cards(*missing, lang);
                (
                    format!("the hand has not these cards loose: {missing}"),
                    format!("手中缺活牌：{missing}"),
                )
            }
            Self::NotPlayed(block) => {
                let block = words::cards(block.counts(), lang);
                (
                    format!("{block} is no block of this ruleset"),
                    format!("本规则没有{block}"),
                )
            }
            Self::BiMissing { card: one, copies } => (
                format!(
                    "{copies} more {} would stay in the hand and must be laid too (bi)",
                    card(one)
                ),
                format!("手中还有{copies}张{}，要下比", card(one)),
            ),
            Self::NoDiscardLeft => plain("no card is left for the discard", "吃碰后无牌可打"),
            Self::NoWin(_) => plain("the hand does not win", "不成胡"),
            Self::WinDeclined => plain("a win on this card was declined", "过胡，不能再胡"),
            Self::MayNotPass => plain("this question cannot be passed", "不能过"),
            Self::OthersFirst => plain("a pao or another seat's claim goes first", "先跑先要"),
        }
    }
}
