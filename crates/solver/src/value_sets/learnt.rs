//! What the constraints of a slice say about values, learnt constraint by constraint.
//!
//! Every constraint cuts the sets of its leaves. Those that the sets do not capture exactly are *loose* and kept in mind. While
//! there are none, the models of the slice are exactly the product of the sets. Otherwise the sets contain all models, and a
//! *box*, a product of smaller sets, contains nothing but models; unless overlapping reads are too wide for one leaf together, when
//! one of them is forgotten. Whoever takes a witness out of a box evaluates it.

use std::time::{Duration, Instant};

use expr::{Evaluator, ExprId, Model, Op, Pool};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use super::leaf::Leaf;
use super::mode::{Abilities, Boxes, ValueSets};
use super::reason::Reason;
use super::sets::{Empty, Sets};
use super::shrink::Shrink;
use crate::patience::Patience;

/// So many leaves are kept in mind.
const LEAVES: usize = 512;
/// So many loose constraints are kept in mind.
const LOOSE: usize = 128;
/// So many values of a leaf are tried one by one.
const VALUES: usize = 256;

/// What is known of the leaves of a slice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learnt {
    /// All models are in their product.
    pub(crate) sets: Sets,
    /// The constraints that allow less than the sets do.
    pub(crate) loose: Vec<ExprId>,
    /// Products that consist of models, if the sets do not.
    pub(crate) boxes: Vec<Sets>,
    /// Too much happened: nothing is known any more but the sets.
    pub(crate) lost: bool,
}

/// Who learns: what is allowed, and what was found by trying values.
pub(crate) struct Learner {
    /// Nothing if nobody wants to know about values.
    abilities: Option<Abilities>,
    values: Evaluator,
    /// What cutting sets by conditions of each kind was worth.
    cutting: Patience,
    /// What looking for boxes was worth.
    boxing: Patience,
    /// How long learning took.
    pub(crate) time: Duration,
    /// The values of a leaf of a byte or less for which a condition holds.
    tried: FxHashMap<(ExprId, Leaf), (WordSet, bool)>,
}

impl Learner {
    pub(crate) fn new(mode: ValueSets) -> Learner {
        Learner {
            abilities: mode.abilities(),
            values: Evaluator::new(),
            cutting: Patience::default(),
            boxing: Patience::default(),
            time: Duration::ZERO,
            tried: FxHashMap::default(),
        }
    }

    /// What is allowed.
    ///
    /// # Panics
    /// If nothing is.
    pub(crate) fn abilities(&self) -> &Abilities {
        self.abilities.as_ref().expect("only a mode that learns has a stage that asks")
    }

    /// The values that a term can have.
    pub(crate) fn values(&self, pool: &Pool, sets: &Sets, term: ExprId) -> WordSet {
        match Leaf::of(pool, term) {
            Some(leaf) => sets.of(leaf).0,
            None => Reason::new(pool, self.abilities(), sets.clone()).evaluate(term).0,
        }
    }

    /// What more constraints add to what is known; all of them hold in the model.
    pub(crate) fn learn(&mut self, pool: &Pool, known: &Learnt, constraints: &[ExprId], model: &Model) -> Learnt {
        if self.abilities.is_none() {
            return Learnt::nothing();
        }
        let started = Instant::now();
        let mut learnt = known.clone();
        for &constraint in constraints {
            learnt = self.learn_one(pool, &learnt, constraint, model);
        }
        self.time += started.elapsed();
        learnt
    }

    /// Cuts the sets by one more condition, unless that has long been of no use with conditions like it.
    pub(crate) fn try_to_cut(&mut self, pool: &Pool, sets: &mut Sets, condition: ExprId) -> Result<bool, Empty> {
        if !self.abilities().patient {
            return self.cut(pool, sets, condition);
        }
        let Some(kind) = self.cutting.tries(pool, condition) else { return Ok(false) };
        let before = sets.clone();
        let result = self.cut(pool, sets, condition);
        self.cutting.note(kind, result != Ok(false) || !sets.same(&before));
        result
    }

    /// Cuts the sets by one more condition; says whether they capture it exactly.
    pub(crate) fn cut(&mut self, pool: &Pool, sets: &mut Sets, condition: ExprId) -> Result<bool, Empty> {
        let mut reason = Reason::new(pool, self.abilities(), sets.clone());
        let result = reason.assume(condition, true);
        let cut = reason.sets;
        if result == Ok(false) && self.abilities().enumerate {
            // From what was known before: cutting may have lost some of it.
            let mut tried = sets.clone();
            let exact = self.try_values(pool, &mut tried, condition)?;
            if exact {
                *sets = tried;
                return Ok(true);
            }
        }
        *sets = cut;
        result
    }

    /// Tries the values of the only leaf that a condition depends on, if they are few.
    fn try_values(&mut self, pool: &Pool, sets: &mut Sets, condition: ExprId) -> Result<bool, Empty> {
        let Some(leaf) = only_leaf(pool, condition) else { return Ok(false) };
        let (known, exact) = sets.of(leaf);
        if !exact {
            return Ok(false);
        }
        let (good, kept) = if leaf.width <= 8 {
            match self.tried.get(&(condition, leaf)) {
                Some(found) => found.clone(),
                None => {
                    let found = self.good_values(pool, leaf, condition, &WordSet::full(leaf.width));
                    self.tried.insert((condition, leaf), found.clone());
                    found
                }
            }
        } else if known.has_at_most(VALUES / 4) {
            self.good_values(pool, leaf, condition, &known)
        } else {
            return Ok(false);
        };
        Ok(sets.cut(leaf, &good)? && kept)
    }

    /// What one more constraint adds.
    fn learn_one(&mut self, pool: &Pool, known: &Learnt, constraint: ExprId, model: &Model) -> Learnt {
        let mut sets = known.sets.clone();
        let Ok(exact) = self.try_to_cut(pool, &mut sets, constraint) else {
            debug_assert!(false, "a constraint with a model leaves nothing: {}", pool.display(constraint));
            return Learnt::nothing();
        };
        if exact && known.is_exact() && sets.len() <= LEAVES {
            return Learnt { sets, ..Learnt::default() };
        }
        let added = if exact { &[][..] } else { &[constraint] };
        let loose = [&known.loose[..], added].concat();
        if sets.len() > LEAVES {
            return Learnt::nothing();
        }
        if known.lost || loose.len() > LOOSE {
            return Learnt { sets, ..Learnt::nothing() };
        }
        let mut boxes = self.try_boxes(pool, known, constraint, model);
        if boxes.is_empty() && self.abilities().boxes == Boxes::Witness {
            boxes.push(Sets::point(&sets, model));
        }
        Learnt { sets, loose, boxes, lost: false }
    }

    /// Looks for boxes, unless that has long been of no use with conditions like this.
    fn try_boxes(&mut self, pool: &Pool, known: &Learnt, condition: ExprId, model: &Model) -> Vec<Sets> {
        if !self.abilities().patient {
            return self.boxes(pool, known, condition, model);
        }
        let Some(kind) = self.boxing.tries(pool, condition) else { return Vec::new() };
        let boxes = self.boxes(pool, known, condition, model);
        self.boxing.note(kind, !boxes.is_empty());
        boxes
    }

    /// Products of sets that consist of models of what is known and of the condition.
    pub(crate) fn boxes(&mut self, pool: &Pool, known: &Learnt, condition: ExprId, model: &Model) -> Vec<Sets> {
        let Some(abilities) = &self.abilities else { return Vec::new() };
        Shrink { pool, abilities, values: &mut self.values, model }.boxes(known.boxes(), condition)
    }

    fn good_values(&mut self, pool: &Pool, leaf: Leaf, condition: ExprId, among: &WordSet) -> (WordSet, bool) {
        let good = among.iter().filter(|&value| {
            let model = leaf.assigned(&Model::default(), value);
            self.values.is_true(pool, &model, condition)
        });
        WordSet::from_members(leaf.width, good.collect::<Vec<_>>()).or_full(leaf.width)
    }
}

impl Learnt {
    /// Whether the models are exactly the product of the sets.
    pub(crate) fn is_exact(&self) -> bool {
        self.loose.is_empty() && !self.lost
    }

    /// What two slices without common input say together.
    pub(crate) fn joined(&self, other: &Learnt) -> Learnt {
        let sets = self.sets.joined(&other.sets);
        if sets.len() > LEAVES {
            return Learnt::nothing();
        }
        if self.lost || other.lost {
            return Learnt { sets, ..Learnt::nothing() };
        }
        let loose = [&self.loose[..], &other.loose[..]].concat();
        // One box of each: pairs of candidates would multiply.
        let (one, two) = (self.boxes().first(), other.boxes().first());
        let boxes = match one.zip(two) {
            Some((one, two)) if !loose.is_empty() => vec![one.joined(two)],
            _ => Vec::new(),
        };
        Learnt { sets, loose, boxes, lost: false }
    }

    /// Products that consist of models.
    fn boxes(&self) -> &[Sets] {
        if self.is_exact() { std::slice::from_ref(&self.sets) } else { &self.boxes }
    }

    /// Nobody cared to learn.
    pub(crate) fn nothing() -> Learnt {
        Learnt { lost: true, ..Learnt::default() }
    }
}

/// The only leaf that a term reads, if it is small enough to be looked through.
fn only_leaf(pool: &Pool, term: ExprId) -> Option<Leaf> {
    let mut found: Option<Leaf> = None;
    let mut pending = vec![term];
    for _ in 0..VALUES {
        let Some(term) = pending.pop() else { return found };
        if pool.is_const(term) {
            continue;
        }
        match Leaf::of(pool, term) {
            Some(leaf) if found.is_none_or(|other| other == leaf) => found = Some(leaf),
            Some(_) => return None,
            None if matches!(pool.node(term).op, Op::Sym | Op::Bytes | Op::Store) => return None,
            None => pending.extend(pool.node(term).children()),
        }
    }
    None
}
