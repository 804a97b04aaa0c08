//! Reads the arguments of a call of `printf`. They are read in the order in which they are passed, which may differ
//! from the order of the conversions (`%2$d %1$d`).

use ir::ErrorKind;
use memory::Value;

use crate::format::{Argument, Conversion, Count};
use crate::machine::{Access, Call, Machine, Stop, resize};

/// Where the next argument is.
pub(crate) enum Arguments {
    /// Argument of the call with this index.
    Call(usize),
    /// In a `va_list`, at this address.
    List(u64),
}

impl Arguments {
    /// The arguments of the `va_list` that is argument `index` of the call.
    pub(crate) fn list(machine: &mut dyn Machine, call: &Call<'_>, index: usize) -> Result<Arguments, Stop> {
        let list = call.word(machine, index);
        let place = machine.locate(list, 24, Access::Read)?;
        let area = machine.load(&place, 8, 8);
        Ok(Arguments::List(machine.concretize(area, 64)?))
    }

    /// The next argument, as `width` bits. Reading past the last argument is an out-of-bounds read.
    fn next(&mut self, machine: &mut dyn Machine, call: &Call<'_>, width: u32) -> Result<Value, Stop> {
        match self {
            Arguments::Call(index) => {
                if *index >= call.args.len() {
                    let message = format!("{} has fewer arguments than its format asks for", call.name);
                    return Err(machine.error(ErrorKind::OutOfBounds, message, None));
                }
                let value = call.unsigned(machine, *index, width);
                *index += 1;
                Ok(value)
            }
            Arguments::List(address) => {
                let len = u64::from(width.div_ceil(64)) * 8;
                if width > 64 {
                    *address = address.next_multiple_of(16);
                }
                let place = machine.locate(Value::Int(*address), len, Access::Read)?;
                let value = machine.load(&place, 0, len as u32);
                *address += len;
                Ok(resize(machine.pool(), value, 8 * len as u32, width, false))
            }
        }
    }
}

/// The arguments of a conversion: those of its `*`s, and its own (zero if it takes none).
pub(crate) struct Given {
    pub(crate) stars: Vec<i32>,
    pub(crate) value: Value,
}

/// The arguments of all conversions. `None` if some conversions are numbered (`%1$d`) and others are not.
pub(crate) fn fetch(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    mut arguments: Arguments,
    conversions: &[&Conversion],
) -> Result<Option<Vec<Given>>, Stop> {
    let Some(places) = places(conversions) else { return Ok(None) };
    let mut widths = Vec::new();
    for &(place, width) in places.iter().flatten() {
        if widths.len() <= place {
            // An argument that no conversion uses is taken for an int.
            widths.resize(place + 1, INT);
        }
        widths[place] = width;
    }
    let mut values = Vec::new();
    for width in widths {
        values.push(arguments.next(machine, call, width)?);
    }
    let mut given = Vec::new();
    for (conversion, places) in conversions.iter().zip(places) {
        let (stars, own) = places.split_at(conversion.stars());
        let mut numbers = Vec::new();
        for &(place, _) in stars {
            numbers.push(machine.concretize(values[place], INT)? as u32 as i32);
        }
        let value = own.first().map_or(Value::Int(0), |&(place, _)| values[place]);
        given.push(Given { stars: numbers, value });
    }
    Ok(Some(given))
}

const INT: u32 = 32;

/// For each conversion, the indices of its arguments and their widths in bits: those of `*`s first, its own last.
fn places(conversions: &[&Conversion]) -> Option<Vec<Vec<(usize, u32)>>> {
    let mut next = 0;
    let (mut numbered, mut in_order) = (false, false);
    let mut all = Vec::new();
    for conversion in conversions {
        let own = width(conversion.argument());
        let mut places = Vec::new();
        let mut place = |position: Option<usize>, width| {
            match position {
                Some(position) => {
                    numbered = true;
                    places.push((position - 1, width));
                }
                None => {
                    in_order = true;
                    places.push((next, width));
                    next += 1;
                }
            };
        };
        for count in [conversion.width, conversion.precision] {
            match count {
                Some(Count::Star) => place(None, INT),
                Some(Count::StarAt(position)) => place(Some(position), INT),
                _ => {}
            }
        }
        if let Some(width) = own {
            place(conversion.position, width);
        }
        all.push(places);
    }
    (!numbered || !in_order).then_some(all)
}

/// The width of an argument in bits. `None` if the conversion takes none.
fn width(argument: Argument) -> Option<u32> {
    match argument {
        Argument::Int => Some(INT),
        Argument::Long | Argument::String | Argument::WideString | Argument::WriteTo(_) | Argument::Double => Some(64),
        Argument::LongDouble => Some(80),
        Argument::Nothing => None,
    }
}
