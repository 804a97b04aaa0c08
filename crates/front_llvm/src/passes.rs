//! What is done to a linked module before it is lowered.
//!
//! One pass only: `mem2reg` takes local variables whose address nobody uses out of memory. Before that they get the value that
//! they have until something is stored in them, so that reading it can be told; and the `alloca`s the places at which variables
//! are declared. The pass never removes or moves
//! anything else, so every error of the program stays where it is; optimisations that may assume the absence of
//! undefined behaviour (`instcombine`, `sroa`, dead-code elimination of loads) have no place here.

use crate::debug::Files;
use crate::lines::Lines;
use crate::raw::Module;

/// Notes what the passes lose, and runs them, unless variables are to stay in memory.
pub fn run(module: &mut Module<'_>, files: &mut Files, in_memory: bool) -> Result<Lines, String> {
    let lines = Lines::of(module, files);
    module.place_variables();
    if !in_memory {
        // clang marks every function of an unoptimised build so that passes skip it.
        module.remove_function_attribute("optnone");
        module.mark_uninitialized();
        module.run_passes("function(mem2reg)")?;
        module.unmark_uninitialized();
    }
    Ok(lines)
}
