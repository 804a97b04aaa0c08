//! What the stage may do: everything, or what a published procedure does, to compare with.

use value_set::Binary;

/// Which procedure reasons about sets of values.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ValueSets {
    /// None.
    Off,
    /// PARTI's (`seeds/001`): ranges without strides, signed and with casts; what it has learnt exactly, or nothing.
    Parti,
    /// ASE's (`seeds/000`): strides, unsigned, no casts; two boxes, each giving one side as much as possible (observation 1).
    Ase1,
    /// ASE's with one box, cut in the middle (observation 2).
    Ase2,
    /// All of it.
    #[default]
    Full,
}

impl ValueSets {
    /// Every mode with its name.
    pub const NAMES: [(ValueSets, &'static str); 5] = [
        (ValueSets::Off, "off"),
        (ValueSets::Parti, "parti"),
        (ValueSets::Ase1, "ase1"),
        (ValueSets::Ase2, "ase2"),
        (ValueSets::Full, "full"),
    ];

    /// The mode of that name.
    pub fn named(name: &str) -> Option<ValueSets> {
        ValueSets::NAMES.iter().find(|(_, known)| *known == name).map(|&(mode, _)| mode)
    }

    /// What it may do; nothing for `Off`.
    pub(crate) fn abilities(self) -> Option<Abilities> {
        let published = Abilities {
            operations: Operations::All,
            strides: true,
            signed: false,
            casts: false,
            choices: false,
            pairs: false,
            enumerate: false,
            exact_only: true,
            boxes: Boxes::None,
            patient: false,
        };
        match self {
            ValueSets::Off => None,
            ValueSets::Parti => Some(Abilities {
                operations: Operations::Parti,
                strides: false,
                signed: true,
                casts: true,
                ..published
            }),
            ValueSets::Ase1 => Some(Abilities { operations: Operations::Ase, boxes: Boxes::Sides, ..published }),
            ValueSets::Ase2 => Some(Abilities { operations: Operations::Ase, boxes: Boxes::Middle, ..published }),
            ValueSets::Full => Some(Abilities {
                signed: true,
                casts: true,
                choices: true,
                pairs: true,
                enumerate: true,
                exact_only: false,
                boxes: Boxes::Witness,
                patient: true,
                ..published
            }),
        }
    }
}

/// How a comparison of two sides that overlap is cut into a box that satisfies it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boxes {
    /// Not at all.
    None,
    /// In two ways: as much as possible for the one side, and for the other.
    Sides,
    /// In the middle of what both have.
    Middle,
    /// In the middle; and where that fails, a model that somebody else found is a box of one point.
    Witness,
}

/// The operations on two operands that are reasoned about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operations {
    All,
    /// Sums, and shifts by constants.
    Parti,
    /// Sums, and products, quotients and remainders with constants; no way back through a remainder.
    Ase,
}

/// What a mode may do.
#[derive(Clone, Debug)]
pub(crate) struct Abilities {
    operations: Operations,
    /// Sets may leave values out at regular distances.
    pub(crate) strides: bool,
    /// Signed comparisons.
    pub(crate) signed: bool,
    /// Changes of width.
    pub(crate) casts: bool,
    /// If-then-else.
    pub(crate) choices: bool,
    /// What relates two leaves narrows both.
    pub(crate) pairs: bool,
    /// Small sets are enumerated where nothing else helps.
    pub(crate) enumerate: bool,
    /// Only sets that are known to be exact decide.
    pub(crate) exact_only: bool,
    pub(crate) boxes: Boxes,
    /// What does not pay is tried less often.
    pub(crate) patient: bool,
}

impl Abilities {
    /// Whether an operation may be reasoned about whose operands have these values, if they have but one.
    pub(crate) fn allows(&self, operation: Binary, left: Option<&u128>, right: Option<&u128>) -> bool {
        let constant = left.is_some() || right.is_some();
        match self.operations {
            Operations::All => true,
            Operations::Parti => match operation {
                Binary::Add | Binary::Sub => true,
                Binary::Mul => left.or(right).is_some_and(|factor| factor.is_power_of_two()),
                Binary::Shl | Binary::LShr => right.is_some(),
                _ => false,
            },
            Operations::Ase => match operation {
                Binary::Add | Binary::Sub => true,
                Binary::Mul => constant,
                Binary::UDiv | Binary::URem => right.is_some(),
                _ => false,
            },
        }
    }

    /// Whether there is a way back from an operation's result to its operand.
    pub(crate) fn backward(&self, operation: Binary) -> bool {
        self.operations != Operations::Ase || operation != Binary::URem
    }
}
