//! Reads scripts: the SMT-LIB commands that state a query.
//!
//! Constants of sort `Bool` or `(_ BitVec n)` are declared, functions defined, assertions collected. Commands
//! that ask or set something are skipped, any other is rejected by name. [`read_script`] passes each command to
//! the caller as it is read, for scripts of many questions; definitions are global there, and the arrays that
//! [`Definitions`](crate::Definitions) writes as functions become arrays again.

use crate::node::{ExprId, Op};
use crate::parse::{Function, Kind, ParseError, ParseErrorKind, Parsed, Reader, Token, tokens};
use crate::pool::Pool;

/// The assertions of a script; its constants become symbols of the pool.
pub fn parse_script(pool: &mut Pool, text: &str) -> Parsed<Vec<ExprId>> {
    let mut assertions = Vec::new();
    let mut levels = None;
    read_script(pool, text, |_, command| match command {
        Command::Assert(term) => assertions.push(term),
        Command::Push(_) | Command::Pop(_) => levels = Some(command),
        Command::Check | Command::Info(..) => {}
    })?;
    match levels {
        None => Ok(assertions),
        // What holds would depend on where the question is asked.
        Some(_) => Err(ParseError { at: 0, kind: ParseErrorKind::Unsupported("push".to_owned()) }),
    }
}

/// A command of a script that matters for questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'t> {
    /// Opens this many levels.
    Push(u32),
    /// Closes this many levels and drops the assertions made in them.
    Pop(u32),
    /// Asserts a boolean term.
    Assert(ExprId),
    /// Asks whether all assertions can hold together.
    Check,
    /// A remark: its keyword with the colon, and its value if that is a single token.
    Info(&'t str, &'t str),
}

/// Reads a script and passes its commands to `visit` in order; its constants become symbols of the pool.
pub fn read_script<'t>(pool: &mut Pool, text: &'t str, mut visit: impl FnMut(&mut Pool, Command<'t>)) -> Parsed<()> {
    let tokens = tokens(text)?;
    let mut reader = Reader::new(pool);
    let mut at = 0;
    while at < tokens.len() {
        at = reader.command(&tokens, at, &mut visit)?;
    }
    Ok(())
}

impl<'t> Reader<'_, 't> {
    fn command(
        &mut self,
        tokens: &[Token<'t>],
        at: usize,
        visit: &mut impl FnMut(&mut Pool, Command<'t>),
    ) -> Parsed<usize> {
        let end = list_end(tokens, at)?;
        let inside = &tokens[at + 1..end - 1];
        let Some(head) = inside.first() else { return Err(tokens[at].error(ParseErrorKind::End)) };
        let wrong = || head.error(ParseErrorKind::Operands(head.text.to_owned()));
        match head.text {
            "declare-const" => {
                let (name, sort) = (inside.get(1).ok_or_else(wrong)?, inside.get(2..).ok_or_else(wrong)?);
                self.declare(name, sort)?;
            }
            "declare-fun" => {
                let name = inside.get(1).ok_or_else(wrong)?;
                let sort = inside.get(4..).filter(|_| inside[3].kind == Kind::Close).ok_or_else(wrong)?;
                self.declare(name, sort)?;
            }
            "define-fun" => self.define(inside).and_then(|done| done.ok_or_else(wrong))?,
            "assert" => {
                let (term, next) = self.term(inside, 1)?;
                let is_condition = !self.pool.op(term).is_array() && self.pool.width(term) == 1;
                // An index means something only below its quantifier.
                if !is_condition || self.pool.is_open(term) || next != inside.len() {
                    return Err(wrong());
                }
                visit(self.pool, Command::Assert(term));
            }
            "push" | "pop" => {
                let levels = inside.get(1).map_or(Ok(1), |token| token.text.parse()).map_err(|_| wrong())?;
                visit(self.pool, if head.text == "push" { Command::Push(levels) } else { Command::Pop(levels) });
            }
            "check-sat" => visit(self.pool, Command::Check),
            "set-info" => {
                let keyword = inside.get(1).ok_or_else(wrong)?.text;
                let value = if inside.len() == 3 { inside[2].text } else { "" };
                if let Some(number) = keyword.strip_prefix(":table") {
                    self.table_contents(number, value).ok_or_else(wrong)?;
                }
                visit(self.pool, Command::Info(keyword, value));
            }
            "set-logic" | "set-option" | "get-model" | "get-value" | "exit" => {}
            other => return Err(head.error(ParseErrorKind::Unsupported(other.to_owned()))),
        }
        Ok(end)
    }

    fn declare(&mut self, name: &Token<'t>, sort: &[Token<'t>]) -> Parsed<()> {
        if is_byte_array(sort) {
            // The function that follows says how many bytes there are.
            return Ok(());
        }
        let width = sort_width(sort).ok_or_else(|| name.error(ParseErrorKind::Unsupported("sort".into())))?;
        let term = self.pool.symbol(name.text, width);
        self.bound.insert(name.text.to_owned(), vec![term]);
        Ok(())
    }

    /// Reads `define-fun name (parameters) sort body`; `None` if it does not have that form.
    fn define(&mut self, inside: &[Token<'t>]) -> Parsed<Option<()>> {
        let (Some(name), Some(open)) = (inside.get(1), inside.get(2)) else { return Ok(None) };
        if open.kind != Kind::Open {
            return Ok(None);
        }
        let end = list_end(inside, 2)?;
        let mut parameters = Vec::new();
        let mut at = 3;
        while at < end - 1 {
            let next = list_end(inside, at)?;
            let sort = inside.get(at + 2..next - 1);
            let (Some(parameter), Some(width)) = (inside.get(at + 1), sort.and_then(sort_width)) else {
                return Ok(None);
            };
            parameters.push((parameter.text, width));
            at = next;
        }
        let sort_end = match inside.get(end) {
            Some(token) if token.kind == Kind::Open => list_end(inside, end)?,
            _ => end + 1,
        };
        let Some(body) = inside.get(sort_end..) else { return Ok(None) };
        if name.text.starts_with("$float.") {
            // The name says what it computes.
            return Ok(Some(()));
        }
        if let [("i" | "$i", 64)] = parameters[..]
            && let Some(array) = self.array_function(name.text, body)?
        {
            self.arrays.insert(name.text, array);
            return Ok(Some(()));
        }
        if let [("$i", 64)] = parameters[..]
            && let Some((array, size)) = self.element_function(name.text)
        {
            self.elements.insert(name.text, (array, size));
            return Ok(Some(()));
        }
        if parameters.is_empty() {
            let (term, _) = self.term(body, 0)?;
            self.bound.insert(name.text.to_owned(), vec![term]);
        } else {
            self.functions.insert(name.text, Function { parameters, body: body.to_vec() });
        }
        Ok(Some(()))
    }
}

impl<'t> Reader<'_, 't> {
    /// The array that a function of the index represents, if [`Definitions`](crate::Definitions) wrote it.
    fn array_function(&mut self, name: &str, body: &[Token<'t>]) -> Parsed<Option<ExprId>> {
        if let Some(number) = name.strip_prefix("$table") {
            return Ok(self.tables.get(number).copied());
        }
        let texts: Vec<&str> = body.iter().map(|token| token.text).take(14).collect();
        if name.starts_with("$bytes") {
            // Either (ite (bvult $i size) (select symbol $i) #x00), or the same with a shifted symbol of at most
            // 64 bits.
            let ["(", "ite", "(", "bvult", "$i", size, ")", "(", rest @ ..] = &texts[..] else { return Ok(None) };
            let size = size.strip_prefix("#x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
            let Some(width) = size.and_then(|size| size.checked_mul(8)).filter(|&width| width > 0) else {
                return Ok(None);
            };
            return Ok(match rest {
                ["select", symbol, "$i", ")", ..] => {
                    let term = self.pool.symbol(symbol, width);
                    let array = self.pool.bytes(term);
                    self.bound.insert((*symbol).to_owned(), vec![array]);
                    Some(array)
                }
                _ => {
                    let named = |token: &&Token<'t>| self.bound.contains_key(token.text);
                    let symbol = body.iter().find(named).map(|token| self.bound[token.text].clone());
                    let term = symbol.and_then(|values| values.last().copied());
                    let fits = |term: &ExprId| self.pool.op(*term) == Op::Sym && self.pool.width(*term) == width;
                    term.filter(fits).map(|term| self.pool.bytes(term))
                }
            });
        }
        if !name.starts_with("$store") || !matches!(texts[..], ["(", "ite", "(", "=", "$i", ..]) {
            return Ok(None);
        }
        let (index, next) = self.term(body, 5)?;
        if body.get(next).is_none_or(|token| token.kind != Kind::Close) {
            return Ok(None);
        }
        // The lowest byte of an element is written first: ((_ extract 7 0) value).
        let texts: Vec<&str> = body[next + 1..].iter().map(|token| token.text).take(7).collect();
        let parts = texts == ["(", "(", "_", "extract", "7", "0", ")"];
        let (value, _) = self.term(body, if parts { next + 8 } else { next + 1 })?;
        // The array below is the last function called.
        let called = body.iter().rev().skip_while(|token| token.kind == Kind::Close).nth(1);
        let below = called.and_then(|token| self.arrays.get(token.text).copied());
        let (index_width, width) = (self.pool.width(index), self.pool.width(value));
        let fits = index_width == 64 && if parts { matches!(width, 16 | 32 | 64) } else { width == 8 };
        Ok(below.filter(|_| fits).map(|below| self.pool.store(below, index, value)))
    }

    /// The array and the element size in bytes of a function that reads elements, if
    /// [`Definitions`](crate::Definitions) wrote it.
    fn element_function(&self, name: &str) -> Option<(ExprId, u32)> {
        let (array, size) = name.rsplit_once('.')?;
        let size = ["2", "4", "8"].into_iter().find(|&known| known == size)?;
        Some((*self.arrays.get(array)?, size.parse().ok()?))
    }

    /// Reads the bytes of a table, which are given before its function.
    fn table_contents(&mut self, number: &'t str, digits: &str) -> Option<()> {
        let byte = |at: usize| digits.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect::<Option<_>>()?;
        let table = self.pool.table(bytes.into());
        self.tables.insert(number, table);
        Some(())
    }
}

/// Whether a sort is that of byte arrays.
fn is_byte_array(sort: &[Token<'_>]) -> bool {
    let words: Vec<&str> = sort.iter().map(|token| token.text).collect();
    words == ["(", "Array", "(", "_", "BitVec", "64", ")", "(", "_", "BitVec", "8", ")", ")"]
}

/// The position after the list that opens at `at`.
fn list_end(tokens: &[Token<'_>], at: usize) -> Parsed<usize> {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth == 0 => return Err(token.error(ParseErrorKind::Extra)),
            Kind::Close => depth -= 1,
            Kind::Word if depth == 0 => return Err(token.error(ParseErrorKind::Unsupported(token.text.to_owned()))),
            Kind::Word => {}
        }
        if depth == 0 {
            return Ok(i + 1);
        }
    }
    let at = tokens.last().map_or(0, |token| token.at);
    Err(ParseError { at, kind: ParseErrorKind::End })
}

/// The width of `Bool` or `(_ BitVec n)`.
fn sort_width(sort: &[Token<'_>]) -> Option<u32> {
    let words: Vec<&str> = sort.iter().map(|token| token.text).collect();
    match words[..] {
        ["Bool"] => Some(1),
        ["(", "_", "BitVec", width, ")"] => width.parse().ok().filter(|&width| width > 0),
        _ => None,
    }
}
