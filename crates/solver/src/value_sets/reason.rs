//! Reasoning with sets, in both directions.
//!
//! [`Reason::evaluate`] goes from the sets of leaves up to a set that contains every value of a term.
//! [`Reason::narrow`] goes from a set that is known to contain a term's value down to the leaves, which it
//! narrows. Both return whether nothing was lost. A term with two operands that depend on the same leaf loses
//! precision, since its operands are treated as independent.
//!
//! Terms are shared and can be deep, so a walk has fuel. Where it runs out, the term may have any value that
//! its facts allow.

use expr::{ExprId, Node, Op, Pool};
use value_set::{Binary, Comparison, Outcome, Truth, Unary, WordSet};

use super::float::FloatOperation;
use super::leaf::Leaf;
use super::resize::Resize;
use super::sets::{Empty, Sets};
use super::table::{Images, TableRead};
use crate::ranges::overlap;
use crate::tuning::{SETS_DEPTH, SETS_FEW_PLACES, SETS_FUEL, SETS_PLACES_A_NODE};

/// A walk that narrows sets.
pub(crate) struct Reason<'a> {
    pool: &'a Pool,
    pub(crate) sets: Sets,
    fuel: u32,
    depth: u32,
    /// What was read at sets of places before, if it is remembered.
    images: Option<&'a Images>,
}

/// A set that contains all values of a term, and whether it contains no others.
type Values = (WordSet, bool);

impl<'a> Reason<'a> {
    pub(crate) fn new(pool: &'a Pool, sets: Sets) -> Reason<'a> {
        Reason::with_fuel(pool, sets, SETS_FUEL)
    }

    /// A walk that visits at most `fuel` nodes.
    pub(crate) fn with_fuel(pool: &'a Pool, sets: Sets, fuel: u32) -> Reason<'a> {
        Reason { pool, sets, fuel, depth: 0, images: None }
    }

    /// Whether no more nodes may be visited.
    pub(crate) fn is_spent(&self) -> bool {
        self.fuel == 0
    }

    /// How many nodes were visited, of those that the walk might visit at first.
    pub(crate) fn visited(&self, at_first: u32) -> u64 {
        u64::from(at_first - self.fuel)
    }

    /// The same walk, using remembered results of reads.
    pub(crate) fn with_images(self, images: &'a Images) -> Reason<'a> {
        Reason { images: Some(images), ..self }
    }

    /// The values of a term of at most 64 bits.
    pub(crate) fn evaluate(&mut self, term: ExprId) -> Values {
        let node = *self.pool.node(term);
        if let Some(value) = self.pool.as_u64(term) {
            return (WordSet::single(node.width, u128::from(value)), true);
        }
        if self.fuel == 0 || self.depth == SETS_DEPTH {
            return self.facts(term);
        }
        self.fuel -= 1;
        self.depth += 1;
        let (set, exact) = self.values(term, &node);
        self.depth -= 1;
        if set.is_full() && !exact { self.facts(term) } else { (set, exact) }
    }

    /// The elements of a table at a set of places; `None` if there is not enough fuel.
    fn elements(&mut self, read: TableRead, places: &WordSet, width: u32) -> Option<Values> {
        let images = self.images.filter(|_| !places.has_at_most(SETS_FEW_PLACES));
        if let Some(known) = images.and_then(|images| images.get(read, places)) {
            return Some(known);
        }
        let values = self.pays(places).then(|| read.forward(self.pool, places).or_full(width))?;
        if let Some(images) = images {
            images.put(read, places, &values);
        }
        Some(values)
    }

    /// Whether there is enough fuel for visiting all places of a set; uses it up if so.
    fn pays(&mut self, places: &WordSet) -> bool {
        if !places.has_at_most((self.fuel * SETS_PLACES_A_NODE) as usize) {
            return false;
        }
        let count = places.count().min(u128::from(u32::MAX)) as u32;
        self.fuel -= count / SETS_PLACES_A_NODE;
        true
    }

    /// What the pool knows about a term, whatever the leaves are.
    fn facts(&self, term: ExprId) -> Values {
        let (low, high) = self.pool.unsigned_range(term);
        (WordSet::range(self.pool.width(term), u128::from(low), u128::from(high)), false)
    }

    fn values(&mut self, term: ExprId, node: &Node) -> Values {
        if let Some(leaf) = Leaf::of(self.pool, term) {
            return self.sets.of(leaf);
        }
        let width = node.width;
        let unknown = (WordSet::full(width), false);
        if let Some(operation) = unary(node.op) {
            let (set, exact) = self.evaluate(node.arg(0));
            return self.image(operation.forward(&set), exact, width);
        }
        if let Some(operation) = Resize::of(node) {
            if self.pool.width(node.arg(0)) > 64 {
                return unknown;
            }
            let (set, exact) = self.evaluate(node.arg(0));
            return self.image(operation.forward(&set), exact, width);
        }
        if let Some(operation) = binary(node.op) {
            let (left, right) = (self.evaluate(node.arg(0)), self.evaluate(node.arg(1)));
            let exact = left.1 && right.1 && self.independent(node);
            return self.image(operation.forward(&left.0, &right.0), exact, width);
        }
        if let Some(read) = TableRead::of(self.pool, node) {
            let (places, exact) = self.evaluate(node.arg(1));
            return match self.elements(read, &places, width) {
                Some((set, kept)) => (set, exact && kept),
                None => unknown,
            };
        }
        if let Some(operation) = self.float(term) {
            return self.float_values(&operation, node);
        }
        match node.op {
            Op::Concat => {
                let (high, low) = (self.evaluate(node.arg(0)), self.evaluate(node.arg(1)));
                let exact = high.1 && low.1 && self.independent(node);
                self.image(high.0.concat(&low.0), exact, width)
            }
            Op::Ite => {
                let condition = self.evaluate(node.arg(0));
                match condition.0.single_value() {
                    Some(1) => self.evaluate(node.arg(1)),
                    Some(_) => self.evaluate(node.arg(2)),
                    None => {
                        let (yes, no) = (self.evaluate(node.arg(1)), self.evaluate(node.arg(2)));
                        let exact = condition.1 && yes.1 && no.1 && self.apart(node.arg(0), node.arg(1));
                        let exact = exact && self.apart(node.arg(0), node.arg(2));
                        self.image(yes.0.union(&no.0), exact, width)
                    }
                }
            }
            _ => match comparison(self.pool, node, true) {
                Some((comparison, left, right)) => self.compare(comparison, left, right),
                None => unknown,
            },
        }
    }

    /// The truth of a comparison as a set of bits.
    fn compare(&mut self, comparison: Comparison, left: ExprId, right: ExprId) -> Values {
        if self.pool.width(left) > 64 {
            return (WordSet::full(1), false);
        }
        let exact = self.apart(left, right);
        let (left, right) = (self.evaluate(left), self.evaluate(right));
        match comparison.truth(&left.0, &right.0) {
            Truth::Always => (WordSet::single(1, 1), true),
            Truth::Never => (WordSet::single(1, 0), true),
            Truth::Sometimes => (WordSet::full(1), left.1 && right.1 && exact),
        }
    }

    /// The outcome of an operation, which is exact only if its operands were.
    fn image(&self, outcome: Outcome<u128>, exact: bool, width: u32) -> Values {
        let (set, kept) = outcome.or_full(width);
        (set, exact && kept)
    }

    /// Whether the operands of a node depend on different input bytes.
    fn independent(&self, node: &Node) -> bool {
        self.apart(node.arg(0), node.arg(1))
    }

    /// Whether two terms depend on different input bytes.
    pub(super) fn apart(&self, one: ExprId, other: ExprId) -> bool {
        self.pool.is_const(one)
            || self.pool.is_const(other)
            || !overlap(&self.pool.support(one), &self.pool.support(other))
    }

    /// Narrows the leaves so that the boolean term can be `truth`; returns whether it is `truth` for exactly
    /// the values that are left.
    pub(crate) fn assume(&mut self, term: ExprId, truth: bool) -> Result<bool, Empty> {
        self.narrow(term, &WordSet::single(1, u128::from(truth)))
    }

    /// Narrows the leaves so that the term's value can be in the set; returns whether that is exact.
    fn narrow(&mut self, term: ExprId, target: &WordSet) -> Result<bool, Empty> {
        let node = *self.pool.node(term);
        if let Some(value) = self.pool.as_u64(term) {
            return if target.contains(&u128::from(value)) { Ok(true) } else { Err(Empty) };
        }
        if target.is_full() {
            return Ok(true);
        }
        if target.is_empty() {
            return Err(Empty);
        }
        if self.fuel == 0 || self.depth == SETS_DEPTH {
            return Ok(false);
        }
        self.fuel -= 1;
        self.depth += 1;
        let result = self.narrow_node(term, &node, target);
        self.depth -= 1;
        result
    }

    fn narrow_node(&mut self, term: ExprId, node: &Node, target: &WordSet) -> Result<bool, Empty> {
        if let Some(leaf) = Leaf::of(self.pool, term) {
            return self.sets.cut(leaf, target);
        }
        if node.width == 1
            && let Some(result) = self.narrow_bool(node, target)
        {
            return result;
        }
        if let Some(operation) = unary(node.op) {
            return self.narrow_to(node.arg(0), operation.backward(target));
        }
        if let Some(operation) = Resize::of(node) {
            let inner = self.pool.width(node.arg(0));
            if inner > 64 {
                return Ok(false);
            }
            let domain = self.evaluate(node.arg(0)).0;
            return self.narrow_to(node.arg(0), operation.backward(target, &domain));
        }
        if let Some(operation) = binary(node.op) {
            return self.narrow_operands(node, operation, target);
        }
        if let Some(read) = TableRead::of(self.pool, node) {
            let places = self.evaluate(node.arg(1)).0;
            return match self.pays(&places).then(|| read.backward(self.pool, target, &places)) {
                Some(places) => self.narrow_to(node.arg(1), places),
                None => Ok(false),
            };
        }
        if let Some(operation) = self.float(term) {
            return self.narrow_float(&operation, node, target);
        }
        match node.op {
            Op::Concat => self.narrow_parts(node, target),
            Op::Ite => self.narrow_choice(node, target),
            _ => Ok(false),
        }
    }

    /// The operation of a term on floating-point numbers, if sets of them say something.
    pub(super) fn float(&self, term: ExprId) -> Option<FloatOperation> {
        let (operation, node) = (self.pool.as_float(term)?, self.pool.node(term));
        let (extra, operand) = (self.pool.float_extra(term), self.pool.width(node.arg(0)));
        let same = node.op.arity() == 2 && node.args[0] == node.args[1];
        Some(FloatOperation { operation, extra, width: node.width, operand, same }).filter(FloatOperation::is_known)
    }

    fn float_values(&mut self, operation: &FloatOperation, node: &Node) -> Values {
        let operands: Vec<Values> = node.children().map(|child| self.evaluate(child)).collect();
        let exact = operands.iter().all(|(_, exact)| *exact);
        let sets: Vec<WordSet> = operands.into_iter().map(|(set, _)| set).collect();
        let (set, single) = operation.forward(&sets).or_full(node.width);
        // What an interval of operands gives is never known to be all that it gives.
        (set, exact && single)
    }

    /// Narrows the operands of an operation on floating-point numbers. It is exact for comparisons with one number.
    fn narrow_float(&mut self, operation: &FloatOperation, node: &Node, target: &WordSet) -> Result<bool, Empty> {
        let mut operands: Vec<WordSet> = node.children().map(|child| self.evaluate(child).0).collect();
        let (now, _) = operation.forward(&operands).or_full(node.width);
        if !now.meets(target) {
            return Err(Empty);
        }
        if operation.operation.function.compares() {
            let truth = target.contains(&1);
            let (left, right) = (node.arg(0), node.arg(1));
            if operands[1].single_value().is_some() {
                return self.narrow_to(left, operation.compared(truth, true, &operands[1]));
            }
            if operands[0].single_value().is_some() {
                return self.narrow_to(right, operation.compared(truth, false, &operands[0]));
            }
            self.narrow_to(left, operation.compared(truth, true, &operands[1]))?;
            self.narrow_to(right, operation.compared(truth, false, &operands[0]))?;
            return Ok(false);
        }
        for index in 0..operands.len() {
            let child = node.arg(index);
            self.narrow_to(child, operation.backward(index, target, &operands))?;
            operands[index] = self.evaluate(child).0;
        }
        Ok(false)
    }

    /// Narrows a term to the outcome of an operation.
    pub(super) fn narrow_to(&mut self, term: ExprId, outcome: Outcome<u128>) -> Result<bool, Empty> {
        let (set, exact) = outcome.or_full(self.pool.width(term));
        Ok(self.narrow(term, &set)? && exact)
    }

    fn narrow_operands(&mut self, node: &Node, operation: Binary, target: &WordSet) -> Result<bool, Empty> {
        let (left, right) = (self.evaluate(node.arg(0)), self.evaluate(node.arg(1)));
        match (left.0.single_value(), right.0.single_value()) {
            (_, Some(_)) => self.narrow_to(node.arg(0), operation.backward_left_within(target, &right.0, &left.0)),
            (Some(_), _) => self.narrow_to(node.arg(1), operation.backward_right_within(target, &left.0, &right.0)),
            _ => {
                self.narrow_to(node.arg(0), operation.backward_left_within(target, &right.0, &left.0))?;
                self.narrow_to(node.arg(1), operation.backward_right_within(target, &left.0, &right.0))?;
                Ok(false)
            }
        }
    }

    /// Narrows the parts of a concatenation. This is exact only if one part is fixed, since the parts can be
    /// combined in other ways.
    fn narrow_parts(&mut self, node: &Node, target: &WordSet) -> Result<bool, Empty> {
        let (above, below) = (node.arg(0), node.arg(1));
        let (high, low) = (self.evaluate(above).0, self.evaluate(below).0);
        let exact_above = self.narrow_to(above, target.before_concat_high(&low))?;
        let exact_below = self.narrow_to(below, target.before_concat_low(&high))?;
        let fixed = |set: &WordSet| set.single_value().is_some();
        Ok(fixed(&low) && exact_above || fixed(&high) && exact_below)
    }

    fn narrow_choice(&mut self, node: &Node, target: &WordSet) -> Result<bool, Empty> {
        let (condition, yes, no) = (node.arg(0), node.arg(1), node.arg(2));
        let can = |reason: &mut Self, term| reason.evaluate(term).0.meets(target);
        match (can(self, yes), can(self, no)) {
            (false, false) => Err(Empty),
            (true, false) => Ok(self.assume(condition, true)? & self.narrow(yes, target)?),
            (false, true) => Ok(self.assume(condition, false)? & self.narrow(no, target)?),
            (true, true) => Ok(false),
        }
    }

    /// Narrows by a condition; `None` if the node is an operation on bits.
    fn narrow_bool(&mut self, node: &Node, target: &WordSet) -> Option<Result<bool, Empty>> {
        let truth = target.contains(&1);
        let result = match node.op {
            Op::Not => self.assume(node.arg(0), !truth),
            Op::And if truth => self.both(node, true),
            Op::Or if !truth => self.both(node, false),
            // At least one of them must fail, or hold.
            Op::And | Op::Or => self.either(node, truth),
            _ => {
                let (comparison, left, right) = comparison(self.pool, node, truth)?;
                self.narrow_comparison(comparison, left, right)
            }
        };
        Some(result)
    }

    fn both(&mut self, node: &Node, truth: bool) -> Result<bool, Empty> {
        Ok(self.assume(node.arg(0), truth)? & self.assume(node.arg(1), truth)?)
    }

    fn either(&mut self, node: &Node, truth: bool) -> Result<bool, Empty> {
        let before = self.sets.clone();
        let first = self.assume(node.arg(0), truth);
        let one = std::mem::replace(&mut self.sets, before.clone());
        let second = self.assume(node.arg(1), truth);
        match (first, second) {
            (Err(Empty), second) => second,
            (Ok(exact), Err(Empty)) => {
                self.sets = one;
                Ok(exact)
            }
            (Ok(first), Ok(second)) => {
                let (sets, exact) = self.sets.united(&one).unwrap_or((before, false));
                self.sets = sets;
                Ok(first && second && exact)
            }
        }
    }

    fn narrow_comparison(&mut self, comparison: Comparison, left: ExprId, right: ExprId) -> Result<bool, Empty> {
        if self.pool.width(left) > 64 {
            return Ok(false);
        }
        let (a, b) = (self.evaluate(left), self.evaluate(right));
        match comparison.truth(&a.0, &b.0) {
            Truth::Never => return Err(Empty),
            Truth::Always => return Ok(true),
            Truth::Sometimes => {}
        }
        // A side with a single value is as good as a constant.
        if b.0.single_value().is_some() {
            return self.narrow_to(left, comparison.possible(&b.0));
        }
        if a.0.single_value().is_some() {
            return self.narrow_to(right, comparison.swapped().possible(&a.0));
        }
        self.narrow_to(left, comparison.possible(&b.0))?;
        self.narrow_to(right, comparison.swapped().possible(&a.0))?;
        Ok(false)
    }
}

/// The operation of a node with one operand of its own width.
fn unary(op: Op) -> Option<Unary> {
    match op {
        Op::Not => Some(Unary::Not),
        Op::Neg => Some(Unary::Neg),
        _ => None,
    }
}

/// The operation of a node with two operands of its own width. The connectives of conditions are among them.
fn binary(op: Op) -> Option<Binary> {
    match op {
        Op::Add => Some(Binary::Add),
        Op::Mul => Some(Binary::Mul),
        Op::UDiv => Some(Binary::UDiv),
        Op::URem => Some(Binary::URem),
        Op::SDiv => Some(Binary::SDiv),
        Op::SRem => Some(Binary::SRem),
        Op::And => Some(Binary::And),
        Op::Or => Some(Binary::Or),
        Op::Xor => Some(Binary::Xor),
        Op::Shl => Some(Binary::Shl),
        Op::LShr => Some(Binary::LShr),
        Op::AShr => Some(Binary::AShr),
        _ => None,
    }
}

/// The comparison that holds if a node is true or, if not `truth`, false.
pub(super) fn comparison(pool: &Pool, node: &Node, truth: bool) -> Option<(Comparison, ExprId, ExprId)> {
    let comparison = match node.op {
        // Equality of two conditions is an operation on bits.
        Op::Eq if pool.width(node.arg(0)) > 1 => Comparison::Eq,
        Op::Ult => Comparison::Ult,
        Op::Ule => Comparison::Ule,
        Op::Slt => Comparison::Slt,
        Op::Sle => Comparison::Sle,
        _ => return None,
    };
    Some((if truth { comparison } else { comparison.negated() }, node.arg(0), node.arg(1)))
}
