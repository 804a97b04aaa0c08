//! Random questions with bounded universal facts: every configuration gives the answer of full expansion, every model
//! satisfies all that its path assumed, and Z3, where it is installed, agrees.
//!
//! `PLEACH_RANDOM_SEED` chooses other questions, `PLEACH_RANDOM_CASES` how many are asked.

#[path = "../../../expr/tests/forall/questions.rs"]
mod questions;

use expr::{Evaluator, ExprId, Pool};
use questions::Questions;
use solver::{Answer, Branch, Config, PathCondition, Solver, Technique};

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
    questions: Questions,
}

impl Contender {
    fn new(config: Config, seed: u64) -> Contender {
        let mut pool = if config.check_answers { Pool::with_shadow() } else { Pool::new() };
        let questions = Questions::new(&mut pool, seed, MOST);
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
        for condition in path.assumed().chain(path.constraints()) {
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

/// The questions of a path.
const LENGTH: u64 = 10;

#[test]
fn answers_are_those_of_the_expansion() {
    let ours = Config::default().without(Technique::External);
    let mut counts = [0u64; 5];
    for seed in 0..questions() / LENGTH {
        let config = match seed % 4 {
            0 => Config { check_answers: true, ..ours.clone() },
            1 => ours.clone().without(Technique::Slices),
            2 => Config::bare().with(Technique::Quantifiers),
            _ => ours.clone(),
        };
        let mut one = Contender::new(config, seed);
        let expansion = if seed % 8 == 3 { ours.clone().without(Technique::Quantifiers) } else { Config::bare() };
        let mut other = Contender::new(expansion, seed);
        for round in 0..LENGTH {
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
        let mut one = Contender::new(Config::default().without(Technique::External), 1_000_000 + seed);
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
