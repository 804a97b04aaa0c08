//! Six sorts with some symbolic elements among given ones, and KLEE's quoted figures where there are any.

use super::measure::{Bench, Job, Run};
use super::table::{Table, columns, count, number};

const SORTS: [&str; 6] = ["bubble", "insertion", "selection", "merge", "quick", "heap"];

/// The number of symbolic elements and of all elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    symbolic: u32,
    size: u32,
}

/// Figures quoted for KLEE 3.2.
struct Quoted {
    sort: &'static str,
    shape: Shape,
    seconds: Option<f64>,
    paths: Option<f64>,
    paths_per_second: Option<f64>,
    solver_calls: Option<f64>,
}

const QUOTED: [Quoted; 3] = [
    Quoted {
        sort: "merge",
        shape: Shape { symbolic: 1, size: 300 },
        seconds: Some(6.2),
        paths: Some(236.0),
        paths_per_second: Some(236.0 / 6.2),
        solver_calls: Some(514.0),
    },
    Quoted {
        sort: "bubble",
        shape: Shape { symbolic: 6, size: 6 },
        seconds: Some(17.4),
        paths: Some(720.0),
        paths_per_second: Some(720.0 / 17.4),
        solver_calls: None,
    },
    Quoted {
        sort: "merge",
        shape: Shape { symbolic: 8, size: 8 },
        seconds: None,
        paths: None,
        paths_per_second: Some(44.0),
        solver_calls: None,
    },
];

/// Measures all sorts.
pub fn measure(bench: &Bench) -> Result<[Table; 2], String> {
    let shapes = bench.scale(
        [Shape { symbolic: 3, size: 40 }, Shape { symbolic: 8, size: 8 }],
        [Shape { symbolic: 1, size: 8 }, Shape { symbolic: 4, size: 4 }],
    );
    let mut sorts = Vec::new();
    let mut done = Vec::new();
    for shape in shapes {
        for sort in SORTS {
            if bench.wants(&name(sort, shape)) {
                let run = run(bench, sort, shape)?;
                sorts.push(row(sort, shape, &run));
                done.push((sort, shape, run));
            }
        }
    }
    let mut quoted = Vec::new();
    if !bench.settings.quick {
        for klee in QUOTED.iter().filter(|klee| bench.wants(&name(klee.sort, klee.shape))) {
            let earlier = done.iter().find(|(sort, shape, _)| *sort == klee.sort && *shape == klee.shape);
            let run = match earlier {
                Some((_, _, run)) => run.clone(),
                None => run(bench, klee.sort, klee.shape)?,
            };
            quoted.push(compared(klee, &run));
        }
    }
    Ok([sort_table(sorts), quoted_table(quoted)])
}

fn name(sort: &str, shape: Shape) -> String {
    format!("{sort} sort, {} of {}", shape.symbolic, shape.size)
}

fn run(bench: &Bench, sort: &str, shape: Shape) -> Result<Run, String> {
    let defines = [format!("SIZE={}", shape.size), format!("SYMBOLIC={}", shape.symbolic)];
    let fixed = ["REPEATS", "UNCHECKED"].map(str::to_owned);
    bench.run(&Job { program: &format!("ase/{sort}_sort.c"), defines: [defines, fixed].concat(), flags: Vec::new() })
}

fn row(sort: &str, shape: Shape, run: &Run) -> Vec<String> {
    vec![
        name(sort, shape),
        count(run.paths()),
        if run.complete() { "yes" } else { "no" }.to_owned(),
        number(run.seconds()),
        number(run.paths() / run.seconds()),
        count(run.questions()),
        count(run.backend()),
        number(1000.0 * run.solver_seconds() / run.questions()),
        run.stages(),
    ]
}

fn sort_table(rows: Vec<Vec<String>>) -> Table {
    Table {
        title: "Six sorts".to_owned(),
        remark: "64-bit unsigned elements between 0 and twice the size of the array. A run that is not complete was \
                 stopped by the limit of time."
            .to_owned(),
        columns: columns([
            "sort, symbolic of all",
            "paths",
            "complete",
            "s",
            "paths/s",
            "questions",
            "to the SAT solver",
            "ms a question",
            "answered by",
        ]),
        rows,
    }
}

fn compared(klee: &Quoted, run: &Run) -> Vec<String> {
    let quoted = |value: Option<f64>| value.map_or("–".to_owned(), number);
    let speed = run.paths() / run.seconds();
    let ratio = klee.paths_per_second.map_or("–".to_owned(), |klee| format!("{}×", number(speed / klee)));
    vec![
        name(klee.sort, klee.shape),
        quoted(klee.seconds),
        number(run.seconds()),
        klee.paths.map_or("–".to_owned(), count),
        count(run.paths()),
        klee.solver_calls.map_or("–".to_owned(), count),
        count(run.backend()),
        quoted(klee.paths_per_second),
        number(speed),
        ratio,
    ]
}

fn quoted_table(rows: Vec<Vec<String>>) -> Table {
    Table {
        title: "Beside KLEE's figures".to_owned(),
        remark: "KLEE's columns are quoted, its solver calls took 14 to 22 ms each; Pleach's are measured here. The \
                 arrays are of the same shape and hold other numbers, so paths may differ."
            .to_owned(),
        columns: columns([
            "sort, symbolic of all",
            "KLEE s",
            "Pleach s",
            "KLEE paths",
            "Pleach paths",
            "KLEE solver calls",
            "Pleach SAT calls",
            "KLEE paths/s",
            "Pleach paths/s",
            "ratio",
        ]),
        rows,
    }
}
