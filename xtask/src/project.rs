//! The workspace as cargo describes it, and its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::command::capture;

/// The directory of the workspace.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask lies in the workspace").to_owned()
}

/// A cargo command in the workspace.
pub fn cargo<const N: usize>(words: [&str; N]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root());
    command
}

/// Cargo's target directory.
pub fn target_dir() -> Result<PathBuf, String> {
    let metadata = metadata(&["--no-deps"])?;
    metadata["target_directory"].as_str().map(PathBuf::from).ok_or_else(|| "cargo metadata names no target".to_owned())
}

/// Builds Pleach as users get it and returns the binary's path.
pub fn build_release() -> Result<PathBuf, String> {
    crate::command::show(&mut cargo(["build", "--release", "--package", "pleach"]))?;
    Ok(target_dir()?.join("release").join("pleach"))
}

/// The output of `cargo metadata`.
pub fn metadata(flags: &[&str]) -> Result<Value, String> {
    let text = capture(cargo(["metadata", "--format-version", "1"]).args(flags))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata is no JSON: {error}"))
}

/// The output of `cargo metadata`, with the dependencies of every feature on this machine's platform.
pub fn metadata_with_dependencies() -> Result<Value, String> {
    let about = capture(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    metadata(&["--all-features", "--filter-platform", host])
}

/// The current commit, with a remark if files differ from it.
pub fn commit() -> String {
    let git = |words: &[&str]| capture(Command::new("git").args(words).current_dir(root()));
    let Ok(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else { return "unknown".to_owned() };
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_ok_and(|list| !list.trim().is_empty());
    format!("{}{}", commit.trim(), if changed { " with local changes" } else { "" })
}

/// The name of the processor and the number of cores.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim()));
    format!("{}, {cores}", model.unwrap_or("unknown processor"))
}

/// A file of the project with its text. The name is relative to the workspace.
pub struct SourceFile {
    /// Its name, with forward slashes.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Every text file of the project, sorted by name. Files that are not UTF-8 are left out.
pub fn files() -> Result<Vec<SourceFile>, String> {
    let root = root();
    let mut found = Vec::new();
    let mut directories = vec![root.clone()];
    while let Some(directory) = directories.pop() {
        let entries =
            fs::read_dir(&directory).map_err(|error| format!("cannot read {}: {error}", directory.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
            if hidden || name.starts_with("target") || name.starts_with("pleach-") || path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                directories.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push(SourceFile { name, text });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}
