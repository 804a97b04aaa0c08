//! Random scripts of QF_BVFP, compared with Z3. A model is checked by Z3, too: with the values of all constants, every
//! assertion must hold there.

use std::time::Duration;

use front_smt::{Config, Session};
use test_support::{GAVE_UP, Random, Z3};

/// Formats. Most are small, so that Z3 answers within its limit; with exponents of two bits, Z3 4.8 rounds 0.25 to the
/// integer 1.
const FORMATS: [(u32, u32); 4] = [(3, 4), (4, 3), (5, 3), (5, 11)];

struct Script<'r> {
    random: &'r mut Random,
    format: (u32, u32),
}

impl Script<'_> {
    fn sort(&self, (exponent, significand): (u32, u32)) -> String {
        format!("(_ FloatingPoint {exponent} {significand})")
    }

    fn mode(&mut self) -> &'static str {
        let modes = ["RNE", "RTZ", "RTN", "RTP", "RNA", "roundNearestTiesToEven", "m"];
        modes[self.random.below(modes.len())]
    }

    fn bits(&mut self, width: u32) -> String {
        (0..width).map(|_| if self.random.one_in(2) { '1' } else { '0' }).collect()
    }

    fn constant(&mut self) -> String {
        let (exponent, significand) = self.format;
        let special = ["+oo", "-oo", "+zero", "-zero", "NaN"];
        match self.random.below(6) {
            0 => format!("(_ {} {exponent} {significand})", special[self.random.below(5usize)]),
            1 | 2 => {
                let decimals = ["0.1", "1.0", "2.5", "(- 3.25)", "7", "(/ 1.0 3.0)", "0.0"];
                let (mode, decimal) =
                    (["RNE", "RTZ", "RTP"][self.random.below(3usize)], decimals[self.random.below(7usize)]);
                format!("((_ to_fp {exponent} {significand}) {mode} {decimal})")
            }
            _ => format!("(fp #b{} #b{} #b{})", self.bits(1), self.bits(exponent), self.bits(significand - 1)),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let (exponent, significand) = self.format;
        if depth == 0 {
            return if self.random.one_in(3) { self.constant() } else { self.random.pick(&["x", "y"]).to_owned() };
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0..=3 => {
                let operator = self.random.pick(&["fp.add", "fp.sub", "fp.mul", "fp.div"]);
                format!("({operator} {} {} {})", self.mode(), self.number(depth), self.number(depth))
            }
            4 => format!("(fp.neg {})", self.number(depth)),
            5 => format!("(fp.abs {})", self.number(depth)),
            6 => format!("(fp.sqrt {} {})", self.mode(), self.number(depth)),
            7 => format!("(fp.roundToIntegral {} {})", self.mode(), self.number(depth)),
            8 => {
                let function = if self.random.one_in(2) { "to_fp" } else { "to_fp_unsigned" };
                format!("((_ {function} {exponent} {significand}) {} {})", self.mode(), self.integer(depth))
            }
            9 => {
                let other = self.random.pick(&FORMATS);
                let (back, there) = (self.format, other);
                let inner = format!("((_ to_fp {} {}) {} {})", there.0, there.1, self.mode(), self.number(depth));
                format!("((_ to_fp {} {}) {} {inner})", back.0, back.1, self.mode())
            }
            10 => format!("(ite {} {} {})", self.condition(depth), self.number(depth), self.number(depth)),
            _ => {
                let operator = if self.random.one_in(2) { "fp.min" } else { "fp.max" };
                // Of zeros with different signs, Z3 takes one of its own choice: they are made equal.
                let positive = |number: String| format!("(fp.abs {number})");
                format!("({operator} {} {})", positive(self.number(depth)), positive(self.number(depth)))
            }
        }
    }

    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(2) {
            return if self.random.one_in(3) { format!("#b{}", self.bits(8)) } else { "b".to_owned() };
        }
        let sum = self.random.pick(&["bvadd", "bvmul", "bvand"]);
        format!("({sum} {} {})", self.integer(depth - 1), self.integer(depth - 1))
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.random.below(8) {
            0 => {
                let tests = ["isNormal", "isSubnormal", "isZero", "isInfinite", "isNaN", "isNegative", "isPositive"];
                let test = tests[self.random.below(7usize)];
                format!("(fp.{test} {})", self.number(depth))
            }
            1 => format!("(= {} {})", self.number(depth), self.number(depth)),
            2 => format!("(not {})", self.condition(depth)),
            3 => format!("(bvult {} {})", self.integer(depth), self.integer(depth)),
            _ => {
                let compare = self.random.pick(&["fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq"]);
                format!("({compare} {} {})", self.number(depth), self.number(depth))
            }
        }
    }

    fn text(&mut self) -> String {
        let sort = self.sort(self.format);
        let mut text = format!(
            "(set-logic QF_BVFP)\n(declare-const x {sort})\n(declare-const y {sort})\n(declare-const b (_ BitVec 8))\n\
             (declare-const m RoundingMode)\n"
        );
        for _ in 0..1 + self.random.below(3) {
            let assertion = self.condition(2);
            text.push_str(&format!("(assert {assertion})\n"));
        }
        text
    }
}

fn ours(text: &str) -> Vec<String> {
    let solver = solver::Config { question_time: Some(Duration::from_secs(3)), ..solver::Config::default() }
        .without(solver::Technique::External);
    let mut session = Session::new(Config { solver, ..Config::default() });
    let mut output = Vec::new();
    session.run(&mut text.as_bytes(), &mut output).expect("memory can be read and written");
    String::from_utf8(output).expect("replies are text").lines().map(str::to_owned).collect()
}

#[test]
fn z3_agrees() {
    let Some(mut z3) = Z3::start() else {
        eprintln!("skipped: z3 is not installed");
        return;
    };
    let (mut answered, mut open, mut unknown) = (0, 0, 0);
    let rounds = test_support::cases().unwrap_or(300);
    for seed in 0..rounds {
        let mut random = Random::of_round(seed);
        let format = random.pick(&FORMATS);
        let text = Script { random: &mut random, format }.text();
        z3.send(&format!("{text}(check-sat)"));
        let replies =
            ours(&format!("{text}(check-sat)\n(get-value (x))\n(get-value (y))\n(get-value (b))\n(get-value (m))\n"));
        let theirs = z3.receive();
        let answer = replies.first().map_or("", String::as_str);
        assert!(matches!(answer, "sat" | "unsat" | "unknown"), "{text}{replies:?}");
        let known = |word: &str| word == "sat" || word == "unsat";
        if known(answer) && theirs != [GAVE_UP] && known(&theirs[0]) {
            assert_eq!(answer, theirs[0], "{text}");
            answered += 1;
        } else {
            open += 1;
            unknown += usize::from(answer == "unknown");
        }
        if answer == "sat" {
            // ((x value)) as an assertion.
            let values = replies[1..].iter().map(|reply| format!("(assert (= {}))\n", &reply[2..reply.len() - 2]));
            let check = format!("{text}{}(check-sat)", values.collect::<String>());
            let lines = z3.ask(&check);
            assert!(lines == ["sat"] || lines == ["unknown"] || lines == [GAVE_UP], "{check}{lines:?}");
        }
    }
    assert!(
        open * 2 < rounds && unknown * 20 < rounds as usize,
        "{open} questions are open, {unknown} here, {answered} answered"
    );
}

/// What scripts print about numbers.
#[test]
fn values_are_written_as_literals() {
    let script = "(set-logic QF_FP)
(declare-const x Float32)
(declare-const r RoundingMode)
(declare-fun n () Float16)
(assert (= x ((_ to_fp 8 24) RNE 0.1)))
(assert (fp.isNaN n))
(assert (= r RTP))
(check-sat)
(get-model)
(get-value ((fp.add r x x) (fp.to_real x)))
(assert (not (= ((_ fp.to_ubv 8) RNE n) ((_ fp.to_ubv 8) RNE (_ NaN 5 11)))))
(check-sat)
";
    let expected = [
        "sat",
        "(",
        "  (define-fun x () (_ FloatingPoint 8 24) (fp #b0 #b01111011 #b10011001100110011001101))",
        "  (define-fun r () RoundingMode roundTowardPositive)",
        "  (define-fun n () (_ FloatingPoint 5 11) (_ NaN 5 11))",
        ")",
    ];
    let found = ours(script);
    assert_eq!(found[..6], expected, "{found:?}");
    assert!(found[6].contains("fp.to_real") && found.last().is_some_and(|last| last == "unsat"), "{found:?}");
}
