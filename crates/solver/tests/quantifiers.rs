//! Random questions with bounded universal facts: every configuration gives the answer of full expansion, every model
//! satisfies all that its path assumed, and Z3, where it is installed, agrees.
//!
//! `PLEACH_RANDOM_SEED` chooses other questions, `PLEACH_RANDOM_CASES` how many are asked.

use expr::{Evaluator, ExprId, Pool};
use solver::{Answer, Branch, Config, Defect, PathCondition, Replay, Solver, Technique};
use test_support::QuantifiedQuestions;

/// The number of random questions.
const QUESTIONS: u64 = 5000;
/// The number of questions of which each is asked of Z3, too.
const FOREIGN: u64 = 50;
/// The greatest bound of an index.
const MOST: u64 = 6;

/// A solver with its pool and its path.
struct Contender {
    pool: Pool,
    solver: Solver,
    path: PathCondition,
    questions: QuantifiedQuestions,
}

impl Contender {
    fn new(config: Config, seed: u64) -> Contender {
        let mut pool = if config.check_answers { Pool::with_shadow() } else { Pool::new() };
        let questions = QuantifiedQuestions::new(&mut pool, seed, MOST);
        Contender { pool, solver: Solver::new(config), path: PathCondition::new(), questions }
    }

    /// Asks the next question; assumes the condition where that is possible.
    fn ask(&mut self) -> (bool, bool) {
        let condition = self.questions.condition(&mut self.pool);
        let (yes, no) = if self.questions.random.one_in(2) {
            match self.solver.branch(&mut self.pool, &self.path, condition) {
                Branch::Always => (Some(self.path.clone()), false),
                Branch::Never => (None, true),
                Branch::Both { yes, no } => {
                    self.check(&no);
                    (Some(yes), true)
                }
                Branch::Undecided { reason, .. } => panic!("{reason:?}"),
            }
        } else {
            match self.solver.assume(&mut self.pool, &self.path, condition) {
                Answer::Sat(path) => (Some(path), true),
                Answer::Unsat => (None, true),
                Answer::Unknown(reason) => panic!("{reason:?}"),
            }
        };
        let answer = (yes.is_some(), no);
        if let Some(path) = yes {
            self.check(&path);
            self.path = path;
        }
        answer
    }

    fn check(&mut self, path: &PathCondition) {
        let mut values = Evaluator::new();
        for condition in path.assumed() {
            assert!(values.is_true(&self.pool, path.model(), condition), "{}", self.pool.display(condition));
        }
    }

    /// The conditions of the path, and of the next question, written out.
    fn script(&mut self, question: ExprId) -> String {
        let conditions: Vec<ExprId> = self.path.assumed().chain([question]).collect();
        expr::smt2_script(&self.pool, &conditions)
    }
}

fn questions() -> u64 {
    test_support::cases().unwrap_or(QUESTIONS)
}

/// The whole chain, except what depends on the machine and what takes half a second for some of these questions.
fn ours() -> Config {
    Config::default().without(Technique::External).without(Technique::ByteOrders)
}

/// The questions of a path.
const LENGTH: u64 = 10;
/// The paths that one solver is asked about.
const PATHS: u64 = 20;

#[test]
fn answers_are_those_of_the_expansion() {
    let ours = ours();
    let mut counts = [0u64; 5];
    for seed in 0..questions().div_ceil(PATHS * LENGTH) {
        let config = match seed % 4 {
            0 => Config { check_answers: true, ..ours.clone() },
            1 => ours.clone().without(Technique::Slices),
            2 => Config::bare().with(Technique::Quantifiers),
            _ => ours.clone().with(Technique::ByteOrders),
        };
        let mut one = Contender::new(config, seed);
        let expansion = if seed % 8 == 7 { ours.clone().without(Technique::Quantifiers) } else { Config::bare() };
        let mut other = Contender::new(expansion, seed);
        for round in 0..PATHS * LENGTH {
            if round % LENGTH == 0 {
                (one.path, other.path) = (PathCondition::new(), PathCondition::new());
            }
            let (found, expected) = (one.ask(), other.ask());
            assert_eq!(found, expected, "question {round} of {seed}");
            assert!(one.solver.wrong_answer().is_none(), "{:?}", one.solver.wrong_answer());
        }
        let statistics = one.solver.statistics();
        assert_eq!(statistics.wrong_models, 0);
        let stage = statistics.stages.iter().find(|stage| stage.name == "quantifiers").expect("it is in the chain");
        for (sum, (_, count)) in counts.iter_mut().zip(&stage.own) {
            *sum += count;
        }
    }
    // Every step of the procedure has been of use.
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn answers_are_those_of_z3() {
    let Some(mut z3) = test_support::Z3::start() else { return };
    let (mut asked, mut open) = (0, 0);
    for seed in 0..questions() / FOREIGN {
        let mut one = Contender::new(ours(), 1_000_000 + seed);
        for _ in 0..LENGTH / 2 {
            one.ask();
        }
        let condition = one.questions.condition(&mut one.pool);
        let script = one.script(condition);
        let expected = z3.ask(&script);
        asked += 1;
        if !matches!(&expected[..], [one] if one == "sat" || one == "unsat") {
            assert!(!expected.iter().any(|line| line.contains("error")), "{expected:?}\n{script}");
            open += 1;
            continue;
        }
        let found = match one.solver.may_be_true(&mut one.pool, &one.path, condition) {
            Answer::Sat(_) => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(reason) => panic!("{reason:?}"),
        };
        assert_eq!([found], expected[..], "{seed}\n{script}");
    }
    assert!(open * 10 <= asked, "z3 gave up on {open} of {asked}");
}

/// Figure 6.2 and table 6.1 of Trabish 2024: paths through a loop that counts letters, up to three of them, joined by
/// patterns. The joined paths have exactly the inputs of the paths that they stand for, and the count is `k`.
#[test]
fn joined_paths_of_the_figure() {
    for config in [Config::default().without(Technique::External), Config::bare()] {
        let mut pool = Pool::new();
        let (object, n, k) = (pool.symbol("s", 64), pool.symbol("n", 64), pool.symbol("k", 64));
        let s = pool.bytes(object);
        let letter = pool.int(8, 97);
        let is_letter = |pool: &mut Pool, at: ExprId| {
            let read = pool.select(s, at);
            pool.eq(read, letter)
        };
        // n > at and s[at] = 97
        let goes_on = |pool: &mut Pool, at: ExprId| {
            let (more, same) = (pool.ult(at, n), is_letter(pool, at));
            pool.and(more, same)
        };
        let three = pool.int(64, 3);
        let short = pool.ule(n, three);
        for ends_by_letter in [true, false] {
            let last = if ends_by_letter { 2 } else { 3 };
            let end = |pool: &mut Pool, at: ExprId| {
                let (more, same) = (pool.ult(at, n), is_letter(pool, at));
                let other = pool.not(same);
                if ends_by_letter { pool.and(more, other) } else { pool.not(more) }
            };
            let index = pool.index(0, last);
            let one = pool.int(64, 1);
            let before = pool.sub(index, one);
            let body = goes_on(&mut pool, before);
            let fact = pool.forall(index, k, body);
            let most = pool.int(64, last);
            let (few, end_at_k) = (pool.ule(k, most), end(&mut pool, k));
            let joined = [short, few, fact, end_at_k].into_iter().reduce(|a, b| pool.and(a, b)).expect("some");
            // The tree path condition of each path.
            let paths: Vec<ExprId> = (0..=last)
                .map(|length| {
                    let places: Vec<ExprId> = (0..length).map(|at| pool.int(64, at)).collect();
                    let at = pool.int(64, length);
                    let mut path = end(&mut pool, at);
                    for place in places {
                        let step = goes_on(&mut pool, place);
                        path = pool.and(path, step);
                    }
                    pool.and(path, short)
                })
                .collect();
            let mut solver = Solver::new(config.clone());
            let mut values = Evaluator::new();
            for case in 0..32u64 {
                let (length, letters) = (case % 4, case / 4);
                let bytes = (0..3).fold(0, |all, at| all | (if letters >> at & 1 == 1 { 97 } else { 98 }) << (8 * at));
                let (length, bytes) = (pool.int(64, length), pool.int(64, bytes));
                let (same_length, same_bytes) = (pool.eq(n, length), pool.eq(object, bytes));
                let input = pool.and(same_length, same_bytes);
                let path = PathCondition::new();
                let Answer::Sat(path) = solver.assume(&mut pool, &path, input) else { panic!("an input") };
                let taken = paths.iter().position(|&taken| values.is_true(&pool, path.model(), taken));
                match solver.assume(&mut pool, &path, joined) {
                    Answer::Sat(path) => {
                        assert_eq!(solver.eval(&pool, &path, k).to_u64(), taken.map(|length| length as u64));
                        assert_eq!(solver.unique_value(&mut pool, &path, k).map(|value| value.is_some()), Ok(true));
                    }
                    Answer::Unsat => assert_eq!(taken, None),
                    Answer::Unknown(reason) => panic!("{reason:?}"),
                }
            }
        }
    }
}

/// The log of questions with facts is read back, by us and by Z3, and has the same answers.
#[test]
fn logs_are_replayed() {
    let mut z3 = test_support::Z3::start();
    for seed in 0..8 {
        let config = Config { log_queries: true, ..ours() };
        let mut one = Contender::new(config, 2_000_000 + seed);
        for _ in 0..LENGTH {
            one.ask();
        }
        let scripts = one.solver.take_log();
        for config in [ours(), Config::bare()] {
            let mut replay = Replay::new(config);
            for chunk in &scripts {
                replay.script(&chunk.text).unwrap_or_else(|error| panic!("{error}: {}", chunk.text));
            }
            let report = replay.report();
            assert_eq!((report.questions, report.mismatches, report.unknown), (LENGTH, vec![], 0));
        }
        let Some(z3) = &mut z3 else { continue };
        for chunk in scripts.iter().filter(|chunk| chunk.text.contains("(forall")).take(1) {
            assert!(chunk.text.contains("(set-logic ABV)"), "{}", chunk.text);
            let expected: Vec<&str> =
                chunk.text.lines().filter_map(|line| line.strip_prefix("(set-info :status ")).collect();
            let found = z3.ask(&chunk.text);
            let is_answer = |line: &&String| ["sat", "unsat", "unknown"].contains(&&line[..]);
            assert!(found.iter().all(|line| is_answer(&line)) || found == [test_support::GAVE_UP], "{found:?}");
            for (found, expected) in found.iter().filter(is_answer).zip(expected) {
                assert!(found == "unknown" || format!("{found})") == expected, "{seed} {}", chunk.text);
            }
        }
    }
}

/// A stage that is wrong on purpose is found out on questions with facts, too.
#[test]
fn wrong_answers_are_noticed() {
    for defect in [None, Some(Defect::Refutes), Some(Defect::Accepts)] {
        let mut pool = Pool::with_shadow();
        let mut solver = Solver::new(Config { check_answers: true, defect, ..ours() });
        let (object, k) = (pool.symbol("s", 64), pool.symbol("k", 64));
        let (bytes, index, three, zero) = (pool.bytes(object), pool.index(0, 7), pool.int(64, 3), pool.int(8, 0));
        let read = pool.select(bytes, index);
        let (body, some) = (pool.ne(read, zero), pool.ult(three, k));
        let fact = pool.forall(index, k, body);
        let question = pool.and(some, fact);
        let answer = solver.assume(&mut pool, &PathCondition::new(), question);
        assert_eq!(answer.is_sat(), defect.is_none());
        assert_eq!(solver.wrong_answer().is_some(), defect.is_some());
        if let Some(wrong) = solver.wrong_answer() {
            // The question as it was written, for other solvers.
            assert!(wrong.script.contains("(forall "), "{}", wrong.script);
            assert_eq!(expr::parse_script(&mut Pool::new(), &wrong.script).map(|terms| terms.len()), Ok(1));
        }
    }
}
