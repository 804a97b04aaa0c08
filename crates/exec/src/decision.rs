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
use crate::merge::Joined;
use crate::outcome::Input;

/// The decisions of a path, oldest first.
pub type Decisions = History<Decision>;

/// Where on a path a question is asked.
///
/// The numbers do not depend on how terms are written. A worker that has learnt more about a path may have a
/// constant where another has a term with one possible value, and asks fewer questions: so what an instruction
/// asks for (to decide a condition, to find the object of a pointer, ...) is numbered whether or not anything
/// had to be asked, and so are the parts of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Moment {
    /// The number of instructions that the path has executed, including the one that asks.
    pub instruction: u64,
    /// What the instruction asks for, counted from 1.
    pub request: u32,
    /// The part of the request.
    pub part: Part,
    /// The number of the question in that part, from 1.
    pub round: u32,
}

impl Moment {
    /// The main question of the first request of an instruction: where most decisions are made.
    pub fn first(instruction: u64) -> Moment {
        Moment { instruction, request: 1, part: Part::Main, round: 1 }
    }
}

/// A part of a request. The parts come in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Part {
    /// Whether uninitialized memory makes a difference.
    Undefined,
    /// The question itself; for a pointer, which object it denotes.
    #[default]
    Main,
    /// Whether an access lies within its object.
    Bounds,
    /// Whether it lies within the string that the object holds.
    Ending,
    /// At which offset it is; of a call, which function it calls.
    Offset,
}

impl Part {
    const ALL: [(Part, char); 5] =
        [(Part::Undefined, 'u'), (Part::Main, 'm'), (Part::Bounds, 'b'), (Part::Ending, 'e'), (Part::Offset, 'o')];
}

/// Which question an instruction is at.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Asking {
    request: u32,
    part: Part,
    round: u32,
    /// How many requests are within each other. Only the outermost is counted.
    nesting: u32,
}

impl Asking {
    /// Begins a request; [`Asking::end`] must follow unless the instruction is interrupted.
    pub(crate) fn begin(&mut self) {
        if self.nesting == 0 {
            (self.request, self.part, self.round) = (self.request + 1, Part::Main, 0);
        }
        self.nesting += 1;
    }

    /// Ends a request.
    pub(crate) fn end(&mut self) {
        self.nesting -= 1;
    }

    /// Begins a part of the request.
    pub(crate) fn part(&mut self, part: Part) {
        (self.part, self.round) = (part, 0);
    }

    /// Where the next question would be, in this part of the request or in another that begins now.
    pub(crate) fn next_question(&self, instruction: u64, part: Option<Part>) -> Moment {
        let mut next = *self;
        if let Some(part) = part {
            next.part(part);
        }
        next.question(instruction)
    }

    /// The next question.
    pub(crate) fn question(&mut self, instruction: u64) -> Moment {
        self.round += 1;
        Moment { instruction, request: self.request, part: self.part, round: self.round }
    }
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
    /// Several paths became one, which goes on from here. Its decisions are those that all of them share, then this.
    Joined(Arc<Joined>),
    /// So many paths became one. On the path of a single test, of which all decisions are listed, it is a mark.
    Became(u64),
    /// The bytes that undefined symbols are given to show that they make a difference, by name and width in bits
    /// of each symbol. Whether they do make a difference on this path is `taken`.
    Filling {
        /// The name and width of each symbol, and its first bytes; the others are zero.
        bytes: Filling,
        /// Whether the path ends there: the values differ.
        taken: bool,
    },
}

/// The name and width of undefined symbols, and the first bytes of each; the others are zero.
pub type Filling = Arc<Vec<(String, Vec<u8>)>>;

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
    /// Writes the instruction, which question of it unless it is the main one of the first request, and the
    /// choice: `1041+`, `1050.2b1-`, `1203=5`, `1203!5`, `1300@h12`. A `?` follows if others were dropped, a
    /// `*` if they stay open.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Moment { instruction, request, part, round } = self.at;
        write!(f, "{instruction}")?;
        if self.at != Moment::first(instruction) {
            let (_, letter) = Part::ALL[part as usize];
            write!(f, ".{request}{letter}{round}")?;
        }
        match &self.choice {
            Choice::Side(true) => write!(f, "+")?,
            Choice::Side(false) => write!(f, "-")?,
            Choice::Value { value, taken } => write!(f, "{}{value}", if *taken { '=' } else { '!' })?,
            Choice::Object { object, taken } => write!(f, "{}{}", if *taken { '@' } else { '~' }, object)?,
            Choice::Somewhere(true) => write!(f, "^")?,
            Choice::Somewhere(false) => write!(f, "_")?,
            Choice::Collected(object) => write!(f, "&{}", object)?,
            Choice::Joined(joined) => write!(f, "#{}", joined.paths.len())?,
            Choice::Became(paths) => write!(f, "#{paths}")?,
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
    let sign = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '.')?;
    let (at, rest) = (&text[..sign], &text[sign + 1..]);
    let at = match at.split_once('.') {
        Some((instruction, question)) => {
            let letter = question.find(|c: char| c.is_ascii_alphabetic())?;
            let (part, _) = Part::ALL.into_iter().find(|&(_, of)| question[letter..].starts_with(of))?;
            let (request, round) = (question[..letter].parse().ok()?, question[letter + 1..].parse().ok()?);
            Moment { instruction: instruction.parse().ok()?, request, part, round }
        }
        None => Moment::first(at.parse().ok()?),
    };
    let choice = match (text.as_bytes()[sign], rest) {
        (b'+', "") => Choice::Side(true),
        (b'-', "") => Choice::Side(false),
        (b'^', "") => Choice::Somewhere(true),
        (b'_', "") => Choice::Somewhere(false),
        (sign @ (b'=' | b'!'), value) => Choice::Value { value: value.parse().ok()?, taken: sign == b'=' },
        (sign @ (b'@' | b'~'), object) => Choice::Object { object: object.parse().ok()?, taken: sign == b'@' },
        (b'#', paths) => Choice::Became(paths.parse().ok()?),
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
            Choice::Became(12),
            Choice::Filling { bytes: bytes.clone(), taken: true },
            Choice::Filling { bytes, taken: false },
        ];
        let mut decisions = Vec::new();
        for (index, choice) in choices.into_iter().enumerate() {
            for (request, others) in [(1, Others::Followed), (2, Others::Dropped), (30, Others::Open)] {
                let (part, _) = Part::ALL[(index + request as usize) % Part::ALL.len()];
                let at = Moment { instruction: 1000 * index as u64, request, part, round: 1 + index as u32 % 3 };
                decisions.push(Decision { at, choice: choice.clone(), others });
            }
        }
        let text = decisions_text(decisions.iter());
        assert_eq!(parse_decisions(&text), Ok(decisions), "{text}");
        assert_eq!(parse_decisions(""), Ok(Vec::new()));
        for wrong in [
            "12", "+", "12+3", "12=", "12=x", "1.=3", "12@", "12&?", "12%a:0g", "12.+", "12.1+", "12.1m+", "12.m1+",
            "12.1x1+",
        ] {
            assert!(parse_decisions(wrong).is_err(), "{wrong}");
        }
    }
}
