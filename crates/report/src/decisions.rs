//! The decisions of the tests of a run: `decisions.txt`, one line a test, from which `pleach trace` follows a
//! path again. The format is documented in `docs/trace.md`.
//!
//! A line is the test's name, the number of instructions, what else the path depends on by name and bytes, a
//! colon, and the decisions as [`exec::decisions_text`] writes them. Names have no blanks: such bytes are written
//! as `%20`.
//!
//! One file serves all tests, as for predictions. A line is parsed when somebody asks for its test.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::ops::Range;
use std::path::Path;

use exec::{Choice, Decision, Input, Moment, Others, Trail};

use crate::ktest::KTest;
use crate::value;

/// The file's name within the run directory.
pub const FILE: &str = "decisions.txt";

/// The word before the number of instructions.
const INSTRUCTIONS: &str = "instructions=";

/// What one line holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The number of instructions of the path.
    pub instructions: u64,
    /// What the path depends on and is not input.
    pub surroundings: Vec<Input>,
    /// What the path chose, oldest first.
    pub decisions: Vec<Decision>,
}

/// The decisions of a run directory.
#[derive(Clone, Debug)]
pub struct DecisionsFile {
    text: String,
    /// The line of each test, without its name.
    lines: BTreeMap<String, Range<usize>>,
}

impl Recorded {
    /// The trail of the path, with the input of its test.
    pub fn trail(self, test: &KTest) -> Trail {
        let inputs = test.objects.iter().map(|object| Input { name: object.name(), bytes: object.bytes.clone() });
        Trail {
            inputs: inputs.chain(self.surroundings).collect(),
            decisions: self.decisions,
            instructions: self.instructions,
        }
    }

    fn parse(line: &str) -> Result<Recorded, String> {
        let (head, decisions) = line.split_once(" :").ok_or("there is no colon")?;
        let mut words = head.split(' ');
        let instructions = words.next().and_then(|word| word.strip_prefix(INSTRUCTIONS)?.parse().ok());
        let surrounding = |word: &str| {
            let (name, bytes) = word.split_once('=')?;
            Some(Input { name: unescaped(name)?, bytes: value::from_hex(bytes)? })
        };
        let surroundings: Option<Vec<Input>> = words.map(surrounding).collect();
        Ok(Recorded {
            instructions: instructions.ok_or("the number of instructions is missing")?,
            surroundings: surroundings.ok_or("what the path depends on is damaged")?,
            decisions: exec::parse_decisions(decisions)?,
        })
    }
}

impl DecisionsFile {
    /// Reads the file of a run directory; `None` if it has none. An unfinished last line is dropped: it was cut
    /// off when the run was killed.
    pub fn read(dir: &Path) -> io::Result<Option<DecisionsFile>> {
        let text = match std::fs::read_to_string(dir.join(FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut lines = BTreeMap::new();
        let mut start = 0;
        while let Some(length) = text[start..].find('\n') {
            let end = start + length;
            if let Some((name, _)) = text[start..end].split_once(' ') {
                lines.insert(name.to_owned(), start + name.len() + 1..end);
            }
            start = end + 1;
        }
        Ok(Some(DecisionsFile { text, lines }))
    }

    /// What the file says about a test, by the name of its `.ktest` file. An error says what is wrong with the
    /// line.
    pub fn of(&self, test: &str) -> Option<Result<Recorded, String>> {
        let line = self.lines.get(test.strip_suffix(".ktest").unwrap_or(test))?;
        Some(Recorded::parse(&self.text[line.clone()]))
    }
}

/// Appends the line of a test.
pub fn write<'a>(
    out: &mut Vec<u8>,
    test: crate::TestId,
    instructions: u64,
    surroundings: impl Iterator<Item = (&'a [u8], &'a [u8])>,
    decisions: &exec::Decisions,
) {
    use std::io::Write as _;
    #[cfg(test)]
    crate::formatted::note();
    write!(out, "{test} {INSTRUCTIONS}").expect("a vector takes everything");
    number(out, instructions);
    for (name, bytes) in surroundings {
        out.push(b' ');
        escape(out, name);
        out.push(b'=');
        out.extend_from_slice(value::hex(bytes).as_bytes());
    }
    out.extend_from_slice(b" :");
    for decision in decisions.iter() {
        out.push(b' ');
        put(out, decision);
    }
    out.push(b'\n');
}

/// Appends a decision. Most are sides of conditions, which need not go through the formatter.
fn put(out: &mut Vec<u8>, decision: &Decision) {
    use std::io::Write as _;
    match decision {
        Decision { at, choice: Choice::Side(side), others: Others::Followed }
            if *at == Moment::first(at.instruction) =>
        {
            number(out, at.instruction);
            out.push(if *side { b'+' } else { b'-' });
        }
        other => write!(out, "{other}").expect("a vector takes everything"),
    }
}

/// Appends a number in decimal digits.
fn number(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends a name with every byte but letters, digits and some signs as `%` and two hex digits.
fn escape(out: &mut Vec<u8>, name: &[u8]) {
    for &byte in name {
        if byte.is_ascii_alphanumeric() || b"_-./[]".contains(&byte) {
            out.push(byte);
        } else {
            let mut code = String::new();
            write!(code, "%{byte:02x}").expect("a string takes everything");
            out.extend_from_slice(code.as_bytes());
        }
    }
}

/// The name that [`escape`] has written.
fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut name = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at_checked(2)?;
        name.push(u8::from_str_radix(code, 16).ok()?);
        name.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(name).ok()
}

#[cfg(test)]
mod tests {
    use exec::{Decisions, Part, decisions_text};

    use super::*;
    use crate::batch::TestId;
    use crate::ktest::Object;

    fn decisions() -> Decisions {
        let at = |instruction, request| Moment { instruction, request, part: Part::Main, round: 1 };
        let object = "h7".parse().expect("it names an object");
        let mut decisions = Decisions::default();
        let choices = [
            Choice::Side(true),
            Choice::Side(false),
            Choice::Value { value: 5, taken: true },
            Choice::Object { object, taken: false },
            Choice::Somewhere(true),
        ];
        for (index, choice) in choices.iter().enumerate() {
            for (question, others) in [(1, Others::Followed), (2, Others::Followed), (1, Others::Dropped)] {
                let at = at([0, 9, 10, 1203, u64::MAX][index], question);
                decisions.push(Decision { at, choice: choice.clone(), others });
            }
        }
        decisions
    }

    fn line(test: u64, surroundings: &[Input], decisions: &Decisions) -> String {
        let mut out = Vec::new();
        let pairs = surroundings.iter().map(|input| (input.name.as_bytes(), &input.bytes[..]));
        write(&mut out, TestId(test), 1203, pairs, decisions);
        String::from_utf8(out).expect("it is text")
    }

    fn surroundings() -> Vec<Input> {
        let input = |name: &str, bytes: &[u8]| Input { name: name.into(), bytes: bytes.to_vec() };
        vec![input("memory of the machine", &[8, 7, 0, 255]), input("", b""), input("a=b%c :\n\u{e9}", b"x")]
    }

    /// The text of decisions is what the executor writes.
    #[test]
    fn decisions_have_one_text() {
        let text = line(3, &[], &decisions());
        assert_eq!(text, format!("test000003 instructions=1203 : {}\n", decisions_text(decisions().iter())));
        assert_eq!(line(3, &surroundings()[..1], &Decisions::default()), {
            "test000003 instructions=1203 memory%20of%20the%20machine=080700ff :\n"
        });
    }

    #[test]
    fn round_trip() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        assert!(DecisionsFile::read(dir.path()).expect("no file is fine").is_none());
        let unfinished = line(1234567, &surroundings(), &decisions());
        let text = [
            line(1, &surroundings(), &decisions()),
            line(2, &[], &Decisions::default()),
            line(3, &[], &decisions()),
            unfinished[..unfinished.len() - 1].to_owned(),
        ];
        std::fs::write(dir.path().join(FILE), text.concat()).expect("written");
        let file = DecisionsFile::read(dir.path()).expect("readable").expect("it is there");
        let read = |test: &str| file.of(test).map(|line| line.expect("it is whole"));
        let recorded = |surroundings, decisions: Decisions| Recorded {
            instructions: 1203,
            surroundings,
            decisions: decisions.iter().cloned().collect(),
        };
        assert_eq!(read("test000001.ktest"), Some(recorded(surroundings(), decisions())));
        assert_eq!(read("test000002"), Some(recorded(Vec::new(), Decisions::default())));
        assert_eq!(read("test000003.ktest"), Some(recorded(Vec::new(), decisions())));
        assert_eq!(read("test1234567.ktest"), None);
        let ktest = KTest { args: Vec::new(), objects: vec![Object { name: b"x".to_vec(), bytes: vec![1, 2] }] };
        let trail = read("test000001").expect("it is there").trail(&ktest);
        assert_eq!((trail.inputs[0].name.as_str(), &trail.inputs[1]), ("x", &surroundings()[0]));
        assert_eq!((trail.instructions, trail.decisions.len()), (1203, 15));
    }

    #[test]
    fn damage_is_told() {
        for wrong in
            ["", "instructions=5", "instructions=x : 1+", "5 : 1+", "instructions=5 a : 1+", "instructions=5 : 1"]
        {
            assert!(Recorded::parse(wrong).is_err(), "{wrong}");
        }
        for wrong in ["a%", "a%0", "a%zz", "%ff", "%\u{e9}"] {
            assert_eq!(unescaped(wrong), None, "{wrong}");
        }
    }
}
