//! Reads an input to a verified module.

use crate::error::LoadError;
use crate::input::{self, Form, Input};
use crate::producer::{major_version, producer};
use crate::raw::{self, Context, Module};

/// Reads an input completely and verifies it.
pub fn module<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, LoadError> {
    let (file, bytes) = (input.name(), input.bytes()?);
    let form =
        input::form(&bytes).map_err(|found| LoadError::NotLlvm { file: file.clone(), found: found.to_owned() })?;
    let module = parse(context, &file, &bytes, form)?;
    module.verify().map_err(|reason| match form {
        Form::Bitcode => damage(&file, &bytes, reason),
        Form::Text => LoadError::Invalid { file: file.clone(), reason },
    })?;
    Ok(module)
}

/// Reads only the symbols of an input; the bodies of functions may be left unread.
pub fn symbols<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, LoadError> {
    let (file, bytes) = (input.name(), input.bytes()?);
    match input::form(&bytes) {
        Ok(Form::Bitcode) => {
            context.parse_bitcode_lazily(&file, &bytes).map_err(|reason| damage(&file, &bytes, reason))
        }
        Ok(Form::Text) => parse(context, &file, &bytes, Form::Text),
        Err(found) => Err(LoadError::NotLlvm { file, found: found.to_owned() }),
    }
}

fn parse<'c>(context: &'c Context, file: &str, bytes: &[u8], form: Form) -> Result<Module<'c>, LoadError> {
    match form {
        Form::Bitcode => context.parse_bitcode(file, bytes).map_err(|reason| damage(file, bytes, reason)),
        Form::Text => context.parse_text(file, bytes).map_err(|message| syntax(file, &message)),
    }
}

/// The error for bitcode that LLVM does not accept: too new, or damaged.
pub fn damage(file: &str, bytes: &[u8], reason: String) -> LoadError {
    let (file, supported) = (file.to_owned(), raw::llvm_major());
    match producer(bytes) {
        Some(producer) if major_version(&producer).is_some_and(|major| major > supported) => {
            LoadError::NewerLlvm { file, producer, supported }
        }
        _ => LoadError::Damaged { file, reason: first_line(&reason) },
    }
}

/// Parses LLVM's message about a text, `name:line:column: error: reason`.
fn syntax(file: &str, message: &str) -> LoadError {
    let line = first_line(message);
    let rest = line.strip_prefix(file).and_then(|rest| rest.strip_prefix(':')).unwrap_or(&line);
    let (place, reason) = rest.split_once(": error: ").unwrap_or(("0", rest));
    let line = place.split(':').next().and_then(|line| line.parse().ok()).unwrap_or(0);
    // A text that does not even start like LLVM's is probably something else.
    if reason == "expected top-level entity" && !file.ends_with(".ll") {
        return LoadError::NotLlvm { file: file.to_owned(), found: "another text".to_owned() };
    }
    LoadError::Syntax { file: file.to_owned(), line, reason: reason.to_owned() }
}

fn first_line(message: &str) -> String {
    let line = message.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
    line.trim().to_owned()
}
