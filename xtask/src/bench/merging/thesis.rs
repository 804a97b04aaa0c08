//! How many times as fast as forking patterns are, beside the figures of Trabish 2024, table 6.5.
//!
//! The table compares joining by patterns (here `sizes patterns`) with Base, which forks over one size of each object (here `largest`), for
//! functions of seven programs. Here are counterparts for five of them: functions of the same libraries where there are drivers, and
//! functions of `bench/merging/` that do the same kind of work. The buffers are so large that forking takes a while; with those of the other
//! tables it takes milliseconds.
//!
//! The thesis says "average" without saying which. It is the geometric one: ten functions of apr of which one is 138.46 times as
//! fast (table 6.3) have an arithmetic mean of at least 13.8, and the table says 3.50. As there, functions count that were explored completely in
//! one of the two modes. What Base does with sizes is said in chapter 5, which makes them concrete; chapter 6 does not say it again.

use super::compare::mean;
use super::{LARGEST, Measured, PATTERNS};
use crate::bench::both::Mean;
use crate::bench::goal::{Goal, Standing, judge};
use crate::bench::measure::Run;
use crate::bench::table::{Table, columns, number};

/// The counterparts of one of the programs.
struct Group {
    /// The program.
    of: &'static str,
    /// How many times as fast as Base patterns are there.
    thesis: f64,
    goal: &'static str,
    functions: &'static [&'static str],
}

const GROUPS: [Group; 5] = [
    Group {
        of: "libosip",
        thesis: 11.21,
        goal: "libosip: patterns are 11.2 times as fast as forking",
        functions: &["key_value", "sdp_print", "sip_headers", "sip_via", "skip_spaces", "token_chain", "uri_scheme"],
    },
    Group {
        of: "apr",
        thesis: 8.40,
        goal: "apr: patterns are 8.4 times as fast as forking",
        functions: &["apr_collapse_spaces", "apr_fnmatch", "apr_strnatcmp", "apr_strtok"],
    },
    Group {
        of: "libtasn1",
        thesis: 4.94,
        goal: "libtasn1: patterns are 4.9 times as fast as forking",
        functions: &[
            "der_length",
            "der_walk",
            "tasn1_length",
            "tasn1_object_id",
            "tasn1_object_id_der",
            "tasn1_octets",
        ],
    },
    Group {
        of: "wget",
        thesis: 2.75,
        goal: "wget: patterns are 2.8 times as fast as forking",
        functions: &["base64_decode", "base64_encode", "http_header", "http_request", "path_normal", "percent_decode"],
    },
    Group {
        of: "busybox",
        thesis: 2.43,
        goal: "busybox: patterns are 2.4 times as fast as forking",
        functions: &["common_prefix", "count_words", "glob_match", "line_lengths", "span_chain", "trim"],
    },
];

/// Whether a function is a counterpart.
pub fn has(function: &str) -> bool {
    GROUPS.iter().any(|group| group.functions.contains(&function))
}

fn of_group(group: &Group, measured: &[Measured]) -> Vec<Measured> {
    measured.iter().filter(|one| group.functions.contains(&&one.function[..])).cloned().collect()
}

/// The seconds of each counterpart, and the mean of each group.
pub fn table(measured: &[Measured]) -> Table {
    let seconds = |run: Option<&Run>| match run {
        Some(run) if run.is_stopped() => format!("> {}", number(run.seconds())),
        Some(run) => number(run.seconds()),
        None => "–".to_owned(),
    };
    let mut rows = Vec::new();
    for group in &GROUPS {
        let own = of_group(group, measured);
        for one in &own {
            let cells = [LARGEST, PATTERNS].map(|mode| seconds(one.run(mode)));
            rows.push(
                [vec![group.of.to_owned(), one.function.clone()], cells.to_vec(), vec![String::new(); 2]].concat(),
            );
        }
        let times = mean(&own, PATTERNS, LARGEST).map_or("–".to_owned(), |mean| format!("{}×", number(mean.times)));
        let thesis = format!("{}×", number(group.thesis));
        rows.push(vec![group.of.to_owned(), "mean".to_owned(), String::new(), String::new(), times, thesis]);
    }
    Table {
        title: "Patterns and forking: counterparts of the thesis' programs".to_owned(),
        remark: "Seconds without compiling and loading; of runs below a second the fastest of three. `>` marks a run that the time limit \
                 stopped. The means are geometric, over the functions that were explored completely in one of the modes; \
                 the last column is table 6.5 of the thesis."
            .to_owned(),
        columns: columns(["program", "function", LARGEST, PATTERNS, "times as fast", "thesis"]),
        rows,
    }
}

/// One goal for each group.
pub fn goals(measured: &[Measured]) -> Vec<Goal> {
    let standing = |group: &Group| match mean(&of_group(group, measured), PATTERNS, LARGEST) {
        Some(Mean { times, functions, stopped, base_stopped }) => judge(
            times >= group.thesis,
            format!(
                "{} times over {functions} of {} functions; in {stopped} patterns came to the time limit, in {base_stopped} forking",
                number(times),
                group.functions.len()
            ),
        ),
        None => Standing::NotMeasured("no function was explored completely"),
    };
    GROUPS.iter().map(|group| Goal { what: group.goal, standing: standing(group) }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{measured, run};
    use super::super::{libraries, names};
    use super::*;

    #[test]
    fn counterparts_are_there() {
        let own = names().expect("the directory is there");
        for function in GROUPS.iter().flat_map(|group| group.functions) {
            let is_of_library = libraries::FUNCTIONS.iter().any(|of| of.name == *function);
            assert!(is_of_library || own.iter().any(|name| name == function), "{function}");
        }
    }

    #[test]
    fn a_goal_is_judged_by_the_mean_of_its_group() {
        let named = |function: &str, base: f64, patterns: f64| Measured {
            function: function.to_owned(),
            ..measured(&[(LARGEST, run(true, base, &[])), (PATTERNS, run(true, patterns, &[]))])
        };
        let all = [named("sip_via", 16.0, 1.0), named("uri_scheme", 9.0, 1.0), named("trim", 1.0, 1.0)];
        let goals = goals(&all);
        assert!(matches!(&goals[0].standing, Standing::Holds(how) if how.starts_with("12.0 times over 2 of 7")));
        assert!(matches!(goals[1].standing, Standing::NotMeasured(_)) && goals[4].is_missed());
        let rows = table(&all).rows;
        assert!(rows.contains(&["libosip", "mean", "", "", "12.0×", "11.2×"].map(str::to_owned).to_vec()), "{rows:?}");
    }
}
