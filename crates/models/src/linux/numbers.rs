//! File descriptors: the numbers by which a process names open files, with `dup`, `fcntl` and `close`.
//!
//! A number refers to an open file *description*. Several numbers can refer to the same description. The
//! position in the file and the flags belong to the description; whether `exec` closes it belongs to the number.
//! The first three descriptions are the standard streams, which are open at the start.

use super::{EBADF, EINVAL, Kernel, Word};
use crate::machine::Stop;

const EMFILE: i64 = -24;

/// The index of the first word about descriptions. Each has four words: the file (0 for none, 1 for the first),
/// the position at which the next read starts, the flags without the access mode, and the count of numbers that
/// refer to it. The standard streams have only flags and that count.
const DESCRIPTIONS: u64 = 128;
const MOST_DESCRIPTIONS: u64 = 64;
/// The index of the first word about numbers. Each has one word: the description (0 for none, 1 for the first),
/// and the flags [`CLOSED_BY_EXEC`] and [`CLOSED`]. A word of 0 means that 0, 1 and 2 refer to the standard
/// streams, and that every other number is free.
const NUMBERS: u64 = DESCRIPTIONS + 4 * MOST_DESCRIPTIONS;
const MOST_NUMBERS: u64 = 1024;
const CLOSED_BY_EXEC: u64 = 1 << 32;
const CLOSED: u64 = 1 << 33;

/// The number of streams that are open at the start.
pub(super) const STANDARD: u64 = 3;

/// A flag of `open`: `exec` closes the number.
pub(super) const CLOSE_ON_EXEC: u64 = 0o2_000_000;
const LARGE_FILE: u64 = 0o100_000;
/// The flags that `fcntl` can change: O_APPEND, O_NONBLOCK, O_ASYNC, O_DIRECT, O_NOATIME.
const CHANGEABLE: u64 = 0o2_000 | 0o4_000 | 0o20_000 | 0o40_000 | 0o1_000_000;

/// An open file description, by its index in the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Description(u64);

impl Description {
    /// The standard stream that it is, if it is one.
    pub(super) fn stream(self) -> Option<u64> {
        (self.0 < STANDARD).then_some(self.0)
    }

    fn word(self, index: u64) -> Word {
        Word(DESCRIPTIONS + 4 * self.0 + index)
    }

    /// The word that holds the file.
    pub(super) fn file(self) -> Word {
        self.word(0)
    }

    /// The word that holds the position of the next read, in bytes.
    pub(super) fn position(self) -> Word {
        self.word(1)
    }

    fn flags(self) -> Word {
        self.word(2)
    }

    fn references(self) -> Word {
        self.word(3)
    }
}

impl Kernel<'_, '_> {
    /// The description that a number refers to, if it is open.
    pub(super) fn described(&mut self, fd: u64) -> Result<Option<Description>, Stop> {
        if fd >= MOST_NUMBERS {
            return Ok(None);
        }
        let word = self.get(Word(NUMBERS + fd))?;
        Ok(match (word & (CLOSED_BY_EXEC - 1), word & CLOSED) {
            (0, 0) if fd < STANDARD => Some(Description(fd)),
            (0, _) => None,
            (number, _) => Some(Description(number - 1)),
        })
    }

    /// The least free number from `least` on.
    fn free_number(&mut self, least: u64) -> Result<Option<u64>, Stop> {
        for fd in least..MOST_NUMBERS {
            if self.described(fd)?.is_none() {
                return Ok(Some(fd));
            }
        }
        Ok(None)
    }

    /// Opens a file under the least free number. Returns that number or an error.
    pub(super) fn open_number(&mut self, file: u64, closed_by_exec: bool) -> Result<i64, Stop> {
        let Some(fd) = self.free_number(0)? else { return Ok(EMFILE) };
        for description in (STANDARD..MOST_DESCRIPTIONS).map(Description) {
            if self.get(description.file())? == 0 {
                self.set(description.file(), file + 1)?;
                self.set(description.position(), 0)?;
                self.set(description.flags(), 0)?;
                self.set(description.references(), 0)?;
                self.assign(fd, description, closed_by_exec)?;
                return Ok(fd as i64);
            }
        }
        Ok(EMFILE)
    }

    /// Makes a free number refer to a description.
    fn assign(&mut self, fd: u64, to: Description, closed_by_exec: bool) -> Result<(), Stop> {
        let flag = if closed_by_exec { CLOSED_BY_EXEC } else { 0 };
        self.set(Word(NUMBERS + fd), (to.0 + 1) | flag)?;
        let references = self.get(to.references())?;
        self.set(to.references(), references + 1)
    }

    fn release(&mut self, fd: u64, description: Description) -> Result<(), Stop> {
        self.set(Word(NUMBERS + fd), if fd < STANDARD { CLOSED } else { 0 })?;
        let left = self.get(description.references())?.saturating_sub(1);
        self.set(description.references(), left)?;
        if left == 0 && description.stream().is_none() {
            self.set(description.file(), 0)?;
        }
        Ok(())
    }

    /// `close(fd)`
    pub(super) fn close(&mut self) -> Result<i64, Stop> {
        let fd = self.concrete(0)?;
        let Some(description) = self.described(fd)? else { return Ok(EBADF) };
        self.release(fd, description)?;
        Ok(0)
    }

    /// `dup(fd)`
    pub(super) fn duplicate(&mut self) -> Result<i64, Stop> {
        self.duplicate_from(0, false)
    }

    fn duplicate_from(&mut self, least: u64, closed_by_exec: bool) -> Result<i64, Stop> {
        let fd = self.concrete(0)?;
        let Some(description) = self.described(fd)? else { return Ok(EBADF) };
        if least >= MOST_NUMBERS {
            return Ok(EINVAL);
        }
        let Some(number) = self.free_number(least)? else { return Ok(EMFILE) };
        self.assign(number, description, closed_by_exec)?;
        Ok(number as i64)
    }

    /// `dup3(fd, number, flags)`
    pub(super) fn duplicate_as(&mut self) -> Result<i64, Stop> {
        let (fd, number, flags) = (self.concrete(0)?, self.concrete(1)?, self.concrete(2)?);
        if fd == number || flags & !CLOSE_ON_EXEC != 0 {
            return Ok(EINVAL);
        }
        let Some(description) = self.described(fd)?.filter(|_| number < MOST_NUMBERS) else { return Ok(EBADF) };
        if let Some(old) = self.described(number)? {
            self.release(number, old)?;
        }
        self.assign(number, description, flags & CLOSE_ON_EXEC != 0)?;
        Ok(number as i64)
    }

    /// `fcntl(fd, command, argument)`
    pub(super) fn control(&mut self) -> Result<i64, Stop> {
        const DUPLICATE: u64 = 0;
        const GET_FD: u64 = 1;
        const SET_FD: u64 = 2;
        const GET_FLAGS: u64 = 3;
        const SET_FLAGS: u64 = 4;
        const DUPLICATE_CLOEXEC: u64 = 1030;
        let (fd, command) = (self.concrete(0)?, self.concrete(1)? & 0xffff_ffff);
        let Some(description) = self.described(fd)? else { return Ok(EBADF) };
        let number = Word(NUMBERS + fd);
        match command {
            DUPLICATE | DUPLICATE_CLOEXEC => {
                let least = self.concrete(2)? & 0xffff_ffff;
                self.duplicate_from(least, command == DUPLICATE_CLOEXEC)
            }
            GET_FD => Ok(i64::from(self.get(number)? & CLOSED_BY_EXEC != 0)),
            SET_FD => {
                let flag = if self.concrete(2)? & 1 != 0 { CLOSED_BY_EXEC } else { 0 };
                let rest = self.get(number)? & !CLOSED_BY_EXEC;
                self.set(number, rest | flag)?;
                Ok(0)
            }
            GET_FLAGS => {
                let opened = match description.stream() {
                    Some(0) => 0,
                    Some(_) => 1,
                    None => LARGE_FILE,
                };
                Ok((opened | self.get(description.flags())?) as i64)
            }
            SET_FLAGS => {
                let flags = self.concrete(2)? & CHANGEABLE;
                self.set(description.flags(), flags)?;
                Ok(0)
            }
            _ => Err(self.machine.unsupported(format!("command {command} of fcntl"))),
        }
    }
}
