//! A table of pointers to arrays: rows of a matrix, on the heap, on the stack and global, mixed in one table.

use super::Shape;
use crate::program::Program;

/// Where a row lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    Heap,
    Stack,
    Global,
}

struct Rows {
    /// The table's name.
    table: String,
    /// The name of a constant array.
    fixed: String,
    homes: Vec<Home>,
    /// The length of the shortest row.
    least: u64,
    /// Whether two entries may point to the same row.
    aliased: bool,
    /// Whether an entry may point to another row than in the beginning.
    moved: bool,
}

/// Declares a table and fills it.
pub fn make(program: &mut Program) -> Box<dyn Shape> {
    let (table, fixed) = (program.name("rows"), program.name("fixed"));
    let count = 2 + program.below(5);
    let all_on_heap = program.random.one_in(2);
    let table_home = program.random.pick(&[Home::Heap, Home::Stack, Home::Global]);
    program.globals.push(format!("static const unsigned {fixed}[4] = {{5, 6, 7, 8}};"));
    match table_home {
        Home::Heap => program.plain(&format!("unsigned **{table} = malloc({count} * sizeof *{table});")),
        Home::Stack => program.plain(&format!("unsigned *{table}[{count}];")),
        Home::Global => program.globals.push(format!("static unsigned *{table}[{count}];")),
    }
    let (mut homes, mut least) = (Vec::new(), u64::MAX);
    for row in 0..count {
        let home = if all_on_heap { Home::Heap } else { program.random.pick(&[Home::Heap, Home::Stack, Home::Global]) };
        let length = 1 + program.below(4);
        let name = program.name("row");
        match home {
            Home::Heap => program.line(&format!("{table}[{row}] = malloc({length} * sizeof(unsigned));")),
            Home::Stack => {
                program.plain(&format!("unsigned {name}[{length}];"));
                program.line(&format!("{table}[{row}] = {name};"));
            }
            Home::Global => {
                program.globals.push(format!("static unsigned {name}[{length}];"));
                program.line(&format!("{table}[{row}] = {name};"));
            }
        }
        program.plain(&format!("for (unsigned i = 0; i < {length}; i++) {{"));
        program.line(&format!("{table}[{row}][i] = i * {} + {row};", 1 + row * 3));
        program.plain("}");
        homes.push(home);
        least = least.min(length);
    }
    Box::new(Rows { table, fixed, homes, least, aliased: false, moved: false })
}

impl Rows {
    fn count(&self) -> u64 {
        self.homes.len() as u64
    }

    fn is_on_heap(&self) -> bool {
        self.homes.iter().all(|&home| home == Home::Heap)
    }

    /// An element, as an expression.
    fn element(&self, program: &mut Program) -> String {
        let (row, column) = (program.place(self.count()), program.place(self.least));
        format!("{}[{row}][{column}]", self.table)
    }

    /// Two entries change places.
    fn swap(&mut self, program: &mut Program) {
        let (table, x) = (self.table.clone(), program.name("x"));
        let (i, j) = (program.place(self.count()), program.place(self.count()));
        program.line(&format!("unsigned *{x} = {table}[{i}];"));
        program.line(&format!("{table}[{i}] = {table}[{j}];"));
        program.line(&format!("{table}[{j}] = {x};"));
        self.moved = true;
    }

    /// An entry becomes a copy of another, in one of several ways.
    fn alias(&mut self, program: &mut Program) {
        let table = self.table.clone();
        let (i, j) = (program.place(self.count()), program.place(self.count()));
        match program.random.below(4) {
            0 => program.line(&format!("{table}[{i}] = {table}[{j}];")),
            1 => program.line(&format!("memmove(&{table}[{i}], &{table}[{j}], sizeof {table}[0]);")),
            2 => {
                program.plain(&format!("for (unsigned k = 0; k < sizeof {table}[0]; k++) {{"));
                program.line(&format!("((unsigned char *)&{table}[{i}])[k] = ((unsigned char *)&{table}[{j}])[k];"));
                program.plain("}");
            }
            _ => {
                let n = self.count() - 1;
                program.line(&format!("memmove({table}, {table} + 1, {n} * sizeof {table}[0]);"));
            }
        }
        (self.aliased, self.moved) = (true, true);
    }

    /// Pointers into one row are compared and subtracted.
    fn compare(&self, program: &mut Program) {
        let table = &self.table;
        let row = program.place(self.count());
        let (p, q) = (program.name("p"), program.name("q"));
        let (i, j) = (program.place(self.least + 1), program.place(self.least + 1));
        program.line(&format!("unsigned *{p} = {table}[{row}] + {i};"));
        program.line(&format!("unsigned *{q} = {table}[{row}] + {j};"));
        program.observe(&format!("(unsigned)({p} - {q})"));
        program.observe(&format!("{p} < {q}"));
        program.observe(&format!("{p} == {table}[{row}]"));
    }

    /// A row is read from its beginning to its end.
    fn walk(&self, program: &mut Program) {
        let (p, end) = (program.name("p"), program.name("end"));
        let row = program.place(self.count());
        program.line(&format!("unsigned *{p} = {}[{row}];", self.table));
        program.plain(&format!("unsigned *{end} = {p} + {};", self.least));
        program.plain(&format!("while ({p} != {end}) {{"));
        program.observe(&format!("*{p}++"));
        program.plain("}");
    }

    /// One entry is null for a while.
    fn hole(&self, program: &mut Program) {
        let (table, x) = (&self.table, program.name("x"));
        let (hole, row, column) = (program.place(self.count()), program.place(self.count()), program.place(self.least));
        let value = program.value();
        // The place must be the same when the entry comes back, and expressions may depend on the result so far.
        program.plain(&format!("unsigned {x}_at = {hole};"));
        program.line(&format!("unsigned *{x} = {table}[{x}_at];"));
        program.line(&format!("{table}[{x}_at] = NULL;"));
        program.line(&format!("unsigned *{x}_row = {table}[{row}];"));
        program.plain(&format!("if ({x}_row) {{"));
        program.line(&format!("{x}_row[{column}] = {value};"));
        program.plain("} else {");
        program.observe("3");
        program.plain("}");
        program.line(&format!("{table}[{x}_at] = {x};"));
    }

    /// A row on the heap is freed and replaced.
    fn replace(&mut self, program: &mut Program) {
        let table = self.table.clone();
        let at = program.name("at");
        let place = program.place(self.count());
        program.plain(&format!("unsigned {at} = {place};"));
        program.line(&format!("free({table}[{at}]);"));
        let length = self.least + program.below(2);
        program.line(&format!("{table}[{at}] = calloc({length}, sizeof(unsigned));"));
        let (column, value) = (program.place(self.least), program.value());
        program.line(&format!("{table}[{at}][{column}] = {value};"));
        self.moved = true;
    }

    /// All entries are read.
    fn read_all(&self, program: &mut Program) {
        program.plain(&format!("for (unsigned i = 0; i < {}; i++) {{", self.count()));
        program.plain(&format!("for (unsigned j = 0; j < {}; j++) {{", self.least));
        program.observe(&format!("{}[i][j]", self.table));
        program.plain("}");
        program.plain("}");
    }

    /// Whole rows are copied, set and compared.
    fn bulk(&self, program: &mut Program) {
        let table = &self.table;
        let (i, j) = (program.place(self.count()), program.place(self.count()));
        let bytes = self.least * 4;
        match program.random.below(3) {
            0 => program.line(&format!("memmove({table}[{i}], {table}[{j}], {bytes});")),
            1 => {
                let value = program.value();
                program.line(&format!("memset({table}[{i}], ({value}) & 255, {bytes});"));
            }
            _ => program.observe(&format!("memcmp({table}[{i}], {table}[{j}], {bytes}) == 0")),
        }
    }
}

impl Shape for Rows {
    fn operate(&mut self, program: &mut Program) {
        match program.random.below(13) {
            0 | 1 => {
                let element = self.element(program);
                program.observe(&element);
            }
            2 | 3 => {
                let (element, value) = (self.element(program), program.value());
                program.line(&format!("{element} = {value};"));
            }
            4 => {
                let (row, column, value) = (program.place(self.count()), program.place(self.least), program.value());
                program.line(&format!("*({}[{row}] + {column}) += {value};", self.table));
            }
            5 => {
                let (element, row) = (self.element(program), program.place(self.count()));
                program.observe(&format!("{}[{row}][{element} % {}]", self.table, self.least));
            }
            6 => {
                let (element, column, value) = (self.element(program), program.place(self.least), program.value());
                program.line(&format!("{}[{element} % {}][{column}] = {value};", self.table, self.count()));
            }
            7 => self.swap(program),
            8 => self.alias(program),
            9 => self.compare(program),
            10 if self.is_on_heap() && !self.aliased => self.replace(program),
            10 => self.walk(program),
            11 => self.hole(program),
            _ => self.bulk(program),
        }
    }

    fn err(&mut self, program: &mut Program) {
        let table = self.table.clone();
        let (i, j) = (program.place(self.count()), program.place(self.least));
        let some = program.below(self.count());
        let value = program.value();
        match program.random.below(8) {
            7 => {
                // A local object of a function that has returned.
                let gone = program.name("gone");
                program.globals.push(format!(
                    "static unsigned *{gone}(void)\n{{\n    unsigned local[4] = {{1, 2, 3, 4}};\n    \
                     unsigned *volatile p = local;\n    return p;\n}}"
                ));
                program.line(&format!("{table}[{some}] = {gone}();"));
                program.observe(&format!("{table}[{i}][{j}]"));
            }
            0 => {
                let j = program.index(self.least + 1);
                program.observe(&format!("{table}[{i}][{j}]"));
            }
            1 => {
                let j = program.index(self.least + 1);
                program.line(&format!("{table}[{i}][{j}] = {value};"));
            }
            2 => {
                program.line(&format!("{table}[{some}] = NULL;"));
                program.observe(&format!("{table}[{i}][{j}]"));
            }
            3 if self.is_on_heap() => {
                program.line(&format!("free({table}[{some}]);"));
                program.line(&format!("{table}[{i}][{j}] = {value};"));
            }
            4 if self.is_on_heap() => {
                let k = program.place(self.count());
                program.line(&format!("free({table}[{i}]);"));
                program.line(&format!("free({table}[{k}]);"));
                program.plain("return s;");
            }
            5 => {
                program.line(&format!("{table}[{some}] = (unsigned *){};", self.fixed));
                program.line(&format!("{table}[{i}][{j}] = {value};"));
            }
            6 if self.is_on_heap() => {
                program.line(&format!("free({table}[{i}] + {j});"));
                program.plain("return s;");
            }
            _ => {
                let i = program.index(self.count() + 1);
                let x = program.name("x");
                program.line(&format!("unsigned *{x} = {table}[{i}];"));
                program.observe(&format!("{x}[{j}]"));
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        self.read_all(program);
    }
}
