//! Hands the ends of paths to a thread that makes files of them: formatting a test and creating its file takes
//! longer than exploring a short path. There is only one such thread: several would wait for each other, since
//! all files go to one directory, and the order of the files would not be deterministic.
//!
//! Waking a thread is not free either, so ends travel in batches. The number of waiting batches is bounded: if
//! the run explores faster than the disk takes tests, it has to wait.
//!
//! **Invariant.** A failed write is never forgotten: a later hand-over or the end of the run reports it.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::batch::{Batch, Record};
use crate::scribe::Scribe;
use crate::tuning::WRITER_WAITING;

/// Held while files are written. Whoever holds the gate may end the process without leaving a partly written
/// file behind.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    passed: Arc<Mutex<()>>,
}

/// Keeps a gate held as long as it lives.
#[derive(Debug)]
pub struct Held<'a> {
    _passed: MutexGuard<'a, ()>,
}

impl Gate {
    /// Waits until no file is being written, and keeps others from starting one while the result lives.
    pub fn hold(&self) -> Held<'_> {
        Held { _passed: self.passed.lock().unwrap_or_else(PoisonError::into_inner) }
    }
}

/// A request to the thread.
enum Job {
    /// Make tests from these ends, and give the batch back.
    Ends(Batch),
    /// Hand buffered data to the operating system.
    Flush,
    /// Confirm that all earlier jobs are done.
    Tell(SyncSender<()>),
}

/// The first error, until it is asked for.
#[derive(Clone, Debug, Default)]
struct Failure {
    is_there: Arc<AtomicBool>,
    first: Arc<Mutex<Option<io::Error>>>,
}

impl Failure {
    fn note(&self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.is_there.store(true, Ordering::Release);
        }
    }

    fn take(&self) -> io::Result<()> {
        if !self.is_there.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        self.first.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// The writing thread, and the batch that is filled for it.
#[derive(Debug)]
pub struct Writer {
    batch: Batch,
    jobs: SyncSender<Job>,
    /// Batches that are done and can be reused.
    done: Receiver<Batch>,
    failure: Failure,
    thread: JoinHandle<Scribe>,
}

impl Writer {
    /// Starts the thread.
    pub fn new(mut scribe: Scribe) -> Writer {
        let (jobs, waiting) = sync_channel(WRITER_WAITING);
        let (give_back, done) = sync_channel(WRITER_WAITING);
        let failure = Failure::default();
        let noted = failure.clone();
        let thread = thread::spawn(move || {
            work(&waiting, &give_back, &mut scribe, &noted);
            scribe
        });
        Writer { batch: Batch::default(), jobs, done, failure, thread }
    }

    /// Adds an end to be written, at once if `at_once` is set. Fails if an earlier end could not be written.
    pub fn add(&mut self, record: Record, at_once: bool) -> io::Result<()> {
        self.batch.push(record);
        if at_once || self.batch.is_full() {
            let is_large = self.batch.is_large();
            self.hand_over()?;
            if is_large {
                self.wait()?;
            }
        }
        self.failure.take()
    }

    /// Asks the thread to hand everything to the operating system, so that it outlives the process. Does not wait
    /// for it.
    pub fn flush(&mut self) -> io::Result<()> {
        self.hand_over()?;
        self.send(Job::Flush)
    }

    /// Waits until everything is written. Returns the scribe, if its thread did not panic.
    pub fn finish(mut self) -> (Option<Scribe>, io::Result<()>) {
        // If the thread has ended, its reason is reported below.
        let _ = self.hand_over();
        drop(self.jobs);
        match self.thread.join() {
            Ok(scribe) => (Some(scribe), self.failure.take()),
            Err(_) => (None, Err(io::Error::other("the thread that writes files has failed"))),
        }
    }

    fn hand_over(&mut self) -> io::Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let mut next = self.done.try_recv().unwrap_or_default();
        next.free();
        let batch = std::mem::replace(&mut self.batch, next);
        self.send(Job::Ends(batch))
    }

    /// Waits until everything handed over is done, so that large batches do not pile up in memory.
    fn wait(&self) -> io::Result<()> {
        let (done, is_done) = sync_channel(1);
        self.send(Job::Tell(done))?;
        // If the thread has ended there is no reply, and nothing more can be handed over either.
        let _ = is_done.recv();
        Ok(())
    }

    fn send(&self, job: Job) -> io::Result<()> {
        self.jobs.send(job).map_err(|_| io::Error::other("the thread that writes files has ended"))
    }
}

fn work(waiting: &Receiver<Job>, give_back: &SyncSender<Batch>, scribe: &mut Scribe, failure: &Failure) {
    for job in waiting {
        match job {
            Job::Ends(mut batch) => {
                batch.ends().for_each(|end| failure.note(scribe.add(end)));
                batch.clear();
                // If the receiver has enough batches or is gone, this one is dropped.
                let _ = give_back.try_send(batch);
            }
            Job::Flush => failure.note(scribe.flush()),
            // The receiver may be gone.
            Job::Tell(done) => drop(done.send(())),
        }
    }
}

/// Writes a file. On failure the error names the file, and no part of it is left behind.
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
    use exec::PathEnd;

    use super::*;
    use crate::batch::TestId;
    use crate::run_dir::RunDir;
    use crate::sample;

    /// A writer, the number of the next test, and how many batches were handed over.
    struct Counted {
        writer: Writer,
        next: u64,
        batches: u64,
    }

    impl Counted {
        fn add(&mut self, end: PathEnd, at_once: bool) {
            let record = Record { test: TestId(self.next), is_finding: at_once, end };
            self.next += 1;
            self.writer.add(record, at_once).expect("there is room");
            self.batches += u64::from(self.writer.batch.is_empty());
        }
    }

    fn counted(dir: &Path) -> Counted {
        let dir = RunDir::named(dir).expect("an empty directory");
        let scribe = Scribe::new(&dir, Gate::default(), sample::common()).expect("a writable directory");
        Counted { writer: Writer::new(scribe), next: 1, batches: 0 }
    }

    #[test]
    fn ends_travel_in_batches() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let mut counted = counted(&dir.path().join("out"));
        for number in 0..10_000 {
            counted.add(sample::exit(number), false);
        }
        assert!((1..100).contains(&counted.batches), "{}", counted.batches);
        let (scribe, written) = counted.writer.finish();
        assert!(written.is_ok());
        scribe.expect("it is there").finish_archives().expect("there is room");
        assert_eq!(crate::found::tests_in(&dir.path().join("out")).expect("readable").len(), 10_000);
    }

    /// Findings do not wait for other ends, and large batches do not stay in memory.
    #[test]
    fn what_does_not_wait() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let out = dir.path().join("out");
        let mut counted = counted(&out);
        counted.add(sample::exit(1), false);
        assert_eq!(counted.batches, 0);
        counted.add(sample::error(2), true);
        assert_eq!(counted.batches, 1);
        counted.add(sample::error(3), false);
        assert_eq!(counted.batches, 1);
        counted.add(PathEnd { output: vec![b'x'; 1 << 20], ..sample::exit(4) }, false);
        assert_eq!(counted.batches, 2);
        // The writer waited for these.
        assert!(out.join("test000004.ktest").exists() && out.join("test000003.ptr.err").exists());
    }

    /// Batches that are not full are handed over at the end of the run, and on a flush.
    #[test]
    fn few_are_written_too() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let mut counted = counted(&dir.path().join("out"));
        counted.add(sample::exit(1), false);
        counted.writer.flush().expect("handed over");
        assert!(counted.writer.batch.is_empty());
        counted.add(sample::exit(2), false);
        let (scribe, written) = counted.writer.finish();
        assert!(scribe.is_some() && written.is_ok());
        assert!(dir.path().join("out/test000001.ktest").exists() && dir.path().join("out/test000002.ktest").exists());
    }
}
