//! The licences of all dependencies: each must be compatible with the project's own licence.

use serde_json::Value;

/// Licences that may be linked into a program under MIT or Apache-2.0.
const ALLOWED: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Checks every package of `cargo metadata`. Returns the number of packages, and a line for each unsuitable
/// licence.
pub fn check(metadata: &Value) -> (usize, Vec<String>) {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let complaints = packages.iter().filter_map(complaint).collect();
    (packages.len(), complaints)
}

fn complaint(package: &Value) -> Option<String> {
    let name = format!("{} {}", package["name"].as_str()?, package["version"].as_str()?);
    match package["license"].as_str() {
        None => Some(format!("{name}: names no licence")),
        Some(expression) if allows(expression) => None,
        Some(expression) => Some(format!("{name}: {expression} is not in the list of licences allowed")),
    }
}

/// Whether an SPDX expression can be satisfied by allowed licences. The old notation `MIT/Apache-2.0` means `OR`.
fn allows(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { words: &words };
    let allowed = parser.any();
    allowed == Some(true) && parser.words.is_empty()
}

/// A recursive-descent parser that evaluates. `None` means a mistake in the expression.
struct Parser<'a> {
    words: &'a [&'a str],
}

impl Parser<'_> {
    fn eat(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }

    fn any(&mut self) -> Option<bool> {
        let mut allowed = self.all()?;
        while self.eat("OR") {
            allowed |= self.all()?;
        }
        Some(allowed)
    }

    fn all(&mut self) -> Option<bool> {
        let mut allowed = self.one()?;
        while self.eat("AND") {
            allowed &= self.one()?;
        }
        Some(allowed)
    }

    fn one(&mut self) -> Option<bool> {
        if self.eat("(") {
            let allowed = self.any()?;
            return self.eat(")").then_some(allowed);
        }
        let (&name, rest) = self.words.split_first()?;
        self.words = rest;
        if !self.eat("WITH") {
            return Some(ALLOWED.contains(&name));
        }
        let (&exception, rest) = self.words.split_first()?;
        self.words = rest;
        // An exception only adds permissions.
        Some(ALLOWED.contains(&name) || ALLOWED.contains(&format!("{name} WITH {exception}").as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        assert!(allows("MIT"));
        assert!(allows("MIT OR Apache-2.0"));
        assert!(allows("MIT/Apache-2.0"));
        assert!(allows("GPL-3.0 OR MIT"));
        assert!(allows("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(allows("Apache-2.0 WITH LLVM-exception OR GPL-2.0"));
        assert!(!allows("GPL-3.0"));
        assert!(!allows("MIT AND GPL-3.0"));
        assert!(!allows("(MIT"));
        assert!(!allows("MIT MIT"));
        assert!(!allows(""));
    }

    #[test]
    fn offenders_are_named() {
        let metadata = serde_json::json!({"packages": [
            {"name": "good", "version": "1.0.0", "license": "MIT"},
            {"name": "bad", "version": "2.0.0", "license": "AGPL-3.0"},
            {"name": "silent", "version": "3.0.0", "license": null},
        ]});
        let (count, complaints) = check(&metadata);
        assert_eq!(count, 3);
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].starts_with("bad 2.0.0") && complaints[1].starts_with("silent 3.0.0"));
    }
}
