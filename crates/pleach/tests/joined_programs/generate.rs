//! Writes random C programs about memory of symbolic size, in which paths part and meet again: loops, branches and marked
//! regions in which memory is allocated, resized, copied, written, read and freed. Many programs are in one file, each a function, so
//! that they are compiled together; the first argument of `main` says which one to run.
//!
//! What they print or return depends on no memory that nobody has written. They may access memory out of bounds or after it was
//! freed, but only near to it, so that the native run shows it.

use std::fmt::Write as _;

use test_support::Random;

/// The bytes of the array that is symbolic in each program.
const BYTES: u64 = 4;
/// The functions that read a part of the array.
const HELPERS: [&str; 3] = [
    "for (unsigned j = 0; j < 3 && j < m; j++)\n        if (t[j] == 'a') r++; else if (t[j] == 'z') return 9;",
    "for (r = m; r > 0 && t[r & 3] == 'b';)\n        r--;",
    "if (t[0] == m) return 1;\n    if (m > 3) r = t[1] == t[2] ? 4 : 2;",
];

/// A file with the programs of some seeds.
pub fn file(seeds: impl Iterator<Item = u64>) -> String {
    let mut text = String::from("#include <assert.h>\n#include <pleach.h>\n#include <stdlib.h>\n#include <string.h>\n");
    let mut choices = String::new();
    for (number, seed) in seeds.enumerate() {
        let mut writer =
            Writer { random: Random::new(seed), text: String::new(), indices: Vec::new(), budget: 0, depth: 1 };
        writer.whole();
        let helper = HELPERS[writer.random.below(HELPERS.len())];
        let _ = write!(
            text,
            "static unsigned helper{number}(const unsigned char *t, unsigned m) {{\n    unsigned r = 0;\n    {helper}\n    \
             return r;\n}}\n#define helper helper{number}\nstatic int program{number}(void) {{\n{}}}\n#undef helper\n",
            writer.text
        );
        let _ = writeln!(choices, "    case {number}: return program{number}();");
    }
    let _ = write!(
        text,
        "int main(int argc, char **argv) {{\n    switch (atoi(argv[1])) {{\n{choices}    }}\n    return 99;\n}}\n"
    );
    text
}

struct Writer {
    random: Random,
    text: String,
    /// The variables of the loops around.
    indices: Vec<String>,
    /// The number of compound statements left to write.
    budget: u32,
    depth: usize,
}

impl Writer {
    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100u64) < percent
    }

    fn one_of(&mut self, of: &[&str]) -> String {
        of[self.random.below(of.len())].to_owned()
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    fn whole(&mut self) {
        self.budget = 5 + self.random.below(6u32);
        let most = 2 + self.random.below(3u32);
        self.line(&format!("unsigned char b[{BYTES}];"));
        self.line("pleach_symbolic(b, sizeof b, \"b\");");
        match self.random.below(3) {
            0 => {
                self.line("size_t length;");
                self.line(&format!("unsigned char *p = pleach_symbolic_buffer({most}, \"p\", &length);"));
                self.line("unsigned n = length;");
            }
            1 => {
                self.line(&format!("unsigned n = pleach_range(0, {}, \"n\");", most + 1));
                self.line("unsigned char *p = calloc(n, 1);");
            }
            _ => {
                self.line(&format!("unsigned n = pleach_range(0, {}, \"n\");", most + 1));
                self.line("unsigned char part[n + 1], *p = calloc(n + 1, 1);");
                self.line("memset(part, 1, n + 1);");
                self.line("memcpy(p, part, n);");
            }
        }
        self.line("unsigned char *q = 0;");
        self.line("unsigned a = 0, s = 0, k = 1, w1 = 0, w2 = 3, *w = &w1;");
        for _ in 0..3 + self.random.below(2) {
            self.statement(0);
        }
        self.line("if (s == 3 && a > 2)");
        self.line("    s = 7;");
        self.line("return (a + s + w2) & 15;");
    }

    fn block(&mut self, level: u32) {
        self.depth += 1;
        for _ in 0..=self.random.below(3) {
            self.statement(level + 1);
        }
        self.depth -= 1;
    }

    fn statement(&mut self, level: u32) {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 || level > 3 {
            return self.simple();
        }
        match self.random.below(100) {
            0..30 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(level);
                if self.chance(60) {
                    self.line("} else {");
                    self.block(level);
                }
                self.line("}");
            }
            30..50 if self.indices.len() < 2 => {
                let index = format!("i{}", self.indices.len());
                let bound = self.one_of(&["n", "3", "n", "strnlen((char *)b, n)", "(a & 3)"]);
                self.line(&format!("for (unsigned {index} = 0; {index} < {bound}; {index}++) {{"));
                self.indices.push(index);
                self.block(level);
                if self.chance(40) {
                    let (condition, jump) = (self.condition(), self.one_of(&["break", "continue"]));
                    self.line(&format!("    if ({condition}) {jump};"));
                }
                self.indices.pop();
                self.line("}");
            }
            50..58 => {
                let read = self.read();
                self.line(&format!("switch ({read}) {{"));
                for case in ["'a'", "3"] {
                    self.line(&format!("case {case}:"));
                    self.simple();
                    if self.chance(70) {
                        self.line("break;");
                    }
                }
                self.line("default:");
                self.simple();
                self.line("}");
            }
            58..70 => {
                // Some regions are never begun, or never left.
                if self.chance(85) {
                    self.line("pleach_merge_begin();");
                }
                self.block(level);
                if self.chance(90) {
                    self.line("pleach_merge_end();");
                }
            }
            _ => self.simple(),
        }
    }

    fn simple(&mut self) {
        let of = self.one_of(&["p", "q"]);
        let size = self.size();
        match self.random.below(100) {
            0..25 => {
                let (to, value) = (self.one_of(&["a", "s", "k"]), self.read());
                let operator = self.one_of(&["+=", "=", "^=", "-="]);
                let value = self.one_of(&["1", "2", "n", &value]);
                self.line(&format!("{to} {operator} {value};"));
            }
            25..38 => {
                let (index, value) = (self.index(), self.one_of(&["1", "'a'", "s", "b[2]"]));
                self.line(&format!("if ({of}) {of}[{index}] = {value};"));
            }
            38..50 => self.line(&format!("{of} = calloc({size}, 1);")),
            50..57 => {
                let text =
                    format!("{{ void *t = realloc({of}, {size} + 1); if (t) {of} = memset(t, 0, {size} + 1); }}");
                self.line(&text);
            }
            57..63 => self.line(&format!("free({of}); {of} = 0;")),
            63..69 => self.line(&format!("if ({of}) memset({of}, {}, {size});", "s & 3")),
            69..75 => {
                let count = self.one_of(&["n", "(k & 3)", "2"]);
                self.line(&format!("if ({of}) memcpy({of}, b, {count});"));
            }
            75..79 => self.line("q = p;"),
            79..84 => {
                let copied = self.one_of(&["strdup(\"ab\")", "strdup(\"wxyz\")", "strndup((char *)b, n)"]);
                self.line(&format!("free(q); q = (unsigned char *){copied};"));
            }
            84..89 => {
                let count = self.one_of(&["n", "2", "(a & 7)"]);
                self.line(&format!("s += helper(b, {count});"));
            }
            89..93 => {
                let (one, other) = (self.random.below(4), self.random.below(4));
                self.line(&format!("assert(a != {one} || s != {other});"));
            }
            93..96 => {
                let text = self.one_of(&["w = &w2;", "*w += 1; a += w1;"]);
                self.line(&text);
            }
            _ => {
                let (condition, status) = (self.condition(), self.random.below(9));
                self.line(&format!("if ({condition}) return {status};"));
            }
        }
    }

    fn size(&mut self) -> String {
        self.one_of(&["n", "n + 1", "2 * n", "3", "4", "(a & 7)", "(n > 2 ? n : 2)", "(b[1] & 3)"])
    }

    /// An index that lies in an object of `p` or `q`, or not far behind it.
    fn index(&mut self) -> String {
        let mut of: Vec<String> = ["(k & 3)", "0", "1", "2", "n", "(a & 7)"].map(str::to_owned).into();
        for index in &self.indices {
            of.extend([index.clone(), index.clone(), format!("{index} + 1")]);
        }
        of.swap_remove(self.random.below(of.len()))
    }

    fn byte(&mut self) -> String {
        match self.indices.last().cloned() {
            Some(index) if self.chance(50) => format!("b[{index} & 3]"),
            _ => format!("b[{}]", self.random.below(BYTES)),
        }
    }

    fn read(&mut self) -> String {
        match self.random.below(10) {
            0..6 => self.byte(),
            6..8 => {
                let (of, index) = (self.one_of(&["p", "q"]), self.index());
                format!("({of} ? {of}[{index}] : 0)")
            }
            _ => self.one_of(&["a", "s", "k"]),
        }
    }

    fn condition(&mut self) -> String {
        let read = self.read();
        match self.random.below(100) {
            0..45 => {
                let (operator, value) =
                    (self.one_of(&["==", "!=", "<", ">"]), self.one_of(&["'a'", "'b'", "0", "3", "7"]));
                format!("{read} {operator} {value}")
            }
            45..60 => {
                let (of, operator) = (self.one_of(&["a", "s", "k"]), self.one_of(&["==", "<", ">"]));
                format!("{of} {operator} {}", self.random.below(5))
            }
            60..75 => format!("n {} {}", self.one_of(&["==", ">", "<"]), self.random.below(6)),
            75..85 => self.one_of(&["p", "q"]),
            _ => format!("{read} == {}", self.read()),
        }
    }
}
