//! The part of the C and C++ libraries that is source code.

/// A file of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryFile {
    /// Its name.
    pub name: &'static str,
    /// Its source.
    pub source: &'static str,
}

/// The file with the functions of [`crate::STRING_FUNCTIONS`], which have another form as expressions.
pub const STRING_FORMS: &str = "string_forms.c";

/// The files of the library. Each is compiled on its own and linked if the program needs a function of it.
pub fn library() -> &'static [LibraryFile] {
    &[
        LibraryFile { name: "string.c", source: include_str!("../c/string.c") },
        LibraryFile { name: STRING_FORMS, source: include_str!("../c/string_forms.c") },
        LibraryFile { name: "strings.c", source: include_str!("../c/strings.c") },
        LibraryFile { name: "strings_more.c", source: include_str!("../c/strings_more.c") },
        LibraryFile { name: "names.c", source: include_str!("../c/names.c") },
        LibraryFile { name: "iconv.c", source: include_str!("../c/iconv.c") },
        LibraryFile { name: "obstack.c", source: include_str!("../c/obstack.c") },
        LibraryFile { name: "regex.c", source: include_str!("../c/regex.c") },
        LibraryFile { name: "search.c", source: include_str!("../c/search.c") },
        LibraryFile { name: "ctype.c", source: include_str!("../c/ctype.c") },
        LibraryFile { name: "stdlib.c", source: include_str!("../c/stdlib.c") },
        LibraryFile { name: "math.c", source: include_str!("../c/math.c") },
        LibraryFile { name: "long_double.c", source: include_str!("../c/long_double.c") },
        LibraryFile { name: "complex.c", source: include_str!("../c/complex.c") },
        LibraryFile { name: "guard.cpp", source: include_str!("../cxx/guard.cpp") },
        LibraryFile { name: "pthread.c", source: include_str!("../c/pthread.c") },
        LibraryFile { name: "inet.c", source: include_str!("../c/inet.c") },
        LibraryFile { name: "err.c", source: include_str!("../c/err.c") },
        LibraryFile { name: "threads.c", source: include_str!("../c/threads.c") },
        LibraryFile { name: "semaphore.c", source: include_str!("../c/semaphore.c") },
        LibraryFile { name: "rtti.cpp", source: include_str!("../cxx/rtti.cpp") },
        LibraryFile { name: "exceptions.cpp", source: include_str!("../cxx/exceptions.cpp") },
        LibraryFile { name: "new.cpp", source: include_str!("../cxx/new.cpp") },
        LibraryFile { name: "errors.cpp", source: include_str!("../cxx/errors.cpp") },
        LibraryFile { name: "strings.cpp", source: include_str!("../cxx/strings.cpp") },
        LibraryFile { name: "wide_strings.cpp", source: include_str!("../cxx/wide_strings.cpp") },
        LibraryFile { name: "trees.cpp", source: include_str!("../cxx/trees.cpp") },
        LibraryFile { name: "hashing.cpp", source: include_str!("../cxx/hashing.cpp") },
        LibraryFile { name: "system_errors.cpp", source: include_str!("../cxx/system_errors.cpp") },
        LibraryFile { name: "locale.cpp", source: include_str!("../cxx/locale.cpp") },
        LibraryFile { name: "streams.cpp", source: include_str!("../cxx/streams.cpp") },
        LibraryFile { name: "streams20.cpp", source: include_str!("../cxx/streams20.cpp") },
        LibraryFile { name: "pointers.cpp", source: include_str!("../cxx/pointers.cpp") },
        LibraryFile { name: "fortify.c", source: include_str!("../c/fortify.c") },
        LibraryFile { name: "fortify_wide.c", source: include_str!("../c/fortify_wide.c") },
        LibraryFile { name: "files.c", source: include_str!("../c/files.c") },
        LibraryFile { name: "tree.c", source: include_str!("../c/tree.c") },
        LibraryFile { name: "paths.c", source: include_str!("../c/paths.c") },
        LibraryFile { name: "directories.c", source: include_str!("../c/directories.c") },
        LibraryFile { name: "status.c", source: include_str!("../c/status.c") },
        LibraryFile { name: "exec.c", source: include_str!("../c/exec.c") },
        LibraryFile { name: "utmp.c", source: include_str!("../c/utmp.c") },
        LibraryFile { name: "mntent.c", source: include_str!("../c/mntent.c") },
        LibraryFile { name: "unistd.c", source: include_str!("../c/unistd.c") },
        LibraryFile { name: "memory_streams.c", source: include_str!("../c/memory_streams.c") },
        LibraryFile { name: "stdio.c", source: include_str!("../c/stdio.c") },
        LibraryFile { name: "stdio_ext.c", source: include_str!("../c/stdio_ext.c") },
        LibraryFile { name: "messages.c", source: include_str!("../c/messages.c") },
        LibraryFile { name: "scanf.c", source: include_str!("../c/scanf.c") },
        LibraryFile { name: "getopt.c", source: include_str!("../c/getopt.c") },
        LibraryFile { name: "time.c", source: include_str!("../c/time.c") },
        LibraryFile { name: "environ.c", source: include_str!("../c/environ.c") },
        LibraryFile { name: "users.c", source: include_str!("../c/users.c") },
        LibraryFile { name: "waiting.c", source: include_str!("../c/waiting.c") },
        LibraryFile { name: "system.c", source: include_str!("../c/system.c") },
        LibraryFile { name: "process.c", source: include_str!("../c/process.c") },
        LibraryFile { name: "signal.c", source: include_str!("../c/signal.c") },
        LibraryFile { name: "strsignal.c", source: include_str!("../c/strsignal.c") },
        LibraryFile { name: "exit.c", source: include_str!("../c/exit.c") },
        LibraryFile { name: "locale.c", source: include_str!("../c/locale.c") },
        LibraryFile { name: "locale_forms.c", source: include_str!("../c/locale_forms.c") },
        LibraryFile { name: "rand48.c", source: include_str!("../c/rand48.c") },
        LibraryFile { name: "wchar.c", source: include_str!("../c/wchar.c") },
        LibraryFile { name: "wide_forms.c", source: include_str!("../c/wide_forms.c") },
        LibraryFile { name: "wide_streams.c", source: include_str!("../c/wide_streams.c") },
        LibraryFile { name: "start.c", source: include_str!("../c/start.c") },
        LibraryFile { name: "strerror.c", source: include_str!("../c/strerror.c") },
    ]
}
