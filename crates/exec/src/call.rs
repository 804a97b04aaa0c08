//! Calls, returns and the end of the program.

use ir::{ErrorKind, FuncId};
use memory::{ObjectKind, Place, Value};
use models::{Call, Machine as _};
use triomphe::Arc;

use crate::code::{CallCode, CalleeCode, Code, Src, function_address, function_at};
use crate::config::ExternalCalls;
use crate::decision::Part;
use crate::machine::CallMachine;
use crate::outcome::Termination;
use crate::state::{StackFrame, State, Then};
use crate::uninitialized::{LARGEST_SYMBOL, Use};
use crate::worker::{Interrupt, Worker};

impl Worker<'_> {
    /// Executes a call instruction.
    pub(crate) fn call(&mut self, state: &mut State, call: u32) -> Result<(), Interrupt> {
        let call = self.run.program.funcs[state.machine.frame.func.index()].calls[call as usize].clone();
        let callee = match call.callee {
            CalleeCode::Direct(func) => func,
            CalleeCode::Indirect(src) => self.resolve_function(state, src)?,
        };
        let args: Vec<(Value, u32)> = call.args.iter().map(|&(src, width)| (self.get(state, src), width)).collect();
        if self.run.reach_error == Some(callee) {
            return Err(error(ErrorKind::ReachError, "reach_error is called".to_owned()));
        }
        if self.run.program.is_defined(callee) {
            return self.enter(state, callee, &args, Then::Resume);
        }
        self.call_model(state, callee, &call, &args)
    }

    /// The function at a concrete or symbolic address.
    fn resolve_function(&mut self, state: &mut State, src: Src) -> Result<FuncId, Interrupt> {
        let target = self.get(state, src);
        self.request(|worker| worker.resolve_target(state, target))
    }

    fn resolve_target(&mut self, state: &mut State, target: Value) -> Result<FuncId, Interrupt> {
        match self.settle_value(state, target, Use::Function)? {
            Value::Int(address) => match function_at(self.run.module, address) {
                Some(func) => Ok(func),
                None => Err(bad_target(address)),
            },
            Value::Expr(term) => {
                let mut any = self.pool.bool(false);
                for index in 0..self.run.module.functions.len() as u32 {
                    let address = self.pool.int(64, function_address(FuncId(index)));
                    let here = self.pool.eq(term, address);
                    any = self.pool.or(any, here);
                }
                self.require(state, any, |exec, _, path| {
                    let address = exec.solver.eval(&exec.pool, path, term).low_u64();
                    describe_bad_target(address)
                })?;
                self.asking.part(Part::Offset);
                let address = self.concretize(state, Value::Expr(term), 64)?;
                function_at(self.run.module, address).ok_or_else(|| bad_target(address))
            }
        }
    }

    /// Pushes a frame for a function that the program defines.
    pub(crate) fn enter(
        &mut self,
        state: &mut State,
        callee: FuncId,
        args: &[(Value, u32)],
        then: Then,
    ) -> Result<(), Interrupt> {
        let frame = self.new_frame(state, callee, args, then)?;
        state.machine.push_frame(frame);
        Ok(())
    }

    /// Makes a frame for a function and stores its arguments: missing ones are zero, extra ones are variadic.
    pub(crate) fn new_frame(
        &mut self,
        state: &mut State,
        callee: FuncId,
        args: &[(Value, u32)],
        then: Then,
    ) -> Result<StackFrame, Interrupt> {
        let code = &self.run.program.funcs[callee.index()];
        state.machine.stack_bytes += code.frame_bytes;
        if state.machine.stack_bytes > self.stack_limit() {
            let depth = state.machine.call_depth + 1;
            return Err(error(ErrorKind::StackOverflow, format!("call stack of {depth} frames exceeds 8 MiB")));
        }
        let mut regs = vec![Value::Int(0); code.regs as usize].into_boxed_slice();
        for ((&param, &wanted), &(value, width)) in code.params.iter().zip(&code.param_widths).zip(args) {
            regs[param as usize] = models::resize(&mut self.pool, value, width, wanted, false);
        }
        let variadic = code.variadic.then(|| args.get(code.params.len()..).unwrap_or(&[]).into());
        self.noted.enter(&self.run.covered, state, callee.index());
        let mark = state.machine.memory.stack_mark();
        Ok(StackFrame { func: callee, pc: 0, regs, mark, variadic, variadic_area: 0, then })
    }

    fn call_model(
        &mut self,
        state: &mut State,
        callee: FuncId,
        call: &CallCode,
        args: &[(Value, u32)],
    ) -> Result<(), Interrupt> {
        let module = self.run.module;
        let function = &module.functions[callee.index()];
        let Some(model) = self.run.models[callee.index()] else {
            return self.call_unknown(state, callee, call, args);
        };
        let ret = call.dst.map_or(0, |(_, width)| width);
        let mut machine = CallMachine { exec: self, state, interrupt: None };
        let result = model.call(&mut machine, &Call { name: &function.name, args, ret, declared: function.ret });
        let interrupt = machine.interrupt.take();
        match (result, interrupt) {
            (Ok(value), None) => {
                if let Some((dst, _)) = call.dst {
                    state.machine.frame.regs[dst as usize] = value.unwrap_or(Value::Int(0));
                }
                state.machine.frame.pc += 1;
                Ok(())
            }
            (_, Some(interrupt)) => Err(interrupt),
            // The model has transferred control: back to a jump point, or into a function registered to run at exit.
            (Err(_), None) => Ok(()),
        }
    }

    /// Handles a call of a function that is neither defined nor modelled, as [`ExternalCalls`] says.
    fn call_unknown(
        &mut self,
        state: &mut State,
        callee: FuncId,
        call: &CallCode,
        args: &[(Value, u32)],
    ) -> Result<(), Interrupt> {
        let module = self.run.module;
        let name = models::symbol::function_name(&module.functions[callee.index()].name);
        *self.attempt.gaps().missing.entry(name.clone()).or_default() += 1;
        if self.run.config.external_calls == ExternalCalls::Error {
            return Err(Interrupt::End(Termination::Unsupported(format!("call of unknown function {name}"))));
        }
        self.note_incomplete(&format!("overapproximated call of {name}"));
        state.record.approximated = true;
        let input = format!("external:{name}");
        let mut machine = CallMachine { exec: self, state, interrupt: None };
        for &(value, width) in args {
            let Value::Int(address) = value else { continue };
            let found = machine.space().find(address).filter(|_| width == 64);
            let Some(entry) = found.map(|found| machine.space().entry(found.object).clone()) else { continue };
            let writable = entry.kind.is_allocated() || matches!(entry.kind, ObjectKind::Stack | ObjectKind::Global);
            if writable && entry.extent() > LARGEST_SYMBOL {
                let what = format!("call of unknown function {name} with an object of {} bytes", entry.extent());
                return Err(Interrupt::End(Termination::Unsupported(what)));
            }
            if writable && entry.extent() > 0 {
                let whole = Place::from(machine.space().whole(entry.id));
                if machine.make_symbolic(&whole, &input).is_err() {
                    return Err(machine.interrupt.expect("a machine that stops says why"));
                }
            }
        }
        if let Some((dst, width)) = call.dst {
            let value = machine.symbolic_value(&input, width);
            state.machine.frame.regs[dst as usize] = value;
        }
        state.machine.frame.pc += 1;
        Ok(())
    }

    /// Executes a return.
    pub(crate) fn return_from(&mut self, state: &mut State, value: Option<Src>, block: u32) -> Result<(), Interrupt> {
        let func = &self.run.program.funcs[state.machine.frame.func.index()];
        let (frame_bytes, width) = (func.frame_bytes, func.ret);
        let returning = self.noted.returning(func.first_block + block);
        self.noted.note(&self.run.covered, state, state.machine.frame.func.index(), returning);
        let value = value.map(|src| self.get(state, src));
        match state.machine.frame.then {
            Then::Exit => {
                let status = match value {
                    Some(value) => models::resize(&mut self.pool, value, width, 32, true),
                    None => Value::Int(0),
                };
                return self.begin_exit(state, status);
            }
            Then::KeepExiting(status) => {
                state.machine.stack_bytes -= frame_bytes;
                state.machine.pop_frame();
                return self.begin_exit(state, status);
            }
            Then::Discard => {
                state.machine.stack_bytes -= frame_bytes;
                state.machine.pop_frame();
                return Ok(());
            }
            Then::Resume => {}
        }
        state.machine.stack_bytes -= frame_bytes;
        state.machine.pop_frame();
        let caller = &self.run.program.funcs[state.machine.frame.func.index()];
        let Code::Call { call } = caller.code[state.machine.frame.pc as usize] else {
            unreachable!("a waiting frame stands at its call")
        };
        if let (Some((dst, wanted)), Some(value)) = (caller.calls[call as usize].dst, value) {
            state.machine.frame.regs[dst as usize] = models::resize(&mut self.pool, value, width, wanted, false);
        }
        state.machine.frame.pc += 1;
        Ok(())
    }

    /// Ends the program after running the functions registered to run at exit.
    pub(crate) fn begin_exit(&mut self, state: &mut State, status: Value) -> Result<(), Interrupt> {
        let machine = &mut state.machine;
        let next = last_handler(&mut machine.thread_exit_handlers).or_else(|| last_handler(&mut machine.exit_handlers));
        if let Some((handler, argument)) = next {
            let Some(func) = function_at(self.run.module, handler) else { return Err(bad_target(handler)) };
            return self.enter(state, func, &[(argument, 64)], Then::KeepExiting(status));
        }
        let end = self.exit_now(state, status);
        match end {
            Interrupt::End(Termination::Exit(_)) if self.run.config.check_leaks => Err(self.leak(state).unwrap_or(end)),
            _ => Err(end),
        }
    }

    /// Ends the program at once, without running the functions registered to run at exit.
    pub(crate) fn exit_now(&mut self, state: &mut State, status: Value) -> Interrupt {
        let status = match self.settle_value(state, status, Use::Status) {
            Ok(status) => status,
            Err(interrupt) => return interrupt,
        };
        state.machine.status = status;
        let now = match status {
            Value::Int(word) => word as i32,
            Value::Expr(term) => self.solver.eval(&self.pool, &state.path.condition, term).low_u64() as i32,
        };
        Interrupt::End(Termination::Exit(now))
    }
}

/// Takes the last of the handlers off their list. An empty list, which most are, stays shared.
fn last_handler(handlers: &mut Arc<Vec<(u64, Value)>>) -> Option<(u64, Value)> {
    if handlers.is_empty() { None } else { Arc::make_mut(handlers).pop() }
}

fn error(kind: ErrorKind, message: String) -> Interrupt {
    Interrupt::End(Termination::Error { kind, message, suffix: None })
}

fn bad_target(address: u64) -> Interrupt {
    let (kind, message) = describe_bad_target(address);
    error(kind, message)
}

fn describe_bad_target(address: u64) -> (ErrorKind, String) {
    if address == 0 {
        (ErrorKind::Null, "call through a null function pointer".to_owned())
    } else {
        (ErrorKind::OutOfBounds, format!("call of address {address:#x}, where no function is"))
    }
}
