//! Names that were probably meant.

/// The names nearest to a mistyped one, the best first, at most `most`. Names that contain the text come before
/// those that merely resemble it; a name that more than a third of would have to change is no candidate.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let mut found: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            if !text.is_empty() && name.contains(text) {
                return Some((0, name));
            }
            let distance = distance(text, name);
            (distance * 3 <= name.chars().count()).then_some((distance, name))
        })
        .collect();
    found.sort();
    found.into_iter().take(most).map(|(_, name)| name).collect()
}

/// How many characters have to be inserted, deleted or replaced (Levenshtein).
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, from) in (1..).zip(left.chars()) {
        let mut diagonal = row[0];
        row[0] = above;
        for (at, &to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn the_nearest_names_come_first() {
        let names = ["solver.cases", "solver.cores", "solver.order_graphs", "expr.table_scan"];
        assert_eq!(nearest("solver.core", names, 3), ["solver.cores", "solver.cases"]);
        assert_eq!(nearest("graphs", names, 3), ["solver.order_graphs"]);
        assert_eq!(nearest("solver.", names, 2), ["solver.cases", "solver.cores"]);
        assert!(nearest("", names, 3).is_empty());
        assert!(nearest("zzzzzzzzzz", names, 3).is_empty());
    }
}
