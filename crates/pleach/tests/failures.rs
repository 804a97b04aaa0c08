//! A command that cannot do its work says so once, clearly, with exit code 3.

mod sandbox;

use std::os::unix::fs::PermissionsExt as _;

use sandbox::{CLEAN, Sandbox};

#[test]
fn wrong_usage() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    sandbox.pleach(&[]).code(3).complains("Usage");
    sandbox.pleach(&["frob"]).code(3).complains("frob");
    sandbox.pleach(&["run"]).code(3).complains("<FILE>");
    sandbox.pleach(&["run", "prog.c", "--max-time", "soon"]).code(3).complains("1h10min");
    sandbox
        .pleach(&["run", "prog.c", "--search", "best"])
        .code(3)
        .complains("bfs, dfs, random, tree, coverage, klee, mixed");
    sandbox.pleach(&["run", "prog.c", "--cflags", "'open"]).code(3).complains("not closed");
    sandbox.pleach(&["replay", "prog.c"]).code(3).complains(".ktest");
    sandbox.pleach(&["man", "frob"]).code(3).complains("frob");
    assert!(!sandbox.path("pleach-out-0").exists(), "nothing was run");
}

#[test]
fn files_that_are_no_programs() {
    let sandbox = Sandbox::with("prog.txt", "hello");
    sandbox.pleach(&["run", "missing.c"]).code(3).complains("missing.c: No such file");
    sandbox.pleach(&["run", "prog.txt"]).code(3).complains("prog.txt: is neither C");
    std::fs::create_dir(sandbox.path("dir.c")).expect("created");
    sandbox.pleach(&["run", "dir.c"]).code(3).complains("is a directory");
    assert!(!sandbox.path("pleach-out-0").exists(), "nothing was run");
}

#[test]
fn compiler_errors_are_shown_once() {
    let sandbox = Sandbox::with("prog.c", "int main(void) { return frob; }\n");
    let done = sandbox.pleach(&["run", "prog.c"]).code(3).complains("could not compile prog.c");
    assert_eq!(done.stderr.matches("undeclared identifier 'frob'").count(), 1, "{}", done.stderr);
}

/// clang looks for the C++ headers where gcc's are installed, if they are.
#[test]
fn the_headers_of_cxx_may_be_missing() {
    let sandbox =
        Sandbox::with("prog.cpp", "#include <vector>\nint main() { return std::vector<int>(3).size() == 3; }\n");
    let bare = ["run", "--cflags", "-nostdinc++", "prog.cpp"];
    let done = sandbox.pleach(&bare).code(3).complains("'vector' file not found").complains("apt install g++");
    assert!(done.stderr.contains("could not compile prog.cpp"), "{}", done.stderr);
    // In a C program, the C++ headers are not what is missing.
    sandbox.write("prog.c", "#include <vector>\n");
    let done = sandbox.pleach(&["run", "prog.c"]).code(3).complains("could not compile prog.c");
    assert!(!done.stderr.contains("g++"), "{}", done.stderr);
    assert!(!sandbox.path("pleach-out-0").exists(), "nothing was run");
}

#[test]
fn damaged_bitcode() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    std::fs::create_dir_all(sandbox.path("klee")).expect("created");
    sandbox.write("klee/klee.h", "void klee_make_symbolic(void *, unsigned long, const char *);\n");
    sandbox.clang(&["-I.", "-emit-llvm", "-c", "prog.c", "-o", "prog.bc"]);
    sandbox.pleach(&["run", "prog.bc"]).code(0);
    let bytes = std::fs::read(sandbox.path("prog.bc")).expect("readable");
    sandbox.write("empty.bc", b"");
    sandbox.pleach(&["run", "empty.bc"]).code(3).complains("empty.bc");
    sandbox.write("noise.ll", "define i32 @main() {\n  frob\n}\n");
    sandbox.pleach(&["run", "noise.ll"]).code(3).complains("noise.ll:2");
    sandbox.write("cut.bc", &bytes[..bytes.len() / 2]);
    sandbox.pleach(&["run", "cut.bc"]).code(3).complains("cut.bc");
    for at in (0..bytes.len()).step_by(bytes.len() / 12) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        sandbox.write("changed.bc", &changed);
        let done = sandbox.pleach(&["run", "--max-instructions", "1000", "changed.bc"]);
        assert!((0..=3).contains(&done.code), "byte {at}: {}\n{}", done.code, done.stderr);
        assert!(!done.stderr.contains("panicked"), "byte {at}: {}", done.stderr);
    }
}

#[test]
fn a_missing_entry() {
    let sandbox = Sandbox::with("prog.c", "int check(void) { return 0; }\n");
    sandbox.pleach(&["run", "prog.c"]).code(3).complains("prog.c: the function main is not defined").complains("check");
    sandbox.pleach(&["run", "--entry", "frob", "prog.c"]).code(3).complains("frob");
}

#[test]
fn directories_that_cannot_be_written() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    sandbox.write("file", "mine");
    sandbox.pleach(&["run", "-o", "file", "prog.c"]).code(3).complains("file");
    sandbox.pleach(&["run", "-o", "file/below", "prog.c"]).code(3).complains("file/below");
    std::fs::create_dir(sandbox.path("full")).expect("created");
    sandbox.write("full/mine", "mine");
    sandbox.pleach(&["run", "-o", "full", "prog.c"]).code(3).complains("full exists and is not empty");
    assert_eq!(sandbox.files("full"), ["mine"]);
    sandbox.pleach(&["run", "-o", "new/deep", "prog.c"]).code(0);
    assert!(!sandbox.path("pleach-last").exists(), "the link belongs to the numbered directories");
    sandbox.pleach(&["run", "--program-output", "no/such/dir", "prog.c"]).code(3).complains("no/such/dir");
}

#[test]
fn compilers_that_are_missing_or_do_not_fit() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    std::fs::create_dir(sandbox.path("bin")).expect("created");
    let run = |path: &str, clang: Option<&str>| {
        let mut command = sandbox.command(&["run", "prog.c"]);
        command.env("PATH", sandbox.path(path)).env_remove("PLEACH_CLANG");
        clang.map(|clang| command.env("PLEACH_CLANG", clang));
        sandbox::done(command.output().expect("starts"))
    };
    run("bin", None).code(3).complains("no clang found on PATH").complains("apt install clang");
    run("bin", Some("no-such-clang")).code(3).complains("no-such-clang");

    sandbox.write("bin/clang", "#!/bin/sh\necho 'clang version 99.0.1'\n");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(sandbox.path("bin/clang"), executable.clone()).expect("set");
    run("bin", None).code(3).complains("is version 99").complains("PLEACH_CLANG");

    // An older clang beside it is used instead.
    let real = report::toolchain::Clang::find().expect("clang is installed");
    sandbox.write("bin/clang-15", format!("#!/bin/sh\nexec '{}' \"$@\"\n", real.path.display()));
    std::fs::set_permissions(sandbox.path("bin/clang-15"), executable).expect("set");
    run("bin", None).code(0);
}

#[test]
fn damaged_tests() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    sandbox.write("bad.ktest", "KTEST\0\0");
    sandbox.pleach(&["tests", "bad.ktest"]).code(3).complains("bad.ktest: damaged");
    sandbox.pleach(&["replay", "prog.c", "bad.ktest"]).code(3).complains("bad.ktest: damaged");
    sandbox.pleach(&["tests", "nowhere"]).code(3).complains("nowhere");
    sandbox.pleach(&["run", "-o", "run", "prog.c"]).code(0);
    std::fs::rename(sandbox.path("bad.ktest"), sandbox.path("run/bad.ktest")).expect("renamed");
    sandbox.pleach(&["tests", "run"]).code(3).says("test000002.ktest").complains("bad.ktest: damaged");
}
