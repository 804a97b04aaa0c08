//! Circuits against the evaluator: all operands at formats of a few bits, chosen and random ones at real formats.

use float::x86::Kind;
use float::{Exponent, Function, Layout, Mode, Nan, Operation, Overflow, Rounding};
use test_support::{Random, cases};

use super::{Circuit, constant};
use crate::blast::gates::Gates;
use crate::sat::{Backend, Limits, Lit, Literal, Verdict, Watch};

fn value(word: &[Lit]) -> u128 {
    let bit = |lit: &Lit| u128::from(lit.as_constant().expect("constants give constants"));
    word.iter().rev().fold(0, |value, lit| value << 1 | bit(lit))
}

/// An operation in a format, with the widths that belong to it.
fn circuit(layout: Layout, function: Function, mode: Mode) -> Circuit {
    let operation = Operation { function, exponent: Exponent::of(layout), mode };
    let width = if function.compares() { 1 } else { layout.width };
    Circuit { operation, extra: 0, width, operand: layout.width }
}

fn check(gates: &mut Gates<Backend>, circuit: &Circuit, args: [u128; 3]) {
    let Circuit { operation, extra, width, operand } = *circuit;
    let expected = operation.apply(width, operand, args, extra);
    let words = args.map(|arg| constant(operand, arg));
    let found = value(&gates.float(circuit, &words[..operation.function.arity()]));
    assert_eq!(found, expected, "{operation:?} {extra} of {args:x?}: {found:x}, not {expected:x}");
}

const OF_ONE: [Function; 2] = [Function::Sqrt, Function::Round];
const OF_TWO: [Function; 9] = [
    Function::Add,
    Function::Sub,
    Function::Mul,
    Function::Div,
    Function::Rem,
    Function::Remainder,
    Function::Equal,
    Function::Less,
    Function::LessEqual,
];

fn modes() -> impl Iterator<Item = Mode> {
    let nans = [Nan::Machine, Nan::Canonical];
    Rounding::ALL.into_iter().flat_map(move |rounding| nans.map(|nan| Mode::new(rounding, nan)))
}

fn layouts(widths: std::ops::RangeInclusive<u32>) -> Vec<Layout> {
    let of = |width: u32| (2..width - 1).filter_map(move |exponent| Layout::new(exponent, width - exponent));
    widths.flat_map(of).collect()
}

#[test]
fn all_pairs_of_small_formats() {
    let mut gates = Gates::<Backend>::new();
    for layout in layouts(5..=6) {
        for mode in modes().filter(|mode| mode.nan() == Nan::Machine || layout.width == 5) {
            for a in 0..1u128 << layout.width {
                for function in OF_ONE {
                    check(&mut gates, &circuit(layout, function, mode), [a, 0, 0]);
                }
                for b in 0..1u128 << layout.width {
                    for function in OF_TWO {
                        check(&mut gates, &circuit(layout, function, mode), [a, b, 0]);
                    }
                }
            }
        }
    }
}

#[test]
fn all_triples_of_five_bits() {
    let mut gates = Gates::<Backend>::new();
    for layout in layouts(5..=5) {
        for mode in modes().filter(|mode| mode.nan() == Nan::Machine) {
            for triple in 0..1u128 << 15 {
                let args = [triple & 31, triple >> 5 & 31, triple >> 10];
                check(&mut gates, &circuit(layout, Function::MulAdd, mode), args);
            }
        }
    }
}

#[test]
fn all_conversions_of_small_formats() {
    let mut gates = Gates::<Backend>::new();
    let all = layouts(5..=7);
    for &layout in &all {
        for mode in modes() {
            for a in 0..1u128 << layout.width {
                for &to in &all {
                    let operation = Operation { function: Function::Convert, exponent: Exponent::of(to), mode };
                    let extra = Exponent::of(layout).number();
                    check(&mut gates, &Circuit { operation, extra, width: to.width, operand: layout.width }, [a, 0, 0]);
                }
                for width in 1..=9 {
                    for function in [Function::ToSigned, Function::ToUnsigned] {
                        for overflow in [Overflow::HighBit, Overflow::Nearest, Overflow::NearestNanGreatest] {
                            let operation = Operation { function, exponent: Exponent::of(layout), mode };
                            let circuit = Circuit { operation, extra: overflow as u32, width, operand: layout.width };
                            check(&mut gates, &circuit, [a, 0, 0]);
                        }
                    }
                }
            }
            for width in 1..=7u32 {
                for a in 0..1u128 << width {
                    for function in [Function::FromSigned, Function::FromUnsigned] {
                        let operation = Operation { function, exponent: Exponent::of(layout), mode };
                        let circuit = Circuit { operation, extra: 0, width: layout.width, operand: width };
                        check(&mut gates, &circuit, [a, 0, 0]);
                    }
                }
            }
        }
    }
}

/// A number of a format: special ones, neighbours of powers of two, and any bits.
fn number(random: &mut Random, layout: Layout) -> u128 {
    let any = u128::from(random.bits()) | u128::from(random.bits()) << 64;
    let sign = if random.below(2) == 0 { 0 } else { layout.sign() };
    let fraction = (1u128 << layout.below_exponent()) - 1;
    let special =
        [0, 1, layout.infinity(), layout.greatest(), layout.one(), layout.canonical_nan(), layout.infinity() | 1];
    let magnitude = match random.below(8) {
        0 => special[random.below(special.len() as u64) as usize],
        1 => any & fraction,
        2 => layout.one() + (any & 7),
        3 => (layout.one() - (1 << layout.below_exponent())) | any & 3,
        4 | 5 => {
            let spread = u64::from(layout.precision()) + 4;
            let near = (layout.bias() as u128 + u128::from(random.below(2 * spread))).saturating_sub(spread.into());
            let near = near.clamp(1, 2 * layout.bias() as u128);
            near << layout.below_exponent() | any & fraction | layout.one() & fraction
        }
        _ => any,
    };
    sign | magnitude & layout.magnitude()
}

#[test]
fn numbers_of_real_formats() {
    let mut random = Random::of_round(2025);
    let functions = [Function::Add, Function::Sub, Function::Mul, Function::Div, Function::MulAdd, Function::Sqrt]
        .into_iter()
        .chain([Function::Round, Function::Equal, Function::Less, Function::LessEqual]);
    let functions: Vec<Function> = functions.collect();
    let rounds = cases().unwrap_or(60);
    let mut gates = Gates::<Backend>::new();
    for kind in Kind::ALL {
        let layout = Layout::of(kind);
        for round in 0..rounds {
            let args = [0; 3].map(|_| number(&mut random, layout));
            let nan = if round % 3 == 0 { Nan::Canonical } else { Nan::Machine };
            let mode = Mode::new(Rounding::ALL[round as usize % 5], nan);
            for &function in &functions {
                check(&mut gates, &circuit(layout, function, mode), args);
            }
            if kind == Kind::Half {
                check(&mut gates, &circuit(layout, Function::Rem, mode), args);
                check(&mut gates, &circuit(layout, Function::Remainder, mode), args);
            }
            for other in Kind::ALL {
                let operation =
                    Operation { function: Function::Convert, exponent: Exponent::of(Layout::of(other)), mode };
                let extra = Exponent::of(layout).number();
                let circuit = Circuit { operation, extra, width: other.width(), operand: layout.width };
                check(&mut gates, &circuit, args);
            }
            for width in [8, 16, 32, 64, 128] {
                for (to, from) in
                    [(Function::ToSigned, Function::FromSigned), (Function::ToUnsigned, Function::FromUnsigned)]
                {
                    let exponent = Exponent::of(layout);
                    let operation = Operation { function: to, exponent, mode };
                    check(
                        &mut gates,
                        &Circuit { operation, extra: round as u32 % 3, width, operand: layout.width },
                        args,
                    );
                    let operation = Operation { function: from, exponent, mode };
                    let integer = args[0] & (u128::MAX >> (128 - width));
                    let circuit = Circuit { operation, extra: 0, width: layout.width, operand: width };
                    check(&mut gates, &circuit, [integer, 0, 0]);
                }
            }
        }
    }
}

/// One circuit with variables, whose inputs are then assumed: the clauses, and not only the folding of constants.
#[test]
fn clauses_of_small_formats() {
    let layout = Layout::new(3, 3).expect("a format");
    let mode = Mode::new(Rounding::NearestEven, Nan::Machine);
    for function in OF_TWO.into_iter().chain([Function::MulAdd]) {
        let mut gates = Gates::<Backend>::new();
        let words: Vec<Vec<Lit>> =
            (0..3).map(|_| (0..layout.width).map(|_| gates.fresh()).collect::<Vec<Lit>>()).collect();
        let circuit = circuit(layout, function, mode);
        let result = gates.float(&circuit, &words[..function.arity()]);
        for pair in 0..1u128 << (2 * layout.width) {
            let args = [pair & 63, pair >> 6, (pair * 7 + 3) & 63];
            let assumed: Vec<Lit> = words
                .iter()
                .zip(args)
                .flat_map(|(word, arg)| word.iter().enumerate().map(move |(at, lit)| lit.flip_if(arg >> at & 1 == 0)))
                .collect();
            let verdict = gates.sat.solve(&assumed, Limits::default(), &mut Watch::nobody());
            assert_eq!(verdict, Verdict::Sat, "a definition restricts its inputs");
            let bit = |lit: &Lit| match lit.as_constant() {
                Some(value) => value,
                None => gates.sat.value(lit.variable()) ^ lit.is_negative(),
            };
            let found = result.iter().rev().fold(0u128, |value, lit| value << 1 | u128::from(bit(lit)));
            let expected = circuit.operation.apply(circuit.width, layout.width, args, 0);
            assert_eq!(found, expected, "{function:?} of {args:x?}");
        }
    }
}
