//! Bounded universal facts: `for all i with 1 <= i <= min(count, most): body`.
//!
//! Where paths join whose conditions repeat a pattern, the number of repetitions is a term and each repetition is
//! an instance of one body (Trabish 2024, §6.2). The bound `most` is a number, so that a fact stands for finitely
//! many instances and can always be written out ([`Pool::expanded`]).
//!
//! The body mentions `i` as the leaf [`Pool::index`]. It has 64 bits, a level that tells it from the indices of
//! other quantifiers around or within, and the bound: that it is from 1 to `most` is known of it, so that a read
//! at `i - 1` is known to stay within `most` bytes. The constructor picks the level itself in the end, the least
//! one above those bound within the body, so that facts which differ only in the names of their indices are the
//! same term.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bound::LEVELS;
use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;
use crate::substitute::Substitution;
use crate::tuning::FORALL_WRITTEN_OUT;

/// The bits of `args[2]` of an [`Op::Forall`] that hold `most`; the level is above them.
const MOST_BITS: u32 = 24;

/// The parts of a bounded universal fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forall {
    /// The index as the body mentions it.
    pub index: ExprId,
    /// The greatest value of the index, whatever the count.
    pub most: u64,
    /// The term, of 64 bits, up to which the body holds.
    pub count: ExprId,
    /// The boolean that holds for each value of the index.
    pub body: ExprId,
}

/// The level and the bound of the index of an [`Op::Forall`].
pub(crate) fn parts_of(node: &Node) -> (u32, u32) {
    (node.args[2] >> MOST_BITS, node.args[2] & ((1 << MOST_BITS) - 1))
}

impl Pool {
    /// The greatest bound that an index can have.
    pub const FORALL_MOST: u64 = (1 << MOST_BITS) - 1;

    /// How many indices can be told from each other by their levels.
    pub const FORALL_LEVELS: u32 = LEVELS;

    /// An index for the body of a [`forall`](Pool::forall): a term of 64 bits from 1 to `most`. Facts within each
    /// other need indices of different levels.
    pub fn index(&mut self, level: u32, most: u64) -> ExprId {
        assert!(level < LEVELS && (1..=Pool::FORALL_MOST).contains(&most), "a level and a bound that indices have");
        self.intern(Node { op: Op::Index, width: 64, args: [level, most as u32, 0] })
    }

    /// The fact that `body` holds for all values of `index` from 1 to `count`, a term of 64 bits, as far as the bound
    /// of the index allows: `for all i: 1 <= i <= min(count, most) -> body`.
    ///
    /// # Panics
    /// If the body mentions an index of the same level with another bound.
    pub fn forall(&mut self, index: ExprId, count: ExprId, body: ExprId) -> ExprId {
        let Node { op: Op::Index, args: [level, most, _], .. } = *self.node(index) else {
            panic!("a quantifier binds an index");
        };
        assert_eq!((self.bits(count), self.bits(body)), (64, 1), "a count of 64 bits and a boolean");
        assert!(self.is_body_of(index, body), "one bound for the indices of a level");
        let node = Node { op: Op::Forall, width: 1, args: [count.0, body.0, level << MOST_BITS | most] };
        self.depth += 1;
        let simple = self.simple_forall(index, count, body);
        self.depth -= 1;
        let built = match simple {
            Some(simple) => simple,
            None => self.intern(node),
        };
        if self.shadow.is_some() && self.depth == 0 {
            self.note_written(node, built);
        }
        built
    }

    /// A fact with the index of an [`Op::Forall`] node, which the new count and the new body mention as that one does.
    pub(crate) fn forall_again(&mut self, node: &Node, count: ExprId, body: ExprId) -> ExprId {
        let (level, most) = parts_of(node);
        let index = self.index(level, u64::from(most));
        self.forall(index, count, body)
    }

    /// The parts of a bounded universal fact; `None` if the term is something else.
    pub fn as_forall(&mut self, term: ExprId) -> Option<Forall> {
        let node = *self.node(term);
        if node.op != Op::Forall {
            return None;
        }
        let (level, most) = parts_of(&node);
        let index = self.index(level, u64::from(most));
        Some(Forall { index, most: u64::from(most), count: node.arg(0), body: node.arg(1) })
    }

    /// The body of a fact with a term of 64 bits for the index. It means something only where the term is from 1 to
    /// `most`: the body may have been simplified by that.
    pub fn instance(&mut self, fact: &Forall, at: ExprId) -> ExprId {
        let mut known = Substitution::new();
        known.replace(self, fact.index, at);
        known.apply(self, fact.body, usize::MAX >> 1).expect("there is no limit")
    }

    /// What a fact says about one value of its index: `at <= count -> body[at]`.
    pub fn instance_at(&mut self, fact: &Forall, at: u64) -> ExprId {
        assert!((1..=fact.most).contains(&at), "a value of the index");
        let value = self.int(64, at);
        let body = self.instance(fact, value);
        let within = self.ule(value, fact.count);
        self.implies(within, body)
    }

    /// The term with every bounded universal fact in it written out.
    pub fn expanded(&mut self, term: ExprId) -> ExprId {
        let mut done = FxHashMap::default();
        self.expand(term, &mut done)
    }

    fn expand(&mut self, root: ExprId, done: &mut FxHashMap<ExprId, ExprId>) -> ExprId {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            if !self.is_quantified(term) {
                done.insert(term, term);
                continue;
            }
            let new = match self.as_forall(term) {
                // As deep as quantifiers are nested.
                Some(fact) => {
                    let mut all = self.bool(true);
                    let count = self.expand(fact.count, done);
                    for at in 1..=fact.most {
                        let part = self.instance_at(&Forall { count, ..fact }, at);
                        let part = self.expand(part, done);
                        all = self.and(all, part);
                    }
                    all
                }
                None => {
                    let node = *self.node(term);
                    let before = stack.len();
                    stack.extend(node.children().filter(|child| !done.contains_key(child)));
                    if stack.len() > before {
                        continue;
                    }
                    let mut operands = node.args;
                    for operand in &mut operands[..node.op.arity()] {
                        *operand = done[&ExprId(*operand)].0;
                    }
                    self.rebuilt(term, operands)
                }
            };
            done.insert(term, new);
        }
        done[&root]
    }

    /// The fact as a simpler term, or with another index; `None` if it is to be made as it stands.
    fn simple_forall(&mut self, index: ExprId, count: ExprId, body: ExprId) -> Option<ExprId> {
        let [level, most, _] = self.node(index).args;
        let (_, highest) = self.unsigned_range(count);
        let zero = self.int(64, 0);
        if highest == 0 || self.as_u64(body) == Some(1) {
            return Some(self.bool(true));
        }
        if self.free_levels(body) & 1 << level == 0 {
            let none = self.eq(count, zero);
            return Some(self.or(none, body));
        }
        let fact = Forall { index, most: u64::from(most), count, body };
        if most == 1 {
            return Some(self.instance_at(&fact, 1));
        }
        if let Some(constant) = self.as_u64(count)
            && constant.min(fact.most) <= FORALL_WRITTEN_OUT
        {
            let parts: Vec<ExprId> = (1..=constant.min(fact.most)).map(|at| self.instance_at(&fact, at)).collect();
            let all = self.bool(true);
            return Some(parts.into_iter().fold(all, |all, part| self.and(all, part)));
        }
        // The least level above those bound within; another one only as long as a fact around this one takes it.
        let within = LEVELS - self.bound_levels(body).leading_zeros();
        let others = self.free_levels(body) & !(1 << level);
        let free = (within..LEVELS).find(|&level| others & 1 << level == 0)?;
        let least = highest.min(fact.most);
        if (free, least) == (level, fact.most) {
            return None;
        }
        let renamed = self.index(free, least);
        let body = self.instance(&fact, renamed);
        Some(self.forall(renamed, count, body))
    }

    /// Whether a body mentions no index of the same level with another bound.
    pub(crate) fn is_body_of(&self, index: ExprId, body: ExprId) -> bool {
        let level = self.node(index).args[0];
        let mut seen = FxHashSet::default();
        let mut stack = vec![body];
        while let Some(term) = stack.pop() {
            if self.free_levels(term) & 1 << level == 0 || !seen.insert(term) {
                continue;
            }
            let node = self.node(term);
            if node.op == Op::Index && term != index {
                return false;
            }
            let hidden = node.op == Op::Forall && parts_of(node).0 == level;
            stack.extend(node.children().take(if hidden { 1 } else { usize::MAX }));
        }
        true
    }
}
