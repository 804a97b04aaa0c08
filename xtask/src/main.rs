//! The project's chores: `cargo xtask` and the name of a task.
//!
//! **Invariant.** Nothing here is part of the product. A task uses Pleach as a user does: by running the binary
//! and reading the files that it writes.

mod archive;
mod bench;
mod command;
mod date;
mod demo;
mod licences;
mod long;
mod numbers;
mod project;
mod real;
mod setup;
mod test;
mod tidy;

use std::process::ExitCode;

const HELP: &str = "\
Chores of the project. Usage: cargo xtask COMMAND

  demo     set up, build, find a bug in examples/message.c and watch it happen natively
  test     set up, then every check and every test; what CI runs
             --long        afterwards, the solver with CaDiCaL, and random tests on new seeds, recorded in docs/verification.md
             --hours N     for how long (1; fractions are fine)
             --seed S      the first seed (by default taken from the clock)
  check    only the quick checks: format, tidy, licences
  bench    measure, compare with KLEE's figures, and write docs/benchmarks.md; this and the others below also add
           all their tables to docs/benchmarks-history.md
             --quick       small settings, nothing written: only to see that it works
             --max-time T  the limit of each run (60s)
             --only WORD   only the measurements whose name contains the word; nothing written
  bench solver
           measure the solver's questions beside Z3's library, those of runs also alone, and write docs/benchmarks.md;
           fails if a question costs much more in a run than alone
             --quick       few questions, nothing written
             --only WORD   only the classes whose name contains the word; nothing written
             --seed S      other questions; nothing written
             --log DIR     the questions that pleach run --log-queries DIR wrote down; nothing written
  bench ase
           explore the programs in bench/ase with the stages for orders and value sets on and off, and write
           docs/benchmarks.md; fails if modes differ in paths or a goal is missed
             --quick       small sizes, nothing written
             --only WORD   only the programs whose name contains the word; nothing written
             --modes A,B   only these modes; nothing written
             --riscv       as executables for RISC-V, too: as many paths in every mode, and concrete code at most 3 times
                           slower; writes a section of its own, also with --modes
             --max-time T  the limit of each run (15min)
  bench arrays
           explore the programs in bench/arrays with fewer and fewer axioms about tables, ask Z3 the same questions, and write
           docs/benchmarks.md; fails if modes differ in what they find, or if there is no speed-up of 5 in the mean
             --quick       a second each, nothing written
             --only WORD   only the programs whose name contains the word; nothing written
             --modes A,B   only these of all, type, interval, both- (without the pre-check) and both; nothing written
             --max-time T  the budget of each run (10s)
  bench merging
           explore the functions in bench/merging, and some of libraries that it fetches, in every mode of sizes and of merging,
           and write docs/benchmarks.md; fails if modes differ in what they find
             --quick       small buffers, nothing written
             --only WORD   only the functions whose name contains the word; nothing written
             --modes A,B   only these modes; nothing written
             --max-time T  the limit of each run (10s)
  bench memory
           explore the programs in bench/memory in every memory model, and write docs/benchmarks.md; fails if models differ in what
           they find
             --quick       two seconds each, nothing written
             --only WORD   only the programs whose name contains the word; nothing written
             --modes A,B   only these models; nothing written
             --max-time T  the limit of each run (10s)
  bench compare --with BINARY
           run this build and another one in turns on the same programs, and print ratios of processor time and memory;
           nothing written
             --times N     runs of each build and program (7)
             --quick       small settings, only to see that it works
             --only WORD   only the measurements whose name contains the word
  bench microc
           explore generated microc programs with every strategy, beside a thesis' figures, and write docs/benchmarks.md
             --quick        three programs a set, nothing written
             --limit MS     the limit of each exploration in milliseconds (250)
             --only WORD    only the sets whose name contains the word; nothing written
             --search A,B   only these strategies; nothing written
  fuzz TARGET|all
           give a reader of files anything but what it expects; targets are listed if there is none of the name
             --seconds N    for so long (60)
             --cases N      so many cases
             --seed S       other cases
  real     build programs of the distribution with pleach build, explore and replay them, and write docs/real-programs.md
             --quick       a few seconds each; nothing written
             --only WORD   only the programs whose package or name contains the word; nothing written
             --max-time T  the limit of each run (60s)
  setup    install the tools that the tests need and that are missing (clang, gcc, g++, z3, and for RISC-V a cross gcc and qemu)
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.split_first() {
        None | Some((&("help" | "--help" | "-h"), _)) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some((&"setup", [])) => setup::setup(),
        Some((&"demo", [])) => demo::demo(),
        Some((&"test", rest)) => test::test(rest),
        Some((&"check", [])) => test::check(),
        Some((&"bench", rest)) => bench::bench(rest),
        Some((&"real", rest)) => real::real(rest),
        Some((&"fuzz", rest)) => {
            command::show(project::cargo(["run", "--quiet", "--package", "fuzz", "--"]).args(rest))
        }
        Some((word, _)) => Err(format!("cannot make sense of '{word}' and what follows it\n\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            if !message.is_empty() {
                eprintln!("{}", message.trim_end());
            }
            ExitCode::FAILURE
        }
    }
}
