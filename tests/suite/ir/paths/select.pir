; A select on a symbolic condition does not fork.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 0:32
  %2:32 = sub 0:32, %0
  %3:32 = select %1, %2, %0
  %4:1 = slt %3, 0:32
  branch %4, b1, b2
b1:
  return 1:32
b2:
  return 0:32
}
; exits: 0 1
; paths: 2
