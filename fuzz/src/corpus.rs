//! The initial cases: files of the repository, and an empty one.

use std::path::{Path, PathBuf};

use crate::targets::Target;

/// The greatest size of a file, in bytes: longer files make slow cases.
const LONGEST: u64 = 64 << 10;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The initial cases of a target, in the order of their file names.
pub(crate) fn of(target: &Target) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    target.corpus.iter().for_each(|dir| list(&root().join(dir), &mut files));
    files.sort();
    let mut cases: Vec<Vec<u8>> = files.iter().filter_map(|file| std::fs::read(file).ok()).collect();
    cases.push(Vec::new());
    cases
}

fn list(dir: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            list(&path, files);
        } else if path.metadata().is_ok_and(|found| found.len() <= LONGEST) {
            files.push(path);
        }
    }
}
