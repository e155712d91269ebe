//! What can be wrong with a ruleset.

use thiserror::Error;

/// A ruleset that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// The text is no TOML or JSON, or a key or value is not one of those known.
    #[error("ruleset: {message}")]
    Text {
        /// What the parser says: where, what was found, what was expected.
        message: String,
    },
    /// A value is out of its range or contradicts another one.
    #[error("ruleset key {key}: found {found}, expected {expected}")]
    Value {
        /// The key, with dots for tables.
        key: String,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: String,
    },
}

impl RulesetError {
    /// The stable code of the error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Text { .. } => "ruleset_text",
            Self::Value { .. } => "ruleset_value",
        }
    }
}
