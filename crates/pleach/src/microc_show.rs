//! `pleach microc ast`, `cfg` and `ir`, and `pleach ir`: print a program in various forms.

use front_microc::{Program, Source};
use ir::Module;

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::{microc, print};

/// The names of the output formats.
pub const FORMATS: [&str; 4] = ["text", "dot", "json", "source"];

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Dot,
    Json,
    Source,
}

/// `pleach microc ast`
pub fn ast(given: Given<'_>) -> Result<Exit, Failure> {
    let (_, program) = load(given)?;
    let tree = &program.ast;
    print(&match format(given) {
        Format::Text => front_microc::tree_text(tree),
        Format::Dot => front_microc::tree_graph(tree).to_string(),
        Format::Json => pretty(&front_microc::tree_json(tree)),
        Format::Source => front_microc::program_text(tree),
    });
    Ok(Exit::Clean)
}

/// `pleach microc cfg`
pub fn cfg(given: Given<'_>) -> Result<Exit, Failure> {
    let (_, program) = load(given)?;
    let flow = front_microc::flow(&program.ast);
    print(&match format(given) {
        Format::Text => flow.text(),
        Format::Dot => flow.graph().to_string(),
        Format::Json => pretty(&flow.json()),
        Format::Source => return Err(no_source()),
    });
    Ok(Exit::Clean)
}

/// `pleach microc ir`
pub fn microc_ir(given: Given<'_>) -> Result<Exit, Failure> {
    let (source, program) = load(given)?;
    show_module(given, &microc::lower_program(&source, &program, "main")?.0)
}

/// Prints a module in the requested format.
pub fn show_module(given: Given<'_>, module: &Module) -> Result<Exit, Failure> {
    print(&match format(given) {
        Format::Text => module.to_string(),
        Format::Dot => module.graph().to_string(),
        Format::Json => pretty(&module.json()),
        Format::Source => return Err(no_source()),
    });
    Ok(Exit::Clean)
}

/// Loads and checks the program, and normalizes it if requested.
fn load(given: Given<'_>) -> Result<(Source, Program), Failure> {
    let (source, program) = microc::load(&[given.path("source").expect("the file is required")])?;
    if !given.switch("normalize") {
        return Ok((source, program));
    }
    let normal = front_microc::check(front_microc::normalize(&program)).expect("the normal form passes the check");
    Ok((source, normal))
}

fn format(given: Given<'_>) -> Format {
    match given.text("format").as_deref() {
        None | Some("text") => Format::Text,
        Some("dot") => Format::Dot,
        Some("json") => Format::Json,
        Some("source") => Format::Source,
        Some(other) => unreachable!("the parser does not accept {other}"),
    }
}

fn no_source() -> Failure {
    Failure::Usage("only the syntax tree can be printed as source: pleach microc ast --format source".to_owned())
}

/// JSON with line breaks and indentation.
fn pretty(value: &impl std::fmt::Display) -> String {
    format!("{value:#}\n")
}
