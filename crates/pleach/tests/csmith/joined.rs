//! A generated program in which some global variables depend on a symbolic number, explored with and without joining
//! paths.
//!
//! Both explorations must be complete, cover the same lines and find the same errors, and what each test is predicted to
//! print must be what the program prints natively with the test's number.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use report::{End, KTest, Summary};

use crate::binary;
use crate::program::{INSTRUCTIONS, LENIENT, NATIVE_SECONDS, Workshop};

/// The number of values that the symbolic number can have.
const NUMBERS: u32 = 4;
/// The greatest number of variables that depend on it.
const VARIABLES: usize = 64;

/// Where the number comes from: natively from outside.
const CHOOSE: &str = "
#ifdef NATIVELY
#include <stdlib.h>
static int klee_range(int low, int high, const char *name) { return atoi(getenv(\"CHOSEN\")); }
#else
int klee_range(int low, int high, const char *name);
#endif
";

/// What an exploration found.
struct Explored {
    /// What is printed, by the number.
    printed: BTreeMap<u32, String>,
    /// Kinds and lines of errors.
    errors: Vec<(String, u32)>,
    coverage: String,
    complete: bool,
    paths: u64,
    has_joined: bool,
}

impl Workshop {
    /// Compares the program of a seed, and says whether paths were joined. `None` for a program that has one path only, or
    /// takes too long.
    pub fn compare_joined(&self, seed: u64) -> Result<Option<bool>, String> {
        let source = self.path(&format!("joined{seed}.c"));
        self.generate(seed, &source)?;
        let text = std::fs::read_to_string(&source).map_err(|error| error.to_string())?;
        let Some(text) = with_symbolic_number(&text) else { return Ok(None) };
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let apart = explore(&source, "off")?;
        if !apart.complete || apart.paths < 2 {
            return Ok(None);
        }
        let joined = explore(&source, "all")?;
        if !joined.complete {
            return Ok(None);
        }
        if (&apart.errors, &apart.coverage) != (&joined.errors, &joined.coverage) {
            return Err(format!("other errors or lines: {:?} and {:?} if joined", apart.errors, joined.errors));
        }
        let native = self.build_natively(&source, &["-O0", "-DNATIVELY"])?;
        for (number, printed) in apart.printed.iter().chain(&joined.printed) {
            let natively = run_with(&native, *number)?;
            if natively.as_ref().is_some_and(|natively| natively != printed) {
                return Err(format!("with {number}: printed {printed:?}, natively {natively:?}"));
            }
        }
        for file in [&source, &native] {
            let _ = std::fs::remove_file(file);
        }
        Ok(Some(joined.has_joined))
    }
}

/// The program with a symbolic number added to some of its global variables. `None` if it has none of a kind that can
/// have any value.
fn with_symbolic_number(text: &str) -> Option<String> {
    let mut changes = String::from("\n    int chosen = klee_range(0, 4, \"chosen\");\n");
    let mut count = 0;
    for line in text.lines() {
        let Some((declared, _)) = line.strip_prefix("static ").and_then(|line| line.split_once(" = ")) else {
            continue;
        };
        let declared = declared.strip_prefix("volatile ").unwrap_or(declared);
        let Some((kind, name)) = declared.split_once(' ') else { continue };
        let is_number = kind.starts_with("int") || kind.starts_with("uint");
        if is_number && name.starts_with("g_") && !name.contains(['*', '[', ' ']) && count < VARIABLES {
            changes.push_str(&format!("    {name} += chosen;\n"));
            count += 1;
        }
    }
    let main = text.find("int main (void)")?;
    let begin = main + text[main..].find('{')? + 1;
    (count > 0).then(|| format!("{CHOOSE}{}{changes}{}", &text[..begin], &text[begin..]))
}

fn explore(source: &Path, merge: &str) -> Result<Explored, String> {
    let out = source.with_extension(merge);
    let mut run = binary::pleach();
    run.args(["run", "--quiet", "--tests", "all", "--klee-exit-codes", "--merge", merge]);
    // Whatever it costs: nearly everything in these programs is asked about again.
    run.args(["--tune", "exec.merge_cost=1048576,exec.merge_alternatives=1048576"]);
    // The time limit only stops what is not compared.
    run.args(["--max-instructions", INSTRUCTIONS, "--max-time", "3s", "--output-dir"]).arg(&out);
    run.arg("--cflags").arg(format!("{} -O0", LENIENT.join(" "))).arg(source);
    let run = run.output().map_err(|error| error.to_string())?;
    if !run.status.success() {
        return Err(format!("--merge {merge}: pleach failed: {}", String::from_utf8_lossy(&run.stderr)));
    }
    let read = |name: &str| std::fs::read(out.join(name)).map_err(|error| format!("{name}: {error}"));
    let summary: Summary = serde_json::from_slice(&read("summary.json")?).map_err(|error| error.to_string())?;
    let mut printed = BTreeMap::new();
    for prediction in report::prediction::read_all(&out).map_err(|error| error.to_string())? {
        let test = KTest::from_bytes(&read(&prediction.test)?).map_err(|error| error.to_string())?;
        let [chosen] = &test.objects[..] else { continue };
        let number = chosen.bytes.first().copied().map_or(NUMBERS, u32::from);
        if number < NUMBERS && matches!(prediction.end, End::Exit { exit_code: 0 }) {
            printed.insert(number, String::from_utf8_lossy(&prediction.printed()).into_owned());
        }
    }
    let mut errors: Vec<(String, u32)> =
        summary.findings.iter().map(|finding| (finding.kind.clone(), finding.line)).collect();
    errors.sort();
    let explored = Explored {
        printed,
        errors,
        coverage: String::from_utf8_lossy(&read(report::COVERAGE)?).into_owned(),
        complete: summary.complete,
        paths: summary.paths.completed + summary.paths.errors,
        has_joined: summary.paths.represented > summary.paths.completed,
    };
    let _ = std::fs::remove_dir_all(&out);
    Ok(explored)
}

/// What the program prints with a number; `None` if it takes too long.
fn run_with(native: &Path, number: u32) -> Result<Option<String>, String> {
    let limited = format!("ulimit -t {NATIVE_SECONDS}; exec \"$0\"");
    let mut run = Command::new("sh");
    run.arg("-c").arg(limited).arg(native).env("CHOSEN", number.to_string()).stdin(Stdio::null());
    let output = run.output().map_err(|error| error.to_string())?;
    Ok((output.status.code() == Some(0)).then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
}
