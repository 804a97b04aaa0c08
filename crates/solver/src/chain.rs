//! The chain: the techniques that a question passes through, in this order, one line each.
//!
//! A line gives the technique's name in programs, in statistics and after `--without`, the condition under
//! which it is of use, and the stage that implements it. Everything else is derived from this list:
//! [`Technique`], the names that the command line accepts, the order of the stages and of their counters, and
//! which of them a [`Config`] switches on.
//!
//! To add a stage, write its file in `stage/` and its line here.

use crate::config::Config;
// A glob, so that adding a stage takes a single line in this file.
use crate::stage::*;
use crate::statistics::StageStatistics;
use crate::value_sets::ValueSets;

/// Defines the list, and the type that names its lines.
macro_rules! chain {
    ($($(#[doc = $says:literal])+ $technique:ident: $name:literal, $option:expr, $needs:expr, $made:expr;)+) => {
        /// One part of the chain. Switching one off changes the cost of an answer, never the answer.
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

// technique: name in statistics, name after --without, when it is of use, and what implements it.
chain! {
    /// Compares the condition with the constraints as they are written.
    Syntactic: "syntactic", Some("syntactic"), NOTHING, InFront;
    /// Evaluates the condition under the path's own model.
    OwnModel: "own_model", None, NOTHING, InFront;
    /// Passes on only the constraints that share symbol bytes with the question, directly or through others.
    Slices: "slices", Some("slices"), NOTHING, InFront;
    /// Rewrites the question by the equalities among the constraints.
    Equalities: "equalities", Some("equalities"), NOTHING, InFront;
    /// Answers questions with bounded universal facts by questions without; switched off, the facts are written out.
    Quantifiers: "quantifiers", Some("quantifiers"), NOTHING, InFront;
    /// Makes inputs as narrow as their values before long questions become clauses.
    Narrowed: "narrow_inputs", Some("narrow-inputs"), SETS, InFront;
    /// Gives wrong answers on purpose, where [`Config::defect`] asks for it.
    Seeded: "seeded", None, |config| config.defect.is_some(), By(|config| Some(Box::new(seeded::Seeded(config.defect?))));
    /// Decides by the sets of values that inputs can have, with the procedure of [`Config::value_sets`].
    ValueSets: "value_sets", Some("value-sets"), SETS, By(|config| Some(value_sets::made(config.value_sets)));
    /// Decides by the order that comparisons imply.
    Order: "order", Some("order"), NO_PAPER, By(|_| some(order::Order::new()));
    /// Follows long sums from question to question, and changes inputs until a sum has the value asked for.
    Sums: "sums", Some("sums"), OUR_SETS, By(|_| some(sums::Sums::new()));
    /// Remembers the answers to exact questions.
    Cache: "exact_cache", Some("cache"), NOTHING, By(|config| some(exact_cache::ExactCache::new(config)));
    /// Remembers the constraints that refuted a question, and looks for them among those of other questions.
    UnsatCores: "unsat_cores", Some("unsat-cores"), NOTHING, By(|config| some(unsat_cores::UnsatCores::new(config)));
    /// Remembers answers up to a renaming of the input bytes that the question is about.
    NormalCache: "normal_cache", Some("normal-cache"), NOTHING, By(|config| some(normal_cache::NormalCache::new(config)));
    /// Tries the models found last.
    RecentModels: "recent_models", Some("recent-models"), NOTHING, By(|config| some(recent_models::RecentModels::new(config.tuning)));
    /// Remembers sets of constraints that held together, and looks for one that contains those of the question.
    Supersets: "supersets", Some("supersets"), NOTHING, By(|config| some(supersets::Supersets::new(config)));
    /// Decides questions about tables by classes of inputs that the tables do not tell apart.
    Classes: "classes", Some("classes"), NOTHING, By(|config| patient(classes::InputClasses::new(config)));
    /// Decides questions that depend only on how inputs compare, by trying one assignment for each order of the
    /// inputs.
    WeakOrders: "weak_orders", Some("weak-orders"), ORDER, By(|config| patient(weak_orders::WeakOrders::new(config)));
    /// Decides questions about how functions of single bytes compare, by one assignment for each reason why one
    /// fails.
    ByteOrders: "byte_orders", Some("byte-orders"), ORDER, By(|_| patient(byte_orders::ByteOrderStage));
    /// Decides disjunctions one part at a time.
    Disjuncts: "disjuncts", Some("disjuncts"), OUR_SETS, By(|config| paying(disjuncts::Disjuncts::new(config), config));
    /// Decides comparisons of sums that do not wrap, over the integers.
    Linear: "linear", Some("linear"), OUR_SETS, By(|_| patient(linear::Linear::new()));
    /// Decides products and quotients together with the guards against their overflow.
    Products: "products", Some("products"), OUR_SETS, By(|_| patient(products::Products::new()));
    /// Searches products of sets that consist of models, where sets of values alone do not decide.
    Boxes: "boxes", Some("boxes"), OUR_SETS, By(|config| paying(value_sets::Boxes::new(), config));
    /// Refutes questions about reads of arrays by integer linear programming.
    ArrayPrecheck: "array_precheck", Some("array-precheck"), NOTHING, By(|config| some(precheck::ArrayPrecheck::new(config)));
    /// Changes the path's model until the question holds.
    Repair: "repair", Some("repair"), NOTHING, By(|_| some(repair::Repair::new()));
    /// Translates the question to clauses for the SAT solver.
    BitBlast: "bit_blast", None, NOTHING, By(|config| some(bit_blast::BitBlast::new(config)));
    /// Hands what the SAT solver gave up on to the SMT-LIB solvers of the machine, if there are any.
    External: "external", Some("external"), NOTHING, By(|config| Some(Box::new(external::External::new(config)?)));
}

/// One line of the chain.
struct Line {
    technique: Technique,
    /// The name in statistics.
    name: &'static str,
    /// The name after `--without`, if the command line can switch it off.
    option: Option<&'static str>,
    /// Whether the technique is of use with this configuration, provided that it is not switched off.
    needs: fn(&Config) -> bool,
    made: Made,
}

/// What implements a technique.
enum Made {
    /// [`Solver`](crate::Solver) itself, before it asks the stages.
    InFront,
    /// A stage; `None` where the machine lacks what it needs, such as a foreign solver.
    By(fn(&Config) -> Option<Box<dyn Stage>>),
}
use Made::{By, InFront};

const NOTHING: fn(&Config) -> bool = |_| true;
/// Needs some procedure on sets of values.
const SETS: fn(&Config) -> bool = |config| config.sets_in_use() != ValueSets::Off;
/// Needs our own procedure on sets of values.
const OUR_SETS: fn(&Config) -> bool = |config| config.sets_in_use() == ValueSets::Full;
/// Needs that no published procedure on sets of values is in use: those run without it.
const NO_PAPER: fn(&Config) -> bool = |config| config.sets_in_use().procedure().is_none();
const ORDER: fn(&Config) -> bool = |config| config.uses(Technique::Order) && OUR_SETS(config);

fn some(stage: impl Stage + 'static) -> Option<Box<dyn Stage>> {
    Some(Box::new(stage))
}

/// A stage that is asked less and less often about kinds of questions that it does not answer.
fn patient(stage: impl Stage + 'static) -> Option<Box<dyn Stage>> {
    Some(Box::new(patient::Patient::new(stage)))
}

/// The same for a stage that can be costly: it also has to be worth what it costs.
fn paying(stage: impl Stage + 'static, config: &Config) -> Option<Box<dyn Stage>> {
    patient(paying::Paying::new(stage, config.tuning.sets_credit))
}

impl Technique {
    /// The techniques that the command line can switch off, with their names there.
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

    /// All techniques, in the order of the chain.
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

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u64);

impl Techniques {
    /// The set of all techniques.
    pub fn all() -> Techniques {
        Technique::all().collect()
    }

    /// Only the path's own model, slices and the SAT solver, and the techniques that need sets of values: these
    /// do nothing until [`Config::value_sets`] switches the sets on.
    pub(crate) fn bare() -> Techniques {
        let off = Config { value_sets: ValueSets::Off, ..Config::default() };
        let kept = [Technique::OwnModel, Technique::Slices, Technique::BitBlast];
        Technique::all().filter(|technique| kept.contains(technique) || !(technique.line().needs)(&off)).collect()
    }

    /// Whether the set contains a technique.
    pub fn contains(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// The set with one more technique.
    #[must_use]
    pub fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | technique.bit())
    }

    /// The set without a technique.
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
    /// Whether a technique is in use: it is not switched off, and what it needs is in use too.
    pub fn uses(&self, technique: Technique) -> bool {
        self.techniques.contains(technique) && (technique.line().needs)(self)
    }

    /// The procedure on sets of values that is in use; off if the technique is switched off.
    pub(crate) fn sets_in_use(&self) -> ValueSets {
        if self.techniques.contains(Technique::ValueSets) { self.value_sets } else { ValueSets::Off }
    }
}

/// The counters of the techniques before the stages, in use or not. The index of a technique is its number.
pub(crate) fn in_front() -> Vec<StageStatistics> {
    let front = CHAIN.iter().take_while(|line| matches!(line.made, InFront));
    front.map(|line| StageStatistics::new(line.name)).collect()
}

/// The stages in use, in the order of the chain.
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
