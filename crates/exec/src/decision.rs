//! Decisions: what a path has chosen, where more than one choice was possible.
//!
//! Whatever a path chooses is a [`Decision`]: the side of a condition, the value of a term that has to be
//! concrete, the object that a pointer denotes, the function that is called. The list of them is kept with the
//! path, and forks share what came before. An entry is an edge of the execution tree, and stays in memory as long as a live path leads over it.
//!
//! What the program and the path leave no choice about is not a decision and is not recorded: any input that
//! takes the path shows it. So decisions together with one such input, a [`Trail`], determine the path without a
//! question to the solver ([`crate::follow`]).
//!
//! **Invariant.** A choice is a function of the program and of the path before it. It does not depend on
//! caches, on time, on addresses in the heap or on the order of a hash table. The exception is a question
//! without an answer: a limit on time may have ended it.

use std::fmt;
use std::str::FromStr;

use memory::ObjectId;
use triomphe::Arc;

use crate::history::History;
use crate::outcome::Input;

/// The decisions of a path, oldest first.
pub type Decisions = History<Decision>;

/// Where on a path a question is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Moment {
    /// The number of instructions that the path has executed, including the one that asks.
    pub instruction: u64,
    /// The number of the question among those of that instruction; the first has number 1.
    pub question: u32,
}

/// A choice between several possibilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Where on the path it was made.
    pub at: Moment,
    /// What was chosen.
    pub choice: Choice,
    /// What became of the other possibilities.
    pub others: Others,
}

/// What was chosen. `taken` says whether the path took the possibility that is named, or goes on without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A condition holds, or it does not.
    Side(bool),
    /// A term has this value.
    Value {
        /// The value; of an address of a function, the function.
        value: u64,
        /// Whether it was taken.
        taken: bool,
    },
    /// A pointer denotes this object.
    Object {
        /// The object.
        object: ObjectId,
        /// Whether it was taken.
        taken: bool,
    },
    /// A pointer denotes one of the objects, or it does not.
    Somewhere(bool),
    /// A pointer may denote this object, which is collected to be accessed together with others.
    Collected(ObjectId),
    /// The bytes that undefined symbols are given to show that they make a difference, by name and width in bits
    /// of each symbol. Whether they do make a difference on this path is `taken`.
    Filling {
        /// The name and width of each symbol, and its first bytes; the others are zero.
        bytes: Arc<Vec<(String, Vec<u8>)>>,
        /// Whether the path ends there: the values differ.
        taken: bool,
    },
}

/// What became of the possibilities that a path did not choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Other paths follow them.
    Followed,
    /// Nobody follows them: a limit forbids to fork, or it is not known whether they are possible.
    Dropped,
    /// They stay possible: the choice constrains nothing.
    Open,
}

/// A path: its decisions, and an input that takes it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trail {
    /// The decisions, oldest first.
    pub decisions: Vec<Decision>,
    /// The bytes of each symbolic object, and of what else the path depends on.
    pub inputs: Vec<Input>,
    /// The number of instructions that the path has executed.
    pub instructions: u64,
}

impl fmt::Display for Decision {
    /// Writes the instruction, the question if it is not the first, and the choice: `1041+`, `1050.2-`,
    /// `1203=5`, `1203!5`, `1300@h12`. A `?` follows if others were dropped, a `*` if they stay open.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at.instruction)?;
        if self.at.question != 1 {
            write!(f, ".{}", self.at.question)?;
        }
        match &self.choice {
            Choice::Side(true) => write!(f, "+")?,
            Choice::Side(false) => write!(f, "-")?,
            Choice::Value { value, taken } => write!(f, "{}{value}", if *taken { '=' } else { '!' })?,
            Choice::Object { object, taken } => write!(f, "{}{}", if *taken { '@' } else { '~' }, object)?,
            Choice::Somewhere(true) => write!(f, "^")?,
            Choice::Somewhere(false) => write!(f, "_")?,
            Choice::Collected(object) => write!(f, "&{}", object)?,
            Choice::Filling { bytes, taken } => {
                write!(f, "{}", if *taken { '%' } else { '/' })?;
                for (index, (name, bytes)) in bytes.iter().enumerate() {
                    write!(f, "{}{name}:", if index > 0 { "," } else { "" })?;
                    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                }
            }
        }
        match self.others {
            Others::Followed => Ok(()),
            Others::Dropped => write!(f, "?"),
            Others::Open => write!(f, "*"),
        }
    }
}

impl FromStr for Decision {
    type Err = String;

    fn from_str(text: &str) -> Result<Decision, String> {
        parse(text).ok_or_else(|| format!("'{text}' is not a decision"))
    }
}

fn parse(text: &str) -> Option<Decision> {
    let (text, others) = match text.as_bytes().last()? {
        b'?' => (&text[..text.len() - 1], Others::Dropped),
        b'*' => (&text[..text.len() - 1], Others::Open),
        _ => (text, Others::Followed),
    };
    let sign = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (at, rest) = (&text[..sign], &text[sign + 1..]);
    let at = match at.split_once('.') {
        Some((instruction, question)) => {
            Moment { instruction: instruction.parse().ok()?, question: question.parse().ok()? }
        }
        None => Moment { instruction: at.parse().ok()?, question: 1 },
    };
    let choice = match (text.as_bytes()[sign], rest) {
        (b'+', "") => Choice::Side(true),
        (b'-', "") => Choice::Side(false),
        (b'^', "") => Choice::Somewhere(true),
        (b'_', "") => Choice::Somewhere(false),
        (sign @ (b'=' | b'!'), value) => Choice::Value { value: value.parse().ok()?, taken: sign == b'=' },
        (sign @ (b'@' | b'~'), object) => Choice::Object { object: object.parse().ok()?, taken: sign == b'@' },
        (b'&', object) => Choice::Collected(object.parse().ok()?),
        (sign @ (b'%' | b'/'), list) => {
            let bytes: Option<Vec<(String, Vec<u8>)>> =
                list.split(',').filter(|one| !one.is_empty()).map(filling).collect();
            Choice::Filling { bytes: Arc::new(bytes?), taken: sign == b'%' }
        }
        _ => return None,
    };
    Some(Decision { at, choice, others })
}

fn filling(text: &str) -> Option<(String, Vec<u8>)> {
    let (name, digits) = text.split_once(':')?;
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
    Some((name.to_owned(), bytes?))
}

/// The decisions in one line, separated by spaces.
pub fn decisions_text<'d>(decisions: impl Iterator<Item = &'d Decision>) -> String {
    let mut text = String::new();
    for decision in decisions {
        use std::fmt::Write as _;
        let space = if text.is_empty() { "" } else { " " };
        write!(text, "{space}{decision}").expect("a string takes any text");
    }
    text
}

/// Reads what [`decisions_text`] writes.
pub fn parse_decisions(text: &str) -> Result<Vec<Decision>, String> {
    text.split_whitespace().map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_parses_back() {
        let bytes =
            Arc::new(vec![("undefined_3_1/32".to_owned(), vec![0, 255, 16]), ("undefined_4_0/8".to_owned(), vec![])]);
        let object = |name: &str| name.parse().expect("it names an object");
        let choices = [
            Choice::Side(true),
            Choice::Side(false),
            Choice::Value { value: u64::MAX, taken: true },
            Choice::Value { value: 0, taken: false },
            Choice::Object { object: object("h7"), taken: true },
            Choice::Object { object: object("h7"), taken: false },
            Choice::Somewhere(true),
            Choice::Somewhere(false),
            Choice::Collected(object("g3")),
            Choice::Filling { bytes: bytes.clone(), taken: true },
            Choice::Filling { bytes, taken: false },
        ];
        let mut decisions = Vec::new();
        for (index, choice) in choices.into_iter().enumerate() {
            for (question, others) in [(1, Others::Followed), (2, Others::Dropped), (30, Others::Open)] {
                let at = Moment { instruction: 1000 * index as u64, question };
                decisions.push(Decision { at, choice: choice.clone(), others });
            }
        }
        let text = decisions_text(decisions.iter());
        assert_eq!(parse_decisions(&text), Ok(decisions), "{text}");
        assert_eq!(parse_decisions(""), Ok(Vec::new()));
        for wrong in ["12", "+", "12+3", "12=", "12=x", "1.=3", "12@", "12&?", "12%a:0g", "12.+"] {
            assert!(parse_decisions(wrong).is_err(), "{wrong}");
        }
    }
}
