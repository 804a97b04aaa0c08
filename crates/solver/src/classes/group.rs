//! The classes of some leaves' values.

use std::rc::Rc;

use super::question::Name;
use crate::value_sets::Leaf;

/// Classes: those values of some leaves for which some terms have the same values are one.
pub(crate) struct Group {
    /// The terms by which they are told apart, and for each the value in every class.
    pub(crate) columns: Vec<(Name, Vec<u64>)>,
    /// For every class a way to get there.
    pub(crate) ways: Vec<Way>,
    /// The classes of the leaves before the last.
    pub(crate) before: Option<Rc<Group>>,
}

/// How a class came about: the class of the leaves before, and the value of the last one.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) before: u32,
    pub(crate) value: u64,
}

impl Group {
    /// No leaves have one value.
    pub(crate) fn of_nothing() -> Group {
        Group { columns: Vec::new(), ways: vec![Way { before: 0, value: 0 }], before: None }
    }

    /// Whether there is no class.
    pub(crate) fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// How many numbers it consists of.
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
