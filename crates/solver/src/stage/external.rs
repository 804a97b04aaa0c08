//! An SMT-LIB solver found on the machine, for questions the SAT solver gave up on.
//!
//! The first of a list of well-known solvers in the search path is started as a process for each question, gets the script
//! on its standard input and is killed at the deadline. Its models are evaluated before they are believed; its `unsat`
//! is taken at its word.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use expr::{Evaluator, ExprId, Op, Pool, SymbolId};
use rustc_hash::FxHashSet;

use crate::answer::Unknown;
use crate::query::{Query, Reply};
use crate::stage::{Stage, satisfies};

/// Solvers in order of preference, with the arguments that make them read a script from standard input.
const KNOWN: &[(&str, &[&str])] = &[
    ("bitwuzla", &["--lang", "smt2"]),
    ("z3", &["-smt2", "-in"]),
    ("cvc5", &["--lang=smt2", "-"]),
    ("boolector", &["--smt2"]),
];

/// The stage.
pub(crate) struct External {
    program: PathBuf,
    arguments: &'static [&'static str],
    failures: u64,
}

impl External {
    /// The stage if a solver is installed.
    pub(crate) fn find() -> Option<External> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        KNOWN.iter().find_map(|&(name, arguments)| {
            let program = folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file())?;
            Some(External { program, arguments, failures: 0 })
        })
    }

    fn ask(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Result<Reply, Failure> {
        let terms: Vec<ExprId> = query.terms().collect();
        let script = expr::smt2_script(pool, &terms);
        let symbols = symbols_of(pool, &terms);
        let names: Vec<&str> = script.lines().filter_map(declared_name).collect();
        if names.len() != symbols.len() {
            return Err(Failure::Answer);
        }
        let mut text = format!("(set-option :produce-models true)\n{script}");
        if !names.is_empty() {
            text.push_str(&format!("(get-value ({}))\n", names.join(" ")));
        }
        text.push_str("(exit)\n");
        let output = self.run(text, query.deadline)?;
        let (verdict, rest) = output.trim_start().split_once('\n').unwrap_or((output.trim(), ""));
        match verdict.trim() {
            "unsat" => Ok(Reply::Unsat(query.slice.constraints[..].into())),
            "sat" => {
                let values =
                    parse_values(rest).filter(|values| values.len() == symbols.len()).ok_or(Failure::Answer)?;
                let mut bytes = Vec::new();
                for range in &query.ranges {
                    let Some(place) = symbols.iter().position(|&symbol| symbol == range.symbol) else { continue };
                    let value = &values[place];
                    let byte = |index: u32| value.get(index as usize).copied().unwrap_or(0);
                    bytes.extend((range.from..range.to).map(|index| (range.symbol, index, byte(index))));
                }
                let witness = query.witness(bytes.into());
                let right = satisfies(pool, check, &witness.model, query);
                Ok(if right { Reply::Sat(witness) } else { Reply::Unknown(Unknown::WrongModel) })
            }
            _ => Err(Failure::Answer),
        }
    }

    /// What the solver prints when it is given the script.
    fn run(&self, script: String, deadline: Option<Instant>) -> Result<String, Failure> {
        let mut child = Command::new(&self.program)
            .args(self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| Failure::Start)?;
        let mut input = child.stdin.take().expect("it was asked for");
        let mut output = child.stdout.take().expect("it was asked for");
        // A solver that dies early closes its input; its output tells.
        let writer = thread::spawn(move || drop(input.write_all(script.as_bytes())));
        let (sender, receiver) = mpsc::channel();
        let reader = thread::spawn(move || {
            let mut text = String::new();
            let complete = output.read_to_string(&mut text).is_ok();
            // The receiver is gone after a timeout.
            drop(sender.send(complete.then_some(text)));
        });
        let received = match deadline {
            None => receiver.recv().ok(),
            Some(deadline) => receiver
                .recv_timeout(deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1)))
                .ok(),
        };
        if received.is_none() {
            // It may have ended just now, which is as good.
            drop(child.kill());
        }
        drop(child.wait());
        drop(writer.join());
        drop(reader.join());
        match received {
            None => Err(Failure::Time),
            Some(text) => text.ok_or(Failure::Answer),
        }
    }
}

/// Why there is no answer.
enum Failure {
    /// The program did not start.
    Start,
    /// The deadline came first.
    Time,
    /// It printed something else than an answer.
    Answer,
}

impl Stage for External {
    fn name(&self) -> &'static str {
        "external"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        match self.ask(pool, check, query) {
            Ok(reply) => Some(reply),
            Err(Failure::Time) => Some(Reply::Unknown(Unknown::Time)),
            Err(Failure::Start | Failure::Answer) => {
                self.failures += 1;
                None
            }
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("failures", self.failures)]
    }
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
