//! Reading standard input, and files named `A`, `B` and so on. Their sizes are given, or symbolic within given
//! bounds. They become symbolic when the program first asks for them. Files cannot be written.
//!
//! The kernel's memory holds which files there are, and which number refers to which (see `numbers.rs`).

use memory::{InBounds, Place, Value};

use super::numbers::CLOSE_ON_EXEC;
use super::{EBADF, EINVAL, ENOENT, Kernel, PAGE, Word, error};
use crate::environment::{Input, Length, input_name};
use crate::machine::{Access, Stop};

const EEXIST: i64 = -17;
const ENOTDIR: i64 = -20;
const ESPIPE: i64 = -29;

/// The number of files.
const COUNT: Word = Word(62);
/// The greatest size of each file, in bytes.
const MOST: Word = Word(63);
/// The index of the first word about files: for each, the address of its bytes, and whether they are symbolic already.
const FILES: u64 = 64;

/// The index of the first word about sizes in bytes: that of standard input, then those of the files.
const SIZES: u64 = 1536;

/// A file or stream that is open for reading.
struct Source {
    start: u64,
    length: Length,
    /// The word that holds the size in bytes, once the bytes are symbolic.
    size: Word,
    /// The word that holds the position of the next read, in bytes.
    position: Word,
    /// The word that says whether the bytes are symbolic already.
    made: Word,
    name: String,
}

/// A part of what a read copies; `from` is an offset in the file.
enum Copy {
    Whole {
        from: u64,
        to: Place,
    },
    /// As many bytes as a term of 64 bits says.
    UpTo {
        from: u64,
        to: InBounds,
        length: Value,
    },
}

impl Kernel<'_, '_> {
    /// `read(fd, buffer, count)`
    pub(super) fn read(&mut self) -> Result<Value, Stop> {
        let (buffer, count) = (self.word(1), self.word(2));
        self.read_all(&[(buffer, count)], None)
    }

    /// `readv(fd, vectors, count)`
    pub(super) fn readv(&mut self) -> Result<Value, Stop> {
        let count = self.concrete(2)?;
        if count > 1024 {
            return Ok(error(EINVAL));
        }
        let vectors = self.word(1);
        let mut parts = Vec::new();
        if count > 0 {
            let table = self.machine.locate(vectors, 16 * count, Access::Read)?;
            for index in 0..count {
                let base = self.machine.load(&table, 16 * index, 8);
                let length = self.machine.load(&table, 16 * index + 8, 8);
                parts.push((base, Value::Int(self.machine.concretize(length, 64)?)));
            }
        }
        self.read_all(&parts, None)
    }

    /// `pread64(fd, buffer, count, offset)`
    pub(super) fn read_at(&mut self) -> Result<Value, Stop> {
        let (count, offset) = (self.word(2), self.concrete(3)?);
        let fd = self.concrete(0)?;
        if self.is_stream(fd)? {
            return Ok(error(ESPIPE));
        }
        let buffer = self.word(1);
        self.read_all(&[(buffer, count)], Some(offset))
    }

    /// Reads into several buffers, one after the other: from `offset`, or without one from the current position,
    /// which then moves on. Forks where that decides how many bytes there are: none, as many as are wanted, or
    /// fewer. A count may be symbolic if there is one buffer.
    fn read_all(&mut self, parts: &[(Value, Value)], offset: Option<u64>) -> Result<Value, Stop> {
        let fd = self.concrete(0)?;
        let Some(source) = self.source(fd)? else { return Ok(error(EBADF)) };
        let size = self.size(&source)?;
        let mut at = match offset {
            Some(offset) => Value::Int(offset),
            None => self.get_value(source.position)?,
        };
        if !self.is_below(at, size)? {
            return Ok(Value::Int(0));
        }
        // Few programs read from a place in the middle that depends on the size.
        let begin = self.machine.concretize(at, 64)?;
        at = Value::Int(begin);
        // Locating may fork, after which the call runs again: so all places are located before the first write.
        let mut copies = Vec::new();
        for &(buffer, count) in parts.iter().filter(|(_, count)| *count != Value::Int(0)) {
            let from = self.machine.concretize(at, 64)?;
            let left = self.difference(size, at);
            let is_last = self.is_below(left, count)?;
            let now = if is_last { left } else { count };
            copies.push(self.copy_of(from, now, buffer)?);
            at = self.sum(at, now);
            if is_last {
                break;
            }
        }
        for copy in copies {
            self.carry_out(source.start, copy)?;
        }
        if offset.is_none() {
            let place = self.own(source.position)?;
            self.machine.store(&place, 0, 8, at);
        }
        Ok(self.difference(at, Value::Int(begin)))
    }

    /// The copy of `length` bytes that a file holds from a place on.
    fn copy_of(&mut self, from: u64, length: Value, buffer: Value) -> Result<Copy, Stop> {
        if let Value::Expr(term) = length
            && let Some(to) = self.machine.locate_up_to(buffer, term, Access::Write)?
        {
            return Ok(Copy::UpTo { from, to, length });
        }
        let length = self.machine.concretize(length, 64)?;
        let to = self.machine.locate(buffer, length, Access::Write)?;
        Ok(Copy::Whole { from, to })
    }

    fn carry_out(&mut self, start: u64, copy: Copy) -> Result<(), Stop> {
        match copy {
            Copy::Whole { to, .. } if to.size() == 0 => Ok(()),
            Copy::Whole { from, to } => {
                let from = self.machine.locate(Value::Int(start + from), to.size(), Access::Read)?;
                self.machine.copy(&to, &from)
            }
            Copy::UpTo { from, to, length } => {
                let from = self.machine.locate_one(Value::Int(start + from), to.size(), Access::Read)?;
                self.machine.copy_up_to(to, from, length)
            }
        }
    }

    /// Whether a number is below another; forks if both is possible.
    fn is_below(&mut self, a: Value, b: Value) -> Result<bool, Stop> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            return Ok(a < b);
        }
        let pool = self.machine.pool();
        let (a, b) = (a.to_expr(pool, 64), b.to_expr(pool, 64));
        let below = pool.ult(a, b);
        self.machine.decide(below)
    }

    fn sum(&mut self, a: Value, b: Value) -> Value {
        let pool = self.machine.pool();
        let (a, b) = (a.to_expr(pool, 64), b.to_expr(pool, 64));
        let sum = pool.add(a, b);
        Value::from_expr(pool, sum)
    }

    fn difference(&mut self, a: Value, b: Value) -> Value {
        let pool = self.machine.pool();
        let (a, b) = (a.to_expr(pool, 64), b.to_expr(pool, 64));
        let difference = pool.sub(a, b);
        Value::from_expr(pool, difference)
    }

    /// The number of bytes of a file. When it is first asked for, the bytes become symbolic.
    fn size(&mut self, source: &Source) -> Result<Value, Stop> {
        if self.get(source.made)? == 0 {
            let size = source.length.on_path(self.machine, &source.name)?;
            // From here on nothing forks. What is done here is not done again if the call runs again.
            let room = if let Value::Int(size) = size { size } else { source.length.most };
            let whole = self.machine.locate(Value::Int(source.start), room, Access::Write)?;
            self.machine.make_symbolic_up_to(&whole, &source.name, size)?;
            self.set(source.made, 1)?;
            let place = self.own(source.size)?;
            self.machine.store(&place, 0, 8, size);
        }
        self.get_value(source.size)
    }

    /// The file or stream that a number refers to, if it can be read.
    fn source(&mut self, fd: u64) -> Result<Option<Source>, Stop> {
        let Some(description) = self.described(fd)? else { return Ok(None) };
        if description.stream() == Some(0) {
            let start = self.call.concrete(self.machine, 3)?;
            let length = match self.machine.environment().stdin {
                Some(Input::Symbolic(length)) => length,
                _ => self.call.concrete(self.machine, 4)?.into(),
            };
            let (position, made) = (Word::STDIN_READ, Word::STDIN_MADE);
            return Ok(Some(Source { start, length, size: Word(SIZES), position, made, name: input_name(0) }));
        }
        match self.get(description.file())? {
            0 => Ok(None),
            number => self.file(number - 1, description.position()).map(Some),
        }
    }

    /// Whether a number refers to a standard stream.
    fn is_stream(&mut self, fd: u64) -> Result<bool, Stop> {
        Ok(self.described(fd)?.is_some_and(|description| description.stream().is_some()))
    }

    fn file(&mut self, file: u64, position: Word) -> Result<Source, Stop> {
        let length = match self.machine.environment().files {
            (0, _) => self.get(MOST)?.into(),
            (_, length) => length,
        };
        Ok(Source {
            start: self.get(Word(FILES + 2 * file))?,
            length,
            size: Word(SIZES + 1 + file),
            position,
            made: Word(FILES + 2 * file + 1),
            name: input_name(file + 1),
        })
    }

    /// Whether argument `index` is an open number.
    pub(super) fn is_open(&mut self, index: usize) -> Result<bool, Stop> {
        let fd = self.concrete(index)?;
        Ok(self.described(fd)?.is_some())
    }

    /// The file that the path name in argument `index` denotes. Execution forks if several are possible.
    fn named(&mut self, index: usize) -> Result<Option<u64>, Stop> {
        let count = self.get(COUNT)?;
        if count == 0 {
            return Ok(None);
        }
        let path = self.word(index);
        let place = self.machine.locate(path, 1, Access::Read)?;
        let letter = self.machine.load(&place, 0, 1);
        for file in 0..count {
            if self.is_byte(letter, b'A' + file as u8)? {
                // This byte is not the terminator, so there is another byte.
                let pool = self.machine.pool();
                let (address, one) = (path.to_expr(pool, 64), pool.int(64, 1));
                let second = pool.add(address, one);
                let second = Value::from_expr(pool, second);
                let place = self.machine.locate(second, 1, Access::Read)?;
                let end = self.machine.load(&place, 0, 1);
                if !self.is_byte(end, 0)? {
                    return Ok(None);
                }
                // This is done even if the file is never read: a test contains every file that must exist.
                let source = self.file(file, Word::STDIN_READ)?;
                self.size(&source)?;
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    fn is_byte(&mut self, value: Value, byte: u8) -> Result<bool, Stop> {
        if let Value::Int(word) = value {
            return Ok(word == u64::from(byte));
        }
        let pool = self.machine.pool();
        let (value, byte) = (value.to_expr(pool, 8), pool.int(8, byte.into()));
        let equal = pool.eq(value, byte);
        self.machine.decide(equal)
    }

    /// `openat(directory, path, flags, mode)`
    pub(super) fn open(&mut self) -> Result<i64, Stop> {
        const WRITING: u64 = 3;
        const CREATE_NEW: u64 = 0o300;
        const DIRECTORY: u64 = 0o200_000;
        const PATH_ONLY: u64 = 0o10_000_000;
        let Some(file) = self.named(1)? else { return Ok(ENOENT) };
        let flags = self.concrete(2)?;
        if flags & CREATE_NEW == CREATE_NEW {
            return Ok(EEXIST);
        }
        if flags & DIRECTORY != 0 {
            return Ok(ENOTDIR);
        }
        if flags & WRITING != 0 {
            return Err(self.machine.unsupported("opening a symbolic file for writing".to_owned()));
        }
        if flags & PATH_ONLY != 0 {
            return Err(self.machine.unsupported("opening a file with O_PATH".to_owned()));
        }
        self.open_number(file, flags & CLOSE_ON_EXEC != 0)
    }

    /// `lseek(fd, offset, whence)`; the standard streams have no position, so it fails for them.
    pub(super) fn seek(&mut self) -> Result<Value, Stop> {
        let (fd, offset, whence) = (self.concrete(0)?, self.word(1), self.concrete(2)?);
        if self.is_stream(fd)? {
            return Ok(error(ESPIPE));
        }
        let Some(source) = self.source(fd)? else { return Ok(error(EBADF)) };
        let base = match whence {
            0 => Value::Int(0),
            1 => self.get_value(source.position)?,
            2 => self.size(&source)?,
            _ => return Ok(error(EINVAL)),
        };
        // A position is below 2^63, and so is a sum that has not overflown.
        let place = self.sum(base, offset);
        if !self.is_below(place, Value::Int(1 << 63))? {
            return Ok(error(EINVAL));
        }
        let position = self.own(source.position)?;
        self.machine.store(&position, 0, 8, place);
        Ok(place)
    }

    /// `faccessat(directory, path, mode)`; every file that exists can be read.
    pub(super) fn access(&mut self) -> Result<i64, Stop> {
        Ok(self.named(1)?.map_or(ENOENT, |_| 0))
    }

    /// `fstat(fd, buffer)`; the standard streams are pipes.
    pub(super) fn stat(&mut self, fd: usize, buffer: usize) -> Result<i64, Stop> {
        let fd = self.concrete(fd)?;
        if self.is_stream(fd)? {
            return self.write_stat(buffer, 0o010_600, Value::Int(0));
        }
        let Some(source) = self.source(fd)? else { return Ok(EBADF) };
        let size = self.size(&source)?;
        self.write_stat(buffer, 0o100_644, size)
    }

    /// `newfstatat(fd, path, buffer, flags)`; with an empty path, the same as `fstat`.
    pub(super) fn stat_at(&mut self) -> Result<i64, Stop> {
        const EMPTY_PATH: u64 = 0x1000;
        if self.concrete(3)? & EMPTY_PATH != 0 {
            return self.stat(0, 2);
        }
        let Some(file) = self.named(1)? else { return Ok(ENOENT) };
        let source = self.file(file, Word::STDIN_READ)?;
        let size = self.size(&source)?;
        self.write_stat(2, 0o100_644, size)
    }

    fn write_stat(&mut self, buffer: usize, mode: u64, size: Value) -> Result<i64, Stop> {
        let buffer = self.word(buffer);
        let place = self.machine.locate(buffer, 128, Access::Write)?;
        for at in (0..128).step_by(8) {
            self.machine.store(&place, at, 8, Value::Int(0));
        }
        // The third word holds the mode and the number of links, the seventh the size of the file, the eighth that
        // of a block.
        self.machine.store(&place, 16, 4, Value::Int(mode));
        self.machine.store(&place, 20, 4, Value::Int(1));
        self.machine.store(&place, 48, 8, size);
        self.machine.store(&place, 56, 4, Value::Int(PAGE));
        let up = self.sum(size, Value::Int(511));
        let pool = self.machine.pool();
        let (up, block) = (up.to_expr(pool, 64), pool.int(64, 512));
        let blocks = pool.udiv(up, block);
        let blocks = Value::from_expr(pool, blocks);
        self.machine.store(&place, 64, 8, blocks);
        Ok(0)
    }
}
