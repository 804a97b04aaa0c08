//! Accesses to one of several objects, compared with plain bytes: under each assignment of the inputs, a read
//! gives the contents of the object that the pointer denotes, and a write changes that object and no other.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool, SymbolId};
use memory::{AddressSpace, Allocation, MemoryModel, Merge, ObjectId, ObjectKind, Resolution, Value};
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

fn run(seed: u64) -> (u64, u64) {
    let mut rng = Random::new(seed);
    let mut world = World::new(&mut rng);
    let (mut done, mut refused) = (0, 0);
    for step in 0..12 {
        let len = [1, 1, 2, 4, 8][rng.below(5) as usize];
        let pointer = world.pointer(&mut rng);
        let ids: Vec<ObjectId> = world.objects.iter().map(|object| object.id).collect();
        let claim = world.space.claim_one_of(&mut world.pool, pointer, &ids, u64::from(len));
        let places: Vec<_> = (0..ASSIGNMENTS).map(|model| world.concrete(model, pointer, len)).collect();
        for (model, place) in places.iter().enumerate() {
            let holds = world.eval(model, claim.condition()).low_u64() != 0;
            assert_eq!(holds, place.is_some(), "seed {seed}, step {step}: the claim under assignment {model}");
        }
        // On a path the condition would be assumed, so only assignments under which it holds would matter.
        if places.iter().any(Option::is_none) {
            refused += 1;
            continue;
        }
        done += 1;
        let place = claim.proved();
        if rng.below(2) == 0 {
            let read = world.space.read(&mut world.pool, &place, 0, len, &mut |_, _| None);
            let term = read.to_expr(&mut world.pool, 8 * len);
            for (model, at) in places.iter().enumerate() {
                let (index, offset) = at.expect("it is in bounds");
                let expected = &world.objects[index].bytes[model][offset..offset + len as usize];
                assert_eq!(world.eval(model, term).to_bytes(), expected, "seed {seed}, step {step}: a read");
            }
            continue;
        }
        let value = world.value(&mut rng, len);
        world.space.write(&mut world.pool, &place, 0, len, value, &mut |_, _| None);
        let term = value.to_expr(&mut world.pool, 8 * len);
        for (model, at) in places.iter().enumerate() {
            let (index, offset) = at.expect("it is in bounds");
            let bytes = world.eval(model, term).to_bytes();
            world.objects[index].bytes[model][offset..offset + len as usize].copy_from_slice(&bytes);
        }
        // Check every byte of every object, whichever was meant.
        for index in 0..world.objects.len() {
            let whole = world.space.whole(world.objects[index].id);
            for offset in 0..whole.size() {
                let byte = whole.part(offset, 1).into();
                let byte = world.space.read(&mut world.pool, &byte, 0, 1, &mut |_, _| None);
                let byte = byte.to_expr(&mut world.pool, 8);
                for model in 0..ASSIGNMENTS {
                    let expected = world.objects[index].bytes[model][offset as usize];
                    assert_eq!(
                        world.eval(model, byte).low_u64(),
                        u64::from(expected),
                        "seed {seed}, step {step}: byte {offset} of object {index} under assignment {model} after a write"
                    );
                }
            }
        }
    }
    (done, refused)
}

#[test]
fn accesses_to_one_of_several_objects() {
    let (mut done, mut refused) = (0, 0);
    for seed in 0..300 {
        let (more, less) = run(seed);
        done += more;
        refused += less;
    }
    assert!(done > 500 && refused > 500, "{done} accesses were done, {refused} were out of bounds somewhere");
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
