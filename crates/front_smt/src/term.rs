//! Terms with their sorts: the operands and results of operators.

use array_theory::{ArrayId, Arrays};
use expr::{ExprId, Pool};

use crate::build;
use crate::error::{ErrorKind, Position, Read};
use crate::float::{self, Open, Real};
use crate::function::{Body, Functions, Head, Local};
use crate::operator::Operator;
use crate::sort::Sort;
use crate::tuning::MAX_QUADRATIC_WIDTH;

/// A term and its sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Term {
    pub(crate) sort: Sort,
    pub(crate) value: Value,
}

/// The representation of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    /// A Bool or a bit-vector.
    Bits(ExprId),
    Array(ArrayId),
    /// A constant of sort Real, by its number.
    Real(u32),
    /// In the body of a function: a parameter, or a value that depends on one.
    Local(Local),
}

/// Builds terms.
#[derive(Default)]
pub(crate) struct Terms {
    pub(crate) pool: Pool,
    pub(crate) arrays: Arrays,
    /// Whether there is any array. If not, the array theory is skipped.
    pub(crate) uses_arrays: bool,
    pub(crate) functions: Functions,
    /// The bodies that are being read, of a function and of the quantifiers in it, the innermost last.
    pub(crate) bodies: Vec<Body>,
    /// How many quantifiers are being built.
    pub(crate) quantifiers_open: u32,
    /// The constants of sort Real.
    pub(crate) reals: Vec<Real>,
    /// What the standard leaves open, at the operands seen so far.
    pub(crate) open: Vec<Open>,
    exprs: Vec<ExprId>,
}

impl Term {
    /// The term of the pool for a Bool or bit-vector. It must not depend on a parameter.
    pub(crate) fn expr(self) -> ExprId {
        match self.value {
            Value::Bits(id) => id,
            Value::Array(_) | Value::Real(_) => unreachable!("the sort is no array and not Real"),
            Value::Local(_) => unreachable!("outside of a body nothing depends on a parameter"),
        }
    }

    /// The array. It must not depend on a parameter.
    pub(crate) fn array(self) -> ArrayId {
        match self.value {
            Value::Array(id) => id,
            Value::Bits(_) | Value::Real(_) => unreachable!("the sort is an array"),
            Value::Local(_) => unreachable!("outside of a body nothing depends on a parameter"),
        }
    }
}

impl Terms {
    /// The constant `true` or `false`.
    pub(crate) fn bool(&mut self, value: bool) -> Term {
        Term { sort: Sort::Bool, value: Value::Bits(self.pool.bool(value)) }
    }

    /// A declared constant.
    pub(crate) fn declare(&mut self, name: &str, sort: Sort) -> Term {
        let value = match sort {
            Sort::Bool => Value::Bits(self.pool.symbol(name, 1)),
            Sort::BitVec(width) => Value::Bits(self.pool.symbol(name, width)),
            Sort::Float { exponent, significand } => {
                let bits = self.pool.symbol(name, exponent + significand);
                let layout = sort.layout().expect("the format was checked");
                Value::Bits(float::canonical(&mut self.pool, layout, bits))
            }
            Sort::RoundingMode => {
                let bits = self.pool.symbol(name, float::MODE_WIDTH);
                Value::Bits(float::valid_mode(&mut self.pool, bits))
            }
            Sort::Real => unreachable!("the sort is not read"),
            Sort::Array { index, element } => {
                self.uses_arrays = true;
                Value::Array(self.arrays.declare(name, index, element))
            }
        };
        Term { sort, value }
    }

    /// Applies an operator or a function to operands, after checking their sorts.
    pub(crate) fn apply(&mut self, head: Head, operands: &[Term], at: Position) -> Read<Term> {
        let sorts: Vec<Sort> = operands.iter().map(|operand| operand.sort).collect();
        let sort = match head {
            Head::Operator(operator) => operator.result(&sorts).map_err(|why| at.ill_sorted(why))?,
            Head::Function(id) => {
                let function = self.functions.get(id);
                if function.parameters != sorts {
                    return Err(at.ill_sorted(format!(
                        "the function takes ({}), not ({})",
                        list(&function.parameters),
                        list(&sorts)
                    )));
                }
                function.result
            }
            Head::Quantifier(_) => Sort::Bool,
        };
        self.check_size(head, operands, at)?;
        let depends = operands.iter().any(|operand| matches!(operand.value, Value::Local(_)));
        match self.bodies.last_mut() {
            Some(body) if depends => Ok(body.step(head, operands, sort)),
            _ => Ok(match head {
                Head::Operator(operator) => Term { sort, value: self.build(operator, operands) },
                Head::Function(id) => self.call(id, operands),
                Head::Quantifier(id) => self.build_quantifier(id, operands),
            }),
        }
    }

    /// Rejects circuits that would exhaust the memory.
    fn check_size(&self, head: Head, operands: &[Term], at: Position) -> Read<()> {
        let Head::Operator(operator) = head else { return Ok(()) };
        let wide = |operand: &Term| matches!(operand.sort, Sort::BitVec(width) if width > MAX_QUADRATIC_WIDTH);
        let known = |operand: &Term| matches!(operand.value, Value::Bits(id) if self.pool.is_const(id));
        if operator.is_quadratic() && operands.iter().any(wide) && !operands.iter().all(known) {
            let why = format!("{} of more than {MAX_QUADRATIC_WIDTH} bits is too large", operator.name());
            return Err(at.error(ErrorKind::TooLarge(why)));
        }
        Ok(())
    }

    /// Applies an operator to operands that fit it and depend on no parameter.
    pub(crate) fn build(&mut self, operator: Operator, operands: &[Term]) -> Value {
        if let Some(value) = self.build_array(operator, operands) {
            return value;
        }
        if let Operator::Float(operator) = operator {
            return self.build_float(operator, operands);
        }
        self.exprs.clear();
        self.exprs.extend(operands.iter().map(|operand| operand.expr()));
        Value::Bits(build::build(&mut self.pool, operator, &self.exprs))
    }
}

impl Terms {
    /// Applies an operator on arrays; `None` if it is not one.
    fn build_array(&mut self, operator: Operator, operands: &[Term]) -> Option<Value> {
        let compared = |operands: &[Term]| matches!(operands[0].sort, Sort::Array { .. });
        Some(match operator {
            Operator::Select => {
                Value::Bits(self.arrays.select(&mut self.pool, operands[0].array(), operands[1].expr()))
            }
            Operator::Store => {
                let (array, index, value) = (operands[0].array(), operands[1].expr(), operands[2].expr());
                Value::Array(self.arrays.store(&mut self.pool, array, index, value))
            }
            Operator::Constant { index, .. } => {
                self.uses_arrays = true;
                Value::Array(self.arrays.constant(index, operands[0].expr()))
            }
            Operator::Ite if compared(&operands[1..]) => {
                let (then, otherwise) = (operands[1].array(), operands[2].array());
                Value::Array(self.arrays.ite(&mut self.pool, operands[0].expr(), then, otherwise))
            }
            Operator::Equal if compared(operands) => {
                let equal = |pair: &[Term]| self.arrays.equal(&mut self.pool, pair[0].array(), pair[1].array());
                let pairs: Vec<ExprId> = operands.windows(2).map(equal).collect();
                Value::Bits(build::balanced(&mut self.pool, &pairs, Pool::and))
            }
            Operator::Distinct if compared(operands) => {
                let mut pairs = Vec::new();
                for (place, left) in operands.iter().enumerate() {
                    for right in &operands[place + 1..] {
                        let equal = self.arrays.equal(&mut self.pool, left.array(), right.array());
                        pairs.push(self.pool.not(equal));
                    }
                }
                Value::Bits(build::balanced(&mut self.pool, &pairs, Pool::and))
            }
            _ => return None,
        })
    }
}

fn list(sorts: &[Sort]) -> String {
    sorts.iter().map(Sort::to_string).collect::<Vec<_>>().join(" ")
}
