//! Compares a prediction with a native run.
//!
//! Natively, much goes unnoticed: reading past an array seldom crashes. Without sanitizers a crash of the right sort is
//! accepted as the predicted error, and its absence says little. With sanitizers, the report must be of the predicted
//! kind and its stack must pass through the predicted line.

use std::path::Path;

use ir::ErrorKind;

use super::run::{Note, Observed, Status};
use super::sanitizer::{Report, Tool};
use super::{Sanitizers, undefined};
use crate::prediction::{End, Prediction, StackLevel};

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// Whether the prediction came true, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It came true.
    Happened(String),
    /// It did not come true.
    DidNot(String),
    /// There was no sign of it, and there could not have been any.
    Invisible(String),
    /// There was no prediction that a native run could confirm.
    Unpredicted(String),
}

impl Verdict {
    /// Whether the prediction came true.
    pub fn happened(&self) -> bool {
        matches!(self, Verdict::Happened(_))
    }

    /// The reason.
    pub fn why(&self) -> &str {
        match self {
            Verdict::Happened(why) | Verdict::DidNot(why) | Verdict::Invisible(why) | Verdict::Unpredicted(why) => why,
        }
    }
}

/// Compares a prediction with a run.
pub fn judge(prediction: &Prediction, observed: &Observed) -> Verdict {
    match judge_end(prediction, observed) {
        Verdict::DidNot(why) if prediction.approximated => Verdict::Unpredicted(format!(
            "the path depends on what an unknown function does or on how much memory the machine has: {why}"
        )),
        verdict => verdict,
    }
}

fn judge_end(prediction: &Prediction, observed: &Observed) -> Verdict {
    match &prediction.end {
        End::Exit { exit_code } => judge_exit(prediction, *exit_code, observed),
        End::Error { kind, .. } => match ErrorKind::from_name(kind) {
            Some(kind) => judge_error(prediction, kind, observed),
            None => Verdict::Unpredicted(format!("the error kind {kind:?} is not known to this version")),
        },
        End::Unsupported { reason } => unpredicted("met something unsupported", reason, observed),
        End::Undecided { reason } => unpredicted("left a question undecided", reason, observed),
        End::Limit { reason } => unpredicted("was cut short", reason, observed),
    }
}

fn unpredicted(what: &str, reason: &str, observed: &Observed) -> Verdict {
    Verdict::Unpredicted(format!("the path {what} ({reason}); natively the program {}", describe(observed)))
}

fn judge_exit(prediction: &Prediction, exit_code: u8, observed: &Observed) -> Verdict {
    let expected = Status::Exited(i32::from(exit_code));
    if let Some(note) = observed.notes.iter().find(|note| **note != Note::Silent) {
        return Verdict::DidNot(show_note(note));
    }
    // Undefined behaviour that the executor does not look for, such as a signed addition that wraps, is not a
    // contradiction.
    if let Some(report) = observed.reports.iter().find(|report| report.tool != Tool::Undefined) {
        return Verdict::DidNot(format!("a sanitizer reported: {}", show_report(report)));
    }
    // The exit status of a function without a result is not predicted.
    let any_status = prediction.entry_is_void && matches!(observed.status, Status::Exited(_));
    if observed.status != expected && !any_status {
        return Verdict::DidNot(format!("expected exit status {exit_code}, but the program {}", describe(observed)));
    }
    let printed = prediction.printed();
    if printed != observed.stdout && !(observed.emulated && printed == with_process_of_run(observed)) {
        return Verdict::DidNot(format!(
            "it exited with status {exit_code}, but printed {} instead of {}",
            excerpt(&observed.stdout),
            excerpt(&printed)
        ));
    }
    let output = if printed.is_empty() { "" } else { " and printed what was predicted" };
    let beside = observed.reports.first().map(|report| format!("; on the way: {}", show_report(report)));
    Verdict::Happened(format!("the program exited with status {exit_code}{output}{}", beside.unwrap_or_default()))
}

/// The output of an emulated program, with its process id replaced by the one that it has in every run, since
/// the id cannot be set.
fn with_process_of_run(observed: &Observed) -> Vec<u8> {
    const IN_RUN: &[u8] = b"1";
    let number = observed.process.to_string().into_bytes();
    let mut text = Vec::new();
    let mut rest = observed.stdout.as_slice();
    while !rest.is_empty() {
        let is_within = text.last().is_some_and(u8::is_ascii_digit);
        match rest.strip_prefix(number.as_slice()) {
            Some(after) if !is_within && !after.first().is_some_and(u8::is_ascii_digit) => {
                text.extend_from_slice(IN_RUN);
                rest = after;
            }
            _ => {
                text.push(rest[0]);
                rest = &rest[1..];
            }
        }
    }
    text
}

fn judge_error(prediction: &Prediction, kind: ErrorKind, observed: &Observed) -> Verdict {
    let matching: Vec<&Report> = observed.reports.iter().filter(|report| reports_kind(report, kind)).collect();
    let seen = matching.iter().find(|report| passes_through(report, prediction));
    // What a program does after undefined behaviour, such as asking for input that the test does not have,
    // proves nothing. A test that does not fit ends the run, so the report came first.
    if let Some(report) = seen.filter(|report| report.tool == Tool::Undefined) {
        return Verdict::Happened(format!("a sanitizer reported: {}", show_report(report)));
    }
    if let Some(verdict) = judge_notes(kind, observed) {
        return verdict;
    }
    if kind == ErrorKind::NonzeroExit {
        let happened = matches!(observed.status, Status::Exited(status) if status != 0);
        let what = format!("the program {}", describe(observed));
        return if happened { Verdict::Happened(what) } else { Verdict::DidNot(what) };
    }
    if kind == ErrorKind::Uninitialized {
        return judge_uninitialized(observed);
    }
    if kind == ErrorKind::Deadlock {
        return judge_deadlock(prediction, observed);
    }
    let sanitized = observed.sanitizers != Sanitizers::None;
    if let Some(report) = seen {
        return Verdict::Happened(format!("a sanitizer reported: {}", show_report(report)));
    }
    if let Some(report) = matching.first() {
        return Verdict::DidNot(format!("the right error at another place: {}", show_report(report)));
    }
    if let Status::Signalled(signal) = observed.status
        && (signals(kind, sanitized).contains(&signal) || is_killed_by(prediction, signal))
    {
        return Verdict::Happened(format!("the program {}", describe(observed)));
    }
    if let Some(report) = observed.reports.first() {
        return Verdict::DidNot(format!("a sanitizer reported something else: {}", show_report(report)));
    }
    match observed.status {
        Status::Exited(_) if observed.emulated && kind == ErrorKind::Misaligned => {
            Verdict::Invisible("the emulator carries out misaligned accesses".to_owned())
        }
        Status::Exited(_) if observed.emulated && is_behind_string(prediction) => Verdict::Invisible(
            "behind an argument lies other memory of the process, and nobody watches its end".to_owned(),
        ),
        Status::Exited(_) if observed.emulated => {
            Verdict::DidNot("the program ran to its end without a visible crash".to_owned())
        }
        Status::Exited(_) if observed.from_bitcode && only_sources_show(kind) => Verdict::Invisible(format!(
            "{kind} is looked for by code that the compiler of a source adds, and a part of the program was compiled before"
        )),
        Status::Exited(_) if !sanitized => Verdict::DidNot(
            "the program ran to its end without a visible crash; --sanitize may show the error".to_owned(),
        ),
        _ => Verdict::DidNot(format!("expected {kind}, but the program {}", describe(observed))),
    }
}

/// Whether an error shows only if the compiler adds code to the source that looks for it.
fn only_sources_show(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Overflow
            | ErrorKind::Overshift
            | ErrorKind::Unreachable
            | ErrorKind::Misaligned
            | ErrorKind::Undefined
    )
}

/// Whether the error is an access past the end of an argument.
fn is_behind_string(prediction: &Prediction) -> bool {
    matches!(&prediction.end, End::Error { message, .. } if message.contains(exec::OUTSIDE_STRING))
}

/// MemorySanitizer reports a value where it is first passed to another function, which may be long before a
/// decision depends on it, so the place is not compared.
fn judge_uninitialized(observed: &Observed) -> Verdict {
    if observed.sanitizers != Sanitizers::Memory {
        let why = "the use of an indeterminate value can be seen with clang's MemorySanitizer only (--sanitize)";
        return Verdict::Invisible(why.to_owned());
    }
    match observed.reports.iter().find(|report| report.tool == Tool::Memory) {
        Some(report) => Verdict::Happened(format!("a sanitizer reported: {}", show_report(report))),
        None => Verdict::DidNot(format!("no uninitialised value was used; the program {}", describe(observed))),
    }
}

/// A program that waits for itself is seen to be blocked. A lock that is tried in a loop never blocks: such a
/// program runs until its time is up.
fn judge_deadlock(prediction: &Prediction, observed: &Observed) -> Verdict {
    let spins = matches!(&prediction.end, End::Error { message, .. } if message.contains("spins"));
    let what = format!("the program {}", describe(observed));
    match observed.status {
        Status::Blocked => Verdict::Happened(what),
        Status::TimedOut if spins => Verdict::Happened(what),
        _ => Verdict::DidNot(what),
    }
}

/// The verdict from the runtime's own notes, if they decide.
fn judge_notes(kind: ErrorKind, observed: &Observed) -> Option<Verdict> {
    let note = observed.notes.iter().find(|note| **note != Note::Silent)?;
    let happened = match kind {
        ErrorKind::ReachError => *note == Note::ReachError,
        ErrorKind::Assert => matches!(note, Note::Assert(_)),
        // A wrong size given to klee_make_symbolic leaves the test without that object, and an assumption that cannot
        // hold is a user error too.
        ErrorKind::User => matches!(note, Note::User(_) | Note::Mismatch(_) | Note::Assumption),
        _ => false,
    };
    Some(if happened { Verdict::Happened(show_note(note)) } else { Verdict::DidNot(show_note(note)) })
}

/// Whether the error is that the program sends itself this signal.
fn is_killed_by(prediction: &Prediction, signal: i32) -> bool {
    let End::Error { message, .. } = &prediction.end else { return false };
    message.contains(&format!("killed by signal {signal} "))
}

/// The signals by which an error of that kind can end a program.
fn signals(kind: ErrorKind, sanitized: bool) -> &'static [i32] {
    match kind {
        ErrorKind::Assert => &[SIGABRT],
        // A compiler trap ends in other signals than the library's abort.
        ErrorKind::Abort => &[SIGABRT, SIGILL, SIGTRAP],
        ErrorKind::DivByZero => &[SIGFPE],
        // With sanitizers, these errors come as reports instead of signals.
        _ if sanitized && kind != ErrorKind::StackOverflow => &[],
        ErrorKind::IllegalInstruction => &[SIGILL],
        ErrorKind::Misaligned => &[SIGBUS],
        ErrorKind::Unreachable => &[SIGILL, SIGTRAP, SIGSEGV],
        ErrorKind::Null | ErrorKind::ReadOnlyWrite | ErrorKind::StackOverflow => &[SIGSEGV, SIGBUS],
        ErrorKind::OutOfBounds | ErrorKind::UseAfterFree | ErrorKind::UseAfterReturn => {
            &[SIGSEGV, SIGBUS, SIGABRT, SIGILL]
        }
        ErrorKind::DoubleFree | ErrorKind::InvalidFree => &[SIGABRT, SIGSEGV],
        // A division that overflows traps like a division by zero.
        ErrorKind::Overflow => &[SIGFPE],
        _ => &[],
    }
}

/// Whether a report is of that kind.
fn reports_kind(report: &Report, kind: ErrorKind) -> bool {
    let what = report.what.as_str();
    match report.tool {
        Tool::Leak => kind == ErrorKind::Leak,
        Tool::Memory => kind == ErrorKind::Uninitialized,
        Tool::Undefined => undefined::kind_of(what) == kind,
        Tool::Address => match kind {
            // A pointer far out of bounds can point to any memory, so the report can have nearly any wording.
            ErrorKind::OutOfBounds => !report.zero_page && !what.contains("free on") && !what.contains("double-free"),
            ErrorKind::Null => report.zero_page,
            ErrorKind::UseAfterFree => what.contains("use-after-free") || what.contains("use-after-poison"),
            ErrorKind::UseAfterReturn => what.contains("stack-use-after") || what.starts_with("stack-buffer"),
            ErrorKind::DoubleFree => what.contains("double-free"),
            // Constants cannot even be marked as freed: the sanitizer's own write to them raises a signal.
            ErrorKind::InvalidFree => {
                ["attempting free", "bad-free", "alloc-dealloc-mismatch"].iter().any(|words| what.contains(words))
                    || what.starts_with("SEGV") && !report.zero_page
            }
            ErrorKind::ReadOnlyWrite => what.starts_with("SEGV") && !report.zero_page,
            // A division that overflows traps like a division by zero.
            ErrorKind::DivByZero | ErrorKind::Overflow => what.starts_with("FPE"),
            ErrorKind::StackOverflow => what.starts_with("stack-overflow") || what.starts_with("SEGV"),
            ErrorKind::Abort | ErrorKind::Assert => what.starts_with("ABRT"),
            _ => false,
        },
    }
}

/// Whether a report's stack passes through the predicted line of the program's own code.
fn passes_through(report: &Report, prediction: &Prediction) -> bool {
    let seen: Vec<&StackLevel> = report.stack.iter().filter(|place| place.line > 0).collect();
    // Frames of the C library are in other files natively, so the innermost frame whose file both sides know
    // decides.
    let known = |place: &&StackLevel| place.line > 0 && seen.iter().any(|seen| same_file(&seen.file, &place.file));
    let mut expected = prediction.stack.iter().filter(known);
    let Some(innermost) = expected.next() else {
        // After a call through null, the sanitizer cannot tell who called: its stack begins at an unknown
        // place.
        let lost = report.stack.first().is_some_and(|place| place.line == 0);
        return prediction.stack.iter().all(|place| place.line == 0) || seen.is_empty() || lost;
    };
    let is_seen =
        |place: &StackLevel| seen.iter().any(|seen| same_file(&seen.file, &place.file) && seen.line == place.line);
    // If the stack begins outside any function, the caller has no frame yet: the stack goes on with the
    // caller's caller.
    let in_no_function = report.stack.first().is_some_and(|place| place.line == 0 && place.function.is_empty());
    is_seen(innermost) || in_no_function && expected.next().is_some_and(is_seen)
}

fn same_file(one: &str, other: &str) -> bool {
    let name = |path| Path::new(path).file_name();
    name(one).is_some() && name(one) == name(other)
}

/// What the program did, as the rest of a sentence that begins with "the program".
pub fn describe(observed: &Observed) -> String {
    match observed.status {
        Status::Exited(status) => format!("exited with status {status}"),
        Status::Signalled(signal) => format!("was ended by {}", signal_name(signal)),
        Status::TimedOut => "did not end in time".to_owned(),
        Status::Blocked => "waits for itself for ever".to_owned(),
    }
}

fn signal_name(signal: i32) -> String {
    let (name, meaning) = match signal {
        SIGILL => ("SIGILL", "illegal instruction"),
        SIGTRAP => ("SIGTRAP", "trap"),
        SIGABRT => ("SIGABRT", "abort"),
        SIGBUS => ("SIGBUS", "bad memory access"),
        SIGFPE => ("SIGFPE", "arithmetic error"),
        SIGSEGV => ("SIGSEGV", "bad memory access"),
        _ => return format!("signal {signal}"),
    };
    format!("{name} ({meaning})")
}

fn show_note(note: &Note) -> String {
    match note {
        Note::Mismatch(why) => format!("the test does not fit the program: {why}"),
        Note::Assumption => "an assumption of the program does not hold for the test".to_owned(),
        Note::Silent => "the program left by klee_silent_exit".to_owned(),
        Note::User(message) => format!("the program reported: {message}"),
        Note::Assert(assertion) => format!("the assertion failed: {assertion}"),
        Note::ReachError => "the error function was called".to_owned(),
    }
}

fn show_report(report: &Report) -> String {
    let what = report.what.split(" on address").next().unwrap_or_default();
    let what = what.split(" (pc ").next().unwrap_or_default();
    match report.stack.iter().find(|place| place.line > 0) {
        Some(place) => format!("{what} at {}:{}", place.file, place.line),
        None => what.to_owned(),
    }
}

fn excerpt(bytes: &[u8]) -> String {
    const SHOWN: usize = 60;
    match bytes.len() {
        0 => "nothing".to_owned(),
        count if count > SHOWN => format!("{}… ({count} bytes)", crate::value::quoted(&bytes[..SHOWN])),
        _ => crate::value::quoted(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predicted(end: End, line: u32) -> Prediction {
        let stack = vec![StackLevel { function: "f".into(), file: "a.c".into(), line }];
        Prediction {
            test: String::new(),
            end,
            entry: "main".into(),
            entry_is_void: false,
            approximated: false,
            output: Some("hi".into()),
            output_hex: None,
            stack,
        }
    }

    fn error(kind: ErrorKind) -> Prediction {
        predicted(End::Error { kind: kind.name().into(), message: String::new() }, 7)
    }

    fn saw(status: Status) -> Observed {
        Observed {
            process: 4711,
            status,
            stdout: b"hi".to_vec(),
            stderr: Vec::new(),
            notes: Vec::new(),
            reports: Vec::new(),
            sanitizers: Sanitizers::None,
            emulated: false,
            from_bitcode: false,
        }
    }

    #[test]
    fn exits_compare_status_and_output() {
        let prediction = predicted(End::Exit { exit_code: 3 }, 7);
        assert!(judge(&prediction, &saw(Status::Exited(3))).happened());
        assert!(!judge(&prediction, &saw(Status::Exited(0))).happened());
        assert!(!judge(&prediction, &saw(Status::Signalled(SIGSEGV))).happened());
        let mut other = saw(Status::Exited(3));
        other.stdout = b"ho".to_vec();
        assert!(!judge(&prediction, &other).happened());
        let mut assumption = saw(Status::Exited(3));
        assumption.notes.push(Note::Assumption);
        assert!(!judge(&prediction, &assumption).happened());
    }

    #[test]
    fn an_emulated_process_has_a_number_of_its_own() {
        let mut prediction = predicted(End::Exit { exit_code: 0 }, 7);
        prediction.output = Some("process 1 of 47110".into());
        let mut observed = saw(Status::Exited(0));
        observed.stdout = b"process 4711 of 47110".to_vec();
        assert!(!judge(&prediction, &observed).happened());
        observed.emulated = true;
        assert!(judge(&prediction, &observed).happened());
        observed.stdout = b"process 4712 of 47110".to_vec();
        assert!(!judge(&prediction, &observed).happened());
    }

    #[test]
    fn what_bitcode_cannot_show_is_not_denied() {
        let mut observed = saw(Status::Exited(0));
        observed.sanitizers = Sanitizers::Usual;
        assert!(matches!(judge(&error(ErrorKind::Overshift), &observed), Verdict::DidNot(_)));
        observed.from_bitcode = true;
        assert!(matches!(judge(&error(ErrorKind::Overshift), &observed), Verdict::Invisible(_)));
        assert!(matches!(judge(&error(ErrorKind::OutOfBounds), &observed), Verdict::DidNot(_)));
    }

    #[test]
    fn a_division_that_overflows_is_an_arithmetic_error() {
        let mut observed = saw(Status::Exited(1));
        observed.sanitizers = Sanitizers::Usual;
        observed.reports.push(Report {
            tool: Tool::Address,
            what: "FPE on unknown address 0x7f6d9b935263 (pc 0x7f6d9b935263)".into(),
            zero_page: false,
            stack: vec![
                StackLevel { function: "div".into(), file: "stdlib/./stdlib/div.c".into(), line: 61 },
                StackLevel { function: "f".into(), file: "/w/a.c".into(), line: 7 },
            ],
        });
        assert!(judge(&error(ErrorKind::Overflow), &observed).happened());
        assert!(judge(&error(ErrorKind::DivByZero), &observed).happened());
        assert!(!judge(&error(ErrorKind::Overshift), &observed).happened());
    }

    #[test]
    fn a_program_can_kill_itself() {
        let message = "the program is killed by signal 15 (SIGTERM)".to_owned();
        let killed = predicted(End::Error { kind: ErrorKind::Abort.name().into(), message }, 7);
        assert!(judge(&killed, &saw(Status::Signalled(15))).happened());
        assert!(!judge(&killed, &saw(Status::Signalled(1))).happened());
    }

    #[test]
    fn signals_stand_for_errors() {
        let cases = [
            (ErrorKind::Null, SIGSEGV),
            (ErrorKind::Assert, SIGABRT),
            (ErrorKind::Abort, SIGABRT),
            (ErrorKind::DivByZero, SIGFPE),
            (ErrorKind::DoubleFree, SIGABRT),
        ];
        for (kind, signal) in cases {
            assert!(judge(&error(kind), &saw(Status::Signalled(signal))).happened(), "{kind}");
            let verdict = judge(&error(kind), &saw(Status::Exited(0)));
            assert!(!verdict.happened() && verdict.why().contains("--sanitize"), "{kind}: {verdict:?}");
        }
        assert!(!judge(&error(ErrorKind::Null), &saw(Status::Signalled(SIGFPE))).happened());
    }

    #[test]
    fn reports_must_be_of_the_kind_and_at_the_line() {
        let mut observed = saw(Status::Exited(1));
        observed.sanitizers = Sanitizers::Usual;
        observed.reports.push(Report {
            tool: Tool::Address,
            what: "heap-buffer-overflow on address 0x1".into(),
            zero_page: false,
            stack: vec![StackLevel { function: "f".into(), file: "/w/a.c".into(), line: 7 }],
        });
        assert!(judge(&error(ErrorKind::OutOfBounds), &observed).happened());
        assert!(!judge(&error(ErrorKind::Null), &observed).happened());
        assert!(!judge(&error(ErrorKind::DoubleFree), &observed).happened());
        observed.reports[0].stack[0].line = 70;
        assert!(!judge(&error(ErrorKind::OutOfBounds), &observed).happened());
    }

    #[test]
    fn after_a_call_through_null_the_caller_is_missing() {
        let place = |function: &str, line| StackLevel { function: function.into(), file: "a.c".into(), line };
        let mut prediction = error(ErrorKind::Null);
        prediction.stack = vec![place("callee", 3), place("caller", 7), place("main", 9)];
        let mut observed = saw(Status::Exited(1));
        observed.sanitizers = Sanitizers::Usual;
        observed.reports.push(Report {
            tool: Tool::Address,
            what: "SEGV on unknown address 0x000000000000 (pc 0x000000000000)".into(),
            zero_page: true,
            stack: vec![
                StackLevel { function: String::new(), file: String::new(), line: 0 },
                place("caller", 7),
                place("main", 9),
            ],
        });
        assert!(judge(&prediction, &observed).happened());
        observed.reports[0].stack[1].line = 8;
        assert!(!judge(&prediction, &observed).happened());
        observed.reports[0].stack[1].line = 7;
        observed.reports[0].stack[0].function = "strlen".into();
        assert!(!judge(&prediction, &observed).happened());
    }

    #[test]
    fn constants_that_are_freed_end_in_a_signal() {
        let mut observed = saw(Status::Exited(1));
        observed.sanitizers = Sanitizers::Usual;
        observed.reports.push(Report {
            tool: Tool::Address,
            what: "SEGV on unknown address 0x560ef107ff50 (pc 0x55 bp 0x7f sp 0x7e T0)".into(),
            zero_page: false,
            stack: vec![
                StackLevel { function: "free".into(), file: String::new(), line: 0 },
                StackLevel { function: "f".into(), file: "/w/a.c".into(), line: 7 },
            ],
        });
        assert!(judge(&error(ErrorKind::InvalidFree), &observed).happened());
        assert!(!judge(&error(ErrorKind::DoubleFree), &observed).happened());
        observed.reports[0].stack[1].line = 8;
        assert!(!judge(&error(ErrorKind::InvalidFree), &observed).happened());
    }

    #[test]
    fn a_deadlock_is_seen_where_the_program_is_blocked() {
        assert!(judge(&error(ErrorKind::Deadlock), &saw(Status::Blocked)).happened());
        for other in [Status::TimedOut, Status::Exited(0), Status::Exited(1), Status::Signalled(SIGSEGV)] {
            assert!(!judge(&error(ErrorKind::Deadlock), &saw(other)).happened(), "{other:?}");
        }
        let message = "the thread spins on a lock".to_owned();
        let spins = predicted(End::Error { kind: ErrorKind::Deadlock.name().into(), message }, 7);
        assert!(judge(&spins, &saw(Status::TimedOut)).happened());
        assert!(!judge(&predicted(End::Exit { exit_code: 0 }, 7), &saw(Status::Blocked)).happened());
        assert!(!judge(&error(ErrorKind::Abort), &saw(Status::Blocked)).happened());
    }

    #[test]
    fn notes_decide() {
        let mut observed = saw(Status::Exited(99));
        observed.notes.push(Note::ReachError);
        assert!(judge(&error(ErrorKind::ReachError), &observed).happened());
        assert!(!judge(&error(ErrorKind::Abort), &observed).happened());
        observed.notes = vec![Note::Mismatch("x".into())];
        assert!(!judge(&error(ErrorKind::OutOfBounds), &observed).happened());
        assert!(judge(&error(ErrorKind::User), &observed).happened());
    }

    #[test]
    fn limits_predict_nothing() {
        let prediction = predicted(End::Limit { reason: "max-time".into() }, 7);
        assert!(matches!(judge(&prediction, &saw(Status::Exited(0))), Verdict::Unpredicted(_)));
    }
}
