//! Tests a function by itself: `--entry f` and `--arg` become a small C program that makes arguments and calls
//! the function.
//!
//! The same text is explored and, from the run directory, compiled for native replays. It can also serve as the
//! start of a handwritten harness. Numbers are symbolic unless `--arg` gives a value or a range. For a pointer,
//! `--arg` must say what it points to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::IntErrorKind;
use std::str::FromStr;

use front_llvm::{Param, Passed, Signature};
use models::LONGEST_INPUT;

/// The name of the function that the text defines.
pub const FUNCTION: &str = "pleach_test";

/// The values of `--arg`, by name or number of the parameter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments(BTreeMap<String, Argument>);

/// The argument for a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Argument {
    /// A number, or the number of bytes that a pointer points to.
    Number(i128),
    /// A number within bounds, both included.
    Range(i128, i128),
    /// A string of at most this many characters, in an object that has room for as many.
    Text(u64),
    /// A string of a length within bounds, both included, with which its object ends.
    TextRange(u64, u64),
    /// The number of bytes or characters that another parameter points to, by its name or number.
    LengthOf(String),
    /// A null pointer.
    Null,
}

/// The greatest number of symbolic bytes that a pointer can point to, and the greatest length of a string.
const GREATEST: i128 = LONGEST_INPUT as i128;

impl Arguments {
    /// Parses the values of `--arg`, each of the form `NAME=WHAT`.
    pub fn parse(words: &[String]) -> Result<Arguments, String> {
        let mut arguments = BTreeMap::new();
        for word in words {
            let (name, what) = word.split_once('=').ok_or_else(|| format!("--arg {word}: this is not NAME=WHAT"))?;
            let what = what.parse().map_err(|why: String| format!("--arg {word}: {why}"))?;
            if arguments.insert(name.to_owned(), what).is_some() {
                return Err(format!("--arg {word}: there is another --arg for {name}"));
            }
        }
        Ok(Arguments(arguments))
    }

    /// Whether no argument was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for Argument {
    type Err = String;

    fn from_str(text: &str) -> Result<Argument, String> {
        const KNOWN: &str = "a number, LOW..HIGH, str:N, str:LOW..HIGH, len:NAME or null";
        let number = |text: &str| match text.parse::<i128>() {
            Ok(number) => Ok(number),
            Err(error) if matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => {
                Err(format!("{text} does not fit into 128 bits"))
            }
            Err(_) => Err(format!("{text:?} is not {KNOWN}")),
        };
        if text == "null" {
            return Ok(Argument::Null);
        }
        if let Some(length) = text.strip_prefix("str:") {
            let wrong =
                |_| format!("{length:?} is no length: write a number from 0 to {GREATEST}, or two as LOW..HIGH");
            return match length.split_once("..") {
                None => Ok(Argument::Text(length.parse().map_err(wrong)?)),
                Some((low, high)) => match (low.parse().map_err(wrong)?, high.parse().map_err(wrong)?) {
                    (low, high) if low > high => Err(format!("{low} is above {high}")),
                    (low, high) => Ok(Argument::TextRange(low, high)),
                },
            };
        }
        if let Some(name) = text.strip_prefix("len:") {
            return Ok(Argument::LengthOf(name.to_owned()));
        }
        match text.split_once("..") {
            Some((low, high)) => match (number(low)?, number(high)?) {
                (low, high) if low > high => Err(format!("{low} is above {high}")),
                (low, high) => Ok(Argument::Range(low, high)),
            },
            None => Ok(Argument::Number(number(text)?)),
        }
    }
}

/// Whether a function takes the parameters of `main`. It then gets the arguments of `main` unless others were
/// given.
pub fn is_like_main(signature: &Signature) -> bool {
    let taken: Vec<&Passed> = signature.params.iter().map(|param| &param.passed).collect();
    matches!(
        taken[..],
        [] | [Passed::Integer(32), Passed::Pointer] | [Passed::Integer(32), Passed::Pointer, Passed::Pointer]
    ) && !signature.variadic
}

/// The C text that calls a function with these arguments.
pub fn text(function: &str, signature: &Signature, arguments: &Arguments) -> Result<String, String> {
    if signature.variadic {
        return Err(format!("{function} takes any number of arguments: it needs a program that calls it"));
    }
    let mut said = arguments.0.clone();
    let (mut types, mut names, mut made) = (Vec::new(), Vec::new(), String::new());
    // Lengths of what other parameters point to are known when all of them are made.
    let mut lengths = String::new();
    for (number, param) in signature.params.iter().enumerate() {
        let label = if param.name.is_empty() { format!("arg{number}") } else { param.name.clone() };
        let argument = said.remove(&label).or_else(|| said.remove(&number.to_string()));
        let ty = c_type(param).map_err(|how| {
            format!("{function} takes {label} in a way that --arg cannot say ({how}): it needs a program that calls it")
        })?;
        let name = format!("a{number}");
        let lines = match (&param.passed, &argument) {
            (Passed::Pointer, argument) => pointer(&name, &label, argument.as_ref()),
            (Passed::Integer(_), Some(Argument::LengthOf(of))) => {
                let length = length_of(signature, arguments, of).map_err(|why| format!("{function}: {why}"))?;
                let _ = writeln!(lengths, "    {ty} {name} = ({ty}){length};");
                Ok(String::new())
            }
            (passed, argument) => number_of(ty, &name, &label, argument.as_ref(), passed),
        };
        made += &lines.map_err(|why| format!("{function}: {why}"))?;
        types.push(ty);
        names.push(name);
    }
    made += &lengths;
    if let Some(unknown) = said.keys().next() {
        let known: Vec<String> =
            signature.params.iter().enumerate().map(|(number, param)| named(number, param)).collect();
        return Err(format!("{function} has no parameter {unknown}; it has {}", listed(&known)));
    }
    let call = format!("pleach_tested({})", names.join(", "));
    let (result, last) = match &signature.result {
        Passed::Integer(bits) => (integer(*bits, false), format!("    return (int){call};\n")),
        Passed::Pointer => (Some("void *"), format!("    {call};\n    return 0;\n")),
        Passed::Float(bits) => (float(*bits), format!("    {call};\n    return 0;\n")),
        Passed::Nothing => (Some("void"), format!("    {call};\n    return 0;\n")),
        Passed::Other(_) => (None, String::new()),
    };
    let Some(result) = result else {
        return Err(format!("{function} returns what C has no plain type for: it needs a program that calls it"));
    };
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    Ok(format!(
        "/* Made by pleach run --entry {function}: calls it with symbolic arguments. */\n\
         extern void klee_make_symbolic(void *, unsigned long, const char *);\n\
         extern void klee_assume(unsigned long);\n\
         extern void *malloc(unsigned long);\n\
         extern void *pleach_symbolic_buffer(unsigned long, const char *, unsigned long *);\n\
         extern char *pleach_symbolic_string(unsigned long, const char *);\n\
         extern unsigned long strlen(const char *);\n\
         extern {result} pleach_tested({types}) __asm__(\"{function}\");\n\n\
         int {FUNCTION}(void) {{\n{made}{last}}}\n\n\
         #ifndef __PLEACH__\n\
         int main(void) {{\n    return {FUNCTION}();\n}}\n\
         #endif\n"
    ))
}

/// The number of bytes or characters that a parameter points to, in C.
fn length_of(signature: &Signature, arguments: &Arguments, of: &str) -> Result<String, String> {
    let mut params = signature.params.iter().enumerate();
    let (number, param) = params
        .find(|(number, param)| param.passed == Passed::Pointer && (param.name == of || number.to_string() == of))
        .ok_or_else(|| format!("len:{of}: there is no pointer {of}"))?;
    let said = arguments.0.get(&param.name).or_else(|| arguments.0.get(&number.to_string()));
    Ok(match said {
        Some(Argument::Number(bytes)) => bytes.to_string(),
        Some(Argument::Range(..)) => format!("a{number}_length"),
        Some(Argument::Text(_) | Argument::TextRange(..)) => format!("strlen(a{number})"),
        _ => "0".to_owned(),
    })
}

fn named(number: usize, param: &Param) -> String {
    if param.name.is_empty() { number.to_string() } else { param.name.clone() }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The parameter's type in C; if C has no plain type for it, LLVM's description as the error.
fn c_type(param: &Param) -> Result<&'static str, String> {
    match &param.passed {
        Passed::Integer(bits) => integer(*bits, param.unsigned).ok_or_else(|| format!("i{bits}")),
        Passed::Float(bits) => float(*bits).ok_or_else(|| format!("a float of {bits} bits")),
        Passed::Pointer => Ok("void *"),
        Passed::Nothing => Err("nothing".to_owned()),
        Passed::Other(how) => Err(how.clone()),
    }
}

fn integer(bits: u32, unsigned: bool) -> Option<&'static str> {
    Some(match (bits, unsigned) {
        (1, _) => "_Bool",
        (8, false) => "signed char",
        (8, true) => "unsigned char",
        (16, false) => "short",
        (16, true) => "unsigned short",
        (32, _) => "int",
        (64, _) => "long",
        (128, _) => "__int128",
        _ => return None,
    })
}

fn float(bits: u64) -> Option<&'static str> {
    Some(match bits {
        32 => "float",
        64 => "double",
        80 => "long double",
        _ => return None,
    })
}

/// The C text that makes a pointer and what it points to.
fn pointer(name: &str, label: &str, argument: Option<&Argument>) -> Result<String, String> {
    let quoted = quoted(label);
    match argument {
        Some(&Argument::Number(bytes)) if (0..=GREATEST).contains(&bytes) => {
            let fill = format!("    klee_make_symbolic({name}, {bytes}, {quoted});\n");
            Ok(format!("    char *{name} = malloc({bytes});\n{}", if bytes > 0 { &fill } else { "" }))
        }
        Some(&Argument::Text(length)) if i128::from(length) <= GREATEST => Ok(format!(
            "    char *{name} = malloc({size});\n    klee_make_symbolic({name}, {size}, {quoted});\n    \
             klee_assume({name}[{length}] == 0);\n",
            size = length + 1
        )),
        Some(Argument::Null) => Ok(format!("    char *{name} = 0;\n")),
        Some(&Argument::Range(low, high)) if (0..=GREATEST).contains(&low) && high <= GREATEST => {
            let least = format!("    klee_assume({name}_length >= {low});\n");
            Ok(format!(
                "    unsigned long {name}_length;\n    \
                 char *{name} = pleach_symbolic_buffer({high}, {quoted}, &{name}_length);\n{}",
                if low > 0 { &least } else { "" }
            ))
        }
        Some(&Argument::TextRange(low, high)) if i128::from(high) <= GREATEST => {
            let least = format!(
                "    for (unsigned long i = 0; i < {low}; i++) {{\n        klee_assume({name}[i] != 0);\n    }}\n"
            );
            Ok(format!(
                "    char *{name} = pleach_symbolic_string({high}, {quoted});\n{}",
                if low > 0 { &least } else { "" }
            ))
        }
        Some(Argument::Number(bytes)) => Err(beyond(label, bytes, "a pointer can point to", "bytes")),
        Some(Argument::Range(low, high)) => {
            Err(beyond(label, format_args!("{low}..{high}"), "a pointer can point to", "bytes"))
        }
        Some(Argument::Text(length)) => {
            Err(beyond(label, format_args!("str:{length}"), "a string can have", "characters"))
        }
        Some(Argument::TextRange(low, high)) => {
            Err(beyond(label, format_args!("str:{low}..{high}"), "a string can have", "characters"))
        }
        Some(Argument::LengthOf(_)) => Err(format!("{label} is a pointer: a length is a number")),
        None => Err(format!(
            "{label} is a pointer: say what it points to, --arg {label}=16 (as many bytes), --arg {label}=0..16 (a symbolic \
             number of bytes), --arg {label}=str:16 (a string of at most as many characters) or --arg {label}=null"
        )),
    }
}

/// The message for an argument that is too large.
fn beyond(label: &str, given: impl std::fmt::Display, can: &str, what: &str) -> String {
    format!("--arg {label}={given}: {can} 0 to {GREATEST} {what}")
}

/// The C text that makes a number.
fn number_of(
    ty: &str,
    name: &str,
    label: &str,
    argument: Option<&Argument>,
    passed: &Passed,
) -> Result<String, String> {
    let mut text = format!("    {ty} {name};\n    klee_make_symbolic(&{name}, sizeof {name}, {});\n", quoted(label));
    if *passed == Passed::Integer(1) {
        // A byte other than 0 and 1 is not a valid `bool`.
        let _ = writeln!(text, "    klee_assume(*(unsigned char *)&{name} <= 1);");
    }
    let bits = match passed {
        Passed::Integer(bits) => *bits,
        _ if argument.is_some() => return Err(format!("{label} is no integer: --arg says nothing about it")),
        _ => return Ok(text),
    };
    // A value is accepted if it fits the parameter as either a signed or an unsigned number.
    let fits = |value: i128| (least(bits)..=greatest(bits)).contains(&value);
    match argument {
        None => {}
        Some(&Argument::Number(value)) if fits(value) => {
            text = format!("    {ty} {name} = ({ty}){};\n", literal(value))
        }
        Some(&Argument::Range(low, high)) if fits(low) && fits(high) => {
            let sign = if low < 0 { "" } else { "unsigned " };
            let wide = if ty == "__int128" || ty == "_Bool" { ty.to_owned() } else { format!("{sign}{}", bare(ty)) };
            let (low, high) = (literal(low), literal(high));
            let _ =
                writeln!(text, "    klee_assume(({wide}){name} >= ({wide}){low} & ({wide}){name} <= ({wide}){high});");
        }
        Some(Argument::Number(_) | Argument::Range(..)) => {
            return Err(format!(
                "{label} has {bits} bits: --arg can give it numbers from {} to {}",
                least(bits),
                greatest(bits)
            ));
        }
        Some(Argument::Text(_) | Argument::TextRange(..) | Argument::Null) => {
            return Err(format!("{label} is no pointer"));
        }
        Some(Argument::LengthOf(_)) => unreachable!("a length is made where all pointers are known"),
    }
    Ok(text)
}

/// The least signed number of `bits` bits.
fn least(bits: u32) -> i128 {
    i128::MIN >> (128 - bits.min(128))
}

/// The greatest unsigned number of `bits` bits, as far as an `i128` can hold it.
fn greatest(bits: u32) -> i128 {
    if bits >= 127 { i128::MAX } else { (1 << bits) - 1 }
}

/// A type's name without `signed` or `unsigned`.
fn bare(ty: &str) -> &str {
    ty.trim_start_matches("unsigned ").trim_start_matches("signed ")
}

fn literal(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => "(-9223372036854775807 - 1)".to_owned(),
        Ok(value) => format!("({value})"),
        Err(_) if u64::try_from(value).is_ok() => format!("({value}ull)"),
        // A C literal has at most 64 bits.
        Err(_) => {
            format!("((__int128)((unsigned __int128){}ull << 64 | {}ull))", (value >> 64) as u64, value as u64)
        }
    }
}

fn quoted(label: &str) -> String {
    let plain: String = label.chars().filter(|c| c.is_ascii_graphic() && !"\"\\".contains(*c)).collect();
    format!("\"{plain}\"")
}
