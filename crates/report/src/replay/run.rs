//! Runs a native program on one test and writes down what can be seen.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::Sanitizers;
use super::origin::{Origin, STDIN};
use super::profile::Profile;
use super::sanitizer::{self, Report};
use super::{Native, ReplayError, trying};
use crate::ktest::KTest;

/// More output than this is dropped.
const KEPT: usize = 4 << 20;

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The program is killed after this time.
    pub timeout: Duration,
    /// Whether memory that is never freed is looked for (with sanitizers only).
    pub leaks: bool,
    /// Whether the first report of undefined behaviour ends the run (with sanitizers only).
    pub end_at_undefined: bool,
    /// The counters that the run adds to, if the program was built to count.
    pub profile: Option<Profile>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions { timeout: Duration::from_secs(10), leaks: false, end_at_undefined: false, profile: None }
    }
}

/// How the process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// By itself, with that status.
    Exited(i32),
    /// By that signal.
    Signalled(i32),
    /// It was killed because its time was up.
    TimedOut,
}

/// What the runtime saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The test does not fit the program.
    Mismatch(String),
    /// An assumption did not hold.
    Assumption,
    /// The program left by `klee_silent_exit`.
    Silent,
    /// `klee_report_error` was called, or an intrinsic misused.
    User(String),
    /// `klee_assert` failed.
    Assert(String),
    /// `reach_error` was called.
    ReachError,
}

/// One native run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// How it ended.
    pub status: Status,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it printed to standard error, reports of sanitizers included.
    pub stderr: Vec<u8>,
    /// What the runtime saw.
    pub notes: Vec<Note>,
    /// What the sanitizers reported.
    pub reports: Vec<Report>,
    /// Whether sanitizers were there at all.
    pub sanitizers: Sanitizers,
    /// Whether an emulator ran the program.
    pub emulated: bool,
}

impl Native {
    /// Runs the program on the test in that file.
    pub fn run(&self, test: &Path, options: &RunOptions) -> Result<Observed, ReplayError> {
        let bytes = std::fs::read(test).map_err(trying("read the test"))?;
        let ktest = KTest::from_bytes(&bytes)
            .map_err(|error| ReplayError::Io { tried: "read the test", error: io::Error::other(error) })?;
        self.run_on(&ktest, options)
    }

    /// Runs the program on a test.
    pub fn run_on(&self, ktest: &KTest, options: &RunOptions) -> Result<Observed, ReplayError> {
        // Several threads may run one program at the same time: each run has its own files.
        let dir = tempfile::tempdir_in(self.dir.path()).map_err(trying("make a temporary directory"))?;
        let (test, report) = (dir.path().join("test.ktest"), dir.path().join("report"));
        // What a program was started with is not for the runtime to hand out.
        let mut objects = ktest.clone();
        objects.objects.retain(|object| Origin::of(&object.name) == Origin::Memory);
        std::fs::write(&test, objects.to_bytes()).map_err(trying("write the test"))?;
        let mut command = self.command(ktest, options);
        start_with(&mut command, ktest, dir.path())?;
        if let Some(profile) = &options.profile {
            command.env("LLVM_PROFILE_FILE", profile.pattern());
        }
        command.env("KTEST_FILE", &test).env("PLEACH_REPLAY_REPORT", &report);
        let (status, stdout, stderr) = watch(command, options.timeout).map_err(trying("run the program"))?;
        let notes = std::fs::read(&report).map(|text| notes(&String::from_utf8_lossy(&text))).unwrap_or_default();
        let sanitized = self.sanitizers != Sanitizers::None;
        let reports = if sanitized { sanitizer::reports(&String::from_utf8_lossy(&stderr)) } else { Vec::new() };
        Ok(Observed {
            status,
            stdout,
            stderr,
            notes,
            reports,
            sanitizers: self.sanitizers,
            emulated: self.emulator.is_some(),
        })
    }

    fn command(&self, ktest: &KTest, options: &RunOptions) -> Command {
        use std::os::unix::ffi::OsStrExt as _;
        let mut command = Command::new(self.emulator.map_or(self.executable.as_os_str(), std::ffi::OsStr::new));
        if let Some((name, args)) = ktest.args.split_first() {
            let name = std::ffi::OsStr::from_bytes(name);
            if self.emulator.is_some() {
                command.arg("-0").arg(name).arg(&self.executable);
            } else {
                command.arg0(name);
            }
            command.args(args.iter().map(|arg| std::ffi::OsStr::from_bytes(arg)));
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if self.sanitizers != Sanitizers::None {
            let asan = format!(
                "detect_stack_use_after_return=1:detect_leaks={}:allocator_may_return_null=1:handle_abort=0:color=never",
                u8::from(options.leaks)
            );
            let halt = u8::from(options.end_at_undefined);
            let ubsan = format!("print_stacktrace=1:color=never:halt_on_error={halt}");
            command.env("ASAN_OPTIONS", asan).env("UBSAN_OPTIONS", ubsan);
            command.env("MSAN_OPTIONS", "color=never");
            if let Some(symbolizer) = &self.symbolizer {
                command.env("ASAN_SYMBOLIZER_PATH", symbolizer).env("UBSAN_SYMBOLIZER_PATH", symbolizer);
                command.env("MSAN_SYMBOLIZER_PATH", symbolizer);
            }
        }
        command
    }
}

/// Gives a program the arguments, files and standard input of a test. The files are in a directory of their own, in which the
/// program then runs: no others are there.
fn start_with(command: &mut Command, ktest: &KTest, dir: &Path) -> Result<(), ReplayError> {
    use std::os::unix::ffi::OsStrExt as _;
    let files = dir.join("files");
    std::fs::create_dir_all(&files).map_err(trying("make a directory for files"))?;
    command.current_dir(&files);
    for object in &ktest.objects {
        match Origin::of(&object.name) {
            Origin::Stdin => {
                let path = dir.join(STDIN);
                std::fs::write(&path, &object.bytes).map_err(trying("write the input"))?;
                command.stdin(std::fs::File::open(&path).map_err(trying("open the input"))?);
            }
            Origin::Argument => {
                let text = object.bytes.split(|&byte| byte == 0).next().unwrap_or_default();
                command.arg(std::ffi::OsStr::from_bytes(text));
            }
            Origin::Variable(name) => {
                let text = object.bytes.split(|&byte| byte == 0).next().unwrap_or_default();
                command.env(name, std::ffi::OsStr::from_bytes(text));
            }
            Origin::File(name) => {
                std::fs::write(files.join(name), &object.bytes).map_err(trying("write a file"))?;
            }
            Origin::Count | Origin::External | Origin::Memory => {}
        }
    }
    Ok(())
}

/// Runs a command to its end, or to the end of its time.
fn watch(mut command: Command, timeout: Duration) -> io::Result<(Status, Vec<u8>, Vec<u8>)> {
    let begin = Instant::now();
    let mut child = command.spawn()?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    // The pipes close when the process ends: waiting for that needs no polling.
    let left = |begin: Instant| timeout.saturating_sub(begin.elapsed());
    let out = stdout.recv_timeout(left(begin)).ok();
    let err = stderr.recv_timeout(left(begin)).ok();
    let status = end(&mut child, || left(begin))?;
    // What a killed process printed comes now; a grandchild that holds the pipe open is not waited for.
    let grace = Duration::from_millis(200);
    let out = out.or_else(|| stdout.recv_timeout(grace).ok()).unwrap_or_default();
    let err = err.or_else(|| stderr.recv_timeout(grace).ok()).unwrap_or_default();
    Ok((status, out, err))
}

/// Waits for the process as long as there is time, then kills it.
fn end(child: &mut Child, left: impl Fn() -> Duration) -> io::Result<Status> {
    loop {
        if let Some(status) = child.try_wait()? {
            let by_signal = status.signal().map(Status::Signalled);
            return Ok(by_signal.unwrap_or_else(|| Status::Exited(status.code().unwrap_or_default())));
        }
        if left().is_zero() {
            child.kill()?;
            child.wait()?;
            return Ok(Status::TimedOut);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Reads a pipe to its end in the background.
fn collect(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 8192];
        let mut pipe = pipe;
        while let Some(count) = pipe.as_mut().and_then(|pipe| pipe.read(&mut buffer).ok()).filter(|&count| count > 0) {
            kept.extend_from_slice(&buffer[..count.min(KEPT - kept.len())]);
        }
        // Nobody may be listening any more.
        let _ = sender.send(kept);
    });
    receiver
}

/// The lines of the runtime's report.
fn notes(text: &str) -> Vec<Note> {
    let note = |line: &str| {
        let (what, detail) = line.split_once(": ")?;
        Some(match what {
            "mismatch" => Note::Mismatch(detail.to_owned()),
            "assume" => Note::Assumption,
            "silent" => Note::Silent,
            "user" => Note::User(detail.to_owned()),
            "assert" => Note::Assert(detail.to_owned()),
            "reach-error" => Note::ReachError,
            _ => return None,
        })
    };
    text.lines().filter_map(note).collect()
}
