//! Output without a format: `puts`, `putchar`, `fwrite` and the like.

use std::sync::Arc;

use expr::ExprId;
use ir::ErrorKind;
use memory::{Place, Value};

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};
use crate::output::{Piece, Stream, Text};
use crate::printf::text_bytes;
use crate::text::PAST_STRING;

type Done = Result<Option<Value>, Stop>;

/// The addresses of the standard streams, in programs that name them or that use the library's C sources for streams.
const STDIN: u64 = 0x0F00_0000_1000;
const STDOUT: u64 = 0x0F00_0000_2000;
const STDERR: u64 = 0x0F00_0000_3000;

/// The size of a standard stream in bytes: a `FILE` as glibc's headers define it, with empty buffers, followed
/// by the fields of the library's `stdio.c`.
const STREAM_SIZE: usize = 256;
/// The offset in a stream of its file descriptor.
const FILE_NUMBER: usize = 112;
/// The offset in a stream of the flag that its output does not go to the executor.
const IS_REDIRECTED: u64 = 216;
/// The flags in the first byte of a stream that cannot be written (`NO_WRITES`) or read (`NO_READS`).
const NO_WRITES: u8 = 8;
const NO_READS: u8 = 4;

/// The values of the globals `stdin`, `stdout` and `stderr`.
fn stream_pointer(name: &str) -> Option<u64> {
    Some(match name {
        "stdin" | "__stdinp" => STDIN,
        "stdout" | "__stdoutp" => STDOUT,
        "stderr" | "__stderrp" => STDERR,
        _ => return None,
    })
}

/// The object that such a global points to: its address and its initial contents.
pub(crate) fn standard_stream(name: &str) -> Option<(u64, Vec<u8>)> {
    let address = stream_pointer(name)?;
    let mut bytes = vec![0; STREAM_SIZE];
    (bytes[0], bytes[FILE_NUMBER]) = match address {
        STDIN => (NO_WRITES, 0),
        STDOUT => (NO_READS, 1),
        _ => (NO_READS, 2),
    };
    Some((address, bytes))
}

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "putchar" | "putchar_unlocked" => put_character,
        "fputc" | "putc" | "_IO_putc" | "fputc_unlocked" | "putc_unlocked" => fputc,
        "puts" => puts,
        "fputs" | "fputs_unlocked" => fputs,
        "fwrite" | "fwrite_unlocked" => fwrite,
        "fflush" | "fflush_unlocked" | "setbuf" | "setvbuf" | "setlinebuf" | "setbuffer" | "_flushlbf" => nothing,
        _ => return None,
    })
}

/// Where output goes.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// To the executor.
    Stream(Stream),
    /// To a file of the program.
    File(u64),
}

/// The target of the stream that an argument names.
pub(crate) fn target(machine: &mut dyn Machine, call: &Call<'_>, index: usize) -> Result<Target, Stop> {
    match call.concrete(machine, index)? {
        STDOUT => Ok(standard(machine, STDOUT, Stream::Out)),
        STDERR => Ok(standard(machine, STDERR, Stream::Err)),
        0 => Err(machine.error(ErrorKind::Null, format!("{} with a null stream", call.name), None)),
        file => Ok(Target::File(file)),
    }
}

/// The target of standard output.
pub(crate) fn standard_output(machine: &mut dyn Machine) -> Result<Target, Stop> {
    Ok(standard(machine, STDOUT, Stream::Out))
}

/// The target of a standard stream. Without the library's C sources for streams it is never redirected.
fn standard(machine: &mut dyn Machine, address: u64, stream: Stream) -> Target {
    let space = machine.space();
    let redirected = space.find(address).is_some_and(|found| {
        let flag = space.whole(found.object).part(IS_REDIRECTED, 1);
        space.concrete_word(flag).is_some_and(|byte| byte != 0)
    });
    if redirected { Target::File(address) } else { Target::Stream(stream) }
}

fn put_character(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    match standard_output(machine)? {
        Target::Stream(stream) => put(machine, call, stream),
        Target::File(file) => {
            let args = [call.args[0], (Value::Int(file), 64)];
            Err(machine.continue_in("__pleach_fputc", &args))
        }
    }
}

fn fputc(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    match target(machine, call, 1)? {
        Target::Stream(stream) => put(machine, call, stream),
        Target::File(_) => Err(machine.continue_in("__pleach_fputc", call.args)),
    }
}

fn put(machine: &mut dyn Machine, call: &Call<'_>, stream: Stream) -> Done {
    let byte = call.unsigned(machine, 0, 8);
    machine.print(Piece { stream, text: byte_text(byte) });
    let result = crate::resize(machine.pool(), byte, 8, 32, false);
    Ok(Some(result))
}

/// One byte as text.
pub(crate) fn byte_text(byte: Value) -> Text {
    match byte {
        Value::Int(word) => Text::Bytes(Arc::from([word as u8])),
        Value::Expr(term) => Text::Byte(term),
    }
}

fn puts(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    match standard_output(machine)? {
        Target::Stream(stream) => put_string(machine, call, stream, b"\n"),
        Target::File(_) => Err(machine.continue_in("__pleach_puts", call.args)),
    }
}

fn fputs(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    match target(machine, call, 1)? {
        Target::Stream(stream) => put_string(machine, call, stream, b""),
        Target::File(_) => Err(machine.continue_in("__pleach_fputs", call.args)),
    }
}

fn put_string(machine: &mut dyn Machine, call: &Call<'_>, stream: Stream, end: &[u8]) -> Done {
    let pointer = call.word(machine, 0);
    let text = string_text(machine, pointer)?;
    // As in glibc, puts returns the number of bytes written, and fputs returns 1.
    let mut result = 1;
    if call.ret > 0 && !end.is_empty() {
        result = text_bytes(machine, &text)?.len() as u64 + 1;
    }
    machine.print(Piece { stream, text });
    if !end.is_empty() {
        machine.print(Piece { stream, text: Text::Bytes(end.into()) });
    }
    Ok(Some(Value::Int(result)))
}

fn fwrite(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let stream = match target(machine, call, 3)? {
        Target::Stream(stream) => stream,
        Target::File(_) => return Err(machine.continue_in("__pleach_fwrite", call.args)),
    };
    let size = call.concrete(machine, 1)?;
    let pointer = call.word(machine, 0);
    let count = call.word(machine, 2);
    if let (1, Value::Expr(_)) = (size, count) {
        print_up_to(machine, stream, pointer, count)?;
        return Ok(Some(count));
    }
    let count = machine.concretize(count, 64)?;
    print_up_to(machine, stream, pointer, Value::Int(size.saturating_mul(count)))?;
    Ok(Some(Value::Int(if size == 0 { 0 } else { count })))
}

fn nothing(_: &mut dyn Machine, _: &Call<'_>) -> Done {
    Ok(Some(Value::Int(0)))
}

/// Prints the bytes of a place.
pub(crate) fn print_place(machine: &mut dyn Machine, stream: Stream, place: &Place) {
    if let Some(bytes) = place.in_bounds().and_then(|bytes| machine.space().concrete_bytes(bytes)) {
        return machine.print(Piece { stream, text: Text::Bytes(bytes.into()) });
    }
    for at in 0..place.size() {
        let byte = machine.load(place, at, 1);
        machine.print(Piece { stream, text: byte_text(byte) });
    }
}

/// Prints as many bytes as a number of 64 bits says.
pub(crate) fn print_up_to(machine: &mut dyn Machine, stream: Stream, pointer: Value, count: Value) -> Result<(), Stop> {
    if let Value::Expr(length) = count
        && let Some(bytes) = machine.locate_up_to(pointer, length, Access::Read)?
    {
        let place = Place::from(bytes);
        for at in 0..place.size() {
            let byte = machine.load(&place, at, 1);
            let pool = machine.pool();
            let (byte, here) = (byte.to_expr(pool, 8), pool.int(64, at));
            let is_there = pool.ult(here, length);
            machine.print(Piece { stream, text: Text::Optional([is_there, byte]) });
        }
        return Ok(());
    }
    let count = machine.concretize(count, 64)?;
    if count > 0 {
        let place = machine.locate(pointer, count, Access::Read)?;
        print_place(machine, stream, &place);
    }
    Ok(())
}

/// The text of a string in memory, without a fork if it is symbolic: the bytes up to the first that must be
/// zero. A string that may run past the end of its object is an out-of-bounds read.
pub(crate) fn string_text(machine: &mut dyn Machine, pointer: Value) -> Result<Text, Stop> {
    let bytes = string_bytes(machine, pointer, u64::MAX)?;
    let concrete: Option<Vec<u8>> = bytes.iter().map(|byte| byte.as_int().map(|word| word as u8)).collect();
    if let Some(concrete) = concrete {
        return Ok(Text::Bytes(concrete.into()));
    }
    let terms: Vec<ExprId> = bytes.iter().map(|byte| byte.to_expr(machine.pool(), 8)).collect();
    Ok(Text::String(terms.into()))
}

/// The bytes of a string up to the first that must be zero, but at most `most` of them.
pub(crate) fn string_bytes(machine: &mut dyn Machine, pointer: Value, most: u64) -> Result<Vec<Value>, Stop> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let rest = machine.locate_rest(pointer, Access::Read)?;
    let (start, room, known) = (Place::from(rest), rest.size(), machine.known(rest));
    let mut bytes = Vec::new();
    let mut ended = machine.pool().bool(false);
    for at in 0..room.min(most) {
        // What lies after the end of the object is out of bounds. That the byte before is not zero may show that
        // there is another one.
        if at >= known
            && let Some(exists) = machine.exists(rest, at)
            && !exists.after.is_some_and(|before| bytes.last() == Some(&Value::Expr(before)))
        {
            let fine = machine.pool().or(ended, exists.condition);
            machine.require(fine, ErrorKind::OutOfBounds, PAST_STRING)?;
        }
        let byte = machine.load(&start, at, 1);
        match byte {
            Value::Int(0) => return Ok(bytes),
            Value::Int(_) => {}
            Value::Expr(term) => {
                let zero = machine.pool().int(8, 0);
                let ends = machine.pool().eq(term, zero);
                ended = machine.pool().or(ended, ends);
            }
        }
        bytes.push(byte);
    }
    if room < most {
        machine.require(ended, ErrorKind::OutOfBounds, PAST_STRING)?;
    }
    Ok(bytes)
}
