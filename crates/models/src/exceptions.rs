//! The primitives of exceptions: the C++ library's code for throwing is built on them.

use ir::ErrorKind;
use memory::Value;

use crate::Routine;
use crate::machine::{Call, Machine, Stop};
use crate::symbol;
use crate::text::last_words;

type Done = Result<Option<Value>, Stop>;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "pleach_landing_depth" => landing_depth,
        "pleach_landing_pad" => landing_pad,
        "pleach_unwind" => unwind,
        "pleach_landed_exception" => |machine, _| Ok(Some(machine.landed().0)),
        "pleach_landed_selector" => |machine, _| Ok(Some(machine.landed().1)),
        "pleach_terminate" => terminate,
        _ => return None,
    })
}

/// `unsigned long pleach_landing_depth(unsigned long from)`: how many frames below its caller, at least `from`,
/// the next landing pad is; all ones if there is none.
fn landing_depth(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let from = call.concrete(machine, 0)?;
    let depth = machine.landing_pad(from).map_or(u64::MAX, |(depth, _)| depth);
    Ok(Some(Value::Int(depth)))
}

/// `const void *pleach_landing_pad(unsigned long depth)`: the landing pad of the call at that depth.
fn landing_pad(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let depth = call.concrete(machine, 0)?;
    let found = machine.landing_pad(depth).filter(|&(at, _)| at == depth);
    Ok(Some(found.map_or(Value::Int(0), |(_, pad)| pad)))
}

/// `void pleach_unwind(unsigned long depth, void *exception, int selector)`: transfers control to the landing
/// pad there.
fn unwind(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let depth = call.concrete(machine, 0)?;
    if machine.landing_pad(depth).is_none_or(|(at, _)| at != depth) {
        return Err(machine.unsupported("an exception where none is expected".to_owned()));
    }
    let exception = call.word(machine, 1);
    let selector = call.signed(machine, 2, 32);
    Err(machine.unwind(depth, exception, selector))
}

/// `void pleach_terminate(const char *why, const char *type, const char *what)`: ends the program because
/// nothing catches an exception. The type is encoded as by the compiler; `type` and `what` may be null.
fn terminate(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let why = last_words(machine, call, 0)?;
    let ty = last_words(machine, call, 1)?;
    let what = last_words(machine, call, 2)?;
    let mut message = why.unwrap_or_default();
    if let Some(ty) = ty {
        message += &format!(" of type {}", symbol::type_name(&ty));
    }
    if let Some(what) = what {
        message += &format!(": {what}");
    }
    Err(machine.error(ErrorKind::Abort, message, None))
}
