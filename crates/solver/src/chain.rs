//! The chain: what a question goes through, in this order. One line a technique.
//!
//! A line says what the technique is called in programs, in statistics and after `--without`, what it takes for it to be of use, and who
//! answers by it. Everything else is made of this list: [`Technique`], the names that the command line knows, the order of the stages
//! and of their counters, and which of them a [`Config`] switches on.
//!
//! To add a stage, write its file in `stage/` and its line here.

use crate::config::Config;
// All of them, so that a new one is named in its line alone.
use crate::stage::*;
use crate::statistics::StageStatistics;
use crate::value_sets::ValueSets;

/// Makes the list, and the type that names its lines.
macro_rules! chain {
    ($($(#[doc = $says:literal])+ $technique:ident: $name:literal, $option:expr, $needs:expr, $made:expr;)+) => {
        /// One part of the chain. Those that can be switched off change cost, never an answer.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Technique {
            $($(#[doc = $says])+ $technique,)+
        }

        /// The lines, in order.
        const CHAIN: &[Line] = &[$(Line {
            technique: Technique::$technique,
            name: $name,
            option: $option,
            needs: $needs,
            made: $made,
        },)+];
    };
}

// technique: name in statistics, name after --without, what it needs to be of use, and who answers by it.
chain! {
    /// The condition and the constraints are looked at as they are written.
    Syntactic: "syntactic", Some("syntactic"), NOTHING, InFront;
    /// The condition is evaluated under the path's own model.
    OwnModel: "own_model", None, NOTHING, InFront;
    /// Only the constraints that share symbol bytes with the question, directly or through others, are passed on.
    Slices: "slices", Some("slices"), NOTHING, InFront;
    /// What the constraints fix is put into the question.
    Equalities: "equalities", Some("equalities"), NOTHING, InFront;
    /// A wrong answer on purpose, where [`Config::defect`] asks for it.
    Seeded: "seeded", None, |config| config.defect.is_some(), By(|config| Some(Box::new(seeded::Seeded(config.defect?))));
    /// The values that inputs can have decide, as [`Config::value_sets`] says.
    ValueSets: "value_sets", Some("value-sets"), SETS, By(|config| Some(value_sets::made(config.value_sets)));
    /// The order that comparisons imply decides.
    Order: "order", Some("order"), NO_PAPER, By(|_| some(order::Order::new()));
    /// Long sums are followed, and inputs moved until they are what is asked for.
    Sums: "sums", Some("sums"), OUR_SETS, By(|_| some(sums::Sums::new()));
    /// The answers to exact questions are remembered.
    Cache: "exact_cache", Some("cache"), NOTHING, By(|config| some(exact_cache::ExactCache::new(config)));
    /// The constraints that refuted a question are remembered and looked for among those of others.
    UnsatCores: "unsat_cores", Some("unsat-cores"), NOTHING, By(|config| some(unsat_cores::UnsatCores::new(config)));
    /// The answers to questions are remembered up to which input bytes they are about.
    NormalCache: "normal_cache", Some("normal-cache"), NOTHING, By(|config| some(normal_cache::NormalCache::new(config)));
    /// The models found last are tried.
    RecentModels: "recent_models", Some("recent-models"), NOTHING, By(|_| some(recent_models::RecentModels::new()));
    /// Constraints that held together are remembered, and those of a question are looked for among them.
    Supersets: "supersets", Some("supersets"), NOTHING, By(|config| some(supersets::Supersets::new(config)));
    /// Questions about tables are decided by the classes of inputs that they do not tell apart.
    Classes: "classes", Some("classes"), NOTHING, By(|_| patient(classes::InputClasses::new()));
    /// Questions that depend on nothing but how inputs compare are decided by one set of values for each order of them.
    WeakOrders: "weak_orders", Some("weak-orders"), ORDER, By(|_| patient(weak_orders::WeakOrders::new()));
    /// Questions about how functions of single bytes compare are decided by one set of values for each reason that one fails.
    ByteOrders: "byte_orders", Some("byte-orders"), ORDER, By(|_| patient(byte_orders::ByteOrderStage::new()));
    /// Disjunctions are decided part by part.
    Disjuncts: "disjuncts", Some("disjuncts"), OUR_SETS, By(|config| patient(disjuncts::Disjuncts::new(config)));
    /// Comparisons of sums that do not wrap are decided over the integers.
    Linear: "linear", Some("linear"), OUR_SETS, By(|_| patient(linear::Linear::new()));
    /// Products and quotients are decided together with the guards against their overflow.
    Products: "products", Some("products"), OUR_SETS, By(|_| patient(products::Products::new()));
    /// Products of sets that consist of models are looked through where sets of values alone do not decide.
    Boxes: "boxes", Some("boxes"), OUR_SETS, By(|_| patient(value_sets::Boxes::new()));
    /// Questions about reads of arrays are refuted by integer linear programming.
    ArrayPrecheck: "array_precheck", Some("array-precheck"), NOTHING, By(|_| some(precheck::ArrayPrecheck::new()));
    /// The path's model is changed until the question holds.
    Repair: "repair", Some("repair"), NOTHING, By(|_| some(repair::Repair::new()));
    /// The question is translated to clauses for the SAT solver.
    BitBlast: "bit_blast", None, NOTHING, By(|config| some(bit_blast::BitBlast::new(config)));
    /// What the SAT solver gave up on is handed to the SMT-LIB solvers of the machine, if there are any.
    External: "external", Some("external"), NOTHING, By(|config| Some(Box::new(external::External::new(config)?)));
}

/// One line of the list.
struct Line {
    technique: Technique,
    /// In statistics.
    name: &'static str,
    /// After `--without`, if the command line can switch it off.
    option: Option<&'static str>,
    /// Whether it is of use, where it is not switched off.
    needs: fn(&Config) -> bool,
    made: Made,
}

/// Who answers.
enum Made {
    /// [`Solver`](crate::Solver) itself, before it asks the stages.
    InFront,
    /// A stage; nothing where the machine lacks what it takes.
    By(fn(&Config) -> Option<Box<dyn Stage>>),
}
use Made::{By, InFront};

const NOTHING: fn(&Config) -> bool = |_| true;
/// Some procedure about sets of values.
const SETS: fn(&Config) -> bool = |config| config.sets_in_use() != ValueSets::Off;
/// Our own procedure about sets of values.
const OUR_SETS: fn(&Config) -> bool = |config| config.sets_in_use() == ValueSets::Full;
/// No published procedure about sets of values: those go without it.
const NO_PAPER: fn(&Config) -> bool = |config| config.sets_in_use().procedure().is_none();
const ORDER: fn(&Config) -> bool = |config| config.uses(Technique::Order) && OUR_SETS(config);

fn some(stage: impl Stage + 'static) -> Option<Box<dyn Stage>> {
    Some(Box::new(stage))
}

/// A stage that is asked less and less about what it does not answer.
fn patient(stage: impl Stage + 'static) -> Option<Box<dyn Stage>> {
    Some(Box::new(patient::Patient::new(stage)))
}

impl Technique {
    /// Those that the command line can switch off, with their names there.
    pub const NAMES: [(Technique, &'static str); named()] = {
        let mut names = [(Technique::Syntactic, ""); named()];
        let (mut line, mut place) = (0, 0);
        while line < CHAIN.len() {
            if let Some(option) = CHAIN[line].option {
                names[place] = (CHAIN[line].technique, option);
                place += 1;
            }
            line += 1;
        }
        names
    };

    /// All of them, in the order of the chain.
    pub fn all() -> impl Iterator<Item = Technique> {
        CHAIN.iter().map(|line| line.technique)
    }

    /// The name in statistics.
    pub const fn name(self) -> &'static str {
        self.line().name
    }

    const fn line(self) -> &'static Line {
        &CHAIN[self as usize]
    }
}

/// How many techniques the command line can switch off.
const fn named() -> usize {
    let (mut line, mut count) = (0, 0);
    while line < CHAIN.len() {
        count += CHAIN[line].option.is_some() as usize;
        line += 1;
    }
    count
}

/// Some of the techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u64);

impl Techniques {
    /// All of them.
    pub fn all() -> Techniques {
        Technique::all().collect()
    }

    /// Nothing but the path's own model, slices and the SAT solver; and what does nothing without sets of values, which
    /// [`Config::value_sets`] switches on.
    pub(crate) fn bare() -> Techniques {
        let off = Config { value_sets: ValueSets::Off, ..Config::default() };
        let kept = [Technique::OwnModel, Technique::Slices, Technique::BitBlast];
        Technique::all().filter(|technique| kept.contains(technique) || !(technique.line().needs)(&off)).collect()
    }

    /// Whether it is one of them.
    pub fn contains(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | technique.bit())
    }

    /// These but one.
    #[must_use]
    pub fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !technique.bit())
    }
}

impl Technique {
    fn bit(self) -> u64 {
        const { assert!(CHAIN.len() <= u64::BITS as usize) };
        1 << self as u32
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Techniques {
        techniques.into_iter().fold(Techniques(0), Techniques::with)
    }
}

impl Config {
    /// Whether a technique is on: not switched off, and of use with what else is on.
    pub fn uses(&self, technique: Technique) -> bool {
        self.techniques.contains(technique) && (technique.line().needs)(self)
    }

    /// The procedure about sets of values, off if the technique is switched off.
    pub(crate) fn sets_in_use(&self) -> ValueSets {
        if self.techniques.contains(Technique::ValueSets) { self.value_sets } else { ValueSets::Off }
    }
}

/// The counters of what comes before the stages, whether it is on or not: those of a technique are at its number.
pub(crate) fn in_front() -> Vec<StageStatistics> {
    let front = CHAIN.iter().take_while(|line| matches!(line.made, InFront));
    front.map(|line| StageStatistics::new(line.name)).collect()
}

/// The stages that are on, in order.
pub(crate) fn stages(config: &Config) -> Vec<(Technique, Box<dyn Stage>)> {
    let on = CHAIN.iter().filter(|line| config.uses(line.technique));
    let made = on.filter_map(|line| match line.made {
        InFront => None,
        By(made) => Some((line.technique, made(config)?)),
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_techniques_apart() {
        for (number, technique) in Technique::all().enumerate() {
            assert_eq!(technique as usize, number);
            let same = |other: &Technique| other.name() == technique.name();
            assert_eq!(Technique::all().filter(same).count(), 1, "{technique:?}");
        }
        for (technique, name) in Technique::NAMES {
            assert_eq!(Technique::NAMES.iter().filter(|(_, other)| *other == name).count(), 1, "{technique:?}");
        }
        let in_front = CHAIN.iter().filter(|line| matches!(line.made, InFront)).count();
        assert_eq!(super::in_front().len(), in_front, "what comes before the stages comes first");
    }

    #[test]
    fn what_builds_on_a_technique_goes_with_it() {
        let all = Config::default();
        assert!(Technique::all().all(|technique| technique == Technique::Seeded || all.uses(technique)));
        let without = |technique| Config { techniques: Techniques::all().without(technique), ..Config::default() };
        assert!(!without(Technique::Order).uses(Technique::WeakOrders));
        assert!(!without(Technique::ValueSets).uses(Technique::Linear));
        let paper = Config { value_sets: ValueSets::Ase1, ..Config::default() };
        assert!(paper.uses(Technique::ValueSets) && !paper.uses(Technique::Order) && !paper.uses(Technique::Boxes));
        let on: Vec<Technique> = Technique::all().filter(|&technique| Config::bare().uses(technique)).collect();
        assert_eq!(on, [Technique::OwnModel, Technique::Slices, Technique::BitBlast]);
    }
}
