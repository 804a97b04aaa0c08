//! Writes the tests of a run in the background: creating a file takes longer than exploring a short path. One thread does
//! it: several would wait for each other, since all files go to one directory.
//!
//! **Invariant.** A file that could not be written is never forgotten: the next write or the end of the run tells.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// Files that may wait to be written before the run has to wait for them: no more than are written in a moment, since those that
/// wait when the time of the run is over have to be written then.
const WAITING: usize = 1 << 10;
/// Larger contents are written at once, so that what waits fits in memory.
const LARGE: usize = 4 << 10;

/// Held while files are written: who holds it may end the process, and leaves no file behind that is written in part. The tests that
/// are files and those in archives are written by different threads, which do not wait for each other: a thread that has a thousand files to
/// make would let nobody else in before it is done.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    files: Arc<Mutex<()>>,
    archives: Arc<Mutex<()>>,
}

/// Lives as long as a gate is held.
#[derive(Debug)]
pub struct Held<'a> {
    _files: Option<MutexGuard<'a, ()>>,
    _archives: Option<MutexGuard<'a, ()>>,
}

impl Gate {
    /// Waits until no file is under way, and keeps others from being begun as long as the result lives.
    pub fn hold(&self) -> Held<'_> {
        Held { _files: Some(enter(&self.files)), _archives: Some(enter(&self.archives)) }
    }

    /// The same for tests that are files.
    pub(crate) fn hold_files(&self) -> Held<'_> {
        Held { _files: Some(enter(&self.files)), _archives: None }
    }

    /// The same for archives.
    pub(crate) fn hold_archives(&self) -> Held<'_> {
        Held { _files: None, _archives: Some(enter(&self.archives)) }
    }
}

fn enter(part: &Mutex<()>) -> MutexGuard<'_, ()> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file to write.
struct Job {
    path: PathBuf,
    contents: Vec<u8>,
}

/// The first error, until somebody asks.
type Failure = Arc<Mutex<Option<io::Error>>>;

/// A thread that writes files.
#[derive(Debug)]
pub struct Writer {
    jobs: SyncSender<Job>,
    failure: Failure,
    gate: Gate,
    thread: JoinHandle<()>,
}

impl Writer {
    /// Starts the thread.
    pub fn new() -> Writer {
        let (jobs, waiting) = sync_channel(WAITING);
        let failure = Failure::default();
        let gate = Gate::default();
        let (shared, passed) = (Arc::clone(&failure), gate.clone());
        Writer { jobs, failure, gate, thread: thread::spawn(move || work(&waiting, &shared, &passed)) }
    }

    /// What every file passes.
    pub fn gate(&self) -> Gate {
        self.gate.clone()
    }

    /// Hands a file over; fails if an earlier one could not be written.
    pub fn write(&self, path: PathBuf, contents: Vec<u8>) -> io::Result<()> {
        take(&self.failure)?;
        if contents.len() > LARGE {
            let _whole = self.gate.hold_files();
            return write(&path, &contents);
        }
        self.jobs.send(Job { path, contents }).map_err(|_| io::Error::other("the thread that writes files has ended"))
    }

    /// Waits until everything is written.
    pub fn finish(self) -> io::Result<()> {
        drop(self.jobs);
        self.thread.join().map_err(|_| io::Error::other("the thread that writes files has failed"))?;
        take(&self.failure)
    }
}

fn take(failure: &Failure) -> io::Result<()> {
    failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
}

fn work(waiting: &Receiver<Job>, failure: &Failure, gate: &Gate) {
    for job in waiting {
        let _whole = gate.hold_files();
        if let Err(error) = write(&job.path, &job.contents) {
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

/// Writes a file; an error names it, and leaves no part of it behind.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    std::fs::write(path, contents).map_err(|error| {
        if path.is_file() {
            let _ = std::fs::remove_file(path);
        }
        io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_written_before_the_end() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let writer = Writer::new();
        for number in 0..1000u32 {
            writer.write(dir.path().join(number.to_string()), number.to_le_bytes().to_vec()).expect("handed over");
        }
        writer.finish().expect("written");
        for number in 0..1000u32 {
            let found = std::fs::read(dir.path().join(number.to_string())).expect("there");
            assert_eq!(found, number.to_le_bytes());
        }
    }

    /// Who writes archives does not wait for files, and who ends the process waits for both.
    #[test]
    fn archives_and_files_do_not_wait_for_each_other() {
        let gate = Gate::default();
        let files = gate.hold_files();
        let archives = gate.hold_archives();
        assert!(gate.files.try_lock().is_err() && gate.archives.try_lock().is_err());
        drop((files, archives));
        let _both = gate.hold();
        assert!(gate.files.try_lock().is_err() && gate.archives.try_lock().is_err());
    }

    #[test]
    fn failures_come_to_light() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let writer = Writer::new();
        writer.write(dir.path().join("no/such/dir"), Vec::new()).expect("handed over");
        let error = writer.finish().expect_err("not written");
        assert!(error.to_string().contains("no/such/dir"), "{error}");

        let writer = Writer::new();
        let refused = (0..).find_map(|_| writer.write(dir.path().join("no/such/dir"), Vec::new()).err());
        assert!(refused.is_some());
    }
}
