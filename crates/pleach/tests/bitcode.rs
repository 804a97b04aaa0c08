//! Replays of bitcode with sanitizers: errors that they can show are confirmed, and errors that only the
//! compiler of a source could make visible are not denied.

#[path = "sandbox/mod.rs"]
mod sandbox;

use sandbox::Sandbox;

const PROGRAM: &str = r#"
#include <stdlib.h>
#include <pleach.h>
int main(void) {
    int which = pleach_range(0, 5, "which"), far = pleach_range(4, 6, "far");
    int *numbers = calloc(4, sizeof *numbers);
    int local[4] = {0};
    switch (which) {
    case 0: return numbers[far];
    case 1: local[far] = 1; return local[0];
    case 2: free(numbers); return numbers[0];
    case 3: return 1 << (far + 28);
    default: return 0;
    }
}
"#;

#[test]
fn bitcode_is_instrumented() {
    let sandbox = Sandbox::with("program.c", PROGRAM);
    report::headers::write(&sandbox.path("include")).expect("written");
    for (flag, name) in [("-c", "program.bc"), ("-S", "program.ll")] {
        sandbox.clang(&[flag, "-emit-llvm", "-g", "-O0", "-Iinclude", "-o", name, "program.c"]);
        sandbox.pleach(&["run", name]).code(1).says("4 bugs;");
        let files = sandbox.files("pleach-last").into_iter().filter(|file| file.ends_with(".ktest"));
        let tests: Vec<String> = files.map(|file| format!("pleach-last/{file}")).collect();
        let mut args = vec!["replay", "--sanitize", name];
        args.extend(tests.iter().map(String::as_str));
        let done = sandbox.pleach(&args).code(2);
        assert!(!done.stdout.contains("did not happen"), "{}", done.stdout);
        let reports = ["heap-buffer-overflow", "stack-buffer-overflow", "heap-use-after-free"];
        let done = reports
            .iter()
            .fold(done, |done, report| done.says(&format!("it happened: a sanitizer reported: {report}")));
        done.says("cannot be shown natively: overshift");
    }
}
