//! Microseconds per question on small synthetic programs: `cargo run --release -p solver --example questions [conflicts]
//! [program]...`.
//!
//! Each program is a function from the decisions taken so far to its next condition; the explorer walks its tree depth
//! first as an executor would, and times nothing but the calls of the solver.

use std::rc::Rc;
use std::time::{Duration, Instant};

use expr::{ExprId, Pool};
use solver::{Branch, Config, PathCondition, Solver};

/// The next condition after these decisions, or the end of the path.
type Program = fn(&mut Pool, &mut Decisions) -> Option<ExprId>;

/// Decisions being replayed; a program asks for one after each condition.
struct Decisions<'a> {
    taken: &'a [bool],
    next: usize,
}

impl Decisions<'_> {
    /// The decision on the condition, or the condition itself as the next one to decide.
    fn on(&mut self, condition: ExprId) -> Result<bool, ExprId> {
        let decision = self.taken.get(self.next).copied().ok_or(condition)?;
        self.next += 1;
        Ok(decision)
    }
}

fn run(program: impl FnOnce() -> Result<(), ExprId>) -> Option<ExprId> {
    program().err()
}

const PROGRAMS: &[(&str, usize, Program)] = &[
    ("words", 4000, words),
    ("number", 2000, number),
    ("sums32", 400, sums32),
    ("sums64", 400, sums64),
    ("sort", 3000, sort),
    ("table64", 1000, |pool, decisions| tables(pool, decisions, 64)),
    ("table256", 1000, |pool, decisions| tables(pool, decisions, 256)),
    ("table1024", 500, |pool, decisions| tables(pool, decisions, 1024)),
    ("divide", 300, divide),
    ("quotient", 100, quotient),
    ("digits", 200, digits),
    ("memory", 500, memory),
    ("hash", 200, hash),
];

fn main() {
    let (numbers, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.parse::<u64>().is_ok());
    let conflicts = numbers.first().and_then(|number| number.parse().ok()).unwrap_or(3000);
    println!(
        "{:<10} {:>9} {:>9} {:>9} {:>9} {:>9}  answered by",
        "program", "questions", "median us", "mean us", "p99 us", "max us"
    );
    for &(name, limit, program) in PROGRAMS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            explore(name, limit, program, conflicts);
        }
    }
}

fn explore(name: &str, limit: usize, program: Program, conflicts: u64) {
    let mut pool = Pool::new();
    let mut solver = Solver::new(Config { external: false, conflicts: Some(conflicts), ..Config::default() });
    let mut times: Vec<Duration> = Vec::new();
    let mut open = vec![(PathCondition::new(), Vec::new())];
    while let Some((mut path, mut taken)) = open.pop() {
        while let Some(condition) = program(&mut pool, &mut Decisions { taken: &taken, next: 0 }) {
            let started = Instant::now();
            let branch = solver.branch(&mut pool, &path, condition);
            times.push(started.elapsed());
            match branch {
                Branch::Always => taken.push(true),
                Branch::Never => taken.push(false),
                Branch::Both { yes, no } => {
                    let mut other = taken.clone();
                    other.push(false);
                    open.push((no, other));
                    taken.push(true);
                    path = yes;
                }
                Branch::Undecided { feasible, with, .. } => {
                    taken.push(feasible);
                    path = with;
                }
            }
            if times.len() >= limit {
                open.clear();
                break;
            }
        }
    }
    report(name, &solver, times);
}

fn report(name: &str, solver: &Solver, mut times: Vec<Duration>) {
    let statistics = solver.statistics();
    let total: Duration = times.iter().sum();
    times.sort_unstable();
    let micros = |time: Duration| time.as_nanos() as f64 / 1000.0;
    print!(
        "{name:<10} {:>9} {:>9.1} {:>9.1} {:>9.1} {:>9.1} ",
        times.len(),
        micros(times[times.len() / 2]),
        micros(total) / times.len() as f64,
        micros(times[times.len() * 99 / 100]),
        micros(times[times.len() - 1])
    );
    for stage in statistics.stages.iter().filter(|stage| stage.answered > 0) {
        print!(" {} {}", stage.name, stage.answered);
        for (name, count) in &stage.own {
            print!(" {name}={count}");
        }
    }
    println!("{}", if statistics.unknown > 0 { format!(" unknown {}", statistics.unknown) } else { String::new() });
}

fn byte(pool: &mut Pool, index: u32) -> ExprId {
    let input = pool.symbol("input", 8 * 64);
    pool.extract(input, 8 * index, 8)
}

/// Compares the input with keywords one after the other, as a chain of `strcmp`.
fn words(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        for word in ["select", "set", "insert", "into", "delete", "describe", "update", "upper", "where", "with"] {
            for (index, letter) in word.bytes().enumerate() {
                let (read, letter) = (byte(pool, index as u32), pool.int(8, u64::from(letter)));
                let equal = pool.eq(read, letter);
                if !decisions.on(equal)? {
                    break;
                }
            }
        }
        Ok(())
    })
}

/// Reads a decimal number and compares it with bounds, as `atoi` and a range check.
fn number(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        let mut value = pool.int(32, 0);
        for index in 0..8 {
            let read = byte(pool, index);
            let (zero, nine) = (pool.int(8, 48), pool.int(8, 57));
            let (low, high) = (pool.ult(read, zero), pool.ult(nine, read));
            if decisions.on(low)? || decisions.on(high)? {
                break;
            }
            let (ten, digit) = (pool.int(32, 10), pool.sub(read, zero));
            let (shifted, digit) = (pool.mul(value, ten), pool.zext(digit, 32));
            value = pool.add(shifted, digit);
            let bound = pool.int(32, 4000 + 777 * u64::from(index));
            let large = pool.slt(bound, value);
            if decisions.on(large)? {
                break;
            }
        }
        for bound in [10, 100, 1000] {
            let bound = pool.int(32, bound);
            let below = pool.ult(value, bound);
            decisions.on(below)?;
        }
        Ok(())
    })
}

fn sums(pool: &mut Pool, decisions: &mut Decisions, width: u32) -> Option<ExprId> {
    run(|| {
        let symbols: Vec<ExprId> = (0..4).map(|i| pool.symbol(&format!("s{i}"), width)).collect();
        for round in 0..10u64 {
            let mut sum = pool.int(width, round);
            for (i, &symbol) in symbols.iter().enumerate() {
                let factor = pool.int(width, (round * 7 + i as u64 * 3) % 11);
                let product = pool.mul(symbol, factor);
                sum = pool.add(sum, product);
            }
            let bound = pool.int(width, 1000 + round * round * 123);
            let below = if round % 2 == 0 { pool.slt(sum, bound) } else { pool.ult(sum, bound) };
            decisions.on(below)?;
        }
        Ok(())
    })
}

fn sums32(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    sums(pool, decisions, 32)
}

fn sums64(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    sums(pool, decisions, 64)
}

/// Insertion sort of eight words.
fn sort(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        let mut items: Vec<ExprId> = (0..8).map(|i| pool.symbol(&format!("k{i}"), 64)).collect();
        for i in 1..items.len() {
            let mut j = i;
            while j > 0 {
                let less = pool.slt(items[j], items[j - 1]);
                if !decisions.on(less)? {
                    break;
                }
                items.swap(j, j - 1);
                j -= 1;
            }
        }
        Ok(())
    })
}

/// Looks bytes up in a table of mixed contents.
fn tables(pool: &mut Pool, decisions: &mut Decisions, length: u32) -> Option<ExprId> {
    run(|| {
        let bytes: Rc<[u8]> = (0..length).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let table = pool.table(bytes);
        let bound = pool.int(16, u64::from(length));
        for index in 0..6 {
            let (low, high) = (byte(pool, 2 * index), byte(pool, 2 * index + 1));
            let index = pool.concat(high, low);
            let inside = pool.ult(index, bound);
            if !decisions.on(inside)? {
                continue;
            }
            let index = pool.zext(index, 64);
            let entry = pool.select(table, index);
            for limit in [200, 100, 50] {
                let limit = pool.int(8, limit);
                let below = pool.ult(entry, limit);
                if !decisions.on(below)? {
                    break;
                }
            }
            let seven = pool.int(8, 7);
            let equal = pool.eq(entry, seven);
            decisions.on(equal)?;
        }
        Ok(())
    })
}

/// Quotients and remainders by constants.
fn divide(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        let x = pool.symbol("x", 32);
        for divisor in [10, 7, 1000] {
            let divisor = pool.int(32, divisor);
            let (quotient, rest) = (pool.udiv(x, divisor), pool.urem(x, divisor));
            let (three, many) = (pool.int(32, 3), pool.int(32, 12345));
            let (equal, below) = (pool.eq(rest, three), pool.ult(quotient, many));
            decisions.on(equal)?;
            decisions.on(below)?;
        }
        Ok(())
    })
}

/// Quotient and remainder by a symbol.
fn quotient(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        let (x, y) = (pool.symbol("x", 32), pool.symbol("y", 32));
        let zero = pool.int(32, 0);
        let none = pool.eq(y, zero);
        if decisions.on(none)? {
            return Ok(());
        }
        let (quotient, rest) = (pool.sdiv(x, y), pool.srem(x, y));
        let (five, hundred) = (pool.int(32, 5), pool.int(32, 100));
        let (equal, below) = (pool.eq(rest, five), pool.slt(quotient, hundred));
        decisions.on(equal)?;
        decisions.on(below)?;
        Ok(())
    })
}

/// The digits of a number, as `printf("%d")` takes it apart.
fn digits(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        let mut x = pool.symbol("x", 32);
        for _ in 0..10 {
            let (ten, zero) = (pool.int(32, 10), pool.int(32, 0));
            let (rest, seven) = (pool.urem(x, ten), pool.int(32, 7));
            let equal = pool.eq(rest, seven);
            decisions.on(equal)?;
            x = pool.udiv(x, ten);
            let done = pool.eq(x, zero);
            if decisions.on(done)? {
                break;
            }
        }
        Ok(())
    })
}

/// Reads and writes of a symbolic object at symbolic places.
fn memory(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        let object = pool.symbol("object", 8 * 256);
        let mut array = pool.bytes(object);
        for index in 0..6 {
            let place = byte(pool, index);
            let place = pool.zext(place, 64);
            let read = pool.select(array, place);
            let limit = pool.int(8, 40 * u64::from(index) + 10);
            let below = pool.ult(read, limit);
            decisions.on(below)?;
            let one = pool.int(8, 1);
            let more = pool.add(read, one);
            array = pool.store(array, place, more);
        }
        Ok(())
    })
}

/// A multiplicative hash of a few bytes, compared.
fn hash(pool: &mut Pool, decisions: &mut Decisions) -> Option<ExprId> {
    run(|| {
        let mut value = pool.int(32, 5381);
        for index in 0..6 {
            let read = byte(pool, index);
            let zero = pool.int(8, 0);
            let end = pool.eq(read, zero);
            if decisions.on(end)? {
                break;
            }
            let (factor, wide) = (pool.int(32, 33), pool.zext(read, 32));
            let product = pool.mul(value, factor);
            value = pool.xor(product, wide);
        }
        let mask = pool.int(32, 15);
        let bucket = pool.and(value, mask);
        for wanted in [3, 9, 12] {
            let wanted = pool.int(32, wanted);
            let equal = pool.eq(bucket, wanted);
            if decisions.on(equal)? {
                break;
            }
        }
        Ok(())
    })
}
