//! `pleach trace`: follows the path of a test again by what it chose, and prints every decision.
//!
//! The program is found by the command line and the directory that `summary.json` records, and loaded as
//! `pleach run` loads it. What the path chose is in `decisions.txt`, its input in the test. No solver is asked.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use exec::{Config, Followed, Observer, PathEnd, Progress, Search, Trail};
use report::found::{self, TestFile};
use report::{DecisionsFile, End, Entry, KTest, Places, Prediction, Predictions, Summary, decisions, prediction};

use crate::command_line::{self, Given};
use crate::compile::Compiler;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::program::{Program, Ready};
use crate::progress::Display;
use crate::quantity::{show_count, show_things};
use crate::replay::LONG;
use crate::trace_text::{Format, Trace};
use crate::{complain, print, tell};

/// Runs the command.
pub fn trace(given: Given<'_>) -> Result<Exit, Failure> {
    let path = given.path("test").ok_or_else(|| Failure::Usage("name a test".to_owned()))?;
    let check = given.switch("check");
    if check {
        // Tests are read while the working directory is that of the run.
        let tests = found::tests_at(&std::path::absolute(with_extension(path))?)?;
        return check_all(&tests);
    }
    let tests = found::tests_at(&with_extension(path.clone()))?;
    let [file] = &tests[..] else {
        return Err(Failure::Usage(format!(
            "{} holds {}: name one of them, such as {}, or give --check to follow all of them",
            path.display(),
            show_things(tests.len() as u64, "test"),
            path.join(tests[0].name().trim_end_matches(".ktest")).display()
        )));
    };
    let mut past = Past::of(file.dir())?;
    let test = past.test(file)?;
    let present = Present::of(&past.summary)?;
    let Again { followed, end } = present.follow(&test, file.name())?;
    let misfit = misfit(&test, &followed, end.as_ref());
    let format = Format { json: given.switch("json"), last: given.number("last") };
    let shown = Trace {
        file,
        ktest: &test.ktest,
        trail: &test.trail,
        followed: &followed,
        end: end.as_ref().map(|(_, end)| end),
        places: &present.places,
    };
    shown.print(&format);
    let Some(why) = misfit else { return Ok(Exit::Clean) };
    complain(&Failure::Input { file: file.path(), why: with_reason(&why) });
    Ok(Exit::Findings)
}

/// Follows every test and compares its end with the prediction.
fn check_all(tests: &[TestFile]) -> Result<Exit, Failure> {
    let mut past = Past::of(tests[0].dir())?;
    let present = Present::of(&past.summary)?;
    let (started, mut display) = (Instant::now(), Display::new(false));
    let (mut fit, mut decided) = (0, 0);
    let total = show_things(tests.len() as u64, "test");
    for (done, file) in tests.iter().enumerate() {
        if started.elapsed() >= LONG {
            display.show_line(started.elapsed(), || format!("{} of {total} followed", show_count(done as u64)));
        }
        let test = past.test(file)?;
        let Again { followed, end } = present.follow(&test, file.name())?;
        decided += followed.steps.len() as u64;
        match misfit(&test, &followed, end.as_ref()) {
            None => fit += 1,
            Some(why) => display.around(|| print(&format!("{}: {why}\n", file.name()))),
        }
    }
    display.clear();
    let others = tests.len() as u64 - fit;
    let mut text = format!("{total}: {} as predicted", show_count(fit));
    if others > 0 {
        text.push_str(&format!(", {} not; the program or the options are not those of the run", show_count(others)));
    }
    print(&format!("{}; {} made again\n", Paint::stdout().bold(text), show_things(decided, "decision")));
    Ok(if others == 0 { Exit::Clean } else { Exit::Findings })
}

/// A test's name may be given without its extension.
fn with_extension(path: PathBuf) -> PathBuf {
    if path.exists() || found::is_test(&path) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".ktest");
    PathBuf::from(name)
}

/// What a run has left behind.
struct Past {
    summary: Summary,
    decisions: DecisionsFile,
    predictions: Predictions,
}

/// A test of the run.
struct Test {
    ktest: KTest,
    trail: Trail,
    prediction: Option<Prediction>,
}

impl Past {
    fn of(dir: &Path) -> Result<Past, Failure> {
        let wrong = |name: &str, why: String| Failure::Input { file: dir.join(name), why };
        let decisions =
            DecisionsFile::read(dir).map_err(|error| wrong(decisions::FILE, error.to_string()))?.ok_or_else(|| {
                let why = "there is no such file, so nobody knows what the paths chose: an older version or another \
                           tool made the directory";
                wrong(decisions::FILE, why.to_owned())
            })?;
        const SUMMARY: &str = "summary.json";
        let text = std::fs::read(dir.join(SUMMARY)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                let why =
                    "there is no such file, so the program of the run is not known: the run did not end by itself";
                wrong(SUMMARY, why.to_owned())
            }
            _ => wrong(SUMMARY, error.to_string()),
        })?;
        let summary = serde_json::from_slice(&text).map_err(|error| wrong(SUMMARY, format!("damaged: {error}")))?;
        Ok(Past { summary, decisions, predictions: Predictions::default() })
    }

    fn test(&mut self, file: &TestFile) -> Result<Test, Failure> {
        let wrong = |why: String| Failure::Input { file: file.path(), why };
        let bytes = file.read().map_err(|error| wrong(error.to_string()))?;
        let ktest = KTest::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
        let recorded = self.decisions.of(file.name());
        let recorded = recorded.ok_or_else(|| wrong(format!("{} does not mention it", decisions::FILE)))?;
        let recorded = recorded.map_err(|why| wrong(format!("its line in {} is damaged: {why}", decisions::FILE)))?;
        let prediction = self.predictions.in_directory(file.dir(), file.name());
        let prediction = prediction.map_err(|error| wrong(format!("{} is damaged: {error}", prediction::FILE)))?;
        Ok(Test { trail: recorded.trail(&ktest), prediction: prediction.cloned(), ktest })
    }
}

/// The program as it is now.
struct Present {
    ready: Ready,
    entry: String,
    entry_is_void: bool,
    places: Places,
}

impl Present {
    /// Loads the program of a run, in the directory where the run was started.
    fn of(summary: &Summary) -> Result<Present, Failure> {
        let directory = PathBuf::from(&summary.directory);
        std::env::set_current_dir(&directory).map_err(|error| Failure::Input {
            file: directory.clone(),
            why: format!("the run was started in this directory, which cannot be entered: {error}"),
        })?;
        let words = summary.command.iter().map(OsString::from);
        let matches = command_line::parse(words).ok();
        let Some(given) = matches.as_ref().and_then(|matches| matches.subcommand_matches("run")) else {
            return Err(Failure::Usage(format!(
                "the run was made by version {} with a command line that this version does not take: {}",
                summary.version,
                summary.command.join(" ")
            )));
        };
        Present::load(Given(given)).inspect_err(|_| {
            tell(&format!("the run was: {}\n  in {}", summary.command.join(" "), summary.directory));
        })
    }

    fn load(given: Given<'_>) -> Result<Present, Failure> {
        let program = Program::of(given)?;
        let mut ready = program.load(&mut Compiler::new(true)?, true)?;
        // Neither has a say in what a single path does.
        ready.config = Config { search: Search::Dfs, static_costs: None, ..ready.config };
        Ok(Present {
            entry_is_void: program.is_void(&ready.loaded.module),
            entry: program.config.entry,
            ready,
            places: Places::below_current(),
        })
    }

    /// Follows the path of a test. A path may have several ends, each with a test, where memory leaks at several
    /// places; the one that was predicted is meant.
    fn follow(&self, test: &Test, name: &str) -> Result<Again, Failure> {
        let mut ends = Ends::default();
        let followed = exec::follow(&self.ready.loaded.module, &self.ready.config, &test.trail, &mut ends);
        let entry = Entry { name: &self.entry, is_void: self.entry_is_void };
        let predicted = |end: PathEnd| Some((end.instructions, Prediction::of(&end, name, entry, &self.places)?));
        let mut ends: Vec<(u64, Prediction)> = ends.0.into_iter().filter_map(predicted).collect();
        let meant = ends.iter().position(|(_, end)| test.prediction.as_ref() == Some(end));
        let end = match meant {
            Some(at) => Some(ends.swap_remove(at)),
            None => ends.pop(),
        };
        Ok(Again { followed: followed.map_err(Failure::Run)?, end })
    }
}

/// A path that was followed.
struct Again {
    followed: Followed,
    /// The number of its instructions, and what would be predicted of its end; `None` if it was lost or was dropped
    /// silently.
    end: Option<(u64, Prediction)>,
}

/// Keeps the ends of a path.
#[derive(Default)]
struct Ends(Vec<PathEnd>);

impl Observer for Ends {
    fn path_end(&mut self, end: PathEnd) -> io::Result<()> {
        self.0.push(end);
        Ok(())
    }

    fn wants_all_inputs(&self) -> bool {
        true
    }

    fn progress(&mut self, _: &Progress) -> bool {
        true
    }
}

/// How a path differs from what it was in the run, if it does.
fn misfit(test: &Test, followed: &Followed, end: Option<&(u64, Prediction)>) -> Option<String> {
    let (made, all) = (followed.steps.len() as u64, test.trail.decisions.len() as u64);
    let after = || format!("after {} of {}", show_count(made), show_things(all, "decision"));
    if let Some(at) = followed.lost {
        return Some(format!("the path is lost at instruction {}, {}", show_count(at), after()));
    }
    if made + followed.passed as u64 != all {
        return Some(format!("the path ends {}", after()));
    }
    let Some((instructions, now)) = end else { return Some("the path is dropped silently".to_owned()) };
    let was = test.trail.instructions;
    if was != *instructions {
        let now = show_things(*instructions, "instruction");
        return Some(format!("the path ends after {now}, not {}", show_count(was)));
    }
    let predicted = test.prediction.as_ref()?;
    let expected = if is_cut_short(predicted) && is_cut_short(now) {
        // That a limit has struck is not to be seen on the path.
        &Prediction { end: now.end.clone(), ..predicted.clone() }
    } else {
        predicted
    };
    let part = match () {
        () if expected == now => return None,
        () if expected.end != now.end => {
            return Some(format!("predicted was \"{}\", but it {}", expected.describe(), now.describe()));
        }
        () if expected.printed() != now.printed() => "prints something else than was predicted",
        () if expected.stack != now.stack => "ends with another stack than was predicted",
        () => "is not what was predicted",
    };
    Some(format!("the path {part}"))
}

/// Whether a path was not followed to its end.
fn is_cut_short(prediction: &Prediction) -> bool {
    matches!(prediction.end, End::Limit { .. } | End::Undecided { .. })
}

fn with_reason(why: &str) -> String {
    format!("{why}: the program or the options are not those of the run")
}
