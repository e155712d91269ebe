//! How fast distances are: of dealt hands, after every discard, with the useful cards, and beside the breadth-first
//! search that proves them. Prints a markdown table.

#[path = "../tests/rust/distance_oracle/search.rs"]
mod search;
mod table;

use paohuzi_engine::{
    Card, ChiBlock, Counts, Deck, Meld, Outlook, Position, Ruleset, WinContext, below,
    discard_advice, discard_distances, distance, generator, useful_cards, waits,
};
use search::{Game, Oracle, State};
use table::{Goal, Table};

const SEED: u64 = 1;

type Hands = Vec<(Position, Outlook)>;

/// So many cards from the front of each of some decks, with everything else to come.
fn dealt(cards: usize, hands: u64, rules: &Ruleset) -> Hands {
    let hands = (0..hands).map(|index| {
        let deck = Deck::shuffled(SEED, index);
        let hand = Counts::from_cards(&deck.cards()[..cards]).expect("cards of a deck");
        let position = Position::new(hand, &[], rules).expect("cards of a deck");
        (position, Outlook::open(&position))
    });
    hands.collect()
}

/// Random cards at rest beside four eaten blocks: few enough for the breadth-first search.
fn late(hands: usize, rules: &Ruleset) -> Hands {
    let chance = &mut generator(SEED, 0, 4);
    let mut all = Vec::new();
    while all.len() < hands {
        let mut owned = Counts::EMPTY;
        let mut melds = Vec::new();
        let mut hand = Counts::EMPTY;
        while melds.len() < 4 {
            let block = ChiBlock::from_index(below(chance, 40) as usize).expect("one of forty");
            if let Some(more) = owned.checked_add(block.counts()) {
                owned = more;
                melds.push(Meld::chi(block));
            }
        }
        while hand.len() < 8 {
            let card = Counts::of(Card::ALL[below(chance, 20) as usize], 1);
            if let (Some(more), Some(with)) = (owned.checked_add(card), hand.checked_add(card)) {
                (owned, hand) = (more, with);
            }
        }
        // Those with a 1-5-10 are none.
        if let Ok(position) = Position::new(hand, &melds, rules) {
            all.push((position, Outlook::open(&position)));
        }
    }
    all
}

fn is_ready(position: &Position, outlook: &Outlook, rules: &Ruleset) -> bool {
    let waits = waits(position, rules);
    Card::ALL.into_iter().any(|card| {
        let wait = waits[card.index()];
        outlook.unseen.get(card) > 0 && (wait.own.is_some() || wait.others.is_some())
    })
}

/// The distance as a number to add up; dead hands as if far away.
fn far(distance: Option<u8>) -> u64 {
    distance.map_or(100, u64::from)
}

fn by_breadth(position: &Position, outlook: &Outlook, rules: &Ruleset) -> u64 {
    let game = Game::new(rules, position, outlook);
    let start = State::new(position, outlook);
    let found = Oracle::default().distance(&game, &start, usize::MAX);
    far(found.and_then(|takes| u8::try_from(takes).ok()))
}

fn main() {
    let rules = Ruleset::default();
    let mut table = Table::new();
    let distances = |hands: &Hands| {
        let all = hands
            .iter()
            .map(|(position, outlook)| far(distance(position, outlook, &rules)));
        all.sum()
    };

    let hands = dealt(20, 500, &rules);
    for (position, outlook) in &hands {
        let found = distance(position, outlook, &rules);
        assert_eq!(found == Some(0), is_ready(position, outlook, &rules));
        let useful = useful_cards(position, outlook, &rules);
        assert_eq!(found.is_some(), !useful.any().is_empty());
    }
    let goal = Goal {
        must: "50 k/s",
        aim: "500 k/s",
    };
    let sum = distances(&hands);
    table.row("distance of 20 dealt cards", goal, hands.len(), sum, || {
        distances(&hands)
    });

    // Two dealt ti need no discard.
    let mut due = dealt(21, 500, &rules);
    due.retain(|(position, _)| position.hand().exactly(4).len() < 2);
    let goal = Goal {
        must: "20 k/s",
        aim: "200 k/s",
    };
    let name = "distances after every discard of 21 dealt cards, about fourteen";
    // The best discard keeps the distance of the hand.
    table.row(name, goal, due.len(), distances(&due), || {
        let best = due.iter().map(|(position, outlook)| {
            let after = discard_distances(position, outlook, &rules);
            let best = after.iter().map(|after| far(after.distance)).min();
            best.expect("a discard")
        });
        best.sum()
    });

    let late = late(20, &rules);
    let sum = late
        .iter()
        .map(|(position, outlook)| by_breadth(position, outlook, &rules))
        .sum();
    let name = "distance of 8 cards beside 4 chi";
    table.row(name, Goal::default(), late.len(), sum, || distances(&late));
    table.row(
        "the same by breadth-first search",
        Goal::default(),
        late.len(),
        sum,
        || {
            late.iter()
                .map(|(position, outlook)| by_breadth(position, outlook, &rules))
                .sum()
        },
    );

    let some = &hands[..50];
    let name = "useful cards of 20 dealt cards, from each source";
    table.row(name, Goal::default(), some.len(), 50, || {
        let any = some.iter().map(|(position, outlook)| {
            let useful = useful_cards(position, outlook, &rules);
            u64::from(!useful.any().is_empty())
        });
        any.sum()
    });

    let some: Hands = due.iter().take(10).copied().collect();
    let name = "discard advice for 21 dealt cards, ranked";
    table.row(name, Goal::default(), some.len(), distances(&some), || {
        let best = some.iter().map(|(position, outlook)| {
            let advice = discard_advice(position, outlook, &rules, WinContext::default());
            far(advice.first().and_then(|first| first.distance))
        });
        best.sum()
    });
}
