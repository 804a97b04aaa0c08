//! Groups: the classes of the values of some leaves.

use std::sync::Arc;

use super::question::Name;
use crate::value_sets::Leaf;

/// Classes: assignments of some leaves for which some terms have the same values are one class.
pub(crate) struct Group {
    /// The terms that tell the classes apart, each with its value in every class.
    pub(crate) columns: Vec<(Name, Vec<u64>)>,
    /// For every class, one assignment that is in it.
    pub(crate) ways: Vec<Way>,
    /// The classes of the leaves before the last.
    pub(crate) before: Option<Arc<Group>>,
}

/// An assignment in a class: a class of the leaves before, and the value of the last leaf.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) before: u32,
    pub(crate) value: u64,
}

impl Group {
    /// The group of no leaves: one class, the empty assignment.
    pub(crate) fn of_nothing() -> Group {
        Group { columns: Vec::new(), ways: vec![Way { before: 0, value: 0 }], before: None }
    }

    /// Whether there is no class.
    pub(crate) fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// The number of values it consists of, for the limit on memory.
    pub(crate) fn size(&self) -> usize {
        (self.columns.len() + 2) * self.ways.len() + 8
    }

    /// Values of the leaves that are in the first class.
    pub(crate) fn values(&self, leaves: &[Leaf]) -> Vec<(Leaf, u64)> {
        let mut found = Vec::with_capacity(leaves.len());
        let (mut group, mut class) = (self, 0);
        for &leaf in leaves.iter().rev() {
            let way = group.ways[class];
            found.push((leaf, way.value));
            let Some(before) = &group.before else { break };
            (group, class) = (before, way.before as usize);
        }
        found
    }
}
