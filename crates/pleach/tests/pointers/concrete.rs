//! A run of a program's IR on one input, with numbers only, that watches which objects accesses denote and compares them
//! with what the points-to analysis says of the register that held the address.

use std::collections::HashMap;

use bv::Bv;
use ir::points_to::{Place, PointsTo, Site};
use ir::{
    BinaryOp, BlockId, Callee, CastOp, CompareOp, FuncId, GlobalId, Inst, Module, Operand, Reg, Target, Terminator,
};

/// Why a run ends before the program does.
#[derive(Debug)]
pub enum Stop {
    /// The program makes an error, or the run does not know what to do.
    Early,
    /// The analysis is wrong.
    Wrong(String),
}

/// Addresses of functions are below those of objects.
const FUNCTIONS: u64 = 0x10_0000;
const OBJECTS: u64 = 0x1000_0000;
/// More steps than any of the programs takes.
const MOST_STEPS: u64 = 1_000_000;

struct Object {
    site: Site,
    base: u64,
    size: u64,
    freed: bool,
}

/// A run.
pub struct Run<'a> {
    module: &'a Module,
    points_to: &'a PointsTo,
    memory: HashMap<u64, u8>,
    /// Sorted by address, the global ones first, in their order.
    objects: Vec<Object>,
    next: u64,
    /// The values of the inputs, in the order in which the program asks for them.
    input: Vec<u64>,
    steps: u64,
    /// The number of accesses that were compared.
    pub compared: u64,
    /// The number of locations that the analysis knows for them, in all.
    pub locations: u64,
}

impl<'a> Run<'a> {
    /// The memory at the beginning.
    pub fn new(module: &'a Module, points_to: &'a PointsTo, mut input: Vec<u64>) -> Run<'a> {
        input.reverse();
        let (memory, objects) = (HashMap::new(), Vec::new());
        let mut run =
            Run { module, points_to, memory, objects, next: OBJECTS, input, steps: 0, compared: 0, locations: 0 };
        let bases: Vec<u64> = (0..)
            .zip(&module.globals)
            .map(|(id, global)| run.allocate(Site::Global(GlobalId(id)), global.size))
            .collect();
        for (global, &base) in module.globals.iter().zip(&bases) {
            run.memory.extend((base..).zip(global.init.iter().copied()));
            for relocation in &global.relocations {
                let target = match relocation.target {
                    Target::Global(id) => bases[id.index()],
                    Target::Func(id) => function_address(id),
                };
                let value = target.wrapping_add(relocation.addend as u64).to_le_bytes();
                run.memory.extend((base + relocation.offset..).zip(value));
            }
        }
        run
    }

    fn allocate(&mut self, site: Site, size: u64) -> u64 {
        let base = self.next.next_multiple_of(16);
        self.next = base + size + 64;
        self.objects.push(Object { site, base, size, freed: false });
        base
    }

    /// The object that so many bytes lie in, by its number.
    fn object(&self, address: u64, bytes: u64) -> Result<usize, Stop> {
        let after = self.objects.partition_point(|object| object.base <= address);
        let found = after.checked_sub(1).ok_or(Stop::Early)?;
        let object = &self.objects[found];
        let is_inside = address + bytes <= object.base + object.size && !object.freed;
        if is_inside { Ok(found) } else { Err(Stop::Early) }
    }

    /// An access through an operand: the object must be one that the analysis knows of.
    fn access(&mut self, function: FuncId, operand: &Operand, address: u64, bytes: u64) -> Result<(), Stop> {
        let object = &self.objects[self.object(address, bytes)?];
        let Operand::Reg(reg) = *operand else { return Ok(()) };
        let offset = (address - object.base) as i64;
        self.compare(function, reg, object.site, offset)?;
        self.compared += 1;
        self.locations += self.points_to.of(function, reg).len() as u64;
        Ok(())
    }

    fn compare(&self, function: FuncId, reg: Reg, site: Site, offset: i64) -> Result<(), Stop> {
        let known = self.points_to.of(function, reg);
        if known.iter().any(|location| location.site == site && location.offset.is_none_or(|at| at == offset)) {
            return Ok(());
        }
        let name = &self.module.functions[function.index()].name;
        Err(Stop::Wrong(format!("{reg} of {name} denotes {site:?} at {offset}, and not one of {known:?}")))
    }

    fn read(&self, address: u64, bytes: u64) -> Vec<u8> {
        (address..address + bytes).map(|at| self.memory.get(&at).copied().unwrap_or(0)).collect()
    }

    /// Calls a function with arguments.
    pub fn call(&mut self, id: FuncId, args: &[Bv]) -> Result<Option<Bv>, Stop> {
        let module = self.module;
        let function = &module.functions[id.index()];
        let mut regs: Vec<Option<Bv>> = vec![None; function.regs.len()];
        for (param, arg) in function.params.iter().zip(args) {
            regs[param.index()] = Some(arg.clone());
        }
        let mut current = BlockId(0);
        loop {
            let block = &function.blocks[current.index()];
            for (number, (inst, _)) in (0..).zip(&block.insts) {
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return Err(Stop::Early);
                }
                self.step(Place { function: id, block: current, number }, &mut regs, inst)?;
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
                Terminator::Return(value) => return Ok(value.as_ref().map(|value| self.value(&regs, value))),
                Terminator::Unreachable | Terminator::Goto { .. } => return Err(Stop::Early),
            };
            let values: Vec<Bv> = edge.args.iter().map(|arg| self.value(&regs, arg)).collect();
            current = edge.block;
            for (param, value) in function.blocks[current.index()].params.iter().zip(values) {
                regs[param.index()] = Some(value);
            }
        }
    }

    fn value(&self, regs: &[Option<Bv>], operand: &Operand) -> Bv {
        match operand {
            Operand::Reg(reg) => regs[reg.index()].clone().expect("registers are assigned before use"),
            Operand::Const(value) => value.clone(),
            Operand::Global(id, offset) => Bv::new(64, self.objects[id.index()].base.wrapping_add(*offset as u64)),
            Operand::Func(id) => Bv::new(64, function_address(*id)),
        }
    }

    fn step(&mut self, place: Place, regs: &mut [Option<Bv>], inst: &Inst) -> Result<(), Stop> {
        let function = place.function;
        let width = |reg: Reg| self.module.functions[function.index()].width(reg);
        let get = |operand: &Operand| self.value(regs, operand);
        let (dst, value) = match inst {
            Inst::Place { .. } | Inst::Unsupported { .. } => return Err(Stop::Early),
            Inst::Unwound { dst, .. } => (*dst, Bv::new(1, 0)),
            Inst::Move { dst, src } => (*dst, get(src)),
            Inst::Undefined { dst } => (*dst, Bv::new(width(*dst), 0)),
            Inst::Binary { op, dst, a, b } => (*dst, binary(*op, &get(a), &get(b))),
            Inst::Compare { op, dst, a, b } => (*dst, Bv::new(1, u64::from(compare(*op, &get(a), &get(b))))),
            Inst::Cast { op: CastOp::Zext, dst, a } => (*dst, get(a).zext(width(*dst))),
            Inst::Cast { op: CastOp::Sext, dst, a } => (*dst, get(a).sext(width(*dst))),
            Inst::Cast { op: CastOp::Trunc, dst, a } => (*dst, get(a).trunc(width(*dst))),
            Inst::Extract { dst, a, lo } => (*dst, get(a).extract(*lo, width(*dst))),
            Inst::Concat { dst, hi, lo } => (*dst, get(hi).concat(&get(lo))),
            Inst::Select { dst, cond, a, b } => (*dst, if get(cond).is_zero() { get(b) } else { get(a) }),
            Inst::Alloca { dst, size, .. } => {
                let size = get(size).low_u64();
                (*dst, Bv::new(64, self.allocate(Site::Stack(place), size)))
            }
            Inst::Load { dst, ptr } => {
                let (address, width) = (get(ptr).low_u64(), width(*dst));
                let bytes = u64::from(width.div_ceil(8));
                self.access(function, ptr, address, bytes)?;
                (*dst, Bv::from_bytes(width, &self.read(address, bytes)))
            }
            Inst::Store { ptr, value } => {
                let (address, bytes) = (get(ptr).low_u64(), get(value).to_bytes());
                self.access(function, ptr, address, bytes.len() as u64)?;
                self.memory.extend((address..).zip(bytes));
                return Ok(());
            }
            Inst::Check { cond, .. } => return if get(cond).is_zero() { Err(Stop::Early) } else { Ok(()) },
            Inst::Call { dst, callee, args } => {
                let values: Vec<Bv> = args.iter().map(get).collect();
                let id = match callee {
                    Callee::Direct(id) => *id,
                    Callee::Indirect(operand) => {
                        let id = function_at(get(operand).low_u64())?;
                        if let Operand::Reg(reg) = operand {
                            self.compare(function, *reg, Site::Function(id), 0)?;
                        }
                        id
                    }
                };
                let is_defined = self.module.functions[id.index()].is_defined();
                let result = if is_defined { self.call(id, &values)? } else { self.model(place, id, args, &values)? };
                match (dst, result) {
                    (Some(dst), Some(value)) => (*dst, value),
                    (Some(dst), None) => (*dst, Bv::new(width(*dst), 0)),
                    (None, _) => return Ok(()),
                }
            }
        };
        regs[dst.index()] = Some(value);
        Ok(())
    }

    /// The functions that the programs call and do not define.
    fn model(&mut self, place: Place, id: FuncId, args: &[Operand], values: &[Bv]) -> Result<Option<Bv>, Stop> {
        let number = |at: usize| values[at].low_u64();
        let address = |address: u64| Ok(Some(Bv::new(64, address)));
        let site = Site::Heap(place);
        match self.module.functions[id.index()].name.as_str() {
            "malloc" => address(self.allocate(site, number(0))),
            "calloc" => address(self.allocate(site, number(0) * number(1))),
            "realloc" => {
                let new = self.allocate(site, number(1));
                if number(0) != 0 {
                    let old = self.object(number(0), 0)?;
                    let bytes = self.read(number(0), self.objects[old].size.min(number(1)));
                    self.memory.extend((new..).zip(bytes));
                    self.objects[old].freed = true;
                }
                address(new)
            }
            "free" => {
                if number(0) != 0 {
                    let freed = self.object(number(0), 0)?;
                    self.objects[freed].freed = true;
                }
                Ok(None)
            }
            "memcpy" | "memmove" => {
                self.access(place.function, &args[0], number(0), number(2))?;
                self.access(place.function, &args[1], number(1), number(2))?;
                let bytes = self.read(number(1), number(2));
                self.memory.extend((number(0)..).zip(bytes));
                address(number(0))
            }
            "memset" => {
                self.access(place.function, &args[0], number(0), number(2))?;
                self.memory.extend((number(0)..number(0) + number(2)).map(|at| (at, number(1) as u8)));
                address(number(0))
            }
            "memcmp" => {
                self.access(place.function, &args[0], number(0), number(2))?;
                self.access(place.function, &args[1], number(1), number(2))?;
                let order = self.read(number(0), number(2)).cmp(&self.read(number(1), number(2)));
                Ok(Some(Bv::new(32, order as i64 as u64)))
            }
            "klee_range" => Ok(Some(Bv::new(32, self.input.pop().ok_or(Stop::Early)?))),
            _ => Err(Stop::Early),
        }
    }
}

fn function_address(id: FuncId) -> u64 {
    FUNCTIONS + 16 * u64::from(id.0)
}

fn function_at(address: u64) -> Result<FuncId, Stop> {
    let is_one = (FUNCTIONS..OBJECTS).contains(&address) && address.is_multiple_of(16);
    if is_one { Ok(FuncId(((address - FUNCTIONS) / 16) as u32)) } else { Err(Stop::Early) }
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
