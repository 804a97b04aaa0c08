//! Functions with parameters: their bodies are recorded once and executed at each call.
//!
//! A body is read, and its sorts are checked, when it is defined. Whatever depends on a parameter is recorded as
//! a list of steps, each an operator or a call on earlier results; everything else is already a term. A call
//! executes the steps on its operands. Calls inside bodies use an explicit stack instead of recursion, and equal
//! calls are executed once, so a chain of functions that each call the previous one twice costs no more than its
//! length.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::operator::Operator;
use crate::sort::Sort;
use crate::term::{Term, Terms, Value};

/// A function defined by the script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FunctionId(u32);

/// The head of an application: an operator or a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Head {
    Operator(Operator),
    Function(FunctionId),
}

/// A function's signature and body.
pub(crate) struct Function {
    pub(crate) parameters: Vec<Sort>,
    pub(crate) result: Sort,
    body: Body,
    answer: Term,
}

/// Recorded steps. Local values are numbered: first the parameters, then the results of the steps.
#[derive(Default)]
pub(crate) struct Body {
    steps: Vec<Step>,
    operands: Vec<Term>,
    locals: u32,
}

struct Step {
    head: Head,
    /// The end of its operands in the list of all operands; they begin at the end of the previous step's.
    end: usize,
    sort: Sort,
}

/// All functions, and the results of the calls executed so far.
#[derive(Default)]
pub(crate) struct Functions {
    all: Vec<Rc<Function>>,
    done: FxHashMap<(FunctionId, Rc<[Term]>), Term>,
}

/// A call that is being executed.
struct Call {
    id: FunctionId,
    arguments: Rc<[Term]>,
    function: Rc<Function>,
    /// The arguments, then the results of the steps executed so far.
    locals: Vec<Term>,
    next: usize,
    /// Where the operands of the next step begin.
    operand: usize,
}

impl Body {
    /// Adds a parameter.
    pub(crate) fn parameter(&mut self, sort: Sort) -> Term {
        self.local(sort)
    }

    /// Records a step and returns its result.
    pub(crate) fn step(&mut self, head: Head, operands: &[Term], sort: Sort) -> Term {
        self.operands.extend_from_slice(operands);
        self.steps.push(Step { head, end: self.operands.len(), sort });
        self.local(sort)
    }

    fn local(&mut self, sort: Sort) -> Term {
        self.locals += 1;
        Term { sort, value: Value::Local(self.locals - 1) }
    }
}

impl Functions {
    /// Adds a function and returns its id.
    pub(crate) fn define(&mut self, parameters: Vec<Sort>, body: Body, answer: Term) -> FunctionId {
        self.all.push(Rc::new(Function { parameters, result: answer.sort, body, answer }));
        FunctionId(u32::try_from(self.all.len() - 1).expect("a script has fewer than 2^32 functions"))
    }

    /// The function with the given id.
    pub(crate) fn get(&self, id: FunctionId) -> &Rc<Function> {
        &self.all[id.0 as usize]
    }

    /// The result of an earlier equal call, or a call to be executed.
    fn begin(&self, id: FunctionId, arguments: &[Term]) -> Result<Term, Call> {
        let arguments: Rc<[Term]> = arguments.into();
        let key = (id, arguments);
        if let Some(&known) = self.done.get(&key) {
            return Ok(known);
        }
        let (id, arguments) = key;
        let locals = arguments.to_vec();
        Err(Call { id, arguments, function: self.get(id).clone(), locals, next: 0, operand: 0 })
    }
}

impl Terms {
    /// The result of a function on arguments that depend on no parameter.
    pub(crate) fn call(&mut self, id: FunctionId, arguments: &[Term]) -> Term {
        let mut calls = match self.functions.begin(id, arguments) {
            Ok(known) => return known,
            Err(call) => vec![call],
        };
        let mut operands: Vec<Term> = Vec::new();
        loop {
            let call = calls.last_mut().expect("the loop ends with the first call");
            let function = call.function.clone();
            let Some(step) = function.body.steps.get(call.next) else {
                let answer = call.resolve(function.answer);
                let call = calls.pop().expect("it was looked at");
                self.functions.done.insert((call.id, call.arguments), answer);
                match calls.last_mut() {
                    None => return answer,
                    Some(caller) => caller.locals.push(answer),
                }
                continue;
            };
            operands.clear();
            operands.extend(function.body.operands[call.operand..step.end].iter().map(|&term| call.resolve(term)));
            (call.next, call.operand) = (call.next + 1, step.end);
            match step.head {
                Head::Operator(operator) => {
                    let value = self.build(operator, &operands);
                    call.locals.push(Term { sort: step.sort, value });
                }
                Head::Function(inner) => match self.functions.begin(inner, &operands) {
                    Ok(known) => call.locals.push(known),
                    Err(inner) => calls.push(inner),
                },
            }
        }
    }
}

impl Call {
    fn resolve(&self, term: Term) -> Term {
        match term.value {
            Value::Local(local) => self.locals[local as usize],
            _ => term,
        }
    }
}
