//! Which form the string functions get that have two: C code, which makes a path for each place where it may stop, or one expression.
//!
//! Measurements (`docs/benchmarks.md`) say what is best by default. What is compared with two strings only decides something, so comparisons
//! are expressions. A length or a place within a string is one where nothing but a decision depends on it; where the program goes on
//! with it, as an index, an address or a size, questions about all places at once cost more than the paths that they save, and
//! most often these paths part there in any case. Which of both it is can be seen at the call ([`ir::Deciding`]).

use ir::{Callee, Deciding, FuncId, Function, Inst, Module};

/// The form of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// C code.
    Fork,
    /// One expression.
    Expression,
    /// One expression where the result is only compared, and C code elsewhere.
    WhereItDecides,
}

/// The forms of the functions that have two, see [`models::STRING_FUNCTIONS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strings {
    forms: Vec<(&'static str, Form)>,
}

impl Default for Strings {
    fn default() -> Strings {
        Strings::with(|name| match name {
            "strcmp" | "strncmp" | "memcmp" => Form::Expression,
            _ => Form::WhereItDecides,
        })
    }
}

impl Strings {
    fn with(form: impl Fn(&str) -> Form) -> Strings {
        Strings { forms: models::STRING_FUNCTIONS.iter().map(|&name| (name, form(name))).collect() }
    }

    /// A form's name, or names of functions that are to be expressions, while the others are code.
    pub fn parse(text: &str) -> Result<Strings, String> {
        let names: Vec<&str> = match text {
            "auto" => return Ok(Strings::default()),
            "fork" => Vec::new(),
            "expression" => models::STRING_FUNCTIONS.to_vec(),
            names => names.split(',').map(str::trim).collect(),
        };
        if let Some(unknown) = names.iter().find(|name| !models::STRING_FUNCTIONS.contains(name)) {
            let known = models::STRING_FUNCTIONS.join(", ");
            return Err(format!("'{unknown}' is neither auto, fork or expression nor one of {known}"));
        }
        Ok(Strings::with(|name| if names.contains(&name) { Form::Expression } else { Form::Fork }))
    }

    fn form(&self, name: &str) -> Option<Form> {
        self.forms.iter().find(|(known, _)| *known == name).map(|&(_, form)| form)
    }

    /// Whether calls of a function are calls of C code, though the executor could do it.
    pub fn is_code(&self, name: &str) -> bool {
        self.form(name).is_some_and(|form| form != Form::Expression)
    }

    /// The functions that are not to be C code anywhere.
    pub fn never_code(&self) -> impl Iterator<Item = &'static str> {
        self.forms.iter().filter(|(_, form)| *form == Form::Expression).map(|&(name, _)| name)
    }

    /// Makes expressions of calls that only decide something. `is_library` says whether a function is the library's and not the
    /// program's own.
    pub fn settle(&self, module: &mut Module, is_library: impl Fn(&str) -> bool) {
        let chosen = self.forms.iter().filter(|(name, form)| *form == Form::WhereItDecides && is_library(name));
        let chosen: Vec<(FuncId, &str)> =
            chosen.filter_map(|(name, _)| module.function(name).map(|id| (id, *name))).collect();
        for (code, name) in chosen {
            // What is declared last changes the address of no other function.
            let expression = FuncId(module.functions.len() as u32);
            let mut found = false;
            for function in module.functions.iter_mut().filter(|function| !function.machine) {
                found |= redirect(function, code, expression);
            }
            if found {
                let declared = declaration(&module.functions[code.index()], models::as_expression(name));
                module.functions.push(declared);
            }
        }
    }
}

/// Redirects the calls whose results only decide; whether there are any.
fn redirect(function: &mut Function, from: FuncId, to: FuncId) -> bool {
    let is_call = |inst: &Inst| matches!(inst, Inst::Call { callee: Callee::Direct(callee), .. } if *callee == from);
    if !function.blocks.iter().any(|block| block.insts.iter().any(|(inst, _)| is_call(inst))) {
        return false;
    }
    let deciding = Deciding::new(function);
    let mut found = false;
    for (inst, _) in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
        if let Inst::Call { dst: Some(dst), callee: Callee::Direct(callee), .. } = inst
            && *callee == from
            && deciding.only_decides(*dst)
        {
            *callee = to;
            found = true;
        }
    }
    found
}

/// The same function without a body, under another name.
fn declaration(function: &Function, name: String) -> Function {
    let regs = function.params.iter().map(|&param| function.width(param)).collect();
    let params = (0..function.params.len() as u32).map(ir::Reg).collect();
    Function { name, params, regs, blocks: Vec::new(), frame_bytes: 0, ..function.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_names_and_functions_can_be_listed() {
        let is_code = |text: &str, name: &str| Strings::parse(text).expect("a form").is_code(name);
        assert!(is_code("fork", "strcmp") && !is_code("expression", "strcmp"));
        assert!(!is_code("strlen, strcmp", "strcmp") && is_code("strlen, strcmp", "memcmp"));
        // What has one form only is not asked about.
        assert!(!is_code("fork", "memcpy"));
        assert_eq!(Strings::parse("auto"), Ok(Strings::default()));
        let unknown = Strings::parse("strcmp,strcpy").expect_err("no such form");
        assert!(unknown.starts_with("'strcpy' is neither"), "{unknown}");
    }

    const PROGRAM: &str = "\
func @strlen(%0:64) -> 64 {
b0:
  return 0:64
}
func @decides(%0:64) -> 1 {
b0:
  %1:64 = call @strlen(%0)
  %2:1 = ult %1, 8:64
  return %2
}
func @goes_on(%0:64) -> 64 {
b0:
  %1:64 = call @strlen(%0)
  return %1
}
";

    #[test]
    fn calls_that_only_decide_are_expressions() {
        let mut module = ir::parse_module(PROGRAM).expect("a program");
        Strings::default().settle(&mut module, |_| true);
        ir::verify(&module).expect("still a program");
        let text = module.to_string();
        assert!(text.contains("%1:64 = call @__pleach_expression_strlen(%0)\n  %2:1 = ult"), "{text}");
        assert!(text.contains("%1:64 = call @strlen(%0)\n  return %1"), "{text}");
    }

    #[test]
    fn a_function_of_the_program_is_left_alone() {
        let mut module = ir::parse_module(PROGRAM).expect("a program");
        let before = module.clone();
        Strings::default().settle(&mut module, |_| false);
        assert_eq!(module, before);
        Strings::parse("fork").expect("a form").settle(&mut module, |_| true);
        assert_eq!(module, before);
    }
}
