//! Takes single tokens, and reports errors at them.

use super::{ParseError, Parsed, Parser};
use crate::lex::Token;
use crate::tuning::MAX_WIDTH;

impl<'a> Parser<'a> {
    pub(super) fn at_end(&self) -> bool {
        self.next >= self.tokens.len()
    }

    pub(super) fn peek(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.next).map(|located| &located.token)
    }

    pub(super) fn peek_is(&self, c: char) -> bool {
        self.peek() == Some(&Token::Punct(c))
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek_is(c);
        self.next += usize::from(found);
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(found)) if *found == word);
        self.next += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, c: char) -> Parsed<()> {
        if self.eat(c) { Ok(()) } else { self.wrong(format!("expected `{c}`")) }
    }

    pub(super) fn keyword(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.wrong(format!("expected `{word}`")) }
    }

    pub(super) fn word(&mut self, what: &str) -> Parsed<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.next += 1;
                Ok(word)
            }
            _ => self.wrong(format!("expected {what}")),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        let Some(Token::Quoted(bytes)) = self.peek() else {
            return self.wrong("expected a string");
        };
        self.next += 1;
        String::from_utf8(bytes.clone()).or_else(|_| self.wrong_last("the string is no valid UTF-8"))
    }

    pub(super) fn number(&mut self) -> Parsed<u64> {
        let word = self.word("a number")?;
        decimal(word).map_or_else(|| self.wrong_last(format!("`{word}` is no number of 64 bits")), Ok)
    }

    pub(super) fn number_u32(&mut self) -> Parsed<u32> {
        u32::try_from(self.number()?).or_else(|_| self.wrong_last("the number is too large"))
    }

    pub(super) fn width(&mut self) -> Parsed<u32> {
        let width = self.number_u32()?;
        let fits = (1..=MAX_WIDTH).contains(&width);
        if fits { Ok(width) } else { self.wrong_last(format!("a width is from 1 to {MAX_WIDTH}")) }
    }

    /// An error at the next token.
    pub(super) fn wrong<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.wrong_at(self.next, message)
    }

    /// An error at the token just taken.
    pub(super) fn wrong_last<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.wrong_at(self.next.saturating_sub(1), message)
    }

    pub(super) fn wrong_at<T>(&self, index: usize, message: impl Into<String>) -> Parsed<T> {
        let (line, column) = match (self.tokens.get(index), self.tokens.last()) {
            (Some(token), _) | (None, Some(token)) => (token.line, token.column),
            (None, None) => (1, 1),
        };
        Err(ParseError::new(line, column, message))
    }
}

/// The value of a word that consists of decimal digits only (`str::parse` would accept a sign).
pub(super) fn decimal(word: &str) -> Option<u64> {
    word.bytes().all(|c| c.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}
