//! String functions whose result is one expression of the bytes that they look at: no path forks in them.
//!
//! The same functions in C (`c/string_forms.c`) fork at every byte that may end the work; which form a call gets is chosen when the program
//! is linked (`--string-functions`). A function that is an expression everywhere keeps its name; where only some calls are, these call it by
//! the name of [`as_expression`]. An access out of bounds is found as in C: it is one exactly if the work may have gone on so far.
//!
//! There is no limit on the number of bytes: measured up to 65,536, one expression is better than several over parts (`docs/benchmarks.md`).

use expr::{ExprId, Pool};
use ir::ErrorKind;
use memory::{InBounds, Place, Value};

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};
use crate::text::PAST_STRING;

type Done = Result<Option<Value>, Stop>;

/// The functions that have both forms.
pub const STRING_FUNCTIONS: [&str; 8] =
    ["strlen", "strnlen", "strcmp", "strncmp", "memcmp", "strchr", "memchr", "strchrnul"];

const PREFIX: &str = "__pleach_expression_";

/// The name by which a function is this one and not C code, also where C code is linked.
pub fn as_expression(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// The name in C.
fn plain(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match plain(name) {
        "strlen" | "strnlen" => length,
        "strcmp" | "strncmp" | "memcmp" => compare,
        "strchr" | "strchrnul" | "memchr" => find,
        _ => return None,
    })
}

/// The bytes behind a pointer, up to the end of their object.
struct Bytes {
    rest: InBounds,
    place: Place,
    room: u64,
    what: &'static str,
    /// For an object that ends with the string that it held at first: that it goes on so far, where the work does not show it.
    goes_on: Option<ExprId>,
}

impl Bytes {
    /// Needs one byte at least.
    fn at(machine: &mut dyn Machine, pointer: Value, what: &'static str) -> Result<Bytes, Stop> {
        let rest = machine.locate_rest(pointer, Access::Read)?;
        let goes_on = (machine.known(rest) < rest.size()).then(|| machine.pool().bool(true));
        Ok(Bytes { rest, place: rest.into(), room: rest.size(), what, goes_on })
    }

    /// The first byte from `index` on that is symbolic or one to stop at, or the end of the object or of `limit` bytes. Where a string ends,
    /// each byte counts.
    fn skip(&self, machine: &dyn Machine, index: u64, limit: u64, stops: &[u8]) -> u64 {
        if self.goes_on.is_some() {
            return index;
        }
        let left = self.room.min(limit).saturating_sub(index);
        index + machine.space().concrete_until(self.rest.part(index, left), stops)
    }

    /// The same for two of them that have all bytes before in common.
    fn skip_common(&self, machine: &dyn Machine, other: &Bytes, index: u64, limit: u64, stops: &[u8]) -> u64 {
        if self.goes_on.is_some() || other.goes_on.is_some() {
            return index;
        }
        let left = self.room.min(other.room).min(limit).saturating_sub(index);
        index + machine.space().common_until(self.rest.part(index, left), other.rest.part(index, left), stops)
    }

    /// Byte `index`, if the object goes on so far; where it does not, no path may get there on which the work has not ended.
    fn get(&mut self, machine: &mut dyn Machine, index: u64, rounds: &Rounds) -> Result<Option<Value>, Stop> {
        if index < self.room {
            self.require_end(machine, index, rounds)?;
            return Ok(Some(machine.load(&self.place, index, 1)));
        }
        let over = rounds.over(machine);
        machine.require(over, ErrorKind::OutOfBounds, self.what)?;
        Ok(None)
    }
}

impl Bytes {
    /// Where the object ends with a string, the work may only have gone on to a byte if that is in the string. A function that ends at
    /// a zero shows this itself, as long as the last byte is what it was.
    fn require_end(&mut self, machine: &mut dyn Machine, index: u64, rounds: &Rounds) -> Result<(), Stop> {
        let Some(so_far) = self.goes_on.filter(|_| index > 0) else { return Ok(()) };
        let Some(original) = machine.original(self.rest, index - 1) else { return Ok(()) };
        let shown = self.what == PAST_STRING && machine.load(&self.place, index - 1, 1) == Value::Expr(original);
        let known = index < machine.known(self.rest);
        if shown || known {
            return Ok(());
        }
        let pool = machine.pool();
        let zero = pool.int(8, 0);
        let nonzero = pool.ne(original, zero);
        let goes_on = pool.and(so_far, nonzero);
        self.goes_on = Some(goes_on);
        let over = rounds.over(machine);
        let fine = machine.pool().or(over, goes_on);
        machine.require(fine, ErrorKind::OutOfBounds, self.what)
    }
}

const PAST_OBJECT: &str = "read past the end of an object";

/// What the work results in where it ends: a condition for each place where it may, and the result if it does and did not before.
#[derive(Default)]
struct Rounds(Vec<(ExprId, ExprId)>);

/// Whether the work goes on after a round.
enum Next {
    Goes,
    Ended,
}

impl Rounds {
    /// Adds a round in which the work ends where a condition holds.
    fn add(&mut self, pool: &Pool, ends: ExprId, result: ExprId) -> Next {
        let known = pool.as_const(ends).map(|bit| bit.low_u64());
        if known != Some(0) {
            self.0.push((ends, result));
        }
        if known == Some(1) { Next::Ended } else { Next::Goes }
    }

    /// That the work has ended.
    fn over(&self, machine: &mut dyn Machine) -> ExprId {
        let pool = machine.pool();
        self.0.iter().fold(pool.bool(false), |over, &(ends, _)| pool.or(over, ends))
    }

    /// The result; `last` where no round ended the work.
    fn result(self, machine: &mut dyn Machine, last: ExprId) -> Value {
        let pool = machine.pool();
        let result = self.0.into_iter().rev().fold(last, |rest, (ends, result)| pool.ite(ends, result, rest));
        Value::from_expr(pool, result)
    }
}

/// `strlen(s)` and `strnlen(s, limit)`
fn length(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let limit = if plain(call.name) == "strnlen" { call.concrete(machine, 1)? } else { u64::MAX };
    if limit == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let string = call.word(machine, 0);
    let mut string = Bytes::at(machine, string, PAST_STRING)?;
    let mut rounds = Rounds::default();
    let mut index = 0;
    loop {
        index = string.skip(machine, index, limit, &[0]);
        if index >= limit {
            break;
        }
        let Some(byte) = string.get(machine, index, &rounds)? else { break };
        let ends = is_zero(machine, byte);
        let here = machine.pool().int(64, index);
        index += 1;
        if let Next::Ended = rounds.add(machine.pool(), ends, here) {
            break;
        }
    }
    let most = machine.pool().int(64, limit);
    Ok(Some(rounds.result(machine, most)))
}

/// `strcmp(a, b)`, `strncmp(a, b, limit)` and `memcmp(a, b, count)`
fn compare(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let name = plain(call.name);
    let limit = if name == "strcmp" { u64::MAX } else { call.concrete(machine, 2)? };
    if limit == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let strings = name != "memcmp";
    let what = if strings { PAST_STRING } else { PAST_OBJECT };
    let (a, b) = (call.word(machine, 0), call.word(machine, 1));
    let (mut a, mut b) = (Bytes::at(machine, a, what)?, Bytes::at(machine, b, what)?);
    let mut rounds = Rounds::default();
    let mut index = 0;
    loop {
        index = a.skip_common(machine, &b, index, limit, if strings { &[0] } else { &[] });
        if index >= limit {
            break;
        }
        let Some(left) = a.get(machine, index, &rounds)? else { break };
        let Some(right) = b.get(machine, index, &rounds)? else { break };
        index += 1;
        let pool = machine.pool();
        let (first, second) = (left.to_expr(pool, 8), right.to_expr(pool, 8));
        let mut ends = pool.ne(first, second);
        if strings {
            // Where both are equal, either may tell whether they end there, and one that is a constant tells for nothing.
            let zero = is_zero(machine, if let Value::Int(_) = right { right } else { left });
            ends = machine.pool().or(ends, zero);
        }
        let pool = machine.pool();
        let (first, second) = (pool.zext(first, 32), pool.zext(second, 32));
        let difference = pool.sub(first, second);
        if let Next::Ended = rounds.add(machine.pool(), ends, difference) {
            break;
        }
    }
    let same = machine.pool().int(32, 0);
    Ok(Some(rounds.result(machine, same)))
}

/// `strchr(s, c)`, `strchrnul(s, c)` and `memchr(s, c, count)`
fn find(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let name = plain(call.name);
    let limit = if name == "memchr" { call.concrete(machine, 2)? } else { u64::MAX };
    if limit == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let strings = name != "memchr";
    let wanted = call.unsigned(machine, 1, 8);
    let start = call.word(machine, 0);
    let mut text = Bytes::at(machine, start, if strings { PAST_STRING } else { PAST_OBJECT })?;
    let start = start.to_expr(machine.pool(), 64);
    let null = machine.pool().int(64, 0);
    let mut rounds = Rounds::default();
    let mut index = 0;
    loop {
        if let Value::Int(wanted) = wanted {
            let stops = [wanted as u8, 0];
            index = text.skip(machine, index, limit, &stops[..1 + usize::from(strings)]);
        }
        if index >= limit {
            break;
        }
        let Some(byte) = text.get(machine, index, &rounds)? else { break };
        let pool = machine.pool();
        let distance = pool.int(64, index);
        index += 1;
        let here = pool.add(start, distance);
        let (this, other) = (byte.to_expr(pool, 8), wanted.to_expr(pool, 8));
        let found = pool.eq(this, other);
        let (mut ends, mut result) = (found, here);
        if strings {
            let zero = is_zero(machine, byte);
            let pool = machine.pool();
            ends = pool.or(found, zero);
            let otherwise = if name == "strchrnul" { here } else { null };
            result = pool.ite(found, here, otherwise);
        }
        if let Next::Ended = rounds.add(machine.pool(), ends, result) {
            break;
        }
    }
    Ok(Some(rounds.result(machine, null)))
}

/// Whether a byte is zero.
fn is_zero(machine: &mut dyn Machine, byte: Value) -> ExprId {
    let pool = machine.pool();
    let (byte, zero) = (byte.to_expr(pool, 8), pool.int(8, 0));
    pool.eq(byte, zero)
}
