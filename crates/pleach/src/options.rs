//! Every option of every command, declared once. The parser, the help, the manual pages, the completions and
//! `docs/cli/options.md` are made from this table. A test fails if no code reads an option.

use exec::Technique;
use front_microc::{MOST_DEPTH, MOST_PARAMETERS};

use crate::build_options;
use crate::kind::Kind;

use crate::tuning::{MOST_FUNCTIONS, MOST_IN_BLOCK, MOST_PROGRAMS, MOST_STATEMENTS};

/// The commands that options belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cmd {
    /// `pleach run`
    Run,
    /// `pleach build`
    Build,
    /// `pleach bitcode`
    Bitcode,
    /// `pleach replay`
    Replay,
    /// `pleach coverage`
    Coverage,
    /// `pleach trace`
    Trace,
    /// `pleach ir`
    Ir,
    /// `pleach solve`
    Solve,
    /// `pleach microc exec`
    MicrocExec,
    /// `pleach microc ast`
    MicrocAst,
    /// `pleach microc cfg`
    MicrocCfg,
    /// `pleach microc ir`
    MicrocIr,
    /// `pleach analyze costs`
    AnalyzeCosts,
    /// `pleach microc generate`
    MicrocGenerate,
}

/// The upper bound of numbers that are not bounded otherwise.
const ANY: u64 = u64::MAX;
/// The greatest cost: costs have 32 bits.
const MOST_COST: u64 = u32::MAX as u64;

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Its long name, without dashes.
    pub name: &'static str,
    /// Its one-letter name.
    pub short: Option<char>,
    /// The type of its value.
    pub kind: Kind,
    /// The value's name in the help; empty for a switch.
    pub value: &'static str,
    /// The behaviour without the option, for people.
    pub default: &'static str,
    /// The heading that the option is listed under.
    pub heading: &'static str,
    /// The commands that have the option.
    pub commands: &'static [Cmd],
    /// A description in one line.
    pub line: &'static str,
    /// A description in a paragraph; `{techniques}` in it stands for the names of the techniques.
    pub paragraph: &'static str,
}

impl Opt {
    /// The option's description in a paragraph.
    pub fn paragraph(&self) -> String {
        let names: Vec<&str> = Technique::NAMES.iter().map(|&(_, name)| name).collect();
        let (last, others) = names.split_last().expect("there are techniques");
        self.paragraph.replace("{techniques}", &format!("{} or {last}", others.join(", ")))
    }
}

const PROGRAM: &str = "Program";
const BINARY: &str = "Executables";
const EXPLORATION: &str = "Exploration";
const COSTS: &str = "Static costs";
const LIMITS: &str = "Limits";
const OUTPUT: &str = "Output";
const REPLAY: &str = "Replay";
const TRACE: &str = "Trace";
const SCRIPT: &str = "Script";
const INPUT: &str = "Input";
const GENERATED: &str = "Generated programs";

/// The table of all options.
pub const OPTIONS: &[Opt] = &[
    Opt {
        name: "cflags",
        short: None,
        kind: Kind::Text,
        value: "FLAGS",
        default: "none",
        heading: PROGRAM,
        commands: &[Cmd::Run, Cmd::Replay, Cmd::Coverage, Cmd::Ir, Cmd::AnalyzeCosts],
        line: "Flags for the compiler, as one word",
        paragraph: "The text is split as a shell would split it and given to the compiler after Pleach's own flags: \
                    --cflags \"-Iinclude -DSIZE=4\". May be given several times.",
    },
    Opt {
        name: "entry",
        short: None,
        kind: Kind::Text,
        value: "NAME",
        default: "main",
        heading: PROGRAM,
        commands: &[Cmd::Run, Cmd::Replay, Cmd::Coverage, Cmd::AnalyzeCosts],
        line: "The function to begin with",
        paragraph: "The function must be defined in the program. One that takes what main takes gets that; any other is tested by \
                    itself: its numbers are symbolic, and what its pointers point to is said with --arg. What calls it is written \
                    to harness.c in the run directory. For replay, the entry that the test was made with is used when this is not \
                    given.",
    },
    Opt {
        name: "arg",
        short: None,
        kind: Kind::Text,
        value: "NAME=WHAT",
        default: "numbers are symbolic",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "What to pass to the function that --entry names",
        paragraph: "NAME is a parameter's name, or its number from 0 on where names are not known. For a pointer, WHAT is the number of symbolic \
                    bytes that it points to, str:N for a string of at most N characters, or null. LEAST..MOST and str:LEAST..MOST make as many bytes or \
                    characters as a symbolic number says, and nothing lies behind them. For an integer, WHAT is its value, LOW..HIGH, or \
                    len:NAME for the number of bytes or characters that another parameter points to. May be given several times.",
    },
    Opt {
        name: "sym-stdin",
        short: None,
        kind: Kind::Length,
        value: "N",
        default: "0",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "Let standard input hold N symbolic bytes",
        paragraph: "What the program reads from standard input are symbolic bytes, in the test under the name stdin; after so \
                    many the input ends. With LEAST..MOST their number is symbolic, in the test under the name stdin:length. Without \
                    this and --stdin it ends at once.",
    },
    Opt {
        name: "stdin",
        short: None,
        kind: Kind::File,
        value: "FILE",
        default: "nothing",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "Let standard input hold what a file holds",
        paragraph: "Nothing of it is symbolic. Every test holds it under the name stdin, so that replay gives the program the same. For \
                    sources only.",
    },
    Opt {
        name: "sym-arg",
        short: None,
        kind: Kind::Numbers(1),
        value: "N",
        default: "none",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "Give the program an argument of at most N symbolic bytes",
        paragraph: "May be given several times. Symbolic arguments follow those given after --, and are in the test under the \
                    names arg00, arg01 and so on.",
    },
    Opt {
        name: "sym-args",
        short: None,
        kind: Kind::Numbers(3),
        value: "MIN MAX N",
        default: "none",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "Give the program from MIN to MAX arguments of at most N symbolic bytes",
        paragraph: "Each number of arguments is a path of its own; in the test it stands under the name n_args. The arguments follow \
                    those of --sym-arg.",
    },
    Opt {
        name: "sym-files",
        short: None,
        kind: Kind::Files,
        value: "NUM N",
        default: "none",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "Let there be NUM files of N symbolic bytes",
        paragraph: "Their names are A, B and so on, and their bytes are in the test under the names A_data, B_data and so on. With LEAST..MOST \
                    the number of bytes of each is symbolic, in the test under the names A_data:length and so on. Executables can only \
                    read them.",
    },
    Opt {
        name: "sym-env",
        short: None,
        kind: Kind::Text,
        value: "NAME=N",
        default: "the environment is empty",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "Let a variable of the environment hold at most N symbolic bytes",
        paragraph: "getenv(NAME) then finds a string of any such bytes, in the test under the name env:NAME. May be given several times. For \
                    sources only.",
    },
    Opt {
        name: "time",
        short: None,
        kind: Kind::Time,
        value: "HOW",
        default: "fixed",
        heading: PROGRAM,
        commands: &[Cmd::Run],
        line: "What the clocks of the program say",
        paragraph: "With fixed, time, clock_gettime and gettimeofday always give the second 1,000,000,000 since 1970, and replay gives \
                    the same. With symbolic, each call gives any time that is not before the last one. For sources only.",
    },
    Opt {
        name: "memory-model",
        short: None,
        kind: Kind::MemoryModel,
        value: "MODEL",
        default: "auto",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "What to do where a pointer may denote several objects",
        paragraph: "With fork the path becomes one path for each object that the pointer may denote. With dynamic one path goes on: if the \
                    pointer was read from a table, or is otherwise one of several addresses, what is read through it is chosen as the \
                    address was, and what is written changes each object under the condition that it is meant; of other pointers \
                    the objects are found by questions. With merge it is a plain choice between the objects. Fewer paths may ask harder \
                    questions, so with auto several objects are accessed at once only where they hold numbers, which make tables, and the \
                    path forks over them where they hold inputs. Errors are found in any case. Objects above 1 MiB, strings from \
                    outside, and very many objects at once are forked over in every model.",
    },
    Opt {
        name: "merge",
        short: None,
        kind: Kind::Merging,
        value: "WHERE",
        default: "auto",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "Where paths that have parted are joined again",
        paragraph: "With regions, where the program says so: paths that part between pleach_merge_begin (or klee_open_merge) and \
                    pleach_merge_end (klee_close_merge) become one path at the end, if they differ in values only. With auto, the run \
                    begins like this; if there are many paths, the program is also explored with joined paths beside it, by turns, \
                    and the exploration that is through first counts. It is like regions with --tests all, --log-queries, \
                    --static-costs, and limits on instructions, forks, depth or tests. With sizes, \
                    also at the ends of loops in which the path forks on the symbolic size of an object. With all, also at the ends \
                    of other loops, of calls, and where the sides of a branch meet, if no question to come is expected to depend on \
                    a value in which the paths differ. With off, nowhere. A joined path stands for all of its paths: there are \
                    fewer paths with harder questions.",
    },
    Opt {
        name: "merge-terms",
        short: None,
        kind: Kind::MergedTerms,
        value: "HOW",
        default: "tree",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "How the conditions and values of paths that are joined become one",
        paragraph: "With tree, along the forks that tell the paths apart: a condition that paths share is written once. With \
                    patterns, paths whose conditions repeat a pattern, such as those that leave a loop after different numbers of \
                    rounds, become one path whose condition and values are terms of the number of repetitions; paths of several \
                    patterns become several, and others are joined as with tree. With plain, \
                    every path is told apart by all that it has assumed, for comparison.",
    },
    Opt {
        name: "sizes",
        short: None,
        kind: Kind::Sizes,
        value: "MODE",
        default: "lazy",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "What to do where the size of an object is symbolic",
        paragraph: "With lazy the size stays symbolic: one path goes on, and an access is out of bounds for the sizes for which it is. \
                    With eager the path becomes one path for each size. With largest it goes on with the largest size alone, and the \
                    run is incomplete if there are others. Sizes up to --size-capacity are considered.",
    },
    Opt {
        name: "size-capacity",
        short: None,
        kind: Kind::Capacity,
        value: "BYTES",
        default: "4096",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "The greatest symbolic size of an object",
        paragraph: "Larger sizes are not explored: the run is then incomplete, and the summary names the place. If a path has no \
                    smaller sizes, twice the number is tried, and so on. FILE:LINE=BYTES sets it for the allocation there. May be \
                    given several times.",
    },
    Opt {
        name: "external-calls",
        short: None,
        kind: Kind::ExternalCalls,
        value: "HOW",
        default: "error",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "What to do where a function is called that is neither defined nor modelled",
        paragraph: "With error the path ends there. With overapproximate it goes on with any result, and with any bytes in the writable \
                    objects that an argument points to; what lies behind pointers in these objects and what the function may have \
                    printed is not considered. The run counts as incomplete then, and a test of such a path may do something else \
                    natively. The summary lists these functions either way.",
    },
    Opt {
        name: "string-functions",
        short: None,
        kind: Kind::Strings,
        value: "FORM",
        default: "auto",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "How string functions work on symbolic bytes",
        paragraph: "With fork, strlen, strnlen, strcmp, strncmp, memcmp, strchr, strchrnul and memchr are C code that makes a path for each \
                    place where they may stop; with expression they make one expression of all bytes and no path. Names of \
                    functions (strlen,strcmp) make expressions of these and code of the others. auto takes what was better in our \
                    measurements: comparisons are expressions, and so are lengths and places in strings where the calling function \
                    does nothing but compare them; where it goes on with them, there is a path for each. For sources only.",
    },
    Opt {
        name: "check-division",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: BINARY,
        commands: &[Cmd::Run],
        line: "Report a machine's division by zero",
        paragraph: "The machine has a result for it, which some programs rely on. For executables only; in C it is always an \
                    error.",
    },
    Opt {
        name: "allow-misaligned",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: BINARY,
        commands: &[Cmd::Run],
        line: "Carry out accesses at addresses that are no multiple of their size",
        paragraph: "Some machines carry them out, some slowly, and some refuse, so that they are errors by default. For executables \
                    only. Atomic accesses are checked in any case.",
    },
    Opt {
        name: "model-library",
        short: None,
        kind: Kind::Library,
        value: "WHICH",
        default: "auto",
        heading: BINARY,
        commands: &[Cmd::Run, Cmd::Replay],
        line: "Which functions of the C library to model by their symbols",
        paragraph: "The allocator and string functions are modelled rather than executed, so that every allocation is an object of its \
                    own and no string is read past its end. With auto, only those that are the C library's: a function with source \
                    lines in the debug information is the program's own, and so is all in a file without a C library, and the \
                    allocator where the library's is not linked or a part of it is the program's. all models whatever has such a \
                    name, none nothing. For executables only.",
    },
    Opt {
        name: "nonzero-exit-is-bug",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: BINARY,
        commands: &[Cmd::Run],
        line: "Report a program that ends with a status other than zero",
        paragraph: "For executables only.",
    },
    Opt {
        name: "search",
        short: None,
        kind: Kind::Search,
        value: "NAME",
        default: "mixed",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "Which path to follow next",
        paragraph: "bfs follows the path that has waited longest and dfs the newest one; random takes any with equal chance; \
                    tree walks the execution tree from its root and tosses a coin at every fork, so that a loop with many \
                    paths cannot drown the rest; coverage takes a path with a chance that falls with its distance from \
                    code not yet executed; klee takes turns of tree and coverage. mixed, the default, does the same and follows \
                    paths to their ends in between: with a third of the turns as long as at most 2,048 paths are under way, \
                    and with all of them beyond, unless paths have no end. With the others but dfs, paths without number may \
                    be under way and none come to its end. The choice changes the order of tests, and what is found before a \
                    limit strikes; a complete run follows the same paths with each. random-state, random-path and default \
                    are other names of random, tree and mixed.",
    },
    Opt {
        name: "seed",
        short: None,
        kind: Kind::Number(ANY),
        value: "N",
        default: "0",
        heading: EXPLORATION,
        commands: &[Cmd::Run, Cmd::MicrocGenerate],
        line: "Seed of every random choice",
        paragraph: "The same program, options and seed give the same files, byte for byte, apart from times.",
    },
    Opt {
        name: "static-costs",
        short: None,
        kind: Kind::Estimate,
        value: "ESTIMATE",
        default: "none for run, recursive for analyze costs",
        heading: COSTS,
        commands: &[Cmd::Run, Cmd::AnalyzeCosts],
        line: "Estimate how many questions to the solver each value will cause",
        paragraph: "For every place of the program and every value that is live there. recursive adds up all ways on from the \
                    place, with the body of each loop at most --kappa times; lattice takes the worst single way, up to 10 or \
                    --limit-cost, whichever is more. run computes them first and tells in the summary where states could be \
                    merged cheaply; it merges none. See docs/costs.md.",
    },
    Opt {
        name: "kappa",
        short: None,
        kind: Kind::Count(MOST_COST),
        value: "N",
        default: "1",
        heading: COSTS,
        commands: &[Cmd::Run, Cmd::AnalyzeCosts],
        line: "How often the body of a loop counts in the recursive estimate",
        paragraph: "Nested loops multiply; where a function would become too much, fewer rounds are counted and that is said.",
    },
    Opt {
        name: "limit-cost",
        short: None,
        kind: Kind::Number(MOST_COST),
        value: "N",
        default: "1",
        heading: COSTS,
        commands: &[Cmd::Run, Cmd::AnalyzeCosts],
        line: "What merging states may cost",
        paragraph: "A join counts as cheap if the costs of the values that states may differ in there sum up to less.",
    },
    Opt {
        name: "silent-klee-assume",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "A false klee_assume ends the path silently",
        paragraph: "Without this, an assumption that no input on the path satisfies is reported as a user error.",
    },
    Opt {
        name: "check-leaks",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "Memory that is never freed is an error",
        paragraph: "When main returns or the program calls exit, what malloc and its like returned, what was not freed, and what neither \
                    global variables, nor variables of functions still running, nor other such memory points to, is reported \
                    where it was allocated. Local variables stay in memory for that, as in unoptimised native code, which makes the \
                    run slower. For C and bitcode.",
    },
    Opt {
        name: "uninitialized",
        short: None,
        kind: Kind::Uninitialized,
        value: "WHAT",
        default: "warn",
        heading: EXPLORATION,
        commands: &[Cmd::Run],
        line: "What to do where memory that nobody has written is used",
        paragraph: "Local variables and what malloc and its like return hold nothing until something is written there. Such bytes may \
                    be copied and computed with; where they decide a branch, an address, a number that must be concrete, what is \
                    printed or the exit status, and other values of theirs make a difference, that is told once for each place \
                    (warn), is an error with a test (error), or is not looked for (ignore). The path goes on with zeros in their \
                    place. For C and bitcode.",
    },
    Opt {
        name: "value-sets",
        short: None,
        kind: Kind::ValueSets,
        value: "MODE",
        default: "full",
        heading: EXPLORATION,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "How to reason about the sets of values that inputs can have",
        paragraph: "full learns from every constraint which values each input can have, and answers from these sets where it \
                    can. parti and ase1, ase2 do what the \
                    papers of these names publish and are there to compare with. The choice changes what a run costs, never \
                    what it finds.",
    },
    Opt {
        name: "array-axioms",
        short: None,
        kind: Kind::ArrayAxioms,
        value: "MODE",
        default: "both",
        heading: EXPLORATION,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "Which axioms about tables and buffers are made",
        paragraph: "all reads every byte by itself and takes it to be anywhere; type reads elements as a whole; interval looks only \
                    at places where an index can lie; both does both. The choice changes what a run costs, never what it finds.",
    },
    Opt {
        name: "array-precheck",
        short: None,
        kind: Kind::OnOff,
        value: "CHOICE",
        default: "on",
        heading: EXPLORATION,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "Whether questions about tables are first looked at by integer linear programming",
        paragraph: "Where a question reads tables at symbolic places, it and the path's constraints become linear inequalities over \
                    integers, which bound the places, which bound what is read. That may refute the question without a SAT solver. \
                    What it never decides is tried less and less. The choice changes what a run costs, never what it finds; off is \
                    --without array-precheck.",
    },
    Opt {
        name: "without",
        short: None,
        kind: Kind::Text,
        value: "NAMES",
        default: "none",
        heading: EXPLORATION,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "Techniques to do without, separated by commas",
        paragraph: "{techniques}. A technique makes runs faster and changes nothing else; switching one off shows what it is worth. \
                    What builds on a technique is off with it: weak-orders with order; that and narrow-inputs, sums, disjuncts, linear, \
                    products and boxes with value-sets, which is --value-sets off, whatever mode is given. May be given several times.",
    },
    Opt {
        name: "tune",
        short: None,
        kind: Kind::Tuning,
        value: "NAME=NUMBER",
        default: "none",
        heading: EXPLORATION,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "Set numbers that decide cost, separated by commas",
        paragraph: "Limits of effort, sizes of caches, thresholds and the like: --tune solver.repair_moves=50. They change what a run costs and \
                    which questions stay open, never what is true. pleach man tuning lists all, with their defaults, ranges and units. A number may be \
                    written as a power of two (2^20). The summary says which were set. May be given several times.",
    },
    Opt {
        name: "check-answers",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: EXPLORATION,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "Check every answer of the solver against the question as it was written",
        paragraph: "Models are evaluated on the whole path and the question before any rewriting, and what is said to be \
                    impossible is tried again by another engine within a budget. A wrong answer stops the run with exit \
                    code 4, and the question is written to wrong-answer.smt2: in the run directory, or for solve in the \
                    current one. Costs time and memory; see docs/queries.md.",
    },
    Opt {
        name: "max-time",
        short: None,
        kind: Kind::Duration,
        value: "TIME",
        default: "none",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Stop exploring after this time",
        paragraph: "Paths that are alive then are cut short and get a test, as far as half a second suffices for that; the \
                    summary says that the exploration is incomplete, and how many paths got none. The process ends within a second. \
                    The time to compile the program does not count.",
    },
    Opt {
        name: "max-memory",
        short: None,
        kind: Kind::Size(64 << 20),
        value: "SIZE",
        default: "three quarters of the machine's",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Give up states when the process holds nearly this much memory",
        paragraph: "A number without a unit is in bytes, not in megabytes as KLEE's. The limit is on the memory that the whole process holds. From nine tenths of it on, first what the solver remembers is \
                    given up, then half of the states at a time, each with its test: those that made the process grow most, then \
                    those that executed nothing new, then those with the most forks. Where that does not suffice the run ends. \
                    The process stays below the limit and a tenth of it. A limit on its address space (ulimit -v) counts as well.",
    },
    Opt {
        name: "max-instructions",
        short: None,
        kind: Kind::Count(ANY),
        value: "N",
        default: "none",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Stop after this many instructions",
        paragraph: "Counted over all paths. Unlike a limit on time, it stops at the same place in every run.",
    },
    Opt {
        name: "max-forks",
        short: None,
        kind: Kind::Count(ANY),
        value: "N",
        default: "none",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Stop after this many forks",
        paragraph: "A fork is a branch of which both sides are possible.",
    },
    Opt {
        name: "max-depth",
        short: None,
        kind: Kind::Count(ANY),
        value: "N",
        default: "none",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Cut a path short after this many forks on it",
        paragraph: "Other paths go on. This bounds loops whose number of rounds depends on the input.",
    },
    Opt {
        name: "max-tests",
        short: None,
        kind: Kind::Count(ANY),
        value: "N",
        default: "none",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Stop after this many tests",
        paragraph: "Tests of failing paths count as well. There are never more, and what is left then is cut short without a test: \
                    unless there is nothing, the summary says that the exploration is incomplete and was stopped by this.",
    },
    Opt {
        name: "stop-at-first-error",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Stop when the first error is found",
        paragraph: "Paths that are alive then are cut short and get a test. Unless there are none, the summary says that the \
                    exploration is incomplete and was stopped by this.",
    },
    Opt {
        name: "max-question-time",
        short: None,
        kind: Kind::Duration,
        value: "TIME",
        default: "2min",
        heading: LIMITS,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "Give up on a solver question after this time",
        paragraph: "A path that depends on the answer ends as undecided, and the summary says so. In a script the answer \
                    is unknown.",
    },
    Opt {
        name: "max-question-conflicts",
        short: None,
        kind: Kind::Count(ANY),
        value: "N",
        default: "200000",
        heading: LIMITS,
        commands: &[Cmd::Run],
        line: "Give up on a solver question after this many conflicts of the SAT solver",
        paragraph: "What is open then goes to the SMT solvers of the machine, unless --without external leaves them out: \
                    then, unlike with a limit on time, the same questions stay open in every run. A path that depends on \
                    the answer ends as undecided.",
    },
    Opt {
        name: "max-question-memory",
        short: None,
        kind: Kind::Size(64 << 10),
        value: "SIZE",
        default: "1GiB, for solve 4GiB",
        heading: LIMITS,
        commands: &[Cmd::Run, Cmd::Solve],
        line: "Give up on a solver question that needs more memory",
        paragraph: "An estimate of what its translation to clauses takes. A path that depends on \
                    the answer ends as undecided; to a script the answer is unknown.",
    },
    Opt {
        name: "output-dir",
        short: Some('o'),
        kind: Kind::Directory,
        value: "DIR",
        default: "pleach-out-N, linked as pleach-last; for generate standard output",
        heading: OUTPUT,
        commands: &[Cmd::Run, Cmd::MicrocGenerate],
        line: "Where to write tests and summary, or generated programs",
        paragraph: "Nothing is ever overwritten: a directory that exists must be empty.",
    },
    Opt {
        name: "tests",
        short: None,
        kind: Kind::Tests,
        value: "WHICH",
        default: "new",
        heading: OUTPUT,
        commands: &[Cmd::Run],
        line: "Which paths become tests",
        paragraph: "new: those that are the first to end in some error, and those that take a branch or execute a line that no \
                    test does; together they execute all that the tests of all paths would. errors: only the first. all: every path. The \
                    others are explored and counted all the same, and the summary says how many there are.",
    },
    Opt {
        name: "program-output",
        short: None,
        kind: Kind::File,
        value: "FILE",
        default: "dropped",
        heading: OUTPUT,
        commands: &[Cmd::Run],
        line: "Write what the program printed to FILE, or to standard output for -",
        paragraph: "Test by test, each introduced by a line that names it and how it ended; with --tests all, that is path by path.",
    },
    Opt {
        name: "log-queries",
        short: None,
        kind: Kind::Directory,
        value: "DIR",
        default: "none",
        heading: OUTPUT,
        commands: &[Cmd::Run],
        line: "Write every question of the solver to DIR, as SMT-LIB",
        paragraph: "With each question: the stages that saw it and the time each took, which one answered, and what. Any \
                    SMT-LIB solver reads the files, and pleach solve --replay asks them again; the format is described in \
                    docs/queries.md. A directory that exists must be empty.",
    },
    Opt {
        name: "quiet",
        short: Some('q'),
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: OUTPUT,
        commands: &[Cmd::Run, Cmd::Replay, Cmd::Coverage],
        line: "Print nothing unless something fails",
        paragraph: "The exit code and the run directory hold the result.",
    },
    Opt {
        name: "klee-exit-codes",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: OUTPUT,
        commands: &[Cmd::Run],
        line: "Exit with 0 whenever the run itself worked",
        paragraph: "Bugs and incompleteness then show in the output and in summary.json only, as KLEE's users know it.",
    },
    Opt {
        name: "allow-concrete",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: OUTPUT,
        commands: &[Cmd::Run],
        line: "Exit with 0 also where nothing was symbolic",
        paragraph: "A run in which nothing was symbolic is one ordinary execution: without a bug it exits with 2, as an incomplete one does, \
                    since nothing is known about other inputs. With this it exits with 0.",
    },
    Opt {
        name: "sanitize",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: REPLAY,
        commands: &[Cmd::Replay],
        line: "Build with AddressSanitizer and UndefinedBehaviorSanitizer",
        paragraph: "Natively, many errors go unnoticed: reading one byte past an array seldom crashes. With this, the \
                    predicted error must appear as a sanitizer's report at the predicted line.",
    },
    Opt {
        name: "timeout",
        short: None,
        kind: Kind::Duration,
        value: "TIME",
        default: "10s",
        heading: REPLAY,
        commands: &[Cmd::Replay, Cmd::Coverage],
        line: "Stop the program after this time",
        paragraph: "A program that runs longer counts as one in which the predicted thing did not happen.",
    },
    Opt {
        name: "lcov",
        short: None,
        kind: Kind::File,
        value: "FILE",
        default: "none",
        heading: REPLAY,
        commands: &[Cmd::Coverage],
        line: "Write the lines that the tests execute natively to FILE",
        paragraph: "In lcov's format, with the number of times that each line was executed over all tests; genhtml, editors and CI \
                    services read it.",
    },
    Opt {
        name: "model",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: SCRIPT,
        commands: &[Cmd::Solve],
        line: "Print the model after each sat",
        paragraph: "As if a get-model followed each check that is answered with sat.",
    },
    Opt {
        name: "replay",
        short: None,
        kind: Kind::Log,
        value: "DIR",
        default: "none",
        heading: SCRIPT,
        commands: &[Cmd::Solve],
        line: "Ask the questions of a log again and compare answers and costs",
        paragraph: "In place of a script; prints a table of the stages with what \
                    they were asked, what they answered and how long it took, beside what the log says. With --without \
                    or --only, of another chain. An answer other than the log's is printed, and the exit code is 1.",
    },
    Opt {
        name: "only",
        short: None,
        kind: Kind::Text,
        value: "NAMES",
        default: "all",
        heading: SCRIPT,
        commands: &[Cmd::Solve],
        line: "Do without every technique but these, separated by commas",
        paragraph: "The names are those of --without. The path's own model and the SAT solver are always there. May be given \
                    several times.",
    },
    Opt {
        name: "stats",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: SCRIPT,
        commands: &[Cmd::Solve],
        line: "Tell on standard error who answered how many questions",
        paragraph: "The counters of the solver and of each of its stages, as they are in the statistics.json of a run.",
    },
    Opt {
        name: "strict",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: SCRIPT,
        commands: &[Cmd::Solve],
        line: "Stop at the first error in the script",
        paragraph: "Without this, an error is printed where its answer would be and the next command is carried out.",
    },
    Opt {
        name: "input",
        short: None,
        kind: Kind::Text,
        value: "NUMBERS",
        default: "standard input",
        heading: INPUT,
        commands: &[Cmd::MicrocExec],
        line: "What the program reads",
        paragraph: "Numbers with blanks or commas between them, or with --ascii any text. May be given several times.",
    },
    Opt {
        name: "input-file",
        short: None,
        kind: Kind::File,
        value: "FILE",
        default: "standard input",
        heading: INPUT,
        commands: &[Cmd::MicrocExec],
        line: "A file with what the program reads",
        paragraph: "In the form that --input has. Only one of the two can be given.",
    },
    Opt {
        name: "ascii",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: INPUT,
        commands: &[Cmd::MicrocExec],
        line: "Read and print characters instead of numbers",
        paragraph: "Each input is the code of the next byte, and each output is printed as the byte of that code, \
                    without a line break.",
    },
    Opt {
        name: "format",
        short: None,
        kind: Kind::Format,
        value: "FORMAT",
        default: "text",
        heading: OUTPUT,
        commands: &[Cmd::Ir, Cmd::MicrocAst, Cmd::MicrocCfg, Cmd::MicrocIr, Cmd::AnalyzeCosts],
        line: "The form to print in",
        paragraph: "text is for people, dot for Graphviz, json for programs. source, which only microc ast has, is the \
                    program again. analyze costs has text and json.",
    },
    Opt {
        name: "normalize",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: PROGRAM,
        commands: &[Cmd::MicrocAst, Cmd::MicrocCfg, Cmd::MicrocIr],
        line: "Take nested expressions apart into assignments first",
        paragraph: "The program in normal form does the same, with one operator at most where a value is used. \
                    ast --normalize --format source prints it.",
    },
    Opt {
        name: "for-loop-prob",
        short: None,
        kind: Kind::Share,
        value: "P",
        default: "0.1",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How likely a statement is a counting loop (forLoopGenProb)",
        paragraph: "A counter is compared with another variable and incremented at the end of the body. Together with --loop-prob at most 1.",
    },
    Opt {
        name: "loop-prob",
        short: None,
        kind: Kind::Share,
        value: "P",
        default: "0.15",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How likely a statement is a loop with any condition (loopGenProb)",
        paragraph: "Condition and body are random, and many such loops never end. Together with --for-loop-prob at most 1.",
    },
    Opt {
        name: "max-block-depth",
        short: None,
        kind: Kind::Number(MOST_DEPTH as u64),
        value: "N",
        default: "3",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How deep blocks lie within each other at most (maxBlockDepth)",
        paragraph: "Statements at that depth have no blocks of their own.",
    },
    Opt {
        name: "max-top-level",
        short: None,
        kind: Kind::Count(MOST_STATEMENTS),
        value: "N",
        default: "10, with --guarded 60",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How many statements a function has at most (maxTopLvlStmtsCount)",
        paragraph: "Any number from 1 on is equally likely. Declarations and the first assignments to variables do not count.",
    },
    Opt {
        name: "max-block",
        short: None,
        kind: Kind::Count(MOST_IN_BLOCK),
        value: "N",
        default: "5, with --guarded 8",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How many statements a block has at most (maxStmtsWithinABlock)",
        paragraph: "Any number from 1 on is equally likely.",
    },
    Opt {
        name: "error-guaranteed",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Put a statement that fails into the program (errorGuaranteed)",
        paragraph: "It stands at a random place, which may be one that no path reaches; without --varied, in no block.",
    },
    Opt {
        name: "divisions",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Use divisions (generateDivisions)",
        paragraph: "Most divisors can be zero. Without --varied there are few divisions, else many programs have errors.",
    },
    Opt {
        name: "functions",
        short: None,
        kind: Kind::Number(MOST_FUNCTIONS),
        value: "N",
        default: "0",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How many functions there are besides main",
        paragraph: "They are called from main and from each other, without recursion.",
    },
    Opt {
        name: "parameters",
        short: None,
        kind: Kind::Number(MOST_PARAMETERS as u64),
        value: "N",
        default: "0",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How many parameters main has",
        paragraph: "Numbers, which are symbolic in an exploration.",
    },
    Opt {
        name: "records",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Use records and arrays of arrays",
        paragraph: "Records hold numbers and an array.",
    },
    Opt {
        name: "pointers",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Use pointers",
        paragraph: "Pointers to variables and to cells of alloc; some are null.",
    },
    Opt {
        name: "symbolic-indices",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Use variables as indices",
        paragraph: "Without this, indices are constants below the length that the array had first.",
    },
    Opt {
        name: "large-numbers",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Use numbers near the ends of their range",
        paragraph: "Without this, constants lie between -10 and 10, without --varied between -1 and 8.",
    },
    Opt {
        name: "uninitialized",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Leave some variables without a first value",
        paragraph: "Without this, no variable is used before it has a value.",
    },
    Opt {
        name: "varied",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Make more varied programs than the thesis'",
        paragraph: "Comparisons and logical operators stand in all expressions, some if statements have no else, some variables begin as input, and counting loops have counters that nothing else assigns to. Without this, programs are like those of the thesis.",
    },
    Opt {
        name: "json",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: TRACE,
        commands: &[Cmd::Trace],
        line: "Print JSON, an object a line",
        paragraph: "The first line is about the test, then there is a line for each decision, and the last says how the path ends. \
                    docs/trace.md lists the fields.",
    },
    Opt {
        name: "last",
        short: None,
        kind: Kind::Count(ANY),
        value: "N",
        default: "all",
        heading: TRACE,
        commands: &[Cmd::Trace],
        line: "Print only the last N decisions",
        paragraph: "The numbers of the decisions stay what they are. The path is followed from its beginning in any case.",
    },
    Opt {
        name: "check",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: TRACE,
        commands: &[Cmd::Trace],
        line: "Follow every test and compare its end with the prediction",
        paragraph: "Takes a run directory, an archive or one test. Decisions are not printed, only each test that does not end as \
                    predicted, by its exit status or error, its output and its call stack, and how many do.",
    },
    Opt {
        name: "guarded",
        short: None,
        kind: Kind::Switch,
        value: "",
        default: "off",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "Put conditions before what could fail, for large programs with few errors",
        paragraph: "The programs are full of divisions, indices and pointers that could fail, and a condition before each keeps it from failing in all but few places. Implies --divisions, --pointers, --symbolic-indices and --varied.",
    },
    Opt {
        name: "count",
        short: None,
        kind: Kind::Count(MOST_PROGRAMS),
        value: "N",
        default: "1",
        heading: GENERATED,
        commands: &[Cmd::MicrocGenerate],
        line: "How many programs to write to the output directory",
        paragraph: "The files are called programN.mc, where N is the seed that makes the program, beginning with --seed.",
    },
    build_options::STORE,
    build_options::INTERCEPT,
    build_options::OUTPUT,
];

/// The options of a command, in the table's order.
pub fn of(command: Cmd) -> impl Iterator<Item = &'static Opt> {
    OPTIONS.iter().filter(move |option| option.commands.contains(&command))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sources that may read options: all except the table.
    fn sources() -> String {
        let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files: Vec<_> =
            std::fs::read_dir(src).expect("the sources").map(|e| e.expect("an entry").path()).collect();
        files.retain(|path| path.file_name().is_some_and(|name| name != "options.rs"));
        files.iter().map(|path| std::fs::read_to_string(path).expect("a source file")).collect()
    }

    #[test]
    fn every_option_is_read() {
        let sources = sources();
        let unread: Vec<_> = OPTIONS.iter().filter(|o| !sources.contains(&format!("(\"{}\")", o.name))).collect();
        assert!(unread.is_empty(), "declared but read nowhere: {unread:?}");
    }

    #[test]
    fn entries_are_well_formed() {
        for option in OPTIONS {
            assert!(!option.line.ends_with('.'), "--{}: the line is no sentence", option.name);
            assert!(option.paragraph.ends_with('.'), "--{}: the paragraph is made of sentences", option.name);
            assert_eq!(option.value.is_empty(), option.kind == Kind::Switch, "--{}", option.name);
            assert!(!option.commands.is_empty() && !option.default.is_empty(), "--{}", option.name);
        }
        for (index, option) in OPTIONS.iter().enumerate() {
            let clashes =
                |other: &Opt| other.name == option.name && other.commands.iter().any(|c| option.commands.contains(c));
            assert!(!OPTIONS[..index].iter().any(clashes), "--{} is declared twice for one command", option.name);
        }
    }
}
