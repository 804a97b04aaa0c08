//! The types of options' values, and which values each of them allows.

use models::LONGEST_INPUT;

/// The type of an option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No value: the option is on or off.
    Switch,
    /// Any text.
    Text,
    /// The name of a file or directory.
    File,
    /// The name of a directory to write to.
    Directory,
    /// The name of a directory with bitcode, which is made if it does not exist.
    Store,
    /// How compilers are intercepted.
    Intercept,
    /// The name of a directory with a query log.
    Log,
    /// A whole number from 0 to this one.
    Number(u64),
    /// The number of bytes of an input: a number, or two that it lies between.
    Length,
    /// A number of files, and the length of each as for [`Kind::Length`].
    Files,
    /// This many lengths and counts of inputs; the option may be given several times.
    Numbers(usize),
    /// A whole number from 1 to this one.
    Count(u64),
    /// A probability.
    Share,
    /// A duration.
    Duration,
    /// A size of at least this many bytes.
    Size(u64),
    /// The name of a search strategy.
    Search,
    /// The name of a way to estimate costs.
    Estimate,
    /// `on` or `off`.
    OnOff,
    /// A mode of `--value-sets`.
    ValueSets,
    /// A mode of `--array-axioms`.
    ArrayAxioms,
    /// What to do about uninitialised memory.
    Uninitialized,
    /// Which tests to keep.
    Tests,
    /// Which functions of the C library to model.
    Library,
    /// The time that clocks show.
    Time,
    /// How calls of unknown functions are handled.
    ExternalCalls,
    /// A memory model.
    MemoryModel,
    /// Where paths are joined.
    Merging,
    /// How terms are joined.
    MergedTerms,
    /// A mode of sizes.
    Sizes,
    /// A capacity, or one for a place.
    Capacity,
    /// The forms of the string functions.
    Strings,
    /// An output format.
    Format,
    /// Assignments to numbers that decide cost.
    Tuning,
}

impl Kind {
    /// The allowed values, for people.
    pub fn range(self) -> String {
        let fixed = match self {
            Kind::Number(most) => return format!("a whole number from 0 to {}", show_bound(most)),
            Kind::Length => return format!("{}, or LEAST..MOST", Kind::Number(LONGEST_INPUT).range()),
            Kind::Files => return format!("{}, the second also as LEAST..MOST", Kind::Numbers(2).range()),
            Kind::Numbers(_) => return format!("whole numbers from 0 to {}", show_bound(LONGEST_INPUT)),
            Kind::Count(most) => return format!("a whole number from 1 to {}", show_bound(most)),
            Kind::Size(least) => {
                return format!(
                    "bytes (1048576) or a number with a unit (512MiB, 2GB), at least {}",
                    if least >= 1 << 20 { format!("{}MiB", least >> 20) } else { format!("{}KiB", least >> 10) }
                );
            }
            Kind::Switch => "",
            Kind::Text => "text",
            Kind::File => "a file name",
            Kind::Directory => "a directory that does not exist yet or is empty",
            Kind::Store => "a directory",
            Kind::Intercept => "auto, preload, path",
            Kind::Log => "a directory that pleach run --log-queries made",
            Kind::Share => "a number from 0 to 1",
            Kind::Duration => "seconds (90) or numbers with units (500ms, 30s, 5min, 1h10min)",
            Kind::Search => "a strategy's name, see below",
            Kind::Estimate => "recursive, lattice",
            Kind::OnOff => "on, off",
            Kind::ValueSets => "off, parti, ase1, ase2, full",
            Kind::ArrayAxioms => "all, type, interval, both",
            Kind::Uninitialized => "warn, error, ignore",
            Kind::Tests => "new, errors, all",
            Kind::Library => "auto, all, none",
            Kind::Time => "fixed, symbolic",
            Kind::ExternalCalls => "error, overapproximate",
            Kind::MemoryModel => return exec::MemoryModelKind::NAMES.map(|(_, name)| name).join(", "),
            Kind::Merging => "auto, off, regions, sizes, all",
            Kind::MergedTerms => "plain, tree, patterns",
            Kind::Sizes => "lazy, eager, largest",
            Kind::Capacity => "a number of bytes from 1 to 2^30, or FILE:LINE=BYTES",
            Kind::Strings => "auto, fork, expression, or names of functions with commas between them",
            Kind::Format => "text, dot, json, source",
            Kind::Tuning => "names of numbers with their values, with commas between them",
        };
        fixed.to_owned()
    }
}

/// An upper bound, for people.
fn show_bound(most: u64) -> String {
    match most.checked_add(1) {
        None => "2^64-1".to_owned(),
        Some(next) if next.is_power_of_two() && most > 1 << 16 => format!("{most} (2^{}-1)", next.trailing_zeros()),
        Some(_) => most.to_string(),
    }
}
