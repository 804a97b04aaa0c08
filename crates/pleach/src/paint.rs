//! Colours, if the output is a terminal and the user wants them.

use std::fmt::Display;
use std::io::IsTerminal;

/// Paints text, or leaves it unchanged.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// For standard output.
    pub fn stdout() -> Paint {
        Paint { on: wanted(std::io::stdout().is_terminal()) }
    }

    /// For standard error.
    pub fn stderr() -> Paint {
        Paint { on: wanted(std::io::stderr().is_terminal()) }
    }

    /// For errors.
    pub fn red(self, text: impl Display) -> String {
        self.with("1;31", text)
    }

    /// For success.
    pub fn green(self, text: impl Display) -> String {
        self.with("1;32", text)
    }

    /// For warnings.
    pub fn yellow(self, text: impl Display) -> String {
        self.with("1;33", text)
    }

    /// For headlines.
    pub fn bold(self, text: impl Display) -> String {
        self.with("1", text)
    }

    /// For details.
    pub fn dim(self, text: impl Display) -> String {
        self.with("2", text)
    }

    fn with(self, code: &str, text: impl Display) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

fn wanted(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
