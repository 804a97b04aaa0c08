//! The views of a program: its tree and its control flow, as text, as a graph and as JSON.

use front_microc::ast::Ast;
use front_microc::{FlowKind, Way, flow, parse, tree_graph, tree_json, tree_text};
use serde_json::{Value, json};

fn ast(text: &str) -> Ast {
    parse(text).expect("parses")
}

/// The first program whose control-flow graph Rozhoň 2024 shows (figure 3.1).
const DIVIDE: &str = "main() {\n  var y, z;\n  z = input;\n  y = 1;\n  if (z == 0) {\n    y = 2;\n  } else {\n    y = 3 / z;\n  }\n  return y;\n}\n";

/// The second program (figure 3.2), in which a loop returns to its condition.
const COUNT: &str =
    "main(n) { var i; i = 0; while (i < n) { if (i < 100) { output 1; } else { output 2; } i = i + 1; } return i; }";

#[test]
fn control_flow_of_a_branch() {
    let expected = "main()
  n0: start
    -> n1
  n1:
    var y, z; [2:7]
    z = input; [3:3]
    y = 1; [4:3]
    -> n2
  n2: if z == 0 [5:9]
    yes -> n3
    no -> n4
  n3:
    y = 2; [6:5]
    -> n5
  n4:
    y = 3 / z; [8:5]
    -> n5
  n5:
    return y; [10:3]
";
    assert_eq!(flow(&ast(DIVIDE)).text(), expected);
}

#[test]
fn control_flow_of_a_loop() {
    let graph = flow(&ast(COUNT));
    let nodes = &graph.functions[0].nodes;
    let edges: Vec<Vec<(Way, usize)>> = nodes.iter().map(|node| node.next.clone()).collect();
    let expected = [
        vec![(Way::On, 1)],
        vec![(Way::On, 2)],
        vec![(Way::Yes, 3), (Way::No, 7)],
        vec![(Way::Yes, 4), (Way::No, 5)],
        vec![(Way::On, 6)],
        vec![(Way::On, 6)],
        vec![(Way::On, 2)],
        vec![],
    ];
    assert_eq!(edges, expected);
    // Only conditions have two outgoing edges, and no statement is missing.
    let conditions = nodes.iter().filter(|node| matches!(node.kind, FlowKind::Condition(_))).count();
    assert_eq!(conditions, 2);
    let empty = flow(&ast("main() { while (1) { } if (2) { } else { } return 0; }"));
    let edges: Vec<_> = empty.functions[0].nodes.iter().map(|node| node.next.clone()).collect();
    let expected = [vec![(Way::On, 1)], vec![(Way::Yes, 1), (Way::No, 2)], vec![(Way::Yes, 3), (Way::No, 3)], vec![]];
    assert_eq!(edges, expected);
}

#[test]
fn control_flow_as_json() {
    let at = |line: u32, column: u32| json!({"line": line, "column": column});
    let found = flow(&ast("main(n) {\n  if (n)\n    n = 1;\n  return n;\n}\n")).json();
    let expected = json!({"functions": [{"name": "main", "params": ["n"], "nodes": [
        {"node": 0, "kind": "start", "statements": [], "next": [{"to": 1}]},
        {"node": 1, "kind": "condition", "statements": [{"text": "n", "at": at(2, 7)}],
         "next": [{"to": 2, "when": true}, {"to": 3, "when": false}]},
        {"node": 2, "kind": "statements", "statements": [{"text": "n = 1;", "at": at(3, 5)}], "next": [{"to": 3}]},
        {"node": 3, "kind": "statements", "statements": [{"text": "return n;", "at": at(4, 3)}], "next": []},
    ]}]});
    assert_eq!(found, expected);
}

#[test]
fn trees() {
    let text = "f(x) { var r; r = {a: [1, -2], b: null}; *x = r.a[0] + f(&r); return !input || x == alloc 1; }";
    let expected = "program
  functions 0: function f params x vars r [1:1]
    body 0: assign [1:15]
      place: name r [1:15]
      value: record [1:19]
        entries 0: entry a [1:20]
          value: array [1:23]
            elements 0: number 1 [1:24]
            elements 1: number -2 [1:27]
        entries 1: entry b [1:32]
          value: null [1:35]
    body 1: assign [1:42]
      place: deref [1:42]
        operand: name x [1:43]
      value: binary + [1:54]
        left: index [1:51]
          base: field a [1:48]
            base: name r [1:47]
          index: number 0 [1:51]
        right: call f [1:56]
          arguments 0: ref r [1:58]
    return: binary || [1:77]
      left: not [1:70]
        operand: input [1:71]
      right: binary == [1:82]
        left: name x [1:80]
        right: alloc [1:85]
          operand: number 1 [1:91]
";
    assert_eq!(tree_text(&ast(text)), expected);
    let json = tree_json(&ast("main() { if (1) output 2; return 3; }"));
    let at = |column: u32| json!({"line": 1, "column": column});
    let number = |value: i32, column: u32| json!({"kind": "number", "at": at(column), "value": value});
    let output = json!({"kind": "output", "at": at(17), "value": number(2, 24)});
    let branch = json!({"kind": "if", "at": at(10), "cond": number(1, 14), "then": output});
    let function = json!({"kind": "function", "at": at(1), "name": "main", "params": [], "vars": [], "body": [branch],
        "return": number(3, 34)});
    assert_eq!(json, json!({"kind": "program", "functions": [function]}));
}

/// The nodes and edges of a graph for Graphviz, as this project writes it: one on each line, with everything
/// quoted.
fn dot_lines(text: &str) -> (Vec<String>, Vec<(String, String)>) {
    let (mut nodes, mut edges, mut depth) = (Vec::new(), Vec::new(), 0);
    for line in text.lines() {
        let line = line.trim();
        let (mut quoted, mut escaped, mut bare) = (false, false, String::new());
        let mut strings: Vec<String> = Vec::new();
        for letter in line.chars() {
            match (quoted, escaped, letter) {
                (true, true, _) => escaped = false,
                (true, false, '\\') => escaped = true,
                (_, _, '"') => {
                    quoted = !quoted;
                    if quoted {
                        strings.push(String::new());
                    }
                }
                (true, ..) => strings.last_mut().expect("a string is open").push(letter),
                _ => bare.push(letter),
            }
        }
        assert!(!quoted, "a string does not end: {line}");
        depth += bare.matches('{').count() as i32 - bare.matches('}').count() as i32;
        assert!(bare.ends_with(['{', '}', ';']), "{line}");
        if bare.contains("->") {
            edges.push((strings[0].clone(), strings[1].clone()));
        } else if bare.contains("shape=") {
            nodes.push(strings[0].clone());
        }
    }
    assert_eq!(depth, 0, "{text}");
    (nodes, edges)
}

#[test]
fn graphs_are_well_formed() {
    for text in [DIVIDE, COUNT, "f() { return 0; } main() { return {a: f()}.a; }"] {
        let tree = ast(text);
        for graph in [tree_graph(&tree), flow(&tree).graph()] {
            let (nodes, edges) = dot_lines(&graph.to_string());
            assert!(!nodes.is_empty());
            assert!(edges.iter().all(|(from, to)| nodes.contains(from) && nodes.contains(to)), "{graph}");
        }
        // A tree has one edge to each node except the functions.
        let (nodes, edges) = dot_lines(&tree_graph(&tree).to_string());
        assert_eq!(nodes.len(), edges.len() + tree.functions.len());
    }
}

#[test]
fn deep_trees() {
    let tree = ast(&format!("main() {{ return 1{}; }}", " + 1".repeat(990)));
    assert_eq!(tree_text(&tree).lines().count(), 2 + 2 * 990 + 1);
    assert!(matches!(tree_json(&tree), Value::Object(_)));
    assert!(serde_json::to_string(&tree_json(&tree)).is_ok_and(|text| text.len() > 990));
    assert_eq!(dot_lines(&tree_graph(&tree).to_string()).1.len(), 2 * 990 + 1);
    let nested = ast(&format!("main() {{ {} x = 1; return 0; }}", "if (1) while (0) ".repeat(120)));
    assert_eq!(flow(&nested).functions[0].nodes.len(), 2 + 240 + 1);
    assert!(serde_json::to_string(&tree_json(&nested)).is_ok());
}
