//! `pleach replay` of an executable on a test that an emulator cannot give to it, because `pleach_symbolic` or
//! a similar function, or a call of the tools for RISC-U, made memory symbolic. The executor itself runs the
//! program on the test's bytes, with nothing symbolic and no question asked, and its behaviour is compared with
//! what the exploration predicted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use exec::{Config, Observer, PathEnd, Progress};
use front_riscv::Checks;
use ir::ErrorKind;
use models::Length;
use report::replay::{Origin, Verdict};
use report::{End, Entry, KTest, Places, Prediction};

use crate::binary::{self, Environment};
use crate::command_line::Given;
use crate::engine;
use crate::failure::Failure;
use crate::replay::{Ran, Test};
use crate::tuning::BINARY_REPLAY_TIMEOUT;

/// Runs the executable on a test. `object` names the object that the emulator cannot set.
pub fn replay(given: Given<'_>, executable: &Path, test: &Test, object: &str) -> Result<Ran, Failure> {
    let kind = test.prediction.as_ref().and_then(Prediction::kind);
    let request = binary::Request {
        args: test.ktest.args.iter().map(|arg| String::from_utf8_lossy(arg).into_owned()).collect(),
        environment: environment(&test.ktest),
        library: binary::library(given),
        // Checks that are off by default are on if the predicted error comes from them.
        checks: Checks {
            division: kind == Some(ErrorKind::DivByZero),
            alignment: kind == Some(ErrorKind::Misaligned),
            exit_status: kind == Some(ErrorKind::NonzeroExit),
        },
    };
    let files = [PathBuf::from(executable)];
    let module = binary::load(&files, &request)?;
    let objects = test.ktest.objects.iter();
    let objects: BTreeMap<String, Vec<u8>> =
        objects.map(|object| (String::from_utf8_lossy(&object.name).into_owned(), object.bytes.clone())).collect();
    let config = Config {
        entry: front_riscv::ENTRY.to_owned(),
        given: Some(Arc::new(objects)),
        environment: request.environment.of_kernel(),
        unwind: Arc::new(binary::unwind(&files)),
        ..Config::default()
    };
    let timeout = given.duration("timeout").unwrap_or(Duration::from_secs(BINARY_REPLAY_TIMEOUT));
    let mut watcher = Last { end: None, deadline: Instant::now() + timeout };
    let result = engine::explore(&module, &config, &mut watcher)?;
    let stdout = watcher.end.as_ref().map(|end| end.output.clone()).unwrap_or_default();
    let missing = result.incomplete_because.first().map(|(why, _)| why.clone());
    let found = watcher.end.and_then(|end| {
        Prediction::of(&end, "", Entry { name: front_riscv::ENTRY, is_void: false }, &Places::below_current())
    });
    let verdict = match (&test.prediction, found) {
        (_, None) => Verdict::DidNot("the program ran out of time, or ended silently".to_owned()),
        (None, Some(found)) => test.unpredicted(&found.describe()),
        (Some(prediction), Some(found)) => judge(prediction, &found, missing),
    };
    let remark = format!("executed by Pleach itself, since an emulator cannot set {object}");
    let verdict = match verdict {
        Verdict::Happened(why) => Verdict::Happened(format!("{why} ({remark})")),
        Verdict::DidNot(why) => Verdict::DidNot(format!("{why} ({remark})")),
        Verdict::Invisible(why) => Verdict::Invisible(format!("{why} ({remark})")),
        Verdict::Unpredicted(why) => Verdict::Unpredicted(format!("{why} ({remark})")),
    };
    Ok(Ran { stdout, stderr: Vec::new(), verdict })
}

/// The environment that a test describes: as many arguments, files and bytes as the test holds. What has a length of its
/// own in the test may have any in the environment.
fn environment(test: &KTest) -> Environment {
    let mut environment = Environment::default();
    for object in &test.objects {
        let size = object.bytes.len() as u64;
        let number = object.bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let up_to = |known: Length| Length { least: 0, most: known.most.max(number).max(1) };
        let files = |name: &str| environment.files.0.max(u64::from(name.as_bytes()[0] - b'A') + 1);
        match Origin::of(&object.name) {
            // A length comes before the bytes that it is about.
            Origin::StdinLength => environment.stdin = up_to(environment.stdin),
            Origin::Stdin if environment.stdin.is_fixed() => environment.stdin = size.into(),
            Origin::FileLength(name) => environment.files = (files(name), up_to(environment.files.1)),
            Origin::File(name) if environment.files.1.is_fixed() => environment.files = (files(name), size.into()),
            Origin::Argument => environment.args.push(size.saturating_sub(1)),
            Origin::Stdin
            | Origin::File(_)
            | Origin::Count
            | Origin::Variable(_)
            | Origin::External
            | Origin::Memory => {}
        }
    }
    environment.least_args = environment.args.len();
    environment
}

/// Compares a prediction with what happened.
fn judge(prediction: &Prediction, found: &Prediction, missing: Option<String>) -> Verdict {
    let what = format!("the program {}", found.describe());
    let same = match (&prediction.end, &found.end) {
        (End::Exit { exit_code: expected }, End::Exit { exit_code }) => {
            expected == exit_code && prediction.printed() == found.printed()
        }
        (End::Error { kind: expected, .. }, End::Error { kind, .. }) => {
            expected == kind && prediction.stack.first() == found.stack.first()
        }
        (End::Exit { .. } | End::Error { .. }, _) => false,
        _ => return Verdict::Unpredicted(format!("nothing definite was predicted; {what}")),
    };
    match (same, missing) {
        (true, _) => Verdict::Happened(what),
        (false, None) => Verdict::DidNot(what),
        (false, Some(why)) => Verdict::DidNot(format!("{what}; {why}")),
    }
}

/// Keeps the end of the one path.
struct Last {
    end: Option<PathEnd>,
    deadline: Instant,
}

impl Observer for Last {
    fn path_end(&mut self, end: PathEnd) -> std::io::Result<()> {
        self.end = Some(end);
        Ok(())
    }

    fn wants_unfinished(&self) -> bool {
        false
    }

    fn progress(&mut self, _: &Progress) -> bool {
        Instant::now() < self.deadline
    }
}
