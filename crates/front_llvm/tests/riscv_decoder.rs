//! Compares the decoder of RISC-V instructions with LLVM's disassembler: all 2-byte encodings, and random
//! 4-byte ones.
//!
//! Both must accept the same encodings as instructions, of the same length, and print the same text.
//! `PLEACH_RANDOM_SEED` selects other random encodings, `PLEACH_RANDOM_CASES` sets their number.

use front_llvm::Disassembler;
use test_support::{Random, cases, round};

const EXTENSIONS: &std::ffi::CStr = c"+m,+a,+f,+d,+c,+zicsr,+zifencei";
/// The default number of random 4-byte encodings.
const CASES: u64 = 1_500_000;

/// How the two differ on an encoding, if they do; and whether LLVM takes it for an instruction.
fn difference(llvm: &mut Disassembler, bytes: &[u8]) -> (Option<String>, bool) {
    let expected = llvm.text(bytes);
    let found = riscv::decode(bytes).map(|instruction| (instruction.to_string(), usize::from(instruction.len)));
    let known = expected.is_some();
    ((expected != found).then(|| format!("{bytes:02x?}: LLVM {expected:?}, found {found:?}")), known)
}

fn assert_none(differences: &[String]) {
    let shown = differences.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} encodings differ, for one:\n{shown}", differences.len());
}

#[test]
fn all_encodings_of_two_bytes() {
    let mut llvm = Disassembler::rv64(EXTENSIONS);
    let mut differences = Vec::new();
    let mut known = 0;
    // Encodings that end in 11 are the first halves of longer ones, and no instructions by themselves.
    for half in 0..=u16::MAX {
        let (difference, is_known) = difference(&mut llvm, &half.to_le_bytes());
        differences.extend(difference);
        known += u64::from(is_known);
    }
    assert_none(&differences);
    assert!(known > 40_000, "most encodings are instructions, {known} were");
}

#[test]
fn random_encodings_of_four_bytes() {
    let mut llvm = Disassembler::rv64(EXTENSIONS);
    let mut random = Random::new(round().unwrap_or(1));
    let rows: Vec<(u32, u32)> = riscv::encodings().map(|(_, bits, mask)| (bits, mask)).collect();
    let cases = cases().unwrap_or(CASES).max(CASES);
    let mut differences = Vec::new();
    let mut known = 0;
    for _ in 0..cases {
        let word = random.bits() as u32;
        let choice = random.bits();
        let (bits, mask) = rows[(choice >> 8) as usize % rows.len()];
        let word = match choice % 8 {
            // any word
            0 => word | 3,
            // the opcode of an instruction
            1 | 2 => word & !0x7f | bits & 0x7f,
            // an instruction with one bit wrong
            3 => (word & !mask | bits) ^ 1 << (2 + (choice >> 32) % 30),
            // an instruction with any operands
            _ => word & !mask | bits,
        };
        let (difference, is_known) = difference(&mut llvm, &word.to_le_bytes());
        differences.extend(difference);
        known += u64::from(is_known);
        if differences.len() > 1000 {
            break;
        }
    }
    assert_none(&differences);
    println!("{cases} encodings of four bytes compared, {known} of them instructions");
    assert!(known > cases / 3, "too few of the encodings are instructions: {known} of {cases}");
}
