//! Programs under the other memory model: their reports must be the same and their tests must replay; only the
//! number of paths may differ.

use report::replay::Builder;

use crate::case::Case;
use crate::check;
use crate::configuration::Configuration;
use crate::explore::Explored;
use crate::follow;
use crate::repeat;
use crate::replay::Natively;

/// The outcome for a program.
#[derive(Default)]
pub struct Compared {
    /// The number of accesses that were a choice between several objects.
    pub choices: u64,
    /// The number of tests replayed.
    pub replayed: u64,
    pub complaints: Vec<String>,
}

/// Whether a program is compared in an ordinary run: all those about pointers, and some others.
pub fn is_compared(case: &Case) -> bool {
    ["pointers/", "aggregates/", "memory/"].iter().any(|part| case.name.contains(part)) || case.draw(6) == 0
}

/// Explores a program with choices between objects, and compares errors and completeness with its expectations.
/// If there was a choice, its tests are replayed and followed again, and it is explored again with every answer checked.
pub fn compare(case: &Case, builder: &Builder) -> Compared {
    let mut compared = Compared::default();
    let configuration = Configuration::with_memory_model("merge");
    let explored = match Explored::by(case, &configuration) {
        Ok(explored) => explored,
        Err(complaint) => {
            compared.complaints.push(complaint);
            return compared;
        }
    };
    compared.choices = explored.counter("exec.choices");
    let summary = &explored.summary;
    let mut found = check::errors(case, summary, case.depends_on_order());
    if summary.complete == case.footer.incomplete {
        found.push(format!("the exploration is {}", if summary.complete { "complete" } else { "incomplete" }));
    }
    compared.complaints.extend(found.into_iter().map(|text| format!("{}{}: {text}", case.name, configuration.label())));
    if compared.choices == 0 {
        return compared;
    }
    match Explored::by(case, &configuration.checked()) {
        Ok(again) => compared.complaints.extend(repeat::compare(case, &configuration, &explored, &again)),
        Err(complaint) => compared.complaints.push(complaint),
    }
    compared.complaints.extend(follow::all(case, &configuration, &explored).err());
    if case.replays {
        let mut natively = Natively::new(case, builder);
        compared.complaints.extend(natively.replay(&configuration, &explored));
        compared.replayed = natively.replayed;
    }
    compared
}
