//! The log of questions: every question with the stages it passed, the one that answered, the answer and the
//! costs, as SMT-LIB scripts.
//! The log is a series of scripts of bounded size, each complete in itself. Within a script the conditions that
//! a path assumed are on the assertion stack, one per level: a question on a path pops down to what it shares
//! with the path of the question before and pushes the rest, so questions of one path do not repeat it. Each
//! term is defined once per script (see [`Definitions`]). The format is described in `docs/queries.md`;
//! [`Replay`](crate::Replay) reads it back.
//! [`Definitions`]). `docs/queries.md` describes the format; [`Replay`](crate::Replay) reads it back.
//!
//! Nothing is written to files here: [`QueryLog::take`] returns the text made so far. Except for the lines that
//! begin with `(set-info :cost`, the text depends only on the questions: where a script ends does not depend on
//! the costs.

use std::fmt::Write;
use std::time::Duration;

use expr::{Definitions, ExprId, Pool};

use crate::path::PathCondition;
use crate::tuning::LOG_SCRIPT;

/// The beginning of a script, up to the logic and after it.
const HEADER: [&str; 2] = [
    "(set-option :global-declarations true)\n(set-logic ",
    ")\n(set-info :source |a log of questions made by pleach|)\n",
];
/// The logic of a script: without quantifiers, with them, and with floating-point numbers.
const LOGIC: [&str; 3] = ["QF_ABV", "ABV", "ALL"];

/// More text for one of the scripts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogChunk {
    /// The script's number, from 1.
    pub script: u32,
    /// The text to append to the script.
    pub text: String,
}

/// The answer to a question, in the terms of SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Sat,
    Unsat,
    Unknown,
}

impl Status {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Status::Sat => "sat",
            Status::Unsat => "unsat",
            Status::Unknown => "unknown",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Status> {
        [Status::Sat, Status::Unsat, Status::Unknown].into_iter().find(|status| status.name() == text)
    }
}

/// The stages that a question passed, with the time each took; the one that answered is last.
pub(crate) type Trace = Vec<(&'static str, Duration)>;

/// The scripts as they are made.
pub(crate) struct QueryLog {
    script: u32,
    /// The size of the current script in bytes, without costs.
    size: usize,
    /// The size at which a script ends.
    limit: usize,
    definitions: Definitions,
    /// The conditions on the assertion stack.
    stack: Vec<ExprId>,
    /// What the current script may have: nothing special, quantifiers, or floating-point numbers.
    logic: usize,
    questions: u64,
    chunks: Vec<LogChunk>,
}

impl QueryLog {
    pub(crate) fn new() -> QueryLog {
        QueryLog {
            script: 0,
            size: 0,
            limit: LOG_SCRIPT,
            definitions: Definitions::new(),
            stack: Vec::new(),
            logic: 0,
            questions: 0,
            chunks: Vec::new(),
        }
    }

    /// The text made since the last call.
    pub(crate) fn take(&mut self) -> Vec<LogChunk> {
        std::mem::take(&mut self.chunks)
    }

    /// Adds a question on a path: one polarity, or both sides of a branch, each with its answer.
    pub(crate) fn add(
        &mut self,
        pool: &Pool,
        path: &PathCondition,
        asked: &[(ExprId, Status)],
        answered_by: &str,
        trace: &Trace,
    ) {
        let mut text = String::new();
        // What has no quantifier is for more solvers.
        let quantified = pool.has_indices()
            && path.assumed().chain(asked.iter().map(|&(term, _)| term)).any(|term| pool.is_quantified(term));
        let logic = if pool.has_floats() { 2 } else { usize::from(quantified) };
        if self.script == 0 || self.size > self.limit || logic > self.logic {
            self.logic = logic;
            self.script += 1;
            self.size = 0;
            self.definitions = Definitions::new();
            self.stack.clear();
            text.extend([HEADER[0], LOGIC[logic], HEADER[1]]);
        }
        self.go_to(pool, path, &mut text);
        self.questions += 1;
        let claims: Vec<String> =
            asked.iter().map(|&(term, _)| self.definitions.claim(pool, term, &mut text)).collect();
        let kind = if asked.len() == 2 { "branch" } else { "question" };
        let by = if answered_by.is_empty() { "nobody" } else { answered_by };
        line(&mut text, format_args!("(set-info :{kind} \"{} {by}\")", self.questions));
        self.size += text.len();
        let costs: Vec<String> =
            trace.iter().map(|(stage, time)| format!("{stage} {:.1}", time.as_nanos() as f64 / 1000.0)).collect();
        line(&mut text, format_args!("(set-info :cost \"{}\")", costs.join(" ")));
        let before = text.len();
        for (&(_, status), claim) in asked.iter().zip(&claims) {
            let status = status.name();
            line(
                &mut text,
                format_args!("(push 1)\n(assert {claim})\n(set-info :status {status})\n(check-sat)\n(pop 1)"),
            );
        }
        self.size += text.len() - before;
        match self.chunks.last_mut() {
            Some(chunk) if chunk.script == self.script => chunk.text.push_str(&text),
            _ => self.chunks.push(LogChunk { script: self.script, text }),
        }
    }

    /// Pops and pushes until the assertion stack holds the path's conditions.
    fn go_to(&mut self, pool: &Pool, path: &PathCondition, text: &mut String) {
        let assumed: Vec<ExprId> = path.assumed().collect();
        let shared = self.stack.iter().zip(&assumed).take_while(|(a, b)| a == b).count();
        if self.stack.len() > shared {
            line(text, format_args!("(pop {})", self.stack.len() - shared));
        }
        for &condition in &assumed[shared..] {
            let claim = self.definitions.claim(pool, condition, text);
            line(text, format_args!("(push 1)\n(assert {claim})"));
        }
        self.stack = assumed;
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Branch;
    use crate::chain::Technique;
    use crate::config::Config;
    use crate::replay::Replay;
    use crate::solver::Solver;

    /// A path of many branches, and the log of their questions.
    fn scripts(limit: usize, cost: Duration) -> Vec<String> {
        let mut pool = Pool::new();
        let object = pool.symbol("object", 8 << 20);
        let mut solver = Solver::new(Config::default().without(Technique::External));
        let mut log = QueryLog { limit, ..QueryLog::new() };
        let mut path = PathCondition::new();
        for at in 0..40 {
            let byte = pool.extract(object, 8 * 1000 * at, 8);
            let bound = pool.int(8, 10 + u64::from(at));
            let condition = pool.ult(byte, bound);
            let negation = pool.not(condition);
            let Branch::Both { yes, .. } = solver.branch(&mut pool, &path, condition) else { panic!("both sides") };
            let asked = [(condition, Status::Sat), (negation, Status::Sat)];
            log.add(&pool, &path, &asked, "bit_blast", &vec![("bit_blast", cost)]);
            path = yes;
        }
        let chunks = log.take();
        assert!(chunks.iter().zip(1..).all(|(chunk, number)| chunk.script == number));
        chunks.into_iter().map(|chunk| chunk.text).collect()
    }

    #[test]
    fn scripts_are_bounded_and_complete() {
        let (one, many) = (scripts(LOG_SCRIPT, Duration::ZERO), scripts(3000, Duration::ZERO));
        assert_eq!(one.len(), 1);
        assert!(many.len() > 3, "{} scripts", many.len());
        for log in [&one, &many] {
            let mut replay = Replay::new(Config::bare());
            log.iter().for_each(|script| replay.script(script).expect("a script of a log"));
            let report = replay.report();
            assert_eq!((report.questions, report.assumed, report.mismatches.len()), (40, 0, 0));
        }
        // Each script is complete in itself: the last one alone contains its whole path.
        let mut replay = Replay::new(Config::bare());
        replay.script(many.last().expect("there are some")).expect("a script of a log");
        let report = replay.report();
        assert!(report.assumed > 30 && report.mismatches.is_empty(), "{report:?}");
    }

    #[test]
    fn costs_do_not_decide_where_a_script_ends() {
        let (cheap, dear) = (scripts(3000, Duration::ZERO), scripts(3000, Duration::from_secs(100_000)));
        let counts = |scripts: &[String]| -> Vec<usize> {
            scripts.iter().map(|script| script.matches("(check-sat)").count()).collect()
        };
        assert_eq!(counts(&cheap), counts(&dear));
    }
}
