//! An array of structures with pointers to data, to each other and to functions.

use super::Shape;
use crate::program::Program;

struct Records {
    record: String,
    records: String,
    count: u64,
    /// The names of the functions.
    handlers: [String; 3],
}

/// Declares records and links them.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let (record, records) = (program.name("record"), program.name("records"));
    let handlers = [(); 3].map(|()| program.name("handle"));
    let count = 2 + program.below(3);
    program.globals.push(format!(
        "struct {record} {{ unsigned char tag; unsigned *data; struct {record} *peer; unsigned small[2]; \
         unsigned (*handle)(struct {record} *, unsigned); }};"
    ));
    let bodies = ["return r->small[x & 1] + x;", "return *r->data ^ x;", "return r->peer->small[0] += x;"];
    for (handler, body) in handlers.iter().zip(bodies) {
        program
            .globals
            .push(format!("static unsigned {handler}(struct {record} *r, unsigned x)\n{{\n    L {body}\n}}"));
    }
    match program.random.below(3) {
        0 => program.globals.push(format!("static struct {record} {records}[{count}];")),
        1 => program.plain(&format!("struct {record} {records}[{count}];")),
        _ => program.plain(&format!("struct {record} *{records} = malloc({count} * sizeof *{records});")),
    }
    for at in 0..count {
        let (peer, handler) = (program.place(count), program.random.pick(&handlers));
        let (one, two) = (program.value(), program.value());
        let data = match program.random.below(2) {
            0 => "malloc(sizeof(unsigned))".to_owned(),
            _ => format!("&{records}[{}].small[{}]", program.place(count), program.below(2)),
        };
        program.line(&format!("{records}[{at}].tag = {at};"));
        program.line(&format!("{records}[{at}].data = {data};"));
        program.line(&format!("{records}[{at}].small[0] = {one};"));
        program.line(&format!("{records}[{at}].small[1] = {two};"));
        program.line(&format!("{records}[{at}].peer = &{records}[{peer}];"));
        program.line(&format!("{records}[{at}].handle = {handler};"));
        program.line(&format!("*{records}[{at}].data = {one};"));
    }
    // Some were filled after others wrote to them.
    Box::new(Records { record, records, count, handlers })
}

impl Shape for Records {
    fn operate(&mut self, program: &mut Program) {
        let records = self.records.clone();
        let (i, j, k) = (program.place(self.count), program.place(self.count), program.place(2));
        let value = program.value();
        let x = program.name("x");
        match program.random.below(8) {
            0 => program.observe(&format!("{records}[{i}].peer->small[{k}]")),
            1 => program.line(&format!("{records}[{i}].peer->small[{k}] = {value};")),
            2 => program.line(&format!("*{records}[{i}].peer->data = {value};")),
            3 => program.line(&format!("{records}[{i}].peer = {records}[{j}].peer->peer;")),
            4 => {
                program.line(&format!("struct {} {x} = {records}[{i}];", self.record));
                program.line(&format!("{records}[{i}] = {records}[{j}];"));
                program.line(&format!("{records}[{j}] = {x};"));
            }
            5 => {
                let handler = program.random.pick(&self.handlers);
                program.line(&format!("{records}[{i}].handle = {handler};"));
            }
            6 => {
                program.line(&format!("struct {} *{x} = &{records}[{i}];", self.record));
                program.observe(&format!("{x}->handle({x}, {value})"));
            }
            _ => {
                program.observe(&format!("(unsigned)({records}[{i}].peer - {records})"));
                program.observe(&format!("{records}[{i}].peer < {records}[{j}].peer"));
            }
        }
    }

    fn err(&mut self, program: &mut Program) {
        let records = self.records.clone();
        let (i, j, k) = (program.place(self.count), program.index(self.count), program.place(2));
        let some = program.below(self.count);
        match program.random.below(3) {
            0 => {
                program.line(&format!("{records}[{some}].peer = NULL;"));
                program.observe(&format!("{records}[{i}].peer->small[{k}]"));
            }
            1 => {
                program.line(&format!("{records}[{some}].data = malloc(sizeof(unsigned));"));
                program.line(&format!("free({records}[{some}].data);"));
                program.line(&format!("*{records}[{j}].data = 1;"));
            }
            _ => {
                program.line(&format!("{records}[{i}].peer += {};", step(self.count)));
                program.observe(&format!("{records}[{j}].peer->tag"));
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        program.plain(&format!("for (unsigned i = 0; i < {}; i++) {{", self.count));
        program.observe(&format!("{}[i].small[0] + {}[i].small[1]", self.records, self.records));
        program.observe(&format!("{}[i].tag", self.records));
        program.plain("}");
    }
}

/// From the last record past the end; from an earlier one perhaps to a later one.
fn step(count: u64) -> u64 {
    count / 2
}
