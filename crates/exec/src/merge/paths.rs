//! The paths that join, as a tree of the conditions that they have assumed since their common root.
//!
//! Conditions and values are merged along the tree (Trabish 2024, algorithms 5 and 6), so that a condition that many
//! paths share is written once, and the merged terms grow with the number of paths and not with its square. Where
//! all paths below a fork join, the fork's conditions are not needed at all.

use expr::{ExprId, Pool};

/// The conditions of several paths, by their forks.
pub(crate) struct Paths {
    /// Parents come before their children; the first node is the root.
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    /// What the paths through this node have assumed in addition to those through its parent; `None` for the root.
    condition: Option<ExprId>,
    children: Vec<usize>,
    /// The path that ends here.
    path: Option<usize>,
}

impl Paths {
    /// The tree of paths, each given by what it has assumed, oldest first. `None` if one path is the beginning of
    /// another, so that nothing tells them apart.
    pub(crate) fn new(paths: &[Vec<ExprId>]) -> Option<Paths> {
        let mut tree = Paths { nodes: vec![Node::default()] };
        for (number, conditions) in paths.iter().enumerate() {
            let mut at = 0;
            for &condition in conditions {
                let mut children = tree.nodes[at].children.iter().copied();
                let child = children.find(|&child| tree.nodes[child].condition == Some(condition));
                at = child.unwrap_or_else(|| {
                    tree.nodes.push(Node { condition: Some(condition), ..Node::default() });
                    let child = tree.nodes.len() - 1;
                    tree.nodes[at].children.push(child);
                    child
                });
            }
            if tree.nodes[at].path.replace(number).is_some() {
                return None;
            }
        }
        let is_apart = |node: &Node| node.path.is_none() || node.children.is_empty();
        tree.nodes.iter().all(is_apart).then_some(tree)
    }

    fn assumed(&self, node: usize) -> ExprId {
        self.nodes[node].condition.expect("only the root has no condition")
    }

    /// The condition that one of the paths was taken.
    pub(crate) fn condition(&self, pool: &mut Pool) -> ExprId {
        // For each node: what must hold below it, and whether that is everything that is possible there.
        let mut below: Vec<(ExprId, bool)> = vec![(pool.bool(true), true); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if node.path.is_some() {
                continue;
            }
            let is_whole = match node.children[..] {
                [one, other] => {
                    let (first, second) = (self.assumed(one), self.assumed(other));
                    below[one].1 && below[other].1 && pool.not(first) == second
                }
                _ => false,
            };
            if is_whole {
                continue;
            }
            let mut any = pool.bool(false);
            for &child in &node.children {
                let here = pool.and(self.assumed(child), below[child].0);
                any = pool.or(any, here);
            }
            below[number] = (any, false);
        }
        below[0].0
    }

    /// The value on the path that was taken, given one for each path. All have the same width.
    pub(crate) fn value(&self, pool: &mut Pool, values: &[ExprId]) -> ExprId {
        let mut of: Vec<Option<ExprId>> = vec![None; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            of[number] = match node.path {
                Some(path) => Some(values[path]),
                None => node.children.iter().rev().fold(None, |rest, &child| {
                    let value = of[child].expect("children come after their parents");
                    Some(match rest {
                        // The siblings exclude each other, and one of them was taken.
                        Some(rest) => pool.ite(self.assumed(child), value, rest),
                        None => value,
                    })
                }),
            };
        }
        of[0].expect("there is a path")
    }
}

#[cfg(test)]
mod tests {
    use bv::Bv;
    use expr::{Evaluator, Model};

    use super::*;

    /// Random trees of forks over the bits of a byte, some paths of which join: under every value of the byte that
    /// takes one of them, the merged condition holds and the merged value is that path's; under all others the
    /// condition is false.
    #[test]
    fn merged_terms_are_those_of_the_path_taken() {
        let mut random = crate::rng::Rng::new(7);
        for _ in 0..300 {
            let mut pool = Pool::new();
            let symbol = pool.symbol_id("input", 8);
            let input = pool.symbol_term(symbol);
            let mut open: Vec<Vec<ExprId>> = vec![Vec::new()];
            for bit in 0..6 {
                let bit = pool.extract(input, bit, 1);
                let at = random.below(open.len() as u64) as usize;
                let path = open.swap_remove(at);
                for side in [bit, pool.not(bit)] {
                    open.push(path.iter().copied().chain([side]).collect());
                }
            }
            // Some do not join: they have ended or left elsewhere.
            let joining: Vec<Vec<ExprId>> = open.iter().filter(|_| random.below(4) > 0).cloned().collect();
            if joining.is_empty() {
                continue;
            }
            let paths = Paths::new(&joining).expect("they exclude each other");
            let condition = paths.condition(&mut pool);
            let values: Vec<ExprId> = (0..joining.len()).map(|number| pool.int(16, 100 + number as u64)).collect();
            let value = paths.value(&mut pool, &values);
            let is_whole = joining.len() == open.len();
            assert!(!is_whole || pool.as_u64(condition) == Some(1), "all paths join");
            for byte in 0..=255u8 {
                let model = Model::default().with_bytes([(symbol, 0, byte)]);
                let mut evaluator = Evaluator::default();
                let mut holds = |term| evaluator.eval(&pool, &model, term) == Bv::new(1, 1);
                let taken = joining.iter().position(|path| path.iter().all(|&condition| holds(condition)));
                assert_eq!(holds(condition), taken.is_some());
                if let Some(taken) = taken {
                    assert_eq!(evaluator.eval(&pool, &model, value), Bv::new(16, 100 + taken as u64));
                }
            }
        }
    }

    /// A loop that leaves at one of n places: the terms grow linearly.
    #[test]
    fn terms_grow_linearly() {
        let size = |count: u64| {
            let mut pool = Pool::new();
            let input = pool.symbol("n", 32);
            let mut paths = Vec::new();
            let mut so_far = Vec::new();
            for number in 0..count {
                let bound = pool.int(32, number);
                let stays = pool.ult(bound, input);
                let leaves = pool.not(stays);
                paths.push(so_far.iter().copied().chain([leaves]).collect::<Vec<_>>());
                so_far.push(stays);
            }
            let tree = Paths::new(&paths).expect("they exclude each other");
            let before = pool.len();
            let values: Vec<ExprId> = (0..count).map(|number| pool.int(32, 3 * number + number % 2)).collect();
            tree.condition(&mut pool);
            tree.value(&mut pool, &values);
            pool.len() - before
        };
        let [small, middle, large] = [20, 40, 80].map(size);
        assert!(middle <= 2 * small + 10 && large <= 2 * middle + 10, "{small} {middle} {large}");
    }
}
