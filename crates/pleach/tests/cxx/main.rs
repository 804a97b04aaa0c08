//! Programs in C++: `tests/suite/cxx/<property>/<case>.cpp`, with the expectations of the suite of C programs.
//!
//! Every program is explored from its source and compared with its expectations. It is then built natively and
//! every generated test replayed: each must print and end as predicted, and errors must be reported by a
//! sanitizer on the predicted line. A program without symbolic input is also compiled to optimised bitcode, at
//! -O1 or at -O2, which must print and end in the same way.
//!
//! `SUITE_FILTER=text` selects programs by a part of their name, and tries them at both levels; `SUITE_SEEDS`
//! also tries both levels.

#[path = "../binary/mod.rs"]
mod binary;
#[allow(dead_code)]
#[path = "../suite/case.rs"]
mod case;
#[path = "../suite/check.rs"]
mod check;
#[allow(dead_code)]
#[path = "../suite/configuration.rs"]
mod configuration;
#[allow(dead_code)]
#[path = "../suite/explore.rs"]
mod explore;
mod optimised;
#[path = "../suite/queue.rs"]
mod queue;
#[path = "../suite/replay.rs"]
mod replay;
#[path = "../suite/verdict.rs"]
mod verdict;

use std::path::Path;

use case::{Case, Selection};
use configuration::Configuration;
use explore::Explored;
use replay::Natively;
use report::replay::Builder;

#[test]
fn programs_do_what_they_do_natively() {
    let Selection { cases, skipped, unreadable } =
        Selection::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/cxx"));
    let plain = Builder::new(false).expect("a compiler");
    let sanitizing = Builder::new(true).expect("a compiler with sanitizers");
    let outcomes = queue::work(&cases, |case| examine(case, if expects_errors(case) { &sanitizing } else { &plain }));
    let replayed: u64 = outcomes.iter().map(|outcome| outcome.replayed).sum();
    let again: usize = outcomes.iter().map(|outcome| outcome.optimised).sum();
    println!(
        "cxx: {} programs, {replayed} tests replayed, {again} explorations of optimised bitcode, {skipped} skipped",
        cases.len()
    );
    let complaints: Vec<&String> =
        unreadable.iter().chain(outcomes.iter().flat_map(|outcome| &outcome.complaints)).collect();
    let text: Vec<&str> = complaints.iter().map(|complaint| complaint.as_str()).collect();
    assert!(complaints.is_empty(), "{} complaints\n\n{}", text.len(), text.join("\n"));
}

/// The outcome for a program.
#[derive(Default)]
struct Outcome {
    replayed: u64,
    optimised: usize,
    complaints: Vec<String>,
}

fn examine(case: &Case, builder: &Builder) -> Outcome {
    let mut outcome = Outcome::default();
    let configuration = Configuration::default();
    let explored = match Explored::by(case, &configuration) {
        Ok(explored) => explored,
        Err(complaint) => {
            outcome.complaints.push(complaint);
            return outcome;
        }
    };
    outcome.complaints.extend(check::all(case, &configuration, &explored));
    if case.replays {
        let mut natively = Natively::new(case, builder);
        outcome.complaints.extend(natively.replay(&configuration, &explored));
        outcome.replayed = natively.replayed;
    }
    if explored.summary.forks == 0 && !expects_errors(case) {
        let (levels, complaints) = optimised::compare(case, &explored);
        outcome.optimised = levels;
        outcome.complaints.extend(complaints);
    }
    outcome
}

fn expects_errors(case: &Case) -> bool {
    case.marks.iter().any(|mark| matches!(mark.expected, case::Expected::Error(_)))
}
