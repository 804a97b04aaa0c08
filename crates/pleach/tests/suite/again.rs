//! Asks the questions of a log again of another chain. It may reach an answer in another way, but the answer
//! must be the same.

use solver::{Config, Replay, Technique};

/// The outcome of asking again.
#[derive(Default)]
pub struct Again {
    /// The number of questions asked.
    pub questions: u64,
    /// The number of questions left unanswered, which contradicts nothing.
    pub open: u64,
    /// The answers that differ from the log's.
    pub complaints: Vec<String>,
}

impl Again {
    /// Asks the questions of a program's log again in one mode, without the external solver.
    pub fn ask(program: &str, mode: &str, log: &[String], config: Config) -> Again {
        let mut replay = Replay::new(config.without(Technique::External));
        for script in log {
            replay.script(script).unwrap_or_else(|error| panic!("{error} in\n{script}"));
        }
        let report = replay.report();
        let complaints = report.mismatches.into_iter().map(|text| format!("{program}, {mode}: {text}")).collect();
        Again { questions: report.questions, open: report.unknown, complaints }
    }

    /// Adds the outcome of more questions.
    pub fn add(&mut self, more: Again) {
        self.questions += more.questions;
        self.open += more.open;
        self.complaints.extend(more.complaints);
    }
}
