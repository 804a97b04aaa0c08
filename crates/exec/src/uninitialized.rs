//! Uses of uninitialized memory.
//!
//! A new object of the stack or the heap, and a variable before its first assignment, hold *undefined symbols*
//! (`expr::undefined`). Loads, stores, copies and computations pass them on in terms, as they do with inputs,
//! so it is known to the bit what depends on them. When such a term decides something (a branch, an address,
//! what is printed), the path goes on with zeros in place of the symbols. Before that, the solver is asked
//! whether they matter at all: whether on this path any other values make a difference. Only then is the use
//! reported. So copying padding, reading a bit-field next to others that were never written, or a condition
//! with the same result in any case are not reported.
//!
//! If a use is an error, the inputs of the error are found together with values of the symbols that make the
//! difference: the error is that the term differs between these values and zeros, and the path goes on where it
//! does not differ. Other values may then still make a difference; after [`UNDEFINED_ROUNDS`] rounds the path goes on
//! without asking.
//!
//! **Invariant.** No path condition mentions an undefined symbol, and no test contains one:
//! [`Worker::settle`] comes first.

use std::fmt;

use expr::{ByteRange, ExprId, Model, Pool, SymbolId};
use ir::ErrorKind;
use memory::{Place, Value};
use rustc_hash::FxHashMap;
use solver::{Answer, PathCondition};
use triomphe::Arc;

use crate::code::Code;
use crate::config::Uninitialized;
use crate::decision::{Choice, Filling, Part};
use crate::finish::file_name;
use crate::follow::symbol_name;
use crate::state::State;
use crate::tuning::{UNDEFINED_LOADS, UNDEFINED_ROUNDS, UNDEFINED_SYMBOLS};
use crate::worker::{Interrupt, Worker};

/// What a new object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contents {
    Zeros,
    Undefined,
}

/// What a value decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Branch,
    Address,
    Function,
    Number,
    Output,
    Status,
    Assumption,
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Use::Branch => "a branch",
            Use::Address => "an address",
            Use::Function => "which function is called",
            Use::Number => "a computation",
            Use::Output => "what is printed",
            Use::Status => "the exit status",
            Use::Assumption => "an assumption",
        })
    }
}

/// The undefined symbols of a run, and the instructions that create the memory they stand for.
#[derive(Default)]
pub(crate) struct Origins {
    on: bool,
    /// The terms of the symbols, by instruction, number and width.
    terms: FxHashMap<(u32, u32, u32), ExprId>,
    sites: FxHashMap<SymbolId, u32>,
}

impl Origins {
    pub(crate) fn new(on: bool) -> Origins {
        Origins { on, ..Origins::default() }
    }

    /// Whether undefined symbols are used at all.
    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    /// The term for the bytes of an object of `size` bytes, the `number`th of its path, created at `site`: a
    /// symbol of at least that size.
    pub(crate) fn object(&mut self, pool: &mut Pool, site: u32, number: u32, size: u64) -> ExprId {
        assert!(size <= LARGEST_SYMBOL, "larger objects have nothing undefined");
        self.term(pool, site, number % UNDEFINED_SYMBOLS, 8 * size.next_power_of_two() as u32)
    }

    /// The value of a variable before its first assignment.
    pub(crate) fn variable(&mut self, pool: &mut Pool, site: u32, width: u32) -> Value {
        if !self.on {
            return Value::from_bv(pool, &bv::Bv::new(width, 0));
        }
        Value::Expr(self.term(pool, site, 0, width))
    }

    fn term(&mut self, pool: &mut Pool, site: u32, number: u32, width: u32) -> ExprId {
        *self.terms.entry((site, number, width)).or_insert_with(|| {
            let symbol = pool.undefined_symbol(&format!("undefined_{site}_{number}"), width);
            self.sites.insert(symbol, site);
            pool.symbol_term(symbol)
        })
    }
}

/// The size in bytes of the largest object that holds undefined symbols: the width of a term in bits must fit
/// in 32 bits.
pub(crate) const LARGEST_SYMBOL: u64 = 1 << 28;

impl Worker<'_> {
    /// The word with zeros for undefined bytes, if this instruction has loaded undefined bytes [`UNDEFINED_LOADS`] times.
    pub(crate) fn read_worn(&self, state: &State, place: &Place, len: u32) -> Option<u64> {
        if len > 8 || state.record.undefined_loads.at(self.site(state)) < UNDEFINED_LOADS {
            return None;
        }
        state.machine.memory.word_with_zeros(&self.pool, place.in_bounds()?, len as usize)
    }

    /// Counts a load, if its value is undefined in part.
    pub(crate) fn note_undefined_load(&mut self, state: &mut State, value: Value) {
        if let Value::Expr(term) = value
            && self.pool.mentions_undefined(term)
        {
            let site = self.site(state);
            state.record.undefined_loads.count(site, UNDEFINED_LOADS);
        }
    }

    /// The value with zeros for what is undefined in it; see [`Worker::settle`].
    #[inline]
    pub(crate) fn settle_value(&mut self, state: &mut State, value: Value, used: Use) -> Result<Value, Interrupt> {
        match value {
            Value::Expr(term) if self.pool.mentions_undefined(term) => {
                let term = self.settle_undefined(state, term, used)?;
                Ok(Value::from_expr(&self.pool, term))
            }
            _ => Ok(value),
        }
    }

    /// The term with zeros for what is undefined in it. If other values would make a difference on this path,
    /// the use is reported.
    #[inline]
    pub(crate) fn settle(&mut self, state: &mut State, term: ExprId, used: Use) -> Result<ExprId, Interrupt> {
        if self.pool.mentions_undefined(term) { self.settle_undefined(state, term, used) } else { Ok(term) }
    }

    fn settle_undefined(&mut self, state: &mut State, term: ExprId, used: Use) -> Result<ExprId, Interrupt> {
        let zeroed = self.pool.with_zeros(term);
        match self.run.config.uninitialized {
            Uninitialized::Ignore => {}
            Uninitialized::Warn => self.warn_of_use(state, term, zeroed, used),
            Uninitialized::Error => {
                let before = self.asking;
                self.asking.part(Part::Undefined);
                self.forbid_use(state, term, zeroed, used)?;
                self.asking = before;
            }
        }
        Ok(zeroed)
    }

    fn warn_of_use(&mut self, state: &State, term: ExprId, zeroed: ExprId, used: Use) {
        let site = self.own_site(state);
        if self.guide.is_some() || self.run.ledger().uses_told.contains(&site) {
            return;
        }
        if self.is_defined(&state.path.condition, term) {
            return;
        }
        let differs = self.pool.ne(term, zeroed);
        if let Answer::Sat(_) = self.solver.may_be_true(&mut self.pool, &state.path.condition, differs) {
            self.run.ledger().uses_told.insert(site);
            let message = self.describe_use(term, used);
            let frame = self
                .own_frames(state)
                .next()
                .map_or((state.machine.frame.func, state.machine.frame.pc), |own| (own.func, own.pc));
            let location = self.location(frame.0, frame.1);
            self.run.observer().message(&location, &message);
        }
    }

    fn forbid_use(&mut self, state: &mut State, term: ExprId, zeroed: ExprId, used: Use) -> Result<(), Interrupt> {
        let differs = self.pool.ne(term, zeroed);
        for _ in 0..UNDEFINED_ROUNDS {
            let question = self.question(state);
            let bytes = match question.led() {
                Some(Choice::Filling { bytes, .. }) => bytes.clone(),
                _ if self.guide.is_some() => break,
                _ => match self.filling(&state.path.condition, term, zeroed, differs) {
                    Some(bytes) => bytes,
                    None => break,
                },
            };
            let symbols = self.pool.undefined_in(term);
            let known = |symbol: &SymbolId| {
                let name = symbol_name(&self.pool, *symbol);
                bytes.iter().find(|(known, _)| *known == name).map(|(_, bytes)| (*symbol, bytes))
            };
            let filled = symbols.iter().filter_map(known).flat_map(|(symbol, bytes)| {
                bytes.iter().enumerate().map(move |(index, &byte)| (symbol, index as u32, byte))
            });
            let filled = Model::default().with_bytes(filled);
            let other = self.pool.with_undefined_from(term, &filled);
            let same = self.pool.eq(other, zeroed);
            let message = self.describe_use(term, used);
            let choice = |same: bool| Choice::Filling { bytes: bytes.clone(), taken: !same };
            self.require_recorded(state, question, same, &choice, (ErrorKind::Uninitialized, message))?;
        }
        Ok(())
    }

    /// Whether no undefined part of a term is chosen on a path. That is asked first where it is a question: it is a smaller one
    /// than whether the part makes a difference.
    fn is_defined(&mut self, path: &PathCondition, term: ExprId) -> bool {
        let when = self.pool.undefined_when(term);
        match self.pool.as_u64(when) {
            Some(when) => when == 0,
            None => matches!(self.solver.may_be_true(&mut self.pool, path, when), Answer::Unsat),
        }
    }

    /// Bytes of the undefined symbols of a term for which it has another value than for zeros on some input of
    /// the path; `None` if there are none. All ones are tried first, so that the bytes do not depend on which
    /// model the solver finds if those will do.
    fn filling(&mut self, path: &PathCondition, term: ExprId, zeroed: ExprId, differs: ExprId) -> Option<Filling> {
        if self.is_defined(path, term) {
            return None;
        }
        let model = match self.solver.may_be_true(&mut self.pool, path, differs) {
            Answer::Sat(model) => model,
            Answer::Unsat => return None,
            Answer::Unknown(reason) => {
                self.note_incomplete(&format!("solver: {reason}"));
                return None;
            }
        };
        let symbols = self.pool.undefined_in(term);
        let support = self.pool.support(term);
        let used: Vec<ByteRange> = support.iter().filter(|range| symbols.contains(&range.symbol)).copied().collect();
        let ones = used.iter().flat_map(|range| (range.from..range.to).map(|index| (range.symbol, index, u8::MAX)));
        let ones = Model::default().with_bytes(ones);
        let with_ones = self.pool.with_undefined_from(term, &ones);
        let ones_differ = self.pool.ne(with_ones, zeroed);
        let model = match self.solver.may_be_true(&mut self.pool, path, ones_differ) {
            Answer::Sat(_) => ones,
            _ => model,
        };
        let end = |symbol: SymbolId| used.iter().filter(|range| range.symbol == symbol).map(|range| range.to).max();
        let bytes = symbols.iter().map(|&symbol| {
            let bytes = model.bytes(symbol, end(symbol).unwrap_or(0) as usize);
            (symbol_name(&self.pool, symbol), bytes)
        });
        Some(Arc::new(bytes.collect()))
    }

    fn describe_use(&mut self, term: ExprId, used: Use) -> String {
        let symbols = self.pool.undefined_in(term);
        let mut sites: Vec<u32> = symbols.iter().filter_map(|symbol| self.origins.sites.get(symbol).copied()).collect();
        sites.sort_unstable();
        sites.dedup();
        let origins: Vec<String> = sites.into_iter().map(|site| self.describe_origin(site)).collect();
        format!("{used} depends on uninitialised memory: {}", origins.join(", "))
    }

    /// Describes the memory that an instruction creates.
    fn describe_origin(&self, site: u32) -> String {
        let (func, pc) = self.run.program.at_site(site);
        let code = &self.run.program.funcs[func.index()];
        let (what, made) = match code.code[pc as usize] {
            Code::Move { .. } | Code::Alloca { .. } => ("a local variable", "declared"),
            _ => ("memory", "allocated"),
        };
        let name = &self.run.module.functions[func.index()].name;
        let pos = code.declared_at(pc);
        match self.run.module.file(pos) {
            Some(file) => format!("{what} of {name}, {made} at {}:{}", file_name(file), pos.line),
            None => format!("{what} of {name}"),
        }
    }
}
