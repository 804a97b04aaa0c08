//! Which numbers belong into a table: those that decide cost are in `src/tuning.rs` of their crate.
//!
//! Whether a constant decides cost cannot be seen from its text. So in a crate with a table every constant that is
//! a plain number is taken to, unless it is written in hexadecimal or octal or as the greatest number of its type,
//! which encodings and marks are, unless it is computed from other constants, or unless it is listed here.

use crate::project::SourceFile;

/// The numbers outside of tables that decide no cost: the file, the names, and what they are.
const NO_COST: &[(&str, &str, &str)] = &[
    ("crates/expr/src/bound.rs", "LEVELS", "the width of a mask"),
    ("crates/expr/src/forall.rs", "MOST_BITS", "how a node is packed"),
    ("crates/expr/src/infix.rs", "DEPTH OPERATORS", "what is shown"),
    ("crates/expr/src/print.rs", "DISTANCE", "a width that holds every distance"),
    ("crates/expr/src/rules/identity.rs", "WIDEST", "the width of the type of samples"),
    ("crates/exec/src/access.rs", "STACK_LIMIT OBJECT_LIMIT", "the system's stack, and what is modelled"),
    ("crates/exec/src/callers.rs", "DEEPEST", "what is shown"),
    ("crates/exec/src/costs.rs", "DEFAULT_LIMIT_COST", "the default of an option"),
    ("crates/exec/src/finish.rs", "SHOWN", "what is shown"),
    ("crates/exec/src/leaks.rs", "WORD", "the size of a word"),
    ("crates/exec/src/search/coverage.rs", "NEAREST", "a number with many divisors"),
    ("crates/exec/src/trace.rs", "OPERATORS", "what is shown"),
    ("crates/exec/src/uninitialized.rs", "LARGEST_SYMBOL", "what fits into a symbol"),
    ("crates/ir/src/points_to/solve.rs", "ADDRESS", "the size of an address"),
    ("crates/front_llvm/src/exception.rs", "END CLEANUP HANDLER FILTER FILTERED ENTRY", "a format"),
    ("crates/front_llvm/src/floating.rs", "EQUAL", "an encoding of LLVM"),
    ("crates/front_llvm/src/lines.rs", "CALL_BYTES", "what a call takes on a native stack"),
    ("crates/front_llvm/src/load.rs", "SHOWN", "what is shown"),
    (
        "crates/front_llvm/src/producer.rs",
        "END_BLOCK ENTER_SUBBLOCK DEFINE_ABBREV UNABBREV_RECORD IDENTIFICATION_BLOCK STRING_RECORD",
        "LLVM's format",
    ),
    ("crates/front_llvm/src/names.rs", "NAME", "an encoding of LLVM"),
    ("crates/front_llvm/src/raw/disassembler.rs", "TEXT", "longer than any instruction's text"),
    ("crates/front_microc/src/fault.rs", "MAX_CALLS", "a limit of the language"),
    ("crates/front_microc/src/parser.rs", "MAX_NESTING MAX_DEPTH", "limits of the language"),
    ("crates/front_microc/src/print.rs", "UNARY POSTFIX", "binding strengths"),
    ("crates/front_microc/src/types.rs", "MAX_SCALARS MAX_LEVELS", "limits of the language"),
    ("crates/front_microc/src/lower/layout.rs", "POINTER NUMBER CELL_HEADER", "the layout of memory"),
    ("crates/front_microc/src/generate/expression.rs", "SHORTER", "the shape of generated programs"),
    (
        "crates/front_microc/src/generate/function.rs",
        "LENGTH FEWEST_NUMBERS MOST_NUMBERS",
        "the shape of generated programs",
    ),
    ("crates/front_microc/src/generate/mod.rs", "MOST_PARAMETERS", "the shape of generated programs"),
    ("crates/front_microc/src/generate/number.rs", "OPERATIONS_A_DIVISION", "the shape of generated programs"),
    ("crates/front_smt/src/float.rs", "MODE_WIDTH", "the bits of a rounding mode"),
    ("crates/front_smt/src/lexer.rs", "LONGEST", "what is shown"),
    ("crates/front_smt/src/literal.rs", "CHUNK", "the decimal digits of a word"),
    ("crates/front_smt/src/reader.rs", "MOST", "more indices than any operator has"),
    ("crates/ir/src/describe.rs", "DEPTH STEPS ARGUMENTS", "what is shown"),
    ("crates/ir/src/describe/place.rs", "LITERAL WORD", "what is shown; the size of a word"),
    ("crates/ir/src/describe/text.rs", "SMALL", "what is shown"),
    ("crates/ir/src/module.rs", "PREFIX_ROOM", "the layout of functions"),
    ("crates/ir/src/print.rs", "BYTES_PER_LINE SMALL LEAST_SIGNED_WIDTH", "the text form"),
    ("crates/ir/src/costs/memory.rs", "ADDRESS", "the width of addresses"),
    ("crates/ir/src/transform/kept_in_frames.rs", "ALIGNMENT", "the alignment of the ABI"),
    ("crates/memory/src/access.rs", "SEGMENT_ALIGN", "the alignment of the allocator"),
    ("crates/memory/src/join.rs", "WINDOW", "the size of a word"),
    ("crates/memory/src/object.rs", "MOST_ELEMENT WORD", "sizes of words"),
    ("crates/memory/src/provenance.rs", "FARTHEST_OFFSET", "the layout of memory"),
    ("crates/memory/src/space.rs", "NULL_PAGE WIDE_ZONE STACK_ZONE", "the layout of memory"),
    ("crates/memory/src/symbolic.rs", "MOST_BYTES", "the size of a word"),
    ("crates/models/src/alloc.rs", "SURE ALL ENOMEM EINVAL ALIGN", "the system's numbers"),
    ("crates/models/src/args.rs", "LIST_SIZE NO_GENERAL_REGISTERS_LEFT NO_FLOAT_REGISTERS_LEFT", "the ABI's numbers"),
    ("crates/models/src/environment.rs", "LARGEST_INPUT FIXED", "what fits into a symbol; a time"),
    ("crates/models/src/errors.rs", "EDOM ERANGE EILSEQ", "the system's numbers"),
    ("crates/models/src/format.rs", "MAX_POSITION", "a limit of glibc"),
    ("crates/models/src/jumps.rs", "HAS_MASK MASK BUFFER", "the layout of a buffer"),
    (
        "crates/models/src/linux.rs",
        "ENOENT EBADF ENOMEM EINVAL ENOTTY ENOSYS NUMBER PAGE STACK",
        "the system's numbers",
    ),
    ("crates/models/src/microc.rs", "NUMBER", "the width of a number"),
    ("crates/models/src/number.rs", "FRACTION_BITS BASE", "formats of numbers"),
    (
        "crates/models/src/print.rs",
        "STREAM_SIZE FILE_NUMBER IS_REDIRECTED NO_WRITES NO_READS",
        "the layout of a stream",
    ),
    ("crates/models/src/sanitizer.rs", "REAL", "an encoding"),
    (
        "crates/models/src/linux/files.rs",
        "EEXIST ENOTDIR ESPIPE FILES SIZES WRITING",
        "the system's numbers and a layout",
    ),
    (
        "crates/models/src/linux/numbers.rs",
        "EMFILE DESCRIPTIONS MOST_DESCRIPTIONS MOST_NUMBERS CLOSED_BY_EXEC CLOSED STANDARD DUPLICATE GET_FD SET_FD \
         GET_FLAGS SET_FLAGS DUPLICATE_CLOEXEC",
        "the system's numbers and a layout",
    ),
    ("crates/models/src/printf/arguments.rs", "INT", "the width of an int"),
    ("crates/models/src/printf/wide.rs", "WIDE", "the size of a wide character"),
    ("crates/pleach/src/binary.rs", "MOST_ARGS MOST_FILES", "what names have room for"),
    ("crates/pleach/src/coverage.rs", "SHOWN", "what is shown"),
    ("crates/pleach/src/present.rs", "SHOWN_BUGS SHOWN_FRAMES SHOWN_INPUTS", "what is shown"),
    ("crates/pleach/src/progress.rs", "PLAIN_EVERY", "what is shown"),
    ("crates/pleach/src/replay.rs", "LONG", "what is shown"),
    ("crates/pleach/src/replay_log.rs", "SHOWN", "what is shown"),
    ("crates/pleach/src/program.rs", "LONGEST", "what is taken to be a mistake"),
    ("crates/pleach/src/show.rs", "SHOWN", "what is shown"),
    ("crates/pleach/src/tune.rs", "PROPOSED", "what is shown"),
    ("crates/pleach/src/watch.rs", "INTERRUPTED", "an exit code"),
    ("crates/report/src/archive.rs", "BLOCK", "tar's format"),
    ("crates/report/src/ktest.rs", "VERSION", "a format"),
    ("crates/report/src/toolchain.rs", "NEWEST_LLVM OLDEST_CLANG", "versions"),
    ("crates/report/src/value.rs", "SHOWN", "what is shown"),
    ("crates/report/src/replay/blocked.rs", "FUTEX WAIT WAIT_BITSET", "the system's numbers"),
    (
        "crates/report/src/replay/judge.rs",
        "SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGSEGV SHOWN",
        "the system's numbers; what is shown",
    ),
    ("crates/solver/src/normal_form.rs", "WIDEST", "what fits into a word"),
    ("crates/solver/src/byte_orders/network.rs", "VIEWS", "the bits of a word"),
    ("crates/solver/src/order/graph.rs", "ZERO", "the number of a node"),
    ("crates/solver/src/stage/supersets.rs", "WORDS", "the size of a type"),
    ("crates/solver/src/sums/chain.rs", "FACTOR", "keeps sums from overflowing"),
    ("crates/solver/src/linear/form.rs", "FACTOR", "keeps sums from overflowing"),
    ("crates/solver/src/products/bounds.rs", "INFINITE", "keeps sums from overflowing"),
    ("crates/solver/src/products/form.rs", "FACTOR WIDEST", "keeps sums from overflowing"),
    ("crates/solver/src/all_values.rs", "WIDTH CONDITIONS", "a test"),
    ("crates/value_set/src/number.rs", "GREATEST_WIDTH", "the width of a type"),
];

/// The types of numbers that a table can hold.
const TYPES: [&str; 14] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "f32", "f64", "Duration"];

/// Complains about numbers outside of the tables, and about lines of the list that are about none.
pub fn check(files: &[SourceFile], complaints: &mut Vec<String>) {
    let mut used = vec![false; NO_COST.len()];
    for file in files.iter().filter(|file| has_table(file, files)) {
        for (number, name) in constants(&file.text) {
            match NO_COST.iter().position(|(path, names, _)| *path == file.name && names.split(' ').any(|n| n == name)) {
                Some(place) => used[place] = true,
                None => complaints.push(format!(
                    "{}:{number}: if {name} decides cost, it belongs into the table in tuning.rs; else into the list in \
                     xtask/src/numbers.rs",
                    file.name
                )),
            }
        }
    }
    for ((path, ..), _) in NO_COST.iter().zip(used).filter(|(_, used)| !used) {
        if files.iter().any(|file| file.name.ends_with("src/tuning.rs")) {
            complaints.push(format!("xtask/src/numbers.rs: no number of {path} needs its line"));
        }
    }
}

/// Whether the file is code of a crate with a table, and not the table.
fn has_table(file: &SourceFile, files: &[SourceFile]) -> bool {
    let Some((krate, path)) = file.name.strip_prefix("crates/").and_then(|rest| rest.split_once("/src/")) else {
        return false;
    };
    let table = format!("crates/{krate}/src/tuning.rs");
    path.ends_with(".rs") && !path.ends_with("tests.rs") && file.name != table && files.iter().any(|f| f.name == table)
}

/// The lines and names of the constants that are plain numbers, up to the tests at the end of a file.
fn constants(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_tests = |place: usize| {
        lines[place].trim() == "#[cfg(test)]" && lines.get(place + 1).is_some_and(|line| line.ends_with('{'))
    };
    let end = (0..lines.len()).find(|&place| is_tests(place)).unwrap_or(lines.len());
    (1..).zip(&lines[..end]).filter_map(|(number, line)| Some((number, constant(line)?))).collect()
}

/// The name of the constant that a line declares, if that is a plain number.
fn constant(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub").map_or(line, |rest| rest.split_once(' ').map_or(rest, |(_, rest)| rest));
    let line = line.strip_prefix("const ").or(line.strip_prefix("static "))?;
    let (name, rest) = line.split_once(':')?;
    let (kind, value) = rest.split_once('=')?;
    let kind = kind.trim();
    let is_number = TYPES.contains(&kind.rsplit("::").next().unwrap_or(kind));
    let value = value.split("//").next().unwrap_or(value).replace("Duration", "");
    // Another constant, or the greatest number of a type.
    let names = |word: &str| word.chars().next().is_some_and(|first| first.is_ascii_uppercase());
    let computed = value.split(|c: char| !c.is_alphanumeric() && c != '_').any(names);
    let encoded = value.contains("0x") || value.contains("0o");
    (is_number && !computed && !encoded).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> SourceFile {
        SourceFile { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn plain_numbers_are_found() {
        for line in [
            "const A: u64 = 1 << 20;",
            "    pub(crate) const A: usize = 8;",
            "pub const A: f64 = 1e-9; // X",
            "const A: Duration = Duration::from_secs(5);",
        ] {
            assert_eq!(constant(line), Some("A"), "{line}");
        }
        for line in [
            "const A: u64 = 0x10;",
            "const A: u32 = u32::MAX;",
            "const A: usize = 2 * B;",
            "const A: &str = \"5\";",
            "const A: [u8; 2] = [1, 2];",
            "const A: u64;",
            "let a: u64 = 5;",
        ] {
            assert_eq!(constant(line), None, "{line}");
        }
    }

    #[test]
    fn numbers_outside_of_tables_are_reported() {
        let complaints = |files: &[SourceFile]| {
            let mut complaints = Vec::new();
            check(files, &mut complaints);
            complaints.retain(|complaint| complaint.starts_with("crates/"));
            complaints.len()
        };
        let code = "//! Adds.\nconst A: u64 = 5;\n#[cfg(test)]\nmod tests {\n    const B: u64 = 5;\n}\n";
        let (table, code) = (file("crates/x/src/tuning.rs", ""), file("crates/x/src/a.rs", code));
        assert_eq!(complaints(&[file(&code.name, &code.text)]), 0, "a crate without a table");
        assert_eq!(complaints(&[code, table]), 1);
        let listed = file("crates/solver/src/order/graph.rs", "const ZERO: u32 = 0;\nconst ONE: u32 = 1;\n");
        assert_eq!(complaints(&[listed, file("crates/solver/src/tuning.rs", "")]), 1);
    }
}
