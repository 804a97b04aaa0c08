//! Functions of libraries, whose sources are fetched from the distribution's archive. The drivers, and what the
//! libraries' configuration would write, are in `bench/merging/real/`.

use std::path::Path;

use super::Program;
use crate::archive;

/// The directory of the drivers, relative to `bench/`.
const DRIVERS: &str = "merging/real";

/// A library.
struct Library {
    /// The source package, and others whose headers it needs.
    packages: &'static [&'static str],
    /// The directories of its headers, relative to that of the package's sources.
    include: &'static [&'static str],
    /// The directory of what its configuration would write.
    configured: &'static str,
    /// Flags for the compiler.
    flags: &'static str,
}

/// A function of a library.
pub struct Function {
    /// The name of the driver.
    pub name: &'static str,
    library: &'static Library,
    /// The files to compile, relative to the directory of the package's sources.
    sources: &'static [&'static str],
}

const APR: Library = Library { packages: &["apr"], include: &["include"], configured: "apr", flags: "" };
const TASN1: Library = Library {
    packages: &["libtasn1-6"],
    include: &["lib", "lib/gl", "lib/includes"],
    configured: "libtasn1",
    flags: "-include config.h",
};
const JSON: Library = Library { packages: &["json-c"], include: &[""], configured: "json-c", flags: "-D_GNU_SOURCE" };
const PNG: Library = Library { packages: &["libpng1.6", "zlib"], include: &[""], configured: "libpng", flags: "" };

const CODING: &[&str] = &["lib/coding.c", "lib/decoding.c", "lib/errors.c", "lib/gstr.c", "lib/parser_aux.c"];
const JSON_SOURCES: &[&str] = &[
    "arraylist.c",
    "debug.c",
    "json_object.c",
    "json_tokener.c",
    "json_util.c",
    "linkhash.c",
    "printbuf.c",
    "random_seed.c",
    "strerror_override.c",
];
const PNG_SOURCES: &[&str] = &["png.c", "pngerror.c", "pngmem.c", "pngset.c"];

/// All functions.
pub const FUNCTIONS: &[Function] = &[
    Function { name: "apr_collapse_spaces", library: &APR, sources: &["strings/apr_cpystrn.c"] },
    Function { name: "apr_fnmatch", library: &APR, sources: &["strings/apr_fnmatch.c"] },
    Function { name: "apr_strnatcmp", library: &APR, sources: &["strings/apr_strnatcmp.c"] },
    Function { name: "apr_strtok", library: &APR, sources: &["strings/apr_strtok.c"] },
    Function { name: "json_escape_string", library: &JSON, sources: JSON_SOURCES },
    Function { name: "json_int64", library: &JSON, sources: JSON_SOURCES },
    Function { name: "json_parse", library: &JSON, sources: JSON_SOURCES },
    Function { name: "png_keyword", library: &PNG, sources: PNG_SOURCES },
    Function { name: "png_number", library: &PNG, sources: PNG_SOURCES },
    Function { name: "png_signature", library: &PNG, sources: PNG_SOURCES },
    Function { name: "tasn1_length", library: &TASN1, sources: CODING },
    Function { name: "tasn1_object_id", library: &TASN1, sources: CODING },
    Function { name: "tasn1_object_id_der", library: &TASN1, sources: CODING },
    Function { name: "tasn1_octets", library: &TASN1, sources: CODING },
];

impl Function {
    /// Fetches the library, unless that was done before.
    pub fn program(&self, cflags: &str) -> Result<Program, String> {
        let Library { packages, include, configured, flags } = self.library;
        let fetched = packages.iter().map(|package| archive::fetch(package)).collect::<Result<Vec<_>, _>>()?;
        let (sources, others) = fetched.split_first().expect("a library has a package");
        let directory = |path: &Path| format!(" -I{}", path.display());
        let mut cflags = format!("{cflags} {flags} -Ibench/{DRIVERS}/{configured}");
        include.iter().for_each(|path| cflags.push_str(&directory(&sources.join(path))));
        others.iter().for_each(|path| cflags.push_str(&directory(path)));
        let mut files: Vec<String> = self.sources.iter().map(|file| sources.join(file).display().to_string()).collect();
        files.push(format!("{DRIVERS}/{}.c", self.name));
        Ok(Program { name: self.name.to_owned(), files, cflags })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::root;

    #[test]
    fn every_driver_is_there_and_used() {
        let mut names: Vec<String> = std::fs::read_dir(root().join("bench").join(DRIVERS))
            .expect("the directory is there")
            .filter_map(|entry| entry.expect("an entry").file_name().to_str()?.strip_suffix(".c").map(str::to_owned))
            .collect();
        names.sort();
        assert_eq!(names, FUNCTIONS.iter().map(|function| function.name).collect::<Vec<_>>());
    }
}
