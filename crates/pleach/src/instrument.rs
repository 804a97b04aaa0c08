//! Prepares bitcode for a native build with sanitizers, which check only the functions that are marked for
//! them.

use std::path::{Path, PathBuf};

use front_llvm::{Input, Sanitizer};
use report::toolchain::{self, NativeCompiler};

use crate::failure::Failure;

/// The same sources; for clang, files of LLVM IR are replaced by marked copies in `dir`.
pub fn sources(
    sources: &[PathBuf],
    sanitizer: Sanitizer,
    compiler: &NativeCompiler,
    dir: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    let mut marked = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        if !toolchain::is_llvm(source) || !compiler.is_clang {
            marked.push(source.clone());
            continue;
        }
        let needed = front_llvm::written_version();
        if let Some(version) = compiler.clang_version()
            && version < needed
        {
            return Err(Failure::Usage(format!(
                "{}: marking bitcode for sanitizers makes it bitcode of LLVM {needed}, which clang {version} does not read; \
                 replay without --sanitize, or set PLEACH_CC to a newer clang",
                source.display()
            )));
        }
        let bitcode = front_llvm::mark_for(sanitizer, &Input::Path(source.clone())).map_err(Failure::Load)?;
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = dir.join(format!("{number}-{name}.bc"));
        std::fs::write(&path, bitcode)?;
        marked.push(path);
    }
    Ok(marked)
}
