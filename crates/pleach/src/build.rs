//! `pleach build`: runs a build whose compilers leave bitcode.

use std::os::unix::process::ExitStatusExt as _;

use bitcode::session::{Events, Means, Session, Setup};
use bitcode::store::Store;
use report::toolchain::Clang;

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::quantity::show_things;
use crate::tell;

/// The choices of `--intercept`, by name.
pub const MEANS: [(&str, Option<Means>); 3] =
    [("auto", None), ("preload", Some(Means::Preload)), ("path", Some(Means::Path))];

/// Runs the command.
pub fn build(given: Given<'_>) -> Result<Exit, Failure> {
    let words = given.words("command");
    let clang = Clang::find()?;
    let headers = tempfile::Builder::new().prefix("pleach-").tempdir()?;
    report::headers::write(&headers.path().join("include"))?;
    let own = std::env::current_exe().and_then(|path| path.canonicalize())?;
    // A path, since the build may change PATH and its directory.
    let clang = clang.path.canonicalize().unwrap_or(clang.path);
    let setup = Setup { store: store(given)?.dir().to_owned(), clang, headers: headers.path().join("include"), own };
    let means = MEANS.into_iter().find(|(name, _)| given.text("intercept").as_deref() == Some(name));
    let session = Session::start(setup, means.and_then(|(_, means)| means))?;
    let status = match session.command(&words).status() {
        Ok(status) => status,
        Err(error) => {
            tell(&format!("pleach: {}: {error}", words[0].display()));
            let is_missing = error.kind() == std::io::ErrorKind::NotFound;
            return Ok(Exit::Program(if is_missing { 127 } else { 126 }));
        }
    };
    summarize(&session.events(), &session);
    Ok(Exit::Program(status.code().or_else(|| Some(128 + status.signal()?)).map_or(1, |code| code as u8)))
}

/// The store that the options name.
pub fn store(given: Given<'_>) -> Result<Store, Failure> {
    let dir = given.path("store").or_else(Store::usual).ok_or_else(|| {
        Failure::Usage("there is no place for bitcode: name one with --store or PLEACH_STORE".to_owned())
    })?;
    Ok(Store::at(&dir))
}

/// Says what there is bitcode of, and what there is none of.
fn summarize(events: &Events, session: &Session) {
    let Events { units, missing, linked } = events;
    if units.is_empty() && missing.is_empty() {
        tell("pleach: nothing was compiled; where everything was up to date, clean the build first");
        if session.means() == Means::Preload {
            tell("pleach: or the build tool is linked statically: try --intercept path");
        }
        return;
    }
    let programs = show_things(linked.len() as u64, "linked file");
    let sources = show_things(units.len() as u64, "source");
    tell(&format!("pleach: bitcode of {sources}, in {programs}"));
    if !missing.is_empty() {
        tell(&format!("pleach: without bitcode: {}", missing.len()));
        missing.iter().for_each(|(source, why)| tell(&format!("  {source}: {why}")));
    }
}
