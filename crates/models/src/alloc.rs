//! The allocation functions of C and C++.
//!
//! A request of up to 4 GiB succeeds, as it practically does natively, where memory that is not written costs
//! nothing either. A request that no process can get, or whose size overflows, returns null and sets `ENOMEM`.
//! What happens in between depends on the machine, so the path forks ([`Machine::has_memory`]). A request of
//! zero bytes returns an object of size zero with an address of its own. A symbolic size stays symbolic, up to a
//! bound ([`Machine::bound_size`]).

use ir::ErrorKind;
use memory::{Ending, ObjectId, ObjectKind, Size, Value};

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

/// The greatest number of bytes that every machine can allocate.
const SURE: u64 = 4 << 30;
/// The number of addresses of a process, in bytes: no request can get more.
const ALL: u64 = 1 << 47;
const ENOMEM: u64 = 12;
const EINVAL: u64 = 22;
/// The alignment of `malloc` in bytes.
pub(crate) const ALIGN: u64 = 16;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
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
    let size = call.word(machine, 0);
    allocate(machine, size, ALIGN)
}

/// `void *pleach_new(unsigned long size, unsigned long align, bool array)`: called by `operator new` of the C++
/// library.
fn new(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.word(machine, 0);
    let align = call.concrete(machine, 1)?;
    let kind = if call.concrete(machine, 2)? & 1 != 0 { ObjectKind::NewArray } else { ObjectKind::New };
    let Some(size) = granted(machine, size)?.filter(|_| align.is_power_of_two()) else {
        return Ok(Some(Value::Int(0)));
    };
    machine.allocate_uninitialized(kind, size, align.max(ALIGN)).map(|address| Some(Value::Int(address)))
}

/// `void pleach_delete(void *object, bool array)`: called by `operator delete`.
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
    let size = product(machine, call, 0)?;
    let Some(size) = granted(machine, size)? else { return out_of_memory(machine) };
    machine.allocate(ObjectKind::Heap, size, ALIGN).map(|address| Some(Value::Int(address)))
}

fn realloc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.word(machine, 1);
    resize_object(machine, call, size)
}

fn reallocarray(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = product(machine, call, 1)?;
    resize_object(machine, call, size)
}

fn resize_object(machine: &mut dyn Machine, call: &Call<'_>, size: Value) -> Done {
    let pointer = call.concrete(machine, 0)?;
    if pointer == 0 {
        return allocate(machine, size, ALIGN);
    }
    let old = heap_object(machine, pointer, ObjectKind::Heap)?;
    let Some(size) = granted(machine, size)? else { return out_of_memory(machine) };
    let term = size.value().to_expr(machine.pool(), 64);
    let zero = machine.pool().int(64, 0);
    let is_zero = machine.pool().eq(term, zero);
    if machine.decide(is_zero)? {
        // As in glibc, the object is freed and null is returned.
        machine.free(old);
        return Ok(Some(Value::Int(0)));
    }
    let had = size_of(machine, old);
    let kept = match (had, size) {
        (Size::Known(had), Size::Known(size)) => Value::Int(had.min(size)),
        _ => {
            let had = had.value().to_expr(machine.pool(), 64);
            let shrinks = machine.pool().ult(term, had);
            let kept = machine.pool().ite(shrinks, term, had);
            Value::from_expr(machine.pool(), kept)
        }
    };
    let new = machine.allocate_uninitialized(ObjectKind::Heap, size, ALIGN)?;
    let (from, to) = (machine.space().whole(old), machine.space().whole_at(new));
    let most = from.size().min(to.size());
    machine.copy_up_to(to.part(0, most), from.part(0, most), kept)?;
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
    let size = call.word(machine, 1);
    if !align.is_power_of_two() {
        set_errno(machine, EINVAL)?;
        return Ok(Some(Value::Int(0)));
    }
    allocate(machine, size, align.max(ALIGN))
}

fn posix_memalign(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let align = call.concrete(machine, 1)?;
    let size = call.word(machine, 2);
    let result = call.word(machine, 0);
    let place = machine.locate(result, 8, Access::Write)?;
    if !align.is_power_of_two() || align < 8 {
        return Ok(Some(Value::Int(EINVAL)));
    }
    let Some(size) = granted(machine, size)? else { return Ok(Some(Value::Int(ENOMEM))) };
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
    Ok(Some(size_of(machine, at).value()))
}

/// The number of bytes of an object.
pub(crate) fn size_of(machine: &mut dyn Machine, object: ObjectId) -> Size {
    let entry = machine.space().entry(object);
    let (whole, capacity) = (entry.whole_size(), entry.extent());
    let Some(Ending::String { input, from }) = entry.ending else { return whole };
    // The place after the first zero of the original string; its last byte is zero in any case.
    let pool = machine.pool();
    let mut size = pool.int(64, capacity);
    let zero = pool.int(8, 0);
    for at in (u64::from(from)..capacity - 1).rev() {
        let byte = pool.extract(input, 8 * (at as u32 - from), 8);
        let (is_end, here) = (pool.eq(byte, zero), pool.int(64, at + 1));
        size = pool.ite(is_end, here, size);
    }
    match pool.as_u64(size) {
        Some(size) => Size::Known(size),
        None => Size::Symbolic { term: size, capacity, least: u64::from(from) + 1 },
    }
}

/// The number of bytes that a request gets; `None` if it fails. The path forks over whether the request is too
/// large for any machine, and for this one.
pub(crate) fn granted(machine: &mut dyn Machine, size: Value) -> Result<Option<Size>, Stop> {
    if let Value::Int(size @ ..=SURE) = size {
        return Ok(Some(Size::Known(size)));
    }
    let pool = machine.pool();
    let term = size.to_expr(pool, 64);
    let all = pool.int(64, ALL);
    let possible = pool.ule(term, all);
    if !machine.decide(possible)? {
        return Ok(None);
    }
    match size {
        Value::Int(size) => Ok(machine.has_memory(term)?.then_some(Size::Known(size))),
        Value::Expr(_) => machine.bound_size(term).map(Some),
    }
}

/// The product of the arguments `index` and `index + 1`; the largest number if it overflows.
fn product(machine: &mut dyn Machine, call: &Call<'_>, index: usize) -> Result<Value, Stop> {
    let (count, each) = (call.word(machine, index), call.word(machine, index + 1));
    if let (Value::Int(count), Value::Int(each)) = (count, each) {
        return Ok(Value::Int(count.saturating_mul(each)));
    }
    let count = call.unsigned(machine, index, 128).to_expr(machine.pool(), 128);
    let each = call.unsigned(machine, index + 1, 128).to_expr(machine.pool(), 128);
    let pool = machine.pool();
    let whole = pool.mul(count, each);
    let high = pool.extract(whole, 64, 64);
    let zero = pool.int(64, 0);
    let fits = pool.eq(high, zero);
    let size = pool.trunc(whole, 64);
    let size = Value::from_expr(pool, size);
    Ok(if machine.decide(fits)? { size } else { Value::Int(u64::MAX) })
}

fn allocate(machine: &mut dyn Machine, size: Value, align: u64) -> Done {
    let Some(size) = granted(machine, size)? else { return out_of_memory(machine) };
    machine.allocate_uninitialized(ObjectKind::Heap, size, align).map(|address| Some(Value::Int(address)))
}

fn out_of_memory(machine: &mut dyn Machine) -> Done {
    set_errno(machine, ENOMEM)?;
    Ok(Some(Value::Int(0)))
}

/// Sets `errno`.
pub(crate) fn set_errno(machine: &mut dyn Machine, value: u64) -> Result<(), Stop> {
    let address = machine.errno_address()?;
    let place = machine.locate(Value::Int(address), 4, Access::Write)?;
    machine.store(&place, 0, 4, Value::Int(value));
    Ok(())
}

/// The live heap object that begins at `pointer`. It must be of the given kind; anything else is an error of
/// the function that frees that kind.
fn heap_object(machine: &mut dyn Machine, pointer: u64, kind: ObjectKind) -> Result<ObjectId, Stop> {
    let found = machine.space().find(pointer).map(|found| {
        let entry = machine.space().entry(found.object);
        (found.object, entry.kind, found.offset, entry.site)
    });
    let (_, does) = names(kind);
    let (error, message) = match found {
        Some((object, made, 0, _)) if made == kind => return Ok(object),
        Some((_, made, 0, _)) if made.is_allocated() => {
            (ErrorKind::InvalidFree, format!("{does} of an object from {}", names(made).0))
        }
        Some((_, ObjectKind::Freed, 0, _)) => (ErrorKind::DoubleFree, format!("{does} of an object already freed")),
        Some((_, ObjectKind::Stack, ..)) => (ErrorKind::InvalidFree, format!("{does} of a local variable")),
        Some((_, ObjectKind::Global, _, u32::MAX)) => {
            (ErrorKind::InvalidFree, format!("{does} of memory that the program has not allocated"))
        }
        Some((_, ObjectKind::Global | ObjectKind::Constant | ObjectKind::External, ..)) => {
            (ErrorKind::InvalidFree, format!("{does} of a global variable"))
        }
        Some((_, _, offset, _)) => {
            (ErrorKind::InvalidFree, format!("{does} of an address {offset} bytes inside a heap object"))
        }
        None => (ErrorKind::InvalidFree, format!("{does} of address {pointer:#x}, where no object is")),
    };
    Err(machine.error(error, message, None))
}

/// The names of what allocates objects of a kind and of what frees them.
fn names(kind: ObjectKind) -> (&'static str, &'static str) {
    match kind {
        ObjectKind::New => ("new", "delete"),
        ObjectKind::NewArray => ("new[]", "delete[]"),
        _ => ("malloc", "free"),
    }
}
