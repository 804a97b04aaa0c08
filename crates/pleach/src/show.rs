//! `pleach tests`: prints tests for people.

use std::fmt::Write as _;

use report::found::{TestFile, tests_at};
use report::{KTest, Prediction, Predictions, value};

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::{complain, print};

/// Runs the command.
pub fn tests(given: Given<'_>) -> Result<Exit, Failure> {
    let paint = Paint::stdout();
    let mut predictions = Predictions::default();
    let mut exit = Exit::Clean;
    // One damaged test must not hide the others.
    let mut wrong = |failure: &Failure| {
        complain(failure);
        exit = Exit::Failed;
    };
    for path in given.paths("tests") {
        match tests_at(&path) {
            Err(not_found) => wrong(&not_found.into()),
            Ok(files) => files.iter().for_each(|file| match test(file, &mut predictions, paint) {
                Ok(text) => print(&text),
                Err(failure) => wrong(&failure),
            }),
        }
    }
    Ok(exit)
}

/// The text of one test.
fn test(file: &TestFile, predictions: &mut Predictions, paint: Paint) -> Result<String, Failure> {
    let wrong = |why: String| Failure::Input { file: file.path(), why };
    let bytes = file.read().map_err(|error| wrong(error.to_string()))?;
    let ktest = KTest::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    let prediction = predictions.in_directory(file.dir(), file.name());
    let prediction = prediction.map_err(|error| wrong(format!("its prediction is damaged: {error}")))?;
    Ok(format!("{}\n{}", paint.bold(file.path().display()), contents(&ktest, prediction, paint)))
}

/// The lines that say what a test gives to the program and what that does.
pub fn contents(ktest: &KTest, prediction: Option<&Prediction>, paint: Paint) -> String {
    let mut out = String::new();
    let mut add = |label: &str, text: String| writeln!(out, "  {label:<8} {text}").expect("a string takes everything");
    if ktest.args.len() > 1 {
        let args: Vec<String> = ktest.args[1..].iter().map(|arg| value::quoted(arg)).collect();
        add("args:", args.join(" "));
    }
    for (number, object) in ktest.objects.iter().enumerate() {
        let label = if number == 0 { "input:" } else { "" };
        let (name, size) = (object.name(), object.bytes.len());
        let unit = if size == 1 { "byte" } else { "bytes" };
        add(
            label,
            format!(
                "{name} = {}  {}",
                value::readable(&object.bytes),
                paint.dim(format_args!("[{size} {unit}: {}]", short_hex(&object.bytes)))
            ),
        );
    }
    if ktest.objects.is_empty() {
        add("input:", "none".to_owned());
    }
    if let Some(prediction) = prediction {
        let text = prediction.describe();
        add("ends:", if prediction.kind().is_some() { paint.red(text) } else { text });
        let printed = prediction.printed();
        if !printed.is_empty() {
            add("prints:", value::readable_text(&printed));
        }
    }
    out
}

fn short_hex(bytes: &[u8]) -> String {
    const SHOWN: usize = 32;
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("{}{more}", value::hex(&bytes[..bytes.len().min(SHOWN)]))
}
