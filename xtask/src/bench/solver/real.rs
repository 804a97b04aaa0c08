//! Third-party programs, fetched as sources from the distribution's archive; the harnesses are in
//! `bench/real/`.
//!
//! The system is not changed: `apt-get` uses lists and a cache of its own, for the archives that the system
//! knows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::capture;
use crate::project::{root, target_dir};

/// A program with its harness.
pub struct Program {
    /// The name of the harness and of the log.
    pub name: &'static str,
    /// The source package.
    package: &'static str,
    /// The directory of its headers and the files to compile, relative to a directory of the package's sources.
    include: &'static str,
    sources: &'static [&'static str],
}

/// All programs.
pub const PROGRAMS: &[Program] = &[
    Program { name: "cjson", package: "cjson", include: "", sources: &["cJSON.c"] },
    Program {
        name: "expat",
        package: "expat",
        include: "expat/lib",
        sources: &["xmlparse.c", "xmlrole.c", "xmltok.c"],
    },
    Program {
        name: "lua",
        package: "lua5.4",
        include: "src",
        sources: &[
            "lapi.c",
            "lauxlib.c",
            "lcode.c",
            "lctype.c",
            "ldebug.c",
            "ldo.c",
            "ldump.c",
            "lfunc.c",
            "lgc.c",
            "llex.c",
            "lmem.c",
            "lobject.c",
            "lopcodes.c",
            "lparser.c",
            "lstate.c",
            "lstring.c",
            "ltable.c",
            "ltm.c",
            "lundump.c",
            "lvm.c",
            "lzio.c",
        ],
    },
    Program { name: "lz4", package: "lz4", include: "lib", sources: &["lz4.c"] },
    Program { name: "stb_image", package: "libstb", include: "", sources: &[] },
    Program {
        name: "zlib",
        package: "zlib",
        include: "",
        sources: &["adler32.c", "crc32.c", "inffast.c", "inflate.c", "inftrees.c", "uncompr.c", "zutil.c"],
    },
];

/// A program that can be run.
pub struct Fetched {
    /// The harness and the library's files.
    pub files: Vec<PathBuf>,
    /// Flags for the compiler.
    pub flags: String,
}

/// Fetches the sources and unpacks them, unless that was done before.
pub fn fetch(program: &Program) -> Result<Fetched, String> {
    let directory = target_dir()?.join("bench/real");
    let sources = directory.join(program.package);
    if !sources.is_dir() {
        let new = directory.join(format!("{}.new", program.package));
        // Removes what a failed fetch left behind.
        let _ = fs::remove_dir_all(&new);
        download(&directory, &new, program.package)?;
        unpack(&new)?;
        fs::rename(&new, &sources).map_err(|error| format!("cannot rename {}: {error}", new.display()))?;
    }
    let unpacked = only_directory(&sources)?;
    let below = unpacked.join(program.include);
    let own = root().join("bench/real");
    let mut files = vec![own.join(format!("{}.c", program.name))];
    files.extend(program.sources.iter().map(|source| below.join(source)));
    let flags = format!("-I{} -I{} -DHAVE_EXPAT_CONFIG_H", below.display(), own.display());
    Ok(Fetched { files, flags })
}

/// Downloads the sources of a package.
fn download(directory: &Path, into: &Path, package: &str) -> Result<(), String> {
    let made =
        |path: &Path| fs::create_dir_all(path).map_err(|error| format!("cannot create {}: {error}", path.display()));
    let (lists, cache, list) = (directory.join("lists"), directory.join("cache"), directory.join("sources.list"));
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        let set = |name: &str, value: &Path| format!("{name}={}", value.display());
        command.arg("-o").arg(set("Dir::Etc::sourcelist", &list)).args(["-o", "Dir::Etc::sourceparts=/dev/null"]);
        command.arg("-o").arg(set("Dir::State::lists", &lists)).arg("-o").arg(set("Dir::Cache", &cache));
        command.arg("-qq").args(words).current_dir(into);
        command
    };
    made(into)?;
    if !list.is_file() {
        made(&lists.join("partial"))?;
        made(&cache.join("archives/partial"))?;
        let mut known = Command::new("apt-get");
        known.args(["indextargets", "--format", "deb-src $(SITE) $(RELEASE) $(COMPONENT)", "Created-By: Packages"]);
        let known = capture(&mut known).map_err(|error| format!("{error}\nsources are fetched where apt is"))?;
        let mut lines: Vec<&str> = known.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        let write = |name: &Path| fs::write(name, lines.join("\n") + "\n");
        write(&list).map_err(|error| format!("cannot write {}: {error}", list.display()))?;
        if let Err(error) = capture(&mut apt(&["update"])) {
            let _ = fs::remove_file(&list);
            return Err(error);
        }
    }
    capture(&mut apt(&["source", "--download-only", "--tar-only", package])).map(|_| ())
}

/// Unpacks the original sources, without the distribution's changes.
fn unpack(directory: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.contains(".orig.tar.") && !name.ends_with(".asc") {
            capture(Command::new("tar").arg("xf").arg(&path).current_dir(directory))?;
        }
    }
    Ok(())
}

fn only_directory(directory: &Path) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", directory.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        found.extend(path.is_dir().then_some(path));
    }
    found.sort();
    found.into_iter().next().ok_or_else(|| format!("{}: no sources are here", directory.display()))
}
