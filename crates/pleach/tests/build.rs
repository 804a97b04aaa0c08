//! `pleach build`, `pleach bitcode`, and `pleach run` of what was built: small projects, built with real tools.

mod sandbox;

use std::path::Path;
use std::process::{Command, Stdio};

use sandbox::{Done, Sandbox, done};

/// A function with an error for one byte, and a program that calls it with a byte of its input.
const LOOKUP: &str = "#include \"lookup.h\"\n\
    static int table[10] = {1, 2, 3};\n\
    int lookup(unsigned char c) {\n\
        if (c >= '0' && c <= '9' + 1)\n\
            return table[c - '0'];\n\
        return -1;\n\
    }\n";
const LOOKUP_H: &str = "#ifdef __cplusplus\nextern \"C\"\n#endif\nint lookup(unsigned char c);\n";
const MAIN: &str = "#include <stdio.h>\n\
    #include \"lookup.h\"\n\
    int main(void) {\n\
        int c = getchar();\n\
        printf(\"%d\\n\", lookup((unsigned char)c));\n\
        return 0;\n\
    }\n";

fn project() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("lookup.h", LOOKUP_H);
    sandbox.write("lookup.c", LOOKUP);
    sandbox.write("main.c", MAIN);
    sandbox
}

/// Runs `pleach` with a store in the sandbox.
fn pleach(sandbox: &Sandbox, args: &[&str]) -> Done {
    done(sandbox.command(args).env("PLEACH_STORE", sandbox.path("store")).output().expect("pleach starts"))
}

fn build(sandbox: &Sandbox, words: &[&str]) -> Done {
    pleach(sandbox, &[&["build", "--"], words].concat())
}

/// Runs a command of the shell without a build.
fn shell(sandbox: &Sandbox, text: &str) -> Done {
    let mut command = Command::new("sh");
    command.args(["-c", text]).current_dir(sandbox.path("")).stdin(Stdio::null());
    done(command.output().expect("the shell starts"))
}

fn is_there(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: 1 check that needs {tool}");
    }
    found
}

/// Checks that the error in `lookup` is found when a program runs, and nothing else.
#[track_caller]
fn finds_the_error(sandbox: &Sandbox, program: &str) {
    pleach(sandbox, &["run", program, "--sym-stdin", "1"]).code(1).says("1 bug").says("out-of-bounds in lookup at ");
}

/// Checks which sources `pleach bitcode` lists, by their last names, in order.
#[track_caller]
fn lists(sandbox: &Sandbox, file: &str, sources: &[&str]) {
    let done = pleach(sandbox, &["bitcode", file]).code(0);
    let listed = done.stdout.lines().filter(|line| line.starts_with("  /"));
    let listed: Vec<&str> = listed.filter_map(|line| line.rsplit('/').next()).collect();
    assert_eq!(listed, sources, "{}", done.stdout);
}

#[test]
fn a_makefile_with_directories_and_a_library() {
    let sandbox = project();
    for dir in ["lib", "src"] {
        std::fs::create_dir(sandbox.path(dir)).expect("created");
    }
    sandbox.write("lib/unused.c", "int main_like(void) { return 1; }\n");
    sandbox.write("src/with space.c", "int more(void) { return 3; }\n");
    sandbox.write(
        "lib/Makefile",
        "libl.a: lookup.o unused.o\n\tar rcs $@ $^\nlookup.o: ../lookup.c\n\t$(CC) -g -O2 -c $< -o $@\n",
    );
    sandbox.write(
        "Makefile",
        "prog: lib src/main.o src/space.o\n\t$(CC) -o $@ src/main.o src/space.o -Llib -ll\n\
         src/main.o: main.c\n\tgcc -O2 -MD -MF main.d -c -o $@ $<\n\
         src/space.o:\n\t$(CC) -c 'src/with space.c' -o $@\n\
         lib:\n\t$(MAKE) -C lib\n.PHONY: lib\nclean:\n\trm -f prog src/*.o lib/*.[oa] *.d\n",
    );
    // What is made without a build is made with it, too, except for the section and the linker's hash of the whole.
    shell(&sandbox, "make && mkdir plain && cp prog src/*.o lib/*.[oa] main.d plain && make clean").code(0);
    build(&sandbox, &["make", "-j2"]).code(0).complains("bitcode of 4 sources, in 1 linked file");
    for file in ["prog", "src/main.o", "src/space.o", "lib/lookup.o"] {
        let plain = format!("plain/{}", file.rsplit('/').next().expect("a name"));
        let compare = format!(
            "set -- -R .note.gnu.build-id; objcopy -R .pleach.bitcode $@ {file} a.out && objcopy $@ {plain} b.out && cmp a.out b.out && ! cmp -s {file} {plain}"
        );
        shell(&sandbox, &compare).code(0);
    }
    assert_eq!(sandbox.read("main.d"), sandbox.read("plain/main.d"));
    lists(&sandbox, "prog", &["main.c", "with space.c", "lookup.c"]);
    lists(&sandbox, "lib/libl.a", &["lookup.c", "unused.c"]);
    finds_the_error(&sandbox, "./prog");
    // The bitcode by itself, the test natively, and the program itself.
    pleach(&sandbox, &["bitcode", "./prog", "-o", "out.bc"]).code(0);
    finds_the_error(&sandbox, "out.bc");
    finds_the_error(&sandbox, "prog");
    let test = sandbox.summary()["findings"][0]["test"].as_str().expect("a test").to_owned();
    pleach(&sandbox, &["replay", "--sanitize", "prog", &format!("pleach-last/{test}")]).code(0);
    assert_eq!(shell(&sandbox, "echo 1 | ./prog").code(0).stdout, "2\n");
    pleach(&sandbox, &["run", "main.c", "lib/libl.a", "--sym-stdin", "1"]).code(1).says("out-of-bounds in lookup");
    build(&sandbox, &["make"]).code(0).complains("nothing was compiled");
}

#[test]
fn what_tools_do_to_files_leaves_the_list() {
    let sandbox = project();
    let flags = "-ffunction-sections -Wl,--gc-sections";
    let script = format!(
        "set -e; gcc -c main.c lookup.c; ld -r -o both.o main.o lookup.o; gcc {flags} both.o -o whole\n\
         cp whole stripped; strip stripped; objcopy --strip-unneeded lookup.o unneeded.o; gcc main.o unneeded.o -o mixed -s\n\
         ar rcT thin.a lookup.o; gcc main.o thin.a -o thin; gcc -fuse-ld=gold -Wl,--gc-sections main.o lookup.o -o gold\n\
         mkdir inst; install -s whole inst/prog; mv thin moved"
    );
    build(&sandbox, &["sh", "-c", &script]).code(0).complains("bitcode of 2 sources");
    for program in ["whole", "stripped", "mixed", "moved", "gold", "inst/prog"] {
        lists(&sandbox, program, &["main.c", "lookup.c"]);
    }
    lists(&sandbox, "both.o", &["main.c", "lookup.c"]);
    finds_the_error(&sandbox, "stripped");
    finds_the_error(&sandbox, "both.o");
    // Tools that remove every section that is not loaded cannot hide a program, either.
    shell(&sandbox, "objcopy -R .pleach.bitcode -S whole bare && ! readelf -S bare | grep -q pleach").code(0);
    finds_the_error(&sandbox, "bare");
    // Bitcode that is gone or changed is named.
    shell(&sandbox, "for f in store/*/*.bc; do echo x > $f; done").code(0);
    pleach(&sandbox, &["run", "whole"]).code(3).complains("main.c is lost").complains("was changed");
    shell(&sandbox, "rm -r store/??").code(0);
    pleach(&sandbox, &["run", "whole"]).code(3).complains("build it again under `pleach build`");
}

#[test]
fn calls_of_a_compiler() {
    let sandbox = project();
    sandbox.write("args", "-DMORE=\"1 + 1\" -include lookup.h\n'lookup.c'");
    build(&sandbox, &["gcc", "-Wall", "main.c", "@args"]).code(0);
    lists(&sandbox, "a.out", &["main.c", "lookup.c"]);
    finds_the_error(&sandbox, "a.out");
    // Standard input, another language, assembly of the compiler's, and nothing at all.
    let script = "set -e; printf 'int f(void) { return 1; }' | gcc -x c -c - -o f.o; cp main.c text; gcc -xc text -c\n\
        gcc -E main.c > main.i; gcc -S lookup.c; gcc -fsyntax-only main.c; gcc -c main.c -o /dev/null; gcc lookup.h; gcc -v";
    build(&sandbox, &["sh", "-c", script]).code(0).complains("bitcode of 2 sources, in 0 linked files");
    lists(&sandbox, "text.o", &["text"]);
    pleach(&sandbox, &["bitcode", "f.o"]).code(0).says("standard input");
    assert!(sandbox.path("lookup.h.gch").is_file() && sandbox.path("main.i").is_file());
    // Messages and exit codes are the compiler's.
    sandbox.write("wrong.c", "int main(void) { return x; }\n");
    for words in [&["gcc", "-c", "wrong.c"][..], &["gcc", "-c", "missing.c"], &["gcc"], &["gcc", "-Wall", "main.c"]] {
        let plain = shell(&sandbox, &words.join(" "));
        let built = build(&sandbox, words).code(plain.code);
        let own = built.stderr.find("pleach: ").unwrap_or(built.stderr.len());
        // The linker names its temporary files.
        let shown = |text: &str| text.lines().filter(|line| !line.contains("/tmp/cc")).collect::<Vec<_>>().join("\n");
        assert_eq!(shown(&built.stderr[..own]), shown(&plain.stderr), "{words:?}");
    }
    for (script, code) in [("exit 7", 7), ("kill -9 $$", 137), ("true", 0)] {
        build(&sandbox, &["sh", "-c", script]).code(code);
    }
    build(&sandbox, &["no-such-command"]).code(127).complains("no-such-command");
    pleach(&sandbox, &["run", "/bin/true"]).code(3).complains("pleach build -- make");
    pleach(&sandbox, &["bitcode", "main.c"]).code(3).complains("main.c: is neither");
}

/// A function that the compiler expands in line is in no object but the archive's member that the linker leaves.
#[test]
fn members_that_only_bitcode_calls() {
    let sandbox = project();
    sandbox.write(
        "once.h",
        "extern inline __attribute__((gnu_inline)) unsigned char once(int c) { return (unsigned char)c; }\n",
    );
    sandbox.write("once.c", "unsigned char once(int c) { extern int lower(int); return (unsigned char)lower(c); }\n");
    sandbox.write("lower.c", "int lower(int c) { return c; }\n");
    let main = format!("#include \"once.h\"\n{}", MAIN.replace("(unsigned char)c", "once(c)"));
    sandbox.write("main.c", main);
    let script =
        "gcc -O2 -c main.c lookup.c once.c lower.c && ar rc l.a once.o lower.o && gcc main.o lookup.o l.a -o prog";
    build(&sandbox, &["sh", "-c", script]).code(0);
    // The list is that of the linker.
    lists(&sandbox, "prog", &["main.c", "lookup.c"]);
    finds_the_error(&sandbox, "prog");
    assert_eq!(sandbox.summary()["missing_functions"], serde_json::json!({}));
    pleach(&sandbox, &["replay", "--sanitize", "prog", "pleach-last"]).code(0).says("happened as predicted");
}

/// A script that tries the compiler before it writes a Makefile, and names the compiler by its path.
#[test]
fn a_configure_script_by_both_means() {
    let sandbox = project();
    sandbox.write(
        "configure",
        "set -e\ncc=$(command -v ${CC-gcc})\necho 'int main(void){return 0;}' > conftest.c\n$cc -o conftest conftest.c\n./conftest\n\
         echo 'int main(void){return nothing;}' > conftest.c\nif $cc -c conftest.c 2>/dev/null; then exit 9; fi\n\
         printf 'prog: main.o lookup.o\\n\\t%s -o prog main.o lookup.o\\n' $cc > Makefile\n",
    );
    for means in ["preload", "path"] {
        let words = ["build", "--intercept", means, "--", "sh", "-c", "sh configure && make"];
        pleach(&sandbox, &words).code(0).complains("bitcode of 2 sources, in 1 linked file");
        lists(&sandbox, "prog", &["main.c", "lookup.c"]);
        // What was configured in a build works without, too.
        shell(&sandbox, "rm -f prog *.o && make && rm -f prog *.o").code(0);
    }
    // Configured before, with the compiler's full path.
    shell(&sandbox, "sh configure").code(0);
    build(&sandbox, &["make"]).code(0);
    finds_the_error(&sandbox, "prog");
}

#[test]
fn cmake_and_ninja() {
    if !is_there("cmake") {
        return;
    }
    let sandbox = project();
    sandbox.write(
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.10)\nproject(p C)\nadd_library(look SHARED lookup.c)\nadd_executable(prog main.c)\n\
         target_link_libraries(prog look)\n",
    );
    let generator = if is_there("ninja") { "-GNinja" } else { "-GUnix Makefiles" };
    shell(&sandbox, &format!("cmake '{generator}' -B before . >/dev/null")).code(0);
    build(&sandbox, &["cmake", "--build", "before"]).code(0).complains("bitcode of 2 sources, in 2 linked files");
    finds_the_error(&sandbox, "before/prog");
    let script = "cmake -B within . >/dev/null && cmake --build within -j2";
    build(&sandbox, &["sh", "-c", script]).code(0).complains("bitcode of 2 sources, in 2 linked files");
    finds_the_error(&sandbox, "within/prog");
    assert!(!sandbox.read("within/CMakeCache.txt").contains(&*sandbox.path("store").to_string_lossy()));
}

/// Each side has a function `helper` of its own and one that both export; the executable's is everybody's.
#[test]
fn shared_libraries_are_part_of_the_program() {
    let sandbox = project();
    sandbox.write(
        "a.c",
        "int helper(void) { return 1; }\nint both(void) { return 10; }\nint of_b(void);\n\
        int of_a(void) { return helper() + both() + of_b(); }\n",
    );
    sandbox.write(
        "b.c",
        "__attribute__((visibility(\"hidden\"))) int helper(void) { return 2; }\n\
        int both(void) { return 20; }\nint lookup(unsigned char);\n\
        int of_b(void) { return 100 * helper() + 1000 * both(); }\n",
    );
    sandbox.write(
        "main.c",
        "#include <stdio.h>\nint helper(void) { return 3; }\nint both(void) { return 30; }\n\
        int of_a(void), lookup(unsigned char);\n\
        int main(void) { printf(\"%d\\n\", of_a() + 7 * helper()); return lookup(getchar()) == 77; }\n",
    );
    sandbox.write("exports", "{ global: of_a; both; local: *; };\n");
    let script = "set -e; mkdir lib; gcc -shared -fPIC -o lib/libb.so b.c lookup.c -Wl,-soname,libb.so.1; ln -s libb.so lib/libb.so.1\n\
        gcc -shared -fPIC -o lib/liba.so a.c -Wl,--version-script=exports -Llib -lb\n\
        gcc -o prog main.c -Llib -la -lb -Wl,-rpath-link,lib";
    build(&sandbox, &["sh", "-c", script]).code(0).complains("bitcode of 4 sources, in 3 linked files");
    lists(&sandbox, "prog", &["main.c", "a.c", "b.c", "lookup.c"]);
    let native = shell(&sandbox, "echo | LD_LIBRARY_PATH=lib ./prog").code(0).stdout;
    assert_eq!(native, "30252\n");
    let args = ["run", "prog", "--sym-stdin", "1", "--program-output", "out"];
    pleach(&sandbox, &args).code(1).says("out-of-bounds in lookup at ");
    let lines = sandbox.read("out");
    assert!(lines.contains("30252") && !lines.contains("2025"), "{lines}");
}

#[test]
fn what_has_no_bitcode_is_named() {
    let sandbox = project();
    sandbox.write(
        "fast.S",
        ".globl fast\n.type fast, @function\nfast: mov $1, %eax\nret\n.section .note.GNU-stack,\"\",@progbits\n",
    );
    sandbox.write("nested.c", "int nested(int x) { int g(int y) { return x + y; } return g(2); }\n");
    sandbox.write("old.c", "int old(void) { return 3; }\n");
    sandbox.write("older.c", "int older(void) { return 3; }\n");
    sandbox.write(
        "main.c",
        "int fast(void), nested(int), old(void), older(void);\n\
        int main(void) { return fast() + nested(1) + old() + older() - 10; }\n",
    );
    shell(&sandbox, "gcc -c old.c older.c && ar rc libold.a older.o").code(0);
    let done =
        build(&sandbox, &["gcc", "-no-pie", "main.c", "fast.S", "nested.c", "old.o", "libold.a", "-o", "prog"]).code(0);
    let done =
        done.complains("without bitcode: 4").complains("fast.S: it is assembly").complains("nested.c: nested.c:1:");
    done.complains("old.o: the object was not compiled").complains("libold.a(older.o): the object was");
    shell(&sandbox, "./prog").code(0);
    let shown = pleach(&sandbox, &["bitcode", "prog"]).code(0).says("bitcode of 1 source\n").stdout;
    assert_eq!(shown.matches("  without bitcode: ").count(), 4, "{shown}");
    pleach(&sandbox, &["run", "prog"]).code(2).complains("fast.S has no bitcode: it is assembly");
    build(&sandbox, &["gcc", "-c", "fast.S"]).code(0);
    pleach(&sandbox, &["run", "fast.o"])
        .code(3)
        .complains("none of its parts has bitcode")
        .complains("fast.S: it is assembly");
}

#[test]
fn cxx_and_c_together() {
    let sandbox = project();
    sandbox.write(
        "twice.h",
        "template <class T> T twice(T x) { return x + x; }\ninline int &count() { static int n; return n; }\n",
    );
    sandbox.write("one.cc", "#include \"twice.h\"\nint one() { count()++; return twice(1); }\n");
    sandbox.write(
        "main.cpp",
        "#include \"twice.h\"\n#include \"lookup.h\"\n#include <cstdio>\nint one();\n\
        int main() { int c = getchar(); count()++; one(); return lookup(twice(c) / 2) == 9 || count() != 2; }\n",
    );
    let script = "g++ -O2 -c main.cpp one.cc && cc -c lookup.c && c++ -o prog main.o one.o lookup.o && echo 1 | ./prog";
    build(&sandbox, &["sh", "-c", script]).code(0).complains("bitcode of 3 sources, in 1 linked file");
    finds_the_error(&sandbox, "prog");
}

/// Where the linker optimises, sections of objects are not in the result.
#[test]
fn objects_that_the_linker_optimises() {
    let sandbox = project();
    sandbox.write("unused.c", "int unused(void) { return 1; }\n");
    let script = "gcc -O2 -flto -c main.c lookup.c unused.c && gcc-ar rc l.a lookup.o unused.o && gcc -O2 -flto main.o l.a -o prog";
    build(&sandbox, &["sh", "-c", script]).code(0);
    finds_the_error(&sandbox, "prog");
    assert_eq!(shell(&sandbox, "echo 1 | ./prog").code(0).stdout, "2\n");
}

#[test]
fn archives_of_bitcode() {
    let sandbox = project();
    sandbox.write("two.c", "int lookup(unsigned char c) { return c; }\n");
    for name in ["lookup", "main", "two"] {
        sandbox.clang(&["-g", "-c", "-emit-llvm", &format!("{name}.c"), "-o", &format!("{name}.bc")]);
    }
    shell(&sandbox, "ar rc all.a lookup.bc main.bc && ar rc some.a lookup.bc two.bc").code(0);
    finds_the_error(&sandbox, "all.a");
    // Only the member that is needed is taken, the first one that has the name.
    pleach(&sandbox, &["run", "main.c", "some.a", "--sym-stdin", "1"]).code(1).says("out-of-bounds in lookup");
    sandbox.write("broken.a", "!<arch>\nlookup.bc");
    pleach(&sandbox, &["run", "broken.a"]).code(3).complains("broken.a: is a damaged archive");
}

#[test]
fn a_cache_of_objects_does_not_matter() {
    if !is_there("ccache") {
        return;
    }
    let sandbox = project();
    let script =
        "export CCACHE_DIR=$PWD/cache; ccache gcc -c main.c && ccache gcc -c lookup.c && gcc main.o lookup.o -o prog";
    // Filled without a build, then used in one, then used without.
    shell(&sandbox, script).code(0);
    let plain = std::fs::read(sandbox.path("main.o")).expect("made");
    build(&sandbox, &["sh", "-c", script]).code(0).complains("bitcode of 2 sources, in 1 linked file");
    finds_the_error(&sandbox, "prog");
    let hits = shell(&sandbox, "CCACHE_DIR=$PWD/cache ccache -s").stdout;
    assert!(hits.lines().any(|line| line.contains("Hits:") && line.contains("2 /")), "{hits}");
    shell(&sandbox, script).code(0);
    assert!(std::fs::read(sandbox.path("main.o")).expect("made") == plain && Path::new("/").exists());
}
