//! Static costs of a program (`ir::Costs`), computed before a run: the measure that state merging uses, and a
//! report on it.

use std::time::{Duration, Instant};

use ir::{Costs, Estimate, Module};

use crate::coverage::is_library_file;
use crate::outcome::Location;

/// Which costs to compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticCosts {
    /// How to count.
    pub estimate: Estimate,
    /// States may be merged if the costs of the values in which they differ sum up to less than this.
    pub limit: u32,
}

/// The default limit: states may be merged only where that costs nothing.
pub const DEFAULT_LIMIT_COST: u32 = 1;

/// A summary of the costs of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct CostReport {
    /// The costs that were requested.
    pub asked: StaticCosts,
    /// The number of program points with costs.
    pub points: u64,
    /// The number of costs: one for each live register and each object of memory at each of these points.
    pub values: u64,
    /// The number of blocks where states that took different ways could be merged.
    pub joins: u64,
    /// The number of joins that cost less than the limit.
    pub under_limit: u64,
    /// The joins that cost less than the limit and lie in the program's own code.
    pub cheap: Vec<Join>,
    /// The number of functions that were too large for the exact count.
    pub coarse: u64,
    /// The number of functions for which a smaller κ than the requested one was used.
    pub kappa_lowered: u64,
    /// The number of edges into the middle of cycles that were cut.
    pub cut: u64,
    /// How long the computation took.
    pub time: Duration,
}

/// A block where merging costs less than the limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Join {
    /// The function's name.
    pub function: String,
    /// The block's name in the IR.
    pub block: String,
    /// The source position of the block.
    pub at: Location,
    /// The cost of merging there.
    pub cost: u32,
}

/// The costs of a program.
pub fn static_costs(module: &Module, estimate: Estimate) -> Costs {
    Costs::new(module, estimate, &asks_about_arguments)
}

/// Whether a modelled function may ask the solver about its arguments. Functions that print, end the program or
/// only inspect a value do not.
pub(crate) fn asks_about_arguments(name: &str) -> bool {
    const SILENT: [&str; 31] = [
        "printf",
        "__printf_chk",
        "fprintf",
        "__fprintf_chk",
        "putchar",
        "putchar_unlocked",
        "fputc",
        "putc",
        "_IO_putc",
        "fflush",
        "setbuf",
        "setvbuf",
        "exit",
        "_exit",
        "_Exit",
        "quick_exit",
        "microc.output",
        "klee_print_expr",
        "klee_print_range",
        "klee_is_symbolic",
        "klee_prefer_cex",
        "klee_posix_prefer_cex",
        "klee_silent_exit",
        "klee_warning",
        "klee_warning_once",
        "pleach_print_term",
        "pleach_is_symbolic",
        "pleach_prefer",
        "pleach_silent_exit",
        "pleach_warning",
        "pleach_warning_once",
    ];
    !SILENT.contains(&name)
}

/// Computes the costs of a program and summarises them.
pub(crate) fn compute(module: &Module, asked: StaticCosts) -> CostReport {
    let started = Instant::now();
    let costs = static_costs(module, asked.estimate);
    let time = started.elapsed();
    let mut report = CostReport {
        asked,
        points: 0,
        values: 0,
        joins: 0,
        under_limit: 0,
        cheap: Vec::new(),
        coarse: 0,
        kappa_lowered: 0,
        cut: 0,
        time,
    };
    for (id, of_function) in costs.functions() {
        let function = &module.functions[id.index()];
        if !function.is_defined() {
            continue;
        }
        report.points += of_function.points.len() as u64;
        let values = of_function.points.iter().map(|point| point.registers.len() + point.locals.len() + 1);
        report.values += values.sum::<usize>() as u64;
        report.joins += of_function.candidates.len() as u64;
        report.coarse += u64::from(of_function.coarse);
        report.cut += of_function.cut as u64;
        if let Estimate::Recursive { kappa } = asked.estimate {
            report.kappa_lowered += u64::from(of_function.kappa < kappa);
        }
        let library = module.file(function.pos).is_some_and(is_library_file);
        for candidate in of_function.candidates.iter().filter(|candidate| candidate.is_under(asked.limit)) {
            report.under_limit += 1;
            if !library {
                let pos = function.blocks[candidate.block.index()].pos();
                let file = module.file(pos).unwrap_or_default().to_owned();
                report.cheap.push(Join {
                    function: function.name.clone(),
                    block: candidate.block.to_string(),
                    at: Location { file, line: pos.line, column: pos.column },
                    cost: candidate.cost(),
                });
            }
        }
    }
    report
}

impl CostReport {
    /// The counters, under dotted names.
    pub(crate) fn statistics(&self) -> Vec<(String, u64)> {
        let counters = [
            ("points", self.points),
            ("values", self.values),
            ("joins", self.joins),
            ("joins_under_limit", self.under_limit),
            ("functions_coarse", self.coarse),
            ("functions_kappa_lowered", self.kappa_lowered),
            ("edges_cut", self.cut),
            ("time_us", self.time.as_micros() as u64),
        ];
        counters.into_iter().map(|(name, value)| (format!("costs.{name}"), value)).collect()
    }
}
