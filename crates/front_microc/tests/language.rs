//! The meaning of the language, sentence by sentence as in `docs/microc.md`: the tests state what the executor
//! must find, and each path is also compared with the interpreter.

mod explored;

use exec::Limits;
use explored::{concrete, explore};
use front_microc::{Source, load, lower};

/// Explores a program completely and checks the number of paths that return, and the errors.
#[track_caller]
fn holds(text: &str, completed: u64, errors: &[&str]) {
    let found = explore(text, Limits::default());
    assert!(found.complete, "{text}");
    assert_eq!((found.completed, found.errors.as_slice()), (completed, strings(errors).as_slice()), "{text}");
}

fn strings(items: &[&str]) -> Vec<String> {
    items.iter().map(|&item| item.to_owned()).collect()
}

/// Explores a program, runs it on some numbers, and checks how the run ends and what it prints.
#[track_caller]
fn prints(text: &str, numbers: &[i32], end: &str, printed: &[i32]) {
    let found = explore(text, Limits::default());
    assert!(found.complete, "{text}");
    let printed: String = printed.iter().map(|number| format!("{number}\n")).collect();
    assert_eq!(concrete(&found.program, numbers), (end.to_owned(), printed), "{text}");
}

/// A program in which no path may reach `wrong()`.
fn never(body: &str) -> String {
    format!("wrong() {{ return 1 / 0; }}\nmain(n, m) {{ var x, y, a, b, p, q; x = 0;\n{body}\nreturn x; }}")
}

#[test]
fn numbers_wrap() {
    holds(
        "main(n) { var r; r = 0; if (n + 1 < n) { r = 1 / (n - 2147483647); } return r; }",
        1,
        &["div-by-zero [1:48]"],
    );
    holds(&never("if (n * 2 == m && m - m / 2 * 2 != 0) { x = wrong(); }"), 2, &[]);
    holds(&never("y = 2147483647; y = y + 1; if (y != -2147483648 || 0 - y != y) { x = wrong(); }"), 1, &[]);
    prints("main(n) { output n - 1; output n * n; return n + n; }", &[-2147483648], "exit 0", &[2147483647, 0]);
}

#[test]
fn division_truncates_and_the_one_overflow_wraps() {
    holds(&never("if (n == -2147483648 && m == -1) { if (n / m != n) { x = wrong(); } x = n / m; }"), 3, &[]);
    holds(&never("if (n / 2 == -3) { if (n != -6 && n != -7) { x = wrong(); } }"), 3, &[]);
    holds("main(n) { return 7 / n; }", 1, &["div-by-zero [1:20]"]);
    let text = "main(n, m) { return n / m; }";
    for (n, m, quotient) in [(-7, 2, -3), (7, -2, -3), (-7, -2, 3), (-2147483648, -1, -2147483648)] {
        prints(text, &[n, m], &format!("exit {quotient}"), &[]);
    }
    prints(text, &[5, 0], "div-by-zero [1:23]", &[]);
}

#[test]
fn truth_is_zero_or_one_and_any_other_number_is_true() {
    for expr in ["n > m", "n == m", "n <= 3", "!n", "n && m", "n || m", "!(n - m)", "p == q", "(n < m) != (m < n)"] {
        let text = never(&format!("p = &y; q = alloc 1; y = {expr}; if (y != 0) {{ if (y != 1) {{ x = wrong(); }} }}"));
        let found = explore(&text, Limits::default());
        assert!(found.complete && found.errors.is_empty(), "{text}");
    }
    holds("main(n) { var r; if (n) { r = 1 / n; } else { r = 0; } while (n) { n = 0; } return r; }", 2, &[]);
}

#[test]
fn logical_operators_evaluate_no_more_than_they_must() {
    holds("main(n) { return n != 0 && 10 / n > 1; }", 2, &[]);
    holds("main(n) { return n == 0 || 10 / n > 1; }", 2, &[]);
    holds("main(n) { return 10 / n > 1 && n != 0; }", 2, &["div-by-zero [1:21]"]);
    let text = "f(k) { output k; return k; } main(n) { return f(n) && f(2) || f(0) && f(3); }";
    prints(text, &[1], "exit 1", &[1, 2]);
    prints(text, &[0], "exit 0", &[0, 0]);
    holds(text, 2, &[]);
}

#[test]
fn arrays_and_records_are_copied() {
    holds(&never("a = [n, 2]; b = a; a[0] = m; if (b[0] != n || a[0] != m || b[1] != 2) { x = wrong(); }"), 1, &[]);
    holds(
        &never("a = {f: n, g: [1, 2]}; b = a; b.g[n / n] = 7; if (a.g[1] != 2) { x = wrong(); }"),
        1,
        &["div-by-zero [3:37]"],
    );
    holds(&never("a = [[1, 2], [n, m]]; b = a[1]; a[1][0] = 5; if (b[0] != n) { x = wrong(); }"), 1, &[]);
    holds(
        &never("y = [1, 2]; a = [y, y]; y[0] = 9; a[0][1] = 4; if (a[0][0] + a[1][1] != 3) { x = wrong(); }"),
        1,
        &[],
    );
    let text = "change(a, r) { a[0] = 9; r.f = a; return r; }
        main(n) { var a, r, s; a = [n, 1]; r = {f: a}; s = change(a, r);
        output a[0]; output r.f[0]; output s.f[0]; return s.f[1]; }";
    prints(text, &[4], "exit 1", &[4, 4, 9]);
    holds(text, 1, &[]);
    // The same through a pointer.
    holds(
        &never("a = [n, 2]; p = &a; (*p)[0] = m; b = *p; (*p)[1] = 3; if (a[0] != m || b[1] != 2) { x = wrong(); }"),
        1,
        &[],
    );
}

#[test]
fn pointers_compare_by_what_they_point_to() {
    let text = "p = &x; q = alloc 0; if (p == q || p != &x || q == null || (alloc 1) == q) { y = wrong(); }";
    holds(&never(text), 1, &[]);
    holds(
        "main(n) { var p; p = null; if (n > 3) { p = &n; *p = 2; } if (p == null) { n = 0 - 1; } return n; }",
        2,
        &[],
    );
}

#[test]
fn a_variable_whose_address_is_taken_outlives_its_call() {
    let text = "cell(v) { return &v; } main(n) { var p, q; p = cell(n); q = cell(n + 1); *q = *q + 1;
        if (*q - *p != 2 || p == q) { p = null; } return *p; }";
    holds(text, 1, &[]);
}

#[test]
fn evaluation_goes_from_left_to_right_and_the_right_side_comes_first() {
    let f = "f(k) { output k; return k; } g(a, b, c) { return a; }";
    prints(&format!("{f} main(n) {{ return g(f(1), f(n), f(3)) + f(4); }}"), &[7], "exit 5", &[1, 7, 3, 4]);
    prints(
        &format!("{f} main(n) {{ var a; a = [0, [f(1), f(2)][f(0)], f(3)]; a[f(2)] = f(n); return a[2]; }}"),
        &[5],
        "exit 5",
        &[1, 2, 0, 3, 5, 2],
    );
    prints(
        &format!("{f} main(n) {{ var r; r = {{z: f(1), a: f(2)}}; return (f(3) > f(n)) - r.z; }}"),
        &[2],
        "exit 0",
        &[1, 2, 3, 2],
    );
    // A value is taken when it is read: what follows does not change it.
    let text = "inc(p) { *p = *p + 1; return *p; } main(n) { var x; x = n; return x + inc(&x) - x; }";
    prints(text, &[5], "exit 5", &[]);
    holds(&text.replace("x + inc(&x) - x", "1 / (x + inc(&x) - x - n)"), 0, &["div-by-zero [1:69]"]);
    // An error in the right side comes before one in the left.
    holds(
        "main(n) { var a; a = [1]; a[n] = 1 / (n - 1); return 0; }",
        1,
        &["div-by-zero [1:36]", "out-of-bounds [1:29]"],
    );
    prints("main(n) { var p; p = null; *p = 1 / n; return 0; }", &[0], "div-by-zero [1:35]", &[]);
}

#[test]
fn reading_what_has_no_value_is_an_error_wherever_it_is_read() {
    let start = "main(n) { var x, r, a, p; r = 0; if (n > 0) { x = 1; a = [1]; }\n";
    for (line, error) in [
        ("return x; }", "uninitialized [2:8]"),
        ("r = x; return r; }", "uninitialized [2:5]"),
        ("output x; return r; }", "uninitialized [2:8]"),
        ("r = a[0]; return r; }", "uninitialized [2:7]"),
        ("a[0] = 1; return r; }", "uninitialized [2:3]"),
        ("p = alloc a; return r; }", "uninitialized [2:11]"),
        ("return r && x || x; }", "uninitialized [2:18]"),
        ("if (x) { r = 1; } return r; }", "uninitialized [2:5]"),
        ("while (x) { x = 0; } return r; }", "uninitialized [2:8]"),
        ("p = &x; r = *p; return r; }", "uninitialized [2:13]"),
        ("return [x][0]; }", "uninitialized [2:9]"),
    ] {
        let found = explore(&format!("{start}{line}"), Limits::default());
        assert!(found.complete && found.completed == 1, "{line}");
        assert_eq!(found.errors, strings(&[error]), "{line}");
    }
    holds("f(v) { return 0; } main(n) { var x; if (n > 0) { x = n; } return f(x); }", 1, &["uninitialized [1:68]"]);
    holds(
        "f() { var x; return x; } main(n) { var y; y = 0; if (n > 0) { y = f(); } return y; }",
        1,
        &["uninitialized [1:21]"],
    );
    // An assignment in a loop, through a pointer, or on every path initialises a variable.
    holds("set(p) { *p = 3; return 0; } main(n) { var x, r; r = set(&x); return x + r; }", 1, &[]);
    holds("main(n) { var x; if (n > 0) { x = 1; } else { x = 2; } return x; }", 2, &[]);
    holds("main(n) { var x, i; i = 0; while (i < 2) { x = i; i = i + 1; } return x; }", 1, &[]);
}

#[test]
fn null_is_not_followed() {
    holds("main(n) { var p, x; p = null; x = 1; if (n > 0) { p = &x; } return *p; }", 1, &["null [1:68]"]);
    holds("main(n) { var p, x; p = null; x = 1; if (n > 0) { p = &x; } *p = n; return x; }", 1, &["null [1:61]"]);
    holds(
        "main(n) { var p; p = null; if (n > 0) { p = alloc {f: n}; } (*p).f = 1; return (*p).f; }",
        1,
        &["null [1:62]"],
    );
    holds("main() { return *null; }", 0, &["null [1:17]"]);
}

#[test]
fn indices_are_checked_against_what_the_array_holds() {
    holds("main(i) { var a; a = [10, 20, 30]; return a[i]; }", 1, &["out-of-bounds [1:45]"]);
    let text = "main(i) { var a; a = [10, 20, 30]; a[i] = 5; return a[0] + a[1] + a[2]; }";
    holds(text, 1, &["out-of-bounds [1:38]"]);
    for (index, end) in [(0, "exit 55"), (2, "exit 35"), (3, "out-of-bounds [1:38]"), (-1, "out-of-bounds [1:38]")] {
        prints(text, &[index], end, &[]);
    }
    holds("main(i) { return [4, 5][i]; }", 1, &["out-of-bounds [1:25]"]);
    holds("main(i) { var a; a = []; if (i > 1) { a = [1]; } return a[0]; }", 1, &["out-of-bounds [1:59]"]);
    // 2^30 elements of 4 bytes further, the address would wrap around to the same byte.
    holds(&never("a = [1, 2, 3, 4]; if (n > 1000000000) { x = a[n]; }"), 1, &["out-of-bounds [3:47]"]);
    holds(
        "main(i, j) { var m; m = [[1, 2], [3]]; return m[i][j]; }",
        1,
        &["out-of-bounds [1:49]", "out-of-bounds [1:52]"],
    );
}

#[test]
fn the_end_of_the_input_is_an_error_that_only_a_concrete_run_has() {
    let text = "main(n) { var s; s = 0; while (n > 0 && n < 3) { s = s + input; n = n - 1; } return s; }";
    holds(text, 4, &[]);
    prints(text, &[2, 5], "end of input", &[]);
    prints(text, &[2, 5, 6], "exit 11", &[]);
}

#[test]
fn parameters_of_main_and_inputs_are_symbolic() {
    let text =
        "main(a, b) { var c; c = input; if (a == 1 && b == 2 && c == 3 && input == 4) { c = 1 / 0; } return 0; }";
    holds(text, 4, &["div-by-zero [1:86]"]);
    prints(text, &[1, 2, 3, 4], "div-by-zero [1:86]", &[]);
    // An input is read even if nothing uses it.
    prints("main() { var x; x = input; x = input; return 1 / (x - 7); }", &[7, 8], "exit 1", &[]);
    holds("main() { var x; x = input; x = input; return 1 / (x - 7); }", 1, &["div-by-zero [1:48]"]);
}

/// The IR of the functions of a program.
fn ir_text(text: &str) -> String {
    let source = Source::new("t.mc", text);
    let program = load(&source).unwrap_or_else(|problems| panic!("{}", source.messages(&problems)));
    lower(&source, &program, "main").expect("main takes and returns numbers").to_string()
}

#[test]
fn a_variable_whose_address_is_never_taken_is_a_register() {
    let text = "f(v) { return {k: v, l: v + 1}; } main(n) { var x, i, r, p; x = n; i = 0; p = null; r = {f: 1, g: p};
        while (i < x) { if (i == 3) { r.f = i; } i = i + 1; } return r.f; }";
    let main = ir_text(text);
    let main = &main[main.find("@main").expect("main is defined")..];
    for memory in ["load", "store", "alloca", "microc.alloc"] {
        assert!(!main.contains(memory), "{memory} in\n{main}");
    }
    let taken = ir_text("main(n) { var x, p; x = n; p = &x; *p = 1; return x; }");
    assert!(taken.contains("microc.alloc") && taken.contains("load") && taken.contains("store"), "{taken}");
}

#[test]
fn each_error_is_a_check_and_what_cannot_fail_has_none() {
    let checks = |text: &str, kind: &str| {
        let ir = ir_text(text);
        ir.lines().filter(|line| line.contains("check") && line.contains(kind)).count()
    };
    assert_eq!(checks("main(n) { return 1 / n; }", "div-by-zero"), 1);
    assert_eq!(checks("main(n) { var p; p = &n; return *p; }", "null"), 1);
    assert_eq!(checks("main(n) { return [1, 2][n]; }", "out-of-bounds"), 1);
    assert_eq!(checks("main(n) { var x; if (n) { x = 1; } return x; }", "uninitialized"), 1);
    assert_eq!(checks("main(n) { var x; x = n; while (n) { n = n - x; } return x / 2; }", "t.mc"), 0);
}

#[test]
fn functions_may_have_names_that_mean_something_elsewhere() {
    for name in [
        "malloc",
        "free",
        "exit",
        "abort",
        "printf",
        "memcpy",
        "strlen",
        "reach_error",
        "klee_assume",
        "klee_make_symbolic",
        "pleach_symbolic",
        "__pleach_start",
        "__VERIFIER_nondet_int",
        "__assert_fail",
        "microc",
    ] {
        let text = format!("{name}(n) {{ return n + 1; }} main(n) {{ return 6 / {name}(n); }}");
        let column = 42 + name.len();
        holds(&text, 1, &[&format!("div-by-zero [1:{column}]")]);
    }
}

#[test]
fn as_many_calls_as_the_language_allows() {
    let program = |depth: u32| {
        let zeros = vec!["0"; 300].join(", ");
        format!(
            "f(n) {{ var a, r; a = [n, {zeros}]; r = 0; if (n > 0) {{ r = f(n - 1); }} return r + a[1]; }}\n\
             main() {{ return f({depth}); }}"
        )
    };
    holds(&program(8190), 1, &[]);
    let found = explore(&program(8191), Limits::default());
    assert_eq!((found.completed, found.errors.len()), (0, 1));
    assert!(found.errors[0].starts_with("stack-overflow [1:"), "{:?}", found.errors);
}

#[test]
fn values_without_parts() {
    let text = "f() { return {}; } main(n) { var r, p, q, a; r = f(); p = alloc r; q = alloc {}; a = [];
        if (n > 0) { a = [f(), r]; } if (p == q || p == null) { n = 1 / 0; } r = a[n - 1]; return 0; }";
    holds(text, 1, &["out-of-bounds [2:84]"]);
}

#[test]
fn a_question_without_an_answer_leaves_the_exploration_incomplete() {
    let text =
        "main(a, b) { var r; r = 0; if (a > 1 && b > 1 && a < 65536 && b < 65536 && a * b == 2147483647) { r = 1; }
        return 1 / (r - 1); }";
    let found = explore(text, Limits { question_conflicts: Some(1), ..Limits::default() });
    assert!(!found.complete && found.errors.is_empty());
}
