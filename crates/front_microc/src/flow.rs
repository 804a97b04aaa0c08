//! The control-flow graph of a program, for display: as text, as a graph, and as JSON.
//!
//! It is drawn as in Rozhoň 2024, §3.1: statements that always follow each other share a node, a condition is a
//! node of its own with an edge for each outcome, and the node that ends with `return` has no edges. The
//! executor does not use it: it runs the IR, which has a graph of its own.

use ir::graphviz::{Graph, NodeId, Shape};
use serde_json::{Value, json};

use crate::ast::{Ast, ExprId, Function, Name, StmtId, StmtKind};
use crate::print::{expr_text, line_text};
use crate::source::Pos;
use crate::tree::position;

/// The graphs of a program, one for each function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The graphs of the functions, in the order of the text.
    pub functions: Vec<FunctionFlow>,
}

/// The graph of a function. The first node is the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionFlow {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub params: Vec<String>,
    /// The nodes, in the order of the text.
    pub nodes: Vec<FlowNode>,
}

/// A node, and where control goes from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowNode {
    /// What the node represents.
    pub kind: FlowKind,
    /// The outgoing edges: none after a `return`, two for a condition.
    pub next: Vec<(Way, usize)>,
}

/// What a node represents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FlowKind {
    /// The start of a function.
    Start,
    /// Statements that always follow each other.
    Statements(Vec<Line>),
    /// A condition.
    Condition(Line),
}

/// When control follows an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Always.
    On,
    /// If the condition is true.
    Yes,
    /// If the condition is false.
    No,
}

/// A piece of the program with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its text.
    pub text: String,
    /// Its position.
    pub pos: Pos,
}

/// The control-flow graph of a program.
pub fn flow(ast: &Ast) -> Flow {
    Flow { functions: ast.functions.iter().map(|function| function_flow(ast, function)).collect() }
}

fn function_flow(ast: &Ast, function: &Function) -> FunctionFlow {
    let names = |list: &[Name]| list.iter().map(|name| name.text.clone()).collect::<Vec<_>>();
    let start = FlowNode { kind: FlowKind::Start, next: Vec::new() };
    let mut builder = Builder { ast, nodes: vec![start], open: vec![(0, Way::On)] };
    if let Some(first) = function.vars.first() {
        builder.line(format!("var {};", names(&function.vars).join(", ")), first.pos);
    }
    function.body.iter().for_each(|&stmt| builder.statement(stmt));
    builder.line(format!("return {};", expr_text(ast, function.result)), function.return_pos);
    FunctionFlow { name: function.name.text.clone(), params: names(&function.params), nodes: builder.nodes }
}

struct Builder<'a> {
    ast: &'a Ast,
    nodes: Vec<FlowNode>,
    /// Edges to whatever comes next.
    open: Vec<(usize, Way)>,
}

impl Builder<'_> {
    /// Adds a node; the open edges lead to it.
    fn node(&mut self, kind: FlowKind) -> usize {
        self.nodes.push(FlowNode { kind, next: Vec::new() });
        let id = self.nodes.len() - 1;
        self.land(id);
        id
    }

    fn land(&mut self, id: usize) {
        for (from, way) in std::mem::take(&mut self.open) {
            self.nodes[from].next.push((way, id));
        }
    }

    /// Adds a statement without branches, to the previous node if that is the only way to get here.
    fn line(&mut self, text: String, pos: Pos) {
        let line = Line { text, pos };
        if let [(last, Way::On)] = self.open[..]
            && let FlowKind::Statements(lines) = &mut self.nodes[last].kind
        {
            return lines.push(line);
        }
        let node = self.node(FlowKind::Statements(vec![line]));
        self.open = vec![(node, Way::On)];
    }

    fn condition(&mut self, id: ExprId) -> usize {
        let line = Line { text: expr_text(self.ast, id), pos: self.ast.expr(id).pos };
        self.node(FlowKind::Condition(line))
    }

    fn statement(&mut self, id: StmtId) {
        let stmt = self.ast.stmt(id);
        match &stmt.kind {
            StmtKind::Output(_) | StmtKind::Assign { .. } => self.line(line_text(self.ast, id), stmt.pos),
            StmtKind::Block(parts) => parts.iter().for_each(|&part| self.statement(part)),
            StmtKind::If { cond, then, other } => {
                let cond = self.condition(*cond);
                self.open = vec![(cond, Way::Yes)];
                self.statement(*then);
                let behind = std::mem::replace(&mut self.open, vec![(cond, Way::No)]);
                if let Some(other) = other {
                    self.statement(*other);
                }
                self.open.splice(0..0, behind);
            }
            StmtKind::While { cond, body } => {
                let cond = self.condition(*cond);
                self.open = vec![(cond, Way::Yes)];
                self.statement(*body);
                self.land(cond);
                self.open = vec![(cond, Way::No)];
            }
        }
    }
}

impl Way {
    fn label(self) -> &'static str {
        match self {
            Way::On => "",
            Way::Yes => "yes",
            Way::No => "no",
        }
    }
}

impl FunctionFlow {
    /// The name and the parameters.
    fn title(&self) -> String {
        format!("{}({})", self.name, self.params.join(", "))
    }
}

impl Flow {
    /// The graphs as text: numbered nodes, each followed by its edges.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for function in &self.functions {
            out.push_str(&format!("{}\n", function.title()));
            for (number, node) in function.nodes.iter().enumerate() {
                match &node.kind {
                    FlowKind::Start => out.push_str(&format!("  n{number}: start\n")),
                    FlowKind::Condition(line) => out.push_str(&format!("  n{number}: if {} {}\n", line.text, line.pos)),
                    FlowKind::Statements(lines) => {
                        out.push_str(&format!("  n{number}:\n"));
                        lines.iter().for_each(|line| out.push_str(&format!("    {} {}\n", line.text, line.pos)));
                    }
                }
                for (way, to) in &node.next {
                    let when = if *way == Way::On { String::new() } else { format!("{} ", way.label()) };
                    out.push_str(&format!("    {when}-> n{to}\n"));
                }
            }
        }
        out
    }

    /// The graphs for Graphviz, with a box for each function.
    pub fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        for function in &self.functions {
            graph.cluster(function.title());
            let draw = |node: &FlowNode| match &node.kind {
                FlowKind::Start => graph.node("start", Shape::Oval),
                FlowKind::Condition(line) => graph.node(line.text.as_str(), Shape::Diamond),
                FlowKind::Statements(lines) => {
                    let text: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
                    graph.node(format!("{}\n", text.join("\n")), Shape::Box)
                }
            };
            let ids: Vec<NodeId> = function.nodes.iter().map(draw).collect();
            for (node, &from) in function.nodes.iter().zip(&ids) {
                node.next.iter().for_each(|&(way, to)| graph.edge(from, ids[to], way.label()));
            }
        }
        graph
    }

    /// The graphs as JSON.
    pub fn json(&self) -> Value {
        let functions = self.functions.iter().map(|function| {
            let nodes = function.nodes.iter().enumerate().map(|(number, node)| node.json(number));
            json!({"name": function.name, "params": function.params, "nodes": nodes.collect::<Vec<_>>()})
        });
        json!({"functions": functions.collect::<Vec<_>>()})
    }
}

impl FlowNode {
    fn json(&self, number: usize) -> Value {
        let line = |line: &Line| json!({"text": line.text, "at": position(line.pos)});
        let next = self.next.iter().map(|(way, to)| match way {
            Way::On => json!({"to": to}),
            way => json!({"to": to, "when": *way == Way::Yes}),
        });
        let mut object = json!({"node": number, "next": next.collect::<Vec<_>>()});
        (object["kind"], object["statements"]) = match &self.kind {
            FlowKind::Start => (json!("start"), json!([])),
            FlowKind::Statements(lines) => (json!("statements"), lines.iter().map(line).collect()),
            FlowKind::Condition(condition) => (json!("condition"), json!([line(condition)])),
        };
        object
    }
}
