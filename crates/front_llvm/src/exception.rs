//! Lowers exceptions: calls that may be left by an exception, landing pads, and resuming.
//!
//! An `invoke` becomes a call, an [`ir::Inst::Unwound`], and a branch. The exceptions that a landing pad takes
//! are data: a constant with entries `{ i32 kind, i32 selector, ptr type }`, which the code that throws
//! exceptions reads, like the unwinder of a native program reads its tables. That code is part of the C++
//! library.
//!
//! | kind | entry                                                                                                  |
//! |------|--------------------------------------------------------------------------------------------------------|
//! | 0    | the end                                                                                                |
//! | 1    | destructors run here: every exception passes                                                           |
//! | 2    | a handler for a type; for every type if the type is null                                               |
//! | 3    | a filter, which takes all types but those of the entries of kind 4 after it; the last word counts them |
//! | 4    | one of the types of a filter                                                                           |

use ir::{Global, GlobalId, Operand, Relocation, Target, Terminator};
use rustc_hash::FxHashMap;

use crate::builder::{FoldOnly, number};
use crate::call;
use crate::constant::element_count;
use crate::function::FunctionLowering;
use crate::program::Program;
use crate::raw::{Block, Opcode, TypeKind, Value};
use crate::unsupported::Unsupported;

/// The function to call to pass an exception on after destructors have run.
pub const RESUME: &str = "_Unwind_Resume";

const END: u32 = 0;
const CLEANUP: u32 = 1;
const HANDLER: u32 = 2;
const FILTER: u32 = 3;
const FILTERED: u32 = 4;

/// The size of an entry in bytes.
const ENTRY: u64 = 16;

/// What is known of a program's exceptions.
#[derive(Default)]
pub struct Exceptions<'m> {
    pads: FxHashMap<Block<'m>, GlobalId>,
    selectors: FxHashMap<Value<'m>, u32>,
    filters: u32,
}

impl<'m> Exceptions<'m> {
    /// The selector of a type that has handlers, from 1.
    fn selector(&mut self, ty: Value<'m>) -> u32 {
        let next = self.selectors.len() as u32 + 1;
        *self.selectors.entry(ty).or_insert(next)
    }
}

/// Lowers a call that may be left by an exception.
pub fn invoke<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Terminator {
    let (normal, unwind) = (inst.normal_destination(), inst.unwind_destination());
    lowering.builder.unwound = None;
    lowering.builder.landing_pad = Some(Operand::Global(pad(lowering.program, unwind), 0));
    call::lower(lowering, inst);
    lowering.builder.landing_pad = None;
    match lowering.builder.unwound.take() {
        Some(cond) => Terminator::Branch { cond, then: lowering.edge(unwind), other: lowering.edge(normal) },
        // Not a call but an intrinsic that was lowered to something else.
        None => Terminator::Jump(lowering.edge(normal)),
    }
}

/// The value of a landing pad: the exception and its selector.
pub fn landing_pad<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let exception = lowering.program.declare("pleach_landed_exception", &[], 64);
    let selector = lowering.program.declare("pleach_landed_selector", &[], 32);
    let leaves = [exception, selector].into_iter().filter_map(|id| lowering.call_known(id, Vec::new())).collect();
    lowering.bind(inst, leaves);
    Ok(())
}

/// The selector of a type, to be compared with that of an exception.
pub fn type_id<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let selector = lowering.program.exceptions.selector(inst.operand(0));
    lowering.bind(inst, vec![number(32, u64::from(selector))]);
    Ok(())
}

/// Passes an exception on to the callers.
pub fn resume<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<Terminator, Unsupported> {
    let leaves = lowering.leaves(inst.operand(0))?;
    let exception = leaves.first().cloned().ok_or_else(|| Unsupported::new("resume without an exception"))?;
    let id = lowering.program.declare(RESUME, &[64], 0);
    lowering.call_known(id, vec![exception]);
    Ok(Terminator::Unreachable)
}

/// The constant that describes the landing pad at the start of a block.
fn pad<'m>(program: &mut Program<'m>, block: Block<'m>) -> GlobalId {
    if let Some(&known) = program.exceptions.pads.get(&block) {
        return known;
    }
    let id = GlobalId(program.module.globals.len() as u32);
    let mut table = Table::default();
    let landing = block.instructions().find(|inst| inst.opcode() == Some(Opcode::LLVMLandingPad));
    if let Some(landing) = landing {
        for clause in landing.clauses() {
            if let TypeKind::Array(..) = clause.ty().kind() {
                program.exceptions.filters += 1;
                let count = element_count(clause.ty());
                table.entry(FILTER, program.exceptions.filters.wrapping_neg(), u64::from(count));
                for ty in (0..count).filter_map(|index| clause.element(index)) {
                    table.typed(program, FILTERED, 0, ty);
                }
            } else {
                let selector = program.exceptions.selector(clause);
                table.typed(program, HANDLER, selector, clause);
            }
        }
        if landing.is_cleanup() {
            table.entry(CLEANUP, 0, 0);
        }
    }
    table.entry(END, 0, 0);
    let (size, align) = (table.init.len() as u64, 8);
    program.module.globals.push(Global {
        name: format!("landing.pad.{}", id.0),
        size,
        align,
        address: None,
        constant: true,
        external: false,
        init: table.init,
        relocations: table.relocations,
    });
    program.exceptions.pads.insert(block, id);
    id
}

/// A constant being built.
#[derive(Default)]
struct Table {
    init: Vec<u8>,
    relocations: Vec<Relocation>,
}

impl Table {
    fn entry(&mut self, kind: u32, selector: u32, word: u64) {
        self.init.extend(kind.to_le_bytes());
        self.init.extend(selector.to_le_bytes());
        self.init.extend(word.to_le_bytes());
    }

    fn typed<'m>(&mut self, program: &Program<'m>, kind: u32, selector: u32, ty: Value<'m>) {
        let offset = self.init.len() as u64 + ENTRY - 8;
        self.entry(kind, selector, 0);
        match program.constants().scalar(ty, &mut FoldOnly) {
            Ok(Operand::Global(id, addend)) => {
                self.relocations.push(Relocation { offset, target: Target::Global(id), addend });
            }
            Ok(Operand::Func(id)) => self.relocations.push(Relocation { offset, target: Target::Func(id), addend: 0 }),
            // Null matches every type.
            _ => {}
        }
    }
}
