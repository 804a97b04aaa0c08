//! The executor as models see it.

use std::rc::Rc;

use bv::Bv;
use expr::{ExprId, Pool};
use ir::ErrorKind;
use memory::{AddressSpace, EntryRef, ObjectKind, Value};
use models::{Access, Environment, Machine, Piece, Place, Stop};

use crate::access::OBJECT_LIMIT;
use crate::executor::{Executor, Interrupt};
use crate::inputs::SymbolicInput;
use crate::outcome::{Limit, Termination};
use crate::state::{State, Then};
use crate::uninitialized::{Contents, Use};
use solver::Branch;

/// One path at one call of a modelled function.
pub(crate) struct CallMachine<'e, 'a, 's> {
    pub exec: &'e mut Executor<'a>,
    pub state: &'s mut State,
    /// Why the model stopped, if it did.
    pub interrupt: Option<Interrupt>,
}

impl CallMachine<'_, '_, '_> {
    fn stop<T>(&mut self, result: Result<T, Interrupt>) -> Result<T, Stop> {
        result.map_err(|interrupt| {
            self.interrupt = Some(interrupt);
            Stop
        })
    }

    fn end(&mut self, termination: Termination) -> Stop {
        self.interrupt = Some(Interrupt::End(termination));
        Stop
    }

    /// Registers an input and returns its symbol as a term; if inputs are given, what it is.
    fn new_input(&mut self, name: &str, size: u32) -> ExprId {
        let unique = self.state.inputs.unique_name(name, &mut self.exec.names);
        if let Some(given) = &self.exec.config.given {
            let bytes = given.get(&*unique).filter(|bytes| bytes.len() == size as usize);
            let value = bytes.map_or_else(|| Bv::new(8 * size, 0), |bytes| Bv::from_bytes(8 * size, bytes));
            if bytes.is_none() {
                self.exec.note_incomplete(&format!("no {size} bytes are given for {unique}"));
            }
            return self.exec.pool.constant(&value);
        }
        let symbol = self.exec.pool.symbol_id(&unique, 8 * size);
        let term = self.exec.pool.symbol_term(symbol);
        self.state.inputs.push(SymbolicInput { name: unique, symbol, size });
        term
    }
}

impl Machine for CallMachine<'_, '_, '_> {
    fn pool(&mut self) -> &mut Pool {
        &mut self.exec.pool
    }

    fn space(&self) -> &AddressSpace {
        &self.state.memory
    }

    fn possible_value(&mut self, term: ExprId) -> u64 {
        self.exec.solver.eval(&self.exec.pool, &self.state.path, term).low_u64()
    }

    fn fix(&mut self, term: ExprId, width: u32, why: &str) -> Result<u64, Stop> {
        let settled = self.exec.settle(self.state, term, Use::Number);
        let term = self.stop(settled)?;
        let now = self.possible_value(term);
        let constant = self.exec.pool.int(width, now);
        let equal = self.exec.pool.eq(term, constant);
        match self.exec.solver.branch(&mut self.exec.pool, &self.state.path, equal) {
            Branch::Always => {}
            Branch::Both { yes, .. } => {
                self.state.path = yes;
                self.exec.note_incomplete(why);
            }
            Branch::Never | Branch::Undecided { .. } => {
                // The path's own model has this value, so that it can be assumed.
                let assumed = self.exec.assume(self.state, equal);
                self.stop(assumed)?;
                self.exec.note_incomplete(why);
            }
        }
        Ok(now)
    }

    fn decide(&mut self, cond: ExprId) -> Result<bool, Stop> {
        let result = self.exec.decide(self.state, cond);
        self.stop(result)
    }

    fn require(&mut self, cond: ExprId, kind: ErrorKind, message: &str) -> Result<(), Stop> {
        let result = self.exec.require(self.state, cond, |_, _, _| (kind, message.to_owned()));
        self.stop(result)
    }

    fn assume(&mut self, cond: ExprId) -> Result<bool, Stop> {
        let result = self.exec.assume(self.state, cond);
        self.stop(result)
    }

    fn prefer(&mut self, cond: ExprId) {
        let cond = self.exec.pool.with_zeros(cond);
        Rc::make_mut(&mut self.state.preferences).push(cond);
    }

    fn resolve(&mut self, pointer: Value, len: u64, access: Access) -> Result<Place, Stop> {
        if access == Access::Write {
            self.exec.counts.written += len;
            if !self.exec.memory.has_room(len) {
                return Err(self.end(Termination::Limit(Limit::Memory)));
            }
        }
        let result = self.exec.resolve(self.state, pointer, len, access);
        self.stop(result)
    }

    fn load(&mut self, place: &Place, offset: u64, len: u32) -> Value {
        self.exec.read_place(self.state, place, offset, len)
    }

    fn store(&mut self, place: &Place, offset: u64, len: u32, value: Value) {
        self.exec.write_place(self.state, place, offset, len, value);
    }

    fn copy(&mut self, to: &Place, from: &Place) {
        if let (Value::Int(to_offset), Value::Int(from_offset)) = (to.offset, from.offset) {
            let to = self.state.memory.whole(to.at).part(to_offset, to.len);
            let from = self.state.memory.whole(from.at).part(from_offset, from.len);
            self.state.memory.copy(&mut self.exec.pool, to, from);
            return;
        }
        let bytes: Vec<Value> = (0..from.len).map(|i| self.load(from, i, 1)).collect();
        for (i, byte) in bytes.into_iter().enumerate() {
            self.store(to, i as u64, 1, byte);
        }
    }

    fn allocate(&mut self, kind: ObjectKind, size: u64, align: u64) -> Result<u64, Stop> {
        let result = self.exec.allocate(self.state, kind, size, align, Contents::Zeros);
        self.stop(result)
    }

    fn allocate_uninitialized(&mut self, kind: ObjectKind, size: u64, align: u64) -> Result<u64, Stop> {
        let result = self.exec.allocate(self.state, kind, size, align, Contents::Undefined);
        self.stop(result)
    }

    fn allocate_at(&mut self, address: u64, size: u64) -> bool {
        size < OBJECT_LIMIT && self.state.memory.insert_fixed(address, size, u32::MAX).is_some()
    }

    fn free(&mut self, at: EntryRef) {
        self.state.memory.free(at);
    }

    fn make_symbolic(&mut self, place: &Place, name: &str) {
        if place.len == 0 {
            return;
        }
        let term = self.new_input(name, place.len as u32);
        if self.exec.config.given.is_none() {
            return self.store(place, 0, place.len as u32, Value::Expr(term));
        }
        // A constant, which may be wider than a value is.
        for at in 0..place.len {
            let byte = self.exec.pool.extract(term, 8 * at as u32, 8);
            let byte = Value::from_expr(&self.exec.pool, byte);
            self.store(place, at, 1, byte);
        }
    }

    fn symbolic_value(&mut self, name: &str, width: u32) -> Value {
        let term = self.new_input(name, width.div_ceil(8));
        let term = self.exec.pool.trunc(term, width);
        Value::from_expr(&self.exec.pool, term)
    }

    fn environment(&self) -> &Environment {
        &self.exec.config.environment
    }

    fn defines(&self, function: &str) -> bool {
        self.exec.defined(function).is_some()
    }

    fn continue_in(&mut self, function: &str, args: &[(Value, u32)]) -> Stop {
        let Some(func) = self.exec.defined(function) else {
            return self.unsupported(format!("call of unknown function {function}"));
        };
        self.interrupt = self.exec.enter(self.state, func, args, Then::Resume).err();
        Stop
    }

    fn print(&mut self, piece: Piece) {
        let Piece { stream, mut text } = piece;
        if text.terms().iter().any(|&term| self.exec.pool.mentions_undefined(term)) {
            // Of a string only the bytes before the first zero are printed.
            let mut is_printed = self.exec.pool.bool(true);
            text = text.with_terms(&mut |term| {
                let zeroed = self.exec.pool.with_zeros(term);
                let zero = self.exec.pool.int(self.exec.pool.width(term), 0);
                let printed = self.exec.pool.ite(is_printed, term, zero);
                if let Err(end) = self.exec.settle(self.state, printed, Use::Output) {
                    // The path ends when the model has returned.
                    self.interrupt = Some(end);
                }
                let goes_on = self.exec.pool.ne(zeroed, zero);
                is_printed = self.exec.pool.and(is_printed, goes_on);
                zeroed
            });
        }
        self.state.output.push(Piece { stream, text });
    }

    fn variadic_area(&mut self) -> Result<u64, Stop> {
        if self.state.frame.variadic_area != 0 {
            return Ok(self.state.frame.variadic_area);
        }
        let args = self.state.frame.variadic.clone().unwrap_or_else(|| Rc::from([]));
        // `long double` and `__int128` are aligned to 16, structures passed by value to 8.
        let slot = |at: u64, width: u32| if width == 80 || width == 128 { at.next_multiple_of(16) } else { at };
        let size = args.iter().fold(0, |at, &(_, width)| slot(at, width) + u64::from(width.div_ceil(64)) * 8);
        let area = self.allocate(ObjectKind::Stack, size, 16)?;
        let mut at = 0;
        for &(value, width) in args.iter() {
            at = slot(at, width);
            let len = width.div_ceil(64) * 8;
            let value = models::resize(&mut self.exec.pool, value, width, 8 * len, false);
            let place = self.resolve(Value::Int(area + at), u64::from(len), Access::Write)?;
            self.store(&place, 0, len, value);
            at += u64::from(len);
        }
        self.state.frame.variadic_area = area;
        Ok(area)
    }

    fn errno_address(&mut self) -> Result<u64, Stop> {
        if self.state.errno == 0 {
            let request = memory::Allocation { kind: ObjectKind::Global, size: 4, align: 4, site: u32::MAX };
            let Some(address) = self.state.memory.bump_address(&request) else {
                return Err(self.unsupported("more objects than fit".to_owned()));
            };
            self.state.memory.insert(address, request);
            self.state.errno = address;
        }
        Ok(self.state.errno)
    }

    fn set_jump(&mut self) -> u64 {
        self.exec.set_jump(self.state)
    }

    fn long_jump(&mut self, number: u64, value: Value) -> Stop {
        self.interrupt = self.exec.long_jump(self.state, number, value).err();
        Stop
    }

    fn landing_pad(&mut self, from: u64) -> Option<(u64, Value)> {
        self.exec.landing_pad(self.state, from)
    }

    fn unwind(&mut self, depth: u64, exception: Value, selector: Value) -> Stop {
        self.interrupt = self.exec.unwind(self.state, depth, exception, selector).err();
        Stop
    }

    fn landed(&self) -> (Value, Value) {
        self.state.landed
    }

    fn at_exit(&mut self, function: u64, argument: Value) {
        Rc::make_mut(&mut self.state.exit_handlers).push((function, argument));
    }

    fn at_thread_exit(&mut self, function: u64, argument: Value) {
        Rc::make_mut(&mut self.state.thread_exit_handlers).push((function, argument));
    }

    fn warn(&mut self, message: String, once: bool) {
        self.exec.warn(self.state, message, once);
    }

    fn stack_text(&mut self) -> String {
        self.exec.stack_text(self.state)
    }

    fn silent_assume(&self) -> bool {
        self.exec.config.silent_assume
    }

    fn set_forking(&mut self, on: bool) {
        self.state.forking = on;
    }

    fn error(&mut self, kind: ErrorKind, message: String, suffix: Option<String>) -> Stop {
        self.end(Termination::Error { kind, message, suffix })
    }

    fn exit(&mut self, status: Value) -> Stop {
        self.interrupt = self.exec.begin_exit(self.state, status).err();
        Stop
    }

    fn exit_now(&mut self, status: Value) -> Stop {
        self.interrupt = Some(self.exec.exit_now(self.state, status));
        Stop
    }

    fn silent_exit(&mut self) -> Stop {
        self.end(Termination::Silent)
    }

    fn unsupported(&mut self, what: String) -> Stop {
        self.end(Termination::Unsupported(what))
    }
}
