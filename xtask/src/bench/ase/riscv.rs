//! `cargo xtask bench ase --riscv`: the same programs as executables for 64-bit RISC-V, beside their sources.
//!
//! A program has the same number of paths as a source and as an executable, in every mode; the command fails on
//! a row where that is not so. The executables are built without a C library, so that both run the same code.
//! The same is done with a program without input, for which instructions executed a second are compared: the
//! source may be at most [`SLOWEST`] times as fast.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::rows::{ROWS, Row};
use crate::bench::measure::{Bench, Job, Run};
use crate::bench::mode::Mode;
use crate::bench::table::{Table, count, number};
use crate::bench::{Section, record};
use crate::project::root;

const GCC: &str = "riscv64-linux-gnu-gcc";
/// The source of the start and end of a program without a C library.
const START: &str = "crates/pleach/tests/riscv/bare.c";

/// The greatest allowed ratio of the source's speed to the executable's.
const SLOWEST: f64 = 3.0;
/// The levels of optimisation at which speeds are compared.
const LEVELS: [&str; 2] = ["-O0", "-O1"];

/// A row in one mode: from the source, and as an executable.
struct Pair {
    program: &'static str,
    mode: Mode,
    source: Run,
    executable: Run,
}

/// Runs every row both ways in every mode.
pub fn bench(bench: &Bench, modes: &[Mode]) -> Result<(), String> {
    let mut pairs = Vec::new();
    for row in ROWS.iter().filter(|row| bench.wants(row.name)) {
        let executable = build(bench, row)?;
        for &mode in modes {
            let program = executable.to_str().ok_or("the directory for results has no name in UTF-8")?;
            let job = Job { program, defines: Vec::new(), flags: mode.flags.to_vec() };
            let (source, executable) = (super::run(bench, row, mode)?, bench.run(&job)?);
            pairs.push(Pair { program: row.name, mode, source, executable });
        }
    }
    let speeds = if bench.wants("concrete") { speeds(bench)? } else { Vec::new() };
    if pairs.is_empty() && speeds.is_empty() {
        return Err("no row has that word in its name".to_owned());
    }
    let long = [table(&pairs)];
    let short = [sums(&pairs, modes), speed_table(&speeds)];
    long.iter().chain(&short).for_each(|table| println!("\n{}", table.text()));
    if bench.settings.only.is_none() && !bench.settings.quick {
        let remark = format!("; each run was limited to {}", bench.settings.max_time);
        record(Section::Executables, &remark, &short, &long)?;
    }
    let slow = speeds.iter().filter(|speed| !bench.settings.quick && speed.ratio() > SLOWEST);
    let slow = slow.map(|speed| format!("concrete code at {} is {} times slower", speed.level, number(speed.ratio())));
    let wrong: Vec<String> = pairs.iter().filter_map(complaint).chain(slow).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Instructions a second at a level of optimisation, for the source and for the executable.
struct Speed {
    level: &'static str,
    source: f64,
    executable: f64,
}

impl Speed {
    fn ratio(&self) -> f64 {
        self.source / self.executable
    }
}

/// Runs the program without input both ways.
fn speeds(bench: &Bench) -> Result<Vec<Speed>, String> {
    let per_second: fn(&Run) -> f64 = |run| run.instructions() / run.seconds_without_writing();
    let rounds = format!("ROUNDS={}", bench.scale(100, 1));
    let mut speeds = Vec::new();
    for level in LEVELS {
        let program = Path::new("bench/concrete.c");
        let file = compile(bench, &format!("concrete{level}"), level, std::slice::from_ref(&rounds), program)?;
        let file = file.to_str().ok_or("the directory for results has no name in UTF-8")?;
        let source = Job { program: "concrete.c", defines: vec![rounds.clone()], flags: vec!["--cflags", level] };
        let executable = Job { program: file, defines: Vec::new(), flags: Vec::new() };
        let source = per_second(&bench.middle_of_three(&source, per_second)?);
        let executable = per_second(&bench.middle_of_three(&executable, per_second)?);
        speeds.push(Speed { level, source, executable });
    }
    Ok(speeds)
}

fn speed_table(speeds: &[Speed]) -> Table {
    let row = |speed: &Speed| {
        let Speed { level, source, executable } = *speed;
        vec![level.to_owned(), number(source), number(executable), format!("{}×", number(speed.ratio()))]
    };
    Table {
        title: "Concrete code as an executable for RISC-V".to_owned(),
        remark: "Instructions a second of `concrete.c`, as the executor counts them, from the source and of the executable; the middle of \
                 three runs each."
            .to_owned(),
        columns: ["compiled with", "from the source", "RISC-V", "source / RISC-V"].map(str::to_owned).to_vec(),
        rows: speeds.iter().map(row).collect(),
    }
}

/// Compiles the program of a row.
fn build(bench: &Bench, row: &Row) -> Result<PathBuf, String> {
    let program = Path::new("bench/ase").join(format!("{}.c", row.program));
    compile(bench, &row.name.replace([' ', '/'], "_"), "-O0", &super::defines(bench, row), &program)
}

/// Compiles a program.
fn compile(bench: &Bench, name: &str, level: &str, defines: &[String], program: &Path) -> Result<PathBuf, String> {
    let file = bench.directory()?.join(format!("{name}.elf"));
    let mut command = Command::new(GCC);
    command.args([level, "-w", "-static", "-nostdlib", "-fno-builtin", "-I", "include", "-o"]).arg(&file);
    command.args(defines.iter().map(|define| format!("-D{define}")));
    command.arg(program).arg(START).current_dir(root());
    let output = command.output();
    let output = output.map_err(|error| format!("cannot run {GCC} ({error}): cargo xtask setup installs it"))?;
    if output.status.success() { Ok(file) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn complaint(pair: &Pair) -> Option<String> {
    let Pair { program, mode, source, executable } = pair;
    let cut = !source.complete() || !executable.complete();
    let (expected, found) = (source.paths(), executable.paths());
    if cut {
        return Some(format!("{program} was cut short in mode {}", mode.name));
    }
    (expected != found || executable.findings() > 0).then(|| {
        let (expected, found) = (count(expected), count(found));
        format!("{program}, mode {}: {expected} paths from the source, {found} of the executable", mode.name)
    })
}

/// The sums over all programs, for each mode.
fn sums(pairs: &[Pair], modes: &[Mode]) -> Table {
    let row = |mode: &Mode| {
        let pairs: Vec<&Pair> = pairs.iter().filter(|pair| pair.mode == *mode).collect();
        let sum = |of: fn(&Pair) -> f64| pairs.iter().copied().map(of).sum::<f64>();
        vec![
            mode.name.to_owned(),
            pairs.len().to_string(),
            count(sum(|pair| pair.source.paths())),
            count(sum(|pair| pair.executable.paths())),
            number(sum(|pair| pair.source.seconds())),
            number(sum(|pair| pair.executable.seconds())),
        ]
    };
    Table {
        title: "Executables for RISC-V beside their sources: sums".to_owned(),
        remark: "Paths and seconds, from the source and of the executable.".to_owned(),
        columns: ["mode", "programs", "paths", "paths, RISC-V", "s", "s, RISC-V"].map(str::to_owned).to_vec(),
        rows: modes.iter().map(row).collect(),
    }
}

fn table(pairs: &[Pair]) -> Table {
    let row = |pair: &Pair| {
        let (source, executable) = (&pair.source, &pair.executable);
        vec![
            pair.program.to_owned(),
            pair.mode.name.to_owned(),
            count(source.paths()),
            count(executable.paths()),
            number(source.seconds()),
            number(executable.seconds()),
        ]
    };
    Table {
        title: "Executables for RISC-V beside their sources".to_owned(),
        remark: "Paths and seconds, from the source and of the executable.".to_owned(),
        columns: ["program", "mode", "paths", "paths, RISC-V", "s", "s, RISC-V"].map(str::to_owned).to_vec(),
        rows: pairs.iter().map(row).collect(),
    }
}
