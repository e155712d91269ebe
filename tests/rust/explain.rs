//! Explanations: what a win is made of, why a hand does not win, why an answer is refused.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::{PRESETS, preset};
use paohuzi_engine::{
    Action, Card, CardSet, ChiBlock, ChiId, Counts, Deck, Draw, DrawBy, Lang, Meld, MeldKind,
    Obstacle, Pays, Position, Refusal, Round, Ruleset, Seat, SeenMeld, Stage, Step, View,
    WinContext, WinExplanation, arrangements, below, best_win, generator, parse_cards, why_not,
};
use rand_chacha::ChaCha8Rng;

fn melds(text: &str) -> Vec<Meld> {
    let meld = |text: &str| text.parse().expect("a meld");
    text.split_whitespace().map(meld).collect()
}

fn cards(text: &str) -> Counts {
    text.parse().expect("cards")
}

fn position(hand: &str, table: &str, rules: &Ruleset) -> Position {
    Position::new(cards(hand), &melds(table), rules).expect("a possible hand")
}

fn any<T: Copy>(chance: &mut ChaCha8Rng, all: &[T]) -> T {
    all[below(chance, u32::try_from(all.len()).expect("few")) as usize]
}

/// Seven blocks less a card, some of them on the table; often ready.
fn near_ready(chance: &mut ChaCha8Rng, rules: &Ruleset) -> Option<Position> {
    let kinds = [
        MeldKind::Peng,
        MeldKind::Wei,
        MeldKind::Kan,
        MeldKind::Pao,
        MeldKind::Pair,
    ];
    let chis: Vec<_> = ChiBlock::all().collect();
    let (mut hand, mut table, mut all) = (Counts::EMPTY, Vec::new(), Counts::EMPTY);
    for _ in 0..7 {
        let meld = if below(chance, 2) == 0 {
            Meld::chi(any(chance, &chis))
        } else {
            Meld::of(any(chance, &kinds), any(chance, &Card::ALL)).expect("no chi")
        };
        all = all.checked_add(meld.counts())?;
        if meld.kind().is_laid() && below(chance, 2) == 0 {
            table.push(meld);
        } else {
            hand = hand.checked_add(meld.counts())?;
        }
    }
    let held: Vec<_> = hand.cards().collect();
    let lost = any(chance, held.get(..).filter(|held| !held.is_empty())?);
    let hand = hand.checked_sub(Counts::of(lost, 1))?;
    Position::new(hand, &table, rules).ok()
}

/// Goes through the steps and says where they end.
fn replayed(explanation: &WinExplanation, rules: &Ruleset) -> u32 {
    let (mut huxi, mut units, mut fan, mut score) = (0_u16, 0_u16, 0_u16, 0_u32);
    for step in &explanation.steps {
        match step {
            Step::Huxi(sum) => {
                let blocks = explanation.blocks.iter().map(|line| u16::from(line.huxi));
                assert_eq!(*sum, blocks.sum::<u16>());
                huxi = *sum;
            }
            Step::HuxiTimes(item, product) => {
                huxi *= item.value;
                assert_eq!(huxi, *product);
            }
            Step::Units(number) => {
                assert_eq!(*number, rules.units().units(huxi));
                units = *number;
            }
            Step::UnitsSet(item) => units = item.value,
            Step::UnitsAdded(item) => units += item.value,
            Step::SelfDrawUnits(more) => units += more,
            Step::FanBase(base) => fan += base,
            Step::Fan(item) => fan += item.value,
            Step::FanSum(sum) => {
                assert!(*sum == fan.max(1) || *sum == rules.score_cap());
                fan = *sum;
            }
            Step::Product {
                units: u,
                fan: f,
                score: s,
            } => {
                assert_eq!((*u, *f), (units, fan));
                score = u32::from(*u) * u32::from(*f);
                assert_eq!(score, *s);
            }
            Step::SelfDrawAfter(more) => score += u32::from(*more),
            Step::SelfDrawDouble => score *= 2,
            Step::ScoreTimes(item) => score *= u32::from(item.value),
            Step::Score(end) => assert_eq!(*end, score),
        }
        assert!(!step.rule().is_empty(), "{step:?}");
    }
    score
}

#[test]
fn the_steps_of_every_win_lead_to_its_score() {
    let mut wins = 0;
    let mut kinds = BTreeSet::new();
    let varied = [
        r#"{"zimo_add": "after"}"#,
        r#"{"zimo_add": "double", "score_cap": 4}"#,
        r#"{"huangfan": true}"#,
    ];
    let varied = varied.map(|keys| preset("hunan_full").replaced(keys).expect("valid keys"));
    for (number, rules) in (0..).zip(PRESETS.map(preset).into_iter().chain(varied)) {
        let chance = &mut generator(3, number, 1);
        for _ in 0..3000 {
            let Some(position) = near_ready(chance, &rules) else {
                continue;
            };
            let context = WinContext {
                last_card: below(chance, 4) == 0,
                nothing_taken: below(chance, 4) == 0,
                drawn_before: u16::try_from(below(chance, 3)).expect("few"),
                ..WinContext::default()
            };
            for card in Card::ALL {
                let by = any(chance, &[DrawBy::Own, DrawBy::Other]);
                let Ok(Some(win)) = best_win(&position, Some(Draw { card, by }), &rules, context)
                else {
                    continue;
                };
                let explanation = win.explain(&rules);
                assert_eq!(replayed(&explanation, &rules), win.score, "{explanation:?}");
                for step in &explanation.steps {
                    kinds.insert(name(step));
                }
                for lang in Lang::ALL {
                    let lines = explanation.lines(lang);
                    assert_eq!(
                        lines.len(),
                        explanation.blocks.len() + explanation.steps.len() + 1
                    );
                    assert!(lines.iter().all(|line| !line.is_empty()));
                }
                wins += 1;
            }
        }
    }
    assert!(wins > 1000, "{wins}");
    assert!(kinds.len() >= 10, "{kinds:?}");
}

/// The first word of a debug text: the name of the variant.
fn name(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    text.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

#[test]
fn a_win_is_told_from_its_blocks_to_who_pays() {
    // E30, self-drawn, in hunan_half: the last card counts twice and the self-draw is a unit.
    let rules = preset("hunan_half");
    let position = position("s1x3 s3 s4 b9x2 s9 b5x3 b1x3 s6 s7 s8 b6 b7 b8", "", &rules);
    let draw = Draw {
        card: Card::S5,
        by: DrawBy::Own,
    };
    let context = WinContext {
        last_card: true,
        ..WinContext::default()
    };
    let win = best_win(&position, Some(draw), &rules, context)
        .expect("a card that is left")
        .expect("15 huxi");
    let told = win.explain(&rules);
    assert_eq!(
        told.lines(Lang::English),
        [
            "kan s1: 3 huxi (R34)",
            "kan b1: 6 huxi (R34)",
            "kan b5: 6 huxi (R34)",
            "chi s3-s4-s5: 0 huxi (R14)",
            "chi s6-s7-s8: 0 huxi (R14)",
            "chi s9-b9-b9: 0 huxi (R15)",
            "chi b6-b7-b8: 0 huxi (R14)",
            "15 huxi (3.1)",
            "1 unit (3.2)",
            "self-draw: 1 unit more (R37)",
            "haidi 海底: 1 fan (R40, C9, A13)",
            "1 fan in all (3.3)",
            "2 units × 1 fan = 2 (3.3)",
            "score 2 (3.3)",
            "each of the 2 losers pays 2, the winner gets 4 (2.10)",
        ]
    );
    assert_eq!(
        told.pays,
        Pays::EachLoser {
            score: 2,
            losers: 2
        }
    );
    let chinese = told.lines(Lang::Chinese);
    assert_eq!(chinese[0], "坎一：3胡（R34）");
    assert_eq!(chinese[5], "吃九玖玖：0胡（R15）");
    assert_eq!(chinese[14], "2家各付2，胡家得4（2.10）");
}

fn why(hand: &str, table: &str, card: &str, by: DrawBy) -> Vec<Obstacle> {
    let rules = preset("quanmingtang");
    let card = card.parse().expect("a card");
    let position = position(hand, table, &rules);
    why_not(&position, Some(Draw { card, by }), &rules).expect("a card that is left")
}

#[test]
fn what_keeps_the_hands_of_the_rulebook_from_winning() {
    let meld = |text: &str| text.parse::<Meld>().expect("a meld");
    // E51: s9 as peng is 14 huxi.
    let e51 = ("s4x3 s3x3 s9x2 b6x2 s6", "peng:s8 chi:s5-s6-s7 wei:b9");
    assert_eq!(
        why(e51.0, e51.1, "s9", DrawBy::Other),
        [Obstacle::TooFewHuxi {
            found: 14,
            least: 15
        }]
    );
    assert_eq!(why(e51.0, e51.1, "s9", DrawBy::Own), []);
    // E44: a third quad completes nothing, and beside it the hand has no pair.
    let e44 = ("b4x3 b8x3 s9", "peng:s1 wei:b3 pao:s5 ti:b6");
    let found = why(e44.0, e44.1, "b4", DrawBy::Own);
    assert_eq!(found, [Obstacle::LaterQuad(meld("ti:b4"))]);
    // E48: an own b7 is a forced ti; free it would end the run b7 b8 b9.
    let e48 = ("b7x3 b8 b9 s1x3 b5x3 s2 s7 s10 s4 s5 s6", "chi:b1-b2-b3");
    assert_eq!(why(e48.0, e48.1, "b7", DrawBy::Other), []);
    let found = why(e48.0, e48.1, "b7", DrawBy::Own);
    assert_eq!(found[0], Obstacle::LaidFirst(meld("ti:b7")));
    assert!(found.contains(&Obstacle::NoPair), "{found:?}");
    // E88: nobody wins on a discard.
    assert_eq!(
        why(e48.0, e48.1, "b10", DrawBy::Discard),
        [Obstacle::DiscardNeverWins]
    );
    // A45: where the pao that a discard forces may win, other cards still do not.
    let rules = preset("quanmingtang").replaced(r#"{"hu_after_discard_pao": true}"#);
    let rules = rules.expect("a ruleset");
    let why_by_pao = |card: &str| {
        let draw = Draw::new(card.parse().expect("a card"), DrawBy::Discard);
        why_not(&position(e48.0, e48.1, &rules), Some(draw), &rules).expect("a hand")
    };
    assert_eq!(why_by_pao("b10"), [Obstacle::DiscardMakesNoPao]);
    // E50: the pao of b7 leaves no pair, and it may not be broken here.
    assert!(why_by_pao("b7").contains(&Obstacle::NoPair));
    // E46: a single card waits for its like.
    let e46 = (
        "b9",
        "pao:b5 wei:s3 chi:b1-b2-b3 chi:s4-s5-s6 chi:s8-s9-s10 peng:s1",
    );
    let left = Obstacle::LeftOver(cards("s2 b9"));
    assert_eq!(
        why(e46.0, e46.1, "s2", DrawBy::Other),
        [Obstacle::NoPair, left]
    );
    // Without its discard a hand has a card too many.
    let found = why("b9 b8", e46.1, "b9", DrawBy::Other);
    assert_eq!(
        found,
        [Obstacle::WrongSize {
            found: 22,
            expected: 21
        }]
    );
}

#[test]
fn a_hand_has_an_obstacle_exactly_where_it_does_not_win() {
    let rules = Ruleset::default();
    let chance = &mut generator(4, 0, 1);
    let (mut wins, mut others) = (0, 0);
    for _ in 0..400 {
        let Some(position) = near_ready(chance, &rules) else {
            continue;
        };
        for card in Card::ALL {
            for by in [DrawBy::Own, DrawBy::Other, DrawBy::Discard] {
                let draw = Some(Draw { card, by });
                let Ok(all) = arrangements(&position, draw, &rules) else {
                    continue;
                };
                let found = why_not(&position, draw, &rules).expect("a card that is left");
                assert_eq!(
                    found.is_empty(),
                    !all.is_empty(),
                    "{position:?} {draw:?} {found:?}"
                );
                for obstacle in &found {
                    assert!(
                        Lang::ALL
                            .iter()
                            .all(|lang| obstacle.text(*lang).contains(obstacle.rule()))
                    );
                }
                wins += u32::from(found.is_empty());
                others += u32::from(!found.is_empty());
            }
        }
    }
    assert!(wins > 50 && others > 1000, "{wins} {others}");
}

#[test]
fn an_answer_is_refused_with_a_reason_exactly_where_it_is_not_legal() {
    let rules = Arc::new(Ruleset::default());
    let mut met = BTreeSet::new();
    for index in 0..40 {
        let deck = Deck::shuffled(6, index);
        let mut round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ())
            .expect("the dealer sits at the table");
        let chance = &mut generator(6, index, 3);
        loop {
            for seat in round.seats() {
                let view = round.view(seat);
                let open = match view.stage {
                    Stage::Drawn { card, .. } | Stage::Discarded { card, .. } => Some(card),
                    Stage::Opening | Stage::Turn(_) | Stage::Won(_) | Stage::Exhausted => None,
                };
                let all =
                    (0..=127).filter_map(|id| Action::from_id(id, open.or(Some(Card::S5))).ok());
                for action in all {
                    let refusal = view.why_refused(action, &rules);
                    assert_eq!(
                        refusal.is_none(),
                        view.legal.contains(action),
                        "{action} {view:?}"
                    );
                    let Some(refusal) = refusal else { continue };
                    let texts = Lang::ALL.map(|lang| refusal.text(lang));
                    assert!(texts.iter().all(|text| !text.is_empty()));
                    met.insert(name(&refusal));
                }
            }
            let Some(seat) = round.asked() else { break };
            let legal = round.legal(seat);
            let place = below(chance, u32::try_from(legal.len()).expect("few"));
            let action = legal.nth(place as usize).expect("a place of the set");
            round.apply(seat, action, &mut ()).expect("legal");
        }
    }
    for name in [
        "Over",
        "NotAsked",
        "NoDiscardDue",
        "NotInHand",
        "Locked",
        "NoCard",
        "OtherCard",
        "OwnCard",
        "NotNext",
        "NeedsTwo",
        "StalePeng",
        "StaleChi",
        "Missing",
        "NotPlayed",
        "BiMissing",
        "NoWin",
        "MayNotPass",
        "OthersFirst",
        "PaoFirst",
    ] {
        assert!(
            name == "OtherCard" || met.contains(name),
            "{name} was not met: {met:?}"
        );
    }
}

/// Seat 1 looks at a card; seat 0 is before it, seat 2 after it.
fn asked(hand: &str, table: &str, stage: Stage) -> View {
    let rules = Arc::new(Ruleset::default());
    let deck = Deck::shuffled(1, 1);
    let round = Round::from_deck(rules, &deck, Seat::ZERO, 0, &mut ()).expect("three seats");
    let seat = Seat::new(1).expect("three seats");
    let mut view = round.view(seat);
    view.hand = cards(hand);
    view.melds[seat] = melds(table).into_iter().map(SeenMeld::Known).collect();
    view.stage = stage;
    view.legal = paohuzi_engine::ActionSet::default();
    view
}

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("three seats")
}

fn chi(card: Card, texts: &[&str]) -> Action {
    let block = |text: &&str| {
        let cards = parse_cards(text).expect("cards");
        ChiBlock::from_cards([cards[0], cards[1], cards[2]]).expect("a block")
    };
    let blocks: Vec<_> = texts.iter().map(block).collect();
    Action::Chi(
        card,
        ChiId::from_blocks(card, &blocks).expect("each holds the card"),
    )
}

#[test]
fn refusals_name_the_rule_that_forbids_the_answer() {
    let rules = Ruleset::default();
    let s5 = Card::S5;
    let discarded = |from| Stage::Discarded {
        seat: seat(from),
        card: s5,
    };
    let drawn = |from| Stage::Drawn {
        seat: seat(from),
        card: s5,
    };
    let run = chi(s5, &["s4 s5 s6"]);
    let reason = |view: &View, action| view.why_refused(action, &rules).expect("refused");
    let rest = "b1 b4 b8 s9";

    let view = asked(&format!("s4 s6 {rest}"), "", discarded(2));
    assert_eq!(
        reason(&view, run),
        Refusal::NotNext {
            from: seat(2),
            next: seat(0)
        }
    );
    assert_eq!(
        reason(&view, Action::Peng),
        Refusal::NeedsTwo { card: s5, held: 0 }
    );
    assert_eq!(
        reason(&view, chi(Card::S6, &["s4 s5 s6"])),
        Refusal::OtherCard(s5)
    );

    let mut view = asked(&format!("s4 s6 {rest}"), "", discarded(0));
    view.stale_chi = CardSet::from_cards(&[s5]);
    assert_eq!(reason(&view, run), Refusal::StaleChi(s5));
    assert_eq!(
        reason(&view, run).text(Lang::Chinese),
        "五是臭牌，不能吃（R21）"
    );
    view.dead = true;
    assert_eq!(reason(&view, run), Refusal::Dead);

    let view = asked(&format!("s4 s5 s6 {rest}"), "", discarded(0));
    assert_eq!(
        reason(&view, run),
        Refusal::BiMissing {
            card: s5,
            copies: 1
        }
    );
    let view = asked(&format!("s4 {rest}"), "", discarded(0));
    assert_eq!(reason(&view, run), Refusal::Missing(cards("s6")));
    // E66: a kan is no card for a chi.
    let view = asked(&format!("s4 s6x3 {rest}"), "", discarded(0));
    assert_eq!(reason(&view, run), Refusal::Missing(cards("s6")));
    let view = asked(&format!("s4 s5x3 s6 {rest}"), "", discarded(0));
    assert_eq!(reason(&view, run), Refusal::PaoFirst(s5));
    assert_eq!(reason(&view, Action::Peng), Refusal::PaoFirst(s5));

    // E75: a peng does not run on a discard.
    let view = asked(rest, "peng:s5", discarded(2));
    assert_eq!(reason(&view, Action::Peng), Refusal::PengNeverRuns(s5));
    let text = reason(&view, Action::Peng).text(Lang::English);
    assert_eq!(text, "a peng of s5 runs on a drawn card only (R13)");
    let view = asked(rest, "peng:s5", drawn(2));
    assert_eq!(reason(&view, Action::Peng), Refusal::PaoFirst(s5));

    let mut view = asked(&format!("s5x2 {rest}"), "", drawn(2));
    view.stale_peng = CardSet::from_cards(&[s5]);
    assert_eq!(reason(&view, Action::Peng), Refusal::StalePeng(s5));
    assert_eq!(
        reason(&asked(rest, "", drawn(1)), Action::Peng),
        Refusal::OwnCard(s5)
    );
    assert_eq!(
        reason(&asked(rest, "", discarded(1)), run),
        Refusal::OwnCard(s5)
    );

    // 2.8: six kan and the pair; a peng would leave no discard.
    let kan = "s1x3 s2x3 s3x3 b1x3 b2x3 b3x3";
    let view = asked(&format!("s5x2 {kan}"), "", discarded(2));
    assert_eq!(reason(&view, Action::Peng), Refusal::NoDiscardLeft);

    let must = Ruleset::default()
        .replaced(r#"{"must_peng": true}"#)
        .expect("a key");
    let view = asked(&format!("s4 s5x2 s6 b5 {rest}"), "", discarded(0));
    let with_bi = chi(s5, &["s4 s5 s6", "s5 s5 b5"]);
    assert_eq!(
        view.why_refused(with_bi, &must),
        Some(Refusal::MustPeng(s5))
    );
    assert_eq!(
        reason(&view, chi(s5, &["s1 s5 s10"])),
        Refusal::NotPlayed(ChiBlock::from_cards([Card::S1, Card::S5, Card::S10]).expect("a block"),)
    );

    // R28: a hand that s5 would complete, but it comes from a hand.
    let e13 = "b1 b2x2 b3 b4 b5 b6 b7 b8 b9 b10x2 s1 s2 s3 s4 s6 s7 s8 s9";
    let view = asked(e13, "", discarded(0));
    let refusal = reason(&view, Action::Hu);
    assert_eq!(refusal, Refusal::NoWin(vec![Obstacle::DiscardNeverWins]));
    assert_eq!(refusal.text(Lang::Chinese), "打出的牌不能胡（R28）");
    let mut view = asked(e13, "", drawn(0));
    assert_eq!(reason(&view, Action::Hu), Refusal::WinDeclined);
    view.answer = Some(Action::Pass);
    assert_eq!(reason(&view, Action::Hu), Refusal::Answered);
}
