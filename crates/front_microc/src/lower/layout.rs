//! Types as the IR sees them: the widths of the scalars of a value, in order, without gaps.
//!
//! The scalars of an array are its length and then those of its elements one after the other, with room for the longest array
//! of the type; those of a record those of its fields in the order
//! of their names. A number has 32 bits, a pointer 64; in memory they follow each other in the same order.

use crate::check::Program;
use crate::types::{Type, TypeId};

/// The width of a pointer.
pub const POINTER: u32 = 64;
/// The width of a number.
pub const NUMBER: u32 = 32;
/// Where a cell's value begins: before it stands a byte that says whether there is one.
pub const CELL_HEADER: u64 = 8;

/// The widths of a type's scalars.
pub fn scalars(program: &Program, ty: TypeId) -> Vec<u32> {
    let mut widths = Vec::new();
    collect(program, ty, &mut widths);
    widths
}

fn collect(program: &Program, ty: TypeId, widths: &mut Vec<u32>) {
    match program.types.get(ty) {
        Type::Number => widths.push(NUMBER),
        Type::Pointer(_) => widths.push(POINTER),
        Type::Array(length, element) => {
            let each = scalars(program, element);
            widths.push(NUMBER);
            (0..length).for_each(|_| widths.extend(&each));
        }
        Type::Record(fields) => fields.iter().for_each(|&(_, field)| collect(program, field, widths)),
    }
}

/// How many bytes scalars take.
pub fn bytes(widths: &[u32]) -> u64 {
    widths.iter().map(|&width| u64::from(width / 8)).sum()
}

/// The width of a value that is one scalar by its type; `None` for arrays and records, however small.
pub fn scalar(program: &Program, ty: TypeId) -> Option<u32> {
    match program.types.get(ty) {
        Type::Number => Some(NUMBER),
        Type::Pointer(_) => Some(POINTER),
        Type::Array(..) | Type::Record(_) => None,
    }
}

/// Whether a value of the type holds an array, and so must be where an index can reach it.
pub fn has_array(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Number | Type::Pointer(_) => false,
        Type::Array(..) => true,
        Type::Record(fields) => fields.iter().any(|&(_, field)| has_array(program, field)),
    }
}

/// A field's type and how many scalars of the record come before it.
pub fn field(program: &Program, record: TypeId, name: &str) -> (TypeId, usize) {
    let Type::Record(fields) = program.types.get(record) else { unreachable!("only records have fields") };
    let mut before = 0;
    for (known, ty) in fields {
        if known == name {
            return (ty, before);
        }
        before += scalars(program, ty).len();
    }
    unreachable!("the check found the field {name}")
}
