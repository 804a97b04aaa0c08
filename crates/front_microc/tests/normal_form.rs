//! The normal form: its appearance, and that it does the same as the original program.

mod same;

use front_microc::{Shape, Source, generate, load, normalize, program_text};
use same::{is_normal, same};

fn normal(body: &str) -> String {
    let source = Source::new("t.mc", format!("main() {{\n  var x, y, z, i;\n{body}\n  return 0;\n}}\n"));
    let program = load(&source).unwrap_or_else(|problems| panic!("{}", source.messages(&problems)));
    let text = program_text(&normalize(&program));
    let lines: Vec<&str> =
        text.lines().skip(2).take_while(|line| *line != "  return 0;").map(|line| &line[2..]).collect();
    lines.join("\n")
}

#[test]
fn nested_expressions_become_assignments() {
    let before = "  y = alloc 4;\n  i = 0;\n  z = [1, 2];\n  x = [{field: y}];\n";
    let text = normal(&format!("{before}  *x[0].field = *y + z[i + 1];"));
    let expected = "_t1 = *y;\n_t2 = i + 1;\n_t3 = z[_t2];\n*x[0].field = _t1 + _t3;";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn what_could_change_or_fail_is_copied_first() {
    assert_eq!(normal("x = 1; y = x + 2 * x;"), "x = 1;\n_t0 = 2 * x;\ny = x + _t0;");
    // `x` is not known to be initialised.
    assert_eq!(normal("y = x + 2 * i;"), "_t0 = x;\n_t1 = 2 * i;\ny = _t0 + _t1;");
    assert_eq!(normal("y = input - (input - 1);"), "_t0 = input;\n_t1 = input - 1;\ny = _t0 - _t1;");
}

#[test]
fn short_circuits_and_loops() {
    let text = "x = 1; y = x && (x + 1) * x;";
    let expected =
        "x = 1;\nif (x) {\n  _t1 = x + 1;\n  _t2 = _t1 * x;\n  _t0 = _t2 != 0;\n} else {\n  _t0 = 0;\n}\ny = _t0;";
    assert_eq!(normal(text), expected);
    assert_eq!(normal("x = 1; y = 2 * x || x;"), "x = 1;\n_t0 = 2 * x;\ny = _t0 || x;");
    let expected = "i = 1;\n_t0 = i * 2;\nwhile (_t0 < 9) {\n  i = i + 1;\n  _t0 = i * 2;\n}";
    assert_eq!(normal("i = 1; while (i * 2 < 9) i = i + 1;"), expected);
}

#[test]
fn new_names_are_new() {
    let source = Source::new("t.mc", "_t1() { return 1; } main(_t0) { return _t0 * (_t0 + _t1()); }");
    let program = load(&source).expect("a program");
    let text = program_text(&normalize(&program));
    assert!(text.contains("_t2 = _t1();\n  _t3 = _t0 + _t2;\n  return _t0 * _t3;"), "{text}");
}

#[test]
fn order_and_errors_stay() {
    let say = "say(n) { output n; return n; } set(p, v) { *p = v; return v; }";
    for body in [
        "x = a + set(&a, 5) * a; return x;",
        "x = say(a) + say(b) * say(say(c) + 1); return x;",
        "x = say(a) > 1 && say(b) > 1 || say(c) > 1; return x;",
        "x = say(a) && (say(b) || say(c)); return x;",
        "x = a || 1 / a; x = b && 1 / b; return 1 / c;",
        "x = u + 1 / 0; return x;",
        "x = u + say(1); return x;",
        "x = v[say(u)]; return x;",
        "v = [a, b, c]; x = v[say(a)] + v[say(b)] / v[say(c)]; return x;",
        "v = [a, b, c]; v[say(a)] = say(b) / say(c); return v[0];",
        "w = [[a, b], [c]]; x = w[a][say(b)]; return x;",
        "w = [[a, b], [c]]; x = w[a][input]; return x;",
        "w = [[a], [b], [c]]; x = w[2][say(set(&w, [[1]])[0][0])]; return x;",
        "w = [[a], [b], [c]]; w[2][say(set(&w, [[1]])[0][0])] = 1; return 0;",
        "w = [[a], [b], [c]]; x = w[say(a)][u]; return x;",
        "r = {f: say(a), e: [say(b), say(c)]}; x = r.e[r.f]; return x;",
        "p = &a; x = *p + set(p, 9) + a; return x;",
        "p = null; if (a) { p = &a; } x = *p + say(3); return x;",
        "q = alloc alloc (a + b); **q = **q + a; x = **q / c; return x;",
        "l = {next: null, value: a}; l = {value: b, next: alloc l}; x = (*l.next).value / b; return x;",
        "l = {next: null, value: a}; x = (*l.next).value + say(1); return x;",
        "while (say(a) < 3 && (a < b || say(c) * 2 < 1)) { a = a + 1; c = c + b; } return a;",
        "while (a < input * 2) { while (b * b < a * c) { b = b + 1; } a = a + 1; } return b;",
        "if (a == 1) x = 1; else if (b * b + c == 2) x = say(2); else { } return x;",
        "x = [a, b, c][say(a) + 1]; return x;",
        "x = input - input * (input - say(input)); return x;",
        "return say(a) / say(b - 1);",
        "output -2147483648 / (0 - a); output 65536 * (65536 * a + b); return 2147483647 + a * 2;",
        "return !(a == b) + !!(c * 2) * (a <= b);",
    ] {
        let text = format!("{say} main(a, b, c) {{ var x, u, v, w, r, p, q, l; {body} }}");
        for numbers in 0..64 {
            let number = |place: u32| numbers >> (2 * place) & 3;
            let args = [number(0) - 1, number(1), number(2) - 1];
            same(&text, &args, &[number(1), -number(2), 7, 2]);
        }
        assert!(is_normal(&text), "{text}");
    }
}

#[test]
fn generated_programs() {
    let seed = test_support::round().unwrap_or(1);
    let all =
        Shape { functions: 2, records: true, pointers: true, symbolic_indices: true, varied: true, ..Shape::default() };
    for shape in [Shape { divisions: true, ..all.clone() }, Shape { guarded: true, divisions: true, ..all }] {
        for number in 0..100 {
            let text = generate(&shape, seed.wrapping_mul(1_000_003).wrapping_add(number));
            assert!(is_normal(&text), "{text}");
            for first in [-1, 0, 3] {
                same(&text, &[], &[first, 2, -5, first, 7, 1, 0, i32::MAX, 4, i32::MIN]);
            }
        }
    }
}

#[test]
fn deep_programs() {
    let sum = format!("main() {{ var x; x = 3; return x{}; }}", " * x + 1".repeat(450));
    same(&sum, &[], &[]);
    let logical = format!("main() {{ var x; x = 3; return x{}{}; }}", " && (x + 1".repeat(60), ")".repeat(60));
    same(&logical, &[], &[]);
}
