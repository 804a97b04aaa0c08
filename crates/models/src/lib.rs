//! Models of the functions that programs call but do not contain.
//!
//! There are two kinds of model. A function that needs the machine (allocation, symbolic input, output, the end
//! of the program, bulk copies) is a Rust function, found by [`lookup`]. A function that is ordinary code
//! (strings, character classes, number parsing, sorting) is C or C++ source from [`library`], compiled with the
//! program and executed like it.

mod alloc;
mod args;
mod bulk;
mod environment;
mod errors;
mod exceptions;
mod floating;
pub mod format;
mod jumps;
mod klee;
mod library;
mod linux;
mod machine;
mod microc;
mod number;
mod numerals;
mod output;
mod print;
mod printf;
mod program;
mod riscv_float;
mod sanitizer;
mod sized;
mod strings;
pub mod symbol;
mod text;
pub mod tuning;
mod verifier;

pub use environment::{
    Environment, Input, LARGEST_INPUT, LONGEST_INPUT, Length, Time, is_empty_text, is_environment_name,
};
pub use library::{LibraryFile, STRING_FORMS, library};
pub use linux::ends_process;
pub use machine::{Access, Call, Exists, Machine, Stop, resize};
pub use output::{Piece, Stream, Text, render};
pub use sized::input_of_length;
pub use strings::{STRING_FUNCTIONS, as_expression};

use memory::Value;

/// A model as a function of the machine and the call.
type Routine = fn(&mut dyn Machine, &Call<'_>) -> Result<Option<Value>, Stop>;

/// The model of a function. What its name encodes is decoded when the function is looked up, once a run, not at
/// each call.
#[derive(Clone, Copy, Debug)]
pub struct Model(Form);

/// How a model is represented.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// The Rust function, for a function with a few fixed names.
    Routine(Routine),
    /// A floating-point operation of LLVM or of C's library.
    Floating(floating::Operator),
    /// A floating-point instruction of RISC-V.
    RiscvFloat(riscv_float::Instruction),
}

impl Model {
    /// Executes a call of the function.
    pub fn call(self, machine: &mut dyn Machine, call: &Call<'_>) -> Result<Option<Value>, Stop> {
        match self.0 {
            Form::Routine(routine) => routine(machine, call),
            Form::Floating(operator) => operator.call(machine, call),
            Form::RiscvFloat(instruction) => instruction.call(machine, call),
        }
    }
}

/// The model of the function with that name.
pub fn lookup(name: &str) -> Option<Model> {
    let tables: [fn(&str) -> Option<Routine>; 18] = [
        alloc::lookup,
        args::lookup,
        bulk::lookup,
        environment::lookup,
        errors::lookup,
        exceptions::lookup,
        jumps::lookup,
        klee::lookup,
        linux::lookup,
        microc::lookup,
        numerals::lookup,
        print::lookup,
        printf::lookup,
        program::lookup,
        sized::lookup,
        sanitizer::lookup,
        strings::lookup,
        verifier::lookup,
    ];
    let routine = tables.iter().find_map(|table| table(name)).map(Form::Routine);
    let floating = || floating::Operator::of(name).map(Form::Floating);
    let riscv = || riscv_float::Instruction::of(name).map(Form::RiscvFloat);
    routine.or_else(floating).or_else(riscv).map(Model)
}

/// The initial contents of an external global: its first bytes as a number, and how many bytes these are.
pub fn external_global(name: &str) -> Option<(u64, u32)> {
    match name {
        // The initial values of getopt's variables.
        "optind" | "opterr" => Some((1, 4)),
        // There is one thread.
        "__libc_single_threaded" => Some((1, 1)),
        _ => pointed_object(name).map(|(address, _)| (address, 8)),
    }
}

/// The object that an external global points to, if the executor provides it: its address and its initial contents.
pub fn pointed_object(name: &str) -> Option<(u64, Vec<u8>)> {
    match name {
        // No signal is blocked.
        "__pleach_signal_mask" => Some((jumps::SIGNAL_MASK, vec![0; 8])),
        _ => print::standard_stream(name),
    }
}
