//! The name that somebody may have meant.

/// The known name that is most like what was written, if one is alike at all.
pub(super) fn nearest<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let written: Vec<char> = plain(written);
    // A third of the letters may be others, and a longer text is no slip of the hand.
    let most = written.len().div_ceil(3);
    known
        .into_iter()
        .filter(|name| name.len() <= LONGEST && written.len() <= LONGEST)
        .map(|name| (distance(&written, &plain(name)), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Longest name that is compared.
const LONGEST: usize = 64;

fn plain(name: &str) -> Vec<char> {
    name.chars()
        .map(|char| match char {
            '-' | ' ' => '_',
            other => other.to_ascii_lowercase(),
        })
        .collect()
}

/// How many letters have to be put in, taken out, changed or swapped with their neighbour.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let change = last[j] + usize::from(a != b);
            let mut least = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = last;
        last = row;
    }
    last.last().copied().unwrap_or(from.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_hand_is_understood() {
        let known = ["min_huxi", "min_huxi_with_fan", "must_hu", "seats"];
        for (written, meant) in [
            ("min_huxi", Some("min_huxi")),
            ("min_hxui", Some("min_huxi")),
            ("min-huxi", Some("min_huxi")),
            ("minhuxi", Some("min_huxi")),
            ("MustHu", Some("must_hu")),
            ("seat", Some("seats")),
            ("players", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, known), meant, "{written}");
        }
    }

    #[test]
    fn letters_are_counted() {
        let count = |from: &str, to: &str| distance(&plain(from), &plain(to));
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("abc", ""), 3);
        assert_eq!(count("abcd", "acbd"), 1);
        assert_eq!(count("kitten", "sitting"), 3);
    }
}
