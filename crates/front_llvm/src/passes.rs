//! What is done to a linked module before it is lowered.
//!
//! One pass only: `mem2reg` takes local variables whose address nobody uses out of memory. It never removes or moves
//! anything else, so every error of the program stays where it is; optimisations that may assume the absence of
//! undefined behaviour (`instcombine`, `sroa`, dead-code elimination of loads) have no place here.

use crate::debug::Files;
use crate::lines::Lines;
use crate::raw::Module;

/// Notes what the passes lose, and runs them.
pub fn run(module: &mut Module<'_>, files: &mut Files) -> Result<Lines, String> {
    let lines = Lines::of(module, files);
    // clang marks every function of an unoptimised build so that passes skip it.
    module.remove_function_attribute("optnone");
    module.run_passes("function(mem2reg)")?;
    Ok(lines)
}
