//! The functions that microc programs need. Their names contain a dot, so that no function of a program has the
//! same name.

use std::sync::Arc;

use memory::{ObjectKind, Value};

use crate::Routine;
use crate::format::{Conversion, Flags, Length, Specifier};
use crate::machine::{Call, Machine, Stop};
use crate::output::{Piece, Stream, Text};

type Done = Result<Option<Value>, Stop>;

/// The width of a number in bits.
const NUMBER: u32 = 32;

/// The prefix of a function that creates an input; the input's name follows.
const SYMBOLIC: &str = "microc.symbolic.";

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "microc.alloc" => alloc,
        "microc.output" => output,
        _ if name.starts_with(SYMBOLIC) => symbolic,
        _ => return None,
    })
}

/// Creates an input: a parameter of `main`, or the result of `input`, even if it is not used.
fn symbolic(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    Ok(Some(machine.symbolic_value(&call.name[SYMBOLIC.len()..], call.declared)))
}

/// Allocates a cell of the given size in bytes, which nothing frees.
fn alloc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.concrete(machine, 0)?;
    machine.allocate(ObjectKind::Heap, size.into(), 8).map(|address| Some(Value::Int(address)))
}

/// Prints a number and a line break.
fn output(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let number = match call.unsigned(machine, 0, NUMBER) {
        Value::Int(word) => Text::Bytes(format!("{}\n", word as i32).into_bytes().into()),
        Value::Expr(term) => Text::Number(Arc::new(decimal()), term),
    };
    let symbolic = matches!(number, Text::Number(..));
    machine.print(Piece { stream: Stream::Out, text: number });
    if symbolic {
        machine.print(Piece { stream: Stream::Out, text: Text::Bytes(b"\n"[..].into()) });
    }
    Ok(None)
}

/// The conversion `%d`.
fn decimal() -> Conversion {
    let (width, precision) = (None, None);
    Conversion {
        position: None,
        flags: Flags::default(),
        width,
        precision,
        length: Length::Default,
        specifier: Specifier::Signed,
    }
}
