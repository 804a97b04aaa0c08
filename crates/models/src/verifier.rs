//! The intrinsics of SV-COMP and Test-Comp.
//!
//! `__VERIFIER_nondet_T` is matched by its prefix; the width comes from the declared result. Each call creates
//! an input of its own, named after the type.

use ir::ErrorKind;
use memory::Value;

use crate::Routine;
use crate::klee;
use crate::machine::{Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

const NONDET: &str = "__VERIFIER_nondet_";

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "__VERIFIER_assume" => klee::assume,
        "__VERIFIER_error" => error,
        "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => nothing,
        _ if name.starts_with(NONDET) => nondet,
        _ => return None,
    })
}

fn nondet(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    // A call whose result is not read is an input all the same: the native program takes it from the test too.
    let width = call.declared;
    if width == 0 {
        return Ok(None);
    }
    let kind = &call.name[NONDET.len()..];
    let value = machine.symbolic_value(kind, width);
    if matches!(kind, "bool" | "_Bool") && width > 1 {
        // A bool has two values, however wide its type is.
        let term = value.to_expr(machine.pool(), width);
        let one = machine.pool().int(width, 1);
        let valid = machine.pool().ule(term, one);
        machine.assume(valid)?;
    }
    Ok(Some(value))
}

fn error(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Err(machine.error(ErrorKind::ReachError, "__VERIFIER_error is called".to_owned(), None))
}

fn nothing(_: &mut dyn Machine, _: &Call<'_>) -> Done {
    Ok(None)
}
