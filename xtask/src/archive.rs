//! Sources of third-party programs, fetched from the distribution's archive.
//!
//! The system is not changed: `apt-get` uses lists and a cache of its own, for the archives that the system
//! knows. What was fetched stays in cargo's target directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::capture;
use crate::project::target_dir;

/// Fetches the sources of a package and unpacks them, unless that was done before. Returns their directory.
pub fn fetch(package: &str) -> Result<PathBuf, String> {
    let directory = target_dir()?.join("bench/real");
    let sources = directory.join(package);
    if !sources.is_dir() {
        let new = directory.join(format!("{package}.new"));
        // Removes what a failed fetch left behind.
        let _ = fs::remove_dir_all(&new);
        download(&directory, &new, package)?;
        unpack(&new)?;
        fs::rename(&new, &sources).map_err(|error| format!("cannot rename {}: {error}", new.display()))?;
    }
    only_directory(&sources)
}

/// Downloads the sources of a package.
fn download(directory: &Path, into: &Path, package: &str) -> Result<(), String> {
    let made =
        |path: &Path| fs::create_dir_all(path).map_err(|error| format!("cannot create {}: {error}", path.display()));
    let (lists, cache, list) = (directory.join("lists"), directory.join("cache"), directory.join("sources.list"));
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        let set = |name: &str, value: &Path| format!("{name}={}", value.display());
        command.arg("-o").arg(set("Dir::Etc::sourcelist", &list)).args(["-o", "Dir::Etc::sourceparts=/dev/null"]);
        command.arg("-o").arg(set("Dir::State::lists", &lists)).arg("-o").arg(set("Dir::Cache", &cache));
        command.arg("-qq").args(words).current_dir(into);
        command
    };
    made(into)?;
    if !list.is_file() {
        made(&lists.join("partial"))?;
        made(&cache.join("archives/partial"))?;
        let mut known = Command::new("apt-get");
        known.args(["indextargets", "--format", "deb-src $(SITE) $(RELEASE) $(COMPONENT)", "Created-By: Packages"]);
        let known = capture(&mut known).map_err(|error| format!("{error}\nsources are fetched where apt is"))?;
        let mut lines: Vec<&str> = known.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        let write = |name: &Path| fs::write(name, lines.join("\n") + "\n");
        write(&list).map_err(|error| format!("cannot write {}: {error}", list.display()))?;
        if let Err(error) = capture(&mut apt(&["update"])) {
            let _ = fs::remove_file(&list);
            return Err(error);
        }
    }
    capture(&mut apt(&["source", "--download-only", "--tar-only", package])).map(|_| ())
}

/// Unpacks the original sources, without the distribution's changes.
fn unpack(directory: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.contains(".orig.tar.") && !name.ends_with(".asc") {
            capture(Command::new("tar").arg("xf").arg(&path).current_dir(directory))?;
        }
    }
    Ok(())
}

fn only_directory(directory: &Path) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", directory.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        found.extend(path.is_dir().then_some(path));
    }
    found.sort();
    found.into_iter().next().ok_or_else(|| format!("{}: no sources are here", directory.display()))
}
