//! Graphs in the language of Graphviz, and the blocks of a module as such a graph.
//!
//! Names and labels are always quoted, so any text can be a label; the lines of a label are aligned to the
//! left.

use std::fmt::{self, Display, Formatter, Write};

use crate::inst::Terminator;
use crate::module::{BlockId, Function, Module};

/// A directed graph whose nodes are grouped in clusters, drawn as boxes with titles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    clusters: Vec<Cluster>,
    edges: Vec<(NodeId, NodeId, String)>,
}

/// A node of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId {
    cluster: usize,
    node: usize,
}

/// What a node looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A box, for straight code.
    Box,
    /// A diamond, where control divides.
    Diamond,
    /// An oval, for starts and leaves.
    Oval,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Cluster {
    title: String,
    nodes: Vec<(String, Shape)>,
}

impl Graph {
    /// Begins a new cluster with the given title.
    pub fn cluster(&mut self, title: impl Into<String>) {
        self.clusters.push(Cluster { title: title.into(), nodes: Vec::new() });
    }

    /// Adds a node to the cluster that was begun last.
    pub fn node(&mut self, label: impl Into<String>, shape: Shape) -> NodeId {
        if self.clusters.is_empty() {
            self.cluster("");
        }
        let cluster = self.clusters.len() - 1;
        let nodes = &mut self.clusters[cluster].nodes;
        nodes.push((label.into(), shape));
        NodeId { cluster, node: nodes.len() - 1 }
    }

    /// Adds an edge with a label, which may be empty.
    pub fn edge(&mut self, from: NodeId, to: NodeId, label: impl Into<String>) {
        self.edges.push((from, to, label.into()));
    }
}

impl Display for NodeId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"c{}n{}\"", self.cluster, self.node)
    }
}

impl Display for Graph {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph {{\n  node [fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];")?;
        for (cluster, Cluster { title, nodes }) in self.clusters.iter().enumerate() {
            writeln!(f, "  subgraph \"cluster_{cluster}\" {{\n    label={};", Label(title))?;
            for (node, (label, shape)) in nodes.iter().enumerate() {
                let shape = match shape {
                    Shape::Box => "box",
                    Shape::Diamond => "diamond",
                    Shape::Oval => "oval",
                };
                writeln!(f, "    {} [shape={shape}, label={}];", NodeId { cluster, node }, Label(label))?;
            }
            writeln!(f, "  }}")?;
        }
        for (from, to, label) in &self.edges {
            match label.as_str() {
                "" => writeln!(f, "  {from} -> {to};")?,
                label => writeln!(f, "  {from} -> {to} [label={}];", Label(label))?,
            }
        }
        writeln!(f, "}}")
    }
}

/// A label in quotes. Backslashes are escaped, since Graphviz interprets them; in a label of several lines,
/// each ends with `\l`, which aligns it to the left.
struct Label<'a>(&'a str);

impl Display for Label<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let many = self.0.contains('\n');
        for line in self.0.lines() {
            for letter in line.chars() {
                match letter {
                    '"' | '\\' => write!(f, "\\{letter}")?,
                    letter if letter.is_control() => f.write_char(' ')?,
                    letter => f.write_char(letter)?,
                }
            }
            if many {
                f.write_str("\\l")?;
            }
        }
        f.write_char('"')
    }
}

impl Module {
    /// The blocks of every defined function and the edges between them.
    pub fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        for function in self.functions.iter().filter(|function| function.is_defined()) {
            graph.cluster(&function.name);
            let nodes: Vec<NodeId> = (0..function.blocks.len())
                .map(|block| graph.node(self.block_text(function, block), Shape::Box))
                .collect();
            for (block, &from) in function.blocks.iter().zip(&nodes) {
                for (label, to) in labelled_edges(&block.term) {
                    graph.edge(from, nodes[to.index()], label);
                }
            }
        }
        graph
    }

    /// The text form of a block, without positions.
    fn block_text(&self, function: &Function, index: usize) -> String {
        let block = &function.blocks[index];
        let params: Vec<String> = block.params.iter().map(|&reg| format!("{reg}:{}", function.width(reg))).collect();
        let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        let mut text = format!("{}{params}:\n", BlockId(index as u32));
        for (inst, _) in &block.insts {
            text.push_str(&format!("{}\n", self.show_inst(function, inst)));
        }
        text.push_str(&format!("{}\n", self.show_terminator(function, &block.term)));
        text
    }
}

/// The blocks that may follow, each with the label of its edge.
fn labelled_edges(term: &Terminator) -> Vec<(String, BlockId)> {
    match term {
        Terminator::Jump(edge) => vec![(String::new(), edge.block)],
        Terminator::Branch { then, other, .. } => vec![("yes".to_owned(), then.block), ("no".to_owned(), other.block)],
        Terminator::Switch { cases, default, .. } => {
            let cases = cases.iter().map(|(value, edge)| (value.to_string(), edge.block));
            cases.chain([("else".to_owned(), default.block)]).collect()
        }
        Terminator::Goto { .. } | Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_quoted() {
        let mut graph = Graph::default();
        graph.cluster("a \"b\" \\ c");
        let one = graph.node("x = \"1\";\ny\t\\n", Shape::Box);
        let two = graph.node("é", Shape::Oval);
        graph.edge(one, two, "yes");
        graph.edge(two, two, "");
        let text = graph.to_string();
        assert!(text.contains(r#"label="a \"b\" \\ c";"#), "{text}");
        assert!(text.contains(r#""c0n0" [shape=box, label="x = \"1\";\ly \\n\l"];"#), "{text}");
        assert!(text.contains("\"c0n0\" -> \"c0n1\" [label=\"yes\"];\n  \"c0n1\" -> \"c0n1\";\n}\n"), "{text}");
    }

    #[test]
    fn a_module_as_a_graph() {
        let text = "func @f(%0:32) -> 32 {\nb0:\n  %1:1 = eq %0, 7:32\n  branch %1, b1(1:32), b1(%0)\nb1(%2:32):\n  return %2\n}\n";
        let module = crate::parse_module(text).expect("it is the text form");
        let graph = module.graph().to_string();
        let first = r#""c0n0" [shape=box, label="b0:\l%1:1 = eq %0, 7:32\lbranch %1, b1(1:32), b1(%0)\l"];"#;
        assert!(graph.contains(first), "{graph}");
        assert!(graph.contains("\"c0n0\" -> \"c0n1\" [label=\"no\"];"), "{graph}");
    }
}
