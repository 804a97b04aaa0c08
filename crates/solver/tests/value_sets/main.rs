//! Sets of values against a solver that has nothing but clauses: random questions along paths that fork, in every mode.
//!
//! A path grows condition by condition. Each condition is put to a solver of every mode and to one that encodes every
//! question; both sides of the branch must be possible for all of them or for none, and every model must satisfy its path. Where
//! both are, the path goes on with one of them or with both. So what a mode knows is learnt as in a run, and asked at every
//! step.
//!
//! `PLEACH_RANDOM_SEED` chooses other questions, `PLEACH_RANDOM_CASES` how many are asked over all tests. How many the sets
//! themselves decide is printed, and too few of them fail a test: questions that never reach the sets would show nothing.

mod conditions;
#[path = "../answers/random.rs"]
mod random;

use conditions::{Conditions, Inputs};
use expr::{Evaluator, ExprId, Pool};
use random::Random;
use solver::{Branch, Config, PathCondition, Solver, ValueSets};

/// How many questions are asked over all tests if nothing else is said.
const QUESTIONS: u64 = 28_000;
/// The tests below.
const TESTS: u64 = 4;
/// How many questions share a pool and its solvers.
const WORLD: u64 = 400;
/// How long a path gets.
const DEPTH: u32 = 9;

/// Of a hundred questions that get to the sets, so many are decided by them in each mode, at least.
const FLOORS: [u64; 5] = [8, 6, 6, 70, 55];

/// A solver with sets of values and how it fares.
struct Contender {
    name: String,
    solver: Solver,
}

/// What a test counts, over all its worlds.
#[derive(Default)]
struct Tally {
    questions: u64,
    /// Questions that have but one answer.
    one_sided: u64,
    /// Questions that the reference gave up on.
    open: u64,
    /// By contender: questions that reached the first stage, and those that sets decided, of them those that were refuted.
    contenders: Vec<(String, u64, u64, u64)>,
}

/// Some inputs with the solvers that are asked about them.
struct World {
    pool: Pool,
    conditions: Conditions,
    reference: Solver,
    contenders: Vec<Contender>,
    values: Evaluator,
}

/// A path as each solver has it: the reference's, and the contenders' in their order.
type Paths = (PathCondition, Vec<PathCondition>);

impl World {
    fn new(random: &mut Random, inputs: Inputs) -> World {
        let mut pool = Pool::new();
        let conditions = Conditions::new(&mut pool, random, inputs);
        let alone = |mode| Config { value_sets: mode, conflicts: Some(20_000), ..Config::bare() };
        let mut contenders: Vec<Contender> = ValueSets::NAMES
            .iter()
            .filter(|(mode, _)| *mode != ValueSets::Off)
            .map(|&(mode, name)| Contender { name: name.to_owned(), solver: Solver::new(alone(mode)) })
            .collect();
        let whole = Config { value_sets: ValueSets::Full, external: false, ..Config::default() };
        contenders.push(Contender { name: "full among all stages".to_owned(), solver: Solver::new(whole) });
        World { pool, conditions, reference: Solver::new(alone(ValueSets::Off)), contenders, values: Evaluator::new() }
    }

    /// Goes on from a path until it is long enough or the questions are used up.
    fn explore(&mut self, random: &mut Random, paths: Paths, depth: u32, left: &mut u64, tally: &mut Tally) {
        let mut pending = vec![(paths, depth)];
        while let Some((paths, depth)) = pending.pop() {
            if depth == DEPTH || *left == 0 {
                continue;
            }
            *left -= 1;
            let condition = self.conditions.condition(&mut self.pool, random, 2);
            match self.ask(&paths, condition, tally) {
                None => pending.push((paths, depth + 1)),
                Some((yes, no)) => {
                    let (one, other) = if random.once_in(2) { (yes, no) } else { (no, yes) };
                    // Some forks are followed to both sides.
                    if random.once_in(3) {
                        pending.push((other, depth + 1));
                    }
                    pending.push((one, depth + 1));
                }
            }
        }
    }

    /// Asks everybody about a condition; both sides if there are two.
    fn ask(&mut self, paths: &Paths, condition: ExprId, tally: &mut Tally) -> Option<(Paths, Paths)> {
        tally.questions += 1;
        let expected = self.reference.branch(&mut self.pool, &paths.0, condition);
        if let Branch::Undecided { .. } = expected {
            tally.open += 1;
            return None;
        }
        let (mut yes_paths, mut no_paths) = (Vec::new(), Vec::new());
        let mut all_decided = true;
        for (number, path) in paths.1.iter().enumerate() {
            let contender = &mut self.contenders[number];
            let branch = contender.solver.branch(&mut self.pool, path, condition);
            let agree = match (&branch, &expected) {
                (Branch::Always, Branch::Always) | (Branch::Never, Branch::Never) => true,
                (Branch::Both { .. }, Branch::Both { .. }) => true,
                // The side that is said to be possible must be; nothing is said about the other.
                (Branch::Undecided { feasible, .. }, expected) => {
                    all_decided = false;
                    !matches!((feasible, expected), (true, Branch::Never) | (false, Branch::Always))
                }
                _ => false,
            };
            assert!(agree, "{}", self.disagreement(number, paths, condition, &branch, &expected));
            if let Branch::Both { yes, no } = branch {
                for path in [&yes, &no] {
                    let wrong = path.constraints().find(|&c| !self.values.is_true(&self.pool, path.model(), c));
                    let name = &self.contenders[number].name;
                    assert_eq!(wrong, None, "{name}: a model does not satisfy its path");
                }
                yes_paths.push(yes);
                no_paths.push(no);
            }
        }
        match expected {
            Branch::Both { yes, no } if all_decided => Some(((yes, yes_paths), (no, no_paths))),
            Branch::Both { .. } => None,
            _ => {
                tally.one_sided += 1;
                None
            }
        }
    }

    /// A mismatch in words, with everything that it takes to ask again.
    fn disagreement(
        &self,
        number: usize,
        paths: &Paths,
        condition: ExprId,
        found: &Branch,
        expected: &Branch,
    ) -> String {
        let side = |branch: &Branch| match branch {
            Branch::Always => "always",
            Branch::Never => "never",
            Branch::Both { .. } => "both",
            Branch::Undecided { .. } => "undecided",
        };
        let path: Vec<String> =
            paths.0.constraints().map(|constraint| self.pool.display(constraint).to_string()).collect();
        format!(
            "{} says {}, and it is {}:\n  {}\non the path\n  {}",
            self.contenders[number].name,
            side(found),
            side(expected),
            self.pool.display(condition),
            path.join("\n  ")
        )
    }

    /// Counts what the sets of this world decided.
    fn count(&self, tally: &mut Tally) {
        for (number, contender) in self.contenders.iter().enumerate() {
            let statistics = contender.solver.statistics();
            assert_eq!(statistics.wrong_models, 0, "{}", contender.name);
            let stage = |name| statistics.stages.iter().find(|stage| stage.name == name).expect("it is on");
            let own = ["value_sets", "boxes"].map(stage);
            let refuted = own.iter().flat_map(|stage| &stage.own).filter(|(name, _)| *name == "refuted");
            if tally.contenders.len() == number {
                tally.contenders.push((contender.name.clone(), 0, 0, 0));
            }
            let entry = &mut tally.contenders[number];
            entry.1 += own[0].asked;
            entry.2 += own.iter().map(|stage| stage.answered).sum::<u64>();
            entry.3 += refuted.map(|(_, count)| count).sum::<u64>();
        }
    }
}

/// Asks a test's share of the questions.
fn compare(name: &str, seed: u64, inputs: Inputs) {
    let all = std::env::var("PLEACH_RANDOM_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(QUESTIONS);
    let mut left: u64 = u64::div_ceil(all, TESTS);
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while left > 0 {
        let mut world = World::new(&mut random, inputs);
        let mut here = left.min(WORLD);
        left -= here;
        while here > 0 {
            let start = (PathCondition::new(), vec![PathCondition::new(); world.contenders.len()]);
            world.explore(&mut random, start, 0, &mut here, &mut tally);
        }
        world.count(&mut tally);
    }
    let Tally { questions, one_sided, open, contenders } = tally;
    println!(
        "{name}: {questions} questions about sets of values, {one_sided} with one answer, {open} left open by the reference"
    );
    for ((mode, asked, decided, refuted), floor) in contenders.iter().zip(FLOORS) {
        println!("{name}: {mode} decided {decided} of {asked} itself and refuted {refuted} of them");
        assert!(decided * 100 >= asked * floor, "{name}: {mode} decided only {decided} of {asked}");
    }
    assert!(open * 50 <= questions, "the reference left {open} of {questions} open");
    assert!(one_sided * 10 >= questions, "only {one_sided} of {questions} have one answer");
}

#[test]
fn bytes() {
    compare("bytes", 1, Inputs::Symbols(&[8, 8, 16]));
}

#[test]
fn words() {
    compare("words", 2, Inputs::Symbols(&[32]));
}

#[test]
fn long_words() {
    compare("long words", 3, Inputs::Symbols(&[64, 64, 32, 16]));
}

#[test]
fn views_that_overlap() {
    compare("views", 4, Inputs::Views);
}
