//! Joining with nodes that are not leaves (Trabish 2024, §6.3): loops whose paths are exponentially many take linear work, and
//! random automata over a buffer of symbolic size are found to do what they do on every input.
//!
//! `PLEACH_RANDOM_SEED` selects other automata, `PLEACH_RANDOM_CASES` sets their number.

use std::fmt::Write;

use exec::{Config, MergedTerms, Merging, RunResult, SolverTechnique, Technique, Termination, Tests};
use test_support::{Collector, Random, cases, module, round};

/// The default number of automata.
const AUTOMATA: u64 = 24;
/// The most bytes of the buffer of an automaton, and the number of different letters in it.
const MOST: u64 = 4;
const LETTERS: u8 = 3;
/// One automaton in so many is explored with every answer and every join checked.
const CHECKED: u64 = 8;

/// What an automaton does at a letter.
#[derive(Clone, Copy, Debug)]
struct Step {
    letter: u8,
    /// By how much the place and the count change.
    forward: u64,
    counts: u64,
    /// The state it goes to, or `None` to fail.
    to: Option<usize>,
}

/// An automaton that reads a buffer. Where no step fits, it returns.
#[derive(Debug)]
struct Automaton {
    states: Vec<Vec<Step>>,
}

/// The result of an automaton: what it returns, or `None` if it fails.
fn result(automaton: &Automaton, bytes: &[u8]) -> Option<u64> {
    let (mut at, mut state, mut count) = (0, 0, 0);
    while (at as usize) < bytes.len() {
        let steps = &automaton.states[state];
        let Some(step) = steps.iter().find(|step| step.letter == bytes[at as usize]) else { break };
        (at, count) = (at + step.forward, count + step.counts);
        state = step.to?;
    }
    Some(16 * state as u64 + 4 * count + at)
}

fn generate(random: &mut Random) -> Automaton {
    let states = 1 + random.below(3) as usize;
    let mut step = |letter: u8| Step {
        letter,
        forward: 1 + random.below(4) / 3,
        counts: random.below(5) / 4,
        to: (random.below(12) > 0).then(|| random.below(states as u64) as usize),
    };
    let mut all = Vec::new();
    for _ in 0..states {
        let steps: Vec<Step> = (0..LETTERS).map(&mut step).collect();
        all.push(steps);
    }
    for steps in &mut all {
        steps.truncate(1 + random.below(u64::from(LETTERS)) as usize);
    }
    Automaton { states: all }
}

/// The program of an automaton, over a buffer of less than `most + 1` bytes.
fn text(automaton: &Automaton, most: u64) -> String {
    let mut text = format!(
        "declare @klee_make_symbolic(64, 64, 64)
declare @klee_range(32, 32, 64) -> 32
declare @malloc(64) -> 64
declare @memcpy(64, 64, 64) -> 64
global @bytes size {most} align 8
func @main() -> 32 frame 16 {{
b0:
  call @klee_make_symbolic(@bytes, {most}:64, 0:64)
  %0:32 = call @klee_range(0:32, {}:32, 0:64)
  %1:64 = zext %0
  %2:64 = call @malloc(%1)
  %3:64 = call @memcpy(%2, @bytes, %1)
  jump b1(0:64, 0:32, 0:32)
b1(%4:64, %5:32, %6:32):
  %7:1 = ult %4, %1
  branch %7, b2, b3
b2:
  %8:64 = add %2, %4
  %9:8 = load %8
  jump b4
b3:
  %10:32 = trunc %4
  %11:32 = mul %5, 16:32
  %12:32 = mul %6, 4:32
  %13:32 = add %10, %11
  %14:32 = add %13, %12
  return %14
",
        most + 1
    );
    let (mut block, mut register) = (4, 15);
    let mut add = |line: String| text.push_str(&line);
    for (number, steps) in automaton.states.iter().enumerate() {
        // Behind the comparisons of this state.
        let next = block + 1 + 2 * steps.len();
        add(format!(
            "b{block}:\n  %{register}:1 = eq %5, {number}:32\n  branch %{register}, b{}, b{next}\n",
            block + 1
        ));
        (block, register) = (block + 1, register + 1);
        for (place, step) in steps.iter().enumerate() {
            let otherwise = if place + 1 == steps.len() { 3 } else { block + 2 };
            add(format!("b{block}:\n  %{register}:1 = eq %9, {}:8\n", step.letter));
            add(format!("  branch %{register}, b{}, b{otherwise}\n", block + 1));
            let (at, count) = (register + 1, register + 2);
            add(format!("b{}:\n  %{at}:64 = add %4, {}:64\n", block + 1, step.forward));
            add(format!("  %{count}:32 = add %6, {}:32\n", step.counts));
            add(match step.to {
                Some(to) => format!("  jump b1(%{at}, {to}:32, %{count})\n"),
                None => "  check 0:1, assert, \"it fails\"\n  jump b3\n".to_owned(),
            });
            (block, register) = (block + 2, register + 3);
        }
    }
    let _ = writeln!(text, "b{block}:\n  unreachable\n}}");
    text
}

fn count(result: &RunResult, name: &str) -> u64 {
    result.statistics.iter().find(|one| one.0 == name).unwrap_or_else(|| panic!("{name} is counted")).1
}

fn config(merging: Merging, merged_terms: MergedTerms) -> Config {
    let without = vec![Technique::Solver(SolverTechnique::External)];
    Config { merging, merged_terms, without, tests: Tests::Errors, ..Config::default() }
}

/// `strspn(s, "ab")`, with `a` and `b` told apart one after the other, and the same with more letters.
fn span(letters: u8) -> Automaton {
    let step = |letter| Step { letter, forward: 1, counts: 0, to: Some(0) };
    Automaton { states: vec![(0..letters).map(step).collect()] }
}

/// Paths, forks, joins, discarded states, questions and terms grow by no more than the buffer does, from 16 bytes on: in smaller
/// ones there are few states to meet, and what each byte costs is less than later.
#[test]
fn exponential_loops_take_linear_work() {
    let names =
        ["exec.forks", "exec.joins", "exec.node_joins_discarded", "exec.tree_nodes", "solver.asked", "expr.terms"];
    let modes = [
        (Merging::Sizes, MergedTerms::Tree),
        (Merging::Sizes, MergedTerms::Patterns),
        (Merging::All, MergedTerms::Tree),
        (Merging::All, MergedTerms::Patterns),
    ];
    let run = |letters: u8, most: u64, config: &Config| {
        exec::run(&module(&text(&span(letters), most)), config, &mut Collector::default()).expect("it runs")
    };
    for (letters, (merging, terms)) in [2, 3, 5].into_iter().flat_map(|letters| modes.map(|mode| (letters, mode))) {
        let measured = [16, 32, 64].map(|most| {
            let result = run(letters, most, &config(merging, terms));
            assert!(result.complete && result.paths_errors == 0);
            let ended = result.paths_completed;
            [ended, result.questions.asked]
                .into_iter()
                .chain(names.iter().filter(|name| **name != "solver.asked").map(|name| count(&result, name)))
                .collect::<Vec<u64>>()
        });
        println!("{letters} letters, {merging:?} {terms:?}: {measured:?}");
        // Each path is explored once: nothing of what has become another state is left.
        let apart = run(letters, 4, &config(Merging::Off, terms)).paths_represented;
        assert_eq!(
            run(letters, 4, &config(merging, terms)).paths_represented,
            apart,
            "{letters} {merging:?} {terms:?}"
        );
        let [small, middle, large] = &measured;
        for ((small, middle), large) in small.iter().zip(middle).zip(large) {
            let (first, second) = (middle.saturating_sub(*small), large.saturating_sub(*middle));
            assert!(second <= 2 * first + first / 4 + 16, "{letters} {merging:?} {terms:?}: {measured:?}");
        }
    }
}

/// All inputs.
fn inputs() -> impl Iterator<Item = Vec<u8>> {
    (0..=MOST as u32).flat_map(|size| {
        let letters = u32::from(LETTERS) + 1;
        let digit = move |number: u32, at: u32| (number / letters.pow(at) % letters) as u8;
        (0..letters.pow(size)).map(move |number| (0..size).map(|at| digit(number, at)).collect())
    })
}

/// The results of all paths, in order; each is what the automaton does on the path's input.
fn explore(automaton: &Automaton, config: &Config) -> (Vec<Option<u64>>, u64) {
    let text = text(automaton, MOST);
    let config = Config { tests: Tests::All, ..config.clone() };
    let mut collector = Collector { all_inputs: true, ..Collector::default() };
    let found = exec::run(&module(&text), &config, &mut collector).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(found.complete, "not complete\n{text}");
    let mut results = Vec::new();
    for end in &collector.ends {
        let [bytes, size] = &end.inputs[..] else { panic!("two inputs") };
        let expected = result(automaton, &bytes.bytes[..usize::from(size.bytes[0])]);
        let fits = match &end.termination {
            Termination::Exit(status) => expected.is_some_and(|expected| expected as i32 == *status),
            Termination::Error { .. } => expected.is_none(),
            _ => false,
        };
        assert!(fits, "{:?} where {expected:?} was expected: {bytes:?} {size:?}\n{text}", end.termination);
        // Where a joined path fails and goes on, one of its single paths is shown.
        if expected.is_some() || !results.contains(&None) {
            results.push(expected);
        }
    }
    results.sort_unstable();
    (results, count(&found, "exec.node_joins"))
}

/// No result is missed, and no single path is found twice.
#[test]
fn automata_do_what_they_do() {
    let base = round().unwrap_or(1);
    let automata = cases().unwrap_or(AUTOMATA);
    let (mut joins, mut joined) = (0, 0);
    for number in 0..automata {
        let mut random = Random::new(base.wrapping_mul(3_000_017).wrapping_add(number));
        let automaton = generate(&mut random);
        let (apart, _) = explore(&automaton, &config(Merging::Off, MergedTerms::Tree));
        let mut all: Vec<Option<u64>> = inputs().map(|bytes| result(&automaton, &bytes)).collect();
        all.sort_unstable();
        all.dedup();
        let mut found = apart.clone();
        found.dedup();
        assert_eq!(found, all, "{automaton:?}");
        for merging in [Merging::Sizes, Merging::All] {
            for terms in [MergedTerms::Tree, MergedTerms::Patterns, MergedTerms::Plain] {
                let mut config = config(merging, terms);
                config.check_answers = number.is_multiple_of(CHECKED);
                if number.is_multiple_of(3) {
                    config.tuning.merge_cost = 1 << 20;
                    config.tuning.merge_alternatives = 1 << 20;
                }
                let (results, of_nodes) = explore(&automaton, &config);
                assert_eq!(results, apart, "{merging:?} {terms:?}: {automaton:?}");
                joins += of_nodes;
                joined += u64::from(of_nodes > 0);
            }
        }
    }
    println!("nodes: {automata} automata, {joins} joins with nodes in {joined} of their runs");
    assert!(automata < 20 || joined > automata, "{joined}");
}
