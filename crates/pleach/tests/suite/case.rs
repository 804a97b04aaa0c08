//! One program with its expectations, as read from its file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ir::ErrorKind;

/// A program of the suite.
#[derive(Debug)]
pub struct Case {
    /// Its name, such as `errors/null_read.c`.
    pub name: String,
    /// Its own file, followed by those it is linked with.
    pub files: Vec<PathBuf>,
    /// Flags for `pleach run`.
    pub run: Vec<String>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Flags for the compiler, as one word.
    pub cflags: String,
    /// Whether its tests are replayed.
    pub replays: bool,
    /// Whether to compare the lines that its tests execute natively with those of the run.
    pub compares_lines: bool,
    /// Expectations on single lines.
    pub marks: Vec<Mark>,
    /// Expectations on the whole run.
    pub footer: Footer,
    needs: Vec<String>,
}

/// What is expected of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Expected {
    /// The line is executed on some path.
    Reach,
    /// The line is executed on no path.
    Dead,
    /// An error of this kind is reported on the line.
    Error(ErrorKind),
}

/// An expectation, with its line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    /// The file's name, without its directory.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The expectation.
    pub expected: Expected,
}

/// The expectations on the whole run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footer {
    /// The number of paths.
    pub paths: Paths,
    /// The number of paths that end in an error.
    pub errors: Option<u64>,
    /// The number of tests written.
    pub tests: Option<u64>,
    /// Whether the run is incomplete.
    pub incomplete: bool,
    /// The limit that ends the run.
    pub stopped: Option<String>,
    /// Parts of the reasons for incompleteness.
    pub reasons: Vec<String>,
    /// Parts of `warnings.txt`.
    pub warnings: Vec<String>,
    /// Suffixes of files that are written.
    pub writes: Vec<String>,
}

/// The expected number of paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paths {
    /// The program does not say, which is a mistake.
    #[default]
    Missing,
    /// The program says that the number is not checked.
    Any,
    /// Exactly this number.
    Count(u64),
}

/// The directory of the programs.
fn root() -> PathBuf {
    match std::env::var_os("SUITE_PROGRAMS") {
        Some(elsewhere) => PathBuf::from(elsewhere),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/c"),
    }
}

/// The programs to run.
#[derive(Debug, Default)]
pub struct Selection {
    /// The programs that can be run, sorted.
    pub cases: Vec<Case>,
    /// The number of programs left out because a tool is missing.
    pub skipped: usize,
    /// The problems of files whose expectations cannot be read.
    pub unreadable: Vec<String>,
}

impl Selection {
    /// All programs whose names contain `SUITE_FILTER`.
    pub fn of_environment() -> Selection {
        Selection::of(&root())
    }

    /// The programs below a directory.
    pub fn of(root: &Path) -> Selection {
        let filter = std::env::var("SUITE_FILTER").unwrap_or_default();
        let mut selection = Selection::default();
        for folder in listed(root) {
            let sources = listed(&folder).into_iter().filter(|file| is_source(file));
            let (cases, errors): (Vec<_>, Vec<_>) = sources.map(|file| read(&file)).partition(Result::is_ok);
            let cases: Vec<Case> = cases.into_iter().flatten().collect();
            selection.unreadable.extend(errors.into_iter().filter_map(Result::err));
            // A file that another program links is not a program of its own.
            let linked: BTreeSet<PathBuf> = cases.iter().flat_map(|case| case.files[1..].to_vec()).collect();
            selection.cases.extend(cases.into_iter().filter(|case| !linked.contains(&case.files[0])));
        }
        selection.cases.retain(|case| case.name.contains(&filter));
        selection.unreadable.retain(|complaint| complaint.contains(&filter));
        assert!(!selection.cases.is_empty(), "no program is selected by SUITE_FILTER={filter}");
        selection.skip();
        selection
    }

    fn skip(&mut self) {
        let all = std::mem::take(&mut self.cases);
        let (able, unable): (Vec<Case>, Vec<Case>) =
            all.into_iter().partition(|case| case.needs.iter().all(|tool| on_path(tool)));
        for case in &unable {
            println!("skipped: {}, which needs {}", case.name, case.needs.join(", "));
        }
        self.cases = able;
        self.skipped = unable.len();
    }
}

fn listed(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn is_source(file: &Path) -> bool {
    report::toolchain::is_c(file) || report::toolchain::is_cxx(file)
}

fn on_path(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(tool).is_file())
}

fn read(file: &Path) -> Result<Case, String> {
    let text = text_of(file)?;
    let folder = file.parent().expect("a program is in a folder");
    let mut case = Case {
        name: format!("{}/{}", name_of(folder), name_of(file)),
        files: vec![file.to_owned()],
        run: Vec::new(),
        args: Vec::new(),
        cflags: String::new(),
        replays: true,
        compares_lines: true,
        marks: Vec::new(),
        footer: Footer::default(),
        needs: Vec::new(),
    };
    for (key, value) in text.lines().take_while(|line| is_prose(line)).filter_map(field) {
        case.header(key, value)?;
    }
    for (key, value) in text.lines().rev().take_while(|line| is_prose(line)).filter_map(field) {
        case.footer.set(key, value).map_err(|why| format!("{}: {why}", case.name))?;
    }
    for file in case.files.clone() {
        let marks = marks(&name_of(&file), &text_of(&file)?).map_err(|why| format!("{}: {why}", case.name))?;
        case.marks.extend(marks);
    }
    case.marks.sort();
    Ok(case)
}

fn text_of(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// A file's name without its directory.
pub fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a line can belong to a header or footer.
pub fn is_prose(line: &str) -> bool {
    line.is_empty() || line.starts_with("//")
}

/// Parses `// key: value`, with a key of lower-case letters.
pub fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix("// ")?.split_once(':')?;
    let word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase());
    word.then_some((key, value.trim()))
}

impl Case {
    /// Whether one of the program's files contains one of these words.
    pub fn mentions(&self, words: &[&str]) -> bool {
        let texts = self.files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
        texts.into_iter().any(|text| words.iter().any(|word| text.contains(word)))
    }

    fn header(&mut self, key: &str, value: &str) -> Result<(), String> {
        let words = || shlex::split(value).ok_or(format!("{}: an open quotation mark", self.name));
        match key {
            "run" => self.run = words()?,
            "args" => self.args = words()?,
            "cflags" => self.cflags = value.to_owned(),
            "files" => {
                let linked: Vec<PathBuf> = words()?.iter().map(|name| self.files[0].with_file_name(name)).collect();
                self.files.extend(linked);
            }
            "needs" => self.needs = words()?,
            "replay" => {
                let why = value.strip_prefix("no ").unwrap_or_default();
                if why.is_empty() {
                    return Err(format!("{}: `replay: no` wants a reason", self.name));
                }
                self.replays = false;
            }
            "coverage" => {
                if value.strip_prefix("no ").is_none_or(str::is_empty) {
                    return Err(format!("{}: `coverage: no` wants a reason", self.name));
                }
                self.compares_lines = false;
            }
            // The sentence that describes the program.
            _ => {}
        }
        Ok(())
    }

    /// Whether exploring the program takes longer than starting to.
    pub fn is_large(&self) -> bool {
        /// A number of paths that most programs do not exceed.
        const MANY: u64 = 40;
        match self.footer.paths {
            Paths::Count(paths) => paths > MANY,
            Paths::Any | Paths::Missing => true,
        }
    }

    /// A number below `bound` that depends only on the name (FNV-1a).
    pub fn draw(&self, bound: usize) -> usize {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let hash = self.name.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        ((hash >> 32) % bound as u64) as usize
    }

    /// Whether the results depend on the order in which paths are followed, because a limit on the whole run
    /// cuts some off.
    pub fn depends_on_order(&self) -> bool {
        let limit = |flag: &String| flag.starts_with("--max-") && !flag.starts_with("--max-depth");
        self.run.iter().any(limit)
    }
}

impl Footer {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("`{key}: {value}` is no number"));
        match key {
            "paths" if value == "any" => self.paths = Paths::Any,
            "paths" => self.paths = Paths::Count(number()?),
            "errors" => self.errors = Some(number()?),
            "tests" => self.tests = Some(number()?),
            "complete" => self.incomplete = value == "no",
            "stopped" => self.stopped = Some(value.to_owned()),
            "incomplete" => self.reasons.push(value.to_owned()),
            "warning" => self.warnings.push(value.to_owned()),
            "writes" => self.writes.push(value.to_owned()),
            _ => return Err(format!("unknown footer `{key}`")),
        }
        Ok(())
    }
}

/// The expectations on a file's lines.
fn marks(file: &str, text: &str) -> Result<Vec<Mark>, String> {
    let mut marks = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for note in text.split("//~ ").skip(1) {
            let mut add = |expected| marks.push(Mark { file: file.to_owned(), line, expected });
            match note.trim() {
                "reach" => add(Expected::Reach),
                "dead" => add(Expected::Dead),
                note => {
                    let kinds = note.strip_prefix("error:").ok_or(format!("line {line}: unknown mark `{note}`"))?;
                    for name in kinds.split(',').map(str::trim) {
                        let kind = ErrorKind::from_name(name).ok_or(format!("line {line}: unknown kind `{name}`"))?;
                        add(Expected::Error(kind));
                    }
                }
            }
        }
    }
    Ok(marks)
}
