//! The operators: their names, their numbers of operands, and the sorts they accept.

use crate::float::{self, FloatOperator};
use crate::sort::Sort;
use crate::tuning::DISTINCT_PAIRS;
use crate::tuning::MAX_WIDTH;

/// An operator that can be applied to terms. Indices are part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Not,
    And,
    Or,
    Xor,
    Implies,
    Equal,
    Distinct,
    Ite,
    BvNot,
    BvNeg,
    RedOr,
    RedAnd,
    BvAnd,
    BvOr,
    BvXor,
    BvNand,
    BvNor,
    BvXnor,
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    SMod,
    Shl,
    LShr,
    AShr,
    Comp,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    NegOverflow,
    UAddOverflow,
    SAddOverflow,
    UMulOverflow,
    SMulOverflow,
    USubOverflow,
    SSubOverflow,
    SDivOverflow,
    Concat,
    Extract {
        high: u32,
        low: u32,
    },
    Repeat(u32),
    ZeroExtend(u32),
    SignExtend(u32),
    RotateLeft(u32),
    RotateRight(u32),
    Select,
    Store,
    /// An operator of the theory of floating point.
    Float(FloatOperator),
    /// The array with its operand at every index.
    Constant {
        index: u32,
        element: u32,
    },
}

/// The operators that have a name without indices.
pub(crate) const NAMED: &[(&str, Operator)] = {
    use Operator::*;
    &[
        ("not", Not),
        ("and", And),
        ("or", Or),
        ("xor", Xor),
        ("=>", Implies),
        ("=", Equal),
        ("distinct", Distinct),
        ("ite", Ite),
        ("bvnot", BvNot),
        ("bvneg", BvNeg),
        ("bvredor", RedOr),
        ("bvredand", RedAnd),
        ("bvand", BvAnd),
        ("bvor", BvOr),
        ("bvxor", BvXor),
        ("bvnand", BvNand),
        ("bvnor", BvNor),
        ("bvxnor", BvXnor),
        ("bvadd", Add),
        ("bvsub", Sub),
        ("bvmul", Mul),
        ("bvudiv", UDiv),
        ("bvurem", URem),
        ("bvsdiv", SDiv),
        ("bvsrem", SRem),
        ("bvsmod", SMod),
        ("bvshl", Shl),
        ("bvlshr", LShr),
        ("bvashr", AShr),
        ("bvcomp", Comp),
        ("bvult", Ult),
        ("bvule", Ule),
        ("bvugt", Ugt),
        ("bvuge", Uge),
        ("bvslt", Slt),
        ("bvsle", Sle),
        ("bvsgt", Sgt),
        ("bvsge", Sge),
        ("bvnego", NegOverflow),
        ("bvuaddo", UAddOverflow),
        ("bvsaddo", SAddOverflow),
        ("bvumulo", UMulOverflow),
        ("bvsmulo", SMulOverflow),
        ("bvusubo", USubOverflow),
        ("bvssubo", SSubOverflow),
        ("bvsdivo", SDivOverflow),
        ("concat", Concat),
        ("select", Select),
        ("store", Store),
    ]
};

impl Operator {
    /// The operator with an indexed name; `None` if there is no such name, an error if the indices do not fit it.
    pub(crate) fn indexed(name: &str, indices: &[u32]) -> Option<Result<Operator, String>> {
        let make: fn(u32) -> Operator = match name {
            "extract" => {
                let [high, low] = indices[..] else { return Some(Err("extract has two indices".to_owned())) };
                let order = if low <= high { Ok(Operator::Extract { high, low }) } else { Err(()) };
                return Some(order.map_err(|()| format!("extract from bit {low} up to bit {high} is empty")));
            }
            "repeat" => Operator::Repeat,
            "zero_extend" => Operator::ZeroExtend,
            "sign_extend" => Operator::SignExtend,
            "rotate_left" => Operator::RotateLeft,
            "rotate_right" => Operator::RotateRight,
            _ => return FloatOperator::indexed(name, indices).map(|found| found.map(float::operator)),
        };
        Some(match indices[..] {
            [0] if name == "repeat" => Err("repeat wants an index of at least 1".to_owned()),
            [index] => Ok(make(index)),
            _ => Err(format!("{name} has one index")),
        })
    }

    /// The name without indices.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Operator::Extract { .. } => "extract",
            Operator::Repeat(_) => "repeat",
            Operator::ZeroExtend(_) => "zero_extend",
            Operator::SignExtend(_) => "sign_extend",
            Operator::RotateLeft(_) => "rotate_left",
            Operator::RotateRight(_) => "rotate_right",
            Operator::Float(operator) => operator.name(),
            Operator::Constant { .. } => "const",
            _ => NAMED.iter().find(|&&(_, operator)| operator == self).map_or("", |&(name, _)| name),
        }
    }

    /// The sort of the result for operands of these sorts, or why they do not fit.
    pub(crate) fn result(self, operands: &[Sort]) -> Result<Sort, String> {
        if let Operator::Float(operator) = self {
            return operator.result(operands);
        }
        self.arity(operands.len())?;
        match self {
            Operator::Not | Operator::And | Operator::Or | Operator::Xor | Operator::Implies => {
                self.all(operands, Sort::Bool)?;
                Ok(Sort::Bool)
            }
            Operator::Equal => {
                self.all(operands, operands[0])?;
                Ok(Sort::Bool)
            }
            Operator::Distinct => {
                self.all(operands, operands[0])?;
                if operands.len().saturating_mul(operands.len() - 1) / 2 > DISTINCT_PAIRS {
                    return Err(format!("distinct of {} operands compares too many pairs", operands.len()));
                }
                Ok(Sort::Bool)
            }
            Operator::Ite => {
                self.all(&operands[..1], Sort::Bool)?;
                self.all(&operands[1..], operands[1])?;
                Ok(operands[1])
            }
            Operator::Ult
            | Operator::Ule
            | Operator::Ugt
            | Operator::Uge
            | Operator::Slt
            | Operator::Sle
            | Operator::Sgt
            | Operator::Sge
            | Operator::NegOverflow
            | Operator::UAddOverflow
            | Operator::SAddOverflow
            | Operator::UMulOverflow
            | Operator::SMulOverflow
            | Operator::USubOverflow
            | Operator::SSubOverflow
            | Operator::SDivOverflow => {
                self.same_width(operands)?;
                Ok(Sort::Bool)
            }
            Operator::Comp => {
                self.same_width(operands)?;
                Ok(Sort::BitVec(1))
            }
            Operator::RedOr | Operator::RedAnd => {
                self.width(operands[0])?;
                Ok(Sort::BitVec(1))
            }
            Operator::Concat => {
                let mut total = 0u32;
                for &operand in operands {
                    total = total.saturating_add(self.width(operand)?);
                }
                self.of_width(Some(total))
            }
            Operator::Extract { high, .. } if high >= self.width(operands[0])? => {
                Err(format!("extract of bit {high} from {}", operands[0]))
            }
            Operator::Extract { high, low } => Ok(Sort::BitVec(high - low + 1)),
            Operator::Repeat(count) => self.of_width(self.width(operands[0])?.checked_mul(count)),
            Operator::ZeroExtend(count) | Operator::SignExtend(count) => {
                self.of_width(self.width(operands[0])?.checked_add(count))
            }
            Operator::Select => {
                let (index, element) = self.array(operands[0])?;
                self.all(&operands[1..], Sort::BitVec(index))?;
                Ok(Sort::BitVec(element))
            }
            Operator::Store => {
                let (index, element) = self.array(operands[0])?;
                self.all(&operands[1..2], Sort::BitVec(index))?;
                self.all(&operands[2..], Sort::BitVec(element))?;
                Ok(operands[0])
            }
            Operator::Constant { index, element } => {
                self.all(operands, Sort::BitVec(element))?;
                Ok(Sort::Array { index, element })
            }
            _ => self.same_width(operands).map(Sort::BitVec),
        }
    }

    /// Whether the size of its circuit grows with the square of the width.
    pub(crate) fn is_quadratic(self) -> bool {
        use Operator::*;
        matches!(self, Mul | UDiv | URem | SDiv | SRem | SMod | UMulOverflow | SMulOverflow)
    }

    fn arity(self, given: usize) -> Result<(), String> {
        use Operator::*;
        let (least, most) = match self {
            And | Or => (1, usize::MAX),
            Xor | Implies | Equal | Distinct | BvAnd | BvOr | BvXor | BvXnor | Add | Mul | Concat => (2, usize::MAX),
            Not
            | BvNot
            | BvNeg
            | RedOr
            | RedAnd
            | NegOverflow
            | Extract { .. }
            | Repeat(_)
            | ZeroExtend(_)
            | SignExtend(_)
            | RotateLeft(_)
            | RotateRight(_) => (1, 1),
            Constant { .. } => (1, 1),
            Ite | Store => (3, 3),
            _ => (2, 2),
        };
        if (least..=most).contains(&given) {
            return Ok(());
        }
        let wanted = if least == most { least.to_string() } else { format!("at least {least}") };
        Err(format!("{} takes {wanted} operand{}, not {given}", self.name(), if least == 1 { "" } else { "s" }))
    }

    fn all(self, operands: &[Sort], sort: Sort) -> Result<(), String> {
        match operands.iter().find(|&&operand| operand != sort) {
            None => Ok(()),
            Some(other) => Err(format!("{} wants an operand of sort {sort}, found {other}", self.name())),
        }
    }

    fn width(self, sort: Sort) -> Result<u32, String> {
        match sort {
            Sort::BitVec(width) => Ok(width),
            other => Err(format!("{} wants a bit-vector, found {other}", self.name())),
        }
    }

    fn array(self, sort: Sort) -> Result<(u32, u32), String> {
        match sort {
            Sort::Array { index, element } => Ok((index, element)),
            other => Err(format!("{} wants an array, found {other}", self.name())),
        }
    }

    fn same_width(self, operands: &[Sort]) -> Result<u32, String> {
        let width = self.width(operands[0])?;
        self.all(operands, operands[0])?;
        Ok(width)
    }

    fn of_width(self, width: Option<u32>) -> Result<Sort, String> {
        match width {
            Some(width) if width <= MAX_WIDTH => Ok(Sort::BitVec(width)),
            _ => Err(format!("the result of {} is wider than {MAX_WIDTH} bits", self.name())),
        }
    }
}
