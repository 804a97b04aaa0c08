//! Which procedure reasons about sets of values: ours, or a published one for comparison.

use super::published::{Observation, Procedure};

/// Which procedure reasons about sets of values.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ValueSets {
    /// No procedure.
    Off,
    /// PARTI (Dustmann 2018): ranges without strides, signed and with casts; what it has learnt exactly, or
    /// nothing.
    Parti,
    /// ASE (Abyaneh 2021): strides, unsigned, no casts; two boxes, each giving one side as much as possible
    /// (§V, observation 1).
    Ase1,
    /// ASE (Abyaneh 2021) with one box, cut in the middle (§V, observation 2).
    Ase2,
    /// Our own procedure, with everything.
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

    /// The mode with this name.
    pub fn named(name: &str) -> Option<ValueSets> {
        ValueSets::NAMES.iter().find(|(_, known)| *known == name).map(|&(mode, _)| mode)
    }

    /// The published procedure of the mode, if it has one.
    pub(crate) fn procedure(self) -> Option<Procedure> {
        match self {
            ValueSets::Parti => Some(Procedure::Parti),
            ValueSets::Ase1 => Some(Procedure::Ase(Observation::One)),
            ValueSets::Ase2 => Some(Procedure::Ase(Observation::Two)),
            ValueSets::Off | ValueSets::Full => None,
        }
    }
}
