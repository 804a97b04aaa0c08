//! What is done where a build calls a compiler.
//!
//! The real compiler runs first, with its arguments as they are, and its exit code is this one's. If it made an
//! object, clang makes bitcode of the same source, which goes to the store, and the object gets its section. If it
//! linked, the sections of the objects are in the result already; what was compiled in the same call is added to
//! them, and objects without bitcode.
//!
//! Nothing that goes wrong here is the build's matter: what has no bitcode is noted, with the reason.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::call::{Call, Language, Purpose, Source};
use crate::clang::{self, Clang, rewound};
use crate::compilers::{self, Name};
use crate::elf::{Elf, Shape};
use crate::record::{self, Record};
use crate::session::{self, Member};
use crate::{image, library, sha256};

/// Why an object has no bitcode that no wrapper has seen.
const NOT_SEEN: &str = "the object was not compiled in a `pleach build`";

/// If this process was started by the name of a compiler, does what a wrapper does. The result is the exit code.
pub fn called(args: &mut dyn Iterator<Item = OsString>) -> Option<u8> {
    let name = args.next()?;
    if Name::of(&name).is_none() && !compilers::is_launcher(&name) {
        return None;
    }
    let args: Vec<OsString> = args.collect();
    Some(session::trial(&args).unwrap_or_else(|| run(&name, &args)))
}

fn run(name: &OsStr, args: &[OsString]) -> u8 {
    let own = std::env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default();
    let Some(real) = compilers::real(name, &own) else {
        let _ = writeln!(std::io::stderr(), "pleach: {}: command not found", name.display());
        return 127;
    };
    // The cache or the like in front of a compiler does its work as if nobody looked.
    let mut compiler = vec![real];
    let mut rest = args;
    if compilers::is_launcher(name)
        && let Some((first, others)) = args.split_first()
        && Name::of(first).is_some()
    {
        compiler.push(first.into());
        rest = others;
    }
    let spelt = compiler.last().map_or(name, |path| path.as_os_str());
    let (Some(member), Some(name)) = (Member::here(), Name::of(spelt)) else {
        return pass_on(&compiler, rest, &own);
    };
    let call = Call::parse(rest, name.is_cxx);
    if call.purpose == Purpose::Other || is_probe(&call) {
        return pass_on(&compiler, rest, &own);
    }
    let input = match call.sources.iter().any(|source| source.path == Path::new("-")).then(keep_input).transpose() {
        Ok(input) => input,
        Err(_) => return pass_on(&compiler, rest, &own),
    };
    let mut command = command(&compiler, rest, &own);
    if let Some(Ok(input)) = input.as_ref().map(rewound) {
        command.stdin(input);
    }
    let status = match command.status() {
        Ok(status) => status,
        Err(error) => return cannot_start(&compiler, &error),
    };
    if !status.success() {
        return status.code().or_else(|| Some(128 + status.signal()?)).map_or(1, |code| code as u8);
    }
    Wrapper { member, name, compiler, call, input }.follow();
    0
}

/// Becomes the real compiler.
fn pass_on(compiler: &[PathBuf], args: &[OsString], own: &Path) -> u8 {
    cannot_start(compiler, &command(compiler, args, own).exec())
}

fn cannot_start(compiler: &[PathBuf], error: &std::io::Error) -> u8 {
    let _ = writeln!(std::io::stderr(), "pleach: {}: {error}", compiler[0].display());
    if error.kind() == std::io::ErrorKind::NotFound { 127 } else { 126 }
}

/// The real compiler, for which no build is going on: what it starts itself is its own.
fn command(compiler: &[PathBuf], args: &[OsString], own: &Path) -> Command {
    let mut command = Command::new(&compiler[0]);
    command.args(&compiler[1..]).args(args).env_remove(session::BUILD);
    let dirs = std::env::var_os("PATH").unwrap_or_default();
    let is_wrappers = |dir: &PathBuf| dir.join("cc").canonicalize().is_ok_and(|file| file == own);
    if let Ok(others) = std::env::join_paths(std::env::split_paths(&dirs).filter(|dir| !is_wrappers(dir))) {
        command.env("PATH", others);
    }
    command
}

/// Standard input as a file that can be read twice.
fn keep_input() -> std::io::Result<File> {
    let mut file = tempfile::tempfile()?;
    std::io::copy(&mut std::io::stdin(), &mut file)?;
    Ok(file)
}

/// Whether a call only tries what the compiler can do, for `configure`, cmake or meson. Nobody runs such programs
/// symbolically, and there are thousands of them.
fn is_probe(call: &Call) -> bool {
    const DIRECTORIES: [&str; 3] = ["/CMakeFiles/CMakeScratch/", "/CMakeFiles/CMakeTmp/", "/meson-private/"];
    let is_of_cmake = |path: &str| path.contains("/CMakeFiles/") && path.contains("/CompilerId");
    let is_within = |path: &Path| {
        let path = format!("{}/", path.display());
        DIRECTORIES.iter().any(|part| path.contains(part)) || is_of_cmake(&path)
    };
    let directory = std::env::current_dir().unwrap_or_default();
    let is = |path: &Path| {
        let is_conftest = path.file_name().is_some_and(|name| name.as_bytes().starts_with(b"conftest"));
        is_conftest || is_within(&directory.join(path))
    };
    if is_within(&directory) {
        return true;
    }
    let objects = call.linked.iter().map(Path::new).filter(|path| path.extension().is_some_and(|end| end == "o"));
    call.sources.iter().map(|source| source.path.as_path()).chain(objects).any(is)
}

/// A call whose real compiler has done its work.
struct Wrapper {
    member: Member,
    name: Name,
    compiler: Vec<PathBuf>,
    call: Call,
    input: Option<File>,
}

impl Wrapper {
    fn follow(&self) {
        if self.call.purpose == Purpose::Compile {
            for source in &self.call.sources {
                let object = self.call.object(source);
                // `-o /dev/null` only checks.
                if object.is_file() {
                    self.mark(&object, vec![self.record(source)]);
                }
            }
            return;
        }
        let file = self.call.linked_file();
        let Ok(bytes) = std::fs::read(&file) else { return };
        let Some(elf) = Elf::parse(&bytes).filter(|_| file.is_file()) else { return };
        let mut records = elf.units().map(|units| record::read(&units)).unwrap_or_default();
        let before = records.len();
        let mut add = |record: Record| {
            if !records.contains(&record) {
                records.push(record);
            }
        };
        self.call.sources.iter().for_each(|source| add(self.record(source)));
        self.of_objects(&elf).into_iter().for_each(&mut add);
        library::shared(&self.call, &self.member.store).into_iter().for_each(&mut add);
        let has_units = records.iter().any(|record| matches!(record, Record::Unit { .. }));
        if !has_units && self.call.sources.is_empty() {
            return;
        }
        if elf.shape() == Some(Shape::Linked) {
            self.member.tell_linked(&absolute(&file).display().to_string());
        }
        if records.len() > before {
            self.mark(&file, records);
        } else if elf.shape() == Some(Shape::Linked) {
            let _ = self.member.store.note(&elf.key(), &records);
        }
    }

    /// The record of a source, after its bitcode was made.
    fn record(&self, source: &Source) -> Record {
        let path = match source.path == Path::new("-") {
            true => "standard input".to_owned(),
            false => absolute(&source.path).display().to_string(),
        };
        let made = match &source.language {
            Language::Known(language) => self.bitcode(source, language),
            Language::Assembly => Err("it is assembly".to_owned()),
            Language::Header => Err("it is a header".to_owned()),
            Language::Other(language) => Err(format!("it is neither C nor C++ but {language}")),
        };
        match made {
            Ok(hash) => {
                self.member.tell_unit(&path);
                let store = self.member.store.dir().display().to_string();
                Record::Unit { hash, store, source: path, maybe: false }
            }
            Err(why) => self.missing(path, why),
        }
    }

    fn missing(&self, source: String, why: String) -> Record {
        self.member.tell_missing(&source, &why);
        Record::Missing { source, why }
    }

    /// Makes bitcode of a source; the result is its hash.
    fn bitcode(&self, source: &Source, language: &str) -> Result<String, String> {
        let to = tempfile::NamedTempFile::new_in(self.member.dir()).map_err(|error| error.to_string())?;
        let clang = Clang {
            path: &self.member.clang,
            headers: &self.member.headers,
            standard: clang::standard(&self.call, &self.compiler, language, self.member.dir()),
        };
        clang.compile(&self.call, &self.name, source, language, self.input.as_ref(), to.path())?;
        let bytes = std::fs::read(to.path()).map_err(|error| error.to_string())?;
        self.member.store.put(&bytes).map_err(|error| format!("the store cannot be written: {error}"))
    }

    /// What is to be said of the objects that were linked: units that the linker did not list, as it happens where
    /// it optimises itself, members of archives that it left, and code without bitcode.
    fn of_objects(&self, linked: &Elf<'_>) -> Vec<Record> {
        let mut records = Vec::new();
        let functions = linked.functions();
        let listed = linked.units().map(|units| record::read(&units)).unwrap_or_default();
        let mut is_optimised = self.call.has_prefix("-flto");
        let mut archives = Vec::new();
        for file in library::files(&self.call) {
            let Ok(bytes) = std::fs::read(&file) else { continue };
            let path = absolute(&file).display().to_string();
            let shape = Elf::parse(&bytes).and_then(|elf| elf.shape());
            match image::records(&bytes, &self.member.store) {
                // A shared library lists its units itself.
                _ if shape == Some(Shape::Linked) => {}
                Some(found) => {
                    is_optimised |= found.iter().any(|record| !listed.contains(record));
                    records.extend(found);
                }
                None if shape == Some(Shape::Object) => records.push(self.missing(path, NOT_SEEN.to_owned())),
                None => archives.push((file, bytes)),
            }
        }
        for (file, bytes) in archives {
            for member in library::unseen_members(&bytes, &file, &functions, &self.member.store) {
                records.push(self.missing(format!("{}({member})", absolute(&file).display()), NOT_SEEN.to_owned()));
            }
            if is_optimised {
                let units = library::units_of_members(&bytes, &file, &self.member.store);
                records.extend(units.into_iter().filter(|record| !listed.contains(&record.taken())));
            } else {
                records.extend(library::spare_members(&bytes, &file, &listed, &self.member.store));
            }
        }
        records
    }

    /// Puts records into a file: into a section of it, or beside its hash where it has no sections.
    fn mark(&self, file: &Path, records: Vec<Record>) {
        // The real file, so that a link to it stays one.
        let Ok(file) = file.canonicalize() else { return };
        let Ok(bytes) = std::fs::read(&file) else { return };
        let marked = Elf::parse(&bytes).and_then(|elf| elf.with_units(&record::write(&records)));
        let result = match &marked {
            Some(marked) => replace(&file, marked),
            None => self.member.store.note(&sha256::hex(&bytes), &records),
        };
        if let Some(elf) = marked.as_deref().and_then(Elf::parse).filter(|elf| elf.shape() == Some(Shape::Linked)) {
            // For programs that strip their sections without exception.
            let _ = self.member.store.note(&elf.key(), &records);
        }
        if let Err(error) = result {
            self.member.tell_missing(&file.display().to_string(), &format!("it cannot be written: {error}"));
        }
    }
}

/// Replaces a file by new contents. It may be linked to under other names, which stay as they are.
fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let permissions = file.metadata()?.permissions();
    let dir = file.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::NamedTempFile::new_in(dir)?;
    new.write_all(bytes)?;
    new.as_file().set_permissions(permissions)?;
    new.persist(file).map(drop).map_err(|error| error.error)
}

/// The absolute path of a file, without `.` and `..` where that is possible.
fn absolute(file: &Path) -> PathBuf {
    file.canonicalize().or_else(|_| std::path::absolute(file)).unwrap_or_else(|_| file.to_owned())
}
