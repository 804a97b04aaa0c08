//! Lowers the checked tree to the IR. Each error that the language defines becomes a `check`.

mod build;
mod expr;
mod function;
mod layout;
mod module;
mod variables;

pub use module::{EntryError, Names, lower, lower_with_names};
