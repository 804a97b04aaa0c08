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
use crate::quantifier::{QuantifierId, Quantifiers};
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
    /// A quantifier; the operands are what its body takes from around it.
    Quantifier(QuantifierId),
}

/// A function's signature and body.
pub(crate) struct Function {
    pub(crate) parameters: Vec<Sort>,
    pub(crate) result: Sort,
    body: Rc<Body>,
    answer: Term,
    uses_arrays: bool,
    /// The number of values that quantifiers in the body have together.
    values: u64,
}

/// Recorded steps. Local values are numbered: first the parameters, then the results of the steps.
#[derive(Default)]
pub(crate) struct Body {
    /// How many bodies are around this one.
    depth: u32,
    steps: Vec<Step>,
    operands: Vec<Term>,
    locals: u32,
    /// What a quantifier takes from around it, in the order of the parameters after the variable.
    pub(crate) captured: Vec<Term>,
    /// The parameters for what is captured.
    taken: Vec<Term>,
}

/// A value in a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Local {
    /// How many bodies are around the body.
    pub(crate) depth: u32,
    pub(crate) number: u32,
}

struct Step {
    head: Head,
    /// The end of its operands in the list of all operands; they begin at the end of the previous step's.
    end: usize,
    sort: Sort,
    /// The number of the result.
    result: u32,
    /// Whether it depends on the first parameter.
    on_first: bool,
}

/// All functions, and the results of the calls executed so far.
#[derive(Default)]
pub(crate) struct Functions {
    all: Vec<Rc<Function>>,
    done: FxHashMap<(FunctionId, Rc<[Term]>), Term>,
    pub(crate) quantifiers: Quantifiers,
}

/// A call that is being executed.
struct Call {
    id: FunctionId,
    arguments: Rc<[Term]>,
    function: Rc<Function>,
    /// The arguments and the results of the steps executed so far, by their numbers; others are no values yet.
    locals: Vec<Term>,
    next: usize,
    /// Where the operands of the next step begin.
    operand: usize,
}

impl Body {
    /// A body within so many others.
    pub(crate) fn new(depth: u32) -> Body {
        Body { depth, ..Body::default() }
    }

    /// Adds a parameter.
    pub(crate) fn parameter(&mut self, sort: Sort) -> Term {
        self.local(sort)
    }

    /// Records a step and returns its result.
    pub(crate) fn step(&mut self, head: Head, operands: &[Term], sort: Sort) -> Term {
        let on_first = operands.iter().any(|&operand| self.depends_on_variable(operand));
        self.operands.extend_from_slice(operands);
        self.steps.push(Step { head, end: self.operands.len(), sort, result: self.locals, on_first });
        self.local(sort)
    }

    fn local(&mut self, sort: Sort) -> Term {
        self.locals += 1;
        Term { sort, value: Value::Local(Local { depth: self.depth, number: self.locals - 1 }) }
    }

    /// The parameter for a value of the body around this one.
    pub(crate) fn capture(&mut self, term: Term) -> Term {
        if let Some(place) = self.captured.iter().position(|&other| other == term) {
            return self.taken[place];
        }
        let parameter = self.local(term.sort);
        self.captured.push(term);
        self.taken.push(parameter);
        parameter
    }

    /// The arguments of a call by the numbers of the parameters. What a quantifier takes from around it became a
    /// parameter where it was first used.
    fn with_arguments(&self, arguments: &[Term]) -> Vec<Term> {
        let mut locals = vec![arguments[0]; self.locals as usize];
        let first = arguments.len() - self.taken.len();
        locals[..first].copy_from_slice(&arguments[..first]);
        for (parameter, &argument) in self.taken.iter().zip(&arguments[first..]) {
            if let Value::Local(local) = parameter.value {
                locals[local.number as usize] = argument;
            }
        }
        locals
    }

    /// The number of values that quantifiers within this body have together, at least 1.
    pub(crate) fn values(&self, functions: &Functions) -> u64 {
        let of = |head: &Head| match *head {
            Head::Quantifier(id) => functions.quantifiers.get(id).values(),
            Head::Function(id) => functions.get(id).values,
            Head::Operator(_) => 1,
        };
        self.steps.iter().map(|step| of(&step.head)).max().unwrap_or(1)
    }

    /// Whether a term is the first parameter.
    pub(crate) fn is_variable(&self, term: Term) -> bool {
        matches!(term.value, Value::Local(Local { number: 0, .. }))
    }

    /// Whether a term depends on the first parameter.
    pub(crate) fn depends_on_variable(&self, term: Term) -> bool {
        self.is_variable(term) || self.step_of(term).is_some_and(|step| self.steps[step].on_first)
    }

    /// The step whose result a term is.
    fn step_of(&self, term: Term) -> Option<usize> {
        let Value::Local(local) = term.value else { return None };
        self.steps.binary_search_by_key(&local.number, |step| step.result).ok()
    }

    /// The head and the operands of the step whose result a term is.
    pub(crate) fn made_by(&self, term: Term) -> Option<(Head, &[Term])> {
        let step = self.step_of(term)?;
        let start = if step == 0 { 0 } else { self.steps[step - 1].end };
        Some((self.steps[step].head, &self.operands[start..self.steps[step].end]))
    }

    /// Whether a step is about arrays, here or in a function that is called.
    pub(crate) fn uses_arrays(&self, functions: &Functions) -> bool {
        self.steps.iter().any(|step| match step.head {
            Head::Function(id) => functions.get(id).uses_arrays,
            Head::Quantifier(id) => functions.quantifiers.get(id).reads_arrays(),
            Head::Operator(_) => false,
        }) || self.operands.iter().any(|operand| matches!(operand.sort, Sort::Array { .. }))
            || self.steps.iter().any(|step| matches!(step.sort, Sort::Array { .. }))
    }
}

impl Functions {
    /// Adds a function and returns its id.
    pub(crate) fn define(&mut self, parameters: Vec<Sort>, body: Body, answer: Term) -> FunctionId {
        self.define_shared(parameters, Rc::new(body), answer)
    }

    /// Adds a function whose body others may have, too.
    pub(crate) fn define_shared(&mut self, parameters: Vec<Sort>, body: Rc<Body>, answer: Term) -> FunctionId {
        let uses_arrays = body.uses_arrays(self);
        let values = body.values(self);
        self.all.push(Rc::new(Function { parameters, result: answer.sort, body, answer, uses_arrays, values }));
        FunctionId(u32::try_from(self.all.len() - 1).expect("a script has fewer than 2^32 functions"))
    }

    /// The function with the given id.
    pub(crate) fn get(&self, id: FunctionId) -> &Rc<Function> {
        &self.all[id.0 as usize]
    }

    /// What a function returns, in terms of its body.
    pub(crate) fn answer(&self, id: FunctionId) -> Term {
        self.get(id).answer
    }

    /// The result of an earlier equal call, or a call to be executed.
    fn begin(&self, id: FunctionId, arguments: &[Term]) -> Result<Term, Call> {
        let arguments: Rc<[Term]> = arguments.into();
        let key = (id, arguments);
        if let Some(&known) = self.done.get(&key) {
            return Ok(known);
        }
        let (id, arguments) = key;
        let function = self.get(id).clone();
        let locals = function.body.with_arguments(&arguments);
        Err(Call { id, arguments, function, locals, next: 0, operand: 0 })
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
                    Some(caller) => caller.put(answer),
                }
                continue;
            };
            operands.clear();
            operands.extend(function.body.operands[call.operand..step.end].iter().map(|&term| call.resolve(term)));
            (call.next, call.operand) = (call.next + 1, step.end);
            match step.head {
                Head::Operator(operator) => {
                    let value = self.build(operator, &operands);
                    call.put(Term { sort: step.sort, value });
                }
                Head::Quantifier(id) => {
                    // It recurses as deeply as quantifiers are nested.
                    let quantified = self.build_quantifier(id, &operands);
                    call.put(quantified);
                }
                Head::Function(inner) => match self.functions.begin(inner, &operands) {
                    Ok(known) => call.put(known),
                    Err(inner) => calls.push(inner),
                },
            }
        }
    }
}

impl Call {
    /// Notes the result of the step that was executed last.
    fn put(&mut self, result: Term) {
        let number = self.function.body.steps[self.next - 1].result;
        self.locals[number as usize] = result;
    }

    fn resolve(&self, term: Term) -> Term {
        match term.value {
            Value::Local(local) => self.locals[local.number as usize],
            _ => term,
        }
    }
}
