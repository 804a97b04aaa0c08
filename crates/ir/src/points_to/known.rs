//! What functions without a body do with addresses, by their names.

/// What a call does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing with addresses.
    Nothing,
    /// It returns a new object.
    Allocates,
    /// It returns a new object with the contents of the one that the first argument points to.
    Reallocates,
    /// It copies bytes from where the second argument points to where the first does, and returns an address within the object that
    /// the first points to.
    Copies,
    /// It copies bytes from where its other arguments point to where the first does.
    Formats,
    /// It returns its first argument.
    ReturnsFirst,
    /// It returns an address within the object that its first argument points to.
    ReturnsWithin,
    /// It writes the address of the arguments past the parameters where its first argument points to.
    StartsArguments,
    /// It may do whatever the environment can do.
    Anything,
}

/// The functions, sorted by name.
const KNOWN: [(&str, Effect); 73] = {
    use Effect::{Allocates, Copies, Formats, Nothing, Reallocates, ReturnsFirst, ReturnsWithin, StartsArguments};
    [
        ("_ZdaPv", Nothing),
        ("_ZdaPvm", Nothing),
        ("_ZdlPv", Nothing),
        ("_ZdlPvm", Nothing),
        ("_Znam", Allocates),
        ("_Znwm", Allocates),
        ("__assert_fail", Nothing),
        ("abort", Nothing),
        ("abs", Nothing),
        ("aligned_alloc", Allocates),
        ("atoi", Nothing),
        ("calloc", Allocates),
        ("exit", Nothing),
        ("fflush", Nothing),
        ("free", Nothing),
        ("klee_abort", Nothing),
        ("klee_assume", Nothing),
        ("klee_close_merge", Nothing),
        ("klee_int", Nothing),
        ("klee_is_symbolic", Nothing),
        ("klee_make_symbolic", Nothing),
        ("klee_open_merge", Nothing),
        ("klee_prefer_cex", Nothing),
        ("klee_range", Nothing),
        ("klee_report_error", Nothing),
        ("klee_silent_exit", Nothing),
        ("klee_warning", Nothing),
        ("klee_warning_once", Nothing),
        ("llvm.va_copy", Copies),
        ("llvm.va_end", Nothing),
        ("llvm.va_start", StartsArguments),
        ("malloc", Allocates),
        ("memchr", ReturnsWithin),
        ("memcmp", Nothing),
        ("memcpy", Copies),
        ("memmove", Copies),
        ("memset", ReturnsFirst),
        ("pleach_assume", Nothing),
        ("pleach_choose", Nothing),
        ("pleach_int", Nothing),
        ("pleach_is_symbolic", Nothing),
        ("pleach_merge_begin", Nothing),
        ("pleach_merge_end", Nothing),
        ("pleach_prefer", Nothing),
        ("pleach_range", Nothing),
        ("pleach_symbolic", Nothing),
        ("pleach_symbolic_string", Allocates),
        ("pleach_warning", Nothing),
        ("printf", Nothing),
        ("putchar", Nothing),
        ("puts", Nothing),
        ("realloc", Reallocates),
        ("snprintf", Formats),
        ("sprintf", Formats),
        ("stpcpy", Copies),
        ("strcat", Copies),
        ("strchr", ReturnsWithin),
        ("strchrnul", ReturnsWithin),
        ("strcmp", Nothing),
        ("strcpy", Copies),
        ("strcspn", Nothing),
        ("strdup", Reallocates),
        ("strlen", Nothing),
        ("strncat", Copies),
        ("strncmp", Nothing),
        ("strncpy", Copies),
        ("strndup", Reallocates),
        ("strnlen", Nothing),
        ("strpbrk", ReturnsWithin),
        ("strrchr", ReturnsWithin),
        ("strspn", Nothing),
        ("strstr", ReturnsWithin),
        ("toupper", Nothing),
    ]
};

/// What a function of this name does.
pub(super) fn effect(name: &str) -> Effect {
    match KNOWN.binary_search_by_key(&name, |&(known, _)| known) {
        Ok(at) => KNOWN[at].1,
        Err(_) => Effect::Anything,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_sorted() {
        assert!(KNOWN.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!((effect("malloc"), effect("qsort")), (Effect::Allocates, Effect::Anything));
    }
}
