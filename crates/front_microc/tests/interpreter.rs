//! What programs do on concrete input: one test for each decision in `docs/microc.md`.

use front_microc::{End, Numbers, Source, interpret, load};

/// Runs a program; returns its end as text, and its output.
fn run(text: &str, args: &[i32], input: &[i32]) -> (String, Vec<i32>) {
    let source = Source::new("t.mc", text);
    let program = load(&source).unwrap_or_else(|problems| panic!("{}", source.messages(&problems)));
    let main = program.function("main").expect("the check wants main");
    let mut world = Numbers::new(input).with_patience(1000);
    let end = match interpret(&program, main, args, &mut world) {
        End::Exit(value) => value.to_string(),
        End::Fault(fault, pos) => format!("{pos} {fault}"),
        End::Stopped => "stopped".to_owned(),
    };
    (end, world.output)
}

fn value(expr: &str) -> String {
    run(&format!("f(a) {{ a[0] = 7; return a; }} main() {{ return {expr}; }}"), &[], &[]).0
}

#[test]
fn arithmetic_wraps_and_truncates() {
    for (expr, expected) in [
        ("2147483647 + 1", "-2147483648"),
        ("-2147483648 - 1", "2147483647"),
        ("65536 * 65536", "0"),
        ("-7 / 2", "-3"),
        ("7 / -2", "-3"),
        ("-2147483648 / -1", "-2147483648"),
        ("!5", "0"),
        ("!0", "1"),
        ("3 > 2 > 1", "0"),
        ("(2 >= 2) + (2 <= 1) + (1 < 2)", "2"),
        ("5 && 6", "1"),
        ("0 || 6", "1"),
        ("0 && 1 / 0", "0"),
        ("2 || 1 / 0", "1"),
        ("null == null", "1"),
        ("[1, 2, 3][1]", "2"),
        ("{b: 1, a: 2}.b", "1"),
        ("f([1, 2])[0] + [1, 2][0]", "8"),
        ("*alloc 4", "4"),
    ] {
        assert_eq!(value(expr), expected, "{expr}");
    }
}

#[test]
fn faults_have_places() {
    for (text, expected) in [
        ("main() { return 1 / 0; }", "[1:19] division by zero"),
        ("main() { var p; p = null; return *p; }", "[1:34] null pointer dereferenced"),
        ("main() { var a; a = [1]; return a[1]; }", "[1:35] index 1 is out of bounds of an array of 1 elements"),
        (
            "main() { var a; a = [1]; a[-1] = 2; return 0; }",
            "[1:28] index -1 is out of bounds of an array of 1 elements",
        ),
        ("main() { var a; return a; }", "[1:24] use of an uninitialised value"),
        ("main() { var a; a[0] = 1; return 0; }", "[1:19] use of an uninitialised value"),
        ("main() { var a; a.f = 1; return 0; }", "[1:18] use of an uninitialised value"),
        ("main() { var a, p; p = &a; return *p; }", "[1:35] use of an uninitialised value"),
        ("main() { return input; }", "[1:17] end of input"),
        ("main() { var a; a = [1][2] / 0; return 0; }", "[1:25] index 2 is out of bounds of an array of 1 elements"),
        ("main() { var a; a[1 / 0] = 2; return 0; }", "[1:21] division by zero"),
        ("main() { return main(); }", "[1:17] more than 8192 calls under way at once"),
    ] {
        assert_eq!(run(text, &[], &[]).0, expected, "{text}");
    }
}

#[test]
fn values_are_copied() {
    let text = "set(a) { a[0] = 9; return 0; }
        main() {
          var a, b, r, s, x;
          a = [1, 2];
          b = a;
          b[0] = 5;
          output a[0];
          x = set(a);
          output a[0];
          r = {n: 1, l: [1, 2]};
          s = r;
          s.l[1] = 7;
          output r.l[1];
          output s.l[1];
          return 0;
        }";
    assert_eq!(run(text, &[], &[]), ("0".into(), vec![1, 1, 2, 7]));
}

#[test]
fn pointers_reach_variables_and_outlive_their_function() {
    let text = "counter() { var n; n = 0; return &n; }
        bump(p) { *p = *p + 1; return *p; }
        main() {
          var p, q, x;
          p = counter();
          q = counter();
          output p == q;
          x = bump(p) + bump(p) * 10;
          output x;
          output *q;
          return 0;
        }";
    assert_eq!(run(text, &[], &[]), ("0".into(), vec![0, 21, 0]));
}

#[test]
fn order_of_evaluation() {
    // Operands are evaluated from left to right; the right side of an assignment before its left; a place is
    // read last.
    let text = "say(x) { output x; return x; }
        change(p) { *p = [7, 8]; return 1; }
        main() {
          var a, b;
          a = [1, 2];
          a[say(0)] = say(1) + say(2) * say(3);
          b = say(4) < say(5);
          output a[change(&a)];
          return 0;
        }";
    assert_eq!(run(text, &[], &[]), ("0".into(), vec![1, 2, 3, 0, 4, 5, 8]));
}

#[test]
fn places_are_looked_at_when_everything_in_them_is_evaluated() {
    let text = "shrink(p) { *p = [[4]]; return 0; }
        main(i) {
          var a, b, n;
          a = [[1], [2], [3]];
          output a[i][shrink(&a)];
          b = alloc [[5, 6], [7]];
          (*b)[i][shrink(b)] = 8;
          output (*b)[0][0];
          n = null;
          (*n)[n == null && [1][i]] = 1;
          return 0;
        }";
    assert_eq!(run(text, &[0], &[]), ("[10:12] null pointer dereferenced".into(), vec![4, 8]));
    let (end, output) = run(text, &[2], &[]);
    assert_eq!((end.as_str(), output), ("[5:20] index 2 is out of bounds of an array of 1 elements", vec![]));
}

#[test]
fn parameters_and_input() {
    let text = "main(n, m) { var i; i = 0; while (i < n) { output input * m; i = i + 1; } return i; }";
    assert_eq!(run(text, &[2, 10], &[3, 4, 5]), ("2".into(), vec![30, 40]));
    assert_eq!(run(text, &[3, 10], &[3]).0, "[1:51] end of input");
}

#[test]
fn recursion_to_the_limit() {
    let text = "f(n) { var r; if (n == 0) { r = 0; } else { r = 1 + f(n - 1); } return r; } main(n) { return f(n); }";
    assert_eq!(run(text, &[8190], &[]).0, "8190");
    assert!(run(text, &[8191], &[]).0.ends_with("more than 8192 calls under way at once"));
}

#[test]
fn endless_loops_can_be_stopped() {
    assert_eq!(run("main() { while (1) {} return 0; }", &[], &[]).0, "stopped");
}
