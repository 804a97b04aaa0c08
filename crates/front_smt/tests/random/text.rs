//! Scripts as SMT-LIB text.

use std::fmt::Write;

use bv::Bv;

use crate::tree::{Command, Op, Script, Sort, TermId};

/// A script in pieces, each of which ends with a question.
pub fn pieces(script: &Script) -> Vec<String> {
    let mut piece = format!("(set-logic {})\n", logic(script));
    for (number, symbol) in script.symbols.iter().enumerate() {
        if number % 2 == 0 {
            let _ = writeln!(piece, "(declare-const {} {})", symbol.name, sort(symbol.sort));
        } else {
            let _ = writeln!(piece, "(declare-fun {} () {})", symbol.name, sort(symbol.sort));
        }
    }
    let mut pieces = Vec::new();
    for command in &script.commands {
        match command {
            Command::Assert(term) => {
                let _ = writeln!(piece, "(assert {})", term_text(script, *term));
            }
            Command::Push => piece.push_str("(push 1)\n"),
            Command::Pop => piece.push_str("(pop 1)\n"),
            Command::Check => piece.push_str("(check-sat)\n"),
            Command::CheckAssuming(assumptions) => {
                let texts: Vec<String> = assumptions.iter().map(|&term| term_text(script, term)).collect();
                let _ = writeln!(piece, "(check-sat-assuming ({}))", texts.join(" "));
            }
        }
        if matches!(command, Command::Check | Command::CheckAssuming(_)) {
            pieces.push(std::mem::take(&mut piece));
        }
    }
    pieces
}

/// The logic that the script needs. Constant arrays are not part of `QF_ABV`, and Z3 enforces that.
pub fn logic(script: &Script) -> &'static str {
    let array = |sort: Sort| matches!(sort, Sort::Array { .. });
    if script.nodes.iter().any(|node| node.op == Op::Constant) {
        "ALL"
    } else if script.symbols.iter().any(|symbol| array(symbol.sort)) {
        "QF_ABV"
    } else {
        "QF_BV"
    }
}

/// A sort as text.
pub fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, element } => format!("(Array (_ BitVec {index}) (_ BitVec {element}))"),
    }
}

/// A number as text: hexadecimal, binary or decimal, depending on value and width.
pub fn number(value: &Bv) -> String {
    let width = value.width();
    if value.bit(1) != value.bit(3) {
        return format!("(_ bv{value} {width})");
    }
    if width.is_multiple_of(4) {
        return format!("#x{:0>count$}", format!("{value:x}"), count = (width / 4) as usize);
    }
    let bits: String = (0..width).rev().map(|bit| if value.bit(bit) { '1' } else { '0' }).collect();
    format!("#b{bits}")
}

/// A term as text. Subterms that occur more than once are bound by `let`, all those of one depth in the same `let`.
pub fn term_text(script: &Script, root: TermId) -> String {
    let mut uses = vec![0usize; root.0 + 1];
    uses[root.0] = 1;
    for place in (0..=root.0).rev() {
        if uses[place] > 0 {
            script.nodes[place].args.iter().for_each(|arg| uses[arg.0] += 1);
        }
    }
    let mut bound_depth = vec![0usize; root.0 + 1];
    let mut texts: Vec<String> = vec![String::new(); root.0 + 1];
    let mut layers: Vec<Vec<(String, String)>> = Vec::new();
    for place in 0..=root.0 {
        if uses[place] == 0 {
            continue;
        }
        let node = &script.nodes[place];
        let depth = node.args.iter().map(|arg| bound_depth[arg.0]).max().unwrap_or(0);
        let text = node_text(script, TermId(place), &texts);
        if uses[place] > 1 && !node.args.is_empty() {
            let name = format!("t{place}");
            if layers.len() <= depth {
                layers.push(Vec::new());
            }
            layers[depth].push((name.clone(), text));
            texts[place] = name;
            bound_depth[place] = depth + 1;
        } else {
            texts[place] = text;
            bound_depth[place] = depth;
        }
    }
    let mut whole = String::new();
    for layer in &layers {
        whole.push_str("(let (");
        layer.iter().for_each(|(name, text)| {
            let _ = write!(whole, "({name} {text})");
        });
        whole.push_str(") ");
    }
    whole.push_str(&texts[root.0]);
    layers.iter().for_each(|_| whole.push(')'));
    whole
}

fn node_text(script: &Script, term: TermId, texts: &[String]) -> String {
    let node = script.node(term);
    let head = match &node.op {
        Op::Symbol(number) => return script.symbols[*number].name.clone(),
        Op::Truth(value) => return value.to_string(),
        Op::Number(value) => return number(value),
        Op::Plain(name) => (*name).to_owned(),
        Op::Extract(high, low) => format!("(_ extract {high} {low})"),
        Op::Indexed(name, index) => format!("(_ {name} {index})"),
        Op::Constant => format!("(as const {})", sort(node.sort)),
    };
    let mut text = format!("({head}");
    for arg in &node.args {
        text.push(' ');
        text.push_str(&texts[arg.0]);
    }
    text.push(')');
    text
}
