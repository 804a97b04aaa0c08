//! Programs with string functions in each of their forms: the reports must be the same, and only the number of
//! paths may differ.

use crate::case::Case;
use crate::check;
use crate::configuration::Configuration;
use crate::explore::Explored;

/// The names of the forms.
pub const FORMS: [&str; 3] = ["auto", "fork", "expression"];

/// Explores a program in each form and compares errors and completeness with its expectations.
pub fn compare(case: &Case) -> Vec<String> {
    let mut complaints = Vec::new();
    for configuration in FORMS.map(Configuration::with_strings) {
        let summary = match Explored::by(case, &configuration) {
            Ok(explored) => explored.summary,
            Err(complaint) => {
                complaints.push(complaint);
                continue;
            }
        };
        let mut found = check::errors(case, &summary, case.depends_on_order());
        if summary.complete == case.footer.incomplete {
            found.push(format!("the exploration is {}", if summary.complete { "complete" } else { "incomplete" }));
        }
        complaints.extend(found.into_iter().map(|text| format!("{}{}: {text}", case.name, configuration.label())));
    }
    complaints
}
