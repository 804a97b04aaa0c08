//! The command line of clang for a translation unit that another compiler was called for.

use std::ffi::{OsStr, OsString};
use std::io::{Seek as _, SeekFrom};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::call::{Call, Source};
use crate::compilers::Name;
use crate::session::BUILD;

/// The flags for every source. Plain `-O0` would mark functions so that no later pass may change them.
pub const FLAGS: [&str; 8] =
    ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-D__PLEACH__", "-fno-crash-diagnostics"];

/// More flags for units of a build. What the real compiler accepts must not fail for a warning of clang's, and flags
/// that make no difference are no reason for one.
const QUIET: [&str; 3] = ["-w", "-Wno-everything", "-Qunused-arguments"];

/// Options that are about the object, the linker, messages or other files than the bitcode.
const DROPPED: [&str; 41] = [
    "-c",
    "-pipe",
    "-pg",
    "-p",
    "-s",
    "-v",
    "-w",
    "-static",
    "-shared",
    "-r",
    "-rdynamic",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nolibc",
    "-symbolic",
    "-pass-exit-codes",
    "-time",
    "--coverage",
    "-coverage",
    "-T",
    "-u",
    "-z",
    "-e",
    "-h",
    "-A",
    "-B",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-rpath",
    "-aux-info",
    "-mllvm",
    "-include-pch",
    "-emit-llvm",
    "-t",
    "-n",
    "-N",
];

/// The same by how they begin. Levels of optimisation and of debug information are set by [`FLAGS`]; what
/// instruments code would hide it.
const DROPPED_PREFIXES: [&str; 41] = [
    "-O",
    "-g",
    "-M",
    "-W",
    "-pedantic",
    "-save-temps",
    "--save-temps",
    "-dump",
    "-specs",
    "--specs",
    "-static-lib",
    "-flto",
    "-fno-lto",
    "-ffat-lto",
    "-fno-fat-lto",
    "-fuse-ld",
    "-fuse-linker-plugin",
    "-fno-use-linker-plugin",
    "-fwhole-program",
    "-fsanitize",
    "-fno-sanitize",
    "-fprofile",
    "-ftest-coverage",
    "-fcoverage",
    "-finstrument",
    "-fxray",
    "-fplugin",
    "-fpass-plugin",
    "-fdump",
    "-fdiagnostics",
    "-fno-diagnostics",
    "-fcolor",
    "-fopenmp",
    "-fopenacc",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fdebug-prefix-map",
    "-fdebug-compilation-dir",
    "-fmax-errors",
    "-ferror-limit",
    "-fverbose-asm",
];

/// How often clang is called again without arguments that it does not know.
const TRIES: usize = 4;

/// Compiles one source of a call to bitcode; the error is clang's first.
pub struct Clang<'a> {
    /// The path of clang.
    pub path: &'a Path,
    /// The directory of Pleach's headers.
    pub headers: &'a Path,
    /// The standard of the language that the real compiler takes if none is named.
    pub standard: Option<String>,
}

impl Clang<'_> {
    /// Writes the bitcode of a source to a file. `input` is what there is on standard input.
    pub fn compile(
        &self,
        call: &Call,
        name: &Name,
        source: &Source,
        language: &str,
        input: Option<&std::fs::File>,
        to: &Path,
    ) -> Result<(), String> {
        let mut options = options(call);
        for _ in 0..TRIES {
            // It is a compiler, too, but not one that the build has called.
            let mut command = Command::new(self.path);
            command.env_remove(BUILD);
            command.args(FLAGS).args(QUIET);
            command.args(name.target().map(|target| format!("--target={target}")));
            command.args(self.standard.as_ref().map(|standard| format!("-std={standard}")));
            command.args(options.iter().flatten()).arg("-I").arg(self.headers);
            command.args(["-x", language]).arg(&source.path).arg("-o").arg(to).stdout(Stdio::null());
            command.stdin(match input {
                Some(file) => rewound(file).map_err(|error| error.to_string())?.into(),
                None => Stdio::null(),
            });
            let output = command.output().map_err(|error| format!("clang cannot be started: {error}"))?;
            if output.status.success() {
                return Ok(());
            }
            let says = String::from_utf8_lossy(&output.stderr).into_owned();
            let before = options.len();
            options.retain(|words| !is_rejected(&words[0], &says));
            if options.len() == before {
                return Err(first_error(&says));
            }
        }
        Err("clang rejects its arguments".to_owned())
    }
}

/// A handle to the beginning of a file.
pub fn rewound(file: &std::fs::File) -> std::io::Result<std::fs::File> {
    let mut copy = file.try_clone()?;
    copy.seek(SeekFrom::Start(0))?;
    Ok(copy)
}

/// The options of a call that matter for the meaning of its sources.
fn options(call: &Call) -> Vec<Vec<OsString>> {
    let mut kept = Vec::new();
    let mut given = call.options.iter();
    while let Some(words) = given.next() {
        let text = words[0].to_string_lossy();
        if text == "-Xclang" {
            // clang's own precompiled header may not fit; the header itself is named as well.
            match words[1].to_str() {
                Some("-include-pch") => drop(given.next()),
                Some("-include") => kept.extend(given.next().map(|file| vec!["-include".into(), file[1].clone()])),
                _ => {}
            }
        } else if let Some(map) = text.strip_prefix("-ffile-prefix-map=") {
            // What `__FILE__` says is as in the object; debug information names files that are there.
            kept.push(vec![format!("-fmacro-prefix-map={map}").into()]);
        } else if let Some(defines) = text.strip_prefix("-Wp,") {
            let defines: Vec<&str> = defines.split(',').collect();
            let is_kept = defines.iter().all(|word| word.starts_with("-D") || word.starts_with("-U"));
            kept.extend(defines.into_iter().filter(|_| is_kept).map(|word| vec![word.into()]));
        } else if !DROPPED.contains(&&*text) && !DROPPED_PREFIXES.iter().any(|prefix| text.starts_with(prefix)) {
            kept.push(words.clone());
        }
    }
    kept
}

/// Whether clang says that it does not know an argument or cannot do what it asks for.
fn is_rejected(option: &OsStr, says: &str) -> bool {
    let option = option.to_string_lossy();
    let start = option.split_once('=').map_or(&*option, |(start, _)| start);
    says.lines().filter(|line| line.contains("error: ")).any(|line| {
        let is_about = line.contains("unknown argument")
            || line.contains("unsupported option")
            || line.contains("unsupported argument")
            || line.contains("invalid value")
            || line.contains("invalid argument")
            || line.contains("unknown target CPU")
            || line.contains("the clang compiler does not support");
        let quoted = |text: &str| line.contains(&format!("'{text}'")) || line.contains(&format!("'{text}='"));
        let by_value = option.split_once('=').is_some_and(|(start, value)| {
            start.starts_with("-m") && line.contains("unknown target CPU") && line.contains(&format!("'{value}'"))
        });
        is_about && (quoted(&option) || quoted(start) || by_value)
    })
}

/// The first error in clang's messages.
fn first_error(says: &str) -> String {
    let line = says.lines().find(|line| line.contains("error: ")).or(says.lines().next());
    line.unwrap_or("clang failed without a message").trim().to_owned()
}

/// The standard that a compiler takes if none is named, asked once for each build: what it says is kept in `dir`.
pub fn standard(call: &Call, compiler: &[PathBuf], language: &str, dir: &Path) -> Option<String> {
    if call.has_prefix("-std=") || call.has_prefix("--std") || call.has("-ansi") {
        return None;
    }
    let is_cxx = language.starts_with("c++");
    let name: Vec<u8> = compiler.iter().flat_map(|word| word.as_os_str().as_bytes()).copied().collect();
    let kept = dir.join(format!("standard-{is_cxx}-{}", crate::sha256::hex(&name)));
    if let Ok(text) = std::fs::read_to_string(&kept) {
        return Some(text).filter(|text| !text.is_empty());
    }
    let mut command = Command::new(&compiler[0]);
    command.env_remove(BUILD).args(&compiler[1..]).args([
        "-E",
        "-dM",
        "-x",
        if is_cxx { "c++" } else { "c" },
        "/dev/null",
    ]);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let found = named_standard(&String::from_utf8_lossy(&output.stdout), is_cxx);
    // Two wrappers may ask at the same time; both write the same.
    let _ = std::fs::write(&kept, found.unwrap_or_default());
    found.map(str::to_owned)
}

/// The standard with GNU's extensions that predefined macros tell of.
fn named_standard(macros: &str, is_cxx: bool) -> Option<&'static str> {
    let value = |name: &str| {
        let line = macros.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '));
        line.map(|value| value.trim_end_matches('L').parse::<u32>().unwrap_or(0))
    };
    if is_cxx {
        return Some(match value("__cplusplus")? {
            0..=199_711 => "gnu++98",
            199_712..=201_103 => "gnu++11",
            201_104..=201_402 => "gnu++14",
            201_403..=201_703 => "gnu++17",
            201_704..=202_002 => "gnu++20",
            _ => "gnu++23",
        });
    }
    value("__STDC__")?;
    Some(match value("__STDC_VERSION__").unwrap_or(0) {
        0..=199_409 => "gnu89",
        199_410..=199_901 => "gnu99",
        199_902..=201_112 => "gnu11",
        201_113..=201_710 => "gnu17",
        _ => "gnu23",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(line: &str) -> String {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let words: Vec<OsString> = options(&Call::parse(&args, false)).concat();
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_changes_the_meaning_is_kept() {
        assert_eq!(
            kept(
                "-O2 -g3 -Wall -Werror -DA=1 -I inc -std=c99 -MD -MF d.d -MT t -funsigned-char -flto=auto -c a.c -o a.o"
            ),
            "-DA=1 -I inc -std=c99 -funsigned-char"
        );
        assert_eq!(kept("-Wp,-MD,x.d -Wp,-DX=1,-UY -Wl,-s -fsanitize=address -c a.c"), "-DX=1 -UY");
        assert_eq!(
            kept("-ffile-prefix-map=/a=. -include conf.h -march=native a.c"),
            "-fmacro-prefix-map=/a=. -include conf.h -march=native"
        );
        assert_eq!(kept("-Xclang -include-pch -Xclang p.pch -Xclang -include -Xclang p.hxx -c a.cc"), "-include p.hxx");
    }

    #[test]
    fn rejected_arguments_are_recognised() {
        let says =
            "clang: error: unknown argument: '-fno-such'\nclang: error: unsupported argument 'x' to option '-mabi='\n";
        assert!(is_rejected(OsStr::new("-fno-such"), says) && is_rejected(OsStr::new("-mabi=x"), says));
        assert!(!is_rejected(OsStr::new("-DX"), says) && !is_rejected(OsStr::new("-f"), says));
        assert_eq!(first_error("a.c:1:2: warning: w\na.c:3:4: error: no\n"), "a.c:3:4: error: no");
    }

    #[test]
    fn standards_are_named_by_macros() {
        let c = |version: &str| named_standard(&format!("#define __STDC__ 1\n{version}"), false);
        assert_eq!((c(""), c("#define __STDC_VERSION__ 201710L")), (Some("gnu89"), Some("gnu17")));
        assert_eq!(named_standard("#define __cplusplus 202002L", true), Some("gnu++20"));
        assert_eq!(named_standard("gcc: error", false), None);
    }
}
