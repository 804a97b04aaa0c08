//! Runs other programs: shown, captured, or shown line by line while somebody counts.

use std::io::{BufRead as _, BufReader, IsTerminal as _, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

/// Runs a command that prints to the user's terminal and is asked nothing.
pub fn show(command: &mut Command) -> Result<(), String> {
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", describe(command))) }
}

/// What a command prints to its standard output; what it complains about is in the error.
pub fn capture(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} failed ({})\n{}", describe(command), output.status, complaint.trim_end()))
}

/// Runs a command, passes its lines on as they come and hands each, without colours, to `listen`.
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

/// A command as one would type it.
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
