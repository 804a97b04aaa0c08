; A pointer to one of two objects forks over them; a write through it lands in the right one.
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
  return %3
}
; exits: 0 9
; paths: 2
