//! A Z3 process that answers script after script.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Z3's limits for one question: a deterministic count of its own, and as a backstop a time in milliseconds. The
/// last two options make it faster on arrays.
const OPTIONS: [&str; 6] = ["-in", "-smt2", "rlimit=1000000", "-t:10000", "smt.auto_config=false", "smt.relevancy=0"];
const END: &str = "end-of-script";

/// The only line returned for a script that Z3 gave up on.
pub const GAVE_UP: &str = "gave up";

/// A running Z3 process.
pub struct Z3 {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Z3 {
    /// Starts Z3; `None` if it is not installed.
    pub fn start() -> Option<Z3> {
        let mut child = Command::new("z3")
            .args(OPTIONS)
            // Memory freed by a reset is needed again at once; returning it to the system would take a third of
            // the time.
            .env("MALLOC_TRIM_THRESHOLD_", "1000000000")
            .env("MALLOC_MMAP_THRESHOLD_", "1000000000")
            .env("MALLOC_TOP_PAD_", "67108864")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Some(Z3 { child, input, output })
    }

    /// Sends a script; the answers are received later, so that both sides work in parallel.
    pub fn send(&mut self, script: &str) {
        let text = format!("(reset)\n{script}\n(echo \"{END}\")\n");
        self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush()).expect("z3 listens");
    }

    /// The lines that the script printed. If Z3 gave up between questions, this is only [`GAVE_UP`].
    pub fn receive(&mut self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("z3 speaks text");
            assert!(length > 0, "z3 ended after {lines:?}");
            match line.trim() {
                END => {
                    if lines.iter().any(|line| line.contains("canceled")) {
                        lines = vec![GAVE_UP.to_owned()];
                    }
                    return lines;
                }
                "" => {}
                other => lines.push(other.to_owned()),
            }
        }
    }

    /// Sends a script and returns the lines that it prints.
    pub fn ask(&mut self, script: &str) -> Vec<String> {
        self.send(script);
        self.receive()
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
