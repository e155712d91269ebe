//! How often things happened, so that a run proves that it met them.

use std::collections::BTreeMap;

use paohuzi_engine::{Action, Event, MeldKind, Round};

use crate::claims::{Answers, owed_pao};
use crate::tracker::Tracker;

/// What a run has to meet at least so often: about half of what the default one meets.
pub(crate) const REACHED: [(&str, u64); 38] = [
    ("rests", 200_000),
    ("rests half answered", 24_000),
    ("resampled views", 80_000),
    ("resampled in the opening", 600),
    ("resampled in a turn", 40_000),
    ("resampled at a draw", 27_000),
    ("resampled at a discard", 16_000),
    ("resampled while asked", 36_000),
    ("chi", 26_000),
    ("chi with a bi", 4_000),
    ("chi with two bi", 60),
    ("two seats chi", 1_700),
    ("peng", 14_000),
    ("a peng against a chi", 2_600),
    ("wei", 13_000),
    ("chou wei", 2_700),
    ("dealt ti", 6_700),
    ("ti on a kan", 4_300),
    ("ti on a wei", 900),
    ("pao on a kan", 13_000),
    ("pao on a peng", 4_000),
    ("pao on a wei", 3_200),
    ("a win against a pao", 250),
    ("a pao after a declined win", 80),
    ("several seats may win", 80),
    ("several seats declare a win", 50),
    ("a seat died", 70),
    ("self_draw", 500),
    ("other_draw", 900),
    ("tianhu", 100),
    ("dihu", 25),
    ("santi_wukan", 2_200),
    ("drawn round", 8_000),
    ("haidi", 35),
    ("tinghu", 80),
    ("shuahou", 15),
    ("huangfan", 300),
    ("hanghangxi", 18),
];

/// How often things happened.
#[derive(Debug, Default)]
pub(crate) struct Counters(BTreeMap<&'static str, u64>);

impl Counters {
    pub(crate) fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    pub(crate) fn get(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

/// Counts what the rigged decks are there for.
pub(crate) fn count(event: &Event, tracker: &Tracker, counters: &mut Counters) {
    match *event {
        Event::DealtTi { .. } | Event::ConcealedTi { .. } => counters.add("dealt ti"),
        Event::Chi { card, chi, .. } => {
            let blocks = chi.blocks(card).map_or(0, |blocks| blocks.len());
            counters.add(match blocks {
                1 => "chi",
                2 => "chi with a bi",
                _ => "chi with two bi",
            });
        }
        Event::Peng { .. } => counters.add("peng"),
        Event::Wei { .. } | Event::OpenWei { .. } => counters.add("wei"),
        Event::ChouWei { .. } => counters.add("chou wei"),
        Event::Pao { seat, card, .. } => {
            let on = |kind| tracker.laid(seat, card, &[kind]).is_some();
            counters.add(if on(MeldKind::Peng) {
                "pao on a peng"
            } else if on(MeldKind::Wei) || on(MeldKind::ChouWei) {
                "pao on a wei"
            } else {
                "pao on a kan"
            });
        }
        Event::Ti { .. } => counters.add(match tracker.place_of(event) {
            Some(_) => "ti on a wei",
            None => "ti on a kan",
        }),
        Event::Dead { .. } => counters.add("a seat died"),
        Event::Fault { fault, .. } => counters.add(fault.name()),
        Event::Exhausted => counters.add("drawn round"),
        Event::Hu { kind, .. } => counters.add(kind.name()),
        Event::Deal { .. }
        | Event::Answer { .. }
        | Event::Draw { .. }
        | Event::ConcealedDraw { .. }
        | Event::Discard { .. }
        | Event::Unclaimed { .. } => {}
    }
}

/// Counts the clashes of claims that were answered.
pub(crate) fn count_claims(round: &Round, plan: Answers, counters: &mut Counters) {
    let may = |action| {
        round
            .seats()
            .filter(|seat| round.legal(*seat).contains(action))
            .count()
    };
    if may(Action::Hu) > 1 {
        counters.add("several seats may win");
    }
    if plan
        .iter()
        .flatten()
        .filter(|action| **action == Action::Hu)
        .count()
        > 1
    {
        counters.add("several seats declare a win");
    }
    if may(Action::Hu) > 0 && owed_pao(round).is_some() {
        counters.add("a win against a pao");
        if !plan.contains(&Some(Action::Hu)) {
            counters.add("a pao after a declined win");
        }
    }
    let chi = plan
        .iter()
        .flatten()
        .filter(|action| matches!(action, Action::Chi(..)))
        .count();
    if chi > 1 {
        counters.add("two seats chi");
    }
    if chi > 0 && plan.contains(&Some(Action::Peng)) {
        counters.add("a peng against a chi");
    }
}
