//! Scripts mean the same as their terms, according to another solver if one is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use expr::{Evaluator, ExprId, Model, ParseErrorKind, Pool, parse_script, smt2_script};

/// The answer of the `z3` program; `None` if it is not installed.
fn ask_z3(script: &str) -> Option<String> {
    let mut child = Command::new("z3")
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("the input was asked for");
    input.write_all(script.as_bytes()).expect("z3 reads its input");
    drop(input);
    let output = child.wait_with_output().expect("z3 ends");
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Terms over every operator, some shared and some deep.
fn terms(pool: &mut Pool) -> Vec<ExprId> {
    let x = pool.symbol("x", 32);
    let y = pool.symbol("y", 32);
    let odd = pool.symbol("odd |name\\", 7);
    let wide = pool.symbol("bvadd", 160);
    let short = pool.symbol("x", 24);
    let mut all = Vec::new();
    type Make = fn(&mut Pool, ExprId, ExprId) -> ExprId;
    let makes: &[Make] = &[
        Pool::and,
        Pool::or,
        Pool::xor,
        Pool::add,
        Pool::sub,
        Pool::mul,
        Pool::udiv,
        Pool::urem,
        Pool::sdiv,
        Pool::srem,
        Pool::shl,
        Pool::lshr,
        Pool::ashr,
        Pool::eq,
        Pool::ne,
        Pool::ult,
        Pool::ule,
        Pool::slt,
        Pool::sle,
        Pool::concat,
    ];
    for make in makes {
        let term = make(pool, x, y);
        all.push(term);
        all.push(pool.not(term));
        all.push(pool.neg(term));
    }
    let (less, equal) = (pool.ult(x, y), pool.eq(x, y));
    let both = pool.xor(less, equal);
    all.push(pool.ite(both, x, y));
    all.push(pool.sext(odd, 65));
    all.push(pool.extract(wide, 3, 77));
    all.push(pool.zext(short, 100));
    let low = pool.trunc(x, 5);
    let index = pool.zext(low, 64);
    let table = pool.table((0..30u8).map(|i| i / 3 * 7).collect());
    for array in [pool.bytes(wide), pool.bytes(short), table] {
        all.push(pool.select(array, index));
        let seven = pool.int(64, 7);
        let next = pool.add(index, seven);
        let byte = pool.trunc(y, 8);
        let stored = pool.store(array, next, byte);
        let other = pool.trunc(y, 3);
        let other = pool.zext(other, 64);
        let stored = pool.store(stored, other, byte);
        all.push(pool.select(stored, index));
    }
    let mut deep = x;
    for i in 0..300 {
        let odd_step = pool.xor(deep, y);
        let constant = pool.int(32, 2 * i + 3);
        let product = pool.mul(odd_step, constant);
        deep = pool.add(product, deep);
    }
    all.push(deep);
    all
}

#[test]
fn z3_agrees_with_the_evaluator() {
    let mut pool = Pool::new();
    let all = terms(&mut pool);
    let symbols = [("x", 32), ("y", 32), ("odd |name\\", 7), ("bvadd", 160), ("x", 24)];
    let mut checked = 0;
    for seed in 1..=4u8 {
        let mut changes = Vec::new();
        let mut assertions = Vec::new();
        for (name, width) in symbols {
            let id = pool.symbol_id(name, width);
            let bytes = (0..width.div_ceil(8)).map(|i| (i as u8).wrapping_mul(29).wrapping_add(seed * 53));
            changes
                .extend(bytes.enumerate().map(|(i, byte)| (id, i as u32, byte & bv::mask(width - 8 * i as u32) as u8)));
        }
        let model = Model::default().with_bytes(changes);
        let mut evaluator = Evaluator::new();
        for (name, width) in symbols {
            let symbol = pool.symbol(name, width);
            let value = evaluator.eval(&pool, &model, symbol);
            let value = pool.constant(&value);
            assertions.push(pool.eq(symbol, value));
        }
        for &term in &all {
            let value = evaluator.eval(&pool, &model, term);
            let value = pool.constant(&value);
            let claim = pool.eq(term, value);
            assertions.push(claim);
        }
        // Also ask without the negation: a script that asserts nothing useful would pass otherwise.
        let Some(answer) = ask_z3(&smt2_script(&pool, &assertions)) else { break };
        assert_eq!(answer, "sat", "values {seed}");
        let last = assertions.pop().expect("there are terms");
        assertions.push(pool.not(last));
        assert_eq!(ask_z3(&smt2_script(&pool, &assertions)).as_deref(), Some("unsat"), "values {seed}");
        checked += 1;
    }
    match checked {
        0 => println!("skipped: no z3 on this machine"),
        _ => println!("checked {checked} assignments of {} terms", all.len()),
    }
}

#[test]
fn terms_read_well() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", 8);
    let one = pool.int(8, 1);
    let next = pool.add(x, one);
    let square = pool.mul(next, next);
    assert_eq!(pool.display(square).to_string(), "(let (($2 (bvadd |x| #x01))) (bvmul $2 $2))");
    let ten = pool.int(8, 10);
    let less = pool.ult(square, ten);
    let script = smt2_script(&pool, &[less]);
    assert_eq!(
        script,
        "(set-logic QF_ABV)\n(declare-const |x| (_ BitVec 8))\n\
         (define-fun $2 () (_ BitVec 8) (bvadd |x| #x01))\n(assert (bvult (bvmul $2 $2) #x0a))\n(check-sat)\n"
    );
}

#[test]
fn deep_terms_print_without_deep_nesting() {
    let mut pool = Pool::new();
    let (x, y) = (pool.symbol("x", 32), pool.symbol("y", 32));
    let mut deep = x;
    for _ in 0..100_000 {
        let divided = pool.udiv(deep, y);
        deep = pool.xor(divided, x);
    }
    let claim = pool.eq(deep, y);
    let script = smt2_script(&pool, &[claim]);
    let (mut depth, mut deepest) = (0i32, 0);
    for c in script.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        deepest = deepest.max(depth);
    }
    assert!(depth == 0 && deepest < 100, "{deepest}");
    let text = pool.display(claim).to_string();
    assert_eq!(pool.parse(&text), Ok(claim));
    assert_eq!(parse_script(&mut pool, &script), Ok(vec![claim]));
}

#[test]
fn scripts_of_others_are_read() {
    let mut pool = Pool::new();
    let text = "; a comment\n(set-logic QF_BV)(set-info :status sat)(declare-fun |a b| () (_ BitVec 8))
        (declare-const p Bool)(define-fun inc ((v (_ BitVec 8))) (_ BitVec 8) (bvadd v #x01))
        (define-fun two () (_ BitVec 8) (inc (inc |a b|)))
        (assert (let ((x two) (y (_ bv5 8))) (and p (distinct x y) (let ((x y)) (bvugt x two)))))(check-sat)(exit)";
    let assertions = parse_script(&mut pool, text).expect("a script");
    let [claim] = assertions[..] else { panic!("one assertion") };
    let want = "(and (and p (not (= |a b| #x03))) (bvult (bvadd |a b| #x02) #x05))";
    assert_eq!(pool.parse(want), Ok(claim));
}

#[test]
fn mistakes_are_located() {
    let mut pool = Pool::new();
    pool.symbol("x", 8);
    pool.symbol("y", 16);
    let mut wrong = |text: &str| pool.parse(text).map_err(|error| (error.at, error.kind)).expect_err(text);
    let operands = |name: &str| ParseErrorKind::Operands(name.into());
    assert_eq!(wrong("(bvadd x y)"), (0, operands("bvadd")));
    assert_eq!(wrong("(bvnot (bvsub x))"), (7, operands("bvsub")));
    assert_eq!(wrong("(bvneg z)"), (7, ParseErrorKind::Unknown("z".into())));
    assert_eq!(wrong("((_ extract 9 0) x)"), (0, operands("extract")));
    assert_eq!(wrong("(bvneg x"), (8, ParseErrorKind::End));
    assert_eq!(wrong("x)"), (1, ParseErrorKind::Extra));
    assert_eq!(wrong("#xg"), (0, ParseErrorKind::Literal("#xg".into())));
    assert_eq!(wrong("(select x x)"), (0, operands("select")));
    assert_eq!(wrong(""), (0, ParseErrorKind::End));
    let unsupported = parse_script(&mut pool, "(declare-sort S 0)").expect_err("no sorts");
    assert_eq!(unsupported.kind, ParseErrorKind::Unsupported("declare-sort".into()));
    // Malformed parameters.
    for parameters in ["(())", "((p))", "((p (_ BitVec 8)) ())"] {
        let text = format!("(define-fun f {parameters} (_ BitVec 8) #x00)");
        let wrong = parse_script(&mut pool, &text).expect_err(&text);
        assert_eq!(wrong.kind, operands("define-fun"), "{text}");
    }
}
