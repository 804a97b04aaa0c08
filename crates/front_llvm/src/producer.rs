//! The producer of a bitcode file, from the identification block at the start of every bitcode file since LLVM
//! 3.8.
//!
//! The block contains a string such as `LLVM19.1.7`. LLVM reads it only for its messages and has no API for it.
//! So this is a small reader of the bitstream container (LLVM's `BitCodeFormat` document), just enough for that
//! block: it is the first one, and its records use the abbreviations that it defines itself. Anything
//! unexpected gives `None`.

use crate::input::WRAPPER;

const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const IDENTIFICATION_BLOCK: u64 = 13;
const STRING_RECORD: u64 = 1;

/// The producer that a bitcode file names.
pub fn producer(bytes: &[u8]) -> Option<String> {
    let mut bits = Bits { bytes: unwrapped(bytes)?, position: 32 };
    let is_identification = bits.fixed(2)? == ENTER_SUBBLOCK && bits.variable(8)? == IDENTIFICATION_BLOCK;
    if !is_identification {
        return None;
    }
    let id_width = bits.variable(4)? as u32;
    bits.align();
    bits.fixed(32)?;
    let mut abbreviations: Vec<Vec<Field>> = Vec::new();
    loop {
        let record = match bits.fixed(id_width)? {
            END_BLOCK | ENTER_SUBBLOCK => return None,
            DEFINE_ABBREV => {
                abbreviations.push(bits.abbreviation()?);
                continue;
            }
            UNABBREV_RECORD => bits.plain_record()?,
            id => bits.record(abbreviations.get(usize::try_from(id - 4).ok()?)?)?,
        };
        if let [STRING_RECORD, text @ ..] = record.as_slice() {
            let text: Vec<u8> = text.iter().map(|&value| value as u8).collect();
            return String::from_utf8(text).ok();
        }
    }
}

/// The major version in the name of a producer such as `LLVM19.1.7`.
pub fn major_version(producer: &str) -> Option<u32> {
    let digits = producer.strip_prefix("LLVM")?;
    let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// The bitcode in a wrapper, or the bytes themselves if there is no wrapper.
fn unwrapped(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.starts_with(WRAPPER) {
        return Some(bytes);
    }
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let (offset, size) = (word(8)?, word(12)?);
    bytes.get(offset..offset.checked_add(size)?)
}

/// How a field of an abbreviated record is encoded.
#[derive(Clone, Copy)]
enum Field {
    Literal(u64),
    Fixed(u32),
    Variable(u32),
    Array,
    Char6,
}

/// Reads bits, the lowest bit of each byte first.
struct Bits<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl Bits<'_> {
    fn fixed(&mut self, width: u32) -> Option<u64> {
        let mut value = 0;
        for bit in 0..width {
            let byte = *self.bytes.get(self.position / 8)?;
            value |= u64::from(byte >> (self.position % 8) & 1).checked_shl(bit)?;
            self.position += 1;
        }
        Some(value)
    }

    /// A number in chunks of `width` bits, whose highest bit says whether more chunks follow.
    fn variable(&mut self, width: u32) -> Option<u64> {
        if !(2..=32).contains(&width) {
            return None;
        }
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let chunk = self.fixed(width)?;
            value |= (chunk & ((1 << (width - 1)) - 1)).checked_shl(shift)?;
            if chunk >> (width - 1) == 0 {
                return Some(value);
            }
            shift += width - 1;
        }
    }

    fn align(&mut self) {
        self.position = self.position.next_multiple_of(32);
    }

    fn abbreviation(&mut self) -> Option<Vec<Field>> {
        let count = self.variable(5)?;
        let mut fields = Vec::new();
        for _ in 0..count {
            fields.push(if self.fixed(1)? == 1 {
                Field::Literal(self.variable(8)?)
            } else {
                match self.fixed(3)? {
                    1 => Field::Fixed(self.variable(5)? as u32),
                    2 => Field::Variable(self.variable(5)? as u32),
                    3 => Field::Array,
                    4 => Field::Char6,
                    _ => return None,
                }
            });
        }
        Some(fields)
    }

    /// A record in its unabbreviated form: code, count and operands in chunks of six bits.
    fn plain_record(&mut self) -> Option<Vec<u64>> {
        let mut values = vec![self.variable(6)?];
        for _ in 0..self.variable(6)? {
            values.push(self.variable(6)?);
        }
        Some(values)
    }

    fn record(&mut self, fields: &[Field]) -> Option<Vec<u64>> {
        let mut values = Vec::new();
        let mut fields = fields.iter().copied();
        while let Some(field) = fields.next() {
            if let Field::Array = field {
                let element = fields.next()?;
                for _ in 0..self.variable(6)? {
                    values.push(self.field(element)?);
                }
            } else {
                values.push(self.field(field)?);
            }
        }
        Some(values)
    }

    fn field(&mut self, field: Field) -> Option<u64> {
        const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
        match field {
            Field::Literal(value) => Some(value),
            Field::Fixed(width) if width <= 64 => self.fixed(width),
            Field::Variable(width) => self.variable(width),
            Field::Char6 => Some(u64::from(CHAR6[self.fixed(6)? as usize])),
            Field::Fixed(_) | Field::Array => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_names() {
        assert_eq!(major_version("LLVM19.1.7"), Some(19));
        assert_eq!(major_version("LLVM22.1.2-rust-1.95.0-stable"), Some(22));
        assert_eq!(major_version("LLVM23.0.0git"), Some(23));
        assert_eq!(major_version("APPLE_1_1500.3.9.4_0"), None);
    }

    #[test]
    fn any_bytes_are_survived() {
        let mut bytes = b"BC\xC0\xDE\x35\x14\0\0\x05\0\0\0".to_vec();
        for seed in 0..2000u32 {
            let noise = seed.wrapping_mul(2_654_435_761);
            bytes.push((noise >> 13) as u8);
            let _ = producer(&bytes);
        }
    }
}
