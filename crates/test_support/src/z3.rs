//! One Z3 process that answers script after script.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// How much Z3 may think about one question: a count of its own that comes out the same every time, and as a backstop a
/// time in milliseconds. The other two make it faster on arrays.
const OPTIONS: [&str; 6] = ["-in", "-smt2", "rlimit=1000000", "-t:10000", "smt.auto_config=false", "smt.relevancy=0"];
const END: &str = "end-of-script";

/// The one line of a script that Z3 gave up on.
pub const GAVE_UP: &str = "gave up";

/// A running Z3.
pub struct Z3 {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Z3 {
    /// Starts Z3; nothing if the machine has none.
    pub fn start() -> Option<Z3> {
        let mut child = Command::new("z3")
            .args(OPTIONS)
            // Memory that a reset frees is needed again at once: giving it back takes a third of the time.
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

    /// Hands over a script; the answers are collected later, so that both sides work at the same time.
    pub fn send(&mut self, script: &str) {
        let text = format!("(reset)\n{script}\n(echo \"{END}\")\n");
        self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush()).expect("z3 listens");
    }

    /// The lines that the script printed. A script in which Z3 gave up between questions has no answers at all.
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

    /// The lines that a script prints.
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
