//! Arrays against enumeration, and arrays that are long.

mod enumeration;
mod large;
mod solve;
mod tree;
