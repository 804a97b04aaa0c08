//! `pleach microc ast`, `cfg` and `ir`: a microc program to look at.

use front_microc::ast::Ast;
use front_microc::{Program, Source};

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::{microc, print, tell};

/// The forms that these commands can print.
pub const FORMATS: [&str; 4] = ["text", "dot", "json", "source"];

/// A form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Dot,
    Json,
    Source,
}

/// `pleach microc ast`
pub fn ast(given: Given<'_>) -> Result<Exit, Failure> {
    show(given, |shown| match shown.format {
        Format::Text => Ok(front_microc::tree_text(shown.tree)),
        Format::Dot => Ok(front_microc::tree_graph(shown.tree).to_string()),
        Format::Json => Ok(pretty(&front_microc::tree_json(shown.tree))),
        Format::Source => Ok(front_microc::program_text(shown.tree)),
    })
}

/// `pleach microc cfg`
pub fn cfg(given: Given<'_>) -> Result<Exit, Failure> {
    show(given, |shown| {
        let flow = front_microc::flow(shown.tree);
        match shown.format {
            Format::Text => Ok(flow.text()),
            Format::Dot => Ok(flow.graph().to_string()),
            Format::Json => Ok(pretty(&flow.json())),
            Format::Source => Err(no_source()),
        }
    })
}

/// What is shown and how.
struct Shown<'a> {
    tree: &'a Ast,
    format: Format,
}

fn show(given: Given<'_>, text: impl Fn(&Shown<'_>) -> Result<String, Failure>) -> Result<Exit, Failure> {
    let source = microc::read(&given.path("source").expect("the file is required"))?;
    let Some(program) = load(&source, given.switch("normalize")) else { return Ok(Exit::Failed) };
    print(&text(&Shown { tree: &program.ast, format: format(given) })?);
    Ok(Exit::Clean)
}

/// The checked program, in normal form if that is asked for; what is wrong with it has been said if there is none.
fn load(source: &Source, normalize: bool) -> Option<Program> {
    let program = front_microc::load(source).and_then(|program| match normalize {
        true => front_microc::check(front_microc::normalize(&program)),
        false => Ok(program),
    });
    program.map_err(|problems| tell(&source.messages(&problems))).ok()
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

/// JSON with a line for each part.
fn pretty(value: &impl std::fmt::Display) -> String {
    format!("{value:#}\n")
}
