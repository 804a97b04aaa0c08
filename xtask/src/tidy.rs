//! Checks that need no build: which crate may depend on which, and how files look.
//!
//! The rules are those that `docs/architecture.md` states as invariants; a rule that is not checked here is
//! checked by the compiler or by a test.

use serde_json::Value;

use crate::numbers;
use crate::project::SourceFile;

/// The dependencies that a crate may have, apart from dev-dependencies.
enum Rule {
    /// Only these.
    Only(&'static [&'static str]),
    /// Only these of the project's crates, and any others.
    OwnOnly(&'static [&'static str]),
}

/// The rule for each crate, and the invariant that it protects.
const RULES: [(&str, Rule, &str); 18] = [
    ("tuning", Rule::Only(&[]), "tables of numbers stand on nothing"),
    ("bv", Rule::Only(&[]), "bit-vectors stand on nothing"),
    ("expr", Rule::Only(&["bv", "float", "tuning", "rustc-hash", "hashbrown"]), "expressions do no I/O"),
    ("value_set", Rule::OwnOnly(&["tuning"]), "sets of values are mathematics"),
    ("linear_program", Rule::OwnOnly(&["tuning"]), "linear programs are mathematics"),
    ("array_theory", Rule::OwnOnly(&["bv", "expr", "tuning"]), "the theory of arrays asks no solver"),
    (
        "solver",
        Rule::OwnOnly(&["bv", "expr", "float", "value_set", "linear_program", "tuning"]),
        "the solver never sees a state",
    ),
    ("float", Rule::OwnOnly(&["bv"]), "floating point knows neither terms nor programs"),
    ("ir", Rule::OwnOnly(&["bv", "tuning"]), "the IR knows neither expressions nor states"),
    ("memory", Rule::OwnOnly(&["bv", "expr", "tuning"]), "memory asks no solver"),
    (
        "models",
        Rule::OwnOnly(&["bv", "expr", "float", "ir", "memory", "tuning"]),
        "models see the machine through a trait",
    ),
    (
        "exec",
        Rule::OwnOnly(&["bv", "expr", "value_set", "solver", "ir", "memory", "models", "tuning"]),
        "the executor names no front end",
    ),
    ("bitcode", Rule::OwnOnly(&[]), "builds are wrapped without knowing what becomes of them"),
    ("riscv", Rule::Only(&[]), "an instruction set stands on nothing"),
    (
        "front_smt",
        Rule::OwnOnly(&["bv", "expr", "float", "array_theory", "solver", "tuning"]),
        "scripts know no program and no state",
    ),
    ("front_riscv", Rule::OwnOnly(&["bv", "ir", "riscv", "tuning"]), "front ends never fork"),
    ("front_", Rule::OwnOnly(&["bv", "ir", "tuning"]), "front ends never fork"),
    ("report", Rule::OwnOnly(&["bv", "ir", "exec", "tuning"]), "reports know no front end and no solver"),
];

/// The crate that only tests may use, and the other crates that may depend on it: those are never shipped.
const TESTS_ONLY: (&str, [&str; 2]) = ("test_support", ["xtask", "fuzz"]);

/// The only crate with `unsafe` code.
const UNSAFE: &str = "front_llvm";
/// The greatest number of lines in a file; longer files are hard to read.
const LONGEST: usize = 1200;

/// All complaints, each of the form `where: what`.
pub fn check(metadata: &Value, files: &[SourceFile]) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in own_packages(metadata) {
        dependencies(package, metadata, &mut complaints);
        test_support(package, &mut complaints);
        mentioned(package, files, &mut complaints);
    }
    for file in files {
        length(file, &mut complaints);
        if file.name.starts_with("crates/") && file.name.ends_with(".rs") {
            opening(file, &mut complaints);
            unfinished(file, &mut complaints);
            printing(file, &mut complaints);
        }
        if file.name.ends_with(".rs") {
            borrowed(file, &mut complaints);
        }
        if file.name.starts_with("crates/") && file.name.ends_with("/Cargo.toml") {
            lints(file, &mut complaints);
        }
    }
    numbers::check(files, &mut complaints);
    complaints
}

fn own_packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    packages.iter().filter(|package| package["source"].is_null())
}

fn dependencies(package: &Value, metadata: &Value, complaints: &mut Vec<String>) {
    let name = text(&package["name"]);
    let matches = |rule: &str| rule == name || (rule.ends_with('_') && name.starts_with(rule));
    let Some((_, rule, protects)) = RULES.iter().find(|(rule, ..)| matches(rule)) else { return };
    let own: Vec<&str> = own_packages(metadata).map(|package| text(&package["name"])).collect();
    let all = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    for dependency in all.iter().filter(|dependency| dependency["kind"].as_str() != Some("dev")) {
        let on = text(&dependency["name"]);
        let allowed = match rule {
            Rule::Only(names) => names.contains(&on),
            Rule::OwnOnly(names) => names.contains(&on) || !own.contains(&on),
        };
        if !allowed {
            complaints.push(format!("crates/{name}/Cargo.toml: depends on {on}, but {protects}"));
        }
    }
}

/// The crate for tests must be a dev-dependency.
fn test_support(package: &Value, complaints: &mut Vec<String>) {
    let (tests_only, exempt) = TESTS_ONLY;
    let name = text(&package["name"]);
    let all = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    for dependency in all.iter().filter(|dependency| text(&dependency["name"]) == tests_only) {
        if dependency["kind"].as_str() != Some("dev") && !exempt.contains(&name) {
            complaints.push(format!("crates/{name}/Cargo.toml: depends on {tests_only}, but that is for tests alone"));
        }
    }
}

fn mentioned(package: &Value, files: &[SourceFile], complaints: &mut Vec<String>) {
    let name = text(&package["name"]);
    let map = files.iter().find(|file| file.name == "docs/architecture.md");
    if !map.is_some_and(|map| map.text.contains(&format!("`{name}`")) || map.text.contains(&format!("crates/{name}`")))
    {
        complaints.push(format!("docs/architecture.md: says nothing about `{name}`"));
    }
}

fn length(file: &SourceFile, complaints: &mut Vec<String>) {
    let lines = file.text.lines().count();
    if lines > LONGEST && file.name != "Cargo.lock" {
        complaints.push(format!("{}: {lines} lines are more than {LONGEST}", file.name));
    }
}

fn opening(file: &SourceFile, complaints: &mut Vec<String>) {
    if !file.text.starts_with("//!") {
        complaints.push(format!("{}: does not open with what it is for (`//!`)", file.name));
    }
}

fn unfinished(file: &SourceFile, complaints: &mut Vec<String>) {
    for word in ["todo!", "unimplemented!", "#[ignore"] {
        for (number, _) in code_lines(file).filter(|(_, line)| line.contains(word)) {
            complaints.push(format!("{}:{number}: {word} has no place here", file.name));
        }
    }
}

/// A crate must not include files of another crate: shared test code belongs in the crate for that.
fn borrowed(file: &SourceFile, complaints: &mut Vec<String>) {
    let folders = file.name.matches('/').count();
    let depth = folders.saturating_sub(if file.name.starts_with("crates/") { 2 } else { 1 });
    for (number, line) in code_lines(file) {
        let included = line.trim_start().strip_prefix("#[path = \"");
        if included.is_some_and(|path| path.matches("../").count() > depth) {
            complaints.push(format!("{}:{number}: includes a file of another crate", file.name));
        }
    }
}

/// Of the crates, only the command line prints. Build scripts, tests and examples may print as well.
fn printing(file: &SourceFile, complaints: &mut Vec<String>) {
    let own = file.name.starts_with("crates/pleach/");
    if own || !file.name.contains("/src/") {
        return;
    }
    let test_code = file.text.lines().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(usize::MAX);
    let prints =
        |line: &str| ["println!", "print!", "eprintln!", "eprint!", "dbg!"].iter().any(|word| line.contains(word));
    for (number, _) in code_lines(file).filter(|&(number, line)| number <= test_code && prints(line)) {
        complaints.push(format!("{}:{number}: only the command line prints", file.name));
    }
}

/// The workspace's lints forbid `unsafe`; every crate except one must inherit them.
fn lints(manifest: &SourceFile, complaints: &mut Vec<String>) {
    let inherits = manifest.text.contains("[lints]\nworkspace = true");
    if !inherits && manifest.name != format!("crates/{UNSAFE}/Cargo.toml") {
        complaints.push(format!("{}: must inherit the workspace's lints, which forbid unsafe code", manifest.name));
    }
}

/// The lines that are not comments, numbered from 1.
fn code_lines(file: &SourceFile) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(file.text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> SourceFile {
        SourceFile { name: name.to_owned(), text: text.to_owned() }
    }

    fn workspace(crate_name: &str, dependency: &str) -> Value {
        serde_json::json!({"packages": [
            {"name": crate_name, "source": null, "dependencies": [{"name": dependency, "kind": null}]},
            {"name": dependency, "source": null, "dependencies": []},
        ]})
    }

    fn complaints(metadata: &Value, files: &[SourceFile]) -> Vec<String> {
        let map =
            file("docs/architecture.md", "`exec` `solver` `front_llvm` `front_riscv` `ir` `pleach` `xtask` `fuzz`");
        let mut all: Vec<SourceFile> = files.iter().map(|found| file(&found.name, &found.text)).collect();
        all.push(map);
        check(metadata, &all)
    }

    #[test]
    fn crates_know_only_what_they_may() {
        assert_eq!(complaints(&workspace("exec", "ir"), &[]), [""; 0]);
        assert_eq!(complaints(&workspace("exec", "front_llvm"), &[]).len(), 1);
        assert_eq!(complaints(&workspace("solver", "exec"), &[]).len(), 1);
        assert_eq!(complaints(&workspace("front_riscv", "exec"), &[]).len(), 1);
        assert_eq!(complaints(&workspace("front_riscv", "ir"), &[]), [""; 0]);
    }

    #[test]
    fn only_tests_use_what_is_for_tests() {
        let with = |name: &str, kind: Value| {
            let dependency = serde_json::json!({"name": "test_support", "kind": kind});
            let package = serde_json::json!({"name": name, "source": null, "dependencies": [dependency]});
            complaints(&serde_json::json!({"packages": [package]}), &[])
        };
        assert_eq!(with("pleach", "dev".into()), [""; 0]);
        for kind in [Value::Null, "build".into()] {
            let found = with("pleach", kind);
            assert!(found.len() == 1 && found[0].ends_with("that is for tests alone"), "{found:?}");
        }
        for exempt in ["xtask", "fuzz"] {
            assert_eq!(with(exempt, Value::Null), [""; 0]);
        }
    }

    #[test]
    fn files_open_with_their_purpose_and_are_finished() {
        let none = serde_json::json!({"packages": []});
        let good = file("crates/x/src/a.rs", "//! Adds.\n// not todo!\nfn f() {}\n");
        assert_eq!(complaints(&none, &[good]), [""; 0]);
        let bad = file("crates/x/src/a.rs", "fn f() { todo!() }\n");
        assert_eq!(complaints(&none, &[bad]).len(), 2);
        let loud = file("crates/x/src/a.rs", "//! Adds.\nfn f() { println!(); }\n");
        assert_eq!(complaints(&none, &[loud]).len(), 1);
        let tested = file("crates/x/src/a.rs", "//! Adds.\n#[cfg(test)]\nmod tests { fn f() { println!(); } }\n");
        assert_eq!(complaints(&none, &[tested]), [""; 0]);
    }

    #[test]
    fn crates_do_not_borrow_files() {
        let none = serde_json::json!({"packages": []});
        let with = |name: &str, path: &str| {
            complaints(&none, &[file(name, &format!("//! Adds.\n#[path = \"{path}\"]\nmod a;\n"))]).len()
        };
        assert_eq!(with("crates/x/tests/a/main.rs", "../b/c.rs"), 0);
        assert_eq!(with("crates/x/tests/a.rs", "../src/c.rs"), 0);
        assert_eq!(with("crates/x/tests/a/main.rs", "../../../y/tests/c.rs"), 1);
        assert_eq!(with("xtask/src/a.rs", "../../crates/y/tests/c.rs"), 1);
    }

    #[test]
    fn unsafe_code_needs_the_one_crate() {
        let none = serde_json::json!({"packages": []});
        assert_eq!(complaints(&none, &[file("crates/x/Cargo.toml", "[package]\n")]).len(), 1);
        assert_eq!(complaints(&none, &[file("crates/x/Cargo.toml", "[lints]\nworkspace = true\n")]), [""; 0]);
        assert_eq!(complaints(&none, &[file("crates/front_llvm/Cargo.toml", "[package]\n")]), [""; 0]);
    }

    #[test]
    fn long_files_are_too_long() {
        let none = serde_json::json!({"packages": []});
        assert_eq!(complaints(&none, &[file("docs/x.md", &"line\n".repeat(1201))]).len(), 1);
    }
}
