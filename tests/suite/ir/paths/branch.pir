; A branch on a symbolic value forks.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 10:32
  branch %1, b1, b2
b1:
  return 1:32
b2:
  %2:1 = slt %0, 5:32
  branch %2, b3, b4
b3:
  return 2:32
b4:
  return 3:32
}
; exits: 1 3
; paths: 2
