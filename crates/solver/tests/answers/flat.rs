//! The cost of a branch does not grow with the length of its path: the same program, two and four times as
//! long, visits and copies two and four times as many constraints, and evaluates two and four times as many
//! terms.

use expr::{ExprId, Pool};
use solver::{Answer, Branch, Config, PathCondition, Solver, Technique};

use crate::counter;

/// A path being explored.
struct Run {
    pool: Pool,
    solver: Solver,
    path: PathCondition,
    /// The number of branches of which both sides were possible.
    forks: u64,
}

impl Run {
    /// Asks about a condition; the path continues on the given side.
    fn branch(&mut self, condition: ExprId, side: bool) {
        match self.solver.branch(&mut self.pool, &self.path, condition) {
            Branch::Both { yes, no } => {
                self.path = if side { yes } else { no };
                self.forks += 1;
            }
            Branch::Always => assert!(side, "{}", self.pool.display(condition)),
            Branch::Never => assert!(!side, "{}", self.pool.display(condition)),
            Branch::Undecided { .. } => panic!("undecided: {}", self.pool.display(condition)),
        }
    }

    fn byte(&mut self, object: ExprId, index: u32) -> ExprId {
        self.pool.extract(object, 8 * index, 8)
    }
}

/// What a program of this length costs: visited constraints and evaluated terms.
fn cost(length: u32, program: &impl Fn(&mut Run, u32)) -> [u64; 2] {
    let solver = Solver::new(Config::default().without(Technique::External));
    let mut run = Run { pool: Pool::new(), solver, path: PathCondition::new(), forks: 0 };
    program(&mut run, length);
    assert!(run.forks >= u64::from(length) / 2, "{} forks", run.forks);
    assert_eq!(counter(&run.solver, "bit_blast.asked"), 0, "the SAT solver was asked");
    crate::check_model(&run.pool, &run.path);
    ["constraints_visited", "terms_evaluated"].map(|name| counter(&run.solver, name))
}

/// Compares the costs of a program at three lengths.
fn is_flat(program: impl Fn(&mut Run, u32)) {
    let costs = [600, 1200, 2400].map(|length| cost(length, &program));
    for (one, double) in costs.into_iter().zip(&costs[1..]) {
        for (one, double) in one.into_iter().zip(double) {
            // A factor of two is linear, four is quadratic.
            assert!(2 * double <= 5 * one, "{costs:?}");
        }
    }
}

#[test]
fn counting_up_to_an_input() {
    is_flat(|run, length| {
        let n = run.pool.symbol("n", 32);
        let most = run.pool.int(32, u64::from(length));
        let bounded = run.pool.ule(n, most);
        let Answer::Sat(path) = run.solver.assume(&mut run.pool, &run.path, bounded) else { panic!("it can hold") };
        run.path = path;
        for i in 0..length {
            let i = run.pool.int(32, u64::from(i));
            let goes_on = run.pool.ult(i, n);
            run.branch(goes_on, true);
        }
    });
}

#[test]
fn counting_up_to_an_input_by_inequality() {
    is_flat(|run, length| {
        let (n, m) = (run.pool.symbol("n", 32), run.pool.symbol("m", 32));
        let related = run.pool.ult(n, m);
        run.branch(related, true);
        for i in 0..length {
            let i = run.pool.int(32, u64::from(i));
            let ends = run.pool.eq(i, n);
            run.branch(ends, false);
        }
    });
}

#[test]
fn looking_for_a_byte() {
    is_flat(|run, length| {
        let s = run.pool.symbol("s", 8 * length);
        let x = run.pool.int(8, 0x78);
        for i in 0..length {
            let byte = run.byte(s, i);
            let found = run.pool.eq(byte, x);
            run.branch(found, false);
        }
    });
}

#[test]
fn comparing_neighbours() {
    is_flat(|run, length| {
        let s = run.pool.symbol("s", 8 * (length + 1));
        for i in 0..length {
            let (one, next) = (run.byte(s, i), run.byte(s, i + 1));
            let falls = run.pool.ult(next, one);
            run.branch(falls, false);
        }
    });
}

#[test]
fn neighbours_that_are_equal() {
    is_flat(|run, length| {
        let s = run.pool.symbol("s", 8 * (length + 1));
        for i in 0..length {
            let (one, next) = (run.byte(s, i), run.byte(s, i + 1));
            let same = run.pool.eq(one, next);
            run.branch(same, true);
        }
    });
}

#[test]
fn two_sequences_of_fields_of_records() {
    is_flat(|run, length| {
        let objects = [run.pool.symbol("s", 32 * (length + 1)), run.pool.symbol("t", 32 * (length + 1))];
        for i in 0..length / 2 {
            for object in objects {
                let (one, next) = (run.byte(object, 4 * i), run.byte(object, 4 * i + 4));
                let falls = run.pool.slt(next, one);
                run.branch(falls, false);
            }
        }
    });
}

#[test]
fn a_running_sum() {
    is_flat(|run, length| {
        let s = run.pool.symbol("s", 8 * length);
        let mut sum = run.pool.int(32, 0);
        let most = run.pool.int(32, 2000);
        for i in 0..length {
            let byte = run.byte(s, i);
            let wide = run.pool.zext(byte, 32);
            sum = run.pool.add(sum, wide);
            let too_much = run.pool.ult(most, sum);
            run.branch(too_much, false);
        }
    });
}

/// Sums with factors and of either sign, with constraints on the sums before: neither side of a comparison
/// reaches the SAT solver, whether it can hold or not.
#[test]
fn sums_are_decided_above_the_sat_solver() {
    for signed in [false, true] {
        let solver = Solver::new(Config::default().without(Technique::External));
        let mut run = Run { pool: Pool::new(), solver, path: PathCondition::new(), forks: 0 };
        let length = 1000;
        let s = run.pool.symbol("s", 8 * length);
        let mut sum = run.pool.int(32, 7);
        let (mut refuted, mut held) = (0, 0);
        for i in 0..length {
            let byte = run.byte(s, i);
            let wide = if signed { run.pool.sext(byte, 32) } else { run.pool.zext(byte, 32) };
            let factor = run.pool.int(32, 1 + u64::from(i % 3));
            let product = run.pool.mul(wide, factor);
            sum = run.pool.add(sum, product);
            if i < 40 || i % 20 != 0 {
                continue;
            }
            let below = |pool: &mut Pool, a, b| if signed { pool.slt(a, b) } else { pool.ult(a, b) };
            // A little more than before, much more than the inputs since then can add, and an exact value.
            let limit = run.pool.int(32, 5000 + u64::from(i));
            let most = below(&mut run.pool, sum, limit);
            run.branch(most, true);
            let beyond = run.pool.int(32, 5000 + u64::from(i) + 20 * 3 * 255);
            let impossible = below(&mut run.pool, beyond, sum);
            let exact = run.pool.int(32, 4000 + u64::from(i));
            let exactly = run.pool.eq(sum, exact);
            for question in [impossible, exactly] {
                match run.solver.may_be_true(&mut run.pool, &run.path, question) {
                    Answer::Sat(_) => held += 1,
                    Answer::Unsat => refuted += 1,
                    Answer::Unknown(reason) => panic!("{reason}"),
                }
            }
        }
        assert_eq!((held, refuted), (48, 48));
        assert_eq!(counter(&run.solver, "bit_blast.asked"), 0);
        assert!(counter(&run.solver, "sums.answered") >= 48);
    }
}
