//! The questions: growing path conditions of five kinds, as they occur on paths of programs.
//!
//! Each path follows a hidden random input and asks at every step whether the next condition can hold and
//! whether it can fail; then it takes the side of its input. Constants are small or near the hidden values, so
//! that both sides are often possible but not always.

use super::steps::{Path, Step};
use super::term::{Condition, Random, Term};

/// A kind of path condition.
pub struct Class {
    /// The class's name in the tables.
    pub name: &'static str,
    /// The number of paths.
    pub paths: u64,
    /// Makes one path.
    pub path: fn(&mut Random, u64) -> Path,
}

/// The five kinds.
pub const CLASSES: [Class; 5] = [
    Class { name: "bytes and prefixes", paths: 16, path: strings },
    Class { name: "sums and multiples", paths: 30, path: sums },
    Class { name: "orders of eight", paths: 16, path: orders },
    Class { name: "constant tables", paths: 15, path: tables },
    Class { name: "division", paths: 30, path: divisions },
];

fn path(symbols: &[(&str, u32)], tables: &[(&str, &[u8])], conditions: Vec<Condition>) -> Path {
    Path {
        symbols: symbols.iter().map(|&(name, width)| (name.to_owned(), width)).collect(),
        tables: tables.iter().map(|&(name, bytes)| (name.to_owned(), bytes.to_vec())).collect(),
        steps: conditions.into_iter().map(Step::Branch).collect(),
    }
}

const WORDS: [&str; 12] = [
    "GET /index",
    "GET /images",
    "POST /form",
    "PUT /",
    "Content-Length",
    "Content-Type",
    "Connection",
    "Host: ",
    "HTTP/1.1",
    "HTTP/1.0",
    "12345678",
    "0x7fffff",
];

/// Comparisons of input bytes with keywords, classes of characters and magic numbers.
fn strings(random: &mut Random, _: u64) -> Path {
    let mut input = random.pick(&WORDS).as_bytes().to_vec();
    input.resize(24, b' ');
    for _ in 0..4 {
        let at = random.below(24) as usize;
        input[at] = random.pick(b"0aZ/ \0.xG");
    }
    let byte = |at: usize| Term::byte("input", at, &input);
    let constant = |value: u8| Term::constant(8, u64::from(value));
    let mut conditions = Vec::new();
    while conditions.len() < 22 {
        let at = random.below(20) as usize;
        match random.below(7) {
            0..=2 => {
                // A prefix, letter by letter, up to the first difference.
                let word = random.pick(&WORDS).as_bytes();
                let start = if random.one_in(2) { 0 } else { at.min(24 - word.len()) };
                for (i, &letter) in word.iter().enumerate() {
                    let equal = byte(start + i).compare("=", &constant(letter));
                    let differs = !equal.holds;
                    conditions.push(equal);
                    if differs {
                        break;
                    }
                }
            }
            3 => {
                let (first, count) = random.pick(&[(b'0', 10), (b'a', 26), (b'A', 26), (9, 5)]);
                conditions.push(byte(at).apply("bvsub", &constant(first)).compare("bvult", &constant(count)));
            }
            4 => conditions.push(byte(at).compare(random.pick(&["=", "bvult", "bvule"]), &byte(at + 1 + at % 3))),
            5 => {
                let lower = byte(at).apply("bvor", &constant(0x20));
                conditions.push(lower.compare("=", &constant(input[at] | 0x20)));
            }
            _ => {
                let word = byte(at + 3).above(&byte(at + 2)).above(&byte(at + 1)).above(&byte(at));
                let magic = if random.one_in(2) { word.value() } else { u64::from(u32::from_le_bytes(*b"HTTP")) };
                conditions.push(word.compare("=", &word.like(magic)));
            }
        }
    }
    path(&[("input", 8 * 24)], &[], conditions)
}

/// Inequalities between sums with small factors, of 32 and of 64 bits.
fn sums(random: &mut Random, number: u64) -> Path {
    let width = if number.is_multiple_of(2) { 32 } else { 64 };
    let names = ["a", "b", "c", "d", "e"];
    let symbols: Vec<Term> = names.iter().map(|name| Term::symbol(name, width, random.below(5000))).collect();
    let mut conditions: Vec<Condition> = Vec::new();
    for symbol in &symbols {
        // Lengths, counts and offsets are checked before they are used.
        if random.one_in(2) {
            conditions.push(symbol.compare("bvult", &symbol.like(10_000)));
        }
    }
    let mut compared: Vec<(Term, &str, u64)> = Vec::new();
    while conditions.len() < 12 {
        if let Some((sum, operator, bound)) = compared.last().cloned()
            && random.one_in(3)
        {
            // A check that an earlier one may already have decided.
            let bound = bound.wrapping_add(random.below(200)).wrapping_sub(100);
            conditions.push(sum.compare(operator, &sum.like(bound)));
            continue;
        }
        let mut sum = symbols[0].like(random.below(100));
        for _ in 0..1 + random.below(3) {
            let symbol = &symbols[random.below(5) as usize];
            let product = symbol.apply("bvmul", &symbol.like(random.pick(&[1, 1, 2, 3, 4, 5, 8, 12, 100])));
            sum = sum.apply(random.pick(&["bvadd", "bvadd", "bvsub"]), &product);
        }
        let operator = random.pick(&["bvult", "bvule", "bvslt", "bvsle", "bvult", "="]);
        let bound = if random.one_in(2) { random.near(sum.value()) } else { random.below(20_000) };
        if random.one_in(3) {
            conditions.push(sum.compare(operator, &symbols[random.below(5) as usize]));
        } else {
            conditions.push(sum.compare(operator, &sum.like(bound)));
            compared.push((sum, operator, bound));
        }
    }
    path(&names.map(|name| (name, width)), &[], conditions)
}

/// Comparisons of two of eight 64-bit numbers, as a sort makes them.
fn orders(random: &mut Random, number: u64) -> Path {
    let names = ["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"];
    let symbols: Vec<Term> = names.iter().map(|name| Term::symbol(name, 64, random.below(12))).collect();
    let operators: &[&str] = match number % 3 {
        0 => &["bvult", "bvule"],
        1 => &["bvslt", "bvsle"],
        _ => &["bvult", "bvule", "="],
    };
    let mut conditions = Vec::new();
    while conditions.len() < 20 {
        let (i, j) = (random.below(8) as usize, random.below(8) as usize);
        if i != j {
            conditions.push(symbols[i].compare(random.pick(operators), &symbols[j]));
        }
    }
    path(&names.map(|name| (name, 64)), &[], conditions)
}

/// Reads of tables of 64 to 1024 bytes at symbolic places.
fn tables(random: &mut Random, number: u64) -> Path {
    let size = 64 << (number % 5);
    let words = random.one_in(2);
    let table: Vec<u8> = (0..size)
        .map(|at: u64| match number % 3 {
            // Classes of characters, a mix like a permutation, a slope.
            0 => [0, 1, 2, 4, 8][(at / 7 % 5) as usize],
            1 => (at.wrapping_mul(2_654_435_761) >> 9) as u8,
            _ => (at * 255 / size) as u8,
        })
        .collect();
    let names = ["i", "j", "k"];
    let symbols: Vec<Term> = names.iter().map(|name| Term::symbol(name, 16, random.below(size))).collect();
    let mut conditions: Vec<Condition> = Vec::new();
    for symbol in &symbols {
        conditions.push(symbol.compare("bvult", &symbol.like(size)));
    }
    let entry = |index: &Term| index.entry("t", &table);
    while conditions.len() < 12 {
        let one = entry(&symbols[random.below(3) as usize]);
        let other = entry(&symbols[random.below(3) as usize]);
        let constant = if random.one_in(2) { one.like(random.near(one.value())) } else { one.like(random.below(256)) };
        conditions.push(match random.below(6) {
            0 | 1 => one.compare("bvult", &constant),
            2 => one.compare("=", &constant),
            3 => one.apply("bvand", &one.like(random.pick(&[1, 4, 8, 0x80]))).compare("=", &one.like(0)),
            4 if words => {
                // A second read at the result of the first.
                let second = entry(&one.extended(16));
                second.compare("bvule", &constant)
            }
            _ => one.apply("bvadd", &other).compare("bvult", &constant),
        });
    }
    path(&names.map(|name| (name, 16)), &[("t", &table)], conditions)
}

/// Quotients and remainders of 32-bit numbers, as in taking a number apart into digits, hours or rows: a path
/// divides by a base and its square. Some also divide by a small symbol.
fn divisions(random: &mut Random, number: u64) -> Path {
    let names = ["x", "y"];
    let bits = 8 + random.below(24);
    let x = Term::symbol("x", 32, random.below(1 << bits));
    let y = Term::symbol("y", 32, 1 + random.below(10));
    let base = random.pick(&[3, 7, 10, 10, 12, 16, 60, 100, 1000]);
    let mut conditions = Vec::new();
    if number.is_multiple_of(5) {
        conditions.push(y.apply("bvsub", &y.like(1)).compare("bvult", &y.like(10)));
        let rest = x.apply("bvurem", &y);
        conditions.push(rest.compare("=", &rest.like(rest.value())));
        conditions.push(rest.compare("bvult", &y));
    }
    while conditions.len() < 6 {
        let divisor = x.like(random.pick(&[base, base, base * base]));
        let (quotient, rest) = (x.apply("bvudiv", &divisor), x.apply("bvurem", &divisor));
        conditions.push(match random.below(6) {
            0 => rest.compare("=", &rest.like(0)),
            1 => rest.compare("=", &rest.like(rest.value())),
            2 => quotient.compare("bvult", &quotient.like(random.near(quotient.value()))),
            3 => rest.compare("bvult", &quotient),
            4 => {
                // The next digit.
                let digit = quotient.apply("bvurem", &x.like(base));
                digit.compare("=", &digit.like(random.below(base)))
            }
            _ => {
                let both = quotient.compare("bvule", &quotient.like(random.below(100_000)));
                both.and(&!rest.compare("=", &rest.like(random.below(7))))
            }
        });
    }
    path(&names.map(|name| (name, 32)), &[], conditions)
}
