//! Random programs of loops over buffers of symbolic size, explored with and without joining paths.
//!
//! Both explorations must be complete and find the same errors on the same lines, and cover the same lines. Every
//! path of both must end as the program does on the path's input, and random input must end in no other way. Some
//! programs are explored with every join checked by the solver, and some in another mode of sizes.
//!
//! `PLEACH_RANDOM_SEED` selects other programs, `PLEACH_RANDOM_CASES` sets their number.

mod interpret;
mod program;
mod text;

use std::collections::BTreeSet;

use exec::{Config, Limits, MergedTerms, Merging, SizeMode, SolverTechnique, Technique, Termination, Tests};
use interpret::{End, Input, interpret};
use ir::Module;
use program::{MOST_BYTES, Program, generate};
use test_support::{Collector, Random, cases, module, round};

/// The default number of programs.
const PROGRAMS: u64 = 1000;
/// The number of runs on random input for each program.
const RANDOM_RUNS: u64 = 20;
/// One program in so many is explored with every answer and every join checked.
const CHECKED: u64 = 16;

/// What an exploration found.
struct Explored {
    complete: bool,
    /// Whether a limit that depends on how the program is explored cut it short.
    is_limited: bool,
    errors: BTreeSet<(String, u32)>,
    lines: BTreeSet<u32>,
    ends: Vec<(Input, End)>,
    has_joined: bool,
    /// How many joins were by patterns.
    patterns: u64,
}

/// Totals over all programs.
#[derive(Default, Debug)]
struct Counts {
    programs: u64,
    complete: u64,
    joined: u64,
    errors: u64,
    ends: u64,
    patterns: u64,
}

/// One in so many programs is joined where that is expected to pay, the others wherever they can be.
const CAUTIOUS: u64 = 4;

fn config(merging: Merging, sizes: SizeMode, check_answers: bool) -> Config {
    let limits =
        Limits { forks: Some(150), instructions: Some(20_000), question_conflicts: Some(2_000), ..Limits::default() };
    // Other solvers' abilities and speed must not influence the test.
    let without = vec![Technique::Solver(SolverTechnique::External)];
    Config { merging, sizes, check_answers, limits, tests: Tests::All, without, ..Config::default() }
}

/// Explores a program. Every path must end as the program does.
fn explore(program: &Program, module: &Module, text: &str, config: &Config) -> Explored {
    let mut collector = Collector { all_inputs: true, ..Collector::default() };
    let result = exec::run(module, config, &mut collector).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut found = Explored {
        complete: result.complete,
        is_limited: result.stopped_by.is_some(),
        errors: BTreeSet::new(),
        lines: result.lines.iter().filter(|(_, _, executed)| *executed).map(|(_, line, _)| *line).collect(),
        ends: Vec::new(),
        has_joined: result.paths_represented > result.paths_completed,
        patterns: result.statistics.iter().find(|(name, _)| name == "exec.pattern_joins").map_or(0, |one| one.1),
    };
    for end in &collector.ends {
        let [bytes, size] = &end.inputs[..] else { continue };
        let size = u32::from_le_bytes(size.bytes[..].try_into().expect("a size has four bytes"));
        let input = Input { bytes: bytes.bytes.clone(), size };
        let actual = interpret(program, &input);
        let matches = match (&end.termination, &actual) {
            (Termination::Exit(status), End::Exit(value)) => *status == *value as i32,
            (Termination::Error { kind, .. }, End::Error { kind: expected, line }) => {
                found.errors.insert((kind.to_string(), end.stack[0].at.line));
                kind.to_string() == *expected && end.stack[0].at.line == *line
            }
            (Termination::Limit(_) | Termination::Undecided(_), _) => continue,
            _ => false,
        };
        let predicted = &end.termination;
        assert!(matches, "{:?}: {predicted:?}, but {actual:?} on {input:?}\n{text}", config.merging);
        found.ends.push((input, actual));
    }
    found
}

/// Explores a program in two ways.
fn compare(program: &Program, number: u64, counts: &mut Counts, random: &mut Random) {
    let text = text::text(program);
    let module = module(&text);
    let apart = explore(program, &module, &text, &config(Merging::Off, SizeMode::Lazy, false));
    counts.programs += 1;
    if apart.is_limited || !apart.complete {
        return;
    }
    // Joining takes fewer forks, so a limit that the first run did not reach is reached by neither.
    let mut config_joined = config(Merging::All, SizeMode::Lazy, number.is_multiple_of(CHECKED));
    if !number.is_multiple_of(CAUTIOUS) {
        // Also where it does not pay.
        config_joined.tuning.merge_cost = 1 << 20;
        config_joined.tuning.merge_alternatives = 1 << 20;
    }
    let joined = explore(program, &module, &text, &config_joined);
    same(&apart, &joined, "joined", &text);
    // Joined by the size of the buffer, by patterns or by single paths, whatever is asked about the values.
    let mut by_size = config(Merging::Sizes, SizeMode::Lazy, number % CHECKED == 2);
    by_size.merged_terms = if number % CHECKED == 3 { MergedTerms::Plain } else { MergedTerms::Patterns };
    let counted = explore(program, &module, &text, &by_size);
    same(&apart, &counted, "joined by size", &text);
    counts.patterns += counted.patterns;
    if number % CHECKED == 4 {
        config_joined.merged_terms = MergedTerms::Patterns;
        let counted = explore(program, &module, &text, &config_joined);
        same(&apart, &counted, "joined by patterns", &text);
        counts.patterns += counted.patterns;
    }
    if number % CHECKED == 1 {
        let merging = if number % (2 * CHECKED) == 1 { Merging::All } else { Merging::Off };
        let eager = explore(program, &module, &text, &config(merging, SizeMode::Eager, false));
        same(&apart, &eager, "with a path for each size", &text);
    }
    counts.complete += 1;
    counts.joined += u64::from(joined.has_joined);
    counts.errors += joined.errors.len() as u64;
    counts.ends += (apart.ends.len() + joined.ends.len()) as u64;
    for _ in 0..RANDOM_RUNS {
        let size = random.below(MOST_BYTES + 1);
        let bytes = (0..MOST_BYTES).map(|_| random.pick(&[0, 1, 2, 97, 255, random.clone().bits() as u8])).collect();
        let input = Input { bytes, size };
        if let End::Error { kind, line } = interpret(program, &input) {
            assert!(apart.errors.contains(&(kind.to_owned(), line)), "{kind} in line {line} on {input:?}\n{text}");
        }
    }
}

fn same(apart: &Explored, other: &Explored, how: &str, text: &str) {
    if other.is_limited {
        return;
    }
    assert!(other.complete, "{how}: not complete\n{text}");
    assert_eq!(apart.errors, other.errors, "{how}: other errors\n{text}");
    assert_eq!(apart.lines, other.lines, "{how}: other lines\n{text}");
}

#[test]
fn joined_paths_find_what_single_ones_find() {
    let base = round().unwrap_or(1);
    let mut counts = Counts::default();
    for number in 0..cases().unwrap_or(PROGRAMS) {
        let mut random = Random::new(base.wrapping_mul(1_000_003).wrapping_add(number));
        let program = generate(&mut random);
        compare(&program, number, &mut counts, &mut random);
    }
    let Counts { programs, complete, joined, errors, ends, patterns } = counts;
    println!(
        "loops: {complete} programs explored with and without joining paths, of {programs}; {joined} with joined paths, \
         {patterns} joins by patterns, {errors} errors, {ends} paths that end as interpreted"
    );
    let enough = complete * 100 >= programs * 70 && joined * 100 >= programs * 40 && errors * 100 >= programs * 30;
    assert!(programs < 100 || enough, "{counts:?}");
}
