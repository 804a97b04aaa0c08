//! The store: bitcode under its hash, and what is known of files that lost their section.
//!
//! A file is written under another name and then renamed, so builds that run at the same time do not disturb each
//! other. What is there is never changed, and its hash is compared when it is read.

use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::record::{self, Record};
use crate::sha256;

/// A directory with bitcode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    dir: PathBuf,
}

/// Why bitcode cannot be had.
#[derive(Debug)]
pub enum StoreError {
    /// The file is not there or cannot be read.
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The contents are not those that were written.
    Changed {
        /// The file.
        file: PathBuf,
    },
}

impl Store {
    /// The store in a directory, which is made when something is written.
    pub fn at(dir: &Path) -> Store {
        Store { dir: dir.to_owned() }
    }

    /// Where the store is unless something else is said: `PLEACH_STORE`, or in the user's cache directory.
    pub fn usual() -> Option<PathBuf> {
        let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let cache = || named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")));
        named("PLEACH_STORE").or_else(|| Some(cache()?.join("pleach/bitcode")))
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Puts bitcode into the store; the result is its hash.
    pub fn put(&self, bitcode: &[u8]) -> io::Result<String> {
        let hash = sha256::hex(bitcode);
        self.write(&self.file(&hash), bitcode)?;
        Ok(hash)
    }

    /// The bitcode with that hash.
    pub fn get(&self, hash: &str) -> Result<Vec<u8>, StoreError> {
        let file = self.file(hash);
        let bytes = std::fs::read(&file).map_err(|error| StoreError::Unreadable { file: file.clone(), error })?;
        if sha256::hex(&bytes) == hash { Ok(bytes) } else { Err(StoreError::Changed { file }) }
    }

    /// Notes the records of a file that has no section, or may lose it, under a key made of what it keeps.
    pub fn note(&self, key: &str, records: &[Record]) -> io::Result<()> {
        let file = self.side_file(key);
        // Another build may have linked the same program of other units.
        let _ = std::fs::remove_file(&file);
        self.write(&file, &record::write(records))
    }

    /// The records noted under a key.
    pub fn noted(&self, key: &str) -> Vec<Record> {
        std::fs::read(self.side_file(key)).map(|bytes| record::read(&bytes)).unwrap_or_default()
    }

    fn file(&self, hash: &str) -> PathBuf {
        self.dir.join(hash.get(..2).unwrap_or("xx")).join(format!("{hash}.bc"))
    }

    fn side_file(&self, key: &str) -> PathBuf {
        self.dir.join("files").join(key)
    }

    fn write(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        if file.is_file() {
            return Ok(());
        }
        let dir = file.parent().unwrap_or(&self.dir);
        std::fs::create_dir_all(dir)?;
        // Others may run what was built, as far as the mask for new files allows it.
        let readable = std::fs::Permissions::from_mode(0o666);
        let mut new = tempfile::Builder::new().permissions(readable).tempfile_in(dir)?;
        io::Write::write_all(&mut new, bytes)?;
        new.persist(file).map(drop).map_err(|error| error.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_unless_it_was_changed() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::at(dir.path());
        let hash = store.put(b"some bitcode").expect("written");
        assert_eq!(store.put(b"some bitcode").expect("written"), hash);
        assert_eq!(store.get(&hash).expect("there"), b"some bitcode");
        std::fs::write(store.file(&hash), b"other bitcode").expect("written");
        assert!(matches!(store.get(&hash), Err(StoreError::Changed { .. })));
        assert!(matches!(store.get(&sha256::hex(b"")), Err(StoreError::Unreadable { .. })));
    }
}
