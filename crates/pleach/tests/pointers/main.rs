//! Random programs that use pointers in every way, explored in every memory model and compared with native runs.
//!
//! A program has two or three small inputs, and natively it runs on all of them, under AddressSanitizer. In every model,
//! each input that returns natively must be that of exactly one path with the same result, each error must be one that its
//! input makes natively, and no native error may be missing. So the models also agree with each other, and that they
//! cover the same lines is compared besides. Some programs are explored with every answer checked, and some with
//! paths joined.
//!
//! `PLEACH_RANDOM_SEED` and `PLEACH_RANDOM_CASES` choose which programs and how many; a failing unit is kept
//! and named.

mod concrete;
mod explored;
mod native;
mod program;
mod shapes;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use concrete::{Run, Stop};
use exec::{MemoryModelKind, Merging};
use explored::{Explored, Way, explore};
use front_llvm::{Input, Options};
use ir::Module;
use ir::points_to::PointsTo;
use native::{End, Table};
use program::Program;
use report::toolchain::Clang;
use test_support::{cases, round};

/// The number of programs in an ordinary run. With four models 500 took 110 s of processor time.
const PROGRAMS: u64 = 400;
/// The number of programs that are compiled together.
const UNIT: u64 = 20;
/// One program in so many is explored with every answer of the solver checked.
const CHECKED: u64 = 16;
/// One in so many is explored with paths joined wherever that is possible.
const JOINED: u64 = 8;

/// What every unit begins with.
const PRELUDE: &str = include_str!("prelude.h");

/// Totals over all programs.
#[derive(Default, Debug)]
struct Counts {
    programs: u64,
    with_errors: u64,
    inputs: u64,
    /// Programs with questions that were too hard in a model, by its name.
    open: BTreeMap<&'static str, u64>,
    /// The paths in each model.
    paths: BTreeMap<&'static str, u64>,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.programs += other.programs;
        self.with_errors += other.with_errors;
        self.inputs += other.inputs;
        for (all, more) in [(&mut self.open, &other.open), (&mut self.paths, &other.paths)] {
            more.iter().for_each(|(name, count)| *all.entry(name).or_default() += count);
        }
    }
}

/// Writes, compiles and checks the programs of some numbers.
fn check_unit(clang: &Clang, seed: u64, numbers: std::ops::Range<u64>, dir: &Path) -> Result<Counts, String> {
    let programs: Vec<Program> = numbers.map(|number| shapes::generate(seed.wrapping_add(number), number)).collect();
    let text: String = programs.iter().map(Program::text).collect();
    std::fs::write(dir.join("programs.c"), format!("{PRELUDE}{text}")).map_err(|error| error.to_string())?;
    let rows: String = programs.iter().map(Program::row).collect();
    let tables = native::run_all(clang, dir, &rows)?;
    let module = load(clang, dir)?;
    let (mut counts, mut wrong) = (Counts::default(), Vec::new());
    for program in &programs {
        let natively = tables.get(&program.number).ok_or("a program without native runs")?;
        if let Err(why) = check(&module, program.number, natively, &mut counts) {
            wrong.push(format!("program {}: {why}", program.number));
        }
    }
    if wrong.is_empty() { Ok(counts) } else { Err(wrong.join("\n")) }
}

/// Explores a program in every model. An error says what is wrong in each.
fn check(module: &Module, number: u64, natively: &Table, counts: &mut Counts) -> Result<(), String> {
    let merging = if number.is_multiple_of(JOINED) { Merging::All } else { Merging::Regions };
    let mut first: Option<(&str, Explored)> = None;
    let mut wrong = Vec::new();
    for (model, name) in MemoryModelKind::NAMES {
        let way = Way { model, merging, checked: number % CHECKED == 1 };
        let explored = match explore(module, number, way, natively) {
            Ok(Some(explored)) => explored,
            Ok(None) => {
                *counts.open.entry(name).or_default() += 1;
                continue;
            }
            Err(why) => {
                wrong.push(format!("{name}: {why}"));
                continue;
            }
        };
        *counts.paths.entry(name).or_default() += explored.paths;
        if let Some((before, other)) = &first {
            // Errors are the same, as both agree with the native runs.
            if other.lines != explored.lines {
                wrong.push(format!("other lines: {:?} in {before}, {:?} in {name}", other.lines, explored.lines));
            }
        } else {
            first = Some((name, explored));
        }
    }
    counts.programs += 1;
    counts.inputs += natively.len() as u64;
    counts.with_errors += u64::from(natively.values().any(|end| matches!(end, End::Error(..))));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n  ")) }
}

/// Compiles `programs.c` to bitcode and loads it.
fn load(clang: &Clang, dir: &Path) -> Result<Module, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut compile = Command::new(&clang.path);
    compile.current_dir(dir).args(bitcode::FLAGS).args(["-w", "programs.c", "-o", "programs.bc"]);
    let compiled = compile.output().map_err(failed)?;
    if !compiled.status.success() {
        return Err(format!("does not compile: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let bytes = std::fs::read(dir.join("programs.bc")).map_err(failed)?;
    let input = Input::Bytes { name: "programs.c".to_owned(), bytes };
    let options = Options { trusted: true, ..Options::default() };
    let loaded = front_llvm::load(&[input], &options).map_err(|error| error.to_string())?;
    Ok(loaded.module)
}

#[test]
fn every_model_agrees_with_native_runs() {
    let clang = Clang::find().expect("a clang");
    let dir = tempfile::Builder::new().prefix("pleach-pointers-").tempdir().expect("a temporary directory");
    let (seed, programs) = (round().unwrap_or(0), cases().unwrap_or(PROGRAMS));
    let next = AtomicU64::new(0);
    let (counts, failures) = (Mutex::new(Counts::default()), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let begin = next.fetch_add(UNIT, Ordering::Relaxed);
                    if begin >= programs {
                        return;
                    }
                    let place: PathBuf = dir.path().join(format!("unit{begin}"));
                    std::fs::create_dir_all(&place).expect("a directory");
                    match check_unit(&clang, seed, begin..programs.min(begin + UNIT), &place) {
                        Ok(more) => {
                            counts.lock().expect("no worker panics").add(&more);
                            let _ = std::fs::remove_dir_all(&place);
                        }
                        Err(why) => {
                            failures.lock().expect("no worker panics").push(format!("{}\n{why}", place.display()));
                        }
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().expect("no worker panics");
    println!("pointer programs: {counts:?}");
    let failures = failures.into_inner().expect("no worker panics");
    if !failures.is_empty() {
        panic!("kept in {}:\n{}", dir.keep().display(), failures.join("\n"));
    }
    if programs < 100 {
        return;
    }
    assert!(
        counts.open.values().all(|open| open * 20 <= counts.programs),
        "too many questions are too hard: {counts:?}"
    );
    assert!(counts.with_errors * 10 > counts.programs, "too few programs make errors: {counts:?}");
}

/// Runs each program of a unit on all of its inputs, and compares what its accesses denote with the analysis. Returns the
/// number of accesses compared, and of locations that the analysis has for them.
fn analyse_unit(clang: &Clang, seed: u64, numbers: std::ops::Range<u64>, dir: &Path) -> Result<[u64; 2], String> {
    let programs: Vec<Program> = numbers.map(|number| shapes::generate(seed.wrapping_add(number), number)).collect();
    let text: String = programs.iter().map(Program::text).collect();
    std::fs::write(dir.join("programs.c"), format!("{PRELUDE}{text}")).map_err(|error| error.to_string())?;
    let module = load(clang, dir)?;
    let (mut compared, mut locations) = (0, 0);
    let nothing = PointsTo::new(&module, &[]).ok_or("there is machine code")?;
    for program in &programs {
        let start = module.function(&format!("start{}", program.number)).ok_or("a program without a start")?;
        let points_to = PointsTo::new(&module, &[start]).ok_or("there is machine code")?;
        let all: u64 = program.inputs.iter().product();
        for mut number in 0..all {
            let input = program.inputs.iter().map(|values| {
                let value = number % values;
                number /= values;
                value
            });
            let input: Vec<u64> = input.collect();
            let mut run = Run::new(&module, &points_to, input.clone());
            if let Err(Stop::Wrong(why)) = run.call(start, &[]) {
                return Err(format!("program {}: {why}", program.number));
            }
            compared += run.compared;
            locations += run.locations;
            // The comparison can fail.
            let refuted = Run::new(&module, &nothing, input).call(start, &[]);
            if !matches!(refuted, Err(Stop::Wrong(_))) {
                return Err(format!("program {}: an analysis of nothing agrees", program.number));
            }
        }
    }
    Ok([compared, locations])
}

#[test]
fn accesses_denote_what_the_analysis_says() {
    let clang = Clang::find().expect("a clang");
    let dir = tempfile::Builder::new().prefix("pleach-points-to-").tempdir().expect("a temporary directory");
    let (seed, programs) = (round().unwrap_or(0), cases().unwrap_or(PROGRAMS));
    let (mut compared, mut locations, mut wrong) = (0, 0, Vec::new());
    for begin in (0..programs).step_by(UNIT as usize) {
        match analyse_unit(&clang, seed, begin..programs.min(begin + UNIT), dir.path()) {
            Ok([more, known]) => {
                compared += more;
                locations += known;
            }
            Err(why) => wrong.push(why),
        }
    }
    println!("points-to analysis: {programs} programs, {compared} accesses, {locations} locations for them");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 100 * programs, "too few accesses: {compared}");
    assert!(locations < 4 * compared, "the analysis knows too little: {locations} locations for {compared} accesses");
}
