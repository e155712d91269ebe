//! The plain way: play the round from a deck with any answers, and see whether the seat sees the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use paohuzi_engine::{Card, Deck, Event, PACK, Round, Ruleset, Seat, View, below};
use rand_chacha::ChaCha8Rng;

/// Whether some answers of all seats make the round from the deck show the seat these events and then this view.
pub(crate) fn shows(
    rules: &Arc<Ruleset>,
    deck: &Deck,
    dealer: Seat,
    seen: &[Event],
    view: &View,
) -> bool {
    leads_to(rules, deck, dealer, seen, view).is_some()
}

/// The round in which the deck and some answers show the seat these events and then this view.
fn leads_to(
    rules: &Arc<Ruleset>,
    deck: &Deck,
    dealer: Seat,
    seen: &[Event],
    view: &View,
) -> Option<Round> {
    let mut events = Vec::new();
    let round = Round::from_deck(Arc::clone(rules), deck, dealer, 0, &mut events).expect("a seat");
    go_on(&round, rest_of(seen, &events, view.seat)?, view)
}

/// What is left to be seen after these events; nothing where the seat sees something else.
fn rest_of<'a>(mut seen: &'a [Event], events: &[Event], seat: Seat) -> Option<&'a [Event]> {
    for event in events.iter().filter_map(|event| event.seen_by(seat)) {
        let (first, rest) = seen.split_first()?;
        if *first != event {
            return None;
        }
        seen = rest;
    }
    Some(seen)
}

fn go_on(round: &Round, seen: &[Event], view: &View) -> Option<Round> {
    if seen.is_empty() && round.view(view.seat) == *view {
        return Some(round.clone());
    }
    round.active_seats().into_iter().find_map(|seat| {
        round.legal(seat).iter().find_map(|action| {
            let (mut then, mut events) = (round.clone(), Vec::new());
            then.apply(seat, action, &mut events).expect("legal");
            go_on(&then, rest_of(seen, &events, view.seat)?, view)
        })
    })
}

/// The seat's hand as dealt, and the shown card.
fn dealt(seen: &[Event], seat: Seat) -> (Vec<Card>, Card) {
    let Some(Event::Deal { hands, shown, .. }) = seen.first() else {
        panic!("a seat sees the deal first");
    };
    let hand = hands[seat].expect("its own hand").cards().collect();
    (hand, *shown)
}

/// The cards of the stock that were drawn, as far as the seat sees them.
fn drawn(seen: &[Event]) -> Vec<Option<Card>> {
    let cards = seen.iter().filter_map(|event| match event {
        Event::Draw { card, .. } => Some(Some(*card)),
        Event::ConcealedDraw { card, .. } => Some(*card),
        _ => None,
    });
    cards.collect()
}

/// Rounds from decks that agree with the seat's hand, the shown card and the open draws and have everything else at
/// random, as far as they show the seat what it saw.
pub(crate) fn by_rejection(
    rules: &Arc<Ruleset>,
    dealer: Seat,
    seen: &[Event],
    view: &View,
    chance: &mut ChaCha8Rng,
    tries: u32,
) -> Vec<Round> {
    let (hand, shown) = dealt(seen, view.seat);
    let drawn = drawn(seen);
    let size = usize::from(rules.hand_size());
    let stock = size * usize::from(rules.seats()) + 1;
    let mut order = [None; PACK];
    order[stock - 1] = Some(shown);
    for (place, seat) in dealer.around(rules.seats()).enumerate() {
        if seat == view.seat {
            let mut cards = hand.clone();
            if seat == dealer {
                let shown = cards.iter().position(|card| *card == shown).expect("his");
                cards.remove(shown);
            }
            for (slot, card) in order[place * size..(place + 1) * size]
                .iter_mut()
                .zip(cards)
            {
                *slot = Some(card);
            }
        }
    }
    for (slot, card) in order[stock..].iter_mut().zip(drawn) {
        *slot = card;
    }
    let mut left: Vec<Card> = Card::ALL.into_iter().flat_map(|card| [card; 4]).collect();
    for card in order.iter().flatten() {
        let place = left
            .iter()
            .position(|other| other == card)
            .expect("four of each");
        left.swap_remove(place);
    }
    let mut found = Vec::new();
    for _ in 0..tries {
        for last in (1..left.len()).rev() {
            let bound = u32::try_from(last + 1).expect("few");
            left.swap(last, below(chance, bound) as usize);
        }
        let mut rest = left.iter();
        let cards: Vec<Card> = order
            .iter()
            .map(|card| card.unwrap_or_else(|| *rest.next().expect("as many as free places")))
            .collect();
        let deck = Deck::from_cards(&cards).expect("four of each");
        found.extend(leads_to(rules, &deck, dealer, seen, view));
    }
    found
}

/// Every order of the hidden cards by what it leaves hidden, with its number of orders of the deck, by a common measure;
/// nothing where they are too many to go through.
pub(crate) fn all(
    rules: &Arc<Ruleset>,
    dealer: Seat,
    seen: &[Event],
    view: &View,
    key: impl Fn(&Round) -> Vec<String>,
) -> Option<BTreeMap<Vec<String>, f64>> {
    let (hand, shown) = dealt(seen, view.seat);
    let drawn = drawn(seen);
    let size = usize::from(rules.hand_size());
    // What the seat saw come out of each other hand tells a part of what was dealt to it.
    let others: Vec<Seat> = dealer
        .around(rules.seats())
        .filter(|seat| *seat != view.seat)
        .collect();
    let mut left = [4_i8; 20];
    let mut take = |card: Card| left[card.index()] -= 1;
    for card in hand.iter().chain(drawn.iter().flatten()) {
        take(*card);
    }
    let mut known: Vec<Vec<Card>> = others.iter().map(|seat| came_from(seen, *seat)).collect();
    for (seat, known) in others.iter().zip(&mut known) {
        if *seat == dealer && !known.contains(&shown) {
            known.push(shown);
        }
        for card in known.iter() {
            take(*card);
        }
    }
    let sizes: Vec<usize> = others
        .iter()
        .zip(&known)
        .map(|(seat, known)| size + usize::from(*seat == dealer) - known.len())
        .collect();
    let free = usize::try_from(left.iter().map(|n| i64::from((*n).max(0))).sum::<i64>()).ok()?;
    if free > 13 {
        return None;
    }
    // Places: the other hands, then the stock place by place, drawn face down or still to come.
    let places: usize = drawn.iter().filter(|card| card.is_none()).count() + view_stock(view);
    let mut orders = BTreeMap::new();
    let mut cards: Vec<Vec<Card>> = vec![Vec::new(); others.len()];
    let mut count = 0_u32;
    let mut judge = |cards: &[Vec<Card>], rest: &[Card]| {
        let mut order = Vec::with_capacity(PACK);
        let mut weight = 1.0;
        for seat in dealer.around(rules.seats()) {
            let mut dealt = match others.iter().position(|other| *other == seat) {
                Some(other) => [known[other].as_slice(), cards[other].as_slice()].concat(),
                None => hand.clone(),
            };
            if seat == dealer {
                let place = dealt.iter().position(|card| *card == shown).expect("his");
                dealt.remove(place);
            }
            // So many orders of this hand there are.
            let mut copies = [0_u32; 20];
            for card in &dealt {
                copies[card.index()] += 1;
            }
            for n in copies {
                weight /= f64::from((1..=n).product::<u32>());
            }
            order.extend(dealt);
        }
        order.push(shown);
        let mut rest = rest.iter();
        order.extend(
            drawn
                .iter()
                .map(|card| card.unwrap_or_else(|| *rest.next().expect("one"))),
        );
        order.extend(rest);
        let deck = Deck::from_cards(&order).expect("four of each");
        if let Some(round) = leads_to(rules, &deck, dealer, seen, view) {
            *orders.entry(key(&round)).or_insert(0.0) += weight;
        }
    };
    share(&mut left, 0, &sizes, &mut cards, &mut |left, cards| {
        let mut rest = Vec::new();
        lay_out(left, places, &mut rest, &mut |rest| {
            count += 1;
            if count < 60_000 {
                judge(cards, rest);
            }
        });
    });
    (count < 60_000).then_some(orders)
}

fn view_stock(view: &View) -> usize {
    usize::from(view.stock_left)
}

/// Every way to give the hands as many cards as they lack, kind by kind.
fn share(
    left: &mut [i8; 20],
    from: usize,
    sizes: &[usize],
    cards: &mut Vec<Vec<Card>>,
    done: &mut impl FnMut(&mut [i8; 20], &[Vec<Card>]),
) {
    let Some(hand) = cards
        .iter()
        .zip(sizes)
        .position(|(cards, size)| cards.len() < *size)
    else {
        done(left, cards);
        return;
    };
    // A hand's cards ascend, so that each multiset comes once.
    let first = cards[hand].last().map_or(0, |card| card.index());
    for kind in first.max(from)..20 {
        if left[kind] > 0 {
            left[kind] -= 1;
            cards[hand].push(Card::ALL[kind]);
            share(left, 0, sizes, cards, done);
            cards[hand].pop();
            left[kind] += 1;
        }
    }
}

/// Every order of the cards that are left, place by place.
fn lay_out(
    left: &mut [i8; 20],
    places: usize,
    rest: &mut Vec<Card>,
    done: &mut impl FnMut(&[Card]),
) {
    if rest.len() == places {
        done(rest);
        return;
    }
    for kind in 0..20 {
        if left[kind] > 0 {
            left[kind] -= 1;
            rest.push(Card::ALL[kind]);
            lay_out(left, places, rest, done);
            rest.pop();
            left[kind] += 1;
        }
    }
}

/// The cards that the seat saw come out of another's dealt hand.
fn came_from(seen: &[Event], seat: Seat) -> Vec<Card> {
    let mut cards = Vec::new();
    let mut laid: Vec<Card> = Vec::new();
    for event in seen {
        match *event {
            Event::Discard { seat: from, card } if from == seat => cards.push(card),
            Event::Chi {
                seat: by,
                card,
                chi,
            } if by == seat => {
                cards.extend(chi.taken(card).expect("a chi").cards());
            }
            Event::Peng { seat: by, card } if by == seat => {
                cards.extend([card; 2]);
                laid.push(card);
            }
            Event::ChouWei { seat: by, card } | Event::OpenWei { seat: by, card } if by == seat => {
                cards.extend([card; 2]);
                laid.push(card);
            }
            Event::DealtTi { seat: by, card } if by == seat => cards.extend([card; 4]),
            // Three cards of the hand, or two of it and a drawn one in a wei that lay face down.
            Event::Pao { seat: by, card, .. } | Event::Ti { seat: by, card, .. }
                if by == seat && !laid.contains(&card) =>
            {
                cards.extend([card; 2]);
            }
            _ => {}
        }
    }
    cards
}
