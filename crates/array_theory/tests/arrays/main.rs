//! Arrays compared with enumeration, and long chains of stores.

mod enumeration;
mod large;
mod solve;
mod tree;
