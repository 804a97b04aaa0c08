//! The tables that are printed: times, ratios of modes, counts.

use super::compare::{Mean, mean};
use super::{LARGEST, LAZY, Measured};
use crate::bench::measure::Run;
use crate::bench::mode::Mode;
use crate::bench::table::{Table, columns, count, number};

/// The names of the modes that were measured.
fn modes(measured: &[Measured]) -> Vec<&'static str> {
    measured.first().map_or(Vec::new(), |first| first.runs.iter().map(|(mode, _)| mode.name).collect())
}

/// The seconds of each function, one column for each mode.
pub fn times(measured: &[Measured]) -> Table {
    let seconds = |run: &Run| {
        if run.is_stopped() { format!("> {}", number(run.seconds())) } else { number(run.seconds()) }
    };
    let row = |measured: &Measured| {
        let cells = measured.runs.iter().map(|(_, run)| seconds(run));
        [measured.function.clone()].into_iter().chain(cells).collect()
    };
    Table {
        title: "Sizes and merging: seconds".to_owned(),
        remark: "Without compiling and loading; of runs below a second the fastest of three. `>` marks a run that the time limit \
                 stopped. `largest` explores one size of each object, the others every size."
            .to_owned(),
        columns: ["function"].into_iter().chain(modes(measured)).map(str::to_owned).collect(),
        rows: measured.iter().map(row).collect(),
    }
}

/// How many times as fast each mode is as `largest` and as `lazy`.
pub fn ratios(measured: &[Measured]) -> Table {
    let cells = |mean: Option<Mean>| match mean {
        Some(Mean { times, functions, stopped, base_stopped }) => {
            [format!("{}×", number(times)), functions.to_string(), stopped.to_string(), base_stopped.to_string()]
        }
        None => ["–".to_owned(), String::new(), String::new(), String::new()],
    };
    let row = |mode: &'static str| {
        let bases = [LARGEST, LAZY].map(|base| cells(mean(measured, mode, base)));
        [mode.to_owned()].into_iter().chain(bases.into_iter().flatten()).collect()
    };
    Table {
        title: "Sizes and merging: how many times as fast".to_owned(),
        remark: "Geometric means over the functions that were explored completely in at least one of the two modes. \"Stopped\" are \
                 those in which the mode itself came to the time limit, so that it is slower than the figure says, \"other \
                 stopped\" those in which `largest` or `lazy` did, so that it is faster."
            .to_owned(),
        columns: columns([
            "mode",
            "by largest",
            "functions",
            "stopped",
            "other stopped",
            "by lazy",
            "functions",
            "stopped",
            "other stopped",
        ]),
        rows: modes(measured).into_iter().map(row).collect(),
    }
}

/// The counts of each function, a row for each mode.
pub fn counts(measured: &[Measured]) -> Table {
    let row = |function: &str, (mode, run): &(Mode, Run)| {
        vec![
            function.to_owned(),
            mode.name.to_owned(),
            if run.is_stopped() { "time-out".to_owned() } else { number(run.seconds()) },
            count(run.paths()),
            count(run.represented()),
            count(run.questions()),
            format!("{} of {}", count(run.lines_covered()), count(run.lines_total())),
            count(run.counter("expr.terms")),
            run.findings().to_string(),
            if run.complete() { "yes" } else { "no" }.to_owned(),
        ]
    };
    Table {
        title: "Sizes and merging: counts".to_owned(),
        remark: "Paths that ended, and those that the ones without an error stand for; questions to the solver; covered lines with \
                 code; terms built; errors found. A run in the mode `largest` is not complete where there are other sizes."
            .to_owned(),
        columns: columns([
            "function",
            "mode",
            "s",
            "paths",
            "represented",
            "questions",
            "lines",
            "terms",
            "errors",
            "complete",
        ]),
        rows: measured.iter().flat_map(|of| of.runs.iter().map(|run| row(&of.function, run))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{measured, run};
    use super::*;

    #[test]
    fn every_mode_has_its_cells() {
        let it = [measured(&[(LARGEST, run(false, 2.0, &[])), (LAZY, run(true, 1.0, &[3]))])];
        assert_eq!(times(&it).columns, ["function", LARGEST, LAZY]);
        assert_eq!(times(&it).rows, [["it", "> 2.00", "1.00"]]);
        assert_eq!(ratios(&it).rows[1], [LAZY, "2.00×", "1", "0", "1", "1.00×", "1", "0", "0"]);
        let counts = counts(&it);
        assert_eq!(counts.rows[0], ["it", LARGEST, "time-out", "5", "9", "10", "3 of 4", "7", "0", "no"]);
        assert_eq!(counts.rows[1], ["it", LAZY, "1.00", "6", "9", "10", "3 of 4", "7", "1", "yes"]);
    }
}
