//! Memory accesses: from a pointer to an object, with the errors on the way.

use expr::ExprId;
use ir::ErrorKind;
use memory::{Allocation, EntryRef, Fault, MemoryModel, ObjectKind, Resolution, Value};
use models::{Access, Place};
use solver::PathCondition;

use crate::executor::{Executor, Interrupt};
use crate::finish::file_name;
use crate::outcome::Termination;
use crate::state::State;
use crate::strings::OUTSIDE_STRING;
use crate::uninitialized::{Contents, LARGEST_SYMBOL, Use};

/// So many offsets of an access are looked at one by one.
const POSSIBLE_OFFSETS: usize = 64;

/// Native stacks have 8 MiB by default.
const STACK_LIMIT: u64 = 8 << 20;
/// Larger objects are not modelled: 1 TiB.
pub(crate) const OBJECT_LIMIT: u64 = 1 << 40;
/// An access at a symbolic offset looks at all of an object. In a larger one the path forks over the offsets instead, if they are few.
const ARRAY_LIMIT: u64 = 1 << 30;
const FEW_PLACES: u64 = 256;

impl Executor<'_> {
    /// How many bytes of native stack a path may use.
    pub(crate) fn stack_limit(&self) -> u64 {
        STACK_LIMIT
    }

    /// A new object, of zeros or with nothing written yet.
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        size: u64,
        align: u64,
        contents: Contents,
    ) -> Result<u64, Interrupt> {
        // What a function of the library allocates, the program's own call of it does.
        let site = match kind {
            kind if kind.is_allocated() => self.own_site(state),
            ObjectKind::Stack => self.site(state),
            // No variable that the program has declared.
            _ => u32::MAX,
        };
        let request = Allocation { kind, size, align, site };
        let place = if size <= OBJECT_LIMIT { self.layout.place(&state.machine.memory, &request) } else { None };
        let Some(address) = place else {
            return Err(Interrupt::End(Termination::Unsupported(format!("object of {size} bytes"))));
        };
        if contents == Contents::Undefined && self.origins.is_on() && (1..=LARGEST_SYMBOL).contains(&size) {
            let number = state.machine.memory.next_object().0;
            let symbol = self.origins.object(&mut self.pool, request.site, number, size);
            state.machine.memory.insert_undefined(address, request, symbol);
        } else {
            state.machine.memory.insert(address, request);
        }
        Ok(address)
    }

    /// The object and offset an access denotes, proved in bounds; errors end their sides, several objects fork.
    pub(crate) fn resolve(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        let place = match self.settle_value(state, pointer, Use::Address)? {
            Value::Int(address) => {
                let mut hint = self.hints[self.site(state) as usize];
                match state.machine.memory.access(address, len, &mut hint) {
                    Ok(place) => {
                        let site = self.site(state) as usize;
                        self.hints[site] = hint;
                        Place { at: place.entry(), offset: Value::Int(place.offset()), len }
                    }
                    Err(fault) => match self.resolve_string(state, address, len, access)? {
                        Some(place) => place,
                        None => return Err(self.fail(state, fault, address, len, access)),
                    },
                }
            }
            Value::Expr(pointer) => self.resolve_term(state, pointer, len, access)?,
        };
        if access == Access::Write && state.machine.memory.entry(place.at).kind == ObjectKind::Constant {
            let what = self.describe_object(state, place.at);
            return Err(Interrupt::End(Termination::Error {
                kind: ErrorKind::ReadOnlyWrite,
                message: format!("write of {len} bytes to constant {what}"),
                suffix: None,
            }));
        }
        Ok(place)
    }

    fn resolve_term(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        loop {
            let now = self.solver.eval(&self.pool, &state.path.condition, pointer).low_u64();
            match self.layout.resolve(&state.machine.memory, &self.pool, pointer, now) {
                Resolution::Within(at) => return self.place_within(state, pointer, at, len, access),
                Resolution::Maybe(at) => {
                    let touches = self.layout.inside(&state.machine.memory, &mut self.pool, pointer, at, 1);
                    if self.decide(state, touches)? {
                        return self.place_within(state, pointer, at, len, access);
                    }
                }
                Resolution::Gone(fault) => return Err(self.fail(state, fault, now, len, access)),
                Resolution::Nowhere => {
                    let somewhere = self.inside_any(state, pointer);
                    if !self.decide(state, somewhere)? {
                        return Err(self.fail_nowhere(state, pointer, len, access)?);
                    }
                }
            }
        }
    }

    /// The error of a pointer that lies in no live object on this path. A pointer may be bad in several ways: the path
    /// forks until it is bad in one, so that every kind is reported.
    fn fail_nowhere(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        len: u64,
        access: Access,
    ) -> Result<Interrupt, Interrupt> {
        let now = self.solver.eval(&self.pool, &state.path.condition, pointer).low_u64();
        let fault = state.machine.memory.fault(now);
        let same = match state.machine.memory.fault_range(fault) {
            Some(range) => self.in_range(pointer, range),
            None => {
                let (low, high) = self.pool.unsigned_range(pointer);
                let others: Vec<(u64, u64)> = state
                    .machine
                    .memory
                    .interval_faults()
                    .filter_map(|fault| state.machine.memory.fault_range(fault))
                    .filter(|&(from, to)| from <= high && to > low)
                    .collect();
                let mut any = self.pool.bool(false);
                for range in others {
                    let there = self.in_range(pointer, range);
                    any = self.pool.or(any, there);
                }
                self.pool.not(any)
            }
        };
        if self.decide(state, same)? {
            return Ok(self.fail(state, fault, now, len, access));
        }
        unreachable!("the present value of the pointer satisfies its own description")
    }

    fn in_range(&mut self, pointer: ExprId, (from, to): (u64, u64)) -> ExprId {
        let base = self.pool.int(64, from);
        let offset = self.pool.sub(pointer, base);
        let size = self.pool.int(64, to - from);
        self.pool.ult(offset, size)
    }

    fn place_within(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        at: EntryRef,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        let inside = self.layout.inside(&state.machine.memory, &mut self.pool, pointer, at, len);
        self.require(state, inside, |exec, state, path| exec.describe_outside(state, path, pointer, at, len, access))?;
        let offset = self.layout.offset(&state.machine.memory, &mut self.pool, pointer, at);
        self.require_string(state, offset, at, len, access)?;
        let size = state.machine.memory.entry(at).size;
        let mut offset = Value::from_expr(&self.pool, offset);
        if let Value::Expr(term) = offset
            && size > ARRAY_LIMIT
        {
            if self.pool.places(term).within(0, size - len).is_none_or(|places| places.count() > FEW_PLACES) {
                let what = format!("access at a symbolic offset of an object of {size} bytes");
                return Err(Interrupt::End(Termination::Unsupported(what)));
            }
            offset = Value::Int(self.concretize(state, offset, 64)?);
        }
        Ok(Place { at, offset, len })
    }

    /// The condition that a pointer lies in some live object.
    fn inside_any(&mut self, state: &State, pointer: ExprId) -> ExprId {
        let (low, high) = self.pool.unsigned_range(pointer);
        let mut any = self.pool.bool(false);
        let reachable: Vec<EntryRef> = state
            .machine
            .memory
            .live()
            .filter(|(_, entry)| entry.size > 0 && entry.base <= high && entry.base + entry.extent() > low)
            .map(|(at, _)| at)
            .collect();
        for at in reachable {
            let inside = self.layout.inside(&state.machine.memory, &mut self.pool, pointer, at, 1);
            any = self.pool.or(any, inside);
        }
        any
    }

    /// Reads `len` bytes at `offset` of a place.
    pub(crate) fn read_place(&mut self, state: &mut State, place: &Place, offset: u64, len: u32) -> Value {
        match place.offset {
            Value::Int(base) => state.machine.memory.entry(place.at).object().read(&mut self.pool, base + offset, len),
            Value::Expr(base) => {
                let at = self.offset_by(base, offset);
                let possible = self.possible_offsets(state, at);
                let object = state.machine.memory.object_mut(place.at);
                let few = possible.and_then(|offsets| object.read_among(&mut self.pool, at, len, &offsets));
                few.unwrap_or_else(|| object.read_at(&mut self.pool, at, len))
            }
        }
    }

    /// Writes a value of `8 * len` bits at `offset` of a place.
    pub(crate) fn write_place(&mut self, state: &mut State, place: &Place, offset: u64, len: u32, value: Value) {
        match place.offset {
            Value::Int(base) => state.machine.memory.object_mut(place.at).write(&self.pool, base + offset, len, value),
            Value::Expr(base) => {
                let at = self.offset_by(base, offset);
                let possible = self.possible_offsets(state, at);
                let object = state.machine.memory.object_mut(place.at);
                match possible.as_deref() {
                    Some(&[only]) if object.fits(only, len) => object.write(&self.pool, only, len, value),
                    _ => object.write_at(&mut self.pool, at, len, value),
                }
            }
        }
    }

    /// Where an access can lie, if the path leaves few places. One that it leaves alone is as good as a number.
    fn possible_offsets(&mut self, state: &State, offset: ExprId) -> Option<Vec<u64>> {
        if !self.pool.array_axioms().by_interval() {
            return None;
        }
        self.solver.possible_values(&self.pool, &state.path.condition, offset, POSSIBLE_OFFSETS)
    }

    fn offset_by(&mut self, base: ExprId, offset: u64) -> ExprId {
        let offset = self.pool.int(64, offset);
        self.pool.add(base, offset)
    }

    fn describe_outside(
        &mut self,
        state: &State,
        path: &PathCondition,
        pointer: ExprId,
        at: EntryRef,
        len: u64,
        access: Access,
    ) -> (ErrorKind, String) {
        let address = self.solver.eval(&self.pool, path, pointer).low_u64();
        let entry = state.machine.memory.entry(at);
        let offset = address.wrapping_sub(entry.base) as i64;
        let what = self.describe_object(state, at);
        (ErrorKind::OutOfBounds, format!("{} of {} at offset {offset} of {what}", verb(access), bytes(len)))
    }

    /// The end of a path whose access fails.
    fn fail(&self, state: &State, fault: Fault, address: u64, len: u64, access: Access) -> Interrupt {
        if let Fault::External(at) = fault {
            let what = format!("external {}", self.describe_object(state, at));
            return Interrupt::End(Termination::Unsupported(what));
        }
        let (kind, message) = self.describe_fault(state, fault, address, len, access);
        Interrupt::End(Termination::Error { kind, message, suffix: None })
    }

    /// The kind of a failing access and a line about it.
    fn describe_fault(
        &self,
        state: &State,
        fault: Fault,
        address: u64,
        len: u64,
        access: Access,
    ) -> (ErrorKind, String) {
        let doing = format!("{} of {}", verb(access), bytes(len));
        match fault {
            Fault::Null if address == 0 => (ErrorKind::Null, format!("{doing} through a null pointer")),
            Fault::Null => (ErrorKind::Null, format!("{doing} at address {address:#x}, {address} bytes past null")),
            Fault::Freed(at) | Fault::External(at) => {
                let entry = state.machine.memory.entry(at);
                let offset = address.wrapping_sub(entry.base) as i64;
                let what = self.describe_object(state, at);
                (ErrorKind::UseAfterFree, format!("{doing} at offset {offset} of {what}, which was freed"))
            }
            Fault::Returned => {
                (ErrorKind::UseAfterReturn, format!("{doing} in a local object of a function that has returned"))
            }
            Fault::Outside(None) => {
                (ErrorKind::OutOfBounds, format!("{doing} at address {address:#x}, where no object is"))
            }
            Fault::Outside(Some(at)) => {
                let entry = state.machine.memory.entry(at);
                let offset = address.wrapping_sub(entry.base) as i64;
                if offset > entry.size.saturating_add(1 << 20) as i64 {
                    return (ErrorKind::OutOfBounds, format!("{doing} at address {address:#x}, where no object is"));
                }
                let what = self.describe_object(state, at);
                (ErrorKind::OutOfBounds, format!("{doing} at offset {offset} of {what}"))
            }
        }
    }

    /// An object in words.
    pub(crate) fn describe_object(&self, state: &State, at: EntryRef) -> String {
        let entry = state.machine.memory.entry(at);
        let size = entry.size;
        if entry.ending.is_some() {
            return OUTSIDE_STRING.to_owned();
        }
        match entry.kind {
            ObjectKind::Global | ObjectKind::Constant | ObjectKind::External => {
                match self.module.globals.get(entry.site as usize) {
                    Some(global) => format!("global '{}' of {}", global.name, bytes(size)),
                    None => format!("object of {} that the program did not declare", bytes(size)),
                }
            }
            ObjectKind::Heap | ObjectKind::New | ObjectKind::NewArray | ObjectKind::Freed => {
                format!("heap object of {}{}", bytes(size), self.describe_site(entry.site))
            }
            ObjectKind::Stack => format!("local object of {}{}", bytes(size), self.describe_site(entry.site)),
        }
    }

    pub(crate) fn describe_site(&self, site: u32) -> String {
        let (func, pc) = self.program.at_site(site);
        let pos = self.program.funcs[func.index()].declared_at(pc);
        match self.module.file(pos) {
            Some(file) => format!(" allocated at {}:{}", file_name(file), pos.line),
            None => format!(" allocated in {}", self.module.functions[func.index()].name),
        }
    }
}

pub(crate) fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
    }
}

pub(crate) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}
