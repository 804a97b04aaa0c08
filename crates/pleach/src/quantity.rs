//! Durations and sizes as people write them: `90`, `30s`, `1h10min`; `4096`, `512MiB`, `2GB`.

use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::time::Duration;

use models::{LONGEST_INPUT, Length};

/// Units of time, with their lengths in nanoseconds.
const TIMES: [(&str, u64); 12] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("sec", 1_000_000_000),
    ("m", 60_000_000_000),
    ("min", 60_000_000_000),
    ("h", 3_600_000_000_000),
    ("hr", 3_600_000_000_000),
    ("d", 86_400_000_000_000),
    ("day", 86_400_000_000_000),
];

/// Units of size, with their lengths in bytes.
const SIZES: [(&str, u64); 14] = [
    ("b", 1),
    ("k", 1_000),
    ("kb", 1_000),
    ("kib", 1 << 10),
    ("m", 1_000_000),
    ("mb", 1_000_000),
    ("mib", 1 << 20),
    ("g", 1_000_000_000),
    ("gb", 1_000_000_000),
    ("gib", 1 << 30),
    ("t", 1_000_000_000_000),
    ("tb", 1_000_000_000_000),
    ("tib", 1 << 40),
    ("byte", 1),
];

/// Parses a duration: a number of seconds, or numbers with units.
pub fn duration(text: &str) -> Result<Duration, String> {
    let help = "write seconds (90) or numbers with units: 500ms, 30s, 5min, 1h10min, 2d";
    match sum(text, &TIMES, 1_000_000_000).map(u64::try_from) {
        Some(Ok(0)) => Err(format!("must be more than nothing; {help}")),
        Some(Ok(nanos)) => Ok(Duration::from_nanos(nanos)),
        Some(Err(_)) => Err(format!("this is too long: at most {} seconds are possible", u64::MAX / 1_000_000_000)),
        None => Err(help.to_owned()),
    }
}

/// Parses a probability.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Parses a whole number within bounds.
pub fn number(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

/// Parses the length of an input: a whole number, or `LEAST..MOST`. The greatest one depends on the program.
pub fn length(text: &str) -> Result<Length, String> {
    let wrong = || format!("expected a whole number from 0 to {LONGEST_INPUT}, or two of them: 0..64");
    let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let length = match text.split_once("..") {
        Some((least, most)) => Length { least: number(least)?, most: number(most)? },
        None => number(text)?.into(),
    };
    if length.least > length.most {
        return Err(format!("there are no numbers from {} to {}", length.least, length.most));
    }
    Ok(length)
}

/// Parses a size in bytes of at least `least`: a number, or a number with a unit. Someone who gives a number
/// without a unit that is too small most likely meant megabytes.
pub fn size(text: &str, least: u64) -> Result<u64, String> {
    let help = "write bytes (1048576) or a number with a unit: 512MiB, 2GB";
    match sum(text, &SIZES, 1).map(u64::try_from) {
        Some(Err(_)) => Err(format!("this is too much: at most {} bytes are possible", u64::MAX)),
        Some(Ok(bytes)) if bytes >= least => Ok(bytes),
        Some(Ok(bytes)) => {
            let megabytes = bytes.checked_mul(1_000_000).filter(|&size| size >= least);
            let advice = match megabytes.filter(|_| text.trim().bytes().all(|c| c.is_ascii_digit())) {
                Some(_) => format!("did you mean {bytes}MB?"),
                None => help.to_owned(),
            };
            Err(format!("these are {bytes} bytes, and {least} are needed at least; {advice}"))
        }
        None => Err(help.to_owned()),
    }
}

/// The sum of pairs of number and unit; a number by itself counts in `bare` units. `None` for anything else. A
/// sum that overflows is the greatest number.
fn sum(text: &str, units: &[(&str, u64)], bare: u64) -> Option<u128> {
    let text = text.trim();
    let mut rest = text;
    let mut total = 0u128;
    while !rest.is_empty() {
        let (number, after) = split(rest, |c| c.is_ascii_digit() || c == '.');
        let (unit, after) = split(after.trim_start(), |c| c.is_alphabetic());
        let lone = number.len() == text.len();
        let factor = match unit {
            "" if lone => bare,
            _ => units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|&(_, factor)| factor)?,
        };
        total = total.saturating_add(scaled(number, factor)?);
        rest = after.trim_start();
    }
    (!text.is_empty()).then_some(total)
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !belongs(c)).unwrap_or(text.len()))
}

/// A decimal number times a factor; exact for whole numbers.
fn scaled(number: &str, factor: u64) -> Option<u128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || (number.contains('.') && fraction.is_empty()) || fraction.len() > 9 {
        return None;
    }
    let whole = match whole.parse::<u128>() {
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => u128::MAX,
        whole => whole.ok()?,
    };
    let mut total = whole.saturating_mul(u128::from(factor));
    if !fraction.is_empty() {
        let parts = u128::from(fraction.parse::<u64>().ok()?) * u128::from(factor);
        total = total.saturating_add(parts / 10u128.pow(fraction.len() as u32));
    }
    Some(total)
}

/// A size for people.
pub fn show_size(bytes: u64) -> String {
    let (unit, factor) = match bytes {
        0..1_000_000 => ("kB", 1e3),
        1_000_000..1_000_000_000 => ("MB", 1e6),
        _ => ("GB", 1e9),
    };
    let amount = bytes as f64 / factor;
    if amount < 10.0 { format!("{amount:.1} {unit}") } else { format!("{amount:.0} {unit}") }
}

/// A duration for people.
pub fn show_seconds(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        _ if seconds < 60.0 => format!("{seconds:.1} s"),
        _ if seconds < 3600.0 => format!("{}min {:02}s", seconds as u64 / 60, seconds as u64 % 60),
        _ => format!("{}h {:02}min", seconds as u64 / 3600, seconds as u64 / 60 % 60),
    }
}

/// A count for people: digits in groups of three.
pub fn show_count(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// For example `1 path` or `2 paths`.
pub fn show_things(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", show_count(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let seconds = |text: &str| duration(text).map(|duration| duration.as_secs_f64());
        assert_eq!(seconds("90"), Ok(90.0));
        assert_eq!(seconds("90s"), Ok(90.0));
        assert_eq!(seconds("1h10min"), Ok(4200.0));
        assert_eq!(seconds("1h 10min"), Ok(4200.0));
        assert_eq!(seconds("500ms"), Ok(0.5));
        assert_eq!(seconds("0.5"), Ok(0.5));
        assert_eq!(seconds("1.5h"), Ok(5400.0));
        for wrong in
            ["", " ", "s", "-1", "1x", "1h10", "1 2", "0", "0s", "1.", ".5", "1e9", "99999999999999999999", "1..2"]
        {
            assert!(duration(wrong).is_err(), "accepted {wrong:?}");
        }
        let why = duration(&"9".repeat(60)).expect_err("it is too long");
        assert_eq!(why, "this is too long: at most 18446744073 seconds are possible");
        assert_eq!(duration("99999999999d"), Err(why));
    }

    #[test]
    fn sizes() {
        let size = |text: &str| super::size(text, 100);
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("2GB"), Ok(2_000_000_000));
        assert_eq!(size("2gb"), Ok(2_000_000_000));
        assert_eq!(size("512MiB"), Ok(512 << 20));
        assert_eq!(size("1.5 GiB"), Ok(3 << 29));
        assert_eq!(size("100b"), Ok(100));
        for wrong in ["", "GB", "-5", "5XB", "0", "99999999TiB", "99", "99b"] {
            assert!(size(wrong).is_err(), "accepted {wrong:?}");
        }
    }

    #[test]
    fn a_small_size_without_a_unit_was_meant_otherwise() {
        let why = |text: &str| size(text, 64 << 20).expect_err("it is too small");
        assert!(why("1000").ends_with("1000 bytes, and 67108864 are needed at least; did you mean 1000MB?"));
        for unclear in ["0", "10", "1000b", "1kB"] {
            assert!(why(unclear).contains("with a unit"), "{unclear}: {}", why(unclear));
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(number("0", 0..=5), Ok(0));
        assert_eq!(number("18446744073709551615", 0..=u64::MAX), Ok(u64::MAX));
        for wrong in ["", "-1", "0", "6", "1.5", "5k", "18446744073709551616"] {
            assert_eq!(number(wrong, 1..=5), Err("expected a whole number from 1 to 5".to_owned()), "{wrong}");
        }
    }

    #[test]
    fn shown() {
        assert_eq!(show_count(0), "0");
        assert_eq!(show_count(999), "999");
        assert_eq!(show_count(1234567), "1,234,567");
        assert_eq!(show_seconds(0.0123), "12 ms");
        assert_eq!(show_seconds(75.0), "1min 15s");
        assert_eq!(show_size(2_500_000_000), "2.5 GB");
        assert_eq!(show_things(1, "path"), "1 path");
        assert_eq!(show_things(2000, "path"), "2,000 paths");
    }
}
