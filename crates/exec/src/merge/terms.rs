//! How the conditions and the values of paths become one: three ways, of which the configuration chooses.

use expr::{ExprId, Pool};

use super::paths::Paths;
use super::patterns::Pattern;

/// The paths that join, in the form that their terms are made by.
pub(super) enum Terms {
    /// Each by the conjunction of all that it has assumed (Trabish 2024, algorithm 4).
    Plain(Vec<ExprId>),
    /// By the forks between them.
    Tree(Paths),
    /// By the number of repetitions.
    Pattern(Pattern),
}

impl Terms {
    /// The terms of single paths.
    pub(super) fn plain(pool: &mut Pool, assumed: &[Vec<ExprId>]) -> Terms {
        let all = |path: &Vec<ExprId>| path.iter().fold(pool.bool(true), |all, &next| pool.and(all, next));
        Terms::Plain(assumed.iter().map(all).collect())
    }

    /// The condition that one of the paths was taken.
    pub(super) fn condition(&self, pool: &mut Pool) -> ExprId {
        match self {
            Terms::Plain(paths) => paths.iter().fold(pool.bool(false), |any, &path| pool.or(any, path)),
            Terms::Tree(paths) => paths.condition(),
            Terms::Pattern(pattern) => pattern.condition(pool),
        }
    }

    /// The value on the path that was taken, given one for each path. All have the same width.
    pub(super) fn value(&self, pool: &mut Pool, values: &[ExprId]) -> ExprId {
        match self {
            Terms::Plain(paths) => {
                let (&last, others) = values.split_last().expect("there are paths");
                let each = paths.iter().zip(others).rev();
                each.fold(last, |rest, (&path, &value)| if value == rest { rest } else { pool.ite(path, value, rest) })
            }
            Terms::Tree(paths) => paths.value(pool, values),
            Terms::Pattern(pattern) => pattern.value(pool, values),
        }
    }
}
