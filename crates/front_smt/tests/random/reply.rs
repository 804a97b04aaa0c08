//! Values in the syntax of SMT-LIB: reading and writing.

use std::collections::HashMap;

use bv::Bv;

use crate::meaning::{Array, Value};
use crate::text;
use crate::tree::Sort;

/// An S-expression.
#[derive(Debug)]
enum Expression {
    Atom(String),
    List(Vec<Expression>),
}

/// The values in the reply to `get-value`, in the order of the given sorts.
pub fn values(reply: &str, sorts: &[Sort]) -> Result<Vec<Value>, String> {
    let Expression::List(pairs) = parse(reply)? else { return Err("no list".to_owned()) };
    if pairs.len() != sorts.len() {
        return Err(format!("{} values, not {}", pairs.len(), sorts.len()));
    }
    pairs
        .iter()
        .zip(sorts)
        .map(|(pair, &sort)| match pair {
            Expression::List(pair) if pair.len() == 2 => value(&pair[1], sort),
            other => Err(format!("no pair: {other:?}")),
        })
        .collect()
}

/// A value as text.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Bits(value) => text::number(value),
        Value::Array(array) => {
            let sort = Sort::Array { index: array.index_width, element: array.default.width() };
            let mut written = format!("((as const {}) {})", text::sort(sort), text::number(&array.default));
            for (index, element) in &array.entries {
                written = format!("(store {written} {} {})", text::number(index), text::number(element));
            }
            written
        }
    }
}

fn value(expression: &Expression, sort: Sort) -> Result<Value, String> {
    let wrong = || format!("no value of sort {sort:?}: {expression:?}");
    match (sort, expression) {
        (Sort::Bool, Expression::Atom(atom)) => match atom.as_str() {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(wrong()),
        },
        (Sort::Bits(width), expression) => {
            let value = number(expression).ok_or_else(wrong)?;
            if value.width() == width { Ok(Value::Bits(value)) } else { Err(wrong()) }
        }
        (Sort::Array { index, element }, expression) => {
            let mut stores = Vec::new();
            let mut below = expression;
            loop {
                let Expression::List(parts) = below else { return Err(wrong()) };
                match &parts[..] {
                    [Expression::Atom(store), base, at, held] if store == "store" => {
                        stores.push((at, held));
                        below = base;
                    }
                    [Expression::List(_), default] => {
                        let default = value(default, Sort::Bits(element))?.bits().clone();
                        let mut entries = HashMap::new();
                        for (at, held) in stores.into_iter().rev() {
                            let (at, held) = (value(at, Sort::Bits(index))?, value(held, Sort::Bits(element))?);
                            entries.insert(at.bits().clone(), held.bits().clone());
                        }
                        return Ok(Value::Array(Array { index_width: index, default, entries }));
                    }
                    _ => return Err(wrong()),
                }
            }
        }
        _ => Err(wrong()),
    }
}

fn number(expression: &Expression) -> Option<Bv> {
    match expression {
        Expression::Atom(atom) => {
            let (bits, digits) = match atom.split_at_checked(2)? {
                ("#b", digits) => (1, digits),
                ("#x", digits) => (4, digits),
                _ => return None,
            };
            let width = bits * digits.len() as u32;
            let mut value = Bv::new(width, 0);
            for digit in digits.chars() {
                let digit = u64::from(digit.to_digit(1 << bits)?);
                value = value.shl(&Bv::new(width, u64::from(bits))).or(&Bv::new(width, digit));
            }
            // With a single digit, the shift distance would not fit the width.
            if digits.len() == 1 {
                value = Bv::new(width, u64::from(digits.chars().next()?.to_digit(1 << bits)?));
            }
            Some(value)
        }
        Expression::List(parts) => {
            let [Expression::Atom(underscore), Expression::Atom(name), Expression::Atom(width)] = &parts[..] else {
                return None;
            };
            let digits = name.strip_prefix("bv").filter(|_| underscore == "_")?;
            Bv::from_str(width.parse().ok()?, digits).ok()
        }
    }
}

fn parse(text: &str) -> Result<Expression, String> {
    let mut open: Vec<Vec<Expression>> = Vec::new();
    let mut rest = text.trim();
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return Err(format!("unfinished: {text}")) };
        let done = match first {
            '(' => {
                open.push(Vec::new());
                rest = &rest[1..];
                continue;
            }
            ')' => {
                rest = &rest[1..];
                Expression::List(open.pop().ok_or("a parenthesis too many")?)
            }
            '|' => {
                let end = rest[1..].find('|').ok_or("an unfinished name")? + 2;
                let atom = rest[..end].to_owned();
                rest = &rest[end..];
                Expression::Atom(atom)
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(rest.len());
                let atom = rest[..end].to_owned();
                rest = &rest[end..];
                Expression::Atom(atom)
            }
        };
        match open.last_mut() {
            Some(list) => list.push(done),
            None => return Ok(done),
        }
    }
}
