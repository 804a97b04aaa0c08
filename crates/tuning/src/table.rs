//! The macro that declares a crate's table.

/// Declares the table of a crate.
///
/// ```text
/// tuning::table! {
///     crate "solver";
///     tunable {
///         /// The most graphs that are kept.
///         order_graphs: usize = 4, in 1..=64, "graphs", because tuning::CHOSEN;
///     }
///     constant {
///         /// The most passes over all rows.
///         ROUNDS: usize = 24, in 1..=1000, "passes", because "on … further passes found nothing";
///     }
/// }
/// ```
///
/// It makes of each constant a `const`, of the tunable numbers a struct `Tuning`, and of all together the function
/// `table`. A default outside its range does not compile.
#[macro_export]
macro_rules! table {
    (
        crate $owner:literal;
        tunable { $(
            $(#[doc = $doc:literal])+
            $field:ident : $type:ty = $default:expr, in $range:expr, $unit:literal, because $why:expr;
        )+ }
        $(constant { $($constants:tt)* })?
    ) => {
        /// The numbers that can be set, each within its range.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Tuning { $(
            $(#[doc = $doc])+
            pub $field: $type,
        )+ }

        impl Tuning {
            /// Every number at its default.
            pub const DEFAULT: Tuning = Tuning { $($field: $default,)+ };

            /// Sets the number of this name.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), $crate::Error> {
                match name {
                    $(stringify!($field) => {
                        let range: std::ops::RangeInclusive<$type> = $range;
                        self.$field = $crate::parse(text, &range, $unit)?;
                    })+
                    _ => return Err($crate::Error::Unknown),
                }
                Ok(())
            }

            /// The numbers that differ from their defaults: the full name and the value of each.
            pub fn changed(&self) -> Vec<(&'static str, $crate::Value)> {
                let mut changed = Vec::new();
                $(if self.$field != Tuning::DEFAULT.$field {
                    changed.push((concat!($owner, ".", stringify!($field)), $crate::Number::value(self.$field)));
                })+
                changed
            }
        }

        impl Default for Tuning {
            fn default() -> Tuning {
                Tuning::DEFAULT
            }
        }

        $(const _: () = {
            let range: std::ops::RangeInclusive<$type> = $range;
            let default: $type = $default;
            assert!(*range.start() <= default && default <= *range.end(), "a default is outside its range");
        };)+

        $($crate::constants! { $($constants)* })?

        /// The table: numbers that can be set first.
        pub fn table() -> Vec<$crate::Entry> {
            #[allow(unused_mut)]
            let mut entries = vec![$({
                let range: std::ops::RangeInclusive<$type> = $range;
                $crate::entry!($owner, true, stringify!($field), $type, $default, range, $unit, $why, [$($doc),+])
            },)+];
            $($crate::constant_entries! { entries, $owner, $($constants)* })?
            entries
        }
    };
    (
        crate $owner:literal;
        constant { $($constants:tt)* }
    ) => {
        $crate::constants! { $($constants)* }

        /// The table.
        pub fn table() -> Vec<$crate::Entry> {
            let mut entries = Vec::new();
            $crate::constant_entries! { entries, $owner, $($constants)* }
            entries
        }
    };
}

/// The constants of a table.
#[doc(hidden)]
#[macro_export]
macro_rules! constants {
    ($(
        $(#[doc = $doc:literal])+
        $visibility:vis $name:ident : $type:ty = $default:expr, in $range:expr, $unit:literal, because $why:expr;
    )+) => { $(
        $(#[doc = $doc])+
        $visibility const $name: $type = $default;

        const _: () = {
            let range: std::ops::RangeInclusive<$type> = $range;
            assert!(*range.start() <= $name && $name <= *range.end(), "a default is outside its range");
        };
    )+ };
}

/// Appends the constants of a table to a list.
#[doc(hidden)]
#[macro_export]
macro_rules! constant_entries {
    ($entries:ident, $owner:literal, $(
        $(#[doc = $doc:literal])+
        $visibility:vis $name:ident : $type:ty = $default:expr, in $range:expr, $unit:literal, because $why:expr;
    )+) => { $(
        $entries.push({
            let range: std::ops::RangeInclusive<$type> = $range;
            $crate::entry!($owner, false, stringify!($name), $type, $name, range, $unit, $why, [$($doc),+])
        });
    )+ };
}

/// An entry of a table.
#[doc(hidden)]
#[macro_export]
macro_rules! entry {
    ($owner:expr, $tunable:expr, $name:expr, $type:ty, $default:expr, $range:ident, $unit:expr, $why:expr, [$($doc:expr),+]) => {
        $crate::Entry {
            owner: $owner,
            name: $name.to_lowercase(),
            tunable: $tunable,
            default: $crate::Number::value({
                let default: $type = $default;
                default
            }),
            least: $crate::Number::value(*$range.start()),
            most: $crate::Number::value(*$range.end()),
            unit: $unit,
            text: $crate::paragraph(&[$($doc),+]),
            why: $why,
        }
    };
}

#[cfg(test)]
mod tests {
    mod full {
        crate::table! {
            crate "sample";
            tunable {
                /// The most graphs
                /// that are kept.
                graphs: usize = 4, in 1..=64, "graphs", because crate::CHOSEN;
                /// The share of something.
                share: f64 = 0.5, in 0.0..=1.0, "parts", because "it is the middle";
            }
            constant {
                /// The most passes.
                pub(crate) PASSES: u32 = 1 << 12, in 1..=1 << 20, "passes", because crate::CHOSEN;
            }
        }
    }

    mod constants_only {
        crate::table! {
            crate "other";
            constant {
                /// The most rows.
                pub(crate) ROWS: i64 = 3, in 0..=9, "rows", because crate::CHOSEN;
            }
        }
    }

    use crate::{Error, Value};
    use full::{PASSES, Tuning, table};

    #[test]
    fn a_table_lists_every_number() {
        let entries = table();
        let names: Vec<String> = entries.iter().map(|entry| entry.full_name()).collect();
        assert_eq!(names, ["sample.graphs", "sample.share", "sample.passes"]);
        assert_eq!(entries[0].text, "The most graphs that are kept.");
        assert_eq!(entries[0].range(), "1 to 64 graphs");
        assert_eq!((entries[1].default, entries[1].why), (Value::Real(0.5), "it is the middle"));
        assert!(entries[1].tunable && !entries[2].tunable);
        assert_eq!(entries[2].default, Value::Whole(i128::from(PASSES)));
        assert_eq!((constants_only::table().len(), constants_only::ROWS), (1, 3));
    }

    #[test]
    fn numbers_are_set_by_name() {
        let mut tuning = Tuning::default();
        assert!(tuning.changed().is_empty());
        tuning.set("graphs", "2^3").expect("a number in range");
        tuning.set("share", "0.25").expect("a number in range");
        assert_eq!((tuning.graphs, tuning.share), (8, 0.25));
        assert_eq!(tuning.changed(), [("sample.graphs", Value::Whole(8)), ("sample.share", Value::Real(0.25))]);
        assert_ne!(tuning, Tuning::default());
    }

    #[test]
    fn wrong_values_are_refused() {
        let mut tuning = Tuning::default();
        let range = || "1 to 64 graphs".to_owned();
        assert_eq!(tuning.set("graphs", "65"), Err(Error::OutOfRange { range: range() }));
        assert_eq!(tuning.set("graphs", "0"), Err(Error::OutOfRange { range: range() }));
        assert_eq!(tuning.set("graphs", "many"), Err(Error::NotANumber { range: range() }));
        assert_eq!(tuning.set("PASSES", "1"), Err(Error::Unknown));
        assert_eq!(tuning.set("passes", "1"), Err(Error::Unknown));
        assert_eq!(tuning, Tuning::DEFAULT);
    }
}
