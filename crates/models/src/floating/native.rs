//! Tests that compare the functions of `<math.h>` with the system's: the bits of results, and `errno`. One native
//! process makes all calls.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use test_support::Random;

use super::Operator;

/// Functions of one number and of two, for doubles and floats.
const ONE: &str = "sqrt sin cos tan asin acos atan sinh cosh tanh exp exp2 expm1 log log2 log10 log1p floor ceil trunc \
                   round rint nearbyint fabs";
const TWO: &str = "pow atan2 hypot fmod fmin fmax copysign";

fn numbers() -> Vec<f64> {
    let mut numbers = vec![
        0.0,
        1.0,
        0.5,
        2.0,
        3.0,
        1.5,
        0.1,
        10.0,
        100.25,
        709.8,
        745.2,
        746.0,
        1024.0,
        1075.0,
        89.0,
        104.5,
        1e-10,
        1e-300,
        1e300,
        5e-324,
        2.2e-308,
        1e-40,
        3e38,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        std::f64::consts::FRAC_PI_4,
        1e22,
    ];
    let mut random = Random::new(7);
    for _ in 0..20 {
        numbers.push((random.bits() >> 11) as f64 / (1u64 << 40) as f64);
    }
    let negative: Vec<f64> = numbers.iter().map(|number| -number).collect();
    numbers.extend(negative);
    numbers
}

/// The native program. It calls every function on every number, and prints a line with the result's bits and
/// `errno` for each call.
fn driver() -> String {
    let mut calls = String::new();
    for name in ONE.split_whitespace() {
        writeln!(calls, "    FOR_ALL(x) {{ SHOW({name}, (x)) }}\n    FOR_ALL(x) {{ SHOW_FLOAT({name}f, (x)) }}")
            .expect("a string");
    }
    for name in TWO.split_whitespace() {
        writeln!(calls, "    FOR_ALL(x) FOR_ALL(y) {{ SHOW({name}, (x, y)) }}").expect("a string");
        writeln!(calls, "    FOR_ALL(x) FOR_ALL(y) {{ SHOW_FLOAT({name}f, (x, y)) }}").expect("a string");
    }
    let numbers: Vec<String> = numbers().iter().map(|number| format!("0x{:x}", number.to_bits())).collect();
    format!(
        "#include <errno.h>\n#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n\
         static uint64_t bits[] = {{{}}};\n\
         static double number(uint64_t word) {{ double x; memcpy(&x, &word, 8); return x; }}\n\
         #define FOR_ALL(x) for (int i_##x = 0; i_##x < {}; i_##x++) for (double x = number(bits[i_##x]), *once_##x = &x; once_##x; once_##x = 0)\n\
         #define SHOW(f, args) errno = 0; double r = f args; uint64_t w; memcpy(&w, &r, 8); printf(\"%lx %d\\n\", r != r ? 0x7ff8000000000000 : w, errno);\n\
         #define SHOW_FLOAT(f, args) errno = 0; float r = f args; uint32_t w; memcpy(&w, &r, 4); printf(\"%x %d\\n\", r != r ? 0x7fc00000 : w, errno);\n\
         int main(void) {{\n{calls}    return 0;\n}}\n",
        numbers.join(", "),
        numbers.len(),
    )
}

/// The result and `errno` of a call in Pleach.
fn ours(name: &str, numbers: &[f64], single: bool) -> String {
    let mut operands = [0; 3];
    for (operand, &number) in operands.iter_mut().zip(numbers) {
        *operand = if single { u128::from((number as f32).to_bits()) } else { u128::from(number.to_bits()) };
    }
    let Operator { function, errno } = Operator::of(name).expect("it is known");
    let (bits, _) = function.apply(operands, if single { 32 } else { 64 });
    let error = errno.and_then(|errno| errno.error(operands, bits)).unwrap_or(0);
    let shown = match single {
        true if f32::from_bits(bits as u32).is_nan() => 0x7fc0_0000,
        false if f64::from_bits(bits as u64).is_nan() => 0x7ff8_0000_0000_0000,
        _ => bits,
    };
    format!("{shown:x} {error}")
}

#[test]
fn agrees_with_the_system() {
    let folder = std::env::temp_dir().join(format!("pleach-math-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary directory is writable");
    let (source, program) = (folder.join("driver.c"), folder.join("driver"));
    fs::write(&source, driver()).expect("the temporary directory is writable");
    let built =
        Command::new("gcc").args(["-O1", "-w", "-fno-builtin", "-o"]).arg(&program).arg(&source).arg("-lm").output();
    let built = built.expect("gcc starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let answers = Command::new(&program).output().expect("the driver runs");
    fs::remove_dir_all(&folder).expect("the folder is ours");
    let answers = String::from_utf8(answers.stdout).expect("digits");
    let mut answers = answers.lines();
    let numbers = numbers();
    let mut wrong = Vec::new();
    let mut check = |name: &str, given: &[f64], single: bool| {
        let (ours, theirs) = (ours(name, given, single), answers.next().expect("a line for each call"));
        if ours != theirs && wrong.len() < 20 {
            wrong.push(format!("{name}{given:?}: {ours}, expected {theirs}"));
        }
    };
    for name in ONE.split_whitespace() {
        numbers.iter().for_each(|&x| check(name, &[x], false));
        numbers.iter().for_each(|&x| check(&format!("{name}f"), &[x], true));
    }
    for name in TWO.split_whitespace() {
        for single in [false, true] {
            let name = if single { format!("{name}f") } else { name.to_owned() };
            for &x in &numbers {
                numbers.iter().for_each(|&y| check(&name, &[x, y], single));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
