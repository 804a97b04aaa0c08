//! An observer for tests that collects how paths end.

use std::io;

use exec::{Location, Observer, PathEnd, Progress};
use ir::Module;

/// Called at the end of a path.
type AtEnd<'a> = Box<dyn FnMut(&PathEnd) -> io::Result<()> + Send + 'a>;

/// Collects the ends of paths in their order, and messages. Its fields say what it asks of the run; the
/// defaults are those of [`Observer`].
pub struct Collector<'a> {
    /// How paths ended.
    pub ends: Vec<PathEnd>,
    /// The messages for the user.
    pub messages: Vec<String>,
    /// See [`Observer::wants_tests`].
    pub tests: bool,
    /// See [`Observer::wants_unfinished`].
    pub unfinished: bool,
    /// See [`Observer::wants_all_inputs`].
    pub all_inputs: bool,
    /// Whether to interrupt the run when it first asks.
    pub interrupts: bool,
    /// Called at the end of a path, before the end is collected. An error stops the run.
    pub at_end: AtEnd<'a>,
}

impl Default for Collector<'_> {
    fn default() -> Self {
        Collector {
            ends: Vec::new(),
            messages: Vec::new(),
            tests: true,
            unfinished: true,
            all_inputs: false,
            interrupts: false,
            at_end: Box::new(|_| Ok(())),
        }
    }
}

impl Observer for Collector<'_> {
    fn path_end(&mut self, end: PathEnd) -> io::Result<()> {
        let result = (self.at_end)(&end);
        self.ends.push(end);
        result
    }

    fn wants_unfinished(&self) -> bool {
        self.unfinished
    }

    fn wants_tests(&self) -> bool {
        self.tests
    }

    fn wants_all_inputs(&self) -> bool {
        self.all_inputs
    }

    fn message(&mut self, _: &Location, text: &str) {
        self.messages.push(text.to_owned());
    }

    fn progress(&mut self, _: &Progress) -> bool {
        !self.interrupts
    }
}

/// Parses a program in the text form of the IR.
///
/// # Panics
/// If the text does not parse, or the program breaks a rule.
#[track_caller]
pub fn module(text: &str) -> Module {
    let module = ir::parse_module(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(errors) = ir::verify(&module) {
        panic!("{}\n{text}", errors[0]);
    }
    module
}
