//! A state: one path that has not ended yet.
//!
//! It has four parts, a file each, and whoever needs one part of a state is given that part:
//!
//! - [`Machine`]: what the program can see. Two states with equal machines and equal path conditions behave alike from there on.
//! - [`Path`]: what the path has assumed, and where it is in the execution tree.
//! - [`Record`]: what a test of the path needs, and what is told about it.
//! - [`Schedule`]: what the main loop needs to decide whose turn it is.
//!
//! **Invariant.** No part knows another: what concerns two of them is a function of [`State`]. Cloning a state shares all but the
//! registers of the innermost frame.

mod machine;
mod path;
mod record;
mod schedule;
mod visit;

pub use machine::{Machine, StackFrame, Then};
pub use path::Path;
pub use record::Record;
pub use schedule::Schedule;
pub use visit::{Registers, Slot};

/// A live state, by order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(pub u64);

/// One path under way.
#[derive(Clone)]
pub struct State {
    /// Its number.
    pub id: StateId,
    /// What the program can see.
    pub machine: Machine,
    /// What it has assumed, and its place in the tree.
    pub path: Path,
    /// What its test needs.
    pub record: Record,
    /// What the main loop knows about it.
    pub schedule: Schedule,
}

impl State {
    /// The first state of a run.
    pub fn new(machine: Machine) -> State {
        State {
            id: StateId(0),
            machine,
            path: Path::default(),
            record: Record::default(),
            schedule: Schedule::default(),
        }
    }

    /// Splits off the other side of a fork, which gets the number `id`. Both sides begin a new count of turns, and what the path
    /// has executed first so far is this side's to show.
    pub fn split(self: &mut Box<State>, id: StateId) -> Box<State> {
        self.schedule.restart();
        self.path.depth += 1;
        // A clone of the box is made where it stays; the state is too large to be moved for nothing.
        let mut other = self.clone();
        other.id = id;
        other.record.covered_new = false;
        other
    }
}
