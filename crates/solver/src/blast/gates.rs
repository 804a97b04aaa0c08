//! Gates: boolean functions as literals, with constants folded and equal gates shared.
//!
//! Every gate is a Tseitin definition of a fresh variable, so the clauses of a gate never restrict its inputs: an
//! instance stays satisfiable whatever was encoded, and questions enter as assumptions only. Inputs are brought to a
//! normal form before the lookup (operands sorted, negations pulled out), which makes `a < b` and `not (b <= a)` or
//! `a ^ not b` and `not (a ^ b)` the same gate.

use rustc_hash::FxHashMap;

use crate::sat::{Bounded, Lit, Literal, Sat};

/// The clauses made so far and the table of gates.
pub(crate) struct Gates<S> {
    pub(crate) sat: Sat<S>,
    table: FxHashMap<Gate, Lit>,
    conjunctions: FxHashMap<Box<[Lit]>, Lit>,
    clauses: usize,
    scratch: Vec<Lit>,
}

/// A gate in normal form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

impl<S: Bounded> Gates<S> {
    /// No gates yet; only the constant true exists.
    pub(crate) fn new() -> Gates<S> {
        let mut sat = Sat::<S>::default();
        let variable = sat.new_variable();
        debug_assert_eq!(variable, Lit::TRUE.variable());
        sat.add_clause(&[Lit::TRUE]);
        Gates { sat, table: FxHashMap::default(), conjunctions: FxHashMap::default(), clauses: 1, scratch: Vec::new() }
    }

    /// How many clauses define the gates.
    pub(crate) fn clauses(&self) -> usize {
        self.clauses
    }

    /// The memory that clauses and tables take, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.sat.bytes() + self.table.capacity() * size_of::<(Gate, Lit)>()
    }

    /// A literal about which nothing is known.
    #[inline]
    pub(crate) fn fresh(&mut self) -> Lit {
        Lit::positive(self.sat.new_variable())
    }

    /// Adds a clause. Only definitions may be added: they must be satisfiable for every value of the inputs.
    #[inline]
    pub(crate) fn clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.sat.add_clause(clause);
    }

    /// a and b.
    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == Lit::FALSE || b == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if b == Lit::TRUE {
            return a;
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if let Some(&out) = self.table.get(&Gate::And(a, b)) {
            return out;
        }
        let out = self.fresh();
        self.clause(&[!out, a]);
        self.clause(&[!out, b]);
        self.clause(&[out, !a, !b]);
        self.table.insert(Gate::And(a, b), out);
        out
    }

    /// a or b.
    #[inline]
    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// a exclusive-or b.
    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negative() ^ b.is_negative();
        let (a, b) = (a.flip_if(a.is_negative()), b.flip_if(b.is_negative()));
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::FALSE.flip_if(flip);
        }
        if a == Lit::TRUE {
            return b.flip_if(!flip);
        }
        if let Some(&out) = self.table.get(&Gate::Xor(a, b)) {
            return out.flip_if(flip);
        }
        let out = self.fresh();
        self.clause(&[!out, a, b]);
        self.clause(&[!out, !a, !b]);
        self.clause(&[out, !a, b]);
        self.clause(&[out, a, !b]);
        self.table.insert(Gate::Xor(a, b), out);
        out.flip_if(flip)
    }

    /// Whether a and b are equal.
    #[inline]
    pub(crate) fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `yes` when c holds, else `no`.
    pub(crate) fn mux(&mut self, c: Lit, yes: Lit, no: Lit) -> Lit {
        match c.as_constant() {
            Some(true) => return yes,
            Some(false) => return no,
            None => {}
        }
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.iff(c, yes);
        }
        if yes == Lit::TRUE || yes == c {
            return self.or(c, no);
        }
        if yes == Lit::FALSE || yes == !c {
            return self.and(!c, no);
        }
        if no == Lit::TRUE || no == !c {
            return self.or(!c, yes);
        }
        if no == Lit::FALSE || no == c {
            return self.and(c, yes);
        }
        let (c, yes, no) = if c.is_negative() { (!c, no, yes) } else { (c, yes, no) };
        let flip = yes.is_negative();
        let (yes, no) = (yes.flip_if(flip), no.flip_if(flip));
        if let Some(&out) = self.table.get(&Gate::Mux(c, yes, no)) {
            return out.flip_if(flip);
        }
        let out = self.fresh();
        self.clause(&[!c, !yes, out]);
        self.clause(&[!c, yes, !out]);
        self.clause(&[c, !no, out]);
        self.clause(&[c, no, !out]);
        // Implied, but they let unit propagation see through an undecided condition.
        self.clause(&[!yes, !no, out]);
        self.clause(&[yes, no, !out]);
        self.table.insert(Gate::Mux(c, yes, no), out);
        out.flip_if(flip)
    }

    /// Whether at least two of the three hold: the carry of an adder and one step of a comparison.
    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        // Sorted by variable: constants come first, equal and opposite literals are neighbours.
        if let Some(value) = a.as_constant() {
            return if value { self.or(b, c) } else { self.and(b, c) };
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // The majority is its own dual: flipping all inputs flips the output.
        let flip = u32::from(a.is_negative()) + u32::from(b.is_negative()) + u32::from(c.is_negative()) >= 2;
        let (a, b, c) = (a.flip_if(flip), b.flip_if(flip), c.flip_if(flip));
        if let Some(&out) = self.table.get(&Gate::Majority(a, b, c)) {
            return out.flip_if(flip);
        }
        let out = self.fresh();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, out]);
            self.clause(&[x, y, !out]);
        }
        self.table.insert(Gate::Majority(a, b, c), out);
        out.flip_if(flip)
    }

    /// The conjunction of all inputs.
    pub(crate) fn all(&mut self, inputs: impl IntoIterator<Item = Lit>) -> Lit {
        let mut kept = std::mem::take(&mut self.scratch);
        kept.clear();
        kept.extend(inputs.into_iter().filter(|&lit| lit != Lit::TRUE));
        let out = self.conjunction(&mut kept);
        self.scratch = kept;
        out
    }

    /// The disjunction of all inputs.
    pub(crate) fn any(&mut self, inputs: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(inputs.into_iter().map(|lit| !lit))
    }

    fn conjunction(&mut self, inputs: &mut Vec<Lit>) -> Lit {
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.first() == Some(&Lit::FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        match inputs[..] {
            [] => return Lit::TRUE,
            [a] => return a,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&out) = self.conjunctions.get(&inputs[..]) {
            return out;
        }
        let key: Box<[Lit]> = inputs[..].into();
        let out = self.fresh();
        for &input in &key {
            self.clause(&[!out, input]);
        }
        for input in inputs.iter_mut() {
            *input = !*input;
        }
        inputs.push(out);
        self.clause(inputs);
        self.conjunctions.insert(key, out);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Backend, Limits, Verdict, Watch};

    type Truth = fn(&[bool]) -> bool;

    /// Inputs over all combinations of constants, shared, negated and distinct variables.
    fn inputs(a: Lit, b: Lit, c: Lit) -> Vec<Lit> {
        vec![Lit::TRUE, Lit::FALSE, a, !a, b, !b, c, !c]
    }

    #[test]
    fn every_gate_has_its_truth_table() {
        let mut gates = Gates::<Backend>::new();
        let (a, b, c) = (gates.fresh(), gates.fresh(), gates.fresh());
        let mut made: Vec<(Lit, Vec<Lit>, Truth)> = Vec::new();
        for x in inputs(a, b, c) {
            for y in inputs(a, b, c) {
                made.push((gates.and(x, y), vec![x, y], |v| v[0] & v[1]));
                made.push((gates.or(x, y), vec![x, y], |v| v[0] | v[1]));
                made.push((gates.xor(x, y), vec![x, y], |v| v[0] ^ v[1]));
                for z in inputs(a, b, c) {
                    made.push((gates.mux(x, y, z), vec![x, y, z], |v| if v[0] { v[1] } else { v[2] }));
                    let majority: Truth = |v| v.iter().filter(|&&bit| bit).count() >= 2;
                    made.push((gates.majority(x, y, z), vec![x, y, z], majority));
                    made.push((gates.all([x, y, z]), vec![x, y, z], |v| v.iter().all(|&bit| bit)));
                    made.push((gates.any([x, y, z]), vec![x, y, z], |v| v.iter().any(|&bit| bit)));
                }
            }
        }
        for values in 0..8u32 {
            let assumptions = [a.flip_if(values & 1 == 0), b.flip_if(values & 2 == 0), c.flip_if(values & 4 == 0)];
            assert_eq!(gates.sat.solve(&assumptions, Limits::default(), &mut Watch::nobody()), Verdict::Sat);
            for (out, inputs, truth) in &made {
                let value = |lit: Lit| gates.sat.value(lit.variable()) ^ lit.is_negative();
                let inputs: Vec<bool> = inputs.iter().map(|&lit| value(lit)).collect();
                assert_eq!(value(*out), truth(&inputs));
            }
        }
    }

    #[test]
    fn equal_gates_are_shared() {
        let mut gates = Gates::<Backend>::new();
        let (a, b, c) = (gates.fresh(), gates.fresh(), gates.fresh());
        assert_eq!(gates.and(a, b), gates.and(b, a));
        assert_eq!(gates.xor(a, !b), !gates.xor(a, b));
        assert_eq!(gates.mux(!c, a, b), gates.mux(c, b, a));
        assert_eq!(gates.mux(c, !a, !b), !gates.mux(c, a, b));
        assert_eq!(gates.majority(!a, !b, !c), !gates.majority(a, b, c));
        assert_eq!(gates.all([a, b, c]), gates.all([c, a, b, a]));
    }
}
