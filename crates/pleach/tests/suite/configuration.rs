//! The settings under which a program is explored, besides its own.

use std::ops::Range;

use exec::{ArrayAxioms, Search, Technique};

use crate::case::Case;

/// Flags added to a program's own. They replace the same options of the program.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    options: Vec<(&'static str, String)>,
}

impl Configuration {
    /// The configurations under which everything is checked: the program's own flags, or those that
    /// `SUITE_SEEDS` asks for.
    pub fn of_environment() -> Vec<Configuration> {
        let Some(seeds) = seeds() else { return vec![Configuration::default()] };
        seeds.flat_map(|seed| searches().map(move |search| search.with("--seed", &seed.to_string()))).collect()
    }

    /// Every search strategy, with every technique switched off under some strategy: the techniques are dealt
    /// out to the strategies, and a last exploration does without all of them. The modes of `--array-axioms`
    /// are dealt out as well. With `SUITE_SEEDS`, each technique is switched off by itself, under a strategy
    /// that the seed chooses, so that six seeds in a row try it under each strategy.
    pub fn matrix() -> Vec<Configuration> {
        let techniques: Vec<&str> = Technique::NAMES.iter().map(|&(_, name)| name).collect();
        let hands = Search::NAMES.len();
        let mut matrix: Vec<Configuration> = match seeds() {
            Some(seeds) => seeds
                .flat_map(|seed| {
                    let turn = (seed % hands as u64) as usize;
                    let searches = searches().cycle().skip(turn);
                    searches
                        .zip(&techniques)
                        .map(move |(search, off)| search.with("--without", off).with("--seed", &seed.to_string()))
                })
                .collect(),
            None => {
                let hand =
                    |first: usize| techniques.iter().skip(first).step_by(hands).copied().collect::<Vec<_>>().join(",");
                searches().enumerate().map(|(number, search)| search.with("--without", &hand(number))).collect()
            }
        };
        matrix.push(Configuration::default().with("--without", &techniques.join(",")));
        let modes = ArrayAxioms::NAMES.iter().cycle();
        matrix.into_iter().zip(modes).map(|(one, &(_, mode))| one.with("--array-axioms", mode)).collect()
    }

    /// The part of the matrix that a program is explored under: the exploration without any technique for most programs,
    /// and some of the others, chosen by the program's name. The long mode and runs with `SUITE_FILTER` use all of them.
    pub fn share<'a>(matrix: &'a [Configuration], case: &Case) -> Vec<&'a Configuration> {
        let Some((last, others)) = matrix.split_last() else { return Vec::new() };
        let some = share(others, case, OF_THE_STRATEGIES);
        if everything() || case.draw(3) > 0 || some.is_empty() {
            return some.into_iter().chain([last]).collect();
        }
        some
    }

    /// The program's own flags, with a mode of `--value-sets`.
    pub fn with_value_sets(mode: &str) -> Configuration {
        Configuration::default().with("--value-sets", mode)
    }

    /// The program's own flags, with a form of the string functions.
    pub fn with_strings(form: &str) -> Configuration {
        Configuration::default().with("--string-functions", form)
    }

    /// The program's own flags, keeping only tests that show something new.
    pub fn with_new_tests() -> Configuration {
        Configuration::default().with("--tests", "new")
    }

    /// The same, with every answer of the solver checked, which must not change anything else.
    pub fn checked(&self) -> Configuration {
        let mut checked = self.clone();
        checked.options.push(("--check-answers", String::new()));
        checked
    }

    /// The same, with the solver's questions logged to a directory.
    pub fn logged(self, to: &str) -> Configuration {
        self.with("--log-queries", to)
    }

    /// Adds an option, unless the value is empty.
    pub fn with(mut self, option: &'static str, value: &str) -> Configuration {
        if !value.is_empty() {
            self.options.push((option, value.to_owned()));
        }
        self
    }

    /// A program's own flags, with the options of this configuration replacing them.
    pub fn over(&self, own: &[String]) -> Vec<String> {
        let mut flags = Vec::new();
        let mut own = own.iter();
        while let Some(flag) = own.next() {
            if self.options.iter().any(|(option, _)| option == flag) {
                own.next();
            } else {
                flags.push(flag.clone());
            }
        }
        let words = self.options.iter().flat_map(|(option, value)| [(*option).to_owned(), value.clone()]);
        flags.extend(words.filter(|word| !word.is_empty()));
        flags
    }

    /// Whether the configuration changes the order in which paths are followed.
    pub fn reorders(&self) -> bool {
        self.options.iter().any(|&(option, _)| option == "--search" || option == "--seed")
    }

    /// The options as text for messages; empty if there are none.
    pub fn label(&self) -> String {
        let words: Vec<String> =
            self.options.iter().map(|(option, value)| format!("{option} {value}").trim_end().to_owned()).collect();
        if words.is_empty() { String::new() } else { format!(" [{}]", words.join(" ")) }
    }
}

/// The number of search strategies that a program is explored under in an ordinary run.
const OF_THE_STRATEGIES: usize = 1;

/// Whether everything is tried on every program, instead of each thing on some: in the long mode, and with
/// `SUITE_FILTER`.
pub fn everything() -> bool {
    ["SUITE_SEEDS", "SUITE_FILTER"].iter().any(|variable| std::env::var_os(variable).is_some())
}

/// Whether only some programs are run, or others than the suite's.
pub fn picks_out() -> bool {
    ["SUITE_FILTER", "SUITE_PROGRAMS"].iter().any(|variable| std::env::var_os(variable).is_some())
}

/// A part of the ways to explore a program: `count` of them, one less for a large program, or all where
/// everything is tried. The program's name decides where in the list they begin, so that each way meets about
/// as many programs as any other.
pub fn share<'a, T>(ways: &'a [T], case: &Case, count: usize) -> Vec<&'a T> {
    if everything() {
        return ways.iter().collect();
    }
    let count = if case.is_large() { count - 1 } else { count };
    ways.iter().cycle().skip(case.draw(ways.len())).take(count.min(ways.len())).collect()
}

/// One configuration for each search strategy.
fn searches() -> impl Iterator<Item = Configuration> + Clone {
    Search::NAMES.iter().map(|&(_, name)| Configuration::default().with("--search", name))
}

/// The seeds in `SUITE_SEEDS=a..b`.
fn seeds() -> Option<Range<u64>> {
    let seeds = std::env::var("SUITE_SEEDS").ok()?;
    let bound = |text: &str| text.trim().parse::<u64>().unwrap_or_else(|_| panic!("SUITE_SEEDS={seeds}: not a..b"));
    let (first, end) = seeds.split_once("..").unwrap_or_else(|| panic!("SUITE_SEEDS={seeds}: not a..b"));
    Some(bound(first)..bound(end))
}
