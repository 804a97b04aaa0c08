//! Bytes for people: as a number where they have a number's size, as text where they read as text, and as hex.

use std::fmt::Write as _;

/// The greatest number of bytes shown in one line.
const SHOWN: usize = 64;

/// Bytes as hex, without separators.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        write!(out, "{byte:02x}").expect("a string takes everything");
        out
    })
}

/// The bytes of a hex string, if it is one.
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// The unsigned and the signed little-endian number in the bytes, if they have a number's size.
pub fn integer(bytes: &[u8]) -> Option<(u64, i64)> {
    if !matches!(bytes.len(), 1 | 2 | 4 | 8) {
        return None;
    }
    let unsigned = bytes.iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte));
    let unused = 64 - 8 * bytes.len() as u32;
    Some((unsigned, ((unsigned << unused) as i64) >> unused))
}

/// Bytes as a C string literal.
pub fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            // A digit after `\0` would be read as part of the escape.
            0 if !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => out.push_str("\\0"),
            b' '..=b'~' => out.push(byte as char),
            _ => write!(out, "\\{byte:03o}").expect("a string takes everything"),
        }
    }
    out.push('"');
    out
}

/// One line that says what the bytes are: `-5 (0xfffffffb)`, `65 ('A')`, `"abc\0"`, or hex.
pub fn readable(bytes: &[u8]) -> String {
    if let Some((unsigned, signed)) = integer(bytes) {
        return number(bytes, unsigned, signed);
    }
    match printable_share(bytes) {
        75.. => shortened(bytes, quoted),
        1.. => shortened(bytes, |bytes| format!("{} (0x{})", quoted(bytes), hex(bytes))),
        0 => shortened(bytes, |bytes| format!("0x{}", hex(bytes))),
    }
}

/// Bytes as a C string literal, shortened if it is long.
pub fn readable_text(bytes: &[u8]) -> String {
    shortened(bytes, quoted)
}

fn number(bytes: &[u8], unsigned: u64, signed: i64) -> String {
    match (bytes.len(), unsigned as u8) {
        (1, character @ b' '..=b'~') => return format!("{signed} ('{}')", character as char),
        (1, b'\n') => return format!("{signed} ('\\n')"),
        _ => {}
    }
    let mut out = signed.to_string();
    if signed < 0 || unsigned > 0xff {
        write!(out, " (0x{unsigned:0width$x})", width = 2 * bytes.len()).expect("a string takes everything");
    }
    if bytes.len() >= 4 && unsigned > 0xff && printable_share(bytes) >= 75 {
        write!(out, " {}", quoted(bytes)).expect("a string takes everything");
    }
    out
}

/// The share of printable bytes before the trailing zeros, in percent.
fn printable_share(bytes: &[u8]) -> usize {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1);
    let printable = bytes[..end].iter().filter(|&&byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r')).count();
    (100 * printable).checked_div(end).unwrap_or(0)
}

fn shortened(bytes: &[u8], show: impl Fn(&[u8]) -> String) -> String {
    match bytes.len() {
        0 => "no bytes".to_owned(),
        count if count > SHOWN => format!("{}… ({count} bytes)", show(&bytes[..SHOWN])),
        _ => show(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(readable(&5u32.to_le_bytes()), "5");
        assert_eq!(readable(&(-5i32).to_le_bytes()), "-5 (0xfffffffb)");
        assert_eq!(readable(&1000u16.to_le_bytes()), "1000 (0x03e8)");
        assert_eq!(readable(b"A"), "65 ('A')");
        assert_eq!(readable(&[0x80]), "-128 (0x80)");
        assert_eq!(readable(b"abcd"), "1684234849 (0x64636261) \"abcd\"");
    }

    #[test]
    fn text_and_hex() {
        assert_eq!(readable(b"hello\0\0"), "\"hello\\0\\0\"");
        assert_eq!(readable(&[0xff, 0xfe, 0x01]), "0xfffe01");
        assert_eq!(readable(b"^\x02*"), "\"^\\002*\" (0x5e022a)");
        assert_eq!(readable(&[0; 3]), "0x000000");
        assert_eq!(readable(&[]), "no bytes");
        assert!(readable(&[b'x'; 100]).ends_with("… (100 bytes)"));
    }

    #[test]
    fn quotes_are_c_literals() {
        assert_eq!(quoted(b"a\"\\\n\x001"), "\"a\\\"\\\\\\n\\0001\"");
        assert_eq!(quoted(&[0xff]), "\"\\377\"");
    }

    #[test]
    fn hex_round_trip() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&hex(&bytes)), Some(bytes));
        assert_eq!(from_hex("abc"), None);
        assert_eq!(from_hex("zz"), None);
        assert_eq!(from_hex("é"), None);
    }
}
