//! The questions as files: one format for Pleach's solver and one for Z3, with the same terms in both.
//!
//! Pleach's format: a line `path`, then `symbol NAME WIDTH`, `table NAME HEX`, and the steps: `branch 1 TERM`
//! asks for both sides and takes the one named, `ask TERM` asks whether the term can hold. Z3's format: a line
//! `path`, a line `given` with declarations, and the same steps. A table is an array that Pleach reads with
//! `select`; for Z3 it is a function, since its theory of arrays is slower.

use std::fmt::Write as _;

use super::term::Condition;

/// A growing path condition.
pub struct Path {
    /// The names and widths of symbols.
    pub symbols: Vec<(String, u32)>,
    /// The names and contents of constant tables.
    pub tables: Vec<(String, Vec<u8>)>,
    /// The questions, in order.
    pub steps: Vec<Step>,
}

/// A step of a path.
pub enum Step {
    /// Asks for both sides, and takes the side of the hidden input.
    Branch(Condition),
    /// Asks whether the condition can hold, and takes nothing.
    Ask(String),
}

impl Step {
    /// The number of questions in the step.
    pub fn questions(&self) -> usize {
        match self {
            Step::Branch(_) => 2,
            Step::Ask(_) => 1,
        }
    }

    fn line(&self) -> String {
        match self {
            Step::Branch(condition) => format!("branch {} {}\n", u8::from(condition.holds), condition.text),
            Step::Ask(text) => format!("ask {text}\n"),
        }
    }
}

/// The file for Pleach's solver.
pub fn for_pleach(paths: &[Path]) -> String {
    let mut text = String::new();
    for path in paths {
        text.push_str("path\n");
        for (name, width) in &path.symbols {
            let _ = writeln!(text, "symbol {name} {width}");
        }
        for (name, bytes) in &path.tables {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = writeln!(text, "table {name} {hex}");
        }
        text.extend(path.steps.iter().map(Step::line));
    }
    text
}

/// The file for Z3.
pub fn for_z3(paths: &[Path]) -> String {
    let mut text = String::new();
    for path in paths {
        let _ = writeln!(text, "path\ngiven {}", given(path));
        text.extend(path.steps.iter().map(|step| with_functions(path, &step.line())));
    }
    text
}

/// Every question as a script of its own: the declarations, the conditions taken before, and the question.
pub fn scripts(paths: &[Path]) -> Vec<String> {
    let mut scripts = Vec::new();
    for path in paths {
        let mut taken = given(path);
        for step in &path.steps {
            let mut ask = |taken: &str, term: &str| {
                scripts.push(with_functions(path, &format!("{taken}\n(assert {term})\n(check-sat)\n")));
            };
            match step {
                Step::Ask(term) => ask(&taken, term),
                Step::Branch(condition) => {
                    let (term, not) = (&condition.text, format!("(not {})", condition.text));
                    ask(&taken, term);
                    ask(&taken, &not);
                    let _ = write!(taken, "\n(assert {})", if condition.holds { term } else { &not });
                }
            }
        }
    }
    scripts
}

fn given(path: &Path) -> String {
    let mut text = String::new();
    for (name, width) in &path.symbols {
        let sort = format!("(_ BitVec {width})");
        let _ = write!(text, "(declare-const {name} {})", if *width == 1 { "Bool" } else { &sort });
    }
    for (name, bytes) in &path.tables {
        let _ = write!(text, "(define-fun {name} ((i (_ BitVec 64))) (_ BitVec 8) ");
        let entries: Vec<(usize, u8)> = bytes.iter().copied().chain([0]).enumerate().collect();
        halves(&mut text, &entries);
        text.push(')');
    }
    text
}

/// Writes nested conditions that find the entry of index `i` by halving.
fn halves(text: &mut String, entries: &[(usize, u8)]) {
    if let [(_, byte)] = entries {
        let _ = write!(text, "#x{byte:02x}");
        return;
    }
    let (low, high) = entries.split_at(entries.len() / 2);
    let _ = write!(text, "(ite (bvult i (_ bv{} 64)) ", high[0].0);
    halves(text, low);
    text.push(' ');
    halves(text, high);
    text.push(')');
}

fn with_functions(path: &Path, text: &str) -> String {
    let replaced =
        |text: String, (name, _): &(String, Vec<u8>)| text.replace(&format!("(select {name} "), &format!("({name} "));
    path.tables.iter().fold(text.to_owned(), replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_path_in_three_forms() {
        let taken = Condition { text: "(= (select t i) #x02)".to_owned(), holds: true };
        let path = Path {
            symbols: vec![("i".to_owned(), 64)],
            tables: vec![("t".to_owned(), vec![1, 2])],
            steps: vec![Step::Branch(taken), Step::Ask("(= i (_ bv0 64))".to_owned())],
        };
        let paths = [path];
        assert_eq!(
            for_pleach(&paths),
            "path\nsymbol i 64\ntable t 0102\nbranch 1 (= (select t i) #x02)\nask (= i (_ bv0 64))\n"
        );
        let z3 = for_z3(&paths);
        assert!(z3.contains("(ite (bvult i (_ bv1 64)) #x01 (ite (bvult i (_ bv2 64)) #x02 #x00))"), "{z3}");
        assert!(z3.ends_with("branch 1 (= (t i) #x02)\nask (= i (_ bv0 64))\n"), "{z3}");
        let scripts = scripts(&paths);
        assert_eq!(scripts.len(), 3);
        assert!(scripts[2].ends_with("(assert (= (t i) #x02))\n(assert (= i (_ bv0 64)))\n(check-sat)\n"));
    }
}
