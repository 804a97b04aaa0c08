//! C programs do after lowering what they do natively: each one runs in the test interpreter and as a native program, and
//! both must print the same. `main` prints numbers with `putchar` alone.

mod support;

use std::process::Command;

use support::interpreter::{End, Machine};
use support::{clang, compile, load_checked, scratch};

/// What test programs print with.
const PRELUDE: &str = r#"
int putchar(int);
void *malloc(unsigned long);
static void print(unsigned long n) {
  char digits[24]; int count = 0;
  do { digits[count++] = '0' + n % 10; n /= 10; } while (n);
  while (count > 0) putchar(digits[--count]);
  putchar('\n');
}
"#;

/// Compiles a program with flags, runs it in both ways, and compares.
fn agree_with(source: &str, flags: &[&str]) {
    let source = format!("{PRELUDE}{source}");
    let Some(clang) = clang() else { return };
    let Some(bytes) = compile(&source, flags) else { return };
    let (c, program) = (scratch("c"), scratch("exe"));
    std::fs::write(&c, &source).expect("temporary files can be written");
    let built = Command::new(clang).args(["-w", "-O0", "-o"]).args([&program, &c]).status().expect("clang was found");
    assert!(built.success());
    let native = Command::new(&program).output().expect("the program was just built");
    let _ = std::fs::remove_file(&c);
    let _ = std::fs::remove_file(&program);
    let loaded = load_checked(&[front_llvm::Input::Bytes { name: "test.bc".to_owned(), bytes }]);
    let mut machine = Machine::new(&loaded.module);
    let end = machine.run("main", &[]);
    let code = match end {
        End::Returned(Some(code)) => code.low_u64() as u8,
        other => panic!("{other:?}\n{}", loaded.module),
    };
    let printed = String::from_utf8_lossy(&machine.output).into_owned();
    assert_eq!(printed, String::from_utf8_lossy(&native.stdout));
    assert_eq!(Some(i32::from(code)), native.status.code());
}

/// Both without optimisation and with: optimised code has vectors, intrinsics and constant expressions.
fn agree(source: &str) {
    agree_with(source, support::FLAGS);
    agree_with(source, &["-O2", "-g", "-w"]);
}

#[test]
fn loops_calls_and_arrays() {
    agree(
        r#"
        int table[5] = {3, 1, 4, 1, 5};
        int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
        int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        int main(void) { print(sum(table, 5)); print(fib(15)); int local[3][4]; 
          for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) local[i][j] = i * j;
          print(sum(&local[0][0], 12)); return 7; }
        "#,
    );
}
