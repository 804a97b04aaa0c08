//! The names of operators in the text form: one table for each kind of operator, used by the printer and the
//! parser.

use crate::inst::{BinaryOp, CastOp, CompareOp};

const BINARY: [(BinaryOp, &str); 13] = [
    (BinaryOp::Add, "add"),
    (BinaryOp::Sub, "sub"),
    (BinaryOp::Mul, "mul"),
    (BinaryOp::UDiv, "udiv"),
    (BinaryOp::SDiv, "sdiv"),
    (BinaryOp::URem, "urem"),
    (BinaryOp::SRem, "srem"),
    (BinaryOp::Shl, "shl"),
    (BinaryOp::LShr, "lshr"),
    (BinaryOp::AShr, "ashr"),
    (BinaryOp::And, "and"),
    (BinaryOp::Or, "or"),
    (BinaryOp::Xor, "xor"),
];

const COMPARE: [(CompareOp, &str); 6] = [
    (CompareOp::Eq, "eq"),
    (CompareOp::Ne, "ne"),
    (CompareOp::Ult, "ult"),
    (CompareOp::Ule, "ule"),
    (CompareOp::Slt, "slt"),
    (CompareOp::Sle, "sle"),
];

const CAST: [(CastOp, &str); 3] = [(CastOp::Zext, "zext"), (CastOp::Sext, "sext"), (CastOp::Trunc, "trunc")];

macro_rules! names {
    ($op:ident, $table:ident) => {
        impl $op {
            /// The name in the text form.
            pub fn name(self) -> &'static str {
                $table[self as usize].1
            }

            /// The operator with that name.
            pub fn from_name(name: &str) -> Option<$op> {
                $table.iter().find(|(_, known)| *known == name).map(|&(op, _)| op)
            }

            /// All operators, in declaration order.
            pub fn all() -> impl Iterator<Item = $op> {
                $table.iter().map(|&(op, _)| op)
            }
        }
    };
}

names!(BinaryOp, BINARY);
names!(CompareOp, COMPARE);
names!(CastOp, CAST);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn tables_follow_the_declarations() {
        assert!(BINARY.iter().enumerate().all(|(index, &(op, name))| op as usize == index && op.name() == name));
        assert!(COMPARE.iter().enumerate().all(|(index, &(op, name))| op as usize == index && op.name() == name));
        assert!(CAST.iter().enumerate().all(|(index, &(op, name))| op as usize == index && op.name() == name));
        assert!(ErrorKind::all().enumerate().all(|(index, kind)| kind as usize == index));
    }

    #[test]
    fn names_parse_back() {
        assert!(BinaryOp::all().all(|op| BinaryOp::from_name(op.name()) == Some(op)));
        assert!(CompareOp::all().all(|op| CompareOp::from_name(op.name()) == Some(op)));
        assert!(CastOp::all().all(|op| CastOp::from_name(op.name()) == Some(op)));
        assert!(ErrorKind::all().all(|kind| ErrorKind::from_name(kind.name()) == Some(kind)));
        assert_eq!(BinaryOp::from_name("frobnicate"), None);
    }
}
