//! What a view tells about the past: who brought and took each card, and what that says about hands.

use tinyvec::ArrayVec;

use crate::action::Action;
use crate::card::{COPIES, Card, KINDS};
use crate::counts::Counts;
use crate::meld::MeldKind;
use crate::round::{Fate, Turn};
use crate::rules::{DealerTwoTi, Ruleset};
use crate::seat::{PerSeat, Seat};
use crate::view::{SeenMeld, Stage, View};

/// Most hidden cards beside hands and stock: wei face down, and a card that was drawn and is not laid yet.
pub(super) const MOST_HIDDEN: usize = 8;

/// One thing that happened, as far as it concerns hands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// A card from the stock lay open.
    Drawn { from: Seat, card: Card },
    /// A card came from a hand.
    Discarded { from: Seat, card: Card },
    /// No pao of the card that lay open was due.
    NoPao { from: Seat, card: Card },
    /// The seat took the card to its pair.
    Peng { seat: Seat, card: Card },
    /// The seat ate the card and gave these.
    Chi {
        seat: Seat,
        card: Card,
        given: Counts,
    },
    /// The seat's own draw of this card made a wei or chou wei.
    Wei {
        seat: Seat,
        card: Card,
        is_chou: bool,
    },
    /// The seat's own draw made a wei, face down: the hidden set of this number.
    Hidden { number: usize, seat: Seat },
    /// The card joined the seat's kan.
    Quad { seat: Seat, card: Card },
    /// The card joined a meld of the seat.
    Grown { card: Card },
    /// The seat had no loose card to discard. Rule: 2.8.
    NoLoose { seat: Seat },
}

/// Cards that lie hidden beside hands and stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum HiddenSet {
    /// A wei, face down: two cards of the seat's hand and a drawn one.
    #[default]
    Wei,
    /// A card that the seat has drawn and not laid yet.
    Drawn,
}

/// The past of a view.
#[derive(Debug, Clone)]
pub(super) struct Story {
    pub(super) steps: Vec<Step>,
    /// The hidden sets of other seats.
    pub(super) hidden: ArrayVec<[(HiddenSet, Seat); MOST_HIDDEN]>,
    /// Cards that are known to have left each hand, wei of known cards included.
    pub(super) shed: PerSeat<[u8; KINDS]>,
    /// Cards from the stock of which the view shows what they are, in drawing order; hidden ones by number.
    pub(super) drawn: Vec<Source>,
    pub(super) dealt_ti: PerSeat<Counts>,
}

/// A card drawn from the stock.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source {
    Known(Card),
    Hidden(usize),
}

/// The tally of a seat while its past is gone through.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    hand: u8,
    /// Cards in melds.
    laid: u8,
    quads: u8,
    /// Melds pushed so far.
    melds: usize,
}

impl Story {
    /// The past that the view tells; none where its history does not lead to what it shows.
    pub(super) fn of(view: &View, rules: &Ruleset) -> Option<Self> {
        let mut teller = Teller::new(view, rules);
        teller.deal()?;
        for (place, turn) in view.history.turns().iter().enumerate() {
            teller.turn(*turn, view.history.turns().get(place + 1).copied())?;
        }
        teller.end()
    }
}

struct Teller<'a> {
    view: &'a View,
    rules: &'a Ruleset,
    story: Story,
    tallies: PerSeat<Tally>,
    /// Who brings the next card if it is drawn, and if it is discarded.
    drawer: Seat,
    discarder: Option<Seat>,
}

impl<'a> Teller<'a> {
    fn new(view: &'a View, rules: &'a Ruleset) -> Self {
        let hand = |seat| rules.hand_size() + u8::from(seat == view.dealer);
        Self {
            view,
            rules,
            story: Story {
                steps: Vec::with_capacity(4 * view.history.turns().len() + 4),
                hidden: ArrayVec::new(),
                shed: PerSeat::default(),
                drawn: Vec::with_capacity(view.history.turns().len() + 1),
                dealt_ti: PerSeat::default(),
            },
            tallies: PerSeat::from_fn(|seat| Tally {
                hand: hand(seat),
                ..Tally::default()
            }),
            drawer: view.dealer.next(view.seats),
            discarder: Some(view.dealer),
        }
    }

    fn shed(&mut self, seat: Seat, card: Card, copies: u8) -> Option<()> {
        let shed = &mut self.story.shed[seat][card.index()];
        *shed += copies;
        let tally = &mut self.tallies[seat];
        tally.hand = tally.hand.checked_sub(copies)?;
        (*shed <= COPIES).then_some(())
    }

    fn lay(&mut self, seat: Seat, kind: MeldKind) {
        let tally = &mut self.tallies[seat];
        tally.laid += kind.size();
        tally.quads += u8::from(kind.is_quad());
        tally.melds += 1;
    }

    fn grow(&mut self, seat: Seat) {
        let tally = &mut self.tallies[seat];
        tally.laid += 1;
        tally.quads += 1;
    }

    /// The opening: dealt ti are laid once it is over.
    fn deal(&mut self) -> Option<()> {
        if self.view.stage == Stage::Opening {
            return Some(());
        }
        for seat in Seat::all(self.view.seats) {
            for meld in self.view.melds[seat] {
                if let SeenMeld::Known(meld) = meld
                    && meld.kind() == MeldKind::DealtTi
                {
                    let card = meld.card()?;
                    self.shed(seat, card, COPIES)?;
                    self.lay(seat, MeldKind::DealtTi);
                    let ti = &mut self.story.dealt_ti[seat];
                    *ti = ti.checked_add(Counts::of(card, COPIES))?;
                }
            }
        }
        let dealer = self.view.dealer;
        let first = self.view.history.turns().first().copied();
        let open = self.rules.dealer_two_ti() == DealerTwoTi::OpenThenFree;
        self.after(dealer, first, open);
        Some(())
    }

    /// What comes after the seat has taken a card.
    fn after(&mut self, seat: Seat, next: Option<Turn>, anyway: bool) {
        let tally = self.tallies[seat];
        let due = anyway || tally.hand + tally.laid > self.rules.waiting_size(tally.quads);
        let discards = match next {
            Some(next) => !next.is_drawn(),
            None => match self.view.stage {
                Stage::Turn(turn) => turn == seat,
                Stage::Discarded { .. } => true,
                Stage::Opening | Stage::Drawn { .. } | Stage::Won(_) | Stage::Exhausted => false,
            },
        };
        if due && !discards {
            self.story.steps.push(Step::NoLoose { seat });
        }
        self.discarder = Some(seat);
        self.drawer = seat.next(self.view.seats);
    }

    fn turn(&mut self, turn: Turn, next: Option<Turn>) -> Option<()> {
        let seat = turn.seat();
        let from = if turn.is_drawn() {
            self.drawer
        } else {
            self.discarder?
        };
        match turn.fate() {
            Fate::Row | Fate::Chi(_) | Fate::Peng | Fate::Pao { .. } => {
                let card = turn.card()?;
                self.open(from, card, turn.is_drawn())?;
                if !matches!(turn.fate(), Fate::Pao { .. }) {
                    self.story.steps.push(Step::NoPao { from, card });
                }
            }
            Fate::Wei | Fate::ChouWei | Fate::Ti { .. } => {
                if !turn.is_drawn() || seat != from {
                    return None;
                }
            }
        }
        match turn.fate() {
            Fate::Row => {
                self.drawer = from.next(self.view.seats);
                self.discarder = None;
                return (seat == from).then_some(());
            }
            Fate::Chi(id) => {
                let card = turn.card()?;
                let given = id.taken(card)?;
                for (card, copies) in given.kinds() {
                    self.shed(seat, card, copies)?;
                }
                for _ in id.blocks(card)? {
                    self.lay(seat, MeldKind::Chi);
                }
                self.story.steps.push(Step::Chi { seat, card, given });
            }
            Fate::Peng => {
                let card = turn.card()?;
                self.shed(seat, card, 2)?;
                self.lay(seat, MeldKind::Peng);
                self.story.steps.push(Step::Peng { seat, card });
            }
            Fate::Wei => self.wei(seat)?,
            Fate::ChouWei => {
                let card = turn.card()?;
                self.shed(seat, card, 2)?;
                self.lay(seat, MeldKind::ChouWei);
                self.story.drawn.push(Source::Known(card));
                let is_chou = true;
                self.story.steps.push(Step::Wei {
                    seat,
                    card,
                    is_chou,
                });
            }
            Fate::Ti { grown } | Fate::Pao { grown } => {
                let card = turn.card()?;
                if matches!(turn.fate(), Fate::Ti { .. }) {
                    self.story.drawn.push(Source::Known(card));
                }
                if grown {
                    self.grow(seat);
                    self.story.steps.push(Step::Grown { card });
                } else {
                    self.shed(seat, card, 3)?;
                    self.lay(seat, MeldKind::Pao);
                    self.story.steps.push(Step::Quad { seat, card });
                }
            }
        }
        self.after(seat, next, false);
        Some(())
    }

    /// A card lies open.
    fn open(&mut self, from: Seat, card: Card, is_drawn: bool) -> Option<()> {
        if is_drawn {
            self.story.drawn.push(Source::Known(card));
            self.story.steps.push(Step::Drawn { from, card });
        } else {
            self.shed(from, card, 1)?;
            self.story.steps.push(Step::Discarded { from, card });
        }
        Some(())
    }

    /// A wei; what it is made of shows in the melds, unless it still lies face down.
    fn wei(&mut self, seat: Seat) -> Option<()> {
        let place = self.tallies[seat].melds;
        let seen = self.view.melds[seat].get(place).copied()?;
        self.lay(seat, MeldKind::Wei);
        match seen {
            SeenMeld::Known(meld) => {
                let card = meld.card()?;
                self.shed(seat, card, 2)?;
                self.story.drawn.push(Source::Known(card));
                let is_chou = false;
                self.story.steps.push(Step::Wei {
                    seat,
                    card,
                    is_chou,
                });
            }
            SeenMeld::FaceDownTi => return None,
            SeenMeld::FaceDown => {
                let tally = &mut self.tallies[seat];
                tally.hand = tally.hand.checked_sub(2)?;
                let number = self.hide(HiddenSet::Wei, seat)?;
                self.story.steps.push(Step::Hidden { number, seat });
            }
        }
        Some(())
    }

    fn hide(&mut self, set: HiddenSet, seat: Seat) -> Option<usize> {
        let number = self.story.hidden.len();
        self.story.drawn.push(Source::Hidden(number));
        match self.story.hidden.try_push((set, seat)) {
            None => Some(number),
            Some(_) => None,
        }
    }

    /// What lies open or is drawn now, and whether all of it is what the view shows.
    fn end(mut self) -> Option<Story> {
        let view = self.view;
        match view.stage {
            Stage::Drawn { seat, card } if seat == self.drawer => self.open(seat, card, true)?,
            Stage::Discarded { seat, card } if Some(seat) == self.discarder => {
                self.open(seat, card, false)?;
            }
            Stage::Turn(seat) if Some(seat) == self.discarder || seat == self.drawer => {}
            Stage::Opening if view.history.turns().is_empty() => {}
            Stage::Opening
            | Stage::Turn(_)
            | Stage::Drawn { .. }
            | Stage::Discarded { .. }
            | Stage::Won(_)
            | Stage::Exhausted => return None,
        }
        // Where a card is offered to be taken, no pao of it is due. Rule: ruling 8.
        let takes = |action: Action| matches!(action, Action::Peng | Action::Chi(..));
        if let Stage::Drawn { seat: from, card } | Stage::Discarded { seat: from, card } =
            view.stage
            && view.legal.iter().any(takes)
        {
            self.story.steps.push(Step::NoPao { from, card });
        }
        let full = self.rules.full_stock();
        let unlaid =
            (full - usize::from(view.stock_left).min(full)).checked_sub(self.story.drawn.len())?;
        match (unlaid, view.stage, view.own_draw) {
            (0, _, None) => {}
            (1, Stage::Turn(seat), None) if seat != view.seat => {
                self.hide(HiddenSet::Drawn, seat)?;
            }
            (1, Stage::Turn(seat), Some(card)) if seat == view.seat => {
                self.story.drawn.push(Source::Known(card));
            }
            (_, _, _) => return None,
        }
        let as_seen = |seat: Seat| {
            let tally = self.tallies[seat];
            let melds = view.melds[seat].len();
            tally.hand == view.hand_sizes[seat] && tally.melds == melds
        };
        Seat::all(view.seats).all(as_seen).then_some(self.story)
    }
}
