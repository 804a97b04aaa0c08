//! `cargo xtask real`: explores programs that people have on disk, built by their own build systems.
//!
//! Each project of `real/projects.rs` is fetched as the distribution's source package, without the distribution's
//! changes, copied, and built there under `pleach build`. Each of its programs is then explored for the same time, and
//! all of its tests are run natively. Findings are run with sanitizers: one that these do not show is a false alarm
//! until somebody has found out why. The tables go to `docs/real-programs.md`.
//!
//! What symbolic arguments make of `rm`, `dd` or `chmod` is run natively only where it can do no harm: in namespaces
//! of its own, by a user without privileges, on a system mounted read-only. Where the system has no such thing, nothing
//! is replayed.

mod outcome;
mod projects;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::archive;
use crate::bench::{Settings, with_section};
use crate::command::capture;
use crate::date;
use crate::project::{build_release, commit, machine, root, target_dir};
use outcome::Outcome;
use projects::{PROJECTS, Project};

/// The page with the results, and the command that writes it, each project's part between markers of its own.
const PAGE: &str = "docs/real-programs.md";
const COMMAND: &str = "cargo xtask real";
/// The time limits of a run: normal and quick.
const LIMITS: [&str; 2] = ["60s", "3s"];
/// What stops a run that its own limits do not stop: loading is not limited.
const KILLED_AFTER: &str = "300s";
/// Where the sandbox has the only directory that can be written.
const SCRATCH: &str = "/mnt";

/// A project with what became of its programs.
struct Measured {
    project: &'static Project,
    outcomes: Vec<Outcome>,
}

/// Runs the command.
pub fn real(words: &[&str]) -> Result<(), String> {
    let [limit, quick_limit] = LIMITS;
    let mut settings = Settings { quick: false, max_time: limit.to_owned(), only: None };
    settings.read("real", words, |_, _| Ok(false))?;
    if settings.quick && settings.max_time == limit {
        quick_limit.clone_into(&mut settings.max_time);
    }
    let pleach = build_release()?;
    let directory = target_dir()?.join("real");
    let is_safe = has_sandbox();
    if !is_safe {
        println!("nothing is replayed: that needs namespaces (unshare), which this system does not have or allow");
    }
    let wanted = |project: &Project, program: &str| {
        let word = settings.only.as_deref();
        word.is_none_or(|word| project.package == word || name(program).contains(word))
    };
    let mut measured = Vec::new();
    for project in PROJECTS {
        let programs: Vec<&str> =
            project.programs.split_whitespace().filter(|program| wanted(project, program)).collect();
        if programs.is_empty() {
            continue;
        }
        let built = build(&pleach, &directory, project);
        let outcomes = programs.into_iter().map(|program| {
            let outcome = match &built {
                Ok(place) => explore(&pleach, &directory, project, &place.join(program), &settings.max_time, is_safe),
                Err(why) => Outcome::failed(name(program), format!("not built: {why}")),
            };
            println!("{}", outcome.line());
            outcome
        });
        measured.push(Measured { project, outcomes: outcomes.collect() });
    }
    if measured.is_empty() {
        return Err("no program has that word in its name".to_owned());
    }
    let whole = |project: &Project| settings.only.as_deref().is_none_or(|word| word == project.package);
    for project in &measured {
        let text: String = tables::of(project).iter().map(|table| format!("\n{}", table.markdown(3))).collect();
        println!("{text}");
        if !settings.quick && whole(project.project) {
            write(project.project, &settings.max_time, &text)?;
        }
    }
    Ok(())
}

/// The command that measures a project alone.
fn command_of(project: &Project) -> String {
    format!("{COMMAND} --only {}", project.package)
}

/// Replaces the part of the page that is about a project.
fn write(project: &Project, limit: &str, tables: &str) -> Result<(), String> {
    let command = command_of(project);
    let (today, commit, machine) = (date::today(), commit(), machine());
    let text = format!(
        "Measured on {today}, commit {commit}, on {machine}, with `{command}`; each run was limited to {limit}.\n{tables}"
    );
    let page = fs::read_to_string(root().join(PAGE)).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
    let page = with_section(&page, &command, &text)?;
    fs::write(root().join(PAGE), page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}

/// The name of a program, without directories.
fn name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// Builds a project, unless that was done before in the same way. Returns the directory of its programs.
fn build(pleach: &Path, directory: &Path, project: &Project) -> Result<PathBuf, String> {
    let sources = archive::fetch(project.package)?;
    let copy = directory.join(project.package);
    let (stamp, log) = (copy.join("built-by-pleach"), directory.join(format!("{}.log", project.package)));
    if fs::read_to_string(&stamp).is_ok_and(|text| text == project.build) {
        return Ok(copy.join(project.place));
    }
    let failed = |error: std::io::Error| format!("{}: {error}", copy.display());
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(failed)?;
    }
    fs::create_dir_all(directory).map_err(failed)?;
    // With the times of the files, which say that generated files are newer than what they are made from.
    capture(Command::new("cp").arg("-a").arg(&sources).arg(&copy))?;
    println!("building {}: see {}", project.package, log.display());
    let output = fs::File::create(&log).map_err(failed)?;
    let errors = output.try_clone().map_err(failed)?;
    let mut command = Command::new(pleach);
    command.arg("build").arg("--store").arg(directory.join("bitcode")).args(["--", "sh", "-c", project.build]);
    let command = command.current_dir(&copy).stdin(Stdio::null()).stdout(output).stderr(errors);
    let status = command.status().map_err(failed)?;
    if !status.success() {
        return Err(format!("the build failed ({status}), see {}", log.display()));
    }
    fs::write(&stamp, project.build).map_err(failed)?;
    Ok(copy.join(project.place))
}

/// Runs a program, and its tests natively.
fn explore(pleach: &Path, directory: &Path, project: &Project, program: &Path, limit: &str, is_safe: bool) -> Outcome {
    let name = name(program.to_str().unwrap_or_default());
    let run = directory.join("runs").join(project.package).join(name);
    if run.exists()
        && let Err(error) = fs::remove_dir_all(&run)
    {
        return Outcome::failed(name, format!("{}: {error}", run.display()));
    }
    let mut command = Command::new("timeout");
    command.args(["-k", "5", KILLED_AFTER]).arg(pleach).args(["run", "--quiet", "--max-time", limit, "--output-dir"]);
    command.arg(&run).args(project.input(name).split_whitespace()).arg(program);
    let (code, _, complaints) = finished(&mut command);
    let Some(mut outcome) = Outcome::of_run(name, &run) else {
        let why = complaints.lines().find(|line| !line.starts_with("warning")).unwrap_or_default();
        return Outcome::failed(name, format!("exit code {code}: {why}"));
    };
    if is_safe {
        let mut replay = sandboxed(pleach);
        replay.args(["replay", "--timeout", "5s"]).arg(program).arg(&run);
        outcome.replayed(&finished(&mut replay).1);
        for finding in &mut outcome.findings {
            let mut replay = sandboxed(pleach);
            replay.args(["replay", "--sanitize"]).arg(program).arg(run.join(&finding.test));
            finding.is_shown = finished(&mut replay).0 == 0;
        }
    }
    outcome
}

/// The command's exit code, or -1 if it has none, and what it printed.
fn finished(command: &mut Command) -> (i32, String, String) {
    match command.stdin(Stdio::null()).output() {
        Ok(output) => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
        }
        Err(error) => (-1, String::new(), error.to_string()),
    }
}

/// A command that can do no harm: it sees a system that cannot be written except for a directory in memory, no network,
/// and no process but its own, and it has no privileges.
///
/// It sees the shared libraries of Pleach, which may lie in a directory of the user's that nobody else can enter.
fn sandboxed(program: &Path) -> Command {
    let script = format!(
        "libraries=$(ldd \"$1\" | sed -n 's|.* => \\(/.*\\)/libLLVM.*|\\1|p') && \
         mount -o remount,ro,bind / && mount -t tmpfs -o mode=1777 tmpfs {SCRATCH} && export TMPDIR={SCRATCH} && \
         if test \"$libraries\"; then mkdir {SCRATCH}/lib && mount --bind \"$libraries\" {SCRATCH}/lib && \
         export LD_LIBRARY_PATH={SCRATCH}/lib; fi && \
         exec timeout -k 5 {KILLED_AFTER} setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs \
         --bounding-set=-all \"$@\""
    );
    let mut command = Command::new("unshare");
    command.args(["--mount", "--pid", "--mount-proc", "--fork", "--kill-child", "--net", "--ipc", "--uts"]);
    command.args(["sh", "-c", &script, "sh"]).arg(program);
    command
}

/// Whether there is a sandbox, and whether it holds: nobody can write outside of it.
fn has_sandbox() -> bool {
    let script = "test ! -w / && test ! -w \"$HOME\" && touch \"$TMPDIR/it\" && test \"$(id -u)\" = 65534";
    finished(sandboxed(Path::new("/bin/sh")).args(["-c", script])).0 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_section() {
        let page = fs::read_to_string(root().join(PAGE)).expect("the page is there");
        for project in PROJECTS {
            assert!(with_section(&page, &command_of(project), "").is_ok(), "{}", project.package);
        }
    }

    #[test]
    fn every_program_is_named_once() {
        for project in PROJECTS {
            let mut programs: Vec<&str> = project.programs.split_whitespace().collect();
            let count = programs.len();
            programs.sort_unstable();
            programs.dedup();
            assert_eq!(programs.len(), count, "{}", project.package);
            assert!(project.others.iter().all(|(name, _)| programs.contains(name)), "{}", project.package);
        }
    }
}
