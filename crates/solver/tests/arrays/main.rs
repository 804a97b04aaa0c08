//! Random questions about arrays, with every mode of array axioms, compared with each other, with clauses alone
//! and with Z3.
//!
//! The same path is made in one pool for each of [`ArrayAxioms`], since the mode affects how terms are made. It
//! is put condition by condition to a solver with all stages, in one mode also to one without linear programs
//! and to ones with these or classes of inputs as the only stage before clauses, and to one that has only
//! clauses and leaves no axiom out. All must agree, and every model must satisfy the path, in its own pool and
//! in that of the clauses. Z3 then gets the whole path, in the terms of that pool. Solvers and pools are used
//! for several paths, so that what is kept from one question serves others.
//!
//! `PLEACH_RANDOM_SEED` chooses other questions, `PLEACH_RANDOM_CASES` how many are asked over all tests.

mod figure;
mod questions;
mod size;

use std::fmt::Write;

use expr::{ArrayAxioms, Definitions, Evaluator, ExprId, Pool};
use questions::{Kind, Path, Questions};
use solver::{Answer, Config, PathCondition, Solver, Technique};
use test_support::{GAVE_UP, Random, Z3, cases};

/// How many questions are asked over all tests by default.
const QUESTIONS: u64 = 2_500;
/// How many paths share pools and solvers.
const WORLD: u64 = 25;
/// The most conflicts the SAT solver may meet in a question.
const CONFLICTS: u64 = 20_000;

/// A solver, and the index of the pool that its questions are made in.
struct Contender {
    name: String,
    pool: usize,
    solver: Solver,
}

impl Contender {
    /// All contenders; clauses alone come first.
    fn all() -> Vec<Contender> {
        let whole = Config { conflicts: Some(CONFLICTS), ..Config::default() }.without(Technique::External);
        let clauses = Config { conflicts: Some(CONFLICTS), ..Config::bare() };
        let mut all = vec![Contender { name: "clauses".to_owned(), pool: 0, solver: Solver::new(clauses) }];
        for (pool, (axioms, name)) in ArrayAxioms::NAMES.into_iter().enumerate() {
            let config = Config { array_axioms: axioms, ..whole.clone() };
            if axioms == ArrayAxioms::Both {
                let without = config.clone().without(Technique::ArrayPrecheck);
                let name = format!("{name} without pre-check");
                all.push(Contender { name, pool, solver: Solver::new(without) });
            }
            all.push(Contender { name: name.to_owned(), pool, solver: Solver::new(config) });
        }
        // These two see every question.
        let pool = ArrayAxioms::NAMES.len() - 1;
        let precheck = Config { conflicts: Some(CONFLICTS), ..Config::bare() }.with(Technique::ArrayPrecheck);
        let classes = Config { conflicts: Some(CONFLICTS), ..Config::bare() }.with(Technique::Classes);
        for (stage, config) in [("array_precheck", precheck), ("classes", classes)] {
            all.push(Contender { name: stage.to_owned(), pool, solver: Solver::new(config) });
        }
        all
    }

    /// How many questions a stage answered.
    fn answered(&self, stage: &str) -> u64 {
        let statistics = self.solver.statistics();
        statistics.stages.iter().find(|found| found.name == stage).map_or(0, |found| found.answered)
    }
}

/// The counts of a test, over all its worlds.
#[derive(Default, Debug)]
struct Tally {
    paths: u64,
    questions: u64,
    sat: u64,
    unsat: u64,
    /// Questions that one of the solvers could not decide.
    unknown: u64,
    /// Questions that linear programs refuted, where only clauses come after them.
    by_precheck: u64,
    /// Questions that classes of inputs decided, likewise.
    by_classes: u64,
    /// Questions that Z3 answered.
    z3: u64,
    /// Questions that Z3 could not decide.
    z3_open: u64,
}

/// Words and arrays in the pools of all modes, with the solvers that are asked about them.
struct World {
    pools: Vec<Pool>,
    questions: Vec<Questions>,
    contenders: Vec<Contender>,
    /// An evaluator for each pool.
    values: Vec<Evaluator>,
}

/// What Z3 is asked about a path, and the expected answers.
struct Script {
    text: String,
    definitions: Definitions,
    expected: Vec<bool>,
}

impl Script {
    fn new() -> Script {
        Script { text: "(set-logic QF_ABV)\n".to_owned(), definitions: Definitions::new(), expected: Vec::new() }
    }

    fn assume(&mut self, pool: &Pool, condition: ExprId) {
        let claim = self.claim(pool, condition);
        writeln!(self.text, "(assert {claim})").expect("a string takes everything");
    }

    fn ask(&mut self, pool: &Pool, condition: ExprId, expected: bool) {
        let claim = self.claim(pool, condition);
        writeln!(self.text, "(push 1)\n(assert {claim})\n(check-sat)\n(pop 1)").expect("a string takes everything");
        self.expected.push(expected);
    }

    /// Defines the terms that the condition needs. They are constants that equal their definitions: Z3 would
    /// expand the definitions themselves while it reads them, which takes seconds for a few reads of tables.
    fn claim(&mut self, pool: &Pool, condition: ExprId) -> String {
        let mut definitions = String::new();
        let claim = self.definitions.claim(pool, condition, &mut definitions);
        for line in definitions.lines().filter(|line| !line.starts_with("(set-info ")) {
            match as_constant(line) {
                Some((name, sort, body)) => {
                    writeln!(self.text, "(declare-const {name} {sort})\n(assert (= {name} {body}))")
                }
                None => writeln!(self.text, "{line}"),
            }
            .expect("a string takes everything");
        }
        claim
    }
}

/// The name, sort and body of a definition without parameters.
fn as_constant(line: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = line.strip_prefix("(define-fun ")?.split_once(" () ")?;
    let (sort, body) = rest.split_at(rest.find(')')? + 1);
    Some((name, sort, body.strip_suffix(')')?))
}

impl World {
    fn new(random: &mut Random, kind: Kind) -> World {
        let mut pools: Vec<Pool> = ArrayAxioms::NAMES.iter().map(|entry| pool_of(entry.0)).collect();
        let questions = in_each(random, &mut pools, |_, pool, random| Questions::new(pool, random, kind));
        let values = pools.iter().map(|_| Evaluator::new()).collect();
        World { pools, questions, contenders: Contender::all(), values }
    }

    /// Asks all questions along one path.
    fn walk(&mut self, random: &mut Random, tally: &mut Tally) -> Script {
        let World { pools, questions, .. } = self;
        let made: Vec<Path> = in_each(random, pools, |which, pool, random| questions[which].path(pool, random));
        let mut paths = vec![PathCondition::new(); self.contenders.len()];
        tally.paths += 1;
        let mut script = Script::new();
        for number in 0..made[0].bounds.len() {
            let conditions: Vec<ExprId> = made.iter().map(|path| path.bounds[number]).collect();
            if self.ask(&mut paths, &conditions) == Some(true) {
                script.assume(&self.pools[0], conditions[0]);
            }
        }
        for number in 0..made[0].questions.len() {
            let conditions: Vec<ExprId> = made.iter().map(|path| path.questions[number]).collect();
            tally.questions += 1;
            let Some(holds) = self.ask(&mut paths, &conditions) else {
                tally.unknown += 1;
                continue;
            };
            *(if holds { &mut tally.sat } else { &mut tally.unsat }) += 1;
            let (pool, condition) = (&self.pools[0], conditions[0]);
            script.ask(pool, condition, holds);
            if holds {
                script.assume(pool, condition);
            }
        }
        script
    }

    /// Whether the condition, as each pool has it, can hold; if so, the paths are extended by it. `None` if a
    /// solver gave up.
    fn ask(&mut self, paths: &mut [PathCondition], conditions: &[ExprId]) -> Option<bool> {
        let mut answers = Vec::new();
        for (contender, path) in self.contenders.iter_mut().zip(&*paths) {
            let (pool, condition) = (&mut self.pools[contender.pool], conditions[contender.pool]);
            answers.push(contender.solver.assume(pool, path, condition));
        }
        let said = |answer: &Answer<PathCondition>| match answer {
            Answer::Sat(_) => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        };
        let known: Vec<bool> = answers.iter().filter_map(said).collect();
        let agree = known.windows(2).all(|pair| pair[0] == pair[1]);
        assert!(agree, "{}", self.disagreement(paths, conditions, &answers));
        self.check_models(conditions, &answers);
        if known.len() < answers.len() {
            return None;
        }
        for (path, answer) in paths.iter_mut().zip(answers) {
            match answer {
                Answer::Sat(longer) => *path = longer,
                _ => return Some(false),
            }
        }
        Some(true)
    }

    /// Every model must satisfy its path, and the condition as the pool of the clauses has it.
    fn check_models(&mut self, conditions: &[ExprId], answers: &[Answer<PathCondition>]) {
        for (contender, answer) in self.contenders.iter().zip(answers) {
            let Answer::Sat(path) = answer else { continue };
            let (pool, values) = (&self.pools[contender.pool], &mut self.values[contender.pool]);
            let wrong = path.assumed().find(|&term| !values.is_true(pool, path.model(), term));
            let name = &contender.name;
            assert_eq!(wrong.map(|term| pool.display(term).to_string()), None, "{name}: a model is wrong");
            let first = &self.pools[0];
            let holds = self.values[0].is_true(first, path.model(), conditions[0]);
            assert!(holds, "{name}: a model is wrong for {}", first.display(conditions[0]));
        }
    }

    /// Describes a mismatch, with everything needed to ask again.
    fn disagreement(
        &self,
        paths: &[PathCondition],
        conditions: &[ExprId],
        answers: &[Answer<PathCondition>],
    ) -> String {
        let mut text = "solvers disagree:\n".to_owned();
        for (contender, answer) in self.contenders.iter().zip(answers) {
            let said = match answer {
                Answer::Sat(_) => "sat",
                Answer::Unsat => "unsat",
                Answer::Unknown(_) => "unknown",
            };
            writeln!(text, "  {}: {said}", contender.name).expect("a string takes everything");
        }
        for (contender, path) in self.contenders.iter().zip(paths) {
            let pool = &self.pools[contender.pool];
            let terms: Vec<ExprId> = path.assumed().chain([conditions[contender.pool]]).collect();
            writeln!(text, "{}:\n{}", contender.name, expr::smt2_script(pool, &terms))
                .expect("a string takes everything");
        }
        text
    }

    /// Counts what was decided in this world.
    fn count(&self, tally: &mut Tally) {
        for contender in &self.contenders {
            assert_eq!(contender.solver.statistics().wrong_models, 0, "{}", contender.name);
        }
        let alone =
            |stage: &str| self.contenders.iter().find(|contender| contender.name == stage).expect("it is asked");
        tally.by_precheck += alone("array_precheck").answered("array_precheck");
        tally.by_classes += alone("classes").answered("classes");
    }
}

fn pool_of(axioms: ArrayAxioms) -> Pool {
    let mut pool = Pool::new();
    pool.set_array_axioms(axioms);
    pool
}

/// Makes something from the same random numbers in each pool.
fn in_each<T>(
    random: &mut Random,
    pools: &mut [Pool],
    mut make: impl FnMut(usize, &mut Pool, &mut Random) -> T,
) -> Vec<T> {
    let before = random.clone();
    let mut made = Vec::new();
    for (which, pool) in pools.iter_mut().enumerate() {
        let mut again = before.clone();
        made.push(make(which, pool, &mut again));
        assert!(which == 0 || again == *random, "another path was made");
        *random = again;
    }
    made
}

/// Compares what Z3 answers about a path with what was expected.
fn compare_with_z3(z3: &mut Z3, script: &Script, tally: &mut Tally) {
    let mut said = z3.ask(&script.text);
    // If a question is too hard for its quick solver, it decides all of it as one big question.
    if said.iter().any(|line| line == "unknown" || line == GAVE_UP) {
        said = z3.ask(&script.text.replace("(check-sat)", "(check-sat-using qfaufbv)"));
    }
    if said == [GAVE_UP] {
        tally.z3_open += script.expected.len() as u64;
        return;
    }
    assert_eq!(said.len(), script.expected.len(), "{said:?}\n{}", script.text);
    for (number, (said, &expected)) in said.iter().zip(&script.expected).enumerate() {
        match (said.as_str(), expected) {
            ("sat", true) | ("unsat", false) => tally.z3 += 1,
            ("unknown", _) => tally.z3_open += 1,
            _ => panic!("z3 says {said} to question {number}, the solvers do not:\n{}", script.text),
        }
    }
}

/// Asks a test's share of the questions, in percent.
fn compare(name: &str, seed: u64, kind: Kind, percent: u64) {
    let all: u64 = cases().unwrap_or(QUESTIONS);
    let share = (all * percent).div_ceil(100);
    let mut random = Random::of_round(seed);
    let mut tally = Tally::default();
    let mut z3 = Z3::start();
    if z3.is_none() {
        println!("{name}: skipped the comparison with z3: there is none");
    }
    while tally.questions < share {
        let mut world = World::new(&mut random, kind);
        for _ in 0..WORLD {
            let script = world.walk(&mut random, &mut tally);
            if let Some(z3) = &mut z3 {
                compare_with_z3(z3, &script, &mut tally);
            }
            if tally.questions >= share {
                break;
            }
        }
        world.count(&mut tally);
    }
    let Tally { paths, questions, sat, unsat, unknown, by_precheck, by_classes, z3: asked, z3_open } = tally;
    println!(
        "{name}: {questions} questions about arrays on {paths} paths, {sat} sat, {unsat} unsat, {unknown} unknown, \
         {by_precheck} decided by pre-check, {by_classes} by classes, {asked} as z3 says, {z3_open} left open by z3, \
         0 mismatches"
    );
    assert!(unknown * 100 <= questions, "{unknown} of {questions} are unknown");
    assert!(z3.is_none() || z3_open * 20 <= questions, "z3 left {z3_open} of {questions} open");
    assert!(by_precheck > 0 && by_classes > 0, "{by_precheck} by pre-check, {by_classes} by classes");
    assert!(sat * 8 >= questions && unsat * 8 >= questions, "{sat} sat, {unsat} unsat");
}

#[test]
fn tables() {
    compare("tables", 1, Kind::Tables, 35);
}

#[test]
fn objects() {
    compare("objects", 2, Kind::Objects, 30);
}

#[test]
fn writes() {
    compare("writes", 3, Kind::Writes, 25);
}

#[test]
fn large_arrays() {
    compare("large arrays", 4, Kind::Large, 10);
}
