//! Every operator compared with integer arithmetic, on all values of small widths, through text.
//!
//! For each operator the script asks for operands at which it differs from a table of its values: there are none.
//! It also asks for the operator's value at chosen operands, which tests evaluation instead of solving.

use std::fmt::Write as _;

use front_smt::{Config, Session};

/// An operator on two values `a` and `b` of `w` bits (`b` may be ignored).
struct Case {
    /// The application, with `a` and `b` as operands.
    term: &'static str,
    /// The width of the result; 0 for a Bool.
    width: fn(u32) -> u32,
    value: fn(u32, u64, u64) -> u64,
}

fn mask(w: u32) -> u64 {
    (1 << w) - 1
}

fn signed(w: u32, a: u64) -> i64 {
    if a >> (w - 1) & 1 == 1 { a as i64 - (1 << w) } else { a as i64 }
}

fn bits(w: u32, a: i64) -> u64 {
    a as u64 & mask(w)
}

fn fits(w: u32, a: i64) -> bool {
    (-(1 << (w - 1))..1 << (w - 1)).contains(&a)
}

/// The remainder with the sign of the dividend; by zero, the dividend.
fn remainder(w: u32, a: u64, b: u64) -> i64 {
    if b == 0 { signed(w, a) } else { signed(w, a) % signed(w, b) }
}

/// The remainder with the sign of the divisor; by zero, the dividend.
fn modulo(w: u32, a: u64, b: u64) -> i64 {
    let (a, b) = (signed(w, a), signed(w, b));
    if b == 0 { a } else { a - b * (a as f64 / b as f64).floor() as i64 }
}

fn rotated(w: u32, a: u64, by: u32) -> u64 {
    (0..w).fold(0, |value, bit| value | (a >> bit & 1) << ((bit + by) % w))
}

const CASES: &[Case] = &[
    Case { term: "(bvnot a)", width: |w| w, value: |w, a, _| !a & mask(w) },
    Case { term: "(bvneg a)", width: |w| w, value: |w, a, _| bits(w, -(a as i64)) },
    Case { term: "(bvredor a)", width: |_| 1, value: |_, a, _| u64::from(a != 0) },
    Case { term: "(bvredand a)", width: |_| 1, value: |w, a, _| u64::from(a == mask(w)) },
    Case { term: "(bvand a b)", width: |w| w, value: |_, a, b| a & b },
    Case { term: "(bvor a b)", width: |w| w, value: |_, a, b| a | b },
    Case { term: "(bvxor a b)", width: |w| w, value: |_, a, b| a ^ b },
    Case { term: "(bvnand a b)", width: |w| w, value: |w, a, b| !(a & b) & mask(w) },
    Case { term: "(bvnor a b)", width: |w| w, value: |w, a, b| !(a | b) & mask(w) },
    Case { term: "(bvxnor a b)", width: |w| w, value: |w, a, b| !(a ^ b) & mask(w) },
    Case { term: "(bvand a b a)", width: |w| w, value: |_, a, b| a & b },
    Case { term: "(bvor a b b a)", width: |w| w, value: |_, a, b| a | b },
    Case { term: "(bvxor a b a)", width: |w| w, value: |_, _, b| b },
    Case { term: "(bvadd a b)", width: |w| w, value: |w, a, b| (a + b) & mask(w) },
    Case { term: "(bvadd a b a)", width: |w| w, value: |w, a, b| (a + b + a) & mask(w) },
    Case { term: "(bvsub a b)", width: |w| w, value: |w, a, b| bits(w, a as i64 - b as i64) },
    Case { term: "(bvmul a b)", width: |w| w, value: |w, a, b| (a * b) & mask(w) },
    Case { term: "(bvmul a b b)", width: |w| w, value: |w, a, b| (a * b * b) & mask(w) },
    Case { term: "(bvudiv a b)", width: |w| w, value: |w, a, b| a.checked_div(b).unwrap_or(mask(w)) },
    Case { term: "(bvurem a b)", width: |w| w, value: |_, a, b| a.checked_rem(b).unwrap_or(a) },
    Case {
        term: "(bvsdiv a b)",
        width: |w| w,
        value: |w, a, b| match b {
            0 => bits(w, if signed(w, a) < 0 { 1 } else { -1 }),
            _ => bits(w, signed(w, a) / signed(w, b)),
        },
    },
    Case { term: "(bvsrem a b)", width: |w| w, value: |w, a, b| bits(w, remainder(w, a, b)) },
    Case { term: "(bvsmod a b)", width: |w| w, value: |w, a, b| bits(w, modulo(w, a, b)) },
    Case { term: "(bvshl a b)", width: |w| w, value: |w, a, b| if b < u64::from(w) { a << b & mask(w) } else { 0 } },
    Case { term: "(bvlshr a b)", width: |w| w, value: |w, a, b| if b < u64::from(w) { a >> b } else { 0 } },
    Case { term: "(bvashr a b)", width: |w| w, value: |w, a, b| bits(w, signed(w, a) >> b.min(60)) },
    Case { term: "(bvcomp a b)", width: |_| 1, value: |_, a, b| u64::from(a == b) },
    Case { term: "(bvult a b)", width: |_| 0, value: |_, a, b| u64::from(a < b) },
    Case { term: "(bvule a b)", width: |_| 0, value: |_, a, b| u64::from(a <= b) },
    Case { term: "(bvugt a b)", width: |_| 0, value: |_, a, b| u64::from(a > b) },
    Case { term: "(bvuge a b)", width: |_| 0, value: |_, a, b| u64::from(a >= b) },
    Case { term: "(bvslt a b)", width: |_| 0, value: |w, a, b| u64::from(signed(w, a) < signed(w, b)) },
    Case { term: "(bvsle a b)", width: |_| 0, value: |w, a, b| u64::from(signed(w, a) <= signed(w, b)) },
    Case { term: "(bvsgt a b)", width: |_| 0, value: |w, a, b| u64::from(signed(w, a) > signed(w, b)) },
    Case { term: "(bvsge a b)", width: |_| 0, value: |w, a, b| u64::from(signed(w, a) >= signed(w, b)) },
    Case { term: "(bvnego a)", width: |_| 0, value: |w, a, _| u64::from(!fits(w, -signed(w, a))) },
    Case { term: "(bvuaddo a b)", width: |_| 0, value: |w, a, b| u64::from(a + b > mask(w)) },
    Case { term: "(bvsaddo a b)", width: |_| 0, value: |w, a, b| u64::from(!fits(w, signed(w, a) + signed(w, b))) },
    Case { term: "(bvumulo a b)", width: |_| 0, value: |w, a, b| u64::from(a * b > mask(w)) },
    Case { term: "(bvsmulo a b)", width: |_| 0, value: |w, a, b| u64::from(!fits(w, signed(w, a) * signed(w, b))) },
    Case { term: "(bvusubo a b)", width: |_| 0, value: |_, a, b| u64::from(a < b) },
    Case { term: "(bvssubo a b)", width: |_| 0, value: |w, a, b| u64::from(!fits(w, signed(w, a) - signed(w, b))) },
    Case {
        term: "(bvsdivo a b)",
        width: |_| 0,
        value: |w, a, b| u64::from(b != 0 && !fits(w, signed(w, a) / signed(w, b))),
    },
    Case { term: "(concat a b)", width: |w| 2 * w, value: |w, a, b| a << w | b },
    Case { term: "(concat a b #b10)", width: |w| 2 * w + 2, value: |w, a, b| a << (w + 2) | b << 2 | 2 },
    Case { term: "((_ extract 0 0) a)", width: |_| 1, value: |_, a, _| a & 1 },
    Case {
        term: "((_ extract 2 1) (concat a b a))",
        width: |_| 2,
        value: |w, a, b| (a << (2 * w) | b << w | a) >> 1 & 3,
    },
    Case { term: "((_ repeat 1) a)", width: |w| w, value: |_, a, _| a },
    Case { term: "((_ repeat 3) a)", width: |w| 3 * w, value: |w, a, _| a << (2 * w) | a << w | a },
    Case { term: "((_ zero_extend 0) a)", width: |w| w, value: |_, a, _| a },
    Case { term: "((_ zero_extend 2) a)", width: |w| w + 2, value: |_, a, _| a },
    Case { term: "((_ sign_extend 2) a)", width: |w| w + 2, value: |w, a, _| bits(w + 2, signed(w, a)) },
    Case { term: "((_ rotate_left 1) a)", width: |w| w, value: |w, a, _| rotated(w, a, 1) },
    Case { term: "((_ rotate_left 7) a)", width: |w| w, value: |w, a, _| rotated(w, a, 7) },
    Case { term: "((_ rotate_right 1) a)", width: |w| w, value: |w, a, _| rotated(w, a, w - 1) },
    Case { term: "((_ rotate_right 8) a)", width: |w| w, value: |w, a, _| rotated(w, a, 9 * w - 8) },
    Case { term: "(= a b)", width: |_| 0, value: |_, a, b| u64::from(a == b) },
    Case { term: "(= a b a)", width: |_| 0, value: |_, a, b| u64::from(a == b) },
    Case { term: "(distinct a b)", width: |_| 0, value: |_, a, b| u64::from(a != b) },
    Case { term: "(ite (bvult a b) a b)", width: |w| w, value: |_, a, b| a.min(b) },
];

/// The connectives: like the operators above, but with Bools as operands.
const CONNECTIVES: &[Case] = &[
    Case { term: "(not a)", width: |_| 0, value: |_, a, _| a ^ 1 },
    Case { term: "(and a b)", width: |_| 0, value: |_, a, b| a & b },
    Case { term: "(or a b)", width: |_| 0, value: |_, a, b| a | b },
    Case { term: "(xor a b)", width: |_| 0, value: |_, a, b| a ^ b },
    Case { term: "(xor a b a)", width: |_| 0, value: |_, _, b| b },
    Case { term: "(=> a b)", width: |_| 0, value: |_, a, b| a ^ 1 | b },
    Case { term: "(=> a b a)", width: |_| 0, value: |_, a, b| (a & b) ^ 1 | a },
    Case { term: "(= a b)", width: |_| 0, value: |_, a, b| u64::from(a == b) },
    Case { term: "(distinct a b)", width: |_| 0, value: |_, a, b| a ^ b },
    Case { term: "(distinct a b a)", width: |_| 0, value: |_, _, _| 0 },
    Case { term: "(ite a b (not b))", width: |_| 0, value: |_, a, b| u64::from(a == b) },
];

fn run(script: &str) -> String {
    let mut output = Vec::new();
    let solver = solver::Config::default().without(solver::Technique::External);
    let mut session = Session::new(Config { solver, ..Config::default() });
    session.run(&mut script.as_bytes(), &mut output).expect("memory can be read and written");
    String::from_utf8(output).expect("text")
}

/// A literal of that width; of a Bool for width 0.
fn literal(width: u32, value: u64) -> String {
    match width {
        0 => (value == 1).to_string(),
        _ if width.is_multiple_of(4) => format!("#x{value:0count$x}", count = width as usize / 4),
        _ => format!("#b{value:0count$b}", count = width as usize),
    }
}

fn sort(width: u32) -> String {
    if width == 0 { "Bool".to_owned() } else { format!("(_ BitVec {width})") }
}

/// Checks a case on all operands of a width; width 0 means Bool.
fn check(case: &Case, width: u32) {
    let bits = width.max(1);
    let result = (case.width)(bits);
    let pairs: Vec<(u64, u64)> = (0..1 << bits).flat_map(|a| (0..1 << bits).map(move |b| (a, b))).collect();
    let value = |a: u64, b: u64| literal(result, (case.value)(bits, a, b));
    let mut table = literal(result, 0);
    for &(a, b) in &pairs {
        table = format!("(ite (and (= a {}) (= b {})) {} {table})", literal(width, a), literal(width, b), value(a, b));
    }
    let mut script = format!(
        "(declare-const a {0})(declare-const b {0})
         (define-fun f ((a {0}) (b {0})) {1} {term})
         (push)(assert (distinct {term} {table}))(check-sat)(pop)(check-sat)",
        sort(width),
        sort(result),
        term = case.term
    );
    for &(a, b) in &pairs {
        let _ = write!(script, "(get-value ((f {} {})))", literal(width, a), literal(width, b));
    }
    // Some operands whose values only the model knows.
    for &(a, b) in pairs.iter().step_by(7) {
        let assumed = format!("((= a {}) (= b {}))", literal(width, a), literal(width, b));
        let _ = write!(script, "(check-sat-assuming {assumed})(get-value ({}))", case.term);
    }
    let mut expected = String::from("unsat\nsat\n");
    for &(a, b) in &pairs {
        let _ = writeln!(expected, "(((f {} {}) {}))", literal(width, a), literal(width, b), value(a, b));
    }
    for &(a, b) in pairs.iter().step_by(7) {
        let _ = writeln!(expected, "sat\n(({} {}))", case.term, value(a, b));
    }
    assert_eq!(run(&script), expected, "{} at width {width}", case.term);
}

#[test]
fn bit_vectors_are_integers() {
    for case in CASES {
        for width in 1..=4 {
            check(case, width);
        }
    }
}

#[test]
fn connectives_are_truth_tables() {
    for case in CONNECTIVES {
        check(case, 0);
    }
}
