//! Equalities of the path simplify questions: what they fix is refuted without a SAT solver, and nothing else
//! is.

use expr::{ExprId, Pool};
use solver::{Answer, Config, PathCondition, Solver, Technique};

/// A solver with only equalities and the bit-blaster, and a path with some constraints.
struct Scene {
    pool: Pool,
    solver: Solver,
    path: PathCondition,
}

impl Scene {
    fn new() -> Scene {
        let solver = Solver::new(Config::bare().with(Technique::Equalities));
        Scene { pool: Pool::new(), solver, path: PathCondition::new() }
    }

    fn assume(&mut self, condition: ExprId) {
        match self.solver.assume(&mut self.pool, &self.path, condition) {
            Answer::Sat(path) => self.path = path,
            answer => panic!("{answer:?}"),
        }
    }

    /// Whether the question can hold, and whether it was decided without the SAT solver.
    fn ask(&mut self, question: ExprId) -> (bool, bool) {
        let asked = |solver: &Solver, name: &str| {
            solver.statistics().stages.iter().find(|stage| stage.name == name).map_or(0, |stage| stage.asked)
        };
        let before = asked(&self.solver, "bit_blast");
        let answer = self.solver.may_be_true(&mut self.pool, &self.path, question);
        (answer.is_sat(), asked(&self.solver, "bit_blast") == before)
    }
}

#[test]
fn constants_are_put_in() {
    let mut scene = Scene::new();
    let (x, y, five) = (scene.pool.symbol("x", 32), scene.pool.symbol("y", 32), scene.pool.int(32, 5));
    let product = scene.pool.mul(x, y);
    let fixed = scene.pool.eq(product, five);
    scene.assume(fixed);
    // (x * y) * (x * y) = 25, whatever x and y are.
    let square = scene.pool.mul(product, product);
    let other = scene.pool.int(32, 26);
    let wrong = scene.pool.eq(square, other);
    assert_eq!(scene.ask(wrong), (false, true));
    let right = scene.pool.int(32, 25);
    let right = scene.pool.ne(square, right);
    assert_eq!(scene.ask(right), (false, true));
    // What the constraints do not fix stays open.
    let open = scene.pool.eq(x, five);
    assert!(scene.ask(open).0);
}

#[test]
fn definitions_and_chains() {
    let mut scene = Scene::new();
    let symbols: Vec<ExprId> = ["a", "b", "c", "d"].iter().map(|name| scene.pool.symbol(name, 64)).collect();
    let [a, b, c, d] = symbols[..] else { unreachable!("four were made") };
    let (seven, one) = (scene.pool.int(64, 7), scene.pool.int(64, 1));
    // a = 7, b = a * a + 1, c = b, d free: a question about c is one about 50.
    let square = scene.pool.mul(a, a);
    let square_and_one = scene.pool.add(square, one);
    for equation in [scene.pool.eq(a, seven), scene.pool.eq(b, square_and_one), scene.pool.eq(c, b)] {
        scene.assume(equation);
    }
    let fifty = scene.pool.int(64, 50);
    let wrong = scene.pool.ult(c, fifty);
    assert_eq!(scene.ask(wrong), (false, true));
    let sum = scene.pool.add(c, d);
    let open = scene.pool.ult(sum, fifty);
    assert!(scene.ask(open).0);
}

#[test]
fn parts_of_one_question_fix_each_other() {
    let mut scene = Scene::new();
    let (x, y, z) = (scene.pool.symbol("x", 16), scene.pool.symbol("y", 16), scene.pool.symbol("z", 16));
    let three = scene.pool.int(16, 3);
    let sum = scene.pool.add(y, three);
    let definition = scene.pool.eq(x, sum);
    let (left, right) = (scene.pool.mul(x, z), scene.pool.mul(sum, z));
    let apart = scene.pool.ne(left, right);
    let both = scene.pool.and(definition, apart);
    assert_eq!(scene.ask(both), (false, true));
    // The definition itself is not lost.
    let nine = scene.pool.int(16, 9);
    let value = scene.pool.eq(y, nine);
    let both = scene.pool.and(definition, value);
    let eleven = scene.pool.int(16, 11);
    let wrong = scene.pool.eq(x, eleven);
    let all = scene.pool.and(both, wrong);
    assert!(!scene.ask(all).0);
    let Answer::Sat(model) = scene.solver.may_be_true(&mut scene.pool, &scene.path, both) else {
        panic!("it can hold")
    };
    let mut values = expr::Evaluator::new();
    assert_eq!(values.eval_u64(&scene.pool, &model, x), 12);
}

#[test]
fn an_input_defined_by_itself_is_no_definition() {
    let mut scene = Scene::new();
    let x = scene.pool.symbol("x", 8);
    let three = scene.pool.int(8, 3);
    // x = x * x + 3 has no solution modulo 4: squares are 0 or 1 there, so x would be 3 or 0, whose squares are 1 and 0.
    let square = scene.pool.mul(x, x);
    let sum = scene.pool.add(square, three);
    let fixed = scene.pool.eq(x, sum);
    assert_eq!((0..=255u8).filter(|&x| x.wrapping_mul(x).wrapping_add(3) == x).count(), 0);
    assert!(!scene.ask(fixed).0);
}
