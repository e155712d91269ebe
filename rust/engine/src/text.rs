//! Small helpers for reading and quoting text.

/// Longest piece of foreign text that a message quotes, in characters.
const QUOTED: usize = 60;

/// Longest piece of a foreign line that a message quotes, in characters.
const LINE: usize = 300;

/// Longest message of a parser that a message of ours repeats, in characters.
const REPEATED: usize = 2000;

/// The text as a message may quote it: cut where it is long.
pub(crate) fn quotable(text: &str) -> String {
    cut(text, QUOTED)
}

/// The line as a message may quote it: as it is, cut where it is long.
pub(crate) fn quotable_line(text: &str) -> String {
    cut(text, LINE)
}

/// What a parser says of a foreign text, which it may repeat in full: cut where it is long.
pub(crate) fn said(error: &impl std::fmt::Display) -> String {
    cut(error.to_string().trim_end(), REPEATED)
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The value on one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
    // Only maps with keys that are no text and failing writers can fail; ours have neither.
    serde_json::to_string(value).unwrap_or_default()
}

/// Writes the items with a separator between them.
pub(crate) fn join<T: std::fmt::Display>(
    f: &mut std::fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    separator: &str,
) -> std::fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}
