//! A table kept from events alone, and the flow of the game checked on the way.
//!
//! Written from rulebook 2 and 7 with plain counts, so that it proves the engine's events, views and turns.

use std::sync::Arc;

use paohuzi_engine::{
    Card, ChiId, Counts, DealerTwoTi, Event, MAX_SEATS, Meld, MeldKind, NoDiscardForced,
    PengSelfFourth, RowCard, Ruleset, Seat,
};

/// A meld as an observer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    Known(Meld),
    FaceDown,
    /// A dealt ti face down.
    FaceDownTi,
}

/// What the table waits for, by the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Opening,
    Turn(Seat),
    Drawn(Seat, Card),
    Discarded(Seat, Card),
    /// This seat draws next; nobody is asked in between.
    Next(Seat),
    Over,
}

/// The table as one observer can keep it, or with all cards known.
#[derive(Debug, Clone)]
pub(crate) struct Tracker {
    /// Whose table it is; `None` knows all cards.
    observer: Option<Seat>,
    rules: Arc<Ruleset>,
    pub(crate) stage: Stage,
    pub(crate) dealer: Seat,
    pub(crate) shown: Option<Card>,
    pub(crate) hands: [Option<Counts>; MAX_SEATS],
    pub(crate) sizes: [u8; MAX_SEATS],
    pub(crate) melds: [Vec<Seen>; MAX_SEATS],
    pub(crate) rows: [Vec<RowCard>; MAX_SEATS],
    pub(crate) stock: usize,
    pub(crate) dead: [bool; MAX_SEATS],
    /// Whether a seat made any chi, peng or pao.
    pub(crate) took_of_others: [bool; MAX_SEATS],
    /// Whether a seat made any wei or ti.
    pub(crate) took_own: [bool; MAX_SEATS],
    /// Whether a seat fed another's laid wei. Rule: A26.
    pub(crate) fed: [bool; MAX_SEATS],
    /// The most bi blocks of one chi of each seat. Rule: 3.4.
    pub(crate) bi: [u8; MAX_SEATS],
    /// The card drawn face down that is not laid yet, where the observer knows it.
    pub(crate) own_draw: Option<Card>,
    /// Whether anything was discarded or drawn.
    begun: bool,
    /// Who laid its own draw just now, and may still win with it.
    pub(crate) just_laid: Option<Seat>,
    /// Every discard, oldest first.
    pub(crate) discards: Vec<(Seat, Card)>,
    /// Who drew the last card from the stock.
    pub(crate) drawer: Option<Seat>,
}

impl Tracker {
    /// An empty table.
    pub(crate) fn new(observer: Option<Seat>, rules: &Arc<Ruleset>) -> Self {
        Self {
            observer,
            rules: Arc::clone(rules),
            stage: Stage::Opening,
            dealer: Seat::ZERO,
            shown: None,
            hands: [None; MAX_SEATS],
            sizes: [0; MAX_SEATS],
            melds: Default::default(),
            rows: Default::default(),
            stock: 0,
            dead: [false; MAX_SEATS],
            took_of_others: [false; MAX_SEATS],
            took_own: [false; MAX_SEATS],
            fed: [false; MAX_SEATS],
            bi: [0; MAX_SEATS],
            own_draw: None,
            begun: false,
            just_laid: None,
            discards: vec![],
            drawer: None,
        }
    }

    /// Whether a dealer of two dealt ti discards all the same. Rule: A5.
    fn opens_anyway(&self) -> bool {
        self.rules.dealer_two_ti() == DealerTwoTi::OpenThenFree
    }

    /// What a ti can lie on. Rule: R10, A25.
    fn ti_on(&self) -> &'static [MeldKind] {
        match self.rules.peng_self_fourth() {
            PengSelfFourth::Pao => &PAO_ON[1..],
            PengSelfFourth::Ti => &PAO_ON,
        }
    }

    /// The seats of the table.
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..usize::from(self.rules.seats())).filter_map(Seat::new)
    }

    /// The seat after this one.
    fn next(&self, seat: Seat) -> Seat {
        let seats = usize::from(self.rules.seats());
        Seat::new((seat.index() + 1) % seats).expect("a seat of the table")
    }

    /// W(k) of rulebook 2.2.
    fn waiting(&self, quads: usize) -> usize {
        let full = 3 * usize::from(self.rules.blocks());
        if quads == 0 {
            full - 1
        } else {
            full - 2 + quads
        }
    }

    fn knows(&self, seat: Seat) -> bool {
        self.observer.is_none_or(|observer| observer == seat)
    }

    /// Cards of the seat in hand and melds.
    pub(crate) fn owned(&self, seat: Seat) -> usize {
        let melds = self.melds[seat.index()].iter();
        let laid = melds.map(|meld| match meld {
            Seen::Known(meld) => usize::from(meld.counts().len()),
            Seen::FaceDown => 3,
            Seen::FaceDownTi => 4,
        });
        usize::from(self.sizes[seat.index()]) + laid.sum::<usize>()
    }

    /// Quads of the seat on the table.
    fn quads(&self, seat: Seat) -> usize {
        let is_quad = |meld: &&Seen| match meld {
            Seen::Known(meld) => meld.counts().len() == 4,
            Seen::FaceDown => false,
            Seen::FaceDownTi => true,
        };
        self.melds[seat.index()].iter().filter(is_quad).count()
    }

    /// Whether the seat owns more than it may wait with. Rule: 2.2.
    pub(crate) fn must_discard(&self, seat: Seat) -> bool {
        self.owned(seat) > self.waiting(self.quads(seat))
    }

    /// Whether the seat, with one more card in a triple or chi, owes a discard.
    pub(crate) fn would_owe_a_discard(&self, seat: Seat) -> bool {
        self.owned(seat) + 1 > self.waiting(self.quads(seat))
    }

    /// How many of the card the seat holds, where the observer knows.
    fn held(&self, seat: Seat, card: Card) -> Option<u8> {
        self.hands[seat.index()].map(|hand| hand.get(card))
    }

    /// The place of a known triple of this card on the table of the seat.
    pub(crate) fn laid(&self, seat: Seat, card: Card, kinds: &[MeldKind]) -> Option<usize> {
        self.melds[seat.index()].iter().position(|meld| {
            matches!(meld, Seen::Known(meld) if meld.card() == Some(card) && kinds.contains(&meld.kind()))
        })
    }

    /// Where on the table the quad of the event is laid; `None` for one that comes from the hand. Everybody can see it.
    pub(crate) fn place_of(&self, event: &Event) -> Option<usize> {
        match *event {
            Event::Pao { seat, card, .. } => self.laid(seat, card, &PAO_ON),
            Event::Ti { seat, card, .. } => self.laid(seat, card, self.ti_on()),
            _ => None,
        }
    }

    /// A pao or ti says what it is laid on, as everybody sees: what lies at its place, a kan where it has none.
    pub(crate) fn says_what_it_is_laid_on(&self, event: &Event, place: Option<usize>) {
        if let Event::Pao { seat, on, .. } | Event::Ti { seat, on, .. } = *event {
            let lies = match place.map(|place| self.melds[seat.index()][place]) {
                None => MeldKind::Kan,
                Some(Seen::Known(meld)) => meld.kind(),
                Some(Seen::FaceDown) => MeldKind::Wei,
                Some(Seen::FaceDownTi) => MeldKind::DealtTi,
            };
            assert_eq!(on, Some(lies));
        }
    }

    /// The seat that has to pao a card from this seat. Rule: R13, 2.5.
    pub(crate) fn pao_due(&self, from: Seat, card: Card, is_drawn: bool) -> Option<Seat> {
        self.seats().find(|seat| {
            let kan = *seat != from && self.held(*seat, card) == Some(3);
            let wei = *seat != from && self.laid(*seat, card, &PAO_ON[1..]).is_some();
            let of_peng = *seat != from || !self.ti_on().contains(&MeldKind::Peng);
            let peng = of_peng && self.laid(*seat, card, &PAO_ON[..1]).is_some();
            kan || wei || (is_drawn && peng)
        })
    }

    fn take_from_hand(&mut self, seat: Seat, cards: Counts) {
        let i = seat.index();
        self.sizes[i] -= cards.len();
        if let Some(hand) = self.hands[i] {
            self.hands[i] = Some(hand.checked_sub(cards).expect("the hand has its cards"));
        }
    }

    /// The seat's turn after it took a card. Rule: 2.2, 2.3, 2.8.
    fn took(&mut self, seat: Seat, own: bool) {
        let took = if own {
            &mut self.took_own
        } else {
            &mut self.took_of_others
        };
        took[seat.index()] = true;
        self.turn(seat);
    }

    fn turn(&mut self, seat: Seat) {
        // The others see no more of a seat with nothing loose than that the next seat draws.
        self.stage = if self.must_discard(seat) && !self.has_nothing_loose(seat) {
            Stage::Turn(seat)
        } else {
            Stage::Next(self.next(seat))
        };
    }

    /// Whether the seat, as far as the observer knows, has nothing to discard.
    fn has_nothing_loose(&self, seat: Seat) -> bool {
        self.hands[seat.index()].is_some_and(|hand| hand.loose().is_empty())
    }

    fn expect_draw(&mut self, seat: Seat) {
        match self.stage {
            Stage::Next(expected) => assert_eq!(seat, expected, "the wrong seat draws"),
            // The others cannot know that the seat has nothing to discard.
            Stage::Turn(before) if !self.knows(before) => assert_eq!(seat, self.next(before)),
            Stage::Opening => {
                self.turn(self.dealer);
                let expected = self.next(self.dealer);
                assert_eq!(seat, expected, "the wrong seat draws first");
                let opens = self.opens_anyway() && !self.has_nothing_loose(self.dealer);
                let free = self.stage == Stage::Next(expected) && !opens;
                assert!(free || self.observer.is_some(), "the dealer owes a discard");
            }
            stage => panic!("seat {seat} draws in {stage:?}"),
        }
        assert!(
            self.stock > usize::from(self.rules.undrawn()),
            "no card is left to draw"
        );
        self.stock -= 1;
        self.begun = true;
        self.drawer = Some(seat);
    }

    /// The contested card, and whether it comes from the stock.
    fn contested(&self) -> (Seat, Card, bool) {
        match self.stage {
            Stage::Drawn(seat, card) => (seat, card, true),
            Stage::Discarded(seat, card) => (seat, card, false),
            stage => panic!("no card is contested in {stage:?}"),
        }
    }

    /// Asserts that no pao is due, where all cards are known. Rule: ruling 8.
    fn expect_no_pao(&self) {
        let (from, card, is_drawn) = self.contested();
        if self.observer.is_none() {
            assert_eq!(
                self.pao_due(from, card, is_drawn),
                None,
                "a pao of {card} was due"
            );
        }
    }

    /// Takes an event; `place` is where a quad lies, see [`Tracker::place_of`].
    pub(crate) fn take(&mut self, event: Event, place: Option<usize>) {
        assert_ne!(self.stage, Stage::Over, "{event:?} after the end");
        if !matches!(event, Event::Answer { .. }) {
            self.just_laid = None;
        }
        match event {
            Event::Deal {
                dealer,
                hands,
                shown,
            } => self.deal(dealer, |seat| hands[seat], shown),
            Event::Answer { seat, .. } => assert!(self.knows(seat), "another seat's answer"),
            Event::DealtTi { seat, card } => self.dealt_ti(seat, Some(card), true),
            Event::ConcealedTi { seat, card } => self.dealt_ti(seat, card, false),
            Event::Draw { seat, card } => {
                self.expect_draw(seat);
                let forced = matches!(self.held(seat, card), Some(2 | 3))
                    || self.laid(seat, card, self.ti_on()).is_some();
                assert!(!forced, "{card} of seat {seat} had to be laid");
                self.stage = Stage::Drawn(seat, card);
            }
            Event::ConcealedDraw { seat, card } => {
                self.expect_draw(seat);
                assert_eq!(card.is_some(), self.knows(seat), "who knows the card");
                self.own_draw = card;
                self.stage = Stage::Turn(seat);
            }
            Event::Discard { seat, card } => self.discard(seat, card),
            Event::Chi { seat, card, chi } => self.chi(seat, card, chi),
            Event::Peng { seat, card } => self.peng(seat, card),
            Event::Wei { seat, card } => {
                assert_eq!(self.stage, Stage::Turn(seat));
                assert_eq!(card.is_some(), self.knows(seat), "who knows the card");
                assert!(!self.rules.wei_open(), "wei lie open");
                self.lay_wei(seat, MeldKind::Wei, card);
            }
            Event::OpenWei { seat, card } => {
                assert_eq!(self.stage, Stage::Turn(seat));
                assert!(self.rules.wei_open(), "wei lie face down");
                self.lay_wei(seat, MeldKind::Wei, Some(card));
            }
            Event::ChouWei { seat, card } => {
                assert_eq!(self.stage, Stage::Turn(seat));
                self.lay_wei(seat, MeldKind::ChouWei, Some(card));
            }
            Event::Pao { seat, card, .. } => {
                let (from, contested, is_drawn) = self.contested();
                assert_eq!(card, contested);
                if self.observer.is_none() {
                    assert_eq!(
                        self.pao_due(from, card, is_drawn),
                        Some(seat),
                        "no pao is due"
                    );
                }
                self.fed[from.index()] |= !is_drawn && place.is_some();
                self.lay_quad(seat, MeldKind::Pao, card, place);
            }
            Event::Ti { seat, card, .. } => {
                assert_eq!(self.stage, Stage::Turn(seat));
                self.own_draw = None;
                self.lay_quad(seat, MeldKind::Ti, card, place);
                self.just_laid = Some(seat);
            }
            Event::Unclaimed { seat, card } => {
                self.expect_no_pao();
                let (from, contested, is_drawn) = self.contested();
                assert_eq!((seat, card), (from, contested));
                self.rows[seat.index()].push(if is_drawn {
                    RowCard::drawn(card)
                } else {
                    RowCard::discarded(card)
                });
                self.stage = Stage::Next(self.next(seat));
            }
            Event::Dead { seat } => {
                assert!(self.knows(seat), "another seat's death");
                if self.stage == Stage::Opening {
                    self.turn(self.dealer);
                }
                assert!(self.must_discard(seat) && self.stage == Stage::Next(self.next(seat)));
                assert!(!self.dead[seat.index()], "dead twice");
                assert_eq!(self.rules.no_discard_forced(), NoDiscardForced::Dead);
                self.dead[seat.index()] = true;
            }
            Event::Fault { .. } => panic!("a fault where they are prevented"),
            Event::Hu { .. } => self.stage = Stage::Over,
            Event::Exhausted => {
                assert_eq!(
                    self.stock,
                    usize::from(self.rules.undrawn()),
                    "cards are left"
                );
                let next_draws = matches!(self.stage, Stage::Next(_) | Stage::Turn(_));
                assert!(next_draws, "nobody had to draw in {:?}", self.stage);
                self.stage = Stage::Over;
            }
        }
    }

    fn deal(&mut self, dealer: Seat, hand: impl Fn(Seat) -> Option<Counts>, shown: Card) {
        assert_eq!(self.sizes, [0; MAX_SEATS], "dealt once");
        self.dealer = dealer;
        self.shown = Some(shown);
        let size = 3 * self.rules.blocks() - 1;
        self.stock = 79 - usize::from(self.rules.seats() * size);
        for seat in self.seats() {
            self.sizes[seat.index()] = size + u8::from(seat == dealer);
            self.hands[seat.index()] = hand(seat);
            assert_eq!(hand(seat).is_some(), self.knows(seat), "who knows the hand");
        }
    }

    fn discard(&mut self, seat: Seat, card: Card) {
        match self.stage {
            Stage::Opening => {
                assert_eq!(seat, self.dealer);
                let due = self.must_discard(seat) || self.opens_anyway();
                assert!(due, "no first discard is due");
            }
            Stage::Turn(turn) => assert_eq!(seat, turn, "the wrong seat discards"),
            stage => panic!("seat {seat} discards in {stage:?}"),
        }
        assert!(
            self.held(seat, card)
                .is_none_or(|held| (1..=2).contains(&held)),
            "{card} is locked"
        );
        self.take_from_hand(seat, Counts::of(card, 1));
        self.begun = true;
        self.discards.push((seat, card));
        self.stage = Stage::Discarded(seat, card);
    }

    fn chi(&mut self, seat: Seat, card: Card, chi: ChiId) {
        self.expect_no_pao();
        let (from, contested, is_drawn) = self.contested();
        assert_eq!(card, contested);
        assert!(
            seat == self.next(from) || (is_drawn && seat == from),
            "who may chi"
        );
        let blocks = chi.blocks(card).expect("a chi of this card");
        let laid = blocks.iter().fold(Counts::EMPTY, |sum, block| {
            sum.checked_add(block.counts()).expect("four of each")
        });
        let taken = laid
            .checked_sub(Counts::of(card, 1))
            .expect("the eaten card");
        self.take_from_hand(seat, taken);
        assert!(
            self.held(seat, card).is_none_or(|left| left == 0),
            "bi was due"
        );
        let bi = u8::try_from(blocks.len() - 1).expect("three blocks");
        self.bi[seat.index()] = self.bi[seat.index()].max(bi);
        self.melds[seat.index()].extend(blocks.iter().map(|block| Seen::Known(Meld::chi(*block))));
        self.took(seat, false);
    }

    fn peng(&mut self, seat: Seat, card: Card) {
        self.expect_no_pao();
        let (from, contested, _) = self.contested();
        assert!(card == contested && seat != from, "who may peng");
        assert!(self.held(seat, card).is_none_or(|held| held == 2));
        self.take_from_hand(seat, Counts::of(card, 2));
        self.lay(seat, MeldKind::Peng, card);
        self.took(seat, false);
    }

    fn lay(&mut self, seat: Seat, kind: MeldKind, card: Card) {
        let meld = Meld::of(kind, card).expect("no chi");
        self.melds[seat.index()].push(Seen::Known(meld));
    }

    fn dealt_ti(&mut self, seat: Seat, card: Option<Card>, is_shown: bool) {
        assert!(!self.begun, "dealt ti are laid first");
        assert_eq!(is_shown, self.rules.ti_visible(), "how dealt ti lie");
        assert_eq!(card.is_some(), is_shown || self.knows(seat), "who knows it");
        match card {
            Some(card) => {
                self.take_from_hand(seat, Counts::of(card, 4));
                self.lay(seat, MeldKind::DealtTi, card);
            }
            None => {
                self.sizes[seat.index()] -= 4;
                self.melds[seat.index()].push(Seen::FaceDownTi);
            }
        }
    }

    fn lay_wei(&mut self, seat: Seat, kind: MeldKind, card: Option<Card>) {
        self.own_draw = None;
        match card {
            Some(card) => {
                assert!(self.held(seat, card).is_none_or(|held| held == 2));
                self.take_from_hand(seat, Counts::of(card, 2));
                self.lay(seat, kind, card);
            }
            None => {
                self.sizes[seat.index()] -= 2;
                self.melds[seat.index()].push(Seen::FaceDown);
            }
        }
        self.took(seat, true);
        self.just_laid = Some(seat);
    }

    fn lay_quad(&mut self, seat: Seat, kind: MeldKind, card: Card, place: Option<usize>) {
        match place {
            Some(place) => {
                let meld = Meld::of(kind, card).expect("no chi");
                self.melds[seat.index()][place] = Seen::Known(meld);
            }
            None => {
                assert!(
                    self.held(seat, card).is_none_or(|held| held == 3),
                    "no kan of {card}"
                );
                self.take_from_hand(seat, Counts::of(card, 3));
                self.lay(seat, kind, card);
            }
        }
        self.took(seat, kind == MeldKind::Ti);
    }
}

/// What a pao can lie on; all but the peng are wei.
const PAO_ON: [MeldKind; 3] = [MeldKind::Peng, MeldKind::Wei, MeldKind::ChouWei];
