//! The layout of types in the IR: the widths of the scalars of a value, in order, without gaps.
//!
//! The scalars of an array are its length and then those of its elements, with room for the longest array of
//! the type; the scalars of a record are those of its fields, in the order of their names. A number has 32
//! bits, a pointer 64. In memory they follow each other in the same order.

use crate::check::Program;
use crate::types::{Type, TypeId};

/// The width of a pointer, in bits.
pub const POINTER: u32 = 64;
/// The width of a number, in bits.
pub const NUMBER: u32 = 32;
/// The offset of the value in a cell, in bytes. The first byte of the cell says whether it has a value.
pub const CELL_HEADER: u64 = 8;

/// The widths of the scalars of a type.
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

/// The scalars of a value without arrays as a program would write them, given how it writes the value.
pub fn places(program: &Program, ty: TypeId, value: String) -> Vec<String> {
    match program.types.get(ty) {
        Type::Number | Type::Pointer(_) | Type::Array(..) => vec![value],
        Type::Record(fields) => {
            fields.iter().flat_map(|(name, field)| places(program, *field, format!("{value}.{name}"))).collect()
        }
    }
}

/// The number of bytes that scalars of these widths take.
pub fn bytes(widths: &[u32]) -> u64 {
    widths.iter().map(|&width| u64::from(width / 8)).sum()
}

/// The width of a number or a pointer; `None` for arrays and records, however small.
pub fn scalar(program: &Program, ty: TypeId) -> Option<u32> {
    match program.types.get(ty) {
        Type::Number => Some(NUMBER),
        Type::Pointer(_) => Some(POINTER),
        Type::Array(..) | Type::Record(_) => None,
    }
}

/// Whether a value of the type contains an array and so must be in memory, where it can be indexed.
pub fn has_array(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Number | Type::Pointer(_) => false,
        Type::Array(..) => true,
        Type::Record(fields) => fields.iter().any(|&(_, field)| has_array(program, field)),
    }
}

/// The type of a field, and the number of scalars before it in the record.
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
