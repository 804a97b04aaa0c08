//! Generates random programs: well typed, with every variable initialised before it is used, and with errors at
//! random.
//!
//! The parameters are those of Rozhoň 2024 (§5.1 and §6.1) and more: several functions, records, pointers,
//! indices that are not constants, more varied expressions, and, as suggested there (§7.1), large programs with
//! few errors in which many expressions could fail.
//!
//! Rozhoň 2024 describes its generator only roughly. Where it leaves a choice, the choices below give programs
//! that fail and that run forever as often as those in its tables (`cargo xtask bench microc` prints both).
//! Choices marked (p) are also those of its public prototype:
//!
//! - Apart from loops, whose probabilities are parameters, a statement is an assignment to a variable, an
//!   assignment to an element of an array, an `if` with an `else`, or an output, with equal probability. A
//!   block has from 1 to the maximum number of statements (§5.1; in the prototype from 0 to one less, and
//!   blocks are one level deeper, with which fewer programs would time out than in table 6.17).
//! - A number is one of seven things (p): input (two of the seven), an operation, a variable, a negation, an
//!   element of an array, a constant (in the prototype: a field of a record, which is never assigned to).
//!   Operations are `+`, `-` and `*`; comparisons only occur in the guards of counting loops (p). A program has
//!   8 to 15 number variables with initial values from -1 to 8, never input (p). The levels of operators and of
//!   blocks together are limited to five; below that there are only constants (p). This is why so many guards
//!   are always true (§6.3.3).
//! - One variable in two is a number, one in ten an array. The others are pointers and records in the
//!   prototype, and are never read (p): here, an assignment to one of them is an output instead.
//! - A counting loop counts any number variable up to another one, from its current value, and its body may
//!   assign to both (§5.1, p).
//! - An index is a constant below the initial length of the array, and fails only if a shorter array was
//!   assigned (§6.1), which is rare: there was no error in 300 programs without divisions.
//! - If there are divisions, one operation in thirteen is one. In the prototype it is one in four, which gives
//!   three times as many programs with errors as in table 6.17; Rozhoň 2024 says that expressions that can
//!   fail were "greatly limited" (§7.1).
//! - The guaranteed error comes before a statement of `main` that is not in a block, initial assignments
//!   included: the executor of Rozhoň 2024 found 45 to 49 of 50.

mod expression;
mod function;
mod number;
mod random;
mod statement;

use function::Generator;

/// The parameters of the generator. Names in backquotes are those of Rozhoň 2024.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// The probability that a statement is a counting loop (`forLoopGenProb`).
    pub for_loops: f64,
    /// The probability that a statement is a loop with an arbitrary condition (`loopGenProb`).
    pub loops: f64,
    /// The maximum nesting depth of blocks (`maxBlockDepth`).
    pub max_depth: u32,
    /// The maximum number of statements in the body of a function, without its initial assignments
    /// (`maxTopLvlStmtsCount`).
    pub max_top_level: u32,
    /// The maximum number of statements in a block (`maxStmtsWithinABlock`).
    pub max_block: u32,
    /// Whether a statement that fails is inserted somewhere (`errorGuaranteed`).
    pub error_guaranteed: bool,
    /// Whether there are divisions (`generateDivisions`).
    pub divisions: bool,
    /// The number of functions besides `main`.
    pub functions: u32,
    /// The number of parameters of `main`, at most [`MOST_PARAMETERS`].
    pub parameters: u32,
    /// Whether there are records, and arrays of arrays.
    pub records: bool,
    /// Whether there are pointers.
    pub pointers: bool,
    /// Whether indices may be variables.
    pub symbolic_indices: bool,
    /// Whether there are numbers close to the limits of their range.
    pub large_numbers: bool,
    /// Whether variables may be uninitialised.
    pub uninitialized: bool,
    /// Whether programs are more varied than those of Rozhoň 2024: comparisons and logical operators in all
    /// expressions, `if` without `else`, variables that are initialised with input, loops with counters of
    /// their own.
    pub varied: bool,
    /// Whether expressions that could fail are guarded by a condition that prevents it, except in a few places.
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

/// The maximum number of parameters of `main`.
pub const MOST_PARAMETERS: u32 = 4;

/// Generates a program; the same seed and shape give the same one.
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
    use crate::tuning::MOST_DEPTH;

    /// One shape for each combination of the Boolean parameters.
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
