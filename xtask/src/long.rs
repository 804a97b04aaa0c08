//! The long part of the tests: random tests on new seeds until the time is over, with a record.
//!
//! Tests that draw random cases use `PLEACH_RANDOM_SEED`: those of terms, value sets and the solver; and the
//! random C programs, also those with joined paths, programs with pointers, csmith's programs, microc programs, loops over buffers, SMT-LIB questions, and questions about
//! value sets, arrays and quantifiers, whose number is `PLEACH_RANDOM_CASES`. The C suite explores every program with the seeds in
//! `SUITE_SEEDS` and every search strategy. Without these variables, all of them always do the same. The record
//! is appended to `docs/verification.md` after each round, so that an interrupted run is recorded too.

use std::fs;
use std::time::{Duration, Instant};

use crate::date;
use crate::project::{cargo, commit, machine, root};
use crate::test::{Tally, counted};

const RECORD: &str = "docs/verification.md";
/// Random C programs per round, with consecutive seeds from the round's seed.
const PROGRAMS: u64 = 200;
/// csmith programs per round.
const CSMITH_PROGRAMS: u64 = 5_000;
/// Random microc programs per round.
const MICROC_PROGRAMS: u64 = 10_000;
/// Random programs of loops over buffers per round.
const LOOPS: u64 = 20_000;
/// Random C programs about memory of symbolic size per round, explored with and without joining paths.
const C_PROGRAMS: u64 = 1_000;
/// Random programs of loops that are joined at the end of all of them per round.
const RUNS: u64 = 2_000;
/// Random questions to the SMT-LIB front end per round.
const QUESTIONS: u64 = 100_000;
/// Random questions about value sets per round, each in every mode.
const SET_QUESTIONS: u64 = 1_000_000;
/// Random questions about arrays per round, each in every mode of array axioms and also for Z3.
const ARRAY_QUESTIONS: u64 = 200_000;
/// Random questions with bounded universal facts per round, one in fifty also for Z3.
const QUANTIFIED_QUESTIONS: u64 = 200_000;
/// Random scripts with quantifiers per round, each in several spellings.
const QUANTIFIED_SCRIPTS: u64 = 2_000;
/// Random scripts with floating point per round, each also for Z3.
const FLOAT_SCRIPTS: u64 = 5_000;
/// Random operands of each floating-point instruction per round.
const FLOAT_OPERANDS: u64 = 10_000;
/// Random encodings of RISC-V instructions per round.
const ENCODINGS: u64 = 20_000_000;
/// Random sequences of RISC-V instructions per round.
const SEQUENCES: u64 = 1_000_000;
/// The factor by which a round fuzzes each reader of files more than the test command does.
const FUZZING: u64 = 200;
/// Second operands of pairs of 5-bit and 6-bit sets per round, for each operation.
const SECOND_OPERANDS: u64 = 100;
/// Random programs with pointers per round.
const POINTER_PROGRAMS: u64 = 20_000;
/// The distance between the seeds of two rounds: more than a round uses, and such that the search strategies
/// take turns.
const STEP: u64 = 10_007;

/// Runs rounds until the hours are over, but at least one.
pub fn long(hours: f64, seed: Option<u64>) -> Result<Tally, String> {
    let first = seed.unwrap_or_else(date::now);
    let end =
        Instant::now() + Duration::try_from_secs_f64(hours * 3600.0).map_err(|error| format!("--hours: {error}"))?;
    let path = root().join(RECORD);
    let before = fs::read_to_string(&path).map_err(|error| format!("cannot read {RECORD}: {error}"))?;
    let (commit, today) = (commit(), date::today());
    let mut total = Tally::default();
    let mut last = first;
    loop {
        println!("\n== random tests, seed {last}");
        let mut tally = round(last);
        tally.complaints.iter_mut().for_each(|complaint| complaint.insert_str(0, &format!("seed {last}: ")));
        total.add(tally);
        let entry = entry(&today, &commit, &machine(), first, last, &total);
        let text = format!("{}\n\n{entry}", before.trim_end());
        fs::write(&path, text).map_err(|error| format!("cannot write {RECORD}: {error}"))?;
        if Instant::now() >= end {
            return Ok(total);
        }
        last = last.wrapping_add(STEP);
    }
}

/// Runs one round, on one seed.
fn round(seed: u64) -> Tally {
    let suite_seeds = format!("{seed}..{}", seed.wrapping_add(1));
    let jobs: [(&[&str], u64); 21] = [
        (&["--package", "expr", "--package", "array_theory", "--tests"], PROGRAMS),
        (&["--package", "solver", "--lib", "--test", "answers"], PROGRAMS),
        (&["--package", "solver", "--test", "value_sets"], SET_QUESTIONS),
        (&["--package", "solver", "--test", "arrays"], ARRAY_QUESTIONS),
        (&["--package", "solver", "--test", "quantifiers"], QUANTIFIED_QUESTIONS),
        (&["--package", "front_smt", "--test", "quantifiers"], QUANTIFIED_SCRIPTS),
        (&["--package", "front_smt", "--test", "floats"], FLOAT_SCRIPTS),
        (&["--package", "models", "--lib"], FLOAT_OPERANDS),
        (&["--package", "value_set", "--tests"], SECOND_OPERANDS),
        (&["--package", "front_smt", "--test", "random"], QUESTIONS),
        (&["--package", "front_microc", "--test", "generated", "--test", "joined"], MICROC_PROGRAMS),
        (&["--package", "exec", "--test", "joined_loops"], LOOPS),
        (&["--package", "exec", "--test", "repeated_runs"], RUNS),
        (&["--package", "front_llvm", "--test", "riscv_decoder"], ENCODINGS),
        (&["--package", "front_riscv", "--test", "sequences"], SEQUENCES),
        (&["--package", "fuzz", "--tests"], FUZZING),
        (&["--package", "pleach", "--test", "random_programs"], PROGRAMS),
        (&["--package", "pleach", "--test", "joined_programs"], C_PROGRAMS),
        (&["--package", "pleach", "--test", "csmith"], CSMITH_PROGRAMS),
        (&["--package", "pleach", "--test", "pointers"], POINTER_PROGRAMS),
        (&["--package", "pleach", "--test", "suite", "--test", "cxx"], PROGRAMS),
    ];
    let mut total = Tally::default();
    for (job, cases) in jobs {
        let mut command = cargo(["test", "--no-fail-fast"]);
        command.args(job).args(["--", "--nocapture"]);
        command.env("PLEACH_RANDOM_SEED", seed.to_string());
        command.env("PLEACH_RANDOM_CASES", cases.to_string());
        command.env("SUITE_SEEDS", &suite_seeds);
        total.add(counted(&mut command));
    }
    total
}

/// The record of a run so far.
fn entry(today: &str, commit: &str, machine: &str, first: u64, last: u64, total: &Tally) -> String {
    let mut text = format!(
        "### {today}, commit {commit}\n\n\
         {} rounds on {machine}, seeds {first} to {last} in steps of {STEP}. Each round: the random tests of terms, sets and \
         solver, {PROGRAMS} random C programs explored and all their tests replayed, {POINTER_PROGRAMS} programs with pointers in \
         every memory model, the C suite with every search strategy and all its tests replayed, and once more without each \
         technique; {MICROC_PROGRAMS} random microc \
         programs; {ENCODINGS} encodings and {SEQUENCES} sequences of RISC-V instructions. {} tests passed, {} failed; {} generated tests were replayed natively, {} paths of microc programs \
         compared with the interpreter, {} programs of csmith compared with their native runs, {} random \
         programs explored with and without joining paths, {} random SMT-LIB questions answered as Z3 answers \
         them, {} random questions about sets of values answered in every mode as by clauses, and {} about arrays in \
         every mode of array axioms as by clauses and Z3; {QUANTIFIED_QUESTIONS} questions with bounded universal facts a round, \
         as written out and as by Z3.\n",
        last.wrapping_sub(first) / STEP + 1,
        total.passed,
        total.failed,
        total.replayed,
        total.interpreted,
        total.generated,
        total.joined,
        total.questions,
        total.set_questions,
        total.array_questions
    );
    if total.complaints.is_empty() {
        text.push_str("No mismatch.\n");
    } else {
        text.push_str("\nMismatches:\n\n");
        total.complaints.iter().for_each(|complaint| text.push_str(&format!("- {}\n", complaint.replace('\n', " "))));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_name_seeds_counts_and_mismatches() {
        let clean = Tally { passed: 12, ..Tally::default() };
        let text = entry("2026-01-02", "abc", "a machine", 5, 5 + 2 * STEP, &clean);
        assert!(
            text.contains("3 rounds")
                && text.contains("seeds 5 to 20019 in steps of 10007")
                && text.contains("12 tests passed, 0 failed")
        );
        assert!(text.ends_with("No mismatch.\n"));
        let bad = Tally {
            passed: 11,
            failed: 1,
            replayed: 3,
            questions: 7,
            set_questions: 9,
            array_questions: 8,
            interpreted: 5,
            generated: 6,
            joined: 4,
            complaints: vec!["seed 6: expr::rewriting".to_owned()],
        };
        assert!(entry("2026-01-02", "abc", "a machine", 5, 2011, &bad).contains("- seed 6: expr::rewriting\n"));
    }
}
