//! Input files: bitcode, text, or something else, recognized by their contents.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use crate::error::LoadError;

/// A file to load.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A file on disk.
    Path(PathBuf),
    /// Contents from elsewhere, with a name for messages.
    Bytes {
        /// The name.
        name: String,
        /// The contents.
        bytes: Vec<u8>,
    },
}

/// The form of LLVM's IR in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Bitcode, with or without a wrapper.
    Bitcode,
    /// Text.
    Text,
}

/// The first bytes of bitcode.
const BITCODE: &[u8] = b"BC\xC0\xDE";
/// The first bytes of bitcode in a wrapper.
pub const WRAPPER: &[u8] = b"\xDE\xC0\x17\x0B";

/// The first bytes of other files that users may try.
const OTHERS: &[(&[u8], &str)] = &[
    (b"\x7fELF", "an ELF object or program"),
    (b"!<arch>\n", "an archive of objects"),
    (b"!<thin>\n", "an archive of objects"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O object or program"),
    (b"\xca\xfe\xba\xbe", "a Mach-O object or program"),
    (b"MZ", "a Windows program"),
    (b"\x00asm", "a WebAssembly module"),
    (b"\x1f\x8b", "a compressed file"),
    (b"CPCH", "a precompiled header"),
];

impl Input {
    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) => path.display().to_string(),
            Input::Bytes { name, .. } => name.clone(),
        }
    }

    /// The contents.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, LoadError> {
        match self {
            Input::Path(path) => fs::read(path)
                .map(Cow::Owned)
                .map_err(|error| LoadError::Unreadable { file: self.name(), reason: error.to_string() }),
            Input::Bytes { bytes, .. } => Ok(Cow::Borrowed(bytes)),
        }
    }
}

/// The form of a file's contents; the error says what else they seem to be.
pub fn form(bytes: &[u8]) -> Result<Form, &'static str> {
    if bytes.is_empty() {
        return Err("an empty file");
    }
    if bytes.starts_with(BITCODE) || bytes.starts_with(WRAPPER) {
        return Ok(Form::Bitcode);
    }
    if let Some((_, found)) = OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(found);
    }
    if bytes.contains(&0) { Err("an unknown binary file") } else { Ok(Form::Text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_tell_the_form() {
        assert_eq!(form(b"BC\xC0\xDE\x35\x14"), Ok(Form::Bitcode));
        assert_eq!(form(b"\xDE\xC0\x17\x0B\0\0\0\0"), Ok(Form::Bitcode));
        assert_eq!(form(b"define void @f() { ret void }"), Ok(Form::Text));
        assert_eq!(form(b"\x7fELF\x02"), Err("an ELF object or program"));
        assert_eq!(form(b""), Err("an empty file"));
        assert_eq!(form(b"a\0b"), Err("an unknown binary file"));
    }

    #[test]
    fn a_missing_file_is_named() {
        let input = Input::Path(PathBuf::from("no/such/file.bc"));
        let error = input.bytes().expect_err("the file does not exist");
        assert!(error.to_string().starts_with("no/such/file.bc: cannot be read: "), "{error}");
    }
}
