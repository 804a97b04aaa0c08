//! Passes on where the LLVM library was found, so that the binary finds it at run time.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Ok(directory) = std::env::var("DEP_PLEACH_LLVM_RPATH")
        && std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "unix")
    {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{directory}");
    }
}
