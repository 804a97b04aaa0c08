//! Ends the process if a case takes too much time or memory, and writes the case to a file: neither can be
//! stopped from within.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time after which a case is taken to hang. It is long because machines may be slow and busy.
const LONGEST: Duration = Duration::from_secs(120);
/// The amount of memory, in bytes, beyond which a case is at fault.
const MOST: u64 = 3 << 30;
/// The time between two checks.
const LOOK: Duration = Duration::from_millis(200);

/// The current case and the time it began; `None` once everything is over.
type Running = Arc<(Mutex<Option<(Instant, Vec<u8>)>>, Condvar)>;

/// Watches over cases.
pub(crate) struct Watchdog {
    running: Running,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watchdog {
    /// Starts to watch. A case that goes too far is written to the file `leave`.
    pub(crate) fn new(leave: PathBuf) -> Watchdog {
        let running: Running = Arc::new((Mutex::new(Some((Instant::now(), Vec::new()))), Condvar::new()));
        let shared = Arc::clone(&running);
        let thread = std::thread::spawn(move || watch(&shared, &leave));
        Watchdog { running, thread: Some(thread) }
    }

    /// Notes that a case begins.
    pub(crate) fn begin(&self, case: &[u8]) {
        *self.running.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), case.to_vec()));
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        *self.running.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.running.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn watch(running: &Running, leave: &Path) {
    let (state, over) = &**running;
    let mut now = state.lock().unwrap_or_else(PoisonError::into_inner);
    while let Some((since, case)) = &*now {
        let wrong = if since.elapsed() > LONGEST {
            "takes too long"
        } else if exec::resident_memory() > MOST {
            "takes too much memory"
        } else {
            now = over.wait_timeout(now, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            continue;
        };
        let _ = std::fs::write(leave, case);
        eprintln!("a case {wrong}; it is left in {}", leave.display());
        std::process::abort();
    }
}
