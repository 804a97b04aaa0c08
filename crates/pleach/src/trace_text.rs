//! A path as `pleach trace` prints it: for people, or as JSON (`docs/trace.md`).

use std::io::{self, BufWriter, Write};

use exec::{Choice, Followed, Others, Step, Trail};
use report::found::TestFile;
use report::{KTest, Places, Prediction, value};
use serde_json::json;

use crate::paint::Paint;
use crate::quantity::show_things;
use crate::show;

/// How a path is to be printed.
pub struct Format {
    /// As JSON, an object a line.
    pub json: bool,
    /// Only so many decisions, the last ones.
    pub last: Option<u64>,
}

/// A path that was followed.
pub struct Trace<'a> {
    /// The test.
    pub file: &'a TestFile,
    /// Its input.
    pub ktest: &'a KTest,
    /// What the run recorded.
    pub trail: &'a Trail,
    /// What came of following it.
    pub followed: &'a Followed,
    /// How it ended, unless it was lost.
    pub end: Option<&'a Prediction>,
    /// How source files are named.
    pub places: &'a Places,
}

impl Trace<'_> {
    /// Prints the path to standard output, which may be closed.
    pub fn print(&self, format: &Format) {
        let mut out = BufWriter::new(io::stdout().lock());
        let skipped = format.last.map_or(0, |last| self.followed.steps.len() as u64 - last.min(self.count()));
        let _ = if format.json { self.json(&mut out, skipped) } else { self.text(&mut out, skipped) };
        let _ = out.flush();
    }

    fn count(&self) -> u64 {
        self.followed.steps.len() as u64
    }

    /// The steps from one on, with their numbers.
    fn steps(&self, skipped: u64) -> impl Iterator<Item = (u64, &Step)> {
        (1..).zip(&self.followed.steps).skip(skipped as usize)
    }

    fn text(&self, out: &mut impl Write, skipped: u64) -> io::Result<()> {
        let paint = Paint::stdout();
        let ended = self.end.map_or_else(|| "does not fit the program".to_owned(), Prediction::describe);
        let decisions = show_things(self.trail.decisions.len() as u64, "decision");
        let instructions = show_things(self.trail.instructions, "instruction");
        let head = format!("{}: {ended}; {decisions}, {instructions}", self.file.path().display());
        writeln!(out, "{}", paint.bold(head))?;
        if skipped > 0 {
            writeln!(out, "  {}", paint.dim(format_args!("… {} before", show_things(skipped, "decision"))))?;
        }
        let width = self.count().to_string().len();
        for (number, step) in self.steps(skipped) {
            let (condition, below) = match &step.source {
                Some(source) => (source, Some(&step.condition)),
                None => (&step.condition, None),
            };
            let mark = mark(step).map_or_else(String::new, |mark| format!("  {}", paint.yellow(mark)));
            let place = self.place(step);
            writeln!(out, "  {number:>width$}  {place}: {condition} → {}{mark}", step.chosen)?;
            if let Some(below) = below {
                writeln!(out, "  {:>width$}    {}", "", paint.dim(below))?;
            }
        }
        if self.end.is_some() {
            write!(out, "{}", show::contents(self.ktest, self.end, paint))?;
        }
        Ok(())
    }

    /// For example `prog.c:7 in main, within strlen`.
    fn place(&self, step: &Step) -> String {
        let at = match step.at.line {
            0 => String::new(),
            line => format!("{}:{line} ", self.places.name(&step.at.file)),
        };
        let within = step.within.as_ref().map_or_else(String::new, |name| format!(", within {name}"));
        format!("{at}in {}{within}", step.function)
    }

    fn json(&self, out: &mut impl Write, skipped: u64) -> io::Result<()> {
        let head = json!({
            "test": self.file.name(),
            "decisions": self.trail.decisions.len(),
            "instructions": self.trail.instructions,
        });
        writeln!(out, "{head}")?;
        for (number, step) in self.steps(skipped) {
            let decision = &step.decision;
            let line = json!({
                "decision": number,
                "instruction": decision.at.instruction,
                "recorded": decision.to_string(),
                "file": self.places.name(&step.at.file),
                "line": step.at.line,
                "function": step.function,
                "within": step.within,
                "source": step.source,
                "condition": step.condition,
                "chosen": step.chosen,
                "others": match decision.others {
                    Others::Followed => "followed",
                    Others::Dropped => "dropped",
                    Others::Open => "open",
                },
            });
            writeln!(out, "{line}")?;
        }
        let Some(end) = self.end else {
            return writeln!(out, "{}", json!({ "lost": self.followed.lost }));
        };
        let mut line = serde_json::to_value(end).map_err(io::Error::from)?;
        let inputs = self.ktest.objects.iter().map(|object| {
            let bytes = &object.bytes[..];
            json!({
                "name": object.name(),
                "size": bytes.len(),
                "hex": value::hex(bytes),
                "text": value::readable(bytes),
            })
        });
        line["inputs"] = inputs.collect();
        writeln!(out, "{line}")
    }
}

/// A remark about the possibilities that the path did not choose, unless other paths follow them.
fn mark(step: &Step) -> Option<String> {
    let others = match step.decision.choice {
        Choice::Side(_) | Choice::Somewhere(_) => "the other side",
        _ => "others",
    };
    match step.decision.others {
        Others::Followed => None,
        Others::Dropped => Some(format!("({others} {} not followed)", if others == "others" { "were" } else { "was" })),
        Others::Open => Some("(others stay possible)".to_owned()),
    }
}
