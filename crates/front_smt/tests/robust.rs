//! What no script may do: end the process, exhaust the stack, or delay an answer until later input has arrived.
//!
//! `PLEACH_RANDOM_SEED` chooses other random scripts.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::rc::Rc;

use front_smt::{Config, Session, Summary};
use test_support::Random;

/// A session with short limits, since the answers do not matter here.
fn session() -> Session {
    let solver = solver::Config { conflicts: Some(100), question_memory: Some(1 << 22), ..solver::Config::default() }
        .without(solver::Technique::External);
    Session::new(Config { solver, ..Config::default() })
}

fn run(script: &[u8]) -> (String, Summary) {
    let mut output = Vec::new();
    let summary = session().run(&mut &script[..], &mut output).expect("memory can be read and written");
    (String::from_utf8_lossy(&output).into_owned(), summary)
}

/// Runs a script on a small stack, which recursion would soon exhaust.
fn run_on_small_stack(script: String) -> String {
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let handle = thread.spawn(move || run(script.as_bytes()).0).expect("a thread starts");
    handle.join().expect("no panic")
}

/// `open` repeated `depth` times, then `inside`, then `close` as often.
fn nested(depth: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn nesting_is_bounded_by_memory_alone() {
    let depth = 100_000;
    let lead = "(declare-const p Bool)(declare-const x (_ BitVec 8))";
    let chain: String = (0..depth).map(|i| format!("(let ((x{} (bvmul x{i} (bvadd x{i} #x01))))", i + 1)).collect();
    let cases = [
        (nested(depth, "(", "", ")"), "(error \"line 1 column 2: expected the name of a command, found (\")\n"),
        (format!("(assert {})", nested(depth, "(", "", ")")), "expected _ or as, found (\")\n"),
        (format!("{lead}(assert {})(check-sat)", nested(depth, "(not ", "p", ")")), "sat\n"),
        (format!("{lead}(assert (= #x00 {}))(check-sat)", nested(depth, "(bvnot ", "x", ")")), "sat\n"),
        (format!("{lead}(assert (= x {}))(check-sat)", nested(depth, "(bvmul (bvadd x #x03) ", "x", ")")), "sat\n"),
        (format!("{lead}(assert {})(check-sat)", nested(depth, "(and p (or p ", "p", "))")), "sat\n"),
        (format!("{lead}(assert {})(check-sat)", nested(depth, "(! ", "p", " :note (a (b)))")), "sat\n"),
        (format!("{lead}(assert {})(check-sat)", nested(depth, "(let ((x (bvadd x #x01)))", "(= x x)", ")")), "sat\n"),
        (format!("{lead}(assert (let ((x0 x)) {chain} (= x0 #x00){}))(check-sat)", ")".repeat(depth)), "sat\n"),
        (format!("(set-info :deep {})(check-sat)", nested(depth, "(", "", ")")), "sat\n"),
        (format!("(declare-const a {})", nested(depth, "(Array ", "Bool", ")")), "is not supported\")\n"),
        (format!("(push {depth}){}(check-sat)(pop {depth})", "(push)(pop)".repeat(1000)), "sat\n"),
        (format!("{lead}{}", nested(depth, "(assert (not ", "p", "")), "assert is not declared\")\n"),
    ];
    for (script, end) in cases {
        let start: String = script.chars().take(100).collect();
        let output = run_on_small_stack(script);
        assert!(output.ends_with(end), "{start}…: {output}");
    }
}

#[test]
fn functions_that_call_the_one_before_twice() {
    let mut script =
        String::from("(declare-const x (_ BitVec 8))(define-fun f0 ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x #x01))");
    for i in 1..20_000 {
        let before = i - 1;
        script.push_str(&format!(
            "(define-fun f{i} ((x (_ BitVec 8))) (_ BitVec 8) (bvor (f{before} x) (bvmul x (f{before} (bvadd x #x00)))))\n"
        ));
    }
    script.push_str("(assert (= #x01 (f19999 #x00)))(check-sat)(get-value ((f19999 #x00)))");
    assert_eq!(run_on_small_stack(script), "sat\n(((f19999 #x00) #x01))\n");
}

#[test]
fn many_commands() {
    let mut script = String::from("(set-logic QF_BV)\n");
    let count = 5000;
    for i in 0..count {
        script.push_str(&format!("(declare-fun |variable {i}| () (_ BitVec 32))\n"));
    }
    script.push_str("(assert (bvult |variable 0| #x00000002))");
    for i in 1..count {
        let before = i - 1;
        script.push_str(&format!("(assert (= |variable {i}| (let ((x |variable {before}|)) (bvadd x #x00000003))))\n"));
        script.push_str(&format!("(assert (bvult |variable {i}| #x{:08x})) ; a bound\n", 3 * i + 2));
    }
    script.push_str("(assert (bvugt |variable 0| #x00000000))(check-sat)(get-value (|variable 4999|))");
    let mut output = Vec::new();
    let solver = solver::Config::default().without(solver::Technique::External);
    let mut session = Session::new(Config { solver, ..Config::default() });
    let summary = session.run(&mut script.as_bytes(), &mut output).expect("memory can be read and written");
    assert_eq!(String::from_utf8_lossy(&output), "sat\n((|variable 4999| #x00003a96))\n");
    assert_eq!(summary, Summary { sat: 1, ..Summary::default() });
}

#[test]
fn widths_and_numbers_beyond_all_bounds() {
    for script in [
        "(declare-const x (_ BitVec 1048577))",
        "(declare-const x (Array (_ BitVec 8) (_ BitVec 99999999999999999999)))",
        "(assert (= #x00 ((_ extract 4294967295 0) #x00)))",
        "(assert (= #x00 ((_ extract 4294967296 0) #x00)))",
        "(assert (= #x00 ((_ sign_extend 4294967294) #x00)))",
        "(assert (= #x00 ((_ repeat 1000000) #x00)))",
        "(assert (= #x00 ((_ rotate_left 99999999999) #x00)))",
        "(assert (= (_ bv1 8) (_ bv1 4294967295)))",
        "(push 4294967295)",
        "(push 99999999999999999999)",
        "(pop 4294967295)",
    ] {
        let (output, summary) = run(script.as_bytes());
        assert!(summary.errors == 1 && output.starts_with("(error \"line 1 column "), "{script}: {output}");
    }
    let digits = format!("(assert (= #x07 (_ bv{}7 8)))(check-sat)", "0".repeat(1_000_000));
    assert_eq!(run(digits.as_bytes()).0, "sat\n");
    let digits = format!("(assert (= #x07 #x{}))(check-sat)", "7".repeat(1_000_000));
    assert!(run(digits.as_bytes()).0.contains("wider than"));
}

/// Returns one byte at a time, and fails if a byte is read before the answers that must precede it.
struct Hesitant {
    script: Vec<u8>,
    next: usize,
    /// Pairs of a position and the number of output lines required before reading from there on.
    gates: Vec<(usize, usize)>,
    output: Rc<RefCell<Vec<u8>>>,
}

impl Read for Hesitant {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let lines = self.output.borrow().iter().filter(|&&byte| byte == b'\n').count();
        for &(position, wanted) in &self.gates {
            assert!(self.next < position || lines >= wanted, "byte {position} is read before answer {wanted} is given");
        }
        let Some(&byte) = self.script.get(self.next) else { return Ok(0) };
        buffer[0] = byte;
        self.next += 1;
        Ok(1)
    }
}

struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn answers_come_before_more_is_read() {
    let parts = ["(check-sat)", "(echo \"hello\")", "(assert x)", "(declare-const x Bool)(assert x)(check-sat)"];
    let script = parts.concat();
    let mut gates = Vec::new();
    for place in 0..parts.len() {
        gates.push((parts[..=place].concat().len(), place + 1));
    }
    let output = Rc::new(RefCell::new(Vec::new()));
    let mut input = Hesitant { script: script.into_bytes(), next: 0, gates, output: output.clone() };
    session().run(&mut input, &mut Shared(output.clone())).expect("memory can be read and written");
    let text = String::from_utf8_lossy(&output.borrow()).into_owned();
    assert_eq!(text, "sat\n\"hello\"\n(error \"line 1 column 34: x is not declared\")\nsat\n");
}

/// A stream whose operations fail.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("gone"))
    }
}

#[test]
fn a_stream_that_fails_is_told_apart_from_its_end() {
    let mut input = (&b"(check-sat)(echo "[..]).chain(Broken);
    let mut output = Vec::new();
    let result = session().run(&mut input, &mut output);
    assert!(matches!(result, Err(front_smt::StreamError::Input(_))));
    assert!(output.starts_with(b"sat\n"));
}

/// The scripts of the suite, which use everything that is supported.
fn scripts() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/smt");
    let entries = fs::read_dir(folder).expect("the suite");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    files.sort();
    files.iter().map(|path| fs::read(path).expect("a script")).collect()
}

/// Runs any input: the errors counted must be those printed.
fn survive(script: &[u8]) {
    let (output, summary) = run(script);
    let errors = output.lines().filter(|line| line.starts_with("(error \"line ")).count() as u64;
    assert_eq!(errors, summary.errors, "{}", String::from_utf8_lossy(script));
}

#[test]
fn random_bytes() {
    let mut random = Random::of_round(1);
    let alphabet = b"()()()|\";:#_!x b01\nletand\xff\xc3\0\t\\";
    for round in 0..3000 {
        let script: Vec<u8> = (0..random.below(200))
            .map(|_| if round % 2 == 0 { random.below(256) as u8 } else { alphabet[random.below(alphabet.len())] })
            .collect();
        survive(&script);
        survive(&[b"(assert ", &script[..]].concat());
    }
}

#[test]
fn changed_scripts() {
    let scripts = scripts();
    let mut random = Random::of_round(2);
    for _ in 0..1500 {
        let mut script = scripts[random.below(scripts.len())].clone();
        for _ in 0..=random.below(6) {
            let at = random.below(script.len());
            match random.below(4) {
                0 => script[at] = random.below(256) as u8,
                1 => {
                    let other = random.below(script.len());
                    script.swap(at, other);
                }
                2 => drop(script.remove(at)),
                _ => script.insert(at, b"()0123456789#|\""[random.below(15)]),
            }
        }
        survive(&script);
    }
}

#[test]
fn shuffled_words() {
    let scripts = scripts();
    let mut random = Random::of_round(3);
    for _ in 0..1500 {
        let text = String::from_utf8_lossy(&scripts[random.below(scripts.len())]).into_owned();
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let lines = spaced.lines().filter(|line| !line.starts_with(';'));
        let mut words: Vec<&str> = lines.flat_map(|line| line.split_whitespace()).collect();
        for _ in 0..=random.below(12) {
            let (at, other) = (random.below(words.len()), random.below(words.len()));
            match random.below(3) {
                0 => words[at] = words[other],
                1 => words.swap(at, other),
                _ => drop(words.remove(at)),
            }
        }
        survive(words.join(" ").as_bytes());
    }
}

#[test]
fn scripts_cut_short() {
    for script in scripts() {
        for end in (0..script.len()).step_by(7) {
            survive(&script[..end]);
        }
    }
}
