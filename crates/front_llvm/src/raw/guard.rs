//! Runs a trial in a child process, so that a crash of LLVM on a damaged file is confined to it.
//!
//! LLVM's readers report most damage, but not all: some corrupted files make them crash or call `abort`. So a
//! child process reads such a file first, and only if it survives does this process read it, too.
//!
//! A forked process has only the thread that forked it, and every lock that another thread held stays locked in
//! it forever. LLVM has locks of its own, so all use of LLVM happens under [`using`], and the process is forked
//! only when nobody uses LLVM.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use crate::tuning::{TRIAL_MEMORY, TRIAL_SECONDS};

/// Held for reading by users of LLVM, and for writing while the process is forked.
static IN_USE: RwLock<()> = RwLock::new(());

/// Declares that this thread uses LLVM, as long as the result lives.
pub fn using() -> RwLockReadGuard<'static, ()> {
    IN_USE.read().unwrap_or_else(PoisonError::into_inner)
}

/// How a trial ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrialEnd {
    /// It ran to its end.
    Survived,
    /// It was killed, or ended early.
    Crashed,
}

/// Runs `trial` in a forked process and discards its effects. The caller must not be [`using`] LLVM; the trial
/// need not call it.
#[cfg(unix)]
pub fn guarded(trial: impl FnOnce()) -> TrialEnd {
    let nobody_else = IN_USE.write().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the child runs the trial, which allocates and calls LLVM but neither takes locks of other threads (the
    // allocator's are handled by the C library) nor returns: it leaves by `_exit` without running destructors.
    let child = unsafe { libc::fork() };
    match child {
        // There is no process to try it in: continue without protection.
        -1 => TrialEnd::Survived,
        0 => {
            silence();
            let finished = std::panic::catch_unwind(std::panic::AssertUnwindSafe(trial)).is_ok();
            // SAFETY: ends the child at once.
            unsafe { libc::_exit(if finished { 0 } else { 1 }) }
        }
        child => {
            drop(nobody_else);
            let mut status = 0;
            // SAFETY: the status pointer is valid, and the child is ours.
            while unsafe { libc::waitpid(child, &mut status, 0) } == -1 {
                if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
                    return TrialEnd::Survived;
                }
            }
            if status == 0 { TrialEnd::Survived } else { TrialEnd::Crashed }
        }
    }
}

/// Without `fork` there is no protection.
#[cfg(not(unix))]
pub fn guarded(_trial: impl FnOnce()) -> TrialEnd {
    TrialEnd::Survived
}

/// The size of this process's address space in use, in bytes; `None` if the system does not report it.
#[cfg(unix)]
fn mapped() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().next()?.parse().ok()?;
    // SAFETY: asks for a constant of the system.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    pages.checked_mul(u64::try_from(page).ok()?)
}

/// Keeps a crashing child quiet: no messages, no core file; and ends it if it hangs or takes too much memory.
#[cfg(unix)]
fn silence() {
    // SAFETY: plain system calls on this process; failures are harmless.
    unsafe {
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        if null >= 0 {
            libc::dup2(null, libc::STDERR_FILENO);
        }
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        let limit = libc::rlimit { rlim_cur: TRIAL_SECONDS, rlim_max: TRIAL_SECONDS };
        libc::setrlimit(libc::RLIMIT_CPU, &limit);
        if let Some(mapped) = mapped() {
            let mut memory = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::getrlimit(libc::RLIMIT_AS, &mut memory);
            memory.rlim_cur = memory.rlim_cur.min(mapped + TRIAL_MEMORY);
            libc::setrlimit(libc::RLIMIT_AS, &memory);
        }
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE] {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Takes memory without using it.
    fn take(bytes: u64) {
        let room: Vec<u8> = Vec::with_capacity(usize::try_from(bytes).expect("64 bits"));
        std::hint::black_box(&room);
    }

    #[test]
    fn a_trial_has_a_limit_on_memory() {
        assert_eq!(guarded(|| take(TRIAL_MEMORY / 4)), TrialEnd::Survived);
        assert_eq!(guarded(|| take(TRIAL_MEMORY + 1)), TrialEnd::Crashed);
    }

    #[test]
    fn a_trial_that_dies_is_no_end_of_this_process() {
        assert_eq!(guarded(|| std::process::abort()), TrialEnd::Crashed);
        assert_eq!(guarded(|| panic!("on purpose")), TrialEnd::Crashed);
        assert_eq!(guarded(|| ()), TrialEnd::Survived);
    }
}
