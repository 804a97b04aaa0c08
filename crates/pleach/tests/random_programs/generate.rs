//! Writes random C programs with a defined meaning: no overflow of signed numbers, no shift or index out of
//! range, nothing uninitialised. Divisions may be by zero and assertions may fail, since natively those also
//! end in one way only.

use std::fmt::Write as _;

use test_support::Random;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let random = Random::new(seed);
    let mut generator = Generator { random, out: String::new(), vars: Vec::new(), functions: 0, budget: 0, loops: 0 };
    generator.whole();
    generator.out
}

/// An integer type: its C name, its width and whether it is signed.
type Type = (&'static str, u32, bool);

const TYPES: [Type; 8] = [
    ("unsigned char", 8, false),
    ("signed char", 8, true),
    ("unsigned short", 16, false),
    ("short", 16, true),
    ("unsigned", 32, false),
    ("int", 32, true),
    ("unsigned long", 64, false),
    ("long", 64, true),
];

struct Generator {
    random: Random,
    out: String,
    /// The variables in scope, with their types.
    vars: Vec<(String, Type)>,
    functions: usize,
    /// The number of statements left to write.
    budget: u32,
    loops: u32,
}

impl Generator {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn whole(&mut self) {
        self.line(0, "#include <assert.h>\n#include <klee/klee.h>\n#include <stdio.h>\n#include <string.h>");
        self.line(0, "static unsigned char bytes[16] = \"pleached branch\";");
        self.line(0, "static const int table[16] = {3, -1, 4, 1, -5, 9, 2, 6, -5, 3, 5, 8, 9, 7, -9, 3};");
        self.line(0, "static long longs[8] = {1, 2, 3};");
        self.line(0, "struct pair { short a; unsigned b; char c[3]; };");
        for _ in 0..1 + self.below(3) {
            self.function();
        }
        self.line(0, "int main(void) {");
        self.vars.clear();
        for i in 0..2 + self.below(3) {
            let ty = TYPES[self.below(8) as usize];
            let name = format!("in{i}");
            self.line(1, &format!("{} {name};", ty.0));
            self.line(1, &format!("klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"));
            self.vars.push((name, ty));
        }
        if self.chance(50) {
            self.line(1, "unsigned char raw[8];");
            self.line(1, "klee_make_symbolic(raw, sizeof raw, \"raw\");");
            self.line(1, "memcpy(bytes + 4, raw, sizeof raw);");
        }
        self.line(1, "struct pair pair = {0, 7, \"xy\"};");
        self.line(1, "unsigned long sum = 0;");
        self.vars.push(("sum".to_owned(), TYPES[6]));
        self.budget = 10 + self.below(14) as u32;
        self.statements(1, 0);
        self.line(1, "for (int i = 0; i < 16; i++) sum = sum * 31 + bytes[i];");
        self.line(1, "for (int i = 0; i < 8; i++) sum = sum * 31 + (unsigned long)longs[i];");
        self.line(1, "sum += (unsigned long)pair.a + pair.b + (unsigned long)pair.c[1];");
        self.line(1, "printf(\"%lu %d %u\\n\", sum, pair.a, pair.b);");
        self.line(1, "return (int)(sum & 63);\n}");
    }

    fn function(&mut self) {
        let ret = TYPES[self.below(8) as usize];
        let (a, b) = (TYPES[self.below(8) as usize], TYPES[self.below(8) as usize]);
        let name = format!("f{}", self.functions);
        self.line(0, &format!("static {} {name}({} p, {} q) {{", ret.0, a.0, b.0));
        self.vars = vec![("p".to_owned(), a), ("q".to_owned(), b)];
        self.line(1, "unsigned long sum = 1;");
        self.vars.push(("sum".to_owned(), TYPES[6]));
        self.budget = 2 + self.below(4) as u32;
        self.statements_in(1, 1, false);
        let value = self.expression(ret, 2);
        self.line(1, &format!("return {value};\n}}"));
        self.functions += 1;
    }

    fn statements(&mut self, depth: usize, nesting: u32) {
        self.statements_in(depth, nesting, true);
    }

    fn statements_in(&mut self, depth: usize, nesting: u32, main: bool) {
        let scope = self.vars.len();
        for _ in 0..2 + self.below(5) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.statement(depth, nesting, main);
        }
        self.vars.truncate(scope);
    }

    fn statement(&mut self, depth: usize, nesting: u32, main: bool) {
        match self.below(if nesting < 3 { 13 } else { 7 }) {
            0 => {
                let ty = TYPES[self.below(8) as usize];
                let value = self.expression(ty, 2);
                let name = format!("v{}_{}", depth, self.vars.len());
                self.line(depth, &format!("{} {name} = {value};", ty.0));
                self.vars.push((name, ty));
            }
            1 | 2 => {
                let (name, ty) = self.variable();
                let value = self.expression(ty, 3);
                self.line(depth, &format!("{name} = {value};"));
            }
            3 => {
                let index = self.expression(TYPES[4], 2);
                let value = self.expression(TYPES[0], 2);
                self.line(depth, &format!("bytes[({index}) & 15] = {value};"));
            }
            4 => {
                let index = self.expression(TYPES[0], 1);
                let value = self.expression(TYPES[7], 2);
                self.line(depth, &format!("longs[({index}) & 7] = {value};"));
            }
            5 if main => {
                let field = ["pair.a", "pair.b", "pair.c[1]"][self.below(3) as usize];
                let ty = [TYPES[3], TYPES[4], TYPES[1]][self.below(3) as usize];
                let value = self.expression(ty, 2);
                self.line(depth, &format!("{field} = {value};"));
            }
            6 if self.chance(25) => {
                let (name, _) = self.variable();
                let other = self.variable().0;
                self.line(depth, &format!("assert(!({name} == 77 && {other} > 3));"));
            }
            5 | 6 => {
                let value = self.expression(TYPES[6], 2);
                self.line(depth, &format!("sum = sum * 5 + {value};"));
            }
            7..=9 => {
                let cond = self.condition(2);
                self.line(depth, &format!("if ({cond}) {{"));
                self.statements_in(depth + 1, nesting + 1, main);
                if self.chance(50) {
                    self.line(depth, "} else {");
                    self.statements_in(depth + 1, nesting + 1, main);
                }
                self.line(depth, "}");
            }
            10 => {
                let bound = 1 + self.below(4);
                let i = format!("i{}", self.loops);
                self.loops += 1;
                self.line(depth, &format!("for (int {i} = 0; {i} < {bound}; {i}++) {{"));
                self.vars.push((i, ("const int", 32, true)));
                self.statements_in(depth + 1, nesting + 2, main);
                self.vars.pop();
                if self.chance(40) {
                    let cond = self.condition(1);
                    let leave = if self.chance(50) { "break" } else { "continue" };
                    self.line(depth + 1, &format!("if ({cond}) {leave};"));
                }
                self.line(depth, "}");
            }
            11 => {
                let value = self.expression(TYPES[4], 1);
                self.line(depth, &format!("switch (({value}) % 5) {{"));
                for case in [0, 1, 3] {
                    self.line(depth, &format!("case {case}:"));
                    let value = self.expression(TYPES[6], 1);
                    self.line(depth + 1, &format!("sum += {value};"));
                    if self.chance(70) {
                        self.line(depth + 1, "break;");
                    }
                }
                self.line(depth, "default:");
                self.line(depth + 1, "sum ^= 9;\n}");
            }
            _ => {
                let value = self.expression(TYPES[5], 1);
                self.line(depth, &format!("printf(\"%d %x %c|\", {value}, {value}, 'a' + (({value}) & 15));"));
            }
        }
    }

    /// A variable that may be assigned to.
    fn variable(&mut self) -> (String, Type) {
        loop {
            let index = self.below(self.vars.len() as u64) as usize;
            if self.vars[index].1.0 != "const int" {
                return self.vars[index].clone();
            }
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let ty = TYPES[self.below(8) as usize];
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth.saturating_sub(1)));
        let op = ["<", "<=", "==", "!=", ">", ">="][self.below(6) as usize];
        match self.below(5) {
            0 => format!("({a}) {op} ({b}) && ({a}) != 0"),
            1 => format!("({a}) {op} ({b}) || ({b}) == 5"),
            2 => format!("!(({a}) {op} ({b}))"),
            _ => format!("({a}) {op} ({b})"),
        }
    }

    /// An expression of a type. All arithmetic is unsigned underneath.
    fn expression(&mut self, ty: Type, depth: u32) -> String {
        if depth == 0 || self.chance(15) {
            return self.leaf(ty);
        }
        let wide = if ty.1 == 64 { "unsigned long" } else { "unsigned" };
        let bits = if ty.1 == 64 { 64 } else { 32 };
        let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
        match self.below(12) {
            0..=2 => {
                let op = ["+", "-", "*"][self.below(3) as usize];
                format!("({})(({wide})({a}) {op} ({wide})({b}))", ty.0)
            }
            3 | 4 => {
                let op = ["&", "|", "^"][self.below(3) as usize];
                format!("({})(({a}) {op} ({b}))", ty.0)
            }
            5 => format!("({})(({wide})({a}) << (({b}) & {}))", ty.0, bits - 1),
            6 => format!("({})(({a}) >> (({b}) & {}))", ty.0, ty.1 - 1),
            7 => {
                let op = ["/", "%"][self.below(2) as usize];
                if self.chance(20) {
                    format!("({})(({wide})({a}) {op} ({wide})({b}))", ty.0)
                } else {
                    format!("({})(({wide})({a}) {op} (({wide})({b}) | 1))", ty.0)
                }
            }
            8 => {
                // A signed division that cannot overflow: the divisor is positive.
                let op = ["/", "%"][self.below(2) as usize];
                format!("({})(({a}) {op} ((({b}) & 15) + 1))", ty.0)
            }
            9 => {
                let cond = self.condition(depth - 1);
                format!("({})(({cond}) ? ({a}) : ({b}))", ty.0)
            }
            10 if self.functions > 0 => {
                let index = self.below(self.functions as u64);
                format!("({})f{index}({a}, {b})", ty.0)
            }
            10 => format!("({})~({a})", ty.0),
            _ => match self.below(3) {
                0 => format!("({})table[({a}) & 15]", ty.0),
                1 => format!("({})bytes[({b}) & 15]", ty.0),
                _ => format!("({})longs[({a}) & 7]", ty.0),
            },
        }
    }

    fn leaf(&mut self, ty: Type) -> String {
        if self.chance(70) {
            let index = self.below(self.vars.len() as u64) as usize;
            return format!("({}){}", ty.0, self.vars[index].0);
        }
        let value = match self.below(4) {
            0 => self.below(4),
            1 => self.below(256),
            2 => self.below(1 << 31),
            _ => u64::MAX - self.below(8),
        };
        format!("({}){value}u{}", ty.0, if value > u64::from(u32::MAX) { "l" } else { "" })
    }
}
