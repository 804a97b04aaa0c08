//! Targets through operations on floating-point numbers: the inverse operation gives a value for one operand, and a few
//! neighbours of it are tried, since results are rounded. Comparisons are met at the bound, a few steps away from it, or
//! anywhere; distances are counted in numbers between, as XSat (Fu 2016) does.

use expr::{ExprId, Node};
use float::{Exponent, Function, Layout, Mode, Nan, Operation, Overflow, Rounding};

use super::Walk;
use crate::tuning::REPAIR_NEIGHBOURS;

/// Numbers by their order, negative ones below positive ones.
fn key(layout: Layout, bits: u64) -> i128 {
    let magnitude = (u128::from(bits) & layout.magnitude()) as i128;
    if u128::from(bits) & layout.sign() != 0 { -1 - magnitude } else { magnitude }
}

/// The bits of a number, or of the infinity if the key lies beyond.
fn bits(layout: Layout, key: i128) -> u64 {
    let infinity = layout.infinity() as i128;
    let key = key.clamp(-1 - infinity, infinity);
    (if key < 0 { layout.sign() | (-1 - key) as u128 } else { key as u128 }) as u64
}

impl Walk<'_> {
    /// Passes a target on to an operand of an operation on numbers of at most 64 bits.
    pub(super) fn float(&mut self, term: ExprId, node: &Node, target: u64, goals: &mut Vec<(ExprId, u64)>) {
        let Some(operation) = self.pool.as_float(term) else { return };
        if operation.function.compares() {
            return self.float_order(node, operation, target == 1, goals);
        }
        let arity = node.op.arity();
        let free: Vec<usize> = (0..arity).filter(|&at| !self.pool.is_const(node.arg(at))).collect();
        let Some(&which) = free.get(self.choices.below(free.len().max(1) as u32) as usize) else { return };
        let operand = self.pool.width(node.arg(0));
        let mut values = [0; 3];
        for (at, value) in values.iter_mut().enumerate().take(arity) {
            *value = u128::from(self.value(node.arg(at)));
        }
        let extra = self.pool.float_extra(term);
        let same = arity == 2 && node.args[0] == node.args[1];
        let inverse = Inverse { operation, width: node.width, operand, extra, same };
        let Some(wanted) = inverse.operand(which, target.into(), values) else { return };
        // A neighbour that gives the target, if there is one.
        let is_integer = matches!(operation.function, Function::FromSigned | Function::FromUnsigned);
        let layout = inverse.source();
        let near = |step: i128| match is_integer {
            true => (wanted as u64).wrapping_add(step as u64) & bv::mask(operand),
            false => bits(layout, key(layout, wanted as u64) + step),
        };
        let gives = |candidate: u64| {
            let mut args = values;
            args[which] = candidate.into();
            if same {
                args[1 - which] = candidate.into();
            }
            operation.apply(node.width, operand, args, extra) == u128::from(target)
        };
        let most = REPAIR_NEIGHBOURS as i128;
        let steps = (0..=most).flat_map(|step| [step, -step]);
        let found = steps.map(near).find(|&candidate| gives(candidate));
        let step = i128::from(self.choices.bits() & 7) - 3;
        goals.push((node.arg(which), found.unwrap_or_else(|| near(step))));
    }

    /// Makes a comparison hold, or not hold without a NaN.
    fn float_order(&mut self, node: &Node, operation: Operation, wanted: bool, goals: &mut Vec<(ExprId, u64)>) {
        let (which, other) = self.operand(node);
        let width = self.pool.width(node.arg(0));
        let layout = operation.exponent.layout(width);
        if layout.is_nan(other.into()) {
            // The other operand has to become a number first.
            if wanted && !self.pool.is_const(node.arg(1 - which)) {
                goals.push((node.arg(1 - which), 0));
            }
            return;
        }
        let bound = key(layout, other);
        let distance = match self.choices.below(4) {
            0 | 1 => 0,
            2 => i128::from(self.choices.bits() & 0xff),
            _ => i128::from(self.choices.bits() & bv::mask(width - 2)),
        };
        let wanted_key = if operation.function == Function::Equal {
            match wanted {
                true => bound,
                false if self.choices.coin() => bound + 2 + distance,
                false => bound - 2 - distance,
            }
        } else {
            // Zeros of both signs are equal, so a strict bound is two steps away from one of them.
            let strict = (operation.function == Function::Less) == wanted;
            let step = if !strict {
                0
            } else if matches!(bound, -1 | 0) {
                2
            } else {
                1
            };
            let below = (which == 0) == wanted;
            if distance > 0 && self.choices.coin() {
                // An integer beyond the bound: numbers that are written with few bits make less to be rounded.
                let mode = Mode::new(if below { Rounding::Down } else { Rounding::Up }, Nan::Canonical);
                let exponent = Exponent::of(layout);
                let compute = |function, a: u64, b: u64| {
                    let operation = Operation { function, exponent, mode };
                    operation.apply(layout.width, layout.width, [a.into(), b.into(), 0], 0) as u64
                };
                let few = i64::from(self.choices.below(16)) * if below { -1 } else { 1 };
                let few = Operation { function: Function::FromSigned, exponent, mode }.apply(
                    layout.width,
                    64,
                    [few as u64 as u128, 0, 0],
                    0,
                );
                let near = compute(Function::Round, bits(layout, if below { bound - step } else { bound + step }), 0);
                let there = compute(Function::Add, near, few as u64);
                goals.push((node.arg(which), there));
                return;
            }
            if below { bound - step - distance } else { bound + step + distance }
        };
        goals.push((node.arg(which), bits(layout, wanted_key)));
    }
}

/// An operation to be inverted.
#[derive(Clone, Copy)]
struct Inverse {
    operation: Operation,
    width: u32,
    operand: u32,
    extra: u32,
    same: bool,
}

impl Inverse {
    fn layout(&self) -> Layout {
        self.operation.layout(self.width, self.operand)
    }

    /// The format of the operands, if these are numbers.
    fn source(&self) -> Layout {
        match self.operation.function {
            Function::Convert => Exponent::from_number(self.extra, self.operand)
                .map_or(self.layout(), |exponent| exponent.layout(self.operand)),
            _ => self.layout(),
        }
    }

    /// A value of an operand with which the result is near the target; the others keep theirs.
    fn operand(&self, which: usize, target: u128, values: [u128; 3]) -> Option<u128> {
        let mode = Mode::new(Rounding::NearestEven, Nan::Canonical);
        let (layout, source) = (self.layout(), self.source());
        let exponent = Exponent::of(layout);
        let compute = |function, a: u128, b: u128| {
            Operation { function, exponent, mode }.apply(layout.width, layout.width, [a, b, 0], 0)
        };
        let other = values[usize::from(which == 0)];
        Some(match (self.operation.function, which) {
            (Function::Add, _) if self.same => {
                let two = compute(Function::Add, layout.one(), layout.one());
                compute(Function::Div, target, two)
            }
            (Function::Add, _) => compute(Function::Sub, target, other),
            (Function::Sub, 0) => compute(Function::Add, target, other),
            (Function::Sub, _) => compute(Function::Sub, other, target),
            (Function::Mul, _) if self.same => compute(Function::Sqrt, target & layout.magnitude(), 0),
            (Function::Mul, _) => compute(Function::Div, target, other),
            (Function::Div, 0) => compute(Function::Mul, target, other),
            (Function::Div, _) => compute(Function::Div, other, target),
            (Function::Sqrt, _) => compute(Function::Mul, target, target),
            (Function::MulAdd, 2) => {
                let product = compute(Function::Mul, values[0], values[1]);
                compute(Function::Sub, target, product)
            }
            (Function::MulAdd, _) => {
                let product = compute(Function::Sub, target, values[2]);
                compute(Function::Div, product, values[1 - which])
            }
            (Function::Round | Function::Rem | Function::Remainder, 0) => target,
            (Function::Convert, _) => {
                let back = Operation { function: Function::Convert, exponent: Exponent::of(source), mode };
                back.apply(source.width, layout.width, [target, 0, 0], Exponent::of(layout).number())
            }
            (Function::FromSigned | Function::FromUnsigned, _) => {
                let signed = self.operation.function == Function::FromSigned;
                let function = if signed { Function::ToSigned } else { Function::ToUnsigned };
                Operation { function, exponent, mode }.apply(
                    self.operand,
                    layout.width,
                    [target, 0, 0],
                    Overflow::Nearest as u32,
                )
            }
            (Function::ToSigned | Function::ToUnsigned, _) => {
                let signed = self.operation.function == Function::ToSigned;
                let function = if signed { Function::FromSigned } else { Function::FromUnsigned };
                Operation { function, exponent, mode }.apply(layout.width, self.width, [target, 0, 0], 0)
            }
            _ => return None,
        })
    }
}
