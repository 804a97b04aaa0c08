//! Asks Z3 the questions of short runs.
//!
//! Each program's run is cut short and logged (`docs/queries.md`). Pleach's times are those of its log. Z3's
//! times are those of its library in one process with push and pop, as in `cargo xtask bench solver`; only its
//! checks count. Only questions whose own condition reads a table or a buffer at a symbolic place count.
//!
//! Z3 is asked a program's questions twice, with tables as in the log and with asserted contents
//! (`asserted.rs`), and the form in which it answers more counts. Which one that is depends on the tables:
//! asserted contents are many times faster where neighbouring bytes differ, but they are as many facts as there
//! are bytes, while the log's functions have one condition for each run of equal bytes; with tables of many
//! kilobytes Z3 is still reading facts when its time is over.
//!
//! Z3 gives up on a question after [`MILLISECONDS`], which count as its time: otherwise one hard question would
//! use up all of its time, and easier ones after it would not be asked. In either form it has [`SECONDS`] for a
//! program, including reading. Questions that it does not reach in that time count for neither solver; they are
//! the last ones of a run, on its longest paths. So that nothing is hidden this way, the table shows their
//! number and the time that Pleach took for them.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::asserted::asserted;
use super::run;
use crate::bench::measure::Bench;
use crate::bench::mode::ratio;
use crate::bench::solver::{Limits, Z3, recorded};
use crate::bench::table::{Table, columns, count, number};

/// The limits of a logged run. They are counts, so that it ends at the same place everywhere.
const LIMITS: [&str; 2] = ["--max-forks=40", "--max-instructions=3000000"];
/// Z3's time limit for a program in one form, in seconds: normal and quick.
const SECONDS: [u32; 2] = [30, 5];
/// Z3's time limit for a question, in milliseconds.
const MILLISECONDS: u32 = 2000;

/// The forms of tables: the name of each, and the function that rewrites a logged script.
const FORMS: [(&str, Rewrite); 2] = [("function", |script| Ok(script.to_owned())), ("asserted", asserted)];

type Rewrite = fn(&str) -> Result<String, String>;

/// The results of both solvers on the questions of a program.
#[derive(Clone, Default, Debug)]
pub struct Beside {
    /// The program's name.
    pub program: String,
    /// The form in which Z3 got the tables.
    pub form: &'static str,
    /// The number of logged questions that read a table or buffer.
    pub logged: f64,
    /// How many of those Z3 reached.
    pub questions: f64,
    /// How many of the reached questions Z3 gave up on.
    pub given_up: f64,
    /// How many of the reached questions Pleach left open.
    pub open: f64,
    /// Pleach's time for the reached questions.
    pub pleach_seconds: f64,
    /// Z3's time for the reached questions.
    pub z3_seconds: f64,
    /// Pleach's time for the questions that Z3 did not reach.
    pub rest_seconds: f64,
}

impl Beside {
    /// The ratio of questions a second, Pleach to Z3.
    pub fn ratio(&self) -> f64 {
        self.z3_seconds / self.pleach_seconds
    }

    fn add(&mut self, more: &Beside) {
        self.logged += more.logged;
        self.questions += more.questions;
        self.given_up += more.given_up;
        self.open += more.open;
        self.pleach_seconds += more.pleach_seconds;
        self.z3_seconds += more.z3_seconds;
        self.rest_seconds += more.rest_seconds;
    }

    /// Whether Z3 did better than in another form: it answered more questions, or as many in less time.
    fn is_better(&self, other: &Beside) -> bool {
        let answered = |beside: &Beside| beside.questions - beside.given_up;
        let (here, there) = (answered(self), answered(other));
        here > there || here == there && self.z3_seconds < other.z3_seconds
    }

    fn cells(&self) -> Vec<String> {
        let rate = |seconds: f64| number(self.questions / seconds);
        vec![
            self.program.clone(),
            self.form.to_owned(),
            count(self.logged),
            count(self.questions),
            number(1000.0 * self.rest_seconds),
            count(self.open),
            count(self.given_up),
            rate(self.pleach_seconds),
            rate(self.z3_seconds),
            ratio(self.ratio()),
        ]
    }
}

/// The sum over all programs.
pub fn total(beside: &[Beside]) -> Beside {
    let mut total = Beside { program: "all".to_owned(), ..Beside::default() };
    beside.iter().for_each(|program| total.add(program));
    total
}

/// Logs the questions of programs and asks Z3.
pub fn measure(bench: &Bench, programs: &[String]) -> Result<Vec<Beside>, String> {
    let z3 = Z3::build()?;
    let [normal, quick] = SECONDS;
    programs.iter().map(|program| beside(bench, &z3, program, bench.scale(normal, quick))).collect()
}

fn beside(bench: &Bench, z3: &Z3, program: &str, seconds: u32) -> Result<Beside, String> {
    let log = bench.directory()?.join(format!("{program}.log"));
    let flag = format!("--log-queries={}", log.display());
    run(bench, program, &[LIMITS.as_slice(), &[&flag]].concat())?;
    let scripts = recorded::scripts(&log)?;
    let scripts: Vec<String> = scripts.iter().map(|script| read(script)).collect::<Result<_, _>>()?;
    fs::remove_dir_all(&log).map_err(|error| format!("cannot remove {}: {error}", log.display()))?;
    let mut best: Option<Beside> = None;
    for (form, rewrite) in FORMS {
        let forms: Vec<String> = scripts.iter().map(|script| rewrite(script)).collect::<Result<_, _>>()?;
        if best.is_some() && forms == scripts {
            continue;
        }
        let sum = ask(bench, z3, &scripts, &forms, seconds).map_err(|error| format!("{program}, {form}: {error}"))?;
        let sum = Beside { program: program.to_owned(), form, ..sum };
        println!("  Z3, {form}: {} of {} questions in {:.2} s", sum.questions, sum.logged, sum.z3_seconds);
        if best.as_ref().is_none_or(|best| sum.is_better(best)) {
            best = Some(sum);
        }
    }
    best.ok_or_else(|| format!("{program}: nothing was asked"))
}

fn read(script: &Path) -> Result<String, String> {
    fs::read_to_string(script).map_err(|error| format!("cannot read {}: {error}", script.display()))
}

/// Asks Z3 the questions of logged scripts in one form.
fn ask(bench: &Bench, z3: &Z3, scripts: &[String], forms: &[String], seconds: u32) -> Result<Beside, String> {
    let file = bench.directory()?.join("form.smt2");
    let (mut sum, started) = (Beside::default(), Instant::now());
    for (script, form) in scripts.iter().zip(forms) {
        fs::write(&file, form).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        let ours = recorded::answers(script)?;
        // At least one second, since zero would mean no limit.
        let left = u64::from(seconds).saturating_sub(started.elapsed().as_secs()).max(1) as u32;
        let theirs = z3.script(&file, Limits { check: MILLISECONDS, script: Some(left) })?;
        let theirs = recorded::grouped(&theirs, &ours);
        for (at, reads) in recorded::reads_arrays(script).into_iter().enumerate() {
            let answers @ [pleach, z3] = [ours.answers[at].as_str(), theirs.answers[at].as_str()];
            if recorded::contradict(pleach, z3) {
                return Err(format!("step {at} has the answers {pleach}, by Z3 {z3}"));
            }
            if reads {
                sum.add(&step(answers, [ours.times[at], theirs.times[at]]));
            }
        }
    }
    Ok(sum)
}

/// The results of one step, from the answers and times (in nanoseconds) of both solvers.
fn step([ours, theirs]: [&str; 2], [pleach, z3]: [f64; 2]) -> Beside {
    let logged = ours.len() as f64;
    // The time was over before Z3 reached it.
    if theirs.len() < ours.len() {
        return Beside { logged, rest_seconds: pleach / 1e9, ..Beside::default() };
    }
    let open = |answers: &str| answers.matches('?').count() as f64;
    Beside {
        logged,
        questions: logged,
        given_up: open(theirs),
        open: open(ours),
        pleach_seconds: pleach / 1e9,
        z3_seconds: z3 / 1e9,
        ..Beside::default()
    }
}

/// Questions a second.
pub fn table(beside: &[Beside]) -> Table {
    let ([seconds, _], limit) = (SECONDS, MILLISECONDS / 1000);
    Table {
        title: "Tables: questions a second, beside Z3".to_owned(),
        remark: format!(
            "The questions of a run that is cut short after a few forks, of those whose own condition reads a table or a buffer at a \
             symbolic place. Z3 is its library in one process with push and pop, and only the time of its checks counts; Pleach's times \
             are those of its log. Z3 gets tables in two forms, and the one counts in which it answers more: as functions of nested \
             conditions, one for each run of equal bytes, or as arrays whose contents are asserted before all questions, a fact a \
             byte, as KLEE gives them to Z3. In each it has {seconds} s for a program, in which it also reads all definitions, and \
             {limit} s for a question, after which it gives up, which counts as its time. The last questions of a run, which it \
             did not come to, count for neither in the rates; what Pleach took for those is in \"Pleach ms for the rest\"."
        ),
        columns: columns([
            "program",
            "tables as",
            "questions",
            "that Z3 came to",
            "Pleach ms for the rest",
            "left open",
            "given up by Z3",
            "Pleach, a second",
            "Z3, a second",
            "ratio",
        ]),
        rows: beside.iter().chain([&total(beside)]).map(Beside::cells).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_z3_did_not_come_to_counts_for_neither() {
        let steps = [step(["10", "1?"], [1e9, 4e9]), step(["11", ""], [7e9, 0.0]), step(["?", "0"], [1e9, 2e9])];
        let sum = total(&steps);
        assert_eq!((sum.logged, sum.questions, sum.given_up, sum.open), (5.0, 3.0, 1.0, 1.0));
        assert_eq!((sum.ratio(), sum.rest_seconds), (3.0, 7.0));
        let table = table(&steps);
        assert!(table.rows.len() == 4 && table.rows.iter().all(|row| row.len() == table.columns.len()));
    }

    #[test]
    fn the_better_form_is_that_with_more_answers() {
        let few = step(["10", "10"], [1e9, 1e9]);
        let many = step(["1010", "1010"], [1e9, 9e9]);
        let given_up = step(["1010", "1???"], [1e9, 9e9]);
        assert!(many.is_better(&few) && !few.is_better(&many) && few.is_better(&given_up));
        assert!(few.is_better(&step(["10", "10"], [1e9, 2e9])) && !few.is_better(&few));
    }
}
