//! Executables for 64-bit RISC-V, run from the command line.

#[path = "../sandbox/mod.rs"]
mod sandbox;

mod cross;
mod joined;
mod programs;

use sandbox::Sandbox;

/// A program with two inputs, one through a symbol and one from standard input, and a write through a null
/// pointer for some of them.
const TWO_INPUTS: &str = r#"
void klee_make_symbolic(void *address, unsigned long size, const char *name);
long system_call(long number, long a, long b, long c, long d);

__attribute__((noinline)) static int classify(int x, int y) {
    if (x > 10)
        return 1;
    if (x * 3 == y)
        return 2;
    if (y == 7)
        *(volatile int *)8 = 1;
    return 3;
}

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    system_call(63, 0, (long)&y, sizeof y, 0);
    int kind = classify(x, y);
    char letter = '0' + kind;
    system_call(64, 1, (long)&letter, 1, 0);
    return kind;
}
"#;

#[test]
fn an_error_is_found_with_its_line_and_input() {
    let sandbox = Sandbox::with("two.c", TWO_INPUTS);
    for flags in [&["-O0"][..], &["-O1"], &["-O1", "-march=rv64g"], &["-O1", "-march=rv64imac", "-mabi=lp64"]] {
        cross::compile_bare(&sandbox.path(""), "two.c", "two.elf", flags);
        let done = sandbox.pleach(&["run", "--sym-stdin", "4", "two.elf"]).code(1);
        done.says("bug 1: null in classify at two.c:11").says("stdin = 7").says("every path was explored");
        let summary = sandbox.summary();
        assert_eq!((&summary["paths"]["completed"], &summary["paths"]["errors"]), (&3.into(), &1.into()), "{flags:?}");
        let name = |number: u32| format!("pleach-last/test00000{number}.ktest");
        for number in 1..=4 {
            let done = sandbox.pleach(&["replay", "two.elf", &name(number)]).code(0);
            done.says("it happened").says("cannot set x");
        }
        // The input of one path does not fit the prediction of another.
        std::fs::rename(sandbox.path(&name(1)), sandbox.path(&name(2))).expect("it is there");
        sandbox.pleach(&["replay", "two.elf", &name(2)]).code(1).says("it did not happen");
    }
    // Without symbols and debug information only standard input is symbolic, and the error has no line.
    cross::compile_bare(&sandbox.path(""), "two.c", "two.elf", &["-O0", "-s"]);
    sandbox.pleach(&["run", "--sym-stdin", "4", "two.elf"]).code(1).says("bug 1: null in _start").says("stdin = 7");
}

#[test]
fn files_that_cannot_be_run_say_why() {
    let sandbox = Sandbox::with("two.c", TWO_INPUTS);
    let dir = sandbox.path("");
    let complains = |file: &str, why: &str| {
        sandbox.pleach(&["run", file]).code(3).complains(why);
    };
    cross::compile_bare(&dir, "two.c", "good.elf", &["-O0"]);
    cross::compile(&dir, &["-c", "-o", "object.o", "two.c"]);
    complains("object.o", "link it to a static program first");
    sandbox.write("plain.c", "int main(void) { return 0; }\n");
    cross::compile(&dir, &["-o", "dynamic.elf", "plain.c"]);
    complains("dynamic.elf", "link it with -static");
    std::fs::copy(env!("CARGO_BIN_EXE_pleach"), sandbox.path("foreign.elf")).expect("there is room");
    complains("foreign.elf", "x86-64");
    let good = std::fs::read(sandbox.path("good.elf")).expect("it was written");
    let changed = |name: &str, at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        sandbox.write(name, bytes);
    };
    changed("narrow.elf", 4, 1);
    complains("narrow.elf", "32-bit RISC-V");
    changed("entry.elf", 27, 0x70);
    complains("entry.elf", "no code at its entry");
    for length in [4, 10, 63, 100, 200, good.len() / 2] {
        sandbox.write("short.elf", &good[..length]);
        sandbox.pleach(&["run", "short.elf"]).code(3).complains("short.elf");
    }
    sandbox.pleach(&["run", "good.elf", "two.c"]).code(3).complains("by itself");
    sandbox.pleach(&["run", "--check-division", "plain.c"]).code(3).complains("executables");
}

#[test]
fn what_some_machines_allow_is_reported() {
    let text = r#"
void klee_make_symbolic(void *address, unsigned long size, const char *name);
static char bytes[16] __attribute__((aligned(8)));
int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 3)
        return 1;
    unsigned word = *(volatile unsigned *)(bytes + 4 + x);
    return (int)(word + 7 / x);
}
"#;
    let sandbox = Sandbox::with("allowed.c", text);
    cross::compile_bare(&sandbox.path(""), "allowed.c", "allowed.elf", &["-O0"]);
    sandbox.pleach(&["run", "--allow-misaligned", "allowed.elf"]).code(0);
    let division = sandbox.pleach(&["run", "--allow-misaligned", "--check-division", "allowed.elf"]).code(1);
    division.says("1 bug;").says("div-by-zero in main at allowed.c:10");
    let alignment = sandbox.pleach(&["run", "allowed.elf"]).code(1);
    alignment.says("1 bug;").says("misaligned in main at allowed.c:9");
    let exit = sandbox.pleach(&["run", "--allow-misaligned", "--nonzero-exit-is-bug", "allowed.elf"]);
    exit.code(1).says("nonzero-exit").says("1 bug;");
}

/// Past the end of an argument lies other memory of the process. Code that reads whole words reads past the
/// end, which is harmless.
#[test]
fn arguments_end_with_their_first_zero() {
    let text = r#"
static unsigned long length(const char *text) {
    const unsigned long *word = (const unsigned long *)text;
    while (!((*word - 0x0101010101010101) & ~*word & 0x8080808080808080))
        word++;
    for (text = (const char *)word; *text;)
        text++;
    return (unsigned long)(text - (const char *)word);
}
int main(int argc, char **argv) {
    if (argc == 3)
        return argv[2][0] == 0 && argv[2][1] == 4;
    return (int)length(argv[1]);
}
"#;
    let sandbox = Sandbox::with("behind.c", text);
    cross::compile(&sandbox.path(""), &["-O1", "-g", "-static", "-o", "behind.elf", "behind.c"]);
    let run = sandbox.pleach(&[
        "run",
        "--tests",
        "all",
        "--allow-misaligned",
        "--sym-arg",
        "7",
        "--sym-args",
        "0",
        "1",
        "2",
        "behind.elf",
    ]);
    run.code(1).says("1 bug;").says("out-of-bounds in main at behind.c:12").says("which ends with its first zero");
    let files = sandbox.files("pleach-last").into_iter().filter(|file| file.ends_with(".ktest"));
    let mut seen = 0;
    for file in files {
        let test = format!("pleach-last/{file}");
        let done = sandbox.pleach(&["replay", "behind.elf", &test]);
        let fine =
            done.stdout.contains("it happened") || done.stdout.contains("cannot be shown natively: behind an argument");
        assert!(fine, "{}", done.stdout);
        seen += 1;
    }
    assert!(seen >= 9, "each length is a path, and {seen} tests were written");
}

/// Results and output are the same as under qemu. A comparison of a symbolic number is followed for one value.
#[test]
fn floating_point_is_computed() {
    let text = r#"
#include <math.h>
#include <stdio.h>
int main(void) {
    double sum = 0;
    float product = 1;
    for (int i = 1; i < 50; i++) {
        sum += 1.0 / i;
        product *= 1.01f;
    }
    printf("%.17g %a %g %d\n", sum, sqrt(sum), product, (int)(sum * -1e300));
    int digit = getchar();
    if (digit >= '0' && digit <= '9')
        return (digit - '0') * 0.75 > 3;
    return 2;
}
"#;
    let sandbox = Sandbox::with("numbers.c", text);
    cross::compile(&sandbox.path(""), &["-O1", "-static", "-o", "numbers.elf", "numbers.c", "-lm"]);
    sandbox.pleach(&["run", "--allow-concrete", "numbers.elf"]).code(0);
    sandbox.pleach(&["replay", "numbers.elf", "pleach-last/test000001.ktest"]).code(0).says("it happened");
    sandbox.pleach(&["run", "--sym-stdin", "1", "numbers.elf"]).code(0);
    let replayed =
        sandbox.pleach(&["replay", "numbers.elf", "pleach-last/test000001.ktest", "pleach-last/test000002.ktest"]);
    assert_eq!(replayed.code(0).stdout.matches("it happened").count(), 2);
}

/// Symbolic arguments, a symbolic number of arguments, and a symbolic file that an argument names: every path
/// replays.
#[test]
fn arguments_and_files_are_symbolic() {
    let text = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    printf("%d\n", argc);
    if (argc < 3)
        return argc;
    if (strcmp(argv[1], "-f") != 0)
        return 10;
    FILE *file = fopen(argv[2], "r");
    if (!file)
        return 11;
    char line[3];
    size_t length = fread(line, 1, sizeof line, file);
    fseek(file, 1, SEEK_SET);
    if (length != 2 || fgetc(file) != line[1])
        return 12;
    if (line[0] == 'x' && line[1] == 'y')
        *(volatile char *)1 = 0;
    return 0;
}
"#;
    let sandbox = Sandbox::with("options.c", text);
    cross::compile(&sandbox.path(""), &["-O1", "-static", "-o", "options.elf", "options.c"]);
    let words = ["run", "options.elf", "--sym-arg", "2", "--sym-args", "0", "2", "1", "--sym-files", "2", "2"];
    let done = sandbox.pleach(&words).code(1).says("1 bug;").says("null in main at options.c:19");
    done.says("every path was explored").says("A_data").says("n_args = ");
    let tests: Vec<String> = sandbox.files("pleach-last").into_iter().filter(|name| name.ends_with(".ktest")).collect();
    let tests: Vec<String> = tests.iter().map(|name| format!("pleach-last/{name}")).collect();
    let words: Vec<&str> = ["replay", "options.elf"].into_iter().chain(tests.iter().map(String::as_str)).collect();
    let replayed = sandbox.pleach(&words).code(0);
    assert_eq!(replayed.stdout.matches("it happened").count(), tests.len());
    for exit in ["status 2 ", "status 10", "status 11", "status 0"] {
        assert!(replayed.stdout.contains(exit), "{exit} in {}", replayed.stdout);
    }
    assert!(!replayed.stdout.contains("status 12"), "{}", replayed.stdout);
    sandbox.pleach(&["run", "options.elf", "--sym-args", "3", "2", "1"]).code(3).complains("no numbers from 3 to 2");
    sandbox.pleach(&["run", "options.elf", "--sym-arg", "5000"]).code(3).complains("4096");
    // The source is explored in the same way.
    let words = ["run", "options.c", "--sym-arg", "2", "--sym-args", "0", "2", "1", "--sym-files", "2", "2"];
    sandbox.pleach(&words).code(1).says("1 bug;").says("in main at options.c:19").says("every path was explored");
}

/// Standard input and files of symbolic length, and buffers of symbolic size: each path has its own length, and replay
/// gives the program exactly as many bytes.
#[test]
fn inputs_have_symbolic_lengths() {
    let text = r#"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    char head[4];
    long count = read(0, head, sizeof head);
    if (count == 0)
        return 1;
    FILE *file = fopen("A", "rb");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = malloc(size);
    if (fread(bytes, 1, size, file) != (size_t)size)
        return 2;
    if (count == 3 && size > 9 && bytes[9] == head[2])
        return bytes[size];
    return size == 0 ? 4 : 5;
}
"#;
    let sandbox = Sandbox::with("lengths.c", text);
    cross::compile(&sandbox.path(""), &["-g", "-O1", "-static", "-o", "lengths.elf", "lengths.c"]);
    let words = ["run", "lengths.elf", "--sym-stdin", "0..6", "--sym-files", "1", "0..40", "--tests", "all"];
    let done = sandbox.pleach(&words).code(1).says("1 bug;").says("out-of-bounds in main at lengths.c:18");
    done.says("stdin:length = 3").says("A_data:length = 10").says("every path was explored");
    sandbox.pleach(&["trace", "--check", "pleach-last"]).code(0);
    let replayed = sandbox.pleach(&["replay", "lengths.elf", "pleach-last"]);
    for exit in ["status 1", "status 4", "status 5"] {
        assert!(replayed.stdout.contains(exit), "{exit} in {}", replayed.stdout);
    }
    assert!(!replayed.stdout.contains("status 2"), "{}", replayed.stdout);
    // Nothing shows natively that a byte behind the heap object is read.
    assert_eq!(replayed.stdout.matches("it did not happen").count(), 1, "{}", replayed.stdout);

    let text = r#"
#include <stddef.h>
__attribute__((noipa)) void *pleach_symbolic_buffer(size_t max, const char *name, size_t *length) { return 0; }
int main(void) {
    size_t size;
    unsigned char *bytes = pleach_symbolic_buffer(8, "bytes", &size);
    if (size < 2 || bytes[0] > size)
        return 1;
    return bytes[bytes[0]] == 9;
}
"#;
    let sandbox = Sandbox::with("buffer.c", text);
    cross::compile(&sandbox.path(""), &["-g", "-O1", "-static", "-o", "buffer.elf", "buffer.c"]);
    let done = sandbox.pleach(&["run", "buffer.elf", "--tests", "all"]).code(1).says("buffer.c:9");
    done.says("1 ended in an error").says("every path was explored");
    sandbox.pleach(&["replay", "buffer.elf", "pleach-last"]).code(0);
}

/// Copies of a file descriptor share position and flags, but each has its own close-on-exec flag; the machine's
/// own kernel agrees.
#[test]
fn numbers_of_files_are_copied_as_natively() {
    let text = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    char a = 0, b = 0, c = 0;
    int file = open("A", O_RDONLY | O_CLOEXEC), plain = open("A", O_RDONLY);
    int copies[] = {dup(file), fcntl(file, F_DUPFD, 100), fcntl(file, F_DUPFD_CLOEXEC, 100), dup3(plain, 200, O_CLOEXEC), dup2(file, 201)};
    printf("%d %d %d %d\n", copies[1], copies[2], copies[3], copies[4]);
    printf("%d %d:", fcntl(file, F_GETFD), fcntl(plain, F_GETFD));
    for (int i = 0; i < 5; i++)
        printf(" %d", fcntl(copies[i], F_GETFD));
    printf(" %d", fcntl(copies[1], F_SETFD, FD_CLOEXEC));
    printf(" %d %d %d\n", fcntl(copies[1], F_GETFD), fcntl(copies[0], F_GETFD), fcntl(1, F_GETFD));
    printf("%d %d\n", fcntl(plain, F_GETFL) & O_ACCMODE, fcntl(plain, F_SETFL, O_NONBLOCK));
    printf("%d %d\n", (fcntl(copies[3], F_GETFL) & O_NONBLOCK) != 0, (fcntl(file, F_GETFL) & O_NONBLOCK) != 0);
    read(file, &a, 1);
    read(copies[1], &b, 1);
    read(plain, &c, 1);
    printf("%d\n", a == c);
    close(copies[1]);
    int again = fcntl(file, F_DUPFD, 100);
    printf("%d %d %d\n", again, fcntl(again, F_GETFD), fcntl(copies[3], F_DUPFD, -1) < 0 && errno == EINVAL);
    printf("%d %d\n", fcntl(999, F_GETFD) < 0 && errno == EBADF, dup3(file, file, 0) < 0 && errno == EINVAL);
    void *much = mmap_much();
    printf("%d\n", much != NULL);
    fflush(stdout);
    int out = dup(1);
    close(1);
    if (write(1, "x", 1) >= 0 || errno != EBADF || write(out, "end\n", 4) != 4)
        return 9;
    return b == 'q' ? 2 : 3;
}
"#;
    let much = "#include <sys/mman.h>\nstatic void *mmap_much(void) {\n\
        char *p = mmap(0, 3UL << 30, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);\n\
        if (p == MAP_FAILED) return 0;\n p[(3UL << 30) - 1] = 1; return p; }\n";
    let sandbox = Sandbox::with("numbers.c", &text.replace("int main", &format!("{much}int main")));
    cross::compile(&sandbox.path(""), &["-O1", "-static", "-o", "numbers.elf", "numbers.c"]);
    sandbox.pleach(&["run", "numbers.elf", "--sym-files", "1", "3"]).code(0).says("2 completed");
    for number in 1..=2 {
        let test = format!("pleach-last/test00000{number}.ktest");
        sandbox.pleach(&["replay", "numbers.elf", &test]).code(0).says("it happened");
    }
    let other = "#include <fcntl.h>\nint main(void) { return fcntl(0, F_GETOWN); }\n";
    let sandbox = Sandbox::with("other.c", other);
    cross::compile(&sandbox.path(""), &["-O1", "-static", "-o", "other.elf", "other.c"]);
    sandbox.pleach(&["run", "other.elf"]).code(2).says("of fcntl");
}

/// A program's own allocator is executed: its memory is one array, and a pointer anywhere into it is valid. The
/// C library's allocator is modelled, and so is the program's on request.
#[test]
fn a_programs_own_allocator_is_executed() {
    let allocator = r#"
static struct block { struct block *next; char bytes[2040]; } blocks[16], *unused;
static int taken;
void *malloc(unsigned long size) {
    struct block *block = unused;
    if (size > sizeof block->bytes)
        return 0;
    if (block)
        unused = block->next;
    else if (taken < 16)
        block = &blocks[taken++];
    return block ? block->bytes : 0;
}
void free(void *address) {
    struct block *block = (struct block *)((char *)address - sizeof(struct block *));
    block->next = unused;
    unused = block;
}
void *calloc(unsigned long count, unsigned long size) {
    return 0;
}
void *realloc(void *address, unsigned long size) {
    return 0;
}
char *stpcpy(char *to, const char *from) {
    return to + 3;
}
"#;
    let text = r#"
void *malloc(unsigned long size);
void free(void *address);
char *stpcpy(char *to, const char *from);
int getchar(void);
int main(void) {
    char *first = malloc(8);
    free(first);
    char *second = malloc(8);
    if (second != first || malloc(5000) != 0)
        return 1;
    if (getchar() == 'x')
        second[20] = 1;
    return (int)(stpcpy(second, "") - second);
}
"#;
    let sandbox = Sandbox::with("main.c", text);
    sandbox.write("allocator.c", allocator);
    let compile = |flags: &[&str]| {
        let all = [&["-O1", "-static", "-fno-builtin", "-o", "own.elf", "main.c", "allocator.c"], flags].concat();
        cross::compile(&sandbox.path(""), &all);
    };
    let run =
        |flags: &[&str]| sandbox.pleach(&[&["run", "--allow-concrete", "--sym-stdin", "1", "own.elf"], flags].concat());
    compile(&[]);
    run(&[]).code(0);
    assert_eq!(sandbox.read("pleach-last/predictions.jsonl").matches("\"exit_code\":3").count(), 2);
    // As an object of its own, the second allocation lies elsewhere.
    run(&["--model-library", "all"]).code(0);
    assert_eq!(sandbox.read("pleach-last/predictions.jsonl").matches("\"exit_code\":1").count(), 1);
    // Without debug information, the library's allocator is not found, because it is not linked.
    compile(&["-g0"]);
    run(&["--model-library", "auto"]).code(0);
    assert_eq!(sandbox.read("pleach-last/predictions.jsonl").matches("\"exit_code\":1").count(), 0);
    sandbox.write("allocator.c", "");
    compile(&[]);
    run(&[]).code(0);
    assert_eq!(sandbox.read("pleach-last/predictions.jsonl").matches("\"exit_code\":1").count(), 1);
}

/// A program that may be loaded at any address, here and by qemu.
#[test]
fn a_position_independent_program_runs() {
    let text = r#"
long system_call(long number, long a, long b, long c, long d);
static const char answers[2][4] = {"yes", "no!"};
__attribute__((noinline)) static void fail(void) {
    *(volatile int *)8 = 1;
}
int main(void) {
    char letter = 0;
    system_call(63, 0, (long)&letter, 1, 0);
    if (letter == '#')
        fail();
    system_call(64, 1, (long)answers[letter != 'y'], 3, 0);
    return 0;
}
"#;
    let sandbox = Sandbox::with("anywhere.c", text);
    let flags = ["-O1", "-fpie", "-Wl,-pie,--no-dynamic-linker"];
    cross::compile_bare(&sandbox.path(""), "anywhere.c", "anywhere.elf", &flags);
    let done = sandbox.pleach(&["run", "--sym-stdin", "1", "anywhere.elf"]).code(1);
    done.says("bug 1: null in fail at anywhere.c:5").says("#1 main() at anywhere.c:11").says("every path was explored");
    let tests: Vec<String> = (1..=2).map(|number| format!("pleach-last/test00000{number}.ktest")).collect();
    let words: Vec<&str> = ["replay", "anywhere.elf"].into_iter().chain(tests.iter().map(String::as_str)).collect();
    let replayed = sandbox.pleach(&words).code(0);
    assert_eq!(replayed.stdout.matches("it happened").count(), 2, "{}", replayed.stdout);
}

/// The stack of an error passes through a sort of the C library, which has no debug information, with and
/// without frame pointers.
#[test]
fn an_error_has_its_callers() {
    let text = r#"#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int first(const int *list) {
    return *list;
}
static int compare(const void *a, const void *b) {
    const int *x = a, *y = b;
    if (*x == 99)
        return first(NULL) + 1;
    return *x - *y;
}
int main(void) {
    int all[3] = {1, getchar(), 2};
    qsort(all, 3, sizeof(int), compare);
    return 0;
}
"#;
    let sandbox = Sandbox::with("sort.c", text);
    for flags in [&["-O0"][..], &["-O1"], &["-O1", "-fno-omit-frame-pointer"]] {
        let all = [&["-static", "-fno-ipa-cp", "-o", "sort.elf", "sort.c"], flags].concat();
        cross::compile(&sandbox.path(""), &all);
        sandbox.pleach(&["run", "--sym-stdin", "1", "sort.elf"]).code(1).says("1 bug;");
        let stack = sandbox.summary()["findings"][0]["stack"].clone();
        let frames = stack.as_array().expect("a list of frames");
        let name = |index: usize| frames[index]["function"].as_str().unwrap_or_default();
        let line = |index: usize| frames[index]["line"].as_u64().unwrap_or_default();
        // For a function of two instructions, the compiler loses a line.
        assert!((4..=5).contains(&line(0)), "{stack}");
        assert_eq!((name(0), name(1), line(1)), ("first", "compare", 9), "{stack}");
        let main = (0..frames.len()).find(|&index| name(index) == "main");
        assert_eq!(main.map(line), Some(14), "{stack}");
        assert_eq!(name(frames.len() - 1), "_start", "{stack}");
        assert!(frames.len() < 12, "{stack}");
    }
}

/// The two ways in which programs of the tools for RISC-U read input: a byte by `read`, and a word by
/// `interval`.
#[test]
fn conventions_of_risc_u() {
    let text = r#"
long system_call(long number, long a, long b, long c, long d);
int main(void) {
    unsigned long x, y = 0;
    system_call(42, (long)&x, 10, 30, 5);
    if (x < 10 || x > 30 || x % 5 != 0)
        return 100;
    system_call(63, 0, (long)&y, 1, 0);
    if (y > 255)
        return 101;
    if ((x ^ 25) == 0)
        return 2;
    if (y == 48)
        return 1;
    return 0;
}
"#;
    let sandbox = Sandbox::with("risc_u.c", text);
    cross::compile_bare(&sandbox.path(""), "risc_u.c", "risc_u.elf", &["-O0", "-Wl,-Ttext=0x10000,--build-id=none"]);
    sandbox.pleach(&["run", "--sym-stdin", "8", "risc_u.elf"]).code(0).says("every path was explored");
    let predictions = sandbox.read("pleach-last/predictions.jsonl");
    let mut exits: Vec<u64> = predictions
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON")["exit_code"].as_u64()
        })
        .collect();
    exits.sort_unstable();
    assert_eq!(exits, [0, 1, 2]);
    // An emulator does not know this call.
    let tests: Vec<String> = sandbox.files("pleach-last").into_iter().filter(|name| name.ends_with(".ktest")).collect();
    let tests: Vec<String> = tests.iter().map(|name| format!("pleach-last/{name}")).collect();
    let words: Vec<&str> = ["replay", "risc_u.elf"].into_iter().chain(tests.iter().map(String::as_str)).collect();
    let replayed = sandbox.pleach(&words).code(0);
    assert_eq!(replayed.stdout.matches("it happened").count(), tests.len());
    assert_eq!(replayed.stdout.matches("cannot set interval").count(), tests.len());
}
