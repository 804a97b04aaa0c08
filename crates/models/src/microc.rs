//! What microc programs ask of the machine. The names hold a dot, so that no function of a program has them.

use std::rc::Rc;

use memory::{ObjectKind, Value};

use crate::Routine;
use crate::format::{Conversion, Flags, Length, Specifier};
use crate::machine::{Call, Machine, Stop};
use crate::output::{Piece, Stream, Text};

type Done = Result<Option<Value>, Stop>;

/// The width of a number.
const NUMBER: u32 = 32;

/// Followed by the name of the input.
const SYMBOLIC: &str = "microc.symbolic.";

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "microc.alloc" => alloc,
        "microc.output" => output,
        _ if name.starts_with(SYMBOLIC) => symbolic,
        _ => return None,
    })
}

/// A new input: a parameter of `main`, or what `input` reads, whether it is used or not.
fn symbolic(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    Ok(Some(machine.symbolic_value(&call.name[SYMBOLIC.len()..], call.declared)))
}

/// A new cell of so many bytes, which nothing frees.
fn alloc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.concrete(machine, 0)?;
    machine.allocate(ObjectKind::Heap, size, 8).map(|address| Some(Value::Int(address)))
}

/// A number and a line break.
fn output(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let number = match call.unsigned(machine, 0, NUMBER) {
        Value::Int(word) => Text::Bytes(format!("{}\n", word as i32).into_bytes().into()),
        Value::Expr(term) => Text::Number(Rc::new(decimal()), term),
    };
    let symbolic = matches!(number, Text::Number(..));
    machine.print(Piece { stream: Stream::Out, text: number });
    if symbolic {
        machine.print(Piece { stream: Stream::Out, text: Text::Bytes(b"\n"[..].into()) });
    }
    Ok(None)
}

/// `%d`
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
