//! Links units to one module as a linker and a dynamic linker do: executables, shared libraries, objects.
//!
//! The units of an image see each other's symbols. Of a shared library, others see only what it exports. Where two
//! images define a name, the definition of the first one is everybody's, as the dynamic linker has it. Where two
//! units of one image do, which linkers have to be told to accept, it is the first one, too.

use std::collections::BTreeSet;

use crate::error::LoadError;
use crate::input::Input;
use crate::load::{check_target, survives};
use crate::raw::{self, Context, Linkage, Module, Value};
use crate::read;

/// The units of an executable, of a shared library, or of an object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Image {
    /// The units, in the order in which they were linked.
    pub inputs: Vec<Input>,
    /// The names that others may use; `None` for all.
    pub exports: Option<BTreeSet<String>>,
}

/// Links images to bitcode. They are in the order in which symbols are looked for. Constructors run in the reverse
/// order, those of libraries first.
pub fn link(images: &[Image], trusted: bool) -> Result<Vec<u8>, LoadError> {
    let all: Vec<Input> = images.iter().flat_map(|image| image.inputs.clone()).collect();
    if !trusted {
        survives(&all, &|inputs| inputs.iter().for_each(|input| drop(read::module(&Context::new(), input))))?;
    }
    let _using = raw::using();
    let context = Context::new().keeping_names(true);
    let mut linked: Option<Module<'_>> = None;
    let mut modules = Vec::new();
    let mut known = BTreeSet::new();
    for image in images {
        let Some(mut module) = link_image(&context, image)? else { continue };
        if images.len() > 1 {
            hide(&mut module, image.exports.as_ref());
        }
        let own = defined(&module, |_| true);
        module.weaken(Linkage::LLVMLinkOnceAnyLinkage, |value| known.contains(&value.name()));
        known.extend(own);
        modules.push((module, image.inputs[0].name()));
    }
    for (module, file) in modules.into_iter().rev() {
        match &mut linked {
            None => linked = Some(module),
            Some(linked) => linked.link(module).map_err(|reason| LoadError::Link { file, reason })?,
        }
    }
    linked.map(|linked| linked.bitcode()).ok_or(LoadError::NoInput)
}

fn link_image<'c>(context: &'c Context, image: &Image) -> Result<Option<Module<'c>>, LoadError> {
    let mut linked: Option<Module<'c>> = None;
    let mut known = BTreeSet::new();
    for input in &image.inputs {
        let mut module = read::module(context, input)?;
        check_target(&module, &input.name())?;
        let own = defined(&module, |value| value.linkage() == Linkage::LLVMExternalLinkage);
        match &mut linked {
            None => linked = Some(module),
            Some(linked) => {
                module.weaken(Linkage::LLVMWeakAnyLinkage, |value| {
                    value.linkage() == Linkage::LLVMExternalLinkage && known.contains(&value.name())
                });
                linked.link(module).map_err(|reason| LoadError::Link { file: input.name(), reason })?;
            }
        }
        known.extend(own);
    }
    Ok(linked)
}

/// Makes local what other images do not see.
fn hide(module: &mut Module<'_>, exports: Option<&BTreeSet<String>>) {
    module.weaken(Linkage::LLVMInternalLinkage, |value| match exports {
        Some(exports) => !exports.contains(&value.name()),
        None => value.is_hidden() && value.name() != "main",
    });
}

/// The names of the definitions that other modules see and that `filter` accepts.
fn defined(module: &Module<'_>, filter: impl Fn(Value<'_>) -> bool) -> BTreeSet<String> {
    let values = module.functions().chain(module.globals()).chain(module.aliases());
    values.filter(|value| value.is_seen() && filter(*value)).map(|value| value.name()).collect()
}
