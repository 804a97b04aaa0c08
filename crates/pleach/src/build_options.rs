//! The options of `pleach build` and `pleach bitcode`.

use crate::kind::Kind;
use crate::options::{Cmd, Opt};

const BUILD: &str = "Build";

/// `--store`
pub const STORE: Opt = Opt {
    name: "store",
    short: None,
    kind: Kind::Store,
    value: "DIR",
    default: "in the user's cache directory",
    heading: BUILD,
    commands: &[Cmd::Build, Cmd::Bitcode],
    line: "Where bitcode is kept",
    paragraph: "Objects say in which directory their bitcode is, so the directory must stay where it is. Without the option it is what the \
                    environment variable PLEACH_STORE names, else pleach/bitcode in the user's cache directory. For bitcode, the directory is where \
                    files are looked up that were stripped of everything.",
};

/// `--intercept`
pub const INTERCEPT: Opt = Opt {
    name: "intercept",
    short: None,
    kind: Kind::Intercept,
    value: "HOW",
    default: "auto",
    heading: BUILD,
    commands: &[Cmd::Build],
    line: "How calls of compilers are noticed",
    paragraph: "With preload, the programs of the build load a small library that notices whenever a compiler is started, also one that a build \
                    system knows by its full path. With path, a directory of wrappers comes first on PATH, which also works for build tools that are \
                    linked statically. auto is preload where that works, else path.",
};

/// `--output`
pub const OUTPUT: Opt = Opt {
    name: "output",
    short: Some('o'),
    kind: Kind::File,
    value: "FILE",
    default: "none",
    heading: BUILD,
    commands: &[Cmd::Bitcode],
    line: "Write the linked bitcode to this file",
    paragraph: "The units are linked as the executable is: a function that two libraries define is the one of the first, and what a shared library \
                    does not export is its own.",
};
