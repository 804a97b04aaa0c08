//! Text: `Display` is the unsigned decimal value, `Debug` is `0x..:width`, and both notations parse back.

use std::fmt;

use crate::{Bv, Words};

/// Why a text is not a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// There are no digits.
    Empty,
    /// A character is not a digit of the notation.
    Digit(char),
    /// The value needs more bits than the width has.
    TooLarge,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Empty => write!(f, "a number without digits"),
            ParseError::Digit(digit) => write!(f, "`{digit}` is not a digit here"),
            ParseError::TooLarge => write!(f, "the number does not fit in its width"),
        }
    }
}

impl std::error::Error for ParseError {}

impl Bv {
    /// The value of decimal digits, or of hexadecimal digits after `0x`.
    pub fn from_str(width: u32, text: &str) -> Result<Bv, ParseError> {
        let (radix, digits) = match text.strip_prefix("0x") {
            Some(digits) => (16, digits),
            None => (10, text),
        };
        if digits.is_empty() {
            return Err(ParseError::Empty);
        }
        let mut words = vec![0u64; width.div_ceil(64) as usize];
        for character in digits.chars() {
            let digit = character.to_digit(radix).ok_or(ParseError::Digit(character))?;
            let mut carry = u128::from(digit);
            for word in &mut words {
                let value = u128::from(*word) * u128::from(radix) + carry;
                *word = value as u64;
                carry = value >> 64;
            }
            let unused = words.len() as u32 * 64 - width;
            if carry != 0 || words[words.len() - 1].leading_zeros() < unused {
                return Err(ParseError::TooLarge);
            }
        }
        Ok(Bv::from_words(width, &words))
    }
}

impl fmt::Display for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let mut words = match &self.words {
            Words::Small(word) => return write!(f, "{word}"),
            Words::Large(words) => words.clone(),
        };
        let mut chunks = Vec::new();
        while words.iter().any(|&word| word != 0) {
            let mut rest = 0u128;
            for word in words.iter_mut().rev() {
                let current = rest << 64 | u128::from(*word);
                *word = (current / u128::from(CHUNK)) as u64;
                rest = current % u128::from(CHUNK);
            }
            chunks.push(rest as u64);
        }
        write!(f, "{}", chunks.pop().unwrap_or(0))?;
        chunks.iter().rev().try_for_each(|chunk| write!(f, "{chunk:019}"))
    }
}

impl fmt::LowerHex for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "0x")?;
        }
        let words = self.words();
        let top = words.iter().rposition(|&word| word != 0).unwrap_or(0);
        write!(f, "{:x}", words[top])?;
        words[..top].iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}:{}", self.width)
    }
}
