//! Explores programs like those shown in Rozhoň 2024: paths, errors, and what wrapping numbers change.

mod explored;

use exec::Limits;
use explored::explore;

/// Explores a program completely; returns the number of paths that return, and the errors.
fn whole(text: &str) -> (u64, Vec<String>) {
    let explored = explore(text, Limits::default());
    assert!(explored.complete, "{text}");
    (explored.completed, explored.errors)
}

fn errors(list: &[&str]) -> Vec<String> {
    list.iter().map(|&error| error.to_owned()).collect()
}

#[test]
fn factorial() {
    let text = "f(n) { var r; if (n == 0) { r = 1; } else { r = n * f(n - 1); } return r; } main() { return f(5); }";
    assert_eq!(whole(text), (1, vec![]));
}

#[test]
fn a_division_that_a_branch_protects() {
    let text = "main() { var y, z; z = input; y = 1; if (z == 0) { y = 2; } else { y = 3 / z; } return y; }";
    assert_eq!(whole(text), (2, vec![]));
    let text = "main() { var y, z; z = input; y = 1; if (z == 1) { y = 2; } else { y = 3 / z; } return y; }";
    assert_eq!(whole(text), (2, errors(&["div-by-zero [1:74]"])));
}

#[test]
fn the_four_errors() {
    let program = |line: &str| {
        format!("main() {{\n var arr, res, a, ptr;\n arr = [1, 0, 2, 2];\n ptr = null;\n {line}\n return 0; }}")
    };
    for (line, error) in [
        ("res = 1 / arr[1];", "div-by-zero [5:10]"),
        ("res = a + a;", "uninitialized [5:8]"),
        ("res = arr[4];", "out-of-bounds [5:12]"),
        ("res = *ptr;", "null [5:8]"),
    ] {
        assert_eq!(whole(&program(line)), (0, errors(&[error])), "{line}");
    }
}

#[test]
fn a_shorter_array_may_follow_a_longer_one() {
    let text = "main(n) { var a, r; a = [0, 1, 2, 3, 4, 5]; if (n == 3) { a = [0, 1, 2, 3]; } r = a[5]; return r; }";
    assert_eq!(whole(text), (1, errors(&["out-of-bounds [1:85]"])));
    let text = "main(n) { var a; a = [[], [1, n]]; if (n > 1) { a[0] = [7]; a = [a[1], a[0]]; } return a[0][0]; }";
    assert_eq!(whole(text), (1, errors(&["out-of-bounds [1:93]"])));
}

#[test]
fn an_unbounded_loop_goes_on_until_a_limit() {
    let text = "main() { var i, n; n = input; i = 0; while (i < n) { if (i < 100) { output 1; } else { output 2; }
        i = i + 1; } return 0; }";
    let explored = explore(text, Limits { depth: Some(10), ..Limits::default() });
    assert!(!explored.complete && explored.errors.is_empty());
    assert!(explored.completed >= 10);
}

#[test]
fn symbolic_indices() {
    let text = "main(i) { var a; a = [10, 20, 30]; if (i >= 0 && i < 3) { a[i] = 0; } else { a[1] = 7; }
        if (a[1] == 0) { a[3 - i] = 5; } output a[i]; return a[2]; }";
    assert_eq!(whole(text), (2, errors(&["out-of-bounds [2:51]"])));
}

#[test]
fn recursion_on_input_meets_the_limit_of_calls() {
    let text = "f(n) { var r; r = 0; if (n > 0) { r = f(n); } return r; } main(n) { return f(n); }";
    assert_eq!(whole(text), (1, errors(&["stack-overflow [1:39]"])));
}

#[test]
fn main_can_be_called() {
    let text = "main(n) { var r; if (n > 1) { r = main(0) + 1; } else { r = n; } return r / n; }";
    assert_eq!(whole(text), (1, errors(&["div-by-zero [1:75]"])));
}

#[test]
fn whether_a_variable_has_a_value_may_depend_on_the_path() {
    let text = "main(n) { var x, a, r; if (n > 3) { x = 1; a = [1, 2]; } r = 0;
        while (n > 0 && n < 3) { r = 5; n = 0; }
        if (n == 7) { output a[x]; } return x; }";
    assert_eq!(whole(text), (2, errors(&["uninitialized [3:45]"])));
}

#[test]
fn pointers_to_variables_and_cells() {
    let text = "pick(p, q, n) { var r; if (n > 0) { r = p; } else { r = q; } return r; }
        main(n) { var x, y, p; x = 1; p = pick(&x, &y, n); *p = 5; if (x == 5) { y = 0; } output x; output y;
        p = pick(p, null, n - 1); return *p; }";
    assert_eq!(whole(text), (2, errors(&["null [3:42]"])));
}

#[test]
fn records_arrays_and_lists() {
    let text = "push(list, v) { return alloc {value: v, next: list}; }
        sum(list) { var s, r; s = 0; while (list != null) { r = *list; s = s + r.value; list = r.next; } return s; }
        swap(a) { var t; t = a[0]; a[0] = a[1]; a[1] = t; return a; }
        main(n) { var list, i, a, r; list = null; i = 0;
          while (i < 3) { list = push(list, i * n); i = i + 1; }
          a = swap([[n, 1], [2, 3]]); r = {k: a, l: swap(a)[0]};
          if (sum(list) == 6) { output r.k[0][0] + r.l[0] + a[1][1]; (*list).value = 9; output (*list).value; }
          return sum(list) + swap(a)[1][0]; }";
    assert_eq!(whole(text), (2, vec![]));
}

#[test]
fn what_an_index_changes_is_seen_by_the_indices_before_it() {
    let text = "shorten(p) { *p = [[3]]; return 0; }
        main(n) { var a; a = [[1], [2]]; if (n < 0) { n = 0; } return a[n][shorten(&a)]; }";
    assert_eq!(whole(text), (2, errors(&["out-of-bounds [2:73]"])));
    let text = "main(n) { var p; p = null; return (*p)[1 / n]; }";
    assert_eq!(whole(text), (0, errors(&["div-by-zero [1:42]", "null [1:36]"])));
}
