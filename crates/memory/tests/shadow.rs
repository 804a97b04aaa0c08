//! Random reads and writes on an object, concrete and symbolic, compared with plain bytes under random inputs.
//!
//! The object consists of terms; its shadow is one byte vector for each of a few assignments of the symbols. A
//! value read from the object must evaluate, under each assignment, to the bytes in that assignment's shadow.
//! An object that begins undefined reads as zeros where nothing was written. Until an access at a symbolic
//! offset, bytes that were written do not depend on its symbol, and bytes that were not written mention it.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool, SymbolId};
use memory::{AddressSpace, Allocation, Fault, Hint, Object, ObjectKind, Value};
use test_support::Random;

struct World {
    pool: Pool,
    symbols: Vec<(ExprId, SymbolId)>,
    models: Vec<Model>,
    evaluator: Evaluator,
}

impl World {
    fn new(rng: &mut Random) -> World {
        let mut pool = Pool::new();
        let symbols: Vec<(ExprId, SymbolId)> = (0..4)
            .map(|i| {
                let name = format!("x{i}");
                (pool.symbol(&name, 64), pool.symbol_id(&name, 64))
            })
            .collect();
        let models = (0..6)
            .map(|_| {
                let bytes: Vec<(SymbolId, u32, u8)> = symbols
                    .iter()
                    .flat_map(|&(_, symbol)| (0..8).map(move |i| (symbol, i)))
                    .map(|(symbol, i)| (symbol, i, rng.bits() as u8))
                    .collect();
                Model::default().with_bytes(bytes)
            })
            .collect();
        World { pool, symbols, models, evaluator: Evaluator::new() }
    }

    fn eval(&mut self, model: usize, value: Value, width: u32) -> Bv {
        match value {
            Value::Int(word) => Bv::new(width, word),
            Value::Expr(term) => self.evaluator.eval(&self.pool, &self.models[model].clone(), term),
        }
    }

    /// A symbolic offset that every assignment keeps within `0 ..= last`, aligned to `1 << align`.
    fn offset(&mut self, rng: &mut Random, last: u64, align: u32) -> ExprId {
        let symbol = self.symbols[rng.below(4) as usize].0;
        let count = self.pool.int(64, (last >> align) + 1);
        let index = self.pool.urem(symbol, count);
        let shift = self.pool.int(64, u64::from(align));
        self.pool.shl(index, shift)
    }
}

fn random_value(rng: &mut Random, world: &mut World, len: u32) -> Value {
    if rng.below(2) == 0 {
        let words = [rng.bits(), rng.bits()];
        return Value::from_bv(&mut world.pool, &Bv::from_words(8 * len, &words));
    }
    let a = world.symbols[rng.below(4) as usize].0;
    let b = world.symbols[rng.below(4) as usize].0;
    let wide = world.pool.concat(a, b);
    let lo = rng.below(u64::from(128 - 8 * len) + 1) as u32;
    let term = world.pool.extract(wide, lo, 8 * len);
    Value::from_expr(&world.pool, term)
}

fn run(seed: u64, size: u64, steps: usize) {
    run_from(seed, size, steps, false);
    run_from(seed, size, steps, true);
}

fn run_from(seed: u64, size: u64, steps: usize, undefined: bool) {
    let mut rng = Random::new(seed);
    let mut world = World::new(&mut rng);
    let mut object = if undefined {
        let symbol = world.pool.undefined_symbol("undefined", 8 * size.next_power_of_two() as u32);
        Object::undefined(size, world.pool.symbol_term(symbol))
    } else {
        Object::zeros(size)
    };
    let mut written = vec![!undefined; size as usize];
    let mut all_concrete = true;
    let mut shadows = vec![vec![0u8; size as usize]; world.models.len()];
    for step in 0..steps {
        let align = rng.below(4) as u32;
        let len = [1, 2, 4, 8, 3, 16][rng.below(6) as usize].min(size as u32);
        let last = size - u64::from(len);
        let symbolic = rng.below(3) == 0;
        let offset =
            if symbolic { Value::Expr(world.offset(&mut rng, last, align)) } else { Value::Int(rng.below(last + 1)) };
        let offset = match offset {
            Value::Expr(term) => Value::from_expr(&world.pool, term),
            concrete => concrete,
        };
        all_concrete &= matches!(offset, Value::Int(_));
        if rng.below(2) == 0 {
            let value = random_value(&mut rng, &mut world, len);
            match offset {
                Value::Int(at) => {
                    object.write(&world.pool, at, len, value);
                    written[at as usize..(at + u64::from(len)) as usize].fill(true);
                }
                Value::Expr(at) => object.write_at(&mut world.pool, at, len, value),
            }
            for (model, shadow) in shadows.iter_mut().enumerate() {
                let at = world.eval(model, offset, 64).low_u64() as usize;
                let bytes = world.eval(model, value, 8 * len).to_bytes();
                shadow[at..at + len as usize].copy_from_slice(&bytes);
            }
        }
        let value = match offset {
            Value::Int(at) => object.read(&mut world.pool, at, len),
            Value::Expr(at) => object.read_at(&mut world.pool, at, len),
        };
        if let Value::Int(at) = offset {
            let mentions = matches!(value, Value::Expr(term) if world.pool.mentions_undefined(term));
            let all_written = written[at as usize..(at + u64::from(len)) as usize].iter().all(|&written| written);
            if let (true, true, Value::Expr(term)) = (all_written, mentions, value) {
                let symbol = world.pool.undefined_in(term)[0];
                for (model, shadow) in shadows.iter().enumerate() {
                    let any: Vec<_> = (0..size as u32).map(|byte| (symbol, byte, rng.bits() as u8)).collect();
                    let found =
                        world.evaluator.eval(&world.pool, &world.models[model].with_bytes(any), term).to_bytes();
                    assert_eq!(found, shadow[at as usize..(at + u64::from(len)) as usize], "written bytes are defined");
                }
            }
            assert!(all_written || mentions || !all_concrete, "seed {seed}, step {step}: others are not");
        }
        for (model, shadow) in shadows.iter().enumerate() {
            let at = world.eval(model, offset, 64).low_u64() as usize;
            let found = world.eval(model, value, 8 * len).to_bytes();
            assert_eq!(found, shadow[at..at + len as usize], "seed {seed}, step {step}, model {model}, offset {at}");
        }
    }
}

#[test]
fn small_objects_agree_with_their_shadows() {
    for seed in 0..150 {
        run(seed, 1 + seed % 40, 40);
    }
}

#[test]
fn large_objects_agree_with_their_shadows() {
    for seed in 0..10 {
        run(1000 + seed, 4090 + seed * 3, 12);
    }
}

#[test]
fn copies_agree_with_their_shadows() {
    for seed in 0..100 {
        let mut rng = Random::new(seed);
        let mut world = World::new(&mut rng);
        let mut from = Object::zeros(24);
        let mut to = Object::zeros(32);
        for _ in 0..5 {
            let value = random_value(&mut rng, &mut world, 4);
            let at = world.offset(&mut rng, 20, 0);
            from.write_at(&mut world.pool, at, 4, value);
            let value = random_value(&mut rng, &mut world, 8);
            from.write(&world.pool, rng.below(17), 8, value);
        }
        let (to_at, from_at) = (rng.below(9), rng.below(5));
        to.copy_from(&mut world.pool, to_at, &from, from_at, 20);
        for i in 0..20 {
            let source = from.read(&mut world.pool, from_at + i, 1);
            let copy = to.read(&mut world.pool, to_at + i, 1);
            for model in 0..world.models.len() {
                assert_eq!(world.eval(model, source, 8), world.eval(model, copy, 8));
            }
        }
    }
}

/// An object, its contents under each assignment, and which of its bytes were written.
#[derive(Clone)]
struct Shadowed {
    object: Object,
    shadows: Vec<Vec<u8>>,
    written: Vec<bool>,
}

impl Shadowed {
    fn new(world: &mut World, number: u64, size: u64, undefined: bool) -> Shadowed {
        let object = if undefined {
            let name = format!("undefined{number}");
            let symbol = world.pool.undefined_symbol(&name, 8 * size.next_power_of_two() as u32);
            Object::undefined(size, world.pool.symbol_term(symbol))
        } else {
            Object::zeros(size)
        };
        let size = size as usize;
        let shadows = vec![vec![0; size]; world.models.len()];
        Shadowed { object, shadows, written: vec![!undefined; size] }
    }

    /// Writes in one of several ways: a value, a repeated byte, or a copy from another object or offset.
    fn change(&mut self, rng: &mut Random, world: &mut World, others: &[Shadowed]) {
        let size = self.object.size();
        let most = if rng.below(3) == 0 { size } else { size.min(16) };
        let len = 1 + rng.below(most);
        let to = rng.below(size - len + 1);
        let (to_at, len_at) = (to as usize, len as usize);
        match rng.below(5) {
            0 => {
                let len = len.min(16) as u32;
                let value = random_value(rng, world, len);
                self.object.write(&world.pool, to, len, value);
                for (model, shadow) in self.shadows.iter_mut().enumerate() {
                    let bytes = world.eval(model, value, 8 * len).to_bytes();
                    shadow[to_at..to_at + bytes.len()].copy_from_slice(&bytes);
                }
                self.written[to_at..to_at + len as usize].fill(true);
            }
            1 => {
                let byte = random_value(rng, world, 1);
                match byte {
                    Value::Int(byte) => self.object.fill(to, len, byte as u8),
                    Value::Expr(byte) => self.object.fill_with(&world.pool, to, len, byte),
                };
                for (model, shadow) in self.shadows.iter_mut().enumerate() {
                    shadow[to_at..to_at + len_at].fill(world.eval(model, byte, 8).low_u64() as u8);
                }
                self.written[to_at..to_at + len_at].fill(true);
            }
            2 => {
                let from = rng.below(size - len + 1);
                self.object.copy_within(&mut world.pool, to, from, len);
                let from = from as usize;
                self.shadows.iter_mut().for_each(|shadow| shadow.copy_within(from..from + len_at, to_at));
                self.written.copy_within(from..from + len_at, to_at);
            }
            3 => {
                let other = &others[rng.below(others.len() as u64) as usize];
                let len = len.min(other.object.size());
                let from = if rng.below(2) == 0 { to } else { rng.bits() };
                let from = from % (other.object.size() - len + 1);
                self.object.copy_from(&mut world.pool, to, &other.object, from, len);
                let (from, len) = (from as usize, len as usize);
                for (shadow, other) in self.shadows.iter_mut().zip(&other.shadows) {
                    shadow[to_at..to_at + len].copy_from_slice(&other[from..from + len]);
                }
                self.written[to_at..to_at + len].copy_from_slice(&other.written[from..from + len]);
            }
            _ if size <= 64 => {
                let value = random_value(rng, world, 4.min(size as u32));
                let len = 4.min(size as u32);
                let at = world.offset(rng, size - u64::from(len), 0);
                self.object.write_at(&mut world.pool, at, len, value);
                for (model, shadow) in self.shadows.iter_mut().enumerate() {
                    let at = world.eval(model, Value::Expr(at), 64).low_u64() as usize;
                    let bytes = world.eval(model, value, 8 * len).to_bytes();
                    shadow[at..at + bytes.len()].copy_from_slice(&bytes);
                }
                // Once there is an array, all bytes count as written.
                self.written.fill(true);
            }
            _ => {}
        }
    }

    /// Checks that words at multiples of eight are shown if they are concrete or contain a term.
    fn check_words(&self, world: &mut World) {
        let mut shown = std::collections::BTreeSet::new();
        let mut terms = 0;
        self.object.words(&mut world.pool, &mut |_, value| match value {
            Value::Int(word) => {
                shown.insert(word);
            }
            Value::Expr(_) => terms += 1,
        });
        let offsets = (0..self.object.size() / 8).map(|index| 8 * index);
        for offset in offsets {
            match self.object.concrete_word(offset, 8) {
                Some(word) => assert!(shown.contains(&word), "{word:#x} at {offset} is not shown"),
                None => assert!(terms > 0 || self.object.written_array().is_some()),
            }
        }
    }

    /// Checks every byte on its own, and some words.
    fn check(&self, rng: &mut Random, world: &mut World) {
        self.check_words(world);
        let size = self.object.size();
        let few = size.min(200);
        for step in 0..2 * few {
            let len = if step < few { 1 } else { 1 + rng.below(8.min(size)) };
            let at = if size == few && step < few { step } else { rng.below(size - len + 1) };
            let value = self.object.read(&mut world.pool, at, len as u32);
            let here = at as usize..(at + len) as usize;
            if self.written[here.clone()].contains(&false) && !self.written.iter().all(|&written| written) {
                assert!(!self.object.is_concrete_in(at, len), "what is not written is no number");
            }
            for (model, shadow) in self.shadows.iter().enumerate() {
                let found = world.eval(model, value, 8 * len as u32).to_bytes();
                assert_eq!(found, shadow[here.clone()], "model {model}, offset {at}, {len} bytes");
            }
        }
    }
}

#[test]
fn what_is_done_in_bulk_agrees_with_the_shadows() {
    for seed in 0..120 {
        let mut rng = Random::new(7000 + seed);
        let mut world = World::new(&mut rng);
        let sizes = [1 + seed % 30, 32, 32, 64, 4095 + seed % 3, 9000, 9000];
        let mut all: Vec<Shadowed> = (0..)
            .zip(sizes)
            .map(|(number, size)| Shadowed::new(&mut world, number, size, (seed + number) % 3 == 0))
            .collect();
        for step in 0..40 {
            let at = rng.below(all.len() as u64) as usize;
            let others = all.clone();
            if step % 8 == 7 {
                // A fork: the clone replaces another object, and both go on.
                let place = rng.below(all.len() as u64) as usize;
                all[place] = others[at].clone();
            }
            all[at].change(&mut rng, &mut world, &others);
        }
        all.iter().for_each(|shadowed| shadowed.check(&mut rng, &mut world));
    }
}

#[test]
fn runs_are_copied_and_repeated_as_runs() {
    let mut pool = Pool::new();
    const SIZE: u64 = 1 << 20;
    let mut from = Object::zeros(SIZE);
    let byte = pool.symbol("byte", 8);
    let terms = pool.len();
    assert!(from.fill_with(&pool, 5, SIZE - 10, byte) < 100, "one run");
    let input = pool.symbol("input", 8 * 4096);
    from.write(&pool, 8192, 4096, Value::Expr(input));
    let mut to = Object::zeros(SIZE);
    assert!(to.copy_from(&mut pool, 1, &from, 0, SIZE - 1) < 20_000, "three runs, and the first page");
    assert!(pool.len() <= terms + 2, "no term is made");
    assert_eq!(to.read(&mut pool, 8193, 4096), Value::Expr(input));
    let twice = pool.concat(byte, byte);
    assert_eq!(to.read(&mut pool, 100, 2), Value::Expr(twice));
}

#[test]
fn objects_of_many_gigabytes_cost_what_is_written() {
    const HUGE: u64 = 1 << 40;
    let mut pool = Pool::new();
    let mut object = Object::zeros(HUGE);
    object.set_concrete_word(HUGE - 8, 8, 0x1122_3344_5566_7788);
    let term = pool.symbol("x", 32);
    object.write(&pool, HUGE - 100, 4, Value::Expr(term));
    assert_eq!(object.read(&mut pool, HUGE - 100, 4), Value::Expr(term));
    let (mut copy, before) = (object.clone(), object.clone());
    assert!(copy.copy_within(&mut pool, HUGE / 2, HUGE / 2 - 4096, HUGE / 2) < 10_000_000, "by tables");
    assert_eq!(copy.concrete_word(HUGE - 8, 8), Some(0));
    assert!(object.fill(16, HUGE - 16, 9) < 10_000_000);
    assert_eq!(object.concrete_word(HUGE - 8, 8), Some(0x0909_0909_0909_0909));
    assert_eq!(before.concrete_word(HUGE - 8, 8), Some(0x1122_3344_5566_7788));
}

#[test]
fn a_wide_store_reads_back_as_the_same_term() {
    let mut pool = Pool::new();
    let term = pool.symbol("x", 32);
    let mut object = Object::zeros(16);
    object.write(&pool, 4, 4, Value::Expr(term));
    assert_eq!(object.read(&mut pool, 4, 4), Value::Expr(term));
    assert!(object.is_concrete_in(0, 4) && object.is_concrete_in(8, 8) && !object.is_concrete_in(7, 2));
}

#[test]
fn faults_tell_what_happened_to_the_object() {
    let mut space = AddressSpace::default();
    let add = |space: &mut AddressSpace, kind, size| {
        let request = Allocation { kind, size, align: 8, site: 0 };
        let base = space.bump_address(&request).expect("an empty space has room");
        (space.insert(base, request), base)
    };
    let (heap, heap_base) = add(&mut space, ObjectKind::Heap, 10);
    let mark = space.stack_mark();
    let (_, stack_base) = add(&mut space, ObjectKind::Stack, 8);
    let mut hint = Hint::NONE;
    assert!(space.access(heap_base + 6, 4, &mut hint).is_ok());
    let found = space.access(heap_base + 6, 4, &mut hint).expect("it is there");
    assert_eq!(space.whereabouts(found), (heap, 6));
    assert_eq!(space.access(heap_base + 7, 4, &mut hint), Err(Fault::Outside(Some(heap))));
    assert_eq!(space.access(0, 1, &mut hint), Err(Fault::Null));
    let before = space.clone();
    space.free(heap);
    assert_eq!(space.access(heap_base, 1, &mut hint), Err(Fault::Freed(heap)));
    assert!(before.access(heap_base, 1, &mut hint).is_ok(), "a clone does not see the free");
    assert!(space.access(stack_base, 8, &mut hint).is_ok());
    space.release_stack(mark);
    assert_eq!(space.access(stack_base, 8, &mut hint), Err(Fault::Returned));
    let (local, local_base) = add(&mut space, ObjectKind::Stack, 8);
    assert_eq!(space.access(local_base - 4, 4, &mut hint), Err(Fault::Outside(Some(local))), "just below a live local");
    assert_eq!(space.access(stack_base, 8, &mut hint), Err(Fault::Returned), "the older one is still gone");
}

#[test]
fn an_object_at_a_chosen_address_stays_apart_from_the_others() {
    let mut space = AddressSpace::default();
    let request = Allocation { kind: ObjectKind::Global, size: 8, align: 8, site: 0 };
    let global = space.bump_address(&request).expect("an empty space has room");
    space.insert(global, request);
    let mut hint = Hint::NONE;
    space.insert_fixed(0xF000_0000, 16, 1).expect("nothing is there");
    assert!(space.access(0xF000_000C, 4, &mut hint).is_ok());
    assert!(space.access(0xF000_000D, 4, &mut hint).is_err());
    assert!(space.access(global, 8, &mut hint).is_ok(), "the others are still found");
    assert!(space.insert_fixed(0xF000_000F, 1, 1).is_none(), "the address is taken");
    assert!(space.insert_fixed(0xEFFF_FFFF, 2, 1).is_none(), "its end would overlap");
    assert!(space.insert_fixed(16, 4, 1).is_none(), "null stays unmapped");
    assert!(space.insert_fixed(u64::MAX, 4, 1).is_none());
}
