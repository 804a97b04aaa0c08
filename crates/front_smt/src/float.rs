//! SMT-LIB's theory of floating point.
//!
//! A number is the bits that IEEE 754 writes it with. SMT-LIB knows one NaN, so every NaN here is the canonical one,
//! and numbers are equal exactly if their bits are. A rounding mode is one of five numbers. What the standard leaves open
//! (integers from numbers that do not fit, which of two zeros is the least) may be anything, but the same for the same
//! operands: the first application is a new symbol, and each further one is compared with those before.

use bv::Bv;
use expr::{ExprId, Pool};
use float::{Exponent, Function, Layout, Mode, Nan, Operation, Overflow, Rounding};

use crate::operator::Operator;
use crate::sort::Sort;
use crate::term::{Term, Terms, Value};
use crate::tuning::MAX_REAL_DIGITS;

/// An operator of the theory. Formats are those of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatOperator {
    /// `fp`: sign, exponent and significand as bit-vectors.
    Parts,
    Abs,
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Fma,
    Sqrt,
    Rem,
    RoundToIntegral,
    Min,
    Max,
    Leq,
    Lt,
    Geq,
    Gt,
    Eq,
    IsNormal,
    IsSubnormal,
    IsZero,
    IsInfinite,
    IsNan,
    IsNegative,
    IsPositive,
    /// `to_fp` in all its forms.
    ToFp {
        exponent: u32,
        significand: u32,
    },
    /// `to_fp_unsigned`
    ToFpUnsigned {
        exponent: u32,
        significand: u32,
    },
    ToUbv(u32),
    ToSbv(u32),
    /// Z3's `fp.to_ieee_bv`.
    ToBits,
    /// `-` on constants.
    RealNeg,
    /// `/` on constants.
    RealDiv,
}

/// The operators that have a name without indices.
pub(crate) const NAMED: &[(&str, FloatOperator)] = {
    use FloatOperator::*;
    &[
        ("fp", Parts),
        ("fp.abs", Abs),
        ("fp.neg", Neg),
        ("fp.add", Add),
        ("fp.sub", Sub),
        ("fp.mul", Mul),
        ("fp.div", Div),
        ("fp.fma", Fma),
        ("fp.sqrt", Sqrt),
        ("fp.rem", Rem),
        ("fp.roundToIntegral", RoundToIntegral),
        ("fp.min", Min),
        ("fp.max", Max),
        ("fp.leq", Leq),
        ("fp.lt", Lt),
        ("fp.geq", Geq),
        ("fp.gt", Gt),
        ("fp.eq", Eq),
        ("fp.isNormal", IsNormal),
        ("fp.isSubnormal", IsSubnormal),
        ("fp.isZero", IsZero),
        ("fp.isInfinite", IsInfinite),
        ("fp.isNaN", IsNan),
        ("fp.isNegative", IsNegative),
        ("fp.isPositive", IsPositive),
        ("fp.to_ieee_bv", ToBits),
        ("-", RealNeg),
        ("/", RealDiv),
    ]
};

/// The names of the rounding modes, long and short, in the order of their numbers.
pub(crate) const MODES: [(&str, &str); 5] = [
    ("roundNearestTiesToEven", "RNE"),
    ("roundTowardZero", "RTZ"),
    ("roundTowardNegative", "RTN"),
    ("roundTowardPositive", "RTP"),
    ("roundNearestTiesToAway", "RNA"),
];

/// How many bits a rounding mode has.
pub(crate) const MODE_WIDTH: u32 = 3;

/// A constant of sort Real: a quotient of natural numbers, with a sign.
#[derive(Clone, Debug)]
pub(crate) struct Real {
    negative: bool,
    numerator: Bv,
    denominator: Bv,
}

/// What the standard leaves open, at some operands.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    what: (&'static str, u32, Layout),
    operands: Vec<ExprId>,
    value: ExprId,
}

/// The format of those sizes, or why there is none.
pub(crate) fn layout(exponent: u32, significand: u32) -> Result<Layout, String> {
    Layout::new(exponent, significand).ok_or_else(|| {
        format!(
            "(_ FloatingPoint {exponent} {significand}) is supported with exponents of 2 to 15 bits and 128 bits in all"
        )
    })
}

impl FloatOperator {
    pub(crate) fn indexed(name: &str, indices: &[u32]) -> Option<Result<FloatOperator, String>> {
        let format = |make: fn(u32, u32) -> FloatOperator| match indices[..] {
            [exponent, significand] => layout(exponent, significand).map(|_| make(exponent, significand)),
            _ => Err(format!("{name} has two indices")),
        };
        let width = |make: fn(u32) -> FloatOperator| match indices[..] {
            [width @ 1..=126] => Ok(make(width)),
            [_] => Err(format!("{name} is supported up to 126 bits")),
            _ => Err(format!("{name} has one index")),
        };
        Some(match name {
            "to_fp" => format(|exponent, significand| FloatOperator::ToFp { exponent, significand }),
            "to_fp_unsigned" => format(|exponent, significand| FloatOperator::ToFpUnsigned { exponent, significand }),
            "fp.to_ubv" => width(FloatOperator::ToUbv),
            "fp.to_sbv" => width(FloatOperator::ToSbv),
            _ => return None,
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            FloatOperator::ToFp { .. } => "to_fp",
            FloatOperator::ToFpUnsigned { .. } => "to_fp_unsigned",
            FloatOperator::ToUbv(_) => "fp.to_ubv",
            FloatOperator::ToSbv(_) => "fp.to_sbv",
            _ => NAMED.iter().find(|&&(_, operator)| operator == self).map_or("", |&(name, _)| name),
        }
    }

    /// The sort of the result for operands of these sorts, or why they do not fit.
    pub(crate) fn result(self, operands: &[Sort]) -> Result<Sort, String> {
        use FloatOperator::*;
        let wrong = || {
            let found: Vec<String> = operands.iter().map(Sort::to_string).collect();
            format!("{} is not applied to ({})", self.name(), found.join(" "))
        };
        let mode = Sort::RoundingMode;
        match (self, operands) {
            (Parts, &[Sort::BitVec(1), Sort::BitVec(exponent), Sort::BitVec(below)]) => {
                let significand = below.checked_add(1).ok_or_else(wrong)?;
                layout(exponent, significand)?;
                Ok(Sort::Float { exponent, significand })
            }
            (Abs | Neg, &[sort @ Sort::Float { .. }]) => Ok(sort),
            (Sqrt | RoundToIntegral, &[rounding, sort @ Sort::Float { .. }]) if rounding == mode => Ok(sort),
            (Add | Sub | Mul | Div, &[rounding, a @ Sort::Float { .. }, b]) if rounding == mode && a == b => Ok(a),
            (Fma, &[rounding, a @ Sort::Float { .. }, b, c]) if rounding == mode && a == b && a == c => Ok(a),
            (Rem | Min | Max, &[a @ Sort::Float { .. }, b]) if a == b => Ok(a),
            (Leq | Lt | Geq | Gt | Eq, &[first @ Sort::Float { .. }, _, ..])
                if operands.iter().all(|&sort| sort == first) =>
            {
                Ok(Sort::Bool)
            }
            (IsNormal | IsSubnormal | IsZero | IsInfinite | IsNan | IsNegative | IsPositive, &[Sort::Float { .. }]) => {
                Ok(Sort::Bool)
            }
            (ToFp { exponent, significand }, &[Sort::BitVec(width)]) if width == exponent + significand => {
                Ok(Sort::Float { exponent, significand })
            }
            (ToFp { exponent, significand }, &[rounding, Sort::Float { .. } | Sort::Real | Sort::BitVec(1..=128)])
                if rounding == mode =>
            {
                Ok(Sort::Float { exponent, significand })
            }
            (ToFpUnsigned { exponent, significand }, &[rounding, Sort::BitVec(1..=128)]) if rounding == mode => {
                Ok(Sort::Float { exponent, significand })
            }
            (ToUbv(width) | ToSbv(width), &[rounding, Sort::Float { .. }]) if rounding == mode => {
                Ok(Sort::BitVec(width))
            }
            (ToBits, &[Sort::Float { exponent, significand }]) => Ok(Sort::BitVec(exponent + significand)),
            (RealNeg, &[Sort::Real]) | (RealDiv, &[Sort::Real, Sort::Real]) => Ok(Sort::Real),
            _ => Err(wrong()),
        }
    }
}

/// An operation on numbers of a format with canonical NaNs.
fn apply(
    pool: &mut Pool,
    function: Function,
    layout: Layout,
    rounding: Rounding,
    args: &[ExprId],
    extra: u32,
) -> ExprId {
    let exponent = Exponent::of(layout);
    let operation = Operation { function, exponent, mode: Mode::new(rounding, Nan::Canonical) };
    let width = if function.compares() { 1 } else { layout.width };
    pool.float(operation, width, args, extra)
}

/// Makes every NaN the canonical one.
pub(crate) fn canonical(pool: &mut Pool, layout: Layout, bits: ExprId) -> ExprId {
    let (nan, canonical) = (pool.is_nan(layout, bits), pool.float_bits(layout.width, layout.canonical_nan()));
    pool.ite(nan, canonical, bits)
}

/// A rounding mode, where what is no mode is the first.
pub(crate) fn valid_mode(pool: &mut Pool, bits: ExprId) -> ExprId {
    let (last, first) = (pool.int(MODE_WIDTH, 4), pool.int(MODE_WIDTH, 0));
    let valid = pool.ule(bits, last);
    pool.ite(valid, bits, first)
}

/// The result in the rounding direction that a term says.
fn by_mode(pool: &mut Pool, mode: ExprId, mut of: impl FnMut(&mut Pool, Rounding) -> ExprId) -> ExprId {
    if let Some(number) = pool.as_u64(mode) {
        return of(pool, Rounding::from_number(number).unwrap_or(Rounding::NearestEven));
    }
    let mut result = of(pool, Rounding::ALL[4]);
    for number in (0..4).rev() {
        let (is, value) = (pool.int(MODE_WIDTH, number), of(pool, Rounding::ALL[number as usize]));
        let is = pool.eq(mode, is);
        result = pool.ite(is, value, result);
    }
    result
}

impl Terms {
    /// A constant of sort Real from decimal digits, with a point or without.
    pub(crate) fn real(&mut self, text: &str) -> Option<Term> {
        let (before, after) = text.split_once('.').unwrap_or((text, ""));
        if before.len() + after.len() > MAX_REAL_DIGITS {
            return None;
        }
        let digits = format!("{before}{after}");
        let width = 4 * digits.len() as u32 + 8;
        let numerator = crate::literal::decimal(width, &digits).ok()?;
        let denominator = crate::literal::decimal(width, &format!("1{}", "0".repeat(after.len()))).ok()?;
        Some(self.real_term(Real { negative: false, numerator, denominator }))
    }

    /// A constant of sort Real as text.
    pub(crate) fn real_text(&self, term: Term) -> String {
        let Value::Real(number) = term.value else { unreachable!("the sort is Real") };
        let Real { negative, numerator, denominator } = &self.reals[number as usize];
        let quotient = format!("(/ {numerator}.0 {denominator}.0)");
        if *negative { format!("(- {quotient})") } else { quotient }
    }

    fn real_term(&mut self, real: Real) -> Term {
        self.reals.push(real);
        Term { sort: Sort::Real, value: Value::Real(self.reals.len() as u32 - 1) }
    }

    /// Applies an operator of the theory to operands that fit it and depend on no parameter.
    pub(crate) fn build_float(&mut self, operator: FloatOperator, operands: &[Term]) -> Value {
        let real = |term: &Term| match term.value {
            Value::Real(number) => Some(self.reals[number as usize].clone()),
            _ => None,
        };
        match (operator, operands) {
            (FloatOperator::RealNeg, [a]) => {
                let a = real(a).expect("the sort says so");
                return self.real_term(Real { negative: !a.negative, ..a }).value;
            }
            (FloatOperator::RealDiv, [a, b]) => {
                let (a, b) = (real(a).expect("the sort says so"), real(b).expect("the sort says so"));
                let width = 2 * (a.numerator.width() + b.numerator.width());
                let product = |x: &Bv, y: &Bv| x.zext(width).mul(&y.zext(width));
                let quotient = Real {
                    negative: a.negative != b.negative,
                    numerator: product(&a.numerator, &b.denominator),
                    denominator: product(&a.denominator, &b.numerator),
                };
                return self.real_term(quotient).value;
            }
            (FloatOperator::ToFp { exponent, significand }, [mode, number]) if number.sort == Sort::Real => {
                let real = real(number).expect("the sort says so");
                let layout = Layout::new(exponent, significand).expect("the format was checked");
                let bits = by_mode(&mut self.pool, mode.expr(), |pool, rounding| {
                    let Real { negative, numerator, denominator } = &real;
                    let bits = float::from_ratio(layout, *negative, numerator, denominator, rounding);
                    pool.float_bits(layout.width, bits)
                });
                return Value::Bits(bits);
            }
            _ => {}
        }
        let exprs: Vec<ExprId> = operands.iter().map(|operand| operand.expr()).collect();
        let layout = operands.iter().find_map(|operand| operand.sort.layout());
        Value::Bits(self.build_numbers(operator, operands, &exprs, layout))
    }

    fn build_numbers(
        &mut self,
        operator: FloatOperator,
        operands: &[Term],
        exprs: &[ExprId],
        of: Option<Layout>,
    ) -> ExprId {
        use FloatOperator::*;
        let pool = &mut self.pool;
        let first = exprs[0];
        let format = of.unwrap_or(Layout { exponent: 2, width: 4, explicit: false });
        let rounded = |pool: &mut Pool, function: Function| {
            by_mode(pool, first, |pool, rounding| apply(pool, function, format, rounding, &exprs[1..], 0))
        };
        match operator {
            Parts => {
                let high = pool.concat(first, exprs[1]);
                let bits = pool.concat(high, exprs[2]);
                let exponent = pool.width(exprs[1]);
                canonical(pool, Layout { exponent, width: pool.width(bits), explicit: false }, bits)
            }
            Abs | Neg => {
                let top = format.width - 1;
                let (sign, magnitude) = (pool.extract(first, top, 1), pool.extract(first, 0, top));
                let sign = if operator == Abs { pool.int(1, 0) } else { pool.not(sign) };
                let bits = pool.concat(sign, magnitude);
                canonical(pool, format, bits)
            }
            Add => rounded(pool, Function::Add),
            Sub => rounded(pool, Function::Sub),
            Mul => rounded(pool, Function::Mul),
            Div => rounded(pool, Function::Div),
            Fma => rounded(pool, Function::MulAdd),
            Sqrt => rounded(pool, Function::Sqrt),
            RoundToIntegral => rounded(pool, Function::Round),
            Rem => apply(pool, Function::Remainder, format, Rounding::NearestEven, exprs, 0),
            Min | Max => self.least_or_greatest(operator == Min, format, exprs[0], exprs[1]),
            Leq | Lt | Geq | Gt | Eq => {
                let function = match operator {
                    Leq | Geq => Function::LessEqual,
                    Lt | Gt => Function::Less,
                    _ => Function::Equal,
                };
                let flipped = matches!(operator, Geq | Gt);
                let pairs: Vec<ExprId> = exprs
                    .windows(2)
                    .map(|pair| {
                        let pair = if flipped { [pair[1], pair[0]] } else { [pair[0], pair[1]] };
                        apply(pool, function, format, Rounding::NearestEven, &pair, 0)
                    })
                    .collect();
                crate::build::balanced(pool, &pairs, Pool::and)
            }
            IsNormal | IsSubnormal | IsZero | IsInfinite | IsNan | IsNegative | IsPositive => {
                classify(pool, operator, format, first)
            }
            ToFp { exponent, significand } | ToFpUnsigned { exponent, significand } => {
                let to = Layout::new(exponent, significand).expect("the format was checked");
                if exprs.len() == 1 {
                    return canonical(pool, to, first);
                }
                let (function, extra) = match operands[1].sort.layout() {
                    Some(from) => (Function::Convert, Exponent::of(from).number()),
                    None if matches!(operator, ToFp { .. }) => (Function::FromSigned, 0),
                    None => (Function::FromUnsigned, 0),
                };
                by_mode(pool, first, |pool, rounding| apply(pool, function, to, rounding, &exprs[1..], extra))
            }
            ToUbv(width) | ToSbv(width) => self.integer(operator, width, format, first, exprs[1]),
            ToBits => first,
            RealNeg | RealDiv => unreachable!("its operands are constants of sort Real"),
        }
    }

    /// What the standard leaves open: a value of its own for these operands, or that of earlier ones that are equal.
    fn open(&mut self, what: (&'static str, u32, Layout), operands: Vec<ExprId>) -> ExprId {
        if let Some(known) = self.open.iter().find(|open| open.what == what && open.operands == operands) {
            return known.value;
        }
        let pool = &mut self.pool;
        let mut value = pool.symbol(&format!("{} left open {}", what.0, self.open.len()), what.1);
        for open in self.open.iter().filter(|open| open.what == what) {
            let mut same = pool.bool(true);
            for (&a, &b) in open.operands.iter().zip(&operands) {
                let equal = pool.eq(a, b);
                same = pool.and(same, equal);
            }
            value = pool.ite(same, open.value, value);
        }
        self.open.push(Open { what, operands, value });
        value
    }

    /// An integer from a number. One that does not fit is left open.
    fn integer(&mut self, operator: FloatOperator, width: u32, format: Layout, mode: ExprId, number: ExprId) -> ExprId {
        let signed = matches!(operator, FloatOperator::ToSbv(_));
        let function = if signed { Function::ToSigned } else { Function::ToUnsigned };
        let exponent = Exponent::of(format);
        let convert = |pool: &mut Pool, overflow: Overflow| {
            by_mode(pool, mode, |pool, rounding| {
                let operation = Operation { function, exponent, mode: Mode::new(rounding, Nan::Canonical) };
                pool.float(operation, width, &[number], overflow as u32)
            })
        };
        // As an integer with two bits more, the number is the extension of the result exactly if it fits.
        let more = width + 2;
        let value = convert(&mut self.pool, Overflow::Nearest);
        let whole = by_mode(&mut self.pool, mode, |pool, rounding| {
            let mode = Mode::new(rounding, Nan::Canonical);
            let operation = Operation { function: Function::ToSigned, exponent, mode };
            pool.float(operation, more, &[number], Overflow::HighBit as u32)
        });
        let extended = if signed { self.pool.sext(value, more) } else { self.pool.zext(value, more) };
        let fits = self.pool.eq(whole, extended);
        let what = (operator.name(), width, format);
        let open = self.open(what, vec![mode, number]);
        self.pool.ite(fits, value, open)
    }

    /// The lesser or the greater of two numbers. Of zeros with different signs, which one is left open.
    fn least_or_greatest(&mut self, least: bool, format: Layout, a: ExprId, b: ExprId) -> ExprId {
        let pool = &mut self.pool;
        let (a_nan, b_nan) = (pool.is_nan(format, a), pool.is_nan(format, b));
        let (first, second) = if least { (a, b) } else { (b, a) };
        let takes_first = apply(pool, Function::LessEqual, format, Rounding::NearestEven, &[first, second], 0);
        let number = pool.ite(takes_first, a, b);
        let equal = apply(pool, Function::Equal, format, Rounding::NearestEven, &[a, b], 0);
        let differ = pool.ne(a, b);
        let zeros = pool.and(equal, differ);
        let number = if pool.as_u64(zeros) == Some(0) {
            number
        } else {
            let sign = self.open((if least { "fp.min" } else { "fp.max" }, 1, format), vec![a, b]);
            let pool = &mut self.pool;
            let magnitude = pool.int(format.width.min(64) - u32::from(format.width <= 64), 0);
            let rest = format.width - 1;
            let magnitude = if pool.width(magnitude) == rest { magnitude } else { pool.float_bits(rest, 0) };
            let zero = pool.concat(sign, magnitude);
            pool.ite(zeros, zero, number)
        };
        let pool = &mut self.pool;
        let of_number = pool.ite(b_nan, a, number);
        pool.ite(a_nan, b, of_number)
    }
}

fn classify(pool: &mut Pool, operator: FloatOperator, format: Layout, a: ExprId) -> ExprId {
    let top = format.width - 1;
    let magnitude = pool.extract(a, 0, top);
    let sign = pool.extract(a, top, 1);
    let zero = pool.float_bits(top, 0);
    let infinity = pool.float_bits(top, format.infinity());
    let normal = pool.float_bits(top, 1 << format.below_exponent());
    match operator {
        FloatOperator::IsZero => pool.eq(magnitude, zero),
        FloatOperator::IsInfinite => pool.eq(magnitude, infinity),
        FloatOperator::IsNan => pool.is_nan(format, a),
        FloatOperator::IsSubnormal => {
            let (some, below) = (pool.ne(magnitude, zero), pool.ult(magnitude, normal));
            pool.and(some, below)
        }
        FloatOperator::IsNormal => {
            let (above, finite) = (pool.ule(normal, magnitude), pool.ult(magnitude, infinity));
            pool.and(above, finite)
        }
        _ => {
            let sign = if operator == FloatOperator::IsPositive { pool.not(sign) } else { sign };
            let nan = pool.is_nan(format, a);
            let number = pool.not(nan);
            pool.and(number, sign)
        }
    }
}

/// The constant of a name such as `+oo` in a format; `None` if there is no such name.
pub(crate) fn special(name: &str, layout: Layout) -> Option<u128> {
    Some(match name {
        "+oo" => layout.infinity(),
        "-oo" => layout.sign() | layout.infinity(),
        "+zero" => 0,
        "-zero" => layout.sign(),
        "NaN" => layout.canonical_nan(),
        _ => return None,
    })
}

/// A number as SMT-LIB writes it.
pub(crate) fn text(layout: Layout, value: &Bv) -> String {
    let below = layout.below_exponent();
    let bits = |low: u32, width: u32| {
        let digits: String = (low..low + width).rev().map(|bit| if value.bit(bit) { '1' } else { '0' }).collect();
        format!("#b{digits}")
    };
    let all = value.words().iter().rev().fold(0u128, |all, &word| all << 64 | u128::from(word));
    if layout.is_nan(all) {
        return format!("(_ NaN {} {})", layout.exponent, layout.precision());
    }
    format!("(fp {} {} {})", bits(layout.width - 1, 1), bits(below, layout.exponent), bits(0, below))
}

/// The operator as one of all operators.
pub(crate) fn operator(operator: FloatOperator) -> Operator {
    Operator::Float(operator)
}
