//! The objects that a symbolic pointer comes from, seen from the way it was computed.
//!
//! C computes pointers from pointers: arithmetic stays within the object that it began in. So a pointer that is one of a few
//! addresses plus an offset denotes one of the objects at these addresses, and any other object that the sum reaches is an
//! overflow. Where each address comes from is in the pointer's term: a constant, a read of a table of pointers, a choice of
//! joined paths ([`expr::Choice`]). No question is needed to find the objects, and what depends on the object that is meant
//! (its contents, its size, whether it is live) is chosen as the address was, without a comparison of addresses.
//!
//! Trabish 2024, §3.2, reaches both by addresses that are symbols, which are moved with their objects. Here addresses stay
//! numbers, and it is the choice that moves: onto the objects' numbers, offsets or contents.

use expr::{Choice, ExprId, Op, Pool};

use crate::object::Object;
use crate::place::{Chosen, Claim, Leaf, Part, Parts, Place};
use crate::space::{AddressSpace, Ending, Entry, ObjectId, ObjectKind};
use crate::tuning::SEGMENT_BYTES;
use crate::value::Value;

/// No object is so large that an offset into it could be a difference of addresses of two regions.
const FARTHEST_OFFSET: u64 = 1 << 40;

/// The live object of each of some addresses and the offset in it, or `None` if no live object is there.
type Homes = Vec<Option<(ObjectId, u64)>>;

/// A pointer as one of a few addresses plus an offset.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The addresses.
    choice: Choice,
    /// The offset, 64 bits wide.
    rest: Value,
    /// Where each address lies.
    homes: Homes,
    /// Whether the pointer has none of the addresses without an object.
    surely_live: bool,
    /// The objects, by ascending address.
    objects: Vec<ObjectId>,
}

impl Provenance {
    /// The live objects that the pointer may come from, by ascending address.
    pub fn objects(&self) -> &[ObjectId] {
        &self.objects
    }

    /// Whether it is known that the pointer comes from a live object.
    pub fn is_surely_live(&self) -> bool {
        self.surely_live
    }

    /// The condition that the pointer comes from a live object.
    pub fn is_live(&self, pool: &mut Pool) -> ExprId {
        let gone: Vec<u64> = self.numbers().filter(|(_, home)| home.is_none()).map(|(number, _)| number).collect();
        match gone[..] {
            [] => pool.bool(true),
            // As the program would ask, which may have happened.
            [only] => {
                let only = pool.int(pool.width(self.choice.term), only);
                pool.ne(self.choice.term, only)
            }
            _ => pool.choose_numbers(&self.choice, 1, self.homes.iter().map(|home| u64::from(home.is_some()))),
        }
    }

    /// The condition that a pointer from a live object comes from this one.
    pub fn is_from(&self, pool: &mut Pool, object: ObjectId) -> ExprId {
        self.choose(pool, 1, |other, _| u64::from(other == object))
    }

    /// The object that the pointer comes from under one value of the addresses' term.
    pub fn object_at(&self, address: u64) -> Option<ObjectId> {
        let at = self.choice.numbers.binary_search(&address).ok()?;
        self.homes[at].map(|(object, _)| object)
    }

    /// The term that chooses between the addresses.
    pub fn address(&self) -> ExprId {
        self.choice.term
    }

    /// The same where the addresses are known to be among some: what would be at others does not matter.
    pub fn among(&self, possible: &[u64]) -> Provenance {
        let there = |number: &u64| possible.binary_search(number).is_ok();
        let known = self.choice.numbers.iter().zip(&self.homes);
        let homes: Homes = known.map(|(number, home)| home.filter(|_| there(number))).collect();
        if homes.iter().all(Option::is_none) {
            return self.clone();
        }
        let surely_live = self.numbers().all(|(number, home)| home.is_some() || !there(&number));
        let is_home = |&object: &ObjectId| homes.iter().flatten().any(|&(other, _)| other == object);
        let objects = self.objects.iter().copied().filter(is_home).collect();
        Provenance { choice: self.choice.clone(), rest: self.rest, homes, surely_live, objects }
    }

    fn numbers(&self) -> impl Iterator<Item = (u64, Option<(ObjectId, u64)>)> {
        self.choice.numbers.iter().copied().zip(self.homes.iter().copied())
    }

    /// A number for each address, as a choice. Addresses without an object count as the first one that has one.
    fn choose(&self, pool: &mut Pool, width: u32, number: impl Fn(ObjectId, u64) -> u64) -> ExprId {
        let (first, offset) = self.homes.iter().flatten().next().expect("a pointer comes from some object");
        let otherwise = number(*first, *offset);
        let numbers = self.homes.iter().map(|home| home.map_or(otherwise, |(object, offset)| number(object, offset)));
        pool.choose_numbers(&self.choice, width, numbers)
    }
}

impl AddressSpace {
    /// The objects of a pointer that is one of several addresses, all of them in live objects. Unlike an address with an offset
    /// that is known, this says more than a constant within the pointer's term, which may be the address of one of the objects
    /// only by the way the term is written.
    pub fn provenance_of_addresses(&self, pool: &Pool, pointer: ExprId) -> Option<Provenance> {
        let choice = pool.choice(pointer)?;
        let homes: Homes = choice.numbers.iter().map(|&number| self.home_of(number)).collect();
        if !homes.iter().all(Option::is_some) {
            return None;
        }
        let provenance = self.with_objects(choice, homes, Value::Int(0));
        (provenance.objects.len() > 1).then_some(provenance)
    }

    fn with_objects(&self, choice: Choice, homes: Homes, rest: Value) -> Provenance {
        let mut objects: Vec<ObjectId> = homes.iter().flatten().map(|&(object, _)| object).collect();
        objects.sort_unstable_by_key(|&object| self.entry(object).base);
        objects.dedup();
        let surely_live = homes.iter().all(Option::is_some);
        Provenance { choice, rest, homes, surely_live, objects }
    }

    /// The objects that a pointer comes from, if its term shows that.
    pub fn provenance(&self, pool: &mut Pool, pointer: ExprId) -> Option<Provenance> {
        let mut found: Option<(Choice, Homes)> = None;
        let (mut rest, mut constant) = (pool.int(64, 0), 0u64);
        for summand in summands(pool, pointer) {
            if let Some(number) = pool.as_u64(summand) {
                constant = constant.wrapping_add(number);
                continue;
            }
            let Some(choice) = pool.choice(summand) else {
                rest = pool.add(rest, summand);
                continue;
            };
            let homes: Homes = choice.numbers.iter().map(|&number| self.home_of(number)).collect();
            if homes.iter().any(Option::is_some) {
                if found.replace((choice, homes)).is_some() {
                    // Two addresses in one sum: which of them is the pointer is not seen.
                    return None;
                }
            } else if choice.numbers.iter().any(|&number| (number as i64).unsigned_abs() >= FARTHEST_OFFSET) {
                // Another address was subtracted, so the first one need not be what is meant.
                return None;
            } else {
                rest = pool.add(rest, summand);
            }
        }
        let (mut choice, mut homes) = found?;
        let by = pool.int(64, constant);
        if self.leads_elsewhere(&choice, &homes, constant) {
            let moved = pool.add(choice.term, by);
            choice = pool.choice(moved)?;
            homes = choice.numbers.iter().map(|&number| self.home_of(number)).collect();
        } else {
            rest = pool.add(rest, by);
        }
        let rest = Value::from_expr(pool, rest);
        Some(self.with_objects(choice, homes, rest))
    }

    /// Whether a constant leads from each address out of its object, and from some into another. Then the addresses were
    /// subtracted from each other, and the constant has the address that is meant: `copy + (end - begin)`.
    fn leads_elsewhere(&self, choice: &Choice, homes: &Homes, constant: u64) -> bool {
        let leaves = |home: &Option<(ObjectId, u64)>| {
            home.is_none_or(|(object, offset)| offset.wrapping_add(constant) > self.entry(object).extent())
        };
        let arrives = |&number: &u64| self.home_of(number.wrapping_add(constant)).is_some();
        constant != 0 && homes.iter().all(leaves) && choice.numbers.iter().any(arrives)
    }

    /// The live object that contains an address or ends at it, and the offset in it.
    fn home_of(&self, address: u64) -> Option<(ObjectId, u64)> {
        let found = self.find(address).or_else(|| self.find(address.wrapping_sub(1)))?;
        let entry = self.entry(found.object);
        entry.is_live().then(|| (found.object, address - entry.base))
    }

    /// Whether all objects that a pointer may come from can be accessed together: none ends by its contents or is larger
    /// than `most` bytes.
    pub fn can_be_chosen(&self, provenance: &Provenance, most: u64) -> bool {
        provenance.objects.iter().all(|&object| {
            let entry = self.entry(object);
            !matches!(entry.ending, Some(Ending::String { .. })) && entry.extent() <= most
        })
    }

    /// Whether the `len` bytes that a pointer points to are made of numbers alone, whichever object it comes from.
    pub fn holds_numbers(&self, pool: &Pool, provenance: &Provenance, len: u64) -> bool {
        let Value::Int(rest) = provenance.rest else {
            let contents = || provenance.objects.iter().map(|&object| self.entry(object).object());
            let few = contents().map(Object::size).sum::<u64>() <= SEGMENT_BYTES;
            return few && contents().all(|object| object.is_of_numbers(pool, 0, object.size()));
        };
        provenance.homes.iter().flatten().all(|&(object, offset)| {
            let (object, start) = (self.entry(object).object(), offset.wrapping_add(rest));
            let fits = start.checked_add(len).is_some_and(|end| end <= object.size());
            !fits || object.is_of_numbers(pool, start, len)
        })
    }

    /// The `len` bytes that a pointer points to, as a place in one of the objects that it comes from. The condition says that
    /// the bytes lie within that object. The caller must know that the pointer comes from a live object.
    pub fn claim_chosen(&self, pool: &mut Pool, provenance: &Provenance, len: u64) -> Claim {
        let condition = self.chosen_inside(pool, provenance, len);
        // Addresses at which the access would fail are not there on the path.
        let leaf = |&(object, offset): &(ObjectId, u64)| {
            let last = self.entry(object).extent().checked_sub(len)?;
            let fits = provenance.rest.as_int().is_none_or(|rest| offset.wrapping_add(rest) <= last);
            fits.then(|| Leaf { at: self.position(object), offset })
        };
        let leaves: Vec<Option<Leaf>> = provenance.homes.iter().map(|home| home.as_ref().and_then(leaf)).collect();
        let Some(&first) = leaves.iter().flatten().next() else {
            let nowhere = pool.bool(false);
            let first = Part { at: self.position(provenance.objects[0]), offset: Value::Int(0) };
            return Claim::new(nowhere, Place { parts: Parts::One(first), len });
        };
        let leaves = leaves.into_iter().map(|leaf| leaf.unwrap_or(first)).collect();
        let chosen = Chosen { choice: provenance.choice.clone(), leaves, rest: provenance.rest };
        Claim::new(condition, Place { parts: Parts::Chosen(chosen.into()), len })
    }

    /// The texts that a pointer points to, with the zeros that end them, as a place in one of the objects that it comes from: as
    /// many bytes as the longest has. `None` if it is not seen where each text ends.
    pub fn chosen_texts(&self, provenance: &Provenance) -> Option<Place> {
        let rest = provenance.rest.as_int()?;
        let mut longest = 0;
        let mut leaf = |&(object, offset): &(ObjectId, u64)| {
            let entry = self.entry(object);
            let start = offset.wrapping_add(rest);
            let room = entry.extent().checked_sub(start).filter(|_| entry.ending.is_none())?;
            let length = entry.object().concrete_until(start, room, &[0]);
            let ends = length < room && entry.object().concrete_word(start + length, 1) == Some(0);
            longest = longest.max(length + 1);
            ends.then(|| Leaf { at: self.position(object), offset })
        };
        let leaves: Vec<Leaf> = provenance.homes.iter().flatten().map(&mut leaf).collect::<Option<_>>()?;
        let mut known = leaves.iter();
        let first = *known.clone().next()?;
        let homes = provenance.homes.iter();
        let leaves = homes.map(|home| home.and_then(|_| known.next().copied()).unwrap_or(first)).collect();
        let chosen = Chosen { choice: provenance.choice.clone(), leaves, rest: provenance.rest };
        Some(Place { parts: Parts::Chosen(chosen.into()), len: longest })
    }

    fn chosen_inside(&self, pool: &mut Pool, provenance: &Provenance, len: u64) -> ExprId {
        let is_sized = |entry: &Entry| entry.ending.is_none();
        if !provenance.objects.iter().all(|&object| is_sized(self.entry(object))) {
            return self.each_inside(pool, provenance, len);
        }
        let room = |object| self.entry(object).extent().checked_sub(len);
        match provenance.rest {
            Value::Int(rest) => provenance.choose(pool, 1, |object, offset| {
                u64::from(room(object).is_some_and(|room| offset.wrapping_add(rest) <= room))
            }),
            Value::Expr(rest) => {
                let has_room = provenance.choose(pool, 1, |object, _| u64::from(room(object).is_some()));
                let offset = provenance.choose(pool, 64, |_, offset| offset);
                let offset = pool.add(offset, rest);
                let room = provenance.choose(pool, 64, |object, _| room(object).unwrap_or(0));
                let inside = pool.ule(offset, room);
                pool.and(has_room, inside)
            }
        }
    }

    /// Like [`AddressSpace::chosen_inside`] for objects whose sizes are terms.
    fn each_inside(&self, pool: &mut Pool, provenance: &Provenance, len: u64) -> ExprId {
        let rest = provenance.rest.to_expr(pool, 64);
        let pointer = pool.add(provenance.choice.term, rest);
        let mut all = pool.bool(true);
        for &object in &provenance.objects {
            let here = provenance.is_from(pool, object);
            let claim = self.claim(pool, pointer, object, len);
            let fine = pool.implies(here, claim.condition());
            all = pool.and(all, fine);
        }
        all
    }

    /// The condition that a pointer comes from an object that may be written.
    pub fn is_writable_in_all(&self, pool: &mut Pool, provenance: &Provenance) -> ExprId {
        provenance.choose(pool, 1, |object, _| u64::from(self.entry(object).kind != ObjectKind::Constant))
    }

    /// The parts of a place that was chosen: the condition of each object, and the offset in it.
    pub(crate) fn parts_of_chosen(&self, pool: &mut Pool, chosen: &Chosen) -> Vec<(ExprId, Part)> {
        let mut leaves: Vec<Leaf> = chosen.leaves.clone();
        let key = |leaf: &Leaf| (leaf.at.region, leaf.at.index, leaf.offset);
        leaves.sort_unstable_by_key(key);
        leaves.dedup_by_key(|leaf| key(leaf));
        leaves
            .into_iter()
            .map(|leaf| {
                let here = chosen.leaves.iter().map(|&other| u64::from(other == leaf));
                let here = pool.choose_numbers(&chosen.choice, 1, here);
                (here, Part { at: leaf.at, offset: chosen.offset_of(pool, leaf) })
            })
            .collect()
    }
}

impl Chosen {
    /// The offset of the place if this is the address.
    pub(crate) fn offset_of(&self, pool: &mut Pool, leaf: Leaf) -> Value {
        match self.rest {
            Value::Int(rest) => Value::Int(leaf.offset.wrapping_add(rest)),
            Value::Expr(rest) => {
                let offset = pool.int(64, leaf.offset);
                let sum = pool.add(offset, rest);
                Value::from_expr(pool, sum)
            }
        }
    }
}

/// The summands of a sum. A term that is no sum is its only summand.
fn summands(pool: &Pool, term: ExprId) -> Vec<ExprId> {
    let (mut found, mut open) = (Vec::new(), vec![term]);
    while let Some(at) = open.pop() {
        match pool.node(at).op {
            Op::Add => open.extend(pool.node(at).children()),
            _ => found.push(at),
        }
    }
    found
}
