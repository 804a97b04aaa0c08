//! The log of questions: reproducible, readable by another solver, and replayed with the same answers.

use std::io::Write as _;
use std::process::{Command, Stdio};

use expr::Pool;
use solver::{Answer, Branch, Config, PathCondition, Replay, ReplayReport, Solver, Technique, ValueSets};

use crate::generate::{Random, Terms};

/// Explores random conditions and returns the log's scripts.
fn explore(seed: u64, config: Config) -> Vec<String> {
    let mut random = Random::of_round(seed);
    let mut pool = Pool::new();
    // One symbol is declared as an array, of which few bytes are used; one has the name of a function's
    // parameter.
    let (object, small) = (pool.symbol("object", 1 << 22), pool.symbol("i", 64));
    let part = pool.extract(object, 803, 24);
    let symbols = vec![pool.symbol("a|b", 8), pool.symbol("$2", 16), pool.symbol("i", 32), part];
    let table = pool.table((0..40).map(|i| i * 6).collect());
    let (wide, narrow) = (pool.bytes(object), pool.bytes(small));
    let (at, byte) = (pool.int(64, 100), pool.int(8, 7));
    let stored = pool.store(wide, small, byte);
    let arrays = vec![stored, narrow, table, pool.store(stored, at, byte)];
    let terms = Terms { symbols, arrays, widths: vec![1, 8, 16, 33] };
    let mut solver = Solver::new(Config { log_queries: true, ..config });
    let mut paths = vec![PathCondition::new()];
    let mut scripts: Vec<String> = Vec::new();
    for _ in 0..25 {
        let path = paths[random.below(paths.len())].clone();
        let condition = terms.condition(&mut pool, &mut random, 2);
        if random.one_in(4) {
            if let Answer::Sat(path) = solver.assume(&mut pool, &path, condition) {
                paths.push(path);
            }
        } else if let Branch::Both { yes, no } = solver.branch(&mut pool, &path, condition) {
            paths.extend([yes, no]);
        }
        for chunk in solver.take_log() {
            scripts.resize(scripts.len().max(chunk.script as usize), String::new());
            scripts[chunk.script as usize - 1] += &chunk.text;
        }
    }
    assert!(solver.take_log().is_empty());
    scripts
}

fn replay(scripts: &[String], config: Config) -> ReplayReport {
    let mut replay = Replay::new(config);
    for script in scripts {
        replay.script(script).unwrap_or_else(|error| panic!("{error} in\n{script}"));
    }
    replay.report()
}

fn without_costs(script: &str) -> Vec<&str> {
    script.lines().filter(|line| !line.starts_with("(set-info :cost")).collect()
}

/// The default chain without the part that depends on the machine.
fn own() -> Config {
    Config::default().without(Technique::External)
}

#[test]
fn a_log_is_repeatable() {
    for seed in 0..5 {
        let (once, again) = (explore(seed, own()), explore(seed, own()));
        assert_eq!(once.len(), again.len());
        for (a, b) in once.iter().zip(&again) {
            assert_eq!(without_costs(a), without_costs(b));
        }
    }
}

#[test]
fn a_log_asked_again_gives_the_same_answers() {
    for seed in 0..20 {
        let scripts = explore(seed, own());
        let report = replay(&scripts, own());
        assert_eq!(report.mismatches, Vec::<String>::new(), "seed {seed}");
        assert_eq!((report.questions, report.assumed), (25, 0), "seed {seed}");
        // Terms have other ids, so the SAT solver may find other models; the first stage is asked the same
        // questions.
        let first = &report.stages[0];
        assert_eq!((first.name.as_str(), first.asked, first.logged_asked), ("syntactic", 25, 25));
        assert_eq!(first.answered, first.logged_answered, "seed {seed}");
        let (answered, logged) = report
            .stages
            .iter()
            .fold((0, 0), |(now, then), stage| (now + stage.answered, then + stage.logged_answered));
        assert_eq!((answered, logged, report.unknown), (25, 25, 0), "seed {seed}");
    }
}

#[test]
fn another_chain_gives_the_same_answers() {
    for seed in 0..4 {
        let scripts = explore(seed, own());
        let alone = ValueSets::NAMES.map(|(mode, _)| Config { value_sets: mode, ..Config::bare() });
        let among = ValueSets::NAMES.map(|(mode, _)| Config { value_sets: mode, ..own() });
        for config in [own().without(Technique::Slices)].into_iter().chain(alone).chain(among) {
            let report = replay(&scripts, config);
            assert_eq!(report.mismatches, Vec::<String>::new(), "seed {seed}");
            assert_eq!(report.questions, 25);
        }
    }
}

#[test]
fn a_wrong_log_is_noticed() {
    let scripts = explore(3, own());
    let wrong: Vec<String> =
        scripts.iter().map(|text| text.replacen("(set-info :status sat)", "(set-info :status unsat)", 1)).collect();
    assert_eq!(replay(&wrong, own()).mismatches.len(), 1);
    let mut nothing = Replay::new(own());
    assert!(nothing.script("(check-sat)").is_err() && nothing.script("(pop 1)").is_err());
    assert!(nothing.script("(declare-const x").is_err());
}

#[test]
fn another_solver_reads_a_log_and_agrees() {
    let mut compared = 0;
    for seed in 0..6 {
        for script in explore(seed, own()) {
            let Some(output) = z3(&script) else {
                println!("skipped: there is no z3");
                return;
            };
            let logged: Vec<&str> =
                script.lines().filter_map(|line| line.strip_prefix("(set-info :status ")?.strip_suffix(')')).collect();
            let found: Vec<&str> = output.lines().collect();
            assert_eq!(found.len(), logged.len(), "seed {seed}: {output}\n{script}");
            for (number, (found, logged)) in found.into_iter().zip(logged).enumerate() {
                if found == "unknown" || logged == "unknown" {
                    continue;
                }
                assert_eq!(found, logged, "seed {seed}, check {number}\n{script}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared} answers compared");
}

fn z3(script: &str) -> Option<String> {
    let mut child = Command::new("z3")
        .args(["-smt2", "-in", "-t:2000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take().expect("it was asked for").write_all(script.as_bytes()).expect("z3 reads");
    let output = child.wait_with_output().expect("z3 ends");
    Some(String::from_utf8(output.stdout).expect("z3 prints text"))
}

/// Each level takes memory, however short the command that asks for all of them.
#[test]
fn levels_without_number_are_no_log() {
    for text in ["(push 4294967295)", "(push 1000000)\n(push 1000000)"] {
        let error = Replay::new(Config::default()).script(text).expect_err("nobody has so many");
        assert!(error.to_string().contains("more levels"), "{error}");
    }
    Replay::new(Config::default()).script("(push 1000)\n(pop 1000)").expect("nothing is asked");
}
