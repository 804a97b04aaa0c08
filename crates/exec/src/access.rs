//! Memory accesses: finding the object that a pointer denotes, and reporting the errors of a bad pointer.

use expr::{ExprId, Pool};
use ir::ErrorKind;
use memory::{Allocation, Ending, Fault, Home, MemoryModel, ObjectId, ObjectKind, Place, Resolution, Size, Value};
use models::Access;
use solver::{Answer, PathCondition, Solver};

use crate::decide::Question;
use crate::decision::{Choice, Part};
use crate::finish::file_name;
use crate::outcome::Termination;
use crate::state::State;
use crate::strings::OUTSIDE_STRING;
use crate::tuning::{ARRAY_LIMIT, FEW_OFFSETS, POSSIBLE_ADDRESSES};
use crate::uninitialized::{Contents, LARGEST_SYMBOL, Use};
use crate::worker::{Interrupt, Worker};

/// The size of the native stack in bytes: 8 MiB, the usual default.
const STACK_LIMIT: u64 = 8 << 20;
/// The size in bytes of the largest object that is modelled: 1 TiB.
pub(crate) const OBJECT_LIMIT: u64 = 1 << 40;

impl Worker<'_> {
    /// The number of bytes of native stack that a path may use.
    pub(crate) fn stack_limit(&self) -> u64 {
        STACK_LIMIT
    }

    /// Allocates an object, filled with zeros or left uninitialized, and returns its address.
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        size: impl Into<Size>,
        align: u64,
        contents: Contents,
    ) -> Result<u64, Interrupt> {
        // An object that a library function allocates is attributed to the program's own call of that function.
        let site = match kind {
            kind if kind.is_allocated() => self.own_site(state),
            ObjectKind::Stack => self.site(state),
            // Not a variable that the program declares.
            _ => u32::MAX,
        };
        let given = size.into();
        let size = given.most();
        let request = Allocation { kind, size, align, site };
        let place = if size <= OBJECT_LIMIT { self.run.layout.place(&state.machine.memory, &request) } else { None };
        let Some(address) = place else {
            return Err(Interrupt::End(Termination::Unsupported(format!("object of {size} bytes"))));
        };
        let memory = &mut state.machine.memory;
        let is_undefined = contents == Contents::Undefined && self.origins.is_on();
        let object = if is_undefined && (1..=LARGEST_SYMBOL).contains(&size) {
            let number = memory.next_serial();
            let symbol = self.origins.object(&mut self.pool, request.site, number, size);
            memory.insert_undefined(address, request, symbol)
        } else {
            memory.insert(address, request)
        };
        if let Size::Symbolic { term, least, .. } = given {
            memory.end_with_size(object, term, least);
        }
        Ok(address)
    }

    /// Resolves a pointer to the `len` bytes that it points to and proves that they exist. The paths on which
    /// the access fails end in errors. If the pointer may denote several objects, the memory model decides how
    /// to go on.
    pub(crate) fn locate(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        self.locate_by(state, pointer, len, access, self.run.layout)
    }

    /// Like [`Worker::locate`], but the result lies in one object: the path forks over the objects that the
    /// pointer may denote.
    pub(crate) fn locate_one(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        self.locate_by(state, pointer, len, access, &memory::Standard)
    }

    fn locate_by(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: u64,
        access: Access,
        layout: &dyn MemoryModel,
    ) -> Result<Place, Interrupt> {
        self.request(|worker| worker.locate_value(state, pointer, len, access, layout))
    }

    fn locate_value(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: u64,
        access: Access,
        layout: &dyn MemoryModel,
    ) -> Result<Place, Interrupt> {
        let place = match self.settle_value(state, pointer, Use::Address)? {
            Value::Int(address) => {
                let site = self.site(state) as usize;
                match state.machine.memory.access(address, len, &mut self.hints[site]) {
                    Ok(place) => Place::from(place),
                    Err(fault) => match self.locate_beyond(state, address, len, access)? {
                        Some(place) => place,
                        None => {
                            let fault = self.fault_by_size(state, fault, Value::Int(address))?;
                            return Err(self.fail(state, fault, address, len, access));
                        }
                    },
                }
            }
            Value::Expr(pointer) => self.locate_term(state, pointer, len, access, layout)?,
        };
        if access == Access::Write {
            let memory = &state.machine.memory;
            // Of several objects, constant ones were ruled out before.
            let constant = memory.object_of(&place).filter(|&at| memory.entry(at).kind == ObjectKind::Constant);
            if let Some(object) = constant {
                let message = self.describe_read_only(state, object, len);
                return Err(error(ErrorKind::ReadOnlyWrite, message));
            }
        }
        Ok(place)
    }

    fn locate_term(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        len: u64,
        access: Access,
        layout: &dyn MemoryModel,
    ) -> Result<Place, Interrupt> {
        if let Some(provenance) = state.machine.memory.provenance_of_addresses(&self.pool, pointer) {
            return self.locate_from(state, pointer, &provenance, len, access, layout);
        }
        match layout.home(&state.machine.memory, &self.pool, pointer) {
            Some(Home::Object(object)) if !self.means_others(state, pointer, object) => {
                return self.place_within(state, pointer, object, len, access);
            }
            Some(Home::Object(_)) => {}
            Some(Home::Gone(fault)) => {
                let fault = self.fault_by_size(state, fault, Value::Expr(pointer))?;
                let now = self.solver.eval(&self.pool, &state.path.condition, pointer).low_u64();
                return Err(self.fail(state, fault, now, len, access));
            }
            None => {}
        }
        if let Some(provenance) = state.machine.memory.provenance(&mut self.pool, pointer) {
            return self.locate_from(state, pointer, &provenance, len, access, layout);
        }
        let mut collected = Vec::new();
        loop {
            let question = self.question(state);
            if self.is_behind_join() && matches!(question.led(), Some(Choice::Object { taken: false, .. })) {
                // The object may be called otherwise here. The one that was taken is found by the input.
                continue;
            }
            let Some(resolution) = self.resolve(state, &question, pointer, layout, &collected)? else {
                return self.place_in_one_of(state, pointer, collected, len, access);
            };
            match resolution {
                Resolution::Fork(object) => {
                    let touches = state.machine.memory.touches(&mut self.pool, pointer, object);
                    let choice = |taken| Choice::Object { object, taken };
                    if self.decide_as(state, question, touches, &choice)? {
                        return self.place_within(state, pointer, object, len, access);
                    }
                }
                Resolution::Collect(object) => {
                    self.collect(state, &question, object, pointer);
                    collected.push(object);
                }
                Resolution::Nowhere => {
                    let somewhere = state.machine.memory.touches_any(&mut self.pool, pointer);
                    if !self.decide_as(state, question, somewhere, &Choice::Somewhere)? {
                        return Err(self.fail_nowhere(state, pointer, len, access)?);
                    }
                }
            }
        }
    }

    /// Whether a pointer that shows the address of an object means others, too: it has few values, and all lie in live objects. A
    /// program may have put it together from parts of pointers to them.
    fn means_others(&mut self, state: &State, pointer: ExprId, home: ObjectId) -> bool {
        let memory = &state.machine.memory;
        let object_at =
            |address| memory.find(address).map(|found| found.object).filter(|&at| memory.entry(at).is_live());
        if let Some(guide) = &self.guide {
            // What is known of a path is not known when it is followed, but what it chose is.
            let at = |part| self.asking.next_question(state.path.instructions, part);
            let address = self.solver.value(&self.pool, &guide.input, pointer).low_u64();
            let is_elsewhere = object_at(address).is_some_and(|object| object != home);
            return guide.decides(at(None)) || is_elsewhere && !guide.decides(at(Some(Part::Bounds)));
        }
        let path = &state.path.condition;
        let Some(values) = possible_offsets(&mut self.solver, &self.pool, path, pointer, POSSIBLE_ADDRESSES) else {
            return false;
        };
        let objects: Option<Vec<ObjectId>> = values.iter().map(|&value| object_at(value)).collect();
        objects.is_some_and(|objects| objects.iter().any(|&object| object != home))
    }

    /// What the pointer denotes at the least value that it may have outside of the objects collected so far;
    /// `None` if it has no such value.
    fn resolve(
        &mut self,
        state: &State,
        question: &Question,
        pointer: ExprId,
        layout: &dyn MemoryModel,
        collected: &[ObjectId],
    ) -> Result<Option<Resolution>, Interrupt> {
        match question.led() {
            Some(&Choice::Object { object, .. }) => {
                let object = self.object_on_trail(state, pointer, object);
                return Ok(Some(Resolution::Fork(object)));
            }
            Some(&Choice::Collected(object)) => {
                let object = self.object_on_trail(state, pointer, object);
                return Ok(Some(Resolution::Collect(object)));
            }
            Some(Choice::Somewhere(_)) => return Ok(Some(Resolution::Nowhere)),
            _ if self.guide.is_some() && !collected.is_empty() => return Ok(None),
            _ => {}
        }
        let now = if collected.is_empty() {
            self.least_value(&state.path.condition, pointer)
        } else {
            let mut elsewhere = self.pool.bool(true);
            for &object in collected {
                let touches = state.machine.memory.touches(&mut self.pool, pointer, object);
                let outside = self.pool.not(touches);
                elsewhere = self.pool.and(elsewhere, outside);
            }
            match self.solver.assume(&mut self.pool, &state.path.condition, elsewhere) {
                Answer::Sat(path) => self.least_value(&path, pointer),
                Answer::Unsat => return Ok(None),
                Answer::Unknown(reason) => return Err(Interrupt::End(Termination::Undecided(reason.to_string()))),
            }
        };
        Ok(Some(layout.resolve(&state.machine.memory, now, collected)))
    }

    /// The place of a pointer that lies in one of several objects, without deciding in which.
    fn place_in_one_of(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        mut objects: Vec<ObjectId>,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        objects.sort_unstable();
        objects.dedup();
        if access == Access::Write {
            let is_constant = |&object: &ObjectId| state.machine.memory.entry(object).kind == ObjectKind::Constant;
            let constants: Vec<ObjectId>;
            (constants, objects) = objects.into_iter().partition(is_constant);
            for object in constants {
                let touches = state.machine.memory.touches(&mut self.pool, pointer, object);
                let elsewhere = self.pool.not(touches);
                let message = self.describe_read_only(state, object, len);
                self.require(state, elsewhere, |_, _, _| (ErrorKind::ReadOnlyWrite, message))?;
            }
        }
        self.counts.choices += 1;
        self.asking.part(Part::Bounds);
        let claim = state.machine.memory.claim_one_of(&mut self.pool, pointer, &objects, len);
        self.require(state, claim.condition(), |exec, state, path| {
            let address = exec.solver.eval(&exec.pool, path, pointer).low_u64();
            let found = state.machine.memory.find(address).expect("it lies in one of them").object;
            exec.describe_outside(state, path, pointer, found, len, access)
        })?;
        Ok(claim.proved())
    }

    pub(crate) fn describe_read_only(&self, state: &State, object: ObjectId, len: u64) -> String {
        format!("write of {len} bytes to constant {}", self.describe_object(state, &state.path.condition, object))
    }

    /// The error of a pointer that lies in no live object on this path. A pointer may be bad in several ways:
    /// the path forks by kind of fault, so that each kind is reported.
    pub(crate) fn fail_nowhere(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        len: u64,
        access: Access,
    ) -> Result<Interrupt, Interrupt> {
        loop {
            let question = self.question(state);
            let now = self.next_value(state, &question, pointer);
            let fault = state.machine.memory.fault(now);
            let same = self.has_fault(state, pointer, fault);
            let choice = |taken| Choice::Value { value: now, taken };
            if self.decide_as(state, question, same, &choice)? {
                let fault = self.fault_by_size(state, fault, Value::Expr(pointer))?;
                // What is told is about the input of the path's test.
                let told = self.solver.eval(&self.pool, &state.path.condition, pointer).low_u64();
                return Ok(self.fail(state, fault, told, len, access));
            }
        }
    }

    /// The fault of a pointer to a freed object that joined paths had made in different sizes: on the path of a smaller
    /// one, the pointer may lie behind it.
    fn fault_by_size(&mut self, state: &mut State, fault: Fault, pointer: Value) -> Result<Fault, Interrupt> {
        let Fault::Freed(object) = fault else { return Ok(fault) };
        let entry = state.machine.memory.entry(object);
        let (Some(_), Some(Ending::Size(size))) = (entry.sites, entry.ending) else { return Ok(fault) };
        let pointer = pointer.to_expr(&mut self.pool, 64);
        let offset = state.machine.memory.offset(&mut self.pool, pointer, object);
        // An object of no bytes has its first address, as for the memory itself.
        let zero = self.pool.int(64, 0);
        let (is_within, is_first) = (self.pool.ult(offset, size), self.pool.eq(offset, zero));
        let is_within = self.pool.or(is_within, is_first);
        Ok(if self.decide(state, is_within)? { fault } else { Fault::Outside(Some(object)) })
    }

    /// The condition that a pointer, which lies in no live object, is bad in this way.
    fn has_fault(&mut self, state: &State, pointer: ExprId, fault: Fault) -> ExprId {
        match state.machine.memory.fault_range(fault) {
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
        }
    }

    fn in_range(&mut self, pointer: ExprId, (from, to): (u64, u64)) -> ExprId {
        let base = self.pool.int(64, from);
        let offset = self.pool.sub(pointer, base);
        let size = self.pool.int(64, to - from);
        self.pool.ult(offset, size)
    }

    pub(crate) fn place_within(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        object: ObjectId,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        let claim = state.machine.memory.claim(&mut self.pool, pointer, object, len);
        self.asking.part(Part::Bounds);
        self.require(state, claim.condition(), |exec, state, path| {
            exec.describe_outside(state, path, pointer, object, len, access)
        })?;
        let place = claim.proved();
        let offset = place.offset().expect("it lies in one object");
        self.asking.part(Part::Ending);
        self.require_string(state, offset, object, len, access)?;
        let size = state.machine.memory.entry(object).extent();
        if let Value::Expr(term) = offset
            && size > ARRAY_LIMIT
        {
            if self.pool.places(term).within(0, size - len).is_none_or(|places| places.count() > FEW_OFFSETS) {
                let what = format!("access at a symbolic offset of an object of {size} bytes");
                return Err(Interrupt::End(Termination::Unsupported(what)));
            }
            return self.at_known_offset(state, place);
        }
        Ok(place)
    }

    /// Makes the offset of a place in one object concrete: the path forks over the offsets that are possible.
    pub(crate) fn at_known_offset(&mut self, state: &mut State, place: Place) -> Result<Place, Interrupt> {
        let offset = place.offset().expect("it lies in one object");
        self.asking.part(Part::Offset);
        let offset = self.concretize(state, offset, 64)?;
        Ok(place.at_offset(offset).expect("it lies in one object"))
    }

    /// Reads `len` bytes, beginning `offset` bytes into a place.
    pub(crate) fn read_place(&mut self, state: &mut State, place: &Place, offset: u64, len: u32) -> Value {
        let (solver, path) = (&mut self.solver, &state.path.condition);
        let most = self.run.config.tuning.possible_offsets;
        state.machine.memory.read(&mut self.pool, place, offset, len, &mut |pool, offset| {
            possible_offsets(solver, pool, path, offset, most)
        })
    }

    /// Writes a value of `8 * len` bits, beginning `offset` bytes into a place.
    pub(crate) fn write_place(&mut self, state: &mut State, place: &Place, offset: u64, len: u32, value: Value) {
        let (solver, path) = (&mut self.solver, &state.path.condition);
        let most = self.run.config.tuning.possible_offsets;
        state.machine.memory.write(&mut self.pool, place, offset, len, value, &mut |pool, offset| {
            possible_offsets(solver, pool, path, offset, most)
        });
    }

    pub(crate) fn describe_outside(
        &mut self,
        state: &State,
        path: &PathCondition,
        pointer: ExprId,
        at: ObjectId,
        len: u64,
        access: Access,
    ) -> (ErrorKind, String) {
        let address = self.solver.eval(&self.pool, path, pointer).low_u64();
        let entry = state.machine.memory.entry(at);
        let offset = entry.offset_of(address);
        let what = self.describe_object(state, path, at);
        (ErrorKind::OutOfBounds, format!("{} of {} at offset {offset} of {what}", verb(access), bytes(len)))
    }

    /// The [`Termination`] of a path whose access fails, as an interrupt.
    fn fail(&self, state: &State, fault: Fault, address: u64, len: u64, access: Access) -> Interrupt {
        if let Fault::External(at) = fault {
            let what = format!("external {}", self.describe_object(state, &state.path.condition, at));
            return Interrupt::End(Termination::Unsupported(what));
        }
        let (kind, message) = self.describe_fault(state, fault, address, len, access);
        Interrupt::End(Termination::Error { kind, message, suffix: None })
    }

    /// The kind of error of a failing access, and a message of one line.
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
                let offset = entry.offset_of(address);
                let what = self.describe_object(state, &state.path.condition, at);
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
                let offset = entry.offset_of(address);
                if offset > entry.extent().saturating_add(1 << 20) as i64 {
                    return (ErrorKind::OutOfBounds, format!("{doing} at address {address:#x}, where no object is"));
                }
                let what = self.describe_object(state, &state.path.condition, at);
                (ErrorKind::OutOfBounds, format!("{doing} at offset {offset} of {what}"))
            }
        }
    }

    /// Describes an object for a message. A symbolic size is that of the path's model.
    pub(crate) fn describe_object(&self, state: &State, path: &PathCondition, at: ObjectId) -> String {
        let entry = state.machine.memory.entry(at);
        if let Some(Ending::String { .. }) = entry.ending {
            return match entry.kind.is_allocated() {
                true => format!(
                    "string{}, where the object ends with the first zero",
                    self.describe_site(self.site_for_message(path, entry))
                ),
                false => OUTSIDE_STRING.to_owned(),
            };
        }
        let size = self.size_for_message(path, entry);
        match entry.kind {
            ObjectKind::Global | ObjectKind::Constant | ObjectKind::External => {
                match self.run.module.globals.get(entry.site as usize) {
                    Some(global) => format!("global '{}' of {}", global.name, bytes(size)),
                    None => format!("object of {} that the program did not declare", bytes(size)),
                }
            }
            ObjectKind::Heap | ObjectKind::New | ObjectKind::NewArray | ObjectKind::Freed => {
                format!("heap object of {}{}", bytes(size), self.describe_site(self.site_for_message(path, entry)))
            }
            ObjectKind::Stack => {
                format!("local object of {}{}", bytes(size), self.describe_site(self.site_for_message(path, entry)))
            }
        }
    }

    pub(crate) fn describe_site(&self, site: u32) -> String {
        let (func, pc) = self.run.program.at_site(site);
        let pos = self.run.program.funcs[func.index()].declared_at(pc);
        match self.run.module.file(pos) {
            Some(file) => format!(" allocated at {}:{}", file_name(file), pos.line),
            None => format!(" allocated in {}", self.run.module.functions[func.index()].name),
        }
    }
}

/// The possible values of an offset on this path, if there are at most `most`. A single value is
/// as good as a concrete offset.
pub(crate) fn possible_offsets(
    solver: &mut Solver,
    pool: &Pool,
    path: &PathCondition,
    offset: ExprId,
    most: usize,
) -> Option<Vec<u64>> {
    if !pool.array_axioms().by_interval() {
        return None;
    }
    solver.possible_values(pool, path, offset, most)
}

fn error(kind: ErrorKind, message: String) -> Interrupt {
    Interrupt::End(Termination::Error { kind, message, suffix: None })
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
