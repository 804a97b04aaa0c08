//! Prints trees as text that parses back to the same tree.

use std::fmt::Write as _;

use crate::ast::{Ast, ExprId, ExprKind, Function, StmtId, StmtKind};

/// Binding strengths above those of all binary operators.
const UNARY: u8 = 8;
const POSTFIX: u8 = 9;

/// The text of a program.
pub fn program_text(ast: &Ast) -> String {
    let functions: Vec<String> = ast.functions.iter().map(|function| function_text(ast, function)).collect();
    functions.join("\n")
}

fn function_text(ast: &Ast, function: &Function) -> String {
    let names = |list: &[crate::ast::Name]| list.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ");
    let mut out = format!("{}({}) {{\n", function.name.text, names(&function.params));
    if !function.vars.is_empty() {
        out.push_str(&format!("  var {};\n", names(&function.vars)));
    }
    for &stmt in &function.body {
        statement(ast, stmt, 1, &mut out);
    }
    out.push_str(&format!("  return {};\n}}\n", expr_text(ast, function.result)));
    out
}

/// Appends the text of a statement, indented by `level` steps.
pub fn statement(ast: &Ast, id: StmtId, level: usize, out: &mut String) {
    let indent = "  ".repeat(level);
    match &ast.stmt(id).kind {
        StmtKind::Output(value) => line(out, &indent, &format!("output {};", expr_text(ast, *value))),
        StmtKind::Assign { place, value } => {
            line(out, &indent, &format!("{} = {};", expr_text(ast, *place), expr_text(ast, *value)));
        }
        StmtKind::If { cond, then, other } => {
            line(out, &indent, &format!("if ({}) {{", expr_text(ast, *cond)));
            inside(ast, *then, level, out);
            if let Some(other) = other {
                line(out, &indent, "} else {");
                inside(ast, *other, level, out);
            }
            line(out, &indent, "}");
        }
        StmtKind::While { cond, body } => {
            line(out, &indent, &format!("while ({}) {{", expr_text(ast, *cond)));
            inside(ast, *body, level, out);
            line(out, &indent, "}");
        }
        StmtKind::Block(parts) => {
            line(out, &indent, "{");
            for &part in parts {
                statement(ast, part, level + 1, out);
            }
            line(out, &indent, "}");
        }
    }
}

/// The text of a statement without parts, as one line.
pub fn line_text(ast: &Ast, id: StmtId) -> String {
    let mut text = String::new();
    statement(ast, id, 0, &mut text);
    text.trim_end().to_owned()
}

/// Prints a branch or a loop body between its braces, which the caller prints.
fn inside(ast: &Ast, id: StmtId, level: usize, out: &mut String) {
    match &ast.stmt(id).kind {
        StmtKind::Block(parts) => parts.iter().for_each(|&part| statement(ast, part, level + 1, out)),
        _ => statement(ast, id, level + 1, out),
    }
}

fn line(out: &mut String, indent: &str, text: &str) {
    writeln!(out, "{indent}{text}").expect("a string takes everything");
}

/// The text of an expression, with no more parentheses than needed.
pub fn expr_text(ast: &Ast, id: ExprId) -> String {
    let mut out = String::new();
    expr(ast, id, 0, &mut out);
    out
}

/// Appends an expression that must bind at least as tightly as `least`.
fn expr(ast: &Ast, id: ExprId, least: u8, out: &mut String) {
    let kind = &ast.expr(id).kind;
    let binds = match kind {
        ExprKind::Binary(op, ..) => op.binding(),
        // `alloc` extends as far to the right as possible, so it needs parentheses wherever something may
        // follow.
        ExprKind::Alloc(_) => 0,
        ExprKind::Deref(_) | ExprKind::Not(_) => UNARY,
        ExprKind::Ref(_) | ExprKind::Input | ExprKind::Null => UNARY,
        _ => POSTFIX,
    };
    let parentheses = binds < least;
    if parentheses {
        out.push('(');
    }
    match kind {
        ExprKind::Number(number) => out.push_str(&number.to_string()),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Input => out.push_str("input"),
        ExprKind::Null => out.push_str("null"),
        ExprKind::Ref(name) => out.push_str(&format!("&{}", name.text)),
        ExprKind::Deref(inner) => prefix("*", ast, *inner, UNARY, out),
        ExprKind::Not(inner) => prefix("!", ast, *inner, UNARY, out),
        ExprKind::Alloc(inner) => prefix("alloc ", ast, *inner, 0, out),
        ExprKind::Binary(op, left, right) => {
            expr(ast, *left, op.binding(), out);
            out.push_str(&format!(" {} ", op.sign()));
            expr(ast, *right, op.binding() + 1, out);
        }
        ExprKind::Array(items) => list(ast, items, ("[", "]"), out),
        ExprKind::Record(fields) => {
            out.push('{');
            for (index, (name, value)) in fields.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(&format!("{}: ", name.text));
                expr(ast, *value, 0, out);
            }
            out.push('}');
        }
        ExprKind::Index(base, index) => {
            expr(ast, *base, POSTFIX, out);
            list(ast, &[*index], ("[", "]"), out);
        }
        ExprKind::Field(base, name) => {
            expr(ast, *base, POSTFIX, out);
            out.push_str(&format!(".{}", name.text));
        }
        ExprKind::Call(name, args) => {
            out.push_str(&name.text);
            list(ast, args, ("(", ")"), out);
        }
    }
    if parentheses {
        out.push(')');
    }
}

fn prefix(sign: &str, ast: &Ast, inner: ExprId, least: u8, out: &mut String) {
    out.push_str(sign);
    expr(ast, inner, least, out);
}

fn list(ast: &Ast, items: &[ExprId], (open, close): (&str, &str), out: &mut String) {
    out.push_str(open);
    for (index, &item) in items.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        expr(ast, item, 0, out);
    }
    out.push_str(close);
}
