//! Terms fitted to instances that are told apart by several numbers.
//!
//! The instances that agree in all numbers but the last are fitted to a term of that one ([`expr::fit`]). These terms are
//! instances themselves, by the other numbers. So a constant may be `a * k + b * m + c` of two numbers, and its step may
//! depend on the others, without a law for each number of them. Where few instances agree, they have a form of their own;
//! so the term is made of the larger sets, and built again for all instances.

use expr::{ExprId, Pool, Substitution};

use crate::tuning::{PATTERN_PATHS, PATTERN_TERMS};
use expr::fit::{Variable, fitted};

/// A term of the instance with some numbers.
pub(super) type Numbered = (Vec<u64>, ExprId);

/// The term of which these are instances, in the order of their numbers, which are different.
pub(super) fn fitted_by(pool: &mut Pool, of: &[Variable], instances: &[Numbered]) -> Option<ExprId> {
    let (_, first) = *instances.first()?;
    if instances.iter().all(|one| one.1 == first) {
        return Some(first);
    }
    let (&last, others) = of.split_last()?;
    if others.is_empty() {
        return fitted(pool, last, &of_one(instances));
    }
    let groups: Vec<&[Numbered]> = by_all_but_the_last(instances).collect();
    let longest = groups.iter().map(|group| group.len()).max()?;
    let mut enough = longest.min(PATTERN_PATHS);
    let mut large: Vec<&[Numbered]> = Vec::new();
    // One large set tells nothing of the other numbers.
    while large.len() < groups.len().min(PATTERN_PATHS) && enough > 0 {
        large = groups.iter().copied().filter(|group| group.len() >= enough).collect();
        enough -= 1;
    }
    let mut terms = Vec::new();
    for group in large {
        let (numbers, _) = &group[0];
        terms.push((numbers[..others.len()].to_vec(), fitted(pool, last, &of_one(group))?));
    }
    let term = fitted_by(pool, others, &terms)?;
    instances.iter().all(|(numbers, instance)| at_all(pool, of, term, numbers) == Some(*instance)).then_some(term)
}

/// A term where the variables in it are numbers.
pub(super) fn at_all(pool: &mut Pool, of: &[Variable], term: ExprId, numbers: &[u64]) -> Option<ExprId> {
    let mut known = Substitution::new();
    for (variable, &number) in of.iter().zip(numbers) {
        let value = pool.int(pool.node(variable.leaf).width, number);
        known.replace(pool, variable.leaf, value);
    }
    known.apply(pool, term, PATTERN_TERMS)
}

/// The term that is the instance with the numbers, for those numbers that instances have: a term that they fit, or a choice,
/// whose size is that of the instances.
pub(super) fn chosen_by(pool: &mut Pool, of: &[Variable], instances: &[Numbered]) -> ExprId {
    if let Some(term) = fitted_by(pool, of, instances) {
        return term;
    }
    let (first, others) = of.split_first().expect("without a number there is one instance");
    let mut groups = instances.chunk_by(|one, next| one.0[0] == next.0[0]).rev();
    let of_group = |pool: &mut Pool, group: &[Numbered]| {
        let rest: Vec<Numbered> = group.iter().map(|(numbers, term)| (numbers[1..].to_vec(), *term)).collect();
        chosen_by(pool, others, &rest)
    };
    let last = groups.next().expect("there are instances");
    let mut value = of_group(pool, last);
    for group in groups {
        let term = of_group(pool, group);
        if term != value {
            let number = pool.int(64, group[0].0[0]);
            let is_before = pool.ule(first.term, number);
            value = pool.ite(is_before, term, value);
        }
    }
    value
}

/// The instances in sets that agree in all numbers but the last.
pub(super) fn by_all_but_the_last(instances: &[Numbered]) -> impl Iterator<Item = &[Numbered]> {
    let others = |one: &Numbered| one.0[..one.0.len() - 1].to_vec();
    instances.chunk_by(move |one, next| others(one) == others(next))
}

fn of_one(instances: &[Numbered]) -> Vec<(u64, ExprId)> {
    instances.iter().map(|(numbers, term)| (*numbers.last().expect("there is a number"), *term)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pool: &mut Pool) -> [Variable; 2] {
        ["k", "m"].map(|name| {
            let leaf = pool.symbol(name, 7);
            Variable { term: pool.zext(leaf, 64), leaf }
        })
    }

    /// All numbers with a sum of at most `most`.
    fn triangle(most: u64) -> impl Iterator<Item = (u64, u64)> {
        (0..=most).flat_map(move |k| (0..=most - k).map(move |m| (k, m)))
    }

    #[test]
    fn constants_of_two_numbers() {
        let mut pool = Pool::new();
        let of = variables(&mut pool);
        let laws: [fn(u64, u64) -> u64; 5] = [
            |k, m| 3 * k + 5 * m + 7,
            |k, m| 100 - k - 2 * m,
            |k, m| (k + 1) * m,
            |k, m| k * (k + 1) / 2 + m,
            |_, m| 9 << m,
        ];
        for law in laws {
            let instance = |pool: &mut Pool, (k, m)| (vec![k, m], pool.int(32, law(k, m)));
            let instances: Vec<Numbered> = triangle(6).map(|numbers| instance(&mut pool, numbers)).collect();
            let term = fitted_by(&mut pool, &of, &instances).expect("it fits");
            // Beyond the instances, too.
            for numbers in triangle(9) {
                let (numbers, expected) = instance(&mut pool, numbers);
                assert_eq!(at_all(&mut pool, &of, term, &numbers), Some(expected), "{numbers:?}");
            }
        }
        let odd = |pool: &mut Pool, (k, m): (u64, u64)| (vec![k, m], pool.int(32, (k * 7 + m * m * 5 + k * m) % 11));
        let instances: Vec<Numbered> = triangle(6).map(|numbers| odd(&mut pool, numbers)).collect();
        assert_eq!(fitted_by(&mut pool, &of, &instances), None);
        let value = chosen_by(&mut pool, &of, &instances);
        for (numbers, expected) in instances {
            assert_eq!(at_all(&mut pool, &of, value, &numbers), Some(expected), "{numbers:?}");
        }
    }

    /// `s[k + m] = 97`, and a bound of `k + 2 * m`.
    #[test]
    fn conditions_of_two_numbers() {
        let mut pool = Pool::new();
        let of = variables(&mut pool);
        let (s, n, letter) = (pool.symbol("s", 160), pool.symbol("n", 32), pool.int(8, 97));
        let (mut reads, mut bounds) = (Vec::new(), Vec::new());
        for (k, m) in triangle(5) {
            let byte = pool.extract(s, 8 * (k + m) as u32, 8);
            reads.push((vec![k, m], pool.eq(byte, letter)));
            let bound = pool.int(32, k + 2 * m);
            bounds.push((vec![k, m], pool.ult(bound, n)));
        }
        for instances in [reads, bounds] {
            let term = fitted_by(&mut pool, &of, &instances).expect("it fits");
            let support = pool.support(term);
            assert!(support.len() > 2, "it depends on both numbers: {}", pool.display(term));
        }
    }
}
