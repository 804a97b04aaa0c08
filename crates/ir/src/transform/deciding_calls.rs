//! Replaces functions in calls whose results are only used for decisions.
//!
//! Some functions have two forms: code, which makes a path for each place where it may stop, and one expression of
//! the executor, which does not fork. If a result is only compared, an expression is best. If the program uses it
//! as an address or a size, one value a path is best. The call shows which it is ([`Deciding`]). Machine code does
//! not show it, and is not changed.

use crate::deciding::Deciding;
use crate::inst::{Callee, Inst};
use crate::module::{FuncId, Function, Module, Reg};
use crate::transform::Pass;

/// The pass.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DecidingCalls {
    /// Names of functions, each with the name of its replacement. The replacement is declared with the same parameters
    /// and result if there is such a call, unless it is declared already.
    pub instead: Vec<(String, String)>,
}

impl Pass for DecidingCalls {
    fn name(&self) -> &'static str {
        "deciding calls"
    }

    fn run(&self, module: &mut Module) {
        for (from, to) in &self.instead {
            let Some(code) = module.function(from) else { continue };
            // It is declared last, so that the addresses of other functions do not change. Code of the library may call it
            // by itself.
            let known = module.function(to);
            let expression = known.unwrap_or(FuncId(module.functions.len() as u32));
            let mut found = false;
            for function in module.functions.iter_mut().filter(|function| !function.machine) {
                found |= redirect(function, code, expression);
            }
            if found && known.is_none() {
                let declared = declaration(&module.functions[code.index()], to.clone());
                module.functions.push(declared);
            }
        }
    }
}

/// Redirects the calls whose results are only used for decisions. Returns whether there are any.
fn redirect(function: &mut Function, from: FuncId, to: FuncId) -> bool {
    let is_call = |inst: &Inst| matches!(inst, Inst::Call { callee: Callee::Direct(callee), .. } if *callee == from);
    if !function.blocks.iter().any(|block| block.insts.iter().any(|(inst, _)| is_call(inst))) {
        return false;
    }
    let deciding = Deciding::new(function);
    let mut found = false;
    for (inst, _) in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
        if let Inst::Call { dst: Some(dst), callee: Callee::Direct(callee), .. } = inst
            && *callee == from
            && deciding.only_decides(*dst)
        {
            *callee = to;
            found = true;
        }
    }
    found
}

/// The same function without a body, under another name.
fn declaration(function: &Function, name: String) -> Function {
    let regs = function.params.iter().map(|&param| function.width(param)).collect();
    let params = (0..function.params.len() as u32).map(Reg).collect();
    Function { name, params, regs, blocks: Vec::new(), frame_bytes: 0, names: Vec::new(), ..function.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::transform;

    const PROGRAM: &str = "\
func @strlen(%0:64) -> 64 {
b0:
  return 0:64
}
func @decides(%0:64) -> 1 {
b0:
  %1:64 = call @strlen(%0)
  %2:1 = ult %1, 8:64
  return %2
}
func @goes_on(%0:64) -> 64 {
b0:
  %1:64 = call @strlen(%0)
  return %1
}
";

    fn pass(from: &str) -> DecidingCalls {
        DecidingCalls { instead: vec![(from.to_owned(), "length".to_owned())] }
    }

    #[test]
    fn calls_that_only_decide_are_redirected_and_others_are_not() {
        let mut module = crate::parse_module(PROGRAM).expect("a program");
        transform(&mut module, "the test", &[&pass("strlen")]).expect("still a program");
        let text = module.to_string();
        assert!(text.contains("%1:64 = call @length(%0)\n  %2:1 = ult"), "{text}");
        assert!(text.contains("%1:64 = call @strlen(%0)\n  return %1"), "{text}");
        assert!(text.contains("declare @length(64) -> 64"), "{text}");
    }

    #[test]
    fn what_is_declared_already_is_not_declared_again() {
        let program = format!("declare @length(64) -> 64\n{PROGRAM}");
        let mut module = crate::parse_module(&program).expect("a program");
        let before = module.functions.len();
        transform(&mut module, "the test", &[&pass("strlen")]).expect("still a program");
        let text = module.to_string();
        assert!(text.contains("%1:64 = call @length(%0)\n  %2:1 = ult"), "{text}");
        assert_eq!(module.functions.len(), before);
    }

    #[test]
    fn nothing_is_declared_that_nobody_calls() {
        let mut module = crate::parse_module(PROGRAM).expect("a program");
        let before = module.clone();
        for absent in ["goes_on", "strcmp"] {
            transform(&mut module, "the test", &[&pass(absent)]).expect("still a program");
            assert_eq!(module, before, "{absent}");
        }
    }
}
