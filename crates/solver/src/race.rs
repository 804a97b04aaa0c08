//! A race of programs: all get the same input, and the first whose output is accepted ends the race.
//!
//! Input and output are files, not pipes: no threads are needed to read or write, and a program that does not
//! read, prints endlessly or leaves a child behind that keeps its output open blocks nothing. Each program
//! leads its own process group, and the whole group is killed before its leader is waited for, however the race
//! ends, so neither processes nor zombies stay behind. Limits on memory, processor time and the length of the
//! output are the system's; a shell sets them and becomes the program, so that they hold from its first
//! instruction.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, waitid};
use tempfile::NamedTempFile;

use crate::config::Program;
use crate::tuning::{RACE_GRACE, RACE_OUTPUT};

/// How long to sleep between two looks at the programs, at first and at most.
const PAUSE: [Duration; 2] = [Duration::from_micros(500), Duration::from_millis(8)];
/// Limits the size of files in blocks of 512 bytes, memory in KiB and processor time in seconds, then becomes
/// the program.
const LIMITED: &str = "ulimit -S -f $1 && ulimit -S -v $2 && ulimit -S -t $3 && shift 3 && exec \"$@\"";
/// The exit codes of a shell if the program does not exist or cannot be started.
const NOT_STARTED: [i32; 2] = [126, 127];

/// The limits of a race.
pub(crate) struct Limits {
    pub(crate) deadline: Option<Instant>,
    /// The most bytes of address space for each program.
    pub(crate) memory: Option<u64>,
    pub(crate) cancel: Option<Arc<AtomicBool>>,
}

/// Why no program won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lost {
    /// The deadline passed.
    Time,
    /// Another thread cancelled the race.
    Cancelled,
    /// All programs ended without an accepted output.
    All,
}

/// Runs the programs until `judge` accepts the output of one of them. It gets `None` for a program that did not
/// start, was killed, or printed something that is not text.
pub(crate) fn race<T>(
    programs: &[Program],
    input: &str,
    limits: &Limits,
    mut judge: impl FnMut(usize, Option<String>) -> Option<T>,
) -> Result<T, Lost> {
    let script = written(input);
    let mut running: Vec<(usize, Process)> = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let started = script.as_ref().ok().and_then(|script| Process::start(program, script, limits).ok());
        match started {
            Some(process) => running.push((number, process)),
            None => {
                if let Some(found) = judge(number, None) {
                    return Ok(found);
                }
            }
        }
    }
    let mut pause = PAUSE[0];
    loop {
        let mut place = 0;
        while place < running.len() {
            if !running[place].1.has_ended() {
                place += 1;
                continue;
            }
            let (number, process) = running.remove(place);
            if let Some(found) = judge(number, process.output().ok()) {
                return Ok(found);
            }
        }
        if running.is_empty() {
            return Err(Lost::All);
        }
        if limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Lost::Cancelled);
        }
        let left = limits.deadline.map_or(PAUSE[1], |deadline| deadline.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            return Err(Lost::Time);
        }
        thread::sleep(pause.min(left));
        pause = (2 * pause).min(PAUSE[1]);
    }
}

fn written(input: &str) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    file.write_all(input.as_bytes())?;
    Ok(file)
}

/// A running program, killed with all processes of its group when it is dropped.
struct Process {
    child: Child,
    /// Whether the child was waited for; from then on its process id may belong to another process.
    reaped: bool,
    output: File,
}

impl Process {
    fn start(program: &Program, input: &NamedTempFile, limits: &Limits) -> io::Result<Process> {
        let output = tempfile::tempfile()?;
        let left =
            limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()).as_secs() + RACE_GRACE);
        let child = Command::new("/bin/sh")
            .args(["-c", LIMITED, "sh"])
            .arg(at_most(Resource::Fsize, Some(RACE_OUTPUT), 512))
            .arg(at_most(Resource::As, limits.memory, 1024))
            .arg(at_most(Resource::Cpu, left, 1))
            .arg(&program.path)
            .args(&program.arguments)
            // Opened anew: each program has its own position in the file.
            .stdin(input.reopen()?)
            .stdout(output.try_clone()?)
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Process { child, reaped: false, output })
    }

    fn id(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Whether the program has ended. It stays a zombie, so that its process id is not given to another
    /// process.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.id()), options), Ok(None))
    }

    /// What the program printed, if it was not killed.
    fn output(mut self) -> io::Result<String> {
        let status = self.end()?;
        if status.code().is_none_or(|code| NOT_STARTED.contains(&code)) {
            return Err(io::Error::other("the program did not start or was killed"));
        }
        let mut text = String::new();
        self.output.rewind()?;
        (&self.output).take(RACE_OUTPUT).read_to_string(&mut text)?;
        // The limit may have killed a child of the shell, and not the shell itself.
        if text.len() as u64 >= RACE_OUTPUT {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(text)
    }

    /// Kills what is left of the group and waits for its leader.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if !self.reaped {
            // There may be no process left to kill.
            let _ = kill_process_group(self.id(), Signal::KILL);
            self.reaped = true;
        }
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error cannot be handled here.
        drop(self.end());
    }
}

/// A limit in the notation of the shell, at most this process's own limit.
fn at_most(resource: Resource, most: Option<u64>, unit: u64) -> String {
    let limit = most.into_iter().chain(getrlimit(resource).maximum).min();
    limit.map_or("unlimited".to_owned(), |limit| (limit / unit).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str) -> Program {
        Program { path: "/bin/sh".into(), arguments: vec!["-c".to_owned(), text.to_owned()] }
    }

    fn within(time: Duration) -> Limits {
        Limits { deadline: Some(Instant::now() + time), memory: Some(1 << 30), cancel: None }
    }

    const LONG: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(100);

    /// Whether a process runs. A zombie does not.
    fn runs(id: &str) -> bool {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        text.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
    }

    #[test]
    fn each_program_reads_all_the_input() {
        let programs = [shell("sed s/a/b/"), shell("wc -c"), shell("cat; exit 3"), shell("exit 1")];
        let mut outputs = vec![None; programs.len()];
        let lost: Result<(), Lost> = race(&programs, "banana\n", &within(LONG), |number, output| {
            outputs[number] = output.map(|text| text.trim().to_owned());
            None
        });
        assert_eq!(lost, Err(Lost::All));
        assert_eq!(outputs, ["bbnana", "7", "banana", ""].map(|text| Some(text.to_owned())));
    }

    #[test]
    fn what_does_not_start_dies_or_prints_no_text_has_no_output() {
        let absent = Program { path: "/there/is/no/such/program".into(), arguments: Vec::new() };
        let programs = [absent, shell("echo sat; kill -SEGV $$"), shell("printf '\\377'"), shell("yes sat")];
        let mut judged = Vec::new();
        let lost: Result<(), Lost> = race(&programs, "", &within(LONG), |number, output| {
            judged.push((number, output.is_some()));
            None
        });
        judged.sort_unstable();
        assert_eq!(lost, Err(Lost::All));
        assert_eq!(judged, [(0, false), (1, false), (2, false), (3, false)]);
    }

    #[test]
    fn the_first_good_output_ends_the_race_and_everything_it_started() {
        // The second starts another program, writes down its process id and waits for it; the third waits for
        // the process id.
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let file = folder.path().join("id").display().to_string();
        let programs = [
            shell("exec sleep 1000"),
            shell(&format!("sleep 1000 & echo $! > '{file}.new'; mv '{file}.new' '{file}'; wait")),
            shell(&format!("until test -e '{file}'; do :; done; echo good")),
        ];
        let winner = race(&programs, "", &within(LONG), |number, output| (output? == "good\n").then_some(number));
        assert_eq!(winner, Ok(2));
        let id = std::fs::read_to_string(&file).expect("the program wrote its number");
        let started = Instant::now();
        while runs(id.trim()) && started.elapsed() < LONG {
            thread::yield_now();
        }
        assert!(!runs(id.trim()));
    }

    #[test]
    fn the_deadline_and_another_thread_end_the_race() {
        let programs = [shell("exec sleep 1000"), shell("while :; do :; done")];
        let nobody = |_: usize, _: Option<String>| None::<()>;
        assert_eq!(race(&programs, "", &within(SHORT), nobody), Err(Lost::Time));
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits { deadline: None, memory: None, cancel: Some(cancel.clone()) };
        let other = thread::spawn(move || cancel.store(true, Ordering::Relaxed));
        assert_eq!(race(&programs, "", &limits, nobody), Err(Lost::Cancelled));
        other.join().expect("it only sets a flag");
    }

    #[test]
    fn memory_is_limited() {
        let hungry = shell("x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done");
        let limits = Limits { memory: Some(1 << 26), ..within(LONG) };
        let lost: Result<(), Lost> = race(&[hungry], "", &limits, |_, _| None);
        assert_eq!(lost, Err(Lost::All));
    }
}
