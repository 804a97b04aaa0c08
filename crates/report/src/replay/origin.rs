//! The objects of a test that a program is started with, recognized by the names that KLEE's environment gives
//! them. An object that the program itself gives such a name has another name in its tests.

use crate::ktest::KTest;

/// The name of the object that holds standard input.
const STDIN: &str = "stdin";
/// The suffix that turns an input's name into the name of the object with its length.
const LENGTH_SUFFIX: &str = ":length";
/// The suffix that turns a file's name into the name of the object with its contents.
const FILE_SUFFIX: &str = "_data";

/// The role of a test's object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<'a> {
    /// The contents of standard input.
    Stdin,
    /// An argument, up to its terminator.
    Argument,
    /// The number of arguments.
    Count,
    /// The contents of this file.
    File(&'a str),
    /// The length of standard input, if it was symbolic.
    StdinLength,
    /// The length of this file, if it was symbolic.
    FileLength(&'a str),
    /// The value of this environment variable, up to its terminator.
    Variable(&'a str),
    /// The effect of an unknown function, which a native run cannot be made to repeat.
    External,
    /// Something in the program's memory, which cannot be set from outside.
    Memory,
}

impl Origin<'_> {
    /// The role of the object with this name.
    pub fn of(name: &[u8]) -> Origin<'_> {
        let Ok(name) = std::str::from_utf8(name) else { return Origin::Memory };
        let is_number = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        match name {
            STDIN => Origin::Stdin,
            name if name.ends_with(LENGTH_SUFFIX) => {
                match Origin::of(&name.as_bytes()[..name.len() - LENGTH_SUFFIX.len()]) {
                    Origin::Stdin => Origin::StdinLength,
                    Origin::File(file) => Origin::FileLength(file),
                    _ => Origin::Memory,
                }
            }
            "n_args" => Origin::Count,
            name if name.strip_prefix("arg").is_some_and(is_number) => Origin::Argument,
            name if name.starts_with("env:") => Origin::Variable(&name["env:".len()..]),
            name if name.starts_with("external:") => Origin::External,
            name => match name.strip_suffix(FILE_SUFFIX) {
                Some(file) if file.len() == 1 && file.as_bytes()[0].is_ascii_uppercase() => Origin::File(file),
                _ => Origin::Memory,
            },
        }
    }

    /// The name of the first object of a test that cannot be set from outside the program.
    pub fn memory(test: &KTest) -> Option<String> {
        let object = test.objects.iter().find(|object| Origin::of(&object.name) == Origin::Memory)?;
        Some(String::from_utf8_lossy(&object.name).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_environment() {
        let known = [
            ("stdin", Origin::Stdin),
            ("arg00", Origin::Argument),
            ("n_args", Origin::Count),
            ("A_data", Origin::File("A")),
            ("arg", Origin::Memory),
            ("arg0x", Origin::Memory),
            ("a_data", Origin::Memory),
            ("env:HOME", Origin::Variable("HOME")),
            ("external:f_1", Origin::External),
            ("interval", Origin::Memory),
            ("stdin:length", Origin::StdinLength),
            ("B_data:length", Origin::FileLength("B")),
            ("buffer:length", Origin::Memory),
            ("arg00:length", Origin::Memory),
        ];
        for (name, origin) in known {
            assert_eq!(Origin::of(name.as_bytes()), origin, "{name}");
        }
    }
}
