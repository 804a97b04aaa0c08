//! `cargo xtask bench ase --riscv`: the same programs as executables for 64-bit RISC-V, beside their sources.
//!
//! A program has as many paths whichever way it comes to the executor, in every mode; a row where that is not so fails the
//! command. The executables are built without a C library, so that both run the same code.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::modes::Mode;
use super::rows::{ROWS, Row};
use crate::bench::measure::{Bench, Job, Run};
use crate::bench::table::{Table, count, number};
use crate::project::root;

const GCC: &str = "riscv64-linux-gnu-gcc";
/// What starts and ends a program without a C library.
const START: &str = "crates/pleach/tests/riscv/bare.c";

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
    if pairs.is_empty() {
        return Err("no row has that word in its name".to_owned());
    }
    println!("\n{}", table(&pairs).text());
    let wrong: Vec<String> = pairs.iter().filter_map(complaint).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Compiles a program.
fn build(bench: &Bench, row: &Row) -> Result<PathBuf, String> {
    let file = bench.directory()?.join(format!("{}.elf", row.name.replace([' ', '/'], "_")));
    let mut command = Command::new(GCC);
    command.args(["-O0", "-w", "-static", "-nostdlib", "-fno-builtin", "-I", "include", "-o"]).arg(&file);
    command.args(super::defines(bench, row).iter().map(|define| format!("-D{define}")));
    command.arg(Path::new("bench/ase").join(format!("{}.c", row.program))).arg(START).current_dir(root());
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
