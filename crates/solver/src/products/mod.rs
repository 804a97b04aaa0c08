//! Products and quotients of inputs, and what guards say about them.
//!
//! Programs check that a product fits before they multiply: `a <= INT_MAX / b`, `n > SIZE_MAX / m`, or they
//! multiply in more bits. To a SAT solver these are a divider and a multiplier that it cannot relate. Over the
//! integers both are about one number, the product: [`form`] turns conditions into a system of bounded
//! integers, and [`system`] decides it by narrowing bounds and splitting them, within a budget. [`bounds`] is
//! the arithmetic.

mod bounds;
mod form;
mod system;
#[cfg(test)]
mod tests;

pub(crate) use form::Translation;
