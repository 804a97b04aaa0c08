//! Conditions that share no input bytes.

use std::sync::Arc;

use expr::{ByteRange, ExprId, Pool};

/// The conditions in groups that share no bytes of symbols. All can hold together if those of each group can.
pub fn independent(pool: &Pool, conditions: &[ExprId]) -> Vec<Vec<ExprId>> {
    let supports: Vec<Arc<[ByteRange]>> = conditions.iter().map(|&condition| pool.support(condition)).collect();
    let groups = connected(&supports).into_iter();
    groups.map(|group| group.into_iter().map(|at| conditions[at]).collect()).collect()
}

/// The members in groups: members of one group share bytes, directly or through others; those of different
/// groups do not.
fn connected(members: &[Arc<[ByteRange]>]) -> Vec<Vec<usize>> {
    let mut owned: Vec<(ByteRange, usize)> = Vec::new();
    for (member, ranges) in members.iter().enumerate() {
        owned.extend(ranges.iter().map(|&range| (range, member)));
    }
    owned.sort_unstable();
    // Each member points to a member of its group with a lower or the same number.
    let mut parents: Vec<usize> = (0..members.len()).collect();
    let mut last: Option<(ByteRange, usize)> = None;
    for (range, member) in owned {
        match &mut last {
            Some((reached, other)) if reached.symbol == range.symbol && range.from < reached.to => {
                let (a, b) = (find(&mut parents, member), find(&mut parents, *other));
                parents[a.max(b)] = a.min(b);
                reached.to = reached.to.max(range.to);
            }
            _ => last = Some((range, member)),
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut places: Vec<usize> = Vec::with_capacity(members.len());
    for member in 0..members.len() {
        let first = find(&mut parents, member);
        if first == member {
            groups.push(Vec::new());
        }
        places.push(if first == member { groups.len() - 1 } else { places[first] });
        groups[places[member]].push(member);
    }
    groups
}

fn find(parents: &mut [usize], mut member: usize) -> usize {
    while parents[member] != member {
        parents[member] = parents[parents[member]];
        member = parents[member];
    }
    member
}
