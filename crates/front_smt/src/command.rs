//! The commands that declare, define, assert and ask.

use solver::Answer;

use crate::error::{ErrorKind, Position, Read};
use crate::float;
use crate::function::Body;
use crate::lexer::{Kind, excerpt};
use crate::names::Name;
use crate::operator::Operator;
use crate::reader::Reader;
use crate::scope::Entity;
use crate::session::{LevelMark, Reply, State};
use crate::sort::Sort;
use crate::term::Term;
use crate::tuning::LEVELS;

impl Reader<'_, '_> {
    /// Executes the command whose opening parenthesis was just read.
    pub(crate) fn command(&mut self, state: &mut State) -> Read<Reply> {
        let token = self.token()?;
        let Kind::Symbol { name, .. } = token.kind else { return Err(self.unexpected(token, "the name of a command")) };
        match self.world.names.text(name) {
            "assert" => self.assert(state),
            "declare-const" => self.declare_const(state),
            "declare-fun" => self.declare_fun(state),
            "define-const" => self.define_const(state),
            "define-fun" => self.define_fun(state),
            "define-sort" => self.define_sort(state),
            "check-sat" => {
                self.close()?;
                Ok(self.check(state, &[]))
            }
            "check-sat-assuming" => self.check_assuming(state),
            "push" => self.push(state),
            "pop" => self.pop(state),
            "get-value" => self.get_value(state, token.at),
            "get-model" => self.get_model(state, token.at),
            "get-assertions" => self.get_assertions(state, token.at),
            "get-unsat-assumptions" => self.get_unsat_assumptions(state, token.at),
            "get-info" => self.get_info(state),
            "get-option" => self.get_option(state),
            "set-info" => self.set_info(),
            "set-option" => self.set_option(state),
            "set-logic" => self.set_logic(state),
            "echo" => self.echo(),
            "reset" => self.close().map(|()| Reply::Reset),
            "reset-assertions" => self.reset_assertions(state),
            "exit" => self.close().map(|()| Reply::Exit),
            other => {
                let what = format!("the command {} is", excerpt(other.as_bytes()));
                Err(token.at.error(ErrorKind::Unsupported(what)))
            }
        }
    }

    fn assert(&mut self, state: &mut State) -> Read<Reply> {
        if state.options.produce_assertions {
            self.lexer.record();
        }
        let token = self.token()?;
        let term = self.term_from(token)?;
        let text = self.lexer.recorded();
        self.close()?;
        self.want(Sort::Bool, term, token.at)?;
        self.bind_named(state)?;
        if state.options.produce_assertions {
            state.texts.push(text);
        }
        state.levels.assert(term.expr());
        state.forget_answer();
        Ok(Reply::Success)
    }

    fn declare_const(&mut self, state: &mut State) -> Read<Reply> {
        let (name, _) = self.new_name()?;
        let sort = self.sort()?;
        self.close()?;
        Ok(self.declare(state, name, sort))
    }

    fn declare_fun(&mut self, state: &mut State) -> Read<Reply> {
        let (name, _) = self.new_name()?;
        self.open()?;
        let token = self.token()?;
        if token.kind != Kind::Close {
            let what = "a function without definition that has parameters is";
            return Err(token.at.error(ErrorKind::Unsupported(what.to_owned())));
        }
        let sort = self.sort()?;
        self.close()?;
        Ok(self.declare(state, name, sort))
    }

    fn declare(&mut self, state: &mut State, name: Name, sort: Sort) -> Reply {
        let term = self.world.terms.declare(self.world.names.text(name), sort);
        self.bind(state, name, Entity::Term(term));
        state.declared.push((name, term));
        Reply::Success
    }

    fn define_const(&mut self, state: &mut State) -> Read<Reply> {
        let (name, _) = self.new_name()?;
        let sort = self.sort()?;
        let token = self.token()?;
        let term = self.term_from(token)?;
        self.close()?;
        self.want(sort, term, token.at)?;
        self.bind_named(state)?;
        self.bind(state, name, Entity::Term(term));
        Ok(Reply::Success)
    }

    fn define_fun(&mut self, state: &mut State) -> Read<Reply> {
        let (name, _) = self.new_name()?;
        self.open()?;
        let mut parameters: Vec<(Name, Sort)> = Vec::new();
        loop {
            let token = self.token()?;
            match token.kind {
                Kind::Close => break,
                Kind::Open => {
                    let (parameter, at) = self.symbol()?;
                    if parameters.iter().any(|&(other, _)| other == parameter) {
                        return Err(self.taken(parameter, at));
                    }
                    parameters.push((parameter, self.sort()?));
                    self.close()?;
                }
                _ => return Err(self.unexpected(token, "a parameter")),
            }
        }
        let sort = self.sort()?;
        let entity = if parameters.is_empty() {
            let token = self.token()?;
            let term = self.term_from(token)?;
            self.want(sort, term, token.at)?;
            Entity::Term(term)
        } else {
            self.body(&parameters, sort)?
        };
        self.close()?;
        self.bind_named(state)?;
        self.bind(state, name, entity);
        Ok(Reply::Success)
    }

    /// Reads the body of a function with parameters.
    fn body(&mut self, parameters: &[(Name, Sort)], sort: Sort) -> Read<Entity> {
        let mark = self.world.scope.mark();
        let mut body = Body::default();
        for &(name, sort) in parameters {
            let term = body.parameter(sort);
            self.world.scope.bind(name, Entity::Term(term));
        }
        self.world.terms.bodies.push(body);
        let token = self.token()?;
        let term = self.term_from(token)?;
        self.want(sort, term, token.at)?;
        self.world.scope.back_to(mark);
        let body = self.world.terms.bodies.pop().unwrap_or_default();
        let sorts = parameters.iter().map(|&(_, sort)| sort).collect();
        Ok(Entity::Function(self.world.terms.functions.define(sorts, body, term)))
    }

    fn define_sort(&mut self, state: &mut State) -> Read<Reply> {
        let (name, at) = self.symbol()?;
        self.open()?;
        let token = self.token()?;
        if token.kind != Kind::Close {
            let what = "an abbreviation of a sort with parameters is";
            return Err(token.at.error(ErrorKind::Unsupported(what.to_owned())));
        }
        let sort = self.sort()?;
        self.close()?;
        if self.world.scope.sort(name).is_some() || matches!(self.world.names.text(name), "Bool" | "BitVec" | "Array") {
            return Err(self.taken(name, at));
        }
        self.world.scope.bind_sort(name, sort, state.options.global_declarations);
        Ok(Reply::Success)
    }

    fn push(&mut self, state: &mut State) -> Read<Reply> {
        let (count, at) = self.level_count()?;
        if count > LEVELS - state.levels.pushed() {
            return Err(at.error(ErrorKind::TooLarge(format!("more than {LEVELS} levels"))));
        }
        for _ in 0..count {
            state.levels.push();
            let scope = self.world.scope.mark();
            state.marks.push(LevelMark { scope, declared: state.declared.len(), texts: state.texts.len() });
        }
        state.forget_answer();
        Ok(Reply::Success)
    }

    fn pop(&mut self, state: &mut State) -> Read<Reply> {
        let (count, at) = self.level_count()?;
        let pushed = state.levels.pushed();
        if count > pushed {
            return Err(at.error(ErrorKind::Mode(format!("pop {count} with {pushed} levels pushed"))));
        }
        state.levels.pop(count);
        if let Some(mark) = state.marks.drain(pushed - count..).next() {
            self.world.scope.back_to(mark.scope);
            state.texts.truncate(mark.texts);
            if !state.options.global_declarations {
                state.declared.truncate(mark.declared);
            }
        }
        state.forget_answer();
        Ok(Reply::Success)
    }

    /// The number after `push` or `pop`, or 1 if there is none; reads to the end of the command.
    fn level_count(&mut self) -> Read<(usize, Position)> {
        let token = self.token()?;
        match token.kind {
            Kind::Close => Ok((1, token.at)),
            Kind::Numeral => {
                let count = self.small_number(token)?;
                self.close()?;
                Ok((count as usize, token.at))
            }
            _ => Err(self.unexpected(token, "a numeral")),
        }
    }

    fn reset_assertions(&mut self, state: &mut State) -> Read<Reply> {
        self.close()?;
        state.levels = crate::levels::Levels::new();
        state.marks.clear();
        state.texts.clear();
        if !state.options.global_declarations {
            self.world.scope.back_to(state.bottom);
            state.declared.clear();
        }
        state.forget_answer();
        Ok(Reply::Success)
    }

    fn check_assuming(&mut self, state: &mut State) -> Read<Reply> {
        let assumptions = self.last_terms(Some(Sort::Bool))?;
        self.bind_named(state)?;
        Ok(self.check(state, &assumptions))
    }

    fn check(&mut self, state: &mut State, assumptions: &[(Term, String)]) -> Reply {
        state.forget_answer();
        let terms: Vec<_> = assumptions.iter().map(|(term, _)| term.expr()).collect();
        match state.levels.check(&mut self.world.terms, &mut state.asking, &terms) {
            Answer::Sat(model) => {
                state.model = Some(model);
                Reply::Sat
            }
            Answer::Unsat => {
                state.refuted = Some(assumptions.iter().map(|(_, text)| text.clone()).collect());
                Reply::Unsat
            }
            Answer::Unknown(reason) => {
                state.unknown = Some(reason);
                Reply::Unknown
            }
        }
    }

    /// Whether a name has a meaning that must not be replaced. Scripts about bit-vectors may use the names of the theory
    /// of floating point for something else.
    fn is_taken(&self, name: Name) -> bool {
        let is_free = |entity: Entity| match entity {
            Entity::Operator(operator) => matches!(operator, Operator::Float(_)),
            Entity::Term(term) => {
                let text = self.world.names.text(name);
                term.sort == Sort::RoundingMode
                    && float::MODES.iter().any(|&(long, short)| text == long || text == short)
            }
            Entity::Function(_) => false,
        };
        self.world.scope.get(name).is_some_and(|entity| !is_free(entity))
    }

    /// Reads a symbol that has no meaning yet.
    fn new_name(&mut self) -> Read<(Name, Position)> {
        let (name, at) = self.symbol()?;
        if self.is_taken(name) { Err(self.taken(name, at)) } else { Ok((name, at)) }
    }

    fn taken(&self, name: Name, at: Position) -> crate::Error {
        at.error(ErrorKind::Taken(excerpt(self.world.names.text(name).as_bytes())))
    }

    pub(crate) fn want(&self, sort: Sort, term: Term, at: Position) -> Read<()> {
        if term.sort == sort {
            return Ok(());
        }
        Err(at.ill_sorted(format!("expected a term of sort {sort}, found {}", term.sort)))
    }

    /// Binds the names given by annotations to their terms.
    pub(crate) fn bind_named(&mut self, state: &State) -> Read<()> {
        let named = std::mem::take(&mut self.named);
        for &(name, at, _) in &named {
            let twice = named.iter().filter(|&&(other, ..)| other == name).count() > 1;
            if twice || self.is_taken(name) {
                return Err(self.taken(name, at));
            }
        }
        for (name, _, term) in named {
            self.bind(state, name, Entity::Term(term));
        }
        Ok(())
    }

    fn bind(&mut self, state: &State, name: Name, entity: Entity) {
        if state.options.global_declarations {
            self.world.scope.bind_forever(name, entity);
        } else {
            self.world.scope.bind(name, entity);
        }
    }
}

impl State {
    /// Drops the last answer, because the assertions change.
    pub(crate) fn forget_answer(&mut self) {
        self.model = None;
        self.unknown = None;
        self.refuted = None;
    }
}
