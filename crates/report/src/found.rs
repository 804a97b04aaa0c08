//! Finds tests: as files, as members of archives, or all those in a run directory.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::{self, Member, is_archive};

/// A test that exists on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestFile {
    /// The run directory that the test is in.
    dir: PathBuf,
    /// Its file name.
    name: String,
    /// The archive that holds the test, if one does.
    within: Option<(PathBuf, Member)>,
}

/// Why no tests were found at a path.
#[derive(Debug)]
pub struct NotFound {
    /// The path that was searched.
    pub path: PathBuf,
    /// The problem, for people.
    pub why: String,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for NotFound {}

impl TestFile {
    /// The test's file name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The run directory that the test is in.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The test's path, for people: a member of an archive is named as if the archive were a directory.
    /// [`tests_at`] accepts such a path.
    pub fn path(&self) -> PathBuf {
        match &self.within {
            Some((archive, _)) => archive.join(&self.name),
            None => self.dir.join(&self.name),
        }
    }

    /// Reads the test's bytes.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        match &self.within {
            Some((archive, member)) => member.read(archive),
            None => std::fs::read(self.dir.join(&self.name)),
        }
    }
}

/// Whether a path has the extension of a test.
pub fn is_test(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ktest")
}

/// The tests at a path, in order of their names: those of a run directory, those of an archive, a single file,
/// or one member of an archive by its name. A test in an archive is also found under the path that it would
/// have as a file. There is at least one.
pub fn tests_at(path: &Path) -> Result<Vec<TestFile>, NotFound> {
    let not_found = |why: String| NotFound { path: path.to_owned(), why };
    if path.is_dir() {
        let tests = tests_in(path)?;
        return if tests.is_empty() { Err(not_found(why_empty(path))) } else { Ok(tests) };
    }
    if !path.exists() && is_test(path) {
        return Ok(vec![member_at(path)?]);
    }
    // A file that is neither a test nor an archive is reported when it is read.
    if !is_archive(path) {
        std::fs::metadata(path).map_err(|error| not_found(error.to_string()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Ok(vec![TestFile { dir: directory_of(path), name, within: None }]);
    }
    let tests = tests_of_archive(path, &directory_of(path))?;
    if tests.is_empty() { Err(not_found("holds no tests".to_owned())) } else { Ok(tests) }
}

/// The tests of a run directory, in order of their names; possibly none.
pub fn tests_in(dir: &Path) -> Result<Vec<TestFile>, NotFound> {
    let mut tests = Vec::new();
    let unreadable = |error: io::Error| NotFound { path: dir.to_owned(), why: error.to_string() };
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if is_test(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            tests.push(TestFile { dir: dir.to_owned(), name, within: None });
        } else if is_archive(&path) {
            tests.extend(tests_of_archive(&path, dir)?);
        }
    }
    // In order of their numbers, however many digits these have.
    let order = |test: &TestFile| (test.name.len(), test.name.clone(), test.within.is_some());
    tests.sort_by_cached_key(order);
    // If somebody unpacked an archive, the file wins over the member: it sorts first.
    tests.dedup_by(|later, earlier| later.name == earlier.name);
    Ok(tests)
}

fn tests_of_archive(archive: &Path, dir: &Path) -> Result<Vec<TestFile>, NotFound> {
    let members =
        archive::members(archive).map_err(|error| NotFound { path: archive.to_owned(), why: error.to_string() })?;
    let tests = members.into_iter().filter(|member| is_test(Path::new(&member.name)));
    Ok(tests
        .map(|member| TestFile {
            dir: dir.to_owned(),
            name: member.name.clone(),
            within: Some((archive.to_owned(), member)),
        })
        .collect())
}

/// A test that is not a file, by the path that it would have: `tests.tar/test000001.ktest`, or beside the
/// archive.
fn member_at(path: &Path) -> Result<TestFile, NotFound> {
    let not_found = |why: String| NotFound { path: path.to_owned(), why };
    let (name, parent) = (path.file_name().unwrap_or_default().to_string_lossy(), directory_of(path));
    let tests = if is_archive(&parent) && parent.is_file() {
        tests_of_archive(&parent, &directory_of(&parent))?
    } else if parent.is_dir() {
        tests_in(&parent)?
    } else {
        return Err(not_found(format!("there is no directory {}", parent.display())));
    };
    let has_archives = tests.iter().any(|test| test.within.is_some());
    tests.into_iter().find(|test| test.name == name).ok_or_else(|| {
        let nor = if has_archives { ", nor is it in an archive there" } else { "" };
        not_found(format!("no such file{nor}"))
    })
}

/// Why a directory holds no tests.
fn why_empty(dir: &Path) -> String {
    let is_run = dir.join("summary.json").exists();
    let why = if is_run { "the run kept none (see pleach run --tests)" } else { "is it a run directory?" };
    format!("holds no tests (.ktest files or archives of them): {why}")
}

fn directory_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::ArchiveWriter;
    use crate::writer::Gate;

    /// A run directory with two test files and two members of archives.
    fn run_dir() -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for name in ["test000002.ktest", "test000001.ktest", "test000001.ptr.err"] {
            std::fs::write(dir.path().join(name), name).expect("written");
        }
        let mut writer = ArchiveWriter::new(dir.path(), Gate::default());
        for (number, name) in [(3, "test000003.ktest"), (3, "test000003.ptr.err"), (4, "test000004.ktest")] {
            writer.add(number, name, name.as_bytes()).expect("added");
        }
        writer.finish().expect("written");
        dir
    }

    fn names(tests: &[TestFile]) -> Vec<&str> {
        tests.iter().map(TestFile::name).collect()
    }

    #[test]
    fn everything_in_a_directory() {
        let dir = run_dir();
        let tests = tests_at(dir.path()).expect("there are tests");
        assert_eq!(names(&tests), ["test000001.ktest", "test000002.ktest", "test000003.ktest", "test000004.ktest"]);
        for test in &tests {
            assert_eq!(test.read().expect("it is there"), test.name().as_bytes());
            assert_eq!(test.dir(), dir.path());
            // Each test is found again by its path, and by the path that it would have as a file.
            assert_eq!(tests_at(&test.path()).expect("it is there"), std::slice::from_ref(test));
            assert_eq!(tests_at(&dir.path().join(test.name())).expect("it is there"), std::slice::from_ref(test));
        }
        let archive = tests_at(&dir.path().join("tests-000003.tar")).expect("an archive");
        assert_eq!(names(&archive), ["test000003.ktest", "test000004.ktest"]);
        // A member that was unpacked is still one test.
        std::fs::write(dir.path().join("test000003.ktest"), "other").expect("written");
        let tests = tests_at(dir.path()).expect("there are tests");
        assert_eq!((tests.len(), tests[2].read().expect("it is there")), (4, b"other".to_vec()));
    }

    #[test]
    fn what_is_not_there() {
        let dir = run_dir();
        let why = |name: &str| tests_at(&dir.path().join(name)).expect_err("nothing there").why;
        assert!(why("test000009.ktest").contains("nor is it in an archive"));
        assert!(why("tests-000003.tar/test000009.ktest").contains("nor is it in an archive"));
        assert!(why("nowhere/test000009.ktest").contains("no directory"));
        assert!(why("nowhere").contains("No such file"));
        std::fs::create_dir(dir.path().join("empty")).expect("made");
        assert!(why("empty").contains("is it a run directory?"));
        assert!(why("empty/test000001.ktest").contains("no such file"));
        std::fs::write(dir.path().join("empty/summary.json"), "{}").expect("written");
        assert!(why("empty").contains("the run kept none"));
    }
}
