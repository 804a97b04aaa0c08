//! Input files as users have them: several files, damaged ones, and ones of another kind. Nothing may panic or
//! crash.

mod support;

use front_llvm::{Input, LoadError, Options, load, symbols};
use support::{FLAGS, compile, ll, load_checked};
use test_support::Random;

fn bytes(name: &str, bytes: &[u8]) -> Input {
    Input::Bytes { name: name.to_owned(), bytes: bytes.to_vec() }
}

fn error(inputs: &[Input]) -> LoadError {
    load(inputs, &Options::default()).expect_err("the input is wrong")
}

const PROGRAM: &str = "
    struct node { struct node *next; int value; };
    static const char *names[] = {\"a\", \"bc\", \"def\"};
    extern int other(int);
    int sum(struct node *n) { int s = 0; while (n) { s += n->value; n = n->next; } return s; }
    int main(int argc, char **argv) { struct node a = {0, 1}, b = {&a, 2}; char copy[40]; __builtin_memcpy(copy, names, 24);
      switch (argc) { case 1: return sum(&b); case 2: return other(copy[0]); default: return names[argc % 3][0] / argc; } }";

#[test]
fn damaged_bitcode_is_an_error_and_no_crash() {
    let Some(good) = compile(PROGRAM, FLAGS) else { return };
    assert!(load(&[bytes("good.bc", &good)], &Options::default()).is_ok());
    let mut accepted = 0;
    let mut try_one = |damaged: &[u8]| match load(&[bytes("bad.bc", damaged)], &Options::default()) {
        Ok(loaded) => {
            accepted += 1;
            if let Err(errors) = ir::verify(&loaded.module) {
                panic!("{}", errors[0]);
            }
        }
        Err(error) => assert!(error.to_string().starts_with("bad.bc"), "{error}"),
    };
    for cut in (0..12).map(|part| good.len() * part / 12).chain([1, 4, 5, 8, 20, good.len() - 1]) {
        try_one(&good[..cut]);
    }
    let mut random = Random::new(12345);
    for round in 0..150 {
        let mut damaged = good.clone();
        for _ in 0..1 + round % 4 {
            let (at, bit) = (random.below(damaged.len()), random.below(8));
            damaged[at] ^= 1 << bit;
        }
        try_one(&damaged);
    }
    println!("{accepted} damaged files were accepted");
}

#[test]
fn other_files_are_named_for_what_they_are() {
    let message = |input: Input| error(&[input]).to_string();
    assert!(message(bytes("a.o", b"\x7fELF\x02\x01\x01")).starts_with("a.o: not LLVM bitcode but an ELF object"));
    assert!(
        message(bytes("a.c", b"int main(void) { return 0; }")).starts_with("a.c: not LLVM bitcode but another text")
    );
    assert!(message(bytes("empty", b"")).starts_with("empty: not LLVM bitcode but an empty file"));
    assert!(matches!(error(&[]), LoadError::NoInput));
    let missing = error(&[Input::Path("no/such.bc".into())]);
    assert!(matches!(missing, LoadError::Unreadable { .. }), "{missing}");
}

#[test]
fn syntax_errors_have_a_line() {
    let wrong = error(&[ll("define i32 @f() {\n  ret i32 1\n}\n\ndefine i32 @g() {\n  ret i32 %x\n}\n")]);
    assert_eq!(
        wrong,
        LoadError::Syntax { file: "test.ll".to_owned(), line: 6, reason: "use of undefined value '%x'".to_owned() }
    );
    assert_eq!(wrong.to_string(), "test.ll:6: use of undefined value '%x'");
    let invalid = error(&[ll("define i32 @f() {\n %a = add i32 %b, 1\n %b = add i32 %a, 1\n ret i32 %a\n}\n")]);
    assert!(matches!(invalid, LoadError::Invalid { .. } | LoadError::Syntax { .. }), "{invalid}");
}

#[test]
fn only_64_bit_little_endian_machines_are_supported() {
    let big =
        error(&[ll("target datalayout = \"E-m:e-i64:64-n32:64\"\ntarget triple = \"powerpc64-unknown-linux\"\n")]);
    assert_eq!(
        big.to_string(),
        "test.ll: unsupported target powerpc64-unknown-linux: only 64-bit little-endian machines are"
    );
    let narrow = error(&[ll("target datalayout = \"e-m:e-p:32:32-i64:64\"\ntarget triple = \"i686-pc-linux-gnu\"\n")]);
    assert!(matches!(narrow, LoadError::Target { .. }), "{narrow}");
}

#[test]
fn files_are_linked() {
    let user = "declare i32 @helper(i32)\n@shared = external global i32\n
        define i32 @main() { %x = load i32, ptr @shared %r = call i32 @helper(i32 %x) ret i32 %r }";
    let library = "@shared = global i32 20\n define i32 @helper(i32 %x) { %r = add i32 %x, 1 ret i32 %r }
        define weak i32 @twice() { ret i32 1 }";
    let third = "define i32 @twice() { ret i32 2 }";
    let named = |name: &str, text: &str| bytes(name, text.as_bytes());
    let inputs = [named("user.ll", user), named("library.ll", library), named("third.ll", third)];
    let loaded = load_checked(&inputs);
    assert!(loaded.undefined.is_empty(), "{:?}", loaded.undefined);
    let end = support::interpreter::Machine::new(&loaded.module).run("main", &[]);
    assert_eq!(end, support::interpreter::End::Returned(Some(bv::Bv::new(32, 21))));
    let clash = error(&[named("a.ll", third), named("b.ll", third)]);
    assert!(
        matches!(&clash, LoadError::Link { file, reason } if file == "b.ll" && reason.contains("twice")),
        "{clash}"
    );
}

#[test]
fn the_entry_must_be_defined() {
    let options = Options { entry: "main".to_owned(), ..Options::default() };
    let text = "declare i32 @main()\ndefine i32 @start() { %r = call i32 @main() ret i32 %r }";
    let missing = load(&[ll(text)], &options).expect_err("main is declared only");
    assert_eq!(missing.to_string(), "test.ll: the function main is not defined; defined are start");
}

#[test]
fn symbols_tell_what_to_link() {
    let Some(program) = compile(PROGRAM, FLAGS) else { return };
    let library =
        "define i32 @other(i32 %x) { ret i32 %x }\ndefine internal void @hidden() { ret void }\n@data = global i32 1";
    let found = symbols(&[bytes("p.bc", &program), ll(library)], &Options::default()).expect("both are right");
    assert_eq!(found[0].defined, ["main", "sum"]);
    // Some compilers fill a structure with zeros first.
    let undefined: Vec<&str> = found[0].undefined.iter().map(String::as_str).filter(|&name| name != "memset").collect();
    assert_eq!(undefined, ["memcpy", "other"]);
    assert_eq!(found[1].defined, ["data", "other"]);
    assert!(symbols(&[bytes("p.bc", &program[..program.len() / 2])], &Options::default()).is_err());
}

#[test]
fn newer_bitcode_is_told_apart_from_damage() {
    let Some(good) = compile("int main(void) { return 0; }", FLAGS) else { return };
    // The producer is encoded as six-bit characters; an unknown record then makes the rest unreadable.
    let header = [0x42, 0x43, 0xc0, 0xde, 0x35, 0x14, 0x00, 0x00];
    assert_eq!(good[..8], header, "clang writes the identification block first");
    let mut newer = identification("LLVM99.0.0git");
    newer.extend([0xff; 64]);
    let error = error(&[bytes("new.bc", &newer)]);
    assert!(error.to_string().starts_with("new.bc: made by a newer LLVM (LLVM99.0.0git) than "), "{error}");
}

/// Bitcode that consists only of an identification block, with its string as an unabbreviated record.
fn identification(producer: &str) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    fn fixed(bits: &mut Vec<bool>, value: u64, width: u32) {
        bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
    }
    fn variable(bits: &mut Vec<bool>, mut value: u64, width: u32) {
        let limit = 1u64 << (width - 1);
        while value >= limit {
            fixed(bits, (value % limit) | limit, width);
            value /= limit;
        }
        fixed(bits, value, width);
    }
    fn align(bits: &mut Vec<bool>) {
        bits.resize(bits.len().next_multiple_of(32), false);
    }
    let mut body = Vec::new();
    fixed(&mut body, 3, 5);
    variable(&mut body, 1, 6);
    variable(&mut body, producer.len() as u64, 6);
    producer.bytes().for_each(|byte| variable(&mut body, u64::from(byte), 6));
    fixed(&mut body, 0, 5);
    align(&mut body);
    fixed(&mut bits, 0xdec0_4342, 32);
    fixed(&mut bits, 1, 2);
    variable(&mut bits, 13, 8);
    variable(&mut bits, 5, 4);
    align(&mut bits);
    fixed(&mut bits, body.len() as u64 / 32, 32);
    bits.extend(body);
    bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |value, &bit| value << 1 | u8::from(bit))).collect()
}
