//! A binary tree whose nodes have their two children in an array, searched by keys and by bits.

use super::Shape;
use crate::program::Program;

struct Tree {
    node: String,
    root: String,
    /// The name of the function that inserts a key with a value, or adds to the value that is there.
    insert: String,
    find: String,
    inserted: u64,
}

/// Declares a tree with a few keys.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let [node, root, insert, find] = ["tree", "root", "insert", "find"].map(|stem| program.name(stem));
    program.globals.push(format!("struct {node} {{ unsigned key, value; struct {node} *child[2]; }};"));
    program.globals.push(format!(
        "static void {insert}(struct {node} **at, unsigned key, unsigned value)\n{{\n    while (*at) {{\n        \
         L if ((*at)->key == key) {{\n            L (*at)->value += value;\n            return;\n        }}\n        \
         L at = &(*at)->child[(*at)->key < key];\n    }}\n    L *at = calloc(1, sizeof **at);\n    \
         L (*at)->key = key;\n    L (*at)->value = value;\n}}"
    ));
    program.globals.push(format!(
        "static struct {node} *{find}(struct {node} *at, unsigned key)\n{{\n    while (at) {{\n        \
         L if (at->key == key)\n            break;\n        L at = at->child[at->key < key];\n    }}\n    return at;\n}}"
    ));
    match program.random.one_in(2) {
        true => program.globals.push(format!("static struct {node} *{root};")),
        false => program.plain(&format!("struct {node} *{root};")),
    }
    program.line(&format!("{root} = NULL;"));
    let mut tree = Tree { node, root, insert, find, inserted: 0 };
    for _ in 0..2 + program.below(3) {
        let key = program.below(8);
        tree.insert(program, &key.to_string());
    }
    Box::new(tree)
}

impl Tree {
    fn insert(&mut self, program: &mut Program, key: &str) {
        self.inserted += 1;
        let value = program.value();
        program.plain(&format!("{}(&{}, {key}, {value});", self.insert, self.root));
    }
}

impl Shape for Tree {
    fn operate(&mut self, program: &mut Program) {
        let (p, key) = (program.name("p"), program.index(8));
        let node = &self.node;
        match program.random.below(4) {
            0 => self.insert(program, &key),
            1 => {
                program.plain(&format!("struct {node} *{p} = {}({}, {key});", self.find, self.root));
                program.plain(&format!("if ({p}) {{"));
                program.observe(&format!("{p}->value"));
                program.plain("}");
            }
            2 => {
                // Down by the bits of a number.
                let bits = program.value();
                program.plain(&format!("struct {node} *{p} = {};", self.root));
                program.plain(&format!("for (unsigned k = {bits}; {p}; k >>= 1) {{"));
                program.observe(&format!("{p}->value"));
                program.line(&format!("{p} = {p}->child[k & 1];"));
                program.plain("}");
            }
            _ => {
                // The children of the root change places: searches miss what was there, natively, too.
                let (i, x) = (program.index(2), program.name("x"));
                let root = &self.root;
                program.plain(&format!("unsigned {p}_at = {i};"));
                program.line(&format!("struct {node} *{x} = {root}->child[{p}_at];"));
                program.line(&format!("{root}->child[{p}_at] = {root}->child[1 - {p}_at];"));
                program.line(&format!("{root}->child[1 - {p}_at] = {x};"));
            }
        }
    }

    fn err(&mut self, program: &mut Program) {
        let (i, j) = (program.index(2), program.index(2));
        let key = program.index(8);
        match program.random.below(3) {
            0 => program.observe(&format!("{}->child[{i}]->value", self.root)),
            1 => {
                let p = program.name("p");
                program.plain(&format!("struct {} *{p} = {}({}, {key});", self.node, self.find, self.root));
                program.observe(&format!("{p}->value"));
            }
            _ => {
                let p = program.name("p");
                program.line(&format!("struct {} *{p} = {}->child[{i}];", self.node, self.root));
                program.line(&format!("free({p});"));
                program.line(&format!("{p} = {}->child[{j}];", self.root));
                program.plain(&format!("if ({p}) {{"));
                program.observe(&format!("{p}->value"));
                program.plain("}");
                program.line(&format!("{}->child[0] = {}->child[1] = NULL;", self.root, self.root));
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        let p = program.name("p");
        program.plain(&format!("for (unsigned key = 0; key < 8; key += {}) {{", 1 + program.number % 3));
        program.plain(&format!("struct {} *{p} = {}({}, key);", self.node, self.find, self.root));
        program.plain(&format!("if ({p}) {{"));
        program.observe(&format!("{p}->value"));
        program.plain("}");
        program.plain("}");
    }
}
