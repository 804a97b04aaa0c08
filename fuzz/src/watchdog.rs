//! Ends the process when a case takes too long or too much memory, and leaves the case behind: neither can be stopped from
//! within.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A case that takes longer hangs; machines may be slow and busy.
const LONGEST: Duration = Duration::from_secs(120);
/// A process that holds more was made to by a case.
const MOST: u64 = 3 << 30;
/// Time between two looks.
const LOOK: Duration = Duration::from_millis(200);

/// What runs now, since when; nothing once it is over.
type Running = Arc<(Mutex<Option<(Instant, Vec<u8>)>>, Condvar)>;

/// Watches over cases.
pub(crate) struct Watchdog {
    running: Running,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watchdog {
    /// Begins; what hangs is left in that file.
    pub(crate) fn new(leave: PathBuf) -> Watchdog {
        let running: Running = Arc::new((Mutex::new(Some((Instant::now(), Vec::new()))), Condvar::new()));
        let shared = Arc::clone(&running);
        let thread = std::thread::spawn(move || watch(&shared, &leave));
        Watchdog { running, thread: Some(thread) }
    }

    /// A case begins.
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
