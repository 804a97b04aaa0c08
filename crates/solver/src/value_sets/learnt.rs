//! What the constraints of a slice say about values, learnt one constraint at a time.
//!
//! Every constraint narrows the sets of its leaves. Those that the sets do not capture exactly are *loose* and
//! remembered. While there are none, the models of the slice are exactly the product of the sets. Otherwise the
//! sets contain all models, and a *box*, a product of smaller sets, contains only models; except that, if
//! overlapping reads are too wide for one leaf together, one of them is forgotten. So a witness taken from a
//! box is evaluated.

use std::cell::Cell;
use std::time::{Duration, Instant};

use expr::{Evaluator, ExprId, Model, Op, Pool};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use super::leaf::Leaf;
use super::mode::ValueSets;
use super::reason::Reason;
use super::sets::{Empty, Sets};
use super::shrink::Shrink;
use super::table::Images;
use crate::chain::Technique;
use crate::config::Config;
use crate::patience::Patience;
use crate::readers::Readers;
use crate::tuning::Tuning;
use crate::tuning::{LEARNT_PER_CLOCK, SETS_FUEL, SETS_JOINED_BOXES, SETS_LEAVES, SETS_TRIED};

/// What is known about the leaves of a slice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learnt {
    /// All models are in the product of these sets.
    pub(crate) sets: Sets,
    /// The constraints that allow less than the sets do.
    pub(crate) loose: Vec<ExprId>,
    /// Products that consist of models, if the product of the sets does not.
    pub(crate) boxes: Vec<Sets>,
    /// Limits were exceeded, or nothing was learnt: nothing is known except the sets.
    pub(crate) lost: bool,
}

/// Learns from constraints, and remembers what was found by trying values.
pub(crate) struct Learner {
    mode: ValueSets,
    /// The numbers that decide cost.
    pub(crate) tuning: Tuning,
    /// Whether some stage answers from boxes.
    boxes: bool,
    /// Whether equations are applied to questions.
    pub(crate) equations: bool,
    /// Whether paths keep bounded universal facts as they are; otherwise they are written out.
    pub(crate) quantifiers: bool,
    /// How often sets were computed, both for paths and for questions.
    computed: Cell<u64>,
    /// How many nodes of terms were visited to narrow sets and to find boxes.
    visited: u64,
    values: Evaluator,
    /// Whether narrowing sets by conditions of each kind has paid.
    cutting: Patience,
    /// Whether looking for boxes has paid.
    boxing: Patience,
    /// The time that learning took.
    pub(crate) time: Duration,
    /// The number of constraints since the last one that was timed.
    untimed: u32,
    /// How many constraints were copied as paths grew.
    pub(crate) copied: u64,
    /// For each condition, the only leaf that it depends on, if there is only one.
    only: FxHashMap<ExprId, Option<Leaf>>,
    readers: Readers,
    images: Images,
    /// For a condition and a leaf of a byte or less, the values for which the condition holds.
    tried: FxHashMap<(ExprId, Leaf), (WordSet, bool)>,
}

impl Learner {
    /// A learner for the stages that a configuration switches on.
    pub(crate) fn for_config(config: &Config) -> Learner {
        let (boxes, equations) = (config.uses(Technique::Boxes), config.uses(Technique::Equalities));
        let quantifiers = config.uses(Technique::Quantifiers);
        Learner { boxes, equations, quantifiers, tuning: config.tuning, ..Learner::new(config.sets_in_use()) }
    }

    /// A learner with a given procedure, for every stage that can use what it learns.
    pub(crate) fn new(mode: ValueSets) -> Learner {
        Learner {
            mode,
            tuning: Tuning::default(),
            boxes: true,
            equations: true,
            quantifiers: true,
            computed: Cell::new(0),
            visited: 0,
            values: Evaluator::new(),
            cutting: Patience::default(),
            boxing: Patience::default(),
            time: Duration::ZERO,
            untimed: 0,
            copied: 0,
            only: FxHashMap::default(),
            readers: Readers::default(),
            images: Images::default(),
            tried: FxHashMap::default(),
        }
    }

    /// Forgets what was found out about terms, to save memory.
    pub(crate) fn forget(&mut self) {
        self.values = Evaluator::new();
        (self.only, self.tried) = (FxHashMap::default(), FxHashMap::default());
        (self.readers, self.images) = (Readers::default(), Images::default());
    }

    /// How many nodes of terms were visited to narrow sets and to find boxes.
    pub(crate) fn visited(&self) -> u64 {
        self.visited
    }

    /// How often sets were computed: 0 where they are switched off.
    pub(crate) fn computed(&self) -> u64 {
        self.computed.get()
    }

    /// Whether sets may be computed. Counts the computation that is about to happen.
    fn computes(&self) -> bool {
        let on = self.mode != ValueSets::Off;
        self.computed.set(self.computed.get() + u64::from(on));
        on
    }

    /// A set that contains all values of a term.
    pub(crate) fn values(&self, pool: &Pool, sets: &Sets, term: ExprId) -> WordSet {
        if !self.computes() {
            return as_known(pool, term);
        }
        match Leaf::of(pool, term) {
            Some(leaf) => sets.of(leaf).0,
            None => Reason::new(pool, sets.clone()).with_images(&self.images).evaluate(term).0,
        }
    }

    /// A set that contains all values of a term, found by visiting at most `nodes` nodes.
    pub(crate) fn obvious_values(&self, pool: &Pool, sets: &Sets, term: ExprId, nodes: u32) -> WordSet {
        if !self.computes() {
            return as_known(pool, term);
        }
        Reason::with_fuel(pool, sets.clone(), nodes).with_images(&self.images).evaluate(term).0
    }

    /// What is known with one more constraint; all of them hold in the model.
    pub(crate) fn learn(&mut self, pool: &Pool, known: &Learnt, constraint: ExprId, model: &Model) -> Learnt {
        if !self.computes() {
            return Learnt::nothing();
        }
        // The clock takes as long as a short constraint, so one in some is timed and stands for the others.
        self.untimed = (self.untimed + 1) % LEARNT_PER_CLOCK;
        let started = (self.untimed == 0).then(Instant::now);
        let learnt = match self.mode.procedure() {
            Some(procedure) => procedure.learn(pool, known, constraint),
            None => self.learn_one(pool, known, constraint, model),
        };
        self.time += started.map_or(Duration::ZERO, |started| started.elapsed() * LEARNT_PER_CLOCK);
        learnt
    }

    /// Whether a condition reads tables and depends on more than one leaf: all places of all tables would be
    /// visited, which classes of inputs do faster.
    fn is_costly(&mut self, pool: &Pool, condition: ExprId) -> bool {
        self.readers.reads(pool, condition)
            && self.only.entry(condition).or_insert_with(|| only_leaf(pool, condition)).is_none()
    }

    /// Narrows the sets by one more condition, unless that has long been useless with conditions of its kind.
    pub(crate) fn try_to_cut(&mut self, pool: &Pool, sets: &mut Sets, condition: ExprId) -> Result<bool, Empty> {
        if self.is_costly(pool, condition) {
            return Ok(false);
        }
        let Some(kind) = self.cutting.tries(pool, condition) else { return Ok(false) };
        let before = sets.clone();
        let result = self.cut(pool, sets, condition);
        self.cutting.note(kind, result != Ok(false) || !sets.same(&before));
        result
    }

    /// Narrows the sets by one more condition; returns whether they capture it exactly.
    pub(crate) fn cut(&mut self, pool: &Pool, sets: &mut Sets, condition: ExprId) -> Result<bool, Empty> {
        // Where tables are read, trying all values of a byte is faster than visiting all places, and it is done
        // only once.
        let reads = self.readers.reads(pool, condition);
        if reads && self.try_values(pool, sets, condition)? {
            return Ok(true);
        }
        let mut reason = Reason::new(pool, sets.clone()).with_images(&self.images);
        let result = reason.assume(condition, true);
        self.visited += reason.visited(SETS_FUEL);
        let cut = reason.sets;
        if result == Ok(false) && !reads {
            // From the sets before: narrowing may have lost some of their precision.
            if self.try_values(pool, sets, condition)? {
                return Ok(true);
            }
        }
        *sets = cut;
        result
    }

    /// Tries the values of the only leaf that a condition depends on, if there are few; changes nothing unless
    /// the result is exact.
    fn try_values(&mut self, pool: &Pool, sets: &mut Sets, condition: ExprId) -> Result<bool, Empty> {
        let Some(leaf) = *self.only.entry(condition).or_insert_with(|| only_leaf(pool, condition)) else {
            return Ok(false);
        };
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
        } else if known.has_at_most(SETS_TRIED / 4) {
            self.good_values(pool, leaf, condition, &known)
        } else {
            return Ok(false);
        };
        let mut cut = sets.clone();
        let exact = cut.cut(leaf, &good)? && kept;
        if exact {
            *sets = cut;
        }
        Ok(exact)
    }

    /// What is known with one more constraint, by our own procedure.
    fn learn_one(&mut self, pool: &Pool, known: &Learnt, constraint: ExprId, model: &Model) -> Learnt {
        let mut sets = known.sets.clone();
        let Ok(exact) = self.try_to_cut(pool, &mut sets, constraint) else {
            debug_assert!(false, "a constraint with a model leaves nothing: {}", pool.display(constraint));
            return Learnt::nothing();
        };
        if exact && known.is_exact() {
            return Learnt::exactly(sets);
        }
        let added = if exact { &[][..] } else { &[constraint] };
        let loose = [&known.loose[..], added].concat();
        if known.lost || loose.len() > self.tuning.sets_loose || sets.len() > SETS_LEAVES {
            return Learnt { sets, ..Learnt::nothing() };
        }
        let mut boxes = Vec::new();
        if self.boxes {
            boxes = self.try_boxes(pool, known, constraint, model);
        }
        if boxes.is_empty() && self.boxes {
            boxes.push(Sets::point(&sets, model));
        }
        Learnt { sets, loose, boxes, lost: false }
    }

    /// Looks for boxes, unless that has long been useless with conditions of this kind.
    fn try_boxes(&mut self, pool: &Pool, known: &Learnt, condition: ExprId, model: &Model) -> Vec<Sets> {
        if pool.array_axioms().by_interval() && self.readers.reads(pool, condition) {
            return Vec::new();
        }
        let Some(kind) = self.boxing.tries(pool, condition) else { return Vec::new() };
        let mut shrink = Shrink::new(pool, &mut self.values, model);
        let boxes = shrink.boxes(known.boxes(), condition, self.tuning.sets_boxes);
        self.visited += shrink.visited;
        self.boxing.note(kind, !boxes.is_empty());
        boxes
    }

    /// Products of sets that consist of models of what is known and of the condition, for answering a question.
    pub(crate) fn boxes(&mut self, pool: &Pool, known: &Learnt, condition: ExprId, model: &Model) -> Vec<Sets> {
        let mut shrink = Shrink::new(pool, &mut self.values, model);
        let boxes = shrink.middles(known.boxes(), condition);
        self.visited += shrink.visited;
        boxes
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

    /// What two slices without common input bytes say together.
    pub(crate) fn joined(&self, other: &Learnt) -> Learnt {
        let sets = self.sets.joined(&other.sets);
        let loose = [&self.loose[..], &other.loose[..]].concat();
        if self.lost || other.lost || !loose.is_empty() && sets.len() > SETS_LEAVES {
            return Learnt { sets, ..Learnt::nothing() };
        }
        let mut boxes = Vec::new();
        if !loose.is_empty() {
            let pairs = self.boxes().iter().flat_map(|one| other.boxes().iter().map(move |two| one.joined(two)));
            boxes.extend(pairs.take(SETS_JOINED_BOXES));
        }
        Learnt { sets, loose, boxes, lost: false }
    }

    /// Replaces a constraint by one that implies it.
    pub(crate) fn replace(&mut self, weaker: ExprId, stronger: ExprId) {
        let Some(place) = self.loose.iter().position(|&loose| loose == weaker) else { return };
        if self.loose.contains(&stronger) {
            self.loose.remove(place);
        } else {
            self.loose[place] = stronger;
        }
    }

    /// The knowledge that the models are exactly the product of these sets.
    pub(super) fn exactly(sets: Sets) -> Learnt {
        Learnt { sets, ..Learnt::default() }
    }

    /// The knowledge of nothing but products that consist of models; the constraint is one that the sets do not
    /// capture.
    pub(super) fn boxed(boxes: Vec<Sets>, constraint: ExprId) -> Learnt {
        Learnt { boxes, loose: vec![constraint], ..Learnt::default() }
    }

    /// Products that consist of models.
    pub(super) fn boxes(&self) -> &[Sets] {
        if self.is_exact() { std::slice::from_ref(&self.sets) } else { &self.boxes }
    }

    /// No knowledge at all.
    pub(crate) fn nothing() -> Learnt {
        Learnt { lost: true, ..Learnt::default() }
    }
}

/// The values that the term itself allows, whatever is known about inputs.
fn as_known(pool: &Pool, term: ExprId) -> WordSet {
    Reason::with_fuel(pool, Sets::default(), 0).evaluate(term).0
}

/// The only leaf that a term reads, if the term is small enough to be searched.
fn only_leaf(pool: &Pool, term: ExprId) -> Option<Leaf> {
    let mut found: Option<Leaf> = None;
    let mut pending = vec![term];
    for _ in 0..SETS_TRIED {
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
