//! The fast path: runs concrete code without touching expressions, the solver or the searcher.
//!
//! It executes instructions as long as everything they need is concrete and ordinary, and stops *before* the
//! first one for which that is not so. `step.rs` implements every instruction in full and takes over there. The
//! two must agree: the suite runs with this path on and off.

use std::sync::Mutex;

use bv::word;
use ir::{BinaryOp, CompareOp};
use memory::{Hint, Value};

use crate::code::{CalleeCode, Code, EdgeCode, Src};
use crate::coverage::{Covered, Noted, Thing};
use crate::ready::ReadyFunc;
use crate::state::{StackFrame, State, Then};

/// What the fast path shares with the rest of the executor.
pub struct Fast<'a> {
    /// The functions of the program.
    pub funcs: &'a [ReadyFunc<'a>],
    /// What has been executed.
    pub covered: &'a Mutex<Covered>,
    /// What need not be noted any more.
    pub noted: &'a mut Noted,
    /// For each site of a load or store, the object that it accessed last.
    pub hints: &'a mut [Hint],
    /// The number of bytes of native stack that a path may use.
    pub stack_limit: u64,
    /// Whether the watched run has just made a backward jump.
    pub jumped_back: bool,
}

/// Concrete arithmetic on words of `w` bits.
#[inline(always)]
pub fn binary(op: BinaryOp, w: u32, a: u64, b: u64) -> u64 {
    // Most arithmetic adds: a branch that is always taken costs less than the jump table below.
    if op == BinaryOp::Add {
        return word::add(w, a, b);
    }
    match op {
        BinaryOp::Add => word::add(w, a, b),
        BinaryOp::Sub => word::sub(w, a, b),
        BinaryOp::Mul => word::mul(w, a, b),
        BinaryOp::UDiv => word::udiv(w, a, b),
        BinaryOp::SDiv => word::sdiv(w, a, b),
        BinaryOp::URem => word::urem(w, a, b),
        BinaryOp::SRem => word::srem(w, a, b),
        BinaryOp::Shl => word::shl(w, a, b),
        BinaryOp::LShr => word::lshr(w, a, b),
        BinaryOp::AShr => word::ashr(w, a, b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    }
}

/// Concrete comparison of words of `w` bits.
#[inline(always)]
pub fn compare(op: CompareOp, w: u32, a: u64, b: u64) -> bool {
    // Signed order is unsigned order with the sign bits flipped. Without a jump for each operator.
    let signed = matches!(op, CompareOp::Slt | CompareOp::Sle);
    let flip = u64::from(signed) << (w - 1);
    let (a, b) = (a ^ flip, b ^ flip);
    let if_less = !matches!(op, CompareOp::Eq);
    let if_equal = matches!(op, CompareOp::Eq | CompareOp::Ule | CompareOp::Sle);
    let if_greater = matches!(op, CompareOp::Ne);
    (if_less & (a < b)) | (if_equal & (a == b)) | (if_greater & (a > b))
}

#[inline(always)]
fn get(constants: &[Value], regs: &[Value], src: Src) -> Value {
    if src.0 >= 0 { regs[src.0 as usize] } else { constants[!src.0 as usize] }
}

/// Assigns the parameters of an edge, all at the same time.
#[inline(always)]
pub fn assign(constants: &[Value], regs: &mut [Value], edge: &EdgeCode) {
    if edge.overlapping {
        let values: Vec<Value> = edge.moves.iter().map(|&(_, src)| get(constants, regs, src)).collect();
        for (&(dst, _), value) in edge.moves.iter().zip(values) {
            regs[dst as usize] = value;
        }
    } else {
        for &(dst, src) in &edge.moves {
            regs[dst as usize] = get(constants, regs, src);
        }
    }
}

impl Fast<'_> {
    /// Runs at most `budget` instructions and returns how many it ran; the state is then at the next one. A
    /// watched run also stops after a backward jump.
    pub fn run<const WATCHED: bool>(&mut self, state: &mut State, budget: u64) -> u64 {
        let before = state.path.instructions;
        // Not within the inner loop: a call there would slow it down.
        while let Some(edge) = self.run_noted::<WATCHED>(state, budget - (state.path.instructions - before)) {
            if self.noted.is_watched(edge) {
                break;
            }
            self.noted.note(self.covered, state, state.machine.frame.func.index(), edge);
        }
        state.path.instructions - before
    }

    /// Like [`Fast::run`], but also stops before an edge that has to be noted, and returns that edge.
    fn run_noted<const WATCHED: bool>(&mut self, state: &mut State, budget: u64) -> Option<Thing> {
        let mut unnoted = None;
        let mut left = budget;
        let machine = &mut state.machine;
        let mut func = &self.funcs[machine.frame.func.index()];
        let mut pc = machine.frame.pc as usize;
        // The registers of a frame are looked up once, when the frame is entered.
        'frame: loop {
            let regs = &mut machine.frame.regs[..];
            // Kept out of memory: what `func` points to would be read again after every write.
            let (code, edges, constants) = (func.code, func.edges, &func.constants[..]);
            macro_rules! int {
                ($src:expr) => {
                    match get(constants, regs, $src) {
                        Value::Int(word) => word,
                        Value::Expr(_) => break,
                    }
                };
            }
            macro_rules! set {
                ($dst:expr, $value:expr) => {{
                    let value = $value;
                    regs[$dst as usize] = value;
                    pc += 1;
                }};
            }
            macro_rules! take {
                ($edge:expr) => {{
                    let number = $edge as usize;
                    let edge = &edges[number];
                    let thing = func.first_edge as usize + number;
                    if !self.noted.edges[thing] {
                        unnoted = Some(thing);
                        break;
                    }
                    assign(constants, regs, edge);
                    let from = std::mem::replace(&mut pc, edge.target as usize);
                    if WATCHED && pc <= from {
                        self.jumped_back = true;
                        left -= 1;
                        break;
                    }
                }};
            }
            while left > 0 {
                match code[pc] {
                    Code::Move { dst, a } => set!(dst, get(constants, regs, a)),
                    Code::Binary { op, w, dst, a, b } => {
                        let (a, b) = (int!(a), int!(b));
                        set!(dst, Value::Int(binary(op, u32::from(w), a, b)));
                    }
                    Code::Compare { op, w, dst, a, b } => {
                        let (a, b) = (int!(a), int!(b));
                        let holds = compare(op, u32::from(w), a, b);
                        set!(dst, Value::Int(u64::from(holds)));
                        // Most comparisons are branched on at once, which is done here without another look-up.
                        if let Code::Branch { cond, then, other } = code[pc]
                            && cond == Src(dst as i32)
                            && left > 1
                        {
                            left -= 1;
                            if holds {
                                take!(then);
                            } else {
                                take!(other);
                            }
                        }
                    }
                    Code::Zext { dst, a, .. } => set!(dst, Value::Int(int!(a))),
                    Code::Sext { w, to, dst, a } => {
                        set!(dst, Value::Int(word::sext(u32::from(w), u32::from(to), int!(a))))
                    }
                    Code::Trunc { to, dst, a, .. } => set!(dst, Value::Int(int!(a) & bv::mask(u32::from(to)))),
                    Code::Select { cond, dst, a, b, .. } => {
                        let chosen = if int!(cond) != 0 { a } else { b };
                        set!(dst, get(constants, regs, chosen));
                    }
                    Code::Load { w, len, dst, ptr } if len <= 8 => {
                        let address = int!(ptr);
                        let hint = &mut self.hints[func.first_site as usize + pc];
                        let Ok(place) = machine.memory.access(address, u64::from(len), hint) else { break };
                        let Some(word) = machine.memory.concrete_word(place) else { break };
                        set!(dst, Value::Int(word & bv::mask(w)));
                    }
                    Code::Store { len, ptr, value, .. } if len <= 8 => {
                        let address = int!(ptr);
                        let word = int!(value);
                        let hint = &mut self.hints[func.first_site as usize + pc];
                        let Ok(place) = machine.memory.access(address, u64::from(len), hint) else { break };
                        if !machine.memory.is_writable(place) {
                            break;
                        }
                        machine.memory.set_concrete_word(place, word);
                        pc += 1;
                    }
                    Code::Check { cond, .. } => {
                        if int!(cond) == 0 {
                            break;
                        }
                        pc += 1;
                    }
                    Code::Unwound { dst, .. } => set!(dst, Value::Int(0)),
                    Code::Jump { edge } => take!(edge),
                    Code::Branch { cond, then, other } => {
                        // A jump for each side: the processor guesses which, where a chosen edge would have to be waited for.
                        if int!(cond) != 0 {
                            take!(then);
                        } else {
                            take!(other);
                        }
                    }
                    Code::Switch { table } => {
                        let switch = &func.decoded.switches[table as usize];
                        if switch.w > 64 {
                            break;
                        }
                        let value = int!(switch.value);
                        let edge = match switch.table.binary_search_by_key(&value, |&(case, _)| case) {
                            Ok(index) => switch.table[index].1,
                            Err(_) => switch.default,
                        };
                        take!(edge);
                    }
                    Code::Goto { address, block } => {
                        let Some(target) = func.decoded.places.at(int!(address)) else { break };
                        let entered = func.decoded.block_of[target as usize];
                        if !self.noted.jumps_from(func.decoded.first_block + block, func.decoded.first_block + entered)
                        {
                            break;
                        }
                        pc = target as usize;
                    }
                    Code::Call { call } => {
                        let call = &func.decoded.calls[call as usize];
                        let CalleeCode::Direct(callee) = call.callee else { break };
                        let target = &self.funcs[callee.index()];
                        let decoded = target.decoded;
                        if target.code.is_empty()
                            || decoded.params.len() != call.args.len()
                            || decoded.variadic
                            || !self.noted.entered[callee.index()]
                            || machine.stack_bytes + decoded.frame_bytes > self.stack_limit
                        {
                            break;
                        }
                        let mut own = vec![Value::Int(0); decoded.regs as usize].into_boxed_slice();
                        for (&param, &(src, _)) in decoded.params.iter().zip(&call.args) {
                            own[param as usize] = get(constants, regs, src);
                        }
                        machine.frame.pc = pc as u32;
                        machine.stack_bytes += decoded.frame_bytes;
                        let mark = machine.memory.stack_mark();
                        machine.push_frame(StackFrame {
                            func: callee,
                            pc: 0,
                            regs: own,
                            mark,
                            variadic: None,
                            variadic_area: 0,
                            then: Then::Resume,
                        });
                        func = target;
                        pc = 0;
                        left -= 1;
                        continue 'frame;
                    }
                    Code::Return { value, block } => {
                        if machine.frame.then != Then::Resume
                            || !self.noted.returns[(func.decoded.first_block + block) as usize]
                        {
                            break;
                        }
                        let value = value.map(|src| get(constants, regs, src));
                        machine.stack_bytes -= func.decoded.frame_bytes;
                        machine.pop_frame();
                        func = &self.funcs[machine.frame.func.index()];
                        let Code::Call { call } = func.code[machine.frame.pc as usize] else {
                            unreachable!("a waiting frame stands at its call")
                        };
                        if let (Some((dst, _)), Some(value)) = (func.decoded.calls[call as usize].dst, value) {
                            machine.frame.regs[dst as usize] = value;
                        }
                        pc = machine.frame.pc as usize + 1;
                        left -= 1;
                        continue 'frame;
                    }
                    _ => break,
                }
                left -= 1;
            }
            break;
        }
        machine.frame.pc = pc as u32;
        state.path.instructions += budget - left;
        unnoted
    }
}
