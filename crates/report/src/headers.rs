//! The headers that programs include. They are embedded in the binary so that it needs no other files.

use std::io;
use std::path::Path;

/// Each header's path below the include directory, and its text.
const HEADERS: [(&str, &str); 2] = [
    ("pleach.h", include_str!("../../../include/pleach.h")),
    ("klee/klee.h", include_str!("../../../include/klee/klee.h")),
];

/// Writes the headers below a directory.
pub fn write(dir: &Path) -> io::Result<()> {
    for (name, text) in HEADERS {
        let path = dir.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}
