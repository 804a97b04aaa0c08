//! Random programs: well typed, every variable initialised before it is used, errors where chance puts them.
//!
//! The parameters are those of the thesis on microc (chapters 5.1 and 6.1) and more: several functions, records, pointers,
//! indices that are no constants, more varied expressions, and the thesis' wish (7.1), large programs with few errors in which
//! many expressions could fail.
//!
//! The thesis describes its generator roughly; where it leaves freedom, these choices give sets whose programs fail and run on
//! without end as often as those of its tables (`cargo xtask bench microc` prints both). What is marked (p) is how its public
//! prototype does it, too:
//!
//! - Besides loops, whose shares are parameters, a statement is an assignment to a variable, one to an element of an array, an
//!   `if` with an `else`, or an output, each equally likely. There are 1 to the greatest number of statements in a block (5.1; in
//!   the prototype 0 to one less, and one level of blocks more, with which fewer programs would time out than in table 6.17).
//! - A number is one of seven things (p): input (two of seven), an operation, a variable, a negation, an element of an array, a
//!   constant (there: a field of a record, which nothing assigns to). Operations are `+`, `-` and `*`; comparisons stand
//!   only in the guards of counting loops (p). A program has 8 to 15 number variables, first between -1 and 8, and none
//!   begins as input (p). Levels of operators and of blocks together are limited to five; below, there are constants (p): that is
//!   where guards come from that are always true, and they are many (6.3.3).
//! - One variable in two is a number, one in ten an array; the others are pointers and records there, which nothing reads (p):
//!   such an assignment is an output here.
//! - A counting loop counts any number variable up to another one, from whatever it is, and its body may assign to both (5.1, p).
//! - An index is a constant below the array's first length, and fails only where a shorter array was assigned (6.1), which is
//!   seldom: there was no error in 300 programs without divisions.
//! - One operation in thirteen is a division, where there are any. In the prototype it is one in four, which gives thrice as many
//!   programs with errors as table 6.17; the thesis says that expressions that can fail were "greatly limited" (7.1).
//! - The certain error stands before a statement of `main` that is in no block, first assignments among them: 45 to 49 of 50
//!   were found.

mod expression;
mod function;
mod number;
mod random;
mod statement;

use function::Generator;

/// What programs to make.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// The probability that a statement is a counting loop; `forLoopGenProb`.
    pub for_loops: f64,
    /// The probability that a statement is a loop with any condition; `loopGenProb`.
    pub loops: f64,
    /// How deep blocks lie within each other at most; `maxBlockDepth`.
    pub max_depth: u32,
    /// How many statements a function's body has at most, its initial assignments aside; `maxTopLvlStmtsCount`.
    pub max_top_level: u32,
    /// How many statements a block has at most; `maxStmtsWithinABlock`.
    pub max_block: u32,
    /// Whether a statement that fails is put somewhere; `errorGuaranteed`.
    pub error_guaranteed: bool,
    /// Whether there are divisions; `generateDivisions`.
    pub divisions: bool,
    /// How many functions there are besides `main`.
    pub functions: u32,
    /// How many parameters `main` has, at most [`MOST_PARAMETERS`].
    pub parameters: u32,
    /// Whether there are records, and arrays of arrays.
    pub records: bool,
    /// Whether there are pointers.
    pub pointers: bool,
    /// Whether indices may be variables.
    pub symbolic_indices: bool,
    /// Whether there are numbers near the ends of their range.
    pub large_numbers: bool,
    /// Whether variables may be without a first value.
    pub uninitialized: bool,
    /// Whether programs are more varied than the thesis': comparisons and logical operators in all expressions, `if` without
    /// `else`, variables that begin as input, loops with counters of their own.
    pub varied: bool,
    /// Whether what could fail stands behind a condition that keeps it from failing, in all but few places.
    pub guarded: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            for_loops: 0.1,
            loops: 0.15,
            max_depth: 3,
            max_top_level: 10,
            max_block: 5,
            error_guaranteed: false,
            divisions: false,
            functions: 0,
            parameters: 0,
            records: false,
            pointers: false,
            symbolic_indices: false,
            large_numbers: false,
            uninitialized: false,
            varied: false,
            guarded: false,
        }
    }
}

impl Shape {
    /// Large programs with few errors and many expressions that could fail.
    pub fn guarded() -> Shape {
        Shape {
            max_top_level: 60,
            max_block: 8,
            divisions: true,
            pointers: true,
            symbolic_indices: true,
            varied: true,
            guarded: true,
            ..Shape::default()
        }
    }
}

/// How many parameters `main` can have.
pub const MOST_PARAMETERS: u32 = 4;
/// How deep blocks can lie within each other: the text has to stay within the limits of the parser.
pub const MOST_DEPTH: u32 = 100;

/// A program; the same seed and shape give the same one.
pub fn generate(shape: &Shape, seed: u64) -> String {
    let mut generator = Generator::new(shape, seed);
    for index in 0..=shape.functions {
        generator.function(index);
    }
    if shape.error_guaranteed {
        generator.certain_error();
    }
    generator.text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// One shape for each combination of the switches.
    fn shapes() -> impl Iterator<Item = Shape> {
        (0..1024u32).map(|bits| {
            let on = |bit: u32| bits >> bit & 1 == 1;
            Shape {
                error_guaranteed: on(0),
                divisions: on(1),
                functions: if on(2) { 3 } else { 0 },
                parameters: bits % (MOST_PARAMETERS + 1),
                records: on(3),
                pointers: on(4),
                symbolic_indices: on(5),
                large_numbers: on(6),
                uninitialized: on(7),
                guarded: on(8),
                varied: on(9),
                max_depth: bits % 5,
                max_block: 3,
                for_loops: f64::from(bits % 3) * 0.25,
                loops: f64::from(bits % 4) * 0.15,
                ..Shape::default()
            }
        })
    }

    #[test]
    fn every_program_passes_the_check() {
        for (seed, shape) in shapes().enumerate() {
            let source = Source::new("t.mc", generate(&shape, seed as u64));
            if let Err(problems) = crate::load(&source) {
                panic!("{shape:?}\n{}\n{}", source.messages(&problems), source.text);
            }
            assert_eq!(source.text, generate(&shape, seed as u64), "the same seed, the same program");
            assert_ne!(source.text, generate(&shape, seed as u64 + 1), "another seed, another program");
        }
    }

    #[test]
    fn deep_and_large_programs_pass_the_check() {
        for seed in 0..2 {
            let deep = Shape { max_depth: MOST_DEPTH, max_block: 1, for_loops: 0.5, loops: 0.5, ..Shape::guarded() };
            let large = Shape { max_depth: 8, max_block: 12, for_loops: 0.4, ..Shape::guarded() };
            for shape in [deep, large] {
                assert!(crate::load(&Source::new("t.mc", generate(&shape, seed))).is_ok(), "{shape:?} {seed}");
            }
        }
    }

    #[test]
    fn parameters_do_what_they_say() {
        let programs = |shape: &Shape| -> String { (0..50).map(|seed| generate(shape, seed)).collect() };
        let plain = Shape { for_loops: 0.0, loops: 0.0, ..Shape::default() };
        let text = programs(&plain);
        for absent in ["while", "/", "&n", "alloc", "null", "{f", "f0", "a0[n", "2147483647", "==", " < ", "&&"] {
            assert!(!text.contains(absent), "{absent}");
        }
        assert_eq!(text.matches("if (").count(), text.matches("else").count());
        let flat = programs(&Shape { max_depth: 0, ..Shape::default() });
        assert!(!flat.contains("while") && !flat.contains("if"));
        let counting = programs(&Shape { for_loops: 1.0, loops: 0.0, max_depth: 1, ..Shape::default() });
        assert!(!counting.contains("if") && counting.contains("while (n3 < n") && counting.contains("n3 = n3 + 1;"));
        let varied = Shape { varied: true, ..Shape::default() };
        let counting = programs(&Shape { for_loops: 1.0, loops: 0.0, max_depth: 1, ..varied.clone() });
        assert!(!counting.contains("if") && counting.contains("while (c0 < n") && counting.contains("c0 = c0 + 1;"));
        let text = programs(&varied);
        for present in ["==", " < ", "&&", "n1 = input;\n  n2 = "] {
            assert!(text.contains(present), "{present}");
        }
        assert!(text.matches("if (").count() > text.matches("else").count());
        let all = Shape {
            divisions: true,
            functions: 2,
            records: true,
            pointers: true,
            symbolic_indices: true,
            large_numbers: true,
            ..plain.clone()
        };
        let text = programs(&all);
        for present in [" / ", "&n", "alloc", "null", "{f: ", "f1(", "a0[n", "2147483647"] {
            assert!(text.contains(present), "{present}");
        }
        let failing = programs(&Shape { error_guaranteed: true, ..plain.clone() });
        assert_eq!(failing.lines().count(), programs(&plain).lines().count() + 50);
        let outside = |line: &&str| line.starts_with("  n0 = [0][") || *line == "  n0 = *null;";
        assert_eq!(failing.lines().filter(outside).count(), 50, "each stands in no block");
        let short = Shape { max_top_level: 1, max_depth: 0, ..Shape::default() };
        assert!(programs(&short).lines().count() < programs(&Shape { max_depth: 0, ..plain }).lines().count() - 100);
    }
}
