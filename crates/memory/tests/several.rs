//! Accesses to one of several objects, compared with plain bytes: under each assignment of the inputs, a read
//! gives the contents of the object that the pointer denotes, and a write changes that object and no other.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool, SymbolId};
use memory::{AddressSpace, Allocation, MemoryModel, Merge, ObjectId, ObjectKind, Place, Resolution, Value};
use test_support::Random;

/// An object with its contents under each assignment.
struct Shadow {
    id: ObjectId,
    base: u64,
    bytes: Vec<Vec<u8>>,
}

const ASSIGNMENTS: usize = 8;

struct World {
    pool: Pool,
    space: AddressSpace,
    objects: Vec<Shadow>,
    symbols: Vec<(ExprId, SymbolId)>,
    models: Vec<Model>,
}

impl World {
    fn new(rng: &mut Random) -> World {
        let (mut pool, mut space) = (Pool::new(), AddressSpace::default());
        let symbols: Vec<_> =
            ["x", "y", "z"].iter().map(|name| (pool.symbol(name, 64), pool.symbol_id(name, 64))).collect();
        let models = (0..ASSIGNMENTS)
            .map(|_| {
                let bytes = symbols.iter().flat_map(|&(_, symbol)| (0..8).map(move |at| (symbol, at)));
                let bytes: Vec<_> = bytes.map(|(symbol, at)| (symbol, at, rng.below(256) as u8)).collect();
                Model::default().with_bytes(bytes)
            })
            .collect();
        let kinds = [ObjectKind::Global, ObjectKind::Heap, ObjectKind::Stack];
        let objects = (0..2 + rng.below(4))
            .map(|_| {
                let size = 1 + rng.below(20);
                let request = Allocation { kind: kinds[rng.below(3) as usize], size, align: 1, site: 0 };
                let base = space.bump_address(&request).expect("there is room");
                let id = space.insert(base, request);
                Shadow { id, base, bytes: vec![vec![0; size as usize]; ASSIGNMENTS] }
            })
            .collect();
        World { pool, space, objects, symbols, models }
    }

    fn symbol(&self, rng: &mut Random) -> ExprId {
        self.symbols[rng.below(3) as usize].0
    }

    fn eval(&self, model: usize, term: ExprId) -> Bv {
        Evaluator::new().eval(&self.pool, &self.models[model], term)
    }

    /// A pointer to some byte of one of the objects; the inputs determine which.
    fn pointer(&mut self, rng: &mut Random) -> ExprId {
        let chooser = self.symbol(rng);
        let mut pointer = self.pool.int(64, self.objects[0].base);
        for index in 0..self.objects.len() {
            let (base, size) = (self.objects[index].base, self.objects[index].bytes[0].len() as u64);
            let (base, size) = (self.pool.int(64, base), self.pool.int(64, size));
            let offset = self.symbol(rng);
            let offset = if rng.below(3) == 0 { self.pool.int(64, 0) } else { self.pool.urem(offset, size) };
            let inside = self.pool.add(base, offset);
            let bit = self.pool.extract(chooser, index as u32, 1);
            pointer = self.pool.ite(bit, inside, pointer);
        }
        pointer
    }

    fn value(&mut self, rng: &mut Random, len: u32) -> Value {
        let term = self.symbol(rng);
        let term = if rng.below(3) == 0 { self.pool.int(64, rng.below(1 << 30)) } else { term };
        let term = self.pool.trunc(term, 8 * len);
        Value::from_expr(&self.pool, term)
    }

    /// The object and offset that a pointer denotes under an assignment, if `len` bytes are there.
    fn concrete(&self, model: usize, pointer: ExprId, len: u32) -> Option<(usize, usize)> {
        let address = self.eval(model, pointer).low_u64();
        let inside = |object: &Shadow| address.wrapping_sub(object.base) < object.bytes[0].len() as u64;
        let index = self.objects.iter().position(inside).expect("the pointer lies in an object");
        let offset = (address - self.objects[index].base) as usize;
        (offset + len as usize <= self.objects[index].bytes[0].len()).then_some((index, offset))
    }
}

/// An object and an offset in it; `None` if an access is out of bounds there.
type At = Option<(usize, usize)>;

/// How a place in one of several objects is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// By where the pointer points.
    Touches,
    /// By the addresses that its term chooses between.
    Chosen,
    /// By these addresses, as a plain choice.
    Merged,
}

impl World {
    /// A pointer that is one of a few addresses plus an offset, and what it denotes under each assignment.
    fn pointer_from_addresses(&mut self, rng: &mut Random, len: u32) -> (ExprId, Vec<At>) {
        let homes: Vec<(usize, u64)> = (0..8)
            .map(|_| {
                let index = rng.below(self.objects.len() as u64) as usize;
                (index, rng.below(self.objects[index].bytes[0].len() as u64))
            })
            .collect();
        let addresses: Vec<u64> = homes.iter().map(|&(index, offset)| self.objects[index].base + offset).collect();
        let chooser = self.symbol(rng);
        let (chosen, number): (ExprId, ExprId) = if rng.below(2) == 0 {
            let table = self.pool.table(addresses.iter().flat_map(|address| address.to_le_bytes()).collect());
            let low = self.pool.trunc(chooser, 3);
            let (number, three) = (self.pool.zext(low, 64), self.pool.int(64, 3));
            let index = self.pool.shl(number, three);
            (self.pool.select_element(table, index, 8), number)
        } else {
            let (mut chosen, mut number) = (self.pool.int(64, addresses[0]), self.pool.int(64, 0));
            for (at, &address) in addresses.iter().enumerate().skip(1) {
                let bit = self.pool.extract(chooser, at as u32, 1);
                let (address, at) = (self.pool.int(64, address), self.pool.int(64, at as u64));
                (chosen, number) = (self.pool.ite(bit, address, chosen), self.pool.ite(bit, at, number));
            }
            (chosen, number)
        };
        let rest = match rng.below(3) {
            0 => self.pool.int(64, rng.below(4)),
            1 => self.pool.int(64, 0),
            _ => {
                let (symbol, four) = (self.symbol(rng), self.pool.int(64, 4));
                self.pool.urem(symbol, four)
            }
        };
        let places = (0..ASSIGNMENTS).map(|model| {
            let (index, offset) = homes[self.eval(model, number).low_u64() as usize];
            let offset = (offset + self.eval(model, rest).low_u64()) as usize;
            (offset + len as usize <= self.objects[index].bytes[0].len()).then_some((index, offset))
        });
        let places = places.collect();
        (self.pool.add(chosen, rest), places)
    }

    /// Reads or writes at a place, and compares what is read, and every byte after a write.
    fn access(&mut self, rng: &mut Random, place: &Place, places: &[At], len: u32, label: &str) {
        if rng.below(2) == 0 {
            let read = self.space.read(&mut self.pool, place, 0, len, &mut |_, _| None);
            let term = read.to_expr(&mut self.pool, 8 * len);
            for (model, at) in places.iter().enumerate() {
                let (index, offset) = at.expect("it is in bounds");
                let expected = &self.objects[index].bytes[model][offset..offset + len as usize];
                assert_eq!(self.eval(model, term).to_bytes(), expected, "{label}: a read");
            }
            return;
        }
        let value = self.value(rng, len);
        self.space.write(&mut self.pool, place, 0, len, value, &mut |_, _| None);
        let term = value.to_expr(&mut self.pool, 8 * len);
        for (model, at) in places.iter().enumerate() {
            let (index, offset) = at.expect("it is in bounds");
            let bytes = self.eval(model, term).to_bytes();
            self.objects[index].bytes[model][offset..offset + len as usize].copy_from_slice(&bytes);
        }
        // Check every byte of every object, whichever was meant.
        for index in 0..self.objects.len() {
            let whole = self.space.whole(self.objects[index].id);
            for offset in 0..whole.size() {
                let byte = whole.part(offset, 1).into();
                let byte = self.space.read(&mut self.pool, &byte, 0, 1, &mut |_, _| None);
                let byte = byte.to_expr(&mut self.pool, 8);
                for model in 0..ASSIGNMENTS {
                    let expected = u64::from(self.objects[index].bytes[model][offset as usize]);
                    let what = format!("byte {offset} of object {index} under assignment {model} after a write");
                    assert_eq!(self.eval(model, byte).low_u64(), expected, "{label}: {what}");
                }
            }
        }
    }
}

/// The numbers of accesses done, and of those out of bounds under some assignment.
fn run(seed: u64, way: Way) -> (u64, u64) {
    let mut rng = Random::new(seed);
    let mut world = World::new(&mut rng);
    let (mut done, mut refused) = (0, 0);
    for step in 0..12 {
        let len = [1, 1, 2, 4, 8][rng.below(5) as usize];
        let label = format!("{way:?}, seed {seed}, step {step}");
        let (claim, places) = match way {
            Way::Touches => {
                let pointer = world.pointer(&mut rng);
                let ids: Vec<ObjectId> = world.objects.iter().map(|object| object.id).collect();
                let claim = world.space.claim_one_of(&mut world.pool, pointer, &ids, u64::from(len));
                (claim, (0..ASSIGNMENTS).map(|model| world.concrete(model, pointer, len)).collect::<Vec<_>>())
            }
            Way::Chosen | Way::Merged => {
                let (pointer, places) = world.pointer_from_addresses(&mut rng, len);
                let Some(provenance) = world.space.provenance(&mut world.pool, pointer) else {
                    assert!(world.pool.as_u64(pointer).is_some(), "{label}: the addresses are not seen");
                    continue;
                };
                assert!(provenance.is_surely_live(), "{label}");
                let (space, len) = (&world.space, u64::from(len));
                let claim = match way {
                    Way::Merged => space.claim_merged(&mut world.pool, &provenance, len),
                    _ => space.claim_chosen(&mut world.pool, &provenance, len),
                };
                (claim, places)
            }
        };
        for (model, place) in places.iter().enumerate() {
            let holds = world.eval(model, claim.condition()).low_u64() != 0;
            assert_eq!(holds, place.is_some(), "{label}: the claim under assignment {model}");
        }
        // On a path the condition would be assumed, so only assignments under which it holds would matter.
        if places.iter().any(Option::is_none) {
            refused += 1;
            continue;
        }
        done += 1;
        world.access(&mut rng, &claim.proved(), &places, len, &label);
    }
    (done, refused)
}

#[test]
fn accesses_to_one_of_several_objects() {
    for way in [Way::Touches, Way::Chosen, Way::Merged] {
        let (mut done, mut refused) = (0, 0);
        for seed in 0..300 {
            let (more, less) = run(seed, way);
            done += more;
            refused += less;
        }
        let counts = format!("{way:?}: {done} accesses were done, {refused} were out of bounds somewhere");
        assert!(done > 500 && refused > 500, "{counts}");
    }
}

#[test]
fn objects_are_collected_up_to_a_limit() {
    let mut space = AddressSpace::default();
    let mut add = |size: u64| {
        let request = Allocation { kind: ObjectKind::Heap, size, align: 1, site: 0 };
        let base = space.bump_address(&request).expect("there is room");
        (space.insert(base, request), base)
    };
    let (small, at_small) = add(8);
    let (large, at_large) = add(2 << 20);
    let resolve = |now, collected: &[ObjectId]| Merge.resolve(&space, now, collected);
    assert_eq!(resolve(at_small, &[]), Resolution::Collect(small));
    assert_eq!(resolve(at_small, &vec![large; 40]), Resolution::Fork(small));
    assert_eq!(resolve(at_large, &[]), Resolution::Fork(large));
    assert_eq!(resolve(3, &[]), Resolution::Nowhere);
}
