//! Conditions of small functions. Registers are named here: `%n` holds the variable `n`, `%_1` holds none.

use super::condition;
use crate::module::BlockId;
use crate::parse_module;

/// What the functions of the tests use.
const OTHERS: &str = r#"
global @message size 16 align 1
global @limit size 4 align 4
global @f.calls size 4 align 4
global @point size 8 align 4
global @.str size 4 align 1 const {
  bytes "ab\n\x00"
}
declare @g(32, 64) -> 32
declare @__pleach_expression_strlen(64) -> 64
"#;

/// A text of the IR, of one in which registers have names: those that begin with `_` hold no variable.
fn numbered(parameters: &str, lines: &str) -> String {
    let text = format!("func @f({parameters}) NAMES {{\nb0:\n{lines}\nb1:\n  return\n}}\n");
    let (mut result, mut known) = (String::new(), Vec::new());
    for (index, piece) in text.split('%').enumerate() {
        if index == 0 {
            result += piece;
            continue;
        }
        let end = piece.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(piece.len());
        let (name, rest) = piece.split_at(end);
        let number = known.iter().position(|&other| other == name).unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        });
        result += &format!("%{number}{rest}");
    }
    // A name ends with digits that tell registers of the same variable apart.
    let names = known.iter().enumerate().filter(|(_, name)| !name.starts_with('_'));
    let names: Vec<String> = names
        .map(|(number, name)| format!("%{number} \"{}\"", name.trim_end_matches(|c: char| c.is_ascii_digit())))
        .collect();
    let names = if names.is_empty() { String::new() } else { format!("names {}", names.join(", ")) };
    format!("{OTHERS}{}", result.replacen("NAMES", &names, 1))
}

/// What the terminator asks, or the last instruction if the function returns.
fn asked(lines: &str) -> Option<String> {
    const PARAMETERS: &str = "%n:32, %m:32, %p:64, %q:64, %c:8, %_w:32, %_bit:1, %flag:1";
    let text = numbered(PARAMETERS, lines);
    let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    crate::verify(&module).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let function = &module.functions[module.function("f").expect("it is there").index()];
    let block = &function.blocks[0];
    // A return asks nothing; then the line before it is meant.
    let last = block.insts.len() - usize::from(matches!(block.term, crate::Terminator::Return(_)));
    condition(&module, function, BlockId(0), last)
}

/// What a branch on `%_` asks.
#[track_caller]
fn branch(lines: &str, text: &str) {
    assert_eq!(asked(&format!("{lines}\nbranch %_, b1, b1")).unwrap_or_default(), text, "{lines}");
}

/// What the last line asks.
#[track_caller]
fn last(lines: &str, text: &str) {
    assert_eq!(asked(&format!("{lines}\nreturn")).unwrap_or_default(), text, "{lines}");
}

#[test]
fn comparisons() {
    branch("%_:1 = slt %n, %m", "n < m");
    branch("%_:1 = ult %n, %m", "n < m");
    branch("%_:1 = slt 1:32, %n", "n > 1");
    branch("%_:1 = sle %n, -1:32", "n <= -1");
    branch("%_:1 = ule %n, 0xffffffff:32", "n <= 4294967295");
    branch("%_:1 = eq %n, -1:32", "n == -1");
    branch("%_:1 = ne %p, 0:64", "p != 0");
    branch("%_1:1 = slt %n, %m\n%_:1 = xor %_1, 1:1", "n >= m");
    branch("%_1:1 = eq %n, %m\n%_2:8 = zext %_1\n%_:1 = eq %_2, 0:8", "n != m");
    branch("%_1:1 = eq %n, 3:32\n%_2:1 = sle %m, 4:32\n%_:1 = and %_1, %_2", "n == 3 && m <= 4");
    branch("%_1:1 = eq %n, 3:32\n%_2:1 = and %_1, %flag\n%_:1 = xor %_2, 1:1", "n != 3 || !flag");
    branch("%_1:1 = eq %n, 3:32\n%_:1 = xor %_1, %flag", "(n == 3) != flag");
    branch("%_:1 = move %flag", "flag");
    branch("%_1:8 = zext %flag\n%_:1 = trunc %_1", "flag");
    branch("%_:1 = trunc %n", "n & 1");
}

#[test]
fn characters() {
    branch("%_:1 = eq %c, 83:8", "c == 'S'");
    branch("%_1:32 = sext %c\n%_:1 = eq %_1, 10:32", "c == '\\n'");
    branch("%_1:32 = zext %c\n%_:1 = slt %_1, 48:32", "c < '0'");
    branch("%_1:32 = zext %c\n%_:1 = ult %_1, 10:32", "c < 10");
    branch("%_1:32 = zext %c\n%_:1 = ne %_1, 0:32", "c != 0");
    branch("%_1:32 = sext %c\n%_:1 = eq %_1, -1:32", "c == -1");
    branch("%d:32 = sext %c\n%_:1 = eq %d, 100:32", "d == 'd'");
    branch("%_:1 = eq %n, 83:32", "n == 83");
}

#[test]
fn arithmetic_has_the_parentheses_of_c() {
    branch("%_1:32 = add %n, %m\n%_2:32 = mul %_1, 3:32\n%_:1 = slt %_2, %n", "(n + m) * 3 < n");
    branch("%_1:32 = mul %n, %m\n%_2:32 = add %_1, -3:32\n%_:1 = slt %_2, %n", "n * m - 3 < n");
    branch("%_1:32 = sub %n, 1:32\n%_2:32 = sub %m, %_1\n%_:1 = slt %_2, %n", "m - (n - 1) < n");
    branch("%_1:32 = and %n, 255:32\n%_:1 = eq %_1, %m", "(n & 255) == m");
    branch("%_1:32 = ashr %n, 3:32\n%_:1 = eq %_1, %m", "n >> 3 == m");
    branch("%_1:32 = sub 0:32, %n\n%_2:32 = xor %m, -1:32\n%_:1 = slt %_1, %_2", "-n < ~m");
    branch("%_1:32 = select %flag, %n, %m\n%_:1 = slt %_1, 0:32", "(flag ? n : m) < 0");
    branch("%_1:32 = call @g(%n, %p)\n%_:1 = slt %_1, 0:32", "g(n, p) < 0");
    branch("%_1:64 = call @__pleach_expression_strlen(%p)\n%_:1 = ult %_1, 8:64", "strlen(p) < 8");
}

#[test]
fn memory() {
    branch("%_1:32 = load @limit\n%_:1 = slt %n, %_1", "n < limit");
    branch("%_1:32 = load @f.calls\n%_:1 = slt %n, %_1", "n < calls");
    branch("%_1:32 = load @point+4\n%_:1 = slt %n, %_1", "n < point.+4");
    branch("%v:64 = alloca 4:64, align 4\n%_1:32 = load %v\n%_:1 = slt %n, %_1", "n < v");
    branch("%_i:64 = sext %n\n%_a:64 = add @message, %_i\n%_1:8 = load %_a\n%_:1 = eq %_1, 83:8", "message[n] == 'S'");
    branch("%_1:8 = load @message+3\n%_:1 = eq %_1, 83:8", "message[3] == 'S'");
    branch("%_1:8 = load %p\n%_:1 = eq %_1, 0:8", "*p == 0");
    branch("%_a:64 = add %p, 8:64\n%_1:64 = load %_a\n%_:1 = ne %_1, 0:64", "p->+8 != 0");
    branch(
        "%_a:64 = add %p, 8:64\n%_1:64 = load %_a\n%_b:64 = add %_1, 4:64\n%_2:32 = load %_b\n%_:1 = eq %_2, %n",
        "p->+8->+4 == n",
    );
    branch(
        "%_i:64 = sext %n\n%_s:64 = mul %_i, 4:64\n%_a:64 = add %p, %_s\n%_1:32 = load %_a\n%_:1 = slt %_1, %m",
        "p[n] < m",
    );
    branch(
        "%_i:64 = sext %n\n%_s:64 = mul %_i, 24:64\n%_b:64 = add %p, 8:64\n%_a:64 = add %_b, %_s\n\
         %_1:32 = load %_a\n%_:1 = slt %_1, %m",
        "p[n].+8 < m",
    );
    branch(
        "%_i:64 = sext %n\n%_j:64 = sext %m\n%_s:64 = mul %_i, 24:64\n%_t:64 = mul %_j, 4:64\n%_b:64 = add %p, %_s\n\
         %_a:64 = add %_b, %_t\n%_1:32 = load %_a\n%_:1 = slt %_1, %m",
        "p[n][m] < m",
    );
}

#[test]
fn what_instructions_ask() {
    last("%_:32 = load %p", "*p");
    last("store %p, %n", "*p");
    last("%s:64 = alloca 8:64, align 8\n%_a:64 = add %s, 4:64\nstore %_a, %n", "s.+4");
    last("call indirect %p(%n)", "p");
    last("%_:32 = call @g(%n, @.str)", "g(n, \"ab\\n\")");
    last("%s:64 = alloca 8:64, align 8\n%_:32 = call @g(3:32, %s)", "g(3, &s)");
    last("%_a:64 = add @message, %p\n%_:32 = call @g(%_w, %_a)", "g(…, &message[p])");
    last("%_:32 = call @g(0:32, @message)", "g(0, message)");
    last("%_:1 = ne %m, 0:32\ncheck %_, div-by-zero, \"\"", "m != 0");
    assert_eq!(asked("switch %n, 1:32 -> b1, default -> b1").as_deref(), Some("n"));
    last("%_:32 = add %n, 1:32", "");
}

#[test]
fn nothing_is_said_without_a_name() {
    branch("%_:1 = slt %_w, 3:32", "");
    branch("%_:1 = xor %_bit, 1:1", "");
    branch("%_:1 = slt %_w, %n", "… < n");
    last("%_1:64 = zext %_w\n%_:32 = load %_1", "");
}

#[test]
fn a_variable_is_told_from_its_earlier_value() {
    branch("%n2:32 = add %n, 1:32\n%_:1 = slt %n2, %m", "n < m");
    branch("%n2:32 = add %n, 1:32\n%_:1 = slt %n2, %n", "n + 1 < n");
    branch("%n2:32 = add %n, 1:32\n%_:1 = slt %n, %n2", "n < n + 1");
}

#[test]
fn deep_expressions_end() {
    let mut lines = String::from("%_0:32 = add %n, %m\n");
    for level in 1..200 {
        lines += &format!("%_{level}:32 = mul %_{}, %_{}\n", level - 1, level - 1);
    }
    let text = asked(&format!("{lines}%_:1 = eq %_199, %n\nbranch %_, b1, b1")).expect("n has a name");
    assert!(text.ends_with(" == n") && text.contains('…') && text.len() < 400, "{text}");
    // Code that is not reached may compute a value from itself.
    let lines = "return\nb2:\n%_1:32 = add %_2, %n\n%_2:32 = move %_1\n%_:1 = eq %_1, 1:32\nbranch %_, b1, b1";
    let text = numbered("%n:32", lines).replace("\nb1:", "\nb3:").replace("b1", "b3").replace("b2", "b1");
    let text = text.replace("b3:", "b2:").replace("b3", "b2");
    let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let function = module.functions.last().expect("there is one");
    let text = condition(&module, function, BlockId(1), 3).expect("n has a name");
    assert!(text.starts_with("… + n") && text.ends_with(" == 1"), "{text}");
}

#[test]
fn machine_code_has_no_variables() {
    let text = "func @f() machine names %0 \"x\" {\nb0:\n  %0:1 = move 1:1\n  branch %0, b0, b0\n}\n";
    let module = parse_module(text).expect("it parses");
    assert_eq!(condition(&module, &module.functions[0], BlockId(0), 1), None);
}
