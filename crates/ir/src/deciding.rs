//! Finds values that are only used to decide something: they are compared, and nothing else is computed from
//! them.
//!
//! A value with many possibilities can stay one term if it is only compared later. If it becomes an address, a
//! size or an argument, what follows depends on which possibility it is. Values are followed within the
//! function, through arithmetic, changes of width, selects and block parameters. A value that leaves the
//! function or is written to memory counts as used.

use crate::inst::{Edge, Inst, Operand, Terminator};
use crate::liveness::register;
use crate::module::{Function, Reg};

/// For each register of a function, which registers are computed from it and whether it is used otherwise than
/// in comparisons.
#[derive(Clone, Debug)]
pub struct Deciding {
    becomes: Vec<Vec<Reg>>,
    is_used: Vec<bool>,
}

impl Deciding {
    /// Analyses a function, which must not be machine code.
    pub fn new(function: &Function) -> Deciding {
        let count = function.regs.len();
        let mut deciding = Deciding { becomes: vec![Vec::new(); count], is_used: vec![false; count] };
        for block in &function.blocks {
            block.insts.iter().for_each(|(inst, _)| deciding.instruction(inst));
            deciding.terminator(&block.term);
            block.term.edges().for_each(|edge| deciding.edge(function, edge));
        }
        deciding
    }

    /// Whether the register and everything computed from it are only compared.
    pub fn only_decides(&self, reg: Reg) -> bool {
        let (mut seen, mut waiting) = (vec![false; self.is_used.len()], vec![reg]);
        while let Some(reg) = waiting.pop() {
            if self.is_used[reg.index()] {
                return false;
            }
            if !std::mem::replace(&mut seen[reg.index()], true) {
                waiting.extend(&self.becomes[reg.index()]);
            }
        }
        true
    }

    fn instruction(&mut self, inst: &Inst) {
        match inst {
            Inst::Compare { .. } | Inst::Check { .. } => {}
            Inst::Move { dst, .. } | Inst::Binary { dst, .. } | Inst::Cast { dst, .. } | Inst::Extract { dst, .. } => {
                inst.each_operand(|operand| self.becomes(operand, *dst));
            }
            // The condition only decides which of the two values is taken.
            Inst::Select { dst, a, b, .. } => [a, b].into_iter().for_each(|operand| self.becomes(operand, *dst)),
            _ => inst.each_operand(|operand| self.used(operand)),
        }
    }

    fn terminator(&mut self, term: &Terminator) {
        match term {
            Terminator::Return(Some(value)) | Terminator::Goto { address: value } => self.used(value),
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(None)
            | Terminator::Unreachable => {}
        }
    }

    fn edge(&mut self, function: &Function, edge: &Edge) {
        for (operand, param) in edge.args.iter().zip(&function.blocks[edge.block.index()].params) {
            self.becomes(operand, *param);
        }
    }

    fn becomes(&mut self, operand: &Operand, dst: Reg) {
        if let Some(reg) = register(operand) {
            self.becomes[reg.index()].push(dst);
        }
    }

    fn used(&mut self, operand: &Operand) {
        if let Some(reg) = register(operand) {
            self.is_used[reg.index()] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `%1` of a function with this body is only used to decide.
    fn first_decides(body: &str) -> bool {
        let text = format!("declare @use(64)\nfunc @f(%0:64, %1:64) -> 64 {{\n{body}}}\n");
        let module = crate::parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        crate::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        Deciding::new(&module.functions[1]).only_decides(Reg(1))
    }

    const RETURNS: &str = "b1:\n  return 1:64\nb2:\n  return 2:64\n";

    #[test]
    fn comparisons_decide_also_of_what_is_computed() {
        assert!(first_decides(&format!("b0:\n  %2:1 = ult %1, 8:64\n  branch %2, b1, b2\n{RETURNS}")));
        let computed = "b0:\n  %2:64 = add %1, %0\n  %3:32 = trunc %2\n  %4:1 = eq %3, 8:32\n  branch %4, b1, b2\n";
        assert!(first_decides(&format!("{computed}{RETURNS}")));
        assert!(first_decides("b0:\n  %2:1 = eq %1, %0\n  %3:64 = select %2, 1:64, %0\n  return %3\n"));
    }

    #[test]
    fn addresses_arguments_results_and_what_is_stored_are_uses() {
        assert!(!first_decides("b0:\n  return %1\n"));
        assert!(!first_decides("b0:\n  %2:64 = add %0, %1\n  %3:64 = load %2\n  return %3\n"));
        assert!(!first_decides("b0:\n  store %0, %1\n  return 0:64\n"));
        assert!(!first_decides("b0:\n  call @use(%1)\n  return 0:64\n"));
        assert!(!first_decides("b0:\n  %2:1 = eq %0, 0:64\n  %3:64 = select %2, %1, 0:64\n  return %3\n"));
    }

    #[test]
    fn parameters_of_blocks_are_followed_and_loops_end() {
        let rounds = |end: &str| {
            format!(
                "b0:\n  jump b1(%1)\nb1(%2:64):\n  %3:64 = sub %2, 1:64\n  %4:1 = eq %3, 0:64\n  \
                 branch %4, b2, b1(%3)\nb2:\n  return {end}\n"
            )
        };
        assert!(first_decides(&rounds("0:64")));
        assert!(!first_decides(&rounds("%2")));
    }
}
