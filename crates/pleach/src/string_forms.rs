//! Chooses the form of the string functions that have two: C code, which makes a path for each place where it
//! may stop, or one expression.
//!
//! The defaults follow measurements (`docs/benchmarks.md`, "String functions"). The result of comparing two
//! strings only decides something, so comparisons are expressions. A length, or a place within a string, is an expression if only
//! decisions depend on it. If the program uses it as an index, an address or a size, questions about all places
//! at once cost more than the paths that they save, and most often these paths part there in any case. Which of
//! the two it is can be seen at the call ([`DecidingCalls`]).

use ir::transform::DecidingCalls;

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

/// The form of each function that has two; see [`models::STRING_FUNCTIONS`].
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

    /// Parses the name of a form, or the names of the functions that are to be expressions while the others are
    /// C code.
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

    /// Whether calls of a function go to C code, although the executor could model it.
    pub fn is_code(&self, name: &str) -> bool {
        self.form(name).is_some_and(|form| form != Form::Expression)
    }

    /// The functions that are never C code.
    pub fn never_code(&self) -> impl Iterator<Item = &'static str> {
        self.forms.iter().filter(|(_, form)| *form == Form::Expression).map(|&(name, _)| name)
    }

    /// The pass that turns calls which only decide something into expressions. `is_library` says whether a
    /// function is the library's and not the program's own.
    pub fn deciding_calls(&self, is_library: impl Fn(&str) -> bool) -> DecidingCalls {
        let chosen = self.forms.iter().filter(|(name, form)| *form == Form::WhereItDecides && is_library(name));
        DecidingCalls { instead: chosen.map(|&(name, _)| (name.to_owned(), models::as_expression(name))).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_names_and_functions_can_be_listed() {
        let is_code = |text: &str, name: &str| Strings::parse(text).expect("a form").is_code(name);
        assert!(is_code("fork", "strcmp") && !is_code("expression", "strcmp"));
        assert!(!is_code("strlen, strcmp", "strcmp") && is_code("strlen, strcmp", "memcmp"));
        // A function that has only one form is not affected.
        assert!(!is_code("fork", "memcpy"));
        assert_eq!(Strings::parse("auto"), Ok(Strings::default()));
        let unknown = Strings::parse("strcmp,strcpy").expect_err("no such form");
        assert!(unknown.starts_with("'strcpy' is neither"), "{unknown}");
    }

    #[test]
    fn calls_that_only_decide_are_expressions_where_the_library_has_both_forms() {
        let of =
            |text: &str, is_library: bool| Strings::parse(text).expect("a form").deciding_calls(|_| is_library).instead;
        let length = ("strlen".to_owned(), "__pleach_expression_strlen".to_owned());
        assert!(of("auto", true).contains(&length));
        // A function that is always an expression needs no replacement.
        assert!(of("auto", true).iter().all(|(name, _)| name != "strcmp"));
        assert_eq!((of("auto", false), of("fork", true), of("expression", true)), (vec![], vec![], vec![]));
    }
}
