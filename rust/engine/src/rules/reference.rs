//! Which ruleset a stored text belongs to.

use std::fmt;
use std::str::FromStr;

use super::Ruleset;
use super::validate::is_name;

/// Digits of the content hash that a reference has.
const DIGITS: usize = 16;

/// The ruleset that a text of one line belongs to: its name, for people and to look it up, and the first 16 digits of
/// its content hash, which decide. Text: `quanmingtang:` and the digits.
///
/// ```
/// use paohuzi_engine::{RulesRef, Ruleset};
/// let rules = Ruleset::default();
/// let reference: RulesRef = rules.reference().to_string().parse()?;
/// assert!(reference.is_of(&rules) && reference.name() == rules.name());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RulesRef {
    name: String,
    mark: u64,
}

impl RulesRef {
    /// The name of the ruleset.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this ruleset is played as the one referred to.
    #[must_use]
    pub fn is_of(&self, rules: &Ruleset) -> bool {
        self.mark == rules.content_mark()
    }
}

impl Ruleset {
    /// What texts of one line call it.
    #[must_use]
    pub fn reference(&self) -> RulesRef {
        RulesRef {
            name: self.name().to_owned(),
            mark: self.content_mark(),
        }
    }

    /// The first eight bytes of its content hash as a number, most significant first.
    pub(crate) fn content_mark(&self) -> u64 {
        self.content_hash()
            .get(..DIGITS)
            .and_then(|digits| u64::from_str_radix(digits, 16).ok())
            .expect("a content hash has 64 digits")
    }
}

impl fmt::Display for RulesRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:016x}", self.name, self.mark)
    }
}

impl FromStr for RulesRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!(
                "{:?} names no ruleset, expected its name, a colon and 16 digits of its content hash",
                crate::text::quotable(text)
            )
        };
        let (name, digits) = text.split_once(':').ok_or_else(bad)?;
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let fits = is_name(name) && digits.len() == DIGITS && digits.bytes().all(is_digit);
        let mark = u64::from_str_radix(digits, 16).ok();
        Ok(Self {
            name: name.to_owned(),
            mark: mark.filter(|_| fits).ok_or_else(bad)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_decides_and_not_the_name() {
        let ten = Ruleset::from_toml("name = 'ten'\nmin_huxi = 10").expect("a ruleset");
        let renamed = Ruleset::from_toml("name = 'x'\nmin_huxi = 10").expect("a ruleset");
        let reference = ten.reference();
        assert!(reference.is_of(&renamed) && !reference.is_of(&Ruleset::default()));
        assert_eq!(
            reference.to_string(),
            format!("ten:{}", &ten.content_hash()[..16])
        );
    }

    #[test]
    fn what_names_no_ruleset_is_refused() {
        for text in [
            "",
            "a",
            "a:",
            ":0123456789abcdef",
            "a:0123456789abcde",
            "a:0123456789ABCDEF",
            "A:0123456789abcdef",
            "a:+123456789abcdef",
        ] {
            assert!(text.parse::<RulesRef>().is_err(), "{text:?}");
        }
    }
}
