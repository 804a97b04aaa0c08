//! System calls of Linux on 64-bit RISC-V, as a static program makes them.
//!
//! The kernel's own memory is an object of the program's address space, so forks copy it like all memory.
//! Standard input holds symbolic bytes and then ends, and so do the files (`linux/files.rs`);
//! standard output and standard error can be written. The clock stands still, and the process is alone and runs
//! as root. A system call that is not known is named and ends the path.
//!
//! Besides Linux's there are the two system calls of the tools for RISC-U, a small subset of this machine:
//! `interval` makes a word symbolic within bounds, and another one prints a number.

mod files;
mod numbers;

use ir::ErrorKind;
use memory::{Found, ObjectKind, Place, Value};

use crate::Routine;
use crate::alloc::granted;
use crate::machine::{Access, Call, Machine, Stop};
use crate::output::{Piece, Stream, Text};
use crate::print::{print_place, print_up_to};
use crate::tuning::MOST_WRITTEN;
use numbers::Description;

type Done = Result<Option<Value>, Stop>;

/// Error numbers, as system calls return them.
const ENOENT: i64 = -2;
const EBADF: i64 = -9;
const ENOMEM: i64 = -12;
const EINVAL: i64 = -22;
const ENOTTY: i64 = -25;
const ENOSYS: i64 = -38;

const PAGE: u64 = 4096;
/// The argument that is the number of the system call.
const NUMBER: usize = 5;

/// The number of a word of the kernel's memory. Word 0 holds the floating-point exceptions.
#[derive(Clone, Copy)]
struct Word(u64);

impl Word {
    /// The number of bytes that `brk` has handed out, counted from the start of its area.
    const BRK: Word = Word(1);
    /// The number of bytes of standard input that have been read.
    const STDIN_READ: Word = Word(2);
    /// Whether standard input has been made symbolic.
    const STDIN_MADE: Word = Word(3);
}

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    (name == "__pleach_riscv_ecall").then_some(ecall as Routine)
}

/// Whether a call with these arguments, as far as they are known, is a system call that ends the program and nothing else.
pub fn ends_process(name: &str, args: &[Option<u64>]) -> bool {
    lookup(name).is_some() && matches!(args.get(NUMBER), Some(Some(93 | 94)))
}

/// A system call in progress: see `front_riscv` for the arguments.
struct Kernel<'m, 'c> {
    machine: &'m mut dyn Machine,
    call: &'c Call<'c>,
}

fn ecall(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let number = call.concrete(machine, NUMBER)?;
    let mut kernel = Kernel { machine, call };
    let result = match number {
        42 => kernel.interval()?,
        43 => kernel.print_number()?,
        17 => EINVAL,
        23 => kernel.duplicate()?,
        24 => kernel.duplicate_as()?,
        25 => kernel.control()?,
        29 => kernel.ioctl()?,
        // readlinkat: there are no links.
        78 => ENOENT,
        48 | 439 => kernel.access()?,
        56 => kernel.open()?,
        57 => kernel.close()?,
        62 => return kernel.seek().map(Some),
        63 => return kernel.read().map(Some),
        64 => return kernel.write().map(Some),
        65 => return kernel.readv().map(Some),
        67 => return kernel.read_at().map(Some),
        79 => kernel.stat_at()?,
        // statx: the C library then uses another call.
        291 => ENOSYS,
        66 => kernel.writev()?,
        80 => kernel.stat(0, 1)?,
        93 | 94 => {
            let status = call.unsigned(kernel.machine, 6, 8);
            if call.concrete(kernel.machine, 12)? != 0 {
                let pool = kernel.machine.pool();
                let (term, zero) = (status.to_expr(pool, 8), pool.int(8, 0));
                let good = pool.eq(term, zero);
                let message = "the program exits with a status other than zero";
                kernel.machine.require(good, ErrorKind::NonzeroExit, message)?;
            }
            let status = crate::resize(kernel.machine.pool(), status, 8, 32, false);
            return Err(kernel.machine.exit_now(status));
        }
        // set_tid_address, gettid, getpid, getppid
        96 | 172 | 173 | 178 => 1,
        // set_robust_list, sched_yield, sigaltstack, rt_sigaction, rt_sigprocmask, mprotect, madvise, futex
        99 | 124 | 132 | 134 | 135 | 226 | 233 | 98 => 0,
        113 | 169 => kernel.clock(number)?,
        // kill, tkill, tgkill: a program can only send signals to itself.
        129..=131 => {
            let message = "the program sends itself a signal".to_owned();
            return Err(kernel.machine.error(ErrorKind::Abort, message, None));
        }
        160 => kernel.uname()?,
        // getuid, geteuid, getgid, getegid
        174..=177 => 0,
        214 => kernel.brk()? as i64,
        215 => kernel.munmap()?,
        222 => kernel.mmap()?,
        163 | 261 => kernel.limits(number)?,
        278 => kernel.random()?,
        // riscv_hwprobe, rseq, membarrier
        258 | 293 | 283 => ENOSYS,
        other => {
            return Err(kernel.machine.unsupported(format!("system call {other}")));
        }
    };
    Ok(Some(Value::Int(result as u64)))
}

/// What a system call returns that fails.
fn error(number: i64) -> Value {
    Value::Int(number as u64)
}

impl Kernel<'_, '_> {
    /// Argument `index` of the system call.
    fn word(&mut self, index: usize) -> Value {
        self.call.word(self.machine, 6 + index)
    }

    fn concrete(&mut self, index: usize) -> Result<u64, Stop> {
        self.call.concrete(self.machine, 6 + index)
    }

    /// The place of a word of the kernel's memory.
    fn own(&mut self, word: Word) -> Result<Place, Stop> {
        let base = self.call.concrete(self.machine, 0)?;
        self.machine.locate(Value::Int(base + 8 * word.0), 8, Access::Write)
    }

    fn get(&mut self, word: Word) -> Result<u64, Stop> {
        let place = self.own(word)?;
        let value = self.machine.load(&place, 0, 8);
        self.machine.concretize(value, 64)
    }

    fn get_value(&mut self, word: Word) -> Result<Value, Stop> {
        let place = self.own(word)?;
        Ok(self.machine.load(&place, 0, 8))
    }

    fn set(&mut self, word: Word, value: u64) -> Result<(), Stop> {
        let place = self.own(word)?;
        self.machine.store(&place, 0, 8, Value::Int(value));
        Ok(())
    }

    /// `write(fd, buffer, count)`
    fn write(&mut self) -> Result<Value, Stop> {
        let fd = self.concrete(0)?;
        let (buffer, mut count) = (self.word(1), self.word(2));
        let Some(stream) = self.stream(fd)? else { return Ok(error(EBADF)) };
        if let Value::Int(most) = &mut count {
            *most = MOST_WRITTEN.min(*most);
        }
        print_up_to(self.machine, stream, buffer, count)?;
        Ok(count)
    }

    /// The stream of a file descriptor, if it can be written.
    fn stream(&mut self, fd: u64) -> Result<Option<Stream>, Stop> {
        Ok(match self.described(fd)?.and_then(Description::stream) {
            Some(1) => Some(Stream::Out),
            Some(2) => Some(Stream::Err),
            _ => None,
        })
    }

    /// `writev(fd, vectors, count)`
    fn writev(&mut self) -> Result<i64, Stop> {
        let fd = self.concrete(0)?;
        let count = self.concrete(2)?;
        let Some(stream) = self.stream(fd)? else { return Ok(EBADF) };
        if count > 1024 {
            return Ok(EINVAL);
        }
        let vectors = self.word(1);
        // All places are found before the first is printed.
        let mut places = Vec::new();
        if count > 0 {
            let table = self.machine.locate(vectors, 16 * count, Access::Read)?;
            for index in 0..count {
                let base = self.machine.load(&table, 16 * index, 8);
                let length = self.machine.load(&table, 16 * index + 8, 8);
                let length = self.machine.concretize(length, 64)?;
                if length > 0 {
                    places.push(self.machine.locate(base, length, Access::Read)?);
                }
            }
        }
        let total: u64 = places.iter().map(|place| place.size()).sum();
        for place in &places {
            print_place(self.machine, stream, place);
        }
        Ok(total as i64)
    }

    /// `ioctl(fd, request, …)`: no stream is a terminal.
    fn ioctl(&mut self) -> Result<i64, Stop> {
        Ok(if self.is_open(0)? { ENOTTY } else { EBADF })
    }

    /// `brk(address)`: returns the new end of the area, or the old one if the address is out of range.
    fn brk(&mut self) -> Result<u64, Stop> {
        let wanted = self.concrete(0)?;
        let start = self.call.concrete(self.machine, 1)?;
        let size = self.call.concrete(self.machine, 2)?;
        let now = self.get(Word::BRK)?;
        let offset = wanted.wrapping_sub(start);
        if offset > size {
            return Ok(start + now);
        }
        self.set(Word::BRK, offset)?;
        Ok(wanted)
    }

    /// `mmap(address, length, protection, flags, fd, offset)`: anonymous memory at any address.
    fn mmap(&mut self) -> Result<i64, Stop> {
        const FIXED: u64 = 0x10;
        const ANONYMOUS: u64 = 0x20;
        let length = self.word(1);
        let flags = self.concrete(3)?;
        if flags & FIXED != 0 || flags & ANONYMOUS == 0 {
            return Err(self.machine.unsupported("mmap of a file or at a fixed address".to_owned()));
        }
        let Some(length) = granted(self.machine, length)? else { return Ok(ENOMEM) };
        let length = self.machine.concretize(length.value(), 64)?;
        if length == 0 {
            return Ok(EINVAL);
        }
        let address = self.machine.allocate(ObjectKind::Heap, length.next_multiple_of(PAGE).into(), PAGE)?;
        Ok(address as i64)
    }

    /// `munmap(address, length)`: frees a whole mapping; a part of one is kept.
    fn munmap(&mut self) -> Result<i64, Stop> {
        let address = self.concrete(0)?;
        let length = self.concrete(1)?;
        let space = self.machine.space();
        if let Some(Found { object, offset: 0 }) = space.find(address)
            && let entry = space.entry(object)
            && entry.kind == ObjectKind::Heap
            && length.next_multiple_of(PAGE) == entry.size
        {
            self.machine.free(object);
        }
        Ok(0)
    }

    /// `clock_gettime(clock, time)` and `gettimeofday(time, zone)`: always the beginning of 1970.
    fn clock(&mut self, number: u64) -> Result<i64, Stop> {
        let time = self.word(if number == 113 { 1 } else { 0 });
        let place = self.machine.locate(time, 16, Access::Write)?;
        self.machine.store(&place, 0, 8, Value::Int(0));
        self.machine.store(&place, 8, 8, Value::Int(0));
        Ok(0)
    }

    /// `uname(buffer)`: six fields of 65 bytes.
    fn uname(&mut self) -> Result<i64, Stop> {
        let fields = ["Linux", "pleach", "6.1.0", "#1", "riscv64", ""];
        let buffer = self.word(0);
        let place = self.machine.locate(buffer, 65 * fields.len() as u64, Access::Write)?;
        for (index, field) in fields.iter().enumerate() {
            for at in 0..65 {
                let byte = field.as_bytes().get(at).copied().unwrap_or(0);
                self.machine.store(&place, (65 * index + at) as u64, 1, Value::Int(u64::from(byte)));
            }
        }
        Ok(0)
    }

    /// `getrlimit(resource, limit)` and `prlimit64(pid, resource, new, old)`: 8 MiB of stack, no limit otherwise.
    fn limits(&mut self, number: u64) -> Result<i64, Stop> {
        const STACK: u64 = 3;
        let (resource, old) = if number == 163 { (0, 1) } else { (1, 3) };
        let resource = self.concrete(resource)?;
        let old = self.word(old);
        if old == Value::Int(0) {
            return Ok(0);
        }
        let place = self.machine.locate(old, 16, Access::Write)?;
        let soft = if resource == STACK { 8 << 20 } else { u64::MAX };
        self.machine.store(&place, 0, 8, Value::Int(soft));
        self.machine.store(&place, 8, 8, Value::Int(u64::MAX));
        Ok(0)
    }

    /// `getrandom(buffer, length, flags)`: always the same bytes.
    fn random(&mut self) -> Result<i64, Stop> {
        let length = self.concrete(1)?.min(256);
        let buffer = self.word(0);
        if length > 0 {
            let place = self.machine.locate(buffer, length, Access::Write)?;
            for at in 0..length {
                self.machine.store(&place, at, 1, Value::Int(at.wrapping_mul(37) & 0xff));
            }
        }
        Ok(length as i64)
    }

    /// `interval(address, low, high, step)` of the tools for RISC-U: makes the word at the address one of low,
    /// low + step, and so on up to high.
    fn interval(&mut self) -> Result<i64, Stop> {
        let address = self.word(0);
        let (low, high, step) = (self.concrete(1)?, self.concrete(2)?, self.concrete(3)?);
        if low > high || step == 0 {
            let message = format!("interval from {low} to {high} in steps of {step}");
            return Err(self.machine.error(ErrorKind::User, message, None));
        }
        let place = self.machine.locate(address, 8, Access::Write)?;
        self.machine.make_symbolic(&place, "interval")?;
        let value = self.machine.load(&place, 0, 8);
        let pool = self.machine.pool();
        let value = value.to_expr(pool, 64);
        let (low, size, step) = (pool.int(64, low), pool.int(64, high - low), pool.int(64, step));
        let offset = pool.sub(value, low);
        let within = pool.ule(offset, size);
        let rest = pool.urem(offset, step);
        let zero = pool.int(64, 0);
        let whole = pool.eq(rest, zero);
        let both = pool.and(within, whole);
        self.machine.assume(both)?;
        Ok(0)
    }

    /// Prints a number, for the tools for RISC-U.
    fn print_number(&mut self) -> Result<i64, Stop> {
        let number = self.concrete(0)?;
        let text = Text::Bytes(format!("{number}\n").into_bytes().into());
        self.machine.print(Piece { stream: Stream::Out, text });
        Ok(0)
    }
}
