//! A term as text for people, in terms of its symbols: `message[0] == 'S' && length <u 9`.
//!
//! The notation is C's, as far as it goes. A byte of a symbol is `x[3]`, several bytes are a little-endian number,
//! `x[0..4]`, and at an index that is not constant `x[i..+4]`. Comparisons, divisions and shifts to the right are
//! signed unless they have a `u`: `<u`, `/u`, `>>u`. A constant array is `table`, an array with a store is
//! `(x with [i] = v)`. Extensions are left out, and so are truncations to whole bytes: this is for reading, and
//! does not say everything about a term. What says everything is [`Pool::display`].
//!
//! Terms are graphs, and a text of them can be exponentially long. So there is a limit, of which each operand gets
//! a share, and what does not fit is `…`.

use crate::forall::parts_of;
use crate::node::{ExprId, Node, Op, SymbolId};
use crate::pool::Pool;

/// Terms that are nested more deeply than this are not written, however many there may be.
const DEPTH: usize = 60;
/// More operators than this are not written, whatever the limit: the time grows with the square of their number.
const OPERATORS: usize = 4000;
/// Numbers of at least this width, and from here to zero, are written as negative where the sign is not known.
const SMALL: (u32, i64) = (16, 1 << 15);

impl Pool {
    /// A term as readable text, with at most `most` operators.
    pub fn infix(&self, id: ExprId, most: usize) -> String {
        let budget = Budget { operators: most.min(OPERATORS), depth: DEPTH };
        let is_truth = !self.node(id).op.is_array() && self.width(id) == 1;
        let writer = Writer { pool: self };
        let text = if is_truth { writer.truth(id, false, budget) } else { writer.value(id, Style::Small, budget) };
        text.text
    }
}

/// How much may be written of a term.
#[derive(Clone, Copy)]
struct Budget {
    operators: usize,
    depth: usize,
}

/// How tightly a text holds together, in C's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Either,
    Both,
    Or,
    Xor,
    And,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Prefix,
    Postfix,
}

/// How a constant is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Signed,
    Unsigned,
    /// Below zero if that is the shorter way.
    Small,
    /// As a character, if it is a visible one.
    Character,
}

struct Text {
    text: String,
    level: Level,
}

impl Text {
    fn plain(text: impl Into<String>) -> Text {
        Text { text: text.into(), level: Level::Postfix }
    }

    fn prefix(symbol: &str, a: Text) -> Text {
        let apart = if symbol == "-" && a.text.starts_with('-') { " " } else { "" };
        Text { text: format!("{symbol}{apart}{}", a.within(Level::Prefix)), level: Level::Prefix }
    }

    fn infix(level: Level, symbol: &str, a: Text, b: Text) -> Text {
        let text = match level {
            // A comparison of comparisons is hard to read without parentheses.
            Level::Equality | Level::Relation => {
                format!("{} {symbol} {}", a.within(Level::Shift), b.within(Level::Shift))
            }
            _ if matches!(symbol, "+" | "&" | "|" | "^" | "&&" | "||") => {
                format!("{} {symbol} {}", a.within(level), b.within(level))
            }
            // The others group to the left.
            _ => {
                let b = if b.level > level { b.text } else { format!("({})", b.text) };
                format!("{} {symbol} {b}", a.within(level))
            }
        };
        Text { text, level }
    }

    /// The text as an operand where something at least as tight is needed.
    fn within(self, level: Level) -> String {
        if self.level >= level { self.text } else { format!("({})", self.text) }
    }
}

/// The name of an index, which no symbol has.
fn index_name(level: u32) -> String {
    match level {
        0 => "$i".to_owned(),
        1 => "$j".to_owned(),
        _ => format!("$i{level}"),
    }
}

struct Writer<'a> {
    pool: &'a Pool,
}

impl Writer<'_> {
    fn value(&self, id: ExprId, style: Style, budget: Budget) -> Text {
        if let Some(leaf) = self.leaf(id, style) {
            return leaf;
        }
        let node = self.pool.node(id);
        if matches!(node.op, Op::ZExt | Op::SExt) && budget.depth > 0 {
            return self.value(node.arg(0), style, Budget { depth: budget.depth - 1, ..budget });
        }
        let Some(shares) = self.shares(node, budget) else { return Text::plain("…") };
        if node.width == 1 && !node.op.is_array() {
            return self.truth(id, false, budget);
        }
        let operand = |index: usize, style: Style| self.value(node.arg(index), style, shares[index]);
        let bits = |level, symbol| {
            let (a, b) = self.constant_last(node);
            Text::infix(level, symbol, operand(a, Style::Unsigned), operand(b, Style::Unsigned))
        };
        let grouped = |level, symbol| Text::infix(level, symbol, operand(0, Style::Small), operand(1, Style::Small));
        match node.op {
            Op::Not => Text::prefix("~", operand(0, Style::Unsigned)),
            Op::Neg => Text::prefix("-", operand(0, Style::Small)),
            Op::And => bits(Level::And, "&"),
            Op::Or => bits(Level::Or, "|"),
            Op::Xor => bits(Level::Xor, "^"),
            Op::Mul => bits(Level::Product, "*"),
            Op::Add => self.sum(node, &shares),
            Op::UDiv => grouped(Level::Product, "/u"),
            Op::URem => grouped(Level::Product, "%u"),
            Op::SDiv => grouped(Level::Product, "/"),
            Op::SRem => grouped(Level::Product, "%"),
            Op::Shl => grouped(Level::Shift, "<<"),
            Op::LShr => grouped(Level::Shift, ">>u"),
            Op::AShr => grouped(Level::Shift, ">>"),
            Op::Ite => self.choice(node, &shares, |id, share| self.value(id, style, share)),
            Op::Extract => self.bits(node, shares[0]),
            Op::Concat => {
                let shift = Text::plain(self.pool.width(node.arg(1)).to_string());
                let high = Text::infix(Level::Shift, "<<", operand(0, Style::Unsigned), shift);
                if self.is_zero(node.arg(0)) {
                    return operand(1, style);
                }
                if self.is_zero(node.arg(1)) {
                    return high;
                }
                Text::infix(Level::Or, "|", high, operand(1, Style::Unsigned))
            }
            Op::Select => self.element(operand(0, style), operand(1, Style::Unsigned), node.width / 8),
            Op::Store => {
                let value = self.pool.width(node.arg(2)) / 8;
                let place = self.element(Text::plain(""), operand(1, Style::Unsigned), value);
                let array = operand(0, style).text;
                Text::plain(format!("({array} with {} = {})", place.text, operand(2, Style::Small).text))
            }
            Op::Float(operation) => self.float(node, operation, &shares),
            // Leaves and extensions are written above, and so is what has one bit.
            Op::Const | Op::WideConst | Op::Sym | Op::Table | Op::Bytes | Op::ZExt | Op::SExt => Text::plain("…"),
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Forall | Op::Index => Text::plain("…"),
        }
    }

    /// A term of one bit, or its opposite.
    fn truth(&self, id: ExprId, not: bool, budget: Budget) -> Text {
        let node = self.pool.node(id);
        if let Some(value) = self.pool.as_u64(id) {
            return Text::plain(if (value == 1) != not { "true" } else { "false" });
        }
        let negated = |text: Text| if not { Text::prefix("!", text) } else { text };
        if let Some(leaf) = self.leaf(id, Style::Small) {
            return negated(leaf);
        }
        let Some(shares) = self.shares(node, budget) else { return negated(Text::plain("…")) };
        match node.op {
            Op::Not => self.truth(node.arg(0), !not, shares[0]),
            // A number of one bit is its own opposite.
            Op::Neg => self.truth(node.arg(0), not, shares[0]),
            Op::And | Op::Or => {
                let (a, b) = (self.truth(node.arg(0), not, shares[0]), self.truth(node.arg(1), not, shares[1]));
                let (level, symbol) =
                    if (node.op == Op::And) != not { (Level::Both, "&&") } else { (Level::Either, "||") };
                Text::infix(level, symbol, a, b)
            }
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.comparison(node, not, &shares),
            Op::Xor | Op::Add => self.comparison(&Node { op: Op::Eq, ..*node }, !not, &shares),
            Op::Ite => negated(self.choice(node, &shares, |id, share| self.truth(id, false, share))),
            Op::Extract => negated(self.bits(node, shares[0])),
            Op::Forall => negated(self.forall(node, &shares)),
            Op::Float(operation) => negated(self.float(node, operation, &shares)),
            // What is left is arithmetic on single bits, which no program does.
            _ => negated(Text::plain("…")),
        }
    }

    /// `all $i <= k: s[$i - 1] == 'a'`; the bound of the index is left out.
    fn forall(&self, node: &Node, shares: &[Budget]) -> Text {
        let index = index_name(parts_of(node).0);
        let count = self.value(node.arg(0), Style::Unsigned, shares[0]).within(Level::Shift);
        let body = self.truth(node.arg(1), false, shares[1]).text;
        Text { text: format!("all {index} <= {count}: {body}"), level: Level::Choice }
    }

    fn comparison(&self, node: &Node, not: bool, shares: &[Budget]) -> Text {
        let (style, mark) = match node.op {
            Op::Eq => (Style::Small, ""),
            Op::Slt | Op::Sle => (Style::Signed, ""),
            _ => (Style::Unsigned, "u"),
        };
        let (a, b) = self.constant_last(node);
        let symbol = match (node.op, not, a > b) {
            (Op::Eq, false, _) => "==",
            (Op::Eq, true, _) => "!=",
            (Op::Ult | Op::Slt, false, false) | (Op::Ule | Op::Sle, true, true) => "<",
            (Op::Ule | Op::Sle, false, false) | (Op::Ult | Op::Slt, true, true) => "<=",
            (Op::Ult | Op::Slt, false, true) | (Op::Ule | Op::Sle, true, false) => ">",
            _ => ">=",
        };
        let level = if node.op == Op::Eq { Level::Equality } else { Level::Relation };
        let b_style = if self.is_byte(node.arg(a)) { Style::Character } else { style };
        let side = |index: usize, style: Style| match self.pool.width(node.arg(index)) {
            1 => self.truth(node.arg(index), false, shares[index]),
            _ => self.value(node.arg(index), style, shares[index]),
        };
        Text::infix(level, &format!("{symbol}{mark}"), side(a, style), side(b, b_style))
    }

    /// A sum; what is negative is subtracted.
    fn sum(&self, node: &Node, shares: &[Budget]) -> Text {
        let is_negated = |id: ExprId| self.pool.node(id).op == Op::Neg;
        let (mut a, mut b) = self.constant_last(node);
        if is_negated(node.arg(a)) && !is_negated(node.arg(b)) && !self.pool.is_const(node.arg(b)) {
            (a, b) = (b, a);
        }
        let first = self.value(node.arg(a), Style::Small, shares[a]);
        let second = node.arg(b);
        if let Some(less) = self.pool.as_const(second).filter(|less| less.width() <= 64 && less.to_i64() < 0) {
            return Text::infix(Level::Sum, "-", first, Text::plain(less.to_i64().unsigned_abs().to_string()));
        }
        if is_negated(second) {
            let less = self.pool.node(second).arg(0);
            return Text::infix(Level::Sum, "-", first, self.value(less, Style::Small, shares[b]));
        }
        Text::infix(Level::Sum, "+", first, self.value(second, Style::Small, shares[b]))
    }

    fn choice(&self, node: &Node, shares: &[Budget], side: impl Fn(ExprId, Budget) -> Text) -> Text {
        let cond = self.truth(node.arg(0), false, shares[0]).within(Level::Either);
        let (a, b) = (side(node.arg(1), shares[1]).text, side(node.arg(2), shares[2]).text);
        Text { text: format!("{cond} ? {a} : {b}"), level: Level::Choice }
    }

    /// An operation on floating-point numbers, as in C where C has it.
    fn float(&self, node: &Node, operation: float::Operation, shares: &[Budget]) -> Text {
        use float::Function;
        let layout = operation.layout(node.width, self.pool.width(node.arg(0)));
        let operand = |index: usize| {
            let is_integer = matches!(operation.function, Function::FromSigned | Function::FromUnsigned);
            match self.pool.as_const(node.arg(index)) {
                Some(bits) if !is_integer && layout.kind() == Some(float::x86::Kind::Double) => {
                    Text::plain(format!("{:?}", f64::from_bits(bits.low_u64())))
                }
                Some(bits) if !is_integer && layout.kind() == Some(float::x86::Kind::Single) => {
                    Text::plain(format!("{:?}", f32::from_bits(bits.low_u64() as u32)))
                }
                _ => self.value(node.arg(index), Style::Signed, shares[index]),
            }
        };
        let infix = |level, symbol| Text::infix(level, symbol, operand(0), operand(1));
        match operation.function {
            Function::Add => infix(Level::Sum, "+."),
            Function::Sub => infix(Level::Sum, "-."),
            Function::Mul => infix(Level::Product, "*."),
            Function::Div => infix(Level::Product, "/."),
            Function::Equal => infix(Level::Equality, "==."),
            Function::Less => infix(Level::Relation, "<."),
            Function::LessEqual => infix(Level::Relation, "<=."),
            function => {
                let operands: Vec<String> = (0..function.arity()).map(|index| operand(index).text).collect();
                Text::plain(format!("{}({})", function.name(), operands.join(", ")))
            }
        }
    }

    /// Some bits of a term, other than whole bytes of a symbol.
    fn bits(&self, node: &Node, share: Budget) -> Text {
        let (of, low) = (node.arg(0), node.args[1]);
        let mut text = self.value(of, Style::Unsigned, share);
        if low > 0 {
            text = Text::infix(Level::Shift, ">>u", text, Text::plain(low.to_string()));
        }
        let is_rest = low > 0 && low + node.width == self.pool.width(of);
        if is_rest || node.width.is_multiple_of(8) || node.width > 32 {
            return text;
        }
        Text::infix(Level::And, "&", text, Text::plain(bv::mask(node.width).to_string()))
    }

    /// An element of an array, of so many bytes.
    fn element(&self, array: Text, index: Text, bytes: u32) -> Text {
        let array = array.within(Level::Postfix);
        match bytes {
            1 => Text::plain(format!("{array}[{}]", index.text)),
            _ => Text::plain(format!("{array}[{}..+{bytes}]", index.text)),
        }
    }

    /// A constant, a symbol, bytes of a symbol, or a table: what is always written.
    fn leaf(&self, id: ExprId, style: Style) -> Option<Text> {
        let node = self.pool.node(id);
        match node.op {
            Op::Const | Op::WideConst => Some(self.number(id, style)),
            Op::Sym => Some(Text::plain(&*self.pool.symbol_info(SymbolId(node.args[0])).name)),
            Op::Table => Some(Text::plain("table")),
            Op::Index => Some(Text::plain(index_name(node.args[0]))),
            Op::Bytes => self.leaf(node.arg(0), style),
            _ => {
                let (symbol, from, to) = self.bytes_of_symbol(id, DEPTH)?;
                let name = &self.pool.symbol_info(symbol).name;
                let is_one = to == from + 1;
                Some(Text::plain(if is_one { format!("{name}[{from}]") } else { format!("{name}[{from}..{to}]") }))
            }
        }
    }

    fn number(&self, id: ExprId, style: Style) -> Text {
        let value = self.pool.as_const(id).expect("it is a constant");
        let Some(unsigned) = value.to_u64() else {
            let digits: Vec<String> = value.words().iter().rev().map(|word| format!("{word:016x}")).collect();
            return Text::plain(format!("0x{}", digits.concat().trim_start_matches('0')));
        };
        let signed = value.to_i64();
        let character = matches!(unsigned, 9 | 10 | 13 | 32..=126).then_some(unsigned as u8);
        let below_zero = match style {
            Style::Signed => signed < 0,
            Style::Unsigned => false,
            Style::Small | Style::Character => value.width() >= SMALL.0 && (-SMALL.1..0).contains(&signed),
        };
        match character {
            Some(byte) if style == Style::Character => Text::plain(format!("'{}'", byte.escape_ascii())),
            _ if below_zero => Text { text: signed.to_string(), level: Level::Prefix },
            _ => Text::plain(unsigned.to_string()),
        }
    }

    /// The symbol and the bytes of it that a term is made of, if they are in order and without gaps.
    fn bytes_of_symbol(&self, id: ExprId, depth: usize) -> Option<(SymbolId, u32, u32)> {
        let node = self.pool.node(id);
        match node.op {
            Op::Extract => {
                let (of, low) = (self.pool.node(node.arg(0)), node.args[1]);
                let is_whole = of.op == Op::Sym && low.is_multiple_of(8) && node.width.is_multiple_of(8);
                is_whole.then(|| (SymbolId(of.args[0]), low / 8, (low + node.width) / 8))
            }
            Op::Concat if depth > 0 => {
                let (symbol, middle, to) = self.bytes_of_symbol(node.arg(0), depth - 1)?;
                let (other, from, end) = self.bytes_of_symbol(node.arg(1), depth - 1)?;
                (symbol == other && end == middle).then_some((symbol, from, to))
            }
            _ => None,
        }
    }

    /// Whether a term is one byte of a symbol, however wide it has been made.
    fn is_byte(&self, mut id: ExprId) -> bool {
        while matches!(self.pool.node(id).op, Op::ZExt | Op::SExt) {
            id = self.pool.node(id).arg(0);
        }
        let node = self.pool.node(id);
        let is_of_symbol = match node.op {
            Op::Sym => true,
            Op::Select => self.pool.node(node.arg(0)).op == Op::Bytes,
            _ => self.bytes_of_symbol(id, 1).is_some(),
        };
        node.width == 8 && is_of_symbol
    }

    fn is_zero(&self, id: ExprId) -> bool {
        self.pool.as_const(id).is_some_and(|value| value.is_zero())
    }

    /// The two operands, with a constant as the second.
    fn constant_last(&self, node: &Node) -> (usize, usize) {
        let is_const = |index: usize| self.pool.is_const(node.arg(index));
        if is_const(0) && !is_const(1) { (1, 0) } else { (0, 1) }
    }

    /// What each operand may take of what is left after this operator; `None` if nothing is left for the operator
    /// itself. An operand that needs little leaves the rest to the others.
    fn shares(&self, node: &Node, budget: Budget) -> Option<[Budget; 3]> {
        let (mut left, depth) = (budget.operators.checked_sub(1)?, budget.depth.checked_sub(1)?);
        let mut needs: Vec<(usize, usize)> =
            node.children().map(|child| self.operators(child, left)).enumerate().map(|(i, need)| (need, i)).collect();
        needs.sort_unstable();
        let mut shares = [Budget { operators: 0, depth }; 3];
        let count = needs.len();
        for (position, (need, index)) in needs.into_iter().enumerate() {
            shares[index].operators = need.min(left.div_ceil(count - position));
            left -= shares[index].operators;
        }
        Some(shares)
    }

    /// How many operators the text of a term has, counted up to `most`.
    fn operators(&self, id: ExprId, most: usize) -> usize {
        let (mut count, mut stack) = (0, vec![id]);
        while let Some(id) = stack.pop() {
            let node = self.pool.node(id);
            let is_leaf = node.op.arity() == 0 || node.op == Op::Bytes || self.bytes_of_symbol(id, DEPTH).is_some();
            if is_leaf {
                continue;
            }
            count += usize::from(!matches!(node.op, Op::ZExt | Op::SExt));
            if count >= most {
                return most;
            }
            stack.extend(node.children());
        }
        count
    }
}
