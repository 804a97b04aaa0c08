//! Runs a program and its normal form, and compares them.

use front_microc::ast::{Ast, ExprId, ExprKind, StmtKind};
use front_microc::{End, Numbers, Program, Source, check, interpret, load, normalize, program_text};

/// How a run ends (for an error, with its line), and its output.
fn run(program: &Program, args: &[i32], input: &[i32]) -> (Option<String>, Vec<i32>) {
    let main = program.function("main").expect("the check wants main");
    let mut world = Numbers::new(input).with_patience(25);
    let end = match interpret(program, main, args, &mut world) {
        End::Exit(value) => Some(format!("returns {value}")),
        End::Fault(fault, pos) => Some(format!("{fault:?} in line {}", pos.line)),
        End::Stopped => None,
    };
    (end, world.output)
}

/// Checks that the normal form does the same as the program, both as a tree and as text.
pub fn same(text: &str, args: &[i32], input: &[i32]) {
    let source = Source::new("t.mc", text);
    let program = load(&source).unwrap_or_else(|problems| panic!("{}", source.messages(&problems)));
    let tree = normalize(&program);
    let source = Source::new("normal.mc", program_text(&tree));
    let printed = load(&source).unwrap_or_else(|problems| panic!("{}\nof {text}", source.messages(&problems)));
    let normal = check(tree).unwrap_or_else(|problems| panic!("{}\nof {text}", source.messages(&problems)));
    let (expected, expected_output) = run(&program, args, input);
    let (found, found_output) = run(&normal, args, input);
    if expected.is_some() && found.is_some() {
        assert_eq!(
            (&found, &found_output),
            (&expected, &expected_output),
            "on {args:?}, {input:?}\n{text}\n{}",
            source.text
        );
        let (read_back, output) = run(&printed, args, input);
        let without_line =
            |end: &Option<String>| end.as_ref().map(|end| end.split(" in line").next().map(str::to_owned));
        assert_eq!((without_line(&read_back), output), (without_line(&expected), expected_output));
    }
}

/// Whether the normal form of a program has the promised shape.
#[allow(dead_code, reason = "not every test asks")]
pub fn is_normal(text: &str) -> bool {
    let program = load(&Source::new("t.mc", text)).expect("a program");
    let ast = normalize(&program);
    let returns = ast.functions.iter().all(|function| is_simple(&ast, function.result));
    let stmts = ast.stmts.iter().all(|stmt| match &stmt.kind {
        StmtKind::Assign { value, .. } => operands_are_leaves(&ast, *value),
        StmtKind::Output(value) => is_simple(&ast, *value),
        StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => is_simple(&ast, *cond),
        StmtKind::Block(_) => true,
    });
    returns && stmts
}

fn is_simple(ast: &Ast, id: ExprId) -> bool {
    operands_are_leaves(ast, id) && !matches!(ast.expr(id).kind, ExprKind::Call(..))
}

fn operands_are_leaves(ast: &Ast, id: ExprId) -> bool {
    ast.expr(id).kind.operands().iter().all(|&operand| {
        let kind = &ast.expr(operand).kind;
        kind.operands().is_empty() && !matches!(kind, ExprKind::Call(..))
    })
}
