//! Any text gives a program or problems with positions, never a panic.

mod same;

use front_microc::{Source, load, parse, program_text};
use test_support::{Random, round};

const WORDS: [&str; 44] = [
    "main",
    "f",
    "x",
    "y",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    ".",
    ":",
    "=",
    "==",
    "!=",
    "<",
    ">=",
    "&&",
    "||",
    "+",
    "-",
    "*",
    "/",
    "!",
    "&",
    "|",
    "0",
    "1",
    "2147483648",
    "var",
    "return",
    "output",
    "if",
    "else",
    "while",
    "input",
    "alloc",
    "null",
    "//",
    "\n",
    "é",
    "\u{0}",
];

const PROGRAM: &str = "f(x, y) { var r; r = x[0]; if (r > y) { r = {a: [1, 2]}.a[1]; } else r = *alloc 3; return r; }
main(n) { var p, a, q; a = [1, 2, n]; p = &a; q = {v: p, w: null}; while (n < 3 && !(q.v == null)) { n = n + 1;
output f(*q.v, n) / 2; (*p)[n - 1] = input; } return f(a, n) || 0 - 1; }";

/// Loads a text; if it is a program, prints it, and runs it and its normal form.
fn survive(text: &str) -> bool {
    let source = Source::new("t.mc", text);
    match load(&source) {
        Err(problems) => {
            assert!(!problems.is_empty());
            assert!(source.messages(&problems).starts_with("t.mc:["));
            false
        }
        Ok(program) => {
            let printed = program_text(&program.ast);
            let again = parse(&printed).unwrap_or_else(|problem| panic!("{}\n{printed}", problem.text));
            assert_eq!(program_text(&again), printed);
            let main = program.function("main").expect("the check wants main");
            let args = vec![1; program.functions[main].params];
            same::same(text, &args, &[1, -1, 0]);
            true
        }
    }
}

#[test]
fn random_words() {
    let mut random = Random::new(round().unwrap_or(1));
    for _ in 0..5000 {
        let length = random.below(60);
        let text: Vec<&str> = (0..length).map(|_| WORDS[random.below(WORDS.len())]).collect();
        survive(&format!("main() {{ var x, y; x = {}", text.join(" ")));
        survive(&text.join(""));
    }
}

#[test]
fn a_program_with_changes() {
    assert!(survive(PROGRAM));
    let tokens: Vec<&str> = PROGRAM.split_inclusive([' ', '(', ')', '[', ']', ';', '.', '*', '&', '!']).collect();
    let mut random = Random::new(round().unwrap_or(1));
    let mut good = 0;
    for _ in 0..5000 {
        let mut changed = tokens.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(changed.len());
            match random.below(4) {
                0 => drop(changed.remove(at)),
                1 => changed[at] = WORDS[random.below(WORDS.len())],
                2 => changed.insert(at, WORDS[random.below(WORDS.len())]),
                _ => changed[at] = tokens[random.below(tokens.len())],
            }
        }
        good += usize::from(survive(&changed.concat()));
    }
    assert!(good > 100, "only {good} of the changed programs are programs");
}
