//! A state: one path that has not ended yet.
//!
//! A state has four parts, each in a file of its own. A function that needs one part is given that part only:
//!
//! - [`Machine`]: what the program can see. Two states with equal machines and equal path conditions behave
//!   alike from then on.
//! - [`Path`]: what the path has assumed, and its node in the execution tree.
//! - [`Record`]: what a test of the path needs, and what is reported about the path.
//! - [`Schedule`]: what the main loop needs to decide which state runs.
//!
//! **Invariant.** No part knows another: what concerns two of them is a function of [`State`]. A clone of a
//! state shares everything except the slots of the innermost frame.

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

/// The number of a state, in order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(pub u64);

/// Several states. They are kept in boxes, since a state is too large to be moved about.
pub type States = Vec<Box<State>>;

/// A path that has not ended yet.
#[derive(Clone)]
pub struct State {
    /// Its number.
    pub id: StateId,
    /// What the program can see.
    pub machine: Machine,
    /// What the path has assumed, and its node in the execution tree.
    pub path: Path,
    /// What a test of the path needs.
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

    /// Splits off the other side of a fork, which gets the number `id`. Both sides count their turns anew. What
    /// the path was the first to execute so far remains for this side to show.
    pub fn split(self: &mut Box<State>, id: StateId) -> Box<State> {
        self.schedule.restart();
        self.path.depth += 1;
        // Clone the box, which builds the clone on the heap: the state is too large to be moved needlessly.
        let mut other = self.clone();
        other.id = id;
        other.record.covered_new = false;
        other
    }
}
