//! Random programs of loops after each other and within each other, whose paths are joined at the end of all of them.
//!
//! All paths between the marks become few, by patterns with a number for each loop as far as they match any. A check behind
//! the marks fails for some inputs or for none. What the program does on every input is known by running it outside: the check
//! must be found to fail with joins and without if and only if it fails for some input, and every path must end as the
//! program does on the path's input. Some programs are explored with every join checked by the solver, which must give the same
//! paths as without.
//!
//! `PLEACH_RANDOM_SEED` selects other programs, `PLEACH_RANDOM_CASES` sets their number.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use exec::{Config, Limits, MergedTerms, Merging, SolverTechnique, Technique, Termination, Tests};
use test_support::{Collector, Random, cases, module, round};

/// The default number of programs.
const PROGRAMS: u64 = 40;
/// One program in so many is explored with every answer and every join checked as well.
const CHECKED: u64 = 20;
/// The greatest number of bytes, and how many values a byte has.
const MOST: u8 = 6;
const LETTERS: u8 = 3;

/// What a round of a loop does to a number that is kept.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Count(u32),
    Place,
    Double,
    Byte,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Goes on while the next byte is less than the letter, or while it is it.
    Skip { letter: u8, is_less: bool, change: Change },
    /// The same, and after each byte all of another letter.
    Nested { letter: u8, inner: u8, change: Change },
    /// One byte, if it is there.
    One { letter: u8 },
}

#[derive(Clone, Debug)]
struct Program {
    stages: Vec<Stage>,
    /// The number that the result must not be.
    unwanted: u32,
}

fn generate(random: &mut Random) -> Program {
    let change = |random: &mut Random| {
        let count = 1 + random.below(5_u32);
        random.pick(&[Change::Nothing, Change::Count(count), Change::Place, Change::Double, Change::Byte])
    };
    let stage = |random: &mut Random| {
        let letter = random.below(LETTERS);
        match random.below(8) {
            0 => Stage::Nested { letter, inner: random.below(LETTERS), change: change(random) },
            1 | 2 => Stage::One { letter },
            _ => Stage::Skip { letter, is_less: letter > 0 && random.one_in(3), change: change(random) },
        }
    };
    let stages = (0..1 + random.below(3)).map(|_| stage(random)).collect();
    Program { stages, unwanted: random.below(32) }
}

/// What the program returns.
fn result(program: &Program, bytes: &[u8]) -> u32 {
    let (mut at, mut kept) = (0, 0_u32);
    let take = |at: &mut usize, kept: &mut u32, change: Change| {
        *kept = match change {
            Change::Nothing => *kept,
            Change::Count(by) => kept.wrapping_add(by),
            Change::Place => kept.wrapping_add(*at as u32),
            Change::Double => kept.wrapping_mul(2).wrapping_add(1),
            Change::Byte => kept.wrapping_add(u32::from(bytes[*at])),
        };
        *at += 1;
    };
    for stage in &program.stages {
        match *stage {
            Stage::Skip { letter, is_less, change } => {
                while bytes.get(at).is_some_and(|&byte| byte == letter || is_less && byte < letter) {
                    take(&mut at, &mut kept, change);
                }
            }
            Stage::Nested { letter, inner, change } => {
                while bytes.get(at) == Some(&letter) {
                    take(&mut at, &mut kept, Change::Nothing);
                    while bytes.get(at) == Some(&inner) {
                        take(&mut at, &mut kept, change);
                    }
                }
            }
            Stage::One { letter } => {
                if bytes.get(at) == Some(&letter) {
                    take(&mut at, &mut kept, Change::Nothing);
                }
            }
        }
    }
    (kept.wrapping_mul(7).wrapping_add(at as u32)) & 31
}

/// The program as the text of the IR. Every block has the place and the kept number as parameters.
struct Writer {
    /// The text of each block, and the one under way.
    texts: BTreeMap<u32, String>,
    under_way: u32,
    blocks: u32,
    registers: u32,
}

impl Writer {
    fn tell(&mut self, line: &str) {
        let text = self.texts.entry(self.under_way).or_default();
        let _ = writeln!(text, "{line}");
    }

    fn block(&mut self) -> u32 {
        self.blocks += 1;
        self.blocks
    }

    fn assign(&mut self, width: u32, value: &str) -> String {
        self.registers += 1;
        self.tell(&format!("  %{}:{width} = {value}", self.registers));
        format!("%{}", self.registers)
    }

    fn begin(&mut self, block: u32) -> (String, String) {
        self.registers += 2;
        let (at, kept) = (format!("%{}", self.registers - 1), format!("%{}", self.registers));
        self.under_way = block;
        self.tell(&format!("b{block}({at}:32, {kept}:32):"));
        (at, kept)
    }

    /// Takes one byte if there is one that fits: goes to `yes` behind it, or to `no`. At block `from`.
    fn take(&mut self, from: u32, [yes, no]: [u32; 2], relation: &str, letter: u8, change: Change) {
        let within = self.block();
        let (at, kept) = self.begin(from);
        let fits = self.assign(1, &format!("ult {at}, %0"));
        self.tell(&format!("  branch {fits}, b{within}({at}, {kept}), b{no}({at}, {kept})"));
        let (at, kept) = self.begin(within);
        let wide = self.assign(64, &format!("zext {at}"));
        let place = self.assign(64, &format!("add @bytes, {wide}"));
        let byte = self.assign(8, &format!("load {place}"));
        let same = self.assign(1, &format!("{relation} {byte}, {letter}:8"));
        let next = self.assign(32, &format!("add {at}, 1:32"));
        let changed = match change {
            Change::Nothing => kept.clone(),
            Change::Count(by) => self.assign(32, &format!("add {kept}, {by}:32")),
            Change::Place => self.assign(32, &format!("add {kept}, {at}")),
            Change::Double => {
                let twice = self.assign(32, &format!("mul {kept}, 2:32"));
                self.assign(32, &format!("add {twice}, 1:32"))
            }
            Change::Byte => {
                let element = self.assign(32, &format!("zext {byte}"));
                self.assign(32, &format!("add {kept}, {element}"))
            }
        };
        self.tell(&format!("  branch {same}, b{yes}({next}, {changed}), b{no}({at}, {kept})"));
    }
}

fn text(program: &Program) -> String {
    let mut text = format!(
        "declare @klee_make_symbolic(64, 64, 64)
declare @klee_range(32, 32, 64) -> 32
declare @klee_assume(64)
declare @pleach_merge_begin()
declare @pleach_merge_end()
global @bytes size {MOST} align 8
func @main() -> 32 frame 16 {{
b0:
  call @klee_make_symbolic(@bytes, {MOST}:64, 0:64)
  %0:32 = call @klee_range(0:32, {}:32, 0:64)
",
        MOST + 1
    );
    let mut registers = 0;
    for at in 0..MOST {
        let [byte, low, wide] = [1, 2, 3].map(|more| registers + more);
        let _ = writeln!(text, "  %{byte}:8 = load @bytes+{at}");
        let _ = writeln!(text, "  %{low}:1 = ult %{byte}, {LETTERS}:8");
        let _ = writeln!(text, "  %{wide}:64 = zext %{low}\n  call @klee_assume(%{wide})");
        registers += 3;
    }
    let _ = writeln!(text, "  call @pleach_merge_begin()\n  jump b1(0:32, 0:32)");
    let mut writer = Writer { texts: BTreeMap::new(), under_way: 1, blocks: 1, registers };
    let mut here = 1;
    for stage in &program.stages {
        let next = writer.block();
        match *stage {
            Stage::Skip { letter, is_less, change } => {
                let relation = if is_less { "ule" } else { "eq" };
                writer.take(here, [here, next], relation, letter, change);
            }
            Stage::Nested { letter, inner, change } => {
                let within = writer.block();
                writer.take(here, [within, next], "eq", letter, Change::Nothing);
                writer.take(within, [within, here], "eq", inner, change);
            }
            Stage::One { letter } => writer.take(here, [next, next], "eq", letter, Change::Nothing),
        }
        here = next;
    }
    let (at, kept) = writer.begin(here);
    writer.tell("  call @pleach_merge_end()");
    let product = writer.assign(32, &format!("mul {kept}, 7:32"));
    let sum = writer.assign(32, &format!("add {product}, {at}"));
    let low = writer.assign(32, &format!("and {sum}, 31:32"));
    let is_wanted = writer.assign(1, &format!("ne {low}, {}:32", program.unwanted));
    writer.tell(&format!("  check {is_wanted}, assert, \"another one\"\n  return {low}"));
    text + &writer.texts.into_values().collect::<String>() + "}\n"
}

/// All inputs.
fn inputs() -> impl Iterator<Item = Vec<u8>> {
    (0..=u32::from(MOST)).flat_map(|size| {
        (0..u32::from(LETTERS).pow(size)).map(move |number| {
            let digit = |at: u32| (number / u32::from(LETTERS).pow(at) % u32::from(LETTERS)) as u8;
            (0..size).map(digit).collect()
        })
    })
}

/// What an exploration found: whether the check fails, and the inputs of all paths.
#[derive(PartialEq, Eq, Debug)]
struct Explored {
    fails: bool,
    inputs: Vec<Vec<u8>>,
    joins: [u64; 2],
}

fn explore(program: &Program, text: &str, config: &Config) -> Explored {
    let mut collector = Collector { all_inputs: true, ..Collector::default() };
    let found = exec::run(&module(text), config, &mut collector).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(found.complete, "not complete\n{text}");
    let joins = ["exec.pattern_joins", "exec.pattern_joins_of_several_runs"]
        .map(|name| found.statistics.iter().find(|one| one.0 == name).expect("it is counted").1);
    let mut explored = Explored { fails: false, inputs: Vec::new(), joins };
    for end in &collector.ends {
        let [bytes, size] = &end.inputs[..] else { panic!("two inputs") };
        let bytes = bytes.bytes[..usize::from(size.bytes[0])].to_vec();
        let expected = result(program, &bytes);
        match &end.termination {
            Termination::Exit(status) => {
                assert!(*status == expected as i32 && expected != program.unwanted, "{bytes:?}\n{text}");
            }
            Termination::Error { .. } => {
                assert_eq!(expected, program.unwanted, "{bytes:?}\n{text}");
                explored.fails = true;
            }
            other => panic!("{other:?}\n{text}"),
        }
        explored.inputs.push(bytes);
    }
    explored
}

#[test]
fn joins_by_several_numbers_find_what_single_paths_find() {
    let base = round().unwrap_or(1);
    let (mut joins, mut several, mut failing) = (0, 0, 0);
    let programs = cases().unwrap_or(PROGRAMS);
    for number in 0..programs {
        let mut random = Random::new(base.wrapping_mul(2_000_003).wrapping_add(number));
        let program = generate(&mut random);
        let text = text(&program);
        let fails = inputs().any(|bytes| result(&program, &bytes) == program.unwanted);
        let config = |merging: Merging, check_answers: bool| Config {
            merging,
            merged_terms: MergedTerms::Patterns,
            check_answers,
            limits: Limits::default(),
            tests: Tests::All,
            without: vec![Technique::Solver(SolverTechnique::External)],
            ..Config::default()
        };
        let apart = explore(&program, &text, &config(Merging::Off, false));
        let joined = explore(&program, &text, &config(Merging::Regions, false));
        assert_eq!((apart.fails, joined.fails), (fails, fails), "{text}");
        if number % CHECKED == 0 {
            assert_eq!(explore(&program, &text, &config(Merging::Regions, true)), joined, "{text}");
        }
        joins += joined.joins[0];
        several += joined.joins[1];
        failing += u64::from(fails);
    }
    println!(
        "runs: {programs} programs, {joins} joins by patterns, {several} with several numbers, {failing} that fail"
    );
    assert!(
        programs < 40 || joins * 2 > programs && several * 10 > programs && failing * 4 > programs,
        "{several} of {joins}"
    );
}
