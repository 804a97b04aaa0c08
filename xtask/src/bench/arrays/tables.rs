//! The tables that are printed: paths and times, counters, means.

use super::means::{is_bound, means, rate, speed_up};
use super::{BOTH, Measured};
use crate::bench::measure::Run;
use crate::bench::mode::{Mode, marked, ratio};
use crate::bench::table::{Table, columns, count, number};

/// The names in the table of the counters that are compared, and the counters.
const COUNTERS: [(&str, &str); 6] = [
    ("axioms possible", "solver.bit_blast.axioms_possible"),
    ("made", "solver.bit_blast.axioms_made"),
    ("avoided by type", "solver.bit_blast.axioms_avoided_by_type"),
    ("avoided by interval", "solver.bit_blast.axioms_avoided_by_interval"),
    ("pre-checks tried", "solver.array_precheck.tried"),
    ("refuted", "solver.array_precheck.refuted"),
];

/// The paths and rates of each program, one row for each mode.
pub fn paths(measured: &[Measured]) -> Table {
    Table {
        title: "Tables: paths and times with more and fewer axioms".to_owned(),
        remark: "`all` makes every axiom about the bytes that a question may read, `type` reads elements as a whole, `interval` looks at \
                 the places where an index can lie, `both-` does both, and `both` is Pleach as it is: with the pre-check, too. Paths that \
                 ended, questions, those of them for the SAT solver, seconds of the processor with compiling and loading, and paths a \
                 second of these. An asterisk marks a run that the budget cut short. Of complete runs below a second the best of three \
                 counts. A baseline without a path is taken to have one, so that the ratio is a bound (≥)."
            .to_owned(),
        columns: columns(["program", "mode", "paths", "questions", "SAT", "s", "paths/s", "both / all"]),
        rows: measured.iter().flat_map(rows_of_modes).collect(),
    }
}

fn rows_of_modes(measured: &Measured) -> Vec<Vec<String>> {
    let row = |(mode, run): &(Mode, Run)| {
        let times = if mode.name == BOTH { speed_up(measured) } else { None };
        let bound = if is_bound(measured) { "≥ " } else { "" };
        vec![
            measured.program.clone(),
            mode.name.to_owned(),
            marked(count(run.paths()), run),
            count(run.questions()),
            count(run.counter("solver.bit_blast.asked")),
            number(run.processor_seconds()),
            number(rate(run)),
            times.map_or(String::new(), |times| format!("{bound}{}", ratio(times))),
        ]
    };
    measured.runs.iter().map(row).collect()
}

/// The counters of the axioms and the pre-check.
pub fn counters(measured: &[Measured]) -> Table {
    let rows = measured.iter().filter_map(|measured| {
        let run = measured.run(BOTH)?;
        let cells = COUNTERS.iter().map(|(_, counter)| count(run.counter(counter)));
        Some([measured.program.clone()].into_iter().chain(cells).collect())
    });
    Table {
        title: "Tables: axioms and pre-checks".to_owned(),
        remark: "In the mode `both`.".to_owned(),
        columns: ["program"].into_iter().chain(COUNTERS.map(|(name, _)| name)).map(str::to_owned).collect(),
        rows: rows.collect(),
    }
}

/// The means of the speed-ups, which are the last column of [`paths`].
pub fn means_table(measured: &[Measured]) -> Table {
    let rows = means(measured).map(|means| {
        let figures = [means.arithmetic, means.arithmetic_of_measured, means.geometric, means.of_totals, means.least];
        [count(means.programs as f64)].into_iter().chain(figures.map(ratio)).collect()
    });
    Table {
        title: "Tables: paths a second, `both` by `all`".to_owned(),
        remark: "The arithmetic mean is what the paper gives; \"without bounds\" leaves out the programs of which `all` ended no path. \"Of totals\" are \
                 all paths by all seconds.".to_owned(),
        columns: columns(["programs", "arithmetic mean", "without bounds", "geometric mean", "of totals", "least"]),
        rows: rows.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{measured, run};
    use super::*;

    #[test]
    fn rows_of_modes_and_their_means() {
        let measured = [measured("it", run(false, 10, 2.0), run(true, 60, 2.0))];
        let rows = paths(&measured).rows;
        assert_eq!(rows[0], ["it", "all", "10*", "10", "4", "2.00", "5.00", ""]);
        assert_eq!(rows[1], ["it", "both", "60", "10", "4", "2.00", "30.0", "6.00×"]);
        assert_eq!(means_table(&measured).rows, [["1", "6.00×", "6.00×", "6.00×", "6.00×", "6.00×"]]);
        assert_eq!(counters(&measured).rows[0].len(), 1 + COUNTERS.len());
    }
}
