//! Operations on floating-point numbers as text: functions on bit-vectors, defined by SMT-LIB's theory of floating
//! point.
//!
//! A term is written as a call such as `($float.add.11.0.0.64.64 x y)`. The name says everything: what is computed, the
//! size of the exponent, the mode, the extra number, and the widths of operands and result. So the name alone is read
//! back, and the definition is for other solvers. The bits of a result are taken with `fp.to_ieee_bv`, which is an
//! extension of Z3.

use float::{Exponent, Function, Layout, Mode, Nan, Operation, Overflow, Rounding};

use crate::build::extra_of;
use crate::node::{ExprId, Node};
use crate::pool::Pool;

const PREFIX: &str = "$float";

/// An operation with the widths of its operands and of its result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct FloatFunction {
    operation: Operation,
    extra: u32,
    operand: u32,
    width: u32,
}

impl FloatFunction {
    /// What a node computes.
    pub(crate) fn of(pool: &Pool, node: &Node, operation: Operation) -> FloatFunction {
        FloatFunction { operation, extra: extra_of(node), operand: pool.width(node.arg(0)), width: node.width }
    }

    /// The function's name.
    pub(crate) fn name(&self) -> String {
        let Operation { function, exponent, mode } = self.operation;
        let (exponent, mode, name) = (exponent.number(), mode.number(), function.name());
        format!("{PREFIX}.{name}.{exponent}.{mode}.{}.{}.{}", self.extra, self.operand, self.width)
    }

    /// The function with that name.
    pub(crate) fn from_name(name: &str) -> Option<FloatFunction> {
        let mut parts = name.strip_prefix(PREFIX)?.strip_prefix('.')?.split('.');
        let word = parts.next()?;
        let &(function, _) = Function::ALL.iter().find(|(_, name)| *name == word)?;
        let numbers: Vec<u32> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let &[exponent, mode, extra, operand, width] = &numbers[..] else { return None };
        if !(1..=128).contains(&operand) || !(1..=128).contains(&width) {
            return None;
        }
        let to_format = matches!(function, Function::FromSigned | Function::FromUnsigned | Function::Convert);
        let exponent = Exponent::from_number(exponent, if to_format { width } else { operand })?;
        let fits = match function {
            Function::Equal | Function::Less | Function::LessEqual => width == 1,
            Function::Convert => Exponent::from_number(extra, operand).is_some(),
            Function::ToSigned | Function::ToUnsigned => Overflow::from_number(extra).is_some(),
            Function::FromSigned | Function::FromUnsigned => true,
            _ => width == operand,
        };
        let operation = Operation { function, exponent, mode: Mode::from_number(mode)? };
        (fits && (function.has_extra() || extra == 0)).then_some(FloatFunction { operation, extra, operand, width })
    }

    /// The function applied to terms; `None` if they do not fit.
    pub(crate) fn apply(&self, pool: &mut Pool, args: &[ExprId]) -> Option<ExprId> {
        let fits = args.len() == self.operation.function.arity()
            && args.iter().all(|&arg| !pool.op(arg).is_array() && pool.width(arg) == self.operand);
        fits.then(|| pool.float(self.operation, self.width, args, self.extra))
    }

    /// The function's definition, one line.
    pub(crate) fn definition(&self) -> String {
        let arity = self.operation.function.arity();
        let names = &["a", "b", "c"][..arity];
        let parameters: Vec<String> =
            names.iter().map(|name| format!("({name} (_ BitVec {}))", self.operand)).collect();
        format!(
            "(define-fun {} ({}) (_ BitVec {}) {})\n",
            self.name(),
            parameters.join(" "),
            self.width,
            self.body(names)
        )
    }

    fn body(&self, names: &[&str]) -> String {
        let Operation { function, mode, .. } = self.operation;
        let layout = self.operation.layout(self.width, self.operand);
        let direction = direction(mode.rounding());
        let from = match function {
            Function::Convert => match Exponent::from_number(self.extra, self.operand) {
                Some(exponent) => exponent.layout(self.operand),
                None => unreachable!("a conversion knows its source"),
            },
            _ => layout,
        };
        let number = |name: &str| as_number(from, name);
        let numbers: Vec<String> = names.iter().map(|name| number(name)).collect();
        let all = numbers.join(" ");
        let truth = |text: String| format!("(ite {text} #b1 #b0)");
        let sizes = format!("{} {}", layout.exponent, layout.precision());
        let result = match function {
            Function::Equal => return truth(format!("(fp.eq {all})")),
            Function::Less => return truth(format!("(fp.lt {all})")),
            Function::LessEqual => return truth(format!("(fp.leq {all})")),
            Function::ToSigned | Function::ToUnsigned => return self.integer_body(layout, &numbers[0], direction),
            Function::Add => format!("(fp.add {direction} {all})"),
            Function::Sub => format!("(fp.sub {direction} {all})"),
            Function::Mul => format!("(fp.mul {direction} {all})"),
            Function::Div => format!("(fp.div {direction} {all})"),
            Function::MulAdd => format!("(fp.fma {direction} {all})"),
            Function::Sqrt => format!("(fp.sqrt {direction} {all})"),
            Function::Round => format!("(fp.roundToIntegral {direction} {all})"),
            Function::Remainder => format!("(fp.rem {all})"),
            Function::Rem => {
                // The remainder to the nearest quotient, plus the divisor if it is negative; with the dividend's sign.
                let (x, y) = (format!("(fp.abs {})", numbers[0]), format!("(fp.abs {})", numbers[1]));
                let size = format!(
                    "(let ((r (fp.rem {x} {y}))) (ite (and (fp.isNegative r) (not (fp.isZero r))) (fp.add RNE r {y}) (fp.abs r)))"
                );
                format!("(let ((s {size})) (ite (fp.isNegative {}) (fp.neg s) s))", numbers[0])
            }
            Function::Convert => format!("((_ to_fp {sizes}) {direction} {all})"),
            Function::FromSigned => format!("((_ to_fp {sizes}) {direction} a)"),
            Function::FromUnsigned => format!("((_ to_fp_unsigned {sizes}) {direction} a)"),
        };
        let nan = self.nan(layout, from, names);
        format!("(let ((v {result})) (ite (fp.isNaN v) {nan} {}))", as_bits(layout, "v"))
    }

    /// The NaN that a result is.
    fn nan(&self, layout: Layout, from: Layout, names: &[&str]) -> String {
        let is_integer = matches!(self.operation.function, Function::FromSigned | Function::FromUnsigned);
        if self.operation.mode.nan() == Nan::Canonical || is_integer {
            return bits(layout.width, layout.canonical_nan());
        }
        if self.operation.function == Function::Convert {
            return converted_nan(from, layout);
        }
        let quiet = |name: &str| format!("(bvor {name} {})", bits(layout.width, layout.quiet()));
        let otherwise = bits(layout.width, layout.canonical_nan() | layout.sign());
        if layout.explicit {
            // The NaN with the greatest significand, or the first of several.
            let key = |name: &str| {
                let low = format!("((_ extract 63 0) {})", quiet(name));
                format!("(ite {} (concat #b1 {low}) (_ bv0 65))", is_nan(layout, name))
            };
            let best = names.iter().rev().fold(None, |best: Option<(String, String)>, name| match best {
                None => Some((quiet(name), key(name))),
                Some((bits, other)) => {
                    let first = format!("(bvuge {} {other})", key(name));
                    Some((
                        format!("(ite {first} {} {bits})", quiet(name)),
                        format!("(ite {first} {} {other})", key(name)),
                    ))
                }
            });
            let (best, key) = best.unwrap_or_default();
            return format!("(ite (= {key} (_ bv0 65)) {otherwise} {best})");
        }
        names
            .iter()
            .rev()
            .fold(otherwise, |rest, name| format!("(ite {} {} {rest})", is_nan(layout, name), quiet(name)))
    }

    fn integer_body(&self, layout: Layout, number: &str, direction: &str) -> String {
        let signed = self.operation.function == Function::ToSigned;
        let width = self.width;
        let all = u128::MAX >> (128 - width);
        let (least, greatest) = if signed { (1 << (width - 1), all >> 1) } else { (0, all) };
        let (nan, below, above) = match Overflow::from_number(self.extra) {
            Some(Overflow::HighBit) | None => (1 << (width - 1), 1 << (width - 1), 1 << (width - 1)),
            Some(Overflow::Nearest) => (0, least, greatest),
            Some(Overflow::NearestNanGreatest) => (greatest, least, greatest),
        };
        let highest = if signed { width - 1 } else { width };
        // The power of two that is the first integer too large, if the format has it.
        let power = |negative: bool| {
            (highest as i32 <= layout.bias()).then(|| {
                let exponent = u128::from(highest) + layout.bias() as u128;
                let sign = if negative { layout.sign() } else { 0 };
                let leading = if layout.explicit { 1 << (layout.precision() - 1) } else { 0 };
                as_number(layout, &bits(layout.width, sign | exponent << layout.below_exponent() | leading))
            })
        };
        let zero = as_number(layout, &bits(layout.width, 0));
        let low = if signed { power(true) } else { Some(zero) };
        let fits_low =
            low.map_or("(not (and (fp.isInfinite r) (fp.isNegative r)))".into(), |low| format!("(fp.leq {low} r)"));
        let fits_high = power(false)
            .map_or("(not (and (fp.isInfinite r) (fp.isPositive r)))".into(), |high| format!("(fp.lt r {high})"));
        let convert = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
        format!(
            "(let ((r (fp.roundToIntegral {direction} {number}))) (ite (fp.isNaN r) {} (ite (not {fits_low}) {} \
             (ite (not {fits_high}) {} ((_ {convert} {width}) RTZ r)))))",
            bits(width, nan),
            bits(width, below),
            bits(width, above),
        )
    }
}

/// SMT-LIB's name of a rounding direction.
fn direction(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::TowardZero => "RTZ",
        Rounding::Down => "RTN",
        Rounding::Up => "RTP",
        Rounding::NearestAway => "RNA",
    }
}

fn bits(width: u32, value: u128) -> String {
    format!("(_ bv{value} {width})")
}

/// The NaN that a NaN of another format becomes, with the highest bits of its payload.
fn converted_nan(from: Layout, to: Layout) -> String {
    let (narrow, wide) = (from.precision() - 1, to.precision() - 1);
    let top = from.width - 1;
    let sign = format!("((_ extract {top} {top}) a)");
    let payload = if wide >= narrow {
        let whole = format!("((_ extract {} 0) a)", narrow - 1);
        if wide == narrow { whole } else { format!("(concat {whole} (_ bv0 {}))", wide - narrow) }
    } else {
        format!("((_ extract {} {}) a)", narrow - 1, narrow - wide)
    };
    let above = to.width - 1 - wide;
    format!("(bvor {} (concat {sign} (concat (_ bv0 {above}) {payload})))", bits(to.width, to.canonical_nan()))
}

fn is_nan(layout: Layout, name: &str) -> String {
    format!("(fp.isNaN {})", as_number(layout, name))
}

/// Bits as a number of SMT-LIB. Those of x87 lose their leading bit; where it is wrong, they are no number.
fn as_number(layout: Layout, name: &str) -> String {
    let sizes = format!("{} {}", layout.exponent, layout.precision());
    if !layout.explicit {
        return format!("((_ to_fp {sizes}) {name})");
    }
    let lead = format!("((_ extract 63 63) {name})");
    let exponent = format!("((_ extract 78 64) {name})");
    let fraction = format!("((_ extract 62 0) {name})");
    format!(
        "(ite (and (= {lead} #b0) (not (= {exponent} (_ bv0 15)))) (_ NaN {sizes}) (fp ((_ extract 79 79) {name}) \
         (ite (and (= {lead} #b1) (= {exponent} (_ bv0 15))) (_ bv1 15) {exponent}) {fraction}))"
    )
}

/// The bits of a number of SMT-LIB that is no NaN.
fn as_bits(layout: Layout, name: &str) -> String {
    if !layout.explicit {
        return format!("(fp.to_ieee_bv {name})");
    }
    let exponent = format!("((_ extract 77 63) (fp.to_ieee_bv {name}))");
    format!(
        "(concat ((_ extract 78 63) (fp.to_ieee_bv {name})) (concat (ite (= {exponent} (_ bv0 15)) #b0 #b1) \
         ((_ extract 62 0) (fp.to_ieee_bv {name}))))"
    )
}
