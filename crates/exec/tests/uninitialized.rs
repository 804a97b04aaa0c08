//! A branch on an uninitialized byte, an input, and random operations on both: what is reported, and for which
//! inputs, compared with all values that the two bytes can have.

use std::fmt::Write as _;

use exec::{Config, Technique, Termination, Uninitialized};
use ir::ErrorKind;
use test_support::{Collector, Random, module, round};

/// What a run reports: the ends of its paths by the input that leads there, and the messages.
#[derive(Default)]
struct Told {
    exits: Vec<(u8, i32)>,
    errors: Vec<u8>,
    messages: Vec<String>,
}

impl Told {
    fn of(collector: Collector<'_>) -> Told {
        let mut told = Told { messages: collector.messages, ..Told::default() };
        for end in &collector.ends {
            assert_eq!(end.inputs.len(), 1, "what is undefined is no input");
            let input = end.inputs[0].bytes[0];
            match &end.termination {
                Termination::Exit(status) => told.exits.push((input, *status)),
                Termination::Error { kind: ErrorKind::Uninitialized, .. } => told.errors.push(input),
                other => panic!("a path ends as {other:?}"),
            }
        }
        told
    }
}

/// An operation on two earlier values, or on a value and a constant.
#[derive(Clone, Copy)]
struct Step {
    op: &'static str,
    a: usize,
    b: Result<usize, u8>,
}

const OPS: [&str; 7] = ["add", "sub", "mul", "and", "or", "xor", "lshr"];

fn random_steps(rng: &mut Random) -> Vec<Step> {
    let count = 1 + rng.below(4) as usize;
    let mut steps = Vec::new();
    for index in 0..count {
        let known = 2 + index;
        let op = OPS[rng.below(OPS.len() as u64) as usize];
        let constant = rng.below(2) == 0 || op == "lshr";
        let b = if constant {
            Err(rng.below(if op == "lshr" { 8 } else { 256 }) as u8)
        } else {
            Ok(rng.below(known as u64) as usize)
        };
        // The last value is used, so that the result depends on several steps.
        steps.push(Step { op, a: if index == 0 { rng.below(2) as usize } else { known - 1 }, b });
    }
    steps
}

fn value(steps: &[Step], input: u8, undefined: u8) -> u8 {
    let mut values = vec![input, undefined];
    for step in steps {
        let (a, b) = (values[step.a], step.b.map_or_else(|constant| constant, |index| values[index]));
        values.push(match step.op {
            "add" => a.wrapping_add(b),
            "sub" => a.wrapping_sub(b),
            "mul" => a.wrapping_mul(b),
            "and" => a & b,
            "or" => a | b,
            "xor" => a ^ b,
            _ => a >> b,
        });
    }
    values[values.len() - 1]
}

/// A program that does the steps. `in_memory` says whether the byte lies in an object or in a variable without one.
fn program(steps: &[Step], limit: u8, in_memory: bool) -> String {
    let mut text =
        "declare @klee_int(64) -> 32\nfunc @main() -> 32 frame 16 {\nb0:\n  %0:32 = call @klee_int(0:64)\n".to_owned();
    text += "  %1:8 = trunc %0\n  %2:64 = alloca 3:64, align 1\n  store %2, %1\n  %3:64 = add %2, 1:64\n";
    text += if in_memory { "  %4:8 = load %3\n" } else { "  %4:8 = undefined\n" };
    let name = |index: usize| match index {
        0 => "%1".to_owned(),
        1 => "%4".to_owned(),
        index => format!("%{}", 3 + index),
    };
    for (index, step) in steps.iter().enumerate() {
        let b = step.b.map_or_else(|constant| format!("{constant}:8"), name);
        let _ = writeln!(text, "  {}:8 = {} {}, {b}", name(2 + index), step.op, name(step.a));
    }
    let (last, cond) = (name(1 + steps.len()), format!("%{}", 5 + steps.len()));
    let _ = writeln!(text, "  {cond}:1 = ult {last}, {limit}:8\n  branch {cond}, b1, b2");
    text + "b1:\n  return 1:32\nb2:\n  return 0:32\n}\n"
}

fn told(text: &str, uninitialized: Uninitialized, without: &[Technique]) -> Told {
    let module = module(text);
    let config = Config { uninitialized, without: without.to_vec(), ..Config::default() };
    let mut collector = Collector { all_inputs: true, ..Collector::default() };
    let result = exec::run(&module, &config, &mut collector).expect("the program runs");
    assert!(result.complete, "{text}");
    Told::of(collector)
}

#[test]
fn a_use_is_reported_where_it_makes_a_difference() {
    let mut rng = Random::new(round().unwrap_or(1));
    let (mut mattering, mut harmless) = (0, 0);
    for round in 0..120 {
        let steps = random_steps(&mut rng);
        let limit = 1 + rng.below(255) as u8;
        let text = program(&steps, limit, round % 2 == 0);
        let taken = |input: u8, undefined: u8| value(&steps, input, undefined) < limit;
        let matters: Vec<bool> = (0..=255).map(|x| (0..=255).any(|u| taken(x, u) != taken(x, 0))).collect();
        let without: &[Technique] = if round % 3 == 0 { &[Technique::FastPath] } else { &[] };
        let ignored = told(&text, Uninitialized::Ignore, without);
        let warned = told(&text, Uninitialized::Warn, without);
        let failed = told(&text, Uninitialized::Error, without);
        for told in [&ignored, &warned, &failed] {
            for &(input, status) in &told.exits {
                assert_eq!(status, i32::from(taken(input, 0)), "{text}\ninput {input}");
            }
        }
        let any = matters.contains(&true);
        mattering += u32::from(any);
        harmless += u32::from(!any);
        assert!(ignored.errors.is_empty() && ignored.messages.is_empty() && warned.errors.is_empty(), "{text}");
        assert_eq!(warned.exits.len(), ignored.exits.len(), "{text}");
        assert_eq!(warned.messages.len(), usize::from(any), "{text}");
        assert!(warned.messages.iter().all(|message| message.contains("a local variable of main")), "{text}");
        assert_eq!(!failed.errors.is_empty(), any, "{text}");
        assert!(failed.errors.iter().all(|&input| matters[usize::from(input)]), "{text}\n{:?}", failed.errors);
    }
    assert!(mattering > 20 && harmless > 5, "{mattering} and {harmless}");
}
