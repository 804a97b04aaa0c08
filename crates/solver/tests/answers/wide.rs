//! Random terms at widths up to 128: with the symbols fixed, a term has the value that evaluation gives and no
//! other.

use crate::generate::{Random, Terms, table};
use bv::Bv;
use expr::{Evaluator, Model, Pool};
use solver::{Answer, Branch, Config, PathCondition, Solver};

#[test]
fn a_term_has_the_value_of_its_evaluation() {
    let widths = [7, 8, 16, 23, 32, 48, 64, 65, 128];
    for seed in 0..30 {
        let mut random = Random::of_round(seed);
        let mut pool = Pool::new();
        let mut solver = Solver::new(Config::bare());
        let names = [("a", 16), ("b", 32), ("c", 64), ("d", 128), ("object", 8 * 70)];
        let symbols = names.map(|(name, width)| pool.symbol(name, width));
        let ids = names.map(|(name, width)| pool.symbol_id(name, width));
        let arrays = vec![pool.bytes(symbols[4]), table(&mut pool, &mut random, 256)];
        let mut bytes = Vec::new();
        for (place, (_, width)) in names.iter().enumerate() {
            bytes.extend((0..width / 8).map(|index| (ids[place], index, (random.bits() >> 20) as u8)));
        }
        let model = Model::default().with_bytes(bytes);
        let mut path = PathCondition::new();
        for (place, (_, width)) in names.iter().enumerate() {
            let value = pool.constant(&model.value(ids[place], *width));
            let fixed = pool.eq(symbols[place], value);
            let Answer::Sat(next) = solver.assume(&mut pool, &path, fixed) else { panic!("a symbol can be fixed") };
            path = next;
        }
        let terms = Terms { symbols: symbols.to_vec(), arrays, widths: widths.to_vec() };
        for _ in 0..6 {
            let width = widths[random.below(widths.len())];
            let term = terms.term(&mut pool, &mut random, width, 4);
            let value = Evaluator::new().eval(&pool, &model, term);
            let constant = pool.constant(&value);
            let equal = pool.eq(term, constant);
            assert!(matches!(solver.branch(&mut pool, &path, equal), Branch::Always), "{}", pool.display(equal));
            // On a path without constraints the SAT solver has to find the symbols' values itself.
            let both = path.assumed().fold(equal, |all, constraint| pool.and(all, constraint));
            assert!(solver.may_be_true(&mut pool, &PathCondition::new(), both).is_sat());
            let wrong = pool.constant(&value.xor(&Bv::new(width, 1 << random.below(width.min(64) as usize))));
            let unequal = pool.eq(term, wrong);
            let both = path.assumed().fold(unequal, |all, constraint| pool.and(all, constraint));
            assert!(solver.may_be_true(&mut pool, &PathCondition::new(), both).is_unsat());
            assert_eq!(solver.unique_value(&mut pool, &path, term), Ok(Some(value)));
        }
        assert_eq!(solver.statistics().wrong_models, 0);
    }
}
