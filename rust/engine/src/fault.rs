//! Faults at a real table: what a seat may not do, does, and can then no longer win for.
//!
//! A fault is told from the action and the position in which its seat is asked: no ruleset that prevents faults ever
//! offers such an action. Rule: R30, 2.9.

use std::fmt;
use std::str::FromStr;

use crate::action::{Action, ActionSet};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::counts::Counts;

/// A fault that a seat can commit where the ruleset allows it. The numbers are stored. Rule: R30, 2.9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Ate a card and kept further loose copies of it (燒比).
    Shaobi = 1,
    /// Ate a card that was stale for it (吃過張).
    ChiGuozhang = 2,
    /// Took a card by peng that was stale for it (碰過張).
    PengGuozhang = 3,
    /// Did not lay a ti, dealt or drawn (燒提).
    Shaoti = 4,
    /// Did not lay a pao or wei that was due (走跑).
    Zoupao = 5,
    /// Discarded where no discard was due (八塊後打牌).
    Bakuai = 6,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 6] = [
        Self::Shaobi,
        Self::ChiGuozhang,
        Self::PengGuozhang,
        Self::Shaoti,
        Self::Zoupao,
        Self::Bakuai,
    ];

    /// Its word in pinyin.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shaobi => "shaobi",
            Self::ChiGuozhang => "chi_guozhang",
            Self::PengGuozhang => "peng_guozhang",
            Self::Shaoti => "shaoti",
            Self::Zoupao => "zoupao",
            Self::Bakuai => "bakuai",
        }
    }

    /// Its name in Chinese, as S0 prints it.
    #[must_use]
    pub const fn hanzi(self) -> &'static str {
        match self {
            Self::Shaobi => "燒比",
            Self::ChiGuozhang => "吃過張",
            Self::PengGuozhang => "碰過張",
            Self::Shaoti => "燒提",
            Self::Zoupao => "走跑",
            Self::Bakuai => "八塊後打牌",
        }
    }

    pub(crate) const fn to_byte(self) -> u8 {
        self as u8
    }

    /// The fault with this number; 0 stands for none.
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.to_byte() == byte)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|fault| fault.name() == text);
        found.ok_or_else(|| {
            format!(
                "{:?} is no fault, expected {}",
                crate::text::quotable(text),
                Self::ALL.map(Self::name).join(", ")
            )
        })
    }
}

/// What a seat is asked, and what decides which answers are faults.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) legal: ActionSet,
    pub(crate) hand: Counts,
    pub(crate) stale_chi: CardSet,
    pub(crate) stale_peng: CardSet,
    pub(crate) contested: Option<Card>,
}

impl Asked {
    /// The fault that a legal answer is, if the seat gets what it claims.
    pub(crate) fn fault(&self, action: Action) -> Option<Fault> {
        if !self.legal.contains(action) {
            return None;
        }
        let is = |holds: bool, fault| holds.then_some(fault);
        match action {
            Action::Chi(card, chi) => is(self.stale_chi.contains(card), Fault::ChiGuozhang)
                .or_else(|| {
                    let taken = chi.taken(card).unwrap_or_default();
                    is(self.hand.get(card) > taken.get(card), Fault::Shaobi)
                }),
            Action::Peng => {
                let stale = |card| self.stale_peng.contains(card);
                is(self.contested.is_some_and(stale), Fault::PengGuozhang)
            }
            // A discard can be passed only where none is due.
            Action::Discard(_) => is(self.legal.contains(Action::Pass), Fault::Bakuai),
            Action::Pass => is(self.legal.contains(Action::Ti), Fault::Shaoti).or_else(|| {
                let due = [Action::Pao, Action::Wei];
                is(
                    due.iter().any(|due| self.legal.contains(*due)),
                    Fault::Zoupao,
                )
            }),
            Action::Hu | Action::Pao | Action::Wei | Action::Ti => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_read_back() {
        for fault in Fault::ALL {
            assert_eq!(fault.to_string().parse(), Ok(fault));
            assert_eq!(Fault::from_byte(fault.to_byte()), Some(fault));
        }
        assert_eq!(Fault::from_byte(0), None);
        assert!("diaojiang".parse::<Fault>().is_err());
    }
}
