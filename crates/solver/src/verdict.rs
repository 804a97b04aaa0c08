//! The outcome of a search that is sound but not complete.

/// Whether something can hold, as far as a search tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict<T> {
    /// It holds for these values.
    Holds(T),
    /// There are no values for which it holds.
    Fails,
    /// The search gave up.
    Open,
}
