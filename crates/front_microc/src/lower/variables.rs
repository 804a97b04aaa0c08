//! Where variables are kept, and what is known of them at a place of the program.
//!
//! A variable whose address is taken is a cell: memory that outlives the call, with a byte before the value
//! that says whether it is initialised. Any other variable that contains an array is a slot in memory of the
//! call, so that it can be indexed. All others are in registers: one for each scalar, and one bit that says
//! whether the variable is initialised. The bit of a slot is in a register, too. What is known at compile time
//! stays a constant, so that most uses need no check.

use ir::Operand;

use super::build::{Builder, bit, known};
use super::layout;
use crate::ast::{Ast, ExprId, ExprKind, StmtId, StmtKind};
use crate::check::Program;

/// Where a variable is kept.
#[derive(Clone, Debug)]
pub enum Home {
    /// In the registers of [`Known`].
    Registers,
    /// In memory of the call, at this address.
    Slot(Operand),
    /// In a cell, at this address.
    Cell(Operand),
}

impl Home {
    /// The address of the cell, if it is one.
    pub fn cell(&self) -> Option<&Operand> {
        match self {
            Home::Cell(address) => Some(address),
            Home::Registers | Home::Slot(_) => None,
        }
    }
}

/// What is known of a variable at a place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its scalars, if it is kept in registers.
    pub values: Vec<Operand>,
    /// Whether it is initialised; unused for a cell, which records this in memory.
    pub initialized: Operand,
}

/// The widths of the registers that change when a variable is assigned.
pub fn widths(program: &Program, function: usize, index: usize, home: &Home) -> Vec<u32> {
    match home {
        Home::Registers => layout::scalars(program, program.functions[function].variables[index].ty),
        Home::Slot(_) | Home::Cell(_) => Vec::new(),
    }
}

impl Known {
    /// Creates the block where two branches meet. What differs becomes parameters of the block; also returns
    /// the arguments of both sides.
    pub fn join(
        here: &[Known],
        there: &[Known],
        widths: &[Vec<u32>],
        builder: &mut Builder,
    ) -> (ir::BlockId, Vec<Operand>, Vec<Operand>, Vec<Known>) {
        let (mut params, mut from_here, mut from_there) = (Vec::new(), Vec::new(), Vec::new());
        let mut joined = here.to_vec();
        for (index, (a, b)) in here.iter().zip(there).enumerate() {
            let pairs = a.values.iter().zip(&b.values).zip(&widths[index]).map(|((a, b), &width)| (a, b, width));
            for (a, b, width) in pairs.chain([(&a.initialized, &b.initialized, 1)]) {
                if a != b {
                    params.push(width);
                    from_here.push(a.clone());
                    from_there.push(b.clone());
                }
            }
        }
        let (block, operands) = builder.block(&params);
        let mut operands = operands.into_iter();
        for (known, (a, b)) in joined.iter_mut().zip(here.iter().zip(there)) {
            let places = known.values.iter_mut().zip(a.values.iter().zip(&b.values));
            for (place, (a, b)) in places.chain([(&mut known.initialized, (&a.initialized, &b.initialized))]) {
                if a != b {
                    *place = operands.next().expect("a parameter for each difference");
                }
            }
        }
        (block, from_here, from_there, joined)
    }

    /// Creates the head of a loop that assigns some variables: these become parameters of the block.
    pub fn at_head(
        before: &[Known],
        assigned: &[bool],
        widths: &[Vec<u32>],
        builder: &mut Builder,
    ) -> (ir::BlockId, Vec<Known>) {
        let mut params = Vec::new();
        for (index, known) in before.iter().enumerate().filter(|&(index, _)| assigned[index]) {
            params.extend(&widths[index]);
            params.extend(known.open_bit().then_some(1));
        }
        let (block, operands) = builder.block(&params);
        let mut operands = operands.into_iter();
        let mut head = before.to_vec();
        for known in head.iter_mut().enumerate().filter(|&(index, _)| assigned[index]).map(|(_, known)| known) {
            let open = known.open_bit();
            let bit = open.then_some(&mut known.initialized);
            for place in known.values.iter_mut().chain(bit) {
                *place = operands.next().expect("a parameter for each");
            }
        }
        (block, head)
    }

    /// The arguments for the head of a loop, given what was known before the loop.
    pub fn to_head(now: &[Known], before: &[Known], assigned: &[bool]) -> Vec<Operand> {
        let mut args = Vec::new();
        for index in (0..now.len()).filter(|&index| assigned[index]) {
            args.extend(now[index].values.iter().cloned());
            args.extend(before[index].open_bit().then(|| now[index].initialized.clone()));
        }
        args
    }

    /// Whether it is not known to be initialised. A variable that is initialised stays so.
    fn open_bit(&self) -> bool {
        known(&self.initialized) != Some(1)
    }

    /// A variable that is not initialised.
    pub fn nothing(widths: &[u32]) -> Known {
        let zero = |&width: &u32| Operand::Const(bv::Bv::new(width, 0));
        Known { values: widths.iter().map(zero).collect(), initialized: bit(false) }
    }
}

/// Marks the variables that a statement assigns to by name.
pub fn assigned(program: &Program, id: StmtId, marks: &mut [bool]) {
    match &program.ast.stmt(id).kind {
        StmtKind::Output(_) => {}
        StmtKind::Assign { place, .. } => {
            if let Some(name) = root_name(&program.ast, *place) {
                marks[program.variable(name)] = true;
            }
        }
        StmtKind::If { then, other, .. } => {
            assigned(program, *then, marks);
            if let Some(other) = other {
                assigned(program, *other, marks);
            }
        }
        StmtKind::While { body, .. } => assigned(program, *body, marks),
        StmtKind::Block(parts) => parts.iter().for_each(|&part| assigned(program, part, marks)),
    }
}

/// The name at the root of a place; `None` if the place is reached through a pointer.
fn root_name(ast: &Ast, mut place: ExprId) -> Option<ExprId> {
    loop {
        match ast.expr(place).kind {
            ExprKind::Name(_) => return Some(place),
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => place = base,
            _ => return None,
        }
    }
}
