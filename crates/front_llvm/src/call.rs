//! Lowers calls: direct, through pointers, with mismatching prototypes, variadic, and of assembly.

use ir::{Callee, FuncId, Operand};

use crate::assembly;
use crate::builder::zero;
use crate::constant::{pack, unpack};
use crate::function::FunctionLowering;
use crate::intrinsic;
use crate::raw::{TypeKind, Value, ValueKind};
use crate::unsupported::Unsupported;

/// Lowers a call, or the call part of an `invoke`.
pub fn lower<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) {
    let result = match callee_name(inst) {
        Called::Intrinsic(name) => intrinsic::lower(lowering, inst, &name),
        Called::Assembly(asm) => assembly::lower(lowering, inst, asm),
        Called::Function => plain(lowering, inst),
    };
    if let Err(reason) = result {
        lowering.builder.unsupported(&reason);
        lowering.bind_zeros(inst);
    }
}

/// What is called.
enum Called<'m> {
    Intrinsic(String),
    Assembly(Value<'m>),
    Function,
}

fn callee_name<'m>(inst: Value<'m>) -> Called<'m> {
    let called = inst.called_value();
    match called.kind() {
        ValueKind::InlineAsm => Called::Assembly(called),
        ValueKind::Function => called.intrinsic().map_or(Called::Function, Called::Intrinsic),
        _ => Called::Function,
    }
}

/// A call of a function of the program or of its environment.
fn plain<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let callee = lowering.scalar(inst.called_value())?;
    let args = arguments(lowering, inst)?;
    let shape = lowering.program.layouts.shape(inst.ty())?;
    let wanted = shape.packed_width();
    let result = match callee {
        Operand::Func(id) => lowering.call_known(id, args),
        other => lowering.builder.call(Callee::Indirect(other), args, wanted),
    };
    if inst.ty().kind() == TypeKind::Void {
        return Ok(());
    }
    let whole = match result {
        _ if wanted == 0 => return lowering.bind_empty(inst),
        Some(result) => lowering.builder.resize(result, wanted, false),
        // A function without a result that is called as if it had one.
        None => zero(wanted),
    };
    let leaves = unpack(whole, &shape.widths, &mut lowering.builder)?;
    lowering.bind(inst, leaves);
    Ok(())
}

/// The packed arguments. A variadic argument that is passed by value is passed as its bytes, since the callee
/// expects them among its variadic arguments; a fixed one is passed as the address that the callee copies from.
fn arguments<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<Vec<Operand>, Unsupported> {
    let fixed = inst.called_type().params().len();
    let mut args = Vec::new();
    for (index, arg) in inst.arguments().into_iter().enumerate() {
        if arg.ty().kind() == TypeKind::Other {
            return Err(Unsupported::new(format!("argument of type {}", arg.ty().text())));
        }
        let leaves = lowering.leaves(arg)?;
        if index >= fixed
            && let Some(ty) = inst.argument_by_value(index as u32)
        {
            let (size, align) = (lowering.program.layouts.size(ty)?, lowering.program.layouts.align(ty)?);
            let address = leaves.first().cloned().ok_or_else(|| Unsupported::new("argument without a value"))?;
            // Passed in words, so that it can start at any word; if it has a greater alignment, the first two
            // words are one argument of 16 bytes.
            let mut at = 0;
            while at < size {
                let len = if at == 0 && align >= 16 { 16 } else { 8 };
                let len = len.min(size - at);
                let from = lowering.builder.offset(address.clone(), at);
                args.push(lowering.builder.load(from, 8 * len as u32));
                at += len;
            }
            continue;
        }
        args.extend(pack(leaves, &mut lowering.builder)?);
    }
    Ok(args)
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Calls a function with known parameters: arguments are resized to the widths of the parameters, missing
    /// ones are zero, and superfluous ones are dropped unless the function is variadic. This is what calls with
    /// a wrong prototype do on common machines.
    pub fn call_known(&mut self, id: FuncId, mut args: Vec<Operand>) -> Option<Operand> {
        let function = &self.program.module.functions[id.index()];
        let (ret, variadic) = (function.ret, function.variadic);
        let widths: Vec<u32> = function.params.iter().map(|&param| function.width(param)).collect();
        if args.len() < widths.len() {
            let warning = format!("{}: called with too few arguments", function.name);
            if !self.program.warnings.contains(&warning) {
                self.program.warnings.push(warning);
            }
            args.extend(widths[args.len()..].iter().map(|&width| zero(width)));
        }
        if !variadic {
            args.truncate(widths.len());
        }
        for (arg, &width) in args.iter_mut().zip(&widths) {
            let taken = std::mem::replace(arg, zero(1));
            *arg = self.builder.resize(taken, width, false);
        }
        self.builder.call(Callee::Direct(id), args, ret)
    }

    fn bind_empty(&mut self, inst: Value<'m>) -> Result<(), Unsupported> {
        self.bind(inst, Vec::new());
        Ok(())
    }
}
