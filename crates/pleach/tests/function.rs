//! A function tested by itself: `--entry` and `--arg`, the harness, and the replay of its tests.

mod sandbox;

use sandbox::Sandbox;

const PARSE: &str = "#include <stdlib.h>\n\
    static int parse(const char *text, unsigned long length) {\n\
    \x20   if (length > 2 && text[0] == 'o' && text[1] == 'k')\n\
    \x20       abort();\n\
    \x20   return length < 4 ? text[0] : 0;\n\
    }\n\
    int (*kept)(const char *, unsigned long) = parse;\n";

#[test]
fn its_tests_are_replayed_with_the_arguments() {
    let sandbox = Sandbox::with("prog.c", PARSE);
    let arguments = ["run", "--entry", "parse", "--arg", "text=4", "--arg", "length=0..4", "prog.c"];
    sandbox.pleach(&arguments).code(1).says("abort").says("text = ").says("length = ");
    let harness = sandbox.read("pleach-last/harness.c");
    assert!(harness.contains("malloc(4)") && harness.contains("__asm__(\"parse\")"), "{harness}");
    let tests: Vec<String> = sandbox.files("pleach-last").into_iter().filter(|name| name.ends_with(".ktest")).collect();
    assert!(tests.len() > 3, "{tests:?}");
    for test in tests {
        sandbox.pleach(&["replay", "--sanitize", "prog.c", &format!("pleach-last/{test}")]).code(0);
    }
}

#[test]
fn pointers_to_as_much_as_a_number_says() {
    const FIND: &str = "#include <stddef.h>\n\
        int find(size_t count, const char *bytes, int wanted) {\n\
        \x20   for (size_t i = 0; i <= count; i++)\n\
        \x20       if (bytes[i] == wanted)\n\
        \x20           return (int)i;\n\
        \x20   return -1;\n\
        }\n\
        int last(const char *text) {\n\
        \x20   size_t length = 0;\n\
        \x20   while (text[length])\n\
        \x20       length++;\n\
        \x20   return length > 2 ? text[length + 1] : text[length - 1];\n\
        }\n";
    let sandbox = Sandbox::with("prog.c", FIND);
    let explored = |arguments: &[&str], code: i32| {
        let arguments = [&["run", "--tests", "all", "prog.c"], arguments].concat();
        let said = sandbox.pleach(&arguments).code(code);
        sandbox.pleach(&["replay", "--sanitize", "prog.c", "pleach-last"]).code(0);
        said
    };
    let find = ["--entry", "find", "--arg", "bytes=0..6", "--arg", "count=len:bytes"];
    explored(&find, 1).says("of heap object of 0 bytes").says("bytes:length = 0").says("every path was explored");
    let longer = ["--entry", "find", "--arg", "bytes=3..6", "--arg", "count=len:bytes"];
    explored(&longer, 1).says("of heap object of 3 bytes").says("bytes:length = 3");
    // A string of a fixed room has a terminator to find; nothing lies behind one that ends the object.
    explored(&["--entry", "find", "--arg", "bytes=str:4", "--arg", "count=len:bytes"], 0);
    let last = explored(&["--entry", "last", "--arg", "text=str:0..4"], 1);
    last.says("prog.c:12").says("where no object is").says("at offset 4 of string");
    explored(&["--entry", "last", "--arg", "text=str:1..2"], 0);
}

#[test]
fn parameters_without_names_have_numbers() {
    let sandbox = Sandbox::with("f.ll", "define i32 @f(ptr %0, i32 %1) {\n  store i8 1, ptr %0\n  ret i32 %1\n}\n");
    sandbox.pleach(&["run", "--entry", "f", "--arg", "0=1", "--arg", "1=5", "f.ll"]).code(0);
    assert!(sandbox.read("pleach-last/predictions.jsonl").contains("\"exit_code\":5"));
    sandbox.pleach(&["run", "--entry", "f", "--arg", "0=0", "f.ll"]).code(1).says("out-of-bounds");
}

#[test]
fn what_main_takes_is_given_as_to_main() {
    let sandbox = Sandbox::with("prog.c", "int start(int argc, char **argv) { return argc + (argv[1][0] == 'y'); }\n");
    sandbox.pleach(&["run", "--allow-concrete", "--entry", "start", "prog.c", "--", "yes"]).code(0);
    assert!(sandbox.read("pleach-last/predictions.jsonl").contains("\"exit_code\":3"));
    assert!(!sandbox.files("pleach-last").contains(&"harness.c".to_owned()));
}

#[test]
fn wrong_arguments() {
    let sandbox = Sandbox::with("prog.c", PARSE);
    let complaint = |arguments: &[&str], why: &str| {
        sandbox.pleach(&[&["run", "prog.c"], arguments].concat()).code(3).complains(why);
    };
    let entry = ["--entry", "parse"];
    let with = |arguments: &[&'static str]| [&entry[..], arguments].concat();
    complaint(&entry, "text is a pointer: say what it points to, --arg text=16");
    complaint(&with(&["--arg", "text"]), "--arg text: this is not NAME=WHAT");
    complaint(&with(&["--arg", "text=much"]), "\"much\" is not a number, LOW..HIGH, str:N,");
    complaint(&with(&["--arg", "text=-1..2"]), "can point to 0 to 268435455 bytes");
    complaint(&with(&["--arg", "text=str:9..3"]), "9 is above 3");
    complaint(&with(&["--arg", "text=len:length"]), "text is a pointer: a length is a number");
    complaint(&with(&["--arg", "text=1", "--arg", "length=len:length"]), "there is no pointer length");
    complaint(&with(&["--arg", "text=-1"]), "can point to 0 to 268435455 bytes");
    complaint(&with(&["--arg", "text=1", "--arg", "text=2"]), "there is another --arg for text");
    complaint(&with(&["--arg", "text=1", "--arg", "size=2"]), "has no parameter size; it has text, length");
    complaint(&with(&["--arg", "text=1", "--arg", "length=9..3"]), "9 is above 3");
    complaint(&with(&["--arg", "text=1", "--arg", "length=null"]), "length is no pointer");
    complaint(
        &with(&["--arg", "text=1", "--arg", "length=99999999999999999999"]),
        "from -9223372036854775808 to 18446744073709551615",
    );
    complaint(&["--arg", "text=1"], "--arg is for a function of the source that --entry names");
    complaint(&["--entry", "frob"], "the function frob is not defined; defined are parse");
    sandbox.write(
        "odd.c",
        "struct s { long a[3]; };\nint f(struct s s) { return s.a[0] > 0; }\nint g(int n, ...) { return n; }\n",
    );
    sandbox.pleach(&["run", "--entry", "f", "odd.c"]).code(3).complains("in a way that --arg cannot say");
    sandbox.pleach(&["run", "--entry", "g", "odd.c"]).code(3).complains("any number of arguments");
    assert!(!sandbox.path("pleach-out-0").exists(), "nothing was run");
}
