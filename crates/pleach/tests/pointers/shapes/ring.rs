//! A doubly linked ring through a member of its items, as kernels and LRU lists have it: from the link to the item
//! leads subtraction.

use super::Shape;
use crate::program::Program;

struct Ring {
    item: String,
    link: String,
    /// The name of the table of items.
    table: String,
    head: String,
    /// The names of the functions that take a link out and put it in behind another.
    unlink: String,
    insert: String,
    count: u64,
    on_heap: bool,
    /// The offset of the link in an item.
    offset: String,
}

/// Declares a ring with some items.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let [item, link, table, head] = ["item", "link", "items", "ring"].map(|stem| program.name(stem));
    let [unlink, insert] = ["unlink", "insert"].map(|stem| program.name(stem));
    let count = 2 + program.below(3);
    let on_heap = program.random.one_in(2);
    program.globals.push(format!("struct {link} {{ struct {link} *prev, *next; }};"));
    program.globals.push(format!("struct {item} {{ unsigned key; struct {link} link; unsigned value; }};"));
    program.globals.push(format!(
        "static void {unlink}(struct {link} *l)\n{{\n    L l->prev->next = l->next;\n    L l->next->prev = l->prev;\n}}"
    ));
    program.globals.push(format!(
        "static void {insert}(struct {link} *l, struct {link} *at)\n{{\n    L l->next = at->next;\n    L l->prev = at;\n    \
         L at->next->prev = l;\n    L at->next = l;\n}}"
    ));
    match program.random.one_in(2) {
        true => program.globals.push(format!("static struct {link} {head};")),
        false => program.plain(&format!("struct {link} {head};")),
    }
    program.line(&format!("{head}.next = {head}.prev = &{head};"));
    program.plain(&format!("struct {item} *{table}[{count}];"));
    let room = program.name("room");
    if !on_heap {
        program.plain(&format!("struct {item} {room}[{count}];"));
    }
    for at in 0..count {
        match on_heap {
            true => program.line(&format!("{table}[{at}] = malloc(sizeof(struct {item}));")),
            false => program.line(&format!("{table}[{at}] = &{room}[{at}];")),
        }
        let value = program.value();
        program.line(&format!("{table}[{at}]->key = {};", at * 2 + 1));
        program.line(&format!("{table}[{at}]->value = {value};"));
        program.line(&format!("{insert}(&{table}[{at}]->link, &{head});"));
    }
    let offset = format!("offsetof(struct {item}, link)");
    Box::new(Ring { item, link, table, head, unlink, insert, count, on_heap, offset })
}

impl Ring {
    /// Walks over the ring.
    fn walk(&self, program: &mut Program, body: impl Fn(&mut Program, &str)) {
        let (l, steps, it) = (program.name("l"), program.name("steps"), program.name("it"));
        let forward = if program.random.one_in(2) { "next" } else { "prev" };
        program.line(&format!("struct {} *{l} = {}.{forward};", self.link, self.head));
        program.plain(&format!(
            "for (unsigned {steps} = 0; {l} != &{} && {steps} < {}; {steps}++) {{",
            self.head, self.count
        ));
        let item = &self.item;
        program.plain(&format!("struct {item} *{it} = (struct {item} *)((char *){l} - {});", self.offset));
        body(program, &it);
        program.line(&format!("{l} = {l}->{forward};"));
        program.plain("}");
    }

    /// The item at a place, as a variable, so that the place is the same wherever it is used.
    fn pick(&self, program: &mut Program) -> String {
        let (name, place) = (program.name("picked"), program.place(self.count));
        program.line(&format!("struct {} *{name} = {}[{place}];", self.item, self.table));
        name
    }
}

impl Shape for Ring {
    fn operate(&mut self, program: &mut Program) {
        match program.random.below(5) {
            // An item is touched: it becomes the first.
            0 | 1 => {
                let it = self.pick(program);
                program.plain(&format!("{}(&{it}->link);", self.unlink));
                program.plain(&format!("{}(&{it}->link, &{});", self.insert, self.head));
            }
            2 => {
                let wanted = program.value();
                let number = program.number;
                self.walk(program, move |program, it| {
                    program.line(&format!("if ({it}->key == (({wanted}) & 7)) {{"));
                    program.observe(&format!("{it}->value + {number}"));
                    program.plain("}");
                });
            }
            3 => {
                let it = self.pick(program);
                let value = program.value();
                program.line(&format!("if ({it}->link.next != &{}) {{", self.head));
                let item = &self.item;
                program.line(&format!(
                    "((struct {item} *)((char *){it}->link.next - {}))->value += {value};",
                    self.offset
                ));
                program.plain("}");
            }
            _ => {
                let (it, value) = (self.pick(program), program.value());
                program.line(&format!("{it}->value = {value};"));
            }
        }
    }

    fn err(&mut self, program: &mut Program) {
        let it = self.pick(program);
        let item = &self.item;
        match program.random.one_in(2) {
            // The head is in no item.
            true => program.observe(&format!("((struct {item} *)((char *){it}->link.next - {}))->value", self.offset)),
            false if self.on_heap => program.line(&format!("free({it});")),
            false => program.line(&format!("{it}->link.next = NULL;")),
        }
    }

    fn finish(&mut self, program: &mut Program) {
        self.walk(program, |program, it| program.observe(&format!("{it}->value")));
    }
}
