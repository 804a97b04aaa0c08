//! The identities of `test_support` are decided while they are built, but nothing that merely resembles them is.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool, SymbolId};

use crate::random::Values as _;
use test_support::{IDENTITY_WIDTHS, Random, identities, identity_symbols};

fn declare(pool: &mut Pool, width: u32) {
    for (name, width) in identity_symbols(width) {
        pool.symbol(&name, width);
    }
}

fn parsed(pool: &mut Pool, text: &str) -> ExprId {
    pool.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn random_model(pool: &Pool, random: &mut Random) -> Model {
    let symbols = (0..pool.symbol_count() as u32).map(SymbolId);
    let values: Vec<(SymbolId, Bv)> = symbols.map(|id| (id, random.value(pool.symbol_info(id).width))).collect();
    Model::default().with_bytes(values.iter().flat_map(|(symbol, value)| {
        value.to_bytes().into_iter().enumerate().map(move |(at, byte)| (*symbol, at as u32, byte))
    }))
}

#[test]
fn identities_are_decided_by_rewriting() {
    let mut open = String::new();
    for width in IDENTITY_WIDTHS {
        for identity in identities(width) {
            let mut pool = Pool::new();
            declare(&mut pool, width);
            let (left, right) = (parsed(&mut pool, &identity.left), parsed(&mut pool, &identity.right));
            let question = pool.ne(left, right);
            if pool.as_u64(question) != Some(0) {
                open += &format!("{} at {width}: {}\n", identity.name, pool.display(question));
            }
        }
    }
    assert!(open.is_empty(), "not decided:\n{open}");
}

/// Adds something, sometimes zero, to the right side: only a comparison that always or never holds may become a
/// constant.
#[test]
fn what_only_looks_like_an_identity_is_left_open() {
    let mut random = Random::of_round(0x2000_0000);
    let mut evaluator = Evaluator::new();
    for width in IDENTITY_WIDTHS {
        for identity in identities(width) {
            let mut pool = Pool::new();
            declare(&mut pool, width);
            let (left, right) = (parsed(&mut pool, &identity.left), parsed(&mut pool, &identity.right));
            let wide = pool.width(left);
            let (x, y) = (pool.symbol("x", width), pool.symbol("y", width));
            let (low, square) = (pool.extract(x, 0, 1), pool.mul(x, y));
            let one = pool.int(wide, 1);
            let mores =
                [one, pool.zext(low, wide), pool.extract(square, width - 1, 1)].map(|more| pool.zext(more, wide));
            for more in mores {
                let other = pool.add(right, more);
                let questions = [pool.eq(left, other), pool.ult(left, other), pool.sle(other, left)];
                for _ in 0..20 {
                    let model = random_model(&pool, &mut random);
                    let (a, b) = (evaluator.eval(&pool, &model, left), evaluator.eval(&pool, &model, other));
                    let truths = [a == b, a.ult(&b), b.sle(&a)];
                    for (question, truth) in questions.iter().zip(truths) {
                        let got = evaluator.is_true(&pool, &model, *question);
                        assert_eq!(got, truth, "{} at {width}: {}", identity.name, pool.display(*question));
                    }
                }
            }
            evaluator.clear();
        }
    }
}

/// Sums of the same twenty terms with coefficients, in two orders and with different parentheses.
#[test]
fn shuffled_sums_are_the_same_term() {
    let mut random = Random::of_round(0x3000_0000);
    for width in [8, 13, 32, 64, 65, 128, 200] {
        for _ in 0..20 {
            let mut pool = Pool::new();
            let mut parts: Vec<ExprId> = (0..20)
                .map(|i| {
                    let atom = pool.symbol(&format!("s{}", i % 12), width);
                    let factor = random.value(width);
                    let factor = pool.constant(&factor);
                    pool.mul(atom, factor)
                })
                .collect();
            let first = shuffled_sum(&mut pool, &mut random, &mut parts);
            let second = shuffled_sum(&mut pool, &mut random, &mut parts);
            assert_eq!(first, second, "{} and {}", pool.display(first), pool.display(second));
        }
    }
}

fn shuffled_sum(pool: &mut Pool, random: &mut Random, parts: &mut [ExprId]) -> ExprId {
    for i in (1..parts.len()).rev() {
        parts.swap(i, random.below(i as u32 + 1) as usize);
    }
    let mut open = parts.to_vec();
    while open.len() > 1 {
        // Add any two neighbours, so that parentheses can be anywhere.
        let at = random.below(open.len() as u32 - 1) as usize;
        let right = open.remove(at + 1);
        open[at] = pool.add(open[at], right);
    }
    open[0]
}
