//! Passes, which change a module after a front end has made it. Each has a file in `transform/`.
//!
//! The rules of the IR are checked before the first pass and after each pass. So the pass that breaks a rule is
//! named at once, before a run goes wrong. Nothing else checks a program on its way from the front end to the
//! executor.
//!
//! A pass knows nothing of options or models. Its fields say what it is to do; the code that lists passes sets
//! them.

mod deciding_calls;
mod kept_in_frames;

pub use deciding_calls::DecidingCalls;
pub use kept_in_frames::KeptInFrames;

use std::error::Error;
use std::fmt;

use crate::module::Module;
use crate::verify::{VerifyError, verify};

/// A change of a whole module.
pub trait Pass {
    /// The name of the pass in messages.
    fn name(&self) -> &'static str;

    /// Makes the change. A module that obeys the rules of the IR obeys them afterwards.
    fn run(&self, module: &mut Module);
}

/// A module breaks rules of the IR: an error of Pleach, never of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The front end or the pass that broke them.
    pub by: &'static str,
    /// Every place that breaks a rule, at least one.
    pub errors: Vec<VerifyError>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error: {} breaks the rules of the IR", self.by)?;
        if let Some(first) = self.errors.first() {
            write!(f, ": {first}")?;
        }
        match self.errors.len() {
            0 | 1 => Ok(()),
            count => write!(f, " (and {} more)", count - 1),
        }
    }
}

impl Error for Broken {}

/// Runs passes in order, and the verifier before the first and after each. `maker` is the name of the front end
/// that made the module, for messages.
///
/// After an error the module must not be used.
pub fn transform(module: &mut Module, maker: &'static str, passes: &[&dyn Pass]) -> Result<(), Broken> {
    check(module, maker)?;
    for pass in passes {
        pass.run(module);
        check(module, pass.name())?;
    }
    Ok(())
}

fn check(module: &Module, by: &'static str) -> Result<(), Broken> {
    verify(module).map_err(|errors| Broken { by, errors })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Reg;
    use crate::parse_module;

    /// Gives each function a result, whether it returns one or not.
    struct Careless;

    impl Pass for Careless {
        fn name(&self) -> &'static str {
            "careless"
        }

        fn run(&self, module: &mut Module) {
            module.functions.iter_mut().for_each(|function| function.ret = 8);
        }
    }

    /// Changes nothing.
    struct Idle;

    impl Pass for Idle {
        fn name(&self) -> &'static str {
            "idle"
        }

        fn run(&self, _module: &mut Module) {}
    }

    fn module() -> Module {
        parse_module("func @f() {\nb0:\n  return\n}\nfunc @g() {\nb0:\n  return\n}\n").expect("a program")
    }

    #[test]
    fn the_pass_that_breaks_a_rule_is_named() {
        let broken = transform(&mut module(), "the test", &[&Idle, &Careless, &Idle]).expect_err("a rule is broken");
        assert_eq!((broken.by, broken.errors.len()), ("careless", 2));
        let message = broken.to_string();
        assert!(message.starts_with("internal error: careless breaks the rules of the IR: @f b0"), "{message}");
        assert!(message.ends_with("(and 1 more)"), "{message}");
    }

    #[test]
    fn the_maker_is_named_for_what_was_broken_before() {
        let mut wrong = module();
        wrong.functions[0].params.push(Reg(7));
        let broken = transform(&mut wrong, "the test", &[&Idle]).expect_err("there is no such register");
        assert_eq!(broken.by, "the test");
        assert_eq!(transform(&mut module(), "the test", &[&Idle]), Ok(()));
    }
}
