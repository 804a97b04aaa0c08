//! A linked list with a table of its nodes, which may be linked into cycles.

use super::Shape;
use crate::program::Program;

struct List {
    /// The name of the structure.
    node: String,
    /// The name of the table of nodes.
    table: String,
    /// The name of the pointer to the first node.
    head: String,
    count: u64,
    on_heap: bool,
}

/// Declares a list and links it in a random order.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let (node, table, head) = (program.name("node"), program.name("nodes"), program.name("head"));
    let count = 2 + program.below(4);
    let on_heap = program.random.one_in(2);
    let fields = program.random.pick(&[
        "unsigned value; struct NODE *next;",
        "struct NODE *next; unsigned value;",
        "unsigned char mark; unsigned value; struct NODE *next; unsigned more[2];",
    ]);
    program.globals.push(format!("struct {node} {{ {} }};", fields.replace("NODE", &node)));
    program.plain(&format!("struct {node} *{table}[{count}];"));
    if on_heap {
        for at in 0..count {
            program.line(&format!("{table}[{at}] = calloc(1, sizeof(struct {node}));"));
        }
    } else {
        let room = program.name("room");
        match program.random.one_in(2) {
            true => program.globals.push(format!("static struct {node} {room}[{count}];")),
            false => program.plain(&format!("struct {node} {room}[{count}];")),
        }
        for at in 0..count {
            program.line(&format!("{table}[{at}] = &{room}[{at}];"));
        }
    }
    let mut order: Vec<u64> = (0..count).collect();
    for at in (1..order.len()).rev() {
        let other = program.random.below(at + 1);
        order.swap(at, other);
    }
    program.plain(&format!("struct {node} *{head} = NULL;"));
    for at in order {
        let value = program.value();
        program.line(&format!("{table}[{at}]->value = {value};"));
        program.line(&format!("{table}[{at}]->next = {head};"));
        program.plain(&format!("{head} = {table}[{at}];"));
    }
    Box::new(List { node, table, head, count, on_heap })
}

impl List {
    /// Walks over the list, but not for ever.
    fn walk(&self, program: &mut Program, body: impl Fn(&mut Program, &str)) {
        let (p, steps) = (program.name("p"), program.name("steps"));
        program.plain(&format!("struct {} *{p} = {};", self.node, self.head));
        program.plain(&format!("for (unsigned {steps} = 0; {p} && {steps} < {}; {steps}++) {{", self.count + 2));
        body(program, &p);
        program.line(&format!("{p} = {p}->next;"));
        program.plain("}");
    }

    /// A node is taken out of the list, wherever it is.
    fn remove(&self, program: &mut Program) {
        let (pp, steps) = (program.name("pp"), program.name("steps"));
        let at = program.index(self.count);
        program.plain(&format!("struct {} **{pp} = &{};", self.node, self.head));
        program.plain(&format!("unsigned {steps} = {at};"));
        program.plain(&format!("while ({steps}-- > 0) {{"));
        program.line(&format!("if (!*{pp}) break;"));
        program.line(&format!("{pp} = &(*{pp})->next;"));
        program.plain("}");
        program.line(&format!("if (*{pp}) {{"));
        program.line(&format!("*{pp} = (*{pp})->next;"));
        program.plain("}");
    }

    fn reverse(&self, program: &mut Program) {
        let (p, back, next) = (program.name("p"), program.name("back"), program.name("next"));
        let node = &self.node;
        program.plain(&format!("struct {node} *{p} = {}, *{back} = NULL;", self.head));
        program.plain(&format!("while ({p}) {{"));
        program.line(&format!("struct {node} *{next} = {p}->next;"));
        program.line(&format!("{p}->next = {back};"));
        program.plain(&format!("{back} = {p};"));
        program.plain(&format!("{p} = {next};"));
        program.plain("}");
        program.plain(&format!("{} = {back};", self.head));
    }

    fn push(&self, program: &mut Program) {
        let fresh = program.name("fresh");
        let node = &self.node;
        let value = program.value();
        program.line(&format!("struct {node} *{fresh} = malloc(sizeof *{fresh});"));
        program.line(&format!("{fresh}->value = {value};"));
        program.line(&format!("{fresh}->next = {};", self.head));
        program.plain(&format!("{} = {fresh};", self.head));
    }
}

impl Shape for List {
    fn operate(&mut self, program: &mut Program) {
        let table = self.table.clone();
        let (i, j) = (program.place(self.count), program.place(self.count));
        let value = program.value();
        match program.random.below(9) {
            0 => self.walk(program, |program, p| program.observe(&format!("{p}->value"))),
            1 => self.walk(program, |program, p| program.line(&format!("{p}->value += {value};"))),
            2 => program.line(&format!("{table}[{i}]->value = {value};")),
            3 => {
                program.line(&format!("if ({table}[{i}]->next) {{"));
                program.line(&format!("{table}[{i}]->next->value ^= {value};"));
                program.plain("}");
            }
            // A cycle, perhaps.
            4 => program.line(&format!("{table}[{i}]->next = {table}[{j}];")),
            5 => self.remove(program),
            6 => self.reverse(program),
            7 => self.push(program),
            _ => {
                program.observe(&format!("{table}[{i}]->next == {table}[{j}]"));
                program.observe(&format!("{table}[{i}]->value"));
            }
        }
    }

    fn err(&mut self, program: &mut Program) {
        let table = self.table.clone();
        let i = program.index(self.count);
        let some = program.below(self.count);
        match program.random.below(4) {
            0 => program.observe(&format!("{table}[{i}]->next->value")),
            1 if self.on_heap => {
                program.line(&format!("free({table}[{some}]);"));
                program.observe(&format!("{table}[{i}]->value"));
            }
            2 if self.on_heap => program.line(&format!("free({table}[{i}]);")),
            _ => {
                program.line(&format!("{table}[{i}]->next = {table}[{some}]->next->next;"));
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        self.walk(program, |program, p| program.observe(&format!("{p}->value")));
        program.plain(&format!("for (unsigned i = 0; i < {}; i++) {{", self.count));
        program.observe(&format!("{}[i]->value", self.table));
        program.plain("}");
    }
}
