//! Pointers whose terms show which objects they come from ([`Provenance`]): what is asked about them.
//!
//! A question must be numbered alike whenever a path is followed, whatever the solver knows then. So which questions there are
//! follows from the pointer and the memory alone, and what is known besides only answers some of them, or makes the terms
//! of a place smaller.

use expr::ExprId;
use ir::ErrorKind;
use memory::{MemoryModel, Place, Provenance, Value, Way};
use models::Access;
use solver::PathCondition;

use crate::access::possible_offsets;
use crate::decision::{Choice, Part};
use crate::state::State;
use crate::tuning::POSSIBLE_ADDRESSES;
use crate::uninitialized::Use;
use crate::worker::{Interrupt, Worker};

impl Worker<'_> {
    /// The place of a pointer whose term shows which objects it may come from.
    pub(crate) fn locate_from(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        provenance: &Provenance,
        len: u64,
        access: Access,
        layout: &dyn MemoryModel,
    ) -> Result<Place, Interrupt> {
        self.counts.provenances += 1;
        self.counts.provenance_objects += provenance.objects().len() as u64;
        self.require_live(state, pointer, provenance, (len, access))?;
        if let [only] = *provenance.objects() {
            return self.place_within(state, pointer, only, len, access);
        }
        let request = (provenance, len);
        match layout.way(&state.machine.memory, &self.pool, request) {
            Way::Fork => self.fork_over(state, pointer, provenance, len, access),
            way => self.place_in_all(state, pointer, provenance, len, (access, way)),
        }
    }

    /// Requires that a pointer comes from a live object. The path on which it does not ends in an error.
    fn require_live(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        provenance: &Provenance,
        (len, access): (u64, Access),
    ) -> Result<(), Interrupt> {
        let question = self.question(state);
        if self.known_provenance(state, provenance).is_surely_live() {
            return Ok(());
        }
        let is_live = provenance.is_live(&mut self.pool);
        if self.decide_as(state, question, is_live, &Choice::Somewhere)? {
            return Ok(());
        }
        Err(self.fail_nowhere(state, pointer, len, access)?)
    }

    /// The bytes that a pointer from several objects points to, if they surely exist and the memory model accesses these objects
    /// together. Without a number of bytes they are those of a text.
    pub(crate) fn locate_in_all(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: Option<u64>,
    ) -> Result<Option<Place>, Interrupt> {
        self.request(|worker| {
            let Value::Expr(pointer) = worker.settle_value(state, pointer, Use::Address)? else { return Ok(None) };
            let (layout, memory) = (worker.run.layout, &state.machine.memory);
            let addresses = memory.provenance_of_addresses(&worker.pool, pointer);
            if addresses.is_none() && layout.home(memory, &worker.pool, pointer).is_some() {
                return Ok(None);
            }
            let provenance = addresses.or_else(|| memory.provenance(&mut worker.pool, pointer));
            let Some(provenance) = provenance else { return Ok(None) };
            let request = (&provenance, len.unwrap_or(1));
            if provenance.objects().len() < 2 || layout.way(memory, &worker.pool, request) != Way::Choose {
                return Ok(None);
            }
            let found = |worker: &mut Self, provenance: &Provenance| match len {
                None => memory.chosen_texts(provenance),
                Some(len) => {
                    let claim = memory.claim_chosen(&mut worker.pool, provenance, len);
                    let exists = worker.pool.as_u64(claim.condition()) == Some(1);
                    exists.then(|| claim.proved())
                }
            };
            if found(worker, &provenance).is_none() {
                return Ok(None);
            }
            let known = worker.known_provenance(state, &provenance);
            let Some(place) = found(worker, &known) else { return Ok(None) };
            worker.require_live(state, pointer, &provenance, (len.unwrap_or(1), Access::Read))?;
            worker.counts.choices += 1;
            worker.counts.forks_avoided += known.objects().len() as u64 - 1;
            Ok(Some(place))
        })
    }

    /// Forks over the objects that a pointer may come from, by ascending address. There is a question for each of them, but
    /// those that the path is known to rule out are not asked.
    fn fork_over(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        provenance: &Provenance,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        let known = self.known_provenance(state, provenance);
        if let [only] = *known.objects() {
            return self.place_within(state, pointer, only, len, access);
        }
        let (&last, before) = provenance.objects().split_last().expect("it comes from some object");
        let mut next = before.iter().copied();
        loop {
            let question = self.question(state);
            let object = match question.led() {
                // The object may be called otherwise here. The one that was taken is found by the input.
                Some(Choice::Object { taken: false, .. }) if self.is_behind_join() => continue,
                Some(&Choice::Object { object, .. }) => self.object_on_trail(state, pointer, object),
                _ => match next.next() {
                    Some(object) => object,
                    None => return self.place_within(state, pointer, last, len, access),
                },
            };
            if !known.objects().contains(&object) {
                continue;
            }
            let here = provenance.is_from(&mut self.pool, object);
            if self.decide_as(state, question, here, &|taken| Choice::Object { object, taken })? {
                return self.place_within(state, pointer, object, len, access);
            }
        }
    }

    /// The place of a pointer in one of the objects that it may come from, without deciding in which.
    fn place_in_all(
        &mut self,
        state: &mut State,
        pointer: ExprId,
        provenance: &Provenance,
        len: u64,
        (access, way): (Access, Way),
    ) -> Result<Place, Interrupt> {
        let meant = |exec: &mut Self, path: &PathCondition| {
            let address = exec.solver.eval(&exec.pool, path, provenance.address()).low_u64();
            provenance.object_at(address).expect("it comes from a live object")
        };
        if access == Access::Write {
            let is_writable = state.machine.memory.is_writable_in_all(&mut self.pool, provenance);
            self.require(state, is_writable, |exec, state, path| {
                let object = meant(exec, path);
                (ErrorKind::ReadOnlyWrite, exec.describe_read_only(state, object, len))
            })?;
        }
        self.counts.choices += 1;
        self.asking.part(Part::Bounds);
        let memory = &state.machine.memory;
        // What is asked must not depend on what the solver happens to know, but how it is written may.
        let known = self.known_provenance(state, provenance);
        self.counts.forks_avoided += known.objects().len() as u64 - 1;
        let claim = match way {
            Way::Choose => memory.claim_chosen(&mut self.pool, &known, len),
            Way::Merge | Way::Fork => memory.claim_merged(&mut self.pool, &known, len),
        };
        self.require(state, claim.condition(), |exec, state, path| {
            let object = meant(exec, path);
            exec.describe_outside(state, path, pointer, object, len, access)
        })?;
        Ok(claim.proved())
    }

    /// The provenance of a pointer as far as the path is known to allow it.
    fn known_provenance(&mut self, state: &State, provenance: &Provenance) -> Provenance {
        let (path, address) = (&state.path.condition, provenance.address());
        match possible_offsets(&mut self.solver, &self.pool, path, address, POSSIBLE_ADDRESSES) {
            Some(possible) => provenance.among(&possible),
            None => provenance.clone(),
        }
    }
}
