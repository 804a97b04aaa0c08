; One report for one instruction and kind, but every failing path counts.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:32 = call @klee_int(0:64)
  %2:1 = slt %0, 0:32
  branch %2, b1(1:32), b1(2:32)
b1(%4:32):
  %3:1 = ne %1, 0:32
  check %3, div-by-zero, "division by zero"
  return 0:32
}
; exits: 0
; errors: div-by-zero
; paths: 4
