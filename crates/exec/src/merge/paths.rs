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

struct Node {
    /// What the paths through this node have assumed in addition to those through its parent.
    assumed: ExprId,
    children: Vec<usize>,
    /// The path that ends here.
    path: Option<usize>,
    /// The condition that one of the paths through the node was taken, given that the node was reached.
    below: ExprId,
}

impl Paths {
    /// The tree of paths, each given by what it has assumed, oldest first. `None` if one path is the beginning of
    /// another, so that nothing tells them apart.
    pub(crate) fn new(pool: &mut Pool, paths: &[Vec<ExprId>]) -> Option<Paths> {
        let root = Node { assumed: pool.bool(true), children: Vec::new(), path: None, below: pool.bool(true) };
        let mut tree = Paths { nodes: vec![root] };
        for (number, conditions) in paths.iter().enumerate() {
            let mut at = 0;
            for &assumed in conditions {
                let mut children = tree.nodes[at].children.iter().copied();
                let child = children.find(|&child| tree.nodes[child].assumed == assumed);
                at = child.unwrap_or_else(|| {
                    tree.nodes.push(Node { assumed, children: Vec::new(), path: None, below: pool.bool(true) });
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
        if !tree.nodes.iter().all(is_apart) {
            return None;
        }
        tree.add_conditions(pool);
        Some(tree)
    }

    fn add_conditions(&mut self, pool: &mut Pool) {
        // Whether all that is possible below a node joins.
        let mut is_whole = vec![true; self.nodes.len()];
        for number in (0..self.nodes.len()).rev() {
            if self.nodes[number].path.is_some() {
                continue;
            }
            let children = std::mem::take(&mut self.nodes[number].children);
            is_whole[number] = self.sides(pool, &children).is_some() && children.iter().all(|&child| is_whole[child]);
            if !is_whole[number] {
                let mut any = pool.bool(false);
                for &child in &children {
                    let taken = self.taken(pool, child);
                    any = pool.or(any, taken);
                }
                self.nodes[number].below = any;
            }
            self.nodes[number].children = children;
        }
    }

    /// The two nodes, if they are the two sides of one condition.
    fn sides(&self, pool: &mut Pool, children: &[usize]) -> Option<[usize; 2]> {
        let &[one, other] = children else { return None };
        (pool.not(self.nodes[one].assumed) == self.nodes[other].assumed).then_some([one, other])
    }

    /// The condition that one of the paths through a node was taken, given that its parent was reached.
    fn taken(&self, pool: &mut Pool, node: usize) -> ExprId {
        pool.and(self.nodes[node].assumed, self.nodes[node].below)
    }

    /// The condition that one of the paths was taken.
    pub(crate) fn condition(&self) -> ExprId {
        self.nodes[0].below
    }

    /// The value on the path that was taken, given one for each path. All have the same width.
    pub(crate) fn value(&self, pool: &mut Pool, values: &[ExprId]) -> ExprId {
        let mut of: Vec<Option<ExprId>> = vec![None; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if let Some(path) = node.path {
                of[number] = Some(values[path]);
                continue;
            }
            let are_sides = self.sides(pool, &node.children).is_some();
            let mut rest = None;
            for &child in node.children.iter().rev() {
                let value = of[child].expect("children come after their parents");
                rest = Some(match rest {
                    None => value,
                    Some(rest) if rest == value => rest,
                    Some(rest) => {
                        // Of the two sides of a fork, one condition tells which it was. Paths that were joined before
                        // are told apart only by all that they have assumed.
                        let guard = if are_sides { self.nodes[child].assumed } else { self.taken(pool, child) };
                        pool.ite(guard, value, rest)
                    }
                });
            }
            of[number] = rest;
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
        let mut told_apart = 0;
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
            // Some were joined before, in a region that began at the same place or later.
            while random.below(3) > 0 && open.len() > 1 {
                let one = open.swap_remove(random.below(open.len() as u64) as usize);
                let other = open.swap_remove(random.below(open.len() as u64) as usize);
                let shared = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
                let from = random.below(shared as u64 + 1) as usize;
                let mut all = |path: &[ExprId]| path.iter().fold(pool.bool(true), |all, &next| pool.and(all, next));
                let (first, second) = (all(&one[from..]), all(&other[from..]));
                let either = pool.or(first, second);
                open.push(one[..from].iter().copied().chain([either]).collect());
            }
            // Some do not join: they have ended or left elsewhere.
            let joining: Vec<Vec<ExprId>> = open.iter().filter(|_| random.below(4) > 0).cloned().collect();
            if joining.is_empty() {
                continue;
            }
            let Some(paths) = Paths::new(&mut pool, &joining) else { continue };
            let condition = paths.condition();
            let values: Vec<ExprId> = (0..joining.len()).map(|number| pool.int(16, 100 + number as u64)).collect();
            let value = paths.value(&mut pool, &values);
            told_apart += 1;
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
        assert!(told_apart > 200, "{told_apart}");
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
            let before = pool.len();
            let tree = Paths::new(&mut pool, &paths).expect("they exclude each other");
            let values: Vec<ExprId> = (0..count).map(|number| pool.int(32, 3 * number + number % 2)).collect();
            tree.value(&mut pool, &values);
            pool.len() - before
        };
        // Where all paths join, nothing has to be assumed.
        let mut pool = Pool::new();
        let bit = pool.symbol("bit", 1);
        let sides = [vec![bit], vec![pool.not(bit)]];
        let whole = Paths::new(&mut pool, &sides).expect("they exclude each other");
        assert_eq!(pool.as_u64(whole.condition()), Some(1));
        let [small, middle, large] = [20, 40, 80].map(size);
        assert!(middle <= 2 * small + 10 && large <= 2 * middle + 10, "{small} {middle} {large}");
    }
}
