//! Memory: which part of which variable an address names.
//!
//! An address is a variable or a pointer, plus a constant offset, plus indices times sizes. Whether a constant
//! offset is an element or a field is not known from the IR: bytes are written as elements, all else as fields.

use super::Writer;
use super::text::{Level, Sign, Text};
use crate::inst::{BinaryOp, Inst, Operand};
use crate::module::{GlobalId, Reg};

/// String literals up to this many bytes are written out.
const LITERAL: usize = 24;
/// A variable of more bytes than a register has is taken for an array, whose name is its address.
const WORD: u64 = 8;

/// What an address is counted from.
#[derive(Clone, Copy)]
enum Base<'a> {
    Global(GlobalId),
    Local(Reg),
    Pointer(&'a Operand),
}

/// An address in parts.
struct Address<'a> {
    base: Base<'a>,
    offset: i64,
    /// Indices, each with the size of what it counts.
    indices: Vec<(&'a Operand, i64)>,
}

impl<'a> Writer<'_, 'a> {
    /// The `bytes` bytes of memory at an address.
    pub(super) fn place(&mut self, ptr: &'a Operand, bytes: u64, depth: u32) -> Text {
        let address = self.parts(ptr);
        self.access(address, Some(bytes), depth)
    }

    /// The address of a variable or of a part of it, as a value.
    pub(super) fn address_of(&mut self, operand: &'a Operand, depth: u32) -> Text {
        let address = self.parts(operand);
        let is_whole = address.offset == 0 && address.indices.is_empty();
        if is_whole && let Some(literal) = self.literal(&address) {
            return literal;
        }
        let is_array = is_whole && self.size(&address.base).is_some_and(|size| size > WORD);
        let place = self.access(address, None, depth);
        if is_array || place == Text::unknown() { place } else { Text::prefix("&", place) }
    }

    /// Whether an address is counted from a variable, not from a pointer.
    pub(super) fn is_within_variable(&mut self, operand: &'a Operand) -> bool {
        !matches!(self.parts(operand).base, Base::Pointer(_))
    }

    /// Takes an address apart.
    fn parts(&mut self, mut operand: &'a Operand) -> Address<'a> {
        let (mut offset, mut indices) = (0i64, Vec::new());
        let base = loop {
            let reg = match operand {
                Operand::Global(id, more) => {
                    offset = offset.wrapping_add(*more);
                    break Base::Global(*id);
                }
                Operand::Reg(reg) if self.variable(*reg).is_none() => *reg,
                _ => break Base::Pointer(operand),
            };
            operand = match self.definition(reg) {
                Some(Inst::Alloca { .. }) => break Base::Local(reg),
                Some(Inst::Move { src, .. }) => src,
                Some(Inst::Binary { op: BinaryOp::Add, a, b: Operand::Const(more), .. }) => {
                    offset = offset.wrapping_add(more.to_i64());
                    a
                }
                Some(Inst::Binary { op: BinaryOp::Sub, a, b: Operand::Const(less), .. }) => {
                    offset = offset.wrapping_sub(less.to_i64());
                    a
                }
                Some(Inst::Binary { op: BinaryOp::Add, a, b, .. }) => {
                    indices.push(self.index(b));
                    a
                }
                _ => break Base::Pointer(operand),
            };
        };
        // The outer dimension of an array counts the larger parts.
        indices.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
        Address { base, offset, indices }
    }

    /// An index, and the size of what it counts.
    fn index(&mut self, operand: &'a Operand) -> (&'a Operand, i64) {
        let Operand::Reg(reg) = operand else { return (operand, 1) };
        if self.variable(*reg).is_some() {
            return (operand, 1);
        }
        match self.definition(*reg) {
            Some(Inst::Binary { op: BinaryOp::Mul, a, b: Operand::Const(size), .. }) if size.to_i64() > 0 => {
                (a, size.to_i64())
            }
            Some(Inst::Binary { op: BinaryOp::Shl, a, b: Operand::Const(shift), .. }) if shift.low_u64() < 32 => {
                (a, 1 << shift.low_u64())
            }
            _ => (operand, 1),
        }
    }

    /// The memory at an address, of so many bytes if that is known.
    fn access(&mut self, address: Address<'a>, bytes: Option<u64>, depth: u32) -> Text {
        if depth == 0 {
            return Text::unknown();
        }
        let Address { base, offset, indices } = address;
        let size = self.size(&base);
        let (mut text, is_pointer) = match base {
            Base::Pointer(operand) => (self.value(operand, Sign::Small, depth - 1), true),
            Base::Global(id) => (self.global_name(id), false),
            Base::Local(reg) => (self.local_name(reg), false),
        };
        let field = if is_pointer { "->" } else { "." };
        let Some(&(_, last)) = indices.last() else {
            return match offset {
                0 if is_pointer => Text::prefix("*", text),
                0 if bytes.is_none() || bytes == size => text,
                _ if bytes == Some(1) => text.followed_by(&format!("[{offset}]")),
                _ => text.followed_by(&format!("{field}{offset:+}")),
            };
        };
        // An offset within the elements is that of a field of each; any other is before all of them.
        let is_of_element = (0..last).contains(&offset) && bytes.is_some_and(|bytes| (bytes as i64) < last) && last > 1;
        if offset != 0 && !is_of_element {
            text = text.followed_by(&format!("{field}{offset:+}"));
        }
        for (index, _) in indices {
            let index = self.value(index, Sign::Signed, depth - 1);
            text = text.followed_by(&format!("[{}]", index.text));
        }
        if is_of_element { text.followed_by(&format!(".{offset:+}")) } else { text }
    }

    /// The size of the variable that an address is counted from.
    fn size(&self, base: &Base<'a>) -> Option<u64> {
        match base {
            Base::Global(id) => self.program.module.globals.get(id.index()).map(|global| global.size),
            Base::Local(reg) => match self.program.definitions[reg.index()] {
                Some(Inst::Alloca { size: Operand::Const(size), .. }) => size.to_u64(),
                _ => None,
            },
            Base::Pointer(_) => None,
        }
    }

    fn global_name(&mut self, id: GlobalId) -> Text {
        let Some(global) = self.program.module.globals.get(id.index()) else { return Text::unknown() };
        if let Some(literal) = self.literal_of(id) {
            return literal;
        }
        self.has_name = true;
        // A static variable of a function has that function's name before its own.
        let of_function = global.name.strip_prefix(self.program.function.name.as_str());
        Text::name(of_function.and_then(|name| name.strip_prefix('.')).unwrap_or(&global.name))
    }

    fn local_name(&mut self, reg: Reg) -> Text {
        match self.program.function.variable(reg) {
            Some(name) => {
                self.has_name = true;
                Text::name(name)
            }
            None => Text::unknown(),
        }
    }

    fn literal(&self, address: &Address<'a>) -> Option<Text> {
        match address.base {
            Base::Global(id) => self.literal_of(id),
            _ => None,
        }
    }

    /// The text of a short string literal, which compilers give no name of the source.
    fn literal_of(&self, id: GlobalId) -> Option<Text> {
        let global = self.program.module.globals.get(id.index())?;
        let is_literal = global.constant && global.name.starts_with(".str") && global.relocations.is_empty();
        let text = match global.init.as_slice() {
            [text @ .., 0] => text,
            text => text,
        };
        let fits = is_literal && text.len() <= LITERAL && text.iter().all(|byte| matches!(byte, 9..=13 | 32..=126));
        fits.then(|| Text { text: format!("\"{}\"", text.escape_ascii()), level: Level::Postfix })
    }
}
