//! The directory of a query log: scripts `queries-000001.smt2`, `queries-000002.smt2`, … (`docs/queries.md`).

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use exec::LogChunk;

use crate::run_dir::RunDir;

/// The start of a script's name.
const PREFIX: &str = "queries-";
/// The end of a script's name.
const SUFFIX: &str = ".smt2";

/// A query log that is being written.
#[derive(Debug)]
pub struct QueryLog {
    dir: RunDir,
    open: Option<(u32, File)>,
}

impl QueryLog {
    /// Creates a log in `dir`, which must be empty or not exist yet.
    pub fn create(dir: &Path) -> io::Result<QueryLog> {
        Ok(QueryLog { dir: RunDir::named(dir)?, open: None })
    }

    /// Appends to the script that the chunk belongs to.
    pub fn append(&mut self, chunk: &LogChunk) -> io::Result<()> {
        let file = match &mut self.open {
            Some((script, file)) if *script == chunk.script => file,
            _ => {
                let file = self.dir.create(&format!("{PREFIX}{:06}{SUFFIX}", chunk.script))?;
                &mut self.open.insert((chunk.script, file)).1
            }
        };
        file.write_all(chunk.text.as_bytes())
    }
}

/// The scripts of a log, in order.
pub fn scripts(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_written_and_found_in_order() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("log");
        let mut log = QueryLog::create(&path).expect("it does not exist yet");
        for (script, text) in [(1, "a"), (1, "b"), (2, "c")] {
            log.append(&LogChunk { script, text: text.to_owned() }).expect("writable");
        }
        drop(log);
        let scripts = scripts(&path).expect("readable");
        let texts: Vec<String> = scripts.iter().map(|file| fs::read_to_string(file).expect("readable")).collect();
        assert_eq!(texts, ["ab", "c"]);
        assert!(scripts[0].ends_with("queries-000001.smt2"));
        let error = QueryLog::create(&path).expect_err("it is not empty");
        assert!(error.to_string().contains("not empty"), "{error}");
    }
}
