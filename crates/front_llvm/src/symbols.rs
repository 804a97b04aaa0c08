//! The symbols of a program: the IR function or global of each LLVM value.

use ir::{FuncId, Function, GlobalId, Module, Operand};
use rustc_hash::FxHashMap;

use crate::raw::{Block, Value};

/// The ids of a module's functions, globals and labels.
#[derive(Default)]
pub struct Symbols<'m> {
    functions: FxHashMap<Value<'m>, FuncId>,
    globals: FxHashMap<Value<'m>, GlobalId>,
    by_name: FxHashMap<String, FuncId>,
    labels: FxHashMap<Block<'m>, u64>,
    /// Weak symbols that nothing defines: their address is null.
    absent: FxHashMap<Value<'m>, ()>,
}

/// Labels are numbers from here on: no objects are there, and they are not null.
const FIRST_LABEL: u64 = 0x4c00_0000_0000;

impl<'m> Symbols<'m> {
    /// Records the id of a function.
    pub fn add_function(&mut self, value: Value<'m>, name: &str, id: FuncId) {
        self.functions.insert(value, id);
        self.by_name.insert(name.to_owned(), id);
    }

    /// Records another name of a function.
    pub fn add_name(&mut self, name: &str, id: FuncId) {
        self.by_name.insert(name.to_owned(), id);
    }

    /// Records the id of a global variable.
    pub fn add_global(&mut self, value: Value<'m>, id: GlobalId) {
        self.globals.insert(value, id);
    }

    /// Assigns a number to the address of a block.
    pub fn add_label(&mut self, block: Block<'m>) {
        let next = FIRST_LABEL + 16 * self.labels.len() as u64;
        self.labels.entry(block).or_insert(next);
    }

    /// Records that a weak symbol is not defined.
    pub fn add_absent(&mut self, value: Value<'m>) {
        self.absent.insert(value, ());
    }

    /// The IR function of an LLVM function.
    pub fn function(&self, value: Value<'m>) -> Option<FuncId> {
        self.functions.get(&value).copied()
    }

    /// The number that stands for a block's address.
    pub fn label(&self, block: Block<'m>) -> Option<u64> {
        self.labels.get(&block).copied()
    }

    /// The address of a function or variable.
    pub fn address(&self, value: Value<'m>) -> Option<Operand> {
        if self.absent.contains_key(&value) {
            return Some(crate::builder::zero(64));
        }
        let global = self.globals.get(&value).map(|&id| Operand::Global(id, 0));
        global.or_else(|| self.function(value).map(Operand::Func))
    }

    /// The function with that name, declared now if it is new.
    pub fn declare(&mut self, module: &mut Module, name: &str, params: &[u32], ret: u32) -> FuncId {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        let id = FuncId(module.functions.len() as u32);
        module.functions.push(declaration(name, params, ret, false));
        self.by_name.insert(name.to_owned(), id);
        id
    }
}

/// A function without a body.
pub fn declaration(name: &str, params: &[u32], ret: u32, variadic: bool) -> Function {
    Function { variadic, ..Function::declared(name, params, ret) }
}
