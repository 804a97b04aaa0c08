//! Lowers a program to a module: its functions, and declarations of what the executor provides.

use std::collections::BTreeMap;

use ir::{FuncId, Function, Module, Pos, Reg};

use super::function::FunctionLowering;
use super::layout::{self, NUMBER, POINTER};
use crate::ast::ExprKind;
use crate::check::Program;
use crate::fault::MAX_CALLS;
use crate::source::Source;

/// The number of bytes of stack that a call takes: the executor's 8 MiB hold as many calls as the language
/// allows.
const FRAME_BYTES: u64 = (8 << 20) / MAX_CALLS as u64;

/// Why an exploration cannot start at a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryError {
    /// There is no such function; these exist.
    Missing(Vec<String>),
    /// It takes or returns something other than numbers.
    NotNumbers,
}

/// For registers that hold the value of a variable, its name.
pub type Names = BTreeMap<(FuncId, Reg), String>;

/// Lowers a checked program for an exploration that starts at `entry`, whose parameters become inputs.
pub fn lower(source: &Source, program: &Program, entry: &str) -> Result<Module, EntryError> {
    lower_with_names(source, program, entry).map(|(module, _)| module)
}

/// Like [`lower`]; also returns which registers hold which variables.
pub fn lower_with_names(source: &Source, program: &Program, entry: &str) -> Result<(Module, Names), EntryError> {
    let names = || program.ast.functions.iter().map(|function| function.name.text.clone());
    let index = program.function(entry).ok_or_else(|| EntryError::Missing(names().collect()))?;
    let signature = &program.functions[index];
    let params = signature.variables[..signature.params].iter().map(|variable| variable.ty);
    if params.chain([signature.result]).any(|ty| layout::scalar(program, ty) != Some(NUMBER)) {
        return Err(EntryError::NotNumbers);
    }
    let called = |expr: &&crate::ast::Expr| matches!(&expr.kind, ExprKind::Call(name, _) if name.text == entry);
    let again = program.ast.exprs.iter().find(called).is_some();
    let mut functions: Vec<Function> = (0..program.functions.len()).map(|index| declaration(program, index)).collect();
    // The entry creates its parameters itself; if it is also called, the calls need a copy that takes
    // arguments.
    functions[index].params.clear();
    functions[index].regs.clear();
    let mut targets: Vec<FuncId> = (0..functions.len() as u32).map(FuncId).collect();
    if again {
        let mut copy = declaration(program, index);
        copy.name.push_str(".called");
        functions.push(copy);
        targets[index] = FuncId(functions.len() as u32 - 1);
    }
    let mut lowering = ModuleLowering {
        program,
        functions,
        targets: targets.clone(),
        externals: BTreeMap::new(),
        names: BTreeMap::new(),
    };
    for (number, target) in targets.iter().enumerate().filter(|&(number, _)| number != index || again) {
        lowering.define(number, *target, false);
    }
    lowering.define(index, FuncId(index as u32), true);
    let module = Module { files: vec![source.name.clone()], globals: Vec::new(), functions: lowering.functions };
    Ok((module, lowering.names))
}

/// A function without its body.
fn declaration(program: &Program, index: usize) -> Function {
    let (signature, function) = (&program.functions[index], &program.ast.functions[index]);
    let pos = Pos { file: 0, line: function.name.pos.line, column: function.name.pos.column };
    let result = layout::scalar(program, signature.result);
    let mut lowered = Function::declared(symbol(&function.name.text), &[], result.unwrap_or(0));
    (lowered.frame_bytes, lowered.pos) = (FRAME_BYTES, pos);
    let mut widths = Vec::new();
    // A result that is not a scalar is returned through a pointer.
    widths.extend(result.is_none().then_some(POINTER));
    for param in &signature.variables[..signature.params] {
        widths.extend(layout::scalars(program, param.ty));
    }
    lowered.params = widths.iter().map(|&width| lowered.add_reg(width)).collect();
    lowered
}

/// The name of a function in the module: its own, unless that name has a special meaning to the executor.
fn symbol(name: &str) -> String {
    if name == "reach_error" || name.starts_with("__pleach") { format!("{name}.mc") } else { name.to_owned() }
}

/// The module being built.
pub struct ModuleLowering<'a> {
    /// The program.
    pub program: &'a Program,
    functions: Vec<Function>,
    /// For each function, the function that calls of it must call.
    pub targets: Vec<FuncId>,
    externals: BTreeMap<String, FuncId>,
    names: Names,
}

impl ModuleLowering<'_> {
    fn define(&mut self, index: usize, target: FuncId, entry: bool) {
        let declared = self.functions[target.index()].clone();
        let (whole, names) = FunctionLowering::new(self, index, declared).whole(entry);
        self.names.extend(names.into_iter().map(|(reg, name)| ((target, reg), name)));
        self.functions[target.index()] = whole;
    }

    /// Declares a function that the executor provides, on first use.
    pub fn external(&mut self, name: &str, params: &[u32], ret: u32) -> FuncId {
        if let Some(&known) = self.externals.get(name) {
            return known;
        }
        let mut function = Function::declared(name, &[], ret);
        function.params = params.iter().map(|&width| function.add_reg(width)).collect();
        self.functions.push(function);
        let id = FuncId(self.functions.len() as u32 - 1);
        self.externals.insert(name.to_owned(), id);
        id
    }
}
