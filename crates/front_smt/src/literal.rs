//! Literals: the values of digits, and values as text.

use bv::Bv;

use crate::error::ErrorKind;
use crate::tuning::MAX_DIGITS;
use crate::tuning::MAX_WIDTH;

/// The value of hexadecimal (4 bits each) or binary (1 bit each) digits.
pub(crate) fn digits(text: &[u8], bits: u32) -> Result<Bv, ErrorKind> {
    let width = u32::try_from(text.len()).ok().and_then(|count| count.checked_mul(bits));
    let width = width.filter(|&width| width <= MAX_WIDTH).ok_or_else(|| {
        ErrorKind::TooLarge(format!("a literal of {} digits is wider than {MAX_WIDTH} bits", text.len()))
    })?;
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for (place, &byte) in text.iter().rev().enumerate() {
        let digit = char::from(byte).to_digit(1 << bits).expect("the lexer saw digits");
        let bit = place * bits as usize;
        words[bit / 64] |= u64::from(digit) << (bit % 64);
    }
    Ok(Bv::from_words(width, &words))
}

/// The value of decimal digits modulo 2^width.
pub(crate) fn decimal(width: u32, text: &str) -> Result<Bv, ErrorKind> {
    const CHUNK: usize = 19;
    let text = text.trim_start_matches('0');
    if text.len() > MAX_DIGITS {
        return Err(ErrorKind::TooLarge(format!("a number of {} digits is too large", text.len())));
    }
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    let head = text.len() % CHUNK;
    let (first, rest) = text.split_at(head);
    let chunks = std::iter::once(first).chain((0..rest.len()).step_by(CHUNK).map(|at| &rest[at..at + CHUNK]));
    for chunk in chunks.filter(|chunk| !chunk.is_empty()) {
        let scale = 10u128.pow(chunk.len() as u32);
        let mut carry = chunk.bytes().fold(0u128, |value, byte| value * 10 + u128::from(byte - b'0'));
        for word in &mut words {
            let value = u128::from(*word) * scale + carry;
            *word = value as u64;
            carry = value >> 64;
        }
    }
    Ok(Bv::from_words(width, &words))
}

/// A bit-vector as SMT-LIB writes it: hexadecimal if the width allows, else binary.
pub(crate) fn text(value: &Bv) -> String {
    let width = value.width();
    if width.is_multiple_of(4) {
        let digits = format!("{value:x}");
        return format!("#x{digits:0>count$}", count = (width / 4) as usize);
    }
    let bits = (0..width).rev().map(|bit| if value.bit(bit) { '1' } else { '0' });
    "#b".chars().chain(bits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_taken_modulo_the_width() {
        assert_eq!(decimal(8, "300"), Ok(Bv::new(8, 44)));
        assert_eq!(decimal(8, "000"), Ok(Bv::new(8, 0)));
        let text = "340282366920938463463374607431768211455340282366920938463463374607431768211455";
        for width in [1, 7, 64, 65, 128, 200, 256, 300] {
            let whole = Bv::from_str(300, text).expect("it fits");
            assert_eq!(decimal(width, text), Ok(whole.trunc(width)));
        }
        assert!(decimal(8, &"9".repeat(MAX_DIGITS + 1)).is_err());
        assert!(decimal(8, &"0".repeat(MAX_DIGITS + 1)).is_ok());
    }

    #[test]
    fn literals_are_written_as_they_are_read() {
        for (source, bits) in [("0", 4), ("0a5f", 4), ("fedcba98765432100123456789", 4), ("1", 1), ("00101", 1)] {
            let value = digits(source.as_bytes(), bits).expect("it is short");
            let mark = if bits == 4 { "#x" } else { "#b" };
            assert_eq!(text(&value), format!("{mark}{source}"));
        }
        assert!(digits(&vec![b'1'; MAX_WIDTH as usize + 1], 1).is_err());
    }
}
