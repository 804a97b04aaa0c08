//! Archives of tests. With thousands of tests, creating a file for each takes longer than exploring its path,
//! and a directory of that many files is slow to work with.
//!
//! The archives are plain tar files, `tests-NNNNNN.tar`, where the number is that of the first test in the
//! archive. `tar` unpacks them to the files that would have been written otherwise. Headers hold neither times
//! nor user names, so the same run gives the same bytes. Members are handed to the operating system whole, and
//! a write that fails is undone, so an archive can be read whenever the process ends. A member that was cut off
//! all the same, because the machine went down, is skipped when reading.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::tuning::{ARCHIVE_TESTS, ARCHIVE_WAITING};
use crate::writer::Gate;

/// The size of a tar block, in bytes.
const BLOCK: u64 = 512;

/// The archives of a run directory while they are written.
#[derive(Debug)]
pub struct ArchiveWriter {
    dir: PathBuf,
    gate: Gate,
    /// The header fields that all members share.
    header: tar::Header,
    open: Option<Open>,
}

/// The archive that is being written.
struct Open {
    path: PathBuf,
    file: File,
    /// The first test number that goes to the next archive.
    end: u64,
    /// Whole members that are buffered.
    waiting: Vec<u8>,
    /// The length of the file, in bytes.
    written: u64,
}

impl std::fmt::Debug for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Open({})", self.path.display())
    }
}

impl ArchiveWriter {
    /// Archives in `dir`, which holds none yet. They are written only while the gate is held.
    pub fn new(dir: &Path, gate: Gate) -> ArchiveWriter {
        ArchiveWriter { dir: dir.to_owned(), gate, header: header(), open: None }
    }

    /// Adds a file of test `number`. The numbers must not decrease.
    pub fn add(&mut self, number: u64, name: &str, contents: &[u8]) -> io::Result<()> {
        if self.open.as_ref().is_none_or(|open| number >= open.end) {
            self.finish()?;
            let path = self.dir.join(format!("tests-{number:06}.tar"));
            let file = File::create_new(&path).map_err(|error| named(&error, &path))?;
            self.open = Some(Open { path, file, end: number + ARCHIVE_TESTS, waiting: Vec::new(), written: 0 });
        }
        let open = self.open.as_mut().expect("it has just been opened");
        put(&mut open.waiting, &self.header, name, contents)?;
        if open.waiting.len() < ARCHIVE_WAITING { Ok(()) } else { open.flush(&self.gate) }
    }

    /// Whether nothing is buffered.
    pub fn has_all_written(&self) -> bool {
        self.open.as_ref().is_none_or(|open| open.waiting.is_empty())
    }

    /// Hands the buffered members to the operating system.
    pub fn flush(&mut self) -> io::Result<()> {
        self.open.as_mut().map_or(Ok(()), |open| open.flush(&self.gate))
    }

    /// Ends the archive that is being written.
    pub fn finish(&mut self) -> io::Result<()> {
        let Some(mut open) = self.open.take() else { return Ok(()) };
        open.flush(&self.gate)?;
        // Two blocks of zeros end an archive.
        open.waiting.resize(2 * BLOCK as usize, 0);
        open.flush(&self.gate)
    }
}

impl Open {
    fn flush(&mut self, gate: &Gate) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let _whole = gate.hold();
        let written = self.file.write_all(&self.waiting);
        let length = self.waiting.len() as u64;
        self.waiting.clear();
        match &written {
            Ok(()) => self.written += length,
            Err(_) => {
                let _ = self.file.set_len(self.written).and_then(|()| self.file.seek(SeekFrom::Start(self.written)));
            }
        }
        written.map_err(|error| named(&error, &self.path))
    }
}

/// A header without a name or a size.
fn header() -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::Regular);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header
}

/// Appends a member.
fn put(out: &mut Vec<u8>, common: &tar::Header, name: &str, contents: &[u8]) -> io::Result<()> {
    #[cfg(test)]
    crate::formatted::note();
    let mut header = common.clone();
    let field = &mut header.as_ustar_mut().expect("it was made so").name;
    let field = field.get_mut(..name.len()).ok_or_else(|| io::Error::other(format!("{name} is too long a name")))?;
    field.copy_from_slice(name.as_bytes());
    header.set_size(contents.len() as u64);
    header.set_cksum();
    out.extend_from_slice(header.as_bytes());
    out.extend_from_slice(contents);
    out.resize(out.len().next_multiple_of(BLOCK as usize), 0);
    Ok(())
}

fn named(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}

/// Whether a file is named like an archive.
pub fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tar")
}

/// A file within an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name, without directories.
    pub name: String,
    at: u64,
    size: u64,
}

impl Member {
    /// Reads the member's contents from the archive.
    pub fn read(&self, archive: &Path) -> io::Result<Vec<u8>> {
        let mut file = File::open(archive)?;
        file.seek(SeekFrom::Start(self.at))?;
        let mut contents = Vec::new();
        file.take(self.size).read_to_end(&mut contents)?;
        Ok(contents)
    }
}

/// The files in an archive, in its order. A member that is cut off by the end of the file is not among them.
pub fn members(archive: &Path) -> io::Result<Vec<Member>> {
    let file = File::open(archive)?;
    let length = file.metadata()?.len();
    let mut members = Vec::new();
    // Where the next header begins.
    let mut next = 0;
    let mut tar = tar::Archive::new(file);
    for entry in tar.entries_with_seek()? {
        let entry = match entry {
            Ok(entry) => entry,
            Err(_) if length.saturating_sub(next) < BLOCK => break,
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, format!("damaged archive: {error}"))),
        };
        let (at, size) = (entry.raw_file_position(), entry.size());
        next = at.saturating_add(size.div_ceil(BLOCK).saturating_mul(BLOCK));
        if at.saturating_add(size) > length {
            break;
        }
        if entry.header().entry_type().is_file() {
            let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            members.push(Member { name, at, size });
        }
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some members, in two archives.
    fn archives(dir: &Path) -> Vec<(String, Vec<u8>)> {
        let mut writer = ArchiveWriter::new(dir, Gate::default());
        let numbers = [2001u64, 2002, 2003, 12_000, 12_001, 12_500];
        let members: Vec<(String, Vec<u8>)> =
            numbers.iter().map(|n| (format!("test{n:06}.ktest"), vec![*n as u8; *n as usize / 3])).collect();
        for (number, (name, contents)) in numbers.iter().zip(&members) {
            writer.add(*number, name, contents).expect("added");
        }
        writer.finish().expect("written");
        members
    }

    fn read(archive: &Path) -> Vec<(String, Vec<u8>)> {
        let members = members(archive).expect("an archive");
        members.iter().map(|member| (member.name.clone(), member.read(archive).expect("it is there"))).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let written = archives(dir.path());
        let (first, second) = (dir.path().join("tests-002001.tar"), dir.path().join("tests-012001.tar"));
        assert_eq!([read(&first), read(&second)].concat(), written);
        let again = tempfile::tempdir().expect("a temporary directory");
        archives(again.path());
        assert_eq!(std::fs::read(&first).ok(), std::fs::read(again.path().join("tests-002001.tar")).ok());
    }

    /// Members have the same bytes as those that the `tar` library writes.
    #[test]
    fn members_are_those_of_the_library() {
        let common = header();
        for (name, size) in [("a", 0), ("test000007.ktest", 1), ("test1234567.ptr.err", 511), ("t", 512), ("t", 70_000)]
        {
            let contents: Vec<u8> = (0..size).map(|at| at as u8 | 1).collect();
            let mut found = Vec::new();
            put(&mut found, &common, name, &contents).expect("a short name");
            let mut header = tar::Header::new_ustar();
            header.set_path(name).expect("a short name");
            header.set_entry_type(tar::EntryType::Regular);
            header.set_size(size);
            header.set_mode(0o644);
            header.set_uid(0);
            header.set_gid(0);
            header.set_mtime(0);
            header.set_cksum();
            let mut builder = tar::Builder::new(Vec::new());
            builder.append(&header, &contents[..]).expect("a vector takes everything");
            assert!(found == *builder.get_ref(), "{name}, {size}");
            found.resize(found.len() + 2 * BLOCK as usize, 0);
            assert!(found == builder.into_inner().expect("a vector takes everything"), "{name}, {size}");
        }
        assert!(put(&mut Vec::new(), &common, &"x".repeat(101), b"").is_err());
    }

    /// Wherever an archive is cut off, the members before that point can be read.
    #[test]
    fn every_beginning_is_readable() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let written = archives(dir.path());
        let whole = std::fs::read(dir.path().join("tests-002001.tar")).expect("it is there");
        let cut = dir.path().join("cut.tar");
        let mut last = 0;
        for end in (0..=whole.len()).step_by(97).chain([whole.len()]) {
            std::fs::write(&cut, &whole[..end]).expect("written");
            let found = read(&cut);
            assert!(found.len() >= last && written.starts_with(&found), "{end}");
            last = found.len();
        }
        assert_eq!(last, 4);
    }

    #[test]
    fn what_waits_is_handed_on() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let mut writer = ArchiveWriter::new(dir.path(), Gate::default());
        let archive = dir.path().join("tests-000005.tar");
        writer.add(5, "a", b"contents").expect("added");
        assert_eq!(read(&archive), []);
        writer.flush().expect("written");
        assert_eq!(read(&archive), [("a".to_owned(), b"contents".to_vec())]);
        writer.add(6, "b", &vec![7; 2 * ARCHIVE_WAITING]).expect("added");
        assert_eq!(read(&archive).len(), 2);
    }

    #[test]
    fn other_files_are_no_archives() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("noise.tar");
        std::fs::write(&path, [b'x'; 3000]).expect("written");
        assert!(members(&path).expect_err("no archive").to_string().contains("damaged"));
        assert!(members(&dir.path().join("missing.tar")).is_err());
        std::fs::write(&path, []).expect("written");
        assert_eq!(members(&path).expect("an empty one"), []);
    }
}
