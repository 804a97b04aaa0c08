//! Reading standard input, and files named `A`, `B` and so on. Their sizes are given. Their bytes become
//! symbolic when the program first asks for them. Files cannot be written.
//!
//! The kernel's memory holds which files there are, and which number refers to which (see `numbers.rs`).

use memory::Value;

use super::numbers::CLOSE_ON_EXEC;
use super::{EBADF, EINVAL, ENOENT, Kernel, PAGE, Word};
use crate::machine::{Access, Stop};

const EEXIST: i64 = -17;
const ENOTDIR: i64 = -20;
const ESPIPE: i64 = -29;

/// The number of files.
const COUNT: Word = Word(62);
/// The size of each file, in bytes.
const SIZE: Word = Word(63);
/// The index of the first word about files: for each, the address of its bytes, and whether they are symbolic already.
const FILES: u64 = 64;

/// A file or stream that is open for reading.
struct Source {
    start: u64,
    size: u64,
    /// The word that holds the position of the next read, in bytes.
    position: Word,
    /// The word that says whether the bytes are symbolic already.
    made: Word,
    name: String,
}

impl Kernel<'_, '_> {
    /// `read(fd, buffer, count)`
    pub(super) fn read(&mut self) -> Result<i64, Stop> {
        let count = self.concrete(2)?;
        let buffer = self.word(1);
        self.read_all(&[(buffer, count)], None)
    }

    /// `readv(fd, vectors, count)`
    pub(super) fn readv(&mut self) -> Result<i64, Stop> {
        let count = self.concrete(2)?;
        if count > 1024 {
            return Ok(EINVAL);
        }
        let vectors = self.word(1);
        let mut parts = Vec::new();
        if count > 0 {
            let table = self.machine.locate(vectors, 16 * count, Access::Read)?;
            for index in 0..count {
                let base = self.machine.load(&table, 16 * index, 8);
                let length = self.machine.load(&table, 16 * index + 8, 8);
                parts.push((base, self.machine.concretize(length, 64)?));
            }
        }
        self.read_all(&parts, None)
    }

    /// `pread64(fd, buffer, count, offset)`
    pub(super) fn read_at(&mut self) -> Result<i64, Stop> {
        let (count, offset) = (self.concrete(2)?, self.concrete(3)?);
        let fd = self.concrete(0)?;
        if self.is_stream(fd)? {
            return Ok(ESPIPE);
        }
        let buffer = self.word(1);
        self.read_all(&[(buffer, count)], Some(offset))
    }

    /// Reads into several buffers, one after the other: from `offset`, or without one from the current position,
    /// which then moves on.
    fn read_all(&mut self, parts: &[(Value, u64)], offset: Option<u64>) -> Result<i64, Stop> {
        let fd = self.concrete(0)?;
        let Some(source) = self.source(fd)? else { return Ok(EBADF) };
        let position = self.get(source.position)?;
        let begin = offset.unwrap_or(position).min(source.size);
        // Locating may fork, after which the call runs again: so all places are located before the first write.
        let mut at = begin;
        let mut places = Vec::new();
        for &(buffer, count) in parts {
            let now = count.min(source.size - at);
            if now > 0 {
                places.push((at, self.machine.locate(buffer, now, Access::Write)?));
                at += now;
            }
        }
        if places.is_empty() {
            return Ok(0);
        }
        self.make_symbolic(&source)?;
        for (from, to) in &places {
            let from = self.machine.locate(Value::Int(source.start + from), to.size(), Access::Read)?;
            self.machine.copy(to, &from)?;
        }
        if offset.is_none() {
            self.set(source.position, at)?;
        }
        Ok((at - begin) as i64)
    }

    /// The file or stream that a number refers to, if it can be read.
    fn source(&mut self, fd: u64) -> Result<Option<Source>, Stop> {
        let Some(description) = self.described(fd)? else { return Ok(None) };
        if description.stream() == Some(0) {
            let start = self.call.concrete(self.machine, 3)?;
            let size = self.call.concrete(self.machine, 4)?;
            let (position, made) = (Word::STDIN_READ, Word::STDIN_MADE);
            return Ok(Some(Source { start, size, position, made, name: "stdin".to_owned() }));
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
        Ok(Source {
            start: self.get(Word(FILES + 2 * file))?,
            size: self.get(SIZE)?,
            position,
            made: Word(FILES + 2 * file + 1),
            name: format!("{}_data", char::from(b'A' + file as u8)),
        })
    }

    fn make_symbolic(&mut self, source: &Source) -> Result<(), Stop> {
        if self.get(source.made)? == 0 && source.size > 0 {
            let whole = self.machine.locate(Value::Int(source.start), source.size, Access::Write)?;
            self.machine.make_symbolic(&whole, &source.name)?;
            self.set(source.made, 1)?;
        }
        Ok(())
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
                self.make_symbolic(&source)?;
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
    pub(super) fn seek(&mut self) -> Result<i64, Stop> {
        let (fd, offset, whence) = (self.concrete(0)?, self.concrete(1)? as i64, self.concrete(2)?);
        if self.is_stream(fd)? {
            return Ok(ESPIPE);
        }
        let Some(source) = self.source(fd)? else { return Ok(EBADF) };
        let base = match whence {
            0 => 0,
            1 => self.get(source.position)?,
            2 => source.size,
            _ => return Ok(EINVAL),
        };
        match (base as i64).checked_add(offset) {
            Some(place) if place >= 0 => {
                self.set(source.position, place as u64)?;
                Ok(place)
            }
            _ => Ok(EINVAL),
        }
    }

    /// `faccessat(directory, path, mode)`; every file that exists can be read.
    pub(super) fn access(&mut self) -> Result<i64, Stop> {
        Ok(self.named(1)?.map_or(ENOENT, |_| 0))
    }

    /// `fstat(fd, buffer)`; the standard streams are pipes.
    pub(super) fn stat(&mut self, fd: usize, buffer: usize) -> Result<i64, Stop> {
        let fd = self.concrete(fd)?;
        if self.is_stream(fd)? {
            return self.write_stat(buffer, 0o010_600, 0);
        }
        match self.source(fd)? {
            Some(source) => self.write_stat(buffer, 0o100_644, source.size),
            None => Ok(EBADF),
        }
    }

    /// `newfstatat(fd, path, buffer, flags)`; with an empty path, the same as `fstat`.
    pub(super) fn stat_at(&mut self) -> Result<i64, Stop> {
        const EMPTY_PATH: u64 = 0x1000;
        if self.concrete(3)? & EMPTY_PATH != 0 {
            return self.stat(0, 2);
        }
        match self.named(1)? {
            Some(_) => {
                let size = self.get(SIZE)?;
                self.write_stat(2, 0o100_644, size)
            }
            None => Ok(ENOENT),
        }
    }

    fn write_stat(&mut self, buffer: usize, mode: u64, size: u64) -> Result<i64, Stop> {
        let buffer = self.word(buffer);
        let place = self.machine.locate(buffer, 128, Access::Write)?;
        for at in (0..128).step_by(8) {
            self.machine.store(&place, at, 8, Value::Int(0));
        }
        // The third word holds the mode and the number of links, the seventh the size of the file, the eighth that
        // of a block.
        self.machine.store(&place, 16, 4, Value::Int(mode));
        self.machine.store(&place, 20, 4, Value::Int(1));
        self.machine.store(&place, 48, 8, Value::Int(size));
        self.machine.store(&place, 56, 4, Value::Int(PAGE));
        self.machine.store(&place, 64, 8, Value::Int(size.div_ceil(512)));
        Ok(0)
    }
}
