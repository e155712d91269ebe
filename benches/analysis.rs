//! How fast hands are analysed: wins, waits and chi, on dealt hands and on hands that lack one card.

mod cpu_time;

use std::sync::Arc;

use cpu_time::{CpuTime, criterion};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use paohuzi_engine::{
    Action, Card, ChiBlock, ChiShape, Counts, Deck, Draw, DrawBy, Game, Meld, MeldKind, Phase,
    Position, Ruleset, Seat, Wait, WinContext, arrangements, below, best_win, chi_options,
    generator, waits,
};
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 1;
const HANDS: u32 = 200;

/// A hand with its table, and a card that is drawn.
struct Question {
    position: Position,
    draw: Draw,
}

impl Question {
    /// Drawn by the seat itself or by another, half of each.
    fn new(position: Position, card: Card, chance: &mut ChaCha8Rng) -> Self {
        let by = [DrawBy::Own, DrawBy::Other][below(chance, 2) as usize];
        Self {
            position,
            draw: Draw { card, by },
        }
    }

    fn wins(&self, rules: &Ruleset) -> bool {
        let all = arrangements(&self.position, Some(self.draw), rules);
        !all.expect("a card that is left").is_empty()
    }
}

/// Twenty cards as they are dealt, and the first card of the stock.
fn dealt(rules: &Ruleset) -> Vec<Question> {
    let chance = &mut generator(SEED, 0, 1);
    let hands = (0..u64::from(HANDS)).map(|index| {
        let deck = Deck::shuffled(SEED, index);
        let hand = Counts::from_cards(&deck.cards()[..20]).expect("cards of a deck");
        let position = Position::new(hand, &[], rules).expect("cards of a deck");
        Question::new(position, deck.cards()[61], chance)
    });
    hands.collect()
}

/// Seven blocks of which one card is missing, some of them on the table, and that card.
fn near(rules: &Ruleset) -> Vec<Question> {
    let chance = &mut generator(SEED, 0, 2);
    let blocks: Vec<_> = ChiBlock::all()
        .filter(|block| block.shape() != ChiShape::OneFiveTen)
        .map(Meld::chi)
        .collect();
    let mut questions = Vec::new();
    while questions.len() < HANDS as usize {
        let mut melds = Vec::new();
        let mut hand = Counts::EMPTY;
        let mut left = 7;
        while left > 0 {
            let meld = if below(chance, 2) == 0 {
                blocks[below(chance, 38) as usize]
            } else {
                let card = Card::ALL[below(chance, 20) as usize];
                let kind =
                    [MeldKind::Peng, MeldKind::Wei, MeldKind::Kan][below(chance, 3) as usize];
                Meld::of(kind, card).expect("three equal cards")
            };
            if meld.kind().is_laid() && below(chance, 2) == 0 {
                melds.push(meld);
            } else if let Some(more) = hand.checked_add(meld.counts()) {
                hand = more;
            } else {
                continue;
            }
            left -= 1;
        }
        let Some(place) = hand.len().checked_sub(1) else {
            continue;
        };
        let place = below(chance, u32::from(place) + 1) as usize;
        let card = hand.cards().nth(place).expect("a card of the hand");
        let rest = hand.checked_sub(Counts::of(card, 1));
        let rest = rest.expect("the card is in the hand");
        if let Ok(position) = Position::new(rest, &melds, rules) {
            let question = Question::new(position, card, chance);
            if best_win(&position, Some(question.draw), rules, WinContext::default()).is_ok() {
                questions.push(question);
            }
        }
    }
    questions
}

fn analysis(c: &mut Criterion<CpuTime>) {
    let rules = Ruleset::default();
    let mut group = c.benchmark_group("analysis");
    for (name, questions) in [("dealt", dealt(&rules)), ("near-ready", near(&rules))] {
        let wins = questions.iter().filter(|ask| ask.wins(&rules)).count();
        // Dealt hands almost never win, of the near-ready ones a good part has to.
        assert!((wins > 20) == (name == "near-ready"), "{name}: {wins}");
        group.throughput(Throughput::Elements(HANDS.into()));
        group.bench_function(format!("best_win, {name}"), |b| {
            b.iter(|| {
                let best = |ask: &&Question| {
                    best_win(&ask.position, Some(ask.draw), &rules, WinContext::default())
                };
                let found = questions
                    .iter()
                    .filter(|ask| best(ask).is_ok_and(|win| win.is_some()));
                assert_eq!(found.count(), wins);
            });
        });

        let ready = questions
            .iter()
            .map(|ask| wins_by_card(&ask.position, &rules));
        let ready: usize = ready.sum();
        group.bench_function(format!("waits, {name}"), |b| {
            b.iter(|| {
                let found = questions.iter().map(|ask| {
                    let waits = waits(&ask.position, &rules);
                    waits.into_iter().map(wins_of).sum::<usize>()
                });
                assert_eq!(found.sum::<usize>(), ready);
            });
        });

        let hands = questions.iter().map(|ask| ask.position.hand());
        let chi: usize = hands.map(|hand| chi_by_blocks(hand, &rules)).sum();
        group.throughput(Throughput::Elements((20 * HANDS).into()));
        group.bench_function(format!("chi_options, {name}"), |b| {
            b.iter(|| {
                let found = questions.iter().map(|ask| {
                    let hand = ask.position.hand();
                    let options = Card::ALL.map(|card| chi_options(hand, card, &rules));
                    options.iter().filter(|options| !options.is_empty()).count()
                });
                assert_eq!(found.sum::<usize>(), chi);
            });
        });
    }
    group.finish();
}

const fn wins_of(wait: Wait) -> usize {
    wait.own.is_some() as usize + wait.others.is_some() as usize
}

/// The same as from the waits, by a question for each card.
fn wins_by_card(position: &Position, rules: &Ruleset) -> usize {
    let draws = Card::ALL
        .into_iter()
        .flat_map(|card| [DrawBy::Own, DrawBy::Other].map(|by| Draw { card, by }));
    draws
        .filter(|draw| {
            let win = best_win(position, Some(*draw), rules, WinContext::default());
            win.is_ok_and(|win| win.is_some())
        })
        .count()
}

/// For how many cards the hand has a chi, by trying every action that there is.
fn chi_by_blocks(hand: Counts, rules: &Ruleset) -> usize {
    let loose = hand.loose();
    let has_chi = |card: Card| {
        (0..=u8::MAX)
            .filter_map(|id| Action::from_id(id, Some(card)).ok())
            .any(|action| {
                let Action::Chi(_, chi) = action else {
                    return false;
                };
                let known = |block: &ChiBlock| {
                    rules.one_five_ten() || block.shape() != ChiShape::OneFiveTen
                };
                let taken = chi.taken(card).expect("a chi of the card");
                // Every copy of the card has to be laid with it.
                hand.get(card) < 3
                    && taken.get(card) == hand.get(card)
                    && loose.checked_sub(taken).is_some()
                    && action.blocks().iter().all(known)
            })
    };
    Card::ALL.into_iter().filter(|card| has_chi(*card)).count()
}

/// A discard that nobody takes, the draw after it, and what each seat may then answer.
fn steps(c: &mut Criterion<CpuTime>) {
    let rules = Arc::new(Ruleset::default());
    let games: Vec<_> = (0..2000)
        .filter_map(|index| discarding(&rules, index))
        .collect();
    assert!(games.len() > 100);
    let mut group = c.benchmark_group("round");
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function("discard, draw, legal actions", |b| {
        b.iter(|| {
            for (game, action) in &games {
                let mut round = game.round().clone();
                let seat = round.asked().expect("somebody discards");
                round.apply(seat, *action, &mut ()).expect("a loose card");
                assert!(matches!(round.phase(), Phase::Drawn { .. }));
            }
        });
    });
    group.finish();
}

/// A game at its fifth discard, and a discard that is followed by a question about the next card drawn.
fn discarding(rules: &Arc<Ruleset>, index: u64) -> Option<(Game, Action)> {
    let deck = Deck::shuffled(SEED, index);
    let mut game = Game::deal(Arc::clone(rules), deck, Seat::ZERO, 0).ok()?;
    let chance = &mut generator(SEED, index, 3);
    let mut discards = 0;
    loop {
        let legal = game.legal();
        let place = below(chance, legal.mask().count_ones());
        let action = legal.nth(place as usize)?;
        discards += usize::from(matches!(action, Action::Discard(_)));
        let before = game.clone();
        game.push(action).ok()?;
        if discards == 5 {
            let drawn = matches!(game.round().phase(), Phase::Drawn { .. });
            return drawn.then_some((before, action));
        }
    }
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = analysis, steps
}
criterion_main!(benches);
