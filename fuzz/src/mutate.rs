//! Mutations of cases: bytes, numbers, and pieces that are removed, repeated, or taken from another case.

use test_support::Random;

/// Numbers that tend to break things.
const NUMBERS: [&str; 9] =
    ["0", "-1", "1", "255", "65536", "2147483648", "4294967295", "18446744073709551616", "99999999999999999999999999"];
/// Four-byte words that tend to break things.
const WORDS: [u32; 7] = [0, 1, u32::MAX, 0x7fff_ffff, 0x8000_0000, 0x0100_0000, 0xffff];
/// The greatest size of a case, in bytes.
const LONGEST: usize = 128 << 10;

/// A mutated case.
pub(crate) fn mutate(case: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut changed = case.to_vec();
    for _ in 0..1 + random.below(4) {
        change(&mut changed, other, random);
    }
    changed.truncate(LONGEST);
    changed
}

fn change(case: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(case.len().max(1));
    let most = random.pick(&[16, 16, 16, 4096]);
    let length = 1 + random.below(most);
    let end = (at + length).min(case.len());
    match random.below(9) {
        0 if !case.is_empty() => case[at] ^= 1 << random.below(8),
        1 if !case.is_empty() => case[at] = random.pick(&[0, 0xff, 0x7f, 0x80, b'(', b')', b'"', b'\n', b' ', b'-']),
        2 if case.len() >= 4 => {
            let at = at.min(case.len() - 4);
            let word = random.pick(&WORDS);
            let bytes = if random.below(2) == 0 { word.to_le_bytes() } else { word.to_be_bytes() };
            case[at..at + 4].copy_from_slice(&bytes);
        }
        3 => drop(case.drain(at..end)),
        4 => {
            let piece = case[at..end].to_vec();
            let copies = 1 + random.below(8);
            (0..copies).for_each(|_| drop(case.splice(at..at, piece.iter().copied())));
        }
        5 => case.truncate(at),
        6 => {
            let from = random.below(other.len().max(1));
            let piece = other[from..(from + length).min(other.len())].to_vec();
            drop(case.splice(at..end, piece));
        }
        7 => number(case, at, random),
        _ => case.insert(at, random.bits() as u8),
    }
}

/// Replaces the next number by another one.
fn number(case: &mut Vec<u8>, from: usize, random: &mut Random) {
    let Some(start) = case[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let length = case[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    drop(case.splice(start..start + length, random.pick(&NUMBERS).bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_determines_the_cases() {
        let cases = |seed| {
            let mut random = Random::new(seed);
            (0..200).map(|_| mutate(b"(assert 12)", b"other", &mut random)).collect::<Vec<_>>()
        };
        assert_eq!(cases(3), cases(3));
        assert_ne!(cases(3), cases(4));
        assert!(cases(3).iter().any(|case| case.windows(3).any(|part| part == b"oth" || part == b"the")));
    }

    #[test]
    fn nothing_is_changed_beyond_its_end() {
        let mut random = Random::new(1);
        for length in [0, 1, 3, 4, 5] {
            (0..2000).for_each(|_| drop(mutate(&vec![b'7'; length], &[], &mut random)));
        }
    }
}
