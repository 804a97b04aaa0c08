//! A program as optimised bitcode: it must behave as it does from its source. An ordinary run tries one level,
//! chosen by the program's name; the long mode and runs with `SUITE_FILTER` try all of them.

use std::path::Path;
use std::process::Command;

use report::Prediction;
use report::toolchain::Clang;

use crate::binary;
use crate::case::Case;
use crate::configuration::everything;
use crate::explore::Explored;

/// The optimisation levels of clang that give different code.
const LEVELS: [&str; 2] = ["-O1", "-O2"];

/// Compares the bitcode at the program's levels. Returns the number of levels and the differences.
pub fn compare(case: &Case, explored: &Explored) -> (usize, Vec<String>) {
    let levels = if everything() { LEVELS.to_vec() } else { vec![LEVELS[case.draw(LEVELS.len())]] };
    (levels.len(), levels.into_iter().filter_map(|level| compare_at(level, case, explored)).collect())
}

fn compare_at(level: &str, case: &Case, explored: &Explored) -> Option<String> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let say = |what: String| Some(format!("{} at {level}: {what}", case.name));
    let bitcode = dir.path().join("program.bc");
    let mut compiler = Command::new(Clang::find().expect("clang compiled the program before").path);
    compiler.args([level, "-g", "-w", "-emit-llvm", "-c"]);
    compiler.args(shlex::split(&case.cflags).expect("the exploration understood them"));
    compiler.arg(explored.sources(case).first().expect("a program has a file")).arg("-o").arg(&bitcode);
    if !compiler.status().expect("clang starts").success() {
        return say("clang does not compile it".to_owned());
    }
    let out = dir.path().join("out");
    let mut pleach = binary::pleach();
    let output = pleach.arg("run").arg(&bitcode).arg("--output-dir").arg(&out).output().expect("pleach starts");
    match (predictions(&explored.out()).as_slice(), predictions(&out).as_slice()) {
        ([plain], [optimised]) if plain.end == optimised.end && plain.printed() == optimised.printed() => None,
        ([plain], [optimised]) => say(format!(
            "{:?} instead of {:?}\n{}\n--- instead of\n{}",
            optimised.end,
            plain.end,
            String::from_utf8_lossy(&optimised.printed()),
            String::from_utf8_lossy(&plain.printed())
        )),
        _ => say(format!("not one path\n{}", String::from_utf8_lossy(&output.stderr))),
    }
}

fn predictions(out: &Path) -> Vec<Prediction> {
    report::prediction::read_all(out).unwrap_or_default()
}
