//! The text of a program, positions in it, and messages about them.

use std::fmt;

/// A position in the source: line and column, counted from 1; the column counts characters.
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

/// The text of a program, with the name that messages use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A source with that name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// A message about a position: `file:[line:col]: error: …`, then the line, then a mark below the column.
    pub fn message(&self, pos: Pos, text: &str) -> String {
        let line = self.text.split('\n').nth(pos.line as usize - 1).unwrap_or_default().trim_end_matches('\r');
        // A tab stays a tab below the line, so that the mark lines up with the column.
        let before = line.chars().take(pos.column as usize - 1);
        let blank: String = before.map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
        format!("{}:{pos}: error: {text}\n    {line}\n    {blank}^", self.name)
    }

    /// The messages of several problems, one below the other.
    pub fn messages(&self, problems: &[Problem]) -> String {
        problems.iter().map(|problem| self.message(problem.pos, &problem.text)).collect::<Vec<_>>().join("\n")
    }
}

/// An error in a program and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub pos: Pos,
    /// The message, without the position.
    pub text: String,
}

impl Problem {
    /// A problem at a position.
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
