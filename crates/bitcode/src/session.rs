//! A build: how its compilers are intercepted, and what the wrappers tell.
//!
//! Programs of the build load a small library (`preload.c`) that starts the wrapper wherever a compiler is started, by
//! whatever path; so nothing that looks for a compiler finds anything but the real one, and nothing that a build
//! writes down names the wrapper. Where that library cannot be had or loaded, wrappers come first on PATH
//! ([`Means::Path`]).
//!
//! Wrappers are processes of their own and run at the same time. They append lines to a file, each in one write.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::store::Store;
use crate::{compilers, sha256};

/// Says that a build is going on, and where its session is. Wrappers remove it for the real compiler.
pub const BUILD: &str = "PLEACH_BUILD";
/// The wrapper that the library starts.
const WRAPPER: &str = "PLEACH_BUILD_WRAPPER";

/// The library's source.
const LIBRARY: &str = include_str!("preload.c");

/// The exit code by which a wrapper shows that it was started.
const ANSWER: u8 = 93;

/// How compilers are intercepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// By a library that programs load.
    Preload,
    /// By wrappers on PATH.
    Path,
}

/// What a build needs to know.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where bitcode goes.
    pub store: PathBuf,
    /// The clang that makes it.
    pub clang: PathBuf,
    /// The directory of Pleach's headers.
    pub headers: PathBuf,
    /// This executable.
    pub own: PathBuf,
}

/// A build that is going on.
pub struct Session {
    dir: TempDir,
    setup: Setup,
    library: Option<PathBuf>,
}

/// What happened in a build.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Events {
    /// The sources with bitcode.
    pub units: BTreeSet<String>,
    /// Sources and objects without, and why.
    pub missing: BTreeSet<(String, String)>,
    /// The executables and libraries that were linked.
    pub linked: BTreeSet<String>,
}

impl Session {
    /// Prepares a build. `means` is how compilers are to be intercepted; `None` for the best that works.
    pub fn start(setup: Setup, means: Option<Means>) -> io::Result<Session> {
        let dir = tempfile::Builder::new().prefix("pleach-build-").tempdir()?;
        std::fs::create_dir_all(&setup.store)?;
        let setup = Setup { store: setup.store.canonicalize()?, ..setup };
        let text = json!({"store": setup.store, "clang": setup.clang, "headers": setup.headers});
        std::fs::write(dir.path().join("session.json"), text.to_string())?;
        let mut session = Session { dir, setup, library: None };
        if means != Some(Means::Path) {
            session.library = session.make_library().filter(|library| session.works(library));
            if session.library.is_none() && means == Some(Means::Preload) {
                return Err(io::Error::other("the library that intercepts compilers cannot be made or loaded here"));
            }
        }
        if session.library.is_none() {
            session.make_wrappers()?;
        }
        Ok(session)
    }

    /// How compilers are intercepted.
    pub fn means(&self) -> Means {
        if self.library.is_some() { Means::Preload } else { Means::Path }
    }

    /// A command that runs within the build.
    pub fn command(&self, words: &[OsString]) -> Command {
        // A compiler that is called directly has nobody that would intercept the call.
        let is_compiler = compilers::Name::of(&words[0]).is_some() || compilers::is_launcher(&words[0]);
        let mut command = match compilers::real(&words[0], &self.setup.own).filter(|_| is_compiler) {
            Some(real) => {
                let mut command = Command::new(&self.setup.own);
                command.arg0(real);
                command
            }
            None => Command::new(&words[0]),
        };
        command.args(&words[1..]).env(BUILD, self.dir.path()).env(WRAPPER, &self.setup.own);
        match &self.library {
            Some(library) => preload(&mut command, library),
            None => {
                let dirs = std::env::var_os("PATH").unwrap_or_default();
                let dirs = std::iter::once(self.wrappers()).chain(std::env::split_paths(&dirs));
                if let Ok(dirs) = std::env::join_paths(dirs) {
                    command.env("PATH", dirs);
                }
            }
        }
        command
    }

    /// What the wrappers have told so far.
    pub fn events(&self) -> Events {
        let mut events = Events::default();
        let log = std::fs::read_to_string(self.dir.path().join("log")).unwrap_or_default();
        for line in log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            if line["unit"].is_string() {
                events.units.insert(text("unit"));
            } else if line["missing"].is_string() {
                events.missing.insert((text("missing"), text("why")));
            } else {
                events.linked.insert(text("linked"));
            }
        }
        events
    }

    /// The directory of wrappers. It stays, since builds may write down paths in it; outside of a build, a wrapper
    /// runs the real compiler.
    fn wrappers(&self) -> PathBuf {
        self.setup.store.join("bin")
    }

    fn make_wrappers(&self) -> io::Result<()> {
        let dir = self.wrappers();
        std::fs::create_dir_all(&dir)?;
        for name in compilers::on_path() {
            let link = dir.join(name);
            if std::fs::read_link(&link).is_ok_and(|to| to == self.setup.own) {
                continue;
            }
            let new =
                tempfile::Builder::new().make_in(&dir, |path| std::os::unix::fs::symlink(&self.setup.own, path))?;
            new.into_temp_path().persist(&link).map_err(|error| error.error)?;
        }
        Ok(())
    }

    /// Compiles the library, unless the store has it already.
    fn make_library(&self) -> Option<PathBuf> {
        let file = self.setup.store.join(format!("preload-{}.so", &sha256::hex(LIBRARY.as_bytes())[..16]));
        if file.is_file() {
            return Some(file);
        }
        let (source, made) = (self.dir.path().join("preload.c"), self.dir.path().join("preload.so"));
        std::fs::write(&source, LIBRARY).ok()?;
        let compilers = [self.setup.clang.clone(), "cc".into(), "gcc".into()];
        compilers.iter().find(|compiler| {
            let mut command = Command::new(compiler);
            command.args(["-w", "-shared", "-fPIC", "-O1"]).arg(&source).arg("-o").arg(&made).arg("-ldl");
            let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        })?;
        // Copied beside its name first, since another build may do the same.
        let new = tempfile::NamedTempFile::new_in(&self.setup.store).ok()?;
        std::fs::copy(&made, new.path()).ok()?;
        new.persist(&file).ok()?;
        Some(file)
    }

    /// Whether a shell that loads the library starts the wrapper when it is to start a compiler.
    fn works(&self, library: &Path) -> bool {
        let link = self.dir.path().join("cc");
        if std::os::unix::fs::symlink("/bin/false", &link).is_err() {
            return false;
        }
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "\"$0\" --pleach-trial || exit $?; exit 1"]).arg(&link);
        command.env(BUILD, self.dir.path()).env(WRAPPER, &self.setup.own);
        preload(&mut command, library);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.code() == Some(i32::from(ANSWER)))
    }
}

/// Lets a command load a library, after those that it loads already.
fn preload(command: &mut Command, library: &Path) {
    let extended = |name: &str, separator: &str, more: &std::ffi::OsStr| {
        let mut value = std::env::var_os(name).unwrap_or_default();
        if !value.is_empty() {
            value.push(separator);
        }
        value.push(more);
        value
    };
    command.env("LD_PRELOAD", extended("LD_PRELOAD", ":", library.as_os_str()));
    // AddressSanitizer wants to be the first library in the programs that the build makes and runs.
    command.env("ASAN_OPTIONS", extended("ASAN_OPTIONS", ":", "verify_asan_link_order=0".as_ref()));
}

/// The build that a wrapper is part of.
pub struct Member {
    dir: PathBuf,
    /// Where bitcode goes.
    pub store: Store,
    /// The clang that makes it.
    pub clang: PathBuf,
    /// The directory of Pleach's headers.
    pub headers: PathBuf,
}

impl Member {
    /// The build that this process is part of, if there is one.
    pub fn here() -> Option<Member> {
        let dir = PathBuf::from(std::env::var_os(BUILD)?);
        let text = std::fs::read_to_string(dir.join("session.json")).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        let path = |key: &str| value[key].as_str().map(PathBuf::from);
        Some(Member { store: Store::at(&path("store")?), clang: path("clang")?, headers: path("headers")?, dir })
    }

    /// A directory for what the wrappers of a build share.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Tells of a source with bitcode.
    pub fn tell_unit(&self, source: &str) {
        self.tell(&json!({"unit": source}));
    }

    /// Tells of code without bitcode.
    pub fn tell_missing(&self, source: &str, why: &str) {
        self.tell(&json!({"missing": source, "why": why}));
    }

    /// Tells of a linked executable or library.
    pub fn tell_linked(&self, file: &str) {
        self.tell(&json!({"linked": file}));
    }

    fn tell(&self, event: &Value) {
        // What cannot be told is missing in the summary only.
        let log = OpenOptions::new().create(true).append(true).open(self.dir.join("log"));
        let _ = log.and_then(|mut log| log.write_all(format!("{event}\n").as_bytes()));
    }
}

/// The answer to the trial of the library.
pub fn trial(args: &[OsString]) -> Option<u8> {
    (args.len() == 1 && args[0] == "--pleach-trial").then_some(ANSWER)
}
