//! Reads terms: those that [`display`](Pool::display) prints, and terms of SMT-LIB's bit-vectors.
//!
//! Everything goes through the constructors, so reading a term gives its canonical form. Booleans are bit-vectors
//! of width 1 here, so `(= x #b1)` and `(and p q)` can be mixed. Besides SMT-LIB's operators there are
//! `(bytes x)` and `(table #x0a0b)`, the byte views and constant arrays of `display`. Nested lists are kept on an
//! explicit stack; only the call of a function with parameters recurses.

use std::fmt;

use bv::Bv;
use rustc_hash::FxHashMap;

use crate::float_text::FloatFunction;
use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::sort::Sort;

/// Why a text is not a term or script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The offset in bytes.
    pub at: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// The kinds of error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// The text ends inside a list or a name, or before a term.
    End,
    /// A closing parenthesis without its opening one, or something after the end.
    Extra,
    /// A name that is neither declared nor an operator.
    Unknown(String),
    /// An operator with the wrong number, kind or width of operands.
    Operands(String),
    /// A malformed literal.
    Literal(String),
    /// A command or a sort that is not supported.
    Unsupported(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ParseErrorKind::End => write!(f, "the text ends too early")?,
            ParseErrorKind::Extra => write!(f, "nothing should follow")?,
            ParseErrorKind::Unknown(name) => write!(f, "`{name}` is not declared")?,
            ParseErrorKind::Operands(name) => write!(f, "the operands do not fit `{name}`")?,
            ParseErrorKind::Literal(text) => write!(f, "`{text}` is no literal")?,
            ParseErrorKind::Unsupported(name) => write!(f, "`{name}` is not supported")?,
        }
        write!(f, " (byte {})", self.at)
    }
}

impl std::error::Error for ParseError {}

pub(crate) type Parsed<T> = Result<T, ParseError>;

impl Pool {
    /// The term that a text denotes. Symbols are those of the pool, by the names that `display` gives them.
    pub fn parse(&mut self, text: &str) -> Parsed<ExprId> {
        let tokens = tokens(text)?;
        let names = self.symbol_names();
        let mut reader = Reader::new(self);
        for (id, name) in names {
            let term = reader.pool.symbol_term(id);
            reader.bound.insert(name, vec![term]);
        }
        let (term, next) = reader.term(&tokens, 0)?;
        match tokens.get(next) {
            None => Ok(term),
            Some(token) => Err(token.error(ParseErrorKind::Extra)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Open,
    Close,
    Word,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

impl Token<'_> {
    pub(crate) fn error(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { at: self.at, kind }
    }
}

pub(crate) fn tokens(text: &str) -> Parsed<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, skip, word, after) = match c {
            '(' => (Kind::Open, 0, 1, 0),
            ')' => (Kind::Close, 0, 1, 0),
            ';' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '|' | '"' => {
                let end = rest[1..].find(c).ok_or(ParseError { at, kind: ParseErrorKind::End })?;
                (Kind::Word, 1, end, 1)
            }
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '|' | '"');
                (Kind::Word, 0, rest.find(ends).unwrap_or(rest.len()), 0)
            }
        };
        tokens.push(Token { kind, text: &rest[skip..skip + word], at });
        at += skip + word + after;
    }
    Ok(tokens)
}

pub(crate) struct Reader<'p, 't> {
    pub(crate) pool: &'p mut Pool,
    /// The terms bound to each name, the innermost last.
    pub(crate) bound: FxHashMap<String, Vec<ExprId>>,
    pub(crate) functions: FxHashMap<&'t str, Function<'t>>,
    /// Arrays written as functions of the index.
    pub(crate) arrays: FxHashMap<&'t str, ExprId>,
    /// Tables by their numbers in the script.
    pub(crate) tables: FxHashMap<&'t str, ExprId>,
    /// Functions that read elements of several bytes: the array and the size in bytes.
    pub(crate) elements: FxHashMap<&'t str, (ExprId, u32)>,
    /// How many bounded universal facts are open.
    pub(crate) facts: u32,
}

/// A function with parameters; its body is read again for each call.
#[derive(Clone)]
pub(crate) struct Function<'t> {
    pub(crate) parameters: Vec<(&'t str, u32)>,
    pub(crate) body: Vec<Token<'t>>,
}

/// Whether a list that begins with this token is a bounded universal fact.
fn is_forall(token: &Token<'_>) -> bool {
    (token.kind, token.text) == (Kind::Word, "forall")
}

/// A list that is not closed yet.
enum Frame<'t> {
    List { open: Token<'t>, items: Vec<Item<'t>> },
    Let { open: Token<'t>, bound: Vec<&'t str>, body: Option<Item<'t>> },
    Bindings { values: Vec<(&'t str, ExprId)> },
    Binding { items: Vec<Item<'t>> },
}

#[derive(Clone)]
enum Item<'t> {
    Word(Token<'t>),
    Term(ExprId),
    /// `(_ name numbers..)`
    Indexed(&'t str, Vec<u32>),
}

impl<'p, 't> Reader<'p, 't> {
    /// A reader without any names.
    pub(crate) fn new(pool: &'p mut Pool) -> Reader<'p, 't> {
        Reader {
            pool,
            bound: FxHashMap::default(),
            functions: FxHashMap::default(),
            arrays: FxHashMap::default(),
            tables: FxHashMap::default(),
            elements: FxHashMap::default(),
            facts: 0,
        }
    }

    /// Reads the term at a position; also returns the position after it.
    pub(crate) fn term(&mut self, tokens: &[Token<'t>], start: usize) -> Parsed<(ExprId, usize)> {
        let mut frames: Vec<Frame<'t>> = Vec::new();
        let end = tokens.last().map_or(0, |token| token.at + token.text.len());
        let missing = ParseError { at: end, kind: ParseErrorKind::End };
        let mut next = start;
        while let Some(&token) = tokens.get(next) {
            let i = next;
            next += 1;
            let item = match token.kind {
                Kind::Open
                    if tokens.get(next).is_some_and(is_forall)
                        && !matches!(frames.last(), Some(Frame::Bindings { .. })) =>
                {
                    let (fact, after) = self.forall(tokens, i)?;
                    next = after;
                    Item::Term(fact)
                }
                Kind::Open => {
                    frames.push(match frames.last() {
                        Some(Frame::Let { bound, body: None, .. }) if bound.is_empty() => {
                            Frame::Bindings { values: Vec::new() }
                        }
                        Some(Frame::Bindings { .. }) => Frame::Binding { items: Vec::new() },
                        _ => Frame::List { open: token, items: Vec::new() },
                    });
                    continue;
                }
                Kind::Close => match frames.pop() {
                    None => return Err(token.error(ParseErrorKind::Extra)),
                    Some(Frame::Bindings { values }) => {
                        let Some(Frame::Let { bound, .. }) = frames.last_mut() else {
                            return Err(token.error(ParseErrorKind::Extra));
                        };
                        for (name, value) in values {
                            bound.push(name);
                            self.bound.entry(name.to_owned()).or_default().push(value);
                        }
                        continue;
                    }
                    Some(Frame::Binding { items }) => {
                        let [Item::Word(name), value] = &items[..] else {
                            return Err(token.error(ParseErrorKind::Operands("let".into())));
                        };
                        let value = self.resolve(value, token)?;
                        if let Some(Frame::Bindings { values }) = frames.last_mut() {
                            values.push((name.text, value));
                        }
                        continue;
                    }
                    Some(Frame::Let { open, bound, body }) => {
                        let body = body.ok_or_else(|| open.error(ParseErrorKind::Operands("let".into())))?;
                        let value = self.resolve(&body, open)?;
                        for name in bound {
                            self.bound.get_mut(name).and_then(Vec::pop);
                        }
                        Item::Term(value)
                    }
                    Some(Frame::List { open, items }) => self.reduce(open, items)?,
                },
                Kind::Word => Item::Word(token),
            };
            match frames.last_mut() {
                None => return Ok((self.resolve(&item, token)?, next)),
                Some(Frame::List { open, items }) => {
                    if items.is_empty() && matches!(item, Item::Word(Token { text: "let", .. })) {
                        let open = *open;
                        frames.pop();
                        frames.push(Frame::Let { open, bound: Vec::new(), body: None });
                    } else {
                        items.push(item);
                    }
                }
                Some(Frame::Binding { items }) => items.push(item),
                Some(Frame::Let { body, .. }) if body.is_none() => *body = Some(item),
                Some(_) => return Err(token.error(ParseErrorKind::Operands("let".into()))),
            }
        }
        Err(missing)
    }

    fn resolve(&mut self, item: &Item<'t>, at: Token<'t>) -> Parsed<ExprId> {
        let token = match item {
            Item::Term(id) => return Ok(*id),
            Item::Indexed(name, _) => return Err(at.error(ParseErrorKind::Unknown((*name).to_owned()))),
            Item::Word(token) => token,
        };
        if let Some(&id) = self.bound.get(token.text).and_then(|values| values.last()) {
            return Ok(id);
        }
        match token.text {
            "true" => Ok(self.pool.bool(true)),
            "false" => Ok(self.pool.bool(false)),
            text if text.starts_with('#') => {
                let value = literal(text).ok_or_else(|| token.error(ParseErrorKind::Literal(text.to_owned())))?;
                Ok(self.pool.constant(&value))
            }
            text => match self.named_index(text) {
                Some(index) => Ok(index),
                None => Err(token.error(ParseErrorKind::Unknown(text.to_owned()))),
            },
        }
    }

    /// Evaluates a closed list: an index, a literal in words, or the application of an operator.
    fn reduce(&mut self, open: Token<'t>, items: Vec<Item<'t>>) -> Parsed<Item<'t>> {
        let Some((head, rest)) = items.split_first() else { return Err(open.error(ParseErrorKind::End)) };
        if let Item::Word(Token { text: "_", .. }) = head {
            return self.indexed(open, rest);
        }
        if let Item::Word(Token { text: "table", .. }) = head {
            return self.table(open, rest).map(Item::Term);
        }
        let args: Vec<ExprId> = rest.iter().map(|item| self.resolve(item, open)).collect::<Parsed<_>>()?;
        let (name, term) = match head {
            Item::Word(token) if self.arrays.contains_key(token.text) || self.elements.contains_key(token.text) => {
                let &[index] = &args[..] else {
                    return Err(open.error(ParseErrorKind::Operands(token.text.to_owned())));
                };
                let element = self.arrays.get(token.text).map(|&array| (array, 1));
                let (array, size) = element.unwrap_or_else(|| self.elements[token.text]);
                (token.text, (self.pool.width(index) == 64).then(|| self.pool.select_element(array, index, size)))
            }
            Item::Word(token) if token.text.starts_with("$float.") => {
                let function = FloatFunction::from_name(token.text);
                (token.text, function.and_then(|function| function.apply(self.pool, &args)))
            }
            Item::Word(token) => match self.functions.get(token.text).cloned() {
                Some(function) => (token.text, self.call(&function, &args)?),
                None => (token.text, self.apply(token.text, &args)),
            },
            Item::Indexed(name, numbers) => (*name, self.apply_indexed(name, numbers, &args)),
            Item::Term(_) => return Err(open.error(ParseErrorKind::Operands("(".into()))),
        };
        term.map(Item::Term).ok_or_else(|| open.error(ParseErrorKind::Operands(name.to_owned())))
    }

    fn indexed(&mut self, open: Token<'t>, items: &[Item<'t>]) -> Parsed<Item<'t>> {
        let words: Vec<&'t str> = items
            .iter()
            .map(|item| match item {
                Item::Word(token) => Ok(token.text),
                _ => Err(open.error(ParseErrorKind::Operands("_".into()))),
            })
            .collect::<Parsed<_>>()?;
        let numbers: Option<Vec<u32>> = words.iter().skip(1).map(|word| word.parse().ok()).collect();
        let (Some(&name), Some(numbers)) = (words.first(), numbers) else {
            return Err(open.error(ParseErrorKind::Operands("_".into())));
        };
        match (name.strip_prefix("bv"), &numbers[..]) {
            (Some(digits), &[width]) if width > 0 => {
                let value = Bv::from_str(width, digits);
                let value = value.map_err(|_| open.error(ParseErrorKind::Literal(name.to_owned())))?;
                Ok(Item::Term(self.pool.constant(&value)))
            }
            _ => Ok(Item::Indexed(name, numbers)),
        }
    }

    fn table(&mut self, open: Token<'t>, items: &[Item<'t>]) -> Parsed<ExprId> {
        let wrong = || open.error(ParseErrorKind::Operands("table".into()));
        let bytes: Vec<u8> = match items {
            [] => Vec::new(),
            [Item::Word(token)] => {
                let digits = token.text.strip_prefix("#x").filter(|digits| digits.len() % 2 == 0).ok_or_else(wrong)?;
                let byte = |i| digits.get(i..i + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
                (0..digits.len()).step_by(2).map(byte).collect::<Option<_>>().ok_or_else(wrong)?
            }
            _ => return Err(wrong()),
        };
        Ok(self.pool.table(bytes.into()))
    }

    fn call(&mut self, function: &Function<'t>, args: &[ExprId]) -> Parsed<Option<ExprId>> {
        let fits = |(&(_, width), &arg): (&(&str, u32), &ExprId)| self.pool.sort(arg) == Sort::Bits(width);
        if function.parameters.len() != args.len() || !function.parameters.iter().zip(args).all(fits) {
            return Ok(None);
        }
        for (&(name, _), &arg) in function.parameters.iter().zip(args) {
            self.bound.entry(name.to_owned()).or_default().push(arg);
        }
        let result = self.term(&function.body, 0);
        for (name, _) in &function.parameters {
            self.bound.get_mut(*name).and_then(Vec::pop);
        }
        result.map(|(term, _)| Some(term))
    }

    fn apply_indexed(&mut self, name: &str, numbers: &[u32], args: &[ExprId]) -> Option<ExprId> {
        let &[a] = args else { return None };
        if self.pool.op(a).is_array() {
            return None;
        }
        let width = self.pool.width(a);
        match (name, numbers) {
            ("extract", &[hi, lo]) if lo <= hi && hi < width => Some(self.pool.extract(a, lo, hi - lo + 1)),
            ("zero_extend", &[by]) => Some(self.pool.zext(a, width.checked_add(by)?)),
            ("sign_extend", &[by]) => Some(self.pool.sext(a, width.checked_add(by)?)),
            _ => None,
        }
    }

    /// Applies an operator to terms; `None` if the operands do not fit.
    fn apply(&mut self, name: &str, args: &[ExprId]) -> Option<ExprId> {
        let pool = &mut *self.pool;
        let is_array = |pool: &Pool, id: ExprId| pool.op(id).is_array();
        match (name, args) {
            ("select", &[array, index]) if is_array(pool, array) && pool.width(index) == 64 => {
                return Some(pool.select(array, index));
            }
            ("select2" | "select4" | "select8", &[array, index])
                if is_array(pool, array) && pool.width(index) == 64 =>
            {
                let size = u32::from(name.as_bytes()[name.len() - 1] - b'0');
                return Some(pool.select_element(array, index, size));
            }
            ("store", &[array, index, value])
                if is_array(pool, array)
                    && pool.width(index) == 64
                    && matches!(pool.sort(value), Sort::Bits(8 | 16 | 32 | 64)) =>
            {
                return Some(pool.store(array, index, value));
            }
            ("bytes", &[symbol]) if pool.op(symbol) == Op::Sym && pool.width(symbol).is_multiple_of(8) => {
                return Some(pool.bytes(symbol));
            }
            _ if args.iter().any(|&arg| is_array(pool, arg)) => return None,
            ("concat", &[_, _, ..]) => return fold(pool, Pool::concat, args),
            ("not" | "bvnot", &[a]) => return Some(pool.not(a)),
            ("bvneg", &[a]) => return Some(pool.neg(a)),
            ("ite", &[c, a, b]) if pool.width(c) == 1 && pool.width(a) == pool.width(b) => {
                return Some(pool.ite(c, a, b));
            }
            _ => {}
        }
        let (first, rest) = args.split_first()?;
        if rest.iter().any(|&arg| pool.width(arg) != pool.width(*first)) {
            return None;
        }
        match name {
            "and" | "bvand" => return fold(pool, Pool::and, args),
            "or" | "bvor" => return fold(pool, Pool::or, args),
            "xor" | "bvxor" => return fold(pool, Pool::xor, args),
            "bvadd" => return fold(pool, Pool::add, args),
            "bvmul" => return fold(pool, Pool::mul, args),
            _ => {}
        }
        let make: fn(&mut Pool, ExprId, ExprId) -> ExprId = match name {
            "=" | "bvcomp" => Pool::eq,
            "distinct" => Pool::ne,
            "=>" if pool.width(*first) == 1 => Pool::implies,
            "bvsub" => Pool::sub,
            "bvudiv" => Pool::udiv,
            "bvurem" => Pool::urem,
            "bvsdiv" => Pool::sdiv,
            "bvsrem" => Pool::srem,
            "bvshl" => Pool::shl,
            "bvlshr" => Pool::lshr,
            "bvashr" => Pool::ashr,
            "bvult" => Pool::ult,
            "bvule" => Pool::ule,
            "bvugt" => Pool::ugt,
            "bvuge" => Pool::uge,
            "bvslt" => Pool::slt,
            "bvsle" => Pool::sle,
            "bvsgt" => Pool::sgt,
            "bvsge" => Pool::sge,
            _ => return None,
        };
        let &[a, b] = args else { return None };
        Some(make(pool, a, b))
    }
}

fn fold(pool: &mut Pool, make: fn(&mut Pool, ExprId, ExprId) -> ExprId, args: &[ExprId]) -> Option<ExprId> {
    let (&first, rest) = args.split_first()?;
    Some(rest.iter().fold(first, |sum, &arg| make(pool, sum, arg)))
}

/// `#x..` or `#b..`, as wide as its digits.
fn literal(text: &str) -> Option<Bv> {
    if let Some(digits) = text.strip_prefix("#x") {
        return Bv::from_str(4 * u32::try_from(digits.len()).ok().filter(|&n| n > 0)?, &format!("0x{digits}")).ok();
    }
    let digits = text.strip_prefix("#b").filter(|digits| !digits.is_empty())?;
    let mut bits = digits.chars().map(|c| c.to_digit(2).map(|bit| Bv::new(1, u64::from(bit))));
    let first = bits.next()??;
    bits.try_fold(first, |high, bit| Some(high.concat(&bit?)))
}
