//! Explores a program and compares every path with the interpreter.

use std::collections::BTreeMap;

use exec::{Config, Limits, SolverTechnique, Technique, Termination};
use front_microc::{End, Numbers, Program, Source, interpret, load, lower};
use test_support::Collector;

/// What an exploration found.
pub struct Explored {
    /// The program that was explored.
    #[allow(dead_code, reason = "not every test runs it again")]
    pub program: Program,
    /// The number of paths that returned from `main`.
    pub completed: u64,
    /// The number of paths that were compared with the interpreter.
    #[allow(dead_code, reason = "not every test counts them")]
    pub compared: u64,
    /// The errors with kind and position, without duplicates, sorted.
    pub errors: Vec<String>,
    /// Whether every path was explored to its end.
    pub complete: bool,
    /// The lines that contain code, and whether each was executed.
    #[allow(dead_code, reason = "not every test asks")]
    pub lines: BTreeMap<u32, bool>,
    /// How often paths became one.
    #[allow(dead_code, reason = "not every test joins paths")]
    pub joins: u64,
}

/// A concrete run: how it ended, and its output, as text.
pub fn concrete(program: &Program, numbers: &[i32]) -> (String, String) {
    concrete_for(program, numbers, 2000)
}

/// A concrete run limited by `patience`, as [`Numbers::with_patience`] counts it.
fn concrete_for(program: &Program, numbers: &[i32], patience: u32) -> (String, String) {
    let main = program.function("main").expect("the check wants main");
    let (args, input) = numbers.split_at(program.functions[main].params.min(numbers.len()));
    let mut world = Numbers::new(input).with_patience(patience);
    let end = match interpret(program, main, args, &mut world) {
        End::Exit(value) => format!("exit {value}"),
        End::Fault(fault, pos) => match fault.kind() {
            Some(kind) => format!("{kind} {pos}"),
            None => fault.to_string(),
        },
        End::Stopped => "stopped".to_owned(),
    };
    (end, world.printed())
}

/// Explores a program within limits; every path that ends must end in the same way in the interpreter.
#[allow(dead_code, reason = "not every test begins with a text")]
pub fn explore(text: &str, limits: Limits) -> Explored {
    let source = Source::new("t.mc", text);
    let program = load(&source).unwrap_or_else(|problems| panic!("{}\n{text}", source.messages(&problems)));
    explore_program(&source, program, Config { limits, ..Config::default() })
}

/// Explores a loaded program.
pub fn explore_program(source: &Source, program: Program, config: Config) -> Explored {
    let text = &source.text;
    let module = lower(source, &program, "main").expect("main takes and returns numbers");
    if let Err(wrong) = ir::verify(&module) {
        panic!("{wrong:?}\n{text}\n{module}");
    }
    let mut collector = Collector { all_inputs: true, ..Collector::default() };
    // Other solvers' abilities and speed must not influence the test.
    let config = Config { without: vec![Technique::Solver(SolverTechnique::External)], ..config };
    let result = exec::run(&module, &config, &mut collector).expect("it can be run");
    let (mut errors, mut compared) = (Vec::new(), 0);
    for end in &collector.ends {
        let numbers: Vec<i32> = end.inputs.iter().map(|input| bytes_to_number(&input.bytes)).collect();
        let predicted = match &end.termination {
            Termination::Exit(value) => format!("exit {value}"),
            Termination::Error { kind, .. } => {
                let at = &end.stack[0].at;
                let error = format!("{kind} [{}:{}]", at.line, at.column);
                errors.push(error.clone());
                error
            }
            Termination::Limit(_) | Termination::Undecided(_) => {
                // The path was cut short; its output up to here must be that of the program on these inputs.
                let (_, printed) = concrete_for(&program, &numbers, 20);
                assert!(printed.as_bytes().starts_with(&end.output), "on {numbers:?}\n{text}");
                continue;
            }
            other => panic!("{other:?}\n{text}"),
        };
        let (found, printed) = concrete(&program, &numbers);
        assert_eq!(found, predicted, "on {numbers:?}\n{text}");
        assert_eq!(printed.as_bytes(), end.output, "on {numbers:?}\n{text}");
        compared += 1;
    }
    errors.sort();
    errors.dedup();
    let lines = result.lines.iter().map(|&(_, line, executed)| (line, executed)).collect();
    assert!(result.wrong_answer.is_none(), "{:?}\n{text}", result.wrong_answer);
    let joins = result.statistics.iter().find(|(name, _)| name == "exec.joins").map_or(0, |&(_, joins)| joins);
    let completed = result.paths_completed;
    Explored { program, completed, compared, errors, complete: result.complete, lines, joins }
}

fn bytes_to_number(bytes: &[u8]) -> i32 {
    i32::from_le_bytes(bytes.try_into().expect("every input is a number"))
}
