//! One step: the full semantics of every instruction, on concrete and symbolic values alike.

use expr::ExprId;
use ir::{BinaryOp, CastOp, CompareOp, ErrorKind};
use memory::{ObjectKind, Size, Value};
use models::Access;

use crate::code::{Code, Src};
use crate::fast;
use crate::outcome::Termination;
use crate::state::State;
use crate::uninitialized::Contents;
use crate::worker::{Interrupt, Worker};

impl Worker<'_> {
    /// Executes the instruction that the state is at.
    pub(crate) fn step(&mut self, state: &mut State) -> Result<(), Interrupt> {
        let code = self.run.program.funcs[state.machine.frame.func.index()].code[state.machine.frame.pc as usize];
        match code {
            Code::Move { dst, a } => {
                let value = self.get(state, a);
                self.set(state, dst, value);
            }
            Code::Binary { op, w, dst, a, b } => self.binary(state, op, u32::from(w), dst, a, b),
            Code::WideBinary { op, w, dst, a, b } => self.binary(state, op, w, dst, a, b),
            Code::Compare { op, w, dst, a, b } => self.compare(state, op, u32::from(w), dst, a, b),
            Code::WideCompare { op, w, dst, a, b } => self.compare(state, op, w, dst, a, b),
            Code::Zext { w, to, dst, a } => self.cast(state, CastOp::Zext, u32::from(w), u32::from(to), dst, a),
            Code::Sext { w, to, dst, a } => self.cast(state, CastOp::Sext, u32::from(w), u32::from(to), dst, a),
            Code::Trunc { w, to, dst, a } => self.cast(state, CastOp::Trunc, u32::from(w), u32::from(to), dst, a),
            Code::WideCast { op, w, to, dst, a } => self.cast(state, op, w, to, dst, a),
            Code::Extract { w, lo, to, dst, a } => {
                let term = self.term(state, a, w);
                let part = self.pool.extract(term, lo, to);
                self.set_term(state, dst, part);
            }
            Code::Concat { high, low, dst, a, b } => {
                let (a, b) = (self.term(state, a, high), self.term(state, b, low));
                let whole = self.pool.concat(a, b);
                self.set_term(state, dst, whole);
            }
            Code::Select { w, dst, cond, a, b } => self.select(state, w, dst, cond, a, b),
            Code::Alloca { dst, size, align } => return self.alloca(state, dst, size, align),
            Code::Load { w, len, dst, ptr } => return self.load(state, w, len, dst, ptr),
            Code::Store { w, len, ptr, value } => return self.store(state, w, len, ptr, value),
            Code::Check { cond, what } => return self.check(state, cond, what),
            Code::Call { call } => return self.call(state, call),
            // Reached only if no exception was thrown: unwinding continues after this instruction.
            Code::Unwound { dst, .. } => self.set(state, dst, Value::Int(0)),
            Code::Jump { edge } => self.take_edge(state, edge),
            Code::Branch { cond, then, other } => return self.branch(state, cond, then, other),
            Code::Switch { table } => return self.switch(state, table),
            Code::Goto { address, block } => return self.goto(state, address, block),
            Code::Return { value, block } => return self.return_from(state, value, block),
            Code::Unreachable => {
                return Err(Interrupt::End(Termination::Error {
                    kind: ErrorKind::Unreachable,
                    message: "reached code marked unreachable".to_owned(),
                    suffix: None,
                }));
            }
            Code::Unsupported { what } => {
                let name = self.run.program.funcs[state.machine.frame.func.index()].unsupported[what as usize].clone();
                return Err(Interrupt::End(Termination::Unsupported(name)));
            }
        }
        Ok(())
    }

    /// Sets a slot and goes to the next instruction.
    pub(crate) fn set(&mut self, state: &mut State, dst: u32, value: Value) {
        state.machine.frame.regs[dst as usize] = value;
        state.machine.frame.pc += 1;
    }

    fn set_term(&mut self, state: &mut State, dst: u32, term: ExprId) {
        let value = Value::from_expr(&self.pool, term);
        self.set(state, dst, value);
    }

    fn binary(&mut self, state: &mut State, op: BinaryOp, w: u32, dst: u32, a: Src, b: Src) {
        if let (Value::Int(a), Value::Int(b)) = (self.get(state, a), self.get(state, b))
            && w <= 64
        {
            return self.set(state, dst, Value::Int(fast::binary(op, w, a, b)));
        }
        let (a, b) = (self.term(state, a, w), self.term(state, b, w));
        let pool = &mut self.pool;
        let term = match op {
            BinaryOp::Add => pool.add(a, b),
            BinaryOp::Sub => pool.sub(a, b),
            BinaryOp::Mul => pool.mul(a, b),
            BinaryOp::UDiv => pool.udiv(a, b),
            BinaryOp::SDiv => pool.sdiv(a, b),
            BinaryOp::URem => pool.urem(a, b),
            BinaryOp::SRem => pool.srem(a, b),
            BinaryOp::Shl => pool.shl(a, b),
            BinaryOp::LShr => pool.lshr(a, b),
            BinaryOp::AShr => pool.ashr(a, b),
            BinaryOp::And => pool.and(a, b),
            BinaryOp::Or => pool.or(a, b),
            BinaryOp::Xor => pool.xor(a, b),
        };
        self.set_term(state, dst, term);
    }

    fn compare(&mut self, state: &mut State, op: CompareOp, w: u32, dst: u32, a: Src, b: Src) {
        if let (Value::Int(a), Value::Int(b)) = (self.get(state, a), self.get(state, b))
            && w <= 64
        {
            return self.set(state, dst, Value::Int(u64::from(fast::compare(op, w, a, b))));
        }
        let (a, b) = (self.term(state, a, w), self.term(state, b, w));
        let pool = &mut self.pool;
        let term = match op {
            CompareOp::Eq => pool.eq(a, b),
            CompareOp::Ne => pool.ne(a, b),
            CompareOp::Ult => pool.ult(a, b),
            CompareOp::Ule => pool.ule(a, b),
            CompareOp::Slt => pool.slt(a, b),
            CompareOp::Sle => pool.sle(a, b),
        };
        self.set_term(state, dst, term);
    }

    fn cast(&mut self, state: &mut State, op: CastOp, w: u32, to: u32, dst: u32, a: Src) {
        let value = self.get(state, a);
        let term = value.to_expr(&mut self.pool, w);
        let term = match op {
            CastOp::Zext => self.pool.zext(term, to),
            CastOp::Sext => self.pool.sext(term, to),
            CastOp::Trunc => self.pool.trunc(term, to),
        };
        self.set_term(state, dst, term);
    }

    fn select(&mut self, state: &mut State, w: u32, dst: u32, cond: Src, a: Src, b: Src) {
        match self.get(state, cond) {
            Value::Int(word) => {
                let value = self.get(state, if word != 0 { a } else { b });
                self.set(state, dst, value);
            }
            Value::Expr(cond) => {
                let (a, b) = (self.term(state, a, w), self.term(state, b, w));
                let term = self.pool.ite(cond, a, b);
                self.set_term(state, dst, term);
            }
        }
    }

    fn alloca(&mut self, state: &mut State, dst: u32, size: Src, align: u32) -> Result<(), Interrupt> {
        let size = self.get(state, size);
        let size = match size {
            Value::Int(size) => Size::Known(size),
            Value::Expr(size) => self.local_size(state, size)?,
        };
        if let Size::Known(size) = size
            && size > self.stack_limit()
        {
            let message = format!("local object of {size} bytes is larger than the stack");
            let kind = ErrorKind::StackOverflow;
            return Err(Interrupt::End(Termination::Error { kind, message, suffix: None }));
        }
        let address = self.allocate(state, ObjectKind::Stack, size, u64::from(align), Contents::Undefined)?;
        self.set(state, dst, Value::Int(address));
        Ok(())
    }

    fn load(&mut self, state: &mut State, w: u32, len: u32, dst: u32, ptr: Src) -> Result<(), Interrupt> {
        let pointer = self.get(state, ptr);
        let place = self.locate(state, pointer, u64::from(len), Access::Read)?;
        let value = match self.read_worn(state, &place, len) {
            Some(word) => Value::Int(word),
            None => self.read_place(state, &place, 0, len),
        };
        self.note_undefined_load(state, value);
        let value = models::resize(&mut self.pool, value, 8 * len, w, false);
        self.set(state, dst, value);
        Ok(())
    }

    fn store(&mut self, state: &mut State, w: u32, len: u32, ptr: Src, value: Src) -> Result<(), Interrupt> {
        let pointer = self.get(state, ptr);
        let place = self.locate(state, pointer, u64::from(len), Access::Write)?;
        let value = self.get(state, value);
        let value = models::resize(&mut self.pool, value, w, 8 * len, false);
        self.write_place(state, &place, 0, len, value);
        state.machine.frame.pc += 1;
        Ok(())
    }

    fn check(&mut self, state: &mut State, cond: Src, what: u32) -> Result<(), Interrupt> {
        let cond = self.term(state, cond, 1);
        self.require(state, cond, |exec, state, _| {
            exec.run.program.funcs[state.machine.frame.func.index()].checks[what as usize].clone()
        })?;
        state.machine.frame.pc += 1;
        Ok(())
    }

    fn branch(&mut self, state: &mut State, cond: Src, then: u32, other: u32) -> Result<(), Interrupt> {
        let cond = self.term(state, cond, 1);
        match self.decide(state, cond) {
            Ok(side) => {
                self.take_edge(state, if side { then } else { other });
                Ok(())
            }
            Err(Interrupt::Fork { sides, cond, .. }) => {
                Err(Interrupt::Fork { sides, cond, edges: Some((then, other)) })
            }
            Err(Interrupt::Led { with, cond, side, .. }) => {
                Err(Interrupt::Led { with, cond, side, edges: Some((then, other)) })
            }
            Err(end) => Err(end),
        }
    }

    /// Tries the groups of cases in order. After a fork both sides run the switch again.
    fn switch(&mut self, state: &mut State, table: u32) -> Result<(), Interrupt> {
        let func = state.machine.frame.func.index();
        let (value, w, groups, default) = {
            let switch = &self.run.program.funcs[func].switches[table as usize];
            (switch.value, switch.w, switch.groups.len(), switch.default)
        };
        let term = self.term(state, value, w);
        for group in 0..groups {
            let (cases, edge) = self.run.program.funcs[func].switches[table as usize].groups[group].clone();
            let mut cond = self.pool.bool(false);
            for case in &cases {
                let case = self.pool.constant(case);
                let equal = self.pool.eq(term, case);
                cond = self.pool.or(cond, equal);
            }
            if self.decide(state, cond)? {
                self.take_edge(state, edge);
                return Ok(());
            }
        }
        self.take_edge(state, default);
        Ok(())
    }

    /// Jumps to the machine code at an address. All addresses outside the code are reported as one error; an
    /// address within it at which no instruction begins is unsupported.
    fn goto(&mut self, state: &mut State, address: Src, block: u32) -> Result<(), Interrupt> {
        let func = state.machine.frame.func.index();
        let places = &self.run.program.funcs[func].places;
        let (base, span) = (places.base, places.end() - places.base);
        let value = self.get(state, address);
        let term = value.to_expr(&mut self.pool, 64);
        let (base, span) = (self.pool.int(64, base), self.pool.int(64, span));
        let offset = self.pool.sub(term, base);
        let within = self.pool.ult(offset, span);
        self.require(state, within, |exec, _, path| {
            let address = exec.solver.eval(&exec.pool, path, term).low_u64();
            let kind = if address < memory::NULL_PAGE { ErrorKind::Null } else { ErrorKind::OutOfBounds };
            (kind, format!("jump to {address:#x}, where no code is"))
        })?;
        let address = self.concretize(state, value, 64)?;
        let code = &self.run.program.funcs[func];
        let Some(target) = code.places.at(address) else {
            let what = format!("jump to {address:#x}, where no instruction begins");
            return Err(Interrupt::End(Termination::Unsupported(what)));
        };
        let (first, entered) = (code.first_block, code.block_of[target as usize]);
        for thing in [self.noted.returning(first + block), self.noted.entering(first + entered)] {
            self.noted.note(&self.run.covered, state, func, thing);
        }
        state.machine.frame.pc = target;
        Ok(())
    }

    /// Takes an edge.
    pub(crate) fn take_edge(&mut self, state: &mut State, edge: u32) {
        let func = &self.run.program.funcs[state.machine.frame.func.index()];
        self.noted.note(&self.run.covered, state, state.machine.frame.func.index(), (func.first_edge + edge) as usize);
        let edge = &func.edges[edge as usize];
        fast::assign(&self.funcs[state.machine.frame.func.index()].constants, &mut state.machine.frame.regs, edge);
        state.machine.frame.pc = edge.target;
    }
}
