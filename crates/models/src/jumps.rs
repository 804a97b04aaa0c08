//! `setjmp` and `longjmp`. A buffer holds the number of a jump point, and a mark that tells it from other contents.

use ir::ErrorKind;
use memory::Value;

use crate::Model;
use crate::machine::{Access, Call, Machine, Stop, concretize};

type Done = Result<Option<Value>, Stop>;

/// Above the number in the buffer's first eight bytes.
const MARK: u64 = 0x6a6d_7062 << 32;

pub(crate) fn lookup(name: &str) -> Option<Model> {
    Some(match name {
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => set,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => jump,
        _ => return None,
    })
}

fn set(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let buffer = call.word(machine, 0);
    let buffer = machine.resolve(buffer, 8, Access::Write)?;
    let number = machine.set_jump();
    machine.store(&buffer, 0, 8, Value::Int(MARK | number));
    Ok(Some(Value::Int(0)))
}

fn jump(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let buffer = call.word(machine, 0);
    let buffer = machine.resolve(buffer, 8, Access::Read)?;
    let word = machine.load(&buffer, 0, 8);
    let word = concretize(machine, word, 64)?;
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
    Err(machine.long_jump(word & 0xffff_ffff, value))
}
