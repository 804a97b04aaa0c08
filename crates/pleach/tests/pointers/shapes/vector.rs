//! A vector that grows by `realloc`, of numbers, and another of pointers into it or to objects of their own.

use super::Shape;
use crate::program::Program;

struct Vector {
    vector: String,
    push: String,
    /// The least number of elements that it has.
    least: u64,
}

/// Declares a vector with a few elements.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let [vector, push] = ["vector", "push"].map(|stem| program.name(stem));
    program.globals.push(format!("struct {vector} {{ unsigned length, room; unsigned **at; }};"));
    program.globals.push(format!(
        "static void {push}(struct {vector} *v, unsigned value)\n{{\n    L if (v->length == v->room) {{\n        \
         L v->room = v->room * 2 + 1;\n        L v->at = realloc(v->at, v->room * sizeof *v->at);\n    }}\n    \
         L unsigned *x = malloc(sizeof *x);\n    L *x = value;\n    L v->at[v->length++] = x;\n}}"
    ));
    program.line(&format!("struct {vector} {vector} = {{0}};"));
    let least = 1 + program.below(3);
    let made = Vector { vector, push, least };
    for _ in 0..least {
        made.push(program);
    }
    Box::new(made)
}

impl Vector {
    fn push(&self, program: &mut Program) {
        let value = program.value();
        program.plain(&format!("{}(&{}, {value});", self.push, self.vector));
    }
}

impl Shape for Vector {
    fn operate(&mut self, program: &mut Program) {
        let vector = self.vector.clone();
        let (i, j, value) = (program.place(self.least), program.place(self.least), program.value());
        let x = program.name("x");
        match program.random.below(6) {
            0 => {
                self.push(program);
                self.least += 1;
            }
            // As many as an input says.
            1 => {
                let times = program.index(3);
                program.plain(&format!("for (unsigned k = {times}; k > 0; k--) {{"));
                self.push(program);
                program.plain("}");
            }
            2 => program.observe(&format!("*{vector}.at[{i}]")),
            3 => program.line(&format!("*{vector}.at[{i}] += {value};")),
            4 => {
                program.line(&format!("unsigned *{x} = {vector}.at[{i}];"));
                program.line(&format!("{vector}.at[{i}] = {vector}.at[{j}];"));
                program.line(&format!("{vector}.at[{j}] = {x};"));
            }
            _ => {
                // From the end.
                program.line(&format!("unsigned **{x} = {vector}.at + {vector}.length;"));
                program.plain(&format!("for (unsigned k = 0; k <= {i}; k++) {{"));
                program.line(&format!("--{x};"));
                program.plain("}");
                program.observe(&format!("**{x}"));
                program.observe(&format!("(unsigned)({x} - {vector}.at)"));
            }
        }
    }

    fn err(&mut self, program: &mut Program) {
        let vector = self.vector.clone();
        let (i, x) = (program.place(self.least), program.name("x"));
        match program.random.below(3) {
            0 => {
                // What was before the vector moved.
                let times = program.index(3);
                program.line(&format!("unsigned **{x} = &{vector}.at[{i}];"));
                program.plain(&format!("for (unsigned k = {times}; k > 0; k--) {{"));
                self.push(program);
                program.plain("}");
                program.observe(&format!("**{x}"));
            }
            1 => {
                program.line(&format!("{vector}.at = realloc({vector}.at, {vector}.length * sizeof *{vector}.at);"));
                let past = program.index(self.least + 1);
                program.observe(&format!("*{vector}.at[{past}]"));
            }
            _ => {
                program.line(&format!("free({vector}.at[{i}]);"));
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        program.plain(&format!("for (unsigned i = 0; i < {}.length; i++) {{", self.vector));
        program.observe(&format!("*{}.at[i]", self.vector));
        program.plain("}");
    }
}
