//! Reduces a failing script as long as it still fails.

use bv::Bv;

use crate::tree::{Command, Node, Op, Script, Sort, TermId};

/// The greatest number of smaller scripts that are tried.
const ATTEMPTS: usize = 3000;

/// A script that still fails and that no greedy step makes smaller, within [`ATTEMPTS`].
pub fn shrunk(script: &Script, mut fails: impl FnMut(&Script) -> bool) -> Script {
    let mut best = script.clone();
    let mut left = ATTEMPTS;
    let mut try_it = |candidate: Script, best: &mut Script| {
        if left == 0 {
            return false;
        }
        left -= 1;
        let better = fails(&candidate);
        if better {
            *best = candidate;
        }
        better
    };
    for question in script.questions() {
        let mut alone = script.clone();
        alone.commands = question.into_iter().map(Command::Assert).chain([Command::Check]).collect();
        if try_it(alone, &mut best) {
            break;
        }
    }
    loop {
        let mut changed = false;
        for place in (0..best.commands.len()).rev() {
            if let Command::Assert(_) = best.commands[place] {
                let mut candidate = best.clone();
                candidate.commands.remove(place);
                changed |= try_it(candidate, &mut best);
            }
        }
        for place in (0..best.nodes.len()).rev() {
            for node in simpler(&best, TermId(place)) {
                let mut candidate = best.clone();
                candidate.nodes[place] = node;
                if try_it(candidate, &mut best) {
                    changed = true;
                    break;
                }
            }
        }
        if !changed {
            return without_unused(best);
        }
    }
}

/// Nodes that could replace a term: its operands of the same sort, numbers, or a symbol. None for unused terms.
fn simpler(script: &Script, term: TermId) -> Vec<Node> {
    let node = script.node(term);
    if !used(script)[term.0] || node.args.is_empty() {
        return Vec::new();
    }
    let sort = node.sort;
    let leaf = |op: Op| Node { op, args: Vec::new(), sort };
    let mut nodes = Vec::new();
    match sort {
        Sort::Bool => nodes.extend([leaf(Op::Truth(true)), leaf(Op::Truth(false))]),
        Sort::Bits(width) => nodes
            .extend([Bv::new(width, 0), Bv::new(width, 1), Bv::all_ones(width)].map(|value| leaf(Op::Number(value)))),
        Sort::Array { .. } => {}
    }
    let symbols = script.symbols.iter().enumerate().filter(|(_, symbol)| symbol.sort == sort);
    nodes.extend(symbols.map(|(number, _)| leaf(Op::Symbol(number))));
    let same = node.args.iter().filter(|&&arg| script.sort(arg) == sort);
    nodes.extend(same.map(|&arg| script.node(arg).clone()));
    nodes
}

/// For each term, whether the commands need it.
fn used(script: &Script) -> Vec<bool> {
    let mut used = vec![false; script.nodes.len()];
    for command in &script.commands {
        match command {
            Command::Assert(term) => used[term.0] = true,
            Command::CheckAssuming(terms) => terms.iter().for_each(|term| used[term.0] = true),
            _ => {}
        }
    }
    for place in (0..used.len()).rev() {
        if used[place] {
            script.nodes[place].args.iter().for_each(|arg| used[arg.0] = true);
        }
    }
    used
}

fn without_unused(mut script: Script) -> Script {
    let used = used(&script);
    let mut kept = Vec::new();
    let mut numbers = vec![usize::MAX; script.symbols.len()];
    for (node, _) in script.nodes.iter_mut().zip(&used).filter(|(_, used)| **used) {
        if let Op::Symbol(number) = &mut node.op {
            if numbers[*number] == usize::MAX {
                numbers[*number] = kept.len();
                kept.push(script.symbols[*number].clone());
            }
            *number = numbers[*number];
        }
    }
    // Unused terms may name symbols that are removed, so they are replaced.
    for (node, _) in script.nodes.iter_mut().zip(&used).filter(|(_, used)| !**used) {
        *node = Node { op: Op::Truth(true), args: Vec::new(), sort: Sort::Bool };
    }
    script.symbols = kept;
    script
}
