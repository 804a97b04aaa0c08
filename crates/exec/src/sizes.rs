//! Objects of symbolic size (Trabish 2024, §5.2.1): one object of a bounded size, instead of a path for each size.
//!
//! Such an object has a *capacity*, the greatest size that is considered. Its address, its contents and the red
//! zone behind it are those of an object of that size, and an access must also lie below the size, which is a
//! term. Sizes beyond the capacity are not explored: if there are any, the run is incomplete and the summary names
//! the place. If all sizes of a path lie beyond, the capacity grows.
//!
//! Code that goes through an object from its beginning on needs few questions: what is known to exist is a number,
//! [`memory::Entry::size`], and grows with each access that was shown to be in bounds.

use expr::{Evaluator, ExprId};
use ir::ErrorKind;
use memory::{Ending, Entry, Found, InBounds, ObjectKind, Place, Size, Value};
use models::Access;
use solver::PathCondition;

use crate::access::{bytes, verb};
use crate::config::SizeMode;
use crate::decision::Part;
use crate::finish::file_name;
use crate::outcome::{Location, Termination};
use crate::state::State;
use crate::tuning::LARGEST_CAPACITY;
use crate::uninitialized::Use;
use crate::worker::{Interrupt, Worker};

/// The greatest sizes of objects whose size is symbolic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Capacities {
    /// In bytes, for all places but those below; `None` for the default.
    pub general: Option<u64>,
    /// For single places: the file, of which the directory does not matter, the line, and the capacity in bytes.
    pub places: Vec<(String, u32, u64)>,
}

impl Capacities {
    /// Adds what a word of the form `N` or `FILE:LINE=N` says.
    pub fn add(&mut self, word: &str) -> Result<(), String> {
        let wrong =
            || format!("'{word}' is neither a number of bytes from 1 to {LARGEST_CAPACITY} nor FILE:LINE=BYTES");
        let number = |text: &str| text.parse().ok().filter(|size| (1..=LARGEST_CAPACITY).contains(size));
        match word.rsplit_once('=') {
            None => self.general = Some(number(word).ok_or_else(wrong)?),
            Some((place, size)) => {
                let (file, line) = place.rsplit_once(':').ok_or_else(wrong)?;
                let line = line.parse().ok().filter(|_| !file.is_empty()).ok_or_else(wrong)?;
                self.places.push((file.to_owned(), line, number(size).ok_or_else(wrong)?));
            }
        }
        Ok(())
    }
}

impl Worker<'_> {
    /// The size of a new object as the mode of sizes wants it. What is not considered is counted as a reason why
    /// the run is incomplete.
    pub(crate) fn bound_size(&mut self, state: &mut State, size: ExprId) -> Result<Size, Interrupt> {
        let size = self.request(|worker| worker.settle(state, size, Use::Number))?;
        let place = self.own_place(state);
        let mut capacity = self.capacity(place.as_ref());
        loop {
            let most = self.pool.int(64, capacity);
            let fits = self.pool.ule(size, most);
            let at = shown(place.as_ref());
            let why = format!("size of an object{at} above {capacity} bytes (--size-capacity)");
            if self.confine(state, fits, &why)? {
                break;
            }
            if capacity >= LARGEST_CAPACITY {
                let what = format!("allocation of a symbolic size above {LARGEST_CAPACITY} bytes");
                return Err(Interrupt::End(Termination::Unsupported(what)));
            }
            capacity = (2 * capacity).min(LARGEST_CAPACITY);
        }
        let (least, _) = self.pool.unsigned_range(size);
        if self.run.config.sizes == SizeMode::Lazy {
            capacity = capacity.min(self.greatest_value(state, size));
        }
        self.size_in_mode(state, size, least, capacity)
    }

    /// A symbolic size that is from `least` to `capacity` on the path, as the mode of sizes wants it.
    pub(crate) fn size_in_mode(
        &mut self,
        state: &mut State,
        size: ExprId,
        least: u64,
        capacity: u64,
    ) -> Result<Size, Interrupt> {
        self.counts.symbolic_sizes += 1;
        match self.run.config.sizes {
            SizeMode::Lazy => {
                for range in &self.pool.support(size)[..] {
                    state.schedule.note_size(range.symbol);
                }
                Ok(Size::Symbolic { term: size, capacity, least })
            }
            SizeMode::Eager => self.concretize(state, Value::Expr(size), 64).map(Size::Known),
            SizeMode::Largest => {
                // The greatest value has the least complement.
                let complement = self.pool.not(size);
                let at = shown(self.own_place(state).as_ref());
                let why = format!("sizes of an object{at} other than the largest (--sizes)");
                let least = self.fix(state, complement, 64, &why)?;
                Ok(Size::Known(!least))
            }
        }
    }

    /// An upper bound on a term of 64 bits: its greatest value, if the solver finds that. The path is not constrained.
    pub(crate) fn greatest_value(&mut self, state: &mut State, term: ExprId) -> u64 {
        // The greatest value has the least complement.
        let complement = self.pool.not(term);
        !self.lower_bound(state, complement)
    }

    /// The value of a pointer, if it has only one on the path.
    fn only_value(&mut self, state: &mut State, pointer: Value) -> Option<u64> {
        match pointer {
            Value::Int(address) => Some(address),
            Value::Expr(term) => {
                let least = self.lower_bound(state, term);
                (self.greatest_value(state, term) == least).then_some(least)
            }
        }
    }

    fn capacity(&self, place: Option<&(String, u32)>) -> u64 {
        let config = &self.run.config;
        let places = &config.capacities.places;
        let given = place
            .and_then(|(name, line)| places.iter().rposition(|(file, at, _)| at == line && file_name(file) == name));
        match given {
            Some(number) => {
                self.run.ledger().capacities.insert(number);
                places[number].2
            }
            None => config.capacities.general.unwrap_or(config.tuning.size_capacity),
        }
    }

    /// Tells of places with a capacity of their own at which no object of symbolic size was made: most likely the line is
    /// another one.
    pub(crate) fn tell_of_vain_capacities(&self) {
        let used = self.run.ledger().capacities.clone();
        for (number, (file, line, _)) in self.run.config.capacities.places.iter().enumerate() {
            if !used.contains(&number) {
                let place = Location { file: file.clone(), line: *line, ..Location::default() };
                let text = "--size-capacity names this line, but no object of symbolic size was made there";
                self.run.observer().message(&place, text);
            }
        }
    }

    /// The file name and line of the program's own instruction that the state is at.
    fn own_place(&self, state: &State) -> Option<(String, u32)> {
        let (func, pc) = self.run.program.at_site(self.own_site(state));
        let pos = self.run.program.funcs[func.index()].declared_at(pc);
        self.run.module.file(pos).map(|file| (file_name(file).to_owned(), pos.line))
    }

    /// The place of an access beyond the bytes that an object is known to have, if its size may be that large.
    pub(crate) fn locate_beyond(
        &mut self,
        state: &mut State,
        address: u64,
        len: u64,
        access: Access,
    ) -> Result<Option<Place>, Interrupt> {
        let Some(Found { object, offset }) = state.machine.memory.find(address) else { return Ok(None) };
        let entry = state.machine.memory.entry(object);
        let end = offset.saturating_add(len);
        if end > entry.extent() || !entry.is_live() {
            return Ok(None);
        }
        match entry.ending {
            None => Ok(None),
            Some(Ending::String { .. }) => {
                self.locate_string(state, Found { object, offset }, address, len, access).map(Some)
            }
            Some(Ending::Size(_)) => {
                let claim = state.machine.memory.claim_at(&mut self.pool, object, offset, len);
                self.asking.part(Part::Ending);
                self.require(state, claim.condition(), |exec, state, path| {
                    let what = exec.describe_object(state, path, object);
                    let message = format!("{} of {} at offset {offset} of {what}", verb(access), bytes(len));
                    (ErrorKind::OutOfBounds, message)
                })?;
                state.machine.memory.grow(object, end);
                Ok(Some(claim.proved()))
            }
        }
    }

    /// The size of a new local object. Sizes that do not fit on the stack are errors.
    pub(crate) fn local_size(&mut self, state: &mut State, size: ExprId) -> Result<Size, Interrupt> {
        let limit = self.stack_limit();
        let most = self.pool.int(64, limit);
        let fits = self.pool.ule(size, most);
        self.require(state, fits, |exec, _, path| {
            let size = exec.solver.eval(&exec.pool, path, size).low_u64();
            (ErrorKind::StackOverflow, format!("local object of {size} bytes is larger than the stack"))
        })?;
        self.bound_size(state, size)
    }

    /// Resolves a pointer to bytes of which the first `length` exist: see [`models::Machine::locate_up_to`].
    pub(crate) fn locate_up_to(
        &mut self,
        state: &mut State,
        pointer: Value,
        length: ExprId,
        access: Access,
    ) -> Result<Option<InBounds>, Interrupt> {
        let Some(address) = self.only_value(state, pointer) else { return Ok(None) };
        let length = self.request(|worker| worker.settle(state, length, Use::Number))?;
        // An object that ends at the address has no bytes there, but no bytes may be asked for.
        let memory = &state.machine.memory;
        let found = memory.find(address).or_else(|| {
            let before = memory.find(address.wrapping_sub(1))?;
            Some(Found { offset: before.offset + 1, ..before })
        });
        let Some(Found { object, offset }) = found else { return Ok(None) };
        let entry = memory.entry(object);
        let room = entry.extent().saturating_sub(offset);
        let is_string = matches!(entry.ending, Some(Ending::String { .. }));
        let is_constant = access == Access::Write && entry.kind == ObjectKind::Constant;
        if is_string || is_constant || !entry.is_live() {
            return Ok(None);
        }
        let most = self.greatest_value(state, length).min(room);
        let (memory, tuning) = (&state.machine.memory, &self.run.config.tuning);
        let place = memory.whole(object).part(offset, most);
        let is_whole = access == Access::Write && memory.ends_behind(place, length);
        let limit = match is_whole || memory.entry(object).object().is_defined_in(&self.pool, offset, most) {
            true => tuning.copied_over_defined,
            false => tuning.copied_by_terms,
        };
        if most > limit {
            return Ok(None);
        }
        let exist = state.machine.memory.has_bytes(&mut self.pool, object, offset, length);
        self.request(|worker| {
            worker.asking.part(Part::Bounds);
            worker.require(state, exist, |exec, state, path| {
                let what = exec.describe_object(state, path, object);
                let length = exec.solver.eval(&exec.pool, path, length).low_u64();
                let message = format!("{} of {} at offset {offset} of {what}", verb(access), bytes(length));
                (ErrorKind::OutOfBounds, message)
            })
        })?;
        Ok(Some(place))
    }

    /// The number of bytes of an object by the model of a path, for messages.
    pub(crate) fn size_for_message(&self, path: &PathCondition, entry: &Entry) -> u64 {
        match entry.ending {
            Some(Ending::Size(size)) => Evaluator::default().eval_u64(&self.pool, path.model(), size),
            _ => entry.size,
        }
    }

    /// The site of an object by the model of a path, for messages.
    pub(crate) fn site_for_message(&self, path: &PathCondition, entry: &Entry) -> u32 {
        match entry.sites {
            Some(site) => Evaluator::default().eval_u64(&self.pool, path.model(), site) as u32,
            None => entry.site,
        }
    }
}

/// A place as a part of a sentence.
fn shown(place: Option<&(String, u32)>) -> String {
    place.map_or_else(String::new, |(file, line)| format!(" at {file}:{line}"))
}
