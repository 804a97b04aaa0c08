//! `pleach microc generate`: random programs.

use std::fs;

use front_microc::{Shape, generate as program};
use report::RunDir;

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::print;

/// Prints one program, or writes several to a directory.
pub fn generate(given: Given<'_>) -> Result<Exit, Failure> {
    let shape = shape(given)?;
    let seed = given.number("seed").unwrap_or(0);
    let count = given.number("count");
    let Some(dir) = given.path("output-dir") else {
        if count.is_some_and(|count| count > 1) {
            return Err(Failure::Usage("name a directory for several programs with --output-dir".to_owned()));
        }
        print(&program(&shape, seed));
        return Ok(Exit::Clean);
    };
    let dir = RunDir::named(&dir)?;
    for number in 0..count.unwrap_or(1) {
        let seed = seed.wrapping_add(number);
        fs::write(dir.path().join(format!("program{seed:06}.mc")), program(&shape, seed)).map_err(Failure::Output)?;
    }
    Ok(Exit::Clean)
}

/// The shape of the programs that the options ask for.
fn shape(given: Given<'_>) -> Result<Shape, Failure> {
    let guarded = given.switch("guarded");
    let base = if guarded { Shape::guarded() } else { Shape::default() };
    let number = |given: Option<u64>, otherwise: u32| {
        given.map_or(otherwise, |number| u32::try_from(number).expect("the table of options bounds it"))
    };
    let shape = Shape {
        for_loops: given.share("for-loop-prob").unwrap_or(base.for_loops),
        loops: given.share("loop-prob").unwrap_or(base.loops),
        max_depth: number(given.number("max-block-depth"), base.max_depth),
        max_top_level: number(given.number("max-top-level"), base.max_top_level),
        max_block: number(given.number("max-block"), base.max_block),
        error_guaranteed: given.switch("error-guaranteed"),
        divisions: base.divisions || given.switch("divisions"),
        functions: number(given.number("functions"), base.functions),
        parameters: number(given.number("parameters"), base.parameters),
        records: given.switch("records"),
        pointers: base.pointers || given.switch("pointers"),
        symbolic_indices: base.symbolic_indices || given.switch("symbolic-indices"),
        large_numbers: given.switch("large-numbers"),
        uninitialized: given.switch("uninitialized"),
        varied: base.varied || given.switch("varied"),
        guarded,
    };
    // Slightly more than 1, since decimal fractions are not exact.
    if shape.for_loops + shape.loops > 1.0 + 1e-9 {
        return Err(Failure::Usage("--for-loop-prob and --loop-prob together must be at most 1".to_owned()));
    }
    Ok(shape)
}
