//! The documents generated from the option table: manual pages, completions and `docs/cli/options.md`.

use std::fmt::Write as _;

use crate::command_line::{self, EXIT_CODES, Given};
use crate::engine;
use crate::failure::{Exit, Failure};
use crate::kind::Kind;
use crate::options::{self, Cmd, OPTIONS, Opt};
use crate::{print, tune};

/// `pleach man`
pub fn man(given: Given<'_>) -> Result<Exit, Failure> {
    let mut whole = command_line::command();
    whole.build();
    let page = match given.text("command") {
        None => whole,
        Some(name) if name == "options" => {
            print(&options_page());
            return Ok(Exit::Clean);
        }
        Some(name) if name == "tuning" => {
            print(&tune::page());
            return Ok(Exit::Clean);
        }
        Some(name) => {
            let found = whole.find_subcommand(&name).cloned();
            found.ok_or_else(|| Failure::Usage(format!("there is no command {name:?}")))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&String::from_utf8_lossy(&text));
    Ok(Exit::Clean)
}

/// `pleach completions`
pub fn completions(given: Given<'_>) -> Result<Exit, Failure> {
    let shell = given.0.get_one::<clap_complete::Shell>("shell").copied();
    let shell = shell.ok_or_else(|| Failure::Usage("name a shell".to_owned()))?;
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command_line::command(), "pleach", &mut text);
    print(&String::from_utf8_lossy(&text));
    Ok(Exit::Clean)
}

/// The text of `docs/cli/options.md`.
fn options_page() -> String {
    let mut out = String::from(
        "# Options\n\nGenerated from the table in `crates/pleach/src/options.rs`; `BLESS=1 cargo test -p pleach` rewrites \
         it.\n",
    );
    let commands = [
        (Cmd::Run, "run"),
        (Cmd::Build, "build"),
        (Cmd::Bitcode, "bitcode"),
        (Cmd::Replay, "replay"),
        (Cmd::Coverage, "coverage"),
        (Cmd::Trace, "trace"),
        (Cmd::Ir, "ir"),
        (Cmd::Solve, "solve"),
        (Cmd::MicrocExec, "microc exec"),
        (Cmd::MicrocAst, "microc ast"),
        (Cmd::MicrocCfg, "microc cfg"),
        (Cmd::MicrocIr, "microc ir"),
        (Cmd::AnalyzeCosts, "analyze costs"),
        (Cmd::MicrocGenerate, "microc generate"),
    ];
    for (command, name) in commands {
        let _ = write!(out, "\n## pleach {name}\n\n| option | value | default | |\n|---|---|---|---|\n");
        for option in options::of(command) {
            let _ = writeln!(out, "| `{}` | {} | {} | {} |", flag(option), range(option), option.default, option.line);
        }
    }
    out.push_str("\n## In detail\n");
    for option in OPTIONS {
        let _ = write!(out, "\n### `{}`\n\n{}. {}\n", flag(option), option.line, option.paragraph());
    }
    let _ = write!(out, "\n## Exit codes\n\n```text\n{EXIT_CODES}\n```\n");
    out
}

fn flag(option: &Opt) -> String {
    let value = if option.value.is_empty() { String::new() } else { format!(" {}", option.value) };
    match option.short {
        Some(letter) => format!("-{letter}, --{}{value}", option.name),
        None => format!("--{}{value}", option.name),
    }
}

fn range(option: &Opt) -> String {
    match option.kind {
        Kind::Search => engine::search_names().join(", "),
        kind => kind.range(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_page_is_current() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli/options.md");
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(path.parent().expect("it is in a directory")).expect("created");
            std::fs::write(&path, options_page()).expect("written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == options_page(), "docs/cli/options.md is out of date: run BLESS=1 cargo test -p pleach");
    }

    #[test]
    fn manual_pages_are_made_for_every_command() {
        let mut whole = command_line::command();
        whole.build();
        for command in whole.get_subcommands() {
            let mut text = Vec::new();
            clap_mangen::Man::new(command.clone()).render(&mut text).expect("a vector takes everything");
            assert!(String::from_utf8_lossy(&text).contains(".SH"), "{}", command.get_name());
        }
    }
}
