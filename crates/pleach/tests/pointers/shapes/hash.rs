//! A hash table with chains.

use super::Shape;
use crate::program::Program;

struct Hash {
    entry: String,
    buckets: String,
    put: String,
    get: String,
    remove: String,
    count: u64,
}

/// Declares a hash table with a few keys.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let [entry, buckets, put] = ["entry", "buckets", "put"].map(|stem| program.name(stem));
    let [get, remove] = ["get", "remove"].map(|stem| program.name(stem));
    let count = 2 + program.below(4);
    program.globals.push(format!("struct {entry} {{ unsigned key; struct {entry} *next; unsigned value; }};"));
    program.globals.push(format!(
        "static unsigned {get}(struct {entry} **table, unsigned key)\n{{\n    \
         L struct {entry} *e = table[key % {count}];\n    while (e) {{\n        L if (e->key == key)\n            \
         break;\n        L e = e->next;\n    }}\n    if (!e)\n        return 77;\n    L return e->value;\n}}"
    ));
    program.globals.push(format!(
        "static void {put}(struct {entry} **table, unsigned key, unsigned value)\n{{\n    \
         struct {entry} **at = &table[key % {count}];\n    L struct {entry} *e = *at;\n    while (e) {{\n        \
         L if (e->key == key) {{\n            L e->value = value;\n            return;\n        }}\n        \
         L e = e->next;\n    }}\n    L e = malloc(sizeof *e);\n    L e->key = key;\n    L e->value = value;\n    \
         L e->next = *at;\n    L *at = e;\n}}"
    ));
    program.globals.push(format!(
        "static void {remove}(struct {entry} **table, unsigned key)\n{{\n    \
         struct {entry} **at = &table[key % {count}];\n    while (*at) {{\n        L if ((*at)->key == key) {{\n            \
         L struct {entry} *gone = *at;\n            L *at = gone->next;\n            L free(gone);\n            \
         return;\n        }}\n        L at = &(*at)->next;\n    }}\n}}"
    ));
    match program.random.below(3) {
        0 => {
            program.globals.push(format!("static struct {entry} *{buckets}[{count}];"));
            program.line(&format!("memset({buckets}, 0, sizeof {buckets});"));
        }
        1 => program.line(&format!("struct {entry} *{buckets}[{count}] = {{0}};")),
        _ => program.line(&format!("struct {entry} **{buckets} = calloc({count}, sizeof *{buckets});")),
    }
    let hash = Hash { entry, buckets, put, get, remove, count };
    for _ in 0..2 + program.below(3) {
        let key = program.below(12).to_string();
        hash.put(program, &key);
    }
    Box::new(hash)
}

impl Hash {
    fn put(&self, program: &mut Program, key: &str) {
        let value = program.value();
        program.plain(&format!("{}({}, {key}, {value});", self.put, self.buckets));
    }
}

impl Shape for Hash {
    fn operate(&mut self, program: &mut Program) {
        let key = program.index(12);
        match program.random.below(4) {
            0 | 1 => program.observe(&format!("{}({}, {key})", self.get, self.buckets)),
            2 => self.put(program, &key),
            _ => program.plain(&format!("{}({}, {key});", self.remove, self.buckets)),
        }
    }

    fn err(&mut self, program: &mut Program) {
        let (i, j) = (program.index(self.count + 1), program.place(self.count));
        let e = program.name("e");
        let buckets = &self.buckets;
        match program.random.below(3) {
            0 => {
                program.line(&format!("struct {} *{e} = {buckets}[{i}];", self.entry));
                program.plain(&format!("if ({e}) {{"));
                program.observe(&format!("{e}->value"));
                program.plain("}");
            }
            1 => program.observe(&format!("{buckets}[{j}]->value")),
            // What stays in its chain.
            _ => program.line(&format!("free({buckets}[{j}]);")),
        }
    }

    fn finish(&mut self, program: &mut Program) {
        program.plain("for (unsigned key = 0; key < 12; key += 2) {");
        program.observe(&format!("{}({}, key)", self.get, self.buckets));
        program.plain("}");
    }
}
