//! Bounded quantifiers: `(forall ((i (_ BitVec 64))) (=> (and (bvule #x…1 i) (bvule i k) (bvule i #x…9)) body))`.
//!
//! What depends on the variable is recorded as the body of a function (`function.rs`), with what it takes from around
//! as further parameters. At the end of the quantifier the recorded steps show the premises that bound the variable;
//! one upper bound must be known to be a small number. Then the function is called: with the index of a fact of the
//! pool (`Pool::forall`) for the variable, or, if it reads arrays where the variable decides, with every value, since
//! reads of arrays are symbols of their own and none stands for all places.

use expr::{ExprId, Pool};

use crate::error::{ErrorKind, Position, Read};
use crate::function::{Body, FunctionId, Head};
use crate::lexer::Kind;
use crate::operator::Operator;
use crate::reader::Reader;
use crate::scope::{Entity, Mark};
use crate::sort::Sort;
use crate::term::{Term, Terms, Value};
use crate::tuning::{QUANTIFIER_DEPTH, QUANTIFIER_MOST, QUANTIFIER_VALUES};

/// What is supported, for messages.
const SUPPORTED: &str = "a quantifier other than (forall ((i (_ BitVec n))) (=> (and lower upper …) body)) with one \
     variable, n at most 64 and premises that bound i by a small number (bvule, bvult, bvuge, bvugt) is";

/// A quantifier that is being read.
pub(crate) struct Quantifier {
    pub(crate) mark: Mark,
    at: Position,
    sort: Sort,
}

/// A quantifier that was read, to be built for what its body takes from around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuantifierId(u32);

/// The parts of a quantifier, each a function of the variable and of what the body takes from around.
pub(crate) struct Parts {
    /// The width of the variable.
    width: u32,
    bounds: Vec<Bound>,
    /// All other premises.
    premises: Vec<FunctionId>,
    body: FunctionId,
    /// Whether the body reads or compares arrays that depend on the variable.
    reads_arrays: bool,
    /// The number of values that the variable and those of quantifiers within have together.
    values: u64,
}

/// A premise that bounds the variable by something else.
struct Bound {
    from_above: bool,
    strict: bool,
    by: FunctionId,
}

impl Reader<'_, '_> {
    /// Reads the variable of a `forall`, after that word: from here on it is the parameter of a body.
    pub(crate) fn quantifier(&mut self, at: Position) -> Read<Quantifier> {
        let unsupported = || at.error(ErrorKind::Unsupported(SUPPORTED.to_owned()));
        self.open()?;
        self.open()?;
        let (name, _) = self.symbol()?;
        let sort = self.sort()?;
        self.close()?;
        let token = self.token()?;
        let fits = matches!(sort, Sort::BitVec(1..=64)) && self.world.terms.bodies.len() < QUANTIFIER_DEPTH;
        if token.kind != Kind::Close || !fits {
            return Err(unsupported());
        }
        let mark = self.world.scope.mark();
        let depth = self.world.terms.bodies.len() as u32;
        let mut body = Body::new(depth);
        let variable = body.parameter(sort);
        self.world.terms.bodies.push(body);
        self.world.scope.bind(name, Entity::Term(variable));
        Ok(Quantifier { mark, at, sort })
    }

    /// The quantifier whose body has been read.
    pub(crate) fn quantified(&mut self, quantifier: &Quantifier, term: Term) -> Read<Term> {
        let at = quantifier.at;
        self.close()?;
        self.world.scope.back_to(quantifier.mark);
        self.want(Sort::Bool, term, at)?;
        let terms = &mut self.world.terms;
        let mut body = terms.bodies.pop().expect("it was begun with the quantifier");
        let arguments = std::mem::take(&mut body.captured);
        let unsupported = || at.error(ErrorKind::Unsupported(SUPPORTED.to_owned()));
        let Sort::BitVec(width) = quantifier.sort else { return Err(unsupported()) };
        let mut parts = terms.parts(body, width, term, &arguments);
        let most = terms.greatest(&parts, &arguments);
        if most > QUANTIFIER_MOST {
            return Err(unsupported());
        }
        parts.values *= most + 1;
        if parts.values > QUANTIFIER_VALUES {
            let why = format!("quantifiers with {} values together are more than {QUANTIFIER_VALUES}", parts.values);
            return Err(at.error(ErrorKind::TooLarge(why)));
        }
        let id = terms.functions.quantifiers.add(parts);
        // What depends on a parameter around is built when that has a value.
        if arguments.iter().any(|argument| matches!(argument.value, Value::Local(_)))
            && let Some(around) = terms.bodies.last_mut()
        {
            return Ok(around.step(Head::Quantifier(id), &arguments, Sort::Bool));
        }
        Ok(terms.build_quantifier(id, &arguments))
    }

    /// A term from around, within the body that is being read.
    pub(crate) fn captured(&mut self, term: Term) -> Term {
        let Value::Local(local) = term.value else { return term };
        let bodies = &mut self.world.terms.bodies;
        // Each body between takes it as a parameter.
        (local.depth as usize + 1..bodies.len()).fold(term, |term, depth| bodies[depth].capture(term))
    }
}

/// All quantifiers that depend on parameters around them.
#[derive(Default)]
pub(crate) struct Quantifiers(Vec<std::rc::Rc<Parts>>);

impl Quantifiers {
    fn add(&mut self, parts: Parts) -> QuantifierId {
        self.0.push(parts.into());
        QuantifierId(self.0.len() as u32 - 1)
    }

    pub(crate) fn get(&self, id: QuantifierId) -> &std::rc::Rc<Parts> {
        &self.0[id.0 as usize]
    }
}

impl Parts {
    pub(crate) fn reads_arrays(&self) -> bool {
        self.reads_arrays
    }

    pub(crate) fn values(&self) -> u64 {
        self.values
    }
}

impl Terms {
    /// The parts of a quantifier.
    fn parts(&mut self, body: Body, width: u32, term: Term, arguments: &[Term]) -> Parts {
        let (conclusion, mut pending) = match body.made_by(term) {
            Some((Head::Operator(Operator::Implies), operands)) => {
                let (&conclusion, premises) = operands.split_last().expect("an operator has operands");
                (conclusion, premises.to_vec())
            }
            _ => (term, Vec::new()),
        };
        let (mut bounds, mut others) = (Vec::new(), Vec::new());
        while let Some(premise) = pending.pop() {
            match body.made_by(premise) {
                Some((Head::Operator(Operator::And), parts)) => pending.extend_from_slice(parts),
                _ => match bound(&body, premise) {
                    Some(bound) => bounds.push(bound),
                    None => others.push(premise),
                },
            }
        }
        let (reads_arrays, values) = (body.uses_arrays(&self.functions), body.values(&self.functions));
        let mut sorts = vec![Sort::BitVec(width)];
        sorts.extend(arguments.iter().map(|argument| argument.sort));
        let body = std::rc::Rc::new(body);
        let mut function = |answer: Term| self.functions.define_shared(sorts.clone(), body.clone(), answer);
        let bounds = bounds.into_iter();
        let bounds = bounds.map(|(from_above, strict, by)| Bound { from_above, strict, by: function(by) }).collect();
        let premises = others.into_iter().map(&mut function).collect();
        Parts { width, bounds, premises, body: function(conclusion), reads_arrays, values }
    }

    /// The greatest value that the variable can have, as far as that is known whatever the parameters around are.
    fn greatest(&mut self, parts: &Parts, arguments: &[Term]) -> u64 {
        let open = arguments.iter().any(|argument| matches!(argument.value, Value::Local(_)));
        let mut most = bv::mask(parts.width);
        for bound in parts.bounds.iter().filter(|bound| bound.from_above) {
            let high = match self.functions.answer(bound.by).value {
                Value::Bits(known) => self.pool.unsigned_range(known).1,
                _ if open => continue,
                _ => {
                    let by = self.part(bound.by, parts.width, arguments, None);
                    self.pool.unsigned_range(by).1
                }
            };
            most = most.min(high);
        }
        most
    }

    /// A part for a value of the variable; any value if the part does not depend on it.
    fn part(&mut self, part: FunctionId, width: u32, arguments: &[Term], at: Option<ExprId>) -> ExprId {
        let at = at.unwrap_or_else(|| self.pool.int(width, 0));
        let variable = Term { sort: Sort::BitVec(width), value: Value::Bits(at) };
        let operands: Vec<Term> = std::iter::once(variable).chain(arguments.iter().copied()).collect();
        self.call(part, &operands).expr()
    }

    /// The quantifier for what it takes from around, which depends on no parameter.
    pub(crate) fn build_quantifier(&mut self, id: QuantifierId, arguments: &[Term]) -> Term {
        let parts = self.functions.quantifiers.get(id).clone();
        let width = parts.width;
        // The least and the greatest value, as far as they are known, and the bound that is the count.
        let (mut least, mut most, mut counted) = (0, bv::mask(width), None);
        for (place, bound) in parts.bounds.iter().enumerate() {
            let by = self.part(bound.by, width, arguments, None);
            let (low, high) = self.pool.unsigned_range(by);
            match (bound.from_above, bound.strict) {
                (true, true) if high == 0 => return self.bool(true),
                (true, strict) => most = most.min(high - u64::from(strict)),
                (false, _) if !self.pool.is_const(by) => {}
                (false, true) if low == u64::MAX => return self.bool(true),
                (false, strict) => least = least.max(low + u64::from(strict)),
            }
            if bound.from_above && !self.pool.is_const(by) {
                counted.get_or_insert((place, by));
            }
        }
        let Some(values) = most.checked_sub(least).map(|distance| distance + 1) else { return self.bool(true) };
        let count = self.count(counted.map(|(_, by)| by), least, values);
        let instance = |terms: &mut Terms, at: ExprId| {
            let mut body = terms.part(parts.body, width, arguments, Some(at));
            for (place, bound) in parts.bounds.iter().enumerate() {
                // The count says this already, unless the bound is strict.
                if !bound.strict && counted.is_some_and(|(counted, _)| counted == place) {
                    continue;
                }
                let by = terms.part(bound.by, width, arguments, None);
                let (low, high) = if bound.from_above { (at, by) } else { (by, at) };
                let within = if bound.strict { terms.pool.ult(low, high) } else { terms.pool.ule(low, high) };
                body = terms.pool.implies(within, body);
            }
            for &premise in &parts.premises {
                let premise = terms.part(premise, width, arguments, Some(at));
                body = terms.pool.implies(premise, body);
            }
            body
        };
        let value = if parts.reads_arrays {
            let mut all = vec![self.pool.bool(true)];
            for at in 0..values {
                let value = self.pool.int(width, least + at);
                let body = instance(self, value);
                let number = self.pool.int(64, at + 1);
                let within = self.pool.ule(number, count);
                all.push(self.pool.implies(within, body));
            }
            crate::build::balanced(&mut self.pool, &all, Pool::and)
        } else {
            let index = self.pool.index(Pool::FORALL_LEVELS - 1 - self.quantifiers_open, values);
            // The index counts from 1.
            let offset = self.pool.int(64, least.wrapping_sub(1));
            let at = self.pool.add(index, offset);
            let at = self.pool.trunc(at, width);
            self.quantifiers_open += 1;
            let body = instance(self, at);
            self.quantifiers_open -= 1;
            self.pool.forall(index, count, body)
        };
        Term { sort: Sort::Bool, value: Value::Bits(value) }
    }

    /// How many of the values from the least one on are up to a bound; all of them if there is none. More than there
    /// are is as good.
    fn count(&mut self, bound: Option<ExprId>, least: u64, values: u64) -> ExprId {
        let all = self.pool.int(64, values);
        let Some(bound) = bound else { return all };
        let bound = self.pool.zext(bound, 64);
        if least == 1 {
            return bound;
        }
        let before = self.pool.int(64, least.wrapping_sub(1));
        let number = self.pool.sub(bound, before);
        if least == 0 {
            // The greatest bound plus one would wrap.
            let last = self.pool.int(64, values - 1);
            let few = self.pool.ult(bound, last);
            return self.pool.ite(few, number, all);
        }
        let (first, none) = (self.pool.int(64, least), self.pool.int(64, 0));
        let some = self.pool.ule(first, bound);
        self.pool.ite(some, number, none)
    }
}

/// Whether a premise bounds the variable from above, whether strictly, and by what.
fn bound(body: &Body, premise: Term) -> Option<(bool, bool, Term)> {
    let (mut head, mut operands) = body.made_by(premise)?;
    let mut not = false;
    while let (Head::Operator(Operator::Not), &[inner]) = (head, operands) {
        (head, operands) = body.made_by(inner)?;
        not = !not;
    }
    let Head::Operator(operator) = head else { return None };
    let &[left, right] = operands else { return None };
    // left < right, or left <= right
    let (left, right, strict) = match operator {
        Operator::Ult => (left, right, true),
        Operator::Ule => (left, right, false),
        Operator::Ugt => (right, left, true),
        Operator::Uge => (right, left, false),
        _ => return None,
    };
    let (left, right, strict) = if not { (right, left, !strict) } else { (left, right, strict) };
    match (body.is_variable(left), body.is_variable(right)) {
        (true, false) if !body.depends_on_variable(right) => Some((true, strict, right)),
        (false, true) if !body.depends_on_variable(left) => Some((false, strict, left)),
        _ => None,
    }
}
