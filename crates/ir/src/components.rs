//! Strongly connected components (R. Tarjan, "Depth-first search and linear graph algorithms", 1972), without
//! recursion.
//!
//! Components are numbered such that every edge stays in its component or leads to one with a smaller number.

/// The strongly connected components of a graph.
pub(crate) struct Components {
    /// The component of each node.
    pub of: Vec<u32>,
    /// The number of components.
    pub count: usize,
    members: Vec<u32>,
    starts: Vec<u32>,
}

impl Components {
    /// The components of a graph given by the successors of each node.
    pub fn new<N: AsRef<[u32]>>(next: &[N]) -> Components {
        const UNSEEN: u32 = u32::MAX;
        let mut found = Components { of: vec![UNSEEN; next.len()], count: 0, members: Vec::new(), starts: vec![0] };
        let mut order = vec![UNSEEN; next.len()];
        let mut low = vec![0u32; next.len()];
        let mut seen = 0u32;
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<(u32, usize)> = Vec::new();
        for root in 0..next.len() as u32 {
            if order[root as usize] != UNSEEN {
                continue;
            }
            path.push((root, 0));
            while let Some(&mut (node, ref mut edge)) = path.last_mut() {
                let at = node as usize;
                if *edge == 0 {
                    order[at] = seen;
                    low[at] = seen;
                    seen += 1;
                    open.push(node);
                }
                if let Some(&to) = next[at].as_ref().get(*edge) {
                    *edge += 1;
                    if order[to as usize] == UNSEEN {
                        path.push((to, 0));
                    } else if found.of[to as usize] == UNSEEN {
                        low[at] = low[at].min(order[to as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    low[before as usize] = low[before as usize].min(low[at]);
                }
                if low[at] == order[at] {
                    found.close(&mut open, node);
                }
            }
        }
        found
    }

    /// Pops a whole component, down to its root, from the stack of open nodes.
    fn close(&mut self, open: &mut Vec<u32>, root: u32) {
        loop {
            let node = open.pop().expect("the root of a component is open");
            self.of[node as usize] = self.count as u32;
            self.members.push(node);
            if node == root {
                break;
            }
        }
        self.count += 1;
        self.starts.push(self.members.len() as u32);
    }

    /// The nodes of a component.
    pub fn members(&self, component: usize) -> &[u32] {
        &self.members[self.starts[component] as usize..self.starts[component + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::random_graphs;

    #[test]
    fn components_are_what_reaches_each_other() {
        random_graphs(500, 12, |graph| {
            let found = Components::new(graph);
            let reaches = |from: u32| {
                let mut seen = vec![false; graph.len()];
                let mut waiting = vec![from];
                while let Some(node) = waiting.pop() {
                    if !std::mem::replace(&mut seen[node as usize], true) {
                        waiting.extend(&graph[node as usize]);
                    }
                }
                seen
            };
            let reach: Vec<Vec<bool>> = (0..graph.len() as u32).map(reaches).collect();
            for a in 0..graph.len() {
                for (b, from_b) in reach.iter().enumerate() {
                    let together = reach[a][b] && from_b[a];
                    assert_eq!(found.of[a] == found.of[b], together, "{graph:?}: {a} and {b}");
                }
                assert!(graph[a].iter().all(|&b| found.of[b as usize] <= found.of[a]), "{graph:?}");
                assert!(found.members(found.of[a] as usize).contains(&(a as u32)));
            }
            let members: usize = (0..found.count).map(|component| found.members(component).len()).sum();
            assert_eq!(members, graph.len());
        });
    }
}
