//! Evaluation of terms under a model, with a cache.
//!
//! A path condition grows while its model stays the same, so the value of a node under a model is computed once:
//! each of the most recently used models has a table from nodes to values. Tables are paged, and a page is
//! allocated when a value first falls into it, so memory follows the number of evaluated nodes and not the size
//! of the pool. Values of more than 64 bits are in a separate map.
//!
//! Only what decides the value is evaluated: of an `ite` the chosen branch, of a chain of stores the matching
//! value. Walks use a stack of their own, so terms may be arbitrarily deep.

use bv::Bv;
use rustc_hash::FxHashMap;

use crate::bound::LEVELS;
use crate::fold::{apply_binary, apply_float_wide, apply_unary, apply_word};
use crate::forall::parts_of;
use crate::model::Model;
use crate::node::{ExprId, Node, Op, SymbolId, TableId};
use crate::pool::Pool;
use crate::span::Spans;
use crate::tuning::{EVAL_MODELS, EVAL_PAGE, EVAL_PAGES_KEPT};

/// Evaluates terms of one pool, remembering values for the models used last.
#[derive(Default)]
pub struct Evaluator {
    /// The most recently used table is first.
    tables: Vec<Table>,
    stack: Vec<ExprId>,
    spans: Spans,
    evaluated: u64,
}

/// How a model differs from an earlier one: only bytes with numbers from `first` to `last` may have changed (see
/// [`byte_number`](crate::byte_number)).
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// The earlier model.
    pub of: &'a Model,
    /// The number of the first byte that may have changed.
    pub first: u64,
    /// The number of the last byte that may have changed.
    pub last: u64,
}

/// The values under the earlier model of terms that do not depend on the changes.
struct Unchanged<'a> {
    table: &'a Table,
    spans: &'a mut Spans,
    first: u64,
    last: u64,
}

impl Unchanged<'_> {
    fn value(&mut self, pool: &Pool, id: ExprId) -> Option<u64> {
        let value = self.table.get(id)?;
        let (from, to) = self.spans.of(pool, id);
        (to <= self.first || from > self.last).then_some(value)
    }
}

/// The values of nodes under one model.
struct Table {
    model: Model,
    /// Incremented when the table gets another model. An entry with a different generation is empty.
    generation: u32,
    pages: Vec<Option<Box<Page>>>,
    used_pages: usize,
    wide: FxHashMap<ExprId, Bv>,
    /// The values of indices and of what mentions them, while the body of a quantifier is evaluated.
    scope: Option<Box<Scope>>,
}

/// Values that hold only for one choice of the indices.
#[derive(Clone)]
struct Scope {
    /// By level; zero where the index has no value.
    indices: [u64; LEVELS as usize],
    values: FxHashMap<ExprId, Value>,
}

struct Page {
    generations: [u32; EVAL_PAGE],
    values: [u64; EVAL_PAGE],
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The number of values computed so far.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Forgets every value. Necessary when ids change their meaning.
    pub fn clear(&mut self) {
        self.tables.clear();
    }

    /// The value of a term of at most 64 bits.
    pub fn eval_u64(&mut self, pool: &Pool, model: &Model, id: ExprId) -> u64 {
        debug_assert!(pool.width(id) <= 64);
        if let Some(value) = pool.as_u64(id) {
            return value;
        }
        self.choose_table(model);
        self.evaluated += self.tables[0].run(pool, &mut self.stack, id, None);
        self.tables[0].small(pool, id).expect("the walk ended with the root's value")
    }

    /// Whether the boolean `id` holds under `model`, which differs from an earlier model by `changes`. Terms that
    /// do not depend on the changes keep their values: of a long sum, only the summands after the first change
    /// are added up again.
    pub fn is_true_after(&mut self, pool: &Pool, changes: &Changes<'_>, model: &Model, id: ExprId) -> bool {
        self.is_true(pool, changes.of, id);
        self.choose_table(model);
        let [table, rest @ ..] = &mut self.tables[..] else { unreachable!("a table was chosen") };
        let Some(before) = rest.iter().find(|table| table.model.same(changes.of)) else {
            return self.is_true(pool, model, id);
        };
        let mut unchanged =
            Unchanged { table: before, spans: &mut self.spans, first: changes.first, last: changes.last };
        self.evaluated += table.run(pool, &mut self.stack, id, Some(&mut unchanged));
        table.small(pool, id) == Some(1)
    }

    /// The value of a term of any width.
    pub fn eval(&mut self, pool: &Pool, model: &Model, id: ExprId) -> Bv {
        if pool.width(id) <= 64 {
            return Bv::new(pool.width(id), self.eval_u64(pool, model, id));
        }
        self.choose_table(model);
        self.evaluated += self.tables[0].run(pool, &mut self.stack, id, None);
        self.tables[0].any(pool, id)
    }

    /// The value of a term of at most 64 bits in the body of a fact, for one value of the fact's index. It must mention
    /// no other index outside of its quantifier.
    pub fn eval_at(&mut self, pool: &Pool, model: &Model, index: ExprId, at: u64, id: ExprId) -> u64 {
        debug_assert!(pool.width(id) <= 64 && pool.node(index).op == Op::Index);
        let mut indices = [0; LEVELS as usize];
        indices[pool.node(index).args[0] as usize] = at;
        self.eval_within(pool, model, indices, id).low_u64()
    }

    /// The value of a term of any width where every index that it mentions outside of its quantifier is 1.
    pub fn eval_first(&mut self, pool: &Pool, model: &Model, id: ExprId) -> Bv {
        self.eval_within(pool, model, [1; LEVELS as usize], id)
    }

    fn eval_within(&mut self, pool: &Pool, model: &Model, indices: [u64; LEVELS as usize], id: ExprId) -> Bv {
        self.choose_table(model);
        let table = &mut self.tables[0];
        table.scope = Some(Box::new(Scope { indices, values: FxHashMap::default() }));
        self.evaluated += table.run(pool, &mut self.stack, id, None);
        let value = table.any(pool, id);
        table.scope = None;
        value
    }

    /// Whether the boolean `id` holds.
    pub fn is_true(&mut self, pool: &Pool, model: &Model, id: ExprId) -> bool {
        debug_assert_eq!(pool.width(id), 1);
        self.eval_u64(pool, model, id) == 1
    }

    /// Moves the table of `model` to the front, reusing the least recently used one if the model has none.
    fn choose_table(&mut self, model: &Model) {
        if let Some(position) = self.tables.iter().position(|table| table.model.same(model)) {
            self.tables[..=position].rotate_right(1);
            return;
        }
        let table = if self.tables.len() < EVAL_MODELS {
            Table {
                model: model.clone(),
                generation: 1,
                pages: Vec::new(),
                used_pages: 0,
                wide: FxHashMap::default(),
                scope: None,
            }
        } else {
            let mut oldest = self.tables.pop().expect("there are as many tables as models are kept");
            oldest.reuse(model);
            oldest
        };
        self.tables.insert(0, table);
    }
}

impl Table {
    fn reuse(&mut self, model: &Model) {
        self.model = model.clone();
        self.wide.clear();
        match self.generation.checked_add(1) {
            Some(next) if self.used_pages <= EVAL_PAGES_KEPT => self.generation = next,
            _ => {
                self.pages.clear();
                self.used_pages = 0;
                self.generation = 1;
            }
        }
    }

    /// Computes values until `root` has one; returns how many were computed.
    fn run(
        &mut self,
        pool: &Pool,
        stack: &mut Vec<ExprId>,
        root: ExprId,
        mut unchanged: Option<&mut Unchanged<'_>>,
    ) -> u64 {
        let mut evaluated = 0;
        stack.clear();
        stack.push(root);
        while let Some(&id) = stack.last() {
            if self.has(pool, id) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let node = pool.node(id);
            if let Some(unchanged) = &mut unchanged
                && let Some(value) = unchanged.value(pool, id)
            {
                self.put(id, value);
                evaluated += 1;
                continue;
            }
            let value = match node.op {
                Op::Sym => Some(self.symbol(node, 0)),
                Op::Ite => self.ite(pool, stack, node),
                Op::Select => self.select(pool, stack, node),
                Op::Forall => self.forall(pool, stack, node, &mut evaluated),
                Op::Index => Some(self.index(node.args[0])),
                Op::Extract if pool.node(node.arg(0)).op == Op::Sym => {
                    Some(self.symbol(&Node { args: pool.node(node.arg(0)).args, ..*node }, node.args[1]))
                }
                _ => self.operator(pool, stack, node),
            };
            if let (Some(scope), Some(value)) = (&mut self.scope, &value)
                && pool.is_open(id)
            {
                scope.values.insert(id, value.clone());
                evaluated += 1;
                continue;
            }
            match value {
                Some(Value::Small(value)) => self.put(id, value),
                Some(Value::Wide(value)) => {
                    self.wide.insert(id, value);
                }
                None => {
                    debug_assert!(stack.len() > before, "what has no value yet waits for something");
                    continue;
                }
            }
            evaluated += 1;
        }
        evaluated
    }

    /// Bits `lo .. lo + node.width` of the symbol in `node.args[0]`.
    fn symbol(&self, node: &Node, lo: u32) -> Value {
        let symbol = SymbolId(node.args[0]);
        if node.width <= 64 {
            Value::Small(self.model.word(symbol, lo, node.width))
        } else {
            Value::Wide(self.model.value(symbol, lo + node.width).extract(lo, node.width))
        }
    }

    /// The value of the index of a level.
    fn index(&self, level: u32) -> Value {
        let value = self.scope.as_ref().map_or(0, |scope| scope.indices[level as usize]);
        assert!(value != 0, "an index has a value only below its quantifier");
        Value::Small(value)
    }

    /// Whether all instances of a fact hold, up to its count. Bodies are evaluated one after the other; what does not
    /// mention the index is evaluated once. It recurses as deeply as quantifiers are nested.
    fn forall(&mut self, pool: &Pool, stack: &mut Vec<ExprId>, node: &Node, evaluated: &mut u64) -> Option<Value> {
        let Some(count) = self.small(pool, node.arg(0)) else {
            stack.push(node.arg(0));
            return None;
        };
        let ((level, most), body) = (parts_of(node), node.arg(1));
        let around = self.scope.take();
        let indices = around.as_ref().map_or([0; LEVELS as usize], |scope| scope.indices);
        let mut scope = Box::new(Scope { indices, values: FxHashMap::default() });
        let mut bodies = Vec::new();
        let mut holds = true;
        for at in 1..=count.min(u64::from(most)) {
            scope.indices[level as usize] = at;
            scope.values.clear();
            self.scope = Some(scope);
            *evaluated += self.run(pool, &mut bodies, body, None);
            holds = self.small(pool, body) == Some(1);
            scope = self.scope.take().expect("it was just put there");
            if !holds {
                break;
            }
        }
        self.scope = around;
        Some(Value::Small(u64::from(holds)))
    }

    fn ite(&self, pool: &Pool, stack: &mut Vec<ExprId>, node: &Node) -> Option<Value> {
        let Some(condition) = self.small(pool, node.arg(0)) else {
            stack.push(node.arg(0));
            return None;
        };
        let chosen = node.arg(if condition == 1 { 1 } else { 2 });
        if !self.has(pool, chosen) {
            stack.push(chosen);
            return None;
        }
        if node.width <= 64 {
            self.small(pool, chosen).map(Value::Small)
        } else {
            Some(Value::Wide(self.any(pool, chosen)))
        }
    }

    fn select(&self, pool: &Pool, stack: &mut Vec<ExprId>, node: &Node) -> Option<Value> {
        let index = self.small(pool, node.arg(1));
        let before = stack.len();
        if index.is_none() {
            stack.push(node.arg(1));
        }
        // Request all indices of the chain at once. One by one, the chain would be walked once for each.
        let mut array = node.arg(0);
        while let Node { op: Op::Store, args, .. } = *pool.node(array) {
            if !self.has(pool, ExprId(args[1])) {
                stack.push(ExprId(args[1]));
            }
            array = ExprId(args[0]);
        }
        if stack.len() > before {
            return None;
        }
        let (index, size) = (index?, node.width / 8);
        if let Some(found) = self.element(pool, node.arg(0), index, size) {
            return match found {
                Ok(value) => Some(Value::Small(value)),
                Err(missing) => {
                    stack.push(missing);
                    None
                }
            };
        }
        // A store overlaps the element in part, so each byte is read separately.
        let mut value = 0;
        for byte in 0..size {
            let part = self.element(pool, node.arg(0), index.wrapping_add(u64::from(byte)), 1);
            match part.expect("nothing overlaps a byte in part") {
                Ok(part) => value |= part << (8 * byte),
                Err(missing) => stack.push(missing),
            }
        }
        (stack.len() == before).then_some(Value::Small(value))
    }

    /// The element of an array at `index`, or the stored term whose value is missing; `None` if a store overlaps
    /// the element in part.
    fn element(&self, pool: &Pool, mut array: ExprId, index: u64, size: u32) -> Option<Result<u64, ExprId>> {
        let bytes = u64::from(size);
        loop {
            let here = pool.node(array);
            if here.op != Op::Store {
                return Some(Ok(self.base_element(pool, here, index, size)));
            }
            let distance = index.wrapping_sub(self.small(pool, here.arg(1)).expect("indices come first"));
            let stored = u64::from(pool.width(here.arg(2)) / 8);
            if distance < stored && distance + bytes <= stored {
                let value = self.small(pool, here.arg(2)).ok_or(here.arg(2));
                return Some(value.map(|value| value >> (8 * distance) & bv::mask(8 * size)));
            }
            if distance < stored || distance.wrapping_neg() < bytes {
                return None;
            }
            array = here.arg(0);
        }
    }

    /// The bytes from `index` on of a table or of a symbol.
    fn base_element(&self, pool: &Pool, base: &Node, index: u64, size: u32) -> u64 {
        if base.op == Op::Table {
            return pool.table_element(TableId(base.args[0]), index, size);
        }
        let symbol = pool.node(base.arg(0));
        let byte = |at: u64| match at < u64::from(symbol.width / 8) {
            true => self.model.byte(SymbolId(symbol.args[0]), at as u32),
            false => 0,
        };
        (0..size).fold(0, |value, i| value | u64::from(byte(index.wrapping_add(u64::from(i)))) << (8 * i))
    }

    fn operator(&self, pool: &Pool, stack: &mut Vec<ExprId>, node: &Node) -> Option<Value> {
        assert!(!node.op.is_array(), "an array has no value of its own; read it with a select");
        let before = stack.len();
        let mut words = node.width <= 64;
        for child in node.children() {
            words &= pool.width(child) <= 64;
            if !self.has(pool, child) {
                stack.push(child);
            }
        }
        if stack.len() > before {
            return None;
        }
        if let (Op::Float(operation), 3) = (node.op, node.op.arity()) {
            let args: Vec<Bv> = node.children().map(|child| self.any(pool, child)).collect();
            let value = apply_float_wide(operation, node.width, &args, 0);
            return Some(if node.width <= 64 { Value::Small(value.low_u64()) } else { Value::Wide(value) });
        }
        if words {
            let a = self.small(pool, node.arg(0))?;
            let b = if node.op.arity() == 2 { self.small(pool, node.arg(1))? } else { u64::from(node.args[1]) };
            return Some(Value::Small(apply_word(node.op, node.width, pool.width(node.arg(0)), a, b)));
        }
        let a = self.any(pool, node.arg(0));
        let value = if node.op.arity() == 2 {
            apply_binary(node.op, &a, &self.any(pool, node.arg(1)))
        } else {
            apply_unary(node.op, node.width, &a, node.args[1])
        };
        Some(if node.width <= 64 { Value::Small(value.low_u64()) } else { Value::Wide(value) })
    }

    #[inline]
    fn has(&self, pool: &Pool, id: ExprId) -> bool {
        let is_known = match pool.node(id) {
            Node { op: Op::Const | Op::WideConst, .. } => true,
            Node { width: 0..=64, .. } => self.get(id).is_some(),
            _ => self.wide.contains_key(&id),
        };
        is_known || self.scope.as_ref().is_some_and(|scope| scope.values.contains_key(&id))
    }

    /// The value of a term of at most 64 bits, if known.
    #[inline]
    fn small(&self, pool: &Pool, id: ExprId) -> Option<u64> {
        pool.as_u64(id).or_else(|| self.get(id)).or_else(|| match self.scope.as_ref()?.values.get(&id)? {
            Value::Small(value) => Some(*value),
            Value::Wide(_) => None,
        })
    }

    /// The known value of a term.
    fn any(&self, pool: &Pool, id: ExprId) -> Bv {
        if let Some(value) = pool.as_const(id) {
            return value;
        }
        if let Some(scope) = &self.scope
            && pool.is_open(id)
        {
            return match &scope.values[&id] {
                Value::Small(value) => Bv::new(pool.width(id), *value),
                Value::Wide(value) => value.clone(),
            };
        }
        match pool.width(id) {
            width @ 0..=64 => Bv::new(width, self.get(id).expect("the caller saw the value")),
            _ => self.wide[&id].clone(),
        }
    }

    #[inline]
    fn get(&self, id: ExprId) -> Option<u64> {
        let page = self.pages.get(id.index() / EVAL_PAGE)?.as_deref()?;
        let slot = id.index() % EVAL_PAGE;
        (page.generations[slot] == self.generation).then(|| page.values[slot])
    }

    fn put(&mut self, id: ExprId, value: u64) {
        let number = id.index() / EVAL_PAGE;
        if self.pages.len() <= number {
            self.pages.resize_with(number + 1, || None);
        }
        let page = self.pages[number].get_or_insert_with(|| {
            self.used_pages += 1;
            Box::new(Page { generations: [0; EVAL_PAGE], values: [0; EVAL_PAGE] })
        });
        let slot = id.index() % EVAL_PAGE;
        page.generations[slot] = self.generation;
        page.values[slot] = value;
    }
}

#[derive(Clone)]
enum Value {
    Small(u64),
    Wide(Bv),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::byte_number;
    use test_support::Random;

    /// A condition has the same value whether it is evaluated from scratch or with [`Evaluator::is_true_after`].
    #[test]
    fn what_did_not_change_is_not_looked_at_again() {
        let mut random = Random::new(7);
        let mut below = |limit: u64| random.below(limit);
        for _ in 0..50 {
            let mut pool = Pool::new();
            let symbols = [pool.symbol("x", 64), pool.symbol("y", 128)];
            let array = pool.bytes(symbols[1]);
            let mut terms = vec![pool.int(8, 3)];
            for _ in 0..40 {
                let pick =
                    |below: &mut dyn FnMut(u64) -> u64, terms: &[ExprId]| terms[below(terms.len() as u64) as usize];
                let (a, b) = (pick(&mut below, &terms), pick(&mut below, &terms));
                let new = match below(7) {
                    0 | 1 => pool.extract(symbols[0], 8 * below(8) as u32, 8),
                    2 => pool.extract(symbols[1], 8 * below(16) as u32, 8),
                    3 => pool.add(a, b),
                    4 => pool.mul(a, b),
                    5 => {
                        let condition = pool.ult(a, b);
                        pool.ite(condition, b, a)
                    }
                    _ => {
                        let wide = pool.zext(a, 64);
                        let sixteen = pool.int(64, 15);
                        let place = pool.and(wide, sixteen);
                        pool.select(array, place)
                    }
                };
                terms.push(new);
            }
            let conditions: Vec<ExprId> = terms.windows(2).map(|pair| pool.ult(pair[0], pair[1])).collect();
            let mut evaluator = Evaluator::new();
            let mut model = Model::default();
            for _ in 0..20 {
                let (symbol, from) = (SymbolId(below(2) as u32), below(8) as u32);
                let bytes: Vec<_> = (from..8.min(from + 3)).map(|index| (symbol, index, below(256) as u8)).collect();
                let (first, last) = (byte_number(symbol, from), byte_number(symbol, bytes[bytes.len() - 1].1));
                let changed = model.with_bytes(bytes);
                let changes = Changes { of: &model, first, last };
                for &condition in &conditions {
                    let expected = Evaluator::new().is_true(&pool, &changed, condition);
                    assert_eq!(evaluator.is_true_after(&pool, &changes, &changed, condition), expected);
                }
                model = changed;
            }
        }
    }
}
