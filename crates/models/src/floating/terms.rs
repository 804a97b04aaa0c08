//! Functions on numbers that are terms: what [`Function::apply`] computes from bits, as a term. The rest of the file's
//! functions are those of the host, which have no terms.

use expr::{ExprId, Pool};
use float::x86::{Kind, Operation};
use float::{Exponent, Function as Computed, Layout, Mode, Nan, Overflow, Rounding};

use super::{Function, Target};

/// How numbers of one format are computed with on x86-64.
#[derive(Clone, Copy)]
struct Numbers {
    layout: Layout,
}

impl Function {
    /// The result as a term. `None` if the function has none.
    pub(super) fn term(self, pool: &mut Pool, args: &[ExprId]) -> Option<ExprId> {
        let nearest = Rounding::NearestEven;
        Some(match (self, args) {
            (Function::Compute(kind, operation), _) => Numbers::of(kind).compute(pool, operation, args)?,
            (Function::Extreme(kind, operation), &[a, b]) => Numbers::of(kind).extreme(pool, kind, operation, a, b)?,
            (Function::Relation(kind), &[a, b]) => {
                let numbers = Numbers::of(kind);
                let equal = numbers.compare(pool, Computed::Equal, a, b);
                let greater = numbers.compare(pool, Computed::Less, b, a);
                let less = numbers.compare(pool, Computed::Less, a, b);
                let unordered = numbers.unordered(pool, a, b);
                let high = pool.concat(unordered, less);
                let low = pool.concat(greater, equal);
                pool.concat(high, low)
            }
            (Function::Compare(kind), &[a, b, predicate]) => {
                let predicate = pool.as_u64(predicate)?;
                Numbers::of(kind).predicate(pool, predicate, a, b)
            }
            (Function::Convert(from, to), &[a]) => {
                let (from, to) = (Layout::of(from), Numbers::of(to));
                to.apply(pool, Computed::Convert, nearest, &[a], Exponent::of(from).number())
            }
            (Function::FromInteger(kind, signed), &[a]) => {
                let function = if signed { Computed::FromSigned } else { Computed::FromUnsigned };
                Numbers::of(kind).apply(pool, function, nearest, &[a], 0)
            }
            (Function::ToInteger(kind, target), &[a]) => Numbers::of(kind).to_integer(pool, target, a),
            (Function::Class(kind), &[a]) => Numbers::of(kind).class(pool, a),
            (Function::Sign(kind), &[a, ref rest @ ..]) => {
                let top = kind.width() - 1;
                let magnitude = pool.extract(a, 0, top);
                let sign = match rest.first() {
                    Some(&b) => pool.extract(b, top, 1),
                    None => pool.int(1, 0),
                };
                pool.concat(sign, magnitude)
            }
            (Function::Rounded(kind, operation), &[a]) => {
                let numbers = Numbers::of(kind);
                let rounded = numbers.compute(pool, operation, &[a])?;
                numbers.to_integer(pool, Target { width: 64, signed: true, saturating: false }, rounded)
            }
            _ => return None,
        })
    }
}

impl Numbers {
    fn of(kind: Kind) -> Numbers {
        Numbers { layout: Layout::of(kind) }
    }

    /// An operation whose result is a number of this format.
    fn apply(self, pool: &mut Pool, function: Computed, rounding: Rounding, args: &[ExprId], extra: u32) -> ExprId {
        let mode = Mode::new(rounding, Nan::Machine);
        let operation = float::Operation { function, exponent: Exponent::of(self.layout), mode };
        pool.float(operation, self.layout.width, args, extra)
    }

    fn compare(self, pool: &mut Pool, function: Computed, a: ExprId, b: ExprId) -> ExprId {
        let mode = Mode::new(Rounding::NearestEven, Nan::Machine);
        pool.float(float::Operation { function, exponent: Exponent::of(self.layout), mode }, 1, &[a, b], 0)
    }

    fn unordered(self, pool: &mut Pool, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (pool.is_nan(self.layout, a), pool.is_nan(self.layout, b));
        pool.or(a, b)
    }

    fn quieted(self, pool: &mut Pool, a: ExprId) -> ExprId {
        let quiet = pool.float_bits(self.layout.width, self.layout.quiet());
        pool.or(a, quiet)
    }

    fn compute(self, pool: &mut Pool, operation: Operation, args: &[ExprId]) -> Option<ExprId> {
        let nearest = Rounding::NearestEven;
        let (function, rounding) = match operation {
            Operation::Add => (Computed::Add, nearest),
            Operation::Sub => (Computed::Sub, nearest),
            Operation::Mul => (Computed::Mul, nearest),
            Operation::Div => (Computed::Div, nearest),
            Operation::Rem => (Computed::Rem, nearest),
            Operation::MulAdd => (Computed::MulAdd, nearest),
            Operation::Sqrt => (Computed::Sqrt, nearest),
            Operation::Floor => (Computed::Round, Rounding::Down),
            Operation::Ceil => (Computed::Round, Rounding::Up),
            Operation::Trunc => (Computed::Round, Rounding::TowardZero),
            Operation::RoundEven => (Computed::Round, nearest),
            Operation::RoundAway => (Computed::Round, Rounding::NearestAway),
            Operation::Min | Operation::Max | Operation::Minimum | Operation::Maximum => {
                let &[a, b] = args else { return None };
                return self.least_or_greatest(pool, operation, a, b);
            }
        };
        (args.len() == function.arity()).then(|| self.apply(pool, function, rounding, args, 0))
    }

    /// The lesser or the greater of two numbers.
    fn least_or_greatest(self, pool: &mut Pool, operation: Operation, a: ExprId, b: ExprId) -> Option<ExprId> {
        if self.layout.explicit {
            // Of two NaNs, the one with the greater significand: too rare to have a term.
            return None;
        }
        let is_min = matches!(operation, Operation::Min | Operation::Minimum);
        let (first, second) = if is_min { (b, a) } else { (a, b) };
        let second_wins = self.compare(pool, Computed::Less, first, second);
        let mut chosen = pool.ite(second_wins, b, a);
        let (a_nan, b_nan) = (pool.is_nan(self.layout, a), pool.is_nan(self.layout, b));
        let (quiet_a, quiet_b) = (self.quieted(pool, a), self.quieted(pool, b));
        if matches!(operation, Operation::Min | Operation::Max) {
            let of_a_nan = pool.ite(b_nan, quiet_a, b);
            let of_b_nan = pool.ite(b_nan, a, chosen);
            return Some(pool.ite(a_nan, of_a_nan, of_b_nan));
        }
        // Zeros of both signs: the bits of one or of both.
        let zero = pool.float_bits(self.layout.width, 0);
        let (a_zero, b_zero) =
            (self.compare(pool, Computed::Equal, a, zero), self.compare(pool, Computed::Equal, b, zero));
        let zeros = pool.and(a_zero, b_zero);
        let both = if is_min { pool.or(a, b) } else { pool.and(a, b) };
        chosen = pool.ite(zeros, both, chosen);
        let rest = pool.ite(b_nan, quiet_b, chosen);
        Some(pool.ite(a_nan, quiet_a, rest))
    }

    /// The lesser or the greater of two numbers as in glibc.
    fn extreme(self, pool: &mut Pool, kind: Kind, operation: Operation, a: ExprId, b: ExprId) -> Option<ExprId> {
        let other = self.least_or_greatest(pool, operation, a, b)?;
        let equal = self.compare(pool, Computed::Equal, a, b);
        let is_first = kind == Kind::Extended && operation == Operation::Min;
        Some(pool.ite(equal, if is_first { a } else { b }, other))
    }

    /// Whether one of LLVM's predicates holds: a set of relations, from the lowest bit on: equal, greater, less,
    /// unordered.
    fn predicate(self, pool: &mut Pool, predicate: u64, a: ExprId, b: ExprId) -> ExprId {
        if predicate & 8 != 0 {
            let opposite = self.predicate(pool, !predicate & 7, a, b);
            return pool.not(opposite);
        }
        let mut compare = |function, a, b| self.compare(pool, function, a, b);
        match predicate & 7 {
            0 => pool.bool(false),
            1 => compare(Computed::Equal, a, b),
            2 => compare(Computed::Less, b, a),
            3 => compare(Computed::LessEqual, b, a),
            4 => compare(Computed::Less, a, b),
            5 => compare(Computed::LessEqual, a, b),
            6 => {
                let (less, greater) = (compare(Computed::Less, a, b), compare(Computed::Less, b, a));
                pool.or(less, greater)
            }
            _ => {
                let unordered = self.unordered(pool, a, b);
                pool.not(unordered)
            }
        }
    }

    fn to_integer(self, pool: &mut Pool, target: Target, a: ExprId) -> ExprId {
        let Target { width, signed, saturating } = target;
        let convert = |pool: &mut Pool, width: u32, signed: bool, overflow: Overflow| {
            let function = if signed { Computed::ToSigned } else { Computed::ToUnsigned };
            let mode = Mode::new(Rounding::TowardZero, Nan::Machine);
            let operation = float::Operation { function, exponent: Exponent::of(self.layout), mode };
            pool.float(operation, width, &[a], overflow as u32)
        };
        if saturating {
            return convert(pool, width, signed, Overflow::Nearest);
        }
        // The machine converts to signed integers of these widths; narrower ones are their low bits.
        let wider = match (width, signed) {
            (0..=31, _) | (32, true) => 32,
            (33..=64, _) | (32, false) => 64,
            _ => 128,
        };
        let whole = convert(pool, wider, true, Overflow::HighBit);
        if signed || width < wider {
            return pool.trunc(whole, width);
        }
        // Unsigned integers of the full width: numbers beyond the signed ones are converted apart.
        let unsigned = convert(pool, width, false, Overflow::HighBit);
        let limit = float::Operation {
            function: Computed::FromUnsigned,
            exponent: Exponent::of(self.layout),
            mode: Mode::new(Rounding::NearestEven, Nan::Machine),
        };
        let limit = limit.apply(self.layout.width, width, [1 << (width - 1), 0, 0], 0);
        let limit = pool.float_bits(self.layout.width, limit);
        let is_below = self.compare(pool, Computed::Less, a, limit);
        pool.ite(is_below, whole, unsigned)
    }

    /// The class of a number as a set of one bit, as LLVM numbers them.
    fn class(self, pool: &mut Pool, a: ExprId) -> ExprId {
        let layout = self.layout;
        let nan = pool.is_nan(layout, a);
        let mut quiet = pool.extract(a, layout.precision() - 2, 1);
        if layout.explicit {
            // What lacks its leading bit counts as signalling.
            let lead = pool.extract(a, layout.precision() - 1, 1);
            quiet = pool.and(quiet, lead);
        }
        let not_quiet = pool.not(quiet);
        let (signalling, quiet) = (pool.and(nan, not_quiet), pool.and(nan, quiet));
        let number = pool.not(nan);
        let magnitude = pool.extract(a, 0, layout.width - 1);
        let sign = pool.extract(a, layout.width - 1, 1);
        let constant = |pool: &mut Pool, bits: u128| {
            let whole = pool.float_bits(layout.width, bits);
            pool.extract(whole, 0, layout.width - 1)
        };
        let (nothing, infinity) = (constant(pool, 0), constant(pool, layout.infinity()));
        let least_normal =
            1 << layout.below_exponent() | if layout.explicit { 1 << (layout.precision() - 1) } else { 0 };
        // In the x87 format, numbers with the least exponent and a leading bit are normal.
        let from_normal = if layout.explicit { 1 << (layout.precision() - 1) } else { least_normal };
        let from_normal = constant(pool, from_normal);
        let is_zero = pool.eq(magnitude, nothing);
        let is_infinite = pool.eq(magnitude, infinity);
        let is_small = pool.ult(magnitude, from_normal);
        let not_zero = pool.not(is_zero);
        let subnormal = pool.and(is_small, not_zero);
        let not_infinite = pool.not(is_infinite);
        let normal = pool.not(is_small);
        let normal = pool.and(normal, not_infinite);
        let mut bits = vec![signalling, quiet];
        let positive = pool.not(sign);
        for (sign, classes) in
            [(sign, [is_infinite, normal, subnormal, is_zero]), (positive, [is_zero, subnormal, normal, is_infinite])]
        {
            for class in classes {
                let class = pool.and(class, number);
                bits.push(pool.and(class, sign));
            }
        }
        let mut bits = bits.into_iter();
        let lowest = bits.next().expect("there are ten");
        bits.fold(lowest, |low, bit| pool.concat(bit, low))
    }
}

/// Whether a function stores an error in `errno`, and which; `None` if that is not known as a term.
pub(super) fn error(function: Function, pool: &mut Pool, args: &[ExprId]) -> Option<(ExprId, u64)> {
    match (function, args) {
        (Function::Compute(kind, Operation::Sqrt), &[a]) => {
            let numbers = Numbers::of(kind);
            let zero = pool.float_bits(kind.width(), 0);
            Some((numbers.compare(pool, Computed::Less, a, zero), crate::errors::EDOM))
        }
        (Function::Compute(kind, Operation::Rem), &[a, b]) => {
            let numbers = Numbers::of(kind);
            let zero = pool.float_bits(kind.width(), 0);
            let by_zero = numbers.compare(pool, Computed::Equal, b, zero);
            let infinity = pool.float_bits(kind.width(), numbers.layout.infinity());
            let magnitude = Function::Sign(kind).term(pool, &[a])?;
            let of_infinity = numbers.compare(pool, Computed::Equal, magnitude, infinity);
            let undefined = pool.or(by_zero, of_infinity);
            let unordered = numbers.unordered(pool, a, b);
            let ordered = pool.not(unordered);
            Some((pool.and(undefined, ordered), crate::errors::EDOM))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bv::Bv;
    use expr::{Evaluator, Model};
    use test_support::Random;

    /// Numbers of a format: special ones, small ones, and any bits.
    fn number(random: &mut Random, layout: Layout) -> u128 {
        let any = u128::from(random.bits()) | u128::from(random.bits()) << 64;
        let sign = if random.below(2) == 0 { 0 } else { layout.sign() };
        let special = [0, 1, layout.infinity(), layout.greatest(), layout.one(), layout.canonical_nan()];
        let magnitude = match random.below(4) {
            0 => special[random.below(6) as usize],
            1 => (layout.one() + (u128::from(random.below(12u64)) << layout.below_exponent())) | any >> 70 << 60,
            2 => layout.infinity() | any & 3 | any & layout.quiet(),
            _ => any,
        };
        sign | magnitude & layout.magnitude()
    }

    /// Every function has the same result as a term under a model and on bits.
    #[test]
    fn terms_have_the_values_of_the_functions() {
        let mut random = Random::of_round(11);
        let mut names: Vec<String> = Vec::new();
        for kind in Kind::ALL {
            let name = kind.name();
            for operation in [
                "add",
                "sub",
                "mul",
                "div",
                "mul_add",
                "sqrt",
                "floor",
                "ceil",
                "trunc",
                "round_even",
                "round",
                "min",
                "max",
                "minimum",
                "maximum",
                "relation",
                "compare",
                "class",
            ] {
                names.push(format!("float.{operation}.{name}"));
            }
            for to in Kind::ALL {
                names.push(format!("float.convert.{name}.{}", to.name()));
            }
            for width in [1, 8, 16, 31, 32, 33, 64, 100, 128] {
                for operation in [
                    "to_signed",
                    "to_unsigned",
                    "to_signed_saturating",
                    "to_unsigned_saturating",
                    "from_signed",
                    "from_unsigned",
                ] {
                    names.push(format!("float.{operation}.{name}.{width}"));
                }
            }
        }
        for name in
            ["sqrt", "floor", "round", "rint", "fmin", "fmax", "fabs", "copysign", "lround", "lrint", "fma", "fmod"]
        {
            names.extend(["", "f", "l"].map(|suffix| format!("{name}{suffix}")));
        }
        for name in names {
            let function = Function::of(&name).unwrap_or_else(|| panic!("{name} is known"));
            let from_integer = matches!(function, Function::FromInteger(..));
            let width = name.rsplit('.').next().and_then(|last| last.parse().ok()).unwrap_or(64);
            let (kind, arity) = match function {
                Function::Compute(kind, operation) => match operation {
                    Operation::MulAdd => (kind, 3),
                    Operation::Add | Operation::Sub | Operation::Mul | Operation::Div | Operation::Rem => (kind, 2),
                    Operation::Min | Operation::Max | Operation::Minimum | Operation::Maximum => (kind, 2),
                    _ => (kind, 1),
                },
                Function::Extreme(kind, _) | Function::Relation(kind) | Function::Compare(kind) => (kind, 2),
                Function::Sign(kind) => (kind, if name.starts_with("copysign") { 2 } else { 1 }),
                Function::Convert(kind, _) | Function::FromInteger(kind, _) | Function::ToInteger(kind, _) => (kind, 1),
                Function::Class(kind) | Function::Rounded(kind, _) => (kind, 1),
                _ => unreachable!("{name} is a function of the host"),
            };
            let layout = Layout::of(kind);
            let operand = if from_integer { width } else { layout.width };
            for round in 0..60 {
                let mut pool = Pool::new();
                let symbols = ["a", "b", "c"].map(|name| pool.symbol(name, operand));
                let mut args: Vec<ExprId> = symbols[..arity].to_vec();
                let mut values = [0; 3].map(|_| number(&mut random, layout) & (u128::MAX >> (128 - operand)));
                if let Function::Compare(_) = function {
                    args.push(pool.int(4, round % 16));
                    values[2] = u128::from(round % 16);
                } else {
                    values[arity..].fill(0);
                }
                let Some(term) = function.term(&mut pool, &args) else {
                    assert!(kind == Kind::Extended, "{name} has no term");
                    continue;
                };
                let bytes = (0..arity).flat_map(|at| {
                    let symbol = pool.symbol_id(["a", "b", "c"][at], operand);
                    let value = values[at].to_le_bytes();
                    (0..operand.div_ceil(8)).map(move |index| (symbol, index, value[index as usize]))
                });
                let model = Model::default().with_bytes(bytes.collect::<Vec<_>>());
                let found = Evaluator::new().eval(&pool, &model, term);
                let (expected, width) = function.apply(values, operand);
                let words = [expected as u64, (expected >> 64) as u64];
                let expected = Bv::from_words(width, &words[..width.div_ceil(64) as usize]);
                assert_eq!(found, expected, "{name} of {values:x?}");
            }
        }
    }
}
