//! Numbers that options take: impossible values are rejected by name, with the possible range, before anything
//! is done.

mod sandbox;

use sandbox::Sandbox;
use serde_json::Value;

/// Runs with these options, which must be rejected with a message that contains all of these words.
#[track_caller]
fn refused(sandbox: &Sandbox, command: &str, words: &[&str]) {
    let args: Vec<&str> = command.split(' ').collect();
    let mut done = sandbox.pleach(&args).code(3);
    for word in words {
        done = done.complains(word);
    }
    assert!(!sandbox.path("pleach-last").exists(), "{command}: something was done");
}

/// A program with two paths for the first byte of each input: standard input, an argument, a file and a
/// variable.
const READS: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    int main(int argc, char **argv) {\n\
        FILE *a = fopen(\"A\", \"r\"); char *v = getenv(\"V\");\n\
        if (argc > 1 && argv[1][0] == 'x') return 1;\n\
        if (a != NULL && getc(a) == 'x') return 2;\n\
        if (v != NULL && v[0] == 'x') return 3;\n\
        if (getchar() == 'x') return 4;\n        return 0;\n    }\n";

#[test]
fn sizes_of_inputs_are_bounded() {
    let sandbox = Sandbox::with("prog.c", READS);
    let most = "268435455";
    for (option, given) in [
        ("sym-stdin", "268435456"),
        ("sym-stdin", "2147483647"),
        ("sym-stdin", "18446744073709551616"),
        ("sym-stdin", "-1"),
        ("sym-stdin", "0..268435456"),
        ("sym-files", "1 7..268435456"),
        ("sym-arg", "2147483648"),
        ("sym-arg", "268435456"),
        ("sym-args", "0 1 268435456"),
        ("sym-args", "0 18446744073709551616 1"),
        ("sym-files", "1 268435456"),
        ("sym-files", "1 99999999999999999999"),
        ("sym-env", "V=268435456"),
        ("sym-env", "V=99999999999999999999"),
    ] {
        let number = given.rsplit([' ', '=']).find(|number| number.len() > 5).unwrap_or(given);
        refused(&sandbox, &format!("run prog.c --{option} {given}"), &[&format!("--{option}"), number, most]);
    }
    refused(&sandbox, "run prog.c --sym-args 2 1 5", &["--sym-args 2 1 5", "no numbers from 2 to 1"]);
    refused(&sandbox, "run prog.c --sym-stdin 9..8", &["--sym-stdin", "no numbers from 9 to 8"]);
    refused(&sandbox, "run prog.c --sym-files 1..2 8", &["--sym-files 1..2", "is one number"]);
    refused(&sandbox, "run prog.c --sym-args 0 100 5", &["--sym-args 0 100 5: 100 arguments", "at most 99"]);
    refused(&sandbox, "run prog.c --sym-args 0 60 5 --sym-args 0 50 5", &["110 arguments together", "at most 99"]);
    refused(&sandbox, "run prog.c --sym-files 27 5", &["--sym-files 27 5: 27 files", "at most 26"]);
}

#[test]
fn sizes_of_inputs_of_executables_are_bounded() {
    let sandbox = Sandbox::with("prog", "\u{7f}ELF");
    for (given, number, most) in [
        ("--sym-stdin 16777217", "16777217 bytes", "16777216"),
        ("--sym-stdin 2147483647", "2147483647 bytes", "16777216"),
        ("--sym-arg 4097", "4097 bytes", "4096"),
        ("--sym-args 0 1 4097", "4097 bytes", "4096"),
        ("--sym-args 0 27 1", "27 arguments", "26"),
        ("--sym-files 27 1", "27 files", "26"),
        ("--sym-files 1 16777217", "16777217 bytes", "16777216"),
    ] {
        refused(&sandbox, &format!("run prog {given}"), &[given, number, &format!("at most {most}")]);
    }
}

/// The greatest allowed sizes work, and so does a size of zero.
#[test]
fn sizes_of_inputs_reach_from_nothing_to_the_bounds() {
    let sandbox = Sandbox::with("prog.c", READS);
    for (options, paths) in [
        ("--sym-stdin 1", 2),
        ("--sym-stdin 0 --sym-arg 0 --sym-files 0 0 --sym-env V=0", 1),
        ("--sym-files 1 0 --sym-args 0 0 0", 1),
        ("--sym-arg 1", 2),
        ("--sym-args 1 1 1 --sym-files 26 1 --sym-env V=1", 4),
    ] {
        let args: Vec<&str> = ["run", "prog.c", "-q"].into_iter().chain(options.split(' ')).collect();
        let done = sandbox.pleach(&args);
        assert!(done.code == 0 || done.code == 2, "{options}: {}", done.stderr);
        let summary = sandbox.summary();
        assert_eq!((&summary["complete"], &summary["paths"]["completed"]), (&true.into(), &paths.into()), "{options}");
    }
}

#[test]
fn symbolic_objects_of_programs_are_bounded() {
    let program = "#include <pleach.h>\n#include <stdlib.h>\n\
        int main(void) { char *p = malloc(SIZE); pleach_symbolic(p, SIZE, \"p\"); return p[SIZE - 1] == 'a'; }\n";
    let sandbox = Sandbox::with("prog.c", program);
    for (size, bytes) in [("268435457ul", "268435457"), ("(1ul << 29)", "536870912"), ("(1ul << 30)", "1073741824")] {
        sandbox.pleach(&["run", "prog.c", "--cflags", &format!("'-DSIZE={size}'")]).code(2);
        let reasons = &sandbox.summary()["incomplete_because"][0];
        let expected = format!("unsupported: symbolic object of {bytes} bytes, more than 268435456 at prog.c:3");
        assert_eq!(reasons, expected.as_str());
    }
}

#[test]
fn arguments_of_functions_are_bounded() {
    let sandbox =
        Sandbox::with("prog.c", "int f(char *s, int n) { return s[n]; }\n__int128 g(__int128 n) { return n; }\n");
    for (given, words) in [
        ("s=268435456", ["--arg s=268435456", "268435455 bytes"]),
        ("s=-1", ["--arg s=-1", "268435455 bytes"]),
        ("s=0..268435456", ["--arg s=0..268435456", "268435455 bytes"]),
        ("s=str:0..268435456", ["--arg s=str:0..268435456", "268435455 characters"]),
        ("s=str:268435456", ["--arg s=str:268435456", "268435455 characters"]),
        ("s=str:99999999999999999999", ["99999999999999999999", "to 268435455"]),
        ("s=str:-1", ["\"-1\" is no length", "to 268435455"]),
        ("s=9999999999999999999999999999999999999999", ["99999999", "128 bits"]),
    ] {
        refused(&sandbox, &format!("run prog.c --entry f --arg {given}"), &words);
    }
    for given in ["n=4294967296", "n=-2147483649", "n=0..4294967296"] {
        let words = ["n has 32 bits", "from -2147483648 to 4294967295"];
        refused(&sandbox, &format!("run prog.c --entry f --arg s=1 --arg {given}"), &words);
    }
    // A number of more than 64 bits is passed in full.
    for (given, result) in [("36893488147419103235", 3), ("-1", 255)] {
        let program = format!("#include <assert.h>\nint g(__int128 n) {{ assert(n == {}); return (int)n; }}\n", {
            if result == 3 { "((__int128)2 << 64) + 3" } else { "-1" }
        });
        sandbox.write("wide.c", program);
        let given = format!("n={given}");
        sandbox.pleach(&["run", "wide.c", "-q", "--entry", "g", "--arg", &given, "--klee-exit-codes"]).code(0);
        assert_eq!(sandbox.summary()["findings"].as_array().map(Vec::len), Some(0));
        let prediction = sandbox.read("pleach-last/predictions.jsonl");
        assert!(prediction.contains(&format!("\"exit_code\":{result}")), "{prediction}");
    }
}

#[test]
fn limits_are_bounded() {
    let sandbox = Sandbox::with("prog.c", "int main(void) { return 0; }\n");
    for option in ["max-instructions", "max-forks", "max-depth", "max-tests", "max-question-conflicts", "kappa"] {
        for number in ["0", "-1", "18446744073709551616"] {
            refused(
                &sandbox,
                &format!("run prog.c --{option}={number}"),
                &[&format!("--{option}"), &format!("'{number}'"), "a whole number from 1 to "],
            );
        }
    }
    for (given, words) in [
        (
            "--max-memory=1000",
            ["--max-memory", "these are 1000 bytes, and 67108864 are needed at least; did you mean 1000MB?"],
        ),
        ("--max-memory=67108863", ["--max-memory", "67108864 are needed at least"]),
        ("--max-memory=0", ["--max-memory", "67108864 are needed at least"]),
        ("--max-memory=99999999TiB", ["--max-memory", "at most 18446744073709551615 bytes"]),
        ("--max-question-memory=1000", ["--max-question-memory", "did you mean 1000MB?"]),
        ("--max-time=0", ["--max-time", "more than nothing"]),
        ("--max-time=18446744074", ["--max-time", "at most 18446744073 seconds"]),
        ("--max-question-time=99999999999999999999d", ["--max-question-time", "at most 18446744073 seconds"]),
        ("--kappa=4294967296", ["--kappa", "from 1 to 4294967295"]),
        ("--limit-cost=4294967296", ["--limit-cost", "from 0 to 4294967295"]),
        ("--seed=18446744073709551616", ["--seed", "from 0 to 18446744073709551615"]),
    ] {
        refused(&sandbox, &format!("run prog.c {given}"), &words);
    }
    let greatest = "--max-memory 18446744073709551615 --max-time 18446744073 --max-question-time 18446744073 \
        --max-question-memory 18446744073709551615 --max-instructions 18446744073709551615 --max-forks 18446744073709551615 \
        --max-depth 18446744073709551615 --max-tests 18446744073709551615 --max-question-conflicts 18446744073709551615 \
        --seed 18446744073709551615 --static-costs recursive --kappa 4294967295 --limit-cost 4294967295";
    sandbox.write("clean.c", sandbox::CLEAN);
    let args: Vec<&str> = ["run", "clean.c"].into_iter().chain(greatest.split_whitespace()).collect();
    sandbox.pleach(&args).code(0).says("no bugs; every path was explored");
}

#[test]
fn generated_programs_are_bounded() {
    let sandbox = Sandbox::new();
    for (option, most) in [
        ("max-block-depth", "100"),
        ("max-top-level", "100000"),
        ("max-block", "1000"),
        ("functions", "1000"),
        ("parameters", "4"),
        ("count", "1000000"),
    ] {
        for number in ["18446744073709551615", "18446744073709551616"] {
            refused(
                &sandbox,
                &format!("microc generate --{option} {number}"),
                &[&format!("--{option}"), number, &format!("to {most}")],
            );
        }
    }
}

/// A run without symbolic data is a single execution, and proves nothing.
#[test]
fn a_run_with_nothing_symbolic_says_so() {
    let sandbox = Sandbox::with("prog.c", READS);
    sandbox.write("fails.c", "#include <assert.h>\nint main(void) { assert(0); }\n");
    sandbox.write("prog.mc", "main() { output 1; return 0; }\n");
    sandbox.write("clock.c", "#include <time.h>\nint main(void) { return time(0) & 1; }\n");
    sandbox.write("calls.c", "int unknown(void);\nint main(void) { return unknown(); }\n");
    let run = |words: &str| sandbox.pleach(&words.split(' ').collect::<Vec<_>>());
    for concrete in ["prog.c", "prog.mc", "clock.c", "prog.c --sym-stdin 0", "prog.c --sym-arg 0 --sym-env V=0"] {
        let said = "no bugs in this run; nothing was symbolic, so nothing is known about other inputs";
        run(&format!("run {concrete}")).code(2).says(said).says("--allow-concrete");
        assert_eq!((&sandbox.summary()["symbolic"], &sandbox.summary()["complete"]), (&false.into(), &true.into()));
        run(&format!("run {concrete} --allow-concrete")).code(0);
        run(&format!("run {concrete} --klee-exit-codes")).code(0);
    }
    run("run fails.c").code(1).says("1 bug; nothing was symbolic");
    run("run fails.c --allow-concrete").code(1);
    for symbolic in ["prog.c --sym-stdin 1", "prog.c --sym-arg 1", "prog.c --sym-env V=1", "clock.c --time symbolic"] {
        run(&format!("run {symbolic}")).code(0).says("no bugs; every path was explored");
        assert_eq!(sandbox.summary()["symbolic"], true);
    }
    run("run calls.c --external-calls overapproximate").code(2).says("no bugs so far");
    assert_eq!(sandbox.summary()["symbolic"], true);
}

/// A path that ends at a false assumption is counted, and an assumption that holds on no path is reported.
#[test]
fn false_assumptions_are_counted() {
    let program = "#include <pleach.h>\nint main(void) { int a = pleach_int(\"a\"), b = pleach_int(\"b\");\n\
        pleach_assume(a > 3 && b > 4);\n return a == b; }\n";
    let sandbox = Sandbox::with("prog.c", program);
    let done = sandbox.pleach(&["run", "prog.c"]).code(0).says("1 completed, 1 ended at a false assumption");
    assert!(!done.stderr.contains("warning"), "{}", done.stderr);
    assert_eq!(
        sandbox.summary()["paths"],
        serde_json::json!({ "completed": 1, "errors": 0, "excluded": 1, "represented": 1 })
    );
    // The optimiser turns one call into two, one of which never holds.
    let done = sandbox.pleach(&["run", "prog.c", "--cflags", "-O2"]).code(0);
    assert!(!done.stderr.contains("no path") && sandbox.read("pleach-last/warnings.txt").is_empty(), "{}", done.stderr);
    sandbox.write("never.c", program.replace("b > 4", "a < 3"));
    let told = "never.c:3: this assumption holds on no path: nothing behind it was explored";
    sandbox.pleach(&["run", "never.c"]).code(0).complains(told);
}

#[test]
fn numbers_that_decide_cost_are_set_and_recorded() {
    let text = "#include <pleach.h>\nint main(void) { unsigned char a[8]; pleach_symbolic(a, sizeof a, \"a\");\n\
        unsigned sum = 0; for (int i = 0; i < 8; i++) if ((a[i] ^ sum * 7) % 5 == 3) sum += a[i] * 3;\n\
        return sum > 900; }\n";
    let sandbox = Sandbox::with("prog.c", text);
    let run = |options: &[&str]| {
        sandbox.pleach(&[&["run", "prog.c", "-q"], options].concat()).code(0);
        let statistics: Value = serde_json::from_str(&sandbox.read("pleach-last/statistics.json")).expect("JSON");
        (sandbox.summary(), statistics["counters"]["solver.repair.moves"].as_u64().expect("a counter"))
    };
    let (summary, moves) = run(&[]);
    assert!(summary.get("tuned").is_none() && moves > 0, "{moves}");
    let tuned = ["--tune", "solver.repair_moves=0,expr.table_scan=2^4", "--tune", "solver.instances=8"];
    let (summary, none) = run(&tuned);
    // What is set to its default is not there.
    assert_eq!(summary["tuned"], serde_json::json!({"solver.repair_moves": "0", "expr.table_scan": "16"}));
    assert_eq!(none, 0);
    sandbox.write("script.smt2", "(set-logic QF_BV)(check-sat)");
    sandbox.pleach(&["solve", "script.smt2", "--tune", "solver.repair_moves=0"]).code(0);
    sandbox.pleach(&["man", "tuning"]).code(0).says("`solver.repair_moves` = 24 (0 to 100000 moves)");
}

#[test]
fn wrong_numbers_that_decide_cost_are_refused() {
    let sandbox = Sandbox::with("prog.c", READS);
    let wrong = |given: &str, words: &[&str]| refused(&sandbox, &format!("run prog.c --tune {given}"), words);
    wrong("solver.repair_move=1", &["solver.repair_moves meant", "pleach man tuning"]);
    wrong("solver.instances=0", &["1 to 2^10 SAT solvers"]);
    wrong("solver.instances=some", &["1 to 2^10 SAT solvers"]);
    wrong("solver.check_bits=1", &["constant"]);
    wrong("solver.instances", &["NAME=NUMBER"]);
    wrong("solver.instances=2,solver.nothing=1", &["solver.nothing"]);
}
