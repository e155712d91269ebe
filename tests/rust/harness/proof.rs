//! A plain second look at a finished round: who won how, and whether the blocks are the cards.

use paohuzi_engine::{
    Card, Counts, DrawDealer, Hu, Meld, MeldKind, NextDeal, NextDealer, Outcome, PayDiscard,
    Payment, PengSelfFourth, Phase, Round, Ruleset, SeatWin, Settlement, TripleFromOther, WinKind,
};

use crate::checks::next;
use crate::tables::Table;
use crate::tracker::{Seen, Tracker};

/// Proves the end of a round; `tracker` is the table with all cards known.
pub(crate) fn prove(round: &Round, table: &Table, tracker: &Tracker) {
    let settlement = round.settlement().expect("a round that is over is settled");
    let rules = round.rules();
    let next_deal = round
        .next_deal()
        .expect("a round that is over has a next one");
    match (round.phase(), settlement.win()) {
        (Phase::Over(Outcome::Exhausted), None) => {
            let mut payments = ti_points(round);
            payments[round.dealer().index()] -= i64::from(rules.draw_penalty());
            assert_eq!(settlement.kind(), "drawn");
            assert_eq!(settlement.payments(), payments);
            assert!(settlement.items().is_empty() && settlement.winner().is_none());
            let again = NextDeal {
                dealer: match rules.draw_dealer() {
                    DrawDealer::Keep => round.dealer(),
                    DrawDealer::Next => next(round.dealer(), round),
                },
                drawn_before: round.drawn_before() + 1,
            };
            assert_eq!(next_deal, again);
        }
        (Phase::Over(Outcome::Hu(hu)), Some(win)) => {
            assert_eq!((win.seat, win.kind, win.card), (hu.seat, hu.kind, hu.card));
            assert_eq!(settlement.kind(), hu.kind.name());
            assert!(!tracker.dead[hu.seat.index()], "a dead seat won");
            let after = NextDeal {
                dealer: match rules.next_dealer() {
                    NextDealer::Winner => hu.seat,
                    NextDealer::PassIfDealerLost if hu.seat == round.dealer() => hu.seat,
                    NextDealer::PassIfDealerLost => next(round.dealer(), round),
                },
                drawn_before: 0,
            };
            assert_eq!(next_deal, after);
            Proof {
                round,
                table,
                tracker,
                hu,
                win,
            }
            .run(&settlement);
        }
        (phase, win) => panic!("{phase:?} settled as {win:?}"),
    }
}

/// What each seat has from the ti of all, laid or still in the hand. Rule: 3.7.
fn ti_points(round: &Round) -> Vec<i64> {
    let pay = round.rules().ti_pays();
    let seats = i64::from(round.rules().seats());
    let mut points: Vec<i64> = round.seats().map(|_| 0).collect();
    for seat in round.seats() {
        let laid = round.melds(seat).iter().filter_map(|meld| {
            let is_ti = matches!(meld.kind(), MeldKind::Ti | MeldKind::DealtTi);
            meld.card().filter(|_| is_ti)
        });
        let held = Card::ALL
            .into_iter()
            .filter(|card| round.hand(seat).get(*card) == 4);
        for card in laid.chain(held) {
            let each = i64::from(if card.index() < 10 {
                pay.small
            } else {
                pay.big
            });
            for other in &mut points {
                *other -= each;
            }
            points[seat.index()] += seats * each;
        }
    }
    points
}

/// A won round.
pub(crate) struct Proof<'a> {
    pub(crate) round: &'a Round,
    pub(crate) table: &'a Table,
    pub(crate) tracker: &'a Tracker,
    pub(crate) hu: Hu,
    pub(crate) win: &'a SeatWin,
}

impl Proof<'_> {
    fn run(&self, settlement: &Settlement) {
        self.check_kind();
        let blocks = self.win.win.arrangement.blocks.as_slice();
        if self.hu.kind == WinKind::SantiWukan {
            self.check_santi_wukan(blocks);
        } else {
            self.check_arrangement(blocks);
        }
        self.check_worth(blocks);
        self.check_payments(settlement);
    }

    /// Who pays whom. Rule: 2.10, A28, ruling 20.
    fn check_payments(&self, settlement: &Settlement) {
        let score = i64::from(self.win.win.score);
        let winner = self.hu.seat.index();
        let seats = usize::from(self.rules().seats());
        let mut expected = ti_points(self.round);
        let first_discard = self.hu.kind == WinKind::Dihu && !self.hu.placed;
        let from = self.hu.from.or(first_discard.then(|| self.round.dealer()));
        let alone = from.filter(|_| self.rules().pay_discard() != PayDiscard::Each);
        if self.rules().payment() == Payment::RunningTotal && alone.is_none() {
            expected[winner] += score;
        } else {
            let shares = match (from, self.rules().pay_discard()) {
                (None, _) | (_, PayDiscard::Each) => vec![1; seats],
                (Some(from), how) => {
                    let mut shares = vec![0; seats];
                    shares[from.index()] = match how {
                        PayDiscard::X2 => 2,
                        PayDiscard::X3Alone => 3,
                        PayDiscard::Alone | PayDiscard::Each => 1,
                    };
                    shares
                }
            };
            for loser in (0..seats).filter(|seat| *seat != winner) {
                expected[loser] -= shares[loser] * score;
                expected[winner] += shares[loser] * score;
            }
            assert_eq!(settlement.payments().iter().sum::<i64>(), 0);
        }
        assert_eq!(settlement.payments(), expected);
    }

    pub(crate) fn rules(&self) -> &Ruleset {
        &self.table.rules
    }

    /// Who wins how. Rule: R28, R31, R32, rulings 11, 13.
    fn check_kind(&self) {
        let Hu {
            seat,
            card,
            kind,
            placed,
            from,
        } = self.hu;
        assert_eq!(
            from.is_some(),
            kind == WinKind::Discard,
            "who discarded the card"
        );
        let dealer = self.round.dealer();
        // 地胡 on the first discard is paid as a win on a discard. Rule: 3.7.
        let first_discard = kind == WinKind::Dihu && !placed;
        assert_eq!(self.win.from, from.or(first_discard.then_some(dealer)));
        match kind {
            WinKind::SelfDraw => assert_eq!(self.tracker.drawer, Some(seat)),
            WinKind::OtherDraw => assert!(self.tracker.drawer.is_some_and(|from| from != seat)),
            WinKind::Tianhu => assert_eq!((seat, card), (dealer, self.round.shown())),
            WinKind::Dihu => {
                assert_ne!(seat, dealer);
                assert_eq!(self.tracker.drawer, None, "something was drawn before");
                if placed {
                    assert_eq!(card, self.round.shown());
                    assert!(self.rules().dihu().on_shown());
                } else {
                    assert_eq!(card, self.tracker.discards.first().map(|(_, card)| *card));
                    assert_eq!(self.tracker.discards.len(), 1);
                    assert!(self.rules().dihu().on_first_discard());
                }
            }
            WinKind::SantiWukan => assert_eq!(card, None),
            WinKind::Discard => {
                assert!(self.rules().discard_wins() || self.wins_by_pao_only());
                let last = self.tracker.discards.last();
                assert_eq!(
                    last.map(|(from, card)| (Some(*from), Some(*card))),
                    Some((from, card))
                );
            }
        }
        let self_draw = matches!(
            kind,
            WinKind::SelfDraw | WinKind::Tianhu | WinKind::SantiWukan
        );
        assert_eq!(
            self.win.win.self_draw, self_draw,
            "who counts as self-drawn"
        );
    }

    /// Three ti or five kan, all of them and nothing else. Rule: R31, ruling 11.
    fn check_santi_wukan(&self, blocks: &[Meld]) {
        let hand = self.round.hand(self.hu.seat);
        let mut expected: Vec<_> = locked(hand).collect();
        let mut found = blocks.to_vec();
        expected.sort_by_key(ToString::to_string);
        found.sort_by_key(ToString::to_string);
        assert_eq!(found, expected);
        let ti = hand.exactly(4).len();
        let kan = hand.exactly(3).len()
            + if self.rules().wukan_counts_ti() {
                ti
            } else {
                0
            };
        assert!(ti >= 3 || kan >= 5, "{ti} ti, {kan} kan");
    }

    /// Seven blocks that use every card once, each one possible. Rule: R26, R17, 2.3.
    fn check_arrangement(&self, blocks: &[Meld]) {
        let hand = self.round.hand(self.hu.seat);
        let melds = self.round.melds(self.hu.seat);
        // The shown card of a dihu stays the dealer's, and wins all the same. Rule: ruling 13.
        let apart = (!self.hu.placed || self.hu.kind == WinKind::Dihu).then_some(self.hu.card);
        let winning = apart.flatten();
        let mut cards = [0_u8; 20];
        let mut add = |of: Counts| {
            for (card, copies) in of.kinds() {
                cards[card.index()] += copies;
            }
        };
        add(hand);
        for meld in melds {
            add(meld.counts());
        }
        if let Some(card) = winning {
            add(Counts::of(card, 1));
        }
        let mut used = [0_u8; 20];
        for block in blocks {
            for (card, copies) in block.counts().kinds() {
                used[card.index()] += copies;
            }
        }
        assert_eq!(used, cards, "the blocks are not the cards");
        let full = usize::from(self.rules().blocks());
        assert_eq!(blocks.len(), full, "the number of blocks");
        let quads = blocks
            .iter()
            .filter(|block| block.counts().len() == 4)
            .count();
        let pairs = blocks
            .iter()
            .filter(|block| block.kind() == MeldKind::Pair)
            .count();
        assert_eq!(pairs, usize::from(quads > 0), "a pair beside {quads} quads");

        let (table, of_hand) = blocks.split_at(melds.len());
        let grown = table
            .iter()
            .zip(melds)
            .filter(|(block, meld)| block != meld);
        let grown: Vec<_> = grown.map(|(block, meld)| (*block, *meld)).collect();
        for (block, meld) in &grown {
            let card = meld.card().expect("only a triple grows");
            assert_eq!((Some(card), block.card()), (winning, Some(card)));
            assert_eq!(block.kind(), self.quad_on(meld.kind()));
        }
        let joined = self.check_hand(of_hand, hand, winning);
        assert!(grown.len() + joined <= 1, "the winning card is used twice");
        if let Some(card) = winning {
            let due = hand.get(card) >= 2 || melds.iter().any(|meld| triple_of(*meld, card));
            let is_free = grown.is_empty() && joined == 0;
            assert!(
                !(due && is_free) || self.may_stay_free(card, hand, melds),
                "{card} is free"
            );
        }
    }

    /// What the winning card makes of a triple on the table. Rule: R10, R13, ruling 2.
    fn quad_on(&self, kind: MeldKind) -> MeldKind {
        match kind {
            MeldKind::Wei | MeldKind::ChouWei if self.is_own() => MeldKind::Ti,
            MeldKind::Peng if self.hu.kind == WinKind::Discard => panic!("a peng ran on a discard"),
            MeldKind::Peng
                if self.is_own() && self.rules().peng_self_fourth() == PengSelfFourth::Ti =>
            {
                MeldKind::Ti
            }
            MeldKind::Peng | MeldKind::Wei | MeldKind::ChouWei => MeldKind::Pao,
            other => panic!("a {other} grew"),
        }
    }

    fn is_own(&self) -> bool {
        self.hu.kind == WinKind::SelfDraw
    }

    /// Whether the win came by the pao that a discard forced, which no rule lets be broken. Rule: A45.
    fn wins_by_pao_only(&self) -> bool {
        let rules = self.rules();
        self.hu.kind == WinKind::Discard && rules.hu_after_discard_pao() && !rules.discard_wins()
    }

    /// Whether the winning card may be used elsewhere although it fits a set. Rule: A3, A4, ruling 2.
    fn may_stay_free(&self, card: Card, hand: Counts, melds: &[Meld]) -> bool {
        let on_peng = melds
            .iter()
            .any(|meld| triple_of(*meld, card) && meld.kind() == MeldKind::Peng);
        let laid_first = !on_peng || self.rules().peng_self_fourth() == PengSelfFourth::Ti;
        if self.wins_by_pao_only() {
            false
        } else if self.is_own() && laid_first {
            !self.rules().own_draw_first()
        } else {
            hand.get(card) == 2
                || (on_peng && self.hu.kind == WinKind::Discard)
                || self.rules().break_pao_for_hu()
        }
    }

    /// The blocks of the hand; the number of them that the winning card makes a set of.
    fn check_hand(&self, blocks: &[Meld], hand: Counts, winning: Option<Card>) -> usize {
        let mut joined = 0;
        let mut kans = 0;
        for block in blocks {
            let Some(card) = block.card() else {
                assert!(is_block(*block, self.rules()), "{block} is no block");
                continue;
            };
            let held = hand.get(card);
            let is_winning = winning == Some(card);
            let kan_of_two = is_winning
                && held == 2
                && !self.is_own()
                && self.rules().hu_triple_from_other() == TripleFromOther::Kan;
            match block.kind() {
                MeldKind::Kan if kan_of_two => joined += 1,
                MeldKind::Kan => {
                    assert_eq!(held, 3, "{block} of {held}");
                    kans += 1;
                }
                MeldKind::DealtTi => {
                    assert_eq!(held, 4, "{block} of {held}");
                    kans += 1;
                }
                MeldKind::Pair => assert!(held + u8::from(is_winning) >= 2, "{block} of {held}"),
                MeldKind::Peng => {
                    assert!(is_winning && held == 2 && !self.is_own(), "{block}");
                    assert_eq!(self.rules().hu_triple_from_other(), TripleFromOther::Peng);
                    joined += 1;
                }
                MeldKind::Wei => {
                    assert!(is_winning && held == 2 && self.is_own(), "{block}");
                    joined += 1;
                }
                MeldKind::Pao => {
                    assert!(is_winning && held == 3 && !self.is_own(), "{block}");
                    joined += 1;
                    kans += 1;
                }
                MeldKind::Ti => {
                    assert!(is_winning && held == 3 && self.is_own(), "{block}");
                    joined += 1;
                    kans += 1;
                }
                MeldKind::ChouWei | MeldKind::Chi => panic!("{block} in a hand"),
            }
        }
        // Rule R8, R9: what is locked stays together.
        assert_eq!(kans, locked(hand).count(), "a kan or dealt ti was split");
        joined
    }
}

/// The kan and ti of a hand.
fn locked(hand: Counts) -> impl Iterator<Item = Meld> {
    hand.kinds().filter_map(|(card, copies)| match copies {
        3 => Meld::of(MeldKind::Kan, card),
        4 => Meld::of(MeldKind::DealtTi, card),
        _ => None,
    })
}

fn triple_of(meld: Meld, card: Card) -> bool {
    let is_triple = matches!(
        meld.kind(),
        MeldKind::Peng | MeldKind::Wei | MeldKind::ChouWei
    );
    is_triple && meld.card() == Some(card)
}

/// Whether three cards are a run, 2-7-10, a jiao or, where played, 1-5-10. Rule: R14, R15, A43.
fn is_block(block: Meld, rules: &Ruleset) -> bool {
    let cards = block.counts().cards().collect::<Vec<_>>();
    let numbers = cards.iter().map(|card| card.rank().number());
    let [low, middle, high] = numbers.collect::<Vec<_>>()[..] else {
        return false;
    };
    if cards[0].size() != cards[2].size() {
        return low == middle && middle == high;
    }
    match [low, middle, high] {
        [2, 7, 10] => true,
        [1, 5, 10] => rules.one_five_ten(),
        _ => middle == low + 1 && high == middle + 1,
    }
}

/// Whether the tracker's table is the round's.
pub(crate) fn same_table(round: &Round, tracker: &Tracker) {
    for seat in round.seats() {
        let i = seat.index();
        assert_eq!(
            tracker.hands[i],
            Some(round.hand(seat)),
            "hand of seat {seat}"
        );
        assert_eq!(tracker.sizes[i], round.hand(seat).len());
        let melds: Vec<_> = round
            .melds(seat)
            .iter()
            .map(|meld| Seen::Known(*meld))
            .collect();
        assert_eq!(tracker.melds[i], melds, "melds of seat {seat}");
        assert_eq!(tracker.rows[i], round.row(seat), "row of seat {seat}");
        assert_eq!(
            tracker.dead[i],
            round.is_dead(seat),
            "whether seat {seat} is dead"
        );
        assert_eq!(next(seat, round), seat.next(round.rules().seats()));
    }
    assert_eq!(tracker.stock, round.stock().len());
    assert_eq!(
        (tracker.dealer, tracker.shown),
        (round.dealer(), round.shown())
    );
}
