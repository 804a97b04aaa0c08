//! What a model may ask of the executor.
//!
//! A model is a Rust function that stands for a C function the program calls but does not contain. It may run more than
//! once for one call: where it asks to decide a condition that can go both ways, the path forks and both sides run the
//! call again, each with its side known. **Invariant.** A model makes all its decisions before its first effect.

use expr::{ExprId, Pool};
use ir::ErrorKind;
use memory::{AddressSpace, InBounds, ObjectId, ObjectKind, Place, Value};

use crate::environment::Environment;
use crate::output::Piece;

/// The model's run is over: the path forks, or has ended. The machine knows which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

/// The executor, as a model sees it: one path at one call.
pub trait Machine {
    /// The terms.
    fn pool(&mut self) -> &mut Pool;

    /// The objects of the path.
    fn space(&self) -> &AddressSpace;

    /// The value of a term in the path's own model: one that is possible.
    fn possible_value(&mut self, term: ExprId) -> u64;

    /// The same, and the path goes on with that value alone; if there are others, the run is incomplete for that reason.
    fn fix(&mut self, term: ExprId, width: u32, why: &str) -> Result<u64, Stop>;

    /// Which side of a condition this path is on; forks where both are possible.
    fn decide(&mut self, cond: ExprId) -> Result<bool, Stop>;

    /// Ends the sides where `cond` is false in an error and goes on with the others.
    fn require(&mut self, cond: ExprId, kind: ErrorKind, message: &str) -> Result<(), Stop>;

    /// Adds a condition to the path; false if it cannot hold.
    fn assume(&mut self, cond: ExprId) -> Result<bool, Stop>;

    /// The same for an assumption of the program's: a path on which it cannot hold ends without a test, and is counted.
    fn restrict(&mut self, cond: ExprId) -> Result<(), Stop>;

    /// A condition to satisfy in the path's test where possible.
    fn prefer(&mut self, cond: ExprId);

    /// Finds the `len` bytes behind a pointer; errors and forks as a load would.
    fn locate(&mut self, pointer: Value, len: u64, access: Access) -> Result<Place, Stop>;

    /// The same for a model that has to know the object: the path forks over the objects that the pointer may denote, and over the offsets.
    fn locate_one(&mut self, pointer: Value, len: u64, access: Access) -> Result<InBounds, Stop>;

    /// All bytes from a pointer to the end of its object, of which there must be one. Where the object is a string from outside, not
    /// all of them are known to be there: see [`Machine::known`].
    fn locate_rest(&mut self, pointer: Value, access: Access) -> Result<InBounds, Stop>;

    /// Reads `len` bytes at `offset` of a place; the value is `8 * len` bits wide.
    fn load(&mut self, place: &Place, offset: u64, len: u32) -> Value;

    /// Writes a value of `8 * len` bits at `offset` of a place.
    fn store(&mut self, place: &Place, offset: u64, len: u32, value: Value);

    /// Writes bytes at the beginning of a place.
    fn store_bytes(&mut self, place: &Place, bytes: &[u8]);

    /// Copies `from` to `to`, which have one length and may overlap. Ends the path where there is no memory for it.
    fn copy(&mut self, to: &Place, from: &Place) -> Result<(), Stop>;

    /// Writes a byte all over a place.
    fn fill(&mut self, to: &Place, byte: Value);

    /// Whether the machine on which the program runs gives it so many bytes (64 bits wide) at once, which some do and some do not: the
    /// path forks. One that gets them is not sure to go the same way natively. What goes wrong on one that does not get them is not reported as an
    /// error, but as a reason why the run is incomplete.
    fn has_memory(&mut self, size: ExprId) -> Result<bool, Stop>;

    /// A new object of zeros; ends the path where there is no room.
    fn allocate(&mut self, kind: ObjectKind, size: u64, align: u64) -> Result<u64, Stop>;

    /// A new object in which nothing is written yet.
    fn allocate_uninitialized(&mut self, kind: ObjectKind, size: u64, align: u64) -> Result<u64, Stop>;

    /// A new object of zeros at an address that the program chose; false if it cannot be there.
    fn allocate_at(&mut self, address: u64, size: u64) -> bool;

    /// Frees a live heap object.
    fn free(&mut self, object: ObjectId);

    /// Makes a place symbolic under a name, which gets a suffix if the path has used it; ends the path where the place is larger than
    /// [`crate::LARGEST_INPUT`].
    fn make_symbolic(&mut self, place: &Place, name: &str) -> Result<(), Stop>;

    /// Makes the rest of an object a symbolic string under a name: the object ends where the string does.
    fn make_string(&mut self, place: &Place, name: &str) -> Result<(), Stop>;

    /// What a byte of a place in such an object was at first; none of other objects.
    fn original(&mut self, place: InBounds, index: u64) -> Option<ExprId>;

    /// How many bytes of a place are known to be there: all, but for such an object.
    fn known(&self, place: InBounds) -> u64;

    /// A new symbolic value under a name, recorded as an input of `ceil(width / 8)` bytes.
    fn symbolic_value(&mut self, name: &str, width: u32) -> Value;

    /// What the program is started with.
    fn environment(&self) -> &Environment;

    /// Whether the program or what is linked to it defines a function.
    fn defines(&self, function: &str) -> bool;

    /// Goes on in a function of the library's C sources, whose result becomes that of the call; ends the path if the function is
    /// not there.
    fn continue_in(&mut self, function: &str, args: &[(Value, u32)]) -> Stop;

    /// Adds to what the program has printed.
    fn print(&mut self, piece: Piece);

    /// The memory that holds the variadic arguments of the running function, 8 bytes each.
    fn variadic_area(&mut self) -> Result<u64, Stop>;

    /// The address of `errno`.
    fn errno_address(&mut self) -> Result<u64, Stop>;

    /// Notes this call as one to come back to, and gives its number.
    fn set_jump(&mut self) -> u64;

    /// Comes back to such a call, which returns `value` (32 bits) once more.
    fn long_jump(&mut self, number: u64, value: Value) -> Stop;

    /// The first call, at least `from` frames below the running one, that exceptions can be sent to, and the address of its
    /// landing pad. None if there is none on this side of whoever started the program or runs its constructors.
    fn landing_pad(&mut self, from: u64) -> Option<(u64, Value)>;

    /// Leaves the running function and `depth` more, and sends an exception with its selector to the call that waits there.
    fn unwind(&mut self, depth: u64, exception: Value, selector: Value) -> Stop;

    /// The exception that was last sent to a landing pad, and its selector.
    fn landed(&self) -> (Value, Value);

    /// Registers a function to be called at exit, with one argument if it takes any.
    fn at_exit(&mut self, function: u64, argument: Value);

    /// Registers a function to be called when the thread ends, which is before those for exit.
    fn at_thread_exit(&mut self, function: u64, argument: Value);

    /// A message for the log; `once` drops repetitions.
    fn warn(&mut self, message: String, once: bool);

    /// The call stack as text.
    fn stack_text(&mut self) -> String;

    /// Whether false assumptions of KLEE's end a path silently.
    fn silent_assume(&self) -> bool;

    /// Whether the path may fork from now on.
    fn set_forking(&mut self, on: bool);

    /// Ends the path in an error.
    fn error(&mut self, kind: ErrorKind, message: String, suffix: Option<String>) -> Stop;

    /// Ends the program: functions registered for exit run first.
    fn exit(&mut self, status: Value) -> Stop;

    /// Ends the program at once.
    fn exit_now(&mut self, status: Value) -> Stop;

    /// Ends the path without a test.
    fn silent_exit(&mut self) -> Stop;

    /// Ends the path because of something that is not supported.
    fn unsupported(&mut self, what: String) -> Stop;
}

/// A call of a modelled function.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The function's name.
    pub name: &'a str,
    /// The arguments with their widths.
    pub args: &'a [(Value, u32)],
    /// The width of the result, 0 for none or if nothing reads it.
    pub ret: u32,
    /// The width of the result by the function's declaration, whether it is read or not.
    pub declared: u32,
}

impl Call<'_> {
    /// Argument `index` as a pointer or a number of 64 bits: narrower ones are zero-extended.
    pub fn word(&self, machine: &mut dyn Machine, index: usize) -> Value {
        self.unsigned(machine, index, 64)
    }

    /// Argument `index` as a concrete number of 64 bits: the path forks over its possible values.
    pub fn concrete(&self, machine: &mut dyn Machine, index: usize) -> Result<u64, Stop> {
        let value = self.word(machine, index);
        concretize(machine, value, 64)
    }

    /// The condition that the first argument is not zero; true where there is none.
    pub fn holds(&self, machine: &mut dyn Machine) -> ExprId {
        let Some(&(value, width)) = self.args.first() else { return machine.pool().bool(true) };
        let term = value.to_expr(machine.pool(), width);
        let zero = machine.pool().int(width, 0);
        machine.pool().ne(term, zero)
    }

    /// Argument `index` cut or zero-extended to a width; a missing one is zero.
    pub fn unsigned(&self, machine: &mut dyn Machine, index: usize, width: u32) -> Value {
        let Some(&(value, from)) = self.args.get(index) else { return Value::Int(0) };
        resize(machine.pool(), value, from, width, false)
    }

    /// Argument `index` cut or sign-extended to a width; a missing one is zero.
    pub fn signed(&self, machine: &mut dyn Machine, index: usize, width: u32) -> Value {
        let Some(&(value, from)) = self.args.get(index) else { return Value::Int(0) };
        resize(machine.pool(), value, from, width, true)
    }
}

/// A value cut or extended from one width to another.
pub fn resize(pool: &mut Pool, value: Value, from: u32, to: u32, signed: bool) -> Value {
    if from == to {
        return value;
    }
    if let Value::Int(word) = value
        && from <= 64
        && to <= 64
    {
        let extended = if signed { bv::word::sext(from, to.max(from), word) } else { word };
        return Value::Int(extended & bv::mask(to));
    }
    let term = value.to_expr(pool, from);
    let term = if to < from {
        pool.trunc(term, to)
    } else if signed {
        pool.sext(term, to)
    } else {
        pool.zext(term, to)
    };
    Value::from_expr(pool, term)
}

/// A concrete value for `value`: the path forks over its possible values.
pub(crate) fn concretize(machine: &mut dyn Machine, value: Value, width: u32) -> Result<u64, Stop> {
    match value {
        Value::Int(word) => Ok(word),
        Value::Expr(term) => loop {
            let now = machine.possible_value(term);
            let constant = machine.pool().int(width, now);
            let equal = machine.pool().eq(term, constant);
            if machine.decide(equal)? {
                return Ok(now);
            }
        },
    }
}
