//! A breadth-first search over a seat's own takes: the plain version of the distance, with nothing clever in it.
//!
//! From a hand at rest it tries every card that can still come, from each source, with every take the rules give for it and
//! every discard that may follow, layer by layer, until some hand has a wait with a copy left. It asks the engine only for
//! waits and for the chi of a card, which other tests prove.

use std::collections::{HashMap, HashSet};

use paohuzi_engine::{
    Card, CardSet, Counts, Meld, MeldKind, Outlook, PassedHu, PengSelfFourth, Position, Ruleset,
    chi_options, meld_huxi, waits,
};

/// What a seat has and what can still come to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) hand: Counts,
    /// In any order, kept sorted.
    pub(crate) melds: Vec<Meld>,
    pub(crate) unseen: Counts,
}

pub(crate) fn sorted(mut melds: Vec<Meld>) -> Vec<Meld> {
    melds.sort_by_key(|meld| (meld.kind(), meld.counts()));
    melds
}

pub(crate) fn one(card: Card) -> Counts {
    Counts::of(card, 1)
}

impl State {
    /// The start of a search.
    pub(crate) fn new(position: &Position, outlook: &Outlook) -> Self {
        Self {
            hand: position.hand(),
            melds: sorted(position.melds().to_vec()),
            unseen: outlook.unseen,
        }
    }

    pub(crate) fn owned(&self) -> u8 {
        self.hand.len()
            + self
                .melds
                .iter()
                .map(|meld| meld.counts().len())
                .sum::<u8>()
    }

    pub(crate) fn waiting_size(&self, rules: &Ruleset) -> u8 {
        let laid = self
            .melds
            .iter()
            .filter(|meld| meld.counts().len() == 4)
            .count();
        let held = self.hand.exactly(4).len();
        rules.waiting_size(u8::try_from(laid + held).expect("few"))
    }

    pub(crate) fn without(&self, cards: Counts) -> Option<Self> {
        let hand = self.hand.checked_sub(cards)?;
        Some(Self {
            hand,
            ..self.clone()
        })
    }

    fn with(&self, laid: &[Meld]) -> Self {
        let melds = [&self.melds, laid].concat();
        Self {
            melds: sorted(melds),
            ..self.clone()
        }
    }
}

/// Who brings a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    OwnDraw,
    OtherDraw,
    OtherDiscard,
}

pub(crate) const SOURCES: [From; 3] = [From::OwnDraw, From::OtherDraw, From::OtherDiscard];

#[derive(Default)]
pub(crate) struct Oracle {
    ready: HashMap<(Counts, Vec<Meld>), (CardSet, CardSet)>,
}

impl Oracle {
    /// The cards that win on an own draw and on another's.
    fn waits(&mut self, state: &State, rules: &Ruleset) -> (CardSet, CardSet) {
        if self.ready.len() > 2_000_000 {
            self.ready.clear();
        }
        let key = (state.hand, state.melds.clone());
        *self.ready.entry(key).or_insert_with(|| {
            let Ok(position) = Position::new(state.hand, &state.melds, rules) else {
                return (CardSet::EMPTY, CardSet::EMPTY);
            };
            let waits = waits(&position, rules);
            let cards = || Card::ALL.into_iter();
            (
                cards()
                    .filter(|card| waits[card.index()].own.is_some())
                    .collect(),
                cards()
                    .filter(|card| waits[card.index()].others.is_some())
                    .collect(),
            )
        })
    }

    /// Those of the waits with a copy left that the seat has not declined, or not so that it still counts.
    pub(crate) fn open_waits(&mut self, game: &Game<'_>, state: &State) -> (CardSet, CardSet) {
        let (own, others) = self.waits(state, game.rules);
        let open = |card: &Card| state.unseen.get(*card) > 0 && !game.dead;
        let laid_opens = |card: Card| {
            let laid = game.takes(state, card, From::OwnDraw);
            let [laid] = laid.as_slice() else {
                return false;
            };
            // What an own draw makes before the seat is asked: not a chi, and no pao.
            let made = |meld: &Meld| meld.kind().is_wei() || meld.kind() == MeldKind::Ti;
            let before = |meld: &Meld| state.melds.contains(meld);
            laid.melds.iter().any(|meld| made(meld) && !before(meld))
                && game.rules.own_draw_first()
                && !game.is_locked(laid, card)
        };
        let own = own.iter().filter(open);
        let others = others.iter().filter(open);
        (
            own.filter(|card| !game.is_locked(state, *card) || laid_opens(*card))
                .collect(),
            others
                .filter(|card| !game.is_locked(state, *card))
                .collect(),
        )
    }

    fn is_ready(&mut self, game: &Game<'_>, state: &State) -> bool {
        let (own, others) = self.open_waits(game, state);
        !own.union(others).is_empty()
    }

    /// The distance, if it is at most `most`.
    pub(crate) fn distance(
        &mut self,
        game: &Game<'_>,
        start: &State,
        most: usize,
    ) -> Option<usize> {
        let mut seen = HashSet::new();
        let mut layer = game.rests(start.clone());
        for takes in 0..=most {
            if layer.is_empty() {
                break;
            }
            if layer.iter().any(|state| self.is_ready(game, state)) {
                return Some(takes);
            }
            let mut next = Vec::new();
            for state in layer {
                for card in Card::ALL {
                    for from in SOURCES {
                        for taken in game.takes(&state, card, from) {
                            for rest in game.rests(taken) {
                                if seen.insert(rest.clone()) {
                                    next.push(rest);
                                }
                            }
                        }
                    }
                }
            }
            layer = next;
        }
        None
    }
}

/// The rules and what the seat declined before.
pub(crate) struct Game<'a> {
    pub(crate) rules: &'a Ruleset,
    stale_chi: CardSet,
    stale_peng: CardSet,
    barred: bool,
    locked_wins: CardSet,
    dead: bool,
    /// The huxi of the table when it declined.
    huxi: u16,
}

impl<'a> Game<'a> {
    pub(crate) fn new(rules: &'a Ruleset, position: &Position, outlook: &Outlook) -> Self {
        Self {
            rules,
            stale_chi: outlook.stale_chi,
            stale_peng: outlook.stale_peng,
            barred: outlook.barred,
            locked_wins: outlook.locked_wins,
            dead: outlook.dead,
            huxi: table_huxi(position.melds(), rules),
        }
    }

    /// Whether the seat declined to win on the card and may not win on it with this table either.
    pub(crate) fn is_locked(&self, state: &State, card: Card) -> bool {
        let opens = self.rules.passed_hu() != PassedHu::Never;
        let changed = table_huxi(&state.melds, self.rules) != self.huxi;
        self.locked_wins.contains(card) && !(opens && changed)
    }

    /// The state with its due discard, in every way; nothing where it cannot be made.
    pub(crate) fn rests(&self, state: State) -> Vec<State> {
        let waiting = state.waiting_size(self.rules);
        if state.owned() <= waiting {
            return vec![state];
        }
        if state.owned() > waiting + 1 {
            return Vec::new();
        }
        let loose = state.hand.loose().kinds();
        loose
            .filter_map(|(card, _)| state.without(one(card)))
            .collect()
    }

    /// Every state that taking the card gives, before the discard.
    pub(crate) fn takes(&self, state: &State, card: Card, from: From) -> Vec<State> {
        let Some(unseen) = state.unseen.checked_sub(one(card)) else {
            return Vec::new();
        };
        let state = State {
            unseen,
            ..state.clone()
        };
        let same = |kind| Meld::of(kind, card).expect("no chi");
        let quad = if from == From::OwnDraw {
            MeldKind::Ti
        } else {
            MeldKind::Pao
        };
        let held = state.hand.get(card);
        let with_hand = |copies, kind| {
            let rest = state.without(Counts::of(card, copies)).expect("held");
            rest.with(&[same(kind)])
        };
        // Forced: the fourth card of a kan, wei or peng.
        if held == 3 {
            return vec![with_hand(3, quad)];
        }
        for (kind, grown) in [
            (MeldKind::Wei, quad),
            (MeldKind::ChouWei, quad),
            (
                MeldKind::Peng,
                match self.rules.peng_self_fourth() {
                    PengSelfFourth::Pao => MeldKind::Pao,
                    PengSelfFourth::Ti => quad,
                },
            ),
        ] {
            let runs = kind != MeldKind::Peng || from != From::OtherDiscard;
            if let Some(place) = state
                .melds
                .iter()
                .position(|meld| *meld == same(kind))
                .filter(|_| runs)
            {
                let mut melds = state.melds.clone();
                melds[place] = same(grown);
                return vec![State {
                    melds: sorted(melds),
                    ..state
                }];
            }
        }
        // Forced: an own draw beside a pair.
        let stale = self.stale_peng.contains(card);
        if held == 2 && from == From::OwnDraw {
            let kind = if stale {
                MeldKind::ChouWei
            } else {
                MeldKind::Wei
            };
            return vec![with_hand(2, kind)];
        }
        let mut all = Vec::new();
        if self.barred {
            return all;
        }
        if held == 2 && !stale {
            all.push(with_hand(2, MeldKind::Peng));
            if self.rules.must_peng() {
                return all;
            }
        }
        if !self.stale_chi.contains(card) {
            for chi in chi_options(state.hand, card, self.rules).iter() {
                let blocks = chi.blocks(card).expect("an option has its blocks");
                let laid: Vec<_> = blocks.into_iter().map(Meld::chi).collect();
                let rest = state.without(chi.taken(card).expect("an option takes cards"));
                all.push(rest.expect("the hand has them").with(&laid));
            }
        }
        all.retain(|state| state.melds.len() <= usize::from(self.rules.blocks()));
        all
    }
}

fn table_huxi(melds: &[Meld], rules: &Ruleset) -> u16 {
    let huxi = melds.iter().map(|meld| u16::from(meld_huxi(rules, *meld)));
    huxi.sum()
}
