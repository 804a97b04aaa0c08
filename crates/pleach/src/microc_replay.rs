//! `pleach replay` of a microc program: the interpreter runs it on the numbers of a test, and its behaviour is
//! compared with what the exploration predicted.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use front_microc::{End, Fault, World, interpret};
use report::replay::Verdict;
use report::{End as Predicted, KTest, Prediction};

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::microc;
use crate::replay::{Ran, Session};
use crate::tuning::MICROC_REPLAY_TIMEOUT;

/// Runs the program on every test.
pub fn replay(given: Given<'_>, files: &[PathBuf], session: Session, entry: &str) -> Result<Exit, Failure> {
    let (source, program) = microc::load(files)?;
    let function = program.function(entry).ok_or_else(|| Failure::Usage(format!("there is no function {entry}")))?;
    let timeout = given.duration("timeout").unwrap_or(Duration::from_secs(MICROC_REPLAY_TIMEOUT));
    session.run(|test| {
        let mut numbers = numbers(&test.ktest).ok_or_else(|| test.wrong("holds more than numbers"))?;
        let params = program.functions[function].params;
        if numbers.len() < params {
            return Err(test.wrong(format!("holds fewer numbers than {entry} has parameters")));
        }
        let mut input = numbers.split_off(params);
        input.reverse();
        let mut world = Replay { input, printed: String::new(), deadline: Instant::now() + timeout };
        let end = interpret(&program, function, &numbers, &mut world);
        let stderr = match &end {
            End::Fault(fault, pos) => source.message(*pos, &fault.to_string()),
            End::Exit(_) | End::Stopped => String::new(),
        };
        let verdict = match &test.prediction {
            Some(prediction) => judge(prediction, &end, &world.printed),
            None => test.unpredicted(&describe(&end)),
        };
        Ok(Ran { stdout: world.printed.into_bytes(), stderr: stderr.into_bytes(), verdict })
    })
}

/// The numbers of a test, in order; `None` if one of its objects is not a number.
fn numbers(test: &KTest) -> Option<Vec<i32>> {
    let number = |bytes: &[u8]| bytes.try_into().ok().map(i32::from_le_bytes);
    test.objects.iter().map(|object| number(&object.bytes)).collect()
}

struct Replay {
    /// The numbers still to be read, in reverse order.
    input: Vec<i32>,
    printed: String,
    deadline: Instant,
}

impl World for Replay {
    fn input(&mut self) -> Result<i32, Fault> {
        self.input.pop().ok_or(Fault::EndOfInput)
    }

    fn output(&mut self, number: i32) {
        self.printed.push_str(&format!("{number}\n"));
    }

    fn go_on(&mut self) -> bool {
        Instant::now() < self.deadline
    }
}

/// What happened, as the rest of a sentence that begins with "the program".
fn describe(end: &End) -> String {
    match end {
        End::Exit(value) => format!("exits with status {}", *value as u8),
        End::Fault(fault, pos) => format!("ends in an error at {pos}: {fault}"),
        End::Stopped => "ran out of time".to_owned(),
    }
}

/// Compares a prediction with a run.
fn judge(prediction: &Prediction, end: &End, printed: &str) -> Verdict {
    let what = describe(end);
    let same = match (&prediction.end, end) {
        (Predicted::Exit { exit_code }, End::Exit(value)) => i64::from(*exit_code) == i64::from(*value as u8),
        (Predicted::Error { .. }, End::Fault(fault, pos)) => {
            let line = prediction.stack.first().map(|place| place.line);
            fault.kind().is_some() && fault.kind() == prediction.kind() && line == Some(pos.line)
        }
        (Predicted::Exit { .. } | Predicted::Error { .. }, _) => false,
        _ => return Verdict::Unpredicted(format!("nothing definite was predicted; the program {what}")),
    };
    if !same {
        return Verdict::DidNot(format!("the program {what}"));
    }
    if prediction.printed() != printed.as_bytes() {
        return Verdict::DidNot(format!("the program {what}, but printed something else"));
    }
    Verdict::Happened(format!("the program {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prediction(line: u32, text: &str) -> Prediction {
        let json = format!(
            "{{\"test\":\"t\",{text},\"entry\":\"main\",\"stack\":[{{\"function\":\"main\",\"file\":\"a\",\"line\":{line}}}]}}"
        );
        serde_json::from_str(&json).expect("a prediction")
    }

    #[test]
    fn verdicts() {
        let pos = front_microc::Pos { line: 3, column: 1 };
        let fault = End::Fault(Fault::DivByZero, pos);
        let error = "\"ended\":\"error\",\"kind\":\"div-by-zero\",\"message\":\"m\"";
        assert!(judge(&prediction(3, error), &fault, "").happened());
        assert!(!judge(&prediction(4, error), &fault, "").happened());
        assert!(!judge(&prediction(3, error), &fault, "1\n").happened());
        assert!(!judge(&prediction(3, error), &End::Fault(Fault::Null, pos), "").happened());
        assert!(!judge(&prediction(3, error), &End::Exit(1), "").happened());
        let exit = "\"ended\":\"exit\",\"exit_code\":255";
        assert!(judge(&prediction(3, exit), &End::Exit(-1), "").happened());
        assert!(!judge(&prediction(3, exit), &End::Exit(1), "").happened());
        assert!(!judge(&prediction(3, exit), &End::Stopped, "").happened());
    }
}
