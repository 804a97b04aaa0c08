//! Every operation against enumeration: an exact result is equal, an approximation is a superset.
//!
//! At widths of 1 to 6 bits this is done with all intervals (`complete.rs` says what is complete) and with all
//! small subsets, at 8 and 16 bits with random sets; at 64 and 128 bits members are sampled.

mod algebra;
mod compare;
mod complete;
mod enumerated;
mod operations;
mod oracle;
mod papers;
mod random;
mod resize;
mod sampled;
mod semantics;
mod table;
mod within;
