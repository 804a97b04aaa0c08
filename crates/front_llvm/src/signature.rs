//! The signature of a function, with what is needed to write a call of it in C.

use crate::error::LoadError;
use crate::input::Input;
use crate::load::{Options, no_entry, survives};
use crate::raw::{self, Context, Type, TypeKind, Value};
use crate::read;

/// The parameters and the result of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The parameters in order.
    pub params: Vec<Param>,
    /// How the result is passed.
    pub result: Passed,
    /// Whether it takes more arguments than it has parameters.
    pub variadic: bool,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name, if the input has one.
    pub name: String,
    /// How it is passed.
    pub passed: Passed,
    /// Whether a narrow integer is zero-extended instead of sign-extended.
    pub unsigned: bool,
}

/// How a value is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passed {
    /// There is no value.
    Nothing,
    /// An integer of this many bits.
    Integer(u32),
    /// A floating-point number of this many bits.
    Float(u64),
    /// A pointer to an object of the caller.
    Pointer,
    /// In a way for which C has no plain type, in LLVM's words.
    Other(String),
}

/// The signature of a function that one of the inputs defines.
pub fn signature(inputs: &[Input], options: &Options) -> Result<Signature, LoadError> {
    if !options.trusted {
        survives(inputs, &|inputs| drop(find(inputs, &options.entry)))?;
    }
    let _using = raw::using();
    find(inputs, &options.entry)
}

fn find(inputs: &[Input], name: &str) -> Result<Signature, LoadError> {
    let mut defined = Vec::new();
    for input in inputs {
        let context = Context::new().keeping_names(true);
        let module = read::module(&context, input)?;
        for function in module.functions().filter(|function| !function.is_declaration()) {
            if function.name() == name {
                return Ok(of(&module, function));
            }
            defined.push(function.name());
        }
    }
    Err(no_entry(inputs, name, defined.into_iter()))
}

fn of<'m>(module: &'m raw::Module<'_>, function: Value<'m>) -> Signature {
    let ty = function.value_type();
    let passed = |ty: Type<'m>| match ty.kind() {
        TypeKind::Void => Passed::Nothing,
        TypeKind::Int(bits) => Passed::Integer(bits),
        TypeKind::Float => Passed::Float(module.data_layout().bits(ty)),
        TypeKind::Pointer => Passed::Pointer,
        _ => Passed::Other(ty.text()),
    };
    let params = function.function_params().into_iter().zip(0..).map(|(param, index)| Param {
        name: param.name(),
        passed: match ["byval", "sret"].into_iter().find(|how| function.parameter_has(index, how)) {
            Some(how) => Passed::Other(format!("{} {how}", param.ty().text())),
            None => passed(param.ty()),
        },
        unsigned: function.parameter_has(index, "zeroext"),
    });
    Signature {
        params: params.collect(),
        result: ty.result().map_or(Passed::Nothing, passed),
        variadic: ty.is_variadic(),
    }
}
