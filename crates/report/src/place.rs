//! File names as people expect them: relative to the current directory if the file is below it.

use std::path::{Component, Path, PathBuf};

/// Shortens file names to the part below a base directory.
#[derive(Clone, Debug)]
pub struct Places {
    base: PathBuf,
}

impl Places {
    /// Names relative to `base`.
    pub fn below(base: impl Into<PathBuf>) -> Places {
        Places { base: base.into() }
    }

    /// Names relative to the current directory. If that is unknown, names stay as they are.
    pub fn below_current() -> Places {
        Places::below(std::env::current_dir().unwrap_or_default())
    }

    /// The name for people, and for files that must not depend on where the checkout is.
    pub fn name(&self, file: &str) -> String {
        let plain = without_dots(Path::new(file));
        let short =
            if self.base.as_os_str().is_empty() { Err(()) } else { plain.strip_prefix(&self.base).map_err(|_| ()) };
        short.unwrap_or(&plain).to_string_lossy().into_owned()
    }

    /// The path that a name stands for.
    pub fn path(&self, file: &str) -> PathBuf {
        self.base.join(file)
    }
}

/// The path without `.` components, which compilers record for `./prog.c`.
fn without_dots(path: &Path) -> PathBuf {
    path.components().filter(|component| *component != Component::CurDir).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let places = Places::below("/home/me/project");
        assert_eq!(places.name("/home/me/project/src/a.c"), "src/a.c");
        assert_eq!(places.name("/home/me/project/./a.c"), "a.c");
        assert_eq!(places.name("/home/me/projector/a.c"), "/home/me/projector/a.c");
        assert_eq!(places.name("./a.c"), "a.c");
        assert_eq!(places.name(""), "");
    }
}
