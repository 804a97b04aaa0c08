//! The output of a program, before its input is known.
//!
//! Printing a symbolic number does not fork: the piece keeps the term and is turned into text under the path's
//! own input when the path ends.

use std::sync::Arc;

use bv::Bv;
use expr::ExprId;

use crate::format::{self, Conversion};

/// An output stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// A piece of output.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The stream that the piece is printed to.
    pub stream: Stream,
    /// The text of the piece.
    pub text: Text,
}

impl Piece {
    /// Whether both pieces are the same except for their terms.
    pub fn is_like(&self, other: &Piece) -> bool {
        self.stream == other.stream
            && match (&self.text, &other.text) {
                (Text::Bytes(a), Text::Bytes(b)) => a == b,
                (Text::Byte(_), Text::Byte(_))
                | (Text::Optional(_), Text::Optional(_))
                | (Text::String(_), Text::String(_)) => true,
                (Text::Number(a, _), Text::Number(b, _))
                | (Text::Double(a, _), Text::Double(b, _))
                | (Text::Padded(a, _), Text::Padded(b, _)) => a == b,
                _ => false,
            }
    }
}

/// The text of a piece.
#[derive(Clone, Debug)]
pub enum Text {
    /// Concrete bytes.
    Bytes(Arc<[u8]>),
    /// One symbolic byte.
    Byte(ExprId),
    /// A bit and a byte, which is printed if the bit is set.
    Optional([ExprId; 2]),
    /// The bytes before the first zero.
    String(Arc<[ExprId]>),
    /// A number under a conversion without `*`.
    Number(Arc<Conversion>, ExprId),
    /// The bits of a `double` under a conversion without `*`.
    Double(Arc<Conversion>, ExprId),
    /// The bytes before the first zero, under a conversion without `*`.
    Padded(Arc<Conversion>, Arc<[ExprId]>),
}

impl Text {
    /// The terms in the text.
    pub fn terms(&self) -> &[ExprId] {
        match self {
            Text::Bytes(_) => &[],
            Text::Byte(term) | Text::Number(_, term) | Text::Double(_, term) => std::slice::from_ref(term),
            Text::Optional(terms) => terms,
            Text::String(terms) | Text::Padded(_, terms) => terms,
        }
    }

    /// The text with each term replaced by another.
    pub fn with_terms(self, replace: &mut dyn FnMut(ExprId) -> ExprId) -> Text {
        match self {
            Text::Bytes(bytes) => Text::Bytes(bytes),
            Text::Byte(term) => Text::Byte(replace(term)),
            Text::Optional(terms) => Text::Optional(terms.map(replace)),
            Text::String(terms) => Text::String(terms.iter().map(|&term| replace(term)).collect()),
            Text::Number(conversion, term) => Text::Number(conversion, replace(term)),
            Text::Double(conversion, term) => Text::Double(conversion, replace(term)),
            Text::Padded(conversion, terms) => {
                Text::Padded(conversion, terms.iter().map(|&term| replace(term)).collect())
            }
        }
    }
}

/// Appends the text to `out`, with its terms replaced by their values.
pub fn render(text: &Text, value: &mut dyn FnMut(ExprId) -> Bv, out: &mut Vec<u8>) {
    match text {
        Text::Bytes(bytes) => out.extend_from_slice(bytes),
        Text::Byte(term) => out.push(value(*term).low_u64() as u8),
        Text::Optional([bit, byte]) => {
            if value(*bit).low_u64() != 0 {
                out.push(value(*byte).low_u64() as u8);
            }
        }
        Text::String(terms) => out.extend(string(terms, value)),
        Text::Number(conversion, term) => {
            let number = value(*term).low_u64();
            out.extend(format::render(conversion, format::Value::Int(number)).unwrap_or_default());
        }
        Text::Double(conversion, term) => {
            let bits = value(*term).low_u64();
            out.extend(format::render(conversion, format::Value::Double(bits)).unwrap_or_default());
        }
        Text::Padded(conversion, terms) => {
            let bytes = string(terms, value);
            out.extend(format::render(conversion, format::Value::Bytes(&bytes)).unwrap_or_default());
        }
    }
}

fn string(terms: &[ExprId], value: &mut dyn FnMut(ExprId) -> Bv) -> Vec<u8> {
    terms.iter().map(|&term| value(term).low_u64() as u8).take_while(|&byte| byte != 0).collect()
}
