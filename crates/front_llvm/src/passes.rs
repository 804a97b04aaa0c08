//! What is done to a linked module before it is lowered.
//!
//! Only one pass is run: `mem2reg` moves local variables whose address is not used from memory to registers.
//! Before that, each of them is given an explicit uninitialised value, so that reads of it can be detected, and
//! each `alloca` gets the position at which its variable is declared. The pass never removes or moves anything
//! else, so every error of the program stays where it is. Optimisations that may assume the absence of
//! undefined behaviour (`instcombine`, `sroa`, dead-code elimination of loads) must not be run.

use crate::debug::Files;
use crate::lines::Lines;
use crate::raw::Module;

/// Records what the pass would lose, and runs it, unless variables are to stay in memory.
pub fn run(module: &mut Module<'_>, files: &mut Files, in_memory: bool) -> Result<Lines, String> {
    let lines = Lines::of(module, files);
    module.place_variables();
    if !in_memory {
        // In unoptimised builds, clang marks every function so that passes skip it.
        module.remove_function_attribute("optnone");
        module.mark_uninitialized();
        module.run_passes("function(mem2reg)")?;
        module.unmark_uninitialized();
    }
    Ok(lines)
}
