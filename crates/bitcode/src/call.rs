//! What a call of a compiler asks for, as gcc and clang understand their arguments.
//!
//! Only as much is understood as is needed to know the inputs and the output; the real compiler gets all arguments
//! as they are.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

/// What a call does in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Makes an object of each source.
    Compile,
    /// Links, after it has compiled the sources among its inputs.
    Link,
    /// Anything else: preprocesses, checks, makes assembly or a precompiled header, or prints something.
    Other,
}

/// A call of a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// What it does.
    pub purpose: Purpose,
    /// The files that it compiles.
    pub sources: Vec<Source>,
    /// The other files, for the linker, and libraries (`-lm`) as they are written, in order.
    pub linked: Vec<OsString>,
    /// The directories to look for libraries in.
    pub library_dirs: Vec<PathBuf>,
    /// The file to write, if it is named.
    pub output: Option<PathBuf>,
    /// The arguments that are neither inputs nor the output, with response files expanded. An option and its
    /// value are together.
    pub options: Vec<Vec<OsString>>,
}

/// A file to compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file; `-` is standard input.
    pub path: PathBuf,
    /// Its language.
    pub language: Language,
}

/// The language of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// One that clang makes bitcode of, by its name after `-x`.
    Known(&'static str),
    /// Assembly.
    Assembly,
    /// A header by itself.
    Header,
    /// Anything else, by its name after `-x` or the ending of its files.
    Other(String),
}

/// Options whose value is the next argument.
const WITH_VALUE: [&str; 45] = [
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iquote",
    "-isysroot",
    "-imultilib",
    "-imultiarch",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-h",
    "-A",
    "-B",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xclang",
    "-arch",
    "-target",
    "--target",
    "--param",
    "--sysroot",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-mllvm",
    "-rpath",
    "-include-pch",
];

/// Options that make a call do something else than to make an object or to link.
const OTHER: [&str; 8] = ["-E", "-M", "-MM", "-S", "-fsyntax-only", "-###", "--version", "--help"];

impl Call {
    /// Understands a command line; `is_cxx` says whether `.c` means C++.
    pub fn parse(args: &[OsString], is_cxx: bool) -> Call {
        let mut call = Call {
            purpose: Purpose::Link,
            sources: Vec::new(),
            linked: Vec::new(),
            library_dirs: Vec::new(),
            output: None,
            options: Vec::new(),
        };
        let args = expanded(args, 0);
        let mut language: Option<String> = None;
        let mut rest = args.into_iter();
        while let Some(arg) = rest.next() {
            let text = arg.to_string_lossy().into_owned();
            if text == "-" || !text.starts_with('-') {
                call.input(arg, language.as_deref(), is_cxx);
            } else if WITH_VALUE.contains(&text.as_str()) {
                let Some(value) = rest.next() else {
                    call.purpose = Purpose::Other;
                    break;
                };
                match text.as_str() {
                    "-o" => call.output = Some(value.into()),
                    "-x" => language = Some(value.to_string_lossy().into_owned()).filter(|name| name != "none"),
                    "-L" => call.library_dirs.push(value.into()),
                    "-l" => call.linked.push(joined("-l", &value)),
                    _ => call.options.push(vec![arg, value]),
                }
            } else {
                call.option(arg, &text, &mut language);
            }
        }
        if call.sources.is_empty() && call.linked.is_empty() {
            call.purpose = Purpose::Other;
        }
        call
    }

    fn option(&mut self, arg: OsString, text: &str, language: &mut Option<String>) {
        let rest = |prefix: &str| OsStr::from_bytes(&arg.as_bytes()[prefix.len()..]).to_owned();
        if text == "-c" {
            if self.purpose == Purpose::Link {
                self.purpose = Purpose::Compile;
            }
        } else if OTHER.contains(&text) || text.starts_with("-print-") || text.starts_with("--print-") {
            self.purpose = Purpose::Other;
        } else if text.starts_with("-o") && !text.starts_with("-object") {
            self.output = Some(rest("-o").into());
        } else if text.starts_with("-x") {
            *language = Some(rest("-x").to_string_lossy().into_owned()).filter(|name| name != "none");
        } else if text.starts_with("-L") {
            self.library_dirs.push(rest("-L").into());
        } else if text.starts_with("-l") {
            self.linked.push(arg);
        } else if let Some(output) = text.strip_prefix("--output=") {
            self.output = Some(output.into());
        } else {
            self.options.push(vec![arg]);
        }
    }

    fn input(&mut self, arg: OsString, language: Option<&str>, is_cxx: bool) {
        let path = PathBuf::from(&arg);
        match language.map(by_name).or_else(|| by_ending(&path, is_cxx)) {
            // Only a call that makes precompiled headers has headers as inputs.
            Some(Language::Header) => self.purpose = Purpose::Other,
            Some(language) => self.sources.push(Source { path, language }),
            None => self.linked.push(arg),
        }
    }

    /// Whether an option is given.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|words| words.len() == 1 && words[0] == option)
    }

    /// Whether an option that begins like this is given.
    pub fn has_prefix(&self, prefix: &str) -> bool {
        self.options.iter().any(|words| words[0].as_bytes().starts_with(prefix.as_bytes()))
    }

    /// The object that a call without linking makes of a source.
    pub fn object(&self, source: &Source) -> PathBuf {
        match &self.output {
            Some(output) => output.clone(),
            None => {
                let mut name = source.path.file_stem().unwrap_or(source.path.as_os_str()).to_owned();
                name.push(".o");
                name.into()
            }
        }
    }

    /// The file that linking makes.
    pub fn linked_file(&self) -> PathBuf {
        self.output.clone().unwrap_or_else(|| PathBuf::from("a.out"))
    }
}

/// The language that `-x` names.
fn by_name(name: &str) -> Language {
    match name {
        "c" => Language::Known("c"),
        "c++" => Language::Known("c++"),
        "cpp-output" | "c-cpp-output" => Language::Known("cpp-output"),
        "c++-cpp-output" => Language::Known("c++-cpp-output"),
        "assembler" | "assembler-with-cpp" => Language::Assembly,
        "c-header" | "c++-header" | "c++-system-header" | "c++-user-header" => Language::Header,
        other => Language::Other(other.to_owned()),
    }
}

/// The language that a file's name says; `None` for files that go to the linker.
fn by_ending(path: &Path, is_cxx: bool) -> Option<Language> {
    let ending = path.extension()?.to_str()?;
    Some(match ending {
        "c" if is_cxx => Language::Known("c++"),
        "c" => Language::Known("c"),
        "i" if is_cxx => Language::Known("c++-cpp-output"),
        "i" => Language::Known("cpp-output"),
        "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" => Language::Known("c++"),
        "ii" => Language::Known("c++-cpp-output"),
        "s" | "S" | "sx" => Language::Assembly,
        "h" | "hh" | "H" | "hp" | "hxx" | "hpp" | "HPP" | "h++" | "tcc" => Language::Header,
        "m" | "mm" | "M" | "mi" | "mii" | "f" | "for" | "F" | "f90" | "F90" | "f95" | "f03" | "f08" | "go" | "d"
        | "adb" | "ads" => Language::Other(ending.to_owned()),
        _ => return None,
    })
}

fn joined(prefix: &str, value: &OsStr) -> OsString {
    let mut whole = OsString::from(prefix);
    whole.push(value);
    whole
}

/// The arguments with response files (`@file`) replaced by their contents. A file that cannot be read is an
/// argument like any other.
fn expanded(args: &[OsString], depth: usize) -> Vec<OsString> {
    let mut all = Vec::new();
    for arg in args {
        let file = arg.as_bytes().strip_prefix(b"@").filter(|_| depth < 16);
        match file.and_then(|file| std::fs::read(OsStr::from_bytes(file)).ok()) {
            Some(bytes) => all.extend(expanded(&words(&bytes), depth + 1)),
            None => all.push(arg.clone()),
        }
    }
    all
}

/// The words of a response file: white space separates, quotes and backslashes keep it.
fn words(bytes: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut rest = bytes.iter().copied();
    while let Some(byte) = rest.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(rest.next()),
            (byte, Some(open)) if byte == open => quote = None,
            (byte, Some(_)) => word.get_or_insert_default().push(byte),
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (byte, None) if byte.is_ascii_whitespace() => words.extend(word.take()),
            (byte, None) => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Call {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Call::parse(&args, false)
    }

    #[test]
    fn purposes() {
        for line in
            ["-E a.c", "-S a.c", "-M a.c", "-fsyntax-only a.c", "-c -E a.c", "--version", "-v", "a.h -o a.h.gch"]
        {
            assert_eq!(parse(line).purpose, Purpose::Other, "{line}");
        }
        for line in ["-c a.c", "a.c -c -o x.o", "-MD -MF d -c a.c b.c", "-c -x c -"] {
            assert_eq!(parse(line).purpose, Purpose::Compile, "{line}");
        }
        for line in ["a.c", "a.o -o a", "-shared -o libx.so a.o -lm", "-r -o x.o a.o b.o", "-MMD a.c"] {
            assert_eq!(parse(line).purpose, Purpose::Link, "{line}");
        }
    }

    #[test]
    fn inputs_and_outputs() {
        let call = parse("-Wall -I inc -D X=1 a.c -x c++ b.c -x none c.S d.o lib.a -lm -l y -Ldir -L dir2 -oout");
        let sources: Vec<_> = call.sources.iter().map(|s| (s.path.to_str().expect("text"), &s.language)).collect();
        let (c, cxx) = (Language::Known("c"), Language::Known("c++"));
        assert_eq!(sources, [("a.c", &c), ("b.c", &cxx), ("c.S", &Language::Assembly)]);
        assert_eq!(call.linked, ["d.o", "lib.a", "-lm", "-ly"]);
        assert_eq!(call.library_dirs, [PathBuf::from("dir"), PathBuf::from("dir2")]);
        assert_eq!(call.linked_file(), Path::new("out"));
        assert_eq!(call.options, [vec!["-Wall"], vec!["-I", "inc"], vec!["-D", "X=1"]]);
        let call = parse("-c dir/a.b.c");
        assert_eq!(call.object(&call.sources[0]), Path::new("a.b.o"));
        assert_eq!(parse("a.c").linked_file(), Path::new("a.out"));
    }

    #[test]
    fn response_files_are_expanded() {
        let dir = tempfile::tempdir().expect("a directory");
        let (inner, outer) = (dir.path().join("inner"), dir.path().join("outer"));
        std::fs::write(&inner, "-o 'x y' \"a \\\"b\\\".c\"").expect("written");
        std::fs::write(&outer, format!("-c\n-DA=\\\"q\\\" @{}", inner.display())).expect("written");
        let call = Call::parse(&[format!("@{}", outer.display()).into(), "@no/such/file".into()], false);
        assert_eq!((call.purpose, call.output), (Purpose::Compile, Some("x y".into())));
        assert_eq!(call.sources[0].path, Path::new("a \"b\".c"));
        assert_eq!((call.options, call.linked), (vec![vec!["-DA=\"q\"".into()]], vec!["@no/such/file".into()]));
    }
}
