//! Reading scripts: the commands of SMT-LIB that solvers exchange to state one query.
//!
//! Constants of sort `Bool` or `(_ BitVec n)` are declared, functions defined, assertions collected; commands that ask
//! or set something are passed over, anything else is refused by name.

use crate::node::ExprId;
use crate::parse::{Function, Kind, ParseError, ParseErrorKind, Parsed, Reader, Token, tokens};
use crate::pool::Pool;

/// The assertions of a script; its constants become symbols of the pool.
pub fn parse_script(pool: &mut Pool, text: &str) -> Parsed<Vec<ExprId>> {
    let tokens = tokens(text)?;
    let mut reader = Reader::new(pool);
    let mut assertions = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = reader.command(&tokens, at, &mut assertions)?;
    }
    Ok(assertions)
}

impl<'t> Reader<'_, 't> {
    fn command(&mut self, tokens: &[Token<'t>], at: usize, assertions: &mut Vec<ExprId>) -> Parsed<usize> {
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
                if self.pool.op(term).is_array() || self.pool.width(term) != 1 || next != inside.len() {
                    return Err(wrong());
                }
                assertions.push(term);
            }
            "set-logic" | "set-info" | "set-option" | "check-sat" | "get-model" | "get-value" | "exit" => {}
            other => return Err(head.error(ParseErrorKind::Unsupported(other.to_owned()))),
        }
        Ok(end)
    }

    fn declare(&mut self, name: &Token<'t>, sort: &[Token<'t>]) -> Parsed<()> {
        let width = sort_width(sort).ok_or_else(|| name.error(ParseErrorKind::Unsupported("sort".into())))?;
        let term = self.pool.symbol(name.text, width);
        self.bound.insert(name.text.to_owned(), vec![term]);
        Ok(())
    }

    /// `define-fun name (parameters) sort body`; nothing if it does not look like that.
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
            let (Some(parameter), Some(width)) = (inside.get(at + 1), sort_width(&inside[at + 2..next - 1])) else {
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
        if parameters.is_empty() {
            let (term, _) = self.term(body, 0)?;
            self.bound.insert(name.text.to_owned(), vec![term]);
        } else {
            self.functions.insert(name.text, Function { parameters, body: body.to_vec() });
        }
        Ok(Some(()))
    }
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
