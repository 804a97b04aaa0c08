//! String functions whose result is one expression over the bytes that they examine: no path forks in them.
//!
//! The same functions in C (`c/string_forms.c`) fork at every byte that may end the search; which form a call
//! gets is chosen when the program is linked (`--string-functions`). A function that is always an expression
//! keeps its name; if only some calls of it are, these use the name given by [`as_expression`]. Out-of-bounds
//! accesses are found as in C: an access is an error exactly if the search may have come that far.
//!
//! There is no limit on the number of bytes: measured up to 65,536, one expression is better than several over
//! parts (`docs/benchmarks.md`, "String functions").

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

/// The name under which a function is always the expression, even if the C code is linked too.
pub fn as_expression(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// The name of the function in C.
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

/// The bytes from a pointer to the end of its object, or those that are needed in one of several objects.
struct Bytes {
    /// The bytes, if they lie in one object.
    rest: Option<InBounds>,
    place: Place,
    room: u64,
    what: &'static str,
    /// The condition that the object extends to the current byte, as far as the bytes examined do not show it.
    /// `None` if all bytes are known to exist.
    goes_on: Option<ExprId>,
}

impl Bytes {
    /// Resolves a pointer. There must be at least one byte. `limit` is the greatest number of bytes examined, if that is known.
    fn at(machine: &mut dyn Machine, pointer: Value, what: &'static str, limit: Option<u64>) -> Result<Bytes, Stop> {
        let text = what == PAST_STRING;
        if (text || limit.is_some())
            && let Some(place) = machine.locate_in_all(pointer, limit.filter(|_| !text))?
        {
            return Ok(Bytes { rest: None, room: place.size(), place, what, goes_on: None });
        }
        let rest = machine.locate_rest(pointer, Access::Read)?;
        let goes_on = (machine.known(rest) < rest.size()).then(|| machine.pool().bool(true));
        Ok(Bytes { rest: Some(rest), place: rest.into(), room: rest.size(), what, goes_on })
    }

    /// The first index from `index` on whose byte is symbolic or in `stops`, or the end of the object or of
    /// `limit` bytes. In an object that ends with a string no byte is skipped.
    fn skip(&self, machine: &dyn Machine, index: u64, limit: u64, stops: &[u8]) -> u64 {
        let Some(rest) = self.rest.filter(|_| self.goes_on.is_none()) else { return index };
        let left = self.room.min(limit).saturating_sub(index);
        index + machine.space().concrete_until(rest.part(index, left), stops)
    }

    /// Like [`Bytes::skip`], for two texts that are equal up to `index`: also stops at the first difference.
    fn skip_common(&self, machine: &dyn Machine, other: &Bytes, index: u64, limit: u64, stops: &[u8]) -> u64 {
        let (Some(rest), Some(others)) = (self.rest, other.rest) else { return index };
        if self.goes_on.is_some() || other.goes_on.is_some() {
            return index;
        }
        let left = self.room.min(other.room).min(limit).saturating_sub(index);
        index + machine.space().common_until(rest.part(index, left), others.part(index, left), stops)
    }

    /// Byte `index`, or `None` if it is past the end of the object; then it is an error if the search may not
    /// have ended before.
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
    /// Requires that the search has ended or that byte `index` exists. In an object that ends with a string, a
    /// function that stops at a zero shows this itself, as long as the last byte has its original value.
    fn require_end(&mut self, machine: &mut dyn Machine, index: u64, rounds: &Rounds) -> Result<(), Stop> {
        let Some(so_far) = self.goes_on.filter(|_| index > 0) else { return Ok(()) };
        let rest = self.rest.expect("bytes that may not exist lie in one object");
        let Some(exists) = machine.exists(rest, index) else { return Ok(()) };
        let goes_on = match exists.after {
            Some(before)
                if self.what == PAST_STRING && machine.load(&self.place, index - 1, 1) == Value::Expr(before) =>
            {
                return Ok(());
            }
            Some(_) => machine.pool().and(so_far, exists.condition),
            // That a byte exists implies that those before it do.
            None => exists.condition,
        };
        self.goes_on = Some(goes_on);
        let over = rounds.over(machine);
        let fine = machine.pool().or(over, goes_on);
        machine.require(fine, ErrorKind::OutOfBounds, self.what)
    }
}

const PAST_OBJECT: &str = "read past the end of an object";

/// The rounds in which the search may end, in order: the condition that it ends, and its result if it does and
/// has not ended before.
#[derive(Default)]
struct Rounds(Vec<(ExprId, ExprId)>);

/// Whether the search goes on after a round.
enum Next {
    Goes,
    Ended,
}

impl Rounds {
    /// Adds a round in which the search ends if a condition holds.
    fn add(&mut self, pool: &Pool, ends: ExprId, result: ExprId) -> Next {
        let known = pool.as_const(ends).map(|bit| bit.low_u64());
        if known != Some(0) {
            self.0.push((ends, result));
        }
        if known == Some(1) { Next::Ended } else { Next::Goes }
    }

    /// The condition that the search has ended.
    fn over(&self, machine: &mut dyn Machine) -> ExprId {
        let pool = machine.pool();
        self.0.iter().fold(pool.bool(false), |over, &(ends, _)| pool.or(over, ends))
    }

    /// The result of the search; `last` if no round ends it.
    fn result(self, machine: &mut dyn Machine, last: ExprId) -> Value {
        let pool = machine.pool();
        let result = self.0.into_iter().rev().fold(last, |rest, (ends, result)| pool.ite(ends, result, rest));
        Value::from_expr(pool, result)
    }
}

/// The number of bytes that a function examines at most.
#[derive(Clone, Copy)]
struct Limit {
    /// The greatest number.
    most: u64,
    /// The number as a term of 64 bits, if it is symbolic.
    term: Option<ExprId>,
}

impl Limit {
    const NONE: Limit = Limit { most: u64::MAX, term: None };

    /// The limit in argument `index`, for a function that reads from `pointers`. If a pointer may point to no byte,
    /// the path forks over whether the limit is zero, and then it is known whether anything is read.
    fn of(machine: &mut dyn Machine, call: &Call<'_>, index: usize, pointers: &[Value]) -> Result<Limit, Stop> {
        let term = match call.word(machine, index) {
            Value::Int(most) => return Ok(Limit { most, term: None }),
            Value::Expr(term) => term,
        };
        // A number that nobody has set is told of where it is needed.
        if machine.pool().mentions_undefined(term) {
            return Ok(Limit { most: call.concrete(machine, index)?, term: None });
        }
        if !pointers.iter().all(|&pointer| has_byte(machine, pointer)) {
            let zero = machine.pool().int(64, 0);
            let is_zero = machine.pool().eq(term, zero);
            if machine.decide(is_zero)? {
                return Ok(Limit { most: 0, term: None });
            }
        }
        Ok(Limit { most: machine.upper_bound(term), term: Some(term) })
    }

    /// The number of bytes, if it is known.
    fn known(self) -> Option<u64> {
        (self.term.is_none() && self.most < u64::MAX).then_some(self.most)
    }

    /// The limit as a term.
    fn to_expr(self, pool: &mut Pool) -> ExprId {
        self.term.unwrap_or_else(|| pool.int(64, self.most))
    }

    /// Adds the round that ends the search before byte `index`, if the limit is symbolic.
    fn add(self, machine: &mut dyn Machine, rounds: &mut Rounds, index: u64, result: ExprId) -> Next {
        let Some(limit) = self.term else { return Next::Goes };
        let pool = machine.pool();
        let here = pool.int(64, index);
        let ends = pool.ule(limit, here);
        rounds.add(pool, ends, result)
    }
}

/// Whether a pointer is known to point to a byte that may be read.
fn has_byte(machine: &dyn Machine, pointer: Value) -> bool {
    let Value::Int(address) = pointer else { return false };
    let space = machine.space();
    space.find(address).is_some_and(|found| {
        let entry = space.entry(found.object);
        entry.is_live() && found.offset < entry.size
    })
}

/// `strlen(s)` and `strnlen(s, limit)`
fn length(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let string = call.word(machine, 0);
    let limit = if plain(call.name) == "strnlen" { Limit::of(machine, call, 1, &[string])? } else { Limit::NONE };
    if limit.most == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let mut string = Bytes::at(machine, string, PAST_STRING, None)?;
    let mut rounds = Rounds::default();
    let mut index = 0;
    let most = limit.to_expr(machine.pool());
    loop {
        index = string.skip(machine, index, limit.most, &[0]);
        if index >= limit.most || matches!(limit.add(machine, &mut rounds, index, most), Next::Ended) {
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
    Ok(Some(rounds.result(machine, most)))
}

/// `strcmp(a, b)`, `strncmp(a, b, limit)` and `memcmp(a, b, count)`
fn compare(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let name = plain(call.name);
    let (a, b) = (call.word(machine, 0), call.word(machine, 1));
    let limit = if name == "strcmp" { Limit::NONE } else { Limit::of(machine, call, 2, &[a, b])? };
    if limit.most == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let strings = name != "memcmp";
    let what = if strings { PAST_STRING } else { PAST_OBJECT };
    let same = machine.pool().int(32, 0);
    let known = limit.known();
    let (mut a, mut b) = (Bytes::at(machine, a, what, known)?, Bytes::at(machine, b, what, known)?);
    let mut rounds = Rounds::default();
    let mut index = 0;
    loop {
        index = a.skip_common(machine, &b, index, limit.most, if strings { &[0] } else { &[] });
        if index >= limit.most || matches!(limit.add(machine, &mut rounds, index, same), Next::Ended) {
            break;
        }
        let Some(left) = a.get(machine, index, &rounds)? else { break };
        let Some(right) = b.get(machine, index, &rounds)? else { break };
        index += 1;
        let pool = machine.pool();
        let (first, second) = (left.to_expr(pool, 8), right.to_expr(pool, 8));
        let mut ends = pool.ne(first, second);
        if strings {
            // If both bytes are equal, either shows whether the strings end there; a constant one does so at no cost.
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
    Ok(Some(rounds.result(machine, same)))
}

/// `strchr(s, c)`, `strchrnul(s, c)` and `memchr(s, c, count)`
fn find(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let name = plain(call.name);
    let start = call.word(machine, 0);
    let limit = if name == "memchr" { Limit::of(machine, call, 2, &[start])? } else { Limit::NONE };
    if limit.most == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let strings = name != "memchr";
    let wanted = call.unsigned(machine, 1, 8);
    let mut text = Bytes::at(machine, start, if strings { PAST_STRING } else { PAST_OBJECT }, limit.known())?;
    let start = start.to_expr(machine.pool(), 64);
    let null = machine.pool().int(64, 0);
    let mut rounds = Rounds::default();
    let mut index = 0;
    loop {
        if let Value::Int(wanted) = wanted {
            let stops = [wanted as u8, 0];
            index = text.skip(machine, index, limit.most, &stops[..1 + usize::from(strings)]);
        }
        if index >= limit.most || matches!(limit.add(machine, &mut rounds, index, null), Next::Ended) {
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

/// The condition that a byte is zero.
fn is_zero(machine: &mut dyn Machine, byte: Value) -> ExprId {
    let pool = machine.pool();
    let (byte, zero) = (byte.to_expr(pool, 8), pool.int(8, 0));
    pool.eq(byte, zero)
}
