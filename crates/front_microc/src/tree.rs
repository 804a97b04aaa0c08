//! The syntax tree for display: as indented text, as a graph, and as JSON.
//!
//! All three are made from one intermediate form, a node with a kind, attributes, and parts with roles, so they
//! use the same names.

use ir::graphviz::{Graph, NodeId, Shape};
use serde_json::{Map, Value, json};

use crate::ast::{Ast, ExprId, ExprKind, Function, Name, StmtId, StmtKind};
use crate::source::Pos;

/// A node of the tree.
struct Node {
    kind: &'static str,
    /// Names and values of the attributes.
    attributes: Vec<(&'static str, Value)>,
    pos: Option<Pos>,
    parts: Vec<(&'static str, Part)>,
}

enum Part {
    One(Node),
    Many(Vec<Node>),
}

/// The tree as text: one line for each node, with its parts indented below it, each with its role.
pub fn tree_text(ast: &Ast) -> String {
    let mut out = String::new();
    program(ast).write(0, "", &mut out);
    out
}

/// The tree for Graphviz, with a box for each function.
pub fn tree_graph(ast: &Ast) -> Graph {
    let mut graph = Graph::default();
    for node in ast.functions.iter().map(|each| function(ast, each)) {
        graph.cluster(node.title());
        node.draw(&mut graph);
    }
    graph
}

/// The tree as JSON.
pub fn tree_json(ast: &Ast) -> Value {
    program(ast).into_json()
}

impl Node {
    fn new(kind: &'static str, pos: Pos) -> Node {
        Node { kind, attributes: Vec::new(), pos: Some(pos), parts: Vec::new() }
    }

    fn says(mut self, name: &'static str, value: impl Into<Value>) -> Node {
        self.attributes.push((name, value.into()));
        self
    }

    fn has(mut self, role: &'static str, part: Node) -> Node {
        self.parts.push((role, Part::One(part)));
        self
    }

    fn has_many(mut self, role: &'static str, parts: Vec<Node>) -> Node {
        self.parts.push((role, Part::Many(parts)));
        self
    }

    /// The kind and the attributes in one line.
    fn title(&self) -> String {
        let mut words = vec![self.kind.to_owned()];
        for (name, value) in &self.attributes {
            match value {
                Value::String(text) => words.push(text.clone()),
                Value::Array(items) if items.is_empty() => {}
                Value::Array(items) => {
                    let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                    words.push(format!("{name} {}", items.join(", ")));
                }
                other => words.push(other.to_string()),
            }
        }
        words.join(" ")
    }

    fn write(&self, level: usize, role: &str, out: &mut String) {
        let role = if role.is_empty() { String::new() } else { format!("{role}: ") };
        let pos = self.pos.map_or(String::new(), |pos| format!(" {pos}"));
        out.push_str(&format!("{}{role}{}{pos}\n", "  ".repeat(level), self.title()));
        for (role, node) in self.each_part() {
            node.write(level + 1, &role, out);
        }
    }

    /// The parts with their roles; several parts with the same role are numbered.
    fn each_part(&self) -> Vec<(String, &Node)> {
        let mut all = Vec::new();
        for (role, part) in &self.parts {
            match part {
                Part::One(node) => all.push(((*role).to_owned(), node)),
                Part::Many(nodes) => {
                    all.extend(nodes.iter().enumerate().map(|(number, node)| (format!("{role} {number}"), node)));
                }
            }
        }
        all
    }

    fn draw(&self, graph: &mut Graph) -> NodeId {
        let parts = self.each_part();
        let id = graph.node(self.title(), if parts.is_empty() { Shape::Oval } else { Shape::Box });
        for (role, node) in parts {
            let to = node.draw(graph);
            graph.edge(id, to, role);
        }
        id
    }

    fn into_json(self) -> Value {
        let mut object = Map::new();
        object.insert("kind".to_owned(), self.kind.into());
        if let Some(pos) = self.pos {
            object.insert("at".to_owned(), position(pos));
        }
        object.extend(self.attributes.into_iter().map(|(name, value)| (name.to_owned(), value)));
        for (role, part) in self.parts {
            let value = match part {
                Part::One(node) => node.into_json(),
                Part::Many(nodes) => nodes.into_iter().map(Node::into_json).collect(),
            };
            object.insert(role.to_owned(), value);
        }
        Value::Object(object)
    }
}

/// A position as JSON.
pub(crate) fn position(pos: Pos) -> Value {
    json!({"line": pos.line, "column": pos.column})
}

fn program(ast: &Ast) -> Node {
    let functions = ast.functions.iter().map(|each| function(ast, each)).collect();
    Node { kind: "program", attributes: Vec::new(), pos: None, parts: vec![("functions", Part::Many(functions))] }
}

fn function(ast: &Ast, function: &Function) -> Node {
    let names = |list: &[Name]| list.iter().map(|name| name.text.clone()).collect::<Vec<_>>();
    Node::new("function", function.name.pos)
        .says("name", function.name.text.as_str())
        .says("params", names(&function.params))
        .says("vars", names(&function.vars))
        .has_many("body", statements(ast, &function.body))
        .has("return", expr(ast, function.result))
}

fn statements(ast: &Ast, list: &[StmtId]) -> Vec<Node> {
    list.iter().map(|&stmt| statement(ast, stmt)).collect()
}

fn statement(ast: &Ast, id: StmtId) -> Node {
    let stmt = ast.stmt(id);
    let node = |kind| Node::new(kind, stmt.pos);
    match &stmt.kind {
        StmtKind::Output(value) => node("output").has("value", expr(ast, *value)),
        StmtKind::Assign { place, value } => {
            node("assign").has("place", expr(ast, *place)).has("value", expr(ast, *value))
        }
        StmtKind::If { cond, then, other } => {
            let node = node("if").has("cond", expr(ast, *cond)).has("then", statement(ast, *then));
            match other {
                Some(other) => node.has("else", statement(ast, *other)),
                None => node,
            }
        }
        StmtKind::While { cond, body } => {
            node("while").has("cond", expr(ast, *cond)).has("body", statement(ast, *body))
        }
        StmtKind::Block(parts) => node("block").has_many("body", statements(ast, parts)),
    }
}

fn expr(ast: &Ast, id: ExprId) -> Node {
    let found = ast.expr(id);
    let node = |kind| Node::new(kind, found.pos);
    let all = |list: &[ExprId]| list.iter().map(|&item| expr(ast, item)).collect::<Vec<_>>();
    match &found.kind {
        ExprKind::Number(value) => node("number").says("value", *value),
        ExprKind::Name(name) => node("name").says("name", name.as_str()),
        ExprKind::Input => node("input"),
        ExprKind::Null => node("null"),
        ExprKind::Ref(name) => node("ref").says("name", name.text.as_str()),
        ExprKind::Deref(inner) => node("deref").has("operand", expr(ast, *inner)),
        ExprKind::Alloc(inner) => node("alloc").has("operand", expr(ast, *inner)),
        ExprKind::Not(inner) => node("not").has("operand", expr(ast, *inner)),
        ExprKind::Binary(op, left, right) => {
            node("binary").says("op", op.sign()).has("left", expr(ast, *left)).has("right", expr(ast, *right))
        }
        ExprKind::Array(items) => node("array").has_many("elements", all(items)),
        ExprKind::Record(fields) => {
            let entry = |(name, value): &(Name, ExprId)| {
                Node::new("entry", name.pos).says("name", name.text.as_str()).has("value", expr(ast, *value))
            };
            node("record").has_many("entries", fields.iter().map(entry).collect())
        }
        ExprKind::Index(base, index) => node("index").has("base", expr(ast, *base)).has("index", expr(ast, *index)),
        ExprKind::Field(base, name) => node("field").says("name", name.text.as_str()).has("base", expr(ast, *base)),
        ExprKind::Call(name, args) => node("call").says("name", name.text.as_str()).has_many("arguments", all(args)),
    }
}
