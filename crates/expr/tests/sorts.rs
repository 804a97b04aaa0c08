//! Operators refuse arrays where they take bits, and bits where they take an array, though both have a width of eight.

use std::panic::{AssertUnwindSafe, catch_unwind};

use expr::{ExprId, Pool, Sort};

struct Terms {
    pool: Pool,
    byte: ExprId,
    index: ExprId,
    condition: ExprId,
    /// A constant table, a symbolic object, and what a store makes.
    arrays: [ExprId; 3],
}

fn terms() -> Terms {
    let mut pool = Pool::new();
    let (byte, index, condition) = (pool.symbol("byte", 8), pool.symbol("index", 64), pool.symbol("condition", 1));
    let object = pool.symbol("object", 64);
    let (table, bytes) = (pool.table([3, 1, 2][..].into()), pool.bytes(object));
    let stored = pool.store(bytes, index, byte);
    Terms { pool, byte, index, condition, arrays: [table, bytes, stored] }
}

#[test]
fn terms_have_sorts() {
    let terms = terms();
    assert_eq!(terms.pool.sort(terms.byte), Sort::Bits(8));
    assert_eq!(terms.pool.sort(terms.condition), Sort::Bits(1));
    for array in terms.arrays {
        assert_eq!((terms.pool.sort(array), terms.pool.width(array)), (Sort::Bytes, 8));
    }
}

/// An operator on an array and a byte.
type Operator = fn(&mut Terms, ExprId, ExprId) -> ExprId;

const OPERATORS: &[(&str, Operator)] = &[
    ("not", |t, a, _| t.pool.not(a)),
    ("neg", |t, a, _| t.pool.neg(a)),
    ("and", |t, a, b| t.pool.and(a, b)),
    ("or", |t, a, b| t.pool.or(b, a)),
    ("xor", |t, a, b| t.pool.xor(a, b)),
    ("xor of one", |t, a, _| t.pool.xor(a, a)),
    ("add", |t, a, b| t.pool.add(b, a)),
    ("sub", |t, a, _| t.pool.sub(a, a)),
    ("mul", |t, a, b| t.pool.mul(a, b)),
    ("udiv", |t, a, b| t.pool.udiv(a, b)),
    ("urem", |t, a, b| t.pool.urem(b, a)),
    ("sdiv", |t, a, b| t.pool.sdiv(a, b)),
    ("srem", |t, a, b| t.pool.srem(a, b)),
    ("shl", |t, a, b| t.pool.shl(a, b)),
    ("lshr", |t, a, b| t.pool.lshr(b, a)),
    ("ashr", |t, a, b| t.pool.ashr(a, b)),
    ("eq", |t, a, b| t.pool.eq(a, b)),
    ("eq of one", |t, a, _| t.pool.eq(a, a)),
    ("ne", |t, a, b| t.pool.ne(b, a)),
    ("ult", |t, a, b| t.pool.ult(a, b)),
    ("ule of one", |t, a, _| t.pool.ule(a, a)),
    ("slt", |t, a, b| t.pool.slt(a, b)),
    ("sle", |t, a, b| t.pool.sle(b, a)),
    ("ite of arrays", |t, a, _| t.pool.ite(t.condition, a, t.arrays[0])),
    ("ite of an array", |t, a, b| t.pool.ite(t.condition, b, a)),
    ("ite of one array", |t, a, _| t.pool.ite(t.condition, a, a)),
    ("ite that is decided", |t, a, _| {
        let yes = t.pool.bool(true);
        t.pool.ite(yes, a, a)
    }),
    ("extract", |t, a, _| t.pool.extract(a, 0, 4)),
    ("extract of all", |t, a, _| t.pool.extract(a, 0, 8)),
    ("concat", |t, a, b| t.pool.concat(a, b)),
    ("concat below", |t, a, b| t.pool.concat(b, a)),
    ("zext", |t, a, _| t.pool.zext(a, 16)),
    ("zext to the same", |t, a, _| t.pool.zext(a, 8)),
    ("sext", |t, a, _| t.pool.sext(a, 16)),
    ("trunc to the same", |t, a, _| t.pool.trunc(a, 8)),
    ("store of an array", |t, a, _| t.pool.store(a, t.index, a)),
    ("store into a byte", |t, _, b| t.pool.store(b, t.index, b)),
    ("select of a byte", |t, _, b| t.pool.select(b, t.index)),
    ("select at an array", |t, a, _| t.pool.select(a, a)),
    ("bytes of an array", |t, a, _| t.pool.bytes(a)),
];

#[test]
fn no_operator_takes_an_array_for_bits() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut taken = Vec::new();
    for &(name, operator) in OPERATORS {
        for which in 0..3 {
            let mut terms = terms();
            let (array, byte) = (terms.arrays[which], terms.byte);
            if catch_unwind(AssertUnwindSafe(|| operator(&mut terms, array, byte))).is_ok() {
                taken.push((name, which));
            }
        }
    }
    std::panic::set_hook(hook);
    assert!(taken.is_empty(), "{taken:?}");
}

/// Text comes from anybody: what does not fit is an error and no panic.
#[test]
fn a_text_that_mixes_sorts_is_an_error() {
    let mut pool = Pool::new();
    let zero = "(_ bv0 64)";
    for text in [
        "(store (table #x0102) IT (table #x03))",
        "(store #x01 IT #x01)",
        "(select #x01 IT)",
        "(ite true (table #x01) (table #x02))",
        "(bvadd (table #x01) #x01)",
        "((_ zero_extend 0) (table #x01))",
        "(= (table #x01) (table #x01))",
    ] {
        assert!(pool.parse(&text.replace("IT", zero)).is_err(), "{text}");
    }
    assert!(pool.parse(&format!("(store (table #x0102) {zero} #x03)")).is_ok());
}
