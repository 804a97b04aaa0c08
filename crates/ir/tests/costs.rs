//! Query-count estimates: the example in Rozhoň 2024, and comparisons with literal implementations of the
//! definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ir::{BlockId, Costs, Edge, Estimate, FuncId, Module, Operand, Reg, Terminator};
use test_support::Random;

mod random;

fn parse(text: &str) -> Module {
    let module = ir::parse_module(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    ir::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    module
}

fn recursive(module: &Module, kappa: u32) -> Costs {
    Costs::new(module, Estimate::Recursive { kappa }, &|_| true)
}

fn lattice(module: &Module, cap: u32) -> Costs {
    Costs::new(module, Estimate::Lattice { cap }, &|_| true)
}

/// The costs of a block of the last function, by register.
fn at(module: &Module, costs: &Costs, block: u32) -> Vec<(u32, u32)> {
    let function = FuncId(module.functions.len() as u32 - 1);
    let point = costs.at(function, BlockId(block));
    point.registers.iter().filter(|(_, cost)| *cost > 0).map(|(reg, cost)| (reg.0, *cost)).collect()
}

/// Code listing 4.8 of Rozhoň 2024, with a question wherever the text counts one: whether an index is in
/// bounds depends on the indices; the value that is read depends on the array, too. Registers: 0 r, 1 arg, 2
/// argc, 3 argv, 4 input; in the loops 9 r, 10 arg, 12 i.
const LISTING: &str = r#"
func @main(%0:32, %1:32, %2:32, %3:32, %4:32) -> 32 {
b0: ; line 9
  %5:1 = slt %1, %2
  branch %5, b1, b3(%0, %1)
b1: ; line 11
  %6:32 = xor %3, %4
  %7:1 = ne %6, 0:32
  branch %7, b2, b3(%0, %1)
b2: ; lines 13 and 15
  %8:32 = add %1, 1:32
  jump b3(0:32, %8)
b3(%9:32, %10:32): ; line 19
  %11:1 = slt %10, %2
  branch %11, b4, b8
b4: ; line 21
  jump b5(0:32)
b5(%12:32): ; line 23
  %13:32 = add %10, %12
  %14:1 = ult %13, 100:32
  check %14, out-of-bounds, "index"
  %15:32 = xor %13, %3
  %16:1 = ne %15, 0:32
  branch %16, b6, b7
b6: ; lines 25 and 27
  %17:32 = add %12, 1:32
  %18:32 = add %10, %17
  %19:1 = ult %18, 100:32
  check %19, out-of-bounds, "index"
  jump b5(%17)
b7: ; line 30
  %20:32 = add %10, 1:32
  jump b3(%9, %20)
b8: ; line 32
  %21:1 = ne %9, 0:32
  branch %21, b9, b10
b9:
  jump b10
b10:
  return 0:32
}
"#;

/// The numbers in the comments of the listing, with κ = 1. Three of them contradict the definition and the text
/// beside them, and are corrected here: line 19 asks about argc itself, so argc has 1 + 2 = 3 there (the
/// listing says 2, while lines 11, 13 and 15 use 3); line 9 asks about arg and argc, which its 24 and 9 leave
/// out.
#[test]
fn the_listing_of_the_thesis() {
    let module = parse(LISTING);
    let costs = recursive(&module, 1);
    assert_eq!(at(&module, &costs, 0), [(0, 6), (1, 25), (2, 10), (3, 7), (4, 1)]);
    assert_eq!(at(&module, &costs, 1), [(0, 3), (1, 16), (2, 6), (3, 5), (4, 1)]);
    assert_eq!(at(&module, &costs, 2), [(1, 8), (2, 3), (3, 2)]);
    assert_eq!(at(&module, &costs, 3), [(2, 3), (3, 2), (9, 3), (10, 8)]);
    assert_eq!(at(&module, &costs, 4), [(2, 2), (3, 2), (9, 2), (10, 7)]);
    assert_eq!(at(&module, &costs, 5), [(2, 2), (3, 2), (9, 2), (10, 7), (12, 5)]);
    assert_eq!(at(&module, &costs, 6), [(2, 1), (3, 1), (9, 1), (10, 4), (12, 3)]);
    assert_eq!(at(&module, &costs, 7), [(2, 1), (9, 1), (10, 1)]);
    assert_eq!(at(&module, &costs, 8), [(9, 1)]);
    assert_eq!(at(&module, &costs, 10), []);
}

/// "A bigger value of κ would result in a bigger number being computed." (Rozhoň 2024, §4.3.1)
#[test]
fn costs_grow_with_kappa() {
    let module = parse(LISTING);
    let arg: Vec<u32> = (1..6).map(|kappa| recursive(&module, kappa).at(FuncId(0), BlockId(3)).of(Reg(10))).collect();
    assert!(arg.is_sorted_by(|a, b| a < b), "{arg:?}");
    assert_eq!(arg[0], 8);
}

/// The lattice takes the worst single path, and anything that is asked about in a loop costs the cap.
#[test]
fn the_listing_in_the_lattice() {
    let module = parse(LISTING);
    let costs = lattice(&module, 10);
    assert_eq!(at(&module, &costs, 0), [(0, 1), (1, 10), (2, 10), (3, 10), (4, 1)]);
    assert_eq!(at(&module, &costs, 5), [(2, 10), (3, 10), (9, 1), (10, 10), (12, 10)]);
    assert_eq!(at(&module, &costs, 8), [(9, 1)]);
}

/// A structured program over parameters that are never assigned; its costs follow from the recursion over
/// statements in Rozhoň 2024.
enum Statement {
    /// Asks about a parameter.
    Ask(usize),
    If(usize, Vec<Statement>, Vec<Statement>),
    While(usize, Vec<Statement>),
}

impl Statement {
    fn asks_about(&self) -> usize {
        match self {
            Statement::Ask(param) | Statement::If(param, ..) | Statement::While(param, _) => *param,
        }
    }
}

const PARAMS: usize = 3;

fn statements(random: &mut Random, depth: usize) -> Vec<Statement> {
    let one = |random: &mut Random| match random.below(if depth == 0 { 1 } else { 3 }) {
        0 => Statement::Ask(random.below(PARAMS)),
        1 => Statement::If(random.below(PARAMS), statements(random, depth - 1), statements(random, depth - 1)),
        _ => Statement::While(random.below(PARAMS), statements(random, depth - 1)),
    };
    (0..random.below(4)).map(|_| one(random)).collect()
}

/// Translates a program into blocks; each statement begins one.
struct Writer {
    text: String,
    blocks: Vec<String>,
    /// The block of each statement, in the order in which they are written.
    begins: Vec<usize>,
}

impl Writer {
    /// Writes statements into new blocks and returns the first one; control goes on to `next`.
    fn write(&mut self, statements: &[Statement], next: usize) -> usize {
        let starts: Vec<usize> = statements.iter().map(|_| self.block()).collect();
        for (index, statement) in statements.iter().enumerate() {
            let (here, next) = (starts[index], starts.get(index + 1).copied().unwrap_or(next));
            self.begins.push(here);
            self.blocks[here] = match statement {
                Statement::Ask(param) => format!("  check %{param}, assert, \"\"\n  jump b{next}\n"),
                Statement::If(param, then, other) => {
                    let then = self.write(then, next);
                    let other = self.write(other, next);
                    format!("  branch %{param}, b{then}, b{other}\n")
                }
                Statement::While(param, body) => {
                    let body = self.write(body, here);
                    format!("  branch %{param}, b{body}, b{next}\n")
                }
            };
        }
        // An empty body gets a block, too, so that the paths through it stay distinct.
        starts.first().copied().unwrap_or_else(|| {
            let empty = self.block();
            self.blocks[empty] = format!("  jump b{next}\n");
            empty
        })
    }

    fn block(&mut self) -> usize {
        self.blocks.push(String::new());
        self.blocks.len() - 1
    }

    fn of(program: &[Statement]) -> Writer {
        let mut writer = Writer { text: String::new(), blocks: vec![String::new()], begins: Vec::new() };
        let end = writer.block();
        writer.blocks[end] = "  return\n".to_owned();
        let first = writer.write(program, end);
        writer.blocks[0] = format!("  jump b{first}\n");
        let params: Vec<String> = (0..PARAMS).map(|param| format!("%{param}:1")).collect();
        let _ = writeln!(writer.text, "func @f({}) {{", params.join(", "));
        for (number, block) in writer.blocks.iter().enumerate() {
            let _ = write!(writer.text, "b{number}:\n{block}");
        }
        writer.text.push_str("}\n");
        writer
    }
}

/// The definition: the questions asked here plus the sum over the successors, with the body of a loop at most κ
/// times.
struct Oracle {
    kappa: u32,
    param: usize,
    /// The cost at the start of each statement, by number, in the first iteration of each loop around it.
    costs: Vec<Option<u32>>,
}

impl Oracle {
    /// The cost of statements whose first has number `number`, followed by a cost of `rest`. Records costs if
    /// `first`.
    fn cost(&mut self, statements: &[Statement], number: usize, first: bool, rest: u32) -> u32 {
        let Some((statement, later)) = statements.split_first() else { return rest };
        let rest = self.cost(later, number + size(statement), first, rest);
        let own = u32::from(statement.asks_about() == self.param);
        let cost = match statement {
            Statement::Ask(_) => own.saturating_add(rest),
            Statement::If(_, then, other) => {
                let then_cost = self.cost(then, number + 1, first, rest);
                let other_cost = self.cost(other, number + 1 + total(then), first, rest);
                own.saturating_add(then_cost).saturating_add(other_cost)
            }
            Statement::While(_, body) => {
                let mut cost = own.saturating_add(rest);
                for round in (1..=self.kappa).rev() {
                    let body = self.cost(body, number + 1, first && round == 1, cost);
                    cost = own.saturating_add(rest).saturating_add(body);
                }
                cost
            }
        };
        if first {
            self.costs[number] = Some(cost);
        }
        cost
    }
}

fn total(statements: &[Statement]) -> usize {
    statements.iter().map(size).sum()
}

fn size(statement: &Statement) -> usize {
    match statement {
        Statement::Ask(_) => 1,
        Statement::If(_, then, other) => 1 + total(then) + total(other),
        Statement::While(_, body) => 1 + total(body),
    }
}

#[test]
fn the_recursive_estimate_is_the_recursion_over_statements() {
    let mut random = Random::of_round(5);
    let (mut compared, mut loops) = (0, 0);
    for _ in 0..400 {
        let program = statements(&mut random, 4);
        if total(&program) > 60 {
            continue;
        }
        let writer = Writer::of(&program);
        let module = parse(&writer.text);
        // The oracle numbers statements, the writer records their blocks: both in the order of the text.
        let numbers = order(&program);
        loops += usize::from(writer.text.contains("branch"));
        for kappa in 1..4 {
            let costs = recursive(&module, kappa);
            assert_eq!(costs.function(FuncId(0)).kappa, kappa);
            for param in 0..PARAMS {
                let mut oracle = Oracle { kappa, param, costs: vec![None; total(&program)] };
                oracle.cost(&program, 0, true, 0);
                for (&number, &block) in numbers.iter().zip(&writer.begins) {
                    let point = costs.at(FuncId(0), BlockId(block as u32));
                    let expected = oracle.costs[number].expect("every statement has a first round");
                    assert_eq!(
                        point.of(Reg(param as u32)),
                        expected,
                        "%{param} in b{block}, κ {kappa}:\n{}",
                        writer.text
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000 && loops > 100, "{compared} compared, {loops} programs that branch");
}

/// The numbers of statements in the order in which [`Writer`] records their blocks: each statement, then those
/// it contains.
fn order(program: &[Statement]) -> Vec<usize> {
    fn visit(statements: &[Statement], mut number: usize, order: &mut Vec<usize>) {
        for statement in statements {
            order.push(number);
            match statement {
                Statement::Ask(_) => {}
                Statement::If(_, then, other) => {
                    visit(then, number + 1, order);
                    visit(other, number + 1 + total(then), order);
                }
                Statement::While(_, body) => visit(body, number + 1, order),
            }
            number += size(statement);
        }
    }
    let mut numbers = Vec::new();
    visit(program, 0, &mut numbers);
    numbers
}

/// A random function without calls and memory: blocks with two parameters, sums, and questions about them.
fn dataflow(random: &mut Random, acyclic: bool) -> String {
    let count = 2 + random.below(7);
    let mut text = "func @f(%0:1, %1:1, %2:1) {\n".to_owned();
    let mut next = 3;
    let params: Vec<(usize, usize)> = (0..count)
        .map(|block| {
            next += if block == 0 { 0 } else { 2 };
            (next - 2, next - 1)
        })
        .collect();
    for (block, &(one, two)) in params.iter().enumerate() {
        let mut known = vec![0, 1, 2];
        if block == 0 {
            text += "b0:\n";
        } else {
            let _ = writeln!(text, "b{block}(%{one}:1, %{two}:1):");
            known.extend([one, two]);
        }
        for _ in 0..random.below(4) {
            if random.one_in(2) {
                let _ = writeln!(text, "  check %{}, assert, \"\"", random.pick(&known));
            } else {
                let _ = writeln!(text, "  %{next}:1 = xor %{}, %{}", random.pick(&known), random.pick(&known));
                known.push(next);
                next += 1;
            }
        }
        let lowest = if acyclic { block + 1 } else { 1 };
        let edge = |random: &mut Random| {
            let target = lowest + random.below(count - lowest);
            format!("b{target}(%{}, %{})", random.pick(&known), random.pick(&known))
        };
        text += &match random.below(if lowest >= count { 1 } else { 3 }) {
            0 => "  return\n".to_owned(),
            1 => format!("  jump {}\n", edge(random)),
            _ => {
                let (then, other) = (edge(random), edge(random));
                format!("  branch %{}, {then}, {other}\n", random.pick(&known))
            }
        };
    }
    text + "}\n"
}

/// The registers that hold a value or something computed from it.
type Held = BTreeSet<Reg>;

fn holds(held: &Held, operand: &Operand) -> bool {
    matches!(operand, Operand::Reg(reg) if held.contains(reg))
}

/// Goes through a block: the number of questions about what is held, and for each successor what is held there.
fn through(module: &Module, block: BlockId, held: &Held) -> (u32, Vec<(BlockId, Held)>) {
    let function = &module.functions[0];
    let body = &function.blocks[block.index()];
    let (mut held, mut asked) = (held.clone(), 0);
    for (inst, _) in &body.insts {
        let mut reads = false;
        inst.each_operand(|operand| reads |= holds(&held, operand));
        match inst.dst() {
            Some(dst) if reads => drop(held.insert(dst)),
            Some(dst) => drop(held.remove(&dst)),
            None => asked += u32::from(reads),
        }
    }
    if let Terminator::Branch { cond, .. } = &body.term {
        asked += u32::from(holds(&held, cond));
    }
    // Two edges with the same target and arguments are one way.
    let mut edges: Vec<&Edge> = Vec::new();
    for edge in body.term.edges() {
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let after = edges.into_iter().map(|edge| {
        let mut next = held.clone();
        for (&param, arg) in function.blocks[edge.block.index()].params.iter().zip(&edge.args) {
            if holds(&held, arg) {
                next.insert(param)
            } else {
                next.remove(&param)
            };
        }
        (edge.block, next)
    });
    (asked, after.collect())
}

#[test]
fn without_loops_the_recursive_estimate_counts_questions_on_all_paths() {
    let mut random = Random::of_round(7);
    let mut compared = BTreeMap::new();
    for _ in 0..1500 {
        let text = dataflow(&mut random, true);
        let module = parse(&text);
        let costs = recursive(&module, 1);
        assert!(!costs.function(FuncId(0)).coarse);
        for point in &costs.function(FuncId(0)).points {
            for &(register, cost) in &point.registers {
                let mut expected = 0;
                let mut paths = vec![(point.block, Held::from([register]))];
                while let Some((block, held)) = paths.pop() {
                    let (asked, after) = through(&module, block, &held);
                    expected += asked;
                    paths.extend(after);
                }
                assert_eq!(cost, expected, "{register} in {}:\n{text}", point.block);
                *compared.entry(cost.min(4)).or_insert(0) += 1;
            }
        }
    }
    assert!(compared.len() == 5 && compared.values().all(|&count| count > 100), "{compared:?}");
}

#[test]
fn the_lattice_estimate_is_the_least_fixed_point() {
    let mut random = Random::of_round(9);
    let mut capped = 0;
    for _ in 0..400 {
        let text = dataflow(&mut random, false);
        let module = parse(&text);
        for cap in [3, 10] {
            let costs = lattice(&module, cap);
            for point in &costs.function(FuncId(0)).points {
                for &(register, cost) in &point.registers {
                    let expected = iterate(&module, point.block, register, cap);
                    assert_eq!(cost, expected, "{register} in {}, cap {cap}:\n{text}", point.block);
                    capped += usize::from(cost == cap);
                }
            }
        }
    }
    assert!(capped > 500, "only {capped} reach the cap");
}

/// Iterates from zero, at all places at once, until nothing changes.
fn iterate(module: &Module, block: BlockId, register: Reg, cap: u32) -> u32 {
    let start = (block, Held::from([register]));
    let mut costs = BTreeMap::from([(start.clone(), 0)]);
    loop {
        let mut next = costs.clone();
        for (place, old) in &costs {
            let (asked, after) = through(module, place.0, &place.1);
            let most = after.iter().map(|place| costs.get(place).copied().unwrap_or(0)).max().unwrap_or(0);
            let new = (asked + most).min(cap);
            assert!(new >= *old, "it only grows");
            next.insert(place.clone(), new);
            for place in after {
                next.entry(place).or_insert(0);
            }
        }
        if next == costs {
            return costs[&start];
        }
        costs = next;
    }
}

#[test]
fn a_loop_that_tests_at_its_end_runs_kappa_times() {
    let module = parse("func @f(%0:1) {\nb0:\n  jump b1\nb1:\n  branch %0, b1, b2\nb2:\n  return\n}\n");
    let costs: Vec<u32> = (1..4).map(|kappa| recursive(&module, kappa).at(FuncId(0), BlockId(0)).of(Reg(0))).collect();
    assert_eq!(costs, [1, 2, 3]);
}

#[test]
fn a_jump_into_a_loop_is_cut_and_counted() {
    let module = parse(
        "func @f(%0:1) {\nb0:\n  branch %0, b1, b2\nb1:\n  branch %0, b2, b3\nb2:\n  branch %0, b1, b3\nb3:\n  \
         return\n}\n",
    );
    let costs = recursive(&module, 2);
    assert_eq!(costs.function(FuncId(0)).cut, 1);
    assert_eq!(costs.at(FuncId(0), BlockId(3)).of(Reg(0)), 0);
    // One of the two edges between b1 and b2 is cut: three blocks ask on the path b0, b1, b2, and two on the
    // direct one.
    assert_eq!(costs.at(FuncId(0), BlockId(0)).of(Reg(0)), 4);
}

#[test]
fn sums_saturate() {
    let mut text = "func @f(%0:1) {\n".to_owned();
    for block in 0..100 {
        let (left, right, next) = (3 * block + 1, 3 * block + 2, 3 * block + 3);
        let _ = write!(text, "b{}:\n  branch %0, b{left}, b{right}\nb{left}:\n  jump b{next}\n", 3 * block);
        let _ = write!(text, "b{right}:\n  jump b{next}\n");
    }
    let module = parse(&(text + "b300:\n  return\n}\n"));
    assert_eq!(recursive(&module, 1).at(FuncId(0), BlockId(0)).of(Reg(0)), u32::MAX);
    assert_eq!(lattice(&module, 10).at(FuncId(0), BlockId(0)).of(Reg(0)), 10);
    assert_eq!(lattice(&module, 1000).at(FuncId(0), BlockId(0)).of(Reg(0)), 100);
}

#[test]
fn deep_loops_with_a_large_kappa_are_unrolled_less() {
    let mut text = "func @f(%0:1) {\nb0:\n  jump b1\n".to_owned();
    for depth in 1..12 {
        let out = if depth == 1 { 12 } else { depth - 1 };
        let _ = writeln!(text, "b{depth}:\n  branch %0, b{}, b{out}", if depth == 11 { 13 } else { depth + 1 });
    }
    let module = parse(&(text + "b12:\n  return\nb13:\n  jump b11\n}\n"));
    let costs = recursive(&module, 50);
    let used = costs.function(FuncId(0)).kappa;
    assert!((1..50).contains(&used), "κ {used}");
    assert!(costs.at(FuncId(0), BlockId(0)).of(Reg(0)) > 0);
}

#[test]
fn calls_cost_what_their_callees_ask() {
    let module = parse(
        r#"
declare @model(32) -> 32
func @twice(%0:32, %1:32) -> 32 {
b0:
  %2:1 = eq %0, 0:32
  branch %2, b1, b2
b1:
  %3:1 = eq %0, 1:32
  check %3, assert, ""
  return %1
b2:
  return 0:32
}
func @loops(%0:32) -> 32 {
b0:
  %1:32 = call @loops(%0)
  return %1
}
func @main(%0:32, %1:32, %2:32) -> 32 {
b0:
  %3:32 = call @twice(%0, %1)
  %4:1 = eq %3, 0:32
  check %4, assert, ""
  %5:32 = call @model(%2)
  %6:32 = call @loops(%1)
  %7:1 = eq %6, 0:32
  check %7, assert, ""
  return %5
}
"#,
    );
    let costs = recursive(&module, 1);
    // %0: a branch and a check in the callee, whose result does not depend on it. %1: the check of the result
    // of @twice, and that of the result of @loops, which calls itself. %2: the model asks.
    assert_eq!(at(&module, &costs, 0), [(0, 2), (1, 2), (2, 1)]);
    let main = costs.function(module.function("main").expect("it is there"));
    let waiting = main.after_call(BlockId(0), 0).expect("a frame can wait there");
    assert_eq!((waiting.of(Reg(0)), waiting.of(Reg(1)), waiting.of(Reg(3))), (0, 1, 1));
    assert!(main.after_call(BlockId(0), 3).is_none(), "a model makes no frame wait");
    let silent = Costs::new(&module, Estimate::Recursive { kappa: 1 }, &|name| name != "model");
    assert_eq!(at(&module, &silent, 0), [(0, 2), (1, 2)]);
}

#[test]
fn memory_has_costs_of_its_own() {
    let module = parse(
        r#"
global @g size 4 align 4
declare @fill(64)
func @main(%0:32, %1:64) -> 32 {
b0:
  %2:64 = alloca 4:64, align 4
  %3:64 = alloca 4:64, align 4
  store %2, %0
  store %3, 7:32
  store @g, 0:32
  %4:1 = eq %0, 5:32
  branch %4, b1, b2
b1:
  store %2, 1:32
  call @fill(%3)
  jump b3
b2:
  store %1, 1:32
  jump b3
b3:
  %5:32 = load %2
  %6:1 = eq %5, 0:32
  check %6, assert, ""
  %7:32 = load @g
  %8:1 = eq %7, 0:32
  check %8, assert, ""
  %9:1 = eq %7, 1:32
  check %9, assert, ""
  %10:32 = load %3
  return %10
}
"#,
    );
    let costs = recursive(&module, 1);
    let join = costs.at(FuncId(1), BlockId(3));
    // %2 holds what one check is about; nothing asks about what %3 holds; two checks are about @g, in the rest
    // of memory.
    assert_eq!((join.of_local(Reg(2)), join.of_local(Reg(3)), join.memory), (1, 0, 2));
    // The address itself: the load and the check of what is loaded.
    assert_eq!(join.of(Reg(2)), 2);
    // %0 is asked about once directly and, after it has gone through memory, once more on each of two paths.
    assert_eq!(costs.at(FuncId(1), BlockId(0)).of(Reg(0)), 3);
    let candidates = &costs.function(FuncId(1)).candidates;
    assert_eq!(candidates.len(), 1);
    assert_eq!((candidates[0].block, candidates[0].from), (BlockId(3), BlockId(0)));
    assert_eq!((candidates[0].parameters, candidates[0].memory), (0, 3));
    assert!(candidates[0].is_under(4) && !candidates[0].is_under(3));
}

#[test]
fn random_modules_are_analysed_the_same_every_time() {
    let mut random = Random::of_round(21);
    for _ in 0..200 {
        let module = random::module(&mut random);
        for estimate in [Estimate::Recursive { kappa: 2 }, Estimate::Lattice { cap: 10 }] {
            let (once, again) = (Costs::new(&module, estimate, &|_| true), Costs::new(&module, estimate, &|_| true));
            assert!(once.functions().eq(again.functions()));
        }
    }
}
