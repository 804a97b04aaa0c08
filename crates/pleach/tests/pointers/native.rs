//! The native runs of a unit of programs: what each program does on each of its inputs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use report::toolchain::Clang;

/// How a program ends on an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// It returns this.
    Result(u32),
    /// It makes an error of this kind on this line.
    Error(String, u32),
}

/// An input: the values of `a`, `b` and `c`.
pub type Input = [u32; 3];

/// What a program does on each of its inputs.
pub type Table = BTreeMap<Input, End>;

/// The driver around the programs.
const DRIVER: &str = include_str!("native.c");

/// Builds the unit in `programs.c` with AddressSanitizer and runs every program on all inputs.
pub fn run_all(clang: &Clang, dir: &Path, rows: &str) -> Result<BTreeMap<u64, Table>, String> {
    let failed = |error: std::io::Error| error.to_string();
    std::fs::write(dir.join("native.c"), DRIVER).map_err(failed)?;
    std::fs::write(dir.join("table.h"), rows).map_err(failed)?;
    let mut build = Command::new(&clang.path);
    build.current_dir(dir).args(["-w", "-O0", "-fsanitize=address", "native.c", "-o", "native"]);
    let built = build.output().map_err(failed)?;
    if !built.status.success() {
        return Err(format!("does not compile natively: {}", String::from_utf8_lossy(&built.stderr)));
    }
    let mut run = Command::new(dir.join("native"));
    // Where it crashes is known without the sanitizer's report.
    let ran = run.current_dir(dir).stdin(Stdio::null()).stderr(Stdio::null()).output().map_err(failed)?;
    if !ran.status.success() {
        return Err(format!("the native driver ended with {}", ran.status));
    }
    let mut tables: BTreeMap<u64, Table> = BTreeMap::new();
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        let (number, input, end) = read(line).ok_or_else(|| format!("the native driver printed {line:?}"))?;
        tables.entry(number).or_default().insert(input, end);
    }
    Ok(tables)
}

/// Reads `number a b c result value` or `number a b c crash line why`.
fn read(line: &str) -> Option<(u64, Input, End)> {
    let words: Vec<&str> = line.splitn(7, ' ').collect();
    let number = |at: usize| words.get(at)?.parse::<u32>().ok();
    let end = match *words.get(4)? {
        "result" => End::Result(number(5)?),
        "crash" => End::Error(kind(words.get(6)?).to_owned(), number(5)?),
        _ => return None,
    };
    Some((words[0].parse().ok()?, [number(1)?, number(2)?, number(3)?], end))
}

/// Pleach's name for what AddressSanitizer or the driver calls an error; what has no name here agrees with nothing.
fn kind(why: &str) -> &str {
    match why {
        "heap-buffer-overflow" | "stack-buffer-overflow" | "stack-buffer-underflow" | "global-buffer-overflow" => {
            "out-of-bounds"
        }
        "heap-use-after-free" => "use-after-free",
        "stack-use-after-return" => "use-after-return",
        "attempting double-free" | "double-free" => "double-free",
        "bad-free" => "invalid-free",
        // Programs write to constants, and make no other pointer that denotes nothing.
        "wild" => "read-only-write",
        other => other,
    }
}
