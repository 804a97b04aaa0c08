//! What a condition's value under a model depends on: comparisons of functions of single bytes.
//!
//! A value that is chosen, stored or read back is followed to where it comes from, and the condition also
//! depends on what chose it. Comparisons of whole words become comparisons of their bytes, the highest first.
//! Any other term depends on the exact values of its operands. So there is an answer for every term: wherever
//! these comparisons have the same truth values, the term has the same value.

use expr::{Evaluator, ExprId, Model, Node, Op, Operand, Pool, SymbolId, TableId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::network::{Atom, Comparison, Function, Functions, Set, TooMuch, Variable, View};
use crate::tuning::{BYTE_ORDERS_BYTES, BYTE_ORDERS_DEPTH, BYTE_ORDERS_FUNCTION, BYTE_ORDERS_TERMS};
use crate::value_sets::Leaf;

/// Which bytes a term depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Nothing,
    /// One byte, and no term below has more than 64 bits.
    One(Variable),
    /// Several bytes, or something that is not a function of bytes.
    Many,
}

/// The bytes that some conditions are about.
#[derive(Default)]
pub(crate) struct Inputs {
    bytes: Vec<(SymbolId, u32)>,
    /// The bytes of which the symbol has only some bits, with the number of these bits.
    partial: Vec<(Variable, u32)>,
    uses: FxHashMap<ExprId, Use>,
}

impl Inputs {
    /// Adds a condition; false if there are too many terms or bytes, and then the inputs are unusable.
    pub(crate) fn add(&mut self, pool: &Pool, condition: ExprId) -> bool {
        let mut fresh = FxHashSet::default();
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            if self.uses.contains_key(&term) || !fresh.insert(term) {
                continue;
            }
            if self.uses.len() + fresh.len() > BYTE_ORDERS_TERMS {
                return false;
            }
            if bits(pool, term).is_none() {
                pending.extend(pool.node(term).children());
            }
        }
        // Operands have smaller ids than the terms that use them.
        let mut fresh: Vec<ExprId> = fresh.into_iter().collect();
        fresh.sort_unstable();
        for term in fresh {
            let used = self.use_of(pool, term);
            self.uses.insert(term, used);
            if self.bytes.len() > BYTE_ORDERS_BYTES {
                return false;
            }
        }
        true
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[(SymbolId, u32)] {
        &self.bytes
    }

    /// The ranges of the bytes of which a symbol has only some bits.
    pub(crate) fn bounds(&self) -> Vec<Atom> {
        let bound = |&(byte, bits): &(Variable, u32)| Atom::In(byte, Set::of(|value| u32::from(value) < 1 << bits));
        self.partial.iter().map(bound).collect()
    }

    /// The number of terms that the conditions have.
    pub(crate) fn terms(&self) -> u64 {
        self.uses.len() as u64
    }

    fn byte(&mut self, symbol: SymbolId, index: u32) -> Variable {
        let place = self.bytes.iter().position(|&byte| byte == (symbol, index));
        let place = place.unwrap_or_else(|| {
            self.bytes.push((symbol, index));
            self.bytes.len() - 1
        });
        Variable(place as u32)
    }

    fn use_of(&mut self, pool: &Pool, term: ExprId) -> Use {
        let node = pool.node(term);
        if let Some((symbol, low, width)) = bits(pool, term) {
            let (first, last) = (low / 8, (low + width - 1) / 8);
            // One more than the limit suffices to fail later.
            let uses: Vec<Variable> =
                (first..=last).take(BYTE_ORDERS_BYTES + 1).map(|index| self.byte(symbol, index)).collect();
            let whole = if node.op == Op::Sym { node.width } else { pool.width(node.arg(0)) };
            let end = whole / 8;
            if whole % 8 != 0 && (first..=last).contains(&end) {
                let partial = (self.byte(symbol, end), whole % 8);
                if !self.partial.contains(&partial) {
                    self.partial.push(partial);
                }
            }
            return if let [byte] = uses[..] { Use::One(byte) } else { Use::Many };
        }
        match node.op {
            Op::Const | Op::Table => return Use::Nothing,
            Op::Store | Op::Bytes => return Use::Many,
            Op::Select if pool.node(node.arg(0)).op != Op::Table => return Use::Many,
            _ => {}
        }
        let narrow = |term: ExprId| pool.node(term).op.is_array() || pool.width(term) <= 64;
        if !narrow(term) || !node.children().all(narrow) {
            return Use::Many;
        }
        node.children().map(|child| self.uses[&child]).fold(Use::Nothing, |one, other| match (one, other) {
            (Use::Nothing, used) | (used, Use::Nothing) => used,
            (one, other) if one == other => one,
            _ => Use::Many,
        })
    }

    /// The function that a term of one byte computes.
    fn function(&self, pool: &Pool, functions: &mut Functions, term: ExprId, work: &mut u64) -> Function {
        if let Some(known) = functions.of_term(term) {
            return known;
        }
        let mut pending = vec![term];
        let mut out = Vec::with_capacity(256);
        while let Some(&term) = pending.last() {
            if functions.of_term(term).is_some() {
                pending.pop();
                continue;
            }
            let node = *pool.node(term);
            if let Some((_, low, width)) = bits(pool, term) {
                out.clear();
                out.extend((0..256).map(|byte: u64| byte >> (low % 8) & bv::mask(width)));
            } else {
                let is_missing =
                    |&child: &ExprId| matches!(self.uses[&child], Use::One(_)) && functions.of_term(child).is_none();
                let missing: Vec<ExprId> = node.children().filter(is_missing).collect();
                if !missing.is_empty() {
                    pending.extend(missing);
                    continue;
                }
                let mut operands = [Operand::Constant(0); 3];
                for (operand, child) in operands.iter_mut().zip(node.children()) {
                    *operand = match functions.of_term(child) {
                        Some(function) => Operand::Values(functions.values(function)),
                        None => Operand::Constant(pool.as_u64(child).unwrap_or(0)),
                    };
                }
                pool.apply_all(&node, operands, 256, &mut out);
            }
            functions.note_term(term, &out, work);
            pending.pop();
        }
        functions.of_term(term).expect("it was noted")
    }
}

/// The bits of a symbol that a term reads: symbol, lowest bit and width.
fn bits(pool: &Pool, term: ExprId) -> Option<(SymbolId, u32, u32)> {
    let node = pool.node(term);
    match node.op {
        Op::Sym => Some((SymbolId(node.args[0]), 0, node.width)),
        Op::Extract if pool.node(node.arg(0)).op == Op::Sym => {
            Some((SymbolId(pool.node(node.arg(0)).args[0]), node.args[1], node.width))
        }
        _ => None,
    }
}

/// One side of a comparison.
#[derive(Clone, Copy)]
enum Side {
    Constant(u64),
    View(View),
}

/// Where a value comes from.
enum Source {
    Side(Side),
    /// The bytes of a word, the lowest first.
    Digits(Vec<Side>),
}

/// The result of a read from an array.
enum Stored {
    Term(ExprId),
    Side(Side),
}

/// Collects what some conditions depend on under a model.
pub(crate) struct Trace<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) check: &'a mut Evaluator,
    pub(crate) model: &'a Model,
    pub(crate) inputs: &'a mut Inputs,
    pub(crate) functions: &'a mut Functions,
    pub(crate) work: &'a mut u64,
    atoms: Vec<(Atom, bool)>,
    /// The bytes of which the exact value of a function was needed, with its number of different values if that
    /// is more than two.
    exact: FxHashMap<Variable, u64>,
    pending: Vec<ExprId>,
    seen: FxHashSet<ExprId>,
    compared: FxHashSet<(Op, ExprId, ExprId)>,
}

impl<'a> Trace<'a> {
    pub(crate) fn new(
        pool: &'a Pool,
        check: &'a mut Evaluator,
        model: &'a Model,
        inputs: &'a mut Inputs,
        functions: &'a mut Functions,
        work: &'a mut u64,
    ) -> Trace<'a> {
        Trace {
            pool,
            check,
            model,
            inputs,
            functions,
            work,
            atoms: Vec::new(),
            exact: FxHashMap::default(),
            pending: Vec::new(),
            seen: FxHashSet::default(),
            compared: FxHashSet::default(),
        }
    }

    /// The atoms that the value of a term depends on: wherever they have the same truth, it has the same value.
    /// Also returns in how many ways the values that were needed exactly could be different.
    pub(crate) fn of(mut self, term: ExprId) -> Result<(Vec<(Atom, bool)>, u64), TooMuch> {
        self.pending.push(term);
        while let Some(term) = self.pending.pop() {
            if !self.pool.is_const(term) && self.seen.insert(term) {
                self.spend(1)?;
                self.walk(term)?;
            }
        }
        let ways = self.exact.values().fold(1u64, |product, &values| product.saturating_mul(values));
        Ok((self.atoms, ways))
    }

    fn spend(&mut self, work: u64) -> Result<(), TooMuch> {
        *self.work = self.work.checked_sub(work).ok_or(TooMuch)?;
        Ok(())
    }

    fn value(&mut self, term: ExprId) -> u64 {
        self.check.eval_u64(self.pool, self.model, term)
    }

    /// Adds what a term's value depends on.
    fn walk(&mut self, term: ExprId) -> Result<(), TooMuch> {
        let node = *self.pool.node(term);
        match self.inputs.uses[&term] {
            Use::Nothing => return Ok(()),
            Use::One(of) => {
                let function = self.inputs.function(self.pool, self.functions, term, self.work);
                self.exactly(View { of, function });
                return Ok(());
            }
            Use::Many => {}
        }
        if let Some((symbol, low, width)) = bits(self.pool, term) {
            for index in low / 8..=(low + width - 1) / 8 {
                let view = self.byte(symbol, index);
                self.exactly(view);
            }
            return Ok(());
        }
        match node.op {
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle if self.pool.width(node.arg(0)) <= 64 => {
                self.compare(node.op, node.arg(0), node.arg(1), BYTE_ORDERS_DEPTH)?;
            }
            Op::Ite => {
                let chosen = if self.value(node.arg(0)) == 1 { 1 } else { 2 };
                self.pending.extend([node.arg(0), node.arg(chosen)]);
            }
            Op::And | Op::Or if node.width == 1 => {
                // One operand may decide the result.
                let deciding = u64::from(node.op == Op::Or);
                let decides = node.children().find(|&operand| self.value(operand) == deciding);
                match decides {
                    Some(operand) => self.pending.push(operand),
                    None => self.pending.extend(node.children()),
                }
            }
            Op::Select => match self.stored(&node, BYTE_ORDERS_DEPTH)? {
                Some(Stored::Term(term)) => self.pending.push(term),
                Some(Stored::Side(Side::View(view))) => self.exactly(view),
                Some(Stored::Side(Side::Constant(_))) => {}
                None => self.pending.extend(node.children()),
            },
            _ => self.pending.extend(node.children()),
        }
        Ok(())
    }

    /// The view of a byte of a symbol by the identity function.
    fn byte(&mut self, symbol: SymbolId, index: u32) -> View {
        let same: Vec<u64> = (0..256).collect();
        View { of: self.inputs.byte(symbol, index), function: self.functions.number(&same) }
    }

    fn now(&self, byte: Variable) -> u8 {
        let (symbol, index) = self.inputs.bytes[byte.0 as usize];
        self.model.byte(symbol, index)
    }

    /// Adds that a function has exactly its current value.
    fn exactly(&mut self, view: View) {
        let now = self.now(view.of);
        let (set, different) = self.functions.same_as(view.function, now, self.work);
        if different > 2 {
            let known = self.exact.entry(view.of).or_default();
            *known = different.max(*known);
        }
        self.atoms.push((Atom::In(view.of, set), true));
    }

    /// Adds what a comparison depends on.
    fn compare(&mut self, op: Op, a: ExprId, b: ExprId, depth: u32) -> Result<(), TooMuch> {
        if !self.compared.insert((op, a, b)) {
            return Ok(());
        }
        let (one, other) = (self.source(a, depth)?, self.source(b, depth)?);
        let width = self.pool.width(a);
        let signed = matches!(op, Op::Slt | Op::Sle);
        match (one, other) {
            (Some(Source::Side(one)), Some(Source::Side(other))) => {
                let (one, other) =
                    if signed { (self.turned(one, width), self.turned(other, width)) } else { (one, other) };
                match op {
                    Op::Eq => self.relate(false, one, other),
                    Op::Ult | Op::Slt => self.relate(true, one, other),
                    _ => self.relate(true, other, one),
                }
            }
            (Some(one), Some(other)) => match self.digits(one, width).zip(self.digits(other, width)) {
                Some((ones, others)) => self.compare_digits(op, &ones, &others),
                None => self.pending.extend([a, b]),
            },
            _ => self.pending.extend([a, b]),
        }
        Ok(())
    }

    /// Compares words of the same number of bytes, the highest byte first.
    fn compare_digits(&mut self, op: Op, ones: &[Side], others: &[Side]) {
        let highest = ones.len() - 1;
        for (place, (&one, &other)) in ones.iter().zip(others).enumerate().rev() {
            if self.side(one) == self.side(other) || op == Op::Eq {
                self.relate(false, one, other);
                if self.side(one) != self.side(other) {
                    return;
                }
                continue;
            }
            let (one, other) = match op {
                Op::Slt | Op::Sle if place == highest => (self.turned(one, 8), self.turned(other, 8)),
                _ => (one, other),
            };
            // The bytes differ, so one of the words is less.
            if self.side(one) < self.side(other) {
                self.relate(true, one, other);
            } else {
                self.relate(true, other, one);
            }
            return;
        }
    }

    /// The current value of a side.
    fn side(&self, side: Side) -> u64 {
        match side {
            Side::Constant(value) => value,
            Side::View(view) => self.functions.values(view.function)[usize::from(self.now(view.of))],
        }
    }

    /// The same side with its highest bit flipped: its unsigned order is then the signed order.
    fn turned(&mut self, side: Side, width: u32) -> Side {
        let sign = 1u64 << (width - 1);
        match side {
            Side::Constant(value) => Side::Constant(value ^ sign),
            Side::View(view) => {
                let values: Vec<u64> = self.functions.values(view.function).iter().map(|value| value ^ sign).collect();
                Side::View(View { function: self.functions.number(&values), ..view })
            }
        }
    }

    /// Adds whether one side is less than the other or, if not `less`, equal to it.
    fn relate(&mut self, less: bool, one: Side, other: Side) {
        let fits = |a: u64, b: u64| if less { a < b } else { a == b };
        let holds = fits(self.side(one), self.side(other));
        let atom = match (one, other) {
            (Side::Constant(_), Side::Constant(_)) => return,
            (Side::View(one), Side::View(other)) if one.of != other.of => {
                if less {
                    Atom::Less(one, other)
                } else {
                    // Equality is symmetric.
                    Atom::Equal(one.min(other), one.max(other))
                }
            }
            (Side::View(one), Side::View(other)) => {
                let (ones, others) = (self.functions.values(one.function), self.functions.values(other.function));
                *self.work = self.work.saturating_sub(BYTE_ORDERS_FUNCTION / 4);
                Atom::In(one.of, Set::of(|byte| fits(ones[usize::from(byte)], others[usize::from(byte)])))
            }
            (Side::View(View { of, function }), Side::Constant(constant)) => {
                let comparison = if less { Comparison::Below } else { Comparison::Equal };
                Atom::In(of, self.functions.compared(function, constant, comparison, self.work))
            }
            (Side::Constant(constant), Side::View(View { of, function })) => {
                let comparison = if less { Comparison::Above } else { Comparison::Equal };
                Atom::In(of, self.functions.compared(function, constant, comparison, self.work))
            }
        };
        self.atoms.push((atom, holds));
    }

    /// The bytes of a value of `width` bits, the lowest first, if each is a function of a byte or a constant.
    fn digits(&self, source: Source, width: u32) -> Option<Vec<Side>> {
        let count = (width / 8) as usize;
        let mut digits = match source {
            _ if !width.is_multiple_of(8) => return None,
            Source::Digits(digits) => digits,
            Source::Side(Side::Constant(value)) => {
                return Some((0..count).map(|place| Side::Constant(value >> (8 * place) & 0xff)).collect());
            }
            Source::Side(Side::View(view)) => {
                let is_byte = self.functions.values(view.function).iter().all(|&value| value < 256);
                is_byte.then(|| vec![Side::View(view)])?
            }
        };
        digits.resize(count, Side::Constant(0));
        Some(digits)
    }

    /// Where the value of a term of at most 64 bits comes from, if that is a function of a byte, a constant, or
    /// a whole word of the input.
    fn source(&mut self, term: ExprId, depth: u32) -> Result<Option<Source>, TooMuch> {
        // The operators still to be applied to the value, the last one first.
        let mut operators = Vec::new();
        let mut term = term;
        let mut source = loop {
            self.spend(1)?;
            if let Some(value) = self.pool.as_u64(term) {
                break Source::Side(Side::Constant(value));
            }
            if let Use::One(of) = self.inputs.uses[&term] {
                let function = self.inputs.function(self.pool, self.functions, term, self.work);
                break Source::Side(Side::View(View { of, function }));
            }
            let node = *self.pool.node(term);
            if node.width > 64 {
                return Ok(None);
            }
            if let Some(leaf) = Leaf::of(self.pool, term) {
                if leaf.low % 8 != 0 || leaf.width % 8 != 0 {
                    return Ok(None);
                }
                let bytes = leaf.low / 8..leaf.end() / 8;
                break Source::Digits(bytes.map(|index| Side::View(self.byte(leaf.symbol, index))).collect());
            }
            match node.op {
                Op::Ite => {
                    let chosen = if self.value(node.arg(0)) == 1 { 1 } else { 2 };
                    self.pending.push(node.arg(0));
                    term = node.arg(chosen);
                }
                Op::ZExt | Op::SExt | Op::Extract | Op::Not | Op::Neg => {
                    operators.push(node);
                    term = node.arg(0);
                }
                Op::And
                | Op::Or
                | Op::Xor
                | Op::Add
                | Op::Mul
                | Op::UDiv
                | Op::URem
                | Op::Shl
                | Op::LShr
                | Op::AShr
                    if node.children().any(|operand| self.pool.is_const(operand)) =>
                {
                    operators.push(node);
                    term = if self.pool.is_const(node.arg(0)) { node.arg(1) } else { node.arg(0) };
                }
                Op::Select if depth > 0 => match self.stored(&node, depth - 1)? {
                    Some(Stored::Term(value)) => term = value,
                    Some(Stored::Side(side)) => break Source::Side(side),
                    None => return Ok(None),
                },
                _ => return Ok(None),
            }
        };
        while let Some(node) = operators.pop() {
            let Some(applied) = self.applied(&node, source) else { return Ok(None) };
            source = applied;
        }
        Ok(Some(source))
    }

    /// The result of an operator on a value; its other operand is a constant.
    fn applied(&mut self, node: &Node, source: Source) -> Option<Source> {
        let side = match source {
            Source::Side(side) => side,
            Source::Digits(mut digits) => {
                match node.op {
                    Op::ZExt if node.width.is_multiple_of(8) => {
                        digits.resize((node.width / 8) as usize, Side::Constant(0));
                    }
                    Op::Extract if node.args[1].is_multiple_of(8) && node.width.is_multiple_of(8) => {
                        digits = digits.split_off((node.args[1] / 8) as usize);
                        digits.truncate((node.width / 8) as usize);
                    }
                    _ => return None,
                }
                return Some(match digits[..] {
                    [digit] => Source::Side(digit),
                    _ => Source::Digits(digits),
                });
            }
        };
        let mut out = Vec::with_capacity(256);
        let one;
        let (values, cases) = match side {
            Side::Constant(value) => {
                one = [value];
                (&one[..], 1)
            }
            Side::View(view) => (&self.functions.values(view.function)[..], 256),
        };
        let mut operands = [Operand::Constant(0); 3];
        let mut given = false;
        for (operand, child) in operands.iter_mut().zip(node.children()) {
            *operand = match self.pool.as_u64(child) {
                Some(constant) => Operand::Constant(constant),
                None if given => return None,
                None => {
                    given = true;
                    Operand::Values(values)
                }
            };
        }
        self.pool.apply_all(node, operands, cases, &mut out);
        Some(Source::Side(match side {
            Side::Constant(_) => Side::Constant(out[0]),
            Side::View(view) => Side::View(View { function: self.functions.number(&out), ..view }),
        }))
    }

    /// What a read of an array finds; `None` if it combines several writes, and then the exact values of all
    /// operands matter.
    fn stored(&mut self, read: &Node, depth: u32) -> Result<Option<Stored>, TooMuch> {
        let (mut array, index, size) = (read.arg(0), read.arg(1), read.width / 8);
        let at = self.value(index);
        loop {
            self.spend(1)?;
            let node = *self.pool.node(array);
            match node.op {
                Op::Store => {
                    let (place, written) = (node.arg(1), self.pool.width(node.arg(2)) / 8);
                    let here = self.value(place);
                    let residue = self.pool.residue(index, size);
                    let whole = written == size
                        && (size == 1 || residue.is_some() && residue == self.pool.residue(place, size));
                    if whole && depth > 0 {
                        // Two elements are the same or do not overlap.
                        self.compare(Op::Eq, place, index, depth - 1)?;
                    } else {
                        self.pending.extend([place, index]);
                    }
                    if here == at && written == size {
                        return Ok(Some(Stored::Term(node.arg(2))));
                    }
                    if at.wrapping_sub(here) < u64::from(written) || here.wrapping_sub(at) < u64::from(size) {
                        self.pending.extend([place, index]);
                        return Ok(None);
                    }
                    array = node.arg(0);
                }
                Op::Table => {
                    let table = TableId(node.args[0]);
                    // In a table of zeros the index does not matter.
                    if self.pool.table_bytes(table).iter().any(|&byte| byte != 0) {
                        self.pending.push(index);
                    }
                    let element = self.pool.table_element(table, at, size);
                    return Ok(Some(Stored::Side(Side::Constant(element))));
                }
                Op::Bytes if size == 1 => {
                    self.pending.push(index);
                    let symbol = self.pool.node(node.arg(0));
                    let side = match at < u64::from(symbol.width / 8) {
                        true => Side::View(self.byte(SymbolId(symbol.args[0]), at as u32)),
                        false => Side::Constant(0),
                    };
                    return Ok(Some(Stored::Side(side)));
                }
                _ => return Ok(None),
            }
        }
    }
}
