//! The examples of Dustmann 2018 and Abyaneh 2021.

use expr::{ExprId, Model, Pool};
use value_set::WordSet;

use super::super::leaf::Leaf;
use super::super::learnt::Learnt;
use super::{Decision, Observation, Procedure};

const ASE_1: Procedure = Procedure::Ase(Observation::One);
const ASE_2: Procedure = Procedure::Ase(Observation::Two);

/// Inputs of 64 bits, and what a procedure has learnt about them.
struct Along {
    pool: Pool,
    procedure: Procedure,
    learnt: Learnt,
}

impl Along {
    fn new(procedure: Procedure) -> Along {
        Along { pool: Pool::new(), procedure, learnt: Learnt::default() }
    }

    /// An input with a value within these bounds.
    fn input(&mut self, name: &str, low: u64, high: u64) -> ExprId {
        let input = self.pool.symbol(name, 64);
        let (least, greatest) = (self.pool.int(64, low), self.pool.int(64, high));
        let (above, below) = (self.pool.ule(least, input), self.pool.ule(input, greatest));
        for bound in [above, below] {
            if !self.pool.is_const(bound) {
                self.learn(bound);
            }
        }
        input
    }

    fn learn(&mut self, constraint: ExprId) {
        self.learnt = self.procedure.learn(&self.pool, &self.learnt, constraint);
    }

    fn at_most(&mut self, left: ExprId, right: ExprId) -> ExprId {
        self.pool.ule(left, right)
    }

    /// Whether the condition and its negation can hold: yes, no, or unknown.
    fn both_ways(&mut self, condition: ExprId) -> [Option<bool>; 2] {
        let negated = self.pool.not(condition);
        [condition, negated].map(|condition| {
            let decision = self.procedure.decide(&self.pool, &self.learnt, condition)?;
            Some(matches!(decision, Decision::Within(_)))
        })
    }

    /// The values of the inputs in each box.
    fn boxes(&self, inputs: &[ExprId]) -> Vec<Vec<WordSet>> {
        let leaf = |input: &ExprId| Leaf::of(&self.pool, *input).expect("an input is a leaf");
        let boxes = self.learnt.boxes().iter();
        boxes.map(|sets| inputs.iter().map(|input| sets.of(leaf(input)).0).collect()).collect()
    }
}

fn range(low: u128, high: u128) -> WordSet {
    WordSet::range(64, low, high)
}

#[test]
fn parti_decides_its_first_example() {
    let mut along = Along::new(Procedure::Parti);
    let x = along.input("x", 4, 7);
    let y = along.pool.symbol("y", 64);
    let (three, seven, two) = (along.pool.int(64, 3), along.pool.int(64, 7), along.pool.int(64, 2));
    let less = along.pool.sub(y, three);
    let constraint = along.at_most(less, seven);
    along.learn(constraint);
    assert_eq!(along.boxes(&[x, y]), [[range(4, 7), range(3, 10)]]);
    let more = along.pool.add(x, two);
    let equal = along.pool.eq(more, y);
    assert_eq!(along.both_ways(equal), [Some(true), Some(true)]);
}

#[test]
fn parti_gives_up_after_a_constraint_over_two_inputs() {
    let mut along = Along::new(Procedure::Parti);
    let (x, y, bound) = (along.input("x", 0, 10), along.input("y", 2, 10), along.pool.int(64, 5));
    let question = along.at_most(x, bound);
    assert_eq!(along.both_ways(question), [Some(true), Some(true)]);
    let related = along.at_most(x, y);
    assert_eq!(along.both_ways(related), [Some(true), Some(true)]);
    along.learn(related);
    assert_eq!(along.both_ways(question), [None, None]);
}

#[test]
fn parti_has_no_remainder_no_narrowing_and_no_overlapping_reads() {
    let mut along = Along::new(Procedure::Parti);
    let x = along.input("x", 0, 1000);
    let three = along.pool.int(64, 3);
    let remainder = along.pool.urem(x, three);
    let none = along.pool.int(64, 0);
    let question = along.pool.eq(remainder, none);
    assert_eq!(along.both_ways(question), [None, None]);
    let byte = along.pool.extract(x, 0, 8);
    let some = along.pool.int(8, 42);
    let question = along.pool.eq(byte, some);
    assert_eq!(along.both_ways(question), [None, None]);
    along.learn(question);
    assert!(!along.learnt.is_exact());
}

/// Abyaneh 2021, listing 1: `if (y < 30)` after `y = 2 * x` with x in [10, 20].
#[test]
fn ase_goes_back_through_a_product() {
    for truth in [true, false] {
        let mut along = Along::new(ASE_2);
        let (x, two, bound) = (along.input("x", 10, 20), along.pool.int(64, 2), along.pool.int(64, 30));
        let y = along.pool.mul(x, two);
        let below = along.pool.ult(y, bound);
        let condition = if truth { below } else { along.pool.not(below) };
        assert_eq!(along.both_ways(below), [Some(true), Some(true)]);
        along.learn(condition);
        assert!(along.learnt.is_exact());
        assert_eq!(along.boxes(&[x]), [[if truth { range(10, 14) } else { range(15, 20) }]]);
    }
}

/// Abyaneh 2021, listing 2: x in [10, 30], y in [10, 20], `3 * x - 1 < 45`, then `x <= y` both ways, then `x >
/// 12`.
#[test]
fn ase_cuts_a_box_in_the_middle() {
    let start = || {
        let mut along = Along::new(ASE_2);
        let (x, y) = (along.input("x", 10, 30), along.input("y", 10, 20));
        let (three, one, bound) = (along.pool.int(64, 3), along.pool.int(64, 1), along.pool.int(64, 45));
        let product = along.pool.mul(x, three);
        let less = along.pool.sub(product, one);
        let first = along.pool.ult(less, bound);
        along.learn(first);
        assert_eq!(along.boxes(&[x, y]), [[range(10, 15), range(10, 20)]]);
        let second = along.at_most(x, y);
        assert_eq!(along.both_ways(second), [Some(true), Some(true)]);
        (along, x, y, second)
    };
    let (mut along, x, y, second) = start();
    let negated = along.pool.not(second);
    along.learn(negated);
    assert_eq!(along.boxes(&[x, y]), [[range(13, 15), range(10, 12)]]);
    let (mut along, x, y, second) = start();
    along.learn(second);
    assert_eq!(along.boxes(&[x, y]), [[range(10, 12), range(12, 20)]]);
    assert!(!along.learnt.is_exact());
    // The box shows that x can be at most 12, but not that it cannot be more.
    let twelve = along.pool.int(64, 12);
    let third = along.at_most(x, twelve);
    assert_eq!(along.both_ways(third), [Some(true), None]);
    let beyond = along.pool.not(third);
    along.learn(beyond);
    assert_eq!(along.both_ways(third), [None, None]);
}

/// Abyaneh 2021, figure 1: x in [0, 10], y in [2, 10], `x <= y`; the candidate that decides `y <= z` both ways
/// is chosen.
#[test]
fn ase_keeps_two_candidates_until_one_decides() {
    let mut along = Along::new(ASE_1);
    let (x, y, z) = (along.input("x", 0, 10), along.input("y", 2, 10), along.input("z", 0, 5));
    let related = along.at_most(x, y);
    along.learn(related);
    assert_eq!(along.boxes(&[x, y]), [[range(0, 2), range(2, 10)], [range(0, 10), range(10, 10)]]);
    let next = along.at_most(y, z);
    assert_eq!(along.both_ways(next), [Some(true), Some(true)]);
    along.learn(next);
    assert!(along.boxes(&[x]).iter().all(|known| known[0] == range(0, 2)));
    let mut along = Along::new(ASE_2);
    let (x, y) = (along.input("x", 0, 10), along.input("y", 2, 10));
    let related = along.at_most(x, y);
    along.learn(related);
    assert_eq!(along.boxes(&[x, y]), [[range(0, 6), range(6, 10)]]);
}

#[test]
fn ase_has_no_signs_no_casts_and_no_way_back_through_a_remainder() {
    let mut along = Along::new(ASE_2);
    let (x, ten, four) = (along.input("x", 0, 100), along.pool.int(64, 10), along.pool.int(64, 4));
    let signed = along.pool.slt(x, ten);
    assert_eq!(along.both_ways(signed), [None, None]);
    let byte = along.pool.extract(x, 0, 8);
    let cast = along.pool.zext(byte, 64);
    let question = along.pool.ult(cast, ten);
    assert_eq!(along.both_ways(question), [None, None]);
    // A remainder's values are known forward, but there is no rule for which x give one of them.
    let remainder = along.pool.urem(x, ten);
    let question = along.pool.ult(remainder, four);
    assert_eq!(along.both_ways(question), [None, None]);
    let (two, odd) = (along.pool.int(64, 2), along.pool.int(64, 3));
    let even = along.pool.mul(x, two);
    let remainder = along.pool.urem(even, ten);
    let question = along.pool.eq(remainder, odd);
    assert_eq!(along.both_ways(question), [Some(false), Some(true)]);
}

/// Every value of the products that a decision names makes its question true, over all small inputs.
#[test]
fn decisions_hold_for_every_value() {
    for procedure in [Procedure::Parti, ASE_1, ASE_2] {
        let mut pool = Pool::new();
        let (x, y) = (pool.symbol("x", 8), pool.symbol("y", 8));
        let (five, three, bound) = (pool.int(8, 5), pool.int(8, 3), pool.int(8, 200));
        let terms = [
            x,
            pool.add(x, five),
            pool.sub(five, x),
            pool.mul(x, three),
            pool.udiv(x, three),
            pool.urem(x, five),
            pool.add(x, y),
            pool.sub(y, x),
        ];
        let within = pool.ult(x, bound);
        let learnt = procedure.learn(&pool, &Learnt::default(), within);
        let mut values = expr::Evaluator::new();
        for term in terms {
            for right in [y, five, bound] {
                for question in [pool.ult(term, right), pool.ule(right, term), pool.eq(term, right)] {
                    let negated = pool.not(question);
                    for question in [question, negated] {
                        let decision = procedure.decide(&pool, &learnt, question);
                        let models = (0..=u16::MAX).map(|bits| bits.to_le_bytes());
                        let holds = |values: &mut expr::Evaluator, [a, b]: [u8; 2]| {
                            let model = Model::default().with_bytes(
                                [(x, a), (y, b)]
                                    .map(|(input, byte)| (Leaf::of(&pool, input).expect("input").symbol, 0, byte)),
                            );
                            values.is_true(&pool, &model, question)
                        };
                        match decision {
                            None => {}
                            Some(Decision::Never) => {
                                assert!(!models.clone().any(|model| model[0] < 200 && holds(&mut values, model)));
                            }
                            Some(Decision::Within(products)) => {
                                for sets in products {
                                    let member = |[a, b]: [u8; 2]| {
                                        [(x, a), (y, b)].iter().all(|&(input, byte)| {
                                            let leaf = Leaf::of(&pool, input).expect("input");
                                            sets.of(leaf).0.contains(&u128::from(byte))
                                        })
                                    };
                                    let mut inside = models.clone().filter(|&model| member(model)).peekable();
                                    assert!(inside.peek().is_some(), "an empty product");
                                    for model in inside {
                                        assert!(
                                            model[0] < 200 && holds(&mut values, model),
                                            "{procedure:?}: {} fails for {model:?}",
                                            pool.display(question)
                                        );
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
