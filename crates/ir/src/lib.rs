//! The one IR: a register machine that every front end lowers to and the executor runs.
//!
//! Registers have a width in bits and are in SSA form, with block parameters instead of phis. (Functions of
//! machine code are not: their registers are assigned any number of times.) Memory is bytes, little-endian,
//! addressed by 64-bit numbers. What can go wrong in the *language* is an explicit [`Inst::Check`]; what can go
//! wrong in *memory* (bounds, null, freed) is found by the executor at loads and stores.

mod cfg;
mod components;
mod convention;
mod costs;
mod deciding;
pub mod describe;
pub mod graphviz;
mod inst;
mod json;
mod kind;
mod lex;
mod liveness;
mod loops;
mod module;
mod names;
mod parse;
pub mod points_to;
mod print;
pub mod transform;
pub mod tuning;
mod unwind;
mod uses;
mod verify;

pub use crate::tuning::{DEFAULT_CAP, DEFAULT_KAPPA, MAX_WIDTH};
pub use cfg::{Cfg, Dominators};
pub use convention::Convention;
pub use costs::{Candidate, Costs, Estimate, FunctionCosts, Point};
pub use deciding::Deciding;
pub use inst::{BinaryOp, Callee, CastOp, CompareOp, Edge, Inst, Operand, Terminator};
pub use kind::ErrorKind;
pub use liveness::Liveness;
pub use loops::{Loop, Loops};
pub use module::{
    Block, BlockId, FileId, FuncId, Function, Global, GlobalId, Module, PREFIX_ROOM, Pos, Reg, Relocation, Target,
    is_system_header,
};
pub use parse::{ParseError, parse_module};
pub use unwind::{Unwind, UnwindRow};
pub use verify::{Rule, VerifyError, verify};
