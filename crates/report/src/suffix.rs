//! The extension of the file beside a test whose path did not exit. The extensions are KLEE's.

use exec::{PathEnd, Termination};
use ir::ErrorKind;

/// The start of the reason of a path that ended at a call of a function with neither a body nor a model.
const MISSING_FUNCTION: &str = "call of unknown function ";

/// The extension for this end, without the leading dot; `None` for an end that needs no file.
pub fn suffix(end: &PathEnd) -> Option<String> {
    match &end.termination {
        Termination::Exit(_) | Termination::Silent => None,
        Termination::Error { kind, suffix, .. } => {
            let chosen = suffix.as_deref().map(clean).filter(|suffix| !suffix.is_empty());
            Some(format!("{}.err", chosen.as_deref().unwrap_or(of_kind(*kind))))
        }
        Termination::Unsupported(reason) if reason.starts_with(MISSING_FUNCTION) => Some("external.err".to_owned()),
        Termination::Unsupported(_) => Some("exec.err".to_owned()),
        Termination::Undecided(_) => Some("solver.err".to_owned()),
        Termination::Limit(_) => Some("early".to_owned()),
    }
}

/// The extension for a kind of error.
pub fn of_kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::OutOfBounds
        | ErrorKind::Null
        | ErrorKind::UseAfterFree
        | ErrorKind::UseAfterReturn
        | ErrorKind::StackOverflow => "ptr",
        ErrorKind::DoubleFree | ErrorKind::InvalidFree => "free",
        ErrorKind::ReadOnlyWrite => "read_only",
        ErrorKind::DivByZero => "div",
        ErrorKind::Overflow => "overflow",
        ErrorKind::Overshift => "overshift",
        ErrorKind::Assert | ErrorKind::ReachError => "assert",
        ErrorKind::Abort => "abort",
        ErrorKind::Unreachable => "unreachable",
        ErrorKind::Uninitialized => "uninitialized",
        ErrorKind::Undefined => "undefined",
        ErrorKind::User => "user",
        ErrorKind::Leak => "leak",
        ErrorKind::IllegalInstruction => "illegal",
        ErrorKind::Misaligned => "misaligned",
        ErrorKind::NonzeroExit => "exit",
        ErrorKind::Deadlock => "deadlock",
    }
}

/// The part of a program-chosen suffix that may go into a file name.
fn clean(suffix: &str) -> String {
    let kept = suffix.trim_end_matches(".err").chars().filter(|c| c.is_ascii_alphanumeric() || "_-.".contains(*c));
    kept.take(32).collect::<String>().trim_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(termination: Termination) -> PathEnd {
        PathEnd {
            termination,
            stack: Vec::new(),
            inputs: Vec::new(),
            output: Vec::new(),
            decisions: exec::Decisions::default(),
            surroundings: Vec::new(),
            instructions: 0,
            depth: 0,
            first: true,
            kept: true,
            new_coverage: true,
            approximated: false,
        }
    }

    #[test]
    fn programs_choose_their_own_but_no_path() {
        let with = |suffix: &str| {
            let error =
                Termination::Error { kind: ErrorKind::User, message: String::new(), suffix: Some(suffix.to_owned()) };
            super::suffix(&end(error)).expect("an error has a file")
        };
        assert_eq!(with("mine"), "mine.err");
        assert_eq!(with("mine.err"), "mine.err");
        assert_eq!(with("../../etc/x"), "etcx.err");
        assert_eq!(with("/"), "user.err");
    }

    #[test]
    fn ends() {
        assert_eq!(suffix(&end(Termination::Exit(1))), None);
        assert_eq!(suffix(&end(Termination::Limit(exec::Limit::Time))).as_deref(), Some("early"));
        assert_eq!(suffix(&end(Termination::Unsupported("inline assembly".into()))).as_deref(), Some("exec.err"));
        let missing = Termination::Unsupported("call of unknown function frob".into());
        assert_eq!(suffix(&end(missing)).as_deref(), Some("external.err"));
    }
}
