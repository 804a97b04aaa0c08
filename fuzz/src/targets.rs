//! The targets: one for each kind of file that Pleach reads.

use std::path::Path;

use expr::Pool;
use front_llvm::Input;
use ir::{DEFAULT_CAP, Estimate};
use report::lcov::Lcov;
use report::{KTest, Summary, prediction};
use solver::Replay;

/// A function that reads bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The directories of the initial cases, relative to the root of the repository.
    pub corpus: &'static [&'static str],
    /// The number of cases that the test command runs. Some targets start a process for each case.
    pub cases: u64,
    read: fn(&[u8]) -> bool,
}

/// All targets.
pub const TARGETS: [Target; 12] = [
    Target { name: "llvm", corpus: &["fuzz/corpus/llvm"], cases: 60, read: llvm },
    Target { name: "symbols", corpus: &["fuzz/corpus/llvm"], cases: 60, read: symbols },
    Target { name: "elf", corpus: &["fuzz/corpus/elf"], cases: 1000, read: elf },
    Target { name: "microc", corpus: &["tests/suite/microc"], cases: 2000, read: microc },
    Target { name: "ir", corpus: &["tests/suite/ir"], cases: 2000, read: ir },
    Target { name: "costs", corpus: &["tests/suite/ir"], cases: 500, read: costs },
    Target { name: "smt", corpus: &["tests/suite/smt"], cases: 150, read: smt },
    Target { name: "queries", corpus: &["fuzz/corpus/queries"], cases: 500, read: queries },
    Target { name: "terms", corpus: &["fuzz/corpus/queries", "tests/suite/smt"], cases: 1000, read: terms },
    Target { name: "ktest", corpus: &["fuzz/corpus/ktest"], cases: 5000, read: ktest },
    Target { name: "run", corpus: &["fuzz/corpus/run"], cases: 2000, read: run_directory },
    Target { name: "lcov", corpus: &["fuzz/corpus/lcov"], cases: 5000, read: lcov },
];

/// The target with this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

impl Target {
    /// Reads a case, and returns whether it was understood.
    pub fn run(&self, bytes: &[u8]) -> bool {
        (self.read)(bytes)
    }
}

/// LLVM bitcode and text, as `pleach run` takes it. Damage that crashes LLVM stays in a child process.
fn llvm(bytes: &[u8]) -> bool {
    let input = Input::Bytes { name: "case".to_owned(), bytes: bytes.to_vec() };
    let loaded = front_llvm::load(&[input], &front_llvm::Options::default());
    loaded.is_ok_and(|loaded| ir::verify(&loaded.module).is_ok())
}

/// The same files, of which only the names of symbols are read.
fn symbols(bytes: &[u8]) -> bool {
    let input = Input::Bytes { name: "case".to_owned(), bytes: bytes.to_vec() };
    front_llvm::symbols(&[input], &front_llvm::Options::default()).is_ok()
}

/// Executables and their debug information.
fn elf(bytes: &[u8]) -> bool {
    let options = front_riscv::Options::default();
    let _ = front_riscv::unwind(bytes);
    front_riscv::load(bytes, &options).is_ok_and(|module| ir::verify(&module).is_ok())
}

/// microc programs.
fn microc(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let source = front_microc::Source::new("case", text);
    let Ok(program) = front_microc::load(&source) else { return false };
    let _ = front_microc::lower(&source, &program, "main");
    true
}

/// Programs in the text form of the IR. A program that was read must print to something that reads back.
fn ir(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Ok(module) = ir::parse_module(text) else { return false };
    let _ = ir::verify(&module);
    let printed = module.to_string();
    assert_eq!(ir::parse_module(&printed).expect("what is printed is read"), module, "{printed}");
    true
}

/// The same programs, with their static costs computed in both ways, as `pleach analyze costs` does.
fn costs(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Ok(module) = ir::parse_module(text) else { return false };
    if ir::verify(&module).is_err() {
        return false;
    }
    for estimate in [Estimate::Recursive { kappa: 2 }, Estimate::Lattice { cap: DEFAULT_CAP }] {
        let costs = exec::static_costs(&module, estimate);
        assert_eq!(costs.functions().count(), module.functions.len());
    }
    true
}

/// Limits that keep every question short.
fn modest() -> solver::Config {
    solver::Config { conflicts: Some(100), question_memory: Some(1 << 22), ..solver::Config::default() }
        .without(solver::Technique::External)
}

/// SMT-LIB scripts.
fn smt(bytes: &[u8]) -> bool {
    let config = front_smt::Config { solver: modest(), ..front_smt::Config::default() };
    let mut output = Vec::new();
    let _ = front_smt::Session::new(config).run(&mut &bytes[..], &mut output);
    !output.is_empty() && !output.starts_with(b"(error")
}

/// Query logs.
fn queries(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut replay = Replay::new(modest());
    let read = replay.script(text).is_ok();
    let _ = replay.report();
    read
}

/// Scripts of terms, as in query logs.
fn terms(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    expr::parse_script(&mut Pool::new(), text).is_ok()
}

/// Tests. A test that was read must be written so that it reads back.
fn ktest(bytes: &[u8]) -> bool {
    let Ok(test) = KTest::from_bytes(bytes) else { return false };
    let again = KTest::from_bytes(&test.to_bytes()).expect("what is written is read");
    // An empty argument is written as a single zero byte, and an object without bytes is left out.
    assert!(again.args.len() == test.args.len() && again.objects.len() <= test.objects.len());
    true
}

/// The other files of a run directory: predictions and the summary.
fn run_directory(bytes: &[u8]) -> bool {
    let dir = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(dir.path().join(prediction::FILE), bytes).expect("a file can be written");
    let predictions = prediction::read_all(dir.path());
    for prediction in predictions.iter().flatten() {
        let _ = (prediction.describe(), prediction.kind(), prediction.printed());
    }
    let summary = serde_json::from_slice::<Summary>(bytes).map(|summary| summary.to_json());
    let _ = report::query_log::scripts(Path::new("no/such/directory"));
    summary.is_ok() || predictions.is_ok_and(|all| !all.is_empty())
}

/// Line coverage.
fn lcov(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Ok(lcov) = Lcov::parse(text) else { return false };
    let printed = lcov.to_text();
    assert_eq!(Lcov::parse(&printed).expect("what is printed is read").totals(), lcov.totals());
    true
}
