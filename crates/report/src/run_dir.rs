//! The run directory: `pleach-out-N` with a `pleach-last` link beside it, or a directory that the user names.
//! An existing directory is never overwritten.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::writer;

/// The name of the link to the newest default directory.
const LAST: &str = "pleach-last";
/// The start of the names of default directories.
const PREFIX: &str = "pleach-out-";

/// A directory that belongs to this run alone.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
}

impl RunDir {
    /// The next free `pleach-out-N` below `parent`, with `pleach-last` pointing to it.
    pub fn next(parent: &Path) -> io::Result<RunDir> {
        let mut number = first_free(parent)?;
        loop {
            let name = format!("{PREFIX}{number}");
            let path = parent.join(&name);
            match fs::create_dir(&path) {
                Ok(()) => {
                    link_last(parent, &name);
                    return Ok(RunDir { path });
                }
                // Another run took the number in the meantime.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(named(error, "cannot create", &path)),
            }
        }
    }

    /// The directory of that name, which must be empty or not exist yet.
    pub fn named(path: &Path) -> io::Result<RunDir> {
        match fs::create_dir_all(path) {
            Ok(()) => {}
            Err(error) => return Err(named(error, "cannot create", path)),
        }
        let mut entries = fs::read_dir(path).map_err(|error| named(error, "cannot read", path))?;
        if entries.next().is_some() {
            let message = format!("{} exists and is not empty; name another directory or remove it", path.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        // Find out now, not after an hour of exploring, whether files can be written here.
        let probe = path.join(".writable");
        fs::write(&probe, b"").and_then(|()| fs::remove_file(&probe)).map_err(|e| named(e, "cannot write to", path))?;
        Ok(RunDir { path: path.to_owned() })
    }

    /// The directory's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a file in the directory, to be written in pieces.
    pub fn create(&self, name: &str) -> io::Result<fs::File> {
        let path = self.path.join(name);
        fs::File::create(&path).map_err(|error| named(error, "cannot create", &path))
    }

    /// Reserves `bytes` bytes of disk space for later.
    pub fn reserve(&self, bytes: usize) -> io::Result<Reserve> {
        let path = self.path.join(".reserve");
        // Not zeros: some file systems do not store those.
        writer::write(&path, &vec![0x55; bytes])?;
        Ok(Reserve { path })
    }

    /// Writes a file of the directory.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> io::Result<()> {
        writer::write(&self.path.join(name), contents.as_ref())
    }
}

/// A file that takes up disk space until the space is needed.
#[derive(Debug)]
pub struct Reserve {
    path: PathBuf,
}

impl Reserve {
    /// Frees the space.
    pub fn release(&self) {
        // If the file is gone, it takes no space.
        let _ = fs::remove_file(&self.path);
    }
}

/// One more than the greatest number in use.
fn first_free(parent: &Path) -> io::Result<u64> {
    let mut next = 0;
    for entry in fs::read_dir(parent).map_err(|error| named(error, "cannot read", parent))? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|n| n.parse::<u64>().ok());
        next = next.max(number.map_or(0, |number| number.saturating_add(1)));
    }
    Ok(next)
}

/// Points the link at the newest directory. A file system without links is no reason to fail. Anything of that
/// name that is not a link is somebody's file and stays.
fn link_last(parent: &Path, name: &str) {
    let link = parent.join(LAST);
    if fs::symlink_metadata(&link).is_ok_and(|found| found.file_type().is_symlink()) {
        let _ = fs::remove_file(&link);
    }
    #[cfg(unix)]
    let _ = std::os::unix::fs::symlink(name, &link);
}

/// Adds what was tried, and where, to an error.
fn named(error: io::Error, tried: &str, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{tried} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(parent: &Path) -> String {
        fs::read_link(parent.join(LAST)).expect("a link").to_string_lossy().into_owned()
    }

    #[test]
    fn numbers_go_up_and_the_link_follows() {
        let parent = tempfile::tempdir().expect("a temporary directory");
        let first = RunDir::next(parent.path()).expect("created");
        assert!(first.path().ends_with("pleach-out-0"));
        assert_eq!(last(parent.path()), "pleach-out-0");
        fs::create_dir(parent.path().join("pleach-out-7")).expect("created");
        let second = RunDir::next(parent.path()).expect("created");
        assert!(second.path().ends_with("pleach-out-8"));
        assert_eq!(last(parent.path()), "pleach-out-8");
    }

    #[test]
    fn a_file_in_the_place_of_the_link_stays() {
        let parent = tempfile::tempdir().expect("a temporary directory");
        fs::write(parent.path().join(LAST), "mine").expect("written");
        RunDir::next(parent.path()).expect("created");
        assert_eq!(fs::read(parent.path().join(LAST)).expect("still there"), b"mine");
    }

    #[test]
    fn a_named_directory_must_be_empty() {
        let parent = tempfile::tempdir().expect("a temporary directory");
        let path = parent.path().join("a/b");
        let dir = RunDir::named(&path).expect("created with its parents");
        RunDir::named(&path).expect("an empty one is fine");
        dir.write("summary.json", "{}").expect("written");
        let error = RunDir::named(&path).expect_err("not empty");
        assert!(error.to_string().contains("not empty"), "{error}");
    }

    #[test]
    fn a_file_is_no_directory() {
        let parent = tempfile::tempdir().expect("a temporary directory");
        let path = parent.path().join("file");
        fs::write(&path, "").expect("written");
        assert!(RunDir::named(&path).expect_err("a file").to_string().contains("file"));
    }
}
