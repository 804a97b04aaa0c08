//! The tables that are printed: times, ratios of models, counts.

use super::{FORK, Measured, mean};
use crate::bench::both::Mean;
use crate::bench::measure::Run;
use crate::bench::table::{Table, columns, count, number};

/// The names of the models that were measured.
fn models(measured: &[Measured]) -> Vec<&'static str> {
    measured.first().map_or(Vec::new(), |first| first.runs.iter().map(|(model, _)| model.name).collect())
}

/// A table with a row for each program and a cell for each of its runs.
fn by_model(measured: &[Measured], title: &str, remark: &str, cell: impl Fn(&Run) -> String) -> Table {
    let row = |measured: &Measured| {
        let cells = measured.runs.iter().map(|(_, run)| cell(run));
        [measured.program.clone()].into_iter().chain(cells).collect()
    };
    Table {
        title: title.to_owned(),
        remark: remark.to_owned(),
        columns: ["program"].into_iter().chain(models(measured)).map(str::to_owned).collect(),
        rows: measured.iter().map(row).collect(),
    }
}

/// The seconds, paths and questions of each program in each model.
pub fn times(measured: &[Measured]) -> Table {
    let remark = "Without compiling and loading; of runs below a second the fastest of three. Behind the seconds: paths / questions to \
                  the solver / those of them that its last stage, the SAT solver, was asked. `>` marks a run that the time limit \
                  stopped.";
    by_model(measured, "Memory models: seconds", remark, |run| {
        let counts = [run.paths(), run.questions(), run.backend()].map(count);
        format!("{}{} ({})", if run.is_stopped() { "> " } else { "" }, number(run.seconds()), counts.join(" / "))
    })
}

/// How many times as fast each model is as `fork`.
pub fn ratios(measured: &[Measured]) -> Table {
    let row = |model: &'static str| {
        let cells = match mean(measured, model, FORK) {
            Some(Mean { times, functions, stopped, base_stopped }) => {
                [format!("{}×", number(times)), functions.to_string(), stopped.to_string(), base_stopped.to_string()]
            }
            None => ["–".to_owned(), String::new(), String::new(), String::new()],
        };
        [model.to_owned()].into_iter().chain(cells).collect()
    };
    Table {
        title: "Memory models: how many times as fast as fork".to_owned(),
        remark: "Geometric means over the programs that were explored completely in at least one of the two models. \"Stopped\" are \
                 those in which the model itself came to the time limit, so that it is slower than the figure says, \"fork stopped\" \
                 those in which `fork` did, so that it is faster."
            .to_owned(),
        columns: columns(["model", "by fork", "programs", "stopped", "fork stopped"]),
        rows: models(measured).into_iter().map(row).collect(),
    }
}

/// More counts of each program in each model.
pub fn counts(measured: &[Measured]) -> Table {
    let remark = "Accesses that chose between objects without a fork / forks / terms built. An asterisk marks a run that was not \
                  complete.";
    by_model(measured, "Memory models: counts", remark, |run| {
        let counts = [run.counter("exec.choices"), run.forks(), run.counter("expr.terms")].map(count);
        format!("{}{}", counts.join(" / "), if run.complete() { "" } else { "*" })
    })
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{measured, run};
    use super::*;

    #[test]
    fn every_model_has_its_cells() {
        let it = [measured(&[(FORK, run(false, 2.0, &[])), ("merge", run(true, 1.0, &[]))])];
        assert_eq!(times(&it).columns, ["program", FORK, "merge"]);
        assert_eq!(times(&it).rows, [["it", "> 2.00 (5 / 10 / 4)", "1.00 (5 / 10 / 4)"]]);
        assert_eq!(ratios(&it).rows[1], ["merge", "2.00×", "1", "0", "1"]);
        assert_eq!(counts(&it).rows, [["it", "3 / – / 7*", "3 / – / 7"]]);
    }
}
