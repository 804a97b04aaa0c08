//! Prints the IR of LLVM files: `cargo run -p front_llvm --example lower -- program.bc`.

use std::process::ExitCode;

use front_llvm::{Input, Options, load};

fn main() -> ExitCode {
    let inputs: Vec<Input> = std::env::args_os().skip(1).map(|path| Input::Path(path.into())).collect();
    let loaded = match load(&inputs, &Options::default()) {
        Ok(loaded) => loaded,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    for warning in &loaded.warnings {
        eprintln!("warning: {warning}");
    }
    if let Err(errors) = ir::verify(&loaded.module) {
        errors.iter().for_each(|error| eprintln!("broken rule: {error}"));
        return ExitCode::FAILURE;
    }
    print!("{}", loaded.module);
    ExitCode::SUCCESS
}
