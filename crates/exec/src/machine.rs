//! The executor as the models of library functions see it.

use bv::Bv;
use expr::{ExprId, Pool, SymbolId};
use ir::ErrorKind;
use memory::{AddressSpace, Ending, InBounds, ObjectId, ObjectKind, Place, Size, Value};
use models::{Access, Environment, Exists, Machine, Piece, Stop};
use triomphe::Arc;

use crate::access::OBJECT_LIMIT;
use crate::inputs::SymbolicInput;
use crate::outcome::{Limit, Termination};
use crate::state::{State, Then};
use crate::tuning::MUCH;
use crate::uninitialized::{Contents, Use};
use crate::worker::{Interrupt, Worker};

/// The name of the symbol for the largest size in bytes that the machine can allocate. It is not an input: no
/// test can set it.
pub(crate) const MACHINE_MEMORY: &str = "memory of the machine";

/// A path at a call of a modelled function.
pub(crate) struct CallMachine<'e, 'a, 's> {
    pub exec: &'e mut Worker<'a>,
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

    /// The size in bytes of the largest aligned elements that a place can be divided into, for every offset it
    /// may have.
    fn unit(&self, place: &Place) -> u32 {
        let stride = match place.offset() {
            None => 1,
            Some(Value::Int(offset)) => 1 << offset.trailing_zeros().min(3),
            Some(Value::Expr(offset)) => {
                let places = self.exec.pool.places(offset);
                1 << places.stride.trailing_zeros().min(places.first.trailing_zeros()).min(3)
            }
        };
        stride.min(1 << place.size().trailing_zeros().min(3))
    }

    /// Writes a byte of a place if its index is below a length, of which the least value on the path is known.
    fn store_before(&mut self, to: &Place, index: u64, byte: Value, (length, least): (ExprId, u64)) {
        let old = self.load(to, index, 1);
        if old == byte {
            return;
        }
        if index < least {
            return self.store(to, index, 1, byte);
        }
        let pool = &mut self.exec.pool;
        let place = pool.int(64, index);
        let is_meant = pool.ult(place, length);
        let (byte, old) = (byte.to_expr(pool, 8), old.to_expr(pool, 8));
        let now = pool.ite(is_meant, byte, old);
        let now = Value::from_expr(pool, now);
        self.store(to, index, 1, now);
    }

    /// How many bytes may be written, from a place on, if `length` bytes are to be: if the object ends there, what is written
    /// behind it does not exist.
    fn certainly_written(&mut self, to: InBounds, length: ExprId) -> u64 {
        if self.state.machine.memory.ends_behind(to, length) {
            return to.size();
        }
        self.exec.lower_bound(self.state, length)
    }

    /// Registers an input and returns its symbol as a term, or its value if inputs are given. `length` is the input that
    /// says how many of its bytes there are.
    fn new_input(&mut self, name: &str, size: u32, length: Option<SymbolId>) -> ExprId {
        let name = if name == MACHINE_MEMORY { "memory of the machine 1" } else { name };
        let unique = self.state.record.inputs.unique_name(name, &mut self.exec.names);
        if let Some(given) = &self.exec.run.config.given {
            let bytes = given.get(&*unique).filter(|bytes| bytes.len() == size as usize);
            let value = bytes.map_or_else(|| Bv::new(8 * size, 0), |bytes| Bv::from_bytes(8 * size, bytes));
            if bytes.is_none() {
                self.exec.note_incomplete(&format!("no {size} bytes are given for {unique}"));
            }
            return self.exec.pool.constant(&value);
        }
        self.exec.run.ledger().symbolic |= !models::is_empty_text(name, size);
        let symbol = self.exec.pool.symbol_id(&unique, 8 * size);
        let term = self.exec.pool.symbol_term(symbol);
        if let Some(guide) = &mut self.exec.guide {
            guide.create(&unique, symbol);
        }
        self.state.record.inputs.push(SymbolicInput { name: unique, symbol, size, length });
        term
    }
}

impl CallMachine<'_, '_, '_> {
    /// Fills a place with an input and returns its bytes as one term.
    fn fill_with_input(&mut self, place: &Place, name: &str, length: Option<SymbolId>) -> Result<ExprId, Stop> {
        if place.size() > models::LARGEST_INPUT {
            let most = models::LARGEST_INPUT;
            return Err(self.unsupported(format!("symbolic object of {} bytes, more than {most}", place.size())));
        }
        let term = self.new_input(name, place.size() as u32, length);
        if self.exec.run.config.given.is_none() {
            self.exec.write_place(self.state, place, 0, place.size() as u32, Value::Expr(term));
            return Ok(term);
        }
        let given = self.exec.pool.as_const(term).expect("what is given is a constant").to_bytes();
        self.store_bytes(place, &given);
        Ok(term)
    }
}

impl Machine for CallMachine<'_, '_, '_> {
    fn pool(&mut self) -> &mut Pool {
        &mut self.exec.pool
    }

    fn space(&self) -> &AddressSpace {
        &self.state.machine.memory
    }

    fn value_for_message(&mut self, term: ExprId) -> u64 {
        self.exec.solver.eval(&self.exec.pool, &self.state.path.condition, term).low_u64()
    }

    fn some_value(&mut self, term: ExprId) -> u64 {
        self.exec.some_value(self.state, term)
    }

    fn upper_bound(&mut self, term: ExprId) -> u64 {
        self.exec.greatest_value(self.state, term)
    }

    fn concretize(&mut self, value: Value, width: u32) -> Result<u64, Stop> {
        let result = self.exec.concretize(self.state, value, width);
        self.stop(result)
    }

    fn fix(&mut self, term: ExprId, width: u32, why: &str) -> Result<u64, Stop> {
        let result = self.exec.fix(self.state, term, width, why);
        self.stop(result)
    }

    fn require_value(&mut self, term: ExprId, width: u32, message: &str) -> Result<u64, Stop> {
        let result = self.exec.require_value(self.state, term, width, message);
        self.stop(result)
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

    fn restrict(&mut self, cond: ExprId) -> Result<(), Stop> {
        let result = self.exec.restrict(self.state, cond);
        self.stop(result)
    }

    fn bound_size(&mut self, size: ExprId) -> Result<Size, Stop> {
        let result = self.exec.bound_size(self.state, size);
        self.stop(result)
    }

    fn prefer(&mut self, cond: ExprId) {
        let cond = self.exec.pool.with_zeros(cond);
        Arc::make_mut(&mut self.state.record.preferences).push(cond);
    }

    fn locate(&mut self, pointer: Value, len: u64, access: Access) -> Result<Place, Stop> {
        let result = self.exec.locate(self.state, pointer, len, access);
        self.stop(result)
    }

    fn locate_one(&mut self, pointer: Value, len: u64, access: Access) -> Result<InBounds, Stop> {
        let result = self.exec.locate_one(self.state, pointer, len, access);
        let place = self.stop(result)?;
        let result = self.exec.at_known_offset(self.state, place);
        Ok(self.stop(result)?.in_bounds().expect("it was made concrete"))
    }

    fn locate_in_all(&mut self, pointer: Value, len: Option<u64>) -> Result<Option<Place>, Stop> {
        let result = self.exec.locate_in_all(self.state, pointer, len);
        self.stop(result)
    }

    fn locate_rest(&mut self, pointer: Value, access: Access) -> Result<InBounds, Stop> {
        let first = self.locate_one(pointer, 1, access)?;
        Ok(self.state.machine.memory.rest(first))
    }

    fn load(&mut self, place: &Place, offset: u64, len: u32) -> Value {
        self.exec.read_place(self.state, place, offset, len)
    }

    fn store(&mut self, place: &Place, offset: u64, len: u32, value: Value) {
        self.exec.counts.written += u64::from(len);
        self.exec.write_place(self.state, place, offset, len, value);
    }

    fn store_bytes(&mut self, place: &Place, bytes: &[u8]) {
        if let Some(place) = place.in_bounds() {
            self.exec.counts.written += bytes.len() as u64;
            return self.state.machine.memory.set_bytes(place, bytes);
        }
        for (at, &byte) in bytes.iter().enumerate() {
            self.store(place, at as u64, 1, Value::Int(u64::from(byte)));
        }
    }

    fn copy(&mut self, to: &Place, from: &Place) -> Result<(), Stop> {
        if let (Some(to), Some(from)) = (to.in_bounds(), from.in_bounds()) {
            let needed = if to.size() < MUCH { 0 } else { self.state.machine.memory.needed_for_copy(to, from) };
            if !self.exec.memory.has_room(needed) {
                return Err(self.end(Termination::Limit(Limit::Memory)));
            }
            self.exec.counts.written += self.state.machine.memory.copy(&mut self.exec.pool, to, from);
            return Ok(());
        }
        // In the largest elements that are aligned in both places.
        let size = self.unit(to).min(self.unit(from));
        let parts: Vec<Value> = (0..from.size()).step_by(size as usize).map(|at| self.load(from, at, size)).collect();
        for (at, part) in (0..).step_by(size as usize).zip(parts) {
            self.store(to, at, size, part);
        }
        Ok(())
    }

    fn copy_up_to(&mut self, to: InBounds, from: InBounds, length: Value) -> Result<(), Stop> {
        let to_bytes = to;
        let (to, from, length) = match length {
            Value::Int(length) => {
                let length = length.min(from.size());
                return self.copy(&to.part(0, length).into(), &from.part(0, length).into());
            }
            Value::Expr(length) => (Place::from(to), Place::from(from), length),
        };
        let bytes: Vec<Value> = (0..from.size()).map(|at| self.load(&from, at, 1)).collect();
        let least = self.certainly_written(to_bytes, length);
        for (at, byte) in (0..).zip(bytes) {
            self.store_before(&to, at, byte, (length, least));
        }
        Ok(())
    }

    fn fill_up_to(&mut self, to: InBounds, byte: Value, length: Value) {
        match length {
            Value::Int(length) => self.fill(&to.part(0, length.min(to.size())).into(), byte),
            Value::Expr(length) => {
                let least = self.certainly_written(to, length);
                (0..to.size()).for_each(|at| self.store_before(&to.into(), at, byte, (length, least)));
            }
        }
    }

    fn locate_up_to(&mut self, pointer: Value, length: ExprId, access: Access) -> Result<Option<InBounds>, Stop> {
        let result = self.exec.locate_up_to(self.state, pointer, length, access);
        self.stop(result)
    }

    fn fill(&mut self, to: &Place, byte: Value) {
        if let Some(place) = to.in_bounds() {
            self.exec.counts.written += self.state.machine.memory.fill(&self.exec.pool, place, byte);
            return;
        }
        let size = self.unit(to);
        let byte = byte.to_expr(&mut self.exec.pool, 8);
        let part = (1..size).fold(byte, |part, _| self.exec.pool.concat(byte, part));
        let part = Value::from_expr(&self.exec.pool, part);
        for at in (0..to.size()).step_by(size as usize) {
            self.store(to, at, size, part);
        }
    }

    fn has_memory(&mut self, size: ExprId) -> Result<bool, Stop> {
        // One number for all requests of a path: if a large request succeeds, a smaller one does too.
        let symbol = self.exec.pool.symbol_id(MACHINE_MEMORY, 64);
        if let Some(guide) = &mut self.exec.guide {
            guide.create(MACHINE_MEMORY, symbol);
        }
        let memory = self.exec.pool.symbol_term(symbol);
        let enough = self.exec.pool.ule(size, memory);
        // If all inputs are given, there is always enough.
        let has = self.exec.run.config.given.is_some() || self.decide(enough)?;
        self.state.record.approximated = true;
        self.state.record.lacks_memory |= !has;
        Ok(has)
    }

    fn allocate(&mut self, kind: ObjectKind, size: Size, align: u64) -> Result<u64, Stop> {
        let result = self.exec.allocate(self.state, kind, size, align, Contents::Zeros);
        self.stop(result)
    }

    fn allocate_uninitialized(&mut self, kind: ObjectKind, size: Size, align: u64) -> Result<u64, Stop> {
        let result = self.exec.allocate(self.state, kind, size, align, Contents::Undefined);
        self.stop(result)
    }

    fn allocate_at(&mut self, address: u64, size: u64) -> bool {
        size <= OBJECT_LIMIT && self.state.machine.memory.insert_fixed(address, size, u32::MAX).is_some()
    }

    fn free(&mut self, object: ObjectId) {
        self.state.machine.memory.free(object);
    }

    fn make_symbolic(&mut self, place: &Place, name: &str) -> Result<(), Stop> {
        if place.size() > 0 {
            self.fill_with_input(place, name, None)?;
        }
        Ok(())
    }

    fn make_symbolic_up_to(&mut self, place: &Place, name: &str, length: Value) -> Result<(), Stop> {
        if place.size() > 0 {
            let length = length.to_expr(&mut self.exec.pool, 64);
            let length = self.exec.pool.as_symbol(length);
            self.fill_with_input(place, name, length)?;
        }
        Ok(())
    }

    fn make_string(&mut self, place: &Place, name: &str) -> Result<(), Stop> {
        let memory = &self.state.machine.memory;
        let (Some(object), Some(Value::Int(from))) = (memory.object_of(place), place.offset()) else {
            unreachable!("a string has a place of its own")
        };
        let input = self.fill_with_input(place, name, None)?;
        self.store(place, place.size() - 1, 1, Value::Int(0));
        self.state.machine.memory.end_with_string(object, input, from as u32);
        Ok(())
    }

    fn exists(&mut self, place: InBounds, index: u64) -> Option<Exists> {
        let memory = &self.state.machine.memory;
        if index < memory.known(place) {
            return None;
        }
        let (object, offset) = memory.whereabouts(place);
        let at = offset + index;
        match memory.entry(object).ending? {
            Ending::Size(_) => {
                let condition = memory.reaches(&mut self.exec.pool, object, at + 1);
                Some(Exists { condition, after: None })
            }
            Ending::String { .. } => {
                let before = self.exec.original(self.state, object, at.checked_sub(1)?)?;
                let zero = self.exec.pool.int(8, 0);
                Some(Exists { condition: self.exec.pool.ne(before, zero), after: Some(before) })
            }
        }
    }

    fn known(&self, place: InBounds) -> u64 {
        self.state.machine.memory.known(place)
    }

    fn symbolic_value(&mut self, name: &str, width: u32) -> Value {
        let term = self.new_input(name, width.div_ceil(8), None);
        let term = self.exec.pool.trunc(term, width);
        Value::from_expr(&self.exec.pool, term)
    }

    fn symbolic_length(&mut self, name: &str, least: u64, most: u64) -> Result<Size, Stop> {
        let before = self.state.record.inputs.clone();
        let length = self.symbolic_value(name, 64);
        let pool = &mut self.exec.pool;
        let term = length.to_expr(pool, 64);
        let (low, high) = (pool.int(64, least), pool.int(64, most));
        let (above, below) = (pool.ule(low, term), pool.ule(term, high));
        let valid = pool.and(above, below);
        self.assume(valid)?;
        let Value::Expr(term) = length else { return Ok(Size::Known(self.concretize(length, 64)?)) };
        let result = self.exec.size_in_mode(self.state, term, least, most);
        if result.is_err() {
            self.state.record.inputs = before;
        }
        self.stop(result)
    }

    fn environment(&self) -> &Environment {
        &self.exec.run.config.environment
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

    fn begin_region(&mut self) {
        self.exec.begin_marked(self.state);
    }

    fn end_region(&mut self) {
        self.exec.end_marked(self.state);
    }

    fn print(&mut self, piece: Piece) {
        // The path has ended with something that was to be printed before.
        if self.interrupt.is_some() {
            return;
        }
        let Piece { stream, mut text } = piece;
        if text.terms().iter().any(|&term| self.exec.pool.mentions_undefined(term)) {
            // Of a string only the bytes before the first zero are printed.
            let mut is_printed = self.exec.pool.bool(true);
            text = text.with_terms(&mut |term| {
                let zeroed = self.exec.pool.with_zeros(term);
                let zero = self.exec.pool.int(self.exec.pool.width(term), 0);
                let printed = self.exec.pool.ite(is_printed, term, zero);
                if let Err(end) = self.exec.request(|worker| worker.settle(self.state, printed, Use::Output)) {
                    // The path ends when the model has returned.
                    self.interrupt = Some(end);
                }
                let goes_on = self.exec.pool.ne(zeroed, zero);
                is_printed = self.exec.pool.and(is_printed, goes_on);
                zeroed
            });
        }
        if self.interrupt.is_none() {
            self.state.record.output.push(Piece { stream, text });
        }
    }

    fn variadic_area(&mut self) -> Result<u64, Stop> {
        if self.state.machine.frame.variadic_area != 0 {
            return Ok(self.state.machine.frame.variadic_area);
        }
        let args = self.state.machine.frame.variadic.clone().unwrap_or_else(|| Arc::from(Vec::new()));
        // `long double` and `__int128` are aligned to 16, structures passed by value to 8.
        let slot = |at: u64, width: u32| if width == 80 || width == 128 { at.next_multiple_of(16) } else { at };
        let size = args.iter().fold(0, |at, &(_, width)| slot(at, width) + u64::from(width.div_ceil(64)) * 8);
        let area = self.allocate(ObjectKind::Stack, size.into(), 16)?;
        let mut at = 0;
        for &(value, width) in args.iter() {
            at = slot(at, width);
            let len = width.div_ceil(64) * 8;
            let value = models::resize(&mut self.exec.pool, value, width, 8 * len, false);
            let place = self.locate(Value::Int(area + at), u64::from(len), Access::Write)?;
            self.store(&place, 0, len, value);
            at += u64::from(len);
        }
        self.state.machine.frame.variadic_area = area;
        Ok(area)
    }

    fn errno_address(&mut self) -> Result<u64, Stop> {
        if self.state.machine.errno == 0 {
            self.state.machine.errno = self.allocate(ObjectKind::Global, Size::Known(4), 4)?;
        }
        Ok(self.state.machine.errno)
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
        self.state.machine.landed
    }

    fn at_exit(&mut self, function: u64, argument: Value) {
        Arc::make_mut(&mut self.state.machine.exit_handlers).push((function, argument));
    }

    fn at_thread_exit(&mut self, function: u64, argument: Value) {
        Arc::make_mut(&mut self.state.machine.thread_exit_handlers).push((function, argument));
    }

    fn warn(&mut self, message: String, once: bool) {
        self.exec.warn(self.state, message, once);
    }

    fn stack_text(&mut self) -> String {
        self.exec.stack_text(self.state)
    }

    fn silent_assume(&self) -> bool {
        self.exec.run.config.silent_assume
    }

    fn set_forking(&mut self, on: bool) {
        self.state.machine.forking = on;
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
