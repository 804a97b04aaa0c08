//! A file that is written line by line and that holds only whole lines, whenever the process ends.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};

use crate::tuning::LINES_WAITING;

/// A file and the lines buffered for it.
#[derive(Debug)]
pub struct Lines {
    file: File,
    waiting: Vec<u8>,
}

impl Lines {
    /// Creates a buffer of lines for `file`.
    pub fn new(file: File) -> Lines {
        Lines { file, waiting: Vec::new() }
    }

    /// The buffer. Add only whole lines to it.
    pub fn waiting(&mut self) -> &mut Vec<u8> {
        &mut self.waiting
    }

    /// Whether the buffer should be flushed.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= LINES_WAITING
    }

    /// Hands the buffer to the operating system in one piece. A partial write is undone if possible.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        debug_assert!(self.waiting.ends_with(b"\n"));
        let before = self.file.metadata().map(|found| found.len());
        let written = self.file.write_all(&self.waiting);
        self.waiting.clear();
        if let (Err(_), Ok(before)) = (&written, before) {
            let _ = self.file.set_len(before).and_then(|()| self.file.seek(SeekFrom::Start(before)));
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_always_ends_with_a_line() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("lines");
        let mut lines = Lines::new(File::create(&path).expect("a new file"));
        let line = format!("{}\n", "x".repeat(1000));
        let mut flushed = 0;
        for _ in 0..200 {
            lines.waiting().extend_from_slice(line.as_bytes());
            if lines.is_full() {
                lines.flush().expect("there is room");
                flushed += 1;
            }
            let text = std::fs::read_to_string(&path).expect("it is there");
            assert_eq!(text.len() % line.len(), 0);
        }
        assert_eq!(flushed, 200 * line.len() / (LINES_WAITING + line.len() - 1));
        lines.flush().expect("there is room");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), line.repeat(200));
    }
}
