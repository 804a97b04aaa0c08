//! Terms as readable text.

use std::sync::Arc;

use expr::{ExprId, Pool};
use test_support::Random;

/// A pool with an array `s` of 16 bytes, a number `n` of 32 bits and a byte `c`.
fn pool() -> (Pool, ExprId, ExprId, ExprId) {
    let mut pool = Pool::new();
    let (s, n, c) = (pool.symbol("s", 128), pool.symbol("n", 32), pool.symbol("c", 8));
    (pool, s, n, c)
}

fn text(pool: &Pool, id: ExprId) -> String {
    pool.infix(id, 100)
}

#[test]
fn bytes_of_symbols() {
    let (mut pool, s, n, c) = pool();
    let (one, four) = (pool.extract(s, 24, 8), pool.extract(s, 32, 32));
    assert_eq!([s, n, c, one, four].map(|id| text(&pool, id)), ["s", "n", "c", "s[3]", "s[4..8]"]);
    let (low, high) = (pool.extract(s, 0, 8), pool.extract(s, 8, 8));
    let (little, big) = (pool.concat(high, low), pool.concat(low, high));
    assert_eq!([little, big].map(|id| text(&pool, id)), ["s[0..2]", "s[0] << 8 | s[1]"]);
    let bits = pool.extract(n, 3, 2);
    assert_eq!(text(&pool, bits), "n >>u 3 & 3");
}

#[test]
fn comparisons() {
    let (mut pool, s, n, c) = pool();
    let m = pool.symbol("m", 32);
    let letter = pool.int(8, b'S'.into());
    let byte = pool.extract(s, 0, 8);
    let equal = pool.eq(byte, letter);
    assert_eq!(text(&pool, equal), "s[0] == 'S'");
    let different = pool.not(equal);
    assert_eq!(text(&pool, different), "s[0] != 'S'");
    let wide = pool.zext(c, 32);
    let digit = pool.int(32, b'0'.into());
    let below = pool.slt(wide, digit);
    assert!(["c < '0'", "c <u '0'"].contains(&text(&pool, below).as_str()), "{}", text(&pool, below));
    let (minus, large) = (pool.int(32, -5i64 as u64), pool.int(32, 0xffff_0000));
    let signed = pool.slt(n, minus);
    let unsigned = pool.ult(n, large);
    assert_eq!([signed, unsigned].map(|id| text(&pool, id)), ["n < -5", "n <u 4294901760"]);
    let (signed, unsigned) = (pool.slt(n, m), pool.ule(n, m));
    assert_eq!([signed, unsigned].map(|id| text(&pool, id)), ["n < m", "n <=u m"]);
    let (not_signed, not_unsigned) = (pool.not(signed), pool.not(unsigned));
    let both = [text(&pool, not_signed), text(&pool, not_unsigned)];
    assert!(["n >= m", "m <= n"].contains(&both[0].as_str()), "{}", both[0]);
    assert!(["n >u m", "m <u n"].contains(&both[1].as_str()), "{}", both[1]);
    let constant = pool.int(32, 7);
    let greater = pool.slt(constant, n);
    assert!(["n > 7", "n >= 8"].contains(&text(&pool, greater).as_str()), "{}", text(&pool, greater));
}

#[test]
fn conditions_and_arithmetic() {
    let (mut pool, s, n, _) = pool();
    let m = pool.symbol("m", 32);
    let letter = pool.int(8, b'S'.into());
    let byte = pool.extract(s, 0, 8);
    let (is_letter, is_less) = (pool.eq(byte, letter), pool.slt(n, m));
    let (both, either) = (pool.and(is_letter, is_less), pool.or(is_letter, is_less));
    for (id, symbol) in [(both, " && "), (either, " || ")] {
        let text = text(&pool, id);
        let mut parts: Vec<&str> = text.split(symbol).collect();
        parts.sort_unstable();
        assert_eq!(parts, ["n < m", "s[0] == 'S'"], "{text}");
    }
    let difference = pool.sub(n, m);
    assert_eq!(text(&pool, difference), "n - m");
    let three = pool.int(32, 3);
    let less = pool.sub(n, three);
    assert_eq!(text(&pool, less), "n - 3");
    let product = pool.mul(less, m);
    assert!(["(n - 3) * m", "m * (n - 3)"].contains(&text(&pool, product).as_str()), "{}", text(&pool, product));
    let (quotient, unsigned) = (pool.sdiv(n, m), pool.udiv(n, m));
    assert_eq!([quotient, unsigned].map(|id| text(&pool, id)), ["n / m", "n /u m"]);
    let (rest, unsigned) = (pool.srem(n, m), pool.urem(n, m));
    assert_eq!([rest, unsigned].map(|id| text(&pool, id)), ["n % m", "n %u m"]);
    let (shifted, unsigned) = (pool.ashr(n, m), pool.lshr(n, m));
    assert_eq!([shifted, unsigned].map(|id| text(&pool, id)), ["n >> m", "n >>u m"]);
    let choice = pool.ite(is_less, n, m);
    assert_eq!(text(&pool, choice), "n < m ? n : m");
    let (yes, no) = (pool.bool(true), pool.bool(false));
    assert_eq!([yes, no].map(|id| text(&pool, id)), ["true", "false"]);
}

#[test]
fn arrays() {
    let (mut pool, s, n, c) = pool();
    let table = pool.table(Arc::from([3u8, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3].as_slice()));
    let index = pool.zext(n, 64);
    let read = pool.select(table, index);
    assert_eq!(text(&pool, read), "table[n]");
    let bytes = pool.bytes(s);
    let read = pool.select(bytes, index);
    assert_eq!(text(&pool, read), "s[n]");
    let (four, start) = (pool.int(64, 4), pool.zext(c, 64));
    let scaled = pool.mul(start, four);
    let wide = pool.select_element(bytes, scaled, 4);
    assert!(text(&pool, wide).starts_with("s[c ") && text(&pool, wide).ends_with("..+4]"), "{}", text(&pool, wide));
    let letter = pool.int(8, b'x'.into());
    let same = pool.eq(read, letter);
    assert_eq!(text(&pool, same), "s[n] == 'x'");
    let written = pool.store(bytes, index, c);
    assert_eq!(text(&pool, written), "(s with [n] = c)");
}

#[test]
fn operands_share_what_may_be_written() {
    let (mut pool, _, n, _) = pool();
    let m = pool.symbol("m", 32);
    let mut deep = n;
    for _ in 0..1000 {
        let shifted = pool.lshr(deep, m);
        deep = pool.xor(shifted, n);
    }
    let small = pool.urem(n, m);
    let less = pool.ult(deep, small);
    let text = pool.infix(less, 10);
    assert!(text.contains('…') && text.ends_with("<u n %u m"), "{text}");
    assert_eq!(pool.infix(less, 0), "…");
    assert!(pool.infix(less, usize::MAX).len() < 5000);
    let mut large = n;
    for _ in 0..200 {
        let shifted = pool.lshr(large, m);
        large = pool.mul(shifted, large);
    }
    assert!(pool.infix(large, usize::MAX).len() < 100_000);
}

/// A random term of a graph in which most terms are used several times.
fn grow(random: &mut Random, pool: &mut Pool) -> (ExprId, ExprId) {
    let s = pool.symbol("s", 128);
    let bytes = pool.bytes(s);
    let table = pool.table(Arc::from((0..=255u8).rev().collect::<Vec<u8>>()));
    let mut words: Vec<ExprId> = (0..4).map(|index| pool.extract(s, 32 * index, 32)).collect();
    words.push(pool.int(32, random.bits()));
    words.push(pool.symbol("n", 32));
    let mut truths = vec![pool.symbol("b", 1)];
    let mut arrays = vec![bytes, table];
    for _ in 0..random.below(150) {
        let recent = words.len().saturating_sub(6);
        let (a, b) = (words[recent + random.below(words.len() - recent)], random.pick(&words));
        let (truth, array) = (random.pick(&truths), random.pick(&arrays));
        let word = match random.below(18) {
            0 => pool.add(a, b),
            1 => pool.sub(a, b),
            2 => pool.mul(a, b),
            3 => pool.udiv(a, b),
            4 => pool.srem(a, b),
            5 => pool.shl(a, b),
            6 => pool.lshr(a, b),
            7 => pool.and(a, b),
            8 => pool.xor(a, b),
            9 => pool.ite(truth, a, b),
            10 => pool.not(a),
            11 => {
                let low = pool.extract(a, random.below(24) as u32, 8);
                pool.sext(low, 32)
            }
            12 => {
                let (high, low) = (pool.extract(a, 0, 16), pool.extract(b, 16, 16));
                pool.concat(high, low)
            }
            13 => pool.zext(truth, 32),
            14 | 15 => {
                let index = pool.zext(a, 64);
                let byte = pool.select(array, index);
                pool.zext(byte, 32)
            }
            16 => {
                let (index, byte) = (pool.zext(a, 64), pool.extract(b, 0, 8));
                arrays.push(pool.store(array, index, byte));
                a
            }
            _ => pool.neg(a),
        };
        words.push(word);
        let other = random.pick(&truths);
        truths.push(match random.below(8) {
            0 => pool.eq(a, b),
            1 => pool.ult(a, b),
            2 => pool.sle(a, b),
            3 => pool.not(truth),
            4 => pool.and(truth, other),
            5 => pool.xor(truth, other),
            6 => pool.extract(a, random.below(32) as u32, 1),
            _ => pool.ite(truth, other, truth),
        });
    }
    (*words.last().expect("there are some"), *truths.last().expect("there are some"))
}

#[test]
fn any_term_has_a_text_within_the_limit() {
    let mut random = Random::new(1);
    let mut cut = 0;
    for _ in 0..500 {
        let mut pool = Pool::new();
        let (word, truth) = grow(&mut random, &mut pool);
        for id in [word, truth] {
            for most in [0, 1, 5, 40, 300] {
                let text = pool.infix(id, most);
                // An operator has at most three operands, and each text of one has few characters.
                assert!(text.chars().count() <= 60 * (most + 1), "{most}: {text}");
                let open = text.chars().filter(|&c| matches!(c, '(' | '[')).count();
                let closed = text.chars().filter(|&c| matches!(c, ')' | ']')).count();
                // Characters of the language itself may be among the constants.
                assert!(open == closed || text.contains('\''), "{text}");
                cut += usize::from(text.contains('…'));
            }
        }
    }
    assert!(cut > 500, "the terms are too small to mean anything: {cut}");
}
