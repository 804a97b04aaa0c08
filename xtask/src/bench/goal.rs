//! Goals of a comparison, and whether they are reached.

use super::table::{Table, columns};

/// A goal and whether it is reached.
pub struct Goal {
    /// A description of the goal.
    pub what: &'static str,
    /// Whether it is reached.
    pub standing: Standing,
}

/// Whether a goal is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is reached; the text says by how much.
    Holds(String),
    /// It is missed; the text says where.
    Missed(String),
    /// It was not measured; the text says why.
    NotMeasured(&'static str),
}

impl Goal {
    /// Whether the goal was measured and missed.
    pub fn is_missed(&self) -> bool {
        matches!(self.standing, Standing::Missed(_))
    }

    /// The cells of the goal's row: its description, its standing and a remark.
    pub fn cells(&self) -> Vec<String> {
        let (standing, remark) = match &self.standing {
            Standing::Holds(how) => ("holds", how.as_str()),
            Standing::Missed(how) => ("missed", how.as_str()),
            Standing::NotMeasured(why) => ("not measured", *why),
        };
        [self.what, standing, remark].map(str::to_owned).to_vec()
    }
}

/// The goals as a table.
pub fn table(title: &str, goals: &[Goal]) -> Table {
    Table {
        title: title.to_owned(),
        remark: String::new(),
        columns: columns(["goal", "standing", "figures"]),
        rows: goals.iter().map(Goal::cells).collect(),
    }
}

/// The standing for a condition, with figures.
pub fn judge(holds: bool, remark: String) -> Standing {
    if holds { Standing::Holds(remark) } else { Standing::Missed(remark) }
}

/// Fails if a goal is missed.
pub fn verdict<'a>(goals: impl IntoIterator<Item = &'a Goal>) -> Result<(), String> {
    match goals.into_iter().filter(|goal| goal.is_missed()).count() {
        0 => Ok(()),
        missed => Err(format!("goals missed: {missed}")),
    }
}
