//! The text of a program, positions in it, and messages about them.

use std::fmt;

/// A place in the source: line and column, both from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pos {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}:{}]", self.line, self.column)
    }
}

/// A program's text with the name that messages use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A source of that name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// A message about a place: `file:[line:col]: error: …`, then the line, then a mark below the column.
    pub fn message(&self, pos: Pos, text: &str) -> String {
        let line = self.text.split('\n').nth(pos.line as usize - 1).unwrap_or_default().trim_end_matches('\r');
        // Tabs stay tabs below the line too, so that the mark stands where the column is.
        let before = line.chars().take(pos.column as usize - 1);
        let blank: String = before.map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
        format!("{}:{pos}: error: {text}\n    {line}\n    {blank}^", self.name)
    }

    /// All messages of a list of problems, one below the other.
    pub fn messages(&self, problems: &[Problem]) -> String {
        problems.iter().map(|problem| self.message(problem.pos, &problem.text)).collect::<Vec<_>>().join("\n")
    }
}

/// What is wrong with a program, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where.
    pub pos: Pos,
    /// What.
    pub text: String,
}

impl Problem {
    /// A problem at a place.
    pub fn new(pos: Pos, text: impl Into<String>) -> Problem {
        Problem { pos, text: text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_shown_with_a_mark() {
        let source = Source::new("a.mc", "main() {\r\n\treturn x;\n}");
        let pos = Pos { line: 2, column: 9 };
        assert_eq!(source.message(pos, "no"), "a.mc:[2:9]: error: no\n    \treturn x;\n    \t       ^");
    }
}
