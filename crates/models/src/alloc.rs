//! The allocation family: C's and C++'s.
//!
//! Allocation succeeds as long as there is room, as it practically does natively. A request of zero bytes gives an object
//! of size zero with an address of its own. A size that would overflow, or that no process gets, gives null and `ENOMEM`.

use ir::ErrorKind;
use memory::{EntryRef, ObjectKind, Value};

use crate::Model;
use crate::machine::{Access, Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

/// Requests above this get null, as from an exhausted heap.
const LARGEST: u64 = 1 << 30;
const ENOMEM: u64 = 12;
const EINVAL: u64 = 22;
/// What `malloc` aligns to.
const ALIGN: u64 = 16;

pub(crate) fn lookup(name: &str) -> Option<Model> {
    Some(match name {
        "malloc" | "valloc" => malloc,
        "pleach_new" => new,
        "pleach_delete" => delete,
        "calloc" => calloc,
        "realloc" => realloc,
        "reallocarray" => reallocarray,
        "free" | "cfree" => free,
        "memalign" | "aligned_alloc" => aligned_alloc,
        "posix_memalign" => posix_memalign,
        "malloc_usable_size" => usable_size,
        _ => return None,
    })
}

fn malloc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.concrete(machine, 0)?;
    allocate(machine, size, ALIGN)
}

/// `void *pleach_new(unsigned long size, unsigned long align, bool array)`: what `operator new` of the C++ library asks for.
fn new(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.concrete(machine, 0)?;
    let align = call.concrete(machine, 1)?;
    let kind = if call.concrete(machine, 2)? & 1 != 0 { ObjectKind::NewArray } else { ObjectKind::New };
    if size > LARGEST || !align.is_power_of_two() {
        return Ok(Some(Value::Int(0)));
    }
    machine.allocate_uninitialized(kind, size, align.max(ALIGN)).map(|address| Some(Value::Int(address)))
}

/// `void pleach_delete(void *object, bool array)`: what `operator delete` does.
fn delete(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let pointer = call.concrete(machine, 0)?;
    let kind = if call.concrete(machine, 1)? & 1 != 0 { ObjectKind::NewArray } else { ObjectKind::New };
    if pointer != 0 {
        let at = heap_object(machine, pointer, kind)?;
        machine.free(at);
    }
    Ok(None)
}

fn calloc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let count = call.concrete(machine, 0)?;
    let each = call.concrete(machine, 1)?;
    let size = count.saturating_mul(each);
    if size > LARGEST {
        return out_of_memory(machine);
    }
    machine.allocate(ObjectKind::Heap, size, ALIGN).map(|address| Some(Value::Int(address)))
}

fn realloc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.concrete(machine, 1)?;
    resize_object(machine, call, size)
}

fn reallocarray(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let count = call.concrete(machine, 1)?;
    let each = call.concrete(machine, 2)?;
    resize_object(machine, call, count.saturating_mul(each))
}

fn resize_object(machine: &mut dyn Machine, call: &Call<'_>, size: u64) -> Done {
    let pointer = call.concrete(machine, 0)?;
    if pointer == 0 {
        return allocate(machine, size, ALIGN);
    }
    let old = heap_object(machine, pointer, ObjectKind::Heap)?;
    if size == 0 {
        // As glibc does: the object is freed and null returned.
        machine.free(old);
        return Ok(Some(Value::Int(0)));
    }
    if size > LARGEST {
        return out_of_memory(machine);
    }
    let kept = machine.space().entry(old).size.min(size);
    let new = machine.allocate_uninitialized(ObjectKind::Heap, size, ALIGN)?;
    if kept > 0 {
        let from = machine.resolve(Value::Int(pointer), kept, Access::Read)?;
        let to = machine.resolve(Value::Int(new), kept, Access::Write)?;
        machine.copy(&to, &from);
    }
    machine.free(old);
    Ok(Some(Value::Int(new)))
}

fn free(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let pointer = call.concrete(machine, 0)?;
    if pointer != 0 {
        let at = heap_object(machine, pointer, ObjectKind::Heap)?;
        machine.free(at);
    }
    Ok(None)
}

fn aligned_alloc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let align = call.concrete(machine, 0)?;
    let size = call.concrete(machine, 1)?;
    if !align.is_power_of_two() {
        set_errno(machine, EINVAL)?;
        return Ok(Some(Value::Int(0)));
    }
    allocate(machine, size, align.max(ALIGN))
}

fn posix_memalign(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let align = call.concrete(machine, 1)?;
    let size = call.concrete(machine, 2)?;
    let result = call.word(machine, 0);
    let place = machine.resolve(result, 8, Access::Write)?;
    if !align.is_power_of_two() || align < 8 {
        return Ok(Some(Value::Int(EINVAL)));
    }
    if size > LARGEST {
        return Ok(Some(Value::Int(ENOMEM)));
    }
    let address = machine.allocate_uninitialized(ObjectKind::Heap, size, align.max(ALIGN))?;
    machine.store(&place, 0, 8, Value::Int(address));
    Ok(Some(Value::Int(0)))
}

fn usable_size(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let pointer = call.concrete(machine, 0)?;
    if pointer == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let at = heap_object(machine, pointer, ObjectKind::Heap)?;
    Ok(Some(Value::Int(machine.space().entry(at).size)))
}

fn allocate(machine: &mut dyn Machine, size: u64, align: u64) -> Done {
    if size > LARGEST {
        return out_of_memory(machine);
    }
    machine.allocate_uninitialized(ObjectKind::Heap, size, align).map(|address| Some(Value::Int(address)))
}

fn out_of_memory(machine: &mut dyn Machine) -> Done {
    set_errno(machine, ENOMEM)?;
    Ok(Some(Value::Int(0)))
}

/// Sets `errno`.
pub(crate) fn set_errno(machine: &mut dyn Machine, value: u64) -> Result<(), Stop> {
    let address = machine.errno_address()?;
    let place = machine.resolve(Value::Int(address), 4, Access::Write)?;
    machine.store(&place, 0, 4, Value::Int(value));
    Ok(())
}

/// The live heap object that begins at `pointer`, which is about to be freed by the function that belongs to `kind`.
fn heap_object(machine: &mut dyn Machine, pointer: u64, kind: ObjectKind) -> Result<EntryRef, Stop> {
    let found = machine.space().find(pointer).map(|at| {
        let entry = machine.space().entry(at);
        (at, entry.kind, entry.base)
    });
    let (_, does) = names(kind);
    let (error, message) = match found {
        Some((at, made, base)) if base == pointer && made == kind => return Ok(at),
        Some((_, made, base)) if base == pointer && made.is_allocated() => {
            (ErrorKind::InvalidFree, format!("{does} of an object from {}", names(made).0))
        }
        Some((_, ObjectKind::Freed, base)) if base == pointer => {
            (ErrorKind::DoubleFree, format!("{does} of an object already freed"))
        }
        Some((_, ObjectKind::Stack, _)) => (ErrorKind::InvalidFree, format!("{does} of a local variable")),
        Some((_, ObjectKind::Global | ObjectKind::Constant | ObjectKind::External, _)) => {
            (ErrorKind::InvalidFree, format!("{does} of a global variable"))
        }
        Some((_, _, base)) => {
            (ErrorKind::InvalidFree, format!("{does} of an address {} bytes inside a heap object", pointer - base))
        }
        None => (ErrorKind::InvalidFree, format!("{does} of address {pointer:#x}, where no object is")),
    };
    Err(machine.error(error, message, None))
}

/// What makes objects of a kind, and what gives them back.
fn names(kind: ObjectKind) -> (&'static str, &'static str) {
    match kind {
        ObjectKind::New => ("new", "delete"),
        ObjectKind::NewArray => ("new[]", "delete[]"),
        _ => ("malloc", "free"),
    }
}
