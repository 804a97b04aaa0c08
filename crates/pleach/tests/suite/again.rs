//! The questions of a log, asked again of another chain: it may take another way to an answer, and never to another answer.

use solver::{Config, Replay, Technique};

/// What came of it.
#[derive(Default)]
pub struct Again {
    /// How many questions were asked.
    pub questions: u64,
    /// How many of them stayed open, which contradicts nothing.
    pub open: u64,
    /// Answers that differ from the log's.
    pub complaints: Vec<String>,
}

impl Again {
    /// Asks the questions of a program's log in a mode; no other solver takes part.
    pub fn ask(program: &str, mode: &str, log: &[String], config: Config) -> Again {
        let mut replay = Replay::new(config.without(Technique::External));
        for script in log {
            replay.script(script).unwrap_or_else(|error| panic!("{error} in\n{script}"));
        }
        let report = replay.report();
        let complaints = report.mismatches.into_iter().map(|text| format!("{program}, {mode}: {text}")).collect();
        Again { questions: report.questions, open: report.unknown, complaints }
    }

    /// Adds what came of more questions.
    pub fn add(&mut self, more: Again) {
        self.questions += more.questions;
        self.open += more.open;
        self.complaints.extend(more.complaints);
    }
}
