//! Maps a report of UndefinedBehaviorSanitizer to a kind of error: the kind that the executor gives to the call
//! of the handler that prints the report.

use ir::ErrorKind;

/// Phrases of reports, each with its kind. The first phrase that a report contains decides: several reports
/// mention pointers, shifts and types in passing.
const WORDS: [(&str, ErrorKind); 27] = [
    ("unreachable program point", ErrorKind::Unreachable),
    ("reached the end of a value-returning function", ErrorKind::Unreachable),
    ("implicit conversion from type", ErrorKind::Overflow),
    ("applying zero offset to null pointer", ErrorKind::OutOfBounds),
    ("applying non-zero offset", ErrorKind::OutOfBounds),
    ("addition of unsigned offset", ErrorKind::OutOfBounds),
    ("subtraction of unsigned offset", ErrorKind::OutOfBounds),
    ("pointer index expression", ErrorKind::OutOfBounds),
    ("out of bounds", ErrorKind::OutOfBounds),
    ("with insufficient space", ErrorKind::OutOfBounds),
    ("misaligned address", ErrorKind::Misaligned),
    ("byte alignment", ErrorKind::Misaligned),
    ("which does not point to an object of type", ErrorKind::Undefined),
    ("which is not a valid value", ErrorKind::Undefined),
    ("which is not a valid argument", ErrorKind::Undefined),
    ("assumption is violated", ErrorKind::Undefined),
    ("incorrect function type", ErrorKind::Undefined),
    ("non-positive value", ErrorKind::Undefined),
    ("control flow integrity", ErrorKind::Undefined),
    ("null pointer", ErrorKind::Null),
    ("null is not allowed", ErrorKind::Null),
    ("division by zero", ErrorKind::DivByZero),
    ("shift exponent", ErrorKind::Overshift),
    ("left shift of", ErrorKind::Overshift),
    ("integer overflow", ErrorKind::Overflow),
    ("cannot be represented in type", ErrorKind::Overflow),
    ("outside the range of representable values", ErrorKind::Overflow),
];

/// The output of the minimal runtime, which is only the name of the handler. Some handlers stand for several
/// kinds.
const MINIMAL: [(&str, ErrorKind); 20] = [
    ("add-overflow", ErrorKind::Overflow),
    ("sub-overflow", ErrorKind::Overflow),
    ("mul-overflow", ErrorKind::Overflow),
    ("negate-overflow", ErrorKind::Overflow),
    ("float-cast-overflow", ErrorKind::Overflow),
    ("implicit-conversion", ErrorKind::Overflow),
    ("divrem-overflow", ErrorKind::DivByZero),
    ("shift-out-of-bounds", ErrorKind::Overshift),
    ("out-of-bounds", ErrorKind::OutOfBounds),
    ("local-out-of-bounds", ErrorKind::OutOfBounds),
    ("pointer-overflow", ErrorKind::OutOfBounds),
    ("builtin-unreachable", ErrorKind::Unreachable),
    ("missing-return", ErrorKind::Unreachable),
    ("nonnull-arg", ErrorKind::Null),
    ("nonnull-return", ErrorKind::Null),
    ("nullability-arg", ErrorKind::Null),
    ("nullability-return", ErrorKind::Null),
    ("alignment-assumption", ErrorKind::Misaligned),
    ("load-invalid-value", ErrorKind::Undefined),
    ("type-mismatch", ErrorKind::Undefined),
];

/// The kind of error that a report is about.
pub fn kind_of(what: &str) -> ErrorKind {
    let minimal = MINIMAL.iter().find(|(name, _)| *name == what);
    let found = minimal.or_else(|| WORDS.iter().find(|(words, _)| what.contains(words)));
    found.map_or(ErrorKind::Undefined, |&(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of compiler-rt 22, handler by handler.
    #[test]
    fn every_handler_of_clang_22() {
        use ErrorKind::{DivByZero, Misaligned, Null, OutOfBounds, Overflow, Overshift, Undefined, Unreachable};
        let reports = [
            // add_overflow, sub_overflow, mul_overflow
            ("signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'", Overflow),
            ("unsigned integer overflow: 3 - 4 cannot be represented in type 'unsigned int'", Overflow),
            ("signed integer overflow: 65536 * 65536 cannot be represented in type 'int'", Overflow),
            // negate_overflow
            (
                "negation of -2147483648 cannot be represented in type 'int'; cast to an unsigned type to negate this value to itself",
                Overflow,
            ),
            ("negation of 1 cannot be represented in type 'unsigned int'", Overflow),
            // divrem_overflow
            ("division of -2147483648 by -1 cannot be represented in type 'int'", Overflow),
            ("division by zero", DivByZero),
            // shift_out_of_bounds
            ("shift exponent 33 is too large for 32-bit type 'int'", Overshift),
            ("shift exponent -1 is negative", Overshift),
            ("left shift of negative value -1", Overshift),
            ("left shift of 1073741824 by 3 places cannot be represented in type 'int'", Overshift),
            // out_of_bounds, local_out_of_bounds
            ("index 4 out of bounds for type 'int[4]'", OutOfBounds),
            ("access out of bounds", OutOfBounds),
            // builtin_unreachable, missing_return
            ("execution reached an unreachable program point", Unreachable),
            ("execution reached the end of a value-returning function without returning a value", Unreachable),
            // vla_bound_not_positive
            ("variable length array bound evaluates to non-positive value 0", Undefined),
            // float_cast_overflow
            ("1e+20 is outside the range of representable values of type 'int'", Overflow),
            // load_invalid_value
            ("load of value 2, which is not a valid value for type 'bool'", Undefined),
            // implicit_conversion
            (
                "implicit conversion from type 'int' of value -1 (32-bit, signed) to type 'unsigned int' changed the value to 4294967295 (32-bit, unsigned)",
                Overflow,
            ),
            // invalid_builtin
            ("passing zero to __builtin_clz(), which is not a valid argument", Undefined),
            ("passing zero to ctz(), which is not a valid argument", Undefined),
            ("assumption is violated during execution", Undefined),
            // invalid_objc_cast
            ("invalid ObjC cast, object is a 'A', but expected a 'B'", Undefined),
            // nonnull_return, nonnull_arg, nullability_return, nullability_arg
            ("null pointer returned from function declared to never return null", Null),
            ("null pointer passed as argument 1, which is declared to never be null", Null),
            // pointer_overflow
            ("applying zero offset to null pointer", OutOfBounds),
            ("applying non-zero offset 4 to null pointer", OutOfBounds),
            ("applying non-zero offset to non-null pointer 0x55 produced null pointer", OutOfBounds),
            ("pointer index expression with base 0x10 overflowed to 0x8", OutOfBounds),
            ("addition of unsigned offset to 0x55 overflowed to 0x54", OutOfBounds),
            ("subtraction of unsigned offset from 0x55 overflowed to 0x56", OutOfBounds),
            // type_mismatch
            ("load of null pointer of type 'int'", Null),
            ("member call on null pointer of type 'A'", Null),
            ("reference binding to null pointer of type 'int'", Null),
            ("_Nonnull binding to null pointer of type 'char *'", Null),
            ("load of misaligned address 0x55 for type 'int', which requires 4 byte alignment", Misaligned),
            ("store to address 0x55 with insufficient space for an object of type 'int'", OutOfBounds),
            // alignment_assumption
            ("assumption of 8 byte alignment for pointer of type 'char *' failed", Misaligned),
            ("assumption of 8 byte alignment (with offset of 1 byte) for pointer of type 'char *' failed", Misaligned),
            // dynamic_type_cache_miss
            ("downcast of address 0x55 which does not point to an object of type 'B'", Undefined),
            ("member call on address 0x55 which does not point to an object of type 'B'", Undefined),
            // function_type_mismatch
            ("call to function f through pointer to incorrect function type 'int (*)(int)'", Undefined),
            // cfi_check_fail
            ("control flow integrity check for type 'int (int)' failed during indirect function call", Undefined),
        ];
        for (what, kind) in reports {
            assert_eq!(kind_of(what), kind, "{what}");
        }
        for (name, kind) in MINIMAL {
            assert_eq!(kind_of(name), kind, "{name}");
        }
        assert_eq!(kind_of("vla-bound-not-positive"), Undefined);
    }
}
