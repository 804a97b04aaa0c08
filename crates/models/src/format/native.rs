//! Tests that compare random formats and values with the system's own `snprintf`. One native process prints all
//! cases.
//!
//! A case is a line of that process's input: the kind of the value, the format, the arguments of its `*`s, and
//! the value, as hexadecimal or decimal words. The answer is a line with the printed bytes in hexadecimal.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use test_support::Random;

use super::{Argument, Conversion, Piece, Value, parse_format, render};

const DRIVER: &str = r#"
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char format[256], text[512], out[70000];

static size_t unhex(const char *hex, char *bytes) {
    size_t n = 0;
    for (; hex[0] && hex[1]; hex += 2) {
        unsigned byte;
        sscanf(hex, "%2x", &byte);
        bytes[n++] = (char)byte;
    }
    bytes[n] = 0;
    return n;
}

#define PRINT(value)                                                                       \
    (stars == 0   ? snprintf(out, sizeof out, format, value)                               \
     : stars == 1 ? snprintf(out, sizeof out, format, first, value)                        \
                  : snprintf(out, sizeof out, format, first, second, value))

int main(void) {
    static char kind[8], format_hex[600], value_hex[1200];
    int stars, first, second;
    while (scanf("%7s %599s %d %d %d %1199s", kind, format_hex, &stars, &first, &second, value_hex) == 6) {
        unhex(format_hex + 1, format);
        memset(text, 0, 32);
        size_t length = unhex(value_hex + 1, text);
        uint64_t word;
        double number;
        long double wide;
        memcpy(&word, text, sizeof word);
        memcpy(&number, text, sizeof number);
        memcpy(&wide, text, sizeof wide);
        text[length] = 0;
        int printed;
        switch (kind[0]) {
        case 'i': printed = PRINT((int)word); break;
        case 'l': printed = PRINT(word); break;
        case 'd': printed = PRINT(number); break;
        case 'L': printed = PRINT(wide); break;
        case 's': printed = PRINT(text); break;
        case 'N': printed = PRINT((char *)NULL); break;
        default: return 1;
        }
        putchar('x');
        for (int i = 0; i < printed; i++) {
            printf("%02x", (unsigned char)out[i]);
        }
        putchar('\n');
    }
    return 0;
}
"#;

/// Random cases.
trait Cases {
    /// A format with one conversion, and the arguments of its `*`s.
    fn format(&mut self, letters: &[u8]) -> (Vec<u8>, Vec<i32>);
    /// An integer of any size.
    fn integer(&mut self) -> u64;
    /// The bits of a double: any, of ordinary size, with few digits, or special.
    fn double(&mut self) -> u64;
    /// The 80 bits of a long double that is normal, subnormal, zero, infinite or not a number.
    fn long_double(&mut self) -> u128;
}

impl Cases for Random {
    fn format(&mut self, letters: &[u8]) -> (Vec<u8>, Vec<i32>) {
        let mut format = self.pick(&[&b""[..], b"<", b"100%% ", b"%5%"]).to_vec();
        let mut stars = Vec::new();
        format.push(b'%');
        for _ in 0..self.below(4) {
            format.push(self.pick(b"-+ #0'"));
        }
        match self.below(4) {
            0 => format.extend(self.below(30).to_string().bytes()),
            1 => {
                format.push(b'*');
                stars.push(self.below(60) - 30);
            }
            _ => {}
        }
        match self.below(5) {
            0 => format.extend(format!(".{}", self.below(40)).bytes()),
            1 => format.push(b'.'),
            2 => {
                format.extend(b".*");
                stars.push(self.below(45) - 5);
            }
            _ => {}
        }
        let letter = self.pick(letters);
        let lengths: &[&[u8]] = match letter {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b' => {
                &[b"", b"", b"hh", b"h", b"l", b"ll", b"z", b"j", b"t", b"L", b"q"]
            }
            b'c' | b's' | b'p' => &[b""],
            _ => &[b"", b"", b"l", b"L"],
        };
        format.extend(self.pick(lengths));
        format.push(letter);
        format.extend(self.pick(&[&b""[..], b">", b"%%"]));
        (format, stars)
    }

    fn integer(&mut self) -> u64 {
        let value = self.bits() >> self.below(64);
        self.pick(&[value, value, value.wrapping_neg(), 0, 1, u64::MAX, 1 << 31, 1 << 63, 10_000_000, 8, 64])
    }

    fn double(&mut self) -> u64 {
        let sign = self.below(2) << 63;
        let ordinary = self.bits() >> 12 | (1023 - 40 + self.below(80)) << 52;
        let short = (self.below(20_000) as f64 / self.pick(&[1.0, 2.0, 8.0, 10.0, 64.0, 1e3, 1e5, 1e9])).to_bits();
        let tie = ((self.below(1 << 20) * 2 + 1) as f64 / (1u64 << self.below(21)) as f64).to_bits();
        let power = 10f64.powi(self.below(60) - 30).to_bits();
        let nines = (10f64.powi(self.below(12)) - 10f64.powi(-self.below(9))).abs().to_bits();
        let special = self.pick(&[0, 1, 0x000f_ffff_ffff_ffff, 0x0010_0000_0000_0000, 0x7fef_ffff_ffff_ffff]);
        let unbounded = self.pick(&[0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000]);
        let any = self.bits() & (1 << 62 | ((1 << 62) - 1));
        let any = if any >> 52 & 0x7ff == 0x7ff { 0 } else { any };
        sign | self.pick(&[ordinary, ordinary, short, short, tie, power, nines, special, unbounded, any])
    }

    fn long_double(&mut self) -> u128 {
        let sign = u128::from(self.below(2u64)) << 79;
        let mantissa = (self.bits() << self.pick(&[0, 32, 55, 59, 62])) | 1 << 63;
        let (near, any) = (16383 - 40 + self.below(80u64), 1 + self.below(0x7ffe));
        let exponent = u128::from(self.pick(&[near, 16383, any]));
        let normal = exponent << 64 | u128::from(mantissa);
        let subnormal = u128::from(self.bits() >> 1 >> self.below(63));
        sign | self.pick(&[normal, normal, normal, subnormal, 0, 0x7fff << 64 | 1 << 63, 0x7fff << 64 | 3 << 62])
    }
}

/// A format with its arguments, and what Pleach printed.
struct Case {
    format: Vec<u8>,
    stars: Vec<i32>,
    kind: char,
    value: Vec<u8>,
    printed: Vec<u8>,
}

fn case(random: &mut Random, letters: &[u8]) -> Case {
    let (format, stars) = random.format(letters);
    let pieces = parse_format(&format);
    let conversion = pieces.iter().find_map(|piece| match piece {
        Piece::Conversion(conversion) => Some(conversion.clone()),
        _ => None,
    });
    let conversion: Conversion = conversion.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&format)));
    let text: Vec<u8> = (0..random.below(12)).map(|_| 1 + random.below(255) as u8).collect();
    let (kind, value, bytes) = match conversion.argument() {
        Argument::Int => {
            let value = random.integer();
            ('i', Value::Int(value), value.to_le_bytes().to_vec())
        }
        Argument::Long => {
            let value = random.integer();
            ('l', Value::Int(value), value.to_le_bytes().to_vec())
        }
        Argument::Double => {
            let value = random.double();
            ('d', Value::Double(value), value.to_le_bytes().to_vec())
        }
        Argument::LongDouble => {
            let value = random.long_double();
            ('L', Value::LongDouble(value), value.to_le_bytes().to_vec())
        }
        Argument::String if random.below(6) == 0 => ('N', Value::NullString, Vec::new()),
        Argument::String => ('s', Value::Bytes(&text), text.clone()),
        Argument::WriteTo(_) | Argument::WideString | Argument::Nothing => panic!("not generated"),
    };
    let mut printed = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Literal(literal) => printed.extend_from_slice(literal),
            Piece::Conversion(conversion) => {
                let resolved = conversion.resolve(&stars).expect("the numbers are small");
                printed.extend(render(&resolved, value).expect("the value is what the conversion takes"));
            }
            Piece::Unknown(text) => panic!("{}", String::from_utf8_lossy(text)),
        }
    }
    Case { format, stars, kind, value: bytes, printed }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("x".to_string(), |text, byte| text + &format!("{byte:02x}"))
}

/// Prints the cases natively and compares.
fn compare(name: &str, cases: &[Case]) {
    let folder = std::env::temp_dir().join(format!("pleach-format-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary directory is writable");
    let (source, program, input) = (folder.join("driver.c"), folder.join("driver"), folder.join("cases"));
    fs::write(&source, DRIVER).expect("the temporary directory is writable");
    let mut lines = String::new();
    for case in cases {
        let star = |index: usize| case.stars.get(index).copied().unwrap_or(0);
        let (format, value) = (hex(&case.format), hex(&case.value));
        writeln!(lines, "{} {format} {} {} {} {value}", case.kind, case.stars.len(), star(0), star(1))
            .expect("writing to a string succeeds");
    }
    fs::write(&input, lines).expect("the temporary directory is writable");
    let built = Command::new("gcc").args(["-O1", "-w", "-o"]).arg(&program).arg(&source).output();
    let built = built.expect("gcc starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let answers = Command::new(&program).stdin(fs::File::open(&input).expect("just written")).output();
    let answers = String::from_utf8(answers.expect("the driver runs").stdout).expect("hexadecimal digits");
    fs::remove_dir_all(&folder).expect("the folder is ours");
    assert_eq!(answers.lines().count(), cases.len());
    for (case, expected) in cases.iter().zip(answers.lines()) {
        let bytes: Vec<u8> = (1..expected.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&expected[at..at + 2], 16).expect("hexadecimal digits"))
            .collect();
        assert!(
            case.printed == bytes || is_lost_zeros(case, &bytes),
            "{:?} {:?} {} {}: printed {:?}, expected {:?}",
            String::from_utf8_lossy(&case.format),
            case.stars,
            case.kind,
            hex(&case.value),
            String::from_utf8_lossy(&case.printed),
            String::from_utf8_lossy(&bytes),
        );
    }
}

/// Whether a difference is the one that is known. If `%#g` rounds up to a number that is printed with an
/// exponent (9999.9 with four digits), the standard asks for all digits, "1.000e+04"; glibc omits the zeros and
/// prints "1.e+04".
fn is_lost_zeros(case: &Case, expected: &[u8]) -> bool {
    let without_zeros = |text: &[u8]| text.iter().copied().filter(|byte| !b"0 ".contains(byte)).collect::<Vec<u8>>();
    let general = case.format.iter().any(|byte| b"gG".contains(byte)) && case.format.contains(&b'#');
    general && without_zeros(&case.printed) == without_zeros(expected)
}

#[test]
fn integers_characters_strings_and_pointers() {
    let mut random = Random::new(1);
    let cases: Vec<Case> = (0..60_000).map(|_| case(&mut random, b"diuxXocspdxb")).collect();
    compare("integers", &cases);
}

#[test]
fn floating_point() {
    let mut random = Random::new(2);
    let cases: Vec<Case> = (0..40_000).map(|_| case(&mut random, b"feFEgGaAg")).collect();
    compare("floats", &cases);
}
