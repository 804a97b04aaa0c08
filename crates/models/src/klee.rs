//! KLEE's intrinsics, and Pleach's own names for them.
//!
//! Programs written for KLEE run unchanged. There are two departures: a part of an object may be made symbolic
//! (`klee_make_symbolic` with an address inside an object or with fewer bytes than it has), which KLEE refuses;
//! and merging hints are accepted but have no effect: the paths that a merge would join are explored one by one.

use ir::ErrorKind;
use memory::{ObjectKind, Size, Value};

use crate::Routine;
use crate::alloc::size_of;
use crate::environment::is_environment_name;
use crate::machine::{Access, Call, Machine, Stop};
use crate::text::string_or;

type Done = Result<Option<Value>, Stop>;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "klee_make_symbolic" | "pleach_symbolic" => make_symbolic,
        "klee_range" | "pleach_range" => range,
        "klee_int" | "pleach_int" => int,
        "klee_choose" | "pleach_choose" => choose,
        "klee_assume" => klee_assume,
        "pleach_assume" => assume,
        "klee_assert_fail" | "pleach_assert_fail" => assert_fail,
        "klee_abort" => abort,
        "klee_silent_exit" | "pleach_silent_exit" => silent_exit,
        "klee_report_error" | "pleach_report_error" => report_error,
        "klee_get_value_i32" | "klee_get_valuef" | "klee_get_value_f" => get_value,
        "klee_get_value_i64" | "klee_get_valuel" | "klee_get_valuell" | "klee_get_value_l" | "klee_get_value_ll"
        | "klee_get_valued" | "klee_get_value_d" | "pleach_value" => get_value,
        "klee_is_symbolic" | "pleach_is_symbolic" | "__pleach_is_symbolic" => is_symbolic,
        "klee_is_replay" | "pleach_is_replay" => is_replay,
        "klee_get_obj_size" | "pleach_object_size" => object_size,
        "klee_get_errno" => get_errno,
        "klee_check_memory_access" | "pleach_check_access" => check_access,
        "klee_define_fixed_object" => fixed_object,
        "klee_open_merge" | "pleach_merge_begin" => begin_region,
        "klee_close_merge" | "pleach_merge_end" => end_region,
        "klee_mark_global" | "klee_alias_function" => nothing,
        "klee_prefer_cex" | "klee_posix_prefer_cex" | "pleach_prefer" => prefer,
        "klee_set_forking" | "pleach_set_forking" => set_forking,
        "klee_print_expr" | "pleach_print_term" => print_expr,
        "klee_print_range" => print_range,
        "klee_stack_trace" | "pleach_stack_trace" => stack_trace,
        "klee_warning" | "pleach_warning" => warning,
        "klee_warning_once" | "pleach_warning_once" => warning_once,
        _ => return None,
    })
}

/// `void klee_open_merge(void)`
fn begin_region(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    machine.begin_region();
    Ok(None)
}

/// `void klee_close_merge(void)`
fn end_region(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    machine.end_region();
    Ok(None)
}

/// `void klee_make_symbolic(void *addr, size_t n, const char *name)`
fn make_symbolic(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let pointer = call.word(machine, 0);
    let size = call.concrete(machine, 1)?;
    let name = string_or(machine, call, 2, "")?;
    let name = if name.is_empty() { "unnamed".to_owned() } else { own_name(name) };
    let pointer = machine.concretize(pointer, 64)?;
    let space = machine.space();
    let found = space.find(pointer).map(|found| (found.offset, space.entry(found.object).clone()));
    if let Some((offset, entry)) = found.filter(|(_, entry)| entry.is_live()) {
        if entry.kind == ObjectKind::Constant {
            let message = "cannot make a read-only object symbolic".to_owned();
            return Err(machine.error(ErrorKind::User, message, None));
        }
        if size > entry.extent() - offset {
            let message = format!(
                "wrong size given to {}: {size} bytes at offset {offset} of an object of {}",
                call.name,
                entry.extent()
            );
            return Err(machine.error(ErrorKind::User, message, None));
        }
    }
    if let Some(found) = machine.space().find(pointer)
        && let Size::Symbolic { term, .. } = machine.space().entry(found.object).whole_size()
    {
        let end = machine.pool().int(64, found.offset.saturating_add(size));
        let fits = machine.pool().ule(end, term);
        let message = format!("wrong size given to {}: more than the object has", call.name);
        machine.require(fits, ErrorKind::User, &message)?;
    }
    let place = machine.locate(Value::Int(pointer), size, Access::Write)?;
    machine.make_symbolic(&place, &name)?;
    Ok(None)
}

/// The name of an input that the program itself creates: changed if a replay would take the input for a part of
/// the environment.
pub(crate) fn own_name(name: String) -> String {
    if is_environment_name(&name) { format!("{name}_1") } else { name }
}

/// `int klee_range(int begin, int end, const char *name)`
pub(crate) fn range(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let begin = call.signed(machine, 0, 32);
    let begin = machine.concretize(begin, 32)?;
    let end = call.signed(machine, 1, 32);
    let end = machine.concretize(end, 32)?;
    let name = string_or(machine, call, 2, "unnamed")?;
    let (low, high) = (begin as u32 as i32, end as u32 as i32);
    if low >= high {
        let message = format!("invalid range given to {}: [{low}, {high})", call.name);
        return Err(machine.error(ErrorKind::User, message, None));
    }
    if low + 1 == high {
        return Ok(Some(Value::Int(begin)));
    }
    let value = machine.symbolic_value(&name, 32);
    let pool = machine.pool();
    let term = value.to_expr(pool, 32);
    let (begin, end) = (pool.int(32, begin), pool.int(32, end));
    let above = pool.sle(begin, term);
    let below = pool.slt(term, end);
    let valid = pool.and(above, below);
    machine.assume(valid)?;
    Ok(Some(value))
}

/// `int klee_int(const char *name)`
fn int(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let name = string_or(machine, call, 0, "unnamed")?;
    Ok(Some(machine.symbolic_value(&name, 32)))
}

/// `uintptr_t klee_choose(uintptr_t n)`
fn choose(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let bound = call.word(machine, 0);
    let zero = machine.pool().int(64, 0);
    let term = bound.to_expr(machine.pool(), 64);
    let some = machine.pool().ne(term, zero);
    machine.require(some, ErrorKind::User, "klee_choose from nothing")?;
    let value = machine.symbolic_value("klee_choose", 64);
    let chosen = value.to_expr(machine.pool(), 64);
    let below = machine.pool().ult(chosen, term);
    machine.assume(below)?;
    Ok(Some(value))
}

/// `void pleach_assume(uintptr_t condition)`: a path on which no input satisfies it ends without a test. Such
/// paths are usual, since compilers turn `a && b` into branches.
pub(crate) fn assume(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let holds = call.holds(machine);
    machine.restrict(holds)?;
    Ok(None)
}

/// `void klee_assume(uintptr_t condition)`: a path on which no input satisfies it is an error, unless the user
/// says otherwise.
fn klee_assume(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    if machine.silent_assume() {
        return assume(machine, call);
    }
    let holds = call.holds(machine);
    if machine.assume(holds)? {
        return Ok(None);
    }
    Err(machine.error(ErrorKind::User, format!("invalid {} call (provably false)", call.name), None))
}

/// `void klee_assert_fail(const char *expr, const char *file, unsigned line, const char *func)`
fn assert_fail(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let expression = string_or(machine, call, 0, "?")?;
    Err(machine.error(ErrorKind::Assert, format!("assertion failed: {expression}"), None))
}

fn abort(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    Err(machine.error(ErrorKind::Abort, format!("{} is called", call.name), None))
}

fn silent_exit(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Err(machine.silent_exit())
}

/// `void klee_report_error(const char *file, int line, const char *message, const char *suffix)`
fn report_error(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let message = string_or(machine, call, 2, "reported by the program")?;
    let suffix = string_or(machine, call, 3, "user")?;
    Err(machine.error(ErrorKind::User, message, Some(suffix)))
}

/// Returns a concrete value that the argument may have; the path is not constrained.
fn get_value(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let Some(&(value, _)) = call.args.first() else { return Ok(Some(Value::Int(0))) };
    Ok(Some(match value {
        Value::Int(word) => Value::Int(word),
        Value::Expr(term) => Value::Int(machine.some_value(term)),
    }))
}

fn is_symbolic(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let symbolic = match call.args.first() {
        // Uninitialized memory is not an input.
        Some(&(Value::Expr(term), _)) => {
            let term = machine.pool().with_zeros(term);
            !machine.pool().is_const(term)
        }
        _ => false,
    };
    Ok(Some(Value::Int(u64::from(symbolic))))
}

fn is_replay(_: &mut dyn Machine, _: &Call<'_>) -> Done {
    Ok(Some(Value::Int(0)))
}

fn object_size(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let pointer = call.word(machine, 0);
    let place = machine.locate_one(pointer, 0, Access::Read)?;
    let (object, _) = machine.space().whereabouts(place);
    Ok(Some(size_of(machine, object).value()))
}

fn get_errno(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    let address = machine.errno_address()?;
    let place = machine.locate(Value::Int(address), 4, Access::Read)?;
    Ok(Some(machine.load(&place, 0, 4)))
}

/// `void klee_check_memory_access(const void *address, size_t size)`
fn check_access(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let pointer = call.word(machine, 0);
    let size = call.concrete(machine, 1)?;
    machine.locate(pointer, size, Access::Read)?;
    Ok(None)
}

/// `void klee_define_fixed_object(void *address, size_t size)`
fn fixed_object(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let address = call.concrete(machine, 0)?;
    let size = call.concrete(machine, 1)?;
    if machine.allocate_at(address, size) {
        return Ok(None);
    }
    let message = format!("{}: no room for {size} bytes at {address:#x}", call.name);
    Err(machine.error(ErrorKind::User, message, None))
}

fn nothing(_: &mut dyn Machine, call: &Call<'_>) -> Done {
    Ok((call.ret > 0).then_some(Value::Int(0)))
}

/// `void klee_prefer_cex(void *object, uintptr_t condition)`
fn prefer(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let Some(&(Value::Expr(term), width)) = call.args.get(1) else { return Ok(None) };
    let zero = machine.pool().int(width, 0);
    let wish = machine.pool().ne(term, zero);
    machine.prefer(wish);
    Ok(None)
}

fn set_forking(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let on = call.concrete(machine, 0)?;
    machine.set_forking(on != 0);
    Ok(None)
}

/// `void klee_print_expr(const char *message, ...)`
fn print_expr(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let message = string_or(machine, call, 0, "")?;
    let text = match call.args.get(1) {
        Some(&(Value::Expr(term), _)) => machine.pool().display(term).to_string(),
        Some(&(Value::Int(word), _)) => word.to_string(),
        None => String::new(),
    };
    machine.warn(format!("{message}: {text}"), false);
    Ok(None)
}

/// `void klee_print_range(const char *message, int value)`: prints the range that the value is known to lie in.
fn print_range(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let message = string_or(machine, call, 0, "")?;
    let text = match call.args.get(1) {
        Some(&(Value::Expr(term), _)) => {
            let (low, high) = machine.pool().unsigned_range(term);
            format!("[{low}, {high}]")
        }
        Some(&(Value::Int(word), _)) => word.to_string(),
        None => String::new(),
    };
    machine.warn(format!("{message}: {text}"), false);
    Ok(None)
}

fn stack_trace(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    let text = machine.stack_text();
    machine.warn(format!("stack:\n{text}"), false);
    Ok(None)
}

fn warning(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    warn(machine, call, false)
}

fn warning_once(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    warn(machine, call, true)
}

fn warn(machine: &mut dyn Machine, call: &Call<'_>, once: bool) -> Done {
    let message = string_or(machine, call, 0, "")?;
    machine.warn(message, once);
    Ok(None)
}
