//! Source positions, lines and frame sizes, from debug information and from what is recorded before passes.

mod support;

use std::collections::BTreeSet;

use ir::{Function, Module};
use support::{load_c, load_ll};

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    &module.functions[module.function(name).expect("the program has it").index()]
}

/// The source lines of the instructions and terminators of a function.
fn lines(function: &Function) -> BTreeSet<u32> {
    let of_block = |block: &ir::Block| {
        let insts: Vec<u32> = block.insts.iter().map(|(_, pos)| pos.line).collect();
        insts.into_iter().chain([block.term_pos.line])
    };
    function.blocks.iter().flat_map(of_block).filter(|&line| line > 0).collect()
}

const PROGRAM: &str = "\
int choose(int c) {
  int x;
  int y;
  if (c > 3)
    x = 1;
  else
    x = 2;
  y = 7;
  while (c--)
    y = x;
  return x + y;
}
int main(void) {
  int big[100];
  char small[3];
  big[5] = small[1] = 4;
  return big[5];
}
";

#[test]
fn lines_of_plain_assignments_stay() {
    let Some(loaded) = load_c(PROGRAM) else { return };
    assert_eq!(lines(function(&loaded.module, "choose")), BTreeSet::from([4, 5, 7, 8, 9, 10, 11]));
}

#[test]
fn functions_know_their_place_and_their_frame() {
    let Some(loaded) = load_c(PROGRAM) else { return };
    let module = &loaded.module;
    let (choose, main) = (function(module, "choose"), function(module, "main"));
    assert_eq!((choose.pos.line, main.pos.line), (1, 13));
    let file = module.file(main.pos).expect("there is debug information");
    assert!(file.starts_with('/') && file.ends_with(".c"), "{file}");
    // Three locals in registers still count; an array of 400 bytes, one of 3, and the return value.
    assert_eq!(choose.frame_bytes, 16 + 3 * 16);
    assert_eq!(main.frame_bytes, 16 + 400 + 16 + 16);
    // An `alloca` has the line on which its variable is declared.
    assert_eq!(lines(main), BTreeSet::from([14, 15, 16, 17]));
}

#[test]
fn without_debug_information_there_are_no_positions() {
    let loaded = load_ll("define i32 @f(i32 %x) { %y = add i32 %x, 1 ret i32 %y }");
    assert!(lines(&loaded.module.functions[0]).is_empty());
    assert!(loaded.module.files.is_empty());
    assert_eq!(loaded.module.functions[0].frame_bytes, 16);
}

#[test]
fn a_copy_passed_by_value_counts_in_the_frame() {
    let text = "define i64 @f(ptr byval([200 x i8]) %p) { %v = load i64, ptr %p ret i64 %v }";
    assert_eq!(load_ll(text).module.functions[0].frame_bytes, 16 + 208);
}

#[test]
fn what_outlives_a_call_counts_in_the_frame() {
    let frame = |body: &str| {
        let text = format!("define i32 @f(i32 %x, i32 %y, ptr %p) {{ {body} }} declare i32 @g(i32, i32, ptr)");
        load_ll(&text).module.functions[0].frame_bytes
    };
    // A call after which nothing is live, and a call of a function without a body.
    assert_eq!(frame("%r = call i32 @f(i32 %y, i32 %x, ptr %p) ret i32 %r"), 16);
    assert_eq!(frame("%r = call i32 @g(i32 %y, i32 %x, ptr %p) %s = add i32 %x, %r ret i32 %s"), 16);
    // One live word needs another 16 bytes, since frames are aligned, and so do two; three need 32.
    assert_eq!(frame("%r = call i32 @f(i32 %y, i32 %x, ptr %p) %s = add i32 %x, %r ret i32 %s"), 32);
    let two = "%r = call i32 @f(i32 %y, i32 %x, ptr %p) %s = add i32 %x, %r %t = add i32 %s, %y";
    assert_eq!(frame(&format!("{two} ret i32 %t")), 32);
    assert_eq!(frame(&format!("{two} store i32 %t, ptr %p ret i32 %t")), 48);
    // The maximum over several calls, and variables in memory in addition.
    assert_eq!(
        frame(
            "%v = alloca i64 %r = call i32 @f(i32 %y, i32 %x, ptr %v) store i32 %r, ptr %v \
             %s = call i32 @f(i32 %x, i32 %x, ptr %p) store i32 %s, ptr %v \
             %t = call i32 @f(i32 %x, i32 %x, ptr %v) ret i32 %t"
        ),
        16 + 16 + 16
    );
    // A function that is not optimised has its variables in memory already.
    let text = "define i32 @f(i32 %x) noinline optnone { %r = call i32 @f(i32 1) %s = add i32 %x, %r ret i32 %s }";
    assert_eq!(load_ll(text).module.functions[0].frame_bytes, 16);
}
