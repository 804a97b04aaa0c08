//! What the objects of a test are that a program is started with, by their names: those of KLEE's environment. What a program names
//! so itself has another name in its tests.

use crate::ktest::KTest;

/// The name of the object that is what standard input holds.
const STDIN: &str = "stdin";
/// What follows a file's name in that of the object that it holds.
const FILE_SUFFIX: &str = "_data";

/// What an object of a test is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<'a> {
    /// What standard input holds.
    Stdin,
    /// An argument, up to its end.
    Argument,
    /// How many arguments there are.
    Count,
    /// What that file holds.
    File(&'a str),
    /// What that variable of the environment holds, up to its end.
    Variable(&'a str),
    /// What an unknown function might have done, which nobody can make it do.
    External,
    /// Something in the program's memory, which nobody can set from outside.
    Memory,
}

impl Origin<'_> {
    /// What the object of a name is.
    pub fn of(name: &[u8]) -> Origin<'_> {
        let Ok(name) = std::str::from_utf8(name) else { return Origin::Memory };
        let is_number = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        match name {
            STDIN => Origin::Stdin,
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

    /// The first object of a test that only the executor can give to a program.
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
        ];
        for (name, origin) in known {
            assert_eq!(Origin::of(name.as_bytes()), origin, "{name}");
        }
    }
}
