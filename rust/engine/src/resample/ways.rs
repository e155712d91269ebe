//! For each kind of card, where its hidden copies can be.
//!
//! What a seat was seen to do, and what it was not seen to do although it would have been forced to, speaks of one kind
//! of card at a time: how many copies it held when. So for each kind every way to share its hidden copies out is held
//! against the whole past by itself. What speaks of several kinds at once is left to the replay, which is the judge.

use tinyvec::ArrayVec;

use super::story::{HiddenSet, Step, Story};
use crate::card::{COPIES, Card};
use crate::meld::{Meld, MeldKind};
use crate::rules::{PengSelfFourth, Ruleset};
use crate::seat::{MAX_SEATS, PerSeat, Seat};
use crate::view::{SeenMeld, Stage, View};

/// Most seats whose hand is hidden from a seat.
pub(super) const MOST_OTHERS: usize = MAX_SEATS - 1;

/// One way to share out the hidden copies of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Way {
    /// Copies in the hand of each other seat, in the order of [`Others`].
    pub(super) held: [u8; MOST_OTHERS],
    /// The hidden sets that are of this kind, bit i for number i.
    pub(super) sets: u16,
    /// Copies in the rest of the stock.
    pub(super) stock: u8,
    /// In how many orders of the cards it comes, times a number that is the same for all ways of the kind.
    pub(super) weight: u32,
}

/// The seats whose hands are hidden.
pub(super) type Others = ArrayVec<[Seat; MOST_OTHERS]>;

/// What is asked about one kind.
pub(super) struct Kind<'a> {
    pub(super) view: &'a View,
    pub(super) rules: &'a Ruleset,
    pub(super) story: &'a Story,
    pub(super) others: Others,
}

impl Kind<'_> {
    /// The ways for a card of which so many copies are hidden.
    pub(super) fn ways(&self, card: Card, hidden: u8) -> Vec<Way> {
        let mut ways = Vec::new();
        let sets = self.story.hidden.len();
        // No two wei are of one kind, and at most one card is drawn and not laid.
        for first in 0..=sets {
            for second in first..=sets {
                let bit = |number: usize| if number < sets { 1_u16 << number } else { 0 };
                // None where both are past the last, one where the second is.
                if first < second || first == sets {
                    self.shared(card, hidden, bit(first) | bit(second), &mut ways);
                }
            }
        }
        let common = ways.iter().fold(0, |common, way| gcd(common, way.weight));
        for way in &mut ways {
            way.weight /= common.max(1);
        }
        ways
    }

    /// The ways with these hidden sets.
    fn shared(&self, card: Card, hidden: u8, sets: u16, ways: &mut Vec<Way>) {
        let mut used = 0;
        for (number, (set, _)) in self.story.hidden.iter().enumerate() {
            if sets >> number & 1 == 1 {
                used += match set {
                    HiddenSet::Wei => 3,
                    HiddenSet::Drawn => 1,
                };
            }
        }
        let Some(left) = hidden.checked_sub(used) else {
            return;
        };
        let most = |place: usize| if place < self.others.len() { left } else { 0 };
        for a in 0..=most(0) {
            for b in 0..=most(1) {
                for c in 0..=most(2) {
                    if let Some(stock) = left.checked_sub(a + b + c) {
                        let mut way = Way {
                            held: [a, b, c],
                            sets,
                            stock,
                            weight: 0,
                        };
                        if let Some(weight) = self.weight(card, &way) {
                            way.weight = weight;
                            ways.push(way);
                        }
                    }
                }
            }
        }
    }

    /// In how many orders of the cards the way comes, if the past allows it.
    ///
    /// The copies that were dealt to a hand lie anywhere among its cards: n of a kind in m orders of the hand's cards
    /// stand for n! each that are the same. So a way weighs 1 / (n₁! n₂! … s!), with s copies in the rest of the stock.
    /// The dealer's shown card has its own place and does not count.
    fn weight(&self, card: Card, way: &Way) -> Option<u32> {
        let mut copies = PerSeat::<u8>::default();
        for seat in Seat::all(self.view.seats) {
            copies[seat] = self.story.shed[seat][card.index()];
        }
        copies[self.view.seat] += self.view.hand.get(card);
        for (place, seat) in self.others.iter().enumerate() {
            copies[*seat] += way.held[place];
        }
        for (number, (set, seat)) in self.story.hidden.iter().enumerate() {
            if way.sets >> number & 1 == 1 && *set == HiddenSet::Wei {
                copies[*seat] += 2;
            }
        }
        let mut orders = factorial(COPIES).pow(3) * factorial(COPIES) / factorial(way.stock);
        for seat in self.others {
            let is_shown = seat == self.view.dealer && self.view.shown == Some(card);
            let dealt = copies[seat].checked_sub(u8::from(is_shown))?;
            if copies[seat] > COPIES {
                return None;
            }
            orders /= factorial(dealt);
        }
        self.is_possible(card, way, copies).then_some(orders)
    }

    /// Whether the past allows the way, as far as this kind says; the copies are those of the deal.
    fn is_possible(&self, card: Card, way: &Way, mut copies: PerSeat<u8>) -> bool {
        let is_opening = self.view.stage == Stage::Opening;
        for seat in Seat::all(self.view.seats) {
            let ti = self.story.dealt_ti[seat].get(card);
            if !is_opening && (copies[seat] == COPIES) != (ti == COPIES) {
                return false;
            }
            copies[seat] -= ti;
        }
        // Who has a wei of the kind, known or hidden.
        let mut wei = PerSeat::<bool>::default();
        // Who could have taken it to a pair and did not.
        let mut passed = PerSeat::<bool>::default();
        for (place, step) in self.story.steps.iter().enumerate() {
            let holds = match *step {
                Step::Drawn { from, card: open } if open == card => copies[from] <= 1 && !wei[from],
                Step::Discarded { from, card: open } if open == card => {
                    let loose = copies[from] == 1 || copies[from] == 2;
                    copies[from] = copies[from].saturating_sub(1);
                    loose
                }
                Step::NoPao { from, card: open } if open == card => {
                    let mut holds = true;
                    for seat in Seat::all(self.view.seats).filter(|seat| *seat != from) {
                        holds &= copies[seat] != 3 && !wei[seat];
                        let pengs = matches!(
                            self.story.steps.get(place + 1),
                            Some(Step::Peng { seat: taker, card: open }) if *taker == seat && *open == card
                        );
                        if copies[seat] == 2 && !pengs && self.surely_leaves_discard(seat, place) {
                            passed[seat] = true;
                        }
                    }
                    // With one set of stale cards, one that was not eaten cannot be taken to a pair either.
                    let forced = self.rules.must_peng() && !self.rules.stale_joint();
                    holds && !(forced && passed.of(self.view.seats).contains(&true))
                }
                Step::Peng { seat, card: open } if open == card => {
                    let pair = copies[seat] == 2 && !passed[seat];
                    copies[seat] = 0;
                    pair
                }
                Step::Chi {
                    seat,
                    card: open,
                    given,
                } => {
                    let given = given.get(card);
                    let holds = if open == card {
                        copies[seat] == given
                    } else {
                        given == 0 || (copies[seat] >= given && copies[seat] <= 2)
                    };
                    copies[seat] = copies[seat].saturating_sub(given);
                    holds
                }
                Step::Wei {
                    seat,
                    card: made,
                    is_chou,
                } if made == card => {
                    let pair = copies[seat] == 2 && (is_chou || !passed[seat]);
                    copies[seat] = 0;
                    wei[seat] = true;
                    pair
                }
                Step::Hidden { number, seat } if way.sets >> number & 1 == 1 => {
                    let pair = copies[seat] == 2 && !passed[seat];
                    copies[seat] = 0;
                    wei[seat] = true;
                    pair
                }
                Step::Quad { seat, card: joined } if joined == card => {
                    let kan = copies[seat] == 3;
                    copies[seat] = 0;
                    kan
                }
                Step::Grown { card: joined } if joined == card => {
                    wei = PerSeat::default();
                    true
                }
                Step::NoLoose { seat } => copies[seat] == 0 || copies[seat] >= 3,
                Step::Drawn { .. }
                | Step::Discarded { .. }
                | Step::NoPao { .. }
                | Step::Peng { .. }
                | Step::Wei { .. }
                | Step::Hidden { .. }
                | Step::Quad { .. }
                | Step::Grown { .. } => true,
            };
            if !holds {
                return false;
            }
        }
        self.story
            .hidden
            .iter()
            .enumerate()
            .all(|(number, (set, seat))| {
                let is_of_kind = way.sets >> number & 1 == 1 && *set == HiddenSet::Drawn;
                !is_of_kind || copies[*seat] >= 2 || wei[*seat] || self.ti_of_peng(*seat, card)
            })
    }

    /// Whether the seat has a peng that the own draw of the card makes a ti. Rule: A25.
    fn ti_of_peng(&self, seat: Seat, card: Card) -> bool {
        let peng = Meld::same(MeldKind::Peng, card);
        let melds = self.view.melds[seat];
        self.rules.peng_self_fourth() == PengSelfFourth::Ti
            && melds
                .into_iter()
                .filter_map(SeenMeld::known)
                .any(|meld| meld == peng)
    }

    /// Whether the seat certainly had a card to discard beside a pair at that time: it gave a loose card later.
    fn surely_leaves_discard(&self, seat: Seat, place: usize) -> bool {
        let open = match self.story.steps.get(place) {
            Some(Step::NoPao { card, .. }) => *card,
            Some(_) | None => return false,
        };
        // Who fed a pao may not peng either. Rule: A26.
        if self.rules.feed_pao_penalty() {
            return false;
        }
        self.story.steps.iter().skip(place).any(|step| match *step {
            Step::Discarded { from, card } => from == seat && card != open,
            Step::Chi {
                seat: taker, given, ..
            } => taker == seat && given.kinds().any(|(card, _)| card != open),
            Step::Peng { seat: taker, card } => taker == seat && card != open,
            Step::Drawn { .. }
            | Step::NoPao { .. }
            | Step::Wei { .. }
            | Step::Hidden { .. }
            | Step::Quad { .. }
            | Step::Grown { .. }
            | Step::NoLoose { .. } => false,
        })
    }
}

fn factorial(n: u8) -> u32 {
    (1..=u32::from(n)).product()
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
