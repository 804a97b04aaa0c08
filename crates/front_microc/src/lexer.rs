//! Splits a text into tokens. This never fails: a character that is not part of the language becomes a token of
//! its own, which the parser reports.

use crate::source::Pos;

/// A token, without its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name that is not a keyword.
    Name(String),
    /// Digits that are not a number yet, since the range of numbers depends on a sign before them.
    Digits(String),
    /// A keyword, an operator or punctuation, as in [`WORDS`] and [`SIGNS`].
    Sign(&'static str),
    /// A character that is not part of the language.
    Strange(char),
    /// The end of the text.
    End,
}

/// The keywords.
pub const WORDS: [&str; 9] = ["var", "return", "output", "if", "else", "while", "input", "alloc", "null"];
/// Operators and punctuation; a sign comes before its own prefixes.
const SIGNS: [&str; 26] = [
    "&&", "||", "==", "!=", ">=", "<=", ">", "<", "+", "-", "*", "/", "!", "&", "=", "(", ")", "{", "}", "[", "]", ",",
    ";", ".", ":", "|",
];

/// The tokens of a text with their positions; the last is [`Token::End`].
pub fn tokens(text: &str) -> Vec<(Token, Pos)> {
    let mut lexer = Lexer { rest: text, pos: Pos { line: 1, column: 1 } };
    let mut all = Vec::new();
    loop {
        lexer.skip_blanks();
        let pos = lexer.pos;
        let token = lexer.token();
        let over = token == Token::End;
        all.push((token, pos));
        if over {
            return all;
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    pos: Pos,
}

impl<'a> Lexer<'a> {
    /// Takes the first `length` bytes, which must end at a character boundary.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        for letter in taken.chars() {
            if letter == '\n' {
                self.pos = Pos { line: self.pos.line + 1, column: 1 };
            } else {
                self.pos.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    /// How many bytes from here on belong to characters for which `sort` is true.
    fn span(&self, sort: fn(char) -> bool) -> usize {
        self.rest.find(|letter| !sort(letter)).unwrap_or(self.rest.len())
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take(self.span(char::is_whitespace));
            if !self.rest.starts_with("//") {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn token(&mut self) -> Token {
        let Some(first) = self.rest.chars().next() else { return Token::End };
        if first.is_ascii_digit() {
            return Token::Digits(self.take(self.span(|letter| letter.is_ascii_digit())).to_owned());
        }
        if first == '_' || first.is_ascii_alphabetic() {
            let name = self.take(self.span(|letter| letter == '_' || letter.is_ascii_alphanumeric()));
            let word = WORDS.iter().find(|&&word| word == name);
            return word.map_or_else(|| Token::Name(name.to_owned()), |word| Token::Sign(word));
        }
        match SIGNS.iter().find(|&&sign| self.rest.starts_with(sign)) {
            Some(sign) => {
                self.take(sign.len());
                Token::Sign(sign)
            }
            None => {
                self.take(first.len_utf8());
                Token::Strange(first)
            }
        }
    }
}

impl Token {
    /// The token as it appears in messages.
    pub fn describe(&self) -> String {
        match self {
            Token::Name(name) => format!("`{name}`"),
            Token::Digits(digits) => format!("`{digits}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Strange(letter) => format!("the character {letter:?}"),
            Token::End => "the end of the file".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_places() {
        let found = tokens("a<=b // c\n é12x");
        let at = |line, column| Pos { line, column };
        let expected = [
            (Token::Name("a".into()), at(1, 1)),
            (Token::Sign("<="), at(1, 2)),
            (Token::Name("b".into()), at(1, 4)),
            (Token::Strange('é'), at(2, 2)),
            (Token::Digits("12".into()), at(2, 3)),
            (Token::Name("x".into()), at(2, 5)),
            (Token::End, at(2, 6)),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn longer_signs_win() {
        for (index, sign) in SIGNS.iter().enumerate() {
            assert!(SIGNS[..index].iter().all(|earlier| !sign.starts_with(earlier)), "{sign} is never found");
            assert_eq!(tokens(sign)[0].0, Token::Sign(sign));
        }
    }
}
