//! The `.ktest` file: the bytes of every symbolic object of one path, in order of creation.
//!
//! All integers are unsigned, 32 bits, big-endian; strings have no terminator. The layout is `"KTEST"`, the
//! version, the arguments of the program, two fields of KLEE's old symbolic arguments (always 0 here), and the
//! objects.
//!
//! KLEE's own reader rejects an argument or an object of zero bytes. An object without bytes carries no
//! information, so the writer leaves it out. An empty argument does: it is written as a single NUL byte, which
//! KLEE reads as the empty C string, and the reader here turns it back.

use std::fmt;

/// The version written. Files of greater versions are rejected.
const VERSION: u32 = 3;

/// One test: the program's command line and its symbolic objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The program's name and its arguments.
    pub args: Vec<Vec<u8>>,
    /// The objects in order of creation.
    pub objects: Vec<Object>,
}

/// One symbolic object with its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The object's name.
    pub name: Vec<u8>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Why some bytes are not a valid `.ktest` file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KTestError {
    /// The file does not begin as a `.ktest` file does.
    NotATest,
    /// The file was written in a later version of the format.
    TooNew(u32),
    /// The file ends early, in the middle of the named part.
    Truncated(&'static str),
    /// Bytes follow the last object.
    TrailingBytes(usize),
}

impl fmt::Display for KTestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KTestError::NotATest => write!(f, "not a .ktest file: it does not begin with \"KTEST\""),
            KTestError::TooNew(version) => {
                write!(f, "written in version {version} of the .ktest format; this program reads up to {VERSION}")
            }
            KTestError::Truncated(part) => write!(f, "damaged .ktest file: it ends within {part}"),
            KTestError::TrailingBytes(count) => {
                write!(f, "damaged .ktest file: {count} bytes follow the last object")
            }
        }
    }
}

impl std::error::Error for KTestError {}

impl KTest {
    /// The file's bytes. Objects without bytes are left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out, &self.args, &self.objects, std::iter::empty());
        out
    }

    /// Reads a file's bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<KTest, KTestError> {
        let mut reader = Reader { rest: bytes };
        match reader.take(5, "the header") {
            Ok(b"KTEST" | b"BOUT\n") => {}
            _ => return Err(KTestError::NotATest),
        }
        let version = reader.number("the version")?;
        if version > VERSION {
            return Err(KTestError::TooNew(version));
        }
        let mut test = KTest::default();
        for _ in 0..reader.number("the arguments")? {
            let arg = reader.string("the arguments")?;
            test.args.push(if arg == [0] { Vec::new() } else { arg });
        }
        if version >= 2 {
            reader.number("the symbolic arguments")?;
            reader.number("the symbolic arguments")?;
        }
        for _ in 0..reader.number("the objects")? {
            let name = reader.string("an object's name")?;
            let bytes = reader.string("an object's bytes")?;
            test.objects.push(Object { name, bytes });
        }
        match reader.rest.len() {
            0 => Ok(test),
            count => Err(KTestError::TrailingBytes(count)),
        }
    }
}

impl Object {
    /// The name as text, for people.
    pub fn name(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }
}

/// Appends the bytes of a file with these arguments and objects, followed by further objects given as pairs of
/// name and bytes. Objects without bytes are left out.
pub fn write<'a>(
    out: &mut Vec<u8>,
    args: &[impl AsRef<[u8]>],
    objects: &[Object],
    others: impl Iterator<Item = (&'a [u8], &'a [u8])> + Clone,
) {
    #[cfg(test)]
    crate::formatted::note();
    out.extend_from_slice(b"KTEST");
    put(out, VERSION);
    put(out, length(args.len()));
    for arg in args.iter().map(AsRef::as_ref) {
        put_bytes(out, if arg.is_empty() { &[0] } else { arg });
    }
    put(out, 0);
    put(out, 0);
    let objects = objects.iter().filter(|object| !object.bytes.is_empty());
    let others = others.filter(|(_, bytes)| !bytes.is_empty());
    put(out, length(objects.clone().count() + others.clone().count()));
    for object in objects {
        put_object(out, &object.name, &object.bytes);
    }
    for (name, bytes) in others {
        put_object(out, name, bytes);
    }
}

/// A length as the format stores it.
fn length(count: usize) -> u32 {
    u32::try_from(count).expect("a symbolic object is far below 4 GiB")
}

fn put(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_be_bytes());
}

fn put_object(out: &mut Vec<u8>, name: &[u8], bytes: &[u8]) {
    put_bytes(out, if name.is_empty() { b"unnamed" } else { name });
    put_bytes(out, bytes);
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, length(bytes.len()));
    out.extend_from_slice(bytes);
}

/// The bytes that are left to read. Lengths come from the file, so nothing is allocated before the bytes are
/// known to exist.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize, part: &'static str) -> Result<&'a [u8], KTestError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(KTestError::Truncated(part))?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self, part: &'static str) -> Result<u32, KTestError> {
        let bytes = self.take(4, part)?;
        Ok(u32::from_be_bytes(bytes.try_into().expect("four bytes were taken")))
    }

    fn string(&mut self, part: &'static str) -> Result<Vec<u8>, KTestError> {
        let count = self.number(part)?;
        Ok(self.take(count as usize, part)?.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str, bytes: &[u8]) -> Object {
        Object { name: name.into(), bytes: bytes.to_vec() }
    }

    fn sample() -> KTest {
        KTest {
            args: vec![b"prog".to_vec(), b"".to_vec(), b"-x".to_vec()],
            objects: vec![object("x", &[1, 2, 3, 4]), object("buffer", b"hello\0\xff"), object("y_1", &[0])],
        }
    }

    #[test]
    fn layout_is_byte_exact() {
        let test = KTest { args: vec![b"p".to_vec()], objects: vec![object("ab", &[7, 8])] };
        let expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01p\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x02ab\0\0\0\x02\x07\x08";
        assert_eq!(test.to_bytes(), expected);
    }

    #[test]
    fn round_trip() {
        assert_eq!(KTest::from_bytes(&sample().to_bytes()), Ok(sample()));
        assert_eq!(KTest::from_bytes(&KTest::default().to_bytes()), Ok(KTest::default()));
    }

    #[test]
    fn objects_without_bytes_are_left_out() {
        let mut test = sample();
        test.objects.insert(1, object("nothing", &[]));
        assert_eq!(KTest::from_bytes(&test.to_bytes()), Ok(sample()));
    }

    #[test]
    fn every_truncation_is_refused() {
        let bytes = sample().to_bytes();
        for end in 0..bytes.len() {
            assert!(KTest::from_bytes(&bytes[..end]).is_err(), "accepted the first {end} bytes");
        }
    }

    #[test]
    fn changed_bytes_never_panic() {
        let bytes = sample().to_bytes();
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = value;
                let _ = KTest::from_bytes(&changed);
            }
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(KTest::from_bytes(b"ELF"), Err(KTestError::NotATest));
        assert_eq!(KTest::from_bytes(b"KTEST\0\0\0\x04"), Err(KTestError::TooNew(4)));
        let mut longer = sample().to_bytes();
        longer.push(0);
        assert_eq!(KTest::from_bytes(&longer), Err(KTestError::TrailingBytes(1)));
        let huge = b"KTEST\0\0\0\x03\xff\xff\xff\xff\xff\xff\xff\xff";
        assert_eq!(KTest::from_bytes(huge), Err(KTestError::Truncated("the arguments")));
    }

    #[test]
    fn old_headers_and_versions_are_read() {
        let old = b"BOUT\n\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01\x05";
        assert_eq!(KTest::from_bytes(old), Ok(KTest { args: vec![], objects: vec![object("x", &[5])] }));
    }
}
