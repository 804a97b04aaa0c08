//! front_llvm
