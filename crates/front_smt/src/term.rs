//! Terms with their sorts: what the reader hands to operators, and what comes back.

use expr::{ExprId, Pool};

use crate::build;
use crate::error::{ErrorKind, Position, Read};
use crate::function::{Body, Functions, Head};
use crate::operator::{MAX_QUADRATIC_WIDTH, Operator};
use crate::sort::Sort;

/// A term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Term {
    pub(crate) sort: Sort,
    pub(crate) value: Value,
}

/// What a term is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    /// A Bool or a bit-vector.
    Bits(ExprId),
    /// In the body of a function: a parameter, or something that depends on one.
    Local(u32),
}

/// Makes terms.
#[derive(Default)]
pub(crate) struct Terms {
    pub(crate) pool: Pool,
    pub(crate) functions: Functions,
    /// The body being defined, if one is.
    pub(crate) body: Option<Body>,
    exprs: Vec<ExprId>,
}

impl Term {
    /// The term of the pool behind a Bool or bit-vector that depends on no parameter.
    pub(crate) fn expr(self) -> ExprId {
        match self.value {
            Value::Bits(id) => id,
            Value::Local(_) => unreachable!("outside of a body nothing depends on a parameter"),
        }
    }
}

impl Terms {
    /// A Bool.
    pub(crate) fn bool(&mut self, value: bool) -> Term {
        Term { sort: Sort::Bool, value: Value::Bits(self.pool.bool(value)) }
    }

    /// Applies an operator or a function to operands, if their sorts fit.
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
        };
        self.check_size(head, operands, at)?;
        let depends = operands.iter().any(|operand| matches!(operand.value, Value::Local(_)));
        match &mut self.body {
            Some(body) if depends => Ok(body.step(head, operands, sort)),
            _ => Ok(match head {
                Head::Operator(operator) => Term { sort, value: self.build(operator, operands) },
                Head::Function(id) => self.call(id, operands),
            }),
        }
    }

    /// Refuses circuits that would fill the memory.
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

    /// An operator on operands that fit it and depend on no parameter.
    pub(crate) fn build(&mut self, operator: Operator, operands: &[Term]) -> Value {
        self.exprs.clear();
        self.exprs.extend(operands.iter().map(|operand| operand.expr()));
        Value::Bits(build::build(&mut self.pool, operator, &self.exprs))
    }
}

fn list(sorts: &[Sort]) -> String {
    sorts.iter().map(Sort::to_string).collect::<Vec<_>>().join(" ")
}
