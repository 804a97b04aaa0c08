//! The reasons why a command fails, and the exit codes.

use std::fmt;
use std::path::PathBuf;

/// The exit codes; the help documents them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Complete and clean; for replay, the prediction came true; for solve, every question was answered.
    Clean,
    /// Bugs were found; for replay, the prediction did not come true; for solve, the script has errors.
    Findings,
    /// No bugs, but incomplete; for replay, nothing was predicted; for solve, an answer was unknown.
    Incomplete,
    /// Usage or input error.
    Failed,
    /// An answer of the solver failed its check.
    WrongAnswer,
    /// Results could not be written.
    Unwritten,
    /// The exit status of an interpreted program.
    Program(u8),
}

impl Exit {
    /// The exit code for the operating system.
    pub fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Incomplete => 2,
            Exit::Failed => 3,
            Exit::WrongAnswer => 4,
            Exit::Unwritten => 5,
            Exit::Program(status) => status,
        }
    }
}

/// Why a command could not do its work. Each variant says whose fault it is.
#[derive(Debug)]
pub enum Failure {
    /// A compiler is missing or unsuitable.
    Tool(report::toolchain::ToolError),
    /// The compiler rejected a source; its own message has already been shown.
    Compile {
        /// The source.
        file: PathBuf,
        /// The compiler's name.
        compiler: String,
    },
    /// A program has errors, which have already been shown.
    Program {
        /// The program.
        file: PathBuf,
        /// The number of errors.
        errors: usize,
    },
    /// An input file cannot be used.
    Input {
        /// The file.
        file: PathBuf,
        /// The problem, for people.
        why: String,
    },
    /// The request makes no sense.
    Usage(String),
    /// The program cannot be loaded.
    Load(front_llvm::LoadError),
    /// A pass broke the program: an error of Pleach.
    Broken(ir::transform::Broken),
    /// The exploration could not begin or continue.
    Run(exec::RunError),
    /// A result cannot be written.
    Output(std::io::Error),
    /// The native build or run failed.
    Native(report::replay::ReplayError),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Tool(error) => error.fmt(f),
            Failure::Compile { file, compiler } => {
                write!(f, "{compiler} could not compile {}", file.display())?;
                if report::toolchain::is_cxx(file) {
                    write!(
                        f,
                        "\n  where a header such as <vector> is not found: install those of C++ (Debian, Ubuntu: apt install g++)"
                    )?;
                }
                Ok(())
            }
            Failure::Program { file, errors } => {
                let plural = if *errors == 1 { "" } else { "s" };
                write!(f, "{} has {errors} error{plural}", file.display())
            }
            Failure::Input { file, why } => write!(f, "{}: {why}", file.display()),
            Failure::Usage(why) => f.write_str(why),
            Failure::Load(error) => error.fmt(f),
            Failure::Broken(error) => error.fmt(f),
            Failure::Run(error) => error.fmt(f),
            Failure::Output(error) => error.fmt(f),
            Failure::Native(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<report::toolchain::ToolError> for Failure {
    fn from(error: report::toolchain::ToolError) -> Failure {
        Failure::Tool(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<report::found::NotFound> for Failure {
    fn from(report::found::NotFound { path, why }: report::found::NotFound) -> Failure {
        Failure::Input { file: path, why }
    }
}

impl From<report::replay::ReplayError> for Failure {
    fn from(error: report::replay::ReplayError) -> Failure {
        Failure::Native(error)
    }
}
