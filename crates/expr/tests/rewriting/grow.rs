//! Random terms: each step requests one operation on earlier entries, which are brought to the right widths.

use bv::Bv;
use float::{Exponent, Function, Layout, Mode, Nan, Operation, Rounding};

use crate::random::Values as _;
use crate::shadow::{Ask, BINARY, Binary, Shadow, Unary};
use test_support::Random;

/// The kind of terms to make.
pub struct Shape {
    /// The widths to use.
    pub widths: Vec<u32>,
    /// Whether arrays take part.
    pub arrays: bool,
    /// The binary operators to choose from. The fewer there are, the more often they meet.
    pub binary: Vec<Binary>,
    /// Whether operands are mostly earlier entries without a change of width.
    pub dense: bool,
}

/// Groups of operators whose rules look for each other.
const FAMILIES: &[&[Binary]] = {
    use Binary::*;
    &[
        &[Add, Sub, Mul],
        &[Add, Sub, Eq, Ne],
        &[And, Or, Xor],
        &[And, Or, Xor, Implies, Eq],
        &[And, Eq, Ult, Slt, Or],
        &[Xor, Eq, And, Add],
        &[Add, Ult, Ule, Uge, And],
        &[Mul, Eq, Sub, Slt],
        &[UDiv, URem, SDiv, SRem, Mul],
        &[Shl, LShr, AShr, Or, Add],
        &[Concat, Concat, Or, And],
    ]
};

impl Shape {
    /// Either all operators, or a few of them on symbols of one width.
    pub fn random(random: &mut Random, widths: &[u32], symbols: &[u32], arrays: bool) -> Shape {
        if random.one_in(2) {
            return Shape { widths: widths.to_vec(), arrays, binary: BINARY.to_vec(), dense: false };
        }
        let width = random.pick(symbols);
        Shape { widths: vec![1, width, width], arrays: false, binary: random.pick(FAMILIES).to_vec(), dense: true }
    }
}

/// Adds `steps` random operations.
pub fn grow(shadow: &mut Shadow, random: &mut Random, shape: &Shape, steps: usize) {
    for _ in 0..steps {
        let width = random.pick(&shape.widths);
        match random.below(if shape.dense { 36 } else { 22 }) {
            0 => {
                let a = operand(shadow, random, shape.dense, width);
                shadow.ask(Ask::Unary(Unary::Not, a));
            }
            1 => {
                let a = operand(shadow, random, shape.dense, width);
                shadow.ask(Ask::Unary(Unary::Neg, a));
            }
            2 | 3 => {
                let (c, a, b) = (
                    operand(shadow, random, shape.dense, 1),
                    operand(shadow, random, shape.dense, width),
                    operand(shadow, random, shape.dense, width),
                );
                shadow.ask(Ask::Ite(c, a, b));
            }
            4 => {
                // A bitwise or of shifted extensions, as in code that reads bytes one by one.
                put_together(shadow, random, shape, width);
            }
            5 => {
                let narrow = 1 + random.below(width);
                let a = operand(shadow, random, shape.dense, narrow);
                shadow.ask(if random.one_in(2) { Ask::ZExt(a, width) } else { Ask::SExt(a, width) });
            }
            6 => {
                let a = operand(shadow, random, shape.dense, width);
                let lo = random.below(width);
                let count = 1 + random.below(width - lo);
                shadow.ask(Ask::Extract(a, lo, count));
            }
            7 => cut_back(shadow, random, shape, width),
            8 if shape.arrays => read_or_write(shadow, random, shape),
            9 => idiom(shadow, random, shape, width),
            _ => {
                let op = random.pick(&shape.binary);
                let (a, b) = (operand(shadow, random, shape.dense, width), operand(shadow, random, shape.dense, width));
                if op == Binary::Concat && 2 * width > 256 {
                    continue;
                }
                shadow.ask(Ask::Binary(op, a, b));
            }
        }
    }
}

/// Adds operations on floating-point numbers of 6 and of 8 bits, of a kind that rules look for.
pub fn floats(shadow: &mut Shadow, random: &mut Random) {
    let (narrow, wide) = (Layout::new(3, 3).expect("a format"), Layout::new(4, 4).expect("a format"));
    let nan = if random.one_in(2) { Nan::Machine } else { Nan::Canonical };
    let operation = |random: &mut Random, function: Function, layout: Layout| {
        let mode = Mode::new(random.pick(&Rounding::ALL), nan);
        Operation { function, exponent: Exponent::of(layout), mode }
    };
    let ask = |shadow: &mut Shadow, random: &mut Random, function, layout, width, args: &[usize], extra| {
        let operation = operation(random, function, layout);
        shadow.ask(Ask::Float(operation, width, args.to_vec(), extra))
    };
    for _ in 0..4 {
        let [x, y] = [0; 2].map(|_| operand(shadow, random, false, narrow.width));
        let [n, m] = [0; 2].map(|_| operand(shadow, random, false, 4));
        let constant = operand(shadow, random, false, wide.width);
        let compare = random.pick(&[Function::Equal, Function::Less, Function::LessEqual]);
        let compute = random.pick(&[Function::Add, Function::Sub, Function::Mul, Function::Div]);
        let from = random.pick(&[Function::FromSigned, Function::FromUnsigned]);
        let to = random.pick(&[Function::ToSigned, Function::ToUnsigned]);
        let computed = ask(shadow, random, compute, narrow, narrow.width, &[x, y], 0);
        let whole = ask(shadow, random, Function::Round, narrow, narrow.width, &[computed], 0);
        ask(shadow, random, Function::Round, narrow, narrow.width, &[whole], 0);
        let source = Exponent::of(narrow).number();
        let [a, b] = [x, y].map(|arg| ask(shadow, random, Function::Convert, wide, wide.width, &[arg], source));
        let [i, j] = [n, m].map(|arg| ask(shadow, random, from, wide, wide.width, &[arg], 0));
        for pair in [[a, b], [i, j], [a, constant], [constant, a], [i, constant], [constant, j], [a, a], [i, a]] {
            ask(shadow, random, compare, wide, 1, &pair, 0);
        }
        let (width, extra) = (3 + random.below(4), random.below(3));
        ask(shadow, random, to, wide, width, &[i], extra);
        ask(shadow, random, to, wide, width, &[a], extra);
    }
}

/// An entry of the given width: an earlier one, a constant, or an earlier one truncated, extended or concatenated.
fn operand(shadow: &mut Shadow, random: &mut Random, dense: bool, width: u32) -> usize {
    if random.one_in(4) {
        let value = random.value(width);
        return shadow.ask(Ask::Const(value));
    }
    if dense {
        let fitting: Vec<usize> =
            (0..shadow.ids.len()).filter(|&entry| !shadow.is_array(entry) && shadow.width(entry) == width).collect();
        if !fitting.is_empty() && !random.one_in(10) {
            return random.pick(&fitting);
        }
    }
    // Recent entries are chosen more often; otherwise terms would stay shallow.
    let count = shadow.ids.len() as u32;
    let entry = if random.one_in(2) { random.below(count) } else { count - 1 - random.below(count.min(6)) } as usize;
    if shadow.is_array(entry) {
        let value = random.value(width);
        return shadow.ask(Ask::Const(value));
    }
    let has = shadow.width(entry);
    if has == width {
        entry
    } else if has < width {
        match random.below(3) {
            0 => shadow.ask(Ask::ZExt(entry, width)),
            1 => shadow.ask(Ask::SExt(entry, width)),
            _ => {
                let rest = random.value(width - has);
                let rest = shadow.ask(Ask::Const(rest));
                let (high, low) = if random.one_in(2) { (rest, entry) } else { (entry, rest) };
                shadow.ask(Ask::Binary(Binary::Concat, high, low))
            }
        }
    } else {
        let lo = if random.one_in(2) { 0 } else { random.below(has - width + 1) };
        shadow.ask(Ask::Extract(entry, lo, width))
    }
}

/// Small patterns that rarely arise by chance.
fn idiom(shadow: &mut Shadow, random: &mut Random, shape: &Shape, width: u32) {
    let x = operand(shadow, random, shape.dense, width);
    let (c1, c2) = (random.value(width), random.value(width));
    let (c1, c2) = (shadow.ask(Ask::Const(c1)), shadow.ask(Ask::Const(c2)));
    match random.below(9) {
        0 | 5 => {
            // Two comparisons of the same term, often with the same operator.
            let some = [Binary::Eq, Binary::Ne, Binary::Ult, Binary::Slt, Binary::Ule, Binary::Sgt];
            let (op, turned) = (random.pick(&some), random.one_in(2));
            let compare = |shadow: &mut Shadow, random: &mut Random, c: usize| {
                let (op, turned) = if random.one_in(2) { (op, turned) } else { (random.pick(&some), random.one_in(2)) };
                let (a, b) = if turned { (x, c) } else { (c, x) };
                shadow.ask(Ask::Binary(op, a, b))
            };
            let (a, b) = (compare(shadow, random, c1), compare(shadow, random, c2));
            shadow.ask(Ask::Binary(random.pick(&[Binary::And, Binary::Or, Binary::Implies, Binary::Xor]), a, b));
        }
        1 => {
            let y = operand(shadow, random, shape.dense, width);
            let equal = shadow.ask(Ask::Binary(Binary::Eq, x, y));
            let (a, b) = if random.one_in(2) { (x, y) } else { (y, x) };
            shadow.ask(Ask::Ite(equal, a, b));
        }
        2 => {
            // The range check of a digit.
            let narrow = operand(shadow, random, shape.dense, (width / 2).max(1));
            let wide = shadow.ask(if random.one_in(2) { Ask::ZExt(narrow, width) } else { Ask::SExt(narrow, width) });
            let most: u64 = if width < 6 { 4 } else { 20 };
            let less = random.below(most).wrapping_neg();
            let less = shadow.ask(Ask::Const(Bv::new(width, less)));
            let count = shadow.ask(Ask::Const(Bv::new(width, random.below(most))));
            let sum = shadow.ask(Ask::Binary(Binary::Add, wide, less));
            shadow.ask(Ask::Binary(random.pick(&[Binary::Ult, Binary::Uge, Binary::Ule]), sum, count));
        }
        3 => {
            // Whether x = y and z = 0.
            let y = operand(shadow, random, shape.dense, width);
            let z = operand(shadow, random, shape.dense, width);
            let one = shadow.ask(Ask::Binary(Binary::Xor, x, y));
            let both = shadow.ask(Ask::Binary(Binary::Or, one, z));
            let zero = shadow.ask(Ask::Const(Bv::new(width, 0)));
            shadow.ask(Ask::Binary(random.pick(&[Binary::Eq, Binary::Ne, Binary::Ugt]), both, zero));
        }
        6 => {
            // A choice within a choice, between the same two values.
            let y = operand(shadow, random, shape.dense, width);
            let (c, d) = (operand(shadow, random, shape.dense, 1), operand(shadow, random, shape.dense, 1));
            let (a, b) = if random.one_in(2) { (x, y) } else { (y, x) };
            let inner = shadow.ask(Ask::Ite(d, a, b));
            shadow.ask(if random.one_in(2) { Ask::Ite(c, x, inner) } else { Ask::Ite(c, inner, x) });
        }
        7 => {
            // Operators on two complements.
            let y = operand(shadow, random, shape.dense, width);
            let (a, b) = (shadow.ask(Ask::Unary(Unary::Not, x)), shadow.ask(Ask::Unary(Unary::Not, y)));
            shadow.ask(Ask::Binary(random.pick(&[Binary::And, Binary::Or, Binary::Xor]), a, b));
        }
        _ => {
            let small = shadow.ask(Ask::Const(Bv::new(width, 3)));
            let once = shadow.ask(Ask::Binary(Binary::UDiv, x, random.pick(&[c1, small])));
            shadow.ask(Ask::Binary(Binary::UDiv, once, random.pick(&[c2, small])));
        }
    }
}

fn put_together(shadow: &mut Shadow, random: &mut Random, shape: &Shape, width: u32) {
    let parts = 1 + random.below(3);
    let mut whole = None;
    for i in 0..=parts {
        let narrow = (width / (parts + 1)).max(1);
        let part = operand(shadow, random, shape.dense, narrow);
        let part = shadow.ask(Ask::ZExt(part, width));
        let distance = shadow.ask(Ask::Const(Bv::new(width, u64::from(i * narrow))));
        let part = shadow.ask(Ask::Binary(Binary::Shl, part, distance));
        let op = random.pick(&[Binary::Or, Binary::Or, Binary::Add, Binary::Xor]);
        whole = Some(match whole {
            None => part,
            Some(low) => shadow.ask(Ask::Binary(op, low, part)),
        });
    }
}

/// Cuts an entry in two at some bit and concatenates the halves again, or one half twice.
fn cut_back(shadow: &mut Shadow, random: &mut Random, shape: &Shape, width: u32) {
    if width < 2 {
        return;
    }
    let entry = operand(shadow, random, shape.dense, width);
    let border = 1 + random.below(width - 1);
    let high = shadow.ask(Ask::Extract(entry, border, width - border));
    let low = shadow.ask(Ask::Extract(entry, 0, border));
    let both = shadow.ask(Ask::Binary(Binary::Concat, high, low));
    let other = operand(shadow, random, shape.dense, width);
    shadow.ask(Ask::Binary(random.pick(BINARY_SAME), both, other));
}

const BINARY_SAME: &[Binary] = &[Binary::Eq, Binary::Sub, Binary::Slt, Binary::And, Binary::Ult];

/// Adds up conditions as numbers, and counts in arrays.
pub fn counters(shadow: &mut Shadow, random: &mut Random, shape: &Shape, width: u32) {
    let x = operand(shadow, random, shape.dense, width);
    let (c1, c2) = (random.value(width), random.value(width));
    let (c1, c2) = (shadow.ask(Ask::Const(c1)), shadow.ask(Ask::Const(c2)));
    let one = shadow.ask(Ask::Const(Bv::new(width, 1)));
    let next = shadow.ask(Ask::Binary(Binary::Add, c1, one));
    let y = if random.one_in(2) { operand(shadow, random, shape.dense, width) } else { c1 };
    let some = [(Binary::Ult, y), (Binary::Ugt, y), (Binary::Slt, y), (Binary::Ne, y), (Binary::Eq, next)];
    let (op, other) = random.pick(&some);
    // Often only one of the two can hold.
    let (p, q) = (shadow.ask(Ask::Binary(op, x, other)), shadow.ask(Ask::Binary(Binary::Eq, x, y)));
    let (p, q) = (shadow.ask(Ask::ZExt(p, width)), shadow.ask(Ask::ZExt(q, width)));
    let more = shadow.ask(Ask::Binary(Binary::Add, p, c2));
    let (p, q) = if random.one_in(2) { (more, q) } else { (q, p) };
    let sum = shadow.ask(Ask::Binary(Binary::Add, p, q));
    shadow.ask(Ask::Binary(Binary::Add, sum, x));
    let two = shadow.ask(Ask::Binary(Binary::Add, p, q));
    shadow.ask(Ask::ZExt(two, width + 3));
    let condition = operand(shadow, random, shape.dense, 1);
    let more = shadow.ask(Ask::Binary(Binary::Add, two, c2));
    shadow.ask(if random.one_in(2) { Ask::Ite(condition, more, two) } else { Ask::Ite(condition, two, more) });
    count(shadow, random, shape);
    positions(shadow, random, shape);
}

/// Fills an array with how many of some terms are below each place (or at it, or above), as a counting sort does, and reads it.
fn positions(shadow: &mut Shadow, random: &mut Random, shape: &Shape) {
    let (size, width) = (random.pick(&[1, 2, 4]), random.pick(&[2, 3, 4]));
    let terms: Vec<usize> = (0..1 + random.below(2)).map(|_| operand(shadow, random, shape.dense, width)).collect();
    let op = random.pick(&[Binary::Ult, Binary::Ult, Binary::Eq, Binary::Ugt]);
    let mut array = shadow.ask(Ask::Table(vec![0; 32].into()));
    for number in 0..4u64 {
        let place = shadow.ask(Ask::Const(Bv::new(width, number)));
        let mut count = shadow.ask(Ask::Const(Bv::new(8 * size, 5)));
        for &term in &terms {
            let condition = shadow.ask(Ask::Binary(op, term, place));
            let one = shadow.ask(Ask::ZExt(condition, 8 * size));
            count = shadow.ask(Ask::Binary(Binary::Add, count, one));
        }
        let at = shadow.ask(Ask::Const(Bv::new(64, number * u64::from(size))));
        array = shadow.ask(Ask::Store(array, at, count));
    }
    let narrow = operand(shadow, random, shape.dense, 2);
    let wide = shadow.ask(Ask::ZExt(narrow, 64));
    let stride = shadow.ask(Ask::Const(Bv::new(64, u64::from(size))));
    let index = shadow.ask(Ask::Binary(Binary::Mul, wide, stride));
    shadow.ask(Ask::Select(array, index, size));
}

/// Counts in an array, or fills it with a term in the index, and reads it.
fn count(shadow: &mut Shadow, random: &mut Random, shape: &Shape) {
    let size = random.pick(&[1, 1, 2, 4]);
    let array = shadow.ask(Ask::Table(vec![random.pick(&[0, 0, 0, 3]); 32].into()));
    let place = |shadow: &mut Shadow, random: &mut Random| {
        let width = random.pick(&[1, 2, 2, 3]);
        let narrow = operand(shadow, random, shape.dense, width);
        let wide = shadow.ask(Ask::ZExt(narrow, 64));
        let stride = shadow.ask(Ask::Const(Bv::new(64, u64::from(size))));
        shadow.ask(Ask::Binary(Binary::Mul, wide, stride))
    };
    let mut array = array;
    if random.one_in(3) {
        let x = operand(shadow, random, shape.dense, 8 * size);
        let (step, start) = (random.below(4u64), random.below(9u64));
        let broken = random.below(16);
        for number in 0..4 {
            let other = if broken == number { 1 } else { 0 };
            let constant = Bv::new(8 * size, step * u64::from(number) + start + other);
            let constant = shadow.ask(Ask::Const(constant));
            let op = if x.is_multiple_of(2) { Binary::Add } else { Binary::Ult };
            let mut value = shadow.ask(Ask::Binary(op, x, constant));
            if op == Binary::Ult {
                value = shadow.ask(Ask::ZExt(value, 8 * size));
            }
            let at = shadow.ask(Ask::Const(Bv::new(64, u64::from(number * size))));
            array = shadow.ask(Ask::Store(array, at, value));
        }
        let narrow = operand(shadow, random, shape.dense, 2);
        let wide = shadow.ask(Ask::ZExt(narrow, 64));
        let stride = shadow.ask(Ask::Const(Bv::new(64, u64::from(size))));
        let index = shadow.ask(Ask::Binary(Binary::Mul, wide, stride));
        shadow.ask(Ask::Select(array, index, size));
    }
    for _ in 0..1 + random.below(3) {
        let index = place(shadow, random);
        let amount = random.pick(&[1, 1, 2, 255]);
        let amount = shadow.ask(Ask::Const(Bv::new(8 * size, amount)));
        let value = if random.one_in(4) {
            amount
        } else {
            let before = shadow.ask(Ask::Select(array, index, size));
            shadow.ask(Ask::Binary(Binary::Add, before, amount))
        };
        array = shadow.ask(Ask::Store(array, index, value));
        let other = if random.one_in(2) { place(shadow, random) } else { index };
        shadow.ask(Ask::Select(array, other, size));
    }
    let at = shadow.ask(Ask::Const(Bv::new(64, u64::from(random.below(4) * size))));
    shadow.ask(Ask::Select(array, at, size));
}

fn read_or_write(shadow: &mut Shadow, random: &mut Random, shape: &Shape) {
    let arrays: Vec<usize> = (0..shadow.ids.len()).filter(|&entry| shadow.is_array(entry)).collect();
    let array = if arrays.is_empty() || random.one_in(6) {
        let symbol = random.below(shadow.symbols.len() as u32) as usize;
        if random.one_in(2) && shadow.symbols[symbol].1.is_multiple_of(8) {
            shadow.ask(Ask::Bytes(symbol))
        } else {
            let len = 1 + random.below(20);
            let bytes: Vec<u8> = (0..len).map(|_| random.pick(&[0, 1, 7, 255, 128])).collect();
            shadow.ask(Ask::Table(bytes.into()))
        }
    } else {
        random.pick(&arrays)
    };
    let index = index(shadow, random, shape);
    let size = random.pick(&[1, 1, 2, 4, 8]);
    if random.one_in(3) {
        let value = operand(shadow, random, shape.dense, 8 * size);
        let mut array = array;
        if random.one_in(4) {
            array = shadow.ask(Ask::Store(array, index, value));
        }
        let size = if random.one_in(3) { random.pick(&[1, 2, 4, 8]) } else { size };
        let value = operand(shadow, random, shape.dense, 8 * size);
        shadow.ask(Ask::Store(array, index, value));
        // Read the element just written, or another one.
        let other = self::index(shadow, random, shape);
        let stored = shadow.ids.len() - 2;
        let array = if shadow.is_array(stored) { stored } else { array };
        let size = if random.one_in(3) { random.pick(&[1, 2, 3, 4, 8]) } else { size };
        shadow.ask(Ask::Select(array, if random.one_in(2) { index } else { other }, size));
    } else {
        let value = shadow.ask(Ask::Select(array, index, size));
        if random.one_in(4) && size < 8 {
            let bytes = shadow.ask(Ask::Const(Bv::new(64, u64::from(size))));
            let next = shadow.ask(Ask::Binary(Binary::Add, index, bytes));
            let above = shadow.ask(Ask::Select(array, next, size));
            shadow.ask(Ask::Binary(Binary::Concat, above, value));
        } else if size > 1 && !random.one_in(4) {
            // Some of the bytes of the value.
            let part = random.pick(&[1, 2, 4]).min(size / 2);
            shadow.ask(Ask::Extract(value, 8 * random.below(size - part + 1), 8 * part));
        } else if random.one_in(2) {
            shadow.ask(Ask::Store(array, index, value));
        }
    }
}

/// A small 64-bit number, symbolic or constant.
fn index(shadow: &mut Shadow, random: &mut Random, shape: &Shape) -> usize {
    let small = Bv::new(64, random.below(12));
    let small = shadow.ask(Ask::Const(small));
    if random.one_in(3) {
        return small;
    }
    let narrow = random.pick(&[1, 2, 3, 4, 8]);
    let entry = operand(shadow, random, shape.dense, narrow);
    let mut index = shadow.ask(Ask::ZExt(entry, 64));
    if random.one_in(2) {
        let distance = shadow.ask(Ask::Const(Bv::new(64, random.pick(&[1, 2, 3]))));
        index = shadow.ask(Ask::Binary(Binary::Shl, index, distance));
    }
    if random.one_in(2) { shadow.ask(Ask::Binary(Binary::Add, index, small)) } else { index }
}
