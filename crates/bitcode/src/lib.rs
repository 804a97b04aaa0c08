//! The bitcode of whole programs: made beside the objects of an ordinary build, and found again by an executable.
//!
//! Each compiler that a build calls is replaced by a [`wrapper`]. It runs the real compiler, and then clang on the same
//! translation unit. The bitcode goes to a [`store`] under its hash. The object gets a section that says so
//! ([`elf`], [`record`]). Linkers put the sections of the objects that they take one after the other, so an
//! executable lists its own units ([`image`]).
//!
//! Left out on purpose: nothing here reads bitcode; whoever links the units does.

pub mod session;
pub mod wrapper;

mod call;
mod clang;
mod compilers;
mod library;

pub mod image;

mod archive;
mod elf;
mod record;
mod sha256;
pub mod store;

pub use clang::FLAGS;
pub use record::Record;
