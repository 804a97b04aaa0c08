//! Runs scripts through a session in this process and through Z3: the answers must agree and the models must hold.

use std::fmt::Write;
use std::thread;
use std::time::Duration;

use bv::Bv;
use front_smt::{Config, Session};

use crate::grow;
use crate::meaning::{Meaning, Value};
use crate::reply::{value_text, values};
use crate::shrink::shrunk;
use crate::text;
use crate::tree::{Command, Node, Op, Script, Sort, Symbol, TermId};
use test_support::{GAVE_UP, Z3};
use test_support::{Random, cases, round};

/// The number of questions in an ordinary run.
const QUESTIONS: usize = 5000;
/// One model in this many is also checked by Z3.
const SAMPLE: usize = 40;
const THREADS: usize = 2;

/// The answer of a session to one question.
#[derive(Debug)]
pub enum Answer {
    /// Satisfiable, with the values of all symbols.
    Sat(Vec<Value>),
    Unsat,
    Unknown,
    /// Any other output, which is wrong.
    Else(String),
}

impl Answer {
    /// SMT-LIB's word for the answer.
    pub fn word(&self) -> &str {
        match self {
            Answer::Sat(_) => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
            Answer::Else(text) => text,
        }
    }
}

/// The default solver, but without external solvers and with a limit.
pub fn ordinary() -> solver::Config {
    solver::Config { question_time: Some(Duration::from_secs(5)), ..solver::Config::default() }
        .without(solver::Technique::External)
}

/// The answers of a session to a script.
pub fn ours(script: &Script, solver: &solver::Config) -> Vec<Answer> {
    let mut session = Session::new(Config { solver: solver.clone(), ..Config::default() });
    let mut run = |text: &str| {
        let mut output = Vec::new();
        session.run(&mut text.as_bytes(), &mut output).expect("memory can be read and written");
        String::from_utf8(output).expect("replies are text").trim().to_owned()
    };
    let names: Vec<&str> = script.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    let sorts: Vec<Sort> = script.symbols.iter().map(|symbol| symbol.sort).collect();
    let ask = format!("(get-value ({}))", names.join(" "));
    let answer = |piece: &String| match run(piece).as_str() {
        "sat" if names.is_empty() => Answer::Sat(Vec::new()),
        "sat" => {
            let reply = run(&ask);
            match values(&reply, &sorts) {
                Ok(values) => Answer::Sat(values),
                Err(error) => Answer::Else(format!("{ask} gives {reply}: {error}")),
            }
        }
        "unsat" => Answer::Unsat,
        "unknown" => Answer::Unknown,
        other => Answer::Else(other.to_owned()),
    };
    text::pieces(script).iter().map(answer).collect()
}

/// What is wrong with an answer by itself: it is malformed, or its model does not satisfy the question.
pub fn fault(script: &Script, question: &[TermId], answer: &Answer) -> Option<String> {
    match answer {
        Answer::Sat(values) => {
            let mut meaning = Meaning::new(values);
            let broken = question.iter().find(|&&term| !meaning.of(script, term).truth())?;
            Some(format!("the model {} breaks {}", shown(script, values), text::term_text(script, *broken)))
        }
        Answer::Else(text) => Some(format!("said {text}")),
        Answer::Unsat | Answer::Unknown => None,
    }
}

/// What is wrong with the answers to a script, given those of Z3.
fn complaint(script: &Script, ours: &[Answer], theirs: &[String]) -> Option<String> {
    let questions = script.questions();
    let open = vec!["unknown".to_owned(); questions.len()];
    let theirs = if theirs == [GAVE_UP] { &open } else { theirs };
    if theirs.len() != questions.len() {
        return Some(format!("z3 gave {theirs:?} to {} questions", questions.len()));
    }
    for (number, ((question, ours), theirs)) in questions.iter().zip(ours).zip(theirs).enumerate() {
        if let Some(fault) = fault(script, question, ours) {
            return Some(format!("question {number}: {fault}"));
        }
        let open = |word: &str| word == "unknown" || word == "timeout";
        if ours.word() != theirs && !open(ours.word()) && !open(theirs) {
            return Some(format!("question {number}: {}, but z3 says {theirs}", ours.word()));
        }
    }
    None
}

/// What is wrong with the answers to a script, given those of Z3. If they disagree, Z3 is asked again, since
/// versions such as 4.8.12 mistake `K(1)` with two stores for `K(16)` over 256 indices: this time without
/// constant arrays of few indices. A `sat` for which its model does not hold counts as no answer.
fn complaint_twice(z3: &mut Z3, script: &Script, ours: &[Answer], theirs: &[String]) -> Option<String> {
    complaint(script, ours, theirs)?;
    let mut theirs = match without_constant_arrays(script) {
        Some(other) => z3.ask(&text::pieces(&other).concat()),
        None => theirs.to_vec(),
    };
    for ((question, ours), theirs) in script.questions().iter().zip(ours).zip(&mut theirs) {
        if ours.word() == "unsat" && theirs == "sat" && has_wrong_model(z3, script, question) {
            *theirs = "unknown".to_owned();
        }
    }
    complaint(script, ours, &theirs)
}

/// Whether Z3 gives a model of the question that does not satisfy it.
fn has_wrong_model(z3: &mut Z3, script: &Script, question: &[TermId]) -> bool {
    let names: Vec<&str> = script.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    let sorts: Vec<Sort> = script.symbols.iter().map(|symbol| symbol.sort).collect();
    let reply = z3.ask(&format!("{}(get-value ({}))", alone(script, question), names.join(" ")));
    match reply.split_first() {
        Some((word, model)) if word == "sat" => {
            let answer = values(&model.join(" "), &sorts).map(Answer::Sat);
            answer.is_ok_and(|answer| fault(script, question, &answer).is_some())
        }
        _ => false,
    }
}

/// The question as a separate script.
fn alone(script: &Script, question: &[TermId]) -> String {
    let mut alone = script.clone();
    alone.commands = question.iter().map(|&term| Command::Assert(term)).chain([Command::Check]).collect();
    text::pieces(&alone).concat()
}

/// The script with constant arrays of few indices replaced by declared ones, whose elements are asserted one by one.
fn without_constant_arrays(script: &Script) -> Option<Script> {
    let mut other = script.clone();
    let mut contents = Vec::new();
    for place in 0..script.nodes.len() {
        let node = &script.nodes[place];
        let (Op::Constant, Sort::Array { index, element }) = (&node.op, node.sort) else { continue };
        if index > 8 {
            continue;
        }
        let number = other.symbols.len();
        other.symbols.push(Symbol { name: format!("constant{number}"), sort: node.sort });
        other.nodes[place] = Node { op: Op::Symbol(number), args: Vec::new(), sort: node.sort };
        for at in 0..1 << index {
            let at = other.number(Bv::new(index, at));
            let held = other.plain("select", &[TermId(place), at], Sort::Bits(element));
            contents.push(Command::Assert(other.plain("=", &[held, node.args[0]], Sort::Bool)));
        }
    }
    let changed = !contents.is_empty();
    other.commands.splice(0..0, contents);
    changed.then_some(other)
}

fn shown(script: &Script, values: &[Value]) -> String {
    let mut text = String::new();
    for (symbol, value) in script.symbols.iter().zip(values) {
        let _ = write!(text, "{}={} ", symbol.name, value_text(value));
    }
    text.trim_end().to_owned()
}

/// The question with every symbol set to its value.
fn with_values(script: &Script, question: &[TermId], values: &[Value]) -> String {
    let whole = alone(script, question);
    let (before, check) = whole.split_at(whole.rfind("(check-sat)").expect("it ends with the question"));
    // Values of arrays are written with constant arrays, which need another logic.
    let mut text = before.replace(text::logic(script), "ALL");
    for (symbol, value) in script.symbols.iter().zip(values) {
        let _ = writeln!(text, "(assert (= {} {}))", symbol.name, value_text(value));
    }
    text + check
}

#[derive(Default)]
struct Tally {
    questions: usize,
    sat: usize,
    unsat: usize,
    ours_unknown: usize,
    theirs_unknown: usize,
    sampled: usize,
    /// Scripts on which Z3 agreed at the second try, or gave a model that does not hold.
    second_tries: usize,
    with_arrays: usize,
    complaints: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.questions += other.questions;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.ours_unknown += other.ours_unknown;
        self.theirs_unknown += other.theirs_unknown;
        self.sampled += other.sampled;
        self.second_tries += other.second_tries;
        self.with_arrays += other.with_arrays;
        self.complaints.extend(other.complaints);
    }
}

fn compare(z3: &mut Z3, seed: u64, tally: &mut Tally) {
    let script = grow::script(seed);
    z3.send(&text::pieces(&script).concat());
    let config = ordinary();
    let answers = ours(&script, &config);
    let theirs = z3.receive();
    let mut random = Random::new(seed);
    let mut found = complaint(&script, &answers, &theirs);
    if found.is_some() {
        found = complaint_twice(z3, &script, &answers, &theirs);
        tally.second_tries += usize::from(found.is_none());
    }
    for (question, answer) in script.questions().iter().zip(&answers) {
        if found.is_some() {
            break;
        }
        if let Answer::Sat(values) = answer
            && random.one_in(SAMPLE)
        {
            tally.sampled += 1;
            let reply = z3.ask(&with_values(&script, question, values));
            if reply == ["unsat"] {
                found = Some(format!("z3 refutes the model {}", shown(&script, values)));
            }
        }
    }
    tally.questions += answers.len();
    let count = |word: &str| answers.iter().filter(|answer| answer.word() == word).count();
    tally.sat += count("sat");
    tally.unsat += count("unsat");
    tally.ours_unknown += count("unknown");
    tally.theirs_unknown +=
        theirs.iter().filter(|word| ["unknown", "timeout", GAVE_UP].contains(&word.as_str())).count();
    let reads = |script: &Script| script.nodes.iter().any(|node| node.op == Op::Plain("select"));
    tally.with_arrays += if reads(&script) { answers.len() } else { 0 };
    let Some(found) = found else { return };
    let small = shrunk(&script, |candidate| {
        let answers = ours(candidate, &config);
        let theirs = z3.ask(&text::pieces(candidate).concat());
        complaint_twice(z3, candidate, &answers, &theirs).is_some()
    });
    let theirs = z3.ask(&text::pieces(&small).concat());
    let why = complaint_twice(z3, &small, &ours(&small, &config), &theirs);
    tally.complaints.push(format!(
        "seed {seed}: {found}\n{}\nshrunk, {}:\n{}",
        text::pieces(&script).concat(),
        why.unwrap_or_else(|| "which does not fail any more".to_owned()),
        text::pieces(&small).concat()
    ));
}

#[test]
fn z3_agrees() {
    if Z3::start().is_none() {
        println!(
            "skipped: no z3 in the search path, so NO random question was compared; cargo xtask setup installs it"
        );
        return;
    }
    let wanted = cases().map_or(QUESTIONS, |all| all as usize);
    let workers: Vec<_> = (0..THREADS as u64)
        .map(|worker| {
            thread::spawn(move || {
                let mut z3 = Z3::start().expect("it started before");
                let mut tally = Tally::default();
                let mut seed = (round().unwrap_or(0) << 24) + worker;
                while tally.questions < wanted.div_ceil(THREADS) && tally.complaints.len() < 5 {
                    compare(&mut z3, seed, &mut tally);
                    seed += THREADS as u64;
                }
                tally
            })
        })
        .collect();
    let mut total = Tally::default();
    for worker in workers {
        total.add(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    }
    println!(
        "random questions: {} ({} sat, {} unsat), {} unknown, {} mismatches",
        total.questions,
        total.sat,
        total.unsat,
        total.ours_unknown,
        total.complaints.len()
    );
    println!(
        "{} random questions compared, {} of them with arrays; z3 left {} open, checked {} models and corrected itself {} times",
        total.questions, total.with_arrays, total.theirs_unknown, total.sampled, total.second_tries
    );
    assert!(total.complaints.is_empty(), "{}", total.complaints.join("\n\n"));
    let few = total.questions / 50;
    assert!(total.ours_unknown <= few && total.theirs_unknown <= few, "too many questions stayed open");
    let share = total.questions * 3 / 10;
    assert!(total.sat >= share && total.unsat >= share, "the questions are one-sided");
}
