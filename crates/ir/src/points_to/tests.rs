//! Small programs and what the analysis says of them.

use crate::parse::parse_module;
use crate::points_to::PointsTo;

/// The result for a program that begins with `main`.
fn text(program: &str) -> String {
    let module = parse_module(program).unwrap_or_else(|error| panic!("{error}"));
    let main = module.function("main").expect("it has a main");
    PointsTo::new(&module, &[main]).expect("there is no machine code").text(&module)
}

#[test]
fn fields_are_told_apart() {
    let found = text(
        "declare @malloc(64) -> 64
func @main() -> 64 frame 0 {
b0:
  %0:64 = alloca 16:64, align 8
  %1:64 = call @malloc(8:64)
  %2:64 = call @malloc(8:64)
  %3:64 = add %0, 8:64
  store %0, %1
  store %3, %2
  %4:64 = load %3
  %5:64 = add %4, 4:64
  return %5
}
",
    );
    let expected = "\
@main %0 -> stack @main b0.0
@main %1 -> heap @main b0.1
@main %2 -> heap @main b0.2
@main %3 -> stack @main b0.0 +8
@main %4 -> heap @main b0.2
@main %5 -> heap @main b0.2 +4
";
    assert!(found.starts_with(expected), "{found}");
    assert!(found.contains("class heap @main b0.1\nclass heap @main b0.2\n"), "{found}");
}

#[test]
fn parts_of_addresses_point_to_their_objects() {
    // Taken apart into bytes, put together from memory, and tagged.
    let found = text(
        "global @cell size 8 align 8 {}
global @it size 4 align 4 {}
func @main() -> 64 frame 0 {
b0:
  %0:64 = move @it
  %1:8 = trunc %0
  %2:64 = lshr %0, 8:64
  %3:56 = trunc %2
  store @cell, %1
  store @cell+1, %3
  %4:64 = load @cell
  %5:64 = or %4, 1:64
  %6:1 = ult %5, 7:64
  %7:64 = zext %6
  return %5
}
",
    );
    for reg in ["%1", "%2", "%3", "%4", "%5"] {
        assert!(found.contains(&format!("@main {reg} -> @it +?\n")), "{found}");
    }
    assert!(!found.contains("@main %6") && !found.contains("@main %7"), "{found}");
}

#[test]
fn the_call_graph_grows_with_addresses_of_functions() {
    let found = text(
        "global @table size 16 align 8 {
  reloc 0 @one
  reloc 8 @two
}
global @a size 4 align 4 {}
global @b size 4 align 4 {}
func @one(%0:64) -> 64 frame 0 {
b0:
  return %0
}
func @two(%0:64) -> 64 frame 0 {
b0:
  return @b
}
func @never(%0:64) -> 64 frame 0 {
b0:
  %1:64 = alloca 4:64, align 4
  return %1
}
func @main() -> 64 frame 0 {
b0:
  %0:64 = load @table
  %1:64 = call indirect %0(@a)
  %2:64 = load @table+8
  %3:64 = call indirect %2(@a)
  return 0:64
}
",
    );
    assert!(found.contains("@main %1 -> @a\n") && found.contains("@main %3 -> @b\n"), "{found}");
    assert!(!found.contains("@never"), "{found}");
}

#[test]
fn copies_keep_fields_where_both_ends_are_known() {
    let found = text(
        "declare @memcpy(64, 64, 64) -> 64
global @from size 16 align 8 {
  reloc 0 @x
  reloc 8 @y
}
global @to size 32 align 8 {}
global @x size 4 align 4 {}
global @y size 4 align 4 {}
func @main() -> 64 frame 0 {
b0:
  %0:64 = call @memcpy(@to+16, @from, 16:64)
  %1:64 = load @to+16
  %2:64 = load @to+24
  %3:64 = load @to
  return %1
}
",
    );
    assert!(found.contains("@main %1 -> @x\n") && found.contains("@main %2 -> @y\n"), "{found}");
    assert!(!found.contains("@main %3"), "{found}");
}

#[test]
fn the_environment_may_do_anything_with_what_it_gets() {
    let found = text(
        "declare @sort_somehow(64, 64) -> 64
global @given size 8 align 8 {
  reloc 0 @inner
}
global @inner size 4 align 4 {}
global @kept size 4 align 4 {}
func @compare(%0:64) -> 64 frame 0 {
b0:
  %1:32 = load %0
  return 0:64
}
func @main() -> 64 frame 0 {
b0:
  %0:64 = call @sort_somehow(@given, @compare)
  %1:64 = load @given
  return %1
}
",
    );
    assert!(found.contains("@compare %0 -> @given +?, @inner +?, "), "{found}");
    assert!(found.contains("@main %1 -> @given +?, @inner +?, "), "{found}");
    assert!(!found.contains("@kept"), "{found}");
}

#[test]
fn steps_through_an_object_end() {
    let found = text(
        "global @array size 4000 align 4 {}
func @main() -> 64 frame 0 {
b0:
  jump b1(@array)
b1(%0:64):
  %1:32 = load %0
  %2:64 = add %0, 4:64
  store %0, %0
  %3:1 = eq %1, 0:32
  branch %3, b1(%2), b2
b2:
  return 0:64
}
",
    );
    assert!(found.starts_with("@main %0 -> @array +?\n@main %1 -> @array +?\n"), "{found}");
    assert!(found.contains("class @array\n"), "{found}");
}
