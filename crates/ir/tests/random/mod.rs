//! Random modules that obey every rule of the IR.

use bv::Bv;
use ir::{
    BinaryOp, Block, BlockId, Callee, CastOp, CompareOp, Edge, ErrorKind, FuncId, Function, Global, GlobalId, Inst,
    Module, Operand, Pos, Reg, Relocation, Target, Terminator,
};
use test_support::Random;

const WIDTHS: [u32; 9] = [1, 7, 8, 16, 32, 64, 65, 128, 200];

/// A random module that obeys every rule.
pub fn module(random: &mut Random) -> Module {
    let files = (0..random.below(4)).map(|_| text(random)).collect();
    let mut module = Module { files, ..Module::default() };
    let (globals, functions) = (random.below(5), 1 + random.below(5));
    for index in 0..globals {
        let global = global(random, index, globals, functions);
        module.globals.push(global);
    }
    // Signatures first, so that bodies can call any function.
    for index in 0..functions {
        let mut function = Function {
            name: name(random, "f", index),
            params: Vec::new(),
            ret: if random.one_in(3) { 0 } else { random.pick(&WIDTHS) },
            variadic: random.one_in(4),
            regs: Vec::new(),
            blocks: Vec::new(),
            frame_bytes: if random.one_in(2) { 0 } else { random.bits() % 1000 },
            prefix: (0..random.below(4) * 2).map(|_| random.bits() as u8).collect(),
            machine: false,
            names: Vec::new(),
            pos: pos(random, &module),
        };
        for _ in 0..random.below(4) {
            if random.one_in(8) {
                function.add_reg(random.pick(&WIDTHS));
            }
            let reg = function.add_reg(random.pick(&WIDTHS));
            function.params.push(reg);
        }
        module.functions.push(function);
    }
    for index in 0..functions {
        if !random.one_in(3) {
            let function = Body::new(random, &module, module.functions[index].clone()).build();
            module.functions[index] = function;
        }
        if random.one_in(2) {
            let regs = module.functions[index].regs.len() as u32;
            let named = (0..regs).filter(|_| random.one_in(3)).map(Reg).collect::<Vec<_>>();
            module.functions[index].names = named.into_iter().map(|reg| (reg, text(random))).collect();
        }
    }
    module
}

fn name(random: &mut Random, prefix: &str, index: usize) -> String {
    match random.below(5) {
        0 => format!("{prefix}{index}{}", text(random)),
        1 => format!("{prefix}.{index}$x"),
        2 if index == 0 => ["global", "func", "declare", "0", "..."][random.below(5)].to_string() + prefix,
        _ => format!("{prefix}_{index}"),
    }
}

fn text(random: &mut Random) -> String {
    let alphabet =
        ['a', 'Z', '0', ' ', '"', '\\', '\n', '\t', '\0', '\u{7f}', 'é', '漢', '\u{202e}', ';', '{', '@', '\r'];
    (0..random.below(8)).map(|_| random.pick(&alphabet)).collect()
}

fn pos(random: &mut Random, module: &Module) -> Pos {
    match random.below(3) {
        0 if !module.files.is_empty() => {
            let file = random.below(module.files.len()) as u32;
            Pos { file, line: 1 + random.below(100) as u32, column: random.below(100) as u32 }
        }
        1 if random.one_in(10) => Pos { file: 7, line: 0, column: 3 },
        _ => Pos::default(),
    }
}

fn global(random: &mut Random, index: usize, globals: usize, functions: usize) -> Global {
    let size = if random.one_in(10) { random.bits() } else { random.below(100) as u64 };
    let external = random.one_in(4);
    let mut global = Global {
        name: name(random, "g", index),
        size,
        align: 1 << random.below(13),
        address: random.one_in(8).then(|| random.bits()),
        constant: random.one_in(2),
        external,
        init: Vec::new(),
        relocations: Vec::new(),
    };
    if !external {
        let visible = random.one_in(2);
        let byte = |random: &mut Random| if visible { 32 + random.below(95) as u8 } else { random.bits() as u8 };
        global.init = (0..random.below(size.min(100) as usize + 1)).map(|_| byte(random)).collect();
        let mut offset = random.below(20) as u64;
        while offset.saturating_add(8) <= size.min(100) {
            let target = if random.one_in(2) {
                Target::Global(GlobalId(random.below(globals) as u32))
            } else {
                Target::Func(FuncId(random.below(functions) as u32))
            };
            let addend = random.pick(&[0, 1, -1, i64::MIN, i64::MAX]);
            global.relocations.push(Relocation { offset, target, addend });
            offset += 8 + random.below(20) as u64;
        }
    }
    global
}

/// Builds a body. Each block but the entry is entered from one earlier block, its parent, and perhaps from
/// itself. `visible` lists the registers that are assigned on every path to the current place.
struct Body<'a> {
    random: &'a mut Random,
    module: &'a Module,
    function: Function,
    visible: Vec<Reg>,
}

impl<'a> Body<'a> {
    fn new(random: &'a mut Random, module: &'a Module, function: Function) -> Body<'a> {
        let visible = function.params.clone();
        Body { random, module, function, visible }
    }

    fn build(mut self) -> Function {
        let count = 1 + self.random.below(6);
        let mut params: Vec<Vec<Reg>> = vec![Vec::new()];
        for _ in 1..count {
            let widths: Vec<u32> = (0..self.random.below(3)).map(|_| self.random.pick(&WIDTHS)).collect();
            params.push(widths.into_iter().map(|width| self.function.add_reg(width)).collect());
        }
        // The parent of each block: an earlier one, the only other block that it is entered from.
        let parents: Vec<usize> =
            (0..count).map(|block| if block == 0 { 0 } else { self.random.below(block) }).collect();
        let mut visible_at_end: Vec<Vec<Reg>> = Vec::new();
        for block in 0..count {
            self.visible =
                if block == 0 { self.function.params.clone() } else { visible_at_end[parents[block]].clone() };
            self.visible.extend(&params[block]);
            let insts: Vec<(Inst, Pos)> = (0..self.random.below(12))
                .map(|_| {
                    let inst = self.inst();
                    (inst, pos(self.random, self.module))
                })
                .collect();
            let term_pos = pos(self.random, self.module);
            let mut targets: Vec<usize> =
                (1..count).filter(|&child| child > block && parents[child] == block).collect();
            if block > 0 && self.random.one_in(3) {
                targets.push(block);
            }
            let term = self.terminator(&targets, &params);
            visible_at_end.push(self.visible.clone());
            self.function.blocks.push(Block { params: params[block].clone(), insts, term, term_pos });
        }
        if self.random.one_in(4) {
            self.function.add_reg(32);
        }
        self.function
    }

    fn terminator(&mut self, targets: &[usize], params: &[Vec<Reg>]) -> Terminator {
        let mut edges: Vec<Edge> = Vec::new();
        for &target in targets {
            let args = params[target].iter().map(|&param| self.operand(self.function.width(param))).collect();
            edges.push(Edge { block: BlockId(target as u32), args });
        }
        match (edges.pop(), edges.len()) {
            (None, _) if self.random.one_in(3) => Terminator::Unreachable,
            (None, _) if self.function.ret == 0 => Terminator::Return(None),
            (None, _) => Terminator::Return(Some(self.operand(self.function.ret))),
            (Some(edge), 0) => Terminator::Jump(edge),
            (Some(other), 1) if self.random.one_in(2) => {
                Terminator::Branch { cond: self.operand(1), then: edges.remove(0), other }
            }
            (Some(default), _) => {
                let width = self.random.pick(&WIDTHS[1..]);
                let cases = edges.into_iter().zip(self.random.bits() % 50..);
                let cases = cases.map(|(edge, value)| (Bv::new(width, value), edge)).collect();
                Terminator::Switch { value: self.operand(width), cases, default }
            }
        }
    }

    fn operand(&mut self, width: u32) -> Operand {
        let fitting: Vec<Reg> = self.visible.iter().copied().filter(|&reg| self.function.width(reg) == width).collect();
        if !fitting.is_empty() && !self.random.one_in(3) {
            return Operand::Reg(self.random.pick(&fitting));
        }
        if width == 64 && self.random.one_in(2) {
            if self.module.globals.is_empty() || self.random.one_in(2) {
                return Operand::Func(FuncId(self.random.below(self.module.functions.len()) as u32));
            }
            let offset = self.random.pick(&[0, 0, 8, -8, i64::MAX, i64::MIN]);
            return Operand::Global(GlobalId(self.random.below(self.module.globals.len()) as u32), offset);
        }
        let (small, random) = (self.random.below(300) as u64, [self.random.bits(), self.random.bits()]);
        let words = match self.random.below(6) {
            0 => [small, 0],
            1 => [small.wrapping_neg(), u64::MAX],
            2 => [0, random[0]],
            3 => [1 << (width - 1).min(63), 0],
            _ => random,
        };
        Operand::Const(Bv::from_words(width, &words))
    }

    fn inst(&mut self) -> Inst {
        let width = self.random.pick(&WIDTHS);
        let wider =
            self.random.pick(&WIDTHS.iter().copied().filter(|&wider| wider > width).chain([300]).collect::<Vec<_>>());
        let dst = Reg(self.function.regs.len() as u32);
        let (inst, dst_width) = match self.random.below(15) {
            0 => (Inst::Move { dst, src: self.operand(width) }, width),
            1 => {
                let op = self.random.pick(&BinaryOp::all().collect::<Vec<_>>());
                (Inst::Binary { op, dst, a: self.operand(width), b: self.operand(width) }, width)
            }
            2 => {
                let op = self.random.pick(&CompareOp::all().collect::<Vec<_>>());
                (Inst::Compare { op, dst, a: self.operand(width), b: self.operand(width) }, 1)
            }
            3 => {
                let op = self.random.pick(&[CastOp::Zext, CastOp::Sext]);
                (Inst::Cast { op, dst, a: self.operand(width) }, wider)
            }
            4 => (Inst::Cast { op: CastOp::Trunc, dst, a: self.operand(wider) }, width),
            5 => {
                let lo = self.random.below((wider - width + 1) as usize) as u32;
                (Inst::Extract { dst, a: self.operand(wider), lo }, width)
            }
            6 => (Inst::Concat { dst, hi: self.operand(width), lo: self.operand(wider) }, width + wider),
            7 => (Inst::Select { dst, cond: self.operand(1), a: self.operand(width), b: self.operand(width) }, width),
            8 => (Inst::Alloca { dst, size: self.operand(64), align: 1 << self.random.below(8) }, 64),
            9 => (Inst::Load { dst, ptr: self.operand(64) }, width),
            10 => return Inst::Store { ptr: self.operand(64), value: self.operand(width) },
            11 => {
                let kind = self.random.pick(&ErrorKind::all().collect::<Vec<_>>());
                return Inst::Check { cond: self.operand(1), kind, message: text(self.random) };
            }
            12 => return self.call(),
            13 => (Inst::Undefined { dst }, width),
            _ => return Inst::Unsupported { what: text(self.random) },
        };
        self.function.add_reg(dst_width);
        self.visible.push(dst);
        inst
    }

    fn call(&mut self) -> Inst {
        let id = FuncId(self.random.below(self.module.functions.len()) as u32);
        let callee = &self.module.functions[id.index()];
        let mut args: Vec<Operand> = callee.params.iter().map(|&param| self.operand(callee.width(param))).collect();
        if callee.variadic {
            for _ in 0..self.random.below(3) {
                let width = self.random.pick(&WIDTHS);
                args.push(self.operand(width));
            }
        }
        let indirect = self.random.one_in(3);
        let target = if indirect { Callee::Indirect(self.operand(64)) } else { Callee::Direct(id) };
        let dst = (callee.ret > 0 && !self.random.one_in(4)).then(|| self.function.add_reg(callee.ret));
        self.visible.extend(dst);
        Inst::Call { dst, callee: target, args }
    }
}
