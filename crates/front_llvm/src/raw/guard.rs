//! Trying something in a child process, so that a crash of LLVM on a damaged file stays there.
//!
//! LLVM's readers report most damage, but not all of it: some corrupted files make them crash or call `abort`. A child
//! process reads such a file first; only when it survives does this process read it too.
//!
//! A copy of a process has only the thread that made it, and every lock that another thread held stays locked there for
//! ever. LLVM has locks of its own, so whoever uses it does so under [`using`], and the copy is made when nobody does.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// Held for reading by the users of LLVM, and for writing while the process is copied.
static IN_USE: RwLock<()> = RwLock::new(());

/// Says that this thread uses LLVM, as long as the result lives.
pub fn using() -> RwLockReadGuard<'static, ()> {
    IN_USE.read().unwrap_or_else(PoisonError::into_inner)
}

/// What became of the trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It ran to its end.
    Survived,
    /// It was killed or left early.
    Crashed,
}

/// CPU seconds after which a trial counts as crashed.
#[cfg(unix)]
const TRIAL_SECONDS: libc::rlim_t = 300;

/// Bytes of memory that a trial may take beside what the process has: damage can ask for any amount, and what makes sense takes a
/// small part of this.
#[cfg(unix)]
const TRIAL_MEMORY: u64 = 4 << 30;

/// Runs `trial` in a copy of this process and throws its effects away. The caller must not be [`using`] LLVM; the trial
/// needs no permission.
#[cfg(unix)]
pub fn guarded(trial: impl FnOnce()) -> Outcome {
    let nobody_else = IN_USE.write().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the child runs the trial, which allocates and calls LLVM but neither takes locks of other threads (the
    // allocator's are handled by the C library) nor returns: it leaves by `_exit` without running destructors.
    let child = unsafe { libc::fork() };
    match child {
        // No process to try it in: the caller goes on without protection.
        -1 => Outcome::Survived,
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
                    return Outcome::Survived;
                }
            }
            if status == 0 { Outcome::Survived } else { Outcome::Crashed }
        }
    }
}

/// Without processes to copy there is no protection.
#[cfg(not(unix))]
pub fn guarded(_trial: impl FnOnce()) -> Outcome {
    Outcome::Survived
}

/// The bytes of this process's address space that are in use, where the system tells.
#[cfg(unix)]
fn mapped() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().next()?.parse().ok()?;
    // SAFETY: asks for a constant of the system.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    pages.checked_mul(u64::try_from(page).ok()?)
}

/// Keeps a dying child quiet: no messages, no core file, and an end when it hangs or wants all memory.
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
        assert_eq!(guarded(|| take(TRIAL_MEMORY / 4)), Outcome::Survived);
        assert_eq!(guarded(|| take(TRIAL_MEMORY + 1)), Outcome::Crashed);
    }

    #[test]
    fn a_trial_that_dies_is_no_end_of_this_process() {
        assert_eq!(guarded(|| std::process::abort()), Outcome::Crashed);
        assert_eq!(guarded(|| panic!("on purpose")), Outcome::Crashed);
        assert_eq!(guarded(|| ()), Outcome::Survived);
    }
}
