//! What runs before and after the program: constructors, destructors, and initial values that must be computed
//! at run time.
//!
//! Two functions are added if they are needed: [`CONSTRUCTORS`], to be called before the entry, and
//! [`DESTRUCTORS`], to be called when the program exits.

use ir::{Callee, FuncId, Operand, Terminator};

use crate::builder::{Builder, FoldOnly, zero};
use crate::constant::element_count;
use crate::memory::store_leaves;
use crate::program::Program;
use crate::raw::{self, Value};
use crate::symbols::declaration;

/// The function to be called before the entry, if the program has it.
pub const CONSTRUCTORS: &str = "__pleach_constructors";

/// The function to be called when the program exits, if the program has it.
pub const DESTRUCTORS: &str = "__pleach_destructors";

/// Adds the two functions if they are needed.
pub fn add<'m>(program: &mut Program<'m>, source: &'m raw::Module<'_>) {
    let find = |name: &str| source.globals().find(|global| global.name() == name);
    let constructors = find("llvm.global_ctors").map_or_else(Vec::new, |list| entries(program, list));
    let mut destructors = find("llvm.global_dtors").map_or_else(Vec::new, |list| entries(program, list));
    destructors.reverse();
    if !constructors.is_empty() || !program.late_stores.is_empty() {
        let function = constructor_function(program, &constructors);
        program.module.functions.push(function);
    }
    if !destructors.is_empty() {
        let mut builder = Builder::new(declaration(DESTRUCTORS, &[], 0, false));
        calls(program, &mut builder, &destructors);
        program.module.functions.push(finished(builder));
    }
}

/// The functions in a list of `{ priority, function, data }`, by priority; those of equal priority stay in
/// order.
fn entries<'m>(program: &mut Program<'m>, list: Value<'m>) -> Vec<FuncId> {
    let Some(list) = list.initializer() else { return Vec::new() };
    let mut found = Vec::new();
    for index in 0..element_count(list.ty()) {
        let Some(entry) = list.element(index) else { continue };
        let priority = entry.element(0).and_then(|priority| priority.int_low()).unwrap_or(u64::MAX);
        let Some(function) = entry.element(1) else { continue };
        match program.constants().scalar(function, &mut FoldOnly) {
            Ok(Operand::Func(id)) => found.push((priority, id)),
            // Null entries are allowed and have no effect.
            Ok(Operand::Const(_)) => {}
            _ => program.warnings.push(format!("constructor not understood: {}", function.text())),
        }
    }
    found.sort_by_key(|&(priority, _)| priority);
    found.into_iter().map(|(_, id)| id).collect()
}

/// Performs the late stores, then calls the constructors.
fn constructor_function(program: &mut Program<'_>, constructors: &[FuncId]) -> ir::Function {
    let mut builder = Builder::new(declaration(CONSTRUCTORS, &[], 0, false));
    for late in &program.late_stores {
        let pointer = Operand::Global(late.global, late.offset as i64);
        let stored = program.layouts.shape(late.value.ty()).and_then(|shape| {
            let leaves = program.leaves(late.value, &mut builder)?;
            store_leaves(&mut builder, &pointer, &shape, leaves)
        });
        if let Err(reason) = stored {
            let name = &program.module.globals[late.global.index()].name;
            program.warnings.push(format!("global {name}: initial value not understood: {reason}"));
        }
    }
    calls(program, &mut builder, constructors);
    finished(builder)
}

/// Calls functions in order. Some systems pass the arguments of `main` to constructors; here they are zero.
fn calls(program: &Program<'_>, builder: &mut Builder, functions: &[FuncId]) {
    for &id in functions {
        let function = &program.module.functions[id.index()];
        let args = function.params.iter().map(|&param| zero(function.width(param))).collect();
        builder.call(Callee::Direct(id), args, 0);
    }
}

fn finished(mut builder: Builder) -> ir::Function {
    let block = builder.add_block();
    builder.finish_block(block, Terminator::Return(None));
    builder.function.frame_bytes = 16;
    builder.function
}
