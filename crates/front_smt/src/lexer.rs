//! Tokens from a stream of bytes.
//!
//! Input is read in blocks as it arrives, so a script on standard input is answered command by command, and no
//! more than a block and the current token of a large file is in memory. The lexer counts parentheses, so that
//! [`skip_command`](Lexer::skip_command) can skip the rest of a command after an error.

use std::io::{self, Read as Input};

use crate::error::{ErrorKind, Position, Read};
use crate::names::{Name, Names};
use crate::tuning::PIECE;

/// The kind of a token. The text of literals and keywords is in [`Lexer::text`] until the next token is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Open,
    Close,
    /// A symbol. If it is quoted in bars, it is never a reserved word.
    Symbol {
        name: Name,
        quoted: bool,
    },
    Keyword,
    Numeral,
    Decimal,
    Hexadecimal,
    Binary,
    String,
    /// The end of the input.
    End,
}

/// A token and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) at: Position,
}

/// Reads tokens.
pub(crate) struct Lexer<'i> {
    input: &'i mut dyn Input,
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    here: Position,
    /// The number of open lists.
    depth: u64,
    text: Vec<u8>,
    /// The tokens since recording began, separated by single spaces.
    recorded: Option<String>,
    failure: Option<io::Error>,
}

impl<'i> Lexer<'i> {
    pub(crate) fn new(input: &'i mut dyn Input) -> Lexer<'i> {
        Lexer {
            input,
            buffer: vec![0; PIECE],
            next: 0,
            end: 0,
            here: Position { line: 1, column: 1 },
            depth: 0,
            text: Vec::new(),
            recorded: None,
            failure: None,
        }
    }

    /// The text of the last literal, keyword or string: without `#x`, `#b`, the colon or the quotes.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The error that kept the input from being read to its end, if any.
    pub(crate) fn failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// The number of open lists.
    pub(crate) fn depth(&self) -> u64 {
        self.depth
    }

    /// Begins to record the text of tokens.
    pub(crate) fn record(&mut self) {
        self.recorded = Some(String::new());
    }

    /// The text recorded since [`record`](Lexer::record).
    pub(crate) fn recorded(&mut self) -> String {
        self.recorded.take().unwrap_or_default()
    }

    /// Reads the next token.
    pub(crate) fn token(&mut self, names: &mut Names) -> Read<Token> {
        self.skip_space();
        let at = self.here;
        self.text.clear();
        let Some(first) = self.peek() else { return Ok(Token { kind: Kind::End, at }) };
        let kind = match first {
            b'(' => {
                self.bump();
                self.depth += 1;
                Kind::Open
            }
            b')' => {
                self.bump();
                self.depth = self.depth.saturating_sub(1);
                Kind::Close
            }
            b'|' => self.quoted(at, names)?,
            b'"' => self.string(at)?,
            b'#' => self.hash_literal(at)?,
            b':' => {
                self.bump();
                self.word();
                Kind::Keyword
            }
            _ => {
                self.word();
                self.plain(at, names)?
            }
        };
        if self.recorded.is_some() {
            self.write_down(kind, names);
        }
        Ok(Token { kind, at })
    }

    /// Skips everything up to the end of the current command, or up to the next `(` outside of any command.
    pub(crate) fn skip_command(&mut self) {
        self.recorded = None;
        loop {
            self.skip_space();
            self.text.clear();
            let Some(byte) = self.peek() else { return };
            match byte {
                b'(' if self.depth == 0 => return,
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b'|' | b'"' => {
                    self.bump();
                    while self.peek().is_some_and(|other| other != byte) {
                        self.bump();
                    }
                }
                _ => {}
            }
            self.bump();
            if byte == b')' && self.depth == 0 {
                return;
            }
        }
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.bump(),
                b';' => {
                    while self.peek().is_some_and(|byte| byte != b'\n') {
                        self.bump();
                    }
                }
                _ => return,
            }
        }
    }

    /// Reads bytes up to one that ends a word.
    fn word(&mut self) {
        while let Some(byte) = self.peek() {
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b';' | b'"' | b'|') {
                return;
            }
            self.text.push(byte);
            self.bump();
        }
    }

    /// Classifies the word in `text`: a symbol, numeral or decimal.
    fn plain(&mut self, at: Position, names: &mut Names) -> Read<Kind> {
        if self.text[0].is_ascii_digit() {
            let (whole, rest) = match self.text.iter().position(|&byte| byte == b'.') {
                Some(point) => (&self.text[..point], Some(&self.text[point + 1..])),
                None => (&self.text[..], None),
            };
            let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
            return match rest {
                None if digits(whole) => Ok(Kind::Numeral),
                Some(rest) if digits(whole) && digits(rest) => Ok(Kind::Decimal),
                _ => Err(self.no_token(at)),
            };
        }
        if !self.text.iter().all(|&byte| is_symbol_byte(byte)) {
            return Err(self.no_token(at));
        }
        let text = str::from_utf8(&self.text).expect("symbol bytes are ASCII");
        Ok(Kind::Symbol { name: names.intern(text), quoted: false })
    }

    fn quoted(&mut self, at: Position, names: &mut Names) -> Read<Kind> {
        self.bump();
        loop {
            match self.peek() {
                None => return Err(at.error(ErrorKind::End)),
                Some(b'|') => break,
                Some(byte) => {
                    self.text.push(byte);
                    self.bump();
                }
            }
        }
        self.bump();
        if self.text.contains(&b'\\') {
            return Err(at.error(ErrorKind::Token("a backslash in a quoted symbol".to_owned())));
        }
        let wrong = |_| at.error(ErrorKind::Token("a symbol that is not UTF-8".to_owned()));
        let text = str::from_utf8(&self.text).map_err(wrong)?;
        Ok(Kind::Symbol { name: names.intern(text), quoted: true })
    }

    fn string(&mut self, at: Position) -> Read<Kind> {
        self.bump();
        loop {
            let byte = self.peek().ok_or(at.error(ErrorKind::End))?;
            self.bump();
            if byte == b'"' {
                if self.peek() != Some(b'"') {
                    return Ok(Kind::String);
                }
                self.bump();
            }
            self.text.push(byte);
        }
    }

    fn hash_literal(&mut self, at: Position) -> Read<Kind> {
        self.bump();
        let mark = self.peek();
        self.bump();
        self.word();
        let digits = |fits: fn(&u8) -> bool| !self.text.is_empty() && self.text.iter().all(fits);
        match mark {
            Some(b'x') if digits(u8::is_ascii_hexdigit) => Ok(Kind::Hexadecimal),
            Some(b'b') if digits(|byte| matches!(byte, b'0' | b'1')) => Ok(Kind::Binary),
            _ => Err(at.error(ErrorKind::Token("a literal that is neither #x… nor #b…".to_owned()))),
        }
    }

    fn no_token(&self, at: Position) -> crate::Error {
        at.error(ErrorKind::Token(format!("{} is no token", excerpt(&self.text))))
    }

    fn write_down(&mut self, kind: Kind, names: &Names) {
        let Some(out) = &mut self.recorded else { return };
        if kind != Kind::Close && !out.is_empty() && !out.ends_with('(') {
            out.push(' ');
        }
        let text = || String::from_utf8_lossy(&self.text);
        match kind {
            Kind::Open => out.push('('),
            Kind::Close => out.push(')'),
            Kind::Symbol { name, quoted: true } => {
                out.push('|');
                out.push_str(names.text(name));
                out.push('|');
            }
            Kind::Symbol { name, .. } => out.push_str(names.text(name)),
            Kind::Keyword => {
                out.push(':');
                out.push_str(&text());
            }
            Kind::Hexadecimal => {
                out.push_str("#x");
                out.push_str(&text());
            }
            Kind::Binary => {
                out.push_str("#b");
                out.push_str(&text());
            }
            Kind::String => {
                out.push('"');
                out.push_str(&text().replace('"', "\"\""));
                out.push('"');
            }
            Kind::Numeral | Kind::Decimal => out.push_str(&text()),
            Kind::End => {}
        }
    }

    #[inline]
    fn peek(&mut self) -> Option<u8> {
        if self.next == self.end && !self.refill() {
            return None;
        }
        Some(self.buffer[self.next])
    }

    /// Advances by one byte, if there is one.
    #[inline]
    fn bump(&mut self) {
        if self.next == self.end && !self.refill() {
            return;
        }
        if self.buffer[self.next] == b'\n' {
            self.here = Position { line: self.here.line + 1, column: 1 };
        } else {
            self.here.column += 1;
        }
        self.next += 1;
    }

    /// Reads the next block; returns whether there is more input.
    fn refill(&mut self) -> bool {
        if self.failure.is_some() {
            return false;
        }
        loop {
            match self.input.read(&mut self.buffer) {
                Ok(count) => {
                    (self.next, self.end) = (0, count);
                    return count > 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    return false;
                }
            }
        }
    }
}

/// Whether the byte is allowed in a symbol without bars.
pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// A short excerpt of the script's text, for messages.
pub(crate) fn excerpt(text: &[u8]) -> String {
    const LONGEST: usize = 40;
    let shown = String::from_utf8_lossy(&text[..text.len().min(LONGEST)]);
    let shown: String = shown.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.len() > LONGEST { format!("{shown}…") } else { shown }
}
