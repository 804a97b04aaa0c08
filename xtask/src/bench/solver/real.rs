//! Third-party programs, fetched as sources from the distribution's archive; the harnesses are in
//! `bench/real/`.

use std::path::PathBuf;

use crate::archive;
use crate::project::root;

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
    let unpacked = archive::fetch(program.package)?;
    let below = unpacked.join(program.include);
    let own = root().join("bench/real");
    let mut files = vec![own.join(format!("{}.c", program.name))];
    files.extend(program.sources.iter().map(|source| below.join(source)));
    let flags = format!("-I{} -I{} -DHAVE_EXPAT_CONFIG_H", below.display(), own.display());
    Ok(Fetched { files, flags })
}
