//! Reads terms directly from tokens, without a syntax tree.
//!
//! Nesting is kept on explicit stacks, one of frames and one of finished operands, so only memory limits its
//! depth. A term is built as soon as its closing parenthesis is read.

use crate::error::{Error, ErrorKind, Position, Read};
use crate::float;
use crate::function::Head;
use crate::lexer::{Kind, Lexer, Token, excerpt};
use crate::literal;
use crate::names::{Name, Names};
use crate::operator::Operator;
use crate::quantifier::Quantifier;
use crate::scope::{Entity, Mark, Scope};
use crate::sort::Sort;
use crate::term::{Term, Terms, Value};

/// What reading uses and changes: names, their meanings, and terms.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) names: Names,
    pub(crate) scope: Scope,
    pub(crate) terms: Terms,
}

/// Reads one script.
pub(crate) struct Reader<'w, 'i> {
    pub(crate) lexer: Lexer<'i>,
    pub(crate) world: &'w mut World,
    frames: Vec<Frame>,
    operands: Vec<Term>,
    /// The variables of the `let`s whose bindings are being read; the newest one may not have its term yet.
    bindings: Vec<Binding>,
    /// The terms named by `(! … :named n)` in the current command.
    pub(crate) named: Vec<(Name, Position, Term)>,
}

/// A variable of a `let`.
struct Binding {
    name: Name,
    at: Position,
    term: Option<Term>,
}

/// A list that is being read.
enum Frame {
    /// An application; its operands are on the stack from `base` on.
    Apply { head: Head, base: usize, at: Position },
    /// The bindings of a `let`, from `base` on.
    Bindings { base: usize },
    /// The body of a `let`. At its end, the scope goes back to the mark.
    Body { mark: Mark },
    /// `(! term …)`
    Annotated,
    /// `(forall ((i sort)) term)`
    Quantified(Quantifier),
}

impl<'w, 'i> Reader<'w, 'i> {
    pub(crate) fn new(lexer: Lexer<'i>, world: &'w mut World) -> Reader<'w, 'i> {
        Reader { lexer, world, frames: Vec::new(), operands: Vec::new(), bindings: Vec::new(), named: Vec::new() }
    }

    /// Discards everything that a failed command left behind.
    pub(crate) fn recover(&mut self, mark: Mark) {
        self.world.scope.back_to(mark);
        self.world.terms.bodies.clear();
        self.frames.clear();
        self.operands.clear();
        self.bindings.clear();
        self.named.clear();
    }

    /// Reads the next token.
    pub(crate) fn token(&mut self) -> Read<Token> {
        self.lexer.token(&mut self.world.names)
    }

    /// Reads an opening parenthesis.
    pub(crate) fn open(&mut self) -> Read<Position> {
        let token = self.token()?;
        if token.kind == Kind::Open { Ok(token.at) } else { Err(self.unexpected(token, "(")) }
    }

    /// Reads a closing parenthesis.
    pub(crate) fn close(&mut self) -> Read<()> {
        let token = self.token()?;
        if token.kind == Kind::Close { Ok(()) } else { Err(self.unexpected(token, ")")) }
    }

    /// Reads a symbol that is not a reserved word.
    pub(crate) fn symbol(&mut self) -> Read<(Name, Position)> {
        let token = self.token()?;
        match token.kind {
            Kind::Symbol { name, quoted } if quoted || !name.is_reserved() => Ok((name, token.at)),
            _ => Err(self.unexpected(token, "a symbol")),
        }
    }

    /// The error that a token was found where something else is required.
    pub(crate) fn unexpected(&self, token: Token, wanted: &'static str) -> Error {
        let text = || excerpt(self.lexer.text());
        let found = match token.kind {
            Kind::End => return token.at.error(ErrorKind::End),
            Kind::Open => "(".to_owned(),
            Kind::Close => ")".to_owned(),
            Kind::Symbol { name, .. } => excerpt(self.world.names.text(name).as_bytes()),
            Kind::Keyword => format!(":{}", text()),
            Kind::Hexadecimal => format!("#x{}", text()),
            Kind::Binary => format!("#b{}", text()),
            Kind::String => "a string".to_owned(),
            Kind::Numeral | Kind::Decimal => text(),
        };
        token.at.error(ErrorKind::Syntax { wanted, found })
    }

    /// Reads a parenthesised list of terms, each with its text in the script, and the end of the command.
    pub(crate) fn last_terms(&mut self, sort: Option<Sort>) -> Read<Vec<(Term, String)>> {
        self.open()?;
        let mut terms = Vec::new();
        loop {
            self.lexer.record();
            let token = self.token()?;
            if token.kind == Kind::Close {
                break;
            }
            let term = self.term_from(token)?;
            if let Some(sort) = sort {
                self.want(sort, term, token.at)?;
            }
            terms.push((term, self.lexer.recorded()));
        }
        self.lexer.recorded();
        self.close()?;
        Ok(terms)
    }

    /// Reads the term that begins with the given token.
    pub(crate) fn term_from(&mut self, first: Token) -> Read<Term> {
        debug_assert!(self.frames.is_empty() && self.operands.is_empty());
        let mut token = first;
        loop {
            let finished = match token.kind {
                Kind::Open => self.list(token)?,
                Kind::Close => Some(self.apply(token)?),
                _ => Some(self.atom(token)?),
            };
            if let Some(term) = finished
                && let Some(term) = self.finished(term)?
            {
                return Ok(term);
            }
            token = self.token()?;
        }
    }

    /// Reads the beginning of a list: pushes a frame, or returns the term if it is a constant such as `(_ bv3 8)`.
    fn list(&mut self, open: Token) -> Read<Option<Term>> {
        let token = self.token()?;
        match token.kind {
            Kind::Symbol { name: Name::LET, quoted: false } => {
                self.open()?;
                self.frames.push(Frame::Bindings { base: self.bindings.len() });
                self.binding_name()?;
            }
            Kind::Symbol { name: Name::FORALL, quoted: false } => {
                let quantifier = self.quantifier(open.at)?;
                self.frames.push(Frame::Quantified(quantifier));
            }
            Kind::Symbol { name: Name::BANG, quoted: false } => self.frames.push(Frame::Annotated),
            Kind::Symbol { name: Name::UNDERSCORE, quoted: false } => return self.indexed_constant(open.at).map(Some),
            Kind::Symbol { name: Name::AS, quoted: false } => return self.qualified_constant().map(Some),
            Kind::Symbol { name, quoted } => {
                let head = self.head(name, quoted, token.at)?;
                self.frames.push(Frame::Apply { head, base: self.operands.len(), at: open.at });
            }
            Kind::Open => {
                let head = self.compound_head()?;
                self.frames.push(Frame::Apply { head, base: self.operands.len(), at: open.at });
            }
            _ => return Err(self.unexpected(token, "a function")),
        }
        Ok(None)
    }

    /// The meaning of a symbol at the head of an application.
    fn head(&mut self, name: Name, quoted: bool, at: Position) -> Read<Head> {
        if name.is_reserved() && !quoted {
            return Err(at.error(ErrorKind::Unsupported(format!("{} is", self.world.names.text(name)))));
        }
        match self.world.scope.get(name) {
            Some(Entity::Operator(operator)) => Ok(Head::Operator(operator)),
            Some(Entity::Function(id)) => Ok(Head::Function(id)),
            Some(Entity::Term(term)) => {
                let name = excerpt(self.world.names.text(name).as_bytes());
                Err(at.ill_sorted(format!("{name} is no function but a {}", term.sort)))
            }
            None => Err(self.unknown(name, at)),
        }
    }

    /// Reads `(_ extract 7 0)` or `(as const sort)` after its opening parenthesis.
    fn compound_head(&mut self) -> Read<Head> {
        let token = self.token()?;
        match token.kind {
            Kind::Symbol { name: Name::UNDERSCORE, quoted: false } => {}
            Kind::Symbol { name: Name::AS, quoted: false } => return self.constant_array(),
            _ => return Err(self.unexpected(token, "_ or as")),
        }
        let (name, at) = self.symbol()?;
        let indices = self.indices()?;
        match Operator::indexed(self.world.names.text(name), &indices) {
            Some(Ok(operator)) => Ok(Head::Operator(operator)),
            Some(Err(why)) => Err(at.ill_sorted(why)),
            None => Err(self.unknown(name, at)),
        }
    }

    /// Reads `(as const sort)` after `as`.
    fn constant_array(&mut self) -> Read<Head> {
        let (name, at) = self.symbol()?;
        if self.world.names.text(name) != "const" {
            return Err(self.unknown(name, at));
        }
        let sort = self.sort()?;
        self.close()?;
        match sort {
            Sort::Array { index, element } => Ok(Head::Operator(Operator::Constant { index, element })),
            other => Err(at.ill_sorted(format!("const wants an array, found {other}"))),
        }
    }

    /// Reads numerals up to a closing parenthesis.
    fn indices(&mut self) -> Read<Vec<u32>> {
        const MOST: usize = 8;
        let mut indices = Vec::new();
        loop {
            let token = self.token()?;
            match token.kind {
                Kind::Close => return Ok(indices),
                Kind::Numeral if indices.len() < MOST => indices.push(self.small_number(token)?),
                _ => return Err(self.unexpected(token, "a numeral")),
            }
        }
    }

    /// The value of the numeral that was just read.
    pub(crate) fn small_number(&self, token: Token) -> Read<u32> {
        let text = str::from_utf8(self.lexer.text()).unwrap_or_default();
        let trimmed = text.trim_start_matches('0');
        if trimmed.is_empty() && !text.is_empty() {
            return Ok(0);
        }
        let too_large = |_| {
            let why = format!("the number {} is too large", excerpt(self.lexer.text()));
            token.at.error(ErrorKind::TooLarge(why))
        };
        trimmed.parse().map_err(too_large)
    }

    /// Reads `(_ bvN w)` after the underscore.
    fn indexed_constant(&mut self, at: Position) -> Read<Term> {
        let (name, name_at) = self.symbol()?;
        let indices = self.indices()?;
        let text = self.world.names.text(name);
        if let [exponent, significand] = indices[..]
            && let Ok(layout) = float::layout(exponent, significand)
            && let Some(bits) = float::special(text, layout)
        {
            let value = Value::Bits(self.world.terms.pool.float_bits(layout.width, bits));
            return Ok(Term { sort: Sort::Float { exponent, significand }, value });
        }
        let digits = text.strip_prefix("bv").filter(|digits| !digits.is_empty());
        let Some(digits) = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) else {
            if Operator::indexed(text, &indices).is_some() {
                return Err(name_at.ill_sorted(format!("{text} is not applied to anything")));
            }
            return Err(self.unknown(name, name_at));
        };
        let [width] = indices[..] else { return Err(at.ill_sorted("bit-vector literals have one index".to_owned())) };
        crate::sort::check_width(width, at)?;
        let value = literal::decimal(width, digits).map_err(|kind| at.error(kind))?;
        let value = Value::Bits(self.world.terms.pool.constant(&value));
        Ok(Term { sort: Sort::BitVec(width), value })
    }

    /// Reads `(as name sort)` after `as`.
    fn qualified_constant(&mut self) -> Read<Term> {
        let token = self.token()?;
        let term = self.atom(token)?;
        let sort = self.sort()?;
        self.close()?;
        if term.sort != sort {
            return Err(token.at.ill_sorted(format!("expected a term of sort {sort}, found {}", term.sort)));
        }
        Ok(term)
    }

    /// The term that consists of a single token.
    fn atom(&mut self, token: Token) -> Read<Term> {
        let bits = |value: Result<bv::Bv, ErrorKind>| value.map_err(|kind| token.at.error(kind));
        let value = match token.kind {
            Kind::Symbol { name, quoted } if quoted || !name.is_reserved() => {
                return match self.world.scope.get(name) {
                    Some(Entity::Term(term)) => Ok(self.captured(term)),
                    Some(_) => {
                        let name = excerpt(self.world.names.text(name).as_bytes());
                        Err(token.at.ill_sorted(format!("{name} is not applied to anything")))
                    }
                    None => Err(self.unknown(name, token.at)),
                };
            }
            Kind::Hexadecimal => bits(literal::digits(self.lexer.text(), 4))?,
            Kind::Binary => bits(literal::digits(self.lexer.text(), 1))?,
            Kind::Numeral | Kind::Decimal => {
                let text = str::from_utf8(self.lexer.text()).unwrap_or_default().to_owned();
                if let Some(term) = self.world.terms.real(&text) {
                    return Ok(term);
                }
                let why = format!("the number {} outside of bit-vectors is", excerpt(self.lexer.text()));
                return Err(token.at.error(ErrorKind::Unsupported(why)));
            }
            _ => return Err(self.unexpected(token, "a term")),
        };
        let sort = Sort::BitVec(value.width());
        Ok(Term { sort, value: Value::Bits(self.world.terms.pool.constant(&value)) })
    }

    /// Builds the application that the token closes.
    fn apply(&mut self, close: Token) -> Read<Term> {
        match self.frames.last() {
            Some(&Frame::Apply { head, base, at }) => {
                self.frames.pop();
                if base == self.operands.len() {
                    return Err(at.ill_sorted("an application without operands".to_owned()));
                }
                let term = self.world.terms.apply(head, &self.operands[base..], at)?;
                self.operands.truncate(base);
                Ok(term)
            }
            _ => Err(self.unexpected(close, "a term")),
        }
    }

    /// Passes a finished term to the enclosing list; returns it if there is none.
    fn finished(&mut self, mut term: Term) -> Read<Option<Term>> {
        loop {
            match self.frames.last() {
                None => return Ok(Some(term)),
                Some(Frame::Apply { .. }) => {
                    self.operands.push(term);
                    return Ok(None);
                }
                Some(&Frame::Bindings { base }) => {
                    self.bindings.last_mut().expect("a binding waits for its term").term = Some(term);
                    self.close()?;
                    let token = self.token()?;
                    match token.kind {
                        Kind::Open => self.push_binding()?,
                        Kind::Close => self.begin_body(base)?,
                        _ => return Err(self.unexpected(token, "a binding")),
                    }
                    return Ok(None);
                }
                Some(&Frame::Body { mark }) => {
                    self.close()?;
                    self.world.scope.back_to(mark);
                }
                Some(Frame::Annotated) => self.attributes(term)?,
                Some(Frame::Quantified(_)) => {
                    let Some(Frame::Quantified(quantifier)) = self.frames.pop() else { unreachable!("it was last") };
                    term = self.quantified(&quantifier, term)?;
                    continue;
                }
            }
            // The term of a `let` or an annotation is the term inside it.
            self.frames.pop();
        }
    }

    fn binding_name(&mut self) -> Read<()> {
        self.open()?;
        self.push_binding()
    }

    fn push_binding(&mut self) -> Read<()> {
        let (name, at) = self.symbol()?;
        self.bindings.push(Binding { name, at, term: None });
        Ok(())
    }

    /// Ends the bindings of a `let`: from here on, its variables mean their terms.
    fn begin_body(&mut self, base: usize) -> Read<()> {
        let mut names: Vec<Name> = self.bindings[base..].iter().map(|binding| binding.name).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let last = self.bindings.iter().rfind(|binding| binding.name == twice[0]).expect("it is one of them");
            let name = excerpt(self.world.names.text(twice[0]).as_bytes());
            return Err(last.at.ill_sorted(format!("the let binds {name} twice")));
        }
        let mark = self.world.scope.mark();
        for binding in self.bindings.drain(base..) {
            let term = binding.term.expect("every binding has been read");
            self.world.scope.bind(binding.name, Entity::Term(term));
        }
        self.frames.pop();
        self.frames.push(Frame::Body { mark });
        Ok(())
    }

    /// Reads the attributes of an annotation up to its end; all except names are ignored.
    fn attributes(&mut self, term: Term) -> Read<()> {
        let mut token = self.token()?;
        if token.kind != Kind::Keyword {
            return Err(self.unexpected(token, "an attribute"));
        }
        loop {
            match token.kind {
                Kind::Close => return Ok(()),
                Kind::Keyword if self.lexer.text() == b"named" => {
                    let (name, at) = self.symbol()?;
                    if matches!(term.value, Value::Local(_)) {
                        return Err(at.ill_sorted("a named term must not depend on parameters".to_owned()));
                    }
                    self.named.push((name, at, term));
                }
                Kind::Keyword => {}
                Kind::Open => self.skip_list()?,
                Kind::End => return Err(self.unexpected(token, ")")),
                _ => {}
            }
            token = self.token()?;
        }
    }

    /// Skips a list whose opening parenthesis was read.
    pub(crate) fn skip_list(&mut self) -> Read<()> {
        let depth = self.lexer.depth();
        while self.lexer.depth() >= depth {
            let token = self.token()?;
            if token.kind == Kind::End {
                return Err(self.unexpected(token, ")"));
            }
        }
        Ok(())
    }

    /// The error that a name is not declared.
    pub(crate) fn unknown(&self, name: Name, at: Position) -> Error {
        at.error(ErrorKind::Unknown(excerpt(self.world.names.text(name).as_bytes())))
    }
}
