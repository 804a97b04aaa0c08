//! Global variables and their initial bytes.

use ir::{Global, GlobalId, Operand, Relocation, Target};

use crate::builder::FoldOnly;
use crate::program::Program;
use crate::raw::{TypeKind, Value, ValueKind};
use crate::unsupported::Unsupported;

/// A part of an initial value that does not fold, such as the distance between two objects. It is stored before
/// the program starts.
pub struct LateStore<'m> {
    /// The variable.
    pub global: GlobalId,
    /// The offset in the variable, in bytes.
    pub offset: u64,
    /// The value to store.
    pub value: Value<'m>,
}

/// A variable without its initial value. If the size of its type is unknown, it is empty.
pub fn declare<'m>(program: &mut Program<'m>, value: Value<'m>, name: String) -> Global {
    let ty = value.value_type();
    let external = value.is_declaration();
    let size = program.layouts.size(ty).unwrap_or_else(|reason| {
        if !external {
            program.warnings.push(format!("global {name}: {reason}"));
        }
        0
    });
    let align = match value.alignment() {
        0 => program.layouts.align(ty).unwrap_or(1),
        align => align,
    };
    let constant = value.is_constant_variable();
    Global { name, size, align, address: None, constant, external, init: Vec::new(), relocations: Vec::new() }
}

/// Computes the initial value of a variable that has one.
pub fn initialize<'m>(program: &mut Program<'m>, value: Value<'m>, id: GlobalId) {
    let Some(initializer) = value.initializer() else { return };
    let size = program.module.globals[id.index()].size;
    let mut image = Image { program, size, init: Vec::new(), relocations: Vec::new(), late: Vec::new() };
    let result = image.write(initializer, 0);
    let Image { init, mut relocations, late, .. } = image;
    relocations.sort_by_key(|relocation| relocation.offset);
    let global = &mut program.module.globals[id.index()];
    (global.init, global.relocations) = (init, relocations);
    // A constant cannot be written, so a variable with late stores is not one.
    global.constant &= late.is_empty();
    if let Err(reason) = result {
        let name = global.name.clone();
        program.warnings.push(format!("global {name}: initial value not understood: {reason}"));
    }
    let late = late.into_iter().map(|(offset, value)| LateStore { global: id, offset, value });
    program.late_stores.extend(late);
}

/// The bytes right before a function: those by which a sanitizer recognizes its type, or data that the program
/// put there.
pub fn prefix<'m>(program: &mut Program<'m>, function: Value<'m>) -> Vec<u8> {
    if let Some(words) = function.sanitizer_words() {
        return words.iter().flat_map(|word| word.to_le_bytes()).collect();
    }
    let Some(data) = function.prefix_data() else { return Vec::new() };
    let size = program.layouts.size(data.ty()).unwrap_or(u64::MAX);
    let mut image = Image { program, size, init: Vec::new(), relocations: Vec::new(), late: Vec::new() };
    let result = if size <= ir::PREFIX_ROOM as u64 { image.write(data, 0) } else { Err(Unsupported::new("too long")) };
    let Image { mut init, relocations, late, .. } = image;
    if result.is_err() || !relocations.is_empty() || !late.is_empty() {
        let name = function.name();
        program.warnings.push(format!("{name}: the data before the function are not understood: {}", data.text()));
        return Vec::new();
    }
    init.resize(size as usize, 0);
    init
}

/// An initial value being computed.
struct Image<'p, 'm> {
    program: &'p Program<'m>,
    size: u64,
    init: Vec<u8>,
    relocations: Vec<Relocation>,
    late: Vec<(u64, Value<'m>)>,
}

impl<'m> Image<'_, 'm> {
    /// Writes a constant at an offset.
    fn write(&mut self, value: Value<'m>, offset: u64) -> Result<(), Unsupported> {
        let ty = value.ty();
        match (value.kind(), ty.kind()) {
            // The rest of a variable is zero anyway.
            (ValueKind::Zero | ValueKind::Undef, _) => Ok(()),
            (ValueKind::Data, _) => {
                self.bytes(offset, value.data().unwrap_or_default());
                Ok(())
            }
            (_, TypeKind::Struct) => {
                for index in 0..ty.field_count() {
                    let within = self.program.layouts.field_offset(ty, index)?;
                    self.element(value, index, offset + within)?;
                }
                Ok(())
            }
            (_, TypeKind::Array(element, count)) => {
                let stride = self.program.layouts.size(element)?;
                for index in 0..u32::try_from(count).unwrap_or(u32::MAX) {
                    self.element(value, index, offset + u64::from(index) * stride)?;
                }
                Ok(())
            }
            _ => self.number(value, offset),
        }
    }

    fn element(&mut self, value: Value<'m>, index: u32, offset: u64) -> Result<(), Unsupported> {
        match value.element(index) {
            Some(element) => self.write(element, offset),
            None => Err(Unsupported::new(format!("constant {}", value.text()))),
        }
    }

    /// Writes a number, an address or a vector.
    fn number(&mut self, value: Value<'m>, offset: u64) -> Result<(), Unsupported> {
        let shape = self.program.layouts.shape(value.ty())?;
        let Ok(leaves) = self.program.leaves(value, &mut FoldOnly) else {
            self.late.push((offset, value));
            return Ok(());
        };
        for piece in &shape.pieces {
            let parts = leaves[piece.first..piece.first + piece.count].to_vec();
            let whole = crate::constant::pack(parts, &mut FoldOnly)?;
            let at = offset + piece.offset;
            match whole {
                Some(Operand::Const(number)) => self.bytes(at, &number.to_bytes()),
                Some(Operand::Global(id, addend)) => self.address(at, Target::Global(id), addend),
                Some(Operand::Func(id)) => self.address(at, Target::Func(id), 0),
                Some(Operand::Reg(_)) | None => {}
            }
        }
        Ok(())
    }

    fn address(&mut self, offset: u64, target: Target, addend: i64) {
        if offset + 8 <= self.size {
            self.relocations.push(Relocation { offset, target, addend });
        }
    }

    /// Writes bytes, without zeros at the end.
    fn bytes(&mut self, offset: u64, bytes: &[u8]) {
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let (start, end) = (offset as usize, offset as usize + used);
        if used == 0 || end as u64 > self.size {
            return;
        }
        if self.init.len() < end {
            self.init.resize(end, 0);
        }
        self.init[start..end].copy_from_slice(&bytes[..used]);
    }
}
