//! Which registers hold which variables of the source, from debug information.
//!
//! Debug records say which value a variable has from a place on, and in which memory it is. `mem2reg` keeps them
//! up to date for the variables that it moves to registers. A register that several variables hold has the name of
//! the first: a copy of a variable is usually made after the variable has got its value.

use std::collections::BTreeMap;

use ir::{Inst, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::function::FunctionLowering;
use crate::raw::{Block, Record, RecordKind, Value};

/// The position of the name among the operands of a `DILocalVariable`.
const NAME: usize = 1;

/// What has been read of debug information so far.
#[derive(Default)]
pub struct DebugNames<'m> {
    /// The names of variables, by their descriptions.
    names: FxHashMap<Value<'m>, Option<String>>,
    /// Whether expressions are empty, so that the recorded value is the variable's.
    plain: FxHashMap<Value<'m>, bool>,
}

impl<'m> DebugNames<'m> {
    /// The value that a record is about, and the name of the variable.
    fn read(&mut self, record: Record<'m>) -> Option<(Value<'m>, &str)> {
        let expression = record.expression()?;
        if !*self.plain.entry(expression).or_insert_with(|| expression.text() == "!DIExpression()") {
            return None;
        }
        let variable = record.variable()?;
        let name = self.names.entry(variable).or_insert_with(|| variable.metadata_text(NAME));
        Some((record.value()?, name.as_deref().filter(|name| !name.is_empty())?))
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Gives registers the names of the variables that they hold, if that was asked for.
    pub fn name_registers(&mut self, order: &[Block<'m>]) {
        let Some(mut debug) = self.program.debug_names.take() else { return };
        let blocks = &self.builder.function.blocks;
        let memory: FxHashSet<Reg> = blocks
            .iter()
            .flat_map(|block| &block.insts)
            .filter(|(inst, _)| matches!(inst, Inst::Alloca { .. }))
            .filter_map(|(inst, _)| inst.dst())
            .collect();
        let mut names: BTreeMap<Reg, String> = BTreeMap::new();
        for record in order.iter().flat_map(|block| block.instructions()).flat_map(Value::records) {
            let Some((value, name)) = debug.read(record) else { continue };
            let Some(reg) = self.register(value) else { continue };
            // A pointer to a variable is not the variable.
            if memory.contains(&reg) == (record.kind == RecordKind::Declare) {
                names.entry(reg).or_insert_with(|| name.to_owned());
            }
        }
        self.builder.function.names = names.into_iter().collect();
        self.program.debug_names = Some(debug);
    }
}
