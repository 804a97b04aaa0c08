//! Pointers as numbers: cells that are a small number or a tagged pointer, a list whose nodes have the exclusive or of
//! their neighbours' addresses, and a set of pointers that is a hash table by address.

use super::Shape;
use crate::program::Program;

struct Cells {
    /// The array of cells.
    cells: String,
    count: u64,
    /// The array that the pointers among them point into, or the first of several objects.
    words: Vec<String>,
    /// The name of the set of pointers, of eight places.
    set: String,
    add: String,
    has: String,
}

/// Declares cells, of which about half are pointers.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let [cells, set, add, has] = ["cells", "set", "add", "has"].map(|stem| program.name(stem));
    let count = 2 + program.below(4);
    program.globals.push(format!("union {cells} {{ uintptr_t number; unsigned *pointer; }};"));
    let hash = program.random.pick(&["((uintptr_t)p >> 4) % 8", "((uintptr_t)p >> 3 ^ (uintptr_t)p >> 9) & 7"]);
    program.globals.push(format!(
        "static void {add}(void **set, void *p)\n{{\n    unsigned at = {hash};\n    while (set[at] && set[at] != p)\n        \
         at = (at + 1) % 8;\n    L set[at] = p;\n}}"
    ));
    program.globals.push(format!(
        "static unsigned {has}(void **set, void *p)\n{{\n    unsigned at = {hash};\n    while (set[at] && set[at] != p)\n        \
         at = (at + 1) % 8;\n    L return set[at] == p;\n}}"
    ));
    program.plain(&format!("union {cells} {cells}[{count}];"));
    program.line(&format!("void *{set}[8] = {{0}};"));
    let mut words = Vec::new();
    for at in 0..count {
        if at > 0 && program.random.one_in(2) {
            let value = program.value();
            program.line(&format!("{cells}[{at}].number = ({value}) * 2 + 1;"));
            continue;
        }
        let (word, value) = (program.name("word"), program.value());
        match program.random.below(3) {
            0 => program.plain(&format!("unsigned *{word} = malloc(8);")),
            1 => {
                program.globals.push(format!("static unsigned {word}_at[2];"));
                program.plain(&format!("unsigned *{word} = {word}_at;"));
            }
            _ => {
                program.plain(&format!("unsigned {word}_at[2];"));
                program.plain(&format!("unsigned *{word} = {word}_at;"));
            }
        }
        program.line(&format!("{word}[0] = {value};"));
        program.line(&format!("{word}[1] = {at};"));
        program.line(&format!("{cells}[{at}].pointer = {word};"));
        words.push(word);
    }
    Box::new(Cells { cells, count, words, set, add, has })
}

impl Cells {
    /// Reads a cell, whatever it is.
    fn read(&self, program: &mut Program, place: &str) {
        let x = program.name("x");
        program.line(&format!("uintptr_t {x} = {}[{place}].number;", self.cells));
        program.plain(&format!("if ({x} & 1) {{"));
        program.observe(&format!("(unsigned)({x} >> 1)"));
        program.plain("} else {");
        program.observe(&format!("*(unsigned *){x}"));
        program.plain("}");
    }
}

impl Shape for Cells {
    fn operate(&mut self, program: &mut Program) {
        let (cells, x) = (&self.cells, program.name("x"));
        let (i, j) = (program.place(self.count), program.place(self.count));
        let value = program.value();
        let (p, q) = (program.random.pick(&self.words), program.random.pick(&self.words));
        match program.random.below(8) {
            0 | 1 => self.read(program, &i),
            2 => program.line(&format!("{cells}[{i}] = {cells}[{j}];")),
            3 => program.line(&format!("{cells}[{i}].number = ({value}) * 2 + 1;")),
            4 => {
                // A mark in a bit that alignment leaves free.
                let bit = program.random.pick(&[2, 4]);
                program.line(&format!("uintptr_t {x} = (uintptr_t){p} | {} * {bit};", one_bit(&i)));
                program.observe(&format!("*(unsigned *)({x} & ~(uintptr_t)7)"));
                program.observe(&format!("(unsigned)({x} & 7)"));
            }
            5 => {
                // From one neighbour to the other.
                program.plain(&format!("uintptr_t {x} = (uintptr_t){p} ^ (uintptr_t){q};"));
                program.observe(&format!("*(unsigned *)({x} ^ (uintptr_t){q})"));
                program.line(&format!("unsigned *{x}_one = ({i}) & 1 ? {p} : {q};"));
                program.observe(&format!("*(unsigned *)({x} ^ (uintptr_t){x}_one)"));
            }
            6 => {
                program.plain(&format!("{}({}, {p});", self.add, self.set));
                program.line(&format!("unsigned *{x} = ({i}) & 1 ? {p} : {q};"));
                program.observe(&format!("{}({}, {x})", self.has, self.set));
                program.plain(&format!("{}({}, {x});", self.add, self.set));
            }
            _ => {
                // Eight bytes through another type.
                program.plain(&format!("uintptr_t {x} = 0;"));
                program.plain("for (unsigned k = 0; k < 8; k++) {");
                program.line(&format!("{x} |= (uintptr_t)((unsigned char *)&{cells}[{i}])[k] << (8 * k);"));
                program.plain("}");
                program.plain(&format!("if (!({x} & 1)) {{"));
                program.line(&format!("((unsigned *){x})[({value}) & 1] += 3;"));
                program.plain("}");
            }
        }
    }

    fn err(&mut self, program: &mut Program) {
        let (i, p) = (program.place(self.count), program.random.pick(&self.words));
        let cells = &self.cells;
        match program.random.below(2) {
            0 => {
                let past = program.index(3);
                program.line(&format!("{cells}[{i}].pointer = {p} + {past};"));
                self.read(program, &i);
            }
            _ => {
                program.line(&format!("{cells}[{i}].pointer = NULL;"));
                let place = program.place(self.count);
                self.read(program, &place);
                // So that what comes last does not make the error again.
                program.line(&format!("{cells}[{i}].number = 1;"));
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        program.plain(&format!("for (unsigned i = 0; i < {}; i++) {{", self.count));
        self.read(program, "i");
        program.plain("}");
        for word in self.words.clone() {
            program.observe(&format!("{}({}, {word}) + {word}[1]", self.has, self.set));
        }
    }
}

/// A place as one bit.
fn one_bit(place: &str) -> String {
    format!("(uintptr_t)(({place}) & 1)")
}
