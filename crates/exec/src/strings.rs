//! Accesses to objects that end with a string: arguments, environment variables, and what `pleach_symbolic_string`
//! returns.
//!
//! Natively such a string ends with its first zero. After it come other strings, about which a test says
//! nothing, so an access after the end is out of bounds. The position of the end is symbolic, so the object has
//! as many bytes as the path has shown to exist ([`memory::Ending`]): code that looks at one byte after the
//! other needs no further question, since it has just seen that the last byte was not zero. What counts are the
//! original bytes of the string: a program may write zeros into it and go on after them.
//!
//! Machine code may read a whole aligned word in which a string ends, as C libraries do. Its result does not
//! depend on the bytes after the end; on the path these bytes are zero.

use expr::ExprId;
use ir::ErrorKind;
use memory::{Ending, Found, ObjectId, Place, Value};
use models::Access;

use crate::access::{bytes, verb};
use crate::code::Code;
use crate::decision::Part;
use crate::state::State;
use crate::worker::{Interrupt, Worker};

/// The description of a string that the program is started with, in messages.
pub const OUTSIDE_STRING: &str = "an argument or variable of the environment, which ends with its first zero";

impl Worker<'_> {
    /// The place of an access beyond the bytes that such an object is known to have, and within its greatest size.
    pub(crate) fn locate_string(
        &mut self,
        state: &mut State,
        Found { object: at, offset }: Found,
        address: u64,
        len: u64,
        access: Access,
    ) -> Result<Place, Interrupt> {
        let size = state.machine.memory.entry(at).size;
        let end = offset + len;
        let place = state.machine.memory.claim_at(&mut self.pool, at, offset, len).proved();
        self.asking.part(Part::Ending);
        if self.is_word(state, address, len) && offset < size {
            for index in size..end {
                if let (Some(before), Some(byte)) =
                    (self.original(state, at, index - 1), self.original(state, at, index))
                {
                    let (goes_on, zero) = (self.is_nonzero(before), self.is_nonzero(byte));
                    let zero = self.pool.not(zero);
                    let same = self.pool.or(goes_on, zero);
                    self.assume(state, same)?;
                }
            }
            return Ok(place);
        }
        let goes_on = self.goes_on(state, at, size - 1, end - 1);
        self.require(state, goes_on, |exec, state, path| {
            let what = exec.describe_object(state, path, at);
            let message = format!("{} of {} at offset {offset} of {what}", verb(access), bytes(len));
            (ErrorKind::OutOfBounds, message)
        })?;
        state.machine.memory.grow(at, end);
        Ok(place)
    }

    /// Whether the access is made by a machine instruction that loads an aligned word.
    fn is_word(&self, state: &State, address: u64, len: u64) -> bool {
        let func = state.machine.frame.func.index();
        let code = &self.run.program.funcs[func].code;
        let loads = matches!(code.get(state.machine.frame.pc as usize), Some(Code::Load { .. }));
        len > 1 && address.is_multiple_of(len) && loads && self.run.module.functions[func].machine
    }

    /// Ends the paths on which an access at a symbolic offset lies after the end of such a string.
    pub(crate) fn require_string(
        &mut self,
        state: &mut State,
        offset: Value,
        at: ObjectId,
        len: u64,
        access: Access,
    ) -> Result<(), Interrupt> {
        let entry = state.machine.memory.entry(at);
        if !matches!(entry.ending, Some(Ending::String { .. })) || len == 0 {
            return Ok(());
        }
        let (known, extent) = (entry.size, entry.extent());
        let offset = offset.to_expr(&mut self.pool, 64);
        let mut inside = self.pool.bool(true);
        for index in (known - 1).min(extent - 1)..extent - 1 {
            let Some(byte) = self.original(state, at, index) else { continue };
            // The access reaches byte `index + 1` or beyond.
            let first = self.pool.int(64, (index + 2).saturating_sub(len));
            let before = self.pool.ult(offset, first);
            let goes_on = self.is_nonzero(byte);
            let fine = self.pool.or(before, goes_on);
            inside = self.pool.and(inside, fine);
        }
        self.require(state, inside, |exec, state, path| {
            let offset = exec.solver.eval(&exec.pool, path, offset).low_u64();
            let what = exec.describe_object(state, path, at);
            let message = format!("{} of {} at offset {offset} of {what}", verb(access), bytes(len));
            (ErrorKind::OutOfBounds, message)
        })
    }

    /// The original value of byte `index` of such an object; `None` for other objects and for bytes before the string.
    pub(crate) fn original(&mut self, state: &State, at: ObjectId, index: u64) -> Option<ExprId> {
        let entry = state.machine.memory.entry(at);
        let Some(Ending::String { input, from }) = entry.ending else { return None };
        let within = index.checked_sub(u64::from(from))?;
        // The last byte is a zero, whatever the input is.
        if index + 1 >= entry.extent() {
            return Some(self.pool.int(8, 0));
        }
        Some(self.pool.extract(input, 8 * within as u32, 8))
    }

    /// The condition that no original byte from `first` to before `end` was zero, without those that the path
    /// condition contains.
    fn goes_on(&mut self, state: &State, at: ObjectId, first: u64, end: u64) -> ExprId {
        let mut all = self.pool.bool(true);
        for index in first..end {
            if let Some(byte) = self.original(state, at, index) {
                let nonzero = self.is_nonzero(byte);
                if !state.path.condition.contains(&self.pool, nonzero) {
                    all = self.pool.and(all, nonzero);
                }
            }
        }
        all
    }

    fn is_nonzero(&mut self, byte: ExprId) -> ExprId {
        let zero = self.pool.int(8, 0);
        self.pool.ne(byte, zero)
    }
}
