//! Decks: plain ones, and ones that make rare things likely.

use paohuzi_engine::{Card, ChiBlock, Deck, Ruleset, below};
use rand_chacha::ChaCha8Rng;

/// What a deck is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Any order.
    Plain,
    /// Every seat one card from a finished hand, the missing cards early in the stock.
    NearReady,
    /// The dealer complete with the shown card.
    Tianhu,
    /// An idle seat complete with the shown card.
    Dihu,
    /// So many dealt ti in one hand.
    Ti(usize),
    /// So many kan and ti together in one hand.
    Kan(usize),
    /// Seven kan of the dealer, who may have nothing to discard.
    SevenKan,
    /// A seat that waits for a card that comes last.
    LastCard,
    /// Two seats ready on the same card, which comes early.
    SameWait,
    /// A seat ready on a card that another seat has three of.
    PaoClash,
    /// Pairs and triples that face each other.
    Pairs,
}

impl Kind {
    /// The kinds that are not plain.
    pub(crate) const RIGGED: [Self; 14] = [
        Self::NearReady,
        Self::Tianhu,
        Self::Dihu,
        Self::Ti(1),
        Self::Ti(2),
        Self::Ti(3),
        Self::Ti(4),
        Self::Kan(5),
        Self::Kan(6),
        Self::SevenKan,
        Self::LastCard,
        Self::SameWait,
        Self::PaoClash,
        Self::Pairs,
    ];

    /// A deck of this kind for a table of the ruleset.
    pub(crate) fn deck(self, rules: &Ruleset, rng: &mut ChaCha8Rng) -> Deck {
        loop {
            let plan = self.plan(Plan::new(rules), rng);
            if let Some(deck) = plan.and_then(|plan| plan.deal(rng)) {
                return deck;
            }
        }
    }

    fn plan(self, mut plan: Plan, rng: &mut ChaCha8Rng) -> Option<Plan> {
        let seats = plan.hands.len();
        match self {
            Self::Plain => {}
            Self::NearReady => {
                for place in 0..seats {
                    let (quads, kans) = (one_in(rng, 3), pick(rng, 5));
                    let missing = plan.almost_finished(place, quads.into(), kans, rng)?;
                    plan.first.push(missing);
                }
                let more = pick(rng, 4);
                plan.first.extend((0..more).map(|_| any_card(rng)));
                shuffle(&mut plan.first, rng);
            }
            Self::Tianhu => {
                let kans = 3 + pick(rng, 2);
                let shown = plan.almost_finished(0, one_in(rng, 3).into(), kans, rng)?;
                plan.shown = Some(shown);
            }
            Self::Dihu => {
                let kans = 3 + pick(rng, 2);
                let place = 1 + pick(rng, seats - 1);
                let shown = plan.almost_finished(place, one_in(rng, 3).into(), kans, rng)?;
                plan.shown = Some(shown);
                let copies = pick(rng, 4);
                plan.hands[0] = vec![shown; copies];
            }
            Self::Ti(count) => {
                let count = count.min(plan.size / 4);
                let kan = pick(rng, 3).min((plan.size - 4 * count) / 3);
                plan.locked(count, kan, rng);
            }
            Self::Kan(count) => {
                let count = count.min(plan.size / 3);
                let ti = pick(rng, 3).min(plan.size - 3 * count);
                plan.locked(ti, count - ti, rng);
            }
            Self::SevenKan => {
                let kinds = some_cards(rng, plan.blocks);
                let mut hand: Vec<_> = kinds.iter().flat_map(|card| [*card; 3]).collect();
                shuffle(&mut hand, rng);
                plan.shown = hand.pop();
                plan.hands[0] = hand;
                plan.first = kinds.into_iter().take(pick(rng, 6)).collect();
            }
            Self::LastCard => {
                let (place, kans) = (1 + pick(rng, seats - 1), 3 + pick(rng, 2));
                let missing = plan.almost_finished(place, one_in(rng, 3).into(), kans, rng)?;
                let held = plan.hands[place].iter().filter(|card| **card == missing);
                plan.last = vec![missing; 4 - held.count()];
            }
            Self::SameWait => {
                let card = any_card(rng);
                // A dealer would have to break its hand for the first discard.
                for place in [1, 2] {
                    let block = some_block(rng, |block| block.cards().contains(&card))?;
                    let mut rest = block.cards().to_vec();
                    rest.retain(|other| *other != card);
                    // A jiao of two of the card would wait for both.
                    if rest.len() != 2 {
                        return None;
                    }
                    plan.finish(place, rest, 0, 4, rng)?;
                }
                let before = pick(rng, 3);
                plan.first = some_cards(rng, before);
                plan.first.push(card);
            }
            Self::PaoClash => {
                let card = any_card(rng);
                let waiter = 1 + pick(rng, seats - 1);
                let holder = (waiter + 1 + pick(rng, seats - 1)) % seats;
                plan.hands[holder] = vec![card; 3];
                let block = some_block(rng, |block| block.cards().contains(&card))?;
                let mut rest = block.cards().to_vec();
                rest.retain(|other| *other != card);
                plan.finish(waiter, rest, 0, 3, rng)?;
                let before = pick(rng, 3);
                plan.first = some_cards(rng, before);
                plan.first.push(card);
            }
            Self::Pairs => {
                let shares = [[2, 2, 0], [2, 1, 0], [3, 0, 0], [2, 1, 1]];
                let mut cards = Card::ALL.to_vec();
                shuffle(&mut cards, rng);
                for card in cards {
                    let mut share = shares[pick(rng, shares.len())].to_vec();
                    share.resize(seats, 0);
                    shuffle(&mut share, rng);
                    for (hand, copies) in plan.hands.iter_mut().zip(share) {
                        let room = copies.min(plan.size - hand.len());
                        hand.extend(std::iter::repeat_n(card, room));
                    }
                    if one_in(rng, 2) && plan.first.len() < 10 {
                        plan.first.push(card);
                    }
                }
            }
        }
        Some(plan)
    }
}

/// What of a deck is fixed; the rest is filled up at random.
#[derive(Debug)]
struct Plan {
    /// Cards of a hand.
    size: usize,
    /// Blocks of a finished one.
    blocks: usize,
    /// The dealer's first, then in turn order.
    hands: Vec<Vec<Card>>,
    shown: Option<Card>,
    /// The top of the stock.
    first: Vec<Card>,
    /// Its bottom.
    last: Vec<Card>,
}

impl Plan {
    /// Nothing fixed.
    fn new(rules: &Ruleset) -> Self {
        let blocks = usize::from(rules.blocks());
        Self {
            size: 3 * blocks - 1,
            blocks,
            hands: vec![Vec::new(); rules.seats().into()],
            shown: None,
            first: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Cards of the pack that are not planned yet; `None` where one is planned five times.
    fn rest(&self) -> Option<[u8; 20]> {
        let mut rest = [4_u8; 20];
        let planned = self.hands.iter().flatten();
        for card in planned
            .chain(&self.shown)
            .chain(&self.first)
            .chain(&self.last)
        {
            rest[card.index()] = rest[card.index()].checked_sub(1)?;
        }
        Some(rest)
    }

    fn deal(mut self, rng: &mut ChaCha8Rng) -> Option<Deck> {
        let rest = self.rest()?;
        let copies = Card::ALL.into_iter().zip(rest);
        let mut rest: Vec<_> = copies
            .flat_map(|(card, copies)| std::iter::repeat_n(card, copies.into()))
            .collect();
        shuffle(&mut rest, rng);
        let mut cards = Vec::with_capacity(80);
        for hand in &mut self.hands {
            while hand.len() < self.size {
                hand.push(rest.pop()?);
            }
            cards.append(hand);
        }
        cards.push(match self.shown {
            Some(shown) => shown,
            None => rest.pop()?,
        });
        cards.extend(self.first);
        cards.extend(rest);
        cards.extend(self.last);
        Deck::from_cards(&cards).ok()
    }

    /// Fills a hand with kan and blocks until it is finished but for one card; the seat waits for that card.
    fn almost_finished(
        &mut self,
        place: usize,
        quads: usize,
        kans: usize,
        rng: &mut ChaCha8Rng,
    ) -> Option<Card> {
        self.finish(place, Vec::new(), quads, kans, rng)?;
        let hand = &mut self.hands[place];
        shuffle(hand, rng);
        // A dealt ti has to stay whole, and the hand is one card short of finished.
        let missing = hand.pop()?;
        let held = hand.iter().filter(|card| **card == missing).count();
        (held < 3).then_some(missing)
    }

    /// Adds blocks to the given cards of a block, until the hand is full.
    fn finish(
        &mut self,
        place: usize,
        begun: Vec<Card>,
        quads: usize,
        kans: usize,
        rng: &mut ChaCha8Rng,
    ) -> Option<()> {
        let mut blocks = usize::from(!begun.is_empty());
        let kans = kans.min(self.blocks - blocks - 2 * quads);
        self.hands[place] = begun;
        let sets = std::iter::repeat_n(4, quads)
            .chain(std::iter::repeat_n(3, kans))
            .chain(std::iter::repeat_n(2, quads.min(1)));
        for size in sets {
            let rest = self.rest()?;
            let free =
                |card: &Card| rest[card.index()] >= size && !self.hands[place].contains(card);
            let free: Vec<_> = Card::ALL.into_iter().filter(free).collect();
            let card = *free.get(pick(rng, free.len().max(1)))?;
            self.hands[place].extend(std::iter::repeat_n(card, size.into()));
            blocks += 1;
        }
        while blocks < self.blocks {
            let rest = self.rest()?;
            let scoring = one_in(rng, 2);
            let block = some_block(rng, |block| {
                let [a, b, c] = block.cards().map(|card| card.rank().number());
                let fits = block
                    .counts()
                    .kinds()
                    .all(|(card, n)| rest[card.index()] >= n);
                fits && (!scoring || matches!([a, b, c], [1, 2, 3] | [2, 7, 10]))
            })
            .or_else(|| {
                some_block(rng, |block| {
                    block
                        .counts()
                        .kinds()
                        .all(|(card, n)| rest[card.index()] >= n)
                })
            })?;
            self.hands[place].extend(block.cards());
            blocks += 1;
        }
        Some(())
    }

    /// A hand with so many ti and kan, further copies of the kan early in the stock.
    fn locked(&mut self, ti: usize, kan: usize, rng: &mut ChaCha8Rng) {
        let kinds = some_cards(rng, ti + kan);
        let place = pick(rng, self.hands.len());
        for (i, card) in kinds.iter().enumerate() {
            let size = if i < ti { 4 } else { 3 };
            self.hands[place].extend(std::iter::repeat_n(*card, size));
        }
        let mut fourth = kinds[ti..].to_vec();
        fourth.truncate(pick(rng, 5));
        self.first = fourth;
        self.first.extend(
            some_cards(rng, 2)
                .iter()
                .filter(|card| !kinds.contains(card)),
        );
        shuffle(&mut self.first, rng);
    }
}

/// A number below the bound.
pub(crate) fn pick(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    let bound = u32::try_from(bound).expect("small bounds only");
    below(rng, bound) as usize
}

/// True once in so many times.
pub(crate) fn one_in(rng: &mut ChaCha8Rng, times: usize) -> bool {
    pick(rng, times) == 0
}

/// Puts the items in any order.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, pick(rng, last + 1));
    }
}

fn any_card(rng: &mut ChaCha8Rng) -> Card {
    Card::ALL[pick(rng, 20)]
}

/// So many different cards.
fn some_cards(rng: &mut ChaCha8Rng, count: usize) -> Vec<Card> {
    let mut cards = Card::ALL.to_vec();
    shuffle(&mut cards, rng);
    cards.truncate(count);
    cards
}

/// A block that every ruleset has and that the filter lets through.
fn some_block(rng: &mut ChaCha8Rng, filter: impl Fn(&ChiBlock) -> bool) -> Option<ChiBlock> {
    let blocks: Vec<_> = ChiBlock::all()
        .filter(|block| block.shape() != paohuzi_engine::ChiShape::OneFiveTen)
        .filter(filter)
        .collect();
    blocks.get(pick(rng, blocks.len().max(1))).copied()
}
