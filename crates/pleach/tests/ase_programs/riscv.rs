//! The same programs as executables for 64-bit RISC-V: they have as many paths as from their source, in every
//! mode of `--value-sets`.

use crate::sandbox::Sandbox;
use crate::{Case, cases, cross, explored, root};

#[test]
fn executables_have_as_many_paths() {
    let cases: Vec<Case> = cases();
    let (first, second) = cases.split_at(cases.len() / 2);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let halves =
            [first, second].map(|half| scope.spawn(move || half.iter().filter_map(judge).collect::<Vec<String>>()));
        halves.into_iter().flat_map(|half| half.join().expect("a case does not panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with a case, if anything.
fn judge(case: &Case) -> Option<String> {
    let expected = case.paths.unwrap_or_else(|| explored(case));
    let sandbox = Sandbox::new();
    let source = root().join("bench/ase").join(format!("{}.c", case.program));
    let flags: Vec<&str> = ["-O0"].into_iter().chain(case.defines.split(' ')).collect();
    cross::compile_bare(&sandbox.path(""), source.to_str().expect("a path in UTF-8"), "program.elf", &flags);
    for (_, mode) in exec::ValueSets::NAMES {
        sandbox.pleach(&["run", "--value-sets", mode, "program.elf"]).code(0).says("no bugs; every path was explored");
        let found = sandbox.summary()["paths"]["completed"].as_u64().expect("a number");
        if found != expected {
            let Case { program, defines, .. } = case;
            return Some(format!("{program} {defines}, {mode}: {expected} from the source, {found} of the executable"));
        }
    }
    None
}
