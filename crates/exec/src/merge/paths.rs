//! The paths that join, as a tree of the conditions that they have assumed since their common root.
//!
//! Conditions and values are merged along the tree (Trabish 2024, algorithms 5 and 6), so that a condition that many
//! paths share is written once, and the merged terms grow with the number of paths and not with its square. Where
//! all paths below a fork join, the fork's conditions are not needed at all.
//!
//! Paths that were joined before have assumed a disjunction, and what they were parted by is in it. Whether all paths
//! join is seen by the [`Routes`] that such a disjunction stands for.

use expr::{ExprId, Pool};
use rustc_hash::FxHashMap;

use crate::tuning::{ROUTES, ROUTES_JOINED};

/// What was assumed by each of the paths that were joined before, by the condition that one of them was taken.
#[derive(Default)]
pub(crate) struct Routes(FxHashMap<ExprId, Vec<Vec<ExprId>>>);

impl Routes {
    /// Remembers that a condition is that one of some paths was taken, which exclude each other.
    pub(crate) fn learn(&mut self, condition: ExprId, of: &[Vec<ExprId>]) {
        if of.len() <= ROUTES_JOINED {
            self.0.entry(condition).or_insert_with(|| of.to_vec());
        }
    }

    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    /// The ways to assume some conditions, by the forks that lead there; none if there are too many.
    fn of(&self, conditions: &[ExprId]) -> Option<Vec<Vec<ExprId>>> {
        let mut ways: Vec<Vec<ExprId>> = vec![Vec::new()];
        for condition in conditions {
            let behind = match self.0.get(condition) {
                None => vec![vec![*condition]],
                Some(of) => {
                    let mut all = Vec::new();
                    for one in of {
                        // A condition that is one of its own parts is no disjunction.
                        let one = if one.contains(condition) { Some(vec![one.clone()]) } else { self.of(one) };
                        all.extend(one?);
                    }
                    all
                }
            };
            if ways.len() * behind.len() > ROUTES {
                return None;
            }
            ways = ways.iter().flat_map(|way| behind.iter().map(|next| [&way[..], next].concat())).collect();
        }
        Some(ways)
    }
}

/// Whether some ways are all that there are: both sides of each fork.
fn are_all(pool: &mut Pool, ways: &[&[ExprId]]) -> bool {
    let [first, others @ ..] = ways else { return false };
    let Some(&taken) = first.first() else { return others.is_empty() };
    let left = pool.not(taken);
    let side = |of: ExprId| -> Vec<&[ExprId]> {
        ways.iter().filter(|way| way.first() == Some(&of)).map(|way| &way[1..]).collect()
    };
    let (yes, no) = (side(taken), side(left));
    yes.len() + no.len() == ways.len() && are_all(pool, &yes) && are_all(pool, &no)
}

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
    pub(crate) fn new(pool: &mut Pool, paths: &[Vec<ExprId>], routes: &Routes) -> Option<Paths> {
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
        tree.add_conditions(pool, routes);
        Some(tree)
    }

    fn add_conditions(&mut self, pool: &mut Pool, routes: &Routes) {
        // The ways from a node to where all that is possible joins: one without conditions if that is the node itself; none
        // if there are too many.
        let mut ways: Vec<Option<Vec<Vec<ExprId>>>> = vec![Some(vec![Vec::new()]); self.nodes.len()];
        for number in (0..self.nodes.len()).rev() {
            if self.nodes[number].path.is_some() {
                continue;
            }
            let children = std::mem::take(&mut self.nodes[number].children);
            let own = self.ways(&children, &mut ways, routes);
            let slices: Vec<&[ExprId]> = own.iter().flatten().map(Vec::as_slice).collect();
            if own.is_some() && are_all(pool, &slices) {
                ways[number] = Some(vec![Vec::new()]);
            } else {
                let mut any = pool.bool(false);
                for &child in &children {
                    let taken = self.taken(pool, child);
                    any = pool.or(any, taken);
                }
                self.nodes[number].below = any;
                ways[number] = own;
            }
            self.nodes[number].children = children;
        }
    }

    /// The ways from a node over its children, whose own are taken.
    fn ways(
        &self,
        children: &[usize],
        of: &mut [Option<Vec<Vec<ExprId>>>],
        routes: &Routes,
    ) -> Option<Vec<Vec<ExprId>>> {
        let mut all: Vec<Vec<ExprId>> = Vec::new();
        for &child in children {
            let behind = of[child].take()?;
            for to in routes.of(&[self.nodes[child].assumed])? {
                all.extend(behind.iter().map(|way| [&to[..], way].concat()));
                if all.len() > ROUTES || all.last().is_some_and(|way| way.len() > ROUTES) {
                    return None;
                }
            }
        }
        Some(all)
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
        let (mut told_apart, mut whole) = (0, 0);
        for _ in 0..300 {
            let mut pool = Pool::new();
            let symbol = pool.symbol_id("input", 8);
            let input = pool.symbol_term(symbol);
            let mut open: Vec<Vec<ExprId>> = vec![Vec::new()];
            let mut routes = Routes::default();
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
                routes.learn(either, &[one[from..].to_vec(), other[from..].to_vec()]);
                open.push(one[..from].iter().copied().chain([either]).collect());
            }
            // Some do not join: they have ended or left elsewhere.
            let all_join = random.below(3) == 0;
            let joining: Vec<Vec<ExprId>> = open.iter().filter(|_| all_join || random.below(4) > 0).cloned().collect();
            if joining.is_empty() {
                continue;
            }
            let Some(paths) = Paths::new(&mut pool, &joining, &routes) else { continue };
            let condition = paths.condition();
            let values: Vec<ExprId> = (0..joining.len()).map(|number| pool.int(16, 100 + number as u64)).collect();
            let value = paths.value(&mut pool, &values);
            told_apart += 1;
            whole += u64::from(all_join && pool.as_u64(condition) == Some(1));
            assert!(all_join || open.len() == joining.len() || pool.as_u64(condition) != Some(1));
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
        assert!(told_apart > 200 && whole > 50, "{told_apart} {whole}");
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
            let tree = Paths::new(&mut pool, &paths, &Routes::default()).expect("they exclude each other");
            let values: Vec<ExprId> = (0..count).map(|number| pool.int(32, 3 * number + number % 2)).collect();
            tree.value(&mut pool, &values);
            pool.len() - before
        };
        // Where all paths join, nothing has to be assumed.
        let mut pool = Pool::new();
        let bit = pool.symbol("bit", 1);
        let sides = [vec![bit], vec![pool.not(bit)]];
        let whole = Paths::new(&mut pool, &sides, &Routes::default()).expect("they exclude each other");
        assert_eq!(pool.as_u64(whole.condition()), Some(1));
        let [small, middle, large] = [20, 40, 80].map(size);
        assert!(middle <= 2 * small + 10 && large <= 2 * middle + 10, "{small} {middle} {large}");
    }
}
