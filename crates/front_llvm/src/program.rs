//! Lowers a linked LLVM module to an [`ir::Module`]: the state that all parts of the lowering share, and their
//! order.

use std::collections::{BTreeMap, BTreeSet};

use ir::transform::{Broken, KeptInFrames, transform};
use ir::{FuncId, GlobalId, Module, Operand, Reg};
use rustc_hash::FxHashSet;

use crate::builder::{FoldOnly, Ops};
use crate::constant::Constants;
use crate::debug::Files;
use crate::exception::Exceptions;
use crate::function;
use crate::global::{self, LateStore};
use crate::layout::Layouts;
use crate::lines::Lines;
use crate::names::DebugNames;
use crate::raw::{self, Linkage, Type, TypeKind, Value, ValueKind};
use crate::startup;
use crate::symbols::{Symbols, declaration};
use crate::unsupported::Unsupported;

/// For registers that hold the value of a variable, its name.
pub type Variables = BTreeMap<(FuncId, Reg), String>;

/// The state of the lowering.
pub struct Program<'m> {
    /// The layouts of types.
    pub layouts: Layouts<'m>,
    /// The ids of functions, globals and labels.
    pub symbols: Symbols<'m>,
    /// The source files.
    pub files: Files,
    /// The module so far.
    pub module: Module,
    /// The variables that registers hold, as far as the module names them.
    pub variables: Variables,
    /// The names in debug information, if registers get names.
    pub debug_names: Option<DebugNames<'m>>,
    /// Messages for the user.
    pub warnings: Vec<String>,
    /// The landing pads, and the numbers of the types that they catch.
    pub exceptions: Exceptions<'m>,
    /// Parts of initial values that must be computed at run time.
    pub late_stores: Vec<LateStore<'m>>,
}

/// Lowers a whole module. `files` and `lines` are what was recorded before passes ran. `provided` are the
/// functions that the environment provides: weak references to any other undefined symbol are null. `named` says
/// whether registers get the names of variables.
pub fn lower(
    source: &raw::Module<'_>,
    files: Files,
    lines: &Lines,
    provided: &BTreeSet<String>,
    named: bool,
) -> Result<(Module, Variables, Vec<String>), Broken> {
    let mut program = Program {
        layouts: Layouts::new(source.data_layout()),
        symbols: Symbols::default(),
        files,
        module: Module::default(),
        variables: Variables::new(),
        debug_names: named.then(DebugNames::default),
        warnings: Vec::new(),
        exceptions: Exceptions::default(),
        late_stores: Vec::new(),
    };
    let mut names = Names::new(source);
    let defined = program.declare_functions(source, &mut names, provided);
    program.declare_globals(source, &mut names, provided);
    program.name_aliases(source);
    if !source.inline_asm().is_empty() {
        program.warnings.push("module-level assembly is ignored".to_owned());
    }
    for (value, id) in program.global_values(source) {
        global::initialize(&mut program, value, id);
    }
    for &(_, value, id) in &defined {
        program.module.functions[id.index()].prefix = global::prefix(&mut program, value);
    }
    let mut kept = KeptInFrames::default();
    for (position, value, id) in defined {
        function::lower(&mut program, value, id, lines.function(position));
        kept.functions.extend(lines.function(position).optimised.then_some(id));
    }
    startup::add(&mut program, source);
    program.module.files = program.files.into_names();
    transform(&mut program.module, "the lowering of LLVM", &[&kept])?;
    Ok((program.module, program.variables, program.warnings))
}

impl<'m> Program<'m> {
    /// What is needed to lower constants.
    pub fn constants(&self) -> Constants<'_, 'm> {
        Constants { layouts: &self.layouts, symbols: &self.symbols }
    }

    /// The leaves of a constant.
    pub fn leaves(&self, value: Value<'m>, ops: &mut impl Ops) -> Result<Vec<Operand>, Unsupported> {
        self.constants().leaves(value, ops)
    }

    /// The function with that name, declared if the program lacks it.
    pub fn declare(&mut self, name: &str, params: &[u32], ret: u32) -> FuncId {
        self.symbols.declare(&mut self.module, name, params, ret)
    }

    /// The packed widths of a function type's parameters (0 for those without bits) and of its result.
    pub fn signature(&self, ty: Type<'m>) -> Signature {
        let mut unsupported = None;
        let mut width = |ty: Type<'m>| match self.layouts.shape(ty) {
            Ok(shape) => shape.packed_width(),
            Err(reason) => {
                unsupported = Some(reason);
                0
            }
        };
        let params = ty.params().into_iter().map(&mut width).collect();
        let ret = ty.result().filter(|ty| ty.kind() != TypeKind::Void).map_or(0, &mut width);
        Signature { params, ret, variadic: ty.is_variadic(), unsupported }
    }

    /// Assigns an id to every function that is not an intrinsic; returns those that have a body, with their
    /// position in the module.
    fn declare_functions(
        &mut self,
        source: &'m raw::Module<'_>,
        names: &mut Names,
        provided: &BTreeSet<String>,
    ) -> Vec<(usize, Value<'m>, FuncId)> {
        let mut defined = Vec::new();
        for (position, value) in source.functions().enumerate() {
            if value.intrinsic().is_some() || (value.is_declaration() && !value.is_used()) {
                continue;
            }
            let name = names.name(value);
            if is_absent(value, provided) {
                self.symbols.add_absent(value);
                continue;
            }
            let signature = self.signature(value.value_type());
            let widths: Vec<u32> = signature.params.iter().copied().filter(|&width| width > 0).collect();
            let id = FuncId(self.module.functions.len() as u32);
            let mut function = declaration(&name, &widths, signature.ret, signature.variadic);
            function.pos = self.files.pos(value);
            self.module.functions.push(function);
            self.symbols.add_function(value, &name, id);
            if !value.is_declaration() {
                defined.push((position, value, id));
                value.blocks().into_iter().filter(|block| block.is_address_taken()).for_each(|block| {
                    self.symbols.add_label(block);
                });
            }
        }
        defined
    }

    /// Assigns an id to every global variable.
    fn declare_globals(&mut self, source: &'m raw::Module<'_>, names: &mut Names, provided: &BTreeSet<String>) {
        for value in source.globals().filter(|&value| !is_compiler_list(value)) {
            let name = names.name(value);
            if is_absent(value, provided) {
                self.symbols.add_absent(value);
                continue;
            }
            let id = GlobalId(self.module.globals.len() as u32);
            let global = global::declare(self, value, name);
            self.module.globals.push(global);
            self.symbols.add_global(value, id);
        }
    }

    /// Makes functions known under the names of their aliases, too.
    fn name_aliases(&mut self, source: &'m raw::Module<'_>) {
        for alias in source.aliases() {
            if let Ok(Operand::Func(id)) = self.constants().scalar(alias, &mut FoldOnly) {
                self.symbols.add_name(&alias.name(), id);
            }
        }
    }

    /// The global variables that have ids.
    fn global_values(&self, source: &'m raw::Module<'_>) -> Vec<(Value<'m>, GlobalId)> {
        let id = |value| match self.symbols.address(value) {
            Some(Operand::Global(id, _)) => Some((value, id)),
            _ => None,
        };
        source.globals().filter_map(id).collect()
    }
}

/// The widths of parameters and result.
pub struct Signature {
    /// The packed widths in bits; 0 for parameters without bits, which are not passed.
    pub params: Vec<u32>,
    /// The packed width of the result in bits; 0 if there is none.
    pub ret: u32,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// A type that could not be lowered; such a parameter is not passed.
    pub unsupported: Option<Unsupported>,
}

/// Whether a variable such as `llvm.used` is one of LLVM's own lists.
fn is_compiler_list(value: Value<'_>) -> bool {
    value.name().starts_with("llvm.")
}

/// Whether a symbol is a weak reference that nothing defines.
fn is_absent(value: Value<'_>, provided: &BTreeSet<String>) -> bool {
    value.linkage() == Linkage::LLVMExternalWeakLinkage && value.is_declaration() && !provided.contains(&value.name())
}

/// Chooses unique names for symbols.
struct Names {
    taken: FxHashSet<String>,
    next: u32,
}

impl Names {
    fn new(source: &raw::Module<'_>) -> Names {
        let symbols = source.functions().chain(source.globals()).chain(source.aliases());
        Names { taken: symbols.map(|value| value.name()).collect(), next: 0 }
    }

    /// The name of a symbol. LLVM keeps names distinct, so only unnamed symbols need a new one.
    fn name(&mut self, value: Value<'_>) -> String {
        let name = value.name();
        if !name.is_empty() {
            return name;
        }
        let kind = if value.kind() == ValueKind::Function { "function" } else { "global" };
        loop {
            let name = format!("unnamed.{kind}.{}", self.next);
            self.next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}
