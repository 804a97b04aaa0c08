//! Compares the meaning of instructions with qemu: random sequences on random registers must give the same
//! registers.
//!
//! Many sequences form one program, which prints all registers after each of them. Both qemu and the executor
//! run it, and their output must be the same. `PLEACH_RANDOM_SEED` selects other sequences,
//! `PLEACH_RANDOM_CASES` sets how many there are.

mod damaged;
mod encode;
mod generate;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use exec::{Config, Technique, Termination};
use front_riscv::{ENTRY, Options};
use generate::{Program, WORDS};
use test_support::{Collector, Random, cases, round};

/// The default number of sequences.
const CASES: u64 = 12_000;
/// The number of sequences in one program.
const PROGRAM: usize = 4_000;

fn executed(program: &Program, without: Vec<Technique>) -> Vec<u8> {
    let module = front_riscv::load(&program.file, &Options::default()).expect("the program is well-formed");
    if let Err(errors) = ir::verify(&module) {
        panic!("{}", errors[0]);
    }
    let mut printed = Collector::default();
    let config = Config { entry: ENTRY.to_owned(), without, ..Config::default() };
    exec::run(&module, &config, &mut printed).expect("the program starts");
    let [end] = &printed.ends[..] else { panic!("a concrete program has one path, not {}", printed.ends.len()) };
    assert_eq!(end.termination, Termination::Exit(0), "how the program ends");
    end.output.clone()
}

fn emulated(program: &Program) -> Vec<u8> {
    let file = tempfile::NamedTempFile::new().expect("there is room for a file");
    fs::write(file.path(), &program.file).expect("there is room for a file");
    fs::set_permissions(file.path(), fs::Permissions::from_mode(0o700)).expect("the file is ours");
    let path = file.into_temp_path();
    let output = Command::new("qemu-riscv64").arg(&path).stdin(Stdio::null()).output();
    let output =
        output.unwrap_or_else(|error| panic!("qemu-riscv64 cannot be run ({error}): cargo xtask setup installs it"));
    assert!(output.status.success(), "qemu ends with {}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Compares the output sequence by sequence.
fn compare(program: &Program, expected: &[u8], found: &[u8]) {
    let size = 8 * WORDS;
    assert_eq!(expected.len(), size * program.sequences.len(), "qemu prints after every sequence");
    let pairs = expected.chunks(size).zip(found.chunks(size));
    if let Some(index) = pairs.clone().position(|(expected, found)| expected != found) {
        let (expected, found) = (&expected[index * size..][..size], &found[index * size..]);
        let mut text = format!("sequence {index} differs:\n{}", program.sequences[index]);
        for (word, (a, b)) in expected.chunks(8).zip(found.chunks(8)).enumerate().filter(|(_, (a, b))| a != b) {
            let name = match word {
                0..30 => riscv::INTEGER_REGISTERS[word + 1],
                30..59 => riscv::FLOAT_REGISTERS[word - 30],
                _ => "fcsr",
            };
            let number = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or(0);
            text.push_str(&format!("{name}: qemu {:#x}, executor {:#x}\n", number(a), number(b)));
        }
        panic!("{text}");
    }
    assert_eq!(expected.len(), found.len(), "the executor prints after every sequence");
}

#[test]
fn random_sequences_as_under_qemu() {
    let cases = cases().unwrap_or(CASES).max(CASES);
    let mut random = Random::new(round().unwrap_or(1));
    let mut done = 0;
    while done < cases {
        let program = generate::program(&mut random, PROGRAM);
        let expected = emulated(&program);
        compare(&program, &expected, &executed(&program, Vec::new()));
        done += PROGRAM as u64;
    }
    println!("{done} sequences of instructions compared with qemu");
}

#[test]
fn the_general_step_agrees() {
    let mut random = Random::new(round().unwrap_or(1) ^ 0x5eed);
    let program = generate::program(&mut random, PROGRAM / 8);
    let expected = emulated(&program);
    compare(&program, &expected, &executed(&program, vec![Technique::FastPath]));
}
