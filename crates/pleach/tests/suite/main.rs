//! The suite of C programs: `tests/suite/c/<property>/<case>.c`, each with its expectations on the lines that
//! they are about.
//!
//! Every program is explored and the results compared with the expectations on its lines and in its footer. Half of them
//! are explored a second time with every answer of the solver checked, and the two run directories are compared
//! byte for byte. It is built natively with sanitizers, and generated tests are replayed: each must end as
//! predicted; in an ordinary run, two thirds of the programs. Every test of a quarter of the programs, and of those about pointers, is also followed again by what its path chose (`pleach trace --check`). Then every program is explored without the techniques, under some of the search strategies, and
//! in some modes of `--value-sets`, which may change the cost of a verdict but never the verdict; the questions
//! of one run are asked again in these modes and in some modes of `--array-axioms`. Programs with string
//! functions are explored in each form of these, which may change the number of paths as well. The choice of
//! strategies and modes depends on the program's name, so that each meets many programs; with `SUITE_SEEDS` or
//! `SUITE_FILTER`, each program is explored in all of them.
//!
//! In a program:
//! - `//~ error: KIND, KIND2` at the end of a line on which errors of these kinds are reported, one word a report;
//! - `//~ reach` on a line that must be executed on some path, `//~ dead` on one that must not.
//!
//! At its top: `// run: FLAGS` for `pleach run`, `// args: …` for the program, `// cflags: …`, `// files:
//! other.c` to link, `// coverage: no REASON` if native counters count other lines than a run, `// needs: TOOL`
//! if the program is skipped without this tool, `// replay: no REASON` if a native run cannot show the expected
//! behaviour.
//!
//! At its bottom: `// paths: N` (those that completed or ended in an error), and if they apply `// errors: N`
//! (paths), `// tests: N`, `// complete: no`, `// stopped: LIMIT`, `// incomplete: TEXT` (part of some reason),
//! `// warning: TEXT` (part of `warnings.txt`), `// writes: SUFFIX` (some test has a file with this suffix).
//! `// paths: any` means that the number is not checked.
//!
//! Environment: `SUITE_FILTER=text` selects programs by a part of their name; `BLESS=1` rewrites `//~ error`
//! and footers to the current results; `SUITE_SEEDS=a..b` runs every program with each of these seeds and every
//! search strategy; `SUITE_PROGRAMS=dir` takes the programs from the folders in another directory.

mod again;
mod alternative;
mod arrays;
#[path = "../binary/mod.rs"]
mod binary;
mod bless;
mod case;
mod check;
mod configuration;
mod coverage;
mod explore;
mod follow;
mod forms;
mod modes;
mod queue;
mod repeat;
mod replay;
mod verdict;

use std::sync::Mutex;

use again::Again;
use case::{Case, Selection};
use configuration::Configuration;
use explore::Explored;
use replay::Natively;
use report::replay::Builder;

/// Held by one test at a time, since each uses all cores.
static TURN: Mutex<()> = Mutex::new(());

/// The outcome for a program.
#[derive(Default)]
struct Outcome {
    replayed: u64,
    /// The number of tests followed again.
    followed: u64,
    /// The numbers of answers of the solver that were checked, and of those that could not be.
    checked: u64,
    unchecked: u64,
    complaints: Vec<String>,
}

#[test]
fn programs_do_what_their_lines_say() {
    let _turn = TURN.lock();
    let Selection { cases, skipped, unreadable } = Selection::of_environment();
    let builder = Builder::new(true).expect("a compiler with sanitizers");
    let configurations = Configuration::of_environment();
    let outcomes = queue::work(&cases, |case| examine(case, &configurations, &builder));
    let replayed: u64 = outcomes.iter().map(|outcome| outcome.replayed).sum();
    let complaints: Vec<&String> =
        unreadable.iter().chain(outcomes.iter().flat_map(|outcome| &outcome.complaints)).collect();
    let mismatches = complaints.iter().filter(|complaint| complaint.contains(replay::MISMATCH)).count();
    println!("suite: {} programs, {replayed} tests replayed, {mismatches} mismatches, {skipped} skipped", cases.len());
    println!("suite: {} tests followed again", outcomes.iter().map(|outcome| outcome.followed).sum::<u64>());
    let (checked, unchecked) =
        outcomes.iter().fold((0, 0), |(a, b), outcome| (a + outcome.checked, b + outcome.unchecked));
    println!("suite: {checked} answers of the solver checked, {unchecked} unchecked");
    fail_on(&complaints);
}

#[test]
fn techniques_agree() {
    let _turn = TURN.lock();
    let mut cases = Selection::of_environment().cases;
    if !configuration::everything() {
        cases.retain(|case| case.draw(2) == 0);
    }
    let matrix = Configuration::matrix();
    let outcomes = queue::work(&cases, |case| compare(case, &Configuration::share(&matrix, case)));
    let explored: usize = outcomes.iter().map(|(explored, _)| explored).sum();
    println!("suite: {} programs explored in {explored} ways, of {} ways that there are", cases.len(), matrix.len());
    let complaints: Vec<String> = outcomes.into_iter().flat_map(|(_, complaints)| complaints).collect();
    fail_on(&complaints.iter().collect::<Vec<_>>());
}

#[test]
fn forms_of_string_functions_agree() {
    let _turn = TURN.lock();
    let mut cases = Selection::of_environment().cases;
    cases.retain(|case| case.mentions(&models::STRING_FUNCTIONS) && (configuration::everything() || case.draw(2) == 0));
    let complaints = queue::work(&cases, forms::compare);
    println!("suite: {} programs with string functions explored in {} forms", cases.len(), forms::FORMS.len());
    fail_on(&complaints.iter().flatten().collect::<Vec<_>>());
}

#[test]
fn memory_models_agree() {
    agree(&alternative::CHOICES);
    agree(&alternative::DYNAMIC);
}

#[test]
fn joined_paths_agree() {
    agree(&alternative::JOINS);
}

#[test]
fn paths_joined_by_patterns_agree() {
    agree(&alternative::PATTERNS);
}

#[test]
fn ways_of_joining_beside_each_other_agree() {
    agree(&alternative::RACES);
}

#[test]
fn modes_of_sizes_agree() {
    agree(&alternative::SIZES);
}

/// Explores programs in another way, and compares.
fn agree(with: &alternative::Alternative) {
    let _turn = TURN.lock();
    let mut cases = Selection::of_environment().cases;
    // What a program says about one way need not hold in another.
    cases.retain(|case| !case.run.iter().any(|flag| flag == with.option.0));
    if !configuration::everything() {
        cases.retain(|case| with.is_compared(case));
    }
    let builder = Builder::new(true).expect("a compiler with sanitizers");
    let outcomes = queue::work(&cases, |case| alternative::compare(case, &builder, with));
    let sum = |count: fn(&alternative::Compared) -> u64| outcomes.iter().map(count).sum::<u64>();
    println!(
        "suite: {} programs with {} {}: {} times in {} programs, {} of their tests replayed natively",
        cases.len(),
        with.option.0,
        with.option.1,
        sum(|one| one.times),
        outcomes.iter().filter(|one| one.times > 0).count(),
        sum(|one| one.replayed)
    );
    assert!(sum(|one| one.times) > 0 || configuration::picks_out(), "it made no difference");
    fail_on(&outcomes.iter().flat_map(|one| &one.complaints).collect::<Vec<_>>());
}

#[test]
fn modes_of_value_sets_agree() {
    let _turn = TURN.lock();
    let mut cases = Selection::of_environment().cases;
    if !configuration::everything() {
        // A quarter of the programs: the modes have agreed on all of them for long.
        cases.retain(|case| case.draw(4) == 0);
    }
    let outcomes = queue::work(&cases, modes::compare);
    let count = |is: fn(&modes::Compared) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    let (compared, timed) = (count(|outcome| outcome.modes > 0), count(|outcome| outcome.timed));
    let sum = |count: fn(&modes::Compared) -> u64| outcomes.iter().map(count).sum::<u64>();
    let (modes, decided, again) = (sum(|one| one.modes), sum(|one| one.decided), sum(|one| one.again));
    println!(
        "suite: {compared} programs compared over {modes} runs with value sets, which decided {decided} questions; {again} \
         questions of logs asked again; {timed} cut \
         short by time, {} without a question",
        cases.len() - compared - timed
    );
    let complaints =
        outcomes.iter().flat_map(|outcome| &outcome.complaints).chain(arrays_agree(&outcomes, |one| &one.arrays));
    fail_on(&complaints.collect::<Vec<_>>());
}

#[test]
fn axioms_about_tables_agree() {
    let _turn = TURN.lock();
    let mut programs = arrays::programs();
    if !configuration::everything() {
        programs = programs.into_iter().step_by(2).collect();
    }
    let outcomes = queue::work(&programs, arrays::explore);
    fail_on(&arrays_agree(&outcomes, |again| again));
}

/// Runs `pleach coverage` on every twelfth program, and on half as many of the large ones; on all of them where
/// everything is tried.
#[test]
fn tests_execute_the_lines_of_the_run() {
    let _turn = TURN.lock();
    if let Err(why) = report::toolchain::CoverageTools::find() {
        println!("skipped: the lines that tests execute natively: {why}");
        return;
    }
    let mut cases = Selection::of_environment().cases;
    cases.retain(coverage::is_compared);
    if !configuration::everything() {
        cases.retain(|case| case.draw(if case.is_large() { 24 } else { 12 }) == 0);
    }
    let complaints: Vec<String> = queue::work(&cases, coverage::compare).into_iter().flatten().collect();
    println!(
        "suite: the lines that the tests of {} programs execute natively compared with those of the run",
        cases.len()
    );
    fail_on(&complaints.iter().collect::<Vec<_>>());
}

/// Explores a program twice under each configuration and replays its tests.
fn examine(case: &Case, configurations: &[Configuration], builder: &Builder) -> Outcome {
    let bless = std::env::var_os("BLESS").is_some();
    let mut outcome = Outcome::default();
    let mut natively = Natively::new(case, builder);
    for configuration in configurations {
        let explored = match Explored::by(case, configuration) {
            Ok(explored) => explored,
            Err(complaint) => {
                outcome.complaints.push(complaint);
                continue;
            }
        };
        if bless {
            bless::rewrite(case, &explored);
        } else {
            outcome.complaints.extend(check::all(case, configuration, &explored));
        }
        // Half of the programs are not explored a second time in an ordinary run.
        if configuration::everything() || case.draw(2) > 0 {
            match Explored::by(case, &configuration.checked()) {
                Ok(again) => {
                    let checks = again.summary.checks.unwrap_or_default();
                    outcome.checked += checks.sat + checks.unsat;
                    outcome.unchecked += checks.unchecked;
                    outcome.complaints.extend(repeat::compare(case, configuration, &explored, &again));
                }
                Err(complaint) => outcome.complaints.push(complaint),
            }
        }
        if configuration::everything() || case.draw(4) == 0 || case.name.starts_with("pointers/") {
            match follow::all(case, configuration, &explored) {
                Ok(followed) => outcome.followed += followed,
                Err(complaint) => outcome.complaints.push(complaint),
            }
        }
        // A native program takes longer to build than most take to explore: a third of them in an ordinary run are not.
        if case.replays && (configuration::everything() || case.draw(3) > 0) {
            outcome.complaints.extend(natively.replay(configuration, &explored));
        }
        if has_one_order(&explored) {
            break;
        }
    }
    outcome.replayed = natively.replayed;
    outcome
}

/// Compares a program's verdict under these configurations with its expectations. Returns the number of
/// configurations tried and the complaints.
fn compare(case: &Case, matrix: &[&Configuration]) -> (usize, Vec<String>) {
    let (mut count, mut complaints) = (0, Vec::new());
    let mut one_order = false;
    // The last configuration differs most, so it goes first.
    for configuration in matrix.iter().rev() {
        if one_order && configuration.reorders() {
            continue;
        }
        count += 1;
        match Explored::by(case, configuration) {
            Ok(explored) => {
                complaints.extend(check::verdict(case, configuration, &explored));
                one_order = has_one_order(&explored);
            }
            Err(complaint) => complaints.push(complaint),
        }
    }
    (count, complaints)
}

/// Prints the outcome of asking questions again in modes of `--array-axioms`, and returns the complaints. There
/// must have been questions, unless only some programs are run.
fn arrays_agree<T>(outcomes: &[T], again: fn(&T) -> &Again) -> Vec<&String> {
    let sum = |count: fn(&Again) -> u64| outcomes.iter().map(|one| count(again(one))).sum::<u64>();
    let (questions, open) = (sum(|again| again.questions), sum(|again| again.open));
    let programs = outcomes.iter().filter(|one| again(one).questions > 0).count();
    println!(
        "suite: {questions} questions of {programs} programs that read arrays at symbolic places asked again in modes of axioms, \
         {open} left open"
    );
    assert!(questions > 0 || configuration::picks_out(), "no question about arrays was asked again");
    outcomes.iter().flat_map(|one| &again(one).complaints).collect()
}

/// Whether no path ever forked, so that there is nothing to search.
fn has_one_order(explored: &Explored) -> bool {
    explored.summary.forks == 0
}

#[track_caller]
fn fail_on(complaints: &[&String]) {
    if complaints.is_empty() {
        return;
    }
    let text: Vec<&str> = complaints.iter().map(|complaint| complaint.as_str()).collect();
    panic!(
        "{} complaints\n\n{}\n\nwhere the expectations are what is wrong: BLESS=1 cargo test -p pleach --test suite",
        text.len(),
        text.join("\n")
    );
}
