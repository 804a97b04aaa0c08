//! A visitor for every value of a state.
//!
//! Values are visited in pairs, those of one state with those of another in the same positions: to compare two
//! states or, with a state paired with itself, to look at one. All code that needs every value of a state uses
//! this (endless loops, leaks, and whatever merges, compares or moves states), so this is the one list of where
//! values are.
//!
//! [`Slot`] says where a pair of values is. Everything that is not a value (which function, how many frames,
//! which objects) must be equal for the walk to succeed. Each function here destructures its struct by naming
//! all fields, so that a new field is not forgotten.

use expr::ExprId;
use memory::{ObjectId, Value};

use crate::code::Program;
use crate::state::{Machine, Path, Record, StackFrame, State, Then};

/// Where a value of a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A slot of a frame; the innermost frame has number 0.
    Register { frame: u32, slot: u32 },
    /// A variadic argument of a frame.
    Variadic { frame: u32 },
    /// The status in [`Then::KeepExiting`] of a frame.
    Ending { frame: u32 },
    /// The argument of a function to call at exit.
    Handler,
    /// A slot that `longjmp` restores.
    JumpPoint,
    /// The exception that was last passed to a landing pad, or its selector.
    Landed,
    /// The exit status.
    Status,
    /// A value in an object of memory.
    Memory { object: ObjectId },
    /// A condition that the path has assumed.
    Condition,
    /// A term in what the program printed.
    Output,
    /// A condition that the test should satisfy if possible.
    Preference,
}

/// Which slots of a frame are visited.
#[derive(Clone, Copy)]
pub enum Registers<'p> {
    /// All slots.
    All,
    /// Live slots only.
    Live(&'p Program),
}

/// The function called with each pair of values; returning false ends the walk.
pub type Visit<'v> = &'v mut dyn FnMut(Slot, Value, Value) -> bool;

#[cfg_attr(not(test), expect(dead_code, reason = "whole states are compared by tests so far"))]
impl State {
    /// Visits the values of two states in pairs. Returns false if the states differ in something that is not a
    /// value, or if a visit returns false.
    pub fn pairs(&self, other: &State, registers: Registers<'_>, visit: Visit<'_>) -> bool {
        let State { id: _, machine, path, record, schedule: _ } = self;
        machine.pairs(&other.machine, registers, visit)
            && path.pairs(&other.path, visit)
            && record.pairs(&other.record, visit)
    }
}

impl Machine {
    /// Visits the values of two machines; see [`State::pairs`].
    pub fn pairs(&self, other: &Machine, registers: Registers<'_>, visit: Visit<'_>) -> bool {
        self.pairs_outside_memory(other, registers, visit)
            && self.memory.pairs(&other.memory, &mut |object, a, b| {
                visit(Slot::Memory { object }, Value::Expr(a), Value::Expr(b))
            })
    }

    /// Visits the values of two machines outside memory; see [`State::pairs`].
    pub fn pairs_outside_memory(&self, other: &Machine, registers: Registers<'_>, visit: Visit<'_>) -> bool {
        let Machine {
            frame: _,
            callers: _,
            call_depth,
            stack_bytes,
            memory: _,
            exit_handlers,
            thread_exit_handlers,
            jump_points,
            landed,
            status,
            errno,
            forking,
        } = self;
        let handlers = |ours: &[(u64, Value)], others: &[(u64, Value)], visit: Visit<'_>| {
            ours.len() == others.len()
                && ours.iter().zip(others).all(|(a, b)| a.0 == b.0 && visit(Slot::Handler, a.1, b.1))
        };
        (call_depth, stack_bytes, errno, forking)
            == (&other.call_depth, &other.stack_bytes, &other.errno, &other.forking)
            && frames(self, other, registers, visit)
            && handlers(exit_handlers, &other.exit_handlers, visit)
            && handlers(thread_exit_handlers, &other.thread_exit_handlers, visit)
            && jump_points.len() == other.jump_points.len()
            && jump_points.iter().zip(other.jump_points.iter()).all(|(a, b)| a.pairs(b, visit))
            && visit(Slot::Landed, landed.0, other.landed.0)
            && visit(Slot::Landed, landed.1, other.landed.1)
            && visit(Slot::Status, *status, other.status)
    }
}

/// Visits the frames of two machines, innermost first.
fn frames(a: &Machine, b: &Machine, registers: Registers<'_>, visit: Visit<'_>) -> bool {
    // What happens when the frame above returns.
    let mut above = None;
    a.frames().zip(b.frames()).enumerate().all(|(number, (a, b))| {
        let same = frame(number as u32, a, b, above, registers, visit);
        above = Some(a.then);
        same
    })
}

fn frame(
    number: u32,
    a: &StackFrame,
    b: &StackFrame,
    above: Option<Then>,
    registers: Registers<'_>,
    visit: Visit<'_>,
) -> bool {
    let StackFrame { func, pc, regs, mark, variadic, variadic_area, then } = a;
    let arguments = |frame: &StackFrame| frame.variadic.as_ref().map_or(0, |arguments| arguments.len());
    if (func, pc, mark, variadic_area, arguments(a)) != (&b.func, &b.pc, &b.mark, &b.variadic_area, arguments(b)) {
        return false;
    }
    let ending = match (*then, b.then) {
        (Then::KeepExiting(a), Then::KeepExiting(b)) => visit(Slot::Ending { frame: number }, a, b),
        (a, b) => a == b,
    };
    let live = match registers {
        Registers::All => None,
        Registers::Live(program) => {
            let code = &program.funcs[func.index()];
            // A waiting frame goes on after its call. A frame that waits for constructors has not begun.
            let waits = matches!(above, Some(Then::Resume | Then::Exit | Then::KeepExiting(_)));
            Some(if waits && code.is_call(*pc) { code.live_behind(*pc) } else { code.live_at(*pc) })
        }
    };
    let is_live = |slot: usize| live.as_ref().is_none_or(|live| live.contains(slot));
    ending
        && regs.len() == b.regs.len()
        && regs
            .iter()
            .zip(&b.regs)
            .enumerate()
            .all(|(slot, (&a, &b))| !is_live(slot) || visit(Slot::Register { frame: number, slot: slot as u32 }, a, b))
        && variadic
            .iter()
            .flat_map(|list| list.iter())
            .zip(b.variadic.iter().flat_map(|list| list.iter()))
            .all(|(a, b)| a.1 == b.1 && visit(Slot::Variadic { frame: number }, a.0, b.0))
}

impl Path {
    /// Visits the conditions of two paths in the order in which they were assumed. The nodes in the execution
    /// tree are not compared, since they do not affect the conditions.
    pub fn pairs(&self, other: &Path, visit: Visit<'_>) -> bool {
        let Path { condition, node: _, decisions, depth, joined, instructions } = self;
        (depth, joined, instructions) == (&other.depth, &other.joined, &other.instructions)
            && decisions.iter().eq(other.decisions.iter())
            && condition.len() == other.condition.len()
            && condition
                .assumed()
                .zip(other.condition.assumed())
                .all(|(a, b)| visit(Slot::Condition, Value::Expr(a), Value::Expr(b)))
    }
}

impl Record {
    /// Visits what two paths have recorded. How often instructions have loaded something undefined is not compared: it
    /// is a measure of cost.
    pub fn pairs(&self, other: &Record, visit: Visit<'_>) -> bool {
        let Record {
            inputs,
            output,
            preferences,
            approximated,
            lacks_memory,
            covered_new: _,
            unshown: _,
            undefined_loads: _,
            blamed,
        } = self;
        let mut terms = |slot: Slot, a: &[ExprId], b: &[ExprId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| visit(slot, Value::Expr(a), Value::Expr(b)))
        };
        (approximated, lacks_memory, blamed) == (&other.approximated, &other.lacks_memory, &other.blamed)
            && inputs
                .iter()
                .map(|input| (&input.name, input.size))
                .eq(other.inputs.iter().map(|input| (&input.name, input.size)))
            && terms(Slot::Preference, preferences, &other.preferences)
            && output.pieces().count() == other.output.pieces().count()
            && output
                .pieces()
                .zip(other.output.pieces())
                .all(|(a, b)| a.is_like(&b) && terms(Slot::Output, a.text.terms(), b.text.terms()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use expr::Pool;
    use ir::FuncId;
    use memory::{AddressSpace, Allocation, ObjectKind};
    use models::{Piece, Stream, Text};
    use solver::{Answer, Config, Solver};
    use triomphe::Arc;

    use super::*;
    use crate::jump::JumpPoint;

    /// Makes a new term for each value of a state and remembers them all.
    struct Terms {
        pool: Pool,
        made: BTreeSet<ExprId>,
    }

    impl Terms {
        fn term(&mut self, width: u32) -> ExprId {
            let term = self.pool.symbol(&format!("value {}", self.made.len()), width);
            assert!(self.made.insert(term));
            term
        }

        fn value(&mut self, width: u32) -> Value {
            Value::Expr(self.term(width))
        }

        fn frame(&mut self, func: u32, then: Then) -> StackFrame {
            StackFrame {
                func: FuncId(func),
                pc: 3,
                regs: (0..3).map(|_| self.value(64)).collect(),
                mark: 1,
                variadic: Some((0..2).map(|_| (self.value(32), 32)).collect()),
                variadic_area: 16,
                then,
            }
        }

        fn memory(&mut self) -> AddressSpace {
            let mut memory = AddressSpace::default();
            for kind in [ObjectKind::Global, ObjectKind::Heap, ObjectKind::Stack] {
                let request = Allocation { kind, size: 32, align: 8, site: 0 };
                let base = memory.bump_address(&request).expect("there is room");
                let at = memory.insert(base, request);
                let (word, pointer, byte) = (self.value(64), self.term(64), self.value(8));
                let place = memory.whole(at).part(8, 8).into();
                memory.write(&mut self.pool, &place, 0, 8, word, &mut |_, _| None);
                let place = memory.claim(&mut self.pool, pointer, at, 1).proved();
                memory.write(&mut self.pool, &place, 0, 1, byte, &mut |_, _| None);
                if kind == ObjectKind::Global {
                    memory.end_with_string(at, self.term(256), 0);
                }
                if kind == ObjectKind::Heap {
                    memory.end_with_size(at, self.term(64), 8);
                }
            }
            memory
        }

        /// A state in which every value is a term of its own.
        fn state(&mut self) -> State {
            let memory = self.memory();
            let status = self.value(32);
            let mut machine = Machine { frame: self.frame(0, Then::Resume), ..Machine::new(memory, FuncId(0)) };
            machine.push_frame(self.frame(1, Then::KeepExiting(status)));
            machine.push_frame(self.frame(2, Then::Resume));
            machine.exit_handlers = Arc::new(vec![(1, self.value(64)), (2, self.value(64))]);
            machine.thread_exit_handlers = Arc::new(vec![(3, self.value(64))]);
            machine.jump_points = Arc::new(vec![JumpPoint::at(FuncId(0), 1, [self.value(64), self.value(8)])]);
            machine.landed = (self.value(64), self.value(32));
            machine.status = self.value(32);
            let mut state = State::new(machine);
            let mut solver = Solver::new(Config::default());
            for _ in 0..2 {
                let assumed = self.term(1);
                match solver.assume(&mut self.pool, &state.path.condition, assumed) {
                    Answer::Sat(path) => state.path.condition = path,
                    other => panic!("a new symbol may be anything: {other:?}"),
                }
            }
            state.record.preferences = Arc::new(vec![self.term(1)]);
            for _ in 0..2 {
                let text = Text::String([self.term(8), self.term(8)].into());
                state.record.output.push(Piece { stream: Stream::Out, text });
            }
            state
        }
    }

    /// The symbols in a term.
    fn symbols(pool: &Pool, root: ExprId, found: &mut BTreeSet<ExprId>) {
        let node = pool.node(root);
        if node.op == expr::Op::Sym {
            found.insert(root);
        }
        node.children().for_each(|child| symbols(pool, child, found));
    }

    #[test]
    fn every_value_is_visited() {
        let mut terms = Terms { pool: Pool::new(), made: BTreeSet::new() };
        let state = terms.state();
        let mut seen = BTreeSet::new();
        assert!(state.pairs(&state, Registers::All, &mut |_, a, b| {
            assert_eq!(a, b);
            if let Value::Expr(term) = a {
                symbols(&terms.pool, term, &mut seen);
            }
            true
        }));
        assert_eq!(seen, terms.made, "a value of the state is not visited");
    }

    #[test]
    fn states_of_another_shape_have_no_pairs() {
        let mut terms = Terms { pool: Pool::new(), made: BTreeSet::new() };
        let state = terms.state();
        let differs = |change: fn(&mut State)| {
            let mut other = state.clone();
            change(&mut other);
            !state.pairs(&other, Registers::All, &mut |_, a, b| a == b)
        };
        assert!(!differs(|_| ()));
        assert!(differs(|state| state.machine.frame.pc += 1));
        assert!(differs(|state| state.machine.frame.regs[1] = Value::Int(0)));
        assert!(differs(|state| state.machine.errno = 5));
        assert!(differs(|state| assert!(state.machine.pop_frame())));
        assert!(differs(|state| Arc::make_mut(&mut state.machine.exit_handlers)[0].0 = 9));
        assert!(differs(|state| state.record.approximated = true));
        assert!(differs(|state| state.record.preferences = Arc::default()));
    }

    #[test]
    fn dead_registers_are_left_out_if_asked_for() {
        let text =
            "func @f(%0:64) -> 64 frame 16 {\nb0:\n  %1:64 = add %0, 1:64\n  %2:64 = mul %1, %1\n  return %2\n}\n";
        let module = ir::parse_module(text).unwrap_or_else(|error| panic!("{error}"));
        let addresses = crate::code::Addresses { globals: Vec::new() };
        let program = crate::code::decode(&module, &addresses);
        let code = &program.funcs[0];
        let parameter = code.params[0] as usize;
        assert!(code.live_at(0).contains(parameter) && !code.live_at(1).contains(parameter));
        let mut machine = Machine::new(AddressSpace::default(), FuncId(0));
        machine.frame.regs = vec![Value::Int(7); code.regs as usize].into();
        let count = |machine: &Machine, registers| {
            let mut count = 0;
            machine.pairs(machine, registers, &mut |slot, _, _| {
                count += u32::from(matches!(slot, Slot::Register { .. }));
                true
            });
            count
        };
        machine.frame.pc = 1;
        assert_eq!(count(&machine, Registers::Live(&program)), 1);
        assert_eq!(count(&machine, Registers::All), code.regs);
        machine.frame.pc = 2;
        assert_eq!(count(&machine, Registers::Live(&program)), 1);
    }
}
