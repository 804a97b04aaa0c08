//! Sample path ends for tests.

use exec::{Choice, Decision, Decisions, Frame, Input, Location, Moment, Others, PathEnd, Termination};
use ir::ErrorKind;

use crate::place::Places;
use crate::scribe::Common;

/// The common data of a program in `/w`.
pub fn common() -> Common {
    Common {
        entry: "main".to_owned(),
        entry_is_void: false,
        args: vec!["program".to_owned()],
        fixed: Vec::new(),
        places: Places::below("/w"),
    }
}

/// A path that reads and prints a number, and exits with it.
pub fn exit(number: u32) -> PathEnd {
    let at = Location { file: "/w/a.c".into(), line: 1 + number % 2, column: 2 };
    PathEnd {
        termination: Termination::Exit(number as i32),
        stack: vec![Frame { function: "main".into(), at, args: Vec::new() }],
        inputs: vec![Input { name: "x".into(), bytes: number.to_le_bytes().to_vec() }],
        output: format!("{number}\n").into_bytes(),
        decisions: decisions(number % 3),
        surroundings: Vec::new(),
        instructions: 1,
        depth: 0,
        first: true,
        kept: true,
        new_coverage: true,
        approximated: false,
    }
}

/// So many decisions, one side after the other.
pub fn decisions(count: u32) -> Decisions {
    let mut decisions = Decisions::default();
    for index in 0..count {
        let at = Moment::first(10 + u64::from(index));
        decisions.push(Decision { at, choice: Choice::Side(index % 2 == 0), others: Others::Followed });
    }
    decisions
}

/// A path that reads and prints a number, and ends in an error.
pub fn error(number: u32) -> PathEnd {
    let termination = Termination::Error { kind: ErrorKind::Null, message: "m".into(), suffix: None };
    PathEnd { termination, ..exit(number) }
}
