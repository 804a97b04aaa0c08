//! Shows a run's progress: one line that changes on a terminal, a plain line every few seconds elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use exec::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::quantity::{show_count, show_seconds, show_things};
use crate::tell;

/// The time between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// Where progress is shown.
pub enum Display {
    /// Nowhere.
    Off,
    /// To a terminal.
    Live(ProgressBar),
    /// To a file or pipe, with the time at which the next line is due.
    Plain(Duration),
}

impl Display {
    /// The display that suits standard error.
    pub fn new(quiet: bool) -> Display {
        if quiet {
            return Display::Off;
        }
        if !std::io::stderr().is_terminal() {
            return Display::Plain(PLAIN_EVERY);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Display::Live(bar)
    }

    /// Shows the state of the run.
    pub fn show(&mut self, progress: &Progress) {
        self.show_line(progress.elapsed, || line(progress));
    }

    /// Shows a line of progress. `elapsed` is the time since the start.
    pub fn show_line(&mut self, elapsed: Duration, line: impl FnOnce() -> String) {
        match self {
            Display::Off => {}
            Display::Live(bar) => {
                bar.set_message(line());
                bar.tick();
            }
            Display::Plain(next) => {
                if elapsed >= *next {
                    tell(&line());
                    *next = elapsed + PLAIN_EVERY;
                }
            }
        }
    }

    /// Runs `print` without disturbing the progress line.
    pub fn around(&self, print: impl FnOnce()) {
        match self {
            Display::Live(bar) => bar.suspend(print),
            Display::Off | Display::Plain(_) => print(),
        }
    }

    /// Prints a text that stays.
    pub fn say(&self, text: &str) {
        match self {
            Display::Off => {}
            Display::Live(bar) => bar.suspend(|| tell(text)),
            Display::Plain(_) => tell(text),
        }
    }

    /// Removes the progress line.
    pub fn clear(&self) {
        if let Display::Live(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// For example `1,234 paths · 12 states · 5,678 questions · 45/60 lines · 1 bug · 12.0 s`.
fn line(progress: &Progress) -> String {
    let mut parts = vec![
        show_things(progress.paths, "path"),
        show_things(progress.states as u64, "state"),
        show_things(progress.questions, "question"),
    ];
    if progress.coverage.lines_total > 0 {
        let covered = show_count(progress.coverage.lines_covered);
        parts.push(format!("{covered}/{} lines", show_count(progress.coverage.lines_total)));
    }
    if progress.errors > 0 {
        parts.push(show_things(progress.errors, "bug"));
    }
    parts.push(show_seconds(progress.elapsed.as_secs_f64()));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line() {
        let progress = Progress {
            paths: 1234,
            errors: 1,
            states: 12,
            questions: 1,
            coverage: exec::Coverage { lines_covered: 45, lines_total: 60 },
            elapsed: Duration::from_secs(12),
            ..Progress::default()
        };
        assert_eq!(line(&progress), "1,234 paths · 12 states · 1 question · 45/60 lines · 1 bug · 12.0 s");
    }
}
