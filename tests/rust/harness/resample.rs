//! Rounds that differ from a given one only in what a seat cannot see.

use std::sync::Arc;

use paohuzi_engine::{Card, Counts, Meld, MeldKind, Phase, Round, Seat, Setup, Start};
use rand_chacha::ChaCha8Rng;

use crate::decks::{one_in, pick, shuffle};

/// A round that the observer cannot tell from this one, if the cards fall so that there is one.
///
/// Everything hidden may change: the cards of the other hands, the others' face-down wei, the order of the stock, the
/// others' stale cards. The number of cards in each place stays.
pub(crate) fn resampled(round: &Round, observer: Seat, rng: &mut ChaCha8Rng) -> Option<Round> {
    let mut setup = round.setup();
    if one_in(rng, 2) {
        swap_some(&mut setup, observer, rng)?;
    } else {
        deal_again(&mut setup, observer, round.rules().wei_open(), rng)?;
    }
    forget_private(&mut setup, observer, rng);
    starts(&setup).into_iter().find_map(|start| {
        setup.start = start;
        let mut events = Vec::new();
        let rules = Arc::clone(round.rules());
        // A round that goes on by itself has left what the observer saw.
        let made = Round::from_setup(rules, &setup, &mut events).ok();
        made.filter(|made| events.is_empty() && Start::At(made.phase()) == start)
    })
}

/// The phases that look alike to others: whether a seat that drew a wei may also win is its own affair.
fn starts(setup: &Setup) -> Vec<Start> {
    match setup.start {
        Start::At(Phase::OwnDraw {
            seat,
            laid: true,
            card,
        }) => {
            let last = setup.seats[seat.index()].melds.iter().rev();
            let mut cards = last.filter_map(|meld| meld.card()).collect::<Vec<_>>();
            cards.insert(0, card);
            let own = cards.into_iter().map(|card| {
                Start::At(Phase::OwnDraw {
                    seat,
                    card,
                    laid: true,
                })
            });
            own.chain([Start::At(Phase::Discard(seat))]).collect()
        }
        start => vec![start],
    }
}

/// Seats other than the observer.
fn others(setup: &Setup, observer: Seat) -> impl Iterator<Item = usize> + use<> {
    (0..setup.seats.len()).filter(move |seat| *seat != observer.index())
}

/// What nobody but its owner knows, changed.
fn forget_private(setup: &mut Setup, observer: Seat, rng: &mut ChaCha8Rng) {
    for seat in others(setup, observer) {
        let part = &mut setup.seats[seat];
        part.answer = None;
        if one_in(rng, 2) {
            let mut some = || Card::ALL.into_iter().filter(|_| one_in(rng, 4)).collect();
            if !matches!(
                setup.start,
                Start::At(Phase::SantiWukan | Phase::Tianhu | Phase::Dihu)
            ) {
                part.stale_chi = some();
                part.stale_peng = some();
            }
        }
    }
}

/// The dealer's shown card, which is known to be in its hand until the first discard.
fn pinned(setup: &Setup, seat: usize) -> Option<Card> {
    let opening = matches!(
        setup.start,
        Start::At(Phase::SantiWukan | Phase::Tianhu | Phase::Dihu)
    );
    setup
        .shown
        .filter(|_| opening && seat == setup.dealer.index())
}

/// Swaps a few hidden cards for others.
fn swap_some(setup: &mut Setup, observer: Seat, rng: &mut ChaCha8Rng) -> Option<()> {
    let hidden: Vec<usize> = others(setup, observer).collect();
    for _ in 0..=pick(rng, 3) {
        let seat = hidden[pick(rng, hidden.len())];
        let mut hand = setup.seats[seat].hand;
        if let Some(pinned) = pinned(setup, seat) {
            hand = hand.checked_sub(Counts::of(pinned, 1))?;
        }
        let cards: Vec<_> = hand.cards().collect();
        let out = *cards.get(pick(rng, cards.len().max(1)))?;
        let with_stock = one_in(rng, 2) && !setup.stock.is_empty();
        if with_stock {
            let place = pick(rng, setup.stock.len());
            let slot = &mut setup.stock[place];
            let into = std::mem::replace(slot, out);
            exchange(&mut setup.seats[seat].hand, out, into)?;
        } else {
            let place = hidden.iter().position(|other| *other == seat)?;
            let other = hidden[(place + 1 + pick(rng, hidden.len() - 1)) % hidden.len()];
            if pinned(setup, other).is_some() {
                return None;
            }
            let cards: Vec<_> = setup.seats[other].hand.cards().collect();
            let into = *cards.get(pick(rng, cards.len().max(1)))?;
            exchange(&mut setup.seats[seat].hand, out, into)?;
            exchange(&mut setup.seats[other].hand, into, out)?;
        }
    }
    Some(())
}

fn exchange(hand: &mut Counts, out: Card, into: Card) -> Option<()> {
    let rest = hand.checked_sub(Counts::of(out, 1))?;
    *hand = rest.checked_add(Counts::of(into, 1))?;
    Some(())
}

/// Deals everything hidden again.
fn deal_again(
    setup: &mut Setup,
    observer: Seat,
    wei_open: bool,
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let is_hidden = |meld: &Meld| meld.kind() == MeldKind::Wei && !wei_open;
    let mut pool = [0_u8; 20];
    for card in &setup.stock {
        pool[card.index()] += 1;
    }
    for seat in others(setup, observer) {
        for (card, copies) in setup.seats[seat].hand.kinds() {
            pool[card.index()] += copies;
        }
        for meld in &setup.seats[seat].melds {
            if is_hidden(meld) {
                pool[meld.card()?.index()] += 3;
            }
        }
    }
    for seat in others(setup, observer) {
        if let Some(card) = pinned(setup, seat) {
            pool[card.index()] -= 1;
        }
        for meld in &mut setup.seats[seat].melds {
            if is_hidden(meld) {
                let triples: Vec<_> = (Card::ALL.into_iter())
                    .filter(|card| pool[card.index()] >= 3)
                    .collect();
                let card = *triples.get(pick(rng, triples.len().max(1)))?;
                pool[card.index()] -= 3;
                *meld = Meld::of(MeldKind::Wei, card)?;
            }
        }
    }
    let mut cards: Vec<Card> = (Card::ALL.into_iter())
        .flat_map(|card| std::iter::repeat_n(card, pool[card.index()].into()))
        .collect();
    shuffle(&mut cards, rng);
    for seat in others(setup, observer) {
        let fixed = pinned(setup, seat);
        let size = usize::from(setup.seats[seat].hand.len()) - usize::from(fixed.is_some());
        let mut hand: Vec<_> = cards.split_off(cards.len() - size);
        hand.extend(fixed);
        setup.seats[seat].hand = Counts::from_cards(&hand)?;
    }
    setup.stock = cards;
    Some(())
}
