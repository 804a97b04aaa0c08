//! Reads `identities.txt`: pairs of terms that have the same value, at every width.

/// The widths at which the list is used.
pub const IDENTITY_WIDTHS: [u32; 4] = [8, 32, 64, 128];

/// A line of the list at one width, as texts of terms.
pub struct Identity {
    /// A description of the identity.
    pub name: String,
    /// The left side.
    pub left: String,
    /// The right side.
    pub right: String,
}

/// The names and widths of the symbols in the list.
pub fn identity_symbols(width: u32) -> Vec<(String, u32)> {
    let groups = [("xyzmabcd", width), ("hl", width / 2), ("no", width / 4), ("pq", 1)];
    groups.iter().flat_map(|&(names, width)| names.chars().map(move |name| (name.to_string(), width))).collect()
}

/// The identities at one width.
pub fn identities(width: u32) -> Vec<Identity> {
    let lines = include_str!("identities.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| identity(line, width)).collect()
}

fn identity(line: &str, width: u32) -> Option<Identity> {
    let line = match line.strip_prefix('@') {
        None => line,
        Some(rest) => {
            let (widths, rest) = rest.split_once(' ').expect("widths, then the identity");
            if !widths.split(',').any(|word| word.parse() == Ok(width)) {
                return None;
            }
            rest
        }
    };
    let (name, terms) = line.split_once(": ").expect("a name, then the terms");
    let (left, right) = terms.split_once(" == ").expect("two sides");
    let name = name.to_owned();
    Some(Identity { name, left: at_width(left, width), right: at_width(right, width) })
}

/// The text with its numbers `[..]` and then its constants `{..}` replaced by their values.
fn at_width(text: &str, width: u32) -> String {
    let text = replaced(text, '[', ']', |inside| computed(inside, width).to_string());
    replaced(&text, '{', '}', |inside| format!("(_ bv{inside} {width})"))
}

fn replaced(text: &str, open: char, close: char, with: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(open);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, rest) = part.split_once(close).expect("what opens closes");
        result += &with(inside);
        result += rest;
    }
    result
}

/// The value of a difference of quotients: `W`, `W/2`, `W-1`, `W/2-1`, `W-W/4`.
fn computed(text: &str, width: u32) -> u32 {
    let quotient = |part: &str| {
        let (number, divisor) = part.split_once('/').unwrap_or((part, "1"));
        let number = if number == "W" { width } else { number.parse().expect("a number") };
        number / divisor.parse::<u32>().expect("a number")
    };
    let mut parts = text.split('-');
    let first = quotient(parts.next().expect("split gives one part at least"));
    parts.fold(first, |left, part| left - quotient(part))
}
