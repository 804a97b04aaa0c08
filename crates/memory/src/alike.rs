//! Making spaces alike before they are joined: objects at the same address correspond, whichever path made them.
//!
//! Two sides of a branch that allocate memory give it the same address, as a rule, since addresses only grow. Such
//! objects may differ in their number, in where the program made them and in size, and still become one: its site and
//! its size are chosen like its contents. As objects are told apart by their addresses alone, no pointer changes, so
//! nothing has to be known about which words are pointers, and what was computed from an address stays right.
//!
//! Of an object that is larger on one path than on another, the bytes that the smaller one lacks are those of the larger
//! one: on the path of the smaller one no access reaches them.
//!
//! What is left out: objects that exist on one path only, or were freed on one only.

use expr::Pool;

use crate::join::Choose;
use crate::object::{Content, Object};
use crate::space::{AddressSpace, Ending, Entry, ObjectKind, Position, Region};
use crate::value::Value;

/// Spaces with the same objects, apart from contents, and what these objects were called before.
pub struct Alike {
    spaces: Vec<AddressSpace>,
    made: Vec<Made>,
}

/// An object that was made in different ways.
struct Made {
    at: Position,
    /// The site in each space.
    sites: Vec<Value>,
    /// The size in each space.
    sizes: Vec<Value>,
    /// The number of bytes that are known to exist in all spaces.
    least: u64,
    ending: Option<Ending>,
}

impl Entry {
    /// Whether two objects at the same place of their spaces can become one.
    fn corresponds(&self, other: &Entry) -> bool {
        if self.is_like(other) {
            return true;
        }
        let is_sized = |entry: &Entry| !matches!(entry.ending, Some(Ending::String { .. }));
        let is_heap = self.kind.is_allocated() || self.kind == ObjectKind::Freed;
        (self.base, self.kind) == (other.base, other.kind) && is_heap && is_sized(self) && is_sized(other)
    }
}

impl Object {
    /// The object with the end of a larger one behind its own bytes. Neither has bytes in an array.
    fn extended_like(&self, larger: &Object) -> Object {
        let mut object = larger.clone();
        object.replace_beginning(self);
        object
    }

    /// Whether a byte of the object is in an array.
    fn is_backed(&self) -> bool {
        self.runs.iter().any(|run| run.content == Content::Backing)
    }
}

impl AddressSpace {
    /// Spaces like the given ones, but with the same objects apart from contents. `None` if objects do not correspond.
    pub fn alike(spaces: &[&AddressSpace]) -> Option<Alike> {
        let (first, others) = spaces.split_first()?;
        let mut made = Vec::new();
        for region in [Region::Global, Region::Heap, Region::Stack] {
            let count = first.entries(region);
            if others.iter().any(|space| space.entries(region) != count) {
                return None;
            }
            for index in 0..count {
                let at = Position { region, index: index as u32 };
                let entry = first.entry_at(at);
                if others.iter().all(|space| entry.is_like(space.entry_at(at))) {
                    continue;
                }
                if !others.iter().all(|space| entry.corresponds(space.entry_at(at))) {
                    return None;
                }
                made.push(Made::new(at, spaces));
            }
        }
        let mut spaces: Vec<AddressSpace> = spaces.iter().map(|&space| space.clone()).collect();
        made.iter().try_for_each(|made| made.level(&mut spaces))?;
        Some(Alike { spaces, made })
    }
}

#[cfg(test)]
impl AddressSpace {
    fn heap_kinds(&self) -> Vec<(u64, ObjectKind)> {
        let entries = (0..self.entries(Region::Heap) as u32).map(|index| Position { region: Region::Heap, index });
        entries.map(|at| self.entry_at(at)).map(|entry| (entry.base, entry.kind)).collect()
    }
}

impl Made {
    fn new(at: Position, spaces: &[&AddressSpace]) -> Made {
        let entries: Vec<&Entry> = spaces.iter().map(|space| space.entry_at(at)).collect();
        let site = |entry: &&Entry| entry.sites.map_or(Value::Int(u64::from(entry.site)), Value::Expr);
        Made {
            at,
            sites: entries.iter().map(site).collect(),
            sizes: entries.iter().map(|entry| entry.whole_size().value()).collect(),
            least: entries.iter().map(|entry| entry.size).min().unwrap_or(0),
            ending: entries[0].ending,
        }
    }

    /// Gives the object the same name and the same number of bytes in all spaces.
    fn level(&self, spaces: &mut [AddressSpace]) -> Option<()> {
        let first = spaces[0].entry_at(self.at).clone();
        let extents = || spaces.iter().map(|space| space.entry_at(self.at).extent());
        let most = extents().max()?;
        let largest = extents().position(|extent| extent == most)?;
        let larger = spaces[largest].entry_at(self.at).shared_object();
        for space in spaces {
            let entry = space.entry_at_mut(self.at);
            if entry.extent() < most {
                if entry.object().is_backed() || larger.is_backed() {
                    return None;
                }
                let extended = entry.object().extended_like(&larger);
                entry.replace_object(extended);
            }
            (entry.id, entry.site, entry.sites) = (first.id, first.site, first.sites);
            (entry.size, entry.ending) = (most, None);
        }
        Some(())
    }

    /// Gives the joined object a site and a size by which path was taken.
    fn choose(&self, pool: &mut Pool, joined: &mut AddressSpace, choose: Choose<'_>) {
        let site = choose(pool, &self.sites, 32).to_expr(pool, 32);
        let size = choose(pool, &self.sizes, 64);
        let entry = joined.entry_at_mut(self.at);
        entry.sites = Some(site);
        if entry.kind == ObjectKind::Freed {
            // The addresses up to the greatest size belong to it; on which path they did is asked when they are used.
            entry.ending = if self.differs() { Some(Ending::Size(size.to_expr(pool, 64))) } else { self.ending };
        } else if size != Value::Int(entry.size) {
            entry.ending = Some(Ending::Size(size.to_expr(pool, 64)));
            entry.size = self.least;
        }
    }

    /// Whether the size differs.
    fn differs(&self) -> bool {
        self.sizes.iter().any(|size| *size != self.sizes[0])
    }
}

impl Alike {
    /// The spaces.
    pub fn spaces(&self) -> Vec<&AddressSpace> {
        self.spaces.iter().collect()
    }

    /// The number of objects whose size differs.
    pub fn sizes(&self) -> usize {
        self.made.iter().filter(|made| made.differs()).count()
    }

    /// Chooses, in the space that the spaces were joined to, what was made alike.
    pub fn choose(&self, pool: &mut Pool, joined: &mut AddressSpace, choose: Choose<'_>) {
        self.made.iter().for_each(|made| made.choose(pool, joined, choose));
    }
}

#[cfg(test)]
mod tests {
    use expr::{Evaluator, ExprId, Model};
    use test_support::Random;

    use super::*;
    use crate::{Allocation, ObjectId};

    fn allocate(space: &mut AddressSpace, size: u64, site: u32) -> ObjectId {
        let request = Allocation { kind: ObjectKind::Heap, size, align: 16, site };
        let base = space.bump_address(&request).expect("there is room");
        space.insert(base, request)
    }

    fn write(space: &mut AddressSpace, pool: &mut Pool, object: ObjectId, offset: u64, len: u32, value: Value) {
        let place = space.whole(object).into();
        space.write(pool, &place, offset, len, value, &mut |_, _| None);
    }

    /// Random changes of a space: a new object at the end, numbers and terms written, objects freed.
    fn change(space: &mut AddressSpace, pool: &mut Pool, rng: &mut Random) {
        let size = 1 + rng.below(24) as u64;
        let new = allocate(space, size, rng.below(3) as u32);
        let live: Vec<ObjectId> = space.live().map(|entry| entry.id).collect();
        for _ in 0..rng.below(4) {
            let object = live[rng.below(live.len())];
            let len = [1, 2, 4, 8][rng.below(4)].min(space.entry(object).extent());
            let offset = rng.below((space.entry(object).extent() - len + 1) as usize) as u64;
            let width = 8 * len as u32;
            let value = match rng.below(3) {
                0 => Value::Expr(pool.symbol("input", width)),
                _ => Value::Int(rng.below(200) as u64),
            };
            write(space, pool, object, offset, len as u32, value);
        }
        match rng.below(6) {
            0 => space.free(new),
            1 => space.free(live[0]),
            _ => {}
        }
    }

    /// Random pairs of spaces from a common root: if they are joined, then on each path every object of the joined
    /// space has the size, the site and the bytes of the path's own.
    #[test]
    fn joined_heaps_are_those_of_the_path() {
        let (mut joins, mut sizes, mut refused) = (0, 0, 0);
        for seed in 0..400 {
            let (mut rng, mut pool) = (Random::new(seed), Pool::new());
            let mut root = AddressSpace::default();
            let old = allocate(&mut root, 16, 7);
            write(&mut root, &mut pool, old, 0, 8, Value::Int(99));
            let mut spaces = [root.clone(), root];
            spaces.iter_mut().for_each(|space| change(space, &mut pool, &mut rng));
            let [one, other] = &spaces;
            let both = [one, other];
            let Some(alike) = AddressSpace::alike(&both) else {
                let kinds = |space: &AddressSpace| space.heap_kinds();
                assert_ne!(kinds(one), kinds(other), "the same kinds at the same addresses correspond");
                refused += 1;
                continue;
            };
            sizes += alike.sizes();
            joins += 1;
            let symbol = pool.symbol_id("taken", 1);
            let taken = pool.symbol_term(symbol);
            let mut choose = |pool: &mut Pool, values: &[Value], width: u32| {
                let [a, b] = [values[0], values[1]].map(|value| value.to_expr(pool, width));
                let term = pool.ite(taken, a, b);
                Value::from_expr(pool, term)
            };
            let differences = AddressSpace::differences(&alike.spaces(), 1000).expect("they are alike");
            let mut joined = AddressSpace::joined(&mut pool, &alike.spaces(), &differences, &mut choose);
            alike.choose(&mut pool, &mut joined, &mut choose);
            for (space, bit) in [(one, 1), (other, 0)] {
                let model = Model::default().with_bytes([(symbol, 0, bit)]);
                let eval = |pool: &Pool, term: ExprId| Evaluator::default().eval_u64(pool, &model, term);
                for index in 0..space.entries(Region::Heap) {
                    let at = Position { region: Region::Heap, index: index as u32 };
                    let (own, chosen) = (space.entry_at(at), joined.entry_at(at));
                    assert_eq!((own.base, own.kind), (chosen.base, chosen.kind));
                    let site = chosen.sites.map_or(u64::from(chosen.site), |term| eval(&pool, term));
                    assert_eq!(site, u64::from(own.site));
                    let size = chosen.whole_size().value().to_expr(&mut pool, 64);
                    assert_eq!(eval(&pool, size), own.size, "seed {seed}");
                    if !own.is_live() {
                        assert!(own.size <= chosen.size);
                        continue;
                    }
                    assert!(chosen.size <= own.size && own.size <= chosen.extent());
                    for offset in 0..own.size {
                        let [a, b] = [own, chosen].map(|entry| {
                            let byte = entry.object().read(&mut pool, offset, 1).to_expr(&mut pool, 8);
                            eval(&pool, byte)
                        });
                        assert_eq!(a, b, "seed {seed}, byte {offset}");
                    }
                }
            }
        }
        assert!(joins > 100 && sizes > 50 && refused > 20, "{joins} {sizes} {refused}");
    }

    #[test]
    fn objects_with_bytes_in_an_array_keep_their_size() {
        let mut pool = Pool::new();
        let mut one = AddressSpace::default();
        let mut other = one.clone();
        let (small, large) = (allocate(&mut one, 300, 1), allocate(&mut other, 400, 2));
        let index = pool.symbol("index", 64);
        for (space, object) in [(&mut one, small), (&mut other, large)] {
            let base = space.entry(object).base;
            let address = pool.int(64, base);
            let pointer = pool.add(address, index);
            let place = space.claim(&mut pool, pointer, object, 1).proved();
            space.write(&mut pool, &place, 0, 1, Value::Int(1), &mut |_, _| None);
        }
        assert!(AddressSpace::alike(&[&one, &other]).is_none());
    }
}
