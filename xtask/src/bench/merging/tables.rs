//! The tables that are printed: times, ratios of modes, counts.

use super::compare::mean;
use super::{LARGEST, LAZY, Measured};
use crate::bench::both::Mean;
use crate::bench::measure::Run;
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

/// The counts of each function, one column for each mode.
pub fn counts(measured: &[Measured]) -> Table {
    let cell = |run: &Run| {
        let counts = [run.paths(), run.represented(), run.questions(), run.lines_covered(), run.counter("expr.terms")]
            .map(count);
        let errors = if run.findings() > 0 { format!(", {} errors", run.findings()) } else { String::new() };
        format!("{}{}{errors}", counts.join(" / "), if run.complete() { "" } else { "*" })
    };
    let row = |of: &Measured| {
        let lines = of.runs.first().map_or(f64::NAN, |(_, run)| run.lines_total());
        let cells = of.runs.iter().map(|(_, run)| cell(run));
        [of.function.clone(), count(lines)].into_iter().chain(cells).collect()
    };
    Table {
        title: "Sizes and merging: counts".to_owned(),
        remark: "Paths that ended / paths that the ones without an error stand for / questions to the solver / covered lines, of the lines \
                 with code / terms built, and the errors found if there are any. An asterisk marks a run that was not complete: the \
                 time limit stopped it, or, in the mode `largest`, there are other sizes."
            .to_owned(),
        columns: ["function", "lines"].into_iter().chain(modes(measured)).map(str::to_owned).collect(),
        rows: measured.iter().map(row).collect(),
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
        assert_eq!(counts(&it).columns, ["function", "lines", LARGEST, LAZY]);
        let expected = ["it", "4", "5 / 9 / 10 / 3 / 7*", "6 / 9 / 10 / 3 / 7, 1 errors"];
        assert_eq!(counts(&it).rows, [expected]);
    }
}
