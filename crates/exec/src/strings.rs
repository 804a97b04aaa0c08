//! Accesses to strings that a program is started with: arguments, and variables of the environment.
//!
//! Natively such a string ends with its first zero; what follows are other strings, of which a test says nothing. An access behind the
//! end is out of bounds. Where a string ends is symbolic, so an object has the bytes that the path has shown to be there
//! ([`memory::Ending`]): code that looks at one byte after the other asks nothing new, since it has just seen that the last one was not
//! zero. What counts are the bytes that the string had at first: a program may write zeros into it, and go on behind them.
//!
//! Machine code may read whole aligned words in which a string ends, as C libraries do. It does not depend on what lies behind; on the
//! path these bytes are zero.

use expr::ExprId;
use ir::ErrorKind;
use memory::{Found, ObjectId, Place, Value};
use models::Access;

use crate::access::{bytes, verb};
use crate::code::Code;
use crate::executor::{Executor, Interrupt};
use crate::state::State;

/// Such an object in words.
pub const OUTSIDE_STRING: &str = "an argument or variable of the environment, which ends with its first zero";

impl Executor<'_> {
    /// The place of an access that goes further than its object is known to, if the object may go on so far.
    pub(crate) fn locate_string(
        &mut self,
        state: &mut State,
        address: u64,
        len: u64,
        access: Access,
    ) -> Result<Option<Place>, Interrupt> {
        let Some(Found { object: at, offset }) = state.machine.memory.find(address) else { return Ok(None) };
        let entry = state.machine.memory.entry(at);
        let size = entry.size;
        let end = offset.saturating_add(len);
        if entry.ending.is_none() || end > entry.extent() {
            return Ok(None);
        }
        let place = state.machine.memory.claim_at(&mut self.pool, at, offset, len).proved();
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
            return Ok(Some(place));
        }
        let goes_on = self.goes_on(state, at, size - 1, end - 1);
        self.require(state, goes_on, |_, _, _| {
            let message = format!("{} of {} at offset {offset} of {OUTSIDE_STRING}", verb(access), bytes(len));
            (ErrorKind::OutOfBounds, message)
        })?;
        state.machine.memory.grow(at, end);
        Ok(Some(place))
    }

    /// Whether an access is that of an instruction of machine code which loads an aligned word.
    fn is_word(&self, state: &State, address: u64, len: u64) -> bool {
        let func = state.machine.frame.func.index();
        let code = &self.program.funcs[func].code;
        let loads = matches!(code.get(state.machine.frame.pc as usize), Some(Code::Load { .. }));
        len > 1 && address.is_multiple_of(len) && loads && self.module.functions[func].machine
    }

    /// Ends the sides on which an access at a symbolic offset lies behind the end of such a string.
    pub(crate) fn require_string(
        &mut self,
        state: &mut State,
        offset: Value,
        at: ObjectId,
        len: u64,
        access: Access,
    ) -> Result<(), Interrupt> {
        let entry = state.machine.memory.entry(at);
        if entry.ending.is_none() || len == 0 {
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
        self.require(state, inside, |exec, _, path| {
            let offset = exec.solver.eval(&exec.pool, path, offset).low_u64();
            let message = format!("{} of {} at offset {offset} of {OUTSIDE_STRING}", verb(access), bytes(len));
            (ErrorKind::OutOfBounds, message)
        })
    }

    /// What byte `index` of such an object was at first; none of other objects, and none before the string.
    pub(crate) fn original(&mut self, state: &State, at: ObjectId, index: u64) -> Option<ExprId> {
        let entry = state.machine.memory.entry(at);
        let ending = entry.ending?;
        let within = index.checked_sub(u64::from(ending.from))?;
        // The last byte is a zero, whatever the input says.
        if index + 1 >= entry.extent() {
            return Some(self.pool.int(8, 0));
        }
        Some(self.pool.extract(ending.input, 8 * within as u32, 8))
    }

    /// The condition that no byte from `first` to before `end` was zero at first, as far as the path does not say so.
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
