//! Checks the programs in `bench/ase/`: at small sizes, Pleach explores exactly as many paths as there are.
//!
//! The number of paths is found by running the program natively on every input and counting different sequences
//! of branches (`traces.c`), and where the table below has a number, by arithmetic as well. The programs' own
//! checks of their results hold both natively and for Pleach.

#[path = "../sandbox/mod.rs"]
mod sandbox;

#[path = "../riscv/cross.rs"]
mod cross;
mod riscv;

use std::path::{Path, PathBuf};
use std::process::Command;

use report::toolchain::Clang;
use sandbox::{Sandbox, done};

/// A program and its macros.
struct Case {
    program: &'static str,
    defines: &'static str,
    /// The greatest value of an input.
    bound: u64,
    /// The number of paths, where it is known by arithmetic.
    paths: Option<u64>,
}

const fn case(program: &'static str, defines: &'static str, bound: u64, paths: u64) -> Case {
    Case { program, defines, bound, paths: Some(paths) }
}

const fn uncounted(program: &'static str, defines: &'static str, bound: u64) -> Case {
    Case { program, defines, bound, paths: None }
}

/// One symbolic number among nine given ones: it has ten possible places.
const ONE_OF_10: &str = "-DSIZE=10 -DSYMBOLIC=1";
/// Three symbolic numbers among three given ones: 4 * 5 * 6 orders, less one that needs three different numbers
/// where there is room for two.
const THREE_OF_6: &str = "-DSIZE=6 -DSYMBOLIC=3";
/// Four symbolic numbers in every order: 4!.
const FOUR_OF_4: &str = "-DSIZE=4 -DSYMBOLIC=4";

fn cases() -> Vec<Case> {
    vec![
        case("bubble_sort", ONE_OF_10, 20, 10),
        case("bubble_sort", THREE_OF_6, 12, 4 * 5 * 6 - 1),
        case("bubble_sort", FOUR_OF_4, 8, 24),
        uncounted("heap_sort", ONE_OF_10, 20),
        uncounted("heap_sort", THREE_OF_6, 12),
        uncounted("heap_sort", FOUR_OF_4, 8),
        case("insertion_sort", ONE_OF_10, 20, 10),
        case("insertion_sort", THREE_OF_6, 12, 4 * 5 * 6 - 1),
        case("insertion_sort", FOUR_OF_4, 8, 24),
        case("merge_sort", ONE_OF_10, 20, 10),
        case("merge_sort", THREE_OF_6, 12, 4 * 5 * 6 - 1),
        case("merge_sort", FOUR_OF_4, 8, 24),
        case("quick_sort", ONE_OF_10, 20, 10),
        uncounted("quick_sort", THREE_OF_6, 12),
        case("quick_sort", FOUR_OF_4, 8, 24),
        uncounted("selection_sort", ONE_OF_10, 20),
        uncounted("selection_sort", THREE_OF_6, 12),
        uncounted("selection_sort", FOUR_OF_4, 8),
        uncounted("merge_sort", "-DSIZE=10 -DSYMBOLIC=2 -DREPEATS", 20),
        uncounted("dijkstra", "-DVERTICES=4 -DLIMIT=5", 5),
        uncounted("kruskal", "-DVERTICES=4 -DLIMIT=5", 5),
        uncounted("bellman_ford", "-DVERTICES=4 -DLIMIT=5", 5),
        // The search can end at every element and in every gap.
        case("binary_search", "-DSIZE=4", 8, 2 * 4 + 1),
        case("linear_find", "-DSIZE=4", 8, 4 + 1),
        uncounted("is_permutation", "-DSIZE=3", 6),
        // Pairs without a common divisor, and one case for each number that is zero.
        case("gcd", "-DLIMIT=10", 10, 63 + 2),
        uncounted("loop_invgen", "-DLIMIT=20", 20),
        // Every element but the first is a new minimum, a new maximum or neither.
        case("min_max", "-DSIZE=5", 10, 3u64.pow(4)),
        // A name of n characters has 2^n patterns of slashes.
        case("dirname", "-DLENGTH=2", 127, 1 + 2 + 4),
        case("fibonacci", "-DLIMIT=12", 12, 13),
        case("half", "-DLIMIT=20", 20, 21),
        // The numbers 16, 21, 31 and 61 make a product large, so there are five kinds of elements.
        case("outer_product", "-DSIZE=2", 100, 5 * 5),
        case("array_index", "-DSIZE=9 -DBITS=8", 99, 2),
        case("array_index", "-DSIZE=9 -DBITS=64", 99, 2),
        case("adversarial_sum", "-DCOUNT=3", 16, 1),
        case("adversarial_sum", "-DCOUNT=4 -DCONTROL", 32, 1),
        uncounted("mixing", "-DBITS=3 -DLIMIT=30", 30),
        uncounted("substitution", "-DLENGTH=2 -DROUNDS=2 -DLIMIT=30", 30),
    ]
}

#[test]
fn small_programs_have_as_many_paths_as_ways_to_go() {
    let cases = cases();
    let native = Native::new();
    let (first, second) = cases.split_at(cases.len() / 2);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let halves = [first, second].map(|half| {
            let native = &native;
            scope.spawn(move || half.iter().filter_map(|case| native.judge(case)).collect::<Vec<_>>())
        });
        halves.into_iter().flat_map(|half| half.join().expect("a case does not panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_program_is_a_case() {
    let cases = cases();
    for name in sandbox::names(&root().join("bench/ase")) {
        let program = name.strip_suffix(".c");
        assert!(program.is_none_or(|program| cases.iter().any(|case| case.program == program)), "{name} is not tested");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace exists")
}

/// The tools to run programs natively.
struct Native {
    clang: PathBuf,
    sandbox: Sandbox,
}

impl Native {
    fn new() -> Native {
        let native = Native { clang: Clang::find().expect("clang is installed").path, sandbox: Sandbox::new() };
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ase_programs/traces.c");
        native.run(native.compiler().args(["-c", "-O1", "-o", "traces.o"]).arg(driver));
        native
    }

    fn compiler(&self) -> Command {
        let mut command = Command::new(&self.clang);
        command.arg("-I").arg(root().join("include"));
        command
    }

    /// What is wrong with a case, if anything.
    fn judge(&self, case: &Case) -> Option<String> {
        let (native, explored) = (self.ways(case), explored(case));
        let expected = case.paths.unwrap_or(native);
        let right = native == expected && explored == expected;
        let Case { program, defines, .. } = case;
        (!right).then(|| format!("{program} {defines}: {expected} expected, {native} natively, {explored} explored"))
    }

    /// The number of different sequences of branches that a program takes natively.
    fn ways(&self, case: &Case) -> u64 {
        let words: Vec<&str> = case.defines.split(' ').collect();
        let name = format!("{}{}", case.program, case.defines.replace(' ', ""));
        let (object, binary) = (format!("{name}.o"), format!("{name}.bin"));
        let source = root().join("bench/ase").join(format!("{}.c", case.program));
        let coverage = "-fsanitize-coverage=edge,trace-pc-guard,no-prune";
        self.run(self.compiler().args(["-c", "-Dmain=program", coverage, "-o", &object]).args(&words).arg(source));
        self.run(self.compiler().args(["-o", &binary, "traces.o", &object]));
        let output = self.run(Command::new(self.sandbox.path(&binary)).arg(case.bound.to_string()));
        let (paths, runs) = output.trim().split_once(' ').expect("two numbers");
        assert_ne!(runs, "0", "{name}: no input was tried");
        paths.parse().expect("a number")
    }

    fn run(&self, command: &mut Command) -> String {
        let output = command.current_dir(self.sandbox.path("")).output().expect("it starts");
        done(output).code(0).stdout
    }
}

/// The number of paths that Pleach explores.
fn explored(case: &Case) -> u64 {
    let sandbox = Sandbox::new();
    let source = root().join("bench/ase").join(format!("{}.c", case.program));
    let source = source.to_str().expect("a path in UTF-8");
    let run = sandbox.pleach(&["run", "--cflags", case.defines, source]);
    run.code(0).says("no bugs; every path was explored");
    sandbox.summary()["paths"]["completed"].as_u64().expect("a number")
}
