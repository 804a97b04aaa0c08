//! Splits the text form into tokens. A word is a run of letters, digits, `_`, `.` and `$`, so numbers are words
//! too: what a word means is up to the parser.

use crate::parse::ParseError;

/// A piece of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A run of word characters.
    Word(&'a str),
    /// A quoted string with its escapes resolved.
    Quoted(Vec<u8>),
    /// Any other visible character.
    Punct(char),
}

/// A token with the line and column where it starts, both counted from 1.
#[derive(Clone, Debug)]
pub(crate) struct Located<'a> {
    pub(crate) token: Token<'a>,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// Whether a name can be written without quotes.
pub(crate) fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_word_char)
}

fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// The tokens of `text`; whitespace and comments are dropped.
pub(crate) fn lex(text: &str) -> Result<Vec<Located<'_>>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    while let Some(c) = lexer.peek() {
        let (line, column) = (lexer.line, lexer.column);
        let token = if c.is_whitespace() {
            lexer.take();
            continue;
        } else if c == ';' {
            while lexer.peek().is_some_and(|c| c != '\n') {
                lexer.take();
            }
            continue;
        } else if is_word_char(c) {
            lexer.word()
        } else if c == '"' {
            lexer.take();
            Token::Quoted(lexer.quoted(line, column)?)
        } else {
            lexer.take();
            Token::Punct(c)
        };
        tokens.push(Located { token, line, column });
    }
    Ok(tokens)
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line = self.line.saturating_add(1);
            self.column = 1;
        } else {
            self.column = self.column.saturating_add(1);
        }
        Some(c)
    }

    fn word(&mut self) -> Token<'a> {
        let start = self.rest;
        while self.peek().is_some_and(is_word_char) {
            self.take();
        }
        Token::Word(&start[..start.len() - self.rest.len()])
    }

    /// Reads the rest of a string whose opening quote, at the given place, has been taken.
    fn quoted(&mut self, line: u32, column: u32) -> Result<Vec<u8>, ParseError> {
        let mut bytes = Vec::new();
        loop {
            match self.take() {
                None | Some('\n') => return Err(ParseError::new(line, column, "the string does not end on its line")),
                Some('"') => return Ok(bytes),
                Some('\\') => self.escape(&mut bytes)?,
                Some(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), ParseError> {
        let (line, column) = (self.line, self.column);
        let wrong = |message: &str| Err(ParseError::new(line, column, message));
        match self.take() {
            Some(c @ ('"' | '\\')) => bytes.push(c as u8),
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('x') => match (self.hex_digit(), self.hex_digit()) {
                (Some(high), Some(low)) => bytes.push((high << 4 | low) as u8),
                _ => return wrong("`\\x` needs two hexadecimal digits"),
            },
            Some('u') => match self.code_point() {
                Some(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                None => return wrong("`\\u` needs the number of a character in braces"),
            },
            _ => return wrong("unknown escape; known are \\\" \\\\ \\n \\t \\xNN \\u{N}"),
        }
        Ok(())
    }

    fn hex_digit(&mut self) -> Option<u32> {
        let digit = self.peek()?.to_digit(16)?;
        self.take();
        Some(digit)
    }

    fn code_point(&mut self) -> Option<char> {
        if self.take() != Some('{') {
            return None;
        }
        let mut number = self.hex_digit()?;
        while let Some(digit) = self.hex_digit() {
            number = number.checked_mul(16)?.checked_add(digit)?;
        }
        if self.take() == Some('}') { char::from_u32(number) } else { None }
    }
}
