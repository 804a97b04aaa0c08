//! What prints parses back to an equal module, and no text makes the parser panic.

use ir::{Module, Pos, Reg, parse_module, verify};

mod random;
use test_support::Random;

fn round_trip(module: &Module) -> String {
    let text = module.to_string();
    match parse_module(&text) {
        Ok(parsed) => assert_eq!(parsed, *module, "{text}"),
        Err(error) => panic!("{error}\n{text}"),
    }
    text
}

#[test]
fn random_modules_are_valid_and_round_trip() {
    let mut random = Random::new(1);
    let mut lines = 0;
    for _ in 0..2000 {
        let module = random::module(&mut random);
        if let Err(errors) = verify(&module) {
            panic!("{}\n{module}", errors[0]);
        }
        lines += round_trip(&module).lines().count();
    }
    assert!(lines > 40_000, "the random modules are too small to mean anything: {lines} lines");
}

#[test]
fn mutated_text_never_panics() {
    let mut random = Random::new(2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..300 {
        let text = random::module(&mut random).to_string();
        for _ in 0..40 {
            let mutated = mutate(&mut random, &text);
            match parse_module(&mutated) {
                Ok(module) => {
                    accepted += 1;
                    // Whatever parses is printed and verified without a panic, and prints to a text that parses back.
                    round_trip(&module);
                    let _ = verify(&module);
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.line as usize <= mutated.lines().count() + 1, "{error}");
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

fn mutate(random: &mut Random, text: &str) -> String {
    let pieces = [
        "{",
        "}",
        "@",
        "%",
        ":",
        "0",
        "99999999999999999999",
        "-",
        "0x",
        "\"",
        "\\",
        "!",
        "b1",
        "regs",
        "names",
        "bytes",
        "é",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(chars.len() + 1);
        let end = (at + random.below(12)).min(chars.len());
        match random.below(5) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, random.pick(&pieces).chars())),
            2 => chars.truncate(at.max(1)),
            3 if at < end => chars[at] = random.pick(&['0', '9', 'f', ' ', '(', ',', '%']),
            _ => {
                let from = random.below(chars.len() + 1);
                let piece: Vec<char> = chars[from..(from + 20).min(chars.len())].to_vec();
                drop(chars.splice(at..at, piece));
            }
        }
        if chars.is_empty() {
            chars.push('x');
        }
    }
    chars.into_iter().collect()
}

#[test]
fn noise_never_panics() {
    let mut random = Random::new(3);
    let words = [
        "global",
        "func",
        "declare",
        "file",
        "@x",
        "@\"y z\"",
        "size",
        "align",
        "{",
        "}",
        "(",
        ")",
        ":",
        ",",
        "->",
        "%0:8",
        "%1",
        "=",
        "add",
        "call",
        "b0:",
        "return",
        "0",
        "1:8",
        "\"s\"",
        "const",
        "bytes",
        "ff",
        "reloc",
        "!0:1:1",
        "\n",
        "switch",
        "default",
        "regs",
        "names",
        "frame",
        "...",
        "b0",
        "4294967296",
        "65537",
    ];
    for _ in 0..20_000 {
        let text: Vec<&str> = (0..random.below(30)).map(|_| random.pick(&words)).collect();
        if let Ok(module) = parse_module(&text.join(" ")) {
            let _ = verify(&module);
            round_trip(&module);
        }
        let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.bits() as u8).collect();
        let _ = parse_module(&String::from_utf8_lossy(&bytes));
    }
}

const SAMPLE: &str = r#"file 0 "prog.c"
file 1 "dir/a \"b\".h"
global @x size 4 align 4
global @message size 8 align 1 const {
  bytes "hi\n\x00"
}
global @table size 24 align 8 {
  bytes 00 01 02 ff 00
  reloc 8 @x+2
  reloc 16 @main
}
global @environ size 8 align 8 external
declare @printf(64, ...) -> 32
declare @"odd name"()
func @main(%0:32, %1:64) -> 32 frame 48 regs %9:16 names %0 "argc", %4 "a \"b\"" !0:3:1 {
b0:
  %2:32 = add %0, -1:32 !0:4:7
  %3:1 = slt %2, 100000:32
  check %3, out-of-bounds, "index \u{1f}" !0:5:1
  %4:64 = alloca 16:64, align 8
  store %4, %2
  %5:32 = load @x+4
  %6:32 = call @printf(@message, %5, 0xffffffffffffffff0000000000000001:128) !1:2:3
  call @"odd name"()
  %7:64 = call indirect %1(@main, @table-8)
  branch %3, b1(%6, %4), b2
b1(%8:32, %10:64):
  unsupported "inline assembly"
  switch %8, 0:32 -> b1(%0, %1), -5:32 -> b2, default -> b3
b2:
  unreachable
b3:
  %11:8 = extract %10, 56
  %12:24 = concat 255:8, %9
  %13:24 = select %3, %12, 0:24
  return %8 !0:9:1
}
"#;

#[test]
fn a_written_module_parses_and_prints_the_same() {
    let module = parse_module(SAMPLE).unwrap_or_else(|error| panic!("{error}"));
    let printed = round_trip(&module);
    // Numbers from 2^16 on print in hexadecimal.
    assert_eq!(printed, SAMPLE.replace("100000:32", "0x186a0:32"));
    assert_eq!(module.functions[2].pos, Pos { file: 0, line: 3, column: 1 });
    let main = &module.functions[2];
    assert_eq!(module.show_inst(main, &main.blocks[0].insts[0].0).to_string(), "%2:32 = add %0, -1:32");
    assert_eq!(module.show_terminator(main, &main.blocks[3].term).to_string(), "return %8");
    assert_eq!(
        (main.variable(Reg(0)), main.variable(Reg(1)), main.variable(Reg(4))),
        (Some("argc"), None, Some("a \"b\""))
    );
    let mut again = String::new();
    for function in &module.functions {
        again += &module.show_function(function).to_string();
    }
    assert!(printed.ends_with(&again));
}

#[test]
fn comments_and_line_breaks_are_free() {
    let spread = "func @f() ; a comment \"\n{ b0: return }\n";
    assert_eq!(
        parse_module(spread).map(|module| module.to_string()),
        Ok("func @f() {\nb0:\n  return\n}\n".to_string())
    );
    assert_eq!(parse_module(""), Ok(Module::default()));
}

#[test]
fn errors_name_the_place() {
    let cases = [
        ("global x", 1, 8, "expected `@`"),
        ("file 1 \"a\"", 1, 6, "files are numbered from 0 without gaps"),
        ("func @f() {\n}", 2, 1, "expected a block"),
        ("func @f() {\nb1:\n return\n}", 2, 1, "blocks stand in order: expected b0"),
        ("func @f() {\nb0:\n  return %3\n}", 3, 10, "nothing gives register %3 a width"),
        ("func @f(%1:8) {\nb0:\n  return\n}", 1, 6, "registers are numbered without gaps: %0 is missing"),
        ("func @f(%0:8) {\nb0:\n  %0:9 = move 1:9\n  return\n}", 3, 6, "%0 has width 8 elsewhere"),
        ("func @f(%0:0) {\nb0:\n  return\n}", 1, 12, "a width is from 1 to 65536"),
        ("func @f() {\nb0:\n  return 256:8\n}", 3, 10, "the number does not fit 8 bits"),
        ("func @f() {\nb0:\n  return -129:8\n}", 3, 10, "the number does not fit 8 bits"),
        ("func @f() {\nb0:\n  return @g\n}", 3, 11, "nothing is named `g`"),
        ("declare @f()\nglobal @f size 1 align 1", 2, 9, "this name is already taken"),
        ("func @f() {\nb0:\n  frob\n}", 3, 3, "`frob` is no instruction"),
        ("func @f() {\nb0:\n  check 1:1, no-such, \"\"\n}", 3, 14, "unknown error kind `no-such`"),
        ("global @x size 1 align 1\nfunc @f() {\nb0:\n call @x()\n}", 4, 8, "a variable cannot be called"),
        ("file 0 \"a", 1, 8, "the string does not end on its line"),
        ("file 0 \"\\q\"", 1, 10, "unknown escape; known are \\\" \\\\ \\n \\t \\xNN \\u{N}"),
        ("file 0 \"\\xff\"", 1, 8, "the string is no valid UTF-8"),
        ("func @f(", 1, 8, "expected `%`"),
    ];
    for (text, line, column, message) in cases {
        let error = parse_module(text).expect_err(text);
        assert_eq!((error.line, error.column, error.message.as_str()), (line, column, message), "{text}");
    }
}

#[test]
fn a_short_text_cannot_ask_for_much_memory() {
    assert!(parse_module("func @f() {\nb0:\n  %4294967295:8 = move 1:8\n  return\n}").is_err());
    assert!(parse_module("func @f() {\nb0:\n  return 0:4294967295\n}").is_err());
    assert!(parse_module("declare @f() -> 4000000000").is_err());
}

#[test]
fn machine_code_round_trips() {
    let text = "global @x size 8 align 8 address 65536\n\
                func @f() machine regs %1:64 {\nb0:\n  place 16 \"f\"\n  %0:64 = move 1:64\n  place 20\n  goto %0\n}\n";
    let module = parse_module(text).expect("it parses");
    assert_eq!(module.to_string(), text);
}
