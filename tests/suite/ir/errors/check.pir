; A check that can fail is one error, and the search goes on where it holds.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = ne %0, 0:32
  check %1, div-by-zero, "division by zero"
  %2:32 = udiv 100:32, %0
  %3:1 = eq %2, 50:32
  branch %3, b1, b2
b1:
  return 1:32
b2:
  return 0:32
}
; exits: 0 1
; errors: div-by-zero
; paths: 3
