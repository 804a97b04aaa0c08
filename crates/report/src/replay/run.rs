//! Runs a native program on one test and records what can be observed.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::Sanitizers;
use super::blocked::Watch;
use super::origin::Origin;
use super::profile::Profile;
use super::sanitizer::{self, Report};
use super::{Native, ReplayError, trying};
use crate::ktest::KTest;
use crate::tuning::{REPLAY_KEPT, REPLAY_LOOK};

/// How to run a program.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The time after which the program is killed.
    pub timeout: Duration,
    /// Whether to look for memory that is never freed (with sanitizers only).
    pub leaks: bool,
    /// Whether the first report of undefined behaviour ends the run (with sanitizers only).
    pub end_at_undefined: bool,
    /// The coverage counters that the run adds to, if the program was built with them.
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
    /// It exited with this status.
    Exited(i32),
    /// This signal ended it.
    Signalled(i32),
    /// It was killed because its time was up.
    TimedOut,
    /// It was killed because it was deadlocked: every thread waited for something that no other thread would
    /// do.
    Blocked,
}

/// A report of the runtime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The test does not fit the program.
    Mismatch(String),
    /// An assumption did not hold.
    Assumption,
    /// The program called `klee_silent_exit`.
    Silent,
    /// `klee_report_error` was called, or an intrinsic was misused.
    User(String),
    /// `klee_assert` failed.
    Assert(String),
    /// `reach_error` was called.
    ReachError,
}

/// The outcome of one native run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// The process id.
    pub process: u32,
    /// How the process ended.
    pub status: Status,
    /// The bytes printed to standard output.
    pub stdout: Vec<u8>,
    /// The bytes printed to standard error, including the reports of sanitizers.
    pub stderr: Vec<u8>,
    /// The reports of the runtime.
    pub notes: Vec<Note>,
    /// The reports of the sanitizers.
    pub reports: Vec<Report>,
    /// Which sanitizers the program was built with, if any.
    pub sanitizers: Sanitizers,
    /// Whether an emulator ran the program.
    pub emulated: bool,
    /// Whether a part of the program was given as bitcode.
    pub from_bitcode: bool,
}

impl Native {
    /// Runs the program on the test in a file.
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
        // The runtime hands out symbolic memory only, not the arguments, variables and files of the test.
        let mut objects = ktest.clone();
        objects.objects.retain(|object| Origin::of(&object.name) == Origin::Memory);
        std::fs::write(&test, objects.to_bytes()).map_err(trying("write the test"))?;
        let mut command = self.command(ktest);
        if self.emulator.is_none() {
            self.set_variables(&mut command, options, &test, &report);
        }
        start_with(&mut command, ktest, dir.path())?;
        let (process, status, stdout, stderr) = watch(command, options.timeout).map_err(trying("run the program"))?;
        let notes = std::fs::read(&report).map(|text| notes(&String::from_utf8_lossy(&text))).unwrap_or_default();
        let reports = if self.reports { sanitizer::reports(&String::from_utf8_lossy(&stderr)) } else { Vec::new() };
        Ok(Observed {
            process,
            status,
            stdout,
            stderr,
            notes,
            reports,
            sanitizers: self.sanitizers,
            emulated: self.emulator.is_some(),
            from_bitcode: self.from_bitcode,
        })
    }

    fn command(&self, ktest: &KTest) -> Command {
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
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // A signal that the program sends to its group is not meant for this process.
        command.process_group(0);
        // The program's environment holds only what the test says.
        command.env_clear();
        command
    }

    /// Sets the variables for the runtime, the sanitizers and the loader. The program must not see them: the
    /// runtime hides them.
    fn set_variables(&self, command: &mut Command, options: &RunOptions, test: &Path, report: &Path) {
        let mut variables: Vec<(&str, OsString)> =
            vec![("KTEST_FILE", test.into()), ("PLEACH_REPLAY_REPORT", report.into())];
        // Without this variable the program may not even start.
        const LIBRARIES: &str = "LD_LIBRARY_PATH";
        variables.extend(std::env::var_os(LIBRARIES).map(|value| (LIBRARIES, value)));
        if self.reports {
            let asan = format!(
                "detect_stack_use_after_return=1:detect_leaks={}:allocator_may_return_null=1:handle_abort=0:\
                 strict_memcmp=0:color=never",
                u8::from(options.leaks)
            );
            let halt = u8::from(options.end_at_undefined);
            let ubsan = format!("print_stacktrace=1:color=never:halt_on_error={halt}");
            variables.extend([("ASAN_OPTIONS", asan.into()), ("UBSAN_OPTIONS", ubsan.into())]);
            variables.push(("MSAN_OPTIONS", "color=never".into()));
            if let Some(symbolizer) = &self.symbolizer {
                let names = ["ASAN_SYMBOLIZER_PATH", "UBSAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH"];
                variables.extend(names.map(|name| (name, symbolizer.into())));
            }
        }
        let mut hidden: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
        hidden.push(HIDES);
        command.env(HIDES, hidden.join(":")).envs(variables);
        // The coverage library reads this variable after the runtime has started, so it is not hidden.
        if let Some(profile) = &options.profile {
            command.env("LLVM_PROFILE_FILE", profile.pattern());
        }
    }
}

/// The variable that lists the variables which the runtime hides.
const HIDES: &str = "PLEACH_REPLAY_HIDES";

/// Gives a program the arguments, variables, files and standard input of a test. The program runs in a
/// directory of its own that holds only these files. Standard input is a file as well; it is empty if the test
/// does not define it.
fn start_with(command: &mut Command, ktest: &KTest, dir: &Path) -> Result<(), ReplayError> {
    use std::os::unix::ffi::OsStrExt as _;
    // The program's own tree: the files are in its directory /work, and it has the directories and devices of the run.
    let top = dir.join("files");
    let files = top.join("work");
    for name in ["work", "tmp", "dev"] {
        std::fs::create_dir_all(top.join(name)).map_err(trying("make a directory for files"))?;
        let mode = if name == "tmp" { 0o1777 } else { 0o755 };
        set_mode(&top.join(name), mode).map_err(trying("make a directory for files"))?;
    }
    for name in ["null", "zero", "full"] {
        write_file(&top.join("dev").join(name), &[]).map_err(trying("write a file"))?;
    }
    command.current_dir(&files);
    let mut input: &[u8] = &[];
    for object in &ktest.objects {
        match Origin::of(&object.name) {
            Origin::Stdin => input = &object.bytes,
            Origin::Argument => {
                let text = object.bytes.split(|&byte| byte == 0).next().unwrap_or_default();
                command.arg(std::ffi::OsStr::from_bytes(text));
            }
            Origin::Variable(name) => {
                let text = object.bytes.split(|&byte| byte == 0).next().unwrap_or_default();
                command.env(name, std::ffi::OsStr::from_bytes(text));
            }
            Origin::File(name) => {
                write_file(&files.join(name), &object.bytes).map_err(trying("write a file"))?;
            }
            // The length comes before the contents, of which there are none if it is zero.
            Origin::FileLength(name) => write_file(&files.join(name), &[]).map_err(trying("write a file"))?,
            Origin::StdinLength | Origin::Count | Origin::External | Origin::Memory => {}
        }
    }
    let path = dir.join("stdin");
    write_file(&path, input).map_err(trying("write the input"))?;
    command.stdin(std::fs::File::open(&path).map_err(trying("open the input"))?);
    Ok(())
}

fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

/// Writes a file with mode 0644, whatever the umask is.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::write(path, bytes)?;
    set_mode(path, 0o644)
}

/// Runs a command until it ends or its time is up.
fn watch(mut command: Command, timeout: Duration) -> io::Result<(u32, Status, Vec<u8>, Vec<u8>)> {
    let begin = Instant::now();
    let mut child = command.spawn()?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    // The pipes close when the process ends, so waiting needs no polling, except for a look now and then at
    // whether the process is blocked for good.
    let left = || timeout.saturating_sub(begin.elapsed());
    let mut watch = Watch::new(child.id());
    let mut printed = |pipe: &Receiver<Vec<u8>>| {
        let mut pause = Duration::from_millis(10);
        loop {
            if let Ok(bytes) = pipe.recv_timeout(pause.min(left())) {
                return Some(bytes);
            }
            if left().is_zero() || watch.is_blocked() {
                return None;
            }
            pause = Duration::from_millis(REPLAY_LOOK).min(2 * pause);
        }
    };
    let (out, err) = (printed(&stdout), printed(&stderr));
    let status = end(&mut child, left, &mut watch)?;
    // What a killed process has printed arrives now. A grandchild that holds the pipe open is not waited for.
    let grace = Duration::from_millis(200);
    let out = out.or_else(|| stdout.recv_timeout(grace).ok()).unwrap_or_default();
    let err = err.or_else(|| stderr.recv_timeout(grace).ok()).unwrap_or_default();
    Ok((child.id(), status, out, err))
}

/// Waits for the process while there is time and it is not blocked for good, then kills it.
fn end(child: &mut Child, left: impl Fn() -> Duration, watch: &mut Watch) -> io::Result<Status> {
    loop {
        if let Some(status) = child.try_wait()? {
            let by_signal = status.signal().map(Status::Signalled);
            return Ok(by_signal.unwrap_or_else(|| Status::Exited(status.code().unwrap_or_default())));
        }
        let blocked = watch.is_blocked();
        if blocked || left().is_zero() {
            child.kill()?;
            child.wait()?;
            return Ok(if blocked { Status::Blocked } else { Status::TimedOut });
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
            kept.extend_from_slice(&buffer[..count.min(REPLAY_KEPT - kept.len())]);
        }
        // The receiver may be gone.
        let _ = sender.send(kept);
    });
    receiver
}

/// Parses the lines of the runtime's report.
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
