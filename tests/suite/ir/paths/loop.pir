; A loop bounded by symbolic input: one path for each number of rounds.
declare @klee_range(32, 32, 64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_range(0:32, 4:32, 0:64)
  jump b1(0:32)
b1(%1:32):
  %2:1 = slt %1, %0
  %3:32 = add %1, 1:32
  branch %2, b1(%3), b2
b2:
  return %1
}
; exits: 0 1 2 3
; paths: 4
