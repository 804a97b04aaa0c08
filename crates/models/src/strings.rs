//! String functions whose result is one expression of the bytes that they look at: no path forks in them.
//!
//! The same functions in C (`c/string_forms.c`) fork at every byte that may end the work; which form a program gets is chosen when it is
//! linked (`--string-functions`), so that a lookup here is only for those that are not linked. An access out of bounds is found
//! as in C: it is one exactly if the work may have gone on so far.

use expr::{ExprId, Pool};
use ir::ErrorKind;
use memory::Value;

use crate::Model;
use crate::machine::{Access, Call, Machine, Place, Stop, concretize};

type Done = Result<Option<Value>, Stop>;

/// The functions that have both forms.
pub const STRING_FUNCTIONS: [&str; 8] =
    ["strlen", "strnlen", "strcmp", "strncmp", "memcmp", "strchr", "memchr", "strchrnul"];

pub(crate) fn lookup(name: &str) -> Option<Model> {
    Some(match name {
        "strlen" | "strnlen" => length,
        "strcmp" | "strncmp" | "memcmp" => compare,
        "strchr" | "strchrnul" | "memchr" => find,
        _ => return None,
    })
}

/// The bytes behind a pointer, up to the end of their object.
struct Bytes {
    place: Place,
    room: u64,
    what: &'static str,
}

impl Bytes {
    /// Needs one byte at least.
    fn at(machine: &mut dyn Machine, pointer: Value, what: &'static str) -> Result<Bytes, Stop> {
        let place = machine.resolve(pointer, 1, Access::Read)?;
        let offset = concretize(machine, place.offset, 64)?;
        let room = machine.space().entry(place.at).size - offset;
        Ok(Bytes { place: Place { offset: Value::Int(offset), ..place }, room, what })
    }

    /// Byte `index`, if the object goes on so far; where it does not, no path may get there on which `alive` holds.
    fn get(&self, machine: &mut dyn Machine, index: u64, alive: ExprId) -> Result<Option<ExprId>, Stop> {
        if index < self.room {
            let byte = machine.load(&self.place, index, 1);
            return Ok(Some(byte.to_expr(machine.pool(), 8)));
        }
        let over = machine.pool().not(alive);
        machine.require(over, ErrorKind::OutOfBounds, self.what)?;
        Ok(None)
    }
}

const PAST_STRING: &str = "read past the end of a string that is not terminated";
const PAST_OBJECT: &str = "read past the end of an object";

/// The results of all rounds, from the last to the first: each holds where its condition does.
fn chosen(machine: &mut dyn Machine, rounds: Vec<(ExprId, ExprId)>, last: ExprId) -> Value {
    let mut result = last;
    for (stops, value) in rounds.into_iter().rev() {
        result = machine.pool().ite(stops, value, result);
    }
    Value::from_expr(machine.pool(), result)
}

/// `strlen(s)` and `strnlen(s, limit)`
fn length(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let limit = if call.name == "strnlen" { call.concrete(machine, 1)? } else { u64::MAX };
    if limit == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let string = call.word(machine, 0);
    let string = Bytes::at(machine, string, PAST_STRING)?;
    let zero = machine.pool().int(8, 0);
    let mut alive = machine.pool().bool(true);
    let mut rounds = Vec::new();
    for index in 0..limit {
        let Some(byte) = string.get(machine, index, alive)? else { break };
        let ends = machine.pool().eq(byte, zero);
        let value = machine.pool().int(64, index);
        if is_false(machine.pool(), ends) {
            continue;
        }
        rounds.push((ends, value));
        if is_true(machine.pool(), ends) {
            break;
        }
        let goes_on = machine.pool().not(ends);
        alive = machine.pool().and(alive, goes_on);
    }
    let most = machine.pool().int(64, limit);
    Ok(Some(chosen(machine, rounds, most)))
}

/// `strcmp(a, b)`, `strncmp(a, b, limit)` and `memcmp(a, b, count)`
fn compare(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let limit = if call.name == "strcmp" { u64::MAX } else { call.concrete(machine, 2)? };
    let same = machine.pool().int(32, 0);
    if limit == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let strings = call.name != "memcmp";
    let what = if strings { PAST_STRING } else { PAST_OBJECT };
    let (a, b) = (call.word(machine, 0), call.word(machine, 1));
    let (a, b) = (Bytes::at(machine, a, what)?, Bytes::at(machine, b, what)?);
    let zero = machine.pool().int(8, 0);
    let mut alive = machine.pool().bool(true);
    let mut rounds = Vec::new();
    for index in 0..limit {
        let Some(left) = a.get(machine, index, alive)? else { break };
        let Some(right) = b.get(machine, index, alive)? else { break };
        let pool = machine.pool();
        let mut stops = pool.ne(left, right);
        if strings {
            let ends = pool.eq(left, zero);
            stops = pool.or(stops, ends);
        }
        if is_false(pool, stops) {
            continue;
        }
        let (left, right) = (pool.zext(left, 32), pool.zext(right, 32));
        let difference = pool.sub(left, right);
        rounds.push((stops, difference));
        if is_true(machine.pool(), stops) {
            break;
        }
        let goes_on = machine.pool().not(stops);
        alive = machine.pool().and(alive, goes_on);
        if is_false(machine.pool(), alive) {
            break;
        }
    }
    Ok(Some(chosen(machine, rounds, same)))
}

/// `strchr(s, c)`, `strchrnul(s, c)` and `memchr(s, c, count)`
fn find(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let limit = if call.name == "memchr" { call.concrete(machine, 2)? } else { u64::MAX };
    if limit == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let strings = call.name != "memchr";
    let wanted = call.unsigned(machine, 1, 8);
    let wanted = wanted.to_expr(machine.pool(), 8);
    let start = call.word(machine, 0);
    let text = Bytes::at(machine, start, if strings { PAST_STRING } else { PAST_OBJECT })?;
    let start = start.to_expr(machine.pool(), 64);
    let (zero, null) = (machine.pool().int(8, 0), machine.pool().int(64, 0));
    let mut alive = machine.pool().bool(true);
    let mut rounds = Vec::new();
    for index in 0..limit {
        let Some(byte) = text.get(machine, index, alive)? else { break };
        let pool = machine.pool();
        let distance = pool.int(64, index);
        let here = pool.add(start, distance);
        let found = pool.eq(byte, wanted);
        let (mut stops, mut value) = (found, here);
        if strings {
            let ends = pool.eq(byte, zero);
            stops = pool.or(found, ends);
            let otherwise = if call.name == "strchrnul" { here } else { null };
            value = pool.ite(found, here, otherwise);
        }
        if is_false(pool, stops) {
            continue;
        }
        rounds.push((stops, value));
        if is_true(machine.pool(), stops) {
            break;
        }
        let goes_on = machine.pool().not(stops);
        alive = machine.pool().and(alive, goes_on);
    }
    Ok(Some(chosen(machine, rounds, null)))
}

fn is_true(pool: &Pool, condition: ExprId) -> bool {
    pool.as_const(condition).is_some_and(|bit| bit.low_u64() == 1)
}

fn is_false(pool: &Pool, condition: ExprId) -> bool {
    pool.as_const(condition).is_some_and(|bit| bit.low_u64() == 0)
}
