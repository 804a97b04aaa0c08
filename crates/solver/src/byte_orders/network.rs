//! A network of bytes: the values each may have, and how functions of two of them compare.
//!
//! Two kinds of knowledge are kept about what was assumed. Functions of bytes are ordered, and the order is
//! closed under transitivity. And each byte has a set of values, from which those are removed that have no
//! partner in the set of another byte (arc consistency; Mackworth, "Consistency in networks of relations",
//! 1977). Neither is complete: [`Network::solution`] tries values.

use std::sync::Arc;

use expr::ExprId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tuning::{BYTE_ORDERS_FUNCTION, BYTE_ORDERS_RELATIONS};

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Set([u64; 4]);

impl Set {
    const ALL: Set = Set([u64::MAX; 4]);

    pub(crate) fn of(holds: impl Fn(u8) -> bool) -> Set {
        Set(std::array::from_fn(|word| {
            (0..64).fold(0, |bits, bit| bits | u64::from(holds((64 * word + bit) as u8)) << bit)
        }))
    }

    fn only(value: u8) -> Set {
        let mut set = Set([0; 4]);
        set.0[usize::from(value >> 6)] = 1 << (value & 63);
        set
    }

    fn and(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    fn not(self) -> Set {
        Set(self.0.map(|word| !word))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn contains(self, value: u8) -> bool {
        self.0[usize::from(value >> 6)] >> (value & 63) & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (0..4u8).flat_map(move |word| {
            let mut rest = self.0[usize::from(word)];
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
                rest &= rest - 1;
                Some(word << 6 | bit)
            })
        })
    }
}

/// One of the input bytes, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Variable(pub(crate) u32);

/// A function from bytes to words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Function(u32);

/// A function of one of the bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct View {
    pub(crate) of: Variable,
    pub(crate) function: Function,
}

/// A condition on one or two bytes, which is true or false under an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// A byte is in a set.
    In(Variable, Set),
    /// A function of one byte is less than a function of another.
    Less(View, View),
    /// A function of one byte is equal to a function of another.
    Equal(View, View),
}

/// Functions of a byte, interned by their values, and relations between them.
#[derive(Default)]
pub(crate) struct Functions {
    numbers: FxHashMap<Arc<[u64]>, Function>,
    values: Vec<Arc<[u64]>>,
    /// The functions that terms of one byte compute.
    terms: FxHashMap<ExprId, Function>,
    relations: FxHashMap<(Function, Function, bool), Arc<Relation>>,
    /// For a function and a byte, see [`Functions::same_as`].
    same: FxHashMap<(Function, u8), (Set, u64)>,
    /// For a function and a constant, see [`Functions::compared`].
    compared: FxHashMap<(Function, u64, Comparison), Set>,
}

/// How a function of a byte is compared with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Comparison {
    Below,
    Above,
    Equal,
}

/// For each value of one byte, the values of another that are related to it; in both directions.
struct Relation([Vec<Set>; 2]);

impl Functions {
    /// The function with these 256 values.
    pub(crate) fn number(&mut self, values: &[u64]) -> Function {
        debug_assert_eq!(values.len(), 256);
        if let Some(&known) = self.numbers.get(values) {
            return known;
        }
        let (values, number): (Arc<[u64]>, _) = (values.into(), Function(self.values.len() as u32));
        self.values.push(values.clone());
        self.numbers.insert(values, number);
        number
    }

    /// The values of a function.
    pub(crate) fn values(&self, function: Function) -> &Arc<[u64]> {
        &self.values[function.0 as usize]
    }

    /// The function that a term computes, if that is known.
    pub(crate) fn of_term(&self, term: ExprId) -> Option<Function> {
        self.terms.get(&term).copied()
    }

    /// Notes the 256 values of a term.
    pub(crate) fn note_term(&mut self, term: ExprId, values: &[u64], work: &mut u64) {
        *work = work.saturating_sub(BYTE_ORDERS_FUNCTION);
        let number = self.number(values);
        self.terms.insert(term, number);
    }

    /// The bytes for which a function has the same value as for this one, and how many different values it has.
    pub(crate) fn same_as(&mut self, function: Function, byte: u8, work: &mut u64) -> (Set, u64) {
        if let Some(&known) = self.same.get(&(function, byte)) {
            return known;
        }
        *work = work.saturating_sub(BYTE_ORDERS_FUNCTION);
        let values = self.values(function);
        let now = values[usize::from(byte)];
        let set = Set::of(|byte| values[usize::from(byte)] == now);
        let different = values.iter().collect::<FxHashSet<_>>().len() as u64;
        self.same.insert((function, byte), (set, different));
        (set, different)
    }

    /// The bytes for which a function is below a constant, above it, or equal to it.
    pub(crate) fn compared(
        &mut self,
        function: Function,
        constant: u64,
        comparison: Comparison,
        work: &mut u64,
    ) -> Set {
        if let Some(&known) = self.compared.get(&(function, constant, comparison)) {
            return known;
        }
        *work = work.saturating_sub(BYTE_ORDERS_FUNCTION / 4);
        let values = self.values(function);
        let set = match comparison {
            Comparison::Below => Set::of(|byte| values[usize::from(byte)] < constant),
            Comparison::Above => Set::of(|byte| values[usize::from(byte)] > constant),
            Comparison::Equal => Set::of(|byte| values[usize::from(byte)] == constant),
        };
        self.compared.insert((function, constant, comparison), set);
        set
    }

    /// Forgets everything if there is too much of it. Called between questions.
    pub(crate) fn tidy(&mut self) {
        let sets = self.same.len() + self.compared.len();
        if self.relations.len() > BYTE_ORDERS_RELATIONS
            || self.values.len() > 16 * BYTE_ORDERS_RELATIONS
            || self.terms.len() + sets > 256 * BYTE_ORDERS_RELATIONS
        {
            *self = Functions::default();
        }
    }

    fn relation(&mut self, one: Function, other: Function, less: bool) -> Arc<Relation> {
        let (values, others) = (self.values(one).clone(), self.values(other).clone());
        let made = self.relations.entry((one, other, less)).or_insert_with(|| {
            let fits = |a: u64, b: u64| if less { a < b } else { a == b };
            let forward = values.iter().map(|&a| Set::of(|b| fits(a, others[usize::from(b)])));
            let backward = others.iter().map(|&b| Set::of(|a| fits(values[usize::from(a)], b)));
            Arc::new(Relation([forward.collect(), backward.collect()]))
        });
        made.clone()
    }
}

/// A relation between two bytes that must, or must not, hold.
#[derive(Clone)]
struct Bond {
    ends: [Variable; 2],
    relation: Arc<Relation>,
    holds: bool,
}

/// What was assumed about the bytes.
#[derive(Clone)]
pub(crate) struct Network {
    sets: Vec<Set>,
    arcs: Vec<Bond>,
    views: Vec<View>,
    /// For each view, as a bit set: the views that it is at most (itself included), less than, and different
    /// from.
    up_to: Vec<u64>,
    below: Vec<u64>,
    apart: Vec<u64>,
}

/// The question has become too large.
#[derive(Debug)]
pub(crate) struct TooMuch;

/// The most views a network may have: a set of them is one word.
const VIEWS: usize = 64;

impl Network {
    /// A network of some bytes about which nothing is known.
    pub(crate) fn new(bytes: usize) -> Network {
        Network {
            sets: vec![Set::ALL; bytes],
            arcs: Vec::new(),
            views: Vec::new(),
            up_to: Vec::new(),
            below: Vec::new(),
            apart: Vec::new(),
        }
    }

    /// Whether an atom is true or false by what was assumed, as far as that is known without a search.
    pub(crate) fn known(&self, atom: Atom) -> Option<bool> {
        match atom {
            Atom::In(byte, set) => {
                let values = self.sets[byte.0 as usize];
                if values.and(set.not()).is_empty() { Some(true) } else { values.and(set).is_empty().then_some(false) }
            }
            Atom::Less(one, other) => {
                let (one, other) = (self.find(one)?, self.find(other)?);
                match (self.below[one] >> other & 1, self.up_to[other] >> one & 1) {
                    (1, _) => Some(true),
                    (_, 1) => Some(false),
                    _ => None,
                }
            }
            Atom::Equal(one, other) => {
                let (one, other) = (self.find(one)?, self.find(other)?);
                let both = self.up_to[one] >> other & self.up_to[other] >> one & 1;
                let never = (self.below[one] | self.apart[one]) >> other | self.below[other] >> one;
                match (both, never & 1) {
                    (1, _) => Some(true),
                    (_, 1) => Some(false),
                    _ => None,
                }
            }
        }
    }

    /// Assumes an atom or, if not `holds`, its negation; false if that is a contradiction. The work done is
    /// subtracted from `work`.
    pub(crate) fn assume(
        &mut self,
        functions: &mut Functions,
        atom: Atom,
        holds: bool,
        work: &mut u64,
    ) -> Result<bool, TooMuch> {
        let (one, other, less) = match atom {
            Atom::In(byte, set) => {
                let values = &mut self.sets[byte.0 as usize];
                *values = values.and(if holds { set } else { set.not() });
                return if values.is_empty() { Ok(false) } else { self.narrow(vec![byte], work) };
            }
            Atom::Less(one, other) => (one, other, true),
            Atom::Equal(one, other) => (one, other, false),
        };
        let (a, b) = (self.view(one)?, self.view(other)?);
        let consistent = match (less, holds) {
            (true, true) => self.order(a, b, true),
            (true, false) => self.order(b, a, false),
            (false, true) => self.order(a, b, false) && self.order(b, a, false),
            (false, false) => self.part(a, b),
        };
        if !consistent {
            return Ok(false);
        }
        let relation = functions.relation(one.function, other.function, less);
        self.arcs.push(Bond { ends: [one.of, other.of], relation, holds });
        self.narrow(vec![one.of, other.of], work)
    }

    /// Values for all bytes, close to the given ones; `None` if there are none.
    pub(crate) fn solution(&self, near: &[u8], work: &mut u64) -> Result<Option<Vec<u8>>, TooMuch> {
        let open = self.sets.iter().enumerate().filter(|(_, set)| set.len() > 1).min_by_key(|(_, set)| set.len());
        let Some((byte, &set)) = open else {
            return Ok(Some(self.sets.iter().map(|set| set.iter().next().expect("no set is empty")).collect()));
        };
        // A byte that nothing else is compared with may be anything.
        let mut left = set;
        while let Some(value) = Some(near[byte]).filter(|&value| left.contains(value)).or_else(|| left.iter().next()) {
            let only = Set::only(value);
            let mut chosen = self.clone();
            chosen.sets[byte] = only;
            if chosen.narrow(vec![Variable(byte as u32)], work)?
                && let Some(solution) = chosen.solution(near, work)?
            {
                return Ok(Some(solution));
            }
            left = left.and(only.not());
        }
        Ok(None)
    }

    fn find(&self, view: View) -> Option<usize> {
        self.views.iter().position(|&known| known == view)
    }

    fn view(&mut self, view: View) -> Result<usize, TooMuch> {
        if let Some(place) = self.find(view) {
            return Ok(place);
        }
        let place = self.views.len();
        if place == VIEWS {
            return Err(TooMuch);
        }
        self.views.push(view);
        self.up_to.push(1 << place);
        self.below.push(0);
        self.apart.push(0);
        Ok(place)
    }

    /// Assumes that one view is at most another, or less than it; false if that is a contradiction.
    fn order(&mut self, one: usize, other: usize, less: bool) -> bool {
        let less = less || self.apart[one] >> other & 1 == 1;
        let (above, far_above) = (self.up_to[other], self.below[other]);
        for place in 0..self.views.len() {
            if self.up_to[place] >> one & 1 == 0 {
                continue;
            }
            let strictly = less || self.below[place] >> one & 1 == 1;
            self.up_to[place] |= above;
            self.below[place] |= if strictly { above } else { far_above };
            if self.below[place] >> place & 1 == 1 {
                return false;
            }
        }
        true
    }

    /// Assumes that two views differ; false if that is a contradiction.
    fn part(&mut self, one: usize, other: usize) -> bool {
        self.apart[one] |= 1 << other;
        self.apart[other] |= 1 << one;
        (self.up_to[one] >> other & 1 == 0 || self.order(one, other, true))
            && (self.up_to[other] >> one & 1 == 0 || self.order(other, one, true))
    }

    /// Removes values without a partner from the sets, starting from bytes whose sets have shrunk; false if a
    /// set becomes empty.
    fn narrow(&mut self, mut changed: Vec<Variable>, work: &mut u64) -> Result<bool, TooMuch> {
        while let Some(byte) = changed.pop() {
            for arc in &self.arcs {
                for (end, from) in [(0, 1), (1, 0)] {
                    if arc.ends[from] != byte {
                        continue;
                    }
                    let target = arc.ends[end];
                    let (values, partners) = (self.sets[target.0 as usize], self.sets[byte.0 as usize]);
                    *work = work.checked_sub(u64::from(values.len() / 4) + 4).ok_or(TooMuch)?;
                    let mut left = values;
                    for value in values.iter() {
                        let row = arc.relation.0[end][usize::from(value)];
                        let row = if arc.holds { row } else { row.not() };
                        if row.and(partners).is_empty() {
                            left.0[usize::from(value >> 6)] &= !(1 << (value & 63));
                        }
                    }
                    if left.is_empty() {
                        return Ok(false);
                    }
                    if left != values {
                        self.sets[target.0 as usize] = left;
                        if !changed.contains(&target) {
                            changed.push(target);
                        }
                    }
                }
            }
        }
        Ok(true)
    }
}
