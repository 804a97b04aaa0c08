//! Scripts compared with themselves: written in another way, or solved with a stage switched off, they have the
//! same answers.

use crate::compare::{Answer, fault, ordinary, ours};
use crate::grow;
use crate::rewrite;
use crate::shrink::shrunk;
use crate::text;
use crate::tree::{Command, Op, Script, Sort, TermId};
use test_support::{Random, cases, round};

/// The number of questions in an ordinary run, each asked in every variant.
const QUESTIONS: usize = 500;
/// In a long run, the number of questions asked here is that of the comparison with Z3 divided by this.
const PART: usize = 2;

/// Makes a variant of a script.
type Vary = fn(&Script, &mut Random) -> Script;

/// Permutes consecutive assertions.
fn permuted(script: &Script, random: &mut Random) -> Script {
    let mut script = script.clone();
    for runs in script.commands.chunk_by_mut(|a, b| matches!((a, b), (Command::Assert(_), Command::Assert(_)))) {
        for place in (1..runs.len()).rev() {
            runs.swap(place, random.below(place + 1));
        }
    }
    script
}

/// Renames symbols, so that their order by name changes.
fn renamed(script: &Script, random: &mut Random) -> Script {
    let mut script = script.clone();
    for (number, symbol) in script.symbols.iter_mut().enumerate() {
        symbol.name = match random.below(3) {
            0 => format!("|{} (renamed)|", random.below(1 << 20) * 100 + number),
            1 => format!("z{}_{number}", 99 - number),
            _ => format!("_{number}@"),
        };
    }
    script
}

/// Writes terms in another way.
fn rewritten(script: &Script, random: &mut Random) -> Script {
    let mut script = script.clone();
    for place in 0..script.commands.len() {
        if let Command::Assert(term) = script.commands[place] {
            script.commands[place] = Command::Assert(rewrite::equivalent(&mut script, random, term, 5));
        }
    }
    script
}

/// Splits conjunctions and joins consecutive assertions.
fn regrouped(script: &Script, random: &mut Random) -> Script {
    let mut script = script.clone();
    let mut commands: Vec<Command> = Vec::new();
    for command in std::mem::take(&mut script.commands) {
        let Command::Assert(term) = command else {
            commands.push(command);
            continue;
        };
        if script.node(term).op == Op::Plain("and") {
            commands.extend(script.node(term).args.iter().map(|&arg| Command::Assert(arg)));
            continue;
        }
        match commands.last_mut() {
            Some(Command::Assert(before)) if random.one_in(2) => {
                let both: [TermId; 2] = [term, *before];
                *before = script.plain("and", &both, Sort::Bool);
            }
            _ => commands.push(command),
        }
    }
    script.commands = commands;
    script
}

/// The solver with each of its stages switched off in turn, and with all of them off.
fn configurations() -> Vec<(&'static str, solver::Config)> {
    let all = ordinary();
    let bare = solver::Config { question_time: all.question_time, ..solver::Config::bare() }
        .without(solver::Technique::External);
    vec![
        ("without syntactic", all.clone().without(solver::Technique::Syntactic)),
        ("without slices", all.clone().without(solver::Technique::Slices)),
        ("without order", all.clone().without(solver::Technique::Order)),
        ("without cache", all.clone().without(solver::Technique::Cache)),
        ("without equalities", all.clone().without(solver::Technique::Equalities)),
        ("without unsat_cores", all.clone().without(solver::Technique::UnsatCores)),
        ("without normal_cache", all.clone().without(solver::Technique::NormalCache)),
        ("without recent_models", all.clone().without(solver::Technique::RecentModels)),
        ("without repair", all.without(solver::Technique::Repair)),
        ("bare", bare),
    ]
}

/// What is wrong with the answers of a variant, given the expected ones.
fn complaint(script: &Script, answers: &[Answer], expected: &[Answer]) -> Option<String> {
    for (number, (question, (ours, expected))) in
        script.questions().iter().zip(answers.iter().zip(expected)).enumerate()
    {
        if let Some(fault) = fault(script, question, ours) {
            return Some(format!("question {number}: {fault}"));
        }
        let open = |answer: &Answer| matches!(answer, Answer::Unknown);
        if ours.word() != expected.word() && !open(ours) && !open(expected) {
            return Some(format!("question {number}: {}, but {} before", ours.word(), expected.word()));
        }
    }
    None
}

#[test]
fn the_same_said_another_way() {
    let variants: [(&str, Vary); 4] =
        [("permuted", permuted), ("renamed", renamed), ("rewritten", rewritten), ("regrouped", regrouped)];
    let (mut questions, mut seed) = (0, (round().unwrap_or(0) << 24) + (1 << 23));
    while questions < cases().map_or(QUESTIONS, |all| all as usize / PART) {
        seed += 1;
        let script = grow::script(seed);
        let config = ordinary();
        let expected = ours(&script, &config);
        questions += expected.len();
        for (name, vary) in variants {
            let varied = vary(&script, &mut Random::new(seed));
            let found = complaint(&varied, &ours(&varied, &config), &expected);
            if let Some(found) = found {
                let fails = |script: &Script| {
                    let varied = vary(script, &mut Random::new(seed));
                    complaint(&varied, &ours(&varied, &config), &ours(script, &config)).is_some()
                };
                let small = shrunk(&script, fails);
                panic!(
                    "seed {seed}, {name}: {found}\n{}\nshrunk:\n{}\n{name}:\n{}",
                    text::pieces(&script).concat(),
                    text::pieces(&small).concat(),
                    text::pieces(&vary(&small, &mut Random::new(seed))).concat()
                );
            }
        }
    }
    println!("random questions said another way: {questions} in {} variants, 0 mismatches", variants.len());
}

#[test]
fn every_stage_switched_off() {
    let configurations = configurations();
    let (mut questions, mut seed) = (0, (round().unwrap_or(0) << 24) + (3 << 22));
    while questions < cases().map_or(QUESTIONS, |all| all as usize / PART) {
        seed += 1;
        let script = grow::script(seed);
        let expected = ours(&script, &ordinary());
        questions += expected.len();
        for (name, config) in &configurations {
            if let Some(found) = complaint(&script, &ours(&script, config), &expected) {
                let fails =
                    |script: &Script| complaint(script, &ours(script, config), &ours(script, &ordinary())).is_some();
                let small = shrunk(&script, fails);
                panic!(
                    "seed {seed}, {name}: {found}\n{}\nshrunk:\n{}",
                    text::pieces(&script).concat(),
                    text::pieces(&small).concat()
                );
            }
        }
    }
    println!("random questions without a stage: {questions} in {} configurations, 0 mismatches", configurations.len());
}
