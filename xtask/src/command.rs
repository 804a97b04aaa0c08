//! Runs other programs: with their output shown, captured, or shown and parsed line by line.

use std::io::{BufRead as _, BufReader, IsTerminal as _, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

/// Runs a command that prints to the user's terminal and gets no input.
pub fn show(command: &mut Command) -> Result<(), String> {
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", describe(command))) }
}

/// Runs a command like [`show`]. Returns the processor time that it and its children took, user and system, in
/// seconds.
pub fn timed(command: &mut Command) -> Result<f64, String> {
    timed_until(command, &[0])
}

/// Like [`timed`], for a command that may end with any of some exit codes.
pub fn timed_until(command: &mut Command, codes: &[i32]) -> Result<f64, String> {
    // Only the parent can ask for a child's processor time. The standard library does not, but every shell can.
    let mut shell = Command::new("sh");
    shell.args(["-c", "\"$@\" >&2; status=$?; times; exit $status", "sh"]).arg(command.get_program());
    shell.args(command.get_args()).stdin(Stdio::null()).stderr(Stdio::inherit());
    if let Some(directory) = command.get_current_dir() {
        shell.current_dir(directory);
    }
    let output = shell.output().map_err(|error| cannot_start(&shell, &error))?;
    if !output.status.code().is_some_and(|code| codes.contains(&code)) {
        return Err(format!("{} failed ({})", describe(command), output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    children_seconds(&text).ok_or_else(|| format!("the shell's times read '{}'", text.trim_end()))
}

/// The sum of the second line that a shell's `times` prints: `0m0.730s 0m0.120s`.
fn children_seconds(text: &str) -> Option<f64> {
    let seconds = |word: &str| {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    text.lines().nth(1)?.split_whitespace().map(seconds).sum()
}

/// The command's standard output. The error holds its standard error.
pub fn capture(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} failed ({})\n{}", describe(command), output.status, complaint.trim_end()))
}

/// Runs a command, prints its lines as they come, and passes each, without colours, to `listen`.
pub fn watch(command: &mut Command, mut listen: impl FnMut(&str)) -> Result<(), String> {
    if std::io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| cannot_start(command, &error))?;
    let (sender, lines) = mpsc::channel();
    let output = child.stdout.take().expect("it was asked for");
    let errors = child.stderr.take().expect("it was asked for");
    let readers = [forward(output, sender.clone()), forward(errors, sender)];
    for line in lines {
        println!("{line}");
        listen(&without_colours(&line));
    }
    for reader in readers {
        reader.join().expect("a reader does not panic");
    }
    let status = child.wait().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", describe(command))) }
}

fn forward(from: impl Read + Send + 'static, to: mpsc::Sender<String>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut reader = BufReader::new(from);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
            line.clear();
            if to.send(text).is_err() {
                return;
            }
        }
    })
}

/// A line without terminal escapes.
fn without_colours(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.chars();
    while let Some(character) = rest.next() {
        if character == '\u{1b}' {
            rest.by_ref().find(char::is_ascii_alphabetic);
        } else {
            text.push(character);
        }
    }
    text
}

/// A command as a user would type it.
pub fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let words = std::iter::once(program.file_name().unwrap_or(program.as_os_str())).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot run {}: {error}", command.get_program().to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_and_text_stays() {
        assert_eq!(without_colours("\u{1b}[32;1m    Summary\u{1b}[0m [0.1s] 5 passed"), "    Summary [0.1s] 5 passed");
        assert_eq!(without_colours("plain"), "plain");
    }

    #[test]
    fn the_time_of_children_is_read() {
        assert_eq!(children_seconds("0m0.000s 0m0.000s\n2m1.500s 0m0.250s\n"), Some(121.75));
        assert_eq!(children_seconds("0m0.000s 0m0.000s\n"), None);
        let busy = "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done";
        let seconds = timed(Command::new("sh").args(["-c", busy])).expect("it ends");
        assert!(seconds < 60.0);
        let failed = timed(Command::new("sh").args(["-c", "exit 3"])).expect_err("it exits with 3");
        assert!(failed.starts_with("sh -c exit 3 failed"), "{failed}");
    }

    #[test]
    fn lines_of_both_streams_are_heard() {
        let mut heard = Vec::new();
        let result = watch(Command::new("sh").args(["-c", "echo a; echo b >&2; exit 3"]), |line| {
            heard.push(line.to_owned());
        });
        heard.sort();
        assert_eq!(heard, ["a", "b"]);
        assert!(result.expect_err("it exits with 3").contains("failed"));
    }
}
