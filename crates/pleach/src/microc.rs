//! `pleach microc`: the tools for the small language.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Write as _};
use std::path::{Path, PathBuf};

use front_microc::{End, EntryError, Names, Program, Source, Text, interpret};
use ir::Module;

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::{microc_generate, microc_show, tell};

/// Runs one of the tools.
pub fn microc(given: Given<'_>) -> Result<Exit, Failure> {
    let (name, given) = given.0.subcommand().expect("a subcommand is required");
    let given = Given(given);
    match name {
        "exec" => exec(given),
        "generate" => microc_generate::generate(given),
        "ast" => microc_show::ast(given),
        "cfg" => microc_show::cfg(given),
        "ir" => microc_show::microc_ir(given),
        _ => unreachable!("the parser knows no other command"),
    }
}

/// Reads the text of a program. Invalid UTF-8 is replaced, and the parser then rejects it.
pub fn read(file: &Path) -> Result<Source, Failure> {
    let wrong = |error: io::Error| Failure::Input { file: file.to_owned(), why: error.to_string() };
    let bytes = std::fs::read(file).map_err(wrong)?;
    Ok(Source::new(file.display().to_string(), String::from_utf8_lossy(&bytes)))
}

/// Whether a file is a microc program, by its extension.
pub fn is_microc(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "mc")
}

/// Loads and checks the program. There must be exactly one file; its errors are shown.
pub fn load(files: &[PathBuf]) -> Result<(Source, Program), Failure> {
    let [file] = files else {
        return Err(Failure::Usage("a microc program is one file (.mc) and is not linked with others".to_owned()));
    };
    let source = read(file)?;
    match front_microc::load(&source) {
        Ok(program) => Ok((source, program)),
        Err(problems) => {
            tell(&source.messages(&problems));
            Err(Failure::Program { file: file.clone(), errors: problems.len() })
        }
    }
}

/// The program in the form that the executor takes.
pub fn lower(files: &[PathBuf], entry: &str) -> Result<Module, Failure> {
    lower_with_names(files, entry).map(|(module, _)| module)
}

/// The same as [`lower`], with the names of the variables whose values registers hold.
pub fn lower_with_names(files: &[PathBuf], entry: &str) -> Result<(Module, Names), Failure> {
    let (source, program) = load(files)?;
    lower_program(&source, &program, entry)
}

/// A loaded program in the form that the executor takes, with the names of the variables whose values registers
/// hold.
pub fn lower_program(source: &Source, program: &Program, entry: &str) -> Result<(Module, Names), Failure> {
    front_microc::lower_with_names(source, program, entry).map_err(|error| {
        Failure::Usage(match error {
            EntryError::Missing(known) => format!("there is no function {entry}; there are {}", known.join(", ")),
            EntryError::NotNumbers => format!("{entry} cannot be the entry: it takes or returns more than numbers"),
        })
    })
}

/// `pleach microc exec`
fn exec(given: Given<'_>) -> Result<Exit, Failure> {
    let (source, program) = match load(&[given.path("source").expect("the file is required")]) {
        Ok(loaded) => loaded,
        Err(Failure::Program { .. }) => return Ok(Exit::Program(1)),
        Err(failure) => return Err(failure),
    };
    let main = program.function("main").expect("the check wants main");
    let args = arguments(given, &program, main)?;
    let mut output = BufWriter::new(io::stdout().lock());
    let mut world = Text::new(input(given)?, &mut output, given.switch("ascii"));
    let end = interpret(&program, main, &args, &mut world);
    // A reader that has gone away (`| head`) is not a failure.
    let _ = output.flush();
    Ok(Exit::Program(match end {
        End::Exit(value) => value as u8,
        End::Fault(fault, pos) => {
            tell(&source.message(pos, &fault.to_string()));
            1
        }
        End::Stopped => unreachable!("nothing stops a run from here"),
    }))
}

/// The numbers for the parameters of `main`.
fn arguments(given: Given<'_>, program: &Program, main: usize) -> Result<Vec<i32>, Failure> {
    let args: Vec<i32> = given.0.get_many::<i32>("numbers").into_iter().flatten().copied().collect();
    let wanted = program.functions[main].params;
    if args.len() != wanted {
        return Err(Failure::Usage(format!("main takes {wanted} arguments, {} were given", args.len())));
    }
    Ok(args)
}

/// The program's input.
fn input(given: Given<'_>) -> Result<Box<dyn BufRead>, Failure> {
    let texts = given.texts("input");
    match (texts.is_empty(), given.path("input-file")) {
        (false, Some(_)) => Err(Failure::Usage("give --input or --input-file, not both".to_owned())),
        (false, None) => {
            let between = if given.switch("ascii") { "" } else { " " };
            Ok(Box::new(Cursor::new(texts.join(between).into_bytes())))
        }
        (true, Some(file)) => match File::open(&file) {
            Ok(opened) => Ok(Box::new(BufReader::new(opened))),
            Err(error) => Err(Failure::Input { file, why: error.to_string() }),
        },
        (true, None) => Ok(Box::new(io::stdin().lock())),
    }
}
