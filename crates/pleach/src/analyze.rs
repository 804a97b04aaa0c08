//! `pleach analyze costs`: how many questions to the solver the values of a program will cause, place by place.

use std::fmt::Write as _;
use std::time::Instant;

use exec::{DEFAULT_LIMIT_COST, StaticCosts};
use ir::{
    BlockId, Candidate, Costs, DEFAULT_CAP, DEFAULT_KAPPA, Estimate, Function, FunctionCosts, Module, Point, Reg,
};
use report::Places;
use serde_json::{Value, json};

use crate::command_line::Given;
use crate::compile::{self, Compiler};
use crate::engine::{self, Named};
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::print;
use crate::quantity::show_seconds;

/// The names of the ways to estimate costs.
pub const ESTIMATES: [&str; 2] = ["recursive", "lattice"];

/// Runs one of the analyses.
pub fn analyze(given: Given<'_>) -> Result<Exit, Failure> {
    let (name, given) = given.0.subcommand().expect("a subcommand is required");
    match name {
        "costs" => costs(Given(given)),
        _ => unreachable!("the parser knows no other command"),
    }
}

/// The static costs that a run is asked to compute, if any.
pub fn static_costs(given: Given<'_>) -> Result<Option<StaticCosts>, Failure> {
    given.text("static-costs").map(|_| requested(given)).transpose()
}

/// The static costs that a command line asks for; the recursive estimate is the default.
fn requested(given: Given<'_>) -> Result<StaticCosts, Failure> {
    let small = |number: Option<u64>, default: u32| {
        number.map_or(default, |number| u32::try_from(number).expect("the table of options bounds it"))
    };
    let limit = small(given.number("limit-cost"), DEFAULT_LIMIT_COST);
    let kappa = small(given.number("kappa"), DEFAULT_KAPPA);
    let estimate = match given.text("static-costs").as_deref() {
        // Costs are cut off at the cap, so it must not be below the limit.
        Some("lattice") => Estimate::Lattice { cap: DEFAULT_CAP.max(limit) },
        _ => Estimate::Recursive { kappa },
    };
    Ok(StaticCosts { estimate, limit })
}

/// `pleach analyze costs`
fn costs(given: Given<'_>) -> Result<Exit, Failure> {
    let asked = requested(given)?;
    let json = match given.text("format").as_deref() {
        None | Some("text") => false,
        Some("json") => true,
        Some(other) => return Err(Failure::Usage(format!("costs cannot be printed as {other}: choose text or json"))),
    };
    let cflags = compile::split_cflags(&given.texts("cflags"))?;
    let entry = given.text("entry").unwrap_or_else(|| "main".to_owned());
    let program = engine::load_named(&given.paths("files"), &cflags, &entry, &mut Compiler::new(false)?)?;
    let started = Instant::now();
    let costs = exec::static_costs(&program.module, asked.estimate);
    let time = show_seconds(started.elapsed().as_secs_f64());
    let listing = Listing { program: &program, costs: &costs, asked, places: Places::below_current() };
    if json {
        print(&format!("{:#}\n", listing.json()));
    } else {
        print(&listing.text(Paint::stdout()));
        print(&format!("in {time}\n"));
    }
    Ok(Exit::Clean)
}

/// The data that is printed.
struct Listing<'a> {
    program: &'a Named,
    costs: &'a Costs,
    asked: StaticCosts,
    places: Places,
}

impl Listing<'_> {
    fn module(&self) -> &Module {
        &self.program.module
    }

    /// The functions that have a body, with their costs.
    fn functions(&self) -> impl Iterator<Item = (ir::FuncId, &Function, &FunctionCosts)> {
        let functions = self.costs.functions().map(|(id, costs)| (id, &self.module().functions[id.index()], costs));
        functions.filter(|(_, function, _)| function.is_defined())
    }

    fn place(&self, pos: ir::Pos) -> String {
        self.module().file(pos).map_or(String::new(), |file| format!(" {}:{}", self.places.name(file), pos.line))
    }

    /// The source position of a point: that of its next instruction.
    fn pos(function: &Function, point: &Point) -> ir::Pos {
        let block = &function.blocks[point.block.index()];
        let below = block.insts[point.index as usize..].iter().map(|(_, pos)| *pos).find(|pos| pos.line > 0);
        below.unwrap_or(block.term_pos)
    }

    fn text(&self, paint: Paint) -> String {
        let mut out = String::new();
        let (mut points, mut values, mut joins, mut under) = (0, 0, 0, 0);
        for (id, function, costs) in self.functions() {
            let _ = writeln!(out, "{}{}", paint.bold(&function.name), self.place(function.pos));
            for remark in self.remarks(costs) {
                let _ = writeln!(out, "  {}", paint.dim(remark));
            }
            for point in &costs.points {
                self.point(&mut out, paint, (id, function, costs), point);
                values += point.registers.len() + point.locals.len() + 1;
            }
            out.push('\n');
            points += costs.points.len();
            joins += costs.candidates.len();
            under += costs.candidates.iter().filter(|join| join.is_under(self.asked.limit)).count();
        }
        let how = match self.asked.estimate {
            Estimate::Recursive { kappa } => format!("all ways on, loops up to {kappa} times"),
            Estimate::Lattice { cap } => format!("the worst way on, up to {cap}"),
        };
        let limit = self.asked.limit;
        let _ = writeln!(out, "costs of {values} values at {points} places: {how}");
        let _ = write!(out, "{under} of {joins} joins cost less than {limit}, ");
        out
    }

    /// The reasons why the costs of a function are not exact.
    fn remarks(&self, costs: &FunctionCosts) -> Vec<String> {
        let mut remarks = Vec::new();
        if costs.coarse {
            remarks.push("too large to be counted exactly: the costs may be too high".to_owned());
        }
        if matches!(self.asked.estimate, Estimate::Recursive { kappa } if costs.kappa < kappa) {
            remarks.push(format!("loops count {} times only: more would be too much", costs.kappa));
        }
        if costs.cut > 0 {
            remarks.push(format!("{} edges into the middle of loops are left out", costs.cut));
        }
        remarks
    }

    fn point(
        &self,
        out: &mut String,
        paint: Paint,
        (id, function, costs): (ir::FuncId, &Function, &FunctionCosts),
        point: &Point,
    ) {
        let after = if point.index > 0 { format!(" after call {}", point.index - 1) } else { String::new() };
        let _ = write!(out, "  {}{after}{}", point.block, self.place(Listing::pos(function, point)));
        if let Some(join) = join(costs, point) {
            let cheap = if join.is_under(self.asked.limit) { ", under the limit" } else { "" };
            let text = format!("  join of ways from {}: merging costs {}{cheap}", join.from, shown(join.cost()));
            let _ = write!(out, "{}", paint.dim(text));
        }
        out.push('\n');
        for &(reg, cost) in point.registers.iter().filter(|(_, cost)| *cost > 0) {
            let name = self.program.names.get(&(id, reg)).map_or(String::new(), |name| format!(" {name}"));
            let _ = writeln!(out, "    {:>6}  {reg}{name}", shown(cost));
        }
        for &(reg, cost) in point.locals.iter().filter(|(_, cost)| *cost > 0) {
            let name = self.program.names.get(&(id, reg)).map_or(String::new(), |name| format!(" {name}"));
            let _ = writeln!(out, "    {:>6}  memory of {reg}{name}", shown(cost));
        }
        if point.memory > 0 {
            let _ = writeln!(out, "    {:>6}  other memory", shown(point.memory));
        }
    }

    fn json(&self) -> Value {
        let functions: Vec<Value> =
            self.functions().map(|(id, function, costs)| self.function(id, function, costs)).collect();
        let (estimate, parameter, value) = match self.asked.estimate {
            Estimate::Recursive { kappa } => ("recursive", "kappa", kappa),
            Estimate::Lattice { cap } => ("lattice", "cap", cap),
        };
        json!({ "estimate": estimate, parameter: value, "limit_cost": self.asked.limit, "functions": functions })
    }

    fn function(&self, id: ir::FuncId, function: &Function, costs: &FunctionCosts) -> Value {
        let value = |reg: Reg, cost: u32| match self.program.names.get(&(id, reg)) {
            Some(name) => json!({ "register": reg.to_string(), "name": name, "cost": cost }),
            None => json!({ "register": reg.to_string(), "cost": cost }),
        };
        let values = |some: &[(Reg, u32)]| some.iter().map(|&(reg, cost)| value(reg, cost)).collect::<Vec<_>>();
        let points = costs.points.iter().map(|point| {
            let pos = Listing::pos(function, point);
            json!({
                "block": point.block.to_string(),
                "index": point.index,
                "line": pos.line,
                "registers": values(&point.registers),
                "locals": values(&point.locals),
                "memory": point.memory,
            })
        });
        let joins = costs.candidates.iter().map(|join| {
            json!({
                "block": join.block.to_string(),
                "from": join.from.to_string(),
                "line": line(function, join.block),
                "parameters": join.parameters,
                "memory": join.memory,
                "cost": join.cost(),
                "under_limit": join.is_under(self.asked.limit),
            })
        });
        json!({
            "name": function.name,
            "file": self.module().file(function.pos).map(|file| self.places.name(file)).unwrap_or_default(),
            "line": function.pos.line,
            "exact": !costs.coarse,
            "kappa": costs.kappa,
            "edges_cut": costs.cut,
            "points": points.collect::<Vec<_>>(),
            "joins": joins.collect::<Vec<_>>(),
        })
    }
}

/// The join that begins at a point, if one does.
fn join<'a>(costs: &'a FunctionCosts, point: &Point) -> Option<&'a Candidate> {
    costs.candidates.iter().find(|join| point.index == 0 && join.block == point.block)
}

fn line(function: &Function, block: BlockId) -> u32 {
    function.blocks[block.index()].pos().line
}

/// A cost as text. The greatest value that can be counted may stand for a larger one.
fn shown(cost: u32) -> String {
    if cost == u32::MAX { format!(">={cost}") } else { cost.to_string() }
}
