//! The words that explanations share.

use crate::card::Card;
use crate::counts::Counts;
use crate::meld::Meld;

/// A language of explanations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    /// English, cards as `s7`.
    English,
    /// Chinese, cards as 七.
    Chinese,
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Its code: `en`, `zh`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// The text of this language.
    pub(super) fn of(self, english: String, chinese: String) -> String {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    /// A text and the clause behind it.
    pub(super) fn with_rule(self, text: &str, rule: &str) -> String {
        if rule.is_empty() {
            return text.to_owned();
        }
        self.of(format!("{text} ({rule})"), format!("{text}（{rule}）"))
    }
}

/// A card: `s7`, 七.
pub(super) fn card(card: Card, lang: Lang) -> String {
    lang.of(card.text().to_owned(), card.hanzi().to_string())
}

/// Cards, each as often as it is there: `s1 s8 s8`, 一八八.
pub(super) fn cards(counts: Counts, lang: Lang) -> String {
    let texts: Vec<_> = counts.cards().map(|one| card(one, lang)).collect();
    texts.join(match lang {
        Lang::English => " ",
        Lang::Chinese => "",
    })
}

/// A block: `peng s7`, `chi s1-s2-s3`, 碰七, 吃一二三.
pub(super) fn meld(meld: Meld, lang: Lang) -> String {
    let kind = meld.kind();
    let english = match (meld.chi_block(), meld.card()) {
        (Some(block), _) => block.to_string(),
        (None, Some(card)) => card.text().to_owned(),
        (None, None) => String::new(),
    };
    let chinese = match meld.card() {
        Some(card) => card.hanzi().to_string(),
        None => cards(meld.counts(), Lang::Chinese),
    };
    lang.of(
        format!("{} {english}", kind.name()),
        format!("{}{chinese}", kind.hanzi()),
    )
}
