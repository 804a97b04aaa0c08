//! The shapes of data that programs are made of, one a file.
//!
//! A shape declares its data and fills it when it is made. Then it is asked for operations, of which each reads or
//! writes it at places that depend on the inputs, perhaps for an error, and in the end for everything that it holds.

mod cells;
mod hash;
mod list;
mod records;
mod ring;
mod rows;
mod tree;
mod vector;

use crate::program::Program;

/// A shape of data.
pub trait Shape {
    /// An operation that makes no error, whatever was done before.
    fn operate(&mut self, program: &mut Program);
    /// An operation that makes an error for some inputs, or might. It is the last one before the end.
    fn err(&mut self, program: &mut Program);
    /// Adds what the shape holds to the result.
    fn finish(&mut self, program: &mut Program);
}

/// Declares the data of a shape and fills it.
type Make = fn(&mut Program) -> Box<dyn Shape>;

/// The shapes. A new one is a line here.
const SHAPES: [Make; 9] =
    [rows::make, rows::make, list::make, ring::make, tree::make, hash::make, cells::make, vector::make, records::make];

/// The program of a seed.
pub fn generate(seed: u64, number: u64) -> Program {
    let mut program = Program::new(seed, number);
    let count = 1 + u64::from(program.random.one_in(3));
    let mut shapes: Vec<Box<dyn Shape>> = Vec::new();
    for _ in 0..count {
        let make = program.random.pick(&SHAPES);
        shapes.push(make(&mut program));
    }
    let operations = if program.random.one_in(6) { 4 + program.below(4) } else { 1 + program.below(4) };
    for _ in 0..operations {
        let at = program.random.below(shapes.len());
        shapes[at].operate(&mut program);
    }
    if program.random.one_in(3) {
        let at = program.random.below(shapes.len());
        shapes[at].err(&mut program);
    }
    for shape in &mut shapes {
        shape.finish(&mut program);
    }
    program
}
