//! The interface between models and the executor.
//!
//! A model is a Rust function that stands for a C function which the program calls but does not contain. It may
//! run more than once for one call: if it asks to decide a condition that can be both true and false, the path
//! forks, and both sides run the call again, each with its side of the condition assumed. **Invariant.** A
//! model makes all its decisions before its first effect.

use expr::{ExprId, Pool};
use ir::ErrorKind;
use memory::{AddressSpace, InBounds, ObjectId, ObjectKind, Place, Size, Value};

use crate::environment::Environment;
use crate::output::Piece;

/// The model must return: the path forks or has ended. The machine knows which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// Whether an access reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// The access reads.
    Read,
    /// The access writes.
    Write,
}

/// When a byte exists of which that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exists {
    /// The condition under which it exists.
    pub condition: ExprId,
    /// For an object that ends with a string: the original value of the byte before it, which must not be zero.
    pub after: Option<ExprId>,
}

/// The executor as a model sees it: one path at one call.
pub trait Machine {
    /// The pool of terms.
    fn pool(&mut self) -> &mut Pool;

    /// The address space of the path.
    fn space(&self) -> &AddressSpace;

    /// The value of a term in the path's own model. It depends on what the solver knows, so it is for messages only.
    fn value_for_message(&mut self, term: ExprId) -> u64;

    /// The least possible value of a term. The path is not restricted to it.
    fn some_value(&mut self, term: ExprId) -> u64;

    /// An upper bound on a term of 64 bits on the path: its greatest value, if the solver finds that. The path is not
    /// restricted to it.
    fn upper_bound(&mut self, term: ExprId) -> u64;

    /// Makes a value concrete: the path forks over its possible values, the least first.
    fn concretize(&mut self, value: Value, width: u32) -> Result<u64, Stop>;

    /// The value of a term that must not be symbolic: the paths on which it has another value end in an error.
    fn require_value(&mut self, term: ExprId, width: u32, message: &str) -> Result<u64, Stop>;

    /// The least possible value of a term, to which the path is restricted. If there are others, the run is
    /// incomplete for the reason `why`.
    fn fix(&mut self, term: ExprId, width: u32, why: &str) -> Result<u64, Stop>;

    /// Decides a condition: returns its value on this path, and forks if both values are possible.
    fn decide(&mut self, cond: ExprId) -> Result<bool, Stop>;

    /// Requires a condition: the side on which it is false ends in an error, and the other goes on.
    fn require(&mut self, cond: ExprId, kind: ErrorKind, message: &str) -> Result<(), Stop>;

    /// Adds a condition to the path condition; returns false if it cannot hold.
    fn assume(&mut self, cond: ExprId) -> Result<bool, Stop>;

    /// Adds a condition that the program itself assumes. A path on which it cannot hold ends without a test and
    /// is counted.
    fn restrict(&mut self, cond: ExprId) -> Result<(), Stop>;

    /// Adds a condition that the path's test should satisfy if possible.
    fn prefer(&mut self, cond: ExprId);

    /// Resolves a pointer to the `len` bytes that it points to; ends in errors and forks as a load would.
    fn locate(&mut self, pointer: Value, len: u64, access: Access) -> Result<Place, Stop>;

    /// Like [`Machine::locate`], for a model that has to know the object and offset: the path forks over both.
    fn locate_one(&mut self, pointer: Value, len: u64, access: Access) -> Result<InBounds, Stop>;

    /// Resolves a pointer that may come from several objects to `len` bytes without deciding in which they are; without a number,
    /// to the bytes of a text with its zero, or of the longest such text. `None` if the memory model does not do so here, or
    /// the bytes may not exist.
    fn locate_in_all(&mut self, pointer: Value, len: Option<u64>) -> Result<Option<Place>, Stop>;

    /// Resolves a pointer to all bytes up to the end of its object, of which there must be at least one. In a
    /// string that the program is started with and in an object of symbolic size, not all of them are known to
    /// exist: see [`Machine::exists`].
    fn locate_rest(&mut self, pointer: Value, access: Access) -> Result<InBounds, Stop>;

    /// Reads `len` bytes, beginning `offset` bytes into a place; the value is `8 * len` bits wide.
    fn load(&mut self, place: &Place, offset: u64, len: u32) -> Value;

    /// Writes a value of `8 * len` bits, beginning `offset` bytes into a place.
    fn store(&mut self, place: &Place, offset: u64, len: u32, value: Value);

    /// Writes bytes at the beginning of a place.
    fn store_bytes(&mut self, place: &Place, bytes: &[u8]);

    /// Copies `from` to `to`, which have the same length and may overlap. Ends the path if there is not enough
    /// memory for it.
    fn copy(&mut self, to: &Place, from: &Place) -> Result<(), Stop>;

    /// Copies the first `length` bytes (64 bits wide) of `from` to `to`, which have the same size and may overlap;
    /// bytes beyond `length` keep their contents. The caller knows that the bytes before `length` exist.
    fn copy_up_to(&mut self, to: InBounds, from: InBounds, length: Value) -> Result<(), Stop>;

    /// Fills the first `length` bytes (64 bits wide) of a place with a byte.
    fn fill_up_to(&mut self, to: InBounds, byte: Value, length: Value);

    /// Resolves a pointer to bytes of which the first `length` (64 bits wide) exist, as far as the path goes on. The
    /// place has as many bytes as `length` can be. `None` if such bytes cannot be named without a fork.
    fn locate_up_to(&mut self, pointer: Value, length: ExprId, access: Access) -> Result<Option<InBounds>, Stop>;

    /// Fills a place with a byte.
    fn fill(&mut self, to: &Place, byte: Value);

    /// Whether the machine on which the program runs can allocate `size` bytes (a term of 64 bits) at once.
    /// Some machines can and some cannot, so the path forks. If it can, a native run may still behave
    /// differently. If it cannot, an error on the path is not reported as one, but as a reason why the run is
    /// incomplete.
    fn has_memory(&mut self, size: ExprId) -> Result<bool, Stop>;

    /// The size of a new object, given as a term of 64 bits: the path is restricted to the sizes that are considered,
    /// and may fork over them.
    fn bound_size(&mut self, size: ExprId) -> Result<Size, Stop>;

    /// Allocates an object of zeros and returns its address; ends the path if there is no room.
    fn allocate(&mut self, kind: ObjectKind, size: Size, align: u64) -> Result<u64, Stop>;

    /// Like [`Machine::allocate`], with an uninitialized object.
    fn allocate_uninitialized(&mut self, kind: ObjectKind, size: Size, align: u64) -> Result<u64, Stop>;

    /// Allocates an object of zeros at an address that the program chose; returns false if it cannot be there.
    fn allocate_at(&mut self, address: u64, size: u64) -> bool;

    /// Frees a live heap object.
    fn free(&mut self, object: ObjectId);

    /// Makes a place symbolic under a name, which gets a suffix if the path has used it before. Ends the path
    /// if the place is larger than [`crate::LARGEST_INPUT`].
    fn make_symbolic(&mut self, place: &Place, name: &str) -> Result<(), Stop>;

    /// Like [`Machine::make_symbolic`]; a test holds only as many of the bytes as the input `length` says, which comes
    /// from [`Machine::symbolic_length`].
    fn make_symbolic_up_to(&mut self, place: &Place, name: &str, length: Value) -> Result<(), Stop>;

    /// Makes the rest of an object a symbolic string under a name. The object then ends where the string ends.
    fn make_string(&mut self, place: &Place, name: &str) -> Result<(), Stop>;

    /// When byte `index` of a place exists, given that the byte before it does; `None` if it is known to exist.
    fn exists(&mut self, place: InBounds, index: u64) -> Option<Exists>;

    /// The number of bytes of a place that are known to exist: all, unless the size of the object is symbolic or
    /// was made so by [`Machine::make_string`].
    fn known(&self, place: InBounds) -> u64;

    /// Creates a symbolic value under a name, recorded as an input of `ceil(width / 8)` bytes.
    fn symbolic_value(&mut self, name: &str, width: u32) -> Value;

    /// Creates a symbolic length of 64 bits from `least` to `most` as an input under a name, and treats it as the mode of
    /// sizes wants. If the path forks over it, it is created anew when the call runs again.
    fn symbolic_length(&mut self, name: &str, least: u64, most: u64) -> Result<Size, Stop>;

    /// The environment that the program is started in.
    fn environment(&self) -> &Environment;

    /// Whether the program, or the library linked to it, defines a function.
    fn defines(&self, function: &str) -> bool;

    /// Continues in a function of the library's C sources, whose result becomes that of the call. Ends the path
    /// if there is no such function.
    fn continue_in(&mut self, function: &str, args: &[(Value, u32)]) -> Stop;

    /// Begins a region at whose end the paths that part in it are joined.
    fn begin_region(&mut self);

    /// Ends the region that was begun last.
    fn end_region(&mut self);

    /// Adds to the program's output.
    fn print(&mut self, piece: Piece);

    /// The address of the memory that holds the variadic arguments of the running function, in words of 8 bytes.
    fn variadic_area(&mut self) -> Result<u64, Stop>;

    /// The address of `errno`.
    fn errno_address(&mut self) -> Result<u64, Stop>;

    /// Records this call as a jump point and returns its number.
    fn set_jump(&mut self) -> u64;

    /// Returns to the call at a jump point, which returns `value` (32 bits wide) once more.
    fn long_jump(&mut self, number: u64, value: Value) -> Stop;

    /// The first waiting call with a landing pad, at least `from` frames below the running one: its depth and the
    /// address of its landing pad. `None` if no frame has one down to the first frame of the program, or of its
    /// constructors while these run.
    fn landing_pad(&mut self, from: u64) -> Option<(u64, Value)>;

    /// Leaves the running function and `depth` more, and passes an exception with its selector to the call that
    /// waits there.
    fn unwind(&mut self, depth: u64, exception: Value, selector: Value) -> Stop;

    /// The exception that was last passed to a landing pad, and its selector.
    fn landed(&self) -> (Value, Value);

    /// Registers a function to be called at exit, with an argument for functions that take one.
    fn at_exit(&mut self, function: u64, argument: Value);

    /// Registers a function to be called when the thread ends, which is before those to be called at exit.
    fn at_thread_exit(&mut self, function: u64, argument: Value);

    /// Adds a message to the log; with `once`, repetitions are dropped.
    fn warn(&mut self, message: String, once: bool);

    /// The call stack as text.
    fn stack_text(&mut self) -> String;

    /// Whether a false assumption of `klee_assume` ends its path silently.
    fn silent_assume(&self) -> bool;

    /// Sets whether the path may fork from now on.
    fn set_forking(&mut self, on: bool);

    /// Ends the path in an error.
    fn error(&mut self, kind: ErrorKind, message: String, suffix: Option<String>) -> Stop;

    /// Ends the program after running the functions registered to be called at exit.
    fn exit(&mut self, status: Value) -> Stop;

    /// Ends the program at once, without running the functions registered to be called at exit.
    fn exit_now(&mut self, status: Value) -> Stop;

    /// Ends the path without a test.
    fn silent_exit(&mut self) -> Stop;

    /// Ends the path because something is not supported.
    fn unsupported(&mut self, what: String) -> Stop;
}

/// A call of a modelled function.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The function's name.
    pub name: &'a str,
    /// The arguments with their widths in bits.
    pub args: &'a [(Value, u32)],
    /// The width of the result in bits; 0 if there is none or nothing reads it.
    pub ret: u32,
    /// The width of the result in bits by the function's declaration, whether it is read or not.
    pub declared: u32,
}

impl Call<'_> {
    /// Argument `index` as a pointer or a number of 64 bits; a narrower one is zero-extended.
    pub fn word(&self, machine: &mut dyn Machine, index: usize) -> Value {
        self.unsigned(machine, index, 64)
    }

    /// Argument `index` as a concrete number of 64 bits: the path forks over its possible values.
    pub fn concrete(&self, machine: &mut dyn Machine, index: usize) -> Result<u64, Stop> {
        let value = self.word(machine, index);
        machine.concretize(value, 64)
    }

    /// The condition that the first argument is not zero; true if there is no argument.
    pub fn holds(&self, machine: &mut dyn Machine) -> ExprId {
        let Some(&(value, width)) = self.args.first() else { return machine.pool().bool(true) };
        let term = value.to_expr(machine.pool(), width);
        let zero = machine.pool().int(width, 0);
        machine.pool().ne(term, zero)
    }

    /// Argument `index`, truncated or zero-extended to a width; a missing one is zero.
    pub fn unsigned(&self, machine: &mut dyn Machine, index: usize, width: u32) -> Value {
        let Some(&(value, from)) = self.args.get(index) else { return Value::Int(0) };
        resize(machine.pool(), value, from, width, false)
    }

    /// Argument `index`, truncated or sign-extended to a width; a missing one is zero.
    pub fn signed(&self, machine: &mut dyn Machine, index: usize, width: u32) -> Value {
        let Some(&(value, from)) = self.args.get(index) else { return Value::Int(0) };
        resize(machine.pool(), value, from, width, true)
    }
}

/// A value truncated or extended from one width to another.
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
