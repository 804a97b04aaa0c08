//! Registers have the names of the source's variables, and conditions read like the source.

use front_llvm::{Input, Options, load};
use ir::{BlockId, Function, Module, Terminator, describe};

mod support;

/// Compiles and loads C with the names of variables.
fn named(source: &str, flags: &[&str], in_memory: bool) -> Option<Module> {
    let bytes = support::compile(source, flags)?;
    let options = Options { names: true, in_memory, ..Options::default() };
    let loaded = load(&[Input::Bytes { name: "test.bc".to_owned(), bytes }], &options);
    let module = loaded.unwrap_or_else(|error| panic!("{error}")).module;
    assert_eq!(ir::verify(&module), Ok(()));
    Some(module)
}

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    &module.functions[module.function(name).unwrap_or_else(|| panic!("no function {name}")).index()]
}

/// What the branches and switches of a function ask, in order; `?` where nothing has a name.
fn decisions(module: &Module, name: &str) -> Vec<String> {
    let function = function(module, name);
    let decides = |term: &Terminator| matches!(term, Terminator::Branch { .. } | Terminator::Switch { .. });
    let blocks = function.blocks.iter().enumerate().filter(|(_, block)| decides(&block.term));
    let asked = blocks.map(|(number, block)| {
        describe::condition(module, function, BlockId(number as u32), block.insts.len()).unwrap_or("?".to_owned())
    });
    asked.collect()
}

const SOURCE: &str = r#"
struct node { int value; struct node *next; char name[12]; };
char message[16];
int limit;
int known(const char *text);

int scan(int length) {
    for (int i = 0; i < length; i++)
        if (message[i] == 'S' && i + 1 < limit) return i;
    return -1;
}
int arguments(int argc, char **argv) {
    static int calls;
    if (argc > 1) calls++;
    if (calls >= 3u) return 1;
    if (known("secret") == 0) return 2;
    return argv[argc - 1] != 0;
}
int list(struct node *p, unsigned char key) {
    while (p->next != 0) {
        if (p->value == key) return 1;
        if (p->name[key] == '\n') return 2;
        p = p->next;
    }
    return 0;
}
int choose(int n) {
    _Bool ok = n < 7;
    int count = n * 2;
    if (!ok) return 1;
    switch (count - 1) { case 1: return 2; case 5: return 3; case 20: return 4; }
    int *address = &n;
    if (*address & 4) return 5;
    return 0;
}
"#;

#[test]
fn conditions_read_like_the_source() {
    let Some(module) = named(SOURCE, support::FLAGS, false) else { return };
    assert_eq!(decisions(&module, "scan"), ["i < length", "message[i] == 'S'", "i + 1 < limit"]);
    assert_eq!(decisions(&module, "arguments"), ["argc > 1", "calls >= 3", "known(\"secret\") == 0"]);
    assert_eq!(decisions(&module, "list"), ["p->+8 != 0", "*p == key", "p->+16[key] == '\\n'"]);
    assert_eq!(decisions(&module, "choose"), ["ok", "count - 1", "(n & 4) != 0"]);
}

#[test]
fn variables_in_memory_have_names() {
    let Some(module) = named(SOURCE, support::FLAGS, true) else { return };
    assert_eq!(decisions(&module, "scan"), ["i < length", "message[i] == 'S'", "i + 1 < limit"]);
    assert_eq!(decisions(&module, "list"), ["p->+8 != 0", "*p == key", "p->+16[key] == '\\n'"]);
}

#[test]
fn optimised_code_has_names() {
    let Some(module) = named(SOURCE, &["-O1", "-g"], false) else { return };
    assert_eq!(decisions(&module, "arguments")[0], "argc > 1");
    assert!(
        decisions(&module, "list").iter().any(|text| text.starts_with("p->+8 ")),
        "{:?}",
        decisions(&module, "list")
    );
}

#[test]
fn the_first_variable_names_a_register() {
    let source = "int f(int first) { int second = first; second = second + 1; int third = second; return third; }";
    let Some(module) = named(source, support::FLAGS, false) else { return };
    let names: Vec<&str> = function(&module, "f").names.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["first", "second"]);
}

#[test]
fn names_are_read_only_if_asked_for() {
    let Some(loaded) = support::load_c(SOURCE) else { return };
    assert!(loaded.module.functions.iter().all(|function| function.names.is_empty()));
}

#[test]
fn a_pointer_to_a_variable_is_not_the_variable() {
    let source = r#"
        struct pair { long a, b, c; };
        struct pair make(long n) { struct pair result = { n, n, n }; if (result.b > 3) result.a = 0; return result; }
        long take(struct pair given) { return given.c > 5 ? 1 : given.a; }
        int local(void) { int x = 1; int *p = &x; if (*p == 1 && p != 0) return 1; return x; }
    "#;
    let Some(module) = named(source, support::FLAGS, false) else { return };
    assert_eq!(decisions(&module, "take"), ["given.+16 > 5"]);
    assert_eq!(decisions(&module, "local"), ["x == 1", "&x != 0"]);
    let result = decisions(&module, "make");
    assert!(result == ["?"] || result == ["result.+8 > 3"], "{result:?}");
}
