//! What a comparison should show, and whether it does.

use super::table::{Table, columns};

/// What should hold, and whether it does.
pub struct Goal {
    /// In words.
    pub what: &'static str,
    /// Whether it does.
    pub standing: Standing,
}

/// How a goal stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It holds, and by how much.
    Holds(String),
    /// It does not, and where.
    Missed(String),
    /// What it speaks of was left out.
    NotMeasured(&'static str),
}

impl Goal {
    /// Whether it was measured and does not hold.
    pub fn is_missed(&self) -> bool {
        matches!(self.standing, Standing::Missed(_))
    }

    /// What, how it stands, and why.
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

/// Whether it holds, with figures.
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
