//! The classes of some leaves' values.

use std::rc::Rc;

use expr::ExprId;
use rustc_hash::FxHashMap;

use crate::value_sets::Leaf;

/// Classes: those values of some leaves for which some terms have the same values are one.
pub(crate) struct Group {
    /// The terms by which they are told apart, and for each the value in every class.
    pub(crate) columns: Vec<(ExprId, Vec<u64>)>,
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

    /// Drops the classes in which the last term does not hold.
    pub(crate) fn keep_true(&mut self) {
        let Some((_, last)) = self.columns.last() else { return };
        let kept: Vec<u32> = (0..last.len() as u32).filter(|&class| last[class as usize] == 1).collect();
        self.restrict(&kept);
    }

    /// Keeps one of those classes that have the same values.
    pub(crate) fn join(&mut self) {
        // Classes that have the same values so far have the same number.
        let mut numbers = vec![0u32; self.ways.len()];
        let mut kept = vec![0];
        for (_, values) in &self.columns {
            let mut seen: FxHashMap<(u32, u64), u32> = FxHashMap::default();
            kept.clear();
            for (class, number) in numbers.iter_mut().enumerate() {
                let next = seen.len() as u32;
                *number = *seen.entry((*number, values[class])).or_insert(next);
                if *number == next {
                    kept.push(class as u32);
                }
            }
        }
        kept.truncate(self.ways.len());
        self.restrict(&kept);
    }

    fn restrict(&mut self, kept: &[u32]) {
        if kept.len() == self.ways.len() {
            return;
        }
        for (_, values) in &mut self.columns {
            *values = kept.iter().map(|&class| values[class as usize]).collect();
        }
        self.ways = kept.iter().map(|&class| self.ways[class as usize]).collect();
    }
}
