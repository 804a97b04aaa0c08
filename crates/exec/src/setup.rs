//! The first state: globals and the program's arguments in memory, and the entry function on the stack.

use ir::{FuncId, Module, Target};
use memory::{AddressSpace, Allocation, MemoryModel, ObjectKind, Value};
use triomphe::Arc;

use crate::code::{Addresses, function_address};
use crate::outcome::Termination;
use crate::run::RunError;
use crate::state::{Machine, State, Then};
use crate::worker::{Interrupt, Worker};

/// Puts the globals into memory.
pub(crate) fn place_globals(module: &Module, layout: &dyn MemoryModel) -> Result<(AddressSpace, Addresses), RunError> {
    let mut memory = AddressSpace::default();
    let mut globals = Vec::new();
    for (index, global) in module.globals.iter().enumerate() {
        let request =
            Allocation { kind: ObjectKind::Global, size: global.size, align: global.align, site: index as u32 };
        let fits = global.size <= crate::access::OBJECT_LIMIT;
        let placed = match global.address {
            Some(address) if fits => memory.insert_fixed(address, global.size, index as u32).map(|_| address),
            None if fits => layout.place(&memory, &request).inspect(|&address| {
                memory.insert(address, request);
            }),
            _ => None,
        };
        let address =
            placed.ok_or_else(|| RunError::GlobalTooLarge { name: global.name.clone(), size: global.size })?;
        globals.push(address);
    }
    place_pointed(module, &mut memory);
    place_prefixes(module, &mut memory);
    let addresses = Addresses { globals };
    for (global, &address) in module.globals.iter().zip(&addresses.globals) {
        // Its object, by the address that it was given.
        let at = memory.find(address).expect("each global has been placed").object;
        let whole = memory.whole(at);
        memory.set_bytes(whole, &global.init);
        for relocation in &global.relocations {
            let base = match relocation.target {
                Target::Global(id) => addresses.globals[id.index()],
                Target::Func(id) => function_address(id),
            };
            let address = base.wrapping_add_signed(relocation.addend);
            memory.set_concrete_word(whole.part(relocation.offset, 8), address);
        }
        let kind = if global.external {
            match models::external_global(&global.name).filter(|&(_, len)| u64::from(len) <= global.size) {
                Some((value, len)) => {
                    memory.set_bytes(whole, &value.to_le_bytes()[..len as usize]);
                    ObjectKind::Global
                }
                None => ObjectKind::External,
            }
        } else if global.constant {
            ObjectKind::Constant
        } else {
            ObjectKind::Global
        };
        memory.set_global_kind(at, kind);
    }
    Ok((memory, addresses))
}

/// Puts the bytes that precede functions into memory, if any function has some: each function gets a constant
/// object of its own.
fn place_prefixes(module: &Module, memory: &mut AddressSpace) {
    if module.functions.iter().all(|function| function.prefix.is_empty()) {
        return;
    }
    for (index, function) in module.functions.iter().enumerate() {
        let mut bytes = vec![0; ir::PREFIX_ROOM - function.prefix.len()];
        bytes.extend_from_slice(&function.prefix);
        let address = function_address(FuncId(index as u32)) - ir::PREFIX_ROOM as u64;
        // If a global has a fixed address among the functions, the program means the global.
        if let Some(at) = memory.insert_fixed(address, ir::PREFIX_ROOM as u64, u32::MAX) {
            memory.set_bytes(memory.whole(at), &bytes);
            memory.set_global_kind(at, ObjectKind::Constant);
        }
    }
}

/// Puts the objects that external globals point to into memory, such as the standard streams.
fn place_pointed(module: &Module, memory: &mut AddressSpace) {
    for (index, global) in module.globals.iter().enumerate().filter(|(_, global)| global.external) {
        if let Some((address, bytes)) = models::pointed_object(&global.name)
            && let Some(at) = memory.insert_fixed(address, bytes.len() as u64, index as u32)
        {
            memory.set_bytes(memory.whole(at), &bytes);
        }
    }
}

impl Worker<'_> {
    /// The state in which the program starts.
    pub(crate) fn first_state(&mut self) -> Result<State, RunError> {
        let config = self.run.config;
        let entry = self.defined(&config.entry);
        let Some(entry) = entry else {
            let mut known: Vec<String> = self
                .run
                .module
                .functions
                .iter()
                .filter(|function| function.is_defined() && !function.name.starts_with("__pleach"))
                .map(|function| function.name.clone())
                .collect();
            known.sort();
            return Err(RunError::MissingEntry { name: config.entry.clone(), known });
        };
        let mut state = State::new(Machine::new(self.run.first_memory.clone(), entry));
        let args = self.entry_arguments(&mut state, entry)?;
        state.machine.frame = self.new_frame(&mut state, entry, &args, Then::Exit).map_err(too_large)?;
        if let Some(handler) = self.defined("__pleach_destructors") {
            Arc::make_mut(&mut state.machine.exit_handlers).push((function_address(handler), Value::Int(0)));
        }
        if let Some(constructors) = self.defined("__pleach_constructors") {
            self.enter(&mut state, constructors, &[], Then::Discard).map_err(too_large)?;
        }
        Ok(state)
    }

    /// The function with that name, if it has a body.
    pub(crate) fn defined(&self, name: &str) -> Option<FuncId> {
        self.run.module.function(name).filter(|&func| self.run.program.is_defined(func))
    }

    /// `argc`, `argv` and `envp`, as many as the entry function takes.
    fn entry_arguments(&mut self, state: &mut State, entry: FuncId) -> Result<Vec<(Value, u32)>, RunError> {
        let code = &self.run.program.funcs[entry.index()];
        let widths = code.param_widths.clone();
        if widths.is_empty() {
            return Ok(Vec::new());
        }
        if widths.len() > 3 || widths[0] != 32 || widths[1..].iter().any(|&width| width != 64) {
            return Err(RunError::EntryParameters { name: self.run.config.entry.clone(), count: widths.len() });
        }
        let words: Vec<String> =
            std::iter::once(&self.run.config.program).chain(&self.run.config.args).cloned().collect();
        let mut pointers = Vec::new();
        for word in &words {
            let mut bytes = word.clone().into_bytes();
            bytes.push(0);
            pointers.push(self.place_bytes(state, &bytes)?);
        }
        pointers.push(0);
        let vector: Vec<u8> = pointers.iter().flat_map(|pointer| pointer.to_le_bytes()).collect();
        let argv = self.place_bytes(state, &vector)?;
        let envp = self.place_bytes(state, &[0; 8])?;
        let all = [(Value::Int(words.len() as u64), 32), (Value::Int(argv), 64), (Value::Int(envp), 64)];
        Ok(all[..widths.len()].to_vec())
    }

    fn place_bytes(&mut self, state: &mut State, bytes: &[u8]) -> Result<u64, RunError> {
        let request = Allocation { kind: ObjectKind::Global, size: bytes.len() as u64, align: 16, site: u32::MAX };
        let address = self.run.layout.place(&state.machine.memory, &request).ok_or(RunError::ArgumentsTooLarge)?;
        let at = state.machine.memory.insert(address, request);
        let whole = state.machine.memory.whole(at);
        state.machine.memory.set_bytes(whole, bytes);
        Ok(address)
    }
}

fn too_large(interrupt: Interrupt) -> RunError {
    match interrupt {
        Interrupt::End(Termination::Error { message, .. }) => RunError::Start(message),
        _ => RunError::Start("the first frame could not be made".to_owned()),
    }
}
