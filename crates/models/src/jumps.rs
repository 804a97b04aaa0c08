//! `setjmp` and `longjmp`. A buffer holds the number of a jump point, a mark that tells it from other contents,
//! and the blocked signals if `sigsetjmp` was asked to save them.

use ir::ErrorKind;
use memory::{Place, Value};

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

/// The address of the word with the blocked signals, in programs that use the library's sources for signals.
pub(crate) const SIGNAL_MASK: u64 = 0x0F00_0000_4000;

/// The mark in the upper half of the buffer's first eight bytes; the lower half is the number of the jump point.
const MARK: u64 = 0x6a6d_7062 << 32;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => set,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => jump,
        _ => return None,
    })
}

/// The offset in a buffer of the flag that says whether it has a mask of signals, and the offset of the mask (`MASK`).
const HAS_MASK: u64 = 64;
const MASK: u64 = 72;
/// The number of bytes of a buffer that are used.
const BUFFER: u64 = 80;

fn set(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let buffer = call.word(machine, 0);
    let saves = call.name.ends_with("sigsetjmp") && call.concrete(machine, 1)? as u32 != 0;
    let mask = if saves { signal_mask(machine, Access::Read)? } else { None };
    let size = if call.name.ends_with("sigsetjmp") { BUFFER } else { 8 };
    let buffer = machine.locate(buffer, size, Access::Write)?;
    let number = machine.set_jump();
    machine.store(&buffer, 0, 8, Value::Int(MARK | number));
    if size > HAS_MASK {
        machine.store(&buffer, HAS_MASK, 4, Value::Int(mask.is_some().into()));
        if let Some(mask) = mask {
            let blocked = machine.load(&mask, 0, 8);
            machine.store(&buffer, MASK, 8, blocked);
        }
    }
    Ok(Some(Value::Int(0)))
}

/// The place of the word with the blocked signals; `None` in programs that do not use signals.
fn signal_mask(machine: &mut dyn Machine, access: Access) -> Result<Option<Place>, Stop> {
    if machine.space().find(SIGNAL_MASK).is_none() {
        return Ok(None);
    }
    machine.locate(Value::Int(SIGNAL_MASK), 8, access).map(Some)
}

/// Restores the blocked signals from a buffer, if it has saved them.
fn restore_mask(machine: &mut dyn Machine, buffer: Value) -> Result<(), Stop> {
    let Some(mask) = signal_mask(machine, Access::Write)? else { return Ok(()) };
    let buffer = machine.locate(buffer, BUFFER, Access::Read)?;
    if machine.load(&buffer, HAS_MASK, 4) == Value::Int(1) {
        let blocked = machine.load(&buffer, MASK, 8);
        machine.store(&mask, 0, 8, blocked);
    }
    Ok(())
}

fn jump(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let buffer = call.word(machine, 0);
    let place = machine.locate(buffer, 8, Access::Read)?;
    let word = machine.load(&place, 0, 8);
    let word = machine.concretize(word, 64)?;
    if word & !0xffff_ffff != MARK {
        let message = "longjmp with a buffer that setjmp did not fill".to_owned();
        return Err(machine.error(ErrorKind::User, message, None));
    }
    let value = match call.signed(machine, 1, 32) {
        Value::Int(word) => Value::Int(word.max(1)),
        Value::Expr(term) => {
            let pool = machine.pool();
            let (zero, one) = (pool.int(32, 0), pool.int(32, 1));
            let is_zero = pool.eq(term, zero);
            let value = pool.ite(is_zero, one, term);
            Value::from_expr(pool, value)
        }
    };
    restore_mask(machine, buffer)?;
    Err(machine.long_jump(word & 0xffff_ffff, value))
}
