//! Functions that are recognized by their symbols: they are modelled, and their code in the file is ignored.
//!
//! Functions by which a program talks to Pleach, KLEE or a verifier, or reports that something is wrong, are
//! always intercepted. Two groups are intercepted if they belong to the C library: the allocator, so that each
//! allocation is an object of its own; and string functions, because those of C libraries read past the ends of
//! strings. The string functions have bodies in `strings.pir`; the others are provided by the executor.
//!
//! If the program defines such functions itself, its own are executed. Which ones belong to the C library is
//! inferred from the file. A function whose code has source lines is the program's, since C libraries come
//! without debug information. In a file without a C library, all functions are the program's. The allocator is
//! the program's if the file does not contain the library's allocator, or if one of its functions is the
//! program's.

use ir::{Function, Module};
use rustc_hash::FxHashMap;

use crate::elf::{Image, Symbol};

/// Which functions of the C library are modelled, if their symbols are present.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Library {
    /// Those that seem to be the C library's and not the program's own.
    #[default]
    Auto,
    /// All of them.
    All,
    /// None of them.
    None,
}

/// The family of an intercepted function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// An intrinsic of Pleach, KLEE or a verifier, or one that reports an error.
    Intrinsic,
    /// A function that allocates or frees memory.
    Allocator,
    /// Another function of the C library.
    Library,
}

/// The family of an intercepted function.
pub fn family(name: &str) -> Family {
    match name {
        "malloc" | "valloc" | "calloc" | "realloc" | "aligned_alloc" | "memalign" | "reallocarray"
        | "posix_memalign" | "malloc_usable_size" | "free" | "cfree" => Family::Allocator,
        "strlen" | "strnlen" | "strcpy" | "stpcpy" | "strcat" | "strcmp" | "strncmp" | "strncpy" | "strchr"
        | "strchrnul" | "strrchr" | "memcpy" | "memmove" | "memset" | "memcmp" | "memchr" | "rawmemchr" => {
            Family::Library
        }
        _ => Family::Intrinsic,
    }
}

/// Symbols that only a C library has: one of glibc and musl, one of newlib.
const LIBRARIES: [&str; 2] = ["__libc_start_main", "_malloc_r"];
/// Symbols that only a C library that contains its own allocator has.
const ALLOCATORS: [&str; 4] = ["__libc_malloc", "__libc_malloc_impl", "default_malloc", "_malloc_r"];

/// The intercepted functions of a program, by address. `has_line` says whether an address has a source line.
pub fn find(
    image: &Image,
    library: Library,
    mut has_line: impl FnMut(u64) -> bool,
) -> FxHashMap<u64, (String, Signature)> {
    let code = || image.symbols.iter().filter(|symbol| symbol.is_code);
    let has = |names: &[&str]| code().any(|symbol| names.contains(&symbol.name.as_str()));
    let (has_library, has_allocator) = (has(&LIBRARIES), has(&ALLOCATORS));
    let mut is_own = |symbol: &Symbol| has_line(symbol.address);
    let known_of =
        |wanted: Family| code().filter(move |symbol| known(&symbol.name).is_some() && family(&symbol.name) == wanted);
    let own_allocator = !has_allocator || known_of(Family::Allocator).any(&mut is_own);
    let mut found = FxHashMap::default();
    for symbol in code() {
        let Some(signature) = known(&symbol.name) else { continue };
        let modelled = match (family(&symbol.name), library) {
            (Family::Intrinsic, _) | (_, Library::All) => true,
            (_, Library::None) => false,
            (Family::Allocator, Library::Auto) => !own_allocator,
            (Family::Library, Library::Auto) => has_library && !is_own(symbol),
        };
        if modelled {
            found.entry(symbol.address).or_insert_with(|| (symbol.name.clone(), signature));
        }
    }
    found
}

/// How a function is called: the widths of its arguments, which are passed in `a0` and the registers after it,
/// and of its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The width of each argument in bits.
    pub args: &'static [u32],
    /// The width of the result in bits; 0 if there is none.
    pub ret: u32,
    /// Whether a result narrower than a register is sign-extended.
    pub signed: bool,
}

const fn signature(args: &'static [u32], ret: u32) -> Signature {
    Signature { args, ret, signed: true }
}

const fn unsigned(ret: u32) -> Signature {
    Signature { args: &[], ret, signed: false }
}

/// The signature of a function that can be intercepted.
pub fn known(name: &str) -> Option<Signature> {
    Some(match name {
        "malloc" | "valloc" | "klee_get_obj_size" | "pleach_object_size" | "klee_choose" | "pleach_choose" => {
            signature(&[64], 64)
        }
        "strlen" => signature(&[64], 64),
        "strnlen" | "strcpy" | "stpcpy" | "strcat" => signature(&[64, 64], 64),
        "strcmp" => signature(&[64, 64], 32),
        "strncmp" | "memcmp" => signature(&[64, 64, 64], 32),
        "strncpy" | "memcpy" | "memmove" => signature(&[64, 64, 64], 64),
        "memchr" | "memset" => signature(&[64, 32, 64], 64),
        "strchr" | "strchrnul" | "strrchr" | "rawmemchr" => signature(&[64, 32], 64),
        "calloc" | "realloc" | "aligned_alloc" | "memalign" => signature(&[64, 64], 64),
        "reallocarray" => signature(&[64, 64, 64], 64),
        "posix_memalign" => signature(&[64, 64, 64], 32),
        "malloc_usable_size" => signature(&[64], 64),
        "free" | "cfree" => signature(&[64], 0),
        "abort" | "klee_abort" => signature(&[], 0),
        "__assert_fail" | "klee_assert_fail" | "pleach_assert_fail" => signature(&[64, 64, 32, 64], 0),
        "reach_error" => signature(&[], 0),
        "klee_make_symbolic" | "pleach_symbolic" => signature(&[64, 64, 64], 0),
        "pleach_symbolic_buffer" => signature(&[64, 64, 64], 64),
        "pleach_symbolic_string" => signature(&[64, 64], 64),
        "klee_assume" | "pleach_assume" => signature(&[64], 0),
        "klee_range" | "pleach_range" => signature(&[32, 32, 64], 32),
        "klee_int" | "pleach_int" => signature(&[64], 32),
        "klee_silent_exit" | "pleach_silent_exit" => signature(&[32], 0),
        "klee_report_error" | "pleach_report_error" => signature(&[64, 32, 64, 64], 0),
        "klee_is_symbolic" | "pleach_is_symbolic" => signature(&[64], 32),
        "klee_is_replay" | "pleach_is_replay" => signature(&[], 32),
        "klee_get_value_i32" => signature(&[32], 32),
        "klee_get_value_i64" | "klee_get_valuel" | "klee_get_valuell" | "pleach_value" => signature(&[64], 64),
        "klee_prefer_cex"
        | "klee_posix_prefer_cex"
        | "pleach_prefer"
        | "klee_check_memory_access"
        | "pleach_check_access" => signature(&[64, 64], 0),
        "klee_warning" | "klee_warning_once" | "pleach_warning" | "pleach_warning_once" => signature(&[64], 0),
        "__VERIFIER_assume" => signature(&[32], 0),
        "__VERIFIER_error" => signature(&[], 0),
        "__VERIFIER_nondet_int" | "__VERIFIER_nondet_uint" | "__VERIFIER_nondet_unsigned" | "__VERIFIER_nondet_u32" => {
            signature(&[], 32)
        }
        "__VERIFIER_nondet_short" => signature(&[], 16),
        // A plain `char` is unsigned on this machine.
        "__VERIFIER_nondet_char" | "__VERIFIER_nondet_uchar" | "__VERIFIER_nondet_u8" => unsigned(8),
        "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool" => unsigned(1),
        "__VERIFIER_nondet_ushort" | "__VERIFIER_nondet_u16" => unsigned(16),
        "__VERIFIER_nondet_long"
        | "__VERIFIER_nondet_ulong"
        | "__VERIFIER_nondet_longlong"
        | "__VERIFIER_nondet_ulonglong"
        | "__VERIFIER_nondet_size_t"
        | "__VERIFIER_nondet_pointer" => signature(&[], 64),
        _ => return None,
    })
}

/// The functions that have bodies here, in the IR.
pub fn bodies() -> Vec<Function> {
    let module: Module = ir::parse_module(include_str!("strings.pir")).expect("a file of this crate is well-formed");
    module.functions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_right_and_known() {
        let module = Module { functions: bodies(), ..Module::default() };
        assert_eq!(ir::verify(&module), Ok(()));
        for function in &module.functions {
            let signature = known(&function.name).unwrap_or_else(|| panic!("{} is not known", function.name));
            let widths: Vec<u32> = function.params.iter().map(|&param| function.width(param)).collect();
            assert_eq!((signature.args, signature.ret), (widths.as_slice(), function.ret), "{}", function.name);
        }
    }
}
