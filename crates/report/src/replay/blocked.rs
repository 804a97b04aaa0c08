//! Detects a process that waits for itself: each of its threads sleeps in the kernel until a word of memory
//! changes (`futex`), without a time limit. Locks, semaphores and condition variables wait this way. No other
//! process shares that memory, so the process would wait forever.
//!
//! On Linux, `/proc` says which system call a thread is in, with its arguments. Where it does not, no process
//! is taken to be blocked, and only its time limit ends it. A thread that has just been woken still shows its
//! call, so the process must be seen waiting twice, with no thread switch in between.

use std::fs;
use std::path::PathBuf;

/// The number of the system call, and those of its operations that wait, without the flag bits.
const FUTEX: u64 = if cfg!(target_arch = "x86_64") { 202 } else { 98 };
const OPERATION: u64 = 0x7f;
const WAIT: u64 = 0;
const WAIT_BITSET: u64 = 9;

/// Watches a process.
pub struct Watch {
    tasks: PathBuf,
    /// How often each thread had been switched when all of them were last seen to wait.
    waited: Option<Vec<String>>,
}

impl Watch {
    /// Watches the process with this id.
    pub fn new(process: u32) -> Watch {
        Watch { tasks: PathBuf::from(format!("/proc/{process}/task")), waited: None }
    }

    /// Whether the process was waiting at the last look and has not run since.
    pub fn is_blocked(&mut self) -> bool {
        let now = self.waiting();
        let blocked = now.is_some() && now == self.waited;
        self.waited = now;
        blocked
    }

    /// How often each thread has been switched, if all of them wait.
    fn waiting(&self) -> Option<Vec<String>> {
        let mut tasks: Vec<PathBuf> = fs::read_dir(&self.tasks).ok()?.flatten().map(|entry| entry.path()).collect();
        tasks.sort();
        let switches = tasks.iter().map(|task| {
            let call = fs::read_to_string(task.join("syscall")).ok()?;
            if !waits_for_ever(&call) {
                return None;
            }
            let status = fs::read_to_string(task.join("status")).ok()?;
            Some(status.lines().filter(|line| line.contains("ctxt_switches")).collect())
        });
        switches.collect::<Option<Vec<String>>>().filter(|threads| !threads.is_empty())
    }
}

/// Whether a line of `/proc/…/syscall` is a wait without a time limit. Its fields are number, address,
/// operation, value and time.
fn waits_for_ever(line: &str) -> bool {
    let number = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    };
    let words: Option<Vec<u64>> = line.split_whitespace().map(number).collect();
    matches!(words.as_deref(), Some([FUTEX, _, operation, _, 0, ..])
        if matches!(operation & OPERATION, WAIT | WAIT_BITSET))
}

#[cfg(test)]
mod tests {
    use super::waits_for_ever;

    #[test]
    fn waits_without_an_end() {
        assert!(waits_for_ever("202 0x7ffd 0x80 0x2 0x0 0x0 0x0 0x7ffc 0x7f00\n"), "a lock");
        assert!(waits_for_ever("202 0x7ffd 0x189 0x0 0x0 0x0 0xffffffff 0x7ffc 0x7f00\n"), "a semaphore");
        for other in [
            "202 0x7ffd 0x189 0x0 0x7ffe 0x0 0xffffffff 0x7ffc 0x7f00\n",
            "202 0x7ffd 0x81 0x1 0x0 0x0 0x0 0x7ffc 0x7f00\n",
            "0 0x0 0x7f 0x400 0x0 0x0 0x0 0x7ffc 0x7f00\n",
            "running\n",
            "-1 0x7ffc 0x7f00\n",
            "",
        ] {
            assert!(!waits_for_ever(other), "{other}");
        }
    }
}
