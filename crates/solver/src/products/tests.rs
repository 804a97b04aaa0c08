//! Products, quotients and guards, compared with all values, and typical code of programs.

use expr::{ExprId, Pool};

use crate::all_values::{Random, Terms as _, compare_over};
use crate::{Answer, Branch, Config, PathCondition, Solver, Technique, ValueSets};

/// No caches and no clauses: sets of values, orders and the other stages before the SAT solver.
fn above_clauses() -> Config {
    Config { value_sets: ValueSets::Full, ..Config::bare() }.without(Technique::BitBlast)
}

/// A term of that width: products, quotients and sums of words and small numbers.
fn term(pool: &mut Pool, symbols: &[ExprId], random: &mut Random, width: u32, depth: u32) -> ExprId {
    if depth == 0 || random.below(5) == 0 {
        let symbol = symbols[random.below(symbols.len() as u64) as usize];
        return match (random.below(5), pool.width(symbol).cmp(&width)) {
            (0, _) => pool.int(width, random.below(1 << width)),
            (_, std::cmp::Ordering::Equal) => symbol,
            (_, std::cmp::Ordering::Greater) => pool.trunc(symbol, width),
            (1, _) => pool.sext(symbol, width),
            _ => pool.zext(symbol, width),
        };
    }
    let a = term(pool, symbols, random, width, depth - 1);
    let b = term(pool, symbols, random, width, depth - 1);
    match random.below(12) {
        0..4 => pool.mul(a, b),
        4 | 5 => pool.udiv(a, b),
        6 => pool.urem(a, b),
        7 => pool.sdiv(a, b),
        8 => pool.srem(a, b),
        9 => pool.add(a, b),
        10 => pool.sub(a, b),
        _ => {
            let condition = random.comparison(pool, a, b, width % 2 == 1);
            pool.ite(condition, b, a)
        }
    }
}

#[test]
fn products_and_quotients_are_compared_as_all_values_say() {
    let mut width = 4;
    let mut half = 0;
    let decided = compare_over(
        &above_clauses(),
        150,
        |random| {
            width = 4 + random.below(3) as u32;
            half = width / 2;
            if random.below(2) == 0 { vec![half, half, 3] } else { vec![width, width] }
        },
        |pool, symbols, random| {
            // A third of the comparisons are at twice the width of the words.
            let wide = pool.width(symbols[0]) * if random.below(3) == 0 { 2 } else { 1 };
            let (depth, signed) = (1 + random.below(2) as u32, random.below(2) == 1);
            let a = term(pool, symbols, random, wide, depth);
            let b = term(pool, symbols, random, wide, depth - 1);
            let condition = random.comparison(pool, a, b, signed);
            if random.below(6) == 0 {
                let other = random.comparison(pool, symbols[0], symbols[1], signed);
                return if random.below(2) == 0 { pool.or(condition, other) } else { pool.and(condition, other) };
            }
            condition
        },
    );
    assert!(decided.share() > 0.9, "{decided:?}");
}

/// A guard, and then what it guards.
#[test]
fn guarded_products_are_as_all_values_say() {
    let decided = compare_over(
        &above_clauses(),
        200,
        |random| vec![4 + random.below(3) as u32; 2],
        |pool, symbols, random| {
            let (a, b) = (symbols[0], symbols[1]);
            let width = pool.width(a);
            let signed = random.below(2) == 1;
            let limit = pool.int(width, if signed { bv::mask(width - 1) } else { bv::mask(width) });
            let zero = pool.int(width, 0);
            let product = pool.mul(a, b);
            let quotient = if signed { pool.sdiv(limit, b) } else { pool.udiv(limit, b) };
            match random.below(8) {
                0 => pool.eq(b, zero),
                1 => pool.slt(zero, b),
                2 | 3 => random.comparison(pool, a, quotient, signed),
                4 => {
                    let back = if signed { pool.sdiv(product, b) } else { pool.udiv(product, b) };
                    random.comparison(pool, a, back, signed)
                }
                5 => random.comparison(pool, product, a, signed),
                6 => {
                    let extend = if signed { Pool::sext } else { Pool::zext };
                    let (x, y) = (extend(pool, a, 2 * width), extend(pool, b, 2 * width));
                    let (wide, narrow) = (pool.mul(x, y), extend(pool, product, 2 * width));
                    random.comparison(pool, wide, narrow, signed)
                }
                _ => random.comparison(pool, product, zero, signed),
            }
        },
    );
    assert!(decided.share() > 0.95, "{decided:?}");
}

/// What the stages before the SAT solver answer for conditions on a path, one after the other: `+` for one that
/// can hold, `-` for one that never does, `!` for one that always does and `?` for one that is not decided.
fn answers(symbols: &[(&str, u32)], conditions: &[&str]) -> String {
    let mut pool = Pool::new();
    for (name, width) in symbols {
        pool.symbol(name, *width);
    }
    let mut solver = Solver::new(above_clauses());
    let mut path = PathCondition::new();
    let mut said = String::new();
    for text in conditions {
        let condition = pool.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        said.push(match solver.branch(&mut pool, &path, condition) {
            Branch::Always => '!',
            Branch::Never => '-',
            Branch::Undecided { .. } => '?',
            Branch::Both { .. } => {
                let Answer::Sat(longer) = solver.assume(&mut pool, &path, condition) else { panic!("it can hold") };
                path = longer;
                '+'
            }
        });
    }
    said
}

/// Collects the conditions whose answers are not as expected, to report all of them together.
#[derive(Default)]
struct Expected(String);

impl Expected {
    fn says(&mut self, symbols: &[(&str, u32)], conditions: &[&str], wanted: &str) {
        let said = answers(symbols, conditions);
        if said != wanted {
            self.0 += &format!("{said}, not {wanted}: {conditions:#?}\n");
        }
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        assert!(self.0.is_empty() || std::thread::panicking(), "{}", self.0);
    }
}

const A: &str = "((_ zero_extend 16) a)";
const B: &str = "((_ zero_extend 16) b)";

#[test]
fn a_guarded_product_of_halves_is_not_negative() {
    let mut expected = Expected::default();
    let symbols = [("a", 16), ("b", 16)];
    let nonzero = "(not (= b #x0000))";
    let guard = format!("(bvsle {A} (bvsdiv #x7fffffff {B}))");
    let negative = format!("(bvslt (bvmul {A} {B}) #x00000000)");
    expected.says(&symbols, &[nonzero, &guard, &negative], "++-");
    let unguarded = format!("(bvslt (bvsdiv #x7fffffff {B}) {A})");
    expected.says(&symbols, &[nonzero, &unguarded, &negative], "++!");
    expected.says(&symbols, &[nonzero, &negative, &guard], "++-");
    expected.says(&symbols, &[&negative, &format!("(bvult {A} #x00008000)")], "+-");
}

#[test]
fn guards_of_allocations() {
    let mut expected = Expected::default();
    for (width, most) in [(32, "#xffffffff"), (64, "#xffffffffffffffff")] {
        let symbols = [("n", width), ("m", width)];
        let zero = format!("(_ bv0 {width})");
        let extended = |name: &str| format!("((_ zero_extend {width}) {name})");
        let wraps =
            format!("(not (= (bvmul {} {}) ((_ zero_extend {width}) (bvmul n m))))", extended("n"), extended("m"));
        let nonzero = format!("(not (= n {zero}))");
        let guard = format!("(bvule m (bvudiv {most} n))");
        expected.says(&symbols, &[&nonzero, &guard, &wraps], "++-");
        expected.says(&symbols, &[&nonzero, &format!("(not {guard})"), &wraps], "++!");
        let back = "(= (bvudiv (bvmul n m) n) m)";
        expected.says(&symbols, &[&nonzero, &guard, back], "++!");
        expected.says(&symbols, &[&nonzero, back, &wraps], "++-");
        // If guarded, a product is not less than its factor.
        expected.says(&symbols, &[&nonzero, &guard, "(bvult (bvmul n m) m)"], "++-");
        // The whole guard as one condition.
        let whole = format!("(or (= n {zero}) {guard})");
        expected.says(&symbols, &[&whole, &wraps], "+-");
        expected.says(&symbols, &[&format!("(not {whole})"), &wraps], "+!");
    }
}

#[test]
fn signed_guards() {
    let mut expected = Expected::default();
    let symbols = [("a", 32), ("b", 32)];
    let (a, b) = ("((_ sign_extend 32) a)", "((_ sign_extend 32) b)");
    let wraps = format!("(not (= (bvmul {a} {b}) ((_ sign_extend 32) (bvmul a b))))");
    let positive = "(and (bvslt #x00000000 a) (bvslt #x00000000 b))";
    let guard = "(bvsle a (bvsdiv #x7fffffff b))";
    expected.says(&symbols, &[positive, guard, &wraps], "++-");
    expected.says(&symbols, &[positive, guard, "(bvslt (bvmul a b) #x00000001)"], "++-");
    expected.says(&symbols, &[positive, "(bvslt (bvsdiv #x7fffffff a) b)", &wraps], "++!");
    // One of each sign: a * b >= INT_MIN.
    let mixed = "(and (bvslt #x00000000 a) (bvslt b #x00000000))";
    expected.says(&symbols, &[mixed, "(bvsge b (bvsdiv #x80000000 a))", &wraps], "++-");
    expected.says(&symbols, &[mixed, "(bvslt b (bvsdiv #x80000000 a))", &wraps], "++!");
    // A check of the product after it was computed.
    let back = "(= (bvsdiv (bvmul a b) b) a)";
    expected.says(&symbols, &[positive, &format!("(not {wraps})"), back], "++!");
}

/// Three factors, each product guarded before the next.
#[test]
fn sizes_of_images() {
    let mut expected = Expected::default();
    let symbols = [("w", 16), ("h", 16), ("c", 8)];
    let (w, h, c) = ("((_ zero_extend 16) w)", "((_ zero_extend 16) h)", "((_ zero_extend 24) c)");
    let channels = "(and (bvuge c #x01) (bvule c #x04))";
    let nonzero = "(and (not (= w #x0000)) (not (= h #x0000)))";
    let first = format!("(bvsle {w} (bvsdiv #x7fffffff {h}))");
    let second = format!("(bvsle (bvmul {w} {h}) (bvsdiv #x7fffffff {c}))");
    let negative = format!("(bvslt (bvmul (bvmul {w} {h}) {c}) #x00000000)");
    expected.says(&symbols, &[channels, nonzero, &first, &second, &negative], "++++-");
    let plain = format!("(bvslt (bvmul (bvmul {w} {h}) {c}) #x00000010)");
    expected.says(&symbols, &[channels, nonzero, &first, &second, &plain], "+++++");
}

#[test]
fn quotients_and_remainders() {
    let mut expected = Expected::default();
    let symbols = [("a", 32), ("b", 32), ("n", 64)];
    let nonzero = "(not (= b #x00000000))";
    expected.says(&symbols, &[nonzero, "(bvult (bvurem a b) b)"], "+!");
    expected.says(&symbols, &[nonzero, "(bvule (bvmul (bvudiv a b) b) a)"], "+!");
    expected.says(&symbols, &["(bvslt (bvsrem a #x0000000a) #x0000000a)"], "!");
    // A length rounded up to sixteen wraps only near the end.
    let rounded = "(bvand (bvadd n #x000000000000000f) #xfffffffffffffff0)";
    expected.says(&symbols, &["(bvule n #xfffffffffffffff0)", &format!("(bvult {rounded} n)")], "+-");
    expected.says(&symbols, &[&format!("(bvult {rounded} n)"), "(bvult n #xfffffffffffffff1)"], "+-");
    // A percentage of something that is not more than the whole.
    let (x, y) = ("((_ zero_extend 32) a)", "((_ zero_extend 32) b)");
    let share = format!("(bvudiv (bvmul {x} #x0000000000000064) {y})");
    let least = format!("(bvule {share} #x0000000000000064)");
    expected.says(&symbols, &[nonzero, "(bvule a b)", &least], "++!");
    let most = format!("(= {share} #x0000000000000064)");
    expected.says(&symbols, &[nonzero, "(bvult a b)", &most], "++-");
    expected.says(&symbols, &[nonzero, "(bvult (bvurem (bvmul a b) #x00000007) #x00000007)"], "+!");
}

/// The least number of 128 bits has no absolute value, and 2^127 does not fit into an `i128`.
#[test]
fn constants_of_every_width_are_numbers() {
    for width in 1..=128u32 {
        let least = i128::MIN >> (128 - width);
        for number in [least, least + 1, -1, 0, -(least + 1)] {
            let mask = u128::MAX >> (128 - width);
            let bytes = (number as u128 & mask).to_le_bytes();
            let value = bv::Bv::from_bytes(width, &bytes[..width.div_ceil(8) as usize]);
            let told = number.unsigned_abs() < 1 << 126;
            assert_eq!(super::form::constant(&value), told.then_some(number), "{number} of {width} bits");
        }
    }
}
