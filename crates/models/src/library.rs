//! The part of the C library that is C.

/// A file of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryFile {
    /// Its name.
    pub name: &'static str,
    /// Its source.
    pub source: &'static str,
}

/// The files of the library, each compiled on its own and linked where the program needs a function of it.
pub fn library() -> &'static [LibraryFile] {
    &[
        LibraryFile { name: "string.c", source: include_str!("../c/string.c") },
        LibraryFile { name: "strings.c", source: include_str!("../c/strings.c") },
        LibraryFile { name: "ctype.c", source: include_str!("../c/ctype.c") },
        LibraryFile { name: "stdlib.c", source: include_str!("../c/stdlib.c") },
        LibraryFile { name: "math.c", source: include_str!("../c/math.c") },
        LibraryFile { name: "complex.c", source: include_str!("../c/complex.c") },
        LibraryFile { name: "cxxabi.c", source: include_str!("../c/cxxabi.c") },
        LibraryFile { name: "fortify.c", source: include_str!("../c/fortify.c") },
        LibraryFile { name: "strerror.c", source: include_str!("../c/strerror.c") },
    ]
}
