//! Checks the rules of the IR.
