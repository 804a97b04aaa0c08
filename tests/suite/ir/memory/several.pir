; A pointer to one of two objects: a write through it lands in the right one, without a path for each object.
global @a size 4 align 4 {}
global @b size 4 align 4 {}
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 0:32
  %2:64 = select %1, @a, @b
  store %2, 9:32
  %3:32 = load @a
  %4:32 = load @b
  %5:32 = add %3, %4
  %6:1 = eq %5, 9:32
  check %6, assert, "one of them is written"
  %7:1 = eq %3, 9:32
  branch %7, b1, b2
b1:
  return 9:32
b2:
  return %4
}
; exits: 9
; paths: 2
