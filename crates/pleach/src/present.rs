//! The summary for people: each bug with its place, stack and input; then what was done, what is missing, and
//! what to do next.

use std::fmt::Write as _;

use report::summary::{Finding, StackFrame, own_code};
use report::{Places, Summary, WRONG_ANSWER};

use crate::paint::Paint;
use crate::quantity::{show_count, show_seconds, show_size, show_things};

/// The greatest number of bugs shown in full; the others are in the run directory.
const SHOWN_BUGS: usize = 20;
/// The greatest number of stack levels shown.
const SHOWN_FRAMES: usize = 10;
/// The greatest number of input objects shown.
const SHOWN_INPUTS: usize = 16;

/// Writes the summary.
pub struct Presenter<'a> {
    /// The colours to use.
    pub paint: Paint,
    /// Where to find sources.
    pub places: &'a Places,
    /// The run directory's name.
    pub dir: &'a str,
    /// The program's files and flags as arguments of `pleach replay`.
    pub program: &'a str,
    /// A hint that says how to make something symbolic.
    pub make_symbolic: &'a str,
}

impl Presenter<'_> {
    /// The whole text.
    pub fn text(&self, summary: &Summary) -> String {
        let mut out = String::new();
        for (number, finding) in summary.findings.iter().enumerate().take(SHOWN_BUGS) {
            self.bug(&mut out, number + 1, finding);
        }
        if summary.findings.len() > SHOWN_BUGS {
            let more = show_things((summary.findings.len() - SHOWN_BUGS) as u64, "more bug");
            line(&mut out, format_args!("… and {more}; all are in {}/summary.json\n", self.dir));
        }
        self.verdict(&mut out, summary);
        self.figures(&mut out, summary);
        self.next_steps(&mut out, summary);
        out
    }

    fn bug(&self, out: &mut String, number: usize, finding: &Finding) {
        let place = if finding.line > 0 { format!(" at {}:{}", finding.file, finding.line) } else { String::new() };
        line(
            out,
            format_args!(
                "{} {}{}{place}",
                self.paint.bold(format_args!("bug {number}:")),
                self.paint.red(&finding.kind),
                if finding.function.is_empty() { String::new() } else { format!(" in {}", finding.function) }
            ),
        );
        line(out, format_args!("  {}", finding.message));
        if let Some(source) = self.source_line(finding) {
            line(out, format_args!("  {:>5} | {source}", finding.line));
        }
        self.stack(out, &finding.stack);
        self.inputs(out, finding);
        line(out, format_args!("  test:  {}/{}\n", self.dir, finding.test));
    }

    fn stack(&self, out: &mut String, stack: &[StackFrame]) {
        if stack.len() < 2 && stack.first().is_none_or(|frame| frame.args.is_empty()) {
            return;
        }
        for (depth, frame) in stack.iter().enumerate().take(SHOWN_FRAMES) {
            let head = if depth == 0 { "stack:" } else { "      " };
            let own = own_code(stack).is_some_and(|own| std::ptr::eq(own, frame));
            let text = frame.describe();
            line(out, format_args!("  {head} #{depth} {}", if own { text } else { self.paint.dim(text) }));
        }
        if stack.len() > SHOWN_FRAMES {
            line(out, format_args!("         … {} more", stack.len() - SHOWN_FRAMES));
        }
    }

    fn inputs(&self, out: &mut String, finding: &Finding) {
        if finding.inputs.is_empty() {
            line(out, format_args!("  input: none: it happens in every run"));
        }
        for (number, input) in finding.inputs.iter().enumerate().take(SHOWN_INPUTS) {
            let head = if number == 0 { "input:" } else { "      " };
            line(out, format_args!("  {head} {} = {}", input.name, input.text));
        }
        if finding.inputs.len() > SHOWN_INPUTS {
            line(out, format_args!("         … {} more", finding.inputs.len() - SHOWN_INPUTS));
        }
    }

    fn source_line(&self, finding: &Finding) -> Option<String> {
        let text = std::fs::read(self.places.path(&finding.file)).ok()?;
        let text = String::from_utf8_lossy(&text);
        let source = text.lines().nth(finding.line.checked_sub(1)? as usize)?;
        Some(source.replace('\t', "    ").trim_end().chars().take(160).collect())
    }

    /// The most important sentence: whether there are bugs, and whether that is certain.
    fn verdict(&self, out: &mut String, summary: &Summary) {
        let bugs = summary.findings.len() as u64;
        let found = match bugs {
            0 if !summary.symbolic => self.paint.yellow("no bugs in this run"),
            0 if summary.complete => self.paint.green("no bugs"),
            0 => self.paint.yellow("no bugs so far"),
            _ => self.paint.red(show_things(bugs, "bug")),
        };
        let explored = if summary.complete && !summary.symbolic {
            let others = if bugs == 0 { ", so nothing is known about other inputs" } else { "" };
            self.paint.yellow(format_args!("nothing was symbolic{others}"))
        } else if summary.complete {
            "every path was explored".to_owned()
        } else {
            self.paint.yellow("the exploration is incomplete")
        };
        line(out, format_args!("{found}; {explored}"));
        if summary.complete {
            return;
        }
        if let Some(limit) = &summary.stopped_by {
            let stopped = match limit.as_str() {
                "interrupt" => "it was interrupted".to_owned(),
                "output" => {
                    let why = summary.write_error.as_deref().unwrap_or("results could not be written");
                    format!("{} {why}", self.paint.red("it was stopped because"))
                }
                "wrong answer" => format!(
                    "{}; the question is in {}/{WRONG_ANSWER}",
                    self.paint
                        .red("it was stopped because an answer of the solver is wrong, and so may be what is above"),
                    self.dir
                ),
                limit => format!("it was stopped by --{limit}"),
            };
            line(out, format_args!("  {stopped}"));
        }
        if summary.untested > 0 {
            line(out, format_args!("  {} given up without a test", show_things(summary.untested, "path")));
        }
        for reason in summary.incomplete_because.iter().filter(|reason| Some(*reason) != summary.stopped_by.as_ref()) {
            let count = summary.cut_short.get(reason).copied().unwrap_or(0);
            let reason = if reason.starts_with("max-") {
                format!("paths were cut short by --{reason}: {}", show_things(count, "time"))
            } else {
                reason.clone()
            };
            line(out, format_args!("  {reason}"));
        }
        if !summary.missing_functions.is_empty() {
            let calls = summary.missing_functions.iter();
            let calls: Vec<String> =
                calls.map(|(name, &count)| format!("{name} ({})", show_things(count, "call"))).collect();
            line(out, format_args!("  missing functions: {}", calls.join(", ")));
        }
    }

    fn figures(&self, out: &mut String, summary: &Summary) {
        let paths = summary.paths;
        let mut ended = vec![format!("{} completed", show_count(paths.completed))];
        if paths.represented > paths.completed {
            ended[0] += &format!(" that stand for up to {}", show_count(paths.represented));
        }
        if paths.errors > 0 {
            ended.push(format!("{} ended in an error", show_count(paths.errors)));
        }
        if paths.excluded > 0 {
            ended.push(format!("{} ended at a false assumption", show_count(paths.excluded)));
        }
        let instructions = show_things(summary.instructions, "instruction");
        line(out, format_args!("  paths:     {}; {instructions}", ended.join(", ")));
        let of_all = match summary.testable_paths {
            all if all > summary.tests => format!(" kept of {}", show_count(all)),
            _ => String::new(),
        };
        line(out, format_args!("  tests:     {}{of_all} in {}", show_count(summary.tests), self.dir));
        let coverage = summary.coverage;
        if coverage.lines_total > 0 {
            let percent = 100.0 * coverage.lines_covered as f64 / coverage.lines_total as f64;
            line(
                out,
                format_args!(
                    "  coverage:  {} of {} ({percent:.0} %)",
                    show_count(coverage.lines_covered),
                    show_things(coverage.lines_total, "line")
                ),
            );
        }
        if let Some(costs) = &summary.costs {
            let joins = show_things(costs.joins, "join");
            let cheap = show_count(costs.joins_under_limit);
            line(out, format_args!("  merging:   {cheap} of {joins} would cost less than {}", costs.limit_cost));
        }
        let unknown = match summary.questions.unknown {
            0 => String::new(),
            unknown => format!(", {} without an answer", show_count(unknown)),
        };
        line(
            out,
            format_args!(
                "  solver:    {}, {} for the back end{unknown}",
                show_things(summary.questions.asked, "question"),
                show_count(summary.questions.backend)
            ),
        );
        if let Some(checks) = summary.checks {
            line(
                out,
                format_args!(
                    "  checked:   {}, {}; {} unchecked; {}",
                    show_things(checks.sat, "model"),
                    show_things(checks.unsat, "refutation"),
                    show_count(checks.unchecked),
                    show_seconds(summary.time.checks)
                ),
            );
        }
        line(
            out,
            format_args!(
                "  time:      {} ({}), after {} of compiling and loading",
                show_seconds(summary.seconds),
                shares(summary),
                show_seconds(summary.time.load)
            ),
        );
        line(out, format_args!("  memory:    {} at most", show_size(summary.peak_memory_bytes)));
    }

    fn next_steps(&self, out: &mut String, summary: &Summary) {
        if !summary.symbolic {
            let advice = format_args!(
                "nothing in the program is symbolic, so this was one ordinary run; {}; if that is meant, --allow-concrete says so",
                self.make_symbolic
            );
            line(out, format_args!("\n{}", self.paint.dim(advice)));
        }
        if let Some(first) = summary.findings.first() {
            line(
                out,
                format_args!(
                    "\n{}",
                    self.paint
                        .dim(format_args!("see it happen: pleach replay {} {}/{}", self.program, self.dir, first.test))
                ),
            );
        }
    }
}

/// For example `executing 60 %, solving 38 %, writing 2 %`.
fn shares(summary: &Summary) -> String {
    let whole = summary.seconds.max(f64::MIN_POSITIVE);
    let share = |part: f64| (100.0 * part / whole).clamp(0.0, 100.0);
    let time = summary.time;
    format!(
        "executing {:.0} %, solving {:.0} %, writing {:.0} %",
        share(time.execution),
        share(time.solver),
        share(time.report)
    )
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes everything");
}
