//! What happens during a run: tests are recorded, progress is shown, the program's output is kept, and the user
//! may interrupt.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use exec::{Location, LogChunk, Observer, PathEnd, Progress, Termination};
use report::query_log::QueryLog;
use report::{Gate, Recorder, TestId};

use crate::paint::Paint;
use crate::progress::Display;
use crate::{quantity, tell};

/// The exit code of a process that was interrupted twice: the one that shells report for a process ended by
/// SIGINT.
const INTERRUPTED: u8 = 130;

/// Watches the run for the recorder, the display and the user.
pub struct Watcher {
    recorder: Recorder,
    display: Display,
    output: Option<ProgramOutput>,
    questions: Option<QueryLog>,
    interrupted: Arc<AtomicBool>,
}

impl Watcher {
    /// Starts to watch a run, which stops when `interrupted` is set.
    pub fn new(
        recorder: Recorder,
        display: Display,
        output: Option<ProgramOutput>,
        questions: Option<QueryLog>,
        interrupted: Arc<AtomicBool>,
    ) -> Watcher {
        Watcher { recorder, display, output, questions, interrupted }
    }

    /// Removes the progress line and returns the recorder.
    pub fn into_recorder(self) -> Recorder {
        self.display.clear();
        self.recorder
    }
}

impl Observer for Watcher {
    fn path_end(&mut self, end: PathEnd) -> io::Result<()> {
        let printed = match (&mut self.output, self.recorder.test_of(&end)) {
            (Some(output), Some(test)) => output.add(test, &end),
            _ => Ok(()),
        };
        let before = self.recorder.findings().len();
        // The test is recorded even if the path's output cannot be written.
        let recorded = self.recorder.record(end);
        if let Some(finding) = self.recorder.findings().get(before) {
            let place = if finding.line > 0 { format!(" at {}:{}", finding.file, finding.line) } else { String::new() };
            self.display.say(&format!("{} {}{place}", Paint::stderr().red("bug:"), finding.kind));
        }
        recorded.and(printed)
    }

    fn message(&mut self, at: &Location, text: &str) {
        let line = self.recorder.message(at, text);
        self.display.say(&line);
    }

    fn questions(&mut self, chunk: &LogChunk) -> io::Result<()> {
        self.questions.as_mut().map_or(Ok(()), |log| log.append(chunk))
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        self.display.show(progress);
        // A recorder that cannot write any more reports the reason at the end.
        let _ = self.recorder.flush();
        !self.interrupted.load(Ordering::SeqCst)
    }
}

/// The program's output, path by path.
pub struct ProgramOutput {
    to: Box<dyn Write + Send>,
}

impl ProgramOutput {
    /// Writes to a file, or to standard output for `-`.
    pub fn open(path: &Path) -> io::Result<ProgramOutput> {
        if path.as_os_str() == "-" {
            return Ok(ProgramOutput { to: Box::new(io::stdout()) });
        }
        let file = File::create(path)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())))?;
        Ok(ProgramOutput { to: Box::new(io::BufWriter::new(file)) })
    }

    fn add(&mut self, test: TestId, end: &PathEnd) -> io::Result<()> {
        let ended = match &end.termination {
            Termination::Exit(status) => format!("exit {}", *status as u8),
            Termination::Error { kind, .. } => kind.name().to_owned(),
            Termination::Unsupported(what) => format!("unsupported: {what}"),
            Termination::Undecided(what) => format!("undecided: {what}"),
            Termination::Limit(limit) => limit.name().to_owned(),
            Termination::Silent => "silent".to_owned(),
        };
        let bytes = quantity::show_things(end.output.len() as u64, "byte");
        writeln!(self.to, "==== {test}: {ended}, {bytes} ====")?;
        self.to.write_all(&end.output)?;
        if end.output.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(self.to)?;
        }
        self.to.flush()
    }
}

/// The flag that the first interrupt sets. The second one ends the process as soon as no file is partly
/// written.
pub fn interrupts(gate: Gate) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Without a handler, an interrupt ends the process at once.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::SeqCst) {
            let _whole = gate.hold();
            std::process::exit(i32::from(INTERRUPTED));
        }
        tell("\nstopping; interrupt again to quit at once");
    });
    flag
}
