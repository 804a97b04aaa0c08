//! Demangling: the names of C++ functions and types as people write them.

use cpp_demangle::{DemangleOptions, Symbol};

/// A function's name without its parameters. A name that is not mangled is returned as it is.
pub fn function_name(symbol: &str) -> String {
    let options = DemangleOptions::new().no_params().no_return_type();
    decoded(symbol, &options).unwrap_or_else(|| symbol.to_owned())
}

/// The name of a type, given as `std::type_info::name` returns it.
pub fn type_name(encoded: &str) -> String {
    // The name of a type that is local to a file has a mark in front.
    let encoded = encoded.strip_prefix('*').unwrap_or(encoded);
    let text = decoded(&format!("_ZTS{encoded}"), &DemangleOptions::new());
    let name = text.as_deref().and_then(|text| text.strip_prefix("typeinfo name for "));
    name.unwrap_or(encoded).to_owned()
}

fn decoded(symbol: &str, options: &DemangleOptions) -> Option<String> {
    if !symbol.starts_with("_Z") {
        return None;
    }
    Symbol::new(symbol).ok()?.demangle_with_options(options).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions() {
        assert_eq!(function_name("main"), "main");
        assert_eq!(function_name("_ZN3Foo3barEv"), "Foo::bar");
        assert_eq!(function_name("_ZNKSt6vectorIiSaIiEE2atEm"), "std::vector<int, std::allocator<int> >::at");
        assert_eq!(function_name("_Z"), "_Z");
    }

    #[test]
    fn types() {
        assert_eq!(type_name("i"), "int");
        assert_eq!(type_name("St12out_of_range"), "std::out_of_range");
        assert_eq!(type_name("*N12_GLOBAL__N_11AE"), "(anonymous namespace)::A");
        assert_eq!(type_name("?"), "?");
    }
}
