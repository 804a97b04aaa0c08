//! Which procedure reasons about sets of values: ours, or a published one to compare with.

use super::published::{Observation, Procedure};

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

    /// The published procedure, if it is one.
    pub(crate) fn procedure(self) -> Option<Procedure> {
        match self {
            ValueSets::Parti => Some(Procedure::Parti),
            ValueSets::Ase1 => Some(Procedure::Ase(Observation::One)),
            ValueSets::Ase2 => Some(Procedure::Ase(Observation::Two)),
            ValueSets::Off | ValueSets::Full => None,
        }
    }
}
