//! Which objects a register may point to, whatever the input: an inclusion-based points-to analysis (Andersen 1994) with
//! offsets of fields and a call graph that grows as functions' addresses are found to flow to calls.
//!
//! Abstract objects are allocation sites: globals, functions, each `alloca`, and each call that may allocate. The IR has no
//! types, so any register may hold an address; that it does is known from where its value came from. Loads and stores of
//! parts of an address, and arithmetic of every kind, keep what it may point to: an address that was taken apart into bytes,
//! tagged or hashed still points to its object when it is put together, at any offset of it. What becomes an address by
//! control flow alone (a number that was compared with each bit of one) is not seen.
//!
//! A location is an object with an offset that is known or any. Memory has a cell for each object and offset that
//! something was stored at, and one for what was stored at any. Functions without a body are known by name (`known.rs`), or
//! they may do whatever the environment can do with what it was given: read it, change it, keep it and return it.
//!
//! The result is the classes of the segments of Trabish 2024, §3.2.2: objects that one access may denote are in one class.
//! The analysis knows neither paths nor the order of instructions. Machine code has only addresses: for it there is no result.

mod constraints;
mod known;
mod solve;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::module::{BlockId, FuncId, GlobalId, Module, Reg};
use solve::Solver;

/// An abstract object: all objects that the program makes in one place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// A global variable.
    Global(GlobalId),
    /// A function, which is pointed to but holds nothing.
    Function(FuncId),
    /// What the `alloca` at this place makes.
    Stack(Place),
    /// What the call at this place allocates.
    Heap(Place),
    /// The arguments of a function past its parameters.
    Arguments(FuncId),
    /// All memory that the program did not make.
    Outside,
}

/// The place of an instruction: its function, its block, its number in the block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub struct Place {
    pub function: FuncId,
    pub block: BlockId,
    pub number: u32,
}

/// Where a pointer may point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// The object.
    pub site: Site,
    /// The offset in the object in bytes; `None` for any.
    pub offset: Option<i64>,
}

/// The result of the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointsTo {
    /// What each register may point to, sorted; those without an entry hold no address.
    registers: BTreeMap<(FuncId, Reg), Vec<Location>>,
    /// The classes, by their objects. The number of a class is that of its first object.
    classes: BTreeMap<Site, usize>,
}

impl PointsTo {
    /// Analyses what can be executed from these functions on, the first of which is given arguments from outside. `None` if
    /// there is machine code.
    pub fn new(module: &Module, entries: &[FuncId]) -> Option<PointsTo> {
        if module.functions.iter().any(|function| function.machine) {
            return None;
        }
        let mut solver = Solver::new(module);
        entries.iter().for_each(|&entry| solver.enter_from_outside(entry));
        solver.solve();
        Some(PointsTo { registers: solver.registers(), classes: solver.classes() })
    }

    /// What a register may point to, sorted.
    pub fn of(&self, function: FuncId, reg: Reg) -> &[Location] {
        self.registers.get(&(function, reg)).map_or(&[], Vec::as_slice)
    }

    /// The class of an object: objects that an access may choose between have the same. `None` for an object that is
    /// not made in any code that can be executed.
    pub fn class(&self, site: Site) -> Option<usize> {
        self.classes.get(&site).copied()
    }

    /// The objects of each class, in order.
    pub fn classes(&self) -> Vec<Vec<Site>> {
        let mut classes: BTreeMap<usize, Vec<Site>> = BTreeMap::new();
        for (&site, &class) in &self.classes {
            classes.entry(class).or_default().push(site);
        }
        classes.into_values().collect()
    }

    /// The result as text: a line for each register that may hold an address, and a line for each class.
    pub fn text(&self, module: &Module) -> String {
        let mut text = String::new();
        for ((function, reg), locations) in &self.registers {
            let locations: Vec<String> = locations.iter().map(|location| location_text(module, location)).collect();
            let name = &module.functions[function.index()].name;
            let _ = writeln!(text, "@{name} {reg} -> {}", locations.join(", "));
        }
        for class in self.classes() {
            let sites: Vec<String> = class.into_iter().map(|site| site_text(module, site)).collect();
            let _ = writeln!(text, "class {}", sites.join(", "));
        }
        text
    }
}

fn location_text(module: &Module, location: &Location) -> String {
    let site = site_text(module, location.site);
    match location.offset {
        Some(0) => site,
        Some(offset) => format!("{site} {offset:+}"),
        None => format!("{site} +?"),
    }
}

fn site_text(module: &Module, site: Site) -> String {
    let function = |id: FuncId| &module.functions[id.index()].name;
    let place = |at: Place| format!("@{} {}.{}", function(at.function), at.block, at.number);
    match site {
        Site::Global(id) => format!("@{}", module.globals[id.index()].name),
        Site::Function(id) => format!("@{}", function(id)),
        Site::Stack(at) => format!("stack {}", place(at)),
        Site::Heap(at) => format!("heap {}", place(at)),
        Site::Arguments(id) => format!("arguments @{}", function(id)),
        Site::Outside => "outside".to_owned(),
    }
}

#[cfg(test)]
mod tests;
