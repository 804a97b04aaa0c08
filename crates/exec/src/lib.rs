//! The executor: states, steps, forks, calls, searchers, limits, and how paths end.

mod outcome;

pub use outcome::{
    Coverage, Frame, Input, Limit, Location, Observer, PathEnd, Progress, Questions, RunResult, Termination, Time,
};
