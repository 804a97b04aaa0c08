//! The tables that are printed: how similar the sets are, our results beside the figures of Rozhoň 2024, every
//! strategy, and how many rows reach the goal.

use super::sets::{PROGRAMS, Reported, SEARCHES, Set};
use super::{Outcome, Outcomes, key};
use crate::bench::table::{Table, columns, count, number};

/// The least ratio of paths a second to the figures of Rozhoň 2024.
pub const GOAL: f64 = 100.0;

/// A set and a strategy for which Rozhoň 2024 has figures.
pub struct Row {
    set: &'static str,
    search: &'static str,
    ours: Outcome,
    theirs: Reported,
}

impl Row {
    /// The ratio of `counted` per second to the paths per second in Rozhoň 2024.
    fn times(&self, counted: f64, seconds: f64) -> f64 {
        (counted / seconds) / (self.theirs.paths / self.theirs.seconds)
    }

    /// The ratio for paths that ended, exploring up to the first error.
    fn ended(&self) -> f64 {
        self.times(self.ours.first.paths, self.ours.first.seconds)
    }

    /// The same, without the time of programs that timed out before any path ended.
    fn ended_where_any(&self) -> f64 {
        self.times(self.ours.first.paths, self.ours.fruitful_seconds)
    }

    /// The ratio for paths that were begun, exploring up to the first error.
    fn begun(&self) -> f64 {
        self.times(self.ours.first.begun, self.ours.first.seconds)
    }

    /// Whether a ratio reaches the goal. If no program timed out, there are no more paths to find.
    fn standing(&self, times: f64) -> &'static str {
        match times {
            times if times >= GOAL => "reached",
            _ if self.ours.first.timed_out == 0.0 => "all there are",
            _ => "missed",
        }
    }

    /// Whether too few paths were begun for the goal; begun paths are what the figures of Rozhoň 2024 count.
    pub fn misses_goal(&self) -> bool {
        self.standing(self.begun()) == "missed"
    }
}

/// The rows for which Rozhoň 2024 has figures.
pub fn rows(sets: &[&Set], searches: &[&'static str], outcomes: &Outcomes) -> Vec<Row> {
    let pairs = sets.iter().flat_map(|set| searches.iter().map(move |&search| (set, search)));
    pairs
        .filter_map(|(set, search)| {
            let (&ours, theirs) = (outcomes.get(&key(set, search))?, set.reported(search)?);
            Some(Row { set: set.name, search, ours, theirs })
        })
        .collect()
}

/// In how many programs errors were found, and how many timed out; `programs` is the number of ours in each
/// row.
pub fn alike(rows: &[Row], programs: u64, limit: u64) -> Table {
    let cells = |row: &Row| {
        let (ours, theirs) = (&row.ours, &row.theirs);
        let rest = |programs: u64, errors: f64, timed_out: f64| programs as f64 - errors - timed_out;
        let numbers = [
            ours.failing,
            theirs.errors,
            ours.first.timed_out,
            theirs.timed_out,
            rest(programs, ours.failing, ours.first.timed_out),
            rest(PROGRAMS, theirs.errors, theirs.timed_out),
            ours.unbounded,
        ];
        [vec![row.set.to_owned(), row.search.to_owned()], numbers.map(count).to_vec()].concat()
    };
    Table {
        title: "Generated microc programs: how alike the sets are".to_owned(),
        remark: format!(
            "Of {programs} programs a row, explored up to the first error as in the thesis: in how many an error was found, how many ran \
             until their time was over ({limit} ms here, 30 s there), and how many came to an end without an error. \
             \"Unbounded\" are those stopped by their time, here or past errors, of which a run was found that repeats itself, \
             or a concrete one that goes on for 200,000 steps."
        ),
        columns: columns(["set", "search", "errors", "there", "time-outs", "there", "ended", "there", "unbounded"]),
        rows: rows.iter().map(cells).collect(),
    }
}

/// The table of paths beside those of Rozhoň 2024.
pub fn beside(rows: &[Row]) -> Table {
    let ratio = |value: f64| format!("{}×", number(value));
    let cells = |row: &Row| {
        let (first, all, theirs) = (&row.ours.first, &row.ours.all, &row.theirs);
        vec![
            row.set.to_owned(),
            row.search.to_owned(),
            count(first.paths),
            count(first.begun),
            number(first.seconds),
            count(theirs.paths),
            count(theirs.seconds),
            ratio(row.begun()),
            row.standing(row.begun()).to_owned(),
            ratio(row.ended()),
            row.standing(row.ended()).to_owned(),
            count(row.ours.barren),
            ratio(row.ended_where_any()),
            count(all.paths),
            number(all.seconds),
            ratio(row.times(all.paths, all.seconds)),
        ]
    };
    Table {
        title: "Generated microc programs, beside the thesis' figures".to_owned(),
        remark: format!(
            "Up to the first error: \"ended\" are the paths that ended without an error, \"begun\" those and the ones that were \
             under way when the time was over, \"s\" the time of all runs together (here of the processor, there of the clock). The \
             ratios are those of a second's paths; the goal is {GOAL}×, and \"all there are\" stands where no run was stopped by its \
             time. The thesis' executor, as its public prototype has it, counts every state that it takes from its worklist as \
             a path, also one that is put back at each round of a loop and never ends. So \"begun\" is what compares with its \
             figures, and is less than it would count: rounds of a loop that does not fork are left out. \"Endless\" are the programs \
             stopped by their time without a single path that ended, and the ratio after it leaves them out. Past all errors, as \
             Pleach explores by itself: the paths that ended in the last columns. Other programs of the same parameters, on \
             another machine: the ratios say how far apart the tools are, not more."
        ),
        columns: columns([
            "set",
            "search",
            "ended",
            "begun",
            "s",
            "paths there",
            "s there",
            "begun a second",
            "goal",
            "ended a second",
            "goal",
            "endless",
            "ended a second, the others",
            "past errors",
            "s",
            "past errors a second",
        ]),
        rows: rows.iter().map(cells).collect(),
    }
}

/// The table of every set with every strategy.
pub fn strategies(sets: &[&Set], searches: &[&str], outcomes: &Outcomes) -> Table {
    let shown: Vec<&str> = SEARCHES.into_iter().filter(|search| searches.contains(search)).collect();
    let rows = sets.iter().map(|set| {
        let cell = |search: &&str| match outcomes.get(&key(set, search)) {
            Some(Outcome { first, all, failing, .. }) => {
                let numbers = [first.paths, first.begun, *failing, first.timed_out, all.paths, all.timed_out];
                numbers.map(count).join(" / ")
            }
            None => "–".to_owned(),
        };
        [vec![set.name.to_owned()], shown.iter().map(cell).collect()].concat()
    });
    let rows = rows.collect();
    Table {
        title: "Generated microc programs, by strategy".to_owned(),
        remark: "Up to the first error: paths ended, paths begun, programs with an error found, and programs whose time was \
                 over, of fifty. Past all errors: paths ended, and programs whose time was over."
            .to_owned(),
        columns: ["set"].into_iter().chain(shown).map(str::to_owned).collect(),
        rows,
    }
}

/// How many rows reach the goal, for paths begun and for paths ended.
pub fn standings(rows: &[Row]) -> Table {
    let cells = |counted: &str, times: fn(&Row) -> f64| {
        let ratios: Vec<f64> = rows.iter().map(times).collect();
        let standing = |wanted: &str| rows.iter().filter(|row| row.standing(times(row)) == wanted).count().to_string();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = ratios.iter().copied().fold(0.0, f64::max);
        [
            vec![counted.to_owned()],
            ["reached", "all there are", "missed"].map(standing).to_vec(),
            [least, greatest].map(|ratio| format!("{}×", number(ratio))).to_vec(),
        ]
        .concat()
    };
    Table {
        title: "Generated microc programs: goals".to_owned(),
        remark: format!(
            "Paths a second up to the first error, by the thesis' figure: in how many of {} rows (a set and a strategy) the goal \
             of {GOAL}× is reached, in how many no run was stopped by its time, so that there are no more paths, and in how many \
             it is missed; the least and the greatest ratio.",
            rows.len()
        ),
        columns: columns(["counted", "reached", "all there are", "missed", "least", "greatest"]),
        rows: vec![cells("paths begun", Row::begun), cells("paths ended", Row::ended)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::Explored;
    use super::super::sets::SETS;
    use super::*;

    fn outcomes(paths: f64, begun: f64, timed_out: f64) -> Outcomes {
        let first = Explored { paths, begun, errors: 1.0, timed_out, seconds: 10.0 };
        let all = Explored { paths: 2.0 * paths, begun, errors: 3.0, timed_out: 31.0, seconds: 12.0 };
        let outcome = Outcome { unbounded: 28.0, failing: 1.0, barren: 4.0, fruitful_seconds: 5.0, first, all };
        Outcomes::from([(key(&SETS[0], "tree"), outcome)])
    }

    #[test]
    fn rows_are_as_wide_as_their_tables_and_judged() {
        // Rozhoň 2024 has 37,806 paths in 901.826 s: 41.9 a second.
        let (few, many) = (41_000.0, 43_000.0);
        for (paths, begun, timed_out, standing) in [
            (few, few, 30.0, ["missed", "missed"]),
            (few, many, 30.0, ["reached", "missed"]),
            (many, many, 30.0, ["reached", "reached"]),
            (few, few, 0.0, ["all there are", "all there are"]),
        ] {
            let outcomes = outcomes(paths, begun, timed_out);
            let rows = rows(&[&SETS[0]], &SEARCHES, &outcomes);
            assert_eq!(rows.len(), 1);
            assert_eq!(rows[0].misses_goal(), standing[0] == "missed");
            let (alike, beside) = (alike(&rows, PROGRAMS, 250), beside(&rows));
            let ended = if timed_out == 0.0 { "49" } else { "19" };
            let expected = ["15-10-3-f-f", "tree", "1", "0", &timed_out.to_string(), "30", ended, "20", "28"];
            assert_eq!(alike.rows[0], expected);
            assert_eq!(alike.rows[0].len(), alike.columns.len());
            assert_eq!(beside.rows[0].len(), beside.columns.len());
            assert_eq!([&beside.rows[0][8], &beside.rows[0][10]], standing);
            for (row, standing) in standings(&rows).rows.iter().zip(standing) {
                let expected =
                    ["reached", "all there are", "missed"].map(|column| u8::from(column == standing).to_string());
                assert_eq!(row[1..4], expected);
            }
        }
        let cells = &strategies(&[&SETS[0]], &["tree", "dfs"], &outcomes(5.0, 6.0, 30.0)).rows[0];
        assert_eq!(cells[1..], ["5 / 6 / 1 / 30 / 10 / 31", "–"]);
    }
}
