//! The SMT-LIB solvers of the machine, for questions the SAT solver gave up on.
//!
//! All the well-known solvers in the search path are started on each question, and the first answer counts (see
//! [`race`]). A model is evaluated before it is believed, and if it is wrong, or a solver crashes or prints
//! something else, the others go on. An `unsat` is taken at its word, and counted by the solver's name.
//!
//! With several solvers, timing decides whose model is taken, so runs that ask them need not be reproducible.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use expr::{Evaluator, ExprId, Op, Pool, SymbolId};
use rustc_hash::FxHashSet;

use crate::answer::Unknown;
use crate::config::{Config, Program};
use crate::query::{Query, Reply, Witness};
use crate::race::{Limits, Lost, race};
use crate::shared::Shared;
use crate::stage::{Stage, satisfies};

/// A solver's name, the arguments that make it read a script from standard input, and the counters of its answers.
struct Known {
    name: &'static str,
    arguments: &'static [&'static str],
    sat: &'static str,
    unsat: &'static str,
}

/// The solvers that are looked for. If two answer at the same moment, the first of this list counts.
const KNOWN: &[Known] = &[
    Known { name: "bitwuzla", arguments: &["--lang", "smt2"], sat: "bitwuzla_sat", unsat: "bitwuzla_unsat" },
    Known { name: "z3", arguments: &["-smt2", "-in"], sat: "z3_sat", unsat: "z3_unsat" },
    Known { name: "cvc5", arguments: &["--lang=smt2", "-"], sat: "cvc5_sat", unsat: "cvc5_unsat" },
    Known { name: "boolector", arguments: &["--smt2"], sat: "boolector_sat", unsat: "boolector_unsat" },
    Known { name: "yices-smt2", arguments: &[], sat: "yices_sat", unsat: "yices_unsat" },
    Known { name: "mathsat", arguments: &["-input=smt2"], sat: "mathsat_sat", unsat: "mathsat_unsat" },
    Known { name: "stp", arguments: &["--SMTLIB2"], sat: "stp_sat", unsat: "stp_unsat" },
];

/// The counters of a program that is not in the list.
const OTHER: Known = Known { name: "", arguments: &[], sat: "other_sat", unsat: "other_unsat" };

/// The stage.
pub(crate) struct External {
    programs: Vec<Program>,
    /// For each program, the answers of it that were used.
    counts: Vec<Counts>,
    time: Option<Duration>,
    memory: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
    failures: u64,
    wrong: u64,
}

struct Counts {
    known: &'static Known,
    sat: u64,
    unsat: u64,
}

/// The answer of a solver.
enum Said {
    Sat(Witness),
    Unsat,
    /// A model that does not satisfy the question.
    Wrong,
}

impl External {
    /// The stage, or `None` if there is no solver.
    pub(crate) fn new(config: &Config) -> Option<External> {
        let programs = config.programs.clone().unwrap_or_else(installed);
        let count = |program: &Program| {
            let name = program.path.file_name();
            let known = KNOWN.iter().find(|known| name.is_some_and(|name| name == known.name)).unwrap_or(&OTHER);
            Counts { known, sat: 0, unsat: 0 }
        };
        (!programs.is_empty()).then(|| External {
            counts: programs.iter().map(count).collect(),
            programs,
            time: Some(Duration::from_millis(config.tuning.external_milliseconds)),
            memory: Some(config.tuning.external_memory),
            cancel: config.cancel.clone(),
            failures: 0,
            wrong: 0,
        })
    }

    /// The answer in a solver's output, if there is one.
    fn judge(pool: &Pool, check: &mut Evaluator, query: &Query, symbols: &[SymbolId], output: &str) -> Option<Said> {
        let (verdict, rest) = output.trim_start().split_once('\n').unwrap_or((output.trim(), ""));
        match verdict.trim() {
            "unsat" => Some(Said::Unsat),
            "sat" => {
                let values = parse_values(rest).filter(|values| values.len() == symbols.len())?;
                let mut bytes = Vec::new();
                for range in query.ranges() {
                    let Some(place) = symbols.iter().position(|&symbol| symbol == range.symbol) else { continue };
                    let value = &values[place];
                    let byte = |index: u32| value.get(index as usize).copied().unwrap_or(0);
                    bytes.extend((range.from..range.to).map(|index| (range.symbol, index, byte(index))));
                }
                let witness = query.witness(bytes.into());
                let right = satisfies(pool, check, &witness.model, query);
                Some(if right { Said::Sat(witness) } else { Said::Wrong })
            }
            _ => None,
        }
    }
}

impl Stage for External {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        let terms: Vec<ExprId> = query.terms().collect();
        if mentions_fused(pool, &terms) {
            return None;
        }
        let (script, symbols) = script(pool, &terms)?;
        let own = self.time.map(|time| Instant::now() + time);
        let deadline = own.into_iter().chain(query.deadline).min();
        let limits = Limits { deadline, memory: self.memory, cancel: self.cancel.clone() };
        let (mut failures, mut wrong) = (0, 0);
        let result = race(&self.programs, &script, &limits, |number, output| {
            match output.and_then(|output| External::judge(pool, check, query, &symbols, &output)) {
                Some(Said::Sat(witness)) => return Some((number, Some(witness))),
                Some(Said::Unsat) => return Some((number, None)),
                Some(Said::Wrong) => wrong += 1,
                None => failures += 1,
            }
            None
        });
        self.failures += failures;
        self.wrong += wrong;
        match result {
            Ok((number, Some(witness))) => {
                self.counts[number].sat += 1;
                Some(Reply::Sat(witness))
            }
            Ok((number, None)) => {
                self.counts[number].unsat += 1;
                Some(Reply::Unsat((&query.slice.constraints).into()))
            }
            Err(Lost::Time) => Some(Reply::Unknown(Unknown::Time)),
            Err(Lost::Cancelled) => Some(Reply::Unknown(Unknown::Cancelled)),
            Err(Lost::All) => (wrong > 0).then_some(Reply::Unknown(Unknown::WrongModel)),
        }
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        let mut all = vec![("failures", self.failures), ("wrong", self.wrong)];
        for known in KNOWN.iter().chain([&OTHER]) {
            let of: Vec<&Counts> = self.counts.iter().filter(|counts| counts.known.sat == known.sat).collect();
            if !of.is_empty() {
                all.push((known.sat, of.iter().map(|counts| counts.sat).sum()));
                all.push((known.unsat, of.iter().map(|counts| counts.unsat).sum()));
            }
        }
        all
    }
}

/// The well-known solvers in the search path.
fn installed() -> Vec<Program> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let program = |known: &Known| {
        let path = folders.iter().map(|folder| folder.join(known.name)).find(|file| file.is_file())?;
        Some(Program { path, arguments: known.arguments.iter().map(|&word| word.to_owned()).collect() })
    };
    KNOWN.iter().filter_map(program).collect()
}

/// Whether there is a fused multiplication and addition below the terms. Z3 4.8 computes some of these wrongly, so a
/// refutation of it would not count.
fn mentions_fused(pool: &Pool, terms: &[ExprId]) -> bool {
    if !pool.has_floats() {
        return false;
    }
    let mut seen: FxHashSet<ExprId> = terms.iter().copied().collect();
    let mut stack = terms.to_vec();
    while let Some(term) = stack.pop() {
        if pool.as_float(term).is_some_and(|operation| operation.function == float::Function::MulAdd) {
            return true;
        }
        stack.extend(pool.node(term).children().filter(|&child| seen.insert(child)));
    }
    false
}

/// A script that asks for the values of all symbols below the terms, and those symbols.
fn script(pool: &Pool, terms: &[ExprId]) -> Option<(String, Vec<SymbolId>)> {
    let script = expr::smt2_script(pool, terms);
    let symbols = symbols_of(pool, terms);
    let names: Vec<&str> = script.lines().filter_map(declared_name).collect();
    if names.len() != symbols.len() {
        return None;
    }
    let mut text = format!("(set-option :produce-models true)\n{script}");
    if !names.is_empty() {
        text.push_str(&format!("(get-value ({}))\n", names.join(" ")));
    }
    text.push_str("(exit)\n");
    Some((text, symbols))
}

/// The symbols below the terms, in the order of their ids as terms, which is the order of their declarations.
fn symbols_of(pool: &Pool, terms: &[ExprId]) -> Vec<SymbolId> {
    let mut seen: FxHashSet<ExprId> = terms.iter().copied().collect();
    let mut stack = terms.to_vec();
    let mut found = Vec::new();
    while let Some(term) = stack.pop() {
        let node = pool.node(term);
        if node.op == Op::Sym {
            found.push((term, SymbolId(node.args[0])));
        }
        stack.extend(node.children().filter(|&child| seen.insert(child)));
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, symbol)| symbol).collect()
}

/// The quoted name in `(declare-const |name| ...)`.
fn declared_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("(declare-const ")?;
    let end = rest.strip_prefix('|')?.find('|')? + 2;
    Some(&rest[..end])
}

/// The values in `((name value) ...)` as little-endian bytes.
fn parse_values(text: &str) -> Option<Vec<Vec<u8>>> {
    let mut values = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '(' || c == ')');
        if rest.is_empty() {
            return Some(values);
        }
        // A name, quoted or not, then the value.
        rest = match rest.strip_prefix('|') {
            Some(inner) => &inner[inner.find('|')? + 1..],
            None => &rest[rest.find(char::is_whitespace)?..],
        };
        rest = rest.trim_start();
        let end = rest.find(|c: char| c == ')' || c.is_whitespace())?;
        values.push(parse_literal(&rest[..end])?);
        rest = &rest[end..];
    }
}

/// The bytes of `#x...` or `#b...`.
fn parse_literal(text: &str) -> Option<Vec<u8>> {
    let (digits, bits) = match text.split_at_checked(2)? {
        ("#x", digits) => (digits, 4),
        ("#b", digits) => (digits, 1),
        _ => return None,
    };
    let mut bytes = vec![0u8; (digits.len() * bits).div_ceil(8)];
    for (place, digit) in digits.chars().rev().enumerate() {
        let value = digit.to_digit(1 << bits)? as u8;
        bytes[place * bits / 8] |= value << (place * bits % 8);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back() {
        let text = "((|a b#x1| #x0a1b)\n (c #b101)\n (|d| #b111100001))\n";
        assert_eq!(parse_values(text), Some(vec![vec![0x1b, 0x0a], vec![5], vec![0xe1, 1]]));
        assert_eq!(parse_values("((x (_ bv3 8)))"), None);
        assert_eq!(declared_name("(declare-const |a b| (_ BitVec 8))"), Some("|a b|"));
    }
}
