//! The static costs of a program, as `summary.json` reports them.

use exec::CostReport;
use ir::Estimate;
use serde::{Deserialize, Serialize};

use crate::place::Places;

/// The field `costs` of a summary.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Costs {
    /// `recursive` or `lattice`.
    pub estimate: String,
    /// How often the body of a loop counts, for the recursive estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kappa: Option<u32>,
    /// The greatest cost, for the lattice estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u32>,
    /// States may be merged where the costs of the values in which they differ add up to less than this.
    pub limit_cost: u32,
    /// The number of places with costs.
    pub points: u64,
    /// The number of costs computed: one for each value at each place.
    pub values: u64,
    /// The number of blocks where states that took different ways could be merged.
    pub joins: u64,
    /// How many of these blocks cost less than the limit.
    pub joins_under_limit: u64,
    /// Those of the joins under the limit that are in the program's own code.
    pub under_limit: Vec<Join>,
    /// The number of functions whose costs may be too high because an exact count was too expensive.
    pub coarse_functions: u64,
}

/// A place where merging would cost less than the limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Join {
    /// The function.
    pub function: String,
    /// The block, by its name in the IR.
    pub block: String,
    /// The source file; empty if unknown.
    pub file: String,
    /// The line; 0 if unknown.
    pub line: u32,
    /// The cost of merging there.
    pub cost: u32,
}

impl Costs {
    /// The summary of a run's costs.
    pub fn of(report: &CostReport, places: &Places) -> Costs {
        let (estimate, kappa, cap) = match report.asked.estimate {
            Estimate::Recursive { kappa } => ("recursive", Some(kappa), None),
            Estimate::Lattice { cap } => ("lattice", None, Some(cap)),
        };
        let join = |join: &exec::Join| Join {
            function: join.function.clone(),
            block: join.block.clone(),
            file: places.name(&join.at.file),
            line: join.at.line,
            cost: join.cost,
        };
        Costs {
            estimate: estimate.to_owned(),
            kappa,
            cap,
            limit_cost: report.asked.limit,
            points: report.points,
            values: report.values,
            joins: report.joins,
            joins_under_limit: report.under_limit,
            under_limit: report.cheap.iter().map(join).collect(),
            coarse_functions: report.coarse,
        }
    }
}
