//! Conditions of lowered programs read like the program, though a comparison may be turned round.

use front_microc::{Source, load, lower};
use ir::{BlockId, Terminator, describe};

/// What the branches of `main` ask, in the order of its blocks; `?` where nothing has a name.
fn branches(text: &str) -> Vec<String> {
    let source = Source::new("t.mc", text);
    let program = load(&source).unwrap_or_else(|problems| panic!("{problems:?}"));
    let module = lower(&source, &program, "main").expect("main takes and returns numbers");
    assert_eq!(ir::verify(&module), Ok(()));
    let main = &module.functions[module.function("main").expect("it is there").index()];
    let blocks = main.blocks.iter().enumerate();
    let branches = blocks.filter(|(_, block)| matches!(block.term, Terminator::Branch { .. }));
    let asked = branches.map(|(number, block)| {
        describe::condition(&module, main, BlockId(number as u32), block.insts.len()).unwrap_or("?".to_owned())
    });
    asked.collect()
}

#[test]
fn variables_in_registers() {
    let text = "main(n) { var i; i = 0; while (n > i) { i = i + 1; } if (i == 7) { i = 2; } return i; }";
    assert_eq!(branches(text), ["i < n", "i == 7"]);
}

#[test]
fn fields_of_records() {
    let text = "main(n) { var r; r = {low: n, high: 3}; r.low = n + 1; if (r.high > r.low) { n = 1; } return n; }";
    assert_eq!(branches(text), ["r.low < r.high"]);
}

#[test]
fn a_pointer_to_a_variable_is_not_the_variable() {
    let text = "main(n) { var x, p; x = n; p = &x; *p = 4; if (x == 4) { n = 1; } return n; }";
    assert!(branches(text).iter().all(|asked| !asked.contains("x ")), "{:?}", branches(text));
}
