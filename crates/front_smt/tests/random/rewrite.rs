//! Equivalent terms: the same value under every assignment, written in another way.

use bv::Bv;

use crate::tree::{Node, Op, Script, Sort, TermId};
use test_support::Random;

/// A term equivalent to the root, in which one node in `rarity` is written in another way. Shared terms stay shared.
pub fn equivalent(script: &mut Script, random: &mut Random, root: TermId, rarity: usize) -> TermId {
    let mut used = vec![false; root.0 + 1];
    used[root.0] = true;
    for place in (0..=root.0).rev() {
        if used[place] {
            script.nodes[place].args.iter().for_each(|arg| used[arg.0] = true);
        }
    }
    let mut copies: Vec<TermId> = Vec::with_capacity(root.0 + 1);
    for (place, used) in used.into_iter().enumerate() {
        if !used {
            copies.push(TermId(place));
            continue;
        }
        let mut node = script.nodes[place].clone();
        let same = node.args.iter().all(|arg| copies[arg.0] == *arg);
        node.args.iter_mut().for_each(|arg| *arg = copies[arg.0]);
        let copy = if random.one_in(rarity) {
            another_way(script, random, &node)
        } else if same {
            TermId(place)
        } else {
            script.add(node.op, &node.args, node.sort)
        };
        copies.push(copy);
    }
    copies[root.0]
}

fn another_way(script: &mut Script, random: &mut Random, node: &Node) -> TermId {
    let mut by_operator = None;
    if let Op::Plain(name) = node.op {
        by_operator = plain(script, name, &node.args, node.sort);
    }
    if by_operator.is_none() {
        by_operator = indexed(script, node);
    }
    if let Some(term) = by_operator
        && !random.one_in(4)
    {
        return term;
    }
    let term = script.add(node.op.clone(), &node.args, node.sort);
    match node.sort {
        Sort::Bool => of_bool(script, random, term),
        Sort::Bits(width) => of_bits(script, random, term, width),
        Sort::Array { index, element } => {
            // Store the element that is already there.
            let number = Bv::from_words(index, &[random.bits(), random.bits()]);
            let at = script.number(number);
            let held = script.plain("select", &[term, at], Sort::Bits(element));
            script.plain("store", &[term, at, held], node.sort)
        }
    }
}

fn of_bool(script: &mut Script, random: &mut Random, term: TermId) -> TermId {
    let sort = Sort::Bool;
    match random.below(4) {
        0 => {
            let not = script.plain("not", &[term], sort);
            script.plain("not", &[not], sort)
        }
        1 => {
            let (yes, no) = (script.add(Op::Truth(true), &[], sort), script.add(Op::Truth(false), &[], sort));
            script.plain("ite", &[term, yes, no], sort)
        }
        2 => script.plain("and", &[term, term], sort),
        _ => {
            let no = script.add(Op::Truth(false), &[], sort);
            script.plain("xor", &[term, no], sort)
        }
    }
}

fn of_bits(script: &mut Script, random: &mut Random, term: TermId, width: u32) -> TermId {
    let sort = Sort::Bits(width);
    match random.below(6) {
        0 => {
            let not = script.plain("bvnot", &[term], sort);
            script.plain("bvnot", &[not], sort)
        }
        1 => {
            // Zero, written so that it is not obvious.
            let (zero, one) = (script.number(Bv::new(width, 0)), script.number(Bv::new(width, 1)));
            let never = script.plain("bvult", &[term, zero], Sort::Bool);
            let zero = script.plain("ite", &[never, one, zero], sort);
            script.plain("bvadd", &[term, zero], sort)
        }
        2 => {
            let neg = script.plain("bvneg", &[term], sort);
            script.plain("bvneg", &[neg], sort)
        }
        3 if width > 1 => {
            let cut = 1 + random.below(width as usize - 1) as u32;
            let high = script.add(Op::Extract(width - 1, cut), &[term], Sort::Bits(width - cut));
            let low = script.add(Op::Extract(cut - 1, 0), &[term], Sort::Bits(cut));
            script.plain("concat", &[high, low], sort)
        }
        4 => {
            let wide = script.add(Op::Indexed("sign_extend", 3), &[term], Sort::Bits(width + 3));
            script.add(Op::Extract(width - 1, 0), &[wide], sort)
        }
        _ => {
            let number = Bv::from_words(width, &[random.bits(), random.bits()]);
            let (there, back) = (script.number(number.clone()), script.number(number));
            let sum = script.plain("bvsub", &[term, there], sort);
            script.plain("bvadd", &[sum, back], sort)
        }
    }
}

fn plain(script: &mut Script, name: &str, args: &[TermId], sort: Sort) -> Option<TermId> {
    let &[a, b] = args else { return more_or_less(script, name, args, sort) };
    let bool = Sort::Bool;
    let negated = |script: &mut Script, name: &'static str, args: &[TermId]| {
        let term = script.plain(name, args, bool);
        Some(script.plain("not", &[term], bool))
    };
    match name {
        "bvult" => negated(script, "bvule", &[b, a]),
        "bvule" => negated(script, "bvult", &[b, a]),
        "bvugt" => negated(script, "bvuge", &[b, a]),
        "bvuge" => Some(script.plain("bvule", &[b, a], bool)),
        "bvslt" => negated(script, "bvsle", &[b, a]),
        "bvsle" => negated(script, "bvslt", &[b, a]),
        "bvsgt" => Some(script.plain("bvslt", &[b, a], bool)),
        "bvsge" => negated(script, "bvslt", &[a, b]),
        "distinct" => negated(script, "=", &[b, a]),
        "=" => negated(script, "distinct", &[b, a]),
        "and" | "or" => {
            let (a, b) = (script.plain("not", &[a], bool), script.plain("not", &[b], bool));
            negated(script, if name == "and" { "or" } else { "and" }, &[b, a])
        }
        "xor" => Some(script.plain("distinct", &[b, a], bool)),
        "=>" => {
            let not = script.plain("not", &[a], bool);
            Some(script.plain("or", &[b, not], bool))
        }
        "bvadd" => Some(script.plain("bvadd", &[b, a], sort)),
        "bvmul" => Some(script.plain("bvmul", &[b, a], sort)),
        "bvsub" => {
            let neg = script.plain("bvneg", &[b], sort);
            Some(script.plain("bvadd", &[neg, a], sort))
        }
        "bvand" | "bvor" => {
            let (a, b) = (script.plain("bvnot", &[a], sort), script.plain("bvnot", &[b], sort));
            Some(script.plain(if name == "bvand" { "bvnor" } else { "bvnand" }, &[b, a], sort))
        }
        "bvxor" => {
            let (or, and) = (script.plain("bvor", &[a, b], sort), script.plain("bvand", &[b, a], sort));
            Some(script.plain("bvsub", &[or, and], sort))
        }
        "bvxnor" => {
            let xor = script.plain("bvxor", &[b, a], sort);
            Some(script.plain("bvnot", &[xor], sort))
        }
        "bvcomp" => {
            let (one, zero) = (script.number(Bv::new(1, 1)), script.number(Bv::new(1, 0)));
            let same = script.plain("=", &[b, a], bool);
            Some(script.plain("ite", &[same, one, zero], sort))
        }
        "concat" => {
            let (high, low) = (script.sort(a).width(), script.sort(b).width());
            let wide_a = script.add(Op::Indexed("zero_extend", low), &[a], sort);
            let wide_b = script.add(Op::Indexed("zero_extend", high), &[b], sort);
            let distance = script.number(Bv::new(high + low, u64::from(low)));
            let moved = script.plain("bvshl", &[wide_a, distance], sort);
            Some(script.plain("bvor", &[moved, wide_b], sort))
        }
        "select" => {
            let held = script.plain("select", &[a, b], sort);
            let array = script.sort(a);
            let same = script.plain("store", &[a, b, held], array);
            Some(script.plain("select", &[same, b], sort))
        }
        _ => None,
    }
}

/// Variants of operators with one or three operands.
fn more_or_less(script: &mut Script, name: &str, args: &[TermId], sort: Sort) -> Option<TermId> {
    match (name, args) {
        ("bvneg", &[a]) => {
            let not = script.plain("bvnot", &[a], sort);
            let one = script.number(Bv::new(sort.width(), 1));
            Some(script.plain("bvadd", &[one, not], sort))
        }
        ("bvnot", &[a]) => {
            let ones = script.number(Bv::all_ones(sort.width()));
            Some(script.plain("bvxor", &[a, ones], sort))
        }
        ("ite", &[c, a, b]) => {
            let not = script.plain("not", &[c], Sort::Bool);
            Some(script.plain("ite", &[not, b, a], sort))
        }
        ("store", &[array, index, value]) => {
            // The order of two stores matters only if they are at the same index.
            let Node { op: Op::Plain("store"), args: inner, .. } = script.node(array).clone() else { return None };
            let first = script.plain("store", &[inner[0], index, value], sort);
            let both = script.plain("store", &[first, inner[1], inner[2]], sort);
            let same = script.plain("=", &[inner[1], index], Sort::Bool);
            Some(script.plain("ite", &[same, first, both], sort))
        }
        ("bvadd", &[a, b, c]) => {
            let sum = script.plain("bvadd", &[c, b], sort);
            Some(script.plain("bvadd", &[a, sum], sort))
        }
        ("=", &[a, b, c]) => {
            let (first, second) = (script.plain("=", &[a, c], Sort::Bool), script.plain("=", &[b, c], Sort::Bool));
            Some(script.plain("and", &[second, first], Sort::Bool))
        }
        _ => None,
    }
}

fn indexed(script: &mut Script, node: &Node) -> Option<TermId> {
    let &[a] = &node.args[..] else { return None };
    let Sort::Bits(from) = script.sort(a) else { return None };
    match node.op {
        Op::Indexed("zero_extend", by) if by > 0 => {
            let zeros = script.number(Bv::new(by, 0));
            Some(script.plain("concat", &[zeros, a], node.sort))
        }
        Op::Indexed("sign_extend", by) if by > 0 => {
            let (zeros, ones) = (script.number(Bv::new(by, 0)), script.number(Bv::all_ones(by)));
            let zero = script.number(Bv::new(from, 0));
            let negative = script.plain("bvslt", &[a, zero], Sort::Bool);
            let top = script.plain("ite", &[negative, ones, zeros], Sort::Bits(by));
            Some(script.plain("concat", &[top, a], node.sort))
        }
        Op::Extract(high, low) => {
            let number = Bv::new(from, u64::from(low));
            let distance = script.number(number);
            let moved = script.plain("bvlshr", &[a, distance], Sort::Bits(from));
            Some(script.add(Op::Extract(high - low, 0), &[moved], node.sort))
        }
        Op::Indexed(name @ ("rotate_left" | "rotate_right"), by) => {
            let other = if name == "rotate_left" { "rotate_right" } else { "rotate_left" };
            let by = (from - by % from) % from;
            Some(script.add(Op::Indexed(other, by), &[a], node.sort))
        }
        _ => None,
    }
}
