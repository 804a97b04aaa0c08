//! A plain interpreter of the IR for tests: concrete values only, and as short as possible. Lowered programs
//! must do here what they do natively.

use std::collections::HashMap;

use bv::Bv;
use ir::{BinaryOp, Callee, CastOp, CompareOp, ErrorKind, FuncId, Inst, Module, Operand, Target, Terminator};

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The function returned.
    Returned(Option<Bv>),
    /// A check failed.
    Failed(ErrorKind, String),
    /// A construct without a lowering was reached.
    Unsupported(String),
    /// An `Unreachable` terminator was reached.
    Unreachable,
    /// A function without a body was called that the interpreter does not know.
    UnknownCall(String),
    /// An access outside of every object, at this address.
    OutOfBounds(u64),
}

/// An interpreter with the program's globals in its memory.
pub struct Machine<'a> {
    module: &'a Module,
    memory: HashMap<u64, u8>,
    objects: Vec<(u64, u64)>,
    next: u64,
    globals: Vec<u64>,
    steps: u64,
    /// The output of `putchar`.
    pub output: Vec<u8>,
    varargs: Vec<Vec<Bv>>,
}

const FUNCTIONS: u64 = 0x100_0000;
const OBJECTS: u64 = 0x1000_0000;
const MAX_STEPS: u64 = 20_000_000;

impl<'a> Machine<'a> {
    pub fn new(module: &'a Module) -> Machine<'a> {
        let mut machine = Machine {
            module,
            memory: HashMap::new(),
            objects: Vec::new(),
            next: OBJECTS,
            globals: Vec::new(),
            steps: 0,
            output: Vec::new(),
            varargs: Vec::new(),
        };
        for global in &module.globals {
            let address = machine.allocate(global.size, global.align);
            machine.globals.push(address);
        }
        for (global, &address) in module.globals.iter().zip(&machine.globals.clone()) {
            for (offset, &byte) in global.init.iter().enumerate() {
                machine.memory.insert(address + offset as u64, byte);
            }
            for relocation in &global.relocations {
                let base = match relocation.target {
                    Target::Global(id) => machine.globals[id.index()],
                    Target::Func(id) => function_address(id),
                };
                let value = Bv::new(64, base.wrapping_add(relocation.addend as u64));
                machine.write(address + relocation.offset, &value).expect("relocations stand within their global");
            }
        }
        machine
    }

    fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let address = self.next.next_multiple_of(align.max(16));
        self.next = address + size.max(1) + 32;
        self.objects.push((address, size));
        address
    }

    fn check(&self, address: u64, size: u64) -> Result<(), End> {
        let inside = |&(base, length): &(u64, u64)| address >= base && address + size <= base + length;
        let index = self.objects.partition_point(|&(base, _)| base <= address);
        let found = index.checked_sub(1).is_some_and(|index| inside(&self.objects[index]));
        if found { Ok(()) } else { Err(End::OutOfBounds(address)) }
    }

    fn read(&self, address: u64, width: u32) -> Result<Bv, End> {
        let size = u64::from(width.div_ceil(8));
        self.check(address, size)?;
        let bytes: Vec<u8> = (address..address + size).map(|at| self.memory.get(&at).copied().unwrap_or(0)).collect();
        Ok(Bv::from_bytes(width, &bytes))
    }

    fn write(&mut self, address: u64, value: &Bv) -> Result<(), End> {
        self.check(address, u64::from(value.width().div_ceil(8)))?;
        for (offset, byte) in value.to_bytes().into_iter().enumerate() {
            self.memory.insert(address + offset as u64, byte);
        }
        Ok(())
    }

    /// Runs the constructors, then a function.
    pub fn run(&mut self, name: &str, args: &[Bv]) -> End {
        if let Some(id) = self.module.function(front_llvm::CONSTRUCTORS)
            && let Err(end) = self.call(id, Vec::new())
        {
            return end;
        }
        let id = self.module.function(name).unwrap_or_else(|| panic!("no function {name}"));
        match self.call(id, args.to_vec()) {
            Ok(value) => End::Returned(value),
            Err(end) => end,
        }
    }

    fn call(&mut self, id: FuncId, args: Vec<Bv>) -> Result<Option<Bv>, End> {
        let module = self.module;
        let function = &module.functions[id.index()];
        if !function.is_defined() {
            return self.model(&function.name, function.ret, &args);
        }
        let mut regs: Vec<Option<Bv>> = vec![None; function.regs.len()];
        for (&param, arg) in function.params.iter().zip(&args) {
            assert_eq!(function.width(param), arg.width(), "argument of {}", function.name);
            regs[param.index()] = Some(arg.clone());
        }
        self.varargs.push(args[function.params.len().min(args.len())..].to_vec());
        let mut current = 0;
        let result = loop {
            let block = &function.blocks[current];
            for (inst, _) in &block.insts {
                self.steps += 1;
                assert!(self.steps < MAX_STEPS, "the program does not end");
                self.step(&mut regs, inst, &function.regs)?;
            }
            let edge = match &block.term {
                Terminator::Jump(edge) => edge,
                Terminator::Branch { cond, then, other } => {
                    if self.value(&regs, cond).is_zero() {
                        other
                    } else {
                        then
                    }
                }
                Terminator::Switch { value, cases, default } => {
                    let value = self.value(&regs, value);
                    cases.iter().find(|(case, _)| *case == value).map_or(default, |(_, edge)| edge)
                }
                Terminator::Return(value) => break value.as_ref().map(|value| self.value(&regs, value)),
                Terminator::Unreachable => return Err(End::Unreachable),
                Terminator::Goto { .. } => unreachable!("only machine code jumps to addresses"),
            };
            let values: Vec<Bv> = edge.args.iter().map(|arg| self.value(&regs, arg)).collect();
            current = edge.block.index();
            for (&param, value) in function.blocks[current].params.iter().zip(values) {
                regs[param.index()] = Some(value);
            }
        };
        self.varargs.pop();
        Ok(result)
    }

    fn value(&self, regs: &[Option<Bv>], operand: &Operand) -> Bv {
        match operand {
            Operand::Reg(reg) => regs[reg.index()].clone().expect("registers are assigned before use"),
            Operand::Const(value) => value.clone(),
            Operand::Global(id, offset) => Bv::new(64, self.globals[id.index()].wrapping_add(*offset as u64)),
            Operand::Func(id) => Bv::new(64, function_address(*id)),
        }
    }

    fn step(&mut self, regs: &mut [Option<Bv>], inst: &Inst, widths: &[u32]) -> Result<(), End> {
        let get = |operand: &Operand| self.value(regs, operand);
        let (dst, value) = match inst {
            Inst::Place { .. } => unreachable!("only machine code has places"),
            Inst::Unwound { dst, .. } => (*dst, Bv::new(1, 0)),
            Inst::Move { dst, src } => (*dst, get(src)),
            Inst::Undefined { dst } => (*dst, Bv::new(widths[dst.index()], 0)),
            Inst::Binary { op, dst, a, b } => (*dst, binary(*op, &get(a), &get(b))),
            Inst::Compare { op, dst, a, b } => (*dst, Bv::new(1, u64::from(compare(*op, &get(a), &get(b))))),
            Inst::Cast { op, dst, a } => {
                let width = widths[dst.index()];
                let a = get(a);
                let value = match op {
                    CastOp::Zext => a.zext(width),
                    CastOp::Sext => a.sext(width),
                    CastOp::Trunc => a.trunc(width),
                };
                (*dst, value)
            }
            Inst::Extract { dst, a, lo } => (*dst, get(a).extract(*lo, widths[dst.index()])),
            Inst::Concat { dst, hi, lo } => (*dst, get(hi).concat(&get(lo))),
            Inst::Select { dst, cond, a, b } => (*dst, if get(cond).is_zero() { get(b) } else { get(a) }),
            Inst::Alloca { dst, size, align } => {
                let size = get(size).low_u64();
                (*dst, Bv::new(64, self.allocate(size, *align)))
            }
            Inst::Load { dst, ptr } => (*dst, self.read(get(ptr).low_u64(), widths[dst.index()])?),
            Inst::Store { ptr, value } => {
                let (address, value) = (get(ptr).low_u64(), get(value));
                return self.write(address, &value);
            }
            Inst::Check { cond, kind, message } => {
                return if get(cond).is_zero() { Err(End::Failed(*kind, message.clone())) } else { Ok(()) };
            }
            Inst::Unsupported { what } => return Err(End::Unsupported(what.clone())),
            Inst::Call { dst, callee, args } => {
                let args: Vec<Bv> = args.iter().map(get).collect();
                let id = match callee {
                    Callee::Direct(id) => *id,
                    Callee::Indirect(operand) => function_at(get(operand).low_u64()),
                };
                let result = self.call(id, args)?;
                match (dst, result) {
                    (Some(dst), Some(value)) => (*dst, value),
                    (Some(dst), None) => (*dst, Bv::new(widths[dst.index()], 0)),
                    (None, _) => return Ok(()),
                }
            }
        };
        assert_eq!(value.width(), widths[dst.index()], "{inst:?}");
        regs[dst.index()] = Some(value);
        Ok(())
    }

    /// The few C functions that test programs need.
    fn model(&mut self, name: &str, ret: u32, args: &[Bv]) -> Result<Option<Bv>, End> {
        let number = |index: usize| args[index].low_u64();
        match name {
            "memcpy" | "memmove" => {
                let bytes: Vec<Bv> = (0..number(2)).map(|at| self.read(number(1) + at, 8)).collect::<Result<_, _>>()?;
                for (at, byte) in bytes.iter().enumerate() {
                    self.write(number(0) + at as u64, byte)?;
                }
            }
            "memset" => {
                for at in 0..number(2) {
                    self.write(number(0) + at, &Bv::new(8, number(1)))?;
                }
            }
            "malloc" => return Ok(Some(Bv::new(64, self.allocate(number(0), 16)))),
            "free" => {}
            "putchar" => self.output.push(number(0) as u8),
            // The `va_list` of the x86-64 calling convention, with nothing in registers and everything in the
            // overflow area.
            "llvm.va_start" => {
                let values = self.varargs.last().cloned().unwrap_or_default();
                let mut image = Vec::new();
                for value in values {
                    if value.width() == 80 || value.width() == 128 {
                        image.resize(image.len().next_multiple_of(16), 0);
                    }
                    image.extend(value.to_bytes());
                    image.resize(image.len().next_multiple_of(8), 0);
                }
                let area = self.allocate(image.len() as u64, 16);
                for (at, byte) in image.into_iter().enumerate() {
                    self.memory.insert(area + at as u64, byte);
                }
                self.write(number(0), &Bv::new(32, 48))?;
                self.write(number(0) + 4, &Bv::new(32, 304))?;
                self.write(number(0) + 8, &Bv::new(64, area))?;
            }
            "llvm.va_copy" => {
                let list = self.read(number(1), 192)?;
                self.write(number(0), &list)?;
            }
            "llvm.va_end" => {}
            _ => return Err(End::UnknownCall(name.to_owned())),
        }
        Ok((ret > 0).then(|| if name == "putchar" { args[0].clone() } else { Bv::new(ret, number(0)) }))
    }
}

fn function_address(id: FuncId) -> u64 {
    FUNCTIONS + 16 * u64::from(id.0)
}

fn function_at(address: u64) -> FuncId {
    assert!((FUNCTIONS..OBJECTS).contains(&address) && address.is_multiple_of(16), "no function at {address:#x}");
    FuncId(((address - FUNCTIONS) / 16) as u32)
}

fn binary(op: BinaryOp, a: &Bv, b: &Bv) -> Bv {
    match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::UDiv => a.udiv(b),
        BinaryOp::SDiv => a.sdiv(b),
        BinaryOp::URem => a.urem(b),
        BinaryOp::SRem => a.srem(b),
        BinaryOp::Shl => a.shl(b),
        BinaryOp::LShr => a.lshr(b),
        BinaryOp::AShr => a.ashr(b),
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
    }
}

fn compare(op: CompareOp, a: &Bv, b: &Bv) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a.ult(b),
        CompareOp::Ule => a.ule(b),
        CompareOp::Slt => a.slt(b),
        CompareOp::Sle => a.sle(b),
    }
}
