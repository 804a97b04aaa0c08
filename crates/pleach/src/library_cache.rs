//! Compiled files of the library, cached from run to run.
//!
//! The C++ part of the library includes many of the system's headers, and compiling it takes longer than most
//! runs; the C part is many files. The compiled form of a file is kept in the user's cache directory
//! (`$XDG_CACHE_HOME/pleach`, or `~/.cache/pleach`) under a hash of the source, the compiler and its flags,
//! together with the headers that were read, their sizes and their times. An entry that is damaged or whose
//! headers have changed is ignored. If the directory cannot be written, nothing is kept.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The first line of an entry. It changes when the format does.
const FORM: &str = "pleach library 1";

/// The cache entry of one file.
#[derive(Debug)]
pub struct Entry {
    path: Option<PathBuf>,
}

impl Entry {
    /// The entry for a result that depends on all these texts.
    pub fn of(texts: &[&str]) -> Entry {
        let key = hash_of(&texts);
        let path = directory().map(|dir| dir.join(format!("{key:016x}.bc")));
        Entry { path }
    }

    /// The compiled module, if it is cached and still up to date.
    pub fn read(&self) -> Option<Vec<u8>> {
        let bytes = std::fs::read(self.path.as_ref()?).ok()?;
        let end = bytes.windows(2).position(|pair| pair == b"\n\n")?;
        let (head, module) = (std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 2..]);
        let mut lines = head.lines();
        let sum = format!("{:016x}", hash_of(&module));
        if lines.next() != Some(FORM) || lines.next() != Some(&sum) {
            return None;
        }
        let is_same = |line: &str| {
            line.split_once('\t').is_some_and(|(stamp, file)| stamp_of(Path::new(file)).as_deref() == Some(stamp))
        };
        lines.all(is_same).then(|| module.to_vec())
    }

    /// Caches a module that was compiled with `headers`.
    pub fn write(&self, module: &[u8], headers: &[PathBuf]) {
        // A module that cannot be cached is compiled again next time.
        let _ = self.try_write(module, headers);
    }

    fn try_write(&self, module: &[u8], headers: &[PathBuf]) -> Option<()> {
        let path = self.path.as_ref()?;
        let dir = path.parent()?;
        std::fs::create_dir_all(dir).ok()?;
        let mut head = format!("{FORM}\n{:016x}", hash_of(&module));
        for header in headers {
            let name = header.to_str().filter(|name| !name.contains('\n'))?;
            head += &format!("\n{}\t{name}", stamp_of(header)?);
        }
        let mut file = tempfile::NamedTempFile::new_in(dir).ok()?;
        file.write_all(head.as_bytes()).ok()?;
        file.write_all(b"\n\n").ok()?;
        file.write_all(module).ok()?;
        file.persist(path).ok()?;
        Some(())
    }
}

/// The files that a compiler's list of dependencies (`-MD`) names, except for the first.
pub fn dependencies(list: &str) -> Vec<PathBuf> {
    let (_, files) = list.split_once(": ").unwrap_or_default();
    let unescaped = files.replace("\\\n", " ").replace("\\ ", "\0");
    unescaped.split_whitespace().skip(1).map(|file| PathBuf::from(file.replace('\0', " "))).collect()
}

fn directory() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")))?;
    cache.is_absolute().then(|| cache.join("pleach"))
}

/// A text that changes when the file does: its size and its time of modification.
fn stamp_of(file: &Path) -> Option<String> {
    let found = file.metadata().ok()?;
    let time = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {}", found.len(), time.as_nanos()))
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_lasts_as_long_as_its_headers() {
        let dir = tempfile::tempdir().expect("there is room for a directory");
        let header = dir.path().join("a header.h");
        std::fs::write(&header, "1").expect("the directory is new");
        let entry = Entry { path: Some(dir.path().join("cache/entry.bc")) };
        assert_eq!(entry.read(), None);
        entry.write(b"module\n\nbytes", std::slice::from_ref(&header));
        assert_eq!(entry.read().as_deref(), Some(b"module\n\nbytes".as_slice()));
        std::fs::write(&header, "two").expect("the file is ours");
        assert_eq!(entry.read(), None);
    }

    #[test]
    fn a_damaged_entry_is_none() {
        let dir = tempfile::tempdir().expect("there is room for a directory");
        let path = dir.path().join("entry.bc");
        let entry = Entry { path: Some(path.clone()) };
        entry.write(b"module", &[]);
        assert!(entry.read().is_some());
        let mut bytes = std::fs::read(&path).expect("it was written");
        *bytes.last_mut().expect("it is not empty") ^= 1;
        std::fs::write(&path, bytes).expect("the file is ours");
        assert_eq!(entry.read(), None);
    }

    #[test]
    fn headers_of_a_list() {
        let list = "x.o: x.cpp \\\n  /usr/include/a.h /my\\ dir/b.h\n";
        assert_eq!(dependencies(list), [PathBuf::from("/usr/include/a.h"), PathBuf::from("/my dir/b.h")]);
    }
}
