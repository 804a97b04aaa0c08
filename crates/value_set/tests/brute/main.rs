//! Every operation against enumeration at widths of 1 to 6 bits: an exact result is equal, an approximation is a superset.

mod algebra;
mod compare;
mod operations;
mod oracle;
mod random;
mod resize;
