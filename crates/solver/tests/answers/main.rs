//! Answers of the whole chain against brute force, evaluation and another solver.

mod enumeration;
mod foreign;
mod generate;
mod operators;
mod slices;
mod wide;
