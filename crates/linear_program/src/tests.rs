//! Random programs compared with all their points, and certificates made of random factors.

use dashu_int::{IBig, UBig};
use test_support::Random;

use crate::certificate::Certificate;
use crate::propagate::Domain;
use crate::round::{Multiples, multiples};
use crate::{Effort, Least, Program, Relation, Row, RowSet};

/// A budget that suffices for any program in these tests.
const ENOUGH: u64 = 1 << 30;

/// Random programs.
trait Programs {
    /// A number from one to another.
    fn between(&mut self, low: i128, high: i128) -> i128;
    /// A few variables with a few values each, and some rows about them.
    fn program(&mut self) -> Program;
    /// Some of the variables with factors.
    fn sum(&mut self, program: &Program) -> Vec<(u32, i128)>;
}

impl Programs for Random {
    fn between(&mut self, low: i128, high: i128) -> i128 {
        low + i128::from(self.below((high - low + 1) as u64))
    }

    fn program(&mut self) -> Program {
        let mut program = Program::default();
        for _ in 0..1 + self.below(4) {
            let low = self.between(-4, 4);
            program.variable(low, low + self.between(0, 5));
        }
        for _ in 0..self.below(6) {
            let terms = self.sum(&program);
            let relation = if self.below(4) == 0 { Relation::Equal } else { Relation::AtMost };
            // Near the middle of the possible values, so that rows matter but do not always contradict each other.
            let (low, high) = program.range(&terms).expect("the numbers are small");
            let number = self.between(low - 1, high) - self.between(0, 2);
            program.rows.push(Row::new(terms, relation, number));
        }
        program
    }

    fn sum(&mut self, program: &Program) -> Vec<(u32, i128)> {
        let all = 0..program.bounds.len() as u32;
        let chosen: Vec<u32> = all.filter(|_| self.below(3) != 0).collect();
        chosen.into_iter().map(|variable| (variable, self.between(-5, 7))).collect()
    }
}

/// The points within the bounds that satisfy the given rows.
fn solutions(program: &Program, among: &RowSet) -> Vec<Vec<i128>> {
    let mut points = vec![Vec::new()];
    for &(low, high) in &program.bounds {
        points = points
            .iter()
            .flat_map(|point: &Vec<i128>| (low..=high).map(move |value| [&point[..], &[value]].concat()))
            .collect();
    }
    let holds = |point: &Vec<i128>, row: &Row| match row.relation() {
        Relation::AtMost => value(row.terms(), point) <= row.number(),
        Relation::Equal => value(row.terms(), point) == row.number(),
    };
    points.retain(|point| among.iter().all(|row| holds(point, &program.rows[row])));
    points
}

fn value(terms: &[(u32, i128)], point: &[i128]) -> i128 {
    terms.iter().map(|&(variable, factor)| factor * point[variable as usize]).sum()
}

fn least(program: &Program, objective: &[(u32, i128)], splits: usize) -> Least {
    program.least(objective, splits, &mut Effort::new(ENOUGH)).expect("the numbers are small").least
}

fn all_rows(program: &Program) -> RowSet {
    let mut rows = RowSet::default();
    (0..program.rows.len()).for_each(|row| rows.insert(row));
    rows
}

#[test]
fn answers_are_what_all_points_say() {
    let mut random = Random::new(1);
    let (mut refuted, mut infeasible, mut tight, mut feasible) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let program = random.program();
        let objective = random.sum(&program);
        let points = solutions(&program, &all_rows(&program));
        let truth = points.iter().map(|point| value(&objective, point)).min();
        match (least(&program, &objective, 8), truth) {
            (Least::Infeasible(rows), None) => {
                infeasible += 1;
                refuted += 1;
                assert!(solutions(&program, &rows).is_empty(), "these rows have a solution: {rows:?} of {program:?}");
            }
            (Least::AtLeast(_), None) => infeasible += 1,
            (Least::AtLeast(bound), Some(least)) => {
                assert!(bound <= least, "{bound} > {least}: {objective:?} of {program:?}");
                feasible += 1;
                tight += u32::from(bound == least);
            }
            (Least::Infeasible(_), Some(_)) => panic!("there is a solution: {program:?}"),
        }
        match program.narrowed() {
            Ok(bounds) => {
                let within = |point: &Vec<i128>| point.iter().zip(&bounds).all(|(x, b)| (b.0..=b.1).contains(x));
                assert!(points.iter().all(within), "{bounds:?}: {program:?}");
            }
            Err(rows) => assert!(solutions(&program, &rows).is_empty(), "{rows:?} of {program:?}"),
        }
    }
    assert!(infeasible > 3000 && feasible > 3000, "{infeasible} and {feasible}");
    assert!(refuted * 100 >= infeasible * 99, "{refuted} of {infeasible} refuted");
    assert!(tight * 100 >= feasible * 97, "{tight} of {feasible} bounds are tight");
}

#[test]
fn no_factors_refute_what_has_a_solution() {
    let mut random = Random::new(2);
    let mut refuted = 0;
    for _ in 0..20_000 {
        let program = random.program();
        let objective = random.sum(&program);
        let points = solutions(&program, &all_rows(&program));
        let domains: Vec<Domain> = program.bounds.iter().map(|&(low, high)| Domain::new(low, high)).collect();
        for _ in 0..4 {
            let numbers = (0..program.rows.len()).map(|_| IBig::from(random.between(-3, 3))).collect();
            let one = UBig::from(1 + random.below(3u64));
            let certificate = Certificate::new(&program.rows, Multiples { numbers, one });
            if let Some(rows) = certificate.refutation(&domains) {
                refuted += 1;
                assert!(solutions(&program, &rows).is_empty(), "{rows:?} of {program:?}");
            }
            let bound = certificate.bound(&domains, &objective).expect("the numbers are small");
            assert!(points.iter().all(|point| value(&objective, point) >= bound), "{bound}: {program:?}");
        }
    }
    assert!(refuted > 500, "{refuted}");
}

/// The rows that sums modulo 2^64 become, with coefficients from 1 to 2^64 side by side.
#[test]
fn large_numbers_lose_nothing() {
    let period = 1i128 << 64;
    let mut program = Program::default();
    let (x, y) = (program.variable(0, period - 1), program.variable(0, period - 1));
    let (sum, carry) = (program.variable(0, period - 1), program.variable(0, 1));
    program.rows.push(Row::new([(x, 1), (y, 1), (sum, -1), (carry, -period)], Relation::Equal, 0));
    // x >= 2^63 + 5 and y >= 2^63 wrap, so the sum is at least 5.
    program.bounds[0].0 = period / 2 + 5;
    program.bounds[1].0 = period / 2;
    assert_eq!(least(&program, &[(sum, 1)], 4), Least::AtLeast(5));
    program.rows.push(Row::new([(sum, 1)], Relation::AtMost, 4));
    assert_eq!(
        program.refutation(4, &mut Effort::new(ENOUGH)).map(|rows| rows.iter().collect::<Vec<_>>()),
        Some(vec![0, 1])
    );
}

/// A sum of two indices bounds each of them, as in Shuai 2021, figure 1.
#[test]
fn sums_bound_their_parts() {
    let mut program = Program::default();
    let (i, j) = (program.variable(0, 3), program.variable(0, 3));
    program.rows.push(Row::new([(i, -1), (j, -1)], Relation::AtMost, -5));
    assert_eq!(least(&program, &[(i, 4)], 4), Least::AtLeast(8));
    assert_eq!(least(&program, &[(i, -4)], 4), Least::AtLeast(-12));
}

/// Rows that refute the program only when they are added up: no single row narrows a bound.
#[test]
fn rows_are_added_up() {
    let mut program = Program::default();
    let (x, y, z) = (program.variable(0, 1000), program.variable(0, 1000), program.variable(0, 1000));
    program.rows.push(Row::new([(x, 3), (y, -7)], Relation::AtMost, -1));
    program.rows.push(Row::new([(y, 7), (z, -2)], Relation::AtMost, 0));
    program.rows.push(Row::new([(z, 2), (x, -3)], Relation::AtMost, 0));
    assert_eq!(program.refutation(0, &mut Effort::new(ENOUGH)).map(|rows| rows.iter().count()), Some(3));
}

#[test]
fn fractions_are_found_again() {
    for bottom in 1..200i64 {
        for top in -50..50i64 {
            let found = multiples(&[(top as f64 / bottom as f64 * (1.0 + 1e-14), 0)]);
            assert_eq!(&found.numbers[0] * bottom, IBig::from(found.one) * top, "{top}/{bottom}");
        }
    }
}
