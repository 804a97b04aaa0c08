//! Sets of values compared with a solver that has only clauses: random questions along paths that fork, in
//! every mode.
//!
//! A path grows condition by condition. Each condition is put to a solver of every mode and to one that encodes
//! every question; all of them must agree on which sides of the branch are possible, and every model must
//! satisfy its path. Where both sides are possible, the path continues with one of them or with both. So each
//! mode learns as in a run, and is asked at every step.
//!
//! `PLEACH_RANDOM_SEED` chooses other questions, `PLEACH_RANDOM_CASES` how many are asked over all tests. How
//! many the sets themselves decide is printed, and a test fails if they are too few: questions that never reach
//! the sets would show nothing.

mod conditions;

use std::collections::BTreeMap;

use conditions::{Conditions, Inputs};
use expr::{Evaluator, ExprId, Pool};
use solver::{Branch, Config, PathCondition, Solver, Technique, ValueSets};
use test_support::{Random, cases};

/// How many questions are asked over all tests by default.
const QUESTIONS: u64 = 12_000;
/// The number of tests below.
const TESTS: u64 = 4;
/// How many questions share a pool and its solvers.
const WORLD: u64 = 400;
/// The length of a path, in conditions.
const DEPTH: u32 = 9;

/// A solver with sets of values, or with the order instead.
struct Contender {
    name: &'static str,
    solver: Solver,
    /// The stages whose answers are counted.
    stages: &'static [&'static str],
    /// The least percentage of the questions reaching these stages that they must decide.
    floor: u64,
}

impl Contender {
    /// Every mode alone, the full mode with all other stages, and the order without sets.
    fn all() -> Vec<Contender> {
        const SETS: &[&str] = &["value_sets", "boxes"];
        const FULL: &[&str] = &["value_sets", "disjuncts", "linear", "boxes"];
        let whole = Config { value_sets: ValueSets::Full, ..Config::default() }.without(Technique::External);
        let order = alone(ValueSets::Off).with(Technique::Order);
        [
            ("parti", alone(ValueSets::Parti), SETS, 8),
            ("ase1", alone(ValueSets::Ase1), SETS, 6),
            ("ase2", alone(ValueSets::Ase2), SETS, 6),
            ("full", alone(ValueSets::Full), FULL, 70),
            ("full among all stages", whole, FULL, 50),
            ("order", order, &["order"], 2),
        ]
        .map(|(name, config, stages, floor)| Contender { name, solver: Solver::new(config), stages, floor })
        .into()
    }
}

/// A mode with only clauses behind it.
fn alone(mode: ValueSets) -> Config {
    Config { value_sets: mode, conflicts: Some(2_000), ..Config::bare() }
}

/// The counts of a test, over all its worlds.
#[derive(Default)]
struct Tally {
    questions: u64,
    /// Questions with only one possible side.
    one_sided: u64,
    /// Questions that the reference could not decide.
    open: u64,
    contenders: Vec<Decided>,
}

/// Questions that reached the first stage of a contender, and those that one of its stages answered.
#[derive(Default)]
struct Decided {
    asked: u64,
    answered: BTreeMap<&'static str, u64>,
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
        let (reference, contenders) = (Solver::new(alone(ValueSets::Off)), Contender::all());
        World { pool, conditions, reference, contenders, values: Evaluator::new() }
    }

    /// Continues a path until it is long enough or the questions are used up.
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
                    let (one, other) = if random.one_in(2) { (yes, no) } else { (no, yes) };
                    // Some forks are followed on both sides.
                    if random.one_in(3) {
                        pending.push((other, depth + 1));
                    }
                    pending.push((one, depth + 1));
                }
            }
        }
    }

    /// Asks all solvers about a condition; returns both sides if both are possible.
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
                    let wrong = path.assumed().find(|&c| !self.values.is_true(&self.pool, path.model(), c));
                    let name = self.contenders[number].name;
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

    /// Describes a mismatch, with everything needed to ask again.
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
        let path: Vec<String> = paths.0.assumed().map(|constraint| self.pool.display(constraint).to_string()).collect();
        format!(
            "{} says {}, and it is {}:\n  {}\non the path\n  {}",
            self.contenders[number].name,
            side(found),
            side(expected),
            self.pool.display(condition),
            path.join("\n  ")
        )
    }

    /// Counts what was decided in this world.
    fn count(&self, tally: &mut Tally) {
        tally.contenders.resize_with(self.contenders.len(), Decided::default);
        for (contender, decided) in self.contenders.iter().zip(&mut tally.contenders) {
            let statistics = contender.solver.statistics();
            assert_eq!(statistics.wrong_models, 0, "{}", contender.name);
            let own = statistics.stages.iter().filter(|stage| contender.stages.contains(&stage.name));
            decided.asked += own.clone().next().expect("its stages are on").asked;
            own.for_each(|stage| *decided.answered.entry(stage.name).or_default() += stage.answered);
        }
    }
}

/// Asks a test's share of the questions.
fn compare(name: &str, seed: u64, inputs: Inputs) {
    let all = cases().unwrap_or(QUESTIONS);
    let mut left: u64 = u64::div_ceil(all, TESTS);
    let mut random = Random::of_round(seed);
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
    for (Contender { name: mode, floor, .. }, Decided { asked, answered }) in Contender::all().iter().zip(&contenders) {
        let all: u64 = answered.values().sum();
        println!("{name}: {mode} decided {all} of {asked} itself: {answered:?}");
        assert!(all * 100 >= asked * floor, "{name}: {mode} decided only {all} of {asked}");
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
