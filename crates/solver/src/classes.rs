//! Classes of inputs that the terms of a question do not tell apart.
//!
//! A program that is driven by tables forgets most of what it reads: a lexer divides 256 bytes into forty
//! classes, and all texts up to a place into some dozens of states. So a question about it can be decided by
//! going through its input once. The values of the first leaf fall into classes, by the values of those terms
//! that depend on it alone and are used together with other leaves. Each further leaf is combined with the
//! classes so far: pairs for which a constraint that is now complete fails are dropped, and the others fall
//! into classes again. Nothing is approximated: if no class is left there is no model, and the model of a class
//! that is left is found by going back. Questions with too many classes are left to other stages.
//!
//! This is bucket elimination (Dechter 1999) on terms instead of relations: what is passed on is not a relation
//! between inputs but the values that the rest of the question depends on. It extends the idea that indices
//! have few values (Shuai 2021): not to intervals, but to the combinations of values that are possible.
//!
//! The classes of the first leaves are the same in all questions that have the same conditions on these leaves
//! alone and use the same terms of them. They are kept, so that a longer path costs only its last leaves.

mod group;
mod question;
mod rows;
mod step;

use std::sync::Arc;

use expr::{ExprId, Pool};
use rustc_hash::FxHashMap;
use value_set::{Interval, WordSet};

use self::group::Group;
use self::question::{Numbers, Question};
use crate::tuning::{CLASSES_KEPT, CLASSES_VALUES};
use crate::value_sets::Leaf;
use crate::verdict::Verdict;

/// The classes of the questions so far.
#[derive(Default)]
pub(crate) struct Classes {
    numbers: Numbers,
    inputs: FxHashMap<(Inputs, Leaf, Values), Inputs>,
    /// Groups by the key of their inputs, conditions and terms; `None` where there are too many classes.
    groups: FxHashMap<Box<[u32]>, Option<Arc<Group>>>,
    kept: usize,
}

/// The values of a leaf.
type Values = Box<[Interval<u128>]>;

/// Some leaves in order, each with the values it may have. Interned: a number stands for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Inputs(u32);

/// No leaves.
const NOTHING: Inputs = Inputs(u32::MAX);

impl Classes {
    /// Decides some conditions, given the set of values of each leaf: whether there are values of the leaves for which
    /// all hold. It stays open if there are too many classes, or something other than reads of constant tables. Also
    /// returns how many values of terms were computed.
    pub(crate) fn decide(
        &mut self,
        pool: &Pool,
        conditions: impl Iterator<Item = ExprId>,
        values: impl Fn(Leaf) -> WordSet,
    ) -> (Verdict<Vec<(Leaf, u64)>>, u64) {
        if self.kept > CLASSES_KEPT {
            self.forget();
        }
        let mut numbers = std::mem::take(&mut self.numbers);
        let question = Question::new(pool, conditions, &mut numbers);
        let decided = question.map(|question| (self.answer(&question, values), question.work.get()));
        self.numbers = numbers;
        decided.unwrap_or((Verdict::Open, 0))
    }

    fn answer(&mut self, question: &Question<'_>, values: impl Fn(Leaf) -> WordSet) -> Verdict<Vec<(Leaf, u64)>> {
        if question.is_false() {
            return Verdict::Fails;
        }
        let domains: Vec<WordSet> = question.leaves.iter().map(|&leaf| values(leaf)).collect();
        if domains.iter().any(|domain| !domain.has_at_most(CLASSES_VALUES)) {
            return Verdict::Open;
        }
        match self.go_through(question, &domains) {
            None => Verdict::Open,
            Some(last) if last.is_empty() => Verdict::Fails,
            Some(last) => Verdict::Holds(last.values(&question.leaves)),
        }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        *self = Classes::default();
    }

    /// The classes of all leaves; `None` if there are too many.
    fn go_through(&mut self, question: &Question<'_>, domains: &[WordSet]) -> Option<Arc<Group>> {
        let mut inputs = Vec::with_capacity(domains.len());
        let mut before = NOTHING;
        for (&leaf, domain) in question.leaves.iter().zip(domains) {
            before = self.inputs(before, leaf, domain);
            inputs.push(before);
        }
        let mut group = Arc::new(Group::of_nothing());
        let mut next = 0;
        // The keys of the missing groups, the longest first. The group of all leaves is not kept, since no
        // other question can use it.
        let mut missing = Vec::new();
        for place in (0..domains.len().saturating_sub(1)).rev() {
            let key = question.key(inputs[place].0, 0, place);
            if let Some(known) = self.groups.get(&key[..]) {
                group = known.clone()?;
                next = place + 1;
                break;
            }
            missing.push(key);
        }
        for (place, domain) in domains.iter().enumerate().skip(next) {
            let single = self.single(question, place, domain)?;
            let larger = question.beside(&group, &single, place).map(Arc::new);
            if let Some(key) = missing.pop() {
                self.keep(key, larger.as_ref());
            }
            group = larger?;
            if group.is_empty() {
                break;
            }
        }
        Some(group)
    }

    /// The classes of one leaf's values.
    fn single(&mut self, question: &Question<'_>, place: usize, domain: &WordSet) -> Option<Arc<Group>> {
        let inputs = self.inputs(NOTHING, question.leaves[place], domain);
        let key = question.key(inputs.0, place, place);
        if let Some(known) = self.groups.get(&key[..]) {
            return known.clone();
        }
        let group = question.single(place, domain).map(Arc::new);
        self.keep(key, group.as_ref());
        group
    }

    fn keep(&mut self, key: Vec<u32>, group: Option<&Arc<Group>>) {
        self.kept += key.len() + group.map_or(0, |group| group.size());
        self.groups.insert(key.into(), group.cloned());
    }

    /// The number of `before` with one more leaf.
    fn inputs(&mut self, before: Inputs, leaf: Leaf, domain: &WordSet) -> Inputs {
        let next = Inputs(self.inputs.len() as u32);
        let intervals: Values = domain.intervals().into();
        let size = intervals.len();
        let inputs = *self.inputs.entry((before, leaf, intervals)).or_insert(next);
        self.kept += if inputs == next { size } else { 0 };
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all_values::{Random, Terms as _, compare_over, element, resized, table};
    use crate::{Config, Technique};

    /// Two to four widths of two to four bits, at most ten bits in total.
    fn widths(random: &mut Random) -> Vec<u32> {
        let mut widths: Vec<u32> = (0..2 + random.below(3)).map(|_| 2 + random.below(3) as u32).collect();
        while widths.iter().sum::<u32>() > 10 {
            widths.pop();
        }
        widths
    }

    /// An element at an index that is a word, some of its bits, a sum of two, or an element itself.
    fn read(pool: &mut Pool, words: &[ExprId], random: &mut Random, depth: u32) -> ExprId {
        let word = |random: &mut Random| words[random.below(words.len() as u64) as usize];
        let index = match random.below(5) {
            0 if depth > 0 => read(pool, words, random, depth - 1),
            2 => {
                let word = word(random);
                let low = random.below(u64::from(pool.width(word))) as u32;
                let width = 1 + random.below(u64::from(pool.width(word) - low)) as u32;
                pool.extract(word, low, width)
            }
            1 => {
                let (a, b) = (word(random), word(random));
                let (a, b) = (resized(pool, random, a, 4), resized(pool, random, b, 4));
                pool.add(a, b)
            }
            _ => word(random),
        };
        let array = table(pool, random);
        element(pool, random, array, index)
    }

    fn condition(pool: &mut Pool, words: &[ExprId], random: &mut Random) -> ExprId {
        let mut left = read(pool, words, random, 1);
        let width = pool.width(left);
        let right = match random.below(4) {
            0 => words[random.below(words.len() as u64) as usize],
            1 => read(pool, words, random, 0),
            _ => pool.int(width, random.below(24)),
        };
        let right = resized(pool, random, right, width);
        if random.below(3) == 0 {
            let other = read(pool, words, random, 0);
            let other = resized(pool, random, other, width);
            left = pool.add(left, other);
        }
        let signed = random.below(2) == 0;
        random.comparison(pool, left, right, signed)
    }

    #[test]
    fn all_values_agree() {
        let config = Config::bare().with(Technique::Classes).without(Technique::BitBlast);
        let share = compare_over(&config, 1200, widths, condition).share();
        assert!(share > 0.9, "{share}");
    }

    /// A machine with a state and a counter: a table leads from one of 16 states to the next by two bits of the
    /// input, and another table gives what is added to the counter. Conditions on both after `STEPS` steps are
    /// compared with all inputs.
    #[test]
    fn what_a_leaf_does_not_meet_is_carried_along() {
        const STEPS: u32 = 6;
        let next: Vec<u8> = (0..64u32).map(|at| (at * 7 + at / 5 + 3) as u8 % 16).collect();
        let weight: Vec<u8> = (0..16u32).map(|state| (state * state % 11) as u8).collect();
        let run = |input: u32| {
            (0..STEPS).fold((0usize, 0u32), |(state, sum), step| {
                let state = usize::from(next[state * 4 + (input >> (2 * step) & 3) as usize]);
                (state, sum + u32::from(weight[state]))
            })
        };
        let mut pool = Pool::new();
        let (next_table, weight_table) = (pool.table(next.clone().into()), pool.table(weight.clone().into()));
        let input = pool.symbol("input", 2 * STEPS);
        let (mut state, mut sum) = (pool.int(64, 0), pool.int(8, 0));
        for step in 0..STEPS {
            let bits = pool.extract(input, 2 * step, 2);
            let (four, bits) = (pool.int(64, 4), pool.zext(bits, 64));
            let row = pool.mul(state, four);
            let place = pool.add(row, bits);
            let read = pool.select(next_table, place);
            state = pool.zext(read, 64);
            let more = pool.select(weight_table, state);
            sum = pool.add(sum, more);
        }
        let mut classes = Classes::default();
        let mut both = [0, 0];
        for (wanted_state, wanted_sum) in (0..16).flat_map(|state| (0..60).map(move |sum| (state, sum))) {
            let (right_state, right_sum) = (pool.int(64, wanted_state), pool.int(8, wanted_sum));
            let conditions = [pool.eq(state, right_state), pool.eq(sum, right_sum)];
            let fits = |input: &u32| run(*input) == (wanted_state as usize, wanted_sum as u32);
            let is_possible = (0..1 << (2 * STEPS)).any(|input| fits(&input));
            match classes.decide(&pool, conditions.into_iter(), |leaf| WordSet::full(leaf.width)).0 {
                Verdict::Holds(values) => {
                    let input = values.iter().fold(0, |input, (leaf, value)| input | (*value as u32) << leaf.low);
                    assert!(fits(&input), "{input:x} leads elsewhere");
                }
                Verdict::Fails => assert!(!is_possible, "{wanted_state} with {wanted_sum} is possible"),
                Verdict::Open => panic!("this is not much to look at"),
            }
            both[usize::from(is_possible)] += 1;
        }
        assert!(both.iter().all(|&count| count > 100), "{both:?}");
    }

    #[test]
    fn what_is_known_of_the_first_leaves_is_used_again() {
        let mut pool = Pool::new();
        let table = pool.table((0..=255u8).map(|byte| byte.wrapping_mul(7) % 5).collect());
        let bytes: Vec<ExprId> = (0..4).map(|i| pool.symbol(&format!("byte{i}"), 8)).collect();
        let mut sum = pool.int(8, 0);
        let mut classes = Classes::default();
        let mut works = Vec::new();
        for &byte in &bytes {
            let place = pool.zext(byte, 64);
            let read = pool.select(table, place);
            sum = pool.add(sum, read);
            let three = pool.int(8, 3);
            let condition = pool.eq(sum, three);
            let (verdict, work) = classes.decide(&pool, [condition].into_iter(), |leaf| WordSet::full(leaf.width));
            assert!(matches!(verdict, Verdict::Holds(_)));
            works.push(work);
        }
        // Each question has one more byte, of 256 values. The second one asks for another term of the first
        // byte; from then on the sums of the bytes before are known.
        assert!(works[2..].iter().all(|&work| work < 1000), "{works:?}");
        // Asked again, nothing more is kept, and no single byte is looked at again.
        let kept = classes.kept;
        let three = pool.int(8, 3);
        let condition = pool.eq(sum, three);
        let (_, work) = classes.decide(&pool, [condition].into_iter(), |leaf| WordSet::full(leaf.width));
        assert_eq!(classes.kept, kept);
        assert!(work < works[3], "{work} after {works:?}");
    }
}
